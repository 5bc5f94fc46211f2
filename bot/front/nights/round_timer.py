"""The clock of nights: when a round's time is over, the unfinished pods are informed, and play on.

Each pod records an event of its own, under a delivery that the log takes once; its board mentions the players. So
neither a crash nor a second process informs a pod twice.
"""

import logging

from bot.front.nights.plan_services import PlannedGameBackgroundServices
from bot.nights.night import GameNight
from bot.planning.night_clock import RecordGameNightRoundTimeout
from bot.projections import plans
from bot.rules.announcements import AnnounceEndOfRoundTime
from bot.rules.refusals import Refusal
from bot.service.game_requests import GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.night_pods import load_game_night_pod_states
from bot.service.pod_states import GameNightPodState

log = logging.getLogger(__name__)


class GameNightRoundTimer:
    """A timer that tells the pods of a game night when the time of a round is over."""

    def __init__(self, tools: PlannedGameBackgroundServices) -> None:
        self._tools = tools

    async def announce_end_of_round_time(self, live_game: LiveGame, game_night: GameNight, now: int) -> LiveGame:
        """Tell unfinished pods that the round's time is over; return the game night's new state.

        Raises `Refusal` or `StorageError`.
        """
        if (
            game_night.current_round is None
            or game_night.round_end_announcement_time is None
            or now < game_night.round_end_announcement_time
        ):
            return live_game
        opened = (pod for pod in game_night.current_round.pods if pod.is_opened)
        for each in await load_game_night_pod_states(self._tools.service, live_game.place.guild, opened):
            if each.is_still_playing:
                await self._record_round_timeout_in_pod(live_game, each)
        return (
            await self._tools.execute_command_as_bot(live_game, RecordGameNightRoundTimeout(len(game_night.rounds)))
        ).live

    async def _record_round_timeout_in_pod(self, live_night: LiveGame, pod_state: GameNightPodState) -> None:
        """Record in a pod that the round's time is over. Raises `StorageError`."""
        pod = pod_state.pod
        delivery = plans.compute_idempotency_key_of_round_end(live_night.place.channel, live_night.number, pod.serial)
        place = ChannelAddress(live_night.place.guild, pod.channel)
        ask = GameCommandRequest(place, None, lambda *_: AnnounceEndOfRoundTime(), delivery, pod=pod.pod)
        try:
            await self._tools.service.execute_command(ask)
        except Refusal as refusal:  # its game is over in the meantime
            log.info("the pod in %s hears of no time: %s", pod.channel, refusal.code)
