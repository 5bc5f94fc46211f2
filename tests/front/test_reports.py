"""Reports of a defeat: the quick one, the form, and what takes them back."""

import pytest

from tests.front.playing import Form, Table, acts, end, filled, forced, form_of, said
from tests.front.simulated import Server, answer, in_flight

INTRO = "Nothing is recorded until you press"
REDO, LATE = "Undo and correct", "The game has moved on since."


async def five(server: Server) -> Table:
    """Bo hosts for Bo, Cy, Di, Eve and Fay; Ana moderates and looks on with Gil."""
    _, bo, cy, di, eve, fay, _ = server.everybody
    return await Table(server).started(bo, cy, di, eve, fay)


def written(form: Form) -> str:
    """All that the form shows."""
    return str(form.message.embeds[0].to_dict())


def nothing_happened(table: Table) -> bool:
    return table.verdict == "" and len(table.lines) == 5


# At once, or the form


async def test_a_plain_defeat_counts_at_once(server: Server) -> None:
    table = await five(server)
    told = said(await table.reports(server.cy, "Cy", "Bo", card="Lightning Bolt"))
    assert "Recorded" in told
    assert "Lightning Bolt (controlled by Bo)" in told
    assert "Cy falls to Bo" in told
    assert "Cy falls to Bo" in table.verdict


async def test_a_thrall_of_another_did_it_and_it_counts_for_their_master(server: Server) -> None:
    table = await five(server)
    await table.reports(server.cy, "Cy", "Bo")
    assert "Di falls to Bo" in said(await table.reports(server.di, "Di", "Cy"))


@pytest.mark.parametrize(
    ("loser", "controller", "options", "verdict", "news"),
    [
        ("Cy", "Di", {"cause": "poison"}, "Cy now serves Di.", "Cy falls to Di\nPoison"),
        ("Di", "Eve", {"cause": "library"}, "Di is out.", "Di is out\nEmpty library"),
    ],
    ids=["a thrall", "empty library"],
)
async def test_anything_else_shows_its_verdict_before_it_counts(
    server: Server, loser: str, controller: str, options: dict[str, str], verdict: str, news: str
) -> None:
    table = await five(server)
    await table.reports(server.cy, "Cy", "Bo")
    form = Form(table, server.eve, await table.reports(server.eve, loser, controller, **options))
    assert form.opened.ephemeral
    assert verdict in form.verdict
    assert "Cy falls to Bo" in table.verdict
    await form.press("send")
    assert "Recorded" in said(form.opened)
    assert news in table.verdict


async def test_the_same_defeat_reported_twice_at_once_counts_once(server: Server) -> None:
    table = await five(server)
    with in_flight(server.env):
        results = [await table.reports(who, "Cy", "Bo") for who in (server.cy, server.bo)]
    await server.env.settle()
    assert "Recorded" in said(results[0])
    form = Form(table, server.bo, results[1])
    assert "Cy already serves Bo. Was this defeat reported a moment ago?" in form.verdict
    story = answer(await acts(server.bo, table.channel, "log")).embeds[0].description or ""
    assert story.count("now serves") == 1


# Names typed by hand


@pytest.mark.parametrize("typed", ["bo", "Bo", "@Bo", " BO "])
async def test_a_name_typed_by_hand_is_understood(server: Server, typed: str) -> None:
    table = await five(server)
    told = await server.cy.slash(table.channel, "defeat", loser="cy", controller=typed)
    assert "Cy falls to Bo" in said(told)


async def test_a_mention_typed_in_an_option_is_understood(server: Server) -> None:
    table = await five(server)
    options = {"loser": server.cy.mention, "controller": f" {server.bo.mention} "}
    assert "Cy falls to Bo" in said(await server.cy.slash(table.channel, "defeat", **options))


async def test_of_two_with_one_name_none_is_guessed(server: Server) -> None:
    twin = server.guild.add_member(server.env.create_user("other-bo", global_name="Bo"))
    _, bo, cy, di, *_ = server.everybody
    table = await Table(server).started(bo, twin, cy, di)
    told = said(await server.cy.slash(table.channel, "defeat", loser="cy", controller="bo"))
    assert told.startswith("🚫")
    offered = await server.cy.autocomplete(table.channel, "defeat", "loser", "bo")
    assert len({choice["value"] for choice in offered}) == 2
    assert len(table.lines) == 4


@pytest.mark.parametrize("typed", ["Zoe", "ana", "@"])
async def test_an_unknown_name_is_refused_with_the_list(server: Server, typed: str) -> None:
    table = await five(server)
    told = said(await server.cy.slash(table.channel, "defeat", loser=typed, controller="Bo"))
    assert f"“{typed}” is not a player in this game." in told
    assert all(name in told for name in ("Bo", "Cy", "Di", "Eve", "Fay"))
    assert nothing_happened(table)


