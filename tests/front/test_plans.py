"""Planned pods: announced, signed up for, checked in to, and opened when it is time."""

import asyncio
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.front.nights.plan_services import PlannedGameBackgroundServices
from bot.i18n import LOCALES, Locale, load_translations
from bot.planning.plan import PlannedGameCommand
from bot.planning.reminders import RecordReminderDelivery
from bot.service.game_requests import CommandResult
from bot.service.live_game import LiveGame
from bot.storage.engine.errors import DatabaseUnreachableError
from tests.front import forging
from tests.front.playing import Table, acts, list_more, opens, press_more, read_board, read_call, said
from tests.front.simulated import Server, answer, in_flight, pass_quietly, unloaded
from tests.front.test_me import forgets
from tests.front.test_threads import denied, sets_threads
from tests.front.test_trouble import without_tables

pytestmark = pytest.mark.usefixtures("still")

MINUTE = 60.0
BEGINS = 1767229200
"""Thursday, January 1, 2026, at 1:00 UTC, for which is planned; the tests begin at midnight."""

WHEN = f"<t:{BEGINS}:F>"


class Planned:
    """A plan of Ana's in a channel."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.table = Table(server)

    async def made(self, *guests: MemberActor, **options: object) -> "Planned":
        """Ana plans a pod for 1:00, and the guests sign up."""
        given = {"when": WHEN} | options
        await opens(self.server.ana, self.table.channel, "pod plan", **given)
        for guest in guests:
            await self.presses(guest, "Join")
        return self

    @property
    def message(self) -> discord.Message:
        """The newest message that shows a plan."""
        return [each for each in self.table.boards if (read_board(each).title or "").startswith("📅")][-1]

    @property
    def shown(self) -> str:
        return self.show(self.message)

    def show(self, message: discord.Message) -> str:
        embed = read_board(message)
        parts = [embed.description or "", *(f"{f.name}\n{f.value}" for f in embed.fields)]
        return "\n".join(parts)

    def field(self, name: str) -> str:
        found = [f.value for f in read_board(self.message).fields if (f.name or "").startswith(name)]
        return found[0] or "" if found else ""

    async def presses(self, who: MemberActor, label: str) -> InteractionResult:
        return await who.click(self.message, label=label)

    async def more(self, who: MemberActor, label: str) -> InteractionResult:
        """Presses a button behind the message's last one."""
        return await press_more(who, self.message, label)

    async def passes(self, minutes: float) -> None:
        await pass_quietly(self.server, minutes * MINUTE)

    async def checks_in(self, *members: MemberActor) -> None:
        """Half an hour before it begins these check in."""
        await self.passes(31)
        for member in members:
            await self.presses(member, "I’m here")


@pytest.fixture
async def plan(server: Server) -> Planned:
    return await Planned(server).made(server.bo, server.cy, server.di)


def seats(plan: Planned) -> list[str]:
    return [line.split(". ", 1)[1] for line in plan.field("Seats").splitlines()]


def direct(server: Server, who: MemberActor) -> list[discord.Message]:
    """What the bot has sent somebody directly."""
    return [each for each in who.user.dm_channel.history() if each.author.bot]


def pinged_people(server: Server) -> list[int]:
    """Whom messages of the channel have named so that Discord told them, one after the other."""
    path = f"/channels/{server.channel.id}/messages"
    sent = [r.json for r in server.env.http_requests if r.method == "POST" and r.path == path]
    return [each for told in sent if told for each in told["allowed_mentions"].get("users") or ()]


# Making one


async def test_a_time_is_echoed_before_it_counts(server: Server) -> None:
    asked = await server.ana.slash(server.channel, "pod plan", when="tomorrow 8 pm")
    assert "<t:1767384000:F>" in said(asked)
    assert Table(server).boards == []
    made = await server.ana.click(answer(asked), label="Plan it")
    assert "<t:1767384000:F>" in answer(made).content
    assert seats(Planned(server)) == ["Ana"]
    assert "<t:1767384000:F>" in Planned(server).shown
    listed = await server.bo.slash(server.channel, "pod find")
    shown = [said(asked), answer(made).content, Planned(server).shown, answer(listed).embeds[0].description or ""]
    assert [part for part in shown if ":R>" in part] == [], "Discord calls tomorrow evening the day after tomorrow"


