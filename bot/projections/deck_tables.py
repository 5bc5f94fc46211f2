"""The wins of decks, commanders, colours and seats, added up from results at each request."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Select, and_, bindparam, func, or_, select

from bot.cards.index import resolve_deck
from bot.cards.same_names import map_names, rename_commanders
from bot.projections.card_keys import CardKeys, CommanderKey, list_commanders
from bot.projections.rates import FEWEST_GAMES, Rate
from bot.rules.facts import Colour, Deck, Player
from bot.storage.engine.database import Database
from bot.storage.engine.moments import Moment
from bot.storage.engine.schema import HAS_DECK, deck_defeats, guilds, results
from bot.storage.record.player_decks import read_deck
from bot.storage.record.strikes import Struck, load_struck
from bot.storage.servers.guilds import read_settings
from bot.storage.tables.game_kinds import POD
from bot.storage.tables.totals import WILDCARD

DeckGroup = Literal["decks", "commanders", "colours"]
"""The subjects of leaderboards that are told from decks."""

GroupKey = str | CommanderKey | tuple[Colour, ...]
"""The key of a line: a deck's own key, its commanders, or its colours."""


class DeckScope(Struct, frozen=True):
    """The results that count: those of a time, and perhaps of a variant, a table or a bracket."""

    start: datetime
    end: datetime
    variant: str = WILDCARD
    table: str = WILDCARD
    bracket: int | None = None


class DeckRecord(Struct, frozen=True):
    """Games, and those that were won as a master and as a thrall, which are not the same."""

    games: int = 0
    won: int = 0
    won_as_thrall: int = 0

    @property
    def rate(self) -> Rate:
        """The share of games that a master won with it."""
        return Rate(self.won, self.games)

    def add(self, other: "DeckRecord") -> "DeckRecord":
        """Return the sum of both."""
        return DeckRecord(
            self.games + other.games,
            self.won + other.won,
            self.won_as_thrall + other.won_as_thrall,
        )


class DeckLine(Struct, frozen=True):
    """A line of a leaderboard; `deck` is the newest of its decks, `players` have played it."""

    deck: Deck
    record: DeckRecord
    players: tuple[Player, ...] = ()


class SeatRecord(Struct, frozen=True):
    """The record of a seat, counted from 1, at tables of so many `seats`."""

    seats: int
    seat: int
    record: DeckRecord


class DeckRivalry(Struct, frozen=True):
    """Two decks' commanders, and how often each defeated the other; the more frequent first."""

    one: Deck
    other: Deck
    by_one: int
    by_other: int
    one_key: CommanderKey
    other_key: CommanderKey


class PlayedDeck(Struct, frozen=True):
    """A deck as some results hold it, of one player: what they add up to, and the last moment."""

    deck: Deck
    player: Player
    record: DeckRecord
    last: datetime


class _Played(NamedTuple):
    """Played decks as the log has them, how they are counted, and which texts are not shown."""

    played: Sequence[PlayedDeck]
    keys: CardKeys
    names: "_Names"

    def list_lines(
        self, played: Sequence[PlayedDeck], group: Callable[[Deck], GroupKey | None]
    ) -> list[DeckLine]:
        """Return the lines of some played decks, without struck texts."""
        lines = list_lines(played, group)
        return [replace(line, deck=self.names.struck.hide_in(line.deck)) for line in lines]


# Reading

_HERE = and_(results.c.guild == bindparam("in_guild"), results.c.game == POD)
_IN_SCOPE = and_(
    _HERE,
    results.c.at >= bindparam("start", type_=Moment),
    results.c.at < bindparam("end", type_=Moment),
    or_(bindparam("of_variant") == WILDCARD, results.c.variant == bindparam("of_variant")),
    or_(bindparam("at_table") == WILDCARD, results.c.table == bindparam("at_table")),
)
_SELECT_DECKS = (
    select(
        results.c.deck,
        results.c.player,
        results.c.role,
        results.c.won,
        func.count().label("games"),
        func.max(results.c.at).label("last"),
    )
    .where(_IN_SCOPE, HAS_DECK)
    .group_by(results.c.deck, results.c.player, results.c.role, results.c.won)
)
_SELECT_KNOWN = select(results.c.deck).where(_HERE, HAS_DECK).distinct()
_SELECT_SEATS = (
    select(
        results.c.seats,
        results.c.seat,
        results.c.role,
        results.c.won,
        func.count().label("games"),
    )
    .where(_IN_SCOPE, results.c.seat > 0)
    .group_by(results.c.seats, results.c.seat, results.c.role, results.c.won)
)
_SELECT_DEFEATS = (
    select(deck_defeats.c.deck, deck_defeats.c.loser_deck, func.count().label("times"))
    .where(
        deck_defeats.c.guild == bindparam("in_guild"),
        deck_defeats.c.at >= bindparam("start", type_=Moment),
        deck_defeats.c.at < bindparam("end", type_=Moment),
    )
    .group_by(deck_defeats.c.deck, deck_defeats.c.loser_deck)
)


