"""Descriptions of variants, built from their answers to the variant questions."""

from collections.abc import Iterator, Sequence

from bot.formatters.messages import format_variant_name
from bot.front.game_texts.table_view import format_points_prefix
from bot.i18n import Translations
from bot.rules.variants import (
    PLACES,
    POINTS,
    QUESTIONS,
    VARIANTS,
    AnswerValue,
    Scoring,
    Variant,
    find_closest_builtin_variant,
    is_variant_question_relevant,
    list_variant_differences,
)

_NUMBER_VARIABLES = {10: "life", 11: "cards", 12: "turns", 13: "players"}
"""The variable in the text of each question whose answer is a number."""

_LABELLED_QUESTIONS = (10, 11, 12)
"""Questions whose answers need a label."""

_SUMMARY_LINES = ((13, 1), (10, 11, 12), (2, 3), (4, 5, 6), (7, 8, 9), (14,))
"""The questions whose answers share a line of the summary of a variant."""

_ENDS_QUESTION = 8
_POINTS_QUESTION = 14


def describe_custom_variant_differences(variant: Variant, translations: Translations) -> list[str]:
    """Describe a custom variant: the most similar built-in variant, then each difference."""
    like = find_closest_builtin_variant(variant)
    named = format_variant_name(like, translations)
    others = [
        number
        for number in list_variant_differences(VARIANTS[like], variant)
        if is_variant_question_relevant(number, variant)
    ]
    if not others:
        return [translations("house-same", variant=named)]
    lines = [f"• {render_variant_field(number, variant, translations)}" for number in others]
    return [translations("house-like", variant=named), *lines]


def describe_variant_briefly(variant: Variant, translations: Translations) -> str:
    """Describe a custom variant in one line: the most similar built-in variant, and the differences."""
    return " ".join(describe_custom_variant_differences(variant, translations)).replace("• ", "")


def describe_variant_in_full(variant: Variant, translations: Translations) -> str:
    """Describe the rules of a variant, one line for each subject, such as what becomes of losers."""
    told = sorted({*QUESTIONS, _ENDS_QUESTION})
    lines = [
        render_variant_field(number, variant, translations)
        for number in told
        if is_variant_question_relevant(number, variant)
    ]
    return "\n".join(f"• {line}" for line in lines)


def summarise_variant_rules(variant: Variant, translations: Translations) -> str:
    """Summarise a variant's rules, one line for each group of rules.

    If the table says when the game ends, the text on the table tells that.
    """
    told = {number for number in {*QUESTIONS, _ENDS_QUESTION} if is_variant_question_relevant(number, variant)}
    if variant.ending_condition == "table":
        told.discard(_ENDS_QUESTION)
    lines = [
        " ".join(render_variant_field(number, variant, translations) for number in numbers if number in told)
        for numbers in _SUMMARY_LINES
    ]
    return "\n".join(f"• {line}" for line in lines if line)


def render_variant_field(field_number: int, variant: Variant, translations: Translations) -> str:
    """Render one field of a variant, such as the rule on what becomes of losers, by the field's number."""
    if field_number == _ENDS_QUESTION:
        return translations(f"var-{field_number}-{variant.ending_condition}")
    if field_number == _POINTS_QUESTION:
        return render_scoring_points(variant.points, translations)
    said = render_variant_field_value(field_number, getattr(variant, QUESTIONS[field_number]), translations)
    if field_number in _LABELLED_QUESTIONS:
        return translations.format_label_and_value(translations(f"var-{field_number}-name"), said)
    return said


def render_variant_field_value(field_number: int, value: AnswerValue, translations: Translations) -> str:
    """Render the value of one field of a variant, such as a number of cards, by the field's number."""
    match value:
        case bool():
            return translations(f"var-{field_number}-{str(value).lower()}")
        case int():
            return translations(f"var-{field_number}-number", **{_NUMBER_VARIABLES[field_number]: value})
        case _:
            return translations(f"var-{field_number}-{value}")


def render_scoring_points(scoring: Scoring, translations: Translations) -> str:
    """Render the points that a game can give, on one line."""
    points = translations.join_clauses_with_semicolons(
        [*_render_points_of_scoring(scoring, translations)]
    ) or translations("house-no-points")
    return translations("house-points", points=points)


def render_points_for_result_kind(
    result_kind: str, points: int | Sequence[int] | None, translations: Translations
) -> str:
    """Render the points for one kind of result, such as each defeat."""
    if points is None or points == ():
        return translations(f"var-14-{result_kind}-none")
    if not isinstance(points, int):
        said = " ".join(format_points_prefix(each).strip() for each in points)
    elif result_kind in _UNSIGNED_PARTS:
        said = str(points)
    else:
        said = format_points_prefix(points).strip()
    return translations(f"var-14-{result_kind}", points=said)


_UNSIGNED_PARTS = ("per_defeat", "at_most")
"""Parts of the points whose number has no sign."""


def _render_points_of_scoring(scoring: Scoring, translations: Translations) -> Iterator[str]:
    for name in POINTS:
        points = getattr(scoring, name)
        is_set = points != () if name == PLACES else points is not None
        if is_set and (points or name == "combo_win"):
            yield render_points_for_result_kind(name, points, translations)
