"""Plans that repeat: when one is over the next is made, by the clocks of its server.

It is made for whoever made the first, by a delivery that follows from the plan before. So it is
made once, whatever happens until that is noted. After an outage only the next to come is made.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence

from bot.front.background.plan_tools import PlanTools
from bot.planning.commands import MakePlan, Repeat
from bot.planning.plan import Plan
from bot.projections import plans
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame
from bot.storage.engine.moments import to_milliseconds, to_moment
from bot.weeks import Schedule

log = logging.getLogger(__name__)

FindGone = Callable[[LiveGame, Sequence[Player]], Awaitable[set[Player]]]
"""Return those of some players who were forgotten, or have left the server."""


class PlanSeries:
    """The series of all servers."""

    def __init__(self, tools: PlanTools, find_gone: FindGone) -> None:
        self._tools = tools
        self._find_gone = find_gone

    async def go_on(self, live: LiveGame, plan: Plan) -> None:
        """Make the next plan after one that is over, or note that none follows.

        None does once whoever made it has left or was forgotten, or where nobody could play it:
        in a channel that was deleted, is closed to the bot, or in which it may show nothing.
        """
        delivery = plans.number_next(live.place.channel, live.number)
        made = await plans.load_delivered(self._tools.database, delivery)
        number = made.pod if made else await self._make_next(live, plan, delivery)
        await self._tools.carry_out(live, Repeat(number))

    async def _make_next(self, live: LiveGame, plan: Plan, delivery: int) -> int:
        """Make the next plan and return its number; 0 if nobody wants it any more."""
        tools = self._tools
        person = (await tools.people.find_people([plan.host])).get(plan.host)
        if person is None or await tools.look_at(live.place) != "open":
            return 0
        await tools.budget.take_turn()
        if await self._find_gone(live, [plan.host]):
            return 0
        try:
            command = await self._plan_next(live, plan)
            text = await tools.read_words(live, await tools.read_origin(live))
            done = await tools.deliver(
                live.place, person, command, delivery, home=live.place, text=text
            )
        except Refusal as refusal:  # what was agreed cannot be played any more
            log.info("a series in channel %s ends: %s", live.place.channel, refusal.code)
            return 0
        return done.recorded.pod

    async def _plan_next(self, live: LiveGame, plan: Plan) -> MakePlan:
        settings, now = await self._tools.guilds.read_settings(live.place.guild), self._tools.now()
        every = plan.every
        assert every is not None  # or none would be owed
        hour, minute = divmod(every.minute, 60)
        schedule = Schedule(settings.zone, every.weekday, hour, minute)
        at = to_milliseconds(schedule.find_following(to_moment(plan.at), every.weeks, now))
        return MakePlan(
            plan.setup,
            plan.host,
            at,
            to_milliseconds(now),
            every,
            listing=plan.wants_listing,
            quiet=plan.quiet,
            next=True,
        )
