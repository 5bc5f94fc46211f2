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
from bot.storage.record.people import (
    NOWHERE,
    Names,
    People,
    Person,
    hide_guests,
    load_struck_names,
    make_guest_account,
)
from bot.storage.record.redaction import REDACTED
from tests.storage.store import ANA, BO, a_record, opened, rows


@pytest.fixture
def people(database: Database) -> People:
    return People(database)


async def test_somebody_new_gets_an_id_that_tells_nothing(people: People) -> None:
    person = await people.on(NOWHERE).identify(12345, Names("Ana"))
    assert (person.discord_id, person.name) == (12345, "Ana")
    assert re.fullmatch(r"[\w-]{12}", person.id)
    assert (await people.on(NOWHERE).identify(67890, Names("Ana"))).id != person.id


async def test_somebody_new_keeps_the_id_before_anything_is_written(people: People) -> None:
    assert await people.on(NOWHERE).identify(1, Names("Ana")) == await people.on(NOWHERE).identify(
        1, Names("Ana")
    )


async def test_somebody_new_in_two_channels_at_once_is_one_person(people: People) -> None:
    found = await asyncio.gather(*(people.on(NOWHERE).identify(1, Names("Ana")) for _ in range(5)))
    assert len(set(found)) == 1


async def test_somebody_written_down_is_known_after_a_restart(
    people: People, database: Database
) -> None:
    ana = await people.on(NOWHERE).identify(1, Names("Ana"))
    await Log(database).append(a_record(), [ana])
    assert await People(database).on(NOWHERE).identify(1, Names("Ana")) == ana
    assert await People(database).on(NOWHERE).find_people([ana.id]) == {ana.id: ana}


async def test_somebody_never_written_down_is_unknown_after_a_restart(
    people: People, database: Database
) -> None:
    ana = await people.on(NOWHERE).identify(1, Names("Ana"))
    assert (await People(database).on(NOWHERE).identify(1, Names("Ana"))).id != ana.id
    assert await People(database).on(NOWHERE).find_people([ana.id]) == {}


async def test_another_name_is_the_same_person(people: People, database: Database) -> None:
    ana = await people.on(NOWHERE).identify(1, Names("Ana"))
    await Log(database).append(a_record(1), [ana])
    renamed = await people.on(NOWHERE).identify(1, Names("Anastasia"))
    assert renamed == replace(ana, own_name="Anastasia")
    assert await people.on(NOWHERE).find_people([ana.id]) == {ana.id: renamed}
    await Log(database).append(a_record(2), [renamed])
    assert await rows(database, schema.people) == [(ana.id, 1, "Anastasia", "")]


async def test_names_are_found_in_memory_and_in_the_table(
    people: People, database: Database
) -> None:
    await Log(database).append(a_record(), [ANA, BO])
    cy = await people.on(NOWHERE).identify(3, Names("Cy"))
    found = await people.on(NOWHERE).find_people(["ana", cy.id, "bo", "nobody", "ana"])
    assert found == {"ana": ANA, "bo": BO, cy.id: cy}
    assert await people.on(NOWHERE).find_people([]) == {}


async def test_who_is_forgotten_has_no_name(people: People, database: Database) -> None:
    await Log(database).append(a_record(), [ANA, BO])
    await people.on(NOWHERE).find_people(["ana", "bo"])
    await people.forget(ANA.discord_id)
    assert await people.on(NOWHERE).find_people(["ana", "bo"]) == {"bo": BO}
    assert await rows(database, schema.people) == [("bo", 2, "Bo", "")]


async def test_who_comes_back_after_being_forgotten_is_somebody_new(
    people: People, database: Database
) -> None:
    ana = await people.on(NOWHERE).identify(1, Names("Ana"))
    await Log(database).append(a_record(), [ana])
    await people.forget(1)
    again = await people.on(NOWHERE).identify(1, Names("Ana"))
    assert again.id != ana.id
    assert await people.on(NOWHERE).find_people([ana.id]) == {}


