"""All tables. `events` and `people` are the record; the others follow from it or can be lost.

Only migrations create and change tables: a change here needs a new revision and a new `HEAD`. Discord ids are
snowflakes. A game is identified by its channel and `pod`, the version of its first event.

`metadata` holds the tables that every database has; `cluster_metadata` holds those of several processes that serve one
bot, which only PostgreSQL has.
"""

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, Integer, MetaData, SmallInteger, Table, Text, text

from bot.storage.engine.row_changes import WRITE_ONCE
from bot.storage.engine.timestamps import MillisecondDateTime

HEAD = "0045"
"""The revision that this code needs."""

OPEN_STATES = ("lobby", "running", "waiting")
"""The states of a pod that is not over."""
# A partial index is used only if the query repeats its WHERE text exactly. So the conditions
# below are texts that the stores use too.

HAS_ENDED = text("ended IS NOT NULL")
"""Condition for a pod that is over."""

HAS_NO_END = text("ended IS NULL")
"""Condition for a pod that is not over, or was closed before it counted."""

IS_OPEN = text("state NOT IN ('finished', 'closed')")
"""Condition for a pod that is not over."""

IS_LOBBY = text("state = 'lobby'")
"""Condition for a lobby."""

metadata = MetaData(
    # A later migration can only alter constraints that have a name.
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
    Column("at", MillisecondDateTime, nullable=False),
    Index(None, "channel", "pod", "version"),
)

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("discord_id", BigInteger, nullable=False, unique=True, info=WRITE_ONCE),
    Column("name", Text, nullable=False),
    Column("username", Text, nullable=False, server_default=text("''")),  # empty: not known yet
)

nicknames = Table(
    "nicknames",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("player", Text, primary_key=True),
    # What the person was called there last; empty if they had no nickname.
    Column("name", Text, nullable=False),
    Index(None, "player"),
)

