"""The syntax of questions about damage: sources, the player, planeswalkers and effects.

Parsing gives the data of a file of `suzerain judge`; shapes and limits are the judge's own.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from bot.basics.typed_values import InvalidValueError, convert_value_to_type
from bot.front.judge.notation import (
    OPPONENT,
    SOURCE,
    Data,
    JudgeQuestionClause,
    JudgeQuestionFormTexts,
    JudgeQuestionSyntax,
    ParsedQuestionItem,
    QuestionSyntaxError,
    convert_question_syntax_error_to_refusal,
    join_names_with_plus,
    list_clause_keywords,
    parse_name_and_number,
    parse_number_without_name,
    split_items_ending_in_numbers,
    split_names_at_plus_signs,
    split_question_items,
)
from bot.front.ui.escaping import escape_markdown, truncate_with_ellipsis
from bot.judge.assignment import MAX_WAYS
from bot.judge.question import (
    MAX_PARTS_TIMES_EFFECTS,
    PLAYER,
    DamageQuestion,
    DoubleDamageEffect,
    Effect,
    PreventAllDamageEffect,
    PreventHalfOfDamageEffect,
    PreventNextDamageEffect,
    RedirectDamageEffect,
    SourceDamage,
)
from bot.judge.validation import validate_damage_question
from bot.rules.refusals import Refusal

_SOURCE_CLAUSES = (
    JudgeQuestionClause("by", kind="other"),
    JudgeQuestionClause("to", "to", "text", unwritten=PLAYER),
    JudgeQuestionClause("loss", "kind", value="loss"),
    JudgeQuestionClause("instead", "instead", "number"),
    JudgeQuestionClause("targeted", "targeted"),
    JudgeQuestionClause("lifelink", "lifelink"),
    JudgeQuestionClause("infect", "infect"),
    JudgeQuestionClause("wither", "wither"),
    JudgeQuestionClause("combat", "combat"),
    JudgeQuestionClause("trample", "trample"),
    JudgeQuestionClause("removed", "removed"),
    JudgeQuestionClause("blockers", "blockers", "numbers"),
    JudgeQuestionClause("unblocked", "as_though_unblocked"),
    JudgeQuestionClause("must-player", "may_attack", value="player"),
    JudgeQuestionClause("only-planeswalkers", "may_attack", value="planeswalkers"),
)
_EFFECT_CLAUSES = (
    JudgeQuestionClause("on", kind="other"),
    JudgeQuestionClause("from", kind="other"),
    JudgeQuestionClause("once", "once"),
)
_PLAYER_CLAUSES = (
    JudgeQuestionClause("poison", "poison", "number", unwritten=0),
    JudgeQuestionClause("hexproof", "hexproof"),
    JudgeQuestionClause("teammates", "teammates", "names", unwritten=()),
)
_EFFECT_KINDS = ("next", "all", "half", "double", "redirect")

WORDS = (
    *list_clause_keywords([*_SOURCE_CLAUSES, *_EFFECT_CLAUSES, *_PLAYER_CLAUSES]),
    *_EFFECT_KINDS,
    "up",
    "down",
    "me",
)
"""All words of the notation."""


class DamageQuestionFormTexts(JudgeQuestionFormTexts, frozen=True):
    """The texts in the form of a question about damage, one line for each source or effect."""

    sources: str
    you: str
    planeswalkers: str
    effects: str


class DamageQuestionSyntax(JudgeQuestionSyntax):
    """A parser and formatter of users' questions about damage, in one language."""

    # Reading

    def parse_damage_question_from_form_texts(
        self, form_texts: DamageQuestionFormTexts, player: str, rules_era: str
    ) -> DamageQuestion:
        """Parse the question about damage to `player` from a form, by the rules of Magic in `rules_era`.

        Raises `Refusal` for an invalid text.
        """
        data: Data = {
            **self.parse_player_state(form_texts.you),
            "era": rules_era,
            "player": player,
            "planeswalkers": self.parse_planeswalkers(form_texts.planeswalkers),
            "effects": self.parse_damage_effects(form_texts.effects),
            "damage": self.parse_damage_sources(form_texts.sources),
        }
        return build_damage_question(data, self)

    def parse_damage_sources(self, user_input: str) -> list[Data]:
        """Parse the sources of damage in a text. Raises `Refusal`."""
        found = []
        for item in split_question_items(user_input):
            with convert_question_syntax_error_to_refusal("judge-sources", item, most=MAX_WAYS):
                found.append(self._parse_damage_source(item))
        return found

    def parse_damage_effects(self, user_input: str) -> list[Data]:
        """Parse effects that prevent or replace damage, and give them unique names. Raises `Refusal`."""
        found: list[Data] = []
        for item in split_question_items(user_input):
            with convert_question_syntax_error_to_refusal("judge-effects", item, most=MAX_PARTS_TIMES_EFFECTS):
                effect = self._parse_damage_effect(item)
            effect["name"] = _build_unique_name(effect["name"], {each["name"] for each in found})
            found.append(effect)
        return found

    def parse_planeswalkers(self, user_input: str) -> list[Data]:
        """Parse planeswalkers and their loyalty from a text. Raises `Refusal`."""
        found = []
        for item in split_items_ending_in_numbers(user_input):
            with convert_question_syntax_error_to_refusal("judge-planeswalkers", item):
                name, loyalty = parse_name_and_number(item)
            found.append({"name": name, "loyalty": loyalty})
        return found

    def parse_player_state(self, user_input: str) -> Data:
        """Parse a player's life, poison, hexproof and teammates. Raises `Refusal`."""
        with convert_question_syntax_error_to_refusal("judge-you", user_input):
            item = self.parse_question_item(user_input, _PLAYER_CLAUSES)
            return {
                "life": parse_number_without_name(item.head),
                **self.convert_clauses_to_question_fields(item, _PLAYER_CLAUSES),
            }

    def find_damage_recipient_by_name(self, recipient_name: str, known_names: Iterable[str]) -> str:
        """Return the known name that equals the typed recipient of damage; an unknown recipient stays as typed."""
        if recipient_name.casefold() == PLAYER or self.is_same_word(recipient_name, "me"):
            return PLAYER
        return next((name for name in known_names if name.casefold() == recipient_name.casefold()), recipient_name)

    def _parse_damage_source(self, source_text: str) -> Data:
        item = self.parse_question_item(source_text, _SOURCE_CLAUSES)
        name, amount = parse_name_and_number(item.head)
        by = item.clauses.get("by")
        return {
            "object": name or SOURCE,
            "controller": self._find_source_controller_by_name(by) if by else OPPONENT,
            "amount": amount,
            **self.convert_clauses_to_question_fields(item, _SOURCE_CLAUSES),
        }

    def _find_source_controller_by_name(self, typed_controller_name: str) -> str:
        return (
            PLAYER
            if self.is_same_word(typed_controller_name, "me")
            else self.names.find_typed_name_in_question(typed_controller_name)
        )

    def _parse_damage_effect(self, effect_text: str) -> Data:
        item = self.parse_question_item(effect_text, _EFFECT_CLAUSES)
        name, kind, rest = self._split_effect_name_and_kind(item)
        found: Data = {"name": name, "kind": kind, **self._parse_details_of_damage_effect(kind, rest)}
        if "on" in item.clauses:
            on = item.clauses["on"]
            found["on"] = "all" if self.is_same_word(on, "all") else split_names_at_plus_signs(on)
        if "from" in item.clauses:
            found["from"] = item.clauses["from"]
        return {**found, **self.convert_clauses_to_question_fields(item, _EFFECT_CLAUSES)}

    def _split_effect_name_and_kind(self, effect_item: ParsedQuestionItem) -> tuple[str, str, str]:
        name, _, kind = effect_item.head.rpartition(":")
        found = self.split_leading_known_word(effect_item.head, _EFFECT_KINDS)
        if found is None and name.strip():
            found = self.split_leading_known_word(kind.strip(), _EFFECT_KINDS)
        else:
            name = effect_item.head
        if found is None:
            raise QuestionSyntaxError
        return (name.strip(), *found)

    def _parse_details_of_damage_effect(self, effect_kind: str, details_text: str) -> Data:
        match effect_kind:
            case "next":
                return {"amount": parse_number_without_name(details_text)}
            case "half" if details_text:
                rounded = self.split_leading_known_word(details_text, ["up", "down"])
                if rounded is None or rounded[1]:
                    raise QuestionSyntaxError
                return {"rounded": rounded[0]}
            case "redirect":
                return {"to": details_text}
            case _ if details_text:
                raise QuestionSyntaxError
            case _:
                return {}

    # Writing

    def format_damage_question_as_form_texts(self, damage_question: DamageQuestion) -> DamageQuestionFormTexts:
        """Format a question about damage as the texts of its form."""
        return DamageQuestionFormTexts(
            "\n".join(self.format_damage_source(part) for part in damage_question.damage),
            self.format_question_item(
                str(damage_question.life), self.format_fields_as_clauses(damage_question, _PLAYER_CLAUSES)
            ),
            ", ".join(f"{each.name} {each.loyalty}" for each in damage_question.planeswalkers),
            "\n".join(self.format_damage_effect(effect) for effect in damage_question.effects),
        )

    def format_damage_source(self, source_damage: SourceDamage) -> str:
        """Format a source of damage as users type it."""
        head = f"{self.names.format_name_for_label(source_damage.object)} {source_damage.amount}"
        by = self.format_clause("by", self.names.format_name_for_label(source_damage.controller))
        return self.format_question_item(head, [by, *self.format_fields_as_clauses(source_damage, _SOURCE_CLAUSES)])

    def format_damage_effect(self, effect: Effect) -> str:
        """Format an effect on damage as users type it."""
        write = self.format_clause
        match effect:
            case PreventNextDamageEffect():
                kind = write("next", effect.amount)
            case PreventAllDamageEffect():
                kind = write("all")
            case PreventHalfOfDamageEffect():
                kind = write("half", write("up") if effect.rounded == "up" else "")
            case DoubleDamageEffect():
                kind = write("double")
            case RedirectDamageEffect():
                kind = write("redirect", effect.to)
            case _:
                assert_never(effect)
        recipients = [write("me") if name == PLAYER else name for name in effect.on]
        on = write("all") if effect.on == "all" else join_names_with_plus(recipients)
        clauses = [
            write("on", on) if effect.on != (PLAYER,) else "",
            write("from", self.names.format_name_for_label(effect.source)) if effect.source else "",
            *self.format_fields_as_clauses(effect, _EFFECT_CLAUSES),
        ]
        head = kind if effect.name == kind else f"{effect.name}: {kind}"
        return self.format_question_item(head, clauses)


