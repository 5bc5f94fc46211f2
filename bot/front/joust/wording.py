"""What people type of a duel, in English or in the words of their own language."""

from collections.abc import Mapping
from typing import get_args

from bot.i18n import Catalogue, fold_word
from bot.joust.facts import Formula, Step
from bot.joust.formulas import parse_formula

STEPS: tuple[Step, ...] = get_args(Step)


def read_steps(text: Catalogue) -> Mapping[str, Step]:
    """Return the steps of formulas by how they are called in a language."""
    return {fold_word(text(f"step-{step}")): step for step in STEPS}


def read_formula(typed: str, field: str, text: Catalogue) -> Formula:
    """Return the formula that somebody typed, of one step at least. Raises `Refusal`."""
    called = read_steps(text)
    words = [called.get(fold_word(word), word) for word in typed.split()]
    return parse_formula(" ".join(words), field)


def read_cost(typed: str, text: Catalogue) -> Formula:
    """Return what a card costs; what is left empty is free. Raises `Refusal`."""
    return read_formula(typed, "cost", text) if typed.strip() else ()
