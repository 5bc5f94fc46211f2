"""How a pod ends: who wins, and everybody's points (ESC-9 to ESC-11, TAB-2 to TAB-7)."""

from bot.rules.events import Result, Setup, Standing
from bot.rules.facts import Player
from bot.rules.teams import Standings, team
from bot.rules.variants import SCORINGS, Scoring


def victory(setup: Setup, standings: Standings, master: Player, combo: bool = False) -> Result:
    """The team of `master` wins; everyone else loses as what they are (ESC-10, ESC-D14)."""
    scoring = SCORINGS[setup.scoring]
    winners = team(standings, master)
    points = {player: _lost(scoring, standing) for player, standing in standings.items()}
    points.update(dict.fromkeys(winners[1:], scoring.won_as_servant))
    points[master] = scoring.combo_win if combo else scoring.won_as_master
    return Result(tuple(winners), False, points)


def draw(setup: Setup, standings: Standings) -> Result:
    """Nobody wins (TAB-6, TAB-7); who had left before keeps their points (ESC-D10)."""
    scoring = SCORINGS[setup.scoring]
    points = {
        player: _lost(scoring, standing) if standing.status == "out" else scoring.draw
        for player, standing in standings.items()
    }
    return Result((), True, points)


def _lost(scoring: Scoring, standing: Standing) -> int:
    as_servant = "servant" in (standing.status, standing.out_as)
    return scoring.lost_as_servant if as_servant else scoring.lost_as_master
