"""The harness of the front tests, proven on a toy bot."""

import asyncio
import math
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import discord
import pytest
import simcord
from sqlalchemy import Connection, bindparam, insert, select

from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseUnreachableError
from bot.storage.engine.schema import seasons
from tests import pausing
from tests.front import haste, simulated, wire
from tests.front.simulated import Server, answer, community, deliver_again, in_flight
from tests.sandbox.toy import Toy
from tests.storage.store import url_of


class ToyApp:
    def __init__(self) -> None:
        self.client = Toy()
        self.closed = False

    async def close(self) -> None:
        self.closed = True


@pytest.fixture
def build() -> simulated.Build:
    async def build() -> simulated.App:
        return ToyApp()

    return build


async def test_members_act_and_see(server: Server) -> None:
    opened = answer(await server.ana.slash(server.channel, "toy open", seats=4))
    joined = await server.bo.click(opened, label="Join")
    assert answer(joined).embeds[0].description == server.bo.mention
    again = await server.bo.click(opened, label="Join")
    assert again.ephemeral
    assert len(server.channel.history(viewer=server.cy)) == 1


async def test_actions_in_flight_reach_the_bot_together(server: Server) -> None:
    opened = answer(await server.ana.slash(server.channel, "toy open", seats=4))
    with in_flight(server.env):
        results = [await member.click(opened, label="Join") for member in server.everybody]
        assert not any(result.acknowledged for result in results)
    await server.env.settle()
    assert all(result.acknowledged for result in results)


async def test_the_clock_stands_still_while_actions_are_in_flight(server: Server) -> None:
    env, before = server.env, server.env.now()
    opened = answer(await server.ana.slash(server.channel, "toy open", seats=4))
    with in_flight(env):
        joined = await server.bo.click(opened, label="Join")
        due = asyncio.create_task(env._advance_to(env._virtual_time + 5, math.inf))  # as a timer
        for _ in range(100):
            await asyncio.sleep(0)
        assert joined.acknowledged
        assert env.now() == before
    await due
    assert env.now() - before == timedelta(seconds=5)


async def test_an_interaction_can_be_delivered_twice(server: Server) -> None:
    first = await server.ana.slash(server.channel, "toy tongue")
    await server.bo.slash(server.channel, "toy tongue")
    deliver_again(server.env, first)
    await server.env.settle()
    client = server.bot.app.client
    assert isinstance(client, Toy)
    assert client.interactions[0] == client.interactions[2] != client.interactions[1]
    [error] = server.env.errors
    assert "40060" in str(error)


async def test_a_restart_is_another_process_in_the_same_discord(server: Server) -> None:
    opened = answer(await server.ana.slash(server.channel, "toy open", seats=4))
    before = server.bot.app
    await server.restart()
    assert isinstance(before, ToyApp)
    assert before.closed
    assert server.bot.app is not before
    joined = await server.bo.click(opened, label="Join")
    assert joined.acknowledged


async def test_members_and_guilds_have_languages(server: Server) -> None:
    server.speaks(server.fay, "fr")
    with community(server.guild, "ru"):
        told = await server.fay.slash(server.channel, "toy tongue")
    assert answer(told).content == "fr in ru"
    seen = server.env.bot.get_guild(server.guild.id)
    assert seen is not None
    assert (seen.features, seen.preferred_locale) == (["COMMUNITY"], discord.Locale.russian)


@pytest.mark.simcord(settle_timeout=1.0)
async def test_options_of_the_simulation_come_from_the_mark(env: simcord.Env) -> None:
    assert env.settle_timeout == 1.0


async def test_time_is_the_tests_to_move(server: Server) -> None:
    later = await server.ana.slash(server.channel, "toy later")
    before = discord.utils.utcnow()
    await server.env.advance_time(60)
    assert (discord.utils.utcnow() - before).total_seconds() == 60
    assert answer(later).content == "Too late."


async def test_what_the_toy_sends_is_what_discord_takes(server: Server) -> None:
    for command in ("talk", "details", "tongue"):
        await server.ana.slash(server.channel, f"toy {command}")
    wire.check_requests(server.env.http_requests)
    assert len(server.env.http_requests) > 5


async def test_a_pause_of_the_bot_ends_by_the_clock_of_the_simulation_alone(server: Server) -> None:
    clock = count()  # the machine pauses for a second at each step
    with haste.real_clock(lambda: float(next(clock))):
        later = await server.ana.slash(server.channel, "toy later")
        assert answer(later).content == "Waiting."
        await server.env.advance_time(60)
        assert answer(later).content == "Too late."


def test_pauses_follow_from_the_id_of_a_test() -> None:
    clocks = [pausing.PausingClock("a test", lambda: 0.0) for _ in range(2)]
    for clock in clocks:
        times = [clock() for _ in range(20_000)]
        assert times == sorted(times)
        assert len(clock.pauses) == pausing.MOST
        assert 0 < times[-1] <= pausing.MOST * pausing.LONGEST
    assert clocks[0].pauses == clocks[1].pauses


async def test_a_select_that_is_executed_quickly_gives_the_same_rows(file: Path) -> None:
    row = {"guild": 7, "number": 1, "name": "Autumn", "start": datetime(2026, 1, 2, tzinfo=UTC)}
    of = seasons.c
    first = select(of.guild, of.number, of.name, of.start).where(of.guild == 7, of.number == bindparam("which"))

    def read(connection: Connection) -> None:
        for _ in range(3):
            assert connection.execute(first, {"which": 1}).one()._asdict() == row
            assert connection.execute(first, {"which": 2}).all() == []
            assert connection.execute(select(of.name).where(of.number.in_((1, 2)))).scalars().all() == ["Autumn"]

    database = Database(url_of(file))
    try:
        await database.run_write_transaction(lambda connection: connection.execute(insert(seasons), [row]))
        with haste.questions():
            await database.run_read_transaction(read)
            await database.run_read_transaction(read)
            with closing(sqlite3.connect(file)) as other:
                other.execute("DROP TABLE seasons")
            with pytest.raises(DatabaseUnreachableError):
                await database.fetch_rows(first, {"which": 1})
    finally:
        await database.close_all_connections()
