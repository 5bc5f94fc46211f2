"""The clock of nights: when a round's time is over, the unfinished pods are informed, and play on.

Each pod records an event of its own, under a delivery that the log takes once; its board mentions
the players. So neither a crash nor a second process informs a pod twice.
"""

import logging

from bot.front.nights.plan_services import PlanServices
from bot.nights.night import Night
from bot.planning.night_clock import RecordRoundTimeCalled
from bot.projections import plans
from bot.rules.announcements import RecordTimeUp
from bot.rules.refusals import Refusal
from bot.service.game_requests import GameRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.night_pods import load_round_pods
from bot.service.pod_states import NightPodState

log = logging.getLogger(__name__)


class RoundTimer:
    """A timer of the rounds of all nights."""

    def __init__(self, tools: PlanServices) -> None:
        self._tools = tools

    async def announce_round_end(self, live_game: LiveGame, night: Night, now: int) -> LiveGame:
        """Tell the unfinished pods of a night that their round's time is over; return the
        night afterwards.

        Does nothing before the end of the round. Raises `Refusal` or `StorageError`.
        """
        if night.current_round is None or night.time_limit is None or now < night.time_limit:
            return live_game
        opened = (pod for pod in night.current_round.pods if pod.is_opened)
        for each in await load_round_pods(self._tools.service, live_game.place.guild, opened):
            if each.is_playing:
                await self._record_time_up(live_game, each)
        return (
            await self._tools.execute_command(live_game, RecordRoundTimeCalled(len(night.rounds)))
        ).live

    async def _record_time_up(self, live_night: LiveGame, pod_state: NightPodState) -> None:
        """Record once in a pod that the time of its round is over. Raises `StorageError`."""
        pod = pod_state.pod
        delivery = plans.compute_round_end_delivery_number(
            live_night.place.channel, live_night.number, pod.serial
        )
        place = ChannelAddress(live_night.place.guild, pod.channel)
        ask = GameRequest(place, None, lambda *_: RecordTimeUp(), delivery, pod=pod.pod)
        try:
            await self._tools.service.execute(ask)
        except Refusal as refusal:  # its game is over in the meantime
            log.info("the pod in %s hears of no time: %s", pod.channel, refusal.code)
