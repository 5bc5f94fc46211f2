"""The calls of a night's pods: when their minutes are over, people from the bench get the seats of missing players.

The time counts from the message that mentions the players. The pod frees the seats, the night assigns them, and the pod
seats those to whom they were assigned: three events, each in its own log, each of which follows from the logs before
it. So after a crash the next look goes on where the last one stopped, and two processes do nothing twice.

A bot that was away when a call ended calls once more, as nobody could press meanwhile.
"""

import hashlib
import logging

from bot.front.nights.plan_services import PlannedGameBackgroundServices
from bot.front.publishing.retries import PASSING_ERRORS
from bot.front.ui.pings import Ping, PingReason, build_allowed_mentions_for_pings
from bot.nights.night import CALL_TIME, LATEST_CALL, MINUTE, MISSED_CALL_DELAY, GameNight, GameNightPod
from bot.planning.night_calls import AssignPodSeatsToBenchPlayers, RecordPodRollCalls, list_bench_players
from bot.planning.plan import PlannedGame
from bot.projections import plans
from bot.rules.closing import ClosePod
from bot.rules.guests import find_member_acting_for_player
from bot.rules.night_calls import EndPodRollCall, SeatBenchPlayersInPod
from bot.rules.pod import Pod, PodCommand
from bot.rules.refusals import Refusal
from bot.rules.seats import find_maximum_player_count, list_playable_player_counts
from bot.service.game_requests import GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.night_pods import GameNightDeckLoader
from bot.storage.engine.timestamps import datetime_to_milliseconds

log = logging.getLogger(__name__)


