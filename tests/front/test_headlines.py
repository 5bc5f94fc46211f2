"""The news on the board: the latest event, with everybody who changed hands by it."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.formatters.messages import PodMessageFormatter
from bot.front.game_texts.headlines import render_board_headline
from bot.i18n import LOCALES, Locale, load_translations
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.tables import TABLES
from bot.rules.teams import find_highest_master
from tests.effort import choose_for_gate, examples
from tests.front.deciding import WHY, done, report
from tests.front.playing import Table, acts, end, forced, let_count, press_more, said, switch_on
from tests.front.simulated import Server, answer
from tests.front.test_fitting import play_at

BUTTONS_BEFORE = {
    "lobby": ("join", "leave", "start", "more", "how", "fair", "word", "here", "close"),
    "running": ("report", "turn:1", "life", "checklist", "more", "why", "undo", "status", "log"),
    "finished": ("rematch", "log", "more", "why", "undo", "status", "fair", "how", "here"),
}
"""The custom ids on the boards of the version before, by the state of the game."""


async def four(server: Server, **options: object) -> Table:
    """A game of Ana, Bo, Cy and Di that has just begun."""
    ana, *others = server.everybody[:4]
    return await Table(server).started(ana, *others, **options)


def hands(pod: Pod) -> dict[Player, object]:
    """Return each player's status and highest master (or master, where the masters have no end)."""
    standings = pod.current_game.standings
    return {
        player: (each.status, each.master and (find_highest_master(standings, player) or each.master))
        for player, each in standings.items()
    }


@pytest.mark.parametrize(
    ("table", "locale"), [(table, locale) for table in TABLES for locale in choose_for_gate(LOCALES, table)]
)
@settings(max_examples=examples(8))
@given(st.binary(min_size=300, max_size=300))
def test_the_heading_names_everybody_who_changes_hands(table: str, locale: Locale, drawn: bytes) -> None:
    words = PodMessageFormatter(load_translations(locale), lambda player: f"<{player}>")
    told = list(play_at(iter(drawn), table))
    for (before, known), (after, news) in pairwise(told):
        if news is None or news is known or before.subgame_card != after.subgame_card:
            continue
        was, now = hands(before), hands(after)
        moved = [player for player in now if player in was and was[player] != now[player]]
        headline = render_board_headline(news, words)
        if after.result is None and moved:
            assert all(f"<{player}>" in headline for player in moved), headline


async def test_a_defeated_master_takes_the_whole_team_along_and_the_board_says_so(server: Server) -> None:
    table = await four(server)
    await table.reports(server.bo, "Bo", "Cy")
    told = said(await table.reports(server.cy, "Cy", "Ana", card="Craterhoof Behemoth"))
    assert table.embed.title == "⛓️ Cy falls to Ana, and Bo too"
    assert table.small_print.startswith("Craterhoof Behemoth · ESC-21")
    assert "Cy falls to Ana, and Bo too" in told


async def test_the_title_is_the_heading_until_something_happens(server: Server) -> None:
    table = await four(server, title="Friday")
    assert table.embed.title == "Friday"
    await acts(server.ana, table.channel, "turn")
    assert table.embed.title == "Friday"


async def test_the_heading_outlasts_turns_and_totals(server: Server) -> None:
    table = await four(server, life=True)
    await table.reports(server.bo, "Bo", "Ana")
    await acts(server.ana, table.channel, "turn")
    await server.ana.slash(table.channel, "life", amount="-3")
    assert table.embed.title == "⛓️ Bo falls to Ana"
    assert table.turn[0] == "Turn 2"


async def test_a_concession_replaces_the_defeat_before_it(server: Server) -> None:
    table = await four(server)
    await table.reports(server.bo, "Bo", "Ana")
    await end(server.cy, table.channel, "concede")
    assert (table.embed.title or "").startswith("🏳️ Cy concedes")
    assert "Bo falls" not in table.news


async def test_a_win_is_the_heading_and_says_how(server: Server) -> None:
    table = await four(server)
    await table.reports(server.bo, "Bo", "Ana")
    await end(server.di, table.channel, "win", winner=table.keys["Di"], means="combo")
    assert table.embed.title == "🏆 **Di wins**"
    assert table.small_print.startswith("Di won with a combo")
    assert "Bo falls" not in table.news


