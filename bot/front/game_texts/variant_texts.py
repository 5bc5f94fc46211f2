"""Descriptions of variants, built from their answers to the variant questions."""

from collections.abc import Iterator, Sequence

from bot.formatters.messages import format_variant_name
from bot.front.game_texts.table_view import format_points
from bot.i18n import Catalogue
from bot.rules.variants import (
    PLACES,
    POINTS,
    QUESTIONS,
    VARIANTS,
    AnswerValue,
    Scoring,
    Variant,
    find_closest_builtin_variant,
    find_differing_questions,
    is_question_relevant,
)

_NUMBER_VARIABLES = {10: "life", 11: "cards", 12: "turns", 13: "players"}
"""The variable in the text of each question whose answer is a number."""

_LABELLED_QUESTIONS = (10, 11, 12)
"""Questions whose answers need a label."""

_ENDS_QUESTION = 8
_POINTS_QUESTION = 14


def describe_variant_differences(variant: Variant, catalogue: Catalogue) -> list[str]:
    """Return the most similar built-in variant, and a line for each different answer."""
    like = find_closest_builtin_variant(variant)
    named = format_variant_name(like, catalogue)
    others = [
        number
        for number in find_differing_questions(VARIANTS[like], variant)
        if is_question_relevant(number, variant)
    ]
    if not others:
        return [catalogue("house-same", variant=named)]
    lines = [f"• {render_variant_answer(number, variant, catalogue)}" for number in others]
    return [catalogue("house-like", variant=named), *lines]


def describe_variant_briefly(variant: Variant, catalogue: Catalogue) -> str:
    """Return the most similar built-in variant and the different answers on one line."""
    return " ".join(describe_variant_differences(variant, catalogue)).replace("• ", "")


def describe_variant_in_full(variant: Variant, catalogue: Catalogue) -> str:
    """Return all meaningful answers of a variant, a line for each."""
    told = sorted({*QUESTIONS, _ENDS_QUESTION})
    lines = [
        render_variant_answer(number, variant, catalogue)
        for number in told
        if is_question_relevant(number, variant)
    ]
    return "\n".join(f"• {line}" for line in lines)


def render_variant_answer(question_number: int, variant: Variant, catalogue: Catalogue) -> str:
    """Render a variant's answer to a question."""
    if question_number == _ENDS_QUESTION:
        return catalogue(f"var-{question_number}-{variant.ends_when}")
    if question_number == _POINTS_QUESTION:
        return render_scoring(variant.points, catalogue)
    said = render_answer_value(
        question_number, getattr(variant, QUESTIONS[question_number]), catalogue
    )
    if question_number in _LABELLED_QUESTIONS:
        return catalogue.format_label(catalogue(f"var-{question_number}-name"), said)
    return said


def render_answer_value(question_number: int, value: AnswerValue, catalogue: Catalogue) -> str:
    """Render a value as the answer to a question about a variant."""
    match value:
        case bool():
            return catalogue(f"var-{question_number}-{str(value).lower()}")
        case int():
            return catalogue(
                f"var-{question_number}-number", **{_NUMBER_VARIABLES[question_number]: value}
            )
        case _:
            return catalogue(f"var-{question_number}-{value}")


def render_scoring(scoring: Scoring, catalogue: Catalogue) -> str:
    """Render all points that a game can bring, on one line."""
    points = catalogue.join_with_semicolons(
        [*_render_scoring_parts(scoring, catalogue)]
    ) or catalogue("house-no-points")
    return catalogue("house-points", points=points)


def render_scoring_part(part: str, points: int | Sequence[int] | None, catalogue: Catalogue) -> str:
    """Render one part of a scoring, such as the points for each defeat."""
    if points is None or points == ():
        return catalogue(f"var-14-{part}-none")
    if not isinstance(points, int):
        said = " ".join(format_points(each).strip() for each in points)
    elif part in _UNSIGNED_PARTS:
        said = str(points)
    else:
        said = format_points(points).strip()
    return catalogue(f"var-14-{part}", points=said)


_UNSIGNED_PARTS = ("per_defeat", "at_most")
"""Parts of the points whose number has no sign."""


def _render_scoring_parts(scoring: Scoring, catalogue: Catalogue) -> Iterator[str]:
    for name in POINTS:
        points = getattr(scoring, name)
        is_set = points != () if name == PLACES else points is not None
        if is_set and (points or name == "combo_win"):
            yield render_scoring_part(name, points, catalogue)
