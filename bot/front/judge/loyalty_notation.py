"""The notation of questions about loyalty: a planeswalker, its cost, the moment, other cards.

Reading gives the data of a file of `suzerain judge`; shapes and limits are the judge's own.
"""

import re
from collections.abc import Sequence
from typing import get_args

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from bot.front.judge.notation import (
    WALKER,
    Clause,
    Data,
    Notation,
    TypedQuestion,
    Unfit,
    join_names,
    list_words,
    read_numbered,
    refuse_unfit,
    split_items,
    split_names,
)
from bot.front.rendering.escaping import escape
from bot.judge.checking import check_loyalty
from bot.judge.loyalty import Activate, Cast, Casting, Happened, Other, Permanent, Phase
from bot.reading import Unreadable, read
from bot.rules.refusals import Refusal

PHASES: tuple[Phase, ...] = get_args(Phase)
HAPPENED: tuple[Happened, ...] = get_args(Happened)

_TYPES_CLAUSE = Clause("types", kind="other")
_PERMANENT_CLAUSES = (
    Clause("by", "controller", "name", unwritten=UNSET),
    _TYPES_CLAUSE,
    Clause("no-planeswalker", "planeswalker", value=False),
)
_CARD_CLAUSES = (Clause("by", kind="other"), _TYPES_CLAUSE, Clause("no-planeswalker", kind="other"))
_COST_CLAUSES = (Clause("cast", "is_cast"), Clause("emblem", "makes_emblem"))
_MOMENT_CLAUSES = (
    Clause("stack", "stack", "number", unwritten=0),
    Clause("flash", "flash"),
    Clause("seasons", "doubling_seasons", "number", unwritten=0),
    Clause("triggers", "triggers", "number", unwritten=0),
    Clause("turn", "active", "names", unwritten=UNSET),
    Clause("priority", kind="other"),
    Clause("happened", kind="other"),
)

WORDS = (
    *list_words([*_PERMANENT_CLAUSES, *_COST_CLAUSES, *_MOMENT_CLAUSES]),
    *PHASES,
    *HAPPENED,
    "nobody",
)
"""All words of the notation."""

_PRICE_PATTERN = re.compile(r"(?P<cost>0|[+−–-][0-9]{1,2}|[−–-][xX])(?:\s+(?P<x>[0-9]{1,2}))?")


class LoyaltyQuestion(Struct, frozen=True):
    """A question about a planeswalker, and the `cost` as it was typed.

    For a planeswalker that is cast, `cost` is that of the ability to activate at once (PW-12); it
    may be empty.
    """

    asked: Activate | Cast
    cost: str = ""


class TypedLoyalty(TypedQuestion, frozen=True):
    """A typed question about loyalty; each of the `others` stands on a line."""

    permanent: str
    cost: str
    moment: str
    others: str


