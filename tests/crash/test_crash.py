"""A few kills, or a night of them; `python -m tests.crash` makes as many as asked for."""

import asyncio
import os
from pathlib import Path
from random import Random

import pytest

from bot.storage.engine.migrate import migrate_database
from tests.crash.checks import SPARE, Found
from tests.crash.league import GAME, NAMES
from tests.crash.openings import open_pods
from tests.crash.promise import Following, following
from tests.crash.rounds import Rounds
from tests.effort import EFFORT, NAME, SEED
from tests.loopback.program import environment, started
from tests.loopback.server import Loopback
from tests.storage.postgres import Postgres

CHANNELS = 8

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX can kill at once")


async def crash(kills: int, folder: Path, database: str, server: Postgres | None = None) -> Found:
    async with Loopback(channels=CHANNELS + SPARE) as discord:
        return await Rounds(discord, folder, database, SEED, CHANNELS, server=server).run(kills)


async def test_a_bot_that_is_killed_loses_nothing_and_says_nothing_twice(tmp_path: Path) -> None:
    found = await crash(EFFORT.kills, tmp_path, f"sqlite:///{tmp_path / 'suzerain.sqlite3'}")
    assert found.confirmed > 0
    assert found.sound, str(found)


async def test_each_pod_of_a_round_opens_once_however_its_opening_ends(tmp_path: Path) -> None:
    pods, kills = (50, EFFORT.kills // 4) if NAME == "nightly" else (6, 2)
    database = f"sqlite:///{tmp_path / 'suzerain.sqlite3'}"
    assert await open_pods(tmp_path, database, pods, kills, SEED) == []


async def test_nor_does_one_whose_database_is_killed(tmp_path: Path, postgres: Postgres) -> None:
    found = await crash(EFFORT.outages, tmp_path, postgres.database(), postgres)
    assert found.confirmed > 0
    assert found.sound, str(found)


GAMES = 12
"""Most games that are played before a kill."""

LONGER = 20
"""Times as many kills as usual that may pass until one comes before a game is rated."""


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_what_follows_from_the_log_is_a_rebuild_after_every_kill(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path / 'suzerain.sqlite3'}"
    if kind == "postgresql":
        url = request.getfixturevalue("postgres").database()
    await asyncio.to_thread(migrate_database, url)
    random, found, unrated = Random(SEED), Following(0, 0, []), 0
    for number in range(EFFORT.collapses * LONGER):
        arguments = ("tests.crash.league", url, f"{number}")
        async with started(*arguments, folder=tmp_path, env=environment()) as program:
            await program.printed(GAME.format(random.randint(1, GAMES)))
            await asyncio.sleep(random.uniform(0.0, 0.02))
            assert program.process.returncode is None, program.err
        found = await following(url)
        assert found.strayed == []
        unrated += found.unrated
        if unrated and number + 1 >= EFFORT.collapses:
            break
    assert found.results >= len(NAMES)
    assert unrated > 0
