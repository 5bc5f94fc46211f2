"""A pod with the steps that made it what it is: who made each, and when."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from bot.rules.events import Aside, Confirmed, Disputed, Event, Started
from bot.rules.pod import Impossible, Pod, evolve
from bot.storage.engine.schema import to_moment
from bot.storage.record.errors import Damaged
from bot.storage.record.recorded import Recorded


class Dates(NamedTuple):
    """When what happened to a pod that depends on time.

    `first` is when the game ended that counted first: a pod that has counted keeps that date. Since
    `last` nothing was reported, decided or settled: silence about the result is counted from there.
    """

    first: datetime | None = None
    last: datetime | None = None


NO_DATES = Dates()


class History(NamedTuple):
    """A pod after its `last` event; `steps` are those that can be taken back, the newest last."""

    last: Recorded
    pod: Pod
    steps: tuple[Recorded, ...]
    dates: Dates = NO_DATES

    @property
    def ended(self) -> datetime:
        """When the game came to its end, to whatever counts by date.

        A moderator may have said when. Else a game that has counted keeps the date of that,
        whatever is decided about it later. One that has not is dated by the step at which it got
        the first of the results that follow each other; without a result, by its last step.
        """
        return find_end(self.pod, self.steps, self.dates) or self.last.at


def find_end(pod: Pod, steps: Sequence[Recorded], dates: Dates) -> datetime | None:
    """Return when a pod came to its end, as `History.ended` says; None before its first step."""
    if pod.ended is not None:
        return to_moment(pod.ended)
    return dates.first or _find_newest_end(pod, steps)


def _find_newest_end(pod: Pod, steps: Sequence[Recorded]) -> datetime | None:
    first = pod
    while first.before is not None and first.before.result is not None:
        first = first.before
    return steps[first.step - 1].at if first.step else None


def follow(
    before: Pod | None,
    steps: tuple[Recorded, ...],
    recorded: Recorded,
    dates: Dates = NO_DATES,
) -> History:
    """Return a pod, to which `steps` led, after one more event. Raises `Impossible`."""
    pod = evolve(before, recorded.event)
    steps = (*steps, recorded) if pod.step > len(steps) else steps[: pod.step]
    first = dates.first if pod.has_counted else None
    if pod.has_counted and first is None:
        first = _find_newest_end(pod, steps)
    last = recorded.at if _breaks_silence(before, recorded.event, pod) else dates.last
    return History(recorded, pod, steps, Dates(first, last))


def _breaks_silence(before: Pod | None, event: Event, after: Pod) -> bool:
    """Whether the time to dispute a result begins anew; it does when a dispute is settled."""
    if isinstance(event, Disputed | Aside):
        return False
    if isinstance(event, Confirmed):
        return before is not None and before.disputed is not None and after.disputed is None
    return True


def fold_history(story: Iterable[Recorded]) -> History:
    """Return where a pod's events lead, of which there is one at least. Raises `Damaged`."""
    found: History | None = None
    for recorded in story:
        found = extend(found, recorded)
    assert found is not None  # no story is empty
    return found


def extend(before: History | None, recorded: Recorded) -> History:
    """Return a pod after one more event of its own. Raises `Damaged` if it cannot follow."""
    pod, steps, dates = (None, (), NO_DATES) if before is None else before[1:]
    try:
        return follow(pod, steps, recorded, dates)
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
