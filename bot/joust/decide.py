"""The decision about a command to a duel: an event, or a refusal. Nothing is changed here.

A refusal has a code; its words are in the catalogues (`refusal-<code>`).
"""

from typing import assert_never

from bot.joust.commands import (
    BesideDuel,
    ChangeTable,
    CloseDuel,
    ConcedeDuel,
    DisputeDuel,
    DrawCard,
    DuelCommand,
    EndTurn,
    InDuel,
    InTurn,
    InvokeCard,
    JoinDuel,
    LeaveDuel,
    LockDuel,
    OpenDuel,
    PlaceSingularity,
    PresentWork,
    Propose,
    RemoveDuelist,
    RollAttack,
    RollWear,
    SettleDuel,
    StartDuel,
    UndoStep,
    UpholdDuel,
    UseCard,
)
from bot.joust.duel import SEATS, Duel
from bot.joust.events import (
    DuelClosed,
    DuelConceded,
    DuelDisputed,
    DuelEvent,
    DuelJoined,
    DuelLeft,
    DuelLocked,
    DuelOpened,
    DuelOutcome,
    DuelProposed,
    DuelSettled,
    DuelUpheld,
    StepUndone,
    WorkPresented,
)
from bot.joust.plays import (
    change_table,
    draw_card,
    end_turn,
    find_duelist,
    invoke_card,
    judge_concession,
    place_singularity,
    roll_attack,
    roll_wear,
    start_duel,
    use_card,
)
from bot.rules.facts import Player
from bot.rules.idling import Keep, Warn
from bot.rules.refusals import refuse

MAX_WORK_LENGTH = 900
"""The most characters of a great work's presentation."""


def decide(duel: Duel | None, command: DuelCommand) -> DuelEvent:
    """Return the event of a command. Raises `Refusal`, and then nothing has happened."""
    if duel is None:
        return _open(command) if isinstance(command, OpenDuel) else refuse("no-duel")
    match command:
        case OpenDuel():
            refuse("duel-open")
        case JoinDuel():
            return _join(duel, command.player)
        case LeaveDuel():
            return _leave(duel, command.player)
        case StartDuel():
            _check_lobby(duel)
            return start_duel(duel, command)
        case UndoStep():
            return _undo(duel, command)
        case CloseDuel():
            duel.check_open()
            return DuelClosed(command.idle)
        case (
            PresentWork()
            | SettleDuel()
            | LockDuel()
            | DisputeDuel()
            | UpholdDuel()
            | Propose()
            | RemoveDuelist()
            | Warn()
            | Keep()
        ):
            return _decide_beside(duel, command)
        case _:
            return _play(duel, command)


def _play(duel: Duel, command: InDuel) -> DuelEvent:
    if duel.state == "lobby":
        refuse("duel-lobby")
    duel.check_open()
    if duel.waiting is not None and isinstance(command, InTurn):
        refuse("duel-waiting", by=duel.waiting.by)
    match command:
        case PlaceSingularity():
            return place_singularity(duel, command)
        case DrawCard():
            return draw_card(duel)
        case InvokeCard():
            return invoke_card(duel, command)
        case UseCard():
            return use_card(duel, command)
        case EndTurn():
            return end_turn(duel)
        case RollWear():
            return roll_wear(duel, command)
        case RollAttack():
            return roll_attack(duel, command)
        case ChangeTable():
            return change_table(duel, command)
        case ConcedeDuel():
            return _concede(duel, command.player)
        case _:
            assert_never(command)


def _check_lobby(duel: Duel) -> None:
    duel.check_open()
    if duel.state != "lobby":
        refuse("duel-started")


def _open(command: OpenDuel) -> DuelOpened:
    seen: set[Player] = set()
    for index, player in enumerate(command.players):
        if player in seen:
            refuse("twice", f"players[{index}]", player=player)
        seen.add(player)
    if len(command.players) > SEATS:
        refuse("duel-players", "players", count=SEATS, have=len(command.players))
    return DuelOpened(command.setup, command.host, command.players, command.secret)


