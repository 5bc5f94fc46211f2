"""The wins of decks, commanders, colours and seats, added up from results at each request."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, and_, bindparam, func, or_, select

from bot.cards.commander_aliases import (
    replace_commander_aliases,
    resolve_commander_aliases,
    resolve_deck_aliases,
)
from bot.cards.index import identify_commanders_of_deck
from bot.projections.card_keys import CardSpellingIndex, CommanderKey, iterate_commander_cards
from bot.projections.rates import FEWEST_GAMES, WinRate
from bot.rules.facts import Colour, Deck, Player
from bot.storage.engine.database import Database
from bot.storage.engine.schema import HAS_DECK, deck_defeats, guilds, results
from bot.storage.engine.timestamps import MillisecondDateTime
from bot.storage.record.player_decks import decode_deck_json
from bot.storage.record.redacted_texts import RedactedTextsOfServer, load_redacted_texts_of_server
from bot.storage.servers.server_settings import decode_settings_json
from bot.storage.tables.game_kinds import POD
from bot.storage.tables.totals import WILDCARD

DeckGroup = Literal["decks", "commanders", "colours"]
"""The subjects of leaderboards that are told from decks."""

GroupKey = str | CommanderKey | tuple[Colour, ...]
"""The key of a line: a deck's own key, its commanders, or its colours."""


class DeckStatisticsFilter(Struct, frozen=True):
    """A filter for the games that statistics of decks count: period, variant, table and bracket."""

    start: datetime
    end: datetime
    variant: str = WILDCARD
    table: str = WILDCARD
    bracket: int | None = None


class DeckGamesAndWins(Struct, frozen=True):
    """The number of games that a deck had, and its wins as a master and as a thrall (who serves a master)."""

    games: int = 0
    won: int = 0
    won_as_thrall: int = 0

    @property
    def master_win_rate(self) -> WinRate:
        """The rate of wins as a master, without wins as a thrall (who serves a master)."""
        return WinRate(self.won, self.games)

    def add_games_and_wins(self, other_games_and_wins: "DeckGamesAndWins") -> "DeckGamesAndWins":
        return DeckGamesAndWins(
            self.games + other_games_and_wins.games,
            self.won + other_games_and_wins.won,
            self.won_as_thrall + other_games_and_wins.won_as_thrall,
        )


class DeckLeaderboardLine(Struct, frozen=True):
    """A line in a leaderboard of decks, commanders or colours.

    `deck` is the newest of the decks that the line counts, `players` have played them.
    """

    deck: Deck
    record: DeckGamesAndWins
    players: tuple[Player, ...] = ()


class SeatGamesAndWins(Struct, frozen=True):
    """The games and wins of players at one seat of tables with `seats` seats; seats count from 1."""

    seats: int
    seat: int
    record: DeckGamesAndWins


class CommanderRivalry(Struct, frozen=True):
    """The commanders of two decks, and how often each deck beat the other.

    The commanders with more wins come first.
    """

    one: Deck
    other: Deck
    by_one: int
    by_other: int
    one_key: CommanderKey
    other_key: CommanderKey


class PlayedDeck(Struct, frozen=True):
    """A player's deck with its games, its wins, and the time of its last game."""

    deck: Deck
    player: Player
    record: DeckGamesAndWins
    last: datetime


class _PlayedDecksOfServer(NamedTuple):
    """The decks played on a server, with the server's rules for card names."""

    played: Sequence[PlayedDeck]
    keys: CardSpellingIndex
    names: "_ServerCardNameRules"

    def build_redacted_leaderboard_lines(
        self, played_decks: Sequence[PlayedDeck], find_group_key: Callable[[Deck], GroupKey | None]
    ) -> list[DeckLeaderboardLine]:
        """Return leaderboard lines for played decks, without texts that moderators redacted."""
        lines = build_deck_leaderboard_lines(played_decks, find_group_key)
        return [replace(line, deck=self.names.struck.redact_struct_texts(line.deck)) for line in lines]


# Reading

