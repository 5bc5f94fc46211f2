"""Plans, when their time comes: check-ins, reminders, lobbies, series and scheduled events.

The log says what is to be done: a reminder or a scheduled event is owed until an event says that it
was sent. A lobby, and the next plan of a series, is opened by a delivery of its plan's own, which
the log takes once. So neither a crash nor a second process does anything twice.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import timedelta
from typing import Any, Literal

import discord
from discord import EntityType, EventStatus, PrivacyLevel, ScheduledEvent
from msgspec.structs import replace

from bot.front.background.budget import Budget
from bot.front.background.finished_threads import LONGEST_NAME
from bot.front.background.night_threads import THREAD_EXISTS_CODE
from bot.front.background.nights import GatherBoard, PlanNights
from bot.front.background.own_messages import NONCE_LIFETIME, find_own_messages
from bot.front.background.plan_tools import PlanTools, agree_anew
from bot.front.background.retry import PASSING_ERRORS, SHUTDOWN_PATIENCE, is_passing
from bot.front.background.servers import find_loaded
from bot.front.rendering.board_layout import find_missing_for_board
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.plan_board import format_when, name_listing
from bot.nights.terms import NightTerms
from bot.planning.check_in import OpenCheckIn
from bot.planning.gathering import Gather, HoldUp
from bot.planning.listing import NoteListing
from bot.planning.making import MakePlan
from bot.planning.plan import BUSY_CHANNEL_WAIT, CHECK_IN_LEAD, SEAT_HOLD, Listing, Plan
from bot.planning.reminders import NoteReminder
from bot.planning.repeating import Repeat
from bot.projections import plans
from bot.projections.plans import PlanOrigin, PlanRow
from bot.reconciler import Backoff, Reconciler
from bot.rulebooks import is_over
from bot.rules.facts import Player
from bot.rules.lobby import Open, Opened
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame, Place
from bot.storage.engine.errors import StorageError
from bot.storage.engine.moments import to_milliseconds, to_moment
from bot.storage.record.people import Person
from bot.storage.record.recorded import Recorded
from bot.weeks import Schedule

log = logging.getLogger(__name__)


class PlanReminders:
    """The reminders of all plans: a direct message, once, to those who asked for it.

    A reminder is owed until the log says that it was sent. After a crash it is sent under the
    same nonce, or found.
    """

    def __init__(self, tools: PlanTools) -> None:
        self._tools = tools

    async def send_all(self, live: LiveGame, plan: Plan) -> None:
        """Send the owed reminders.

        Reminders that Discord refuses now stay owed. Raises `StorageError`.
        """
        if not plan.to_remind:
            return
        known = await self._tools.people.on(live.place.guild).find_people(plan.to_remind)
        said = await self._render_reminder(live, plan)
        for player in plan.to_remind:
            try:
                reached = player in known and await self._remind_player(
                    live, plan, known[player], said
                )
            except PASSING_ERRORS as error:  # it stays owed
                log.warning("a reminder of the plan in %s waits: %s", live.place.channel, error)
            else:
                await self._tools.carry_out(live, NoteReminder(player, reached))

    async def _render_reminder(self, live: LiveGame, plan: Plan) -> str:
        """Return the text, the same after a crash: it does not name the plan's message,
        which moves."""
        text = await self._tools.read_words(live, await self._tools.read_origin(live))
        place = f"<#{live.place.channel}>"
        when = format_when(plan.at, "R")
        return text("plan-reminder", kind=plan.kind, when=when, place=place)

    async def _remind_player(self, live: LiveGame, plan: Plan, person: Person, said: str) -> bool:
        """Send a direct message once; return whether Discord took it.

        Raises one of `PASSING_ERRORS`.
        """
        tools = self._tools
        try:
            await tools.budget.take_turn()
            channel = await tools.client.create_dm(discord.Object(person.discord_id))
            since = to_moment(plan.at - CHECK_IN_LEAD)
            if tools.now() - since >= NONCE_LIFETIME:  # perhaps it was sent before a crash
                await tools.budget.take_turn()
                async for message in find_own_messages(tools.client, channel.id, since):
                    if message.content == said:
                        return True
            await tools.budget.take_turn()
            nonce = f"{live.place.channel}:{live.number}:{person.id}:{plan.at}"
            await channel.send(
                said, nonce=hashlib.blake2s(nonce.encode(), digest_size=12).hexdigest()
            )
        except PASSING_ERRORS as error:
            if is_passing(error):
                raise
            log.info("somebody takes no reminder of the plan in %s", live.place.channel)
            return False
        return True


class PlanLobbies:
    """The lobbies of plans.

    Each is opened under its plan's own delivery number, so it opens once.
    """

    def __init__(self, tools: PlanTools) -> None:
        self._tools = tools

    async def gather(self, live: LiveGame, plan: Plan, now: int, *, closed: bool) -> LiveGame:
        """Note the lobby of the players who checked in; open it first if it does not exist."""
        origin = await self._tools.read_origin(live)
        lobby = await plans.load_delivered(self._tools.database, origin.lobby)
        if lobby is None and (closed or not plan.coming or now > plan.at + BUSY_CHANNEL_WAIT):
            return await self._tools.let_lapse(live, series=False)
        lobby = lobby or await self._open(live, plan, origin)
        if lobby is None:
            return live if plan.held_up else (await self._tools.carry_out(live, HoldUp())).live
        assert isinstance(lobby.event, Opened)
        gather = Gather(lobby.event.players, lobby.channel, lobby.pod)
        return (await self._tools.carry_out(live, gather)).live

    async def _open(self, live: LiveGame, plan: Plan, origin: PlanOrigin) -> Recorded | None:
        """Open the lobby for its host, under the delivery number of the plan.

        Return None while the channel plays something else. Raises `Refusal`.
        """
        place = await self._find_place(live, plan, origin)
        tools = self._tools
        if not is_over((await tools.service.find_current(place)).game):
            return None
        host = plan.host if plan.host in plan.coming else plan.coming[0]
        person = (await tools.people.on(place.guild).find_people([host])).get(host)
        if person is None:  # forgotten; who is in a plan is not
            raise Refusal("no-seat")
        settings = await tools.guilds.read_settings(place.guild)
        others = tuple(player for player in plan.coming if player != host)
        setup = agree_anew(plan.setup, settings)
        opening = Open(setup, host, (host, *others), called=plan.players)
        text = await tools.read_words(live, origin)
        done = await tools.deliver(place, person, opening, origin.lobby, home=live.place, text=text)
        return done.recorded

    async def _find_place(self, live: LiveGame, plan: Plan, origin: PlanOrigin) -> Place:
        """Return where the lobby opens: a thread of the plan's message, if the server has
        set that."""
        settings = await self._tools.guilds.read_settings(live.place.guild)
        channel = self._tools.client.get_channel(live.place.channel)
        message = origin.message
        threads = settings.threads == "thread" and message is not None
        if not threads or not isinstance(channel, discord.TextChannel) or channel.is_news():
            return live.place
        allowed = channel.permissions_for(channel.guild.me)
        if find_missing_for_board(allowed, in_thread=True) or not allowed.create_public_threads:
            return live.place
        assert message is not None
        text = await self._tools.read_words(live, origin)
        name = clean_label(plan.setup.title or text("plan-title", kind=plan.kind), LONGEST_NAME)
        try:
            await self._tools.budget.take_turn()
            await channel.get_partial_message(message).create_thread(name=name)
        except discord.NotFound:  # the plan's message was deleted
            return live.place
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS_CODE:
                raise
        return Place(live.place.guild, message)


FindGone = Callable[[LiveGame, Sequence[Player]], Awaitable[set[Player]]]
"""Return those of some players who were forgotten, or have left the server."""


class PlanSeries:
    """The series of all servers: when a plan is over, the next one is made by the server's clock.

    The next plan is made under a delivery number that follows from the previous plan, so it is made
    once. After an outage only the next future one is made.
    """

    def __init__(self, tools: PlanTools, find_gone: FindGone) -> None:
        self._tools = tools
        self._find_gone = find_gone

    async def go_on(self, live: LiveGame, plan: Plan) -> None:
        """Make the next plan after one that is over, or note that none follows.

        None follows if its host has left or was forgotten, or if nobody could play it: in a channel
        that was deleted, is closed to the bot, or in which the bot may show nothing.
        """
        delivery = plans.number_next(live.place.channel, live.number)
        made = await plans.load_delivered(self._tools.database, delivery)
        number = made.pod if made else await self._make_next(live, plan, delivery)
        await self._tools.carry_out(live, Repeat(number))

    async def _make_next(self, live: LiveGame, plan: Plan, delivery: int) -> int:
        """Make the next plan and return its number; 0 if nobody wants it any more."""
        tools = self._tools
        known = await tools.people.on(live.place.guild).find_people([plan.host])
        person = known.get(plan.host)
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
        except Refusal as refusal:  # the agreed setup is no longer possible
            log.info("a series in channel %s ends: %s", live.place.channel, refusal.code)
            return 0
        return done.recorded.pod

    async def _plan_next(self, live: LiveGame, plan: Plan) -> MakePlan:
        settings = await self._tools.guilds.read_settings(live.place.guild)
        now = self._tools.now()
        every = plan.every
        assert every is not None  # only a repeating plan owes a next one
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
            night=_repeat_night(plan, live.number),
        )


FORMER_NIGHTS = 4
"""The nights before of a series in which meetings count (`earlier` of the pairing)."""


def _repeat_night(plan: Plan, number: int) -> NightTerms | None:
    """Return the terms of the night after plan `number`; None if that is no night."""
    if plan.night is None:
        return None
    terms = plan.night.terms
    own = (number,) if plan.night.rounds else ()
    return replace(terms, former=(*own, *terms.former)[:FORMER_NIGHTS], seal=None)


EVENT_DURATION = timedelta(hours=4)
"""The length of an event. Discord asks for one if it is in no voice channel."""

LONGEST_EVENT_NAME = 100
"""Characters of a scheduled event's name, Discord's limit."""

SAME_START = timedelta(seconds=1)
"""Two events that begin less than this apart begin at the same time."""

TOO_MANY_EVENTS_CODE = 30038
"""Discord's code for a server that has a hundred scheduled events."""

