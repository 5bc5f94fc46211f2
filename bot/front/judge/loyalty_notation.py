"""The syntax of questions about loyalty: a planeswalker, its cost, the turn, other cards.

Parsing gives the data of a file of `suzerain judge`; shapes and limits are the judge's own.
"""

import re
from collections.abc import Sequence
from typing import get_args

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from bot.basics.typed_values import InvalidValue, convert_value
from bot.front.judge.notation import (
    WALKER,
    Data,
    QuestionFormTexts,
    QuestionSyntax,
    SyntaxClause,
    SyntaxMismatch,
    join_names_with_plus,
    list_clause_words,
    parse_name_and_number,
    refuse_on_mismatch,
    split_items,
    split_joined_names,
)
from bot.front.ui.escaping import escape_markdown
from bot.judge.loyalty import (
    ActivationQuestion,
    CastingAnswer,
    CastingQuestion,
    Happened,
    LoyaltyPermanent,
    OtherPlaneswalker,
    Phase,
)
from bot.judge.validation import validate_loyalty_question
from bot.rules.refusals import Refusal

PHASES: tuple[Phase, ...] = get_args(Phase)
HAPPENED: tuple[Happened, ...] = get_args(Happened)

_TYPES_CLAUSE = SyntaxClause("types", kind="other")
_PERMANENT_CLAUSES = (
    SyntaxClause("by", "controller", "name", unwritten=UNSET),
    _TYPES_CLAUSE,
    SyntaxClause("no-planeswalker", "planeswalker", value=False),
)
_CARD_CLAUSES = (
    SyntaxClause("by", kind="other"),
    _TYPES_CLAUSE,
    SyntaxClause("no-planeswalker", kind="other"),
)
_COST_CLAUSES = (SyntaxClause("cast", "is_cast"), SyntaxClause("emblem", "makes_emblem"))
_MOMENT_CLAUSES = (
    SyntaxClause("stack", "stack", "number", unwritten=0),
    SyntaxClause("flash", "flash"),
    SyntaxClause("seasons", "doubling_seasons", "number", unwritten=0),
    SyntaxClause("triggers", "triggers", "number", unwritten=0),
    SyntaxClause("turn", "active", "names", unwritten=UNSET),
    SyntaxClause("priority", kind="other"),
    SyntaxClause("happened", kind="other"),
)

WORDS = (
    *list_clause_words([*_PERMANENT_CLAUSES, *_COST_CLAUSES, *_MOMENT_CLAUSES]),
    *PHASES,
    *HAPPENED,
    "nobody",
)
"""All words of the notation."""

_PRICE_PATTERN = re.compile(r"(?P<cost>0|[+−–-][0-9]{1,2}|[−–-][xX])(?:\s+(?P<x>[0-9]{1,2}))?")


class LoyaltyQuestion(Struct, frozen=True):
    """A question about a planeswalker, and the text of the loyalty cost.

    For a planeswalker that is cast, `cost` is that of the ability to activate at once (PW-12);
    it may be empty.
    """

    asked: ActivationQuestion | CastingQuestion
    cost: str = ""


class LoyaltyFormTexts(QuestionFormTexts, frozen=True):
    """The texts of a form about loyalty; each of the `others` is on a line of its own."""

    permanent: str
    cost: str
    moment: str
    others: str


