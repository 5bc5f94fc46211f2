"""What is said of a game that nobody touches, whatever is played: commands, and their events."""

from msgspec import Struct


class Warn(Struct, frozen=True):
    """Say that the game will be closed unless somebody touches it."""


class Keep(Struct, frozen=True):
    """Say that the game goes on."""


class Warned(Struct, frozen=True, omit_defaults=True, gc=False, tag="warned"):
    """Nobody has touched the game for long: unless somebody does, it will be closed."""


class Kept(Struct, frozen=True, omit_defaults=True, gc=False, tag="kept"):
    """Somebody said that the game goes on."""
