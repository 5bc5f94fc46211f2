"""A question about loyalty as people type it, and back: what it is, what it costs, and when.

What is read is the data of a file of `suzerain judge`; shapes and limits are the judge's own.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, get_args

from msgspec import Struct, UnsetType
from msgspec.structs import replace

from bot.front.judge.notation import (
    Notation,
    Unfit,
    check_flags,
    join_names,
    read_number,
    read_numbered,
    split_items,
    split_names,
)
from bot.front.judge.question_names import WALKER, QuestionNames
from bot.front.rendering.escaping import escape
from bot.judge.checking import check_loyalty
from bot.judge.loyalty import Activate, Cast, Casting, Happened, Other, Permanent, Phase
from bot.reading import Unreadable, read
from bot.rules.refusals import Refusal

Data = dict[str, Any]

PHASES: tuple[Phase, ...] = get_args(Phase)
HAPPENED: tuple[Happened, ...] = get_args(Happened)

_OF_IT = ("by", "types", "no-planeswalker")
_OF_A_COST = ("cast", "emblem")
_OF_THE_MOMENT = ("stack", "flash", "seasons", "triggers", "turn", "priority", "happened")

WORDS = (*_OF_IT, *_OF_A_COST, *_OF_THE_MOMENT, *PHASES, *HAPPENED, "nobody")
"""All that can be typed in such a question besides names and numbers."""

_COST = re.compile(r"(?P<cost>0|[+−–-][0-9]{1,2}|[−–-][xX])(?:\s+(?P<x>[0-9]{1,2}))?")


class LoyaltyQuestion(Struct, frozen=True):
    """What is asked about a planeswalker, and `cost` as it was typed.

    Of one that is cast, that is what might be paid at once (PW-12); perhaps nothing.
    """

    asked: Activate | Cast
    cost: str = ""


class TypedLoyalty(Struct, frozen=True):
    """What was typed of a question."""

    permanent: str
    cost: str
    moment: str
    others: str


class LoyaltyNotation:
    """Reads and writes questions about loyalty for one reader."""

    def __init__(self, names: QuestionNames) -> None:
        self._names = names
        self._notation = Notation(names.text)

    # Reading: each gives data, or raises `Refusal` with what does not fit

    def read_happened(self, typed: str) -> list[str]:
        """Read what happened to the permanent this turn."""
        found = [self._notation.find(each, HAPPENED) for each in re.split(r"\s*[+,;]\s*", typed)]
        if not typed.strip():
            return []
        if any(each is None or each[1] for each in found):
            raise Refusal("judge-this-turn", typed=escape(typed))
        return [each[0] for each in found if each is not None]

    def read(self, typed: TypedLoyalty, by: str, era: str) -> LoyaltyQuestion:
        """Read a form."""
        cost, is_cast, emblem = self._read_cost(typed.cost)
        data: Data = {**self._read_moment(typed.moment), "by": by, "era": era}
        data |= self._read_card(typed.permanent) if is_cast else self._read_it(typed.permanent)
        if is_cast:
            data["others"] = self._read_others(typed.others)
        elif typed.others.strip():
            raise Refusal("judge-others", typed=escape(typed.others))
        if emblem:
            data["makes_emblem"] = True
        return build_loyalty(data, cost, typed.moment, is_cast=is_cast)

    def _read_it(self, typed: str) -> Data:
        try:
            item = self._notation.read_item(typed, _OF_IT)
            check_flags(item, ["no-planeswalker"])
            name, loyalty = read_numbered(item.head)
        except Unfit:
            raise Refusal("judge-permanent", typed=escape(typed)) from None
        found: Data = {"name": name or WALKER, "loyalty": loyalty}
        found["planeswalker"] = "no-planeswalker" not in item.clauses
        if item.clauses.get("by"):
            found["controller"] = self._names.find(item.clauses["by"])
        return {"permanent": found}

    def _read_card(self, typed: str) -> Data:
        try:
            item = self._notation.read_item(typed, _OF_IT)
            name, loyalty = read_numbered(item.head)
        except Unfit:
            raise Refusal("judge-permanent", typed=escape(typed)) from None
        types = split_names(item.clauses.get("types", "")) or [name or WALKER]
        return {"card": {"name": name or WALKER, "types": types, "loyalty": loyalty}}

    def _read_others(self, typed: str) -> list[Data]:
        found = []
        for each in split_items(typed):
            item = self._notation.read_item(each, _OF_IT)
            if not item.clauses.get("by") or "no-planeswalker" in item.clauses:
                raise Refusal("judge-others", typed=escape(each))
            types = split_names(item.clauses.get("types", "")) or [item.head]
            by = self._names.find(item.clauses["by"])
            found.append({"name": item.head, "types": types, "controller": by})
        return found

    def _read_cost(self, typed: str) -> tuple[str, bool, bool]:
        """Return the cost, whether it is cast, and whether the ability makes an emblem."""
        try:
            item = self._notation.read_item(typed, _OF_A_COST)
            check_flags(item, _OF_A_COST)
        except Unfit:
            raise Refusal("judge-cost", typed=escape(typed)) from None
        if self._notation.find(item.head, ["cast"]) == ("cast", ""):
            return "", True, "emblem" in item.clauses
        return item.head, "cast" in item.clauses, "emblem" in item.clauses

    def _read_moment(self, typed: str) -> Data:
        try:
            item = self._notation.read_item(typed, _OF_THE_MOMENT)
            check_flags(item, ["flash"])
            phase = self._notation.find(item.head or self._notation.write("main"), PHASES)
            if phase is None or phase[1]:
                raise Unfit
            numbers = {"stack": "stack", "seasons": "doubling_seasons", "triggers": "triggers"}
            found: Data = {
                name: read_number(item.clauses[word])
                for word, name in numbers.items()
                if word in item.clauses
            }
        except Unfit:
            raise Refusal("judge-moment", typed=escape(typed)) from None
        found |= {"phase": phase[0], "flash": "flash" in item.clauses}
        if item.clauses.get("turn"):
            found["active"] = [self._names.find(name) for name in split_names(item.clauses["turn"])]
        if item.clauses.get("priority"):
            nobody = self._notation.find(item.clauses["priority"], ["nobody"])
            found["priority"] = None if nobody else self._names.find(item.clauses["priority"])
        if item.clauses.get("happened"):
            found["this_turn"] = self.read_happened(item.clauses["happened"])
        return found

    # Writing

    def write(self, question: LoyaltyQuestion) -> TypedLoyalty:
        """Return a question as its reader types it."""
        asked = question.asked
        if isinstance(asked, Activate):
            flags = [self._notation.write("emblem")] if asked.makes_emblem else []
            permanent, others = self._write_it(asked.permanent), ""
        else:
            flags = [self._notation.write("cast")]
            card = f"{self._names.label(asked.card.name)} {asked.card.loyalty}"
            types = self._write_types(asked.card.types, asked.card.name)
            permanent = self._notation.write_item(card, [types])
            others = "\n".join(map(self._write_other, asked.others))
        cost = self._notation.write_item(question.cost, flags)
        return TypedLoyalty(permanent, cost, self._write_moment(asked), others)

    def _write_it(self, thing: Permanent) -> str:
        write, by = self._notation.write, thing.controller
        clauses = [
            "" if isinstance(by, UnsetType) else write("by", self._names.label(by)),
            "" if thing.planeswalker else write("no-planeswalker"),
        ]
        head = f"{self._names.label(thing.name)} {thing.loyalty}"
        return self._notation.write_item(head, clauses)

    def _write_other(self, other: Other) -> str:
        types = self._write_types(other.types, other.name)
        by = self._notation.write("by", self._names.label(other.controller))
        return self._notation.write_item(other.name, [types, by])

    def _write_types(self, types: Sequence[str], name: str) -> str:
        return "" if [*types] == [name] else self._notation.write("types", join_names(types))

    def _write_moment(self, asked: Activate | Cast) -> str:
        write = self._notation.write
        happened = asked.this_turn if isinstance(asked, Activate) else ()
        clauses = [
            write("stack", asked.stack) if asked.stack else "",
            write("flash") if asked.flash else "",
            write("seasons", asked.doubling_seasons) if asked.doubling_seasons else "",
            write("triggers", asked.triggers) if isinstance(asked, Cast) and asked.triggers else "",
            "" if isinstance(asked.active, UnsetType) else write("turn", self._label(asked.active)),
            self._write_priority(asked),
            write("happened", join_names(write(each) for each in happened)) if happened else "",
        ]
        return self._notation.write_item(write(asked.phase), clauses)

    def _write_priority(self, asked: Activate | Cast) -> str:
        if isinstance(asked.priority, UnsetType):
            return ""
        whose = self._names.label(asked.priority) if asked.priority else None
        return self._notation.write("priority", whose or self._notation.write("nobody"))

    def _label(self, names: Iterable[str]) -> str:
        return join_names(map(self._names.label, names))


def build_loyalty(data: Data, cost: str, moment: str, *, is_cast: bool) -> LoyaltyQuestion:
    """Return the question that was typed, the `moment` in these words.

    Raises `Refusal` with what does not fit.
    """
    price = _read_price(cost) if cost or not is_cast else {}
    try:
        asked = read(data, Cast) if is_cast else read({**data, **price}, Activate)
        check_loyalty(asked)
    except Unreadable as error:
        raise _refuse(error.field, data, cost, moment) from None
    return LoyaltyQuestion(asked, cost)


def make_follow_up(question: LoyaltyQuestion, answer: Casting) -> Activate | None:
    """Return the question whether the cost may be paid at once of what was cast (PW-12, PW-13)."""
    asked = question.asked
    if not isinstance(asked, Cast) or not answer.activate_at_once or not question.cost:
        return None
    price = _read_price(question.cost)
    permanent = Permanent(asked.card.name, answer.enters_with or 0)
    follow = Activate(by=asked.by, permanent=permanent, era=asked.era, **price)
    return replace(follow, active=asked.active, phase=asked.phase)


def _read_price(typed: str) -> Data:
    """Return a cost as the judge reads it, perhaps with X. Raises `Refusal`."""
    found = _COST.fullmatch(typed.strip())
    cost = found["cost"].upper() if found is not None else ""
    if found is None or (cost[1:] == "X") != (found["x"] is not None):
        raise Refusal("judge-cost", typed=escape(typed))
    if cost[1:].startswith("0"):
        raise Refusal("judge-cost", typed=escape(typed))
    return {"cost": cost} if found["x"] is None else {"cost": cost, "x": int(found["x"])}


def _refuse(field: str, data: Data, cost: str, moment: str) -> Refusal:
    """Return what to say of a field of the data that does not fit."""
    name, _, rest = field.partition("[")
    match name.partition(".")[0]:
        case "permanent" | "card":
            thing = data.get("permanent") or data["card"]
            return Refusal("judge-permanent", typed=escape(f"{thing['name']} {thing['loyalty']}"))
        case "others":
            index = rest.partition("]")[0]
            listed = data["others"][int(index) :][:1] if index.isdigit() else data["others"]
            return Refusal("judge-others", typed=escape("; ".join(each["name"] for each in listed)))
        case "cost" | "x":
            return Refusal("judge-cost", typed=escape(cost))
        case _:
            return Refusal("judge-moment", typed=escape(moment))
