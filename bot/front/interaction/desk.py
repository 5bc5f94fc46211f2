"""What every command and button needs: who asks, where, in which language, and the answer."""

import asyncio
import contextlib
import logging
from collections.abc import Iterable, Mapping
from typing import Any

import discord
from discord import app_commands

from bot.front.background.absences import Absences
from bot.front.background.champion_role import ChampionRole
from bot.front.background.keeper import Keeper
from bot.front.background.posting import Outbox
from bot.front.interaction.channel_visibility import Places
from bot.front.interaction.limits import Throttle
from bot.front.interaction.outcome import came, came_to_nobody
from bot.front.rendering import names
from bot.i18n import DEFAULT, Catalogue, Locale, catalogue, closest
from bot.pictures.studio import Studio
from bot.projections.rater import Rater
from bot.rights import Role
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.variants import Variant
from bot.service import Actor, Ask, Done, Place, Service, Table
from bot.storage.engine.database import Database
from bot.storage.engine.errors import Busy, StorageError
from bot.storage.privacy.personal_data import Privacy
from bot.storage.record.people import People, Person
from bot.storage.servers.guilds import Guilds, ServerSettings
from bot.storage.servers.posts import Posts
from bot.storage.tables.seasons import Seasons
from bot.words import Words

log = logging.getLogger(__name__)

Asked = discord.Interaction[Any]

NEEDED = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, embed_links=True
)
"""The least that the bot must be allowed to where it is used."""

MODERATES = discord.Permissions(manage_messages=True)
"""Whom Discord shows moderators' commands to; who may use them is looked at each time."""

IN_THREADS = "send_messages_in_threads"
_NEEDED = tuple(name for name, needed in NEEDED if needed)

ALREADY_ANSWERED, TOO_LATE = 40060, 10062  # Discord's codes for an interaction


