"""A whole night beside the games of other servers: in Discord's pace, and whom it slows down.

A minute of the night's rounds lasts `ROUND` seconds. Discord keeps its rate limits, but the one of
new threads ends with a round, as it does where a round lasts an hour.
"""

import asyncio
import gc
import math
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from time import perf_counter, time

from bot.nights.night import GameNight
from bot.storage.engine.database import Database
from bot.storage.record.people import PeopleRepository
from bot.storage.servers.server_settings import ServerSettingsRepository
from tests.benchmarks import past
from tests.benchmarks.crowd import DEFEAT, UNDO, Crowd, crowd
from tests.benchmarks.figures import Figure, Size
from tests.crash import evenings, promise
from tests.crash.players import list_buttons, list_named
from tests.loopback.limits import THREADS, Limit, RateLimits, list_routes
from tests.loopback.objects import Json, Member, list_parts
from tests.loopback.rest import Answer, Request
from tests.loopback.server import APART, FIRST_GUILD, Loopback

SEED = 36

ROUND = 20.0
"""Seconds of a round: all pods stand sooner, and some games are not over by then."""

OPENED = 30.0
"""Seconds after which a round of 200 people is open at most."""

QUIET = 6.0
"""Seconds of ordinary games before the night, and as many after it: the machine may change."""

PACE = 16.0  # commands a second in ordinary games
NIGHTLY = 4.0  # commands a second of the night's people
LAP = 5.0  # seconds between two commands in a channel
COMING = 20.0  # people a second who come to the night
THINKING = 2.0  # seconds at most before somebody in a pod does the next thing
SLOW = 6  # of the pods that stand first one in so many is not over when its time is called
PATIENCE = 240.0  # seconds for what the bot does by itself

SOON = 3.0  # seconds
SLOWER = 1.2  # times

REFUSALS = ("🚫", "⚠️")
"""The first signs of answers that refuse something, or tell of a failure."""

BUSY = "⏳"
"""The first sign of an answer that asks the user to try again."""

AGAIN = 1.0  # seconds until somebody tries again

FIRST_ACCOUNT = 1_400_000_000_000_000_000
"""The account of the first of the night's people."""

MAKE, SEAT = re.compile(r"plan:[^:]+:make"), re.compile(r"night:[^:]+:seat")


@dataclass(frozen=True)
class Beside:
    """The seconds to answers in ordinary games, and from the answers to their boards, sorted."""

    answers: Sequence[float]
    lags: Sequence[float]


@dataclass(frozen=True)
class Opening:
    """The seconds until the last pod of a round stood, and the least that Discord lets it take."""

    took: float
    least: float


@dataclass
class Seen:
    """The observations of a night's people; moments are by `perf_counter`, in seconds."""

    openings: list[Opening] = field(default_factory=list)
    changed: list[float] = field(default_factory=list)
    """When the night's board became outdated: a pod stood, or was over."""
    called: dict[int, float] = field(default_factory=dict)
    """When time was called in the pod of a thread."""
    uncalled: int = 0  # pods of which somebody was not called


@dataclass(frozen=True)
class Evening:
    """The measurements of a night; each list of seconds is sorted."""

    seen: Seen
    late: Sequence[float]
    """From the end of a round to the call in each of its unfinished pods."""
    stale: Sequence[float]
    """From each change to the next edit of the night's board."""
    edits: int  # of the night's board
    refused: int  # requests
    answers: tuple[Sequence[float], Sequence[float]]
    """In ordinary games: without the night, and beside it."""
    lags: tuple[Sequence[float], Sequence[float]]
    """Of the boards of ordinary games: without the night, and beside it."""
    wrong: Sequence[str]


