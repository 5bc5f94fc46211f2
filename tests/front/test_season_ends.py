"""A season ends when it was planned to, and says so a week and a day before: once each, whatever happens meanwhile."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import discord
import pytest
import simcord

from bot.storage.tables.seasons import SeasonEndPlan
from tests.front.playing import Table, let_count, said, sets
from tests.front.simulated import Server, answer

pytestmark = pytest.mark.usefixtures("still_months")

DAY = 24 * 60 * 60
END = datetime(2026, 1, 20, 20, tzinfo=UTC)


@pytest.fixture
async def news(server: Server) -> simcord.ChannelHandle:
    """The channel of the weekly post of a server whose first season runs, and what stands there."""
    found = server.guild.create_text_channel("news")
    await sets(server, "weekly", found)
    await sets(server, "shows", "table")
    await server.ana.slash(server.channel, "season start", name="One")
    return found


async def plan_end(server: Server, when: str, label: str = "Plan the end") -> str:
    """What Ana is told when she plans the end of the season."""
    asked = await server.ana.slash(server.channel, "season end")
    form = await server.ana.click(answer(asked), label=label)
    return said(await server.ana.submit_modal(form, {"when": when}))


def embeds_about_end(server: Server, news: simcord.ChannelHandle) -> list[discord.Embed]:
    """Announcements and final tables, the first one first; not the weekly posts."""
    every = sorted(news.history(viewer=server.gil), key=lambda message: message.id)
    assert not any(message.mentions or message.role_mentions or message.mention_everyone for message in every)
    found = [embed for message in every for embed in message.embeds]
    return [embed for embed in found if str(embed.title)[0] in "⏳🏁"]


async def pass_until(server: Server, moment: datetime) -> None:
    await server.env.advance_time((moment - server.env.now()).total_seconds())


async def test_a_planned_end_is_announced_twice_with_what_is_open_and_comes_once(
    server: Server, news: simcord.ChannelHandle
) -> None:
    told = await plan_end(server, "20 January 20:00")
    assert told.startswith(f"✅ **One** · 🗓️ It ends by itself on <t:{int(END.timestamp())}:F>")
    assert news.mention in told
    table = await Table(server).started(*server.everybody[:4])
    for loser in ("Bo", "Cy", "Di"):
        await table.reports(server.ana, loser, "Ana")
    await let_count(server, 13 * 60)
    await pass_until(server, END - timedelta(days=8))
    assert embeds_about_end(server, news) == []
    await Table(server).started(*server.everybody[:4])
    await pass_until(server, END - timedelta(days=5))
    [week] = embeds_about_end(server, news)
    assert week.title == "⏳ The last games of One"
    assert "🥇 First now: **Ana**, with 3 points." in str(week.description)
    assert week.fields[0].value == "▶️ One game is being played"
    await server.restart()
    await pass_until(server, END - timedelta(hours=6))
    assert len(embeds_about_end(server, news)) == 2
    await pass_until(server, END + timedelta(hours=13))
    final = embeds_about_end(server, news)[-1]
    assert (final.title, len(embeds_about_end(server, news))) == ("🏁 One is over", 3)
    assert str(final.description).splitlines()[0] == "-# Jan 1, 2026 to Jan 20, 2026"
    awards = next(field.value for field in final.fields if field.name == "🏅 Awards")
    assert awards == "⚔️ Most defeats caused (3): **Ana**"  # two won as thralls: that is no distinction
    assert "The season ended on" in str(embeds_about_end(server, news)[0].description)
    await server.env.advance_time(10 * DAY)
    assert len(embeds_about_end(server, news)) == 3
    trail = str(answer(await server.ana.slash(server.channel, "audit")).embeds[0].description)
    assert "**Ana** · had planned it: the season **One** has ended" in trail


async def test_announcements_of_an_end_that_is_moved_or_withdrawn_are_put_right(
    server: Server, news: simcord.ChannelHandle
) -> None:
    await plan_end(server, "20 January 20:00")
    await pass_until(server, END - timedelta(days=5))
    later = END + timedelta(days=20)
    await plan_end(server, "9 February 20:00", "Move the end")
    await server.env.advance_time(DAY)
    [week] = embeds_about_end(server, news)
    assert str(week.description).startswith(f"The end was moved: it is now on <t:{int(later.timestamp())}:F>")
    await plan_end(server, "20 January 20:00", "Move the end")  # as it was: announced before
    await server.env.advance_time(6 * 60 * 60)
    [week] = embeds_about_end(server, news)
    await plan_end(server, "9 February 20:00", "Move the end")
    await pass_until(server, later - timedelta(days=6))
    assert len(embeds_about_end(server, news)) == 2
    asked, late = [await server.ana.slash(server.channel, "season end") for _ in range(2)]
    await server.ana.click(answer(asked), label="Don’t end by itself")
    await pass_until(server, later + timedelta(days=2))
    _, withdrawn = embeds_about_end(server, news)
    assert withdrawn.description == "The season no longer ends by itself: it goes on."
    gone = await server.ana.click(answer(late), label="Don’t end by itself")
    assert "has no planned end any more" in said(gone)


async def test_a_season_that_somebody_ends_before_is_not_ended_again(
    server: Server, news: simcord.ChannelHandle
) -> None:
    await plan_end(server, "20 January 20:00")
    await pass_until(server, END - timedelta(days=5))
    asked = await server.ana.slash(server.channel, "season end")
    await server.ana.click(answer(asked), label="End the season")
    await pass_until(server, END + timedelta(days=2))
    [week] = embeds_about_end(server, news)  # the final table stands where it was ended
    assert str(week.description).startswith("The season ended on")
    assert "Jan 15, 2026" in str(answer(await server.ana.slash(server.channel, "season list")).embeds[0].description)


async def test_a_time_that_is_past_or_too_far_is_refused(server: Server, news: simcord.ChannelHandle) -> None:
    assert "in the past" in await plan_end(server, "2025-12-31 20:00")
    assert "400 days ahead at most" in await plan_end(server, "2028-01-01 20:00")
    assert "ends by itself" not in said(await server.ana.slash(server.channel, "season end"))


def test_announcements_keep_the_hour_of_the_end_when_clocks_change() -> None:
    paris = ZoneInfo("Europe/Paris")
    planned = datetime(2026, 1, 1, tzinfo=UTC)
    plan = SeasonEndPlan(datetime(2026, 3, 30, 18, tzinfo=UTC), planned, 1, "en")  # 20:00, in summer time
    assert plan.find_due_season_end_notice(paris, datetime(2026, 3, 23, 18, 59, tzinfo=UTC)) is None
    assert plan.find_due_season_end_notice(paris, datetime(2026, 3, 23, 19, tzinfo=UTC)) == "week-before"
    assert plan.find_due_season_end_notice(paris, datetime(2026, 3, 29, 18, tzinfo=UTC)) == "day-before"


def test_an_announcement_that_was_due_before_the_end_was_planned_is_not_made() -> None:
    end = datetime(2026, 3, 30, 18, tzinfo=UTC)
    plan = SeasonEndPlan(end, end - timedelta(days=3), 1, "en")
    assert plan.find_due_season_end_notice(ZoneInfo("UTC"), end - timedelta(days=2)) is None
    assert plan.find_due_season_end_notice(ZoneInfo("UTC"), end - timedelta(hours=1)) == "day-before"
