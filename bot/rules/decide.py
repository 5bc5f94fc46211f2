"""The decision about a command to a pod: an event, or a `Refusal`. Nothing changes here.

Each refusal has a code; its texts are in the catalogues (`refusal-<code>`).
"""

from collections import defaultdict

from msgspec.structs import replace

from bot.rules.commands_and_events import Command, Event
from bot.rules.deeds import build_defeat_timeline, compute_final_places
from bot.rules.facts import Player
from bot.rules.pod import Pod, PodCommand, PodEvent, PodOpeningCommand, apply_pod_event
from bot.rules.records import GameResult
from bot.rules.refusals import Refusal, raise_refusal
from bot.rules.variants import Scoring


def create_pod_event(pod: Pod | None, command: Command) -> Event:
    """Return the event that a command causes in a pod. Raises `Refusal` if the rules forbid the command."""
    if pod is None:
        return command.create_opening_event() if isinstance(command, PodOpeningCommand) else raise_refusal("no-pod")
    stops = isinstance(command, PodCommand) and command.stops_for_dispute
    if stops and pod.disputed_report is not None:
        raise_refusal("disputed")
    return add_bonus_points_to_game_result(pod, command.create_event(pod))


def is_pod_command_allowed_by_rules(pod: Pod, command: Command) -> bool:
    """Return True if the rules allow a command in a pod now, whoever asks."""
    try:
        create_pod_event(pod, command)
    except Refusal:
        return False
    return True


def add_bonus_points_to_game_result(pod: Pod, game_event: Event) -> Event:
    """Return the event, with bonus points for defeats and final places if the event ends the game.

    Events without a result stay unchanged, as do points that a moderator set (VAR-14).
    """
    scoring = pod.setup.scoring_points
    if not (scoring.per_beat or scoring.places or scoring.at_most is not None):
        return game_event
    if not isinstance(game_event, PodEvent) or not game_event.does_variant_set_points(pod):
        return game_event
    outcome = game_event.outcome
    if outcome.result is None:
        return game_event
    result = _add_defeat_and_place_points(apply_pod_event(pod, game_event), outcome.result, scoring)
    return replace(game_event, outcome=replace(outcome, result=result))


def _add_defeat_and_place_points(finished_pod: Pod, result: GameResult, scoring: Scoring) -> GameResult:
    course = build_defeat_timeline(finished_pod, lambda player: finished_pod.find_seat_of_player(player).player)
    assert course.pod is not None
    beaten = defaultdict[Player, set[Player]](set)
    for moment in course.moments:
        for beat in moment.beats:
            beaten[beat.winner].add(beat.loser)
    points = {player: number + scoring.per_beat * len(beaten[player]) for player, number in result.points.items()}
    ended = replace(course.pod, result=replace(result, points=points))
    places = compute_final_places(course._replace(pod=ended)) or {}
    for player, place in places.items():
        points[player] += dict(enumerate(scoring.places, 1)).get(place, 0)
    if scoring.at_most is not None:
        points = {player: min(number, scoring.at_most) for player, number in points.items()}
    return replace(result, points=points)
