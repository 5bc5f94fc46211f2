"""Three point systems that leagues have published, rebuilt: each of their points comes out.

The systems are described by their numbers. Places, wins and defeats bring what a server's own variant says; the rest
are house deeds: claimed, voted or given.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from bot.front.server.settings import parse_server_achievement_lines
from bot.front.standings.deed_points import parse_achievement_points
from bot.front.standings.round_rules import parse_attendance_rule, parse_best_rounds_rule
from bot.projections.results import format_achievements_by_player
from bot.rules.decide import create_pod_event
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.house_deeds import (
    ClaimServerAchievement,
    CloseServerAchievementVote,
    GiveServerAchievement,
    ServerAchievement,
    find_achievement_ballot_winner,
)
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import Pod, PodCommand, apply_pod_event
from bot.rules.records import PodSetup
from bot.rules.reporting import ReportDefeats
from bot.rules.variants import VARIANTS, Scoring
from bot.rules.winning import ReportDrawnGame
from bot.season_rules.games import SeasonGame, SeasonGameResult
from bot.season_rules.ranking import SeasonStandings
from bot.season_rules.rules import SeasonRules, validate_season_rules

PLAYERS = ("ana", "bo", "cy", "di")
DAY = 86_400_000
EVENING = 4 * DAY + 19 * 3_600_000
"""Seven in the evening of a Monday."""


class System(NamedTuple):
    """A system of points: what the variant and each house deed bring, and the rules of the season."""

    scoring: Scoring
    deeds: Mapping[str, ServerAchievement]
    rules: SeasonRules

    def play(self, *commands: PodCommand) -> Pod:
        """A finished game of four, in which all of this was done."""
        house = replace(VARIANTS["elimination"], points=self.scoring)
        pod = None
        for command in (OpenLobby(PodSetup(house=house), "ana", PLAYERS), StartGame(PLAYERS, "ana"), *commands):
            pod = apply_pod_event(pod, create_pod_event(pod, command))
        assert pod is not None
        assert pod.result is not None
        return pod

    def claim(self, player: str, name: str) -> ClaimServerAchievement:
        deed = self.deeds[name]
        assert deed.way == "claimed"
        return ClaimServerAchievement(player, deed.deed, name, deed.times)

    def give(self, player: str, name: str) -> GiveServerAchievement:
        deed = self.deeds[name]
        assert deed.way == "given"
        return GiveServerAchievement(player, deed.deed, name, "as the rules say", deed.times)

    def vote(self, pod: Pod, name: str, **ballots: str) -> Pod:
        deed = self.deeds[name]
        assert deed.way == "voted"
        command = CloseServerAchievementVote(deed.deed, name, find_achievement_ballot_winner(pod, ballots))
        return apply_pod_event(pod, create_pod_event(pod, command))

    def sum_up(self, *pods: tuple[int, Pod]) -> dict[str, int]:
        """The points of everybody, of games by the days on which they ended."""
        games = [_finish(number, EVENING + day * DAY + number, pod) for number, (day, pod) in enumerate(pods)]
        return {line.player: line.points for line in SeasonStandings(games, self.rules).list_ranked_lines()}


def build_system(scoring: Scoring, lines: str, points: str, **rules: str) -> System:
    """A system as an administrator types it into the settings and `/season rules`."""
    deeds = {each.name: each for each in parse_server_achievement_lines(lines, (), ())}
    brings, most = parse_achievement_points(points, {each.deed: each.name for each in deeds.values()})
    found = SeasonRules(
        deeds=brings,
        deeds_most=most,
        attendance=parse_attendance_rule(rules["attendance"]) if "attendance" in rules else None,
        rounds=parse_best_rounds_rule(rules["rounds"]) if "rounds" in rules else None,
    )
    validate_season_rules(found)
    return System(scoring, deeds, found)


def kill(*losers: str, by: str = "ana") -> Sequence[ReportDefeats]:
    return [ReportDefeats((DefeatReport(loser, "life", (DefeatSource(by),)),)) for loser in losers]


def _finish(number: int, at: int, pod: Pod) -> SeasonGame:
    done = format_achievements_by_player(pod)
    assert pod.result is not None
    seats = tuple(
        SeasonGameResult(player, points, player in pod.result.winners, deeds=tuple(done.get(player, "").split()))
        for player, points in pod.result.points.items()
    )
    return SeasonGame(at, 1, number, seats)


PLACES_AND_PENALTIES = build_system(
    Scoring(places=(3, 2, 1, 1)),
    """Win at 5 life or less
