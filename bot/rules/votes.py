"""Votes to continue without a player who has vanished: calls, votes and removal."""

from collections.abc import Mapping
from typing import assert_never

from bot.rules.commands import CallVote, Concede, Kick, Leave, SayPresent
from bot.rules.events import Event, SaidPresent, VoteCalled, Voted
from bot.rules.facts import Player
from bot.rules.guests import find_actor, find_actors, list_brought
from bot.rules.lobby import leave_lobby
from bot.rules.playing import play
from bot.rules.pod import Pod
from bot.rules.refusals import refuse
from bot.rules.reporting import check_present
from bot.rules.teams import find_in_game, find_master

Votes = Mapping[Player, tuple[Player, ...]]
"""Members who voted to continue without a player, by that player, in the order of voting."""

TOO_FEW_VOICES = 2
"""Voices that are too few for a vote: one of two players could remove the other, and win."""


def count_votes_needed(pod: Pod, against: Player) -> int:
    """Return how many votes remove `against`: more than half of the other voices."""
    others = list_voices(pod) - {find_actor(pod, against)}
    return len(others) // 2 + 1


def list_voices(pod: Pod) -> set[Player]:
    """Return who may vote: each player in the game, or the member who brought that guest."""
    return {*find_actors(pod, find_in_game(pod.game.standings))}


def update_votes(votes: Votes, event: Event, by: Player | None, pod: Pod) -> Votes:
    """Return the votes that still count after `event`, which `by` caused and which led to `pod`.

    Whatever a player does ends the vote about them. Players who are out have no vote.
    """
    cast = {against: voters for against, voters in votes.items() if find_actor(pod, against) != by}
    if isinstance(event, VoteCalled):
        others = tuple(voter for voter in cast.get(event.against, ()) if voter != event.by)
        cast[event.against] = (*others, event.by)
    if isinstance(event, Voted):
        others = tuple(voter for voter in cast.get(event.against, ()) if voter != event.by)
        cast[event.against] = others if event.taken_back else (*others, event.by)
    if not cast:
        return cast
    playing = pod.state in ("running", "waiting")
    here = find_in_game(pod.game.standings) if playing else []
    voices = list_voices(pod) if playing else set()
    left = {
        against: tuple(voter for voter in voters if voter in voices)
        for against, voters in cast.items()
        if against in here
    }
    return {against: voters for against, voters in left.items() if voters}


def is_on_side(pod: Pod, player: Player, option: Player) -> bool:
    """Return whether an option names `player`, a guest whom they brought, or the master of one."""
    standings = pod.game.standings
    mine = [player, *list_brought(pod, player)]
    masters = [find_master(standings, each) for each in mine if each in standings]
    return option in mine or option in masters


def decide_about_absence(pod: Pod, command: CallVote | SayPresent | Kick) -> Event:
    """Decide a command about a player who may have vanished. Raises `Refusal`."""
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
    """Decide a removal: from the lobby, at once, or by vote once enough have voted."""
    player = command.player
    by = command.by
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
    """Raise `Refusal` if `by` cannot vote about `player`."""
    if by in (player, pod.guests.get(player)):
        refuse("kick-yourself")
    play(pod, Concede(player))  # a player who cannot concede needs no vote
    voices = list_voices(pod)
    if by not in voices:
        check_present(pod.game.standings, by, "by")
    if len(voices) <= TOO_FEW_VOICES:
        refuse("kick-too-few", player=player)
