"""Does what plans need when their time comes: lets people check in, reminds them, opens lobbies.

What is to be done the log says: a reminder is owed until it is written down that it was sent, and a
lobby opens by a delivery of its plan's own, which changes things once. So a crash, or a second
process, brings nothing twice.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from datetime import datetime

import discord
from msgspec.structs import replace

from bot.front.background.plan_reminders import PlanReminders, carry_out
from bot.front.background.retry import LAST_TRY, PASSING, Backoff
from bot.front.rendering.board_permissions import find_missing_for_board
from bot.front.rendering.escaping import clean_label
from bot.planning.commands import (
    CancelPlan,
    Gather,
    HoldUp,
    OpenCheckIn,
)
from bot.planning.plan import PATIENCE, Plan
from bot.projections import plans
from bot.projections.plans import PlanRow
from bot.reconciler import Reconciler
from bot.rulebooks import is_over
from bot.rules.commands import Open
from bot.rules.events import Setup
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame, Place
from bot.service.requests import Actor, Done, Request
from bot.service.service import Service
from bot.storage.engine.database import Database
from bot.storage.engine.errors import StorageError
from bot.storage.engine.moments import to_milliseconds
from bot.storage.record.people import People
from bot.storage.servers.guilds import Guilds, ServerSettings

log = logging.getLogger(__name__)

HANDS = 4
"""Plans that are followed at the same time."""

NAME = 100  # characters of a thread's name, Discord's limit

HAS_THREAD = 160004
"""Discord's code for a message that has a thread already, whose id is the message's."""


class PlanKeeper:
    """The plans of all servers."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        people: People,
        guilds: Guilds,
        database: Database,
        now: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._service = service
        self._people = people
        self._guilds = guilds
        self._database = database
        self._now = now
        self._reminders = PlanReminders(client, service, people, guilds, database, now)
        self._backoff = Backoff[tuple[int, int]]()
        self._rounds = Reconciler[None, None](self._go_round)

    def wake(self) -> None:
        """Look soon for what is due."""
        self._rounds.mark(None, None)

    async def close(self) -> None:
        """Wait a moment for what is being done; all else stays owed."""
        await self._rounds.close(LAST_TRY)

    async def _go_round(self, _: None, __: None) -> None:
        try:
            await self.catch_up()
        except StorageError as error:
            log.error("plans have to wait: %s", error)  # the next look may have more luck

    async def catch_up(self) -> None:
        """Do all that is due. Raises `StorageError`."""
        found = await plans.find_due(self._database, self._now())
        due = iter([row for row in found if self._can_try(row)])
        await asyncio.gather(*(self._follow_all(due) for _ in range(HANDS)))

    def _can_try(self, row: PlanRow) -> bool:
        """Whether this process has the plan's server, and does not leave the plan alone."""
        resting = self._backoff.is_resting((row.channel, row.pod))
        return not resting and self._client.get_guild(row.guild) is not None

    async def _follow_all(self, due: Iterator[PlanRow]) -> None:
        for row in due:
            try:
                await self._follow(row)
            except Refusal as refusal:  # somebody was faster
                log.debug("plan of channel %s is left as it is: %s", row.channel, refusal.code)
            except Exception:  # one plan's trouble is not the next one's
                log.exception("the plan of channel %s has to wait", row.channel)
                self._backoff.rest((row.channel, row.pod))

    # One plan

    async def _follow(self, row: PlanRow) -> None:
        place, now = Place(row.guild, row.channel), to_milliseconds(self._now())
        live = await self._service.find(place, row.pod, row.version)
        if live.plan is not None and live.plan.is_open and not live.plan.checking:
            live = (await carry_out(self._service, live, OpenCheckIn(now))).live
        plan = live.plan
        if plan is None or not plan.is_open:
            return
        if now < plan.at:
            await self._reminders.send_all(live, plan)
        elif await self._is_lost(row):
            await carry_out(self._service, live, CancelPlan(lapsed=True))
        elif plan.begins <= now:
            await self._gather(live, plan, now)

    async def _is_lost(self, row: PlanRow) -> bool:
        """Whether the plan's channel was deleted; one that the bot may not see is there."""
        guild = self._client.get_guild(row.guild)
        if guild is None or guild.get_channel_or_thread(row.channel) is not None:
            return False
        try:
            await guild.fetch_channel(row.channel)
        except discord.NotFound:
            return True
        except (*PASSING, discord.InvalidData):
            return False
        return False

    # The lobby

    async def _gather(self, live: LiveGame, plan: Plan, now: int) -> None:
        """Open the lobby in which those sit who came, or wait for the channel."""
        if not plan.coming or now > plan.at + PATIENCE:
            await carry_out(self._service, live, CancelPlan(lapsed=True))
            return
        place = await self._find_place(live, plan)
        busy = not is_over((await self._service.find_current(place)).game)
        if busy and not await plans.has_lobby(self._database, live.place.channel, live.number):
            if not plan.held_up:
                await carry_out(self._service, live, HoldUp())
            return
        done = await self._open(live, plan, place)
        await carry_out(
            self._service, live, Gather(plan.coming, done.recorded.channel, done.recorded.pod)
        )

    async def _open(self, live: LiveGame, plan: Plan, place: Place) -> Done:
        """Open the lobby for its host, by the delivery of the plan's own. Raises `Refusal`."""
        host = plan.host if plan.host in plan.coming else plan.coming[0]
        person = (await self._people.find_people([host])).get(host)
        if person is None:  # forgotten; who is in a plan is not
            raise Refusal("no-seat")
        text, _ = await self._reminders.read_words(live)
        settings = await self._guilds.read_settings(place.guild)
        others = tuple(player for player in plan.coming if player != host)
        opening = Open(_agree_anew(plan.setup, settings), host, (host, *others))
        actor = Actor(
            person.discord_id, person.name, language=text.locale, username=person.username
        )
        own = await plans.find_delivery(self._database, live.place.channel, live.number)
        home = live.place.channel
        return await self._service.do(Request(place, actor, lambda *_: opening, own, home=home))

    async def _find_place(self, live: LiveGame, plan: Plan) -> Place:
        """Return where the lobby opens: in a thread of the plan's message where that is set."""
        settings = await self._guilds.read_settings(live.place.guild)
        channel = self._client.get_channel(live.place.channel)
        text, message = await self._reminders.read_words(live)
        threads = settings.threads == "thread" and message is not None
        if not threads or not isinstance(channel, discord.TextChannel) or channel.is_news():
            return live.place
        allowed = channel.permissions_for(channel.guild.me)
        if find_missing_for_board(allowed, in_thread=True) or not allowed.create_public_threads:
            return live.place
        assert message is not None
        name = clean_label(plan.setup.title or text("plan-title"), NAME)
        try:
            await channel.get_partial_message(message).create_thread(name=name)
        except discord.NotFound:  # the plan's message was deleted
            return live.place
        except discord.HTTPException as error:
            if error.code != HAS_THREAD:
                raise
        return Place(live.place.guild, message)


def _agree_anew(setup: Setup, settings: ServerSettings) -> Setup:
    """Return what was agreed, with how the server settles games now."""
    return replace(
        setup, confirmation=settings.confirmation, dispute_minutes=settings.dispute_minutes
    )
