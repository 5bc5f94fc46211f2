"""The season gate: what counts in a season that is over changes only through a moderator.

Everything that changes what counts asks `check_seasons` before it is written: events of games, the
exclusions of seasons, claims of guests, and imports. See `docs/design/what-counts.md`.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Protocol, TypeVar

from msgspec import Struct

from bot.rules.refusals import Refusal

USUAL_GRACE = timedelta(minutes=15)
"""The grace of games that agreed on no time to dispute their result."""


class Span(Protocol):
    """The facts of a season that the gate needs; a season without an `end` is running."""

    @property
    def number(self) -> int:
        """Its number on its server."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def start(self) -> datetime:
        """When it began."""

    @property
    def end(self) -> datetime | None:
        """When it ended."""


class NeedsDecision(Refusal):
    """A change of what counts in `seasons` that are over, which only a moderator can make.

    With `may_decide`, the author is such a moderator, and has to be asked about these seasons.
    """

    def __init__(self, seasons: Sequence[Span], *, may_decide: bool) -> None:
        super().__init__("season-over", names=tuple(each.name for each in seasons))
        self.seasons = tuple(seasons)
        self.may_decide = may_decide

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of the seasons."""
        return frozenset(each.number for each in self.seasons)


class Change(Struct, frozen=True):
    """A change of what counts on these `dates`.

    A game that is confirmed at `confirmed` still counts in a season that was over at most `grace`
    before. `confirmed` is None for every other change, which has no grace.
    """

    dates: frozenset[datetime]
    confirmed: datetime | None = None
    grace: timedelta = USUAL_GRACE


S = TypeVar("S", bound=Span)


def find_span(seasons: Iterable[S], at: datetime) -> S | None:
    """Return the season in which a game of this moment counts; None if it counts in none."""
    here = (each for each in seasons if each.start <= at and (each.end is None or at < each.end))
    return next(here, None)


def find_reached(seasons: Iterable[Span], change: Change) -> list[Span]:
    """Return the seasons that are over and that a change reaches too late."""
    return [each for each in seasons if _is_reached(each, change)]


def _is_reached(season: Span, change: Change) -> bool:
    if season.end is None:
        return False
    if change.confirmed is not None and change.confirmed <= season.end + change.grace:
        return False
    return any(find_span([season], date) is not None for date in change.dates)


def check_seasons(
    seasons: Iterable[Span],
    change: Change,
    asked: Collection[int],
    *,
    may_decide: bool = True,
) -> bool:
    """Let a change pass, or raise `NeedsDecision`.

    `asked` are the numbers of the seasons that its author was asked about. Returns True if the
    change reaches a season that is over, and passes because a moderator was asked.
    """
    reached = find_reached(seasons, change)
    if not reached:
        return False
    if not may_decide or not {each.number for each in reached} <= {*asked}:
        raise NeedsDecision(reached, may_decide=may_decide)
    return True
