"""Decks that players register: their own list, and nobody else's."""

import json
from datetime import timedelta

import pytest
from sqlalchemy import insert

from bot.care.integrity import check_integrity_of_database
from bot.rules.deck_naming import DeclareDeck
from bot.rules.facts import Commander, Deck
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.winning import ReportWin
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.privacy.personal_data import PersonalDataService
from bot.storage.record import player_decks
from bot.storage.record.people import PeopleRepository, Person
from bot.storage.record.player_decks import RegisteredDeckRepository
from bot.storage.record.redaction import REDACTED
from tests.storage.store import GUILD, NOON, Channel, execute, killed, rows

ANA = Person("ana", 123456789012345678, "Anastasia")
BO = Person("bo", 223456789012345678, "Boris")
KRENKO = Deck((Commander("Krenko, Mob Boss"),), name="Goblins")
ATRAXA = Deck((Commander("Atraxa"),), bracket=4)
LINK = "https://example.com/deck"
SEATS = ("ana", "bo", "cy", "di")


@pytest.fixture
def decks(database: Database) -> RegisteredDeckRepository:
    return RegisteredDeckRepository(database, PeopleRepository(database))


async def name_all(decks: RegisteredDeckRepository, person: Person) -> list[str]:
    return [each.deck.commanders[0].text for each in await decks.load_registered_decks(person.id, GUILD)]


async def test_a_deck_is_its_owners_and_the_last_used_comes_first(decks: RegisteredDeckRepository) -> None:
    goblins = await decks.register_deck(ANA, KRENKO, LINK, NOON)
    await decks.register_deck(ANA, ATRAXA, None, NOON + timedelta(hours=1))
    assert await name_all(decks, ANA) == ["Atraxa", "Krenko, Mob Boss"]
    assert await name_all(decks, BO) == []
    await decks.record_deck_use("ana", goblins.deck_key, NOON + timedelta(hours=2))
    assert await name_all(decks, ANA) == ["Krenko, Mob Boss", "Atraxa"]
    with pytest.raises(Refusal, match="no-such-deck"):
        await decks.load_registered_deck("bo", goblins.deck_key)


async def test_a_changed_deck_keeps_its_key(decks: RegisteredDeckRepository) -> None:
    goblins = await decks.register_deck(ANA, KRENKO, LINK, NOON)
    await decks.update_registered_deck(goblins, ATRAXA, None, NOON + timedelta(hours=1))
    changed = await decks.load_registered_deck("ana", goblins.deck_key)
    assert (changed.deck_key, changed.deck.bracket, changed.link) == (goblins.deck_key, 4, None)


async def test_a_retired_deck_can_be_offered_again(decks: RegisteredDeckRepository) -> None:
    goblins = await decks.register_deck(ANA, KRENKO, None, NOON)
    await decks.set_deck_retirement(goblins, NOON)
    assert (await decks.load_registered_deck("ana", goblins.deck_key)).retired == NOON
    await decks.set_deck_retirement(goblins, None)
    assert (await decks.load_registered_deck("ana", goblins.deck_key)).retired is None


async def test_nobody_registers_decks_without_end(
    decks: RegisteredDeckRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_decks, "MAX_DECKS", 1)
    await decks.register_deck(ANA, KRENKO, None, NOON)
    with pytest.raises(Refusal, match="decks-full"):
        await decks.register_deck(ANA, ATRAXA, None, NOON)
    await decks.register_deck(BO, ATRAXA, None, NOON)


async def test_whoever_has_more_decks_than_are_allowed_adds_none(
    decks: RegisteredDeckRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An archive may bring more."""
    for deck in (KRENKO, ATRAXA):
        await decks.register_deck(ANA, deck, None, NOON)
    monkeypatch.setattr(player_decks, "MAX_DECKS", 1)
    with pytest.raises(Refusal, match="decks-full"):
        await decks.register_deck(ANA, KRENKO, None, NOON)


async def test_a_struck_text_is_hidden_on_its_server_alone(database: Database, decks: RegisteredDeckRepository) -> None:
    await decks.register_deck(ANA, KRENKO, None, NOON)
    await execute(database, insert(schema.strikes).values(guild=GUILD, id=1, text="goblins"))
    [here], [elsewhere] = [await decks.load_registered_decks("ana", guild) for guild in (GUILD, GUILD + 1)]
    assert (here.deck.name, elsewhere.deck.name) == (REDACTED, "Goblins")


async def test_an_export_has_the_decks_and_forgetting_leaves_none(
    database: Database, decks: RegisteredDeckRepository
) -> None:
    await decks.register_deck(ANA, KRENKO, LINK, NOON)
    await decks.register_deck(BO, ATRAXA, None, NOON)
    data = PersonalDataService(database, PeopleRepository(database))
    exported = await data.export_account_data(ANA.discord_id, 10**9, NOON)
    assert exported is not None
    with exported[0] as file:
        [mine] = json.loads(file.read())["decks"]
    assert (mine["deck"]["name"], mine["link"]) == ("Goblins", LINK)
    assert await data.delete_personal_data(ANA.discord_id, ["Anastasia"], NOON)
    assert [player for _, player, *_ in await rows(database, schema.player_decks)] == ["bo"]


async def test_forgetting_redacts_names_in_played_decks_and_keeps_them_in_step_with_the_log(
    database: Database, decks: RegisteredDeckRepository
) -> None:
    await decks.register_deck(ANA, KRENKO, None, NOON)
    await decks.register_deck(BO, ATRAXA, None, NOON)
    channel = Channel(database)
    gift = Deck((Commander("Anastasia’s Krenko"),), name="of Anastasia")
    await channel.do(OpenLobby(PodSetup(), "ana", SEATS), StartGame(SEATS, "ana"))
    await channel.do(DeclareDeck("bo", gift), DeclareDeck("cy", gift), killed("cy", "bo"))
    await channel.do(ReportWin("bo", "effect"))
    data = PersonalDataService(database, PeopleRepository(database))
    assert await data.delete_personal_data(ANA.discord_id, ["Anastasia"], NOON)
    left = [repr(await rows(database, table)) for table in (schema.events, schema.results, schema.deck_defeats)]
    assert not [each for each in left if "Anastasia" in each]
    examined = await database.run_read_transaction_without_timeout(check_integrity_of_database)
    assert examined.strayed.first == []
