"""What is kept about one person, written down for them and without what is others'."""

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
    boards,
    champions,
    decks,
    defeats,
    events,
    results,
    rivalries,
    standings,
)
from bot.storage.privacy.redaction import MARK, redact_value
from bot.storage.privacy.traces import PodPlace, find_person, find_places

AT_ONCE = 1_000
"""Rows that are fetched together."""

IN_MEMORY = 2**20
"""Bytes that need no file."""


def open_file() -> IO[bytes]:
    """A file that is in nobody's way, and goes with its last reader."""
    return tempfile.SpooledTemporaryFile(IN_MEMORY)


def write(discord_id: int, file: IO[bytes], connection: Connection) -> int:
    """Write all that is kept about an account, as JSON; return how many bytes that is."""
    file.seek(0)  # the transaction may be a second try
    file.truncate()
    person = find_person(discord_id, connection)
    if person is None:
        return 0
    places = find_places(connection, person.id)
    interactions = set[int]()  # of the events, once they are written
    parts: dict[str, Iterator[Any]] = {
        "events": _read_events(connection, person.id, places, interactions),
        "results": _read_rows(connection, select(results).where(results.c.player == person.id)),
        "standings": _read_rows(
            connection, select(standings).where(standings.c.player == person.id)
        ),
        "defeats": _read_rows(connection, _match_defeats(defeats, person.id)),
        "rivalries": _read_rows(connection, _match_defeats(rivalries, person.id)),
        "audit": _read_audit(connection, person.id, interactions),
        "boards": _read_boards(connection, person.id, places),
        "deck": _read_decks(connection, person.id),
        "roles": _read_rows(
            connection, select(champions).where(champions.c.discord_id == discord_id)
        ),
    }
    file.write(b'{"person":' + msgspec.json.encode(person))
    for name, rows in parts.items():
        file.write(f',\n"{name}":['.encode())
        for number, row in enumerate(rows):
            file.write((b",\n" if number else b"\n") + msgspec.json.encode(row))
        file.write(b"]")
    file.write(b"}\n")
    return file.tell()


def _match_defeats(table: Table, player: Player) -> Any:
    """Whom they defeated, and who defeated them."""
    return select(table).where(or_(table.c.responsible == player, table.c.loser == player))


def _read_events(
    connection: Connection, player: Player, places: list[PodPlace], interactions: set[int]
) -> Iterator[Any]:
    """The events of their pods. What others typed stays theirs, and a draw's secret a secret."""
    for place in places:
        of_pod = select(events).where(events.c.channel == place.channel, events.c.pod == place.pod)
        for row in _read_rows(connection, of_pod.order_by(events.c.version)):
            interactions.add(row["interaction"])
            yield row | {"payload": _show_payload(row["by"] == player, row["payload"])}


def _read_audit(connection: Connection, player: Player, interactions: set[int]) -> Iterator[Any]:
    """What they decided, and what was decided about their pods."""
    for row in _read_rows(connection, select(audit).order_by(audit.c.id)):
        if row["by"] == player or row["id"] in interactions:
            yield row | {"details": _show_payload(row["by"] == player, row["details"])}


def _read_boards(connection: Connection, player: Player, places: list[PodPlace]) -> Iterator[Any]:
    """The boards that call for their choice."""
    for place in places:
        of_pod = select(boards).where(boards.c.channel == place.channel, boards.c.pod == place.pod)
        for row in _read_rows(connection, of_pod):
            if (row["asked"] or "").endswith(f":{player}"):
                yield row


def _read_decks(connection: Connection, player: Player) -> Iterator[Any]:
    """The deck that they registered, as they wrote it."""
    for row in _read_rows(connection, select(decks).where(decks.c.player == player)):
        yield row | {"deck": msgspec.json.decode(row["deck"])}


def _read_rows(connection: Connection, query: Any) -> Iterator[dict[str, Any]]:
    rows = connection.execute(query.execution_options(yield_per=AT_ONCE)).mappings()
    return map(_make_plain, rows)


def _make_plain(row: RowMapping) -> dict[str, Any]:
    return {str(name): value for name, value in row.items()}


def _show_payload(theirs: bool, payload: str) -> Any:
    """The JSON in a row for somebody who wrote it, or did not; None if it is none."""
    try:
        value = msgspec.json.decode(payload)
    except msgspec.DecodeError:
        return None
    shown = _drop_secret(redact_value(value, lambda _: MARK))
    if theirs:  # but what a correction repeats, others had typed
        shown |= _drop_secret({name: value[name] for name in value if name != "story"})
    return shown


def _drop_secret(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _drop_secret(each) for name, each in value.items() if name != "secret"}
    return list(map(_drop_secret, value)) if isinstance(value, list) else value


def compress(file: IO[bytes]) -> IO[bytes]:
    """Return a compressed copy of a file, and close the file itself."""
    file.seek(0)
    packed = open_file()
    with file, gzip.open(packed, "wb") as into:
        shutil.copyfileobj(file, into)
    packed.seek(0)
    return packed
