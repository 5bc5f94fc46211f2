"""The rows of posts: noted once, and owed again when results change."""

from datetime import timedelta

import discord
import pytest
from msgspec.structs import replace
from sqlalchemy import update

from bot.front.publishing.post_outbox import StandingsPostChannelChecker, StandingsPostMessageKind
from bot.projections.project import build_row_changes_of_last_game_event
from bot.storage.engine.database import Database
from bot.storage.engine.schema import boards
from bot.storage.engine.schema import posts as rows_of_posts
from bot.storage.record.publications import PublishedMessage, PublishedMessageRepository
from bot.storage.servers.standings_posts import (
    LEASE_DURATION,
    StandingsPost,
    StandingsPostRepository,
    add_updates_of_standings_posts,
    build_standings_post_row_inserts,
    build_update_of_standings_posts,
)
from tests.storage.store import GUILD, NOON, Channel, execute

WEEK = StandingsPost(GUILD, "week", 7, NOON, NOON + timedelta(hours=1), False, "en", channel=5)
NOW = NOON + timedelta(hours=2)


async def kept(database: Database, post: StandingsPost = WEEK) -> StandingsPost:
    found = await StandingsPostRepository(database).load_standings_post(post.guild, post.kind, post.number)
    assert found is not None
    return found


async def insert(database: Database, *posts: StandingsPost) -> None:
    await database.commit_changes(*(change for post in posts for change in build_standings_post_row_inserts(post)))


async def owed(database: Database) -> list[tuple[int, str]]:
    found = await PublishedMessageRepository(database).load_outdated_messages("post", NOW, LEASE_DURATION)
    return [(row.guild, row.key) for row in found]


async def test_a_week_is_noted_once_and_owed_from_then_on(database: Database) -> None:
    posts = StandingsPostRepository(database)
    assert await posts.store_post_and_next_due_time(GUILD, None, WEEK)
    assert not await posts.store_post_and_next_due_time(GUILD, None, WEEK)
    assert await owed(database) == [(GUILD, "week:7")]
    row = await PublishedMessageRepository(database).load_published_message("post", GUILD, "week:7")
    assert row is not None
    assert await posts.load_standings_post_of_message(row) == WEEK


def test_a_post_has_the_nonce_that_it_had_in_earlier_versions() -> None:
    channels = StandingsPostChannelChecker(discord.Client(intents=discord.Intents.none()))
    name = StandingsPostMessageKind(channels).build_message_nonce_text(PublishedMessage("post", 1, WEEK.message_key, 5))
    assert name == "1:post:week:7"


async def test_a_post_that_is_late_says_so_for_good(database: Database) -> None:
    await database.commit_changes(*build_standings_post_row_inserts(WEEK))
    await StandingsPostRepository(database).mark_standings_post_as_late(WEEK)
    assert await kept(database) == replace(WEEK, late=True)


async def test_a_post_is_in_its_language_or_in_english_where_the_bot_does_not_speak_that(database: Database) -> None:
    await database.commit_changes(*build_standings_post_row_inserts(replace(WEEK, language="fr")))
    assert (await kept(database)).language == "fr"
    await execute(database, update(rows_of_posts).values(language="xx"))
    assert (await kept(database)).language == "en"


async def test_a_later_week_overtakes_those_that_could_not_be_sent(database: Database) -> None:
    posts = StandingsPostRepository(database)
    sent = replace(WEEK, number=6, message=66)
    elsewhere = [replace(WEEK, guild=guild) for guild in (GUILD - 1, GUILD + 1)]
    await insert(database, sent, WEEK, *elsewhere)
    await posts.store_post_and_next_due_time(GUILD, None, replace(WEEK, number=8))
    assert [post.channel for post in await posts.load_weekly_posts(GUILD)] == [5, None, 5]
    assert await owed(database) == [(GUILD - 1, "week:7"), (GUILD, "week:6"), (GUILD, "week:8"), (GUILD + 1, "week:7")]


async def test_what_changes_from_a_moment_on_is_in_the_posts_that_end_after_it(database: Database) -> None:
    before = replace(WEEK, number=6, start=NOON - timedelta(days=7), end=NOON)
    elsewhere = replace(WEEK, guild=GUILD + 1)
    every = (before, WEEK, elsewhere)
    await insert(database, *every)
    await database.commit_changes(build_update_of_standings_posts(GUILD, NOON))
    assert [(await kept(database, each)).wanted for each in every] == [1, 2, 1]


async def test_a_week_in_which_nobody_played_is_written_down_and_owed_to_nobody(database: Database) -> None:
    posts = StandingsPostRepository(database)
    await posts.store_post_and_next_due_time(GUILD, None, replace(WEEK, channel=None))
    assert await owed(database) == []
    assert await posts.load_language_of_newest_game(GUILD, WEEK.start, WEEK.end) is None
    await Channel(database).play("bo", "cy", "di")
    assert await posts.load_language_of_newest_game(GUILD, WEEK.start, WEEK.end) == "fr"  # as the board of that game


@pytest.mark.parametrize("elsewhere", [1, 3])
async def test_a_week_is_told_in_the_language_of_the_board_of_its_last_game(database: Database, elsewhere: int) -> None:
    for channel, losers in ((elsewhere, ("bo",)), (2, ("bo", "cy", "di"))):
        played = Channel(database, channel)
        await played.play("bo", "cy", "di")
        await played.play(*losers)  # both have this number
    spoken = update(boards).where(boards.c.channel == elsewhere).values(language="ru")
    await execute(database, spoken)
    assert await StandingsPostRepository(database).load_language_of_newest_game(GUILD, WEEK.start, WEEK.end) == "fr"


async def test_posts_that_may_show_a_result_are_owed_when_it_changes(database: Database) -> None:
    channel, before = Channel(database), replace(WEEK, number=6, end=NOON)
    elsewhere = replace(WEEK, guild=GUILD + 1)
    await insert(database, before, WEEK, elsewhere)
    await channel.play("bo", "cy", "di")
    assert channel.played is not None
    changes = build_row_changes_of_last_game_event(replace(channel.played, had_results=True))
    touched = add_updates_of_standings_posts(channel.written[-1], changes, had_results=True, has_results=True)
    await database.commit_changes(*touched)
    assert (await kept(database)).wanted > WEEK.wanted
    assert await kept(database, before) == before
    assert await kept(database, elsewhere) == elsewhere
