"""Changes of the table by the text of a card (MJ-11)."""

from abc import abstractmethod

from msgspec import Struct

from bot.joust import quadrants
from bot.joust.duel import Duel, DuelCommand, Duelist, DuelStepEvent, DuelStepOutcome
from bot.joust.table_types import Family, Quadrant, Singularity, Zone
from bot.rules.facts import Player
from bot.rules.moderatable_events import EventByPlayerOrModerator
from bot.rules.refusals import raise_refusal
from bot.rules.rights import DUELISTS_OR_MODERATORS

_RULES = ("MJ-11",)


class _DuelTableChange(Struct, frozen=True, gc=False, tag_field="what"):
    """The base class of all changes that a card's text makes to a player's side of the table."""

    @property
    def message_key_suffix(self) -> str:
        """The end of the key of the message that describes the change
        (`joust-change-<suffix>`).
        """
        return str(self.__struct_config__.tag)

    @abstractmethod
    def build_step_outcome(self, duel: Duel, duelist: Duelist) -> DuelStepOutcome:
        """Return the changes of a duel's table that a card's text makes for a player.

        Raises `Refusal` for a missing target.
        """


class DuelQuadrantChange(_DuelTableChange, frozen=True):
    """The base class of changes of a player's quadrant: the four zones with their singularity
    cards.
    """

    def build_step_outcome(self, duel: Duel, duelist: Duelist) -> DuelStepOutcome:
        """Return the changes of a duel's table in which the player's quadrant is replaced
        by the new one.
        """
        after = self.compute_changed_quadrant(duelist)
        return duel.build_step_outcome(_RULES, quadrants={duelist.player: after})

    @abstractmethod
    def compute_changed_quadrant(self, duelist: Duelist) -> Quadrant:
        """Return the player's quadrant (four zones with singularity cards) after the
        change.

        Raises `Refusal` for a missing singularity.
        """


def _require_singularity_in_zone(duelist: Duelist, singularity: Singularity, zone: Zone) -> None:
    """Raise `Refusal` unless a singularity card (singularity) lies in a zone of the player's
    quadrant.
    """
    if not quadrants.has_singularity_in_zone(duelist.quadrant, singularity, zone):
        raise_refusal("no-singularity", "singularity", player=duelist.player, zone=zone)


class AddDuelSingularity(DuelQuadrantChange, frozen=True, tag="add"):
    """A change that adds a stable (unused) singularity, a singularity card, to a zone."""

    family: Family
    zone: Zone

    def compute_changed_quadrant(self, duelist: Duelist) -> Quadrant:
        """Return the player's quadrant with the singularity card (singularity) that the
        change adds.
        """
        return quadrants.add_singularity_to_zone(duelist.quadrant, self.family, self.zone)


class RemoveDuelSingularity(DuelQuadrantChange, frozen=True, tag="remove"):
    """A change that discards a singularity (a singularity card) from a zone."""

    singularity: Singularity
    zone: Zone

    def compute_changed_quadrant(self, duelist: Duelist) -> Quadrant:
        """Return the player's quadrant without the singularity card (singularity) that the
        change removes.
        """
        _require_singularity_in_zone(duelist, self.singularity, self.zone)
        return quadrants.remove_singularity_from_zone(duelist.quadrant, self.singularity, self.zone)

    def build_step_outcome(self, duel: Duel, duelist: Duelist) -> DuelStepOutcome:
        """Return the changes in which a singularity leaves the player's quadrant and is
        discarded.
        """
        player = duelist.player
        after = self.compute_changed_quadrant(duelist)
        return duel.build_step_outcome(_RULES, quadrants={player: after}, wasted={player: 1})


class MoveDuelSingularity(DuelQuadrantChange, frozen=True, tag="move"):
    """A change that moves a singularity (a singularity card) to another zone; it stays stable
    or unstable.
    """

    singularity: Singularity
    zone: Zone
    to: Zone

    def compute_changed_quadrant(self, duelist: Duelist) -> Quadrant:
        """Return the player's quadrant with the singularity card (singularity) in its new
        zone.
        """
        _require_singularity_in_zone(duelist, self.singularity, self.zone)
        return quadrants.move_singularity_to_zone(duelist.quadrant, self.singularity, self.zone, self.to)


