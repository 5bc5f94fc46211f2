"""Read a moment as people write it: `fri 21:00`, `il y a 2 h`, `27.11. 21:00`, `8pm EST`.

Every user may write in any of the bot's languages. A text with several readings, such as `7` or
`1/6 21:00`, is read in all ways, the likeliest first. Pure: the current time is an argument. Input
that cannot be read, or names no moment, raises a `Refusal`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache, partial
from typing import Literal, NamedTuple, TypeAlias, get_args

from babel.dates import get_day_names, get_month_names

from bot.i18n import DEFAULT, Locale, load_catalogue, strip_accents
from bot.rules.refusals import Refusal
from bot.zones import split_zone

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


class _Now(NamedTuple):
    """The current time in a zone, whether the past is meant, and how the reader writes."""

    local: datetime
    zone: tzinfo
    past: bool
    language: Locale
    orders: tuple[Order, ...]


def read_moments(
    typed: str,
    now: datetime,
    zone: tzinfo,
    *,
    past: bool = False,
    language: Locale = DEFAULT,
    orders: tuple[Order, ...] = BOTH_ORDERS,
) -> tuple[datetime, ...]:
    """Return the moments in UTC that `typed` may name, the likeliest first. Raises `Refusal`.

    The clocks are those of `zone` unless the text names another one. If several days fit, the next
    one is meant, or with `past` the last one. `language` and `orders` are those of the reader.
    """
    text = _normalize(typed)
    if stamp := _TIMESTAMP.fullmatch(text):
        return (datetime.fromtimestamp(int(stamp[1]), UTC),)
    found: dict[datetime, None] = {}
    refused: Refusal | None = None
    try:
        text, zones = split_zone(text)
        for each in zones or (zone,):
            at = _Now(now.astimezone(each), each, past, language, orders)
            for reading in _list_readings(text.strip(), at):
                try:
                    found[reading()] = None
                except Refusal as refusal:
                    refused = refused or refusal
                except (ValueError, OverflowError):  # the 30th of February, 25 o'clock
                    refused = refused or Refusal("when-impossible", "when")
    except (ValueError, OverflowError):
        refused = Refusal("when-impossible", "when")
    fitting = [each for each in found if (each <= now if past else each > now)]
    if not found:
        raise refused or Refusal("when-unreadable", "when")
    return tuple(fitting or found)[:MAX_READINGS]


def read_moment(
    typed: str,
    now: datetime,
    zone: tzinfo,
    *,
    past: bool = False,
    language: Locale = DEFAULT,
    orders: tuple[Order, ...] = BOTH_ORDERS,
) -> datetime:
    """Return the likeliest moment that `typed` names; see `read_moments`. Raises `Refusal`."""
    return read_moments(typed, now, zone, past=past, language=language, orders=orders)[0]


def find_orders(typed: str) -> frozenset[Order]:
    """Return in which orders the date in a text can be; none if it makes no difference."""
    text = _normalize(typed)
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


def _normalize(typed: str) -> str:
    """Return a text folded, with single spaces, and with hyphens in words of several parts."""
    folded = typed.casefold().replace("'", "’")
    text = " ".join(folded.replace(",", " , ").split()).replace(" , ", ",")
    return _make_compounds().sub(lambda found: found[0].replace(" ", "-"), text)


@cache
def _make_compounds() -> re.Pattern[str]:
    """Return a pattern of the words of several parts, which may stand with spaces."""
    every = {word for of in ("after", "before", "afternoon") for word in _list_words(of)}
    spaced = (re.escape(word.replace("-", " ")).replace(r"\ ", "[ -]") for word in every)
    longest = sorted(spaced, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)")


def _list_readings(text: str, now: _Now) -> Iterator[_Reading]:
    """Yield the ways to read a text, the likeliest first. Raises `Refusal` or `ValueError`."""
    span = _read_span(text, now)
    bare = _match_bare_hours(text)
    if bare is None:
        if span is None:
            yield from _list_clocks(text, now)
            if _DOTTED.fullmatch(text):  # "20.11" is a day, or past eight
                yield from _list_clocks(text.replace(".", ":"), now)
        else:
            yield partial(_add_span, now, span)
        return
    # "2h" is a span in English, and a time of day elsewhere; "1h30" may be either in English.
    is_hour = int(bare[1]) > 12
    is_span = span is not None and now.language == "en" and not (is_hour and bare[2])
    if span is not None and is_span and not is_hour:
        yield partial(_add_span, now, span)
    if not is_span or is_hour or bare[2]:
        yield from _list_clocks(text, now)
    if span is not None and is_span and is_hour:
        yield partial(_add_span, now, span)


def _to_utc(local: datetime, zone: tzinfo, fold: int) -> datetime:
    """Return when clocks of `zone` show `local`; if they do twice, `fold` 1 is the second time.

    Raises `Refusal`.
    """
    moment = local.replace(tzinfo=zone, fold=fold).astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None) != local:
        raise Refusal("when-skipped", "when", time=local.strftime("%H:%M"))
    return moment


# Spans


class _Span(NamedTuple):
    """A span of days by the calendar, which keep the time of day, and a rest by the clock."""

    days: int
    rest: timedelta


def _add_span(now: _Now, span: _Span) -> datetime:
    """Return the moment that is a span away from now."""
    local = now.local
    if span.days:
        moved = local.replace(tzinfo=None) + span.days * _DAY
        local = moved.replace(tzinfo=now.zone, fold=local.fold)
    return (local.astimezone(UTC) + span.rest).replace(second=0, microsecond=0)


def _read_span(text: str, now: _Now) -> _Span | None:
    """Return the time span from now, negative for the past; None if the text names no span."""
    first, _, after = text.partition(" ")
    before, _, last = text.rpartition(" ")
    if text[:1] in ("+", "-"):
        return _add_units(text[1:], 1 if text[0] == "+" else -1)
    if first in _list_words("in"):
        return _add_units(after, 1)
    if last in _list_words("ago"):
        return _add_units(before, -1)
    if first in _list_words("ago"):
        return _add_units(after, -1)
    if not text[:1].isdecimal():
        return None
    try:
        return _add_units(text, -1 if now.past else 1)
    except Refusal:
        return None


def _match_bare_hours(text: str) -> re.Match[str] | None:
    """Match the hours and minutes of `2h` or `1h30`, which may be a span or a time of day."""
    hour, also, half = (_match_words(of) for of in ("hour", "and", "half"))
    minutes = rf"(\s?\d{{2}}|\s(?:{also})\s(?:{half}))"
    return re.fullmatch(rf"(\d{{1,2}})\s?(?:{hour})\.?{minutes}?", text)


def _add_units(rest: str, sign: int) -> _Span:
    """Return the sum of units such as `1 h 30 min`. Raises `Refusal`."""
    days = 0.0
    clock = timedelta()
    end = 0
    rest = _spell_out(rest)
    for part in _SPAN.finditer(rest):
        between = rest[end : part.start()].strip(" ,")
        if part[1] is None and part[2] in (*_list_words("one"), *_list_words("and")):
            end = part.end()
            continue
        unit = next((each for each in _UNITS if part[2] in _list_words(each)), None)
        if unit is None or between:
            raise Refusal("when-unreadable", "when")
        count = float((part[1] or "1").replace(",", "."))
        if _UNITS[unit] >= _DAY:
            days += count * (_UNITS[unit] / _DAY)
        else:
            clock += _UNITS[unit] * count
        end = part.end()
    if not (days or clock) or rest[end:].strip(" ,"):
        raise Refusal("when-unreadable", "when")
    whole = int(days)
    return _Span(sign * whole, sign * (clock + (days - whole) * _DAY))


def _spell_out(span: str) -> str:
    """Return a span with all its numbers and units.

    `two hours` becomes `2 hours`, `1h30` becomes `1h 30 m`, and `half an hour` becomes `half`.
    """
    half, hour, one, also = (_match_words(of) for of in ("half", "hour", "one", "and"))
    for number in NUMBERS_IN_WORDS:
        span = re.sub(rf"(?<!\w)(?:{_match_words(f'{number}')})(?!\w)", f"{number}", span)
    span = re.sub(rf"(?<!\w)(?:{_match_words('one-and-half')})(?!\w)", "1.5", span)
    more = rf"((?:{one})\s(?:{also})\s(?:(?:{one})\s)?)?"  # one and a half hours
    halves = rf"{more}\b({half})[\s-](?:(?:{one})\s)?(?:{hour})\b"
    span = re.sub(halves, lambda found: found[0] if found[1] else found[2], span)
    return _make_minutes_pattern().sub(r"\1 \2 m", span)


@cache
def _make_minutes_pattern() -> re.Pattern[str]:
    """Return a pattern of hours with minutes that have no unit, such as `1h30`."""
    return re.compile(rf"(\d\s?(?:{_match_words('hour')}))\s?(\d{{2}})(?!\s?\w)")


# Days and hours


class _Day(NamedTuple):
    """A day of a month; without `month` or `year` the next one, or the last."""

    day: int
    month: int | None = None
    year: int | None = None


class _Hour(NamedTuple):
    """A time of day; of the `next` day for the midnight at a day's end."""

    time: time
    next: bool = False


