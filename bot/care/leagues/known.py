"""Which games of a league are here already."""

import hashlib
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, select

from bot.care.leagues.league import LeagueGame
from bot.care.leagues.matching import Matching
from bot.rules.events import Undone
from bot.rules.facts import Player
from bot.storage.engine.moments import to_milliseconds
from bot.storage.engine.schema import events, pods, results
from bot.storage.record.log import read_recorded

_AT_ONCE = 500  # games that are looked for together
_NAMED = 5  # games that may be here under another name
_UNDONE = str(Undone.__struct_config__.tag)


class KnownGame(NamedTuple):
    """A game that is here: where, and its event.

    It `stands`, or it was taken back: with its whole import, or by a moderator alone.
    """

    channel: int
    pod: int
    event: object
    stands: bool
    unimported: bool

    def __str__(self) -> str:
        return f"game {self.pod} of channel {self.channel}"


def make_delivery(guild: int, game: LeagueGame, copy: int) -> int:
    """Return what stands for entering a game once, below all numbers of interactions.

    On one server a game is known by what its league calls it, and when it was played. The first
    `copy` is 0; each import that was taken back makes room for one more.
    """
    named = f"{guild}\n{game.name}\n{to_milliseconds(game.played)}\n{copy}"
    digest = hashlib.blake2b(named.encode(), digest_size=8).digest()
    return -(2**62) - int.from_bytes(digest) // 4


def find_deliveries(connection: Connection, wanted: Iterable[int]) -> dict[int, KnownGame]:
    """Return the games that were entered under some of these numbers."""
    last = events.alias()
    every = (
        select(events, pods.c.state, last.c.type.label("ended_by"), last.c.by.label("ended_who"))
        .join(pods, (events.c.channel == pods.c.channel) & (events.c.version == pods.c.pod))
        .join(last, (last.c.channel == pods.c.channel) & (last.c.version == pods.c.version))
    )
    numbers = list(wanted)
    found: dict[int, KnownGame] = {}
    for at in range(0, len(numbers), _AT_ONCE):
        some = every.where(events.c.interaction.in_(numbers[at : at + _AT_ONCE]))
        for row in connection.execute(some):
            stands = row.state != "closed"
            unimported = not stands and row.ended_by == _UNDONE and row.ended_who is None
            found[row.interaction] = KnownGame(
                row.channel, row.pod, read_recorded(row).event, stands, unimported
            )
    return found


def find_alike(
    connection: Connection,
    guild: int,
    zone: ZoneInfo,
    games: Iterable[LeagueGame],
    match: Matching,
) -> list[str]:
    """Say which games have the day and the players of one that is here otherwise."""
    here: dict[tuple[int, int], tuple[date, set[Player]]] = {}
    columns = (results.c.channel, results.c.pod, results.c.at, results.c.player)
    for channel, pod, at, player in connection.execute(
        select(*columns).where(results.c.guild == guild)
    ):
        day = at.astimezone(zone).date()
        here.setdefault((channel, pod), (day, set()))[1].add(player)
    known = {(day, frozenset(players)): place for place, (day, players) in here.items()}
    said: list[str] = []
    for game in games:
        players = frozenset(match.find(seat.row, "player") for seat in game.seats)
        if place := known.get((game.played.astimezone(zone).date(), players)):
            where = f"{game.row.path}:{game.row.line}: game {game.name!r}"
            same = f"the day and the players of game {place[1]} of channel {place[0]}"
            said.append(f"{where} has {same}: is it the same?")
    return said if len(said) <= _NAMED else [*said[:_NAMED], f"and {len(said) - _NAMED:,} more"]
