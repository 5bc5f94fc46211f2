"""Where pictures are drawn: a process of its own, which is started when the first one is wanted.

A renderer holds the interpreter while it works, so it works elsewhere, and the bot does not even
import it. What takes too long or breaks is ended, and the next picture has a new process: for that
it is a plain child, and no pool, whose children nobody may end one by one.
"""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Self

import msgspec

from bot.pictures.messages import LENGTH, DrawnPicture, Failed, make_frame, read_length
from bot.pictures.scene import Scene

_BROKEN = (OSError, asyncio.IncompleteReadError)


class DrawingError(Exception):
    """The picture could not be drawn; the message says why, for the log."""


class Studio:
    """Draws one picture at a time; close it with the bot."""

    def __init__(self, seconds: float = 10.0) -> None:
        """`seconds` is the longest that a picture may take, with the start of the process."""
        self._seconds = seconds
        self._worker: Process | None = None
        self._turn = asyncio.Lock()

    async def __aenter__(self) -> Self:
        """Nothing is started yet."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close it."""
        await self.close()

    @property
    def process(self) -> int | None:
        """The number of the process, if there is one."""
        return None if self._worker is None else self._worker.pid

    async def draw(self, scene: Scene) -> bytes:
        """The scene as PNG. Raises `DrawingError`.

        A picture that nobody waits for any more is finished once it was begun: a process that is
        slow to start is there for the next one.
        """
        await self._turn.acquire()
        drawing = asyncio.create_task(self._draw(scene))
        drawing.add_done_callback(lambda _: self._turn.release())
        return await asyncio.shield(drawing)

    async def _draw(self, scene: Scene) -> bytes:
        try:
            async with asyncio.timeout(self._seconds):
                answer = await self._answer(make_frame(scene))
        except TimeoutError:
            raise DrawingError(f"no picture after {self._seconds:g} s") from None
        except _BROKEN as error:
            raise DrawingError(f"the process of pictures broke: {error!r}") from error
        if isinstance(answer, Failed):
            raise DrawingError(answer.why)
        return answer.png

    async def close(self) -> None:
        """End the process, after the picture that is being drawn."""
        async with self._turn:
            await self._end()

    async def _answer(self, request: bytes) -> DrawnPicture | Failed:
        """Ask the process; if it has died since the last picture, a new one."""
        if self._worker is not None:
            with suppress(*_BROKEN):
                return await self._exchange(self._worker, request)
        self._worker = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot.pictures.worker", stdin=PIPE, stdout=PIPE
        )
        return await self._exchange(self._worker, request)

    async def _exchange(self, worker: Process, request: bytes) -> DrawnPicture | Failed:
        """A frame there and a frame back; whatever comes between leaves no process behind."""
        assert worker.stdin is not None
        assert worker.stdout is not None
        try:
            worker.stdin.write(request)
            await worker.stdin.drain()
            head = await worker.stdout.readexactly(LENGTH)
            body = await worker.stdout.readexactly(read_length(head))
        except BaseException:
            await self._end()
            raise
        return msgspec.msgpack.decode(body, type=DrawnPicture | Failed)

    async def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            if worker.returncode is None:
                worker.kill()
            await worker.wait()
