"""Searches of the card index for a user's text: by beginnings, words, and typing mistakes."""

import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice
from typing import Any

from bot.cards.card import CardMatch, build_card_face_id
from bot.cards.folding import normalise_card_name
from bot.cards.index_file import SHORTEST_WORD_WITH_TYPO, TYPO_PREFIX_LENGTHS, iterate_one_letter_deletions
from bot.i18n import DEFAULT, Locale

Row = tuple[Any, ...]
"""A name: its folded text, the card, the face, the text, its language, and if it is a leader's."""

_COLUMNS = "name.fold, name.card, name.face, name.text, name.locale, name.commander"

_LAST = "\U0010ffff"
"""A character after all others: the end of a range of beginnings."""

_SHORTEST_WORD = 2
"""Letters of the shortest typed word that is looked for inside of names."""

_MAX_TYPO_WORDS = 40
"""Words that are kept of those that a typing mistake may mean."""

_MAX_CANDIDATES = 150
"""Names that are looked at for one word, and for all that a typing mistake may mean."""

_MAX_NAMES_OF_WORD = 1_000
"""Names that are read for the word of a query with the fewest names."""

_ENOUGH_MATCHES = 10
"""Names that fit without a mistake, from which on no typing mistakes are looked for."""

_LONG_WORD = 8
"""Letters from which on a typed word may hold two mistakes."""

_CACHED_COMPARISONS = 10_000
"""Comparisons of two words that are remembered: at each further letter of a name its first words are compared again."""

_STEPS_WITH_LOCK = 40
"""Words that are compared before other threads have their turn."""

_MAX_QUERY_LENGTH = 100
"""Characters of what somebody types that are looked for."""

_MAX_QUERY_WORDS = 8
"""Words of what somebody types that are looked for."""


def search_card_names(
    connection: sqlite3.Connection, query: str, locale: Locale, limit: int, *, commanders_first: bool = False
) -> list[CardMatch]:
    """Return at most `limit` card names that fit what the user types, each card face once."""
    fold = normalise_card_name(query)[:_MAX_QUERY_LENGTH]
    words = fold.split()[:_MAX_QUERY_WORDS]
    if not any(map(str.isalnum, fold)):
        return []
    found = _CardMatchCollector(limit)
    languages = tuple(dict.fromkeys((locale, DEFAULT)))
    for only in (True, False) if commanders_first else (False,):
        for each in languages:
            found.add_matches_from_rows(_find_card_names_by_prefix(connection, fold, each, limit, only_commanders=only))
    if not found.is_full:
        found.add_matches_from_rows(
            _find_card_names_by_word_prefixes(connection, words, languages, commanders_first=commanders_first)
        )
    if len(found.matches) < min(limit, _ENOUGH_MATCHES):
        found.add_matches_from_rows(
            _search_names_fuzzily(
                connection, words, languages, commanders_first=commanders_first, prefers_one_typo=True
            )
        )
    return found.matches


def find_nearest_card_name(connection: sqlite3.Connection, misspelled_name: str, locale: Locale) -> list[CardMatch]:
    """Return the card name nearest to a misspelled one, as a list; empty if it is unclear.

    It is the only card whose name begins with the text, or else the one nearest to a typing mistake.
    """
    fold = normalise_card_name(misspelled_name)[:_MAX_QUERY_LENGTH]
    words = fold.split()[:_MAX_QUERY_WORDS]
    if not any(map(str.isalnum, fold)):
        return []
    languages = tuple(dict.fromkeys((locale, DEFAULT)))
    for each in languages:
        begun = _find_card_names_by_prefix(connection, fold + " ", each, 2, only_commanders=False)
        if len(begun) == 1:
            return [_build_card_match_from_row(begun[0])]
    slipped = _search_names_fuzzily(connection, words, languages, commanders_first=False)
    whole = [row for row in slipped if len(row[0].split()) == len(words)]
    return (
        [_build_card_match_from_row(max(whole, key=lambda row: _compute_text_similarity(row[0], fold)))]
        if whole
        else []
    )


def _compute_text_similarity(first_text: str, second_text: str) -> float:
    return SequenceMatcher(None, first_text, second_text, autojunk=False).ratio()


def _build_card_match_from_row(name_row: Row) -> CardMatch:
    _, card, face, text, *_ = name_row
    return CardMatch(build_card_face_id(card, face), text)


