"""A server that knows four people, and the tables of a league to import."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import delete, insert

from bot.care.leagues.importing import (
    LeagueImportPreview,
    LeagueImportRequest,
    import_league_games,
    preview_league_import,
)
from bot.rules.pod import PodCommand
from bot.service.game_requests import CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.record.audit import AuditEntry
from bot.storage.record.log import EventLog
from bot.storage.record.people import AccountNames, PeopleRepository, Person, build_people_upserts
from bot.storage.servers.server_settings import ServerSettings
from bot.storage.tables.guest_claims import CLAIM_MADE, CLAIMED, GuestNameClaimRepository
from tests.storage.store import CHANNEL, GUILD, NOON, Channel, execute, rows

LATER = NOON + timedelta(days=60)
IDS = {"ana": 10**17, "bo": 10**17 + 1, "cy": 10**17 + 2, "di": 10**17 + 3}

GAMES = """\
game,played,player,won,points
1,2026-01-10 20:00,Ana,yes,
1,,Bo,,
1,,Cy,,
1,,Di,,
2,2026-01-11,Di,no,7
2,,Bo,,
2,,Cy,x,
2,,Ana,,
"""
DEFEATS = """\
game,player,how,by,card
1,Bo,life,Ana,"Bolt, Lightning"
1,Cy,poison,Bo,
1,Di,concede,,
"""


class League(NamedTuple):
    """A server where Ana, Bo, Cy and Di have played once, and the tables of a league."""

    database: Database
    folder: Path

    def write(self, name: str, content: str | bytes) -> Path:
        file = self.folder / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    async def judge(self, games: str | bytes, defeats: str | None = None, **wanted: Any) -> LeagueImportPreview:
        """Return the preview of an import of these tables."""
        asked = LeagueImportRequest(self.write("games.csv", games), CHANNEL)
        if defeats is not None:
            asked = replace(asked, defeats=self.write("defeats.csv", defeats))
        if names := wanted.pop("names", None):
            asked = replace(asked, names=self.write("names.txt", names))
        return await preview_league_import(self.database, replace(asked, **wanted), LATER)

    async def enter(
        self, games: str | bytes, defeats: str | None = None, at: datetime = LATER, **wanted: Any
    ) -> LeagueImportPreview:
        """Import these tables, which must raise no doubts."""
        judged = await self.judge(games, defeats, **wanted)
        assert judged.doubts == ()
        await import_league_games(self.database, judged, at)
        return judged

    async def decide(self, pod: int, command: PodCommand) -> None:
        """Let a moderator decide something about an imported game."""
        service = GameService(EventLog(self.database), PeopleRepository(self.database), lambda: LATER)
        meg = CommandUser(10**17 + 99, AccountNames("Meg"), moderator=True)
        asked = GameCommandRequest(ChannelAddress(GUILD, CHANNEL), meg, lambda *_: command, pod=pod)
        await service.execute_command(asked)

    async def claim(self, guest: str, by: Person) -> None:
        """Claim a guest for a member, and let a moderator confirm it."""
        claims = GuestNameClaimRepository(self.database, PeopleRepository(self.database))
        made = AuditEntry(2, GUILD, LATER, by.id, CLAIM_MADE, {"guest": guest, "player": by.id})
        await claims.store_guest_name_claim(made, guest, by)
        meg = Person("meg", 10**17 + 99, "Meg")
        entry = AuditEntry(1, GUILD, LATER, meg.id, CLAIMED, {"guest": guest, "player": by.id})
        assert await claims.confirm_guest_name_claim(entry, meg, guest, by.id, is_administrator=True)

    async def set(self, **settings: Any) -> None:
        """Change a setting of the server."""
        written = msgspec.json.encode(ServerSettings(**settings)).decode()
        row = insert(schema.guilds).values(guild=GUILD, settings=written)
        await execute(self.database, delete(schema.guilds), row)

    async def points(self, first: int = 2) -> list[dict[str, int]]:
        """Return everybody's points in each game from this number on."""
        found: dict[int, dict[str, int]] = {}
        for row in await rows(self.database, schema.results):
            if row[1] >= first:
                found.setdefault(row[1], {})[row[2]] = row[4]
        return [found[pod] for pod in sorted(found)]

    async def everything(self) -> list[list[tuple[Any, ...]]]:
        return [await rows(self.database, table) for table in schema.metadata.sorted_tables]


async def found(database: Database) -> None:
    await database.commit_changes(*build_people_upserts(Person(id, IDS[id], id.title(), f"{id}.name") for id in IDS))
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