_HERE = and_(results.c.guild == bindparam("in_guild"), results.c.game == POD)
_IN_SCOPE = and_(
    _HERE,
    results.c.at >= bindparam("start", type_=MillisecondDateTime),
    results.c.at < bindparam("end", type_=MillisecondDateTime),
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
    select(results.c.seats, results.c.seat, results.c.role, results.c.won, func.count().label("games"))
    .where(_IN_SCOPE, results.c.seat > 0)
    .group_by(results.c.seats, results.c.seat, results.c.role, results.c.won)
)
_SELECT_DEFEATS = (
    select(deck_defeats.c.deck, deck_defeats.c.loser_deck, func.count().label("times"))
    .where(
        deck_defeats.c.guild == bindparam("in_guild"),
        deck_defeats.c.at >= bindparam("start", type_=MillisecondDateTime),
        deck_defeats.c.at < bindparam("end", type_=MillisecondDateTime),
    )
    .group_by(deck_defeats.c.deck, deck_defeats.c.loser_deck)
)


def _build_sql_parameters_of_statistics_filter(
    guild_id: int, statistics_filter: DeckStatisticsFilter
) -> dict[str, Any]:
    return {
        "in_guild": guild_id,
        "start": statistics_filter.start,
        "end": statistics_filter.end,
        "of_variant": statistics_filter.variant,
        "at_table": statistics_filter.table,
    }


async def load_deck_leaderboard(
    database: Database, guild_id: int, statistics_filter: DeckStatisticsFilter, group_by: DeckGroup
) -> list[DeckLeaderboardLine]:
    """Load a leaderboard of decks, commanders or colours, sorted by the lower bound of the win rate."""
    found = await _load_played_decks_of_server(database, guild_id, statistics_filter)
    return found.build_redacted_leaderboard_lines(found.played, _choose_deck_group_key_function(group_by, found.keys))


async def load_wins_by_deck_of_player(
    database: Database, guild_id: int, statistics_filter: DeckStatisticsFilter, player: Player
) -> list[DeckLeaderboardLine]:
    """Load a player's games and wins by deck; unregistered decks are counted by their commanders."""
    found = await _load_played_decks_of_server(database, guild_id, statistics_filter)
    mine = [each for each in found.played if each.player == player]
    return found.build_redacted_leaderboard_lines(
        mine, lambda deck: deck.key or found.keys.find_statistics_key_of_commanders(deck)
    )


async def load_wins_and_rivalries_of_deck(
    database: Database, guild_id: int, statistics_filter: DeckStatisticsFilter, deck: Deck
) -> tuple[DeckLeaderboardLine, list[CommanderRivalry]]:
    """Load a deck's games and wins, and the commanders whom it beat or lost to most often."""
    found = await _load_played_decks_of_server(database, guild_id, statistics_filter)
    deck = found.names.find_deck_commanders_by_name(deck)
    of = _choose_deck_group_key_function("commanders" if deck.key is None else "decks", found.keys)
    same = [each for each in found.played if of(each.deck) == of(deck)]
    lines = found.build_redacted_leaderboard_lines(same, of)
    every = await load_commander_rivalries(database, guild_id, statistics_filter)
    key = found.keys.find_statistics_key_of_commanders(deck)
    rivals = [each for each in every if key in (each.one_key, each.other_key)]
    return lines[0] if lines else DeckLeaderboardLine(deck, DeckGamesAndWins()), rivals


async def _load_played_decks_of_server(
    database: Database, guild_id: int, statistics_filter: DeckStatisticsFilter
) -> _PlayedDecksOfServer:
    def load_deck_rows(connection: Connection) -> tuple[list[Deck], list[PlayedDeck], _ServerCardNameRules]:
        names = _load_card_name_rules_of_server(connection, guild_id)
        known = _decode_decks_from_database_rows(connection.scalars(_SELECT_KNOWN, {"in_guild": guild_id}))
        rows = connection.execute(
            _SELECT_DECKS, _build_sql_parameters_of_statistics_filter(guild_id, statistics_filter)
        )
        found = (
            PlayedDeck(decode_deck_json(row.deck), row.player, _parse_games_and_wins_row(row), row.last) for row in rows
        )
        played = [each for each in found if statistics_filter.bracket in (None, each.deck.bracket)]
        return known, played, names

    known, played, names = await database.run_read_transaction(load_deck_rows)
    # The index of card names is asked here, as its connection is the event loop's.
    keys = CardSpellingIndex(iterate_commander_cards(names.find_deck_commanders_by_name(deck) for deck in known))
    return _PlayedDecksOfServer(
        [replace(each, deck=names.find_deck_commanders_by_name(each.deck)) for each in played], keys, names
    )