class LoyaltyQuestionSyntax(QuestionSyntax):
    """The syntax of questions about loyalty, with the words and names of one reader."""

    # Reading

    def parse_form(self, form_texts: LoyaltyFormTexts, player: str, era: str) -> LoyaltyQuestion:
        """Return the question about loyalty from a form. Raises `Refusal` for an invalid
        text.
        """
        with refuse_on_mismatch("judge-cost", form_texts.cost):
            item = self.parse_item(form_texts.cost, _COST_CLAUSES)
        only_cast = self.is_word(item.head, "cast")
        is_cast = only_cast or "cast" in item.clauses
        data: Data = {**self._parse_time_in_turn(form_texts.moment), "by": player, "era": era}
        if is_cast:
            data["card"] = self._parse_card(form_texts.permanent)
            data["others"] = [
                self._parse_other_permanent(each) for each in split_items(form_texts.others)
            ]
        else:
            data["permanent"] = self._parse_permanent(form_texts.permanent)
            if form_texts.others.strip():
                raise Refusal("judge-others", typed=escape_markdown(form_texts.others))
        if "emblem" in item.clauses:
            data["makes_emblem"] = True
        cost = "" if only_cast else item.head
        return build_loyalty_question(data, cost, form_texts.moment, is_cast=is_cast)

    def parse_turn_history(self, history_text: str) -> list[str]:
        """Return the permanent's events of this turn. Raises `Refusal`."""
        found = [
            self.split_leading_word(each, HAPPENED)
            for each in re.split(r"\s*[+,;]\s*", history_text)
        ]
        if not history_text.strip():
            return []
        if any(each is None or each[1] for each in found):
            raise Refusal("judge-this-turn", typed=escape_markdown(history_text))
        return [each[0] for each in found if each is not None]

    def _parse_permanent(self, permanent_text: str) -> Data:
        with refuse_on_mismatch("judge-permanent", permanent_text):
            item = self.parse_item(permanent_text, _PERMANENT_CLAUSES)
            name, loyalty = parse_name_and_number(item.head)
            found = self.parse_clauses(item, _PERMANENT_CLAUSES)
        return {"name": name or WALKER, "loyalty": loyalty, **found}

    def _parse_card(self, card_text: str) -> Data:
        with refuse_on_mismatch("judge-permanent", card_text):
            item = self.parse_item(card_text, _CARD_CLAUSES)
            name, loyalty = parse_name_and_number(item.head)
        types = split_joined_names(item.clauses.get("types", "")) or [name or WALKER]
        return {"name": name or WALKER, "types": types, "loyalty": loyalty}

    def _parse_other_permanent(self, permanent_text: str) -> Data:
        with refuse_on_mismatch("judge-others", permanent_text):
            item = self.parse_item(permanent_text, _PERMANENT_CLAUSES)
            found = self.parse_clauses(item, _PERMANENT_CLAUSES)
            if "controller" not in found or "planeswalker" in found:
                raise SyntaxMismatch
        types = split_joined_names(item.clauses.get("types", "")) or [item.head]
        return {"name": item.head, "types": types, **found}

    def _parse_time_in_turn(self, time_text: str) -> Data:
        with refuse_on_mismatch("judge-moment", time_text):
            item = self.parse_item(time_text, _MOMENT_CLAUSES)
            phase = self.split_leading_word(item.head or self.format_clause("main"), PHASES)
            if phase is None or phase[1]:
                raise SyntaxMismatch
            found = {"phase": phase[0], **self.parse_clauses(item, _MOMENT_CLAUSES)}
        if item.clauses.get("priority"):
            whose = item.clauses["priority"]
            nobody = self.split_leading_word(whose, ["nobody"])
            found["priority"] = None if nobody else self.names.find_name(whose)
        if item.clauses.get("happened"):
            found["this_turn"] = self.parse_turn_history(item.clauses["happened"])
        return found

    # Writing

    def format_form(self, question: LoyaltyQuestion) -> LoyaltyFormTexts:
        """Return a form's texts for a question, as its reader would type them."""
        asked = question.asked
        others = ""
        if isinstance(asked, ActivationQuestion):
            flags = [self.format_clause("emblem")] if asked.makes_emblem else []
            permanent = self._format_permanent(asked.permanent)
        else:
            flags = [self.format_clause("cast")]
            card = f"{self.names.format_name_for_label(asked.card.name)} {asked.card.loyalty}"
            types = self._format_types(asked.card.types, asked.card.name)
            permanent = self.format_item(card, [types])
            others = "\n".join(map(self._format_other_permanent, asked.others))
        cost = self.format_item(question.cost, flags)
        return LoyaltyFormTexts(permanent, cost, self._format_time_in_turn(asked), others)

    def _format_permanent(self, permanent: LoyaltyPermanent) -> str:
        head = f"{self.names.format_name_for_label(permanent.name)} {permanent.loyalty}"
        return self.format_item(head, self.format_clauses(permanent, _PERMANENT_CLAUSES))

    def _format_other_permanent(self, other_permanent: OtherPlaneswalker) -> str:
        types = self._format_types(other_permanent.types, other_permanent.name)
        return self.format_item(
            other_permanent.name, [types, *self.format_clauses(other_permanent, _PERMANENT_CLAUSES)]
        )

    def _format_types(self, types: Sequence[str], card_name: str) -> str:
        return (
            ""
            if [*types] == [card_name]
            else self.format_clause("types", join_names_with_plus(types))
        )

    def _format_time_in_turn(self, judge_question: ActivationQuestion | CastingQuestion) -> str:
        happened = (
            judge_question.this_turn if isinstance(judge_question, ActivationQuestion) else ()
        )
        history = join_names_with_plus(self.format_clause(each) for each in happened)
        clauses = [
            *self.format_clauses(judge_question, _MOMENT_CLAUSES),
            self._format_priority(judge_question),
            self.format_clause("happened", history) if happened else "",
        ]
        return self.format_item(self.format_clause(judge_question.phase), clauses)

    def _format_priority(self, judge_question: ActivationQuestion | CastingQuestion) -> str:
        if isinstance(judge_question.priority, UnsetType):
            return ""
        whose = (
            self.names.format_name_for_label(judge_question.priority)
            if judge_question.priority
            else None
        )
        return self.format_clause("priority", whose or self.format_clause("nobody"))


