"""Which reports have to be confirmed, by whom and until when; what comes of confirming them.

A report has its effect at once: nobody at a table waits for a click. What waits is that it counts.
"""

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from bot.rules.commands import Command, Confirm, Defeat, Dispute, Draw, Win
from bot.rules.events import Claim, ConfirmationId, Confirmed, Disputed
from bot.rules.facts import Player
from bot.rules.pod import Pod, Unconfirmed
from bot.rules.refusals import Refusal
from bot.rules.teams import find_master

A_MINUTE = 60_000
A_DAY = 24 * 60 * A_MINUTE

WAITS: Mapping[ConfirmationId, int | None] = {
    "off": None,
    "loser": A_DAY,
    "other": A_DAY,
    "after-5": 5 * A_MINUTE,
    "after-15": 15 * A_MINUTE,
    "after-60": 60 * A_MINUTE,
}
"""Milliseconds until a report that nobody answers is confirmed by itself: no game is lost."""


def add_claim(pod: Pod, command: Command, by: Player, version: int, at: int) -> Command:
    """The command as it is decided: to be confirmed, if `by` reports something that has to be.

    `version` is the one that the log will have, `at` the time in milliseconds since 1970. What
    happens in a subgame needs nobody's confirmation: no points depend on it.
    """
    wait = WAITS[pod.setup.confirmation]
    if wait is None or pod.subgame is not None or not isinstance(command, Defeat | Win | Draw):
        return command
    of, each = _find_confirmers(pod, command, by)
    if not of:  # they have reported it themself
        return command
    return replace(command, claim=Claim(version, by, of, at + wait, each))


def _find_confirmers(
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
            beaten = _find_opponents(pod, command.player)
            return () if by in beaten else beaten, False
        case Draw():
            return others, False
    assert_never(command)


def _find_opponents(pod: Pod, player: Player) -> tuple[Player, ...]:
    """All who are not on the side of `player`."""
    standings = pod.standings
    if player not in standings:
        return ()
    side = find_master(standings, player)
    return tuple(other for other in standings if find_master(standings, other) != side)


def may_confirm(claim: Claim, player: Player) -> bool:
    """Whether a player may; where it is disputed, only who disputes it, and thinks again."""
    return player in claim.of and claim.disputed in (None, player)


def make_confirmation(pod: Pod, until: int, player: Player, *, moderates: bool) -> Confirm:
    """To confirm what was reported until a version: what `player` has to, else may.

    Raises `Refusal` where they may nothing.
    """
    seen = [each.claim for each in pod.unconfirmed if each.claim.version <= until]
    mine = tuple(claim.version for claim in seen if may_confirm(claim, player))
    if not mine and moderates:
        mine = tuple(claim.version for claim in seen if not claim.disputed)
    if not mine or pod.closed:
        players = dict.fromkeys(player for claim in seen for player in claim.of)
        if not seen or pod.closed:
            raise Refusal("nothing-to-confirm")
        if pod.disputed is not None:
            raise Refusal("disputed")
        raise Refusal("not-yours-to-confirm", players=tuple(players))
    return Confirm(mine, player)


def confirm_overdue(pod: Pod, now: int) -> Confirm:
    """To confirm all whose time has passed. Raises `Refusal` if there is nothing."""
    late = [each.claim for each in pod.unconfirmed if each.claim.due <= now]
    named = tuple(claim.version for claim in late if not claim.disputed)
    if pod.closed or not named:
        raise Refusal("nothing-to-confirm")
    return Confirm(named)


def find_next_due(pod: Pod) -> int | None:
    """When the first of its reports will be confirmed by itself; None if none will."""
    waiting = [each.claim.due for each in pod.unconfirmed if not each.claim.disputed]
    return min(waiting, default=None) if not pod.closed else None


def find_unconfirmed(pod: Pod, version: int) -> Unconfirmed | None:
    """The report with this version, if it is yet to confirm."""
    if pod.closed:
        return None
    return next((each for each in pod.unconfirmed if each.claim.version == version), None)


def confirm_reports(pod: Pod, command: Confirm) -> Confirmed:
    """The event that lets reports count. Raises `Refusal` if one of them does already."""
    found = [each for version in command.claims if (each := find_unconfirmed(pod, version))]
    if not found or len(found) != len(command.claims):
        raise Refusal("nothing-to-confirm")
    stands = any(each.claim.disputed not in (None, command.by) for each in found)
    return Confirmed(command.claims, command.by, stands)


def dispute_report(pod: Pod, command: Dispute) -> Disputed:
    """The event that lets the pod stand still. Raises `Refusal` if the report counts already."""
    if find_unconfirmed(pod, command.claim) is None:
        raise Refusal("dispute-late")
    return Disputed(command.claim, command.by)
