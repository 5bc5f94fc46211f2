"""Settlement of the defeats of one moment in any variant, the end of won games, and cited rules."""

from collections.abc import Iterator, Sequence

from bot.rules.bonds import Bonds
from bot.rules.elimination import Elimination, Rejoining, find_beaten
from bot.rules.endings import count_points, find_result, make_shared_victory, make_victory
from bot.rules.facts import Player
from bot.rules.records import Outcome, Pending, Result, Setup, Standing, Verdict
from bot.rules.settlement import Settlement, Situation
from bot.rules.sides import Sides
from bot.rules.teams import Standings, find_lord, find_servants
from bot.rules.variants import Variant


def settle(situation: Situation, pending: Pending) -> Outcome:
    """Return the outcome of everything pending; while a choice is open, of what can happen now."""
    return _find_settlement(situation.setup.answers)(situation, pending).settle()


def _find_settlement(variant: Variant) -> type[Settlement]:
    """Return the kind of settlement that a variant uses."""
    match variant.loser_becomes:
        case "servant":
            return Sides if variant.team_is_one_side else Bonds
        case "rejoins":
            return Rejoining
        case "out":
            return Elimination


def can_win(setup: Setup, standings: Standings, player: Player) -> bool:
    """Return whether a player in the game can win it.

    A servant can only win in a variant in which servants win with their master (NEC-4).
    """
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
    """Return the moves and the result when `player` wins (ESC-10, TAB-3, TAB-D7).

    `player` must be able to win; their team wins with them. `players` are in seat order.
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
    """Return the ids of the rules that led to a verdict and to its consequences, in order.

    `standings` are those on which the defeat was judged. A verdict from before trails were kept
    names its last rule only.
    """
    rules = [*verdict.via, verdict.rule]
    if setup.answers.team_is_one_side:
        rules += _list_consequences(standings, verdict)
    return tuple(dict.fromkeys(rules))


def _list_consequences(standings: Standings, verdict: Verdict) -> Iterator[str]:
    if verdict.becomes == "beaten":
        return  # the verdict's own rule covers the consequence
    if standings[verdict.loser].status == "servant":
        yield "ESC-D3"
    elif verdict.becomes == "out":
        yield "ESC-D1"
    else:
        yield "ESC-3"
        if find_servants(standings, verdict.loser):
            yield "ESC-8"
