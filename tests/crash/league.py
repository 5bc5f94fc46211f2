"""python -m tests.crash.league URL SEED: games to the end, and moderators, until it is killed.

It uses the service with a rater and no Discord, so that crashes hit the projections, too.
"""

import asyncio
import sys
from datetime import datetime, timedelta
from itertools import count
from random import Random

from bot.projections.rating_updater import BackgroundRatingUpdater
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import PodCommand
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportDrawnGame
from bot.service.game_requests import CommandResult, CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.record.log import EventLog
from bot.storage.record.people import NOWHERE, AccountNames, PeopleRepository
from tests.storage.store import NOON, pressed_by_all

GUILDS, CHANNELS = (1, 2), 3
GAME = "game {} is over"
WHY = "it was not like that"
HOST = CommandUser(1, AccountNames("Ana"), moderator=True)
NAMES = ("Ana", "Bo", "Cy", "Di")


class League:
    """Random events in the channels."""

    def __init__(self, database: Database, random: Random) -> None:
        self._random = random
        self._games = count(1)
        self._people = PeopleRepository(database)
        self._service = GameService(EventLog(database), self._people, self._now)
        self._rater = BackgroundRatingUpdater(database, rows=12)
        self._service.add_game_change_listener(lambda live: self._rater.schedule_rating_of_server(live.place.guild))

    async def play(self) -> None:
        """Play without end."""
        known = [
            await self._people.with_nicknames_of_server(NOWHERE).load_or_create_person(id, AccountNames(name))
            for id, name in enumerate(NAMES, 1)
        ]
        self._players = tuple(person.id for person in known)
        places = [ChannelAddress(guild, 10 * guild + n) for guild in GUILDS for n in range(CHANNELS)]
        await asyncio.gather(self._rater.schedule_rating_of_all_servers(), *map(self._play_in, places))

    def _now(self) -> datetime:
        """Return a random time, so that games end in another order than they are played in."""
        return NOON + timedelta(minutes=self._random.randrange(2_000))

    async def _play_in(self, place: ChannelAddress) -> None:
        while True:
            pod = await self._open(place)
            winner, *losers = self._random.sample(self._players, len(self._players))
            for loser in losers:
                source = (DefeatSource(winner, "Lightning Bolt"),)
                await self._try(place, ReportDefeats((DefeatReport(loser, "life", source),)))
            print(GAME.format(next(self._games)), flush=True)
            if self._random.random() < 0.5:
                await self._put_right(place, self._random.randint(1, pod))

    async def _open(self, place: ChannelAddress) -> int:
        done = await self._try(place, OpenLobby(PodSetup(), self._players[0], self._players))
        await self._try(place, StartGame(self._players, self._players[0]))
        return 1 if done is None else done.live.number

    async def _put_right(self, place: ChannelAddress, pod: int) -> None:
        """Correct an earlier pod of the channel, if this number is one."""
        points = {self._random.choice(self._players): self._random.randrange(9)}
        every: tuple[PodCommand, ...] = (
            UndoPodEvent(WHY),
            OverrideGameAsModerator("points", WHY, points=points),
            OverrideGameAsModerator("void", WHY),
            OverrideGameAsModerator("reopen", WHY),
        )
        await self._try(place, self._random.choice(every), pod)
        await self._try(place, ReportDrawnGame())  # what goes on again comes to its end

    async def _try(self, place: ChannelAddress, command: PodCommand, pod: int = 0) -> CommandResult | None:
        try:
            return await self._service.execute_command(
                GameCommandRequest(place, HOST, lambda *_: command, pod=pod, pressed=pressed_by_all(command))
            )
        except Refusal:
            return None


async def main(url: str, seed: str) -> None:
    await League(Database(url), Random(seed)).play()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
