"""A defeat in one modal, and in one press: what counts at once, and what is shown first."""

from typing import Any

import pytest
from simcord import InteractionResult

from bot.storage.engine import writer
from tests.front.playing import Form, Table, acts, end, filled, find_chosen, form_of, modal_of, said
from tests.front.simulated import Server, answer, deliver_again, in_flight
from tests.front.test_reports import LATE, REDO, five, nothing_happened, written

MOVED = "The game has changed"


def fields(modal: InteractionResult) -> dict[str, dict[str, Any]]:
    """The fields of a modal, by custom id."""
    labels = (modal.modal or {})["components"]
    return {label["component"]["custom_id"]: label["component"] for label in labels}


def offered(table: Table, modal: InteractionResult, field: str) -> list[str]:
    """Whom a menu of the modal offers, by display names."""
    names = {key: name for name, key in table.keys.items()}
    return [names[option["value"]] for option in fields(modal)[field]["options"]]


# What counts at once


async def test_a_master_who_lost_says_only_to_whom(server: Server) -> None:
    table = await five(server)
    told = await filled(table, server.cy, await modal_of(table, server.cy), controller="Bo", card=" Lightning  Bolt")
    assert "Recorded" in said(told)
    assert "Lightning Bolt (controlled by Bo)" in said(told)
    assert "Cy falls to Bo" in table.verdict
    await server.cy.click(answer(told), label=REDO)
    assert nothing_happened(table)
    assert "Lightning Bolt (controlled by Bo)" in written(Form(table, server.cy, told))


async def test_anybody_else_says_who_lost_and_how(server: Server) -> None:
    table = await five(server)
    await table.reports(server.cy, "Cy", "Bo")
    modal = await modal_of(table, server.cy)
    assert find_chosen(fields(modal)["loser"]) is None  # a thrall does not lose again like that
    assert find_chosen(fields(modal)["cause"]) == "life"
    assert {*offered(table, modal, "loser")[:4]} == {"Bo", "Di", "Eve", "Fay"}
    assert offered(table, modal, "controller")[4] == "Cy"
    told = await filled(table, server.cy, modal, loser="Di", cause="poison", controller="Cy")
    assert "Di falls to Bo" in said(told)
    log = answer(await acts(server.bo, table.channel, "log")).embeds[0].description or ""
    assert "Poison" in log


async def test_the_modal_and_the_form_say_who_is_phased_out(server: Server) -> None:
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve, variant="necromancer")
    await table.reports(server.cy, "Cy", "Bo")
    modal = await modal_of(table, server.di)
    for field in ("loser", "controller"):
        about = {each["value"]: each.get("description") for each in fields(modal)[field]["options"]}
        assert about.pop(table.keys["Cy"]) == "💤 Phased out until their next turn"
        assert {*about.values()} == {None}
    form = Form(table, server.di, await filled(table, server.di, modal, controller="Cy", more=True))
    assert form.verdict.startswith("💤 Phased out until their next turn: Cy (NEC-5).\n")


async def test_a_modal_outlives_a_restart(server: Server) -> None:
    table = await five(server)
    modal = await modal_of(table, server.cy)
    await server.restart()
    assert "Recorded" in said(await filled(table, server.cy, modal, controller="Bo"))
    assert "Cy falls to Bo" in table.verdict


async def test_a_modal_that_is_delivered_twice_counts_once(server: Server) -> None:
    table = await five(server)
    await filled(table, server.cy, await modal_of(table, server.cy), controller="Bo")
    deliver_again(server.env)
    await server.env.settle()
    log = answer(await acts(server.bo, table.channel, "log")).embeds[0].description or ""
    assert log.count("now serves") == 1


# What is shown first


@pytest.mark.parametrize(
    ("written_in", "verdict"),
    [
        ({}, "Name at least one source"),
        ({"cause": "library"}, "Cy is out."),
        ({"controller": "Bo", "more": True}, "Cy now serves Bo."),
    ],
    ids=["nobody", "nobody, and it is right", "there is more to it"],
)
async def test_what_is_not_plain_is_shown_before_it_counts(
    server: Server, written_in: dict[str, str | bool], verdict: str
) -> None:
    table = await five(server)
    modal = await modal_of(table, server.cy)
    form = Form(table, server.cy, await filled(table, server.cy, modal, card="Pact", **written_in))
    assert form.opened.ephemeral
    assert verdict in form.verdict
    assert nothing_happened(table)
    await form.pick("controller", "Bo")
    assert "Pact (controlled by Bo)" in written(form)
    await form.press("send")
    assert "Cy" in table.verdict


