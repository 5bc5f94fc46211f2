"""What comes of a command while the game is played: an event, or a refusal."""

from typing import assert_never

from msgspec.structs import replace

from bot.rules import turns
from bot.rules.afterlife import can_win, settle_win
from bot.rules.choices import Pending
from bot.rules.commands import (
    Choose,
    Concede,
    Defeat,
    Draw,
    InGame,
    NextTurn,
    Restart,
    Subgame,
    Win,
)
from bot.rules.endings import make_draw
from bot.rules.events import (
    NOTHING,
    Chose,
    Conceded,
    Defeated,
    Drew,
    Event,
    Outcome,
    Restarted,
    SubgameBegan,
    TurnBegan,
    Won,
)
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import refuse
from bot.rules.reporting import accept_defeat, check_present
from bot.rules.teams import find_in_game
from bot.rules.waiting import (
    find_turn,
    refuse_while_waiting,
    settle_answer,
    settle_concession,
    settle_waiting,
)


def play(pod: Pod, command: InGame) -> Event:
    """The event that `command` leads to in the game that is played. Raises `Refusal`."""
    if pod.state != "running":
        check_running(pod, waiting=isinstance(command, Choose | Concede))
    game = pod.game
    match command:
        case Defeat():
            return _report_defeat(game, command)
        case Concede():
            outcome = settle_concession(game, command.player)
            return Conceded(command.player, outcome, command.kicked_by)
        case Choose():
            return Chose(*settle_answer(game, command))
        case Win():
            return _win(game, command)
        case Draw():
            _check_can_be_won(game)
            return Drew(Outcome(result=make_draw(game.setup, game.standings)))
        case NextTurn():
            return _begin_turn(pod, command.extra)
        case Restart():
            return _restart(pod, command.by)
        case _:
            assert_never(command)


def check_running(pod: Pod, *, waiting: bool = False) -> None:
    """A game must be on, and may be `waiting` for a choice only if that is said.

    Raises `Refusal`.
    """
    state = pod.state
    if state == "running" or (state == "waiting" and waiting):
        return
    refuse_while_waiting(pod)
    refuse(state)


def begin_subgame(pod: Pod, command: Subgame) -> SubgameBegan:
    """A card begins a subgame (ESC-51 to ESC-53). Raises `Refusal`."""
    check_running(pod)
    _check_one_side(pod)
    if pod.subgame is not None:
        refuse("subgame-nested")
    return SubgameBegan(command.card)


def _begin_turn(pod: Pod, extra: Player | None) -> TurnBegan:
    """Turns are the main game's, also during a subgame (ESC-D21)."""
    if extra is not None:
        check_present(pod.standings, extra, "extra")
    turn = turns.make_next_turn(pod.setup, pod.players, pod.standings, find_turn(pod), extra)
    active = (pod.standings[player] for player in turn.active)
    back = tuple(replace(standing, phased=False) for standing in active if standing.phased)
    return TurnBegan(Outcome(back, turn=turn), extra)


def _report_defeat(game: Pod, command: Defeat) -> Defeated:
    pending = Pending(reports=accept_defeat(game, command), rulings=command.rulings)
    outcome = settle_waiting(game, pending)
    return Defeated(command.reports, outcome, command.rulings)


def _win(game: Pod, command: Win) -> Won:
    _check_can_be_won(game)
    check_present(game.standings, command.player, "player")
    if not can_win(game.setup, game.standings, command.player):
        refuse(
            "cannot-win",
            "player",
            player=command.player,
            players=_find_contenders(game),
            rules=("VAR-9",) if game.setup.answers.team_is_one_side else ("NEC-4", "NEC-12"),
        )
    moves, result = settle_win(
        game.setup, game.players, game.standings, command.player, command.means == "combo"
    )
    before = find_turn(game)
    gone = {move.player for move in moves}
    turn = turns.change_active(game.players, before, game.standings, gone)
    changed = None if turn is before else turn
    outcome = Outcome(moves, turn=changed, result=result)
    return Won(command.player, command.means, outcome)


def _find_contenders(game: Pod) -> tuple[Player, ...]:
    return tuple(p for p in find_in_game(game.standings) if can_win(game.setup, game.standings, p))


def _check_can_be_won(game: Pod) -> None:
    """A game that goes on until it is closed is neither won nor drawn before (RSP-D1)."""
    if game.setup.answers.ends_when == "closed":
        refuse("goes-on", variant=game.setup.variant)


def _restart(pod: Pod, by: Player) -> Restarted:
    _check_one_side(pod)
    check_present(pod.game.standings, by, "by")
    if pod.subgame is not None:  # the subgame is what starts again; turns are the pod's (ESC-D21)
        return Restarted(by, NOTHING)
    return Restarted(by, Outcome(turn=turns.make_first_turn(pod.setup, pod.standings, by)))


def _check_one_side(pod: Pod) -> None:
    if not pod.setup.answers.team_is_one_side:
        refuse("not-in-variant", variant=pod.setup.variant)
