"""Lists of free seats: messages that show the open games, one in each channel set for a list.

The content of a list depends on the settings, on the open games, and on what the readers of its
channel may see. The keeper checks a server's lists when one of these has changed, and once a minute
if it may have missed a change.
"""

import hashlib
import json
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

import discord

from bot.front.background.own_messages import list_custom_ids
from bot.front.background.publisher import Content, MessageGone, Publisher, Surface
from bot.front.background.retry import PASSING_ERRORS, SHUTDOWN_PATIENCE, ChannelBackoff
from bot.front.background.servers import find_catalogue, find_loaded, is_used_in
from bot.front.rendering import vacancies
from bot.front.rendering.board_layout import make_layout
from bot.front.rendering.names import name_players
from bot.front.rendering.pings import NO_PINGS
from bot.projections.vacancies import Vacancy, read_vacancies
from bot.reconciler import Reconciler
from bot.rulebooks import is_over
from bot.service.live_game import LiveGame, Place
from bot.storage.engine.database import Database
from bot.storage.engine.errors import StorageError
from bot.storage.engine.moments import to_milliseconds
from bot.storage.record.people import People
from bot.storage.record.publications import Publication, Publications
from bot.storage.servers.guilds import Guilds, ServerSettings
from bot.storage.servers.seat_lists import SURFACE, fetch_servers_with_lists, make_seat_list

log = logging.getLogger(__name__)

PARALLEL_CHECKS = 4
"""Servers that are checked at the same time."""


class SeatListSurface(Surface[Publication]):
    """A surface of lists of free seats: a list stays where it was sent, and is known by its button.

    A list may be older than the database, so the channel is searched before the first one is sent.
    """

    look_back = timedelta(days=14)
    replaces = True

    def recognises(self, row: Publication, message: discord.Message) -> bool:
        """Return whether a message has the button that shows all free seats."""
        return vacancies.SHOW_ALL_ID in list_custom_ids(message.components)

    def name_next(self, row: Publication) -> str:
        """Name the message by its channel and the message before it."""
        return f"list:{row.channel}:{row.message}"


