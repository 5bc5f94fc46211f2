"""Parse a time as people write it: `fri 21:00`, `il y a 2 h`, `27.11. 21:00`, `8pm EST`.

Every user may write in any of the bot's languages. A text with several readings, such as `7` or `1/6 21:00`, is read in
all ways, the likeliest first. Pure: the current time is an argument. Input that cannot be parsed raises a `Refusal`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache, partial
from typing import Literal, NamedTuple, TypeAlias, get_args

from babel.dates import get_day_names, get_month_names

from bot.i18n import DEFAULT, Locale, load_translations, strip_accents
from bot.rules.refusals import Refusal
from bot.time.zones import extract_time_zone

MAX_TYPED_LENGTH = 64
"""Most characters that somebody may type."""

MAX_READINGS = 5
"""Most readings of one text; the unlikeliest are dropped."""

Order = Literal["dmy", "mdy"]
"""Which of two numbers between slashes is the day."""

BOTH_ORDERS: tuple[Order, ...] = ("dmy", "mdy")

_TIMESTAMP = re.compile(r"<t:(\d{1,11})(?::[a-z])?>", re.IGNORECASE)
_ISO = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})(?:t(?=\d))?")
_NUMERIC_DATE = re.compile(
    r"(?<![\d:])(?!\d{1,2}\.(?:00|1[3-9]|[2-5]\d)(?![\d.]))"  # 20.30 is no date
    r"(\d{1,2})([./])(\d{1,2})(?:\2(\d{4}|\d{2}(?!\d|[:.]|\s?(?:[hч]|[ap]\.?m\b)))?)?(?![\d:])"
)
_DOTTED = re.compile(r"\d{1,2}\.\d{2}")
_BARE_HOUR = re.compile(r"(?<!\d)(\d{1,2})\s*$")
_HALF_DAY = r"([ap]\.?m\b\.?)"
_SPAN = re.compile(r"(?:(\d{1,4}(?:[.,]\d)?)\s*)?([^\W\d_]+)\.?")
_LETTER = r"[^\W\d_]"
_WORD = re.compile(rf"{_LETTER}+(?:-{_LETTER}+)*")

_UNITS: Mapping[str, timedelta] = {
    "minute": timedelta(minutes=1),
    "half": timedelta(minutes=30),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
}
_DAY = timedelta(days=1)

NUMBERS_IN_WORDS = range(2, 11)
"""Numbers that may be written in words in a span."""

_Reading: TypeAlias = Callable[[], datetime]
"""A way to read a text. Raises `Refusal`, `ValueError` or `OverflowError` if it is none."""


class _TimeParsingContext(NamedTuple):
    """The context for parsing a time: current time, time zone, past or future, and date orders."""

    local: datetime
    zone: tzinfo
    past: bool
    language: Locale
    orders: tuple[Order, ...]


def parse_possible_times(
    user_input: str,
    now: datetime,
    time_zone: tzinfo,
    *,
    is_past_time: bool = False,
    language: Locale = DEFAULT,
    date_orders: tuple[Order, ...] = BOTH_ORDERS,
) -> tuple[datetime, ...]:
    """Return the times (UTC) that user input may mean, likeliest first. Raises `Refusal`.

    The clocks are those of `time_zone` unless the text names another time zone. If several days fit, the next one is
    meant, or with `is_past_time` the last one. `language` and `date_orders` are those of the user.
    """
    text = _normalize_time_text(user_input)
    if stamp := _TIMESTAMP.fullmatch(text):
        return (datetime.fromtimestamp(int(stamp[1]), UTC),)
    found: dict[datetime, None] = {}
    refused: Refusal | None = None
    try:
        text, zones = extract_time_zone(text)
        for each in zones or (time_zone,):
            at = _TimeParsingContext(now.astimezone(each), each, is_past_time, language, date_orders)
            for reading in _list_possible_times(text.strip(), at):
                try:
                    found[reading()] = None
                except Refusal as refusal:
                    refused = refused or refusal
                except (ValueError, OverflowError):  # the 30th of February, 25 o'clock
                    refused = refused or Refusal("when-impossible", "when")
    except (ValueError, OverflowError):
        refused = Refusal("when-impossible", "when")
    fitting = [each for each in found if (each <= now if is_past_time else each > now)]
    if not found:
        raise refused or Refusal("when-unreadable", "when")
    return tuple(fitting or found)[:MAX_READINGS]


def parse_likeliest_time(
    user_input: str,
    now: datetime,
    time_zone: tzinfo,
    *,
    is_past_time: bool = False,
    language: Locale = DEFAULT,
    date_orders: tuple[Order, ...] = BOTH_ORDERS,
) -> datetime:
    """Return the likeliest time (UTC) that user input means. Raises `Refusal`."""
    return parse_possible_times(
        user_input, now, time_zone, is_past_time=is_past_time, language=language, date_orders=date_orders
    )[0]


def find_possible_day_and_month_orders(user_input: str) -> frozenset[Order]:
    """Return the orders of day and month that a date may have; empty if the order is clear."""
    text = _normalize_time_text(user_input)
    found = None if _ISO.search(text) else _NUMERIC_DATE.search(text)
    if found is None:
        return frozenset()
    first = int(found[1])
    second = int(found[3])
    if found[2] == ".":
        return frozenset({"dmy"})
    if first == second:
        return frozenset()
    return frozenset(order for order in BOTH_ORDERS if (second, first)[order == "mdy"] <= 12)


def _normalize_time_text(user_input: str) -> str:
    """Return a text in lower case, with single spaces and with hyphens in compound words."""
    folded = user_input.casefold().replace("'", "’")
    text = " ".join(folded.replace(",", " , ").split()).replace(" , ", ",")
    return _compile_hyphenated_word_regex().sub(lambda found: found[0].replace(" ", "-"), text)


@cache
def _compile_hyphenated_word_regex() -> re.Pattern[str]:
    """Compile a regular expression for hyphenated words that users may write with spaces."""
    every = {word for of in ("after", "before", "afternoon") for word in _load_words_for_time_in_all_languages(of)}
    spaced = (re.escape(word.replace("-", " ")).replace(r"\ ", "[ -]") for word in every)
    longest = sorted(spaced, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)")


def _list_possible_times(text: str, parsing_context: _TimeParsingContext) -> Iterator[_Reading]:
    """Yield the times that a text may mean, likeliest first.

    Raises `Refusal` or `ValueError`.
    """
    span = _parse_time_span(text, parsing_context)
    bare = _match_hours_and_minutes(text)
    if bare is None:
        if span is None:
            yield from _list_possible_days_and_times(text, parsing_context)
            if _DOTTED.fullmatch(text):  # "20.11" is a day, or past eight
                yield from _list_possible_days_and_times(text.replace(".", ":"), parsing_context)
        else:
            yield partial(_add_time_span_to_now, parsing_context, span)
        return
    # "2h" is a span in English, and a time of day elsewhere; "1h30" may be either in English.
    is_hour = int(bare[1]) > 12
    is_span = span is not None and parsing_context.language == "en" and not (is_hour and bare[2])
    if span is not None and is_span and not is_hour:
        yield partial(_add_time_span_to_now, parsing_context, span)
    if not is_span or is_hour or bare[2]:
        yield from _list_possible_days_and_times(text, parsing_context)
    if span is not None and is_span and is_hour:
        yield partial(_add_time_span_to_now, parsing_context, span)


def _convert_local_time_to_utc(local_time: datetime, time_zone: tzinfo, fold: int) -> datetime:
    """Convert a local time in a time zone to UTC.

    If the clocks show the local time twice, `fold` 1 is the second time. Raises `Refusal` if they never do.
    """
    moment = local_time.replace(tzinfo=time_zone, fold=fold).astimezone(UTC)
    if moment.astimezone(time_zone).replace(tzinfo=None) != local_time:
        raise Refusal("when-skipped", "when", time=local_time.strftime("%H:%M"))
    return moment


# Spans


class _TimeSpan(NamedTuple):
    """A span of time: a number of days, and the hours and minutes beside them.

    The days keep the time of day when clocks change.
    """

    days: int
    rest: timedelta


def _add_time_span_to_now(parsing_context: _TimeParsingContext, time_span: _TimeSpan) -> datetime:
    local = parsing_context.local
    if time_span.days:
        moved = local.replace(tzinfo=None) + time_span.days * _DAY
        local = moved.replace(tzinfo=parsing_context.zone, fold=local.fold)
    return (local.astimezone(UTC) + time_span.rest).replace(second=0, microsecond=0)


def _parse_time_span(text: str, parsing_context: _TimeParsingContext) -> _TimeSpan | None:
    """Return the time span in a text such as `in two hours`, negative for the past; None without one."""
    first, _, after = text.partition(" ")
    before, _, last = text.rpartition(" ")
    if text[:1] in ("+", "-"):
        return _sum_time_span_units(text[1:], 1 if text[0] == "+" else -1)
    if first in _load_words_for_time_in_all_languages("in"):
        return _sum_time_span_units(after, 1)
    if last in _load_words_for_time_in_all_languages("ago"):
        return _sum_time_span_units(before, -1)
    if first in _load_words_for_time_in_all_languages("ago"):
        return _sum_time_span_units(after, -1)
    if not text[:1].isdecimal():
        return None
    try:
        return _sum_time_span_units(text, -1 if parsing_context.past else 1)
    except Refusal:
        return None


def _match_hours_and_minutes(text: str) -> re.Match[str] | None:
    """Match a text such as `2h` or `1h30`; None if the text is no number of hours and minutes."""
    hour, also, half = (_build_time_word_regex(of) for of in ("hour", "and", "half"))
    minutes = rf"(\s?\d{{2}}|\s(?:{also})\s(?:{half}))"
    return re.fullmatch(rf"(\d{{1,2}})\s?(?:{hour})\.?{minutes}?", text)


def _sum_time_span_units(span_text: str, sign_of_span: int) -> _TimeSpan:
    """Return the sum of units in text such as `1 h 30 min`. Raises `Refusal`."""
    days = 0.0
    clock = timedelta()
    end = 0
    span_text = _normalise_time_span_text(span_text)
    for part in _SPAN.finditer(span_text):
        between = span_text[end : part.start()].strip(" ,")
        if part[1] is None and part[2] in (
            *_load_words_for_time_in_all_languages("one"),
            *_load_words_for_time_in_all_languages("and"),
        ):
            end = part.end()
            continue
        unit = next((each for each in _UNITS if part[2] in _load_words_for_time_in_all_languages(each)), None)
        if unit is None or between:
            raise Refusal("when-unreadable", "when")
        count = float((part[1] or "1").replace(",", "."))
        if _UNITS[unit] >= _DAY:
            days += count * (_UNITS[unit] / _DAY)
        else:
            clock += _UNITS[unit] * count
        end = part.end()
    if not (days or clock) or span_text[end:].strip(" ,"):
        raise Refusal("when-unreadable", "when")
    whole = int(days)
    return _TimeSpan(sign_of_span * whole, sign_of_span * (clock + (days - whole) * _DAY))


def _normalise_time_span_text(span_text: str) -> str:
    """Normalise the text of a time span, so that every number has a unit and every unit a number.

    `two hours` becomes `2 hours`, `1h30` becomes `1h 30 m`, and `half an hour` becomes `half`.
    """
    half, hour, one, also = (_build_time_word_regex(of) for of in ("half", "hour", "one", "and"))
    for number in NUMBERS_IN_WORDS:
        span_text = re.sub(rf"(?<!\w)(?:{_build_time_word_regex(f'{number}')})(?!\w)", f"{number}", span_text)
    span_text = re.sub(rf"(?<!\w)(?:{_build_time_word_regex('one-and-half')})(?!\w)", "1.5", span_text)
    more = rf"((?:{one})\s(?:{also})\s(?:(?:{one})\s)?)?"  # one and a half hours
    halves = rf"{more}\b({half})[\s-](?:(?:{one})\s)?(?:{hour})\b"
    span_text = re.sub(halves, lambda found: found[0] if found[1] else found[2], span_text)
    return _compile_hours_and_minutes_regex().sub(r"\1 \2 m", span_text)


@cache
def _compile_hours_and_minutes_regex() -> re.Pattern[str]:
    """Compile a regular expression for hours with minutes, such as `1h30`."""
    return re.compile(rf"(\d\s?(?:{_build_time_word_regex('hour')}))\s?(\d{{2}})(?!\s?\w)")


# Days and hours


class _PartialDate(NamedTuple):
    """A date that may lack month or year, and then means the nearest such date."""

    day: int
    month: int | None = None
    year: int | None = None


class _TimeOfDay(NamedTuple):
    """A time of day. `next` means the following day, as for midnight at the end of a day."""

    time: time
    next: bool = False


class _DayAndTime(NamedTuple):
    """A day and a time of day that a user's text names.

    `ahead` counts days from today. `today` means this day and no other; `tonight` may be another day's evening.
    """

    day: _PartialDate | None
    hour: _TimeOfDay
    weekday: int | None
    ahead: int | None
    today: bool
    tonight: bool

    @property
    def has_calendar_date(self) -> bool:
        """True if the text names a date, not only a weekday."""
        is_tonight = self.tonight and self.weekday is None
        return self.day is not None or self.ahead is not None or self.today or is_tonight


def _list_possible_days_and_times(time_text: str, parsing_context: _TimeParsingContext) -> Iterator[_Reading]:
    """Yield the days and times of day that a text may mean, likeliest first.

    A day without a time means its evening. Raises `Refusal` or `ValueError`.
    """
    left, days = _extract_date(_replace_half_hours_with_minutes(time_text), parsing_context)
    words = set(_WORD.findall(left))
    left, hours = _extract_time_of_day(left, words)
    weekdays: set[int] = set()
    aheads: set[int] = set()
    today = tonight = False
    rest: list[str] = []
    beside = ["at", "evening", "morning", "afternoon", "noon", "midnight"]
    beside += ["last"] if parsing_context.past else ["next"]
    for word in _WORD.findall(left):
        if word in _load_words_for_time_in_all_languages("today"):
            tonight = True
            today = today or word not in _load_words_for_time_in_all_languages("evening")
        elif (ahead := _parse_relative_day(word)) is not None:
            aheads.add(ahead)
        elif (weekday := _parse_weekday_name(word)) is not None:
            weekdays.add(weekday)
        elif not any(word in _load_words_for_time_in_all_languages(of) for of in beside):
            rest.append(word)
    weekday = next(iter(weekdays), None)
    ahead = next(iter(aheads), None)
    has_day = any(days) or tonight or weekday is not None or ahead is not None
    hours = hours or (_EVENING_HOURS if has_day else ())
    if rest or re.search(r"\d", left) or not hours or len(weekdays) > 1 or len(aheads) > 1:
        raise Refusal("when-unreadable", "when")
    for hour in hours if has_day else tuple(each for each in hours if not each.next):
        for day in days or (None,):
            clock = _DayAndTime(day, hour, weekday, ahead, today, tonight)
            if clock.has_calendar_date:
                yield from (partial(_convert_day_and_time_to_utc, clock, parsing_context, fold) for fold in _FOLDS)
            else:
                yield partial(_resolve_nearest_time_of_day, clock, parsing_context)


_FOLDS = (0, 1)
"""The two times that clocks show an hour on the night when they are put back."""


def _resolve_nearest_time_of_day(day_and_time: _DayAndTime, parsing_context: _TimeParsingContext) -> datetime:
    """Return the nearest moment with a time of day: the next one, or the last one if a past time is wanted.

    Raises `Refusal` or `ValueError`.
    """
    both = [_convert_day_and_time_to_utc(day_and_time, parsing_context, fold) for fold in _FOLDS]
    return max(both) if parsing_context.past else min(both)


def _convert_day_and_time_to_utc(
    day_and_time: _DayAndTime, parsing_context: _TimeParsingContext, fold: int
) -> datetime:
    """Return the UTC time of a day with a time of day. Raises `Refusal` or `ValueError`."""
    return _convert_local_time_to_utc(
        _resolve_local_time(day_and_time, parsing_context, fold), parsing_context.zone, fold
    )


def _resolve_local_time(day_and_time: _DayAndTime, parsing_context: _TimeParsingContext, fold: int) -> datetime:
    today = parsing_context.local.date()
    named = [] if day_and_time.ahead is None else [today + timedelta(days=day_and_time.ahead)]
    if day_and_time.today and day_and_time.ahead is None:
        named.append(today)
    if day_and_time.day is not None:
        named.insert(0, _resolve_partial_date(day_and_time.day, today, is_past_time=parsing_context.past))
    if len(set(named)) > 1:
        raise Refusal("when-two-days", "when", day=f"{named[0]}", other_day=f"{named[1]}")
    if named and day_and_time.weekday not in (None, named[0].weekday()):
        real = f"{named[0].weekday()}"
        told = f"{day_and_time.weekday}"
        raise Refusal("when-weekday", "when", day=f"{named[0]}", weekday=real, typed_weekday=told)
    if not named and day_and_time.tonight and day_and_time.weekday is None:
        named.append(today)
    after = _DAY if day_and_time.hour.next else timedelta()
    if named:
        return datetime.combine(named[0], day_and_time.hour.time) + after
    first = datetime.combine(today, day_and_time.hour.time) + after
    every = _DAY
    if day_and_time.weekday is not None:
        first += timedelta(days=(day_and_time.weekday - today.weekday()) % 7)
        every = timedelta(days=7)
    moment = first.replace(tzinfo=parsing_context.zone, fold=fold).astimezone(UTC)
    is_past = moment <= parsing_context.local.astimezone(UTC)
    if parsing_context.past:
        return first if is_past else first - every
    return first + every if is_past else first


_LEAP_YEARS = 8
"""The most years from one 29th of February to the next."""


def _resolve_partial_date(partial_date: _PartialDate, today: date, *, is_past_time: bool) -> date:
    """Return the nearest future or past date that fits an incomplete date. Raises `ValueError`."""
    if partial_date.year is not None:
        assert partial_date.month is not None
        return date(partial_date.year, partial_date.month, partial_date.day)
    if partial_date.month is not None:
        date(2000, partial_date.month, partial_date.day)  # raises if no year has this day
    steps = range(_LEAP_YEARS * 12 + 1)
    for step in steps:
        months = today.year * 12 + today.month - 1 + (-step if is_past_time else step)
        year, month = divmod(months, 12)
        try:
            found = date(year, month + 1, partial_date.day)
        except ValueError:  # the 31st of a shorter month
            continue
        fits = found <= today if is_past_time else found >= today
        if fits and partial_date.month in (None, month + 1):
            return found
    raise ValueError(partial_date)


def _parse_relative_day(word: str) -> int | None:
    """Return the number of days from today that a word means, negative for the past; None for others."""
    days = {"tomorrow": 1, "after": 2, "yesterday": -1, "before": -2}
    return next((ahead for of, ahead in days.items() if word in _load_words_for_time_in_all_languages(of)), None)


def _extract_date(text: str, parsing_context: _TimeParsingContext) -> tuple[str, tuple[_PartialDate, ...]]:
    """Split a text into the text without its date, and the dates that it may mean."""
    if found := _ISO.search(text):
        return _remove_match_from_text(text, found), (_PartialDate(int(found[3]), int(found[2]), int(found[1])),)
    if found := _NUMERIC_DATE.search(text):
        orders = parsing_context.orders if found[2] == "/" else ("dmy",)
        year = None if found[4] is None else int(found[4]) + (2000 if len(found[4]) == 2 else 0)
        one = int(found[1])
        two = int(found[3])
        pairs = [(one, two) if order == "dmy" else (two, one) for order in orders]
        possible = [(day, month) for day, month in pairs if month <= 12] or pairs[:1]
        return _remove_match_from_text(text, found), tuple(_PartialDate(day, month, year) for day, month in possible)
    month, month_first, of_month = _compile_date_regexes()
    for pattern, order in ((month, "dmy"), (month_first, "mdy")):
        for found in pattern.finditer(text):
            parts = dict(zip(order, found.groups(), strict=True))
            if (number := _parse_month_name(parts["m"])) is not None:
                year = None if parts["y"] is None else int(parts["y"])
                return _remove_match_from_text(text, found), (_PartialDate(int(parts["d"]), number, year),)
    if found := of_month.search(text):
        number = next(filter(None, found.groups()))
        weekday = found[0].removesuffix(number) if found[3] or found[4] else ""
        return f"{weekday} {_remove_match_from_text(text, found)}", (_PartialDate(int(number)),)
    return text, ()


@cache
def _compile_date_regexes() -> tuple[re.Pattern[str], ...]:
    """Compile regular expressions for dates: day and month, month and day, and the day alone."""
    ordinal = rf"(?:[\s-]?(?:{_build_time_word_regex('ordinal')})(?!\w))"
    hour = rf"(?!\d|[:.]\d|\s?(?:{_build_time_word_regex('hour')}|[ap]\.?m)\b|[hч]\d)"
    month = rf"\b(\d{{1,2}}){ordinal}?\s+([^\W\d_]{{3,}})\.?(?:\s+(\d{{4}}))?"
    first = rf"\b([^\W\d_]{{3,}})\.?\s+(\d{{1,2}}){ordinal}?{hour}(?:,?\s+(\d{{4}}))?"
    weekday = r"(?:[^\W\d_]{3,}\s+(?=\d+\D+\d))?"  # le vendredi 27 à 21h
    article = rf"(?<!\w)(?:{_build_time_word_regex('article')})\s+{weekday}(\d{{1,2}}){ordinal}?{hour}"
    # "vendredi 27 à 21h": of two numbers after a weekday, or around a preposition, the first.
    days = "|".join(sorted({name for _, name in _list_translated_weekday_names()}, key=len, reverse=True))
    no_hour = r"2[4-9]|3[01]"
    two = rf"(\d{{1,2}}){hour}(?=\s+(?:\D+\s)?\d)"
    before_hour = rf"(?<!\w)(?:{days})\.?\s+(?:{two}|({no_hour})$)"
    at = rf"(?<!\w)(\d{{1,2}})(?=\s+(?:{_build_time_word_regex('at')})\s+\d)"
    of_month = rf"{article}|(?<![\d:.])(\d{{1,2}}){ordinal}|{before_hour}|{at}"
    return re.compile(month), re.compile(first), re.compile(of_month)


def _replace_half_hours_with_minutes(time_text: str) -> str:
    """Return a text with `30` for half an hour past, as in `20h et demie`."""
    hour, also, half = (_build_time_word_regex(of) for of in ("hour", "and", "half"))
    return re.sub(rf"(\d\s?(?:{hour}))\s(?:{also})\s(?:{half})(?!\w)", r"\1 30", time_text)


_EVENING_HOURS = (_TimeOfDay(time(20)), _TimeOfDay(time(19)), _TimeOfDay(time(21)))
"""Hours that an evening without an hour may mean."""


def _extract_time_of_day(text: str, text_words: Iterable[str]) -> tuple[str, tuple[_TimeOfDay, ...]]:
    """Split a text into the text without its time of day, and the times that it may mean."""
    part = next(
        (of for of in _PARTS_OF_DAY if any(word in _load_words_for_time_in_all_languages(of) for word in text_words)),
        "",
    )
    if part in ("noon", "midnight"):
        also, half = (_build_time_word_regex(of) for of in ("and", "half"))
        word = rf"(?<!{_LETTER})(?<!{_LETTER}-)(?:{_build_time_word_regex(part)})(?!-?{_LETTER})"
        past = rf"\s?(?:(\d{{2}})(?!\d)|(?:{also})\s({half})(?!\w))"  # midi 30
        found = re.search(rf"(?:(?<!\d)12\s?)?{word}(?:{past})?", text)
        assert found is not None, "it is one of the words"
        minute = 30 if found[2] else int(found[1] or 0)
        return _remove_match_from_text(text, found), _list_possible_times_of_day_part(part, text_words, minute)
    clock, hour = _compile_time_of_day_regexes()
    if found := clock.search(text):
        only = time(_convert_to_24_hour_clock(int(found[1]), found[3], part), int(found[2]))
        return _remove_match_from_text(text, found), (_TimeOfDay(only),)
    if found := hour.search(text):
        return _remove_match_from_text(text, found), (
            _TimeOfDay(time(_convert_to_24_hour_clock(int(found[1]), found[2], part))),
        )
    if found := _BARE_HOUR.search(text):
        number = int(found[1])
        if part or not 1 <= number <= 12:
            return _remove_match_from_text(text, found), (
                _TimeOfDay(time(_convert_to_24_hour_clock(number, None, part))),
            )
        likely, other = ((number + 12) % 24, number) if number < 12 else (12, 0)
        return _remove_match_from_text(text, found), (_TimeOfDay(time(likely)), _TimeOfDay(time(other)))
    return text, _list_possible_times_of_day_part(part, text_words)


def _list_possible_times_of_day_part(
    day_part: str, words_in_text: Iterable[str], minute: int = 0
) -> tuple[_TimeOfDay, ...]:
    """Return the times of day that a word such as "evening" may mean.

    `minute` is the minute after noon or midnight.
    """
    if day_part == "noon":
        return (_TimeOfDay(time(12, minute)),)
    if day_part == "midnight":
        late = any(word in _load_words_for_time_in_all_languages("evening") for word in words_in_text)
        after = time(0, minute)
        return (_TimeOfDay(after, next=True), *(() if late else (_TimeOfDay(after),)))
    return _EVENING_HOURS if day_part == "evening" else ()


@cache
def _compile_time_of_day_regexes() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Compile two regular expressions for times of day: with minutes, and without."""
    hours = _build_time_word_regex("hour")
    parts = "|".join(_build_time_word_regex(of) for of in _LATE_PARTS)
    clock = rf"(?<!\d)(\d{{1,2}})(?:[:.]|\s?(?:{hours})\s?)(\d{{2}})(?!\d)\s*{_HALF_DAY}?"
    beside = rf"(?=\b(?:(?:{_build_time_word_regex('at')})\s){{0,2}}(?:{parts})\b)"  # 8 in the morning
    hour = rf"(?<!\d)(\d{{1,2}})\s?(?:(?:{hours})\b\.?|{_HALF_DAY}|{beside})"
    return re.compile(clock), re.compile(hour)


