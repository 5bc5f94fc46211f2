"""Cards of defeats: every card counts once, and nothing but the log decides about it."""

from sqlalchemy import insert

from bot.projections.card_tables import CardLine, load_deadliest_cards
from bot.projections.career import EVER
from bot.projections.history import list_events
from bot.projections.project import PROJECTIONS, rebuild
from bot.rules.closing import Close
from bot.rules.facts import Report, Source
from bot.rules.lobby import Open, Start
from bot.rules.overrule import Overrule
from bot.rules.records import Setup
from bot.rules.reporting import Defeat
from bot.rules.story import Correct, find_reports, tell_story
from bot.rules.undoing import Undo
from bot.rules.winning import Win
from bot.storage.engine.database import Database
from bot.storage.engine.schema import card_defeats, strikes
from bot.storage.record.redaction import REDACTED
from tests.storage.store import GUILD, Channel, execute, rows

SEATS = ("ana", "bo", "cy", "di")
BLAZE = "5e0d6b3f-0e2a-4d3c-9d6f-5a1b2c3d4e5f"


def killed(loser: str, by: str, written: str | None, card: str | None = None) -> Defeat:
    return Defeat((Report(loser, "life", (Source(by, written, card=card),)),))


async def play(channel: Channel, *defeats: Defeat) -> None:
    """A game with these defeats, which Ana then wins by an effect."""
    await channel.do(Open(Setup(), "ana", SEATS), Start(SEATS, "ana"), *defeats)
    await channel.do(Win("ana", "effect"))


async def ranked(database: Database) -> list[CardLine]:
    return await load_deadliest_cards(database, GUILD, *EVER)


async def test_a_card_counts_once_by_its_id_its_face_and_what_is_tied_to_it(
    database: Database,
) -> None:
    channel = Channel(database)
    await play(
        channel,
        killed("bo", "ana", "Fireball", BLAZE),
        killed("cy", "ana", "Boule de feu", BLAZE),
    )
    await play(channel, killed("di", "ana", "fire ball"))
    await play(channel, killed("bo", "ana", "FIREBALL"), killed("cy", "ana", "Back", f"{BLAZE}/1"))
    [card, other] = await ranked(database)
    assert (card.times, other) == (4, CardLine("fire ball", 1))
    assert card.text in ("Fireball", "Boule de feu", "Back")


async def test_a_card_without_an_id_counts_by_its_folded_text(database: Database) -> None:
    channel = Channel(database)
    await play(channel, killed("bo", "ana", "Éclair"), killed("cy", "ana", "eclair"))
    assert [each.times for each in await ranked(database)] == [2]


async def test_only_named_cards_of_others_in_games_that_count_are_ranked(
    database: Database,
) -> None:
    channel = Channel(database)
    await play(channel, killed("bo", "ana", None), killed("cy", "cy", "Pact"))
    await play(channel, killed("bo", "ana", "Bolt"))
    await channel.do(Undo())
    assert await ranked(database) == []
    await channel.do(Win("ana", "effect"))
    assert await ranked(database) == [CardLine("Bolt", 1)]
    await channel.do(Overrule("void", "they never met"))
    assert await ranked(database) == []


async def test_a_corrected_card_replaces_the_one_before(database: Database) -> None:
    channel = Channel(database)
    await play(channel, killed("bo", "ana", "Bolt"))
    story = tell_story(list_events(channel.written))
    place, *_ = find_reports(story)
    await channel.do(Correct(story, {place: (killed("bo", "ana", "Shock", BLAZE),)}, "not Bolt"))
    assert await ranked(database) == [CardLine("Shock", 1)]


async def test_a_struck_card_is_hidden_and_counts_as_before(database: Database) -> None:
    channel = Channel(database)
    await play(channel, killed("bo", "ana", "Bolt"), killed("cy", "ana", "bolt"))
    await execute(database, insert(strikes).values(guild=GUILD, id=1, text="BOLT"))
    assert await ranked(database) == [CardLine(REDACTED, 2)]


async def test_a_rebuild_ranks_the_same_cards(database: Database) -> None:
    channel = Channel(database)
    await play(channel, killed("bo", "ana", "Fireball", BLAZE), killed("cy", "bo", "Bolt"))
    await channel.do(Open(Setup(), "ana", SEATS), Start(SEATS, "ana"), killed("di", "ana", "Shock"))
    await channel.do(Close())
    before = [await rows(database, table) for table in PROJECTIONS]
    assert await rows(database, card_defeats)
    await rebuild(database)
    assert [await rows(database, table) for table in PROJECTIONS] == before
