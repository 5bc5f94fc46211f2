"""Faults of several processes of one bot; `python -m tests.crash --processes 3` causes more."""

import os
from pathlib import Path

import pytest

from tests.crash.checks import SPARE
from tests.crash.several import QUICK, Several
from tests.effort import EFFORT, NAME, SEED
from tests.loopback.server import Loopback
from tests.storage.postgres import Postgres

PROCESSES, SHARDS = 2, 3
GROUPS = 4 if NAME == "nightly" else 2

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX can kill at once")


async def test_several_processes_lose_nothing_and_somebody_always_serves_everybody(
    tmp_path: Path, postgres: Postgres
) -> None:
    async with Loopback(guilds=SHARDS, channels=GROUPS + SPARE, shards=SHARDS, max_concurrency=SHARDS) as discord:
        several = Several(discord, tmp_path, postgres, SEED, PROCESSES, GROUPS)
        is_gate = NAME == "gate"
        found = await several.run(EFFORT.harms, QUICK if is_gate else (), passes_week=not is_gate)
    assert found.confirmed > GROUPS
    assert found.sound, str(found)
