"""The processes of one bot, each with its own connections to Discord and to PostgreSQL."""

import asyncio
import signal
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import make_url

from tests.crash.proxy import Proxy
from tests.loopback.program import STRICT, Ended, Program, environment, started
from tests.loopback.server import TOKEN, Loopback

STOPS = 120.0
"""Seconds that a process may take to stop in order: others have to take its shards first."""


READY = "Invite the bot"
"""What a process prints when Discord has let it in."""

NO_ANSWER = ": no answer; "
"""The end of the error that a process prints whose database does not answer at its start."""


@dataclass(eq=False)
class Child:
    """A process that runs or will run, with its `name` and the `door` that its requests use."""

    name: str
    address: str
    proxy: Proxy
    program: Program | None = None
    starts: int = 0
    lines: list[str] = field(default_factory=list)
    """What it has printed, in all its lives."""

    @property
    def door(self) -> int:
        """Return the address of its door; see `Loopback.open_door`."""
        return int(self.address.rpartition(":")[2])

    @property
    def runs(self) -> bool:
        """Return whether the process exists."""
        return self.program is not None and self.program.process.returncode is None

    @property
    def is_up(self) -> bool:
        """Return whether the process has logged in, after which it stops cleanly on a signal."""
        return self.program is not None and any(READY in line for line in self.program.out)


class Processes:
    """All processes of one bot."""

    def __init__(
        self, discord: Loopback, folder: Path, database: str, wrong: str = "-", logs: Path | None = None
    ) -> None:
        self.every: list[Child] = []
        self._discord = discord
        self._folder = folder
        self._url = make_url(database)
        self._wrong = wrong
        self._logs = logs
        self._lives: dict[Child, AsyncExitStack] = {}

    @property
    def running(self) -> list[Child]:
        """Return the processes that exist, able to act or not."""
        return [each for each in self.every if each.runs]

    async def make(self) -> Child:
        """Add a process, without starting it."""
        assert self._url.port is not None
        proxy = Proxy(self._url.port)
        await proxy.open()
        child = Child(f"p{len(self.every) + 1}", await self._discord.open_door(), proxy)
        self.every.append(child)
        return child

    async def start(self, child: Child) -> None:
        """Start a process that does not run."""
        assert not child.runs, child.name
        url = self._url.set(port=child.proxy.port)
        env = environment(
            PYTHONWARNINGS=STRICT,
            SUZERAIN_DISCORD__TOKEN=TOKEN,
            SUZERAIN_DATABASE__URL=url.render_as_string(hide_password=False),
            SUZERAIN_LOGGING__LEVEL="info",
        )
        shifted = (f"{self._discord.later}", self._wrong)
        arguments = ("tests.crash.child", child.address, *shifted, "run")
        life = self._lives[child] = AsyncExitStack()
        child.starts += 1
        child.program = await life.enter_async_context(started(*arguments, folder=self._folder, env=env))
        life.push_async_callback(self._supervise(child, child.program))

    def _supervise(self, child: Child, program: Program) -> Callable[[], Coroutine[Any, Any, None]]:
        """Start a process again whose database gave no answer at its start, as a supervisor does.

        Return what ends the supervision.
        """

        async def start_again() -> None:
            await program.process.wait()
            ended = await program.ended()
            if NO_ANSWER in ended.err and child.program is program:
                await self._bury(child)
                await self.start(child)

        task = asyncio.create_task(start_again())

        async def end() -> None:
            if task is not asyncio.current_task():
                task.cancel()
                await asyncio.wait([task])

        return end

    def signal(self, child: Child, number: signal.Signals) -> None:
        """Send a process a signal."""
        assert child.program is not None
        child.program.process.send_signal(number)

    async def kill(self, child: Child) -> None:
        """Kill a process."""
        if child.runs:
            self.signal(child, signal.SIGKILL)
        await self._bury(child)

    async def see_out(self, child: Child) -> Ended:
        """Wait until a process that was told to stop has ended."""
        assert child.program is not None
        async with asyncio.timeout(STOPS):
            await child.program.process.wait()
        return await self._bury(child)

    async def close(self) -> None:
        """Kill all processes."""
        for child in self.every:
            if child in self._lives:
                await self.kill(child)
            await child.proxy.close()

    async def _bury(self, child: Child) -> Ended:
        program = child.program
        assert program is not None
        ended = await program.ended()
        child.lines += [f"--- life {child.starts} by {child.door}, ended with {ended.status}\n", *program.err]
        child.program = None
        await self._lives.pop(child).aclose()
        self.write_logs()
        return ended

    def write_logs(self) -> None:
        """Write the output so far into a folder for inspection."""
        for child in self.every:
            lines = [*child.lines, *([] if child.program is None else child.program.err)]
            if self._logs is not None:
                (self._logs / f"{child.name}.log").write_text("".join(lines))
