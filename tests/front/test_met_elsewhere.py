"""Somebody new does something on two servers at once, which two processes serve."""

import discord
import pytest

from bot.app import BotApplication
from bot.i18n import load_translations
from bot.rules.lobby import OpenLobby
from bot.rules.records import PodSetup
from bot.service.game_requests import CommandResult, CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.record.log import EventLog
from bot.storage.record.people import NOWHERE, AccountNames, PeopleRepository
from tests.front.playing import Table, said
from tests.front.simulated import Server
from tests.storage.store import opened

ELSEWHERE = ChannelAddress(910, 911)


@pytest.fixture
def meet_elsewhere(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the bot serves Ana's first command, another process serves her elsewhere, once."""
    assert isinstance(server.bot.app, BotApplication)
    url, here = server.bot.app.database.url, GameService.execute_command

    async def open_elsewhere() -> None:
        monkeypatch.setattr(GameService, "execute_command", here)
        async with opened(url) as database:
            people = PeopleRepository(database)
            service = GameService(EventLog(database), people, discord.utils.utcnow)
            actor = CommandUser(server.ana.user.id, AccountNames("Ana"))
            me = (
                await people.with_nicknames_of_server(NOWHERE).load_or_create_person(actor.discord_id, actor.names)
            ).id
            await service.execute_command(
                GameCommandRequest(ELSEWHERE, actor, lambda *_: OpenLobby(PodSetup(), me, (me,)))
            )

    async def do(self: GameService, request: GameCommandRequest) -> CommandResult:
        await open_elsewhere()
        return await here(self, request)

    monkeypatch.setattr(GameService, "execute_command", do)


@pytest.mark.usefixtures("meet_elsewhere")
async def test_who_is_met_by_two_at_once_is_nobody_else_in_either_game(server: Server) -> None:
    table = Table(server)
    busy = await server.ana.slash(server.channel, "pod open")
    assert said(busy) == f"⏳ {load_translations('en')('error-busy')}"
    assert not table.boards
    assert server.env.errors  # discord.py carries it there
    await table.opened(server.ana)
    assert "Ana" in str(table.embed.to_dict())
