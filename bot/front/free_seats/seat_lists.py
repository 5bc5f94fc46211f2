"""Lists of free seats: messages that show the open games, one in each channel set for a list.

The content of a list depends on the settings, on the open games, and on what the readers of its channel may see. The
reconciler checks a server's lists when one of these has changed, and once a minute if it may have missed a change.
"""

import hashlib
import json
import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from functools import partial

import discord

from bot.basics.reconciler import DebouncedJobQueue
from bot.front.free_seats import seat_list_texts
from bot.front.publishing.loaded_servers import (
    find_server_served_by_this_process,
    is_channel_allowed,
    load_translations_for_server,
)
from bot.front.publishing.own_messages import iterate_component_custom_ids
from bot.front.publishing.publisher import (
    MessageContent,
    MessagePublisher,
    MessageToEditDeletedError,
    PublishedMessageKind,
)
from bot.front.publishing.retries import PASSING_ERRORS, SHUTDOWN_PATIENCE, ChannelFailureBackoff, is_error_worth_retry
from bot.front.ui.message_layout import build_board_layout
from bot.front.ui.pings import NO_PINGS
from bot.front.ui.player_names import load_formatter_with_player_names
from bot.projections.joinable_games import JoinableGame, load_joinable_games
from bot.rulebooks import is_game_over
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.engine.database import Database
from bot.storage.engine.errors import StorageError
from bot.storage.record.people import PeopleRepository
from bot.storage.record.publications import PublishedMessage, PublishedMessageRepository
from bot.storage.servers.seat_lists import SURFACE, build_free_seat_list_message, load_servers_with_free_seat_lists
from bot.storage.servers.server_settings import ServerSettings, ServerSettingsRepository

log = logging.getLogger(__name__)

PARALLEL_CHECKS = 4
"""Servers that are checked at the same time."""


class FreeSeatListMessageKind(PublishedMessageKind[PublishedMessage]):
    """The kind of Discord message that lists games with free seats. Each chosen channel has one.

    A list may be older than the database, so the channel is searched before the first one is sent.
    """

    look_back = timedelta(days=14)
    replaces = True

    def does_message_match_row(self, database_row: PublishedMessage, message: discord.Message) -> bool:
        """Return True if a message is a list of free seats, recognised by one of its buttons."""
        return seat_list_texts.SHOW_ALL_ID in iterate_component_custom_ids(message.components)

    def build_message_nonce_text(self, database_row: PublishedMessage) -> str:
        return f"list:{database_row.channel}:{database_row.message}"


