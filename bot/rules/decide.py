"""The decision about a command to a pod: an event, or a `Refusal`. Nothing changes here.

Each refusal has a code; its words are in the catalogues (`refusal-<code>`). An event that brings a
result also has the points that follow from the course of the game.
"""

from collections import defaultdict

from msgspec.structs import replace

from bot.rules.acts import Command, Event
from bot.rules.deeds import find_places, trace_course
from bot.rules.facts import Player
from bot.rules.pod import OpeningCommand, Pod, PodCommand, PodEvent, evolve
from bot.rules.records import Result
from bot.rules.refusals import refuse
from bot.rules.variants import Scoring


def decide(pod: Pod | None, command: Command) -> Event:
    """Return the event that `command` leads to. Raises `Refusal` and then nothing has happened."""
    if pod is None:
        return command.open_pod() if isinstance(command, OpeningCommand) else refuse("no-pod")
    stops = isinstance(command, PodCommand) and command.stops_for_dispute
    if stops and pod.disputed is not None:
        refuse("disputed")
    return award_points(pod, command.decide(pod))


def award_points(pod: Pod, event: Event) -> Event:
    """Return `event` with these points in the result that it brings, if it brings one (VAR-14).

    Points that a moderator set stay as they are.
    """
    scoring = pod.setup.points
    if not (scoring.per_beat or scoring.places or scoring.at_most is not None):
        return event
    if not isinstance(event, PodEvent) or not event.earns_points(pod):
        return event
    outcome = event.outcome
    if outcome.result is None:
        return event
    result = _award(evolve(pod, event), outcome.result, scoring)
    return replace(event, outcome=replace(outcome, result=result))


def _award(after: Pod, result: Result, scoring: Scoring) -> Result:
    """Return the result of a pod that is over, with the points for its course."""
    course = trace_course(after, lambda player: after.find_seat(player).player)
    assert course.pod is not None
    beaten = defaultdict[Player, set[Player]](set)
    for moment in course.moments:
        for beat in moment.beats:
            beaten[beat.winner].add(beat.loser)
    points = {
        player: number + scoring.per_beat * len(beaten[player])
        for player, number in result.points.items()
    }
    ended = replace(course.pod, result=replace(result, points=points))
    places = find_places(course._replace(pod=ended)) or {}
    for player, place in places.items():
        points[player] += dict(enumerate(scoring.places, 1)).get(place, 0)
    if scoring.at_most is not None:
        points = {player: min(number, scoring.at_most) for player, number in points.items()}
    return replace(result, points=points)
