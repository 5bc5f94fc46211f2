"""The services that all background work of plans shares: requests, catalogues, and channel
states.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Literal

import discord
from discord import Thread
from discord.abc import GuildChannel
from msgspec import Struct
from msgspec.structs import replace

from bot.front.publishing.loaded_servers import find_loaded_server, is_channel_allowed
from bot.front.publishing.request_limiter import RequestLimiter
from bot.front.publishing.retries import PASSING_ERRORS
from bot.front.ui.message_layout import list_missing_board_permissions
from bot.i18n import DEFAULT, Catalogue, find_locale_by_tag, load_catalogue
from bot.planning.cancelling import CancelPlan
from bot.planning.plan import PlanCommand
from bot.planning.plan_creation import MakePlan
from bot.projections import plans
from bot.projections.plans import PlanOrigin
from bot.rules.lobby import OpenLobby
from bot.rules.records import PodSetup
from bot.service.game_requests import Actor, CommandResult, GameRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.record.people import PeopleRepository, Person
from bot.storage.servers.server_settings import ServerSettings, ServerSettingsRepository

ChannelState = Literal["open", "mute", "closed", "lost"]
"""The state of a channel: in a "mute" one the bot lacks a permission, in a "closed" one the server
does not want the bot, and a "lost" one was deleted."""


class PlanServices(Struct, frozen=True):
    """The services that all background work of plans shares.

    Each request to Discord takes a turn of the `budget`.
    """

    client: discord.Client
    service: GameService
    people: PeopleRepository
    guilds: ServerSettingsRepository
    database: Database
    budget: RequestLimiter
    now: Callable[[], datetime]

    async def load_origin(self, live_game: LiveGame) -> PlanOrigin:
        """Load where a plan was created, and where its message is."""
        return await plans.load_plan_origin(
            self.database, live_game.place.channel, live_game.number
        )

    async def load_plan_catalogue(self, live_game: LiveGame, origin: PlanOrigin) -> Catalogue:
        """Return the catalogue of the language in which a plan's messages are written."""
        settings = await self.guilds.load_settings(live_game.place.guild)
        return load_catalogue(settings.language or find_locale_by_tag(origin.language) or DEFAULT)

    async def execute_command(self, live_game: LiveGame, command: PlanCommand) -> CommandResult:
        """Execute a command of the bot itself for a plan. Raises `Refusal` or
        `StorageError`.
        """
        ask = GameRequest(
            live_game.place, None, lambda *_: command, pod=live_game.number, earlier=True
        )
        return await self.service.execute(ask)

    async def drop_plan(self, live_game: LiveGame, *, with_series: bool) -> LiveGame:
        """Record that a plan lapsed, and its series too if `with_series`; return the plan
        afterwards.

        Raises `Refusal` or `StorageError`.
        """
        return (
            await self.execute_command(live_game, CancelPlan(lapsed=True, series=with_series))
        ).live

    async def execute_for_member(
        self,
        channel_address: ChannelAddress,
        author: Person,
        command: OpenLobby | MakePlan,
        delivery: int,
        *,
        plan_address: ChannelAddress,
        catalogue: Catalogue,
    ) -> CommandResult:
        """Execute a command of a plan for a member, once for each delivery number.

        The plan is in the channel `plan_address` and in the language of `catalogue`.
        Members agreed at sign-up to sit beside players whom they avoid. Raises `Refusal` or
        `StorageError`.
        """
        actor = Actor(author.discord_id, author.account_names, language=catalogue.locale)
        ask = GameRequest(
            channel_address,
            actor,
            lambda *_: command,
            delivery,
            home=plan_address.channel,
            despite_avoided=True,
        )
        return await self.service.execute(ask)

    async def fetch_channel_state(self, channel_address: ChannelAddress) -> ChannelState:
        """Return the state of a plan's channel; "open" if Discord gives no answer now.

        Raises `StorageError`.
        """
        guild = find_loaded_server(self.client, channel_address.guild)
        if guild is None:
            return "open"
        known: GuildChannel | Thread | None = guild.get_channel_or_thread(channel_address.channel)
        try:
            if known is None:  # a thread that rests, or nothing any more
                await self.budget.acquire()
                known = await guild.fetch_channel(channel_address.channel)
        except discord.NotFound:
            return "lost"
        except discord.Forbidden:
            return "mute"
        except (*PASSING_ERRORS, discord.InvalidData):
            return "open"
        if not is_channel_allowed(
            await self.guilds.load_settings(guild.id), channel_address.channel, known
        ):
            return "closed"
        in_thread = isinstance(known, Thread)
        missing = list_missing_board_permissions(
            known.permissions_for(guild.me), in_thread=in_thread
        )
        return "mute" if missing else "open"


def update_confirmation_rules(setup: PodSetup, settings: ServerSettings) -> PodSetup:
    """Return a plan's setup with the server's current rules for confirming a game."""
    return replace(
        setup, confirmation=settings.confirmation, dispute_minutes=settings.dispute_time_minutes
    )
