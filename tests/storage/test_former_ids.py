"""The key by which somebody who was forgotten is known again, and what is kept without it."""

import stat
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert

from bot.app import build_bot_application
from bot.config import BotSettings, DatabaseSettings, PrivacySettings
from bot.storage.engine.account_key import AccountHashKey, build_account_hash_key_path, compute_hmac_of_text
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseUnreachableError
from bot.storage.engine.migrate import upgrade_database_schema
from bot.storage.engine.schema import former_ids, seasons
from bot.storage.engine.stores import DatabaseAccessMode
from bot.storage.engine.urls import allows_several_bot_processes
from bot.storage.privacy.personal_data import PersonalDataService
from bot.storage.record.people import PeopleRepository, Person, build_people_upserts
from bot.storage.tables.former_ids import count_former_ids_hashed_by_other_key, map_player_ids_to_main_ids
from tests.storage.store import ACCOUNT_KEY, GUILD, NOON, Channel, execute, opened, rows, url_of

ANA = Person("ana", 123456789012345678, "Ana")
BACK = Person("ana-again", ANA.discord_id, "Ana")
LATER = NOON + timedelta(hours=1)


async def play_and_forget(database: Database) -> None:
    """Ana plays in a season that runs, is forgotten, comes back, and plays again."""
    season = {"guild": GUILD, "number": 1, "name": "Spring", "start": NOON}
    await execute(database, insert(seasons).values(season))
    channel = Channel(database)
    await database.commit_changes(*build_people_upserts([ANA]))
    await channel.play("bo", "cy", "di")
    data = PersonalDataService(database, PeopleRepository(database))
    assert await data.delete_personal_data(ANA.discord_id, ["Ana"], LATER)
    await database.commit_changes(*build_people_upserts([BACK]))
    await channel.play("bo", "cy", "di", killer=BACK.id, seats=(BACK.id, "bo", "cy", "di"))


async def persons(database: Database) -> dict[str, str]:
    return dict(await database.run_read_transaction_without_timeout(lambda c: map_player_ids_to_main_ids(c, GUILD, 1)))


KNOWN = {"ana": "ana-again", "ana-again": "ana-again"}


async def test_the_key_stands_in_a_file_of_the_owner_beside_sqlite(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    async with opened(url_of(file)) as database:
        await upgrade_database_schema(database)
        assert not build_account_hash_key_path(file).exists(), "made when it is first needed"
        await play_and_forget(database)
        assert await persons(database) == KNOWN
    key = build_account_hash_key_path(file)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert key.read_bytes().strip() not in file.read_bytes()
    async with opened(url_of(file)) as later:
        assert await persons(later) == KNOWN


async def test_a_key_that_others_can_read_is_made_private(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    build_account_hash_key_path(file).write_text(ACCOUNT_KEY)
    build_account_hash_key_path(file).chmod(0o644)
    assert AccountHashKey(file=file).load_key() == ACCOUNT_KEY.encode()
    assert stat.S_IMODE(build_account_hash_key_path(file).stat().st_mode) == 0o600


async def test_the_key_of_the_settings_prevails_and_no_file_is_made(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    database = Database(url_of(file), ACCOUNT_KEY, DatabaseAccessMode.FILL)
    try:
        await upgrade_database_schema(database)
        await play_and_forget(database)
        assert await persons(database) == KNOWN
        assert await database.run_read_transaction_without_timeout(count_former_ids_hashed_by_other_key) == 0
    finally:
        await database.close_all_connections()
    assert not build_account_hash_key_path(file).exists()


async def test_with_another_key_nobody_is_known_again_and_the_rows_are_counted(url: str, database: Database) -> None:
    await play_and_forget(database)
    other = Database(url, ACCOUNT_KEY[::-1])
    try:
        assert await persons(other) == {"ana": "ana"}
        assert await other.run_read_transaction_without_timeout(count_former_ids_hashed_by_other_key) == 1
    finally:
        await other.close_all_connections()


async def test_a_key_that_was_lost_is_missed_and_not_made_anew_by_who_only_looks(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    async with opened(url_of(file)) as database:
        await upgrade_database_schema(database)
        await play_and_forget(database)
    build_account_hash_key_path(file).unlink()
    async with opened(url_of(file)) as later:
        assert await later.run_read_transaction_without_timeout(count_former_ids_hashed_by_other_key) == 1
        assert await persons(later) == {"ana": "ana"}
    assert not build_account_hash_key_path(file).exists()


async def test_without_a_key_in_the_settings_postgresql_keeps_nothing(url: str) -> None:
    database = Database(url)
    try:
        await play_and_forget(database)
        assert await persons(database) == ({} if allows_several_bot_processes(url) else KNOWN)
        assert len(await rows(database, former_ids)) == (not allows_several_bot_processes(url))
    finally:
        await database.close_all_connections()


@pytest.mark.parametrize("key", ["", ACCOUNT_KEY])
async def test_the_start_says_that_a_key_is_missing_where_none_can_be_made(
    url: str, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    settings = BotSettings(database=DatabaseSettings(url), privacy=PrivacySettings(key))
    app = await build_bot_application(settings)
    await app.close()
    said = [line for line in caplog.messages if line.startswith("privacy.key: none")]
    assert len(said) == (allows_several_bot_processes(url) and not key)


async def test_a_file_that_holds_no_key_stops_the_forgetting_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    build_account_hash_key_path(file).write_text("short\n")
    async with opened(url_of(file)) as database:
        await upgrade_database_schema(database)
        with pytest.raises(DatabaseUnreachableError, match="holds no key"):
            await play_and_forget(database)
        found = await PersonalDataService(database, PeopleRepository(database)).export_account_data(
            ANA.discord_id, 10**6, NOON
        )
        assert found is not None, "nothing was forgotten"
        found[0].close()


async def test_the_database_has_no_account_and_no_plain_hash_of_one(database: Database) -> None:
    await play_and_forget(database)
    [(_, _, player, tag, key, _)] = await rows(database, former_ids)
    assert player == "ana"
    assert tag == compute_hmac_of_text(_key_of(database), f"{GUILD} 1 {ANA.discord_id}")
    assert ACCOUNT_KEY not in (tag, key)


def _key_of(database: Database) -> bytes:
    file = database.url.removeprefix("sqlite:///")
    if file == database.url:
        return ACCOUNT_KEY.encode()
    return build_account_hash_key_path(Path(file)).read_bytes().strip()


async def test_an_export_holds_the_former_ids_of_whoever_came_back(database: Database) -> None:
    await play_and_forget(database)
    found = await PersonalDataService(database, PeopleRepository(database)).export_account_data(
        ANA.discord_id, 10**6, NOON
    )
    assert found is not None
    with found[0] as file:
        assert b'"former_ids":[\n{"guild":900,"season":1,"player":"ana"' in file.read()
