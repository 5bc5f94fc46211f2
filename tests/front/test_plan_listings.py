"""Plans among a server's scheduled events: made once, they follow their plan."""

from datetime import datetime, timedelta
from typing import Any

import aiohttp
import discord
import pytest

from bot import app
from bot.basics.reconciler import OUTAGE_PAUSE
from bot.planning.cancelling import CancelPlannedGame
from bot.service.game_requests import GameCommandRequest
from bot.service.live_game import ChannelAddress
from tests.front.playing import changes
from tests.front.simulated import Server, answer, unloaded
from tests.front.test_crown import allow
from tests.front.test_history import private
from tests.front.test_me import forgets
from tests.front.test_plans import BEGINS, WHEN, Planned
from tests.front.test_threads import sets_threads

pytestmark = pytest.mark.usefixtures("still")

SCHEDULED, ACTIVE, COMPLETED, CANCELLED = 1, 2, 3, 4
"""Discord's states of an event."""


@pytest.fixture
async def listed(server: Server) -> Planned:
    plan = await Planned(server).made(server.bo, event=True)
    await plan.passes(1)
    return plan


def events(server: Server) -> list[Any]:
    """The server's events, the oldest first."""
    return [*server.env.backend.get_guild(server.guild.id).scheduled_events.values()]


async def cancels(plan: Planned, label: str = "Yes, cancel it") -> None:
    asked = await plan.more(plan.server.ana, "Cancel plan")
    await plan.server.ana.click(answer(asked), label=label)
    await plan.passes(1)


async def test_an_event_links_the_channel_for_four_hours_and_begins_with_the_game(listed: Planned) -> None:
    server = listed.server
    (event,) = events(server)
    begins = datetime.fromisoformat(event.scheduled_start_time)
    assert begins.timestamp() == BEGINS
    assert datetime.fromisoformat(event.scheduled_end_time) == begins + timedelta(hours=4)
    link = f"https://discord.com/channels/{server.guild.id}/{server.channel.id}"
    assert event.entity_metadata == {"location": link}
    assert event.description == f"Sign up in the channel: {link}"
    assert (event.name, event.status) == ("Planned game · Esclave · Commander", SCHEDULED)
    await server.restart()
    await listed.checks_in(server.ana, server.bo)
    await server.crash(away=29 * 60)
    await listed.passes(2)
    assert "The game has a table" in listed.shown
    assert [each.status for each in events(server)] == [ACTIVE]


@pytest.mark.parametrize("moved", [False, True], ids=["Discord began it", "moved to later"])
async def test_it_has_begun_and_links_the_table_once_the_game_has_one(server: Server, moved: bool) -> None:
    await sets_threads(server, "thread")
    plan = await Planned(server).made(server.bo, event=True)
    await plan.passes(1)
    (event,) = events(server)
    if moved:
        later = datetime.fromisoformat(event.scheduled_start_time) + timedelta(hours=2)
        change = {"scheduled_start_time": later.isoformat()}
        server.env.backend.edit_scheduled_event(server.guild.id, event.id, change)
    await plan.checks_in(server.ana, server.bo)
    await plan.passes(31)
    table = f"https://discord.com/channels/{server.guild.id}/{plan.message.id}"
    assert (event.status, event.entity_metadata) == (ACTIVE, {"location": table})


async def test_it_is_cancelled_with_its_plan(listed: Planned) -> None:
    await cancels(listed)
    assert [each.status for each in events(listed.server)] == [CANCELLED]


@pytest.mark.parametrize("lost", [False, True], ids=["noted late", "Discord's answer is lost"])
async def test_a_plan_that_is_cancelled_while_its_event_is_made_leaves_none_behind(
    server: Server, monkeypatch: pytest.MonkeyPatch, lost: bool
) -> None:
    make, place = (discord.Guild.create_scheduled_event, ChannelAddress(server.guild.id, server.channel.id))

    async def make_slowly(guild: discord.Guild, **wanted: Any) -> discord.ScheduledEvent:
        event = await make(guild, **wanted)
        cancelling = GameCommandRequest(place, None, lambda *_: CancelPlannedGame(), pod=1)
        assert isinstance(server.bot.app, app.BotApplication)
        await server.bot.app.service.execute_command(cancelling)
        if lost:
            raise aiohttp.ServerDisconnectedError
        return event

    monkeypatch.setattr(discord.Guild, "create_scheduled_event", make_slowly)
    plan = await Planned(server).made(event=True)
    monkeypatch.undo()
    await server.crash()
    await plan.passes(2)
    assert "was cancelled" in plan.shown
    assert [each.status for each in events(server)] == [CANCELLED]


