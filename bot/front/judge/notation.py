"""How a question to the judge is typed: items of a name and clauses, in the reader's own words.

An item is what stands before its first comma, then clauses that each begin with a word of the
catalogues: `Galvanic Blast 2, by Norbert, instead 4`. A comma before anything else belongs to the
name: `Jace, the Mind Sculptor`. Everybody may also use the English words.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from bot.i18n import DEFAULT, Catalogue, fold_word, load_catalogue

_NUMBERED = re.compile(r"(?:(?P<name>.*\S)[\s:×]+)?(?P<number>[0-9]{1,4})", re.DOTALL)
"""No field of a question takes a longer number."""


class Unfit(Exception):
    """An item is not of the form."""


class Item(NamedTuple):
    """What was typed of one thing: `head` before the clauses, and each clause by its word."""

    head: str
    clauses: Mapping[str, str]


class Notation:
    """Reads and writes items in one language."""

    def __init__(self, text: Catalogue) -> None:
        self._text = text

    def write(self, word: str, rest: object = "") -> str:
        """Return a clause as the reader types it."""
        return f"{self._text(f'judge-word-{word}')} {rest}".rstrip()

    def find(self, typed: str, words: Collection[str]) -> tuple[str, str] | None:
        """Return the word that a text begins with, and what follows; the longest word fits best."""
        spelled = sorted(self._list_spellings(words), key=lambda each: -len(each[0]))
        for spelling, word in spelled:
            rest = typed[len(spelling) :]
            begins = fold_word(typed[: len(spelling)]) == spelling
            if begins and (not rest or rest[0].isspace()):
                return word, rest.strip()
        return None

    def read_item(self, typed: str, words: Collection[str]) -> Item:
        """Read an item whose clauses begin with any of `words`. Raises `Unfit`."""
        head, *fragments = typed.split(",")
        clauses: dict[str, str] = {}
        last = None
        for fragment in fragments:
            found = self.find(fragment.strip(), words)
            if found is not None and found[0] not in clauses:
                last = found[0]
                clauses[last] = found[1]
            elif found is not None:
                raise Unfit
            elif last is None:
                head += f",{fragment}"
            else:
                clauses[last] += f",{fragment}"
        return Item(head.strip(), clauses)

    def write_item(self, head: str, clauses: Iterable[str]) -> str:
        """Return an item as the reader types it."""
        return ", ".join(each for each in (head, *clauses) if each)

    def _list_spellings(self, words: Collection[str]) -> Iterable[tuple[str, str]]:
        for word in words:
            for text in (self._text, load_catalogue(DEFAULT)):
                yield fold_word(text(f"judge-word-{word}")), word


def split_items(typed: str) -> list[str]:
    """Return what stands between semicolons or on lines of its own, without what is empty."""
    return [" ".join(each.split()) for each in re.split(r"[;\n]", typed) if each.strip()]


def split_names(typed: str) -> list[str]:
    """Return the names between plus signs."""
    return [" ".join(each.split()) for each in typed.split("+") if each.strip()]


def join_names(names: Iterable[object]) -> str:
    """Return names as `split_names` reads them."""
    return " + ".join(map(str, names))


def split_numbered(typed: str) -> list[str]:
    """Return items that each end in a number, between commas too: `Jace 2, Garruk 3`."""
    return [
        part.strip(" ,")
        for item in split_items(typed)
        for part in re.split(r"(?<=[0-9])\s*,", item)
        if part.strip(" ,")
    ]


def read_numbered(typed: str) -> tuple[str, int]:
    """Return the name, perhaps empty, and the number behind it. Raises `Unfit`."""
    found = _NUMBERED.fullmatch(typed.strip())
    if found is None:
        raise Unfit
    return (found["name"] or "").rstrip(" :"), int(found["number"])


def read_number(typed: str) -> int:
    """Return the number that is all there is. Raises `Unfit`."""
    name, number = read_numbered(typed)
    if name:
        raise Unfit
    return number


def check_flags(item: Item, flags: Iterable[str]) -> None:
    """Raise `Unfit` if something follows a word after which nothing does."""
    if any(item.clauses.get(flag) for flag in flags):
        raise Unfit