class SeatListKeeper:
    """A keeper of all servers' lists, with `apart` seconds between two edits on one server."""

    def __init__(
        self,
        client: discord.Client,
        database: Database,
        publisher: Publisher[Publication],
        publications: Publications,
        guilds: Guilds,
        people: People,
        now: Callable[[], datetime],
        apart: float,
    ) -> None:
        self._client = client
        self._database = database
        self._publisher = publisher
        self._publications = publications
        self._guilds = guilds
        self._people = people
        self._now = now
        self._surface = SeatListSurface()
        self.servers: set[int] = set()  # servers that have set a channel, as far as is known
        self._checked: set[int] = set()  # servers whose lists are right, except owed ones
        self._closes: dict[int, int] = {}  # when the first shown game of a server closes by itself
        self._checks = Reconciler[int, None](
            self._check_server, apart=apart, at_once=PARALLEL_CHECKS
        )
        self._backoff = ChannelBackoff()

    # When

    def notice(self, live: LiveGame) -> None:
        """Check the server, one of `servers`, of a game that people can join, or could before."""
        if _may_change_lists(live):
            self._mark_server(live.place.guild)

    def retry(self, guild: int | None = None) -> None:
        """Check lists after another change: of settings, of permissions, of what people see."""
        self._backoff.end_in(guild)
        if guild is None:
            self._checked.clear()
            return
        self._checked.discard(guild)
        if guild in self.servers:
            self._mark_server(guild)

    def follow_setting(self, guild: int) -> None:
        """Check a server whose setting of channels for lists has changed."""
        self.servers.add(guild)
        self.retry(guild)

    async def catch_up(self) -> None:
        """Check the servers where a list is owed or a change may have been missed."""
        rows = await self._publications.fetch_all(SURFACE)
        set_for = await fetch_servers_with_lists(self._database)
        self.servers = set_for | {row.guild for row in rows}
        owed = {row.guild for row in rows if row.is_owed}
        now = to_milliseconds(self._now())
        for guild in [guild for guild, closes in self._closes.items() if closes < now]:
            self._checked.discard(guild)
            del self._closes[guild]
        for guild in self.servers:
            if guild in owed or guild not in self._checked:
                self._mark_server(guild)

    async def note_deleted(self, guild: int, channel: int, messages: Collection[int]) -> None:
        """End the setting of a channel whose list is among messages that somebody deleted."""
        if guild not in self.servers:
            return
        try:
            wanted = (await self._guilds.read_settings(guild)).seat_lists
            for row in await self._publications.fetch_all(SURFACE, guild):
                is_it = row.channel == channel and row.message in messages
                if is_it and channel in wanted:
                    await self._end_setting(row)
        except StorageError as error:
            log.warning("a list of channel %s may be gone until it changes: %s", channel, error)

    async def close(self) -> None:
        """Wait a moment for the checks that are running; the rest stays owed."""
        await self._checks.close(SHUTDOWN_PATIENCE)

    def _mark_server(self, guild: int) -> None:
        if find_loaded(self._client, guild) is not None:
            self._checks.mark(guild, None)

    async def _check_server(self, guild: int, _: None) -> None:
        known = guild in self._checked
        self._checked.add(guild)  # first: a change in the meantime leads to another check
        try:
            await self._update_lists(guild, only_owed=known)
        except PASSING_ERRORS as error:
            log.warning("the lists of server %s have to wait: %s", guild, error)
            self._checked.discard(guild)

    # What

    async def _update_lists(self, guild: int, *, only_owed: bool) -> None:
        """Bring the lists of a server up to date: read what is wanted before what is open.

        If `only_owed`, nothing is done unless a list is owed.
        """
        server = find_loaded(self._client, guild)
        if server is None:
            return
        settings = await self._guilds.read_settings(guild)
        rows = {row.channel: row for row in await self._publications.fetch_all(SURFACE, guild)}
        for channel in settings.seat_lists:
            if channel not in rows:
                rows[channel] = make_seat_list(guild, channel)
                await self._publications.add(rows[channel])
        if only_owed and not any(row.is_owed for row in rows.values()):
            return
        now = to_milliseconds(self._now())
        every = await read_vacancies(self._database, guild, now) if settings.seat_lists else []
        if closing := [each.closes for each in every if each.closes is not None]:
            self._closes[guild] = min(closing)
        for row in rows.values():
            if not await self._try_update(server, settings, row, every):
                self._checked.discard(guild)

    async def _try_update(
        self,
        server: discord.Guild,
        settings: ServerSettings,
        row: Publication,
        every: Sequence[Vacancy],
    ) -> bool:
        """Return whether a list is right now. A failure in one channel does not stop the others."""
        place = Place(row.guild, row.channel or 0)
        if self._backoff.is_resting(place):
            return False
        try:
            done = await self._update_list(server, settings, row, every)
        except PASSING_ERRORS as error:
            log.warning("the list of channel %s has to wait: %s", row.channel, error)
            self._backoff.rest(place)
            return False
        self._backoff.end(place)
        return done

    async def _update_list(
        self,
        server: discord.Guild,
        settings: ServerSettings,
        row: Publication,
        every: Sequence[Vacancy],
    ) -> bool:
        assert row.channel is not None
        if row.channel not in settings.seat_lists:
            retracted = await self._publisher.retract(self._surface, row)
            if retracted:
                await self._publications.drop(row)
            return retracted
        known = server.get_channel(row.channel)
        try:
            # If Discord has not told of the channel, ask whether it was deleted.
            home = known or await server.fetch_channel(row.channel)
            assert not isinstance(home, discord.Thread)  # the setting has none
            content = await self._render_list(home, settings, every, row.wanted)
            if await self._looks_same(row, content):
                return True
            render = partial(_return_content, content)
            return await self._publisher.publish(self._surface, row, render) is not None
        except (MessageGone, discord.NotFound):
            await self._end_setting(row)
            return True

    async def _render_list(
        self,
        home: discord.abc.GuildChannel,
        settings: ServerSettings,
        every: Sequence[Vacancy],
        version: int,
    ) -> Content:
        """Return the list of a channel, noted as `version`. Raises `StorageError`.

        It leaves out games in channels that some of its readers do not see, or that the server has
        closed to the bot.
        """
        found = [
            each for each in every if each.count_free() and _may_show(home, settings, each.channel)
        ]
        text = find_catalogue(home.guild, settings)
        hosts = [each.game.host for each in found]
        people = self._people.on(home.guild.id)
        safe = await name_players(people, text, hosts)
        bare = await name_players(people, text, hosts, safe=False)
        embed = vacancies.render_list(found, safe)
        view = make_layout(embed, vacancies.make_list_items(found, bare, settings.zone))
        said = json.dumps(view.to_components(), sort_keys=True)  # type: ignore[no-untyped-call]
        digest = hashlib.blake2s(said.encode(), digest_size=12).hexdigest()
        return Content(view=view, note={"digest": digest}, shown=version)

    async def _looks_same(self, row: Publication, content: Content) -> bool:
        """Return whether a list is left alone, as it would look the same; note that it is right."""
        if row.is_being_sent or row.former is not None or content.note["digest"] != row.digest:
            return False
        if row.shown < row.wanted:
            await self._publications.note_unchanged(row)
        return True

    async def _end_setting(self, row: Publication) -> None:
        """End a channel's setting, because somebody deleted the list; say so in the log channel."""
        assert row.channel is not None
        await self._guilds.end_seat_list(row.guild, row.channel)
        await self._publications.drop(row)
        log.info("the list of channel %s was deleted, and stays so", row.channel)
        settings = await self._guilds.read_settings(row.guild)
        server = self._client.get_guild(row.guild)
        if settings.log_channel is None or server is None:
            return
        said = find_catalogue(server, settings)("find-ended", channel=f"<#{row.channel}>")
        place = self._client.get_partial_messageable(settings.log_channel)
        try:
            await place.send(said, allowed_mentions=NO_PINGS)
        except PASSING_ERRORS as error:
            log.warning("no log in channel %s: %s", settings.log_channel, error)


