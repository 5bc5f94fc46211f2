"""Ends of games: winners and points (ESC-9 to ESC-11, NEC-13, RSP-4, TAB-2)."""

from collections.abc import Collection, Sequence

from bot.rules import seats
from bot.rules.facts import Player
from bot.rules.records import Result, Setup, Standing
from bot.rules.tables import TABLES
from bot.rules.teams import Standings, find_in_game, find_servants
from bot.rules.variants import Scoring


def find_result(
    setup: Setup,
    players: Sequence[Player],
    standings: Standings,
    *,
    lost: Collection[Player] = (),
    freed: Collection[Player] = (),
    combo: bool = False,
) -> Result | None:
    """Return the result of a game; None while it continues (VAR-8). Nothing else decides this.

    `lost` are the players who lose at this moment, `freed` those who become masters by it (NEC-11):
    the last defeat changes no status (ESC-9, NEC-13). `players` are in seat order.
    """
    match setup.answers.ends_when:
        case "one_master":
            left = [*freed]
            for player, standing in standings.items():
                if standing.status == "master" and player not in lost:
                    left.append(player)
                if len(left) > 1:  # usually after a few players
                    return None
            return (
                make_victory(setup, standings, left[0], combo)
                if left
                else make_draw(setup, standings)
            )
        case "table":
            out = {player for player, s in standings.items() if s.status == "out"}
            winners = find_winners_left(setup, players, out.union(lost))
            if winners is None:
                return None
            return (
                make_shared_victory(setup, standings, winners, combo)
                if winners
                else make_draw(setup, standings)
            )
        case "closed":
            return None


def make_victory(setup: Setup, standings: Standings, master: Player, combo: bool = False) -> Result:
    """Return the victory of `master`, and of their servants where these win too.

    A winning servant gets a servant's points. Everybody else loses as what they are (ESC-10,
    ESC-D14, NEC-4).
    """
    scoring = setup.points
    winners = [master]
    if setup.answers.servants_win_with_master:
        winners += [p for p in _find_serving(standings, master) if p != master]
    points = {player: _score_loss(scoring, standing) for player, standing in standings.items()}
    points.update(dict.fromkeys(winners[1:], scoring.won_as_servant))
    points[master] = _score_win(scoring, combo)
    return Result(tuple(winners), False, points)


def make_shared_victory(
    setup: Setup, standings: Standings, winners: Sequence[Player], combo: bool = False
) -> Result:
    """Return an equal victory of all `winners`, including those who had lost (TAB-D4, TAB-D7)."""
    scoring = setup.points
    points = {player: _score_loss(scoring, standing) for player, standing in standings.items()}
    points.update(dict.fromkeys(winners, _score_win(scoring, combo)))
    return Result(tuple(winners), False, points)


def make_draw(setup: Setup, standings: Standings) -> Result:
    """Return a draw (TAB-6, TAB-7, NEC-D5); players who had left keep their points (ESC-D10)."""
    if setup.answers.ends_when == "closed":
        return Result((), True, count_points(standings).points)
    scoring = setup.points
    points = {
        player: _score_loss(scoring, standing) if standing.status == "out" else scoring.draw
        for player, standing in standings.items()
    }
    return Result((), True, points)


def count_points(standings: Standings) -> Result:
    """Return the result by points: most points win, equal points share (RSP-4, RSP-D1).

    Players who have left cannot win.
    """
    points = {player: standing.score for player, standing in standings.items()}
    present = find_in_game(standings)
    most = max((points[player] for player in present), default=0)
    winners = tuple(player for player in present if points[player] == most)
    return Result(winners, not winners, points)


def find_winners_left(
    setup: Setup, players: Sequence[Player], gone: Collection[Player]
) -> tuple[Player, ...] | None:
    """Return who has won now that the players in `gone` have lost (TAB-2, TAB-10, TAB-32).

    None means that the game continues. An empty tuple means that all have lost (TAB-6). `players`
    are in seat order.
    """
    left = [player for player in players if player not in gone]
    match TABLES[setup.table].sides:
        case "alone":
            return tuple(left) if len(left) <= 1 else None
        case "neighbours":
            won = [p for p in left if not set(seats.find_opponents(setup, players, p)) - set(gone)]
            return tuple(won) if won or not left else None
        case "alternate" | "rows":
            alive = [t for t in seats.find_teams(setup, players) if not set(t) <= set(gone)]
            if len(alive) > 1:
                return None
            return alive[0] if alive else ()


def _find_serving(standings: Standings, master: Player) -> list[Player]:
    """Return who serves a master, then who serves those (NEC-D2), each in the order of service."""
    found = find_servants(standings, master)
    served = {standing.master for standing in standings.values()}
    for player in found:
        if player in served:
            found += [each for each in find_servants(standings, player) if each not in found]
    return found


def _score_win(scoring: Scoring, combo: bool) -> int:
    if combo and scoring.combo_win is not None:
        return scoring.combo_win
    return scoring.won_as_master


def _score_loss(scoring: Scoring, standing: Standing) -> int:
    as_servant = standing.status in ("servant", "masterless") or standing.out_as == "servant"
    return scoring.lost_as_servant if as_servant else scoring.lost_as_master
