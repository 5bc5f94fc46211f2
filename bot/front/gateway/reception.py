"""Interactions from their arrival to their answer, and the limits and rights they pass first."""

import asyncio
import contextlib
import contextvars
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

import discord

from bot.front.gateway.features import ACCESS, ROUTER, UNKNOWN_NAME
from bot.front.gateway.former_commands import FORMER_OPTIONS, find_former
from bot.front.gateway.interaction_parser import was_stripped
from bot.front.gateway.overload import Outcome as WaitOutcome
from bot.front.gateway.overload import Overload
from bot.front.interaction.answering import OutcomeName, excuse, explain, read_outcome
from bot.front.interaction.context import Context, Interaction, check_server_rights
from bot.front.interaction.inputs import check_options, check_text
from bot.front.interaction.limits import Pace
from bot.front.interaction.modules import MODULES
from bot.front.interaction.pods import check_channel
from bot.front.interaction.routes import Match
from bot.front.interaction.services import Services
from bot.front.pods.leaving import end_vote_about_user
from bot.front.server import audit_trail
from bot.lru_cache import LruCache
from bot.reconciler import Underway
from bot.rules.refusals import Refusal
from bot.service.live_game import Place
from bot.storage.engine.errors import Busy, StorageError
from bot.watch import Watch

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

_COMMAND_TYPES = (
    discord.InteractionType.application_command,
    discord.InteractionType.autocomplete,
)


class _Arrival(NamedTuple):
    """The command or route that an interaction asked for, and the clock when it arrived."""

    name: str
    at: float


