"""Entering the games of a file again, such as `bot/projections/games_file.py` writes.

The rules decide each game anew from its record. Games that the server has are left out, and a game whose cells say
something else than its record is a problem. So a file brings nothing that could not have been played here.
"""

import base64
import binascii
import csv
import hashlib
import io
import re
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from types import SimpleNamespace
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy import Connection, func, insert, select

from bot.basics.similar_names import MAX_NAME_LENGTH
from bot.i18n import Locale
from bot.projections.games_file import (
    CHECKED_COLUMNS,
    COLUMNS,
    MAX_GAMES,
    SEAT_LISTS,
    GameInGamesFile,
    PlayerMissingFromGamesFile,
    build_csv_cells_of_seat,
    map_server_achievement_names,
)
from bot.projections.history import add_event_to_game_history, replace_substitutes_by_original_players
from bot.projections.project import build_row_changes_of_last_game_event
from bot.projections.results import build_pod_result_rows
from bot.rulebooks import IMPOSSIBLE
from bot.rules.commands_and_events import Event
from bot.rules.decide import create_pod_event
from bot.rules.entering import MAX_ENTERED_COMMANDS, PastGameRecorded
from bot.rules.facts import Player
from bot.rules.lobby import GameStarted, OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.players import replace_players_in_event_or_state
from bot.rules.pod import Pod, PodCommand, PodHistoryEvent, apply_pod_event, replay_pod_events
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.story import list_events_still_in_effect
from bot.storage.engine.row_changes import RowChange, apply_row_changes, merge_row_changes_of_commands
from bot.storage.engine.schema import boards, events, people, pods, results
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.record.audit import AuditEntry, build_audit_entry_insert
from bot.storage.record.boards import PodBoard
from bot.storage.record.codec import UndecodableEventError, decode_event_of_any_schema
from bot.storage.record.log import build_event_insert, lock_event_log_against_new_events
from bot.storage.record.people import (
    Person,
    build_people_upserts,
    build_people_with_nicknames_query,
    compute_guest_account_number,
    generate_player_id,
    parse_person_row,
    redact_guest_names_of_server,
)
from bot.storage.record.stored_event import StoredEvent
from bot.storage.servers.standings_posts import build_update_of_standings_posts
from bot.storage.tables.guests import (
    build_guests_upsert,
    list_guest_ids,
    load_result_owners_by_server,
)
from bot.storage.tables.season_gate import SeasonResultsChange, require_consent_to_change_ended_seasons
from bot.storage.tables.seasons import load_seasons_newest_first

_MAX_RECORD_BYTES = 512 * 1024
"""The most bytes of a record once it is unpacked: more than games have, and no bomb."""

_MOST_COPIES = 20
"""The most times that a game can be entered again after its earlier entry was undone."""

_GAMES_PER_BATCH = 200
"""Games whose rows are written together."""

_SEPARATORS = ",;\t"
_NEEDED_COLUMNS = ("game", "seat", "player", "account", "points", "record")
_ACCOUNT = re.compile(r"<?@?!?(\d{15,20})>?")
_ESCAPED_FORMULA = re.compile(r"'(?='*[\t\r\n]|[\s']*[=+\-@＝＋－＠])")
_SEATS_IN_CELL = re.compile(r"(?:^|& )(\d+)")

ProblemCode: TypeAlias = Literal["rows", "record", "name", "account", "rules", "cell", "end"]


class GamesFileProblem(NamedTuple):
    """A reason why a game in a file cannot be stored, with the line, column and cell at fault."""

    code: ProblemCode
    line: int
    column: str = ""
    cell: str = ""
    wanted: str = ""


class GamesFileUnreadableError(Exception):
    """The error that a file is not a table of games. `missing` are the columns that it lacks."""

    def __init__(self, missing: Sequence[str] = ()) -> None:
        super().__init__(", ".join(missing))
        self.missing = tuple(missing)


class _GameRowsInFile(NamedTuple):
    """The rows of one game in a file, each by column, and the number of the first line."""

    name: str
    line: int
    rows: list[dict[str, str]]


