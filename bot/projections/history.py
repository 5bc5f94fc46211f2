"""A pod with the steps that made it what it is: who made each, and when."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from bot.rules.events import Started
from bot.rules.pod import Impossible, Pod, evolve
from bot.storage.record.errors import Damaged
from bot.storage.record.recorded import Recorded


class History(NamedTuple):
    """A pod after its `last` event; `steps` are those that can be taken back, the newest last."""

    last: Recorded
    pod: Pod
    steps: tuple[Recorded, ...]

    @property
    def ended(self) -> datetime:
        """When the game came to its end; without a result, when its last step was made.

        What moderators put right about a result later moves it no more than an answer to a report
        does: the step counts at which the pod got the first of the results that follow each other.
        """
        first = self.pod
        while first.before is not None and first.before.result is not None:
            first = first.before
        return self.steps[first.step - 1].at if first.step else self.last.at


def follow(before: Pod | None, steps: tuple[Recorded, ...], recorded: Recorded) -> History:
    """Return a pod, to which `steps` led, after one more event. Raises `Impossible`."""
    pod = evolve(before, recorded.event)
    steps = (*steps, recorded) if pod.step > len(steps) else steps[: pod.step]
    return History(recorded, pod, steps)


def fold_history(story: Iterable[Recorded]) -> History:
    """Return where a pod's events lead, of which there is one at least. Raises `Damaged`."""
    found: History | None = None
    for recorded in story:
        found = extend(found, recorded)
    assert found is not None  # no story is empty
    return found


def extend(before: History | None, recorded: Recorded) -> History:
    """Return a pod after one more event of its own. Raises `Damaged` if it cannot follow."""
    pod, steps = (None, ()) if before is None else (before.pod, before.steps)
    try:
        return follow(pod, steps, recorded)
    except Impossible as error:
        raise Damaged(recorded.channel, recorded.version, str(error)) from error


def find_start(story: Iterable[Recorded]) -> tuple[Pod, Started] | None:
    """Return a pod's lobby as it was at the start, and what was drawn; None before that."""
    lobby: Pod | None = None
    for recorded in story:
        if isinstance(recorded.event, Started) and lobby is not None:
            return lobby, recorded.event
        lobby = evolve(lobby, recorded.event)
    return None
