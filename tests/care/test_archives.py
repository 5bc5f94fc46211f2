"""Archives: a history moves from one database to another without a change."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import and_, delete, func, select, update

from bot import VERSION
from bot.care import MaintenanceCommandError
from bot.care.archive import ARCHIVE_FORMAT, ArchiveHeader, iterate_archive_line_classes
from bot.care.archive_upgrades import SINGLE_TABLES
from bot.care.exporting import export_game_history
from bot.care.importing import import_history_archive
from bot.care.integrity import DatabaseProblemSummary, check_integrity_of_database
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.record.boards import PodBoardRepository
from bot.storage.record.errors import UnreadableStoredEventError
from bot.storage.record.people import PeopleRepository, Person, build_people_upserts
from bot.storage.servers.server_settings import ServerSettingsRepository
from bot.storage.tables import rivalries, totals
from tests.care.histories import (
    ATTIC,
    CELLAR,
    HALL,
    HERE,
    OLD_DEFEAT,
    THERE,
    everything,
    exported,
    lines,
    write_history,
    write_lines,
)
from tests.storage.databases import Fresh, open_anew
from tests.storage.store import NOON, Channel, a_record, column, execute, opened, rows, url_of

pytestmark = pytest.mark.shared_databases

Line = dict[str, Any]


async def problems(database: Database) -> list[DatabaseProblemSummary]:
    found = await database.run_read_transaction_without_timeout(check_integrity_of_database)
    return [found.damaged, found.strayed, found.boards]


NONE = [DatabaseProblemSummary()] * 3

COUNT_GAMES = select(func.count()).select_from(schema.results).where(schema.results.c.guild == HERE)


async def test_a_history_comes_back_to_the_letter_from_another_kind_of_database(
    database: Database, file: Path, fresh: Fresh, tmp_path: Path
) -> None:
    async with opened(url_of(file)) as origin, open_anew(fresh) as back:
        await write_history(origin)
        assert await problems(origin) == NONE
        first = await exported(origin, tmp_path / "archives")
        await import_history_archive(database, str(first))
        second = await exported(database, tmp_path / "archives")
        await import_history_archive(back, str(second))
        third = await exported(back, tmp_path / "archives")
        assert first.read_bytes() == second.read_bytes() == third.read_bytes()
        assert await everything(database) == await everything(origin)
        assert await everything(back) == await everything(origin)


NOT_IN_ARCHIVES = {
    "guilds": {"commands"},  # what Discord was told last
    "player_decks": {"key"},  # it stands in the deck
    "publications": {"lease", "lease_until"},  # which process sends at the moment
}
"""Columns of archived tables that no archive holds."""


def test_every_column_of_an_archived_table_is_a_field_of_its_line() -> None:
    header = ArchiveHeader(ARCHIVE_FORMAT, schema.HEAD, VERSION, (), 0, 0, 0, 0)
    for kind, field in iterate_archive_line_classes(header):
        table = schema.metadata.tables[SINGLE_TABLES.get(field, field)]
        missing = {*table.c.keys()} - {*kind.__struct_fields__} - NOT_IN_ARCHIVES.get(table.name, set())
        assert not missing, (
            f"{table.name}: add {sorted(missing)} to {kind.__name__} in bot/care/archive.py, with the default that"
            f" earlier archives have, or to NOT_IN_ARCHIVES in tests/care/test_archives.py"
        )


async def test_an_empty_history_comes_back_too(database: Database, tmp_path: Path) -> None:
    archive = await exported(database, tmp_path)
    assert await import_history_archive(database, str(archive)) is not None
    assert await exported(database, tmp_path) != archive


async def test_the_history_of_a_server_names_only_who_is_in_it(
    database: Database, fresh: Fresh, tmp_path: Path
) -> None:
    await write_history(database)
    archive = await exported(database, tmp_path / "archives", HERE)
    said = lines(archive)
    assert said[0]["servers"] == [HERE]
    assert {line["guild"] for line in said if "guild" in line} == {HERE}
    named = [line["id"] for line in said if line["is"] == "person"]
    assert named == ["gil", "ana", "bo", "cy", "di", "fay"]
    async with open_anew(fresh) as elsewhere:
        await import_history_archive(elsewhere, str(archive))
        assert await problems(elsewhere) == NONE
        assert await exported(elsewhere, tmp_path / "archives") != archive
        other = await exported(database, tmp_path / "archives", THERE)
        await import_history_archive(elsewhere, str(other))
        kept, had = await everything(elsewhere), await everything(database)
        assert kept == had


async def test_who_did_something_without_playing_is_named_too(database: Database, tmp_path: Path) -> None:
    await write_history(database)
    by_fay = update(schema.events).where(schema.events.c.channel == ATTIC).values(by="fay")
    await execute(database, by_fay)
    said = lines(await exported(database, tmp_path, HERE))
    assert [line["id"] for line in said if line["is"] == "person"][-1] == "fay"


async def test_a_server_without_history_is_refused(database: Database, tmp_path: Path) -> None:
    await write_history(database)
    with pytest.raises(MaintenanceCommandError, match=r"^--server: 5 has no history here; accepted: 900, 901$"):
        await export_game_history(database, str(tmp_path / "a.jsonl"), 5)
    assert not (tmp_path / "a.jsonl").exists()


async def test_what_is_damaged_is_not_exported(database: Database, tmp_path: Path) -> None:
    await write_history(database)
    broken = update(schema.events).where(schema.events.c.channel == ATTIC).values(payload="{")
    await execute(database, broken)
    with pytest.raises(UnreadableStoredEventError, match=f"channel {ATTIC}, version 1"):
        await export_game_history(database, str(tmp_path / "a.jsonl"))
    assert list(tmp_path.glob("*.jsonl")) == list(tmp_path.glob(".*")) == []
    assert await export_game_history(database, str(tmp_path / "b.jsonl"), THERE)


async def test_a_file_that_is_there_is_not_written_over(database: Database, tmp_path: Path) -> None:
    there = tmp_path / "there.jsonl"
    there.write_text("precious")
    with pytest.raises(MaintenanceCommandError, match="is there already"):
        await export_game_history(database, str(there))
    assert there.read_text() == "precious"


# Who is known here by another id


@pytest.fixture
async def known(database: Database) -> Database:
    """A database that knows Bo by another id than the archive, and Ana by the same."""
    await database.commit_changes(*build_people_upserts([Person("b0", 1_001, "Bobby"), Person("ana", 1_000, "Anna")]))
    return database


async def test_who_has_another_id_here_keeps_it_and_plays_under_it(known: Database, file: Path, tmp_path: Path) -> None:
    async with opened(url_of(file)) as origin:
        await write_history(origin)
        await import_history_archive(known, str(await exported(origin, tmp_path)))
        before, after = await everything(origin), await everything(known)
    assert ("b0", 1_001, "Bobby", "") in after["people"]
    assert "bo" not in {id for id, *_ in after["people"]}
    assert await problems(known) == NONE
    renamed = [tuple("b0" if value == "bo" else value for value in row) for row in before["results"]]
    assert sorted(renamed) == sorted(after["results"])
    for old, new in zip(before["events"], after["events"], strict=True):
        assert new[:4] == old[:4]
        assert '"bo"' not in new[6]
        assert new[6].count('"b0"') == old[6].count('"bo"')


async def test_totals_hold_the_games_that_were_here_before_and_those_of_the_archive(
    database: Database, archive: Path
) -> None:
    await Channel(database, 500, HERE).play("bo", "cy", "di")
    before = await column(database, COUNT_GAMES)
    await import_history_archive(database, str(archive))
    assert await column(database, COUNT_GAMES) > before
    assert await problems(database) == NONE
    for differing in (totals.SELECT_WRONG_SERVERS, rivalries.SELECT_WRONG_SERVERS, select(schema.unrated)):
        assert await column(database, differing) == []


async def test_text_that_looks_like_an_id_stays(database: Database, archive: Path) -> None:
    await database.commit_changes(*build_people_upserts([Person("a0", 1_000, "Anna")]))
    await import_history_archive(database, str(archive))
    attic = [row for row in await rows(database, schema.events) if row[0] == ATTIC]
    opened_, *_, defeated = (row[6] for row in attic)
    assert '"title":"ana"' in opened_
    assert '"host":"a0"' in opened_
    assert '"object":"ana"' in defeated
    assert '"controller":"a0"' in defeated


async def test_an_event_without_them_stays_to_the_letter(database: Database, file: Path, tmp_path: Path) -> None:
    await database.commit_changes(*build_people_upserts([Person("e0", 1_004, "Eve")]))
    async with opened(url_of(file)) as origin:
        await write_history(origin)
        await import_history_archive(database, str(await exported(origin, tmp_path)))
        before, after = await rows(origin, schema.events), await rows(database, schema.events)
    same = [row for row in before if row[0] != CELLAR]
    assert [row for row in after if row[0] != CELLAR] == same
    assert OLD_DEFEAT in {row[6] for row in same}


async def test_two_players_of_a_pod_who_are_one_person_here_are_refused(known: Database, archive: Path) -> None:
    said = lines(archive)
    said.pop(number(said, "person") + 4)  # Cy was forgotten, and had the id that Bo has here
    said[0]["people"] -= 1
    write_lines(archive, said)
    archive.write_text(archive.read_text().replace('"cy"', '"b0"'))
    before = await everything(known)
    with pytest.raises(MaintenanceCommandError, match="two of its players are one and the same here"):
        await import_history_archive(known, str(archive))
    assert await everything(known) == before


async def test_what_a_server_has_set_here_stays(database: Database, tmp_path: Path) -> None:
    await write_history(database)
    archive = await exported(database, tmp_path, HERE)
    for table in (schema.events, schema.people):
        await execute(database, delete(table))
    fay = Person("fay", 1_005, "Fay")
    await ServerSettingsRepository(database, PeopleRepository(database)).set_setting(
        HERE, "language", "ru", fay, 9, NOON
    )
    await import_history_archive(database, str(archive))
    assert '"language":"ru"' in (await rows(database, schema.guilds))[0][1]


async def test_the_audit_trail_comes_back_under_the_ids_that_people_have_here(known: Database, archive: Path) -> None:
    await import_history_archive(known, str(archive))
    trail = [(id, by) for id, _, _, by, *_ in await rows(known, schema.audit)]
    assert trail == [(1, "fay"), (2, "b0"), (3, "ana")]


async def test_the_audit_trail_of_a_server_names_who_is_in_it(database: Database, tmp_path: Path) -> None:
    await write_history(database)
    said = lines(await exported(database, tmp_path, THERE))
    assert [line["id"] for line in said if line["is"] == "audit"] == [2]
    said = lines(await exported(database, tmp_path, HERE))
    assert [line["by"] for line in said if line["is"] == "audit"] == ["fay", "ana"]
    assert [line["id"] for line in said if line["is"] == "person"][-1] == "fay"


async def test_an_entry_that_is_here_already_is_not_entered_twice(database: Database, tmp_path: Path) -> None:
    await write_history(database)
    archive = await exported(database, tmp_path)
    before = await rows(database, schema.audit)
    await execute(database, delete(schema.events))
    await import_history_archive(database, str(archive))
    assert await rows(database, schema.audit) == before


async def test_a_board_that_called_them_is_drawn_again_with_a_menu_for_them(
    known: Database, file: Path, tmp_path: Path
) -> None:
    async with opened(url_of(file)) as origin:
        await write_history(origin)
        await import_history_archive(known, str(await exported(origin, tmp_path)))
        [*_, (_, pod, *_)] = await rows(origin, schema.boards)
    board = await PodBoardRepository(known).load_pod_board(CELLAR, pod)
    assert board is not None
    assert (board.asked, board.shown, board.message) == ("responsible:b0", 0, 77)
    assert board in await PodBoardRepository(known).load_outdated_boards()


# What is here already


async def test_the_same_history_again_changes_nothing(database: Database, tmp_path: Path) -> None:
    await write_history(database)
    archive = await exported(database, tmp_path)
    await execute(database, delete(schema.people))
    before = await everything(database)
    assert await import_history_archive(database, str(archive)) is None
    assert await everything(database) == before


async def test_the_same_history_again_is_known_under_other_ids(known: Database, archive: Path) -> None:
    await import_history_archive(known, str(archive))
    before = await everything(known)
    assert await import_history_archive(known, str(archive)) is None
    assert await everything(known) == before


async def test_what_follows_from_no_event_is_not_in_the_way(database: Database, tmp_path: Path) -> None:
    await write_history(database)
    archive = await exported(database, tmp_path)
    before = await everything(database)
    await execute(database, delete(schema.events))
    await import_history_archive(database, str(archive))
    assert await everything(database) == before


async def hall_went_on(database: Database) -> None:
    last = select(func.max(schema.events.c.version)).where(schema.events.c.channel == HALL)
    mine = and_(schema.events.c.channel == HALL, schema.events.c.version == last.scalar_subquery())
    await execute(database, delete(schema.events).where(mine))


async def others_are_new(database: Database) -> None:
    await execute(database, delete(schema.events).where(schema.events.c.channel != HALL))


async def others_play_there(database: Database) -> None:
    await execute(database, delete(schema.events), delete(schema.boards), delete(schema.pods))
    await Channel(database, HALL, HERE).play()


@pytest.mark.parametrize("meanwhile", [hall_went_on, others_are_new, others_play_there])
async def test_a_channel_that_has_events_is_named_and_refused(
    database: Database, tmp_path: Path, meanwhile: Callable[[Database], Awaitable[None]]
) -> None:
    await write_history(database)
    archive = await exported(database, tmp_path)
    await meanwhile(database)
    before = await everything(database)
    with pytest.raises(MaintenanceCommandError, match=f"channel {HALL} has events already; accepted:"):
        await import_history_archive(database, str(archive))
    assert await everything(database) == before


# What is wrong with a line


def number(said: list[Line], kind: str) -> int:
    """Return the index of the first line of a kind."""
    return next(n for n, line in enumerate(said) if line["is"] == kind)


def change(kind: str, **changes: Any) -> Callable[[list[Line]], int]:
    """Change the first line of a kind; return its place."""

    def change(said: list[Line]) -> int:
        at = number(said, kind)
        said[at] |= changes
        return at

    return change


def swap(kind: str) -> Callable[[list[Line]], int]:
    def swap(said: list[Line]) -> int:
        at = number(said, kind)
        said[at], said[at + 1] = said[at + 1], said[at]
        return at + 1

    return swap


def no_person(said: list[Line]) -> int:
    del said[number(said, "person")]
    return number(said, "nickname")


def no_first_event(said: list[Line]) -> int:
    del said[number(said, "event")]
    return number(said, "event")


def one_more(said: list[Line]) -> int:
    said.append(said[-1])
    return len(said) - 1


def one_too_few(said: list[Line]) -> int:
    said.pop()
    return len(said)


def same_person(said: list[Line]) -> int:
    at = number(said, "person") + 1
    said[at]["id"] = said[at - 1]["id"]
    return at


def same_interaction(said: list[Line]) -> int:
    at = number(said, "event") + 1
    said[at]["interaction"] = said[at - 1]["interaction"] = 7
    return at


def no_field(said: list[Line]) -> int:
    at = number(said, "event")
    del said[at]["at"]
    return at


WRONG = [
    (change("suzerain-history", format=11), "format 11 is newer than 10"),
    (change("suzerain-history", revision="9999"), "revision 9999 is newer than"),
    (change("suzerain-history", people="all"), "people: Expected 'int'"),
    (change("suzerain-history", **{"is": "letter"}), "is: 'letter'; accepted here: 'suzerain-hist"),
    (change("suzerain-history", secret=1), "unknown field 'secret'; accepted: format, "),
    (change("person", id=""), "id: Expected 'str' of length >= 1"),
    (same_person, "somebody comes twice"),
    (swap("person"), "somebody comes twice, or out of order"),
    (no_person, "is: 'nickname'; accepted here: 'person'"),
    (change("person", name="A\0na"), "name: has a NUL in its text"),
    (change("audit", details={"why": ["a\0"]}), "details: has a NUL in its text"),
    (change("settings", guild=5), "guild: 5 is none of the header's servers"),
    (change("settings", settings=[]), "settings: Expected 'object', got 'array'"),
    (change("audit", guild=5), "guild: 5 is none of the header's servers"),
    (change("audit", details="none"), "details: Expected 'object', got 'str'"),
    (swap("audit"), "an entry comes twice, or out of order"),
    (change("season", guild=5), "guild: 5 is none of the header's servers"),
    (change("season", end=0), "a season ends before its start"),
    (swap("season"), "a season comes twice, or out of order"),
    (change("champion", guild=5), "guild: 5 is none of the header's servers"),
    (swap("champion"), "a champion comes twice, or out of order"),
    (change("event", guild=5), "guild: 5 is none of the header's servers"),
    (change("event", version=2), "missing; version 2 comes next"),
    (change("event", pod=7), "of pod 7, which was never opened"),
    (change("event", channel=10**30), "channel: "),
    (change("event", at=-1), "at: Expected 'int' >= 0"),
    (change("event", schema=9), "schema 9 of 'opened' is newer"),
    (change("event", type="exploded"), "no event is called 'exploded'"),
    (change("event", payload={"type": "opened"}), "not a 'opened' of schema "),
    (change("event", type="undone", schema=1, payload={"type": "undone"}), "Undone before any game was"),
    (no_field, "missing required field 'at'"),
    (same_interaction, "interaction: 7 has had its effect already"),
    (no_first_event, "missing; version 2 comes next"),
    (swap("board"), "a board comes twice, or out of order"),
    (change("board", pod=2), "none of the events before is of its pod"),
    (change("board", guild=5), "guild: 5 is none of the header's servers"),
    (one_more, "more than the header promises; expected the end"),
    (one_too_few, "the file ends here; expected a line 'publication', 4 of 4"),
]


@pytest.mark.parametrize(("damage", "problem"), WRONG)
async def test_a_damaged_line_is_named_and_nothing_is_changed(
    database: Database, archive: Path, damage: Callable[[list[Line]], int], problem: str
) -> None:
    said = lines(archive)
    at = damage(said)
    write_lines(archive, said)
    before = await everything(database)
    with pytest.raises(MaintenanceCommandError) as refused:
        await import_history_archive(database, str(archive))
    assert str(refused.value).startswith(f"{archive}:{at + 1}: ")
    assert problem in str(refused.value)
    assert await everything(database) == before


@pytest.mark.parametrize("garbage", [b"", b"\n", b"{", b"\xff\xfe", b"[]\n", b"[" * 100_000])
async def test_what_is_no_archive_is_refused(database: Database, tmp_path: Path, garbage: bytes) -> None:
    archive = tmp_path / "letter.txt"
    archive.write_bytes(garbage)
    with pytest.raises(MaintenanceCommandError) as refused:
        await import_history_archive(database, str(archive))
    assert str(refused.value).startswith(f"{archive}:1: ")


async def test_an_interaction_that_is_here_is_named(database: Database, archive: Path) -> None:
    elsewhere = Channel(database, 5, 5)
    await elsewhere.log.append_event(a_record(1, 5, interaction=5))
    with pytest.raises(MaintenanceCommandError, match="interaction: 5 has had its effect already") as refused:
        await import_history_archive(database, str(archive))
    [at] = [n for n, line in enumerate(lines(archive), 1) if line.get("interaction") == 5]
    assert str(refused.value).startswith(f"{archive}:{at}: ")


async def test_an_id_that_is_somebody_else_here_is_refused(database: Database, archive: Path) -> None:
    await database.commit_changes(*build_people_upserts([Person("bo", 5, "Boris")]))
    before = await everything(database)
    with pytest.raises(MaintenanceCommandError, match=r":5: id: 'bo' is somebody else here$"):
        await import_history_archive(database, str(archive))
    assert await everything(database) == before


async def test_line_without_end_is_refused(database: Database, archive: Path) -> None:
    said = archive.read_bytes().splitlines(keepends=True)
    archive.write_bytes(b"".join([*said[:3], b'{"is":"person","name":"' + b"x" * 17 * 2**20]))
    with pytest.raises(MaintenanceCommandError, match=r":4: is too long; accepted: up to 16,777,216 bytes a li"):
        await import_history_archive(database, str(archive))


async def test_brackets_without_end_in_a_line_are_refused(database: Database, archive: Path) -> None:
    said = lines(archive)
    at = number(said, "settings")
    written = archive.read_text().splitlines()
    written[at] = written[at].replace('"settings":', '"settings":' + "[" * 200_000, 1)
    archive.write_text("\n".join(written) + "\n")
    with pytest.raises(MaintenanceCommandError, match=f":{at + 1}: "):
        await import_history_archive(database, str(archive))
