"""Costs of Magicjoust cards (formulas) as text: steps with spaces between them (MJ-12)."""

from collections.abc import Mapping

from bot.joust.table_types import MAX_STEPS, Formula, Step
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


def parse_card_cost(cost_text: str, field_name: str) -> Formula:
    """Parse a card's cost from text such as `blue any skip`. Raises `Refusal` for an invalid text.

    Steps are words or their symbols, in any case, with one or more spaces (U+0020) between them. The refusal names the
    field.
    """
    words = [word for word in cost_text.split(" ") if word]
    steps = tuple(_WORDS[word.lower()] for word in words if _is_joust_cost_step(word))
    if len(steps) != len(words) or not 1 <= len(steps) <= MAX_STEPS:
        raise Refusal("formula", field_name, most=MAX_STEPS)
    return steps


def parse_card_cost_or_free(cost_text: str, field_name: str) -> Formula:
    """Parse a card's cost from text; an empty text means a free card. Raises `Refusal` for an invalid text."""
    return parse_card_cost(cost_text, field_name) if cost_text else ()


def format_card_cost(cost: Formula) -> str:
    """Return a card's cost as text, such as `blue any skip`."""
    return " ".join(cost)


def _is_joust_cost_step(word: str) -> bool:
    # Some letters of other alphabets become one of these in lower case.
    return word.isascii() and word.lower() in _WORDS
