"""Administrators get the games of their server as a file, and enter such a file, here or elsewhere."""

from collections.abc import Iterator

import discord
import pytest
import simcord

from tests.front.playing import Table, let_count, said
from tests.front.simulated import Server, answer, still_time, sweeping


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Time passes when the test lets it, with chores every hour."""
    with sweeping(hours=1), still_time():
        yield


async def read(shown: simcord.InteractionResult) -> bytes:
    """The file that somebody was sent."""
    (file,) = answer(shown).message.attachments
    return await file.read()


async def upload(
    who: simcord.MemberActor, shown: simcord.InteractionResult, content: bytes
) -> simcord.InteractionResult:
    """What somebody is told who uploads a file in the form behind *Enter games from a file*."""
    form = await who.click(answer(shown), label="Enter games from a file")
    return await who.submit_modal(form, {"file": ("games.csv", content)})


async def test_games_come_out_and_go_in_on_another_server_with_the_same_standings(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4])
    for loser in ("Bo", "Cy", "Di"):
        await table.reports(server.ana, loser, "Ana")
    await let_count(server, 80)
    exported = await server.ana.slash(server.channel, "leaderboard", export="games")
    assert said(exported).startswith("📄 One game. Only you can see this file.")
    content = await read(exported)
    assert content.startswith(b"\xef\xbb\xbfdate,season,night,round,game,seat,player,account")
    assert f"<@{server.bo.id}>".encode() in content
    here = await upload(server.ana, exported, content)
    assert said(here) == "📥 Nothing new in this file; one is here already and stays as it is."
    assert answer(here).components == []
    there = server.env.create_guild("The Attic")
    channel = there.create_text_channel("table-two")
    role = there.create_role("Moderators", permissions=discord.Permissions(manage_guild=True))
    ana = there.add_member(server.ana.user, roles=[role])
    empty = await ana.slash(channel, "leaderboard", export="games")
    asked = await upload(ana, empty, content)
    assert said(asked).startswith("📥 **One new game** in this file; none of its games is here.")
    await ana.click(answer(asked), label="Enter one game")
    await server.env.advance_time(3600)
    assert await read_board(ana, channel) == await read_board(server.ana, server.channel)
    again = await upload(ana, await ana.slash(channel, "leaderboard", export="games"), content)
    assert said(again).startswith("📥 Nothing new in this file")


async def read_board(who: simcord.MemberActor, channel: simcord.ChannelHandle) -> list[str]:
    return str(answer(await who.slash(channel, "leaderboard")).embeds[0].description).splitlines()


async def test_members_get_no_file_of_games(server: Server) -> None:
    told = await server.bo.slash(server.channel, "leaderboard", export="games")
    assert said(told).startswith("🚫")
    assert answer(told).attachments == []


async def test_a_file_that_is_none_is_refused_with_what_is_missing(server: Server) -> None:
    exported = await server.ana.slash(server.channel, "leaderboard", export="games")
    assert said(exported).startswith("📄 No game counts in that time.")
    told = await upload(server.ana, exported, b"game,seat\n1,1\n")
    assert "What is missing: player, account, points, record." in said(told)
