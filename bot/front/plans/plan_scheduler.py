"""The background work of planned games: check-ins, reminders, lobbies, series and scheduled events.

The log says what is to be done: a reminder or a scheduled event is pending until an event says that it was sent. A
lobby, and the next plan of a series, is opened by a delivery of its plan's own, which the log takes once. So neither a
crash nor a second process does anything twice.
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

from bot.basics.reconciler import DebouncedJobQueue, RetryBackoff
from bot.front.nights.night_scheduler import DebounceBoard, GameNightScheduler
from bot.front.nights.plan_services import PlannedGameBackgroundServices, copy_setup_with_confirmation_rules
from bot.front.plans.plan_board import format_scheduled_event_name
from bot.front.publishing.game_threads import LONGEST_NAME
from bot.front.publishing.loaded_servers import find_server_served_by_this_process
from bot.front.publishing.own_messages import NONCE_LIFETIME, fetch_messages_of_bot
from bot.front.publishing.request_limiter import DiscordRequestRateLimiter
from bot.front.publishing.retries import PASSING_ERRORS, SHUTDOWN_PATIENCE, is_error_worth_retry
from bot.front.ui.embeds import format_discord_timestamp
from bot.front.ui.escaping import clean_label_text
from bot.front.ui.message_layout import list_missing_board_permissions
from bot.nights.terms import GameNightSettings
from bot.planning.check_in import OpenPlannedGameCheckIn
from bot.planning.next_plan import RecordNextGameOfSeries
from bot.planning.plan import BUSY_CHANNEL_WAIT, CHECK_IN_LEAD, SEAT_HOLD, PlannedGame, ScheduledEventState
from bot.planning.plan_creation import PlanFutureGame
from bot.planning.plan_lobby import RecordPlannedGameDelay, RecordPlannedGameLobbyOpening
from bot.planning.reminders import RecordReminderDelivery
from bot.planning.scheduled_event import RecordScheduledEventState
from bot.projections import plans
from bot.projections.plans import PlannedGameMessage, PlannedGameRow
from bot.rulebooks import is_game_over
from bot.rules.facts import Player
from bot.rules.lobby import LobbyOpened, OpenLobby
from bot.rules.refusals import Refusal
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.engine.errors import StorageError
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds
from bot.storage.record.people import Person
from bot.storage.record.stored_event import StoredEvent
from bot.time.weeks import WeeklySchedule

log = logging.getLogger(__name__)

THREAD_EXISTS_CODE = 160004
"""Discord's code for a message that has a thread already, whose id is the message's."""


class PlannedGameReminderSender:
    """A sender of direct messages that remind players of planned games, once each.

    A reminder is pending until the log says that it was sent. After a crash it is sent under the same nonce, or found.
    """

    def __init__(self, tools: PlannedGameBackgroundServices) -> None:
        self._tools = tools

    async def send_pending_reminders_of_plan(self, live_game: LiveGame, planned_game: PlannedGame) -> None:
        """Send a planned game's reminders that were not sent yet. Raises `StorageError`."""
        if not planned_game.players_to_remind:
            return
        known = await self._tools.people.with_nicknames_of_server(live_game.place.guild).load_people_by_id(
            planned_game.players_to_remind
        )
        said = await self._render_reminder_of_plan(live_game, planned_game)
        for player in planned_game.players_to_remind:
            try:
                reached = player in known and await self._send_reminder(live_game, planned_game, known[player], said)
            except PASSING_ERRORS as error:  # it stays owed
                log.warning("a reminder of the plan in %s is sent later: %s", live_game.place.channel, error)
            else:
                await self._tools.execute_command_as_bot(live_game, RecordReminderDelivery(player, reached))

    async def _render_reminder_of_plan(self, live_game: LiveGame, planned_game: PlannedGame) -> str:
        """Return the text of a planned game's reminder, equal each time so that the bot recognises it.

        After a crash, a sent reminder is found by its text.
        """
        text = await self._tools.load_translations_for_plan(
            live_game, await self._tools.load_announcement_of_planned_game(live_game)
        )
        place = f"<#{live_game.place.channel}>"
        when = format_discord_timestamp(planned_game.at, "R")
        return text("plan-reminder", kind=planned_game.kind, when=when, place=place)

    async def _send_reminder(
        self, live_game: LiveGame, plan: PlannedGame, recipient: Person, message_text: str
    ) -> bool:
        """Send a reminder once as a direct message; return True if Discord accepted the message.

        Raises one of `PASSING_ERRORS`.
        """
        tools = self._tools
        try:
            await tools.budget.wait_until_request_allowed()
            channel = await tools.client.create_dm(discord.Object(recipient.discord_id))
            since = datetime_from_milliseconds(plan.at - CHECK_IN_LEAD)
            if tools.now() - since >= NONCE_LIFETIME:  # perhaps it was sent before a crash
                await tools.budget.wait_until_request_allowed()
                async for message in fetch_messages_of_bot(tools.client, channel.id, since):
                    if message.content == message_text:
                        return True
            await tools.budget.wait_until_request_allowed()
            nonce = f"{live_game.place.channel}:{live_game.number}:{recipient.id}:{plan.at}"
            await channel.send(message_text, nonce=hashlib.blake2s(nonce.encode(), digest_size=12).hexdigest())
        except PASSING_ERRORS as error:
            if is_error_worth_retry(error):
                raise
            log.info("somebody takes no reminder of the plan in %s", live_game.place.channel)
            return False
        return True


