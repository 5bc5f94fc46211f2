"""The service of several processes during faults, measured by constant questions."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import perf_counter, time
from typing import NamedTuple

from tests.crash.checks import is_failure
from tests.loopback.objects import MEMBERS
from tests.loopback.rest import Request
from tests.loopback.server import DISCORDS, Loopback

EVERY = 0.7
"""Seconds between two questions on a server."""

PROBE = "season list"
"""What is asked: it is answered from the database, and changes nothing."""

LAPSES = 13.0
"""Seconds after which a process that reaches no database knows that it may do nothing more."""

ASKED = re.compile(r"^/interactions/(\d+)/|^/webhooks/\d+/token-(\d+)")
"""The interaction that a request answers."""

HANDED_OVER = ("healthy", "rolling restart", "join and leave")
"""Whiles in which nothing fails: who asks is to be answered, and by one process."""


@dataclass
class While:
    """A period in which one kind of thing happened; `end` is infinite while it lasts."""

    kind: str
    begin: float
    end: float = float("inf")

    def holds(self, at: float) -> bool:
        """Return whether a moment is in the period."""
        return self.begin <= at < self.end


class Probe(NamedTuple):
    """A question on a server: its time, and whether it was answered well."""

    asked: float
    good: bool


class Gap(NamedTuple):
    """A time in which nothing worked in a channel, by the kind of fault."""

    seconds: float
    kind: str
    channel: str
    begin: float

    def __str__(self) -> str:
        return f"{self.seconds:.1f} s in channel {self.channel} since {_tell_time(self.begin)}"


@dataclass
class Served:
    """The measurements, by kind of fault."""

    longest: dict[str, Gap] = field(default_factory=dict)
    asked: int = 0
    unanswered: list[str] = field(default_factory=list)
    by_two: list[str] = field(default_factory=list)
    trespasses: list[str] = field(default_factory=list)

    @property
    def missed(self) -> int:
        """Return how many questions failed though there was no fault."""
        return len(self.unanswered)


class Watch:
    """Asks each server again and again, and records the periods of faults."""

    def __init__(self, discord: Loopback) -> None:
        self.probes: dict[int, Probe] = {}  # the newest by server
        self.whiles: list[While] = [While("healthy", perf_counter())]
        self.lapsed: list[tuple[int, While]] = []
        """Processes by their doors, and when they were to do nothing at all."""
        self._discord = discord
        self._asking: list[asyncio.Task[None]] = []
        self._goes_on = False

    @property
    def asks(self) -> bool:
        """Return whether questions are being asked."""
        return bool(self._asking)

    def turn_to(self, kind: str) -> None:
        """Begin the next period."""
        now = perf_counter()
        self.whiles[-1].end = now
        self.whiles.append(While(kind, now))

    def begin(self) -> None:
        """Begin to ask."""
        self._goes_on = True
        self._asking = [asyncio.create_task(self._ask(each)) for each in self._discord.guilds]

    async def end(self) -> None:
        """Stop asking."""
        self._goes_on = False  # an answer that comes at this moment swallows the end of its task
        for task in self._asking:
            task.cancel()
        await asyncio.gather(*self._asking, return_exceptions=True)
        self._asking = []

    def serves_all(self, since: float) -> bool:
        """Return whether each server's newest question, asked after a moment, was answered well."""
        newest = self.probes.values()
        everywhere = self.probes.keys() == self._discord.guilds.keys()
        return everywhere and all(each.good and each.asked > since for each in newest)

    async def _ask(self, guild: int) -> None:
        place = (guild, self._discord.guilds[guild][-1])
        while self._goes_on:
            asked, good = perf_counter(), False
            with suppress(ConnectionError):
                answer = await self._discord.command(PROBE, MEMBERS[0], place)
                good = not is_failure(answer)
            self.probes[guild] = Probe(asked, good)
            self._discord.seen.something()
            await asyncio.sleep(max(0.0, asked + EVERY - perf_counter()))

    # What came of it

    def sum_up(self) -> Served:
        """Return the measurements so far."""
        served = Served()
        for gap in self._find_gaps():
            served.longest[gap.kind] = max(gap, served.longest.get(gap.kind, gap))
        handed_over = [each for each in self.whiles if each.kind in HANDED_OVER]
        for id, begun in self._discord.begun.items():
            found = next((each for each in handed_over if each.holds(begun)), None)
            if found is None or not found.holds(begun + DISCORDS):
                continue
            served.asked += 1
            tried = {each.door: each.at - begun for each in self._discord.rest.attempts.get(id, ())}
            line = f"{self._describe(id)}, {found.kind}, answered by {_render(tried)}"
            if not self._is_served(id):
                answer = self._discord.rest.answers.get(id)
                served.unanswered.append(f"{line}: {answer.content if answer else ''}")
            if len(tried) > 1:
                served.by_two.append(line)
        served.trespasses = list(self._find_trespasses())
        return served

    def _describe(self, id: int) -> str:
        """Describe an interaction, its start by the common clock, and its shard."""
        sent, began = self._discord.sent[id], _tell_time(self._discord.begun[id])
        shard = (int(sent["guild_id"]) >> 22) % self._discord.rest.shards
        return f"{id} at {began}, shard {shard}"

    def _find_gaps(self) -> Iterator[Gap]:
        """Return the times in which nothing worked in a channel though people tried, by kind."""
        first: dict[str, float] = {}
        last: dict[str, float] = {}
        for id, begun in self._discord.begun.items():
            channel = self._discord.sent[id]["channel_id"]
            if not self._is_served(id):
                first.setdefault(channel, begun)
                last[channel] = self._find_end(id)
            elif channel in first:
                yield from self._share_out(channel, first.pop(channel), last[channel])
        for channel, begun in first.items():
            yield from self._share_out(channel, begun, last[channel])

    def _is_served(self, id: int) -> bool:
        """Return whether an interaction got an answer other than a failure."""
        answer = self._discord.rest.answers.get(id)
        if answer is None:
            return id not in self._discord.unanswered  # somebody waits yet
        return not is_failure(answer)

    def _find_end(self, id: int) -> float:
        """Return when an interaction was answered or timed out."""
        if id in self._discord.unanswered:  # though somebody may try to answer it much later
            return self._discord.begun[id] + DISCORDS
        return self._discord.rest.attempts[id][0].at

    def _share_out(self, channel: str, begin: float, end: float) -> Iterator[Gap]:
        """Split a gap by the periods that it fell into."""
        for each in self.whiles:
            seconds = min(end, each.end) - max(begin, each.begin)
            if seconds > 0:
                yield Gap(seconds, each.kind, channel, max(begin, each.begin))

    def _find_trespasses(self) -> Iterator[str]:
        """Return requests of processes whose lease had expired."""
        for request in self._discord.rest.requests:
            for door, lapsed in self.lapsed:
                if request.door == door and lapsed.holds(request.at):
                    since = request.at - lapsed.begin + LAPSES
                    if not self._is_harmless(request, lapsed.begin):
                        yield f"{request.method} {request.path}, {lapsed.kind} {since:.1f} s before"

    def _is_harmless(self, request: Request, lapsed: float) -> bool:
        """Return whether a request changes nothing, or only tells a member that nothing works.

        A process without a lease answers so only if no other process answers before. Of an answer
        that came too late for Discord nothing is left.
        """
        asked = ASKED.search(request.path)
        if request.method == "GET" or asked is None:
            return request.method == "GET"
        id, rest = int(asked[1] or asked[2]), self._discord.rest
        attempts = rest.attempts.get(id, [])
        if self._discord.begun[id] < lapsed or not attempts or attempts[0].door != request.door:
            return True
        alone = len({each.door for each in attempts}) == 1
        answer = rest.answers.get(id)
        return alone and (answer is None or is_failure(answer))


def _render(tried: dict[int, float]) -> str:
    return ", ".join(f"{door} after {seconds:.2f} s" for door, seconds in tried.items()) or "nobody"


def _tell_time(at: float) -> str:
    """Return the time of clocks at a moment of `perf_counter`."""
    return f"{datetime.fromtimestamp(time() - perf_counter() + at, UTC):%H:%M:%S.%f}"
