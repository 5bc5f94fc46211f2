"""The rows of posts: taken by one at a time, and owed anew when results change."""

from datetime import timedelta

from msgspec.structs import replace
from sqlalchemy import update

from bot.projections.project import project
from bot.storage.engine.database import Database
from bot.storage.engine.schema import posts as rows_of_posts
from bot.storage.servers.posts import (
    LEASE,
    Post,
    PostClaim,
    Posts,
    insert_post,
    touch_posts,
    touch_since,
)
from tests.storage.store import GUILD, NOON, Channel, execute

WEEK = Post(GUILD, "week", 7, NOON, NOON + timedelta(hours=1), False, "en", channel=5)
NOW = NOON + timedelta(hours=2)


async def kept(database: Database, post: Post = WEEK) -> Post:
    found = await Posts(database).get(post.guild, post.kind, post.number)
    assert found is not None
    return found


async def claimed(database: Database, after: timedelta = timedelta(0)) -> PostClaim:
    claim = await Posts(database).take_lease(WEEK, NOW + after)
    assert claim is not None
    return claim


async def test_a_post_is_one_s_own_until_the_lease_is_over(database: Database) -> None:
    posts = Posts(database)
    assert await posts.decide(GUILD, None, WEEK)
    assert not await posts.decide(GUILD, None, WEEK)
    assert (await claimed(database)).tried is None
    assert await posts.take_lease(WEEK, NOW) is None
    assert await posts.find_owed(NOW) == []
    assert await posts.find_owed(NOW + LEASE) == [WEEK]
    assert (await claimed(database, LEASE)).tried == NOW


async def test_a_lease_that_a_clock_far_ahead_took_holds_nothing_up(database: Database) -> None:
    posts = Posts(database)
    await database.write(insert_post(WEEK))
    ahead = await claimed(database, timedelta(days=1))
    assert await posts.find_owed(NOW) == [WEEK]
    assert (await claimed(database)).number != ahead.number


async def test_what_may_have_been_sent_stays_in_doubt_until_somebody_knows(
    database: Database,
) -> None:
    posts = Posts(database)
    await database.write(insert_post(WEEK))
    first = await claimed(database)
    second = await claimed(database, 2 * LEASE)
    await posts.release(first)  # too late: it is another's
    assert await posts.take_lease(WEEK, NOW + 2 * LEASE) is None
    await posts.release(second)
    assert (await claimed(database, 4 * LEASE)).tried == NOW
    await posts.note_sent(WEEK, 77, 1)
    assert await kept(database) == replace(WEEK, message=77, shown=1)
    assert await posts.find_owed(NOW + 9 * LEASE) == []


async def test_a_post_is_in_its_language_or_in_english_where_the_bot_does_not_speak_that(
    database: Database,
) -> None:
    await database.write(insert_post(replace(WEEK, language="fr")))
    assert (await kept(database)).language == "fr"
    await execute(database, update(rows_of_posts).values(language="xx"))
    assert (await kept(database)).language == "en"


async def test_a_post_that_was_never_tried_is_in_no_doubt(database: Database) -> None:
    await database.write(insert_post(WEEK))
    await Posts(database).release(await claimed(database))
    assert (await claimed(database)).tried is None


async def test_what_is_tried_in_another_channel_is_in_doubt_since_it_was_tried_first(
    database: Database,
) -> None:
    """Discord may have taken the first, and say so only to whoever sends it again."""
    posts, elsewhere = Posts(database), replace(WEEK, channel=6)
    await database.write(insert_post(WEEK))
    await claimed(database)
    again = await posts.take_lease(elsewhere, NOW + LEASE)
    assert again is not None
    assert (again.before, again.post.channel) == (5, 6)
    await posts.move(again)
    last = await posts.take_lease(elsewhere, NOW + 2 * LEASE)
    assert last is not None
    assert (last.before, last.tried) == (6, NOW)


async def test_a_later_week_overtakes_those_that_could_not_be_sent(database: Database) -> None:
    posts = Posts(database)
    sent = replace(WEEK, number=6, message=66)
    elsewhere = [replace(WEEK, guild=guild) for guild in (GUILD - 1, GUILD + 1)]
    await database.write(*map(insert_post, (sent, WEEK, *elsewhere)))
    await posts.decide(GUILD, None, replace(WEEK, number=8))
    assert [post.channel for post in await posts.find_weeks(GUILD)] == [5, None, 5]
    owed = sorted((post.guild, post.number) for post in await posts.find_owed(NOW))
    assert owed == [(GUILD - 1, 7), (GUILD, 6), (GUILD, 8), (GUILD + 1, 7)]


async def test_what_changes_from_a_moment_on_is_in_the_posts_that_end_after_it(
    database: Database,
) -> None:
    before = replace(WEEK, number=6, start=NOON - timedelta(days=7), end=NOON)
    elsewhere = replace(WEEK, guild=GUILD + 1)
    every = (before, WEEK, elsewhere)
    await database.write(*map(insert_post, every), touch_since(GUILD, NOON))
    assert [(await kept(database, each)).wanted for each in every] == [1, 2, 1]


async def test_a_week_in_which_nobody_played_is_written_down_and_owed_to_nobody(
    database: Database,
) -> None:
    posts = Posts(database)
    await posts.decide(GUILD, None, replace(WEEK, channel=None))
    assert await posts.find_owed(NOW) == []
    assert await posts.find_language(GUILD, WEEK.start, WEEK.end) is None
    await Channel(database).play("bo", "cy", "di")
    assert (
        await posts.find_language(GUILD, WEEK.start, WEEK.end) == "fr"
    )  # as the board of that game


async def test_posts_that_may_show_a_result_are_owed_when_it_changes(database: Database) -> None:
    channel, before = Channel(database), replace(WEEK, number=6, end=NOON)
    elsewhere = replace(WEEK, guild=GUILD + 1)
    await database.write(*map(insert_post, (before, WEEK, elsewhere)))
    await channel.play("bo", "cy", "di")
    assert channel.played is not None
    await database.write(*touch_posts(channel.written[-1], [*project(channel.played)]))
    assert (await kept(database)).wanted > WEEK.wanted
    assert await kept(database, before) == before
    assert await kept(database, elsewhere) == elsewhere
