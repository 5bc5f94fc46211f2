"""Seasons, and totals that are kept in step with the results; a result says what was played."""

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: None = None
depends_on: None = None

rebuilds = True
"""Results and totals are made from the log anew, once all migrations have run."""

RUNNING = sa.text('"end" IS NULL')
WHOLE = sa.text("span IN ('ever', 'season')")
NO_GAMES = sa.text("games = 0")
ENDED = sa.text("ended IS NOT NULL")
NO_TIMES = sa.text("times = 0")
OWED = sa.text("channel IS NOT NULL AND (message IS NULL OR shown < wanted)")
DUE = sa.text("due IS NOT NULL AND left_at IS NULL")
NEW = ("variant", "table", "caused", "served", "reign", "team", "mu", "sigma", "chance")


def upgrade() -> None:
    op.drop_index("ix_results_guild_player", "results")
    op.drop_table("results")
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
        sa.PrimaryKeyConstraint("channel", "pod", "player", name="pk_results"),
    )
    op.create_index("ix_results_guild_player_at", "results", ["guild", "player", "at"])
    op.create_index("ix_results_guild_at", "results", ["guild", "at"])
    op.add_column("pods", sa.Column("ended", sa.BigInteger()))
    op.create_index(
        "ix_pods_ended",
        "pods",
        ["guild", "ended", "channel", "pod"],
        sqlite_where=ENDED,
        postgresql_where=ENDED,
    )
    op.create_table(
        "seasons",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("start", sa.BigInteger(), nullable=False),
        sa.Column("end", sa.BigInteger()),
        sa.PrimaryKeyConstraint("guild", "number", name="pk_seasons"),
    )
    op.create_index(
        "ix_seasons_running",
        "seasons",
        ["guild"],
        unique=True,
        sqlite_where=RUNNING,
        postgresql_where=RUNNING,
    )
    op.create_table(
        "standings",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
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
        sa.PrimaryKeyConstraint(
            *("guild", "variant", "table", "span", "number", "player"), name="pk_standings"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_standings_best",
        "standings",
        ["guild", "variant", "table", "span", "number", "points", "player"],
        sqlite_where=WHOLE,
        postgresql_where=WHOLE,
    )
    op.create_index(
        "ix_standings_no_games",
        "standings",
        ["games"],
        sqlite_where=NO_GAMES,
        postgresql_where=NO_GAMES,
    )
    op.create_table(
        "unrated",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_unrated"),
    )
    op.create_table(
        "defeats",
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("pod", sa.Integer(), nullable=False),
        sa.Column("responsible", sa.Text(), nullable=False),
        sa.Column("loser", sa.Text(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("channel", "pod", "responsible", "loser", name="pk_defeats"),
    )
    op.create_index("ix_defeats_guild_at", "defeats", ["guild", "at"])
    op.create_table(
        "rivalries",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("season", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("responsible", sa.Text(), nullable=False),
        sa.Column("loser", sa.Text(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "season", "responsible", "loser", name="pk_rivalries"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rivalries_guild_season_times", "rivalries", ["guild", "season", "times"])
    op.create_index("ix_rivalries_guild_season_loser", "rivalries", ["guild", "season", "loser"])
    op.create_index(
        "ix_rivalries_no_times",
        "rivalries",
        ["times"],
        sqlite_where=NO_TIMES,
        postgresql_where=NO_TIMES,
    )
    op.create_table(
        "posts",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("start", sa.BigInteger(), nullable=False),
        sa.Column("end", sa.BigInteger(), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("channel", sa.BigInteger()),
        sa.Column("message", sa.BigInteger()),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("claimed", sa.BigInteger()),
        sa.Column("claim", sa.BigInteger()),
        sa.Column("tried", sa.BigInteger()),
        sa.PrimaryKeyConstraint("guild", "kind", "number", name="pk_posts"),
    )
    op.create_index("ix_posts_guild_end", "posts", ["guild", "end"])
    op.create_index("ix_posts_owed", "posts", ["guild"], sqlite_where=OWED, postgresql_where=OWED)
    op.add_column("guilds", sa.Column("due", sa.BigInteger()))
    op.create_index("ix_guilds_due", "guilds", ["due"], sqlite_where=DUE, postgresql_where=DUE)
    op.create_table(
        "champions",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("discord_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("role", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("given", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "discord_id", "role", name="pk_champions"),
    )
    op.create_index("ix_champions_discord_id", "champions", ["discord_id"])
    op.create_table(
        "uncrowned",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("trouble", sa.Text(), nullable=False),
        sa.Column("told", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_uncrowned"),
    )


def downgrade() -> None:
    op.drop_index("ix_guilds_due", "guilds")
    with op.batch_alter_table("guilds") as batch:
        batch.drop_column("due")
    for table in (
        "uncrowned",
        "champions",
        "posts",
        "rivalries",
        "defeats",
        "unrated",
        "standings",
        "seasons",
    ):
        op.drop_table(table)
    op.drop_index("ix_pods_ended", "pods")
    with op.batch_alter_table("pods") as batch:
        batch.drop_column("ended")
    op.drop_index("ix_results_guild_at", "results")
    op.drop_index("ix_results_guild_player_at", "results")
    op.create_index("ix_results_guild_player", "results", ["guild", "player"])
    with op.batch_alter_table("results") as batch:
        for name in NEW:
            batch.drop_column(name)
