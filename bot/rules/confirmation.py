"""Confirmation of reports: who must confirm, and until when.

A report takes effect at once, so nobody at a table waits for a press. Only its points wait. Every
report or decision that can decide the winner carries a claim, and everybody at the table can
dispute it until the game counts. Most claims need no press: silence is enough.
"""

from collections.abc import Collection, Mapping
from typing import assert_never

from msgspec.structs import replace

from bot.rules.commands import BeginDispute, Confirm, Dispute
from bot.rules.events import (
    Chose,
    Claim,
    Claimed,
    Closed,
    Conceded,
    ConfirmationId,
    Confirmed,
    Corrected,
    DeedClaimed,
    Defeated,
    DisputeBegun,
    Disputed,
    Drew,
    Entered,
    Event,
    Override,
    Overruled,
    Undone,
    Verdict,
    Waits,
    Won,
)
from bot.rules.facts import Player
from bot.rules.gate import Lock, Locked
from bot.rules.guests import find_actors
from bot.rules.pod import Pod, Unconfirmed, fold
from bot.rules.refusals import Refusal
from bot.rules.teams import find_master

MINUTE_MILLISECONDS = 60_000
DAY_MILLISECONDS = 24 * 60 * MINUTE_MILLISECONDS

WAITING_TIMES: Mapping[ConfirmationId, int | None] = {
    "off": None,
    "loser": DAY_MILLISECONDS,
    "other": DAY_MILLISECONDS,
    "after-5": 5 * MINUTE_MILLISECONDS,
    "after-15": 15 * MINUTE_MILLISECONDS,
    "after-60": 60 * MINUTE_MILLISECONDS,
}
"""Milliseconds after which an unanswered defeat is confirmed by silence, so no game is lost."""

_DISPUTABLE_OVERRIDES: tuple[Override, ...] = ("status", "points", "end", "remove")
"""Moderators' decisions that lead to a result or change one."""


# Making claims


def sign_event(
    pod: Pod,
    event: Event,
    by: Player | None,
    version: int,
    at: int,
    *,
    had_end: bool = False,
    moderated: bool = False,
) -> Event:
    """Return the event with the moderator who decided it, and with its claim.

    `event` is about to happen to `pod`, caused by `by` (None means the bot), who used a moderator's
    right if `moderated`. `version` is its future version in the log, `at` the time in milliseconds
    since 1970. `had_end` means that the pod has had a result. Events in a subgame need no
    confirmation, because no points depend on it. Decisions about a game that already counts need
    none either.
    """
    if isinstance(event, Overruled | Corrected):
        event = replace(event, by=by)
    if not isinstance(event, Claimed) or isinstance(event, Entered) or pod.counted is not None:
        return event
    maker = by or pod.host
    if pod.setup.dispute_minutes is None:
        claim = _make_claim_of_old_pod(pod, event, maker, version, at)
    elif _takes_away(pod, event, had_end=had_end):
        decided = by if moderated else None
        claim = Claim(version, maker, (), at, waits="end", decided=decided)
    else:
        claim = _make_claim(pod, event, maker, version, at)
    return event if claim is None else replace(event, claim=claim)


def _takes_away(pod: Pod, event: Event, *, had_end: bool) -> bool:
    """Return whether `event` takes back the end of `pod`, or closes it after an end."""
    if isinstance(event, Undone):
        return pod.result is not None
    return isinstance(event, Closed) and event.outcome.result is None and had_end


def sign_entry(event: Entered, by: Player, version: int, at: int) -> Entered:
    """Return the event with its claim: each player it names must confirm.

    Silence is not enough, because nobody saw the game. A game of a finished season is confirmed by
    a moderator.
    """
    named = () if event.locked else _find_entered(event, by)
    due = at if event.locked or not named else at + DAY_MILLISECONDS
    return replace(event, claim=Claim(version, by, named, due, each=True, waits="press"))


def _find_entered(event: Entered, by: Player) -> tuple[Player, ...]:
    pod = fold(event.story)
    return () if pod is None else _find_others(pod, by)


