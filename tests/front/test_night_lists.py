"""The lists of a night with two hundred people, which no message has room for at once."""

import csv
import io
import re
from collections.abc import Iterator
from itertools import pairwise

import discord
import pytest
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.front.nights import night_pages, night_results
from bot.front.nights.night_board import (
    BOARD_LINES,
    HEADING_LINES,
    add_game_night_fields,
    count_lines_on_phone,
    truncate_lines_to_message_length,
)
from bot.front.nights.night_pages import VIEWS, GameNightSnapshot
from bot.front.nights.results_file import build_game_night_results_files
from bot.front.ui.fitting import MAX_CONTENT_LENGTH
from bot.i18n import LOCALES, Locale, load_translations
from bot.nights.night import GameNight, GameNightEnd, GameNightPod, GameNightRound, RepeatedRoundPairing
from bot.nights.standings import GameNightPodScore, GameNightRoundScores, compute_game_night_standings
from bot.nights.terms import GameNightSettings
from bot.planning.plan import PlannedGame
from bot.rules.records import PodSetup
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.pod_states import GameNightPodState

WIDE = "\N{CJK UNIFIED IDEOGRAPH-9F8D}"
PEOPLE = tuple(f"{number:03}{WIDE * 29}" for number in range(200))
"""Two hundred names of 32 characters, nearly all of them wide."""


def show(
    rounds: int = 5, *, closed: bool = False, locale: Locale = "en", people: tuple[str, ...] = PEOPLE
) -> GameNightSnapshot:
    """A night of fifty pods a round, the last people sit out; its pods are not open yet."""
    seated, out = people[:-4], people[-4:]
    played = [
        GameNightRound(
            tuple(GameNightPod(50 * number + at // 4 + 1, seated[at : at + 4]) for at in range(0, len(seated), 4)),
            out,
            0,
            1,
        )
        for number in range(rounds)
    ]
    night = GameNight(GameNightSettings(rounds, 60), began=0, rounds=tuple(played))
    night = replace(night, repeated_draws=(RepeatedRoundPairing(1, people[0], "w" * 300),))
    if closed:
        night = replace(night, closed=GameNightEnd(1, False))
    plan = PlannedGame(PodSetup(), people[0], 0, people, frozenset(people), night=night)
    states = [[GameNightPodState(pod) for pod in each.pods] for each in played]
    live = LiveGame(ChannelAddress(10**18, 10**18), 1, 1, plan)
    return GameNightSnapshot(live, plan, night, states, PodMessageFormatter(load_translations(locale), str))


def list_lines(shown: GameNightSnapshot) -> Iterator[str]:
    """All lines of all pages of a night."""
    for view in VIEWS:
        for page in night_pages.list_night_results_pages(shown, view):
            yield from page.splitlines()


def build_board(shown: GameNightSnapshot) -> discord.Embed:
    embed = discord.Embed()
    add_game_night_fields(embed, shown.plan, shown.night, shown.states, shown.formatter)
    return embed


def test_results_of_two_hundred_are_the_same_once_the_night_is_over() -> None:
    running, closed = [*list_lines(show())], [*list_lines(show(closed=True))]
    assert running == closed
    for name in PEOPLE:
        assert sum(name in line for line in closed) >= 6  # in each round, and among those who are here


@pytest.mark.parametrize("locale", LOCALES)
def test_every_page_fits_a_message_beside_its_heading(locale: Locale) -> None:
    shown = show(rounds=30, locale=locale)
    assert (
        max(len(page) for view in VIEWS for page in night_pages.list_night_results_pages(shown, view))
        <= night_pages.LONGEST_PAGE
    )
    for view in VIEWS:
        pages = night_pages.list_night_results_pages(shown, view)
        heading = night_pages.render_game_night_page_heading(shown, view, 0, len(pages), PEOPLE[-1])
        assert len("\n".join([*heading, pages[0]])) <= MAX_CONTENT_LENGTH


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("people", [PEOPLE, tuple(f"Ana {number}" for number in range(200))], ids=["wide", "short"])
def test_board_of_two_hundred_fits_a_phone_and_counts_what_it_leaves_out(
    locale: Locale, people: tuple[str, ...]
) -> None:
    shown = show(locale=locale, people=people)
    fields = build_board(shown).fields
    assert sum(count_lines_on_phone(each.value or "") + HEADING_LINES for each in fields) <= BOARD_LINES
    pods = fields[0].value or ""
    left = int(re.sub(r"\D", "", pods.splitlines()[-1]))
    assert left + len(re.findall(r"\*\*\d+\.\*\*", pods)) == 49


def test_board_counts_the_players_of_the_standings_that_have_no_room() -> None:
    shown = show()
    standings = next(each for each in build_board(shown).fields if each.name == "Standings").value or ""
    left = int(re.findall(r"(\d+) more", standings)[0])
    assert left + len(re.findall(WIDE * 29, standings)) == 4  # only those who sat out have a line before a result


def test_lines_of_a_private_message_that_have_no_room_are_counted() -> None:
    said = truncate_lines_to_message_length(["x" * 99] * 30, load_translations("en"))
    assert said.splitlines()[-1] == "… 11 more"


def test_table_shows_what_puts_one_player_above_another() -> None:
    pods = [
        GameNightPodScore({"ana": 3, "bo": 1, "cy": 0}, ["ana"]),
        GameNightPodScore({"di": 3, "eve": 0, "fay": 0}, ["di"]),
        GameNightPodScore({"gil": 3, "hal": 2}, ()),
    ]
    lines = compute_game_night_standings([GameNightRoundScores(pods)])
    words = PodMessageFormatter(load_translations("fr"), str)
    shown = [night_results.render_game_night_standings_line(line, words) for line in lines]
    assert shown[0] == "**1.** ana · **3** · 🏆\N{NO-BREAK SPACE}1 · ⚔️\N{NO-BREAK SPACE}0,5"
    for (one, above), (other, below) in pairwise(zip(lines, shown, strict=True)):
        decides = [re.sub(r"^\*\*\d+\.\*\* \w+", "", each) for each in (above, below)]
        assert (decides[0] == decides[1]) == (one.place == other.place)


def test_file_has_everybody_in_every_round_and_no_formula() -> None:
    shown = show(rounds=2, people=("=2+3", *PEOPLE[1:]))
    standings, seats = build_game_night_results_files(shown.night, shown.states, str)
    rows = [*csv.DictReader(io.StringIO(seats.fp.read().decode("utf-8-sig")))]
    assert len(rows) == 2 * 200
    assert rows[0] == {
        **{"round": "1", "pod": "1", "state": "unopened", "player": "'=2+3"},
        **{"points": "", "won": "", "settled": "", "cut": ""},
    }
    assert {row["state"] for row in rows} == {"unopened", "bye"}
    assert standings.filename == "night-standings.csv"


def test_everybody_who_waits_for_a_place_is_named() -> None:
    people = (*(f"A rather long name number {number}" for number in range(200)), "ana", "bo")
    plan = PlannedGame(
        PodSetup(), "ana", 0, people, frozenset(people), night=GameNight(GameNightSettings(3, 60), began=0)
    )
    words = PodMessageFormatter(load_translations("en"), str)
    lines = [*night_results.render_players_and_guests_of_game_night(plan, words)]
    assert lines[-3:] == ["**Waiting list**", "1. ana", "2. bo"]
    assert len(lines) == len(people) + 2
