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
from bot.storage.privacy.traces import find_claimed, find_person, find_places
from bot.storage.record.redaction import REDACTED, redact_value
from bot.storage.record.strikes import Struck, load_struck
from bot.storage.tables.former_ids import find_own_rows
from bot.storage.tables.open_games import PodPlace

ROWS_PER_FETCH = 1_000
"""Rows that are fetched together in long reads."""

SECRET_FIELDS = frozenset({"secret", "veil"})
"""Fields of events that hold the secrets of draws and dice."""

MAX_MEMORY_BYTES = 1_048_576
"""The most bytes that are kept in memory instead of a file."""


def open_file() -> IO[bytes]:
    """Return a temporary file that is deleted when it is closed."""
    return tempfile.SpooledTemporaryFile(MAX_MEMORY_BYTES)


def write(discord_id: int, file: IO[bytes], connection: Connection) -> int:
    """Write all data about an account as JSON; return its size in bytes, 0 if there is none."""
    file.seek(0)  # the transaction may be run twice
    file.truncate()
    person = find_person(discord_id, connection)
    if person is None:
        return 0
    claimed = [each.id for each in find_claimed(connection, person.id)]
    every = {place for each in (person.id, *claimed) for place in find_places(connection, each)}
    places = sorted(every, key=lambda place: (place.channel, place.pod))
    interactions = set[int]()  # filled while the events are written
    theirs = select(nicknames).where(nicknames.c.player == person.id)
    parts: dict[str, Iterator[Any]] = {
        "nicknames": _read_rows(connection, theirs.order_by(nicknames.c.guild)),
        "events": _read_events(connection, person.id, places, interactions),
        "results": _read_results(connection, person.id),
        "standings": _read_rows(
            connection, select(standings).where(standings.c.player == person.id)
        ),
        "defeats": _read_rows(connection, _match_defeats(defeats, person.id)),
        "rivalries": _read_rows(connection, _match_defeats(rivalries, person.id)),
        "audit": _read_audit(connection, person.id, interactions),
        "boards": _read_boards(connection, person.id, places),
        "exclusions": _read_exclusions(connection, person.id),
        "former_ids": iter(find_own_rows(connection, discord_id)),
        "entry_calls": _read_rows(
            connection, select(entry_calls).where(entry_calls.c.player == person.id)
        ),
        "guests": _read_rows(connection, _match_guests(person.id)),
        "avoidances": _read_rows(
            connection, select(avoidances).where(avoidances.c.player == person.id)
        ),
        "merges": _read_rows(connection, _match_merges(person.id)),
        "deck": _read_decks(connection, decks, person.id),
        "decks": _read_decks(connection, player_decks, person.id),
        "roles": _read_rows(
            connection, select(champions).where(champions.c.discord_id == discord_id)
        ),
    }
    (row,) = _read_rows(connection, select(people).where(people.c.id == person.id))
    file.write(b'{"person":' + msgspec.json.encode(row))
    for name, rows in parts.items():
        file.write(f',\n"{name}":['.encode())
        for number, row in enumerate(rows):
            file.write((b",\n" if number else b"\n") + msgspec.json.encode(row))
        file.write(b"]")
    file.write(b"}\n")
    return file.tell()


def _match_merges(player: Player) -> Any:
    """Return a select of the merges of a player's account, without others' words."""
    columns = (each for each in merges.c if each.name != "reason")
    return select(*columns).where(or_(merges.c.player == player, merges.c.stays == player))


def _match_guests(player: Player) -> Any:
    """Return a select of the guests that a player has claimed, or claims."""
    mine = or_(guests.c.claimed_by == player, guests.c.asked_by == player)
    named = select(people.c.name, guests).join(people, people.c.id == guests.c.player)
    return named.where(mine).order_by(guests.c.player)


def _match_defeats(table: Table, player: Player) -> Any:
    """Return a select of the defeats of and by a player."""
    return select(table).where(or_(table.c.responsible == player, table.c.loser == player))


