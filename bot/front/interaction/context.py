"""The context of one interaction: user, channel, languages, rights, input and deadline."""

import contextlib
import copy
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import discord

from bot.basics.deadline import CommandAnswerDeadline
from bot.front.interaction.channel_visibility import Channel
from bot.front.interaction.drafts import D
from bot.front.interaction.services import BotServices
from bot.i18n import DEFAULT, Locale, Translations, find_supported_locale, load_translations
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import CommandRight, Requester, Role
from bot.service.game_requests import CommandResult, CommandUser
from bot.service.live_game import ChannelAddress
from bot.service.rights import is_right_granted_to_roles
from bot.storage.record.people import NOWHERE, AccountNames, PeopleWithServerNicknames, Person
from bot.storage.servers.server_settings import ServerSettings

Interaction = discord.Interaction[Any]

MODERATOR_PERMISSIONS = discord.Permissions(manage_messages=True)
"""The permission by which Discord shows moderators' commands; rights are checked at each use."""

ANSWER_TIMEOUT = 2.0
"""Seconds after which the user is told that the answer is late; Discord waits three."""

_CONTEXT_KEY = "context"


class InteractionChannel(NamedTuple):
    """The channel where an interaction takes effect, with the permissions that user and bot have there.

    `elsewhere` is the channel's id if the interaction came from another channel.
    """

    channel: object  # of discord.py's; None if it is unknown
    permissions: discord.Permissions
    app_permissions: discord.Permissions
    elsewhere: int | None = None


