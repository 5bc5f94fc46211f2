"""Lists of free seats: messages that show the open games, one in each channel set for a list.

The content of a list depends on the settings, on the open games, and on what the readers of its
channel may see. The reconciler checks a server's lists when one of these has changed, and once a
minute if it may have missed a change.
"""

import hashlib
import json
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

import discord

from bot.basics.reconciler import JobQueue
from bot.front.free_seats import seat_list_texts
from bot.front.publishing.loaded_servers import (
    find_loaded_server,
    find_server_catalogue,
    is_channel_allowed,
)
from bot.front.publishing.own_messages import iter_custom_ids
from bot.front.publishing.publisher import (
    MessageContent,
    MessageDeleted,
    MessageKind,
    MessagePublisher,
)
from bot.front.publishing.retries import PASSING_ERRORS, SHUTDOWN_PATIENCE, ChannelBackoff
from bot.front.ui.message_layout import build_board_layout
from bot.front.ui.pings import NO_PINGS
from bot.front.ui.player_names import load_name_formatter
from bot.projections.joinable_games import JoinableGame, load_joinable_games
from bot.rulebooks import is_game_over
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.engine.database import Database
from bot.storage.engine.errors import StorageError
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.people import PeopleRepository
from bot.storage.record.publications import Publication, PublicationRepository
from bot.storage.servers.seat_lists import SURFACE, build_seat_list, load_servers_with_seat_lists
from bot.storage.servers.server_settings import ServerSettings, ServerSettingsRepository

log = logging.getLogger(__name__)

PARALLEL_CHECKS = 4
"""Servers that are checked at the same time."""


class SeatListMessages(MessageKind[Publication]):
    """A kind of message for lists of free seats, recognised by the button that shows all seats.

    A list stays where it was sent. A list may be older than the database, so the channel is
    searched before the first one is sent.
    """

    look_back = timedelta(days=14)
    replaces = True

    def is_message_of_row(self, row: Publication, message: discord.Message) -> bool:
        """Return whether a message has the button that shows all free seats."""
        return seat_list_texts.SHOW_ALL_ID in iter_custom_ids(message.components)

    def build_nonce_name(self, row: Publication) -> str:
        """Return the name for the next message's nonce: its channel, and the message before
        it.
        """
        return f"list:{row.channel}:{row.message}"


