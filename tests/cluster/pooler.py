"""A pooler before a PostgreSQL: each transaction, or client, gets a session of its pool."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

from sqlalchemy import make_url

WANTS_TLS = 80_877_103
"""The code with which a client asks for encryption, before anything else."""

READY, BYE = b"Z", b"X"
IDLE = b"I"
"""What a session is between two transactions."""


class Stream(NamedTuple):
    """Both directions of a connection, and messages as PostgreSQL has them."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def read_start(self) -> bytes:
        """The first message, which has no type."""
        length = await self.reader.readexactly(4)
        return length + await self.reader.readexactly(int.from_bytes(length, "big") - 4)

    async def read(self) -> tuple[bytes, bytes]:
        """The type of a message, and all of it."""
        head = await self.reader.readexactly(5)
        return head[:1], head + await self.reader.readexactly(int.from_bytes(head[1:], "big") - 4)


Take = Callable[[deque[Stream]], Stream]
"""Chooses one of the sessions that are free; the last one was used last."""


class Pooler:
    """Sessions of a server, of which each transaction gets one."""

    def __init__(self, port: int, take: Take) -> None:
        self._port = port
        self._take = take
        self._free = deque[Stream]()
        self._open = list[Stream]()
        self._tasks = set[asyncio.Task[None]]()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client, to its end."""
        client = Stream(reader, writer)
        self._open.append(client)
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            await self._begin(client)
            session, answering = None, None
            while True:
                kind, message = await client.read()
                if kind == BYE:
                    break
                if session is None or answering is None or answering.done():
                    session = self._take(self._free)
                    answering = asyncio.create_task(self._answer(session, client))
                    self._tasks.add(answering)
                session.writer.write(message)
        writer.close()

    async def _begin(self, client: Stream) -> None:
        start = await client.read_start()
        if int.from_bytes(start[4:8], "big") == WANTS_TLS:
            client.writer.write(b"N")
            start = await client.read_start()
        session = Stream(*await asyncio.open_connection("127.0.0.1", self._port))
        self._open.append(session)
        session.writer.write(start)
        await self._answer(session, client)

    async def _answer(self, session: Stream, client: Stream) -> None:
        """Tell the client all until a transaction is over, and the session is free."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                kind, message = await session.read()
                if kind == READY and message[-1:] == IDLE:
                    self._free.append(session)
                    client.writer.write(message)
                    return
                client.writer.write(message)

    async def close(self) -> None:
        """End all connections."""
        for each in self._open:
            each.writer.close()
        await asyncio.gather(*self._tasks)
        await asyncio.gather(*(each.writer.wait_closed() for each in self._open))


@asynccontextmanager
async def pooled(url: str, take: Take) -> AsyncIterator[str]:
    """A URL under which a pooler stands before the database of another."""
    parsed = make_url(url)
    assert parsed.port is not None
    pooler = Pooler(parsed.port, take)
    server = await asyncio.start_server(pooler.serve, "127.0.0.1", 0)
    try:
        port = server.sockets[0].getsockname()[1]
        yield parsed.set(port=port).render_as_string()
    finally:
        server.close()
        await pooler.close()
