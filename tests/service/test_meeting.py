"""Two processes that write to one database: both go on, and what they do stays one story."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from bot.deadline import Deadline
from bot.rules.closing import Close
from bot.rules.lobby import Open, Start
from bot.rules.next_turn import NextTurn
from bot.rules.records import Setup
from bot.service import service
from bot.service.live_game import Place
from bot.service.requests import Done, Request
from bot.storage.engine import postgres
from bot.storage.engine.changes import RowChange
from bot.storage.engine.errors import Busy
from bot.storage.record.boards import owe_board
from bot.storage.record.errors import PersonTaken
from bot.storage.record.log import Log
from bot.storage.record.people import Person
from tests.service.test_games import ANA, BO, CY, HERE, MO, Hall
from tests.storage.store import a_record, opened

TURNS = 12


@pytest.fixture
async def halls(url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Hall, Hall]]:
    """What two processes have in memory; a game of four goes on, which both know.

    However slow the machine is, nobody is sent away.
    """
    monkeypatch.setattr(service, "PATIENCE", 60.0)
    async with AsyncExitStack() as stack:
        one, other = [Hall(await stack.enter_async_context(opened(url))) for _ in range(2)]
        seats = tuple([await one.key(each) for each in (ANA, BO, CY, MO)])
        await one.do(ANA, Open(Setup(), seats[0], seats))
        await one.do(ANA, Start(seats, seats[0]))
        await other.do(ANA, NextTurn())
        yield one, other


async def pass_turns(hall: Hall) -> list[Done]:
    return [await hall.do(ANA, NextTurn()) for _ in range(TURNS)]


async def test_two_that_play_in_one_channel_both_go_on(halls: tuple[Hall, Hall]) -> None:
    one, other = await asyncio.gather(*map(pass_turns, halls))
    versions = sorted(done.recorded.version for done in (*one, *other))
    assert versions == list(range(4, 4 + 2 * TURNS))
    log = Log(halls[0].database)
    assert [each.version for each in await log.read(HERE.channel, 1)] == [1, 2, 3, *versions]


async def test_whoever_comes_later_meets_the_game_that_the_other_has_opened(
    halls: tuple[Hall, Hall],
) -> None:
    one, other = halls
    await one.do(MO, Close())
    opened_later = await one.open_pod()
    assert (await other.do(MO, Close())).live.number == opened_later.live.number


async def test_who_is_never_first_is_told_to_come_back_and_then_goes_on(
    halls: tuple[Hall, Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = halls
    await one.do(ANA, NextTurn())
    with monkeypatch.context() as patch:
        patch.setattr(service, "PATIENCE", -1.0)
        with pytest.raises(Busy):
            await other.do(ANA, NextTurn())
    assert (await other.do(ANA, NextTurn())).recorded.version == 5


async def test_what_came_too_late_is_not_written_and_can_be_called_off(
    halls: tuple[Hall, Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = halls
    await one.do(ANA, NextTurn())
    monkeypatch.setattr(service, "PATIENCE", -1.0)
    deadline = Deadline(30.0)
    with pytest.raises(Busy):
        await in_time(deadline, other)
    assert not deadline.wrote
    await in_time(deadline, other)
    assert deadline.wrote


async def in_time(deadline: Deadline, hall: Hall) -> None:
    async with deadline.enforce():
        await hall.do(ANA, NextTurn())


async def test_who_names_somebody_that_is_another_by_now_is_told_at_once(
    halls: tuple[Hall, Hall],
) -> None:
    one, other = halls
    gus, stale = [await each.people.identify_guest(HERE.guild, "Gus") for each in halls]
    elsewhere = Place(HERE.guild, HERE.channel + 1)
    host = await one.key(ANA)

    async def bring(hall: Hall, place: Place, guest: Person) -> Done:
        opening = Open(Setup(), host, (host, guest.id), guests={guest.id: host})
        return await hall.service.do(Request(place, ANA, lambda *_: opening, named=(guest,)))

    await bring(one, elsewhere, gus)
    with pytest.raises(PersonTaken):
        await bring(other, Place(HERE.guild, HERE.channel + 2), stale)
    known = await other.people.identify_guest(HERE.guild, "Gus")
    assert known.id == gus.id


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
async def test_two_that_write_the_same_rows_never_wait_for_each_other_in_a_circle(
    halls: tuple[Hall, Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_may_pass", lambda _: False)  # nothing is tried again
    statement, _ = owe_board(a_record(1), "en")
    rows = [row for channel in range(2_000) for row in owe_board(a_record(1, channel), "en").rows]
    there, back = RowChange(statement, rows), RowChange(statement, rows[::-1])
    for _ in range(3):
        await asyncio.gather(halls[0].database.write(there), halls[1].database.write(back))
