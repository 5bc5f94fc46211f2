"""Group commit: one durable commit for many, and each gets what is theirs."""

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from sqlalchemy import delete, insert

from bot.storage.engine import writer
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseBusyError, DatabaseUnreachableError, StorageError
from bot.storage.engine.row_changes import RowChange, merge_row_changes_of_commands
from bot.storage.engine.schema import events, people
from bot.storage.record.errors import EventVersionConflictError
from bot.storage.record.log import EventLog
from bot.storage.record.stored_event import StoredEvent
from tests.storage.store import CHANNEL, a_record, opened, rows

MANY = 50


@pytest.fixture
def commits(database: Database) -> list[int]:
    """How many commands each commit held."""
    sizes: list[int] = []
    database.add_commit_listener(sizes.append)
    return sizes


async def outcomes(database: Database, records: Iterable[StoredEvent]) -> list[BaseException | None]:
    """What comes of appending all of them at the same moment."""
    log = EventLog(database)
    tasks = [log.append_event(recorded) for recorded in records]
    return list(await asyncio.gather(*tasks, return_exceptions=True))


def in_many_channels(count: int = MANY) -> list[StoredEvent]:
    return [a_record(1, channel, interaction=channel) for channel in range(1, count + 1)]


async def channels(database: Database) -> list[int]:
    """Those that have an event."""
    return [row[0] for row in await rows(database, events)]


async def test_what_is_ready_at_the_same_moment_shares_one_commit(database: Database, commits: list[int]) -> None:
    assert await outcomes(database, in_many_channels()) == [None] * MANY
    assert commits == [MANY]
    assert await channels(database) == list(range(1, MANY + 1))


async def test_what_comes_while_a_commit_is_under_way_shares_the_next(database: Database, commits: list[int]) -> None:
    first, *others = in_many_channels()
    log = EventLog(database)
    under_way = asyncio.create_task(log.append_event(first))
    for waiting in (1, 0):  # handed in, and taken
        await asyncio.sleep(0)
        assert database.queued_write_count == waiting
    await outcomes(database, others)
    await under_way
    assert commits == [1, MANY - 1]


async def test_a_commit_holds_so_many_and_the_rest_come_with_the_next(
    database: Database, commits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "MAX_BATCH", 20)
    assert await outcomes(database, in_many_channels()) == [None] * MANY
    assert commits == [20, 20, 10]


