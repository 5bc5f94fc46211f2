"""Accounts of a server that are one person."""

import sqlalchemy as sa
from alembic import op

revision: str = "0034"
down_revision: str | None = "0033"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    op.create_table(
        "merges",
        sa.Column("guild", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("stays", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=True),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("old_agrees", sa.Boolean(), nullable=False),
        sa.Column("new_agrees", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "player", name=op.f("pk_merges")),
    )
    op.create_index("ix_merges_guild_person", "merges", ["guild", "person"])


def downgrade() -> None:
    op.drop_table("merges")
