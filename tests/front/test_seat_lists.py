"""The message of a channel that always shows who has a seat left."""

from contextlib import nullcontext
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
import simcord
from discord import PermissionOverwrite
from msgspec.structs import replace
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.basics.reconciler import DebouncedJobQueue
from bot.front.free_seats.seat_lists import FreeSeatListMessageKind, can_seat_list_readers_see_channel
from bot.front.gateway.client import SuzerainBot
from bot.front.publishing.publisher import compute_message_nonce_from_text
from bot.front.publishing.request_limiter import UNLIMITED, MessageRateLimits
from bot.i18n import Locale, load_translations
from bot.rules.variants import VARIANTS
from bot.storage.servers.seat_lists import build_free_seat_list_message
from tests.effort import SEED
from tests.front import forging
from tests.front.playing import Table, read_board, said
from tests.front.playing import sets as set_up
from tests.front.simulated import Server, answer, community, unloaded, waits_known
from tests.front.test_history import private
from tests.front.test_keeping import forgetful
from tests.front.test_plans import Planned
from tests.front.test_threads import sets_threads

pytestmark = pytest.mark.usefixtures("still")

EMPTY = "No one has a free seat right now."


async def sets(server: Server, *channels: simcord.ChannelHandle, name: str = "seat_lists") -> None:
    """Ana has these channels show who has a seat left; without any, none."""
    wizard = answer(await server.ana.slash(server.channel, "setup server"))
    picked = [str(channel.id) for channel in channels]
    custom_id = f"setup:{name}:{'set' if picked else 'unset'}"
    await forging.press(server.ana, server.channel, wizard, custom_id, *picked)
    await server.env.settle()


def lists(server: Server, channel: simcord.ChannelHandle) -> list[discord.Message]:
    """The messages of a channel that show free seats."""
    seen = channel.history(viewer=server.ana)
    return [m for m in seen if m.author.bot and "find:page:0" in str(_to_dicts(m))]


def _to_dicts(message: discord.Message) -> list[Any]:
    return [part.to_dict() for part in message.components]


def shown(server: Server, channel: simcord.ChannelHandle) -> str:
    (message,) = lists(server, channel)
    return read_board(message).description or ""


def count_requests(server: Server, method: str, channel: simcord.ChannelHandle) -> int:
    """How often the bot has sent to a channel (POST), or changed something there (PATCH)."""
    place = f"/channels/{channel.id}/messages"
    return sum(r.method == method and r.path.startswith(place) for r in server.env.http_requests)


@pytest.fixture
def hall(server: Server) -> simcord.ChannelHandle:
    """The channel with the list; games are in the server's other one."""
    return server.guild.create_text_channel("hall")


async def test_a_list_follows_what_opens_and_begins_and_seats_are_taken_on_it(
    server: Server, hall: simcord.ChannelHandle
) -> None:
    await sets(server, hall)
    assert shown(server, hall).startswith(EMPTY)
    table = await Table(server).opened(server.bo, server.cy, server.di)
    (message,) = lists(server, hall)
    entry = f"**1.** 🪑 3/10 · {server.channel.mention}\n-# Esclave · Commander"
    assert shown(server, hall).startswith(entry)
    taken = await server.gil.select(message, [f"{server.channel.id}:1"], custom_id="find:join")
    assert said(taken) == f"✅ You have a seat. {server.channel.mention}"
    assert "🪑 4/10" in shown(server, hall)
    private_list = await server.eve.click(message, label="Show all, privately")
    assert said(private_list) == ""
    assert "🪑 4/10" in str(answer(private_list).embeds[0].description)
    await server.bo.click(table.board, custom_id=table.find_button("start"))
    assert shown(server, hall).startswith(EMPTY)
    assert count_requests(server, "POST", hall) == 1


@pytest.mark.parametrize(
    ("chosen", "own", "locale"), [("fr", None, "fr"), ("fr", "ru", "fr"), (None, "ru", "ru"), (None, "de", "en")]
)
async def test_a_list_is_in_the_language_of_its_server(
    server: Server, hall: simcord.ChannelHandle, chosen: str | None, own: str | None, locale: Locale
) -> None:
    with community(server.guild, own) if own else nullcontext():
        if own:
            await server.restart()
        await sets(server, hall)
        if chosen:
            await set_up(server, "language", chosen)
            await server.env.settle()
        assert shown(server, hall).startswith(load_translations(locale)("find-none").split("`")[0])


