"""The doctor's report of processes, missed heartbeats and unserved shards."""

import asyncio
import re
from pathlib import Path

from bot.care.doctor import DEAD_PROCESS_ADVICE, UNSERVED_ADVICE, check_bot_processes
from bot.cluster.leases import DEAD_AFTER, ClusterProcess, ProcessHeartbeat
from bot.cluster.overview import ClusterOverview, ProcessOverview
from bot.cluster.store import PostgreSQLClusterStore
from bot.storage.engine.migrate import migrate_database
from tests.commandline import run_suzerain_beside
from tests.storage.postgres import Postgres
from tests.storage.store import ACCOUNT_KEY


def examine(shard_count: int | None, *processes: ProcessOverview) -> list[str]:
    return [str(finding) for finding in check_bot_processes(ClusterOverview(shard_count, processes))]


def test_where_none_runs_nothing_is_wrong() -> None:
    assert examine(None) == ["✔ processes: none runs"]
    assert examine(4) == ["✔ processes: none runs"]


def test_each_process_is_named_with_what_it_serves() -> None:
    said = examine(
        4,
        ProcessOverview("one:12", (0, 1, 3), 0.4, draining=False),
        ProcessOverview("two:7", (2,), 1.6, draining=False),
        ProcessOverview("spare:7", (), 0.0, draining=False),
    )
    assert said == [
        "✔ process one:12: heartbeat 0 s ago, shards 0-1, 3",
        "✔ process two:7: heartbeat 2 s ago, shards 2",
        "✔ process spare:7: heartbeat 0 s ago, shards none",
    ]


def test_who_is_silent_is_doubtful_and_so_is_what_only_they_serve() -> None:
    said = examine(
        3,
        ProcessOverview("one:12", (0, 1), DEAD_AFTER + 5, draining=False),
        ProcessOverview("two:7", (2,), DEAD_AFTER, draining=False),
    )
    assert said == [
        f"! process one:12: heartbeat 25 s ago, shards 0-1 → {DEAD_PROCESS_ADVICE}",
        "✔ process two:7: heartbeat 20 s ago, shards 2",
        f"! shards: nobody serves 0-1 → {UNSERVED_ADVICE}",
    ]


def test_of_processes_that_are_all_silent_none_runs() -> None:
    *_, last = examine(1, ProcessOverview("one:12", (0,), 3_600.0, draining=False))
    assert last == "✔ processes: none runs"


def test_a_shard_that_nobody_has_taken_is_doubtful() -> None:
    *_, last = examine(4, ProcessOverview("one:12", (0, 2), 0.0, draining=False))
    assert last == f"! shards: nobody serves 1, 3 → {UNSERVED_ADVICE}"


async def test_the_doctor_looks_at_the_processes_of_a_database(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    store = PostgreSQLClusterStore(url, lambda _: None)
    await asyncio.to_thread(migrate_database, url)
    await store.load_or_store_shard_count(1, 2, may_lower_count=False)
    await store.store_heartbeat("one:12", ProcessHeartbeat(ClusterProcess("a", 0.0, 2)))
    await store.close_connection_for_good()
    settings = {"SUZERAIN_DATABASE__URL": url, "SUZERAIN_PRIVACY__KEY": ACCOUNT_KEY}
    ended = await run_suzerain_beside(tmp_path, "doctor", "--offline", **settings)
    [told] = [line for line in ended.out.splitlines() if "process" in line]
    assert re.fullmatch(r"✔ process one:12: heartbeat \d+ s ago, shards 0-1", told)
