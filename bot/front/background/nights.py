"""Nights, when their time comes: they begin, and their pods are opened or closed.

A pod is opened by a delivery of its own, which the log takes once. Its thread belongs to a message
that is sent under a nonce, and found after a crash.
"""

import hashlib
import logging
from collections.abc import Iterator

import discord
from msgspec.structs import replace

from bot.front.background.finished_threads import LONGEST_NAME
from bot.front.background.night_clock import NightClock
from bot.front.background.own_messages import NONCE_LIFETIME, find_own_messages
from bot.front.background.plan_tools import PlanTools, agree_anew
from bot.front.background.retry import PASSING_ERRORS, SHUTDOWN_PATIENCE
from bot.front.rendering.board_layout import find_missing_for_board
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.names import name_players
from bot.front.rendering.pings import NO_PINGS
from bot.i18n import Catalogue
from bot.nights.night import ABANDONED_AFTER, Night, NightPod
from bot.planning.commands import BeginNight, CloseNight, NoteNightPod, VoidNightPod
from bot.planning.plan import Plan
from bot.projections import plans
from bot.reconciler import Reconciler
from bot.rulebooks import is_over
from bot.rules.commands import Close, Open
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame, Place
from bot.service.night_pods import read_round
from bot.service.pod_states import PodState
from bot.service.requests import Request
from bot.storage.engine.moments import to_milliseconds, to_moment
from bot.storage.record.recorded import Recorded

log = logging.getLogger(__name__)

THREAD_EXISTS_CODE = 160004
"""Discord's code for a message that has a thread already, whose id is the message's."""

THREAD_PERMISSIONS = ("send_messages", "create_public_threads")
"""Permissions needed for the threads of a night's pods, besides those for a board in a thread."""


def find_missing_for_threads(channel: object) -> tuple[str, ...] | None:
    """Return the permissions that are missing for threads of a night's pods in a channel.

    None means that such a channel has no threads.
    """
    if not isinstance(channel, discord.TextChannel) or channel.is_news():
        return None
    allowed = channel.permissions_for(channel.guild.me)
    missing = find_missing_for_board(allowed, in_thread=True)
    own = tuple(name for name in THREAD_PERMISSIONS if not getattr(allowed, name))
    return (*missing, *own)


