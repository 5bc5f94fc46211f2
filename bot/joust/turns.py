"""The plays of a turn without cards: draw a singularity or a card, end the turn (MJ-6 to MJ-10)."""

from bot.joust import quadrants
from bot.joust.duel import Draw, Duel, DuelCommand, DuelOutcome, DuelStep, DuelTurn
from bot.joust.table_types import Family, Zone
from bot.rules.commands_and_events import Sentence
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ACTIVE_DUELIST

MAX_IN_HAND = 7
"""The most cards in hand at the end of a turn (MJ-10)."""


class PlaceSingularity(DuelCommand, frozen=True):
    """The command to draw a singularity and place it (MJ-6).

    Without a `zone` the singularity is discarded (MJ-D10).
    """

    right = ACTIVE_DUELIST
    moment = "turn"

    family: Family
    zone: Zone | None = None

    def create_event(self, duel: Duel, /) -> "SingularityPlaced":
        """Place the singularity. Raises `Refusal` for a second one in a turn."""
        turn = _record_draw_in_turn(duel, "singularity")
        player = duel.active_duelist.player
        if self.zone is None:
            outcome = duel.build_outcome(("MJ-6",), turn=turn, wasted={player: 1})
        else:
            after = quadrants.add_singularity(duel.active_duelist.quadrant, self.family, self.zone)
            outcome = duel.build_outcome(("MJ-6",), turn=turn, quadrants={player: after})
        return SingularityPlaced(player, self.family, outcome, self.zone)


class SingularityPlaced(DuelStep, frozen=True, tag="duel-placed"):
    """The event that a singularity was drawn, and placed in a zone or discarded (MJ-6)."""

    do = "singularity"

    by: Player
    family: Family
    outcome: DuelOutcome
    zone: Zone | None = None


class DrawCrucibleCard(DuelCommand, frozen=True):
    """The command to draw a crucible card (MJ-7); nobody can draw from an empty deck (MJ-D3)."""

    right = ACTIVE_DUELIST
    moment = "turn"

    def create_event(self, duel: Duel, /) -> "CrucibleCardDrawn":
        """Draw the card. Raises `Refusal` for a second one in a turn."""
        turn = _record_draw_in_turn(duel, "crucible")
        duelist = duel.active_duelist
        hands = {duelist.player: duelist.hand + 1}
        return CrucibleCardDrawn(
            duelist.player, duel.build_outcome(("MJ-7",), turn=turn, hands=hands)
        )


class CrucibleCardDrawn(DuelStep, frozen=True, tag="duel-drew"):
    """The event that a crucible card was drawn (MJ-7)."""

    do = "crucible"

    by: Player
    outcome: DuelOutcome

    def describe(self) -> Sentence:
        """Return the sentence that says who drew a card."""
        return Sentence("joust-did-crucible", {"player": self.by})


def _record_draw_in_turn(duel: Duel, card_kind: Draw) -> DuelTurn:
    """Return the turn with one more card drawn.

    Raises `Refusal` for a second card of a kind (MJ-D9).
    """
    assert duel.turn is not None
    if card_kind in duel.turn.drawn:
        raise_refusal("drawn-singularity" if card_kind == "singularity" else "drawn-crucible")
    return DuelTurn(duel.turn.active, duel.turn.number, (*duel.turn.drawn, card_kind))


class EndDuelTurn(DuelCommand, frozen=True):
    """The command to end the turn of the active duelist (MJ-10).

    Ephemeral cards are discarded, the hand shrinks to `MAX_IN_HAND`, and everything else is
    ready again.
    """

    right = ACTIVE_DUELIST
    moment = "turn"

    def create_event(self, duel: Duel, /) -> "DuelTurnEnded":
        """Give the turn to the other player."""
        duelist = duel.active_duelist
        turn = duel.turn
        assert turn is not None
        player = duelist.player
        outcome = duel.build_outcome(
            ("MJ-10",),
            hands={player: min(duelist.hand, MAX_IN_HAND)},
            quadrants={player: quadrants.stabilize_singularities(duelist.quadrant)},
            discarded=tuple(laid.id for laid in duelist.cards if laid.card.ephemeral),
            ready=tuple(laid.id for laid in duelist.cards if laid.used),
            turn=DuelTurn(duel.find_opponent(player), turn.number + 1),
        )
        return DuelTurnEnded(player, outcome)


class DuelTurnEnded(DuelStep, frozen=True, tag="duel-turn-ended"):
    """The event that a duelist's turn ended, and the other player's began (MJ-10)."""

    do = "end"

    by: Player
    outcome: DuelOutcome

    def describe(self) -> Sentence:
        """Return the sentence that says whose turn ended."""
        return Sentence("joust-did-end", {"player": self.by})
