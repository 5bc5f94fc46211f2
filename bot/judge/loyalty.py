"""The question `loyalty`: may a loyalty ability be activated, or a planeswalker be cast, now?"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from bot.judge.citing import sort_rules
from bot.judge.question import Era, find_other_era
from bot.reading import Name

Phase = Literal["untap", "upkeep", "draw", "main", "combat", "end", "cleanup"]
Happened = Literal["activated", "control-changed", "transformed", "returned"]
"""What happened to a permanent this turn: one of its loyalty abilities was activated, by anybody;
it left the battlefield and came back; and so on."""

Count = Annotated[int, Meta(ge=0, le=99)]
Names = Annotated[tuple[Name, ...], Meta(min_length=1)]
Cost = Annotated[
    str,
    Meta(
        pattern=r"\A(0|\+[1-9][0-9]?|[-−–]([1-9][0-9]?|X))\Z",
        extra={"accepted": "0, +1 to +99, -1 to -99, or -X together with x"},
    ),
]


class Permanent(Struct, frozen=True, forbid_unknown_fields=True):
    """A permanent with a loyalty ability, and its loyalty counters now.

    Whoever wants to activate it controls it unless `controller` says otherwise; it may be no
    planeswalker (PW-12).
    """

    name: Name
    loyalty: Annotated[int, Meta(ge=0, le=999)]
    controller: Name | UnsetType = UNSET
    planeswalker: bool = True


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A planeswalker card: its planeswalker types, and the loyalty printed on it."""

    name: Name
    types: Names
    loyalty: Count


class Other(Struct, frozen=True, forbid_unknown_fields=True):
    """Another planeswalker on the battlefield."""

    name: Name
    types: Names
    controller: Name