class _ServerCardNameRules(NamedTuple):
    """A server's rules for card names: texts to hide, and cards that stand for other commanders."""

    struck: RedactedTextsOfServer
    same: Mapping[str, str]
    keys: Mapping[str, str]

    def find_deck_commanders_by_name(self, deck: Deck) -> Deck:
        """Return a deck with its commanders found in the card index by name; a hidden deck stays as it is.

        Registered decks that are one have the same key.
        """
        if deck.key is not None and deck.key in self.keys:
            deck = replace(deck, key=self.keys[deck.key])
        if self.struck.redact_struct_texts(deck) != deck:
            return deck
        return identify_commanders_of_deck(replace_commander_aliases(deck, self.same))


def _load_card_name_rules_of_server(connection: Connection, guild_id: int) -> _ServerCardNameRules:
    written = connection.scalar(select(guilds.c.settings).where(guilds.c.guild == guild_id))
    same = () if written is None else decode_settings_json(written).same_names
    return _ServerCardNameRules(
        load_redacted_texts_of_server(connection, guild_id),
        resolve_commander_aliases(same),
        resolve_deck_aliases(same),
    )


async def load_played_decks_by_key(database: Database, guild_id: int) -> dict[str, Deck]:
    """Load the registered decks played on a server by their keys, with redacted texts hidden."""

    def load_and_redact_decks(connection: Connection) -> dict[str, Deck]:
        struck = load_redacted_texts_of_server(connection, guild_id)
        known = _decode_decks_from_database_rows(connection.scalars(_SELECT_KNOWN, {"in_guild": guild_id}))
        return {deck.key: struck.redact_struct_texts(deck) for deck in known if deck.key is not None}

    return await database.run_read_transaction(load_and_redact_decks)


def _decode_decks_from_database_rows(deck_rows: Iterable[str]) -> list[Deck]:
    return [decode_deck_json(row) for row in deck_rows]


def _parse_games_and_wins_row(row: Any) -> DeckGamesAndWins:
    """Return the games and wins in a database row. The row counts games with one role and one outcome."""
    master = row.games if row.won and row.role == "master" else 0
    thrall = row.games if row.won and row.role == "servant" else 0
    return DeckGamesAndWins(row.games, master, thrall)


def _choose_deck_group_key_function(
    group_by: DeckGroup, card_keys: CardSpellingIndex
) -> Callable[[Deck], GroupKey | None]:
    match group_by:
        case "decks":
            return lambda deck: deck.key
        case "commanders":
            return card_keys.find_statistics_key_of_commanders
        case "colours":
            return lambda deck: deck.colours


def build_deck_leaderboard_lines(
    played_decks: Sequence[PlayedDeck], find_group_key: Callable[[Deck], GroupKey | None]
) -> list[DeckLeaderboardLine]:
    """Build a leaderboard line for each group of decks, sorted by the lower bound of the win rate.

    Groups with enough games come before the others.
    """
    groups = defaultdict[GroupKey, list[PlayedDeck]](list)
    for each in played_decks:
        if (key := find_group_key(each.deck)) is not None:
            groups[key].append(each)
    lines = [
        DeckLeaderboardLine(
            max(some, key=lambda each: (each.last, repr(each.deck))).deck,
            _sum_games_and_wins(each.record for each in some),
            tuple(sorted({each.player for each in some})),
        )
        for _, some in sorted(groups.items(), key=lambda pair: repr(pair[0]))
    ]
    return sorted(lines, key=_build_deck_leaderboard_sort_key, reverse=True)


def _sum_games_and_wins(games_and_wins_list: Iterable[DeckGamesAndWins]) -> DeckGamesAndWins:
    total = DeckGamesAndWins()
    for record in games_and_wins_list:
        total = total.add_games_and_wins(record)
    return total


