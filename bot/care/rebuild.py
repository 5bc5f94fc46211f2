"""Rebuilding the projections and the rows of the boards from the log."""

from sqlalchemy import Connection, and_, case, delete, func, insert, literal, or_, select, union_all, update

from bot.care.progress import ProgressCallback, run_database_work_with_progress_bar
from bot.i18n import DEFAULT
from bot.projections.project import rebuild_derived_tables_in_transaction
from bot.projections.rating_updater import SELECT_UNRATED_SERVERS, rate_all_games_of_all_servers
from bot.storage.engine.database import Database
from bot.storage.engine.schema import OPEN_STATES, boards, events, plans, pods

_GAME_COLUMNS = ("channel", "pod", "guild", "version")
_games = union_all(
    select(*(pods.c[name] for name in _GAME_COLUMNS), pods.c.state.in_(OPEN_STATES).label("open")),
    select(*(plans.c[name] for name in _GAME_COLUMNS), plans.c.due.is_not(None).label("open")),
).subquery("games")
_IS_BOARD_OF_GAME = and_(_games.c.channel == boards.c.channel, _games.c.pod == boards.c.pod)
_HAS_POD = select(_games).where(_IS_BOARD_OF_GAME).exists()
_IS_OUTDATED = or_(boards.c.wanted != _games.c.version, boards.c.guild != _games.c.guild)

_DELETE_STRAY_BOARDS = delete(boards).where(~_HAS_POD)
_UPDATE_BOARDS = (
    update(boards)
    .where(select(_games).where(_IS_BOARD_OF_GAME, _IS_OUTDATED).exists())
    .values(
        wanted=select(_games.c.version).where(_IS_BOARD_OF_GAME).scalar_subquery(),
        guild=select(_games.c.guild).where(_IS_BOARD_OF_GAME).scalar_subquery(),
    )
)
_SELECT_MISSING_BOARDS = select(
    _games.c.channel,
    _games.c.pod,
    _games.c.guild,
    literal(DEFAULT),
    _games.c.version,
    # The bot draws a missing board of an open pod, and leaves a finished pod without one.
    case((_games.c.open, 0), else_=_games.c.version),
).where(~select(boards).where(_IS_BOARD_OF_GAME).exists())
_INSERT_MISSING_BOARDS = insert(boards).from_select(
    ["channel", "pod", "guild", "language", "wanted", "shown"], _SELECT_MISSING_BOARDS
)


async def rebuild_computed_tables(database: Database) -> tuple[int, int]:
    """Rebuild all tables that are computed from the event log; return the numbers of pods and events.

    Existing boards keep their messages, and missing rows of boards are added. One transaction. Raises
    `UnreadableStoredEventError` or `DatabaseUnreachableError`.
    """
    return await run_database_work_with_progress_bar(
        database.run_write_transaction, _rebuild_computed_tables_in_transaction, "Rating the games"
    )


async def rate_games_without_rating(database: Database) -> None:
    """Rate all games without rating, for example after an upgrade. Raises `DatabaseUnreachableError`."""
    if await database.fetch_rows(SELECT_UNRATED_SERVERS):
        await run_database_work_with_progress_bar(
            database.run_write_transaction, rate_all_games_of_all_servers, "Rating the games"
        )


def _rebuild_computed_tables_in_transaction(connection: Connection, on_progress: ProgressCallback) -> tuple[int, int]:
    rebuild_derived_tables_in_transaction(connection)
    rate_all_games_of_all_servers(connection, on_progress)
    for statement in (_DELETE_STRAY_BOARDS, _UPDATE_BOARDS, _INSERT_MISSING_BOARDS):
        connection.execute(statement)
    in_pods, in_events = (connection.scalar(select(func.count()).select_from(table)) or 0 for table in (pods, events))
    return in_pods, in_events
