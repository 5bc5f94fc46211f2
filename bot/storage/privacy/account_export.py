"""The export of all data about a person, without the data of others."""

import gzip
import shutil
import tempfile
from collections.abc import Iterator
from typing import IO, Any

import msgspec
from sqlalchemy import Connection, RowMapping, Table, or_, select

from bot.rules.facts import Player
from bot.storage.engine.schema import (
    audit,
    avoidances,
    ballots,
    boards,
    champions,
    decks,
    defeats,
    entry_calls,
    events,
    exclusions,
    guests,
    merges,
    nicknames,
    people,
    player_decks,
    results,
    rivalries,
    standings,
)
from bot.storage.privacy.traces import (
    load_games_mentioning_player,
    load_guests_and_merged_accounts,
    load_person_by_account,
)
from bot.storage.record.redacted_texts import RedactedTextsOfServer, load_redacted_texts_of_server
from bot.storage.record.redaction import REDACTED, redact_user_texts_in_json_value
from bot.storage.tables.former_ids import load_former_ids_of_account
from bot.storage.tables.open_games import GameIdentifier

ROWS_PER_FETCH = 1_000
"""Rows that are fetched together in long reads."""

SECRET_FIELDS = frozenset({"secret", "veil"})
"""Fields of events that hold the secrets of draws and dice."""

MAX_MEMORY_BYTES = 1_048_576
"""The most bytes that are kept in memory instead of a file."""


def open_temporary_file() -> IO[bytes]:
    """Open a temporary file, in memory or on disk, which is deleted when it is closed."""
    return tempfile.SpooledTemporaryFile(MAX_MEMORY_BYTES)


def write_account_data_as_json(discord_id: int, file: IO[bytes], connection: Connection) -> int:
    """Write all data about a Discord account to a file as JSON, and return the file's size in bytes.

    A size of 0 means that there is no data about the account.
    """
    file.seek(0)  # the transaction may be run twice
    file.truncate()
    person = load_person_by_account(discord_id, connection)
    if person is None:
        return 0
    claimed = [each.id for each in load_guests_and_merged_accounts(connection, person.id)]
    every = {place for each in (person.id, *claimed) for place in load_games_mentioning_player(connection, each)}
    places = sorted(every, key=lambda place: (place.channel, place.pod))
    interactions = set[int]()  # filled while the events are written
    theirs = select(nicknames).where(nicknames.c.player == person.id)
    parts: dict[str, Iterator[Any]] = {
        "nicknames": _stream_rows_as_dicts(connection, theirs.order_by(nicknames.c.guild)),
        "events": _export_events_of_games(connection, person.id, places, interactions),
        "results": _export_game_results(connection, person.id),
        "standings": _stream_rows_as_dicts(connection, select(standings).where(standings.c.player == person.id)),
        "defeats": _stream_rows_as_dicts(connection, _build_query_of_defeats_involving_player(defeats, person.id)),
        "rivalries": _stream_rows_as_dicts(connection, _build_query_of_defeats_involving_player(rivalries, person.id)),
        "audit": _export_audit_entries(connection, person.id, interactions),
        "boards": _export_pod_messages_mentioning_player(connection, person.id, places),
        "exclusions": _export_exclusions_from_season_rankings(connection, person.id),
        "former_ids": iter(load_former_ids_of_account(connection, discord_id)),
        "entry_calls": _stream_rows_as_dicts(connection, select(entry_calls).where(entry_calls.c.player == person.id)),
        "guests": _stream_rows_as_dicts(connection, _build_claimed_guests_query(person.id)),
        "avoidances": _stream_rows_as_dicts(connection, select(avoidances).where(avoidances.c.player == person.id)),
        "ballots": _stream_rows_as_dicts(connection, select(ballots).where(ballots.c.voter == person.id)),
        "merges": _stream_rows_as_dicts(connection, _build_account_merges_query(person.id)),
        "deck": _export_registered_decks(connection, decks, person.id),
        "decks": _export_registered_decks(connection, player_decks, person.id),
        "roles": _stream_rows_as_dicts(connection, select(champions).where(champions.c.discord_id == discord_id)),
    }
    (row,) = _stream_rows_as_dicts(connection, select(people).where(people.c.id == person.id))
    file.write(b'{"person":' + msgspec.json.encode(row))
    for name, rows in parts.items():
        file.write(f',\n"{name}":['.encode())
        for number, row in enumerate(rows):
            file.write((b",\n" if number else b"\n") + msgspec.json.encode(row))
        file.write(b"]")
    file.write(b"}\n")
    return file.tell()


def _build_account_merges_query(player: Player) -> Any:
    """Return a SELECT of a player's account merges, without reasons that other people wrote."""
    columns = (each for each in merges.c if each.name != "reason")
    return select(*columns).where(or_(merges.c.player == player, merges.c.stays == player))


def _build_claimed_guests_query(claimant: Player) -> Any:
    """Return a SELECT of the guest names that a member has claimed as their own."""
    mine = or_(guests.c.claimed_by == claimant, guests.c.asked_by == claimant)
    named = select(people.c.name, guests).join(people, people.c.id == guests.c.player)
    return named.where(mine).order_by(guests.c.player)