class FreeSeatListUpdater:
    """A background worker that keeps all public lists of free seats up to date.

    There are `apart` seconds between two edits on one server.
    """

    def __init__(
        self,
        client: discord.Client,
        database: Database,
        publisher: MessagePublisher[PublishedMessage],
        publications: PublishedMessageRepository,
        guilds: ServerSettingsRepository,
        people: PeopleRepository,
        apart: float,
    ) -> None:
        self._client = client
        self._database = database
        self._publisher = publisher
        self._publications = publications
        self._guilds = guilds
        self._people = people
        self._surface = FreeSeatListMessageKind()
        self.servers: set[int] = set()  # servers that have set a channel, as far as is known
        self._checked: set[int] = set()  # servers whose lists are right, except owed ones
        self._checks = DebouncedJobQueue[int, None](self._check_server_seat_lists, apart=apart, at_once=PARALLEL_CHECKS)
        self._backoff = ChannelFailureBackoff(lambda place: self._queue_server_check(place.guild))

    # When

    def queue_server_check_after_game_change(self, live_game: LiveGame) -> None:
        """Queue a check of a server's lists of free seats, if the game's last event may change the lists."""
        if _does_game_affect_seat_lists(live_game):
            self._queue_server_check(live_game.place.guild)

    def recheck_free_seat_lists(self, guild_id: int | None = None) -> None:
        """Queue a check of the lists of free seats on one server; None means all servers."""
        self._backoff.forget_channel_failures_of_server(guild_id)
        if guild_id is None:
            self._checked.clear()
            return
        self._checked.discard(guild_id)
        if guild_id in self.servers:
            self._queue_server_check(guild_id)

    def recheck_seat_lists_after_setting_change(self, guild_id: int) -> None:
        """Queue a check of a server's lists of free seats, because their channels were changed in the settings."""
        self.servers.add(guild_id)
        self.recheck_free_seat_lists(guild_id)

    async def recheck_outdated_free_seat_lists(self) -> None:
        """Queue checks of all servers whose lists of free seats may be outdated."""
        rows = await self._publications.load_published_messages(SURFACE)
        set_for = await load_servers_with_free_seat_lists(self._database)
        self.servers = set_for | {row.guild for row in rows}
        owed = {row.guild for row in rows if row.needs_message_update}
        for guild in self.servers:
            if guild in owed or guild not in self._checked:
                self._queue_server_check(guild)

    async def remove_channel_of_deleted_seat_list(
        self, guild_id: int, channel_id: int, message_ids: Collection[int]
    ) -> None:
        """Remove a channel from the settings if its list of free seats was deleted there."""
        if guild_id not in self.servers:
            return
        try:
            wanted = (await self._guilds.load_server_settings(guild_id)).seat_lists
            for row in await self._publications.load_published_messages(SURFACE, guild_id):
                is_it = row.channel == channel_id and row.message in message_ids
                if is_it and channel_id in wanted:
                    await self._stop_updating_deleted_seat_list(row)
        except StorageError as error:
            log.warning("a list of channel %s may be gone until it changes: %s", channel_id, error)

    async def close(self) -> None:
        """Wait a few seconds for checks that are under way."""
        self._backoff.close()
        await self._checks.close(SHUTDOWN_PATIENCE)

    def _queue_server_check(self, guild_id: int) -> None:
        if find_server_served_by_this_process(self._client, guild_id) is not None:
            self._checks.queue_job(guild_id, None)

    async def _check_server_seat_lists(self, guild_id: int, _unused_job: None) -> None:
        known = guild_id in self._checked
        self._checked.add(guild_id)  # first: a change in the meantime leads to another check
        try:
            await self._update_server_seat_lists(guild_id, only_pending=known)
        except PASSING_ERRORS as error:
            log.warning("the lists of server %s wait for the next minute: %s", guild_id, error)
            self._checked.discard(guild_id)

    # What

    async def _update_server_seat_lists(self, guild_id: int, *, only_pending: bool) -> None:
        server = find_server_served_by_this_process(self._client, guild_id)
        if server is None:
            return
        settings = await self._guilds.load_server_settings(guild_id)
        rows = {row.channel: row for row in await self._publications.load_published_messages(SURFACE, guild_id)}
        for channel in settings.seat_lists:
            if channel not in rows:
                rows[channel] = build_free_seat_list_message(guild_id, channel)
                await self._publications.add_published_message(rows[channel])
        if only_pending and not any(row.needs_message_update for row in rows.values()):
            return
        every = await load_joinable_games(self._database, guild_id) if settings.seat_lists else []
        for row in rows.values():
            if not await self._try_update_seat_list(server, settings, row, every):
                self._checked.discard(guild_id)

    async def _try_update_seat_list(
        self,
        server: discord.Guild,
        settings: ServerSettings,
        list_message: PublishedMessage,
        joinable_games: Sequence[JoinableGame],
    ) -> bool:
        """Update the list of free seats in a channel; return False if the update must be tried again."""
        place = ChannelAddress(list_message.guild, list_message.channel or 0)
        if self._backoff.must_wait_after_failure(place):
            return False
        try:
            done = await self._update_or_delete_seat_list(server, settings, list_message, joinable_games)
        except PASSING_ERRORS as error:
            log.warning("the list of channel %s is tried again later: %s", list_message.channel, error)
            self._backoff.record_failure(place, is_service_down=is_error_worth_retry(error))
            return False
        self._backoff.record_success(place)
        return done

    async def _update_or_delete_seat_list(
        self,
        server: discord.Guild,
        settings: ServerSettings,
        list_message: PublishedMessage,
        joinable_games: Sequence[JoinableGame],
    ) -> bool:
        assert list_message.channel is not None
        if list_message.channel not in settings.seat_lists:
            retracted = await self._publisher.delete_message(self._surface, list_message)
            if retracted:
                await self._publications.delete_published_message_row(list_message)
            return retracted
        known = server.get_channel(list_message.channel)
        try:
            # If Discord has not told of the channel, ask whether it was deleted.
            home = known or await server.fetch_channel(list_message.channel)
            assert not isinstance(home, discord.Thread)  # the setting has none
            content = await self._render_seat_list(home, settings, joinable_games, list_message.wanted)
            if await self._skip_edit_if_seat_list_unchanged(list_message, content):
                return True
            render = partial(_return_prepared_seat_list, content)
            return await self._publisher.send_or_edit_message(self._surface, list_message, render) is not None
        except (MessageToEditDeletedError, discord.NotFound):
            await self._stop_updating_deleted_seat_list(list_message)
            return True

    async def _render_seat_list(
        self,
        list_channel: discord.abc.GuildChannel,
        settings: ServerSettings,
        joinable_games: Sequence[JoinableGame],
        version: int,
    ) -> MessageContent:
        """Return the content of a channel's list of free seats. Raises `StorageError`.

        The list leaves out games in channels that some of its readers do not see, or that the server has closed to the
        bot.
        """
        found = [
            each
            for each in joinable_games
            if each.count_seats_free_for_player()
            and _can_seat_list_show_game_channel(list_channel, settings, each.channel)
        ]
        text = load_translations_for_server(list_channel.guild, settings)
        hosts = [each.game.host for each in found]
        people = self._people.with_nicknames_of_server(list_channel.guild.id)
        safe = await load_formatter_with_player_names(people, text, hosts)
        bare = await load_formatter_with_player_names(people, text, hosts, escapes_markdown=False)
        embed = seat_list_texts.render_free_seat_list_embed(found, safe)
        view = build_board_layout(embed, seat_list_texts.build_free_seat_list_buttons(found, bare, settings.time_zone))
        said = json.dumps(view.to_components(), sort_keys=True)  # type: ignore[no-untyped-call]
        digest = hashlib.blake2s(said.encode(), digest_size=12).hexdigest()
        return MessageContent(view=view, note={"digest": digest}, shown=version)

    async def _skip_edit_if_seat_list_unchanged(self, list_message: PublishedMessage, content: MessageContent) -> bool:
        """Record that a list's message needs no edit if the list is unchanged; return True in that case."""
        if (
            list_message.needs_new_message
            or list_message.former is not None
            or content.note["digest"] != list_message.digest
        ):
            return False
        if list_message.shown < list_message.wanted:
            await self._publications.mark_message_as_up_to_date(list_message)
        return True

    async def _stop_updating_deleted_seat_list(self, deleted_list_message: PublishedMessage) -> None:
        assert deleted_list_message.channel is not None
        await self._guilds.remove_free_seat_list_channel(deleted_list_message.guild, deleted_list_message.channel)
        await self._publications.delete_published_message_row(deleted_list_message)
        log.info("the list of channel %s was deleted, and stays so", deleted_list_message.channel)
        settings = await self._guilds.load_server_settings(deleted_list_message.guild)
        server = self._client.get_guild(deleted_list_message.guild)
        if settings.log_channel is None or server is None:
            return
        said = load_translations_for_server(server, settings)(
            "find-ended", channel=f"<#{deleted_list_message.channel}>"
        )
        place = self._client.get_partial_messageable(settings.log_channel)
        try:
            await place.send(said, allowed_mentions=NO_PINGS)
        except PASSING_ERRORS as error:
            log.warning("moderators do not read of it in their log channel %s: %s", settings.log_channel, error)


