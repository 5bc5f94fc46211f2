"""Cards of defeats: every card counts once, and nothing but the log decides about it."""

from sqlalchemy import insert

from bot.projections.card_tables import CardDefeatCount, load_deadliest_cards
from bot.projections.career import EVER
from bot.projections.history import iterate_pod_events
from bot.projections.project import PROJECTIONS, rebuild_derived_tables
from bot.rules.closing import ClosePod
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.records import PodSetup
from bot.rules.reporting import ReportDefeats
from bot.rules.story import CorrectGameReports, list_events_still_in_effect, list_removable_report_indexes
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportWin
from bot.storage.engine.database import Database
from bot.storage.engine.schema import card_defeats, strikes
from bot.storage.record.redaction import REDACTED
from tests.storage.store import GUILD, Channel, execute, rows

SEATS = ("ana", "bo", "cy", "di")
BLAZE = "5e0d6b3f-0e2a-4d3c-9d6f-5a1b2c3d4e5f"


def killed(loser: str, by: str, written: str | None, card: str | None = None) -> ReportDefeats:
    return ReportDefeats((DefeatReport(loser, "life", (DefeatSource(by, written, card=card),)),))


async def play(channel: Channel, *defeats: ReportDefeats) -> None:
    """A game with these defeats, which Ana then wins by an effect."""
    await channel.do(OpenLobby(PodSetup(), "ana", SEATS), StartGame(SEATS, "ana"), *defeats)
    await channel.do(ReportWin("ana", "effect"))


async def ranked(database: Database) -> list[CardDefeatCount]:
    return await load_deadliest_cards(database, GUILD, *EVER)


async def test_a_card_counts_once_by_its_id_its_face_and_what_is_tied_to_it(database: Database) -> None:
    channel = Channel(database)
    await play(channel, killed("bo", "ana", "Fireball", BLAZE), killed("cy", "ana", "Boule de feu", BLAZE))
    await play(channel, killed("di", "ana", "fire ball"))
    await play(channel, killed("bo", "ana", "FIREBALL"), killed("cy", "ana", "Back", f"{BLAZE}/1"))
    [card, other] = await ranked(database)
    assert (card.times, other) == (4, CardDefeatCount("fire ball", 1))
    assert card.text in ("Fireball", "Boule de feu", "Back")


async def test_a_card_without_an_id_counts_by_its_folded_text(database: Database) -> None:
    channel = Channel(database)
    await play(channel, killed("bo", "ana", "Éclair"), killed("cy", "ana", "eclair"))
    assert [each.times for each in await ranked(database)] == [2]


async def test_only_named_cards_of_others_in_games_that_count_are_ranked(database: Database) -> None:
    channel = Channel(database)
    await play(channel, killed("bo", "ana", None), killed("cy", "cy", "Pact"))
    await play(channel, killed("bo", "ana", "Bolt"))
    await channel.do(UndoPodEvent())
    assert await ranked(database) == []
    await channel.do(ReportWin("ana", "effect"))
    assert await ranked(database) == [CardDefeatCount("Bolt", 1)]
    await channel.do(OverrideGameAsModerator("void", "they never met"))
    assert await ranked(database) == []


async def test_a_corrected_card_replaces_the_one_before(database: Database) -> None:
    channel = Channel(database)
    await play(channel, killed("bo", "ana", "Bolt"))
    story = list_events_still_in_effect(iterate_pod_events(channel.written))
    place, *_ = list_removable_report_indexes(story)
    await channel.do(CorrectGameReports(story, {place: (killed("bo", "ana", "Shock", BLAZE),)}, "not Bolt"))
    assert await ranked(database) == [CardDefeatCount("Shock", 1)]


async def test_a_struck_card_is_hidden_and_counts_as_before(database: Database) -> None:
    channel = Channel(database)
    await play(channel, killed("bo", "ana", "Bolt"), killed("cy", "ana", "bolt"))
    await execute(database, insert(strikes).values(guild=GUILD, id=1, text="BOLT"))
    assert await ranked(database) == [CardDefeatCount(REDACTED, 2)]


async def test_a_rebuild_ranks_the_same_cards(database: Database) -> None:
    channel = Channel(database)
    await play(channel, killed("bo", "ana", "Fireball", BLAZE), killed("cy", "bo", "Bolt"))
    await channel.do(OpenLobby(PodSetup(), "ana", SEATS), StartGame(SEATS, "ana"), killed("di", "ana", "Shock"))
    await channel.do(ClosePod())
    before = [await rows(database, table) for table in PROJECTIONS]
    assert await rows(database, card_defeats)
    await rebuild_derived_tables(database)
    assert [await rows(database, table) for table in PROJECTIONS] == before