_LATE_PARTS = ("evening", "morning", "afternoon")
_PARTS_OF_DAY = ("midnight", "noon", *_LATE_PARTS)

_LATE_EVENING_HOURS = (1, 2, 3, 12)
"""Hours of an evening that may be before or after midnight."""


def _convert_to_24_hour_clock(hour: int, am_or_pm: str | None, day_part: str) -> int:
    if am_or_pm is None:
        if day_part == "evening" and hour in _LATE_EVENING_HOURS:
            raise ValueError(hour)
        late = day_part in ("evening", "afternoon") and hour < 12
        return hour + 12 if late else hour
    if not 1 <= hour <= 12:
        raise ValueError(hour)
    return hour % 12 + (12 if am_or_pm[0] == "p" else 0)


def _remove_match_from_text(text: str, regex_match: re.Match[str]) -> str:
    return f"{text[: regex_match.start()]} {text[regex_match.end() :]}"


# Words in all languages


@cache
def _load_words_for_time_in_all_languages(time_word: str) -> frozenset[str]:
    """Return the words in all languages for a time word, such as `tomorrow`."""
    every = (load_translations(locale)(f"when-words-{time_word}") for locale in get_args(Locale))
    return frozenset(word.casefold() for words in every for word in words.split())


@cache
def _build_time_word_regex(time_word: str) -> str:
    """Return a regular expression for the translations of a time word, the longest first."""
    return "|".join(
        re.escape(word) for word in sorted(_load_words_for_time_in_all_languages(time_word), key=len, reverse=True)
    )


