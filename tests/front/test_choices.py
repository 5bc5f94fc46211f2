"""Choices that the rules leave to a player, concessions, and the private checklist."""

import hmac
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from bot.basics.typed_values import convert_value_to_type
from bot.draws import seating
from bot.draws.proofs import RandomSeatingFairnessProof, verify_random_seating_fairness_proof
from bot.front.gateway.client import SuzerainBot
from bot.service.live_game import ChannelAddress
from tests.front.deciding import log
from tests.front.playing import Form, Table, acts, does, end, forced, form_of, press_more, said, sets
from tests.front.simulated import Server, answer
from tests.front.test_draws import checks, proven
from tests.front.test_faults import pass_time

MINUTE = 60
SILENCE = 5 * MINUTE


async def tied(server: Server) -> Table:
    """Cy has to choose between Bo and Di; Bo hosts, Ana moderates and looks on with Gil."""
    _, bo, cy, di, eve, fay, _ = server.everybody
    table = await Table(server).started(bo, cy, di, eve, fay)
    form = await form_of(table, eve)
    await form.pick("loser", "Cy")
    for controller in ("Bo", "Di"):
        await form.pick("controller", controller)
        await form.card(amount="2")
        if controller == "Bo":
            await form.press("details")
            await form.press("source")
    await form.press("send")
    assert "Cy must choose" in table.field("⏳")
    return table


async def two_thralls(server: Server, *guests: str) -> Table:
    """Bo and Cy came to serve Di at the same moment; the others are masters; Eve hosts."""
    people = [server.people[name] for name in ("eve", "bo", "cy", "di", *guests)]
    table = await Table(server).started(*people)
    form = await form_of(table, server.eve)
    await form.pick("loser", "Bo")
    await form.pick("controller", "Di")
    await form.press("details")
    await form.press("another")
    await form.pick("loser", "Cy")
    await form.press("send")
    return table


async def alone(server: Server) -> Table:
    """Cy drew from an empty library and may choose a master (ESC-60)."""
    _, bo, cy, di, eve, _, _ = server.everybody
    table = await Table(server).started(bo, cy, di, eve, choose_master=True)
    form = Form(table, cy, await table.reports(cy, "Cy", cause="library"))
    await form.press("send")
    assert "Cy may choose a master" in table.field("⏳")
    return table


def pings(table: Table) -> list[str]:
    """Every message to the channel that mentions somebody, posted or edited, in order.

    But for the one that tells those who sit that they begin.
    """
    bodies = [
        request.json or {}
        for request in table.server.env.http_requests
        if request.path.startswith("/channels/") and request.method in ("POST", "PATCH")
    ]
    calls = [_read_call(body) for body in bodies if _reaches_somebody(body.get("allowed_mentions", {}))]
    return [call for call in calls if "begins" not in call]


def _read_call(body: Mapping[str, Any]) -> str:
    """What stands above a board that is sent, or the text of another message."""
    return str(body.get("content") or body["components"][0]["content"])


def _reaches_somebody(allowed: dict[str, list[str]]) -> bool:
    return "users" in allowed.get("parse", ()) or bool(allowed.get("users"))


# A tie (ESC-22)


async def test_the_loser_settles_a_tie(server: Server) -> None:
    table = await tied(server)
    assert set(table.offered) == {"Bo", "Di"}
    assert "Report" not in table.buttons
    told = said(await table.chooses(server.cy, "Di"))
    assert "Cy chose Di." in told
    assert "Cy falls to Di" in told
    assert "Cy falls to Di" in table.verdict
    assert table.offered == []


CHOSEN_FOR = {"en": "{} chose for Cy: Di", "fr": "{} a choisi Di pour Cy", "ru": "{} выбирает за игрока Cy: Di"}