def _make_parameters(guild: int, scope: DeckScope) -> dict[str, Any]:
    return {
        "in_guild": guild,
        "start": scope.start,
        "end": scope.end,
        "of_variant": scope.variant,
        "at_table": scope.table,
    }


async def load_deck_lines(
    database: Database, guild: int, scope: DeckScope, by: DeckGroup
) -> list[DeckLine]:
    """Return the lines of a leaderboard, the surest winners first. Raises `Unreachable`."""
    found = await _load_played(database, guild, scope)
    return found.list_lines(found.played, _make_grouping(by, found.keys))


async def load_own_lines(
    database: Database, guild: int, scope: DeckScope, player: Player
) -> list[DeckLine]:
    """Return what a player's decks have won in their hands, by deck or else by commander.

    Raises `Unreachable`.
    """
    found = await _load_played(database, guild, scope)
    mine = [each for each in found.played if each.player == player]
    return found.list_lines(mine, lambda deck: deck.key or found.keys.find_commanders(deck))


async def load_line_of(
    database: Database, guild: int, scope: DeckScope, deck: Deck
) -> tuple[DeckLine, list[DeckRivalry]]:
    """Return what a deck has won, and the rivalries of its commanders. Raises `Unreachable`."""
    found = await _load_played(database, guild, scope)
    deck = found.names.resolve(deck)
    of = _make_grouping("commanders" if deck.key is None else "decks", found.keys)
    same = [each for each in found.played if of(each.deck) == of(deck)]
    lines = found.list_lines(same, of)
    every = await load_deck_rivalries(database, guild, scope)
    key = found.keys.find_commanders(deck)
    rivals = [each for each in every if key in (each.one_key, each.other_key)]
    return lines[0] if lines else DeckLine(deck, DeckRecord()), rivals


async def _load_played(database: Database, guild: int, scope: DeckScope) -> _Played:
    def read_rows(connection: Connection) -> tuple[list[Deck], list[PlayedDeck], _Names]:
        names = _load_names(connection, guild)
        known = _read_decks(connection.scalars(_SELECT_KNOWN, {"in_guild": guild}))
        rows = connection.execute(_SELECT_DECKS, _make_parameters(guild, scope))
        found = (
            PlayedDeck(
                read_deck(row.deck),
                row.player,
                _make_record(row),
                row.last,
            )
            for row in rows
        )
        played = [each for each in found if scope.bracket in (None, each.deck.bracket)]
        return known, played, names

    known, played, names = await database.read(read_rows)
    # The index of card names is asked here, as its connection is the event loop's.
    keys = CardKeys(list_commanders(names.resolve(deck) for deck in known))
    return _Played([replace(each, deck=names.resolve(each.deck)) for each in played], keys, names)


class _Names(NamedTuple):
    """What a server says about names: which texts are struck out, and which are another name."""

    struck: Struck
    same: Mapping[str, str]

    def resolve(self, deck: Deck) -> Deck:
        """Return a deck with its cards; unchanged if a text is struck out, which stays hidden."""
        if self.struck.hide_in(deck) != deck:
            return deck
        return resolve_deck(rename_commanders(deck, self.same))


def _load_names(connection: Connection, guild: int) -> _Names:
    written = connection.scalar(select(guilds.c.settings).where(guilds.c.guild == guild))
    same = () if written is None else read_settings(written).same_names
    return _Names(load_struck(connection, guild), map_names(same))


def _read_decks(rows: Iterable[str]) -> list[Deck]:
    return [read_deck(row) for row in rows]


def _make_record(row: Any) -> DeckRecord:
    """Return the record of so many games with the same role and the same end."""
    master = row.games if row.won and row.role == "master" else 0
    thrall = row.games if row.won and row.role == "servant" else 0
    return DeckRecord(row.games, master, thrall)


