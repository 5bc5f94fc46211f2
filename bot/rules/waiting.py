"""What a pod waits for, and what comes of it when somebody concedes or answers (ESC-D17, ESC-D21).

`Settlement.settle` says what is left to wait for; here is what may be added to it meanwhile.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.rules.afterlife import settle
from bot.rules.choices import Answer, Pending
from bot.rules.commands import Choose
from bot.rules.events import Outcome, Turn, Verdict
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import refuse
from bot.rules.reporting import check_present
from bot.rules.settlement import Situation


def refuse_while_waiting(pod: Pod) -> None:
    """Nothing but choices and concessions happens while a choice is open. Raises `Refusal`."""
    if pod.state == "waiting":
        refuse("waiting", by=pod.question.by if pod.question else "")


def settle_waiting(game: Pod, pending: Pending) -> Outcome:
    """What comes of all that waits in the game that is played."""
    situation = Situation(game.setup, game.players, game.standings, find_turn(game))
    outcome = settle(situation, pending)
    for_others = {each.by: each for each in pending.answers if each.chosen_by is not None}
    if not for_others:
        return outcome
    verdicts = tuple(_attribute(verdict, for_others) for verdict in outcome.verdicts)
    return replace(outcome, verdicts=verdicts)


def _attribute(verdict: Verdict, for_others: Mapping[Player, Answer]) -> Verdict:
    """The verdict with who chose for the loser among ties, if that was somebody else."""
    answer = for_others.get(verdict.loser)
    if answer is None or answer.kind != "responsible" or verdict.found != "chosen":
        return verdict
    return replace(verdict, choice=answer)


def find_turn(game: Pod) -> Turn:
    """Whose turn it is; in a subgame, where the bot tracks none, the order of the seats."""
    return game.turn or Turn((), 1, game.players[0])


def settle_concession(game: Pod, player: Player) -> Outcome:
    """Somebody leaves, beside whatever the game waits for. Raises `Refusal`."""
    check_present(game.standings, player, "player")
    pending = game.pending or Pending()
    if player in pending.conceding:
        refuse("already-conceding", "player", player=player)
    return settle_waiting(game, replace(pending, conceding=(*pending.conceding, player)))


def settle_answer(game: Pod, command: Choose) -> tuple[Answer, Outcome]:
    """The question is answered, and what waited for it is judged. Raises `Refusal`."""
    by, player = command.by, command.player
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
    return answer, settle_waiting(game, replace(pending, answers=(*pending.answers, answer)))
