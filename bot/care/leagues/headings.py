"""Words that people write into a league's tables, in all languages: headings and cells.

The words stand in the catalogues as `sheet-column-<column>`, `sheet-won-<outcome>` and
`sheet-how-<how>`, separated by commas. A heading that is a column's own name wins.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple, get_args

from bot.i18n import Locale, fold_word, load_catalogue

Won = Literal["won", "lost", "draw"]

OUTCOMES: tuple[Won, ...] = get_args(Won)

SEAT_COLUMNS = ("player", "won", "place", "points", "master", "deck")
"""Columns that a table with a row a game has for each seat, with its number."""

_LABELS = {"variant": "variant", "table": "table", "format": "base", "scoring": "scoring"}
"""Columns whose words are named in the catalogues, and the prefix of these names."""

_NUMBERED_HEADING = re.compile(r"(.*?)[\s_#-]*(\d{1,2})")

_NAME_SEPARATOR = re.compile(r"\s*[,;/&+]\s*|\s+(?:and|et|и)\s+")


class Column(NamedTuple):
    """A column of a table; with a `seat` it is about the player in that seat."""

    name: str
    seat: int = 0


def fold_heading(heading: str) -> str:
    """Return a heading folded for comparison."""
    return fold_word(" ".join(heading.split()).rstrip(":. "))


def find_columns(headings: Sequence[str], known: Collection[str]) -> list[Column | None]:
    """Return the column of each heading; None if it is none of the `known` ones."""
    folded = [fold_heading(heading) for heading in headings]
    named = {*folded}.intersection(known)
    return [_find_column(heading, known, named) for heading in folded]


def _find_column(heading: str, known: Collection[str], named: Collection[str]) -> Column | None:
    if heading in known:
        return Column(heading)
    words = _list_columns()
    column = words.get(heading, "")
    if column in known and column not in named:
        return Column(column)
    found = _NUMBERED_HEADING.fullmatch(heading)
    if found is None or "won" not in known:  # only the table of results has seats
        return None
    column = found[1] if found[1] in SEAT_COLUMNS else words.get(found[1], "")
    return Column(column, int(found[2])) if column in SEAT_COLUMNS else None


@cache
def _list_columns() -> Mapping[str, str]:
    """Return the column of each folded heading, in any language."""
    names = ("game", "player", "played", "time", *_LABELS, "won", "winner", "place", "points")
    names = (*names, "master", "deck", "players", "how", "by", "card")
    return {
        word: name
        for locale in get_args(Locale)
        for name in names
        for word in _list_words(f"sheet-column-{name}", locale)
    }


def _list_words(key: str, locale: Locale) -> list[str]:
    return [fold_word(word.strip()) for word in load_catalogue(locale)(key).split(",")]


@cache
def _list_outcomes(locale: Locale) -> Mapping[str, Won]:
    return {word: won for won in OUTCOMES for word in _list_words(f"sheet-won-{won}", locale)}


def find_outcomes(cells: Iterable[str]) -> Mapping[str, Won]:
    """Return the meanings of a column's words: `d` is a draw in English, and a defeat in French.

    The languages that have all `cells` decide. Words about which they disagree mean nothing.
    """
    typed = {fold_word(cell) for cell in cells if cell}
    every = [_list_outcomes(locale) for locale in get_args(Locale)]
    fitting = [words for words in every if typed <= words.keys()]
    agreed: dict[str, Won] = {}
    for words in fitting or every:
        agreed.update(words)
    return {
        word: won
        for word, won in agreed.items()
        if all(words.get(word, won) == won for words in fitting or every)
    }


@cache
def list_ways() -> Mapping[str, str]:
    """Return the value of the column `how` for each of its words, in any language."""
    ways = ("life", "poison", "library", "effect", "commander", "concede", "choose", "win", "draw")
    return {
        word: way
        for locale in get_args(Locale)
        for way in ways
        for word in (*_list_words(f"sheet-how-{way}", locale), way)
    }


@cache
def list_labels(column: str, words: tuple[str, ...]) -> Mapping[str, str]:
    """Return these words of a column by their names in any language, folded, and by themselves."""
    prefix = _LABELS[column]
    named = {}
    for locale in get_args(Locale):
        text = load_catalogue(locale)
        keys = ((f"{prefix}-{word}", word) for word in words)
        named.update({fold_word(text(key)): word for key, word in keys if key in text})
    return {**named, **{fold_word(word): word for word in words}}


def split_names(cell: str) -> list[str]:
    """Return the names in a cell that lists several."""
    return [name for name in _NAME_SEPARATOR.split(cell) if name]