def _make_claim_of_old_pod(
    pod: Pod, event: Claimed, by: Player, version: int, at: int
) -> Claim | None:
    """Return the claim of a report in an old pod, which agreed on no time to dispute its result."""
    wait = WAITING_TIMES[pod.setup.confirmation]
    if wait is None or pod.subgame is not None or not isinstance(event, Defeated | Won | Drew):
        return None
    of, each = _find_confirmers(pod, event, by)
    return Claim(version, by, of, at + wait, each) if of else None


def _make_claim(pod: Pod, event: Claimed, by: Player, version: int, at: int) -> Claim | None:
    to_the_end = Claim(version, by, (), at, waits="end")
    match event:
        case Overruled():
            return (
                replace(to_the_end, decided=by) if event.override in _DISPUTABLE_OVERRIDES else None
            )
        case Corrected():
            return replace(to_the_end, decided=by)
        case _ if pod.subgame is not None:
            return None
        case Won() | Drew():
            of, _ = _find_confirmers(pod, event, by)
            of = of or _find_others(pod, by)  # a loser reported it, so another player confirms
            waits: Waits = "both" if pod.setup.confirmation == "off" else "press"
            return Claim(version, by, of, at + DAY_MILLISECONDS, waits=waits)
        case Defeated():
            wait = WAITING_TIMES[pod.setup.confirmation]
            of, each = _find_confirmers(pod, event, by)
            if wait is None or not of:
                return to_the_end
            return Claim(version, by, of, at + wait, each, waits="silence")
        case Closed():
            return to_the_end if event.outcome.result is not None else None
        case DeedClaimed():
            wait = WAITING_TIMES[pod.setup.confirmation]
            others = _find_others(pod, by)
            if wait is None or not others:
                return to_the_end
            return Claim(version, by, others, at + wait, waits="silence")
        case Conceded() | Chose():
            return to_the_end
        case Undone():
            return None
        case Entered():  # `sign_entry` made the claim
            return event.claim
        case _:
            assert_never(event)


def _find_confirmers(
    pod: Pod, event: Defeated | Won | Drew, by: Player
) -> tuple[tuple[Player, ...], bool]:
    """Return who may confirm a report, and whether each of them must."""
    if pod.setup.confirmation != "loser":
        return _find_others(pod, by), False
    match event:
        case Defeated():
            losers = [report.loser for report in event.reports]
            if any(pod.guests.get(loser) == by for loser in losers):
                return _find_others(pod, by), False  # a guest's member cannot confirm their own
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
    """Return everybody except `by`; a member and their guests have one voice."""
    return tuple(player for player in find_actors(pod, pod.participants) if player != by)


def _find_opponents(pod: Pod, player: Player) -> tuple[Player, ...]:
    """Return the players who are not on the side of `player`."""
    standings = pod.standings
    if player not in standings:
        return ()
    side = find_master(standings, player)
    return tuple(other for other in standings if find_master(standings, other) != side)


def find_verdicts(pod: Pod, report: Unconfirmed) -> tuple[Verdict, ...]:
    """Return the verdicts on a report; an empty tuple while a choice is open."""
    if not isinstance(report.event, Defeated):
        return ()
    losers = {each.loser for each in report.event.reports}
    first = report.verdicts
    next_ones = pod.verdicts[first : first + len(losers)]
    # A team's loss of life is its master's, whoever was reported.
    return tuple(v for v in next_ones if v.loser in losers) or next_ones[:1]


# Presses


def find_pressable(pod: Pod) -> tuple[Unconfirmed, ...]:
    """Return the reports that somebody may confirm; the others wait for the end of the game."""
    return tuple(each for each in pod.open_reports if each.claim.waits != "end")


def may_confirm(claim: Claim, player: Player) -> bool:
    """Return whether `player` may confirm. A disputed claim is confirmed only by its disputer."""
    return claim.disputed == player or (claim.disputed is None and player in claim.of)