def _join(duel: Duel, player: Player) -> DuelJoined:
    _check_lobby(duel)
    if player in duel.players:
        refuse("already-in", "player", player=player)
    if len(duel.players) >= SEATS:
        refuse("full", "player", most=SEATS)
    return DuelJoined(player)


def _leave(duel: Duel, player: Player) -> DuelLeft:
    _check_lobby(duel)
    if player not in duel.players:
        refuse("no-seat", "player")
    rest = [other for other in duel.players if other != player]
    # A host who leaves hands the lobby on, or keeps it while nobody else is there.
    return DuelLeft(player, rest[0] if player == duel.host and rest else duel.host)


def _undo(duel: Duel, command: UndoStep) -> StepUndone:
    """Take the last step back; if the secret was shown at the end, a new one decides later dice."""
    if duel.before is None:
        refuse("duel-undo")
    secret = command.secret if duel.is_over and duel.seals else None
    return StepUndone(secret, command.reason)


def _decide_beside(duel: Duel, command: BesideDuel) -> DuelEvent:
    """Decide about a command that is not a step of the duel."""
    match command:
        case Propose():
            return _propose(duel, command)
        case RemoveDuelist(player=player):
            return decide(duel, LeaveDuel(player) if duel.state == "lobby" else ConcedeDuel(player))
        case PresentWork():
            return _present(duel, command)
        case SettleDuel() | LockDuel():
            waits = duel.result is not None and duel.counted is None and not duel.is_contested
            if not waits:
                refuse("dispute-settled")
            return DuelSettled() if isinstance(command, SettleDuel) else DuelLocked()
        case DisputeDuel():
            return _dispute(duel, command)
        case UpholdDuel():
            return _uphold(duel, command)
        case Warn() | Keep():
            return command.decide(duel)
        case _:
            assert_never(command)


def _present(duel: Duel, command: PresentWork) -> WorkPresented:
    if duel.result is None or duel.result.winner != command.player:
        refuse("only-winner")
    if not 1 <= len(command.text) <= MAX_WORK_LENGTH:
        refuse("too-long", "text", most=MAX_WORK_LENGTH)
    return WorkPresented(command.player, command.text)


def _propose(duel: Duel, command: Propose) -> DuelProposed:
    """Propose something to the opponent; repeating a proposal withdraws it."""
    find_duelist(duel, command.by)
    if command.what == "undo" and duel.before is None:
        refuse("duel-undo")
    if command.what == "close":
        duel.check_open()
    asked = duel.proposal
    again = asked is not None and (asked.by, asked.what) == (command.by, command.what)
    return DuelProposed(command.by, command.what, taken_back=again)


def _concede(duel: Duel, player: Player) -> DuelConceded:
    find_duelist(duel, player)
    result = judge_concession(duel, player)
    return DuelConceded(player, DuelOutcome((result.rule,), result=result))


def _dispute(duel: Duel, command: DisputeDuel) -> DuelDisputed:
    """Dispute the end; each player can dispute an end once.

    Raises `Refusal` if there is no result, if it counts, or if it is disputed.
    """
    find_duelist(duel, command.by)
    if duel.result is None:
        refuse("duel-goes-on")
    if duel.counted is not None:
        refuse("duel-counts")
    if command.by in duel.disputers:
        refuse("disputed-once")
    if duel.disputed is not None:
        refuse("duel-disputed")
    return DuelDisputed(command.by)


def _uphold(duel: Duel, command: UpholdDuel) -> DuelDisputed | DuelUpheld:
    """Let the end stand, so that it counts.

    If the player who disputed it withdraws that, the time to dispute begins anew instead. Raises
    `Refusal` if nobody disputes the end or asks to take it back.
    """
    if not duel.is_contested:
        refuse("dispute-settled")
    if command.by == duel.disputed:
        return DuelDisputed(command.by, taken_back=True)
    return DuelUpheld()
