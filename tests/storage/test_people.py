"""Who is who: one id for one person, and no more kept than was needed."""

import asyncio
import re

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, insert

from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.engine.schema import strikes
from bot.storage.record.log import EventLog
from bot.storage.record.people import (
    NOWHERE,
    AccountNames,
    PeopleRepository,
    Person,
    compute_guest_account_number,
    load_unredacted_guest_names,
    redact_guest_names_of_server,
)
from bot.storage.record.redaction import REDACTED
from tests.storage.store import ANA, BO, a_record, opened, rows


@pytest.fixture
def people(database: Database) -> PeopleRepository:
    return PeopleRepository(database)


async def test_somebody_new_gets_an_id_that_tells_nothing(people: PeopleRepository) -> None:
    person = await people.with_nicknames_of_server(NOWHERE).load_or_create_person(12345, AccountNames("Ana"))
    assert (person.discord_id, person.display_name) == (12345, "Ana")
    assert re.fullmatch(r"[\w-]{12}", person.id)
    assert (
        await people.with_nicknames_of_server(NOWHERE).load_or_create_person(67890, AccountNames("Ana"))
    ).id != person.id


async def test_somebody_new_keeps_the_id_before_anything_is_written(people: PeopleRepository) -> None:
    assert await people.with_nicknames_of_server(NOWHERE).load_or_create_person(
        1, AccountNames("Ana")
    ) == await people.with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana"))


