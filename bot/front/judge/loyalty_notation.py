"""The syntax of questions about loyalty: a planeswalker, its cost, the turn, other cards.

Parsing gives the data of a file of `suzerain judge`; shapes and limits are the judge's own.
"""

import re
from collections.abc import Sequence
from typing import get_args

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from bot.basics.typed_values import InvalidValueError, convert_value_to_type
from bot.front.judge.notation import (
    WALKER,
    Data,
    JudgeQuestionClause,
    JudgeQuestionFormTexts,
    JudgeQuestionSyntax,
    QuestionSyntaxError,
    convert_question_syntax_error_to_refusal,
    join_names_with_plus,
    list_clause_keywords,
    parse_name_and_number,
    split_names_at_plus_signs,
    split_question_items,
)
from bot.front.ui.escaping import escape_markdown
from bot.judge.loyalty import (
    Happened,
    LoyaltyActivationQuestion,
    OtherPlaneswalkerOnBattlefield,
    PermanentWithLoyaltyAbility,
    Phase,
    PlaneswalkerCastingAnswer,
    PlaneswalkerCastingQuestion,
)
from bot.judge.validation import validate_planeswalker_question
from bot.rules.refusals import Refusal

PHASES: tuple[Phase, ...] = get_args(Phase)
HAPPENED: tuple[Happened, ...] = get_args(Happened)

_TYPES_CLAUSE = JudgeQuestionClause("types", kind="other")
_PERMANENT_CLAUSES = (
    JudgeQuestionClause("by", "controller", "name", unwritten=UNSET),
    _TYPES_CLAUSE,
    JudgeQuestionClause("no-planeswalker", "planeswalker", value=False),
)
_CARD_CLAUSES = (
    JudgeQuestionClause("by", kind="other"),
    _TYPES_CLAUSE,
    JudgeQuestionClause("no-planeswalker", kind="other"),
)
_COST_CLAUSES = (JudgeQuestionClause("cast", "is_cast"), JudgeQuestionClause("emblem", "makes_emblem"))
_MOMENT_CLAUSES = (
    JudgeQuestionClause("stack", "stack", "number", unwritten=0),
    JudgeQuestionClause("flash", "flash"),
    JudgeQuestionClause("seasons", "doubling_seasons", "number", unwritten=0),
    JudgeQuestionClause("triggers", "triggers", "number", unwritten=0),
    JudgeQuestionClause("turn", "active", "names", unwritten=UNSET),
    JudgeQuestionClause("priority", kind="other"),
    JudgeQuestionClause("happened", kind="other"),
)

WORDS = (
    *list_clause_keywords([*_PERMANENT_CLAUSES, *_COST_CLAUSES, *_MOMENT_CLAUSES]),
    *PHASES,
    *HAPPENED,
    "nobody",
)
"""All words of the notation."""

_PRICE_PATTERN = re.compile(r"(?P<cost>0|[+−–-][0-9]{1,2}|[−–-][xX])(?:\s+(?P<x>[0-9]{1,2}))?")


class PlaneswalkerQuestion(Struct, frozen=True):
    """A question about a planeswalker, with the loyalty cost as the user typed it.

    For a planeswalker that is cast, `cost` is that of the ability to activate at once (PW-12); it may be empty.
    """

    asked: LoyaltyActivationQuestion | PlaneswalkerCastingQuestion
    cost: str = ""


class PlaneswalkerQuestionFormTexts(JudgeQuestionFormTexts, frozen=True):
    """The texts in the form of a question about a planeswalker."""

    permanent: str
    cost: str
    moment: str
    others: str


