"""Thousands of commands at the same moment: who is answered, how soon, and with how many files."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import psutil  # type: ignore[import-untyped]

from bot.front.gateway.admission_control import MAX_REFUSED_AGE
from tests.benchmarks.figures import Figure, Size
from tests.loopback.objects import MEMBERS, Json, interaction
from tests.loopback.program import Program, environment, started
from tests.loopback.server import COMMAND, DISCORDS, TOKEN, Loopback

INTERACTIONS = 5_000
CHANNELS = 64

REFUSED_WITHIN = MAX_REFUSED_AGE + 0.5
"""Seconds within which a command is refused: half a second after the last moment to decide it."""

BUSY = "⏳ I have too much to do right now."
"""The first words of a refusal."""

EXCUSE = "⏳"
"""The sign with which every answer begins that says that nothing was done."""

ID = 1_999_999_999_999_999_999
"""Stands for the id of an interaction until it is sent."""

PART = 0.28
"""As a part of what an answer costs, so much a refusal costs at most: reading what the gateway sends is a fifteenth."""

TOLD = 0.7
"""As a part of what a program tells that refuses everything, so many are told something in a flood."""

QUIET = 2.0
"""Seconds without an answer after which no other comes."""

MOST_FILES = 1_024
"""The limit of open files where nobody has raised it."""


BATCH = 50
"""Interactions that are sent together to measure the processor time of each."""


class Costs(NamedTuple):
    """Processor milliseconds of a pong, of an answer to `/pod status`, and of a refusal.

    `sendable` is how many refusals a program sends in Discord's three seconds that does nothing else.
    """

    pong: float
    answer: float
    refusal: float
    sendable: int


def flooding(size: Size, folder: Path) -> list[Figure]:
    """Send 5,000 commands at once, and count the answers; measure what a refusal costs."""
    costs = asyncio.run(_measure_costs(folder, size.turns))
    return [
        Figure("processor time, pong", costs.pong, "ms"),
        Figure("  an answer to /pod status", costs.answer, "ms", baseline=("pong", costs.pong)),
        Figure("  a refusal", costs.refusal, "ms", PART * costs.answer, "at most", ("an answer", costs.answer)),
        Figure("  beside pong", costs.refusal, "ms", baseline=("pong", costs.pong)),
        *asyncio.run(_flood(folder, costs)),
    ]


async def _measure_costs(folder: Path, turns: int) -> Costs:
    env = environment(SUZERAIN_DISCORD__TOKEN=TOKEN, SUZERAIN_LOGGING__LEVEL="error")
    pongs, answers, refusals = list[float](), list[float](), list[float]()
    async with (
        Loopback(channels=CHANNELS) as discord,
        started("tests.loopback.ponging", "blank", discord.address, "run", folder=folder, env=env) as program,
    ):
        await discord.ready()
        for _ in range(turns):
            pongs.append(await _measure_cost(discord, program, "pong"))
            answers.append(await _measure_cost(discord, program, "pod", "status"))
    async with (
        Loopback(channels=CHANNELS) as discord,
        started("tests.loopback.refusing", discord.address, "run", folder=folder, env=env) as program,
    ):
        await discord.ready()
        refusals = [await _measure_cost(discord, program, "pod", "status") for _ in range(turns)]
        took = await _measure_answers(discord)
    return Costs(min(pongs), min(answers), min(refusals), _count_in_time(took))


async def _measure_answers(discord: Loopback) -> dict[int, float]:
    """Send 5,000 commands at once; return the seconds to the answer of each that was answered."""
    begun = await _send(discord, _make_payloads(discord, INTERACTIONS, "pod", "status"))
    await _wait_for_quiet(discord)
    return {id: attempts[0].at - begun[id] for id, attempts in discord.rest.attempts.items() if id in begun}


def _count_in_time(took: dict[int, float]) -> int:
    return sum(seconds <= DISCORDS for seconds in took.values())


async def _measure_cost(discord: Loopback, program: Program, command: str, inner: str = "") -> float:
    """Return the processor milliseconds that the program takes for each of some batches of a command."""
    measured = psutil.Process(program.process.pid)
    payloads = _make_payloads(discord, 10 * BATCH, command, inner)
    before = sum(measured.cpu_times()[:2])
    for first in range(0, len(payloads), BATCH):
        begun = await _send(discord, payloads[first : first + BATCH])
        await discord.seen.until(lambda sent=begun: sent.keys() <= discord.rest.attempts.keys())  # type: ignore[misc]
    return float((sum(measured.cpu_times()[:2]) - before) / len(payloads) * 1000)


async def _flood(folder: Path, costs: Costs) -> list[Figure]:
    env = environment(SUZERAIN_DISCORD__TOKEN=TOKEN, SUZERAIN_LOGGING__LEVEL="error")
    async with (
        Loopback(channels=CHANNELS) as discord,
        started("tests.loopback.child", discord.address, "run", folder=folder, env=env) as program,
    ):
        await discord.ready()
        await discord.command("pod open")
        with _counting_files(program) as files:
            took = await _measure_answers(discord)
        await discord.command("pod status")  # it goes on
    refused = {id for id in took if discord.rest.answers[id].content.startswith(BUSY)}
    excused = {id for id in took if discord.rest.answers[id].content.startswith(EXCUSE)} - refused
    served = [seconds for id, seconds in took.items() if id not in refused | excused]
    late = [each for each in served if each > DISCORDS]
    slow = [took[id] for id in refused if took[id] > REFUSED_WITHIN]
    return [
        Figure("answered, of 5,000 commands at once", len(served) - len(late), "commands"),
        Figure("  slowest of these", max(served, default=0.0), "s", wanted=DISCORDS, want="at most"),
        Figure(
            "  answered after Discord's three seconds",
            float(len(late)),  # no count that a test may ask for: it depends on the machine
            "commands",
            wanted=0,
            want="at most",
        ),
        Figure("  told after two seconds that nothing was done", len(excused), "commands", want="at most"),
        Figure("  refused", len(refused), "commands", want="at most"),
        Figure(
            "  refused more than half a second after the decision",
            float(len(slow)),
            "commands",
            wanted=0,
            want="at most",
        ),
        Figure(
            "  told something in three seconds",
            float(_count_in_time(took)),
            "commands",
            wanted=TOLD * costs.sendable,
            baseline=("by a program that refuses all", float(costs.sendable)),
        ),
        Figure("  not answered", INTERACTIONS - len(took), "commands", want="at most"),
        Figure("  files and connections open at most", max(files), "files", wanted=MOST_FILES, want="at most"),
    ]


def _make_payloads(discord: Loopback, count: int, command: str, inner: str = "") -> list[str]:
    """Make what Discord says of so many commands; first, for it needs no time for that."""
    known = {command["name"]: command["id"] for command in discord.rest.commands}
    data: Json = {"id": known[command], "name": command, "type": 1}
    data["options"] = [{"name": inner, "type": 1, "options": []}] if inner else []
    words = []
    for number in range(count):
        place = discord.places[number % CHANNELS]
        payload = interaction(ID, COMMAND, data, MEMBERS[number % len(MEMBERS)], place)
        said = {"op": 0, "d": payload, "t": "INTERACTION_CREATE", "s": number + 1_000}
        words.append(json.dumps(said))
    return words


async def _send(discord: Loopback, payloads: Sequence[str]) -> dict[int, float]:
    """Send commands; return when each was sent."""
    begun = {}
    for each in payloads:
        id = next(discord.ids)
        begun[id] = perf_counter()
        await discord.gateway.say(each.replace(f"{ID}", f"{id}"))
    return begun


async def _wait_for_quiet(discord: Loopback) -> None:
    """Wait until no answer comes any more."""
    while True:
        before = len(discord.rest.attempts)
        await asyncio.sleep(QUIET)
        if len(discord.rest.attempts) == before:
            return


@contextmanager
def _counting_files(program: Program) -> Iterator[list[int]]:
    """Count the open files and connections of a program again and again during the block."""
    watched = psutil.Process(program.process.pid)
    counts = [watched.num_fds()]

    async def count() -> None:
        while True:
            counts.append(watched.num_fds())
            await asyncio.sleep(0.05)

    counting = asyncio.create_task(count())
    try:
        yield counts
    finally:
        counting.cancel()