def build_damage_question(question_data: Data, question_syntax: DamageQuestionSyntax) -> DamageQuestion:
    """Return the question about damage from its parts. Raises `Refusal` if one is invalid."""
    _normalise_names_in_question(question_data, question_syntax)
    try:
        question = convert_value_to_type(question_data, DamageQuestion)
        validate_damage_question(question)
    except InvalidValueError as error:
        raise _build_invalid_damage_field_refusal(error.field, question_data) from None
    return question


def _normalise_names_in_question(question_data: Data, syntax: DamageQuestionSyntax) -> None:
    """Replace typed names of sources and recipients by the question's own names."""
    walkers = [walker["name"] for walker in question_data["planeswalkers"]]
    creatures = [effect["to"] for effect in question_data["effects"] if effect["kind"] == "redirect"]
    known = [*walkers, *creatures]
    for part in question_data["damage"]:
        if part["controller"] == PLAYER:
            part["controller"] = question_data["player"]
        part["to"] = syntax.find_damage_recipient_by_name(part.get("to", PLAYER), walkers)
    objects = {part["object"].casefold(): part["object"] for part in question_data["damage"]}
    for effect in question_data["effects"]:
        if isinstance(effect.get("on"), list):
            effect["on"] = [syntax.find_damage_recipient_by_name(name, known) for name in effect["on"]]
        if "from" in effect:
            effect["from"] = objects.get(effect["from"].casefold(), effect["from"])


