"""Moments as people type them, in all languages and time zones."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules.refusals import Refusal
from bot.when import read_moment

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
"""A Sunday, at 19:00 in Paris."""


@pytest.mark.parametrize(
    ("typed", "day", "hour"),
    [
        *((typed, "11-27", "21:00") for typed in ("fri 21:00", "ven 21:00", "пт 21:00")),
        *((typed, "11-27", "21:00") for typed in ("vendredi à 21h", "в пятницу в 21:00")),
        *(
            (typed, "11-27", "21:00")
            for typed in ("27.11. 21:00", "27/11 21 h", "2026-11-27 21:00")
        ),
        *(
            (typed, "11-27", "21:00")
            for typed in ("27 nov 21:00", "Nov 27, 9pm", "27 ноября 21:00")
        ),
        *((typed, "11-22", "21:00") for typed in ("in 2 h", "dans 2 h", "через 2 часа", "+2h")),
        *(
            (typed, "11-22", "20:30")
            for typed in ("in 90 min", "через 1,5 часа", "dans 1 h 30 min")
        ),
        *((typed, "11-22", "20:30") for typed in ("dans 1h30", "+1h30", "in an hour and a half")),
        *((typed, "11-22", "19:30") for typed in ("in half an hour", "dans une demi-heure")),
        *((typed, "11-22", "19:30") for typed in ("dans une demi heure", "через полчаса")),
        *(
            (typed, "11-22", "20:30")
            for typed in ("in one and a half hours", "dans 1 heure et demie", "через полтора часа")
        ),
        ("in 1½ h", "11-22", "20:30"),
        ("in an hour", "11-22", "20:00"),
        ("через час", "11-22", "20:00"),
        ("21:00", "11-22", "21:00"),
        ("18:00", "11-23", "18:00"),
        ("sun 18:00", "11-29", "18:00"),
        ("sun 20:00", "11-22", "20:00"),
        ("demain 20h", "11-23", "20:00"),
        ("завтра в 20:00", "11-23", "20:00"),
        *((typed, "11-23", "20:30") for typed in ("завтра в 20.30", "demain 20 heures 30")),
        *((typed, "11-27", "20:00") for typed in ("в пт в 20 часов", "vendredi à 20 heures")),
        *(
            (typed, "11-27", "20:00")
            for typed in ("27/11/26 20h", "27.11. 20.00", "20.00 27.11.26")
        ),
        ("mar 20.30", "11-24", "20:30"),
        ("mar 21:00", "11-24", "21:00"),  # mardi, as no day of March is named
        ("<t:1795809600:R>", "11-27", "21:00"),
    ],
)
def test_a_moment_is_read_in_every_language(typed: str, day: str, hour: str) -> None:
    local = read_moment(typed, NOW, PARIS).astimezone(PARIS)
    assert f"{local:%m-%d %H:%M}" == f"{day} {hour}"


@pytest.mark.parametrize(
    ("typed", "day", "hour"),
    [
        *((typed, "11-21", "21:00") for typed in ("yesterday 21:00", "hier à 21 h", "вчера 21:00")),
        *((typed, "11-20", "21:00") for typed in ("last friday 9 pm", "vendredi dernier 21:00")),
        *((typed, "11-20", "21:00") for typed in ("fri 21:00", "в прошлую пятницу в 21:00")),
        *((typed, "11-20", "21:00") for typed in ("avant-hier soir 21h", "позавчера 21:00")),
        *((typed, "11-22", "18:30") for typed in ("half an hour ago", "il y a une demi-heure")),
        *((typed, "11-22", "17:00") for typed in ("2 h ago", "il y a 2 h", "2 часа назад", "-2h")),
        ("18:00", "11-22", "18:00"),
        ("21:00", "11-21", "21:00"),
        ("sun 18:00", "11-22", "18:00"),
        ("sun 20:00", "11-15", "20:00"),
        ("27.11. 21:00", "11-27", "21:00"),
        ("<t:1763758800>", "11-21", "22:00"),
    ],
)
def test_of_a_past_moment_the_last_there_was_is_meant(typed: str, day: str, hour: str) -> None:
    found = read_moment(typed, NOW, PARIS, past=True)
    assert found < NOW
    assert f"{found.astimezone(PARIS):%m-%d %H:%M}" == f"{day} {hour}"


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        *((typed, 22) for typed in ("tonight at 8", "ce soir 8h", "сегодня в 8 вечера")),
        *((typed, 22) for typed in ("в 8 вечера", "8h du soir", "tonight at 20")),
        *((typed, 23) for typed in ("demain soir 20 h", "завтра вечером 20:00")),
        *(
            (typed, 23)
            for typed in ("demain soir à 8h", "завтра вечером в 8", "tomorrow evening 8")
        ),
        *((typed, 27) for typed in ("ce vendredi soir à 20h", "ven. soir 8h", "friday evening 8")),
        *(
            (typed, 27)
            for typed in ("в пятницу вечером в 20:00", "8 вечера в пт", "27.11. soir 8h")
        ),
    ],
)
def test_the_evening_of_a_day_is_of_that_day(typed: str, day: int) -> None:
    assert read_moment(typed, NOW, PARIS) == datetime(2026, 11, day, 19, 0, tzinfo=UTC)


def test_an_hour_of_the_morning_stays_one_whatever_is_said_beside_it() -> None:
    found = read_moment("tomorrow evening 8 am", NOW, PARIS)
    assert found == datetime(2026, 11, 23, 7, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("fri", "when-unreadable"),
        ("soon", "when-unreadable"),
        ("tomorrow evening 12:30", "when-impossible"),  # noon it is not, and midnight is whose?
        ("ce soir 1h", "when-impossible"),
        ("in two h", "when-unreadable"),
        ("fri 21:00 or so", "when-unreadable"),
        ("30.2. 21:00", "when-impossible"),
        ("25:00", "when-impossible"),
        ("13 pm", "when-impossible"),
        ("27.13. 21:00", "when-impossible"),
        ("20.11", "when-unreadable"),  # a day, or past eight
        ("28.3.2027 2:30", "when-skipped"),
        ("last fri 21:00", "when-unreadable"),  # where what is to come is meant
    ],
)
def test_what_is_no_moment_is_refused_in_words(typed: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_moment(typed, NOW, PARIS)
    assert refused.value.code == code


def test_of_an_hour_that_comes_twice_the_first_is_meant() -> None:
    assert read_moment("25.10.2027 2:30", NOW, PARIS).hour == 0
    assert read_moment("31.10.2027 2:30", NOW, PARIS) == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)


def test_a_week_over_the_change_of_clocks_keeps_its_hour() -> None:
    before = datetime(2026, 10, 23, 12, 0, tzinfo=UTC)
    found = read_moment("mon 21:00", before, PARIS)
    assert found == datetime(2026, 10, 26, 20, 0, tzinfo=UTC)


@given(st.text(max_size=64), st.booleans())
def test_whatever_is_typed_is_a_moment_or_refused(typed: str, past: bool) -> None:
    try:
        found = read_moment(typed, NOW, PARIS, past=past)
    except Refusal:
        return
    assert found.tzinfo is not None


@given(st.integers(1, 9_999))
def test_so_long_from_now_is_as_long_as_it_says(minutes: int) -> None:
    assert read_moment(f"in {minutes} min", NOW, PARIS) - NOW == timedelta(minutes=minutes)
