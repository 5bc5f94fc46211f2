"""What becomes of the losers of one moment, and of those who served them, in every variant."""

from collections.abc import Iterator, Sequence

from bot.rules.bonds import Bonds
from bot.rules.elimination import Elimination, Rejoining, find_beaten
from bot.rules.endings import count_points, find_result, make_shared_victory, make_victory
from bot.rules.events import Outcome, Pending, Result, Setup, Standing, Verdict
from bot.rules.facts import Player
from bot.rules.settlement import Settlement, Situation
from bot.rules.sides import Sides
from bot.rules.teams import Standings, find_lord, find_servants
from bot.rules.variants import Variant


def settle(situation: Situation, pending: Pending) -> Outcome:
    """The outcome of all that waits; where a choice is open, what can happen without it."""
    return _find_settlement(situation.setup.answers)(situation, pending).settle()


def _find_settlement(variant: Variant) -> type[Settlement]:
    match variant.loser_becomes:
        case "servant":
            return Sides if variant.team_is_one_side else Bonds
        case "rejoins":
            return Rejoining
        case "out":
            return Elimination


def can_win(setup: Setup, standings: Standings, player: Player) -> bool:
    """Whether a player in the game can win it: nobody does who serves for nothing (NEC-4)."""
    if not setup.answers.has_servants:
        return True
    lord = find_lord(standings, player)
    return lord == player or (lord is not None and setup.answers.servants_win_with_master)


def settle_win(
    setup: Setup,
    players: Sequence[Player],
    standings: Standings,
    player: Player,
    combo: bool = False,
) -> tuple[tuple[Standing, ...], Result]:
    """The moves and the result when `player` wins, who can (ESC-10, TAB-3, TAB-D7).

    Their team wins with them; `players` are in seat order.
    """
    match setup.answers.loser_becomes:
        case "servant":
            master = find_lord(standings, player) or player
            return (), make_victory(setup, standings, master, combo)
        case "rejoins":
            return (), Result((player,), False, count_points(standings).points)
        case "out":
            moves = tuple(find_beaten(setup, players, standings, player))
            lost = {move.player for move in moves}
            result = find_result(setup, players, standings, lost=lost, combo=combo)
            return moves, result or make_shared_victory(setup, standings, (player,), combo)


def list_rules(setup: Setup, standings: Standings, verdict: Verdict) -> tuple[str, ...]:
    """Rule ids: the trail that the judge left, then what becomes of the loser.

    `standings` are the teams on which the defeat was judged. Of a verdict from before trails were
    kept it is only the last rule that led there.
    """
    rules = [*verdict.via, verdict.rule]
    if setup.answers.team_is_one_side:
        rules += _list_consequences(standings, verdict)
    return tuple(dict.fromkeys(rules))


def _list_consequences(standings: Standings, verdict: Verdict) -> Iterator[str]:
    struck = standings[verdict.loser].status == "servant"
    if verdict.becomes == "beaten":
        return  # the verdict's own rule says so
    if struck:
        yield "ESC-D3"
    elif verdict.becomes == "out":
        yield "ESC-D1"
    else:
        yield "ESC-3"
        if find_servants(standings, verdict.loser):
            yield "ESC-8"
