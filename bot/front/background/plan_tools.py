"""The tools that everything shares which follows plans: requests, words, and a look at channels."""

from collections.abc import Callable
from datetime import datetime
from typing import Literal

import discord
from discord import Thread
from discord.abc import GuildChannel
from msgspec import Struct
from msgspec.structs import replace

from bot.front.background.budget import Budget
from bot.front.background.retry import PASSING_ERRORS
from bot.front.background.servers import find_loaded, is_used_in
from bot.front.rendering.board_layout import find_missing_for_board
from bot.i18n import DEFAULT, Catalogue, find_locale, load_catalogue
from bot.planning.cancelling import CancelPlan
from bot.planning.making import MakePlan
from bot.planning.plan import PlanCommand
from bot.projections import plans
from bot.projections.plans import PlanOrigin
from bot.rules.lobby import Open
from bot.rules.records import Setup
from bot.service.live_game import LiveGame, Place
from bot.service.requests import Actor, Done, Request
from bot.service.service import Service
from bot.storage.engine.database import Database
from bot.storage.record.people import People, Person
from bot.storage.servers.guilds import Guilds, ServerSettings

ChannelState = Literal["open", "mute", "closed", "lost"]
"""The state of a channel: in a "mute" one the bot lacks a permission, in a "closed" one the server
does not want the bot, and a "lost" one was deleted."""


class PlanTools(Struct, frozen=True):
    """The tools that all parts of the keeper share. Each request takes a turn of the `budget`."""

    client: discord.Client
    service: Service
    people: People
    guilds: Guilds
    database: Database
    budget: Budget
    now: Callable[[], datetime]

    async def read_origin(self, live: LiveGame) -> PlanOrigin:
        """Return where a plan was made, and where its message is."""
        return await plans.load_origin(self.database, live.place.channel, live.number)

    async def read_words(self, live: LiveGame, origin: PlanOrigin) -> Catalogue:
        """Return the catalogue in which a plan speaks."""
        settings = await self.guilds.read_settings(live.place.guild)
        return load_catalogue(settings.language or find_locale(origin.language) or DEFAULT)

    async def carry_out(self, live: LiveGame, command: PlanCommand) -> Done:
        """Carry out a command of the bot for a plan. Raises `Refusal` or `StorageError`."""
        ask = Request(live.place, None, lambda *_: command, pod=live.number, earlier=True)
        return await self.service.do(ask)

    async def let_lapse(self, live: LiveGame, *, series: bool) -> LiveGame:
        """Note that a plan was dropped, and its `series` too if set.

        Raises `Refusal` or `StorageError`.
        """
        return (await self.carry_out(live, CancelPlan(lapsed=True, series=series))).live

    async def deliver(
        self,
        place: Place,
        by: Person,
        command: Open | MakePlan,
        delivery: int,
        *,
        home: Place,
        text: Catalogue,
    ) -> Done:
        """Carry out a command for a member, under a delivery number of the plan.

        The plan is in the channel `home` and speaks as in `text`. Whoever sits beside somebody
        whom they avoid was asked when they signed up. Raises `Refusal` or `StorageError`.
        """
        actor = Actor(by.discord_id, by.names, language=text.locale)
        ask = Request(
            place,
            actor,
            lambda *_: command,
            delivery,
            home=home.channel,
            despite_avoided=True,
        )
        return await self.service.do(ask)

    async def look_at(self, place: Place) -> ChannelState:
        """Return the state of a plan's channel; "open" if Discord gives no answer now.

        Raises `StorageError`.
        """
        guild = find_loaded(self.client, place.guild)
        if guild is None:
            return "open"
        known: GuildChannel | Thread | None = guild.get_channel_or_thread(place.channel)
        try:
            if known is None:  # a thread that rests, or nothing any more
                await self.budget.take_turn()
                known = await guild.fetch_channel(place.channel)
        except discord.NotFound:
            return "lost"
        except discord.Forbidden:
            return "mute"
        except (*PASSING_ERRORS, discord.InvalidData):
            return "open"
        if not is_used_in(await self.guilds.read_settings(guild.id), place.channel, known):
            return "closed"
        in_thread = isinstance(known, Thread)
        missing = find_missing_for_board(known.permissions_for(guild.me), in_thread=in_thread)
        return "mute" if missing else "open"


def agree_anew(setup: Setup, settings: ServerSettings) -> Setup:
    """Return the agreed setup, with the server's current rules for confirming a game."""
    return replace(
        setup, confirmation=settings.confirmation, dispute_minutes=settings.dispute_minutes
    )
