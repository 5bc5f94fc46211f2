"""Redaction of typed texts: the names of a person within texts, or a whole text."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate
from typing import Any

import msgspec

from bot.rules.facts import REDACTION_CHARACTER

REDACTED = 3 * REDACTION_CHARACTER
"""The replacement of a redacted text."""

TEXT_FIELDS = frozenset(
    {"title", "object", "source", "reason", "name", "action", "text", "because", "word", "link"}
)
"""The fields of events and audit details that hold typed texts."""

HOUSE_FIELD = "house"
"""An object with this field holds the name of a server's own variant, as `variant`."""

VARIANT_SET = ("setting", "variant")
"""An audit detail with this field and value holds variant names, as `before` and `after`."""

Redact = Callable[[str], str]
"""Return a text with redacted parts replaced."""

_SHORT_NAME_LENGTH = 2
"""A name of so few characters is redacted only where it is a whole word, in any script."""


class Redactor:
    """A function that replaces the names and mentions of one person in a text."""

    def __init__(self, names: Iterable[str], discord_id: int) -> None:
        found = {_fold(name): _split_characters(name) for name in map(_join_spaces, names) if name}
        # Longer names first, as a shorter one may be a part of them.
        self._names = sorted(found.items(), key=lambda each: len(each[0]), reverse=True)
        self._account = re.compile(rf"<@!?{discord_id}>|(?<!\d){discord_id}(?!\d)")

    def __call__(self, text: str) -> str:
        """Return the text without the person's names; unchanged if there are none."""
        struck = self._account.sub(REDACTED, text)
        for fold, name in self._names:
            if fold in _fold(_join_spaces(struck)):
                struck = _redact_name(fold, name, struck)
        return struck


def redact_value(value: Any, strike: Redact) -> Any:
    """Return a JSON value with all its typed texts redacted, at any depth."""
    if isinstance(value, dict):
        typed = _find_typed(value)
        return {
            key: strike(each)
            if key in typed and isinstance(each, str)
            else redact_value(each, strike)
            for key, each in value.items()
        }
    several = isinstance(value, list | tuple)
    return [redact_value(each, strike) for each in value] if several else value


def find_texts(value: Any) -> Iterator[tuple[str, str]]:
    """Yield the typed texts in a JSON value, at any depth, as (field, text)."""
    if isinstance(value, dict):
        typed = _find_typed(value)
        for key, each in value.items():
            if key in typed and isinstance(each, str):
                yield key, each
            else:
                yield from find_texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from find_texts(each)


def _find_typed(value: Mapping[str, Any]) -> frozenset[str]:
    """Return the fields of a JSON object that hold typed texts."""
    if HOUSE_FIELD in value:
        return TEXT_FIELDS | {"variant"}
    name, what = VARIANT_SET
    return TEXT_FIELDS | {"before", "after"} if value.get(name) == what else TEXT_FIELDS


def redact_json(payload: str, strike: Redact) -> str:
    """Redact the typed texts in a row's JSON; invalid JSON is returned unchanged."""
    try:
        before = msgspec.json.decode(payload)
    except msgspec.DecodeError:
        return payload
    after = redact_value(before, strike)
    return payload if after == before else msgspec.json.encode(after).decode()


def _split_characters(text: str) -> list[str]:
    """Split a text into visible characters: accents stay with their letter, spaces join."""
    found: list[str] = []
    for char in unicodedata.normalize("NFC", text):
        mark = unicodedata.category(char).startswith("M")
        if found and (mark or (char.isspace() and found[-1].isspace())):
            found[-1] += char
        else:
            found.append(char)
    return found


def fold_text(text: str) -> str:
    """Return a key that is equal for all spellings of a text: case, composition, spaces."""
    return _fold(_join_spaces(text))


def _join_spaces(text: str) -> str:
    return " ".join(text.split())


def _fold(text: str) -> str:
    """Return a key that is equal for all cases and compositions of a text."""
    if text.isspace():
        return " "
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())


def _redact_name(fold: str, name: list[str], text: str) -> str:
    characters = _split_characters(text)
    kept: list[str] = []
    at = 0
    for begin, end in _find_name(fold, name, characters):
        if begin >= at:
            kept += [*characters[at:begin], REDACTED]
            at = end
    return "".join([*kept, *characters[at:]]) if kept else text


def _find_name(fold: str, name: list[str], characters: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of characters where a name stands as separate words."""
    folds = list(map(_fold, characters))
    text = "".join(folds)
    places = {length: at for at, length in enumerate(accumulate(map(len, folds), initial=0))}
    short = len(name) <= _SHORT_NAME_LENGTH

    def is_parted(at: int) -> bool:
        inside = 0 < at < len(characters)
        return not (inside and _is_one_word(characters[at - 1], characters[at], short=short))

    found = text.find(fold)
    while found >= 0:
        begin = places.get(found)
        end = places.get(found + len(fold))
        if begin is not None and end is not None and is_parted(begin) and is_parted(end):
            yield begin, end
        found = text.find(fold, found + 1)


def _is_one_word(one: str, next: str, *, short: bool) -> bool:
    """Return True if two adjacent characters belong to one word.

    In scripts without spaces, or with prefixed prepositions, that is unknown: return False, unless
    the name is `short`.
    """
    if not (one[0].isalnum() and next[0].isalnum()):
        return False
    return short or "Lo" not in (unicodedata.category(one[0]), unicodedata.category(next[0]))