@pytest.mark.parametrize(
    ("name", "locale", "maker"),
    [
        ("bo", "en", "Bo"),
        ("ana", "en", "Ana (moderator)"),
        ("ana", "fr", "Ana (modération)"),
        ("ana", "ru", "Ana (модератор)"),
    ],
)
async def test_who_chooses_in_charge_for_somebody_absent_is_named_everywhere(
    server: Server, name: str, locale: str, maker: str
) -> None:
    table = await tied(server)
    await server.ana.slash(table.channel, "setup language", language=locale)
    await server.env.advance_time(SILENCE)
    told = said(await table.chooses(server.people[name], "Di"))
    assert CHOSEN_FOR[locale].format(maker) in str(table.embed.to_dict())
    english = "Bo" if name == "bo" else "Ana (moderator)"
    because, chose = (f"Sources were tied, and {english} chose for Cy", f"{english} chose for Cy: Di.")
    assert chose in told
    why = str(answer(await does(server.cy, table.channel, "why")).embeds[0].to_dict())
    for shown in (why, await log(table)):
        assert because in shown
        assert chose in shown
    audit = str(answer(await server.ana.slash(table.channel, "audit")).embeds[0].to_dict())
    assert ("made a choice for a player" in audit) == (chose in audit) == (name == "ana")


OTHERS = ["di", "eve", "gil"]


async def test_anybody_else_is_told_whose_choice_it_is(server: Server, subtests: pytest.Subtests) -> None:
    table = await tied(server)
    for name in OTHERS:
        with subtests.test(name):
            told = said(await table.chooses(server.people[name], "Bo"))
            assert told.startswith("🚫 This choice is up to Cy.")
            assert "Cy must choose" in table.field("⏳")


async def test_nothing_is_reported_while_a_choice_is_open(server: Server) -> None:
    table = await tied(server)
    waiting = "waiting for Cy to choose"
    assert waiting in said(await table.reports(server.eve, "Eve", "Bo"))
    assert waiting in said(await table.reports(server.eve, "Eve", "Eve"))
    assert waiting in said(await table.reports(server.eve, "Eve"))
    assert waiting in said(await acts(server.bo, table.channel, "turn"))
    assert waiting in said(await end(server.bo, table.channel, "draw"))
    told = await server.bo.context_menu(table.channel, "Report their defeat", server.eve)
    assert waiting in said(told)


async def test_a_choice_that_is_taken_back_is_asked_again(server: Server) -> None:
    table = await tied(server)
    await table.chooses(server.cy, "Bo")
    await server.bo.slash(table.channel, "undo")
    assert "Cy must choose" in table.field("⏳")
    assert table.call == f"{server.cy.mention}, please choose below."
    await table.chooses(server.cy, "Di")
    assert "Cy falls to Di" in table.verdict


# Choosing for somebody who is silent (ESC-D17)


@pytest.mark.parametrize("name", ["bo", "ana"])
async def test_nobody_chooses_for_a_player_before_they_were_silent_for_five_minutes(server: Server, name: str) -> None:
    table = await tied(server)
    await server.env.advance_time(SILENCE - 1)
    told = said(await table.chooses(server.people[name], "Di"))
    assert told.startswith("🚫 Only Cy can choose now.")
    assert "<t:" in told
    await server.env.advance_time(1)
    assert "chose for Cy: Di." in said(await table.chooses(server.people[name], "Di"))


async def test_the_server_sets_how_long_a_player_may_be_silent(server: Server) -> None:
    table = await tied(server)
    await sets(server, "choice_time", "10m")
    await server.env.advance_time(SILENCE)
    assert "Only Cy can choose now." in said(await table.chooses(server.bo, "Di"))
    await server.env.advance_time(SILENCE)
    assert "Bo chose for Cy: Di." in said(await table.chooses(server.bo, "Di"))


async def test_whatever_the_player_does_in_the_game_begins_the_silence_anew(server: Server) -> None:
    _, bo, cy, di, eve, _, _ = server.everybody
    table = await Table(server).started(bo, cy, di, eve, choose_master=True, life=True)
    form = Form(table, bo, await table.reports(bo, "Cy", cause="library"))
    await form.press("send")
    await server.env.advance_time(SILENCE - 1)
    await cy.slash(table.channel, "life", amount="-1")
    await server.env.advance_time(SILENCE - 1)
    assert "Only Cy can choose now." in said(await table.chooses(bo, "Di"))
    await server.env.advance_time(1)
    assert "Bo chose for Cy: Di." in said(await table.chooses(bo, "Di"))