class _Clock(NamedTuple):
    """A day and an hour as a text names them.

    `ahead` counts days from today. `today` means this day and no other; `tonight` may be another
    day's evening.
    """

    day: _Day | None
    hour: _Hour
    weekday: int | None
    ahead: int | None
    today: bool
    tonight: bool

    @property
    def has_date(self) -> bool:
        """True if a date is named, and no day of the week alone."""
        is_tonight = self.tonight and self.weekday is None
        return self.day is not None or self.ahead is not None or self.today or is_tonight


def _list_clocks(text: str, now: _Now) -> Iterator[_Reading]:
    """Yield the ways to read a text as a day and an hour. Raises `Refusal` or `ValueError`.

    A day without an hour means its evening.
    """
    left, days = _read_days(_spell_half_hours(text), now)
    words = set(_WORD.findall(left))
    left, hours = _read_hours(left, words)
    weekdays: set[int] = set()
    aheads: set[int] = set()
    today = tonight = False
    rest: list[str] = []
    beside = ["at", "evening", "morning", "afternoon", "noon", "midnight"]
    beside += ["last"] if now.past else ["next"]
    for word in _WORD.findall(left):
        if word in _list_words("today"):
            tonight = True
            today = today or word not in _list_words("evening")
        elif (ahead := _find_ahead(word)) is not None:
            aheads.add(ahead)
        elif (weekday := _find_weekday(word)) is not None:
            weekdays.add(weekday)
        elif not any(word in _list_words(of) for of in beside):
            rest.append(word)
    weekday = next(iter(weekdays), None)
    ahead = next(iter(aheads), None)
    has_day = any(days) or tonight or weekday is not None or ahead is not None
    hours = hours or (_EVENING_HOURS if has_day else ())
    if rest or re.search(r"\d", left) or not hours or len(weekdays) > 1 or len(aheads) > 1:
        raise Refusal("when-unreadable", "when")
    for hour in hours if has_day else tuple(each for each in hours if not each.next):
        for day in days or (None,):
            clock = _Clock(day, hour, weekday, ahead, today, tonight)
            if clock.has_date:
                yield from (partial(_find_moment, clock, now, fold) for fold in _FOLDS)
            else:
                yield partial(_find_nearest_moment, clock, now)


