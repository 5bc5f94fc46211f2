"""The bot's side of a worker: a process of its own, started when it is first wanted.

What takes too long or breaks is ended, and the next request has a new process: for that it is a
plain child, and no pool, whose children nobody may end one by one.
"""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

from bot.workers.frames import LENGTH, make_frame, read_length

_BROKEN = (OSError, asyncio.IncompleteReadError)


class WorkerError(Exception):
    """The worker gave no answer; the message says why, for the log."""


class WorkerLate(WorkerError):
    """The answer took too long, and its process was ended."""


class Worker:
    """Answers one request at a time; close it with the bot."""

    def __init__(self, module: str, seconds: float) -> None:
        """`module` runs in the process; `seconds` is the longest that an answer may take.

        The start of the process counts.
        """
        self.seconds = seconds
        self._module = module
        self._child: Process | None = None
        self._turn = asyncio.Lock()
        self._stopped = False

    @property
    def process(self) -> int | None:
        """The number of the process, if there is one."""
        return None if self._child is None else self._child.pid

    async def ask(self, message: object) -> bytes:
        """Return the MessagePack that answers a message. Raises `WorkerError`.

        An answer that nobody waits for any more is finished once it was begun: a process that is
        slow to start is there for the next one.
        """
        await self._turn.acquire()
        answering = asyncio.create_task(self._ask(make_frame(message)))
        answering.add_done_callback(lambda _: self._turn.release())
        return await asyncio.shield(answering)

    async def close(self) -> None:
        """End the process, after the request that it works on."""
        async with self._turn:
            await self._end()

    async def stop(self) -> None:
        """End the process at once, whatever it works on, and start none any more."""
        self._stopped = True
        if self._child is not None and self._child.returncode is None:
            self._child.kill()
        await self.close()

    async def _ask(self, request: bytes) -> bytes:
        try:
            async with asyncio.timeout(self.seconds):
                return await self._answer(request)
        except TimeoutError:
            raise WorkerLate(f"no answer after {self.seconds:g} s") from None
        except _BROKEN as error:
            raise WorkerError(f"the process of {self._module} broke: {error!r}") from error

    async def _answer(self, request: bytes) -> bytes:
        """Ask the process; if it has died since the last request, a new one."""
        if self._child is not None:
            with suppress(*_BROKEN):
                return await self._exchange(self._child, request)
        if self._stopped:
            raise BrokenPipeError("stopped")
        self._child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", self._module, stdin=PIPE, stdout=PIPE
        )
        return await self._exchange(self._child, request)

    async def _exchange(self, child: Process, request: bytes) -> bytes:
        """A frame there and a frame back; whatever comes between leaves no process behind."""
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            child.stdin.write(request)
            await child.stdin.drain()
            head = await child.stdout.readexactly(LENGTH)
            return await child.stdout.readexactly(read_length(head))
        except BaseException:
            await self._end()
            raise

    async def _end(self) -> None:
        child = self._child
        self._child = None
        if child is not None:
            if child.returncode is None:
                child.kill()
            await child.wait()
