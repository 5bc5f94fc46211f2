"""Plans among a server's scheduled events, Discord's own list of what is to come, where wanted.

One is owed until the log says that it is there, or why it is not. Discord knows no nonce for these:
before one is made it is looked for among the server's, by its mark, as a crash may have come before
it was noted. One that somebody deletes is not made again.
"""

import logging
from datetime import timedelta
from typing import Literal

import discord
from discord import EntityType, EventStatus, PrivacyLevel, ScheduledEvent

from bot.front.background.loaded_servers import find_loaded
from bot.front.background.plan_tools import PlanTools
from bot.front.background.retry import PASSING, Backoff, is_passing
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.plan_board import name_listing
from bot.planning.commands import NoteListing
from bot.planning.events import Listed, PlanListed
from bot.planning.plan import Plan
from bot.service.live_game import LiveGame, Place
from bot.storage.engine.errors import StorageError
from bot.storage.engine.moments import to_moment

log = logging.getLogger(__name__)

LASTS = timedelta(hours=4)
"""What Discord wants to know of an event that is in no voice channel, and nobody does of a game."""

LONGEST_NAME = 100
"""Characters of a scheduled event's name, Discord's limit."""

FULL = 30038
"""Discord's code for a server that has a hundred scheduled events."""

Obstacle = Literal["permission", "hidden"]


def find_obstacle(guild: discord.Guild | None, channel: int) -> Obstacle | None:
    """Return what keeps plans of a channel from being listed, as far as is known.

    Everybody on a server sees its events, so a channel that not everybody sees has none.
    """
    found = None if guild is None else guild.get_channel_or_thread(channel)
    if guild is None or found is None:
        return "hidden"
    private = isinstance(found, discord.Thread) and found.is_private()
    if private or not found.permissions_for(guild.default_role).view_channel:
        return "hidden"
    mine = guild.me.guild_permissions
    return None if mine.create_events or mine.manage_events else "permission"


class PlanListings:
    """The scheduled events of all plans."""

    def __init__(self, tools: PlanTools) -> None:
        self._tools = tools
        self._backoff = Backoff[tuple[int, int]]()

    async def follow(self, live: LiveGame, plan: Plan) -> LiveGame:
        """Make a plan's event, or let it follow the plan's end; return the plan as it is then.

        What Discord does not take now stays owed, and keeps the plan from nothing. Raises
        `StorageError`.
        """
        key = (live.place.channel, live.number)
        guild = find_loaded(self._tools.client, live.place.guild)
        if guild is None or self._backoff.is_resting(key):
            return live
        try:
            if plan.listed is None:
                noted = await self._make(guild, live, plan)
            else:
                noted = await self._change(guild, plan, plan.listed)
        except StorageError:
            raise
        except PASSING as error:
            log.warning("the event of the plan in %s waits: %s", live.place.channel, error)
            self._backoff.rest(key)
            return live
        self._backoff.end(key)
        done = await self._tools.carry_out(live, noted)
        if plan.listed is None and done.plan.owes_listing:  # the plan was over before it was noted
            return await self.follow(done.live, done.plan)
        return done.live

    async def _make(self, guild: discord.Guild, live: LiveGame, plan: Plan) -> NoteListing:
        """Make an event that is not there yet, if it is still time. Raises one of `PASSING`."""
        begins = to_moment(plan.at)
        late = not plan.is_open or begins <= self._tools.now()
        mark = f"{live.place.channel}/{live.number}"
        text = await self._tools.read_words(live, await self._tools.read_origin(live))
        about = text("plan-listing-about", place=_link(live.place))
        try:
            found = await self._find(guild, mark)
            if found is None and (late or find_obstacle(guild, live.place.channel)):
                return NoteListing(trouble="refused")
            if found is None:
                await self._tools.budget.take_turn()
                found = await guild.create_scheduled_event(
                    name=clean_label(name_listing(plan.setup, text), LONGEST_NAME),
                    description=f"{about}\n{mark}",
                    start_time=begins,
                    end_time=begins + LASTS,
                    entity_type=EntityType.external,
                    privacy_level=PrivacyLevel.guild_only,
                    location=_link(live.place),
                )
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            log.info("no event for the plan in %s: %s", live.place.channel, error)
            return NoteListing(trouble="full" if error.code == FULL else "refused")
        return NoteListing(found.id)

    async def _find(self, guild: discord.Guild, mark: str) -> ScheduledEvent | None:
        """Return the bot's event with that mark, if one was made before a crash."""
        await self._tools.budget.take_turn()
        me = self._tools.client.user
        for each in await guild.fetch_scheduled_events(with_counts=False):
            mine = me is not None and each.creator_id == me.id
            if mine and (each.description or "").endswith(f"\n{mark}"):
                return each
        return None

    async def _change(self, guild: discord.Guild, plan: Plan, listed: PlanListed) -> NoteListing:
        """Begin the event of a plan that has its table, or call it off. Raises one of `PASSING`."""
        shows: Listed = "cancelled" if plan.gathered is None else "gathered"
        try:
            await self._tools.budget.take_turn()
            event = await guild.fetch_scheduled_event(listed.listing, with_counts=False)
            await self._tools.budget.take_turn()
            if plan.gathered is None:
                await _call_off(event)
            else:
                await _begin(event, _link(Place(guild.id, plan.gathered.channel)))
        except discord.NotFound:  # somebody deleted it
            return NoteListing(listed.listing, shows, "gone")
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            log.info("the event of a plan on %s stays as it is: %s", guild.id, error)
            return NoteListing(listed.listing, shows, "refused")
        return NoteListing(listed.listing, shows)


async def _begin(event: ScheduledEvent, table: str) -> None:
    """Say where it is; Discord may have begun it by itself."""
    if event.status is EventStatus.scheduled:
        await event.edit(status=EventStatus.active, location=table)
    elif event.status is EventStatus.active and event.location != table:
        await event.edit(location=table)


async def _call_off(event: ScheduledEvent) -> None:
    if event.status is EventStatus.scheduled:
        await event.cancel()
    elif event.status is EventStatus.active:
        await event.end()


def _link(place: Place) -> str:
    return f"https://discord.com/channels/{place.guild}/{place.channel}"
