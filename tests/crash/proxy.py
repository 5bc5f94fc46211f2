"""A network between a process and its PostgreSQL, which can be cut in two ways."""

import asyncio
import socket
import struct
from contextlib import suppress
from typing import Literal

NOTICED = 25.0
"""Seconds after which a server's keepalives tell it that a silent network is no more."""

PIECE = 1 << 16

Cut = Literal["silent", "reset"]


class _Link:
    """A connection of a process, and its connection to the server."""

    def __init__(self, near: asyncio.StreamWriter, far: asyncio.StreamWriter) -> None:
        self.near, self.far = near, far

    def reset(self) -> None:
        """End both connections at once."""
        for half in (self.near, self.far):
            _reset(half)


class Proxy:
    """A proxy between a process and its server, on a port that stays the same."""

    def __init__(self, port: int) -> None:
        self.port = 0
        self._to = port
        self._server: asyncio.Server | None = None
        self._links = set[_Link]()
        self._serving = set[asyncio.Task[None]]()
        self._passes = asyncio.Event()
        self._passes.set()
        self._noticing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Listen, on the former port if there was one."""
        self._server = await asyncio.start_server(self._begin, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    def list_ports(self) -> list[int]:
        """Return the ports by which the server knows the present connections."""
        found = (link.far.get_extra_info("sockname") for link in self._links)
        return [name[1] for name in found if name is not None]

    async def cut(self, how: Cut) -> None:
        """Let nothing through from now on.

        `silent`: packets are held back, and arrive late if their connection survives. `reset`:
        connections end, and new ones are refused.
        """
        if how == "silent":
            self._passes.clear()
            self._noticing = asyncio.create_task(self._notice())
        else:
            self._end()

    async def mend(self) -> None:
        """Let everything through from now on."""
        if self._noticing is not None:
            self._noticing.cancel()
        self._passes.set()
        if self._server is None:
            await self.open()

    async def close(self) -> None:
        """Close the proxy for good."""
        await self.mend()
        self._end()
        await asyncio.gather(*self._serving, return_exceptions=True)

    def _end(self) -> None:
        """End all connections, and accept no more."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for link in list(self._links):
            link.reset()

    async def _notice(self) -> None:
        await asyncio.sleep(NOTICED)
        for link in list(self._links):
            _reset(link.far)

    def _begin(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, near))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        try:
            await self._passes.wait()
            answers, far = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            _reset(near)
            return
        link = _Link(near, far)
        self._links.add(link)
        try:
            await asyncio.gather(self._pass(reader, far), self._pass(answers, near))
        finally:
            self._links.discard(link)
            link.reset()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reader.read(PIECE):
                await self._passes.wait()
                writer.write(piece)
                await writer.drain()
        await self._passes.wait()  # nor does the end of a connection get through
        with suppress(OSError, RuntimeError):
            writer.write_eof()


def _reset(writer: asyncio.StreamWriter) -> None:
    """Reset a connection, so that the other end notices at once."""
    given = writer.get_extra_info("socket")
    if given is not None and not writer.is_closing():
        with suppress(OSError):
            given.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