_LISTED_FIELDS = ("damage", "effects", "planeswalkers")


def _build_invalid_damage_field_refusal(field_path: str, question_data: Data) -> Refusal:
    name, _, rest = field_path.partition("[")
    listed: Sequence[Data] = question_data.get(name, ()) if name in _LISTED_FIELDS else ()
    index = rest.partition("]")[0]
    if index.isdigit():
        listed = listed[int(index) :][:1]
    match name:
        case "damage":
            typed = "; ".join(f"{each['object']} {each['amount']}" for each in listed)
            return Refusal("judge-sources", typed=escape_markdown(typed), most=MAX_WAYS)
        case "effects":
            typed = "; ".join(each["name"] for each in listed)
            return Refusal("judge-effects", typed=escape_markdown(typed), most=MAX_PARTS_TIMES_EFFECTS)
        case "planeswalkers":
            typed = ", ".join(f"{each['name']} {each['loyalty']}" for each in listed)
            return Refusal("judge-planeswalkers", typed=escape_markdown(typed))
        case _:
            return Refusal("judge-you", typed=escape_markdown(str(question_data["life"])))


def _build_unique_name(name: str, taken_names: set[str]) -> str:
    return next(each for each in _iterate_numbered_names(truncate_with_ellipsis(name, 90)) if each not in taken_names)


def _iterate_numbered_names(base_name: str) -> Iterator[str]:
    yield base_name
    for number in range(2, 100):
        yield f"{base_name} ({number})"
