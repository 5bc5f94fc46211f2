"""Changes of the table by the text of a card (MJ-11)."""

from abc import abstractmethod

from msgspec import Struct

from bot.joust import quadrants
from bot.joust.duel import Duel, DuelCommand, Duelist, DuelStateChanges, DuelStepEvent
from bot.joust.table_types import Family, Quadrant, Singularity, Zone
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import DUELISTS_OR_MODERATORS

_RULES = ("MJ-11",)


class _DuelCardEffect(Struct, frozen=True, gc=False, tag_field="what"):
    """The base class of a card's effects on a player's side of the table, such as an added token."""

    @property
    def message_key_suffix(self) -> str:
        return str(self.__struct_config__.tag)

    @abstractmethod
    def compute_duel_state_changes(self, duel: Duel, duelist: Duelist) -> DuelStateChanges:
        """Return how the duel changes. Raises `Refusal` if the card or token is missing."""


class DuelTokenEffect(_DuelCardEffect, frozen=True):
    """The base class of changes to a player's tokens, which lie in four zones."""

    def compute_duel_state_changes(self, duel: Duel, duelist: Duelist) -> DuelStateChanges:
        after = self.compute_changed_token_zones(duelist)
        return duel.build_duel_state_changes(_RULES, quadrants={duelist.player: after})

    @abstractmethod
    def compute_changed_token_zones(self, duelist: Duelist) -> Quadrant:
        """Return a player's zones after the change. Raises `Refusal` if a token is missing."""


def _require_token_in_zone(duelist: Duelist, token: Singularity, zone: Zone) -> None:
    if not quadrants.is_token_in_zone(duelist.quadrant, token, zone):
        raise_refusal("no-singularity", "singularity", player=duelist.player, zone=zone)


class AddDuelTokenEffect(DuelTokenEffect, frozen=True, tag="add"):
    """A change that adds an unused token to a zone."""

    family: Family
    zone: Zone

    def compute_changed_token_zones(self, duelist: Duelist) -> Quadrant:
        return quadrants.add_token_to_zone(duelist.quadrant, self.family, self.zone)


class RemoveDuelTokenEffect(DuelTokenEffect, frozen=True, tag="remove"):
    """A change that removes a token from a zone."""

    singularity: Singularity
    zone: Zone

    def compute_changed_token_zones(self, duelist: Duelist) -> Quadrant:
        _require_token_in_zone(duelist, self.singularity, self.zone)
        return quadrants.remove_token_from_zone(duelist.quadrant, self.singularity, self.zone)

    def compute_duel_state_changes(self, duel: Duel, duelist: Duelist) -> DuelStateChanges:
        player = duelist.player
        after = self.compute_changed_token_zones(duelist)
        return duel.build_duel_state_changes(_RULES, quadrants={player: after}, wasted={player: 1})


class MoveDuelTokenEffect(DuelTokenEffect, frozen=True, tag="move"):
    """A change that moves a token to another zone of its player."""

    singularity: Singularity
    zone: Zone
    to: Zone

    def compute_changed_token_zones(self, duelist: Duelist) -> Quadrant:
        _require_token_in_zone(duelist, self.singularity, self.zone)
        return quadrants.move_token_to_zone(duelist.quadrant, self.singularity, self.zone, self.to)


class FlipDuelTokenEffect(DuelTokenEffect, frozen=True, tag="flip"):
    """A change that flips a token from unused to used, or back."""

    singularity: Singularity
    zone: Zone

    def compute_changed_token_zones(self, duelist: Duelist) -> Quadrant:
        _require_token_in_zone(duelist, self.singularity, self.zone)
        return quadrants.flip_token_in_zone(duelist.quadrant, self.singularity, self.zone)


class DiscardDuelCardEffect(_DuelCardEffect, frozen=True, tag="discard"):
    """A change that discards a card from the table."""

    card: int

    def compute_duel_state_changes(self, duel: Duel, duelist: Duelist) -> DuelStateChanges:
        duelist.find_played_card(self.card)
        return duel.build_duel_state_changes(_RULES, discarded=(self.card,))


class ReturnDuelCardEffect(_DuelCardEffect, frozen=True, tag="return"):
    """A change that returns a card from the table to its player's hand."""

    card: int

    def compute_duel_state_changes(self, duel: Duel, duelist: Duelist) -> DuelStateChanges:
        duelist.find_played_card(self.card)
        hands = {duelist.player: duelist.hand + 1}
        return duel.build_duel_state_changes(_RULES, returned=(self.card,), hands=hands)


class ReadyDuelCardEffect(_DuelCardEffect, frozen=True, tag="ready"):
    """A change that makes a used card on the table ready again."""

    card: int

    def compute_duel_state_changes(self, duel: Duel, duelist: Duelist) -> DuelStateChanges:
        duelist.find_played_card(self.card)
        return duel.build_duel_state_changes(_RULES, ready=(self.card,))


class ChangeHandSizeEffect(_DuelCardEffect, frozen=True, tag="hand"):
    """A change of the number of cards in a player's hand."""

    by: int

    @property
    def message_key_suffix(self) -> str:
        return "more" if self.by > 0 else "fewer"

    def compute_duel_state_changes(self, duel: Duel, duelist: Duelist) -> DuelStateChanges:
        """Return the new hand size. Raises `Refusal` if it would be below 0."""
        player = duelist.player
        if duelist.hand + self.by < 0:
            raise_refusal("hand-below", "by", player=player, count=duelist.hand)
        return duel.build_duel_state_changes(_RULES, hands={player: duelist.hand + self.by})


TableChange = (
    AddDuelTokenEffect
    | RemoveDuelTokenEffect
    | MoveDuelTokenEffect
    | FlipDuelTokenEffect
    | DiscardDuelCardEffect
    | ReturnDuelCardEffect
    | ReadyDuelCardEffect
    | ChangeHandSizeEffect
)
"""A change of the table, as events hold it: a plain base class would be read as empty."""


class ApplyDuelCardEffect(DuelCommand, frozen=True):
    """The command to carry out the effect of the card `because` on a player's side of the table."""

    right = DUELISTS_OR_MODERATORS
    moment = "playing"

    player: Player
    because: str
    change: TableChange

    def create_event(self, duel: Duel, /) -> "DuelCardEffectApplied":
        """Return the `DuelCardEffectApplied` event. Raises `Refusal` if a card or token is missing."""
        outcome = self.change.compute_duel_state_changes(duel, duel.find_duelist_of_player(self.player))
        return DuelCardEffectApplied(self.player, self.because, self.change, outcome)


class DuelCardEffectApplied(ModeratableEvent, DuelStepEvent, frozen=True, tag="duel-changed"):
    """The event that a card's effect changed a player's side of the table."""

    do = "change"

    player: Player
    because: str
    change: TableChange
    outcome: DuelStateChanges
