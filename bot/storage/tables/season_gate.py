"""The season gate: only a moderator can change what counts in a season that is over.

Everything that changes what counts calls `require_consent_to_change_ended_seasons` before it is written: events of
games, the exclusions of seasons, claims of guests, and imports. See `docs/design/what-counts.md`.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Protocol, TypeVar

from msgspec import Struct

from bot.rules.refusals import Refusal

USUAL_GRACE = timedelta(minutes=15)
"""The grace of games that agreed on no time to dispute their result."""


class SeasonPeriod(Protocol):
    """The number, name, start and end of a season; the end is None while the season runs."""

    @property
    def number(self) -> int:
        """The number of the season on its server."""

    @property
    def name(self) -> str:
        """The name of the season."""

    @property
    def start(self) -> datetime:
        """The time when the season began."""

    @property
    def end(self) -> datetime | None:
        """The time when the season ended; None while it runs."""


class EndedSeasonConsentRefusal(Refusal):
    """The error that a moderator must first agree to a change of ended seasons.

    If the author may decide, the author has to be asked about these seasons.
    """

    def __init__(self, seasons: Sequence[SeasonPeriod], *, may_user_consent: bool) -> None:
        super().__init__("season-over", names=tuple(each.name for each in seasons))
        self.seasons = tuple(seasons)
        self.may_decide = may_user_consent

    @property
    def numbers_of_changed_seasons(self) -> frozenset[int]:
        """The numbers of the ended seasons that the change would alter."""
        return frozenset(each.number for each in self.seasons)


class SeasonResultsChange(Struct, frozen=True):
    """A change of results that count in seasons, described by the end dates of the changed games.

    A game that is confirmed at `confirmed` still counts in a season that was over at most `grace` before. `confirmed`
    is None for every other change, which has no grace.
    """

    dates: frozenset[datetime]
    confirmed: datetime | None = None
    grace: timedelta = USUAL_GRACE


S = TypeVar("S", bound=SeasonPeriod)


def find_season_at_time(seasons: Iterable[S], game_time: datetime) -> S | None:
    """Return the season that includes this time; None if there is none."""
    here = (each for each in seasons if each.start <= game_time and (each.end is None or game_time < each.end))
    return next(here, None)


def list_changed_ended_seasons(
    seasons: Iterable[SeasonPeriod], results_change: SeasonResultsChange
) -> list[SeasonPeriod]:
    return [each for each in seasons if _does_change_alter_ended_season(each, results_change)]


def _does_change_alter_ended_season(season: SeasonPeriod, results_change: SeasonResultsChange) -> bool:
    if season.end is None:
        return False
    if results_change.confirmed is not None and results_change.confirmed <= season.end + results_change.grace:
        return False
    return any(find_season_at_time([season], date) is not None for date in results_change.dates)


def require_consent_to_change_ended_seasons(
    seasons: Iterable[SeasonPeriod],
    results_change: SeasonResultsChange,
    confirmed_seasons: Collection[int],
    *,
    may_user_consent: bool = True,
) -> bool:
    """Raise `EndedSeasonConsentRefusal` if a change alters ended seasons without consent.

    `confirmed_seasons` are the numbers of the seasons that the author of the change agreed to change. Returns
    True if the change reaches a season that is over, and passes because a moderator agreed.
    """
    reached = list_changed_ended_seasons(seasons, results_change)
    if not reached:
        return False
    if not may_user_consent or not {each.number for each in reached} <= {*confirmed_seasons}:
        raise EndedSeasonConsentRefusal(reached, may_user_consent=may_user_consent)
    return True
