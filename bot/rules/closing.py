"""Closing a pod: without a result, or as the regular end of its variant (RSP-4)."""

from msgspec.structs import replace

from bot.rules.acts import Sentence
from bot.rules.endings import count_points
from bot.rules.gate import Gated
from bot.rules.pod import Claimable, ClaimDraft, Pod, PodCommand, StoryEvent, add_claim
from bot.rules.records import NO_EFFECT, Claim, Outcome
from bot.rules.rights import CLOSERS, NOBODY, Asker, Right


class Close(PodCommand, frozen=True):
    """Close the pod: without a result, unless its variant ends by closing (RSP-4).

    `idle` means that nobody has touched the pod for long.
    """

    idle: bool = False

    right = CLOSERS

    def find_right(self, pod: Pod, asker: Asker) -> Right:
        """Return the right to close the pod; nobody closes one whose result has counted."""
        return NOBODY if pod.has_counted else self.right

    def decide(self, pod: Pod, /) -> "Closed":
        """Return the event of the command. Raises `Refusal` if the pod is over."""
        pod.check_open()
        if pod.standings and pod.setup.answers.ends_when == "closed":
            return Closed(Outcome(result=count_points(pod.standings)), self.idle)
        return Closed(idle=self.idle)


class Closed(StoryEvent, Gated, Claimable, frozen=True, tag="closed"):
    """The pod was closed: without a result (ESC-D20), or as its regular end (RSP-4).

    `idle` means that the bot closed it because nobody had touched it for long. There is a `claim`
    if the game has a result, or had one that was taken back.
    """

    audit_code = "closed"

    outcome: Outcome = NO_EFFECT
    idle: bool = False
    claim: Claim | None = None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod without a game: closed, or finished with the event's result."""
        result = self.outcome.result
        over = replace(pod, closed=result is None, result=result, pending=None, subgame=None)
        left = add_claim(pod.unconfirmed, self, len(pod.verdicts))
        return replace(over, step=pod.step + 1, before=pod, unconfirmed=left)

    def make_command(self) -> Close:
        """Return the command that led to the event."""
        return Close(self.idle)

    @property
    def takes_result_away(self) -> bool:
        """Whether the pod was closed without a result."""
        return self.outcome.result is None

    def takes_end_back(self, pod: Pod, *, had_end: bool) -> bool:
        """Return whether the pod, which has had an end, is closed without a result."""
        return self.outcome.result is None and had_end

    def make_claim(self, draft: ClaimDraft) -> Claim | None:
        """Return a claim that waits for the end; None without a result or in a subgame."""
        if draft.pod.subgame is not None or self.outcome.result is None:
            return None
        return draft.wait_for_end()

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        return Sentence("event-closed-idle" if self.idle else "event-closed")

    def tell_claim(self) -> Sentence:
        """Return the label of the unconfirmed report."""
        ended = self.outcome.result is not None
        return Sentence("claim-close" if ended else "claim-closing")
