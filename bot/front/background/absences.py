"""A cache of the players who have left a server.

Discord does not tell the bot about members, so it looks some of them up now and then. The cache is
a hint for boards. Code that acts on an absence looks the player up again.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import discord

from bot.front.background.retry import LOST_ANSWER_ERRORS
from bot.joust.duel import Duel
from bot.listeners import Listeners
from bot.lru_cache import LruCache
from bot.projections.pods import PodRow
from bot.reconciler import Reconciler
from bot.rules.facts import Player
from bot.rules.guests import find_actor
from bot.rules.pod import Pod, State
from bot.rules.teams import find_in_game
from bot.service.live_game import LiveGame, Place
from bot.service.service import Service
from bot.storage.engine.errors import StorageError
from bot.storage.record.people import People, Person

log = logging.getLogger(__name__)

LOOKUPS_PER_MINUTE = 6
"""Members who are looked up a minute; those whom somebody kicks do not count."""

LOOKUP_INTERVAL = timedelta(minutes=10)
"""The time after which somebody is looked up again."""

QUIET_POD_INTERVAL = timedelta(hours=1)
"""The time after which the players of a pod that waits for nobody are looked up too."""

LOOKUP_TIMEOUT = 1.5
"""Seconds to wait for an answer of Discord, as a person may be waiting."""

CACHED_MEMBERS = 10_000
"""Members who are cached, at most."""

UNKNOWN_MEMBER = 10007
"""Discord's code for somebody who is not in the server."""

UNKNOWN_USER = 10013
"""Discord's code for an account that was deleted."""

FindPods = Callable[[State, datetime, int, int], Awaitable[Sequence[PodRow]]]
"""`pods.load_pods_in_state`, on a database."""


class LookUp(NamedTuple):
    """The result of looking a member up: when, and whether they had gone."""

    at: datetime
    gone: bool


class Absences:
    """A cache of the members of all servers who are known to have left."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        people: People,
        find: FindPods,
        now: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._service = service
        self._people = people
        self._find = find
        self._now = now
        # By server and account.
        self._looks: LruCache[tuple[int, int], LookUp] = LruCache(CACHED_MEMBERS)
        self._spent: deque[datetime] = deque()  # when somebody was, in the last minute
        self._after: dict[State, int] = {}  # the channel where the last round ended
        self._awaited = Reconciler[tuple[Place, Player], LiveGame](self._look_for_awaited)
        self._listeners = Listeners[LiveGame]()

    def listen(self, listener: Callable[[LiveGame], None]) -> None:
        """Call `listener` with each pod in which a player is found to have left or come back."""
        self._listeners.add(listener)

    async def find_gone(self, live: LiveGame) -> list[Player]:
        """Return the players of an open pod who are known to have gone."""
        guild = live.place.guild
        known = await self._find_actors(live, _list_players(live))
        accounts = {player: (guild, person.discord_id) for player, person in known.items()}
        looks = self._looks.find(accounts.values())
        gone = {account for account, look in looks.items() if look.gone}
        return [player for player, account in accounts.items() if account in gone]

    async def has_gone(self, live: LiveGame, player: Player) -> bool:
        """Look a player up.

        Return whether they have left the server; False if Discord gives no answer.
        """
        known = await self._find_actors(live, [player])
        return player in known and bool(await self._fetch_has_left(live, known[player].discord_id))

    async def look_for_gone(self, live: LiveGame, players: Iterable[Player]) -> set[Player]:
        """Look players up; return those who were forgotten or have left the server."""
        asked = [*players]
        known = await self._find_actors(live, asked)
        looks = await asyncio.gather(
            *(self._fetch_has_left(live, person.discord_id) for person in known.values())
        )
        left = {player for player, gone in zip(known, looks, strict=True) if gone}
        return left | {player for player in asked if player not in known}

    async def _find_actors(self, live: LiveGame, players: Iterable[Player]) -> dict[Player, Person]:
        """Return the account to look up for each player; for a guest, that of the bringer."""
        asked = [*players]
        people = self._people.on(live.place.guild)
        pod = live.pod
        if pod is None or not pod.guests:
            return await people.find_people(asked)
        acting = {player: find_actor(pod, player) for player in asked}
        known = await people.find_people(acting.values())
        return {player: known[actor] for player, actor in acting.items() if actor in known}

    def notice(self, live: LiveGame) -> None:
        """Look up the players for whom a changed pod waits, soon and in the background."""
        for player in _list_awaited(live):
            self._awaited.mark((live.place, player), live)

    async def _look_for_awaited(self, awaited: tuple[Place, Player], live: LiveGame) -> None:
        await self._look_up_players(live, [awaited[1]])

    async def look_for_some(self) -> None:
        """Look up some players for whom pods wait, then some players of quiet pods."""
        await self._look_up_in_state("waiting", self._now())
        await self._look_up_in_state("running", self._now() - QUIET_POD_INTERVAL)

    async def _look_up_in_state(self, state: State, since: datetime) -> None:
        rows = await self._find(state, since, self._after.get(state, 0), LOOKUPS_PER_MINUTE)
        self._after[state] = rows[-1].channel if len(rows) == LOOKUPS_PER_MINUTE else 0
        for row in rows:
            live = await self._service.find_current(Place(row.guild, row.channel))
            if live.number == row.pod:
                await self._look_up_players(live, _list_awaited(live) or _list_players(live))

    async def _look_up_players(self, live: LiveGame, players: Iterable[Player]) -> None:
        """Look players up, except those looked up lately, and no more than a few a minute."""
        try:
            for person in (await self._find_actors(live, players)).values():
                last = self._looks.get((live.place.guild, person.discord_id))
                if (last is None or last.at <= self._now() - LOOKUP_INTERVAL) and self._may_look():
                    await self._fetch_has_left(live, person.discord_id)
        except StorageError as error:
            log.warning("nobody can be looked up: %s", error)

    def _may_look(self) -> bool:
        while self._spent and self._spent[0] <= self._now() - timedelta(minutes=1):
            self._spent.popleft()
        return len(self._spent) < LOOKUPS_PER_MINUTE

    async def _fetch_has_left(self, live: LiveGame, account: int) -> bool | None:
        """Fetch a member. Return True if they have left, None if Discord gave no answer."""
        guild = self._client.get_guild(live.place.guild)
        if guild is None:  # another process has it, or the bot was sent away
            return None
        self._spent.append(self._now())
        try:
            async with asyncio.timeout(LOOKUP_TIMEOUT):
                await guild.fetch_member(account)
        except discord.NotFound as error:
            gone = error.code in (UNKNOWN_MEMBER, UNKNOWN_USER)
        except (discord.HTTPException, *LOST_ANSWER_ERRORS) as error:
            log.warning("a member of %s cannot be looked up: %s", guild.id, error)
            return None
        else:
            gone = False
        known = self._looks.get((guild.id, account))
        self._looks.put((guild.id, account), LookUp(self._now(), gone))
        if gone != (known is not None and known.gone):
            newest = await self._service.find(live.place, live.number)
            self._listeners.tell(newest)
        return gone


def _list_players(live: LiveGame) -> list[Player]:
    """Return the players of an open game or of its lobby."""
    game = live.game
    if game is None or live.is_over:
        return []
    if isinstance(game, Pod) and game.standings:
        return find_in_game(game.game.standings)
    return [*game.players]


def _list_awaited(live: LiveGame) -> list[Player]:
    """Return the players for whom an open game waits."""
    match live.game:
        case Pod():
            question = live.facts.question
            return [] if question is None else [question.by]
        case Duel(waiting=waiting) if waiting is not None:
            return [waiting.by]
        case _:
            return []
