"""Who is first of a season, and what is remembered of the role that they wear."""

from datetime import timedelta

from sqlalchemy import insert

from bot.joust.concessions import ConcedeDuel
from bot.joust.duel import DuelSetup
from bot.joust.lobby import OpenDuel, StartDuel
from bot.projections.standings import LeaderboardFilter, load_leaderboard_without_season_rules
from bot.rules.overrides import OverrideGameAsModerator
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.record.people import PeopleRepository, Person, build_people_upserts
from bot.storage.servers.server_settings import ServerSettings, ServerSettingsRepository
from bot.storage.tables.champions import CHAMPION_ROLE_SETTING, REPORT_INTERVAL, ChampionRepository, GrantedChampionRole
from tests.storage.store import ANA, GUILD, NOON, SEATS, Channel, execute

OTHER = GUILD + 1
PEOPLE = [Person(id, number, id.title()) for number, id in enumerate(SEATS, 1)]


async def season(database: Database, number: int, guild: int = GUILD, minutes: int = 0) -> None:
    row = {"guild": guild, "number": number, "name": f"{number}"}
    at = NOON + timedelta(minutes=minutes)
    if number > 1:
        before = (schema.seasons.c.guild == guild, schema.seasons.c.number == number - 1)
        await execute(database, schema.seasons.update().where(*before).values(end=at))
    await execute(database, insert(schema.seasons).values(**row, start=at))


async def test_first_are_those_with_the_most_points_of_the_newest_season_with_a_result(database: Database) -> None:
    champions, channel = ChampionRepository(database), Channel(database)
    await database.commit_changes(*build_people_upserts(PEOPLE))
    await ServerSettingsRepository(database, PeopleRepository(database)).set_setting(
        GUILD, CHAMPION_ROLE_SETTING, 7, ANA, 1, NOON
    )
    await channel.play("bo", "cy", "di")  # before any season
    assert await champions.load_champion_accounts_by_server(GUILD) == {}
    await season(database, 1, minutes=channel.version + 1)
    assert await champions.load_champion_accounts_by_server(GUILD) == {}
    await channel.play("ana", "cy", "di", killer="bo")
    assert await champions.load_champion_accounts_by_server(GUILD) == {GUILD: {2}}
    await channel.do(OverrideGameAsModerator("points", "so it was", points={"cy": 3}))
    assert await champions.load_champion_accounts_by_server(GUILD) == {GUILD: {2, 3}}
    await season(database, 2, minutes=channel.version + 1)
    assert await champions.load_champion_accounts_by_server(GUILD) == {GUILD: {2, 3}}
    await channel.play("bo", "cy", "di")
    assert await champions.load_champion_accounts_by_server(GUILD) == {GUILD: {1}}
    page = await load_leaderboard_without_season_rules(database, GUILD, LeaderboardFilter(season=2))
    assert [line.player for line in page.lines if line.rank == 1] == ["ana"]
    await channel.do(OverrideGameAsModerator("void", "nobody knows"))
    assert await champions.load_champion_accounts_by_server(GUILD) == {GUILD: {2, 3}}


async def test_nobody_is_first_by_duels(database: Database) -> None:
    champions, channel = ChampionRepository(database), Channel(database)
    await database.commit_changes(*build_people_upserts(PEOPLE))
    await ServerSettingsRepository(database, PeopleRepository(database)).set_setting(
        GUILD, CHAMPION_ROLE_SETTING, 7, ANA, 1, NOON
    )
    await season(database, 1)
    for _ in range(2):
        await channel.do(OpenDuel(DuelSetup("own"), "bo", ("bo", "cy")), StartDuel("bo"))
        await channel.do(ConcedeDuel("cy"))
    assert await champions.load_champion_accounts_by_server(GUILD) == {}
    await channel.play("bo", "cy", "di")
    assert await champions.load_champion_accounts_by_server(GUILD) == {GUILD: {1}}


async def test_all_are_asked_at_once_of_the_servers_that_have_set_a_role(database: Database) -> None:
    champions, people = ChampionRepository(database), PeopleRepository(database)
    guilds = ServerSettingsRepository(database, people)
    await database.commit_changes(*build_people_upserts(PEOPLE))
    for number, guild in enumerate((GUILD, OTHER)):
        await season(database, 1, guild)
        await Channel(database, number + 1, guild).play("bo", "cy", "di")
    assert (await champions.load_champion_accounts_by_server(), await champions.load_servers_with_champion_role()) == (
        {},
        set(),
    )
    await guilds.set_setting(OTHER, CHAMPION_ROLE_SETTING, 7, ANA, 1, NOON)
    assert (await champions.load_champion_accounts_by_server(), await champions.load_servers_with_champion_role()) == (
        {OTHER: {1}},
        {OTHER},
    )
    assert getattr(ServerSettings(), CHAMPION_ROLE_SETTING) is None


async def test_who_is_forgotten_is_not_first_and_wears_nothing(database: Database) -> None:
    champions = ChampionRepository(database)
    await database.commit_changes(*build_people_upserts(PEOPLE))
    await season(database, 1)
    await Channel(database).play("bo", "cy", "di")
    await ServerSettingsRepository(database, PeopleRepository(database)).set_setting(
        GUILD, CHAMPION_ROLE_SETTING, 7, ANA, 1, NOON
    )
    await champions.store_granted_champion_role(GrantedChampionRole(GUILD, 1, 7, given=True))
    assert await champions.load_champion_accounts_by_server(GUILD) == {GUILD: {1}}
    await PeopleRepository(database).delete_person_of_account(1)
    assert await champions.load_champion_accounts_by_server(GUILD) == {}
    assert await champions.load_granted_champion_roles() == []


async def test_what_is_worn_is_remembered_until_it_is_taken(database: Database) -> None:
    champions, worn = ChampionRepository(database), GrantedChampionRole(GUILD, 1, 7)
    await champions.store_granted_champion_role(worn)
    given = GrantedChampionRole(GUILD, 1, 7, given=True)
    await champions.store_granted_champion_role(given)
    await champions.store_granted_champion_role(GrantedChampionRole(OTHER, 1, 8, given=True))
    assert await champions.load_granted_champion_roles(GUILD) == [given]
    assert [each.role for each in await champions.load_granted_champion_roles_of_account(1)] == [7, 8]
    await champions.reset_granted_champion_roles()
    assert await champions.load_granted_champion_roles(GUILD) == [worn]
    await champions.delete_granted_champion_role(given)
    assert await champions.load_granted_champion_roles(GUILD) == []


async def test_a_trouble_is_told_once_a_day_by_one_process_or_when_it_is_another(database: Database) -> None:
    champions = ChampionRepository(database)

    async def tells(trouble: str, days: float) -> bool:
        return await champions.record_champion_problem_notice_if_due(GUILD, trouble, NOON + days * REPORT_INTERVAL)

    assert await tells("above", 0)
    assert not await tells("above", 0)
    assert not await tells("above", 0.99)
    assert await tells("above", 1)
    assert await tells("permission", 1.1)
    assert not await tells("permission", 1.2)
    assert await tells("above", 1.2)
    assert await tells("permission", 1.2)
    await champions.delete_solved_champion_role_problem(GUILD)
    assert await tells("permission", 1.2)