class PlaneswalkerQuestionSyntax(JudgeQuestionSyntax):
    """A parser and formatter of users' questions about a planeswalker, in one language."""

    # Reading

    def parse_question_from_form_texts(
        self, form_texts: PlaneswalkerQuestionFormTexts, player: str, rules_era: str
    ) -> PlaneswalkerQuestion:
        """Parse the question about a planeswalker from a form. Raises `Refusal`."""
        with convert_question_syntax_error_to_refusal("judge-cost", form_texts.cost):
            item = self.parse_question_item(form_texts.cost, _COST_CLAUSES)
        only_cast = self.is_same_word(item.head, "cast")
        is_cast = only_cast or "cast" in item.clauses
        data: Data = {**self._parse_time_in_turn(form_texts.moment), "by": player, "era": rules_era}
        if is_cast:
            data["card"] = self._parse_card_to_cast(form_texts.permanent)
            data["others"] = [self._parse_other_permanent(each) for each in split_question_items(form_texts.others)]
        else:
            data["permanent"] = self._parse_planeswalker_permanent(form_texts.permanent)
            if form_texts.others.strip():
                raise Refusal("judge-others", typed=escape_markdown(form_texts.others))
        if "emblem" in item.clauses:
            data["makes_emblem"] = True
        cost = "" if only_cast else item.head
        return build_planeswalker_question(data, cost, form_texts.moment, is_casting=is_cast)

    def parse_planeswalker_turn_events(self, events_text: str) -> list[str]:
        """Parse what happened to a planeswalker this turn. Raises `Refusal`."""
        found = [self.split_leading_known_word(each, HAPPENED) for each in re.split(r"\s*[+,;]\s*", events_text)]
        if not events_text.strip():
            return []
        if any(each is None or each[1] for each in found):
            raise Refusal("judge-this-turn", typed=escape_markdown(events_text))
        return [each[0] for each in found if each is not None]

    def _parse_planeswalker_permanent(self, permanent_text: str) -> Data:
        with convert_question_syntax_error_to_refusal("judge-permanent", permanent_text):
            item = self.parse_question_item(permanent_text, _PERMANENT_CLAUSES)
            name, loyalty = parse_name_and_number(item.head)
            found = self.convert_clauses_to_question_fields(item, _PERMANENT_CLAUSES)
        return {"name": name or WALKER, "loyalty": loyalty, **found}

    def _parse_card_to_cast(self, card_text: str) -> Data:
        with convert_question_syntax_error_to_refusal("judge-permanent", card_text):
            item = self.parse_question_item(card_text, _CARD_CLAUSES)
            name, loyalty = parse_name_and_number(item.head)
        types = split_names_at_plus_signs(item.clauses.get("types", "")) or [name or WALKER]
        return {"name": name or WALKER, "types": types, "loyalty": loyalty}

    def _parse_other_permanent(self, permanent_text: str) -> Data:
        with convert_question_syntax_error_to_refusal("judge-others", permanent_text):
            item = self.parse_question_item(permanent_text, _PERMANENT_CLAUSES)
            found = self.convert_clauses_to_question_fields(item, _PERMANENT_CLAUSES)
            if "controller" not in found or "planeswalker" in found:
                raise QuestionSyntaxError
        types = split_names_at_plus_signs(item.clauses.get("types", "")) or [item.head]
        return {"name": item.head, "types": types, **found}

    def _parse_time_in_turn(self, time_text: str) -> Data:
        with convert_question_syntax_error_to_refusal("judge-moment", time_text):
            item = self.parse_question_item(time_text, _MOMENT_CLAUSES)
            phase = self.split_leading_known_word(item.head or self.format_clause("main"), PHASES)
            if phase is None or phase[1]:
                raise QuestionSyntaxError
            found = {"phase": phase[0], **self.convert_clauses_to_question_fields(item, _MOMENT_CLAUSES)}
        if item.clauses.get("priority"):
            whose = item.clauses["priority"]
            nobody = self.split_leading_known_word(whose, ["nobody"])
            found["priority"] = None if nobody else self.names.find_typed_name_in_question(whose)
        if item.clauses.get("happened"):
            found["this_turn"] = self.parse_planeswalker_turn_events(item.clauses["happened"])
        return found

    # Writing

    def format_question_as_form_texts(
        self, planeswalker_question: PlaneswalkerQuestion
    ) -> PlaneswalkerQuestionFormTexts:
        """Format a question about a planeswalker as the texts of its form."""
        asked = planeswalker_question.asked
        others = ""
        if isinstance(asked, LoyaltyActivationQuestion):
            flags = [self.format_clause("emblem")] if asked.makes_emblem else []
            permanent = self._format_planeswalker_on_battlefield(asked.permanent)
        else:
            flags = [self.format_clause("cast")]
            card = f"{self.names.format_name_for_label(asked.card.name)} {asked.card.loyalty}"
            types = self._format_card_types(asked.card.types, asked.card.name)
            permanent = self.format_question_item(card, [types])
            others = "\n".join(map(self._format_other_permanent, asked.others))
        cost = self.format_question_item(planeswalker_question.cost, flags)
        return PlaneswalkerQuestionFormTexts(permanent, cost, self._format_time_in_turn(asked), others)

    def _format_planeswalker_on_battlefield(self, permanent: PermanentWithLoyaltyAbility) -> str:
        head = f"{self.names.format_name_for_label(permanent.name)} {permanent.loyalty}"
        return self.format_question_item(head, self.format_fields_as_clauses(permanent, _PERMANENT_CLAUSES))

    def _format_other_permanent(self, other_permanent: OtherPlaneswalkerOnBattlefield) -> str:
        types = self._format_card_types(other_permanent.types, other_permanent.name)
        return self.format_question_item(
            other_permanent.name, [types, *self.format_fields_as_clauses(other_permanent, _PERMANENT_CLAUSES)]
        )

    def _format_card_types(self, card_types: Sequence[str], card_name: str) -> str:
        return "" if [*card_types] == [card_name] else self.format_clause("types", join_names_with_plus(card_types))

    def _format_time_in_turn(self, judge_question: LoyaltyActivationQuestion | PlaneswalkerCastingQuestion) -> str:
        happened = judge_question.this_turn if isinstance(judge_question, LoyaltyActivationQuestion) else ()
        history = join_names_with_plus(self.format_clause(each) for each in happened)
        clauses = [
            *self.format_fields_as_clauses(judge_question, _MOMENT_CLAUSES),
            self._format_priority_clause(judge_question),
            self.format_clause("happened", history) if happened else "",
        ]
        return self.format_question_item(self.format_clause(judge_question.phase), clauses)

    def _format_priority_clause(self, judge_question: LoyaltyActivationQuestion | PlaneswalkerCastingQuestion) -> str:
        if isinstance(judge_question.priority, UnsetType):
            return ""
        whose = self.names.format_name_for_label(judge_question.priority) if judge_question.priority else None
        return self.format_clause("priority", whose or self.format_clause("nobody"))


