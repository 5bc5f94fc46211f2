"""The queue of pictures for the worker process, which is started with the first one.

A renderer blocks the interpreter while it works, so it runs in another process, and the bot's own
process does not import it.
"""

import asyncio
from typing import NamedTuple, Self

import msgspec

from bot.pictures.scene import DrawnPicture, Scene
from bot.workers.frames import Failed
from bot.workers.worker import Worker, WorkerError


class DrawingError(Exception):
    """The picture could not be drawn; the message gives the reason for the log."""


class Studio:
    """A queue that draws one picture at a time, for servers in turn; close it with the bot."""

    def __init__(self, seconds: float = 10.0) -> None:
        """Wait at most `seconds` for a picture, with the start of the process."""
        self.worker = Worker("bot.pictures.worker", seconds)
        self._waiting: dict[int, dict[bytes, _Order]] = {}  # by server, the next one's first
        self._drawing: asyncio.Task[None] | None = None
        self._current: _Order | None = None

    async def __aenter__(self) -> Self:
        """Return the studio; its process is started later."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the studio."""
        await self.close()

    @property
    def process(self) -> int | None:
        """The process id of the worker; None without a process."""
        return self.worker.process

    def serve(self, server: int) -> "ServerStudio":
        """Return the studio of a server."""
        return ServerStudio(self, server)

    async def draw(self, scene: Scene, server: int = 0) -> bytes:
        """Return the scene as PNG. Raises `DrawingError`.

        Servers take turns: a picture waits for at most one picture of each other server. A scene
        that a server has already ordered is drawn once for all callers.
        """
        order = self._find_order(scene, server)
        order.wanted += 1
        try:
            return await asyncio.shield(order.picture)
        finally:
            order.wanted -= 1

    def _find_order(self, scene: Scene, server: int) -> "_Order":
        key = msgspec.msgpack.encode(scene)
        current = self._current
        if current is not None and (current.server, current.key) == (server, key):
            return current
        orders = self._waiting.setdefault(server, {})
        if key not in orders:
            orders[key] = _Order(server, key, scene)
        if self._drawing is None or self._drawing.done():
            self._drawing = asyncio.create_task(self._draw_all())
        return orders[key]

    async def _draw_all(self) -> None:
        while (order := self._take()) is not None:
            if not order.wanted:  # all callers were cancelled
                continue
            self._current = order
            try:
                picture = await self._draw(order.scene)
            except Exception as error:
                order.picture.set_exception(error)
                order.picture.exception()  # mark it as retrieved: perhaps nobody waits any more
            else:
                order.picture.set_result(picture)
            finally:
                self._current = None

    def _take(self) -> "_Order | None":
        """Take the oldest order of the server whose turn it is; None without orders."""
        for server in list(self._waiting):
            orders = self._waiting.pop(server)
            if orders:
                order = orders.pop(next(iter(orders)))
                self._waiting[server] = orders  # the server moves behind all others
                return order
        return None

    async def _draw(self, scene: Scene) -> bytes:
        try:
            body = await self.worker.ask(scene)
        except WorkerError as error:
            raise DrawingError(str(error)) from error
        answer = msgspec.msgpack.decode(body, type=DrawnPicture | Failed)
        if isinstance(answer, Failed):
            raise DrawingError(answer.why)
        return answer.png

    async def close(self) -> None:
        """End the process after the current picture; all other orders fail."""
        for orders in self._waiting.values():
            for order in orders.values():
                order.picture.set_exception(DrawingError("the bot stops"))
                order.picture.exception()
        self._waiting.clear()
        if self._drawing is not None:
            await asyncio.wait([self._drawing])  # also if it was cancelled
        await self.worker.close()


class ServerStudio(NamedTuple):
    """The studio for the pictures of one server."""

    studio: Studio
    server: int

    async def draw(self, scene: Scene) -> bytes:
        """Return the scene as PNG. Raises `DrawingError`."""
        return await self.studio.draw(scene, self.server)


class _Order:
    """An order of a server: a scene, its future picture, and the number of waiting callers."""

    def __init__(self, server: int, key: bytes, scene: Scene) -> None:
        self.server = server
        self.key = key
        self.scene = scene
        self.wanted = 0
        self.picture = asyncio.get_running_loop().create_future()
