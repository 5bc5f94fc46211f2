"""The great work, which the winner of a duel presents to the audience (MJ-16)."""

from msgspec.structs import replace

from bot.joust.duel import Duel, DuelCommand, NonGameplayDuelEvent
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import DUELISTS

MAX_WORK_LENGTH = 900
"""The most characters of a great work's presentation."""


class DescribeDuelVictory(DuelCommand, frozen=True):
    """The command by which the winner of a duel describes what their plan cards have built."""

    right = DUELISTS

    player: Player
    text: str

    def create_event(self, duel: Duel, /) -> "DuelVictoryDescribed":
        """Return the `DuelVictoryDescribed` event.

        Raises `Refusal` for anybody but the winner, and for too long a text.
        """
        if duel.result is None or duel.result.winner != self.player:
            raise_refusal("only-winner")
        if not 1 <= len(self.text) <= MAX_WORK_LENGTH:
            raise_refusal("too-long", "text", most=MAX_WORK_LENGTH)
        return DuelVictoryDescribed(self.player, self.text)


class DuelVictoryDescribed(NonGameplayDuelEvent, frozen=True, tag="duel-presented"):
    """The event that the winner of a duel described what their plan cards have built.

    It replaces an earlier description.
    """

    by: Player
    text: str

    def apply(self, duel: Duel, /) -> Duel:
        return replace(duel, work=self.text)
