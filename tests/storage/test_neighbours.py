"""Acts on one server, channel, game or person show and change nothing of another.

Each act is done three times: by a server alone, between neighbours whose ids are lower and higher,
and in a mirrored world, where the order of all ids is reversed. All three must come out alike. So a
statement that also finds rows with a lower id, or with a higher one, is noticed, whatever it is
about. Acts about one thing are also done on a server where nothing else of its kind is left. In the
gate, only half of the acts on one server are also done in the mirrored world.
"""

import asyncio
import importlib
import inspect
import pkgutil
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import bot.projections
import bot.storage
from bot.rules.refusals import Refusal
from bot.storage.engine import schema
from bot.storage.tables.open_games import PlayerNeededInOpenGameError
from tests.effort import NAME, choose
from tests.front import haste
from tests.storage.acts import CHANGES, EVERYWHERE_CHANGES, EVERYWHERE_READS, NARROW, READS, REFUSED, Act
from tests.storage.neighbours import (
    COPIES,
    MIRROR,
    Renaming,
    World,
    copy_rows,
    play_history,
    read_rows,
    simplify,
    write_rows,
)
from tests.storage.store import ACCOUNT_KEY, opened, url_of


@pytest.fixture(autouse=True)
def hasty() -> Iterator[None]:
    """In the gate, SQLite answers without a thread, and a copied file is not checked again."""
    with ExitStack() as stack:
        if NAME == "gate":
            stack.enter_context(haste.tables())
            stack.enter_context(haste.questions())
        yield


# The worlds


class Files(NamedTuple):
    """A file for each world."""

    alone: Path
    among: Path
    mirrored: Path


