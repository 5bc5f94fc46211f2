"""A cache of the players who have left a server.

Discord does not tell the bot about members, so it looks some of them up now and then. The cache is a hint for boards.
Code that acts on an absence looks the player up again.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import discord

from bot.basics.listeners import CallbackList
from bot.basics.lru_cache import LruCache
from bot.basics.reconciler import DebouncedJobQueue
from bot.front.publishing.retries import LOST_ANSWER_ERRORS
from bot.joust.duel import Duel
from bot.projections.pods import PodOrDuelRow
from bot.rules.facts import Player
from bot.rules.guests import find_member_acting_for_player
from bot.rules.pod import Pod, PodStage
from bot.rules.teams import list_players_in_game
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.service import GameService
from bot.storage.engine.errors import StorageError
from bot.storage.record.people import PeopleRepository, Person

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

LoadPodsInState = Callable[[PodStage, datetime, int, int], Awaitable[Sequence[PodOrDuelRow]]]
"""`pods.load_idle_pods_and_duels`, on a database."""


class MemberDepartureCheck(NamedTuple):
    """Discord's answer to the question whether a member has left a server, and the time of the question."""

    at: datetime
    gone: bool


class DepartedPlayersCache:
    """A cache of the players who have left the Discord server on which they play."""

    def __init__(
        self,
        client: discord.Client,
        service: GameService,
        people: PeopleRepository,
        find: LoadPodsInState,
        now: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._service = service
        self._people = people
        self._find = find
        self._now = now
        # By server and account.
        self._looks: LruCache[tuple[int, int], MemberDepartureCheck] = LruCache(CACHED_MEMBERS)
        self._spent: deque[datetime] = deque()  # when somebody was, in the last minute
        self._after: dict[PodStage, int] = {}  # the channel where the last round ended
        self._awaited = DebouncedJobQueue[tuple[ChannelAddress, Player], LiveGame](self._check_queued_player_departure)
        self._listeners = CallbackList[LiveGame]()

    def add_departure_listener(self, listener: Callable[[LiveGame], None]) -> None:
        """Register a function to call with a game when one of its players has left the server or come back."""
        self._listeners.add_callback(listener)

    async def find_cached_departed_players(self, live_game: LiveGame) -> list[Player]:
        """Return the players of an open game who have left the server according to the cache."""
        guild = live_game.place.guild
        known = await self._find_accounts_of_players(live_game, _list_players_of_open_game(live_game))
        accounts = {player: (guild, person.discord_id) for player, person in known.items()}
        looks = self._looks.get_many(accounts.values())
        gone = {account for account, look in looks.items() if look.gone}
        return [player for player, account in accounts.items() if account in gone]

    async def check_if_player_left_server(self, live_game: LiveGame, player: Player) -> bool:
        """Ask Discord whether a player has left the server; return False if Discord does not answer."""
        known = await self._find_accounts_of_players(live_game, [player])
        return player in known and bool(await self._check_if_member_left_server(live_game, known[player].discord_id))

    async def fetch_players_who_left(self, live_game: LiveGame, players: Iterable[Player]) -> set[Player]:
        """Ask Discord which players have left the server. Players whose data was deleted also count."""
        asked = [*players]
        known = await self._find_accounts_of_players(live_game, asked)
        looks = await asyncio.gather(
            *(self._check_if_member_left_server(live_game, person.discord_id) for person in known.values())
        )
        left = {player for player, gone in zip(known, looks, strict=True) if gone}
        return left | {player for player in asked if player not in known}

    async def _find_accounts_of_players(self, live_game: LiveGame, players: Iterable[Player]) -> dict[Player, Person]:
        """Return each player's Discord account; for a guest, the account of the guest's member."""
        asked = [*players]
        people = self._people.with_nicknames_of_server(live_game.place.guild)
        pod = live_game.pod
        if pod is None or not pod.guests:
            return await people.load_people_by_id(asked)
        acting = {player: find_member_acting_for_player(pod, player) for player in asked}
        known = await people.load_people_by_id(acting.values())
        return {player: known[actor] for player, actor in acting.items() if actor in known}

    def queue_departure_check(self, live_game: LiveGame) -> None:
        """Check in the background whether a player whose choice a game waits for has left the server."""
        for player in _list_players_who_must_act(live_game):
            self._awaited.queue_job((live_game.place, player), live_game)

    async def _check_queued_player_departure(
        self, channel_and_player: tuple[ChannelAddress, Player], live_game: LiveGame
    ) -> None:
        await self._check_player_departures(live_game, [channel_and_player[1]])

    async def check_departures_in_open_pods(self) -> None:
        """Ask Discord whether players have left the server, in pods that wait for a choice or had no event lately."""
        await self._check_departures_in_pods("waiting", self._now())
        await self._check_departures_in_pods("running", self._now() - QUIET_POD_INTERVAL)

    async def _check_departures_in_pods(self, pod_state: PodStage, unchanged_since: datetime) -> None:
        rows = await self._find(pod_state, unchanged_since, self._after.get(pod_state, 0), LOOKUPS_PER_MINUTE)
        self._after[pod_state] = rows[-1].channel if len(rows) == LOOKUPS_PER_MINUTE else 0
        for row in rows:
            live = await self._service.load_game_by_number(ChannelAddress(row.guild, row.channel), row.pod)
            await self._check_player_departures(
                live, _list_players_who_must_act(live) or _list_players_of_open_game(live)
            )

    async def _check_player_departures(self, live_game: LiveGame, players: Iterable[Player]) -> None:
        """Ask Discord whether players have left the server, unless they were checked recently."""
        try:
            for person in (await self._find_accounts_of_players(live_game, players)).values():
                last = self._looks.get((live_game.place.guild, person.discord_id))
                if (
                    last is None or last.at <= self._now() - LOOKUP_INTERVAL
                ) and self._can_look_up_more_members_this_minute():
                    await self._check_if_member_left_server(live_game, person.discord_id)
        except StorageError as error:
            log.warning("who has left a server is looked up with the next minute: %s", error)

    def _can_look_up_more_members_this_minute(self) -> bool:
        while self._spent and self._spent[0] <= self._now() - timedelta(minutes=1):
            self._spent.popleft()
        return len(self._spent) < LOOKUPS_PER_MINUTE

    async def _check_if_member_left_server(self, live_game: LiveGame, account_id: int) -> bool | None:
        """Ask Discord whether a member has left the server; return None if Discord does not answer."""
        guild = self._client.get_guild(live_game.place.guild)
        if guild is None:  # another process has it, or the bot was sent away
            return None
        self._spent.append(self._now())
        try:
            async with asyncio.timeout(LOOKUP_TIMEOUT):
                await guild.fetch_member(account_id)
        except discord.NotFound as error:
            gone = error.code in (UNKNOWN_MEMBER, UNKNOWN_USER)
        except (discord.HTTPException, *LOST_ANSWER_ERRORS) as error:
            log.warning("whether a member has left server %s is looked up again later: %s", guild.id, error)
            return None
        else:
            gone = False
        known = self._looks.get((guild.id, account_id))
        self._looks.put((guild.id, account_id), MemberDepartureCheck(self._now(), gone))
        if gone != (known is not None and known.gone):
            newest = await self._service.load_game_by_number(live_game.place, live_game.number)
            self._listeners.call_all_callbacks(newest)
        return gone


def _list_players_of_open_game(live_game: LiveGame) -> list[Player]:
    """Return the players of a game or lobby; an empty list if the game is over."""
    game = live_game.game
    if game is None or live_game.is_over:
        return []
    if isinstance(game, Pod) and game.standings:
        return list_players_in_game(game.current_game.standings)
    return [*game.players]


def _list_players_who_must_act(live_game: LiveGame) -> list[Player]:
    match live_game.game:
        case Pod():
            question = live_game.pod_facts.pending_player_choice
            return [] if question is None else [question.by]
        case Duel(waiting=waiting) if waiting is not None:
            return [waiting.by]
        case _:
            return []
