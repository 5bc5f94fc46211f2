"""Life, poison and commander damage in Discord: the board, `/life`, the panel."""

from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.front.boards.board_updater import MESSAGES_UNTIL_MOVE
from tests.front.playing import Form, Table, acts, forced, press_more, said
from tests.front.simulated import Server, answer, deliver_again, in_flight


async def four(server: Server, life: bool = True, **options: Any) -> Table:
    people = server.ana, server.bo, server.cy, server.di
    return await Table(server).started(*people, life=life, **options)


async def changes(table: Table, who: MemberActor, amount: int | str, **more: Any) -> InteractionResult:
    """`/life`, with players by their display names; a number is typed with its sign."""
    named = {k: table.keys.get(v, v) for k, v in more.items()}
    typed = amount if isinstance(amount, str) else f"{amount:+}"
    return await who.slash(table.channel, "life", amount=typed, **named)


def line(table: Table, name: str) -> str:
    (found,) = [line for line in table.lines if name in line.split(" · ")[0]]
    return found


def labels(result: InteractionResult) -> list[str]:
    rows = answer(result).components
    return [item.get("label", "") for row in rows for item in row["components"]]


def shown(result: InteractionResult) -> str:
    (embed,) = answer(result).embeds
    assert answer(result).ephemeral
    return embed.description or ""


async def test_a_pod_counts_life_only_if_it_was_agreed(server: Server) -> None:
    table = await four(server, life=False)
    assert "❤️" not in "".join(table.lines)
    assert "Life" not in table.buttons
    refused = await server.bo.slash(table.channel, "life", amount="-3")
    assert "This pod does not count life." in said(refused)


async def test_the_board_shows_life_beside_each_name(server: Server) -> None:
    table = await four(server)
    assert line(table, "Bo") == "👑 **Bo** ❤️ 40"


async def test_an_agreed_total_is_counted_from(server: Server) -> None:
    table = await four(server, starting_life=25)
    assert line(table, "Bo") == "👑 **Bo** ❤️ 25"


async def test_a_change_is_told_to_whoever_made_it_and_shown_on_the_same_board(server: Server) -> None:
    table = await four(server)
    assert said(await changes(table, server.bo, -3)) == "❤️ Bo: −3 → **37**"
    told = said(await changes(table, server.cy, 2, player="Bo", kind="poison", by="Ana"))
    assert told == "☠️ Bo: +2 (Ana) → **2**"
    told = said(await changes(table, server.cy, 4, player="Bo", kind="commander", by="Di"))
    assert told == "🗡️ Bo: +4 (Di) → **4** · ❤️ **33**"
    assert line(table, "Bo") == "👑 **Bo** ❤️ 33 ☠️ 2 🗡️ Di 4"
    assert len(table.boards) == 1


async def test_two_partners_do_not_add_up(server: Server) -> None:
    table = await four(server)
    first = {"player": "Bo", "kind": "commander", "by": "Di"}
    await changes(table, server.cy, 11, **first)
    told = await changes(table, server.cy, 10, **first, which="second")
    assert said(told) == "🗡️ Bo: +10 (Di (second commander)) → **10** · ❤️ **19**"
    assert "🗡️ Di 11, Di (second commander) 10" in line(table, "Bo")
    assert not any("Report" in label and "Bo" in label for label in table.buttons)
    await server.cy.click(answer(told), label="Undo this change")
    assert "🗡️ Di 11" in line(table, "Bo")
    assert "second" not in line(table, "Bo")


async def test_a_change_is_taken_back_once(server: Server) -> None:
    table = await four(server)
    made = await changes(table, server.bo, -3, player="Cy")
    message = answer(made)
    button = message.components[0]["components"][0]["custom_id"]
    await server.bo.click(message, label="Undo this change")
    assert line(table, "Cy") == "👑 **Cy** ❤️ 40"
    again = await forced(table, server.bo, message, button)
    assert "Someone has changed that total since." in said(again)
    assert line(table, "Cy") == "👑 **Cy** ❤️ 40"


async def test_a_change_is_not_taken_back_after_a_reset(server: Server) -> None:
    table = await four(server)
    made = await changes(table, server.bo, 3, player="Bo", kind="poison")
    await table.reports(server.cy, "Bo", "Ana")
    refused = await server.bo.click(answer(made), label="Undo this change")
    assert "Someone has changed that total since." in said(refused)
    assert line(table, "Bo") == "┗ Bo"


