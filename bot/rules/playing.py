"""Checks of a running game, the choice that the game waits for, and its outcomes."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.rules.elimination import EliminationDefeatResolver, RespawnDefeatResolver
from bot.rules.facts import Player
from bot.rules.individual_service import ServantDefeatResolver
from bot.rules.pod import Pod
from bot.rules.records import (
    DefeatsAwaitingPlayerChoice,
    DefeatVerdict,
    GameChanges,
    PlayerChoiceAnswer,
    QuestionKind,
    Turn,
)
from bot.rules.refusals import raise_refusal
from bot.rules.settlement import DefeatResolver, GameStateBeforeDefeats
from bot.rules.team_service import TeamMergeDefeatResolver
from bot.rules.teams import StateByPlayer, list_players_in_game


def require_player_in_game(player_states: StateByPlayer, player: Player, command_field: str) -> None:
    """Raise `Refusal` unless a player sits in the game and is not eliminated.

    `command_field` is the part of the command that the refusal names.
    """
    standing = player_states.get(player)
    if standing is None:
        raise_refusal("not-in", command_field, player=player, players=tuple(list_players_in_game(player_states)))
    if standing.status == "out":
        raise_refusal("out", command_field, player=player, players=tuple(list_players_in_game(player_states)))


def require_running_game(pod: Pod, *, allows_pending_choice: bool = False) -> None:
    """Raise `Refusal` unless a game runs; `allows_pending_choice` also accepts a game that waits for a choice."""
    state = pod.state
    if state == "running" or (state == "waiting" and allows_pending_choice):
        return
    require_no_pending_player_choice(pod)
    raise_refusal(state)


# Waiting for a choice (ESC-D17, ESC-D21)


def require_no_pending_player_choice(pod: Pod) -> None:
    """Raise `Refusal` while a player has to make a choice on which the game waits."""
    if pod.state == "waiting":
        raise_refusal("waiting", by=pod.pending_player_choice.by if pod.pending_player_choice else "")


def resolve_pending_defeats(current_game: Pod, pending_defeats: DefeatsAwaitingPlayerChoice) -> GameChanges:
    """Return the changes that waiting defeats make to a game, now that players have made their choices."""
    situation = GameStateBeforeDefeats(
        current_game.setup, current_game.players, current_game.standings, find_current_turn(current_game)
    )
    outcome = resolve_defeats_by_variant(situation, pending_defeats)
    for_others = {(each.kind, each.by): each for each in pending_defeats.answers if not each.was_answered_in_person}
    if not for_others:
        return outcome
    verdicts = tuple(_add_chosen_master_to_verdict(verdict, for_others) for verdict in outcome.verdicts)
    return replace(outcome, verdicts=verdicts)


def resolve_defeats_by_variant(
    game_state: GameStateBeforeDefeats, pending_defeats: DefeatsAwaitingPlayerChoice
) -> GameChanges:
    """Return the changes by all waiting defeats and concessions in the game's variant.

    While a choice is open, return the outcome of what can happen now.
    """
    kind: type[DefeatResolver]
    variant = game_state.setup.variant_rules
    match variant.loser_becomes:
        case "servant":
            kind = TeamMergeDefeatResolver if variant.team_is_one_side else ServantDefeatResolver
        case "rejoins":
            kind = RespawnDefeatResolver
        case "out":
            kind = EliminationDefeatResolver
    return kind(game_state, pending_defeats).resolve_all_defeats()


def _add_chosen_master_to_verdict(
    verdict: DefeatVerdict, choice_answers: Mapping[tuple[QuestionKind, Player], PlayerChoiceAnswer]
) -> DefeatVerdict:
    kind: QuestionKind = "responsible" if verdict.found == "chosen" else "new-master"
    answer = choice_answers.get((kind, verdict.loser))
    if answer is None or (kind == "new-master" and not _is_verdict_by_chosen_master(verdict, answer)):
        return verdict
    return replace(verdict, choice=answer)


def _is_verdict_by_chosen_master(verdict: DefeatVerdict, player_choice_answer: PlayerChoiceAnswer) -> bool:
    """Return True if a defeat's verdict follows from a player's choice of a master, or of no master."""
    if player_choice_answer.player is None:
        return verdict.becomes == "out"
    return verdict.answer == "chose-master"


def find_current_turn(current_game: Pod) -> Turn:
    """Return the current turn of a game.

    In a subgame, whose turns the bot does not track, return a turn in seat order.
    """
    return current_game.turn or Turn((), 1, current_game.players[0])


def compute_concession_consequences(current_game: Pod, player: Player) -> GameChanges:
    """Return the changes by a player's concession, and by all defeats that waited for a choice.

    Raises `Refusal`.
    """
    require_player_in_game(current_game.standings, player, "player")
    pending = current_game.pending or DefeatsAwaitingPlayerChoice()
    if player in pending.conceding:
        raise_refusal("already-conceding", "player", player=player)
    return resolve_pending_defeats(current_game, replace(pending, conceding=(*pending.conceding, player)))
