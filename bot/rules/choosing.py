"""Choices that the rules leave to a player, and the call of moderators if they stay silent."""

from msgspec.structs import replace

from bot.rules.commands_and_events import AuditCode, TranslatableSentence
from bot.rules.facts import Player
from bot.rules.guests import find_member_acting_for_player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.playing import require_running_game, resolve_pending_defeats
from bot.rules.pod import (
    NO_ROLES,
    ConfirmableEvent,
    NewReportDetails,
    NonGameplayEvent,
    Pod,
    PodCommand,
    PodHistoryEvent,
    RunningGameEvent,
    add_deciding_moderator,
)
from bot.rules.records import ConfirmationRequirement, GameChanges, PlayerChoiceAnswer
from bot.rules.refusals import Refusal, raise_refusal
from bot.rules.rights import ASKED_PLAYER, THE_BOT, CommandRight, Requester, Role
from bot.rules.votes import does_master_choice_favour_player


class AnswerPendingPlayerChoice(PodCommand, frozen=True):
    """The command that answers an open choice of a player, such as whom a beaten player serves.

    `player` is the chosen player, None declines. `chosen_by` is somebody else who answers in their place; `moderated`
    means that they do so as a moderator. `drawn` means that nobody answered and the committed random draw chose
    (ESC-D17).
    """

    by: Player
    player: Player | None
    chosen_by: Player | None = None
    moderated: bool = False
    drawn: bool = False

    right = ASKED_PLAYER  # THE_BOT for a choice of the draw
    stops_for_dispute = True

    def find_required_right(self, pod: Pod, requester: Requester) -> CommandRight:
        """Return the right that a person needs to answer the choice; only the bot may answer at random."""
        return THE_BOT if self.drawn else self.right

    def find_extra_access_roles(self, pod: Pod, player: Player, report_author: Player | None) -> frozenset[Role]:
        """Return the role `asked` if the player, or a guest of that player, must make the choice."""
        is_asked = player == find_member_acting_for_player(pod, self.by)
        return frozenset({"asked"}) if is_asked else NO_ROLES

    def does_choice_favour_requester(self, pod: Pod, requester: Requester) -> bool:
        """Return True if the requester chooses in place of another player and gains from the choice."""
        if requester.player == find_member_acting_for_player(pod, self.by) or self.player is None:
            return False
        return does_master_choice_favour_player(pod, requester.player, self.player)

    def require_impartial_requester(self, pod: Pod, requester: Requester) -> None:
        if self.does_choice_favour_requester(pod, requester):
            raise Refusal("choice-own", by=self.by, player=self.player or "")

    def build_missing_right_refusal(self, pod: Pod, right: CommandRight, report_author: Player | None) -> Refusal:
        return Refusal(right.refusal, by=self.by, player=report_author or self.by, players=())

    def create_event(self, pod: Pod, /) -> "PendingPlayerChoiceAnswered":
        """Return the `PendingPlayerChoiceAnswered` event. Raises `Refusal` if no such choice is open."""
        require_running_game(pod, allows_pending_choice=True)
        return PendingPlayerChoiceAnswered(*compute_effects_of_player_choice(pod.current_game, self))


class PendingPlayerChoiceAnswered(RunningGameEvent, ModeratableEvent, ConfirmableEvent, frozen=True, tag="chose"):
    """The event that a player's open choice was made: by the player, by another person, or at random."""

    audit_code = "chose"

    answer: PlayerChoiceAnswer
    outcome: GameChanges
    claim: ConfirmationRequirement | None = None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod after the choice was made, by a player, by chance or by a moderator."""
        after = super().apply(pod)
        if not self.answer.moderated:
            return after
        return replace(after, deciders=add_deciding_moderator(pod, self.answer.chosen_by))

    def list_mentioned_players(self, previous_pod: Pod) -> frozenset[Player]:
        """Return the player who had to choose, and the players who conceded but had to wait for this choice."""
        conceding = () if previous_pod.current_game.pending is None else previous_pod.current_game.pending.conceding
        return frozenset({self.answer.by, *conceding})

    def rebuild_original_command(self) -> AnswerPendingPlayerChoice:
        given = self.answer
        return AnswerPendingPlayerChoice(given.by, given.player, given.chosen_by, given.moderated, given.drawn)

    def find_needed_confirmation(self, new_report: NewReportDetails) -> ConfirmationRequirement | None:
        """Return the condition for the choice to count: nobody objects before the game ends."""
        return None if new_report.pod.subgame is not None else new_report.build_confirmation_at_end_of_game()

    @property
    def player_who_caused_event(self) -> Player | None:
        """Return the player who chose; None for a random draw."""
        return None if self.answer.drawn else self.answer.chosen_by or self.answer.by

    def build_unconfirmed_report_label(self) -> TranslatableSentence | None:
        """Return the text label of the choice; None if another person chose in the player's place."""
        if self.answer.drawn:
            return TranslatableSentence("claim-choice-draw", {"player": self.answer.by})
        if self.answer.chosen_by is None:
            return TranslatableSentence("claim-choice", {"player": self.answer.by})
        return None

    def find_audit_trail_code(self, *, is_host_action: bool) -> AuditCode | None:
        return (
            ("chose", None) if self.answer.moderated else super().find_audit_trail_code(is_host_action=is_host_action)
        )

    def list_reports_decided_by_moderator(self, previous_pod: Pod) -> tuple[PodHistoryEvent, ...]:
        return (self,)


def compute_effects_of_player_choice(
    current_game: Pod, command: AnswerPendingPlayerChoice
) -> tuple[PlayerChoiceAnswer, GameChanges]:
    """Return a player's answer to an open choice, and the changes that the answer makes to the game."""
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
    answer = PlayerChoiceAnswer(question.kind, by, player)
    if command.chosen_by not in (None, by):
        answer = replace(answer, chosen_by=command.chosen_by, moderated=command.moderated)
    elif command.drawn:
        answer = replace(answer, drawn=True)
    return answer, resolve_pending_defeats(current_game, replace(pending, answers=(*pending.answers, answer)))


class AskModeratorsToChooseForPlayer(PodCommand, frozen=True):
    """The command that asks moderators to choose in place of a player who does not answer.

    The rule is ESC-D17.
    """

    right = THE_BOT

    def create_event(self, pod: Pod, /) -> "ModeratorsAskedToChooseForPlayer":
        if pod.pending_player_choice is None:
            raise_refusal("nothing-to-choose")
        return ModeratorsAskedToChooseForPlayer(pod.pending_player_choice.by)


class ModeratorsAskedToChooseForPlayer(NonGameplayEvent, frozen=True, tag="moderators-called"):
    """The event that moderators were asked to choose in place of a player who did not answer."""

    player: Player

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("event-moderators-called", {"player": self.player})