async def test_nobody_chooses_for_another_in_their_own_favour(server: Server) -> None:
    table = await tied(server)
    await server.env.advance_time(SILENCE)
    told = said(await table.chooses(server.bo, "Bo"))
    assert told.startswith("🚫 You cannot choose for Cy in your own favour.")
    assert "Cy must choose" in table.field("⏳")
    assert "Bo chose for Cy: Di." in said(await table.chooses(server.bo, "Di"))


async def test_a_thrall_chooses_nobody_for_the_sake_of_their_master(server: Server) -> None:
    people = [server.people[name] for name in ("eve", "bo", "cy", "di", "fay")]
    table = await Table(server).started(*people, choose_master=True)
    await table.reports(server.eve, "Eve", "Bo")
    form = Form(table, server.bo, await table.reports(server.bo, "Cy", cause="library"))
    await form.press("send")
    await server.env.advance_time(SILENCE)
    assert "in your own favour" in said(await table.chooses(server.eve, "Bo"))
    told = said(await table.chooses(server.eve, "Di"))
    assert "Eve chose for Cy: Di." in told
    assert "Cy now serves Di\nEve chose for Cy: Di" in table.verdict


async def test_the_board_says_who_chose_that_a_player_leaves(server: Server) -> None:
    table = await alone(server)
    await server.env.advance_time(SILENCE)
    told = said(await table.chooses(server.bo, None))
    assert "Bo chose for Cy: to leave." in told
    assert "Cy is out\nBo chose for Cy: to leave" in table.verdict


async def test_moderators_are_called_once_after_the_silence(server: Server) -> None:
    table = await tied(server)
    waiting = table.board
    await pass_time(server, SILENCE + MINUTE)
    assert table.call.startswith("Moderators: a player does not answer.")
    assert table.board.id != waiting.id
    called = table.board
    await pass_time(server, 2 * MINUTE)
    assert table.board.id == called.id
    assert "the moderators were called to choose" in await log(table)
    assert "Ana (moderator) chose for Cy: Bo." in said(await table.chooses(server.ana, "Bo"))
    assert table.call == ""


async def test_the_sealed_draw_chooses_where_nobody_does(server: Server) -> None:
    table = await tied(server)
    await pass_time(server, SILENCE + 12 * MINUTE)
    assert table.offered == []
    verdict = table.verdict
    assert "Cy did not choose, and the draw did" in verdict
    told = await log(table)
    assert "Cy did not choose, and the draw did:" in told
    drawn = next(name for name in ("Bo", "Di") if f"Cy falls to {name}" in verdict)
    await server.bo.slash(table.channel, "undo")
    assert "Cy must choose" in table.field("⏳")
    await pass_time(server, SILENCE + 12 * MINUTE)
    assert f"Cy falls to {drawn}" in table.verdict


async def test_the_draw_repeats_from_the_secret_that_was_sealed(server: Server) -> None:
    table = await tied(server)
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    place = ChannelAddress(server.guild.id, table.channel.id)
    live = await client.services.service.load_current_game(place)
    assert live.pod is not None
    assert live.pod.draw is not None
    secret, seat = live.pod.draw.seal.own.secret, live.pod.players.index(table.keys["Cy"])
    options = [each for each in live.pod.players if each in (table.keys["Bo"], table.keys["Di"])]
    said_before = f"choice responsible {seat} 0 0".encode()
    byte = hmac.digest(secret.encode(), said_before, "sha256")[0]
    assert seating.answer_open_player_choice_at_random(live.pod) == options[byte % 2]


