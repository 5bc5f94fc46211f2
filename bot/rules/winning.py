"""Wins by an effect or a combo (ESC-10, ESC-D14), and draws (TAB-7)."""

from collections.abc import Sequence

from bot.rules import turns
from bot.rules.commands_and_events import Sentence
from bot.rules.elimination import find_standings_after_win
from bot.rules.endings import (
    build_drawn_result,
    build_master_victory,
    build_result_by_points,
    build_shared_victory,
    find_game_result,
)
from bot.rules.facts import Player
from bot.rules.guests import find_acting_members, list_other_acting_members
from bot.rules.playing import find_current_turn, require_in_game, require_running_game
from bot.rules.pod import (
    DAY_MILLISECONDS,
    ClaimDraft,
    ConfirmableEvent,
    InGameEvent,
    Pod,
    PodCommand,
)
from bot.rules.records import (
    ClaimCondition,
    GameResult,
    PlayerStanding,
    PodSetup,
    ReportClaim,
    RulesOutcome,
    WinMeans,
)
from bot.rules.refusals import raise_refusal
from bot.rules.rights import DRAW_CALLERS, PLAYERS
from bot.rules.teams import Standings, find_master, find_top_master, list_players_in_game


class ReportWin(PodCommand, frozen=True):
    """The command that reports that an effect or a combo wins the game for `player`."""

    player: Player
    means: WinMeans = "effect"

    right = PLAYERS
    stops_for_dispute = True

    def create_event(self, pod: Pod, /) -> "WinReported":
        """Return the `WinReported` event for this command.

        Raises `Refusal` if the player cannot win.
        """
        require_running_game(pod)
        game = pod.current_game
        _require_winnable_game(game)
        require_in_game(game.standings, self.player, "player")
        if not can_player_win(game.setup, game.standings, self.player):
            raise_refusal(
                "cannot-win",
                "player",
                player=self.player,
                players=_list_players_able_to_win(game),
                rules=("VAR-9",)
                if game.setup.variant_answers.team_is_one_side
                else ("NEC-4", "NEC-12"),
            )
        moves, result = compute_win_outcome(
            game.setup, game.players, game.standings, self.player, self.means == "combo"
        )
        before = find_current_turn(game)
        gone = {move.player for move in moves}
        turn = turns.remove_active_players(game.players, before, game.standings, gone)
        changed = None if turn is before else turn
        outcome = RulesOutcome(moves, turn=changed, result=result)
        return WinReported(self.player, self.means, outcome)


class WinReported(InGameEvent, ConfirmableEvent, frozen=True, tag="won"):
    """The event that an effect or a combo won the game for `player` (ESC-10, ESC-D14)."""

    player: Player
    means: WinMeans
    outcome: RulesOutcome
    claim: ReportClaim | None = None

    def rebuild_command(self) -> ReportWin:
        """Return the `ReportWin` command that caused this event."""
        return ReportWin(self.player, self.means)

    def find_confirmers(self, pod: Pod, reporter: Player) -> tuple[tuple[Player, ...], bool]:
        """Return the players who may confirm the win: one of the beaten, if the pod agreed
        so.
        """
        if pod.setup.confirmation != "loser":
            return list_other_acting_members(pod, reporter), False
        beaten = _list_opponents(pod, self.player)
        if reporter in beaten:
            return (), False
        return tuple(each for each in find_acting_members(pod, beaten) if each != reporter), False

    def build_claim(self, claim_draft: ClaimDraft) -> ReportClaim | None:
        """Return a claim that another player confirms; None in a subgame."""
        return _build_claim_for_confirmation(self, claim_draft)

    @property
    def author(self) -> Player:
        """Return the player who won."""
        return self.player

    def describe_claim(self) -> Sentence:
        """Return the label that players see on an unconfirmed `WinReported` event."""
        return Sentence("claim-win", {"player": self.player})


def _list_players_able_to_win(game: Pod) -> tuple[Player, ...]:
    return tuple(
        p
        for p in list_players_in_game(game.standings)
        if can_player_win(game.setup, game.standings, p)
    )


