"""A cache of rows holds what the table holds, whatever is read and written at the same time."""

from collections.abc import Generator
from random import Random

import pytest

from bot.storage.engine.errors import DatabaseBusyError, DatabaseUnreachableError
from bot.storage.engine.row_cache import DatabaseRowCache
from tests.effort import EFFORT, SEED

KEYS = "ab"

Steps = Generator[None, None, None]


class Table:
    """A table whose reads and writes take several steps, with the cache in front of it."""

    def __init__(self) -> None:
        self.rows = dict.fromkeys(KEYS, 0)
        self.cache = DatabaseRowCache[str, int](10)
        self.unsure = dict.fromkeys(KEYS, 0)  # how many have written, and do not know it yet
        self._numbers = iter(range(1, 10**9))

    def read(self, key: str) -> Steps:
        with self.cache.cache_rows_if_unchanged() as keep:
            yield
            found = self.rows[key]
            yield
            keep(key, found)

    def write(self, key: str, random: Random) -> Steps:
        row = next(self._numbers)
        outcome = random.choice(["done", "refused", "lost", "lost after all"])
        written = False
        try:
            with self.cache.update_cached_row_after_write(key, lambda _: row, (DatabaseBusyError,)):
                yield
                if outcome == "refused":
                    raise DatabaseBusyError
                if outcome == "lost":
                    raise DatabaseUnreachableError("the database", "gone")
                self.rows[key] = row
                self.unsure[key] += 1
                written = True
                yield
                if outcome == "lost after all":
                    raise DatabaseUnreachableError("the database", "gone")
        except (DatabaseBusyError, DatabaseUnreachableError):
            pass
        finally:
            self.unsure[key] -= written

    def change_elsewhere(self, key: str) -> Steps:
        """Change a row without a cache, and tell of it afterwards."""
        self.rows[key] = next(self._numbers)
        self.unsure[key] += 1
        yield
        self.cache.invalidate_all_rows()
        self.unsure[key] -= 1


@pytest.mark.parametrize("seed", range(EFFORT.examples))
def test_cache_holds_what_the_table_holds(seed: int) -> None:
    random = Random(f"{SEED} {seed}")
    table = Table()
    running: list[Steps] = []
    for _ in range(200):
        if len(running) < 4:
            key = random.choice(KEYS)
            begun = random.choice([table.read(key), table.write(key, random), table.change_elsewhere(key)])
            running.append(begun)
        each = random.choice(running)
        if next(each, "ended") == "ended":
            running.remove(each)
        for key in KEYS:
            known = table.cache.get(key)
            if not table.unsure[key]:
                assert known in (None, table.rows[key])


def test_row_that_was_written_is_cached() -> None:
    cache = DatabaseRowCache[str, int](10)
    with cache.update_cached_row_after_write("a", lambda _: 1):
        assert cache.get("a") is None
    assert cache.get("a") == 1


async def test_row_that_was_refused_stays_as_it_is() -> None:
    cache = DatabaseRowCache[str, int](10)
    cache.replace_cached_row("a", 1)
    with pytest.raises(DatabaseBusyError), cache.update_cached_row_after_write("a", lambda _: 2, (DatabaseBusyError,)):
        raise DatabaseBusyError
    assert cache.get("a") == 1
    with (
        pytest.raises(DatabaseUnreachableError),
        cache.update_cached_row_after_write("a", lambda _: 2, (DatabaseBusyError,)),
    ):
        raise DatabaseUnreachableError("the database", "gone")
    assert cache.get("a") is None
