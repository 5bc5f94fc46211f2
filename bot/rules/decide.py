"""The decision about a command to a pod: an event, or a `Refusal`. Nothing changes here.

Each refusal has a code; its words are in the catalogues (`refusal-<code>`).
"""

from typing import Never, assert_never

from bot.rules.awards import award_points
from bot.rules.commands import (
    BalanceTeams,
    BeginDispute,
    Beside,
    Bring,
    CallModerators,
    CallVote,
    ChangeVariant,
    Choose,
    ChooseTeam,
    ClaimDeed,
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
    GrantResult,
    InGame,
    Join,
    Kick,
    Leave,
    NameDeck,
    NextTurn,
    NoteTimeUp,
    OfferSeat,
    Open,
    Overrule,
    Restart,
    SayPresent,
    SetLink,
    SetWord,
    Start,
    Subgame,
    Substitute,
    Undo,
    Win,
)
from bot.rules.confirmation import begin_dispute, confirm_reports, dispute_report, lock_reports
from bot.rules.endings import count_points
from bot.rules.entering import enter_game
from bot.rules.events import Closed, DeckNamed, Event, LinkSet, ModeratorsCalled, Outcome, TimeUp
from bot.rules.gate import Lock
from bot.rules.house_deeds import claim_deed
from bot.rules.idling import Keep, Warn
from bot.rules.lobby import (
    balance_teams,
    bring_guest,
    change_variant,
    change_word,
    choose_team,
    leave_lobby,
    open_lobby,
    start_game,
    take_seat,
)
from bot.rules.overrule import check_reason, decide_override
from bot.rules.playing import begin_subgame, play
from bot.rules.pod import Pod
from bot.rules.refusals import refuse
from bot.rules.story import correct_story
from bot.rules.substitutes import grant_result, offer_seat, substitute
from bot.rules.totals import change_totals
from bot.rules.undoing import take_step_back
from bot.rules.votes import decide_about_absence


def decide(pod: Pod | None, command: Command) -> Event:
    """Return the event that `command` leads to. Raises `Refusal` and then nothing has happened."""
    if pod is None:
        if isinstance(command, Enter):
            return enter_game(decide, command)
        return open_lobby(command) if isinstance(command, Open) else refuse("no-pod")
    return award_points(pod, _decide(pod, command))


def _decide(pod: Pod, command: Command) -> Event:
    stands_still = pod.disputed is not None and not isinstance(command, Concede)
    if stands_still and isinstance(command, InGame | Subgame | Substitute | ClaimDeed | Dispute):
        refuse("disputed")
    match command:
        case Defeat() | Concede() | Choose() | Win() | Draw() | NextTurn() | Restart():
            return play(pod, command)
        case Subgame():
            return begin_subgame(pod, command)
        case Substitute():
            return substitute(pod, command)
        case ClaimDeed():
            return claim_deed(pod, command)
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
        case ChooseTeam():
            return choose_team(pod, command)
        case BalanceTeams():
            return balance_teams(pod, command)
        case ChangeVariant():
            return change_variant(pod, command)
        case Start():
            return start_game(pod, command)
        case _:
            return _decide_beside(pod, command)


def _decide_beside(
    pod: Pod,
    command: Confirm | BeginDispute | Dispute | Lock | Undo | Close | Beside | Overrule | Correct,
) -> Event:
    """Decide a command about the pod that is no part of the game."""
    match command:
        case Confirm():
            return confirm_reports(pod, command)
        case BeginDispute():
            return begin_dispute(pod, command)
        case Dispute():
            return dispute_report(pod, command)
        case Lock():
            return lock_reports(pod, command)
        case Undo():
            return take_step_back(pod, command)
        case Close():
            return _close(pod, command.idle)
        case CallVote() | SayPresent() | Kick():
            return decide_about_absence(pod, command)
        case Warn():
            return command.decide(pod)
        case Keep():
            return command.decide(pod)
        case Count():
            return change_totals(pod, command)
        case NameDeck():
            return _name_deck(pod, command)
        case OfferSeat():
            return offer_seat(pod, command)
        case GrantResult():
            return grant_result(pod, command)
        case SetLink():
            return LinkSet(command.link) if _is_open(pod) else _refuse_over(pod)
        case CallModerators():
            if pod.question is None:
                refuse("nothing-to-choose")
            return ModeratorsCalled(pod.question.by)
        case NoteTimeUp():
            return TimeUp() if _is_open(pod) else _refuse_over(pod)
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


def _name_deck(pod: Pod, command: NameDeck) -> DeckNamed:
    if pod.closed:
        refuse("closed")
    if command.player not in pod.players:
        refuse("not-in", "player", player=command.player, players=pod.players)
    return DeckNamed(command.player, command.deck)


def _close(pod: Pod, idle: bool) -> Closed:
    if not _is_open(pod):
        _refuse_over(pod)
    if pod.standings and pod.setup.answers.ends_when == "closed":
        return Closed(Outcome(result=count_points(pod.standings)), idle)
    return Closed(idle=idle)
