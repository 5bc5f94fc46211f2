"""Where boards are, and which of them must be drawn again."""

from datetime import timedelta

import pytest
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.rules.commands import Close, Undo
from bot.storage.boards import Board, Boards, Stale
from tests.storage.store import CHANNEL, GUILD, NOON, Channel, killed

BOARD = Board(CHANNEL, 1, 555, NOON, 2, "fr", "successor:ana")


@pytest.fixture
def boards(engine: AsyncEngine) -> Boards:
    return Boards(engine)


async def test_a_board_is_found_as_it_was_put(boards: Boards) -> None:
    assert await boards.get(CHANNEL, 1) is None
    await boards.put(BOARD)
    assert await boards.get(CHANNEL, 1) == BOARD
    assert await boards.get(CHANNEL, 2) is None


async def test_a_new_board_takes_the_place_of_the_old_one(boards: Boards) -> None:
    await boards.put(BOARD)
    moved = replace(BOARD, message=556, posted=NOON + timedelta(hours=1), asked=None)
    await boards.put(moved)
    assert await boards.get(CHANNEL, 1) == moved


async def test_an_open_pod_without_a_board_is_stale(boards: Boards, engine: AsyncEngine) -> None:
    await Channel(engine).play("bo")
    assert await boards.stale() == [Stale(CHANNEL, 1, 3, GUILD)]


async def test_an_open_pod_whose_board_lags_is_stale_until_it_shows_the_last_event(
    boards: Boards, engine: AsyncEngine
) -> None:
    await Channel(engine).play("bo")
    await boards.put(BOARD)
    assert await boards.stale() == [Stale(CHANNEL, 1, 3, GUILD)]
    await boards.put(replace(BOARD, shown=3))
    assert await boards.stale() == []


@pytest.mark.parametrize("end", [(killed("cy", "ana"), killed("di", "ana")), (Close(),)])
async def test_a_pod_that_is_over_is_stale_only_while_its_board_lags(
    boards: Boards, engine: AsyncEngine, end: tuple[Close, ...]
) -> None:
    channel = Channel(engine)
    await channel.play("bo")
    await channel.do(*end)
    assert await boards.stale() == []
    await boards.put(BOARD)
    assert await boards.stale() == [Stale(CHANNEL, 1, channel.version, GUILD)]
    await boards.put(replace(BOARD, shown=channel.version))
    assert await boards.stale() == []


async def test_a_pod_that_is_open_again_is_stale_again(boards: Boards, engine: AsyncEngine) -> None:
    channel = Channel(engine)
    await channel.play("bo", "cy", "di")
    await channel.do(Undo())
    assert [stale.pod for stale in await boards.stale()] == [1]


async def test_stale_pods_of_one_channel_are_told_apart(
    boards: Boards, engine: AsyncEngine
) -> None:
    channel = Channel(engine)
    await channel.play("bo", "cy", "di")
    await boards.put(BOARD)
    await channel.play("bo")
    assert await boards.stale() == [Stale(CHANNEL, 1, 5, GUILD), Stale(CHANNEL, 6, 8, GUILD)]


async def test_where_every_message_is_gone_the_boards_of_open_pods_are_stale(
    boards: Boards, engine: AsyncEngine
) -> None:
    over, running = Channel(engine, 1), Channel(engine, 2)
    await over.play("bo", "cy", "di")
    await running.play("bo")
    for channel in (1, 2):
        await boards.put(replace(BOARD, channel=channel, shown=9))
    await boards.doubt()
    assert [stale.channel for stale in await boards.stale()] == [2]