class PlannedGameLobbyOpener:
    """A task that opens the lobby of each planned game at its time."""

    def __init__(self, tools: PlannedGameBackgroundServices) -> None:
        self._tools = tools

    async def open_and_record_lobby_of_plan(
        self, live_game: LiveGame, planned_game: PlannedGame, now: int, *, is_channel_closed: bool
    ) -> LiveGame:
        """Open and record a planned game's lobby for the checked-in players; return the game's new state."""
        origin = await self._tools.load_announcement_of_planned_game(live_game)
        lobby = await plans.load_event_by_idempotency_key(self._tools.database, origin.lobby)
        if lobby is None and (
            is_channel_closed
            or not planned_game.checked_in_players_with_seat
            or now > planned_game.at + BUSY_CHANNEL_WAIT
        ):
            return await self._tools.cancel_abandoned_planned_game(live_game, with_series=False)
        lobby = lobby or await self._open_lobby_in_name_of_host(live_game, planned_game, origin)
        if lobby is None:
            return (
                live_game
                if planned_game.held_up
                else (await self._tools.execute_command_as_bot(live_game, RecordPlannedGameDelay())).live
            )
        assert isinstance(lobby.event, LobbyOpened)
        gather = RecordPlannedGameLobbyOpening(lobby.event.players, lobby.channel, lobby.pod)
        return (await self._tools.execute_command_as_bot(live_game, gather)).live

    async def _open_lobby_in_name_of_host(
        self, live_game: LiveGame, plan: PlannedGame, plan_message: PlannedGameMessage
    ) -> StoredEvent | None:
        """Open a planned game's lobby in the host's name; return None if the channel has another game.

        Raises `Refusal`.
        """
        place = await self._find_or_create_lobby_channel(live_game, plan, plan_message)
        tools = self._tools
        if not is_game_over((await tools.service.load_current_game(place)).game):
            return None
        host = plan.host if plan.host in plan.checked_in_players_with_seat else plan.checked_in_players_with_seat[0]
        person = (await tools.people.with_nicknames_of_server(place.guild).load_people_by_id([host])).get(host)
        if person is None:  # forgotten; who is in a plan is not
            raise Refusal("no-seat")
        settings = await tools.guilds.load_server_settings(place.guild)
        others = tuple(player for player in plan.checked_in_players_with_seat if player != host)
        setup = copy_setup_with_confirmation_rules(plan.setup, settings)
        opening = OpenLobby(setup, host, (host, *others), called=plan.players)
        text = await tools.load_translations_for_plan(live_game, plan_message)
        done = await tools.execute_command_for_member(
            place,
            person,
            opening,
            plan_message.lobby,
            plan_address=live_game.place,
            translations=text,
            ready_players=opening.players,  # everybody checked in themself
        )
        return done.recorded

    async def _find_or_create_lobby_channel(
        self, live_game: LiveGame, planned_game: PlannedGame, plan_message: PlannedGameMessage
    ) -> ChannelAddress:
        """Return the channel for a planned game's lobby: the plan's own channel, or a new thread."""
        settings = await self._tools.guilds.load_server_settings(live_game.place.guild)
        channel = self._tools.client.get_channel(live_game.place.channel)
        message = plan_message.message
        threads = settings.threads == "thread" and message is not None
        if not threads or not isinstance(channel, discord.TextChannel) or channel.is_news():
            return live_game.place
        allowed = channel.permissions_for(channel.guild.me)
        if list_missing_board_permissions(allowed, in_thread=True) or not allowed.create_public_threads:
            return live_game.place
        assert message is not None
        text = await self._tools.load_translations_for_plan(live_game, plan_message)
        name = clean_label_text(planned_game.setup.title or text("plan-title", kind=planned_game.kind), LONGEST_NAME)
        try:
            await self._tools.budget.wait_until_request_allowed()
            await channel.get_partial_message(message).create_thread(name=name)
        except discord.NotFound:  # the plan's message was deleted
            return live_game.place
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS_CODE:
                raise
        return ChannelAddress(live_game.place.guild, message)


