"""The question `loyalty`: can a loyalty ability be activated, or a planeswalker be cast, now?"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from bot.judge.citing import sort_rules
from bot.judge.question import Era, find_other_era
from bot.reading import Name

Phase = Literal["untap", "upkeep", "draw", "main", "combat", "end", "cleanup"]
Happened = Literal["activated", "control-changed", "transformed", "returned"]
"""An event in a permanent's turn: somebody activated one of its loyalty abilities; its controller
changed; it transformed; it left the battlefield and returned."""

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

    Without `controller` the asker controls it. It need not be a planeswalker (PW-12).
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
    """The facts that both acts need: who acts, whose turn it is, and the moment in the turn.

    Without `active` and `priority`, `by` alone is active and has priority. A `priority` of None
    means nobody.
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
        """True if it is the turn of `by` or of their team."""
        return self.active is UNSET or self.by in self.active


class Activate(_Act, frozen=True, kw_only=True):
    """The activation of a permanent's loyalty ability; `x` is the X of a cost of -X."""

    permanent: Permanent
    cost: Cost
    x: Count | UnsetType = UNSET
    this_turn: tuple[Happened, ...] = ()
    makes_emblem: bool = False

    @property
    def change(self) -> int:
        """The change of the number of counters by the cost (PW-12)."""
        if self.cost[1:] == "X":
            assert isinstance(self.x, int)  # checked
            return -self.x
        return int(self.cost.replace("−", "-").replace("–", "-"))


class Cast(_Act, frozen=True, kw_only=True):
    """The casting of a planeswalker; `triggers` counts abilities that trigger when it enters."""

    card: Card
    others: Annotated[tuple[Other, ...], Meta(max_length=20)] = ()
    triggers: Count = 0


class Reason(Struct, frozen=True):
    """A reason against an act, and its rule."""

    code: str
    rule: str


class Emblem(Struct, frozen=True):
    """The owner and the controller of an emblem (PW-16)."""

    owner: str
    controller: str


class Activation(Struct, frozen=True):
    """The answer about an activation.

    `loyalty_after` is None if the ability cannot be activated. `graveyard` has the permanent's name
    if it goes there (PW-4); its ability stays on the stack.
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
    """The answer about a casting, and what happens to the planeswalker once it has resolved.

    `stays` is `choice` if its controller keeps one of two (PW-2). `graveyard` has the sorted names
    of the cards that go there. `activate_at_once` says whether an ability can be activated as soon
    as the planeswalker has entered.
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


ACTIVATION_OBSTACLES: Mapping[str, str] = {
    "gone": "PW-4",
    "counters": "PW-12",
    "controller": "PW-13",
    "turn": "PW-13",
    "phase": "PW-13",
    "priority": "PW-13",
    "stack": "PW-13",
    "used": "PW-14",
}
"""The reasons against an activation with their rules, in the order of an answer."""

CASTING_OBSTACLES: Mapping[str, str] = dict.fromkeys(("turn", "phase", "priority", "stack"), "PW-1")
"""The reasons against casting a planeswalker, with their rules."""


def answer_activation(question: Activate) -> Activation:
    """Answer whether a loyalty ability can be activated (PW-12 to PW-16).

    Only the controller can activate it (PW-D7), and only a planeswalker goes to the graveyard
    without loyalty (PW-D9).
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
    reasons = tuple(
        Reason(code, rule) for code, rule in ACTIVATION_OBSTACLES.items() if conditions[code]
    )
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
    """Answer whether a planeswalker can be cast, and what happens to it (PW-1 to PW-4, PW-13)."""
    conditions = _find_bad_moments(question)
    if question.flash:  # PW-D8
        conditions |= {"turn": False, "phase": False, "stack": False}
    reasons = tuple(
        Reason(code, rule) for code, rule in CASTING_OBSTACLES.items() if conditions[code]
    )
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
    """Return whether a loyalty ability was activated since the permanent last came back (PW-14)."""
    used = False
    for happened in this_turn:
        used = happened == "activated" or (used and happened != "returned")
    return used


def _find_bad_moments(question: Activate | Cast) -> dict[str, bool]:
    """Return for each reason about the moment whether it applies."""
    return {
        "turn": not question.is_active,
        "phase": question.phase != "main",
        "priority": question.priority not in (UNSET, question.by),
        "stack": question.stack > 0,
    }


def _list_matching(question: Cast) -> list[str]:
    """Return the names of the others that cannot stay beside the new planeswalker (PW-2)."""
    card = question.card
    if question.era == "2013":
        return [o.name for o in question.others if not set(card.types).isdisjoint(o.types)]
    return [o.name for o in question.others if (o.name, o.controller) == (card.name, question.by)]


def _decide_fate(
    question: Cast, enters_with: int, matching: Iterable[str]
) -> tuple[Literal["yes", "no", "choice"], tuple[str, ...]]:
    """Return whether the new planeswalker stays, and the names that go to the graveyard."""
    name = question.card.name
    others = [*matching]
    if question.era == "2013" and (others or not enters_with):
        return "no", tuple(sorted([name, *others]))
    if not enters_with:
        return "no", (name,)
    return ("choice", (name,)) if others else ("yes", ())


def differs_for_loyalty(question: Activate | Cast) -> bool:
    """Return whether the other era answers differently."""
    other = replace(question, era=find_other_era(question.era))
    return replace(_answer(question), era=other.era) != _answer(other)


def _answer(question: Activate | Cast) -> Activation | Casting:
    if isinstance(question, Cast):
        return answer_casting(question)
    return answer_activation(question)