def build_loyalty_question(
    question_data: Data, cost_text: str, time_text: str, *, is_cast: bool
) -> LoyaltyQuestion:
    """Return the question about loyalty from parsed data and the typed cost.

    Raises `Refusal` for an invalid field; the refusal quotes the cost and the time as they were
    typed.
    """
    price = _parse_loyalty_cost(cost_text) if cost_text or not is_cast else {}
    try:
        asked = (
            convert_value(question_data, CastingQuestion)
            if is_cast
            else convert_value({**question_data, **price}, ActivationQuestion)
        )
        validate_loyalty_question(asked)
    except InvalidValue as error:
        raise _build_field_refusal(error.field, question_data, cost_text, time_text) from None
    return LoyaltyQuestion(asked, cost_text)


def build_activation_follow_up(
    question: LoyaltyQuestion, casting_answer: CastingAnswer
) -> ActivationQuestion | None:
    """Return the question whether the cost may be paid as soon as the card is cast (PW-12,
    PW-13).

    None if the question has no cost, or if the card cannot be activated at once.
    """
    asked = question.asked
    if (
        not isinstance(asked, CastingQuestion)
        or not casting_answer.activate_at_once
        or not question.cost
    ):
        return None
    price = _parse_loyalty_cost(question.cost)
    permanent = LoyaltyPermanent(asked.card.name, casting_answer.enters_with or 0)
    follow = ActivationQuestion(by=asked.by, permanent=permanent, era=asked.era, **price)
    return replace(follow, active=asked.active, phase=asked.phase)


def _parse_loyalty_cost(cost_text: str) -> Data:
    """Return the fields `cost` and, for a cost of X, `x` of a question. Raises `Refusal`."""
    found = _PRICE_PATTERN.fullmatch(cost_text.strip())
    cost = found["cost"].upper() if found is not None else ""
    if found is None or (cost[1:] == "X") != (found["x"] is not None):
        raise Refusal("judge-cost", typed=escape_markdown(cost_text))
    if cost[1:].startswith("0"):
        raise Refusal("judge-cost", typed=escape_markdown(cost_text))
    return {"cost": cost} if found["x"] is None else {"cost": cost, "x": int(found["x"])}


def _build_field_refusal(
    field_path: str, question_data: Data, cost_text: str, time_text: str
) -> Refusal:
    """Return the refusal that quotes the text of an invalid field."""
    name, _, rest = field_path.partition("[")
    match name.partition(".")[0]:
        case "permanent" | "card":
            thing = question_data.get("permanent") or question_data["card"]
            return Refusal(
                "judge-permanent", typed=escape_markdown(f"{thing['name']} {thing['loyalty']}")
            )
        case "others":
            index = rest.partition("]")[0]
            listed = (
                question_data["others"][int(index) :][:1]
                if index.isdigit()
                else question_data["others"]
            )
            return Refusal(
                "judge-others", typed=escape_markdown("; ".join(each["name"] for each in listed))
            )
        case "cost" | "x":
            return Refusal("judge-cost", typed=escape_markdown(cost_text))
        case _:
            return Refusal("judge-moment", typed=escape_markdown(time_text))
