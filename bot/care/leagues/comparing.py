"""What of a league's tables is new, and what stands in the way of entering it."""

from collections.abc import Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from bot.care.leagues.alike import Meetings
from bot.care.leagues.known import KnownGame, LookedUp, list_players
from bot.care.leagues.league import LeagueGame
from bot.rules.events import Entered, Opened
from bot.storage.engine.moments import to_moment

_NAMED = 5  # games that may be here, in a note each


class Fresh(NamedTuple):
    """A game that is not here yet, its event, and the number that stands for its delivery."""

    game: LeagueGame
    event: Entered
    delivery: int


class Comparison:
    """The games that are not here yet, so far, and how many are; in words, doubts and notes."""

    def __init__(self, zone: ZoneInfo) -> None:
        self._zone = zone
        self.fresh: list[Fresh] = []
        self.here = 0
        self.doubts: list[str] = []
        self.notes: list[str] = []

    def add(self, looked_up: LookedUp, event: Entered) -> None:
        """Compare what is known of a game with what came of it."""
        game, known = looked_up.game, looked_up.known
        at = f"{game.row.path}:{game.row.line}: game: {game.name!r}"
        if known is None:
            if moved := _find_moved(looked_up.others, event):
                self.doubts.append(f"{at} is here with another date: {self._describe_moved(moved)}")
            else:
                self.fresh.append(Fresh(game, event, looked_up.delivery))
        elif not known.stands:
            self.here += 1
            self.notes.append(f"{at} was taken back here by a moderator ({known}); left out")
        elif _leave_date(known.event) != _leave_date(event):
            problem = f"is here already, with another content: {known}"
            self.doubts.append(f"{at} {problem}; take that import back first")
        else:
            self.here += 1

    def _describe_moved(self, moved: KnownGame) -> str:
        entered = moved.ended or to_moment(moved.event.setup.played or 0)
        said = f"{moved}, of {entered.astimezone(self._zone):%Y-%m-%d %H:%M}"
        return f"{said}; take that import back first, or give another game another name"

    def find_alike(self, meetings: Meetings) -> None:
        """Say which new games have the day and the players of one that is here otherwise.

        One that was imported with the same content is in doubt.
        """
        alike: list[str] = []
        for game, event, _ in self.fresh:
            played = meetings.find(game.played, list_players(event))
            if played is None:
                continue
            where = f"{game.row.path}:{game.row.line}: game"
            same = f"has the day and the players of {played}: is it the same?"
            imported = meetings.read(played)
            if imported is not None and _leave_date(imported) == _leave_date(event):
                left = "call it as before, or if it is not, keep the rows of that one in the table"
                self.doubts.append(f"{where}: {game.name!r} {same} If it is, {left}")
            else:
                alike.append(f"{where} {game.name!r} {same}")
        more = len(alike) - _NAMED
        self.notes += [*alike[:_NAMED], *([f"and {more:,} more"] if more > 0 else [])]


def _find_moved(others: Sequence[KnownGame], event: Entered) -> KnownGame | None:
    """Return the game of another date that has the same players.

    A league may count its games anew each season.
    """
    players = set(list_players(event))
    return next((each for each in others if {*list_players(each.event)} == players), None)


def _leave_date(event: Entered) -> Entered:
    opened, *rest = event.story
    assert isinstance(opened, Opened)
    undated = replace(opened, setup=replace(opened.setup, played=None))
    return replace(event, story=(undated, *rest))
