"""Where boards are, and which of them are owed."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from bot.rules.closing import ClosePod
from bot.rules.undoing import UndoPodEvent
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseBusyError
from bot.storage.record.boards import PodBoard, PodBoardRepository
from tests.storage.store import CHANNEL, GUILD, NOON, Channel, explain, killed, opened

PLAYED = PodBoard(CHANNEL, 1, GUILD, "fr", wanted=3, tried=NOON + timedelta(minutes=1))
POSTED = replace(PLAYED, tried=None, shown=3, message=555, posted=NOON, asked="successor:ana")


@pytest.fixture
def boards(database: Database) -> PodBoardRepository:
    return PodBoardRepository(database)


async def owed(boards: PodBoardRepository) -> list[tuple[int, int]]:
    return [(board.channel, board.pod) for board in await boards.load_outdated_boards()]


async def test_every_pod_has_a_board_from_its_first_event(boards: PodBoardRepository, database: Database) -> None:
    assert await boards.load_pod_board(CHANNEL, 1) is None
    await Channel(database).play("bo")
    assert await boards.load_pod_board(CHANNEL, 1) == PLAYED
    assert await boards.load_pod_board(CHANNEL, 2) is None


async def test_a_board_is_found_as_it_was_put(boards: PodBoardRepository, database: Database) -> None:
    await Channel(database).play("bo")
    await boards.store_board_message(POSTED)
    assert await boards.load_pod_board(CHANNEL, 1) == POSTED
    moved = replace(POSTED, message=556, former=555, posted=NOON + timedelta(hours=1), asked=None)
    await boards.store_board_message(moved)
    assert await boards.load_pod_board(CHANNEL, 1) == moved


async def test_board_to_be_sent_is_noted_first_unless_another_process_has_sent_it(
    boards: PodBoardRepository, database: Database
) -> None:
    await Channel(database).play("bo")
    unsent = replace(PLAYED, tried=None)
    lease = await boards.acquire_message_lease(unsent, NOON, timedelta())
    assert lease is not None
    assert (lease.row, lease.earlier) == (unsent, None)
    assert await boards.load_pod_board(CHANNEL, 1, skip_cache=True) == replace(unsent, tried=NOON)
    await boards.store_board_message(POSTED)
    assert await boards.acquire_message_lease(unsent, NOON, timedelta()) is None


async def test_board_whose_write_was_refused_is_read_again_as_it_is_stored(
    boards: PodBoardRepository, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a retry would believe that it is noted what it is about to send."""

    async def refuse(*_: object) -> None:
        raise DatabaseBusyError

    await Channel(database).play("bo")
    await boards.store_board_message(POSTED)
    with monkeypatch.context() as patch:
        patch.setattr(database, "commit_changes", refuse)
        with pytest.raises(DatabaseBusyError):
            await boards.store_board_message(replace(POSTED, former=555, tried=NOON))
        assert await boards.load_pod_board(CHANNEL, 1) == POSTED
        with pytest.raises(DatabaseBusyError):
            await boards.store_kick_vote_message_id(CHANNEL, 1, "bo", 7)
    assert await boards.load_pod_board(CHANNEL, 1) == POSTED


async def test_what_is_put_for_a_board_says_nothing_of_those_of_other_pods_and_channels(
    boards: PodBoardRepository, database: Database
) -> None:
    for id in (CHANNEL - 1, CHANNEL, CHANNEL + 1):
        channel = Channel(database, id)
        for _ in range(3):
            await channel.play("bo", "cy", "di")
    before = await PodBoardRepository(database).load_outdated_boards()
    await boards.store_board_message(replace(POSTED, pod=6, shown=10))
    await boards.store_kick_vote_message_id(CHANNEL, 6, "bo", 7)
    others = [board for board in before if (board.channel, board.pod) != (CHANNEL, 6)]
    assert len(others) == 8
    assert await PodBoardRepository(database).load_outdated_boards() == others


