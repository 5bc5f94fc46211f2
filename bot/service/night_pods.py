"""Reads of a night's pods, of the night of a pod, and of the last nights of a series."""

from collections.abc import Iterable

from bot.nights.night import Night, NightPod
from bot.planning.plan import Plan
from bot.projections.plans import load_begun
from bot.rules.facts import Player
from bot.service.live_game import LiveGame, Place
from bot.service.pod_states import PodState
from bot.service.service import Service
from bot.storage.engine.database import Database


async def read_round(service: Service, guild: int, pods: Iterable[NightPod]) -> list[PodState]:
    """Return the states of some pods of a night. Raises `StorageError`."""
    owners = await service.load_owners(guild)
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
        match found.game:
            case Plan(night=Night() as night) if (
                live.place.channel,
                live.number,
            ) in night.list_opened():
                return found
    return None


async def read_night(service: Service, guild: int, night: Night) -> list[list[PodState]]:
    """Return the states of all pods of a night, round by round. Raises `StorageError`."""
    return [await read_round(service, guild, each.pods) for each in night.rounds]


async def load_former(service: Service, place: Place, night: Night) -> list[tuple[Player, ...]]:
    """Return the pods of the last nights of a series. Raises `StorageError`."""
    pods: list[tuple[Player, ...]] = []
    for number in night.terms.former:
        plan = (await service.find(place, number)).plan
        if plan is not None and plan.night is not None:
            pods += plan.night.list_meetings()
    return pods
