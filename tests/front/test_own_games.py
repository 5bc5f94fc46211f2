"""`/me games`: all that somebody is part of, also where they see no channel, and how to leave it."""

import discord
import pytest
import simcord
from simcord import MemberActor
from simcord.backend.models.channel import Overwrite
from simcord.enums import OverwriteType

from tests.front.dueling import DuelTable
from tests.front.playing import Table, end, said, switch_on
from tests.front.simulated import Server, answer, pass_quietly
from tests.front.test_desk import Desk
from tests.front.test_nights import Evening
from tests.front.test_plans import Planned
from tests.front.test_polls import Poll

pytestmark = pytest.mark.usefixtures("still")


async def lists(who: MemberActor, server: Server) -> simcord.InteractionResult:
    shown = await who.slash(server.channel, "me games")
    assert shown.ephemeral
    return shown


async def leaves(who: MemberActor, shown: simcord.InteractionResult, number: int = 1) -> str:
    """Leave a line of the list, also after a question; return what is shown then."""
    await who.click(answer(shown), label=f"Leave {number}")
    if "⚠️" in answer(shown).content:
        await who.click(answer(shown), label="Leave")
    return answer(shown).content


async def test_whoever_is_part_of_nothing_is_told_so(server: Server) -> None:
    assert said(await lists(server.gil, server)) == "You are part of no game, plan or night on this server."


async def test_lobby_plan_and_poll_are_left_at_once_from_another_channel(server: Server) -> None:
    table = await Table(server, server.guild.create_text_channel("lobby")).opened(server.ana, server.bo)
    plan = Planned(server)
    plan.table = Table(server, server.guild.create_text_channel("plan"))
    await plan.made(server.bo)
    poll = Poll(server)
    poll.table = Table(server, server.guild.create_text_channel("poll"))
    await poll.opened(variant="elimination")
    await poll.picks(server.bo, 1, 2)
    shown = await lists(server.bo, server)
    told = said(shown)
    assert "you have a seat in the lobby" in told
    assert "you signed up" in told
    assert "you answered the poll" in told
    assert [await leaves(server.bo, shown) for _ in range(3)][-1].startswith("✅ You left.\nYou are part of no game")
    assert "Bo" not in str(table.embed.to_dict())
    assert "Bo" not in plan.shown
    assert all("Bo" not in line for line in poll.lines)


async def test_running_game_is_conceded_after_a_question_also_in_a_hidden_channel(server: Server) -> None:
    table = Table(server, server.guild.create_text_channel("game"))
    await table.started(server.ana, server.bo, server.cy, server.di)
    view = discord.Permissions(view_channel=True).value
    overwrite = Overwrite(server.bo.id, OverwriteType.MEMBER, deny=view)
    server.env.backend.set_overwrite(table.channel.id, overwrite)
    shown = await lists(server.bo, server)
    assert f"<#{table.channel.id}> · you play" in said(shown)
    await server.bo.click(answer(shown), label="Leave 1")
    assert "That is a concession" in answer(shown).content
    await server.bo.click(answer(shown), label="Back")
    assert "you play" in answer(shown).content
    assert "part of no game" in await leaves(server.bo, shown)
    assert "~~Bo~~" in (table.embed.description or "")


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_end_of_a_game_is_disputed_where_its_board_cannot_be_seen(server: Server, is_deleted: bool) -> None:
    table = Table(server, server.guild.create_text_channel("game"))
    await table.started(server.bo, server.cy, server.di, server.eve)
    for loser in ("Cy", "Bo"):
        await table.reports(server.people[loser.lower()], loser, "Di")
    if is_deleted:
        server.env.backend.delete_channel(table.channel.id)
        await pass_quietly(server, 60)
    else:
        view = discord.Permissions(view_channel=True).value
        server.env.backend.set_overwrite(table.channel.id, Overwrite(server.di.id, OverwriteType.MEMBER, deny=view))
        await end(server.bo, table.channel, "close")
    shown = await lists(server.di, server)
    assert "you can dispute the end" in said(shown)
    await server.di.click(answer(shown), label="Dispute 1")
    assert "It does not count until a moderator has decided" in answer(shown).content
    await server.di.click(answer(shown), label="Dispute")
    disputed = "✅ You disputed it. It waits for a moderator now."
    assert answer(shown).content.startswith(f"{disputed}\nYou are part of no game")
    assert "✋ Di disputes" in (await Desk.open(server)).text


async def test_kept_seat_of_a_rematch_is_given_back(server: Server) -> None:
    table = await Table(server).started(server.ana, server.bo, server.cy, server.di)
    await end(server.ana, table.channel, "draw")
    for each in (server.bo, server.cy, server.di):
        await each.click(table.board, label="Confirm")
    await pass_quietly(server, 16 * 60)
    await server.ana.click(table.board, label="Rematch")
    shown = await lists(server.bo, server)
    assert "a seat is kept for you" in said(shown)
    await leaves(server.bo, shown)
    assert "Bo" not in str(table.embed.to_dict())


async def test_duel_is_left_in_its_lobby_and_conceded_once_it_runs(server: Server) -> None:
    table = await DuelTable(server).opened(server.ana, server.bo)
    await leaves(server.bo, await lists(server.bo, server))
    await server.bo.click(table.board, custom_id=table.find_button("join"))
    await server.ana.click(table.board, custom_id=table.find_button("start"))
    assert "part of no game" in await leaves(server.bo, await lists(server.bo, server))


async def test_organiser_ends_what_they_organise_after_a_question(server: Server) -> None:
    plan = await Planned(server).made(server.bo)
    shown = await lists(server.ana, server)
    assert "you organise it" in said(shown)
    await leaves(server.ana, shown, 2)
    assert "you organise it" not in answer(shown).content
    assert "cancelled" in str(plan.table.embed.to_dict()).lower()


async def test_line_that_is_outdated_says_so(server: Server) -> None:
    table = await Table(server).opened(server.ana, server.bo)
    shown = await lists(server.bo, server)
    await server.bo.click(table.board, label="Leave")
    assert "no longer part of that" in said(await server.bo.click(answer(shown), label="Leave 1"))


async def test_somebody_added_to_a_night_leaves_it_or_confirms_it(server: Server) -> None:
    await switch_on(server, "night")
    evening = await Evening(server).gathers(4)
    await evening.does("add", member=server.gil)
    shown = await lists(server.gil, server)
    assert "others signed you up" in said(shown)
    await server.gil.click(evening.message, label="Join")
    shown = await lists(server.gil, server)
    assert "you signed up" in said(shown)
    await leaves(server.gil, shown)
    assert "Gil" not in evening.shown