class _Act(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What matters for both acts: who wants to, whose turn it is, and when in it.

    Left out, `by` alone is active and has priority; `priority` None is nobody.
    """

    by: Name
    active: Names | UnsetType = UNSET
    phase: Phase = "main"
    priority: Name | UnsetType | None = UNSET
    stack: Count = 0
    flash: bool = False
    doubling_seasons: Annotated[int, Meta(ge=0, le=4)] = 0
    era: Era = "2013"

    @property
    def is_active(self) -> bool:
        """Whether it is the turn of whoever wants to, or of their team."""
        return self.active is UNSET or self.by in self.active


class Activate(_Act, frozen=True, kw_only=True):
    """Somebody wants to activate a loyalty ability of a permanent; `x` goes with a cost of -X."""

    permanent: Permanent
    cost: Cost
    x: Count | UnsetType = UNSET
    this_turn: tuple[Happened, ...] = ()
    makes_emblem: bool = False

    @property
    def change(self) -> int:
        """By how much paying the cost changes the number of counters (PW-12)."""
        if self.cost[1:] == "X":
            assert isinstance(self.x, int)  # checked
            return -self.x
        return int(self.cost.replace("−", "-").replace("–", "-"))


class Cast(_Act, frozen=True, kw_only=True):
    """Somebody wants to cast a planeswalker; `triggers` are the abilities that its entering has."""

    card: Card
    others: Annotated[tuple[Other, ...], Meta(max_length=20)] = ()
    triggers: Count = 0


class Reason(Struct, frozen=True):
    """Why something may not be done, and the rule that says so."""

    code: str
    rule: str


class Emblem(Struct, frozen=True):
    """Who owns and controls an emblem (PW-16)."""

    owner: str
    controller: str


class Activation(Struct, frozen=True):
    """Whether an ability may be activated; if so, what is left of the permanent's loyalty.

    `graveyard` names it if it goes (PW-4); its ability stays on the stack all the same.
    """

    era: Era
    act: Literal["activate"]
    may: bool
    reasons: tuple[Reason, ...]
    loyalty_after: int | None
    graveyard: tuple[str, ...]
    emblem: Emblem | None
    rules: tuple[str, ...]


class Casting(Struct, frozen=True):
    """Whether a planeswalker may be cast; if so, what becomes of it once it has resolved.

    `stays` is `choice` where its controller keeps one of two (PW-2); `graveyard` has a name for
    each card that goes, sorted.
    """

    era: Era
    act: Literal["cast"]
    may: bool
    reasons: tuple[Reason, ...]
    enters_with: int | None
    stays: Literal["yes", "no", "choice"] | None
    graveyard: tuple[str, ...]
    activate_at_once: bool | None
    rules: tuple[str, ...]


ACTIVATING: Mapping[str, str] = {
    "gone": "PW-4",
    "counters": "PW-12",
    "controller": "PW-13",
    "turn": "PW-13",
    "phase": "PW-13",
    "priority": "PW-13",
    "stack": "PW-13",
    "used": "PW-14",
}
"""Why an ability may not be activated, in the order in which an answer gives the reasons."""

CASTING: Mapping[str, str] = dict.fromkeys(("turn", "phase", "priority", "stack"), "PW-1")
"""Why a planeswalker may not be cast."""


def answer_activation(question: Activate) -> Activation:
    """Answer whether a loyalty ability may be activated (PW-12 to PW-16).

    Nobody but its controller activates it (PW-D7), and only a planeswalker goes for want of
    loyalty (PW-D9).
    """
    permanent = question.permanent
    after = question.permanent.loyalty + question.change
    conditions = {
        "gone": permanent.planeswalker and not permanent.loyalty,
        "counters": after < 0,
        "controller": permanent.controller not in (UNSET, question.by),
        **_find_bad_moments(question),
        "used": is_used(question.this_turn),
    }
    reasons = tuple(Reason(code, rule) for code, rule in ACTIVATING.items() if conditions[code])
    if reasons:
        rules = sort_rules(reason.rule for reason in reasons)
        return Activation(question.era, "activate", False, reasons, None, (), None, rules)
    goes = permanent.planeswalker and not after
    emblem = Emblem(question.by, question.by) if question.makes_emblem else None
    cited = ["PW-12", "PW-13", "PW-14", "PW-15"]
    cited += [rule for rule, holds in {"PW-4": goes, "PW-16": emblem is not None}.items() if holds]
    graveyard = (permanent.name,) if goes else ()
    return Activation(
        question.era, "activate", True, (), after, graveyard, emblem, sort_rules(cited)
    )


def answer_casting(question: Cast) -> Casting:
    """Answer whether a planeswalker may be cast, and what becomes of it (PW-1 to PW-4, PW-13)."""
    conditions = _find_bad_moments(question)
    if question.flash:  # PW-D8
        conditions |= {"turn": False, "phase": False, "stack": False}
    reasons = tuple(Reason(code, rule) for code, rule in CASTING.items() if conditions[code])
    if reasons:
        rules = sort_rules(reason.rule for reason in reasons)
        return Casting(question.era, "cast", False, reasons, None, None, (), None, rules)
    enters_with = question.card.loyalty * 2**question.doubling_seasons  # PW-3
    matching = _list_matching(question)
    stays, graveyard = _decide_fate(question, enters_with, matching)
    at_once = (
        stays != "no"
        and question.is_active
        and question.phase == "main"
        and not question.stack
        and not question.triggers
    )
    conditions = {"PW-2": bool(matching), "PW-4": not enters_with, "PW-13": stays != "no"}
    cited = ["PW-1", "PW-3", *(rule for rule, holds in conditions.items() if holds)]
    return Casting(
        question.era, "cast", True, (), enters_with, stays, graveyard, at_once, sort_rules(cited)
    )


def is_used(this_turn: Sequence[Happened]) -> bool:
    """Whether a loyalty ability was activated since the permanent last came back (PW-14)."""
    used = False
    for happened in this_turn:
        used = happened == "activated" or (used and happened != "returned")
    return used


def _find_bad_moments(question: Activate | Cast) -> dict[str, bool]:
    """What is wrong with the moment at which somebody wants to act."""
    return {
        "turn": not question.is_active,
        "phase": question.phase != "main",
        "priority": question.priority not in (UNSET, question.by),
        "stack": question.stack > 0,
    }


def _list_matching(question: Cast) -> list[str]:
    """The others with which the new planeswalker cannot be together (PW-2), by their names."""
    card = question.card
    if question.era == "2013":
        return [o.name for o in question.others if not set(card.types).isdisjoint(o.types)]
    return [o.name for o in question.others if (o.name, o.controller) == (card.name, question.by)]


def _decide_fate(
    question: Cast, enters_with: int, matching: Iterable[str]
) -> tuple[Literal["yes", "no", "choice"], tuple[str, ...]]:
    """Whether the new planeswalker stays, and the names of those that go to the graveyard."""
    name = question.card.name
    others = [*matching]
    if question.era == "2013" and (others or not enters_with):
        return "no", tuple(sorted([name, *others]))
    if not enters_with:
        return "no", (name,)
    return ("choice", (name,)) if others else ("yes", ())


def differs_for_loyalty(question: Activate | Cast) -> bool:
    """Whether the other era answers otherwise whether something may be done, or what follows."""
    other = replace(question, era=find_other_era(question.era))
    return replace(_answer(question), era=other.era) != _answer(other)


def _answer(question: Activate | Cast) -> Activation | Casting:
    if isinstance(question, Cast):
        return answer_casting(question)
    return answer_activation(question)
