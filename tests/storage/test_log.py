"""The contract of the log, whatever database keeps it."""

import asyncio
from datetime import UTC, datetime, timedelta, timezone
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sqlalchemy import insert, update

from bot.projections.history import iterate_pod_events
from bot.rules.closing import ClosePod
from bot.rules.commands_and_events import Event
from bot.rules.pod import replay_pod_events
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import RowChange
from bot.storage.record.audit import AuditEntry, build_audit_entry_insert
from bot.storage.record.errors import (
    DuplicateInteractionError,
    EventVersionConflictError,
    PersonIdConflictError,
    UnreadableStoredEventError,
)
from bot.storage.record.log import EventLog
from bot.storage.record.people import NOWHERE, AccountNames, PeopleRepository
from tests.effort import examples
from tests.storage.databases import Fresh, open_anew
from tests.storage.shapes import any_of
from tests.storage.store import ANA, BO, CHANNEL, GUILD, NOON, Channel, a_record, execute, opened, rows


@pytest.fixture
def log(database: Database) -> EventLog:
    return EventLog(database)


# Appending and reading


async def test_an_empty_channel_is_at_version_0_and_has_no_pods(log: EventLog) -> None:
    assert await log.load_version_of_last_event(CHANNEL) == 0
    assert await log.load_game_events(CHANNEL, 1) == []
    assert await log.load_current_game_events_with_version(CHANNEL, GUILD) == (0, [], ())


@settings(max_examples=examples(3))
@given(events=st.tuples(*(any_of(kind) for kind in get_args(Event))))
async def test_every_kind_of_event_is_read_as_it_was_appended(fresh: Fresh, events: tuple[Event, ...]) -> None:
    async with open_anew(fresh) as database:
        log = EventLog(database)
        appended = [replace(a_record(version), pod=1, event=event) for version, event in enumerate(events, start=1)]
        for recorded in appended:
            await log.append_event(recorded)
        assert await log.load_game_events(CHANNEL, 1) == appended


