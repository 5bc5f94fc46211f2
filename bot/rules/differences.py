"""What a decision changes about a pod: before and after, for the game and for each player."""

from typing import Literal

from msgspec import Struct

from bot.rules.events import Status
from bot.rules.facts import Player
from bot.rules.pod import Pod, State

Where = Status | Literal["seated", "nowhere"]
"""Where somebody stands; before the start they have a seat, and who has left a lobby none."""


class PlayerPlace(Struct, frozen=True, omit_defaults=True):
    """Where a player stands, whom they serve, and their `points` if the game has a result."""

    where: Where
    master: Player | None = None
    points: int | None = None


class PlayerDifference(Struct, frozen=True):
    """What changes for one player."""

    player: Player
    before: PlayerPlace
    after: PlayerPlace


class GameState(Struct, frozen=True, omit_defaults=True):
    """How far a pod has come; `turn` is the number of the turn while it runs."""

    state: State
    host: Player
    turn: int | None = None


class PodDifference(Struct, frozen=True, omit_defaults=True):
    """What changes about a pod; `players` are those for whom something does."""

    before: GameState
    after: GameState
    players: tuple[PlayerDifference, ...] = ()


def compare_pods(before: Pod, after: Pod) -> PodDifference:
    """What is different about a pod `after` a decision; players in the order of their seats."""
    players = dict.fromkeys((*after.players, *before.players))
    found = [
        PlayerDifference(player, _find_place(before, player), _find_place(after, player))
        for player in players
    ]
    changed = tuple(each for each in found if each.before != each.after)
    return PodDifference(_find_state(before), _find_state(after), changed)


def _find_place(pod: Pod, player: Player) -> PlayerPlace:
    points = None if pod.result is None else pod.result.points.get(player, 0)
    standing = pod.standings.get(player)
    if standing is None:
        return PlayerPlace("seated" if player in pod.players else "nowhere", None, points)
    return PlayerPlace(standing.status, standing.master, points)


def _find_state(pod: Pod) -> GameState:
    turn = pod.turn.number if pod.state == "running" and pod.turn is not None else None
    return GameState(pod.state, pod.host, turn)
