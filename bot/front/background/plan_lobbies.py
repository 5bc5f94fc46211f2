"""Opens the lobby of a plan when its time comes, where those sit who came."""

import discord
from msgspec.structs import replace

from bot.front.background.finished_threads import LONGEST_NAME
from bot.front.background.plan_tools import PlanTools
from bot.front.rendering.board_layout import find_missing_for_board
from bot.front.rendering.escaping import clean_label
from bot.planning.commands import Gather, HoldUp
from bot.planning.plan import PATIENCE, Plan
from bot.projections import plans
from bot.projections.plans import PlanOrigin
from bot.rulebooks import is_over
from bot.rules.commands import Open
from bot.rules.events import Opened, Setup
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame, Place
from bot.storage.record.recorded import Recorded
from bot.storage.servers.guilds import ServerSettings

HAS_THREAD = 160004
"""Discord's code for a message that has a thread already, whose id is the message's."""


class PlanLobbies:
    """The lobbies of plans: each is delivered by a number of its plan's own, and so opens once."""

    def __init__(self, tools: PlanTools) -> None:
        self._tools = tools

    async def gather(self, live: LiveGame, plan: Plan, now: int, *, closed: bool) -> LiveGame:
        """Note the lobby in which those sit who came, and open it if it is not there yet."""
        origin = await self._tools.read_origin(live)
        lobby = await plans.load_delivered(self._tools.database, origin.lobby)
        if lobby is None and (closed or not plan.coming or now > plan.at + PATIENCE):
            return await self._tools.let_lapse(live, series=False)
        lobby = lobby or await self._open(live, plan, origin)
        if lobby is None:
            return live if plan.held_up else (await self._tools.carry_out(live, HoldUp())).live
        assert isinstance(lobby.event, Opened)
        gather = Gather(lobby.event.players, lobby.channel, lobby.pod)
        return (await self._tools.carry_out(live, gather)).live

    async def _open(self, live: LiveGame, plan: Plan, origin: PlanOrigin) -> Recorded | None:
        """Open the lobby for its host, by the delivery of the plan's own.

        Returns None while its channel plays something else. Raises `Refusal`.
        """
        place, tools = await self._find_place(live, plan, origin), self._tools
        if not is_over((await tools.service.find_current(place)).game):
            return None
        host = plan.host if plan.host in plan.coming else plan.coming[0]
        person = (await tools.people.find_people([host])).get(host)
        if person is None:  # forgotten; who is in a plan is not
            raise Refusal("no-seat")
        settings = await tools.guilds.read_settings(place.guild)
        others = tuple(player for player in plan.coming if player != host)
        opening = Open(_agree_anew(plan.setup, settings), host, (host, *others))
        text = await tools.read_words(live, origin)
        done = await tools.deliver(place, person, opening, origin.lobby, home=live.place, text=text)
        return done.recorded

    async def _find_place(self, live: LiveGame, plan: Plan, origin: PlanOrigin) -> Place:
        """Return where the lobby opens: in a thread of the plan's message where that is set."""
        settings = await self._tools.guilds.read_settings(live.place.guild)
        channel = self._tools.client.get_channel(live.place.channel)
        message = origin.message
        threads = settings.threads == "thread" and message is not None
        if not threads or not isinstance(channel, discord.TextChannel) or channel.is_news():
            return live.place
        allowed = channel.permissions_for(channel.guild.me)
        if find_missing_for_board(allowed, in_thread=True) or not allowed.create_public_threads:
            return live.place
        assert message is not None
        text = await self._tools.read_words(live, origin)
        name = clean_label(plan.setup.title or text("plan-title"), LONGEST_NAME)
        try:
            await self._tools.budget.take_turn()
            await channel.get_partial_message(message).create_thread(name=name)
        except discord.NotFound:  # the plan's message was deleted
            return live.place
        except discord.HTTPException as error:
            if error.code != HAS_THREAD:
                raise
        return Place(live.place.guild, message)


def _agree_anew(setup: Setup, settings: ServerSettings) -> Setup:
    """Return what was agreed, with how the server settles games now."""
    return replace(
        setup, confirmation=settings.confirmation, dispute_minutes=settings.dispute_minutes
    )