async def test_pressed_twice_there_is_one_plan(server: Server) -> None:
    asked = await server.ana.slash(server.channel, "pod plan", when="in 2 h")
    with in_flight(server.env):
        for _ in range(2):
            await server.ana.click(answer(asked), label="Plan it")
    await server.env.settle()
    assert len(Table(server).boards) == 1


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("whenever", "I can’t read that as a time"),
        ("30.2. 21:00", "There is no such day or hour"),
        ("2025-12-31 21:00", "That time is in the past"),
        ("in 20 weeks", "90 days ahead at most"),
    ],
)
async def test_an_impossible_time_is_refused_in_words(server: Server, typed: str, told: str) -> None:
    assert told in said(await server.ana.slash(server.channel, "pod plan", when=typed))
    assert Table(server).boards == []


async def test_a_time_completes_itself(server: Server) -> None:
    offered = await server.ana.autocomplete(server.channel, "pod plan", "when", "fri")
    assert [each["name"] for each in offered] == [f"Fri, Jan 2, 2026, {hour}:00 (UTC)" for hour in (20, 19, 21)]
    assert offered[0]["value"] == "<t:1767384000>"


# Who comes


async def test_whoever_comes_too_late_waits_and_moves_up_by_themself(server: Server) -> None:
    plan = await Planned(server).made(server.bo, server.cy, server.di, size=4)
    assert "number 1 on the waiting list" in said(await plan.presses(server.eve, "Join"))
    assert "number 2 on the waiting list" in said(await plan.presses(server.fay, "Join"))
    assert (seats(plan), plan.field("Waiting list")) == (["Ana", "Bo", "Cy", "Di"], "Eve, Fay")
    await plan.presses(server.bo, "Leave")
    assert (seats(plan), plan.field("Waiting list")) == (["Ana", "Cy", "Di", "Eve"], "Fay")


async def test_nobody_signs_up_twice_or_off_without_a_place(plan: Planned) -> None:
    server = plan.server
    assert "already signed up" in said(await plan.presses(server.bo, "Join"))
    assert "You have not signed up" in said(await plan.presses(server.eve, "Leave"))
    assert seats(plan) == ["Ana", "Bo", "Cy", "Di"]


async def test_a_game_goes_on_beside_a_plan(plan: Planned) -> None:
    server, other = plan.server, Table(plan.server)
    await server.eve.slash(server.channel, "pod open")
    await plan.presses(server.fay, "Join")
    joined = await acts(server.bo, server.channel, "join")
    assert "You have a seat" in said(joined)
    assert other.seats.splitlines() == ["1. Eve", "2. Bo"]
    second = await Planned(server).made()
    assert seats(second) == ["Ana"]
    assert "no game" not in said(await server.eve.slash(server.channel, "pod status"))


# Cancelling


async def test_who_planned_it_or_a_moderator_cancels(plan: Planned) -> None:
    server = plan.server
    assert await list_more(server.bo, plan.message) == []
    refused = await forging.press(server.bo, server.channel, plan.message, "plan:1:cancel")
    assert "Only Ana, who made this plan" in said(refused)
    asked = await plan.more(server.ana, "Cancel plan")
    assert "4 people have signed up" in said(asked)
    await server.ana.click(answer(asked), label="Yes, cancel it")
    assert "was cancelled" in plan.shown
    await plan.passes(75)
    assert len(plan.table.boards) == 1


# When it is time


async def test_those_who_checked_in_sit_in_a_lobby_in_time(plan: Planned) -> None:
    server = plan.server
    await plan.checks_in(server.ana, server.bo, server.cy, server.di)
    assert seats(plan) == [f"{name} ✅" for name in ("Ana", "Bo", "Cy", "Di")]
    await plan.passes(28)
    assert len(plan.table.boards) == 1
    await plan.passes(12)
    lobby = plan.table
    assert [line[3:] for line in lobby.seats.splitlines()] == ["Ana", "Bo", "Cy", "Di"]
    assert "The game has a table" in plan.shown
    await server.ana.click(lobby.board, label="Start")
    assert "Report" in lobby.buttons


