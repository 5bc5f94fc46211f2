"""Weekly posts and the finals of seasons as a server sees them."""

import asyncio
import logging
import math
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import discord
import pytest
import simcord
from discord.utils import format_dt
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.front.gateway.client import SuzerainBot
from bot.front.publishing.post_outbox import (
    StandingsPostChannelChecker,
    StandingsPostContent,
    StandingsPostOutbox,
    StandingsPostSender,
)
from bot.front.publishing.publisher import DiscordMessageClient, MessageContent, MessagePublisher
from bot.front.publishing.request_limiter import DiscordRequestRateLimiter
from bot.front.standings.post_content import render_standings_post
from bot.front.ui.escaping import clean_label_text
from bot.i18n import load_translations
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseUnreachableError
from bot.storage.record.people import PeopleRepository
from bot.storage.record.publications import MessageLease, PublishedMessageRepository
from bot.storage.servers.server_settings import ServerSettingsRepository
from bot.storage.servers.standings_posts import SURFACE, StandingsPost, StandingsPostRepository
from tests.front.deciding import done
from tests.front.deciding import shown as preview_of
from tests.front.playing import Table, end, let_count, list_steps, said, sets
from tests.front.simulated import Server, answer
from tests.front.test_confirming import dispute, press

pytestmark = pytest.mark.usefixtures("still_months")

HOUR = 3600.0
DAY = 24 * HOUR


@pytest.fixture
def news(server: Server) -> simcord.ChannelHandle:
    return server.guild.create_text_channel("news")


async def won(server: Server, winner: str = "Ana") -> Table:
    """A game of Ana, Bo, Cy and Di that this one of them wins as the master of all."""
    table = await Table(server).started(*server.everybody[:4])
    for loser in ("Ana", "Bo", "Cy", "Di"):
        if loser != winner:
            await table.reports(server.ana, loser, winner)
    return table


def posts(server: Server, news: simcord.ChannelHandle) -> list[discord.Message]:
    """What stands in the channel."""
    return list(news.history(viewer=server.gil))


async def post_of(server: Server, news: simcord.ChannelHandle) -> StandingsPost:
    """The newest weekly post as it is written down."""
    found = await StandingsPostRepository(database(server)).load_weekly_posts(server.guild.id)
    return found[0]


def database(server: Server) -> Database:
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    return client.services.database


async def want_none(server: Server) -> None:
    """Ana switches weekly posts off."""
    shown = answer(await server.ana.slash(server.channel, "setup server"))
    for step in list_steps("weekly"):
        menu = shown.components[0]["components"][0]["custom_id"]
        await server.ana.select(shown, [step], custom_id=menu)
    await server.ana.click(shown, custom_id="setup:weekly:unset")


LATE = load_translations("en")("week-late")

# The clock begins on Thursday, January 1, 2026: the first post is due on Monday at 18:00.
TO_MONDAY = 4 * DAY + 18.5 * HOUR


@pytest.fixture
async def played(server: Server, news: simcord.ChannelHandle) -> Table:
    """A server with a weekly post, and one game in its first week."""
    await sets(server, "weekly", news)
    return await won(server)


async def test_a_week_is_posted_once_when_it_is_due(server: Server, news: simcord.ChannelHandle, played: Table) -> None:
    await server.env.advance_time(TO_MONDAY - 2 * HOUR)
    assert posts(server, news) == []
    await server.env.advance_time(2 * HOUR)
    (post,) = posts(server, news)
    assert post.embeds[0].title == "📅 The week of Dec 29, 2025\u2009–\u2009Jan 5, 2026"
    assert "**Ana** is the first" in str(post.embeds[0].description)
    assert LATE not in str(post.embeds[0].description)
    await server.restart()
    await server.env.advance_time(6 * DAY)
    assert len(posts(server, news)) == 1


async def test_a_disputed_game_is_in_no_post_until_it_counts(
    server: Server, news: simcord.ChannelHandle, played: Table
) -> None:
    await let_count(server, 6 * 60 + 30)
    disputed = await won(server, "Bo")
    await dispute(disputed, server.di, "Di’s defeat")
    await server.env.advance_time(TO_MONDAY)
    (post,) = posts(server, news)
    assert "-# 1 game · " in str(post.embeds[0].description)
    assert "🥇 **Ana** · 3 pts" in str(post.embeds[0].description)
    await press(disputed, server.ana, "Let it stand")
    await server.env.advance_time(DAY)
    (post,) = posts(server, news)
    assert "-# 2 games · " in str(post.embeds[0].description)
    assert "🥇 **Bo** · 4 pts" in str(post.embeds[0].description)