FetchAbsentPlayers = Callable[[LiveGame, Sequence[Player]], Awaitable[set[Player]]]
"""Return those of some players who were forgotten, or have left the server."""


class NextGameOfSeriesPlanner:
    """A background task that plans the next game when a repeating planned game is over.

    The next plan is created under a delivery number that follows from the previous plan, so it is created once. After
    an outage only the next future one is created.
    """

    def __init__(self, tools: PlannedGameBackgroundServices, find_gone: FetchAbsentPlayers) -> None:
        self._tools = tools
        self._find_gone = find_gone

    async def create_next_plan_or_end_repetition(self, live_game: LiveGame, planned_game: PlannedGame) -> None:
        """Create the next game of a repeating planned game, or record that none follows.

        None follows if the host has left or was forgotten, or if nobody could play in the channel.
        """
        delivery = plans.compute_idempotency_key_of_next_plan(live_game.place.channel, live_game.number)
        made = await plans.load_event_by_idempotency_key(self._tools.database, delivery)
        number = made.pod if made else await self._create_next_plan(live_game, planned_game, delivery)
        await self._tools.execute_command_as_bot(live_game, RecordNextGameOfSeries(number))

    async def _create_next_plan(self, live_game: LiveGame, plan: PlannedGame, idempotency_key: int) -> int:
        tools = self._tools
        known = await tools.people.with_nicknames_of_server(live_game.place.guild).load_people_by_id([plan.host])
        person = known.get(plan.host)
        if person is None or await tools.fetch_bot_access_to_channel(live_game.place) != "open":
            return 0
        await tools.budget.wait_until_request_allowed()
        if await self._find_gone(live_game, [plan.host]):
            return 0
        try:
            command = await self._build_next_plan_of_weekly_series(live_game, plan)
            text = await tools.load_translations_for_plan(
                live_game, await tools.load_announcement_of_planned_game(live_game)
            )
            done = await tools.execute_command_for_member(
                live_game.place, person, command, idempotency_key, plan_address=live_game.place, translations=text
            )
        except Refusal as refusal:  # the agreed setup is no longer possible
            log.info("a series in channel %s ends: %s", live_game.place.channel, refusal.code)
            return 0
        return done.recorded.pod

    async def _build_next_plan_of_weekly_series(self, live_game: LiveGame, planned_game: PlannedGame) -> PlanFutureGame:
        settings = await self._tools.guilds.load_server_settings(live_game.place.guild)
        now = self._tools.now()
        every = planned_game.every
        assert every is not None  # only a repeating plan owes a next one
        hour, minute = divmod(every.minute, 60)
        schedule = WeeklySchedule(settings.time_zone, every.weekday, hour, minute)
        at = datetime_to_milliseconds(
            schedule.find_next_weekly_repetition(datetime_from_milliseconds(planned_game.at), every.weeks, now)
        )
        return PlanFutureGame(
            planned_game.setup,
            planned_game.host,
            at,
            datetime_to_milliseconds(now),
            every,
            listing=planned_game.wants_listing,
            quiet=planned_game.quiet,
            next=True,
            night=_build_settings_of_next_game_night(planned_game, live_game.number),
        )


