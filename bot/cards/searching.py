"""Searching the index for what somebody types: beginnings, words, and typing mistakes."""

import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator
from difflib import SequenceMatcher
from typing import Any

from bot.cards.card import CardMatch, face_id
from bot.cards.folding import fold_card_name
from bot.cards.index_file import SHORTEST_SLIP, SLIP_LENGTHS, drop_each_letter
from bot.i18n import DEFAULT, Locale

Row = tuple[Any, ...]
"""A name: its folded text, the card, the face, the text, its language, and if it is a leader's."""

_COLUMNS = "name.fold, name.card, name.face, name.text, name.locale, name.commander"

_LAST = "\U0010ffff"
"""A character after all others: the end of a range of beginnings."""

_SHORTEST_WORD = 2
"""Letters of the shortest typed word that is looked for inside of names."""

_MOST_SLIPS = 40
"""Words that are kept of those that a typing mistake may mean."""

_MOST_CANDIDATES = 150
"""Names that are looked at for one word, and for all that a typing mistake may mean."""

_LONG_WORD = 8
"""Letters from which on a typed word may hold two mistakes."""

_STEPS_WITH_LOCK = 40
"""Words that are compared before other threads have their turn."""

_MOST_TYPED = 100
"""Characters of what somebody types that are looked for."""

_MOST_WORDS = 8
"""Words of what somebody types that are looked for."""


def search(
    connection: sqlite3.Connection,
    typed: str,
    locale: Locale,
    limit: int,
    *,
    commanders: bool = False,
) -> list[CardMatch]:
    """Return at most `limit` names that somebody may be typing, each face of a card once."""
    fold = fold_card_name(typed)[:_MOST_TYPED]
    words = fold.split()[:_MOST_WORDS]
    if not any(map(str.isalnum, fold)):
        return []
    found = _Found(limit)
    languages = tuple(dict.fromkeys((locale, DEFAULT)))
    for only in (True, False) if commanders else (False,):
        for each in languages:
            found.add(_find_beginning(connection, fold, each, limit, commanders=only))
    if not found.is_full:
        found.add(_find_words(connection, words, languages, commanders=commanders))
    if not found.is_full:
        found.add(_find_slips(connection, words, languages, commanders=commanders))
    return found.matches


def find_nearest(connection: sqlite3.Connection, text: str, locale: Locale) -> list[CardMatch]:
    """Return the name that a text most likely means, or an empty list.

    It is the only card whose name begins like that, or else the one nearest to a typing mistake.
    """
    fold = fold_card_name(text)[:_MOST_TYPED]
    words = fold.split()[:_MOST_WORDS]
    if not any(map(str.isalnum, fold)):
        return []
    languages = tuple(dict.fromkeys((locale, DEFAULT)))
    for each in languages:
        begun = _find_beginning(connection, fold + " ", each, 2, commanders=False)
        if len(begun) == 1:
            return [_make_match(begun[0])]
    slipped = _find_slips(connection, words, languages, commanders=False)
    whole = [row for row in slipped if len(row[0].split()) == len(words)]
    return [_make_match(max(whole, key=lambda row: _rate_likeness(row[0], fold)))] if whole else []


def _rate_likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _make_match(row: Row) -> CardMatch:
    _, card, face, text, *_ = row
    return CardMatch(face_id(card, face), text)


class _Found:
    """The names that were found so far, each face of a card once."""

    def __init__(self, limit: int) -> None:
        self.matches: list[CardMatch] = []
        self._ids = set[str]()
        self._limit = limit

    @property
    def is_full(self) -> bool:
        return len(self.matches) >= self._limit

    def add(self, rows: Iterable[Row]) -> None:
        for match in map(_make_match, rows):
            if self.is_full:
                return
            if match.id not in self._ids:
                self._ids.add(match.id)
                self.matches.append(match)


def _find_beginning(
    connection: sqlite3.Connection, fold: str, locale: str, limit: int, *, commanders: bool
) -> list[Row]:
    only = " AND commander = 1" if commanders else ""
    return connection.execute(
        f"SELECT {_COLUMNS} FROM name WHERE locale = ? AND fold >= ? AND fold < ?{only}"
        " ORDER BY fold LIMIT ?",
        (locale, fold, fold + _LAST, limit),
    ).fetchall()


