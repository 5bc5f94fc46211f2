"""One interaction: the asker, the place, the languages, the rights, the input and the deadline."""

import contextlib
import copy
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import discord

from bot.deadline import Deadline
from bot.front.interaction.channel_visibility import Channel
from bot.front.interaction.drafts import D
from bot.front.interaction.services import Services
from bot.i18n import DEFAULT, Catalogue, Locale, find_locale, load_catalogue
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import Asker, Right, Role
from bot.service.live_game import Place
from bot.service.requests import Actor, Done
from bot.storage.record.people import NOWHERE, Names, Person, ServerPeople
from bot.storage.servers.guilds import ServerSettings

Interaction = discord.Interaction[Any]

MODERATOR_PERMISSIONS = discord.Permissions(manage_messages=True)
"""The permission by which Discord shows moderators' commands; rights are checked at each use."""

ANSWER_TIMEOUT = 2.0
"""Seconds after which the user is told that the answer is late; Discord waits three."""

_CONTEXT_KEY = "context"


class Spot(NamedTuple):
    """The channel of an interaction, and the permissions of the asker and of the bot in it.

    `elsewhere` is the channel's id if the interaction came from another channel.
    """

    channel: object  # of discord.py's; None if it is unknown
    permissions: discord.Permissions
    app_permissions: discord.Permissions
    elsewhere: int | None = None


class Context:
    """An interaction, and everything that handlers need to answer it.

    `settings` are the server's settings at the arrival of the interaction; a handler that changes
    them calls `reload`. When the `deadline` passes without an answer, `excuse` is called.
    """

    def __init__(
        self,
        interaction: Interaction,
        services: Services,
        excuse: Callable[["Context"], Coroutine[Any, Any, None]] | None = None,
        waited: float = 0.0,
    ) -> None:
        """Create the context of an interaction that arrived `waited` seconds ago."""
        self.interaction = interaction
        self.services = services
        self.settings = ServerSettings()
        self.asked: frozenset[int] = frozenset()
        """The numbers of the seasons that are over and that the asker was asked about."""
        self.despite_avoided = False
        """True if the asker was told that somebody whom they avoid sits there."""
        self.done: list[Done] = []
        """The outcomes of the asker's commands, once they are committed."""
        self.asked_as: dict[Player, Person] = {}
        """The asker's identities; more than one if another process stored the asker first."""
        self.deadline = Deadline(
            ANSWER_TIMEOUT - waited, None if excuse is None else lambda: excuse(self)
        )
        self.at = Spot(interaction.channel, interaction.permissions, interaction.app_permissions)
        interaction.extras[_CONTEXT_KEY] = self

    @cached_property
    def values(self) -> Sequence[str]:
        """The values picked in a menu."""
        return [str(value) for value in _read_list(self.interaction.data, "values")]

    @cached_property
    def fields(self) -> Mapping[str, str]:
        """The values filled into a modal, by custom id."""
        return dict(_find_fields(_read_list(self.interaction.data, "components")))

    @staticmethod
    def find(interaction: Interaction) -> "Context":
        """Return the context that was created at the arrival of an interaction."""
        found = interaction.extras[_CONTEXT_KEY]
        assert isinstance(found, Context)
        return found

    async def reload(self) -> None:
        """Load the server's settings. Raises `StorageError`."""
        if self.interaction.guild_id is not None:
            self.settings = await self.services.guilds.read_settings(self.interaction.guild_id)

    # The place and the asker

    @cached_property
    def place(self) -> Place:
        """The channel or thread of the interaction.

        Raises `Refusal` outside of servers, or if Discord does not say which channel it is.
        """
        if self.interaction.guild_id is None:
            raise Refusal("servers-only")
        if self.interaction.channel_id is None:
            raise Refusal("incomplete")
        return Place(self.interaction.guild_id, self.at.elsewhere or self.interaction.channel_id)

    @property
    def actor(self) -> Actor:
        """The asking member, with the current rights."""
        user = self.interaction.user
        neutral = self.settings.referee == "other"
        called = find_names(user)
        return Actor(user.id, called, self.moderates, self.public_locale, neutral)

    @property
    def people(self) -> ServerPeople:
        """The people as they are called on the server of the interaction."""
        return self.services.people.on(self.interaction.guild_id or NOWHERE)

    async def find_person(self) -> Person:
        """Return the asker; a new person is not stored yet."""
        person = await identify(self, self.interaction.user)
        self.asked_as[person.id] = person
        return person

    async def find_player(self) -> Player:
        """Return the asker's player key."""
        return (await self.find_person()).id

    # Rights

    @property
    def administers(self) -> bool:
        """True if the asker may manage the server."""
        allowed = self.at.permissions
        return allowed.administrator or allowed.manage_guild

    @property
    def moderates(self) -> bool:
        """True if the asker moderates here: by the server's moderator role, else by permission."""
        role = self.settings.moderator_role
        user = self.interaction.user
        if self.administers:
            return True
        if role is None:
            return self.at.permissions.manage_messages
        return isinstance(user, discord.Member) and user.get_role(role) is not None

    @property
    def roles(self) -> set[Role]:
        """The asker's current roles on the server."""
        roles: dict[Role, bool] = {
            "moderator": self.moderates,
            "administrator": self.administers,
        }
        return {role for role, true in roles.items() if true}

    # Languages

    @cached_property
    def text(self) -> Catalogue:
        """The catalogue of the asker's language, for private answers."""
        return load_catalogue(find_locale(self.interaction.locale.value) or DEFAULT)

    @property
    def public_locale(self) -> Locale:
        """The language of boards if the server sets none: the Community's or the asker's."""
        guild = self.interaction.guild
        own = None
        if guild is not None and "COMMUNITY" in guild.features:
            own = find_locale(guild.preferred_locale.value)
        return own or find_locale(self.interaction.locale.value) or DEFAULT

    @property
    def public_text(self) -> Catalogue:
        """The catalogue for public messages."""
        return load_catalogue(self.settings.language or self.public_locale)

    # Input

    def find_draft(self, kind: type[D], token: str) -> D:
        """Return the asker's draft of a kind in this channel.

        Raises `Refusal` if it is gone, somebody else's or of another channel.
        """
        return self.services.drafts.find(kind, token, self.place, self.interaction.user.id)


