"""Confirming and disputing reports, and what silence confirms."""

from collections.abc import Collection

from msgspec.structs import replace

from bot.rules.commands_and_events import AuditCode, Event, Sentence
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.pod import (
    MINUTE_MILLISECONDS,
    NO_ROLES,
    ClaimAnswerEvent,
    ClaimDraft,
    ConfirmableEvent,
    Pod,
    PodCommand,
    PodEvent,
    SideEvent,
    StoryEvent,
    UnconfirmedReport,
)
from bot.rules.records import DefeatVerdict, ReportClaim
from bot.rules.refusals import Refusal, raise_refusal
from bot.rules.reporting import DefeatsReported
from bot.rules.rights import CONFIRMERS, DISPUTERS, PLAYERS, THE_BOT, Right, Role


class ConfirmReports(PodCommand, frozen=True):
    """The command that lets the reports with these log versions count.

    `by` None means that the time to dispute them has passed.
    """

    claims: tuple[int, ...]
    by: Player | None = None

    right = CONFIRMERS

    def find_command_roles(
        self, pod: Pod, player: Player, report_maker: Player | None
    ) -> frozenset[Role]:
        """Return the role `confirmer` for somebody who may confirm all of the reports."""
        is_confirmer = all(
            can_confirm_claim(claim, player) for claim in self._find_named_claims(pod)
        )
        return frozenset({"confirmer"}) if is_confirmer else NO_ROLES

    def build_rights_refusal(self, pod: Pod, right: Right, report_maker: Player | None) -> Refusal:
        """Return the refusal that names the players who may confirm the reports."""
        players = dict.fromkeys(
            player for claim in self._find_named_claims(pod) for player in claim.of
        )
        return Refusal(
            right.refusal, by=pod.host, player=report_maker or pod.host, players=tuple(players)
        )

    def _find_named_claims(self, pod: Pod) -> list[ReportClaim]:
        return [each.claim for each in pod.unconfirmed if each.claim.version in self.claims]

    def create_event(self, pod: Pod, /) -> "ReportsConfirmed":
        """Return the `ReportsConfirmed` event for this command.

        Raises `Refusal` if a report already counts.
        """
        found = _find_open_claims(pod, self.claims)
        by = self.by
        stands = any(claim.disputed not in (None, by) for claim in found)
        moderated = by is not None and not all(can_confirm_claim(claim, by) for claim in found)
        return ReportsConfirmed(self.claims, by, stands, moderated)


class ReportsConfirmed(ClaimAnswerEvent, ModeratableEvent, frozen=True, tag="confirmed"):
    """The event that reports were confirmed by a player, a moderator, or silence (`by` None).

    `claims` are the versions of the reports. `stands` means that a moderator let a disputed
    report stand. `moderated` means that `by` confirmed as a moderator, not as a player.
    """

    audit_code = "confirmed"

    claims: tuple[int, ...]
    by: Player | None = None
    stands: bool = False
    moderated: bool = False

    settles = True

    @property
    def decider(self) -> Player | None:
        """Return the moderator who confirmed as a moderator; None for players and silence."""
        return self.by if self.moderated else None

    def answer_claim(self, claim: ReportClaim) -> ReportClaim | None:
        """Return what remains of a claim after the confirmation; None if its report counts
        now.

        A disputed report that a moderator lets stand still waits for the end: until the
        game counts, other players may call another moderator. A player who withdraws an
        objection without being among those who must confirm leaves the claim as it was
        before.
        """
        if claim.version not in self.claims:
            return claim
        by = self.by
        if claim.waits is not None and self.stands:
            return replace(claim, of=(), each=False, disputed=None, waits="end", decided=by)
        mine = by in claim.of
        if claim.waits is not None and by == claim.disputed and by is not None and not mine:
            return replace(claim, disputed=None)
        rest = tuple(player for player in claim.of if player != by)
        if claim.each and rest and mine:
            return replace(claim, of=rest, disputed=None)
        return replace(claim, of=(), disputed=None, waits="end") if claim.waits == "both" else None

    def describe(self) -> Sentence:
        """Return the sentence that describes the `ReportsConfirmed` event to players."""
        how = "stands" if self.stands else "players" if self.by else "time"
        return Sentence(f"event-confirmed-{how}", values={"count": len(self.claims)})

    def find_decision_code(self, *, by_host: bool) -> AuditCode | None:
        """Return the audit code if a moderator confirmed a report or let a dispute fail."""
        if self.stands or self.moderated:
            return "stands" if self.stands else "confirmed", None
        return super().find_decision_code(by_host=by_host)

    def find_decided_reports(self, previous_pod: Pod) -> tuple[StoryEvent, ...]:
        """Return the reports that were confirmed."""
        found = (e.event for e in previous_pod.unconfirmed if e.claim.version in self.claims)
        return tuple(event for event in found if isinstance(event, StoryEvent))


