"""The bot as a process of its own: output, signals, and end."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.loopback import forked
from tests.loopback.forked import Forked
from tests.loopback.seen import PATIENCE, Seen

ROOT = Path(__file__).parents[2]
STRICT = "error,ignore:'audioop' is deprecated:DeprecationWarning"
"""Warnings are failures, but for discord.py's."""


@dataclass(frozen=True)
class Ended:
    """The status and the output of a program that ended.

    `database` is the line that says on which database a command acts, and no part of `err`.
    """

    status: int
    out: str
    err: str
    database: str = ""


def split_database(printed: str) -> tuple[str, str]:
    """Return the line that says on which database a command acts, and the other lines."""
    if not printed.startswith("database: "):
        return "", printed
    first, _, rest = printed.partition("\n")
    return first, rest


class Program:
    """A running program."""

    def __init__(self, process: Process | Forked) -> None:
        self.process = process
        self.out: list[str] = []
        self.err: list[str] = []
        self._seen = Seen()
        assert process.stdout is not None
        assert process.stderr is not None
        self._readers = [
            asyncio.create_task(self._read(process.stdout, self.out)),
            asyncio.create_task(self._read(process.stderr, self.err)),
        ]

    async def _read(self, stream: asyncio.StreamReader, lines: list[str]) -> None:
        async for line in stream:
            lines.append(line.decode())
            self._seen.something()

    async def printed(self, part: str) -> None:
        """Wait until the program has printed a line with `part`, on either stream."""
        await self._seen.until(lambda: any(part in line for line in self.out + self.err))

    async def ended(self) -> Ended:
        """Wait for the program's end."""
        async with asyncio.timeout(PATIENCE):
            status = await self.process.wait()
            await asyncio.gather(*self._readers)
        database, out = split_database("".join(self.out))
        return Ended(status, out, "".join(self.err), database)

    async def kill(self) -> None:
        """Kill the program if it still runs."""
        if self.process.returncode is None:
            self.process.kill()
        await self.ended()


def environment(**more: str) -> dict[str, str]:
    """Return this process's environment without the bot's settings, with the tests on the path."""
    own = {k: v for k, v in os.environ.items() if not k.startswith("SUZERAIN_")}
    return {**own, "PYTHONPATH": str(ROOT), **more}


@asynccontextmanager
async def started(module: str, *arguments: str, folder: Path, env: Mapping[str, str]) -> AsyncIterator[Program]:
    """Start `python -m MODULE ARGUMENT...` in a folder; kill it after the block.

    Where that is the same for a program with strict warnings, it is forked.
    """
    program = Program(await _start(module, *arguments, folder=folder, env=env))
    try:
        yield program
    except BaseException as error:
        error.add_note("".join(["The program printed:\n", *program.out, *program.err]))
        raise
    finally:
        await program.kill()


async def _start(module: str, *arguments: str, folder: Path, env: Mapping[str, str]) -> Process | Forked:
    if forked.can_be_forked(module, env):
        return await forked.fork(module, *arguments, folder=folder, env=env)
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *arguments, cwd=folder, env=env, stdout=PIPE, stderr=PIPE
    )