class NewGameFromFile(Struct, frozen=True):
    """A new game from a file: its end time, its event, and its idempotency key (`delivery`).

    `named` are all whom its record names, `credited` those who have its results.
    """

    at: datetime
    event: PastGameRecorded
    delivery: int
    named: tuple[Player, ...]
    credited: tuple[Player, ...]


class GamesFilePreview(Struct, frozen=True):
    """A preview of the changes that a file of games would make on a server.

    `known` games are there already; the cells of `differing` ones say other points, and change nothing. `new_people`
    are those whom the bot has never seen, guests too.
    """

    games: tuple[NewGameFromFile, ...]
    known: int
    differing: tuple[str, ...]
    new_people: tuple[Person, ...]
    problems: tuple[GamesFileProblem, ...]


# Reading


def parse_games_file(file_content: bytes) -> list[_GameRowsInFile]:
    """Return the rows of each game in a file. Raises `GamesFileUnreadableError`."""
    try:
        text = file_content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise GamesFileUnreadableError from None
    head = text.partition("\n")[0]
    separator = max(_SEPARATORS, key=head.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator, restkey="", restval="")
    try:
        missing = [name for name in _NEEDED_COLUMNS if name not in (reader.fieldnames or ())]
        if missing:
            raise GamesFileUnreadableError(missing)
        lines = [(reader.line_num, {name: _clean_csv_cell(row.get(name)) for name in COLUMNS}) for row in reader]
    except csv.Error:
        raise GamesFileUnreadableError from None
    found = []
    for name, rows in groupby(lines, lambda line: line[1]["game"]):
        every = [*rows]
        if name:
            found.append(_GameRowsInFile(name, every[0][0], [row for _, row in every]))
    if len(found) > MAX_GAMES:
        raise GamesFileUnreadableError
    return found


def _clean_csv_cell(csv_cell: object) -> str:
    text = csv_cell.strip() if isinstance(csv_cell, str) else ""
    return _ESCAPED_FORMULA.sub("", text, count=1)


def _decode_game_record(csv_cell: str) -> GameInGamesFile | None:
    """Return the record in a cell; None if there is none, or if somebody changed it."""
    try:
        packed = base64.urlsafe_b64decode(csv_cell.removeprefix("z"))
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(packed, _MAX_RECORD_BYTES)
        return msgspec.json.decode(content, type=GameInGamesFile)
    except (binascii.Error, ValueError, zlib.error, msgspec.MsgspecError):
        return None


# Preview


def preview_games_file(
    connection: Connection, guild_id: int, games: Sequence[_GameRowsInFile], override_reason: str
) -> GamesFilePreview:
    """Return what a file of games would change on a server.

    `override_reason` is recorded for points that today's rules would not give.
    """
    people_of_file = _PeopleInGamesFile(connection, guild_id, games)
    known = _StoredGamesMatchingFile(connection, guild_id, games)
    fresh: list[NewGameFromFile] = []
    problems: list[GamesFileProblem] = []
    differing: list[str] = []
    found = 0
    for game in games:
        record = _decode_game_record(game.rows[0]["record"])
        if (same := known.find_points(game.name)) is not None:
            found += 1
            if same and not _do_points_match_file_game(same, game, people_of_file):
                differing.append(game.name)
            continue
        try:
            entry = _build_new_game_from_file(
                guild_id,
                game,
                record,
                people_of_file,
                known.choose_idempotency_key_for_game(game.name),
                override_reason,
            )
        except _GamesFileProblemError as problem:
            problems.append(problem.problem)
            continue
        if known.has_game_with_same_players(
            entry.at, [*map(people_of_file.get_result_owner, entry.credited)], people_of_file.deleted
        ):
            found += 1
        else:
            fresh.append(entry)
    seen = {player for game in fresh for player in game.named}
    new = tuple(person for person in people_of_file.new.values() if person.id in seen)
    return GamesFilePreview(tuple(fresh), found, tuple(differing), new, tuple(problems))