class PodCheckInTimer:
    """A timer that ends the check-in of a game night's pods and fills their free seats from the reserve.

    The reserve is the players on the bench of the night.
    """

    def __init__(self, tools: PlannedGameBackgroundServices) -> None:
        self._tools = tools

    async def end_due_check_ins(self, live_night: LiveGame, now: int) -> LiveGame:
        """End the check-ins whose time is over in a game night's pods; return the night's new state.

        Raises `Refusal` or `StorageError`.
        """
        plan, night = _get_plan_and_night(live_night)
        last = 0 if live_night.touched is None else datetime_to_milliseconds(live_night.touched)
        due = night.compute_next_roll_call_time(last, has_substitutes=bool(list_bench_players(plan, night)))
        if due is None or due > now:
            return live_night
        sent: dict[int, int] = {}
        again: dict[int, int] = {}
        decks = GameNightDeckLoader(self._tools.service, live_night.place.guild)
        for pod in night.pods_with_open_roll_call:
            game = await self._load_lobby_of_night_pod(live_night, pod)
            if game is not None and pod.call_sent is None:
                at = await self._find_check_in_ping_time(live_night, pod, now)
                if at is not None:
                    sent[pod.serial] = at
            called = sent.get(pod.serial, pod.call_sent)
            if game is not None and game.kept and _did_bot_miss_end_of_check_in(pod, called, now):
                await self._repeat_check_in_ping(live_night, pod, game)
                again[pod.serial] = now
            elif game is not None and _is_pod_check_in_due(pod, called, now):
                live_night = await self.fill_free_seats(live_night, pod.serial, decks)
        pods = _get_plan_and_night(live_night)[1].pods_with_open_roll_call
        over = [pod.serial for pod in pods if await self._is_check_in_over(live_night, pod)]
        if not sent and not over and not again:
            return live_night
        recorded = RecordPodRollCalls(sent, tuple(over), again)
        return (await self._tools.execute_command_as_bot(live_night, recorded)).live

    async def _repeat_check_in_ping(self, live_night: LiveGame, night_pod: GameNightPod, pod_lobby: Pod) -> None:
        """Mention in a pod's channel the players who have not checked in there. Raises `StorageError`."""
        tools = self._tools
        called = dict.fromkeys(find_member_acting_for_player(pod_lobby, player) for player in pod_lobby.kept)
        people = tools.people.with_nicknames_of_server(live_night.place.guild)
        known = [*(await people.load_people_by_id(list(called))).values()]
        message = await tools.load_announcement_of_planned_game(live_night)
        text = await tools.load_translations_for_plan(live_night, message)
        mentions = " ".join(each.discord_mention for each in known)
        said = text("call-again", players=mentions, minutes=CALL_TIME // MINUTE)
        pings = build_allowed_mentions_for_pings(
            Ping(PingReason.PLANNED_LOBBY, [each.discord_id for each in known if not each.is_guest])
        )
        name = f"again:{live_night.place.channel}:{live_night.number}:{night_pod.serial}"
        nonce = hashlib.blake2s(name.encode(), digest_size=12).hexdigest()
        try:
            await tools.budget.wait_until_request_allowed()
            place = tools.client.get_partial_messageable(night_pod.channel)
            await place.send(said, nonce=nonce, allowed_mentions=pings)
        except PASSING_ERRORS as error:  # the minutes begin again all the same
            log.warning("nobody could be called again in %s: %s", night_pod.channel, error)

    async def fill_free_seats(
        self, live_night: LiveGame, pod_serial_number: int, deck_loader: GameNightDeckLoader | None = None
    ) -> LiveGame:
        """End a pod's check-in, and fill its free seats with players of the reserve; return the night's new state.

        People from the bench bring their decks, which are loaded once for many pods. A pod that has too few
        players is closed. Nothing changes if it has begun. Raises `Refusal` or `StorageError`.
        """
        plan, night = _get_plan_and_night(live_night)
        pod = night.find_pod_by_serial_number(pod_serial_number)
        game = None if pod is None else await self._load_lobby_of_night_pod(live_night, pod)
        if pod is None or game is None:
            return live_night
        if not game.awaits_bench:
            gone = tuple(player for player in game.players if player not in plan.players)
            game = await self._execute_command_in_pod(live_night, pod, EndPodRollCall(gone))
            if game is None or not game.awaits_bench:
                return live_night
        if pod.assigned_call < game.ended_calls:
            sizes = list_playable_player_counts(game.setup)
            seats = find_maximum_player_count(game.setup)
            assign = AssignPodSeatsToBenchPlayers(pod.serial, game.ended_calls, game.players, seats, sizes)
            live_night = (await self._tools.execute_command_as_bot(live_night, assign)).live
            plan, night = _get_plan_and_night(live_night)
            pod = night.find_pod_by_serial_number(pod_serial_number)
            assert pod is not None  # it was assigned seats
        joined = tuple(player for player in pod.players if player not in game.players)
        guests = {player: plan.guests[player] for player in joined if player in plan.guests}
        last_decks = deck_loader or GameNightDeckLoader(self._tools.service, live_night.place.guild)
        brought = await last_decks.load(night) if joined else {}
        fill = SeatBenchPlayersInPod(joined, guests, decks=brought)
        await self._execute_command_in_pod(live_night, pod, ClosePod() if pod.is_void else fill)
        return live_night

    async def _is_check_in_over(self, live_night: LiveGame, night_pod: GameNightPod) -> bool:
        """Return True if a pod's check-in is over: the pod is full, has begun or has ended."""
        game = await self._load_lobby_of_night_pod(live_night, night_pod)
        return game is None or (night_pod.assigned_call > 0 and not night_pod.free_seats and not game.awaits_bench)

    async def _load_lobby_of_night_pod(self, live_night: LiveGame, night_pod: GameNightPod) -> Pod | None:
        """Load the lobby of a game night's pod; None if the pod is no lobby."""
        place = ChannelAddress(live_night.place.guild, night_pod.channel)
        game = (await self._tools.service.load_game_by_number(place, night_pod.pod)).pod
        return game if game is not None and game.state == "lobby" else None

    async def _find_check_in_ping_time(self, live_night: LiveGame, night_pod: GameNightPod, now: int) -> int | None:
        """Return when the bot mentioned a pod's players for check-in; None if the bot has not mentioned them yet.

        If the ping takes too long, this is the latest time for which the bot waits.
        """
        board = await self._tools.boards.load_pod_board(night_pod.channel, night_pod.pod, skip_cache=True)
        if board is not None and board.posted is not None and board.told:
            return datetime_to_milliseconds(board.posted)
        delivery = plans.compute_idempotency_key_of_game_night_pod(
            live_night.place.channel, live_night.number, night_pod.serial
        )
        opened = await plans.load_event_by_idempotency_key(self._tools.database, delivery)
        latest = None if opened is None else datetime_to_milliseconds(opened.at) + LATEST_CALL
        return latest if latest is not None and latest <= now else None

    async def _execute_command_in_pod(
        self, live_night: LiveGame, night_pod: GameNightPod, command: PodCommand
    ) -> Pod | None:
        """Execute a command of the bot in a pod, and return the pod; a refused command leaves the pod unchanged."""
        place = ChannelAddress(live_night.place.guild, night_pod.channel)
        try:
            request = GameCommandRequest(place, None, lambda *_: command, pod=night_pod.pod)
            return (await self._tools.service.execute_command(request)).pod
        except Refusal as refusal:  # it has begun, or nobody is missing
            log.debug("the call of the pod in %s stays as it is: %s", night_pod.channel, refusal.code)
            return (await self._tools.service.load_game_by_number(place, night_pod.pod)).pod


def _get_plan_and_night(live_night: LiveGame) -> tuple[PlannedGame, GameNight]:
    plan = live_night.plan
    assert plan is not None
    assert plan.night is not None
    return plan, plan.night


def _did_bot_miss_end_of_check_in(night_pod: GameNightPod, check_in_time: int | None, current_time: int) -> bool:
    """Return True if the bot was offline when a pod's first check-in ended."""
    if check_in_time is None or night_pod.assigned_call or night_pod.is_call_repeated:
        return False
    return check_in_time + CALL_TIME + MISSED_CALL_DELAY <= current_time


def _is_pod_check_in_due(night_pod: GameNightPod, check_in_time: int | None, current_time: int) -> bool:
    return night_pod.assigned_call > 0 or (check_in_time is not None and check_in_time + CALL_TIME <= current_time)
