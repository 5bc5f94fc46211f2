"""Due times of weekly posts and of repeating plans. Pure: the current time is an argument.

A week is an ISO week, from Monday to Sunday by the server's calendar, and has at most one post.
Weeks are numbered from 0, the week of Monday, January 1 of the year 1.
"""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

WEEK = timedelta(days=7)

LATE_AFTER = timedelta(hours=1)
"""The delay after which a post counts as late."""

LONGEST_PERIOD = 2 * WEEK
"""The longest period of a post that follows missed posts or a break."""


class Schedule(Struct, frozen=True):
    """A weekly time: a weekday (0 is Monday) and an hour, by the clocks of a zone."""

    zone: ZoneInfo
    weekday: int
    hour: int
    minute: int = 0

    def find_week(self, moment: datetime) -> int:
        """Return the number of the week of a moment."""
        return (moment.astimezone(self.zone).toordinal() - 1) // 7

    def find_moment(self, week: int) -> datetime:
        """Return the scheduled moment of a week, in UTC.

        If clocks skip that hour, return the moment at which they jump. If the hour comes twice,
        return the first.
        """
        day = datetime.fromordinal(week * 7 + 1 + self.weekday)
        local = day.replace(hour=self.hour, minute=self.minute, tzinfo=self.zone)
        moment = local.astimezone(UTC)
        if moment.astimezone(self.zone).replace(tzinfo=None) == local.replace(tzinfo=None):
            return moment
        return self._find_jump(local.replace(fold=1).astimezone(UTC), moment)

    def _find_jump(self, before: datetime, after: datetime) -> datetime:
        """Return the moment between `before` and `after` at which clocks are put forward."""
        offset = after.astimezone(self.zone).utcoffset()
        while after - before > timedelta(seconds=1):
            middle = (before + (after - before) / 2).replace(microsecond=0)
            if middle.astimezone(self.zone).utcoffset() == offset:
                after = middle
            else:
                before = middle
        return after

    def find_following(self, at: datetime, weeks: int, now: datetime) -> datetime:
        """Return the first moment after `now` of a schedule that repeats every `weeks` from `at`.

        `at` may differ from the schedule, because of another zone or a jump of the clocks.
        """
        near = self.find_week(at)
        week = min((near - 1, near, near + 1), key=lambda each: abs(self.find_moment(each) - at))
        while (moment := self.find_moment(week := week + weeks)) <= now:
            pass
        return moment


class Posted(Struct, frozen=True):
    """The newest post: its week, and the end of its period."""

    week: int
    end: datetime


class Due(Struct, frozen=True):
    """A post to make: its week, and its period from `start` until before `end`."""

    week: int
    start: datetime
    end: datetime
    late: bool


def find_due(
    schedule: Schedule,
    last: Posted | None,
    since: datetime,
    now: datetime,
    begun: datetime | None = None,
) -> Due | None:
    """Return the newest post that is due at `now`; None if there is none since `since`.

    No week gets a second post and no period is reported twice, even if a clock or the schedule is
    changed. `begun` is when posts were last switched on; from then on, each period starts at the
    end of the one before, however often the schedule changes.
    """
    week = schedule.find_week(now)
    if schedule.find_moment(week) > now:
        week -= 1
    if not _has_post(schedule, week, last, since):
        return None
    end = schedule.find_moment(week)
    start = end - WEEK
    if last is not None:
        missed = _has_post(schedule, week - 1, last, since)
        unbroken = not missed and (begun is None or last.end >= begun)
        start = last.end if unbroken or end - last.end <= LONGEST_PERIOD else start
    return Due(week, start, end, late=now - end > LATE_AFTER)


def find_next_due(
    schedule: Schedule, last: Posted | None, since: datetime, now: datetime
) -> datetime:
    """Return when the next post after `now` is due."""
    week = schedule.find_week(now)
    if last is not None:
        week = max(week, last.week + 1)
    while schedule.find_moment(week) <= now or not _has_post(schedule, week, last, since):
        week += 1
    return schedule.find_moment(week)


def _has_post(schedule: Schedule, week: int, last: Posted | None, since: datetime) -> bool:
    """Return whether a week can have a post after the `last` one."""
    end = schedule.find_moment(week)
    return end >= since and (last is None or (week > last.week and end > last.end))
