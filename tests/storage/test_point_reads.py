"""Point reads: what is asked at the same moment is answered together, and fails alone."""

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, bindparam, create_engine, literal_column, select
from sqlalchemy.exc import OperationalError

from bot.basics.deadline import CommandAnswerDeadline
from bot.storage.engine import stores
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseUnreachableError
from bot.storage.engine.point_queries import CompiledSelect, Rows, SmallQuery, SmallQueryBatcher
from bot.storage.engine.row_changes import RowChange
from bot.storage.engine.schema import boards, events, people
from bot.storage.engine.sqlite import SmallQueryThread
from bot.storage.engine.stores import READ_CONNECTIONS
from bot.storage.record.log import EventLog
from bot.storage.record.people import NOWHERE, AccountNames, PeopleRepository
from tests.storage.store import CHANNEL, GUILD, NOON, Channel, execute

_PERSON = select(people).where(people.c.discord_id == bindparam("account"))
_EVENTS = select(events).where(events.c.channel == bindparam("channel")).order_by(events.c.version)
_BOARDS = select(boards).where(boards.c.channel == bindparam("channel"))
_ENDLESS = "(WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n)"
_LONG = _ENDLESS.replace("FROM n)", "FROM n WHERE x < 20000000)", 1)
ONE = SmallQuery(select(literal_column("1").label("n")), {})
ENDLESS = SmallQuery(select(literal_column(_ENDLESS).label("n")), {})
LONG = SmallQuery(select(literal_column(_LONG).label("n")), {})
TOO_LARGE = 1 << 70
"""No id of Discord's is that, but a client can be made to send it."""


def about(account: int) -> SmallQuery:
    return SmallQuery(_PERSON, {"account": account})


async def introduce(database: Database, *accounts: int) -> None:
    for account in accounts:
        await execute(database, people.insert().values(id=f"p{account}", discord_id=account, name="x"))


async def test_questions_of_the_same_moment_are_answered_in_one_hop() -> None:
    asked: list[Sequence[SmallQuery]] = []

    async def answer(questions: Sequence[SmallQuery]) -> list[Rows]:
        asked.append(questions)
        await asyncio.sleep(0)
        return [[(each.values["account"],)] for each in questions]

    asker = SmallQueryBatcher(answer)
    found = await asyncio.gather(
        *(asker.run_queries_in_next_batch([about(each), about(-each)]) for each in range(1, 4))
    )
    assert found == [[[(each,)], [(-each,)]] for each in range(1, 4)]
    assert [len(each) for each in asked] == [6]


async def test_a_question_that_cannot_be_asked_is_not_its_neighbours_trouble(database: Database) -> None:
    await introduce(database, 1, 2)
    one, bad, two = await asyncio.gather(
        *(database.run_queries_on_one_snapshot(about(each)) for each in (1, TOO_LARGE, 2)), return_exceptions=True
    )
    assert (one, two) == ([[("p1", 1, "x", "")]], [[("p2", 2, "x", "")]])
    assert isinstance(bad, Exception)


async def test_whoever_asked_and_has_gone_holds_nobody_up(database: Database) -> None:
    await introduce(database, 1)
    gone = asyncio.create_task(database.run_queries_on_one_snapshot(about(1)))
    stays = asyncio.create_task(database.run_queries_on_one_snapshot(about(1)))
    await asyncio.sleep(0)
    gone.cancel()
    assert await stays == [[("p1", 1, "x", "")]]
    assert await database.run_queries_on_one_snapshot(about(1)) == [[("p1", 1, "x", "")]]


