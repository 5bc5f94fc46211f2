"""The queue of pictures for the worker process, which starts with the first picture.

A renderer blocks the interpreter while it works, so it runs in another process, and the bot's own process does not
import it.
"""

import asyncio
from typing import NamedTuple, Self

import msgspec

from bot.pictures.scene import DrawnPicture, Scene
from bot.workers.frames import WorkerFailure
from bot.workers.worker import WorkerProcess, WorkerProcessError


class PictureDrawingError(Exception):
    """The error that a picture was not drawn. The message says why, for the log."""


class PictureQueue:
    """A queue of pictures for a worker process, which draws for one server after the other.

    Close it with the bot.
    """

    def __init__(self, timeout: float = 10.0) -> None:
        """Wait at most `timeout` seconds for a picture, including the start of the process."""
        self.worker = WorkerProcess("bot.pictures.worker", timeout)
        self._waiting: dict[int, dict[bytes, _PictureRequest]] = {}  # by server, the next one's first
        self._drawing: asyncio.Task[None] | None = None
        self._current: _PictureRequest | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def process_id(self) -> int | None:
        """The id of the process that draws pictures; None if none runs."""
        return self.worker.process_id

    def get_queue_of_server(self, server_id: int) -> "ServerPictureQueue":
        return ServerPictureQueue(self, server_id)

    async def draw_picture(self, scene: Scene, server_id: int = 0) -> bytes:
        """Return a picture as PNG, drawn by the worker process. Raises `PictureDrawingError`.

        Servers take turns: a picture waits for at most one picture of each other server. A scene that a server has
        already ordered is drawn once for all callers.
        """
        order = self._find_or_add_requested_picture(scene, server_id)
        order.wanted += 1
        try:
            return await asyncio.shield(order.picture)
        finally:
            order.wanted -= 1

    def _find_or_add_requested_picture(self, scene: Scene, server_id: int) -> "_PictureRequest":
        key = msgspec.msgpack.encode(scene)
        current = self._current
        if current is not None and (current.server, current.key) == (server_id, key):
            return current
        orders = self._waiting.setdefault(server_id, {})
        if key not in orders:
            orders[key] = _PictureRequest(server_id, key, scene)
        if self._drawing is None or self._drawing.done():
            self._drawing = asyncio.create_task(self._draw_all_requested_pictures())
        return orders[key]

    async def _draw_all_requested_pictures(self) -> None:
        while (order := self._pop_next_requested_picture()) is not None:
            if not order.wanted:  # all callers were cancelled
                continue
            self._current = order
            try:
                picture = await self._request_picture_from_worker(order.scene)
            except Exception as error:
                order.picture.set_exception(error)
                order.picture.exception()  # mark it as retrieved: perhaps nobody waits any more
            else:
                order.picture.set_result(picture)
            finally:
                self._current = None

    def _pop_next_requested_picture(self) -> "_PictureRequest | None":
        """Remove and return the oldest request of the server that is next in turn; None without requests."""
        for server in list(self._waiting):
            orders = self._waiting.pop(server)
            if orders:
                order = orders.pop(next(iter(orders)))
                self._waiting[server] = orders  # the server moves behind all others
                return order
        return None

    async def _request_picture_from_worker(self, scene: Scene) -> bytes:
        try:
            body = await self.worker.send_request(scene)
        except WorkerProcessError as error:
            raise PictureDrawingError(str(error)) from error
        answer = msgspec.msgpack.decode(body, type=DrawnPicture | WorkerFailure)
        if isinstance(answer, WorkerFailure):
            raise PictureDrawingError(answer.why)
        return answer.png

    async def close(self) -> None:
        """Stop the worker process after the current picture. All other requests fail."""
        for orders in self._waiting.values():
            for order in orders.values():
                order.picture.set_exception(PictureDrawingError("the bot stops"))
                order.picture.exception()
        self._waiting.clear()
        if self._drawing is not None:
            await asyncio.wait([self._drawing])  # also if it was cancelled
        await self.worker.close()


class ServerPictureQueue(NamedTuple):
    """A picture queue that draws for one server."""

    studio: PictureQueue
    server: int

    async def draw_picture(self, scene: Scene) -> bytes:
        """Return a picture as PNG, drawn for the server. Raises `PictureDrawingError`."""
        return await self.studio.draw_picture(scene, self.server)


class _PictureRequest:
    """A request for a picture: what it shows, its future PNG, and how many callers wait."""

    def __init__(self, server: int, key: bytes, scene: Scene) -> None:
        self.server = server
        self.key = key
        self.scene = scene
        self.wanted = 0
        self.picture = asyncio.get_running_loop().create_future()