def go_to(ctx: Context, channel: Channel) -> Context:
    """Return the context moved to another channel of the server, which the asker sees.

    The answer still goes to the channel of the interaction.
    """
    there = copy.copy(ctx)
    user = ctx.interaction.user
    assert isinstance(user, discord.Member)
    bot = channel.permissions_for(channel.guild.me)
    there.__dict__.pop("place", None)
    there.at = Spot(channel, channel.permissions_for(user), bot, channel.id)
    return there


async def identify(ctx: Context, user: discord.User | discord.Member) -> Person:
    """Return the person of a user; a new person is not stored yet."""
    return await ctx.people.identify(user.id, find_names(user))


async def find_member(ctx: Context, account: int) -> discord.Member | None:
    """Return the member of the server with an account, from Discord if need be; or None."""
    guild = ctx.interaction.guild
    assert guild is not None
    with contextlib.suppress(discord.NotFound):
        return guild.get_member(account) or await guild.fetch_member(account)
    return None


def find_names(user: discord.User | discord.Member) -> Names:
    """Return the names of an account, with its nickname on the server of a member."""
    nick = user.nick if isinstance(user, discord.Member) else None
    return Names(user.global_name or user.name, user.name, nick or "")


SERVER_ROLES: frozenset[Role] = frozenset({"moderator", "administrator"})
"""Roles that do not depend on a game."""


def check_server_rights(ctx: Context, rights: Iterable[Right]) -> None:
    """Raise `Refusal` unless the asker has the rights that do not depend on a game."""
    for right in rights:
        if right.roles and right.roles <= SERVER_ROLES and right.roles.isdisjoint(ctx.roles):
            raise Refusal(right.refusal)


async def find_asker(ctx: Context) -> Asker:
    """Return the asker with the rights that they have here."""
    actor = ctx.actor
    return Asker(await ctx.find_player(), actor.moderator, actor.neutral)


def _find_fields(components: Sequence[Any]) -> Iterator[tuple[str, str]]:
    """Yield the fields of a modal, however deep Discord nests them."""
    for component in components:
        if not isinstance(component, dict):
            continue
        if component.get("value") is not None:
            yield str(component.get("custom_id")), str(component["value"])
        elif values := _read_list(component, "values"):
            yield str(component.get("custom_id")), str(values[0])
        inner = _read_list(component, "components")
        yield from _find_fields([component["component"]] if "component" in component else inner)


def _read_list(data: object, key: str) -> Sequence[Any]:
    """Return a list from what Discord sent; empty if there is none."""
    found = data.get(key) if isinstance(data, dict) else None
    return found if isinstance(found, list) else ()
