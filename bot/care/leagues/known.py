"""Which games of a league are here already, by what the league calls them and when they were."""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, and_, or_, select

from bot.care.leagues.league import LeagueGame
from bot.projections.history import list_events
from bot.rules.events import Entered, Opened, Undone
from bot.rules.facts import Player
from bot.rules.story import Story, tell_story
from bot.storage.engine.schema import events, pods
from bot.storage.record.log import ENTERED, read_recorded

_AT_ONCE = 100  # games that are looked for together
_UNDONE = str(Undone.__struct_config__.tag)

_HIGHEST, _BITS = -(2**62), 31
"""All numbers of deliveries are below those of interactions. Of each, so many bits are for the
name of a game, and as many for its date: what has one name is in one range.
"""


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
