"""A game with the steps that made it what it is: who made each, and when."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from bot.joust.events import DuelAside, DuelDisputed, DuelStarted
from bot.rulebooks import IMPOSSIBLE, Game, GameEvent, evolve
from bot.rules.events import Aside, Confirmed, Disputed, Event, Started
from bot.rules.pod import Pod
from bot.rules.pod import evolve as evolve_pod
from bot.storage.engine.moments import to_moment
from bot.storage.record.errors import Damaged
from bot.storage.record.recorded import Recorded


class Dates(NamedTuple):
    """When what happened to a game that depends on time.

    `first` is when the game ended that counted first: a pod that has counted keeps that date. Since
    `last` nothing was reported, decided or settled: silence about the result is counted from there.
    It `began` when its lobby was left.
    """

    first: datetime | None = None
    last: datetime | None = None
    began: datetime | None = None


NO_DATES = Dates()


class History(NamedTuple):
    """A game after its `last` event; `steps` are those that can be taken back, the newest last.

    `scored`: the event may have changed the game's results, as there are some, or were.
    """

    last: Recorded
    game: Game
    steps: tuple[Recorded, ...]
    dates: Dates
    scored: bool

    @property
    def pod(self) -> Pod:
        """The game, which is a pod: for whoever has looked."""
        assert isinstance(self.game, Pod)
        return self.game

    @property
    def ended(self) -> datetime:
        """When the game came to its end, to whatever counts by date.

        A moderator may have said when. Else a game that has counted keeps the date of that,
        whatever is decided about it later. One that has not is dated by the step at which it got
        the first of the results that follow each other; without a result, by its last step.
        """
        return find_end(self.game, self.steps, self.dates) or self.last.at


def find_end(game: Game, steps: Sequence[Recorded], dates: Dates) -> datetime | None:
    """Return when a game came to its end, as `History.ended` says; None before its first step."""
    if isinstance(game, Pod) and game.ended is not None:
        return to_moment(game.ended)
    return dates.first or _find_newest_end(game, steps)


def find_decisive_step(game: Game, steps: Sequence[Recorded]) -> Recorded | None:
    """Return the step at which a game got the first of the results that follow each other.

    Without a result it is the game's last step; None before its first.
    """
    first = game
    while first.before is not None and first.before.result is not None:
        first = first.before
    return steps[first.step - 1] if first.step else None


def _find_newest_end(game: Game, steps: Sequence[Recorded]) -> datetime | None:
    decisive = find_decisive_step(game, steps)
    return None if decisive is None else decisive.at


def follow(
    before: Game | None,
    steps: tuple[Recorded, ...],
    recorded: Recorded,
    dates: Dates = NO_DATES,
) -> History:
    """Return a game, to which `steps` led, after one more event. Raises one of `IMPOSSIBLE`."""
    game = evolve(before, recorded.event)
    steps = (*steps, recorded) if game.step > len(steps) else steps[: game.step]
    counted = isinstance(game, Pod) and game.has_counted
    first = (dates.first or _find_newest_end(game, steps)) if counted else None
    last = recorded.at if _breaks_silence(before, recorded.event, game) else dates.last
    starts = isinstance(recorded.event, Started | DuelStarted)
    began = recorded.at if starts else dates.began
    scored = game.result is not None or (before is not None and before.result is not None)
    return History(recorded, game, steps, Dates(first, last, began), scored)


def _breaks_silence(before: Game | None, event: GameEvent, after: Game) -> bool:
    """Whether the time to dispute a result begins anew; it does when a dispute is settled."""
    if isinstance(event, DuelDisputed):
        return event.taken_back
    if isinstance(event, Disputed | Aside | DuelAside):
        return False
    if isinstance(event, Confirmed) and isinstance(before, Pod) and isinstance(after, Pod):
        return before.disputed is not None and after.disputed is None
    return True


def fold_history(story: Iterable[Recorded]) -> History:
    """Return where a game's events lead, of which there is one at least. Raises `Damaged`."""
    found: History | None = None
    for recorded in story:
        found = extend(found, recorded)
    assert found is not None  # no story is empty
    return found


def extend(before: History | None, recorded: Recorded) -> History:
    """Return a game after one more event of its own. Raises `Damaged` if it cannot follow."""
    game, steps, dates = (None, (), NO_DATES) if before is None else before[1:4]
    try:
        return follow(game, steps, recorded, dates)
    except IMPOSSIBLE as error:
        raise Damaged(recorded.channel, recorded.version, str(error)) from error


def list_events(story: Iterable[Recorded]) -> Iterator[Event]:
    """Yield the events of a pod's story, oldest first; there are none of another game's."""
    return (each.event for each in story if isinstance(each.event, Event))


def find_start(story: Iterable[Recorded]) -> tuple[Pod, Started] | None:
    """Return a pod's lobby as it was at the start, and what was drawn; None before that."""
    lobby: Pod | None = None
    for recorded in story:
        if isinstance(recorded.event, Started) and lobby is not None:
            return lobby, recorded.event
        assert isinstance(recorded.event, Event)
        lobby = evolve_pod(lobby, recorded.event)
    return None
