"""Moments as people type them, in all languages and time zones."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import product
from random import Random
from typing import NamedTuple, get_args
from zoneinfo import ZoneInfo

import pytest
from babel.dates import format_date
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import Locale
from bot.rules.refusals import Refusal
from bot.time.moments import Order, find_possible_day_and_month_orders, parse_likeliest_time, parse_possible_times
from bot.time.zones import find_possible_time_zones
from tests.effort import NAME, SEED, examples

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
"""A Sunday, at 19:00 in Paris."""

AFTER_TOMORROW = ("tuesday", "après-demain", "послезавтра", "24 nov", "le 24", "11/24", "24.11.")
"""Ways to name the day after tomorrow, without an hour."""


@pytest.mark.parametrize(
    ("typed", "day", "hour"),
    [
        *((typed, "11-27", "21:00") for typed in ("fri 21:00", "ven 21:00", "пт 21:00")),
        *((typed, "11-27", "21:00") for typed in ("vendredi à 21h", "в пятницу в 21:00")),
        *((typed, "11-27", "21:00") for typed in ("27.11. 21:00", "27/11 21 h", "2026-11-27 21:00")),
        *((typed, "11-27", "21:00") for typed in ("27 nov 21:00", "Nov 27, 9pm", "27 ноября 21:00")),
        *((typed, "11-22", "21:00") for typed in ("in 2 h", "dans 2 h", "через 2 часа", "+2h")),
        *((typed, "11-22", "20:30") for typed in ("in 90 min", "через 1,5 часа", "dans 1 h 30 min")),
        *((typed, "11-22", "20:30") for typed in ("dans 1h30", "+1h30", "in an hour and a half")),
        *((typed, "11-22", "19:30") for typed in ("in half an hour", "dans une demi-heure")),
        *((typed, "11-22", "19:30") for typed in ("dans une demi heure", "через полчаса")),
        *(
            (typed, "11-22", "20:30")
            for typed in ("in one and a half hours", "dans 1 heure et demie", "через полтора часа")
        ),
        *((typed, "11-22", "21:00") for typed in ("in two hours", "dans deux heures")),
        *((typed, "11-22", "21:00") for typed in ("через два часа", "in two h")),
        *((typed, "11-29", "19:00") for typed in ("in seven days", "через семь дней")),
        ("dans deux semaines", "12-06", "19:00"),
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
        *((typed, "11-27", "20:00") for typed in ("27/11/26 20h", "27.11. 20.00", "20.00 27.11.26")),
        *((typed, "11-24", "20:30") for typed in ("mar 20.30", "après-demain 20h30")),
        *((typed, "11-24", "20:00") for typed in ("après demain à 20h", "послезавтра в 20:00")),
        *((typed, "11-24", "20:00") for typed in ("the day after tomorrow 8pm", "overmorrow 20:00")),
        *((typed, "11-27", "21:00") for typed in ("le 27 à 21h", "the 27th at 9 pm", "27-го в 21:00")),
        *((typed, "11-27", "21:00") for typed in ("27 числа в 21:00", "27th 21:00", "le vendredi 27 21h")),
        *((typed, "11-27", "21:00") for typed in ("vendredi 27 à 21h", "27 à 21h", "fri 27 at 9pm", "в пт 27 в 21:00")),
        *((typed, "11-22", "20:30") for typed in ("20h et demie", "20 heures et demie")),
        *((typed, "02-01", "20:00") for typed in ("1 fevrier 20h", "1er fév. 20h")),
        ("1er aout 20h", "08-01", "20:00"),
        ("fri 20 h 30", "11-27", "20:30"),
        ("le 1er à 20h", "12-01", "20:00"),
        ("le 31 à 20h", "12-31", "20:00"),
        *((typed, "11-23", "12:00") for typed in ("noon", "midi", "полдень", "tomorrow at 12 noon")),
        *((typed, "11-23", "12:30") for typed in ("midi et demi", "demain midi 30", "noon 30")),
        *((typed, "11-23", "00:30") for typed in ("minuit et demi", "ce soir minuit et demi")),
        *((typed, "11-23", "00:00") for typed in ("midnight", "à minuit", "в полночь", "tonight midnight")),
        *((typed, "11-23", "08:00") for typed in ("demain matin à 8h", "завтра в 8 утра", "8 in the morning")),
        *((typed, "11-27", "15:00") for typed in ("vendredi après-midi 3h", "fri afternoon 3", "пт в 3 дня")),
        *((typed, "11-23", "02:00") for typed in ("8pm EST", "20:00 utc-5", "8 pm et", "4:00 мск")),
        *((typed, "11-24", "02:00") for typed in ("8pm EST tomorrow", "20:00 UTC-5 tomorrow")),
        ("20h CET vendredi", "11-27", "20:00"),
        *((typed, "07-22", "20:00") for typed in ("7/22 20:00", "22/7 20:00", "22.7. 20:00")),
        *((typed, "12-31", "20:00") for typed in ("12/31 20h", "31/12 20h")),
        *((typed, "11-22", "20:30") for typed in ("90 min", "20h30", "20 heures 30")),
        ("mar 21:00", "11-24", "21:00"),  # mardi, as no day of March is named
        ("<t:1795809600:R>", "11-27", "21:00"),
    ],
)
def test_a_moment_is_read_in_every_language(typed: str, day: str, hour: str) -> None:
    local = parse_likeliest_time(typed, NOW, PARIS).astimezone(PARIS)
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
    found = parse_likeliest_time(typed, NOW, PARIS, is_past_time=True)
    assert found < NOW
    assert f"{found.astimezone(PARIS):%m-%d %H:%M}" == f"{day} {hour}"


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        *((typed, 22) for typed in ("tonight at 8", "ce soir 8h", "сегодня в 8 вечера")),
        *((typed, 22) for typed in ("в 8 вечера", "8h du soir", "tonight at 20")),
        *((typed, 23) for typed in ("demain soir 20 h", "завтра вечером 20:00")),
        *((typed, 23) for typed in ("demain soir à 8h", "завтра вечером в 8", "tomorrow evening 8")),
        *((typed, 27) for typed in ("ce vendredi soir à 20h", "ven. soir 8h", "friday evening 8")),
        *((typed, 27) for typed in ("в пятницу вечером в 20:00", "8 вечера в пт", "27.11. soir 8h")),
    ],
)
def test_the_evening_of_a_day_is_of_that_day(typed: str, day: int) -> None:
    assert parse_likeliest_time(typed, NOW, PARIS) == datetime(2026, 11, day, 19, 0, tzinfo=UTC)


def test_an_hour_of_the_morning_stays_one_whatever_is_said_beside_it() -> None:
    found = parse_likeliest_time("tomorrow evening 8 am", NOW, PARIS)
    assert found == datetime(2026, 11, 23, 7, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("soon", "when-unreadable"),
        ("tomorrow evening 12:30", "when-impossible"),  # noon it is not, and midnight is whose?
        ("ce soir 1h", "when-impossible"),
        ("in two", "when-unreadable"),
        ("midi 75", "when-impossible"),
        ("fri 21:00 or so", "when-unreadable"),
        ("30.2. 21:00", "when-impossible"),
        ("25:00", "when-impossible"),
        ("13 pm", "when-impossible"),
        ("27.13. 21:00", "when-impossible"),
        ("thu 2 dec 27.11.", "when-unreadable"),
        ("28.3.2027 2:30", "when-skipped"),
        ("last fri 21:00", "when-unreadable"),  # where what is to come is meant
    ],
)
def test_what_is_no_moment_is_refused_in_words(typed: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_likeliest_time(typed, NOW, PARIS)
    assert refused.value.code == code


def test_the_next_day_is_no_past_one() -> None:
    for typed in ("next friday 20:00", "vendredi prochain 20h", "в следующую пятницу в 20:00"):
        assert parse_likeliest_time(typed, NOW, PARIS) > NOW
        with pytest.raises(Refusal):
            parse_likeliest_time(typed, NOW, PARIS, is_past_time=True)


def test_of_an_hour_that_comes_twice_the_first_is_meant() -> None:
    assert parse_likeliest_time("25.10.2027 2:30", NOW, PARIS).hour == 0
    assert parse_likeliest_time("31.10.2027 2:30", NOW, PARIS) == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)


def test_a_week_over_the_change_of_clocks_keeps_its_hour() -> None:
    before = datetime(2026, 10, 23, 12, 0, tzinfo=UTC)
    found = parse_likeliest_time("mon 21:00", before, PARIS)
    assert found == datetime(2026, 10, 26, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("7", ["11-23 19:00", "11-23 07:00"]),
        ("fri 7", ["11-27 19:00", "11-27 07:00"]),
        ("20", ["11-22 20:00"]),
        ("1/6 21:00", ["06-01 21:00", "01-06 21:00"]),
        ("wed 1/6 21:00", ["01-06 21:00"]),  # a weekday that fits one of them
        ("6/6 21:00", ["06-06 21:00"]),
        ("1.6. 21:00", ["06-01 21:00"]),
        ("friday midnight", ["11-28 00:00", "11-27 00:00"]),
        ("31/12 minuit", ["01-01 00:00", "12-31 00:00"]),
        ("tonight", ["11-22 20:00", "11-22 21:00"]),
        *((each, [f"11-24 {hour}:00" for hour in (20, 19, 21)]) for each in AFTER_TOMORROW),
        ("1/6", ["06-01 20:00", "01-06 20:00", "06-01 19:00", "01-06 19:00", "06-01 21:00"]),
        ("20.11", ["11-20 20:00", "11-20 19:00", "11-20 21:00", "11-22 20:11"]),
        ("1h30", ["11-22 20:30", "11-23 01:30"]),
        ("friday night", ["11-27 20:00", "11-27 19:00", "11-27 21:00"]),
        ("vendredi soir", ["11-27 20:00", "11-27 19:00", "11-27 21:00"]),
        ("15.7. 8pm EST", ["07-16 02:00", "07-16 03:00"]),  # New York has summer time then
    ],
)
def test_what_has_several_readings_is_read_in_all_the_likeliest_first(typed: str, read: list[str]) -> None:
    found = parse_possible_times(typed, NOW, PARIS)
    assert [f"{each.astimezone(PARIS):%m-%d %H:%M}" for each in found] == read


def test_the_reader_says_which_number_is_the_month() -> None:
    orders: tuple[Order, ...] = ("mdy", "dmy")
    found = parse_possible_times("1/6 21:00", NOW, PARIS, date_orders=orders)
    assert [f"{each.astimezone(PARIS):%m-%d}" for each in found] == ["01-06", "06-01"]


@pytest.mark.parametrize(
    ("language", "read"), [("en", ["11-22 21:00"]), ("fr", ["11-23 02:00"]), ("ru", ["11-23 02:00"])]
)
def test_two_hours_are_a_span_in_english_and_a_time_of_day_elsewhere(language: Locale, read: list[str]) -> None:
    found = parse_possible_times("2h", NOW, PARIS, language=language)
    assert [f"{each.astimezone(PARIS):%m-%d %H:%M}" for each in found] == read


@pytest.mark.parametrize(
    ("typed", "code", "named"),
    [
        ("thu 27 nov 21:00", "when-weekday", {"2026-11-27", "4", "3"}),
        ("jeudi 27/11 21h", "when-weekday", {"2026-11-27", "4", "3"}),
        ("tomorrow friday 21:00", "when-weekday", {"2026-11-23", "0", "4"}),
        ("vendredi 28 à 21h", "when-weekday", {"2026-11-28", "5", "4"}),
        ("thu 27", "when-weekday", {"2026-11-27", "4", "3"}),
        ("tomorrow 27 nov 21:00", "when-two-days", {"2026-11-27", "2026-11-23"}),
        ("fri sat 21:00", "when-unreadable", set[str]()),
    ],
)
def test_two_days_that_contradict_each_other_are_refused_with_both(typed: str, code: str, named: set[str]) -> None:
    with pytest.raises(Refusal) as refused:
        parse_possible_times(typed, NOW, PARIS)
    assert (refused.value.code, {*refused.value.arguments.values()}) == (code, named)


def test_a_leap_day_is_the_next_one_or_the_last() -> None:
    for typed in ("29 feb 20:00", "29/02 20h", "29 февраля в 20:00"):
        assert parse_likeliest_time(typed, NOW, PARIS).year == 2028
        assert parse_likeliest_time(typed, NOW, PARIS, is_past_time=True).year == 2024


@pytest.mark.parametrize("typed", ["in 1 week", "in 7 days", "dans une semaine", "через 7 дней"])
def test_days_keep_the_time_of_day_over_the_change_of_clocks(typed: str) -> None:
    before = datetime(2026, 10, 20, 18, 0, tzinfo=UTC)
    week = timedelta(days=7)
    assert parse_likeliest_time(typed, before, PARIS) == before + week + timedelta(hours=1)
    assert parse_likeliest_time("in 168 h", before, PARIS) == before + week


@pytest.mark.parametrize(
    ("typed", "orders"),
    [
        ("1/6/2026", {"dmy", "mdy"}),
        ("13/6/2026 20:00", {"dmy"}),
        ("6/13/2026", {"mdy"}),
        ("01.06.2026", {"dmy"}),
        ("6/6/2026", set[str]()),
        ("2026-06-01", set[str]()),
        ("1 june 2026", set[str]()),
    ],
)
def test_a_date_says_in_which_orders_it_can_be(typed: str, orders: set[str]) -> None:
    assert find_possible_day_and_month_orders(typed) == orders


@pytest.mark.parametrize(
    ("typed", "zones"),
    [
        *((typed, ("Europe/Berlin",)) for typed in ("Berlin", "europe/berlin", "Берлин")),
        *((typed, ("Europe/Moscow",)) for typed in ("Москва", "Moscou", "MSK", "мск")),
        *((typed, ("Etc/GMT-3",)) for typed in ("UTC+3", "gmt +3", "UTC+03:00")),
        ("CET", ("CET",)),
        ("new york", ("America/New_York",)),
        ("UTC", ("UTC",)),
        *((typed, ("Europe/Kyiv",)) for typed in ("Kyiv", "Kiev", "Киев")),
        *((typed, ("America/Sao_Paulo",)) for typed in ("São Paulo", "sao paulo")),
        ("Montréal", ("America/Toronto",)),
        *((typed, ()) for typed in ("Atlantis", "UTC+99", "UTC+5:17", "")),
    ],
)
def test_a_zone_is_found_by_what_people_call_it(typed: str, zones: tuple[str, ...]) -> None:
    assert find_possible_time_zones(typed) == zones


# Every day, written and read back


class Phrase(NamedTuple):
    """A way to write a moment, and how many days before it may be written, at least and at most."""

    write: Callable[[datetime, Locale], str]
    fewest: int = 1
    most: int = 2_000
    orders: tuple[Order, ...] = ("dmy",)


def _name(pattern: str) -> Callable[[datetime, Locale], str]:
    return lambda at, locale: f"{format_date(at, pattern, locale=locale)} {at:%H:%M}"


def _on(patterns: dict[Locale, str]) -> Callable[[datetime, Locale], str]:
    return lambda at, locale: _name(patterns[locale])(at, locale)


def _say(words: dict[Locale, str]) -> Callable[[datetime, Locale], str]:
    return lambda at, locale: f"{words[locale]} {at:%H:%M}"


PHRASES = (
    Phrase(lambda at, _: f"{at:%Y-%m-%d %H:%M}"),
    Phrase(lambda at, _: f"{at:%H:%M %d.%m.%Y}"),
    Phrase(lambda at, _: f"{at:%d/%m/%y %Hh%M}"),
    Phrase(lambda at, _: f"{at:%m/%d/%Y %I:%M %p}", orders=("mdy",)),
    Phrase(_name("d MMMM yyyy")),
    Phrase(_name("EEEE, d MMMM yyyy")),
    Phrase(_name("EEEE d MMMM"), most=300),
    Phrase(_name("d MMM"), most=300),
    Phrase(_on({"en": "EEE d 'at'", "fr": "EEEE d 'à'", "ru": "'в' EEEE d 'в'"}), most=27),
    Phrase(_on({"en": "d 'at'", "fr": "'le' d 'à'", "ru": "d 'в'"}), most=27),
    Phrase(_name("EEE"), most=6),
    Phrase(_name("EEEE"), most=6),
    Phrase(_say({"en": "tomorrow at", "fr": "demain à", "ru": "завтра в"}), most=1),
    Phrase(_say({"en": "day after tomorrow", "fr": "après-demain", "ru": "послезавтра"}), 2, 2),
)
ZONES = (
    *("UTC", "Europe/Paris", "Europe/Moscow", "Europe/London", "America/New_York"),
    *("America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Kiritimati"),
    "Pacific/Pago_Pago",
)
DAYS = [date(2026, 1, 1) + timedelta(days=each) for each in range(4 * 365 + 1)]


def _list_cases(chance: Random) -> Iterator[tuple[date, str, Locale, Phrase]]:
    """Yield every case in a night, a sample of them at the gate."""
    if NAME == "nightly":
        yield from product(DAYS, ZONES, get_args(Locale), PHRASES)
        return
    for _ in range(examples(3_000)):
        yield (chance.choice(DAYS), chance.choice(ZONES), chance.choice(get_args(Locale)), chance.choice(PHRASES))


def test_every_day_is_read_as_it_was_written() -> None:
    chance = Random(SEED)
    for day, name, language, phrase in _list_cases(chance):
        zone = ZoneInfo(name)
        local = datetime.combine(day, time(chance.randrange(24), chance.choice((0, 5, 30, 59))))
        before = day - timedelta(days=chance.randint(phrase.fewest, phrase.most))
        now = datetime.combine(before, time(chance.randrange(24)), zone).astimezone(UTC)
        if now.astimezone(zone).date() != before:
            continue  # an hour that the clocks skip
        typed = phrase.write(local, language)
        moment = local.replace(tzinfo=zone).astimezone(UTC)
        case = (typed, name, now)
        if moment.astimezone(zone).replace(tzinfo=None) != local:
            with pytest.raises(Refusal):
                parse_possible_times(typed, now, zone, language=language, date_orders=phrase.orders)
            continue
        read = parse_possible_times(typed, now, zone, language=language, date_orders=phrase.orders)
        assert read == (moment,), case


def test_a_day_without_an_hour_is_its_evening() -> None:
    chance = Random(SEED)
    patterns = ("d MMMM yyyy", "EEEE d MMMM yyyy", "d.M.y", "EEEE d MMMM", "d MMM", "EEEE")
    for _ in range(examples(1_000)):
        day, language = chance.choice(DAYS), chance.choice(get_args(Locale))
        zone = ZoneInfo(chance.choice(ZONES))
        pattern = chance.choice(patterns)
        before = day - timedelta(days=chance.randint(1, 6 if pattern == "EEEE" else 300))
        now = datetime.combine(before, time(12), zone).astimezone(UTC)
        typed = format_date(day, pattern, locale=language)
        read = [each.astimezone(zone) for each in parse_possible_times(typed, now, zone, language=language)]
        assert {each.date() for each in read} == {day}, typed
        assert [each.hour for each in read] == [20, 19, 21], typed


@given(st.text(max_size=64), st.booleans())
def test_whatever_is_typed_is_a_moment_or_refused(typed: str, past: bool) -> None:
    try:
        found = parse_likeliest_time(typed, NOW, PARIS, is_past_time=past)
    except Refusal:
        return
    assert found.tzinfo is not None


@given(st.integers(1, 9_999))
def test_so_long_from_now_is_as_long_as_it_says(minutes: int) -> None:
    assert parse_likeliest_time(f"in {minutes} min", NOW, PARIS) - NOW == timedelta(minutes=minutes)


FIRST_TIME = datetime(2026, 10, 25, 0, 45, tzinfo=UTC)
"""2:45 in Paris on the night when clocks show 2:45 twice."""


@pytest.mark.parametrize(
    ("now", "typed", "past", "moments"),
    [
        (FIRST_TIME, "2:30", False, ["2026-10-25 01:30"]),
        (FIRST_TIME, "2:50", False, ["2026-10-25 00:50"]),
        (FIRST_TIME, "2:30", True, ["2026-10-25 00:30"]),
        (FIRST_TIME + timedelta(hours=1), "2:30", True, ["2026-10-25 01:30"]),
        (FIRST_TIME + timedelta(hours=1), "2:50", False, ["2026-10-25 01:50"]),
        (FIRST_TIME + timedelta(hours=1), "2:30", False, ["2026-10-26 01:30"]),
        (FIRST_TIME - timedelta(hours=4), "25.10. 2:30", False, ["2026-10-25 00:30", "2026-10-25 01:30"]),
        (FIRST_TIME, "today 2:30", False, ["2026-10-25 01:30"]),
        (FIRST_TIME - timedelta(hours=4), "25.10. 4:30", False, ["2026-10-25 03:30"]),
    ],
)
def test_hour_that_comes_twice_is_the_next_one_or_both(
    now: datetime, typed: str, past: bool, moments: list[str]
) -> None:
    found = parse_possible_times(typed, now, PARIS, is_past_time=past)
    assert [f"{each:%Y-%m-%d %H:%M}" for each in found] == moments


@pytest.mark.parametrize("zone", ["Europe/Paris", "America/New_York", "Australia/Lord_Howe"])
def test_moment_with_its_day_is_among_what_it_is_read_as(zone: str) -> None:
    here = ZoneInfo(zone)
    for minutes in range(0, 366 * 24 * 60, 97):
        moment = datetime(2026, 1, 2, tzinfo=UTC) + timedelta(minutes=minutes)
        typed = moment.astimezone(here).strftime("%Y-%m-%d %H:%M")
        assert moment in parse_possible_times(typed, datetime(2026, 1, 1, tzinfo=UTC), here)