class _CardMatchCollector:
    """A collector of card search results, up to a limit and without duplicates."""

    def __init__(self, limit: int) -> None:
        self.matches: list[CardMatch] = []
        self._ids = set[str]()
        self._limit = limit

    @property
    def is_full(self) -> bool:
        return len(self.matches) >= self._limit

    def add_matches_from_rows(self, card_name_rows: Iterable[Row]) -> None:
        for match in map(_build_card_match_from_row, card_name_rows):
            if self.is_full:
                return
            if match.id not in self._ids:
                self._ids.add(match.id)
                self.matches.append(match)


def _find_card_names_by_prefix(
    connection: sqlite3.Connection, folded_prefix: str, locale: str, limit: int, *, only_commanders: bool
) -> list[Row]:
    only = " AND commander = 1" if only_commanders else ""
    return connection.execute(
        f"SELECT {_COLUMNS} FROM name WHERE locale = ? AND fold >= ? AND fold < ?{only} ORDER BY fold LIMIT ?",
        (locale, folded_prefix, folded_prefix + _LAST, limit),
    ).fetchall()


def _find_card_names_by_word_prefixes(
    connection: sqlite3.Connection, query_words: list[str], languages: tuple[str, ...], *, commanders_first: bool
) -> list[Row]:
    words = [each for each in query_words if len(each) >= _SHORTEST_WORD]
    if not words:
        return []
    rarest = min(words, key=lambda word: (_count_words_with_prefix(connection, word), -len(word)))
    others = [each for each in query_words if each is not rarest]
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM"
        " (SELECT DISTINCT name AS found FROM word WHERE word >= ? AND word < ? LIMIT ?)"
        " CROSS JOIN name ON name.id = found"
        f" WHERE name.locale IN ({_build_sql_placeholders(languages)})"
        + " AND instr(' ' || name.fold, ?)" * len(others)
        + " LIMIT ?",
        (rarest, rarest + _LAST, _MAX_NAMES_OF_WORD, *languages, *(f" {each}" for each in others), _MAX_CANDIDATES),
    ).fetchall()
    return _sort_card_name_rows(rows, languages, commanders_first=commanders_first)


def _count_words_with_prefix(connection: sqlite3.Connection, prefix: str) -> int:
    """Count the indexed words that start with `prefix`, up to `_MAX_NAMES_OF_WORD`."""
    (count,) = connection.execute(
        "SELECT count(*) FROM (SELECT 1 FROM word WHERE word >= ? AND word < ? LIMIT ?)",
        (prefix, prefix + _LAST, _MAX_NAMES_OF_WORD),
    ).fetchone()
    return int(count)


def _build_sql_placeholders(values: Collection[str]) -> str:
    return ", ".join("?" * len(values))


def _sort_card_name_rows(name_rows: list[Row], languages: tuple[str, ...], *, commanders_first: bool) -> list[Row]:
    """Sort names: those in the user's language first, then shorter ones first."""

    def compute_card_name_sort_key(name_row: Row) -> tuple[object, ...]:
        fold, _, _, _, locale, leads = name_row
        return (commanders_first and not leads, languages.index(locale), len(fold), fold)

    return sorted(name_rows, key=compute_card_name_sort_key)


def _search_names_fuzzily(
    connection: sqlite3.Connection,
    query_words: list[str],
    languages: tuple[str, ...],
    *,
    commanders_first: bool,
    prefers_one_typo: bool = False,
) -> list[Row]:
    """Find names in which each query word begins a word, with one or two typos allowed.

    A quick search of a long word looks at fewer words: if some have one typo in their first letters, it leaves out
    those that have two.
    """
    longest = max(query_words, key=len)
    if len(longest) < SHORTEST_WORD_WITH_TYPO:
        return []
    # The shortest first: they allow no typo, and leave most names out at once.
    others = sorted((each for each in query_words if each is not longest), key=len)
    near: list[str] = []
    if prefers_one_typo and len(longest) >= _LONG_WORD:
        near = _find_indexed_words_fuzzily(connection, longest, TYPO_PREFIX_LENGTHS[2])
    near = near or _find_indexed_words_fuzzily(connection, longest, TYPO_PREFIX_LENGTHS[1])
    found: list[Row] = []
    looked = 0
    for word in near:
        rows = connection.execute(
            f"SELECT {_COLUMNS} FROM word CROSS JOIN name ON name.id = word.name"
            f" WHERE word = ? AND name.locale IN ({_build_sql_placeholders(languages)}) LIMIT ?",
            (word, *languages, _MAX_CANDIDATES - looked),
        ).fetchall()
        looked += len(rows)
        found += [row for row in rows if _matches_query_words(row[0], others)]
        time.sleep(0)  # other threads have their turn
        if looked >= _MAX_CANDIDATES:
            break
    return _sort_card_name_rows(found, languages, commanders_first=commanders_first)


