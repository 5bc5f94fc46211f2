"""The background work of nights: they begin, and their pods are opened or closed.

A pod is opened by a delivery of its own, which the log takes once.
"""

import contextlib
import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

import discord
from msgspec.structs import replace

from bot.basics.reconciler import DebouncedJobQueue
from bot.front.nights import night_board
from bot.front.nights.call_timer import PodCheckInTimer
from bot.front.nights.night_threads import GameNightThreadOpener, ThreadCreator
from bot.front.nights.plan_services import PlannedGameBackgroundServices, copy_setup_with_confirmation_rules
from bot.front.nights.round_timer import GameNightRoundTimer
from bot.front.publishing.game_threads import LONGEST_NAME
from bot.front.publishing.retries import PASSING_ERRORS, SHUTDOWN_PATIENCE
from bot.front.ui.escaping import clean_label_text
from bot.i18n import Translations
from bot.nights.night import ABANDONED_AFTER, GameNight, GameNightPod
from bot.planning.night_begin_and_end import BeginGameNight, CloseGameNight
from bot.planning.night_rounds import RecordGameNightPodClosing, RecordGameNightPodOpening
from bot.planning.plan import PlannedGame
from bot.projections import plans
from bot.rulebooks import is_game_over
from bot.rules.closing import ClosePod
from bot.rules.facts import Player
from bot.rules.lobby import OpenLobby
from bot.rules.refusals import Refusal
from bot.service.game_requests import GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.night_pods import GameNightDeckLoader, load_game_night_pod_states
from bot.service.pod_states import GameNightPodState
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.stored_event import StoredEvent

log = logging.getLogger(__name__)

DebounceBoard = Callable[[ChannelAddress, int], AbstractContextManager[None]]
"""Draw the board of a game, by its number, once for the many changes within a block."""

NightKey = tuple[int, int, int]
"""The ids of a night's server and channel, and the night's number in the channel."""


