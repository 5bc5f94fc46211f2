"""When a pod came to its end: in which season and week its points count, for good."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.projections.history import iterate_pod_events
from bot.projections.project import build_row_changes_of_last_game_event, rebuild_derived_tables
from bot.rules.closing import ClosePod
from bot.rules.confirmation import ConfirmGameReports, DisputeGameReport
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import EventHistory, PodCommand
from bot.rules.records import Override, PodSetup
from bot.rules.story import CorrectGameReports, list_events_still_in_effect
from bot.rules.undoing import UndoPodEvent
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results
from bot.storage.engine.timestamps import datetime_to_milliseconds
from tests.storage.store import NOON, SEATS, Channel, killed, rows

WHY = "it was not like that"
PLAYED = ("bo", "cy", "di")
LAST = 5  # the version at which such a pod ends


async def ends(database: Database) -> set[datetime]:
    """When the results say that pods ended."""
    found: list[tuple[Any, ...]] = await rows(database, results)
    at = list(results.c.keys()).index("at")
    return {row[at] for row in found}


async def count(channel: Channel) -> None:
    """Nobody has disputed a result for long enough."""
    assert channel.pod is not None
    if channel.pod.unconfirmed:
        claims = tuple(each.needed_confirmation.version for each in channel.pod.unconfirmed)
        await channel.do(ConfirmGameReports(claims))


def story(channel: Channel) -> EventHistory:
    return list_events_still_in_effect(
        iterate_pod_events(each for each in channel.written if each.pod == channel.number)
    )


def corrected(channel: Channel) -> PodCommand:
    """What was reported last had happened to the other one."""
    return CorrectGameReports(story(channel), {4: (killed("ana", "di"),)}, WHY)


@pytest.mark.shared_databases
@pytest.mark.parametrize("how", ["corrected", "points", "end", "undone", "void and back"])
async def test_what_is_put_right_later_leaves_a_pod_where_it_ended(database: Database, how: str) -> None:
    channel = Channel(database)
    await channel.play(*PLAYED)
    end = channel.written[-1].at
    later: dict[str, list[PodCommand]] = {
        "corrected": [corrected(channel)],
        "points": [OverrideGameAsModerator("points", WHY, points={"bo": 7})],
        "end": [OverrideGameAsModerator("end", WHY, player="di")],
        "undone": [corrected(channel), UndoPodEvent()],
        "void and back": [OverrideGameAsModerator("void", WHY), UndoPodEvent()],
    }
    await channel.do(*later[how])
    assert await ends(database) == {end}
    await rebuild_derived_tables(database)
    assert await ends(database) == {end}


async def test_a_game_whose_end_was_taken_back_keeps_the_date_of_that_end(database: Database) -> None:
    channel = Channel(database)
    await channel.play(*PLAYED, setup=PodSetup(dispute_minutes=15))
    end = channel.written[-1].at
    await channel.do(
        UndoPodEvent(), UndoPodEvent(), BeginNextTurn(), killed("cy", "ana"), killed("di", "ana"), UndoPodEvent()
    )
    await channel.do(killed("di", "ana"))
    await count(channel)
    await channel.do(OverrideGameAsModerator("points", WHY, points={"bo": 7}))
    assert await ends(database) == {end}
    await rebuild_derived_tables(database)
    assert await ends(database) == {end}


async def test_of_games_from_before_an_end_that_was_undone_was_none_either(database: Database) -> None:
    channel = Channel(database)
    await channel.play(*PLAYED)
    await channel.do(UndoPodEvent(), BeginNextTurn())
    again = await channel.do(killed("di", "ana"))
    assert await ends(database) == {again.at}


@pytest.mark.shared_databases
@pytest.mark.parametrize("back", ["reopen", "void"])
@pytest.mark.parametrize("minutes", [None, 15])
async def test_a_game_that_counted_keeps_its_date_whatever_is_decided_and_played_again(
    database: Database, back: Override, minutes: int | None
) -> None:
    channel = Channel(database)
    await channel.play(*PLAYED, setup=PodSetup(dispute_minutes=minutes))
    end = channel.written[-1].at
    await count(channel)
    await channel.do(OverrideGameAsModerator(back, WHY))
    assert await ends(database) == set()
    if back == "void":
        await channel.do(OverrideGameAsModerator("reopen", WHY))
    await channel.do(UndoPodEvent(WHY), OverrideGameAsModerator("reopen", WHY), BeginNextTurn(), killed("di", "ana"))
    await count(channel)
    assert await ends(database) == {end}
    await rebuild_derived_tables(database)
    assert await ends(database) == {end}


async def test_a_moderator_says_when_a_game_really_ended(database: Database) -> None:
    channel = Channel(database)
    await channel.play(*PLAYED)
    end, really = channel.written[-1].at, NOON - timedelta(days=3)
    await channel.do(OverrideGameAsModerator("date", WHY, at=datetime_to_milliseconds(really)))
    assert await ends(database) == {really}
    await channel.do(corrected(channel))
    assert await ends(database) == {really}
    await rebuild_derived_tables(database)
    assert await ends(database) == {really}
    await channel.do(UndoPodEvent(WHY), UndoPodEvent(WHY))
    assert await ends(database) == {end}


async def test_a_pod_ended_when_it_was_reported_and_not_when_that_was_confirmed(database: Database) -> None:
    channel = Channel(database)
    await channel.play(*PLAYED, setup=PodSetup(confirmation="other"))
    reported = channel.written[-1]
    await channel.do(DisputeGameReport(LAST, "di"), ConfirmGameReports((3, 4, LAST), "ana"))
    assert await ends(database) == {reported.at}


async def test_rows_of_results_are_only_touched_by_events_of_a_game_that_has_some(database: Database) -> None:
    channel = Channel(database)

    def touched() -> tuple[bool, bool]:
        """Return whether the last event writes results, and whether it looks for old ones."""
        assert channel.played is not None
        changes = [*build_row_changes_of_last_game_event(channel.played)]
        return len(changes) > 1, any(change.statement.is_delete for change in changes)

    await channel.play(*PLAYED, setup=PodSetup(confirmation="other"))
    assert channel.pod is not None
    assert channel.pod.result is not None
    assert touched() == (False, False)
    await channel.do(DisputeGameReport(LAST, "di"))
    assert touched() == (False, False)
    await channel.do(ConfirmGameReports((3, 4, LAST), "ana"))
    assert touched() == (True, False)
    await channel.do(UndoPodEvent(WHY))
    assert touched() == (True, True)
    assert await rows(database, results) == []


async def test_a_correction_that_ends_an_open_pod_is_its_end(database: Database) -> None:
    channel = Channel(database)
    await channel.do(OpenLobby(PodSetup(), "ana", SEATS), StartGame(SEATS, "ana"))
    await channel.do(killed("bo", "ana"), killed("cy", "ana"))
    right = {3: (killed("cy", "ana"), killed("di", "ana"))}
    done = await channel.do(CorrectGameReports(story(channel), right, WHY))
    assert await ends(database) == {done.at}


async def test_a_pod_that_is_closed_by_its_rules_ends_then(database: Database) -> None:
    channel = Channel(database)
    setup = PodSetup(variant="respawn", scoring="respawn")
    await channel.do(OpenLobby(setup, "ana", SEATS), StartGame(SEATS, "ana"), killed("bo", "ana"))
    assert await ends(database) == set()
    closed = await channel.do(ClosePod())
    assert await ends(database) == {closed.at}