async def test_a_game_is_shown_of_whose_thread_discord_tells_too_late(
    server: Server, hall: simcord.ChannelHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sets_threads(server, "thread")
    await sets(server, hall)
    emit, late = server.env.backend.emit, list[Any]()

    def tell_late(name: str, *told: Any, **more: Any) -> None:
        if name == "THREAD_CREATE":
            late.append((told, more))
        else:
            emit(name, *told, **more)

    monkeypatch.setattr(server.env.backend, "emit", tell_late)
    assert said(await server.bo.slash(server.channel, "pod open")).startswith("✅")
    await server.env.advance_time(120)
    assert shown(server, hall).startswith(EMPTY)
    for told, more in late:
        emit("THREAD_CREATE", *told, **more)
    await server.env.settle()
    assert server.channel.threads[0].mention in shown(server, hall)


async def test_a_list_follows_at_once_who_comes_to_a_plan_and_who_does_not(
    server: Server, hall: simcord.ChannelHandle
) -> None:
    await sets(server, hall)
    plan = await Planned(server).made(server.bo, server.cy)
    assert "🪑 3/10" in shown(server, hall)
    await plan.presses(server.bo, "Leave")
    assert "🪑 2/10" in shown(server, hall)


async def test_a_plan_stays_in_the_list_while_it_waits_for_the_channel(
    server: Server, hall: simcord.ChannelHandle
) -> None:
    await sets(server, hall)
    plan = await Planned(server).made(server.bo)
    await server.cy.slash(server.channel, "pod open")
    await plan.checks_in(server.ana, server.bo)
    await plan.passes(29 + 9)
    assert "📅" in shown(server, hall)
    await plan.passes(3)
    await plan.passes(10)
    assert "The plan waits" in plan.shown
    assert "📅" in shown(server, hall)
    assert "🪑 1/10" in shown(server, hall)
    await plan.presses(server.di, "Join")
    assert "🪑 3/10" in shown(server, hall)


async def test_nothing_is_taken_for_closed_while_discord_has_not_told_of_the_server(
    server: Server, hall: simcord.ChannelHandle
) -> None:
    await sets(server, hall)
    await Table(server).opened(server.bo)
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    with unloaded(server):
        client.services.seat_lists.recheck_free_seat_lists()
        await server.env.advance_time(120)
        assert "🪑 1/10" in shown(server, hall)
    await server.env.advance_time(60)
    assert "🪑 1/10" in shown(server, hall)
    assert count_requests(server, "PATCH", hall) == 1


async def test_it_tells_of_no_channel_that_one_of_its_readers_does_not_see(
    server: Server, hall: simcord.ChannelHandle
) -> None:
    room = private(server, "ana", "bo")
    await sets(server, hall, room)
    await Table(server, room).opened(server.bo)
    await Table(server).opened(server.ana)
    assert room.mention not in shown(server, hall)
    assert server.channel.mention in shown(server, hall)
    assert room.mention in shown(server, room)
    assert server.channel.mention in shown(server, room)
    everyone, view = server.guild.default_role.id, discord.Permissions(view_channel=True).value
    overwrite = Overwrite(everyone, OverwriteType.ROLE, deny=view)
    server.env.backend.set_overwrite(server.channel.id, overwrite)
    await server.env.advance_time(60)
    assert shown(server, hall).startswith(EMPTY)


async def test_whoever_sees_one_channel_sees_the_other_where_that_is_said(server: Server) -> None:
    """Random roles, members and overwrites, against what Discord makes of them."""
    chance, guild = Random(SEED), server.guild
    views = (discord.Permissions(view_channel=True), discord.Permissions.none())
    roles = [guild.create_role(f"role-{at}", permissions=chance.choice(views)) for at in range(3)]
    members = [
        guild.add_member(server.env.create_user(f"m{at}"), roles=chance.sample(roles, at % 4)) for at in range(6)
    ]

    def sees(member: simcord.MemberActor, channel: simcord.ChannelHandle) -> bool:
        allowed = server.env.backend.compute_permissions(guild.id, member.id, channel.id)
        return discord.Permissions(allowed).view_channel

    said_so, channels = 0, list[simcord.ChannelHandle]()
    for at in range(14):
        whom = [guild.default_role, *roles, *members[:2]]
        overwrites: dict[Any, PermissionOverwrite] = {
            each: PermissionOverwrite(view_channel=chance.choice((True, False)))
            for each in chance.sample(whom, chance.randrange(4))
        }
        channels.append(guild.create_text_channel(f"room-{at}", overwrites=overwrites))
    known = server.bot.app.client.get_guild(guild.id)
    assert known is not None
    for home, other in permutations(channels, 2):
        found = [known.get_channel(each.id) for each in (home, other)]
        assert found[0] is not None
        if can_seat_list_readers_see_channel(found[0], found[1]):
            said_so += 1
            for member in members:
                assert not sees(member, home) or sees(member, other)
    assert said_so


async def test_who_deletes_it_ends_it(server: Server, hall: simcord.ChannelHandle) -> None:
    log = server.guild.create_text_channel("log")
    await sets(server, log, name="log_channel")
    await sets(server, hall)
    (message,) = lists(server, hall)
    await server.ana.delete(message)
    told = log.history(viewer=server.ana)[-1].content
    await Table(server).opened(server.bo)
    await server.env.advance_time(120)
    assert lists(server, hall) == []
    assert f"Someone deleted the list of free seats in {hall.mention}." in told
    await sets(server, hall)
    assert server.channel.mention in shown(server, hall)


async def test_who_deletes_something_else_there_leaves_the_list(server: Server, hall: simcord.ChannelHandle) -> None:
    await sets(server, hall)
    await server.ana.delete(await server.bo.send(hall, "Anybody for a game?"))
    await Table(server).opened(server.bo)
    await server.env.advance_time(120)
    assert server.channel.mention in shown(server, hall)


async def test_a_channel_that_wants_none_any_more_has_none(server: Server, hall: simcord.ChannelHandle) -> None:
    await sets(server, hall)
    await sets(server)
    assert lists(server, hall) == []


async def test_a_channel_that_was_deleted_or_takes_nothing_keeps_no_other_from_its_list(server: Server) -> None:
    mute = server.guild.create_text_channel("mute")
    deny: dict[Any, PermissionOverwrite] = {server.guild.me: PermissionOverwrite(send_messages=False)}
    deaf = server.guild.create_text_channel("deaf", overwrites=deny)
    hall = server.guild.create_text_channel("hall")  # its list is looked at last
    await sets(server, deaf, name="log_channel")
    await sets(server, mute, deaf, hall)
    await server.env.advance_time(60)
    server.env.backend.delete_channel(mute.id)
    await Table(server).opened(server.bo)
    assert server.channel.mention in shown(server, hall)
    assert lists(server, deaf) == []
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    settings = await client.services.guilds.load_server_settings(server.guild.id)
    assert settings.seat_lists == (deaf.id, hall.id)


@pytest.mark.parametrize("status", [503, 403])
async def test_what_discord_refuses_is_done_later_and_once(
    server: Server, hall: simcord.ChannelHandle, status: int
) -> None:
    path = f"/channels/{hall.id}/messages"
    server.env.inject_error("POST", path, status=status, times=2)
    await sets(server, hall)
    await Table(server).opened(server.bo)
    await server.env.advance_time(300)
    assert server.channel.mention in shown(server, hall)


async def test_where_it_cannot_be_edited_any_more_another_takes_its_place(
    server: Server, hall: simcord.ChannelHandle
) -> None:
    await sets(server, hall)
    (first,) = lists(server, hall)
    path = f"/channels/{hall.id}/messages/{first.id}"
    server.env.inject_error("PATCH", path, status=400, code=30046, times=1)
    await Table(server).opened(server.bo)
    (second,) = lists(server, hall)
    assert second.id != first.id
    assert server.channel.mention in shown(server, hall)


@pytest.mark.parametrize("away", [0.0, 600.0])
async def test_a_crash_while_it_is_sent_leaves_one(
    server: Server, hall: simcord.ChannelHandle, away: float, tmp_path: Path
) -> None:
    with forgetful(tmp_path / "games.db", table="publications"):
        await sets(server, hall)
        assert EMPTY in shown(server, hall)
        await server.crash(away)
    await Table(server).opened(server.bo)
    await server.env.advance_time(180)
    assert server.channel.mention in shown(server, hall)


async def test_a_list_that_was_sent_before_a_crash_is_corrected_after_it(
    server: Server, hall: simcord.ChannelHandle, tmp_path: Path
) -> None:
    with forgetful(tmp_path / "games.db", table="publications"):
        await sets(server, hall)
        await Table(server).opened(server.bo)
    assert shown(server, hall).startswith(EMPTY)
    await server.crash()
    await server.env.advance_time(180)
    assert server.channel.mention in shown(server, hall)


def test_nonces_are_those_of_earlier_versions_so_that_what_was_being_sent_is_sent_once() -> None:
    surface, new = FreeSeatListMessageKind(), build_free_seat_list_message(1, 7)
    nonces = [
        compute_message_nonce_from_text(surface.build_message_nonce_text(row))
        for row in (new, replace(new, message=55))
    ]
    assert nonces == ["3db0be5e6aa47325f28a5261", "d91ef2a0c20b0a336dbc47e4"]


class TestAtDiscordsPace:
    """It is edited at most every 30 seconds."""

    @pytest.fixture
    def rates(self) -> MessageRateLimits:
        return UNLIMITED._replace(lists=30.0)

    async def test_what_happens_within_thirty_seconds_is_one_edit(
        self, server: Server, hall: simcord.ChannelHandle
    ) -> None:
        with waits_known(server.env, (DebouncedJobQueue, DebouncedJobQueue._pause_job_lane_unless_urgent)):
            await sets(server, hall)
            await server.env.advance_time(31)
            await Table(server).opened(server.bo, server.cy, server.di, server.eve)
            assert "🪑 1/10" in shown(server, hall)
            await server.env.advance_time(31)
            assert "🪑 4/10" in shown(server, hall)
        assert count_requests(server, "PATCH", hall) == 2


async def test_a_hundred_lobbies_are_a_message_that_discord_takes(server: Server, hall: simcord.ChannelHandle) -> None:
    await sets(server, hall)
    for at in range(25):
        channel = server.guild.create_text_channel(f"table-{at}")
        await server.ana.slash(channel, "pod open", title="*W*" * 26, variant=[*VARIANTS][at % 3])
    assert "10 more: 🔎 *Show all, privately*" in shown(server, hall)
