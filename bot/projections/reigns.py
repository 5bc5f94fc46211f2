"""For how long players were masters whom somebody served, in one pod."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain

from bot.projections.history import History
from bot.rules.events import Corrected, Entered, StoryEvent
from bot.rules.facts import Player
from bot.rules.pod import Pod, evolve
from bot.rules.story import find_command, is_preparing
from bot.rules.teams import Standings, find_masters, find_servants
from bot.storage.engine.moments import to_milliseconds

Moment = tuple[datetime, StoryEvent, Pod]
"""When something happened, what it was, and where it led."""


def measure_reigns(history: History) -> dict[Player, int]:
    """Each player's longest reign in milliseconds; who never had a servant is missing.

    A reign ends when the master loses or has no servant any more, or with the game.
    """
    end = to_milliseconds(history.ended)
    longest, since = dict[Player, int](), dict[Player, int]()
    changes = (
        (min(to_milliseconds(at), end), pod.standings) for at, _, pod in _follow_course(history)
    )
    nobody: Standings = {}
    for at, standings in chain(changes, [(end, nobody)]):
        reigning = [p for p in find_masters(standings) if find_servants(standings, p)]
        for player in since.keys() - reigning:
            longest[player] = max(longest.get(player, 0), at - since.pop(player))
        for player in reigning:
            since.setdefault(player, at)
    return longest


def _follow_course(history: History) -> list[Moment]:
    """How the game went, without what was taken back or put right."""
    pods = [history.pod]
    while (before := pods[-1].before) is not None:
        pods.append(before)
    course: list[Moment] = []
    for recorded, pod in zip(history.steps, reversed(pods[:-1]), strict=True):
        if isinstance(recorded.event, Corrected):
            course = list(_put_right(course, recorded.event))
        elif isinstance(recorded.event, Entered):  # when each thing happened nobody knows
            course = list(_tell_at_once(recorded.event, history.ended))
        elif isinstance(recorded.event, StoryEvent):
            course.append((recorded.at, recorded.event, pod))
    return course


def _tell_at_once(entered: Entered, at: datetime) -> Iterator[Moment]:
    """The course of a game that was entered as a whole."""
    pod = None
    for event in entered.story:
        pod = evolve(pod, event)
        if not is_preparing(event):
            yield at, event, pod


def _put_right(course: Sequence[Moment], correction: Corrected) -> Iterator[Moment]:
    """The course that a correction tells instead, as if it had gone so from the start.

    What stayed happened when it did, and what took the place of something, when that had.
    """
    lobby = sum(map(is_preparing, correction.story))  # it comes first, and stays
    kept = [n for n in range(len(course)) if n + lobby not in correction.steps]
    place, pod = 0, None
    for event in correction.story:
        pod = evolve(pod, event)
        if is_preparing(event):
            continue
        if kept and _is_same(course[kept[0]][1], event):
            place = kept.pop(0)
        yield course[place][0], event, pod
        place = min(place + 1, kept[0] if kept else len(course) - 1)


def _is_same(one: StoryEvent, other: StoryEvent) -> bool:
    """Whether the same was reported, whatever came of it and whoever has confirmed it."""
    return find_command(one) == find_command(other)
