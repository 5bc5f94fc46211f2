"""A game with the steps that made it what it is: who made each, and when."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from bot.rulebooks import IMPOSSIBLE, Game, evolve
from bot.rules.events import Event, Started
from bot.rules.pod import Pod
from bot.rules.pod import evolve as evolve_pod
from bot.storage.record.errors import Damaged
from bot.storage.record.recorded import Recorded


class History(NamedTuple):
    """A game after its `last` event; `steps` are those that can be taken back, the newest last."""

    last: Recorded
    game: Game
    steps: tuple[Recorded, ...]

    @property
    def pod(self) -> Pod:
        """The game, which is a pod: for whoever has looked."""
        assert isinstance(self.game, Pod)
        return self.game

    @property
    def ended(self) -> datetime:
        """When the game came to its end; without a result, when its last step was made.

        What moderators put right about a result later moves it no more than an answer to a report
        does: the step counts at which the game got the first of the results that follow each other.
        """
        first = self.game
        while first.before is not None and first.before.result is not None:
            first = first.before
        return self.steps[first.step - 1].at if first.step else self.last.at


def follow(before: Game | None, steps: tuple[Recorded, ...], recorded: Recorded) -> History:
    """Return a game, to which `steps` led, after one more event. Raises one of `IMPOSSIBLE`."""
    game = evolve(before, recorded.event)
    steps = (*steps, recorded) if game.step > len(steps) else steps[: game.step]
    return History(recorded, game, steps)


def fold_history(story: Iterable[Recorded]) -> History:
    """Return where a game's events lead, of which there is one at least. Raises `Damaged`."""
    found: History | None = None
    for recorded in story:
        found = extend(found, recorded)
    assert found is not None  # no story is empty
    return found


def extend(before: History | None, recorded: Recorded) -> History:
    """Return a game after one more event of its own. Raises `Damaged` if it cannot follow."""
    game, steps = (None, ()) if before is None else (before.game, before.steps)
    try:
        return follow(game, steps, recorded)
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