guests = Table(
    "guests",
    metadata,
    Column("player", Text, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("asked_by", Text, info=WRITE_ONCE),
    Column("asked", MillisecondDateTime, info=WRITE_ONCE),
    Column("claimed_by", Text, info=WRITE_ONCE),
    Index(None, "guild"),
)

decks = Table("decks", metadata, Column("player", Text, primary_key=True), Column("deck", Text, nullable=False))

player_decks = Table(
    "player_decks",
    metadata,
    # The key by which games name the deck.
    Column("key", Text, primary_key=True),
    Column("player", Text, nullable=False),
    Column("deck", Text, nullable=False),
    Column("link", Text),
    # When the deck was added, changed or chosen last.
    Column("used", MillisecondDateTime, nullable=False),
    # Since when the deck is no longer offered.
    Column("retired", MillisecondDateTime),
    Index(None, "player", "used"),
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
    Column("at", MillisecondDateTime, nullable=False),
    Column("confirm_by", MillisecondDateTime),
    Column("ended", MillisecondDateTime),
    # Since when the pod has needed a moderator.
    Column("unsettled", MillisecondDateTime),
    # For a game with a result: who played, and signs of foul play for moderators.
    Column("roster", Text),
    Column("signs", Text),
    # Those who played, each guest replaced by the member who brought them.
    Column("people", Text),
    Index(None, "state", "channel"),
    Index("ix_pods_confirm_by", "confirm_by", sqlite_where=_TO_CONFIRM, postgresql_where=_TO_CONFIRM),
    # In the order of a server's history.
    Index("ix_pods_ended", *("guild", "ended", "channel", "pod"), sqlite_where=HAS_ENDED, postgresql_where=HAS_ENDED),
    # With the index before, these find every server. One of all pods would be taken for other questions, too.
    Index("ix_pods_endless", "guild", sqlite_where=HAS_NO_END, postgresql_where=HAS_NO_END),
    Index("ix_pods_unsettled", *("guild", "unsettled"), sqlite_where=_UNSETTLED, postgresql_where=_UNSETTLED),
    # Holds only open pods, however many have ended; the longest untouched come first.
    Index("ix_pods_open", "at", "guild", sqlite_where=IS_OPEN, postgresql_where=IS_OPEN),
    Index("ix_pods_lobbies", "guild", sqlite_where=IS_LOBBY, postgresql_where=IS_LOBBY),
)

IS_PLANNED = text("due IS NOT NULL")
"""Condition for a plan whose time has not come."""

plans = Table(
    "plans",
    metadata,
    Column("channel", BigInteger, primary_key=True),
    Column("pod", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", MillisecondDateTime, nullable=False),
    # When the bot next has to act on the plan; NULL once it is over.
    Column("due", MillisecondDateTime),
    # These hold only plans to come.
    Index("ix_plans_due", "due", "guild", sqlite_where=IS_PLANNED, postgresql_where=IS_PLANNED),
    Index("ix_plans_open", "guild", "at", sqlite_where=IS_PLANNED, postgresql_where=IS_PLANNED),
)

HAS_DECK = text("deck IS NOT NULL")
"""Condition for a result whose deck is known."""

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
    Column("at", MillisecondDateTime, nullable=False),
    Column("variant", Text, nullable=False),
    Column("table", Text, nullable=False),
    Column("caused", Integer, nullable=False),
    Column("served", Integer, nullable=False),
    Column("reign", BigInteger, nullable=False),
    Column("team", Integer, nullable=False),
    # The rating after the game and the chance to win before it; NULL until the game is rated.
    Column("mu", Double),
    Column("sigma", Double),
    Column("chance", Double),
    Column("game", Text, nullable=False),
    # True for a guest whom no member has claimed.
    Column("guest", Boolean, nullable=False, server_default=text("false")),
    # Who brought the guest, also one whom a member has claimed since.
    Column("brought_by", Text),
    # When the log first held an end of the game.
    Column("recorded", MillisecondDateTime, nullable=False, server_default=text("0")),
    # Ids of the player's deeds in the game, with spaces between them, each as often as it was done.
    Column("deeds", Text, nullable=False, server_default=text("''")),
    # The deck that was played, as in the log; NULL if nobody named it.
    Column("deck", Text),
    # The seat at the start, from 1, of so many; of a duel 0 of 0.
    Column("seat", Integer, nullable=False, server_default=text("0")),
    Column("seats", Integer, nullable=False, server_default=text("0")),
    # Of the deeds, those that the player claimed and nobody else confirmed.
    Column("unconfirmed_deeds", Text, nullable=False, server_default=text("''")),
    Index(None, "guild", "player", "at"),
    Index(None, "guild", "at"),
    Index("ix_results_decks", "guild", "at", sqlite_where=HAS_DECK, postgresql_where=HAS_DECK),
)

unrated = Table(
    "unrated",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("since", MillisecondDateTime, nullable=False),
    # The event that changed results last: it tells two changes apart.
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
    Column("at", MillisecondDateTime, nullable=False),
    Column("game", Text, nullable=False),
    Index(None, "guild", "at"),
)

deck_defeats = Table(
    "deck_defeats",
    metadata,
    Column("channel", BigInteger, primary_key=True),
    Column("pod", Integer, primary_key=True),
    # The number of the verdict in its game, from 0.
    Column("verdict", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    # The decks of who was responsible and of who lost, as they were in that moment.
    Column("deck", Text, nullable=False),
    Column("loser_deck", Text, nullable=False),
    Column("at", MillisecondDateTime, nullable=False),
    Index(None, "guild", "at"),
)

card_defeats = Table(
    "card_defeats",
    metadata,
    Column("channel", BigInteger, primary_key=True),
    Column("pod", Integer, primary_key=True),
    # The number of the verdict in its game, from 0.
    Column("verdict", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    # The card that brought somebody down as it was typed, and its id if that was known.
    Column("object", Text, nullable=False),
    Column("card", Text),
    Column("at", MillisecondDateTime, nullable=False),
    Index(None, "guild", "at"),
)

NO_TIMES = text("times = 0")
"""Condition for a row that has become empty and may be deleted."""

rivalries = Table(
    "rivalries",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("season", Integer, primary_key=True),
    Column("responsible", Text, primary_key=True),
    Column("loser", Text, primary_key=True),
    Column("times", Integer, nullable=False),
    Index(None, "guild", "game", "season", "times"),
    Index(None, "guild", "game", "season", "loser"),
    Index("ix_rivalries_no_times", "times", sqlite_where=NO_TIMES, postgresql_where=NO_TIMES),
    sqlite_with_rowid=False,
)

posts = Table(
    "posts",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("start", MillisecondDateTime, nullable=False),
    Column("end", MillisecondDateTime, nullable=False),
    Column("late", Boolean, nullable=False),
    Column("language", Text, nullable=False),
    Index(None, "guild", "end"),
)

champions = Table(
    "champions",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("discord_id", BigInteger, primary_key=True),
    Column("role", BigInteger, primary_key=True),
    Column("given", Boolean, nullable=False),
    Index(None, "discord_id"),
)

uncrowned = Table(
    "uncrowned",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("trouble", Text, nullable=False),
    Column("told", MillisecondDateTime, nullable=False),
)

_RUNNING = text('"end" IS NULL')
_PLANNED_END = text('"end" IS NULL AND ends IS NOT NULL')

seasons = Table(
    "seasons",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("start", MillisecondDateTime, nullable=False),
    Column("end", MillisecondDateTime),
    Column("rules", Text),
    # When a running season is planned to end, and where and in which language that is announced.
    Column("ends", MillisecondDateTime),
    Column("notice", Text),
    Index("ix_seasons_planned", "ends", sqlite_where=_PLANNED_END, postgresql_where=_PLANNED_END),
    # At most one season of a server is running.
    Index("ix_seasons_running", "guild", unique=True, sqlite_where=_RUNNING, postgresql_where=_RUNNING),
)

result_changes = Table(
    "result_changes",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    # How often the server's results have changed. Caches compare it to know if they are stale.
    Column("times", Integer, nullable=False),
)

exclusions = Table(
    "exclusions",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("season", Integer, primary_key=True),
    Column("player", Text, primary_key=True),
    Column("reason", Text, nullable=False),
    Column("at", MillisecondDateTime, nullable=False),
    Column("by", Text, nullable=False),
)

entry_calls = Table(
    "entry_calls",
    metadata,
    # Whom the board of an entered game has called within a day.
    Column("player", Text, primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("pod", Integer, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("at", MillisecondDateTime, nullable=False),
)

avoidances = Table(
    "avoidances",
    metadata,
    # Whom a player avoids on a server. Nobody but the player is told.
    Column("guild", BigInteger, primary_key=True),
    Column("player", Text, primary_key=True),
    Column("avoided", Text, primary_key=True),
    # The place in the player's list, from 0; 0 for all that older versions wrote.
    Column("place", Integer, nullable=False, server_default=text("0")),
    Index(None, "player"),
    Index(None, "avoided"),
)

ballots = Table(
    "ballots",
    metadata,
    # Whom a player votes for to earn a deed in a game. Deleted when the vote closes; nobody but the player is told.
    Column("channel", BigInteger, primary_key=True, autoincrement=False),
    Column("pod", Integer, primary_key=True, autoincrement=False),
    Column("deed", Text, primary_key=True),
    Column("voter", Text, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("choice", Text, nullable=False),
    Index(None, "voter"),
    Index(None, "choice"),
)

merges = Table(
    "merges",
    metadata,
    # Two accounts of a server that are one person: the old account and the one that stays.
    Column("guild", BigInteger, primary_key=True),
    Column("player", Text, primary_key=True),
    Column("stays", Text, nullable=False),
    # The account at the end of a chain of merges; NULL until the merge is carried out.
    Column("person", Text),
    # The moderator who proposed it, when and why.
    Column("by", Text, nullable=False),
    Column("at", MillisecondDateTime, nullable=False),
    Column("reason", Text, nullable=False),
    # Which of the two accounts has agreed.
    Column("old_agrees", Boolean, nullable=False),
    Column("new_agrees", Boolean, nullable=False),
    Index(None, "guild", "person"),
)

former_ids = Table(
    "former_ids",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("season", Integer, primary_key=True),
    # Somebody who has been forgotten, and a hash of their account by a key that is not here.
    Column("player", Text, primary_key=True),
    Column("tag", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("at", MillisecondDateTime, nullable=False),
)

settled_lines = Table(
    "settled_lines",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("season", Integer, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("player", Text, primary_key=True),
    # What the table said as long as former ids were known: how many games count, which points do
    # not because of how many games within a circle, and the middle of the table.
    Column("eligible", Integer, nullable=False),
    Column("held", Integer, nullable=False),
    Column("within", Integer, nullable=False),
    Column("middle", Integer, nullable=False),
)

IS_WHOLE = text("span IN ('ever', 'season')")
"""Condition for totals that a leaderboard shows without adding up rows."""

NO_GAMES = text("games = 0")
"""Condition for totals that have become empty and may be deleted."""

standings = Table(
    "standings",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("variant", Text, primary_key=True),
    Column("table", Text, primary_key=True),
    Column("span", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
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
    sqlite_with_rowid=False,  # one look-up less for each row of a page
)

_OWED = text("shown < wanted OR former IS NOT NULL")
"""Condition for a message on Discord that is outdated, or whose former one is not deleted yet."""

boards = Table(
    "boards",
    metadata,
    Column("channel", BigInteger, primary_key=True),
    Column("pod", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("language", Text, nullable=False, info=WRITE_ONCE),
    Column("wanted", Integer, nullable=False),
    Column("shown", Integer, nullable=False, info=WRITE_ONCE),
    Column("message", BigInteger, info=WRITE_ONCE),
    Column("posted", MillisecondDateTime, info=WRITE_ONCE),
    Column("asked", Text, info=WRITE_ONCE),
    Column("former", BigInteger, info=WRITE_ONCE),
    Column("told", Text, info=WRITE_ONCE),
    Column("picture", Text, info=WRITE_ONCE),
    Column("calls", Text, info=WRITE_ONCE),
    Column("tried", MillisecondDateTime, info=WRITE_ONCE),
    # Holds only boards that are outdated.
    Index("ix_boards_owed", "channel", "pod", sqlite_where=_OWED, postgresql_where=_OWED),
)

_DUE = text("due IS NOT NULL AND left_at IS NULL")

guilds = Table(
    "guilds",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),
    Column("left_at", MillisecondDateTime),
    # When to check next if the weekly post is due.
    Column("due", MillisecondDateTime, info=WRITE_ONCE),
    # A digest of the commands that Discord lists on this server alone; NULL if there are none.
    Column("commands", Text, info=WRITE_ONCE),
    Index("ix_guilds_due", "due", sqlite_where=_DUE, postgresql_where=_DUE),
)

audit = Table(
    "audit",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False),
    Column("at", MillisecondDateTime, nullable=False),
    Column("by", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("details", Text, nullable=False),
    Index(None, "guild", "id"),
)

draws = Table(
    "draws",
    metadata,
    Column("channel", BigInteger, primary_key=True),
    Column("pod", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("home", BigInteger, nullable=False),
    # The number of the draw whose secrets this one reuses; NULL for most.
    Column("source", Integer),
    Column("commitment", Text, nullable=False),
    Column("used", Boolean, nullable=False),
    Index(None, "guild", "number"),
    Index(None, "guild", "home", "number"),
    Index(None, "guild", "source"),
)

draw_numbers = Table(
    "draw_numbers",
    metadata,
    # The key keeps two lobbies that open at the same moment from getting the same number.
    Column("guild", BigInteger, primary_key=True),
    Column("number", Integer, primary_key=True),
)

strikes = Table(
    "strikes",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    # The id of the entry in the audit trail.
    Column("id", BigInteger, primary_key=True),
    Column("text", Text, nullable=False),
)

dismissals = Table(
    "dismissals",
    metadata,
    Column("channel", BigInteger, primary_key=True),
    Column("pod", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Index(None, "guild"),
)


IS_OWED = text("channel IS NOT NULL AND (message IS NULL OR shown < wanted OR former IS NOT NULL)")
"""Of a publication that lags behind. Must match the index's WHERE text exactly, or it is ignored.
"""

publications = Table(
    "publications",
    metadata,
    # The kind of message, and what tells one from the others of its kind and server.
    Column("surface", Text, primary_key=True),
    Column("guild", BigInteger, primary_key=True),
    Column("key", Text, primary_key=True),
    # Where the message is, or is to be sent; NULL: there is to be none.
    Column("channel", BigInteger),
    Column("wanted", Integer, nullable=False),
    Column("shown", Integer, nullable=False),
    Column("message", BigInteger),
    # The message that was replaced, until it is deleted.
    Column("former", BigInteger),
    # When an attempt to send it began whose outcome is not known yet.
    Column("tried", MillisecondDateTime),
    # What tells the message of that attempt from other messages of the bot, if its key does not.
    Column("mark", Text),
    # The process that edits or sends it: a number drawn for each attempt, and when the lease ends.
    Column("lease", BigInteger),
    Column("lease_until", MillisecondDateTime),
    # A digest of what the message shows.
    Column("digest", Text),
    Index(None, "guild"),
    Index("ix_publications_owed", *("surface", "guild"), sqlite_where=IS_OWED, postgresql_where=IS_OWED),
)

cluster_metadata = MetaData(naming_convention=metadata.naming_convention)

cluster = Table(
    "cluster",
    cluster_metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),  # 1: the only row
    Column("application", BigInteger, nullable=False),  # Discord's id of the bot
    Column("shard_count", Integer, nullable=False),
)

commands = Table(
    "commands",
    cluster_metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),  # 1: the only row
    # A digest of the commands that were registered with Discord last.
    Column("told", Text, nullable=False),
)

processes = Table(
    "processes",
    cluster_metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    # The machine and process id: another process on the same machine can see that it has ended.
    Column("place", Text, nullable=False),
    # The database session that holds the process's locks: its process id on the server and when
    # it began, as the server reuses ids.
    Column("backend", Integer, nullable=False),
    Column("backend_since", Double, nullable=False),
    Column("since", Double, nullable=False),
    Column("beat", Double, nullable=False),
    Column("numbering", Integer, nullable=False),
    Column("draining", Boolean, nullable=False),
    # The shards that the process may serve, comma-separated; NULL for any.
    Column("only", Text),
)

shards = Table(
    "shards",
    cluster_metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("holder", Text),
    Column("heir", Text),
    Column("ready", Boolean, nullable=False),
    # The newest interaction that former holders accepted; 0 if there was none.
    Column("taken", BigInteger, nullable=False),
)

identifies = Table(
    "identifies",
    cluster_metadata,
    Column("bucket", BigInteger, primary_key=True, autoincrement=False),
    # The last reserved moment to identify, in seconds of the server's clock.
    Column("at", Double, nullable=False),
)
