"""Each interaction from its beginning to its end; stopping the bot loses no answer."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

import discord

from bot.front.gateway.admission import admit
from bot.front.gateway.features import ROUTER, UNKNOWN
from bot.front.gateway.second_bot import SecondBot
from bot.front.interaction.answering import excuse, explain
from bot.front.interaction.context import Context, Interaction
from bot.front.interaction.inputs import check_options
from bot.front.interaction.outcome import read_outcome
from bot.front.interaction.services import Services
from bot.front.pods.leaving import end_vote_about_user
from bot.rules.refusals import Refusal
from bot.service.live_game import Place
from bot.storage.engine.errors import StorageError
from bot.underway import Underway
from bot.watch import Watch

log = logging.getLogger(__name__)

LAST_WORDS = 10.0
"""Seconds that the bot waits, when it is stopped, for answers under way."""

_PRESSED = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class _Arrival(NamedTuple):
    """The command or route that an interaction asked for, and the clock when it arrived."""

    name: str
    at: float


class Reception:
    """Takes interactions in, and knows which are being answered."""

    def __init__(
        self,
        services: Services,
        watch: Watch,
        take: Callable[[Interaction], Awaitable[bool]],
    ) -> None:
        """`take` says, or finds out, whether an interaction is for this process to answer.

        It raises `StorageError` where nobody can know that.
        """
        self.stopping = False
        self._take = take
        self._services = services
        self._watch = watch
        self._arrivals: dict[Interaction, _Arrival] = {}  # of those that are being answered
        self._second: SecondBot | None = SecondBot()
        self.answering = Underway[Interaction]()

    async def begin_command(self, interaction: Interaction) -> bool:
        """Let a command, or what is typed for one, pass; return False if there is nothing to do.

        Then it is answered already, or another process answers it.
        """
        if interaction.type is discord.InteractionType.autocomplete:
            return await self._begin_choosing(interaction)
        ctx = await self._enter(interaction)
        if ctx is None:
            return False
        try:
            async with ctx.deadline.enforce():
                await self._begin(ctx, _find_command_name(interaction))
            check_options(interaction)
        except Exception as error:  # discord.py passes only its own errors to `on_error`
            await explain(ctx, error)
            self.end(interaction)
            return False
        return True

    async def fail_command(self, interaction: Interaction, error: Exception) -> None:
        """Say what went wrong to who asked; while they type, that is nothing."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("options could not be offered: %s", error)
            return
        try:
            await explain(Context.find(interaction), error)
        finally:
            await self.complete_command(interaction)

    async def press(self, interaction: Interaction) -> None:
        """Answer a button, a menu or a modal; the tree answers commands itself."""
        if interaction.type not in _PRESSED:
            return
        ctx = await self._enter(interaction)
        if ctx is None:
            return
        match = ROUTER.find(_find_custom_id(interaction))
        try:
            async with ctx.deadline.enforce():
                await self._begin(ctx, match.route.called if match else UNKNOWN)
                if match is None:
                    raise Refusal("unknown-button")
                await match.answer(ctx)
        except Exception as error:
            await explain(ctx, error)
        finally:
            await end_vote_about_user(ctx)
            await self._note_pressed(interaction)
            self.end(interaction)

    async def complete_command(self, interaction: Interaction) -> None:
        """Note that a command was answered."""
        try:
            await end_vote_about_user(Context.find(interaction))
        finally:
            self.end(interaction)

    def end(self, interaction: Interaction) -> None:
        """Note that an interaction was answered, one way or another."""
        Context.find(interaction).deadline.lift()
        arrival = self._arrivals.pop(interaction, None)
        if arrival is not None:
            outcome, refusal = read_outcome(interaction)
            now = time.perf_counter()
            self._watch.note_interaction(
                arrival.name, interaction.channel_id, outcome, now - arrival.at, refusal
            )
            if self._second is not None:
                self._second.note_outcome(interaction.id, outcome, now)
        self.answering.end(interaction)

    async def drain(self) -> None:
        """Take nothing new, and wait until what was begun is answered and drawn."""
        self.stopping = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await self.answering.join()
                await self._services.outbox.close()
                await self._services.plans.close()
                await self._services.keeper.close()

    def expect_others(self) -> None:
        """Take what somebody else has answered for the work of another process of the same bot."""
        self._second = None

    async def _enter(self, interaction: Interaction) -> Context | None:
        """Return what an interaction is answered with; None if there is nothing to do."""
        came, trouble = time.perf_counter(), None
        try:
            if not await self._take(interaction):
                return None
        except StorageError as error:
            trouble = error
        ctx = Context(interaction, self._services, excuse, time.perf_counter() - came)
        if trouble is None:
            return ctx
        await explain(ctx, trouble)
        ctx.deadline.lift()
        return None

    async def _begin_choosing(self, interaction: Interaction) -> bool:
        """Return whether options are offered to who types."""
        try:
            if not await self._take(interaction):
                return False
        except StorageError:
            return False
        name = _find_command_name(interaction)
        self._watch.note_autocomplete(name)
        return not self.stopping and await self._may_choose(interaction, name)

    async def _begin(self, ctx: Context, name: str) -> None:
        """Note that the command or route `name` is being answered.

        Raises `Refusal` while the bot is stopping, and if the asker has no right to ask.
        """
        self._arrivals[ctx.interaction] = _Arrival(name, time.perf_counter())
        self.answering.begin(ctx.interaction, ctx.interaction.guild_id)
        if self._second is not None:
            self._second.note_delivery(ctx.interaction.id)
        if self.stopping:
            raise Refusal("stopping")
        await admit(ctx, name)

    async def _note_pressed(self, interaction: Interaction) -> None:
        """See to it that a game has one board, whatever was pressed."""
        message, guild, channel = (
            interaction.message,
            interaction.guild_id,
            interaction.channel_id,
        )
        if message is None or guild is None or channel is None:
            return
        try:
            await self._services.keeper.note_pressed(Place(guild, channel), message)
        except StorageError as error:
            log.error("what was pressed in channel %s is left alone: %s", channel, error)

    async def _may_choose(self, interaction: Interaction, name: str) -> bool:
        """Return whether the user who types may use the command `name`."""
        ctx = Context(interaction, self._services)  # who is offered nothing needs no excuse
        try:
            async with ctx.deadline.enforce():
                await admit(ctx, name)
        except (Refusal, StorageError, TimeoutError):
            return False
        return True


def _find_command_name(interaction: Interaction) -> str:
    """Return the name of a command; unknown ones share one, so that metric labels are bounded."""
    return interaction.command.qualified_name if interaction.command else UNKNOWN


def _find_custom_id(interaction: Interaction) -> str:
    data: Mapping[str, Any] = interaction.data or {}
    return str(data.get("custom_id", ""))