class BeginDispute(PodCommand, frozen=True):
    """The command that stops silent confirmation while a player says which report is wrong.

    Silence confirms nothing before `until`, in milliseconds since 1970.
    """

    by: Player
    until: int

    right = PLAYERS

    def create_event(self, pod: Pod, /) -> "DisputeBegun":
        """Return the `DisputeBegun` event for this command; each player can begin a dispute
        once.

        Raises `Refusal` if every report already counts.
        """
        if not pod.open_reports:
            raise_refusal("dispute-late")
        if self.by in pod.disputing:
            raise_refusal("disputed-once")
        return DisputeBegun(self.by, self.until)


class DisputeBegun(SideEvent, frozen=True, tag="dispute-begun"):
    """The event that a player is about to say which report is wrong.

    Silence confirms nothing before `until`, in milliseconds since 1970.
    """

    by: Player
    until: int

    settles = True

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod in which silence confirms nothing until the player's time is over."""
        return replace(pod, disputing={**pod.disputing, self.by: self.until})

    def describe(self) -> Sentence:
        """Return the sentence that describes the `DisputeBegun` event to players."""
        return Sentence("event-dispute-begun", {"player": self.by})


class DisputeReport(PodCommand, frozen=True):
    """The command by which a player objects to a report, so that a moderator must decide."""

    claim: int
    by: Player

    right = DISPUTERS
    stops_for_dispute = True

    def find_command_roles(
        self, pod: Pod, player: Player, report_maker: Player | None
    ) -> frozenset[Role]:
        """Return the role `player` also for people whose seat went to somebody else.

        They may still object to reports about their seat.
        """
        return frozenset({"player"}) if player in pod.participants else NO_ROLES

    def create_event(self, pod: Pod, /) -> "ReportDisputed":
        """Return the `ReportDisputed` event for this command, after which the pod stands
        still.

        Raises `Refusal` if the report already counts, or the player objected to the report
        before.
        """
        found = find_unconfirmed_report(pod, self.claim)
        if found is None:
            raise_refusal("dispute-late")
        if self.by in found.claim.disputers:
            raise_refusal("disputed-once")
        return ReportDisputed(self.claim, self.by)


class ReportDisputed(ClaimAnswerEvent, ModeratableEvent, frozen=True, tag="disputed"):
    """The event that a player objected to a report.

    The pod stands still until a moderator decides.
    """

    audit_code = "objected"

    claim: int
    by: Player

    settles = True

    def answer_claim(self, claim: ReportClaim) -> ReportClaim:
        """Return the claim with the player's objection, if its report was disputed."""
        if self.claim != claim.version:
            return claim
        return replace(claim, disputed=self.by, disputers=(*claim.disputers, self.by))

    @property
    def author(self) -> Player:
        """Return the player who objected to the report."""
        return self.by

    def describe(self) -> Sentence:
        """Return the sentence that describes the `ReportDisputed` event to players."""
        return Sentence("event-disputed", {"player": self.by})


class LockReports(PodCommand, frozen=True):
    """The command that leaves reports to moderators, because the season is over.

    `claims` are the log versions of the reports; `at` is in milliseconds since 1970.
    """

    claims: tuple[int, ...]
    at: int

    right = THE_BOT

    def create_event(self, pod: Pod, /) -> "ReportsLocked":
        """Return the `ReportsLocked` event for this command.

        Raises `Refusal` if one of the reports is settled.
        """
        if any(claim.disputed for claim in _find_open_claims(pod, self.claims)):
            raise_refusal("nothing-to-confirm")
        return ReportsLocked(self.claims, self.at)


