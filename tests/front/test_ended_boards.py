"""A board is found after a crash even if what it shows ended meanwhile and left it no buttons.

The bot is killed between Discord's taking a message and the note of it, and away for longer than
Discord keeps nonces.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.front.boards.board_updater import MESSAGES_UNTIL_MOVE
from tests.front.dueling import DuelTable
from tests.front.playing import Table, end, list_items, switch_on
from tests.front.simulated import Server, pass_quietly
from tests.front.test_keeping import forgetful
from tests.front.test_nights import Evening
from tests.front.test_plans import Planned
from tests.front.test_polls import Poll
from tests.front.test_strays import AWAY

pytestmark = pytest.mark.usefixtures("still")

HOUR = 3600.0


async def open_pod(server: Server) -> object:
    return await Table(server).opened(server.ana)


async def open_duel(server: Server) -> object:
    return await DuelTable(server).opened(server.ana)


async def make_plan(server: Server) -> object:
    return await Planned(server).made()


async def open_poll(server: Server) -> object:
    return await Poll(server).opened()


async def announce_night(server: Server) -> object:
    await switch_on(server, "night")
    return await Evening(server).opens()


OPENS: dict[str, Callable[[Server], Awaitable[object]]] = {
    "pod": open_pod,
    "duel": open_duel,
    "plan": make_plan,
    "poll": open_poll,
    "night": announce_night,
}
"""The kinds of games that have a board, each with the act that begins one."""


async def end_it(server: Server, kind: str) -> None:
    """Ana closes her pod or leaves her duel; whatever was planned lapses by itself."""
    if kind == "pod":
        await end(server.ana, server.channel, "close")
    elif kind == "duel":
        await DuelTable(server).press(server.ana, "leave")
    else:
        await pass_quietly(server, 5 * HOUR)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The bot's database."""
    return tmp_path / "games.db"


@pytest.mark.parametrize("kind", OPENS)
async def test_what_ended_while_its_first_board_was_not_noted_has_one_board(
    server: Server, file: Path, kind: str
) -> None:
    with forgetful(file):
        await OPENS[kind](server)
    (sent,) = Table(server).boards
    await server.crash(away=72 * HOUR)
    await pass_quietly(server, 25 * HOUR)  # whoever plays is warned before
    (board,) = Table(server).boards
    assert board.id >= sent.id
    assert list_items(board) == [] or kind in ("pod", "duel")


@pytest.mark.parametrize("kind", OPENS)
async def test_last_board_that_was_not_noted_is_found_and_stays_the_only_one(
    server: Server, file: Path, kind: str
) -> None:
    await OPENS[kind](server)
    for _ in range(MESSAGES_UNTIL_MOVE):
        await server.gil.send(server.channel, "is it dead?")
    with forgetful(file):
        await end_it(server, kind)
    assert len(Table(server).boards) > 1
    newest = Table(server).board.id
    await server.crash(AWAY)
    (board,) = Table(server).boards
    assert board.id == newest
    assert list_items(board) == [] or kind in ("pod", "duel")
