"""The clock of nights: when a round is over, its unfinished pods are told so, and go on.

Each pod is told by an event of its own, under a delivery that the log takes once; its board calls
the players. So neither a crash nor a second process tells a pod twice.
"""

import logging

from bot.front.background.plan_tools import PlanTools
from bot.nights.night import Night
from bot.planning.night_clock import CallTime
from bot.projections import plans
from bot.rules.announcements import NoteTimeUp
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame, Place
from bot.service.night_pods import read_round
from bot.service.pod_states import PodState
from bot.service.requests import Request

log = logging.getLogger(__name__)


class NightClock:
    """The clock of all nights."""

    def __init__(self, tools: PlanTools) -> None:
        self._tools = tools

    async def call_time(self, live: LiveGame, night: Night, now: int) -> LiveGame:
        """Tell the unfinished pods of a round that is over by `now`; return the night afterwards.

        Raises `Refusal` or `StorageError`.
        """
        if night.current is None or night.ends is None or now < night.ends:
            return live
        opened = (pod for pod in night.current.pods if pod.is_opened)
        for each in await read_round(self._tools.service, live.place.guild, opened):
            if each.is_playing:
                await self._tell(live, each)
        return (await self._tools.carry_out(live, CallTime(len(night.rounds)))).live

    async def _tell(self, live: LiveGame, state: PodState) -> None:
        """Tell a pod that its round is over, once. Raises `StorageError`."""
        pod = state.pod
        delivery = plans.number_time(live.place.channel, live.number, pod.serial)
        place = Place(live.place.guild, pod.channel)
        ask = Request(place, None, lambda *_: NoteTimeUp(), delivery, pod=pod.pod)
        try:
            await self._tools.service.do(ask)
        except Refusal as refusal:  # its game is over in the meantime
            log.info("the pod in %s hears of no time: %s", pod.channel, refusal.code)
