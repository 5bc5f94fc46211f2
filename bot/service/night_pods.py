"""Loading a night's pods, the night of a pod, and the earlier nights of a series."""

from collections.abc import Iterable, Mapping

from bot.nights.night import GameNight, GameNightPod
from bot.projections.plans import load_numbers_of_started_game_nights
from bot.rules.facts import Player
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.pod_states import GameNightPodState
from bot.service.service import GameService
from bot.storage.engine.database import Database


async def load_night_pod_states(
    service: GameService, guild_id: int, night_pods: Iterable[GameNightPod]
) -> list[GameNightPodState]:
    """Load the games and results of some pods of a game night. Raises `StorageError`."""
    owners = await service.load_result_owners_of_merged_players(guild_id)
    return await _load_pod_states_with_result_owners(service, guild_id, night_pods, owners)


async def _load_pod_states_with_result_owners(
    service: GameService, guild_id: int, night_pods: Iterable[GameNightPod], result_owners: Mapping[Player, Player]
) -> list[GameNightPodState]:
    return [
        GameNightPodState(pod, await _load_game_of_night_pod(service, guild_id, pod), result_owners)
        for pod in night_pods
    ]


async def _load_game_of_night_pod(service: GameService, guild_id: int, night_pod: GameNightPod) -> LiveGame | None:
    if not night_pod.is_opened:
        return None
    return await service.load_game_by_number(ChannelAddress(guild_id, night_pod.channel), night_pod.pod)


async def load_game_night_of_pod(service: GameService, database: Database, live_pod: LiveGame) -> LiveGame | None:
    """Load the game night to which a pod belongs; None without one.

    Raises `StorageError`.
    """
    pod = live_pod.pod
    if pod is None or pod.draw is None or not pod.setup.invited:  # those of a night are invited
        return None
    place = ChannelAddress(live_pod.place.guild, pod.draw.seal.home)
    for number in await load_numbers_of_started_game_nights(database, place.channel):
        found = await service.load_game_by_number(place, number)
        night = None if found.plan is None else found.plan.night
        if night is not None and _is_pod_of_game_night(night, live_pod):
            return found
    return None


def _is_pod_of_game_night(night: GameNight, live_pod: LiveGame) -> bool:
    here = (live_pod.place.channel, live_pod.number)
    return any((pod.channel, pod.pod) == here for each in night.rounds for pod in each.pods)


async def load_all_pod_states_of_night(
    service: GameService, guild_id: int, night: GameNight
) -> list[list[GameNightPodState]]:
    """Load the games and results of all pods of a game night, round by round.

    Raises `StorageError`.
    """
    owners = await service.load_result_owners_of_merged_players(guild_id)
    return [await _load_pod_states_with_result_owners(service, guild_id, each.pods, owners) for each in night.rounds]


async def load_players_of_earlier_night_pods(
    service: GameService, channel_address: ChannelAddress, night: GameNight
) -> list[tuple[Player, ...]]:
    """Load the players of each pod in the earlier game nights of a series.

    Raises `StorageError`.
    """
    pods: list[tuple[Player, ...]] = []
    for number in night.terms.former:
        plan = (await service.load_game_by_number(channel_address, number)).plan
        if plan is not None and plan.night is not None:
            pods += plan.night.list_players_by_pod()
    return pods