# Outsiders


async def test_an_outsider_may_not_report(server: Server) -> None:
    table = await five(server)
    for who in (server.gil, server.ana):
        assert "Only players in this game" in said(await table.reports(who, "Cy", "Bo"))
        assert "Only players in this game" in said(await table.reports(who, "Cy", "Cy"))
    assert nothing_happened(table)


async def test_an_outsider_may_not_open_the_form(server: Server) -> None:
    table = await five(server)
    for told in (
        await server.gil.click(table.board, label="Report"),
        await table.reports(server.gil, "Cy"),
        await server.gil.context_menu(table.channel, "Report their defeat", server.cy),
    ):
        assert "Only players in this game" in said(told)


# What the form asks


async def opened(table: Table, loser: str, controller: str | None = None, **more: str) -> Form:
    """A form of Cy's with this much filled in."""
    form = await form_of(table, table.server.cy)
    await form.pick("loser", loser)
    if controller is not None:
        await form.pick("controller", controller)
    for field, value in more.items():
        await form.pick(field, value)
    return form


async def another_source(form: Form, controller: str) -> None:
    await form.press("details")
    await form.press("source")
    await form.pick("controller", controller)


async def another_loser(form: Form, loser: str) -> None:
    await form.press("details")
    await form.press("another")
    await form.pick("loser", loser)


