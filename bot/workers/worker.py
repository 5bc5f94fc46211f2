"""The bot's side of a worker: a child process that is started with the first request.

A child that is late or breaks is killed, and the next request starts a new one. A process pool
would not let us kill one child.
"""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

from bot.workers.frames import LENGTH_BYTES, make_frame, read_length

_BROKEN_PIPE_ERRORS = (OSError, asyncio.IncompleteReadError)


class WorkerError(Exception):
    """The worker gave no answer; the message gives the reason for the log."""


class WorkerLate(WorkerError):
    """The answer took too long, and the process was killed."""


class Worker:
    """A child process that answers one request at a time; close it with the bot."""

    def __init__(self, module: str, seconds: float) -> None:
        """Run `module` in the process; wait at most `seconds` for an answer, with its start."""
        self.seconds = seconds
        self._module = module
        self._child: Process | None = None
        self._turn = asyncio.Lock()
        self._stopped = False

    @property
    def process(self) -> int | None:
        """The process id; None without a process."""
        return None if self._child is None else self._child.pid

    async def ask(self, message: object) -> bytes:
        """Return the MessagePack that answers a message. Raises `WorkerError`.

        A request whose caller was cancelled is still finished, so that a process that starts
        slowly is ready for the next one.
        """
        await self._turn.acquire()
        answering = asyncio.create_task(self._ask(make_frame(message)))
        answering.add_done_callback(lambda _: self._turn.release())
        return await asyncio.shield(answering)

    async def close(self) -> None:
        """End the process after the current request."""
        async with self._turn:
            await self._end()

    async def stop(self) -> None:
        """Kill the process at once, and start no new one."""
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
        except _BROKEN_PIPE_ERRORS as error:
            raise WorkerError(f"the process of {self._module} broke: {error!r}") from error

    async def _answer(self, request: bytes) -> bytes:
        """Ask the process; if it has died since the last request, start a new one."""
        if self._child is not None:
            with suppress(*_BROKEN_PIPE_ERRORS):
                return await self._exchange(self._child, request)
        if self._stopped:
            raise BrokenPipeError("stopped")
        self._child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", self._module, stdin=PIPE, stdout=PIPE
        )
        return await self._exchange(self._child, request)

    async def _exchange(self, child: Process, request: bytes) -> bytes:
        """Send a frame and return the answer's body. After any exception the process is gone."""
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            child.stdin.write(request)
            await child.stdin.drain()
            head = await child.stdout.readexactly(LENGTH_BYTES)
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