def _find_words(
    connection: sqlite3.Connection,
    words: list[str],
    languages: tuple[str, ...],
    *,
    commanders: bool,
) -> list[Row]:
    """Return names in which each typed word begins a word."""
    rarest = max(words, key=len)
    if len(rarest) < _SHORTEST_WORD:
        return []
    others = [each for each in words if each is not rarest]
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM"
        " (SELECT DISTINCT name AS found FROM word WHERE word >= ? AND word < ? LIMIT ?)"
        " CROSS JOIN name ON name.id = found"
        f" WHERE name.locale IN ({_mark(languages)})"
        + " AND instr(' ' || name.fold, ?)" * len(others)
        + " LIMIT ?",
        (
            rarest,
            rarest + _LAST,
            10 * _MOST_CANDIDATES,
            *languages,
            *(f" {each}" for each in others),
            _MOST_CANDIDATES,
        ),
    ).fetchall()
    return _rank(rows, languages, commanders=commanders)


def _mark(values: Collection[str]) -> str:
    """Return a placeholder of SQL for each value."""
    return ", ".join("?" * len(values))


def _rank(rows: list[Row], languages: tuple[str, ...], *, commanders: bool) -> list[Row]:
    """Return names with those in the reader's language first, then the shorter ones."""

    def rate(row: Row) -> tuple[object, ...]:
        fold, _, _, _, locale, leads = row
        return (commanders and not leads, languages.index(locale), len(fold), fold)

    return sorted(rows, key=rate)


def _find_slips(
    connection: sqlite3.Connection,
    words: list[str],
    languages: tuple[str, ...],
    *,
    commanders: bool,
) -> list[Row]:
    """Return names in which each typed word begins a word, with a typing mistake or two."""
    longest = max(words, key=len)
    if len(longest) < SHORTEST_SLIP:
        return []
    others = [each for each in words if each is not longest]
    near = _find_near_words(connection, longest)
    near.sort(key=lambda word: (abs(len(word) - len(longest)), word))
    found: list[Row] = []
    looked = 0
    for word in near[:_MOST_SLIPS]:
        rows = connection.execute(
            f"SELECT {_COLUMNS} FROM word CROSS JOIN name ON name.id = word.name"
            f" WHERE word = ? AND name.locale IN ({_mark(languages)}) LIMIT ?",
            (word, *languages, _MOST_CANDIDATES - looked),
        ).fetchall()
        looked += len(rows)
        found += [row for row in rows if _has_all(row[0].split(), others)]
        time.sleep(0)  # other threads have their turn
        if looked >= _MOST_CANDIDATES:
            break
    return _rank(found, languages, commanders=commanders)


def _find_near_words(connection: sqlite3.Connection, typed: str) -> list[str]:
    """Return the words that begin like `typed` with a mistake."""
    start = typed[: SLIP_LENGTHS[1]]
    left = {start, *drop_each_letter(start)}
    rows = connection.execute(
        f"SELECT DISTINCT word FROM slip WHERE left_over IN ({_mark(left)})", tuple(left)
    ).fetchall()
    return [word for word in _in_turns(word for (word,) in rows) if _begins_near(word, typed)]


def _in_turns(words: Iterable[str]) -> Iterator[str]:
    """Yield words, and let other threads have their turn every so often."""
    for number, word in enumerate(words, 1):
        if number % _STEPS_WITH_LOCK == 0:
            time.sleep(0)
        yield word


def _has_all(words: list[str], typed: list[str]) -> bool:
    """Return whether each typed word begins a word of a name, perhaps with a mistake."""
    return all(any(_begins_near(word, each) for word in words) for each in typed)


def _begins_near(word: str, typed: str) -> bool:
    """Return whether `word` begins like `typed`, with one mistake, or two in a long word."""
    allowed = 0 if len(typed) < SHORTEST_SLIP else 1 if len(typed) < _LONG_WORD else 2
    return _matches(word, typed, allowed)


def _matches(word: str, typed: str, allowed: int) -> bool:
    """Return whether a beginning of `word` is `typed` with at most `allowed` mistakes."""
    if word.startswith(typed):
        return True
    if not allowed:
        return False
    at = 0
    most = min(len(word), len(typed))
    while at < most and word[at] == typed[at]:
        at += 1
    word = word[at:]
    typed = typed[at:]
    return (
        _matches(word[1:], typed[1:], allowed - 1)  # another letter
        or _matches(word, typed[1:], allowed - 1)  # a letter too much
        or _matches(word[1:], typed, allowed - 1)  # a letter missing
        # Two letters swapped.
        or (
            len(word) > 1
            and word[:2] == typed[1::-1]
            and _matches(word[2:], typed[2:], allowed - 1)
        )
    )