class _GamesFileProblemError(Exception):
    """An exception that carries a problem of a game in a file of games."""

    def __init__(self, problem: GamesFileProblem) -> None:
        super().__init__(problem.code)
        self.problem = problem


class _PeopleInGamesFile:
    """The people in a file of games, identified by account or, for guests, by name.

    `new` are those whom the bot does not know, `deleted` the players who get an id that belongs to nobody.
    """

    def __init__(self, connection: Connection, guild_id: int, games: Iterable[_GameRowsInFile]) -> None:
        self._guild = guild_id
        self._owners = load_result_owners_by_server(connection).get(guild_id, {})
        records = (_decode_game_record(game.rows[0]["record"]) for game in games)
        others = [each for record in records if record for each in record.people.values() if not isinstance(each, int)]
        accounts = {
            self._find_account_or_guest_number(row["player"], _parse_discord_account(row["account"]))
            for g in games
            for row in g.rows
        }
        accounts |= {self._find_account_or_guest_number(each.name, each.account) for each in others}
        wanted = sorted(account for account in accounts if account is not None)
        query = build_people_with_nicknames_query(guild_id)
        self._known = {
            row.discord_id: parse_person_row(row, guild_id)
            for at in range(0, len(wanted), 500)
            for row in connection.execute(query.where(people.c.discord_id.in_(wanted[at : at + 500])))
        }
        self.new: dict[int, Person] = {}
        self.deleted: set[Player] = set()

    def _find_account_or_guest_number(self, name: str, account: int | None) -> int | None:
        if account is not None:
            return account
        return compute_guest_account_number(self._guild, name) if name else None

    def find_person(self, guest_name: str, account_id: int | None) -> Person | None:
        """Find a person by account, or a guest by name; None if both are empty."""
        number = self._find_account_or_guest_number(guest_name, account_id)
        if number is None:
            return None
        if number not in self._known:
            self._known[number] = self.new[number] = Person(generate_player_id(), number, guest_name[:MAX_NAME_LENGTH])
        return self._known[number]

    def create_anonymous_player(self) -> Person:
        """Create an anonymous person without account and name, like somebody whose data was deleted."""
        person = Person(generate_player_id(), 0, "")
        self.deleted.add(person.id)
        return person

    def get_result_owner(self, player: Player) -> Player:
        """Return the owner of a guest's or merged account's results; otherwise the player."""
        return self._owners.get(player, player)


def _parse_discord_account(csv_cell: str) -> int | None:
    found = _ACCOUNT.fullmatch(csv_cell)
    return int(found[1]) if found and int(found[1]) < 2**63 else None


