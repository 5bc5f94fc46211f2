"""Everybody is told apart by what they are called, whatever that is, in texts and in pictures."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import cycle, islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.basics.similar_names import build_lookalike_name_key
from bot.formatters.messages import PodMessageFormatter
from bot.front.boards.board_content import build_board_buttons_and_menus, render_board_embed
from bot.front.game_texts import table_view
from bot.front.pods import result_message
from bot.front.pods.board_notices import BoardNotices
from bot.front.pods.pod_board import PodBoardDetails
from bot.front.ui.escaping import ISOLATE_END, ISOLATE_START, clean_label_text, escape_markdown
from bot.front.ui.fitting import MAX_ALT_TEXT_LENGTH, truncate_markdown
from bot.front.ui.message_layout import build_board_layout, collect_component_texts
from bot.front.ui.player_names import DisplayName, build_distinct_display_names
from bot.front.ui.text_chart import describe_rank_chart_as_alt_text
from bot.i18n import LOCALES, Locale, load_translations
from bot.pictures import glyphs
from bot.pictures.figures import build_players_in_picture, compute_unique_initials
from bot.pictures.scene import PlayerInPicture
from bot.rules.decide import create_pod_event
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import Pod, apply_pod_event
from bot.rules.records import PodSetup
from bot.rules.reporting import ReportDefeats
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.record.people import Person
from tests.front.playing import Table, said
from tests.front.simulated import Server, answer
from tests.front.test_fitting import check_layout
from tests.pictures.coverage import list_ranges
from tests.pictures.reading import texts
from tests.pictures.scenes import season

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
EVIL = "\u202eevil\u2066\u2069\u2069\u2068"

CROWDS: dict[str, Sequence[str]] = {
    "one name": ["Ana"],
    "one name in many spellings": ["Ana", "ANA", "Ａｎａ", "Аnа", "A\u200bna", "𝓐𝓷𝓪", " ana "],
    "names that others become": ["Ana", "Ana", "Ana (user-00)", "Ana (user-01)", "Ana (user-00)"],
    "from right to left": ["אנה", "مريم", "אנה", "Ana אנה", "١٢٣", EVIL],
    "without a font": ["漢字", "漢字", "ᚨᚾᚨ", "한글", "Al 漢", "Al 字"],
    "wide": ["W" * 32, "Ｗ" * 32, "﷽" * 32, "𒐫" * 32],
    "emoji": ["🔥", "🔥", "👨‍👩‍👧", "👨", "🫨", "❤️", "❤"],
    "nothing to be seen": ["\u200b", "ㅤ", "\u2800\u2800", "\u200d\ufe0f", "\u2060"],
    "Markdown": ["**", "~~||~~", "`", "@everyone", "[a](b)", "#", "__"],
}
EACH_CROWD = pytest.mark.parametrize("crowd", CROWDS)


def seat(crowd: Sequence[str], count: int) -> tuple[Person, ...]:
    """So many people of these names, of whom one in five was not seen for long."""
    names = islice(cycle(crowd), count)
    return tuple(
        Person(f"player-{at}", 10**17 + at, name, "" if at % 5 == 4 else f"user-{at:02}")
        for at, name in enumerate(names)
    )


def name(persons: tuple[Person, ...], locale: Locale = "en") -> tuple[PodMessageFormatter, PodMessageFormatter]:
    """Words with their names: safe, and bare."""
    called, text = build_distinct_display_names(persons, "guest"), load_translations(locale)
    safe = PodMessageFormatter(text, lambda player: called[player].format_for_message(), escape_markdown)
    return safe, PodMessageFormatter(text, lambda player: called[player].format_without_markdown())


def draw(persons: tuple[Person, ...]) -> dict[str, PlayerInPicture]:
    called = build_distinct_display_names(persons, "guest")
    figures = build_players_in_picture([called[each.id].format_for_picture() for each in persons])
    return {each.id: figure for each, figure in zip(persons, figures, strict=True)}


def start(persons: tuple[Person, ...]) -> Pod:
    """A game in which the second lost to the first."""
    players = tuple(each.id for each in persons)
    large = PodSetup("grand-melee", "necromancer", scoring="necromancer", title="*")
    setup = PodSetup(title="*") if len(persons) == 4 else large
    pod = apply_pod_event(None, create_pod_event(None, OpenLobby(setup, players[0], players, "s" * 32)))
    pod = apply_pod_event(pod, create_pod_event(pod, StartGame(players, players[0])))
    report = DefeatReport(players[1], "life", (DefeatSource(players[0], None),))
    return apply_pod_event(pod, create_pod_event(pod, ReportDefeats((report,))))


def check_directions(text: str) -> None:
    """No name turns round what stands around it."""
    depth = 0
    for each in text:
        assert each not in "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067"
        depth += (each == ISOLATE_START) - (each == ISOLATE_END)
        assert depth in (0, 1)
    assert depth == 0


# What people are called


@EACH_CROWD
@pytest.mark.parametrize("count", [4, 25])
def test_no_two_read_alike_in_texts_or_in_pictures(crowd: str, count: int) -> None:
    persons = seat(CROWDS[crowd], count)
    called = build_distinct_display_names(persons, "guest").values()
    for read in (DisplayName.format_without_markdown, DisplayName.format_for_message):
        assert len({build_lookalike_name_key(read(each)) for each in called}) == count
        assert all(build_lookalike_name_key(read(each)) for each in called)
    figures = draw(persons).values()
    assert len({(each.name, each.added) for each in figures}) == count
    assert len({each.initials for each in figures}) == count
    for figure in figures:
        assert glyphs.can_fonts_draw_text(figure.name)
        assert glyphs.remove_undrawable_characters(figure.initials) == figure.initials != ""


def test_a_user_name_is_added_only_where_the_name_alone_would_not_do() -> None:
    persons = seat(["Ana", "Bo", "ana", "Zoë", "אנה", "漢字", "\u2800"], 7)
    assert [each.format_without_markdown() for each in build_distinct_display_names(persons, "guest").values()] == [
        "Ana (user-00)",
        "Bo",
        "ana (user-02)",
        "Zoë",
        "\u2068אנה\u2069",
        "漢字 (user-05)",
        "user-06",
    ]


def test_what_a_picture_calls_somebody_stands_on_the_board_too() -> None:
    for crowd in CROWDS.values():
        persons = seat(crowd, 25)
        safe, figures = name(persons)[1], draw(persons)
        for player, figure in figures.items():
            shown = build_lookalike_name_key(glyphs.remove_undrawable_characters(safe.name(player)))
            assert build_lookalike_name_key(figure.name) in shown
            assert build_lookalike_name_key(figure.added) in shown


@given(st.lists(st.text(max_size=40), min_size=1, max_size=8))
def test_any_names_are_told_apart(names: list[str]) -> None:
    called = build_distinct_display_names(seat(names, len(names)), "guest").values()
    assert len({each.format_without_markdown() for each in called}) == len(names)
    for each in called:
        check_directions(each.format_for_message())


@given(st.text(st.sampled_from("aא \u2066\u2067\u2068\u2069\u202e*"), max_size=30), st.integers(2, 30))
def test_what_is_cut_keeps_its_directions_to_itself(typed: str, most: int) -> None:
    safe = escape_markdown(typed)
    for cut in (clean_label_text(f"x {safe} y {safe}", most), truncate_markdown(f"x {safe} y {safe}", most)):
        assert len(cut) <= most
        check_directions(cut)


def test_the_characters_with_a_glyph_are_those_of_the_fonts() -> None:
    assert glyphs.COVERED.split() == list_ranges()


# Initials


@pytest.mark.parametrize(
    ("names", "initials"),
    [
        (["Ana", "Bo", "Cy"], ["A", "B", "C"]),
        (["Ana", "Anton", "Amy Lee"], ["An", "At", "AL"]),
        (["Ana", "ana", "Bo"], ["A1", "A2", "B"]),
        (["Ana", "Ася"], ["An", "Ас"]),
        (["🔥", "🔥Ed", "_x_"], ["🔥", "E", "X"]),
        (["Al", "Al B", "Al C"], ["Al", "AB", "AC"]),
    ],
)
def test_initials_are_the_shortest_that_nobody_else_has(names: list[str], initials: list[str]) -> None:
    assert compute_unique_initials(names) == initials


def test_somebody_has_one_sign_in_every_picture_of_a_game() -> None:
    persons = seat(CROWDS["one name in many spellings"], 25)
    pod, figures = start(persons), draw(persons)
    table = table_view.build_table_picture_scene(pod, "player-0", figures, load_translations("en"))
    brought_down = result_message.build_defeats_picture_scene(
        pod, figures, PodMessageFormatter(load_translations("en"), str)
    )
    assert brought_down is not None
    assert {each.figure for each in table.seats} > {*brought_down.players}


# Boards, pictures and their descriptions


@EACH_CROWD
@pytest.mark.parametrize("count", [4, 25])
@pytest.mark.parametrize("locale", LOCALES)
def test_a_board_and_its_picture_take_any_names(crowd: str, count: int, locale: Locale) -> None:
    persons = seat(CROWDS[crowd], count)
    pod, (safe, bare) = start(persons), name(persons, locale)
    notices = BoardNotices({}, {}, tuple(each.id for each in persons[:3]), None, False)
    live = LiveGame(ChannelAddress(900, 100), number=1, game=pod)
    embed = render_board_embed(live, notices, safe, PodBoardDetails(since=NOON))
    items: list[Any] = build_board_buttons_and_menus(live, notices, None, bare)
    view = build_board_layout(embed, items)
    check_layout(view.to_components())  # type: ignore[no-untyped-call]
    shown = "\n".join(collect_component_texts(view.children))
    check_directions(shown)
    if count == 4:
        assert all(safe.name(each.id) in shown for each in persons)
    for item in items:
        check_directions(getattr(item, "label", None) or "")
    about = table_view.build_table_picture_alt_text(pod, "player-0", bare)
    check_directions(about)
    assert len(about) <= 1_024 or count == 25
    assert all(bare.name(each.id) in about for each in persons)


@EACH_CROWD
def test_a_picture_is_drawn_of_any_names(crowd: str) -> None:
    persons = seat(CROWDS[crowd], 25)
    figures = draw(persons)
    scene = table_view.build_table_picture_scene(start(persons), "player-0", figures, load_translations("en"))
    said = {"".join(sorted(words)) for words in texts(scene)}  # drawn from left to right
    assert {"".join(sorted(figure.initials)) for figure in figures.values()} <= said


def test_the_description_of_a_result_says_how_often() -> None:
    words = PodMessageFormatter(load_translations("en"), str.capitalize)
    told = result_message.describe_defeats_by_victor({("ana", "bo"): 2, ("ana", "cy"): 1, ("cy", "ana"): 1}, words)
    assert told.splitlines() == ["Who defeated whom.", "Ana defeated Bo ×2, Cy.", "Cy defeated Ana."]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("weeks", [1, 12, 53])
def test_the_description_of_a_chart_names_the_places(weeks: int, locale: Locale) -> None:
    chart = season(8, weeks)
    told = describe_rank_chart_as_alt_text(chart, load_translations(locale))
    assert len(told) <= MAX_ALT_TEXT_LENGTH
    _, *lines = told.splitlines()
    assert [line.split(" ")[1] for line in lines] == [each.name.split(" ")[0] for each in chart.lines]
    ends = [line.replace(",", " ").replace(":", " ").split()[-1] for line in lines]
    assert ends == [str(place) for place in range(1, 9)]


# At a table


def _spell(server: Server) -> Iterator[tuple[Any, str]]:
    for at, display in enumerate(["Ana", "ana", "שלום", "漢字"]):
        user = server.env.create_user(f"user{at}", global_name=display)
        yield server.guild.add_member(user), display


async def test_two_of_one_name_are_told_apart_wherever_they_are_named(server: Server) -> None:
    guests = [guest for guest, _ in _spell(server)]
    table = await Table(server).started(*guests)
    board = str(table.embed.description)
    for shown in ("Ana (user0)", "ana (user1)", "\u2068שלום\u2069", "漢字 (user3)"):
        assert shown in board
    status = answer(await guests[0].slash(table.channel, "pod status"))
    (picture,) = status.message.attachments
    assert "Ana (user0)" in str(picture.description)
    assert "ana (user1)" in str(picture.description)
    refused = await guests[0].slash(table.channel, "defeat", loser="Ana", controller="שלום", cause="life")
    assert "user0" in said(refused)
    assert "user1" in said(refused)
    told = said(await guests[0].slash(table.channel, "defeat", loser="user1", controller="שלום", cause="life"))
    assert "ana (user1)" in told


async def test_the_description_of_a_result_has_names_as_people_spell_them(server: Server) -> None:
    starred = server.env.create_user("star", global_name="*Zoé*_")
    table = await Table(server).started(*server.everybody[:3], server.guild.add_member(starred))
    for loser in ("Bo", "Cy", "*Zoé*_"):
        await table.reports(server.ana, loser, "Ana")
    (picture,) = table.board.attachments
    assert "*Zoé*_" in str(picture.description)
    assert "\\" not in str(picture.description)
