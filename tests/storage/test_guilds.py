"""What a server has set is there until it is set anew, and the trail says who did it."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any, get_args
from zoneinfo import ZoneInfo

import msgspec
import pytest
from sqlalchemy import insert

from bot.rules.variants import VARIANTS
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowAlreadyExistsError
from bot.storage.record.audit import AuditEntry, build_audit_entry_insert, count_audit_entries, load_audit_log_page
from bot.storage.record.people import PeopleRepository
from bot.storage.record.redacted_texts import RedactedTextsOfServer
from bot.storage.record.redaction import REDACTED
from bot.storage.servers.server_settings import (
    DisputeTime,
    Idle,
    ServerSettings,
    ServerSettingsRepository,
    decode_settings_json,
)
from tests.storage.store import ANA, BO, NOON, execute, rows


@pytest.fixture
def guilds(database: Database) -> ServerSettingsRepository:
    return opened(database)


def opened(database: Database) -> ServerSettingsRepository:
    """As a process that has just begun."""
    return ServerSettingsRepository(database, PeopleRepository(database))


async def test_a_server_that_never_set_anything_has_what_a_pod_needs(guilds: ServerSettingsRepository) -> None:
    assert await guilds.load_server_settings(1) == ServerSettings()
    assert ServerSettings().find_default_scoring_of_variant("esclave") == "esclave"


async def test_a_choice_survives_a_restart_and_can_be_taken_back(
    guilds: ServerSettingsRepository, database: Database
) -> None:
    await guilds.set_setting(1, "language", "fr", ANA, 5, NOON)
    await guilds.set_setting(1, "channels", (7, 8), ANA, 6, NOON)
    for each in (guilds, opened(database)):
        assert await each.load_server_settings(1) == ServerSettings(language="fr", channels=(7, 8))
        assert await each.load_server_settings(2) == ServerSettings()
    await guilds.set_setting(1, "language", None, ANA, 7, NOON)
    assert await opened(database).load_server_settings(1) == ServerSettings(channels=(7, 8))


@pytest.mark.parametrize("stored", ["Mars/Olympus", "../etc/passwd"])
def test_a_zone_that_this_machine_does_not_know_is_read_as_utc(stored: str) -> None:
    assert ServerSettings(timezone=stored).time_zone == ZoneInfo("UTC")


async def test_what_is_left_alone_takes_no_room(guilds: ServerSettingsRepository, database: Database) -> None:
    await guilds.set_setting(1, "variant", "elimination", ANA, 5, NOON)
    await guilds.set_setting(1, "variant", "esclave", ANA, 6, NOON)
    assert await rows(database, schema.guilds) == [(1, "{}", None, None, None)]


async def test_two_changes_at_once_are_both_made(guilds: ServerSettingsRepository, database: Database) -> None:
    await asyncio.gather(
        guilds.set_setting(1, "language", "fr", ANA, 5, NOON), guilds.set_setting(1, "log_channel", 7, BO, 6, NOON)
    )
    assert await opened(database).load_server_settings(1) == ServerSettings(language="fr", log_channel=7)


def test_a_scoring_that_does_not_fit_the_variant_gives_way_to_the_variant_s_own() -> None:
    assert ServerSettings(scoring="lotus").find_default_scoring_of_variant("esclave") == "lotus"
    assert ServerSettings(scoring="lotus").find_default_scoring_of_variant("elimination") == "elimination"


def test_a_span_of_time_is_as_long_as_its_name_says() -> None:
    units = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1)}

    def read_span(name: str) -> timedelta:
        return int(name[:-1]) * units[name[-1]]

    assert ServerSettings(idle="never").idle_pod_timeout is None
    for idle in set(get_args(Idle)) - {"never"}:
        assert ServerSettings(idle=idle).idle_pod_timeout == read_span(idle)
    for time in get_args(DisputeTime):
        minutes = ServerSettings(dispute_time=time).dispute_time_minutes
        assert timedelta(minutes=minutes) == read_span(time)


def test_own_variants_that_are_struck_out_alike_are_told_apart_by_a_number() -> None:
    own = dict.fromkeys(("zorg", "night", "zarg", "zerg"), VARIANTS["esclave"])
    shown = ServerSettings(variants=own).map_custom_variants_to_shown_names(
        RedactedTextsOfServer(["zorg", "zarg", "zerg"])
    )
    assert [*shown.values()] == [REDACTED, "night", f"{REDACTED} 2", f"{REDACTED} 3"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ('{"weekly": true, "base": "modern"}', ServerSettings(base="modern")),
        ('{"variant": 5, "language": "ru"}', ServerSettings(language="ru")),
        ('{"channels": [1, 2], "log_channel": "none"}', ServerSettings(channels=(1, 2))),
    ],
)
async def test_what_another_version_wrote_is_read_as_far_as_it_is_known(
    guilds: ServerSettingsRepository, database: Database, written: str, read: ServerSettings
) -> None:
    await execute(database, insert(schema.guilds).values(guild=1, settings=written))
    assert await guilds.load_server_settings(1) == read


def test_what_are_no_settings_is_a_mistake() -> None:
    with pytest.raises(msgspec.MsgspecError):
        decode_settings_json("[]")


# The trail


async def test_a_change_is_entered_with_it_by_whoever_made_it(
    guilds: ServerSettingsRepository, database: Database
) -> None:
    await guilds.set_setting(1, "language", "fr", ANA, 5, NOON)
    entry = await guilds.set_setting(1, "language", "ru", BO, 6, NOON)
    details = {"setting": "language", "before": "fr", "after": "ru"}
    assert entry == AuditEntry(6, 1, NOON, "bo", "setting", details)
    assert (await load_audit_log_page(database, 1, 0, 9))[0] == entry
    assert [person for person, *_ in await rows(database, schema.people)] == ["ana", "bo"]


async def test_what_was_so_already_is_no_change(guilds: ServerSettingsRepository, database: Database) -> None:
    await guilds.set_setting(1, "language", "fr", ANA, 5, NOON)
    assert await guilds.set_setting(1, "language", "fr", BO, 6, NOON) is None
    assert await count_audit_entries(database, 1) == 1


async def test_an_interaction_that_is_delivered_again_changes_nothing(
    guilds: ServerSettingsRepository, database: Database
) -> None:
    await guilds.set_setting(1, "language", "fr", ANA, 5, NOON)
    await guilds.set_setting(1, "language", "ru", ANA, 6, NOON)
    assert await guilds.set_setting(1, "language", "fr", ANA, 5, NOON) is None
    assert (await guilds.load_server_settings(1)).language == "ru"
    assert (await opened(database).load_server_settings(1)).language == "ru"


async def test_a_change_whose_maker_is_somebody_else_here_is_not_made(
    guilds: ServerSettingsRepository, database: Database
) -> None:
    other: dict[str, Any] = {"id": "other", "discord_id": ANA.discord_id, "name": "Ana"}
    await execute(database, insert(schema.people).values(**other))
    with pytest.raises(RowAlreadyExistsError):
        await guilds.set_setting(1, "language", "fr", ANA, 5, NOON)
    assert await guilds.load_server_settings(1) == ServerSettings()
    assert await count_audit_entries(database, 1) == 0


async def test_a_server_s_entries_are_counted_and_read_from_the_newest(database: Database) -> None:
    made = [AuditEntry(n, 1 + n % 2, NOON, "ana", "setting", {"n": n}) for n in range(1, 8)]
    await database.commit_changes(*map(build_audit_entry_insert, made))
    assert await count_audit_entries(database, 1) == 3
    assert [entry.id for entry in await load_audit_log_page(database, 2, 0, 3)] == [7, 5, 3]
    assert [entry.id for entry in await load_audit_log_page(database, 2, 3, 3)] == [1]


# Being sent away


async def test_a_server_remembers_when_the_bot_was_sent_away_until_it_is_back(
    guilds: ServerSettingsRepository, database: Database
) -> None:
    await guilds.set_setting(1, "language", "fr", ANA, 5, NOON)
    await guilds.record_bot_left_server(1, NOON)
    await guilds.record_bot_left_server(2, NOON)
    assert await guilds.load_removal_times_of_left_servers() == {1: NOON, 2: NOON}
    await guilds.record_bot_is_on_server(1)
    await guilds.record_bot_is_on_server(3)
    assert await guilds.load_removal_times_of_left_servers() == {2: NOON}
    assert (await opened(database).load_server_settings(1)).language == "fr"


@pytest.mark.parametrize(
    "drop", [lambda guilds: guilds.clear_cached_settings_of_server(1), ServerSettingsRepository.clear_settings_cache]
)
async def test_what_is_read_while_it_is_dropped_is_not_remembered(
    drop: Callable[[ServerSettingsRepository], None], guilds: ServerSettingsRepository, database: Database
) -> None:
    reading = asyncio.create_task(guilds.load_server_settings(1))
    await asyncio.sleep(0)
    drop(guilds)
    await reading
    await execute(database, insert(schema.guilds).values(guild=1, settings='{"language":"fr"}'))
    assert (await guilds.load_server_settings(1)).language == "fr"


async def test_of_two_processes_that_hear_of_a_new_server_at_once_one_takes_it_for_new(
    guilds: ServerSettingsRepository, database: Database
) -> None:
    class Slower(ServerSettingsRepository):
        """A process that another overtakes before it writes."""

        async def load_servers_with_data(self) -> set[int]:
            known = await super().load_servers_with_data()
            assert await guilds.add_joined_server(1)
            return known

    assert not await Slower(database, PeopleRepository(database)).add_joined_server(1)
    assert await guilds.load_servers_with_data() == {1}