async def test_what_was_undone_is_the_heading_until_something_else_happens(server: Server) -> None:
    table = await four(server)
    await table.reports(server.bo, "Bo", "Ana")
    await server.bo.slash(table.channel, "undo")
    assert table.embed.title == "↩️ Undone: Bo’s defeat"
    await table.reports(server.cy, "Cy", "Ana")
    assert table.embed.title == "⛓️ Cy falls to Ana"


async def test_a_correction_is_the_heading_with_its_reason_until_something_else_happens(server: Server) -> None:
    table = await four(server)
    await table.reports(server.bo, "Bo", "Ana")
    await table.reports(server.cy, "Cy", "Di")
    bos = await report(table, "responsible", "Bo:")
    await done(table, "responsible", report=bos, player="Di")
    heading = "⚖️ A moderator corrected an earlier report · ⛓️ Bo now serves Di"
    assert (table.embed.title, table.small_print) == (heading, f"Reason: {WHY}")
    await acts(server.ana, table.channel, "turn")
    assert table.embed.title == heading
    await table.reports(server.ana, "Ana", "Di")
    assert (table.embed.title or "").startswith("🏆")
    assert "corrected" not in table.news


async def test_a_restart_is_the_heading(server: Server) -> None:
    table = await four(server)
    await table.reports(server.bo, "Bo", "Ana")
    await acts(server.ana, table.channel, "restart", table.keys["Ana"])
    assert "restarted the game with Karn Liberated" in (table.embed.title or "")


async def test_the_last_button_shows_what_the_board_leaves_out(server: Server) -> None:
    table = Table(server)
    await switch_on(server, "series")
    await server.ana.slash(table.channel, "series", title="Friday", target=5)
    for member in (server.bo, server.cy, server.di):
        await member.click(table.board, label="Join")
    await server.ana.slash(table.channel, "pod guest", name="Zoe")
    await table.starts(server.ana)
    await table.reports(server.bo, "Bo", "Ana")
    behind = await server.cy.click(table.board, label="⋯")
    assert behind.ephemeral
    (details,) = answer(behind).embeds
    fields = {field.name: field.value for field in details.fields}
    assert details.title == "Friday"
    assert "Esclave · Commander" in (details.description or "")
    assert "Ana brought Zoe" in str(fields["🎟️ Guests"])
    assert "round 1, first to 5 points" in (table.embed.footer.text or "")


@pytest.mark.parametrize("state", BUTTONS_BEFORE)
async def test_buttons_of_boards_of_the_version_before_still_answer(server: Server, state: str) -> None:
    table = await Table(server).opened(server.ana, server.bo, server.cy, server.di)
    if state != "lobby":
        await table.starts(server.ana)
        await table.reports(server.bo, "Bo", "Ana")
    if state == "finished":
        await end(server.di, table.channel, "draw")
    number = table.find_button("more").split(":")[1]
    for action in BUTTONS_BEFORE[state]:
        pressed = await forced(table, server.ana, table.board, f"pod:{number}:{action}")
        assert pressed.acknowledged, action
        assert "can no longer be used" not in str(pressed.response), action


async def test_rare_actions_stand_behind_the_last_button(server: Server) -> None:
    table = await four(server)
    await table.reports(server.bo, "Bo", "Ana")
    assert table.buttons == ["Report", "Next turn", "", "⋯"]
    why = await press_more(server.cy, table.board, "Why?")
    assert "controlled" in str(answer(why).embeds[0].to_dict())


async def test_a_result_is_drawn_once_on_the_board_where_it_stands(server: Server) -> None:
    table = await four(server)
    standing = table.board.id
    for loser in ("Bo", "Cy", "Di"):
        await table.reports(server.ana, loser, "Ana")
    assert table.board.id == standing
    assert [each.filename for each in table.board.attachments] == ["result.png"]
    drawn = table.board.attachments[0].id
    await let_count(server)
    assert table.board.id == standing
    assert [each.id for each in table.board.attachments] == [drawn], "no later edit draws again"