def _build_deck_leaderboard_sort_key(leaderboard_line: DeckLeaderboardLine) -> tuple[bool, float, int]:
    sure = leaderboard_line.record.games >= FEWEST_GAMES
    return (
        sure,
        leaderboard_line.record.master_win_rate.confidence_interval.low if sure else 0.0,
        leaderboard_line.record.games,
    )


async def load_wins_by_seat(
    database: Database, guild_id: int, statistics_filter: DeckStatisticsFilter
) -> list[SeatGamesAndWins]:
    """Load how often players at each seat won, for each number of seats."""
    rows = await database.fetch_rows(
        _SELECT_SEATS, _build_sql_parameters_of_statistics_filter(guild_id, statistics_filter)
    )
    found = defaultdict[tuple[int, int], DeckGamesAndWins](DeckGamesAndWins)
    for row in rows:
        found[row.seats, row.seat] = found[row.seats, row.seat].add_games_and_wins(_parse_games_and_wins_row(row))
    return [SeatGamesAndWins(*key, record) for key, record in sorted(found.items())]


async def load_commander_rivalries(
    database: Database, guild_id: int, statistics_filter: DeckStatisticsFilter
) -> list[CommanderRivalry]:
    """Load the pairs of commanders that beat each other, the most frequent first."""

    def load_defeat_rows(connection: Connection) -> tuple[list[Deck], list[_DeckPairDefeatCount], _ServerCardNameRules]:
        known = _decode_decks_from_database_rows(connection.scalars(_SELECT_KNOWN, {"in_guild": guild_id}))
        parameters = {"in_guild": guild_id, "start": statistics_filter.start, "end": statistics_filter.end}
        query = _SELECT_DEFEATS.order_by(deck_defeats.c.deck, deck_defeats.c.loser_deck)
        rows = connection.execute(query, parameters)
        met = [_DeckPairDefeatCount(decode_deck_json(r.deck), decode_deck_json(r.loser_deck), r.times) for r in rows]
        return known, met, _load_card_name_rules_of_server(connection, guild_id)

    known, met, names = await database.run_read_transaction(load_defeat_rows)
    keys = CardSpellingIndex(iterate_commander_cards(names.find_deck_commanders_by_name(deck) for deck in known))
    return _build_commander_rivalries(met, keys, names, statistics_filter)


class _DeckPairDefeatCount(NamedTuple):
    """The number of times that a deck beat another one."""

    deck: Deck
    loser_deck: Deck
    times: int


def _build_commander_rivalries(
    defeat_counts: Iterable[_DeckPairDefeatCount],
    card_keys: CardSpellingIndex,
    card_name_rules: _ServerCardNameRules,
    statistics_filter: DeckStatisticsFilter,
) -> list[CommanderRivalry]:
    decks = dict[CommanderKey, Deck]()
    times = defaultdict[tuple[CommanderKey, CommanderKey], int](int)
    for row in defeat_counts:
        both = [
            card_name_rules.find_deck_commanders_by_name(row.deck),
            card_name_rules.find_deck_commanders_by_name(row.loser_deck),
        ]
        one, other = map(card_keys.find_statistics_key_of_commanders, both)
        if one == other or statistics_filter.bracket not in (None, both[0].bracket):
            continue
        for key, deck in ((one, both[0]), (other, both[1])):
            decks.setdefault(key, card_name_rules.struck.redact_struct_texts(deck))
        times[one, other] += row.times
    return sorted(_iterate_commander_rivalries(times, decks), key=lambda pair: -(pair.by_one + pair.by_other))


def _iterate_commander_rivalries(
    defeat_counts: Mapping[tuple[CommanderKey, CommanderKey], int], decks: Mapping[CommanderKey, Deck]
) -> Iterator[CommanderRivalry]:
    """Yield each pair of commanders once, first the one who won more often.

    On a tie, the lesser key is first.
    """
    for (one, other), by_one in sorted(defeat_counts.items()):
        by_other = defeat_counts.get((other, one), 0)
        if by_one > by_other or (by_one == by_other and one < other):
            yield CommanderRivalry(decks[one], decks[other], by_one, by_other, one, other)
