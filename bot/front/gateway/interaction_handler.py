"""Interactions from their arrival to their answer: limits, rights, dispatch and shutdown."""

import asyncio
import contextlib
import contextvars
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

import discord

from bot.basics.lru_cache import LruCache
from bot.basics.reconciler import ActiveWorkRegistry
from bot.front.gateway.admission_control import InteractionConcurrencyLimiter
from bot.front.gateway.admission_control import Outcome as WaitOutcome
from bot.front.gateway.background_services import BackgroundServices
from bot.front.gateway.features import ACCESS, ROUTER, UNKNOWN_NAME
from bot.front.gateway.flood_refusals import OverloadRefusalSender
from bot.front.gateway.former_commands import FORMER_OPTIONS, find_replacement_hint_for_removed_command
from bot.front.gateway.interaction_parser import (
    find_server_id_in_payload,
    get_server_id_of_interaction,
    is_interaction_user_missing,
)
from bot.front.interaction.answers import (
    OutcomeName,
    get_interaction_result_for_metrics,
    tell_user_about_error,
    tell_user_answer_is_too_late,
)
from bot.front.interaction.context import Context, Interaction, require_server_rights
from bot.front.interaction.game_commands import require_channel_allows_bot
from bot.front.interaction.inputs import require_storable_texts, require_valid_command_options
from bot.front.interaction.modules import MODULES
from bot.front.interaction.rate_limits import RateClass
from bot.front.interaction.routes import CustomIdRouteMatch
from bot.front.pods.absent_players import end_kick_votes_against_active_user
from bot.front.server import audit_trail
from bot.rules.refusals import Refusal
from bot.service.live_game import ChannelAddress
from bot.storage.engine.errors import StorageError
from bot.watch import TelemetryRecorder

log = logging.getLogger(__name__)

SHUTDOWN_PATIENCE = 10.0
"""Seconds that the bot waits for answers under way when it is stopped."""

MAX_FOREIGN_ANSWERS = 3
"""Foreign answers within `FOREIGN_ANSWER_WINDOW` from which on a second bot is certain."""

FOREIGN_ANSWER_WINDOW = 600.0
"""Seconds in which foreign answers are counted, and between two log lines about them."""

WAIT_INTERVAL = 0.02
"""Seconds between two looks after the interactions that wait for a place."""

_CACHED_DELIVERIES = 2_000
"""Deliveries that are remembered."""

_COMMAND_TYPES = (discord.InteractionType.application_command, discord.InteractionType.autocomplete)


class _InteractionBeingAnswered(NamedTuple):
    """An interaction that is being answered: its command or route, and its arrival time."""

    name: str
    at: float


class _InteractionToRefuse(NamedTuple):
    """An interaction to refuse because it waited too long, with its channel."""

    id: int
    channel: int | None
    payload: Mapping[str, Any]


