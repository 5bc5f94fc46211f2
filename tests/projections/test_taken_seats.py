"""What a game brings its players when somebody took over a seat: once, and to whom it belongs."""

from bot.projections.history import iterate_pod_events
from bot.projections.project import rebuild_derived_tables
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.records import PodSetup
from bot.rules.story import CorrectGameReports, list_events_still_in_effect
from bot.rules.substitutes import TakeOverSeatAsSubstitute
from bot.rules.undoing import UndoPodEvent
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from tests.storage.store import SEATS, Channel, killed, rows


async def points(database: Database) -> dict[str, int]:
    found = await rows(database, schema.results)
    at = [each.name for each in schema.results.c]
    return {row[at.index("player")]: row[at.index("points")] for row in found}


async def play(channel: Channel, *, takes: bool = False) -> None:
    swap = TakeOverSeatAsSubstitute("bo", "hal", takes)
    await channel.do(OpenLobby(PodSetup(), "ana", SEATS), StartGame(SEATS, "ana"))
    await channel.do(killed("bo", "ana"), swap, killed("cy", "hal"), killed("di", "hal"))


async def test_the_result_is_of_whoever_began(database: Database) -> None:
    await play(Channel(database))
    assert await points(database) == {"ana": 3, "bo": 1, "cy": 1, "di": 0}
    found = await rows(database, schema.defeats)
    assert {(row[2], row[3]) for row in found} == {("ana", "bo"), ("ana", "cy"), ("ana", "di")}


async def test_the_result_is_of_the_substitute_who_took_it(database: Database) -> None:
    await play(Channel(database), takes=True)
    assert await points(database) == {"ana": 3, "hal": 1, "cy": 1, "di": 0}


async def test_a_rebuild_gives_the_same_rows(database: Database) -> None:
    channel = Channel(database)
    await play(channel)
    tables = (schema.pods, schema.results, schema.defeats, schema.standings, schema.rivalries)
    before = [await rows(database, table) for table in tables]
    await rebuild_derived_tables(database)
    assert [await rows(database, table) for table in tables] == before
    assert not any("hal" in repr(row) for row in before[1])


async def test_a_correction_that_strikes_the_substitute_out_undoes_it(database: Database) -> None:
    channel = Channel(database)
    await channel.do(OpenLobby(PodSetup(), "ana", SEATS), StartGame(SEATS, "ana"))
    await channel.do(killed("bo", "ana"), TakeOverSeatAsSubstitute("cy", "hal"))
    await channel.do(killed("di", "ana"), killed("hal", "ana"))
    assert await points(database) == {"ana": 3, "bo": 1, "cy": 0, "di": 1}
    story = list_events_still_in_effect(iterate_pod_events(channel.written))
    edits = {3: (), 5: (killed("cy", "ana"),)}
    await channel.do(CorrectGameReports(story, edits, "Cy stayed"))
    assert await points(database) == {"ana": 3, "bo": 1, "cy": 0, "di": 1}
    assert channel.pod is not None
    assert "hal" not in channel.pod.players
    await channel.do(UndoPodEvent("it was so"))
    assert channel.pod.current_and_former_players == ("ana", "bo", "cy", "hal", "di")
