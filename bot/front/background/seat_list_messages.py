"""The messages that show who has a seat left, on Discord: what they say, sent, edited, deleted."""

import contextlib
import hashlib
import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import discord
from discord import ui

from bot.front.background.audience import sees_too
from bot.front.background.board_messages import THREAD_ARCHIVED, TOO_MANY_OLD_EDITS
from bot.front.background.budget import Budget
from bot.front.background.own_messages import find_own_messages, list_custom_ids
from bot.front.background.post_channels import MessageGone
from bot.front.background.role_troubles import find_catalogue
from bot.front.background.used_channels import is_used_in
from bot.front.rendering import vacancies
from bot.front.rendering.board_layout import make_layout
from bot.front.rendering.names import name_players
from bot.projections.vacancies import Vacancy
from bot.storage.record.people import People
from bot.storage.servers.guilds import ServerSettings
from bot.storage.servers.seat_lists import SeatList

LOOK_BACK = timedelta(days=14)
"""How old a message may be that nobody knows of: it was sent before a crash, or by a bot whose
database is another one."""


class Listing(NamedTuple):
    """What a list says, and what tells that from anything else that it could say."""

    view: ui.LayoutView
    looks: str


class SeatListMessages:
    """What the bot does with these messages. Every method raises what discord.py does."""

    def __init__(self, client: discord.Client, people: People, budget: Budget) -> None:
        self._client = client
        self._people = people
        self._budget = budget

    async def render(
        self,
        home: discord.abc.GuildChannel,
        settings: ServerSettings,
        every: Sequence[Vacancy],
    ) -> Listing:
        """Return what the list of a channel says. Raises `StorageError`.

        It has nothing of a channel that not all who read it see, or that is closed to the bot.
        """
        found = [
            each for each in every if each.count_free() and _may_tell(home, settings, each.channel)
        ]
        text = find_catalogue(home.guild, settings)
        hosts = [each.game.host for each in found]
        safe = await name_players(self._people, text, hosts)
        bare = await name_players(self._people, text, hosts, safe=False)
        embed = vacancies.render_list(found, safe)
        items = vacancies.make_list_items(found, bare, settings.zone)
        view = make_layout(embed, items)
        said = json.dumps(view.to_components(), sort_keys=True)  # type: ignore[no-untyped-call]
        return Listing(view, _digest(said))

    async def send(self, shown: SeatList, listing: Listing) -> int:
        """Send the message that follows the one there is; of two with one nonce Discord sends one.

        After a crash it may be the one of that time, with what there was to say then.
        """
        await self._budget.take_turn()
        message = await self._find_channel(shown.channel).send(
            view=listing.view,
            allowed_mentions=discord.AllowedMentions.none(),
            nonce=_digest(f"list:{shown.channel}:{shown.message}"),
        )
        return message.id

    async def edit(self, shown: SeatList, listing: Listing) -> bool:
        """Change the message there is; return False if that cannot be, while one can be sent.

        Raises `MessageGone`.
        """
        assert shown.message is not None
        await self._budget.take_turn()
        message = self._find_channel(shown.channel).get_partial_message(shown.message)
        try:
            await message.edit(view=listing.view, allowed_mentions=discord.AllowedMentions.none())
        except discord.NotFound as error:
            raise MessageGone from error
        except discord.HTTPException as error:
            if error.code not in (TOO_MANY_OLD_EDITS, THREAD_ARCHIVED):
                raise
            return False
        return True

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message, if it is still there."""
        await self._budget.take_turn()
        with contextlib.suppress(discord.NotFound):
            await self._find_channel(channel).get_partial_message(message).delete()

    async def find_sent(self, shown: SeatList, now: datetime) -> int | None:
        """Return the newest list in a channel that nobody knows of.

        None if there is none, or if the channel's history is not to be read.
        """
        found = None
        since = shown.tried or now - LOOK_BACK
        await self._budget.take_turn()
        with contextlib.suppress(discord.Forbidden):
            async for message in find_own_messages(
                self._client, shown.channel, since, shown.message
            ):
                if vacancies.ALL in list_custom_ids(message.components):
                    found = message.id
        return found

    def _find_channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)


def _may_tell(home: discord.abc.GuildChannel, settings: ServerSettings, channel: int) -> bool:
    """Whether a list may tell of a game in a channel or thread."""
    other = home.guild.get_channel_or_thread(channel)
    return is_used_in(settings, channel, other) and sees_too(home, other)


def _digest(said: str) -> str:
    return hashlib.blake2s(said.encode(), digest_size=12).hexdigest()