async def test_a_board_that_counts_life_has_one_row_on_a_phone(server: Server) -> None:
    """What the beaten do now is behind the last button then, and the board says so."""
    table = await four(server)
    assert table.buttons == ["Report", "Next turn", "", "⋯"]
    await table.reports(server.bo, "Bo", "Cy")
    assert "📋 Bo: **⋯**" in table.verdict
    assert "You serve **Cy**." in said(await server.bo.click(table.board, label="⋯"))
    pressed = await press_more(server.bo, table.board, "What now?")
    assert "You serve **Cy**: you win or lose together." in (answer(pressed).embeds[0].description or "")


async def test_the_panel_changes_ones_own_total_or_anybodys(server: Server) -> None:
    table = await four(server)
    panel = await server.bo.click(table.board, custom_id=table.find_button("life"))
    assert "**Bo**\n❤️ 40" in shown(panel)
    await server.bo.click(answer(panel), custom_id=f"life:1:{table.keys['Bo']}:life:-5:-")
    assert "❤️ Bo: −5 → **35**" in shown(panel)
    await server.bo.select(answer(panel), [table.keys["Cy"]], custom_id="life:1:show")
    await server.bo.click(answer(panel), custom_id=f"life:1:{table.keys['Cy']}:poison:1:-")
    await server.bo.click(answer(panel), custom_id=f"life:1:{table.keys['Cy']}:life:1:-")
    assert line(table, "Bo") == "👑 **Bo** ❤️ 35"
    assert line(table, "Cy") == "👑 **Cy** ❤️ 41 ☠️ 1"
    await server.bo.click(answer(panel), label="Undo this change")
    assert line(table, "Cy") == "👑 **Cy** ❤️ 40 ☠️ 1"


async def test_the_panel_counts_damage_from_the_commander_that_is_chosen(server: Server) -> None:
    table = await four(server)
    bo, di = table.keys["Bo"], table.keys["Di"]
    panel = await server.bo.click(table.board, custom_id=table.find_button("life"))
    await server.bo.select(answer(panel), [di], custom_id=f"life:1:{bo}:from")
    await server.bo.click(answer(panel), custom_id=f"life:1:{bo}:commander:5:{di}")
    await server.bo.click(answer(panel), custom_id=f"life:1:{bo}:commander:1:{di}")
    assert line(table, "Bo") == "👑 **Bo** ❤️ 34 🗡️ Di 6"


@pytest.mark.parametrize(
    ("typed", "life"), [("-7", 33), ("−7", 33), ("+7", 47), (" 12 ", 52), ("– 1", 39), ("=25", 25), ("= −3", -3)]
)
async def test_an_amount_is_typed(server: Server, typed: str, life: int) -> None:
    table = await four(server)
    panel = await server.bo.click(table.board, custom_id=table.find_button("life"))
    asking = await server.bo.click(answer(panel), label="Other amount…")
    await server.bo.submit_modal(asking, {"amount": typed})
    assert line(table, "Bo") == f"👑 **Bo** ❤️ {life}".replace("-", "−")


NO_AMOUNTS = ["seven", "--7", "+-7", "1000", "0", "²", "=", "=x", "=3+", "=12345"]


async def test_an_amount_that_is_none_is_refused_in_words(server: Server, subtests: pytest.Subtests) -> None:
    table = await four(server)
    panel = await server.bo.click(table.board, custom_id=table.find_button("life"))
    for typed in NO_AMOUNTS:
        with subtests.test(typed):
            asking = await server.bo.click(answer(panel), label="Other amount…")
            refused = await server.bo.submit_modal(asking, {"amount": typed})
            assert "Give a change from −999 to 999" in said(refused)
            assert line(table, "Bo") == "👑 **Bo** ❤️ 40"


async def test_whoever_looks_on_changes_nothing(server: Server) -> None:
    table = await four(server)
    assert "Only players in this game" in said(await changes(table, server.gil, -3, player="Bo"))
    assert "Only players in this game" in said(await server.gil.click(table.board, custom_id=table.find_button("life")))
    assert line(table, "Bo") == "👑 **Bo** ❤️ 40"


async def test_a_team_has_its_masters_life(server: Server) -> None:
    table = await four(server)
    await table.reports(server.cy, "Bo", "Ana")
    await changes(table, server.bo, -3)
    assert line(table, "Ana") == "👑 **Ana** ❤️ 37"
    assert line(table, "Bo") == "┗ Bo"
    panel = await server.bo.click(table.board, custom_id=table.find_button("life"))
    assert "One life total: " in shown(panel)


