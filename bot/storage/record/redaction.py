"""Taking something out of what people typed: what somebody is called, or a text as a whole."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate
from typing import Any

import msgspec

from bot.namesakes import BLOT

MARK = 3 * BLOT
"""Stands where a name stood."""

TEXTS = frozenset(
    {"title", "object", "source", "reason", "name", "action", "text", "because", "word"}
)
"""The fields of events, and of the audit trail's details, that hold what somebody typed."""

HOUSE = "house"
"""Beside the answers of a server's own variant stands its name, as `variant`."""

VARIANT_SET = ("setting", "variant")
"""Beside this in the audit trail stand names of variants, as `before` and `after`."""

Redact = Callable[[str], str]
"""Gives a text without what is struck."""

_SHORT = 2
"""Characters of a name that is only struck where it is a whole word in any script."""


class Redactor:
    """Strikes the names of one person, and what mentions their account, from a text."""

    def __init__(self, names: Iterable[str], discord_id: int) -> None:
        found = {_fold(name): _split_characters(name) for name in map(_join_spaces, names) if name}
        # Of two names the longer first, as the other may be a part of it.
        self._names = sorted(found.items(), key=lambda each: len(each[0]), reverse=True)
        self._account = re.compile(rf"<@!?{discord_id}>|(?<!\d){discord_id}(?!\d)")

    def __call__(self, text: str) -> str:
        """The text, as it is if nothing in it is theirs."""
        struck = self._account.sub(MARK, text)
        for fold, name in self._names:
            if fold in _fold(_join_spaces(struck)):
                struck = _redact_name(fold, name, struck)
        return struck


def redact_value(value: Any, strike: Redact) -> Any:
    """A JSON value with each text in it struck, however deep."""
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
    """The texts in a JSON value that somebody typed, however deep: each with its field."""
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
    """The fields of a JSON object that hold what somebody typed."""
    if HOUSE in value:
        return TEXTS | {"variant"}
    name, what = VARIANT_SET
    return TEXTS | {"before", "after"} if value.get(name) == what else TEXTS


def redact_json(payload: str, strike: Redact) -> str:
    """A row's JSON with each text in it struck; untouched where nothing is, or what is no JSON."""
    try:
        before = msgspec.json.decode(payload)
    except msgspec.DecodeError:
        return payload
    after = redact_value(before, strike)
    return payload if after == before else msgspec.json.encode(after).decode()


def _split_characters(text: str) -> list[str]:
    """The characters as one sees them: each with its accents, spaces in a row as one."""
    found: list[str] = []
    for char in unicodedata.normalize("NFC", text):
        mark = unicodedata.category(char).startswith("M")
        if found and (mark or (char.isspace() and found[-1].isspace())):
            found[-1] += char
        else:
            found.append(char)
    return found


def fold_text(text: str) -> str:
    """What is the same for all ways to write a whole text: letters' case, accents, spaces."""
    return _fold(_join_spaces(text))


def _join_spaces(text: str) -> str:
    return " ".join(text.split())


def _fold(text: str) -> str:
    """What is the same for all ways to write a text: large or small, composed or not."""
    if text.isspace():
        return " "
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())


def _redact_name(fold: str, name: list[str], text: str) -> str:
    characters = _split_characters(text)
    kept: list[str] = []
    at = 0
    for begin, end in _find_name(fold, name, characters):
        if begin >= at:
            kept += [*characters[at:begin], MARK]
            at = end
    return "".join([*kept, *characters[at:]]) if kept else text


def _find_name(fold: str, name: list[str], characters: list[str]) -> Iterator[tuple[int, int]]:
    """From which to which character of a text the name stands, in words of its own."""
    folds = list(map(_fold, characters))
    text = "".join(folds)
    places = {length: at for at, length in enumerate(accumulate(map(len, folds), initial=0))}
    short = len(name) <= _SHORT

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
    """Whether two characters side by side belong to one word.

    Scripts that write no spaces, or put a preposition before a name, do not tell.
    """
    if not (one[0].isalnum() and next[0].isalnum()):
        return False
    return short or "Lo" not in (unicodedata.category(one[0]), unicodedata.category(next[0]))
