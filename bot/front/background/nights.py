"""Nights, when their time comes: they begin, and their pods are opened or closed.

A pod is opened by a delivery of its own, which the log takes once.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from msgspec.structs import replace

from bot.front.background.night_clock import NightClock
from bot.front.background.night_threads import PodThreads, ThreadMaker
from bot.front.background.plan_tools import PlanTools, agree_anew
from bot.front.background.retry import PASSING_ERRORS, SHUTDOWN_PATIENCE
from bot.front.rendering.names import name_players
from bot.i18n import Catalogue
from bot.nights.night import ABANDONED_AFTER, Night, NightPod
from bot.planning.night_course import BeginNight, CloseNight
from bot.planning.night_rounds import NoteNightPod, VoidNightPod
from bot.planning.plan import Plan
from bot.projections import plans
from bot.reconciler import Reconciler
from bot.rulebooks import is_over
from bot.rules.closing import Close
from bot.rules.facts import Player
from bot.rules.lobby import Open
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame, Place
from bot.service.night_pods import read_round
from bot.service.pod_states import PodState
from bot.service.requests import Request
from bot.storage.engine.moments import to_milliseconds
from bot.storage.record.recorded import Recorded

log = logging.getLogger(__name__)

GatherBoard = Callable[[Place, int], AbstractContextManager[None]]
"""Draw the board of a game, by its number, once for the many changes within a block."""


class PlanNights:
    """The nights of all servers.

    The pods of a night are opened by a task of its own, so that other plans do not wait for them.
    """

    def __init__(
        self, tools: PlanTools, wake: Callable[[], None], gather_board: GatherBoard
    ) -> None:
        """Store `wake`, which has the keeper look for plans that are due."""
        self._tools = tools
        self._wake = wake
        self._gather_board = gather_board
        self._clock = NightClock(tools)
        self._maker = ThreadMaker(tools.client)
        self._pods = Reconciler[tuple[int, int, int], None](self._follow_pods)

    async def close(self) -> None:
        """Wait a moment for the pods that are being opened; all others stay owed."""
        await self._pods.close(SHUTDOWN_PATIENCE)
        self._maker.close()

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
        with self._gather_board(place, number):
            await self._follow_each(place, number, tried)
        if tried and not await self._list_owed(place, number):
            self._wake()  # the end of the round is due next, perhaps soon

    async def _follow_each(self, place: Place, number: int, tried: set[int]) -> None:
        """Close or open each pod that is owed, or becomes so; note in `tried` which these are."""
        threads = PodThreads(self._tools, self._maker)
        while pod := await self._find_next(place, number, tried):
            tried.add(pod.serial)
            live = await self._tools.service.find(place, number)
            try:
                await self._follow_pod(live, pod, threads)
            except Refusal as refusal:
                log.info("a pod of the night in %s waits: %s", place.channel, refusal.code)
            except PASSING_ERRORS as error:  # it stays owed
                log.warning("a pod of the night in %s waits: %s", place.channel, error)

    async def _find_next(self, place: Place, number: int, tried: set[int]) -> NightPod | None:
        """Return a pod to close or to open that was not tried yet, after what has changed."""
        todo = await self._list_owed(place, number)
        return next((pod for pod in todo if pod.serial not in tried), None)

    async def _list_owed(self, place: Place, number: int) -> Sequence[NightPod]:
        """Return the pods to close, then those to open."""
        plan = (await self._tools.service.find(place, number)).plan
        if plan is None or plan.night is None or plan.cancelled is not None:
            return ()
        return (*plan.night.voided, *plan.night.owed)

    async def _follow_pod(self, live: LiveGame, pod: NightPod, threads: PodThreads) -> None:
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
        opened = opened or await self._open(live, plan.night, pod, delivery, threads)
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
        self,
        live: LiveGame,
        night: Night,
        pod: NightPod,
        delivery: int,
        threads: PodThreads,
    ) -> Recorded | None:
        """Open the lobby of a pod, in which all its players sit.

        Return None if there is no room for it now. Raises `Refusal` or one of `PASSING_ERRORS`.
        """
        tools = self._tools
        plan = live.plan
        assert plan is not None
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
        place = await self._find_place(live, night, pod, title, named, threads)
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
        self,
        live: LiveGame,
        night: Night,
        pod: NightPod,
        title: str,
        named: str,
        threads: PodThreads,
    ) -> Place | None:
        """Return where a pod is opened: a thread of the night's channel, or a named channel.

        None means that there is no room now. Raises one of `PASSING_ERRORS`.
        """
        if night.terms.channels:
            return await self._find_channel(live, night)
        thread = await threads.make(live, night, pod, title, named)
        return None if thread is None else Place(live.place.guild, thread)

    async def _find_channel(self, live: LiveGame, night: Night) -> Place | None:
        """Return the first named channel in which nothing is played."""
        for channel in night.terms.channels:
            place = Place(live.place.guild, channel)
            if await self._tools.look_at(place) != "open":
                continue
            if is_over((await self._tools.service.find_current(place)).game):
                return place
        return None


def name_pod(night: Night, pod: NightPod, text: Catalogue) -> str:
    """Return the title of a pod: its round, and its number there."""
    for number, each in enumerate(night.rounds, 1):
        for at, other in enumerate(each.pods, 1):
            if other.serial == pod.serial:
                return text("night-pod", round=number, number=at)
    raise ValueError("no pod of the night")
