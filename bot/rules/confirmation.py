"""Which reports have to be confirmed, by whom and until when; what comes of confirming them.

A report has its effect at once: nobody at a table waits for a click. What waits is that it counts.
All that can decide who wins carries a claim, so that everybody at the table can dispute it until
the game counts. Most claims need no press: silence is enough.
"""

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from bot.rules.commands import Confirm, Dispute
from bot.rules.events import (
    Chose,
    Claim,
    Claimed,
    Closed,
    Conceded,
    ConfirmationId,
    Confirmed,
    Corrected,
    Defeated,
    Disputed,
    Drew,
    Entered,
    Event,
    Override,
    Overruled,
    Verdict,
    Waits,
    Won,
)
from bot.rules.facts import Player
from bot.rules.guests import find_actors
from bot.rules.pod import Pod, Unconfirmed, fold
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
"""Milliseconds until a defeat that nobody answers is confirmed by itself: no game is lost."""

_DISPUTABLE: tuple[Override, ...] = ("status", "points", "end", "remove")
"""Decisions that lead to a result, or change one."""


# What is claimed


def sign_event(pod: Pod, event: Event, by: Player | None, version: int, at: int) -> Event:
    """Return the event with who decided it, and with what has to be confirmed of it.

    It is about to happen to `pod`, `by` somebody (None: by the bot); `version` is the one that the
    log will have, `at` the time in milliseconds since 1970. What happens in a subgame needs
    nobody's confirmation, as no points depend on it, and nor does what is decided about a game
    that counts.
    """
    if isinstance(event, Overruled | Corrected):
        event = replace(event, by=by)
    if not isinstance(event, Claimed) or isinstance(event, Entered) or pod.counted is not None:
        return event
    make = _make_claim if pod.setup.dispute_minutes is not None else _make_former_claim
    claim = make(pod, event, by or pod.host, version, at)
    return event if claim is None else replace(event, claim=claim)


def sign_entry(event: Entered, by: Player, version: int, at: int) -> Entered:
    """Return the event with what has to be confirmed of it: each who is named has to press.

    No silence will do, as nobody saw the game. One of a season that is over is a moderator's.
    """
    named = () if event.locked else _find_entered(event, by)
    due = at if event.locked or not named else at + A_DAY
    return replace(event, claim=Claim(version, by, named, due, each=True, waits="press"))


def _find_entered(event: Entered, by: Player) -> tuple[Player, ...]:
    pod = fold(event.story)
    return () if pod is None else _find_others(pod, by)


def _make_former_claim(pod: Pod, event: Claimed, by: Player, version: int, at: int) -> Claim | None:
    """Return the claim of a report in a pod that agreed on no time to dispute its result."""
    wait = WAITS[pod.setup.confirmation]
    if wait is None or pod.subgame is not None or not isinstance(event, Defeated | Won | Drew):
        return None
    of, each = _find_confirmers(pod, event, by)
    return Claim(version, by, of, at + wait, each) if of else None


def _make_claim(pod: Pod, event: Claimed, by: Player, version: int, at: int) -> Claim | None:
    to_the_end = Claim(version, by, (), at, waits="end")
    match event:
        case Overruled():
            return replace(to_the_end, decided=by) if event.override in _DISPUTABLE else None
        case Corrected():
            return replace(to_the_end, decided=by)
        case _ if pod.subgame is not None:
            return None
        case Won() | Drew():
            of, _ = _find_confirmers(pod, event, by)
            of = of or _find_others(pod, by)  # who has lost said so: somebody else has to as well
            waits: Waits = "both" if pod.setup.confirmation == "off" else "press"
            return Claim(version, by, of, at + A_DAY, waits=waits)
        case Defeated():
            wait, (of, each) = WAITS[pod.setup.confirmation], _find_confirmers(pod, event, by)
            if wait is None or not of:
                return to_the_end
            return Claim(version, by, of, at + wait, each, waits="silence")
        case Closed():
            return to_the_end if event.outcome.result is not None else None
        case Conceded() | Chose():
            return to_the_end
        case Entered():  # `sign_entry` says
            return event.claim
        case _:
            assert_never(event)


def _find_confirmers(
    pod: Pod, event: Defeated | Won | Drew, by: Player
) -> tuple[tuple[Player, ...], bool]:
    """Who may confirm a report, and whether each of them has to."""
    if pod.setup.confirmation != "loser":
        return _find_others(pod, by), False
    match event:
        case Defeated():
            losers = [report.loser for report in event.reports]
            if any(pod.guests.get(loser) == by for loser in losers):
                return _find_others(pod, by), False  # nobody confirms their own report by a guest
            return tuple(each for each in find_actors(pod, losers) if each != by), True
        case Won():
            beaten = _find_opponents(pod, event.player)
            if by in beaten:
                return (), False
            return tuple(each for each in find_actors(pod, beaten) if each != by), False
        case Drew():
            return _find_others(pod, by), False
    assert_never(event)


def _find_others(pod: Pod, by: Player) -> tuple[Player, ...]:
    """Everybody else, each with one voice, however many guests they brought."""
    return tuple(player for player in find_actors(pod, pod.players) if player != by)


