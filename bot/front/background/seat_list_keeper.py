"""Keeps the messages that show who has a seat left: one in each channel that a server has set.

What should stand there follows from the settings, from what is open, and from what the channel's
readers see; what does stand there is written down. A server is looked at when something of that
has changed, and once a minute where it may have been missed.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from datetime import datetime

import discord

from bot.front.background.loaded_servers import find_loaded
from bot.front.background.post_channels import MessageGone
from bot.front.background.retry import LAST_TRY, PASSING, Backoff
from bot.front.background.role_troubles import find_catalogue
from bot.front.background.seat_list_updater import SeatListUpdater
from bot.projections.vacancies import Vacancy, read_vacancies
from bot.reconciler import Reconciler
from bot.rulebooks import is_over
from bot.service.live_game import LiveGame, Place
from bot.storage.engine.database import Database
from bot.storage.engine.errors import StorageError
from bot.storage.engine.moments import to_milliseconds
from bot.storage.servers.guilds import Guilds, ServerSettings
from bot.storage.servers.seat_lists import SeatList, SeatLists

log = logging.getLogger(__name__)

AT_ONCE = 4
"""Servers that are seen to at the same time."""


class SeatListKeeper:
    """The lists of all servers; there are `apart` seconds between two edits of one."""

    def __init__(
        self,
        client: discord.Client,
        database: Database,
        lists: SeatLists,
        guilds: Guilds,
        updater: SeatListUpdater,
        now: Callable[[], datetime],
        apart: float,
    ) -> None:
        self._client = client
        self._database = database
        self._lists = lists
        self._guilds = guilds
        self._updater = updater
        self._now = now
        self._servers: set[int] = set()  # that have set a channel, as far as is known
        self._looked: set[int] = set()  # whose lists are right, but for what is owed
        self._closes: dict[int, int] = {}  # when something shown can be joined no more, first
        self._looks = Reconciler[int, None](self._look_at, apart=apart, at_once=AT_ONCE)
        self._backoff = Backoff[Place]()

    # When

    def notice(self, live: LiveGame) -> None:
        """Look at the server of a game that changed, if people can join it, or could lately."""
        if live.place.guild in self._servers and _may_matter(live):
            self._mark(live.place.guild)

    def retry(self, guild: int | None = None) -> None:
        """Look where something else has changed: settings, who sees what, what the bot may do."""
        if guild is None:
            self._backoff.end_all()
            self._looked.clear()
            return
        self._backoff.end_where(lambda place: place.guild == guild)
        self._looked.discard(guild)
        if guild in self._servers:
            self._mark(guild)

    def follow_setting(self, guild: int) -> None:
        """Look at a server that has set a channel, or does not want one any more."""
        self._servers.add(guild)
        self.retry(guild)

    async def catch_up(self) -> None:
        """Look at the servers where something is owed, or may have been missed."""
        shown = await self._lists.find_all()
        self._servers = await self._lists.find_servers() | {each.guild for each in shown}
        owed = {each.guild for each in shown if each.is_owed}
        now = to_milliseconds(self._now())
        for guild in [guild for guild, closes in self._closes.items() if closes < now]:
            self._looked.discard(guild)
            del self._closes[guild]
        for guild in self._servers:
            if guild in owed or guild not in self._looked:
                self._mark(guild)

    async def note_deleted(self, guild: int, channel: int, messages: Collection[int]) -> None:
        """End the setting of a channel whose list is among the messages that somebody deleted."""
        if guild not in self._servers:
            return
        try:
            wanted = (await self._guilds.read_settings(guild)).seat_lists
            for each in await self._lists.find_all(guild):
                is_it = each.channel == channel and each.message in messages
                if is_it and channel in wanted:
                    await self._end(each)
        except StorageError as error:
            log.error("a list of channel %s may be gone until it changes: %s", channel, error)

    async def close(self) -> None:
        """Wait a moment for what is being done; the rest stays owed."""
        await self._looks.close(LAST_TRY)

    def _mark(self, guild: int) -> None:
        if find_loaded(self._client, guild) is not None:
            self._looks.mark(guild, None)

    async def _look_at(self, guild: int, _: None) -> None:
        known = guild in self._looked
        self._looked.add(guild)  # first: what changes meanwhile is looked at again
        try:
            await self._follow(guild, known=known)
        except PASSING as error:
            log.warning("the lists of server %s have to wait: %s", guild, error)
            self._looked.discard(guild)

    # What

    async def _follow(self, guild: int, *, known: bool) -> None:
        """Bring the lists of a server up to date: what is wanted is read before what there is.

        Where those are `known` to be right that are not owed, nothing else is done.
        """
        server = find_loaded(self._client, guild)
        if server is None:
            return
        settings = await self._guilds.read_settings(guild)
        shown = {each.channel: each for each in await self._lists.find_all(guild)}
        for channel in settings.seat_lists:
            if channel not in shown:
                shown[channel] = SeatList(channel, guild)
                await self._lists.add(shown[channel])
        if known and not any(each.is_owed for each in shown.values()):
            return
        now = to_milliseconds(self._now())
        every = await read_vacancies(self._database, guild, now) if settings.seat_lists else []
        if closing := [each.closes for each in every if each.closes is not None]:
            self._closes[guild] = min(closing)
        for each in shown.values():
            if not await self._try(server, settings, each, every):
                self._looked.discard(guild)

    async def _try(
        self,
        server: discord.Guild,
        settings: ServerSettings,
        shown: SeatList,
        every: Sequence[Vacancy],
    ) -> bool:
        """Whether a list is right now; one channel's trouble is not the next one's."""
        place = Place(shown.guild, shown.channel)
        if self._backoff.is_resting(place):
            return False
        try:
            await self._follow_one(server, settings, shown, every)
        except PASSING as error:
            log.warning("the list of channel %s has to wait: %s", shown.channel, error)
            self._backoff.rest(place)
            return False
        self._backoff.end(place)
        return True

    async def _follow_one(
        self,
        server: discord.Guild,
        settings: ServerSettings,
        shown: SeatList,
        every: Sequence[Vacancy],
    ) -> None:
        if shown.channel not in settings.seat_lists:
            await self._updater.take_away(shown)
            return
        known = server.get_channel(shown.channel)
        try:
            # Where Discord has not told of it, it is asked whether it was deleted.
            home = known or await server.fetch_channel(shown.channel)
            assert not isinstance(home, discord.Thread)  # the setting has none
            await self._updater.draw(home, settings, shown, every)
        except (MessageGone, discord.NotFound):
            await self._end(shown)

    async def _end(self, shown: SeatList) -> None:
        """End a channel's setting: somebody deleted the message, and it stays so."""
        await self._guilds.end_seat_list(shown.guild, shown.channel)
        await self._lists.drop(shown.channel)
        log.info("the list of channel %s was deleted, and stays so", shown.channel)
        settings, server = (
            await self._guilds.read_settings(shown.guild),
            self._client.get_guild(shown.guild),
        )
        if settings.log_channel is None or server is None:
            return
        said = find_catalogue(server, settings)("find-ended", channel=f"<#{shown.channel}>")
        place = self._client.get_partial_messageable(settings.log_channel)
        try:
            await place.send(said, allowed_mentions=discord.AllowedMentions.none())
        except PASSING as error:
            log.warning("no log in channel %s: %s", settings.log_channel, error)


def _may_matter(live: LiveGame) -> bool:
    """Whether a list may look otherwise after a game's last event; what it owes the rows say."""
    game = live.game
    return game is not None and (game.step <= 1 or is_over(game))  # a plan has no steps