async def test_a_board_is_owed_until_it_shows_the_last_event(boards: PodBoardRepository, database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo")
    assert await boards.load_outdated_boards() == [PLAYED]
    await boards.store_board_message(POSTED)
    assert await boards.load_outdated_boards() == []
    await channel.do(killed("cy", "ana"))
    assert await boards.load_outdated_boards() == [replace(POSTED, wanted=4)]
    await boards.store_board_message(replace(POSTED, shown=4))
    assert await boards.load_outdated_boards() == []


async def test_what_is_wanted_meanwhile_is_not_forgotten_by_what_was_shown(
    boards: PodBoardRepository, database: Database
) -> None:
    channel = Channel(database)
    await channel.play("bo")
    await channel.do(killed("cy", "ana"))
    await boards.store_board_message(POSTED)  # drawn from what stood before
    assert await boards.load_outdated_boards() == [replace(POSTED, wanted=4)]


@pytest.mark.parametrize("end", [(killed("cy", "ana"), killed("di", "ana")), (ClosePod(),)])
async def test_a_pod_that_is_over_is_owed_its_last_board_too(
    boards: PodBoardRepository, database: Database, end: tuple[ClosePod, ...]
) -> None:
    channel = Channel(database)
    await channel.play("bo")
    await boards.store_board_message(POSTED)
    await channel.do(*end)
    assert await owed(boards) == [(CHANNEL, 1)]
    await boards.store_board_message(replace(POSTED, shown=channel.version))
    assert await boards.load_outdated_boards() == []


async def test_a_board_is_owed_while_the_message_before_it_stands(
    boards: PodBoardRepository, database: Database
) -> None:
    await Channel(database).play("bo")
    await boards.store_board_message(replace(POSTED, message=556, former=555))
    assert await owed(boards) == [(CHANNEL, 1)]
    await boards.store_board_message(replace(POSTED, message=556))
    assert await boards.load_outdated_boards() == []


async def test_what_is_owed_comes_in_pages(boards: PodBoardRepository, database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    await channel.play("bo")
    await Channel(database, CHANNEL + 1).play()
    assert await owed(boards) == [(CHANNEL, 1), (CHANNEL, 6), (CHANNEL + 1, 1)]
    first = await boards.load_outdated_boards(limit=2)
    rest = await boards.load_outdated_boards(after_board_key=(first[-1].channel, first[-1].pod), limit=2)
    assert [(board.channel, board.pod) for board in (*first, *rest)] == await owed(boards)


async def test_what_is_owed_is_found_without_looking_at_every_board(database: Database) -> None:
    """Most pods are over, and theirs is shown."""
    question = (
        "SELECT * FROM boards WHERE (shown < wanted OR former IS NOT NULL)"
        " AND (channel, pod) > (1, 1) ORDER BY channel, pod LIMIT 100"
    )
    assert "ix_boards_owed" in " ".join(await explain(database, question))


async def test_a_pod_that_is_open_again_is_owed_a_board_again(boards: PodBoardRepository, database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    await boards.store_board_message(replace(POSTED, shown=5))
    await channel.do(UndoPodEvent())
    assert await owed(boards) == [(CHANNEL, 1)]


async def test_where_every_message_is_gone_the_boards_of_open_pods_are_owed(
    boards: PodBoardRepository, database: Database
) -> None:
    over, running = Channel(database, 1), Channel(database, 2)
    await over.play("bo", "cy", "di")
    await running.play("bo")
    for channel in (1, 2):
        await boards.store_board_message(replace(POSTED, channel=channel, shown=9))
    await boards.queue_new_messages_for_all_open_pods()
    assert await boards.load_outdated_boards() == [replace(PLAYED, channel=2, tried=None)]


async def test_a_message_that_is_gone_is_owed_where_the_pod_is_open(
    boards: PodBoardRepository, database: Database
) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    await boards.store_board_message(replace(POSTED, shown=5, message=554))
    await channel.play("bo")
    running = replace(POSTED, pod=6, shown=8, wanted=8)
    await boards.store_board_message(running)
    assert await boards.queue_new_messages_for_deleted_boards(CHANNEL, {1}) == []
    assert await boards.queue_new_messages_for_deleted_boards(CHANNEL + 1, {555}) == []
    assert await boards.queue_new_messages_for_deleted_boards(CHANNEL, {554, 555}) == [running]
    assert await owed(boards) == [(CHANNEL, 6)]


async def note_edited(boards: PodBoardRepository, board: PodBoard) -> None:
    lease = await boards.acquire_message_lease(board, NOON, timedelta())
    assert lease is not None
    await boards.record_published_message(lease, board, was_edited=True)


async def test_what_is_noted_counts_at_once_and_is_written_in_time(
    boards: PodBoardRepository, database: Database
) -> None:
    channel = Channel(database)
    await channel.play("bo")
    before = replace(POSTED, shown=POSTED.shown - 1)
    await boards.store_board_message(before)
    await note_edited(boards, POSTED)
    assert await boards.load_pod_board(CHANNEL, 1) == POSTED
    assert await PodBoardRepository(database).load_pod_board(CHANNEL, 1) == before
    await channel.do(killed("cy", "ana"))
    assert await PodBoardRepository(database).load_pod_board(CHANNEL, 1) == replace(POSTED, wanted=4)


@pytest.mark.parametrize("further", [{"shown": 4}, {"message": 556, "former": 555}, {"former": 555, "tried": NOON}])
async def test_what_is_noted_late_is_nothing_to_who_has_drawn_or_moved_the_board_since(
    further: dict[str, Any], boards: PodBoardRepository, database: Database, url: str
) -> None:
    before = replace(POSTED, shown=POSTED.shown - 1)
    await Channel(database).play("bo")
    await boards.store_board_message(before)
    await note_edited(boards, POSTED)
    newer = replace(before, **further)
    async with opened(url) as another:
        await PodBoardRepository(another).store_board_message(newer)
    await database.commit_queued_changes()
    assert await PodBoardRepository(database).load_pod_board(CHANNEL, 1) == newer


@pytest.mark.parametrize(
    "read", [lambda boards: boards.load_pod_board(CHANNEL, 1), PodBoardRepository.load_outdated_boards]
)
async def test_what_is_read_while_nothing_holds_any_more_is_not_remembered(
    read: Callable[[PodBoardRepository], Coroutine[Any, Any, object]], boards: PodBoardRepository, database: Database
) -> None:
    await Channel(database).play("bo")
    before = replace(POSTED, shown=POSTED.shown - 1)
    await PodBoardRepository(database).store_board_message(before)
    reading = asyncio.create_task(read(boards))
    await asyncio.sleep(0)
    boards.clear_board_cache()
    await reading
    await PodBoardRepository(database).store_board_message(POSTED)
    assert await boards.load_pod_board(CHANNEL, 1) == POSTED


async def test_what_another_process_did_to_a_board_is_seen_by_who_asks_afresh(
    boards: PodBoardRepository, database: Database
) -> None:
    await Channel(database).play("bo")
    await boards.store_board_message(POSTED)
    assert await boards.load_pod_board(CHANNEL, 1) == POSTED
    moved = replace(POSTED, message=556, former=555)
    await PodBoardRepository(database).store_board_message(moved)
    assert await boards.load_pod_board(CHANNEL, 1) == POSTED
    assert await boards.load_pod_board(CHANNEL, 1, skip_cache=True) == moved


STALE = {
    "about to be sent": replace(PLAYED, tried=NOON),
    "sent": replace(POSTED, message=554),
    "about to move": replace(POSTED, former=555, tried=NOON),
    "moved": replace(POSTED, message=557, former=555),
    "tidied": POSTED,
}
"""The rows that a process may still write after it was suspended."""


@pytest.mark.parametrize("stale", STALE)
async def test_process_that_was_suspended_does_not_undo_the_move_of_another(
    stale: str, boards: PodBoardRepository, database: Database, url: str
) -> None:
    await Channel(database).play("bo")
    await boards.store_board_message(replace(POSTED, shown=2))
    moved = replace(POSTED, message=556)
    async with opened(url) as another:
        assert await PodBoardRepository(another).store_board_message(replace(moved, former=555))
        assert await PodBoardRepository(another).store_board_message(moved)
    assert not await boards.store_board_message(STALE[stale])
    assert await boards.load_pod_board(CHANNEL, 1) == moved
    assert await PodBoardRepository(database).load_pod_board(CHANNEL, 1) == moved


async def test_call_of_another_process_stays_beside_a_new_one(
    boards: PodBoardRepository, database: Database, url: str
) -> None:
    await Channel(database).play("bo")
    await boards.store_kick_vote_message_id(CHANNEL, 1, "di", 7)
    await boards.load_pod_board(CHANNEL, 1)
    async with opened(url) as another:
        await PodBoardRepository(another).store_kick_vote_message_id(CHANNEL, 1, "bo", 8)
    await boards.store_kick_vote_message_id(CHANNEL, 1, "cy", 9)
    found = await PodBoardRepository(database).load_pod_board(CHANNEL, 1)
    assert found is not None
    assert found.vote_announcement_message_ids == {"di": 7, "bo": 8, "cy": 9}


async def test_board_that_another_process_has_moved_since_is_owed_as_it_is_stored(
    boards: PodBoardRepository, database: Database
) -> None:
    await Channel(database).play("bo")
    await boards.store_board_message(replace(POSTED, shown=POSTED.shown - 1))
    assert await boards.load_pod_board(CHANNEL, 1) == replace(POSTED, shown=POSTED.shown - 1)
    moved = replace(POSTED, message=556, former=555)
    await PodBoardRepository(database).store_board_message(moved)
    assert await boards.load_outdated_boards() == [moved]
    assert await boards.load_pod_board(CHANNEL, 1) == moved


async def test_whom_a_board_calls_before_a_vote_is_known_after_a_restart(
    boards: PodBoardRepository, database: Database
) -> None:
    await Channel(database).play("bo")
    await boards.store_kick_vote_message_id(CHANNEL, 1, "bo", 7)
    await boards.store_kick_vote_message_id(CHANNEL, 1, "cy", 8)
    await boards.store_kick_vote_message_id(CHANNEL, 1, "bo", None)
    found = await PodBoardRepository(database).load_pod_board(CHANNEL, 1)
    assert found is not None
    assert found.vote_announcement_message_ids == {"cy": 8}