async def test_lobby_opens_for_a_host_who_avoids_somebody_who_came(server: Server) -> None:
    asked = answer(await server.ana.slash(server.channel, "me avoid"))
    await server.ana.select(asked, [server.bo], custom_id="me:avoid")
    plan = await Planned(server).made(server.bo)
    await plan.checks_in(server.ana, server.bo)
    await plan.passes(40)
    assert [line[3:] for line in plan.table.seats.splitlines()] == ["Ana", "Bo"]


async def test_after_an_outage_of_the_database_a_plan_goes_on_within_seconds(plan: Planned, tmp_path: Path) -> None:
    with without_tables(tmp_path / "games.db", "events"):
        await plan.passes(40)
        assert plan.server.env.errors is not None  # it is in the operator's log
    await plan.passes(0.1)
    assert "I’m here" in plan.table.buttons


async def test_an_appointment_that_passed_in_an_outage_calls_nobody(plan: Planned) -> None:
    server = plan.server
    before = len(pinged_people(server))
    await server.crash(away=3 * 24 * 60 * MINUTE)
    await plan.passes(3)
    assert pinged_people(server)[before:] == []
    assert "did not come to a game" in plan.shown
    assert len(plan.table.boards) == 1


async def test_silence_gives_the_seat_to_the_waiting_list(server: Server) -> None:
    plan = await Planned(server).made(server.bo, server.cy, server.di, server.eve, size=4)
    await plan.checks_in(server.ana, server.cy, server.eve)
    await plan.passes(29 + 9)
    assert len(plan.table.boards) == 1
    await plan.passes(3)
    assert [line[3:] for line in plan.table.seats.splitlines()] == ["Ana", "Cy", "Eve"]


async def test_all_who_are_expected_are_called_once_to_check_in(plan: Planned) -> None:
    server = plan.server
    await plan.checks_in(server.ana)
    call = read_call(plan.message)
    assert f"<@{server.bo.id}>" in call
    assert f"<@{server.ana.id}>" not in call
    first = plan.message.id
    await plan.presses(server.bo, "I’m here")
    assert plan.message.id == first


async def test_check_in_has_its_time(plan: Planned) -> None:
    assert "I’m here" not in str([part.to_dict() for part in plan.message.components])
    await plan.passes(75)
    assert "did not come to a game" in plan.shown
    assert len(plan.table.boards) == 1


async def test_message_asks_who_is_there_while_somebody_is_not(plan: Planned) -> None:
    server = plan.server
    await plan.checks_in(server.ana, server.bo, server.cy)
    assert "Press 🙋" in plan.shown
    await plan.presses(server.di, "I’m here")
    assert "Press 🙋" not in plan.shown
    assert "that checks you in, too" in plan.shown


async def test_a_plan_waits_for_a_busy_channel(plan: Planned) -> None:
    server = plan.server
    await plan.checks_in(server.ana, server.bo, server.cy, server.di)
    await server.eve.slash(server.channel, "pod open")
    await plan.passes(60)
    assert plan.shown.count("The plan waits until it is over") == 1
    asked = await acts(server.eve, server.channel, "close")
    await server.eve.click(answer(asked), label="Yes, close it")
    await plan.passes(2)
    assert "The game has a table" in plan.shown
    assert plan.table.seats.startswith("1. Ana")


async def test_people_sign_up_and_check_in_while_a_plan_waits_for_a_busy_channel(plan: Planned) -> None:
    server = plan.server
    await plan.checks_in(server.ana, server.bo)
    await server.eve.slash(server.channel, "pod open")
    await plan.passes(60)
    assert "Until then you can still sign up or check in" in plan.shown
    assert "Are you there?" not in plan.shown
    assert "You have a seat" in said(await plan.presses(server.fay, "Join"))
    assert not said(await plan.presses(server.cy, "I’m here")).startswith("🚫")
    asked = await acts(server.eve, server.channel, "close")
    await server.eve.click(answer(asked), label="Yes, close it")
    await plan.passes(2)
    assert sorted(line[3:] for line in plan.table.seats.splitlines()) == ["Ana", "Bo", "Cy", "Fay"]