def _find_opponents(pod: Pod, player: Player) -> tuple[Player, ...]:
    """All who are not on the side of `player`."""
    standings = pod.standings
    if player not in standings:
        return ()
    side = find_master(standings, player)
    return tuple(other for other in standings if find_master(standings, other) != side)


def find_verdicts(pod: Pod, report: Unconfirmed) -> tuple[Verdict, ...]:
    """What the rules made of it; nothing yet, where a choice is open."""
    if not isinstance(report.event, Defeated):
        return ()
    losers = {each.loser for each in report.event.reports}
    first = report.verdicts
    next_ones = pod.verdicts[first : first + len(losers)]
    # A team's loss of life is its master's, whoever was reported.
    return tuple(v for v in next_ones if v.loser in losers) or next_ones[:1]


# Presses


def find_pressable(pod: Pod) -> tuple[Unconfirmed, ...]:
    """Return the reports that somebody may confirm; of others the end of the game is awaited."""
    if pod.closed:
        return ()
    return tuple(each for each in pod.unconfirmed if each.claim.waits != "end")


def may_confirm(claim: Claim, player: Player) -> bool:
    """Whether a player may; where it is disputed, only who disputes it, and thinks again."""
    return claim.disputed == player or (claim.disputed is None and player in claim.of)


def make_confirmation(pod: Pod, until: int, player: Player, *, moderates: bool) -> Confirm:
    """To confirm what was reported until a version: what `player` has to, else may.

    A moderator may, but of their own report. Raises `Refusal` where they may nothing.
    """
    seen = [each.claim for each in find_pressable(pod) if each.claim.version <= until]
    mine = tuple(claim.version for claim in seen if may_confirm(claim, player))
    if not mine and moderates:
        others = (claim for claim in seen if claim.by != player)
        mine = tuple(claim.version for claim in others if not claim.disputed)
    if not mine:
        players = dict.fromkeys(player for claim in seen for player in claim.of)
        if pod.disputed is not None:
            raise Refusal("disputed")
        if not seen:
            raise Refusal("nothing-to-confirm")
        raise Refusal("not-yours-to-confirm", players=tuple(players))
    return Confirm(mine, player)


def find_unconfirmed(pod: Pod, version: int) -> Unconfirmed | None:
    """The report with this version, if it is yet to confirm."""
    if pod.closed:
        return None
    return next((each for each in pod.unconfirmed if each.claim.version == version), None)


def confirm_reports(pod: Pod, command: Confirm) -> Confirmed:
    """The event that lets reports count. Raises `Refusal` if one of them does already."""
    found = [each.claim for version in command.claims if (each := find_unconfirmed(pod, version))]
    if not found or len(found) != len(command.claims):
        raise Refusal("nothing-to-confirm")
    by = command.by
    stands = any(claim.disputed not in (None, by) for claim in found)
    moderated = by is not None and not all(may_confirm(claim, by) for claim in found)
    return Confirmed(command.claims, by, stands, moderated)


def dispute_report(pod: Pod, command: Dispute) -> Disputed:
    """The event that lets the pod stand still.

    Raises `Refusal` if the report counts already, or if they have disputed it before.
    """
    found = find_unconfirmed(pod, command.claim)
    if found is None:
        raise Refusal("dispute-late")
    if command.by in found.claim.disputers:
        raise Refusal("disputed-once")
    return Disputed(command.claim, command.by)


# Silence


def confirm_overdue(pod: Pod, now: int, since: int) -> Confirm:
    """To confirm all whose time has passed; of the pod's end nothing was said `since`.

    Raises `Refusal` if there is nothing.
    """
    late = tuple(each.version for each, due in _find_due(pod, since) if due <= now)
    if not late:
        raise Refusal("nothing-to-confirm")
    return Confirm(late)


def find_next_due(pod: Pod, since: int) -> int | None:
    """When the first of its reports will be confirmed by itself; None if none will."""
    return min((due for _, due in _find_due(pod, since)), default=None)


def find_unsettled(pod: Pod, since: int) -> int | None:
    """From when on moderators should look at the pod: silence does not confirm what is left.

    Something is disputed `since` then, or it takes a press. None if that is not so.
    """
    if pod.disputed is not None:
        return since
    presses = [each.claim.due for each in find_pressable(pod) if each.claim.needs_press]
    return min(presses, default=None)


def find_counting_moment(pod: Pod, since: int) -> int | None:
    """When a game that has ended will count by itself, if nobody disputes it; None if it won't."""
    dues = [due for _, due in _find_due(pod, since)]
    ends = pod.result is not None and len(dues) == len(pod.unconfirmed)
    return max(dues, default=None) if ends else None


def _find_due(pod: Pod, since: int) -> list[tuple[Claim, int]]:
    """What silence confirms, each with when it does."""
    if pod.closed:
        return []
    claims = [each.claim for each in pod.unconfirmed]
    due = [(c, c.due) for c in claims if c.waits in (None, "silence") and not c.disputed]
    minutes = pod.setup.dispute_minutes
    if pod.result is None or pod.disputed is not None or minutes is None:
        return due
    return due + [(c, since + minutes * A_MINUTE) for c in claims if c.waits == "end"]