async def test_one_that_was_cancelled_before_it_had_an_event_gets_none(server: Server) -> None:
    server.env.inject_error("GET", "/guilds/*/scheduled-events", status=500, times=1)
    plan = await Planned(server).made(event=True)
    await cancels(plan)
    await plan.passes(10)
    assert events(server) == []
    asked = len(server.env.http_requests)
    await plan.passes(60)
    paths = [each.path for each in server.env.http_requests[asked:]]
    assert not any("scheduled-events" in path for path in paths)


async def test_one_that_came_to_nothing_is_over_on_discord_too(listed: Planned) -> None:
    await listed.server.crash(away=75 * 60)
    await listed.passes(2)
    assert [each.status for each in events(listed.server)] == [COMPLETED]


async def test_deleted_by_hand_it_is_not_made_again_but_the_next_of_a_series_has_its_own(server: Server) -> None:
    plan = await Planned(server).made(event=True, every="1")
    await plan.passes(1)
    (first,) = events(server)
    server.env.backend.delete_scheduled_event(server.guild.id, first.id)
    await plan.passes(2)
    assert events(server) == []
    await cancels(plan, "Only this one")
    (second,) = events(server)
    start = datetime.fromisoformat(second.scheduled_start_time)
    assert start.timestamp() == BEGINS + 7 * 24 * 3600


async def test_one_that_a_crash_kept_from_being_noted_is_found(server: Server) -> None:
    assert isinstance(server.bot.app, app.BotApplication)
    guild = server.bot.app.client.get_guild(server.guild.id)
    assert guild is not None
    begins = datetime.fromtimestamp(BEGINS).astimezone()
    await guild.create_scheduled_event(
        name="Planned game",
        description="Sign up",
        start_time=begins,
        end_time=begins + timedelta(hours=4),
        entity_type=discord.EntityType.external,
        privacy_level=discord.PrivacyLevel.guild_only,
        location=f"https://discord.com/channels/{server.guild.id}/{server.channel.id}",
    )
    plan = await Planned(server).made(event=True, title="Friday")
    await plan.passes(1)
    (event,) = events(server)
    assert event.name == "Friday · Esclave · Commander"
    await cancels(plan)
    assert [each.status for each in events(server)] == [CANCELLED]


async def test_a_server_with_too_many_events_is_told_so_once_and_the_plan_stands(server: Server) -> None:
    server.env.inject_error("POST", "/guilds/*/scheduled-events", status=400, code=30038, times=1)
    plan = await Planned(server).made(event=True)
    await plan.passes(3)
    assert plan.shown.count("no room for another event") == 1
    assert "Sign up with" in plan.shown
    assert events(server) == []


async def test_a_discord_that_fails_keeps_a_plan_from_nothing_and_is_asked_again(server: Server) -> None:
    server.env.inject_error("GET", "/guilds/*/scheduled-events", status=500, times=5)
    plan = await Planned(server).made(event=True)
    await plan.passes(1)
    assert events(server) == []
    await server.env.advance_time(31 * 60)
    await plan.presses(server.ana, "I’m here")
    assert "✅" in plan.field("Seats")
    assert len(events(server)) == 1


async def test_a_discord_that_goes_on_failing_is_asked_once_in_each_pause(server: Server) -> None:
    server.env.inject_error("GET", "/guilds/*/scheduled-events", status=500, times=500)
    plan = await Planned(server).made(event=True)
    asked = len(server.env.http_requests)
    await plan.passes(30)
    paths = [each.path for each in server.env.http_requests[asked:]]
    assert sum("scheduled-events" in path for path in paths) == 30 * 60 / OUTAGE_PAUSE


