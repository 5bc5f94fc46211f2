"""Compare the games of a league's tables with the games that a server has already."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from msgspec.structs import replace
from sqlalchemy import Connection, Row, and_, or_, select

from bot.care.leagues.league import LeagueGame
from bot.projections.history import list_events
from bot.rules.commands import Command, Overrule, Start
from bot.rules.events import Entered, Opened, Overruled, StoryEvent, Undone
from bot.rules.facts import Player
from bot.rules.pod import fold
from bot.rules.story import Story, find_command, tell_story
from bot.storage.engine.moments import to_moment
from bot.storage.engine.schema import events, pods, results
from bot.storage.record.log import ENTERED, read_recorded
from bot.storage.tables.guests import find_claims

_AT_ONCE = 100  # games that are looked for together
_UNDONE = str(Undone.__struct_config__.tag)

_HIGHEST, _BITS = -(2**62), 31
"""All numbers of deliveries are below those of interactions. Of each, so many bits are for the
name of a game, and as many for its date: what has one name is in one range.
"""

_SETUP = (("variant", "variant"), ("table", "table"), ("format", "base"), ("scoring", "scoring"))
"""Columns, and the fields of what was agreed that they hold."""

_WAYS = "let a moderator put that one right, leave these rows out, or take that import back first"
_NAMED = 5  # games that may be here, in a note each


# Games that were entered before


class KnownGame(NamedTuple):
    """A game that is here: where, its event, and what of it counts since moderators decided on it.

    And since when it is here, and when it ended, unless it was taken back.

    Else it `stands`, or a moderator alone took it back, or it was `unimported` with others.
    """

    channel: int
    pod: int
    event: Entered
    told: Story
    at: datetime
    ended: datetime | None
    stands: bool
    unimported: bool

    def __str__(self) -> str:
        return f"game {self.pod} of channel {self.channel}"


class LookedUp(NamedTuple):
    """A game of a table, and the number that stands for entering it.

    It may be `known`; the `others` that are here have its name and another date.
    """

    game: LeagueGame
    delivery: int
    known: KnownGame | None
    others: Sequence[KnownGame]


def list_players(event: Entered) -> Sequence[Player]:
    """Return who played a game, as it was entered."""
    opened = event.story[0]
    assert isinstance(opened, Opened)
    return opened.players


def look_up(
    connection: Connection, guild: int, zone: ZoneInfo, games: Sequence[LeagueGame]
) -> list[LookedUp]:
    """Return what a server has of some games, in their order."""
    found: dict[int, dict[int, KnownGame]] = {}
    for at in range(0, len(games), _AT_ONCE):
        some = {_digest(guild, game.name) for game in games[at : at + _AT_ONCE]}
        for delivery, known in _find_named(connection, some):
            found.setdefault((_HIGHEST - delivery) >> _BITS, {})[delivery] = known
    return [
        _find_dated(guild, zone, game, found.get(_digest(guild, game.name), {})) for game in games
    ]


def _find_dated(
    guild: int, zone: ZoneInfo, game: LeagueGame, named: dict[int, KnownGame]
) -> LookedUp:
    """Return which of the games of one name was played when this was.

    That goes by the clock, as the table has it, whatever the server's time zone was when; or by the
    date that a moderator has given it. Each that was unimported leaves room for one more.
    """
    clock = game.played.astimezone(zone).replace(tzinfo=None)
    copy = 0
    while True:
        lower = _digest(guild, game.name, clock, copy)
        delivery = _HIGHEST - (_digest(guild, game.name) << _BITS | lower)
        known = named.get(delivery)
        if known is None or not known.unimported:
            break
        copy += 1
    others = [each for each in named.values() if each is not known and not each.unimported]
    if known is None:
        known = next((each for each in others if each.ended == game.played), None)
    return LookedUp(game, delivery, known, others)


def _digest(*parts: object) -> int:
    digest = hashlib.blake2b("\n".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> (64 - _BITS)


def _find_named(connection: Connection, names: Iterable[int]) -> Iterable[tuple[int, KnownGame]]:
    """Yield the games that were entered under some names, with their deliveries."""
    last = events.alias()
    every = (
        select(
            *(events, pods.c.state, pods.c.ended, pods.c.version.label("last")),
            *(last.c.type.label("last_type"), last.c.by.label("last_by")),
        )
        .join(pods, (events.c.channel == pods.c.channel) & (events.c.version == pods.c.pod))
        .join(last, (last.c.channel == pods.c.channel) & (last.c.version == pods.c.version))
    )
    lowest = {name: _HIGHEST - ((name + 1 << _BITS) - 1) for name in names}
    ranges = [
        events.c.interaction.between(low, _HIGHEST - (name << _BITS))
        for name, low in lowest.items()
    ]
    imported = (events.c.type == ENTERED, events.c.by.is_(None))
    for row in connection.execute(every.where(or_(*ranges), *imported)).all():
        event = read_recorded(row).event
        assert isinstance(event, Entered)
        stands = row.state != "closed"
        unimported = not stands and row.last_type == _UNDONE and row.last_by is None
        told = _read_told(connection, row) if stands and row.last > row.pod else event.story
        ended = row.ended if stands else None
        known = KnownGame(row.channel, row.pod, event, told, row.at, ended, stands, unimported)
        yield row.interaction, known


def _read_told(connection: Connection, row: Row[Any]) -> Story:
    here = and_(events.c.channel == row.channel, events.c.pod == row.pod)
    rows = connection.execute(select(events).where(here).order_by(events.c.version))
    return tell_story(list_events(map(read_recorded, rows)))


# Games of the same day by the same players


class PlayedGame(NamedTuple):
    """A game that is here, and whether it was `imported`."""

    channel: int
    pod: int
    imported: bool

    def __str__(self) -> str:
        return f"game {self.pod} of channel {self.channel}"


class Meetings:
    """Who played on which days on a server; games that are `known` by their names are left out."""

    def __init__(
        self, connection: Connection, guild: int, zone: ZoneInfo, known: Iterable[tuple[int, int]]
    ) -> None:
        self._connection, self._zone = connection, zone
        self._claimed = find_claims(connection)
        left = set(known)
        self._games = {
            self._name(*met): game
            for game, met in sorted(_read_played(connection, guild).items(), key=_is_imported)
            if (game.channel, game.pod) not in left
        }

    def find(self, played: datetime, players: Iterable[Player]) -> PlayedGame | None:
        """Return a game of that day and these players, one that was imported if there is."""
        return self._games.get(self._name(played, players))

    def read(self, game: PlayedGame) -> Entered | None:
        """Return what was imported as this game, if it was."""
        here = and_(events.c.channel == game.channel, events.c.version == game.pod)
        rows = self._connection.execute(select(events).where(here)) if game.imported else ()
        event = next((read_recorded(row).event for row in rows), None)
        return event if isinstance(event, Entered) else None

    def _name(self, at: datetime, players: Iterable[Player]) -> tuple[object, ...]:
        """What is the same for all games of a day and its players; whose a guest is, they are."""
        united = frozenset(self._claimed.get(player, player) for player in players)
        return at.astimezone(self._zone).date(), united


def _is_imported(found: tuple[PlayedGame, object]) -> bool:
    return found[0].imported


def _read_played(
    connection: Connection, guild: int
) -> Mapping[PlayedGame, tuple[datetime, set[Player]]]:
    """Return all games of a server that count, when they were and who played."""
    opens = (events.c.channel == results.c.channel) & (events.c.version == results.c.pod)
    imported = and_(events.c.type == ENTERED, events.c.by.is_(None)).label("imported")
    columns = (results.c.channel, results.c.pod, imported, results.c.at, results.c.player)
    rows = connection.execute(select(*columns).join(events, opens).where(results.c.guild == guild))
    found: dict[PlayedGame, tuple[datetime, set[Player]]] = {}
    for channel, pod, imported, at, player in rows:
        game = PlayedGame(channel, pod, bool(imported))
        found.setdefault(game, (at, set()))[1].add(player)
    return found


# Comparison


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
