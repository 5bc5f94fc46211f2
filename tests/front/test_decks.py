"""Decks at the table: who names them, who sees them, and what they have won."""

from pathlib import Path
from typing import Any

import pytest
import simcord
from simcord import InteractionResult, MemberActor

from bot.card_updates.index_path import INDEX_NAME
from bot.cards.sample import build_sample_card_id, write_sample_card_index
from tests.front import forging
from tests.front.forging import MENU
from tests.front.playing import Table, acts, end, let_count, list_more, mention, press_more, said, sets, switch_on
from tests.front.simulated import Server, answer

KRENKO = "Krenko, Mob Boss"


@pytest.fixture
async def table(server: Server) -> Table:
    """A lobby of four on a server that uses decks."""
    await switch_on(server, "deck")
    return await Table(server).opened(server.bo, server.cy, server.di, server.eve)


async def fill(who: MemberActor, modal: InteractionResult, **given: str) -> InteractionResult:
    """Send a form with these fields; menus without a value stay empty."""
    values: dict[str, object] = {}
    for label in (modal.modal or {})["components"]:
        field = label["component"]
        if (value := given.get(field["custom_id"])) is not None:
            values[field["custom_id"]] = [value] if field["type"] == MENU else value
    return await who.submit_modal(modal, values)


async def choose(who: MemberActor, table: Table, **given: str) -> str:
    """Name a deck by *My deck*; return the answer."""
    return said(await fill(who, await press_more(who, table.board, "My deck"), **given))


def list_fields(modal: InteractionResult) -> dict[str, dict[str, Any]]:
    labels = (modal.modal or {})["components"]
    return {label["component"]["custom_id"]: label["component"] for label in labels}


async def win(server: Server, table: Table) -> None:
    """Bo beats everybody else, who serve him at the end."""
    for loser in ("Cy", "Di", "Eve"):
        await table.reports(server.bo, loser, "Bo")


# The list of one's own


async def test_a_registered_deck_is_chosen_at_the_table(server: Server, table: Table) -> None:
    added = await server.bo.slash(table.channel, "deck add", commander=KRENKO, name="Goblins", bracket="3")
    assert "Goblins (Krenko, Mob Boss) · bracket 3" in said(added)
    modal = await press_more(server.bo, table.board, "My deck")
    [option] = list_fields(modal)["deck"]["options"]
    assert option["label"] == "Goblins (Krenko, Mob Boss) · bracket 3"
    told = said(await fill(server.bo, modal, deck=option["value"]))
    assert told.startswith("✅ Bo plays Goblins (Krenko, Mob Boss) · bracket 3.")
    assert "🃏 Bo – Krenko, Mob Boss" in (table.embed.description or "")


async def test_another_commander_beside_a_registered_deck_is_refused(server: Server, table: Table) -> None:
    await server.bo.slash(table.channel, "deck add", commander=KRENKO, name="Goblins")
    modal = await press_more(server.bo, table.board, "My deck")
    [option] = list_fields(modal)["deck"]["options"]
    told = said(await fill(server.bo, modal, deck=option["value"], commanders="Atraxa"))
    assert told == "🚫 You chose Krenko, Mob Boss, and typed “Atraxa”. Give only one of the two."
    modal = await press_more(server.bo, table.board, "My deck")
    told = said(await fill(server.bo, modal, deck=option["value"], commanders="krenko, mob boss"))
    assert told.startswith("✅ Bo plays Goblins (Krenko, Mob Boss).")
    modal = await press_more(server.bo, table.board, "My deck")
    [option] = list_fields(modal)["deck"]["options"]
    assert option["default"], "the form has the deck of the pod, so that what is typed is meant"
    told = said(await fill(server.bo, modal, deck=option["value"], commanders="Atraxa"))
    assert told.startswith("✅ Bo plays Atraxa.")


async def test_a_deck_is_changed_by_its_form_and_retired_until_it_comes_back(server: Server, table: Table) -> None:
    await server.bo.slash(table.channel, "deck add", commander=KRENKO)
    [own] = await server.bo.autocomplete(table.channel, "deck change", "deck", "kren")
    modal = await server.bo.slash(table.channel, "deck change", deck=own["value"])
    changed = await fill(
        server.bo, modal, commanders="Tymna + Thrasios", name="Value", bracket="4", link="https://example.com/value"
    )
    assert "It is now Value (Tymna + Thrasios) · bracket 4" in said(changed)
    listed = answer(await server.bo.slash(table.channel, "deck list")).embeds[0]
    assert "Value (Tymna + Thrasios)" in (listed.description or "")
    assert "<https://example.com/value>" in (listed.description or "")
    assert "no longer offered" in said(await server.bo.slash(table.channel, "deck retire", deck="Value"))
    modal = await press_more(server.bo, table.board, "My deck")
    assert "deck" not in list_fields(modal)
    assert "offered again" in said(await server.bo.slash(table.channel, "deck retire", deck=own["value"]))


