"""The plays of a turn without cards: draw a singularity or a card, end the turn (MJ-6 to MJ-10)."""

from bot.joust import quadrants
from bot.joust.duel import Draw, Duel, DuelCommand, DuelOutcome, DuelStep, DuelTurn
from bot.joust.facts import Family, Zone
from bot.rules.acts import Sentence
from bot.rules.facts import Player
from bot.rules.refusals import refuse
from bot.rules.rights import ACTIVE_DUELIST

MAX_IN_HAND = 7
"""The most cards in hand at the end of a turn (MJ-10)."""


class PlaceSingularity(DuelCommand, frozen=True):
    """Draw a singularity and place it; without a `zone` it is discarded (MJ-6, MJ-D10)."""

    right = ACTIVE_DUELIST
    moment = "turn"

    family: Family
    zone: Zone | None = None

    def decide(self, duel: Duel, /) -> "SingularityPlaced":
        """Place the singularity. Raises `Refusal` for a second one in a turn."""
        turn = _draw(duel, "singularity")
        player = duel.active.player
        if self.zone is None:
            outcome = duel.make_outcome(("MJ-6",), turn=turn, wasted={player: 1})
        else:
            after = quadrants.add(duel.active.quadrant, self.family, self.zone)
            outcome = duel.make_outcome(("MJ-6",), turn=turn, quadrants={player: after})
        return SingularityPlaced(player, self.family, outcome, self.zone)


class SingularityPlaced(DuelStep, frozen=True, tag="duel-placed"):
    """A singularity was drawn, and placed in a zone or discarded (MJ-6)."""

    do = "singularity"

    by: Player
    family: Family
    outcome: DuelOutcome
    zone: Zone | None = None


class DrawCard(DuelCommand, frozen=True):
    """Draw a crucible card (MJ-7); nobody can draw from an empty deck (MJ-D3)."""

    right = ACTIVE_DUELIST
    moment = "turn"

    def decide(self, duel: Duel, /) -> "CardDrawn":
        """Draw the card. Raises `Refusal` for a second one in a turn."""
        turn = _draw(duel, "crucible")
        duelist = duel.active
        hands = {duelist.player: duelist.hand + 1}
        return CardDrawn(duelist.player, duel.make_outcome(("MJ-7",), turn=turn, hands=hands))


class CardDrawn(DuelStep, frozen=True, tag="duel-drew"):
    """A crucible card was drawn (MJ-7)."""

    do = "crucible"

    by: Player
    outcome: DuelOutcome

    def tell(self) -> Sentence:
        """Return the sentence about who drew."""
        return Sentence("joust-did-crucible", {"player": self.by})


def _draw(duel: Duel, kind: Draw) -> DuelTurn:
    """Return the turn after a draw. Raises `Refusal` for a second one of a kind (MJ-D9)."""
    assert duel.turn is not None
    if kind in duel.turn.drawn:
        refuse("drawn-singularity" if kind == "singularity" else "drawn-crucible")
    return DuelTurn(duel.turn.active, duel.turn.number, (*duel.turn.drawn, kind))


class EndTurn(DuelCommand, frozen=True):
    """End the turn (MJ-10).

    Ephemeral cards are discarded, the hand shrinks to `MAX_IN_HAND`, and everything else is ready
    again.
    """

    right = ACTIVE_DUELIST
    moment = "turn"

    def decide(self, duel: Duel, /) -> "DuelTurnEnded":
        """Give the turn to the other player."""
        duelist = duel.active
        turn = duel.turn
        assert turn is not None
        player = duelist.player
        outcome = duel.make_outcome(
            ("MJ-10",),
            hands={player: min(duelist.hand, MAX_IN_HAND)},
            quadrants={player: quadrants.settle(duelist.quadrant)},
            discarded=tuple(laid.id for laid in duelist.cards if laid.card.ephemeral),
            ready=tuple(laid.id for laid in duelist.cards if laid.used),
            turn=DuelTurn(duel.opponent_of(player), turn.number + 1),
        )
        return DuelTurnEnded(player, outcome)


class DuelTurnEnded(DuelStep, frozen=True, tag="duel-turn-ended"):
    """A turn ended, and the other player's began (MJ-10)."""

    do = "end"

    by: Player
    outcome: DuelOutcome

    def tell(self) -> Sentence:
        """Return the sentence about whose turn ended."""
        return Sentence("joust-did-end", {"player": self.by})