class SeatListReconciler:
    """A reconciler of all servers' lists of free seats.

    There are `apart` seconds between two edits on one server.
    """

    def __init__(
        self,
        client: discord.Client,
        database: Database,
        publisher: MessagePublisher[Publication],
        publications: PublicationRepository,
        guilds: ServerSettingsRepository,
        people: PeopleRepository,
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
        self._surface = SeatListMessages()
        self.servers: set[int] = set()  # servers that have set a channel, as far as is known
        self._checked: set[int] = set()  # servers whose lists are right, except owed ones
        self._closes: dict[int, int] = {}  # when the first shown game of a server closes by itself
        self._checks = JobQueue[int, None](self._check_server, apart=apart, at_once=PARALLEL_CHECKS)
        self._backoff = ChannelBackoff()

    # When

    def handle_game_change(self, live_game: LiveGame) -> None:
        """Check the seat lists on the server of a changed game, if people can join it or
        could before.
        """
        if _can_change_seat_lists(live_game):
            self._queue_server_check(live_game.place.guild)

    def recheck_lists(self, guild_id: int | None = None) -> None:
        """Check seat lists after a change of settings, permissions or visible channels.

        None checks the lists of all servers.
        """
        self._backoff.reset_channels(guild_id)
        if guild_id is None:
            self._checked.clear()
            return
        self._checked.discard(guild_id)
        if guild_id in self.servers:
            self._queue_server_check(guild_id)

    def handle_setting_change(self, guild_id: int) -> None:
        """Check a server whose setting of channels for seat lists has changed."""
        self.servers.add(guild_id)
        self.recheck_lists(guild_id)

    async def reconcile_all(self) -> None:
        """Check the servers where a seat list has a pending update or a change may have
        been missed.
        """
        rows = await self._publications.load_publications(SURFACE)
        set_for = await load_servers_with_seat_lists(self._database)
        self.servers = set_for | {row.guild for row in rows}
        owed = {row.guild for row in rows if row.needs_update}
        now = datetime_to_milliseconds(self._now())
        for guild in [guild for guild, closes in self._closes.items() if closes < now]:
            self._checked.discard(guild)
            del self._closes[guild]
        for guild in self.servers:
            if guild in owed or guild not in self._checked:
                self._queue_server_check(guild)

    async def handle_deleted_messages(
        self, guild_id: int, channel_id: int, message_ids: Collection[int]
    ) -> None:
        """Remove a channel from the setting if its seat list is among messages that
        somebody deleted.
        """
        if guild_id not in self.servers:
            return
        try:
            wanted = (await self._guilds.load_settings(guild_id)).seat_lists
            for row in await self._publications.load_publications(SURFACE, guild_id):
                is_it = row.channel == channel_id and row.message in message_ids
                if is_it and channel_id in wanted:
                    await self._remove_list_channel(row)
        except StorageError as error:
            log.warning("a list of channel %s may be gone until it changes: %s", channel_id, error)

    async def close(self) -> None:
        """Wait a few seconds for the running checks of seat lists; all other updates stay
        pending.
        """
        await self._checks.close(SHUTDOWN_PATIENCE)

    def _queue_server_check(self, guild_id: int) -> None:
        if find_loaded_server(self._client, guild_id) is not None:
            self._checks.queue_job(guild_id, None)

    async def _check_server(self, guild_id: int, _: None) -> None:
        known = guild_id in self._checked
        self._checked.add(guild_id)  # first: a change in the meantime leads to another check
        try:
            await self._update_lists_of_server(guild_id, only_pending=known)
        except PASSING_ERRORS as error:
            log.warning("the lists of server %s have to wait: %s", guild_id, error)
            self._checked.discard(guild_id)

    # What

    async def _update_lists_of_server(self, guild_id: int, *, only_pending: bool) -> None:
        """Bring the seat lists of a server up to date: read the rows before the open games.

        If `only_pending`, nothing is done unless a list has a pending update.
        """
        server = find_loaded_server(self._client, guild_id)
        if server is None:
            return
        settings = await self._guilds.load_settings(guild_id)
        rows = {
            row.channel: row
            for row in await self._publications.load_publications(SURFACE, guild_id)
        }
        for channel in settings.seat_lists:
            if channel not in rows:
                rows[channel] = build_seat_list(guild_id, channel)
                await self._publications.add_publication(rows[channel])
        if only_pending and not any(row.needs_update for row in rows.values()):
            return
        now = datetime_to_milliseconds(self._now())
        every = (
            await load_joinable_games(self._database, guild_id, now) if settings.seat_lists else []
        )
        if closing := [
            each.joining_deadline for each in every if each.joining_deadline is not None
        ]:
            self._closes[guild_id] = min(closing)
        for row in rows.values():
            if not await self._try_update_list(server, settings, row, every):
                self._checked.discard(guild_id)

    async def _try_update_list(
        self,
        server: discord.Guild,
        settings: ServerSettings,
        publication: Publication,
        vacancies_of_server: Sequence[JoinableGame],
    ) -> bool:
        """Update a seat list; return whether it is up to date now.

        A failure in one channel does not stop the others.
        """
        place = ChannelAddress(publication.guild, publication.channel or 0)
        if self._backoff.is_backing_off(place):
            return False
        try:
            done = await self._update_list(server, settings, publication, vacancies_of_server)
        except PASSING_ERRORS as error:
            log.warning("the list of channel %s has to wait: %s", publication.channel, error)
            self._backoff.record_failure(place)
            return False
        self._backoff.reset(place)
        return done

    async def _update_list(
        self,
        server: discord.Guild,
        settings: ServerSettings,
        publication: Publication,
        vacancies_of_server: Sequence[JoinableGame],
    ) -> bool:
        assert publication.channel is not None
        if publication.channel not in settings.seat_lists:
            retracted = await self._publisher.delete_message(self._surface, publication)
            if retracted:
                await self._publications.delete_publication(publication)
            return retracted
        known = server.get_channel(publication.channel)
        try:
            # If Discord has not told of the channel, ask whether it was deleted.
            home = known or await server.fetch_channel(publication.channel)
            assert not isinstance(home, discord.Thread)  # the setting has none
            content = await self._render_seat_list(
                home, settings, vacancies_of_server, publication.wanted
            )
            if await self._skip_if_unchanged(publication, content):
                return True
            render = partial(_get_prepared_content, content)
            return (
                await self._publisher.publish_message(self._surface, publication, render)
                is not None
            )
        except (MessageDeleted, discord.NotFound):
            await self._remove_list_channel(publication)
            return True

    async def _render_seat_list(
        self,
        list_channel: discord.abc.GuildChannel,
        settings: ServerSettings,
        vacancies_of_server: Sequence[JoinableGame],
        version: int,
    ) -> MessageContent:
        """Return the content of a channel's seat list, marked as `version`. Raises
        `StorageError`.

        The list leaves out games in channels that some of its readers do not see, or that
        the server has closed to the bot.
        """
        found = [
            each
            for each in vacancies_of_server
            if each.count_free_seats() and _can_show_game(list_channel, settings, each.channel)
        ]
        text = find_server_catalogue(list_channel.guild, settings)
        hosts = [each.game.host for each in found]
        people = self._people.for_server(list_channel.guild.id)
        safe = await load_name_formatter(people, text, hosts)
        bare = await load_name_formatter(people, text, hosts, with_escaping=False)
        embed = seat_list_texts.render_seat_list_embed(found, safe)
        view = build_board_layout(
            embed, seat_list_texts.build_seat_list_items(found, bare, settings.time_zone)
        )
        said = json.dumps(view.to_components(), sort_keys=True)  # type: ignore[no-untyped-call]
        digest = hashlib.blake2s(said.encode(), digest_size=12).hexdigest()
        return MessageContent(view=view, note={"digest": digest}, shown=version)

    async def _skip_if_unchanged(self, publication: Publication, content: MessageContent) -> bool:
        """Return whether a seat list needs no edit because it looks the same; record that
        it is up to date.
        """
        if (
            publication.is_being_sent
            or publication.former is not None
            or content.note["digest"] != publication.digest
        ):
            return False
        if publication.shown < publication.wanted:
            await self._publications.record_unchanged_content(publication)
        return True

    async def _remove_list_channel(self, publication: Publication) -> None:
        """Remove a channel from the seat list setting, because somebody deleted the list;
        report that.
        """
        assert publication.channel is not None
        await self._guilds.remove_seat_list(publication.guild, publication.channel)
        await self._publications.delete_publication(publication)
        log.info("the list of channel %s was deleted, and stays so", publication.channel)
        settings = await self._guilds.load_settings(publication.guild)
        server = self._client.get_guild(publication.guild)
        if settings.log_channel is None or server is None:
            return
        said = find_server_catalogue(server, settings)(
            "find-ended", channel=f"<#{publication.channel}>"
        )
        place = self._client.get_partial_messageable(settings.log_channel)
        try:
            await place.send(said, allowed_mentions=NO_PINGS)
        except PASSING_ERRORS as error:
            log.warning("no log in channel %s: %s", settings.log_channel, error)


async def _get_prepared_content(content: MessageContent, _: Publication) -> MessageContent:
    return content


def _can_change_seat_lists(live_game: LiveGame) -> bool:
    """Return whether a seat list may look different after a game's last event.

    The rows of the publications say which lists have a pending update for the event.
    """
    game = live_game.game
    return game is not None and (not game.step or is_game_over(game))  # a plan has no steps


def _can_show_game(
    list_channel: discord.abc.GuildChannel, settings: ServerSettings, channel_id: int
) -> bool:
    """Return whether a seat list may show a game of a channel or thread."""
    other = list_channel.guild.get_channel_or_thread(channel_id)
    return is_channel_allowed(settings, channel_id, other) and is_visible_to_readers(
        list_channel, other
    )


# Who sees what. Roles and members come and go, so the permissions of the two channels are compared:
# nobody is looked up.

_OVERWRITE_RANKS = {False: 0, None: 1, True: 2}
"""The order of what a channel says of a role or member: it may deny, ignore or allow seeing it."""


def is_visible_to_readers(list_channel: discord.abc.GuildChannel, other_channel: object) -> bool:
    """Return whether everybody who sees `list_channel` certainly sees `other_channel`.

    This is so if everybody on the server sees `other_channel`. It is so too if `other_channel`
    gives the right to see it to every role and member to which `list_channel` gives it, and
    takes it from none from which `list_channel` does not. A thread is seen with its channel, a
    private one by its own people.
    """
    if isinstance(other_channel, discord.Thread):
        return not other_channel.is_private() and is_visible_to_readers(
            list_channel, other_channel.parent
        )
    if not isinstance(other_channel, discord.abc.GuildChannel):
        return False  # gone, or nobody knows what it is
    mine = _get_view_overwrites(list_channel)
    theirs = _get_view_overwrites(other_channel)
    return _is_visible_to_everyone(other_channel, theirs) or all(
        _OVERWRITE_RANKS[theirs.get(each)] >= _OVERWRITE_RANKS[mine.get(each)]
        for each in {*mine, *theirs}
    )


def _get_view_overwrites(channel: discord.abc.GuildChannel) -> Mapping[int, bool | None]:
    """Return whether roles and members are allowed or denied to view a channel, by their ids."""
    return {whom.id: each.view_channel for whom, each in channel.overwrites.items()}


def _is_visible_to_everyone(
    channel: discord.abc.GuildChannel, overwrites: Mapping[int, bool | None]
) -> bool:
    everyone = channel.guild.default_role
    usual = overwrites.get(everyone.id)
    given = everyone.permissions.view_channel if usual is None else usual
    return given and False not in overwrites.values()
