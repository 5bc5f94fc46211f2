"""Differences between two states of a pod, to preview what a decision changes."""

from typing import Literal

from msgspec import Struct

from bot.rules.deeds import DeedId, count_deeds_by_player
from bot.rules.facts import Player
from bot.rules.pod import Pod, PodStage
from bot.rules.records import Status

PlaceKind = Status | Literal["seated", "nowhere"]
"""A player's place: their status in the game, a seat in the lobby, or nowhere."""


class PlayerSituation(Struct, frozen=True, omit_defaults=True):
    """A player's status in a pod, whom they serve, and their points if the game has a result."""

    where: PlaceKind
    master: Player | None = None
    points: int | None = None


class PlayerDifference(Struct, frozen=True):
    """What a decision changes for one player of a pod."""

    player: Player
    before: PlayerSituation
    after: PlayerSituation


class DeedDifference(Struct, frozen=True):
    """A deed that a player has done `change` times more after a decision, or less if negative."""

    player: Player
    deed: DeedId
    change: int


class PodProgress(Struct, frozen=True, omit_defaults=True):
    """The progress of a pod: its stage, its host, and the number of the turn while it runs."""

    state: PodStage
    host: Player
    turn: int | None = None


class PodDifference(Struct, frozen=True, omit_defaults=True):
    """What a decision changes in a pod, with an entry for each affected player."""

    before: PodProgress
    after: PodProgress
    players: tuple[PlayerDifference, ...] = ()


def compare_pods(previous_pod: Pod, current_pod: Pod) -> PodDifference:
    """Return the differences between two states of a pod, with the players in seat order."""
    players = dict.fromkeys((*current_pod.players, *previous_pod.players))
    found = [
        PlayerDifference(
            player,
            _describe_player_situation(previous_pod, player),
            _describe_player_situation(current_pod, player),
        )
        for player in players
    ]
    changed = tuple(each for each in found if each.before != each.after)
    return PodDifference(
        _describe_pod_progress(previous_pod), _describe_pod_progress(current_pod), changed
    )


def compare_deeds(previous_pod: Pod, current_pod: Pod) -> tuple[DeedDifference, ...]:
    """Return the deeds that only one of two states of a pod has."""
    had = count_deeds_by_player(previous_pod)
    has = count_deeds_by_player(current_pod)
    return tuple(
        DeedDifference(player, deed, has[deed, player] - had[deed, player])
        for deed, player in dict.fromkeys((*had, *has))
        if has[deed, player] != had[deed, player]
    )


def _describe_player_situation(pod: Pod, player: Player) -> PlayerSituation:
    points = None if pod.result is None else pod.result.points.get(player, 0)
    standing = pod.standings.get(player)
    if standing is None:
        return PlayerSituation("seated" if player in pod.players else "nowhere", None, points)
    return PlayerSituation(standing.status, standing.master, points)


def _describe_pod_progress(pod: Pod) -> PodProgress:
    turn = pod.turn.number if pod.state == "running" and pod.turn is not None else None
    return PodProgress(pod.state, pod.host, turn)
