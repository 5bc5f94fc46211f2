"""Commands and events about a game that nobody has touched for long; pods and duels share them."""

from msgspec import Struct

from bot.rules.gate import Gated


class Warn(Struct, frozen=True):
    """Announce that the game will be closed unless somebody touches it."""


class Keep(Struct, frozen=True):
    """Say that the game goes on."""


class Warned(Struct, frozen=True, omit_defaults=True, gc=False, tag="warned"):
    """The players were told that the game will be closed unless somebody touches it."""


class Kept(Gated, frozen=True, omit_defaults=True, gc=False, tag="kept"):
    """Somebody said that the game goes on."""
