"""Decisions about moderators' overrides, which may contradict the rules but not each other."""

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from bot.rules.afterlife import settle_win
from bot.rules.commands import Overrule
from bot.rules.endings import find_result, make_draw
from bot.rules.events import NO_EFFECT, Outcome, Overruled, Standing
from bot.rules.facts import Player
from bot.rules.playing import check_running, settle_concession
from bot.rules.pod import Pod
from bot.rules.refusals import refuse
from bot.rules.settlement import apply_moves
from bot.rules.teams import find_in_game, find_masters, find_next_arrival, find_servants

LONGEST_REASON = 300
"""Most characters of a reason."""

_LATEST = 253_402_300_799_999
"""The last millisecond of the year 9999, in milliseconds since 1970."""


def check_reason(reason: str) -> None:
    """Raise `Refusal` unless a reason is given and not too long."""
    if not reason.strip() or len(reason) > LONGEST_REASON:
        refuse("reason", "reason", most=LONGEST_REASON)


def decide_override(pod: Pod, command: Overrule) -> Overruled:
    """Return the event that `command` leads to. Raises `Refusal`."""
    check_reason(command.reason)
    return Overruled(
        command.override,
        command.reason,
        command.player,
        command.master,
        dict(command.points),
        _decide_outcome(pod, command),
        command.at,
    )


def _decide_outcome(pod: Pod, command: Overrule) -> Outcome:
    match command.override:
        case "status":
            return _change_status(pod, command)
        case "points":
            return _set_points(pod, command.points)
        case "end":
            return _end_game(pod, command.player)
        case "remove":
            return _remove(pod, command.player)
        case "host":
            _check_seated(pod, command.player)
            if command.player is not None and command.player in pod.guests:
                refuse("host-guest", "player", player=command.player)
        case "void":
            if pod.closed:
                refuse("closed")
        case "reopen":
            if pod.state not in ("finished", "closed"):
                refuse("not-over")
        case "date":
            _check_date(pod, command.at)
        case _:
            assert_never(command.override)
    return NO_EFFECT


def _check_date(pod: Pod, at: int | None) -> None:
    """Raise `Refusal` unless the pod has a result and `at` is another possible end."""
    if pod.result is None or pod.closed:
        refuse("no-result")
    if at is None or not 0 < at <= _LATEST:
        refuse("no-date", "at", typed="2026-01-30 21:00")
    if at == pod.ended:
        refuse("no-correction")


def _check_seated(pod: Pod, player: Player | None) -> Player:
    if player is None or player not in pod.players:
        refuse("not-in", "player", player=player or "", players=pod.players)
    return player


def _change_status(pod: Pod, command: Overrule) -> Outcome:
    """Make a player a master, or the servant of one; their own servants move as in a defeat."""
    check_running(pod)
    _refuse_in_subgame(pod)
    player = _check_seated(pod, command.player)
    standings = pod.standings
    master = command.master
    if master is None:
        moves = [Standing(player, score=standings[player].score)]
    else:
        others = tuple(p for p in _find_servable(pod) if p != player)
        if master not in others:
            refuse("not-a-master", "master", players=others)
        arrival = (find_next_arrival(standings), player)
        moves = [Standing(player, "servant", master, served=(arrival,))]
        if pod.setup.answers.servants_of_loser == "follow":
            moves += [
                Standing(each, "servant", master, served=(arrival, *standings[each].served))
                for each in find_servants(standings, player)
                if each not in (master, standings[master].master)
            ]
        if standings[master].master == player:  # two players cannot serve each other
            moves.append(Standing(master))
    if standings[player] == moves[0]:
        refuse("no-correction")
    after = apply_moves(standings, moves)
    return Outcome(tuple(moves), result=find_result(pod.setup, pod.players, after))


def _find_servable(pod: Pod) -> list[Player]:
    """Return whom a player can serve: masters where teams are one side, otherwise all in play."""
    if not pod.setup.answers.has_servants:
        refuse("not-in-variant", "master", variant=pod.setup.variant)
    return (find_masters if pod.setup.answers.team_is_one_side else find_in_game)(pod.standings)


def _set_points(pod: Pod, points: Mapping[Player, int]) -> Outcome:
    if pod.result is None or pod.closed:
        refuse("no-result")
    if not points:
        refuse("no-correction")
    for player in points:
        _check_seated(pod, player)
    return Outcome(result=replace(pod.result, points={**pod.result.points, **points}))


def _end_game(pod: Pod, winner: Player | None) -> Outcome:
    if pod.state not in ("running", "waiting", "finished"):
        refuse("lobby" if pod.state == "lobby" else "closed")
    if winner is None:
        return Outcome(result=make_draw(pod.setup, pod.standings))
    if pod.standings[_check_seated(pod, winner)].status != "master":
        refuse("not-a-master", "player", players=tuple(find_masters(pod.standings)))
    _, result = settle_win(pod.setup, pod.players, pod.standings, winner)
    return Outcome(result=result)


def _remove(pod: Pod, player: Player | None) -> Outcome:
    """Remove a player as if they conceded (TAB-8, ESC-44, ESC-45), or from the lobby.

    The player leaves the whole pod, so a subgame must have ended (ESC-D18).
    """
    player = _check_seated(pod, player)
    if pod.state == "lobby":
        return NO_EFFECT
    check_running(pod, waiting=True)
    _refuse_in_subgame(pod)
    return settle_concession(pod, player)


def _refuse_in_subgame(pod: Pod) -> None:
    if pod.subgame is not None:
        refuse("in-subgame")