class Desk:
    """Answers people; the same for commands, buttons, selects and modals."""

    def __init__(
        self,
        service: Service,
        people: People,
        guilds: Guilds,
        keeper: Keeper,
        absences: Absences,
        crown: ChampionRole,
        database: Database,
        throttle: Throttle,
        configured: Mapping[str, Variant],
        studio: Studio,
        outbox: Outbox,
        posts: Posts,
        rater: Rater,
    ) -> None:
        self.database = database  # for what is only looked up
        self.privacy = Privacy(database, people)
        self.seasons = Seasons(database, people)
        self.places = Places()
        self.service = service
        self.people = people
        self.guilds = guilds
        self.keeper = keeper
        self.throttle = throttle
        self.absences = absences
        self.crown = crown
        self._configured = configured
        self.studio = studio
        self.outbox = outbox
        self.posts = posts
        self.reading = asyncio.Lock()  # all of a server's results: one file after the other
        self.rater = rater

    # Who asks, and where

    def place(self, asked: Asked) -> Place:
        """The channel or thread of an interaction. Raises `Refusal` outside of servers."""
        if asked.guild_id is None or asked.channel_id is None:
            raise Refusal("servers-only")
        return Place(asked.guild_id, asked.channel_id)

    async def settings(self, asked: Asked) -> ServerSettings:
        """What the server has set."""
        return await self.guilds.settings(self.place(asked).guild)

    async def variants(self, asked: Asked) -> Mapping[str, Variant]:
        """What can be played beside the built-in variants: the server's own, and the settings'."""
        return {**self._configured, **(await self.settings(asked)).variants}

    async def actor(self, asked: Asked) -> Actor:
        """The member who asks, with the rights that they have now."""
        user, moderates = asked.user, await self.moderates(asked)
        return Actor(user.id, user.display_name, moderates, self.public_locale(asked))

    async def person(self, asked: Asked) -> Person:
        """Whoever asks; new ones are yet to be written down."""
        return await self.people.of(asked.user.id, asked.user.display_name)

    async def asker(self, asked: Asked) -> Player:
        """The key of whoever asks."""
        return await self.service.known(asked.user.id, asked.user.display_name)

    async def table(self, asked: Asked, number: int = 0, *, settling: bool = False) -> Table:
        """The pod of a channel. Raises `Refusal` where there is none, or not that one.

        Where something is being settled, an earlier pod will do in which that is possible.
        """
        table = await self.service.table(self.place(asked))
        if number and table.number != number:
            if settling:
                table = await self.service.earlier(self.place(asked), number)
            if not settling or table.pod is None or not table.pod.unconfirmed:
                raise Refusal("old-pod")
        if table.pod is None:
            raise Refusal("no-pod")
        return table

    async def any_table(self, asked: Asked, number: int) -> Table:
        """The same, but for 0 any pod that the channel has seen. Raises `Refusal`."""
        if not number:
            return await self.table(asked)
        table = await self.service.earlier(self.place(asked), number)
        if table.pod is None:
            raise Refusal("no-such-pod")
        return table

    async def do(self, asked: Asked, ask: Ask, number: int = 0, *, earlier: bool = False) -> Done:
        """Carries out a command for whoever asks. Raises `Refusal`."""
        actor = await self.actor(asked)
        return await self.service.do(
            self.place(asked), actor, ask, asked.id, pod=number, earlier=earlier
        )

    # Who may

    def administers(self, asked: Asked) -> bool:
        """Whether whoever asks may manage the server."""
        return asked.permissions.administrator or asked.permissions.manage_guild

    async def moderates(self, asked: Asked) -> bool:
        """Whether they do here: by the role that the server has chosen, else by Discord's right."""
        role = (await self.settings(asked)).moderator_role
        if self.administers(asked):
            return True
        if role is None:
            return asked.permissions.manage_messages
        return isinstance(asked.user, discord.Member) and asked.user.get_role(role) is not None

    async def roles(self, asked: Asked) -> set[Role]:
        """What whoever asks is on the server, now."""
        roles: dict[Role, bool] = {
            "moderator": await self.moderates(asked),
            "administrator": self.administers(asked),
        }
        return {role for role, true in roles.items() if true}

    async def admit(self, asked: Asked) -> None:
        """Raises `Refusal` in a channel where the server does not want the bot to be used."""
        if asked.guild_id is None:
            return
        channels = (await self.guilds.settings(asked.guild_id)).channels
        channel, here = asked.channel, asked.channel_id
        if isinstance(channel, discord.Thread):
            here = channel.parent_id
        if channels and here not in channels:
            raise Refusal("not-here", channels=tuple(f"<#{channel}>" for channel in channels))

    # Languages

    def text(self, asked: Asked) -> Catalogue:
        """The catalogue for an answer to one person: their client's language."""
        locale = closest(asked.locale.value)
        return catalogue(locale or DEFAULT)

    def public_locale(self, asked: Asked) -> Locale:
        """What a board speaks unless the server has set it: a Community's language, or theirs."""
        guild, own = asked.guild, None
        if guild is not None and "COMMUNITY" in guild.features:
            own = closest(guild.preferred_locale.value)
        return own or closest(asked.locale.value) or DEFAULT

    async def public_text(self, asked: Asked) -> Catalogue:
        """The catalogue for what everybody reads."""
        return catalogue((await self.settings(asked)).language or self.public_locale(asked))

    async def public_words(self, asked: Asked, players: Iterable[Player]) -> Words:
        """Words for everybody, with the names of `players`."""
        return await names.words(self.service, await self.public_text(asked), players)

    async def words(self, asked: Asked, players: Iterable[Player]) -> Words:
        """Words for whoever asks, with the names of `players`."""
        return await names.words(self.service, self.text(asked), players)

    async def pod_words(self, asked: Asked, pod: Pod) -> Words:
        """Words for whoever asks about `pod`."""
        return await self.words(asked, names.people(pod))

    async def bare_words(self, asked: Asked, pod: Pod) -> Words:
        """The same for labels and choices, where Discord reads no Markdown."""
        people = names.people(pod)
        return await names.words(self.service, self.text(asked), people, safe=False)

    # Answers

    async def take_time(self, asked: Asked) -> bool:
        """Tells Discord that a private answer takes longer; False if it wants none any more.

        Of an interaction that was delivered twice it takes this once.
        """
        try:
            await asked.response.defer(ephemeral=True, thinking=True)
        except discord.HTTPException as error:
            _unless_gone(asked, error)
            return False
        return True

    async def say(
        self, asked: Asked, content: str | None = None, *, everybody: bool = False, **more: Any
    ) -> None:
        """A private answer, or one that `everybody` in the channel sees. Nobody is pinged."""
        more.setdefault("allowed_mentions", discord.AllowedMentions.none())
        try:
            if asked.response.is_done():
                await asked.followup.send(content or "", ephemeral=not everybody, **more)
            else:
                await asked.response.send_message(content, ephemeral=not everybody, **more)
        except discord.HTTPException as error:
            _unless_gone(asked, error)

    async def confirm(self, asked: Asked, content: str, **more: Any) -> None:
        """The answer to what was done, and a warning where the board cannot follow."""
        missing = missing_permissions(asked)
        if missing:
            refusal = Refusal("permissions", missing=missing)
            content += f"\n⚠️ {await self._refused(asked, refusal)}"
        await self.say(asked, content, **more)

    async def wait(self, asked: Asked, **how: Any) -> bool:
        """Says that the answer takes longer than Discord waits; False if none is wanted."""
        try:
            await asked.response.defer(**how)
        except discord.HTTPException as error:
            _unless_gone(asked, error)
            return False
        return True

    async def change(self, asked: Asked, **changes: Any) -> None:
        """Changes the private message whose button was pressed."""
        try:
            if asked.response.is_done():
                await asked.edit_original_response(**changes)
            else:
                await asked.response.edit_message(**changes)
        except discord.HTTPException as error:
            _unless_gone(asked, error)

    async def trouble(self, asked: Asked, error: BaseException) -> None:
        """Says what went wrong and what to do next, whatever it was."""
        try:
            await self._explain(asked, error)
        except Exception as deeper:  # such as a database that cannot even tell the names
            with contextlib.suppress(discord.HTTPException):  # it takes no answer: that is logged
                await self._explain(asked, deeper)

    async def _explain(self, asked: Asked, error: BaseException) -> None:
        if isinstance(error, app_commands.CommandInvokeError):
            error = error.original
        text = self.text(asked)
        match error:
            case Refusal():
                came(asked, "refused", error.code)
                await self.say(asked, f"🚫 {await self._refused(asked, error)}")
            case Busy():  # no line of its own: there are too many already
                came(asked, "busy")
                await self.say(asked, f"⏳ {text('error-busy')}")
            case StorageError():
                came(asked, "storage")
                log.error("the database did not answer: %s", error)
                await self.say(asked, f"⚠️ {text('error-storage')}")
            case app_commands.CommandSignatureMismatch() | app_commands.CommandNotFound():
                came(asked, "outdated")
                await self.say(asked, f"⚠️ {text('error-outdated')}")
            case discord.Forbidden():
                came(asked, "forbidden")
                await self.say(asked, f"⚠️ {text('error-forbidden')}")
            case _:
                came(asked, "failed")
                log.error("a command failed", exc_info=error)
                await self.say(asked, f"⚠️ {text('error-unexpected')}")

    async def _refused(self, asked: Asked, refusal: Refusal) -> str:
        return (await self.words(asked, Words.players_in(refusal))).refusal(refusal)


def missing_permissions(asked: Asked) -> tuple[str, ...]:
    """What the bot would need to show a board where it was asked, by Discord's names."""
    in_thread = isinstance(asked.channel, discord.Thread)
    return lacking(asked.app_permissions, in_thread=in_thread)


def lacking(allowed: discord.Permissions, *, in_thread: bool) -> tuple[str, ...]:
    """What the bot would need besides to show a board in a channel, or in a thread."""
    elsewhere = "send_messages" if in_thread else IN_THREADS
    return tuple(n for n in _NEEDED if n != elsewhere and not getattr(allowed, n))


def desk_of(asked: Asked) -> Desk:
    """The desk of the bot that was asked."""
    desk = getattr(asked.client, "desk", None)
    assert isinstance(desk, Desk)
    return desk


def _unless_gone(asked: Asked, error: discord.HTTPException) -> None:
    """An answer that Discord has already, or wants no more, is not worth an alarm."""
    if error.code not in (ALREADY_ANSWERED, TOO_LATE):
        raise error
    came_to_nobody(asked, "late" if error.code == TOO_LATE else "again")