async def test_a_modal_of_a_game_that_moved_on_is_shown_with_what_was_typed(server: Server) -> None:
    table = await five(server)
    modal = await modal_of(table, server.di)
    await table.reports(server.cy, "Cy", "Bo")
    opened = await filled(table, server.di, modal, controller="Cy", card="Shock")
    form = Form(table, server.di, opened)
    assert MOVED in written(form)
    assert "Shock (controlled by Cy)" in written(form)
    assert "Cy falls to Bo" in table.verdict
    await form.press("send")
    assert "Di falls to Bo" in table.verdict


async def test_the_same_defeat_in_two_modals_at_once_counts_once(server: Server) -> None:
    table = await five(server)
    mine, theirs = await modal_of(table, server.cy), await modal_of(table, server.bo)
    with in_flight(server.env):
        first = await filled(table, server.cy, mine, controller="Bo")
        second = await filled(table, server.bo, theirs, loser="Cy", controller="Bo")
    await server.env.settle()
    assert "Recorded" in said(first)
    assert "Cy already serves Bo." in Form(table, server.bo, second).verdict


async def test_what_was_typed_outlives_the_games_end_and_a_question(server: Server) -> None:
    table = await five(server)
    over = await server.cy.slash(table.channel, "defeat")
    asked = await server.di.slash(table.channel, "defeat")  # the board becomes another message
    form = await form_of(table, server.eve)
    for controller in ("Bo", "Di"):
        await form.pick("controller", controller)
        await form.card(amount="2")
        if controller == "Bo":
            await form.press("details")
            await form.press("source")
    await form.press("send")
    waiting = Form(table, server.di, await filled(table, server.di, asked, controller="Bo", card="Shock"))
    assert "Shock" in written(waiting)
    assert "waiting for Eve to choose" in waiting.verdict
    await table.chooses(server.eve, "Bo")
    await end(server.bo, table.channel, "draw")
    ended = Form(table, server.cy, await filled(table, server.cy, over, controller="Bo", card="Axe"))
    assert "Axe" in written(ended)
    assert "The game is over." in ended.verdict


async def test_a_modal_of_an_earlier_game_is_refused(server: Server) -> None:
    table = await five(server)
    modal = await modal_of(table, server.cy)
    await end(server.bo, table.channel, "close")
    await table.opened(server.bo, server.cy)
    form = Form(table, server.cy, await filled(table, server.cy, modal, controller=None))
    assert "The game was closed." in form.verdict


