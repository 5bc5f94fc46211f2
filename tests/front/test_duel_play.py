"""A duel on Discord, from its lobby to its end."""

import re

import pytest
from simcord import MemberActor

from bot.app import BotApplication
from bot.storage.engine.schema import results
from tests.front import forging
from tests.front.dueling import DuelTable
from tests.front.playing import list_more, press_more, said, sets, switch_on
from tests.front.simulated import Server, answer, in_flight, pass_quietly
from tests.front.test_faults import MEMBER, count
from tests.storage.store import rows


async def test_a_duel_is_played_from_open_to_its_third_plan(server: Server) -> None:
    ana, bo = server.ana, server.bo
    table = await DuelTable(server).opened(ana, title="The great work")
    assert table.embed.title == "The great work"
    assert table.seats == "1. Ana"
    assert re.search(r"-# 🎲 Dice fixed in advance: `\w{16}`", table.embed.description or "")
    await bo.click(table.board, label="Join")
    assert "Both of you are here" in table.readiness
    started = said(await ana.click(table.board, label="Start"))
    began = "Ana" if "Ana begins" in started else "Bo"
    first, other = (ana, bo) if began == "Ana" else (bo, ana)
    assert table.lines[0] == f"**Turn 1: {began}**"
    for number, player in enumerate((first, other, first, other, first, other)):
        await table.press(player, "placed", "blue:1")
        await player.click(table.board, label="Draw")
        if player == first:
            plan = {"card": f"Plan {number}", "kind": "plan", "cost": "blue", "points": "3"}
            invoked = said(await table.fill(player, "described", **plan))
            assert f"invokes Plan {number}" in invoked
        if number < 4:
            await player.click(table.board, label="End turn")
        else:
            break
    assert table.lines[0] == f"🏆 **{began} wins.**"
    assert table.field(f"▫️ {began}").startswith("✋ 5 in hand · plans: 3 of 3 · 9 points")
    assert table.buttons == [*("Dispute", "Rematch", "Present the great work", "Story", "⋯")]


async def refused(server: Server, who: MemberActor, table: DuelTable, label: str) -> str:
    return said(await who.click(table.board, label=label))


