"""The games of a server as a spreadsheet (CSV): a row for each player of each game that counts.

People read the other columns; `record` in a game's first row holds all that happened in the game, for
`bot/projections/games_entry.py`, which enters the games of such a file again. In a record, numbers of seats stand for
the players.
"""

import base64
import csv
import io
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Select, select

from bot.planning.plan import PlannedGame
from bot.projections.history import (
    GameHistory,
    build_game_history_from_events,
    iterate_pod_events,
    replace_substitutes_by_original_players,
)
from bot.projections.standings_file import escape_spreadsheet_formula
from bot.rules.deeds import build_defeat_timeline, compute_final_places
from bot.rules.entering import PastGameRecorded
from bot.rules.facts import Deck, Player
from bot.rules.house_deeds import ServerAchievementEvent
from bot.rules.lobby import GameStarted, LobbyOpened
from bot.rules.players import find_players_in_event_fields, replace_players_in_event_or_state
from bot.rules.pod import EventHistory, Pod, replay_pod_events
from bot.rules.story import list_events_still_in_effect
from bot.storage.engine.schema import events, people, plans, results
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.codec import encode_event_as_json
from bot.storage.record.log import decode_and_redact_event_rows
from bot.storage.record.people import SHOWN_NAME, build_people_with_nicknames_join
from bot.storage.tables.game_kinds import POD
from bot.storage.tables.guests import load_result_owners_by_server
from bot.storage.tables.season_gate import find_season_at_time
from bot.storage.tables.seasons import Season, load_seasons_newest_first

MAX_FILE_BYTES = 8 * 1024 * 1024
"""The most bytes of a file: what comes out as one file can be entered as one."""

MAX_GAMES = 5_000
"""The most games of a file."""

_GAMES_PER_FETCH = 50
"""Games whose events are fetched together."""

COLUMNS = (
    *("date", "season", "night", "round", "game", "seat", "player", "account", "deck", "commander", "place", "won"),
    *("role", "master", "defeated_by", "deeds", "points", "variant", "table", "record"),
)
"""The columns of a file. Their names are the same in every language."""

CHECKED_COLUMNS = ("won", "role", "master", "defeated_by", "deeds", "points")
"""Columns that follow from the record."""


class GamesFileTooLargeError(Exception):
    """The error that a file of games would be too large, or have too many games."""


class PlayerMissingFromGamesFile(NamedTuple):
    """A player in a game's record who has no row in the file: name and, except for guests, account."""

    name: str
    account: int | None


class GameInGamesFile(Struct, frozen=True, omit_defaults=True):
    """A game as data from which the bot can rebuild it. Placeholders such as `"1"` stand for players.

    `at` is when the game ended, in milliseconds since 1970. `seats` are the players at the start. Each event is its
    type, schema and content; the lobby is one event. A player is the one in the row of that seat, unless `people` says
    which row or person. `guests` are the guests with those who brought them. Nobody knows any more who the `deleted`
    players were.
    """

    at: int
    seats: tuple[Player, ...]
    events: tuple[tuple[str, int, str], ...]
    people: dict[Player, int | PlayerMissingFromGamesFile] = {}
    guests: dict[Player, Player | None] = {}
    decks: dict[Player, Deck] = {}
    deleted: tuple[Player, ...] = ()


class GamesFileSelection(NamedTuple):
    """A selection of games for a file: a server's games that ended between `since` and `until`."""

    guild: int
    since: datetime | None = None
    until: datetime | None = None


class _GamesFilePlayerNames(NamedTuple):
    """The player names and accounts in a file of games.

    `owners` own the results of guests and old accounts.
    """

    names: Mapping[Player, str]
    accounts: Mapping[Player, int]
    owners: Mapping[Player, Player]


