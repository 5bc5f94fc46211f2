"""Many channels whose people play at once, and the bot in a process of its own."""

import asyncio
import math
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Literal

from bot.rules.joining import JoinPod
from bot.rules.lobby import OpenLobby
from bot.rules.pod import PodCommand as RuleCommand
from bot.rules.records import PodSetup
from bot.service.live_game import ChannelAddress
from tests.benchmarks import past
from tests.benchmarks.rules import GAME, SIX
from tests.loopback.objects import BOT, Json, interaction, message
from tests.loopback.program import Program, environment, started
from tests.loopback.rest import Answer, Request
from tests.loopback.server import COMMAND, STRING, SUBCOMMAND, TOKEN, Loopback

Boards = Literal["blank", "drawing"]
"""Whether the bot draws boards; see `ponging`."""

SEATED = (OpenLobby(PodSetup(), SIX[0], SIX[:1]), *map(JoinPod, SIX[1:]), *GAME[1:2])
"""Six players who have just begun, each of whom sat down by a press."""

CONFIRMED = ("✅", "↩️")
"""How the answer to a command begins that was committed."""

PATIENCE = 600.0
"""Seconds to wait for all answers."""


FEW, MANY = 8, 64
"""People who play as fast as they are answered: no more than any bot bears, and as many as this one
should.
"""

QUIET = 1.5
"""Seconds after which no board is on its way."""


LINES = 20
"""What the bot said last, which is told where a benchmark fails."""


@dataclass(frozen=True)
class Command:
    """A slash command such as `pod open`; `commits` says that its answer must confirm it."""

    name: str
    options: Mapping[str, str] = field(default_factory=dict)
    commits: bool = True


PONG = Command("pong", commits=False)
CLOCK = Command("clock", commits=False)
COOL = Command("cool", commits=False)
WAKE = Command("wake", commits=False)
DEFEAT = Command("defeat", {"loser": "bo", "controller": "ana", "cause": "effect", "card": "Lightning Bolt"})
ECHO, NOTE = (Command(name, DEFEAT.options, commits=False) for name in ("echo", "note"))
"""What `DEFEAT` is told and says, with nothing behind it, and with the commit of one event."""

UNDO = Command("undo")
"""After `DEFEAT`, everything is as before."""

Ask = tuple[Command, ChannelAddress]
"""A command, and where somebody calls it."""


