"""Watching the bot over HTTP: /healthz and /metrics, only if they are turned on."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from prometheus_client.parser import text_string_to_metric_families

from bot.watch import TelemetryRecorder
from bot.watch.endpoint import HealthCheck, serve_health_and_metrics
from bot.watch.metrics import PrometheusMetrics
from tests.loopback.program import environment


class Bot:
    """A bot to watch."""

    def __init__(self) -> None:
        self.connected = True
        self.depth = 0
        self.asked = 0
        self.database: Callable[[], Any] = self.takes_it

    async def takes_it(self) -> None:
        pass

    async def refuses(self) -> None:
        raise OSError("sqlite:///games.sqlite3: disk is full")

    async def hangs(self) -> None:
        await asyncio.Event().wait()

    async def writable(self) -> None:
        self.asked += 1
        await self.database()


class Reader:
    """A client that reads the pages."""

    def __init__(self, session: ClientSession, address: str) -> None:
        self._session = session
        self._address = address

    async def health(self) -> tuple[int, dict[str, Any]]:
        async with self._session.get(f"{self._address}/healthz") as answer:
            return answer.status, await answer.json()

    async def metrics(self) -> dict[str, float]:
        async with self._session.get(f"{self._address}/metrics") as answer:
            assert answer.status == 200
            assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
            return samples(await answer.text())


def samples(text: str) -> dict[str, float]:
    """Return samples by their name in Prometheus, such as `name{label="value"}`."""
    found = {}
    for family in text_string_to_metric_families(text):
        for name, labels, value, *_ in family.samples:
            inner = ",".join(f'{key}="{each}"' for key, each in labels.items())
            found[f"{name}{{{inner}}}" if inner else name] = value
    return found


@pytest.fixture
def bot() -> Bot:
    return Bot()


@pytest.fixture
def metrics(bot: Bot) -> PrometheusMetrics:
    return PrometheusMetrics(lambda: bot.depth)


@asynccontextmanager
async def reading(bot: Bot, metrics: PrometheusMetrics, patience: float = 30.0) -> AsyncIterator[Reader]:
    health = HealthCheck(lambda: bot.connected, bot.writable, lambda: bot.depth, lambda: 1, patience)
    async with serve_health_and_metrics("127.0.0.1", 0, health, metrics) as port, ClientSession() as session:
        yield Reader(session, f"http://127.0.0.1:{port}")


@pytest.fixture
async def reader(bot: Bot, metrics: PrometheusMetrics) -> AsyncIterator[Reader]:
    async with reading(bot, metrics) as reader:
        yield reader


# Health


async def test_a_bot_that_works_is_well(bot: Bot, reader: Reader) -> None:
    bot.depth = 3
    status, state = await reader.health()
    assert status == 200
    works = {"status": "ok", "gateway": "connected", "database": "writable"}
    assert state == {**works, "queue": 3, "dropped": 1}


async def test_without_the_gateway_it_is_unwell_until_it_is_back(bot: Bot, reader: Reader) -> None:
    bot.connected = False
    status, state = await reader.health()
    assert (status, state["status"], state["gateway"]) == (503, "unwell", "not connected")
    bot.connected = True
    assert (await reader.health())[0] == 200


async def test_with_a_database_that_cannot_be_written_it_is_unwell(
    bot: Bot, reader: Reader, caplog: pytest.LogCaptureFixture
) -> None:
    bot.database = bot.refuses
    status, state = await reader.health()
    assert (status, state["status"], state["database"]) == (503, "unwell", "not writable")
    assert "disk" not in str(state)  # the reason is for the log
    assert "disk is full" in caplog.text


async def test_a_database_that_hangs_does_not_make_health_hang(bot: Bot, metrics: PrometheusMetrics) -> None:
    bot.database = bot.hangs
    async with reading(bot, metrics, patience=0.01) as reader:
        for _ in range(3):
            status, state = await reader.health()
            assert (status, state["database"]) == (503, "no answer")
    assert bot.asked == 1  # what hangs is not asked again and again


# Metrics


async def test_metrics_tell_interactions_by_command_and_outcome(metrics: PrometheusMetrics, reader: Reader) -> None:
    watch = TelemetryRecorder(metrics)
    watch.record_interaction("pod open", 1, "done", 0.002)
    watch.record_interaction("pod open", 2, "done", 2.0)
    watch.record_interaction("pod:join", 2, "refused", 0.002, "no-pod")
    watch.count_autocomplete_request("defeat")
    found = await reader.metrics()
    interactions = "suzerain_interactions_total"
    assert found[interactions + '{command="pod open",outcome="done"}'] == 2
    assert found[interactions + '{command="pod:join",outcome="refused"}'] == 1
    assert found['suzerain_interaction_seconds_bucket{command="pod open",le="0.0025"}'] == 1
    assert found['suzerain_interaction_seconds_bucket{command="pod open",le="3.0"}'] == 2
    assert found['suzerain_interaction_seconds_sum{command="pod open"}'] == 2.002
    assert found['suzerain_autocompletes_total{command="defeat"}'] == 1


async def test_metrics_tell_batches_and_the_lag_of_boards(metrics: PrometheusMetrics, reader: Reader) -> None:
    watch = TelemetryRecorder(metrics)
    for size in (1, 7, 100):
        watch.record_commands_per_commit(size)
    watch.record_board_update_delay(0.2)
    found = await reader.metrics()
    assert found["suzerain_commit_batch_size_sum"] == 108
    assert found['suzerain_commit_batch_size_bucket{le="10.0"}'] == 2
    assert found['suzerain_board_lag_seconds_bucket{le="0.25"}'] == 1
    assert found['suzerain_board_lag_seconds_bucket{le="0.1"}'] == 0


async def test_metrics_tell_the_depth_of_the_queue_at_that_moment(bot: Bot, reader: Reader) -> None:
    for depth in (5, 0):
        bot.depth = depth
        assert (await reader.metrics())["suzerain_queue_depth"] == depth


async def test_two_bots_in_one_process_count_apart(metrics: PrometheusMetrics, reader: Reader) -> None:
    TelemetryRecorder(PrometheusMetrics(lambda: 0)).record_commands_per_commit(1)
    assert (await reader.metrics())["suzerain_commit_batch_size_count"] == 0


async def test_metrics_tell_how_a_process_fares_among_several(metrics: PrometheusMetrics, reader: Reader) -> None:
    assert not [name for name in await reader.metrics() if "shards" in name]  # it is alone
    figures = {"held": 3, "processes": 2, "missed": 0}
    metrics.add_cluster_metrics(*(partial(figures.__getitem__, name) for name in figures))
    for missed in (0, 5):
        figures["missed"] = missed
        found = await reader.metrics()
        assert found["suzerain_shards_held"] == 3
        assert found["suzerain_processes"] == 2
        assert found["suzerain_interactions_missed"] == missed


# Only where it is asked for


async def test_a_port_that_is_taken_is_an_error(bot: Bot, metrics: PrometheusMetrics) -> None:
    health = HealthCheck(lambda: True, bot.writable, lambda: 0, lambda: 0)
    async with serve_health_and_metrics("127.0.0.1", 0, health, metrics) as port:
        with pytest.raises(OSError, match="in use"):
            async with serve_health_and_metrics("127.0.0.1", port, health, metrics):
                pass


async def test_the_port_is_free_again_afterwards(bot: Bot, metrics: PrometheusMetrics) -> None:
    health = HealthCheck(lambda: True, bot.writable, lambda: 0, lambda: 0)
    async with serve_health_and_metrics("127.0.0.1", 0, health, metrics) as port:
        pass
    async with serve_health_and_metrics("127.0.0.1", port, health, metrics) as again:
        assert again == port


BUILT = """
import asyncio, sys
from bot.app import build_bot_application
from bot.config import BotSettings, HealthEndpointSettings

async def built(port):
    await (await build_bot_application(BotSettings(watch=HealthEndpointSettings(port=port)))).close()
    return {"prometheus_client", "pythonjsonlogger", "aiohttp.web"} & sys.modules.keys()

print(asyncio.run(built(0)), asyncio.run(built(9464)))
"""


def test_what_metrics_need_is_imported_only_where_they_are_asked_for(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BUILT], cwd=tmp_path, env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout == "set() {'prometheus_client'}\n"