def _find_indexed_words_fuzzily(connection: sqlite3.Connection, query_word: str, prefix_length: int) -> list[str]:
    """Find indexed words that begin with a query word, with a typo allowed in its first letters.

    These are the `_MAX_TYPO_WORDS` words whose lengths are nearest; the others are not even compared.
    """
    start = query_word[:prefix_length]
    left = {start, *iterate_one_letter_deletions(start)}
    rows = connection.execute(
        f"SELECT DISTINCT word FROM slip WHERE left_over IN ({_build_sql_placeholders(left)})", tuple(left)
    ).fetchall()
    nearest = sorted((word for (word,) in rows), key=lambda word: (abs(len(word) - len(query_word)), word))
    words = _iterate_words_releasing_interpreter_lock(nearest)
    return list(islice((each for each in words if matches_prefix_fuzzily(each, query_word)), _MAX_TYPO_WORDS))


def _iterate_words_releasing_interpreter_lock(words: Iterable[str]) -> Iterator[str]:
    """Yield words, and release the interpreter lock from time to time for other threads."""
    for number, word in enumerate(words, 1):
        if number % _STEPS_WITH_LOCK == 0:
            time.sleep(0)
        yield word


def _matches_query_words(folded_name: str, query_words: list[str]) -> bool:
    """Return True if each query word is the beginning of some word in a card's name, allowing typos."""
    spaced = f" {folded_name}"
    return all(
        f" {each}" in spaced
        or (
            len(each) >= SHORTEST_WORD_WITH_TYPO
            and any(matches_prefix_fuzzily(word, each) for word in folded_name.split())
        )
        for each in query_words
    )


@lru_cache(_CACHED_COMPARISONS)
def matches_prefix_fuzzily(word: str, query_word: str) -> bool:
    """Return True if a word begins with a query word, with one typo allowed, or two in a long word."""
    if word.startswith(query_word):
        return True
    allowed = 0 if len(query_word) < SHORTEST_WORD_WITH_TYPO else 1 if len(query_word) < _LONG_WORD else 2
    return (
        allowed > 0
        and _may_match_despite_typos(word, query_word, allowed)
        and _has_fuzzy_prefix(word, query_word, allowed)
    )


def _may_match_despite_typos(word: str, query_word: str, allowed_typos: int) -> bool:
    """Return True if a word may match a query word with `allowed_typos` typos.

    All but so many letters must stand near the same position. This cheap test spares most words the exact one.
    """
    far = 0
    for place, letter in enumerate(query_word):
        if word.find(letter, max(place - allowed_typos, 0), place + allowed_typos + 1) < 0:
            far += 1
            if far > allowed_typos:
                return False
    return True


def _has_fuzzy_prefix(word: str, prefix: str, allowed_typos: int) -> bool:
    if word.startswith(prefix):
        return True
    at = 0
    most = min(len(word), len(prefix))
    while at < most and word[at] == prefix[at]:
        at += 1
    word = word[at:]
    prefix = prefix[at:]
    is_swapped = len(word) > 1 and word[:2] == prefix[1::-1]
    if allowed_typos == 1:  # most calls end here, so that nothing is cut off or called
        rest = prefix[1:]
        return (
            word.startswith(rest, 1)
            or word.startswith(rest)
            or word.startswith(prefix, 1)
            or (is_swapped and word.startswith(prefix[2:], 2))
        )
    left = allowed_typos - 1
    return (
        _has_fuzzy_prefix(word[1:], prefix[1:], left)  # another letter
        or _has_fuzzy_prefix(word, prefix[1:], left)  # a letter too much
        or _has_fuzzy_prefix(word[1:], prefix, left)  # a letter missing
        or (is_swapped and _has_fuzzy_prefix(word[2:], prefix[2:], left))  # two letters swapped
    )
