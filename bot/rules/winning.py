"""Wins by an effect or a combo (ESC-10, ESC-D14), and drawn games (TAB-7)."""

from collections.abc import Sequence

from bot.rules import turns
from bot.rules.commands_and_events import TranslatableSentence
from bot.rules.elimination import build_states_of_beaten_opponents
from bot.rules.endings import (
    build_drawn_game_result,
    build_game_result_by_points,
    build_joint_win_result,
    build_master_win_result,
    compute_game_result,
)
from bot.rules.facts import Player
from bot.rules.guests import is_member_in_game, list_members_acting_for_players, list_members_who_may_confirm_reports
from bot.rules.playing import find_current_turn, require_player_in_game, require_running_game
from bot.rules.pod import (
    DAY_MILLISECONDS,
    ConfirmableEvent,
    NewReportDetails,
    Pod,
    PodCommand,
    RunningGameEvent,
)
from bot.rules.records import (
    ConfirmationCondition,
    ConfirmationRequirement,
    GameChanges,
    GameResult,
    PlayerState,
    PodSetup,
    WinMeans,
)
from bot.rules.refusals import raise_refusal
from bot.rules.rights import DRAW_CALLERS, NOT_OUT_OF_GAME, PLAYERS, CommandRight, Requester
from bot.rules.teams import StateByPlayer, find_highest_master, find_responsible_master, list_players_in_game


class ReportWin(PodCommand, frozen=True):
    """The command that reports a player's win by a card effect or a combo."""

    player: Player
    means: WinMeans = "effect"

    right = PLAYERS
    stops_for_dispute = True

    def create_event(self, pod: Pod, /) -> "WinReported":
        """Return the `WinReported` event. Raises `Refusal` if the player cannot win."""
        require_running_game(pod)
        game = pod.current_game
        _require_variant_allows_winning(game)
        require_player_in_game(game.standings, self.player, "player")
        if not can_player_win(game.setup, game.standings, self.player):
            raise_refusal(
                "cannot-win",
                "player",
                player=self.player,
                players=_list_players_who_can_win(game),
                rules=("VAR-9",) if game.setup.variant_rules.team_is_one_side else ("NEC-4", "NEC-12"),
            )
        moves, result = resolve_win(game.setup, game.players, game.standings, self.player, self.means == "combo")
        before = find_current_turn(game)
        gone = {move.player for move in moves}
        turn = turns.remove_players_from_current_turn(game.players, before, game.standings, gone)
        changed = None if turn is before else turn
        outcome = GameChanges(moves, turn=changed, result=result)
        return WinReported(self.player, self.means, outcome)


class WinReported(RunningGameEvent, ConfirmableEvent, frozen=True, tag="won"):
    """The event that a player won by a card effect or a combo.

    The rules are ESC-10, ESC-D14.
    """

    player: Player
    means: WinMeans
    outcome: GameChanges
    claim: ConfirmationRequirement | None = None

    def rebuild_original_command(self) -> ReportWin:
        return ReportWin(self.player, self.means)

    def find_players_who_may_confirm(self, pod: Pod, report_author: Player) -> tuple[tuple[Player, ...], bool]:
        """Return the players who may confirm the win.

        Only those whom the win beats may, if the pod agreed so, or if the reporter is out of the game.
        """
        if pod.setup.confirmation != "loser" and is_member_in_game(pod, report_author):
            return list_members_who_may_confirm_reports(pod, report_author), False
        beaten = _list_opponents_in_game(pod, self.player)
        if report_author in beaten:
            return (), False
        return tuple(each for each in list_members_acting_for_players(pod, beaten) if each != report_author), False

    def find_needed_confirmation(self, new_report: NewReportDetails) -> ConfirmationRequirement | None:
        """Return the condition for the win to count: another player confirms it; None in a subgame."""
        return _build_confirmation_by_opponents(self, new_report)

    @property
    def player_who_caused_event(self) -> Player:
        return self.player

    def build_unconfirmed_report_label(self) -> TranslatableSentence:
        return TranslatableSentence("claim-win", {"player": self.player})


def _list_players_who_can_win(game: Pod) -> tuple[Player, ...]:
    return tuple(p for p in list_players_in_game(game.standings) if can_player_win(game.setup, game.standings, p))


class ReportDrawnGame(PodCommand, frozen=True):
    """The command that reports that the game is a draw because of an endless loop.

    The rule is TAB-7.
    """

    right = DRAW_CALLERS
    stops_for_dispute = True

    def find_required_right(self, pod: Pod, requester: Requester) -> CommandRight:
        """Return the right needed to report a draw, which players who are out of the game lack."""
        sat = requester.player in list_members_acting_for_players(pod, pod.current_and_former_players)
        return NOT_OUT_OF_GAME if sat and pod.standings and not is_member_in_game(pod, requester.player) else self.right

    def requires_impartial_organiser(self, pod: Pod) -> bool:
        return True

    def create_event(self, pod: Pod, /) -> "DrawnGameReported":
        """Return the `DrawnGameReported` event. Raises `Refusal` if the variant has no draws."""
        require_running_game(pod)
        game = pod.current_game
        _require_variant_allows_winning(game)
        return DrawnGameReported(GameChanges(result=build_drawn_game_result(game.setup, game.standings)))