async def test_a_played_game_is_read_as_it_was_appended(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    assert await channel.log.load_game_events(CHANNEL, 1) == channel.written
    assert await channel.log.load_version_of_last_event(CHANNEL) == len(channel.written)


async def test_each_pod_is_read_from_its_own_events(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo")
    await channel.do(ClosePod())
    await channel.play("cy")
    first, second = (await channel.log.load_game_events(CHANNEL, 1), await channel.log.load_game_events(CHANNEL, 5))
    assert [recorded.version for recorded in first] == [1, 2, 3, 4]
    assert [recorded.version for recorded in second] == [5, 6, 7]


async def test_what_came_after_a_version_is_read_in_order_of_all_pods_of_the_channel(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo")
    await channel.do(ClosePod())
    await channel.play("cy")
    await Channel(database, CHANNEL + 1).play("bo", "cy", "di")
    for version in range(8):
        assert await channel.log.load_channel_events(CHANNEL, version) == channel.written[version:]


async def test_each_channel_counts_its_own_versions(database: Database) -> None:
    for id in (1, 2):
        await Channel(database, id).play("bo")
    assert (
        await EventLog(database).load_version_of_last_event(1)
        == await EventLog(database).load_version_of_last_event(2)
        == 3
    )


async def test_what_was_appended_is_there_for_every_other_process(url: str) -> None:
    async with opened(url) as one, opened(url) as other:
        await EventLog(one).append_event(a_record())
        assert await EventLog(other).load_game_events(CHANNEL, 1) == [a_record()]


async def test_a_moment_is_kept_to_the_millisecond_in_any_time_zone(log: EventLog) -> None:
    tokyo = timezone(timedelta(hours=9))
    recorded = replace(a_record(), at=datetime(2026, 1, 1, 21, 0, 0, 123_999, tzinfo=tokyo))
    await log.append_event(recorded)
    (read,) = await log.load_game_events(CHANNEL, 1)
    assert read == recorded
    assert read.at == NOON + timedelta(milliseconds=123)
    assert read.at.tzinfo is UTC


def test_a_moment_without_a_time_zone_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="time zone"):
        replace(a_record(), at=datetime(2026, 1, 1))  # noqa: DTZ001


# Somebody was first


async def test_a_version_that_is_taken_is_a_conflict(log: EventLog) -> None:
    await log.append_event(a_record())
    with pytest.raises(EventVersionConflictError) as refused:
        await log.append_event(replace(a_record(), by="bo"))
    assert (refused.value.channel, refused.value.version) == (CHANNEL, 1)
    assert [recorded.by for recorded in await log.load_game_events(CHANNEL, 1)] == ["ana"]


async def test_a_conflict_writes_nothing_at_all(log: EventLog, database: Database) -> None:
    await log.append_event(a_record())
    with pytest.raises(EventVersionConflictError):
        await log.append_event(a_record(), [BO], [_a_server()])
    assert await rows(database, schema.people) == await rows(database, schema.guilds) == []


async def test_two_processes_at_one_version_are_one_event_and_one_conflict(url: str) -> None:
    async with opened(url) as one, opened(url) as other:
        outcomes = await asyncio.gather(
            *(EventLog(database).append_event(a_record()) for database in (one, other)), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes if outcome is not None] == [EventVersionConflictError]
        assert len(await rows(one, schema.events)) == 1


async def test_two_processes_in_many_channels_wait_for_each_other(url: str) -> None:
    async with opened(url) as one, opened(url) as other:
        await asyncio.gather(
            *(
                EventLog(database).append_event(a_record(1, channel))
                for channel in range(40)
                for database in (one if channel % 2 else other,)
            )
        )
        assert len(await rows(one, schema.events)) == 40


async def test_one_person_in_two_processes_keeps_the_id_that_was_written(url: str) -> None:
    async with opened(url) as one, opened(url) as other:
        here, there = PeopleRepository(one), PeopleRepository(other)
        first, second = (
            await here.with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana")),
            await there.with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana")),
        )
        await EventLog(one).append_event(a_record(1), [first])
        with pytest.raises(PersonIdConflictError):
            await EventLog(other).append_event(a_record(2), [second])
        assert await there.with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana")) == first
        assert await EventLog(other).load_version_of_last_event(CHANNEL) == 1


# An interaction has its effect once


async def test_an_interaction_that_comes_again_is_told_what_it_did(log: EventLog) -> None:
    done = a_record(interaction=77)
    await log.append_event(done)
    with pytest.raises(DuplicateInteractionError) as refused:
        await log.append_event(a_record(2, interaction=77))
    assert refused.value.recorded == done
    assert await log.load_version_of_last_event(CHANNEL) == 1


async def test_an_interaction_that_comes_again_to_the_same_version_is_no_conflict(log: EventLog) -> None:
    await log.append_event(a_record(interaction=77))
    with pytest.raises(DuplicateInteractionError):
        await log.append_event(a_record(interaction=77))


async def test_an_interaction_counts_once_in_all_channels(log: EventLog) -> None:
    await log.append_event(a_record(interaction=77))
    with pytest.raises(DuplicateInteractionError):
        await log.append_event(a_record(channel=CHANNEL + 1, interaction=77))


async def test_another_interaction_at_a_taken_version_is_a_conflict(log: EventLog) -> None:
    await log.append_event(a_record(interaction=77))
    with pytest.raises(EventVersionConflictError):
        await log.append_event(a_record(interaction=78))


async def test_events_without_an_interaction_are_not_taken_for_each_other(log: EventLog) -> None:
    await log.append_event(a_record(1))
    await log.append_event(a_record(2))
    assert await log.load_version_of_last_event(CHANNEL) == 2


async def test_an_interaction_is_found_by_its_id(log: EventLog) -> None:
    done = a_record(interaction=77)
    await log.append_event(done)
    assert await log.load_event_by_interaction(77) == done
    assert await log.load_event_by_interaction(78) is None


async def test_an_interaction_that_led_to_nothing_is_asked_for_with_the_version_of_its_channel(log: EventLog) -> None:
    assert await log.load_event_and_channel_version(77, CHANNEL) == (None, 0)
    done = a_record(interaction=77)
    await log.append_event(done)
    assert await log.load_event_and_channel_version(77, CHANNEL) == (done, 1)
    assert await log.load_event_and_channel_version(77, CHANNEL + 1) == (done, 0)
    assert await log.load_event_and_channel_version(78, CHANNEL) == (None, 1)


async def test_the_newest_interaction_is_the_highest_in_all_channels(log: EventLog) -> None:
    assert await log.load_newest_interaction_id() is None
    snowflake = 2**62
    await log.append_event(a_record(channel=1, interaction=snowflake))
    await log.append_event(a_record(channel=2, interaction=77))
    await log.append_event(a_record(channel=3))
    assert await log.load_newest_interaction_id() == snowflake
    later = AuditEntry(snowflake + 1, 1, NOON, "ana", "setting", {})
    await log.database.commit_changes(build_audit_entry_insert(later))
    assert await log.load_newest_interaction_id() == snowflake + 1


# One transaction


async def test_what_is_written_beside_an_event_is_there_with_it(log: EventLog, database: Database) -> None:
    await log.append_event(a_record(), [ANA], [_a_server()])
    assert [row[:2] for row in await rows(database, schema.guilds)] == [(1, "{}")]
    assert await rows(database, schema.people) == [("ana", 1, "Ana", "")]


async def test_a_row_in_the_way_beside_an_event_takes_the_event_back(log: EventLog, database: Database) -> None:
    await log.append_event(a_record(1), [ANA], [_a_server()])
    with pytest.raises(EventVersionConflictError):
        await log.append_event(a_record(2), [BO], [_a_server(2), _a_server()])
    assert await log.load_version_of_last_event(CHANNEL) == 1
    assert await rows(database, schema.people) == [("ana", 1, "Ana", "")]
    assert [row[:2] for row in await rows(database, schema.guilds)] == [(1, "{}")]


async def test_an_append_that_is_cancelled_is_whole_or_not_there_and_blocks_nobody(
    log: EventLog, database: Database
) -> None:
    assert await log.load_version_of_last_event(CHANNEL) == 0  # connected: what is cancelled is the append
    for version in range(1, 20):
        task = asyncio.create_task(log.append_event(a_record(version), [ANA], [_a_server(version)]))
        for _ in range(version * version):  # a little later each time
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await log.append_event(a_record(1, CHANNEL + version))  # the writer has been there since
        whole = await log.load_version_of_last_event(CHANNEL) == version
        known = [row[:2] for row in await rows(database, schema.guilds)]
        assert ((version, "{}") in known) is whole
        if not whole:
            await log.append_event(a_record(version))


_SERVER = insert(schema.guilds)


def _a_server(guild: int = 1) -> RowChange:
    return RowChange(_SERVER, [{"guild": guild, "settings": "{}", "left_at": None}])


# What cannot be read


@pytest.mark.parametrize(
    ("change", "problem"), [({"type": "zapped"}, "no event is called 'zapped'"), ({"schema": 99}, "newer than")]
)
async def test_an_event_of_a_later_version_of_the_bot_is_named(
    database: Database, change: dict[str, object], problem: str
) -> None:
    channel = Channel(database)
    await channel.play()
    where = schema.events.c.version == 2
    await execute(database, update(schema.events).where(where).values(**change))
    with pytest.raises(UnreadableStoredEventError) as refused:
        await channel.log.load_game_events(CHANNEL, 1)
    assert (refused.value.channel, refused.value.version) == (CHANNEL, 2)
    assert str(refused.value).startswith(f"channel {CHANNEL}, version 2: ")
    assert problem in refused.value.problem


# Who did it


async def test_a_person_is_written_down_by_the_first_event_that_names_them(log: EventLog, database: Database) -> None:
    person = (
        await PeopleRepository(database).with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana"))
    )
    assert await rows(database, schema.people) == []
    await log.append_event(a_record(), [person])
    assert await rows(database, schema.people) == [(person.id, 1, "Ana", "")]


async def test_a_new_name_is_written_with_the_next_event(log: EventLog, database: Database) -> None:
    await log.append_event(a_record(1), [ANA, BO])
    await log.append_event(a_record(2), [replace(ANA, own_name="Anastasia"), BO])
    assert await rows(database, schema.people) == [("ana", 1, "Anastasia", ""), ("bo", 2, "Bo", "")]


async def test_a_refused_command_leaves_no_person(database: Database) -> None:
    await PeopleRepository(database).with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana"))
    assert await rows(database, schema.people) == []


async def test_a_pod_stays_readable_when_somebody_in_it_is_forgotten(database: Database) -> None:
    people, channel = PeopleRepository(database), Channel(database)
    persons = [
        await people.with_nicknames_of_server(NOWHERE).load_or_create_person(id, AccountNames(name))
        for id, name in enumerate(("Ana", "Bo", "Cy", "Di"))
    ]
    ana, bo, *_ = seats = [person.id for person in persons]
    await channel.log.append_event(a_record(channel=5), persons)
    await channel.play(bo, killer=ana, seats=seats)
    await people.delete_person_of_account(0)
    read = await channel.log.load_game_events(CHANNEL, 1)
    assert replay_pod_events(iterate_pod_events(read)) == channel.pod
    assert await people.with_nicknames_of_server(NOWHERE).load_people_by_id(seats) == {
        person.id: person for person in persons[1:]
    }
