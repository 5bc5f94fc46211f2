"""Checks of a running game, the choice that the game waits for, and its outcomes."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.rules.elimination import EliminationSettlement, RejoiningSettlement
from bot.rules.facts import Player
from bot.rules.individual_service import IndividualServiceSettlement
from bot.rules.pod import Pod
from bot.rules.records import (
    ChoiceAnswer,
    DefeatVerdict,
    PendingDefeats,
    QuestionKind,
    RulesOutcome,
    Turn,
)
from bot.rules.refusals import raise_refusal
from bot.rules.settlement import DefeatSettlement, GameSituation
from bot.rules.team_service import TeamServiceSettlement
from bot.rules.teams import Standings, list_players_in_game


def require_in_game(standings: Standings, player: Player, field_name: str) -> None:
    """Raise `Refusal` unless a player is in the game.

    `field_name` is the part of the command that the refusal names.
    """
    standing = standings.get(player)
    if standing is None:
        raise_refusal(
            "not-in", field_name, player=player, players=tuple(list_players_in_game(standings))
        )
    if standing.status == "out":
        raise_refusal(
            "out", field_name, player=player, players=tuple(list_players_in_game(standings))
        )


def require_running_game(pod: Pod, *, allow_waiting: bool = False) -> None:
    """Raise `Refusal` unless a game is running.

    With `allow_waiting`, the game may also wait for a choice.
    """
    state = pod.state
    if state == "running" or (state == "waiting" and allow_waiting):
        return
    require_no_open_choice(pod)
    raise_refusal(state)


# Waiting for a choice (ESC-D17, ESC-D21)


def require_no_open_choice(pod: Pod) -> None:
    """Raise `Refusal` while a choice is open, when only choices and concessions are possible."""
    if pod.state == "waiting":
        raise_refusal("waiting", by=pod.open_question.by if pod.open_question else "")


def settle_pending(current_game: Pod, pending_defeats: PendingDefeats) -> RulesOutcome:
    """Return the outcome of pending defeats and concessions in the current game."""
    situation = GameSituation(
        current_game.setup,
        current_game.players,
        current_game.standings,
        find_current_turn(current_game),
    )
    outcome = settle_pending_defeats(situation, pending_defeats)
    for_others = {
        (each.kind, each.by): each
        for each in pending_defeats.answers
        if not each.is_by_asked_player
    }
    if not for_others:
        return outcome
    verdicts = tuple(_add_choice_to_verdict(verdict, for_others) for verdict in outcome.verdicts)
    return replace(outcome, verdicts=verdicts)


def settle_pending_defeats(
    game_situation: GameSituation, pending_defeats: PendingDefeats
) -> RulesOutcome:
    """Return the outcome of all pending defeats and concessions.

    While a choice is open, return the outcome of what can happen now.
    """
    kind: type[DefeatSettlement]
    variant = game_situation.setup.variant_answers
    match variant.loser_becomes:
        case "servant":
            kind = (
                TeamServiceSettlement if variant.team_is_one_side else IndividualServiceSettlement
            )
        case "rejoins":
            kind = RejoiningSettlement
        case "out":
            kind = EliminationSettlement
    return kind(game_situation, pending_defeats).settle_all_pending()


def _add_choice_to_verdict(
    verdict: DefeatVerdict, answers_for_others: Mapping[tuple[QuestionKind, Player], ChoiceAnswer]
) -> DefeatVerdict:
    """Return the verdict with the answer that decided it, if the loser did not give the answer."""
    kind: QuestionKind = "responsible" if verdict.found == "chosen" else "new-master"
    answer = answers_for_others.get((kind, verdict.loser))
    if answer is None or (kind == "new-master" and not _is_master_choice_applied(verdict, answer)):
        return verdict
    return replace(verdict, choice=answer)


def _is_master_choice_applied(verdict: DefeatVerdict, answer: ChoiceAnswer) -> bool:
    """Return True if a verdict applies a choice of a master. The game may end before that."""
    if answer.player is None:
        return verdict.becomes == "out"
    return verdict.answer == "chose-master"


def find_current_turn(current_game: Pod) -> Turn:
    """Return the current turn.

    In a subgame, whose turns the bot does not track, return a turn in seat order.
    """
    return current_game.turn or Turn((), 1, current_game.players[0])


def settle_concession(current_game: Pod, player: Player) -> RulesOutcome:
    """Return the outcome when a player concedes, with everything that is pending.

    Raises `Refusal`.
    """
    require_in_game(current_game.standings, player, "player")
    pending = current_game.pending or PendingDefeats()
    if player in pending.conceding:
        raise_refusal("already-conceding", "player", player=player)
    return settle_pending(current_game, replace(pending, conceding=(*pending.conceding, player)))
