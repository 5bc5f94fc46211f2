"""The plays of a turn without cards: draw a singularity or a card, end the turn (MJ-6 to MJ-10)."""

from bot.joust import quadrants
from bot.joust.duel import Draw, Duel, DuelCommand, DuelStepEvent, DuelStepOutcome, DuelTurn
from bot.joust.table_types import Family, Zone
from bot.rules.commands_and_events import Sentence
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ACTIVE_DUELIST

MAX_IN_HAND = 7
"""The most cards in hand at the end of a turn (MJ-10)."""


class PlaceDuelSingularity(DuelCommand, frozen=True):
    """The command to draw a singularity card (singularity) and place it in a zone (MJ-6).

    Without a `zone` the singularity is discarded (MJ-D10).
    """

    right = ACTIVE_DUELIST
    moment = "turn"

    family: Family
    zone: Zone | None = None

    def create_event(self, duel: Duel, /) -> "DuelSingularityPlaced":
        """Place the drawn singularity card. Raises `Refusal` for a second one in a turn."""
        turn = _add_drawn_card_to_turn(duel, "singularity")
        player = duel.active_duelist.player
        if self.zone is None:
            outcome = duel.build_step_outcome(("MJ-6",), turn=turn, wasted={player: 1})
        else:
            after = quadrants.add_singularity_to_zone(duel.active_duelist.quadrant, self.family, self.zone)
            outcome = duel.build_step_outcome(("MJ-6",), turn=turn, quadrants={player: after})
        return DuelSingularityPlaced(player, self.family, outcome, self.zone)


class DuelSingularityPlaced(DuelStepEvent, frozen=True, tag="duel-placed"):
    """The event that a singularity card (singularity) was drawn, and placed in a zone or
    discarded (MJ-6).
    """

    do = "singularity"

    by: Player
    family: Family
    outcome: DuelStepOutcome
    zone: Zone | None = None


class DrawDuelCard(DuelCommand, frozen=True):
    """The command to draw a crucible card, which is no resource (MJ-7); an empty deck gives
    none (MJ-D3).
    """

    right = ACTIVE_DUELIST
    moment = "turn"

    def create_event(self, duel: Duel, /) -> "DuelCardDrawn":
        """Draw the card from the crucible deck. Raises `Refusal` for a second one in a
        turn.
        """
        turn = _add_drawn_card_to_turn(duel, "crucible")
        duelist = duel.active_duelist
        hands = {duelist.player: duelist.hand + 1}
        return DuelCardDrawn(duelist.player, duel.build_step_outcome(("MJ-7",), turn=turn, hands=hands))


class DuelCardDrawn(DuelStepEvent, frozen=True, tag="duel-drew"):
    """The event that a player of a duel drew a card from the crucible deck (MJ-7)."""

    do = "crucible"

    by: Player
    outcome: DuelStepOutcome

    def describe_to_players(self) -> Sentence:
        """Return the sentence that says which player of the duel drew a card."""
        return Sentence("joust-did-crucible", {"player": self.by})


def _add_drawn_card_to_turn(duel: Duel, card_kind: Draw) -> DuelTurn:
    """Return the turn with a drawn card of this kind added.

    Raises `Refusal` for a second card of a kind (MJ-D9).
    """
    assert duel.turn is not None
    if card_kind in duel.turn.drawn:
        raise_refusal("drawn-singularity" if card_kind == "singularity" else "drawn-crucible")
    return DuelTurn(duel.turn.active, duel.turn.number, (*duel.turn.drawn, card_kind))


class EndDuelTurn(DuelCommand, frozen=True):
    """The command to end the turn of the player whose turn it is in a duel (MJ-10).

    Ephemeral cards are discarded, the hand shrinks to `MAX_IN_HAND`, and everything else is
    ready again.
    """

    right = ACTIVE_DUELIST
    moment = "turn"

    def create_event(self, duel: Duel, /) -> "DuelTurnEnded":
        """End the turn of the player, so that the other player's turn begins."""
        duelist = duel.active_duelist
        turn = duel.turn
        assert turn is not None
        player = duelist.player
        outcome = duel.build_step_outcome(
            ("MJ-10",),
            hands={player: min(duelist.hand, MAX_IN_HAND)},
            quadrants={player: quadrants.make_all_singularities_stable(duelist.quadrant)},
            discarded=tuple(laid.id for laid in duelist.cards if laid.card.ephemeral),
            ready=tuple(laid.id for laid in duelist.cards if laid.used),
            turn=DuelTurn(duel.find_opponent(player), turn.number + 1),
        )
        return DuelTurnEnded(player, outcome)


class DuelTurnEnded(DuelStepEvent, frozen=True, tag="duel-turn-ended"):
    """The event that a player's turn in a duel ended, and the other player's began (MJ-10)."""

    do = "end"

    by: Player
    outcome: DuelStepOutcome

    def describe_to_players(self) -> Sentence:
        """Return the sentence that says whose turn in the duel ended."""
        return Sentence("joust-did-end", {"player": self.by})
