"""Facts as people report them, before the rules judge them: defeats, and who plays which deck."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Player = Annotated[str, Meta(min_length=1, extra={"player": True})]
"""A player's key: a name in a transcript, a random key in the event log.

The mark in `extra` tells keys from other strings when a type is inspected, for example when an
import replaces them.
"""

REDACTION_CHARACTER = "▒"
"""The character that replaces redacted text."""

Cause = Literal["life", "poison", "library", "effect", "commander"]
"""A way to lose (TAB-4) for which the rules look for a responsible player."""

Amount = Annotated[int, Meta(ge=1)]


CARD_ID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:/[1-9])?"
"""The form of a card's id: its oracle id, and after a slash its face, unless it is the first."""

CardId = Annotated[str, Meta(pattern=rf"\A{CARD_ID}\Z")]
"""The id of a card that an index of card names knew when somebody named the card."""


class DefeatSource(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The card or effect that defeated a player, alone or together with others.

    `owner` equals the controller if it is left out. `amount` is the life taken or the counters placed. `voluntary`
    means that the player on the loser's side who directly controls the object took the decision (ESC-30). `forced_draw`
    means that the object made the loser draw (ESC-D4). `card` is the card that `object` names, if that was known.
    """

    controller: Player
    object: Annotated[str, Meta(min_length=1)] | None = None
    owner: Player | None = None
    amount: Amount | None = None
    voluntary: bool = False
    forced_draw: bool = False
    card: CardId | None = None

    @property
    def owner_or_controller(self) -> Player:
        return self.owner or self.controller


class DefeatReport(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A report of one player's defeat, as a user entered it.

    `controlled_by` controlled the loser's decisions (ESC-41). `kindslaver` controls Kindslaver (ESC-42).
    `protection_ended_by` ended the effect that had kept the loser in the game (ESC-43).
    """

    loser: Player
    cause: Cause
    sources: tuple[DefeatSource, ...] = ()
    controlled_by: Player | None = None
    kindslaver: Player | None = None
    protection_ended_by: DefeatSource | None = None


MAX_COMMANDERS = 3
"""Most commanders of a deck: two partners and a companion."""

MAX_CARD_LENGTH = 200
"""Most characters of a commander's name, where somebody types it."""

CardText = Annotated[str, Meta(min_length=1)]
"""A card as somebody wrote it. It has no limit, as redacting a short name makes a text longer."""

Bracket = Annotated[int, Meta(ge=1, le=5)]
"""A Commander bracket, as the owner of a deck declares it."""


Colour = Literal["W", "U", "B", "R", "G"]
"""A colour of Magic."""

DeckKey = Annotated[str, Meta(min_length=1, max_length=32)]
"""The key of a deck that its owner registered; it says nothing about the owner."""


class Commander(Struct, frozen=True, omit_defaults=True, gc=False):
    """A commander of a deck, by the name that a user entered.

    `id` is the card's id, or None if no card of that name was known.
    """

    text: CardText
    id: CardId | None = None


class Deck(Struct, frozen=True, omit_defaults=True, gc=False):
    """A deck as its player describes it: at least one commander, and optionally a bracket.

    `name` is what its owner calls it. `colours` are the colour identity in the order WUBRG, or None if nobody knew the
    cards. `key` names the registered deck, if it is one.
    """

    commanders: Annotated[tuple[Commander, ...], Meta(min_length=1, max_length=MAX_COMMANDERS)]
    bracket: Bracket | None = None
    name: CardText | None = None
    colours: tuple[Colour, ...] | None = None
    key: DeckKey | None = None


class FormerDeck(Struct, frozen=True, omit_defaults=True, gc=False):
    """A deck that a player used earlier in a pod and has replaced since.

    The deck was played up to the first `verdicts` defeats of the pod.
    """

    deck: Deck
    verdicts: Annotated[int, Meta(ge=1)]