_FOLDS = (0, 1)
"""The two times that clocks show an hour on the night when they are put back."""


def _find_nearest_moment(clock: _Clock, now: _Now) -> datetime:
    """Return the next moment of an hour, or the last one. Raises `Refusal` or `ValueError`."""
    both = [_find_moment(clock, now, fold) for fold in _FOLDS]
    return max(both) if now.past else min(both)


def _find_moment(clock: _Clock, now: _Now, fold: int) -> datetime:
    """Return the moment of a day and an hour. Raises `Refusal` or `ValueError`."""
    return _to_utc(_find_local(clock, now, fold), now.zone, fold)


def _find_local(clock: _Clock, now: _Now, fold: int) -> datetime:
    today = now.local.date()
    named = [] if clock.ahead is None else [today + timedelta(days=clock.ahead)]
    if clock.today and clock.ahead is None:
        named.append(today)
    if clock.day is not None:
        named.insert(0, _find_date(clock.day, today, past=now.past))
    if len(set(named)) > 1:
        raise Refusal("when-two-days", "when", day=f"{named[0]}", other_day=f"{named[1]}")
    if named and clock.weekday not in (None, named[0].weekday()):
        real = f"{named[0].weekday()}"
        told = f"{clock.weekday}"
        raise Refusal("when-weekday", "when", day=f"{named[0]}", weekday=real, typed_weekday=told)
    if not named and clock.tonight and clock.weekday is None:
        named.append(today)
    after = _DAY if clock.hour.next else timedelta()
    if named:
        return datetime.combine(named[0], clock.hour.time) + after
    first = datetime.combine(today, clock.hour.time) + after
    every = _DAY
    if clock.weekday is not None:
        first += timedelta(days=(clock.weekday - today.weekday()) % 7)
        every = timedelta(days=7)
    moment = first.replace(tzinfo=now.zone, fold=fold).astimezone(UTC)
    is_past = moment <= now.local.astimezone(UTC)
    if now.past:
        return first if is_past else first - every
    return first + every if is_past else first


