"""Loading a night's pods, and the earlier nights of a series."""

from collections.abc import Iterable, Mapping

from bot.nights.night import GameNight, GameNightPod
from bot.rules.facts import Deck, Player
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.pod_states import GameNightPodState, find_latest_decks_of_players
from bot.service.service import GameService


async def load_game_night_pod_states(
    game_service: GameService, guild_id: int, night_pods: Iterable[GameNightPod]
) -> list[GameNightPodState]:
    """Load the games and results of some pods of a game night. Raises `StorageError`."""
    owners = await game_service.load_result_owners_of_merged_players(guild_id)
    return await _load_pod_states_with_result_owners(game_service, guild_id, night_pods, owners)


async def _load_pod_states_with_result_owners(
    game_service: GameService, guild_id: int, night_pods: Iterable[GameNightPod], result_owners: Mapping[Player, Player]
) -> list[GameNightPodState]:
    return [
        GameNightPodState(pod, await _load_game_of_night_pod(game_service, guild_id, pod), result_owners)
        for pod in night_pods
    ]


async def _load_game_of_night_pod(game_service: GameService, guild_id: int, night_pod: GameNightPod) -> LiveGame | None:
    if not night_pod.is_opened:
        return None
    return await game_service.load_game_by_number(ChannelAddress(guild_id, night_pod.channel), night_pod.pod)


async def load_all_pod_states_of_game_night(
    game_service: GameService, guild_id: int, night: GameNight
) -> list[list[GameNightPodState]]:
    """Load the games and results of all pods of a game night, round by round.

    Raises `StorageError`.
    """
    owners = await game_service.load_result_owners_of_merged_players(guild_id)
    return [
        await _load_pod_states_with_result_owners(game_service, guild_id, each.pods, owners) for each in night.rounds
    ]


async def load_latest_decks_in_night(game_service: GameService, guild_id: int, night: GameNight) -> dict[Player, Deck]:
    """Load the deck that each player declared last in a game night. Raises `StorageError`."""
    return find_latest_decks_of_players(await load_all_pod_states_of_game_night(game_service, guild_id, night))


async def load_players_of_earlier_game_nights(
    game_service: GameService, channel_address: ChannelAddress, game_night: GameNight
) -> list[tuple[Player, ...]]:
    """Load the players of each pod in the earlier game nights of a series.

    Raises `StorageError`.
    """
    pods: list[tuple[Player, ...]] = []
    for number in game_night.terms.former:
        plan = (await game_service.load_game_by_number(channel_address, number)).plan
        if plan is not None and plan.night is not None:
            pods += plan.night.list_players_by_pod()
    return pods


class GameNightDeckLoader:
    """A loader of the decks that players last declared in a game night, cached for each round."""

    def __init__(self, service: GameService, guild_id: int) -> None:
        self._service = service
        self._guild = guild_id
        self._round = 0
        self._decks: Mapping[Player, Deck] = {}

    async def load(self, night: GameNight) -> Mapping[Player, Deck]:
        """Return the decks by player. Raises `StorageError`."""
        if self._round != len(night.rounds):
            self._decks = await load_latest_decks_in_night(self._service, self._guild, night)
            self._round = len(night.rounds)
        return self._decks
