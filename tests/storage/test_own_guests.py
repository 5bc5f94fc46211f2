"""The guests of servers, as they are offered."""

from sqlalchemy import insert

from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.record.people import Person, build_people_upserts
from bot.storage.tables.guests import GuestRepository
from tests.storage.store import GUILD, execute


async def test_a_server_is_offered_its_own_guests_alone(database: Database) -> None:
    names = {GUILD - 1: "Before", GUILD: "Here", GUILD + 1: "After"}
    await database.commit_changes(*build_people_upserts([Person(each, -n, each) for n, each in names.items()]))
    for guild, name in names.items():
        await execute(database, insert(schema.guests).values(player=name, guild=guild))
    assert await GuestRepository(database).load_guest_names_of_server(GUILD) == ["Here"]
