"""The great work, which the winner of a duel presents to the audience (MJ-16)."""

from msgspec.structs import replace

from bot.joust.duel import Duel, DuelCommand, DuelSideEvent
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import DUELISTS

MAX_WORK_LENGTH = 900
"""The most characters of a great work's presentation."""


class PresentGreatWork(DuelCommand, frozen=True):
    """The winner's command to present the great work to the audience."""

    right = DUELISTS

    player: Player
    text: str

    def create_event(self, duel: Duel, /) -> "GreatWorkPresented":
        """Present the great work.

        Raises `Refusal` for anybody but the winner, and for too long a text.
        """
        if duel.result is None or duel.result.winner != self.player:
            raise_refusal("only-winner")
        if not 1 <= len(self.text) <= MAX_WORK_LENGTH:
            raise_refusal("too-long", "text", most=MAX_WORK_LENGTH)
        return GreatWorkPresented(self.player, self.text)


class GreatWorkPresented(DuelSideEvent, frozen=True, tag="duel-presented"):
    """The event that the winner presented the great work; it replaces an earlier presentation."""

    settles = True

    by: Player
    text: str

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with the presented work."""
        return replace(duel, work=self.text)