def build_planeswalker_question(
    parsed_question: Data, cost_text: str, time_in_turn_text: str, *, is_casting: bool
) -> PlaneswalkerQuestion:
    """Build a question about a planeswalker from parsed fields and the typed loyalty cost.

    Raises `Refusal` for an invalid field, which quotes the cost and the time as they were typed.
    """
    price = _parse_loyalty_cost(cost_text) if cost_text or not is_casting else {}
    try:
        asked = (
            convert_value_to_type(parsed_question, PlaneswalkerCastingQuestion)
            if is_casting
            else convert_value_to_type({**parsed_question, **price}, LoyaltyActivationQuestion)
        )
        validate_planeswalker_question(asked)
    except InvalidValueError as error:
        raise _build_invalid_planeswalker_field_refusal(
            error.field, parsed_question, cost_text, time_in_turn_text
        ) from None
    return PlaneswalkerQuestion(asked, cost_text)


def build_activation_question_after_casting(
    planeswalker_question: PlaneswalkerQuestion, casting_answer: PlaneswalkerCastingAnswer
) -> LoyaltyActivationQuestion | None:
    """Return the question whether a planeswalker's ability can be activated just after casting.

    None if the question has no cost, or if the card cannot be activated at once (PW-12, PW-13).
    """
    asked = planeswalker_question.asked
    if (
        not isinstance(asked, PlaneswalkerCastingQuestion)
        or not casting_answer.activate_at_once
        or not planeswalker_question.cost
    ):
        return None
    price = _parse_loyalty_cost(planeswalker_question.cost)
    permanent = PermanentWithLoyaltyAbility(asked.card.name, casting_answer.enters_with or 0)
    follow = LoyaltyActivationQuestion(by=asked.by, permanent=permanent, era=asked.era, **price)
    return replace(follow, active=asked.active, phase=asked.phase)


def _parse_loyalty_cost(cost_text: str) -> Data:
    """Parse a typed loyalty cost into fields of a judge question. Raises `Refusal`.

    The fields are `cost` and, if the cost is X, the value `x`.
    """
    found = _PRICE_PATTERN.fullmatch(cost_text.strip())
    cost = found["cost"].upper() if found is not None else ""
    if found is None or (cost[1:] == "X") != (found["x"] is not None):
        raise Refusal("judge-cost", typed=escape_markdown(cost_text))
    if cost[1:].startswith("0"):
        raise Refusal("judge-cost", typed=escape_markdown(cost_text))
    return {"cost": cost} if found["x"] is None else {"cost": cost, "x": int(found["x"])}


def _build_invalid_planeswalker_field_refusal(
    field_path: str, question_data: Data, cost_text: str, time_in_turn_text: str
) -> Refusal:
    name, _, rest = field_path.partition("[")
    match name.partition(".")[0]:
        case "permanent" | "card":
            thing = question_data.get("permanent") or question_data["card"]
            return Refusal("judge-permanent", typed=escape_markdown(f"{thing['name']} {thing['loyalty']}"))
        case "others":
            index = rest.partition("]")[0]
            listed = question_data["others"][int(index) :][:1] if index.isdigit() else question_data["others"]
            return Refusal("judge-others", typed=escape_markdown("; ".join(each["name"] for each in listed)))
        case "cost" | "x":
            return Refusal("judge-cost", typed=escape_markdown(cost_text))
        case _:
            return Refusal("judge-moment", typed=escape_markdown(time_in_turn_text))
