"""Brings one list of free seats up to date; crashes lose nothing, and send nothing twice.

What is done on Discord is noted in an order that lets the next attempt find out where the one
before broke off.
"""

from collections.abc import Callable, Sequence
from datetime import datetime

import discord
from msgspec.structs import replace

from bot.front.background.own_messages import NONCE_HOLDS
from bot.front.background.seat_list_messages import SeatListMessages
from bot.projections.vacancies import Vacancy
from bot.storage.servers.guilds import ServerSettings
from bot.storage.servers.seat_lists import SeatList, SeatLists


class SeatListUpdater:
    """Draws lists of free seats."""

    def __init__(
        self, lists: SeatLists, messages: SeatListMessages, now: Callable[[], datetime]
    ) -> None:
        self._lists = lists
        self._messages = messages
        self._now = now

    async def draw(
        self,
        home: discord.abc.GuildChannel,
        settings: ServerSettings,
        shown: SeatList,
        every: Sequence[Vacancy],
    ) -> None:
        """Bring a list up to date: edited where it stands, or sent anew.

        Raises what discord.py does, `MessageGone`, and `StorageError`.
        """
        listing = await self._messages.render(home, settings, every)
        shown = await self._find_sent(shown)
        drawn = replace(shown, shown=shown.wanted, looks=listing.looks)
        if shown.is_being_sent or (
            listing.looks != shown.looks and not await self._messages.edit(shown, listing)
        ):
            tried = replace(shown, former=shown.message, tried=self._now())
            await self._lists.put(tried)  # first: a crash has it looked for
            message = await self._messages.send(tried, listing)
            drawn = replace(drawn, message=message, former=tried.former, tried=None)
            if shown.tried is not None:
                # Discord may have known its nonce: what stands there is of the time of a crash.
                drawn = replace(drawn, shown=0, looks=None)
        if drawn != shown:
            await self._lists.put(drawn)
        if drawn.former is not None:
            await self._messages.delete(drawn.channel, drawn.former)
            await self._lists.put(replace(drawn, former=None))

    async def _find_sent(self, shown: SeatList) -> SeatList:
        """Return a list with its message, if one was sent by somebody who could not note it."""
        now = self._now()
        if not shown.is_being_sent or (shown.tried and now - shown.tried < NONCE_HOLDS):
            return shown
        found = await self._messages.find_sent(shown, now)
        if found is None:
            return shown
        return replace(shown, message=found, former=shown.message, looks=None, tried=None)

    async def take_away(self, shown: SeatList) -> None:
        """Delete the message of a channel that wants none any more."""
        shown = await self._find_sent(shown)
        await self._lists.put(shown)
        for message in {shown.message, shown.former} - {None}:
            assert message is not None
            await self._messages.delete(shown.channel, message)
        await self._lists.drop(shown.channel)
