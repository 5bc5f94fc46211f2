"""The order in which a player avoids people."""

import sqlalchemy as sa
from alembic import op

revision: str = "0036"
down_revision: str | None = "0035"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    op.add_column("avoidances", sa.Column("place", sa.Integer(), nullable=False, server_default=sa.text("0")))


def downgrade() -> None:
    op.drop_column("avoidances", "place")
