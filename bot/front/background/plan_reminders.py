"""Reminders of plans: a direct message, once, to those who asked for it.

One is owed until the log says that it was sent. Whoever sends it again after a crash sends it under
the same nonce, or finds the one that was sent.
"""

import hashlib
import logging

import discord

from bot.front.background.own_messages import NONCE_HOLDS, find_own_messages
from bot.front.background.plan_tools import PlanTools
from bot.front.background.retry import PASSING, is_passing
from bot.front.rendering.plan_board import format_when
from bot.planning.commands import NoteReminder
from bot.planning.plan import BEFORE, Plan
from bot.service.live_game import LiveGame
from bot.storage.engine.moments import to_moment
from bot.storage.record.people import Person

log = logging.getLogger(__name__)


class PlanReminders:
    """The reminders of all plans."""

    def __init__(self, tools: PlanTools) -> None:
        self._tools = tools

    async def send_all(self, live: LiveGame, plan: Plan) -> None:
        """Send what is owed; what Discord does not take now stays so. Raises `StorageError`."""
        if not plan.to_remind:
            return
        known = await self._tools.people.find_people(plan.to_remind)
        said = await self._render_reminder(live, plan)
        for player in plan.to_remind:
            try:
                reached = player in known and await self._remind(live, plan, known[player], said)
            except PASSING as error:  # it stays owed
                log.warning("a reminder of the plan in %s waits: %s", live.place.channel, error)
            else:
                await self._tools.carry_out(live, NoteReminder(player, reached))

    async def _render_reminder(self, live: LiveGame, plan: Plan) -> str:
        """Return words that a crash does not change: the message, which moves, is not in them."""
        text = await self._tools.read_words(live, await self._tools.read_origin(live))
        place = f"<#{live.place.channel}>"
        return text("plan-reminder", when=format_when(plan.at, "R"), place=place)

    async def _remind(self, live: LiveGame, plan: Plan, person: Person, said: str) -> bool:
        """Send a direct message once; return whether it was taken. Raises one of `PASSING`."""
        tools = self._tools
        try:
            await tools.budget.take_turn()
            channel = await tools.client.create_dm(discord.Object(person.discord_id))
            since = to_moment(plan.at - BEFORE)
            if tools.now() - since >= NONCE_HOLDS:  # perhaps it was sent before a crash
                await tools.budget.take_turn()
                async for message in find_own_messages(tools.client, channel.id, since):
                    if message.content == said:
                        return True
            await tools.budget.take_turn()
            nonce = f"{live.place.channel}:{live.number}:{person.id}"
            await channel.send(
                said, nonce=hashlib.blake2s(nonce.encode(), digest_size=12).hexdigest()
            )
        except PASSING as error:
            if is_passing(error):
                raise
            log.info("somebody takes no reminder of the plan in %s", live.place.channel)
            return False
        return True