FORMER_NIGHTS = 4
"""The nights before of a series in which meetings count (`earlier` of the pairing)."""


def _build_settings_of_next_game_night(planned_game: PlannedGame, plan_number: int) -> GameNightSettings | None:
    if planned_game.night is None:
        return None
    terms = planned_game.night.terms
    own = (plan_number,) if planned_game.night.rounds else ()
    return replace(terms, former=(*own, *terms.former)[:FORMER_NIGHTS], seal=None)


EVENT_DURATION = timedelta(hours=4)
"""The length of an event. Discord asks for one if it is in no voice channel."""

LONGEST_EVENT_NAME = 100
"""Characters of a scheduled event's name, Discord's limit."""

SAME_START = timedelta(seconds=1)
"""Two events that begin less than this apart begin at the same time."""

TOO_MANY_EVENTS_CODE = 30038
"""Discord's code for a server that has a hundred scheduled events."""

EventObstacle = Literal["permission", "hidden"]


def find_obstacle_to_scheduled_event(guild: discord.Guild | None, channel_id: int) -> EventObstacle | None:
    """Return the reason why Discord events cannot be created for a channel; None if they can.

    Everybody on a server sees its events, so plans of channels that not everybody sees are not listed.
    """
    found = None if guild is None else guild.get_channel_or_thread(channel_id)
    if guild is None or found is None:
        return "hidden"
    private = isinstance(found, discord.Thread) and found.is_private()
    if private or not found.permissions_for(guild.default_role).view_channel:
        return "hidden"
    mine = guild.me.guild_permissions
    return None if mine.create_events or mine.manage_events else "permission"