_LEAP_YEARS = 8
"""The most years from one 29th of February to the next."""


def _find_date(day: _Day, today: date, *, past: bool) -> date:
    """Return the next date that fits, or the last one. Raises `ValueError`."""
    if day.year is not None:
        assert day.month is not None
        return date(day.year, day.month, day.day)
    if day.month is not None:
        date(2000, day.month, day.day)  # raises if no year has this day
    steps = range(_LEAP_YEARS * 12 + 1)
    for step in steps:
        months = today.year * 12 + today.month - 1 + (-step if past else step)
        year, month = divmod(months, 12)
        try:
            found = date(year, month + 1, day.day)
        except ValueError:  # the 31st of a shorter month
            continue
        fits = found <= today if past else found >= today
        if fits and day.month in (None, month + 1):
            return found
    raise ValueError(day)


def _find_ahead(word: str) -> int | None:
    """Return how many days after today a word means, negative for the past."""
    days = {"tomorrow": 1, "after": 2, "yesterday": -1, "before": -2}
    return next((ahead for of, ahead in days.items() if word in _list_words(of)), None)


def _read_days(text: str, now: _Now) -> tuple[str, tuple[_Day, ...]]:
    """Return the text without its date, and the readings of that date; none if it has none."""
    if found := _ISO.search(text):
        return _remove(text, found), (_Day(int(found[3]), int(found[2]), int(found[1])),)
    if found := _NUMERIC_DATE.search(text):
        orders = now.orders if found[2] == "/" else ("dmy",)
        year = None if found[4] is None else int(found[4]) + (2000 if len(found[4]) == 2 else 0)
        one = int(found[1])
        two = int(found[3])
        pairs = [(one, two) if order == "dmy" else (two, one) for order in orders]
        possible = [(day, month) for day, month in pairs if month <= 12] or pairs[:1]
        return _remove(text, found), tuple(_Day(day, month, year) for day, month in possible)
    month, month_first, of_month = _make_day_patterns()
    for pattern, order in ((month, "dmy"), (month_first, "mdy")):
        for found in pattern.finditer(text):
            parts = dict(zip(order, found.groups(), strict=True))
            if (number := _find_month(parts["m"])) is not None:
                year = None if parts["y"] is None else int(parts["y"])
                return _remove(text, found), (_Day(int(parts["d"]), number, year),)
    if found := of_month.search(text):
        number = next(filter(None, found.groups()))
        weekday = found[0].removesuffix(number) if found[3] or found[4] else ""
        return f"{weekday} {_remove(text, found)}", (_Day(int(number)),)
    return text, ()


