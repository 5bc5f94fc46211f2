"""One interaction: who asks, where, in which language, with which rights, and until when."""

import copy
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import discord

from bot.deadline import Deadline
from bot.front.interaction.channel_visibility import Channel
from bot.front.interaction.drafts import D
from bot.front.interaction.services import Services
from bot.i18n import DEFAULT, Catalogue, Locale, find_locale, load_catalogue
from bot.rights import Asker, Role
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.live_game import Place
from bot.service.requests import Actor
from bot.storage.record.people import Person
from bot.storage.servers.guilds import ServerSettings

Interaction = discord.Interaction[Any]

MODERATES = discord.Permissions(manage_messages=True)
"""Whom Discord shows moderators' commands to; who may use them is looked at each time."""

ANSWER = 2.0
"""Seconds after which whoever asks is told that there is no answer yet: Discord waits three."""

_KEY = "context"


class Spot(NamedTuple):
    """The channel that something is asked of, and what who asks and the bot may do there.

    `elsewhere` is its id, if that is not where it is asked.
    """

    channel: object  # as far as Discord tells
    permissions: discord.Permissions
    app_permissions: discord.Permissions
    elsewhere: int | None = None


class Context:
    """An interaction of Discord's and what it takes to answer it.

    `settings` are the server's as they were when the interaction came in; whoever changes them
    calls `reload`. `deadline` is when there has to be an answer; `excuse` then says that it is not
    known yet, to those who wait for one.
    """

    def __init__(
        self,
        interaction: Interaction,
        services: Services,
        excuse: Callable[["Context"], Coroutine[Any, Any, None]] | None = None,
        waited: float = 0.0,
    ) -> None:
        """`waited` are the seconds since it came in."""
        self.interaction = interaction
        self.services = services
        self.settings = ServerSettings()
        self.asked_as: dict[Player, Person] = {}
        """Who asks, as commands may name them; as several if another process met them first."""
        self.deadline = Deadline(ANSWER - waited, None if excuse is None else lambda: excuse(self))
        self.at = Spot(interaction.channel, interaction.permissions, interaction.app_permissions)
        interaction.extras[_KEY] = self

    @staticmethod
    def find(interaction: Interaction) -> "Context":
        """Return the context that was made when the interaction came in."""
        found = interaction.extras[_KEY]
        assert isinstance(found, Context)
        return found

    async def reload(self) -> None:
        """Read the server's settings. Raises `StorageError`."""
        if self.interaction.guild_id is not None:
            self.settings = await self.services.guilds.read_settings(self.interaction.guild_id)

    # Where, and who

    @property
    def place(self) -> Place:
        """The channel or thread. Raises `Refusal` outside of servers."""
        if self.interaction.guild_id is None or self.interaction.channel_id is None:
            raise Refusal("servers-only")
        return Place(self.interaction.guild_id, self.at.elsewhere or self.interaction.channel_id)

    @property
    def actor(self) -> Actor:
        """The member who asks, with the rights that they have now."""
        user = self.interaction.user
        neutral = self.settings.referee == "other"
        named = user.display_name
        locale = self.public_locale
        return Actor(user.id, named, self.moderates, locale, neutral, user.name)

    async def find_person(self) -> Person:
        """Return who asks; somebody new is yet to be written down."""
        person = await identify(self, self.interaction.user)
        self.asked_as[person.id] = person
        return person

    async def find_player(self) -> Player:
        """Return the key of who asks."""
        return (await self.find_person()).id

    # Rights

    @property
    def administers(self) -> bool:
        """Whether they may manage the server."""
        allowed = self.at.permissions
        return allowed.administrator or allowed.manage_guild

    @property
    def moderates(self) -> bool:
        """Whether they do here: by the role that the server has chosen, else by Discord's right."""
        role = self.settings.moderator_role
        user = self.interaction.user
        if self.administers:
            return True
        if role is None:
            return self.at.permissions.manage_messages
        return isinstance(user, discord.Member) and user.get_role(role) is not None

    @property
    def roles(self) -> set[Role]:
        """What they are on the server, now."""
        roles: dict[Role, bool] = {
            "moderator": self.moderates,
            "administrator": self.administers,
        }
        return {role for role, true in roles.items() if true}

    # Languages

    @property
    def text(self) -> Catalogue:
        """The catalogue for an answer to one person: their client's language."""
        return load_catalogue(find_locale(self.interaction.locale.value) or DEFAULT)

    @property
    def public_locale(self) -> Locale:
        """What a board speaks unless the server has set it: a Community's language, or theirs."""
        guild = self.interaction.guild
        own = None
        if guild is not None and "COMMUNITY" in guild.features:
            own = find_locale(guild.preferred_locale.value)
        return own or find_locale(self.interaction.locale.value) or DEFAULT

    @property
    def public_text(self) -> Catalogue:
        """The catalogue for what everybody reads."""
        return load_catalogue(self.settings.language or self.public_locale)

    # What was pressed or filled in

    @property
    def values(self) -> Sequence[str]:
        """What was picked in a menu."""
        data: Mapping[str, Any] = self.interaction.data or {}
        return [str(value) for value in data.get("values", ())]

    @property
    def fields(self) -> Mapping[str, str]:
        """What a modal was filled with, by custom ids."""
        data: Mapping[str, Any] = self.interaction.data or {}
        return dict(_find_fields(data.get("components", ())))

    def find_draft(self, kind: type[D], token: str) -> D:
        """Return the asker's draft of a kind in this channel.

        Raises `Refusal` if it is gone, somebody else's or of another channel.
        """
        return self.services.drafts.find(kind, token, self.place, self.interaction.user.id)


def go_to(ctx: Context, channel: Channel) -> Context:
    """Return the same as if it were asked in another channel of the server, which who asks sees.

    The answer goes to where it was asked.
    """
    there = copy.copy(ctx)
    user = ctx.interaction.user
    assert isinstance(user, discord.Member)
    bot = channel.permissions_for(channel.guild.me)
    there.at = Spot(channel, channel.permissions_for(user), bot, channel.id)
    return there


async def identify(ctx: Context, user: discord.User | discord.Member) -> Person:
    """Return who a user is; somebody new is yet to be written down."""
    return await ctx.services.people.identify(user.id, user.display_name, user.name)


async def find_asker(ctx: Context) -> Asker:
    """Return who asks, with what they may here."""
    actor = ctx.actor
    return Asker(await ctx.find_player(), actor.moderator, actor.neutral)


def _find_fields(components: Any) -> Iterator[tuple[str, str]]:
    """Yield the fields of a modal, however deep Discord nests them."""
    for component in components:
        if "value" in component:
            yield str(component.get("custom_id")), str(component["value"])
        elif component.get("values"):
            yield str(component.get("custom_id")), str(component["values"][0])
        inner = component.get("components", ())
        yield from _find_fields([component["component"]] if "component" in component else inner)
