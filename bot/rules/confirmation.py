"""Which reports have to be confirmed, by whom and until when; what comes of confirming them.

A report has its effect at once: nobody at a table waits for a click. What waits is that it counts.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import assert_never

from msgspec.structs import replace

from bot.rules.commands import Command, Confirm, Defeat, Dispute, Draw, Win
from bot.rules.events import Claim, ConfirmationId, Confirmed, Disputed
from bot.rules.facts import Player
from bot.rules.pod import Pod, Unconfirmed
from bot.rules.refusals import Refusal
from bot.rules.teams import master_of

A_DAY = timedelta(days=1)

WAITS: Mapping[ConfirmationId, timedelta | None] = {
    "off": None,
    "loser": A_DAY,
    "other": A_DAY,
    "after-5": timedelta(minutes=5),
    "after-15": timedelta(minutes=15),
    "after-60": timedelta(minutes=60),
}
"""After how long a report that nobody answers is confirmed by itself, so that no game is lost."""


def claimed(pod: Pod, command: Command, by: Player, version: int, at: datetime) -> Command:
    """The same command, to be confirmed if `by` reports something that has to be.

    A subgame's defeats are not: no points depend on them.
    """
    wait = WAITS[pod.setup.confirmation]
    if wait is None or pod.subgame is not None or not isinstance(command, Defeat | Win | Draw):
        return command
    of, each = _confirmers(pod, command, by)
    if not of:  # they have reported it themself
        return command
    return replace(command, claim=Claim(version, by, of, at + wait, each))


def _confirmers(
    pod: Pod, command: Defeat | Win | Draw, by: Player
) -> tuple[tuple[Player, ...], bool]:
    """Who may confirm a report, and whether each of them has to."""
    others = tuple(player for player in pod.players if player != by)
    if pod.setup.confirmation != "loser":
        return others, False
    match command:
        case Defeat():
            losers = dict.fromkeys(report.loser for report in command.reports)
            return tuple(loser for loser in losers if loser != by), True
        case Win():
            beaten = _opponents(pod, command.player)
            return () if by in beaten else beaten, False
        case Draw():
            return others, False
    assert_never(command)


def _opponents(pod: Pod, player: Player) -> tuple[Player, ...]:
    """All who are not on the side of `player`."""
    standings = pod.standings
    if player not in standings:
        return ()
    side = master_of(standings, player)
    return tuple(other for other in standings if master_of(standings, other) != side)


def may_confirm(claim: Claim, player: Player) -> bool:
    """Whether a player may; where it is disputed, only who disputes it, and thinks again."""
    return player in claim.of and claim.disputed in (None, player)


def confirming(pod: Pod, until: int, player: Player, *, moderates: bool) -> Confirm:
    """To confirm all that `player` may, of what was reported until a version. Raises `Refusal`."""
    seen = [each.claim for each in pod.unconfirmed if each.claim.version <= until]
    mine = tuple(c.version for c in seen if moderates or may_confirm(c, player))
    if not mine:
        players = dict.fromkeys(player for claim in seen for player in claim.of)
        if not seen or pod.disputed is not None:
            raise Refusal("disputed" if seen else "nothing-to-confirm")
        raise Refusal("not-yours-to-confirm", players=tuple(players))
    return Confirm(mine, player)


def overdue(pod: Pod, now: datetime) -> Confirm:
    """To confirm all whose time has passed. Raises `Refusal` if there is nothing."""
    late = [each.claim for each in pod.unconfirmed if each.claim.due <= now]
    named = tuple(claim.version for claim in late if not claim.disputed)
    if pod.closed or not named:
        raise Refusal("nothing-to-confirm")
    return Confirm(named)


def next_due(pod: Pod) -> datetime | None:
    """When the first of its reports will be confirmed by itself; None if none will."""
    waiting = [each.claim.due for each in pod.unconfirmed if not each.claim.disputed]
    return min(waiting, default=None) if not pod.closed else None


def find(pod: Pod, version: int) -> Unconfirmed | None:
    """The report with this version, if it is yet to confirm."""
    if pod.closed:
        return None
    return next((each for each in pod.unconfirmed if each.claim.version == version), None)


def confirmed(pod: Pod, command: Confirm) -> Confirmed:
    """The event that lets reports count. Raises `Refusal` if one of them does already."""
    found = [find(pod, version) for version in command.claims]
    if not found or None in found:
        raise Refusal("nothing-to-confirm")
    stands = any(each is not None and each.claim.disputed for each in found)
    return Confirmed(command.claims, command.by, stands)


def disputed(pod: Pod, command: Dispute) -> Disputed:
    """The event that lets the pod stand still. Raises `Refusal` if the report counts already."""
    if find(pod, command.claim) is None:
        raise Refusal("dispute-late")
    return Disputed(command.claim, command.by)
