"""Time zones as people name them: `Europe/Berlin`, `Berlin`, «Москва», `CET`, `EST`, `UTC+3`."""

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta, timezone, tzinfo
from functools import cache
from typing import Any, get_args
from zoneinfo import ZoneInfo, available_timezones

import babel
from babel.core import get_global

from bot.i18n import Locale, normalize_word_for_comparison, strip_accents

COMMON_ZONES = (
    "UTC",
    "Europe/London",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Kyiv",
    "Europe/Moscow",
    "Asia/Yekaterinburg",
    "Asia/Novosibirsk",
    "Asia/Kolkata",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "America/Sao_Paulo",
    "America/New_York",
    "America/Toronto",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
)
"""Zones that are offered first."""

_ABBREVIATIONS: Mapping[str, tuple[str, float | None]] = {
    "et": ("America/New_York", None),
    "est": ("America/New_York", -5),
    "edt": ("America/New_York", -4),
    "ct": ("America/Chicago", None),
    "cst": ("America/Chicago", -6),
    "cdt": ("America/Chicago", -5),
    "mt": ("America/Denver", None),
    "mst": ("America/Denver", -7),
    "mdt": ("America/Denver", -6),
    "pt": ("America/Los_Angeles", None),
    "pst": ("America/Los_Angeles", -8),
    "pdt": ("America/Los_Angeles", -7),
    "bst": ("Europe/London", 1),
    "wet": ("WET", 0),
    "west": ("WET", 1),
    "cet": ("CET", 1),
    "cest": ("CET", 2),
    "eet": ("EET", 2),
    "eest": ("EET", 3),
    "msk": ("Europe/Moscow", 3),
    "мск": ("Europe/Moscow", 3),
    "jst": ("Asia/Tokyo", 9),
    "aest": ("Australia/Sydney", 10),
    "aedt": ("Australia/Sydney", 11),
}
"""Abbreviations with the zone where they are used, and the hours that they mean by the book."""

_OFFSET = re.compile(r"(?:utc|gmt)\s?(?:([+\-−])\s?(\d{1,2})(?::?([0-5]\d))?)?")

_SHORT = 2
"""Letters of an abbreviation that is read only at the end of a text: `et` is also French."""

_ZONE_AT_END = re.compile(rf"\b({_OFFSET.pattern}|{'|'.join(_ABBREVIATIONS)})$")
_ZONE_AFTER_HOUR = re.compile(
    rf"(?<=[\dmhч.]\s)({_OFFSET.pattern}"
    rf"|{'|'.join(each for each in _ABBREVIATIONS if len(each) > _SHORT)})(?=\s)"
)
"""A zone in a folded text: at its end, or between an hour and a day."""


def extract_time_zone(text: str) -> tuple[str, tuple[tzinfo, ...]]:
    """Split a text into the text without its time zone, and the time zones that it may mean.

    People write `EST` all year, so it may mean what clocks in New York show.
    """
    found = _ZONE_AT_END.search(text) or _ZONE_AFTER_HOUR.search(text)
    if found is None:
        return text, ()
    rest = text[: found.start()] + text[found.end() :]
    if found[1] in _ABBREVIATIONS:
        name, hours = _ABBREVIATIONS[found[1]]
        by_book = () if hours is None else (timezone(timedelta(hours=hours)),)
        return rest, (ZoneInfo(name), *by_book)
    offset = _parse_utc_offset(found[1])
    assert offset is not None
    return rest, (timezone(offset),)


def _parse_utc_offset(offset_text: str) -> timedelta | None:
    """Return the UTC offset in a text such as `utc+3`; None for other texts."""
    found = _OFFSET.fullmatch(offset_text)
    if found is None:
        return None
    offset = timedelta(hours=int(found[2] or 0), minutes=int(found[3] or 0))
    if offset >= timedelta(days=1):
        raise ValueError(offset_text)
    return offset if found[1] in (None, "+") else -offset


def find_possible_time_zones(user_input: str) -> tuple[str, ...]:
    """Return the names of the time zones that a user's text may mean."""
    text = normalize_word_for_comparison(" ".join(user_input.split()))
    try:
        offset = _parse_utc_offset(text)
    except ValueError:
        return ()
    if offset is not None:
        hours, rest = divmod(offset, timedelta(hours=1))
        name = f"Etc/GMT{-hours:+d}" if hours else "UTC"
        return (name,) if not rest and name in _list_time_zone_names() else ()
    if text in _ABBREVIATIONS:
        return (_ABBREVIATIONS[text][0],)
    named = _map_time_zones_by_name().get(text.replace(" ", "_"))
    return _map_time_zones_by_city().get(strip_accents(text), ()) if named is None else (named,)


@cache
def _list_time_zone_names() -> frozenset[str]:
    return frozenset(available_timezones())


@cache
def _map_time_zones_by_name() -> Mapping[str, str]:
    return {name.casefold(): name for name in sorted(_list_time_zone_names()) if "/" in name}


@cache
def _map_time_zones_by_city() -> Mapping[str, tuple[str, ...]]:
    """Map each city's names, in all languages, to its time zones."""
    found: dict[str, dict[str, None]] = {}
    for name, city in _list_time_zone_cities():
        found.setdefault(strip_accents(normalize_word_for_comparison(city)), {})[name] = None
    return {city: tuple(names) for city, names in found.items()}


def _list_time_zone_cities() -> Iterator[tuple[str, str]]:
    for name in sorted(_list_time_zone_names()):
        area, _, city = name.rpartition("/")
        if area and area != "Etc" and not area.startswith(("SystemV", "posix", "right")):
            yield find_current_time_zone_name(name), city.replace("_", " ")
    for locale in get_args(Locale):
        zones: Any = babel.Locale.parse(locale).time_zones
        for name, about in zones.items():
            if name in _list_time_zone_names() and "city" in about:
                yield find_current_time_zone_name(name), about["city"]


def find_current_time_zone_name(zone_name: str) -> str:
    """Return the current name of a time zone, such as `Europe/Kyiv` for `Europe/Kiev`."""
    aliases: Mapping[str, str] = get_global("zone_aliases")
    current = aliases.get(zone_name, zone_name)
    return current if current in _list_time_zone_names() and not current.startswith("Etc/") else zone_name