class GameNightScheduler:
    """A background task that begins game nights, opens their pods, and closes abandoned nights.

    The pods of a night are opened by a task of its own, so that other plans do not wait for them.
    """

    def __init__(
        self, tools: PlannedGameBackgroundServices, wake_scheduler: Callable[[], None], debounce_board: DebounceBoard
    ) -> None:
        """Store `wake_scheduler`, which has the scheduler look for planned games that are due."""
        self._tools = tools
        self._wake = wake_scheduler
        self._gather_board = debounce_board
        self._clock = GameNightRoundTimer(tools)
        self._calls = PodCheckInTimer(tools)
        self._maker = ThreadCreator(tools.client)
        self._pods = DebouncedJobQueue[NightKey, None](self._open_and_close_pods_of_night)
        self._created_threads = dict[NightKey, list[discord.Thread]]()  # of this process or an earlier one

    async def close(self) -> None:
        """Wait a few seconds until the pods that are just being opened are open, then stop."""
        await self._pods.close(SHUTDOWN_PATIENCE)
        self._maker.cancel_pending_tasks()

    async def begin_or_close_game_night(
        self, live_game: LiveGame, plan: PlannedGame, now: int, *, is_channel_closed: bool
    ) -> LiveGame:
        """Begin, continue or close a game night as is due; return the night's new state.

        Raises `Refusal` or `StorageError`.
        """
        if not plan.has_game_night_begun:
            if is_channel_closed or not plan.checked_in_players_with_seat:
                return await self._tools.cancel_abandoned_planned_game(live_game, with_series=False)
            return (await self._tools.execute_command_as_bot(live_game, BeginGameNight(now))).live
        if now >= await self._find_time_of_last_activity(live_game, plan) + ABANDONED_AFTER:
            return (await self._tools.execute_command_as_bot(live_game, CloseGameNight(now, lapsed=True))).live
        if plan.night is None:
            return live_game
        live_game = await self._calls.end_due_check_ins(live_game, now)
        assert live_game.plan is not None
        assert live_game.plan.night is not None
        return await self._clock.announce_end_of_round_time(live_game, live_game.plan.night, now)

    async def end_check_in_and_fill_seats(self, live_night: LiveGame, pod_serial_number: int) -> None:
        """End a pod's check-in, and fill its free seats with players of the reserve.

        Raises `Refusal` or `StorageError`.
        """
        await self._calls.fill_free_seats(live_night, pod_serial_number)

    async def _find_time_of_last_activity(self, live_game: LiveGame, planned_game: PlannedGame) -> int:
        """Return the time of the last action in a game night or its pods, in milliseconds.

        Raises `StorageError`.
        """
        current = None if planned_game.night is None else planned_game.night.current_round
        pods = () if current is None else current.pods
        states = await load_game_night_pod_states(self._tools.service, live_game.place.guild, pods)
        games = [live_game, *(each.live for each in states if each.live is not None)]
        return max(datetime_to_milliseconds(each.touched) for each in games if each.touched is not None)

    def queue_pods_to_open_or_close(self, live_game: LiveGame) -> None:
        """Queue the work to open a game night's new pods, and to close pods whose seating the organiser undid."""
        night = None if live_game.plan is None else live_game.plan.night
        if night is not None and (night.unopened_pods or night.voided):
            place = live_game.place
            self._pods.queue_job((place.guild, place.channel, live_game.number), None)

    async def archive_unused_pod_thread(self, thread: discord.Thread) -> None:
        """Archive a new thread of the bot if it was created for a pod that plays elsewhere.

        Discord may carry out a request twice, or after the process that sent it was killed. Raises `StorageError`.
        """
        if thread.owner_id != thread.guild.me.id:
            return
        for channel, number in await plans.load_running_game_nights(self._tools.database, thread.guild.id):
            if channel == thread.parent_id:
                night_key = (thread.guild.id, channel, number)
                self._created_threads.setdefault(night_key, []).append(thread)
                self._pods.queue_job(night_key, None)  # after the pods that are being opened

    async def _open_and_close_pods_of_night(self, night_key: NightKey, _unused_job: None) -> None:
        guild, channel, number = night_key
        place = ChannelAddress(guild, channel)
        tried = set[int]()
        with self._gather_board(place, number):
            await self._open_and_close_pods_one_by_one(place, number, tried)
        if tried and not await self._load_pods_to_close_and_open(place, number):
            self._wake()  # the end of the round is due next, perhaps soon
        await self._archive_unused_pod_threads(night_key)

    async def _archive_unused_pod_threads(self, night_key: NightKey) -> None:
        """Archive the bot's threads for a game night's pods that have no game, once all pods are open."""
        guild, channel, number = night_key
        tools = self._tools
        live = await tools.service.load_game_by_number(ChannelAddress(guild, channel), number)
        night = None if live.plan is None else live.plan.night
        if night is None or night.unopened_pods:
            return
        pods = [pod for played in night.rounds for pod in played.pods]
        threads = [
            thread
            for thread in self._created_threads.pop(night_key, ())
            if thread.id not in {pod.channel for pod in pods}
        ]
        if not threads:
            return
        text = await tools.load_translations_for_plan(live, await tools.load_announcement_of_planned_game(live))
        titles = {clean_label_text(format_night_pod_title(night, pod, text), LONGEST_NAME) for pod in pods}
        for thread in threads:
            if (
                thread.name in titles
                and not (await tools.service.load_current_game(ChannelAddress(guild, thread.id))).version
            ):
                await tools.budget.wait_until_request_allowed()
                with contextlib.suppress(*PASSING_ERRORS):
                    await thread.edit(archived=True)

    async def _open_and_close_pods_one_by_one(
        self, channel_address: ChannelAddress, night_number: int, tried_pod_serial_numbers: set[int]
    ) -> None:
        threads = GameNightThreadOpener(self._tools, self._maker)
        decks = GameNightDeckLoader(self._tools.service, channel_address.guild)
        while pod := await self._find_next_pod_to_open_or_close(
            channel_address, night_number, tried_pod_serial_numbers
        ):
            tried_pod_serial_numbers.add(pod.serial)
            live = await self._tools.service.load_game_by_number(channel_address, night_number)
            try:
                await self._open_or_close_pod(live, pod, threads, decks)
            except Refusal as refusal:
                log.info("a pod of the night in %s waits: %s", channel_address.channel, refusal.code)
            except PASSING_ERRORS as error:  # it stays owed
                log.warning("a pod of the night in %s is tried again soon: %s", channel_address.channel, error)

    async def _find_next_pod_to_open_or_close(
        self, channel_address: ChannelAddress, night_number: int, tried_pod_serial_numbers: set[int]
    ) -> GameNightPod | None:
        todo = await self._load_pods_to_close_and_open(channel_address, night_number)
        return next((pod for pod in todo if pod.serial not in tried_pod_serial_numbers), None)

    async def _load_pods_to_close_and_open(
        self, channel_address: ChannelAddress, night_number: int
    ) -> Sequence[GameNightPod]:
        plan = (await self._tools.service.load_game_by_number(channel_address, night_number)).plan
        if plan is None or plan.night is None or plan.cancelled is not None:
            return ()
        return (*plan.night.voided, *plan.night.unopened_pods)

    async def _open_or_close_pod(
        self,
        live_night: LiveGame,
        night_pod: GameNightPod,
        thread_opener: GameNightThreadOpener,
        deck_loader: GameNightDeckLoader,
    ) -> None:
        """Open the lobby of a game night's pod; close a pod whose seating the organiser undid."""
        tools = self._tools
        plan = live_night.plan
        assert plan is not None
        assert plan.night is not None
        delivery = plans.compute_idempotency_key_of_game_night_pod(
            live_night.place.channel, live_night.number, night_pod.serial
        )
        opened = await plans.load_event_by_idempotency_key(tools.database, delivery)
        if plan.night.find_pod_by_serial_number(night_pod.serial) is None:
            if opened is not None:
                await self._close_pod_after_undo(live_night.place.guild, night_pod, opened)
                await thread_opener.delete_announcement_of_thread(live_night, night_pod, opened.channel)
            await tools.execute_command_as_bot(live_night, RecordGameNightPodClosing(night_pod.serial))
            return
        opened = opened or await self._open_lobby_of_night_pod(
            live_night, plan.night, night_pod, delivery, thread_opener, deck_loader
        )
        if opened is not None:
            await thread_opener.delete_announcement_of_thread(
                live_night, night_pod, opened.channel
            )  # noted last: owed until then
            note = RecordGameNightPodOpening(night_pod.serial, opened.channel, opened.pod)
            await tools.execute_command_as_bot(live_night, note)

    async def _close_pod_after_undo(self, guild_id: int, night_pod: GameNightPod, opening_event: StoredEvent) -> None:
        """Close a pod of a game night after the organiser undid its seating, unless the pod has a report."""

        def build_close_pod_command(player: Player, live_game: LiveGame) -> ClosePod:
            if GameNightPodState(night_pod, live_game).has_report:
                raise Refusal("night-reported")
            return ClosePod()

        place = ChannelAddress(guild_id, opening_event.channel)
        try:
            await self._tools.service.execute_command(
                GameCommandRequest(place, None, build_close_pod_command, pod=opening_event.pod)
            )
        except Refusal as refusal:
            log.info("a pod in %s is left as it is: %s", place.channel, refusal.code)

    async def _open_lobby_of_night_pod(
        self,
        live_night: LiveGame,
        night: GameNight,
        night_pod: GameNightPod,
        idempotency_key: int,
        thread_opener: GameNightThreadOpener,
        deck_loader: GameNightDeckLoader,
    ) -> StoredEvent | None:
        """Open the lobby of a game night's pod; return None if no channel is free.

        Raises `Refusal` or one of `PASSING_ERRORS`.
        """
        tools = self._tools
        plan = live_night.plan
        assert plan is not None
        here = tools.people.with_nicknames_of_server(live_night.place.guild)
        acting = dict.fromkeys(map(plan.find_member_acting_for_player, night_pod.players))
        known = await here.load_people_by_id([*night_pod.players, *acting, plan.host])
        players = tuple(player for player in night_pod.players if player in known)
        called = tuple(player for player in acting if player in known)
        if not players or not called:  # all were forgotten
            return None
        text = await tools.load_translations_for_plan(
            live_night, await tools.load_announcement_of_planned_game(live_night)
        )
        title = format_night_pod_title(night, night_pod, text)
        place = await self._find_channel_for_night_pod(live_night, night, night_pod, title, thread_opener)
        if place is None or not is_game_over((await tools.service.load_current_game(place)).game):
            return None
        settings = await tools.guilds.load_server_settings(place.guild)
        setup = replace(
            copy_setup_with_confirmation_rules(plan.setup, settings),
            title=title,
            size=len(night_pod.players),
            invited=players,
        )
        guests = {player: plan.guests[player] for player in players if player in plan.guests}
        # The organiser is the host: the seats are kept until each player has pressed that they are here.
        host = next(player for player in (plan.host, *called) if player in known)
        opening = OpenLobby(setup, host, players, guests=guests, called=called, decks=await deck_loader.load(night))
        done = await tools.execute_command_for_member(
            place, known[host], opening, idempotency_key, plan_address=live_night.place, translations=text
        )
        return done.recorded

    async def _find_channel_for_night_pod(
        self,
        live_game: LiveGame,
        game_night: GameNight,
        night_pod: GameNightPod,
        thread_title: str,
        thread_opener: GameNightThreadOpener,
    ) -> ChannelAddress | None:
        """Return a new thread or a free channel for a game night's pod; None if no channel is free.

        Raises one of `PASSING_ERRORS`.
        """
        if game_night.terms.channels:
            return await self._find_free_channel_of_night(live_game, game_night)
        thread = await thread_opener.create_thread_for_night_pod(live_game, game_night, night_pod, thread_title)
        return None if thread is None else ChannelAddress(live_game.place.guild, thread)

    async def _find_free_channel_of_night(self, live_game: LiveGame, night: GameNight) -> ChannelAddress | None:
        for channel in night.terms.channels:
            place = ChannelAddress(live_game.place.guild, channel)
            if await self._tools.fetch_bot_access_to_channel(place) != "open":
                continue
            if is_game_over((await self._tools.service.load_current_game(place)).game):
                return place
        return None


def format_night_pod_title(night: GameNight, night_pod: GameNightPod, translations: Translations) -> str:
    """Return the title of a game night's pod, such as its round and its number in the round."""
    for number, each in enumerate(night.rounds, 1):
        for at, other in enumerate(each.pods, 1):
            if other.serial == night_pod.serial and night.is_top_cut_round(number):
                title = night_board.format_round_title(night, number, translations)
                return title if len(each.pods) == 1 else translations("night-cut-pod", round=title, number=at)
            if other.serial == night_pod.serial:
                return translations("night-pod", round=number, number=at)
    raise ValueError("no pod of the night")