async def test_while_discord_fails_the_next_of_a_series_is_planned_all_the_same(server: Server) -> None:
    plan = await Planned(server).made(event=True, every="1")
    await plan.passes(1)
    (event,) = events(server)
    server.env.inject_error("GET", "/guilds/*/scheduled-events/*", status=500, times=500)
    await cancels(plan, "Only this one")
    assert f"<t:{BEGINS + 7 * 24 * 3600}:F>" in plan.shown
    assert event.status == SCHEDULED


async def test_none_is_given_up_while_discord_has_not_told_of_the_server(server: Server) -> None:
    server.env.inject_error("GET", "/guilds/*/scheduled-events", status=500, times=1)
    plan = await Planned(server).made(event=True)
    with unloaded(server):
        await plan.passes(5)
        assert events(server) == []
    await plan.passes(5)
    assert [each.status for each in events(server)] == [SCHEDULED]


@pytest.mark.parametrize("obstacle", ["permission", "hidden"])
async def test_where_there_can_be_no_event_the_asker_is_told_why(server: Server, obstacle: str) -> None:
    channel = server.channel
    if obstacle == "permission":
        allow(server, administrator=False, create_events=False, manage_events=False)
    else:
        channel = private(server, "ana")
    shown = await server.ana.slash(channel, "pod plan", when=WHEN)
    shown = await server.ana.click(answer(shown), label="Change")
    asked = await changes(server.ana, shown, {"event": True})
    told = {"permission": "I lack the *Create Events*", "hidden": "not everyone sees this channel"}
    assert told[obstacle] in answer(asked).content
    await server.ana.click(answer(asked), label="Plan it")
    await server.env.advance_time(120)
    assert events(server) == []


# What it shows follows the plan


async def test_it_has_the_title_until_a_moderator_strikes_it_out(server: Server) -> None:
    plan = await Planned(server).made(server.bo, event=True, title="Rude words")
    await plan.passes(1)
    (event,) = events(server)
    assert event.name == "Rude words · Esclave · Commander"
    texts = answer(await plan.more(server.ana, "Strike out a text"))
    menu = texts.components[0]["components"][0]
    struck = await server.ana.select(texts, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    await plan.presses(server.di, "Join")
    await plan.passes(1)
    assert event.name == "▒▒▒ · Esclave · Commander"
    await server.ana.click(answer(struck), label="Show it again")
    await plan.presses(server.cy, "Join")
    await plan.passes(1)
    assert event.name == "Rude words · Esclave · Commander"
    asked = len(server.env.http_requests)
    await plan.passes(20)
    paths = [each.path for each in server.env.http_requests[asked:]]
    assert not any("scheduled-events" in path for path in paths)


async def test_it_forgets_whom_its_title_names(server: Server) -> None:
    plan = await Planned(server).made(server.gil, event=True, title="Duel with Gil")
    await plan.passes(1)
    await plan.presses(server.gil, "Leave")
    await forgets(server.gil, server)
    await plan.passes(2)
    (event,) = events(server)
    assert event.name == "Duel with ▒▒▒ · Esclave · Commander"


async def test_it_moves_with_its_plan(listed: Planned) -> None:
    server = listed.server
    opened = await listed.more(server.ana, "Change time…")
    asked = await server.ana.submit_modal(opened, {"when": "4:00"})
    await server.ana.click(answer(asked), label="Move it")
    await listed.passes(1)
    (event,) = events(server)
    begins = datetime.fromisoformat(event.scheduled_start_time)
    assert begins.timestamp() == BEGINS + 3 * 3600
    assert datetime.fromisoformat(event.scheduled_end_time) == begins + timedelta(hours=4)


async def test_two_plans_for_the_same_time_have_an_event_each(server: Server) -> None:
    plan = Planned(server)
    for title in ("Friday", "Saturday"):
        await plan.made(event=True, title=title)
        await plan.passes(1)
    assert [each.name.partition(" ")[0] for each in events(server)] == ["Friday", "Saturday"]
    await cancels(plan)
    assert [each.status for each in events(server)] == [SCHEDULED, CANCELLED]
