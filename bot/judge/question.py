"""The damage question: the damage dealt at one time, and the effects that change it.

Shapes, defaults and limits are those of a file of `suzerain judge`. Limits that msgspec cannot express are in
`validation.py`.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from bot.basics.typed_values import Name

Era = Literal["2013", "current"]
"""The rules to go by: those of the source of 2013 (PW-D1), or today's."""

PLAYER = "player"
"""The recipient that stands for the player themselves."""

RESERVED = ("self", "redirection", "assign")
"""Names in an outcome's steps that no effect may have."""

MAX_PARTS_TIMES_EFFECTS = 8
"""The most parts of damage times effects."""

Amount = Annotated[int, Meta(ge=1, le=99)]
Loyalty = Annotated[int, Meta(ge=1, le=99)]
Lethal = Annotated[int, Meta(ge=0, le=99)]


class Planeswalker(Struct, frozen=True, forbid_unknown_fields=True):
    """A planeswalker of the player, and how many loyalty counters it has."""

    name: Name
    loyalty: Loyalty


class SourceDamage(Struct, frozen=True, forbid_unknown_fields=True):
    """The damage, or loss of life, that one source deals to one recipient.

    `instead` is the amount after the source's own replacement (PW-10). `blockers` has the lethal damage of each
    blocker; None means not blocked. `removed` says that the attacked planeswalker has been removed from combat (PW-7).
    `may_attack` says what effects let the source attack (PW-6).
    """

    object: Name
    controller: Name
    amount: Amount
    kind: Literal["damage", "loss"] = "damage"
    to: Name = PLAYER
    targeted: bool = False
    instead: Annotated[int, Meta(ge=0, le=99)] | None = None
    lifelink: bool = False
    infect: bool = False
    wither: bool = False
    combat: bool = False
    blockers: Annotated[tuple[Lethal, ...], Meta(max_length=20)] | None = None
    trample: bool = False
    as_though_unblocked: bool = False
    removed: bool = False
    may_attack: Literal["any", "player", "planeswalkers"] = "any"


Recipients = Annotated[
    Annotated[tuple[Name, ...], Meta(min_length=1)] | Literal["all"],
    Meta(extra={"accepted": 'a list of names, or "all"'}),
]


class _DamagePreventionOrReplacementEffect(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", kw_only=True
):
    """The base class of effects that prevent or replace damage, with the protected recipients and the source."""

    name: Name
    on: Recipients = (PLAYER,)
    source: Name | None = field(default=None, name="from")


class PreventNextDamageEffect(_DamagePreventionOrReplacementEffect, frozen=True, tag="next"):
    """An effect that prevents the next `amount` of damage, such as Healing Salve.

    Decision PW-D2.
    """

    amount: Amount


class PreventAllDamageEffect(_DamagePreventionOrReplacementEffect, frozen=True, tag="all"):
    """An effect that prevents all damage (Circle of Protection)."""

    once: bool = False


class PreventHalfOfDamageEffect(_DamagePreventionOrReplacementEffect, frozen=True, tag="half"):
    """An effect that prevents half of the damage, rounded down or up."""

    rounded: Literal["down", "up"] = "down"
    once: bool = False


class DoubleDamageEffect(_DamagePreventionOrReplacementEffect, frozen=True, tag="double"):
    """An effect that doubles the damage (Furnace of Rath)."""

    once: bool = False


class RedirectDamageEffect(_DamagePreventionOrReplacementEffect, frozen=True, tag="redirect"):
    """An effect that redirects the damage to the player's creature `to`, such as Pariah."""

    to: Name
    once: bool = False


Effect = (
    PreventNextDamageEffect
    | PreventAllDamageEffect
    | PreventHalfOfDamageEffect
    | DoubleDamageEffect
    | RedirectDamageEffect
)


class DamageQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about what damage can lead to, with the facts just before the damage is dealt.

    Everybody except the player and the teammates is an opponent.
    """

    life: Annotated[int, Meta(ge=1, le=9999)]
    damage: Annotated[tuple[SourceDamage, ...], Meta(min_length=1, max_length=4)]
    era: Era = "2013"
    player: Name = PLAYER
    teammates: tuple[Name, ...] = ()
    poison: Annotated[int, Meta(ge=0, le=9)] = 0
    hexproof: bool = False
    planeswalkers: Annotated[tuple[Planeswalker, ...], Meta(max_length=4)] = ()
    effects: Annotated[tuple[Effect, ...], Meta(max_length=6)] = ()


def get_other_rules_version(rules_version: Era) -> Era:
    """Return the other version of the rules: today's for 2013, 2013 for today's."""
    return "current" if rules_version == "2013" else "2013"
