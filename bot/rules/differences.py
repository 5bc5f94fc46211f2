"""Differences between two states of a pod, to preview what a decision changes."""

from typing import Literal

from msgspec import Struct

from bot.rules.deeds import DeedId, count_deeds
from bot.rules.facts import Player
from bot.rules.pod import Pod, State
from bot.rules.records import Status

PlaceKind = Status | Literal["seated", "nowhere"]
"""A player's place: their status in the game, a seat in the lobby, or nowhere."""


class PlayerPlace(Struct, frozen=True, omit_defaults=True):
    """The place of a player, whom they serve, and their `points` if the game has a result."""

    where: PlaceKind
    master: Player | None = None
    points: int | None = None


class PlayerDifference(Struct, frozen=True):
    """The change for one player."""

    player: Player
    before: PlayerPlace
    after: PlayerPlace


class DeedDifference(Struct, frozen=True):
    """A deed that a player has done `change` times more, or less if it is negative."""

    player: Player
    deed: DeedId
    change: int


class GameState(Struct, frozen=True, omit_defaults=True):
    """The progress of a pod; `turn` is the number of the turn while it runs."""

    state: State
    host: Player
    turn: int | None = None


class PodDifference(Struct, frozen=True, omit_defaults=True):
    """The changes of a pod; `players` has an entry for each player who is affected."""

    before: GameState
    after: GameState
    players: tuple[PlayerDifference, ...] = ()


def compare_pods(before: Pod, after: Pod) -> PodDifference:
    """Return what differs between two states of a pod; players in seat order."""
    players = dict.fromkeys((*after.players, *before.players))
    found = [
        PlayerDifference(player, _find_place(before, player), _find_place(after, player))
        for player in players
    ]
    changed = tuple(each for each in found if each.before != each.after)
    return PodDifference(_find_state(before), _find_state(after), changed)


def compare_deeds(before: Pod, after: Pod) -> tuple[DeedDifference, ...]:
    """Return the deeds that are in one of two states of a pod only."""
    had = count_deeds(before)
    has = count_deeds(after)
    return tuple(
        DeedDifference(player, deed, has[deed, player] - had[deed, player])
        for deed, player in dict.fromkeys((*had, *has))
        if has[deed, player] != had[deed, player]
    )


def _find_place(pod: Pod, player: Player) -> PlayerPlace:
    points = None if pod.result is None else pod.result.points.get(player, 0)
    standing = pod.standings.get(player)
    if standing is None:
        return PlayerPlace("seated" if player in pod.players else "nowhere", None, points)
    return PlayerPlace(standing.status, standing.master, points)


def _find_state(pod: Pod) -> GameState:
    turn = pod.turn.number if pod.state == "running" and pod.turn is not None else None
    return GameState(pod.state, pod.host, turn)