def _parse_weekday_name(word: str) -> int | None:
    return next(
        (day for day, name in _list_translated_weekday_names() if _does_word_match_day_or_month(name, word)), None
    )


def _does_word_match_day_or_month(day_or_month_name: str, user_word: str) -> bool:
    begins = len(user_word) > 2 and day_or_month_name.startswith(user_word)
    return user_word == day_or_month_name or begins or (len(user_word) > 4 and user_word[:-1] == day_or_month_name[:-1])


@cache
def _list_translated_weekday_names() -> tuple[tuple[int, str], ...]:
    return tuple(_list_translated_day_or_month_names(get_day_names))


def _parse_month_name(word: str) -> int | None:
    return next(
        (month for month, name in _list_translated_month_names() if _does_word_match_day_or_month(name, word)),
        None,
    )


@cache
def _list_translated_month_names() -> tuple[tuple[int, str], ...]:
    return tuple(_list_translated_day_or_month_names(get_month_names))


def _list_translated_day_or_month_names(
    load_names_of_language: Callable[..., Mapping[int, str]],
) -> Iterator[tuple[int, str]]:
    for locale in get_args(Locale):
        for width in ("abbreviated", "wide"):
            for number, name in load_names_of_language(width, locale=locale).items():
                folded = name.casefold().rstrip(".")
                yield from ((number, each) for each in {folded, strip_accents(folded)})