async def test_the_proof_of_a_draw_holds_the_choices_that_it_made(server: Server) -> None:
    table = await tied(server)
    await pass_time(server, SILENCE + 12 * MINUTE)
    drawn = next(name for name in ("Bo", "Di") if f"Cy falls to {name}" in table.verdict)
    await server.bo.slash(table.channel, "undo")
    checked = await checks(table, server.fay)
    assert "also has the choice that the draw made" in str(answer(checked).embeds[0].description)
    proof = convert_value_to_type(await proven(checked), RandomSeatingFairnessProof)
    (choice,) = proof.choices
    assert proof.roster[choice.asked].name == "Cy"
    assert proof.roster[choice.chosen].name == drawn
    assert [check.what for check in verify_random_seating_fairness_proof(proof) if not check.is_valid] == []
    forged = replace(proof, choices=(replace(choice, chosen=choice.asked),))
    assert [check.what for check in verify_random_seating_fairness_proof(forged) if not check.is_valid] == ["choice 1"]


async def test_the_board_says_from_when_others_may_choose_and_is_not_edited_for_it(server: Server) -> None:
    table = await tied(server)
    field = table.field("⏳")
    assert "If they stay silent, others may choose: <t:" in field
    opens = int(field.partition("<t:")[2].partition(":")[0])
    asked = table.board.created_at.timestamp()
    assert abs(opens - asked - SILENCE) <= MINUTE
    edited = table.board.edited_at
    await server.env.advance_time(SILENCE)
    assert table.board.edited_at == edited
    assert "Bo chose for Cy: Di." in said(await table.chooses(server.bo, "Di"))


# The one ping


async def test_only_who_has_to_choose_is_pinged_by_a_new_message(server: Server) -> None:
    _, bo, cy, di, eve, _, _ = server.everybody
    table = await Table(server).started(bo, cy, di, eve, choose_master=True)
    before = table.board
    form = Form(table, di, await table.reports(di, "Cy", cause="library"))
    assert table.board.id == before.id
    await form.press("send")
    assert table.board.id != before.id
    assert len(table.boards) == 1
    assert table.call == f"{cy.mention}, please choose below."
    assert [user.id for user in table.board.mentions] == [cy.id]
    assert pings(table) == [f"{cy.mention}, please choose below."]


async def test_the_ping_is_not_repeated_when_the_board_changes(server: Server) -> None:
    table = await tied(server)
    waiting = table.board
    await end(server.eve, table.channel, "concede")
    assert table.board.id == waiting.id
    await table.chooses(server.cy, "Bo")
    assert table.board.id == waiting.id
    assert table.call == ""
    assert len(pings(table)) == 1


async def test_the_ping_is_not_repeated_after_a_restart(server: Server) -> None:
    table = await tied(server)
    waiting = table.board
    await server.restart()
    assert table.board.id == waiting.id
    await end(server.eve, table.channel, "concede")
    assert table.board.id == waiting.id
    assert len(pings(table)) == 1


async def test_a_choice_survives_a_restart(server: Server) -> None:
    table = await tied(server)
    await server.restart()
    assert "Cy falls to Di" in said(await table.chooses(server.cy, "Di"))
    assert "Cy falls to Di" in table.verdict


# A successor (ESC-45)


async def test_a_master_who_leaves_chooses_among_thralls_who_came_together(server: Server) -> None:
    table = await two_thralls(server, "fay")
    told = said(await end(server.di, table.channel, "concede"))
    assert "Di is leaving and must choose who leads the team next" in told
    assert set(table.offered) == {"Bo", "Cy"}
    assert table.call == f"{server.di.mention}, please choose below."
    assert "This choice is up to Di." in said(await table.chooses(server.fay, "Bo"))
    told = said(await table.chooses(server.di, "Cy"))
    assert "Cy now leads Bo" in told
    assert "💀 ~~Di~~" in table.lines
    cy = table.lines.index("👑 **Cy**")
    assert table.lines[cy + 1] == "┗ Bo"


async def test_a_master_who_leaves_already_cannot_concede_again(server: Server) -> None:
    table = await two_thralls(server, "fay")
    await end(server.di, table.channel, "concede")
    told = said(await end(server.di, table.channel, "concede"))
    assert "Di is already conceding" in told


async def test_the_single_successor_left_is_taken(server: Server) -> None:
    table = await two_thralls(server, "fay")
    await end(server.di, table.channel, "concede")
    told = said(await end(server.cy, table.channel, "concede"))
    assert "Bo now leads the team" in told
    assert "👑 **Bo**" in table.lines
    assert {"💀 ~~Di~~", "💀 ~~Cy~~"} <= set(table.lines)
    assert table.offered == []