async def test_whose_turn_it_is_not_is_told_whose_it_is(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    for label in ("Place", "Draw", "Invoke", "Use", "Attack", "End turn"):
        told = await refused(server, server.cy, table, label)
        assert "It is Bo’s turn." in told
    assert "Only the two players" in said(await press_more(server.gil, table.board, "Concede"))


async def test_end_turn_says_once_what_could_be_done_yet(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    asked = await server.bo.click(table.board, label="End turn")
    assert "A singularity can still be drawn" in said(asked)
    assert "A crucible card can still be drawn" in said(asked)
    await server.bo.click(answer(asked), label="End it anyway")
    assert table.lines[0] == "**Turn 2: Cy**"


# What is spent


async def spread(table: DuelTable, who: MemberActor, *zones: int) -> None:
    """Put a red singularity into each of these zones before somebody, as a card's text could."""
    for zone in zones:
        await change(table, who, f"add red {zone}")


async def change(table: DuelTable, who: MemberActor, what: str, whose: str = "Bo") -> str:
    return said(await table.fill(who, "changed", whose=whose, what=what, because="Gust"))


async def test_where_it_matters_what_is_spent_a_menu_asks(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    await spread(table, server.bo, 1, 3)
    asked = answer(await table.describe(server.bo, "Kettle", cost="red"))
    [menu] = asked.components[0]["components"]
    assert [option["label"] for option in menu["options"]] == [
        "start 1, clockwise ↻: zone 1 red",
        "start 3, clockwise ↻: zone 3 red",
    ]
    assert menu["options"][0]["description"] == "Leaves zone 1: red (unstable) · zone 3: red"
    await server.bo.select(asked, [menu["options"][1]["value"]], custom_id=menu["custom_id"])
    assert "3: ~~🔺 red~~" in table.field("▶️ Bo")
    assert "1. Kettle (thing)" in table.field("▶️ Bo")


async def test_of_too_many_ways_one_thing_is_asked_after_the_other(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    for zone in (1, 2, 3, 4):
        for family in ("blue", "red", "yellow"):
            await change(table, server.bo, f"add {family} {zone}")
    shown = answer(await table.describe(server.bo, "Kettle", cost="any any any any"))
    asked = []
    for _ in range(6):
        [menu] = shown.components[0]["components"]
        asked.append(menu["options"][-1]["label"])
        if "→" in asked[-1] or (":" in asked[-1] and asked[-1].startswith("start")):
            break
        await server.bo.select(shown, [menu["options"][-1]["value"]], custom_id=menu["custom_id"])
    assert asked[0] == "Start in zone 4"
    assert asked[1] == "counterclockwise ↺"
    assert asked[2] == "*any* number 1: yellow"
    [menu] = shown.components[0]["components"]
    await server.bo.select(shown, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    assert "1. Kettle (thing)" in table.field("▶️ Bo")


async def test_what_cannot_be_paid_says_what_is_missing(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    assert "This can’t be paid" in said(await table.describe(server.bo, "Kettle", cost="red"))
    lacking = answer(await server.bo.slash(table.channel, "joust pay", formula="red"))
    assert "red cannot be paid" in (lacking.embeds[0].description or "")
    await spread(table, server.bo, 1)
    told = answer(await server.bo.slash(table.channel, "joust pay", formula="r", also="r, *"))
    assert "There is 1 way to pay red" in (told.embeds[0].description or "")
    assert "Payable afterwards: 0 of 2" in (told.embeds[0].description or "")


# Cards, wear and attacks


async def test_a_card_is_used_and_wears_out(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    await table.describe(server.bo, "Kettle", action="brews", wear=4)
    menu = answer(await server.bo.click(table.board, label="Use"))
    await server.bo.select(menu, ["1"], custom_id=f"joust:{table.number}:used")
    assert "has to roll for the wear of Kettle" in (table.embed.description or "")
    assert "Roll wear" in table.buttons
    assert "Place" not in table.buttons
    refused = said(await table.press(server.bo, "draw"))
    assert "has to roll for the wear" in refused
    assert "1 to 6" in said(await table.fill(server.bo, "worn", roll="7", bonus=""))
    worn = said(await table.fill(server.bo, "worn", roll="3", bonus="0"))
    assert worn == "✅ Kettle wears out: the wear roll is 3, for a total of 3. 🎲 3"
    assert "Discarded: 1 card" in table.field("▶️ Bo")


async def test_an_attack_takes_the_bonuses_of_both(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    dice = {"my_die": "3", "their_die": "5"}
    failed = said(await table.fill(server.bo, "attacked", **dice, mine="2", theirs="0"))
    assert failed == "✅ Bo attacks Cy and fails: 5 to 5. 🎲 3–5"
    won = said(await table.fill(server.bo, "attacked", **dice, mine="+3", theirs=""))
    assert "succeeds: 6 to 5" in won
    assert "−9 to 9" not in won
    assert "from −9 to 9" in said(await table.fill(server.bo, "attacked", **dice, mine="ten"))


async def test_a_card_that_was_invoked_is_known_by_its_name(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    unknown = said(await server.bo.slash(table.channel, "joust invoke", name="Kettle"))
    assert "I don’t know your card “Kettle”" in unknown
    await table.describe(server.bo, "Kettle", action="brews")
    offered = await server.bo.autocomplete(table.channel, "joust invoke", "name", "ket")
    assert [choice["value"] for choice in offered] == ["Kettle"]
    again = said(await server.bo.slash(table.channel, "joust invoke", name="Kettle"))
    assert again == "✅ Bo invokes Kettle."
    menu = answer(await server.bo.click(table.board, label="Invoke"))
    await server.bo.select(menu, ["Kettle"], custom_id=f"joust:{table.number}:card")
    assert "3. Kettle (thing)" in table.field("▶️ Bo")


async def test_every_change_of_a_card_s_text_can_be_entered(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    await table.describe(server.bo, "Kettle", action="brews")
    lines = (
        "add blue 2",
        "move blue 2 3",
        "flip blue 3",
        "remove blue! 3",
        "hand +2",
        "hand −1",
        "ready Kettle",
        "return kettle",
    )
    for line in lines:
        assert (await change(table, server.cy, line)).startswith("✅ Gust: "), line
    assert table.field("▶️ Bo").startswith("✋ 6 ")
    for wrong in ("", "add", "add green 1", "add blue 5", "move blue 1", "hand 0", "hand x", "dance"):
        assert "I don’t understand that change" in await change(table, server.bo, wrong), wrong
    assert "Bo has no such card in play" in await change(table, server.bo, "discard Kettle")
    assert "singularity" in await change(table, server.bo, "remove red 1")


async def test_a_formula_is_understood_in_the_language_of_who_writes_it(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    await spread(table, server.bo, 1, 2)
    server.speaks(server.bo, "ru")
    described = {"card": "Котёл", "kind": "thing", "cost": "Красная  любая"}
    await table.fill(server.bo, "described", **described)
    assert "1. Котёл (thing)" in table.field("▶️ Bo")


async def test_a_change_is_understood_in_the_language_of_who_writes_it(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    server.speaks(server.bo, "ru")
    assert (await change(table, server.bo, "добавить синяя 2")).startswith("✅ Gust: ")
    server.speaks(server.bo, "fr")
    assert (await change(table, server.bo, "retirer bleu 2")).startswith("✅ Gust")


# Taking back, and agreeing


async def test_dice_are_taken_back_when_the_other_player_agrees(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    await table.fill(server.bo, "attacked", my_die="3", their_die="5")
    asked = said(await press_more(server.bo, table.board, "Undo"))
    assert asked == "🤝 Cy has to agree: the board is asking."
    assert table.call == f"<@{server.cy.id}>, do you agree to undo the last step?"
    assert "Bo wants to undo the last step" in table.field("🤝")
    assert "yourself" in said(await server.bo.click(table.board, label="I agree"))
    assert "Only the two players" in said(await server.gil.click(table.board, label="I agree"))
    agreed = said(await server.cy.click(table.board, label="I agree"))
    assert agreed.startswith("↩️ Undone:\nBo attacks Cy and fails")
    assert "I agree" not in table.buttons


async def test_either_takes_another_step_back_alone_and_a_moderator_says_why(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    await server.bo.click(table.board, label="Draw")
    assert "draws a crucible card" in said(await press_more(server.cy, table.board, "Undo"))
    await table.fill(server.bo, "attacked", my_die="3", their_die="5")
    log = server.guild.create_text_channel("log")
    await sets(server, "log_channel", log)
    assert "Say why" in said(await press_more(server.ana, table.board, "Undo"))
    await server.ana.slash(table.channel, "joust undo", reason="The wrong dice.")
    assert "Undo" not in table.buttons
    trail = answer(await server.ana.slash(table.channel, "audit")).embeds[0]
    assert "The wrong dice." in (trail.description or "")
    told = log.last_message
    assert told is not None
    assert "The wrong dice." in told.content


async def test_i_agree_is_about_the_proposal_that_it_was_shown_for(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    await table.fill(server.bo, "attacked", my_die="3", their_die="5")
    await press_more(server.bo, table.board, "Undo")
    shown = table.find_button("agree")
    with in_flight(server.env):  # Bo asks for something else while Cy presses
        await server.bo.slash(table.channel, "joust close")
        pressed = await server.cy.click(table.board, custom_id=shown)
    await server.env.settle()
    assert "nothing left to agree to" in said(pressed)
    assert "closed" not in str(table.embed.to_dict())
    old = f"joust:{table.number}:agree"  # on boards of before
    await forging.press(server.cy, table.channel, table.board, old)
    assert "closed" in str(table.embed.to_dict())


async def test_who_concedes_loses_and_both_can_let_it_go_on(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    sure = answer(await press_more(server.cy, table.board, "Concede"))
    await server.cy.click(sure, label="Yes, I concede")
    assert table.lines[0] == "🏆 **Bo wins.**"
    await press_more(server.cy, table.board, "Undo")
    await server.bo.click(table.board, label="I agree")
    assert table.lines[0] == "**Turn 1: Bo**"


async def test_closing_takes_both_once_it_has_begun(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    await server.bo.slash(table.channel, "joust close")
    await server.cy.slash(table.channel, "joust close")
    assert table.lines[0] == "The duel was closed without a result."
    lobby = await DuelTable(server).opened(server.bo)
    assert said(await server.bo.slash(lobby.channel, "joust close")) == "✅ The duel was closed."


# Beside pods


async def test_a_pod_and_a_duel_keep_each_other_out_of_a_channel(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    told = said(await server.di.slash(table.channel, "pod open"))
    assert "A duel is being played here" in told
    for name in ("pod status", "undo", "concede"):
        assert "A duel is being played here" in said(await server.bo.slash(table.channel, name))
    await server.bo.slash(table.channel, "joust concede")
    await server.di.slash(table.channel, "pod open")
    told = said(await server.bo.slash(table.channel, "joust open"))
    assert "A game is being played here" in told
    assert "A game is being played here" in said(await server.bo.slash(table.channel, "joust board"))


async def test_a_duel_outlives_a_restart_and_a_deleted_board(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    await server.restart()
    await server.bo.click(table.board, label="Draw")
    assert table.field("▶️ Bo").startswith("✋ 6 ")
    private = answer(await server.cy.slash(table.channel, "joust board"))
    await server.cy.click(private, label="Bring the board here")
    assert len(table.boards) == 1
    story = answer(await server.cy.click(private, label="Story")).embeds[0]
    assert story.description == "1. Bo begins. · MJ-5\n2. Bo draws a crucible card. · MJ-7"


async def test_a_rematch_seats_nobody_who_has_not_pressed(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    await server.bo.slash(table.channel, "joust concede")
    await server.cy.click(table.board, label="Rematch")
    assert table.seats == "1. Cy"
    assert table.embed.footer.text == "Magicjoust · your own dice"


async def test_a_moderator_who_lost_a_duel_that_counts_is_told_that_a_reason_is_missing(server: Server) -> None:
    table = await DuelTable(server).started(server.ana, server.cy)
    await server.ana.slash(table.channel, "joust concede")
    await pass_quietly(server, 16 * 60)
    assert await points(server) == [0, 3]
    assert said(await server.ana.slash(table.channel, "joust undo")).startswith("🚫 Say why")
    assert await points(server) == [0, 3]
    await server.ana.slash(table.channel, "joust undo", reason="It was a misclick.")
    assert await points(server) == []


async def test_a_result_counts_after_a_while_and_then_is_moderators_alone(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    await server.cy.slash(table.channel, "joust concede")
    assert table.lines[-1].startswith("-# The result counts <t:")
    assert await points(server) == []
    await pass_quietly(server, 14 * 60)
    await press_more(server.bo, table.board, "Undo")
    await server.cy.click(table.board, label="I agree")
    await server.cy.slash(table.channel, "joust concede")
    await pass_quietly(server, 14 * 60)
    assert "Undo" in await list_more(server.bo, table.board)
    await server.env.advance_time(3 * 60)
    assert "Undo" not in await list_more(server.bo, table.board)
    assert await points(server) == [0, 3]
    told = said(await table.press(server.bo, "undo"))
    assert "Only a moderator can undo it, giving a reason" in told
    assert "Say why" in said(await table.press(server.ana, "undo"))
    await server.ana.slash(table.channel, "joust undo", reason="It was a misclick.")
    assert table.lines[0] == "**Turn 1: Bo**"
    assert await points(server) == []


async def points(server: Server) -> list[int]:
    """What the results of all games count, least first."""
    app = server.bot.app
    assert isinstance(app, BotApplication)
    return sorted(row[4] for row in await rows(app.database, results))


async def test_who_has_left_the_server_loses(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    custom_id = f"pod:{table.number}:kick:{table.keys['Cy']}"
    server.guild.remove_member(server.cy)
    await forging.press(server.bo, table.channel, table.board, custom_id)
    assert table.lines[0] == "🏆 **Bo wins.**"


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize(("waits", "minutes", "looked_up"), [(True, 11, 1), (False, 65, 2)])
async def test_it_is_noticed_that_whoever_is_to_do_something_has_left(
    server: Server, waits: bool, minutes: int, looked_up: int
) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    if waits:
        await table.describe(server.bo, "Kettle", action="brews", wear=4)
        menu = answer(await server.bo.click(table.board, label="Use"))
        await server.bo.select(menu, ["1"], custom_id=f"joust:{table.number}:used")
    before = count(server, MEMBER)
    server.guild.remove_member(server.bo)
    await pass_quietly(server, minutes * 60)
    assert table.field("🚪 Bo has left the server")
    assert count(server, MEMBER) - before == looked_up


async def test_a_moderator_ends_a_duel_of_somebody_who_has_vanished(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    custom_id = f"pod:{table.number}:kick:{table.keys['Cy']}"
    told = said(await forging.press(server.bo, table.channel, table.board, custom_id))
    assert "there is nothing to vote on" in told
    custom_id = f"pod:{table.number}:remove"
    cy = table.keys["Cy"]
    await forging.press(server.ana, table.channel, table.board, custom_id, cy)
    assert table.lines[0] == "🏆 **Bo wins.**"


async def test_somebody_can_be_challenged_and_is_called_for_that(server: Server) -> None:
    await switch_on(server, "joust")
    await server.bo.slash(server.channel, "joust open", opponent=server.cy)
    [challenge] = [m for m in server.channel.history(viewer=server.gil) if "challenges" in m.content]
    assert challenge.content.startswith(f"⚔️ Bo challenges <@{server.cy.id}>")
    assert [each.id for each in challenge.mentions] == [server.cy.id]


async def test_who_won_presents_the_great_work(server: Server) -> None:
    table = await DuelTable(server).started(server.bo, server.cy)
    await server.cy.slash(table.channel, "joust concede")
    assert "Only the winner presents" in said(await table.fill(server.cy, "presented", work="x"))
    modal = await server.bo.click(table.board, label="Present the great work")
    await server.bo.submit_modal(modal, {"work": "A kettle\nthat sings."})
    assert table.field("🎭 The great work") == "A kettle that sings."
    assert "characters" in said(await table.fill(server.bo, "presented", work="x" * 901))


async def test_the_board_speaks_the_language_of_the_server(server: Server) -> None:
    server.speaks(server.bo, "fr")
    table = await DuelTable(server).opened(server.bo)
    await server.cy.click(table.board, label="Rejoindre")
    assert "Vous êtes là tous les deux" in table.field("Hôte")
