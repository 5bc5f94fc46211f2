"""Read a moment as people write it: `fri 21:00`, `il y a 2 h`, `27.11. 21:00`, `<t:1795813200>`.

Every user may write in any of the bot's languages. Pure: the current time is an argument. Input
that cannot be read, or names no moment, raises a `Refusal`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import get_args
from zoneinfo import ZoneInfo

from babel.dates import get_day_names, get_month_names

from bot.i18n import Locale, load_catalogue
from bot.rules.refusals import Refusal

MAX_TYPED_LENGTH = 64
"""Most characters that somebody may type."""

_TIMESTAMP = re.compile(r"<t:(\d{1,11})(?::[a-z])?>", re.IGNORECASE)
_ISO = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})(?:t(?=\d))?")
_NUMERIC_DATE = re.compile(
    r"(?<![\d:])(?!\d{1,2}\.(?:00|1[3-9]|[2-5]\d)(?![\d.]))"  # 20.30 is no date
    r"(\d{1,2})([./])(\d{1,2})(?:\2(\d{4}|\d{2}(?!\d|[:.]|\s?(?:[hч]|[ap]\.?m\b)))?)?(?![\d:])"
)
_DAY_AND_MONTH = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th|er)?\s+([^\W\d_]{3,})\.?(?:\s+(\d{4}))?")
_MONTH_FIRST = re.compile(
    r"\b([^\W\d_]{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b(?!\s*[:hч]|\.\d)(?:,?\s+(\d{4}))?"
)
_BARE_HOUR = re.compile(r"(?<!\d)(\d{1,2})\s*$")
_HALF_DAY = r"([ap]\.?m\b\.?)"
_SPAN = re.compile(r"(?:(\d{1,4}(?:[.,]\d)?)\s*)?([^\W\d_]+)\.?")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")

_UNITS: Mapping[str, timedelta] = {
    "minute": timedelta(minutes=1),
    "half": timedelta(minutes=30),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
}


def read_moment(typed: str, now: datetime, zone: ZoneInfo, *, past: bool = False) -> datetime:
    """Return the moment in UTC that `typed` names, by the clocks of `zone`. Raises `Refusal`.

    If several moments fit, return the next one, or with `past` the last one.
    """
    text = " ".join(typed.casefold().replace(",", " , ").split()).replace(" , ", ",")
    if stamp := _TIMESTAMP.fullmatch(text):
        return datetime.fromtimestamp(int(stamp[1]), UTC)
    try:
        if (ahead := _read_span(text)) is not None:
            return (now + ahead).replace(second=0, microsecond=0)
        return _to_utc(_read_clock(text, now.astimezone(zone), past=past), zone)
    except (ValueError, OverflowError):  # the 30th of February, 25 o'clock
        raise Refusal("when-impossible", "when") from None


def _to_utc(local: datetime, zone: ZoneInfo) -> datetime:
    """Return when clocks of `zone` show `local`, the first time if twice. Raises `Refusal`."""
    moment = local.replace(tzinfo=zone).astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None) != local:
        raise Refusal("when-skipped", "when", time=local.strftime("%H:%M"))
    return moment


# Spans


def _read_span(text: str) -> timedelta | None:
    """Return the time span from now, negative for the past; None if the text names no span."""
    first, _, after = text.partition(" ")
    before, _, last = text.rpartition(" ")
    if text[:1] in ("+", "-"):
        return _add_spans(text[1:]) * (1 if text[0] == "+" else -1)
    if first in _list_words("in"):
        return _add_spans(after)
    if last in _list_words("ago"):
        return -_add_spans(before)
    return -_add_spans(after) if first in _list_words("ago") else None


def _add_spans(rest: str) -> timedelta:
    ahead = timedelta()
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
        ahead += _UNITS[unit] * float((part[1] or "1").replace(",", "."))
        end = part.end()
    if not ahead or rest[end:].strip(" ,"):
        raise Refusal("when-unreadable", "when")
    return ahead


def _spell_out(span: str) -> str:
    """Return a span with all its units: `1h30` becomes `1h 30 m`, `half an hour` becomes `half`."""
    half, hour, one, also = (_match_words(of) for of in ("half", "hour", "one", "and"))
    span = re.sub(rf"(?<!\w)(?:{_match_words('one-and-half')})(?!\w)", "1.5", span)
    more = rf"((?:{one})\s(?:{also})\s(?:(?:{one})\s)?)?"  # one and a half hours
    halves = rf"{more}\b({half})[\s-](?:(?:{one})\s)?(?:{hour})\b"
    span = re.sub(halves, lambda found: found[0] if found[1] else found[2], span)
    return re.sub(rf"(\d\s?(?:{hour}))\s?(\d{{2}})(?!\s?\w)", r"\1 \2 m", span)


# Days and hours


def _read_clock(text: str, now: datetime, *, past: bool) -> datetime:
    """Return the local date and time that the text names. Raises `Refusal` or `ValueError`."""
    left, day = _read_day(text, now, past=past)
    left, hour = _read_hour(left)
    weekday: int | None = None
    ahead: int | None = None
    is_today = False
    rest: list[str] = []
    beside = ("at", "evening", "last") if past else ("at", "evening")
    for word in _WORD.findall(left):
        if word in _list_words("today"):
            is_today = True
        elif (days := _find_day(word)) is not None:
            ahead = days
        elif (found := _find_weekday(word)) is not None:
            weekday = found
        elif not any(word in _list_words(of) for of in beside):
            rest.append(word)
    if rest or re.search(r"\d", left) or hour is None:
        raise Refusal("when-unreadable", "when")
    today = now.date()
    if is_today and ahead is None and weekday is None:  # otherwise "tonight" is another day's
        ahead = 0
    if day is None and ahead is not None:
        day = today + timedelta(days=ahead)
    if day is not None:
        return datetime.combine(day, hour)
    first = datetime.combine(today, hour)
    every = timedelta(days=1)
    if weekday is not None:
        first += timedelta(days=(weekday - today.weekday()) % 7)
        every = timedelta(days=7)
    local = now.replace(tzinfo=None)
    if past:
        return first if first <= local else first - every
    return first + every if first <= local else first


def _find_day(word: str) -> int | None:
    """Return how many days after today a word means, negative for the past."""
    days = {"tomorrow": 1, "yesterday": -1, "before": -2}
    return next((ahead for of, ahead in days.items() if word in _list_words(of)), None)


def _read_day(text: str, now: datetime, *, past: bool) -> tuple[str, date | None]:
    """Return the text without its date, and that date: the next one that fits, or the last."""
    for pattern, order in ((_ISO, "ymd"), (_NUMERIC_DATE, "d.my")):
        if found := pattern.search(text):
            parts = dict(zip(order, found.groups(), strict=True))
            return _remove(text, found), _make_day(parts, int(parts["m"]), now, past=past)
    for pattern, order in ((_DAY_AND_MONTH, "dmy"), (_MONTH_FIRST, "mdy")):
        for found in pattern.finditer(text):
            parts = dict(zip(order, found.groups(), strict=True))
            if (month := _find_month(parts["m"])) is not None:
                return _remove(text, found), _make_day(parts, month, now, past=past)
    return text, None


def _make_day(parts: Mapping[str, str | None], month: int, now: datetime, *, past: bool) -> date:
    day = int(parts["d"] or 0)
    year = parts["y"]
    if year is not None:
        return date(int(year) + (2000 if len(year) == 2 else 0), month, day)
    this = date(now.year, month, day)
    if past:
        return this if this <= now.date() else date(now.year - 1, month, day)
    return this if this >= now.date() else date(now.year + 1, month, day)


def _read_hour(text: str) -> tuple[str, time | None]:
    """Return the text without its time of day, and that time."""
    late = any(word in _list_words("evening") for word in _WORD.findall(text))
    clock, hour = _make_hour_patterns()
    if found := clock.search(text):
        return _remove(text, found), time(_find_hour(int(found[1]), found[3], late), int(found[2]))
    if found := hour.search(text) or _BARE_HOUR.search(text):
        half = found[2] if found.re is hour else None
        return _remove(text, found), time(_find_hour(int(found[1]), half, late))
    return text, None


@cache
def _make_hour_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a time with minutes and of one without; both expect no date."""
    hours = _match_words("hour")
    evening = _match_words("evening")
    clock = rf"(?<!\d)(\d{{1,2}})(?:[:.]|\s?(?:{hours})\s?)(\d{{2}})(?!\d)\s*{_HALF_DAY}?"
    hour = rf"(?<!\d)(\d{{1,2}})\s?(?:(?:{hours})\b\.?|{_HALF_DAY}|(?=\b(?:{evening})\b))"
    return re.compile(clock), re.compile(hour)


_LATE_EVENING_HOURS = (1, 2, 3, 12)
"""Hours of an evening that may be before or after midnight."""


def _find_hour(hour: int, half: str | None, late: bool) -> int:
    """Return the hour of 24; an hour of 12 needs `half` (am or pm), or `late` for an evening."""
    if half is None:
        if late and hour in _LATE_EVENING_HOURS:
            raise ValueError(hour)
        return hour + 12 if late and hour < 12 else hour
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
                yield number, name.casefold().rstrip(".")
