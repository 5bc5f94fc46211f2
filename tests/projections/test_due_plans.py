"""Which plans are due: page by page, however many are due at the same moment."""

from datetime import timedelta

from msgspec.structs import asdict
from sqlalchemy import insert

from bot.projections.plans import PlannedGameRow, load_due_planned_games, load_next_due_time_of_planned_games
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import RowChange
from bot.storage.engine.schema import plans
from tests.storage.store import NOON

MINUTE = timedelta(minutes=1)


async def planned(database: Database) -> list[PlannedGameRow]:
    """Seven plans: one is over, three are for the same moment, one is for the next minute."""
    dues = (NOON, None, NOON - MINUTE, NOON, NOON + MINUTE, NOON, NOON - 2 * MINUTE)
    rows = [PlannedGameRow(channel, 1, 7, "planned", 1, NOON, due) for channel, due in enumerate(dues, start=1)]
    await database.commit_changes(RowChange(insert(plans), [asdict(row) for row in rows]))
    return rows


async def test_each_due_plan_is_on_one_page_the_first_due_first(database: Database) -> None:
    rows = await planned(database)
    found = list[PlannedGameRow]()
    while page := await load_due_planned_games(database, NOON, found[-1] if found else None, limit=2):
        found += page
    assert found == [rows[each - 1] for each in (7, 3, 1, 4, 6)]


async def test_the_next_to_become_due_is_known(database: Database) -> None:
    await planned(database)
    assert await load_next_due_time_of_planned_games(database, NOON) == NOON + MINUTE
    assert await load_next_due_time_of_planned_games(database, NOON - MINUTE) == NOON
    assert await load_next_due_time_of_planned_games(database, NOON + MINUTE) is None
