"""Points that follow from the course of a game: for players beaten and for places, and the most."""

from collections import defaultdict

from msgspec.structs import replace

from bot.rules.acts import Event
from bot.rules.deeds import find_places, trace_course
from bot.rules.facts import Player
from bot.rules.pod import Pod, PodEvent, evolve
from bot.rules.records import Result
from bot.rules.variants import Scoring


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
