"""The weeks of the picture of a leaderboard."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.front.standings.charts import list_chart_days

PARIS = ZoneInfo("Europe/Paris")


def test_weeks_run_from_the_first_day_and_the_last_one_ends_with_the_last_day() -> None:
    begin, until = datetime(2026, 3, 3, 20, tzinfo=UTC), datetime(2026, 4, 1, 8, tzinfo=UTC)
    assert list_chart_days(begin, until, ZoneInfo("UTC")) == [
        date(2026, 3, 9),
        date(2026, 3, 16),
        date(2026, 3, 23),
        date(2026, 3, 30),
        date(2026, 4, 1),
    ]


@pytest.mark.parametrize("month", [3, 10])  # in which clocks are changed
def test_two_weeks_are_told_day_by_day_whatever_clocks_do(month: int) -> None:
    begin = datetime(2026, month, 20, tzinfo=PARIS)
    found = list_chart_days(begin, begin + timedelta(days=14), PARIS)  # by the wall clock, as Python adds
    assert found == [date(2026, month, 20) + timedelta(days=n) for n in range(14)]
    more = list_chart_days(begin, begin + timedelta(days=14, hours=1), PARIS)
    assert more == [date(2026, month, 26), date(2026, month, 20) + timedelta(days=13), more[-1]]
    assert more[-1] == date(2026, month, 20) + timedelta(days=14)


def test_days_are_those_of_the_zone() -> None:
    begin = datetime(2026, 1, 1, 23, 30, tzinfo=UTC)
    assert list_chart_days(begin, begin + timedelta(minutes=1), PARIS) == [date(2026, 1, 2)]
    assert list_chart_days(begin, begin + timedelta(minutes=1), ZoneInfo("UTC")) == [date(2026, 1, 1)]
    midnight = datetime(2026, 1, 3, tzinfo=PARIS)
    assert list_chart_days(begin, midnight, PARIS) == [date(2026, 1, 2)]
