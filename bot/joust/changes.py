"""Changes of the table by a card's text (MJ-11)."""

from abc import abstractmethod

from msgspec import Struct

from bot.joust import quadrants
from bot.joust.duel import Duel, DuelCommand, Duelist, DuelOutcome, DuelStep
from bot.joust.facts import Family, Quadrant, Singularity, Zone
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.refusals import refuse
from bot.rules.rights import DUELISTS_OR_MODERATORS

_RULES = ("MJ-11",)


class _Change(Struct, frozen=True, gc=False, tag_field="what"):
    """The base of all changes of what lies before a player."""

    @property
    def name(self) -> str:
        """The end of the key of the sentence about the change (`joust-change-<name>`)."""
        return str(self.__struct_config__.tag)

    @abstractmethod
    def make_outcome(self, duel: Duel, duelist: Duelist) -> DuelOutcome:
        """Return the outcome for a player. Raises `Refusal` if the named thing is not there."""


class QuadrantChange(_Change, frozen=True):
    """The base of changes of a quadrant."""

    def make_outcome(self, duel: Duel, duelist: Duelist) -> DuelOutcome:
        """Return the outcome with the new quadrant."""
        after = self.change(duelist)
        return duel.make_outcome(_RULES, quadrants={duelist.player: after})

    @abstractmethod
    def change(self, duelist: Duelist) -> Quadrant:
        """Return a player's quadrant after the change. Raises `Refusal`."""


def _check_lying(duelist: Duelist, singularity: Singularity, zone: Zone) -> None:
    """Raise `Refusal` unless a singularity lies in a zone of a player."""
    if not quadrants.has_singularity(duelist.quadrant, singularity, zone):
        refuse("no-singularity", "singularity", player=duelist.player, zone=zone)


class Add(QuadrantChange, frozen=True, tag="add"):
    """A change that adds a stable singularity to a zone."""

    family: Family
    zone: Zone

    def change(self, duelist: Duelist) -> Quadrant:
        """Return the quadrant with the singularity."""
        return quadrants.add(duelist.quadrant, self.family, self.zone)


class Remove(QuadrantChange, frozen=True, tag="remove"):
    """A change that discards a singularity."""

    singularity: Singularity
    zone: Zone

    def change(self, duelist: Duelist) -> Quadrant:
        """Return the quadrant without the singularity."""
        _check_lying(duelist, self.singularity, self.zone)
        return quadrants.remove(duelist.quadrant, self.singularity, self.zone)

    def make_outcome(self, duel: Duel, duelist: Duelist) -> DuelOutcome:
        """Return the outcome with the new quadrant and the discarded singularity."""
        player = duelist.player
        after = self.change(duelist)
        return duel.make_outcome(_RULES, quadrants={player: after}, wasted={player: 1})


class Move(QuadrantChange, frozen=True, tag="move"):
    """A change that moves a singularity to another zone; it stays stable or unstable."""

    singularity: Singularity
    zone: Zone
    to: Zone

    def change(self, duelist: Duelist) -> Quadrant:
        """Return the quadrant with the singularity in its new zone."""
        _check_lying(duelist, self.singularity, self.zone)
        return quadrants.move(duelist.quadrant, self.singularity, self.zone, self.to)


class Flip(QuadrantChange, frozen=True, tag="flip"):
    """A change that makes a stable singularity unstable, or an unstable one stable."""

    singularity: Singularity
    zone: Zone

    def change(self, duelist: Duelist) -> Quadrant:
        """Return the quadrant with the singularity turned over."""
        _check_lying(duelist, self.singularity, self.zone)
        return quadrants.flip(duelist.quadrant, self.singularity, self.zone)


class Discard(_Change, frozen=True, tag="discard"):
    """A change that discards an invoked card."""

    card: int

    def make_outcome(self, duel: Duel, duelist: Duelist) -> DuelOutcome:
        """Return the outcome without the card."""
        duelist.find_card(self.card)
        return duel.make_outcome(_RULES, discarded=(self.card,))


class Return(_Change, frozen=True, tag="return"):
    """A change that returns an invoked card to the hand."""

    card: int

    def make_outcome(self, duel: Duel, duelist: Duelist) -> DuelOutcome:
        """Return the outcome with the card in the hand."""
        duelist.find_card(self.card)
        hands = {duelist.player: duelist.hand + 1}
        return duel.make_outcome(_RULES, returned=(self.card,), hands=hands)


class Ready(_Change, frozen=True, tag="ready"):
    """A change that marks an invoked card as unused."""

    card: int

    def make_outcome(self, duel: Duel, duelist: Duelist) -> DuelOutcome:
        """Return the outcome with the card ready."""
        duelist.find_card(self.card)
        return duel.make_outcome(_RULES, ready=(self.card,))


class Hand(_Change, frozen=True, tag="hand"):
    """A change of the number of cards in a hand."""

    by: int

    @property
    def name(self) -> str:
        """The end of the key of the sentence about the change."""
        return "more" if self.by > 0 else "fewer"

    def make_outcome(self, duel: Duel, duelist: Duelist) -> DuelOutcome:
        """Return the outcome with the new number. Raises `Refusal` below zero."""
        player = duelist.player
        if duelist.hand + self.by < 0:
            refuse("hand-below", "by", player=player, count=duelist.hand)
        return duel.make_outcome(_RULES, hands={player: duelist.hand + self.by})


TableChange = Add | Remove | Move | Flip | Discard | Return | Ready | Hand
"""A change of the table, as events hold it: a plain base class would be read as empty."""


class ChangeTable(DuelCommand, frozen=True):
    """Change what lies before `player` by the text of the card `because`."""

    right = DUELISTS_OR_MODERATORS
    moment = "playing"

    player: Player
    because: str
    change: TableChange

    def decide(self, duel: Duel, /) -> "TableChanged":
        """Change the table. Raises `Refusal` if the named thing is not there."""
        outcome = self.change.make_outcome(duel, duel.find_duelist(self.player))
        return TableChanged(self.player, self.because, self.change, outcome)


class TableChanged(Gated, DuelStep, frozen=True, tag="duel-changed"):
    """A card's text changed what lies before `player`, `because` of that card."""

    do = "change"

    player: Player
    because: str
    change: TableChange
    outcome: DuelOutcome
