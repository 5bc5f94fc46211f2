"""What every front test gets: the bot in a simulated Discord, and the check of what it sent.

A test asks for `server` and acts as its members; `env` is simcord's, for time and faults.
"""

import shutil
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import simcord

from bot import app
from bot.config import BotSettings, DatabaseSettings, UserGuideSettings
from bot.front.interaction.rate_limits import NO_LIMITS, UserAndServerRateLimits
from bot.front.publishing.request_limiter import UNLIMITED, MessageRateLimits
from bot.front.standings import charts
from bot.rules.variants import Variant
from bot.sandbox import simcord_patches
from tests import effort, pausing
from tests.front import haste, simulated


@pytest.fixture
def rates() -> MessageRateLimits:
    """How fast boards follow; a module that wants Discord's pace has a fixture of its own."""
    return UNLIMITED


@pytest.fixture
def limits() -> UserAndServerRateLimits:
    """How much people may ask; a module that wants what is fair has a fixture of its own."""
    return NO_LIMITS


@pytest.fixture
def configured() -> dict[str, Variant]:
    """The variants in the settings file of this test's bot."""
    return {}


@pytest.fixture
def docs_url() -> str:
    """Where the guide can be read; a module that links to it has a fixture of its own."""
    return ""


@pytest.fixture
def build(
    template: Path,
    tmp_path: Path,
    rates: MessageRateLimits,
    limits: UserAndServerRateLimits,
    configured: dict[str, Variant],
    docs_url: str,
) -> simulated.Build:
    """How this test's bot is built, and built anew after a restart: on one database."""
    file = Path(shutil.copy(template, tmp_path / "games.db"))

    async def build() -> simulated.App:
        database, docs = DatabaseSettings(f"sqlite:///{file}"), UserGuideSettings(docs_url)
        settings = BotSettings(database=database, docs=docs, variants=configured)
        return await app.build_bot_application(settings, rates, limits)

    return build


@pytest.fixture
def bot(build: simulated.Build) -> simulated.Bot:
    return simulated.Bot(build)


@pytest.fixture
def spoken() -> dict[int, str]:
    """The language of each member's client, by user id, where it is not English."""
    return {}


@pytest.fixture
async def env(bot: simulated.Bot, spoken: dict[int, str], request: pytest.FixtureRequest) -> AsyncIterator[simcord.Env]:
    """The simulated Discord; `@pytest.mark.simcord(settle_timeout=1.0)` sets its options.

    In the end nothing may have gone wrong unseen, and every request must be one that Discord takes.
    """
    marker = request.node.get_closest_marker("simcord")
    processes = request.node.get_closest_marker("worker_processes") is not None
    paused = pausing.PausingClock(request.node.nodeid) if pausing.is_paused(request.node.nodeid) else None
    with (
        haste.real_clock(paused or time.monotonic),
        simcord_patches.patch_simulator_to_send_member_languages(spoken),
        simulated.nonces(),
        simulated.threads(),
        hastily(with_processes=processes),
    ):
        env = await bot.start(**(marker.kwargs if marker else {}))
        try:
            yield env
        finally:
            await env.shutdown()
            await bot.app.close()
            if paused is not None:
                request.node.add_report_section("call", "pauses", f"steps and seconds: {paused.pauses}")
    haste.check_requests(env.http_requests)
    simulated.raise_errors(env)


@contextmanager
def hastily(*, with_processes: bool) -> Iterator[None]:
    """For the gate only: at night SQLite has its threads, and pictures and searches have their processes."""
    gate = effort.NAME == "gate"
    with ExitStack() as stack:
        for hasty in (haste.translations, haste.payloads, haste.tables, haste.settling):
            stack.enter_context(hasty())
        if gate:
            stack.enter_context(haste.questions())
            stack.enter_context(haste.starting())
        if gate and not with_processes:
            stack.enter_context(haste.workers())
        yield


@pytest.fixture
def still() -> Iterator[None]:
    """Time passes when the test lets it, and pauses are the test's to end."""
    with simulated.still_time():
        yield


async def _draw_no_chart(*_: object) -> None:
    return None


@pytest.fixture
def still_months() -> Iterator[None]:
    """Time passes when the test lets it, with chores four times a day; no chart is drawn."""
    with simulated.sweeping(hours=6), simulated.still_time(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(charts, "draw_leaderboard_chart", _draw_no_chart)
        yield


@pytest.fixture
def server(env: simcord.Env, bot: simulated.Bot, spoken: dict[int, str]) -> simulated.Server:
    return simulated.found(env, bot, spoken)
