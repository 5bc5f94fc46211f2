"""Decks that players register; which deck and seat a result and a defeat belong to."""

import sqlalchemy as sa
from alembic import op

revision: str = "0033"
down_revision: str | None = "0032"
branch_labels: None = None
depends_on: None = None

rebuilds = True
"""The log says which decks and seats were played."""

_HAS_DECK = sa.text("deck IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "player_decks",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("deck", sa.Text(), nullable=False),
        sa.Column("link", sa.Text()),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.Column("retired", sa.BigInteger()),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_player_decks")),
    )
    op.create_index("ix_player_decks_player_used", "player_decks", ["player", "used"])
    op.create_table(
        "deck_defeats",
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("pod", sa.Integer(), nullable=False),
        sa.Column("verdict", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("deck", sa.Text(), nullable=False),
        sa.Column("loser_deck", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("channel", "pod", "verdict", name=op.f("pk_deck_defeats")),
    )
    op.create_index("ix_deck_defeats_guild_at", "deck_defeats", ["guild", "at"])
    zero = sa.text("0")
    op.add_column("results", sa.Column("deck", sa.Text()))
    for name in ("seat", "seats"):
        op.add_column("results", sa.Column(name, sa.Integer(), nullable=False, server_default=zero))
    op.create_index(
        "ix_results_decks",
        "results",
        ["guild", "at"],
        sqlite_where=_HAS_DECK,
        postgresql_where=_HAS_DECK,
    )


def downgrade() -> None:
    op.drop_index("ix_results_decks", "results")
    for name in ("seats", "seat", "deck"):
        op.drop_column("results", name)
    op.drop_table("deck_defeats")
    op.drop_table("player_decks")