def _read_events(
    connection: Connection, player: Player, places: list[PodPlace], interactions: set[int]
) -> Iterator[Any]:
    """Yield the events of some games, without texts of others and without secrets of draws."""
    hide = _Hider(connection)
    for place in places:
        of_pod = select(events).where(events.c.channel == place.channel, events.c.pod == place.pod)
        for row in _read_rows(connection, of_pod.order_by(events.c.version)):
            interactions.add(row["interaction"])
            payload = hide(row["guild"], row["payload"])
            yield row | {"payload": _show_payload(row["by"] == player, payload)}


def _read_audit(connection: Connection, player: Player, interactions: set[int]) -> Iterator[Any]:
    """Yield the audit entries by a player, and those about their games."""
    hide = _Hider(connection)
    for row in _read_rows(connection, select(audit).order_by(audit.c.id)):
        if row["by"] == player or row["id"] in interactions:
            details = hide(row["guild"], row["details"])
            yield row | {"details": _show_payload(row["by"] == player, details)}


def _read_exclusions(connection: Connection, player: Player) -> Iterator[Any]:
    """Yield the player's exclusions from seasons, with the reasons, which they may see."""
    for row in _read_rows(connection, select(exclusions).where(exclusions.c.player == player)):
        struck = load_struck(connection, row["guild"])
        yield row | {"reason": struck(row["reason"])}


class _Hider:
    """A function that hides struck texts in a row's JSON; it reads each server's texts once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._known = dict[int, Struck]()

    def __call__(self, guild: int, payload: str) -> str:
        if guild not in self._known:
            self._known[guild] = load_struck(self._connection, guild)
        return self._known[guild].hide_in_json(payload)


def _read_boards(connection: Connection, player: Player, places: list[PodPlace]) -> Iterator[Any]:
    """Yield the boards that ask, call or have notified a player."""
    for place in places:
        of_pod = select(boards).where(boards.c.channel == place.channel, boards.c.pod == place.pod)
        for row in _read_rows(connection, of_pod):
            told = (row["told"] or "").split()
            called = [call.partition(":")[0] for call in (row["calls"] or "").split()]
            asked = (row["asked"] or "").endswith(f":{player}")
            if asked or player in told or player in called:
                yield row | {
                    "told": player if player in told else None,
                    "calls": player if player in called else None,
                }


def _read_results(connection: Connection, player: Player) -> Iterator[Any]:
    """Yield the player's results, with the decks as they are shown on each server."""
    hide = _Hider(connection)
    for row in _read_rows(connection, select(results).where(results.c.player == player)):
        deck = row["deck"]
        shown = None if deck is None else msgspec.json.decode(hide(row["guild"], deck))
        yield row | {"deck": shown}


def _read_decks(connection: Connection, of: Table, player: Player) -> Iterator[Any]:
    """Yield the player's registered decks in a table, as they typed them."""
    for row in _read_rows(connection, select(of).where(of.c.player == player)):
        yield row | {"deck": msgspec.json.decode(row["deck"])}


def _read_rows(connection: Connection, query: Any) -> Iterator[dict[str, Any]]:
    rows = connection.execute(query.execution_options(yield_per=ROWS_PER_FETCH)).mappings()
    return map(_make_plain, rows)


def _make_plain(row: RowMapping) -> dict[str, Any]:
    return {str(name): value for name, value in row.items()}


def _show_payload(theirs: bool, payload: str) -> Any:
    """Return a row's JSON, with others' texts redacted unless it is `theirs`; None if invalid."""
    try:
        value = msgspec.json.decode(payload)
    except msgspec.DecodeError:
        return None
    shown = _drop_secrets(redact_value(value, lambda _: REDACTED))
    if theirs:  # except for a correction's story, which others typed
        shown |= _drop_secrets({name: value[name] for name in value if name != "story"})
    return shown


def _drop_secrets(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: _drop_secrets(each) for name, each in value.items() if name not in SECRET_FIELDS
        }
    return list(map(_drop_secrets, value)) if isinstance(value, list) else value


def compress(file: IO[bytes]) -> IO[bytes]:
    """Return a compressed copy of a file, and close the file itself."""
    file.seek(0)
    packed = open_file()
    with file, gzip.open(packed, "wb") as into:
        shutil.copyfileobj(file, into)
    packed.seek(0)
    return packed
