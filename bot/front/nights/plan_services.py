"""The services that all background work of planned games shares: requests, catalogues, and channel states."""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Literal

import discord
from discord import Thread
from discord.abc import GuildChannel
from msgspec import Struct
from msgspec.structs import replace

from bot.front.publishing.loaded_servers import find_server_served_by_this_process, is_channel_allowed
from bot.front.publishing.request_limiter import DiscordRequestRateLimiter
from bot.front.publishing.retries import PASSING_ERRORS
from bot.front.ui.message_layout import list_missing_board_permissions
from bot.i18n import DEFAULT, Translations, find_supported_locale, load_translations
from bot.planning.cancelling import CancelPlannedGame
from bot.planning.plan import PlannedGameCommand
from bot.planning.plan_creation import PlanFutureGame
from bot.projections import plans
from bot.projections.plans import PlannedGameMessage
from bot.rules.facts import Player
from bot.rules.lobby import OpenLobby
from bot.rules.records import PodSetup
from bot.service.game_requests import CommandResult, CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.record.boards import PodBoardRepository
from bot.storage.record.people import PeopleRepository, Person
from bot.storage.servers.server_settings import ServerSettings, ServerSettingsRepository

ChannelState = Literal["open", "mute", "closed", "lost"]
"""The state of a channel: in a "mute" one the bot lacks a permission, in a "closed" one the server
does not want the bot, and a "lost" one was deleted."""


class PlannedGameBackgroundServices(Struct, frozen=True):
    """The tools that all background tasks for planned games share: database, Discord, texts."""

    client: discord.Client
    service: GameService
    people: PeopleRepository
    guilds: ServerSettingsRepository
    database: Database
    budget: DiscordRequestRateLimiter
    boards: PodBoardRepository
    now: Callable[[], datetime]

    async def load_announcement_of_planned_game(self, live_game: LiveGame) -> PlannedGameMessage:
        """Load the language, channel and message id of a planned game's announcement."""
        return await plans.load_planned_game_message(self.database, live_game.place.channel, live_game.number)

    async def load_translations_for_plan(self, live_game: LiveGame, plan_message: PlannedGameMessage) -> Translations:
        """Load the texts of the language in which a planned game's messages are written."""
        settings = await self.guilds.load_server_settings(live_game.place.guild)
        return load_translations(settings.language or find_supported_locale(plan_message.language) or DEFAULT)

    async def execute_command_as_bot(self, live_game: LiveGame, command: PlannedGameCommand) -> CommandResult:
        """Execute a command that the bot itself gives. Raises `Refusal` or `StorageError`."""
        ask = GameCommandRequest(live_game.place, None, lambda *_: command, pod=live_game.number)
        return await self.service.execute_command(ask)

    async def cancel_abandoned_planned_game(self, live_game: LiveGame, *, with_series: bool) -> LiveGame:
        """Cancel an abandoned planned game, with its series on request; return the game's new state.

        Raises `Refusal` or `StorageError`.
        """
        return (await self.execute_command_as_bot(live_game, CancelPlannedGame(lapsed=True, series=with_series))).live

    async def execute_command_for_member(
        self,
        channel_address: ChannelAddress,
        author: Person,
        command: OpenLobby | PlanFutureGame,
        idempotency_key: int,
        *,
        plan_address: ChannelAddress,
        translations: Translations,
        ready_players: Collection[Player] = (),
    ) -> CommandResult:
        """Execute a command in a member's name, at most once for each idempotency key.

        `ready_players` are the players who have pressed for the seats of a lobby. The plan is in the channel
        `plan_address` and in the language of `translations`. Members agreed at sign-up to sit beside players whom they
        avoid. Raises `Refusal` or `StorageError`.
        """
        actor = CommandUser(author.discord_id, author.account_names, language=translations.locale)
        ask = GameCommandRequest(
            channel_address,
            actor,
            lambda *_: command,
            idempotency_key,
            home=plan_address.channel,
            despite_avoided=True,
            pressed=frozenset(ready_players),
        )
        return await self.service.execute_command(ask)

    async def fetch_bot_access_to_channel(self, channel_address: ChannelAddress) -> ChannelState:
        """Return the bot's access to a channel: `open`, `mute`, `closed` or `lost`.

        The state is `open` if Discord gives no answer now. Raises `StorageError`.

        `mute` is a channel without the permission to write, `closed` one that the settings exclude, `lost` a deleted
        one.
        """
        guild = find_server_served_by_this_process(self.client, channel_address.guild)
        if guild is None:
            return "open"
        known: GuildChannel | Thread | None = guild.get_channel_or_thread(channel_address.channel)
        try:
            if known is None:  # a thread that rests, or nothing any more
                await self.budget.wait_until_request_allowed()
                known = await guild.fetch_channel(channel_address.channel)
        except discord.NotFound:
            return "lost"
        except discord.Forbidden:
            return "mute"
        except (*PASSING_ERRORS, discord.InvalidData):
            return "open"
        if not is_channel_allowed(await self.guilds.load_server_settings(guild.id), channel_address.channel, known):
            return "closed"
        in_thread = isinstance(known, Thread)
        missing = list_missing_board_permissions(known.permissions_for(guild.me), in_thread=in_thread)
        return "mute" if missing else "open"


def copy_setup_with_confirmation_rules(pod_setup: PodSetup, server_settings: ServerSettings) -> PodSetup:
    """Return a pod setup with the server's current rules for confirming results."""
    return replace(
        pod_setup, confirmation=server_settings.confirmation, dispute_minutes=server_settings.dispute_time_minutes
    )
