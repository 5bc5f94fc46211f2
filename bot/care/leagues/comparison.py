"""Comparison of the games in a league's spreadsheet with the games that a server has already."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from msgspec.structs import replace
from sqlalchemy import Connection, Row, and_, or_, select

from bot.cards.folding import normalise_card_name
from bot.care.leagues.league_games import SpreadsheetGame
from bot.projections.history import iterate_pod_events
from bot.rules.entering import PastGameRecorded
from bot.rules.facts import Deck, Player
from bot.rules.lobby import LobbyOpened, StartGame
from bot.rules.overrides import GameOverriddenByModerator, OverrideGameAsModerator
from bot.rules.pod import EventHistory, PodCommand, PodHistoryEvent, replay_pod_events
from bot.rules.story import list_events_still_in_effect
from bot.rules.undoing import PodEventUndone
from bot.storage.engine.schema import events, pods, results
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.record.log import ENTERED_TYPE, decode_and_redact_event_row
from bot.storage.tables.guests import load_result_owners_by_server

_GAMES_PER_LOOKUP = 100  # games that are looked for together
_UNDONE_TYPE = str(PodEventUndone.__struct_config__.tag)

_HIGHEST_DELIVERY = -(2**62)
"""The highest number of a delivery, far below the numbers of interactions."""

_NAME_BITS = 31
"""Bits of a delivery's number for the digest of the game's name, and below them for its date.

So all games of one name are in one range.
"""

_SETUP_FIELDS = (("variant", "variant"), ("table", "table"), ("format", "base"), ("scoring", "scoring"))
"""Columns of the table, and the fields of `PodSetup` that they fill."""

_CONFLICT_ADVICE = "let a moderator put that one right, leave these rows out, or take that import back first"
_MAX_DUPLICATE_NOTES = 5  # the most similar games that get a note each


# Games that were entered before


class GameOfEarlierImport(NamedTuple):
    """A game on a server that an earlier import of a spreadsheet added.

    `event` is the game as it was entered at `at`, `told` its events after moderators' corrections. `stands` is False if
    a moderator took the game back, or if the import was undone (`unimported`); then `ended` is None.
    """

    channel: int
    pod: int
    event: PastGameRecorded
    told: EventHistory
    at: datetime
    ended: datetime | None
    stands: bool
    unimported: bool

    def __str__(self) -> str:
        return f"game {self.pod} of channel {self.channel}"


class MatchedSpreadsheetGame(NamedTuple):
    """A game in a spreadsheet, matched with imported games of the same name.

    `delivery` is the number of the game's import, used like the id of a Discord interaction. `known` is the same game,
    if the server has it; `others` have its name and another date.
    """

    game: SpreadsheetGame
    delivery: int
    known: GameOfEarlierImport | None
    others: Sequence[GameOfEarlierImport]


def list_players_of_imported_game(import_event: PastGameRecorded) -> Sequence[Player]:
    """Return the players of an imported game, before any correction."""
    opened = import_event.story[0]
    assert isinstance(opened, LobbyOpened)
    return opened.players


def match_games_with_previous_imports(
    connection: Connection, guild_id: int, time_zone: ZoneInfo, spreadsheet_games: Sequence[SpreadsheetGame]
) -> list[MatchedSpreadsheetGame]:
    """Match each game of a spreadsheet with the server's imported games of the same name."""
    found: dict[int, dict[int, GameOfEarlierImport]] = {}
    for at in range(0, len(spreadsheet_games), _GAMES_PER_LOOKUP):
        some = {
            _compute_hash_of_game_name(guild_id, game.name) for game in spreadsheet_games[at : at + _GAMES_PER_LOOKUP]
        }
        for delivery, known in _load_imported_games_by_name_hash(connection, some):
            found.setdefault((_HIGHEST_DELIVERY - delivery) >> _NAME_BITS, {})[delivery] = known
    return [
        _match_game_with_previous_imports(
            guild_id, time_zone, game, found.get(_compute_hash_of_game_name(guild_id, game.name), {})
        )
        for game in spreadsheet_games
    ]


