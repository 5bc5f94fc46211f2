"""A few kills; `python -m tests.crash` makes many."""

import os
from pathlib import Path

import pytest

from tests.crash.rounds import SPARE, Found, Rounds
from tests.loopback.server import Loopback
from tests.storage.postgres import Postgres

SEED, CHANNELS = 1, 8

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX can kill at once")


async def crash(kills: int, folder: Path, database: str, server: Postgres | None = None) -> Found:
    async with Loopback(channels=CHANNELS + SPARE) as discord:
        return await Rounds(discord, folder, database, SEED, CHANNELS, server=server).run(kills)


async def test_a_bot_that_is_killed_loses_nothing_and_says_nothing_twice(tmp_path: Path) -> None:
    found = await crash(5, tmp_path, f"sqlite:///{tmp_path / 'suzerain.sqlite3'}")
    assert found.confirmed > CHANNELS
    assert found.sound, str(found)


async def test_nor_does_one_whose_database_is_killed(tmp_path: Path, postgres: Postgres) -> None:
    found = await crash(3, tmp_path, postgres.database(), postgres)
    assert found.confirmed > CHANNELS
    assert found.sound, str(found)
