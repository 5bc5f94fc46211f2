"""What all work with that follows plans: their words, their commands, and the bot's requests."""

from collections.abc import Callable
from datetime import datetime
from typing import Literal

import discord
from discord import Thread
from discord.abc import GuildChannel
from msgspec import Struct

from bot.front.background.budget import Budget
from bot.front.background.loaded_servers import find_loaded
from bot.front.background.retry import PASSING
from bot.front.background.used_channels import is_used_in
from bot.front.rendering.board_layout import find_missing_for_board
from bot.i18n import DEFAULT, Catalogue, find_locale, load_catalogue
from bot.planning.commands import CancelPlan, MakePlan, PlanCommand
from bot.projections import plans
from bot.projections.plans import PlanOrigin
from bot.rules.commands import Open
from bot.service.live_game import LiveGame, Place
from bot.service.requests import Actor, Done, Request
from bot.service.service import Service
from bot.storage.engine.database import Database
from bot.storage.record.people import People, Person
from bot.storage.servers.guilds import Guilds

Standing = Literal["open", "mute", "closed", "lost"]
"""How a channel stands: the bot may not show anything in one that is mute, the server does not
want it in one that is closed, and one that is lost was deleted."""


class PlanTools(Struct, frozen=True):
    """Built once; every request that nobody waits for takes a turn of the `budget`."""

    client: discord.Client
    service: Service
    people: People
    guilds: Guilds
    database: Database
    budget: Budget
    now: Callable[[], datetime]

    async def read_origin(self, live: LiveGame) -> PlanOrigin:
        """Return where a plan came from, and where it is shown."""
        return await plans.load_origin(self.database, live.place.channel, live.number)

    async def read_words(self, live: LiveGame, origin: PlanOrigin) -> Catalogue:
        """Return the catalogue in which a plan speaks."""
        settings = await self.guilds.read_settings(live.place.guild)
        return load_catalogue(settings.language or find_locale(origin.language) or DEFAULT)

    async def carry_out(self, live: LiveGame, command: PlanCommand) -> Done:
        """Carry out a command of the bot's own for a plan. Raises `Refusal` or `StorageError`."""
        ask = Request(live.place, None, lambda *_: command, pod=live.number, earlier=True)
        return await self.service.do(ask)

    async def let_lapse(self, live: LiveGame, *, series: bool) -> LiveGame:
        """Note that a plan came to nothing, and perhaps its `series` with it.

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
        """Carry out a command of somebody's plan as if they had asked, by a delivery of its own.

        The plan is in its `home`, and speaks as in `text`. Raises `Refusal` or `StorageError`.
        """
        actor = Actor(by.discord_id, by.name, language=text.locale, username=by.username)
        ask = Request(place, actor, lambda *_: command, delivery, home=home.channel)
        return await self.service.do(ask)

    async def look_at(self, place: Place) -> Standing:
        """Return how a plan's channel stands; what cannot be found out now is no obstacle.

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
        except (*PASSING, discord.InvalidData):
            return "open"
        if not is_used_in(await self.guilds.read_settings(guild.id), place.channel, known):
            return "closed"
        in_thread = isinstance(known, Thread)
        missing = find_missing_for_board(known.permissions_for(guild.me), in_thread=in_thread)
        return "mute" if missing else "open"
