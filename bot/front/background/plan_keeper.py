"""Does what plans need when their time comes: lets people check in, reminds them, opens lobbies.

What is to be done the log says: a reminder is owed until it is written down that it was sent. A
lobby, and the next plan of a series, comes by a delivery of its plan's own, which changes things
once. So a crash, or a second process, brings nothing twice.
"""

import asyncio
import logging
from collections.abc import Iterator
from datetime import timedelta

from bot.front.background.budget import Budget
from bot.front.background.loaded_servers import find_loaded
from bot.front.background.plan_listings import PlanListings
from bot.front.background.plan_lobbies import PlanLobbies
from bot.front.background.plan_reminders import PlanReminders
from bot.front.background.plan_series import FindGone, PlanSeries
from bot.front.background.plan_tools import PlanTools
from bot.front.background.retry import LAST_TRY, Backoff
from bot.planning.commands import OpenCheckIn
from bot.planning.plan import AFTER, BEFORE, Plan
from bot.projections import plans
from bot.projections.plans import PlanRow
from bot.reconciler import Reconciler
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame, Place
from bot.storage.engine.errors import StorageError
from bot.storage.engine.moments import to_milliseconds

log = logging.getLogger(__name__)

HANDS = 4
"""Plans that are followed at the same time."""

PATIENT = 1.0
"""Seconds for which each of them lets boards go first, of which there may be very many."""

AHEAD = timedelta(minutes=1)
"""Within that time the keeper is told to look again, whatever happens."""

AGAIN = timedelta(seconds=5)
"""After that time the keeper looks again when the database has failed it."""


class PlanKeeper:
    """The plans of all servers, so many of them `each_second`.

    However many are due, those who play meanwhile are answered, and boards follow.
    """

    def __init__(self, tools: PlanTools, find_gone: FindGone, each_second: float) -> None:
        self._tools = tools
        self._pace = Budget(each_second)
        self._reminders = PlanReminders(tools)
        self._listings = PlanListings(tools)
        self._series = PlanSeries(tools, find_gone)
        self._lobbies = PlanLobbies(tools)
        self._backoff = Backoff[tuple[int, int]]()
        self._rounds = Reconciler[None, None](self._go_round)
        self._alarm: asyncio.TimerHandle | None = None

    def wake(self) -> None:
        """Look soon for what is due."""
        self._rounds.mark(None, None)

    async def close(self) -> None:
        """Wait a moment for what is being done; all else stays owed."""
        self._set_alarm(None)
        await self._rounds.close(LAST_TRY)

    async def _go_round(self, _: None, __: None) -> None:
        try:
            await self.catch_up()
        except StorageError as error:
            self._wait_for_database(error)

    def _wait_for_database(self, error: StorageError) -> None:
        """Look again soon: it is no fault of a plan's, so none of them rests for longer."""
        log.error("plans have to wait: %s", error)
        self._set_alarm(AGAIN)

    async def catch_up(self) -> None:
        """Do all that is due. Raises `StorageError`."""
        database, now = self._tools.database, self._tools.now()
        following = await plans.load_next_due(database, now)
        self._set_alarm(None if following is None else following - now)
        page = await plans.load_due(database, now)
        while page:
            due = iter(page)
            await asyncio.gather(*(self._follow_all(due) for _ in range(HANDS)))
            page = await plans.load_due(database, self._tools.now(), page[-1])

    def _set_alarm(self, wait: timedelta | None) -> None:
        """Look again in time for what is due before somebody tells the keeper to."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if wait is not None and wait <= AHEAD:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(wait.total_seconds(), self.wake)

    def _can_try(self, row: PlanRow) -> bool:
        """Whether this process has the plan's server, and does not leave the plan alone."""
        resting = self._backoff.is_resting((row.channel, row.pod))
        return not resting and find_loaded(self._tools.client, row.guild) is not None

    async def _follow_all(self, due: Iterator[PlanRow]) -> None:
        for row in filter(self._can_try, due):
            await self._pace.take_turn()
            await self._tools.budget.wait_for_room(2 * HANDS, PATIENT)
            try:
                await self._follow_as_it_is(row)
            except Refusal as refusal:
                log.debug("plan of channel %s is left as it is: %s", row.channel, refusal.code)
            except StorageError as error:
                self._wait_for_database(error)
                return
            except Exception:  # one plan's trouble is not the next one's
                log.exception("the plan of channel %s has to wait", row.channel)
                self._backoff.rest((row.channel, row.pod))
            else:
                self._backoff.end((row.channel, row.pod))

    # One plan

    async def _follow_as_it_is(self, row: PlanRow) -> None:
        """Do what is due for a plan, once more where somebody was faster.

        Such as another plan, whose lobby this one then waits for.
        """
        try:
            await self._follow(row)
        except Refusal:
            await self._follow(row)

    async def _follow(self, row: PlanRow) -> None:
        place = Place(row.guild, row.channel)
        live = await self._tools.service.find(place, row.pod, row.version)
        if live.plan is not None and live.plan.is_open:
            live = await self._follow_open(live, live.plan)
        if live.plan is not None and live.plan.owes_listing:
            live = await self._listings.follow(live, live.plan)
        if live.plan is not None and live.plan.owes_next:
            await self._series.go_on(live, live.plan)

    async def _follow_open(self, live: LiveGame, plan: Plan) -> LiveGame:
        """Do what it is time for; return the plan as it is then."""
        now = to_milliseconds(self._tools.now())
        if now < plan.at - BEFORE:  # it is due for something else
            return live
        standing = await self._tools.look_at(live.place)
        missed = not plan.checking and now > plan.at + AFTER  # nobody could check in
        if missed or standing == "lost" or (standing == "closed" and not plan.checking):
            return await self._tools.let_lapse(live, series=standing == "lost")
        if not plan.checking:
            live = (await self._tools.carry_out(live, OpenCheckIn(now))).live
            plan = live.plan or plan
        if now < plan.at:
            await self._reminders.send_all(live, plan)
        elif plan.begins <= now:
            return await self._lobbies.gather(live, plan, now, closed=standing == "closed")
        return live