class ReportsLocked(ClaimAnswerEvent, frozen=True, tag="locked"):
    """The event that only a moderator can still confirm some reports, because their season is
    over.

    `claims` are the log versions of the reports; `at` is in milliseconds since 1970.
    """

    claims: tuple[int, ...]
    at: int

    settles = True

    def answer_claim(self, claim: ReportClaim) -> ReportClaim:
        """Return a locked claim, which only a moderator can still confirm."""
        if claim.version not in self.claims:
            return claim
        return replace(claim, of=(), each=False, waits="press", due=self.at)

    def describe(self) -> Sentence:
        """Return the sentence that describes the `ReportsLocked` event to players."""
        return Sentence("event-locked")


def find_report_verdicts(
    pod: Pod, unconfirmed_report: UnconfirmedReport
) -> tuple[DefeatVerdict, ...]:
    """Return the verdicts on a reported defeat; an empty tuple while a choice is open."""
    if not isinstance(unconfirmed_report.event, DefeatsReported):
        return ()
    losers = {each.loser for each in unconfirmed_report.event.reports}
    first = unconfirmed_report.verdicts
    next_ones = pod.verdicts[first : first + len(losers)]
    # A team's loss of life is its master's, whoever was reported.
    return tuple(v for v in next_ones if v.loser in losers) or next_ones[:1]


# Presses


def find_confirmable_reports(pod: Pod) -> tuple[UnconfirmedReport, ...]:
    """Return the reports that somebody may confirm now. All others wait for the end of the
    game.
    """
    return tuple(each for each in pod.open_reports if each.claim.waits != "end")


def can_confirm_claim(claim: ReportClaim, player: Player) -> bool:
    """Return True if a player may confirm a claim.

    Only the player who disputed a claim can confirm a disputed one.
    """
    return claim.disputed == player or (claim.disputed is None and player in claim.of)


def build_confirmation(
    pod: Pod, last_version: int, player: Player, *, is_moderator: bool
) -> ConfirmReports:
    """Return the command that confirms a player's reports up to a log version.

    The command covers all reports that the player must or may confirm. A moderator with no
    report to confirm may confirm undisputed ones of others. Raises `Refusal` if nothing is left
    to confirm.
    """
    seen = [
        each.claim for each in find_confirmable_reports(pod) if each.claim.version <= last_version
    ]
    mine = tuple(claim.version for claim in seen if can_confirm_claim(claim, player))
    if not mine and is_moderator:
        others = (claim for claim in seen if claim.by != player)
        mine = tuple(claim.version for claim in others if not claim.disputed)
    if not mine:
        players = dict.fromkeys(player for claim in seen for player in claim.of)
        if pod.disputed_report is not None:
            raise Refusal("disputed")
        if not seen:
            raise Refusal("nothing-to-confirm")
        raise Refusal("not-yours-to-confirm", players=tuple(players))
    return ConfirmReports(mine, player)


def find_unconfirmed_report(pod: Pod, report_version: int) -> UnconfirmedReport | None:
    """Return the unconfirmed report with a log version; None if no such claim is open."""
    return next((each for each in pod.open_reports if each.claim.version == report_version), None)


def _find_open_claims(pod: Pod, report_versions: Collection[int]) -> list[ReportClaim]:
    """Return the claims of reports with these versions.

    Raises `Refusal` unless all of them are open.
    """
    found = [
        each.claim for version in report_versions if (each := find_unconfirmed_report(pod, version))
    ]
    if not found or len(found) != len(report_versions):
        raise_refusal("nothing-to-confirm")
    return found


# Silence


def build_overdue_confirmation(pod: Pod, now: int, silence_start: int) -> ConfirmReports:
    """Return the command that confirms all reports whose time has passed at `now`.

    Nobody has reported anything since `silence_start`. Times are in milliseconds since 1970.
    Raises `Refusal` if no report is due.
    """
    late = tuple(each.version for each, due in _find_due_claims(pod, silence_start) if due <= now)
    if not late:
        raise Refusal("nothing-to-confirm")
    return ConfirmReports(late)