def make_confirmation(pod: Pod, until: int, player: Player, *, moderates: bool) -> Confirm:
    """Make the command that confirms the reports up to version `until` for `player`.

    It covers all reports that `player` must or may confirm. A moderator with no report to confirm
    may confirm others' undisputed ones. Raises `Refusal` if nothing is left.
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
    """Return the report with this version if its claim is open."""
    return next((each for each in pod.open_reports if each.claim.version == version), None)


def confirm_reports(pod: Pod, command: Confirm) -> Confirmed:
    """Decide a confirmation. Raises `Refusal` if one of the reports already counts."""
    found = [each.claim for version in command.claims if (each := find_unconfirmed(pod, version))]
    if not found or len(found) != len(command.claims):
        raise Refusal("nothing-to-confirm")
    by = command.by
    stands = any(claim.disputed not in (None, by) for claim in found)
    moderated = by is not None and not all(may_confirm(claim, by) for claim in found)
    return Confirmed(command.claims, by, stands, moderated)


def dispute_report(pod: Pod, command: Dispute) -> Disputed:
    """Decide an objection, after which the pod stands still.

    Raises `Refusal` if the report already counts, or the player objected to it before.
    """
    found = find_unconfirmed(pod, command.claim)
    if found is None:
        raise Refusal("dispute-late")
    if command.by in found.claim.disputers:
        raise Refusal("disputed-once")
    return Disputed(command.claim, command.by)


def begin_dispute(pod: Pod, command: BeginDispute) -> DisputeBegun:
    """Decide that silence waits for a player who is about to object; each can ask for that once.

    Raises `Refusal` if every report already counts.
    """
    if not pod.open_reports:
        raise Refusal("dispute-late")
    if command.by in pod.disputing:
        raise Refusal("disputed-once")
    return DisputeBegun(command.by, command.until)


def lock_reports(pod: Pod, command: Lock) -> Locked:
    """Decide that only a moderator can confirm some reports. Raises `Refusal` if one is settled."""
    found = [each.claim for version in command.claims if (each := find_unconfirmed(pod, version))]
    if not found or len(found) != len(command.claims) or any(each.disputed for each in found):
        raise Refusal("nothing-to-confirm")
    return Locked(command.claims, command.at)


# Silence


def confirm_overdue(pod: Pod, now: int, since: int) -> Confirm:
    """Make the command that confirms everything whose time has passed at `now`.

    The pod has been quiet since `since`. Raises `Refusal` if nothing is due.
    """
    late = tuple(each.version for each, due in _find_due(pod, since) if due <= now)
    if not late:
        raise Refusal("nothing-to-confirm")
    return Confirm(late)


def find_due_moment(pod: Pod, claims: Collection[int], since: int) -> int | None:
    """Return when silence confirms the last of the claims with these versions; None if never."""
    dues = {claim.version: due for claim, due in _find_due(pod, since)}
    found = [dues.get(version) for version in claims]
    return None if None in found else max(filter(None, found), default=None)


def find_next_due(pod: Pod, since: int) -> int | None:
    """Return when the pod's first report will be confirmed by silence; None if none will."""
    return min((due for _, due in _find_due(pod, since)), default=None)


def find_unsettled(pod: Pod, since: int) -> int | None:
    """Return from when on moderators should look at the pod; None if silence settles everything.

    That is `since` if something is disputed, or the due time of the first claim that needs a press.
    """
    if pod.disputed is not None:
        return since
    presses = [each.claim.due for each in find_pressable(pod) if each.claim.needs_press]
    return min(presses, default=None)


def find_counting_moment(pod: Pod, since: int) -> int | None:
    """Return when the end of a game is final if nobody objects; None if it will not by itself."""
    dues = [due for _, due in _find_due(pod, since)]
    over = pod.closed or pod.result is not None
    return max(dues, default=None) if over and len(dues) == len(pod.open_reports) else None


def _find_due(pod: Pod, since: int) -> list[tuple[Claim, int]]:
    """Return the claims that silence confirms, each with its time."""
    held = max(pod.disputing.values(), default=0)
    return [(claim, max(due, held)) for claim, due in _find_usual_due(pod, since)]


def _find_usual_due(pod: Pod, since: int) -> list[tuple[Claim, int]]:
    """Return the claims that silence confirms, each with its time if nobody begins a dispute."""
    claims = [each.claim for each in pod.open_reports]
    due = [(c, c.due) for c in claims if c.waits in (None, "silence") and not c.disputed]
    minutes = pod.setup.dispute_minutes
    over = pod.closed or pod.result is not None
    if not over or pod.disputed is not None or minutes is None:
        return due
    return due + [(c, since + minutes * MINUTE_MILLISECONDS) for c in claims if c.waits == "end"]
