"""Confirming and disputing reports, and reports that are confirmed automatically."""

from collections.abc import Collection

from msgspec.structs import replace

from bot.rules.closing import PodClosed
from bot.rules.commands_and_events import AuditCode, Event, TranslatableSentence
from bot.rules.facts import Player
from bot.rules.guests import list_members_with_interest_in_seat
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.pod import (
    DAY_MILLISECONDS,
    MINUTE_MILLISECONDS,
    NO_ROLES,
    ConfirmableEvent,
    GameReportReviewEvent,
    NewReportDetails,
    NonGameplayEvent,
    Pod,
    PodCommand,
    PodEvent,
    PodHistoryEvent,
    UnconfirmedGameReport,
)
from bot.rules.records import ConfirmationCondition, ConfirmationRequirement, DefeatVerdict
from bot.rules.refusals import Refusal, raise_refusal
from bot.rules.reporting import DefeatsReported
from bot.rules.rights import (
    CONFIRMERS,
    DISPUTERS,
    PLAYERS,
    SILENT_DRAW_CONFIRMERS,
    THE_BOT,
    CommandRight,
    Requester,
    Role,
)
from bot.rules.winning import DrawnGameReported


class ConfirmGameReports(PodCommand, frozen=True):
    """The command that confirms reports of defeats or wins, so that their results count.

    `by` None means that the time to dispute them has passed. `now` is in milliseconds since 1970.
    """

    claims: tuple[int, ...]
    by: Player | None = None
    now: int = 0

    right = CONFIRMERS

    def find_required_right(self, pod: Pod, requester: Requester) -> CommandRight:
        """Return the right to confirm the reports; organisers also have it for a drawn game that nobody answered."""
        silent = {
            each.needed_confirmation.version
            for each in _list_unanswered_drawn_game_reports(pod, requester.player, self.now)
        }
        return SILENT_DRAW_CONFIRMERS if silent.issuperset(self.claims) else self.right

    def find_extra_access_roles(self, pod: Pod, player: Player, report_author: Player | None) -> frozenset[Role]:
        is_confirmer = all(
            can_player_confirm_report(claim, player) for claim in self._list_confirmation_requirements_of_reports(pod)
        )
        return frozenset({"confirmer"}) if is_confirmer else NO_ROLES

    def build_missing_right_refusal(self, pod: Pod, right: CommandRight, report_author: Player | None) -> Refusal:
        players = dict.fromkeys(
            player for claim in self._list_confirmation_requirements_of_reports(pod) for player in claim.of
        )
        return Refusal(right.refusal, by=pod.host, player=report_author or pod.host, players=tuple(players))

    def _list_confirmation_requirements_of_reports(self, pod: Pod) -> list[ConfirmationRequirement]:
        return [each.needed_confirmation for each in pod.unconfirmed if each.needed_confirmation.version in self.claims]

    def create_event(self, pod: Pod, /) -> "GameReportsConfirmed":
        """Return the `GameReportsConfirmed` event. Raises `Refusal` if a report already counts."""
        found = _require_unconfirmed_reports(pod, self.claims)
        by = self.by
        stands = any(claim.disputed not in (None, by) for claim in found)
        moderated = by is not None and not all(can_player_confirm_report(claim, by) for claim in found)
        return GameReportsConfirmed(self.claims, by, stands, moderated)


