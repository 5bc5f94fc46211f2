"""A database that neither answers nor refuses: nobody waits for it, and nothing counts twice."""

import asyncio

import pytest

from bot.basics.deadline import CommandAnswerDeadline
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.service.game_requests import CommandResult, CommandUser
from bot.storage.engine import database, postgres
from bot.storage.engine.errors import DatabaseBusyError, DatabaseUnreachableError, UnfinishedWriteError
from bot.storage.engine.point_queries import MAX_ADMITTED
from bot.storage.record.log import EventLog
from tests.service.test_games import ANA, BO, CY, HERE, MO, Hall, hall
from tests.storage.freezing import Frozen, When, Wire, frozen

__all__ = ["frozen", "hall"]

SOON = 0.05
"""Seconds that somebody waits for an answer."""


class Asked:
    """A command that somebody waits for, as the front has it carried out."""

    def __init__(self, hall: Hall, actor: CommandUser, seconds: float = SOON) -> None:
        self.overdue = asyncio.Event()
        self.wrote = False
        self.task = asyncio.create_task(self._do(hall, actor, seconds))

    async def _note_overdue(self) -> None:
        self.overdue.set()

    async def _do(self, hall: Hall, actor: CommandUser, seconds: float) -> CommandResult:
        deadline = CommandAnswerDeadline(seconds, self._note_overdue)
        try:
            async with deadline.enforce_during_block():
                return await hall.do(actor, BeginNextTurn())
        finally:
            self.wrote = deadline.wrote
            deadline.cancel()


async def playing(frozen: Frozen) -> Hall:
    """A game of four that has begun, as version 2 of its channel."""
    hall = Hall(frozen.database)
    seats = tuple([await hall.key(each) for each in (ANA, BO, CY, MO)])
    await hall.do(ANA, OpenLobby(PodSetup(), seats[0], seats))
    await hall.do(ANA, StartGame(seats, seats[0]))
    return hall


@pytest.fixture(params=["before", "after"])
def when(request: pytest.FixtureRequest) -> When:
    when: When = request.param
    return when


async def test_a_command_whose_commit_freezes_counts_once_and_the_board_is_told(frozen: Frozen, when: When) -> None:
    hall = await playing(frozen)
    told: list[int] = []
    hall.service.add_game_change_listener(lambda live: told.append(live.version))
    frozen.freeze(when)
    asked = Asked(hall, ANA)
    await asked.overdue.wait()
    assert not asked.task.done()
    for actor in (ANA, BO):
        with pytest.raises(UnfinishedWriteError):  # at once, and nothing is done
            await hall.do(actor, BeginNextTurn())
    frozen.thaw()
    done = await asked.task
    assert asked.wrote
    assert (done.recorded.version, done.again, told) == (3, False, [3])
    # They did not know, and press again: that is the same turn.
    again = await hall.do(ANA, BeginNextTurn())
    assert (again.recorded, again.again) == (done.recorded, True)
    assert await EventLog(frozen.database).load_version_of_last_event(HERE.channel) == 3
    # Now they know.
    assert (await hall.do(ANA, BeginNextTurn())).recorded.version == 4


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
async def test_a_connection_that_was_given_up_in_the_midst_of_a_commit_leaves_nothing_twice(
    frozen: Frozen, when: When
) -> None:
    assert isinstance(frozen, Wire)
    hall = await playing(frozen)
    told: list[int] = []
    hall.service.add_game_change_listener(lambda live: told.append(live.version))
    frozen.freeze(when)
    asked = Asked(hall, ANA)
    await frozen.tried.wait()  # the bot comes again, and still does not know
    assert not asked.task.done()
    frozen.thaw()
    assert (await asked.task).recorded.version == 3
    assert told == [3]
    assert (await hall.do(ANA, BeginNextTurn())).again
    assert (await hall.do(ANA, BeginNextTurn())).recorded.version == 4


async def test_somebody_elses_command_after_a_late_one_is_their_own(frozen: Frozen, when: When) -> None:
    hall = await playing(frozen)
    frozen.freeze(when)
    asked = Asked(hall, ANA)
    await asked.overdue.wait()
    frozen.thaw()
    await asked.task
    assert (await hall.do(BO, BeginNextTurn())).recorded.version == 4
    assert (await hall.do(ANA, BeginNextTurn())).recorded.version == 5


