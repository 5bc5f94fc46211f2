"""Cards that people name: completed while they type, known by their id, shown in every language."""

from pathlib import Path

import pytest
from simcord import MemberActor

from bot.cards.card import Card
from bot.cards.index import CardIndex
from bot.cards.index_file import CardIndexDescription, write_card_index
from bot.cards.sample import build_sample_card_id, write_sample_card_index
from bot.front.gateway.background_services import BackgroundServices
from bot.front.gateway.client import SuzerainBot
from bot.rules.facts import DefeatSource
from bot.rules.reporting import DefeatsReported
from bot.service.live_game import ChannelAddress
from tests.front.playing import Form, Table, filled, form_of, modal_of, said
from tests.front.simulated import Server, answer
from tests.front.test_decks import list_fields
from tests.front.test_reports import five, nothing_happened, written

BOLT = build_sample_card_id("Lightning Bolt")
DELVER = build_sample_card_id("Delver of Secrets")


@pytest.fixture(autouse=True)
def index_file(tmp_path: Path) -> Path:
    """The index beside the database, before the bot starts."""
    return write_sample_card_index(tmp_path / "cards.sqlite3")


async def offered(who: MemberActor, table: Table, typed: str, command: str = "defeat") -> list[str]:
    choices = await who.autocomplete(table.channel, command, "card", typed)
    return [choice["name"] for choice in choices]


def services_of(server: Server) -> BackgroundServices:
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    return client.services


async def find_source(table: Table) -> DefeatSource:
    """Return the object of the last report, as the log has it."""
    server = table.server
    place = ChannelAddress(server.guild.id, table.channel.id)
    live = await services_of(server).service.load_current_game(place)
    last = live.last_undoable_report
    assert last is not None
    assert isinstance(last.event, DefeatsReported)
    return last.event.reports[0].sources[0]


@pytest.mark.parametrize("command", ["defeat", "judge"])
async def test_cards_are_offered_while_somebody_types(server: Server, command: str) -> None:
    table = await five(server)
    assert (await offered(server.cy, table, "lightning b", command))[0] == "Lightning Bolt"
    assert "Lightning Bolt" in await offered(server.cy, table, "lihgtning", command)
    assert await offered(server.cy, table, "", command) == []


async def test_cards_are_offered_in_the_language_of_whoever_types(server: Server) -> None:
    table = await five(server)
    server.speaks(server.cy, "fr")
    choices = await server.cy.autocomplete(table.channel, "defeat", "card", "foud")
    assert choices[0]["name"] == "Foudre"
    assert choices[0]["value"] == BOLT


async def test_a_chosen_card_is_stored_with_its_id_and_shown_in_the_boards_language(server: Server) -> None:
    table = await five(server)
    await server.ana.slash(table.channel, "setup language", language="ru")
    told = await table.reports(server.cy, "Cy", "Bo", card=BOLT)
    assert "Lightning Bolt" in said(told)
    source = await find_source(table)
    assert (source.object, source.card) == ("Lightning Bolt", BOLT)
    assert "Удар Молнии" in table.small_print


async def test_a_typed_name_in_any_language_is_the_same_card(server: Server) -> None:
    table = await five(server)
    await table.reports(server.cy, "Cy", "Bo", card="FOUDRE")
    source = await find_source(table)
    assert (source.object, source.card) == ("FOUDRE", BOLT)
    assert "Lightning Bolt" in table.small_print


async def test_a_second_face_has_its_own_id(server: Server) -> None:
    table = await five(server)
    await table.reports(server.cy, "Cy", "Bo", card=f"{DELVER}/1")
    source = await find_source(table)
    assert (source.object, source.card) == ("Insectile Aberration", f"{DELVER}/1")


async def test_what_is_no_card_stays_as_it_was_typed(server: Server) -> None:
    table = await five(server)
    await table.reports(server.cy, "Cy", "Bo", card="my *own* card")
    source = await find_source(table)
    assert (source.object, source.card) == ("my *own* card", None)


async def test_the_modal_matches_what_was_typed(server: Server) -> None:
    table = await five(server)
    modal = await modal_of(table, server.cy)
    await filled(table, server.cy, modal, controller="Bo", card="lightning bolt")
    source = await find_source(table)
    assert (source.object, source.card) == ("lightning bolt", BOLT)


async def test_a_near_miss_is_put_right_by_one_press(server: Server) -> None:
    table = await five(server)
    modal = await modal_of(table, server.cy)
    told = await filled(table, server.cy, modal, controller="Bo", card="Lihgtning Bolt")
    assert (await find_source(table)).card is None
    assert "Cy falls to Bo" in table.verdict
    await server.cy.click(answer(told), label="Did you mean Lightning Bolt?")
    source = await find_source(table)
    assert (source.object, source.card) == ("Lightning Bolt", BOLT)
    assert "Cy falls to Bo" in table.verdict
    assert "Lightning Bolt" in table.small_print
    assert "Did you mean" not in str(answer(told).components)


async def test_a_near_miss_in_the_form_is_offered_in_its_answer(server: Server) -> None:
    table = await five(server)
    form: Form = await form_of(table, server.cy)
    await form.pick("controller", "Bo")
    await form.card("Firebal")
    await form.press("send")
    await server.cy.click(answer(form.opened), label="Did you mean Fireball?")
    assert (await find_source(table)).card == build_sample_card_id("Fireball")


async def test_nothing_is_offered_for_what_is_near_no_card(server: Server) -> None:
    table = await five(server)
    told = await table.reports(server.cy, "Cy", "Bo", card="an old grudge")
    assert "Did you mean" not in str(answer(told).components)


async def test_a_near_miss_is_not_put_right_after_the_game_moved_on(server: Server) -> None:
    table = await five(server)
    told = await table.reports(server.cy, "Cy", "Bo", card="Lihgtning Bolt")
    await table.reports(server.di, "Di", "Eve")
    late = await server.cy.click(answer(told), label="Did you mean Lightning Bolt?")
    assert "The game has moved on since." in said(late)
    assert "Di falls to Eve" in table.verdict


async def test_a_card_that_the_index_no_longer_knows_is_corrected_in_the_form(server: Server, index_file: Path) -> None:
    table = await five(server)
    told = await table.reports(server.cy, "Cy", "Bo", card="Lihgtning Bolt")
    write_card_index(index_file, [Card(DELVER, {"en": ("Delver of Secrets",)})], CardIndexDescription("file"))
    services_of(server).card_updates.reload_index_or_start_update()
    await server.cy.click(answer(told), label="Did you mean Lightning Bolt?")
    assert nothing_happened(table)
    assert "Lihgtning Bolt (controlled by Bo)" in written(Form(table, server.cy, told))


async def test_the_judge_takes_a_chosen_card(server: Server) -> None:
    table = await five(server)
    opened = await server.cy.slash(table.channel, "judge", question="defeat", card=BOLT)
    assert list_fields(opened)["objects"]["value"] == "Lightning Bolt "


async def test_an_index_that_is_gone_leaves_the_text(server: Server, index_file: Path) -> None:
    table = await five(server)
    await table.reports(server.cy, "Cy", "Bo", card=BOLT)
    index_file.unlink()
    services_of(server).card_updates.reload_index_or_start_update()
    await server.ana.slash(table.channel, "setup language", language="ru")
    assert "Lightning Bolt" in table.small_print
    assert not CardIndex(index_file).has_index_file
