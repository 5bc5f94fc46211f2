"""The time after the end of a duel: its result is disputed, upheld, or counts by silence."""

from msgspec.structs import replace

from bot.joust.duel import Duel, DuelAside, DuelCommand
from bot.rules.acts import DecisionCode
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.refusals import refuse
from bot.rules.rights import DUELISTS, END_CONFIRMERS, NOT_OWN_REPORT, THE_BOT, Asker, Right


class DisputeDuel(DuelCommand, frozen=True):
    """Dispute the end: the result does not count until somebody has decided."""

    right = DUELISTS

    by: Player

    def decide(self, duel: Duel, /) -> "DuelDisputed":
        """Dispute the end; each player can dispute an end once.

        Raises `Refusal` if there is no result, if it counts, or if it is disputed.
        """
        duel.find_duelist(self.by)
        if duel.result is None:
            refuse("duel-goes-on")
        if duel.counted is not None:
            refuse("duel-counts")
        if self.by in duel.disputers:
            refuse("disputed-once")
        if duel.disputed is not None:
            refuse("duel-disputed")
        return DuelDisputed(self.by)

    def find_right(self, duel: Duel, asker: Asker, maker: Player | None) -> Right:
        """Return the right to dispute, which nobody has against their own end."""
        own = asker.player in duel.players and asker.player == maker
        return NOT_OWN_REPORT if own else self.right


class DuelDisputed(Gated, DuelAside, frozen=True, tag="duel-disputed"):
    """A player disputed the end, or withdrew that (`taken_back`)."""

    settles = True
    audit_code = "upheld"

    by: Player
    taken_back: bool = False

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with or without the dispute."""
        if self.taken_back:
            return replace(duel, disputed=None)
        return replace(duel, disputed=self.by, disputers=(*duel.disputers, self.by))

    @property
    def restarts_disputes(self) -> bool:
        """True if the dispute was withdrawn: the time to dispute begins anew."""
        return self.taken_back

    @property
    def confirms(self) -> bool:
        """True if the dispute was withdrawn."""
        return self.taken_back


class UpholdDuel(DuelCommand, frozen=True):
    """Let the end stand: by a moderator, or by the player who disputed it."""

    right = END_CONFIRMERS

    by: Player

    def decide(self, duel: Duel, /) -> "DuelDisputed | DuelUpheld":
        """Let the end stand, so that it counts.

        If the player who disputed it withdraws that, the time to dispute begins anew instead.
        Raises `Refusal` if nobody disputes the end or asks to take it back.
        """
        if not duel.is_contested:
            refuse("dispute-settled")
        if self.by == duel.disputed:
            return DuelDisputed(self.by, taken_back=True)
        return DuelUpheld()


class DuelUpheld(Gated, DuelAside, frozen=True, tag="duel-upheld"):
    """A moderator upheld a contested end: the result counts."""

    settles = True

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with its result settled."""
        return replace(duel, settled=True, disputed=None, proposal=None)

    @property
    def confirms(self) -> bool:
        """True: the result counts."""
        return True

    def name_decision(self, *, by_host: bool) -> DecisionCode:
        """Return the decision to uphold the end."""
        return "upheld", None


def _check_silence(duel: Duel) -> None:
    """Raise `Refusal` unless a result waits to count by silence."""
    if duel.result is None or duel.counted is not None or duel.is_contested:
        refuse("dispute-settled")


class SettleDuel(DuelCommand, frozen=True):
    """Let the result count, because nobody took the end back in time."""

    right = THE_BOT

    def decide(self, duel: Duel, /) -> "DuelSettled":
        """Settle the result. Raises `Refusal` if none waits to count."""
        _check_silence(duel)
        return DuelSettled()


class DuelSettled(DuelAside, frozen=True, tag="duel-settled"):
    """Nobody took the end back in time: the result counts."""

    settles = True

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with its result settled."""
        return replace(duel, settled=True)

    @property
    def confirms(self) -> bool:
        """True: the result counts."""
        return True


class LockDuel(DuelCommand, frozen=True):
    """Leave the end to moderators, because the season of the duel is over."""

    right = THE_BOT

    def decide(self, duel: Duel, /) -> "DuelLocked":
        """Lock the end. Raises `Refusal` if none waits to count."""
        _check_silence(duel)
        return DuelLocked()


class DuelLocked(DuelAside, frozen=True, tag="duel-locked"):
    """The season of the duel is over, so only a moderator can still uphold its end."""

    settles = True

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with its end locked."""
        return replace(duel, locked=True)