@cache
def _make_day_patterns() -> tuple[re.Pattern[str], ...]:
    """Return the patterns of a day before and after its month, and of one without a month."""
    ordinal = rf"(?:[\s-]?(?:{_match_words('ordinal')})(?!\w))"
    hour = rf"(?!\d|[:.]\d|\s?(?:{_match_words('hour')}|[ap]\.?m)\b|[hч]\d)"
    month = rf"\b(\d{{1,2}}){ordinal}?\s+([^\W\d_]{{3,}})\.?(?:\s+(\d{{4}}))?"
    first = rf"\b([^\W\d_]{{3,}})\.?\s+(\d{{1,2}}){ordinal}?{hour}(?:,?\s+(\d{{4}}))?"
    weekday = r"(?:[^\W\d_]{3,}\s+(?=\d+\D+\d))?"  # le vendredi 27 à 21h
    article = rf"(?<!\w)(?:{_match_words('article')})\s+{weekday}(\d{{1,2}}){ordinal}?{hour}"
    # "vendredi 27 à 21h": of two numbers after a weekday, or around a preposition, the first.
    days = "|".join(sorted({name for _, name in _list_weekdays()}, key=len, reverse=True))
    no_hour = r"2[4-9]|3[01]"
    two = rf"(\d{{1,2}}){hour}(?=\s+(?:\D+\s)?\d)"
    before_hour = rf"(?<!\w)(?:{days})\.?\s+(?:{two}|({no_hour})$)"
    at = rf"(?<!\w)(\d{{1,2}})(?=\s+(?:{_match_words('at')})\s+\d)"
    of_month = rf"{article}|(?<![\d:.])(\d{{1,2}}){ordinal}|{before_hour}|{at}"
    return re.compile(month), re.compile(first), re.compile(of_month)


def _spell_half_hours(text: str) -> str:
    """Return a text in which half an hour past an hour is 30 minutes: `20h et demie`."""
    hour, also, half = (_match_words(of) for of in ("hour", "and", "half"))
    return re.sub(rf"(\d\s?(?:{hour}))\s(?:{also})\s(?:{half})(?!\w)", r"\1 30", text)


_EVENING_HOURS = (_Hour(time(20)), _Hour(time(19)), _Hour(time(21)))
"""Hours that an evening without an hour may mean."""


def _read_hours(text: str, words: Iterable[str]) -> tuple[str, tuple[_Hour, ...]]:
    """Return the text without its time of day, and the readings of that time."""
    part = next((of for of in _PARTS_OF_DAY if any(word in _list_words(of) for word in words)), "")
    if part in ("noon", "midnight"):
        also, half = (_match_words(of) for of in ("and", "half"))
        word = rf"(?<!{_LETTER})(?<!{_LETTER}-)(?:{_match_words(part)})(?!-?{_LETTER})"
        past = rf"\s?(?:(\d{{2}})(?!\d)|(?:{also})\s({half})(?!\w))"  # midi 30
        found = re.search(rf"(?:(?<!\d)12\s?)?{word}(?:{past})?", text)
        assert found is not None, "it is one of the words"
        minute = 30 if found[2] else int(found[1] or 0)
        return _remove(text, found), _list_hours(part, words, minute)
    clock, hour = _make_hour_patterns()
    if found := clock.search(text):
        only = time(_find_hour(int(found[1]), found[3], part), int(found[2]))
        return _remove(text, found), (_Hour(only),)
    if found := hour.search(text):
        return _remove(text, found), (_Hour(time(_find_hour(int(found[1]), found[2], part))),)
    if found := _BARE_HOUR.search(text):
        number = int(found[1])
        if part or not 1 <= number <= 12:
            return _remove(text, found), (_Hour(time(_find_hour(number, None, part))),)
        likely, other = ((number + 12) % 24, number) if number < 12 else (12, 0)
        return _remove(text, found), (_Hour(time(likely)), _Hour(time(other)))
    return text, _list_hours(part, words)


