"""How long somebody reigned: from their first servant until they lose, have none, or the end."""

import pytest

from bot.projections.history import iterate_pod_events
from bot.rules.concession import ConcedeGame
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import PodCommand
from bot.rules.records import PodSetup
from bot.rules.story import CorrectGameReports, list_events_still_in_effect
from bot.rules.undoing import UndoPodEvent
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results
from tests.storage.store import SEATS, Channel, killed, rows

MINUTE = 60_000
WHY = "it was not like that"


async def reigns(database: Database) -> dict[str, int]:
    """Everybody's, in minutes: events are one minute apart."""
    found = {row[2]: row[12] for row in await rows(database, results)}
    assert all(reign % MINUTE == 0 for reign in found.values())
    return {player: reign // MINUTE for player, reign in found.items() if reign}


async def played(database: Database, *commands: PodCommand) -> Channel:
    channel = Channel(database)
    await channel.do(OpenLobby(PodSetup(), "ana", SEATS), StartGame(SEATS, "ana"), *commands)
    return channel


async def test_a_reign_lasts_from_the_first_servant_to_the_end(database: Database) -> None:
    await played(database, killed("bo", "ana"), killed("cy", "ana"), killed("di", "ana"))
    assert await reigns(database) == {"ana": 2}


async def test_a_reign_ends_with_the_masters_defeat(database: Database) -> None:
    await played(database, killed("bo", "ana"), killed("ana", "cy"), killed("di", "cy"))
    assert await reigns(database) == {"ana": 1, "cy": 1}


async def test_a_reign_ends_when_nobody_serves_any_more(database: Database) -> None:
    await played(database, killed("bo", "ana"), ConcedeGame("bo"), ConcedeGame("cy"), killed("di", "ana"))
    assert await reigns(database) == {"ana": 1}


async def test_what_was_taken_back_was_no_reign(database: Database) -> None:
    wrong: list[PodCommand] = [killed("bo", "ana"), UndoPodEvent(), killed("ana", "bo"), ConcedeGame("ana")]
    await played(database, *wrong, killed("cy", "bo"), killed("di", "bo"))
    assert await reigns(database) == {"bo": 1}


async def test_a_game_that_counted_and_goes_on_prolongs_no_reign(database: Database) -> None:
    to_the_end = [killed(loser, "ana") for loser in ("bo", "cy", "di")]
    channel = await played(database, *to_the_end)
    await channel.do(OverrideGameAsModerator("reopen", WHY), killed("di", "ana"))
    assert await reigns(database) == {"ana": 2}


async def test_points_decided_after_the_end_prolong_no_reign(database: Database) -> None:
    channel = await played(database, killed("bo", "ana"), killed("cy", "ana"), killed("di", "ana"))
    await channel.do(OverrideGameAsModerator("points", WHY, points={"di": 9}))
    assert await reigns(database) == {"ana": 2}


REPORTS: tuple[PodCommand, ...] = (
    killed("bo", "ana"),
    BeginNextTurn(),
    killed("cy", "ana"),
    BeginNextTurn(),
    killed("di", "ana"),
)


@pytest.mark.shared_databases
@pytest.mark.parametrize(
    ("edits", "right"),
    [
        ({2: (killed("bo", "cy"),)}, {"ana": 2, "cy": 2}),
        ({2: (killed("bo", "di"),), 4: (killed("cy", "di"),)}, {"di": 4}),
        ({2: ()}, {}),  # it is not over then
        ({2: (), 4: (killed("bo", "ana"), killed("cy", "ana"))}, {"ana": 2}),
        ({4: (BeginNextTurn(), killed("cy", "ana"))}, {"ana": 4}),
    ],
)
async def test_a_reign_is_put_right_with_the_pod(
    edits: dict[int, tuple[PodCommand, ...]], right: dict[str, int], database: Database
) -> None:
    channel = await played(database, *REPORTS)
    story = list_events_still_in_effect(iterate_pod_events(channel.written))
    await channel.do(CorrectGameReports(story, edits, WHY))
    assert await reigns(database) == right
    await channel.do(UndoPodEvent(WHY))
    assert await reigns(database) == {"ana": 4}