class Context:
    """The context of one interaction: user, rights, settings, languages and services.

    `settings` are the server's settings at the arrival of the interaction; a handler that changes them calls
    `reload_server_settings`. When the `deadline` passes without an answer, the late callback is called.
    """

    def __init__(
        self,
        interaction: Interaction,
        services: BotServices,
        late_callback: Callable[["Context"], Coroutine[Any, Any, None]] | None = None,
        waited_seconds: float = 0.0,
    ) -> None:
        self.interaction = interaction
        self.services = services
        self.settings = ServerSettings()
        self.confirmed_seasons: frozenset[int] = frozenset()
        """The numbers of the seasons that are over and that the asker was asked about."""
        self.despite_avoided = False
        """True if the asker was told that somebody whom they avoid sits there."""
        self.command_results: list[CommandResult] = []
        """The outcomes of the asker's commands, once they are committed."""
        self.requester_identities: dict[Player, Person] = {}
        """The asker's identities; more than one if another process stored the asker first."""
        self.deadline = CommandAnswerDeadline(
            ANSWER_TIMEOUT - waited_seconds, None if late_callback is None else lambda: late_callback(self)
        )
        self.location = InteractionChannel(interaction.channel, interaction.permissions, interaction.app_permissions)
        interaction.extras[_CONTEXT_KEY] = self

    @cached_property
    def menu_values(self) -> Sequence[str]:
        return [str(value) for value in _get_list_from_raw_data(self.interaction.data, "values")]

    @cached_property
    def modal_fields(self) -> Mapping[str, str]:
        """The values of a submitted form, by the custom ids of its fields."""
        return dict(_iterate_modal_fields(_get_list_from_raw_data(self.interaction.data, "components")))

    @staticmethod
    def get_from_interaction(interaction: Interaction) -> "Context":
        """Return the context of an interaction, stored when the interaction arrived."""
        found = interaction.extras[_CONTEXT_KEY]
        assert isinstance(found, Context)
        return found

    async def reload_server_settings(self) -> None:
        """Load the server's settings again after a change. Raises `StorageError`."""
        if self.interaction.guild_id is not None:
            self.settings = await self.services.guilds.load_server_settings(self.interaction.guild_id)

    # The place and the asker

    @cached_property
    def channel_address(self) -> ChannelAddress:
        """The ids of the interaction's server and channel or thread.

        Raises `Refusal` outside of servers, or if Discord does not say which channel it is.
        """
        if self.interaction.guild_id is None:
            raise Refusal("servers-only")
        if self.interaction.channel_id is None:
            raise Refusal("incomplete")
        return ChannelAddress(self.interaction.guild_id, self.location.elsewhere or self.interaction.channel_id)

    @property
    def is_on_server(self) -> bool:
        """True if the interaction was made on a server that has the bot.

        False in direct messages, and on a server where only the user has installed the bot.
        """
        return self.interaction.guild_id is not None

    @property
    def draft_channel_address(self) -> ChannelAddress:
        """The server and channel under which the user's drafts are stored; works in direct messages, too.

        Raises `Refusal` if Discord does not say which channel it is.
        """
        if self.is_on_server:
            return self.channel_address
        if self.interaction.channel_id is None:
            raise Refusal("incomplete")
        return ChannelAddress(NOWHERE, self.interaction.channel_id)

    @property
    def requesting_member(self) -> CommandUser:
        """The member who caused the interaction, with their current rights."""
        user = self.interaction.user
        neutral = self.settings.referee == "other"
        called = collect_user_names(user)
        language = self.default_public_language
        return CommandUser(
            user.id, called, self.is_user_channel_moderator, language, neutral, role_ids=collect_role_ids(user)
        )

    @property
    def people_with_server_nicknames(self) -> PeopleWithServerNicknames:
        return self.services.people.with_nicknames_of_server(self.interaction.guild_id or NOWHERE)

    async def load_or_create_person_of_user(self) -> Person:
        """Load the user's database record; build one for a new user.

        A new person is not stored yet.
        """
        person = await load_or_create_person_of_discord_user(self, self.interaction.user)
        self.requester_identities[person.id] = person
        return person

    async def get_player_id_of_user(self) -> Player:
        return (await self.load_or_create_person_of_user()).id

    # Rights

    @property
    def is_administrator(self) -> bool:
        """True if the user may manage the server."""
        return _can_administer_server(self.location.permissions)

    @property
    def is_user_channel_moderator(self) -> bool:
        """True if the user moderates this channel.

        The server's moderator role decides; without one, the permission to manage messages.
        """
        return _is_channel_moderator(self.settings, self.interaction.user, self.location.permissions)

    @property
    def moderation_roles_of_user(self) -> set[Role]:
        """The user's roles on the server: moderator, administrator, both or none."""
        roles: dict[Role, bool] = {"moderator": self.is_user_channel_moderator, "administrator": self.is_administrator}
        return {role for role, true in roles.items() if true}

    # Languages

    @cached_property
    def translations(self) -> Translations:
        """The bot's texts in the user's language, for private answers."""
        return load_translations(find_supported_locale(self.interaction.locale.value) or DEFAULT)

    @property
    def default_public_language(self) -> Locale:
        """The language of public messages: a Community server's own; otherwise the user's."""
        guild = self.interaction.guild
        own = None
        if guild is not None and "COMMUNITY" in guild.features:
            own = find_supported_locale(guild.preferred_locale.value)
        return own or find_supported_locale(self.interaction.locale.value) or DEFAULT

    @property
    def public_translations(self) -> Translations:
        """The bot's texts in the server's language, for public messages."""
        return load_translations(self.settings.language or self.default_public_language)

    # Input

    def find_draft_of_user(self, draft_class: type[D], draft_token: str) -> D:
        """Return the user's draft by the token in the pressed button's custom id.

        Raises `Refusal` if the draft is gone, somebody else's or of another channel.
        """
        return self.services.drafts.find_draft_by_token(
            draft_class, draft_token, self.draft_channel_address, self.interaction.user.id
        )


def _can_administer_server(permissions: discord.Permissions) -> bool:
    return permissions.administrator or permissions.manage_guild


def _is_channel_moderator(
    settings: ServerSettings, user: discord.User | discord.Member, permissions: discord.Permissions
) -> bool:
    """Return True if a user with these permissions moderates the channel."""
    if _can_administer_server(permissions):
        return True
    if settings.moderator_role is None:
        return permissions.manage_messages
    return isinstance(user, discord.Member) and user.get_role(settings.moderator_role) is not None


