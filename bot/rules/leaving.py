"""Going on without somebody who has vanished: who would, and how many it takes."""

from collections.abc import Mapping

from bot.rules.calling import VoteCalled
from bot.rules.events import Event, Voted
from bot.rules.facts import Player
from bot.rules.guests import find_actor, find_actors
from bot.rules.pod import Pod
from bot.rules.teams import find_in_game

Votes = Mapping[Player, tuple[Player, ...]]
"""For somebody who has vanished: those who would go on without them, in the order of voting."""

FEWEST_TO_VOTE = 2
"""Players who are too few for a vote: the one would throw out the other, and win."""


def count_votes_needed(pod: Pod, against: Player) -> int:
    """More than half of the others who have a voice in the game."""
    others = list_voices(pod) - {find_actor(pod, against)}
    return len(others) // 2 + 1


def list_voices(pod: Pod) -> set[Player]:
    """Who may vote: those in the game, and for a guest there whoever brought them."""
    return {*find_actors(pod, find_in_game(pod.game.standings))}


def update_votes(votes: Votes, event: Event, by: Player | None, pod: Pod) -> Votes:
    """The votes that still count after `event`, which `by` made and which led to `pod`.

    Whoever does anything is evidently there; whoever is out has no vote.
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
    here, voices = (find_in_game(pod.game.standings), list_voices(pod)) if playing else ((), ())
    left = {
        against: tuple(voter for voter in voters if voter in voices)
        for against, voters in cast.items()
        if against in here
    }
    return {against: voters for against, voters in left.items() if voters}