class FlipDuelSingularity(DuelQuadrantChange, frozen=True, tag="flip"):
    """A change that makes a stable singularity card (singularity) unstable, or an unstable one
    stable.
    """

    singularity: Singularity
    zone: Zone

    def compute_changed_quadrant(self, duelist: Duelist) -> Quadrant:
        """Return the player's quadrant with the singularity card (singularity) turned over."""
        _require_singularity_in_zone(duelist, self.singularity, self.zone)
        return quadrants.flip_singularity_in_zone(duelist.quadrant, self.singularity, self.zone)


class DiscardCardInPlay(_DuelTableChange, frozen=True, tag="discard"):
    """A change that discards a card which lies on the table of a duel."""

    card: int

    def build_step_outcome(self, duel: Duel, duelist: Duelist) -> DuelStepOutcome:
        """Return the changes of the duel in which a card on the table is discarded."""
        duelist.find_played_card(self.card)
        return duel.build_step_outcome(_RULES, discarded=(self.card,))


class ReturnCardToHand(_DuelTableChange, frozen=True, tag="return"):
    """A change that returns a card from the table of a duel to its player's hand."""

    card: int

    def build_step_outcome(self, duel: Duel, duelist: Duelist) -> DuelStepOutcome:
        """Return the changes of the duel in which a card on the table goes back to the
        player's hand.
        """
        duelist.find_played_card(self.card)
        hands = {duelist.player: duelist.hand + 1}
        return duel.build_step_outcome(_RULES, returned=(self.card,), hands=hands)


class MakeDuelCardReady(_DuelTableChange, frozen=True, tag="ready"):
    """A change that makes a used card on the table of a duel ready again."""

    card: int

    def build_step_outcome(self, duel: Duel, duelist: Duelist) -> DuelStepOutcome:
        """Return the changes of the duel in which a used card is ready again."""
        duelist.find_played_card(self.card)
        return duel.build_step_outcome(_RULES, ready=(self.card,))


class ChangeDuelHandSize(_DuelTableChange, frozen=True, tag="hand"):
    """A change of the number of cards in a player's hand."""

    by: int

    @property
    def message_key_suffix(self) -> str:
        """The end of the key of the message that describes the change: more cards or fewer."""
        return "more" if self.by > 0 else "fewer"

    def build_step_outcome(self, duel: Duel, duelist: Duelist) -> DuelStepOutcome:
        """Return the changes of the duel in which the player's hand gets its new size.

        Raises `Refusal` below zero.
        """
        player = duelist.player
        if duelist.hand + self.by < 0:
            raise_refusal("hand-below", "by", player=player, count=duelist.hand)
        return duel.build_step_outcome(_RULES, hands={player: duelist.hand + self.by})


TableChange = (
    AddDuelSingularity
    | RemoveDuelSingularity
    | MoveDuelSingularity
    | FlipDuelSingularity
    | DiscardCardInPlay
    | ReturnCardToHand
    | MakeDuelCardReady
    | ChangeDuelHandSize
)
"""A change of the table, as events hold it: a plain base class would be read as empty."""


class ChangeDuelTable(DuelCommand, frozen=True):
    """The command to change a player's side of a duel's table, as the text of the card
    `because` says.
    """

    right = DUELISTS_OR_MODERATORS
    moment = "playing"

    player: Player
    because: str
    change: TableChange

    def create_event(self, duel: Duel, /) -> "DuelTableChanged":
        """Change the table of the duel. Raises `Refusal` for a missing card or singularity."""
        outcome = self.change.build_step_outcome(duel, duel.find_side_of_player(self.player))
        return DuelTableChanged(self.player, self.because, self.change, outcome)


class DuelTableChanged(EventByPlayerOrModerator, DuelStepEvent, frozen=True, tag="duel-changed"):
    """The event that a card's text changed a player's side of the table in a duel."""

    do = "change"

    player: Player
    because: str
    change: TableChange
    outcome: DuelStepOutcome