class InteractionReceiver:
    """The entry point of all interactions; it checks rights and limits and calls handlers."""

    def __init__(
        self,
        services: BackgroundServices,
        watch: TelemetryRecorder,
        http: discord.http.HTTPClient,
        claim_interaction: Callable[[int | None, int], Awaitable[bool]],
    ) -> None:
        """Prepare to answer interactions. `claim_interaction` returns whether this process must answer one.

        It gets the id of the server (None outside of servers) and that of the interaction, and raises `StorageError` if
        the database cannot be reached.
        """
        self.stopping = False
        self._take = claim_interaction
        self._services = services
        self._refuser = OverloadRefusalSender(http)
        self._watch = watch
        self._arrivals: dict[Interaction, _InteractionBeingAnswered] = {}  # of interactions under way
        self._second: DuplicateBotProcessDetector | None = DuplicateBotProcessDetector()
        self.answering = ActiveWorkRegistry[Interaction | int]()  # an interaction, or the id of an unread one
        self._unread = deque[_InteractionToRefuse]()  # whose refusals are due
        self._refused_now = 0
        self._refusing = set[asyncio.Task[None]]()
        self._overload = InteractionConcurrencyLimiter()
        self._advancing: asyncio.TimerHandle | None = None

    def answer_or_queue_interaction(self, payload: Mapping[str, Any], parse_and_answer: Callable[[], None]) -> None:
        """Answer an interaction at once, or queue it while many others are answered.

        `parse_and_answer` is not called if even a refusal would be late.
        """
        try:
            id = int(payload["id"])
        except (LookupError, TypeError, ValueError):  # nobody can answer it
            return parse_and_answer()
        typed = payload.get("type") == discord.InteractionType.autocomplete.value
        verdict = self._overload.admit_interaction(id, can_be_queued=not typed)
        if verdict == "serve":
            return self._parse_and_answer_interaction(id, parse_and_answer)
        channel = payload.get("channel_id") if payload.get("guild_id") else None
        if verdict == "wait":
            context = contextvars.copy_context()  # not that of the answer that makes room

            def answer_or_drop_queued_interaction(outcome: WaitOutcome) -> None:
                if outcome == "drop":
                    self._watch.record_interaction(UNKNOWN_NAME, channel, "dropped", 0.0)
                    return
                if outcome == "refuse":
                    self._unread.append(_InteractionToRefuse(id, channel, payload))
                    self._start_sending_refusals(context)
                    return
                try:
                    context.run(self._parse_and_answer_interaction, id, parse_and_answer)
                except Exception:
                    log.exception("an interaction that waited cannot be read")

            self._overload.queue_interaction(id, answer_or_drop_queued_interaction)
            self._schedule_interaction_queue_check()
        elif not typed:
            self._watch.record_interaction(UNKNOWN_NAME, channel, "dropped", 0.0)
        return None

    def _start_sending_refusals(self, task_context: contextvars.Context) -> None:
        """Start a task that sends due refusals, unless an existing task will send them.

        There are at most as many tasks as the limiter lets refuse at the same time.
        """
        if len(self._refusing) < self._refused_now + len(self._unread):
            task = asyncio.create_task(self._send_overload_refusals(), context=task_context)
            self._refusing.add(task)
            task.add_done_callback(self._refusing.discard)

    async def _send_overload_refusals(self) -> None:
        """Send the due refusals one after the other, until none is left."""
        while self._unread:
            unread = self._unread.popleft()
            self._refused_now += 1
            try:
                await self._send_overload_refusal(unread)
            finally:
                self._refused_now -= 1
                self._finish_interaction_and_serve_next(unread.id, unread.id)

    async def _send_overload_refusal(self, refused_interaction: _InteractionToRefuse) -> None:
        loop = asyncio.get_running_loop()
        came = loop.time()
        guild = find_server_id_in_payload(refused_interaction.payload)
        self.answering.register_work(refused_interaction.id, guild)
        try:
            with contextlib.suppress(StorageError):  # nobody knows whose interaction it is
                if await self._take(guild, refused_interaction.id):
                    outcome = await self._refuser.refuse_interaction(refused_interaction.payload)
                    self._watch.record_interaction(
                        UNKNOWN_NAME, refused_interaction.channel, outcome, loop.time() - came
                    )
        except Exception:
            log.exception("an interaction that waited cannot be refused")

    def _parse_and_answer_interaction(self, interaction_id: int, parse_and_answer: Callable[[], None]) -> None:
        try:
            parse_and_answer()
        except Exception:
            self._overload.release_interaction_slot(interaction_id)
            raise

    def _schedule_interaction_queue_check(self) -> None:
        """Check the queue of interactions repeatedly until it is empty."""
        if self._advancing is None:
            loop = asyncio.get_running_loop()
            self._advancing = loop.call_later(WAIT_INTERVAL, self._process_interaction_queue_and_reschedule)

    def _process_interaction_queue_and_reschedule(self) -> None:
        self._advancing = None
        self._overload.serve_or_refuse_queued_interactions()
        if self._overload.queued_interaction_count:
            self._schedule_interaction_queue_check()

    async def answer_slash_command(
        self, interaction: Interaction, run_command: Callable[[Interaction], Awaitable[None]]
    ) -> None:
        """Answer a slash command or a request for suggestions by calling `run_command`."""
        try:
            await run_command(interaction)
        except Exception as error:  # for example, discord.py cannot read it
            await self.explain_slash_command_error(interaction, error)
        finally:
            await self._finish_answered_interaction(interaction)

    async def should_run_slash_command_handler(self, interaction: Interaction) -> bool:
        """Return True if discord.py should call the handler of a slash command or of its suggestions.

        If not, the interaction has been answered already, or another process answers it.
        """
        name = _get_command_name_for_metrics(interaction)
        if interaction.type is discord.InteractionType.autocomplete:
            return await self._should_answer_autocompletion(interaction, name)
        ctx = await self._claim_interaction_and_build_context(interaction, name)
        if ctx is None:
            return False
        try:
            async with ctx.deadline.enforce_during_block():
                await self._require_bot_is_available(ctx, name)
            # A former command is unknown by now.
            is_former = name == UNKNOWN_NAME or name in FORMER_OPTIONS
            if is_former and (former := find_replacement_hint_for_removed_command(interaction.data)):
                raise Refusal(f"former-{former}")
            require_valid_command_options(interaction)
        except Exception as error:  # discord.py passes only its own errors to `on_error`
            await tell_user_about_error(ctx, error)
            return False
        return True

    async def explain_slash_command_error(self, interaction: Interaction, error: Exception) -> None:
        """Tell the user why a slash command failed."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("options could not be offered: %s", error)
        elif interaction in self._arrivals:
            await tell_user_about_error(Context.get_from_interaction(interaction), error)

    async def answer_component_or_modal(self, interaction: Interaction) -> None:
        """Answer a pressed button, a menu selection or a submitted form."""
        if interaction.type in _COMMAND_TYPES:
            return
        match = ROUTER.find_route(_get_interaction_custom_id(interaction))
        name = match.route.metrics_name if match else UNKNOWN_NAME
        try:
            ctx = await self._claim_interaction_and_build_context(interaction, name)
            if ctx is not None:
                await self._call_component_handler(ctx, name, match)
        finally:
            await self._finish_answered_interaction(interaction)

    async def _call_component_handler(
        self, ctx: Context, handler_name: str, route_match: CustomIdRouteMatch | None
    ) -> None:
        try:
            async with ctx.deadline.enforce_during_block():
                await self._require_bot_is_available(ctx, handler_name)
                if route_match is None:
                    raise Refusal("unknown-button")
                await route_match.call_route_handler(ctx)
        except Exception as error:
            await tell_user_about_error(ctx, error)

    async def _finish_answered_interaction(self, interaction: Interaction) -> None:
        """Finish an interaction: log decisions, check the interaction's board, and free the interaction's slot."""
        try:
            if interaction in self._arrivals:
                ctx = Context.get_from_interaction(interaction)
                ctx.deadline.cancel()
                await _post_audit_entries_in_log_channel(ctx)
                if interaction.guild_id is not None and interaction.channel_id is not None:
                    live = self._services.service.find_cached_current_game(ctx.channel_address)
                    if live is None or live.votes or live.beside:
                        await end_kick_votes_against_active_user(ctx)
                    self._services.keeper.resume_board_updates_in_channel(ctx.channel_address)
                await self._queue_deletion_of_duplicate_board(interaction)
        except Exception:
            log.exception("the work after an answer failed")
        finally:
            self._record_interaction_outcome(interaction)

    def _record_interaction_outcome(self, interaction: Interaction) -> None:
        self._finish_interaction_and_serve_next(interaction, interaction.id)
        arrival = self._arrivals.pop(interaction, None)
        if arrival is None:
            return
        outcome, refusal = get_interaction_result_for_metrics(interaction)
        now = asyncio.get_running_loop().time()
        channel = interaction.channel_id if interaction.guild_id is not None else None
        self._watch.record_interaction(arrival.name, channel, outcome, now - arrival.at, refusal)
        if self._second is not None:
            self._second.record_interaction_outcome(interaction.id, outcome, now)

    def _finish_interaction_and_serve_next(self, registered_work: Interaction | int, interaction_id: int) -> None:
        """Free an answered interaction's slot, and serve the next interaction in the queue."""
        self.answering.unregister_work(registered_work)
        self._overload.release_interaction_slot(interaction_id)
        if self._overload.queued_interaction_count:
            self._overload.serve_or_refuse_queued_interactions()

    async def finish_running_interactions(self) -> None:
        """Refuse new interactions; wait for current answers and board updates."""
        self.stopping = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SHUTDOWN_PATIENCE):
                await self.answering.wait_for_work_to_end()
                await self._services.outbox.close()
                await self._services.plans.close()
                await self._services.keeper.close()

    def disable_duplicate_bot_detection(self) -> None:
        """Disable the detection of duplicate bot processes, because a cluster has several processes."""
        self._second = None

    async def _claim_interaction_and_build_context(self, interaction: Interaction, handler_name: str) -> Context | None:
        """Claim an interaction for this process, and return its context.

        Return None if another process answers the call, or if the user was told that the database is unavailable.
        """
        loop = asyncio.get_running_loop()
        came = loop.time()
        trouble = None
        try:
            if not await self._take(get_server_id_of_interaction(interaction), interaction.id):
                return None
        except StorageError as error:
            trouble = error
        ctx = Context(interaction, self._services, tell_user_answer_is_too_late, loop.time() - came)
        self._arrivals[interaction] = _InteractionBeingAnswered(handler_name, came)
        self.answering.register_work(interaction, interaction.guild_id)
        if trouble is None:
            return ctx
        await tell_user_about_error(ctx, trouble)
        return None

    async def _should_answer_autocompletion(self, interaction: Interaction, handler_name: str) -> bool:
        """Return True if the bot may send suggestions for an option."""
        try:
            if not await self._take(get_server_id_of_interaction(interaction), interaction.id):
                return False
        except StorageError:
            return False
        self._watch.count_autocomplete_request(handler_name)
        return not self.stopping and await self._is_autocompletion_allowed(interaction, handler_name)

    async def _require_bot_is_available(self, ctx: Context, handler_name: str) -> None:
        """Raise `Refusal` if the bot answers nothing now, for example during a shutdown."""
        if self._second is not None:
            self._second.record_interaction_delivery(ctx.interaction.id)
        if self.stopping:
            raise Refusal("stopping")
        await require_interaction_is_allowed(ctx, handler_name)

    async def _queue_deletion_of_duplicate_board(self, interaction: Interaction) -> None:
        message = interaction.message
        guild = interaction.guild_id
        channel = interaction.channel_id
        if message is None or guild is None or channel is None:
            return
        try:
            await self._services.keeper.queue_duplicate_board_deletion(ChannelAddress(guild, channel), message)
        except StorageError as error:
            log.warning("a pressed message in channel %s could not be checked: %s", channel, error)

    async def _is_autocompletion_allowed(self, interaction: Interaction, handler_name: str) -> bool:
        ctx = Context(interaction, self._services)  # an autocompletion needs no excuse
        try:
            async with ctx.deadline.enforce_during_block():
                await require_interaction_is_allowed(ctx, handler_name)
        except (Refusal, StorageError, TimeoutError):
            return False
        return True


