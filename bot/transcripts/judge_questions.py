"""Questions to the judge from files, and answers as documents: `suzerain judge`.

The shapes are a contract with scripts and other tools.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec import to_builtins

from bot.basics.typed_values import InvalidValueError, convert_value_to_type, parse_json_without_duplicate_keys
from bot.formatters.judge_answers import (
    DamageAnswerFormatter,
    JudgeAnswerFormatter,
    PlaneswalkerAnswerFormatter,
    join_lines,
)
from bot.i18n import Translations
from bot.judge.damage import DamageAnswer, answer_damage_question, does_damage_answer_depend_on_rules_version
from bot.judge.loyalty import (
    LoyaltyActivationAnswer,
    LoyaltyActivationQuestion,
    PlaneswalkerCastingAnswer,
    PlaneswalkerCastingQuestion,
    answer_loyalty_activation_question,
    answer_planeswalker_casting_question,
)
from bot.judge.outcomes import DamageOutcome
from bot.judge.question import DamageQuestion
from bot.judge.step_budget import SearchStepBudget
from bot.judge.validation import validate_damage_question, validate_planeswalker_question
from bot.rules.facts import DefeatSource, Player
from bot.rules.variants import VariantId
from bot.transcripts.pods import (
    Document,
    HypotheticalDefeatQuestion,
    describe_defeat_judgement,
    judge_hypothetical_defeat,
    require_variant_allows_teams,
)
from bot.transcripts.replaying import convert_errors_to_transcript_errors


class RulesQuestionFileAnswer(NamedTuple):
    """The answer to a rules question in a file, as JSON and as text."""

    document: Document
    tell: Callable[[], str]


class _DamageQuestionWithVariant(DamageQuestion, frozen=True):
    """A question about damage in a file, and the variant that decides what a defeat leads to."""

    variant: VariantId | None = None
    teams: dict[Player, Player] | None = None


def answer_rules_question_file(
    file_text: str, translations: Translations, step_budget: SearchStepBudget | None = None
) -> RulesQuestionFileAnswer:
    """Return the answer to the rules question in a file.

    Raises `TranscriptError` if the file is wrong, and `StepBudgetExceededError` if the search exceeds its budget.
    """
    with convert_errors_to_transcript_errors(0, translations):
        raw = parse_json_without_duplicate_keys(file_text)
        question = raw.pop("question", "defeat") if isinstance(raw, dict) else "defeat"
        answer = _QUESTIONS.get(question) if isinstance(question, str) else None
        if answer is None:
            accepted = ", ".join(_QUESTIONS)
            raise InvalidValueError("question", f"{question!r} is none; accepted: {accepted}")
        return answer(raw, translations, step_budget)


def _answer_defeat_question(
    raw_question: object, translations: Translations, _step_budget: SearchStepBudget | None
) -> RulesQuestionFileAnswer:
    found = judge_hypothetical_defeat(convert_value_to_type(raw_question, HypotheticalDefeatQuestion), translations)
    return RulesQuestionFileAnswer(found, lambda: describe_defeat_judgement(found, translations))


def _answer_damage_question(
    raw_question: object, translations: Translations, step_budget: SearchStepBudget | None
) -> RulesQuestionFileAnswer:
    question = convert_value_to_type(raw_question, _DamageQuestionWithVariant)
    validate_damage_question(question)
    if question.variant is not None:
        require_variant_allows_teams(question.teams or {}, question.variant)
    elif question.teams is not None:
        raise InvalidValueError("teams", "not without a variant; accepted: leave it out")
    answer = answer_damage_question(question, step_budget)
    verdicts = [_judge_defeat_caused_by_damage(question, outcome, translations) for outcome in answer.outcomes]
    words = DamageAnswerFormatter(question, answer, translations, str)

    def describe_damage_answer() -> str:
        told = [None if found is None else describe_defeat_judgement(found, translations) for found in verdicts]
        lines = [*words.list_answer_lines(told)]
        if does_damage_answer_depend_on_rules_version(question, answer):
            lines.append(JudgeAnswerFormatter(translations, str).format_rules_difference_notice(answer.era))
        return join_lines(lines)

    return RulesQuestionFileAnswer(_build_damage_answer_json(answer, verdicts, words), describe_damage_answer)


def _judge_defeat_caused_by_damage(
    question: _DamageQuestionWithVariant, damage_outcome: DamageOutcome, translations: Translations
) -> Document | None:
    """Return a variant's verdict on the defeat by damage; None if nobody is defeated."""
    defeat = damage_outcome.defeat
    if defeat is None or question.variant is None:
        return None
    sources = tuple(DefeatSource(s.controller, s.object, amount=s.amount) for s in defeat.sources)
    teams = question.teams or {}
    asked = HypotheticalDefeatQuestion(defeat.loser, defeat.cause, sources, variant=question.variant, teams=teams)
    return judge_hypothetical_defeat(asked, translations)


def _build_damage_answer_json(
    damage_answer: DamageAnswer, verdicts: Sequence[Document | None], formatter: DamageAnswerFormatter
) -> Document:
    shown: Document = to_builtins(damage_answer)
    for impossible, written in zip(damage_answer.impossible, shown["impossible"], strict=True):
        written["because"] = formatter.explain_impossible_source_damage(impossible)
    for written, verdict in zip(shown["outcomes"], verdicts, strict=True):
        if verdict is not None:
            written["verdict"] = verdict
            written["steps"] = written.pop("steps")  # so that it stays the last key
    return shown


def _answer_raw_planeswalker_question(
    raw_question: object, translations: Translations, _step_budget: SearchStepBudget | None
) -> RulesQuestionFileAnswer:
    assert isinstance(raw_question, dict)
    act = raw_question.pop("act", "activate")
    question: LoyaltyActivationQuestion | PlaneswalkerCastingQuestion
    answer: LoyaltyActivationAnswer | PlaneswalkerCastingAnswer
    if act == "activate":
        question = convert_value_to_type(raw_question, LoyaltyActivationQuestion)
        validate_planeswalker_question(question)
        answer = answer_loyalty_activation_question(question)
    elif act == "cast":
        question = convert_value_to_type(raw_question, PlaneswalkerCastingQuestion)
        validate_planeswalker_question(question)
        answer = answer_planeswalker_casting_question(question)
    else:
        raise InvalidValueError("act", f"{act!r} is none; accepted: activate, cast")
    words = PlaneswalkerAnswerFormatter(question, translations, str)
    shown: Document = to_builtins(answer)
    for reason, written in zip(answer.reasons, shown["reasons"], strict=True):
        written["because"] = words.explain_forbidden_planeswalker_action(reason)
    return RulesQuestionFileAnswer(shown, lambda: join_lines(words.list_answer_lines(answer)))


_QUESTIONS: Mapping[str, Callable[[object, Translations, SearchStepBudget | None], RulesQuestionFileAnswer]] = {
    "defeat": _answer_defeat_question,
    "damage": _answer_damage_question,
    "loyalty": _answer_raw_planeswalker_question,
}
