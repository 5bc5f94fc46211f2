"""What of a league's tables is new, and what stands in the way of entering it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from bot.care.leagues.alike import Meetings
from bot.care.leagues.known import KnownGame, LookedUp, list_players
from bot.care.leagues.league import LeagueGame
from bot.rules.commands import Command, Overrule, Start
from bot.rules.events import Entered, Opened, Overruled, StoryEvent
from bot.rules.facts import Player
from bot.rules.pod import fold
from bot.rules.story import Story, find_command
from bot.storage.engine.moments import to_moment

_SETUP = (("variant", "variant"), ("table", "table"), ("format", "base"), ("scoring", "scoring"))
"""Columns, and the fields of what was agreed that they hold."""

_WAYS = "let a moderator put that one right, leave these rows out, or take that import back first"
_NAMED = 5  # games that may be here, in a note each


class Fresh(NamedTuple):
    """A game that is not here yet, its event, and the number that stands for its delivery."""

    game: LeagueGame
    event: Entered
    delivery: int


class Comparison:
    """The games that are not here yet, so far, and those that are; in words, doubts and notes."""

    def __init__(self, zone: ZoneInfo) -> None:
        self._zone = zone
        self.fresh: list[Fresh] = []
        self.here: list[KnownGame] = []
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
            self.here.append(known)
            self.notes.append(f"{at} was taken back here by a moderator ({known}); left out")
        elif differing := _find_differing(known, event):
            other = ", ".join(differing)
            self.doubts.append(f"{at} is here already ({known}) with another {other}; {_WAYS}")
        else:
            self.here.append(known)

    def _describe_moved(self, moved: KnownGame) -> str:
        entered = moved.ended or to_moment(moved.event.setup.played or 0)
        said = f"{moved}, of {entered.astimezone(self._zone):%Y-%m-%d %H:%M}"
        return f"{said}; {_WAYS}. Another game needs another name"

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
            if imported is not None and not _list_differences(imported.story, event):
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


def _find_differing(known: KnownGame, event: Entered) -> list[str]:
    """Return in what a game is neither as it was entered, nor as moderators have put it right."""
    if not _list_differences(known.event.story, event):
        return []
    return _list_differences(known.told, event)


def _list_differences(story: Story, event: Entered) -> list[str]:
    """Return in what a story and what was entered differ, but for the date.

    What was said is compared, and not what the rules made of it, which were others then perhaps.
    """
    (before, *then), (after, *now) = story, event.story
    assert isinstance(before, Opened)
    assert isinstance(after, Opened)
    one, other = before.setup, after.setup
    found = [said for said, field in _SETUP if getattr(one, field) != getattr(other, field)]
    if {*before.players} != {*after.players}:
        return ["choice of players", *found]
    if before.players != after.players:
        return ["order of seats", *found]
    counted = any(isinstance(e, Overruled) and e.override == "points" for e in (*then, *now))
    same = _list_said(then) == _list_said(now)
    same = same and not (counted and _find_points(story) != _find_points(event.story))
    return found if same else [*found, "result"]


def _list_said(story: Iterable[StoryEvent]) -> list[Command]:
    """Return what was reported or decided since the start, without dates, points and reasons."""
    commands = map(find_command, story)
    return [
        replace(each, reason="") if isinstance(each, Overrule) else each
        for each in commands
        if not isinstance(each, Start)
        and not (isinstance(each, Overrule) and each.override in ("date", "points"))
    ]


def _find_points(story: Story) -> Mapping[Player, int]:
    pod = fold(story)
    return {} if pod is None or pod.result is None else pod.result.points
