"""A game with the events that can be undone, their authors and their moments."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from msgspec.structs import replace

from bot.joust.duel import DuelEvent
from bot.joust.lobby import DuelStarted
from bot.rulebooks import IMPOSSIBLE, Game, GameEvent, evolve
from bot.rules.acts import Event
from bot.rules.choosing import Chose
from bot.rules.confirmation import Confirmed, Disputed, Locked
from bot.rules.entering import Entered
from bot.rules.guests import find_excess
from bot.rules.lobby import Started
from bot.rules.players import rename_players
from bot.rules.pod import Pod
from bot.rules.pod import evolve as evolve_pod
from bot.rules.records import Answer
from bot.rules.substitutes import credit_pod
from bot.rules.undoing import Undone
from bot.storage.engine.moments import to_moment
from bot.storage.record.errors import Damaged
from bot.storage.record.recorded import Recorded


class Dates(NamedTuple):
    """Moments of a game on which later decisions depend.

    `first` is when the game first ended with a result that counted, or that was taken back so that
    everybody can dispute it; it stays fixed from then on.
    `last` is the last report, decision or settlement: silence about the result is counted from
    there. `began` is when the lobby was left. `recorded` is when the log first held an end of the
    game, also one that was undone: the entry of an entered game, the date of an imported one.
    """

    first: datetime | None = None
    last: datetime | None = None
    began: datetime | None = None
    recorded: datetime | None = None


NO_DATES = Dates()


class History(NamedTuple):
    """A game after its `last` event; `steps` are the events that can be undone, newest last.

    `scored` means that the last event may have changed the game's results: there are some, or were
    before it. Without `had_results` there were none.
    """

    last: Recorded
    game: Game
    steps: tuple[Recorded, ...]
    dates: Dates
    scored: bool
    had_results: bool = True

    @property
    def pod(self) -> Pod:
        """The game, for callers that know that it is a pod."""
        assert isinstance(self.game, Pod)
        return self.game

    @property
    def is_played(self) -> bool:
        """True unless the game was entered and its result does not count."""
        return not isinstance(self.game, Pod) or self.game.is_played

    @property
    def ended(self) -> datetime:
        """The moment when the game ended, for everything that counts by date.

        A moderator may have set the moment. Otherwise a game that has counted keeps its first date,
        whatever is decided later. A game that has not counted has the date of the step that brought
        the first of its latest run of results; without a result, of its last step.
        """
        return find_end(self.game, self.steps, self.dates) or self.last.at


def credit(history: History) -> History:
    """Return the history with the owner of each seat in place of all who have sat on it."""
    game = history.game
    if not isinstance(game, Pod) or not game.passed_on:
        return history
    steps = (replace(s, event=rename_players(s.event, game.find_owner)) for s in history.steps)
    return history._replace(game=credit_pod(game), steps=tuple(steps))


def has_results(game: Game | None) -> bool:
    """Return whether a game's results count, and so have rows."""
    if game is None or game.result is None:  # so it is no plan
        return False
    return game.counted is not None and not (isinstance(game, Pod) and find_excess(game))


def find_end(game: Game, steps: Sequence[Recorded], dates: Dates) -> datetime | None:
    """Return when a game ended, as in `History.ended`; None before its first step."""
    if isinstance(game, Pod) and game.ended is not None:
        return to_moment(game.ended)
    return dates.first or _find_newest_end(game, steps)


def find_decisive_step(game: Game, steps: Sequence[Recorded]) -> Recorded | None:
    """Return the step that brought the first of the game's latest run of results.

    Without a result, return the game's last step; None before the first step.
    """
    first = game
    while first.before is not None and first.before.result is not None:
        first = first.before
    return steps[first.step - 1] if first.step else None


def _find_newest_end(game: Game, steps: Sequence[Recorded]) -> datetime | None:
    decisive = find_decisive_step(game, steps)
    return None if decisive is None else decisive.at


