"""The order of a night's people by the results of its pods: the standings, the top cut, and what changed since a draw.

A pod of the top cut sends one person on. If several win it, or nobody, the best of them in the standings goes on.
"""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.nights.night import GameNight, GameNightPod
from bot.nights.standings import CutRound, GameNightStandingsLine, compute_game_night_standings
from bot.planning.night_redraws import find_last_seating_of_current_round
from bot.rules.deeds import build_defeat_timeline, compute_final_places
from bot.rules.facts import Player
from bot.service.pod_states import GameNightPodState, compute_game_night_round_scores
from bot.storage.tables.guests import map_players_to_result_owners


class TopCutPodOutcome(Struct, frozen=True):
    """The outcome of a pod of the top cut: its players, the winners, and each player's place.

    A draw has one winner: the best in the standings of those who were still in the game. `through` is who goes on; None
    while the pod plays.
    """

    players: tuple[Player, ...]
    winners: tuple[Player, ...] = ()
    places: Mapping[Player, int] = {}
    through: Player | None = None
    settled: bool = True


def compute_standings_of_night(
    game_night: GameNight, pods_by_round: Sequence[Sequence[GameNightPodState]], players: Collection[Player] = ()
) -> list[GameNightStandingsLine]:
    """Return a game night's final standings, with top-cut players first, ranked by the top cut."""
    lines = compute_game_night_standings(compute_game_night_round_scores(game_night, pods_by_round), players)
    if not game_night.is_in_top_cut:
        return lines
    order = {line.player: at for at, line in enumerate(lines)}
    reached: dict[Player, tuple[CutRound, bool, bool, tuple[int, int]]] = {}
    for number, states in enumerate(pods_by_round[game_night.terms.rounds :]):
        name: CutRound = "final" if len(states) == 1 else "cut"
        for outcome in (_find_top_cut_pod_outcome(state, order) for state in states):
            for player in outcome.players:
                won = player in outcome.winners
                rank = (-2 * number - won, outcome.places.get(player, 0))
                reached[player] = (name, won, outcome.settled, rank)
    placed = [
        line
        if line.player not in reached
        else replace(
            line,
            reached=reached[line.player][0],
            won=reached[line.player][1],
            unsettled=line.unsettled or not reached[line.player][2],
        )
        for line in lines
    ]

    def build_night_standings_sort_key(standings_line: GameNightStandingsLine) -> tuple[int, tuple[int, int], int]:
        return (
            (0, reached[standings_line.player][3], standings_line.place)
            if standings_line.player in reached
            else (1, (0, 0), standings_line.place)
        )

    final: list[GameNightStandingsLine] = []
    last = None
    for at, line in enumerate(sorted(placed, key=build_night_standings_sort_key), 1):
        key = build_night_standings_sort_key(line)
        final.append(replace(line, place=final[-1].place if key == last else at))
        last = key
    return final


def find_top_cut_places_and_winners(
    game_night: GameNight, pods_by_round: Sequence[Sequence[GameNightPodState]], attendees: Collection[Player]
) -> tuple[dict[Player, int], frozenset[Player]]:
    """Return the standings places of the players in the next top-cut round, and the winners of the last one."""
    owners = pods_by_round[0][0].owners
    people = {owners.get(player, player): player for player in attendees}
    lines = compute_game_night_standings(compute_game_night_round_scores(game_night, pods_by_round), people)
    order = {line.player: at for at, line in enumerate(lines)}
    before = pods_by_round[-1] if game_night.is_in_top_cut else ()
    through = {_find_top_cut_pod_outcome(state, order).through for state in before}
    return (
        {people[line.player]: line.place for line in lines if line.player in people},
        frozenset(player for owner, player in people.items() if owner in through),
    )


def list_pods_to_reseat(
    night: GameNight, pods_by_round: Sequence[Sequence[GameNightPodState]]
) -> tuple[GameNightPod, ...]:
    """Return the current round's pods that have not begun, if a result has changed since the pods were drawn.

    Drawn again, they are paired by the points of now.
    """
    draw = find_last_seating_of_current_round(night)
    if draw is None or not night.rounds:
        return ()
    *earlier, current = pods_by_round
    waiting = tuple(state.pod for state in current if not state.has_begun)
    players = {*(player for pod in waiting for player in pod.players), *night.rounds[-1].out}
    players = players.intersection(player for group in (*draw.pods, draw.out) for player in group)
    before = replace(night, rounds=night.rounds[:-1])
    if night.is_in_top_cut:
        places, through = find_top_cut_places_and_winners(before, earlier, draw.places)
        changed = any(places[p] != draw.places[p] or (p in through) != (p in draw.through) for p in players)
        return waiting if changed else ()
    owners = current[0].owners
    lines = compute_game_night_standings(compute_game_night_round_scores(before, earlier))
    points = {each.player: each.points for each in lines}
    changed = any(draw.points.get(each, 0) != points.get(owners.get(each, each), 0) for each in players)
    return waiting if changed else ()


def _find_top_cut_pod_outcome(pod_state: GameNightPodState, places_by_player: Mapping[Player, int]) -> TopCutPodOutcome:
    """Return the outcome of a top-cut pod. `places_by_player` maps people to their places in the standings, from 0."""
    pod = pod_state.pod_with_result_owners
    seated = pod_state.pod.players if pod is None or pod.result is None else tuple(pod.result.points)
    there = seated if pod is None or seated else pod.players
    own = map_players_to_result_owners(pod_state.owners, there)
    players = tuple(own.get(player, player) for player in there)

    def find_player_with_best_place(people: Collection[Player]) -> Player | None:
        return min(people, key=lambda player: places_by_player.get(player, len(places_by_player)), default=None)

    score = pod_state.points_and_winners
    if pod is None or score is None:
        through = None if pod_state.is_still_playing else find_player_with_best_place(players)
        return TopCutPodOutcome(tuple(own.get(player, player) for player in seated), through=through)
    winners = tuple(score.winners)
    if not winners:
        left = [own.get(player, player) for player, each in pod.standings.items() if each.status != "out"]
        best = find_player_with_best_place(left or players)
        winners = () if best is None else (best,)
    places = compute_final_places(build_defeat_timeline(pod)) or {}
    named = {own.get(player, player): place for player, place in places.items()}
    return TopCutPodOutcome(players, winners, named, find_player_with_best_place(winners), score.settled)