@pytest.mark.parametrize(
    ("typed", "told", "beside"),
    [
        ({"amount": "=25"}, "❤️ Bo: −15 → **25**", "❤️ 25"),
        ({"amount": "=-2"}, "❤️ Bo: −42 → **−2**", "❤️ −2"),
        ({"amount": "=3", "kind": "poison"}, "☠️ Bo: +3 → **3**", "❤️ 40 ☠️ 3"),
        ({"amount": "=7", "kind": "commander", "by": "Di"}, "🗡️ Bo: +7 (Di) → **7** · ❤️ **33**", "❤️ 33 🗡️ Di 7"),
    ],
)
async def test_a_total_is_set_and_taken_back(server: Server, typed: dict[str, Any], told: str, beside: str) -> None:
    table = await four(server)
    made = await changes(table, server.bo, **typed)
    assert said(made) == told
    assert line(table, "Bo") == f"👑 **Bo** {beside}"
    assert labels(made)[0] == "Undo this change"
    assert not any("Set to" in label for label in labels(made))
    await server.bo.click(answer(made), label="Undo this change")
    assert line(table, "Bo") == "👑 **Bo** ❤️ 40"


async def test_a_large_total_is_set_and_taken_back(server: Server) -> None:
    table = await four(server)
    made = await changes(table, server.bo, "=9999")
    await server.bo.click(answer(made), label="Undo this change")
    assert line(table, "Bo") == "👑 **Bo** ❤️ 40"


async def test_a_number_without_a_sign_is_added_and_can_become_the_total(server: Server) -> None:
    table = await four(server)
    made = await changes(table, server.bo, "25", player="Cy")
    assert said(made) == ("❤️ Cy: +25 → **65**\n-# A number without a sign is added. `=25` would make it the new total.")
    await server.bo.click(answer(made), label="Set to 25")
    assert line(table, "Cy") == "👑 **Cy** ❤️ 25"
    panel = await server.bo.click(table.board, custom_id=table.find_button("life"))
    asking = await server.bo.click(answer(panel), label="Other amount…")
    await server.bo.submit_modal(asking, {"amount": "3"})
    assert "A number without a sign is added." in shown(panel)


async def test_a_total_that_does_not_change_is_refused(server: Server) -> None:
    table = await four(server)
    assert "The total is 40 already." in said(await changes(table, server.bo, "=40"))
    assert "Too many totals for Bo." in said(await changes(table, server.bo, "=12+3"))
    assert line(table, "Bo") == "👑 **Bo** ❤️ 40"


@pytest.mark.parametrize(("typed", "total"), [("=10", 10), ("=12+3", 15), ("=10+10", 20)])
async def test_totals_of_members_become_that_of_their_team(server: Server, typed: str, total: int) -> None:
    table = await four(server, table="two-headed-giant", variant="elimination")
    [heading] = [number for number, line in enumerate(table.lines) if "Team A" in line]
    member = next(name for name in table.keys if name in table.lines[heading + 2])
    made = await changes(table, server.bo, typed, player=member)
    assert said(made).splitlines()[0].endswith(f"→ **{total}**")
    assert "-# One life total: " in said(made)
    assert table.lines[heading] == f"**Team A** ❤️ {total}"
    assert "".join(table.lines).count("❤️") == 2
    await server.bo.click(answer(made), label="Undo this change")
    assert table.lines[heading] == "**Team A** ❤️ 40"


async def test_a_team_has_no_more_totals_than_members(server: Server) -> None:
    table = await four(server, table="two-headed-giant", variant="elimination")
    refused = await changes(table, server.bo, "=1+1+1")
    assert "give one for each of these members, such as =12+3" in said(refused)


async def test_the_life_of_a_two_headed_giant_stands_with_the_team(server: Server) -> None:
    table = await four(server, table="two-headed-giant", variant="elimination")
    (first,) = [line for line in table.lines if "Team A" in line]
    assert first == "**Team A** ❤️ 40"


@pytest.mark.parametrize(
    ("more", "label", "known"),
    [
        ({"amount": -40, "by": "Ana"}, "Report defeat: Bo · 0 life", ("0 life", "Ana", "40")),
        ({"amount": 10, "kind": "poison", "by": "Ana"}, "Report defeat: Bo · Poison", ("Poison", "Ana", "10")),
        (
            {"amount": 21, "kind": "commander", "by": "Ana"},
            "Report defeat: Bo · Commander damage",
            ("Commander damage", "Ana", "21"),
        ),
    ],
)
async def test_a_losing_total_offers_the_report_with_what_is_known_and_files_nothing(
    server: Server, more: dict[str, Any], label: str, known: tuple[str, ...]
) -> None:
    table = await four(server)
    made = await changes(table, server.cy, player="Bo", **more)
    assert label in labels(made)
    assert label in table.buttons
    assert line(table, "Bo").startswith("👑")
    opened = await server.cy.click(table.board, label=label)
    form = Form(table, server.cy, opened)
    facts = form.message.embeds[0].fields[0]
    assert [each for each in ("Bo", *known) if each not in f"{facts.name} {facts.value}"] == []
    assert line(table, "Bo").startswith("👑")
    await form.press("send")
    assert line(table, "Bo") == "┗ Bo"
    assert label not in table.buttons


