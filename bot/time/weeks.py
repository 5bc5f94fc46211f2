"""Due times of weekly posts and of repeating planned games. Pure: the current time is an argument.

A week is an ISO week, from Monday to Sunday by the server's calendar, and has at most one post. Weeks are numbered from
0, the week of Monday, January 1 of the year 1.
"""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

WEEK = timedelta(days=7)

LATE_AFTER = timedelta(hours=1)
"""The delay after which a post counts as late."""

LONGEST_PERIOD = 2 * WEEK
"""The longest period of a post that follows missed posts or a break."""


class WeeklySchedule(Struct, frozen=True):
    """A weekly time: weekday (0 is Monday), hour and minute in a time zone."""

    zone: ZoneInfo
    weekday: int
    hour: int
    minute: int = 0

    def find_week_number(self, time: datetime) -> int:
        return (time.astimezone(self.zone).toordinal() - 1) // 7

    def find_scheduled_time_of_week(self, week_number: int) -> datetime:
        """Return the scheduled time in a week, in UTC.

        If clocks skip that hour, return the time at which they jump. If the hour comes twice, return the first.
        """
        day = datetime.fromordinal(week_number * 7 + 1 + self.weekday)
        local = day.replace(hour=self.hour, minute=self.minute, tzinfo=self.zone)
        moment = local.astimezone(UTC)
        if moment.astimezone(self.zone).replace(tzinfo=None) == local.replace(tzinfo=None):
            return moment
        return self._find_start_of_summer_time(local.replace(fold=1).astimezone(UTC), moment)

    def _find_start_of_summer_time(self, start_time: datetime, end_time: datetime) -> datetime:
        """Return when clocks are put forward between two times; None if they are not."""
        offset = end_time.astimezone(self.zone).utcoffset()
        while end_time - start_time > timedelta(seconds=1):
            middle = (start_time + (end_time - start_time) / 2).replace(microsecond=0)
            if middle.astimezone(self.zone).utcoffset() == offset:
                end_time = middle
            else:
                start_time = middle
        return end_time

    def find_next_weekly_repetition(self, previous_time: datetime, week_interval: int, now: datetime) -> datetime:
        """Return the first occurrence after `now` of a time that repeats every `week_interval` weeks.

        `previous_time` may differ from the schedule, because of another time zone or a clock change.
        """
        near = self.find_week_number(previous_time)
        week = min(
            (near - 1, near, near + 1), key=lambda each: abs(self.find_scheduled_time_of_week(each) - previous_time)
        )
        while (moment := self.find_scheduled_time_of_week(week := week + week_interval)) <= now:
            pass
        return moment


class LastWeeklyPost(Struct, frozen=True):
    """The newest weekly post: its week, and the end of the period that it covers."""

    week: int
    end: datetime


class DueWeeklyPost(Struct, frozen=True):
    """A weekly post that is due: its week, and the period that it covers."""

    week: int
    start: datetime
    end: datetime
    late: bool


def find_due_weekly_post(
    schedule: WeeklySchedule,
    last_weekly_post: LastWeeklyPost | None,
    earliest_time: datetime,
    now: datetime,
    activation_time: datetime | None = None,
) -> DueWeeklyPost | None:
    """Return the newest weekly post due at `now`; None without one.

    No week gets a second post and no period is reported twice, even if a clock or the schedule is changed.
    `activation_time` is when posts were last switched on; from then on, each period starts at the end of the previous
    one, however often the schedule changes.
    """
    week = schedule.find_week_number(now)
    if schedule.find_scheduled_time_of_week(week) > now:
        week -= 1
    if not _can_weekly_post_be_due(schedule, week, last_weekly_post, earliest_time):
        return None
    end = schedule.find_scheduled_time_of_week(week)
    start = end - WEEK
    if last_weekly_post is not None:
        missed = _can_weekly_post_be_due(schedule, week - 1, last_weekly_post, earliest_time)
        unbroken = not missed and (activation_time is None or last_weekly_post.end >= activation_time)
        start = last_weekly_post.end if unbroken or end - last_weekly_post.end <= LONGEST_PERIOD else start
    return DueWeeklyPost(week, start, end, late=now - end > LATE_AFTER)


def find_next_weekly_post_time(
    schedule: WeeklySchedule, last_post: LastWeeklyPost | None, earliest_time: datetime, now: datetime
) -> datetime:
    """Return the time of the next weekly post after `now`."""
    week = schedule.find_week_number(now)
    if last_post is not None:
        week = max(week, last_post.week + 1)
    while schedule.find_scheduled_time_of_week(week) <= now or not _can_weekly_post_be_due(
        schedule, week, last_post, earliest_time
    ):
        week += 1
    return schedule.find_scheduled_time_of_week(week)


def _can_weekly_post_be_due(
    schedule: WeeklySchedule, week_number: int, last_post: LastWeeklyPost | None, earliest_time: datetime
) -> bool:
    end = schedule.find_scheduled_time_of_week(week_number)
    return end >= earliest_time and (last_post is None or (week_number > last_post.week and end > last_post.end))
