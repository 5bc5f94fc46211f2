"""The cards that brought somebody down, for rivalries by card."""

import sqlalchemy as sa
from alembic import op

revision: str = "0035"
down_revision: str | None = "0034"
branch_labels: None = None
depends_on: None = None

rebuilds = True
"""The log says which cards were reported."""


def upgrade() -> None:
    op.create_table(
        "card_defeats",
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("pod", sa.Integer(), nullable=False),
        sa.Column("verdict", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("object", sa.Text(), nullable=False),
        sa.Column("card", sa.Text()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("channel", "pod", "verdict", name=op.f("pk_card_defeats")),
    )
    op.create_index("ix_card_defeats_guild_at", "card_defeats", ["guild", "at"])


def downgrade() -> None:
    op.drop_table("card_defeats")
