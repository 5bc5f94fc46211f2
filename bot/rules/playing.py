"""What a running game needs: checks, the choice that it waits for, and its outcomes."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.rules.bonds import Bonds
from bot.rules.elimination import Elimination, Rejoining
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.records import Answer, Outcome, Pending, QuestionKind, Turn, Verdict
from bot.rules.refusals import refuse
from bot.rules.settlement import Settlement, Situation
from bot.rules.sides import Sides
from bot.rules.teams import Standings, find_in_game


def check_present(standings: Standings, player: Player, field: str) -> None:
    """Raise `Refusal` unless `player` is in the game."""
    standing = standings.get(player)
    if standing is None:
        refuse("not-in", field, player=player, players=tuple(find_in_game(standings)))
    if standing.status == "out":
        refuse("out", field, player=player, players=tuple(find_in_game(standings)))


def check_running(pod: Pod, *, waiting: bool = False) -> None:
    """Raise `Refusal` unless a game is running; with `waiting`, it may also wait for a choice."""
    state = pod.state
    if state == "running" or (state == "waiting" and waiting):
        return
    refuse_while_waiting(pod)
    refuse(state)


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


def settle(situation: Situation, pending: Pending) -> Outcome:
    """Return the outcome of everything pending; while a choice is open, of what can happen now."""
    kind: type[Settlement]
    variant = situation.setup.answers
    match variant.loser_becomes:
        case "servant":
            kind = Sides if variant.team_is_one_side else Bonds
        case "rejoins":
            kind = Rejoining
        case "out":
            kind = Elimination
    return kind(situation, pending).settle()


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
