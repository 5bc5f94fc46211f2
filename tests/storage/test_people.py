"""Who is who: one id for one person, and no more kept than was needed."""

import asyncio
import re

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, insert

from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.engine.schema import strikes
from bot.storage.record.log import Log
from bot.storage.record.people import People, Person, hide_guests, load_struck_names
from bot.storage.record.redaction import REDACTED
from tests.storage.store import ANA, BO, a_record, opened, rows


@pytest.fixture
def people(database: Database) -> People:
    return People(database)


async def test_somebody_new_gets_an_id_that_tells_nothing(people: People) -> None:
    person = await people.identify(12345, "Ana")
    assert (person.discord_id, person.name) == (12345, "Ana")
    assert re.fullmatch(r"[\w-]{12}", person.id)
    assert (await people.identify(67890, "Ana")).id != person.id


async def test_somebody_new_keeps_the_id_before_anything_is_written(people: People) -> None:
    assert await people.identify(1, "Ana") == await people.identify(1, "Ana")


async def test_somebody_new_in_two_channels_at_once_is_one_person(people: People) -> None:
    found = await asyncio.gather(*(people.identify(1, "Ana") for _ in range(5)))
    assert len(set(found)) == 1


async def test_somebody_written_down_is_known_after_a_restart(
    people: People, database: Database
) -> None:
    ana = await people.identify(1, "Ana")
    await Log(database).append(a_record(), [ana])
    assert await People(database).identify(1, "Ana") == ana
    assert await People(database).find_people([ana.id]) == {ana.id: ana}


async def test_somebody_never_written_down_is_unknown_after_a_restart(
    people: People, database: Database
) -> None:
    ana = await people.identify(1, "Ana")
    assert (await People(database).identify(1, "Ana")).id != ana.id
    assert await People(database).find_people([ana.id]) == {}


async def test_another_name_is_the_same_person(people: People, database: Database) -> None:
    ana = await people.identify(1, "Ana")
    await Log(database).append(a_record(1), [ana])
    renamed = await people.identify(1, "Anastasia")
    assert renamed == replace(ana, name="Anastasia")
    assert await people.find_people([ana.id]) == {ana.id: renamed}
    await Log(database).append(a_record(2), [renamed])
    assert await rows(database, schema.people) == [(ana.id, 1, "Anastasia", "")]


async def test_names_are_found_in_memory_and_in_the_table(
    people: People, database: Database
) -> None:
    await Log(database).append(a_record(), [ANA, BO])
    cy = await people.identify(3, "Cy")
    found = await people.find_people(["ana", cy.id, "bo", "nobody", "ana"])
    assert found == {"ana": ANA, "bo": BO, cy.id: cy}
    assert await people.find_people([]) == {}


async def test_who_is_forgotten_has_no_name(people: People, database: Database) -> None:
    await Log(database).append(a_record(), [ANA, BO])
    await people.find_people(["ana", "bo"])
    await people.forget(ANA.discord_id)
    assert await people.find_people(["ana", "bo"]) == {"bo": BO}
    assert await rows(database, schema.people) == [("bo", 2, "Bo", "")]


async def test_who_comes_back_after_being_forgotten_is_somebody_new(
    people: People, database: Database
) -> None:
    ana = await people.identify(1, "Ana")
    await Log(database).append(a_record(), [ana])
    await people.forget(1)
    again = await people.identify(1, "Ana")
    assert again.id != ana.id
    assert await people.find_people([ana.id]) == {}


async def test_somebody_who_was_never_here_can_be_forgotten(people: People) -> None:
    ana = await people.identify(1, "Ana")
    await people.forget(1)
    await people.forget(2)
    assert await people.find_people([ana.id]) == {}


async def test_somebody_written_down_elsewhere_is_taken_from_there(url: str) -> None:
    async with opened(url) as one, opened(url) as other:
        here, there = People(one), People(other)
        await there.identify(1, "Ana")
        ana: Person = await here.identify(1, "Ana")
        await Log(one).append(a_record(), [ana])
        assert await there.identify(1, "Ana") == ana


async def test_a_guest_is_the_same_person_however_their_name_is_written(
    people: People, database: Database
) -> None:
    gus = await people.identify_guest(900, "Gus")
    await Log(database).append(a_record(), [gus])
    again = People(database)
    assert await again.identify_guest(900, " GUS") == gus
    assert (await again.identify_guest(901, "Gus")).id != gus.id
    assert (await again.identify_guest(900, "Gusto")).id != gus.id


async def test_a_guest_who_was_written_down_in_clear_is_hidden_where_the_name_is_struck(
    people: People, database: Database
) -> None:
    gus, hal = await people.identify_guest(900, "Gus"), await people.identify_guest(900, "Hal")
    await Log(database).append(a_record(), [gus, hal])
    struck = [{"guild": 900, "id": 1, "text": "GUS"}, {"guild": 901, "id": 2, "text": "Hal"}]

    def hide(connection: Connection) -> list[str]:
        connection.execute(insert(strikes), struck)
        hide_guests(connection, 900)
        return load_struck_names(connection, [gus.discord_id])

    assert await database.transact(hide) == ["GUS"], "whoever is forgotten may have been called so"
    found = await People(database).find_people([gus.id, hal.id])
    assert found[gus.id].name == f"{REDACTED} #{gus.discord_id % 10_000:04}"
    assert found[hal.id].name == "Hal", "it is struck on another server"


async def test_a_guest_is_called_by_nothing(people: People) -> None:
    gus, ana = await people.identify_guest(900, "Gus"), await people.identify(1, "Ana")
    assert (gus.is_guest, gus.mention) == (True, "")
    assert (ana.is_guest, ana.mention) == (False, "<@1>")