class _StoredGamesMatchingFile:
    """The stored games of a server that also occur in a file, found by name, or by end and players."""

    def __init__(self, connection: Connection, guild_id: int, games: Sequence[_GameRowsInFile]) -> None:
        self._guild = guild_id
        self._places = {
            game.name: place for game in games if (place := _parse_channel_and_game_number(game.name)) is not None
        }
        self._points: dict[tuple[int, int], dict[Player, int]] = {}
        self._ends: dict[tuple[int, int], datetime] = {}
        self._by_delivery: dict[int, tuple[int, int] | None] = {}
        records = (_decode_game_record(game.rows[0]["record"]) for game in games)
        ends = sorted({datetime_from_milliseconds(record.at) for record in records if record is not None})
        self._load_stored_game_results(connection, results.c.at, ends)
        pods_of_channels: dict[int, list[int]] = {}
        for channel, pod in self._places.values():
            pods_of_channels.setdefault(channel, []).append(pod)
        for channel, numbers in pods_of_channels.items():
            self._load_games_of_channel(connection, channel, sorted(numbers))
            self._load_stored_game_results(connection, results.c.pod, sorted(numbers), results.c.channel == channel)
        names = [game.name for game in games]
        for copy in range(_MOST_COPIES):
            names = self._load_games_stored_from_files(connection, names, copy)
        places = {place for place in self._by_delivery.values() if place is not None}
        for channel in {channel for channel, _ in places}:
            numbers = sorted(pod for other, pod in places if other == channel)
            self._load_stored_game_results(connection, results.c.pod, numbers, results.c.channel == channel)
        self._met: dict[datetime, list[set[Player]]] = {}
        for place, at in self._ends.items():
            self._met.setdefault(at, []).append({*self._points[place]})

    def _load_stored_game_results(
        self, connection: Connection, filter_column: Any, filter_values: Sequence[object], *conditions: Any
    ) -> None:
        of = results.c
        query = select(of.channel, of.pod, of.player, of.points, of.at).where(of.guild == self._guild, *conditions)
        for at in range(0, len(filter_values), 500):
            for row in connection.execute(query.where(filter_column.in_(filter_values[at : at + 500]))):
                self._points.setdefault((row.channel, row.pod), {})[row.player] = row.points
                self._ends[row.channel, row.pod] = row.at

    def _load_games_of_channel(self, connection: Connection, channel: int, game_numbers: Sequence[int]) -> None:
        """Load which of these games exist in a channel, even if their result was removed."""
        here = select(pods.c.pod).where(pods.c.guild == self._guild, pods.c.channel == channel)
        for at in range(0, len(game_numbers), 500):
            found = connection.scalars(here.where(pods.c.pod.in_(game_numbers[at : at + 500])))
            self._points.update({(channel, pod): {} for pod in found})

    def _load_games_stored_from_files(
        self, connection: Connection, game_names: Sequence[str], undone_copy_count: int
    ) -> list[str]:
        """Load games that were stored from files before; return the names of games removed since."""
        by_delivery = {self._compute_idempotency_key_of_file_game(name, undone_copy_count): name for name in game_names}
        numbers = sorted(by_delivery)
        query = select(events.c.interaction, events.c.channel, events.c.pod, pods.c.state)
        query = query.join(pods, (pods.c.channel == events.c.channel) & (pods.c.pod == events.c.pod))
        again = []
        for at in range(0, len(numbers), 500):
            some = query.where(events.c.guild == self._guild, events.c.interaction.in_(numbers[at : at + 500]))
            for delivery, channel, pod, state in connection.execute(some):
                self._by_delivery[delivery] = None if state == "closed" else (channel, pod)
                if state == "closed":
                    again.append(by_delivery[delivery])
        return again

    def _compute_idempotency_key_of_file_game(self, game_name: str, undone_copy_count: int) -> int:
        digest = hashlib.blake2b(f"{self._guild}\n{game_name}\n{undone_copy_count}".encode(), digest_size=8).digest()
        return -(2**61) - (int.from_bytes(digest) >> 4)

    def find_points(self, game_name: str) -> Mapping[Player, int] | None:
        """Return the points of a stored game by its name in a file; None without such a game."""
        place = self._places.get(game_name)
        if place is not None and place in self._points:
            return self._points[place]
        entered = self._by_delivery.get(self.choose_idempotency_key_for_game(game_name))
        return None if entered is None else self._points.get(entered, {})

    def has_game_with_same_players(
        self, end_time: datetime, players: Collection[Player], deleted_players: Collection[Player]
    ) -> bool:
        """Return True if a stored game ended at this time with the same players.

        Deleted players match by their number.
        """
        named = {player for player in players if player not in deleted_players}
        return any(named <= met and len(met) == len(players) for met in self._met.get(end_time, ()))

    def choose_idempotency_key_for_game(self, game_name: str) -> int:
        """Return an unused idempotency key for storing a game from a file."""
        numbers = (self._compute_idempotency_key_of_file_game(game_name, copy) for copy in range(_MOST_COPIES))
        return next(number for number in numbers if self._by_delivery.get(number, (0, 0)) is not None)


def _parse_channel_and_game_number(game_name: str) -> tuple[int, int] | None:
    channel, _, pod = game_name.partition("-")
    if channel.isascii() and channel.isdigit() and pod.isascii() and pod.isdigit() and len(game_name) < 40:
        return int(channel), int(pod)
    return None