Win at 6 to 15 life
Save an opponent
First creature destroyed
Last to die
Cast your commander eight times
A minute over five on your turn ×9 = given
Eliminate a player before their fourth turn ×3
Mass land destruction ×9 = given
Hit the same player three times in a row ×9""",
    "first blood 1; win at 5 life or less 2; win at 6 to 15 life 1; save an opponent 2; first creature destroyed 1; "
    "last to die 1; cast your commander eight times 1; a minute over five on your turn -1; "
    "eliminate a player before their fourth turn −1; mass land destruction: -2; hit the same player three times in a "
    "row = –2",
)


def test_places_of_3_2_1_1_with_seven_bonuses_and_four_penalties() -> None:
    system = PLACES_AND_PENALTIES
    game = system.play(
        *(system.claim("bo", "First creature destroyed"), system.claim("bo", "Cast your commander eight times")),
        *(system.claim("ana", "Eliminate a player before their fourth turn"), *kill("bo")),
        *[system.give("ana", "A minute over five on your turn")] * 3,
        *(system.claim("di", "Save an opponent"), *kill("cy", "di"), system.claim("di", "Last to die")),
        *(system.claim("ana", "Win at 5 life or less"), system.give("cy", "Mass land destruction")),
        *[system.claim("cy", "Hit the same player three times in a row")] * 2,
    )
    assert game.result is not None
    assert game.result.points == {"ana": 3, "bo": 1, "cy": 1, "di": 2}
    assert system.sum_up((0, game)) == {"ana": 3 + 1 + 2 - 1 - 3, "bo": 1 + 2, "cy": 1 - 2 - 4, "di": 2 + 2 + 1}


ELIMINATIONS_AND_LOOPS = build_system(
    Scoring(won_as_master=2, per_beat=1, draw=1),
    """Commander never cast
Win before turn seven
Extra turn after the first ×9
Extra combat after the second ×9
Loop beyond ten ×9
Loop that nobody can stop = given
Loop that eliminates nobody = given
Opponent conceded ×3""",
    "commander never cast -1, win before turn seven -2, extra turn after the first -1, "
    "extra combat after the second -1, loop beyond ten -1, "
    "loop that nobody can stop -2, loop that eliminates nobody -5, opponent conceded 1",
    attendance="1 a night",
)


def test_one_for_attendance_and_each_elimination_two_for_a_win_and_seven_penalties() -> None:
    system = ELIMINATIONS_AND_LOOPS
    fast = system.play(
        *kill("bo", "cy", "di"),
        *(system.claim("ana", name) for name in ("Win before turn seven", "Commander never cast", "Opponent conceded")),
        *[system.claim("bo", "Extra turn after the first")] * 2,
        *(system.give("ana", "Loop that nobody can stop"), system.give("di", "Loop that eliminates nobody")),
    )
    drawn = system.play(*kill("bo"), system.claim("cy", "Extra combat after the second"), ReportDrawnGame())
    loops = system.play(*kill("ana", "cy", "di", by="bo"), *[system.claim("bo", "Loop beyond ten")] * 4)
    found = system.sum_up((0, fast), (0, drawn))
    first = {"ana": 2 + 3 - 2 - 1 + 1 - 2, "bo": -2, "cy": 0, "di": -5}
    assert drawn.result is not None
    second = {player: points + (-1 if player == "cy" else 0) for player, points in drawn.result.points.items()}
    assert found == {player: 1 + first[player] + second[player] for player in PLAYERS}
    after = system.sum_up((0, fast), (0, drawn), (1, loops))
    gained = {"ana": 1, "bo": 1 + 2 + 3 - 4, "cy": 1, "di": 1}
    assert after == {player: found[player] + gained[player] for player in PLAYERS}


FIVE_SCORES = build_system(
    Scoring(won_as_master=4, lost_as_master=1, draw=1),
    "Deck in the theme\nWild point = given\nSportsmanship = voted",
    "deck in the theme 1, wild point 3, sportsmanship 3",
    rounds="3 of 4 weeks",
)


def test_five_scores_of_1_1_3_3_and_3_of_which_one_is_voted() -> None:
    system = FIVE_SCORES
    plain = system.play(*kill("bo", "cy", "di"))
    assert system.sum_up((0, plain)) == {"ana": 4, "bo": 1, "cy": 1, "di": 1}
    rich = system.play(
        *kill("bo", "cy", "di"), system.claim("ana", "Deck in the theme"), system.give("cy", "Wild point")
    )
    voted = system.vote(rich, "Sportsmanship", ana="bo", cy="bo", bo="di", di="cy")
    assert system.sum_up((0, voted)) == {"ana": 5, "bo": 4, "cy": 4, "di": 1}
    tied = system.vote(rich, "Sportsmanship", ana="bo", bo="di")
    assert system.sum_up((0, tied)) == {"ana": 5, "bo": 1, "cy": 4, "di": 1}
    weeks = ((0, plain), (7, voted), (14, plain), (21, tied), (28, voted))
    assert system.sum_up(*weeks) == {"ana": 5 + 5 + 4, "bo": 4 + 1 + 1, "cy": 4 + 4 + 1, "di": 3}
