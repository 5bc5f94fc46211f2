"""What a board told people, its picture, its calls, and where else its result stands."""

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    op.add_column("boards", sa.Column("told", sa.Text()))
    op.add_column("boards", sa.Column("picture", sa.Text()))
    op.add_column("boards", sa.Column("announced", sa.BigInteger()))
    op.add_column("boards", sa.Column("calls", sa.Text()))


def downgrade() -> None:
    with op.batch_alter_table("boards") as batch:
        for column in ("calls", "announced", "picture", "told"):
            batch.drop_column(column)
