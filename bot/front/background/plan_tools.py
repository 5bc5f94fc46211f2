"""What all work with that follows plans: their words, their commands, and the bot's requests."""

from collections.abc import Callable
from datetime import datetime

import discord
from msgspec import Struct

from bot.front.background.budget import Budget
from bot.front.background.retry import PASSING
from bot.i18n import DEFAULT, Catalogue, find_locale, load_catalogue
from bot.planning.commands import MakePlan, PlanCommand
from bot.projections import plans
from bot.projections.plans import PlanOrigin
from bot.rules.commands import Open
from bot.service.live_game import LiveGame, Place
from bot.service.requests import Actor, Done, Request
from bot.service.service import Service
from bot.storage.engine.database import Database
from bot.storage.record.people import People, Person
from bot.storage.servers.guilds import Guilds


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
        return await plans.find_origin(self.database, live.place.channel, live.number)

    async def read_words(self, live: LiveGame, origin: PlanOrigin) -> Catalogue:
        """Return the catalogue in which a plan speaks."""
        settings = await self.guilds.read_settings(live.place.guild)
        return load_catalogue(settings.language or find_locale(origin.language) or DEFAULT)

    async def carry_out(self, live: LiveGame, command: PlanCommand) -> Done:
        """Carry out a command of the bot's own for a plan. Raises `Refusal` or `StorageError`."""
        ask = Request(live.place, None, lambda *_: command, pod=live.number, earlier=True)
        return await self.service.do(ask)

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

    async def is_lost(self, place: Place) -> bool:
        """Whether a plan's channel was deleted; one that the bot may not see is there."""
        guild = self.client.get_guild(place.guild)
        if guild is None or guild.get_channel_or_thread(place.channel) is not None:
            return False
        try:
            await self.budget.take_turn()
            await guild.fetch_channel(place.channel)
        except discord.NotFound:
            return True
        except (*PASSING, discord.InvalidData):
            return False
        return False