async def test_one_that_is_in_the_way_is_no_trouble_of_its_neighbours(database: Database, commits: list[int]) -> None:
    await EventLog(database).append_event(a_record(1, 7))
    found = await outcomes(database, in_many_channels())
    assert {i + 1: type(e) for i, e in enumerate(found) if e is not None} == {7: EventVersionConflictError}
    assert await channels(database) == list(range(1, MANY + 1))
    assert commits == [1, MANY - 1]


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
async def test_one_that_came_too_late_does_not_send_its_neighbours_around(
    database: Database, commits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    await EventLog(database).append_event(a_record(1, 7))
    monkeypatch.delattr(writer, "apply_row_changes_in_savepoints")  # what writes them one by one
    found = await outcomes(database, in_many_channels())
    assert {i + 1: type(e) for i, e in enumerate(found) if e is not None} == {7: EventVersionConflictError}
    assert commits == [1, MANY - 1]


async def test_two_that_are_in_each_others_way_are_one_effect(database: Database) -> None:
    same = [a_record(1, interaction=number) for number in range(1, MANY)]
    found = await outcomes(database, [*same, a_record(1, CHANNEL + 1)])
    assert [type(e) for e in found].count(EventVersionConflictError) == len(same) - 1
    assert await channels(database) == [CHANNEL, CHANNEL + 1]


async def test_what_no_database_can_hold_is_no_trouble_of_its_neighbours(database: Database) -> None:
    impossible = replace(a_record(1, 7), guild=2**100)
    records = [*in_many_channels(6), impossible, *in_many_channels()[7:]]
    found = await outcomes(database, records)
    assert [i + 1 for i, error in enumerate(found) if error is not None] == [7]
    assert await channels(database) == [id for id in range(1, MANY + 1) if id != 7]


async def test_who_went_away_keeps_nobody_else_from_being_written(database: Database) -> None:
    first, *others = in_many_channels()
    gone = asyncio.create_task(EventLog(database).append_event(first))
    staying = asyncio.create_task(outcomes(database, others))
    await asyncio.sleep(0)
    gone.cancel()
    assert await staying == [None] * (MANY - 1)
    assert set(range(2, MANY + 1)) <= set(await channels(database))


async def test_what_is_begun_when_the_end_comes_is_written_and_whoever_waits_for_it_is_told(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PATIENCE", 60.0)  # however busy the machine is
    async with opened(url) as database:
        append = asyncio.create_task(EventLog(database).append_event(a_record()))
        for waiting in (1, 0):  # handed in, and taken
            await asyncio.sleep(0)
            assert database.queued_write_count == waiting
    assert append.done()
    async with opened(url) as database:
        assert await channels(database) == [CHANNEL]


async def test_one_more_than_can_wait_is_told_at_once(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "MAX_WAITING", MANY - 5)
    found = await outcomes(database, in_many_channels())
    assert [type(error) for error in found] == [type(None)] * (MANY - 5) + [DatabaseBusyError] * 5
    assert await channels(database) == list(range(1, MANY - 4))
    assert await outcomes(database, in_many_channels()[-5:]) == [None] * 5


async def test_what_waited_too_long_to_be_answered_in_time_is_not_written(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(writer, "PATIENCE", -1)
        assert [type(e) for e in await outcomes(database, in_many_channels())] == [DatabaseBusyError] * MANY
    assert await channels(database) == []
    assert await outcomes(database, in_many_channels()) == [None] * MANY


async def test_changes_of_one_command_are_all_there_or_none(database: Database) -> None:
    record, introduce = insert(events), insert(people)
    ana = {"id": "ana", "discord_id": 1, "name": "Ana"}
    row = {"channel": 1, "version": 1, "pod": 1, "guild": 1, "type": "x", "schema": 1}
    event = {**row, "payload": "{}", "at": a_record().at}
    with pytest.raises(StorageError):
        await database.commit_changes(RowChange(record, [event]), RowChange(introduce, [ana, ana]))
    assert await rows(database, events) == await rows(database, people) == []


async def test_what_is_put_off_comes_with_the_next_commit(database: Database, commits: list[int]) -> None:
    ana = {"id": "ana", "discord_id": 1, "name": "Ana"}
    database.queue_row_changes_for_next_commit(RowChange(insert(people), [ana]))
    assert await rows(database, people) == []
    await EventLog(database).append_event(a_record())
    assert await rows(database, people) == [("ana", 1, "Ana", "")]
    await database.commit_queued_changes()
    assert commits == [1]


async def test_what_is_put_off_waits_for_a_database_that_is_away(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = {"id": "ana", "discord_id": 1, "name": "Ana"}
    database.queue_row_changes_for_next_commit(RowChange(insert(people), [ana]))
    with monkeypatch.context() as patched:
        patched.setattr(database._store, "commit_row_changes_of_commands", _away)
        with pytest.raises(DatabaseUnreachableError):
            await database.commit_queued_changes()
    await database.commit_queued_changes()
    assert await rows(database, people) == [("ana", 1, "Ana", "")]


async def _away(_: object) -> None:
    raise DatabaseUnreachableError("somewhere", "gone") from OSError()


async def test_what_is_put_off_is_written_before_the_end(url: str) -> None:
    ana = {"id": "ana", "discord_id": 1, "name": "Ana"}
    async with opened(url) as database:
        database.queue_row_changes_for_next_commit(RowChange(insert(people), [ana]))
    async with opened(url) as database:
        assert await rows(database, people) == [("ana", 1, "Ana", "")]


async def test_what_is_put_off_and_cannot_be_written_is_nobodys_trouble(database: Database) -> None:
    impossible = {"id": "ana", "discord_id": 2**100, "name": "Ana"}
    database.queue_row_changes_for_next_commit(RowChange(insert(people), [impossible]))
    await EventLog(database).append_event(a_record())
    assert await rows(database, people) == []
    await database.commit_queued_changes()


_STATEMENTS = (insert(people), delete(people), insert(events), delete(events))


@given(st.lists(st.lists(st.sampled_from(_STATEMENTS), max_size=6), max_size=6))
def test_merged_changes_of_each_command_keep_their_order(orders: list[list[Any]]) -> None:
    commands = [
        [RowChange(statement, [{"command": number, "at": at}]) for at, statement in enumerate(each)]
        for number, each in enumerate(orders)
    ]
    merged = merge_row_changes_of_commands(commands)
    for number, command in enumerate(commands):
        mine = [
            RowChange(change.statement, [row]) for change in merged for row in change.rows if row["command"] == number
        ]
        assert mine == command


def test_changes_in_one_order_become_one_for_each_statement() -> None:
    orders = [_STATEMENTS, _STATEMENTS[1:], _STATEMENTS[::2]]
    commands = [[RowChange(each, [{}]) for each in order] for order in orders]
    assert [change.statement for change in merge_row_changes_of_commands(commands)] == [*_STATEMENTS]