def evening(size: Size, folder: Path) -> Iterator[Figure]:
    """Yield what a night takes, and the answers and boards of other servers beside it.

    In the comparison, ordinary games have as many commands a second as both together.
    """
    found = asyncio.run(_measure(size, folder))
    openings = sorted(found.seen.openings, key=lambda each: each.took)
    worst = openings[-1]
    limits = ("limits", worst.least)
    yield Figure(f"a round of {size.crowded} people is open after", worst.took, "s", OPENED, "at most", limits)
    yield Figure("  half of the rounds", openings[len(openings) // 2].took, "s")
    yield Figure("  pods that were not called", found.seen.uncalled, "", 0, "at most")
    yield Figure("time is called late in the last pod", found.late[-1], "s", SOON, "at most")
    yield Figure("the night's board lags, p99", _find(found.stale, 0.99), "s", SOON, "at most")
    yield Figure("  half of the changes", _find(found.stale, 0.5), "s")
    yield Figure("  edits for each change", found.edits / len(found.stale), "")
    yield Figure("requests refused for their pace", found.refused, "", 0.0, "at most")
    yield from _compare("other servers are answered", "ms", *found.answers)
    yield from _compare("  their boards lag", "ms", *found.lags)
    yield Figure("seats, pods and rounds gone wrong", len(found.wrong), "", 0, "at most")


def _compare(name: str, unit: str, without: Sequence[float], beside: Sequence[float]) -> Iterator[Figure]:
    """Yield half and nearly all of some seconds beside a night, and without one."""
    factor = 1000 if unit == "ms" else 1
    for share in (0.5, 0.99):
        base, value = (factor * _find(each, share) for each in (without, beside))
        shown = f"{name}, p{share * 100:.0f}"
        yield Figure(shown, value, unit, SLOWER * base, "at most", ("without", base))


def _find(sorted_numbers: Sequence[float], share: float) -> float:
    """Return the number below which a share of the others is."""
    return sorted_numbers[int(len(sorted_numbers) * share)]


async def _measure(size: Size, folder: Path) -> Evening:
    guild = FIRST_GUILD + size.beside * APART
    module = ("tests.loopback.hasty", f"{ROUND}")
    switch_on = partial(_switch_nights_on, guild=guild)
    async with crowd(
        folder, "drawing", size.beside * past.CHANNELS, size.beside + 1, switch_on, module=module
    ) as people:
        discord = people.discord
        threads = Limit(THREADS.requests, ROUND)
        limits = discord.rest.limits = RateLimits(list_routes(threads))
        discord.servers.announces_threads = True
        gc.collect()
        gc.disable()  # nobody waits for Discord to tidy up
        try:
            before = await _play_alone(people)
            await people.settled()
            people.forget()
            night = NightPeople(discord, limits, (guild, guild + 1), size.crowded)
            led = asyncio.create_task(night.lead(size.night))
            beside = await _play_beside(people, PACE, led.done)
            await led
            await people.settled()
            requests = [*people.requests]
            after = await _play_alone(people)
        finally:
            gc.enable()
        without = Beside(sorted([*before.answers, *after.answers]), sorted([*before.lags, *after.lags]))
        log = await promise.Reader(f"sqlite:///{folder / 'drawing.sqlite3'}").read()
        return _look_back(night, requests, (without, beside), log, size)


def _switch_nights_on(file: Path, guild: int) -> None:
    async def switch_on() -> None:
        database = Database(f"sqlite:///{file}")
        try:
            await ServerSettingsRepository(database, PeopleRepository(database)).enable_bot_modules(guild, ["night"])
        finally:
            await database.close_all_connections()

    asyncio.run(switch_on())


# Ordinary games


async def _play_alone(people: Crowd) -> Beside:
    """Play ordinary games for a while, with as many commands as beside a night."""
    await people.settled()
    people.forget()
    end = perf_counter() + QUIET
    return await _play_beside(people, PACE + NIGHTLY, lambda: perf_counter() > end)


async def _play_beside(people: Crowd, pace: float, is_over: Callable[[], bool]) -> Beside:
    """Report defeats and take them back at a pace, until that is over."""
    size = max(1, round(pace * LAP))
    laps = [people.places[first : first + size] for first in range(0, len(people.places), size)]
    for lap in cycle(laps):
        await people.offer([(each, place) for each in (DEFEAT, UNDO) for place in lap], pace)
        if is_over():
            break
    await people.discord.seen.until(lambda: math.inf not in _find_lags(people), PATIENCE)
    return Beside(sorted(people.answers.seconds), sorted(_find_lags(people)))


def _find_lags(people: Crowd) -> list[float]:
    """Return the seconds from each answer in ordinary games to the next edit of the board."""
    edits = defaultdict[int, list[float]](list)
    for request in people.requests:
        if request.method == "PATCH" and request.status == 200 and "/messages/" in request.path:
            edits[int(request.path.split("/")[2])].append(request.at)
    answered = [each for command in (DEFEAT, UNDO) for each in people.answers.when[command.name]]
    return [_find_lag(edits[channel], since) for channel, since in answered]


def _find_lag(edits: Sequence[float], since: float) -> float:
    """Return the seconds from a moment to the next of some edits; infinite if none followed."""
    at = bisect_left(edits, since)
    return edits[at] - since if at < len(edits) else math.inf


# The night


class NightPeople:
    """The people of a night: they come, are seated, play, and one of them leads it."""

    def __init__(self, discord: Loopback, limits: RateLimits, place: tuple[int, int], count: int) -> None:
        self.place = place
        self.seen = Seen()
        self.discord = discord
        self._limits = limits
        self._people = [Member(FIRST_ACCOUNT + n, f"Player{n:03}") for n in range(count)]
        discord.servers.members |= {each.id: each for each in self._people}
        self._read = 0  # requests that were read
        self._called = defaultdict[int, list[tuple[float, frozenset[int]]]](list)
        self._random = Random(SEED)

    @property
    def _host(self) -> Member:
        return self._people[0]

    async def lead(self, rounds: int) -> None:
        """Play a night of so many rounds from its announcement to its end."""
        await self._announce(rounds)
        await self._come()
        for number in range(1, rounds + 1):
            await self._play_round(number)
        asked = await self._say("night close")
        sure = [part["custom_id"] for part in list_parts(asked.data) if part["custom_id"].endswith(":closing")]
        if sure:  # results can still be disputed
            await self._press(asked.data, sure[0], self._host)
        requests = self.discord.rest.requests
        first, channel = len(requests), self.place[1]
        self.seen.changed.append(perf_counter())
        await self._until(lambda: any(_draws_board(each, channel) for each in requests[first:]))

    # Before the first round

    async def _announce(self, rounds: int) -> None:
        when = f"<t:{int(time()) + 1_500}:F>"
        asked = await self._say("night open", when=when, rounds=rounds, minutes=1)
        await self._press(asked.data, _find_id(asked.data, MAKE), self._host)
        await self._until(lambda: self._find_board() is not None)

    def _find_board(self) -> Json | None:
        """Return the night's board."""
        messages = self.discord.rest.messages.values()
        here = (each for each in messages if each["channel_id"] == str(self.place[1]))
        return next((each for each in here if _list_plan_buttons(each)), None)

    async def _come(self) -> None:
        """Let everybody sign up, and say that they are there; the host has signed up."""
        others = self._people[1:]
        for action, people in (("join", others), ("come", [self._host])):
            async with asyncio.TaskGroup() as coming:
                for member in people:
                    coming.create_task(self._answer_board(action, member))
                    await asyncio.sleep(1 / COMING)

    async def _answer_board(self, action: str, member: Member) -> None:
        board = self._find_board()
        assert board is not None
        number = next(iter(_list_plan_buttons(board).values())).split(":")[1]
        await self._press(board, f"plan:{number}:{action}", member)

    # Rounds

    async def _play_round(self, number: int) -> None:
        asked = await self._say("night seat")
        shown = await self._read_later(asked)
        known = {*self.discord.servers.threads}
        first = len(self.discord.rest.requests)
        begun = perf_counter()
        await self._press(shown, _find_id(shown, SEAT), self._host)
        pods = -(-len(self._people) // 4)
        async with asyncio.TaskGroup() as playing:
            for at in range(pods):
                thread = await self._wait_for_pod(known)
                known.add(thread)
                slow = at <= pods // 2 and at % SLOW == 0
                playing.create_task(self._play_pod(thread, slow=slow))
            took = max(self._called[each][0][0] for each in known if each in self._called) - begun
            requests = self.discord.rest.requests[first:]
            least = self._limits.compute_time((each.method, each.path) for each in requests)
            self.seen.openings.append(Opening(took, least))

    async def _wait_for_pod(self, known: set[int]) -> int:
        """Return the thread of another pod, once the bot has called its players there."""

        def find() -> int | None:
            return next((each for each in self._read_calls() if each not in known), None)

        await self._until(lambda: find() is not None)
        found = find()
        assert found is not None
        return found

    def _read_calls(self) -> Mapping[int, Sequence[tuple[float, frozenset[int]]]]:
        """Return when the bot has called which accounts by a message in each thread."""
        requests = self.discord.rest.requests
        threads = self.discord.servers.threads
        for request in requests[self._read :]:
            if request.method == "POST" and request.path.endswith("/messages"):
                thread = int(request.path.split("/")[2])
                called = frozenset(map(int, request.body["allowed_mentions"].get("users", ())))
                if thread in threads and called and request.status == 200:
                    self._called[thread].append((request.at, called))
        self._read = len(requests)
        return self._called

    async def _play_pod(self, thread: int, *, slow: bool) -> None:
        """Have all players press that they are here, and play a pod to its end; a slow one until its time is called."""
        at, accounts = self._called[thread][0]
        self.seen.changed.append(at)
        players = [each for each in self._people if each.id in accounts]
        self.seen.uncalled += len(players) not in (3, 4)
        place = (self.place[0], thread)
        board = self._find_message(thread)
        here = list_buttons(board)["present"]["custom_id"]
        for player in players:
            await self._press(board, here, player, place)
        start = here.replace("present", "start")
        await self._think()
        await self._press(board, start, self._random.choice(players), place)
        winner, *losers = self._random.sample(players, len(players))
        if slow:
            await self._until(lambda: len(self._read_calls()[thread]) > 1)
            self.seen.called[thread] = self._called[thread][1][0]
            await self._think()
            draw = start.replace("start", "drawing")
            await self._press(self._find_message(thread), draw, winner, place)
        else:
            for loser in losers:
                await self._think()
                names = {"loser": loser.name, "controller": winner.name}
                others = {"cause": "effect", "card": "Lightning Bolt"}
                say = partial(self.discord.command, "defeat", loser, place, **names, **others)
                await _insist(say)
        self.seen.changed.append(perf_counter())

    def _find_message(self, thread: int) -> Json:
        messages = reversed(self.discord.rest.messages.values())
        return next(each for each in messages if each["channel_id"] == str(thread))

    # What they do

    async def _say(self, command: str, **options: str | int) -> Answer:
        say = partial(self.discord.command, command, self._host, self.place, **options)
        return await _insist(say)

    async def _press(self, on: Json, custom_id: str, by: Member, place: tuple[int, int] | None = None) -> None:
        await _insist(partial(self.discord.press, on, custom_id, by, place or self.place))

    async def _read_later(self, asked: Answer) -> Json:
        """Return the message that an answer becomes once the bot has thought."""
        path = f"/token-{asked.interaction}/"
        edits = list[Json]()

        def find() -> bool:
            edits[:] = [
                each.body for each in self.discord.rest.requests[-50:] if each.method == "PATCH" and path in each.path
            ]
            return bool(edits)

        await self._until(find)
        return edits[-1]

    async def _think(self) -> None:
        await asyncio.sleep(self._random.uniform(0, THINKING))

    async def _until(self, wanted: Callable[[], object]) -> None:
        await self.discord.seen.until(lambda: bool(wanted()), PATIENCE)


async def _insist(act: Callable[[], Awaitable[Answer]]) -> Answer:
    """Do something, and do it again while the bot has too much to do.

    Raises `RuntimeError` if it is refused. A refusal of what is done again may say that it was done
    before: whether it was is seen in the end.
    """
    answer = await act()
    busy = answer.content.startswith(BUSY)
    while answer.content.startswith(BUSY):
        await asyncio.sleep(AGAIN)
        answer = await act()
    if answer.content.startswith(REFUSALS) and not busy:
        raise RuntimeError(f"not done: {answer.content}")
    return answer


def _list_plan_buttons(message: Json) -> dict[str, str]:
    """Return the custom ids of a plan's message by their action."""
    return {name[2]: ":".join(name) for name, _ in list_named(message) if name[0] == "plan"}


def _find_id(message: Json, form: re.Pattern[str]) -> str:
    """Return the custom id of a form. Raises `RuntimeError` if the message has none."""
    for part in list_parts(message):
        if form.fullmatch(part["custom_id"]):
            return str(part["custom_id"])
    raise RuntimeError(f"no {form.pattern} below: {message.get('content')}")


# Afterwards


def _look_back(
    people: NightPeople, requests: Sequence[Request], games: tuple[Beside, Beside], log: promise.Log, size: Size
) -> Evening:
    """Return what the log and the requests say of the night that was played."""
    nights = [each.plan.night for each in log.plans.values() if each.plan.night is not None]
    [night] = nights
    without, beside = games
    wall = perf_counter() - time()
    ends = {pod.channel: each.at / 1000 + wall + ROUND for each in night.rounds for pod in each.pods}
    edits = [each.at for each in requests if _draws_board(each, people.place[1])]
    return Evening(
        people.seen,
        sorted(at - ends[thread] for thread, at in people.seen.called.items()),
        sorted(_find_lag(edits, each) for each in people.seen.changed),
        len(edits),
        sum(each.status == 429 for each in requests),
        (without.answers, beside.answers),
        (without.lags, beside.lags),
        [*_find_wrong(night, log, people.discord, size)],
    )


def _draws_board(request: Request, channel: int) -> bool:
    """Return whether a request edits or sends the board of a night in a channel."""
    if request.status != 200 or not request.path.startswith(f"/channels/{channel}/messages"):
        return False
    return request.method == "PATCH" or (request.method == "POST" and bool((request.body or {}).get("components")))


def _find_wrong(night: GameNight, log: promise.Log, discord: Loopback, size: Size) -> Iterator[str]:
    """Yield what became of seats, pods and rounds that should not be."""
    if len(night.rounds) != size.night or night.closed is None:
        yield f"there are {len(night.rounds)} rounds"
    for each in night.rounds:
        if len(each.seated_players) != size.crowded or each.out:
            yield f"{len(each.seated_players)} people play"
        for pod in each.pods:
            seat = log.pods.get((pod.channel, pod.pod))
            if seat is None or seat.pod.result is None:
                yield f"pod {pod.serial} has no result"
    opened = {place: seat.opened for place, seat in log.pods.items()}
    now = int(time() * 1000)
    yield from evenings.find_wrong(log.plans, opened, log.told, discord, now)