async def test_of_several_sources_the_one_that_took_the_most_life_decides(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Bo")
    await form.card("Shock", "2")
    await another_source(form, "Di")
    assert "each needs an amount" in form.verdict
    await form.card("Lightning Bolt", "3")
    assert "`ESC-22` **Cy now serves Di.** Lightning Bolt" in form.verdict
    await form.press("send")
    assert "Cy falls to Di" in table.verdict


async def test_a_tie_waits_for_the_loser(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Bo")
    await form.card(amount="2")
    await another_source(form, "Di")
    await form.card(amount="2")
    assert form.verdict.startswith("Cy must choose who is responsible: ")
    await form.press("send")
    assert "Cy must choose" in said(form.opened)
    assert "Cy must choose" in table.field("⏳ Waiting for a choice")


async def test_what_another_owns_and_the_loser_controls_is_the_owners(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Cy", cause="effect")
    await form.card("Demonic Pact")
    assert "Whose card is it?** Cy controlled Demonic Pact." in form.verdict
    assert disabled(form) == ["send"]
    await form.press("details")
    await form.pick("owner", "Di")
    assert "Demonic Pact (controlled by Cy, owned by Di)" in str(form.message.embeds[0].to_dict())
    assert "`ESC-35` **Cy now serves Di.** Di owns Demonic Pact and Cy had no choice" in form.verdict
    await form.pick("flags", "voluntary")
    assert "`ESC-35` **Cy is out.**" in form.verdict


async def test_who_made_the_losers_decisions_is_responsible(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Cy")
    await form.press("details")
    await form.pick("controlled", "Di")
    assert "`ESC-41` **Cy now serves Di.**" in form.verdict
    await form.pick("flags", "kindslaver")
    assert "`ESC-42` **Cy now serves Di.** Di controlled Kindslaver" in form.verdict
    await form.pick("controlled")
    assert "Whose card is it?" in form.verdict
    await form.press("back")
    await form.own("Cy")
    assert "Cy is out." in form.verdict


async def test_a_forced_draw_is_whoever_forced_it(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Di", cause="library")
    assert "`ESC-33` **Cy is out.**" in form.verdict
    await form.press("details")
    await form.pick("flags", "forced_draw")
    assert "`ESC-D4` **Cy now serves Di.**" in form.verdict


async def test_who_ended_a_protection_is_responsible(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Cy")
    await another_source(form, "Di")
    await form.card("Naturalize", "1")
    await form.press("details")
    await form.pick("flags", "ended")
    await form.press("next")
    await form.card(amount="20")
    assert "`ESC-43` **Cy now serves Di.** Naturalize ended the effect that kept Cy" in form.verdict


async def test_nobody_is_no_source(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Di", cause="library")
    await form.pick("controller")
    assert "`ESC-33` **Cy is out.**" in form.verdict
    await form.press("send")
    assert "Cy is out" in table.verdict


async def test_several_lose_at_once(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Bo")
    await form.card("Earthquake", "5")
    await form.press("details")
    await form.press("another")
    assert "Choose who lost" in form.verdict
    await form.pick("loser", "Cy")
    assert "Cy is named twice." in form.verdict
    await form.pick("loser", "Di")
    assert form.verdict.splitlines() == [
        "`ESC-21` **Cy now serves Bo.** Bo controlled Earthquake and is responsible.",
        "`ESC-21` **Di now serves Bo.** Bo controlled Earthquake and is responsible.",
    ]
    await form.press("send")
    bo = table.lines.index("👑 **Bo**")
    assert {*table.lines[bo + 1 : bo + 3]} == {"┗ Cy", "┗ Di"}


async def test_all_masters_but_one_beaten_at_once_end_the_game(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Bo")
    for loser in ("Di", "Eve", "Fay"):
        await another_loser(form, loser)
    await form.press("send")
    assert table.lines[0] == "🏆 **Bo wins**"


async def test_next_source_and_remove_it_go_through_what_was_written(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Bo")
    await form.card("Shock", "2")
    await another_source(form, "Di")
    await form.card("Bolt", "3")
    assert "▸ Bolt" in written(form)
    await form.press("next")
    assert "▸ Shock" in written(form)
    await form.press("remove")
    assert "Shock" not in written(form)
    assert "Cy now serves Di." in form.verdict
    await another_loser(form, "Eve")
    assert "▸ Loser: Eve" in written(form)
    await form.press("remove")
    assert "Eve" not in written(form)


async def test_the_form_remembers_what_was_chosen(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Bo", cause="commander")
    chosen = [
        option["label"]
        for row in form.message.components
        for menu in row["components"]
        for option in menu.get("options", ())
        if option.get("default")
    ]
    assert chosen == ["Cy", "Commander damage", "Bo"]
    await form.card("Bolt", "3")
    again = await form.press("card")
    values = [label["component"]["value"] for label in (again.modal or {})["components"]]
    assert values == ["Bolt", "3"]


@pytest.mark.parametrize("amount", ["0", "-1", "1.5", "abc", "٣", "1e3"])
async def test_a_nonsense_amount_is_refused_and_the_draft_kept(server: Server, amount: str) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Bo")
    await form.card("Bolt", "3")
    told = (await form.card("Shock", amount)).followups[-1].content
    assert "must be a whole number, 1 or more" in told
    assert "Shock (controlled by Bo, for 3)" in written(form)
    await form.press("send")
    assert "for 3" in said(form.opened)


async def test_card_and_amount_can_be_left_out_again(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Bo")
    await form.card("  Bolt\n ", " 3 ")
    assert "Bolt (controlled by Bo, for 3)" in written(form)
    await form.card(" ", " ")
    assert "the source (controlled by Bo)" in written(form)


async def test_cancelling_reports_nothing(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Bo")
    shown = form.message
    await form.press("cancel")
    assert said(form.opened) == "Nothing was reported."
    assert (form.message.components, form.message.embeds) == ([], [])
    assert nothing_happened(table)
    late = await forced(table, server.cy, shown, f"form:{form.token}:send")
    assert "🚫" in said(late)
    assert nothing_happened(table)


# The pod moves on while a form is open


async def test_a_pod_that_moved_on_shows_its_new_verdict_before_it_counts(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Di", "Cy")
    await table.reports(server.cy, "Cy", "Bo")
    await form.press("send")
    assert "The game has changed since you opened this form." in written(form)
    assert "Di now serves Bo." in form.verdict
    assert "Cy falls to Bo" in table.verdict
    await form.press("send")
    assert "Di falls to Bo" in table.verdict


async def test_the_same_holds_after_a_report_and_its_undoing(server: Server) -> None:
    table = await five(server)
    await table.reports(server.eve, "Eve", "Fay")
    form = await opened(table, "Di", "Cy")
    await server.eve.slash(table.channel, "undo")
    await table.reports(server.cy, "Cy", "Bo")
    await form.press("send")
    assert "The game has changed since you opened this form." in written(form)
    assert "Cy falls to Bo" in table.verdict


async def test_the_same_defeat_in_two_forms_counts_once(server: Server) -> None:
    table = await five(server)
    form, other = await opened(table, "Cy", "Bo"), await form_of(table, server.bo)
    await other.pick("loser", "Cy")
    await other.pick("controller", "Bo")
    with in_flight(server.env):
        await form.press("send")
        await other.press("send")
    await server.env.settle()
    assert "Recorded" in said(form.opened)
    assert "Cy already serves Bo." in other.verdict


async def test_a_form_cannot_be_sent_once_the_game_is_over(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Bo")
    await end(server.bo, table.channel, "draw")
    await form.press("send")
    assert "The game is over." in form.verdict
    assert "send" in disabled(form)


async def test_a_form_of_an_earlier_game_is_refused(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Bo")
    await end(server.bo, table.channel, "close")
    await table.started(server.bo, server.cy, server.di, server.eve)
    await form.press("send")
    assert "The game was closed." in form.verdict
    assert table.verdict == ""


def disabled(form: Form) -> list[str]:
    """The actions of the form that cannot be pressed."""
    items = [item for row in form.message.components for item in row["components"]]
    return [item["custom_id"].split(":")[2] for item in items if item.get("disabled")]


async def test_a_report_can_be_pressed_only_once_its_verdict_is_known(server: Server) -> None:
    table = await five(server)
    form = await form_of(table, server.cy)
    assert INTRO in written(form)
    assert disabled(form) == ["send"]
    await form.pick("loser", "Cy")
    await form.pick("controller", "Bo")
    assert disabled(form) == []


async def test_a_form_is_as_long_as_can_be_read(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Bo", cause="effect")
    await form.press("details")
    for _ in range(11):
        await form.press("source")
    assert disabled(form) == ["source", "another"]


# A restart, and other people's forms


async def test_a_form_that_a_restart_interrupted_says_how_to_begin_again(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Bo")
    modal = await form.press("card")
    await server.restart()
    for told in (
        await form.press("send"),
        await form.press("details"),
        await form.pick("loser", "Di"),
        await server.cy.submit_modal(modal, {"card": "Bolt", "amount": "3"}),
    ):
        assert "a restart interrupted it" in said(told)
        assert "press *Report* again" in said(told)
    assert nothing_happened(table)


async def test_somebody_elses_form_is_refused(server: Server) -> None:
    table = await five(server)
    form = await opened(table, "Cy", "Bo")
    for told in (
        await forced(table, server.di, form.message, f"form:{form.token}:send"),
        await forced(table, server.ana, form.message, f"form:{form.token}:loser", "Di"),
    ):
        assert "This is someone else’s form." in said(told)
    assert nothing_happened(table)
    assert "Cy now serves Bo." in form.verdict


# From the menu of a name


async def test_the_menu_of_a_name_opens_the_modal_for_their_defeat(server: Server) -> None:
    table = await five(server)
    result = await server.bo.context_menu(table.channel, "Report their defeat", server.cy)
    await filled(table, server.bo, result, controller="Bo")
    assert "Cy falls to Bo" in table.verdict


async def test_the_menu_of_a_name_refuses_who_does_not_play(server: Server) -> None:
    table = await five(server)
    told = await server.bo.context_menu(table.channel, "Report their defeat", server.gil)
    assert "That member is not in this game." in said(told)


async def test_there_is_nothing_to_report_before_the_start(server: Server) -> None:
    assert "no game here" in said(await server.bo.slash(server.channel, "defeat", loser="bo"))
    table = await Table(server).opened(server.bo, server.cy)
    told = await server.bo.context_menu(table.channel, "Report their defeat", server.cy)
    assert "has not started" in said(told)
    told = await server.bo.slash(table.channel, "defeat", loser="Cy", controller="Bo")
    assert "has not started" in said(told)


# Taking back and correcting


async def test_a_quick_report_can_be_taken_back_and_corrected(server: Server) -> None:
    table = await five(server)
    told = await table.reports(server.cy, "Cy", "Bo", card="Bolt", cause="poison")
    await server.cy.click(answer(told), label=REDO)
    form = Form(table, server.cy, told)
    assert nothing_happened(table)
    assert "Loser: Cy · Poison" in written(form)
    assert "Bolt (controlled by Bo)" in written(form)
    await form.pick("controller", "Di")
    await form.press("send")
    assert "Cy falls to Di" in table.verdict


async def test_it_is_not_taken_back_once_something_was_reported_since(server: Server) -> None:
    table = await five(server)
    told = await table.reports(server.cy, "Cy", "Bo")
    await table.reports(server.di, "Di", "Bo")
    refused = await server.cy.click(answer(told), label=REDO)
    assert LATE in said(refused)
    assert "Di falls to Bo" in table.verdict


async def test_pressed_twice_it_is_taken_back_once(server: Server) -> None:
    table = await five(server)
    await table.reports(server.di, "Di", "Bo")
    told = await table.reports(server.cy, "Cy", "Bo")
    with in_flight(server.env):
        await server.cy.click(answer(told), label=REDO)
        again = await server.cy.click(answer(told), label=REDO)
    await server.env.settle()
    assert LATE in said(again)
    assert "Undone: Cy’s defeat" in table.news
    assert "👑 **Bo** ⛓️ Di" in "\n".join(table.teams)


async def test_a_report_in_the_place_of_one_taken_back_is_not_taken_for_it(server: Server) -> None:
    table = await five(server)
    told = await table.reports(server.bo, "Cy", "Bo")
    await server.bo.slash(table.channel, "undo")
    await table.reports(server.di, "Di", "Eve")
    refused = await server.bo.click(answer(told), label=REDO)
    assert LATE in said(refused)
    assert "Di falls to Eve" in table.verdict


async def test_it_can_be_corrected_after_a_restart(server: Server) -> None:
    table = await five(server)
    told = await table.reports(server.cy, "Cy", "Bo")
    await server.restart()
    await server.cy.click(answer(told), label=REDO)
    form = Form(table, server.cy, told)
    assert "Cy now serves Bo." in form.verdict
    assert nothing_happened(table)
