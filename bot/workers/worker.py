"""The bot's side of a worker: a child process that is started with the first request.

A child that is late or breaks is killed, and the next request starts a new one. A process pool would not let us kill
one child.
"""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

from bot.workers.frames import LENGTH_BYTES, decode_length_of_worker_message, encode_worker_message

_BROKEN_PIPE_ERRORS = (OSError, asyncio.IncompleteReadError)


class WorkerProcessError(Exception):
    """The error that a worker process gave no answer. The message says why, for the log."""


class WorkerTimeoutError(WorkerProcessError):
    """The error that a worker process took too long and was stopped."""


class WorkerProcess:
    """A child process that answers one request at a time. It is closed with the bot."""

    def __init__(self, module_name: str, timeout: float) -> None:
        """Run `module_name` in the process, and wait at most `timeout` seconds for an answer."""
        self.seconds = timeout
        self._module = module_name
        self._child: Process | None = None
        self._turn = asyncio.Lock()
        self._stopped = False

    @property
    def process_id(self) -> int | None:
        """The id of the process; None if none is running."""
        return None if self._child is None else self._child.pid

    async def send_request(self, worker_request: object) -> bytes:
        """Send a request, and return the answer in MessagePack. Raises `WorkerProcessError`."""
        await self._turn.acquire()
        answering = asyncio.create_task(self._send_request_with_timeout(encode_worker_message(worker_request)))
        answering.add_done_callback(lambda _: self._turn.release())
        return await asyncio.shield(answering)

    async def close(self) -> None:
        """End the process after the current request."""
        async with self._turn:
            await self._end_worker_process()

    async def kill(self) -> None:
        """End the process at once, and start no other."""
        self._stopped = True
        if self._child is not None and self._child.returncode is None:
            self._child.kill()
        await self.close()

    async def _send_request_with_timeout(self, request: bytes) -> bytes:
        try:
            async with asyncio.timeout(self.seconds):
                return await self._send_request_or_restart_process(request)
        except TimeoutError:
            raise WorkerTimeoutError(f"no answer after {self.seconds:g} s") from None
        except _BROKEN_PIPE_ERRORS as error:
            raise WorkerProcessError(f"the process of {self._module} broke: {error!r}") from error

    async def _send_request_or_restart_process(self, request: bytes) -> bytes:
        """Send a request. If the process has died, start another."""
        if self._child is not None:
            with suppress(*_BROKEN_PIPE_ERRORS):
                return await self._send_request_and_read_answer(self._child, request)
        if self._stopped:
            raise BrokenPipeError("stopped")
        self._child = await asyncio.create_subprocess_exec(sys.executable, "-m", self._module, stdin=PIPE, stdout=PIPE)
        return await self._send_request_and_read_answer(self._child, request)

    async def _send_request_and_read_answer(self, child_process: Process, request: bytes) -> bytes:
        """Send a request and return the answer's body. Any exception ends the process."""
        assert child_process.stdin is not None
        assert child_process.stdout is not None
        try:
            child_process.stdin.write(request)
            await child_process.stdin.drain()
            head = await child_process.stdout.readexactly(LENGTH_BYTES)
            return await child_process.stdout.readexactly(decode_length_of_worker_message(head))
        except BaseException:
            await self._end_worker_process()
            raise

    async def _end_worker_process(self) -> None:
        child = self._child
        self._child = None
        if child is not None:
            if child.returncode is None:
                child.kill()
            await child.wait()