async def test_a_total_that_loses_no_more_opens_no_form(server: Server) -> None:
    table = await four(server)
    made = await changes(table, server.cy, 10, player="Bo", kind="poison")
    await changes(table, server.bo, -1, kind="poison")
    refused = await server.cy.click(answer(made), label="Report defeat: Bo · Poison")
    assert "That total no longer loses the game" in said(refused)


async def test_undo_and_story_look_past_changes(server: Server) -> None:
    table = await four(server)
    await table.reports(server.bo, "Bo", "Ana")
    await changes(table, server.cy, -2)
    await changes(table, server.bo, 1, kind="poison")
    story = answer(await acts(server.cy, table.channel, "log")).embeds[0].description or ""
    assert "❤️" not in story
    assert "Undone:" in said(await server.bo.slash(table.channel, "undo"))
    assert line(table, "Bo") == "👑 **Bo** ❤️ 40 ☠️ 1"
    assert line(table, "Cy") == "👑 **Cy** ❤️ 38"


async def test_a_form_does_not_mind_changes_while_it_is_filled_in(server: Server) -> None:
    table = await four(server)
    await changes(table, server.cy, -40, player="Bo", by="Ana")
    form = Form(table, server.cy, await server.cy.click(table.board, label="Report defeat: Bo · 0 life"))
    await changes(table, server.di, -1)
    await form.press("send")
    assert line(table, "Bo") == "┗ Bo"


async def test_a_quick_report_is_corrected_also_after_a_change(server: Server) -> None:
    table = await four(server)
    reported = await table.reports(server.bo, "Bo", "Ana")
    await changes(table, server.di, -1)
    await server.bo.click(answer(reported), label="Undo and correct")
    assert line(table, "Bo").startswith("👑")


async def test_totals_outlive_a_restart(server: Server) -> None:
    table = await four(server)
    panel = await server.bo.click(table.board, custom_id=table.find_button("life"))
    await changes(table, server.cy, -3)
    await server.restart()
    await server.bo.click(answer(panel), custom_id=f"life:1:{table.keys['Bo']}:life:-1:-")
    assert line(table, "Cy") == "👑 **Cy** ❤️ 37"
    assert line(table, "Bo") == "👑 **Bo** ❤️ 39"


async def test_many_who_press_at_once_all_count(server: Server) -> None:
    table = await four(server)
    with in_flight(server.env):
        for who in (server.ana, server.bo, server.cy, server.di):
            for _ in range(3):
                await changes(table, who, -2, player="Bo")
    await server.env.settle()
    assert line(table, "Bo") == "👑 **Bo** ❤️ 16"
    assert len(table.boards) == 1


@pytest.mark.parametrize(
    ("locale", "told"), [("fr", "Cette table ne compte pas les points de vie."), ("ru", "жизни не считают")]
)
async def test_it_speaks_the_language_of_whoever_asks(server: Server, locale: str, told: str) -> None:
    table = await four(server, life=False)
    server.speaks(server.bo, locale)
    assert told in said(await changes(table, server.bo, -3))


async def test_changes_do_not_bring_a_board_that_has_scrolled_away(server: Server) -> None:
    table = await four(server)
    first = table.board.id
    for _ in range(MESSAGES_UNTIL_MOVE):
        await server.gil.send(table.channel, "nice hat")
    await changes(table, server.bo, -3)
    assert table.board.id == first
    assert line(table, "Bo") == "👑 **Bo** ❤️ 37"
    await acts(server.bo, table.channel, "turn")
    assert table.board.id != first


async def test_a_change_that_is_delivered_twice_counts_once(server: Server) -> None:
    table = await four(server)
    bo = table.keys["Bo"]
    panel = await server.bo.click(table.board, custom_id=table.find_button("life"))
    asking = await server.bo.click(answer(panel), label="Other amount…")

    async def comes_again(life: int) -> None:
        for _ in range(2):
            deliver_again(server.env)
            await server.env.settle()
        assert line(table, "Bo") == f"👑 **Bo** ❤️ {life}"

    await changes(table, server.bo, -3)
    await comes_again(37)
    await server.bo.click(answer(panel), custom_id=f"life:1:{bo}:life:-5:-")
    await comes_again(32)
    await server.bo.submit_modal(asking, {"amount": "-10"})
    await comes_again(22)
    await server.bo.click(answer(panel), label="Undo this change")
    await comes_again(32)