async def test_the_host_chooses_a_successor_after_a_restart(server: Server) -> None:
    table = await two_thralls(server, "fay")
    await end(server.di, table.channel, "concede")
    await server.restart()
    await server.env.advance_time(SILENCE)
    assert "Bo now leads Cy" in said(await table.chooses(server.eve, "Bo"))


# A tie while people leave (ESC-D17)


async def test_an_option_who_concedes_falls_away_and_the_single_one_left_is_taken(server: Server) -> None:
    table = await tied(server)
    told = said(await end(server.di, table.channel, "concede"))
    assert "Di concedes" in told
    assert "Cy falls to Bo" in told
    assert table.offered == []


async def test_a_question_falls_with_who_was_to_answer_it(server: Server) -> None:
    table = await tied(server)
    assert "Cy concedes" in said(await end(server.cy, table.channel, "concede"))
    assert table.offered == []
    assert "💀 ~~Cy~~" in table.lines
    assert "Report" in table.buttons


async def test_a_choice_that_came_too_late_is_refused_in_words(server: Server) -> None:
    table = await tied(server)
    button = table.find_button("pick")
    menu = button.replace(":pick:", ":choose:").rpartition(":")[0]  # of the boards of once
    await table.chooses(server.cy, "Bo")
    for late in (
        await forced(table, server.cy, table.board, button),
        await forced(table, server.cy, table.board, menu, table.keys["Di"]),
    ):
        assert "nothing to choose" in said(late)
    assert "Cy falls to Bo" in table.verdict


# Choosing a master (ESC-60)


async def test_who_loses_alone_may_choose_a_master(server: Server) -> None:
    table = await alone(server)
    assert set(table.offered) == {"Bo", "Di", "Eve", "Leave the game instead"}
    told = said(await table.chooses(server.cy, "Eve"))
    assert "Cy chose Eve." in told
    assert "Cy now serves Eve" in table.verdict


async def test_who_loses_alone_may_decline(server: Server) -> None:
    table = await alone(server)
    told = said(await table.chooses(server.cy, None))
    assert "Cy chose to leave." in told
    assert "💀 ~~Cy~~" in table.lines


async def test_who_concedes_chooses_no_master(server: Server) -> None:
    _, bo, cy, di, eve, _, _ = server.everybody
    table = await Table(server).started(bo, cy, di, eve, choose_master=True)
    await end(cy, table.channel, "concede")
    assert table.offered == []
    assert "💀 ~~Cy~~" in table.lines


# Conceding


async def four(server: Server) -> Table:
    """Bo hosts for Bo, Cy, Di and Eve, and Cy serves Bo."""
    _, bo, cy, di, eve, _, _ = server.everybody
    table = await Table(server).started(bo, cy, di, eve)
    await table.reports(cy, "Cy", "Bo")
    return table


async def test_the_command_asks_once_and_then_concedes(server: Server) -> None:
    table = await four(server)
    await server.cy.slash(table.channel, "concede")
    assert "💀 ~~Cy~~" not in table.lines
    told = said(await end(server.cy, table.channel, "concede"))
    assert "Cy concedes" in told
    assert "💀 ~~Cy~~" in table.lines


async def test_the_button_asks_before_it_concedes(server: Server) -> None:
    table = await four(server)
    asked = await press_more(server.bo, table.board, "Concede")
    assert "You leave the game for good." in said(asked)
    assert "💀" not in "".join(table.lines)
    await server.bo.click(answer(asked), label="Yes, I concede")
    assert "Bo concedes" in said(asked)
    assert "Cy now leads the team" in said(asked)
    assert "👑 **Cy**" in table.lines


async def test_nobody_concedes_twice(server: Server) -> None:
    table = await four(server)
    asked, again = [await press_more(server.cy, table.board, "Concede") for _ in range(2)]
    await server.cy.click(answer(asked), label="Yes, I concede")
    told = await server.cy.click(answer(again), label="Yes, I concede")
    assert "Cy is out of the game." in said(told)
    assert "Cy is out of the game." in said(await end(server.cy, table.channel, "concede"))


