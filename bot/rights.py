"""Rights on pods, duels and plans; `bot/front/gateway/admission.py` has all other rights.

`docs/rights.md` is generated from these rows.
"""

from collections.abc import Collection, Mapping
from typing import assert_never

from bot.joust.duel import Duel, DuelCommand, Proposed, has_agreed
from bot.joust.subjects import COMMANDS as DUEL_COMMANDS
from bot.planning.commands import (
    AddToNight,
    BeginNight,
    CallTime,
    CancelPlan,
    CheckIn,
    ChooseMoment,
    CloseNight,
    DropFromNight,
    Gather,
    HoldUp,
    MakePlan,
    MovePlan,
    NoteListing,
    NoteNightPod,
    NoteReminder,
    OpenCheckIn,
    PauseNight,
    PickMoment,
    Repeat,
    SeatRound,
    SetReminder,
    SignOff,
    SignUp,
    SwapInNight,
    UndoNight,
    VoidNightPod,
)
from bot.planning.plan import Plan
from bot.rulebooks import Game, GameCommand
from bot.rules.commands import (
    BalanceTeams,
    BeginDispute,
    Bring,
    CallModerators,
    CallVote,
    ChangeVariant,
    Choose,
    ChooseTeam,
    ClaimDeed,
    Close,
    Concede,
    Confirm,
    Correct,
    Count,
    Defeat,
    Dispute,
    Draw,
    Enter,
    GrantResult,
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
from bot.rules.confirmation import may_confirm
from bot.rules.decide import decide
from bot.rules.entering import MAX_ENTERED_COMMANDS, find_named
from bot.rules.events import Claim, Undone
from bot.rules.facts import Commander, Deck, Player
from bot.rules.gate import Lock
from bot.rules.guests import find_actor, find_actors
from bot.rules.idling import Keep, Warn
from bot.rules.pod import Pod, evolve, step_back
from bot.rules.refusals import Refusal
from bot.rules.rights import (
    ANYBODY,
    ASKED_PLAYER,
    BRINGER,
    CLOSERS,
    CONFIRMERS,
    DECK_CORRECTOR,
    DECK_NAMER,
    DISPUTED_MAKER,
    DISPUTERS,
    DRAW_CALLERS,
    DUELISTS,
    ENTERED_PLAYERS,
    HOST_OR_BRINGER,
    IN_CHARGE,
    INVOLVED,
    MODERATORS,
    NOBODY,
    ORGANISER,
    PLANNER,
    PLAYERS,
    REPORT_MAKER,
    SEAT_TAKER,
    THE_BOT,
    Asker,
    Right,
    Role,
)
from bot.rules.votes import is_on_side

RIGHTS: Mapping[type[GameCommand], Right] = {
    Open: ANYBODY,
    Join: ANYBODY,
    SetWord: ANYBODY,
    Leave: ANYBODY,
    Bring: PLAYERS,
    ChooseTeam: ANYBODY,
    BalanceTeams: IN_CHARGE,
    ChangeVariant: IN_CHARGE,
    Start: IN_CHARGE,
    Close: CLOSERS,
    **dict.fromkeys((Defeat, Win, NextTurn, Restart, Subgame, Count), PLAYERS),
    Draw: DRAW_CALLERS,
    NameDeck: PLAYERS,  # DECK_NAMER for somebody else, DECK_CORRECTOR once the game counts
    Concede: PLAYERS,  # BRINGER for somebody else
    Substitute: SEAT_TAKER,
    ClaimDeed: PLAYERS,
    OfferSeat: PLAYERS,  # BRINGER for somebody else
    GrantResult: PLAYERS,
    SetLink: PLAYERS,
    Choose: ASKED_PLAYER,
    CallVote: PLAYERS,
    SayPresent: PLAYERS,
    Kick: INVOLVED,  # by vote: PLAYERS, or in the lobby HOST_OR_BRINGER; at once MODERATORS
    Keep: INVOLVED,
    Warn: THE_BOT,
    **dict.fromkeys((CallModerators, NoteTimeUp), THE_BOT),
    Lock: THE_BOT,
    Confirm: CONFIRMERS,
    BeginDispute: PLAYERS,
    Dispute: DISPUTERS,
    Undo: REPORT_MAKER,  # DISPUTED_MAKER in dispute, MODERATORS for decisions; see `_find_right`
    Overrule: MODERATORS,
    Correct: MODERATORS,
    Enter: ENTERED_PLAYERS,
    **{command: command.right for command in DUEL_COMMANDS},
    **dict.fromkeys((MakePlan, SignUp, SignOff, SetReminder, CheckIn, PickMoment), ANYBODY),
    **dict.fromkeys((CancelPlan, MovePlan, ChooseMoment), PLANNER),
    **dict.fromkeys((OpenCheckIn, NoteReminder, HoldUp, Gather, Repeat, NoteListing), THE_BOT),
    **dict.fromkeys((SeatRound, DropFromNight, AddToNight, SwapInNight), ORGANISER),
    **dict.fromkeys((PauseNight, CloseNight, UndoNight), ORGANISER),
    **dict.fromkeys((BeginNight, NoteNightPod, VoidNightPod, CallTime), THE_BOT),
}


def check(game: Game | None, command: GameCommand, asker: Asker, maker: Player | None) -> None:
    """Raise `Refusal` unless `asker` may ask `command`; `maker` made the last report."""
    match game:
        case Pod():
            _check_in_pod(game, command, asker, maker)
        case Duel():
            _check_in_duel(game, command, asker, maker)
        case Plan():
            _check_in_plan(game, command, asker)
        case None:
            _check_entry(command, asker)
        case _:
            assert_never(game)


def needs_moderator(
    game: Game | None, command: GameCommand, asker: Asker, maker: Player | None
) -> bool:
    """Return whether `asker`, who may ask `command`, may do so only as a moderator."""
    if not asker.moderator:
        return False
    # A draw that an organiser calls is a report as those of players; what they close is decided.
    organiser = asker.organiser and isinstance(command, Draw)
    try:
        check(game, command, Asker(asker.player, organiser=organiser), maker)
    except Refusal:
        return True
    return False


def _check_entry(command: GameCommand, asker: Asker) -> None:
    """Raise `Refusal` unless a game is entered by a player of it, or by a moderator."""
    if isinstance(command, Enter):
        plays = asker.player in find_named(command)
        _check_roles(ENTERED_PLAYERS, {"player": plays, "moderator": asker.moderator})
        _check_entered_choices(command, asker)


def _check_entered_choices(command: Enter, asker: Asker) -> None:
    """Raise `Refusal` if somebody enters that another player chose in their favour."""
    commands = command.commands[:MAX_ENTERED_COMMANDS]
    if not any(isinstance(each, Choose) for each in commands):
        return
    pod: Pod | None = None
    for each in commands:
        if isinstance(each, Choose) and pod is not None and _is_partial(pod, each, asker):
            raise Refusal("choice-own-entered", by=each.by, player=each.player or "")
        pod = evolve(pod, decide(pod, each))


def _check_in_pod(pod: Pod, command: GameCommand, asker: Asker, maker: Player | None) -> None:
    if may(pod, command, asker, maker):
        if isinstance(command, Choose):
            _check_impartial(pod, command, asker)
        return
    right = _find_right(pod, command, asker)
    if asker.moderator and "moderator" in right.roles and (bar := _find_bar(pod, asker)):
        raise bar
    by = command.by if isinstance(command, Choose) else pod.host
    claims = _find_claims(pod, command.claims) if isinstance(command, Confirm) else []
    players = dict.fromkeys(player for claim in claims for player in claim.of)
    if right is REPORT_MAKER and maker is None:  # the bot itself took the last step
        right = IN_CHARGE
    raise Refusal(right.refusal, by=by, player=maker or by, players=tuple(players))


def _check_impartial(pod: Pod, command: Choose, asker: Asker) -> None:
    """Raise `Refusal` if somebody chooses for another player and in their own favour."""
    if _is_partial(pod, command, asker):
        raise Refusal("choice-own", by=command.by, player=command.player or "")


def _is_partial(pod: Pod, command: Choose, asker: Asker) -> bool:
    """Return whether a choice for another player is in the asker's own favour."""
    if asker.player == find_actor(pod, command.by) or command.player is None:
        return False
    return is_on_side(pod, asker.player, command.player)


def _check_in_duel(duel: Duel, command: GameCommand, asker: Asker, maker: Player | None) -> None:
    right: Right = RIGHTS[type(command)]
    what: Proposed | None = None
    if isinstance(command, DuelCommand):
        right, what = command.find_right(duel, asker, maker), command.proposal
    bar = _find_bar(duel, asker) if asker.moderator else None
    if bar is None:
        _check_right(duel, right, asker, what)
        return
    try:
        _check_right(duel, right, Asker(asker.player), what)
    except Refusal:
        if "moderator" in right.roles:
            raise bar from None
        raise


def _check_in_plan(plan: Plan, command: GameCommand, asker: Asker) -> None:
    has: dict[Role, bool] = {
        "player": asker.player in plan.players,
        "host": asker.player == plan.host,
        "moderator": asker.moderator,
    }
    _check_roles(RIGHTS[type(command)], has, by=plan.host)


def _check_roles(
    right: Right, has: Mapping[Role, bool], **about: Player | tuple[Player, ...]
) -> None:
    if not right.allows([role for role, true in has.items() if true]):
        raise Refusal(right.refusal, **about)


def check_kind(duel: Duel, kind: type[DuelCommand], asker: Asker) -> None:
    """Raise `Refusal` unless `asker` may ask this kind of command, given the other's agreement."""
    _check_right(duel, kind.right, asker, None)


def check_member(game: Game, player: Player) -> None:
    """Raise `Refusal` unless `player` plays in a duel."""
    if player not in game.players:
        raise Refusal(DUELISTS.refusal)


def _check_right(duel: Duel, right: Right, asker: Asker, what: Proposed | None) -> None:
    playing = duel.turn is not None and not duel.is_over
    has: dict[Role, bool] = {
        "player": asker.player in duel.players,
        "host": asker.player == duel.host,
        # Before the start and after the end, the rules refuse with words of their own.
        "active": not playing or duel.active.player == asker.player,
        "confirmer": asker.player == duel.disputed,
        "agreed": what is not None and has_agreed(duel, what, asker.player),
        "moderator": asker.moderator,
    }
    by = duel.active.player if playing else duel.host
    _check_roles(right, has, by=by, players=duel.players)


def may(pod: Pod, command: GameCommand, asker: Asker, maker: Player | None) -> bool:
    """Return whether `asker` may ask `command` of `pod`."""
    chooser = find_actor(pod, command.by) if isinstance(command, Choose) else None
    about = command.player if isinstance(command, Concede | Kick | OfferSeat | NameDeck) else ""
    claims = _find_claims(pod, command.claims) if isinstance(command, Confirm) else []
    # The maker may take back a disputed report, but nothing reported later.
    _, back = _find_undone(pod, command)
    last = back is not None and pod.disputed not in back.unconfirmed
    last = last and not (pod.disputed and isinstance(pod.disputed.event, Undone))
    has: dict[Role, bool] = {
        # Whose seat went to somebody else still has a say in what they leave behind.
        "player": asker.player
        in (pod.participants if isinstance(command, Dispute) else pod.players),
        "host": asker.player == pod.host,
        "maker": asker.player == maker and (pod.disputed is None or last),
        "asked": asker.player == chooser,
        "bringer": asker.player == pod.guests.get(about),
        "offered": isinstance(command, Substitute)
        and pod.offers.get(command.player) == command.by == asker.player,
        "confirmer": all(may_confirm(claim, asker.player) for claim in claims),
        "organiser": asker.organiser,
        "moderator": may_moderate(pod, asker),
    }
    return _find_right(pod, command, asker).allows([role for role, true in has.items() if true])


_ANY_DECK = Deck((Commander("-"),))
"""A deck that stands for any other where only rights matter."""


def list_deck_owners(pod: Pod, asker: Asker) -> tuple[Player, ...]:
    """Return the players whose decks `asker` may name: first themself, then their guests."""
    if pod.closed:
        return ()
    me = asker.player
    order = sorted(pod.players, key=lambda player: (player != me, pod.guests.get(player) != me))
    return tuple(each for each in order if may(pod, NameDeck(each, _ANY_DECK), asker, None))


def find_deck_owners(pod: Pod, asker: Asker) -> tuple[Player, ...]:
    """Return the players whose decks `asker` may name. Raises `Refusal` if there are none."""
    if found := list_deck_owners(pod, asker):
        return found
    check(pod, NameDeck(asker.player, _ANY_DECK), asker, None)
    raise Refusal("closed")


def may_moderate(game: Game, asker: Asker) -> bool:
    """Return whether `asker` moderates the channel and may decide about `game` now."""
    return asker.moderator and _find_bar(game, asker) is None


def check_bar(game: Game | None, asker: Asker) -> None:
    """Raise `Refusal` for a moderator who must leave a decision about a game to another."""
    if game is not None and (bar := _find_bar(game, asker)):
        raise bar


def _find_bar(game: Game, asker: Asker) -> Refusal | None:
    """Return the refusal of a moderator who must leave the decision to another; None if none."""
    if isinstance(game, Plan):
        return None
    begun = bool(game.duelists if isinstance(game, Duel) else game.standings)
    acting = find_actors(game, game.players) if isinstance(game, Pod) else game.players
    if asker.neutral and begun and asker.player in acting:
        return Refusal("other-moderator")
    if isinstance(game, Duel):
        return None
    pod = game
    claims = [each.claim for each in pod.open_reports]
    if any(claim.disputed and claim.decided == asker.player for claim in claims):
        return Refusal("decided-already")
    return None


def check_player(pod: Pod | None, player: Player) -> None:
    """Raise `Refusal` unless there is a pod and `player` is in it."""
    if pod is None or player not in pod.players:
        raise Refusal(PLAYERS.refusal)


def _find_right(pod: Pod, command: GameCommand, asker: Asker) -> Right:
    match command:
        case Undo(reason=None) if _would_change_points(pod, command):
            return NOBODY
        case Close() if pod.has_counted:
            return NOBODY
        case Undo() if command.reason is not None or _is_decision(pod, command):
            return MODERATORS
        case Undo() if pod.disputed is not None:
            return DISPUTED_MAKER
        case Choose(drawn=True):
            return THE_BOT
        case Kick(how="moderator"):
            return MODERATORS
        case Kick(how="vote"):
            return HOST_OR_BRINGER if pod.state == "lobby" else PLAYERS
        case NameDeck() if pod.counted is not None:
            return DECK_CORRECTOR
        case NameDeck(player=player) if player != asker.player:
            return DECK_NAMER
        case Concede(player=player) | OfferSeat(player=player) if player != asker.player:
            return BRINGER
        case _:
            return RIGHTS[type(command)]


def _find_claims(pod: Pod, versions: Collection[int]) -> list[Claim]:
    """Return the open claims with these versions."""
    return [each.claim for each in pod.unconfirmed if each.claim.version in versions]


def _find_undone(pod: Pod, command: GameCommand) -> tuple[Pod, Pod | None]:
    """Return the pod after the step that an undo takes back, and before it.

    Any other command is checked as if it took back the last step.
    """
    later = len(command.later) if isinstance(command, Undo) else 0
    after = step_back(pod, later) or pod
    return after, after.before


def _would_change_points(pod: Pod, command: Undo) -> bool:
    """Return whether an undo leads from or to a result that counts."""
    _, before = _find_undone(pod, command)
    return pod.counted is not None or (before is not None and before.counted is not None)


def _is_decision(pod: Pod, command: Undo) -> bool:
    """Return whether a moderator took the step that an undo takes back, or let it stand."""
    after, before = _find_undone(pod, command)
    if before is None:
        return False
    older = {each.claim.version for each in before.unconfirmed}
    steps = (each for each in after.unconfirmed if not isinstance(each.event, Undone))
    last = [each.claim for each in steps if each.claim.version not in older]
    return after.overruled is not before.overruled or any(claim.decided for claim in last)