async def test_what_the_database_does_not_take_stays_in_the_form(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await five(server)
    modal = await modal_of(table, server.cy)
    with monkeypatch.context() as patch:
        patch.setattr(writer, "MAX_WAITING", 0)
        told = await filled(table, server.cy, modal, controller="Bo", card="Shock")
    assert told.followups[-1].content.startswith("⏳")
    form = Form(table, server.cy, told)
    assert "Shock (controlled by Bo)" in written(form)
    await form.press("send")
    assert "Cy falls to Bo" in table.verdict


# Whose card it was that killed its own controller


@pytest.mark.parametrize(
    ("owner", "news", "controls"),
    [("Cy", "Cy is out", "Pact (controlled by Cy)"), ("Di", "Cy falls to Di", "Pact (controlled by Cy, owned by Di)")],
)
async def test_a_card_that_killed_its_controller_is_recorded_once_its_owner_is_named(
    server: Server, owner: str, news: str, controls: str
) -> None:
    table = await five(server)
    modal = await modal_of(table, server.eve)
    asked = await filled(table, server.eve, modal, loser="Cy", controller="Cy", cause="effect", card="Pact")
    form = Form(table, server.eve, asked)
    assert form.owners[0] == "Cy"
    assert {*form.owners} == {"Bo", "Cy", "Di", "Eve", "Fay"}
    assert "Whose card is it?** Cy controlled Pact." in form.verdict
    assert "Your answer records the defeat." in written(form)
    assert "press *Report*" not in written(form)
    assert "owned" not in written(form)
    assert nothing_happened(table)
    await form.own(owner)
    assert "Recorded" in said(asked)
    assert controls in said(asked)
    assert news in table.verdict
    await server.eve.slash(table.channel, "undo")
    assert nothing_happened(table)


async def test_a_wrong_owner_is_corrected_with_one_press_and_asked_again(server: Server) -> None:
    table = await five(server)
    asked = await table.reports(server.cy, "Cy", "Cy")
    await Form(table, server.cy, asked).own("Cy")
    await server.cy.click(answer(asked), label=REDO)
    form = Form(table, server.cy, asked)
    assert form.owners[0] == "Cy"
    await form.own("Bo")
    assert "`ESC-32` **Cy now serves Bo.**" in form.verdict
    await form.press("send")
    assert "Cy falls to Bo" in table.verdict


async def test_a_choice_of_the_loser_needs_no_owner(server: Server) -> None:
    table = await five(server)
    form = Form(table, server.cy, await table.reports(server.cy, "Cy", "Cy"))
    await form.press("details")
    await form.pick("flags", "voluntary")
    assert "`ESC-32` **Cy is out.**" in form.verdict
    await form.press("back")
    assert not form.owners
    await form.press("send")
    assert "Cy is out" in table.verdict


async def test_another_controller_forgets_the_owner_of_the_former(server: Server) -> None:
    table = await five(server)
    asked = await modal_of(table, server.cy)
    form = Form(table, server.cy, await filled(table, server.cy, asked, controller="Cy", more=True))
    await form.own("Cy")
    assert "Cy is out." in form.verdict
    await form.pick("controller", "Bo")
    await form.press("send")
    assert "(controlled by Bo)" in said(form.opened)


async def test_more_than_five_possible_owners_stand_in_a_menu(server: Server) -> None:
    table = await Table(server).started(*server.everybody)
    form = Form(table, server.cy, await table.reports(server.cy, "Cy", "Cy"))
    assert form.owners[0] == "Cy"
    assert len(form.owners) == len(server.everybody)
    await form.pick("whose", "Bo")
    assert "Cy falls to Bo" in table.verdict


async def test_an_owner_decides_nothing_where_only_the_controller_counts(server: Server) -> None:
    _, bo, cy, di, _, _, _ = server.everybody
    table = await Table(server).started(bo, cy, di, variant="necromancer")
    form = Form(table, server.cy, await table.reports(server.cy, "Cy", "Cy"))
    assert not form.owners
    assert "own doing" in form.verdict


# The command, and the menu of a name


async def test_a_command_that_leaves_out_who_opens_the_modal_with_what_it_said(server: Server) -> None:
    table = await five(server)
    keys = table.keys
    for options, chosen in (
        ({}, (keys["Cy"], None, "life", None)),
        ({"loser": "Di", "cause": "poison"}, (keys["Di"], None, "poison", None)),
        ({"controller": "Bo", "card": "Axe"}, (keys["Cy"], keys["Bo"], "life", "Axe")),
    ):
        modal = await server.cy.slash(table.channel, "defeat", **options)
        shown = [*fields(modal).values()]
        assert tuple(map(find_chosen, shown[:4])) == chosen
    given = await server.cy.slash(table.channel, "defeat", controller="Bo")
    assert "Cy falls to Bo" in said(await filled(table, server.cy, given))


async def test_i_lost_to_them_asks_nothing(server: Server) -> None:
    table = await five(server)
    told = await server.cy.context_menu(table.channel, "I lost to them", server.bo)
    assert "Cy falls to Bo" in said(told)
    await server.di.slash(table.channel, "undo")
    await table.reports(server.di, "Di", "Bo")
    assert LATE in said(await server.cy.click(answer(told), label=REDO))


async def test_i_lost_to_them_asks_for_the_cause_while_the_counted_life_is_above_zero(server: Server) -> None:
    _, bo, cy, di, eve, _, _ = server.everybody
    table = await Table(server).started(bo, cy, di, eve, life=True)
    modal = await cy.context_menu(table.channel, "I lost to them", bo)
    loser, controller, cause = [*fields(modal).values()][:3]
    assert (find_chosen(loser), find_chosen(controller)) == (table.keys["Cy"], table.keys["Bo"])
    assert find_chosen(cause) is None
    assert "Poison" in said(await filled(table, cy, modal, cause="poison"))
    await di.slash(table.channel, "life", amount="-40")
    assert "Di falls to Bo" in said(await di.context_menu(table.channel, "I lost to them", bo))


async def test_a_card_typed_with_an_empty_library_is_kept(server: Server) -> None:
    table = await five(server)
    modal = await server.cy.slash(table.channel, "defeat")
    typed = {"loser": "Cy", "cause": "library", "card": "Brain Freeze"}
    form = Form(table, server.cy, await filled(table, server.cy, modal, **typed))
    assert "Brain Freeze: whose?" in written(form)
    assert "Cy is out." in form.verdict
    await form.press("send")
    assert "Brain Freeze" in said(form.opened)


async def test_i_lost_to_them_shows_what_is_not_plain(server: Server) -> None:
    table = await five(server)
    await table.reports(server.cy, "Cy", "Bo")
    again = await server.cy.context_menu(table.channel, "I lost to them", server.bo)
    assert "Cy already serves Bo." in Form(table, server.cy, again).verdict
    own = Form(table, server.bo, await server.bo.context_menu(table.channel, "I lost to them", server.cy))
    assert "Whose card is it?** Cy controlled the source." in own.verdict
    assert own.owners[0] == "Cy"
    for who, whom, refused in (
        (server.di, server.gil, "That member is not in this game."),
        (server.gil, server.di, "Only players in this game"),
    ):
        assert refused in said(await who.context_menu(table.channel, "I lost to them", whom))