class GameReportsConfirmed(GameReportReviewEvent, ModeratableEvent, frozen=True, tag="confirmed"):
    """The event that reports were confirmed, by a person or because nobody objected.

    `claims` are the versions of the reports. `stands` means that a moderator let a disputed report stand. `moderated`
    means that `by` confirmed as a moderator, not as a player.
    """

    audit_code = "confirmed"

    claims: tuple[int, ...]
    by: Player | None = None
    stands: bool = False
    moderated: bool = False

    @property
    def deciding_moderator(self) -> Player | None:
        return self.by if self.moderated else None

    def apply(self, pod: Pod, /) -> Pod:
        after = super().apply(pod)
        left = {each.needed_confirmation.version for each in after.unconfirmed}
        counting = (each for each in pod.unconfirmed if each.needed_confirmation.version not in left)
        upheld = any(each.needed_confirmation.decided and isinstance(each.event, PodClosed) for each in counting)
        after = self._add_confirmed_deeds(pod, after)
        return replace(after, closing_upheld=True) if upheld and after.closed else after

    def _add_confirmed_deeds(self, previous_pod: Pod, pod: Pod) -> Pod:
        """Return the pod with the claimed deeds that somebody else confirmed, or let stand; silence confirms none."""
        if self.by is None:
            return pod
        # The kind of event decides: a claim that was left to moderators lists no confirmers any more.
        needed = (each.needed_confirmation for each in previous_pod.unconfirmed if each.event.is_claimed_deed)
        found = {
            claim.version
            for claim in needed
            if claim.version in self.claims
            and self.by not in list_members_with_interest_in_seat(previous_pod, claim.by)
        }
        return replace(pod, confirmed_deeds=pod.confirmed_deeds | found) if found else pod

    def update_needed_confirmation(self, requirement: ConfirmationRequirement) -> ConfirmationRequirement | None:
        """Return the confirmation that a report still needs after this event; None if the report counts now.

        A disputed report that a moderator lets stand still waits for the end: until the game counts, other players may
        call another moderator. If a player withdraws an objection and is not among those who must confirm, the
        requirement is as it was before. A claimed deed stays open to objections after a confirmation, and its claimer
        confirms nothing.
        """
        if requirement.version not in self.claims:
            return requirement
        by = self.by
        if requirement.needs_confirmation_for_points and by == requirement.by:
            return replace(requirement, disputed=None, decided=by if self.stands else requirement.decided)
        if requirement.waits is not None and self.stands:
            return replace(requirement, of=(), each=False, disputed=None, waits="end", decided=by)
        mine = by in requirement.of
        if requirement.waits is not None and by == requirement.disputed and by is not None and not mine:
            return replace(requirement, disputed=None)
        if requirement.needs_confirmation_for_points and by is not None:
            return replace(requirement, of=(), disputed=None)
        rest = tuple(player for player in requirement.of if player != by)
        if requirement.each and rest and mine:
            return replace(requirement, of=rest, disputed=None)
        return replace(requirement, of=(), disputed=None, waits="end") if requirement.waits == "both" else None

    def build_event_sentence(self) -> TranslatableSentence:
        how = "stands" if self.stands else "players" if self.by else "time"
        return TranslatableSentence(f"event-confirmed-{how}", values={"count": len(self.claims)})

    def find_audit_trail_code(self, *, is_host_action: bool) -> AuditCode | None:
        """Return the audit-trail type if a moderator confirmed a report or rejected an objection; otherwise None."""
        if self.stands or self.moderated:
            return "stands" if self.stands else "confirmed", None
        return super().find_audit_trail_code(is_host_action=is_host_action)

    def list_reports_decided_by_moderator(self, previous_pod: Pod) -> tuple[PodHistoryEvent, ...]:
        found = (e.event for e in previous_pod.unconfirmed if e.needed_confirmation.version in self.claims)
        return tuple(event for event in found if isinstance(event, PodHistoryEvent))


class AnnounceReportDispute(PodCommand, frozen=True):
    """The command that gives a player some minutes to name the report that is wrong.

    No report is confirmed automatically before `until`, in milliseconds since 1970.
    """

    by: Player
    until: int

    right = PLAYERS

    def find_extra_access_roles(self, pod: Pod, player: Player, report_author: Player | None) -> frozenset[Role]:
        """Return the role `player` for everybody who sits in the pod or has ever sat in it."""
        return _find_participant_role(pod, player)

    def create_event(self, pod: Pod, /) -> "ReportDisputeAnnounced":
        """Return the `ReportDisputeAnnounced` event.

        Raises `Refusal` if every report already counts, or if the player has already caused such an event in the pod.
        """
        if not pod.reports_open_to_dispute:
            raise_refusal("dispute-late")
        if self.by in pod.disputing:
            raise_refusal("disputed-once")
        return ReportDisputeAnnounced(self.by, self.until)


