"""Choices that the rules leave to a player, and the call of moderators if they stay silent."""

from msgspec.structs import replace

from bot.rules.commands_and_events import AuditCode, Sentence
from bot.rules.facts import Player
from bot.rules.guests import find_acting_member
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.playing import require_running_game, settle_pending
from bot.rules.pod import (
    NO_ROLES,
    ClaimDraft,
    ConfirmableEvent,
    InGameEvent,
    Pod,
    PodCommand,
    SideEvent,
    StoryEvent,
    list_deciders_with,
)
from bot.rules.records import ChoiceAnswer, ReportClaim, RulesOutcome
from bot.rules.refusals import Refusal, raise_refusal
from bot.rules.rights import ASKED_PLAYER, THE_BOT, Requester, Right, Role
from bot.rules.votes import favours_player


class MakeChoice(PodCommand, frozen=True):
    """The command that answers the choice which the rules leave to the player `by`.

    `player` is the chosen player, None declines. `chosen_by` is somebody else who answers in
    their place; `moderated` means that they do so as a moderator. `drawn` means that nobody
    answered and the committed random draw chose (ESC-D17).
    """

    by: Player
    player: Player | None
    chosen_by: Player | None = None
    moderated: bool = False
    drawn: bool = False

    right = ASKED_PLAYER  # THE_BOT for a choice of the draw
    stops_for_dispute = True

    def find_required_right(self, pod: Pod, requester: Requester) -> Right:
        """Return the right to answer a choice. Only the bot may answer by a random draw."""
        return THE_BOT if self.drawn else self.right

    def find_command_roles(
        self, pod: Pod, player: Player, report_maker: Player | None
    ) -> frozenset[Role]:
        """Return the role `asked` for the player who must choose, or who acts for them."""
        is_asked = player == find_acting_member(pod, self.by)
        return frozenset({"asked"}) if is_asked else NO_ROLES

    def is_in_own_favour(self, pod: Pod, requester: Requester) -> bool:
        """Return True if somebody chooses for another player and in their own favour."""
        if requester.player == find_acting_member(pod, self.by) or self.player is None:
            return False
        return favours_player(pod, requester.player, self.player)

    def require_impartiality(self, pod: Pod, requester: Requester) -> None:
        """Raise `Refusal` if somebody chooses for another player and in their own favour."""
        if self.is_in_own_favour(pod, requester):
            raise Refusal("choice-own", by=self.by, player=self.player or "")

    def build_rights_refusal(self, pod: Pod, right: Right, report_maker: Player | None) -> Refusal:
        """Return the refusal for anybody other than the player who must choose."""
        return Refusal(right.refusal, by=self.by, player=report_maker or self.by, players=())

    def create_event(self, pod: Pod, /) -> "ChoiceMade":
        """Return the `ChoiceMade` event for this command.

        Raises `Refusal` if no such choice is open.
        """
        require_running_game(pod, allow_waiting=True)
        return ChoiceMade(*settle_choice(pod.current_game, self))


class ChoiceMade(InGameEvent, ModeratableEvent, ConfirmableEvent, frozen=True, tag="chose"):
    """The event that a player, or somebody in their place, made an open choice (ESC-D17)."""

    audit_code = "chose"

    answer: ChoiceAnswer
    outcome: RulesOutcome
    claim: ReportClaim | None = None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod after the choice, with the moderator who chose among its deciders."""
        after = super().apply(pod)
        if not self.answer.moderated:
            return after
        return replace(after, deciders=list_deciders_with(pod, self.answer.chosen_by))

    def find_described_players(self, previous_pod: Pod) -> frozenset[Player]:
        """Return the player who had to choose, and the players who concede."""
        conceding = (
            ()
            if previous_pod.current_game.pending is None
            else previous_pod.current_game.pending.conceding
        )
        return frozenset({self.answer.by, *conceding})

    def rebuild_command(self) -> MakeChoice:
        """Return the `MakeChoice` command that caused this event."""
        given = self.answer
        return MakeChoice(given.by, given.player, given.chosen_by, given.moderated, given.drawn)

    def build_claim(self, claim_draft: ClaimDraft) -> ReportClaim | None:
        """Return a claim that stays open until the end of the game; None in a subgame."""
        return None if claim_draft.pod.subgame is not None else claim_draft.build_claim_until_end()

    @property
    def author(self) -> Player | None:
        """Return the player who chose; None for a random draw."""
        return None if self.answer.drawn else self.answer.chosen_by or self.answer.by

    def describe_claim(self) -> Sentence | None:
        """Return the label of the unconfirmed choice; None if somebody chose for the
        player.
        """
        if self.answer.drawn:
            return Sentence("claim-choice-draw", {"player": self.answer.by})
        if self.answer.chosen_by is None:
            return Sentence("claim-choice", {"player": self.answer.by})
        return None

    def find_decision_code(self, *, by_host: bool) -> AuditCode | None:
        """Return the audit code if a moderator chose for the player."""
        return (
            ("chose", None)
            if self.answer.moderated
            else super().find_decision_code(by_host=by_host)
        )

    def find_decided_reports(self, previous_pod: Pod) -> tuple[StoryEvent, ...]:
        """Return the choice itself, as the report that a moderator made."""
        return (self,)


def settle_choice(current_game: Pod, command: MakeChoice) -> tuple[ChoiceAnswer, RulesOutcome]:
    """Return the answer to the open choice, and the outcome that follows. Raises `Refusal`."""
    by = command.by
    player = command.player
    pending = current_game.pending
    question = pending.question if pending is not None else None
    if pending is None or question is None:
        raise_refusal("nothing-to-choose")
    if by != question.by:
        raise_refusal("not-yours", "by", by=question.by)
    if player is None and not question.may_decline:
        raise_refusal("must-choose", "player", players=question.options)
    if player is not None and player not in question.options:
        raise_refusal("not-an-option", "player", player=player, players=question.options)
    answer = ChoiceAnswer(question.kind, by, player)
    if command.chosen_by not in (None, by):
        answer = replace(answer, chosen_by=command.chosen_by, moderated=command.moderated)
    elif command.drawn:
        answer = replace(answer, drawn=True)
    return answer, settle_pending(
        current_game, replace(pending, answers=(*pending.answers, answer))
    )


class CallModerators(PodCommand, frozen=True):
    """The command that calls moderators to choose for a player who does not answer (ESC-D17)."""

    right = THE_BOT

    def create_event(self, pod: Pod, /) -> "ModeratorsCalled":
        """Return the `ModeratorsCalled` event for this command.

        Raises `Refusal` unless the pod waits for a choice.
        """
        if pod.open_question is None:
            raise_refusal("nothing-to-choose")
        return ModeratorsCalled(pod.open_question.by)


class ModeratorsCalled(SideEvent, frozen=True, tag="moderators-called"):
    """The event that moderators were called to choose for a player who had not answered."""

    player: Player

    def describe(self) -> Sentence:
        """Return the sentence that describes the `ModeratorsCalled` event to players."""
        return Sentence("event-moderators-called", {"player": self.player})