async def test_a_link_that_misleads_is_refused(server: Server, table: Table) -> None:
    misleads = "https://user@example.com"
    refused = await server.bo.slash(table.channel, "deck add", commander=KRENKO, link=misleads)
    assert "https" in said(refused)
    assert "🚫" in said(refused)


async def test_a_forged_name_of_a_deck_is_refused_if_it_is_too_long(server: Server, table: Table) -> None:
    await server.bo.slash(table.channel, "deck add", commander=KRENKO, name="Goblins")
    [own] = await server.bo.autocomplete(table.channel, "deck change", "deck", "")
    custom_id = f"{own['value']}:changed"
    form = {"commanders": KRENKO, "name": 61 * "G"}
    refused = said(await forging.submit(server.bo, table.channel, table.board, custom_id, form))
    assert "60 characters at most" in refused
    assert (await server.bo.autocomplete(table.channel, "deck change", "deck", "")) == [own]


async def test_a_list_is_its_owners_alone(server: Server, table: Table) -> None:
    await server.bo.slash(table.channel, "deck add", commander=KRENKO)
    [own] = await server.bo.autocomplete(table.channel, "deck change", "deck", "")
    assert await server.cy.autocomplete(table.channel, "deck change", "deck", "") == []
    stolen = await server.cy.slash(table.channel, "deck retire", deck=own["value"])
    assert "no such deck" in said(stolen)


# At the table


async def test_decks_stand_beside_names_and_in_the_result(server: Server, table: Table) -> None:
    await choose(server.bo, table, commanders=KRENKO)
    await table.starts(server.bo)
    assert "**Bo** *Krenko*" in (table.embed.description or "")
    await choose(server.cy, table, commanders="Tymna + Thrasios", bracket="4")
    assert "*Tymna + Thrasios*" in (table.embed.description or "")
    await end(server.bo, table.channel, "win", winner=table.keys["Bo"])
    shown = table.embed.description or ""
    assert "Bo – Krenko, Mob Boss" in shown
    assert "Cy – Tymna + Thrasios" in shown


async def test_whoever_sits_down_is_offered_to_name_a_deck(server: Server, table: Table) -> None:
    joined = await server.fay.click(table.board, custom_id=table.find_button("join"))
    modal = await server.fay.click(answer(joined), label="My deck")
    await fill(server.fay, modal, commanders=KRENKO)
    assert "Fay – Krenko, Mob Boss" in (table.embed.description or "")


async def test_whoever_joins_from_another_channel_is_offered_no_button_there(server: Server, table: Table) -> None:
    elsewhere = server.guild.create_text_channel("lounge")
    found = answer(await server.fay.slash(elsewhere, "pod find"))
    [menu] = [part for row in found.components for part in row["components"] if "options" in part]
    joined = await server.fay.select(found, [menu["options"][0]["value"]])
    assert "You have a seat" in str(joined.followups) + str(answer(joined).content)
    assert "My deck" not in str(answer(joined).components)


