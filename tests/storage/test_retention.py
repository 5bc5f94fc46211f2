"""The history of a server that sent the bot away goes when its time has come, and no other's."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import insert

from bot.care.integrity import check_integrity_of_database
from bot.rules.lobby import OpenLobby
from bot.rules.records import PodSetup
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.privacy import retention
from bot.storage.privacy.retention import delete_server_data
from bot.storage.record.audit import AuditEntry, build_audit_entry_insert
from bot.storage.record.people import PeopleRepository, Person, build_people_upserts
from bot.storage.servers.server_settings import (
    RETENTION_DAYS,
    ServerSettings,
    ServerSettingsRepository,
    load_servers_with_expired_data,
)
from bot.storage.servers.standings_posts import StandingsPost, build_standings_post_row_inserts
from bot.storage.tables.champions import ChampionRepository, GrantedChampionRole
from tests.storage.store import NOON, Channel, execute, rows

HERE, THERE = 900, 901
ONLY_HERE, BOTH, ONLY_THERE, SET_HERE, SET_THERE = "h" * 12, "b" * 12, "t-h_e-r_e-th", "s" * 12, "x"
PEOPLE = [Person(id, n, f"P{n}") for n, id in enumerate((ONLY_HERE, BOTH, ONLY_THERE, SET_HERE, SET_THERE))]
TABLES = (
    *(schema.events, schema.pods, schema.results, schema.defeats, schema.boards),
    *(schema.standings, schema.rivalries, schema.posts, schema.publications, schema.audit, schema.guilds),
    *(schema.champions, schema.uncrowned),
)


class Died(Exception):
    """The process is no more."""


async def write_history(database: Database) -> None:
    """Several pods in two channels of one server, one in another."""
    hall, attic, cellar = (Channel(database, id, guild) for id, guild in ((100, HERE), (101, HERE), (200, THERE)))
    seats = (ONLY_HERE, BOTH, "c" * 12, "d" * 12)
    for channel in (hall, attic, hall, hall):
        await channel.play(*seats[1:], killer=ONLY_HERE, seats=seats)
    await cellar.play(seats=(BOTH, ONLY_THERE, "e" * 12, "f" * 12))
    await database.commit_changes(
        *build_people_upserts(PEOPLE),
        *build_standings_post_row_inserts(StandingsPost(HERE, "week", 1, NOON, NOON, late=False, language="en")),
        *build_standings_post_row_inserts(StandingsPost(THERE, "week", 1, NOON, NOON, late=False, language="en")),
        build_audit_entry_insert(AuditEntry(5, HERE, NOON, SET_HERE, "override", {"reason": "why"})),
        build_audit_entry_insert(AuditEntry(6, THERE, NOON, SET_THERE, "override", {"reason": "why"})),
    )
    champions = ChampionRepository(database)
    for guild in (HERE, THERE):
        await champions.store_granted_champion_role(GrantedChampionRole(guild, 1, 5))
        await champions.record_champion_problem_notice_if_due(guild, "above", NOON)


async def of(database: Database, guild: int) -> list[Any]:
    """All rows of a server."""
    found = [(table, await rows(database, table)) for table in TABLES]
    return [row for table, some in found for row in some if row[table.c.keys().index("guild")] == guild]


async def test_a_server_keeps_its_history_as_long_as_it_wants(database: Database) -> None:
    guilds = ServerSettingsRepository(database, PeopleRepository(database))
    for guild, kept in enumerate(RETENTION_DAYS, 1):
        await guilds.set_setting(guild, "retention", kept, PEOPLE[0], guild, NOON)
        await guilds.record_bot_left_server(guild, NOON)
    await guilds.record_bot_left_server(6, NOON)
    await guilds.set_setting(7, "retention", "week", PEOPLE[0], 7, NOON)
    assert ServerSettings().retention == "month"

    async def overdue(days: float) -> list[int]:
        return list(await load_servers_with_expired_data(guilds, NOON + timedelta(days=days)))

    assert await overdue(6.9) == []
    assert await overdue(7) == [1]
    assert await overdue(30) == [1, 2, 6]
    assert await overdue(365) == [1, 2, 3, 4, 6]
    assert await overdue(99_999) == [1, 2, 3, 4, 6]


async def test_all_of_a_server_goes_and_all_of_the_others_stays(database: Database) -> None:
    await write_history(database)
    guilds = ServerSettingsRepository(database, PeopleRepository(database))
    await guilds.record_bot_left_server(HERE, NOON)
    before = await of(database, THERE)
    assert await delete_server_data(database, HERE, NOON)
    assert await of(database, HERE) == []
    assert await of(database, THERE) == before
    left = [row[0] for row in await rows(database, schema.people)]
    assert left == sorted((BOTH, ONLY_THERE, SET_THERE))
    assert await guilds.load_servers_with_data() == {THERE}


async def test_decks_and_nicknames_go_with_whoever_was_only_there(database: Database) -> None:
    await write_history(database)
    for person in PEOPLE:
        duel = insert(schema.decks).values(player=person.id, deck="[]")
        own = {"key": f"of {person.id}", "player": person.id, "deck": "{}", "used": NOON}
        called = {"guild": THERE, "player": person.id, "name": "Nick"}
        own_deck = insert(schema.player_decks).values(own)
        await execute(database, duel, own_deck, insert(schema.nicknames).values(called))
    await ServerSettingsRepository(database, PeopleRepository(database)).record_bot_left_server(HERE, NOON)
    assert await delete_server_data(database, HERE, NOON)
    for table in (schema.decks, schema.player_decks, schema.nicknames):
        players = {row[table.c.keys().index("player")] for row in await rows(database, table)}
        assert players == {BOTH, ONLY_THERE, SET_THERE}


async def test_who_only_asked_for_a_guest_or_claimed_one_is_of_that_guests_server(database: Database) -> None:
    asked_here, claimed_here, asked_there = people = ("asked here", "claimed here", "asked there")
    await database.commit_changes(*build_people_upserts([Person(id, n, id) for n, id in enumerate(people, 1)]))
    for row in (
        {"player": "gus", "guild": HERE, "asked_by": asked_here, "claimed_by": None},
        {"player": "hal", "guild": HERE, "asked_by": None, "claimed_by": claimed_here},
        {"player": "ivy", "guild": HERE, "asked_by": asked_there, "claimed_by": None},
        {"player": "jo", "guild": THERE, "asked_by": asked_there, "claimed_by": None},
    ):
        await execute(database, insert(schema.guests).values(row))
    await ServerSettingsRepository(database, PeopleRepository(database)).record_bot_left_server(HERE, NOON)
    assert await delete_server_data(database, HERE, NOON)
    assert [row[0] for row in await rows(database, schema.people)] == [asked_there]
    assert [row[0] for row in await rows(database, schema.guests)] == ["jo"]


@pytest.mark.shared_databases
@pytest.mark.parametrize("steps", range(6))
async def test_a_purge_that_ends_half_way_leaves_what_makes_sense_and_goes_on(
    database: Database, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await write_history(database)
    await ServerSettingsRepository(database, PeopleRepository(database)).record_bot_left_server(HERE, NOON)
    monkeypatch.setattr(retention, "GAMES_PER_TRANSACTION", 1)
    transact, done = database.run_write_transaction, 0

    async def dying(work: Any) -> Any:
        nonlocal done
        if done == steps:
            raise Died
        done += 1
        return await transact(work)

    with monkeypatch.context() as patch:
        patch.setattr(database, "run_write_transaction", dying)
        with pytest.raises(Died):
            await delete_server_data(database, HERE, NOON)
    examined = await database.run_read_transaction_without_timeout(check_integrity_of_database)
    problems = (examined.damaged, examined.strayed, examined.boards)
    assert [problem.first for problem in problems] == [[], [], []]
    assert len(await of(database, HERE)) > 0
    assert await delete_server_data(database, HERE, NOON)
    assert await of(database, HERE) == []


async def test_a_server_that_invites_the_bot_again_keeps_the_rest(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await write_history(database)
    guilds = ServerSettingsRepository(database, PeopleRepository(database))
    await guilds.record_bot_left_server(HERE, NOON)
    await guilds.record_bot_is_on_server(HERE)
    before = await of(database, HERE)
    assert not await delete_server_data(database, HERE, NOON)
    await guilds.record_bot_left_server(HERE, NOON + timedelta(days=1))
    assert not await delete_server_data(database, HERE, NOON)
    assert len(await of(database, HERE)) == len(before)


async def test_whoever_is_found_anywhere_else_is_kept_whatever_stands_beside_them(database: Database) -> None:
    await write_history(database)
    await ServerSettingsRepository(database, PeopleRepository(database)).record_bot_left_server(HERE, NOON)
    cellar = Channel(database, 201, THERE)
    await cellar.do(OpenLobby(PodSetup(title='a "\\ ",""'), BOTH, (BOTH, ONLY_HERE)))
    assert await delete_server_data(database, HERE, NOON)
    assert ONLY_HERE in [row[0] for row in await rows(database, schema.people)]
