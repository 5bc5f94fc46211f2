"""Results say of which game they are: each game has totals, rivalries and ratings of its own."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: None = None
depends_on: None = None

rebuilds = True
"""All of it is made from the log anew, once all migrations have run."""

WHOLE = sa.text("span IN ('ever', 'season')")
NO_GAMES = sa.text("games = 0")
NO_TIMES = sa.text("times = 0")
TABLES = ("results", "defeats", "unrated", "standings", "rivalries")


def upgrade() -> None:
    _make_tables("game")


def downgrade() -> None:
    _make_tables()


def _make_tables(*game: str) -> None:
    """The tables anew and empty, all with the column of the `game`, or without it."""
    for table in TABLES:
        op.drop_table(table)
    _make_results(*game)
    _make_defeats(*game)
    _make_standings(*game)
    _make_rivalries(*game)
    op.create_table(
        "unrated",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in game),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", *game, name="pk_unrated"),
    )


def _make_results(*game: str) -> None:
    op.create_table(
        "results",
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("pod", sa.Integer(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("caused", sa.Integer(), nullable=False),
        sa.Column("served", sa.Integer(), nullable=False),
        sa.Column("reign", sa.BigInteger(), nullable=False),
        sa.Column("team", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Double()),
        sa.Column("sigma", sa.Double()),
        sa.Column("chance", sa.Double()),
        *(sa.Column(name, sa.Text(), nullable=False) for name in game),
        sa.PrimaryKeyConstraint("channel", "pod", "player", name="pk_results"),
    )
    op.create_index("ix_results_guild_player_at", "results", ["guild", "player", "at"])
    op.create_index("ix_results_guild_at", "results", ["guild", "at"])


def _make_defeats(*game: str) -> None:
    op.create_table(
        "defeats",
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("pod", sa.Integer(), nullable=False),
        sa.Column("responsible", sa.Text(), nullable=False),
        sa.Column("loser", sa.Text(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in game),
        sa.PrimaryKeyConstraint("channel", "pod", "responsible", "loser", name="pk_defeats"),
    )
    op.create_index("ix_defeats_guild_at", "defeats", ["guild", "at"])


def _make_standings(*game: str) -> None:
    kind = ("guild", *game, "variant", "table", "span", "number")
    op.create_table(
        "standings",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in game),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("span", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("won_as_master", sa.Integer(), nullable=False),
        sa.Column("won_as_servant", sa.Integer(), nullable=False),
        sa.Column("caused", sa.Integer(), nullable=False),
        sa.Column("served", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(*kind, "player", name="pk_standings"),
        sqlite_with_rowid=False,
    )
    best = [*kind, "points", "player"]
    whole: dict[str, Any] = {"sqlite_where": WHOLE, "postgresql_where": WHOLE}
    op.create_index("ix_standings_best", "standings", best, **whole)
    empty: dict[str, Any] = {"sqlite_where": NO_GAMES, "postgresql_where": NO_GAMES}
    op.create_index("ix_standings_no_games", "standings", ["games"], **empty)


def _make_rivalries(*game: str) -> None:
    op.create_table(
        "rivalries",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in game),
        sa.Column("season", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("responsible", sa.Text(), nullable=False),
        sa.Column("loser", sa.Text(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            *("guild", *game, "season", "responsible", "loser"), name="pk_rivalries"
        ),
        sqlite_with_rowid=False,
    )
    for column in ("times", "loser"):
        columns = ["guild", *game, "season", column]
        op.create_index(f"ix_rivalries_{'_'.join(columns)}", "rivalries", columns)
    empty: dict[str, Any] = {"sqlite_where": NO_TIMES, "postgresql_where": NO_TIMES}
    op.create_index("ix_rivalries_no_times", "rivalries", ["times"], **empty)
