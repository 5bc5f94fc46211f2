"""Since when a board may have been sent that is not known of; and its result, where that stands."""

import sqlalchemy as sa
from alembic import op

revision: str = "0014"
down_revision: str | None = "0013"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    op.add_column("boards", sa.Column("tried", sa.BigInteger()))
    op.add_column("boards", sa.Column("announcing", sa.BigInteger()))


def downgrade() -> None:
    with op.batch_alter_table("boards") as batch:
        for column in ("announcing", "tried"):
            batch.drop_column(column)
