"""Comparing the games of a league's tables with the games that a server has already."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from msgspec.structs import replace
from sqlalchemy import Connection, Row, and_, or_, select

from bot.cards.folding import fold_card_name
from bot.care.leagues.league import LeagueGame
from bot.projections.history import list_events
from bot.rules.entering import Entered
from bot.rules.facts import Deck, Player
from bot.rules.lobby import Opened, Start
from bot.rules.overrule import Overrule, Overruled
from bot.rules.pod import PodCommand, Story, StoryEvent, fold
from bot.rules.story import tell_story
from bot.rules.undoing import Undone
from bot.storage.engine.moments import to_moment
from bot.storage.engine.schema import events, pods, results
from bot.storage.record.log import ENTERED_TYPE, read_recorded
from bot.storage.tables.guests import find_owners

_GAMES_PER_LOOKUP = 100  # games that are looked for together
_UNDONE_TYPE = str(Undone.__struct_config__.tag)

_HIGHEST_DELIVERY = -(2**62)
"""The highest number of a delivery, far below the numbers of interactions."""

_NAME_BITS = 31
"""Bits of a delivery's number for the digest of the game's name, and below them for its date.

So all games of one name are in one range.
"""

_SETUP_FIELDS = (
    ("variant", "variant"),
    ("table", "table"),
    ("format", "base"),
    ("scoring", "scoring"),
)
"""Columns of the table, and the fields of `Setup` that they fill."""

_CONFLICT_ADVICE = (
    "let a moderator put that one right, leave these rows out, or take that import back first"
)
_MAX_NOTED = 5  # the most similar games that get a note each


# Games that were entered before


class KnownGame(NamedTuple):
    """An imported game that the server has.

    `event` is the game as it was entered at `at`. `told` is its story after the moderators'
    corrections. `stands` is False if a moderator took it back, or if its batch was taken back
    (`unimported`); then `ended` is None.
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
    """A game of a table, and the server's games with the same name.

    `delivery` identifies its import, as an interaction would. `known` is the same game, if the
    server has it; `others` have its name and another date.
    """

    game: LeagueGame
    delivery: int
    known: KnownGame | None
    others: Sequence[KnownGame]


def list_players(event: Entered) -> Sequence[Player]:
    """Return the players of a game as it was entered."""
    opened = event.story[0]
    assert isinstance(opened, Opened)
    return opened.players


def look_up_games(
    connection: Connection, guild: int, zone: ZoneInfo, games: Sequence[LeagueGame]
) -> list[LookedUp]:
    """Look up games on a server; return the results in the order of `games`."""
    found: dict[int, dict[int, KnownGame]] = {}
    for at in range(0, len(games), _GAMES_PER_LOOKUP):
        some = {_digest_name(guild, game.name) for game in games[at : at + _GAMES_PER_LOOKUP]}
        for delivery, known in _load_named(connection, some):
            found.setdefault((_HIGHEST_DELIVERY - delivery) >> _NAME_BITS, {})[delivery] = known
    return [
        _look_up_game(guild, zone, game, found.get(_digest_name(guild, game.name), {}))
        for game in games
    ]


def _look_up_game(
    guild: int, zone: ZoneInfo, game: LeagueGame, named: dict[int, KnownGame]
) -> LookedUp:
    """Find the game of `named`, all games of one name, that was played when `game` was.

    Compares local times as the table has them, so that a change of the server's time zone does not
    matter, and then dates that moderators corrected. A game whose batch was taken back can be
    imported again, with the next number.
    """
    clock = game.played.astimezone(zone).replace(tzinfo=None)
    copy = 0
    while True:
        lower = _digest_name(guild, game.name, clock, copy)
        delivery = _HIGHEST_DELIVERY - (_digest_name(guild, game.name) << _NAME_BITS | lower)
        known = named.get(delivery)
        if known is None or not known.unimported:
            break
        copy += 1
    others = [each for each in named.values() if each is not known and not each.unimported]
    if known is None:
        known = next((each for each in others if each.ended == game.played), None)
    return LookedUp(game, delivery, known, others)


