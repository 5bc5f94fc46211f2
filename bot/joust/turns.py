"""The plays of a turn without cards: draw a token (singularity) or a card, end the turn (MJ-6 to MJ-10)."""

from bot.joust import quadrants
from bot.joust.duel import Draw, Duel, DuelCommand, DuelStateChanges, DuelStepEvent, DuelTurn
from bot.joust.table_types import Family, Zone
from bot.rules.commands_and_events import TranslatableSentence
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ACTIVE_DUELIST

MAX_IN_HAND = 7
"""The most cards in hand at the end of a turn (MJ-10)."""


class PlaceDuelToken(DuelCommand, frozen=True):
    """The command to draw a token and place it in a zone.

    Without a `zone` the token is discarded (MJ-D10).
    """

    right = ACTIVE_DUELIST
    moment = "turn"

    family: Family
    zone: Zone | None = None

    def create_event(self, duel: Duel, /) -> "DuelTokenPlaced":
        """Return the `DuelTokenPlaced` event. Raises `Refusal` for a second token in the same turn."""
        turn = _add_drawn_card_to_turn(duel, "singularity")
        player = duel.active_duelist.player
        if self.zone is None:
            outcome = duel.build_duel_state_changes(("MJ-6",), turn=turn, wasted={player: 1})
        else:
            after = quadrants.add_token_to_zone(duel.active_duelist.quadrant, self.family, self.zone)
            outcome = duel.build_duel_state_changes(("MJ-6",), turn=turn, quadrants={player: after})
        return DuelTokenPlaced(player, self.family, outcome, self.zone)


class DuelTokenPlaced(DuelStepEvent, frozen=True, tag="duel-placed"):
    """The event that a token was drawn, and placed in a zone or discarded."""

    do = "singularity"

    by: Player
    family: Family
    outcome: DuelStateChanges
    zone: Zone | None = None


class DrawDuelCard(DuelCommand, frozen=True):
    """The command to draw a card other than a token.

    An empty deck gives no card (MJ-D3).
    """

    right = ACTIVE_DUELIST
    moment = "turn"

    def create_event(self, duel: Duel, /) -> "DuelCardDrawn":
        """Return the `DuelCardDrawn` event. Raises `Refusal` for a second card in the same turn."""
        turn = _add_drawn_card_to_turn(duel, "crucible")
        duelist = duel.active_duelist
        hands = {duelist.player: duelist.hand + 1}
        return DuelCardDrawn(duelist.player, duel.build_duel_state_changes(("MJ-7",), turn=turn, hands=hands))


class DuelCardDrawn(DuelStepEvent, frozen=True, tag="duel-drew"):
    """The event that a player drew a card other than a token."""

    do = "crucible"

    by: Player
    outcome: DuelStateChanges

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("joust-did-crucible", {"player": self.by})


def _add_drawn_card_to_turn(duel: Duel, card_kind: Draw) -> DuelTurn:
    """Return the turn with one more drawn card. Raises `Refusal` for a second card of a kind."""
    # One card of each kind a turn (MJ-D9).
    assert duel.turn is not None
    if card_kind in duel.turn.drawn:
        raise_refusal("drawn-singularity" if card_kind == "singularity" else "drawn-crucible")
    return DuelTurn(duel.turn.active, duel.turn.number, (*duel.turn.drawn, card_kind))


class EndDuelTurn(DuelCommand, frozen=True):
    """The command by which a player ends their turn.

    Ephemeral cards are discarded, the hand shrinks to `MAX_IN_HAND`, and everything else is ready again.
    """

    right = ACTIVE_DUELIST
    moment = "turn"

    def create_event(self, duel: Duel, /) -> "DuelTurnEnded":
        duelist = duel.active_duelist
        turn = duel.turn
        assert turn is not None
        player = duelist.player
        outcome = duel.build_duel_state_changes(
            ("MJ-10",),
            hands={player: min(duelist.hand, MAX_IN_HAND)},
            quadrants={player: quadrants.reset_used_tokens(duelist.quadrant)},
            discarded=tuple(laid.id for laid in duelist.cards if laid.card.ephemeral),
            ready=tuple(laid.id for laid in duelist.cards if laid.used),
            turn=DuelTurn(duel.find_opponent(player), turn.number + 1),
        )
        return DuelTurnEnded(player, outcome)


class DuelTurnEnded(DuelStepEvent, frozen=True, tag="duel-turn-ended"):
    """The event that a player's turn ended and the other player's began."""

    do = "end"

    by: Player
    outcome: DuelStateChanges

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("joust-did-end", {"player": self.by})
