"""Decisions about a night: its terms, its rounds, and what its organiser does."""

from collections.abc import Collection, Iterable
from typing import assert_never

from bot.nights.events import (
    NightAct,
    NightAdded,
    NightBegun,
    NightClosed,
    NightDropped,
    NightEvent,
    NightPaused,
    NightPodOpened,
    NightPodVoided,
    NightResumed,
    NightSwapped,
    NightUndone,
    RoundSeated,
    TimeCalled,
)
from bot.nights.night import MINUTE, REOPENED_WITHIN, Night, NightPod
from bot.nights.terms import MAX_CHANNELS, MAX_MINUTES, MAX_ROUNDS, NightTerms
from bot.pairing import LARGEST_POD, SMALLEST_POD
from bot.planning.commands import (
    AddToNight,
    BeginNight,
    CallTime,
    CloseNight,
    DropFromNight,
    NightCommand,
    NoteNightPod,
    PauseNight,
    SeatRound,
    SwapInNight,
    UndoNight,
    VoidNightPod,
)
from bot.planning.plan import Plan
from bot.rules.facts import Player
from bot.rules.records import Setup
from bot.rules.refusals import refuse
from bot.rules.seats import find_sizes, format_sizes

MAX_SIGNED_UP = 40
"""Players who can sign up, with and without a seat; for a night, those who wait for a place."""

MOST_NAMED = 20
"""Pods named in a refusal; the others are left out."""


def check_terms(setup: Setup, terms: NightTerms) -> None:
    """Raise `Refusal` for terms of a night that cannot be played."""
    if not 1 <= terms.rounds <= MAX_ROUNDS:
        refuse("night-rounds", "night.rounds", most=MAX_ROUNDS)
    if not 1 <= terms.minutes <= MAX_MINUTES:
        refuse("night-minutes", "night.minutes", most=MAX_MINUTES)
    playable = [size for size in find_sizes(setup) if SMALLEST_POD <= size <= LARGEST_POD]
    wrong = not terms.allowed or not {*terms.allowed} <= {*terms.may} <= {*playable}
    if wrong or terms.preferred not in terms.allowed:
        refuse("night-sizes", "night.allowed", sizes=format_sizes(playable))
    if len(terms.channels) > MAX_CHANNELS:
        refuse("night-channels", "night.channels", most=MAX_CHANNELS)


def check_room(plan: Plan) -> None:
    """Raise `Refusal` if nobody else can sign up."""
    most = MAX_SIGNED_UP if plan.night is None else plan.seats + MAX_SIGNED_UP
    if len(plan.players) >= most:
        refuse("plan-full", "player", most=most)


def decide_night(plan: Plan, command: NightCommand) -> NightEvent:
    """Return the event of a command to a plan that is a night. Raises `Refusal`."""
    night = plan.night
    if night is None:
        refuse("no-night")
    match command:
        case NoteNightPod():
            _check_once(night, command.serial, opened=False)
            return NightPodOpened(command.serial, command.channel, command.pod)
        case VoidNightPod(serial=serial):
            if all(pod.serial != serial for pod in night.voided):
                refuse("plan-late")
            return NightPodVoided(serial)
        case UndoNight():
            return _undo(night, command)
        case _ if night.closed is not None:
            refuse("night-over")
        case BeginNight(now=now):
            if plan.has_begun or not plan.checking or not plan.coming:
                refuse("plan-late")
            return NightBegun(now)
        case SeatRound():
            return _seat(plan, night, command)
        case DropFromNight(player=player):
            if player not in plan.players:
                refuse("night-not-in", "player", player=player)
            return NightDropped(player)
        case AddToNight():
            return _add(plan, command)
        case SwapInNight():
            return _swap(night, command)
        case PauseNight():
            return _pause(night, command)
        case CallTime():
            if night.ends is None or command.round != len(night.rounds):
                refuse("plan-late")
            return TimeCalled(command.round)
        case CloseNight():
            _check_begun(night)
            return NightClosed(command.now, command.lapsed)
        case _:
            assert_never(command)


def _check_begun(night: Night) -> None:
    if night.began is None:
        refuse("night-early")


def _pause(night: Night, command: PauseNight) -> NightPaused | NightResumed:
    _check_begun(night)
    if command.stop is (night.paused is not None):
        refuse("night-clock")
    if night.paused is None:
        return NightPaused(command.now)
    return NightResumed(night.paused, command.now)


