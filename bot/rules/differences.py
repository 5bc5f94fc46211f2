"""Differences between two states of a pod, to preview what a decision changes."""

from typing import Literal

from msgspec import Struct

from bot.rules.deeds import DeedId, count_achievements_of_pod
from bot.rules.facts import Player
from bot.rules.pod import Pod, PodStage
from bot.rules.records import Status

PlaceKind = Status | Literal["seated", "nowhere"]
"""A player's place: their status in the game, a seat in the lobby, or nowhere."""


class ComparedPlayerState(Struct, frozen=True, omit_defaults=True):
    """The values of one player that are compared with a moderator's changes: status, master, and points at the end."""

    where: PlaceKind
    master: Player | None = None
    points: int | None = None


class PlayerStatusDifference(Struct, frozen=True):
    """The change that a moderator's decision makes to one player's status, master or points."""

    player: Player
    before: ComparedPlayerState
    after: ComparedPlayerState


class AchievementCountDifference(Struct, frozen=True):
    """The change that a moderator's decision makes to a player's count of one achievement.

    A negative `change` means less.
    """

    player: Player
    deed: DeedId
    change: int


class ComparedPodState(Struct, frozen=True, omit_defaults=True):
    """The values of a pod that are compared with a moderator's changes: its stage, its host, and its turn number."""

    state: PodStage
    host: Player
    turn: int | None = None


class PodStateDifference(Struct, frozen=True, omit_defaults=True):
    """The changes that a moderator's decision makes to a pod and its players."""

    before: ComparedPodState
    after: ComparedPodState
    players: tuple[PlayerStatusDifference, ...] = ()


def compare_pod_states(previous_pod: Pod, current_pod: Pod) -> PodStateDifference:
    """Return the differences between two states of a pod, with the players in seat order."""
    players = dict.fromkeys((*current_pod.players, *previous_pod.players))
    found = [
        PlayerStatusDifference(
            player,
            _build_compared_player_state(previous_pod, player),
            _build_compared_player_state(current_pod, player),
        )
        for player in players
    ]
    changed = tuple(each for each in found if each.before != each.after)
    return PodStateDifference(_build_compared_pod_state(previous_pod), _build_compared_pod_state(current_pod), changed)


def compare_achievements(previous_pod: Pod, current_pod: Pod) -> tuple[AchievementCountDifference, ...]:
    """Return the achievements whose counts differ between two states of a pod."""
    had = count_achievements_of_pod(previous_pod)
    has = count_achievements_of_pod(current_pod)
    return tuple(
        AchievementCountDifference(player, deed, has[deed, player] - had[deed, player])
        for deed, player in dict.fromkeys((*had, *has))
        if has[deed, player] != had[deed, player]
    )


def _build_compared_player_state(pod: Pod, player: Player) -> ComparedPlayerState:
    points = None if pod.result is None else pod.result.points.get(player, 0)
    standing = pod.standings.get(player)
    if standing is None:
        return ComparedPlayerState("seated" if player in pod.players else "nowhere", None, points)
    return ComparedPlayerState(standing.status, standing.master, points)


def _build_compared_pod_state(pod: Pod) -> ComparedPodState:
    turn = pod.turn.number if pod.state == "running" and pod.turn is not None else None
    return ComparedPodState(pod.state, pod.host, turn)
