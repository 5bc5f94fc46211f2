"""Nobody touches a pod any more: it is closed, after a warning."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import discord
import pytest
from msgspec.structs import replace

from bot.front.gateway.background_services import BackgroundServices
from bot.front.gateway.client import SuzerainBot
from bot.front.pods import idle_games
from bot.projections.rating_updater import BackgroundRatingUpdater
from bot.rules.closing import PodClosed
from bot.rules.idle_closing import IdleGameClosingAnnounced, IdleGameConfirmedAsActive
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.record.log import EventLog
from bot.storage.record.people import PeopleRepository
from tests.front.dueling import DuelTable
from tests.front.playing import Table, acts, forced, said, sets
from tests.front.simulated import Server, still_time, sweeping
from tests.front.test_choices import pings
from tests.front.test_confirming import disputed
from tests.front.test_desk import Desk
from tests.front.test_kicks import four, presses, story


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Time passes when the test lets it, with chores twice an hour."""
    with sweeping(minutes=30), still_time():
        yield


async def hours_pass(server: Server, hours: int) -> None:
    await server.env.advance_time(hours * 3600)


def client_of(server: Server) -> SuzerainBot:
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    return client


async def events(server: Server, kind: type) -> int:
    """How many of them there are in the channel's pod."""
    service = client_of(server).services.service
    found = await service.load_game_with_events(ChannelAddress(server.guild.id, server.channel.id))
    return sum(isinstance(recorded.event, kind) for recorded in found.events)


async def forgotten(server: Server) -> Table:
    """A pod that is closed six hours after the warning on its board."""
    await sets(server, "idle", "6h")
    table = await four(server)
    await hours_pass(server, 7)
    assert table.field("⏰ Still playing?")
    return table


async def test_a_pod_that_nobody_touches_is_closed_after_a_warning(server: Server) -> None:
    await sets(server, "idle", "6h")
    table = await four(server)
    before, called = table.board.id, pings(table)
    await hours_pass(server, 5)
    assert not table.field("⏰")
    await hours_pass(server, 1)
    assert table.field("⏰ Still playing?").startswith("Last activity <t:1767225600:R>. Closes ")
    assert table.buttons[-1] == "Still playing"
    assert (len(table.boards), table.board.id != before) == (1, True)
    await hours_pass(server, 6)
    assert table.embed.title == "Closed without a result"
    assert table.field("⏰ Inactive") == "This pod was closed because no one used it."
    assert table.buttons == ["Check the draw", "Dispute"]
    assert pings(table) == called
    assert "closed without a result because no one used it." in await story(table)
    assert (await events(server, IdleGameClosingAnnounced), await events(server, PodClosed)) == (1, 1)


async def test_a_dispute_outlives_the_game_that_it_stopped(server: Server) -> None:
    await sets(server, "idle", "6h")
    table = await disputed(server)
    await hours_pass(server, 13)
    assert await events(server, PodClosed) == 1
    assert (table.embed.title or "").startswith("✋")
    desk = await Desk.open(server)
    assert "✋ Cy disputes: Cy’s defeat" in desk.text
    await desk.press("stands")
    await hours_pass(server, 1)
    assert (await Desk.open(server)).text == "Nothing is waiting for you."


async def test_somebody_who_still_plays_keeps_it_open(server: Server) -> None:
    table = await forgotten(server)
    warned = table.board
    assert "Only players in this game" in await presses(table, "gil", "Still playing")
    assert "The pod stays open." in await presses(table, "di", "Still playing")
    assert not table.field("⏰")
    assert "Still playing" not in table.buttons
    late = await forced(table, server.cy, warned, "pod:1:keep")
    assert "no longer about to be closed" in said(late)
    assert await events(server, IdleGameConfirmedAsActive) == 1
    await hours_pass(server, 5)
    assert not table.field("⏰")
    await hours_pass(server, 1)
    assert table.field("⏰ Still playing?")


async def test_playing_on_keeps_it_open_too(server: Server) -> None:
    table = await forgotten(server)
    await acts(server.di, table.channel, "turn")
    assert not table.field("⏰")
    await hours_pass(server, 5)
    assert not table.field("⏰")


async def test_a_lobby_is_closed_too(server: Server) -> None:
    await sets(server, "idle", "6h")
    table = await Table(server).opened(server.bo, server.cy)
    await hours_pass(server, 7)
    assert table.field("⏰ Still playing?")
    await hours_pass(server, 6)
    assert "Closed without a result." in table.readiness


async def test_nobody_is_called_again_to_decide_by_a_warning(server: Server) -> None:
    await sets(server, "idle", "6h")
    await sets(server, "confirmation", "loser")
    table = await Table(server).started(server.bo, server.cy, server.di, server.eve)
    await table.reports(server.bo, "Cy", "Di")
    await server.cy.click(table.board, label="Dispute")
    called, before = pings(table), table.board.id
    await hours_pass(server, 6)
    warned = table.board.id
    await presses(table, "di", "Still playing")
    assert pings(table) == called
    assert (before != warned, table.board.id == warned) == (True, True)
    assert "disputed" in table.call


async def test_it_is_closed_at_its_time_also_by_a_bot_that_was_stopped(server: Server) -> None:
    table = await forgotten(server)
    await server.restart()
    await hours_pass(server, 4)
    assert "Still playing" in table.buttons
    await server.restart()
    await hours_pass(server, 2)
    assert table.field("⏰ Inactive")


async def test_a_server_may_want_none_of_its_pods_closed(server: Server) -> None:
    table = await forgotten(server)
    await sets(server, "idle", "never")
    assert not table.field("⏰")
    assert "Still playing" not in table.buttons
    await hours_pass(server, 7)
    assert "Report" in table.buttons


async def test_the_time_is_a_day_where_nothing_is_set(server: Server) -> None:
    table = await four(server)
    await hours_pass(server, 23)
    assert not table.field("⏰")
    await hours_pass(server, 2)
    assert table.field("⏰ Still playing?")


async def test_several_processes_warn_once_and_close_once(server: Server) -> None:
    await four(server)
    client = client_of(server)
    with server.env.time_context():
        clock = [discord.utils.utcnow()]
    databases = [Database(client.services.database.url) for _ in range(3)]
    try:
        desks = [_process(client.services, each, lambda: clock[0]) for each in databases]
        for closed in (0, 1):
            clock[0] += timedelta(hours=25)
            await asyncio.gather(*(idle_games.warn_or_close_idle_pods(client, desk, clock[0]) for desk in desks))
            assert (await events(server, IdleGameClosingAnnounced), await events(server, PodClosed)) == (1, closed)
    finally:
        for database in databases:
            await database.close_all_connections()


def _process(services: BackgroundServices, database: Database, now: Callable[[], datetime]) -> BackgroundServices:
    """Another process on the same database."""
    people = PeopleRepository(database)
    service = GameService(EventLog(database), people, now)
    return replace(services, service=service, people=people, database=database, rater=BackgroundRatingUpdater(database))


async def test_a_duel_that_nobody_touches_is_closed_after_a_warning(server: Server) -> None:
    await sets(server, "idle", "6h")
    table = await DuelTable(server).started(server.bo, server.cy)
    await hours_pass(server, 7)
    assert table.field("⏰ Still playing?")
    await server.cy.click(table.board, label="Still playing")
    assert not table.field("⏰ Still playing?")
    await hours_pass(server, 14)
    assert table.lines[0] == "The duel was closed without a result."
