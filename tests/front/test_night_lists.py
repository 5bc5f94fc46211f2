"""The lists of a night with two hundred people, which no message has room for at once."""

from bot.formatters.messages import PodMessageFormatter
from bot.front.nights.night_board import render_all_details_of_game_night
from bot.front.nights.night_pages import LONGEST_PAGE
from bot.i18n import load_message_catalogue
from bot.nights.night import GameNight, GameNightPod, GameNightRound
from bot.nights.terms import GameNightTerms
from bot.planning.plan import PlannedGame
from bot.rules.records import PodSetup
from bot.service.pod_states import GameNightPodState

PEOPLE = tuple(f"A rather long name number {number}" for number in range(200))


def test_standings_of_two_hundred_with_equal_points_name_everybody_in_lines_that_fit() -> None:
    pod = GameNightPod(1, ("ana", "bo", "cy"))
    night = GameNight(GameNightTerms(3, 60), began=0, rounds=(GameNightRound((pod,), PEOPLE, 0, 0),))
    plan = PlannedGame(PodSetup(), PEOPLE[0], 0, night=night)
    words = PodMessageFormatter(load_message_catalogue("en"), lambda player: player)
    lines = [
        line
        for line in render_all_details_of_game_night(plan, night, [[GameNightPodState(pod)]], words)
        if " · **0**" in line
    ]
    assert max(map(len, lines)) < LONGEST_PAGE / 2
    names = ", ".join(line.removeprefix("**1.** ").removesuffix(" · **0**") for line in lines)
    assert names.split(", ") == sorted(PEOPLE)


def test_everybody_who_waits_for_a_place_is_named() -> None:
    people = (*PEOPLE, "ana", "bo")
    night = GameNight(GameNightTerms(3, 60), began=0)
    plan = PlannedGame(PodSetup(), "ana", 0, people, frozenset(people), night=night)
    words = PodMessageFormatter(load_message_catalogue("en"), lambda player: player)
    lines = [*render_all_details_of_game_night(plan, night, [], words)]
    assert lines[-3:] == ["**Waiting list**", "1. ana", "2. bo"]
    assert len(lines) == len(people) + 2
