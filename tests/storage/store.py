"""A real database in a file, and a channel that writes into it as the service does."""

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Table, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.projections.project import project
from bot.rules.commands import Command, Defeat, Open, Start
from bot.rules.decide import decide
from bot.rules.events import Setup
from bot.rules.facts import Report, Source
from bot.rules.pod import Pod, evolve
from bot.storage.engine import open_engine, reading
from bot.storage.log import Log, Recorded
from bot.storage.people import Person

GUILD = 900
CHANNEL = 100
SEATS = ("ana", "bo", "cy", "di")
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def url_of(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


@asynccontextmanager
async def opened(file: Path) -> AsyncIterator[AsyncEngine]:
    """An engine, and no connection left behind."""
    engine = open_engine(url_of(file))
    try:
        yield engine
    finally:
        await engine.dispose()


@asynccontextmanager
async def fresh_copy(template: Path) -> AsyncIterator[AsyncEngine]:
    """A migrated database of its own, for examples that must not see each other's."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(shutil.copy(template, folder))
        async with opened(file) as engine:
            yield engine


async def rows(engine: AsyncEngine, table: Table) -> list[tuple[Any, ...]]:
    """All that a table holds, in the order of its key."""
    async with reading(engine) as connection:
        found = await connection.execute(select(table).order_by(*table.primary_key.columns))
        return [tuple(row) for row in found]


def killed(loser: str, killer: str) -> Defeat:
    """The simplest defeat there is."""
    return Defeat((Report(loser, "life", (Source(killer, "Lightning Bolt"),)),))


class Channel:
    """Decides commands and appends what comes of them, one minute after the other."""

    def __init__(self, engine: AsyncEngine, id: int = CHANNEL, guild: int = GUILD) -> None:
        self.log = Log(engine)
        self.id = id
        self.guild = guild
        self.version = 0
        self.number = 0
        self.pod: Pod | None = None
        self.written: list[Recorded] = []

    async def do(self, *commands: Command) -> Recorded:
        """Carries out the commands and returns what the last one led to."""
        for command in commands:
            await self._append(command)
        return self.written[-1]

    async def play(self, *losers: str, killer: str = "ana", seats: Iterable[str] = SEATS) -> None:
        """A pod from its lobby to the last of these defeats, all of them the killer's doing."""
        seated = tuple(seats)
        await self.do(Open(Setup(), seated[0], seated), Start(seated, seated[0]))
        for loser in losers:
            await self.do(killed(loser, killer))

    async def _append(self, command: Command) -> None:
        before = None if isinstance(command, Open) else self.pod
        event = decide(before, command)
        pod = evolve(before, event)
        self.version += 1
        self.number = self.version if before is None else self.number
        happened = replace(
            a_record(self.version, self.id), pod=self.number, guild=self.guild, event=event
        )
        await self.log.append(happened, also=partial(project, recorded=happened, pod=pod))
        self.pod = pod
        self.written.append(happened)


def a_record(version: int = 1, channel: int = CHANNEL, interaction: int | None = None) -> Recorded:
    """A lobby that somebody opened, `version` minutes after noon."""
    event = decide(None, Open(Setup(), "ana", ("ana",)))
    at = NOON + timedelta(minutes=version)
    return Recorded(channel, version, version, GUILD, event, "ana", interaction, at)


ANA = Person("ana", 1, "Ana")
BO = Person("bo", 2, "Bo")
