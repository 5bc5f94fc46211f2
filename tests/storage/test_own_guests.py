"""The guests of servers, as they are offered."""

from sqlalchemy import insert

from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.record.people import Person, insert_people
from bot.storage.tables.guests import Guests
from tests.storage.store import GUILD, execute


async def test_a_server_is_offered_its_own_guests_alone(database: Database) -> None:
    names = {GUILD - 1: "Before", GUILD: "Here", GUILD + 1: "After"}
    await database.write(*insert_people([Person(each, -n, each) for n, each in names.items()]))
    for guild, name in names.items():
        await execute(database, insert(schema.guests).values(player=name, guild=guild))
    assert await Guests(database).list_names(GUILD) == ["Here"]
