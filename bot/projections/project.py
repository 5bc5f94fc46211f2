"""Every projection at once: what is written beside an event. Each game has those of its own."""

from collections.abc import Callable, Iterator, Mapping

from bot.joust.duel import Duel
from bot.planning.plan import Plan
from bot.projections import defeats, draws, duels, plans, pods, standings
from bot.projections.history import History
from bot.rulebooks import Game
from bot.rules.pod import Pod
from bot.storage.engine.changes import RowChange

_Projection = Callable[[History], Iterator[RowChange]]

_OF_GAME: Mapping[type[Game], tuple[_Projection, ...]] = {
    Pod: (pods.project, standings.project, defeats.project),
    Duel: (pods.project, duels.project),
    Plan: (plans.project,),
}
"""What is kept of a game; a plan is not among those that are played."""


def project(history: History) -> Iterator[RowChange]:
    """What brings every projection up to the last event of a game."""
    for follow in _OF_GAME[type(history.game)]:
        yield from follow(history)


def project_anew(history: History) -> Iterator[RowChange]:
    """What every projection keeps of a game, whichever of its events came last."""
    yield from project(history)
    yield from draws.project(history)
