"""What lies on the table of a duel: families, quadrants, formulas and cards."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from bot.rules.refusals import Refusal

Family = Literal["blue", "red", "yellow"]
FAMILIES: tuple[Family, ...] = get_args(Family)

Singularity = Literal["blue", "blue!", "red", "red!", "yellow", "yellow!"]
"""A singularity as it lies in a zone (MJ-2): with `!` it is unstable."""

Zone = Annotated[int, Meta(ge=1, le=4)]
"""A zone of a quadrant, in the ring 1-2-3-4-1 (MJ-1)."""

Contents = tuple[Singularity, ...]
"""What lies in one zone, sorted as texts."""

Quadrant = tuple[Contents, Contents, Contents, Contents]
"""The contents of zones 1 to 4."""

EMPTY: Quadrant = ((), (), (), ())

Direction = Literal["clockwise", "counterclockwise"]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)

Step = Literal["blue", "red", "yellow", "any", "skip"]

Formula = tuple[Step, ...]
"""What is to be paid, step by step (MJ-12); without a step it is free."""

MOST_STEPS = 8

Kind = Literal["knowledge", "living", "thing", "event", "plan", "other"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""What a card can be; `other` is any kind that the list lacks (MJ-D14)."""

Die = Annotated[int, Meta(ge=1, le=6)]

Bonus = Annotated[int, Meta(ge=-9, le=9)]
"""What is added to a die."""


class Card(Struct, frozen=True, omit_defaults=True, gc=False):
    """A crucible card (MJ-3), as its owner describes it; no list of cards exists.

    `cost` is paid to invoke it, `formula` for each use of its `action`. After a use it stays if a
    die reaches `wear` (MJ-15). `points` are a plan's, and only a plan has some.
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
"""So many plans before a player end the duel (MJ-16)."""


def check_card(card: Card, at: str = "") -> None:
    """Refuse a card that cannot be; `at` is where it stands, such as `card.`."""
    if card.kind == "plan" and card.points is None:
        raise Refusal("card-points", f"{at}points")
    if card.kind != "plan" and card.points is not None:
        raise Refusal("card-no-points", f"{at}points")
    if card.action is None and card.formula:
        raise Refusal("card-action", f"{at}formula")
    if card.action is None and card.wear is not None:
        raise Refusal("card-action", f"{at}wear")