class DrawnGameReported(RunningGameEvent, ConfirmableEvent, frozen=True, tag="drew"):
    """The event that the game was reported to be a draw (TAB-7)."""

    outcome: GameChanges
    claim: ConfirmationRequirement | None = None

    def rebuild_original_command(self) -> ReportDrawnGame:
        return ReportDrawnGame()

    def find_players_who_may_confirm(self, pod: Pod, report_author: Player) -> tuple[tuple[Player, ...], bool]:
        """Return the players who must all confirm the draw: everybody who could still win, except the reporter."""
        players = list_members_acting_for_players(pod, _list_players_who_can_win(pod))
        return tuple(player for player in players if player != report_author), True

    def find_needed_confirmation(self, new_report: NewReportDetails) -> ConfirmationRequirement | None:
        """Return the condition for the draw to count: all who could still win confirm it; None in a subgame.

        If nobody objects, a draw stands that an organiser calls who does not play.
        """
        pod = new_report.pod
        is_by_player = new_report.by in list_members_acting_for_players(pod, pod.current_and_former_players)
        if not is_by_player and pod.subgame is None:
            return new_report.build_confirmation_at_end_of_game()
        return _build_confirmation_by_opponents(self, new_report)

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("event-drew")

    def build_unconfirmed_report_label(self) -> TranslatableSentence:
        return TranslatableSentence("claim-draw")


def _build_confirmation_by_opponents(
    event: WinReported | DrawnGameReported, new_report: NewReportDetails
) -> ConfirmationRequirement | None:
    pod = new_report.pod
    if pod.subgame is not None:
        return None
    players, each = event.find_players_who_may_confirm(pod, new_report.by)
    # If nobody else is asked, because a loser reported it, another player confirms.
    each = each and bool(players)
    players = players or list_members_who_may_confirm_reports(pod, new_report.by)
    waits: ConfirmationCondition = "both" if pod.setup.confirmation == "off" else "press"
    return new_report.build_confirmation_requirement(players, DAY_MILLISECONDS, waits, needs_everyone=each)


def _require_variant_allows_winning(pod: Pod) -> None:
    """Raise `Refusal` in a variant whose games end only when somebody closes the pod (RSP-D1)."""
    if pod.setup.variant_rules.ending_condition == "closed":
        raise_refusal("goes-on", variant=pod.setup.variant)


def _list_opponents_in_game(pod: Pod, player: Player) -> tuple[Player, ...]:
    standings = pod.standings
    if player not in standings:
        return ()
    side = find_responsible_master(standings, player)
    here = list_players_in_game(standings)
    return tuple(other for other in here if find_responsible_master(standings, other) != side)


# What wins in each variant


def can_player_win(pod_setup: PodSetup, player_states: StateByPlayer, player: Player) -> bool:
    """Return True if a player who is in the game can win the game in this variant.

    A servant can only win in a variant in which servants win with their master (NEC-4).
    """
    if not pod_setup.variant_rules.has_servants:
        return True
    lord = find_highest_master(player_states, player)
    return lord == player or (lord is not None and pod_setup.variant_rules.servants_win_with_master)


def resolve_win(
    pod_setup: PodSetup,
    seated_players: Sequence[Player],
    player_states: StateByPlayer,
    winning_player: Player,
    is_combo_win: bool = False,
) -> tuple[tuple[PlayerState, ...], GameResult]:
    """Return the players' new states and the game's result after a player wins.

    The player must be able to win. Their team wins with them. `seated_players` are in seat order (ESC-10, TAB-3,
    TAB-D7).
    """
    match pod_setup.variant_rules.loser_becomes:
        case "servant":
            master = find_highest_master(player_states, winning_player) or winning_player
            return (), build_master_win_result(pod_setup, player_states, master, is_combo_win)
        case "rejoins":
            return (), GameResult((winning_player,), False, build_game_result_by_points(player_states).points)
        case "out":
            moves = tuple(build_states_of_beaten_opponents(pod_setup, seated_players, player_states, winning_player))
            lost = {move.player for move in moves}
            result = compute_game_result(
                pod_setup, seated_players, player_states, losing_players=lost, is_combo_win=is_combo_win
            )
            return moves, result or build_joint_win_result(pod_setup, player_states, (winning_player,), is_combo_win)
