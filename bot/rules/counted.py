"""Changes of life, poison and commander damage: what they are of, and their event."""

from typing import Literal

from msgspec import Struct

from bot.rules.facts import Player

CountKind = Literal["life", "poison", "commander"]


class TotalChange(Struct, frozen=True, omit_defaults=True, gc=False):
    """A total changed by an `amount`; of commander damage `by` owns the commander.

    Of the others `by` controls what did it, if that was said.
    """

    player: Player
    kind: CountKind
    amount: int
    by: Player | None = None


class Counted(Struct, frozen=True, omit_defaults=True, gc=False, tag="counted"):
    """Somebody's life, poison or commander damage changed: all `changes` that come of it.

    The first is what was said, of the player whose total it is; damage takes life as well.
    """

    changes: tuple[TotalChange, ...]