async def _post_audit_entries_in_log_channel(ctx: Context) -> None:
    for done in ctx.command_results:
        if done.decision is None:
            continue
        try:
            await audit_trail.post_audit_entry_in_log_channel(ctx, done.decision)
        except StorageError as error:
            log.warning("a decision cannot be posted in the log channel: %s", error)
    ctx.command_results.clear()


def _get_command_name_for_metrics(interaction: Interaction) -> str:
    try:
        command = interaction.command
    except (LookupError, TypeError, AttributeError):  # discord.py cannot read it
        return UNKNOWN_NAME
    return command.qualified_name if command else UNKNOWN_NAME


def _get_interaction_custom_id(interaction: Interaction) -> str:
    data: Mapping[str, Any] = interaction.data or {}
    return str(data.get("custom_id", ""))


# Admission


async def require_interaction_is_allowed(ctx: Context, handler_name: str) -> None:
    """Raise `Refusal` if rate limits, rights or the channel forbid the interaction.

    `handler_name` is a key of `ACCESS`. The service checks rights that depend on a game again, in the transaction that
    changes the game.
    """
    access = ACCESS[handler_name]
    interaction = ctx.interaction
    if is_interaction_user_missing(interaction):
        raise Refusal("incomplete")
    typing = interaction.type is discord.InteractionType.autocomplete
    pace: RateClass = "typing" if typing else access.pace
    ctx.services.throttle.count_user_request(pace, interaction.user.id, interaction.guild_id, discord.utils.utcnow())
    require_storable_texts(interaction.data)
    await _preload_interaction_data(ctx)
    if not access.everywhere:
        require_channel_allows_bot(ctx)
    require_server_rights(ctx, access.rights)
    if interaction.type is discord.InteractionType.application_command:
        root = handler_name.partition(" ")[0]
        if root in MODULES and root not in ctx.settings.modules:
            raise Refusal("module-off", module=root)


