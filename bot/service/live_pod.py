"""A pod of a channel with what the log knows about it besides: the state that commands meet."""

from datetime import datetime

from msgspec import Struct

from bot.projections.history import NO_DATES, Dates, find_end, follow
from bot.projections.standings import may_score
from bot.rules.confirmation import find_counting_moment
from bot.rules.events import (
    Confirmed,
    Corrected,
    Counted,
    Disputed,
    Event,
    Overruled,
    Undone,
    Warned,
)
from bot.rules.facts import Player
from bot.rules.leaving import Votes, update_votes
from bot.rules.pod import Pod, evolve
from bot.rules.refusals import Refusal
from bot.storage.engine.schema import to_milliseconds, to_moment
from bot.storage.record.recorded import Recorded


class Place(Struct, frozen=True):
    """A channel or thread, and its server, by Discord's ids."""

    guild: int
    channel: int


class LivePod(Struct, frozen=True, gc=False):
    """A pod of a channel as it stands at `version`.

    For the pod that the channel plays it is the version of the channel's log (0: an empty one), for
    one of its past pods that of the pod's last event.
    """

    place: Place
    version: int = 0
    number: int = 0  # the version at which the pod was opened, which names it
    pod: Pod | None = None
    steps: tuple[Recorded, ...] = ()  # what can be taken back, the newest last
    dates: Dates = NO_DATES  # when it ended first, and since when nobody has objected
    votes: Votes = {}  # who would go on without whom
    touched: datetime | None = None  # when somebody last did something to the pod
    warned: datetime | None = None  # when the bot has said since that it will close the pod
    played: int = 0  # the version of the last event, but for changes of totals
    scored: bool = False  # whether the last event may have changed the pod's results

    @property
    def maker(self) -> Player | None:
        """Who made the last step that counts."""
        return self.steps[-1].by if self.steps else None

    @property
    def silent_since(self) -> int:
        """Since when nothing was reported, decided or settled, in milliseconds since 1970."""
        return 0 if self.dates.last is None else to_milliseconds(self.dates.last)

    @property
    def counts_at(self) -> datetime | None:
        """When the game, which is over, counts by itself; None if it does, or if it will not."""
        at = None if self.pod is None else find_counting_moment(self.pod, self.silent_since)
        return None if at is None else to_moment(at)

    @property
    def ended(self) -> datetime | None:
        """When the game came to its end, to whatever counts by date; None while it goes on."""
        if self.pod is None or not (is_over(self.pod) or self.pod.has_counted):
            return None
        return find_end(self.pod, self.steps, self.dates)

    @property
    def last(self) -> Event | None:
        """The last step that counts."""
        return self.steps[-1].event if self.steps else None


def evolve_live(live: LivePod, recorded: Recorded) -> LivePod:
    """Return the live pod after one more event: of its own pod, or of a new one in its channel."""
    same = recorded.pod == live.number
    before, steps, votes = (live.pod, live.steps, live.votes) if same else (None, (), {})
    _, pod, steps, dates = follow(before, steps, recorded, live.dates if same else NO_DATES)
    touched, warned = recorded.at, None
    if isinstance(recorded.event, Warned):
        touched, warned = live.touched or recorded.at, recorded.at
    return LivePod(
        place=live.place,
        version=max(live.version, recorded.version),
        number=recorded.pod,
        pod=pod,
        steps=steps,
        dates=dates,
        votes=update_votes(votes, recorded.event, recorded.by, pod),
        touched=touched,
        warned=warned,
        played=live.played if isinstance(recorded.event, Counted) else recorded.version,
        scored=may_score(pod, recorded.event),
    )


def is_over(pod: Pod | None) -> bool:
    """Whether nothing is played any more, so that another pod can be opened."""
    return pod is None or pod.state in ("finished", "closed")


def check_alone(current: LivePod, live: LivePod, after: Pod) -> None:
    """Raise `Refusal` if `after` would be the second open pod of a channel, which has one at most.

    `live` becomes `after`; `current` is the pod that the channel plays.
    """
    if live.number != current.number and not (is_over(after) or is_over(current.pod)):
        raise Refusal("other-pod")


_LATER = Confirmed | Disputed | Corrected | Overruled | Undone
"""What can happen to a pod after the next one began: it is settled, or put right."""


def check_later(current: LivePod, live: LivePod, event: Event) -> None:
    """Raise `Refusal` for an `event` of a past pod that may happen only while it is played."""
    if not isinstance(event, _LATER):
        raise Refusal("old-pod")
    check_alone(current, live, evolve(live.pod, event))
