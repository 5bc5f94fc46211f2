"""Questions about loyalty: can a loyalty ability be activated, or a planeswalker be cast, now?"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from bot.basics.typed_values import Name
from bot.judge.citations import sort_rule_ids
from bot.judge.question import Era, get_other_rules_version

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


class PermanentWithLoyaltyAbility(Struct, frozen=True, forbid_unknown_fields=True):
    """A permanent with a loyalty ability, and how many loyalty counters it has.

    Without `controller`, the person who acts controls the permanent. It need not be a planeswalker (PW-12).
    """

    name: Name
    loyalty: Annotated[int, Meta(ge=0, le=999)]
    controller: Name | UnsetType = UNSET
    planeswalker: bool = True


class PlaneswalkerCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A planeswalker card: its types and its printed loyalty."""

    name: Name
    types: Names
    loyalty: Count


class OtherPlaneswalkerOnBattlefield(Struct, frozen=True, forbid_unknown_fields=True):
    """Another planeswalker on the battlefield, besides the one in question."""

    name: Name
    types: Names
    controller: Name


class _PlaneswalkerQuestion(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A question about a planeswalker, with the person who acts, the current turn and the phase.

    Without `active` and `priority`, `by` alone is active and has priority. A `priority` of None means nobody.
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
    def is_own_turn(self) -> bool:
        """True if the current turn belongs to the acting person or that person's team."""
        return self.active is UNSET or self.by in self.active


class LoyaltyActivationQuestion(_PlaneswalkerQuestion, frozen=True, kw_only=True):
    """The question whether a permanent's loyalty ability can be activated.

    `x` is the X of a cost of -X.
    """

    permanent: PermanentWithLoyaltyAbility
    cost: Cost
    x: Count | UnsetType = UNSET
    this_turn: tuple[Happened, ...] = ()
    makes_emblem: bool = False

    @property
    def loyalty_counter_change(self) -> int:
        """The number of loyalty counters that the ability's cost adds (negative if it removes some)."""
        if self.cost[1:] == "X":
            assert isinstance(self.x, int)  # checked
            return -self.x
        return int(self.cost.replace("−", "-").replace("–", "-"))


class PlaneswalkerCastingQuestion(_PlaneswalkerQuestion, frozen=True, kw_only=True):
    """The question whether a planeswalker can be cast.

    `triggers` is the number of abilities that trigger when the planeswalker enters.
    """

    card: PlaneswalkerCard
    others: Annotated[tuple[OtherPlaneswalkerOnBattlefield, ...], Meta(max_length=20)] = ()
    triggers: Count = 0


class LoyaltyRefusalReason(Struct, frozen=True):
    """A reason, with its rule, why an ability cannot be activated or a planeswalker cannot be cast."""

    code: str
    rule: str


class Emblem(Struct, frozen=True):
    """An emblem: who owns it and who controls it."""

    owner: str
    controller: str


class LoyaltyActivationAnswer(Struct, frozen=True):
    """The answer to the question whether a loyalty ability can be activated, with the loyalty afterwards.

    `loyalty_after` is None if the ability cannot be activated. `graveyard` has the permanent's name if it goes there
    (PW-4); its ability stays on the stack.
    """

    era: Era
    act: Literal["activate"]
    may: bool
    reasons: tuple[LoyaltyRefusalReason, ...]
    loyalty_after: int | None
    graveyard: tuple[str, ...]
    emblem: Emblem | None
    rules: tuple[str, ...]


class PlaneswalkerCastingAnswer(Struct, frozen=True):
    """The answer to the question whether a planeswalker can be cast, and what happens to the planeswalker.

    `stays` is `choice` if its controller keeps one of two (PW-2). `graveyard` has the sorted names of the cards that go
    there. `activate_at_once` says whether an ability can be activated as soon as the planeswalker has entered.
    """

    era: Era
    act: Literal["cast"]
    may: bool
    reasons: tuple[LoyaltyRefusalReason, ...]
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


def answer_loyalty_activation_question(question: LoyaltyActivationQuestion) -> LoyaltyActivationAnswer:
    """Return whether a loyalty ability can be activated, with reasons and the loyalty afterwards.

    Only the controller can activate it (PW-D7), and only a planeswalker goes to the graveyard without loyalty (PW-D9).
    """
    permanent = question.permanent
    after = question.permanent.loyalty + question.loyalty_counter_change
    conditions = {
        "gone": permanent.planeswalker and not permanent.loyalty,
        "counters": after < 0,
        "controller": permanent.controller not in (UNSET, question.by),
        **_find_loyalty_timing_violations(question),
        "used": was_loyalty_ability_activated(question.this_turn),
    }
    reasons = tuple(LoyaltyRefusalReason(code, rule) for code, rule in ACTIVATION_OBSTACLES.items() if conditions[code])
    if reasons:
        rules = sort_rule_ids(reason.rule for reason in reasons)
        return LoyaltyActivationAnswer(question.era, "activate", False, reasons, None, (), None, rules)
    goes = permanent.planeswalker and not after
    emblem = Emblem(question.by, question.by) if question.makes_emblem else None
    cited = ["PW-12", "PW-13", "PW-14", "PW-15"]
    cited += [rule for rule, holds in {"PW-4": goes, "PW-16": emblem is not None}.items() if holds]
    graveyard = (permanent.name,) if goes else ()
    return LoyaltyActivationAnswer(question.era, "activate", True, (), after, graveyard, emblem, sort_rule_ids(cited))


def answer_planeswalker_casting_question(
    planeswalker_question: PlaneswalkerCastingQuestion,
) -> PlaneswalkerCastingAnswer:
    """Return whether a planeswalker can be cast, and what happens to the planeswalker."""
    conditions = _find_loyalty_timing_violations(planeswalker_question)
    if planeswalker_question.flash:  # PW-D8
        conditions |= {"turn": False, "phase": False, "stack": False}
    reasons = tuple(LoyaltyRefusalReason(code, rule) for code, rule in CASTING_OBSTACLES.items() if conditions[code])
    if reasons:
        rules = sort_rule_ids(reason.rule for reason in reasons)
        return PlaneswalkerCastingAnswer(planeswalker_question.era, "cast", False, reasons, None, None, (), None, rules)
    enters_with = planeswalker_question.card.loyalty * 2**planeswalker_question.doubling_seasons  # PW-3
    matching = _list_conflicting_planeswalkers(planeswalker_question)
    stays, graveyard = _resolve_conflict_between_planeswalkers(planeswalker_question, enters_with, matching)
    at_once = (
        stays != "no"
        and planeswalker_question.is_own_turn
        and planeswalker_question.phase == "main"
        and not planeswalker_question.stack
        and not planeswalker_question.triggers
    )
    conditions = {"PW-2": bool(matching), "PW-4": not enters_with, "PW-13": stays != "no"}
    cited = ["PW-1", "PW-3", *(rule for rule, holds in conditions.items() if holds)]
    return PlaneswalkerCastingAnswer(
        planeswalker_question.era, "cast", True, (), enters_with, stays, graveyard, at_once, sort_rule_ids(cited)
    )


def was_loyalty_ability_activated(turn_events: Sequence[Happened]) -> bool:
    """Return True if a loyalty ability was activated since the permanent came into play."""
    used = False
    for happened in turn_events:
        used = happened == "activated" or (used and happened != "returned")
    return used


def _find_loyalty_timing_violations(
    planeswalker_question: LoyaltyActivationQuestion | PlaneswalkerCastingQuestion,
) -> dict[str, bool]:
    return {
        "turn": not planeswalker_question.is_own_turn,
        "phase": planeswalker_question.phase != "main",
        "priority": planeswalker_question.priority not in (UNSET, planeswalker_question.by),
        "stack": planeswalker_question.stack > 0,
    }


def _list_conflicting_planeswalkers(planeswalker_question: PlaneswalkerCastingQuestion) -> list[str]:
    """Return the names of planeswalkers that cannot stay on the battlefield beside a new one."""
    card = planeswalker_question.card
    if planeswalker_question.era == "2013":
        return [o.name for o in planeswalker_question.others if not set(card.types).isdisjoint(o.types)]
    return [
        o.name for o in planeswalker_question.others if (o.name, o.controller) == (card.name, planeswalker_question.by)
    ]


def _resolve_conflict_between_planeswalkers(
    casting_question: PlaneswalkerCastingQuestion, starting_loyalty: int, conflicting_names: Iterable[str]
) -> tuple[Literal["yes", "no", "choice"], tuple[str, ...]]:
    """Return whether the new planeswalker stays, and which cards go to the graveyard."""
    name = casting_question.card.name
    others = [*conflicting_names]
    if casting_question.era == "2013" and (others or not starting_loyalty):
        return "no", tuple(sorted([name, *others]))
    if not starting_loyalty:
        return "no", (name,)
    return ("choice", (name,)) if others else ("yes", ())


def does_planeswalker_answer_depend_on_rules_version(
    question: LoyaltyActivationQuestion | PlaneswalkerCastingQuestion,
) -> bool:
    """Return True if the other version of the rules (2013 or today's) gives another answer."""
    other = replace(question, era=get_other_rules_version(question.era))
    return replace(_answer_planeswalker_question(question), era=other.era) != _answer_planeswalker_question(other)


def _answer_planeswalker_question(
    planeswalker_question: LoyaltyActivationQuestion | PlaneswalkerCastingQuestion,
) -> LoyaltyActivationAnswer | PlaneswalkerCastingAnswer:
    if isinstance(planeswalker_question, PlaneswalkerCastingQuestion):
        return answer_planeswalker_casting_question(planeswalker_question)
    return answer_loyalty_activation_question(planeswalker_question)