def encode_games_file(connection: Connection, games_selection: GamesFileSelection) -> Iterator[bytes]:
    """Yield a file of games, one game at a time, oldest first. Raises `GamesFileTooLargeError`."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(COLUMNS)
    size = 0
    for rows in _iterate_file_rows_by_game(connection, games_selection):
        writer.writerows([escape_spreadsheet_formula(row[name]) for name in COLUMNS] for row in rows)
        part = buffer.getvalue().encode()
        size += len(part)
        if size > MAX_FILE_BYTES:
            raise GamesFileTooLargeError
        yield part
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue().encode()


def _iterate_file_rows_by_game(
    connection: Connection, games_selection: GamesFileSelection
) -> Iterator[list[dict[str, str]]]:
    seasons = load_seasons_newest_first(connection, games_selection.guild)
    nights = _load_nights_and_rounds_by_pod(connection, games_selection.guild)
    owners = load_result_owners_by_server(connection).get(games_selection.guild, {})
    found = connection.execute(_build_results_query_of_games_file(games_selection)).all()
    games = [[*rows] for _, rows in groupby(found, lambda row: (row.at, row.channel, row.pod))]
    if len(games) > MAX_GAMES:
        raise GamesFileTooLargeError
    for at in range(0, len(games), _GAMES_PER_FETCH):
        some = games[at : at + _GAMES_PER_FETCH]
        histories = [(rows, _load_stored_events_of_game(connection, rows[0].channel, rows[0].pod)) for rows in some]
        players = {row.player for rows in some for row in rows}
        stories = [list_events_still_in_effect(iterate_pod_events(each)) for _, each in histories]
        for story in stories:
            players.update(*map(find_players_in_event_fields, story))
        names = _load_names_for_games_file(connection, games_selection.guild, players, owners)
        for (rows, stored), story in zip(histories, stories, strict=True):
            history = build_game_history_from_events(stored)
            season = find_season_at_time(seasons, rows[0].at)
            night = nights.get((rows[0].channel, rows[0].pod), ("", ""))
            yield _build_csv_rows_of_game(history, story, rows, names, season, night)


def _build_results_query_of_games_file(games_selection: GamesFileSelection) -> Select[Any]:
    where = [results.c.guild == games_selection.guild, results.c.game == POD]
    if games_selection.since is not None:
        where.append(results.c.at >= games_selection.since)
    if games_selection.until is not None:
        where.append(results.c.at < games_selection.until)
    order = (results.c.at, results.c.channel, results.c.pod, results.c.seat, results.c.player)
    return select(results).where(*where).order_by(*order)


def _load_stored_events_of_game(connection: Connection, channel_id: int, pod_number: int) -> list[Any]:
    here = (events.c.channel == channel_id, events.c.pod == pod_number)
    rows = connection.execute(select(events).where(*here).order_by(events.c.version)).all()
    return decode_and_redact_event_rows(connection, rows)


def _load_names_for_games_file(
    connection: Connection, guild_id: int, players: Iterable[Player], result_owners: Mapping[Player, Player]
) -> _GamesFilePlayerNames:
    every = sorted({result_owners.get(player, player) for player in players})
    query = select(people.c.id, people.c.discord_id, SHOWN_NAME.label("shown"))
    query = query.select_from(build_people_with_nicknames_join(guild_id))
    rows = [
        row
        for at in range(0, len(every), 500)
        for row in connection.execute(query.where(people.c.id.in_(every[at : at + 500])))
    ]
    return _GamesFilePlayerNames(
        {row.id: row.shown for row in rows},
        {row.id: row.discord_id for row in rows if row.discord_id > 0},
        result_owners,
    )


def _load_nights_and_rounds_by_pod(connection: Connection, guild_id: int) -> dict[tuple[int, int], tuple[str, str]]:
    """Load the game night (title or number) and the round of each pod opened in a game night."""
    found: dict[tuple[int, int], tuple[str, str]] = {}
    for channel, number in connection.execute(select(plans.c.channel, plans.c.pod).where(plans.c.guild == guild_id)):
        stored = _load_stored_events_of_game(connection, channel, number)
        plan = build_game_history_from_events(stored).game if stored else None
        if isinstance(plan, PlannedGame) and plan.night is not None:
            name = plan.setup.title or f"{number}"
            for turn, each in enumerate(plan.night.rounds, 1):
                found.update({(pod.channel, pod.pod): (name, f"{turn}") for pod in each.pods if pod.is_opened})
    return found


# The rows of a game


def _build_csv_rows_of_game(
    game_history: GameHistory,
    event_history: EventHistory,
    result_rows: Sequence[Any],
    player_names: _GamesFilePlayerNames,
    season: Season | None,
    night_and_round: tuple[str, str],
) -> list[dict[str, str]]:
    seats = {row.player: row.seat for row in result_rows}
    record = build_game_record(event_history, game_history.game_as_pod, seats, player_names, game_history.end_time)
    pod = replace_substitutes_by_original_players(game_history).game_as_pod
    row_of_seat = {f"{row.seat}": row for row in result_rows}
    common = {
        "date": f"{result_rows[0].at:%Y-%m-%d %H:%M}",
        "season": season.name if season is not None else "",
        "night": night_and_round[0],
        "round": night_and_round[1],
        "game": f"{result_rows[0].channel}-{result_rows[0].pod}",
        "variant": pod.setup.variant,
        "table": pod.setup.table,
    }
    deeds = map_server_achievement_names(event_history)
    found: list[dict[str, str]] = []
    for seat, row in row_of_seat.items():
        cells = build_csv_cells_of_seat(pod, int(seat), deeds, row)
        found.append(
            {
                **common,
                **{
                    name: " & ".join(
                        _format_seat_with_player_name(row_of_seat, each, player_names) for each in cells[name]
                    )
                    for name in SEAT_LISTS
                },
                **{name: cells[name] for name in ("place", "won", "role", "deeds", "points", "deck", "commander")},
                "seat": seat,
                "player": player_names.names.get(row.player, ""),
                "account": f"<@{player_names.accounts[row.player]}>" if row.player in player_names.accounts else "",
                "record": "" if found else encode_game_record(record),
            }
        )
    return found


SEAT_LISTS = ("master", "defeated_by")
"""Columns that name other players of the game."""


def _format_seat_with_player_name(
    row_by_seat: Mapping[str, Any], seat_number: int, player_names: _GamesFilePlayerNames
) -> str:
    row = row_by_seat.get(f"{seat_number}")
    name = "" if row is None else player_names.names.get(row.player, "")
    return f"{seat_number} {name}".rstrip()


def build_csv_cells_of_seat(
    pod: Pod, seat_number: int, achievement_names: Mapping[str, str], result_row: Any
) -> dict[str, Any]:
    """Build the CSV cells of one seat from a game's record. `result_row` is the seat's result."""
    player = pod.players[seat_number - 1]
    seats = {each: number for number, each in enumerate(pod.players, 1)}
    state = pod.standings[player]
    responsible = [each.responsible for each in pod.verdicts if each.loser == player]
    places = compute_final_places(build_defeat_timeline(pod)) or {}
    deck = pod.find_declared_deck_of_player(player)
    return {
        "place": f"{places.get(player, '')}",
        "won": "yes" if result_row.won else "no",
        "role": result_row.role,
        "master": [seats[state.master]] if state.master in seats else [],
        "defeated_by": [seats[each] for each in responsible if each in seats],
        "deeds": "; ".join(achievement_names.get(each, each) for each in result_row.deeds.split()),
        "points": f"{result_row.points}",
        "deck": "" if deck is None else deck.name or "",
        "commander": "" if deck is None else " // ".join(each.text for each in deck.commanders),
    }


def map_server_achievement_names(event_history: EventHistory) -> dict[str, str]:
    """Return the names, by id, of the server's own achievements that were earned in a game."""
    return {event.deed: event.name for event in event_history if isinstance(event, ServerAchievementEvent)}