class ReportDisputeAnnounced(NonGameplayEvent, frozen=True, tag="dispute-begun"):
    """The event that a player called a report wrong and has some time to say which report.

    No report is confirmed automatically before `until`, in milliseconds since 1970.
    """

    by: Player
    until: int

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod without automatic confirmation of reports until the player's time is over."""
        return replace(pod, disputing={**pod.disputing, self.by: self.until})

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("event-dispute-begun", {"player": self.by})


class StartGameObjectionPeriod(PodCommand, frozen=True):
    """The bot's command that starts the time for objections to a game's result.

    `begins` is when Discord accepted the text of the end, or the latest moment that is waited for; in milliseconds
    since 1970.
    """

    begins: int

    right = THE_BOT

    def create_event(self, pod: Pod, /) -> "ObjectionPeriodStarted":
        """Return the `ObjectionPeriodStarted` event. Raises `Refusal` if the game goes on or its end counts."""
        if not pod.reports_open_to_dispute or not (pod.closed or pod.result is not None):
            raise_refusal("nothing-to-confirm")
        return ObjectionPeriodStarted(self.begins)


class ObjectionPeriodStarted(NonGameplayEvent, frozen=True, tag="end-shown"):
    """The event that the time for objections to a game's result started, because players saw the result late.

    The time starts at `begins` (in milliseconds since 1970).
    """

    begins: int

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("event-end-shown")


class DisputeGameReport(PodCommand, frozen=True):
    """The command by which a player objects to a report, so that a moderator decides."""

    claim: int
    by: Player

    right = DISPUTERS
    stops_for_dispute = True

    def find_extra_access_roles(self, pod: Pod, player: Player, report_author: Player | None) -> frozenset[Role]:
        """Return the role `player` for everybody who sits in the pod or has ever sat in it.

        They may still object to reports about their seat.
        """
        return _find_participant_role(pod, player)

    def create_event(self, pod: Pod, /) -> "GameReportDisputed":
        """Return the `GameReportDisputed` event, after which the pod waits for a moderator.

        Raises `Refusal` if the report already counts, or the player objected to the report before.
        """
        found = find_unconfirmed_report(pod, self.claim)
        if found is None:
            raise_refusal("dispute-late")
        if self.by in found.needed_confirmation.disputers:
            raise_refusal("disputed-once")
        return GameReportDisputed(self.claim, self.by)


class GameReportDisputed(GameReportReviewEvent, ModeratableEvent, frozen=True, tag="disputed"):
    """The event that a player objected to a report of a defeat or win.

    The pod stands still until a moderator decides.
    """

    audit_code = "objected"

    claim: int
    by: Player

    def update_needed_confirmation(self, requirement: ConfirmationRequirement) -> ConfirmationRequirement:
        """Return a report's confirmation requirement, with the player's objection if it is the disputed report."""
        if self.claim != requirement.version:
            return requirement
        return replace(requirement, disputed=self.by, disputers=(*requirement.disputers, self.by))

    @property
    def player_who_caused_event(self) -> Player:
        return self.by

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("event-disputed", {"player": self.by})


def _find_participant_role(pod: Pod, player: Player) -> frozenset[Role]:
    return frozenset({"player"}) if player in pod.current_and_former_players else NO_ROLES


class EscalateReportsToModerators(PodCommand, frozen=True):
    """The command that leaves some reports to moderators because the game's season has ended.

    `claims` are the log versions of the reports; `at` is in milliseconds since 1970.
    """

    claims: tuple[int, ...]
    at: int

    right = THE_BOT

    def create_event(self, pod: Pod, /) -> "ReportsEscalatedToModerators":
        if any(claim.disputed for claim in _require_unconfirmed_reports(pod, self.claims)):
            raise_refusal("nothing-to-confirm")
        return ReportsEscalatedToModerators(self.claims, self.at)