async def test_a_server_without_the_module_asks_for_no_decks(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    assert "My deck" not in await list_more(server.bo, table.board)
    joined = await server.cy.click(table.board, custom_id=table.find_button("join"))
    assert answer(joined).components == []


async def test_whoever_brought_a_guest_names_their_deck(server: Server, table: Table) -> None:
    await server.bo.slash(table.channel, "pod guest", name="Gus")
    modal = await press_more(server.bo, table.board, "My deck")
    owners = {each["label"]: each["value"] for each in list_fields(modal)["whose"]["options"]}
    assert [*owners] == ["Bo", "Gus (guest)"]
    told = said(await fill(server.bo, modal, whose=owners["Gus (guest)"], commanders=KRENKO))
    assert "Gus (guest) plays Krenko, Mob Boss" in told.replace("\\", "")
    assert "whose" not in list_fields(await press_more(server.cy, table.board, "My deck"))


async def test_after_a_game_counts_moderators_alone_correct_a_deck(server: Server, table: Table) -> None:
    await table.starts(server.bo)
    await win(server, table)
    await choose(server.bo, table, commanders=KRENKO)
    await let_count(server)
    assert "My deck" not in await list_more(server.bo, table.board)
    modal = await press_more(server.ana, table.board, "My deck")
    owners = {each["label"]: each["value"] for each in list_fields(modal)["whose"]["options"]}
    refused = await fill(server.ana, modal, whose=owners["Bo"], commanders="Atraxa", reason=" ")
    assert said(refused).startswith("🚫 Say why")
    modal = await press_more(server.ana, table.board, "My deck")
    corrected = await fill(server.ana, modal, whose=owners["Bo"], commanders="Atraxa", reason="a slip")
    assert "Bo plays Atraxa" in said(corrected)
    assert "🃏 Bo – Atraxa" in (table.embed.description or "")
    trail = answer(await server.ana.slash(server.channel, "audit")).embeds[0].description or ""
    assert "corrected a deck" in trail
    assert "Reason: a slip" in trail
    assert "Bo: Krenko, Mob Boss" in trail
    assert "→ Atraxa" in trail


async def test_a_moderator_says_why_another_players_deck_is_another(server: Server, table: Table) -> None:
    await choose(server.bo, table, commanders=KRENKO)
    modal = await press_more(server.ana, table.board, "My deck")
    owners = {each["label"]: each["value"] for each in list_fields(modal)["whose"]["options"]}
    refused = await fill(server.ana, modal, whose=owners["Bo"], commanders="Atraxa")
    assert said(refused).startswith("🚫 Say why")
    modal = await press_more(server.ana, table.board, "My deck")
    told = said(await fill(server.ana, modal, whose=owners["Bo"], commanders="Atraxa", reason="a slip"))
    assert "Bo plays Atraxa" in told


async def test_a_rematch_keeps_the_decks(server: Server, table: Table) -> None:
    await choose(server.bo, table, commanders=KRENKO)
    await choose(server.cy, table, commanders="Atraxa")
    await table.starts(server.bo)
    await end(server.bo, table.channel, "win", winner=table.keys["Bo"])
    await server.bo.click(table.board, custom_id=table.find_button("rematch"))
    assert "🃏 Bo – Krenko, Mob Boss" in (table.embed.description or "")
    await server.cy.click(table.board, custom_id=table.find_button("join"))
    assert "Cy – Atraxa" in (table.embed.description or "")


async def test_decks_can_stay_hidden_until_the_start(server: Server, table: Table) -> None:
    await sets(server, "decks_shown", "start")
    await choose(server.bo, table, commanders=KRENKO)
    seen = answer(await server.cy.click(table.board, label="⋯"))
    log = answer(await acts(server.cy, table.channel, "log"))
    status = answer(await server.cy.slash(table.channel, "pod status"))
    for shown in (seen, log, status):
        assert "Krenko" not in str([each.to_dict() for each in shown.embeds])
    assert "Krenko" not in (table.embed.description or "")
    await table.starts(server.bo)
    assert "*Krenko*" in (table.embed.description or "")


async def test_a_deck_beside_the_agreed_bracket_is_remarked_on_and_not_refused(server: Server) -> None:
    await switch_on(server, "deck")
    table = await Table(server).opened(server.bo, server.cy, bracket="2")
    assert "bracket 2" in (table.embed.footer.text or "")
    await choose(server.bo, table, commanders=KRENKO, bracket="4")
    await choose(server.cy, table, commanders="Atraxa", bracket="2")
    assert "Not in bracket 2, on which this table agreed: Bo (4)" in (table.embed.description or "")
    found = answer(await server.di.slash(server.channel, "pod find", bracket="2"))
    other = answer(await server.di.slash(server.channel, "pod find", bracket="3"))
    assert found.components
    assert "bracket 3" in (other.embeds[0].description or "")
    assert not other.components


async def test_a_game_that_is_entered_says_what_was_played(server: Server) -> None:
    await switch_on(server, "deck")
    options = {"when": "2025-12-31 21:30", "players": mention(*server.everybody[:4])}
    form = await server.ana.slash(server.channel, "pod record", **options)
    modal = await server.ana.click(answer(form), label="Name a deck")
    whose = {each["label"]: each["value"] for each in list_fields(modal)["whose"]["options"]}
    shown = await fill(server.ana, modal, whose=whose["Bo"], commanders=KRENKO)
    assert "🃏 Bo plays Krenko, Mob Boss" in str(answer(shown).embeds[0].description)


# Cards


@pytest.fixture
def cards(server: Server, tmp_path: Path) -> None:
    """The bot has an index of card names."""
    running: Any = server.bot.app
    index = running.client.services.cards
    write_sample_card_index(tmp_path / INDEX_NAME)
    index.reopen_file_if_replaced()


async def test_a_card_is_known_with_its_colours_and_a_near_miss_is_one_press_away(
    server: Server, table: Table, cards: None
) -> None:
    modal = await press_more(server.bo, table.board, "My deck")
    told = await fill(server.bo, modal, commanders="Krenko, Mob Bos")
    assert "Did you mean **Krenko, Mob Boss**?" in said(told)
    await server.bo.click(answer(told), label="Yes: Krenko, Mob Boss")
    assert "🃏 Bo – Krenko, Mob Boss" in (table.embed.description or "")
    added = said(await server.bo.slash(table.channel, "deck add", commander=build_sample_card_id(KRENKO)))
    assert "Krenko, Mob Boss · 🔴" in added
    offered = await server.bo.autocomplete(table.channel, "deck add", "commander", "krenko m")
    assert {"name": KRENKO, "value": build_sample_card_id(KRENKO)} in [
        {"name": each["name"], "value": each["value"]} for each in offered
    ]


async def test_pair_is_a_pair_and_nothing_typed_is_dropped(server: Server, table: Table, cards: None) -> None:
    pair = "Tymna the Weaver // Thrasios, Triton Hero"
    added = said(await server.bo.slash(table.channel, "deck add", commander=pair))
    assert "Tymna the Weaver + Thrasios, Triton Hero" in added
    modal = await press_more(server.bo, table.board, "My deck")
    told = await fill(server.bo, modal, commanders="Fire // Ball")
    assert said(told).startswith("✅ Bo plays Fire // Ball")
    assert "Did you mean **Fire // Ice**?" in said(told)
    await server.bo.click(answer(told), label="Yes: Fire // Ice")
    assert "🃏 Bo – Fire // Ice" in (table.embed.description or "")


# What decks have won


async def test_decks_commanders_and_seats_are_ranked(server: Server, table: Table) -> None:
    await server.bo.slash(table.channel, "deck add", commander=KRENKO, name="Goblins")
    modal = await press_more(server.bo, table.board, "My deck")
    [option] = list_fields(modal)["deck"]["options"]
    await fill(server.bo, modal, deck=option["value"], bracket="3")
    await choose(server.cy, table, commanders="Atraxa", bracket="4")
    await table.starts(server.bo)
    await win(server, table)
    await let_count(server)

    async def read(**options: object) -> simcord.ResponseMessage:
        return answer(await server.di.slash(table.channel, "leaderboard", **options))

    commanders = await read(by="commanders")
    shown = commanders.embeds[0].description or ""
    assert "Krenko, Mob Boss\n-# one win in one game" in shown
    assert "Atraxa\n-# 0 wins in one game · ⛓️ 1 as a thrall" in shown
    assert "Goblins (Krenko, Mob Boss) – Bo" in ((await read(by="decks")).embeds[0].description or "")
    assert "At a table of 4" in ((await read(by="seats")).embeds[0].description or "")
    picked = await server.di.select(commanders, ["4"])
    assert "Krenko" not in (answer(picked).embeds[0].description or "")
    past = answer(await server.bo.slash(table.channel, "history")).embeds[0]
    assert "**Bo** *Krenko*" in (past.description or "")
    mine = answer(await server.bo.slash(table.channel, "stats")).embeds[0]
    assert "Goblins (Krenko, Mob Boss)" in str(mine.to_dict())
    of_deck = answer(await server.di.slash(table.channel, "stats", deck="atraxa")).embeds[0]
    assert "0 wins in one game" in (of_deck.description or "")
    assert "Krenko, Mob Boss" in str(of_deck.to_dict())
    rivals = await server.di.slash(table.channel, "rivals")
    pairs = answer(await server.di.click(answer(rivals), label="By commander")).embeds[0]
    assert "**Krenko, Mob Boss** 1 : 0 **Atraxa**" in (pairs.description or "")


async def test_cards_that_brought_players_down_are_ranked(server: Server, table: Table) -> None:
    await table.starts(server.bo)
    await table.reports(server.bo, "Cy", "Bo", card="Fireball")
    await table.reports(server.bo, "Di", "Bo", card="FIREBALL")
    await table.reports(server.bo, "Eve", "Bo", card="Craterhoof")
    rivals = answer(await server.di.slash(table.channel, "rivals"))
    assert "By card" not in str(rivals.components)
    await let_count(server)
    rivals = answer(await server.di.slash(table.channel, "rivals"))
    shown = answer(await server.di.click(rivals, label="By card")).embeds[0]
    assert (shown.description or "").splitlines()[1:] == ["1. Fireball × 2", "2. Craterhoof × 1"]
