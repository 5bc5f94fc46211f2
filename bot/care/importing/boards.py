"""The boards of an archive, and the other messages that the bot keeps up to date."""

from collections.abc import Collection
from typing import Any

from msgspec.structs import asdict, replace
from sqlalchemy import select, tuple_

from bot.care.archive import BoardLine, PublicationLine
from bot.care.importing.into import Import
from bot.care.importing.servers import import_unknown
from bot.care.stored_tables import boards, guilds, publications
from bot.rules.facts import Player
from bot.storage.engine import schema
from bot.storage.record.publications import Publication
from bot.storage.servers.guilds import read_settings

DISCORD_EPOCH = 1_420_070_400_000
"""What the ids of Discord count from, in milliseconds since 1970; their upper bits are a time."""


def import_boards(into: Import) -> None:
    """Write where the boards of the imported pods are."""
    last = (0, 0)
    for part in into.archive.read_parts(BoardLine, into.header.boards):
        known = _find_pods(into, part.values())
        for line, board in part.items():
            into.check_server(board, line)
            place = (board.channel, board.pod)
            if place <= last:
                raise into.archive.make_error("a board comes twice, or out of order", line)
            if place not in known or board.channel not in into.channels:
                raise into.archive.make_error("none of the events before is of its pod", line)
            last = place
        into.insert(boards, [_make_row(_rename(into, board)) for board in part.values()])
        results = (_make_result(into, board) for board in part.values())
        into.insert(publications, [result for result in results if result is not None])
        into.tick(len(part))


def import_publications(into: Import) -> None:
    """Write the publications that are not known here."""
    lines = into.archive.read_lines(PublicationLine, into.header.publications)
    import_unknown(into, lines, publications, ("surface", "guild", "key"), "a publication")


def _make_row(board: BoardLine) -> dict[str, Any]:
    row = asdict(board)
    del row["announced"], row["announcing"]
    return row


def _make_result(into: Import, board: BoardLine) -> dict[str, Any] | None:
    """Return the publication of a game's result, which was in the row of its board once."""
    of_server = select(guilds.c.settings).where(guilds.c.guild == board.guild)
    if board.announced is None and board.announcing is None:
        return None
    settings = into.connection.scalar(of_server)
    channel = None if settings is None else read_settings(settings).results_channel
    key = f"{board.channel}/{board.pod}"
    row = Publication("result", board.guild, key, channel, 1, 1, board.announced)
    if board.announced is None:
        if channel is None:
            return None
        assert board.announcing is not None
        tried = (board.announcing >> 22) + DISCORD_EPOCH
        return asdict(row) | {"shown": 0, "tried": tried, "mark": str(board.announcing)}
    return asdict(row)


def _find_pods(into: Import, of: Collection[BoardLine]) -> set[tuple[int, int]]:
    wanted, found = [(board.channel, board.pod) for board in of], set[tuple[int, int]]()
    for table in (schema.pods, schema.plans):
        place = tuple_(table.c.channel, table.c.pod)
        rows = into.connection.execute(select(*place).where(place.in_(wanted)))
        found.update((row.channel, row.pod) for row in rows)
    return found


def _rename(into: Import, board: BoardLine) -> BoardLine:
    """Return a board as it is here; one that asks somebody with another id is drawn again."""
    if board.told is not None:
        told = " ".join(_find_own_id(into, player) for player in board.told.split())
        board = replace(board, told=told)
    if board.calls is not None:
        calls = (call.partition(":") for call in board.calls.split())
        renamed = " ".join(f"{_find_own_id(into, player)}:{id}" for player, _, id in calls)
        board = replace(board, calls=renamed)
    kind, colon, player = (board.asked or "").partition(":")
    if player not in into.ids:
        return board
    return replace(board, asked=f"{kind}{colon}{into.find_id(player)}", shown=0)


def _find_own_id(into: Import, player: Player) -> Player:
    return into.find_id(player) if player in into.ids else player