class ReportsEscalatedToModerators(GameReportReviewEvent, frozen=True, tag="locked"):
    """The event that some reports were left to moderators because the game's season has ended.

    `claims` are the log versions of the reports; `at` is in milliseconds since 1970.
    """

    claims: tuple[int, ...]
    at: int

    def update_needed_confirmation(self, requirement: ConfirmationRequirement) -> ConfirmationRequirement:
        """Return the confirmation requirement, changed so that only a moderator can meet it."""
        if requirement.version not in self.claims:
            return requirement
        return replace(requirement, of=(), each=False, waits="press", due=self.at)

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("event-locked")


def find_verdicts_of_report(pod: Pod, unconfirmed_report: UnconfirmedGameReport) -> tuple[DefeatVerdict, ...]:
    """Return who is responsible for each reported defeat; empty while a player still has to choose something."""
    if not isinstance(unconfirmed_report.event, DefeatsReported):
        return ()
    losers = {each.loser for each in unconfirmed_report.event.reports}
    first = unconfirmed_report.verdicts
    next_ones = pod.verdicts[first : first + len(losers)]
    # A team's loss of life is its master's, whoever was reported.
    return tuple(v for v in next_ones if v.loser in losers) or next_ones[:1]


# Presses


def list_confirmable_reports(pod: Pod) -> tuple[UnconfirmedGameReport, ...]:
    """Return the reports that players can confirm now.

    Reports that wait for the end of the game are excluded, except claimed deeds, which another player can confirm.
    """
    return tuple(
        each
        for each in pod.reports_open_to_dispute
        if each.needed_confirmation.waits != "end" or each.needed_confirmation.needs_confirmation_for_points
    )


def list_reports_awaiting_confirmation(pod: Pod) -> tuple[UnconfirmedGameReport, ...]:
    """Return the reports that wait for a confirmation or for silence before the end of the game."""
    return tuple(each for each in pod.reports_open_to_dispute if each.needed_confirmation.waits != "end")


def can_player_confirm_report(requirement: ConfirmationRequirement, player: Player) -> bool:
    """Return True if a player may confirm a report that has this requirement.

    Only the player who disputed a report can confirm a disputed one.
    """
    return requirement.disputed == player or (requirement.disputed is None and player in requirement.of)


def build_confirm_all_reports_command(
    pod: Pod,
    last_report_version: int,
    player: Player,
    *,
    is_moderator: bool,
    now: int = 0,
    with_claimed_deeds: bool = True,
) -> ConfirmGameReports:
    """Return the command by which a player confirms all possible reports up to log version `last_report_version`.

    The command covers all reports that the player must or may confirm. A moderator with no report to confirm may
    confirm undisputed ones of others, and the organiser of a night draws that a player has held up by silence until
    `now`. Where claimed deeds are not shown, they are not confirmed either. Raises `Refusal` if nothing is left to
    confirm.
    """
    listed = list_confirmable_reports(pod) if with_claimed_deeds else list_reports_awaiting_confirmation(pod)
    seen = [each.needed_confirmation for each in listed if each.needed_confirmation.version <= last_report_version]
    mine = tuple(claim.version for claim in seen if can_player_confirm_report(claim, player))
    if not mine and is_moderator:
        others = (claim for claim in seen if claim.by != player)
        mine = tuple(claim.version for claim in others if not claim.disputed)
    if not mine:
        mine = tuple(each.needed_confirmation.version for each in _list_unanswered_drawn_game_reports(pod, player, now))
    if not mine:
        players = dict.fromkeys(player for claim in seen for player in claim.of)
        if pod.disputed_report is not None:
            raise Refusal("disputed")
        if not seen:
            raise Refusal("nothing-to-confirm")
        raise Refusal("not-yours-to-confirm", players=tuple(players))
    return ConfirmGameReports(mine, player, now)