def _build_query_of_defeats_involving_player(table: Table, player: Player) -> Any:
    return select(table).where(or_(table.c.responsible == player, table.c.loser == player))


def _export_events_of_games(
    connection: Connection, player: Player, games: list[GameIdentifier], interaction_ids: set[int]
) -> Iterator[Any]:
    """Yield the events of games, without texts by other people and without secrets of random draws."""
    hide = _ServerTextRedactor(connection)
    for place in games:
        of_pod = select(events).where(events.c.channel == place.channel, events.c.pod == place.pod)
        for row in _stream_rows_as_dicts(connection, of_pod.order_by(events.c.version)):
            interaction_ids.add(row["interaction"])
            payload = hide(row["guild"], row["payload"])
            yield row | {"payload": _decode_and_redact_json(row["by"] == player, payload)}


def _export_audit_entries(connection: Connection, player: Player, interaction_ids: set[int]) -> Iterator[Any]:
    """Yield the entries of moderators' audit trails by a player, and those about the player's games."""
    hide = _ServerTextRedactor(connection)
    for row in _stream_rows_as_dicts(connection, select(audit).order_by(audit.c.id)):
        if row["by"] == player or row["id"] in interaction_ids:
            details = hide(row["guild"], row["details"])
            yield row | {"details": _decode_and_redact_json(row["by"] == player, details)}


def _export_exclusions_from_season_rankings(connection: Connection, player: Player) -> Iterator[Any]:
    for row in _stream_rows_as_dicts(connection, select(exclusions).where(exclusions.c.player == player)):
        struck = load_redacted_texts_of_server(connection, row["guild"])
        yield row | {"reason": struck(row["reason"])}


class _ServerTextRedactor:
    """A function that takes a server id and JSON, and hides the texts that the server's moderators redacted."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._known = dict[int, RedactedTextsOfServer]()

    def __call__(self, guild: int, payload: str) -> str:
        if guild not in self._known:
            self._known[guild] = load_redacted_texts_of_server(self._connection, guild)
        return self._known[guild].redact_json_text(payload)


def _export_pod_messages_mentioning_player(
    connection: Connection, player: Player, games: list[GameIdentifier]
) -> Iterator[Any]:
    """Yield rows about pod messages that ask, mention or notify a player."""
    for place in games:
        of_pod = select(boards).where(boards.c.channel == place.channel, boards.c.pod == place.pod)
        for row in _stream_rows_as_dicts(connection, of_pod):
            told = (row["told"] or "").split()
            called = [call.partition(":")[0] for call in (row["calls"] or "").split()]
            asked = (row["asked"] or "").endswith(f":{player}")
            if asked or player in told or player in called:
                yield row | {"told": player if player in told else None, "calls": player if player in called else None}


def _export_game_results(connection: Connection, player: Player) -> Iterator[Any]:
    """Yield a player's results of games. Deck names that the server redacted are hidden."""
    hide = _ServerTextRedactor(connection)
    for row in _stream_rows_as_dicts(connection, select(results).where(results.c.player == player)):
        deck = row["deck"]
        shown = None if deck is None else msgspec.json.decode(hide(row["guild"], deck))
        yield row | {"deck": shown}


def _export_registered_decks(connection: Connection, deck_table: Table, player: Player) -> Iterator[Any]:
    for row in _stream_rows_as_dicts(connection, select(deck_table).where(deck_table.c.player == player)):
        yield row | {"deck": msgspec.json.decode(row["deck"])}


def _stream_rows_as_dicts(connection: Connection, query: Any) -> Iterator[dict[str, Any]]:
    rows = connection.execute(query.execution_options(yield_per=ROWS_PER_FETCH)).mappings()
    return map(_convert_database_row_to_dict, rows)


def _convert_database_row_to_dict(row: RowMapping) -> dict[str, Any]:
    return {str(name): value for name, value in row.items()}


def _decode_and_redact_json(is_written_by_player: bool, row_json: str) -> Any:
    """Return a row's JSON as values, with other people's texts redacted; None if the JSON is invalid.

    An author's own texts are kept, except in the history of a correction, which others typed.
    """
    try:
        value = msgspec.json.decode(row_json)
    except msgspec.DecodeError:
        return None
    shown = _remove_random_draw_secrets_from_json(redact_user_texts_in_json_value(value, lambda _: REDACTED))
    if is_written_by_player:  # except for a correction's story, which others typed
        shown |= _remove_random_draw_secrets_from_json({name: value[name] for name in value if name != "story"})
    return shown


def _remove_random_draw_secrets_from_json(json_value: Any) -> Any:
    if isinstance(json_value, dict):
        return {
            name: _remove_random_draw_secrets_from_json(each)
            for name, each in json_value.items()
            if name not in SECRET_FIELDS
        }
    return list(map(_remove_random_draw_secrets_from_json, json_value)) if isinstance(json_value, list) else json_value


def compress_and_close_file(file: IO[bytes]) -> IO[bytes]:
    file.seek(0)
    packed = open_temporary_file()
    with file, gzip.open(packed, "wb") as into:
        shutil.copyfileobj(file, into)
    packed.seek(0)
    return packed
