"""What comes of a moderator's decision. It may go against the rules, but not against itself."""

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from bot.rules.afterlife import won_by
from bot.rules.commands import Overrule
from bot.rules.endings import draw, find_result
from bot.rules.events import NOTHING, Outcome, Overruled, Standing
from bot.rules.facts import Player
from bot.rules.playing import check_running
from bot.rules.pod import Pod
from bot.rules.refusals import refuse
from bot.rules.settlement import apply_moves
from bot.rules.teams import in_game, masters, next_arrival, servants
from bot.rules.waiting import settle_concession

LONGEST_REASON = 300
"""Characters."""


def check_reason(reason: str) -> None:
    """A decision that nobody explains is none. Raises `Refusal`."""
    if not reason.strip() or len(reason) > LONGEST_REASON:
        refuse("reason", "reason", most=LONGEST_REASON)


def overruled(pod: Pod, command: Overrule) -> Overruled:
    """The event that `command` leads to. Raises `Refusal`."""
    check_reason(command.reason)
    return Overruled(
        command.override,
        command.reason,
        command.player,
        command.master,
        dict(command.points),
        _outcome(pod, command),
    )


def _outcome(pod: Pod, command: Overrule) -> Outcome:
    match command.override:
        case "status":
            return _status(pod, command)
        case "points":
            return _points(pod, command.points)
        case "end":
            return _end(pod, command.player)
        case "remove":
            return _remove(pod, command.player)
        case "host":
            _seated(pod, command.player)
        case "void":
            if pod.closed:
                refuse("closed")
        case "reopen":
            if pod.state not in ("finished", "closed"):
                refuse("not-over")
        case _:
            assert_never(command.override)
    return NOTHING


def _seated(pod: Pod, player: Player | None) -> Player:
    if player is None or player not in pod.players:
        refuse("not-in", "player", player=player or "", players=pod.players)
    return player


def _status(pod: Pod, command: Overrule) -> Outcome:
    """A master, or one who serves; those who served them go where they go."""
    check_running(pod)
    _refuse_in_subgame(pod)
    player, standings = _seated(pod, command.player), pod.standings
    master = command.master
    if master is None:
        moves = [Standing(player, score=standings[player].score)]
    else:
        others = tuple(p for p in _served_by(pod) if p != player)
        if master not in others:
            refuse("not-a-master", "master", players=others)
        arrival = (next_arrival(standings), player)
        moves = [Standing(player, "servant", master, served=(arrival,))]
        if pod.setup.answers.servants_of_loser == "follow":
            moves += [
                Standing(each, "servant", master, served=(arrival, *standings[each].served))
                for each in servants(standings, player)
                if each not in (master, standings[master].master)
            ]
        if standings[master].master == player:  # no two serve each other
            moves.append(Standing(master))
    if standings[player] == moves[0]:
        refuse("no-correction")
    after = apply_moves(standings, moves)
    return Outcome(tuple(moves), result=find_result(pod.setup, pod.players, after))


def _served_by(pod: Pod) -> list[Player]:
    """Whom one can serve: a master where teams are one side, anybody where service is a bond."""
    if not pod.setup.answers.has_servants:
        refuse("not-in-variant", "master", variant=pod.setup.variant)
    return (masters if pod.setup.answers.team_is_one_side else in_game)(pod.standings)


def _points(pod: Pod, points: Mapping[Player, int]) -> Outcome:
    if pod.result is None or pod.closed:
        refuse("no-result")
    if not points:
        refuse("no-correction")
    for player in points:
        _seated(pod, player)
    return Outcome(result=replace(pod.result, points={**pod.result.points, **points}))


def _end(pod: Pod, winner: Player | None) -> Outcome:
    if pod.state not in ("running", "waiting", "finished"):
        refuse("lobby" if pod.state == "lobby" else "closed")
    if winner is None:
        return Outcome(result=draw(pod.setup, pod.standings))
    if pod.standings[_seated(pod, winner)].status != "master":
        refuse("not-a-master", "player", players=tuple(masters(pod.standings)))
    _, result = won_by(pod.setup, pod.players, pod.standings, winner)
    return Outcome(result=result)


def _remove(pod: Pod, player: Player | None) -> Outcome:
    """As if they conceded (TAB-8, ESC-44, ESC-45); from a lobby they just go.

    It is the pod that they leave, so a subgame has to end first (ESC-D18).
    """
    player = _seated(pod, player)
    if pod.state == "lobby":
        return NOTHING
    check_running(pod, waiting=True)
    _refuse_in_subgame(pod)
    return settle_concession(pod, player)


def _refuse_in_subgame(pod: Pod) -> None:
    if pod.subgame is not None:
        refuse("in-subgame")