def _list_unanswered_drawn_game_reports(pod: Pod, excluded_player: Player, now: int) -> list[UnconfirmedGameReport]:
    """Return the reports of a drawn game that nobody answered in time, without reports by `excluded_player`."""
    return [
        each
        for each in list_confirmable_reports(pod)
        if isinstance(each.event, DrawnGameReported)
        and each.needed_confirmation.of  # else it waits for a moderator
        and not each.needed_confirmation.disputed
        and each.needed_confirmation.by != excluded_player
        and each.needed_confirmation.due <= now
    ]


def find_unconfirmed_report(pod: Pod, report_version: int) -> UnconfirmedGameReport | None:
    """Return the unconfirmed report with this version (number in the event log); None if no report has it."""
    return next(
        (each for each in pod.reports_open_to_dispute if each.needed_confirmation.version == report_version), None
    )


def _require_unconfirmed_reports(pod: Pod, report_versions: Collection[int]) -> list[ConfirmationRequirement]:
    """Return the confirmation that each report needs. Raises `Refusal` if a report is confirmed already."""
    found = [each.needed_confirmation for version in report_versions if (each := find_unconfirmed_report(pod, version))]
    if not found or len(found) != len(report_versions):
        raise_refusal("nothing-to-confirm")
    return found


# Silence


def build_automatic_confirmation_command(pod: Pod, now: int, last_report_time: int) -> ConfirmGameReports:
    """Return the command that confirms every report for which the time for objections has passed.

    Nobody has reported anything since `last_report_time`. Times are in milliseconds since 1970. Raises `Refusal` if no
    report is due.
    """
    late = tuple(each.version for each, due in _list_automatic_confirmation_times(pod, last_report_time) if due <= now)
    if not late:
        raise Refusal("nothing-to-confirm")
    return ConfirmGameReports(late)


def find_automatic_confirmation_time(pod: Pod, report_versions: Collection[int], last_report_time: int) -> int | None:
    """Return the time (ms since 1970) when the last of these reports is confirmed if nobody objects.

    None if never.
    """
    dues = {claim.version: due for claim, due in _list_automatic_confirmation_times(pod, last_report_time)}
    found = [dues.get(version) for version in report_versions]
    return None if None in found else max(filter(None, found), default=None)


def find_next_automatic_confirmation_time(pod: Pod, last_report_time: int) -> int | None:
    """Return the time (ms since 1970) when the pod's next report is confirmed automatically; None if none waits."""
    return min((due for _, due in _list_automatic_confirmation_times(pod, last_report_time)), default=None)


def find_moderator_alert_time(pod: Pod, last_report_time: int) -> int | None:
    """Return the time (ms since 1970) when moderators should look at the pod; None if players need no help.

    The time is `last_report_time` if a report is disputed, otherwise the earliest time limit of a report that a person
    must confirm. None if all reports are confirmed automatically.
    """
    claims = [each.needed_confirmation for each in pod.reports_open_to_dispute]
    if any(claim.disputed for claim in claims):
        return last_report_time
    presses = (claim.due for claim in claims if claim.waits != "end" and claim.needs_explicit_confirmation)
    return min(presses, default=None)


def find_final_result_time(pod: Pod, last_report_time: int) -> int | None:
    """Return the time (ms since 1970) when a game's end becomes final if nobody objects.

    None if the end does not become final without a confirmation.
    """
    dues = [due for _, due in _list_automatic_confirmation_times(pod, last_report_time)]
    over = pod.closed or pod.result is not None
    return max(dues, default=None) if over and len(dues) == len(pod.reports_open_to_dispute) else None


