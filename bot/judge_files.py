"""Questions to the judge from files, and answers as documents: `suzerain judge`.

The shapes are a contract with scripts and other tools.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec import to_builtins

from bot.i18n import Catalogue
from bot.judge.checking import check_damage, check_loyalty
from bot.judge.damage import DamageAnswer, answer_damage, differs_for_damage
from bot.judge.effort import Effort
from bot.judge.loyalty import (
    Activate,
    Activation,
    Cast,
    Casting,
    answer_activation,
    answer_casting,
)
from bot.judge.outcomes import Outcome
from bot.judge.question import DamageQuestion
from bot.judge_words import DamageWords, LoyaltyWords, Sentences, join_lines
from bot.reading import Unreadable, read, read_unambiguous_json
from bot.replaying import find_mistakes
from bot.rules.facts import Player, Source
from bot.rules.variants import VariantId
from bot.transcript import (
    DefeatQuestion,
    Document,
    check_teams,
    judge_defeat,
    tell_defeat,
)


class Ruling(NamedTuple):
    """An answer: the document that `--json` prints, and a function that returns it in words."""

    document: Document
    tell: Callable[[], str]


class _Damage(DamageQuestion, frozen=True):
    """A question `damage` with the variant that judges deadly outcomes."""

    variant: VariantId | None = None
    teams: dict[Player, Player] | None = None


def judge(case: str, text: Catalogue, effort: Effort | None = None) -> Ruling:
    """Answer the question in `case`, the text of a file.

    Raises `Mistake` if the file is wrong, and `TooLarge` if the search exceeds `effort`.
    """
    with find_mistakes(0, text):
        raw = read_unambiguous_json(case)
        question = raw.pop("question", "defeat") if isinstance(raw, dict) else "defeat"
        answer = _QUESTIONS.get(question) if isinstance(question, str) else None
        if answer is None:
            accepted = ", ".join(_QUESTIONS)
            raise Unreadable("question", f"{question!r} is none; accepted: {accepted}")
        return answer(raw, text, effort)


def _judge_defeat(raw: object, text: Catalogue, _: Effort | None) -> Ruling:
    found = judge_defeat(read(raw, DefeatQuestion), text)
    return Ruling(found, lambda: tell_defeat(found, text))


def _judge_damage(raw: object, text: Catalogue, effort: Effort | None) -> Ruling:
    question = read(raw, _Damage)
    check_damage(question)
    if question.variant is not None:
        check_teams(question.teams or {}, question.variant)
    elif question.teams is not None:
        raise Unreadable("teams", "not without a variant; accepted: leave it out")
    answer = answer_damage(question, effort)
    verdicts = [_judge_outcome(question, outcome, text) for outcome in answer.outcomes]
    words = DamageWords(question, answer, text, str)

    def tell() -> str:
        told = [None if found is None else tell_defeat(found, text) for found in verdicts]
        lines = [*words.list_lines(told)]
        if differs_for_damage(question, answer):
            lines.append(Sentences(text, str).name_other_era(answer.era))
        return join_lines(lines)

    return Ruling(_show_damage(answer, verdicts, words), tell)


def _judge_outcome(question: _Damage, outcome: Outcome, text: Catalogue) -> Document | None:
    """Return the variant's verdict on a deadly outcome; None for other outcomes."""
    defeat = outcome.defeat
    if defeat is None or question.variant is None:
        return None
    sources = tuple(Source(s.controller, s.object, amount=s.amount) for s in defeat.sources)
    teams = question.teams or {}
    asked = DefeatQuestion(
        defeat.loser, defeat.cause, sources, variant=question.variant, teams=teams
    )
    return judge_defeat(asked, text)


def _show_damage(
    answer: DamageAnswer, verdicts: Sequence[Document | None], words: DamageWords
) -> Document:
    shown: Document = to_builtins(answer)
    for impossible, written in zip(answer.impossible, shown["impossible"], strict=True):
        written["because"] = words.explain(impossible)
    for written, verdict in zip(shown["outcomes"], verdicts, strict=True):
        if verdict is not None:
            written["verdict"] = verdict
            written["steps"] = written.pop("steps")  # so that it stays the last key
    return shown


def _judge_loyalty(raw: object, text: Catalogue, _: Effort | None) -> Ruling:
    assert isinstance(raw, dict)
    act = raw.pop("act", "activate")
    question: Activate | Cast
    answer: Activation | Casting
    if act == "activate":
        question = read(raw, Activate)
        check_loyalty(question)
        answer = answer_activation(question)
    elif act == "cast":
        question = read(raw, Cast)
        check_loyalty(question)
        answer = answer_casting(question)
    else:
        raise Unreadable("act", f"{act!r} is none; accepted: activate, cast")
    words = LoyaltyWords(question, text, str)
    shown: Document = to_builtins(answer)
    for reason, written in zip(answer.reasons, shown["reasons"], strict=True):
        written["because"] = words.explain(reason)
    return Ruling(shown, lambda: join_lines(words.list_lines(answer)))


_QUESTIONS: Mapping[str, Callable[[object, Catalogue, Effort | None], Ruling]] = {
    "defeat": _judge_defeat,
    "damage": _judge_damage,
    "loyalty": _judge_loyalty,
}