class DiscordScheduledEventUpdater:
    """An updater of the scheduled events on Discord that announce planned games.

    Discord takes no nonce for events, so before one is created the bot looks for one that it created before a crash. An
    event that somebody deletes is not created again.
    """

    def __init__(self, tools: PlannedGameBackgroundServices, retry: Callable[[tuple[int, int]], None]) -> None:
        """Store `retry`, called with a planned game's channel and number when its event may be tried again."""
        self._tools = tools
        self._backoff = RetryBackoff[tuple[int, int]](retry)

    async def create_or_update_scheduled_event(self, live_game: LiveGame, planned_game: PlannedGame) -> LiveGame:
        """Create or update a planned game's scheduled event on Discord; return the game's new state.

        A change that Discord refuses now stays pending. Raises `StorageError`.
        """
        key = (live_game.place.channel, live_game.number)
        guild = find_server_served_by_this_process(self._tools.client, live_game.place.guild)
        if guild is None or self._backoff.must_wait_after_failure(key):
            return live_game
        try:
            if planned_game.listed is None:
                noted = await self._create_scheduled_event(guild, live_game, planned_game)
            else:
                noted = await self._edit_scheduled_event(guild, live_game, planned_game, planned_game.listed)
        except StorageError:
            raise
        except PASSING_ERRORS as error:
            log.warning("the event of the plan in %s is tried again later: %s", live_game.place.channel, error)
            self._backoff.record_failure(key, is_service_down=is_error_worth_retry(error))
            return live_game
        self._backoff.record_success(key)
        done = await self._tools.execute_command_as_bot(live_game, noted)
        # The event was found, or the plan changed before it was noted.
        if planned_game.listed is None and done.plan.needs_scheduled_event_update:
            return await self.create_or_update_scheduled_event(done.live, done.plan)
        return done.live

    async def _create_scheduled_event(
        self, guild: discord.Guild, live_game: LiveGame, planned_game: PlannedGame
    ) -> RecordScheduledEventState:
        """Create a planned game's event on Discord, unless the event exists.

        Raises an error of `PASSING_ERRORS`.
        """
        late = not planned_game.is_open or datetime_from_milliseconds(planned_game.at) <= self._tools.now()
        try:
            found = await self._find_unrecorded_scheduled_event(guild, live_game, planned_game)
            if found is not None:
                return RecordScheduledEventState(found.id)
            if late or find_obstacle_to_scheduled_event(guild, live_game.place.channel):
                return RecordScheduledEventState(trouble="refused")
            described = await self._build_scheduled_event_fields(live_game, planned_game)
            await self._tools.budget.wait_until_request_allowed()
            made = await guild.create_scheduled_event(
                **described,
                entity_type=EntityType.external,
                privacy_level=PrivacyLevel.guild_only,
                location=_build_channel_link(live_game.place),
            )
        except discord.HTTPException as error:
            if is_error_worth_retry(error):
                raise
            log.info("no event for the plan in %s: %s", live_game.place.channel, error)
            return RecordScheduledEventState(trouble="full" if error.code == TOO_MANY_EVENTS_CODE else "refused")
        return RecordScheduledEventState(made.id, at=planned_game.at, typed=planned_game.visible_title_length)

    async def _build_scheduled_event_fields(self, live_game: LiveGame, planned_game: PlannedGame) -> dict[str, Any]:
        """Return the fields of a planned game's event on Discord, such as its name and start."""
        text = await self._tools.load_translations_for_plan(
            live_game, await self._tools.load_announcement_of_planned_game(live_game)
        )
        begins = datetime_from_milliseconds(planned_game.at)
        return {
            "name": clean_label_text(
                format_scheduled_event_name(planned_game.setup, planned_game.kind, text), LONGEST_EVENT_NAME
            ),
            "description": text("plan-listing-about", place=_build_channel_link(live_game.place)),
            "start_time": begins,
            "end_time": begins + EVENT_DURATION,
        }

    async def _find_unrecorded_scheduled_event(
        self, guild: discord.Guild, live_game: LiveGame, planned_game: PlannedGame
    ) -> ScheduledEvent | None:
        """Return a scheduled event that the bot created on Discord but did not record; None without one.

        The bot created the event, it begins when the plan did at some time, and it links the plan's channel; no other
        plan there has it.
        """
        await self._tools.budget.wait_until_request_allowed()
        found = await guild.fetch_scheduled_events(with_counts=False)
        me = self._tools.client.user
        starts = [datetime_from_milliseconds(moment) for moment in planned_game.all_start_times]
        link = _build_channel_link(live_game.place)
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
        others = await plans.load_scheduled_events_of_other_plans(
            self._tools.database, live_game.place.channel, live_game.number
        )
        return next((each for each in mine if each.id not in others), None)

    async def _edit_scheduled_event(
        self, guild: discord.Guild, live_game: LiveGame, planned_game: PlannedGame, event_state: ScheduledEventState
    ) -> RecordScheduledEventState:
        """Edit, start or cancel a planned game's event on Discord.

        Raises an error of `PASSING_ERRORS`.
        """
        shows = planned_game.wanted_scheduled_event_state
        described = await self._build_scheduled_event_fields(live_game, planned_game)
        try:
            await self._tools.budget.wait_until_request_allowed()
            event = await guild.fetch_scheduled_event(event_state.listing, with_counts=False)
            await self._tools.budget.wait_until_request_allowed()
            if shows == "planned":
                await event.edit(**described)
            elif shows == "cancelled":
                await _cancel_or_end_scheduled_event(event)
            else:
                channel = live_game.place.channel if planned_game.gathered is None else planned_game.gathered.channel
                table = _build_channel_link(ChannelAddress(guild.id, channel))
                await _start_discord_scheduled_event(event, table, described["name"])
        except discord.NotFound:  # somebody deleted it
            return RecordScheduledEventState(event_state.listing, shows, "gone")
        except discord.HTTPException as error:
            if is_error_worth_retry(error):
                raise
            log.info("the event of a plan on %s stays as it is: %s", guild.id, error)
            return RecordScheduledEventState(event_state.listing, shows, "refused")
        return RecordScheduledEventState(
            event_state.listing, shows, at=planned_game.at, typed=planned_game.visible_title_length
        )


