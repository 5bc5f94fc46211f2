"""Whom entered games have called within a day; entered games end for pods once they count."""

import sqlalchemy as sa
from alembic import op

revision: str = "0029"
down_revision: str | None = "0028"
branch_labels: None = None
depends_on: None = None

rebuilds = True
"""Rows of entered games that never counted say no longer when they ended."""


def upgrade() -> None:
    op.create_table(
        "entry_calls",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("pod", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_entry_calls")),
    )


def downgrade() -> None:
    op.drop_table("entry_calls")
