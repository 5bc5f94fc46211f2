"""Formulas as people write them: steps with spaces between (MJ-12)."""

from collections.abc import Mapping

from bot.joust.facts import MOST_STEPS, Formula, Step
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
    """The formula that a text says, of one step at least. Raises `Refusal`, naming the `field`.

    Steps are words or their signs, in any case, with one or more spaces (U+0020) between them.
    """
    words = [word for word in text.split(" ") if word]
    steps = tuple(_WORDS[word.lower()] for word in words if _is_step(word))
    if len(steps) != len(words) or not 1 <= len(steps) <= MOST_STEPS:
        raise Refusal("formula", field, most=MOST_STEPS)
    return steps


def parse_cost(text: str, field: str) -> Formula:
    """What a card costs; the empty text, and no other, is free. Raises `Refusal`."""
    return parse_formula(text, field) if text else ()


def write_formula(formula: Formula) -> str:
    """The formula in whole words, with one space between them."""
    return " ".join(formula)


def _is_step(word: str) -> bool:
    # Other alphabets have letters whose lower case is one of these.
    return word.isascii() and word.lower() in _WORDS
