"""Moderators' overrides, which may contradict the rules but not each other."""

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from bot.rules.commands_and_events import AuditCode, TranslatableSentence
from bot.rules.endings import build_drawn_game_result, compute_game_result
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.player_totals import LifeAndDamageTotals
from bot.rules.playing import compute_concession_consequences, require_running_game
from bot.rules.pod import (
    ConfirmableEvent,
    ModeratorDecision,
    NewReportDetails,
    Pod,
    PodCommand,
    PodHistoryEvent,
    UnconfirmedGameReport,
    add_deciding_moderator,
    add_unconfirmed_report,
    apply_game_changes_to_pod,
    remove_player_from_lobby,
    restore_reported_life_changes,
)
from bot.rules.records import NO_EFFECT, ConfirmationRequirement, GameChanges, Override, PlayerState
from bot.rules.refusals import raise_refusal
from bot.rules.rights import MODERATORS
from bot.rules.settlement import replace_player_states
from bot.rules.teams import (
    compute_order_number_of_new_servants,
    list_players_in_game,
    list_players_with_master_status,
    list_servants_of_master,
)
from bot.rules.winning import resolve_win

LONGEST_REASON = 300
"""Most characters of a reason."""

_LATEST = 253_402_300_799_999
"""The last millisecond of the year 9999, in milliseconds since 1970."""


_DISPUTABLE: tuple[Override, ...] = ("status", "points", "void", "end", "remove")
"""Decisions that lead to a result, change one, or end a game without one."""

_SETTLING: tuple[Override, ...] = ("status", "points", "void", "end")
"""Decisions that settle open disputes: the moderator has said what holds."""


def require_moderator_reason(reason: str) -> None:
    """Raise `Refusal` if a moderator's reason is missing or too long."""
    if not reason.strip() or len(reason) > LONGEST_REASON:
        raise_refusal("reason", "reason", most=LONGEST_REASON)


class OverrideGameAsModerator(PodCommand, frozen=True):
    """The command by which a moderator changes a game against the rules, with a reason.

    - `status`: `player` becomes a master, or serves `master`.
    - `points`: some players get other points.
    - `end`: the team of `player` has won, also a game that was closed; with None, nobody has.
    - `reopen`: a pod that is over continues.
    - `void`: the pod has no result.
    - `remove`: `player` leaves as if they conceded.
    - `host`: `player` hosts the pod.
    - `date`: the game ended at `at`, in milliseconds since 1970.
    """

    override: Override
    reason: str
    player: Player | None = None
    master: Player | None = None
    points: Mapping[Player, int] = {}
    at: int | None = None

    right = MODERATORS

    def create_event(self, pod: Pod, /) -> "GameOverriddenByModerator":
        """Return the `GameOverriddenByModerator` event. Raises `Refusal` if the override is impossible."""
        require_moderator_reason(self.reason)
        return GameOverriddenByModerator(
            self.override,
            self.reason,
            self.player,
            self.master,
            dict(self.points),
            _compute_override_changes(pod, self),
            self.at,
        )


