"""Ends of games: winners and points (ESC-9 to ESC-11, NEC-13, RSP-4, TAB-2)."""

from collections.abc import Collection, Sequence

from bot.rules import seats
from bot.rules.facts import Player
from bot.rules.records import GameResult, PlayerState, PodSetup
from bot.rules.tables import TABLES
from bot.rules.teams import StateByPlayer, list_players_in_game, list_servants_of_master
from bot.rules.variants import Scoring


def compute_game_result(
    pod_setup: PodSetup,
    seated_players: Sequence[Player],
    player_states: StateByPlayer,
    *,
    losing_players: Collection[Player] = (),
    new_masters: Collection[Player] = (),
    is_combo_win: bool = False,
) -> GameResult | None:
    """Return the result of the game if these players lose now; None if the game goes on.

    Nothing else decides this. `losing_players` lose at this moment, `new_masters` become masters (NEC-11). The last
    defeat changes no status (ESC-9, NEC-13). `seated_players` are in seat order.
    """
    match pod_setup.variant_rules.ending_condition:
        case "one_master":
            left = [*new_masters]
            for player, standing in player_states.items():
                if standing.status == "master" and player not in losing_players:
                    left.append(player)
                if len(left) > 1:  # usually after a few players
                    return None
            return (
                build_master_win_result(pod_setup, player_states, left[0], is_combo_win)
                if left
                else build_drawn_game_result(pod_setup, player_states)
            )
        case "table":
            out = {player for player, s in player_states.items() if s.status == "out"}
            winners = find_winners_by_elimination(pod_setup, seated_players, out.union(losing_players))
            if winners is None:
                return None
            return (
                build_joint_win_result(pod_setup, player_states, winners, is_combo_win)
                if winners
                else build_drawn_game_result(pod_setup, player_states)
            )
        case "closed":
            return None


def build_master_win_result(
    pod_setup: PodSetup, player_states: StateByPlayer, winning_master: Player, is_combo_win: bool = False
) -> GameResult:
    """Return the result when a master wins.

    In some variants the servants (beaten players on the master's side) win too. A winning servant gets a servant's
    points. Everybody else loses in their present status (ESC-10, ESC-D14, NEC-4).
    """
    scoring = pod_setup.scoring_points
    winners = [winning_master]
    if pod_setup.variant_rules.servants_win_with_master:
        winners += [p for p in _list_all_servants(player_states, winning_master) if p != winning_master]
    points = {player: _compute_points_of_loser(scoring, standing) for player, standing in player_states.items()}
    points.update(dict.fromkeys(winners[1:], scoring.won_as_servant))
    points[winning_master] = _compute_points_of_winner(scoring, is_combo_win)
    return GameResult(tuple(winners), False, points)


def build_joint_win_result(
    pod_setup: PodSetup, player_states: StateByPlayer, winners: Sequence[Player], is_combo_win: bool = False
) -> GameResult:
    """Return a result in which several players win together, even players who were defeated before."""
    scoring = pod_setup.scoring_points
    points = {player: _compute_points_of_loser(scoring, standing) for player, standing in player_states.items()}
    points.update(dict.fromkeys(winners, _compute_points_of_winner(scoring, is_combo_win)))
    return GameResult(tuple(winners), False, points)


def build_drawn_game_result(setup: PodSetup, player_states: StateByPlayer) -> GameResult:
    """Return the result of a drawn game, in which players who left before the draw keep their points (ESC-D10)."""
    if setup.variant_rules.ending_condition == "closed":
        return GameResult((), True, build_game_result_by_points(player_states).points)
    scoring = setup.scoring_points
    points = {
        player: _compute_points_of_loser(scoring, standing) if standing.status == "out" else scoring.draw
        for player, standing in player_states.items()
    }
    return GameResult((), True, points)


def build_game_result_by_points(player_states: StateByPlayer) -> GameResult:
    """Return the result of a game in which the players with most points win (RSP-D1).

    Players who have left cannot win.
    """
    points = {player: standing.score for player, standing in player_states.items()}
    present = list_players_in_game(player_states)
    most = max((points[player] for player in present), default=0)
    winners = tuple(player for player in present if points[player] == most)
    return GameResult(winners, not winners, points)


def find_winners_by_elimination(
    setup: PodSetup, players: Sequence[Player], losing_players: Collection[Player]
) -> tuple[Player, ...] | None:
    """Return the winners if only one side is left after these losses; otherwise None.

    None means that the game continues. An empty tuple means that all have lost (TAB-6). `players` are in seat order.
    """
    left = [player for player in players if player not in losing_players]
    match TABLES[setup.table].sides:
        case "alone":
            return tuple(left) if len(left) <= 1 else None
        case "neighbours":
            won = [p for p in left if not set(seats.find_opponents_by_seats(setup, players, p)) - set(losing_players)]
            return tuple(won) if won or not left else None
        case "alternate" | "rows":
            alive = [t for t in seats.list_teams_from_seats(setup, players) if not set(t) <= set(losing_players)]
            if len(alive) > 1:
                return None
            return alive[0] if alive else ()


def _list_all_servants(player_states: StateByPlayer, master: Player) -> list[Player]:
    """Return a master's servants, then the servants of these servants, and so on."""
    found = list_servants_of_master(player_states, master)
    served = {standing.master for standing in player_states.values()}
    for player in found:
        if player in served:
            found += [each for each in list_servants_of_master(player_states, player) if each not in found]
    return found


def _compute_points_of_winner(scoring: Scoring, is_combo_win: bool) -> int:
    if is_combo_win and scoring.combo_win is not None:
        return scoring.combo_win
    return scoring.won_as_master


def _compute_points_of_loser(scoring: Scoring, player_state: PlayerState) -> int:
    as_servant = player_state.status in ("servant", "masterless") or player_state.out_as == "servant"
    return scoring.lost_as_servant if as_servant else scoring.lost_as_master