Obstacle = Literal["permission", "hidden"]


def find_obstacle(guild: discord.Guild | None, channel: int) -> Obstacle | None:
    """Return why plans of a channel cannot be listed as events; None if no reason is known.

    Everybody on a server sees its events, so plans of channels that not everybody sees are not
    listed.
    """
    found = None if guild is None else guild.get_channel_or_thread(channel)
    if guild is None or found is None:
        return "hidden"
    private = isinstance(found, discord.Thread) and found.is_private()
    if private or not found.permissions_for(guild.default_role).view_channel:
        return "hidden"
    mine = guild.me.guild_permissions
    return None if mine.create_events or mine.manage_events else "permission"


class PlanListings:
    """The scheduled events of all plans in Discord's own list.

    An event is owed until the log says that it shows the plan as it is, or why it does not.
    Discord takes no nonce for events, so before one is made the keeper looks for one that it made
    before a crash. An event that somebody deletes is not made again.
    """

    def __init__(self, tools: PlanTools) -> None:
        self._tools = tools
        self._backoff = Backoff[tuple[int, int]]()

    async def follow(self, live: LiveGame, plan: Plan) -> LiveGame:
        """Make a plan's event, or let it follow the plan's end; return the plan as it is
        then.

        A change that Discord refuses now stays owed, and does not hold up others. Raises
        `StorageError`.
        """
        key = (live.place.channel, live.number)
        guild = find_loaded(self._tools.client, live.place.guild)
        if guild is None or self._backoff.is_resting(key):
            return live
        try:
            if plan.listed is None:
                noted = await self._make(guild, live, plan)
            else:
                noted = await self._change_event(guild, live, plan, plan.listed)
        except StorageError:
            raise
        except PASSING_ERRORS as error:
            log.warning("the event of the plan in %s waits: %s", live.place.channel, error)
            self._backoff.rest(key)
            return live
        self._backoff.end(key)
        done = await self._tools.carry_out(live, noted)
        # The event was found, or the plan changed before it was noted.
        if plan.listed is None and done.plan.owes_listing:
            return await self.follow(done.live, done.plan)
        return done.live

    async def _make(self, guild: discord.Guild, live: LiveGame, plan: Plan) -> NoteListing:
        """Make an event that is not there yet, unless it is too late.

        Raises one of `PASSING_ERRORS`.
        """
        late = not plan.is_open or to_moment(plan.at) <= self._tools.now()
        try:
            found = await self._find(guild, live, plan)
            if found is not None:
                return NoteListing(found.id)
            if late or find_obstacle(guild, live.place.channel):
                return NoteListing(trouble="refused")
            described = await self._describe(live, plan)
            await self._tools.budget.take_turn()
            made = await guild.create_scheduled_event(
                **described,
                entity_type=EntityType.external,
                privacy_level=PrivacyLevel.guild_only,
                location=_make_link(live.place),
            )
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            log.info("no event for the plan in %s: %s", live.place.channel, error)
            return NoteListing(trouble="full" if error.code == TOO_MANY_EVENTS_CODE else "refused")
        return NoteListing(made.id, at=plan.at, typed=plan.typed)

    async def _describe(self, live: LiveGame, plan: Plan) -> dict[str, Any]:
        """Return what an event shows of a plan: its name, its time and where to sign up."""
        text = await self._tools.read_words(live, await self._tools.read_origin(live))
        begins = to_moment(plan.at)
        return {
            "name": clean_label(name_listing(plan.setup, plan.kind, text), LONGEST_EVENT_NAME),
            "description": text("plan-listing-about", place=_make_link(live.place)),
            "start_time": begins,
            "end_time": begins + EVENT_DURATION,
        }

    async def _find(
        self, guild: discord.Guild, live: LiveGame, plan: Plan
    ) -> ScheduledEvent | None:
        """Return the event that was made for a plan before a crash; None if there is none.

        It is the bot's own, begins when the plan did at some time, and links the plan's channel;
        and no other plan there has it.
        """
        await self._tools.budget.take_turn()
        found = await guild.fetch_scheduled_events(with_counts=False)
        me = self._tools.client.user
        starts = [to_moment(moment) for moment in plan.moments]
        link = _make_link(live.place)
        mine = [
            each
            for each in found
            if me is not None
            and each.creator_id == me.id
            and each.location == link
            and any(abs(each.start_time - start) < SAME_START for start in starts)
        ]
        if not mine:
            return None
        others = await plans.load_listings(self._tools.database, live.place.channel, live.number)
        return next((each for each in mine if each.id not in others), None)

    async def _change_event(
        self, guild: discord.Guild, live: LiveGame, plan: Plan, listed: Listing
    ) -> NoteListing:
        """Show a plan's title and time, begin its event with its lobby, or call the event off.

        Raises one of `PASSING_ERRORS`.
        """
        shows = plan.to_list
        described = await self._describe(live, plan)
        try:
            await self._tools.budget.take_turn()
            event = await guild.fetch_scheduled_event(listed.listing, with_counts=False)
            await self._tools.budget.take_turn()
            if shows == "planned":
                await event.edit(**described)
            elif shows == "cancelled":
                await _cancel_event(event)
            else:
                channel = live.place.channel if plan.gathered is None else plan.gathered.channel
                table = _make_link(Place(guild.id, channel))
                await _begin_event(event, table, described["name"])
        except discord.NotFound:  # somebody deleted it
            return NoteListing(listed.listing, shows, "gone")
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            log.info("the event of a plan on %s stays as it is: %s", guild.id, error)
            return NoteListing(listed.listing, shows, "refused")
        return NoteListing(listed.listing, shows, at=plan.at, typed=plan.typed)


