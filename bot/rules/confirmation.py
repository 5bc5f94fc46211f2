"""Confirmation of reports: claims, confirming, disputing, and what silence settles."""

from collections.abc import Collection

from msgspec.structs import replace

from bot.rules.acts import DecisionCode, Event, Sentence
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.pod import (
    MINUTE_MILLISECONDS,
    NO_ROLES,
    AsideEvent,
    Claimable,
    ClaimAnswer,
    ClaimDraft,
    Pod,
    PodCommand,
    PodEvent,
    StoryEvent,
    Unconfirmed,
)
from bot.rules.records import Claim, Verdict
from bot.rules.refusals import Refusal, refuse
from bot.rules.reporting import Defeated
from bot.rules.rights import CONFIRMERS, DISPUTERS, PLAYERS, THE_BOT, Right, Role


class Confirm(PodCommand, frozen=True):
    """Let the reports with these versions count; `by` None means that their time has passed."""

    claims: tuple[int, ...]
    by: Player | None = None

    right = CONFIRMERS

    def find_roles(self, pod: Pod, asker: Player, maker: Player | None) -> frozenset[Role]:
        """Return `confirmer` for somebody who may confirm all of the reports."""
        is_confirmer = all(may_confirm(claim, asker) for claim in self._find_claims(pod))
        return frozenset({"confirmer"}) if is_confirmer else NO_ROLES

    def make_rights_refusal(self, pod: Pod, right: Right, maker: Player | None) -> Refusal:
        """Return the refusal that names who may confirm the reports."""
        players = dict.fromkeys(player for claim in self._find_claims(pod) for player in claim.of)
        return Refusal(right.refusal, by=pod.host, player=maker or pod.host, players=tuple(players))

    def _find_claims(self, pod: Pod) -> list[Claim]:
        return [each.claim for each in pod.unconfirmed if each.claim.version in self.claims]

    def decide(self, pod: Pod, /) -> "Confirmed":
        """Return the event of the command. Raises `Refusal` if a report already counts."""
        found = _find_open_claims(pod, self.claims)
        by = self.by
        stands = any(claim.disputed not in (None, by) for claim in found)
        moderated = by is not None and not all(may_confirm(claim, by) for claim in found)
        return Confirmed(self.claims, by, stands, moderated)


class Confirmed(ClaimAnswer, Gated, frozen=True, tag="confirmed"):
    """Reports were confirmed by a player or a moderator, or by silence (`by` None).

    `claims` are the versions of the reports. `stands` means that a moderator let a disputed report
    stand. `moderated` means that `by` confirmed as a moderator, not as a player.
    """

    audit_code = "confirmed"

    claims: tuple[int, ...]
    by: Player | None = None
    stands: bool = False
    moderated: bool = False

    settles = True

    @property
    def decider(self) -> Player | None:
        """The moderator who confirmed as such."""
        return self.by if self.moderated else None

    def answer(self, claim: Claim) -> Claim | None:
        """Return what is left of a claim after somebody, or silence, confirmed it.

        A disputed report that a moderator lets stand still waits for the end: until the game
        counts, other players may call another moderator. A player who withdraws an objection
        without being among those who must confirm leaves the claim as it was before.
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

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        how = "stands" if self.stands else "players" if self.by else "time"
        return Sentence(f"event-confirmed-{how}", values={"count": len(self.claims)})

    def name_decision(self, *, by_host: bool) -> DecisionCode | None:
        """Return the decision of a moderator who confirmed, or let a report stand."""
        if self.stands or self.moderated:
            return "stands" if self.stands else "confirmed", None
        return super().name_decision(by_host=by_host)

    def find_decided_reports(self, before: Pod) -> tuple[StoryEvent, ...]:
        """Return the reports that were confirmed."""
        found = (e.event for e in before.unconfirmed if e.claim.version in self.claims)
        return tuple(event for event in found if isinstance(event, StoryEvent))


class BeginDispute(PodCommand, frozen=True):
    """Keep silence from confirming reports before `until`, while `by` says which one is wrong.

    `until` is in milliseconds since 1970.
    """

    by: Player
    until: int

    right = PLAYERS

    def decide(self, pod: Pod, /) -> "DisputeBegun":
        """Return that silence waits for a player; each can ask for that once.

        Raises `Refusal` if every report already counts.
        """
        if not pod.open_reports:
            refuse("dispute-late")
        if self.by in pod.disputing:
            refuse("disputed-once")
        return DisputeBegun(self.by, self.until)


class DisputeBegun(AsideEvent, frozen=True, tag="dispute-begun"):
    """A player is about to say which report is wrong; silence confirms none before `until`.

    `until` is in milliseconds since 1970.
    """

    by: Player
    until: int

    settles = True

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod in which silence waits for the player."""
        return replace(pod, disputing={**pod.disputing, self.by: self.until})

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        return Sentence("event-dispute-begun", {"player": self.by})


