"""Formulas as text: steps with spaces between them (MJ-12)."""

from collections.abc import Mapping

from bot.joust.facts import MAX_STEPS, Formula, Step
from bot.rules.refusals import Refusal

_WORDS: Mapping[str, Step] = {
    "blue": "blue",
    "b": "blue",
    "red": "red",
    "r": "red",
    "yellow": "yellow",
    "y": "yellow",
    "any": "any",
    "*": "any",
    "skip": "skip",
    "-": "skip",
}


def parse_formula(text: str, field: str) -> Formula:
    """Return the formula in a text, with at least one step. Raises `Refusal` for `field`.

    Steps are words or their signs, in any case, with one or more spaces (U+0020) between them.
    """
    words = [word for word in text.split(" ") if word]
    steps = tuple(_WORDS[word.lower()] for word in words if _is_step(word))
    if len(steps) != len(words) or not 1 <= len(steps) <= MAX_STEPS:
        raise Refusal("formula", field, most=MAX_STEPS)
    return steps


def parse_cost(text: str, field: str) -> Formula:
    """Return a card's cost; only the empty text is free. Raises `Refusal` for `field`."""
    return parse_formula(text, field) if text else ()


def write_formula(formula: Formula) -> str:
    """Return a formula as words with one space between them."""
    return " ".join(formula)


def _is_step(word: str) -> bool:
    # Some letters of other alphabets become one of these in lower case.
    return word.isascii() and word.lower() in _WORDS
