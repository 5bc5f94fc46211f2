"""Claims on events that can decide who wins: who must confirm a report, and until when.

A report takes effect at once, so nobody at a table waits for a press. Only its points wait. Every
report or decision that can decide the winner carries a claim, and everybody at the table can
dispute it until the game counts. Most claims need no press: silence is enough.
"""

from msgspec.structs import replace

from bot.rules.acts import Event
from bot.rules.facts import Player
from bot.rules.guests import find_actors
from bot.rules.pod import Claimable, ClaimDraft, Pod, PodEvent
from bot.rules.records import Claim


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


def find_others(pod: Pod, by: Player) -> tuple[Player, ...]:
    """Return everybody except `by`; a member and their guests have one voice."""
    return tuple(player for player in find_actors(pod, pod.participants) if player != by)