async def _preload_interaction_data(ctx: Context) -> None:
    """Load settings, game and user concurrently, before the handler needs them.

    Raises `StorageError` if the settings cannot be loaded; other errors are raised again when the handler needs the
    game or the user's data.
    """
    services = ctx.services
    interaction = ctx.interaction
    if interaction.guild_id is None or interaction.channel_id is None:
        return None
    if services.service.find_cached_current_game(ctx.channel_address) is not None:
        return await ctx.reload_server_settings()
    failed, *_ = await asyncio.gather(
        ctx.reload_server_settings(),
        services.service.load_current_game(ctx.channel_address),
        ctx.people_with_server_nicknames.cache_user_and_people_of_newest_game(
            interaction.user.id, ctx.channel_address.channel
        ),
        return_exceptions=True,
    )
    if failed is not None:
        raise failed


# A second bot


class DuplicateBotProcessDetector:
    """A detector of a second bot process with the same token.

    Discord delivers everything to both, and both answer. Each knows only half of what happened if their databases
    differ; one SQLite file admits a single process. The detector counts answers that Discord already had, although this
    process had given none.
    """

    def __init__(self) -> None:
        self._delivered = LruCache[int, int](_CACHED_DELIVERIES)  # deliveries by interaction
        self._foreign: list[float] = []  # times of answers that this process had not given
        self._said = -FOREIGN_ANSWER_WINDOW

    def record_interaction_delivery(self, interaction_id: int) -> None:
        """Record that Discord delivered an interaction, to notice a second delivery."""
        self._delivered.put(interaction_id, (self._delivered.get(interaction_id) or 0) + 1)

    def record_interaction_outcome(self, interaction_id: int, outcome: OutcomeName, now: float) -> None:
        """Count an interaction that another process answered. Log an error if this becomes frequent."""
        if outcome != "again" or self._delivered.get(interaction_id) != 1:
            return
        self._foreign = [each for each in self._foreign if now - each < FOREIGN_ANSWER_WINDOW] + [now]
        if len(self._foreign) >= MAX_FOREIGN_ANSWERS and now - self._said >= FOREIGN_ANSWER_WINDOW:
            self._said = now
            log.error(
                "another bot answers with the same token: Discord had %s answers in ten minutes"
                " that were not given here; stop one of the two, or reset the token",
                len(self._foreign),
            )