async def _start_discord_scheduled_event(scheduled_event: ScheduledEvent, location: str, event_name: str) -> None:
    if scheduled_event.status is EventStatus.scheduled:
        await scheduled_event.edit(status=EventStatus.active, location=location, name=event_name)
    elif scheduled_event.status is EventStatus.active and (scheduled_event.location, scheduled_event.name) != (
        location,
        event_name,
    ):
        await scheduled_event.edit(location=location, name=event_name)


async def _cancel_or_end_scheduled_event(event: ScheduledEvent) -> None:
    if event.status is EventStatus.scheduled:
        await event.cancel()
    elif event.status is EventStatus.active:
        await event.end()


def _build_channel_link(channel_address: ChannelAddress) -> str:
    return f"https://discord.com/channels/{channel_address.guild}/{channel_address.channel}"


PARALLEL_PLANS = 4
"""Plans that are followed at the same time."""

BOARD_PRIORITY_WAIT = 1.0
"""Seconds that each of them lets the requests of boards go first."""

TIMER_HORIZON = timedelta(minutes=1)
"""A plan that is due within this time sets an alarm."""

DATABASE_RETRY_DELAY = timedelta(seconds=5)
"""The wait before another look after the database has failed."""


class PlannedGameScheduler:
    """A background task that runs the due work of planned games, such as reminders and lobbies.

    It advances `each_second` plans a second, which leaves room for answers and boards.
    """

    def __init__(
        self,
        tools: PlannedGameBackgroundServices,
        find_gone: FetchAbsentPlayers,
        gather_board: DebounceBoard,
        update_board: Callable[[LiveGame], None],
        each_second: float,
    ) -> None:
        self._tools = tools
        self._update_board = update_board
        self._next_poll_times = dict[tuple[int, int], int]()  # of each poll: its next time, in milliseconds since 1970
        self._pace = DiscordRequestRateLimiter(each_second)
        self._reminders = PlannedGameReminderSender(tools)
        self._listings = DiscordScheduledEventUpdater(tools, self._schedule_check_after_backoff)
        self._series = NextGameOfSeriesPlanner(tools, find_gone)
        self._lobbies = PlannedGameLobbyOpener(tools)
        self._nights = GameNightScheduler(tools, self.check_due_tasks_soon, gather_board)
        self._backoff = RetryBackoff[tuple[int, int]](self._schedule_check_after_backoff)
        self._rounds = DebouncedJobQueue[None, None](self._process_due_plans_or_retry)
        self._alarm: asyncio.TimerHandle | None = None

    async def archive_unused_pod_thread(self, thread: discord.Thread) -> None:
        """Archive a new thread of the bot if it was created for a night's pod that plays elsewhere.

        Raises `StorageError`.
        """
        await self._nights.archive_unused_pod_thread(thread)

    def check_due_tasks_soon(self) -> None:
        """Schedule a check for planned games with work that is due."""
        self._rounds.queue_job(None, None)

    async def end_check_in_and_fill_seats(self, live_night: LiveGame, pod_serial_number: int) -> None:
        """End the check-in of a game night's pod, and fill its free seats with players of the reserve.

        Raises `Refusal` or `StorageError`.
        """
        await self._nights.end_check_in_and_fill_seats(live_night, pod_serial_number)

    def _schedule_check_after_backoff(self, _channel_and_number: tuple[int, int]) -> None:
        self.check_due_tasks_soon()

    async def close(self) -> None:
        """Wait a few seconds for work in progress on planned games."""
        self._set_timer_for_next_plan_check(None)
        await self._rounds.close(SHUTDOWN_PATIENCE)
        await self._nights.close()

    async def _process_due_plans_or_retry(self, _key: None, _job: None) -> None:
        try:
            await self.process_due_plans()
        except StorageError as error:
            self._schedule_database_retry(error)

    def _schedule_database_retry(self, error: StorageError) -> None:
        """Schedule a new check of planned games in a few seconds, after a database failure."""
        log.warning("plans wait some seconds for the database: %s", error)
        self._set_timer_for_next_plan_check(DATABASE_RETRY_DELAY)

    async def process_due_plans(self) -> None:
        """Run the work that is due for all planned games, such as reminders and lobbies.

        Raises `StorageError`.
        """
        database = self._tools.database
        now = self._tools.now()
        await self._hide_past_times_of_polls(datetime_to_milliseconds(now))
        following = [datetime_from_milliseconds(each) for each in self._next_poll_times.values()]
        if (next_action := await plans.load_next_due_time_of_planned_games(database, now)) is not None:
            following.append(next_action)
        self._set_timer_for_next_plan_check(min(following) - now if following else None)
        page = await plans.load_due_planned_games(database, now)
        while page:
            due = iter(page)
            await asyncio.gather(*(self._process_due_plans_one_by_one(due) for _ in range(PARALLEL_PLANS)))
            page = await plans.load_due_planned_games(database, self._tools.now(), page[-1])

    async def _hide_past_times_of_polls(self, now: int) -> None:
        """Update the boards of polls with a passed time, so that nobody can choose that time any more.

        A board that shows that already stays unchanged. After its start the process looks at every poll once.
        """
        known, self._next_poll_times = self._next_poll_times, {}
        for row in await plans.load_open_date_polls(self._tools.database):
            if find_server_served_by_this_process(self._tools.client, row.guild) is None:
                continue
            key = (row.channel, row.pod)
            if (known_time := known.get(key, now)) > now:
                self._next_poll_times[key] = known_time
                continue
            try:
                live = await self._tools.service.load_game_by_number(ChannelAddress(row.guild, row.channel), row.pod)
            except StorageError as error:  # a damaged channel must not stop the others
                log.warning("the poll of channel %s cannot be read: %s", row.channel, error)
                continue
            asked = live.plan.asked if live.plan is not None else ()
            if any(moment <= now for moment in asked):
                self._update_board(live)
            if later := [moment for moment in asked if moment > now]:
                self._next_poll_times[key] = min(later)

    def _set_timer_for_next_plan_check(self, delay: timedelta | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if delay is not None and delay <= TIMER_HORIZON:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(delay.total_seconds(), self.check_due_tasks_soon)

    def _can_process_plan(self, plan_row: PlannedGameRow) -> bool:
        """Return True if this process serves a planned game's server and no recent failure delays the game."""
        resting = self._backoff.must_wait_after_failure((plan_row.channel, plan_row.pod))
        return not resting and find_server_served_by_this_process(self._tools.client, plan_row.guild) is not None

    async def _process_due_plans_one_by_one(self, due_plans: Iterator[PlannedGameRow]) -> None:
        for row in filter(self._can_process_plan, due_plans):
            await self._pace.wait_until_request_allowed()
            await self._tools.budget.wait_while_request_queue_is_long(2 * PARALLEL_PLANS, BOARD_PRIORITY_WAIT)
            try:
                await self._process_plan_with_retry(row)
            except Refusal as refusal:
                log.debug("plan of channel %s is left as it is: %s", row.channel, refusal.code)
            except StorageError as error:
                self._schedule_database_retry(error)
                return
            except PASSING_ERRORS as error:
                log.warning("the plan of channel %s is tried again later: %s", row.channel, error)
                self._backoff.record_failure((row.channel, row.pod), is_service_down=is_error_worth_retry(error))
            except Exception:  # a failure must not stop the other plans
                log.exception("the plan of channel %s has to wait", row.channel)
                self._backoff.record_failure((row.channel, row.pod))
            else:
                self._backoff.record_success((row.channel, row.pod))

    # One plan

    async def _process_plan_with_retry(self, plan_row: PlannedGameRow) -> None:
        """Run the due work of a planned game; retry once if the game changed meanwhile."""
        try:
            await self._process_due_plan(plan_row)
        except Refusal:
            await self._process_due_plan(plan_row)

    async def _process_due_plan(self, plan_row: PlannedGameRow) -> None:
        place = ChannelAddress(plan_row.guild, plan_row.channel)
        live = await self._tools.service.load_game_by_number(place, plan_row.pod, plan_row.version)
        if live.plan is not None and live.plan.is_open:
            live = await self._process_open_plan(live, live.plan)
        self._nights.queue_pods_to_open_or_close(live)
        if live.plan is not None and live.plan.needs_scheduled_event_update:
            live = await self._listings.create_or_update_scheduled_event(live, live.plan)
        if live.plan is not None and live.plan.needs_next_game_of_series:
            await self._series.create_next_plan_or_end_repetition(live, live.plan)
        elif live.plan is not None and live.version == plan_row.version:  # a text in it was struck out
            last = 0 if live.touched is None else datetime_to_milliseconds(live.touched)
            await plans.correct_due_time_of_planned_game(self._tools.database, plan_row, live.plan, last)

    async def _process_open_plan(self, live_game: LiveGame, planned_game: PlannedGame) -> LiveGame:
        """Run the due work of one planned game, such as its reminders; return the game's new state."""
        now = datetime_to_milliseconds(self._tools.now())
        if planned_game.asked:
            over = now >= planned_game.at
            return await self._tools.cancel_abandoned_planned_game(live_game, with_series=False) if over else live_game
        if now < planned_game.at - CHECK_IN_LEAD:  # only its listing is due
            return live_game
        standing = await self._tools.fetch_bot_access_to_channel(live_game.place)
        missed = not planned_game.checking and now > planned_game.at + SEAT_HOLD  # nobody could check in
        if missed or standing == "lost" or (standing == "closed" and not planned_game.checking):
            return await self._tools.cancel_abandoned_planned_game(live_game, with_series=standing == "lost")
        if not planned_game.checking:
            live_game = (await self._tools.execute_command_as_bot(live_game, OpenPlannedGameCheckIn(now))).live
            assert live_game.plan is not None
            planned_game = live_game.plan
        shut = standing == "closed"
        if planned_game.night is not None and (
            planned_game.has_game_night_begun or planned_game.lobby_open_time <= now
        ):
            return await self._nights.begin_or_close_game_night(live_game, planned_game, now, is_channel_closed=shut)
        if now < planned_game.at:
            await self._reminders.send_pending_reminders_of_plan(live_game, planned_game)
        elif planned_game.lobby_open_time <= now:
            return await self._lobbies.open_and_record_lobby_of_plan(
                live_game, planned_game, now, is_channel_closed=shut
            )
        return live_game
