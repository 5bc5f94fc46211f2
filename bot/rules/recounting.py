"""What the totals are after an event, where a pod counts life: a part of its transitions."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, Self

from bot.rules import seats
from bot.rules.counted import Counted
from bot.rules.counting import SUBGAME_LIFE, Counts, settle_counts
from bot.rules.events import (
    Corrected,
    Event,
    Judged,
    Outcome,
    Overruled,
    Restarted,
    Setup,
    Standing,
    SubgameCard,
    Undone,
)
from bot.rules.facts import Player


class Countable(Protocol):
    """A pod, or its subgame, as far as the totals depend on it."""

    @property
    def setup(self) -> Setup:
        """What was agreed on."""

    @property
    def players(self) -> Sequence[Player]:
        """Everybody in it, whether beaten or not."""

    @property
    def standings(self) -> Mapping[Player, Standing]:
        """What has become of each."""

    @property
    def counts(self) -> Counts:
        """The totals as they were noted."""

    @property
    def game(self) -> Self:
        """What is played: the subgame while there is one."""

    @property
    def subgame(self) -> Self | None:
        """A game within it, while there is one."""

    @property
    def subgame_card(self) -> SubgameCard | None:
        """The card that the subgame is played for."""


def recount(before: Countable, event: Event, after: Countable) -> Counts:
    """The totals after an event: changes stay, whatever is taken back or put right."""
    counts, setup = before.counts, after.setup
    was_inside, is_inside = before.subgame is not None, after.subgame is not None
    if isinstance(event, Counted):
        return counts.add_changes(event.changes)
    if isinstance(event, Undone) or (isinstance(event, Overruled) and event.override == "reopen"):
        if was_inside == is_inside:
            return counts.carry_over(after.counts)
        return counts.enter_subgame(after.counts) if is_inside else counts.leave_subgame()
    start, standings = _compute_starting_life(after), after.game.standings
    if is_inside and not was_inside:
        return settle_counts(counts.enter_subgame(), setup, {}, standings, start=start)
    heirs = tuple(heir for outcome in _list_outcomes(event) for heir in outcome.heirs)
    if was_inside and not is_inside:
        return settle_counts(
            counts.leave_subgame(), setup, before.standings, standings, start=start, heirs=heirs
        )
    was = {} if isinstance(event, Restarted) else before.game.standings  # ESC-50
    beaten = event.outcome.beaten if isinstance(event, Judged | Overruled) else ()
    return settle_counts(counts, setup, was, standings, start=start, beaten=beaten, heirs=heirs)


def _list_outcomes(event: Event) -> Iterable[Outcome]:
    """What the rules made of an event, or of all that a correction makes of a story."""
    for each in event.story if isinstance(event, Corrected) else (event,):
        if isinstance(each, Judged | Overruled):
            yield each.outcome


def _compute_starting_life(pod: Countable) -> int:
    """What each life total of the game that is played started at (TAB-D1, ESC-51 to ESC-53)."""
    usual = seats.compute_starting_life(pod.setup, len(pod.players))
    card = pod.subgame_card
    return usual if card is None else SUBGAME_LIFE[card] or usual
