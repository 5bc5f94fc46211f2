"""When a pod came to its end: in which season and week its points count, for good."""

from datetime import datetime
from typing import Any

import pytest
from msgspec.structs import replace

from bot.projections.history import list_events
from bot.projections.rebuild import rebuild
from bot.rules.commands import (
    Close,
    Command,
    Confirm,
    Correct,
    Dispute,
    NextTurn,
    Open,
    Overrule,
    Start,
    Undo,
)
from bot.rules.events import Claim, Setup
from bot.rules.story import Story, tell_story
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results
from tests.storage.store import SEATS, Channel, killed, rows

WHY = "it was not like that"
PLAYED = ("bo", "cy", "di")
LAST = 5  # the version at which such a pod ends


async def ends(database: Database) -> set[datetime]:
    """When the results say that pods ended."""
    found: list[tuple[Any, ...]] = await rows(database, results)
    at = list(results.c.keys()).index("at")
    return {row[at] for row in found}


def story(channel: Channel) -> Story:
    return tell_story(list_events(each for each in channel.written if each.pod == channel.number))


def corrected(channel: Channel) -> Command:
    """What was reported last had happened to the other one."""
    return Correct(story(channel), {4: (killed("ana", "di"),)}, WHY)


@pytest.mark.parametrize("how", ["corrected", "points", "end", "undone", "void and back"])
async def test_what_is_put_right_later_leaves_a_pod_where_it_ended(
    database: Database, how: str
) -> None:
    channel = Channel(database)
    await channel.play(*PLAYED)
    end = channel.written[-1].at
    later: dict[str, list[Command]] = {
        "corrected": [corrected(channel)],
        "points": [Overrule("points", WHY, points={"bo": 7})],
        "end": [Overrule("end", WHY, player="di")],
        "undone": [corrected(channel), Undo()],
        "void and back": [Overrule("void", WHY), Undo()],
    }
    await channel.do(*later[how])
    assert await ends(database) == {end}
    await rebuild(database)
    assert await ends(database) == {end}


@pytest.mark.parametrize("back", [Undo(), Overrule("reopen", WHY)], ids=["undo", "reopen"])
async def test_a_pod_that_went_on_ended_when_it_ended_again(
    database: Database, back: Command
) -> None:
    channel = Channel(database)
    await channel.play(*PLAYED)
    await channel.do(back, NextTurn())
    assert await ends(database) == set()
    again = await channel.do(killed("di", "ana"))
    await channel.do(Overrule("points", WHY, points={"bo": 7}))
    assert await ends(database) == {again.at}
    await rebuild(database)
    assert await ends(database) == {again.at}


async def test_a_pod_ended_when_it_was_reported_and_not_when_that_was_confirmed(
    database: Database,
) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy")
    claim = Claim(LAST, "ana", ("di",), due=0)
    reported = await channel.do(replace(killed("di", "ana"), claim=claim))
    await channel.do(Dispute(LAST, "di"), Confirm((LAST,), None))
    assert await ends(database) == {reported.at}


async def test_a_correction_that_ends_an_open_pod_is_its_end(database: Database) -> None:
    channel = Channel(database)
    await channel.do(Open(Setup(), "ana", SEATS), Start(SEATS, "ana"))
    await channel.do(killed("bo", "ana"), killed("cy", "ana"))
    right = {3: (killed("cy", "ana"), killed("di", "ana"))}
    done = await channel.do(Correct(story(channel), right, WHY))
    assert await ends(database) == {done.at}


async def test_a_pod_that_is_closed_by_its_rules_ends_then(database: Database) -> None:
    channel = Channel(database)
    setup = Setup(variant="respawn", scoring="respawn")
    await channel.do(Open(setup, "ana", SEATS), Start(SEATS, "ana"), killed("bo", "ana"))
    assert await ends(database) == set()
    closed = await channel.do(Close())
    assert await ends(database) == {closed.at}
