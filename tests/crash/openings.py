"""python -m tests.crash.openings: a bot is killed or stopped again and again while it opens the pods of a round.

Each pod opens once, with one message, whatever the moment. The night is seated before the first start.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import time

from bot.nights.night import MINUTE
from bot.nights.terms import GameNightSettings
from bot.planning.night_rounds import SeatGameNightRound, list_players_for_next_round
from bot.planning.plan_creation import PlanFutureGame
from bot.planning.signing_up import SignUpForPlan
from bot.rulebooks import GameCommand
from bot.rules.facts import Player
from bot.rules.records import PodSetup
from bot.service.game_requests import CommandFactory, CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import migrate_database
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.log import EventLog
from bot.storage.record.people import AccountNames, PeopleRepository
from bot.storage.servers.server_settings import ServerSettingsRepository
from tests.crash import evenings, promise
from tests.loopback.objects import Member
from tests.loopback.program import STRICT, environment, started
from tests.loopback.seen import PATIENCE
from tests.loopback.server import TOKEN, Loopback

FIRST_ACCOUNT = 1_450_000_000_000_000_000
"""The account of the first of the night's people."""

AT_A_TABLE = 4
"""People in each pod."""

QUIET = 1.0
"""Seconds in which the bot makes no request once it has opened all pods."""


async def seat_round(database: str, discord: Loopback, pods: int) -> None:
    """Announce a night, let people sign up, and seat them for its first round; nobody opens the pods yet."""
    place = ChannelAddress(*discord.places[0])
    now = datetime_to_milliseconds(datetime.now(UTC))
    people = [Member(FIRST_ACCOUNT + n, f"Guest{n}") for n in range(pods * AT_A_TABLE)]
    discord.servers.members |= {each.id: each for each in people}
    await asyncio.to_thread(migrate_database, database)
    store = Database(database)
    try:
        await ServerSettingsRepository(store, PeopleRepository(store)).enable_bot_modules(place.guild, ["night"])
        service = GameService(EventLog(store), PeopleRepository(store), lambda: datetime.now(UTC))

        async def ask(command: CommandFactory, by: Member | None, night: int = 0) -> LiveGame:
            actor = None if by is None else CommandUser(by.id, AccountNames(by.name))
            request = GameCommandRequest(place, actor, command, next(discord.ids), pod=night)
            return (await service.execute_command(request)).live

        def announce(me: Player, _: LiveGame) -> GameCommand:
            setup = PodSetup(variant="elimination", scoring="elimination")
            return PlanFutureGame(setup, me, now + 5 * MINUTE, now, night=GameNightSettings(3, 60))

        def seat(_: Player, live: LiveGame) -> GameCommand:
            assert live.plan is not None
            there = list_players_for_next_round(live.plan, frozenset())
            tables = tuple(there[at : at + AT_A_TABLE] for at in range(0, len(there), AT_A_TABLE))
            return SeatGameNightRound(1, tables, (), now, reason="as they came")

        night = (await ask(announce, people[0])).number
        await asyncio.gather(*(ask(lambda me, _: SignUpForPlan(me), each, night) for each in people[1:]))
        await ask(seat, None, night)
    finally:
        await store.close_all_connections()


async def open_pods(
    folder: Path, database: str, pods: int, kills: int, seed: int, say: Callable[[str], None] = print
) -> list[str]:
    """Kill and stop a bot in turn while it opens the pods of a round; return what is wrong at the end."""
    chance = Random(seed)
    env = environment(
        PYTHONWARNINGS=STRICT,
        SUZERAIN_DISCORD__TOKEN=TOKEN,
        SUZERAIN_DATABASE__URL=database,
        SUZERAIN_LOGGING__LEVEL="error",
    )
    async with Loopback(channels=1) as discord:
        await seat_round(database, discord, pods)
        threads, requests = discord.servers.threads, discord.rest.requests
        for number in range(kills + 1):
            arguments = ("tests.loopback.child", discord.address, "run")
            async with started(*arguments, folder=folder, env=env) as program:
                if number == kills or len(threads) == pods:
                    await discord.seen.until(lambda: len(threads) >= pods, PATIENCE)
                    await wait_for_quiet(discord)
                    break
                # As many pods in each turn, at a moment between any two requests.
                least = len(threads) + chance.randint(0, max(1, (pods - len(threads)) // (kills - number)))
                await discord.seen.until(lambda least=least: len(threads) >= min(least, pods), PATIENCE)  # type: ignore[misc]
                made = len(requests) + chance.randrange(4)
                await discord.seen.until(lambda made=made: len(requests) >= made, PATIENCE)  # type: ignore[misc]
                if number % 2:
                    program.process.terminate()
                else:
                    program.process.kill()
                ended = await program.ended()
                say(f"{number + 1}: {len(threads)} of {pods} pods opened, the bot ended with {ended.status}")
            await discord.seen.until(lambda: not discord.gateway.connected)
        log = await promise.Reader(database).read()
        opened = {place: seat.opened for place, seat in log.pods.items()}
        wrong = [*evenings.find_wrong(log.plans, opened, log.told, discord, int(time() * 1000))]
        if len(log.pods) != pods:
            wrong.append(f"{len(log.pods)} of {pods} pods are open")
        if len(threads) != pods:
            wrong.append(f"{pods} pods have {len(threads)} threads")
        deliveries = Counter(each.id for each in log.interactions if each.id is not None)
        return [*wrong, *(f"{id} has {count} events" for id, count in deliveries.items() if count > 1)]


async def wait_for_quiet(discord: Loopback) -> None:
    """Wait until the bot has made no request for a while."""
    requests = discord.rest.requests
    while True:
        known = len(requests)
        try:
            await discord.seen.until(lambda known=known: len(requests) > known, QUIET)  # type: ignore[misc]
        except TimeoutError:
            return


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crash.openings", description=__doc__)
    parser.add_argument("--pods", type=int, default=50)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/suzerain.sqlite3"
        wrong = asyncio.run(open_pods(Path(folder), database, given.pods, given.kills, given.seed))
    print(f"wrong: {len(wrong)}", *wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
