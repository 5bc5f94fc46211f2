"""The boards of an archive."""

from collections.abc import Collection

from msgspec.structs import asdict, replace
from sqlalchemy import select, tuple_

from bot.care.archive import BoardLine
from bot.care.importing.into import Import
from bot.care.stored_tables import boards
from bot.rules.facts import Player
from bot.storage.engine import schema


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
        into.insert(boards, [asdict(_rename(into, board)) for board in part.values()])
        into.tick(len(part))


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