def _do_points_match_file_game(
    points_by_player: Mapping[Player, int], file_game: _GameRowsInFile, file_people: _PeopleInGamesFile
) -> bool:
    """Return True if the players' points equal the points in a game's rows in the file.

    Points of deleted players may be in any order.
    """
    left = dict(points_by_player)
    told = list[str]()
    for row in file_game.rows:
        person = file_people.find_person(row["player"], _parse_discord_account(row["account"]))
        if person is None:
            told.append(row["points"])
        elif row["points"] != str(left.pop(file_people.get_result_owner(person.id), None)):
            return False
    return sorted(told) == sorted(map(str, left.values()))


# A game anew


def _build_new_game_from_file(
    guild_id: int,
    game_rows: _GameRowsInFile,
    game_record: GameInGamesFile | None,
    file_people: _PeopleInGamesFile,
    idempotency_key: int,
    override_reason: str,
) -> NewGameFromFile:
    """Execute a recorded game's commands again, and compare the result with the file.

    Raises `_GamesFileProblemError`.
    """
    if game_record is None or len(game_record.events) > MAX_ENTERED_COMMANDS:
        raise _GamesFileProblemError(GamesFileProblem("record", game_rows.line, "record"))
    row_of_seat = {row["seat"]: row for row in game_rows.rows}
    last = max([len(game_record.seats), *(each for each in game_record.people.values() if isinstance(each, int))])
    seats = [f"{seat}" for seat in range(1, last + 1)]  # whoever joins a running game sits after the others
    if sorted(row_of_seat) != sorted(seats):
        raise _GamesFileProblemError(GamesFileProblem("rows", game_rows.line, "seat", wanted=f"{last}"))
    persons = {
        token: _find_person_in_games_file(game_rows, token, game_record, row_of_seat, file_people)
        for token in game_record.seats
    }
    for token in game_record.people:
        if token not in persons:
            persons[token] = _find_person_in_games_file(game_rows, token, game_record, row_of_seat, file_people)
    if len({person.id for person in persons.values()}) < len(persons):
        raise _GamesFileProblemError(GamesFileProblem("name", game_rows.line, "account"))
    try:
        pod, story = _execute_recorded_commands_again(
            game_record, {token: person.id for token, person in persons.items()}, persons
        )
        decks = {persons[token].id: deck for token, deck in game_record.decks.items() if token in persons}
        event = PastGameRecorded(story, decks=decks)
        told = [int(row_of_seat[seat]["points"]) for seat in seats]
        event = _override_points_with_games_file(guild_id, game_record, event, told, override_reason)
    except (UndecodableEventError, Refusal, LookupError, ValueError, *IMPOSSIBLE) as error:
        raise _GamesFileProblemError(GamesFileProblem("rules", game_rows.line, cell=f"{error}"[:100])) from None
    at = datetime_from_milliseconds(game_record.at)
    _require_file_cells_match_game_record(game_rows, guild_id, event, at)
    credited = tuple(map(pod.find_result_owner, pod.players))
    return NewGameFromFile(at, event, idempotency_key, tuple(person.id for person in persons.values()), credited)


def _find_person_in_games_file(
    game: _GameRowsInFile,
    placeholder: Player,
    game_record: GameInGamesFile,
    rows_by_seat: Mapping[str, Mapping[str, str]],
    file_people: _PeopleInGamesFile,
) -> Person:
    """Return the person for whom a placeholder stands in a game's record. Raises `_GamesFileProblemError`."""
    told = game_record.people.get(placeholder, placeholder)
    if isinstance(told, PlayerMissingFromGamesFile):
        found = file_people.find_person(told.name, told.account)
    else:
        row = rows_by_seat.get(f"{told}", {})
        if row.get("account") and _parse_discord_account(row["account"]) is None:
            raise _GamesFileProblemError(GamesFileProblem("account", game.line, "account", row["account"][:60]))
        found = file_people.find_person(row.get("player", ""), _parse_discord_account(row.get("account", "")))
    if found is None and placeholder in game_record.deleted:
        return file_people.create_anonymous_player()
    if found is None:
        raise _GamesFileProblemError(GamesFileProblem("name", game.line, "player"))
    return found