def _match_game_with_previous_imports(
    guild_id: int,
    time_zone: ZoneInfo,
    spreadsheet_game: SpreadsheetGame,
    same_name_games: dict[int, GameOfEarlierImport],
) -> MatchedSpreadsheetGame:
    """Match a spreadsheet's game with an imported game of the same name and time, if there is one.

    Compares local times as the spreadsheet has them, so that a change of the server's time zone does not matter, and
    then dates that moderators corrected. A game whose import was undone can be imported again, with the next number.
    """
    clock = spreadsheet_game.played.astimezone(time_zone).replace(tzinfo=None)
    copy = 0
    while True:
        lower = _compute_hash_of_game_name(guild_id, spreadsheet_game.name, clock, copy)
        delivery = _HIGHEST_DELIVERY - (
            _compute_hash_of_game_name(guild_id, spreadsheet_game.name) << _NAME_BITS | lower
        )
        known = same_name_games.get(delivery)
        if known is None or not known.unimported:
            break
        copy += 1
    others = [each for each in same_name_games.values() if each is not known and not each.unimported]
    if known is None:
        known = next((each for each in others if each.ended == spreadsheet_game.played), None)
    return MatchedSpreadsheetGame(spreadsheet_game, delivery, known, others)


def _compute_hash_of_game_name(*name_parts: object) -> int:
    digest = hashlib.blake2b("\n".join(map(str, name_parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> (64 - _NAME_BITS)


def _load_imported_games_by_name_hash(
    connection: Connection, name_hashes: Iterable[int]
) -> Iterable[tuple[int, GameOfEarlierImport]]:
    """Load the imported games whose names have one of these hashes, with their import numbers.

    The event log stores the import number in place of an interaction's id.
    """
    last = events.alias()
    every = (
        select(
            *(events, pods.c.state, pods.c.ended, pods.c.version.label("last")),
            *(last.c.type.label("last_type"), last.c.by.label("last_by")),
        )
        .join(pods, (events.c.channel == pods.c.channel) & (events.c.version == pods.c.pod))
        .join(last, (last.c.channel == pods.c.channel) & (last.c.version == pods.c.version))
    )
    lowest = {name: _HIGHEST_DELIVERY - ((name + 1 << _NAME_BITS) - 1) for name in name_hashes}
    ranges = [
        events.c.interaction.between(low, _HIGHEST_DELIVERY - (name << _NAME_BITS)) for name, low in lowest.items()
    ]
    imported = (events.c.type == ENTERED_TYPE, events.c.by.is_(None))
    for row in connection.execute(every.where(or_(*ranges), *imported)).all():
        event = decode_and_redact_event_row(row).event
        assert isinstance(event, PastGameRecorded)
        stands = row.state != "closed"
        unimported = not stands and row.last_type == _UNDONE_TYPE and row.last_by is None
        told = _load_game_events_in_effect(connection, row) if stands and row.last > row.pod else event.story
        ended = row.ended if stands else None
        known = GameOfEarlierImport(row.channel, row.pod, event, told, row.at, ended, stands, unimported)
        yield row.interaction, known


def _load_game_events_in_effect(connection: Connection, game_row: Row[Any]) -> EventHistory:
    here = and_(events.c.channel == game_row.channel, events.c.pod == game_row.pod)
    rows = connection.execute(select(events).where(here).order_by(events.c.version))
    return list_events_still_in_effect(iterate_pod_events(map(decode_and_redact_event_row, rows)))


# Games of the same day by the same players


class ServerGame(NamedTuple):
    """A game on a server. `imported` means that it came from a spreadsheet."""

    channel: int
    pod: int
    imported: bool

    def __str__(self) -> str:
        return f"game {self.pod} of channel {self.channel}"


class ServerGameIndex:
    """An index that finds a server's games by day and players.

    Games that are matched by name already are left out.
    """

    def __init__(
        self, connection: Connection, guild_id: int, time_zone: ZoneInfo, matched_games: Iterable[tuple[int, int]]
    ) -> None:
        self._connection = connection
        self._zone = time_zone
        self._claimed = load_result_owners_by_server(connection).get(guild_id, {})
        left = set(matched_games)
        self._games = {
            self._build_game_key(*met): game
            for game, met in sorted(
                _load_server_games_with_results(connection, guild_id).items(), key=_is_imported_game
            )
            if (game.channel, game.pod) not in left
        }

    def find_game(self, game_time: datetime, players: Iterable[Player]) -> ServerGame | None:
        """Return a game on this day with these players, an imported one if possible; None without one."""
        return self._games.get(self._build_game_key(game_time, players))

    def load_past_game_event(self, server_game: ServerGame) -> PastGameRecorded | None:
        here = and_(events.c.channel == server_game.channel, events.c.version == server_game.pod)
        rows = self._connection.execute(select(events).where(here)) if server_game.imported else ()
        event = next((decode_and_redact_event_row(row).event for row in rows), None)
        return event if isinstance(event, PastGameRecorded) else None

    def _build_game_key(self, game_time: datetime, players: Iterable[Player]) -> tuple[object, ...]:
        """Return the key of a day and a set of players.

        A guest whom a member claimed counts as that member.
        """
        united = frozenset(self._claimed.get(player, player) for player in players)
        return game_time.astimezone(self._zone).date(), united


def _is_imported_game(game_with_players: tuple[ServerGame, object]) -> bool:
    return game_with_players[0].imported


def _load_server_games_with_results(
    connection: Connection, guild_id: int
) -> Mapping[ServerGame, tuple[datetime, set[Player]]]:
    opens = (events.c.channel == results.c.channel) & (events.c.version == results.c.pod)
    imported = and_(events.c.type == ENTERED_TYPE, events.c.by.is_(None)).label("imported")
    columns = (results.c.channel, results.c.pod, imported, results.c.at, results.c.player)
    rows = connection.execute(select(*columns).join(events, opens).where(results.c.guild == guild_id))
    found: dict[ServerGame, tuple[datetime, set[Player]]] = {}
    for channel, pod, imported, at, player in rows:
        game = ServerGame(channel, pod, bool(imported))
        found.setdefault(game, (at, set()))[1].add(player)
    return found


# Comparison


class NewSpreadsheetGame(NamedTuple):
    """A game in a spreadsheet that the server does not have yet, with its event and import number."""

    game: SpreadsheetGame
    event: PastGameRecorded
    delivery: int


class SpreadsheetComparison:
    """A comparison of a spreadsheet's games with a server's games.

    `fresh` are the games that the server lacks, `here` the games that it has.
    """

    def __init__(self, time_zone: ZoneInfo) -> None:
        self._zone = time_zone
        self.fresh: list[NewSpreadsheetGame] = []
        self.here: list[GameOfEarlierImport] = []
        self.doubts: list[str] = []
        self.notes: list[str] = []

    def compare_game_with_server(self, matched_game: MatchedSpreadsheetGame, import_event: PastGameRecorded) -> None:
        """Compare a spreadsheet's game with the same game on the server, if there is one."""
        game = matched_game.game
        known = matched_game.known
        at = f"{game.first_row.path}:{game.first_row.line}: game: {game.name!r}"
        if known is None:
            if moved := _find_imported_game_with_other_date(matched_game.others, import_event):
                self.doubts.append(f"{at} is here with another date: {self._describe_import_with_other_date(moved)}")
            else:
                self.fresh.append(NewSpreadsheetGame(game, import_event, matched_game.delivery))
        elif not known.stands:
            self.here.append(known)
            self.notes.append(f"{at} was taken back here by a moderator ({known}); left out")
        elif differing := _list_columns_conflicting_with_import(known, import_event):
            other = ", ".join(differing)
            self.doubts.append(f"{at} is here already ({known}) with another {other}; {_CONFLICT_ADVICE}")
        else:
            self.here.append(known)

    def _describe_import_with_other_date(self, imported_game: GameOfEarlierImport) -> str:
        entered = imported_game.ended or datetime_from_milliseconds(imported_game.event.setup.played or 0)
        said = f"{imported_game}, of {entered.astimezone(self._zone):%Y-%m-%d %H:%M}"
        return f"{said}; {_CONFLICT_ADVICE}. Another game needs another name"

    def add_warnings_about_likely_duplicate_games(self, game_index: ServerGameIndex) -> None:
        """Add a warning for each new game that has the day and players of another game on the server.

        If that game was imported with the same content, a problem that prevents the import is added instead.
        """
        alike: list[str] = []
        for game, event, _ in self.fresh:
            played = game_index.find_game(game.played, list_players_of_imported_game(event))
            if played is None:
                continue
            where = f"{game.first_row.path}:{game.first_row.line}: game"
            same = f"has the day and the players of {played}: is it the same?"
            imported = game_index.load_past_game_event(played)
            if imported is not None and not _list_columns_changed_since_import(imported.story, event):
                left = "call it as before, or if it is not, keep the rows of that one in the table"
                self.doubts.append(f"{where}: {game.name!r} {same} If it is, {left}")
            else:
                alike.append(f"{where} {game.name!r} {same}")
        more = len(alike) - _MAX_DUPLICATE_NOTES
        self.notes += [*alike[:_MAX_DUPLICATE_NOTES], *([f"and {more:,} more"] if more > 0 else [])]


def _find_imported_game_with_other_date(
    same_name_games: Sequence[GameOfEarlierImport], recorded_game: PastGameRecorded
) -> GameOfEarlierImport | None:
    """Return the imported game of the same name and players that has another date; None without one.

    Without the players, a league that numbers its games anew each season would match.
    """
    players = set(list_players_of_imported_game(recorded_game))
    return next((each for each in same_name_games if {*list_players_of_imported_game(each.event)} == players), None)


def _list_columns_conflicting_with_import(imported_game: GameOfEarlierImport, event: PastGameRecorded) -> list[str]:
    """Return the columns in which a spreadsheet differs from an imported game and from its correction."""
    decks = ["deck"] if _do_imports_differ_in_commanders(imported_game.event, event) else []
    if not _list_columns_changed_since_import(imported_game.event.story, event):
        return decks
    return [*_list_columns_changed_since_import(imported_game.told, event), *decks]


def _do_imports_differ_in_commanders(former_event: PastGameRecorded, current_event: PastGameRecorded) -> bool:
    """Return True if a player's commanders differ between two imports of a game."""
    both = former_event.decks.keys() & current_event.decks.keys()
    return any(
        _list_commander_name_words(former_event.decks[each]) != _list_commander_name_words(current_event.decks[each])
        for each in both
    )


def _list_commander_name_words(deck: Deck) -> list[str]:
    return sorted(word for each in deck.commanders for word in normalise_card_name(each.text).split())


def _list_columns_changed_since_import(
    imported_history: EventHistory, spreadsheet_event: PastGameRecorded
) -> list[str]:
    """Return the spreadsheet columns in which a game differs from its earlier import, except the date.

    Compares the reports and not their outcomes, which older rules may have decided otherwise.
    """
    before, *then = imported_history
    after, *now = spreadsheet_event.story
    assert isinstance(before, LobbyOpened)
    assert isinstance(after, LobbyOpened)
    found = [column for column, field in _SETUP_FIELDS if getattr(before.setup, field) != getattr(after.setup, field)]
    if {*before.players} != {*after.players}:
        return ["choice of players", *found]
    if before.players != after.players:
        return ["order of seats", *found]
    has_points = any(isinstance(e, GameOverriddenByModerator) and e.override == "points" for e in (*then, *now))
    is_same = _list_reports_and_moderator_rulings(then) == _list_reports_and_moderator_rulings(now)
    is_same = is_same and not (
        has_points and _compute_points_by_player(imported_history) != _compute_points_by_player(spreadsheet_event.story)
    )
    return found if is_same else [*found, "result"]


def _list_reports_and_moderator_rulings(event_history: Iterable[PodHistoryEvent]) -> list[PodCommand]:
    """Return the reports and moderators' decisions of a game, for a comparison.

    Dates, points and reasons are left out.
    """
    commands = (event.rebuild_original_command() for event in event_history)
    return [
        replace(each, reason="") if isinstance(each, OverrideGameAsModerator) else each
        for each in commands
        if not isinstance(each, StartGame)
        and not (isinstance(each, OverrideGameAsModerator) and each.override in ("date", "points"))
    ]


def _compute_points_by_player(event_history: EventHistory) -> Mapping[Player, int]:
    pod = replay_pod_events(event_history)
    return {} if pod is None or pod.result is None else pod.result.points
