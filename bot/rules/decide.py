"""What comes of a command: an event, or a refusal. Nothing is changed here.

Refusals cite their code; the words are in the catalogues (`refusal-<code>`).
"""

from typing import Never, assert_never

from bot.rules.calling import CallVote, SaidPresent, SayPresent, VoteCalled
from bot.rules.commands import (
    Balance,
    Beside,
    Bring,
    Choose,
    Close,
    Command,
    Concede,
    Confirm,
    Correct,
    Count,
    Defeat,
    Dispute,
    Draw,
    Enter,
    InGame,
    Join,
    Kick,
    Leave,
    NextTurn,
    Open,
    Overrule,
    Restart,
    Side,
    Start,
    Subgame,
    Undo,
    Win,
)
from bot.rules.confirmation import confirm_reports, dispute_report
from bot.rules.draws import SetWord
from bot.rules.endings import count_points
from bot.rules.entering import enter_game
from bot.rules.events import Closed, Event, Outcome, Undone, Voted
from bot.rules.facts import Player
from bot.rules.idling import Keep, Kept, Warn, Warned
from bot.rules.leaving import FEWEST_TO_VOTE, count_votes_needed, list_voices
from bot.rules.lobby import (
    balance_sides,
    bring_guest,
    change_word,
    choose_side,
    leave_lobby,
    open_lobby,
    start_game,
    take_seat,
)
from bot.rules.overrule import check_reason, decide_override
from bot.rules.playing import begin_subgame, play
from bot.rules.pod import Pod
from bot.rules.refusals import refuse
from bot.rules.reporting import check_present
from bot.rules.story import correct_story
from bot.rules.totals import change_totals


def decide(pod: Pod | None, command: Command) -> Event:
    """The event that `command` leads to. Raises `Refusal`, and then nothing has happened."""
    if pod is None:
        if isinstance(command, Enter):
            return enter_game(decide, command)
        return open_lobby(command) if isinstance(command, Open) else refuse("no-pod")
    stands_still = pod.disputed is not None and not isinstance(command, Concede)
    if stands_still and isinstance(command, InGame | Subgame | Dispute):
        refuse("disputed")
    match command:
        case Defeat() | Concede() | Choose() | Win() | Draw() | NextTurn() | Restart():
            return play(pod, command)
        case Subgame():
            return begin_subgame(pod, command)
        case Open() | Enter():
            refuse("already-open")
        case Join():
            return take_seat(pod, command)
        case Bring():
            return bring_guest(pod, command)
        case Leave():
            return leave_lobby(pod, command)
        case SetWord():
            return change_word(pod, command)
        case Side():
            return choose_side(pod, command)
        case Balance():
            return balance_sides(pod, command)
        case Start():
            return start_game(pod, command)
        case _:
            return _decide_beside(pod, command)


def _decide_beside(
    pod: Pod,
    command: Confirm | Dispute | Undo | Close | Beside | Overrule | Correct,
) -> Event:
    """What is said about a pod rather than done in it."""
    match command:
        case Confirm():
            return confirm_reports(pod, command)
        case Dispute():
            return dispute_report(pod, command)
        case Undo():
            if command.reason is not None:
                check_reason(command.reason)
            return Undone(command.reason) if pod.before is not None else refuse("nothing-to-undo")
        case Close():
            return _close(pod, command.idle)
        case CallVote() | SayPresent() | Kick():
            return _decide_about_absence(pod, command)
        case Warn():
            return Warned() if _is_open(pod) else _refuse_over(pod)
        case Keep():
            return Kept() if _is_open(pod) else _refuse_over(pod)
        case Count():
            return change_totals(pod, command)
        case Overrule():
            return decide_override(pod, command)
        case Correct():
            check_reason(command.reason)
            return correct_story(decide, command)
        case _:
            assert_never(command)


def _refuse_over(pod: Pod) -> Never:
    refuse(pod.state)


def _is_open(pod: Pod) -> bool:
    return pod.state in ("lobby", "running", "waiting")


def _close(pod: Pod, idle: bool) -> Closed:
    if not _is_open(pod):
        _refuse_over(pod)
    if pod.standings and pod.setup.answers.ends_when == "closed":
        return Closed(Outcome(result=count_points(pod.standings)), idle)
    return Closed(idle=idle)


def _decide_about_absence(pod: Pod, command: CallVote | SayPresent | Kick) -> Event:
    match command:
        case CallVote():
            _check_vote(pod, command.player, command.by)
            return VoteCalled(command.player, command.by)
        case SayPresent():
            check_present(pod.game.standings, command.player, "player")
            return SaidPresent(command.player)
        case Kick():
            return _kick(pod, command)
        case _:
            assert_never(command)


def _kick(pod: Pod, command: Kick) -> Event:
    """The seat is given back, or it is a concession: at once, or when enough have voted."""
    player, by = command.player, command.by
    if pod.state == "lobby":
        return leave_lobby(pod, Leave(player, (by,)))
    if command.how != "vote":
        return play(pod, Concede(player, (by,)))
    _check_vote(pod, player, by)
    voters = tuple(dict.fromkeys((*command.voted, by)))
    if command.opened and len(voters) >= count_votes_needed(pod, player):
        return play(pod, Concede(player, voters))
    if by in command.voted:
        return Voted(player, by, taken_back=True)
    if not command.voted:
        refuse("kick-uncalled")
    if not command.opened:
        refuse("kick-early")
    return Voted(player, by)


def _check_vote(pod: Pod, player: Player, by: Player) -> None:
    """Raise `Refusal` where `by` cannot vote about a player."""
    if by in (player, pod.guests.get(player)):
        refuse("kick-yourself")
    play(pod, Concede(player))  # whoever cannot concede needs no vote
    voices = list_voices(pod)
    if by not in voices:
        check_present(pod.game.standings, by, "by")
    if len(voices) <= FEWEST_TO_VOTE:
        refuse("kick-too-few", player=player)