def find_confirmation_time(
    pod: Pod, report_versions: Collection[int], silence_start: int
) -> int | None:
    """Return when silence confirms the last of some reports, in milliseconds since 1970.

    None if never.
    """
    dues = {claim.version: due for claim, due in _find_due_claims(pod, silence_start)}
    found = [dues.get(version) for version in report_versions]
    return None if None in found else max(filter(None, found), default=None)


def find_next_confirmation_time(pod: Pod, silence_start: int) -> int | None:
    """Return when silence confirms the pod's first report, in milliseconds since 1970.

    None if never.
    """
    return min((due for _, due in _find_due_claims(pod, silence_start)), default=None)


def find_moderation_time(pod: Pod, silence_start: int) -> int | None:
    """Return from when on moderators should look at the pod, in milliseconds since 1970.

    The time is `silence_start` if a report is disputed, otherwise the due time of the first
    claim that needs a confirmation. None if silence settles everything.
    """
    claims = [each.claim for each in pod.open_reports]
    if any(claim.disputed for claim in claims):
        return silence_start
    presses = (claim.due for claim in claims if claim.waits != "end" and claim.needs_confirmation)
    return min(presses, default=None)


def find_final_time(pod: Pod, silence_start: int) -> int | None:
    """Return when the end of a game becomes final if nobody objects, in milliseconds since
    1970.

    None if the end does not become final without a confirmation.
    """
    dues = [due for _, due in _find_due_claims(pod, silence_start)]
    over = pod.closed or pod.result is not None
    return max(dues, default=None) if over and len(dues) == len(pod.open_reports) else None


def _find_due_claims(pod: Pod, silence_start: int) -> list[tuple[ReportClaim, int]]:
    """Return the claims that silence confirms, each with its time."""
    claims = [each.claim for each in pod.open_reports]
    due = [(c, c.due) for c in claims if c.waits in (None, "silence") and not c.disputed]
    minutes = pod.setup.dispute_minutes
    over = pod.closed or pod.result is not None
    if over and minutes is not None and not any(claim.disputed for claim in claims):
        end = silence_start + minutes * MINUTE_MILLISECONDS
        due += [(claim, end) for claim in claims if claim.waits == "end"]
    if not pod.disputing:
        return due
    held = max(pod.disputing.values())  # nothing is confirmed while somebody begins a dispute
    return [(claim, max(moment, held)) for claim, moment in due]


# Claims. A report takes effect at once, so nobody at a table waits for a press. Only its points
# wait. Every report or decision that can decide the winner carries a claim, and everybody at the
# table can dispute it until the game counts. Most claims need no press: silence is enough.


def add_decider_and_claim(
    pod: Pod,
    event: Event,
    author: Player | None,
    version: int,
    time_milliseconds: int,
    *,
    has_ended: bool = False,
    is_moderated: bool = False,
) -> Event:
    """Return an event with the moderator who decided it, and with the claim that it needs.

    `event` is about to happen to `pod`, caused by `author` (None means the bot), who used a
    moderator's right if `is_moderated`. `version` is its future version in the log,
    `time_milliseconds` counts from 1970. `has_process_ended` means that the pod has had a result.
    Events in a subgame need no confirmation, because no points depend on them. Decisions about
    a game that already counts need none either.
    """
    if isinstance(event, PodEvent):
        event = event.with_decider(author)
    if not isinstance(event, ConfirmableEvent) or pod.counted_result is not None:
        return event
    draft = ClaimDraft(pod, version, author or pod.host, time_milliseconds)
    if pod.setup.dispute_minutes is None:
        claim = _build_claim_of_old_pod(event, draft)
    elif event.reverts_game_end(pod, has_ended=has_ended):
        claim = draft.build_claim_until_end(moderator=author if is_moderated else None)
    else:
        claim = event.build_claim(draft)
    return event if claim is None else replace(event, claim=claim)


def _build_claim_of_old_pod(event: ConfirmableEvent, claim_draft: ClaimDraft) -> ReportClaim | None:
    """Return the claim for a report of an old pod, which has no agreed time for disputes."""
    pod = claim_draft.pod
    wait = claim_draft.confirmation_delay
    found = event.find_confirmers(pod, claim_draft.by)
    if wait is None or pod.subgame is not None or found is None:
        return None
    players, each = found
    return (
        claim_draft.build_claim_for_players(players, wait, None, needs_everyone=each)
        if players
        else None
    )