def append_event(
    before: Game | None,
    steps: tuple[Recorded, ...],
    recorded: Recorded,
    dates: Dates = NO_DATES,
) -> History:
    """Return the history of a game after one more event. Raises one of `IMPOSSIBLE`.

    `before` and `steps` describe the game until then.
    """
    old_steps = steps
    game = evolve(before, recorded.event)
    steps = _list_steps(steps, recorded, game)
    first = _find_first_end(before, old_steps, recorded.event, game, steps, dates.first)
    last = recorded.at if _breaks_silence(before, recorded.event, game) else dates.last
    starts = isinstance(recorded.event, Started | DuelStarted)
    began = recorded.at if starts else dates.began
    had_results = has_results(before)
    scored = had_results or has_results(game)
    found = Dates(first, last, began, dates.recorded or _find_recorded(game, recorded))
    return History(recorded, game, steps, found, scored, had_results)


def _list_steps(
    steps: tuple[Recorded, ...], recorded: Recorded, game: Game
) -> tuple[Recorded, ...]:
    """Return the steps of a game after one more event; steps that stayed are judged again."""
    event = recorded.event
    if isinstance(event, Undone) and event.step is not None:
        known = {each.version: each for each in steps}
        stay = (replace(known[each.version], event=each.event) for each in event.later)
        return (*steps[: event.step - 1], *stay)
    return (*steps, recorded) if game.step > len(steps) else steps[: game.step]


def _find_first_end(
    before: Game | None,
    old_steps: tuple[Recorded, ...],
    event: GameEvent,
    game: Game,
    steps: tuple[Recorded, ...],
    first: datetime | None,
) -> datetime | None:
    """Return the date that stays with a game after `event`; `first` is the date until then."""
    if isinstance(game, Pod) and game.has_counted:
        return first or _find_newest_end(game, steps)
    if isinstance(event, Undone) and isinstance(before, Pod):
        if event.claim is not None:
            return first or _find_newest_end(before, old_steps)
        return None if before.has_counted else first
    return first


def _find_recorded(game: Game, recorded: Recorded) -> datetime | None:
    """Return when the log holds the end of a game whose first end the event may be."""
    if game.result is None:
        return None
    imported = isinstance(recorded.event, Entered) and recorded.by is None
    if imported and isinstance(game, Pod) and game.setup.played is not None:
        return to_moment(game.setup.played)
    return recorded.at


def _breaks_silence(before: Game | None, event: GameEvent, after: Game) -> bool:
    """Return whether the time for disputes restarts; settling a dispute restarts it."""
    if isinstance(event, DuelEvent):
        return event.restarts_disputes
    if isinstance(event, Disputed | Locked) or (isinstance(event, Event) and event.is_aside):
        return False
    if isinstance(event, Confirmed) and isinstance(before, Pod) and isinstance(after, Pod):
        return before.disputed is not None and after.disputed is None
    return True


def fold_history(story: Iterable[Recorded]) -> History:
    """Return the history of a game from all its events, at least one. Raises `Damaged`."""
    found: History | None = None
    for recorded in story:
        found = extend(found, recorded)
    assert found is not None  # every game has at least one event
    return found


def extend(before: History | None, recorded: Recorded) -> History:
    """Return a history with one more event. Raises `Damaged` if the event cannot follow."""
    game, steps, dates = (None, (), NO_DATES) if before is None else before[1:4]
    try:
        return append_event(game, steps, recorded, dates)
    except IMPOSSIBLE as error:
        raise Damaged(recorded.channel, recorded.version, str(error)) from error


def list_events(story: Iterable[Recorded]) -> Iterator[Event]:
    """Yield the events of a pod, oldest first; events of other games are left out."""
    return (each.event for each in story if isinstance(each.event, Event))


def list_drawn_choices(story: Iterable[Recorded]) -> list[tuple[Pod, Answer]]:
    """Return the choices of a pod that the draw made, each with the pod that waited for it.

    Choices that were undone are among them.
    """
    found: list[tuple[Pod, Answer]] = []
    pod: Pod | None = None
    for recorded in story:
        event = recorded.event
        if isinstance(event, Chose) and event.answer.drawn and pod is not None:
            found.append((pod, event.answer))
        assert isinstance(event, Event)
        pod = evolve_pod(pod, event)
    return found


def find_start(story: Iterable[Recorded]) -> tuple[Pod, Started] | None:
    """Return a pod's lobby just before the start, and the start; None if it has not started."""
    lobby: Pod | None = None
    for recorded in story:
        if isinstance(recorded.event, Started) and lobby is not None:
            return lobby, recorded.event
        assert isinstance(recorded.event, Event)
        lobby = evolve_pod(lobby, recorded.event)
    return None
