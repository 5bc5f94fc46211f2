"""Who has left a server: looked up now and then, as the bot hears of no member.

What is remembered is a hint for boards, and is looked up again where something comes of it.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import aiohttp
import discord

from bot.projections.pods import PodRow
from bot.rules.facts import Player
from bot.rules.pod import State
from bot.rules.teams import in_game
from bot.service import Place, Service, Table
from bot.storage.engine.errors import StorageError
from bot.storage.engine.lru_cache import LruCache

log = logging.getLogger(__name__)

EACH_MINUTE = 6
"""Members who are looked up, those aside whom somebody kicks."""

AGAIN = timedelta(minutes=10)
"""For how long nobody is looked up twice."""

QUIET = timedelta(hours=1)
"""After how long a pod that waits for nobody is looked at too."""

PATIENCE = 1.5
"""Seconds until Discord is taken for one that does not answer: somebody may be waiting."""

REMEMBERED = 10_000
"""Members."""

UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013
"""Discord's codes for somebody who is not in the server, and for an account that is no more."""

Find = Callable[[State, datetime, int, int], Awaitable[Sequence[PodRow]]]
"""`pods.in_state`, on a database."""


class Look(NamedTuple):
    """When a member was looked up, and whether they had gone."""

    at: datetime
    gone: bool


class Absences:
    """The members of all servers who are known to have gone."""

    def __init__(
        self, client: discord.Client, service: Service, find: Find, now: Callable[[], datetime]
    ) -> None:
        self._client = client
        self._service = service
        self._find = find
        self._now = now
        self._looks: LruCache[tuple[int, int], Look] = LruCache(REMEMBERED)  # by server and account
        self._spent: deque[datetime] = deque()  # when somebody was, in the last minute
        self._after: dict[State, int] = {}  # the channel where the last round ended
        self._tasks: set[asyncio.Task[None]] = set()
        self._listeners: list[Callable[[Table], None]] = []

    def listen(self, listener: Callable[[Table], None]) -> None:
        """`listener` is told of a pod of which somebody is found to have gone, or to be back."""
        self._listeners.append(listener)

    async def of(self, table: Table) -> list[Player]:
        """The players of an open pod who are known to have gone."""
        playing, guild = _playing(table), table.place.guild
        known = await self._service.names(playing)
        accounts = {player: known[player].discord_id for player in playing if player in known}
        looks = {player: self._looks.get((guild, id)) for player, id in accounts.items()}
        return [player for player, look in looks.items() if look is not None and look.gone]

    async def has_gone(self, table: Table, player: Player) -> bool:
        """Whether a player has left the server, looked up now; False where nobody can tell."""
        known = await self._service.names([player])
        return player in known and bool(await self._look(table, known[player].discord_id))

    def noticed(self, table: Table) -> None:
        """A pod changed: whom it waits for now is looked up, while nobody waits for that."""
        if table.pod is not None and table.pod.question is not None:
            task = asyncio.create_task(self._look_for(table, [table.pod.question.by]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def round(self) -> None:
        """Looks up some of those for whom pods wait, then some of pods that are quiet."""
        await self._round("waiting", self._now())
        await self._round("running", self._now() - QUIET)

    async def _round(self, state: State, since: datetime) -> None:
        rows = await self._find(state, since, self._after.get(state, 0), EACH_MINUTE)
        self._after[state] = rows[-1].channel if len(rows) == EACH_MINUTE else 0
        for row in rows:
            table = await self._service.table(Place(row.guild, row.channel))
            if table.number == row.pod and table.pod is not None:
                asked = table.pod.question
                await self._look_for(table, [asked.by] if asked else _playing(table))

    async def _look_for(self, table: Table, players: Iterable[Player]) -> None:
        """Looks players up, but for those who were lately, and no more than a few a minute."""
        try:
            for person in (await self._service.names(tuple(players))).values():
                last = self._looks.get((table.place.guild, person.discord_id))
                if (last is None or last.at <= self._now() - AGAIN) and self._may():
                    await self._look(table, person.discord_id)
        except StorageError as error:
            log.warning("nobody can be looked up: %s", error)

    def _may(self) -> bool:
        while self._spent and self._spent[0] <= self._now() - timedelta(minutes=1):
            self._spent.popleft()
        return len(self._spent) < EACH_MINUTE

    async def _look(self, table: Table, account: int) -> bool | None:
        """Whether somebody has gone; None where nobody can tell."""
        guild = self._client.get_guild(table.place.guild)
        if guild is None:  # another process has it, or the bot was sent away
            return None
        self._spent.append(self._now())
        try:
            async with asyncio.timeout(PATIENCE):
                await guild.fetch_member(account)
        except discord.NotFound as error:
            gone = error.code in (UNKNOWN_MEMBER, UNKNOWN_USER)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("a member of %s cannot be looked up: %s", guild.id, error)
            return None
        else:
            gone = False
        known = self._looks.get((guild.id, account))
        self._looks.put((guild.id, account), Look(self._now(), gone))
        if gone != (known is not None and known.gone):
            newest = await self._service.earlier(table.place, table.number)
            for listener in self._listeners:
                listener(newest)
        return gone


def _playing(table: Table) -> list[Player]:
    pod = table.pod
    if pod is None or pod.state not in ("lobby", "running", "waiting"):
        return []
    return in_game(pod.game.standings) if pod.standings else [*pod.players]