@pytest.fixture(scope="session")
def worlds(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Files:
    folder = tmp_path_factory.mktemp("worlds")

    async def build() -> Files:
        async with opened(url_of(Path(shutil.copy(template, folder / "played")))) as database:
            await play_history(database)
            played = await read_rows(database)
        every = (*COPIES,)
        for name, rows in {
            "alone": copy_rows(played, [0]),
            "among": copy_rows(played, every),
            "mirrored": copy_rows(played, every, MIRROR),
        }.items():
            async with opened(url_of(Path(shutil.copy(template, folder / name)))) as database:
                await write_rows(database, rows)
        return Files(*(folder / name for name in Files._fields))

    return asyncio.run(build())


_TABLES = {table.name: [*table.columns.keys()] for table in schema.metadata.sorted_tables}
Tables = dict[str, list[tuple[Any, ...]]]
"""The rows of each table, as they are stored."""

_known: dict[Path, Tables] = {}


def read_file(file: Path) -> Tables:
    """Return all rows of a database, as they are stored."""
    with closing(sqlite3.connect(file)) as connection:
        return {name: connection.execute(f'SELECT * FROM "{name}"').fetchall() for name in _TABLES}


def is_same_file(file: Path, copied: Path) -> bool:
    """Return whether a closed copy of a database has the same bytes, and no log with more of them."""
    return not copied.with_name(f"{copied.name}-wal").exists() and copied.read_bytes() == file.read_bytes()


def list_changes(before: Tables, after: Tables, renaming: Renaming | None) -> list[str]:
    """Return the rows that have gone, and those that are new, as plain data."""

    def list_rows(name: str, rows: Counter[Any]) -> list[str]:
        return [f"{name} {[*map(partial(_simplify_cell, renaming), _TABLES[name], row)]}" for row in rows]

    gone, new = Counter[str](), Counter[str]()
    for name in _TABLES:
        if before[name] != after[name]:
            had, has = Counter(before[name]), Counter(after[name])
            gone.update(list_rows(name, had - has))
            new.update(list_rows(name, has - had))
    return sorted([*(f"-{row}" for row in gone - new), *(f"+{row}" for row in new - gone)])


def _simplify_cell(renaming: Renaming | None, column: str, value: Any) -> Any:
    """Return a column and its value; of those by chance or by a hash, only whether there is one."""
    hidden = ("lease", "tag", "commitment")
    return column, value is None if column in hidden else simplify(value, renaming)


async def act_in(file: Path, folder: Path, act: Act, renaming: Renaming | None = None) -> tuple[Any, list[str]]:
    """Do something in a world; return what it said, and which rows it changed."""
    if file not in _known:
        _known[file] = read_file(file)
    folder.mkdir(exist_ok=True)
    copied = Path(shutil.copy(file, folder))
    async with opened(url_of(copied), ACCOUNT_KEY) as database:
        try:
            said = await act(World(database, renaming))
        except Refusal as refusal:
            said = f"refused:{refusal.code}"
        except PlayerNeededInOpenGameError as playing:
            said = f"refused:{playing.channels}"
    changed = [] if is_same_file(file, copied) else list_changes(_known[file], read_file(copied), renaming)
    return simplify(said, renaming), changed


def is_mirrored(name: str) -> bool:
    """Return whether an act is also done in the mirrored world."""
    return NAME == "nightly" or choose((True, False), name)


@pytest.mark.parametrize("name", READS)
async def test_nothing_is_shown_of_what_is_beside(name: str, worlds: Files, tmp_path: Path) -> None:
    among, _ = await act_in(worlds.among, tmp_path, READS[name])
    assert await act_in(worlds.alone, tmp_path, READS[name]) == (among, [])
    if is_mirrored(name):
        assert await act_in(worlds.mirrored, tmp_path, READS[name], MIRROR) == (among, [])


@pytest.mark.parametrize("name", CHANGES)
async def test_nothing_is_changed_beside_what_was_asked_for(name: str, worlds: Files, tmp_path: Path) -> None:
    said, changed = await act_in(worlds.among, tmp_path, CHANGES[name])
    assert changed
    assert await act_in(worlds.alone, tmp_path, CHANGES[name]) == (said, changed)
    if is_mirrored(name):
        assert await act_in(worlds.mirrored, tmp_path, CHANGES[name], MIRROR) == (said, changed)


@pytest.mark.parametrize("name", REFUSED)
async def test_nothing_is_found_that_is_beside(name: str, worlds: Files, tmp_path: Path) -> None:
    said, changed = await act_in(worlds.among, tmp_path, REFUSED[name])
    assert not said or said.startswith("refused:")
    assert changed == []
    assert await act_in(worlds.alone, tmp_path, REFUSED[name]) == (said, changed)
    if is_mirrored(name):
        assert await act_in(worlds.mirrored, tmp_path, REFUSED[name], MIRROR) == (said, changed)


@pytest.mark.parametrize("name", NARROW)
async def test_nothing_on_the_same_server_is_changed_beside_one_thing(name: str, worlds: Files, tmp_path: Path) -> None:
    act = {**READS, **CHANGES, **EVERYWHERE_CHANGES, **REFUSED}[name]
    lonely = Path(shutil.copy(worlds.alone, tmp_path / "lonely"))
    with closing(sqlite3.connect(lonely)) as connection, connection:
        for only in NARROW[name]:
            only.delete_others(connection)
    assert await act_in(worlds.alone, tmp_path, act) == await act_in(lonely, tmp_path / "of", act)


@pytest.mark.parametrize("name", [*EVERYWHERE_READS, *EVERYWHERE_CHANGES])
async def test_order_of_ids_changes_nothing(name: str, worlds: Files, tmp_path: Path) -> None:
    act = {**EVERYWHERE_READS, **EVERYWHERE_CHANGES}[name]
    among = await act_in(worlds.among, tmp_path, act)
    assert await act_in(worlds.mirrored, tmp_path, act, MIRROR) == among


# Nothing is left out

ELSEWHERE = {
    "PodBoardRepository.release_message_lease": "does nothing",
    "EventLog.load_newest_interaction_id": "the newest of all is what it looks for",
    "PeopleRepository.load_or_create_guest": "the account follows from the server, the id from chance",
    "RegisteredDeckRepository.register_deck": "the key is drawn by chance",
    "BackgroundRatingUpdater.close": "asks the database for nothing",
    "PeopleWithServerNicknames.load_or_create_guest": "as of People",
}
"""Methods that no act calls, and why."""


def list_methods() -> Iterator[str]:
    """Yield all public methods and functions of storage and projections that are awaited."""
    for package in (bot.storage, bot.projections):
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if each.name.startswith("bot.storage.engine"):
                continue
            module = importlib.import_module(each.name)
            for name, found in vars(module).items():
                if name.startswith("_") or getattr(found, "__module__", "") != each.name:
                    continue
                if inspect.iscoroutinefunction(found):
                    yield name
                if inspect.isclass(found):
                    for method, of in vars(found).items():
                        if inspect.iscoroutinefunction(of) and not method.startswith("_"):
                            yield f"{name}.{method}"


def test_each_method_of_storage_and_projections_is_asked_between_neighbours() -> None:
    every = [*READS, *CHANGES, *EVERYWHERE_READS, *EVERYWHERE_CHANGES]
    asked = {name.partition(" ")[0] for name in every}
    missing = sorted({*list_methods()} - asked - ELSEWHERE.keys())
    assert not missing, f"READS or CHANGES in tests/storage/acts.py: add an act for each of {missing}"
