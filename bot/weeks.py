"""When a weekly post is due, and what it is about; when what repeats does. Pure: time is passed in.

A week is one of ISO's, from Monday to Sunday by the server's own calendar, and has one post at
most. It is named by its number, from 0 for that of Monday, January 1 of the year 1.
"""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

WEEK = timedelta(days=7)

LATE = timedelta(hours=1)
"""After the moment at which a post was due."""

LONGEST = 2 * WEEK
"""The longest time that a post is about after posts that were due and never made, or a break."""


class Schedule(Struct, frozen=True):
    """At which hour of which weekday (0 is Monday) by the clocks of a zone something is due."""

    zone: ZoneInfo
    weekday: int
    hour: int
    minute: int = 0

    def find_week(self, moment: datetime) -> int:
        """The number of the week in which a moment is."""
        return (moment.astimezone(self.zone).toordinal() - 1) // 7

    def find_moment(self, week: int) -> datetime:
        """When it is due in a week, in UTC.

        An hour that clocks skip is the moment at which they do; of one that comes twice the first.
        """
        day = datetime.fromordinal(week * 7 + 1 + self.weekday)
        local = day.replace(hour=self.hour, minute=self.minute, tzinfo=self.zone)
        moment = local.astimezone(UTC)
        if moment.astimezone(self.zone).replace(tzinfo=None) == local.replace(tzinfo=None):
            return moment
        return self._find_jump(local.replace(fold=1).astimezone(UTC), moment)

    def _find_jump(self, before: datetime, after: datetime) -> datetime:
        """When clocks are put forward, which is after the one moment and not after the other."""
        offset = after.astimezone(self.zone).utcoffset()
        while after - before > timedelta(seconds=1):
            middle = (before + (after - before) / 2).replace(microsecond=0)
            if middle.astimezone(self.zone).utcoffset() == offset:
                after = middle
            else:
                before = middle
        return after

    def find_following(self, at: datetime, weeks: int, now: datetime) -> datetime:
        """When it is due next after `at` and after `now`, if that is each so many weeks.

        `at` may be beside what clocks show: then another zone or a jump made it so.
        """
        near = self.find_week(at)
        week = min((near - 1, near, near + 1), key=lambda each: abs(self.find_moment(each) - at))
        while (moment := self.find_moment(week := week + weeks)) <= now:
            pass
        return moment


class Posted(Struct, frozen=True):
    """The newest post that there is: of which week, and until when it counted."""

    week: int
    end: datetime


class Due(Struct, frozen=True):
    """A post to make: of which week, about what was played from `start` until before `end`."""

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
    """The post that is due `now`, if one is: the newest alone, and none from before `since`.

    Neither a clock that was put back nor another schedule makes a second post for a week, or one
    about what a post has been about. Posts were switched on last when they had `begun`; from then
    on each goes on where the one before ends, however often the schedule changes between them.
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
        start = last.end if unbroken or end - last.end <= LONGEST else start
    return Due(week, start, end, late=now - end > LATE)


def find_next_due(
    schedule: Schedule, last: Posted | None, since: datetime, now: datetime
) -> datetime:
    """When the next post after `now` is due."""
    week = schedule.find_week(now)
    if last is not None:
        week = max(week, last.week + 1)
    while schedule.find_moment(week) <= now or not _has_post(schedule, week, last, since):
        week += 1
    return schedule.find_moment(week)


def _has_post(schedule: Schedule, week: int, last: Posted | None, since: datetime) -> bool:
    """Whether a week has a post after the `last` one."""
    end = schedule.find_moment(week)
    return end >= since and (last is None or (week > last.week and end > last.end))