async def _return_content(content: Content, _: Publication) -> Content:
    return content


def _may_change_lists(live: LiveGame) -> bool:
    """Return whether a list may look different after a game's last event.

    The rows of the publications say which lists are owed for the event.
    """
    game = live.game
    return game is not None and (not game.step or is_over(game))  # a plan has no steps


def _may_show(home: discord.abc.GuildChannel, settings: ServerSettings, channel: int) -> bool:
    """Return whether a list may show a game of a channel or thread."""
    other = home.guild.get_channel_or_thread(channel)
    return is_used_in(settings, channel, other) and sees_too(home, other)


# Who sees what. Roles and members come and go, so the permissions of the two channels are compared:
# nobody is looked up.

_OVERWRITE_RANKS = {False: 0, None: 1, True: 2}
"""The order of what a channel says of a role or member: it may deny, ignore or allow seeing it."""


def sees_too(home: discord.abc.GuildChannel, other: object) -> bool:
    """Return whether everybody who sees `home` sees `other`, for certain.

    That is so if everybody on the server sees `other`. It is so too if `other` gives the right to
    see it to every role and member to which `home` gives it, and takes it from none from which
    `home` does not. A thread is seen with its channel, a private one by its own people.
    """
    if isinstance(other, discord.Thread):
        return not other.is_private() and sees_too(home, other.parent)
    if not isinstance(other, discord.abc.GuildChannel):
        return False  # gone, or nobody knows what it is
    mine = _read_overwrites(home)
    theirs = _read_overwrites(other)
    return _is_seen_by_all(other, theirs) or all(
        _OVERWRITE_RANKS[theirs.get(each)] >= _OVERWRITE_RANKS[mine.get(each)]
        for each in {*mine, *theirs}
    )


def _read_overwrites(channel: discord.abc.GuildChannel) -> Mapping[int, bool | None]:
    """Return who may see a channel, by the ids of roles and members."""
    return {whom.id: each.view_channel for whom, each in channel.overwrites.items()}


def _is_seen_by_all(
    channel: discord.abc.GuildChannel, overwrites: Mapping[int, bool | None]
) -> bool:
    everyone = channel.guild.default_role
    usual = overwrites.get(everyone.id)
    given = everyone.permissions.view_channel if usual is None else usual
    return given and False not in overwrites.values()