class GameOverriddenByModerator(
    PodHistoryEvent, ModeratableEvent, ConfirmableEvent, ModeratorDecision, frozen=True, tag="overruled"
):
    """The event that a moderator changed a game beyond what the rules allow or cover.

    `player`, `master`, `points` and `at` are those of the command (see `OverrideGameAsModerator`). `by` decided, and
    may play in the pod; old events do not record the moderator.
    """

    override: Override
    reason: str
    player: Player | None = None
    master: Player | None = None
    points: dict[Player, int] = {}
    outcome: GameChanges = NO_EFFECT
    at: int | None = None
    by: Player | None = None
    claim: ConfirmationRequirement | None = None

    moves_players = True

    def apply(self, pod: Pod, /) -> Pod:
        after = self._apply_override_to_pod(pod)
        left = add_unconfirmed_report(self._list_reports_still_unconfirmed(after.unconfirmed), self, len(pod.verdicts))
        decided = replace(after, unconfirmed=left, overruled=self, step=pod.step + 1, before=pod)
        return replace(decided, deciders=add_deciding_moderator(pod, self.by))

    def _apply_override_to_pod(self, pod: Pod) -> Pod:
        match self.override:
            case "host":
                return replace(pod, host=self.player or pod.host)
            case "void":
                return replace(pod, closed=True, result=None, pending=None, subgame=None)
            case "reopen":
                # A closed pod continues from its last step, with its open choices.
                after = pod.before if pod.closed and pod.before is not None else pod
                return replace(after, closed=False, result=None, confirmed_deeds=pod.confirmed_deeds)
            case "remove" if not pod.standings:
                after = remove_player_from_lobby(pod, self.player or "")
                host = after.players[0] if after.players and self.player == pod.host else pod.host
                return replace(after, host=host)
            case "date":
                return replace(pod, ended=self.at)
            case "status" | "points" | "end" | "remove":
                after = apply_game_changes_to_pod(pod, self.outcome, pod)
                return replace(after, subgame=None, subgame_card=None)
            case _:
                assert_never(self.override)

    def _list_reports_still_unconfirmed(
        self, unconfirmed_reports: tuple[UnconfirmedGameReport, ...]
    ) -> tuple[UnconfirmedGameReport, ...]:
        """Return the reports that still need a confirmation after the moderator's decision.

        A decision on the winner settles all of them, any other only those in dispute. In a void game, only the decision
        is left to dispute: no other report removed the result.
        """
        if self.override == "end" and self.claim is not None:  # old ones settled disputes only
            return ()
        if self.override not in _SETTLING:
            return unconfirmed_reports
        is_void = self.override == "void"
        left = (each for each in unconfirmed_reports if not each.needed_confirmation.disputed)
        return tuple(each for each in left if not (is_void and each.removes_game_result))

    def list_mentioned_players(self, previous_pod: Pod) -> frozenset[Player]:
        return frozenset() if self.player is None else frozenset({self.player})

    def compute_life_and_damage_after_event(self, previous_pod: Pod, current_pod: Pod) -> LifeAndDamageTotals:
        if self.override == "reopen":
            return restore_reported_life_changes(previous_pod, current_pod)
        return super().compute_life_and_damage_after_event(previous_pod, current_pod)

    def rebuild_original_command(self) -> OverrideGameAsModerator:
        return OverrideGameAsModerator(self.override, self.reason, self.player, self.master, self.points, self.at)

    def does_variant_set_points(self, pod: Pod) -> bool:
        """Return True if the variant decides the points after the override, False if the moderator set the points."""
        return self.override != "points"

    def set_deciding_moderator(self, moderator: Player | None) -> "GameOverriddenByModerator":
        return replace(self, by=moderator)

    def copy_confirmation_from(self, original_event: PodHistoryEvent) -> PodHistoryEvent:
        signed = replace(self, by=original_event.by) if isinstance(original_event, GameOverriddenByModerator) else self
        return PodHistoryEvent.copy_confirmation_from(signed, original_event)

    @property
    def removes_game_result(self) -> bool:
        return self.override == "void"

    def find_needed_confirmation(self, new_report: NewReportDetails) -> ConfirmationRequirement | None:
        """Return the condition for the override to count: nobody objects; None if the override counts at once."""
        if self.override not in _DISPUTABLE or not new_report.pod.standings:
            return None
        return new_report.build_confirmation_at_end_of_game(moderator=new_report.by)

    def build_unconfirmed_report_label(self) -> TranslatableSentence:
        return TranslatableSentence("claim-decision")

    def find_audit_trail_code(self, *, is_host_action: bool) -> AuditCode:
        return "override", self.override


def _compute_override_changes(pod: Pod, command: OverrideGameAsModerator) -> GameChanges:
    match command.override:
        case "status":
            return _compute_status_changes_of_override(pod, command)
        case "points":
            return _compute_point_changes(pod, command.points)
        case "end":
            return _compute_changes_of_winner_override(pod, command.player)
        case "remove":
            return _compute_changes_of_player_removal(pod, command.player)
        case "host":
            _require_player_has_seat(pod, command.player)
            if command.player is not None and command.player in pod.guests:
                raise_refusal("host-guest", "player", player=command.player)
        case "void":
            if pod.closed:
                raise_refusal("closed")
        case "reopen":
            if pod.state not in ("finished", "closed"):
                raise_refusal("not-over")
        case "date":
            _require_changed_end_time(pod, command.at)
        case _:
            assert_never(command.override)
    return NO_EFFECT