def _execute_recorded_commands_again(
    game_record: GameInGamesFile,
    player_by_placeholder: Mapping[Player, Player],
    person_by_placeholder: Mapping[Player, Person],
) -> tuple[Pod, tuple[Any, ...]]:
    """Execute a recorded game's commands again. Raises `Refusal`, or errors of impossible events."""

    def replace_placeholder_by_player(placeholder: Player) -> Player:
        return player_by_placeholder.get(placeholder, placeholder)

    decoded = [decode_event_of_any_schema(*each) for each in game_record.events]
    told = [
        replace_players_in_event_or_state(each, replace_placeholder_by_player)
        for each in decoded
        if isinstance(each, Event)
    ]
    begun = next(number for number, each in enumerate(told) if isinstance(each, GameStarted))
    started = told[begun]
    lobby = replay_pod_events(told[: begun + 1])
    assert isinstance(started, GameStarted)
    if lobby is None:
        raise ValueError("no lobby")
    seats = tuple(map(replace_placeholder_by_player, game_record.seats))
    guests = {
        replace_placeholder_by_player(guest): None if by is None else replace_placeholder_by_player(by)
        for guest, by in game_record.guests.items()
        if guest in game_record.seats and person_by_placeholder[guest].is_guest
    }
    members = [player for player in seats if player not in guests]
    host = next(iter(members), seats[0])
    brought = {guest: by if by in members else None for guest, by in guests.items()}
    commands: list[PodCommand] = [
        OpenLobby(_build_setup_of_past_game(lobby.setup, game_record.at), host, seats, guests=brought),
        StartGame(seats, started.first),
    ]
    after = (each for each in told[begun + 1 :] if isinstance(each, PodHistoryEvent))
    commands += [each.rebuild_original_command() for each in after]
    pod: Pod | None = None
    events_of_game: list[Event] = []
    for command in commands:
        if isinstance(command, OverrideGameAsModerator) and command.override == "date":
            continue  # the record says when the game ended
        event = create_pod_event(pod, command)
        pod = apply_pod_event(pod, event)
        events_of_game.append(event)
    if pod is None or pod.result is None:
        raise ValueError("no end")
    return pod, list_events_still_in_effect(events_of_game)


def _build_setup_of_past_game(setup: PodSetup, end_milliseconds: int) -> PodSetup:
    """Return the setup of a past game: without confirmation, objections or series."""
    return replace(
        setup, played=end_milliseconds, confirmation="off", dispute_minutes=0, series=None, invited=(), size=None
    )


def _override_points_with_games_file(
    guild_id: int,
    game_in_file: GameInGamesFile,
    event: PastGameRecorded,
    points_in_file: Sequence[int],
    override_reason: str,
) -> PastGameRecorded:
    """Override the points of a game from a file where today's rules give other points than the file."""
    history = _build_history_of_past_game(guild_id, event, datetime_from_milliseconds(game_in_file.at))
    credited = replace_substitutes_by_original_players(history).game_as_pod
    assert credited.result is not None
    given = [credited.result.points.get(player) for player in credited.players]
    players = history.game_as_pod.players
    differing = {players[seat]: told for seat, told in enumerate(points_in_file) if given[seat] not in (None, told)}
    if not differing:
        return event
    command = OverrideGameAsModerator("points", override_reason, points=differing)
    override = create_pod_event(replay_pod_events(event.story), command)
    return replace(event, story=list_events_still_in_effect([*event.story, override]))


def _build_history_of_past_game(guild_id: int, event: PastGameRecorded, end_time: datetime) -> Any:
    return add_event_to_game_history(None, StoredEvent(1, 1, 1, guild_id, event, None, None, end_time))


