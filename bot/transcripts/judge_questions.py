"""Questions to the judge from files, and answers as documents: `suzerain judge`.

The shapes are a contract with scripts and other tools.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec import to_builtins

from bot.basics.typed_values import InvalidValue, convert_value, parse_json_without_duplicates
from bot.formatters.judge_answers import (
    DamageAnswerFormatter,
    JudgeFormatter,
    LoyaltyAnswerFormatter,
    join_lines,
)
from bot.i18n import Catalogue
from bot.judge.damage import (
    DamageAnswer,
    answer_damage_question,
    has_different_damage_answer_by_era,
)
from bot.judge.loyalty import (
    ActivationAnswer,
    ActivationQuestion,
    CastingAnswer,
    CastingQuestion,
    answer_activation_question,
    answer_casting_question,
)
from bot.judge.outcomes import DamageOutcome
from bot.judge.question import DamageQuestion
from bot.judge.step_budget import StepBudget
from bot.judge.validation import validate_damage_question, validate_loyalty_question
from bot.rules.facts import DefeatSource, Player
from bot.rules.variants import VariantId
from bot.transcripts.pods import (
    DefeatQuestion,
    Document,
    describe_defeat_answer,
    judge_defeat,
    validate_teams,
)
from bot.transcripts.replaying import convert_to_transcript_errors


class Ruling(NamedTuple):
    """An answer of the judge: its JSON document, and a function that returns it in words."""

    document: Document
    tell: Callable[[], str]


class _DamageQuestionWithVariant(DamageQuestion, frozen=True):
    """A damage question from a file, with the rules variant that judges deadly outcomes."""

    variant: VariantId | None = None
    teams: dict[Player, Player] | None = None


def answer_question_file(
    file_text: str, catalogue: Catalogue, budget: StepBudget | None = None
) -> Ruling:
    """Answer the rules question in the text of a file.

    Raises `TranscriptError` if the file is wrong, and `BudgetExceeded` if the search exceeds
    its budget.
    """
    with convert_to_transcript_errors(0, catalogue):
        raw = parse_json_without_duplicates(file_text)
        question = raw.pop("question", "defeat") if isinstance(raw, dict) else "defeat"
        answer = _QUESTIONS.get(question) if isinstance(question, str) else None
        if answer is None:
            accepted = ", ".join(_QUESTIONS)
            raise InvalidValue("question", f"{question!r} is none; accepted: {accepted}")
        return answer(raw, catalogue, budget)


def _answer_defeat_question(
    raw_question: object, catalogue: Catalogue, _: StepBudget | None
) -> Ruling:
    found = judge_defeat(convert_value(raw_question, DefeatQuestion), catalogue)
    return Ruling(found, lambda: describe_defeat_answer(found, catalogue))


def _answer_damage_question(
    raw_question: object, catalogue: Catalogue, budget: StepBudget | None
) -> Ruling:
    question = convert_value(raw_question, _DamageQuestionWithVariant)
    validate_damage_question(question)
    if question.variant is not None:
        validate_teams(question.teams or {}, question.variant)
    elif question.teams is not None:
        raise InvalidValue("teams", "not without a variant; accepted: leave it out")
    answer = answer_damage_question(question, budget)
    verdicts = [_judge_deadly_outcome(question, outcome, catalogue) for outcome in answer.outcomes]
    words = DamageAnswerFormatter(question, answer, catalogue, str)

    def describe_answer() -> str:
        told = [
            None if found is None else describe_defeat_answer(found, catalogue)
            for found in verdicts
        ]
        lines = [*words.list_answer_lines(told)]
        if has_different_damage_answer_by_era(question, answer):
            lines.append(JudgeFormatter(catalogue, str).format_other_era_notice(answer.era))
        return join_lines(lines)

    return Ruling(_build_damage_document(answer, verdicts, words), describe_answer)


def _judge_deadly_outcome(
    question: _DamageQuestionWithVariant, outcome: DamageOutcome, catalogue: Catalogue
) -> Document | None:
    """Return the variant's verdict on a deadly outcome; None for other outcomes."""
    defeat = outcome.defeat
    if defeat is None or question.variant is None:
        return None
    sources = tuple(DefeatSource(s.controller, s.object, amount=s.amount) for s in defeat.sources)
    teams = question.teams or {}
    asked = DefeatQuestion(
        defeat.loser, defeat.cause, sources, variant=question.variant, teams=teams
    )
    return judge_defeat(asked, catalogue)


def _build_damage_document(
    answer: DamageAnswer, verdicts: Sequence[Document | None], formatter: DamageAnswerFormatter
) -> Document:
    shown: Document = to_builtins(answer)
    for impossible, written in zip(answer.impossible, shown["impossible"], strict=True):
        written["because"] = formatter.explain_impossible_part(impossible)
    for written, verdict in zip(shown["outcomes"], verdicts, strict=True):
        if verdict is not None:
            written["verdict"] = verdict
            written["steps"] = written.pop("steps")  # so that it stays the last key
    return shown


def _answer_loyalty_question(
    raw_question: object, catalogue: Catalogue, _: StepBudget | None
) -> Ruling:
    assert isinstance(raw_question, dict)
    act = raw_question.pop("act", "activate")
    question: ActivationQuestion | CastingQuestion
    answer: ActivationAnswer | CastingAnswer
    if act == "activate":
        question = convert_value(raw_question, ActivationQuestion)
        validate_loyalty_question(question)
        answer = answer_activation_question(question)
    elif act == "cast":
        question = convert_value(raw_question, CastingQuestion)
        validate_loyalty_question(question)
        answer = answer_casting_question(question)
    else:
        raise InvalidValue("act", f"{act!r} is none; accepted: activate, cast")
    words = LoyaltyAnswerFormatter(question, catalogue, str)
    shown: Document = to_builtins(answer)
    for reason, written in zip(answer.reasons, shown["reasons"], strict=True):
        written["because"] = words.explain_reason(reason)
    return Ruling(shown, lambda: join_lines(words.list_answer_lines(answer)))


_QUESTIONS: Mapping[str, Callable[[object, Catalogue, StepBudget | None], Ruling]] = {
    "defeat": _answer_defeat_question,
    "damage": _answer_damage_question,
    "loyalty": _answer_loyalty_question,
}