def _require_changed_end_time(pod: Pod, end_milliseconds: int | None) -> None:
    """Raise `Refusal` unless the pod has a result and a different end time is given."""
    if pod.result is None or pod.closed:
        raise_refusal("no-result")
    if end_milliseconds is None or not 0 < end_milliseconds <= _LATEST:
        raise_refusal("no-date", "at", typed="2026-01-30 21:00")
    if end_milliseconds == pod.ended:
        raise_refusal("no-correction")


def _require_player_has_seat(pod: Pod, player: Player | None) -> Player:
    if player is None or player not in pod.players:
        raise_refusal("not-in", "player", player=player or "", players=pod.players)
    return player


def _compute_status_changes_of_override(pod: Pod, override_command: OverrideGameAsModerator) -> GameChanges:
    """Return the changes that make a player a master (who can still win) or another player's servant."""
    require_running_game(pod)
    _require_pod_without_running_subgame(pod)
    player = _require_player_has_seat(pod, override_command.player)
    standings = pod.standings
    master = override_command.master
    if master is None:
        moves = [PlayerState(player, score=standings[player].score, phased=standings[player].phased)]
    else:
        others = tuple(p for p in _list_possible_masters(pod) if p != player)
        if master not in others:
            raise_refusal("not-a-master", "master", players=others)
        arrival = (compute_order_number_of_new_servants(standings), player)
        moves = [PlayerState(player, "servant", master, served=(arrival,), phased=standings[player].phased)]
        if pod.setup.variant_rules.servants_of_loser == "follow":
            moves += [
                replace(standings[each], master=master, served=(arrival, *standings[each].served))
                for each in list_servants_of_master(standings, player)
                if each not in (master, standings[master].master)
            ]
        if standings[master].master == player:  # two players cannot serve each other
            moves.append(PlayerState(master, phased=standings[master].phased))
    if standings[player] == moves[0]:
        raise_refusal("no-correction")
    after = replace_player_states(standings, moves)
    return GameChanges(tuple(moves), result=compute_game_result(pod.setup, pod.players, after))


def _list_possible_masters(pod: Pod) -> list[Player]:
    """Return the players who can become a loser's master: in some variants only masters, in others everybody."""
    if not pod.setup.variant_rules.has_servants:
        raise_refusal("not-in-variant", "master", variant=pod.setup.variant)
    return (list_players_with_master_status if pod.setup.variant_rules.team_is_one_side else list_players_in_game)(
        pod.standings
    )


def _compute_point_changes(pod: Pod, new_points: Mapping[Player, int]) -> GameChanges:
    if pod.result is None or pod.closed:
        raise_refusal("no-result")
    if not new_points:
        raise_refusal("no-correction")
    for player in new_points:
        _require_player_has_seat(pod, player)
    return GameChanges(result=replace(pod.result, points={**pod.result.points, **new_points}))


def _compute_changes_of_winner_override(pod: Pod, winner: Player | None) -> GameChanges:
    if not pod.standings:
        raise_refusal("closed" if pod.closed else "lobby")
    if winner is None:
        return GameChanges(result=build_drawn_game_result(pod.setup, pod.standings))
    if pod.standings[_require_player_has_seat(pod, winner)].status != "master":
        raise_refusal("not-a-master", "player", players=tuple(list_players_with_master_status(pod.standings)))
    _, result = resolve_win(pod.setup, pod.players, pod.standings, winner)
    return GameChanges(result=result)


def _compute_changes_of_player_removal(pod: Pod, player: Player | None) -> GameChanges:
    player = _require_player_has_seat(pod, player)
    if pod.state == "lobby":
        return NO_EFFECT
    require_running_game(pod, allows_pending_choice=True)
    _require_pod_without_running_subgame(pod)
    return compute_concession_consequences(pod, player)


def _require_pod_without_running_subgame(pod: Pod) -> None:
    if pod.subgame is not None:
        raise_refusal("in-subgame")
