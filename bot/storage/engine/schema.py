"""The tables. `events` and `people` are the record; the others follow from it or can be lost.

Migrations alone create and change them: a change here needs a new revision and a new `HEAD`.
Ids of Discord are its snowflakes; a pod is named by its channel and the version of its `Opened`.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    text,
)

from bot.storage.engine.moments import Moment
from bot.storage.engine.upserts import ONCE

HEAD = "0020"
"""The migration that this code needs."""

OPEN = ("lobby", "running", "waiting")
"""The states of a pod that is not over."""

HAS_ENDED = text("ended IS NOT NULL")
"""Of a pod that is over. Must match the index's WHERE text exactly, or it is ignored."""

IS_OPEN = text("state NOT IN ('finished', 'closed')")
"""Of a pod that is not over. Must match the index's WHERE text exactly, or it is ignored."""

IS_LOBBY = text("state = 'lobby'")
"""Of a lobby. Must match the index's WHERE text exactly, or it is ignored."""

metadata = MetaData(
    # Named constraints are what a later migration can alter.
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

events = Table(
    "events",
    metadata,
    Column("channel", BigInteger, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("pod", Integer, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("type", Text, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("by", Text),
    Column("interaction", BigInteger, unique=True),
    Column("at", Moment, nullable=False),
    Index(None, "channel", "pod", "version"),
)

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("discord_id", BigInteger, nullable=False, unique=True, info=ONCE),
    Column("name", Text, nullable=False),
    Column("username", Text, nullable=False, server_default=text("''")),  # empty: not known yet
)

guests = Table(
    "guests",
    metadata,
    Column("player", Text, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("asked_by", Text, info=ONCE),
    Column("asked", Moment, info=ONCE),
    Column("claimed_by", Text, info=ONCE),
    Index(None, "guild"),
)

decks = Table(
    "decks",
    metadata,
    Column("player", Text, primary_key=True),
    Column("deck", Text, nullable=False),
)

_TO_CONFIRM = text("confirm_by IS NOT NULL")
_UNSETTLED = text("unsettled IS NOT NULL")

pods = Table(
    "pods",
    metadata,
    Column("channel", BigInteger, primary_key=True),
    Column("pod", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    Column("confirm_by", Moment),
    Column("ended", Moment),
    # Since when moderators should look at it.
    Column("unsettled", Moment),
    # Of a game that has a result: who played, and what moderators may want to know of it.
    Column("roster", Text),
    Column("signs", Text),
    Index(None, "state", "channel"),
    Index(
        "ix_pods_confirm_by",
        "confirm_by",
        sqlite_where=_TO_CONFIRM,
        postgresql_where=_TO_CONFIRM,
    ),
    # A server's history is read in its order.
    Index(
        "ix_pods_ended",
        *("guild", "ended", "channel", "pod"),
        sqlite_where=HAS_ENDED,
        postgresql_where=HAS_ENDED,
    ),
    Index(
        "ix_pods_unsettled",
        *("guild", "unsettled"),
        sqlite_where=_UNSETTLED,
        postgresql_where=_UNSETTLED,
    ),
    # However many pods there are, it holds those that are open, the longest untouched first.
    Index("ix_pods_open", "at", "guild", sqlite_where=IS_OPEN, postgresql_where=IS_OPEN),
    Index("ix_pods_lobbies", "guild", sqlite_where=IS_LOBBY, postgresql_where=IS_LOBBY),
)

IS_PLANNED = text("due IS NOT NULL")
"""Of a plan that is to come. Must match the index's WHERE text exactly, or it is ignored."""

plans = Table(
    "plans",
    metadata,
    Column("channel", BigInteger, primary_key=True),
    Column("pod", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    # When the bot has something to do for it; never again once it is over.
    Column("due", Moment),
    # However many plans there are, it holds those that are to come.
    Index("ix_plans_due", "due", "guild", sqlite_where=IS_PLANNED, postgresql_where=IS_PLANNED),
    Index("ix_plans_open", "guild", "at", sqlite_where=IS_PLANNED, postgresql_where=IS_PLANNED),
)

results = Table(
    "results",
    metadata,
    Column("channel", BigInteger, primary_key=True),
    Column("pod", Integer, primary_key=True),
    Column("player", Text, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("points", Integer, nullable=False),
    Column("role", Text, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("at", Moment, nullable=False),
    Column("variant", Text, nullable=False),
    Column("table", Text, nullable=False),
    Column("caused", Integer, nullable=False),
    Column("served", Integer, nullable=False),
    Column("reign", BigInteger, nullable=False),
    Column("team", Integer, nullable=False),
    # The rating after the game, and the chance to win before it; empty until it is rated.
    Column("mu", Double),
    Column("sigma", Double),
    Column("chance", Double),
    Column("game", Text, nullable=False),
    Column("guest", Boolean, nullable=False, server_default=text("false")),  # and not claimed
    Index(None, "guild", "player", "at"),
    Index(None, "guild", "at"),
)

unrated = Table(
    "unrated",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("since", Moment, nullable=False),
    # The event that changed results last, so that no two changes look the same.
    Column("channel", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
)

defeats = Table(
    "defeats",
    metadata,
    Column("channel", BigInteger, primary_key=True),
    Column("pod", Integer, primary_key=True),
    Column("responsible", Text, primary_key=True),
    Column("loser", Text, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("times", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    Column("game", Text, nullable=False),
    Index(None, "guild", "at"),
)

NO_TIMES = text("times = 0")
"""A line that says nothing any more, to the letter of an index."""

rivalries = Table(
    "rivalries",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("responsible", Text, primary_key=True),
    Column("loser", Text, primary_key=True),
    Column("times", Integer, nullable=False),
    Index(None, "guild", "game", "season", "times"),
    Index(None, "guild", "game", "season", "loser"),
    Index("ix_rivalries_no_times", "times", sqlite_where=NO_TIMES, postgresql_where=NO_TIMES),
    sqlite_with_rowid=False,
)

_OWED_POST = text("channel IS NOT NULL AND (message IS NULL OR shown < wanted)")

posts = Table(
    "posts",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("start", Moment, nullable=False),
    Column("end", Moment, nullable=False),
    Column("late", Boolean, nullable=False),
    Column("language", Text, nullable=False),
    Column("channel", BigInteger),
    Column("message", BigInteger),
    Column("wanted", Integer, nullable=False),
    Column("shown", Integer, nullable=False),
    # Until when whoever sends it, or corrects it, has it for themselves.
    Column("claimed", Moment),
    Column("claim", BigInteger),
    # Since when it may have been sent without anybody knowing.
    Column("tried", Moment),
    Index(None, "guild", "end"),
    # However many posts there are, it holds those that are owed.
    Index("ix_posts_owed", "guild", sqlite_where=_OWED_POST, postgresql_where=_OWED_POST),
)

champions = Table(
    "champions",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("discord_id", BigInteger, primary_key=True, autoincrement=False),
    Column("role", BigInteger, primary_key=True, autoincrement=False),
    Column("given", Boolean, nullable=False),
    Index(None, "discord_id"),
)

uncrowned = Table(
    "uncrowned",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("trouble", Text, nullable=False),
    Column("told", Moment, nullable=False),
)

_RUNNING = text('"end" IS NULL')

seasons = Table(
    "seasons",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("start", Moment, nullable=False),
    Column("end", Moment),
    Column("rules", Text),
    # Of each server one at a time is running.
    Index(
        "ix_seasons_running",
        "guild",
        unique=True,
        sqlite_where=_RUNNING,
        postgresql_where=_RUNNING,
    ),
)

result_changes = Table(
    "result_changes",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    # So many times; who keeps what is worked out from results looks here.
    Column("times", Integer, nullable=False),
)

exclusions = Table(
    "exclusions",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("player", Text, primary_key=True),
    Column("reason", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("by", Text, nullable=False),
)

IS_WHOLE = text("span IN ('ever', 'season')")
"""A line that is shown as it stands. Must match the index's WHERE text, or it is ignored."""

NO_GAMES = text("games = 0")
"""A line that nothing is left of. Must match the index's WHERE text exactly, or it is ignored."""

standings = Table(
    "standings",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("variant", Text, primary_key=True),
    Column("table", Text, primary_key=True),
    Column("span", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("player", Text, primary_key=True),
    Column("points", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("won_as_master", Integer, nullable=False),
    Column("won_as_servant", Integer, nullable=False),
    Column("caused", Integer, nullable=False),
    Column("served", Integer, nullable=False),
    Index(
        "ix_standings_best",
        *("guild", "game", "variant", "table", "span", "number", "points", "player"),
        sqlite_where=IS_WHOLE,
        postgresql_where=IS_WHOLE,
    ),
    Index("ix_standings_no_games", "games", sqlite_where=NO_GAMES, postgresql_where=NO_GAMES),
    sqlite_with_rowid=False,  # a page is read where its key is found
)

_OWED = text("shown < wanted OR former IS NOT NULL")

boards = Table(
    "boards",
    metadata,
    Column("channel", BigInteger, primary_key=True),
    Column("pod", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("language", Text, nullable=False, info=ONCE),
    Column("wanted", Integer, nullable=False),
    Column("shown", Integer, nullable=False, info=ONCE),
    Column("message", BigInteger, info=ONCE),
    Column("posted", Moment, info=ONCE),
    Column("asked", Text, info=ONCE),
    Column("former", BigInteger, info=ONCE),
    Column("told", Text, info=ONCE),
    Column("picture", Text, info=ONCE),
    Column("announced", BigInteger, info=ONCE),
    Column("calls", Text, info=ONCE),
    Column("tried", Moment, info=ONCE),
    Column("announcing", BigInteger, info=ONCE),
    # However many boards there are, it holds those that lag behind.
    Index("ix_boards_owed", "channel", "pod", sqlite_where=_OWED, postgresql_where=_OWED),
)

_DUE = text("due IS NOT NULL AND left_at IS NULL")

guilds = Table(
    "guilds",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),
    Column("left_at", Moment),
    # When to look whether its weekly post is due.
    Column("due", Moment, info=ONCE),
    Index("ix_guilds_due", "due", sqlite_where=_DUE, postgresql_where=_DUE),
)

audit = Table(
    "audit",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False),
    Column("at", Moment, nullable=False),
    Column("by", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("details", Text, nullable=False),
    Index(None, "guild", "id"),
)