async def test_the_wizard_says_when_the_next_post_comes_by_the_server_s_clocks(
    server: Server, news: simcord.ChannelHandle
) -> None:
    assert "Next weekly post" not in await sets(server, "timezone", "UTC")
    due = datetime(2026, 1, 5, 18, tzinfo=UTC)
    assert f"Next weekly post: {format_dt(due, 'F')}" in await sets(server, "weekly", news)
    due -= timedelta(days=1)
    assert format_dt(due, "F") in await sets(server, "weekday", "sunday")
    due -= timedelta(hours=2)
    assert format_dt(due, "F") in await sets(server, "hour", "16:00")
    told = said(await server.ana.slash(server.channel, "setup timezone", zone="Asia/Tokyo"))
    assert format_dt(due - timedelta(hours=9), "F") in told
    await won(server)
    await server.env.advance_time(3 * DAY + 6.5 * HOUR)
    assert posts(server, news) == []
    await server.env.advance_time(6 * HOUR)
    (post,) = posts(server, news)
    assert post.embeds[0].title == "📅 The week of Dec 28, 2025\u2009–\u2009Jan 4, 2026"


async def test_after_an_absence_only_the_last_week_is_posted_and_it_says_so(
    server: Server, news: simcord.ChannelHandle, played: Table
) -> None:
    with pytest.MonkeyPatch.context() as away:
        away.setattr(StandingsPostOutbox, "check_due_tasks_soon", lambda _: None)
        await server.env.advance_time(12 * DAY)
        await won(server, "Bo")
        await server.env.advance_time(8 * DAY)
    await server.crash()
    await server.env.settle()
    (post,) = posts(server, news)
    assert post.embeds[0].title == "📅 The week of Jan 12\u2009–\u200919, 2026"
    assert LATE in str(post.embeds[0].description)


async def test_a_week_in_which_nobody_played_is_skipped_and_can_be_looked_up(
    server: Server, news: simcord.ChannelHandle, played: Table
) -> None:
    await server.env.advance_time(TO_MONDAY + 7 * DAY)
    assert len(posts(server, news)) == 1
    found = await server.gil.autocomplete(server.channel, "leaderboard", "week", "")
    labels = ["Jan 5 – 12, 2026", "Dec 29, 2025 – Jan 5, 2026"]
    assert [each["name"] for each in found] == labels
    skipped, full = (each["value"] for each in found)
    told = said(await server.gil.slash(server.channel, "leaderboard", week=skipped))
    assert clean_label_text(told).startswith(f"😴 {labels[0]}: no one finished a game")
    again = await server.gil.slash(server.channel, "leaderboard", week=full)
    assert again.ephemeral
    assert clean_label_text(str(answer(again).embeds[0].title)) == f"📅 The week of {labels[1]}"
    no = said(await server.gil.slash(server.channel, "leaderboard", week="spring"))
    assert no == f"🚫 {load_translations('en')('refusal-no-week')}"
    no = said(await server.gil.slash(server.channel, "leaderboard", week=full, days=3))
    assert no == f"🚫 {load_translations('en')('refusal-week-alone')}"


async def test_the_button_below_a_post_shows_the_table_as_it_is_now(
    server: Server, news: simcord.ChannelHandle, played: Table
) -> None:
    await server.env.advance_time(TO_MONDAY)
    (post,) = posts(server, news)
    shown = await server.gil.click(post, label="Current standings")
    assert shown.ephemeral
    assert "**Ana**" in str(answer(shown).embeds[0].description)