async def test_who_comes_while_a_commit_is_frozen_waits_for_nothing(frozen: Frozen, when: When) -> None:
    hall = await playing(frozen)
    frozen.freeze(when)
    asked = Asked(hall, ANA)
    await asked.overdue.wait()
    with pytest.raises(UnfinishedWriteError):
        await frozen.database.commit_changes()
    with pytest.raises(UnfinishedWriteError):
        await frozen.database.run_write_transaction(lambda _: None)
    frozen.thaw()
    await asked.task
    await frozen.database.commit_changes()


async def test_what_is_not_being_written_in_time_is_called_off(hall: Hall) -> None:
    async with hall.service._channels.lock_channel(HERE.channel):
        asked = Asked(hall, ANA)
        with pytest.raises(TimeoutError):
            await asked.task
    assert not asked.wrote
    with pytest.raises(Refusal):
        await hall.do(ANA, BeginNextTurn())


async def test_what_was_not_written_after_all_is_called_off_in_time() -> None:
    goes_on = False

    async def write_in_vain() -> None:
        nonlocal goes_on
        deadline = CommandAnswerDeadline(0)
        async with deadline.enforce_during_block():
            deadline.mark_database_write_started()
            for _ in range(3):
                await asyncio.sleep(0)
            goes_on = True
            deadline.mark_database_write_failed()
            for _ in range(3):
                await asyncio.sleep(0)

    with pytest.raises(TimeoutError):
        await write_in_vain()
    assert goes_on, "what was being written was not called off"


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
async def test_a_question_to_a_server_that_says_nothing_is_called_off(frozen: Frozen) -> None:
    assert isinstance(frozen, Wire)
    log = EventLog(frozen.database)
    assert await log.load_version_of_last_event(1) == 0
    frozen.freeze_now()
    with pytest.raises(TimeoutError):
        async with CommandAnswerDeadline(SOON).enforce_during_block():
            await log.load_version_of_last_event(1)
    frozen.thaw()
    assert await log.load_version_of_last_event(1) == 0


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
async def test_on_a_connection_that_never_answered_nobody_asks_again(
    frozen: Frozen, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(frozen, Wire)
    log = EventLog(frozen.database)
    assert await log.load_version_of_last_event(1) == 0
    frozen.freeze_at(b"json_build_array")
    with monkeypatch.context() as patch:
        patch.setattr(postgres, "PATIENCE", SOON)
        with pytest.raises(DatabaseUnreachableError):
            await log.load_game_events(1, 1)
    frozen.forsake()
    assert await log.load_game_events(1, 1) == []


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
async def test_a_server_that_says_nothing_keeps_nobody_from_hanging_up(
    frozen: Frozen, caplog: pytest.LogCaptureFixture
) -> None:
    assert isinstance(frozen, Wire)
    assert await EventLog(frozen.database).load_version_of_last_event(1) == 0
    frozen.freeze_now()
    await frozen.database.close_all_connections()
    assert caplog.records == []


async def test_more_questions_than_can_be_answered_are_refused_at_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = EventLog(hall.database)
    monkeypatch.setattr(database, "REFUSE_AFTER", 0)
    crowd = (log.load_version_of_last_event(1) for _ in range(3 * MAX_ADMITTED))
    asked = await asyncio.gather(*crowd, return_exceptions=True)
    assert sum(isinstance(each, DatabaseBusyError) for each in asked) > MAX_ADMITTED
    assert asked[:MAX_ADMITTED] == [0] * MAX_ADMITTED
    assert await log.load_version_of_last_event(1) == 0


async def test_whoever_is_told_of_a_commit_cannot_undo_it(hall: Hall) -> None:
    told: list[object] = []

    def fail(_: object) -> None:
        raise ZeroDivisionError

    for listen in (hall.service.add_game_change_listener, hall.database.add_commit_listener):
        listen(fail)
        listen(told.append)
    done = await hall.open_pod()
    assert told == [1, done.live]
    assert await EventLog(hall.database).load_version_of_last_event(HERE.channel) == 1