async def test_a_plan_does_not_wait_for_a_busy_channel_all_night(plan: Planned) -> None:
    server = plan.server
    await plan.checks_in(server.ana, server.bo)
    await server.eve.slash(server.channel, "pod open")
    await plan.passes(29 + 5 * 60)
    assert "The plan waits until it is over" in plan.shown
    await plan.passes(62)
    assert "The plan waits until it is over" not in plan.shown
    assert "did not come to a game" in plan.shown
    assert "'Join'" not in str([part.to_dict() for part in plan.message.components])


async def test_of_two_plans_whose_time_comes_together_one_knows_at_once_that_it_waits(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    deliver = PlannedGameBackgroundServices.execute_command_for_member

    async def deliver_late(*given: Any, **more: Any) -> CommandResult:
        """Neither finds the other's table before it asks for its own."""
        await asyncio.sleep(10)
        return await deliver(*given, **more)

    plan = Planned(server)
    for _ in range(2):
        await plan.made(server.bo, when=f"<t:{BEGINS + 20}:F>")  # between two looks of the bot's
    await plan.passes(31)
    for message in plan.table.boards:
        for member in (server.ana, server.bo):
            await member.click(message, label="I’m here")
    monkeypatch.setattr(PlannedGameBackgroundServices, "execute_command_for_member", deliver_late)
    await server.env.advance_time(BEGINS + 40 - discord.utils.utcnow().timestamp())
    shown = [plan.show(message) for message in plan.table.boards]
    assert sum("The game has a table" in each for each in shown) == 1
    assert sum("The plan waits until it is over" in each for each in shown) == 1


async def test_where_games_have_threads_a_plan_has_one(server: Server) -> None:
    await sets_threads(server, "thread")
    plan = await Planned(server).made(server.bo)
    await plan.checks_in(server.ana, server.bo)
    await plan.passes(40)
    thread = plan.message.id
    assert f"The game has a table: <#{thread}>" in plan.shown


@pytest.mark.parametrize("permission", ["create_public_threads", "send_messages_in_threads"])
async def test_where_the_bot_can_use_no_thread_a_plan_has_its_table_beside_it(server: Server, permission: str) -> None:
    await sets_threads(server, "thread")
    plan = Planned(server)
    plan.table = Table(server, denied(server, permission))
    await plan.made(server.bo)
    await plan.checks_in(server.ana, server.bo)
    await plan.passes(40)
    assert f"The game has a table: <#{plan.table.channel.id}>" in plan.shown
    assert plan.table.seats.splitlines() == ["1. Ana", "2. Bo"]


@pytest.mark.parametrize("kind", ["thread", "news", "voice"])
async def test_where_a_thread_is_of_no_use_a_plan_has_its_table_beside_it(server: Server, kind: str) -> None:
    await sets_threads(server, "thread")
    plan = Planned(server)
    if kind == "thread":
        server.env.backend.create_thread(server.channel.id, "aside", server.ana.id)
        channel = server.channel.threads[-1]
    elif kind == "news":
        channel = server.guild.create_news_channel("news")
    else:
        channel = server.guild.create_voice_channel("voice")
    plan.table = Table(server, channel)
    await plan.made(server.bo)
    await plan.checks_in(server.ana, server.bo)
    await plan.passes(40)
    assert f"The game has a table: <#{channel.id}>" in plan.shown
    assert plan.table.seats.splitlines() == ["1. Ana", "2. Bo"]


async def test_a_plan_in_a_thread_that_rests_is_checked_in_to_in_time(server: Server) -> None:
    server.env.backend.create_thread(server.channel.id, "aside", server.ana.id)
    thread = server.channel.threads[-1]
    plan = Planned(server)
    plan.table = Table(server, thread)
    await plan.made(server.bo)
    server.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await server.restart()  # Discord tells of no thread that is archived
    await plan.checks_in(server.ana, server.bo)
    assert plan.field("Seats").count("✅") == 2


async def test_a_table_waits_until_discord_has_told_of_the_server(server: Server) -> None:
    await sets_threads(server, "thread")
    plan = await Planned(server).made(server.bo)
    await plan.checks_in(server.ana, server.bo)
    with unloaded(server):
        await plan.passes(35)
        assert "The game has a table" not in plan.shown
    await plan.passes(2)
    assert f"The game has a table: <#{plan.message.id}>" in plan.shown


# Reminders


async def test_a_reminder_comes_once_and_only_to_those_who_asked(plan: Planned) -> None:
    server = plan.server
    assert "remind you once" in said(await plan.presses(server.bo, "Remind me"))
    await plan.presses(server.cy, "Remind me")
    assert "won’t remind" in said(await plan.presses(server.cy, "Remind me"))
    await plan.passes(40)
    (reminder,) = direct(server, server.bo)
    assert f"Your game begins <t:{BEGINS}:R>" in reminder.content
    assert direct(server, server.cy) == []
    assert "No direct message reached" not in plan.shown


async def test_a_reminder_that_discord_does_not_take_now_comes_later_and_keeps_nobody_waiting(plan: Planned) -> None:
    server = plan.server
    for member in (server.bo, server.cy):
        await plan.presses(member, "Remind me")
    to_bo = f"/channels/{server.bo.user.dm_channel.id}/messages"
    server.env.inject_error("POST", to_bo, status=500, times=2)
    await plan.passes(40)
    assert [len(direct(server, each)) for each in (server.bo, server.cy)] == [0, 1]
    await plan.passes(2)
    assert [len(direct(server, each)) for each in (server.bo, server.cy)] == [1, 1]


async def test_a_reminder_that_was_sent_before_a_crash_is_found_and_not_sent_again(
    plan: Planned, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, carry_out = plan.server, PlannedGameBackgroundServices.execute_command_as_bot

    async def crash_after_sending(
        tools: PlannedGameBackgroundServices, live: LiveGame, command: PlannedGameCommand
    ) -> CommandResult:
        if isinstance(command, RecordReminderDelivery):
            raise DatabaseUnreachableError("the database", "the process is no more")
        return await carry_out(tools, live, command)

    await plan.presses(server.bo, "Remind me")
    monkeypatch.setattr(PlannedGameBackgroundServices, "execute_command_as_bot", crash_after_sending)
    await plan.passes(31)
    assert len(direct(server, server.bo)) == 1
    monkeypatch.undo()
    await server.crash(away=10 * MINUTE)  # Discord has forgotten the nonce
    await plan.passes(2)
    assert len(direct(server, server.bo)) == 1
    assert "No direct message reached" not in plan.shown


# Restarts


async def test_a_restart_in_between_brings_nothing_twice(plan: Planned) -> None:
    server = plan.server
    await plan.presses(server.bo, "Remind me")
    await plan.checks_in(server.ana, server.bo, server.cy, server.di)
    await server.restart()
    await plan.passes(35)
    await server.restart()
    await plan.passes(10)
    assert len(direct(server, server.bo)) == 1
    assert len(plan.table.boards) == 2


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_plan_speaks_the_language_of_who_made_it(server: Server, locale: Locale) -> None:
    server.speaks(server.ana, locale)
    text = load_translations(locale)
    asked = await server.ana.slash(server.channel, "pod plan", when=WHEN)
    await server.ana.click(answer(asked), label=text("plan-button-make"))
    (board,) = Table(server).boards
    assert read_board(board).title == f"📅 {text('plan-title', kind='game')}"


async def test_a_reminder_that_is_refused_is_one_line_in_the_channel(plan: Planned) -> None:
    server = plan.server
    await plan.presses(server.bo, "Remind me")
    server.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)
    await plan.passes(45)
    assert plan.shown.count("No direct message reached Bo") == 1
    assert direct(server, server.bo) == []


async def test_a_moderator_cancels_what_another_planned(server: Server) -> None:
    asked = await server.bo.slash(server.channel, "pod plan", when="in 2 h")
    await server.bo.click(answer(asked), label="Plan it")
    plan = Planned(server)
    sure = await plan.more(server.ana, "Cancel plan")
    await server.ana.click(answer(sure), label="Yes, cancel it")
    assert "was cancelled" in plan.shown


async def test_who_is_in_a_plan_signs_off_before_they_are_forgotten(plan: Planned) -> None:
    server = plan.server
    refused = await server.bo.slash(server.channel, "me forget")
    assert server.channel.mention in said(refused)
    assert answer(refused).components == [], "nothing is asked that could not be done"
    await plan.presses(server.bo, "Leave")
    await forgets(server.bo, server)
    assert seats(plan) == ["Ana", "Cy", "Di"]
