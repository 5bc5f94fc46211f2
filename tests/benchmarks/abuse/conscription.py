"""People who pressed nothing, beaten in games that they cannot see: does any way to a seat let that count?

This check runs the service with a database, which decides whose press a seat needs.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import cache, partial
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from bot.draws import seating
from bot.nights.terms import GameNightSettings
from bot.planning.check_in import CheckInForPlan
from bot.planning.night_players import AddPlayerToGameNight, DropPlayerFromGameNight
from bot.planning.night_rounds import SeatGameNightRound
from bot.planning.plan_creation import PlanFutureGame
from bot.rules.closing import ClosePod
from bot.rules.confirmation import ConfirmGameReports, build_automatic_confirmation_command
from bot.rules.facts import DefeatReport, DefeatSource, Player
from bot.rules.joining import JoinPod
from bot.rules.lobby import OpenLobby, list_players_kept_for_rematch
from bot.rules.pod import Pod
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.substitutes import OfferSeatToSubstitute, TakeOverSeatAsSubstitute
from bot.service.game_requests import CommandFactory, CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import upgrade_database_schema
from bot.storage.engine.stores import DatabaseAccessMode
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.log import EventLog
from bot.storage.record.people import AccountNames, PeopleRepository
from tests.benchmarks.abuse.evening import SETUP
from tests.benchmarks.abuse.people import BEGIN

CHEATER, HELPER, *STRANGERS = (CommandUser(number, AccountNames(f"player-{number}")) for number in range(1, 7))
HOME, TABLE = ChannelAddress(1, 1), ChannelAddress(1, 2)
MINUTE = 60_000


class Channels:
    """Channels that only the cheater sees, and people who have played elsewhere."""

    def __init__(self, database: Database) -> None:
        self.now = BEGIN
        self.service = GameService(EventLog(database), PeopleRepository(database), lambda: self.now)
        self.me: Player = ""
        self.strangers: Sequence[Player] = ()

    async def meet_people(self) -> None:
        """Let everybody play somewhere, so that the bot knows them."""
        known: list[Player] = []
        for actor in (CHEATER, *STRANGERS):
            place = ChannelAddress(1, 100 + actor.discord_id)
            live = await self.ask(actor, lambda me, _: OpenLobby(SETUP, me, (me,)), place)
            assert live.pod is not None
            known.append(live.pod.host)
            await self.ask(actor, lambda *_: ClosePod(), place)
        self.me, *self.strangers = known

    async def ask(
        self,
        actor: CommandUser | None,
        ask: CommandFactory,
        place: ChannelAddress = TABLE,
        number: int = 0,
        pressed: frozenset[Player] | None = None,
    ) -> LiveGame:
        """Send somebody's command to the service; `number` is that of a planned game.

        `pressed` are those who pressed for the seats of a lobby that the bot opens.
        """
        self.now += timedelta(seconds=10)
        request = GameCommandRequest(place, actor, ask, pod=number, pressed=pressed)
        return (await self.service.execute_command(request)).live

    @property
    def milliseconds(self) -> int:
        """Return the time."""
        return datetime_to_milliseconds(self.now)


async def _open_with_others(channels: Channels) -> None:
    await channels.ask(CHEATER, lambda me, _: OpenLobby(SETUP, me, (me, *channels.strangers)))


async def _join_for_others(channels: Channels) -> None:
    await channels.ask(CHEATER, lambda me, _: OpenLobby(SETUP, me, (me,)))
    for stranger in channels.strangers:
        await channels.ask(CHEATER, lambda *_, each=stranger: JoinPod(each))


async def _add_to_night(channels: Channels) -> None:
    """Add people to a night, whose pod the bot opens as its background work does."""
    now, terms = channels.milliseconds, GameNightSettings(1, 60, allowed=(5,), preferred=5, may=(5,))
    planned = PodSetup(dispute_minutes=SETUP.dispute_minutes)
    night = PlanFutureGame(planned, channels.me, now + 20 * MINUTE, now, night=terms)
    made = await channels.ask(CHEATER, lambda *_: night, HOME)
    home = partial(channels.ask, place=HOME, number=made.number)
    for stranger in channels.strangers:
        add = AddPlayerToGameNight(stranger, by=channels.me)
        for act in (add, DropPlayerFromGameNight(stranger), add):
            await home(CHEATER, lambda *_, each=act: each)
    await home(CHEATER, lambda me, _: CheckInForPlan(me, now))
    pod = (channels.me, *channels.strangers)
    plan = (await home(CHEATER, lambda *_: SeatGameNightRound(1, (pod,), (), now))).plan
    assert plan is not None
    opening = PodSetup(dispute_minutes=SETUP.dispute_minutes, invited=pod)
    pressed = frozenset(filter(plan.has_pressed_join_button, pod))
    await channels.ask(CHEATER, lambda me, _: OpenLobby(opening, me, pod, called=pod), pressed=pressed)


async def _open_late_rematch(channels: Channels) -> None:
    """Play with people who press, and press *Rematch* when they have gone."""
    await _play_with_strangers(channels)
    channels.now += timedelta(hours=1)
    await _open_rematch(channels)


async def _open_second_rematch(channels: Channels) -> None:
    """Press *Rematch* at once, which seats people as they had pressed, and again as soon as that game is over."""
    await _play_with_strangers(channels)
    await _open_rematch(channels)
    await channels.ask(CHEATER, lambda _, live: seating.draw_seats_of_pod(live.pod))
    await _report_others_beaten(channels)
    await _open_rematch(channels)


async def _play_with_strangers(channels: Channels) -> None:
    await channels.ask(CHEATER, lambda me, _: OpenLobby(SETUP, me, (me,)))
    for actor in STRANGERS:
        await channels.ask(actor, lambda me, _: JoinPod(me))
    await channels.ask(CHEATER, lambda _, live: seating.draw_seats_of_pod(live.pod))
    await _report_others_beaten(channels)


async def _open_rematch(channels: Channels) -> None:
    live = await channels.service.load_current_game(TABLE)
    assert live.pod is not None
    assert live.end_time is not None
    ended = datetime_to_milliseconds(live.end_time)
    carried = list_players_kept_for_rematch(live.pod, live.authors, ended, channels.milliseconds)
    others = tuple(player for player in carried if player != channels.me)
    kept = tuple(player for player in channels.strangers if player not in others)
    await channels.ask(CHEATER, lambda me, _: OpenLobby(SETUP, me, (me, *others), kept=kept, carried=others))


async def _take_over_for_others(channels: Channels) -> None:
    """Start with a helper, whose seat a stranger is said to have taken over."""
    await channels.ask(CHEATER, lambda me, _: OpenLobby(SETUP, me, (me,)))
    for actor in (HELPER, *_HELPERS):
        await channels.ask(actor, lambda me, _: JoinPod(me))
    live = await channels.ask(CHEATER, lambda _, live: seating.draw_seats_of_pod(live.pod))
    assert live.pod is not None
    [helper, *_] = [player for player in live.pod.players if player != channels.me]
    stranger = channels.strangers[0]
    await channels.ask(HELPER, lambda me, _: OfferSeatToSubstitute(me, stranger))
    await channels.ask(CHEATER, lambda *_: TakeOverSeatAsSubstitute(helper, stranger))


_HELPERS = tuple(CommandUser(number, AccountNames(f"helper-{number}")) for number in (11, 12))

WAYS: Sequence[Callable[[Channels], Awaitable[None]]] = (
    _open_with_others,
    _join_for_others,
    _add_to_night,
    _open_late_rematch,
    _open_second_rematch,
    _take_over_for_others,
)
"""Ways by which somebody else could give a seat."""


@cache
def can_conscript() -> bool:
    """Return whether some way lets a game count for people who pressed nothing in it."""
    with TemporaryDirectory(prefix="conscription-") as folder:
        empty = Path(folder) / "empty.sqlite3"
        asyncio.run(_make_empty_database(empty))
        files = (copyfile(empty, Path(folder) / f"{number}.sqlite3") for number in range(len(WAYS)))
        return any(asyncio.run(_try(file, way)) for file, way in zip(files, WAYS, strict=True))


async def _make_empty_database(file: Path) -> None:
    """Make a database without rows; all migrations take longer than what a way then does."""
    database = Database(f"sqlite:///{file}", access_mode=DatabaseAccessMode.FILL)
    try:
        await upgrade_database_schema(database)
    finally:
        await database.close_all_connections()


async def _try(file: Path, way: Callable[[Channels], Awaitable[None]]) -> bool:
    database = Database(f"sqlite:///{file}", access_mode=DatabaseAccessMode.FILL)
    try:
        channels = Channels(database)
        await channels.meet_people()
        try:
            await way(channels)
            pod = await _beat_strangers(channels)
        except Refusal:
            return False
        counted = pod.final_result
        return counted is not None and not counted.points.keys().isdisjoint(channels.strangers)
    finally:
        await database.close_all_connections()


async def _beat_strangers(channels: Channels) -> Pod:
    """Start if nobody has, report everybody else beaten, and wait."""
    live = await channels.service.load_current_game(TABLE)
    if live.pod is not None and live.pod.state == "lobby":
        live = await channels.ask(CHEATER, lambda _, live: seating.draw_seats_of_pod(live.pod))
    await _report_others_beaten(channels)
    channels.now += timedelta(days=2)
    live = await channels.ask(None, lambda _, live: _confirm(live, channels.now))
    assert live.pod is not None
    return live.pod


async def _report_others_beaten(channels: Channels) -> None:
    live = await channels.service.load_current_game(TABLE)
    assert live.pod is not None
    for loser in (player for player in live.pod.players if player != channels.me):
        lost = ReportDefeats((DefeatReport(loser, "effect", (DefeatSource(channels.me),)),))
        await channels.ask(CHEATER, lambda *_, each=lost: each)


def _confirm(live: LiveGame, now: datetime) -> ConfirmGameReports:
    assert live.pod is not None
    return build_automatic_confirmation_command(
        live.pod, datetime_to_milliseconds(now), live.last_decision_time_in_milliseconds
    )