async def test_somebody_who_was_never_here_can_be_forgotten(people: People) -> None:
    ana = await people.on(NOWHERE).identify(1, Names("Ana"))
    await people.forget(1)
    await people.forget(2)
    assert await people.on(NOWHERE).find_people([ana.id]) == {}


async def test_somebody_written_down_elsewhere_is_taken_from_there(url: str) -> None:
    async with opened(url) as one, opened(url) as other:
        here, there = People(one), People(other)
        await there.on(NOWHERE).identify(1, Names("Ana"))
        ana: Person = await here.on(NOWHERE).identify(1, Names("Ana"))
        await Log(one).append(a_record(), [ana])
        assert await there.on(NOWHERE).identify(1, Names("Ana")) == ana


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
    found = await People(database).on(NOWHERE).find_people([gus.id, hal.id])
    assert found[gus.id].name == f"{REDACTED} #{gus.discord_id % 10_000:04}"
    assert found[hal.id].name == "Hal", "it is struck on another server"


async def test_a_guest_is_called_by_nothing(people: People) -> None:
    gus, ana = (
        await people.identify_guest(900, "Gus"),
        await people.on(NOWHERE).identify(1, Names("Ana")),
    )
    assert (gus.is_guest, gus.mention) == (True, "")
    assert (ana.is_guest, ana.mention) == (False, "<@1>")


HERE, THERE = 900, 901


async def test_a_nickname_is_known_on_its_server_alone(people: People, database: Database) -> None:
    here = await people.on(HERE).identify(1, Names("Ana", "ana.1", "Queen Ana"))
    await Log(database).append(a_record(), [here])
    people.introduce(here).note_written()
    for known in (people, People(database)):
        found = [(await known.on(each).find_people([here.id]))[here.id] for each in (HERE, THERE)]
        assert [person.name for person in found] == ["Queen Ana", "Ana"]
    there = await people.on(THERE).identify(1, Names("Ana", "ana.1"))
    assert there.id == here.id
    assert await rows(database, schema.nicknames) == [(HERE, here.id, "Queen Ana")]


async def test_a_nickname_that_was_dropped_is_dropped_here_alone(
    people: People, database: Database
) -> None:
    for guild in (HERE, THERE):
        person = await people.on(guild).identify(1, Names("Ana", "", f"Ana of {guild}"))
        await Log(database).append(a_record(guild), [person])
        people.introduce(person).note_written()
    plain = await people.on(HERE).identify(1, Names("Ana"))
    assert people.introduce(plain).unsaved == [plain]
    await Log(database).append(a_record(9), [plain])
    for known in (people, People(database)):
        found = [(await known.on(g).find_people([plain.id]))[plain.id] for g in (HERE, THERE)]
        assert [person.name for person in found] == ["Ana", f"Ana of {THERE}"]


async def test_a_new_name_of_the_account_is_seen_on_all_servers(
    people: People, database: Database
) -> None:
    for guild in (HERE, THERE):
        person = await people.on(guild).identify(1, Names("Ana", "ana.1"))
        await Log(database).append(a_record(guild), [person])
        people.introduce(person).note_written()
    renamed = await people.on(HERE).identify(1, Names("Anastasia", "ana.1"))
    await Log(database).append(a_record(9), [renamed])
    people.introduce(renamed).note_written()
    found = await people.on(THERE).find_people([renamed.id])
    assert found[renamed.id].name == "Anastasia"


async def test_a_name_that_another_process_has_changed_is_read_again(database: Database) -> None:
    here, there = People(database), People(database)
    ana = await here.on(HERE).identify(1, Names("Ana", "", "Queen"))
    await Log(database).append(a_record(1), [ana])
    here.introduce(ana).note_written()
    assert (await there.on(HERE).identify(1, Names("Ana", "", "Queen"))).id == ana.id
    empress = await there.on(HERE).identify(1, Names("Ana", "", "Empress"))
    await Log(database).append(a_record(2), [empress])
    await here.recall()
    assert (await here.on(HERE).find_people([ana.id]))[ana.id].name == "Empress"


def test_a_guest_of_the_same_name_has_the_same_account_after_an_upgrade() -> None:
    assert make_guest_account(900, "Gus") == -864674855206530918