class PlanNights:
    """The nights of all servers.

    The pods of a night are opened by a task of its own, so that other plans do not wait for them.
    """

    def __init__(self, tools: PlanTools) -> None:
        self._tools = tools
        self._clock = NightClock(tools)
        self._pods = Reconciler[tuple[int, int, int], None](self._follow_pods)

    async def close(self) -> None:
        """Wait a moment for the pods that are being opened; all others stay owed."""
        await self._pods.close(SHUTDOWN_PATIENCE)

    async def follow(self, live: LiveGame, plan: Plan, now: int, *, closed: bool) -> LiveGame:
        """Begin a night, call the end of a round, or close a night that nobody leads any more.

        Raises `Refusal` or `StorageError`.
        """
        if not plan.has_begun:
            if closed or not plan.coming:
                return await self._tools.let_lapse(live, series=False)
            return (await self._tools.carry_out(live, BeginNight(now))).live
        if now >= await self._find_last_act(live, plan) + ABANDONED_AFTER:
            return (await self._tools.carry_out(live, CloseNight(now, lapsed=True))).live
        return live if plan.night is None else await self._clock.call_time(live, plan.night, now)

    async def _find_last_act(self, live: LiveGame, plan: Plan) -> int:
        """Return when somebody last acted in a night or in a pod of its current round.

        Raises `StorageError`.
        """
        current = None if plan.night is None else plan.night.current
        pods = () if current is None else current.pods
        states = await read_round(self._tools.service, live.place.guild, pods)
        games = [live, *(each.live for each in states if each.live is not None)]
        return max(to_milliseconds(each.touched) for each in games if each.touched is not None)

    def open_pods(self, live: LiveGame) -> None:
        """Have the owed pods of a night opened, and those that were taken back closed."""
        night = None if live.plan is None else live.plan.night
        if night is not None and (night.owed or night.voided):
            place = live.place
            self._pods.mark((place.guild, place.channel, live.number), None)

    async def _follow_pods(self, key: tuple[int, int, int], _: None) -> None:
        guild, channel, number = key
        place = Place(guild, channel)
        tried = set[int]()
        while pod := await self._find_next(place, number, tried):
            tried.add(pod.serial)
            live = await self._tools.service.find(place, number)
            try:
                await self._follow_pod(live, pod)
            except Refusal as refusal:
                log.info("a pod of the night in %s waits: %s", channel, refusal.code)
            except PASSING_ERRORS as error:  # it stays owed
                log.warning("a pod of the night in %s waits: %s", channel, error)

    async def _find_next(self, place: Place, number: int, tried: set[int]) -> NightPod | None:
        """Return a pod to close or to open that was not tried yet, after what has changed."""
        plan = (await self._tools.service.find(place, number)).plan
        if plan is None or plan.night is None or plan.cancelled is not None:
            return None
        todo = (*plan.night.voided, *plan.night.owed)
        return next((pod for pod in todo if pod.serial not in tried), None)

    async def _follow_pod(self, live: LiveGame, pod: NightPod) -> None:
        """Close a pod that was taken back, or open one that is owed."""
        tools = self._tools
        plan = live.plan
        assert plan is not None
        assert plan.night is not None
        delivery = plans.number_pod(live.place.channel, live.number, pod.serial)
        opened = await plans.load_delivered(tools.database, delivery)
        if plan.night.find_pod(pod.serial) is None:
            if opened is not None:
                await self._close_pod(live.place.guild, pod, opened)
            await tools.carry_out(live, VoidNightPod(pod.serial))
            return
        opened = opened or await self._open(live, plan, plan.night, pod, delivery)
        if opened is not None:
            note = NoteNightPod(pod.serial, opened.channel, opened.pod)
            await tools.carry_out(live, note)

    async def _close_pod(self, guild: int, pod: NightPod, opened: Recorded) -> None:
        """Close a pod that was taken back; one with a report goes on as any other pod."""

        def ask(_: Player, live: LiveGame) -> Close:
            if PodState(pod, live).has_report:
                raise Refusal("night-reported")
            return Close()

        place = Place(guild, opened.channel)
        try:
            await self._tools.service.do(Request(place, None, ask, pod=opened.pod))
        except Refusal as refusal:
            log.info("a pod in %s is left as it is: %s", place.channel, refusal.code)

    async def _open(
        self, live: LiveGame, plan: Plan, night: Night, pod: NightPod, delivery: int
    ) -> Recorded | None:
        """Open the lobby of a pod, in which all its players sit.

        Return None if there is no room for it now. Raises `Refusal` or one of `PASSING_ERRORS`.
        """
        tools = self._tools
        here = tools.people.on(live.place.guild)
        acting = dict.fromkeys(map(plan.find_actor, pod.players))
        known = await here.find_people([*pod.players, *acting])
        players = tuple(player for player in pod.players if player in known)
        called = tuple(player for player in acting if player in known)
        if not players or not called:  # all were forgotten
            return None
        text = await tools.read_words(live, await tools.read_origin(live))
        title = name_pod(night, pod, text)
        words = await name_players(here, text, players)
        named = " ".join(known[player].mention or words.name(player) for player in players)
        place = await self._find_place(live, night, pod, title, named)
        if place is None or not is_over((await tools.service.find_current(place)).game):
            return None
        settings = await tools.guilds.read_settings(place.guild)
        setup = replace(
            agree_anew(plan.setup, settings), title=title, size=len(pod.players), invited=players
        )
        guests = {player: plan.guests[player] for player in players if player in plan.guests}
        host = next((player for player in players if player not in guests), called[0])
        opening = Open(setup, host, players, guests=guests, called=called)
        done = await tools.deliver(
            place, known[host], opening, delivery, home=live.place, text=text
        )
        return done.recorded

    async def _find_place(
        self, live: LiveGame, night: Night, pod: NightPod, title: str, named: str
    ) -> Place | None:
        """Return where a pod is opened: a thread of the night's channel, or a named channel.

        None means that there is no room now. Raises one of `PASSING_ERRORS`.
        """
        if night.terms.channels:
            return await self._find_channel(live, night)
        channel = self._tools.client.get_channel(live.place.channel)
        if find_missing_for_threads(channel) != ():
            return None
        assert isinstance(channel, discord.TextChannel)
        message = await self._announce(live, night, pod, channel, f"**{title}**\n{named}")
        try:
            await self._tools.budget.take_turn()
            await channel.get_partial_message(message).create_thread(
                name=clean_label(title, LONGEST_NAME)
            )
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS_CODE:
                raise
        return Place(live.place.guild, message)

    async def _announce(
        self,
        live: LiveGame,
        night: Night,
        pod: NightPod,
        channel: discord.TextChannel,
        said: str,
    ) -> int:
        """Send the message whose thread a pod plays in, once; return its id.

        It pings nobody: the board in the thread calls its players. Raises one of `PASSING_ERRORS`.
        """
        tools = self._tools
        seated = max((each.at for each in night.rounds if pod in each.pods), default=0)
        since = to_moment(seated)
        if tools.now() - since >= NONCE_LIFETIME:  # perhaps it was sent before a crash
            taken = {each.channel for each in _list_pods(night)}
            await tools.budget.take_turn()
            async for message in find_own_messages(tools.client, channel.id, since):
                if message.content == said and message.id not in taken:
                    return message.id
        await tools.budget.take_turn()
        name = f"{live.place.channel}:{live.number}:{pod.serial}"
        sent = await channel.send(
            said,
            nonce=hashlib.blake2s(name.encode(), digest_size=12).hexdigest(),
            allowed_mentions=NO_PINGS,
        )
        return sent.id

    async def _find_channel(self, live: LiveGame, night: Night) -> Place | None:
        """Return the first named channel in which nothing is played."""
        for channel in night.terms.channels:
            place = Place(live.place.guild, channel)
            if await self._tools.look_at(place) != "open":
                continue
            if is_over((await self._tools.service.find_current(place)).game):
                return place
        return None


def _list_pods(night: Night) -> Iterator[NightPod]:
    yield from (pod for each in night.rounds for pod in each.pods)
    yield from night.voided


def name_pod(night: Night, pod: NightPod, text: Catalogue) -> str:
    """Return the title of a pod: its round, and its number there."""
    for number, each in enumerate(night.rounds, 1):
        for at, other in enumerate(each.pods, 1):
            if other.serial == pod.serial:
                return text("night-pod", round=number, number=at)
    raise ValueError("no pod of the night")
