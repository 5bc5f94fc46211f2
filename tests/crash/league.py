"""python -m tests.crash.league URL SEED: games to the end, and moderators, until it is killed.

It uses the service with a rater and no Discord, so that crashes hit the projections, too.
"""

import asyncio
import sys
from datetime import datetime, timedelta
from itertools import count
from random import Random

from bot.projections.rater import Rater
from bot.rules.facts import Report, Source
from bot.rules.lobby import Open, Start
from bot.rules.overrule import Overrule
from bot.rules.pod import PodCommand
from bot.rules.records import Setup
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeat
from bot.rules.undoing import Undo
from bot.rules.winning import Draw
from bot.service.live_game import Place
from bot.service.requests import Actor, Done, Request
from bot.service.service import Service
from bot.storage.engine.database import Database
from bot.storage.record.log import Log
from bot.storage.record.people import NOWHERE, Names, People
from tests.storage.store import NOON

GUILDS, CHANNELS = (1, 2), 3
GAME = "game {} is over"
WHY = "it was not like that"
HOST = Actor(1, Names("Ana"), moderator=True)
NAMES = ("Ana", "Bo", "Cy", "Di")


class League:
    """Random events in the channels."""

    def __init__(self, database: Database, random: Random) -> None:
        self._random = random
        self._games = count(1)
        self._people = People(database)
        self._service = Service(Log(database), self._people, self._now)
        self._rater = Rater(database, rows=12)
        self._service.listen(lambda live: self._rater.wake(live.place.guild))

    async def play(self) -> None:
        """Play without end."""
        known = [
            await self._people.on(NOWHERE).identify(id, Names(name))
            for id, name in enumerate(NAMES, 1)
        ]
        self._players = tuple(person.id for person in known)
        places = [Place(guild, 10 * guild + n) for guild in GUILDS for n in range(CHANNELS)]
        await asyncio.gather(self._rater.wake_all(), *map(self._play_in, places))

    def _now(self) -> datetime:
        """Return a random time, so that games end in another order than they are played in."""
        return NOON + timedelta(minutes=self._random.randrange(2_000))

    async def _play_in(self, place: Place) -> None:
        while True:
            pod = await self._open(place)
            winner, *losers = self._random.sample(self._players, len(self._players))
            for loser in losers:
                source = (Source(winner, "Lightning Bolt"),)
                await self._try(place, Defeat((Report(loser, "life", source),)))
            print(GAME.format(next(self._games)), flush=True)
            if self._random.random() < 0.5:
                await self._put_right(place, self._random.randint(1, pod))

    async def _open(self, place: Place) -> int:
        done = await self._try(place, Open(Setup(), self._players[0], self._players))
        await self._try(place, Start(self._players, self._players[0]))
        return 1 if done is None else done.live.number

    async def _put_right(self, place: Place, pod: int) -> None:
        """Correct an earlier pod of the channel, if this number is one."""
        points = {self._random.choice(self._players): self._random.randrange(9)}
        every: tuple[PodCommand, ...] = (
            Undo(WHY),
            Overrule("points", WHY, points=points),
            Overrule("void", WHY),
            Overrule("reopen", WHY),
        )
        await self._try(place, self._random.choice(every), pod)
        await self._try(place, Draw())  # what goes on again comes to its end

    async def _try(self, place: Place, command: PodCommand, pod: int = 0) -> Done | None:
        try:
            return await self._service.do(
                Request(place, HOST, lambda *_: command, None, pod=pod, earlier=bool(pod))
            )
        except Refusal:
            return None


async def main(url: str, seed: str) -> None:
    await League(Database(url), Random(seed)).play()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
