"""Weekly posts and the finals of seasons as a server sees them."""

from collections.abc import Iterator

import discord
import pytest
import simcord

from bot.front.client import SWEEP, Suzerain
from tests.front.playing import Table
from tests.front.simulated import Server, answer, still_time

HOUR = 3600.0
DAY = 24 * HOUR


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Time passes when the test lets it, with chores every half hour."""
    Suzerain.sweep.change_interval(minutes=30)
    with still_time():
        yield
    Suzerain.sweep.change_interval(seconds=SWEEP)


@pytest.fixture
def news(server: Server) -> simcord.ChannelHandle:
    return server.guild.create_text_channel("news")


async def sets(server: Server, name: str, value: object) -> str:
    """What Ana is told when she picks a value in the wizard."""
    shown = await server.ana.slash(server.channel, "setup server")
    menu = answer(shown).components[0]["components"][0]["custom_id"]
    await server.ana.select(answer(shown), [name], custom_id=menu)
    menu = answer(shown).components[0]["components"][0]["custom_id"]
    values = list(value) if isinstance(value, tuple) else [value]
    await server.ana.select(answer(shown), values, custom_id=menu)
    return str(answer(shown).embeds[0].description)


async def won(server: Server, winner: str = "Ana") -> Table:
    """A game of Ana, Bo, Cy and Di that this one of them wins as the master of all."""
    table = await Table(server).started(*server.everybody[:4])
    for loser in ("Ana", "Bo", "Cy", "Di"):
        if loser != winner:
            await table.reports(server.ana, loser, winner)
    return table


def posts(news: simcord.ChannelHandle, server: Server) -> list[discord.Message]:
    """What stands in the channel."""
    return list(news.history(viewer=server.gil))


# The clock begins on Thursday, January 1, 2026: the first post is due on Monday at 18:00.
TO_MONDAY = 4 * DAY + 18.5 * HOUR


async def test_a_week_is_posted_once_when_it_is_due(
    server: Server, news: simcord.ChannelHandle
) -> None:
    await sets(server, "weekly", news)
    await won(server)
    await server.env.advance_time(TO_MONDAY - 2 * HOUR)
    assert posts(news, server) == []
    await server.env.advance_time(2 * HOUR)
    (post,) = posts(news, server)
    assert post.embeds[0].title == "📅 The week in review"
    assert post.embeds[0].description == "Dec 29, 2025 to Jan 5, 2026"
    assert not post.embeds[0].footer.text
    await server.restart()
    await server.env.advance_time(6 * DAY)
    assert len(posts(news, server)) == 1