async def _begin_event(event: ScheduledEvent, table: str, name: str) -> None:
    """Begin an event, and set its place and name. Discord may have begun it already."""
    if event.status is EventStatus.scheduled:
        await event.edit(status=EventStatus.active, location=table, name=name)
    elif event.status is EventStatus.active and (event.location, event.name) != (table, name):
        await event.edit(location=table, name=name)


async def _cancel_event(event: ScheduledEvent) -> None:
    if event.status is EventStatus.scheduled:
        await event.cancel()
    elif event.status is EventStatus.active:
        await event.end()


def _make_link(place: Place) -> str:
    return f"https://discord.com/channels/{place.guild}/{place.channel}"


PARALLEL_PLANS = 4
"""Plans that are followed at the same time."""

BOARD_PRECEDENCE = 1.0
"""Seconds that each of them lets the requests of boards go first."""

ALARM_HORIZON = timedelta(minutes=1)
"""A plan that is due within this time sets an alarm."""

DATABASE_RETRY_DELAY = timedelta(seconds=5)
"""The wait before another look after the database has failed."""


class PlanKeeper:
    """A keeper of the plans of all servers, which follows `each_second` of them a second.

    The pace leaves room for answers and boards, however many plans are due.
    """

    def __init__(
        self,
        tools: PlanTools,
        find_gone: FindGone,
        gather_board: GatherBoard,
        each_second: float,
    ) -> None:
        self._tools = tools
        self._pace = Budget(each_second)
        self._reminders = PlanReminders(tools)
        self._listings = PlanListings(tools)
        self._series = PlanSeries(tools, find_gone)
        self._lobbies = PlanLobbies(tools)
        self._nights = PlanNights(tools, self.wake, gather_board)
        self._backoff = Backoff[tuple[int, int]]()
        self._rounds = Reconciler[None, None](self._run_round)
        self._alarm: asyncio.TimerHandle | None = None

    def wake(self) -> None:
        """Look soon for plans that are due."""
        self._rounds.mark(None, None)

    async def close(self) -> None:
        """Wait a moment for the plans that are being followed; all others stay due."""
        self._set_alarm(None)
        await self._rounds.close(SHUTDOWN_PATIENCE)
        await self._nights.close()

    async def _run_round(self, _: None, __: None) -> None:
        try:
            await self.catch_up()
        except StorageError as error:
            self._wait_for_database(error)

    def _wait_for_database(self, error: StorageError) -> None:
        """Look again soon; no plan is delayed further, because the failure was the database's."""
        log.warning("plans have to wait: %s", error)
        self._set_alarm(DATABASE_RETRY_DELAY)

    async def catch_up(self) -> None:
        """Follow all plans that are due. Raises `StorageError`."""
        database = self._tools.database
        now = self._tools.now()
        following = await plans.load_next_due(database, now)
        self._set_alarm(None if following is None else following - now)
        page = await plans.load_due(database, now)
        while page:
            due = iter(page)
            await asyncio.gather(*(self._follow_all(due) for _ in range(PARALLEL_PLANS)))
            page = await plans.load_due(database, self._tools.now(), page[-1])

    def _set_alarm(self, wait: timedelta | None) -> None:
        """Look again after `wait`, if that is before the next chore. None sets no alarm."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if wait is not None and wait <= ALARM_HORIZON:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(wait.total_seconds(), self.wake)

    def _can_try(self, row: PlanRow) -> bool:
        """Return whether this process has the plan's server, and the plan does not rest."""
        resting = self._backoff.is_resting((row.channel, row.pod))
        return not resting and find_loaded(self._tools.client, row.guild) is not None

    async def _follow_all(self, due: Iterator[PlanRow]) -> None:
        for row in filter(self._can_try, due):
            await self._pace.take_turn()
            await self._tools.budget.wait_for_room(2 * PARALLEL_PLANS, BOARD_PRECEDENCE)
            try:
                await self._follow_as_it_is(row)
            except Refusal as refusal:
                log.debug("plan of channel %s is left as it is: %s", row.channel, refusal.code)
            except StorageError as error:
                self._wait_for_database(error)
                return
            except Exception:  # a failure must not stop the other plans
                log.exception("the plan of channel %s has to wait", row.channel)
                self._backoff.rest((row.channel, row.pod))
            else:
                self._backoff.end((row.channel, row.pod))

    # One plan

    async def _follow_as_it_is(self, row: PlanRow) -> None:
        """Do the work that is due for a plan; repeat it if another command came in between.

        That may be a command of another plan, whose lobby this plan then waits for.
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
        self._nights.open_pods(live)
        if live.plan is not None and live.plan.owes_listing:
            live = await self._listings.follow(live, live.plan)
        if live.plan is not None and live.plan.owes_next:
            await self._series.go_on(live, live.plan)
        elif live.plan is not None and live.version == row.version:  # a text in it was struck out
            last = 0 if live.touched is None else to_milliseconds(live.touched)
            await plans.restore_due(self._tools.database, row, live.plan, last)

    async def _follow_open(self, live: LiveGame, plan: Plan) -> LiveGame:
        """Do the work that is due for an open plan; return the plan afterwards."""
        now = to_milliseconds(self._tools.now())
        if plan.asked:
            over = now >= plan.at
            return await self._tools.let_lapse(live, series=False) if over else live
        if now < plan.at - CHECK_IN_LEAD:  # only its listing is due
            return live
        standing = await self._tools.look_at(live.place)
        missed = not plan.checking and now > plan.at + SEAT_HOLD  # nobody could check in
        if missed or standing == "lost" or (standing == "closed" and not plan.checking):
            return await self._tools.let_lapse(live, series=standing == "lost")
        if not plan.checking:
            live = (await self._tools.carry_out(live, OpenCheckIn(now))).live
            assert live.plan is not None
            plan = live.plan
        shut = standing == "closed"
        if plan.night is not None and (plan.has_begun or plan.begins <= now):
            return await self._nights.follow(live, plan, now, closed=shut)
        if now < plan.at:
            await self._reminders.send_all(live, plan)
        elif plan.begins <= now:
            return await self._lobbies.gather(live, plan, now, closed=shut)
        return live
