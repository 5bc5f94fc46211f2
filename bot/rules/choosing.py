"""Choices that the rules leave to a player, and the call of moderators if they stay silent."""

from msgspec.structs import replace

from bot.rules.acts import DecisionCode, Sentence
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.guests import find_actor
from bot.rules.playing import check_running, settle_waiting
from bot.rules.pod import (
    NO_ROLES,
    AsideEvent,
    Claimable,
    ClaimDraft,
    JudgedEvent,
    Pod,
    PodCommand,
    StoryEvent,
    add_decider,
)
from bot.rules.records import Answer, Claim, Outcome
from bot.rules.refusals import Refusal, refuse
from bot.rules.rights import ASKED_PLAYER, THE_BOT, Asker, Right, Role
from bot.rules.votes import is_on_side


class Choose(PodCommand, frozen=True):
    """Answer the pod's question to `by`; `player` None declines.

    If somebody else answers in their place, that is `chosen_by`; `moderated` means that they do so
    as a moderator. `drawn` means that nobody answered, and the sealed draw did (ESC-D17).
    """

    by: Player
    player: Player | None
    chosen_by: Player | None = None
    moderated: bool = False
    drawn: bool = False

    right = ASKED_PLAYER  # THE_BOT for a choice of the draw
    stops_for_dispute = True

    def find_right(self, pod: Pod, asker: Asker) -> Right:
        """Return the right to answer; a choice of the draw belongs to the bot."""
        return THE_BOT if self.drawn else self.right

    def find_roles(self, pod: Pod, asker: Player, maker: Player | None) -> frozenset[Role]:
        """Return `asked` for the player who must choose, or who acts for them."""
        is_asked = asker == find_actor(pod, self.by)
        return frozenset({"asked"}) if is_asked else NO_ROLES

    def is_partial(self, pod: Pod, asker: Asker) -> bool:
        """Return whether a choice for another player is in the asker's own favour."""
        if asker.player == find_actor(pod, self.by) or self.player is None:
            return False
        return is_on_side(pod, asker.player, self.player)

    def check_fairness(self, pod: Pod, asker: Asker) -> None:
        """Raise `Refusal` if somebody chooses for another player and in their own favour."""
        if self.is_partial(pod, asker):
            raise Refusal("choice-own", by=self.by, player=self.player or "")

    def make_rights_refusal(self, pod: Pod, right: Right, maker: Player | None) -> Refusal:
        """Return the refusal for somebody else than the player who must choose."""
        return Refusal(right.refusal, by=self.by, player=maker or self.by, players=())

    def decide(self, pod: Pod, /) -> "Chose":
        """Return the event of the command. Raises `Refusal`."""
        check_running(pod, waiting=True)
        return Chose(*settle_answer(pod.game, self))


class Chose(JudgedEvent, Gated, Claimable, frozen=True, tag="chose"):
    """A player answered the pod's question, or somebody answered in their place (ESC-D17)."""

    audit_code = "chose"

    answer: Answer
    outcome: Outcome
    claim: Claim | None = None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod after the answer, which a moderator may have given."""
        after = super().apply(pod)
        if not self.answer.moderated:
            return after
        return replace(after, deciders=add_decider(pod, self.answer.chosen_by))

    def find_subjects(self, before: Pod) -> frozenset[Player]:
        """Return the player who was asked, and those who concede."""
        conceding = () if before.game.pending is None else before.game.pending.conceding
        return frozenset({self.answer.by, *conceding})

    def make_command(self) -> Choose:
        """Return the command that led to the event."""
        given = self.answer
        return Choose(given.by, given.player, given.chosen_by, given.moderated, given.drawn)

    def make_claim(self, draft: ClaimDraft) -> Claim | None:
        """Return a claim that waits for the end; None in a subgame."""
        return None if draft.pod.subgame is not None else draft.wait_for_end()

    @property
    def author(self) -> Player | None:
        """The player who chose; None for a choice of the draw."""
        return None if self.answer.drawn else self.answer.chosen_by or self.answer.by

    def tell_claim(self) -> Sentence | None:
        """Return the label of the unconfirmed choice; None if somebody chose for the player."""
        if self.answer.drawn:
            return Sentence("claim-choice-draw", {"player": self.answer.by})
        if self.answer.chosen_by is None:
            return Sentence("claim-choice", {"player": self.answer.by})
        return None

    def name_decision(self, *, by_host: bool) -> DecisionCode | None:
        """Return the decision of a moderator who chose for the player."""
        return ("chose", None) if self.answer.moderated else super().name_decision(by_host=by_host)

    def find_decided_reports(self, before: Pod) -> tuple[StoryEvent, ...]:
        """Return the choice itself."""
        return (self,)


def settle_answer(game: Pod, command: Choose) -> tuple[Answer, Outcome]:
    """Return the answer to the open question and the outcome it leads to. Raises `Refusal`."""
    by = command.by
    player = command.player
    pending = game.pending
    question = pending.question if pending is not None else None
    if pending is None or question is None:
        refuse("nothing-to-choose")
    if by != question.by:
        refuse("not-yours", "by", by=question.by)
    if player is None and not question.may_decline:
        refuse("must-choose", "player", players=question.options)
    if player is not None and player not in question.options:
        refuse("not-an-option", "player", player=player, players=question.options)
    answer = Answer(question.kind, by, player)
    if command.chosen_by not in (None, by):
        answer = replace(answer, chosen_by=command.chosen_by, moderated=command.moderated)
    elif command.drawn:
        answer = replace(answer, drawn=True)
    return answer, settle_waiting(game, replace(pending, answers=(*pending.answers, answer)))


class CallModerators(PodCommand, frozen=True):
    """Call the moderators to choose for a player who does not answer (ESC-D17)."""

    right = THE_BOT

    def decide(self, pod: Pod, /) -> "ModeratorsCalled":
        """Return the event of the command. Raises `Refusal` unless the pod waits for a choice."""
        if pod.question is None:
            refuse("nothing-to-choose")
        return ModeratorsCalled(pod.question.by)


class ModeratorsCalled(AsideEvent, frozen=True, tag="moderators-called"):
    """The moderators were called to choose for `player`, who had not answered for some time."""

    player: Player

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        return Sentence("event-moderators-called", {"player": self.player})
