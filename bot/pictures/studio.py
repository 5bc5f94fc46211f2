"""Where pictures are drawn: in a process of its own, which is started for the first one.

A renderer holds the interpreter while it works, so it works elsewhere, and the bot does not even
import it.
"""

import asyncio
from typing import NamedTuple, Self

import msgspec

from bot.pictures.scene import DrawnPicture, Scene
from bot.workers.frames import Failed
from bot.workers.worker import Worker, WorkerError


class DrawingError(Exception):
    """The picture could not be drawn; the message says why, for the log."""


class Studio:
    """Draws one picture at a time, each server's in its turn; close it with the bot."""

    def __init__(self, seconds: float = 10.0) -> None:
        """`seconds` is the longest that a picture may take, with the start of the process."""
        self.worker = Worker("bot.pictures.worker", seconds)
        self._waiting: dict[int, dict[bytes, _Order]] = {}  # by server, whose turn it is first
        self._drawing: asyncio.Task[None] | None = None
        self._current: _Order | None = None

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

    def serve(self, server: int) -> "Easel":
        """Return where a server's pictures are ordered."""
        return Easel(self, server)

    async def draw(self, scene: Scene, server: int = 0) -> bytes:
        """The scene as PNG. Raises `DrawingError`.

        However many pictures one server wants, another's next one waits for one of them. A scene
        that a server has ordered already is drawn once for all who wait for it.
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
            if not order.wanted:  # whoever ordered it has gone
                continue
            self._current = order
            try:
                picture = await self._draw(order.scene)
            except Exception as error:
                order.picture.set_exception(error)
                order.picture.exception()  # it is looked at, even if nobody waits any more
            else:
                order.picture.set_result(picture)
            finally:
                self._current = None

    def _take(self) -> "_Order | None":
        """The order that has waited longest, of the server whose turn it is."""
        for server in list(self._waiting):
            orders = self._waiting.pop(server)
            if orders:
                order = orders.pop(next(iter(orders)))
                self._waiting[server] = orders  # after all others
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
        """End the process, after the picture that is being drawn; no other is begun."""
        for orders in self._waiting.values():
            for order in orders.values():
                order.picture.set_exception(DrawingError("the bot stops"))
                order.picture.exception()
        self._waiting.clear()
        if self._drawing is not None:
            await asyncio.wait([self._drawing])  # also one that was cancelled
        await self.worker.close()


class Easel(NamedTuple):
    """Where the pictures of a server are ordered."""

    studio: Studio
    server: int

    async def draw(self, scene: Scene) -> bytes:
        """The scene as PNG. Raises `DrawingError`."""
        return await self.studio.draw(scene, self.server)


class _Order:
    """A scene that a server wants drawn, and how many wait for that."""

    def __init__(self, server: int, key: bytes, scene: Scene) -> None:
        self.server = server
        self.key = key
        self.scene = scene
        self.wanted = 0
        self.picture = asyncio.get_running_loop().create_future()