def _check_once(night: Night, serial: int, *, opened: bool) -> None:
    """Raise `Refusal` unless there is a pod of this serial number that is, or is not, open."""
    pods = (*(pod for each in night.rounds for pod in each.pods), *night.voided)
    if all(pod.serial != serial or pod.is_opened is not opened for pod in pods):
        refuse("plan-late")


def check_next_round(plan: Plan, night: Night, unfinished: Iterable[int]) -> None:
    """Raise `Refusal` unless another round can be seated; `unfinished` are pods that still play."""
    if not plan.checking:
        refuse("night-early")
    if night.closed is not None:
        refuse("night-over")
    if night.paused is not None:
        refuse("night-paused")
    if len(night.rounds) >= night.terms.rounds:
        refuse("night-all-rounds", rounds=night.terms.rounds)
    if serials := tuple(unfinished):
        refuse("night-unfinished", pods=_name_pods(night, serials))


def _seat(plan: Plan, night: Night, command: SeatRound) -> RoundSeated:
    check_next_round(plan, night, command.unfinished)
    if command.round != len(night.rounds) + 1:
        refuse("night-changed")
    seated = [player for pod in (*command.pods, command.out) for player in pod]
    if sorted(seated) != sorted(plan.coming):
        refuse("night-changed")
    if not command.pods:
        sizes = format_sizes(sorted({*night.terms.allowed, *night.terms.may}))
        refuse("night-few", there=len(seated), sizes=sizes)
    if any(len(pod) not in night.terms.may for pod in command.pods):
        refuse("night-changed")
    points = {player: each for player, each in command.points.items() if each}
    return RoundSeated(
        command.round,
        command.pods,
        command.out,
        command.now,
        points,
        command.apart,
        dict(command.brackets),
        dict(command.earlier_ids),
    )


def _name_pods(night: Night, serials: Collection[int]) -> str:
    """Return the channels of pods as text; a pod that was not opened yet has its number."""
    names = [
        f"<#{pod.channel}>" if pod.is_opened else f"{number}"
        for each in night.rounds
        for number, pod in enumerate(each.pods, 1)
        if pod.serial in serials
    ]
    more = ["…"] if len(names) > MOST_NAMED else []
    return ", ".join([*names[:MOST_NAMED], *more])


def _add(plan: Plan, command: AddToNight) -> NightAdded:
    if command.player in plan.present:
        refuse("night-already", "player", player=command.player)
    if not plan.checking:
        refuse("night-early")
    if command.player not in plan.players:
        check_room(plan)
    return NightAdded(command.player, command.tag, command.brought_by)


def _swap(night: Night, command: SwapInNight) -> NightSwapped:
    current = night.current
    if current is None:
        refuse("night-no-round")
    places = {one: pod.serial for pod in current.pods for one in pod.players}
    places |= dict.fromkeys(current.out, 0)
    for player in (command.one, command.other):
        if player not in places:
            refuse("night-not-seated", "player", player=player)
    if places[command.one] == places[command.other]:
        refuse("night-same-pod", "other", players=(command.one, command.other))
    _check_unreported(night, command)
    return NightSwapped(command.one, command.other)


def _undo(night: Night, command: UndoNight) -> NightUndone:
    """Return the event that takes back the last act.

    A round stands once one of its pods has a report, with everything that was done before it.
    """
    if not 1 <= command.act <= len(night.acts):
        refuse("night-act-gone")
    if command.act < len(night.acts):
        refuse("night-act-late")
    closed = night.closed
    if closed is not None and command.now >= closed.at + REOPENED_WITHIN:
        refuse("night-reopen-late", minutes=REOPENED_WITHIN // MINUTE)
    _check_unreported(night, command)
    return NightUndone(command.act)


def _check_unreported(night: Night, command: SwapInNight | UndoNight) -> None:
    """Raise `Refusal` if something was reported in a pod that a command would take back."""
    if any(pod.serial in command.reported for pod in find_changed_pods(night, command)):
        refuse("night-reported")


def find_changed_pods(night: Night, command: SwapInNight | UndoNight) -> tuple[NightPod, ...]:
    """Return the pods of the current round that a command would take back."""
    pods = () if night.current is None else night.current.pods
    act: NightAct | SwapInNight | None = None
    if isinstance(command, SwapInNight):
        act = command
    elif night.acts and command.act == len(night.acts):
        act = night.acts[-1]
    match act:
        case RoundSeated():
            return pods
        case SwapInNight(one=one, other=other) | NightSwapped(one=one, other=other):
            both: set[Player] = {one, other}
            return tuple(pod for pod in pods if not both.isdisjoint(pod.players))
        case _:
            return ()