class LoyaltyNotation(Notation):
    """The notation of questions about loyalty for one reader."""

    # Reading

    def read(self, typed: TypedLoyalty, by: str, era: str) -> LoyaltyQuestion:
        """Read a form. Raises `Refusal` for the text that does not fit."""
        with refuse_unfit("judge-cost", typed.cost):
            item = self.read_item(typed.cost, _COST_CLAUSES)
        only_cast = self.is_word(item.head, "cast")
        is_cast = only_cast or "cast" in item.clauses
        data: Data = {**self._read_moment(typed.moment), "by": by, "era": era}
        if is_cast:
            data["card"] = self._read_card(typed.permanent)
            data["others"] = [self._read_other(each) for each in split_items(typed.others)]
        else:
            data["permanent"] = self._read_permanent(typed.permanent)
            if typed.others.strip():
                raise Refusal("judge-others", typed=escape(typed.others))
        if "emblem" in item.clauses:
            data["makes_emblem"] = True
        cost = "" if only_cast else item.head
        return build_loyalty(data, cost, typed.moment, is_cast=is_cast)

    def read_happened(self, typed: str) -> list[str]:
        """Read the permanent's history of this turn. Raises `Refusal`."""
        found = [self.find_word(each, HAPPENED) for each in re.split(r"\s*[+,;]\s*", typed)]
        if not typed.strip():
            return []
        if any(each is None or each[1] for each in found):
            raise Refusal("judge-this-turn", typed=escape(typed))
        return [each[0] for each in found if each is not None]

    def _read_permanent(self, typed: str) -> Data:
        with refuse_unfit("judge-permanent", typed):
            item = self.read_item(typed, _PERMANENT_CLAUSES)
            name, loyalty = read_numbered(item.head)
            found = self.read_clauses(item, _PERMANENT_CLAUSES)
        return {"name": name or WALKER, "loyalty": loyalty, **found}

    def _read_card(self, typed: str) -> Data:
        with refuse_unfit("judge-permanent", typed):
            item = self.read_item(typed, _CARD_CLAUSES)
            name, loyalty = read_numbered(item.head)
        types = split_names(item.clauses.get("types", "")) or [name or WALKER]
        return {"name": name or WALKER, "types": types, "loyalty": loyalty}

    def _read_other(self, typed: str) -> Data:
        with refuse_unfit("judge-others", typed):
            item = self.read_item(typed, _PERMANENT_CLAUSES)
            found = self.read_clauses(item, _PERMANENT_CLAUSES)
            if "controller" not in found or "planeswalker" in found:
                raise Unfit
        types = split_names(item.clauses.get("types", "")) or [item.head]
        return {"name": item.head, "types": types, **found}

    def _read_moment(self, typed: str) -> Data:
        with refuse_unfit("judge-moment", typed):
            item = self.read_item(typed, _MOMENT_CLAUSES)
            phase = self.find_word(item.head or self.write_clause("main"), PHASES)
            if phase is None or phase[1]:
                raise Unfit
            found = {"phase": phase[0], **self.read_clauses(item, _MOMENT_CLAUSES)}
        if item.clauses.get("priority"):
            whose = item.clauses["priority"]
            nobody = self.find_word(whose, ["nobody"])
            found["priority"] = None if nobody else self.names.find(whose)
        if item.clauses.get("happened"):
            found["this_turn"] = self.read_happened(item.clauses["happened"])
        return found

    # Writing

    def write(self, question: LoyaltyQuestion) -> TypedLoyalty:
        """Return a question as its reader types it."""
        asked = question.asked
        others = ""
        if isinstance(asked, Activate):
            flags = [self.write_clause("emblem")] if asked.makes_emblem else []
            permanent = self._write_permanent(asked.permanent)
        else:
            flags = [self.write_clause("cast")]
            card = f"{self.names.label(asked.card.name)} {asked.card.loyalty}"
            types = self._write_types(asked.card.types, asked.card.name)
            permanent = self.write_item(card, [types])
            others = "\n".join(map(self._write_other, asked.others))
        cost = self.write_item(question.cost, flags)
        return TypedLoyalty(permanent, cost, self._write_moment(asked), others)

    def _write_permanent(self, permanent: Permanent) -> str:
        head = f"{self.names.label(permanent.name)} {permanent.loyalty}"
        return self.write_item(head, self.write_clauses(permanent, _PERMANENT_CLAUSES))

    def _write_other(self, other: Other) -> str:
        types = self._write_types(other.types, other.name)
        return self.write_item(other.name, [types, *self.write_clauses(other, _PERMANENT_CLAUSES)])

    def _write_types(self, types: Sequence[str], name: str) -> str:
        return "" if [*types] == [name] else self.write_clause("types", join_names(types))

    def _write_moment(self, asked: Activate | Cast) -> str:
        happened = asked.this_turn if isinstance(asked, Activate) else ()
        history = join_names(self.write_clause(each) for each in happened)
        clauses = [
            *self.write_clauses(asked, _MOMENT_CLAUSES),
            self._write_priority(asked),
            self.write_clause("happened", history) if happened else "",
        ]
        return self.write_item(self.write_clause(asked.phase), clauses)

    def _write_priority(self, asked: Activate | Cast) -> str:
        if isinstance(asked.priority, UnsetType):
            return ""
        whose = self.names.label(asked.priority) if asked.priority else None
        return self.write_clause("priority", whose or self.write_clause("nobody"))


def build_loyalty(data: Data, cost: str, moment: str, *, is_cast: bool) -> LoyaltyQuestion:
    """Return the question that `data` holds with the typed `cost`.

    Raises `Refusal` for what does not fit; it quotes `cost` and `moment` as they were typed.
    """
    price = _read_price(cost) if cost or not is_cast else {}
    try:
        asked = read(data, Cast) if is_cast else read({**data, **price}, Activate)
        check_loyalty(asked)
    except Unreadable as error:
        raise _make_refusal(error.field, data, cost, moment) from None
    return LoyaltyQuestion(asked, cost)


def make_follow_up(question: LoyaltyQuestion, answer: Casting) -> Activate | None:
    """Return the question whether the cost may be paid as soon as the card is cast (PW-12, PW-13).

    None if nothing was asked about that, or if the card cannot be activated at once.
    """
    asked = question.asked
    if not isinstance(asked, Cast) or not answer.activate_at_once or not question.cost:
        return None
    price = _read_price(question.cost)
    permanent = Permanent(asked.card.name, answer.enters_with or 0)
    follow = Activate(by=asked.by, permanent=permanent, era=asked.era, **price)
    return replace(follow, active=asked.active, phase=asked.phase)


def _read_price(typed: str) -> Data:
    """Return the fields `cost` and perhaps `x` of a question. Raises `Refusal`."""
    found = _PRICE_PATTERN.fullmatch(typed.strip())
    cost = found["cost"].upper() if found is not None else ""
    if found is None or (cost[1:] == "X") != (found["x"] is not None):
        raise Refusal("judge-cost", typed=escape(typed))
    if cost[1:].startswith("0"):
        raise Refusal("judge-cost", typed=escape(typed))
    return {"cost": cost} if found["x"] is None else {"cost": cost, "x": int(found["x"])}


def _make_refusal(field: str, data: Data, cost: str, moment: str) -> Refusal:
    """Return the refusal that quotes a field which does not fit."""
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
