"""Changes of the table by the text of a card (MJ-11)."""

from abc import abstractmethod

from msgspec import Struct

from bot.joust import quadrants
from bot.joust.duel import Duel, DuelCommand, Duelist, DuelOutcome, DuelStep
from bot.joust.table_types import Family, Quadrant, Singularity, Zone
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import DUELISTS_OR_MODERATORS

_RULES = ("MJ-11",)


class _TableChangeBase(Struct, frozen=True, gc=False, tag_field="what"):
    """The base class of all changes that a card's text makes to a player's side of the table."""

    @property
    def message_suffix(self) -> str:
        """The end of the catalogue key of the change (`joust-change-<suffix>`)."""
        return str(self.__struct_config__.tag)

    @abstractmethod
    def build_outcome(self, duel: Duel, duelist: Duelist) -> DuelOutcome:
        """Return the changes that a card's text makes for a player.

        Raises `Refusal` for a missing target.
        """


class QuadrantChange(_TableChangeBase, frozen=True):
    """The base class of changes of a player's quadrant."""

    def build_outcome(self, duel: Duel, duelist: Duelist) -> DuelOutcome:
        """Return the changes in which the player's quadrant is replaced by the new one."""
        after = self.compute_quadrant(duelist)
        return duel.build_outcome(_RULES, quadrants={duelist.player: after})

    @abstractmethod
    def compute_quadrant(self, duelist: Duelist) -> Quadrant:
        """Return a player's quadrant after the change.

        Raises `Refusal` for a missing singularity.
        """


def _require_singularity_in_zone(duelist: Duelist, singularity: Singularity, zone: Zone) -> None:
    """Raise `Refusal` unless a singularity lies in a zone of the player's quadrant."""
    if not quadrants.has_singularity(duelist.quadrant, singularity, zone):
        raise_refusal("no-singularity", "singularity", player=duelist.player, zone=zone)


class AddSingularity(QuadrantChange, frozen=True, tag="add"):
    """A change that adds a stable singularity to a zone."""

    family: Family
    zone: Zone

    def compute_quadrant(self, duelist: Duelist) -> Quadrant:
        """Return the player's quadrant with the new singularity."""
        return quadrants.add_singularity(duelist.quadrant, self.family, self.zone)


class RemoveSingularity(QuadrantChange, frozen=True, tag="remove"):
    """A change that discards a singularity from a zone."""

    singularity: Singularity
    zone: Zone

    def compute_quadrant(self, duelist: Duelist) -> Quadrant:
        """Return the player's quadrant without the singularity."""
        _require_singularity_in_zone(duelist, self.singularity, self.zone)
        return quadrants.remove_singularity(duelist.quadrant, self.singularity, self.zone)

    def build_outcome(self, duel: Duel, duelist: Duelist) -> DuelOutcome:
        """Return the changes in which a singularity leaves the quadrant and is discarded."""
        player = duelist.player
        after = self.compute_quadrant(duelist)
        return duel.build_outcome(_RULES, quadrants={player: after}, wasted={player: 1})


class MoveSingularity(QuadrantChange, frozen=True, tag="move"):
    """A change that moves a singularity to another zone; it stays stable or unstable."""

    singularity: Singularity
    zone: Zone
    to: Zone

    def compute_quadrant(self, duelist: Duelist) -> Quadrant:
        """Return the player's quadrant with the singularity in its new zone."""
        _require_singularity_in_zone(duelist, self.singularity, self.zone)
        return quadrants.move_singularity(duelist.quadrant, self.singularity, self.zone, self.to)


class FlipSingularity(QuadrantChange, frozen=True, tag="flip"):
    """A change that makes a stable singularity unstable, or an unstable one stable."""

    singularity: Singularity
    zone: Zone

    def compute_quadrant(self, duelist: Duelist) -> Quadrant:
        """Return the player's quadrant with the singularity turned over."""
        _require_singularity_in_zone(duelist, self.singularity, self.zone)
        return quadrants.flip_singularity(duelist.quadrant, self.singularity, self.zone)


class DiscardCard(_TableChangeBase, frozen=True, tag="discard"):
    """A change that discards an invoked card."""

    card: int

    def build_outcome(self, duel: Duel, duelist: Duelist) -> DuelOutcome:
        """Return the changes in which an invoked card is discarded."""
        duelist.find_card(self.card)
        return duel.build_outcome(_RULES, discarded=(self.card,))


class ReturnCardToHand(_TableChangeBase, frozen=True, tag="return"):
    """A change that returns an invoked card to its player's hand."""

    card: int

    def build_outcome(self, duel: Duel, duelist: Duelist) -> DuelOutcome:
        """Return the changes in which an invoked card goes back to the player's hand."""
        duelist.find_card(self.card)
        hands = {duelist.player: duelist.hand + 1}
        return duel.build_outcome(_RULES, returned=(self.card,), hands=hands)


class ReadyCard(_TableChangeBase, frozen=True, tag="ready"):
    """A change that makes a used card ready again."""

    card: int

    def build_outcome(self, duel: Duel, duelist: Duelist) -> DuelOutcome:
        """Return the changes in which a used card is ready again."""
        duelist.find_card(self.card)
        return duel.build_outcome(_RULES, ready=(self.card,))


class ChangeHandSize(_TableChangeBase, frozen=True, tag="hand"):
    """A change of the number of cards in a player's hand."""

    by: int

    @property
    def message_suffix(self) -> str:
        """The end of the catalogue key of the change: more cards or fewer."""
        return "more" if self.by > 0 else "fewer"

    def build_outcome(self, duel: Duel, duelist: Duelist) -> DuelOutcome:
        """Return the changes in which the player's hand gets its new size.

        Raises `Refusal` below zero.
        """
        player = duelist.player
        if duelist.hand + self.by < 0:
            raise_refusal("hand-below", "by", player=player, count=duelist.hand)
        return duel.build_outcome(_RULES, hands={player: duelist.hand + self.by})


TableChange = (
    AddSingularity
    | RemoveSingularity
    | MoveSingularity
    | FlipSingularity
    | DiscardCard
    | ReturnCardToHand
    | ReadyCard
    | ChangeHandSize
)
"""A change of the table, as events hold it: a plain base class would be read as empty."""


class ChangeTable(DuelCommand, frozen=True):
    """The command to change a player's side of the table by the text of the card `because`."""

    right = DUELISTS_OR_MODERATORS
    moment = "playing"

    player: Player
    because: str
    change: TableChange

    def create_event(self, duel: Duel, /) -> "TableChanged":
        """Change the table. Raises `Refusal` for a missing card or singularity."""
        outcome = self.change.build_outcome(duel, duel.find_duelist(self.player))
        return TableChanged(self.player, self.because, self.change, outcome)


class TableChanged(ModeratableEvent, DuelStep, frozen=True, tag="duel-changed"):
    """The event that a card's text changed a player's side of the table."""

    do = "change"

    player: Player
    because: str
    change: TableChange
    outcome: DuelOutcome