def copy_context_to_channel(ctx: Context, target_channel: Channel) -> Context:
    """Return a copy of the context for acting in another channel of the server.

    The user may see the channel. The answer still goes to the channel of the interaction.
    """
    there = copy.copy(ctx)
    user = ctx.interaction.user
    assert isinstance(user, discord.Member)
    bot = target_channel.permissions_for(target_channel.guild.me)
    there.__dict__.pop("channel_address", None)
    there.location = InteractionChannel(target_channel, target_channel.permissions_for(user), bot, target_channel.id)
    return there


async def load_or_create_person_of_discord_user(ctx: Context, user: discord.User | discord.Member) -> Person:
    """Load a Discord user's database record; for a new user, return one that is not stored yet."""
    return await ctx.people_with_server_nicknames.load_or_create_person(user.id, collect_user_names(user))


async def get_or_fetch_server_member(ctx: Context, account_id: int) -> discord.Member | None:
    """Return a server's member by account id, from the cache or from Discord; None if there is none."""
    guild = ctx.interaction.guild
    assert guild is not None
    with contextlib.suppress(discord.NotFound):
        return guild.get_member(account_id) or await guild.fetch_member(account_id)
    return None


async def load_member_of_player(ctx: Context, player: Player) -> discord.Member | None:
    """Load the server's member behind a player; None if they have left or are unknown."""
    known = (await ctx.people_with_server_nicknames.load_people_by_id([player])).get(player)
    guild = ctx.interaction.guild
    if known is not None and guild is not None:
        with contextlib.suppress(discord.NotFound):  # the cache may have former roles
            return await guild.fetch_member(known.discord_id)
    return None


async def does_player_moderate_channel(ctx: Context, player: Player) -> bool:
    """Return True if another player moderates this channel."""
    member = await load_member_of_player(ctx, player)
    channel = ctx.location.channel
    if member is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return False
    return _is_channel_moderator(ctx.settings, member, channel.permissions_for(member))


def collect_user_names(user: discord.User | discord.Member) -> AccountNames:
    """Return a Discord user's names: global name, username, and nickname on the server."""
    nick = user.nick if isinstance(user, discord.Member) else None
    return AccountNames(user.global_name or user.name, user.name, nick or "")


def collect_role_ids(user: discord.User | discord.Member) -> frozenset[int]:
    """Return the ids of a member's roles on the server; a user who is not a member has none."""
    return frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset()


SERVER_ROLES: frozenset[Role] = frozenset({"moderator", "administrator"})
"""Roles that do not depend on a game."""


def require_server_rights(ctx: Context, rights: Iterable[CommandRight]) -> None:
    """Raise `Refusal` unless the user has these rights on the server, such as a moderator's.

    Rights that depend on a game are skipped.
    """
    for right in rights:
        if right.roles <= SERVER_ROLES and not is_right_granted_to_roles(right, ctx.moderation_roles_of_user):
            raise Refusal(right.refusal)


async def load_user_with_rights(ctx: Context) -> Requester:
    """Return the user with their rights in this channel, as a `Requester`."""
    actor = ctx.requesting_member
    return Requester(await ctx.get_player_id_of_user(), actor.moderator, actor.neutral, role_ids=actor.role_ids)


def _iterate_modal_fields(components: Sequence[Any]) -> Iterator[tuple[str, str]]:
    """Yield the custom id and value of each field in a submitted form, including nested fields."""
    for component in components:
        if not isinstance(component, dict):
            continue
        if component.get("value") is not None:
            yield str(component.get("custom_id")), str(component["value"])
        elif values := _get_list_from_raw_data(component, "values"):
            yield str(component.get("custom_id")), str(values[0])
        inner = _get_list_from_raw_data(component, "components")
        yield from _iterate_modal_fields([component["component"]] if "component" in component else inner)


def _get_list_from_raw_data(payload: object, field_name: str) -> Sequence[Any]:
    """Return the list at a key of raw Discord data; an empty list if there is none."""
    found = payload.get(field_name) if isinstance(payload, dict) else None
    return found if isinstance(found, list) else ()