def _digest_name(*parts: object) -> int:
    digest = hashlib.blake2b("\n".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> (64 - _NAME_BITS)


def _load_named(connection: Connection, names: Iterable[int]) -> Iterable[tuple[int, KnownGame]]:
    """Yield the imported games with names of these digests, each with its delivery."""
    last = events.alias()
    every = (
        select(
            *(events, pods.c.state, pods.c.ended, pods.c.version.label("last")),
            *(last.c.type.label("last_type"), last.c.by.label("last_by")),
        )
        .join(pods, (events.c.channel == pods.c.channel) & (events.c.version == pods.c.pod))
        .join(last, (last.c.channel == pods.c.channel) & (last.c.version == pods.c.version))
    )
    lowest = {name: _HIGHEST_DELIVERY - ((name + 1 << _NAME_BITS) - 1) for name in names}
    ranges = [
        events.c.interaction.between(low, _HIGHEST_DELIVERY - (name << _NAME_BITS))
        for name, low in lowest.items()
    ]
    imported = (events.c.type == ENTERED_TYPE, events.c.by.is_(None))
    for row in connection.execute(every.where(or_(*ranges), *imported)).all():
        event = read_recorded(row).event
        assert isinstance(event, Entered)
        stands = row.state != "closed"
        unimported = not stands and row.last_type == _UNDONE_TYPE and row.last_by is None
        told = _load_told(connection, row) if stands and row.last > row.pod else event.story
        ended = row.ended if stands else None
        known = KnownGame(row.channel, row.pod, event, told, row.at, ended, stands, unimported)
        yield row.interaction, known


def _load_told(connection: Connection, row: Row[Any]) -> Story:
    here = and_(events.c.channel == row.channel, events.c.pod == row.pod)
    rows = connection.execute(select(events).where(here).order_by(events.c.version))
    return tell_story(list_events(map(read_recorded, rows)))


# Games of the same day by the same players


class PlayedGame(NamedTuple):
    """A game that the server has; `imported` says that it came with an import."""

    channel: int
    pod: int
    imported: bool

    def __str__(self) -> str:
        return f"game {self.pod} of channel {self.channel}"


class GamesByDay:
    """An index of a server's games by day and players, without games `known` by their names."""

    def __init__(
        self, connection: Connection, guild: int, zone: ZoneInfo, known: Iterable[tuple[int, int]]
    ) -> None:
        self._connection = connection
        self._zone = zone
        self._claimed = find_owners(connection).get(guild, {})
        left = set(known)
        self._games = {
            self._make_day_key(*met): game
            for game, met in sorted(_load_played(connection, guild).items(), key=_is_imported)
            if (game.channel, game.pod) not in left
        }

    def find(self, played: datetime, players: Iterable[Player]) -> PlayedGame | None:
        """Return a game of that day with these players, an imported one if possible, or None."""
        return self._games.get(self._make_day_key(played, players))

    def read(self, game: PlayedGame) -> Entered | None:
        """Return the event that was imported as this game; None if it was not imported."""
        here = and_(events.c.channel == game.channel, events.c.version == game.pod)
        rows = self._connection.execute(select(events).where(here)) if game.imported else ()
        event = next((read_recorded(row).event for row in rows), None)
        return event if isinstance(event, Entered) else None

    def _make_day_key(self, at: datetime, players: Iterable[Player]) -> tuple[object, ...]:
        """Return the key of a day and its players; a claimed guest counts as the claimer."""
        united = frozenset(self._claimed.get(player, player) for player in players)
        return at.astimezone(self._zone).date(), united


def _is_imported(found: tuple[PlayedGame, object]) -> bool:
    return found[0].imported


def _load_played(
    connection: Connection, guild: int
) -> Mapping[PlayedGame, tuple[datetime, set[Player]]]:
    """Return the games of a server that have results, with their times and players."""
    opens = (events.c.channel == results.c.channel) & (events.c.version == results.c.pod)
    imported = and_(events.c.type == ENTERED_TYPE, events.c.by.is_(None)).label("imported")
    columns = (results.c.channel, results.c.pod, imported, results.c.at, results.c.player)
    rows = connection.execute(select(*columns).join(events, opens).where(results.c.guild == guild))
    found: dict[PlayedGame, tuple[datetime, set[Player]]] = {}
    for channel, pod, imported, at, player in rows:
        game = PlayedGame(channel, pod, bool(imported))
        found.setdefault(game, (at, set()))[1].add(player)
    return found


# Comparison


class FreshGame(NamedTuple):
    """A game that the server lacks, its event, and the number of its delivery."""

    game: LeagueGame
    event: Entered
    delivery: int


class Comparison:
    """The games that the server lacks (`fresh`) and has (`here`), with doubts and notes."""

    def __init__(self, zone: ZoneInfo) -> None:
        self._zone = zone
        self.fresh: list[FreshGame] = []
        self.here: list[KnownGame] = []
        self.doubts: list[str] = []
        self.notes: list[str] = []

    def add(self, looked_up: LookedUp, event: Entered) -> None:
        """Compare the game that the server has, if any, with the event from the tables."""
        game = looked_up.game
        known = looked_up.known
        at = f"{game.row.path}:{game.row.line}: game: {game.name!r}"
        if known is None:
            if moved := _find_moved(looked_up.others, event):
                self.doubts.append(f"{at} is here with another date: {self._describe_moved(moved)}")
            else:
                self.fresh.append(FreshGame(game, event, looked_up.delivery))
        elif not known.stands:
            self.here.append(known)
            self.notes.append(f"{at} was taken back here by a moderator ({known}); left out")
        elif differing := _list_conflicts(known, event):
            other = ", ".join(differing)
            self.doubts.append(
                f"{at} is here already ({known}) with another {other}; {_CONFLICT_ADVICE}"
            )
        else:
            self.here.append(known)

    def _describe_moved(self, moved: KnownGame) -> str:
        entered = moved.ended or to_moment(moved.event.setup.played or 0)
        said = f"{moved}, of {entered.astimezone(self._zone):%Y-%m-%d %H:%M}"
        return f"{said}; {_CONFLICT_ADVICE}. Another game needs another name"

    def find_alike(self, games_by_day: GamesByDay) -> None:
        """Note fresh games with the same day and players as another game of the server.

        If that game was imported with the same content, the fresh game is a doubt.
        """
        alike: list[str] = []
        for game, event, _ in self.fresh:
            played = games_by_day.find(game.played, list_players(event))
            if played is None:
                continue
            where = f"{game.row.path}:{game.row.line}: game"
            same = f"has the day and the players of {played}: is it the same?"
            imported = games_by_day.read(played)
            if imported is not None and not _list_differences(imported.story, event):
                left = "call it as before, or if it is not, keep the rows of that one in the table"
                self.doubts.append(f"{where}: {game.name!r} {same} If it is, {left}")
            else:
                alike.append(f"{where} {game.name!r} {same}")
        more = len(alike) - _MAX_NOTED
        self.notes += [*alike[:_MAX_NOTED], *([f"and {more:,} more"] if more > 0 else [])]


def _find_moved(others: Sequence[KnownGame], event: Entered) -> KnownGame | None:
    """Return the game of the same name and players that has another date.

    Without the players, a league that numbers its games anew each season would match.
    """
    players = set(list_players(event))
    return next((each for each in others if {*list_players(each.event)} == players), None)


def _list_conflicts(known: KnownGame, event: Entered) -> list[str]:
    """Return how an event differs from a game both as entered and as moderators corrected it."""
    decks = ["deck"] if _has_other_decks(known.event, event) else []
    if not _list_differences(known.event.story, event):
        return decks
    return [*_list_differences(known.told, event), *decks]


def _has_other_decks(before: Entered, now: Entered) -> bool:
    """Return whether a player has other commanders than before."""
    both = before.decks.keys() & now.decks.keys()
    return any(
        _list_commanders(before.decks[each]) != _list_commanders(now.decks[each]) for each in both
    )


def _list_commanders(deck: Deck) -> list[str]:
    """Return the words of a deck's commanders: an earlier import may have read a pair as one."""
    return sorted(word for each in deck.commanders for word in fold_card_name(each.text).split())


def _list_differences(story: Story, event: Entered) -> list[str]:
    """Return how a story and an event differ, apart from the date.

    Compares the reports and not their outcomes, which older rules may have decided otherwise.
    """
    before, *then = story
    after, *now = event.story
    assert isinstance(before, Opened)
    assert isinstance(after, Opened)
    found = [
        column
        for column, field in _SETUP_FIELDS
        if getattr(before.setup, field) != getattr(after.setup, field)
    ]
    if {*before.players} != {*after.players}:
        return ["choice of players", *found]
    if before.players != after.players:
        return ["order of seats", *found]
    has_points = any(isinstance(e, Overruled) and e.override == "points" for e in (*then, *now))
    is_same = _list_commands(then) == _list_commands(now)
    is_same = is_same and not (has_points and _find_points(story) != _find_points(event.story))
    return found if is_same else [*found, "result"]


def _list_commands(story: Iterable[StoryEvent]) -> list[PodCommand]:
    """Return the reports and decisions after the start, without dates, points and reasons."""
    commands = (event.make_command() for event in story)
    return [
        replace(each, reason="") if isinstance(each, Overrule) else each
        for each in commands
        if not isinstance(each, Start)
        and not (isinstance(each, Overrule) and each.override in ("date", "points"))
    ]


def _find_points(story: Story) -> Mapping[Player, int]:
    pod = fold(story)
    return {} if pod is None or pod.result is None else pod.result.points
