"""Rows of the messages that the bot keeps up to date: leases, and what is noted under them."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.storage.engine.database import Database
from bot.storage.record.publications import MessageLease, PublishedMessage, PublishedMessageRepository
from tests.storage.store import GUILD, NOON

LEASE = timedelta(minutes=2)
NEW = PublishedMessage("seats", GUILD, "7", 7)


@pytest.fixture
def publications(database: Database) -> PublishedMessageRepository:
    return PublishedMessageRepository(database)


async def take(
    publications: PublishedMessageRepository, row: PublishedMessage, minutes: float = 0, lease: timedelta = LEASE
) -> MessageLease[PublishedMessage]:
    taken = await publications.acquire_message_lease(row, NOON + timedelta(minutes=minutes), lease)
    assert taken is not None
    return taken


async def done(publications: PublishedMessageRepository, lease: MessageLease[PublishedMessage], message: int) -> bool:
    shown = replace(lease.row.with_sent_message(message), shown=1, digest="free")
    return await publications.record_published_message(lease, shown, was_edited=False)


async def note(
    publications: PublishedMessageRepository, lease: MessageLease[PublishedMessage], message: int, *, is_found: bool
) -> bool:
    if is_found:
        return await publications.record_message_sent_before_crash(lease, lease.row.with_sent_message(message))
    return await done(publications, lease, message)


async def fetch(publications: PublishedMessageRepository) -> PublishedMessage:
    found = await publications.load_published_message(NEW.surface, NEW.guild, NEW.key)
    assert found is not None
    return found


async def test_one_of_two_processes_gets_the_lease_until_it_ends(publications: PublishedMessageRepository) -> None:
    await publications.add_published_message(NEW)
    await publications.add_published_message(NEW)  # by another process
    first = await take(publications, NEW)
    assert first.row.tried == NOON
    assert first.earlier is None
    row = await fetch(publications)
    assert await publications.acquire_message_lease(row, NOON + LEASE / 2, LEASE) is None
    assert await publications.load_outdated_messages("seats", NOON + LEASE / 2, LEASE) == []
    assert await publications.load_outdated_messages("seats", NOON + LEASE, LEASE) == [row]
    second = await take(publications, row, minutes=2)
    assert second.earlier == second.row.tried == NOON


async def test_a_lease_that_a_clock_far_ahead_has_taken_is_taken_from_it(
    publications: PublishedMessageRepository,
) -> None:
    await publications.add_published_message(NEW)
    await take(publications, NEW, minutes=60 * 24)
    assert (await take(publications, await fetch(publications))).until == NOON + LEASE


async def test_no_lease_is_given_of_what_has_changed_since_it_was_read(
    publications: PublishedMessageRepository,
) -> None:
    await publications.add_published_message(NEW)
    await done(publications, await take(publications, NEW), 55)
    shown = await fetch(publications)
    assert (shown.message, shown.shown, shown.digest, shown.tried) == (55, 1, "free", None)
    assert not shown.needs_message_update
    assert await publications.acquire_message_lease(NEW, NOON, LEASE) is None
    assert await publications.acquire_message_lease(shown, NOON, LEASE) is not None


async def lost(
    publications: PublishedMessageRepository,
) -> tuple[MessageLease[PublishedMessage], MessageLease[PublishedMessage]]:
    """The lease that a process has lost, and that of the process which took it."""
    await publications.add_published_message(NEW)
    slow = await take(publications, NEW, lease=timedelta())
    return slow, await take(publications, await fetch(publications), lease=timedelta())


async def test_who_has_lost_the_lease_changes_nothing_that_is_shown(publications: PublishedMessageRepository) -> None:
    slow, fast = await lost(publications)
    await publications.release_message_lease(slow)
    assert (await fetch(publications)).tried == NOON
    assert await done(publications, fast, 55)
    before = await fetch(publications)
    assert await publications.record_published_message(slow, replace(before, shown=7, digest="old"), was_edited=True)
    assert await publications.record_message_sent_before_crash(slow, slow.row.with_sent_message(55))
    assert await fetch(publications) == before


@pytest.mark.parametrize("is_found", [False, True])
async def test_of_two_messages_the_first_to_be_noted_stays_and_the_other_is_refused(
    publications: PublishedMessageRepository, is_found: bool
) -> None:
    slow, fast = await lost(publications)
    assert await note(publications, slow, 55, is_found=is_found)
    assert (await fetch(publications)).needs_message_update  # what it shows is not known
    assert not await done(publications, fast, 56)
    row = await fetch(publications)
    assert (row.message, row.former) == (55, None)
    assert await publications.record_message_sent_before_crash(fast, fast.row.with_sent_message(55))


@pytest.mark.parametrize("is_found", [False, True])
async def test_a_message_that_comes_late_is_refused(publications: PublishedMessageRepository, is_found: bool) -> None:
    slow, fast = await lost(publications)
    assert await done(publications, fast, 56)
    before = await fetch(publications)
    assert not await note(publications, slow, 55, is_found=is_found)
    assert await fetch(publications) == before


@pytest.mark.parametrize("end", ["retired", "dropped", "elsewhere"])
async def test_a_message_that_is_no_longer_wanted_there_is_refused(
    publications: PublishedMessageRepository, end: str
) -> None:
    slow, fast = await lost(publications)
    if end == "retired":
        await publications.stop_updating_message(NEW)
    elif end == "dropped":
        await publications.delete_published_message_row(NEW)
    else:
        await publications.record_send_attempt(fast, replace(NEW, channel=8, tried=NOON))
    assert not await done(publications, slow, 55)
    row = await publications.load_published_message(NEW.surface, NEW.guild, NEW.key)
    assert row is None or row.message is None


async def test_a_refused_attempt_leaves_it_as_doubtful_as_it_was_whether_one_was_sent(
    publications: PublishedMessageRepository,
) -> None:
    await publications.add_published_message(NEW)
    await publications.release_message_lease(await take(publications, NEW))
    assert await fetch(publications) == NEW
    await take(publications, NEW)  # and then the process dies
    await publications.release_message_lease(await take(publications, await fetch(publications), minutes=3))
    assert (await fetch(publications)).tried == NOON


async def test_what_replaces_a_message_is_noted_before_it_is_sent(publications: PublishedMessageRepository) -> None:
    await publications.add_published_message(NEW)
    await done(publications, await take(publications, NEW), 55)
    lease = await take(publications, await fetch(publications))
    assert lease.row.tried is None
    await publications.record_send_attempt(lease, PublishedMessage("seats", GUILD, "7", 7, tried=NOON))
    row = await fetch(publications)
    assert row.needs_new_message
    assert (row.message, row.former, row.tried) == (55, 55, NOON)
    await done(publications, lease, 56)
    row = await fetch(publications)
    assert row.needs_message_update
    assert (row.message, row.former, row.tried) == (56, 55, None)
    await publications.record_deletion_of_former_message(row)
    assert not (await fetch(publications)).needs_message_update