class Dispute(PodCommand, frozen=True):
    """Object to a report: a moderator must decide."""

    claim: int
    by: Player

    right = DISPUTERS
    stops_for_dispute = True

    def find_roles(self, pod: Pod, asker: Player, maker: Player | None) -> frozenset[Role]:
        """Return `player` also for those whose seat went to somebody else.

        They still have a say in what they leave behind.
        """
        return frozenset({"player"}) if asker in pod.participants else NO_ROLES

    def decide(self, pod: Pod, /) -> "Disputed":
        """Return the objection, after which the pod stands still.

        Raises `Refusal` if the report already counts, or the player objected to it before.
        """
        found = find_unconfirmed(pod, self.claim)
        if found is None:
            refuse("dispute-late")
        if self.by in found.claim.disputers:
            refuse("disputed-once")
        return Disputed(self.claim, self.by)


class Disputed(ClaimAnswer, Gated, frozen=True, tag="disputed"):
    """A player objected to a report; the pod stands still until a moderator decides."""

    audit_code = "objected"

    claim: int
    by: Player

    settles = True

    def answer(self, claim: Claim) -> Claim:
        """Return the claim with the player's objection, if it is to this report."""
        if self.claim != claim.version:
            return claim
        return replace(claim, disputed=self.by, disputers=(*claim.disputers, self.by))

    @property
    def author(self) -> Player:
        """The player who objected."""
        return self.by

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        return Sentence("event-disputed", {"player": self.by})


class Lock(PodCommand, frozen=True):
    """Leave the reports with these versions to moderators, from the moment `at` on.

    `at` is in milliseconds since 1970.
    """

    claims: tuple[int, ...]
    at: int

    right = THE_BOT

    def decide(self, pod: Pod, /) -> "Locked":
        """Return the event of the command. Raises `Refusal` if one of the reports is settled."""
        if any(claim.disputed for claim in _find_open_claims(pod, self.claims)):
            refuse("nothing-to-confirm")
        return Locked(self.claims, self.at)


class Locked(ClaimAnswer, frozen=True, tag="locked"):
    """The season of the game is over, so only a moderator can still confirm these reports.

    `claims` are the versions of the reports; `at` is in milliseconds since 1970.
    """

    claims: tuple[int, ...]
    at: int

    settles = True

    def answer(self, claim: Claim) -> Claim:
        """Return the claim, which only a moderator can still confirm."""
        if claim.version not in self.claims:
            return claim
        return replace(claim, of=(), each=False, waits="press", due=self.at)

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        return Sentence("event-locked")


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


def _find_open_claims(pod: Pod, versions: Collection[int]) -> list[Claim]:
    """Return the claims with these versions. Raises `Refusal` unless all of them are open."""
    found = [each.claim for version in versions if (each := find_unconfirmed(pod, version))]
    if not found or len(found) != len(versions):
        refuse("nothing-to-confirm")
    return found


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
    claims = [each.claim for each in pod.open_reports]
    if any(claim.disputed for claim in claims):
        return since
    presses = (claim.due for claim in claims if claim.waits != "end" and claim.needs_press)
    return min(presses, default=None)


def find_counting_moment(pod: Pod, since: int) -> int | None:
    """Return when the end of a game is final if nobody objects; None if it will not by itself."""
    dues = [due for _, due in _find_due(pod, since)]
    over = pod.closed or pod.result is not None
    return max(dues, default=None) if over and len(dues) == len(pod.open_reports) else None


def _find_due(pod: Pod, since: int) -> list[tuple[Claim, int]]:
    """Return the claims that silence confirms, each with its time."""
    claims = [each.claim for each in pod.open_reports]
    due = [(c, c.due) for c in claims if c.waits in (None, "silence") and not c.disputed]
    minutes = pod.setup.dispute_minutes
    over = pod.closed or pod.result is not None
    if over and minutes is not None and not any(claim.disputed for claim in claims):
        end = since + minutes * MINUTE_MILLISECONDS
        due += [(claim, end) for claim in claims if claim.waits == "end"]
    if not pod.disputing:
        return due
    held = max(pod.disputing.values())  # nothing is confirmed while somebody begins a dispute
    return [(claim, max(moment, held)) for claim, moment in due]


# Claims. A report takes effect at once, so nobody at a table waits for a press. Only its points
# wait. Every report or decision that can decide the winner carries a claim, and everybody at the
# table can dispute it until the game counts. Most claims need no press: silence is enough.


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
    if isinstance(event, PodEvent):
        event = event.sign(by)
    if not isinstance(event, Claimable) or pod.counted is not None:
        return event
    draft = ClaimDraft(pod, version, by or pod.host, at)
    if pod.setup.dispute_minutes is None:
        claim = _make_claim_of_old_pod(event, draft)
    elif event.takes_end_back(pod, had_end=had_end):
        claim = draft.wait_for_end(decided=by if moderated else None)
    else:
        claim = event.make_claim(draft)
    return event if claim is None else replace(event, claim=claim)


def _make_claim_of_old_pod(event: Claimable, draft: ClaimDraft) -> Claim | None:
    """Return the claim of a report in an old pod, which agreed on no time to dispute its result."""
    pod = draft.pod
    wait = draft.waiting_time
    found = event.find_confirmers(pod, draft.by)
    if wait is None or pod.subgame is not None or found is None:
        return None
    players, each = found
    return draft.wait_for(players, wait, None, each=each) if players else None