class Answers(dict[int, Answer]):
    """The seconds to the first answer of each interaction; infinite for a refusal.

    `when` maps a command's name to the channels that accepted it, with the time. Answers that the
    crowd does not expect are kept, and not measured.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[float] = []
        self.refused: list[str] = []  # what should have been committed
        self.when: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        self._sent: dict[int, tuple[Ask, float]] = {}

    @property
    def awaited(self) -> int:
        """Return the number of answers still to come."""
        return len(self._sent)

    def expect(self, id: int, ask: Ask) -> None:
        """Note that the interaction is sent now."""
        self._sent[id] = ask, perf_counter()

    def __setitem__(self, id: int, answer: Answer) -> None:
        if id not in self._sent:
            super().__setitem__(id, answer)
            return
        (command, place), since = self._sent.pop(id)
        now = perf_counter()
        took = now - since
        if command.commits and not answer.content.startswith(CONFIRMED):
            self.refused.append(answer.content)
            took = math.inf
        else:
            self.when[command.name].append((place.channel, now))
        self.seconds.append(took)
        super().__setitem__(id, answer)

    def clear(self) -> None:
        """Forget the answers so far."""
        super().clear()
        self.seconds.clear()
        self.refused.clear()
        self.when.clear()


class Crowd:
    """The commands of all channels, and the times of their answers."""

    def __init__(self, discord: Loopback, program: Program, places: list[ChannelAddress]) -> None:
        self.places = places
        self._numbers = {place.channel: number for number, place in enumerate(places)}
        self.pid = program.process.pid
        self.answers = Answers()
        discord.rest.answers = self.answers
        self.discord = discord
        self._program = program

    def everywhere(self, *commands: Command) -> list[Ask]:
        """Yield each of the commands in turn, in every channel."""
        return [(command, place) for command in commands for place in self.places]

    async def offer(self, asks: Iterable[Ask], each_second: float) -> None:
        """Send so many commands a second, however slow the answers; then await all answers."""
        loop = asyncio.get_running_loop()
        start = loop.time()
        for number, ask in enumerate(asks):
            await asyncio.sleep(start + number / each_second - loop.time())
            await self._send(ask)
        await self.discord.seen.until(lambda: not self.answers.awaited, PATIENCE)

    async def play(self, commands: Sequence[Command], at_once: int = FEW) -> None:
        """Send each command in every channel; so many people go round their own channels."""
        async with asyncio.TaskGroup() as people:
            for first in range(at_once):
                people.create_task(self._go_round(commands, self.places[first::at_once]))
        self.committed()

    async def _go_round(self, commands: Sequence[Command], places: Sequence[ChannelAddress]) -> None:
        for command in commands:
            for place in places:
                await self._answered((command, place))

    def committed(self) -> None:
        """Check that no command was refused. Raises `RuntimeError`."""
        if self.answers.refused:
            raise RuntimeError(f"not committed: {self.answers.refused[:3]}")

    async def put_right(self) -> None:
        """Restore the games after a rush in which reports or undos were refused."""
        await self.play([replace(UNDO, commits=False)])

    async def cool(self) -> None:
        """Let the bot drop its caches of channels, servers and people, as after a start."""
        await self._answered((COOL, self.places[0]))

    async def wake(self) -> None:
        """Let the bot look at its plans and posts now, which it does once a minute."""
        await self._answered((WAKE, self.places[0]))

    async def processor_time(self) -> float:
        """Return the processor seconds of the bot's process so far."""
        return float((await self._answered((CLOCK, self.places[0]))).content)

    async def find_lags(self, answered: Sequence[tuple[int, float]]) -> list[float]:
        """Return the seconds from each answer to the next edit of its channel's board.

        `answered` are channels and times, as in `Answers.when`.
        """
        return [await self._find_lag(*each) for each in answered]

    async def _find_lag(self, channel: int, since: float) -> float:
        mine = f"/channels/{channel}/messages/"
        requests = self.discord.rest.requests

        def find() -> float | None:
            edits = (each.at for each in requests if each.path.startswith(mine))
            return next((at for at in edits if at >= since), None)

        await self.discord.seen.until(lambda: find() is not None, PATIENCE)
        edited = find()
        assert edited is not None
        return edited - since

    async def boards(self, edits: int) -> None:
        """Wait until so many boards were drawn since `forget`."""
        requests = self.discord.rest.requests
        await self.discord.seen.until(lambda: sum(each.method == "PATCH" for each in requests) >= edits, PATIENCE)

    @property
    def requests(self) -> Sequence[Request]:
        """Return the bot's requests to Discord since `forget`."""
        return self.discord.rest.requests

    @property
    def posted(self) -> int:
        """Return the number of messages sent to channels since `forget`."""
        requests = self.discord.rest.requests
        return sum(r.method == "POST" and r.path.endswith("/messages") for r in requests)

    async def sent(self, messages: int) -> None:
        """Wait until so many messages were sent."""
        await self.discord.seen.until(lambda: self.posted >= messages, PATIENCE)

    async def settled(self) -> None:
        """Wait until the bot has sent no request for a while."""
        requests, known = self.discord.rest.requests, -1
        while known != len(requests):
            known = len(requests)
            await asyncio.sleep(QUIET)

    def forget(self) -> None:
        """Forget all requests and messages so far."""
        rest = self.discord.rest
        self.answers.clear()
        rest.requests.clear()
        rest.callbacks.clear()
        self._program.err.clear()

    async def _answered(self, ask: Ask) -> Answer:
        id = await self._send(ask)
        await self.discord.seen.until(lambda: id in self.answers)
        return self.answers[id]

    async def _send(self, ask: Ask) -> int:
        command, place = ask
        base, *inner = command.name.split()
        number = self._numbers[place.channel]
        given: list[Json] = [
            {"name": name, "type": STRING, "value": past.find_key(number, value)}
            for name, value in command.options.items()
        ]
        if inner:
            given = [{"name": inner[0], "type": SUBCOMMAND, "options": given}]
        data: Json = {"id": "0", "name": base, "type": 1, "options": given}
        id = next(self.discord.ids)
        payload = interaction(id, COMMAND, data, past.find_member(number), (place.guild, place.channel))
        self.answers.expect(id, ask)
        await self.discord.gateway.dispatch("INTERACTION_CREATE", payload)
        return id


@asynccontextmanager
async def crowd(
    folder: Path,
    boards: Boards,
    channels: int,
    servers: int = 0,
    prepare: Callable[[Path], None] = lambda _: None,
    game: tuple[RuleCommand, ...] = SEATED,
    report: Command = DEFEAT,
    module: Sequence[str] = ("tests.loopback.ponging",),
) -> AsyncIterator[Crowd]:
    """Start a `game` in so many channels, on a database in `folder`, all in the bot's caches.

    The bot is in at least so many `servers`. `prepare` may change the database before the start.
    `report` is possible in the game, and taken back. `module` is the program, with its first
    arguments.
    """
    file = folder / f"{boards}.sqlite3"
    await asyncio.to_thread(past.seat, file, channels, game)
    await asyncio.to_thread(prepare, file)
    env = environment(SUZERAIN_DISCORD__TOKEN=TOKEN, SUZERAIN_DATABASE__URL=f"sqlite:///{file}")
    guilds = max(servers, -(-channels // past.CHANNELS))
    async with Loopback(guilds=guilds, channels=past.CHANNELS) as discord:
        _hang(discord, file)
        arguments = (*module, boards, discord.address, "run")
        async with started(*arguments, folder=folder, env=env) as program:
            await discord.ready()
            people = Crowd(discord, program, past.places(channels))
            try:
                await people.play((report, UNDO))
                await people.settled()
                yield people
            finally:
                del program.err[:-LINES]


def _hang(discord: Loopback, file: Path) -> None:
    """Post the boards that the database knows in their channels."""
    with closing(sqlite3.connect(file)) as database:
        for id, channel in database.execute("SELECT message, channel FROM boards"):
            discord.rest.messages[id] = message(id, channel, BOT, {})
