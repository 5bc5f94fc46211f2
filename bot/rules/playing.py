"""Decisions about commands of a running game, and about a pod that waits for a choice."""

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from bot.rules import turns
from bot.rules.afterlife import can_win, settle, settle_win
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
    NO_EFFECT,
    Answer,
    Chose,
    Conceded,
    Defeated,
    Drew,
    Event,
    Outcome,
    Pending,
    QuestionKind,
    Restarted,
    SubgameBegan,
    Turn,
    TurnBegan,
    Verdict,
    Won,
)
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import refuse
from bot.rules.reporting import accept_defeat, check_present
from bot.rules.settlement import Situation
from bot.rules.teams import find_in_game


def play(pod: Pod, command: InGame) -> Event:
    """Return the event that `command` leads to in the game being played. Raises `Refusal`."""
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
    """Raise `Refusal` unless a game is running; with `waiting`, it may also wait for a choice."""
    state = pod.state
    if state == "running" or (state == "waiting" and waiting):
        return
    refuse_while_waiting(pod)
    refuse(state)


def begin_subgame(pod: Pod, command: Subgame) -> SubgameBegan:
    """Decide to begin a subgame with a card (ESC-51 to ESC-53). Raises `Refusal`."""
    check_running(pod)
    _check_one_side(pod)
    if pod.subgame is not None:
        refuse("subgame-nested")
    return SubgameBegan(command.card)


def _begin_turn(pod: Pod, extra: Player | None) -> TurnBegan:
    """Decide to begin a turn; turns belong to the main game, even during a subgame (ESC-D21)."""
    if extra is not None:
        check_present(pod.standings, extra, "extra")
    turn = turns.make_next_turn(pod.setup, pod.players, pod.standings, find_turn(pod), extra)
    return replace(make_turn(pod, turn), extra=extra)


def make_turn(pod: Pod, turn: Turn) -> TurnBegan:
    """Return the event that begins `turn`, at which its players take no more turns alone."""
    active = (pod.standings[player] for player in turn.active)
    back = tuple(replace(standing, phased=False) for standing in active if standing.phased)
    return TurnBegan(Outcome(back, turn=turn))


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
    """Raise `Refusal` in a variant that ends only by closing, where nobody wins before (RSP-D1)."""
    if game.setup.answers.ends_when == "closed":
        refuse("goes-on", variant=game.setup.variant)


def _restart(pod: Pod, by: Player) -> Restarted:
    _check_one_side(pod)
    check_present(pod.game.standings, by, "by")
    if pod.subgame is not None:  # the subgame restarts; turns belong to the pod (ESC-D21)
        return Restarted(by, NO_EFFECT)
    return Restarted(by, Outcome(turn=turns.make_first_turn(pod.setup, pod.standings, by)))


def _check_one_side(pod: Pod) -> None:
    if not pod.setup.answers.team_is_one_side:
        refuse("not-in-variant", variant=pod.setup.variant)


# Waiting for a choice (ESC-D17, ESC-D21)


def refuse_while_waiting(pod: Pod) -> None:
    """Raise `Refusal` while a choice is open: only choices and concessions are possible then."""
    if pod.state == "waiting":
        refuse("waiting", by=pod.question.by if pod.question else "")


def settle_waiting(game: Pod, pending: Pending) -> Outcome:
    """Return the outcome of `pending` in the game being played."""
    situation = Situation(game.setup, game.players, game.standings, find_turn(game))
    outcome = settle(situation, pending)
    for_others = {(each.kind, each.by): each for each in pending.answers if not each.is_own}
    if not for_others:
        return outcome
    verdicts = tuple(_attribute(verdict, for_others) for verdict in outcome.verdicts)
    return replace(outcome, verdicts=verdicts)


def _attribute(
    verdict: Verdict, for_others: Mapping[tuple[QuestionKind, Player], Answer]
) -> Verdict:
    """Return the verdict with the answer that decided it, if the loser did not give it."""
    kind: QuestionKind = "responsible" if verdict.found == "chosen" else "new-master"
    answer = for_others.get((kind, verdict.loser))
    if answer is None or (kind == "new-master" and not _carries_out(verdict, answer)):
        return verdict
    return replace(verdict, choice=answer)


def _carries_out(verdict: Verdict, answer: Answer) -> bool:
    """Return whether a verdict carries out a choice of a master; the game may end before that."""
    if answer.player is None:
        return verdict.becomes == "out"
    return verdict.answer == "chose-master"


def find_turn(game: Pod) -> Turn:
    """Return the current turn; in a subgame, whose turns the bot does not track, the seat order."""
    return game.turn or Turn((), 1, game.players[0])


def settle_concession(game: Pod, player: Player) -> Outcome:
    """Return the outcome of a concession, beside everything that waits. Raises `Refusal`."""
    check_present(game.standings, player, "player")
    pending = game.pending or Pending()
    if player in pending.conceding:
        refuse("already-conceding", "player", player=player)
    return settle_waiting(game, replace(pending, conceding=(*pending.conceding, player)))


def settle_answer(game: Pod, command: Choose) -> tuple[Answer, Outcome]:
    """Return the answer to the open question and the outcome it leads to. Raises `Refusal`."""
    by = command.by
    player = command.player
    pending = game.pending
    question = pending.question if pending is not None else None
    if pending is None or question is None:
        refuse("nothing-to-choose")
    if by != question.by:
        refuse("not-yours", "by", by=question.by)
    if player is None and not question.may_decline:
        refuse("must-choose", "player", players=question.options)
    if player is not None and player not in question.options:
        refuse("not-an-option", "player", player=player, players=question.options)
    answer = Answer(question.kind, by, player)
    if command.chosen_by not in (None, by):
        answer = replace(answer, chosen_by=command.chosen_by, moderated=command.moderated)
    elif command.drawn:
        answer = replace(answer, drawn=True)
    return answer, settle_waiting(game, replace(pending, answers=(*pending.answers, answer)))
