"""Thousands of commands at the same moment: who is answered, how soon, and with how many files."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

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

QUIET = 2.0
"""Seconds without an answer after which no other comes."""

MOST_FILES = 1_024
"""The limit of open files where nobody has raised it."""


def flooding(_: Size, folder: Path) -> list[Figure]:
    """Send 5,000 commands at once, and count the answers."""
    return asyncio.run(_flood(folder))


async def _flood(folder: Path) -> list[Figure]:
    env = environment(SUZERAIN_DISCORD__TOKEN=TOKEN, SUZERAIN_LOGGING__LEVEL="error")
    async with (
        Loopback(channels=CHANNELS) as discord,
        started("tests.loopback.child", discord.address, "run", folder=folder, env=env) as program,
    ):
        await discord.ready()
        await discord.command("pod open")
        with _counting_files(program) as files:
            begun = await _send_all(discord)
            await _wait_for_quiet(discord)
        await discord.command("pod status")  # it goes on
    took = {id: attempts[0].at - begun[id] for id, attempts in discord.rest.attempts.items() if id in begun}
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
        Figure("  not answered", INTERACTIONS - len(took), "commands"),
        Figure("  files and connections open at most", max(files), "files", wanted=MOST_FILES, want="at most"),
    ]


async def _send_all(discord: Loopback) -> dict[int, float]:
    """Send all commands; return when each was sent."""
    known = {command["name"]: command["id"] for command in discord.rest.commands}
    data: Json = {"id": known["pod"], "name": "pod", "type": 1}
    data["options"] = [{"name": "status", "type": 1, "options": []}]
    words = []
    for number in range(INTERACTIONS):  # first, for Discord needs no time for it
        place = discord.places[number % CHANNELS]
        payload = interaction(ID, COMMAND, data, MEMBERS[number % len(MEMBERS)], place)
        said = {"op": 0, "d": payload, "t": "INTERACTION_CREATE", "s": number + 1_000}
        words.append(json.dumps(said))
    begun = {}
    for each in words:
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
