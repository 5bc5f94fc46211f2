"""Substitutes: a player takes over a seat in a running game; the seat's result has an owner."""

from msgspec.structs import replace

from bot.rules.commands import Substitute
from bot.rules.events import Substituted
from bot.rules.players import Rename, rename_players
from bot.rules.playing import check_running
from bot.rules.pod import Pod, rename_seats
from bot.rules.refusals import refuse
from bot.rules.reporting import check_present
from bot.rules.verdicts import Verdicts


def substitute(pod: Pod, command: Substitute) -> Substituted:
    """Decide that somebody takes over a seat. Raises `Refusal`."""
    check_running(pod)
    check_present(pod.standings, command.player, "player")
    if command.by in pod.participants:
        refuse("played-here", "by", player=command.by)
    return Substituted(command.player, command.by, command.takes_result)


def credit_pod(pod: Pod) -> Pod:
    """Return a pod and its steps with the owner of each seat in place of all who sat there.

    Results, ratings and deeds of people are computed from this pod.
    """
    return _rename_story(pod, pod.find_owner) if pod.passed_on else pod


def _rename_story(pod: Pod, rename: Rename) -> Pod:
    """Return a pod with other names on its seats, in its verdicts, its result and earlier steps."""
    chain = [pod]
    while (before := chain[-1].before) is not None:
        chain.append(before)
    after: Pod | None = None
    for each in reversed(chain):
        after = replace(
            rename_seats(each, rename),
            verdicts=_rename_verdicts(each.verdicts, rename),
            pending=None if each.pending is None else rename_players(each.pending, rename),
            result=None if each.result is None else rename_players(each.result, rename),
            passed_on=(),
            before=after,
        )
    assert after is not None
    return after


def _rename_verdicts(verdicts: Verdicts, rename: Rename) -> Verdicts:
    renamed = tuple(rename_players(each, rename) for each in verdicts)
    return Verdicts().add_moment(renamed)