def _list_hours(part: str, words: Iterable[str], minute: int = 0) -> tuple[_Hour, ...]:
    """Return the times that a part of the day means; `minute` is past noon or midnight."""
    if part == "noon":
        return (_Hour(time(12, minute)),)
    if part == "midnight":
        late = any(word in _list_words("evening") for word in words)
        after = time(0, minute)
        return (_Hour(after, next=True), *(() if late else (_Hour(after),)))
    return _EVENING_HOURS if part == "evening" else ()


@cache
def _make_hour_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a time with minutes and of one without; both expect no date."""
    hours = _match_words("hour")
    parts = "|".join(_match_words(of) for of in _LATE_PARTS)
    clock = rf"(?<!\d)(\d{{1,2}})(?:[:.]|\s?(?:{hours})\s?)(\d{{2}})(?!\d)\s*{_HALF_DAY}?"
    beside = rf"(?=\b(?:(?:{_match_words('at')})\s){{0,2}}(?:{parts})\b)"  # 8 in the morning
    hour = rf"(?<!\d)(\d{{1,2}})\s?(?:(?:{hours})\b\.?|{_HALF_DAY}|{beside})"
    return re.compile(clock), re.compile(hour)


_LATE_PARTS = ("evening", "morning", "afternoon")
_PARTS_OF_DAY = ("midnight", "noon", *_LATE_PARTS)

_LATE_EVENING_HOURS = (1, 2, 3, 12)
"""Hours of an evening that may be before or after midnight."""


def _find_hour(hour: int, half: str | None, part: str) -> int:
    """Return the hour of 24; an hour of 12 needs `half` (am or pm), or the part of the day."""
    if half is None:
        if part == "evening" and hour in _LATE_EVENING_HOURS:
            raise ValueError(hour)
        late = part in ("evening", "afternoon") and hour < 12
        return hour + 12 if late else hour
    if not 1 <= hour <= 12:
        raise ValueError(hour)
    return hour % 12 + (12 if half[0] == "p" else 0)


def _remove(text: str, found: re.Match[str]) -> str:
    return f"{text[: found.start()]} {text[found.end() :]}"


# Words in all languages


@cache
def _list_words(of: str) -> frozenset[str]:
    """Return the words for `of` in all languages."""
    every = (load_catalogue(locale)(f"when-words-{of}") for locale in get_args(Locale))
    return frozenset(word.casefold() for words in every for word in words.split())


@cache
def _match_words(of: str) -> str:
    """Return a pattern of the words for `of`, the longest first."""
    return "|".join(re.escape(word) for word in sorted(_list_words(of), key=len, reverse=True))


def _find_weekday(word: str) -> int | None:
    """Return the day of the week that a word names, from 0 for Monday."""
    return next((day for day, name in _list_weekdays() if _is_named(name, word)), None)


def _is_named(name: str, word: str) -> bool:
    """Return whether a word is a name, its beginning, or an inflected form of it."""
    begins = len(word) > 2 and name.startswith(word)
    return word == name or begins or (len(word) > 4 and word[:-1] == name[:-1])


@cache
def _list_weekdays() -> tuple[tuple[int, str], ...]:
    return tuple(_list_names(get_day_names))


def _find_month(word: str) -> int | None:
    """Return the month that a word names."""
    return next((month for month, name in _list_months() if _is_named(name, word)), None)


@cache
def _list_months() -> tuple[tuple[int, str], ...]:
    return tuple(_list_names(get_month_names))


def _list_names(find: Callable[..., Mapping[int, str]]) -> Iterator[tuple[int, str]]:
    for locale in get_args(Locale):
        for width in ("abbreviated", "wide"):
            for number, name in find(width, locale=locale).items():
                folded = name.casefold().rstrip(".")
                yield from ((number, each) for each in {folded, strip_accents(folded)})