async def test_somebody_new_in_two_channels_at_once_is_one_person(people: PeopleRepository) -> None:
    found = await asyncio.gather(
        *(people.with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana")) for _ in range(5))
    )
    assert len(set(found)) == 1


async def test_somebody_written_down_is_known_after_a_restart(people: PeopleRepository, database: Database) -> None:
    ana = await people.with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana"))
    await EventLog(database).append_event(a_record(), [ana])
    assert (
        await PeopleRepository(database).with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana"))
        == ana
    )
    assert await PeopleRepository(database).with_nicknames_of_server(NOWHERE).load_people_by_id([ana.id]) == {
        ana.id: ana
    }


async def test_somebody_never_written_down_is_unknown_after_a_restart(
    people: PeopleRepository, database: Database
) -> None:
    ana = await people.with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana"))
    assert (
        await PeopleRepository(database).with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana"))
    ).id != ana.id
    assert await PeopleRepository(database).with_nicknames_of_server(NOWHERE).load_people_by_id([ana.id]) == {}


async def test_another_name_is_the_same_person(people: PeopleRepository, database: Database) -> None:
    ana = await people.with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana"))
    await EventLog(database).append_event(a_record(1), [ana])
    renamed = await people.with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Anastasia"))
    assert renamed == replace(ana, own_name="Anastasia")
    assert await people.with_nicknames_of_server(NOWHERE).load_people_by_id([ana.id]) == {ana.id: renamed}
    await EventLog(database).append_event(a_record(2), [renamed])
    assert await rows(database, schema.people) == [(ana.id, 1, "Anastasia", "")]


async def test_names_are_found_in_memory_and_in_the_table(people: PeopleRepository, database: Database) -> None:
    await EventLog(database).append_event(a_record(), [ANA, BO])
    cy = await people.with_nicknames_of_server(NOWHERE).load_or_create_person(3, AccountNames("Cy"))
    found = await people.with_nicknames_of_server(NOWHERE).load_people_by_id(["ana", cy.id, "bo", "nobody", "ana"])
    assert found == {"ana": ANA, "bo": BO, cy.id: cy}
    assert await people.with_nicknames_of_server(NOWHERE).load_people_by_id([]) == {}


async def test_who_is_forgotten_has_no_name(people: PeopleRepository, database: Database) -> None:
    await EventLog(database).append_event(a_record(), [ANA, BO])
    await people.with_nicknames_of_server(NOWHERE).load_people_by_id(["ana", "bo"])
    await people.delete_person_of_account(ANA.discord_id)
    assert await people.with_nicknames_of_server(NOWHERE).load_people_by_id(["ana", "bo"]) == {"bo": BO}
    assert await rows(database, schema.people) == [("bo", 2, "Bo", "")]


async def test_who_comes_back_after_being_forgotten_is_somebody_new(
    people: PeopleRepository, database: Database
) -> None:
    ana = await people.with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana"))
    await EventLog(database).append_event(a_record(), [ana])
    await people.delete_person_of_account(1)
    again = await people.with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana"))
    assert again.id != ana.id
    assert await people.with_nicknames_of_server(NOWHERE).load_people_by_id([ana.id]) == {}


async def test_somebody_who_was_never_here_can_be_forgotten(people: PeopleRepository) -> None:
    ana = await people.with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana"))
    await people.delete_person_of_account(1)
    await people.delete_person_of_account(2)
    assert await people.with_nicknames_of_server(NOWHERE).load_people_by_id([ana.id]) == {}


async def test_somebody_written_down_elsewhere_is_taken_from_there(url: str) -> None:
    async with opened(url) as one, opened(url) as other:
        here, there = PeopleRepository(one), PeopleRepository(other)
        await there.with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana"))
        ana: Person = await here.with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana"))
        await EventLog(one).append_event(a_record(), [ana])
        assert await there.with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana")) == ana


async def test_a_guest_is_the_same_person_however_their_name_is_written(
    people: PeopleRepository, database: Database
) -> None:
    gus = await people.load_or_create_guest(900, "Gus")
    await EventLog(database).append_event(a_record(), [gus])
    again = PeopleRepository(database)
    assert await again.load_or_create_guest(900, " GUS") == gus
    assert (await again.load_or_create_guest(901, "Gus")).id != gus.id
    assert (await again.load_or_create_guest(900, "Gusto")).id != gus.id


async def test_a_guest_who_was_written_down_in_clear_is_hidden_where_the_name_is_struck(
    people: PeopleRepository, database: Database
) -> None:
    gus, hal = await people.load_or_create_guest(900, "Gus"), await people.load_or_create_guest(900, "Hal")
    await EventLog(database).append_event(a_record(), [gus, hal])
    struck = [{"guild": 900, "id": 1, "text": "GUS"}, {"guild": 901, "id": 2, "text": "Hal"}]

    def hide(connection: Connection) -> list[str]:
        connection.execute(insert(strikes), struck)
        redact_guest_names_of_server(connection, 900)
        return load_unredacted_guest_names(connection, [gus.discord_id])

    assert await database.run_write_transaction(hide) == ["GUS"], "whoever is forgotten may have been called so"
    found = await PeopleRepository(database).with_nicknames_of_server(NOWHERE).load_people_by_id([gus.id, hal.id])
    assert found[gus.id].display_name == f"{REDACTED} #{gus.discord_id % 10_000:04}"
    assert found[hal.id].display_name == "Hal", "it is struck on another server"


async def test_a_guest_is_called_by_nothing(people: PeopleRepository) -> None:
    gus, ana = (
        await people.load_or_create_guest(900, "Gus"),
        await people.with_nicknames_of_server(NOWHERE).load_or_create_person(1, AccountNames("Ana")),
    )
    assert (gus.is_guest, gus.discord_mention) == (True, "")
    assert (ana.is_guest, ana.discord_mention) == (False, "<@1>")


HERE, THERE = 900, 901


async def test_a_nickname_is_known_on_its_server_alone(people: PeopleRepository, database: Database) -> None:
    here = await people.with_nicknames_of_server(HERE).load_or_create_person(
        1, AccountNames("Ana", "ana.1", "Queen Ana")
    )
    await EventLog(database).append_event(a_record(), [here])
    people.find_people_with_unsaved_names(here).mark_people_names_as_saved()
    for known in (people, PeopleRepository(database)):
        found = [
            (await known.with_nicknames_of_server(each).load_people_by_id([here.id]))[here.id] for each in (HERE, THERE)
        ]
        assert [person.display_name for person in found] == ["Queen Ana", "Ana"]
    there = await people.with_nicknames_of_server(THERE).load_or_create_person(1, AccountNames("Ana", "ana.1"))
    assert there.id == here.id
    assert await rows(database, schema.nicknames) == [(HERE, here.id, "Queen Ana")]


async def test_a_nickname_that_was_dropped_is_dropped_here_alone(people: PeopleRepository, database: Database) -> None:
    for guild in (HERE, THERE):
        person = await people.with_nicknames_of_server(guild).load_or_create_person(
            1, AccountNames("Ana", "", f"Ana of {guild}")
        )
        await EventLog(database).append_event(a_record(guild), [person])
        people.find_people_with_unsaved_names(person).mark_people_names_as_saved()
    plain = await people.with_nicknames_of_server(HERE).load_or_create_person(1, AccountNames("Ana"))
    assert people.find_people_with_unsaved_names(plain).unsaved == [plain]
    await EventLog(database).append_event(a_record(9), [plain])
    for known in (people, PeopleRepository(database)):
        found = [
            (await known.with_nicknames_of_server(g).load_people_by_id([plain.id]))[plain.id] for g in (HERE, THERE)
        ]
        assert [person.display_name for person in found] == ["Ana", f"Ana of {THERE}"]


async def test_a_new_name_of_the_account_is_seen_on_all_servers(people: PeopleRepository, database: Database) -> None:
    for guild in (HERE, THERE):
        person = await people.with_nicknames_of_server(guild).load_or_create_person(1, AccountNames("Ana", "ana.1"))
        await EventLog(database).append_event(a_record(guild), [person])
        people.find_people_with_unsaved_names(person).mark_people_names_as_saved()
    renamed = await people.with_nicknames_of_server(HERE).load_or_create_person(1, AccountNames("Anastasia", "ana.1"))
    await EventLog(database).append_event(a_record(9), [renamed])
    people.find_people_with_unsaved_names(renamed).mark_people_names_as_saved()
    found = await people.with_nicknames_of_server(THERE).load_people_by_id([renamed.id])
    assert found[renamed.id].display_name == "Anastasia"


async def test_a_name_that_another_process_has_changed_is_read_again(database: Database) -> None:
    here, there = PeopleRepository(database), PeopleRepository(database)
    ana = await here.with_nicknames_of_server(HERE).load_or_create_person(1, AccountNames("Ana", "", "Queen"))
    await EventLog(database).append_event(a_record(1), [ana])
    here.find_people_with_unsaved_names(ana).mark_people_names_as_saved()
    assert (
        await there.with_nicknames_of_server(HERE).load_or_create_person(1, AccountNames("Ana", "", "Queen"))
    ).id == ana.id
    empress = await there.with_nicknames_of_server(HERE).load_or_create_person(1, AccountNames("Ana", "", "Empress"))
    await EventLog(database).append_event(a_record(2), [empress])
    await here.clear_name_caches_if_people_changed()
    assert (await here.with_nicknames_of_server(HERE).load_people_by_id([ana.id]))[ana.id].display_name == "Empress"


def test_a_guest_of_the_same_name_has_the_same_account_after_an_upgrade() -> None:
    assert compute_guest_account_number(900, "Gus") == -864674855206530918
