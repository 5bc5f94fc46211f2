"""What people are called on all of Discord, which tells two of one display name apart."""

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    empty = sa.text("''")
    op.add_column("people", sa.Column("username", sa.Text(), nullable=False, server_default=empty))


def downgrade() -> None:
    with op.batch_alter_table("people") as batch:
        batch.drop_column("username")