def _make_grouping(by: DeckGroup, keys: CardKeys) -> Callable[[Deck], GroupKey | None]:
    match by:
        case "decks":
            return lambda deck: deck.key
        case "commanders":
            return keys.find_commanders
        case "colours":
            return lambda deck: deck.colours


def list_lines(
    played: Sequence[PlayedDeck], group: Callable[[Deck], GroupKey | None]
) -> list[DeckLine]:
    """Return a line for each group, those with enough games first, by how surely they win."""
    groups = defaultdict[GroupKey, list[PlayedDeck]](list)
    for each in played:
        if (key := group(each.deck)) is not None:
            groups[key].append(each)
    lines = [
        DeckLine(
            max(some, key=lambda each: (each.last, repr(each.deck))).deck,
            _add_up(each.record for each in some),
            tuple(sorted({each.player for each in some})),
        )
        for _, some in sorted(groups.items(), key=lambda pair: repr(pair[0]))
    ]
    return sorted(lines, key=_rate_line, reverse=True)


def _add_up(records: Iterable[DeckRecord]) -> DeckRecord:
    total = DeckRecord()
    for record in records:
        total = total.add(record)
    return total


def _rate_line(line: DeckLine) -> tuple[bool, float, int]:
    sure = line.record.games >= FEWEST_GAMES
    return sure, line.record.rate.interval.low if sure else 0.0, line.record.games


async def load_seats(database: Database, guild: int, scope: DeckScope) -> list[SeatRecord]:
    """Return how often each seat won, by the size of the table. Raises `Unreachable`."""
    rows = await database.fetch(_SELECT_SEATS, _make_parameters(guild, scope))
    found = defaultdict[tuple[int, int], DeckRecord](DeckRecord)
    for row in rows:
        found[row.seats, row.seat] = found[row.seats, row.seat].add(_make_record(row))
    return [SeatRecord(*key, record) for key, record in sorted(found.items())]


async def load_deck_rivalries(
    database: Database, guild: int, scope: DeckScope
) -> list[DeckRivalry]:
    """Return the pairs of commanders with defeats, the most first. Raises `Unreachable`."""

    def read_rows(connection: Connection) -> tuple[list[Deck], list[_Defeats], _Names]:
        known = _read_decks(connection.scalars(_SELECT_KNOWN, {"in_guild": guild}))
        parameters = {"in_guild": guild, "start": scope.start, "end": scope.end}
        rows = connection.execute(_order_defeats(), parameters)
        met = [_Defeats(read_deck(r.deck), read_deck(r.loser_deck), r.times) for r in rows]
        return known, met, _load_names(connection, guild)

    known, met, names = await database.read(read_rows)
    keys = CardKeys(list_commanders(names.resolve(deck) for deck in known))
    return _list_rivalries(met, keys, names, scope)


class _Defeats(NamedTuple):
    """How many times a deck defeated another one."""

    deck: Deck
    loser_deck: Deck
    times: int


def _list_rivalries(
    met: Iterable[_Defeats], keys: CardKeys, names: _Names, scope: DeckScope
) -> list[DeckRivalry]:
    decks = dict[CommanderKey, Deck]()
    times = defaultdict[tuple[CommanderKey, CommanderKey], int](int)
    for row in met:
        both = [names.resolve(row.deck), names.resolve(row.loser_deck)]
        one, other = map(keys.find_commanders, both)
        if one == other or scope.bracket not in (None, both[0].bracket):
            continue
        for key, deck in ((one, both[0]), (other, both[1])):
            decks.setdefault(key, names.struck.hide_in(deck))
        times[one, other] += row.times
    return sorted(_pair_up(times, decks), key=lambda pair: -(pair.by_one + pair.by_other))


def _order_defeats() -> Select[Any]:
    return _SELECT_DEFEATS.order_by(deck_defeats.c.deck, deck_defeats.c.loser_deck)


def _pair_up(
    times: Mapping[tuple[CommanderKey, CommanderKey], int], decks: Mapping[CommanderKey, Deck]
) -> Iterator[DeckRivalry]:
    """Yield each pair once, by the side with more defeats, or with the lesser key on a tie."""
    for (one, other), by_one in sorted(times.items()):
        by_other = times.get((other, one), 0)
        if by_one > by_other or (by_one == by_other and one < other):
            yield DeckRivalry(decks[one], decks[other], by_one, by_other, one, other)