async def test_what_was_sent_before_a_crash_is_found_and_not_sent_again(
    server: Server, news: simcord.ChannelHandle, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def crashes(*_: object, **__: object) -> None:
        raise DatabaseUnreachableError("the database", "the process is no more")

    monkeypatch.setattr(PublishedMessageRepository, "record_published_message", crashes)
    await server.env.advance_time(TO_MONDAY)
    monkeypatch.undo()
    (post,) = posts(server, news)
    assert (await post_of(server, news)).message is None
    await server.gil.send(news, "oh, look")
    await server.crash()
    await server.env.advance_time(6 * HOUR)
    assert [each.id for each in posts(server, news)][:1] == [post.id]
    assert len(posts(server, news)) == 2
    assert (await post_of(server, news)).message == post.id


async def test_a_week_that_cannot_be_noted_is_told_in_the_log_and_posted_later(
    server: Server, news: simcord.ChannelHandle, played: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
        other.execute("CREATE TRIGGER fails BEFORE INSERT ON posts BEGIN SELECT json('{'); END")
        await server.env.advance_time(TO_MONDAY)
        other.execute("DROP TRIGGER fails")
    assert posts(server, news) == []
    told = {each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING}
    assert told == {f"no post of server {server.guild.id}"}
    await server.env.advance_time(6 * HOUR)
    assert len(posts(server, news)) == 1


async def test_two_processes_send_one(server: Server, news: simcord.ChannelHandle, played: Table) -> None:
    await let_count(server, 6 * 60)
    SuzerainBot.run_background_chores_once.change_interval(hours=240)
    await server.restart()
    await server.env.advance_time(TO_MONDAY)
    assert posts(server, news) == []
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    with server.env.time_context():
        databases = [Database(client.services.database.url) for _ in range(3)]
        outboxes = [outbox(client, each) for each in databases]
        await asyncio.gather(*(each.send_pending_posts() for each in outboxes))
    for each in databases:
        await each.close_all_connections()
    assert len(posts(server, news)) == 1


def outbox(client: SuzerainBot, database: Database) -> StandingsPostOutbox:
    """That of another process."""
    services, now = client.services, discord.utils.utcnow

    async def draw(post: StandingsPost) -> StandingsPostContent:
        return await render_standings_post(services, post)

    guilds, channels = (
        ServerSettingsRepository(database, PeopleRepository(database)),
        StandingsPostChannelChecker(client),
    )
    kept, rows = StandingsPostRepository(database), PublishedMessageRepository(database)
    publisher = MessagePublisher(DiscordMessageClient(client), rows, DiscordRequestRateLimiter(math.inf), now)
    delivery = StandingsPostSender(channels, publisher, rows, kept, guilds, draw, now)
    return StandingsPostOutbox(channels, rows, kept, delivery, now)


async def test_of_two_posts_for_one_week_the_first_that_was_noted_stays_and_is_soon_right(
    server: Server, news: simcord.ChannelHandle, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await let_count(server, 6 * 60)
    rows, send, noted = (PublishedMessageRepository(database(server)), DiscordMessageClient.send_message, list[int]())

    async def send_late(
        self: DiscordMessageClient, channel: int, content: MessageContent, nonce: str
    ) -> discord.Message:
        monkeypatch.setattr(DiscordMessageClient, "send_message", send)
        theirs = await self.send_message(channel, MessageContent(embed=discord.Embed(title="Soon")), "another")
        [row] = await rows.load_published_messages(SURFACE)
        ended = MessageLease(row, 1, discord.utils.utcnow(), None)
        assert await rows.record_published_message(ended, row.with_sent_message(theirs.id), was_edited=False)
        noted.append(theirs.id)
        return await self.send_message(channel, content, nonce)

    monkeypatch.setattr(DiscordMessageClient, "send_message", send_late)
    await server.env.advance_time(TO_MONDAY)
    [post] = posts(server, news)
    assert (post.id, "Soon" in str(post.embeds[0].to_dict())) == (*noted, False)


async def test_a_post_is_corrected_after_every_override(
    server: Server, news: simcord.ChannelHandle, played: Table
) -> None:
    await server.env.advance_time(TO_MONDAY)
    before = await post_of(server, news)
    assert before.shown == before.wanted == 1
    await done(played, "points", player="Di", points=9)
    after = await post_of(server, news)
    assert after.shown == after.wanted > 1
    await done(played, "points", player="Di", points=0)
    later = await post_of(server, news)
    assert later.shown == later.wanted > after.wanted
    assert len(posts(server, news)) == 1


async def test_a_post_is_corrected_after_the_rules_of_its_season_change(
    server: Server, news: simcord.ChannelHandle
) -> None:
    await sets(server, "weekly", news)
    await server.ana.slash(server.channel, "season start", name="Winter")
    await won(server)
    await server.env.advance_time(TO_MONDAY)
    before = await post_of(server, news)
    asked = await server.ana.slash(server.channel, "season rules", needed=2)
    await server.ana.click(answer(asked), label="Set these rules")
    after = await post_of(server, news)
    assert after.shown == after.wanted > before.wanted
    assert len(posts(server, news)) == 1


async def test_a_post_is_corrected_though_the_server_wants_no_more_of_them(
    server: Server, news: simcord.ChannelHandle, played: Table
) -> None:
    await server.env.advance_time(TO_MONDAY)
    before = await post_of(server, news)
    await want_none(server)
    await done(played, "points", player="Di", points=9)
    after = await post_of(server, news)
    assert after.shown == after.wanted > before.wanted
    assert len(posts(server, news)) == 1


async def test_a_post_that_was_deleted_does_not_come_again(
    server: Server, news: simcord.ChannelHandle, played: Table
) -> None:
    await server.env.advance_time(TO_MONDAY)
    server.env.backend.delete_message(news.id, posts(server, news)[0].id)
    await done(played, "points", player="Di", points=9)
    await server.env.advance_time(DAY)
    assert posts(server, news) == []
    assert (await post_of(server, news)).channel is None


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        (("attach_files", "read_message_history"), "Attach Files, Read Message History"),
        (("send_messages",), "Send Messages"),
    ],
)
async def test_what_the_bot_may_not_post_waits_and_administrators_are_told(
    server: Server, news: simcord.ChannelHandle, played: Table, denied: tuple[str, ...], named: str
) -> None:
    logs = server.guild.create_text_channel("logs")
    await sets(server, "log_channel", logs)
    allow(server, news, **dict.fromkeys(denied, False))
    await server.env.settle()
    shown = await server.ana.slash(server.channel, "setup server")
    await server.ana.click(answer(shown), label="Check the bot’s permissions")
    tested = str(answer(shown).embeds[1].description)
    assert f"⚠️ <#{news.id}>: please give me {named}" in tested
    await server.env.advance_time(TO_MONDAY + DAY)
    assert posts(server, news) == []
    (told,) = [m.content for m in posts(server, logs) if "can’t send the weekly post" in m.content]
    assert named in told
    allow(server, news)
    await server.env.settle()
    (post,) = posts(server, news)
    assert LATE in str(post.embeds[0].description)
    await server.ana.click(answer(shown), label="Check the bot’s permissions")
    assert f"✅ <#{news.id}>: I can send the weekly post" in str(answer(shown).embeds[1].description)


def allow(server: Server, channel: simcord.ChannelHandle, **permissions: bool) -> None:
    """What the bot may do in the channel besides what its role allows."""
    allowed, denied = (p.value for p in discord.PermissionOverwrite(**permissions).pair())
    overwrite = Overwrite(server.env.backend.bot_user.id, OverwriteType.MEMBER, allowed, denied)
    server.env.backend.set_overwrite(channel.id, overwrite)


async def test_a_channel_that_is_gone_is_replaced_by_the_next_one_that_is_set(
    server: Server, news: simcord.ChannelHandle, played: Table
) -> None:
    server.env.backend.delete_channel(news.id)
    await server.env.settle()
    await server.env.advance_time(TO_MONDAY)
    other = server.guild.create_text_channel("other")
    await sets(server, "weekly", other)
    await server.env.advance_time(12 * HOUR)
    assert len(posts(server, other)) == 1


async def test_the_end_of_a_season_survives_a_crash_and_stays_right(server: Server) -> None:
    await server.ana.slash(server.channel, "season start")
    table = await won(server)
    await let_count(server, 6 * 60)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StandingsPostOutbox, "check_due_tasks_soon", lambda _: None)
        ended = await end(server.ana, server.channel, "season end")
        assert said(ended).startswith("🏁 **Season 1** is over.")
        assert len(table.boards) == 1
    await server.crash()
    await server.env.settle()
    assert standing(table)[0] == "Ana"
    preview = await preview_of(table, "points", player="Di", points=9)
    await preview.press("Apply")
    await preview.press("Change it anyway")
    await server.ana.slash(server.channel, "season rename", name="Spring")
    assert standing(table)[:2] == ["Di", "Ana"]
    assert table.boards[1].embeds[0].title == "🏁 Spring is over"
    shown = await server.gil.click(table.boards[1], label="Full standings")
    assert shown.ephemeral


async def test_the_final_table_comes_in_a_thread_that_was_archived_before_it(server: Server) -> None:
    await server.ana.slash(server.channel, "season start")
    await won(server)
    await let_count(server, 6 * 60)
    server.env.backend.create_thread(server.channel.id, "aside", server.ana.id)
    (thread,) = server.channel.threads
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StandingsPostOutbox, "check_due_tasks_soon", lambda _: None)
        await end(server.ana, thread, "season end")
    assert posts(server, thread) == []
    server.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await server.restart()  # Discord tells of no thread that is archived
    await server.env.settle()
    (final,) = posts(server, thread)
    assert final.embeds[0].title == "🏁 Season 1 is over"


def standing(table: Table) -> list[str]:
    """Who stands on the final table, in its order."""
    (final,) = table.boards[1].embeds
    lines = str(final.description).splitlines()
    return [line.split("**")[1] for line in lines if "**" in line]
