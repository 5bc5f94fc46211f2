"""Descriptions of variants, made from their answers."""

from collections.abc import Iterator, Sequence

from bot.front.rendering.table_view import format_points
from bot.i18n import Catalogue
from bot.rules.variants import (
    PLACES,
    POINTS,
    QUESTIONS,
    VARIANTS,
    AnswerValue,
    Scoring,
    Variant,
    find_closest,
    find_differing,
    is_meaningful,
)
from bot.words import name_variant

_NUMBER_VARIABLES = {10: "life", 11: "cards", 12: "turns", 13: "players"}
"""The variable in the text of each question whose answer is a number."""

_LABELLED_QUESTIONS = (10, 11, 12)
"""Questions whose answers need a label."""

_ENDS_QUESTION = 8
_POINTS_QUESTION = 14


def describe_differences(variant: Variant, text: Catalogue) -> list[str]:
    """Return the most similar built-in variant, and a line for each different answer."""
    like = find_closest(variant)
    named = name_variant(like, text)
    others = [
        number
        for number in find_differing(VARIANTS[like], variant)
        if is_meaningful(number, variant)
    ]
    if not others:
        return [text("house-same", variant=named)]
    lines = [f"• {render_answer(number, variant, text)}" for number in others]
    return [text("house-like", variant=named), *lines]


def describe_briefly(variant: Variant, text: Catalogue) -> str:
    """Return the most similar built-in variant and the different answers on one line."""
    return " ".join(describe_differences(variant, text)).replace("• ", "")


def describe_in_full(variant: Variant, text: Catalogue) -> str:
    """Return all meaningful answers, a line for each."""
    told = sorted({*QUESTIONS, _ENDS_QUESTION})
    lines = [
        render_answer(number, variant, text) for number in told if is_meaningful(number, variant)
    ]
    return "\n".join(f"• {line}" for line in lines)


def render_answer(number: int, variant: Variant, text: Catalogue) -> str:
    """Render one answer."""
    if number == _ENDS_QUESTION:
        return text(f"var-{number}-{variant.ends_when}")
    if number == _POINTS_QUESTION:
        return render_scoring(variant.points, text)
    said = render_value(number, getattr(variant, QUESTIONS[number]), text)
    if number in _LABELLED_QUESTIONS:
        return text.label(text(f"var-{number}-name"), said)
    return said


def render_value(number: int, given: AnswerValue, text: Catalogue) -> str:
    """Render a value as the answer to a question."""
    match given:
        case bool():
            return text(f"var-{number}-{str(given).lower()}")
        case int():
            return text(f"var-{number}-number", **{_NUMBER_VARIABLES[number]: given})
        case _:
            return text(f"var-{number}-{given}")


def render_scoring(scoring: Scoring, text: Catalogue) -> str:
    """Render all points that a game can bring, on one line."""
    points = text.join_clauses([*_render_points(scoring, text)]) or text("house-no-points")
    return text("house-points", points=points)


def render_part(name: str, points: int | Sequence[int] | None, text: Catalogue) -> str:
    """Render one part of the points."""
    if points is None or points == ():
        return text(f"var-14-{name}-none")
    if not isinstance(points, int):
        said = " ".join(format_points(each).strip() for each in points)
    elif name in _UNSIGNED_PARTS:
        said = str(points)
    else:
        said = format_points(points).strip()
    return text(f"var-14-{name}", points=said)


_UNSIGNED_PARTS = ("per_defeat", "at_most")
"""Parts of the points whose number has no sign."""


def _render_points(scoring: Scoring, text: Catalogue) -> Iterator[str]:
    for name in POINTS:
        points = getattr(scoring, name)
        is_set = points != () if name == PLACES else points is not None
        if is_set and (points or name == "combo_win"):
            yield render_part(name, points, text)