class Reception:
    """The entrance of interactions; it knows which ones are being answered."""

    def __init__(
        self,
        services: Services,
        watch: Watch,
        take: Callable[[Interaction], Awaitable[bool]],
    ) -> None:
        """Store `take`, which returns whether this process has to answer an interaction.

        `take` raises `StorageError` if the database gives no answer.
        """
        self.stopping = False
        self._take = take
        self._services = services
        self._watch = watch
        self._arrivals: dict[Interaction, _Arrival] = {}  # of interactions under way
        self._second: SecondBot | None = SecondBot()
        self.answering = Underway[Interaction]()
        self._overload = Overload()
        self._advancing: asyncio.TimerHandle | None = None

    def receive(self, payload: Mapping[str, Any], parse: Callable[[], None]) -> None:
        """Let `parse` begin to answer an interaction, at once or as soon as there is a place.

        It is not called if even a refusal would be late.
        """
        try:
            id = int(payload["id"])
        except (LookupError, TypeError, ValueError):  # nobody can answer it
            return parse()
        typed = payload.get("type") == discord.InteractionType.autocomplete.value
        verdict = self._overload.admit(id, awaits_answer=not typed)
        if verdict == "serve":
            return self._parse(id, parse)
        channel = payload.get("channel_id")
        if verdict == "wait":
            context = contextvars.copy_context()  # not that of the answer that makes room

            def begin(outcome: WaitOutcome) -> None:
                if outcome == "drop":
                    self._watch.note_interaction(UNKNOWN_NAME, channel, "dropped", 0.0)
                    return
                try:
                    context.run(self._parse, id, parse)
                except Exception:
                    log.exception("an interaction that waited cannot be read")

            self._overload.hold(id, begin)
            self._advance_soon()
        elif not typed:
            self._watch.note_interaction(UNKNOWN_NAME, channel, "dropped", 0.0)
        return None

    def _parse(self, id: int, parse: Callable[[], None]) -> None:
        try:
            parse()
        except Exception:
            self._overload.end(id)
            raise

    def _advance_soon(self) -> None:
        """Look again and again after those who wait, until nobody does."""
        if self._advancing is None:
            loop = asyncio.get_running_loop()
            self._advancing = loop.call_later(WAIT_INTERVAL, self._advance)

    def _advance(self) -> None:
        self._advancing = None
        self._overload.advance()
        if self._overload.waiting:
            self._advance_soon()

    async def answer_command(
        self, interaction: Interaction, call: Callable[[Interaction], Awaitable[None]]
    ) -> None:
        """Answer a command or an autocompletion by `call`, which leads to its handler."""
        try:
            await call(interaction)
        except Exception as error:  # for example, discord.py cannot read it
            await self.fail_command(interaction, error)
        finally:
            await self._finish(interaction)

    async def begin_command(self, interaction: Interaction) -> bool:
        """Admit a command or an autocompletion. Return False if its handler is not to be called.

        Then the interaction has been answered already, or another process answers it.
        """
        name = _find_command_name(interaction)
        if interaction.type is discord.InteractionType.autocomplete:
            return await self._begin_choosing(interaction, name)
        ctx = await self._enter(interaction, name)
        if ctx is None:
            return False
        try:
            async with ctx.deadline.enforce():
                await self._begin(ctx, name)
            # A former command is unknown by now.
            is_former = name == UNKNOWN_NAME or name in FORMER_OPTIONS
            if is_former and (former := find_former(interaction.data)):
                raise Refusal(f"former-{former}")
            check_options(interaction)
        except Exception as error:  # discord.py passes only its own errors to `on_error`
            await explain(ctx, error)
            return False
        return True

    async def fail_command(self, interaction: Interaction, error: Exception) -> None:
        """Tell the user what went wrong; a failed autocompletion is only logged."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("options could not be offered: %s", error)
        elif interaction in self._arrivals:
            await explain(Context.find(interaction), error)

    async def press(self, interaction: Interaction) -> None:
        """Answer a button, a menu or a modal; the command tree answers commands."""
        if interaction.type in _COMMAND_TYPES:
            return
        match = ROUTER.find(_find_custom_id(interaction))
        name = match.route.called if match else UNKNOWN_NAME
        try:
            ctx = await self._enter(interaction, name)
            if ctx is not None:
                await self._answer_press(ctx, name, match)
        finally:
            await self._finish(interaction)

    async def _answer_press(self, ctx: Context, name: str, match: Match | None) -> None:
        try:
            async with ctx.deadline.enforce():
                await self._begin(ctx, name)
                if match is None:
                    raise Refusal("unknown-button")
                await match.answer(ctx)
        except Exception as error:
            await explain(ctx, error)

    async def _finish(self, interaction: Interaction) -> None:
        """Do the work after the answer of an interaction, and let it go, whatever fails."""
        try:
            if interaction in self._arrivals:
                ctx = Context.find(interaction)
                ctx.deadline.lift()
                if self._overload.is_refused(interaction.id):
                    return
                await _post_decisions(ctx)
                if interaction.guild_id is not None and interaction.channel_id is not None:
                    live = self._services.service.peek(ctx.place)
                    if live is None or live.votes:
                        await end_vote_about_user(ctx)
                await self._note_pressed(interaction)
        except Exception:
            log.exception("the work after an answer failed")
        finally:
            self._let_go(interaction)

    def _let_go(self, interaction: Interaction) -> None:
        """Note that an interaction was answered or failed, or another process answers it."""
        self.answering.end(interaction)
        self._overload.end(interaction.id)
        if self._overload.waiting:
            self._overload.advance()
        arrival = self._arrivals.pop(interaction, None)
        if arrival is None:
            return
        outcome, refusal = read_outcome(interaction)
        now = time.perf_counter()
        channel = interaction.channel_id
        self._watch.note_interaction(arrival.name, channel, outcome, now - arrival.at, refusal)
        if self._second is not None:
            self._second.note_outcome(interaction.id, outcome, now)

    async def drain(self) -> None:
        """Refuse new interactions, and wait until the current ones are answered and drawn."""
        self.stopping = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SHUTDOWN_PATIENCE):
                await self.answering.join()
                await self._services.outbox.close()
                await self._services.plans.close()
                await self._services.keeper.close()

    def expect_others(self) -> None:
        """Stop detecting a second bot: other processes of the same bot answer, too."""
        self._second = None

    async def _enter(self, interaction: Interaction, name: str) -> Context | None:
        """Begin to answer a call of the command or route `name`.

        Return None if another process answers it, or the user was told that nobody can.
        """
        came = time.perf_counter()
        trouble = None
        try:
            if not await self._take(interaction):
                return None
        except StorageError as error:
            trouble = error
        ctx = Context(interaction, self._services, excuse, time.perf_counter() - came)
        self._arrivals[interaction] = _Arrival(name, came)
        self.answering.begin(interaction, interaction.guild_id)
        if trouble is None:
            return ctx
        await explain(ctx, trouble)
        return None

    async def _begin_choosing(self, interaction: Interaction, name: str) -> bool:
        """Return whether the user who types is offered options."""
        try:
            if not await self._take(interaction):
                return False
        except StorageError:
            return False
        self._watch.note_autocomplete(name)
        return not self.stopping and await self._may_choose(interaction, name)

    async def _begin(self, ctx: Context, name: str) -> None:
        """Admit a call of the command or route `name`.

        Raises `Refusal`, also while the bot is stopping.
        """
        if self._second is not None:
            self._second.note_delivery(ctx.interaction.id)
        if self.stopping:
            raise Refusal("stopping")
        if self._overload.is_refused(ctx.interaction.id):
            raise Busy
        await admit(ctx, name)

    async def _note_pressed(self, interaction: Interaction) -> None:
        """Let the keeper note the pressed message: it may be a second board of the same game."""
        message = interaction.message
        guild = interaction.guild_id
        channel = interaction.channel_id
        if message is None or guild is None or channel is None:
            return
        try:
            await self._services.keeper.note_pressed(Place(guild, channel), message)
        except StorageError as error:
            log.warning("a pressed message in channel %s could not be checked: %s", channel, error)

    async def _may_choose(self, interaction: Interaction, name: str) -> bool:
        """Return whether the user who types may use the command `name`."""
        ctx = Context(interaction, self._services)  # an autocompletion needs no excuse
        try:
            async with ctx.deadline.enforce():
                await admit(ctx, name)
        except (Refusal, StorageError, TimeoutError):
            return False
        return True


async def _post_decisions(ctx: Context) -> None:
    """Post in the log channel what the asker has decided as a moderator; `/audit` has it too."""
    for done in ctx.done:
        if done.decision is None:
            continue
        try:
            await audit_trail.post(ctx, done.decision)
        except StorageError as error:
            log.warning("a decision cannot be posted in the log channel: %s", error)
    ctx.done.clear()


def _find_command_name(interaction: Interaction) -> str:
    """Return the name of a command; unknown ones share one, so that metric labels are bounded."""
    try:
        command = interaction.command
    except (LookupError, TypeError, AttributeError):  # discord.py cannot read it
        return UNKNOWN_NAME
    return command.qualified_name if command else UNKNOWN_NAME


def _find_custom_id(interaction: Interaction) -> str:
    data: Mapping[str, Any] = interaction.data or {}
    return str(data.get("custom_id", ""))


# Admission


async def admit(ctx: Context, name: str) -> None:
    """Check the rate limits, the text, the channel and the server-wide rights of an interaction.

    `name` is a key of `ACCESS`. Raises `Refusal`. The service checks rights that depend on a game
    again, in the transaction that changes it.
    """
    access = ACCESS[name]
    interaction = ctx.interaction
    if was_stripped(interaction):
        raise Refusal("incomplete")
    typing = interaction.type is discord.InteractionType.autocomplete
    pace: Pace = "typing" if typing else access.pace
    ctx.services.throttle.take(
        pace, interaction.user.id, interaction.guild_id, discord.utils.utcnow()
    )
    check_text(interaction.data)
    await _load(ctx)
    if not access.everywhere:
        check_channel(ctx)
    check_server_rights(ctx, access.rights)
    if interaction.type is discord.InteractionType.application_command:
        root = name.partition(" ")[0]
        if root in MODULES and root not in ctx.settings.modules:
            raise Refusal("module-off", module=root)


async def _load(ctx: Context) -> None:
    """Load the server's settings and, at the same time, the channel's game and the asker.

    Nearly every interaction needs all three. Raises `StorageError` if the settings cannot be read;
    other errors are raised again when the handler asks for the game or the asker.
    """
    services = ctx.services
    interaction = ctx.interaction
    if interaction.guild_id is None or interaction.channel_id is None:
        return None
    if services.service.peek(ctx.place) is not None:
        return await ctx.reload()
    failed, *_ = await asyncio.gather(
        ctx.reload(),
        services.service.find_current(ctx.place),
        ctx.people.preload(interaction.user.id, ctx.place.channel),
        return_exceptions=True,
    )
    if failed is not None:
        raise failed


# A second bot


class SecondBot:
    """A detector of another process with the same token.

    Discord delivers everything to both, and both answer. Each knows only half of what happened if
    their databases differ; one SQLite file admits a single process. The detector counts answers
    that Discord already had, although this process had given none.
    """

    def __init__(self) -> None:
        self._delivered = LruCache[int, int](_CACHED_DELIVERIES)  # deliveries by interaction
        self._foreign: list[float] = []  # times of answers that this process had not given
        self._said = -FOREIGN_ANSWER_WINDOW

    def note_delivery(self, interaction: int) -> None:
        """Count a delivery of an interaction, which Discord may repeat."""
        self._delivered.put(interaction, (self._delivered.get(interaction) or 0) + 1)

    def note_outcome(self, interaction: int, outcome: OutcomeName, now: float) -> None:
        """Count a foreign answer; log an error if there are several. `now` is in seconds."""
        if outcome != "again" or self._delivered.get(interaction) != 1:
            return
        self._foreign = [each for each in self._foreign if now - each < FOREIGN_ANSWER_WINDOW] + [
            now
        ]
        if len(self._foreign) >= MAX_FOREIGN_ANSWERS and now - self._said >= FOREIGN_ANSWER_WINDOW:
            self._said = now
            log.error(
                "another bot answers with the same token: Discord had %s answers in ten minutes"
                " that were not given here; stop one of the two, or reset the token",
                len(self._foreign),
            )