class ReportDraw(PodCommand, frozen=True):
    """The command that reports a draw by a loop that nobody can stop (TAB-7)."""

    right = DRAW_CALLERS
    stops_for_dispute = True

    def create_event(self, pod: Pod, /) -> "DrawReported":
        """Return the `DrawReported` event for this command.

        Raises `Refusal` if the variant has no draws.
        """
        require_running_game(pod)
        game = pod.current_game
        _require_winnable_game(game)
        return DrawReported(RulesOutcome(result=build_drawn_result(game.setup, game.standings)))


class DrawReported(InGameEvent, ConfirmableEvent, frozen=True, tag="drew"):
    """The event that the game was reported to be a draw (TAB-7)."""

    outcome: RulesOutcome
    claim: ReportClaim | None = None

    def rebuild_command(self) -> ReportDraw:
        """Return the `ReportDraw` command that caused this event."""
        return ReportDraw()

    def find_confirmers(self, pod: Pod, reporter: Player) -> tuple[tuple[Player, ...], bool]:
        """Return the players who may confirm the draw: everybody else."""
        return list_other_acting_members(pod, reporter), False

    def build_claim(self, claim_draft: ClaimDraft) -> ReportClaim | None:
        """Return a claim that another player confirms; None in a subgame."""
        return _build_claim_for_confirmation(self, claim_draft)

    def describe(self) -> Sentence:
        """Return the sentence that describes the `DrawReported` event to players."""
        return Sentence("event-drew")

    def describe_claim(self) -> Sentence:
        """Return the label that players see on an unconfirmed `DrawReported` event."""
        return Sentence("claim-draw")


def _build_claim_for_confirmation(
    event: WinReported | DrawReported, claim_draft: ClaimDraft
) -> ReportClaim | None:
    pod = claim_draft.pod
    if pod.subgame is not None:
        return None
    players, _ = event.find_confirmers(pod, claim_draft.by)
    # If a loser reported it, another player confirms.
    players = players or list_other_acting_members(pod, claim_draft.by)
    waits: ClaimCondition = "both" if pod.setup.confirmation == "off" else "press"
    return claim_draft.build_claim_for_players(players, DAY_MILLISECONDS, waits)


def _require_winnable_game(game: Pod) -> None:
    """Raise `Refusal` in a variant that ends only by closing, where nobody wins before
    (RSP-D1).
    """
    if game.setup.variant_answers.ends_when == "closed":
        raise_refusal("goes-on", variant=game.setup.variant)


def _list_opponents(pod: Pod, player: Player) -> tuple[Player, ...]:
    """Return the players who are not on the side of a player."""
    standings = pod.standings
    if player not in standings:
        return ()
    side = find_master(standings, player)
    return tuple(other for other in standings if find_master(standings, other) != side)


# What wins in each variant


def can_player_win(setup: PodSetup, standings: Standings, player: Player) -> bool:
    """Return True if a player in the game can win the game.

    A servant can only win in a variant in which servants win with their master (NEC-4).
    """
    if not setup.variant_answers.has_servants:
        return True
    lord = find_top_master(standings, player)
    return lord == player or (lord is not None and setup.variant_answers.servants_win_with_master)


def compute_win_outcome(
    setup: PodSetup,
    players: Sequence[Player],
    standings: Standings,
    player: Player,
    is_combo: bool = False,
) -> tuple[tuple[PlayerStanding, ...], GameResult]:
    """Return the changed standings and the result when a player wins (ESC-10, TAB-3, TAB-D7).

    The player must be able to win. Their team wins with them. `players` are in seat order.
    """
    match setup.variant_answers.loser_becomes:
        case "servant":
            master = find_top_master(standings, player) or player
            return (), build_master_victory(setup, standings, master, is_combo)
        case "rejoins":
            return (), GameResult((player,), False, build_result_by_points(standings).points)
        case "out":
            moves = tuple(find_standings_after_win(setup, players, standings, player))
            lost = {move.player for move in moves}
            result = find_game_result(
                setup, players, standings, losing_players=lost, is_combo=is_combo
            )
            return moves, result or build_shared_victory(setup, standings, (player,), is_combo)
