"""Reminders of plans: a direct message, once, to those who asked for it.

One is owed until the log says that it was sent. Whoever sends it again after a crash sends it under
the same nonce, or finds the one that was sent.
"""

import hashlib
import logging
from collections.abc import Callable
from datetime import datetime

import discord

from bot.front.background.own_messages import NONCE_HOLDS, find_own_messages
from bot.front.background.retry import PASSING, is_passing
from bot.front.rendering.plan_board import format_when
from bot.i18n import DEFAULT, Catalogue, find_locale, load_catalogue
from bot.planning.commands import NoteReminder, PlanCommand
from bot.planning.plan import BEFORE, Plan
from bot.projections import plans
from bot.service.live_game import LiveGame
from bot.service.requests import Done, Request
from bot.service.service import Service
from bot.storage.engine.database import Database
from bot.storage.engine.moments import to_moment
from bot.storage.record.people import People, Person
from bot.storage.servers.guilds import Guilds

log = logging.getLogger(__name__)


class PlanReminders:
    """The reminders of all plans."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        people: People,
        guilds: Guilds,
        database: Database,
        now: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._service = service
        self._people = people
        self._guilds = guilds
        self._database = database
        self._now = now

    async def read_words(self, live: LiveGame) -> tuple[Catalogue, int | None]:
        """Return the catalogue in which a plan speaks, and its message if it is posted."""
        settings = await self._guilds.read_settings(live.place.guild)
        spoken, message = await plans.find_message(self._database, live.place.channel, live.number)
        return load_catalogue(settings.language or find_locale(spoken) or DEFAULT), message

    async def send_all(self, live: LiveGame, plan: Plan) -> None:
        """Send what is owed; what Discord does not take now stays so. Raises `StorageError`."""
        if not plan.to_remind:
            return
        known = await self._people.find_people(plan.to_remind)
        said = await self._render_reminder(live, plan)
        for player in plan.to_remind:
            try:
                reached = player in known and await self._remind(live, plan, known[player], said)
            except PASSING as error:  # it stays owed
                log.warning("a reminder of the plan in %s waits: %s", live.place.channel, error)
            else:
                await carry_out(self._service, live, NoteReminder(player, reached))

    async def _render_reminder(self, live: LiveGame, plan: Plan) -> str:
        text, message = await self.read_words(live)
        place = f"<#{live.place.channel}>"
        if message is not None:
            where = f"{live.place.guild}/{live.place.channel}/{message}"
            place = f"https://discord.com/channels/{where}"
        return text("plan-reminder", when=format_when(plan.at, "R"), place=place)

    async def _remind(self, live: LiveGame, plan: Plan, person: Person, said: str) -> bool:
        """Send a direct message once; return whether it was taken. Raises one of `PASSING`."""
        try:
            channel = await self._client.create_dm(discord.Object(person.discord_id))
            since = to_moment(plan.at - BEFORE)
            if self._now() - since >= NONCE_HOLDS:  # perhaps it was sent before a crash
                async for message in find_own_messages(self._client, channel.id, since):
                    if message.content == said:
                        return True
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


async def carry_out(service: Service, live: LiveGame, command: PlanCommand) -> Done:
    """Carry out a command of the bot's own for a plan. Raises `Refusal` or `StorageError`."""
    ask = Request(live.place, None, lambda *_: command, pod=live.number, earlier=True)
    return await service.do(ask)
