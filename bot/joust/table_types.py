"""The things on the table of a duel: token colours (families), zones, costs (formulas) and cards."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from bot.rules.refusals import Refusal

Family = Literal["blue", "red", "yellow"]
FAMILIES: tuple[Family, ...] = get_args(Family)

Singularity = Literal["blue", "blue!", "red", "red!", "yellow", "yellow!"]
"""A singularity in a zone (MJ-2); `!` means unstable."""

Zone = Annotated[int, Meta(ge=1, le=4)]
"""A zone of a quadrant, in the ring 1-2-3-4-1 (MJ-1)."""

Contents = tuple[Singularity, ...]
"""The singularities in a zone, sorted as texts."""

Quadrant = tuple[Contents, Contents, Contents, Contents]
"""The contents of zones 1 to 4."""

EMPTY: Quadrant = ((), (), (), ())

Direction = Literal["clockwise", "counterclockwise"]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)

Step = Literal["blue", "red", "yellow", "any", "skip"]

Formula = tuple[Step, ...]
"""A cost, step by step (MJ-12); a formula without steps is free."""

MAX_STEPS = 8

Kind = Literal["knowledge", "living", "thing", "event", "plan", "other"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""The kinds of cards; `other` is any kind that this list lacks (MJ-D14)."""

Die = Annotated[int, Meta(ge=1, le=6)]

Bonus = Annotated[int, Meta(ge=-9, le=9)]
"""A number that is added to a die."""


class DuelCard(Struct, frozen=True, omit_defaults=True, gc=False):
    """A card of Magicjoust other than a token, as described by its owner.

    `cost` is paid to invoke the card, `formula` for each use of its `action`. After a use the card stays if a die
    reaches `wear` (MJ-15). A plan has `points`, and no other card has.
    """

    name: str
    kind: Kind
    cost: Formula = ()
    action: str | None = None
    formula: Formula = ()
    wear: Die | None = None
    ephemeral: bool = False
    points: int | None = None
    text: str = ""


PLANS_TO_END = 3
"""The number of plans before a player that ends the duel (MJ-16)."""


def validate_duel_card(card: DuelCard, field_prefix: str = "") -> None:
    """Raise `Refusal` if the fields of a card contradict each other.

    `field_prefix` is the path of the card in the input, such as `card.`.
    """
    # MJ-3, MJ-15
    if card.kind == "plan" and card.points is None:
        raise Refusal("card-points", f"{field_prefix}points")
    if card.kind != "plan" and card.points is not None:
        raise Refusal("card-no-points", f"{field_prefix}points")
    if card.action is None and card.formula:
        raise Refusal("card-action", f"{field_prefix}formula")
    if card.action is None and card.wear is not None:
        raise Refusal("card-action", f"{field_prefix}wear")
