"""The question `damage`: what would be dealt at one moment, and what stands in its way.

Shapes, defaults and limits are those of a file of `suzerain judge`. What msgspec cannot say about
them stands in `checking.py`.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from bot.reading import Name

Era = Literal["2013", "current"]
"""By which rules: those of the source of 2013 (PW-D1), or today's."""

PLAYER = "player"
"""The text for the player themselves wherever a recipient is named."""

RESERVED = ("self", "redirection", "assign")
"""What a step names that is no effect of the question."""

MOST_PRODUCT = 8
"""Parts of damage times effects."""

Amount = Annotated[int, Meta(ge=1, le=99)]
Loyalty = Annotated[int, Meta(ge=1, le=99)]
Lethal = Annotated[int, Meta(ge=0, le=99)]


class Planeswalker(Struct, frozen=True, forbid_unknown_fields=True):
    """A planeswalker that the player controls, with its loyalty counters now."""

    name: Name
    loyalty: Loyalty


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """What one source would deal to one recipient.

    `instead` is the amount after the source's own replacement (PW-10); `blockers` is the lethal
    damage of each, None if it is not blocked; `removed` says that what it attacks has been removed
    from combat (PW-7); `may_attack` is what effects let it attack (PW-6).
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


class _Effect(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", kw_only=True):
    """What every prevention or replacement effect has: whom it protects, and from what."""

    name: Name
    on: Recipients = (PLAYER,)
    source: Name | None = field(default=None, name="from")


class Next(_Effect, frozen=True, tag="next"):
    """Prevents the next `amount` (Healing Salve), used up point by point (PW-D2)."""

    amount: Amount


class All(_Effect, frozen=True, tag="all"):
    """Prevents all of it (Circle of Protection)."""

    once: bool = False


class Half(_Effect, frozen=True, tag="half"):
    """Prevents half, rounded down (Dark Sphere) or up (Gisela)."""

    rounded: Literal["down", "up"] = "down"
    once: bool = False


class Double(_Effect, frozen=True, tag="double"):
    """Doubles it (Furnace of Rath)."""

    once: bool = False


class Redirect(_Effect, frozen=True, tag="redirect"):
    """Deals it to the player's creature `to` instead (Pariah)."""

    to: Name
    once: bool = False


Effect = Next | All | Half | Double | Redirect


class DamageQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is known about the moment before the damage is dealt.

    Whoever is neither the player nor one of the teammates is an opponent.
    """

    life: Annotated[int, Meta(ge=1, le=9999)]
    damage: Annotated[tuple[Part, ...], Meta(min_length=1, max_length=4)]
    era: Era = "2013"
    player: Name = PLAYER
    teammates: tuple[Name, ...] = ()
    poison: Annotated[int, Meta(ge=0, le=9)] = 0
    hexproof: bool = False
    planeswalkers: Annotated[tuple[Planeswalker, ...], Meta(max_length=4)] = ()
    effects: Annotated[tuple[Effect, ...], Meta(max_length=6)] = ()


def find_other_era(era: Era) -> Era:
    """Return the era that a question is not about."""
    return "current" if era == "2013" else "2013"
