"""The background work of nights: they begin, and their pods are opened or closed.

A pod is opened by a delivery of its own, which the log takes once.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from msgspec.structs import replace

from bot.basics.reconciler import JobQueue
from bot.front.nights.night_threads import NightPodThreads, ThreadCreator
from bot.front.nights.plan_services import PlanServices, update_confirmation_rules
from bot.front.nights.round_timer import RoundTimer
from bot.front.publishing.retries import PASSING_ERRORS, SHUTDOWN_PATIENCE
from bot.front.ui.player_names import load_name_formatter
from bot.i18n import Catalogue
from bot.nights.night import ABANDONED_AFTER, Night, NightPod
from bot.planning.night_begin_and_end import BeginNight, CloseNight
from bot.planning.night_rounds import RecordNightPod, RecordNightPodClosed
from bot.planning.plan import Plan
from bot.projections import plans
from bot.rulebooks import is_game_over
from bot.rules.closing import ClosePod
from bot.rules.facts import Player
from bot.rules.lobby import OpenLobby
from bot.rules.refusals import Refusal
from bot.service.game_requests import GameRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.night_pods import load_round_pods
from bot.service.pod_states import NightPodState
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.stored_event import StoredEvent

log = logging.getLogger(__name__)

DebounceBoard = Callable[[ChannelAddress, int], AbstractContextManager[None]]
"""Draw the board of a game, by its number, once for the many changes within a block."""


class NightScheduler:
    """A scheduler of the nights of all servers.

    The pods of a night are opened by a task of its own, so that other plans do not wait for
    them.
    """

    def __init__(
        self, tools: PlanServices, wake_scheduler: Callable[[], None], debounce_board: DebounceBoard
    ) -> None:
        """Store `wake_scheduler`, which has the scheduler look for plans that are due."""
        self._tools = tools
        self._wake = wake_scheduler
        self._gather_board = debounce_board
        self._clock = RoundTimer(tools)
        self._maker = ThreadCreator(tools.client)
        self._pods = JobQueue[tuple[int, int, int], None](self._process_night_pods)

    async def close(self) -> None:
        """Wait a few seconds for the pods that are being opened; the next start opens all
        others.
        """
        await self._pods.close(SHUTDOWN_PATIENCE)
        self._maker.close()

    async def advance_night(
        self, live_game: LiveGame, plan: Plan, now: int, *, is_channel_closed: bool
    ) -> LiveGame:
        """Begin a night, announce the end of a round, or close a night that its organiser
        abandoned.

        Raises `Refusal` or `StorageError`.
        """
        if not plan.has_begun:
            if is_channel_closed or not plan.ready_players:
                return await self._tools.drop_plan(live_game, with_series=False)
            return (await self._tools.execute_command(live_game, BeginNight(now))).live
        if now >= await self._find_last_activity(live_game, plan) + ABANDONED_AFTER:
            return (await self._tools.execute_command(live_game, CloseNight(now, lapsed=True))).live
        return (
            live_game
            if plan.night is None
            else await self._clock.announce_round_end(live_game, plan.night, now)
        )

    async def _find_last_activity(self, live_game: LiveGame, plan: Plan) -> int:
        """Return when somebody last acted in a night or in a pod of its current round, in
        milliseconds.

        Raises `StorageError`.
        """
        current = None if plan.night is None else plan.night.current_round
        pods = () if current is None else current.pods
        states = await load_round_pods(self._tools.service, live_game.place.guild, pods)
        games = [live_game, *(each.live for each in states if each.live is not None)]
        return max(
            datetime_to_milliseconds(each.touched) for each in games if each.touched is not None
        )

    def queue_pod_changes(self, live_game: LiveGame) -> None:
        """Queue the opening of a night's pods without a lobby, and the closing of pods that
        were undone.
        """
        night = None if live_game.plan is None else live_game.plan.night
        if night is not None and (night.unopened_pods or night.voided):
            place = live_game.place
            self._pods.queue_job((place.guild, place.channel, live_game.number), None)

    async def _process_night_pods(self, night_key: tuple[int, int, int], _: None) -> None:
        guild, channel, number = night_key
        place = ChannelAddress(guild, channel)
        tried = set[int]()
        with self._gather_board(place, number):
            await self._process_pending_pods(place, number, tried)
        if tried and not await self._load_pending_pods(place, number):
            self._wake()  # the end of the round is due next, perhaps soon

    async def _process_pending_pods(
        self, channel_address: ChannelAddress, night_number: int, tried_serials: set[int]
    ) -> None:
        """Open or close each pending pod of a night; add the serial of each to
        `tried_serials`.
        """
        threads = NightPodThreads(self._tools, self._maker)
        while pod := await self._find_next_pending_pod(
            channel_address, night_number, tried_serials
        ):
            tried_serials.add(pod.serial)
            live = await self._tools.service.load_game(channel_address, night_number)
            try:
                await self._open_or_close_pod(live, pod, threads)
            except Refusal as refusal:
                log.info(
                    "a pod of the night in %s waits: %s", channel_address.channel, refusal.code
                )
            except PASSING_ERRORS as error:  # it stays owed
                log.warning("a pod of the night in %s waits: %s", channel_address.channel, error)

    async def _find_next_pending_pod(
        self, channel_address: ChannelAddress, night_number: int, tried_serials: set[int]
    ) -> NightPod | None:
        """Return a pod to close or to open that was not tried yet, from the newest state of
        the night.
        """
        todo = await self._load_pending_pods(channel_address, night_number)
        return next((pod for pod in todo if pod.serial not in tried_serials), None)

    async def _load_pending_pods(
        self, channel_address: ChannelAddress, night_number: int
    ) -> Sequence[NightPod]:
        """Return a night's pods to close, then those to open."""
        plan = (await self._tools.service.load_game(channel_address, night_number)).plan
        if plan is None or plan.night is None or plan.cancelled is not None:
            return ()
        return (*plan.night.voided, *plan.night.unopened_pods)

    async def _open_or_close_pod(
        self, live_night: LiveGame, pod: NightPod, threads: NightPodThreads
    ) -> None:
        """Close a night's pod that was undone, or open one that has no lobby yet."""
        tools = self._tools
        plan = live_night.plan
        assert plan is not None
        assert plan.night is not None
        delivery = plans.compute_pod_delivery_number(
            live_night.place.channel, live_night.number, pod.serial
        )
        opened = await plans.load_event_of_delivery(tools.database, delivery)
        if plan.night.find_pod_by_serial(pod.serial) is None:
            if opened is not None:
                await self._close_pod(live_night.place.guild, pod, opened)
            await tools.execute_command(live_night, RecordNightPodClosed(pod.serial))
            return
        opened = opened or await self._open_pod(live_night, plan.night, pod, delivery, threads)
        if opened is not None:
            note = RecordNightPod(pod.serial, opened.channel, opened.pod)
            await tools.execute_command(live_night, note)

    async def _close_pod(self, guild_id: int, pod: NightPod, opening_event: StoredEvent) -> None:
        """Close a night's pod that was undone; a pod with a report goes on as any other
        pod.
        """

        def build_close_command(_: Player, live_game: LiveGame) -> ClosePod:
            if NightPodState(pod, live_game).has_report:
                raise Refusal("night-reported")
            return ClosePod()

        place = ChannelAddress(guild_id, opening_event.channel)
        try:
            await self._tools.service.execute(
                GameRequest(place, None, build_close_command, pod=opening_event.pod)
            )
        except Refusal as refusal:
            log.info("a pod in %s is left as it is: %s", place.channel, refusal.code)

    async def _open_pod(
        self,
        live_night: LiveGame,
        night: Night,
        pod: NightPod,
        delivery: int,
        threads: NightPodThreads,
    ) -> StoredEvent | None:
        """Open the lobby of a night's pod, in which all its players sit.

        Return None if there is no room for it now. Raises `Refusal` or one of
        `PASSING_ERRORS`.
        """
        tools = self._tools
        plan = live_night.plan
        assert plan is not None
        here = tools.people.for_server(live_night.place.guild)
        acting = dict.fromkeys(map(plan.find_actor_for_player, pod.players))
        known = await here.list_people([*pod.players, *acting])
        players = tuple(player for player in pod.players if player in known)
        called = tuple(player for player in acting if player in known)
        if not players or not called:  # all were forgotten
            return None
        text = await tools.load_plan_catalogue(live_night, await tools.load_origin(live_night))
        title = format_pod_title(night, pod, text)
        words = await load_name_formatter(here, text, players)
        named = " ".join(known[player].mention or words.name(player) for player in players)
        place = await self._find_pod_channel(live_night, night, pod, title, named, threads)
        if place is None or not is_game_over((await tools.service.load_current_game(place)).game):
            return None
        settings = await tools.guilds.load_settings(place.guild)
        setup = replace(
            update_confirmation_rules(plan.setup, settings),
            title=title,
            size=len(pod.players),
            invited=players,
        )
        guests = {player: plan.guests[player] for player in players if player in plan.guests}
        host = next((player for player in players if player not in guests), called[0])
        opening = OpenLobby(setup, host, players, guests=guests, called=called)
        done = await tools.execute_for_member(
            place, known[host], opening, delivery, plan_address=live_night.place, catalogue=text
        )
        return done.recorded

    async def _find_pod_channel(
        self,
        live_game: LiveGame,
        night: Night,
        pod: NightPod,
        title: str,
        mentions: str,
        threads: NightPodThreads,
    ) -> ChannelAddress | None:
        """Return where a night's pod is opened: a thread of the night's channel, or a
        configured channel.

        None means that there is no room now. Raises one of `PASSING_ERRORS`.
        """
        if night.terms.channels:
            return await self._find_free_channel(live_game, night)
        thread = await threads.create_pod_thread(live_game, night, pod, title, mentions)
        return None if thread is None else ChannelAddress(live_game.place.guild, thread)

    async def _find_free_channel(self, live_game: LiveGame, night: Night) -> ChannelAddress | None:
        """Return the first configured channel of a night in which nothing is played; None
        if there is none.
        """
        for channel in night.terms.channels:
            place = ChannelAddress(live_game.place.guild, channel)
            if await self._tools.fetch_channel_state(place) != "open":
                continue
            if is_game_over((await self._tools.service.load_current_game(place)).game):
                return place
        return None


def format_pod_title(night: Night, pod: NightPod, catalogue: Catalogue) -> str:
    """Return the title of a night's pod: the round, and the pod's number there."""
    for number, each in enumerate(night.rounds, 1):
        for at, other in enumerate(each.pods, 1):
            if other.serial == pod.serial:
                return catalogue("night-pod", round=number, number=at)
    raise ValueError("no pod of the night")
