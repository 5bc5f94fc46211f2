"""Acts of a night at the same moment: each is decided by what stood when it was written.

The processes of the bot share one database. A wait between a decision and its write lets others be
faster; whatever the order, no act passes by a report that was written before it.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import AsyncExitStack
from random import Random
from typing import NamedTuple

import pytest

from bot.nights.night import MINUTE, GameNight, GameNightPod
from bot.nights.terms import GameNightSettings
from bot.planning.cancelling import CancelPlannedGame
from bot.planning.check_in import CheckInForPlan
from bot.planning.night_begin_and_end import (
    CloseGameNight,
    GameNightOrganiserActionUndone,
    UndoGameNightOrganiserAction,
)
from bot.planning.night_players import AddPlayerToGameNight
from bot.planning.night_rounds import (
    GameNightRoundSeated,
    RecordGameNightPodOpening,
    SeatGameNightRound,
    list_players_for_next_round,
)
from bot.planning.night_swaps import PlayersSwappedBetweenPods, SwapPlayersBetweenPods
from bot.planning.plan import PlannedGame
from bot.planning.plan_creation import PlanFutureGame
from bot.planning.signing_up import SignUpForPlan
from bot.projections.plans import compute_idempotency_key_of_game_night_pod
from bot.rulebooks import GameCommand
from bot.rules.closing import ClosePod
from bot.rules.facts import Player
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.records import PodSetup
from bot.rules.undoing import PodEventUndone
from bot.rules.winning import DrawnGameReported, ReportDrawnGame
from bot.service.game_requests import CommandFactory, CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame, apply_stored_event
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.log import EventLog, EventToAppend
from bot.storage.record.people import AccountNames, PeopleRepository
from bot.storage.record.stored_event import StoredEvent
from tests.effort import EFFORT, SEED
from tests.projections.test_unconfirmed import ask as ask_for
from tests.storage.store import GUILD, NOON, opened

NOW = datetime_to_milliseconds(NOON)
AT = NOW + 20 * MINUTE
SETUP = PodSetup(variant="elimination", scoring="elimination")
CROWD = tuple(CommandUser(account, AccountNames(f"P{account}")) for account in range(1, 9))
WAIT = 60
"""Turns of other tasks that a write waits at most."""

TRIES = 6 * EFFORT.crowds
FEW = 2 * EFFORT.crowds


class Written(NamedTuple):
    """An event, and when its write began and ended, in the order of all such moments."""

    recorded: StoredEvent
    began: int
    ended: int


class SlowLog(EventLog):
    """A log whose writes may wait, and which knows their order."""

    def __init__(self, database: Database, order: list[Written], moments: Iterator[int]) -> None:
        super().__init__(database)
        self.order = order
        self.moments = moments
        self.chance: Random | None = None
        self.just_before: Callable[[], Awaitable[None]] | None = None

    async def append_events(self, first_event: EventToAppend, *later: EventToAppend) -> None:
        for _ in range(self.chance.randrange(WAIT) if self.chance else 0):
            await asyncio.sleep(0)
        faster, self.just_before = self.just_before, None
        if faster is not None:
            await faster()
        began = next(self.moments)
        await super().append_events(first_event, *later)
        ended = next(self.moments)
        self.order += [Written(each.stored_event, began, ended) for each in (first_event, *later)]


class Processes:
    """The processes of a bot, and the order of what they wrote."""

    def __init__(self, databases: Iterable[Database]) -> None:
        self.order: list[Written] = []
        moments = iter(range(1_000_000))
        self.logs = [SlowLog(each, self.order, moments) for each in databases]
        self.services = [GameService(log, PeopleRepository(log.database), lambda: NOON) for log in self.logs]

    def hurry(self, chance: Random | None) -> None:
        for log in self.logs:
            log.chance = chance

    async def do(
        self,
        channel: int,
        ask: CommandFactory,
        by: CommandUser | None = None,
        pod: int = 0,
        delivery: int | None = None,
    ) -> LiveGame:
        request = GameCommandRequest(ChannelAddress(GUILD, channel), by, ask, delivery, pod=pod)
        return (await self.services[0].execute_command(request)).live


@pytest.fixture(params=[1, 2], ids=["one process", "two processes"])
async def bots(database: Database, url: str, request: pytest.FixtureRequest) -> AsyncIterator[Processes]:
    async with AsyncExitStack() as stack:
        others = [await stack.enter_async_context(opened(url)) for _ in range(request.param - 1)]
        yield Processes([database, *others])


def just(command: GameCommand) -> CommandFactory:
    return lambda *_: command


class Evening:
    """A night in a channel of its own; its pods are in the channels after it."""

    def __init__(self, bots: Processes, channel: int, number: int = 1) -> None:
        self.bots, self.channel, self.number = bots, channel, number
        self.people: dict[Player, CommandUser] = {}

    async def gathers(self, crowd: Iterable[CommandUser] = CROWD) -> "Evening":
        first, *others = crowd
        made = await self.bots.do(
            self.channel, lambda me, _: PlanFutureGame(SETUP, me, AT, NOW, night=GameNightSettings(3, 60)), first
        )
        assert made.plan is not None
        self.number = made.number
        self.people[made.plan.host] = first
        await self.asks(lambda me, _: CheckInForPlan(me, NOW), first)
        for each in others:
            plan = await self.asks(lambda me, _: SignUpForPlan(me), each)
            self.people[plan.players[-1]] = each
        return self

    async def asks(self, ask: CommandFactory, by: CommandUser | None = None) -> PlannedGame:
        live = await self.bots.do(self.channel, ask, by, pod=self.number)
        assert live.plan is not None
        return live.plan

    async def plays(self) -> "Evening":
        """The first round is seated, and all its pods play."""
        plan = await self.asks(seat_fours(1))
        assert plan.night is not None
        assert plan.night.current_round is not None
        for pod in plan.night.current_round.pods:
            lobby = await self.open(pod)
            await self.asks(just(RecordGameNightPodOpening(pod.serial, lobby.place.channel, lobby.number)))
        return self

    async def open(self, pod: GameNightPod) -> LiveGame:
        """The bot opens a pod, which starts."""
        place = self.channel + pod.serial
        delivery = compute_idempotency_key_of_game_night_pod(self.channel, self.number, pod.serial)
        opening = OpenLobby(SETUP, pod.players[0], pod.players)
        lobby = await self.bots.do(place, just(opening), delivery=delivery)
        start = StartGame(pod.players, pod.players[0])
        return await self.bots.do(place, just(start), pod=lobby.number)

    async def find_players_elsewhere(self) -> frozenset[Player]:
        """Those whom the next round of the evening leaves out."""
        service = self.bots.services[-1]
        live = await service.load_game_by_number(ChannelAddress(GUILD, self.channel), self.number)
        return await service.load_players_present_in_other_nights(live)

    async def read(self) -> GameNight:
        plan = (await self.bots.services[0].load_game_by_number(ChannelAddress(GUILD, self.channel), self.number)).plan
        assert plan is not None
        assert plan.night is not None
        return plan.night


def seat_fours(number: int, elsewhere: frozenset[Player] = frozenset()) -> CommandFactory:
    """Seat a round of four people in each pod, as they have signed up, without those who play `elsewhere`."""

    def ask(_: Player, live: LiveGame) -> SeatGameNightRound:
        assert live.plan is not None
        there = list_players_for_next_round(live.plan, elsewhere)
        pods = tuple(there[at : at + 4] for at in range(0, len(there), 4))
        return SeatGameNightRound(number, pods, (), NOW, reason="somebody is late")

    return ask


async def ask_at_once(bots: Processes, *requests: GameCommandRequest) -> list[str]:
    """Send the requests to the processes in turn, at the same moment."""
    services = bots.services
    asked = (ask_for(services[at % len(services)], each) for at, each in enumerate(requests))
    return [*await asyncio.gather(*asked)]


# Reports beside what the organiser does


def make_acts(evening: Evening, night: GameNight) -> dict[str, GameCommandRequest]:
    """The acts of an evening whose round of two pods plays, by name."""
    assert night.current_round is not None
    one, other = night.current_round.pods
    mine = ChannelAddress(GUILD, evening.channel)

    def lead(ask: CommandFactory) -> GameCommandRequest:
        return GameCommandRequest(mine, None, ask, pod=evening.number)

    def play(ask: CommandFactory, at: int) -> GameCommandRequest:
        pod = (one, other)[at]
        place, by = ChannelAddress(GUILD, pod.channel), evening.people[pod.players[0]]
        return GameCommandRequest(place, by, ask, pod=pod.pod)

    return {
        "report in one": play(just(ReportDrawnGame()), 0),
        "report in other": play(just(ReportDrawnGame()), 1),
        "reopen one": play(lambda _, live: live.build_undo_command(), 0),
        "undo": lead(just(UndoGameNightOrganiserAction(1))),
        "undo again": lead(just(UndoGameNightOrganiserAction(1))),
        "swap": lead(just(SwapPlayersBetweenPods(one.players[0], other.players[0]))),
        "undo swap": lead(just(UndoGameNightOrganiserAction(2))),
        "seat": lead(seat_fours(2)),
        "seat again": lead(seat_fours(2)),
    }


async def find_overtaken_acts(bots: Processes, evening: Evening) -> list[str]:
    """Return acts of a night that a report, or the lack of one, forbade when they were written."""
    read = await bots.services[0].load_game_with_events(ChannelAddress(GUILD, evening.channel), evening.number)
    moments = {(each.recorded.channel, each.recorded.version): each for each in bots.order}
    wrong: list[str] = []
    live = LiveGame(read.live.place, 0, evening.number)
    for recorded in read.events:
        before = live.plan.night if live.plan is not None else None
        live = apply_stored_event(live, recorded)
        act = moments[recorded.channel, recorded.version]
        if before is None or before.current_round is None:
            continue
        if isinstance(recorded.event, GameNightOrganiserActionUndone | PlayersSwappedBetweenPods):
            assert live.plan is not None
            assert live.plan.night is not None
            kept = {each.serial for r in live.plan.night.rounds for each in r.pods}
            gone = [each for each in before.current_round.pods if each.serial not in kept]
            wrong += [f"took {pod} back" for pod in gone if was_surely(DrawnGameReported, bots, pod, act)]
        if isinstance(recorded.event, GameNightRoundSeated):
            pods = before.current_round.pods
            wrong += [f"seated during {pod}" for pod in pods if was_surely(PodEventUndone, bots, pod, act)]
    return wrong


def was_surely(kind: type, bots: Processes, pod: GameNightPod, act: Written) -> bool:
    """Whether the last event of a pod was of a kind all the time that an act was written."""
    there = [each for each in bots.order if each.recorded.channel == pod.channel]
    theirs = [each for each in there if isinstance(each.recorded.event, DrawnGameReported | PodEventUndone)]
    before = [each for each in theirs if each.ended < act.began]
    meanwhile = [each for each in theirs if each.ended > act.began and each.began < act.ended]
    last = before[-1].recorded.event if before else PodEventUndone()
    return not meanwhile and isinstance(last, kind)


async def test_whatever_the_order_no_act_of_a_night_passes_by_a_report(bots: Processes) -> None:
    chance = Random(SEED)
    done: set[str] = set()
    for at in range(TRIES):
        evening = await (await Evening(bots, 1 + 10 * at).gathers()).plays()
        acts = make_acts(evening, await evening.read())
        earlier = chance.choice([(), (), ("report in one", "report in other"), ("swap",)])
        for name in earlier:
            await bots.services[0].execute_command(acts[name])
        some = chance.sample([*acts], 4)
        bots.hurry(chance)
        codes = await ask_at_once(bots, *(acts[name] for name in some))
        bots.hurry(None)
        assert await find_overtaken_acts(bots, evening) == [], (some, codes)
        night = await evening.read()
        for seated in night.rounds:
            everybody = [*(p for pod in seated.pods for p in pod.players), *seated.out]
            assert len(everybody) == len({*everybody}) == len(CROWD)
        done |= {name for name, code in zip(some, codes, strict=True) if not code}
        await end(evening)
    assert {"report in one", "undo", "swap", "seat"} <= done


@pytest.mark.parametrize("act", ["undo", "swap"])
async def test_report_before_the_write_stops_what_would_take_its_pod_back(bots: Processes, act: str) -> None:
    evening = await (await Evening(bots, 1).gathers()).plays()
    acts = make_acts(evening, await evening.read())
    first = bots.services[0]

    async def report() -> None:
        await bots.services[-1].execute_command(acts["report in one"])

    bots.logs[0].just_before = report
    assert await ask_for(first, acts[act]) == "night-reported"
    night = await evening.read()
    assert night.current_round is not None
    assert [pod.serial for pod in night.current_round.pods] == [1, 2]
    assert night.voided == ()


async def test_report_in_a_pod_that_the_night_has_not_noted_yet_keeps_the_round(bots: Processes) -> None:
    evening = await Evening(bots, 1).gathers()
    plan = await evening.asks(seat_fours(1))
    assert plan.night is not None
    pod = plan.night.rounds[0].pods[0]
    lobby = await evening.open(pod)
    await bots.do(2, just(ReportDrawnGame()), pod=lobby.number)
    undo = GameCommandRequest(ChannelAddress(GUILD, 1), None, just(UndoGameNightOrganiserAction(1)), pod=evening.number)
    assert await ask_for(bots.services[0], undo) == "night-reported"


# Two nights


async def test_of_two_nights_with_the_same_people_only_one_seats_them_at_the_same_moment(bots: Processes) -> None:
    chance = Random(SEED)
    for at in range(FEW):
        nights = [await Evening(bots, channel + 10 * at).gathers() for channel in (1, 6)]
        bots.hurry(chance)
        codes = await ask_at_once(bots, *(seating(each) for each in nights))
        bots.hurry(None)
        assert sorted(codes) == ["", "night-changed"]
        for each in nights:
            await end(each)


async def test_round_leaves_out_whoever_plays_in_another_night_until_their_pod_is_over(bots: Processes) -> None:
    earlier, later = [await Evening(bots, channel).gathers(crowd) for channel, crowd in ((1, CROWD[:4]), (11, CROWD))]
    await earlier.plays()
    assert await later.find_players_elsewhere() == {*earlier.people}
    await later.asks(seat_fours(1, frozenset(earlier.people)))
    [pod] = (await earlier.read()).rounds[0].pods
    await bots.do(pod.channel, just(ClosePod()), pod=pod.pod)
    assert await later.find_players_elsewhere() == frozenset()
    assert await earlier.find_players_elsewhere() == frozenset()
    assert not {*earlier.people} & {*(await later.read()).rounds[0].pods[0].players}


async def test_nobody_is_kept_from_a_round_by_an_organiser_who_added_them_to_another_night(bots: Processes) -> None:
    """Whoever was only added there confirms it with a press, and plays there from then on."""
    *victims, stranger, friend = CROWD
    real = await Evening(bots, 1).gathers(victims)
    fake = await Evening(bots, 11).gathers([stranger, friend])
    players = [each for each in real.people if each not in fake.people]
    for each in players[:4]:
        await fake.asks(just(AddPlayerToGameNight(each)))
    await fake.asks(lambda *_: SeatGameNightRound(1, (tuple(players[:4]),), tuple(fake.people), NOW))
    assert await real.find_players_elsewhere() == frozenset()
    await fake.asks(lambda me, _: SignUpForPlan(me), real.people[players[0]])
    assert await real.find_players_elsewhere() == {players[0]}


async def test_somebody_who_comes_to_two_nights_at_once_is_in_one(bots: Processes) -> None:
    chance = Random(SEED)
    *_, guest = (CommandUser(account, AccountNames(f"P{account}")) for account in range(1, 20))
    for at in range(FEW):
        halves = (CROWD[:4], CROWD[4:])
        nights = [
            await Evening(bots, channel + 10 * at).gathers(half) for channel, half in zip((1, 6), halves, strict=True)
        ]
        for each in nights:
            await each.asks(seat_fours(1))
        bots.hurry(chance)
        coming = (
            GameCommandRequest(
                ChannelAddress(GUILD, each.channel),
                guest,
                lambda me, _: SignUpForPlan(me),
                pod=each.number,
            )
            for each in nights
        )
        assert sorted(await ask_at_once(bots, *coming)) == ["", "night-elsewhere"]
        bots.hurry(None)
        for each in nights:
            await end(each)


def seating(evening: Evening) -> GameCommandRequest:
    place = ChannelAddress(GUILD, evening.channel)
    return GameCommandRequest(place, None, seat_fours(1), pod=evening.number)


async def end(evening: Evening) -> None:
    """The night ends, or is cancelled if it has not begun."""
    live = await evening.bots.services[0].load_game_by_number(ChannelAddress(GUILD, evening.channel), evening.number)
    assert live.plan is not None
    if live.plan.is_open:
        await evening.asks(just(CloseGameNight(NOW) if live.plan.has_game_night_begun else CancelPlannedGame()))
