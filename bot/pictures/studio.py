"""Where pictures are drawn: in a process of its own, which is started for the first one.

A renderer holds the interpreter while it works, so it works elsewhere, and the bot does not even
import it.
"""

from typing import Self

import msgspec

from bot.pictures.messages import DrawnPicture
from bot.pictures.scene import Scene
from bot.workers.frames import Failed
from bot.workers.worker import Worker, WorkerError


class DrawingError(Exception):
    """The picture could not be drawn; the message says why, for the log."""


class Studio:
    """Draws one picture at a time; close it with the bot."""

    def __init__(self, seconds: float = 10.0) -> None:
        """`seconds` is the longest that a picture may take, with the start of the process."""
        self.worker = Worker("bot.pictures.worker", seconds)

    async def __aenter__(self) -> Self:
        """Nothing is started yet."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close it."""
        await self.close()

    @property
    def process(self) -> int | None:
        """The number of the process, if there is one."""
        return self.worker.process

    async def draw(self, scene: Scene) -> bytes:
        """The scene as PNG. Raises `DrawingError`."""
        try:
            body = await self.worker.ask(scene)
        except WorkerError as error:
            raise DrawingError(str(error)) from error
        answer = msgspec.msgpack.decode(body, type=DrawnPicture | Failed)
        if isinstance(answer, Failed):
            raise DrawingError(answer.why)
        return answer.png

    async def close(self) -> None:
        """End the process, after the picture that is being drawn."""
        await self.worker.close()
