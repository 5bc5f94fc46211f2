"""Results hold when the log first held an end of their game."""

import sqlalchemy as sa
from alembic import op

revision: str = "0025"
down_revision: str | None = "0024"
branch_labels: None = None
depends_on: None = None

rebuilds = True
"""The log says when it first held an end of a game."""


def upgrade() -> None:
    zero = sa.text("0")
    op.add_column(
        "results", sa.Column("recorded", sa.BigInteger(), nullable=False, server_default=zero)
    )


def downgrade() -> None:
    op.drop_column("results", "recorded")