async def test_an_answer_has_the_values_that_sqlalchemy_would_give(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo")
    here: dict[str, Any] = {"channel": CHANNEL}
    questions = [SmallQuery(_EVENTS, here), SmallQuery(_BOARDS, here), about(7), SmallQuery(_EVENTS, here)]
    expected = [[tuple(row) for row in await database.fetch_rows(each.statement, each.values)] for each in questions]
    assert await database.run_queries_on_one_snapshot(*questions) == expected
    assert expected[0][0][-1] == channel.when(1)
    assert [len(each) for each in expected] == [3, 1, 0, 3]


async def test_many_questions_are_answered_in_their_order(database: Database) -> None:
    accounts = range(1, 60)
    await introduce(database, *accounts)
    found = await database.run_queries_on_one_snapshot(*map(about, accounts))
    assert [rows[0][1] for rows in found] == [*accounts]


async def test_a_question_that_takes_too_long_is_given_up_and_the_next_is_answered(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'file'}")
    reader = SmallQueryThread(engine.raw_connection, engine.dialect, timeout=0.05)
    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        await reader.run_queries_on_one_snapshot([ENDLESS])
    reader.patience = 30.0
    assert await reader.run_queries_on_one_snapshot([ONE]) == [[(1,)]]
    reader.close_connection_and_thread()
    engine.dispose()


async def test_a_question_that_begins_when_it_is_just_too_late_is_given_up_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'file'}")
    reader = SmallQueryThread(engine.raw_connection, engine.dialect, timeout=30.0)

    def be_late(*_: object) -> tuple[()]:
        reader._brake.interrupt_statements()
        return ()

    monkeypatch.setattr(CompiledSelect, "list_values_in_parameter_order", be_late)
    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        await reader.run_queries_on_one_snapshot([ENDLESS])
    reader.close_connection_and_thread()
    engine.dispose()


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
async def test_so_is_a_longer_one_and_the_next_is_answered(database: Database) -> None:
    with pytest.raises(TimeoutError):
        async with CommandAnswerDeadline(0.05).enforce_during_block():
            await database.fetch_rows(ENDLESS.statement)
    for _ in range(2 * READ_CONNECTIONS):  # on each connection
        assert await database.fetch_rows(ONE.statement) == [(1,)]


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
async def test_what_is_read_for_somebody_who_has_gone_is_given_up(database: Database) -> None:
    loop = asyncio.get_running_loop()
    begun, ended = asyncio.Event(), loop.create_future()

    def ask(connection: Connection) -> None:
        loop.call_soon_threadsafe(begun.set)
        try:
            found = connection.scalar(LONG.statement)
        except OperationalError as error:
            loop.call_soon_threadsafe(ended.set_exception, error)
        else:
            loop.call_soon_threadsafe(ended.set_result, found)

    asked = asyncio.create_task(database.run_read_transaction_without_timeout(ask))
    await begun.wait()
    asked.cancel()
    with pytest.raises(OperationalError, match="interrupted"):
        await ended
    assert asked.cancelled()


async def test_who_plays_in_a_channel_is_met_in_one_question(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel, known = Channel(database), PeopleRepository(database)
    await channel.play("bo")
    await execute(database, people.insert().values(id="ana", discord_id=1, name="Ana"))
    await execute(database, people.insert().values(id="gil", discord_id=9, name="Gil"))
    await known.with_nicknames_of_server(NOWHERE).cache_user_and_people_of_newest_game(9, CHANNEL)

    async def ask(*_: SmallQuery) -> list[Rows]:
        raise AssertionError("they are known")

    monkeypatch.setattr(database, "run_queries_on_one_snapshot", ask)
    assert (await known.with_nicknames_of_server(NOWHERE).load_people_by_id(["ana", "gil"])).keys() == {"ana", "gil"}
    assert (await known.with_nicknames_of_server(NOWHERE).load_or_create_person(9, AccountNames("Gil"))).id == "gil"


async def test_what_was_met_before_somebody_was_forgotten_is_not_remembered(database: Database) -> None:
    known = PeopleRepository(database)
    await introduce(database, 1)
    meeting = asyncio.create_task(
        known.with_nicknames_of_server(NOWHERE).cache_user_and_people_of_newest_game(1, CHANNEL)
    )
    await asyncio.sleep(0)
    known.clear_name_caches()  # while the answer is under way
    await meeting
    await execute(database, people.delete())
    assert (await known.with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana"))).id != "p1"


async def test_a_channels_game_is_read_whole_and_without_what_is_struck(database: Database) -> None:
    channel, log = Channel(database), EventLog(database)
    await channel.play("bo")
    assert await log.load_current_game_events_with_version(CHANNEL, GUILD) == (3, channel.written, ())
    assert channel.written[0].at > NOON


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
async def test_what_takes_too_long_to_write_is_given_up_and_the_next_is_written(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await introduce(database, 1)
    endless = RowChange(people.update().values(name=literal_column(_ENDLESS)), [])
    monkeypatch.setattr(stores, "WRITE_TIMEOUT", 0.05)
    with pytest.raises(DatabaseUnreachableError, match="interrupted"):
        await database.commit_changes(endless)
    await database.commit_changes(RowChange(people.delete(), []))
    assert await database.run_queries_on_one_snapshot(about(1)) == [[]]