async def test_an_outsider_has_nothing_to_concede(server: Server) -> None:
    table = await four(server)
    for told in (
        await forced(table, server.gil, table.board, "pod:1:concede"),
        await server.gil.slash(table.channel, "concede"),
    ):
        assert "Only players in this game" in said(told)


async def test_a_concession_can_end_the_game(server: Server) -> None:
    table = await four(server)
    await end(server.di, table.channel, "concede")
    await end(server.eve, table.channel, "concede")
    assert table.lines[0] == "🏆 **Bo wins**, with Cy"


# The checklist


async def listed(table: Table, name: str) -> str:
    """What the checklist button shows somebody, privately."""
    result = await table.server.people[name].click(table.board, custom_id=table.find_button("checklist"))
    said(result)
    (embed,) = answer(result).embeds
    return embed.description or ""


async def test_the_checklist_tells_a_thrall_what_to_do(server: Server) -> None:
    shown = await listed(await four(server), "cy")
    assert shown.startswith("You serve **Bo**: you win or lose together.")
    assert "1. Shuffle into your library" in shown
    assert "3. Draw three cards." in shown
    assert "6. Other players’ Auras on you" in shown
    assert "If Bo is defeated, you keep your cards and serve the player responsible." in shown


async def test_a_new_thrall_reads_from_when_they_act_until_then_and_whose_turn_they_share_afterwards(
    server: Server,
) -> None:
    table = await four(server)
    assert "You act from the beginning of the next turn, whoever’s it is." in await listed(table, "cy")
    await acts(server.bo, table.channel, "turn")
    assert "You share Bo’s turns and life total." in await listed(table, "cy")


async def test_the_thralls_of_a_fallen_master_read_whom_they_serve_and_that_they_keep_their_cards(
    server: Server,
) -> None:
    table = await four(server)
    told = said(await table.reports(server.cy, "Bo", "Di"))
    for shown in (told, await listed(table, "cy"), said(await server.cy.click(table.board, label="⋯"))):
        assert "You serve **Di** now, with your whole team. You keep all your cards." in shown
        assert "You act from the beginning of the next turn" in shown
        assert "Shuffle" not in shown
    assert "📋 Bo, Cy: **What now?**" in table.small_print


async def test_the_rules_behind_the_steps_are_one_press_away(server: Server) -> None:
    table = await four(server)
    shown = answer(await server.cy.click(table.board, custom_id=table.find_button("checklist")))
    labels = [item["label"] for row in shown.components for item in row["components"]]
    assert labels == ["ESC-4", "ESC-7", "ESC-D15", "How to play"]
    (rule,) = answer(await server.cy.click(shown, label="ESC-4")).embeds
    assert "you still control leave the game" in (rule.description or "")


async def test_a_minion_reads_whom_to_spare_and_that_they_cannot_win(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4], variant="necromancer")
    await table.reports(server.bo, "Bo", "Ana")
    shown = await listed(table, "bo")
    assert shown.startswith("You serve **Ana**, and you cannot win, not even if Ana does.")
    assert "You do not attack Ana or Ana’s other minions." in shown
    assert "go on serving Ana" in shown


@pytest.mark.parametrize("name", ["bo", "di"])
async def test_the_checklist_asks_nothing_of_a_master(server: Server, name: str) -> None:
    assert await listed(await four(server), name) == "Nothing to do right now: play on."


async def test_an_outsider_has_no_checklist(server: Server) -> None:
    table = await four(server)
    told = said(await server.gil.click(table.board, custom_id=table.find_button("checklist")))
    assert "Only players in this game" in told


async def test_the_checklist_tells_who_is_out_what_the_table_does(server: Server) -> None:
    table = await four(server)
    await end(server.di, table.channel, "concede")
    shown = await listed(table, "di")
    assert shown.startswith("You are out.")
    assert "1. Immediately: every object the player owns leaves the game." in shown
