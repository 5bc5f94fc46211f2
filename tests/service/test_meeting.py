"""Two processes that write to one database: both go on, and what they do stays one story."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from bot.basics.deadline import CommandAnswerDeadline
from bot.rules.closing import ClosePod
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn
from bot.rules.records import PodSetup
from bot.service import service
from bot.service.game_requests import CommandResult, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.storage.engine import postgres
from bot.storage.engine.errors import DatabaseBusyError
from bot.storage.engine.row_changes import RowChange
from bot.storage.record.boards import build_row_change_marking_board_outdated
from bot.storage.record.errors import PersonIdConflictError
from bot.storage.record.log import EventLog
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
        await one.do(ANA, OpenLobby(PodSetup(), seats[0], seats))
        await one.do(ANA, StartGame(seats, seats[0]))
        await other.do(ANA, BeginNextTurn())
        yield one, other


async def pass_turns(hall: Hall) -> list[CommandResult]:
    return [await hall.do(ANA, BeginNextTurn()) for _ in range(TURNS)]


async def test_two_that_play_in_one_channel_both_go_on(halls: tuple[Hall, Hall]) -> None:
    one, other = await asyncio.gather(*map(pass_turns, halls))
    versions = sorted(done.recorded.version for done in (*one, *other))
    assert versions == list(range(4, 4 + 2 * TURNS))
    log = EventLog(halls[0].database)
    assert [each.version for each in await log.load_game_events(HERE.channel, 1)] == [1, 2, 3, *versions]


async def test_whoever_comes_later_meets_the_game_that_the_other_has_opened(halls: tuple[Hall, Hall]) -> None:
    one, other = halls
    await one.do(MO, ClosePod())
    opened_later = await one.open_pod()
    assert (await other.do(MO, ClosePod())).live.number == opened_later.live.number


async def test_who_is_never_first_is_told_to_come_back_and_then_goes_on(
    halls: tuple[Hall, Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = halls
    await one.do(ANA, BeginNextTurn())
    with monkeypatch.context() as patch:
        patch.setattr(service, "PATIENCE", -1.0)
        with pytest.raises(DatabaseBusyError):
            await other.do(ANA, BeginNextTurn())
    assert (await other.do(ANA, BeginNextTurn())).recorded.version == 5


async def test_what_came_too_late_is_not_written_and_can_be_called_off(
    halls: tuple[Hall, Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = halls
    await one.do(ANA, BeginNextTurn())
    monkeypatch.setattr(service, "PATIENCE", -1.0)
    deadline = CommandAnswerDeadline(30.0)
    with pytest.raises(DatabaseBusyError):
        await in_time(deadline, other)
    assert not deadline.wrote
    await in_time(deadline, other)
    assert deadline.wrote


async def in_time(deadline: CommandAnswerDeadline, hall: Hall) -> None:
    async with deadline.enforce_during_block():
        await hall.do(ANA, BeginNextTurn())


async def test_who_names_somebody_that_is_another_by_now_is_told_at_once(halls: tuple[Hall, Hall]) -> None:
    one, other = halls
    gus, stale = [await each.people.load_or_create_guest(HERE.guild, "Gus") for each in halls]
    elsewhere = ChannelAddress(HERE.guild, HERE.channel + 1)
    host = await one.key(ANA)

    async def bring(hall: Hall, place: ChannelAddress, guest: Person) -> CommandResult:
        opening = OpenLobby(PodSetup(), host, (host, guest.id), guests={guest.id: host})
        return await hall.service.execute_command(GameCommandRequest(place, ANA, lambda *_: opening, named=(guest,)))

    await bring(one, elsewhere, gus)
    with pytest.raises(PersonIdConflictError):
        await bring(other, ChannelAddress(HERE.guild, HERE.channel + 2), stale)
    known = await other.people.load_or_create_guest(HERE.guild, "Gus")
    assert known.id == gus.id


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
async def test_two_that_write_the_same_rows_never_wait_for_each_other_in_a_circle(
    halls: tuple[Hall, Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_is_transient_postgresql_error", lambda _: False)  # nothing is tried again
    statement = build_row_change_marking_board_outdated(a_record(1), "en").statement
    rows = [
        row
        for channel in range(2_000)
        for row in build_row_change_marking_board_outdated(a_record(1, channel), "en").rows
    ]
    there, back = RowChange(statement, rows), RowChange(statement, rows[::-1])
    for _ in range(3):
        await asyncio.gather(halls[0].database.commit_changes(there), halls[1].database.commit_changes(back))