# The record


def build_game_record(
    event_history: EventHistory,
    pod: Pod,
    seat_by_player: Mapping[Player, int],
    player_names: _GamesFilePlayerNames,
    end_time: datetime,
) -> GameInGamesFile:
    """Return the record of a game: its events, without undone ones, as data.

    `seat_by_player` are those who have a row in the file.
    """
    flat = [
        part for event in event_history for part in (event.story if isinstance(event, PastGameRecorded) else (event,))
    ]
    begun = next(number for number, event in enumerate(flat) if isinstance(event, GameStarted))
    started, lobby = flat[begun], replay_pod_events(flat[: begun + 1])
    assert isinstance(started, GameStarted)
    assert lobby is not None
    # Who was invited or left the lobby, and the secret of its draw, are nobody's business later.
    opened = LobbyOpened(replace(lobby.setup, invited=(), series=None), started.seats[0], started.seats)
    flat = [opened, *flat[begun:]]
    tokens = {player: f"{seat}" for seat, player in enumerate(started.seats, 1)}
    for player in sorted(set[Player]().union(*map(find_players_in_event_fields, flat)) - tokens.keys()):
        tokens[player] = f"x{len(tokens)}"
    persons: dict[Player, int | PlayerMissingFromGamesFile] = {}
    for player, token in tokens.items():
        person = player_names.owners.get(player, player)
        seat = seat_by_player.get(person)
        if seat is None:
            persons[token] = PlayerMissingFromGamesFile(
                player_names.names.get(person, ""), player_names.accounts.get(person)
            )
        elif f"{seat}" != token:
            persons[token] = seat

    def find_placeholder_of_player(player: Player) -> Player:
        return tokens.get(player, player)

    encoded = [
        encode_event_as_json(replace_players_in_event_or_state(event, find_placeholder_of_player)) for event in flat
    ]
    return GameInGamesFile(
        datetime_to_milliseconds(end_time),
        tuple(tokens[player] for player in started.seats),
        tuple((each.type, each.schema, each.payload) for each in encoded),
        persons,
        {
            find_placeholder_of_player(guest): None if by is None else find_placeholder_of_player(by)
            for guest, by in pod.guests.items()
        },
        {tokens[player]: replace(deck, key=None) for player, deck in pod.decks.items() if player in tokens},
        tuple(
            token
            for player, token in tokens.items()
            if player_names.owners.get(player, player) not in player_names.names
        ),
    )


def encode_game_record(record: GameInGamesFile) -> str:
    """Return a record as the text of a cell that no spreadsheet changes."""
    return f"z{base64.urlsafe_b64encode(zlib.compress(msgspec.json.encode(record), 9)).decode()}"