def _require_file_cells_match_game_record(
    game: _GameRowsInFile, guild_id: int, event: PastGameRecorded, end_time: datetime
) -> None:
    """Raise `_GamesFileProblemError` if a cell of the file contradicts the game's record."""
    history = replace_substitutes_by_original_players(_build_history_of_past_game(guild_id, event, end_time))
    pod = history.game_as_pod
    if pod.final_result is None:
        raise _GamesFileProblemError(GamesFileProblem("end", game.line))
    deeds = map_server_achievement_names(event.story)
    rows = {f"{row['seat']}": SimpleNamespace(**row) for row in build_pod_result_rows(history, pod.final_result)}
    for offset, told in enumerate(game.rows):
        cells = build_csv_cells_of_seat(pod, int(told["seat"]), deeds, rows[told["seat"]])
        for column in CHECKED_COLUMNS:
            wanted, cell = cells[column], told[column]
            if column in SEAT_LISTS:
                wanted, cell = " & ".join(map(str, wanted)), " & ".join(_SEATS_IN_CELL.findall(cell))
            if wanted != cell:
                raise _GamesFileProblemError(
                    GamesFileProblem("cell", game.line + offset, column, cell[:60], wanted[:60])
                )


# Writing


class StoreGamesFileRequest(Struct, frozen=True):
    """A request to store the new games of a file as games of a channel."""

    channel: int
    preview: GamesFilePreview
    audit: AuditEntry
    language: Locale
    agreed_seasons: frozenset[int]


def store_games_from_file(games_file_request: StoreGamesFileRequest, connection: Connection) -> int:
    """Write the new games of a file, with the rows computed from them; return the number of games.

    Raises `EndedSeasonConsentRefusal`, or `RowAlreadyExistsError` if one of them was entered meanwhile.
    """
    lock_event_log_against_new_events(connection)
    guild = games_file_request.audit.guild
    games = games_file_request.preview.games
    change = SeasonResultsChange(frozenset(game.at for game in games))
    require_consent_to_change_ended_seasons(
        load_seasons_newest_first(connection, guild), change, games_file_request.agreed_seasons
    )
    apply_row_changes([*build_people_upserts(games_file_request.preview.new_people)], connection)
    guests = list_guest_ids(games_file_request.preview.new_people)
    apply_row_changes([build_guests_upsert(guests, guild)] if guests else [], connection)
    redact_guest_names_of_server(connection, guild)
    newest = select(func.max(events.c.version)).where(events.c.channel == games_file_request.channel)
    first = 1 + (connection.scalar(newest) or 0)
    for at in range(0, len(games), _GAMES_PER_BATCH):
        some = enumerate(games[at : at + _GAMES_PER_BATCH], first + at)
        rows = [[*_build_rows_of_game_from_file(games_file_request, number, game)] for number, game in some]
        apply_row_changes(merge_row_changes_of_commands(rows), connection)
    redraw = build_update_of_standings_posts(guild, min(game.at for game in games))
    details = {"channel": games_file_request.channel, "number": first, "games": len(games)}
    audit = replace(games_file_request.audit, details=details)
    apply_row_changes([redraw, build_audit_entry_insert(audit)], connection)
    return len(games)


def _build_rows_of_game_from_file(
    import_request: StoreGamesFileRequest, game_number: int, game: NewGameFromFile
) -> Iterator[RowChange]:
    """Yield the rows of a game from a file. Its board is marked as up to date, so that no message is sent."""
    place = (import_request.channel, game_number, game_number, import_request.audit.guild)
    recorded = StoredEvent(*place, game.event, None, game.delivery, import_request.audit.at)
    yield build_event_insert(recorded)
    yield from build_row_changes_of_last_game_event(add_event_to_game_history(None, recorded))
    board = PodBoard(
        import_request.channel,
        game_number,
        import_request.audit.guild,
        import_request.language,
        game_number,
        game_number,
    )
    yield RowChange(insert(boards), [asdict(board)])
