"""Formulas as text: steps with spaces between them (MJ-12)."""

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


def parse_cost_formula(formula_text: str, field_name: str) -> Formula:
    """Parse a cost formula of at least one step, such as `blue any skip`. Raises `Refusal`.

    Steps are words or their symbols, in any case, with one or more spaces (U+0020) between
    them. The refusal names the field.
    """
    words = [word for word in formula_text.split(" ") if word]
    steps = tuple(_WORDS[word.lower()] for word in words if _is_step_of_formula(word))
    if len(steps) != len(words) or not 1 <= len(steps) <= MAX_STEPS:
        raise Refusal("formula", field_name, most=MAX_STEPS)
    return steps


def parse_card_cost(formula_text: str, field_name: str) -> Formula:
    """Parse a card's cost; an empty text means a free card. Raises `Refusal` that names the
    field.
    """
    return parse_cost_formula(formula_text, field_name) if formula_text else ()


def format_cost_formula(formula: Formula) -> str:
    """Return a cost formula as words with one space between them."""
    return " ".join(formula)


def _is_step_of_formula(word: str) -> bool:
    # Some letters of other alphabets become one of these in lower case.
    return word.isascii() and word.lower() in _WORDS
