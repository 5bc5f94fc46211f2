"""Reads of a night's pods, of the night of a pod, and of the last nights of a series."""

from collections.abc import Iterable, Mapping

from bot.nights.night import Night, NightPod
from bot.projections.plans import load_begun
from bot.rules.facts import Player
from bot.service.live_game import LiveGame, Place
from bot.service.pod_states import PodState
from bot.service.service import Service
from bot.storage.engine.database import Database


async def read_round(service: Service, guild: int, pods: Iterable[NightPod]) -> list[PodState]:
    """Return the states of some pods of a night. Raises `StorageError`."""
    owners = await service.load_owners(guild)
    return await _find_states(service, guild, pods, owners)


async def _find_states(
    service: Service, guild: int, pods: Iterable[NightPod], owners: Mapping[Player, Player]
) -> list[PodState]:
    return [PodState(pod, await _find(service, guild, pod), owners) for pod in pods]


async def _find(service: Service, guild: int, pod: NightPod) -> LiveGame | None:
    if not pod.is_opened:
        return None
    return await service.find(Place(guild, pod.channel), pod.pod)


async def find_night_of(service: Service, database: Database, live: LiveGame) -> LiveGame | None:
    """Return the night of which a pod is a part; None if it is of none. Raises `StorageError`."""
    pod = live.pod
    if pod is None or pod.draw is None or not pod.setup.invited:  # those of a night are invited
        return None
    place = Place(live.place.guild, pod.draw.seal.home)
    for number in await load_begun(database, place.channel):
        found = await service.find(place, number)
        night = None if found.plan is None else found.plan.night
        if night is not None and _has_pod(night, live):
            return found
    return None


def _has_pod(night: Night, live: LiveGame) -> bool:
    """Return whether a game is a pod of a night."""
    here = (live.place.channel, live.number)
    return any((pod.channel, pod.pod) == here for each in night.rounds for pod in each.pods)


async def read_night(service: Service, guild: int, night: Night) -> list[list[PodState]]:
    """Return the states of all pods of a night, round by round. Raises `StorageError`."""
    owners = await service.load_owners(guild)
    return [await _find_states(service, guild, each.pods, owners) for each in night.rounds]


async def load_former(service: Service, place: Place, night: Night) -> list[tuple[Player, ...]]:
    """Return the pods of the last nights of a series. Raises `StorageError`."""
    pods: list[tuple[Player, ...]] = []
    for number in night.terms.former:
        plan = (await service.find(place, number)).plan
        if plan is not None and plan.night is not None:
            pods += plan.night.list_meetings()
    return pods
