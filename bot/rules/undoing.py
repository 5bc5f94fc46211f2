"""Taking a step back: the last report, whatever turns began and whoever took a seat since.

Those later steps stay. A turn stays with the player who has it, if they can have one; otherwise it
goes on to the next player. While the pod would wait for a choice no turn can begin, so the later
steps are taken back too.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.rules import turns
from bot.rules.commands import Bring, Join, Substitute, Undo
from bot.rules.events import Joined, Later, Substituted, TurnBegan, Undone
from bot.rules.lobby import bring_guest, take_seat
from bot.rules.overrule import check_reason
from bot.rules.playing import check_running, find_turn, make_turn
from bot.rules.pod import Pod, evolve, step_back
from bot.rules.refusals import Refusal, refuse
from bot.rules.substitutes import substitute
from bot.rules.teams import find_in_game

LaterEvent = TurnBegan | Substituted | Joined


def find_last_report(steps: Sequence[object]) -> int | None:
    """Return the place of the step that an undo takes back; None without steps.

    That is the last report. Before the first one it is the last change of a seat, and before that
    the last turn.
    """
    ranks = [*map(_rank, steps)]
    return max(range(len(steps)), key=lambda at: (ranks[at], at), default=None)


def find_later(steps: Sequence[object], at: int) -> tuple[LaterEvent, ...] | None:
    """Return the steps after place `at` if they can stay without it; None if they cannot."""
    later = steps[at + 1 :]
    if any(_rank(event) >= _rank(steps[at]) for event in later):
        return None
    return tuple(event for event in later if isinstance(event, LaterEvent))


def _rank(step: object) -> int:
    """Return 2 for a report or a decision, 1 for a change of a seat, and 0 for a turn."""
    return 0 if isinstance(step, TurnBegan) else 1 if isinstance(step, Substituted | Joined) else 2


def take_step_back(pod: Pod, command: Undo) -> Undone:
    """Decide to take a step back. Raises `Refusal` if there is none."""
    if command.reason is not None:
        check_reason(command.reason)
    back = step_back(pod, len(command.later) + 1)
    if back is None:
        refuse("nothing-to-undo")
    if command.version is None:
        return Undone(command.reason)
    stay = list[Later]()
    after = back
    for each in command.later:
        try:
            again = _judge_again(after, each.event, pod)
        except Refusal:
            continue
        after = evolve(after, again)
        stay.append(Later(each.version, again))
    return Undone(command.reason, version=command.version, step=back.step + 1, later=tuple(stay))


def _judge_again(pod: Pod, event: LaterEvent, now: Pod) -> LaterEvent:
    """Return a later step as it follows in `pod`; `now` is the pod before the undo."""
    match event:
        case TurnBegan():
            check_running(pod)
            return _keep_turn(pod, event)
        case Substituted():
            takes = now.find_owner(event.by) == event.by
            return substitute(pod, Substitute(event.player, event.by, takes))
        case Joined(brought_by=str(by)):
            return bring_guest(pod, Bring(event.player, by, event.tag))
        case Joined():
            return take_seat(pod, Join(event.player, event.tag))


def _keep_turn(pod: Pod, event: TurnBegan) -> TurnBegan:
    was = event.outcome.turn
    assert was is not None
    extra = event.extra if event.extra in find_in_game(pod.standings) else None
    turn = turns.keep_turn(pod.setup, pod.players, pod.standings, find_turn(pod), was, extra)
    return replace(make_turn(pod, turn), extra=extra)
