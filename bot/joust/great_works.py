"""The great work, which the winner of a duel presents to the audience (MJ-16)."""

from msgspec.structs import replace

from bot.joust.duel import Duel, DuelCommand, DuelEventWithoutStep
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import DUELISTS

MAX_WORK_LENGTH = 900
"""The most characters of a great work's presentation."""


class PresentDuelGreatWork(DuelCommand, frozen=True):
    """The command of a duel's winner to present to the audience the great work that their plans
    completed.
    """

    right = DUELISTS

    player: Player
    text: str

    def create_event(self, duel: Duel, /) -> "DuelGreatWorkPresented":
        """Present the great work of the duel's winner.

        Raises `Refusal` for anybody but the winner, and for too long a text.
        """
        if duel.result is None or duel.result.winner != self.player:
            raise_refusal("only-winner")
        if not 1 <= len(self.text) <= MAX_WORK_LENGTH:
            raise_refusal("too-long", "text", most=MAX_WORK_LENGTH)
        return DuelGreatWorkPresented(self.player, self.text)


class DuelGreatWorkPresented(DuelEventWithoutStep, frozen=True, tag="duel-presented"):
    """The event that a duel's winner presented a great work, in place of an earlier
    presentation.
    """

    settles = True

    by: Player
    text: str

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with the great work that its winner presented."""
        return replace(duel, work=self.text)
