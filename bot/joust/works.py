"""The great work, which the winner of a duel presents to the audience (MJ-16)."""

from msgspec.structs import replace

from bot.joust.duel import Duel, DuelAside, DuelCommand
from bot.rules.facts import Player
from bot.rules.refusals import refuse
from bot.rules.rights import DUELISTS

MAX_WORK_LENGTH = 900
"""The most characters of a great work's presentation."""


class PresentWork(DuelCommand, frozen=True):
    """Present the great work to the audience."""

    right = DUELISTS

    player: Player
    text: str

    def decide(self, duel: Duel, /) -> "WorkPresented":
        """Present the work. Raises `Refusal` unless the winner does, and for a text too long."""
        if duel.result is None or duel.result.winner != self.player:
            refuse("only-winner")
        if not 1 <= len(self.text) <= MAX_WORK_LENGTH:
            refuse("too-long", "text", most=MAX_WORK_LENGTH)
        return WorkPresented(self.player, self.text)


class WorkPresented(DuelAside, frozen=True, tag="duel-presented"):
    """The winner presented the great work; this replaces an earlier presentation."""

    settles = True

    by: Player
    text: str

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with the work."""
        return replace(duel, work=self.text)