async def _return_prepared_seat_list(
    prepared_content: MessageContent, _list_message: PublishedMessage
) -> MessageContent:
    return prepared_content


def _does_game_affect_seat_lists(live_game: LiveGame) -> bool:
    """Return True if a game's last event may change lists of free seats."""
    game = live_game.game
    return game is not None and (not game.step or is_game_over(game))  # a plan has no steps


def _can_seat_list_show_game_channel(
    list_channel: discord.abc.GuildChannel, settings: ServerSettings, game_channel_id: int
) -> bool:
    """Return True if a list of free seats may show a game: all its readers must see the game's channel."""
    other = list_channel.guild.get_channel_or_thread(game_channel_id)
    return is_channel_allowed(settings, game_channel_id, other) and can_seat_list_readers_see_channel(
        list_channel, other
    )


# Who sees what. Roles and members come and go, so the permissions of the two channels are compared:
# nobody is looked up.

_OVERWRITE_RANKS = {False: 0, None: 1, True: 2}
"""The order of what a channel says of a role or member: it may deny, ignore or allow seeing it."""


def can_seat_list_readers_see_channel(list_channel: discord.abc.GuildChannel, game_channel: object) -> bool:
    """Return True if everybody who can see `list_channel` can surely see `game_channel`.

    This is so if everybody on the server sees `game_channel`, or if no role and no member has more rights to see
    `list_channel`. A thread is seen with its channel, a private one by its own people.
    """
    if isinstance(game_channel, discord.Thread):
        return not game_channel.is_private() and can_seat_list_readers_see_channel(list_channel, game_channel.parent)
    if not isinstance(game_channel, discord.abc.GuildChannel):
        return False  # gone, or nobody knows what it is
    mine = _list_overwrites_of_view_permission(list_channel)
    theirs = _list_overwrites_of_view_permission(game_channel)
    return _is_channel_visible_to_everyone(game_channel, theirs) or all(
        _OVERWRITE_RANKS[theirs.get(each)] >= _OVERWRITE_RANKS[mine.get(each)] for each in {*mine, *theirs}
    )


def _list_overwrites_of_view_permission(server_channel: discord.abc.GuildChannel) -> Mapping[int, bool | None]:
    return {whom.id: each.view_channel for whom, each in server_channel.overwrites.items()}


def _is_channel_visible_to_everyone(channel: discord.abc.GuildChannel, overwrites: Mapping[int, bool | None]) -> bool:
    everyone = channel.guild.default_role
    usual = overwrites.get(everyone.id)
    given = everyone.permissions.view_channel if usual is None else usual
    return given and False not in overwrites.values()
