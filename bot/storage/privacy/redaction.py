"""Striking what somebody is called out of what people typed."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from typing import Any

import msgspec

MARK = "▒▒▒"
"""Stands where a name stood."""

TEXTS = frozenset({"title", "object", "source", "reason", "name", "action", "text", "because"})
"""The fields of events, and of the audit trail's details, that hold what somebody typed."""

HOUSE = "house"
"""Beside the answers of a server's own variant stands its name, as `variant`."""

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
        typed = TEXTS | {"variant"} if HOUSE in value else TEXTS
        return {
            key: strike(each)
            if key in typed and isinstance(each, str)
            else redact_value(each, strike)
            for key, each in value.items()
        }
    return [redact_value(each, strike) for each in value] if isinstance(value, list) else value


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
        begin, end = places.get(found), places.get(found + len(fold))
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
