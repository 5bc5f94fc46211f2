"""Due times of weekly posts: one for each week, whatever the clocks and the bot do."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.time.weeks import (
    LATE_AFTER,
    LONGEST_PERIOD,
    WEEK,
    DueWeeklyPost,
    LastWeeklyPost,
    WeeklySchedule,
    find_due_weekly_post,
    find_next_weekly_post_time,
)
from tests.effort import examples

MONDAY, FRIDAY, SATURDAY, SUNDAY = 0, 4, 5, 6
EVER = datetime(1, 1, 1, tzinfo=UTC)
ZONES = (
    "UTC",
    "Europe/Paris",
    "America/Sao_Paulo",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Pacific/Kiritimati",
    "America/New_York",
    "Asia/Kathmandu",
    "Africa/Casablanca",
    "America/Nuuk",
)


def at(zone: str, weekday: int, hour: int) -> WeeklySchedule:
    return WeeklySchedule(ZoneInfo(zone), weekday, hour)


def moment(schedule: WeeklySchedule, day: date) -> str:
    """Return the due time of the post for a day's week, in UTC."""
    found = schedule.find_scheduled_time_of_week((day.toordinal() - 1) // 7)
    assert found.tzinfo is UTC
    return found.strftime("%a %Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("zone", "weekday", "hour", "day", "expected"),
    [
        ("UTC", MONDAY, 18, date(2026, 1, 1), "Mon 2025-12-29 18:00"),
        ("UTC", SUNDAY, 23, date(2026, 1, 1), "Sun 2026-01-04 23:00"),
        ("Europe/Paris", SUNDAY, 18, date(2026, 3, 22), "Sun 2026-03-22 17:00"),
        ("Europe/Paris", SUNDAY, 18, date(2026, 3, 29), "Sun 2026-03-29 16:00"),
        # The hour that is skipped: at the moment of the jump.
        ("Europe/Paris", SUNDAY, 2, date(2026, 3, 29), "Sun 2026-03-29 01:00"),
        # The hour that comes twice: the first of them.
        ("Europe/Paris", SUNDAY, 2, date(2026, 10, 25), "Sun 2026-10-25 00:00"),
        ("Europe/Paris", SUNDAY, 3, date(2026, 10, 25), "Sun 2026-10-25 02:00"),
        # Where clocks jumped at midnight there was no midnight, and in autumn two hours 23.
        ("America/Sao_Paulo", SUNDAY, 0, date(2018, 11, 4), "Sun 2018-11-04 03:00"),
        ("America/Sao_Paulo", SATURDAY, 23, date(2018, 2, 17), "Sun 2018-02-18 01:00"),
        ("America/Sao_Paulo", SUNDAY, 0, date(2026, 11, 1), "Sun 2026-11-01 03:00"),
        # They jump by half an hour here: from 2:00 to 2:30, and back from 2:00 to 1:30.
        ("Australia/Lord_Howe", SUNDAY, 2, date(2026, 10, 4), "Sat 2026-10-03 15:30"),
        ("Australia/Lord_Howe", SUNDAY, 3, date(2026, 10, 4), "Sat 2026-10-03 16:00"),
        ("Australia/Lord_Howe", SUNDAY, 1, date(2026, 4, 5), "Sat 2026-04-04 14:00"),
        ("Australia/Lord_Howe", SUNDAY, 2, date(2026, 4, 5), "Sat 2026-04-04 15:30"),
        # A whole day that never was: at its end, which was its beginning.
        ("Pacific/Apia", FRIDAY, 12, date(2011, 12, 30), "Fri 2011-12-30 10:00"),
        # Leap years.
        ("UTC", SATURDAY, 12, date(2020, 2, 29), "Sat 2020-02-29 12:00"),
        ("UTC", SUNDAY, 12, date(2024, 2, 29), "Sun 2024-03-03 12:00"),
        ("UTC", MONDAY, 12, date(2000, 2, 29), "Mon 2000-02-28 12:00"),
    ],
)
def test_a_post_is_due_at_an_hour_of_the_server_s_clocks(
    zone: str, weekday: int, hour: int, day: date, expected: str
) -> None:
    assert moment(at(zone, weekday, hour), day) == expected


NOON = datetime(2026, 1, 7, 12, tzinfo=UTC)  # a Wednesday
WEDNESDAY = at("UTC", 2, 12)


def test_the_first_post_is_the_next_one_after_it_was_switched_on() -> None:
    later = NOON + timedelta(hours=1)
    assert find_due_weekly_post(WEDNESDAY, None, later, later) is None
    assert find_next_weekly_post_time(WEDNESDAY, None, later, later) == NOON + WEEK
    found = find_due_weekly_post(WEDNESDAY, None, later, NOON + WEEK)
    assert found is not None
    assert (found.start, found.end, found.late) == (NOON, NOON + WEEK, False)


def test_a_week_that_had_its_post_gets_no_second_one() -> None:
    last = LastWeeklyPost(WEDNESDAY.find_week_number(NOON), NOON)
    assert find_due_weekly_post(WEDNESDAY, last, EVER, NOON + timedelta(days=1)) is None
    sunday = at("UTC", SUNDAY, 12)
    assert find_due_weekly_post(sunday, last, EVER, NOON + timedelta(days=4)) is None
    assert find_next_weekly_post_time(sunday, last, EVER, NOON) == NOON + timedelta(days=11)


def test_after_an_absence_the_newest_one_is_made_alone_and_is_late() -> None:
    last = LastWeeklyPost(WEDNESDAY.find_week_number(NOON), NOON)
    found = find_due_weekly_post(WEDNESDAY, last, EVER, NOON + 5 * WEEK + 2 * LATE_AFTER)
    assert found is not None
    assert (found.end, found.start, found.late) == (NOON + 5 * WEEK, NOON + 4 * WEEK, True)


def test_what_was_played_in_a_week_left_out_counts_in_the_next() -> None:
    last = LastWeeklyPost(WEDNESDAY.find_week_number(NOON), NOON)
    found = find_due_weekly_post(WEDNESDAY, last, EVER, NOON + 2 * WEEK)
    assert found is not None
    assert (found.start, found.end) == (NOON, NOON + 2 * WEEK)


def test_a_clock_that_was_put_back_makes_nothing_due() -> None:
    last = LastWeeklyPost(WEDNESDAY.find_week_number(NOON), NOON)
    for days in range(60):
        assert find_due_weekly_post(WEDNESDAY, last, EVER, NOON - timedelta(days=days)) is None


def test_a_server_that_moves_around_the_world_within_a_week_has_one_post() -> None:
    """From where Sunday ends last to where Monday begins first."""
    west, east = at("Pacific/Pago_Pago", SUNDAY, 23), at("Pacific/Kiritimati", MONDAY, 0)
    week = west.find_week_number(NOON)
    last = LastWeeklyPost(week, west.find_scheduled_time_of_week(week))
    assert east.find_scheduled_time_of_week(week + 1) < last.end
    assert find_due_weekly_post(east, last, EVER, last.end + timedelta(hours=1)) is None
    assert find_next_weekly_post_time(east, last, EVER, last.end) == east.find_scheduled_time_of_week(week + 2)


def test_posts_that_were_switched_off_for_long_do_not_tell_of_the_time_between() -> None:
    last = LastWeeklyPost(WEDNESDAY.find_week_number(NOON), NOON)
    begun = NOON + 5 * WEEK - timedelta(days=1)
    due = NOON + 5 * WEEK
    found = find_due_weekly_post(WEDNESDAY, last, due, due, begun)
    assert found is not None
    assert (found.start, found.end) == (due - WEEK, due)


def test_a_schedule_that_is_put_off_again_and_again_leaves_nothing_out() -> None:
    monday, sunday = at("UTC", MONDAY, 18), at("UTC", SUNDAY, 18)
    last = LastWeeklyPost(
        monday.find_week_number(NOON), monday.find_scheduled_time_of_week(monday.find_week_number(NOON))
    )
    late = sunday.find_scheduled_time_of_week(last.week + 2)  # after Sunday, then Monday, then Sunday again
    found = find_due_weekly_post(sunday, last, late, late, last.end - WEEK)
    assert found is not None
    assert (found.start, found.end) == (last.end, late)
    assert found.end - found.start > LONGEST_PERIOD


def check(posts: Sequence[DueWeeklyPost]) -> None:
    """Check that there is one post for each week, in order and without overlaps."""
    assert len({post.week for post in posts}) == len(posts)
    assert all(post.start < post.end for post in posts)
    for before, after in pairwise(posts):
        assert before.week < after.week
        assert before.end <= after.start
        assert after.start == before.end or after.end - before.end > LONGEST_PERIOD


schedules = st.builds(at, st.sampled_from(ZONES), st.integers(MONDAY, SUNDAY), st.integers(0, 23))


@settings(max_examples=examples(100))
@given(
    begin=st.integers(0, 42 * 365 * 24 * 60),
    steps=st.lists(st.tuples(st.integers(-3 * 24 * 60, 21 * 24 * 60), st.none() | schedules), max_size=40),
    first=schedules,
)
def test_whatever_happens_no_week_has_two_posts(
    begin: int, steps: list[tuple[int, WeeklySchedule | None]], first: WeeklySchedule
) -> None:
    since = now = datetime(1995, 1, 1, tzinfo=UTC) + timedelta(minutes=begin)
    schedule, posts = first, list[DueWeeklyPost]()
    for minutes, change in steps:
        now += timedelta(minutes=minutes)
        if change is not None:
            schedule, since = change, now
        last = LastWeeklyPost(posts[-1].week, posts[-1].end) if posts else None
        found = find_due_weekly_post(schedule, last, since, now)
        later = find_next_weekly_post_time(schedule, last, since, now)
        assert later > now
        if found is not None:
            assert since <= found.end <= now < found.end + WEEK + timedelta(days=1)
            assert found.late == (now - found.end > LATE_AFTER)
            posts.append(found)
            last = LastWeeklyPost(found.week, found.end)
            assert find_due_weekly_post(schedule, last, since, now) is None
    check(posts)


@settings(max_examples=examples(100))
@given(
    begin=st.integers(0, 42 * 365 * 24 * 60),
    changes=st.lists(st.tuples(st.integers(1, 16 * 24 * 60), schedules), max_size=40),
    first=schedules,
)
def test_however_a_schedule_is_changed_every_moment_is_in_one_post(
    begin: int, changes: list[tuple[int, WeeklySchedule]], first: WeeklySchedule
) -> None:
    """By somebody who misses none, as a bot does that is not away."""
    now = datetime(1995, 1, 1, tzinfo=UTC) + timedelta(minutes=begin)
    begun, schedule, posts = now, first, list[DueWeeklyPost]()
    due = find_next_weekly_post_time(schedule, None, now, now)
    for minutes, change in changes:
        until = now + timedelta(minutes=minutes)
        while due <= until:
            now, last = due, LastWeeklyPost(posts[-1].week, posts[-1].end) if posts else None
            found = find_due_weekly_post(schedule, last, due, now, begun)
            due = find_next_weekly_post_time(schedule, last, due, now)
            if found is not None:
                posts.append(found)
        now, schedule = until, change
        due = find_next_weekly_post_time(schedule, None, now, now)  # as `Guilds` has it
    for before, after in pairwise(posts):
        assert after.start == before.end


@pytest.mark.parametrize("zone", ZONES)
def test_who_looks_every_minute_around_the_clock_posts_every_week_on_time(zone: str) -> None:
    """For two years, by both changes of the clocks, at an hour of each day of the week."""
    random = Random(zone)
    for weekday in range(7):
        schedule = at(zone, weekday, random.randrange(4))
        now = datetime(2011, 6, 1, tzinfo=UTC)
        begin, posts = now, list[DueWeeklyPost]()
        while now < begin + 104 * WEEK:
            last = LastWeeklyPost(posts[-1].week, posts[-1].end) if posts else None
            now = find_next_weekly_post_time(schedule, last, begin, now) + timedelta(seconds=random.randrange(60))
            found = find_due_weekly_post(schedule, last, begin, now)
            assert found is not None
            assert not found.late
            posts.append(found)
        check(posts)
        assert [post.week for post in posts] == list(range(posts[0].week, posts[-1].week + 1))
        # An hour of winter more or less; and Samoa once had a week of six days.
        for post in posts:
            assert abs(post.end - post.start - WEEK) <= timedelta(hours=26)


@given(
    zone=st.sampled_from(ZONES),
    minute=st.integers(0, 24 * 60 - 1),
    weekday=st.integers(MONDAY, SUNDAY),
    weeks=st.integers(1, 2),
    begins=st.integers(0, 1_600),
    late=st.integers(0, 9),
)
@settings(max_examples=examples(100), deadline=None)
def test_what_repeats_never_drifts_and_after_a_pause_the_next_to_come_follows(
    zone: str, minute: int, weekday: int, weeks: int, begins: int, late: int
) -> None:
    """Whatever clocks skip, each follows from the one before as it does from the first."""
    schedule = WeeklySchedule(ZoneInfo(zone), weekday, *divmod(minute, 60))
    first = (date(2000, 1, 3).toordinal() - 1) // 7 + begins
    found = schedule.find_scheduled_time_of_week(first)
    for step in range(1, 60 // weeks):
        found = schedule.find_next_weekly_repetition(found, weeks, found)
        assert found == schedule.find_scheduled_time_of_week(first + step * weeks)
    now = found + late * WEEK
    after = schedule.find_next_weekly_repetition(found, weeks, now)
    assert now < after <= now + weeks * WEEK + timedelta(days=1)
