"""Results hold what each player did in their game."""

import sqlalchemy as sa
from alembic import op

revision: str = "0032"
down_revision: str | None = "0031"
branch_labels: None = None
depends_on: None = None

rebuilds = True
"""The deeds of all games are computed from the log."""


def upgrade() -> None:
    nothing = sa.text("''")
    op.add_column("results", sa.Column("deeds", sa.Text(), nullable=False, server_default=nothing))


def downgrade() -> None:
    op.drop_column("results", "deeds")
