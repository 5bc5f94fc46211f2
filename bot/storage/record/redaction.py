"""Redaction of user texts: the names of a person within texts, or a whole text."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate
from typing import Any

import msgspec

from bot.rules.facts import REDACTION_CHARACTER

REDACTED = 3 * REDACTION_CHARACTER
"""The replacement of a redacted text."""

TEXT_FIELDS = frozenset({"title", "object", "source", "reason", "name", "action", "text", "because", "word", "link"})
"""The fields of events and audit details that hold typed texts."""

HOUSE_FIELD = "house"
"""An object with this field holds the name of a server's own variant, as `variant`."""

VARIANT_SET = ("setting", "variant")
"""An audit detail with this field and value holds variant names, as `before` and `after`."""

Redact = Callable[[str], str]
"""Return a text with redacted parts replaced."""

_SHORT_NAME_LENGTH = 2
"""A name of so few characters is redacted only where it is a whole word, in any script."""


class PersonNameRedactor:
    """A function that replaces a person's names and mentions in a text with a placeholder."""

    def __init__(self, names: Iterable[str], discord_id: int) -> None:
        found = {
            _normalise_case_and_accents(name): _split_into_visible_characters(name)
            for name in map(_collapse_spaces, names)
            if name
        }
        # Longer names first, as a shorter one may be a part of them.
        self._names = sorted(found.items(), key=lambda each: len(each[0]), reverse=True)
        self._account = re.compile(rf"<@!?{discord_id}>|(?<!\d){discord_id}(?!\d)")

    def __call__(self, text: str) -> str:
        """Return the text without the person's names."""
        struck = self._account.sub(REDACTED, text)
        for fold, name in self._names:
            if fold in _normalise_case_and_accents(_collapse_spaces(struck)):
                struck = _redact_name_in_text(fold, name, struck)
        return struck


def redact_user_texts_in_json_value(json_value: Any, redact_text: Redact) -> Any:
    """Return a JSON value in which `redact_text` has been applied to all user texts, at any depth."""
    if isinstance(json_value, dict):
        typed = _find_user_text_fields(json_value)
        return {
            key: redact_text(each)
            if key in typed and isinstance(each, str)
            else redact_user_texts_in_json_value(each, redact_text)
            for key, each in json_value.items()
        }
    several = isinstance(json_value, list | tuple)
    return [redact_user_texts_in_json_value(each, redact_text) for each in json_value] if several else json_value


def iterate_user_texts_in_json_value(value: Any) -> Iterator[tuple[str, str]]:
    """Yield the field name and text of each user text in a JSON value, at any depth."""
    if isinstance(value, dict):
        typed = _find_user_text_fields(value)
        for key, each in value.items():
            if key in typed and isinstance(each, str):
                yield key, each
            else:
                yield from iterate_user_texts_in_json_value(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from iterate_user_texts_in_json_value(each)


def _find_user_text_fields(json_value: Mapping[str, Any]) -> frozenset[str]:
    """Return the names of a JSON object's fields that hold user texts."""
    if HOUSE_FIELD in json_value:
        return TEXT_FIELDS | {"variant"}
    name, what = VARIANT_SET
    return TEXT_FIELDS | {"before", "after"} if json_value.get(name) == what else TEXT_FIELDS


def redact_user_texts_in_json(json_text: str, redact_text: Redact) -> str:
    """Return JSON in which `redact_text` has been applied to all user texts; invalid JSON stays as it is."""
    try:
        before = msgspec.json.decode(json_text)
    except msgspec.DecodeError:
        return json_text
    after = redact_user_texts_in_json_value(before, redact_text)
    return json_text if after == before else msgspec.json.encode(after).decode()


def _split_into_visible_characters(text: str) -> list[str]:
    """Split a text into what people see as characters: letters with their accents, or a run of spaces."""
    found: list[str] = []
    for char in unicodedata.normalize("NFC", text):
        mark = unicodedata.category(char).startswith("M")
        if found and (mark or (char.isspace() and found[-1].isspace())):
            found[-1] += char
        else:
            found.append(char)
    return found


def normalise_text_for_comparison(text: str) -> str:
    """Return a text in the form for comparisons, which ignores case, spaces and how accents are encoded."""
    return _normalise_case_and_accents(_collapse_spaces(text))


def _collapse_spaces(text: str) -> str:
    return " ".join(text.split())


def _normalise_case_and_accents(text: str) -> str:
    """Return a text in a form that ignores case and the encoding of accents, for comparisons."""
    if text.isspace():
        return " "
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())


def _redact_name_in_text(normalised_name: str, name_characters: list[str], text: str) -> str:
    characters = _split_into_visible_characters(text)
    kept: list[str] = []
    at = 0
    for begin, end in _find_ranges_of_name_in_text(normalised_name, name_characters, characters):
        if begin >= at:
            kept += [*characters[at:begin], REDACTED]
            at = end
    return "".join([*kept, *characters[at:]]) if kept else text


def _find_ranges_of_name_in_text(
    normalised_name: str, name_characters: list[str], text_characters: list[str]
) -> Iterator[tuple[int, int]]:
    """Yield the ranges of a text where a person's name stands as separate words."""
    folds = list(map(_normalise_case_and_accents, text_characters))
    text = "".join(folds)
    places = {length: at for at, length in enumerate(accumulate(map(len, folds), initial=0))}
    short = len(name_characters) <= _SHORT_NAME_LENGTH

    def is_word_boundary(character_index: int) -> bool:
        inside = 0 < character_index < len(text_characters)
        return not (
            inside
            and _are_characters_in_same_word(
                text_characters[character_index - 1], text_characters[character_index], is_short_name=short
            )
        )

    found = text.find(normalised_name)
    while found >= 0:
        begin = places.get(found)
        end = places.get(found + len(normalised_name))
        if begin is not None and end is not None and is_word_boundary(begin) and is_word_boundary(end):
            yield begin, end
        found = text.find(normalised_name, found + 1)


def _are_characters_in_same_word(first_character: str, second_character: str, *, is_short_name: bool) -> bool:
    """Return True if two neighbouring characters belong to the same word.

    In scripts without spaces, or with prefixed prepositions, that is unknown: return False, unless the name is short.
    """
    if not (first_character[0].isalnum() and second_character[0].isalnum()):
        return False
    return is_short_name or "Lo" not in (
        unicodedata.category(first_character[0]),
        unicodedata.category(second_character[0]),
    )