def _list_automatic_confirmation_times(pod: Pod, last_report_time: int) -> list[tuple[ConfirmationRequirement, int]]:
    claims = [each.needed_confirmation for each in pod.reports_open_to_dispute]
    due = [(c, c.due) for c in claims if c.waits in (None, "silence") and not c.disputed]
    minutes = pod.setup.dispute_minutes
    over = pod.closed or pod.result is not None
    if over and minutes is not None and not any(claim.disputed for claim in claims):
        end = last_report_time + minutes * MINUTE_MILLISECONDS
        due += [(claim, end) for claim in claims if claim.waits == "end"]
    if not pod.disputing:
        return due
    held = max(pod.disputing.values())  # nothing is confirmed while somebody begins a dispute
    return [(claim, max(moment, held)) for claim, moment in due]


# Claims. A report takes effect at once, so nobody at a table waits for a press. Only its points
# wait. Every report or decision that can decide the winner carries a claim, and everybody at the
# table can dispute it until the game counts. Most claims need no press: silence is enough.


def add_confirmation_requirement_to_event(
    pod: Pod,
    event: Event,
    author: Player | None,
    version: int,
    time_milliseconds: int,
    *,
    players_who_acted: Collection[Player] = (),
    has_had_result: bool = False,
    uses_moderator_right: bool = False,
) -> Event:
    """Return a copy of a new event with the confirmation that the event needs before it counts.

    If a moderator made the event, the copy names the moderator.

    `event` is about to happen to `pod`, caused by `author` (None means the bot), who used a moderator's right if
    `uses_moderator_right`. `players_who_acted` have caused earlier events of the pod. `version` is the event's future
    version in the log, `time_milliseconds` counts from 1970. `has_had_result` means that the pod has had a result.
    Events in a subgame need no confirmation, because no points depend on them. Decisions about a game that already
    counts need none either.
    """
    if isinstance(event, PodEvent):
        event = event.set_deciding_moderator(author)
    if not isinstance(event, ConfirmableEvent) or pod.final_result is not None:
        return event
    moderator = author if uses_moderator_right else None
    draft = NewReportDetails(pod, version, author or pod.host, time_milliseconds, moderator)
    if pod.setup.dispute_minutes is None:
        claim = _build_confirmation_in_old_pod(event, draft)
    elif event.reopens_or_closes_pod(pod, had_result=has_had_result):
        claim = draft.build_confirmation_at_end_of_game(moderator)
    else:
        claim = event.find_needed_confirmation(draft)
    if claim is None:
        return event
    if pod.subgame is None and event.outcome.result is not None and moderator is None:
        claim = _require_button_press_if_nobody_acted(draft, claim, {*players_who_acted, author})
    return replace(event, claim=claim)


def _require_button_press_if_nobody_acted(
    new_report: NewReportDetails,
    requirement: ConfirmationRequirement,
    players_who_acted: Collection[Player | None],
) -> ConfirmationRequirement:
    """Require a button press at the end of a rematch in which no automatically seated player has done anything.

    Their presses for the game before stand in the rematch, and perhaps they left before it. So whoever plays it alone
    wins nothing. As soon as one of them has caused an event of the rematch, silence is enough, as in any other game.
    """
    carried = new_report.pod.carried
    if requirement.each or not carried or not set(carried).isdisjoint(players_who_acted):
        return requirement
    waits: ConfirmationCondition = "press" if requirement.waits == "press" else "both"
    # A win by an effect needs an opponent's press in any game; then it has to be one of these.
    players = tuple(player for player in requirement.of if player in carried) or carried
    return new_report.build_confirmation_requirement(players, DAY_MILLISECONDS, waits)


def _build_confirmation_in_old_pod(
    event: ConfirmableEvent, new_report: NewReportDetails
) -> ConfirmationRequirement | None:
    """Return the confirmation that a report needs in a pod that was opened before setups had a time for objections."""
    pod = new_report.pod
    wait = new_report.objection_period_milliseconds
    found = event.find_players_who_may_confirm(pod, new_report.by)
    if wait is None or pod.subgame is not None or found is None:
        return None
    players, each = found
    return new_report.build_confirmation_requirement(players, wait, None, needs_everyone=each) if players else None
