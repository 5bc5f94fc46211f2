"""What people report about a defeat: the facts, before anybody judges them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Player = Annotated[str, Meta(min_length=1, extra={"player": True})]
"""A player's key: a name in a transcript, an internal id in the event log.

The mark tells it from other strings wherever a type is read, as when ids are exchanged.
"""

Cause = Literal["life", "poison", "library", "effect", "commander"]
"""The ways to lose (TAB-4) that make a responsible player matter."""

Amount = Annotated[int, Meta(ge=1)]


class Source(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """An object that had a part in a defeat.

    `owner` is the controller if left out; `amount` is the life taken or the counters placed;
    `voluntary` says that the player on the loser's side who controls it directly took the
    decision (ESC-30); `forced_draw` that it made the loser draw (ESC-D4).
    """

    controller: Player
    object: Annotated[str, Meta(min_length=1)] | None = None
    owner: Player | None = None
    amount: Amount | None = None
    voluntary: bool = False
    forced_draw: bool = False

    @property
    def owned_by(self) -> Player:
        """The player who owns the object."""
        return self.owner or self.controller


class Report(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One defeat as it was reported.

    `controlled_by` controlled the loser's decisions (ESC-41), `kindslaver` controls Kindslaver
    (ESC-42), `protection_ended_by` ended what had kept the loser in the game (ESC-43).
    """

    loser: Player
    cause: Cause
    sources: tuple[Source, ...] = ()
    controlled_by: Player | None = None
    kindslaver: Player | None = None
    protection_ended_by: Source | None = None
