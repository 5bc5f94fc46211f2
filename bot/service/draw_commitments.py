"""Completes commands for lobbies and nights with the hashes that fix their random draws in advance.

A completed command carries commitments, tags and hashes. A new lobby gets the next number of its server, and secrets
that were fixed before the lobby was requested. `docs/fair-draws.md` explains why.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, timedelta
from typing import NamedTuple
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.draws import seating
from bot.nights.terms import NEWEST_RECIPE, GameNightPairingSecrets
from bot.planning.plan import PlannedGame
from bot.planning.plan_creation import PlannedGameAnnouncementCommand
from bot.planning.signing_up import SignUpOrCheckInCommand
from bot.projections import draws
from bot.projections.draws import RandomSeatingWithPodState
from bot.rulebooks import GameCommand
from bot.rules.choosing import PendingPlayerChoiceAnswered
from bot.rules.concession import PlayerConceded
from bot.rules.draws import (
    PlayerSeedText,
    PodRandomSeating,
    RandomSeatingCommitment,
    RandomSeatingSecrets,
    ReusedSeating,
    compute_account_pseudonym,
    compute_seating_commitment_hash,
    hash_seed_text,
)
from bot.rules.facts import Player
from bot.rules.joining import BringGuestToPod, JoinPod, SetPlayerSeedText
from bot.rules.lobby import GameStarted, OpenLobby, StartGame
from bot.rules.night_calls import SeatBenchPlayersInPod
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported
from bot.rules.winning import DrawnGameReported, WinReported
from bot.service.channels import ChannelGameCache
from bot.service.game_requests import GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseBusyError
from bot.storage.engine.row_cache import DatabaseRowCache
from bot.storage.engine.stores import PATIENCE
from bot.storage.record.people import PeopleRepository, Person

SEATS_KEPT_FOR = timedelta(hours=1)
"""After a pod was closed, the same people keep their seats in that channel for so long."""

MAX_KEPT_SEATINGS = 3
"""The most closed pods of a channel and its threads whose seats are kept."""

_CACHED_SERVERS = 1_000
"""The most servers whose newest draw is cached."""

ReportEvent = DefeatsReported | PlayerConceded | PendingPlayerChoiceAnswered | WinReported | DrawnGameReported


class _UnusedRandomSeatingSecrets(NamedTuple):
    """The draw data that a new lobby can reuse: unused secrets, and the seats of recently closed pods."""

    own: RandomSeatingSecrets | None
    source: int | None
    kept: tuple[ReusedSeating, ...]


class DrawCommitmentService:
    """A service that adds hashes to commands, by which players can check that random draws were fair.

    The lobbies of a server open one by one.
    """

    def __init__(self, database: Database, channels: ChannelGameCache, people: PeopleRepository) -> None:
        self._database = database
        self._people = people
        self._channels = channels
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._newest = DatabaseRowCache[int, RandomSeatingCommitment](_CACHED_SERVERS)

    def clear_cache(self) -> None:
        """Empty the cache of hashes, because texts were redacted or games deleted."""
        self._newest.invalidate_all_rows()

    async def add_draw_commitment(
        self,
        command_request: GameCommandRequest,
        live_game: LiveGame,
        requester: Person | None,
        event_version: int,
        now: datetime,
        exit_stack: AsyncExitStack,
    ) -> GameCommand:
        """Add the hashes and pseudonyms for a random draw to a command that needs them.

        `event_version` is the version of the event that the command leads to. No other lobby of the server gets a
        number before `exit_stack` is closed. Raises `Refusal` or `StorageError`.
        """
        command = command_request.build_command(requester.id if requester else None, live_game)
        if isinstance(command, OpenLobby) and requester is not None and command.secret is None:
            await exit_stack.enter_async_context(self._lock_random_draws_of_server(command_request.place.guild))
            sealed, seal = await self._add_commitment_to_lobby(command_request, command, requester, event_version, now)
            exit_stack.enter_context(self._newest.update_cached_row_after_write(seal.server, lambda _: seal))
            return sealed
        if isinstance(command, PlannedGameAnnouncementCommand) and requester is not None:
            return await self._add_commitment_to_game_night(
                command_request.place, command, live_game, requester, event_version
            )
        game = live_game.game
        if isinstance(game, PlannedGame) and isinstance(command, SignUpOrCheckInCommand):
            return await self._add_pseudonym_for_random_draw(command_request, command, game, requester)
        if not isinstance(game, Pod):
            return command
        if isinstance(command, StartGame):
            await self._require_draw_secrets_not_reused(game)
        if game.draw is None:
            return command
        if isinstance(command, SeatBenchPlayersInPod):
            people = self._people.with_nicknames_of_server(command_request.place.guild)
            known = await people.load_people_by_id(command.players)
            return replace(command, tags=_compute_seating_pseudonyms([*known.values()], game.draw.seal.own))
        if requester is None:
            return command
        if isinstance(command, BringGuestToPod):
            known = await self._people.with_nicknames_of_server(command_request.place.guild).load_people_by_id(
                [command.guest]
            )
            requester = known.get(command.guest, requester)
        return _add_pseudonym_and_text_hash(command, game.draw, requester)

    async def _add_commitment_to_game_night(
        self,
        channel_address: ChannelAddress,
        command: PlannedGameAnnouncementCommand,
        live_game: LiveGame,
        requester: Person,
        event_version: int,
    ) -> PlannedGameAnnouncementCommand:
        """Add the hash and the pseudonyms for random pairings to the command that opens a game night.

        A new plan has the number of its first event. A poll that becomes a night keeps its number.
        """
        if command.planned_night_settings is None:
            return command
        number = event_version if command.opens else live_game.number
        own = seating.generate_secrets_for_random_seating()
        seal = GameNightPairingSecrets(channel_address.guild, channel_address.channel, number, own, NEWEST_RECIPE)
        comers = command.list_initial_players(live_game.plan)
        people = await self._load_people_with_seats(channel_address.guild, comers, requester)
        return command.copy_with_pairing_hash(
            replace(command.planned_night_settings, seal=seal), _compute_seating_pseudonyms(people, own)
        )

    async def _add_pseudonym_for_random_draw(
        self,
        request: GameCommandRequest,
        command: SignUpOrCheckInCommand,
        planned_game: PlannedGame,
        requester: Person | None,
    ) -> SignUpOrCheckInCommand:
        """Add a player's pseudonym for the random draw to the command by which the player arrives at a game night.

        Other plans have no draw. The database may not know the player yet.
        """
        seal = None if planned_game.night is None else planned_game.night.terms.seal
        if seal is None:
            return command
        known = await self._people.with_nicknames_of_server(request.place.guild).load_people_by_id([command.player])
        people = [each for each in (requester, *request.named, *known.values()) if each is not None]
        return replace(command, tag=_compute_seating_pseudonyms(people, seal.own).get(command.player))

    @asynccontextmanager
    async def _lock_random_draws_of_server(self, guild_id: int) -> AsyncIterator[None]:
        lock = self._locks.get(guild_id)
        if lock is None:
            lock = self._locks[guild_id] = asyncio.Lock()
        try:
            async with asyncio.timeout(PATIENCE):
                await lock.acquire()
        except TimeoutError:
            raise DatabaseBusyError from None
        try:
            yield
        finally:
            lock.release()

    async def _require_draw_secrets_not_reused(self, pod: Pod) -> None:
        """Raise `Refusal` if a newer lobby already uses the secrets of this lobby's random draw."""
        if pod.draw is None or pod.standings:
            return
        seal = pod.draw.seal
        heirs = await draws.load_seatings_that_reuse_secrets(self._database, seal.server, [seal.number])
        if seal.number in heirs:
            raise Refusal("draw-handed-on", number=heirs[seal.number])

    # Opening

    async def _add_commitment_to_lobby(
        self, request: GameCommandRequest, command: OpenLobby, requester: Person, event_version: int, now: datetime
    ) -> tuple[OpenLobby, RandomSeatingCommitment]:
        place = request.place
        home = request.home or request.place.channel
        last = self._newest.get(place.guild)
        if last is None:
            last = await draws.load_newest_random_seating_hash(self._database, place.guild)
        inherited = await self._load_reusable_random_seating(place.guild, home, now)
        following = seating.generate_secrets_for_random_seating() if last is None else last.following
        own = inherited.own
        if own is None:
            own = following
            following = seating.generate_secrets_for_random_seating()
        seal = RandomSeatingCommitment(
            server=place.guild,
            channel=place.channel,
            pod=event_version,
            number=1 if last is None else last.number + 1,
            own=own,
            following=following,
            home=home,
            before=None if last is None else compute_seating_commitment_hash(last),
            source=inherited.source,
            kept=inherited.kept,
        )
        tags = _compute_seating_pseudonyms(
            await self._load_people_with_seats(place.guild, command.players, requester), own
        )
        return replace(command, draw=seal, tags=tags), seal

    async def _load_people_with_seats(
        self, guild_id: int, seated_players: Sequence[Player], requester: Person
    ) -> list[Person]:
        """Load the people who get seats in a new lobby or game night."""
        others = [player for player in seated_players if player != requester.id]
        known = (await self._people.with_nicknames_of_server(guild_id).load_people_by_id(others)) if others else {}
        return [*known.values(), *([requester] if requester.id in seated_players else [])]

    async def _load_reusable_random_seating(
        self, guild_id: int, parent_channel: int, now: datetime
    ) -> _UnusedRandomSeatingSecrets:
        """Load an unused draw's secrets and the seats of recently closed pods, for reuse by a new lobby."""
        latest = await draws.load_latest_random_seatings_of_channel(self._database, guild_id, parent_channel)
        unused = [each for each in latest if each.is_unused]
        own = None
        source = None
        heirs = dict[int, int]()
        if unused:
            heirs = await draws.load_seatings_that_reuse_secrets(
                self._database, guild_id, [u.draw.number for u in unused]
            )
        for each in unused:
            if each.draw.number not in heirs:
                seal = await draws.load_random_seating_hash_of_pod(self._database, each.draw.channel, each.draw.pod)
                if seal is not None and seal.own.veil is not None:
                    own = seal.own
                    source = seal.number
                    break
        return _UnusedRandomSeatingSecrets(own, source, await self._load_seatings_of_closed_pods(latest, now))

    async def _load_seatings_of_closed_pods(
        self, latest_draws: Sequence[RandomSeatingWithPodState], now: datetime
    ) -> tuple[ReusedSeating, ...]:
        """Load the seats of pods that were closed recently and before any report."""
        closed = [
            each
            for each in latest_draws
            if each.draw.used and each.state == "closed" and each.at >= now - SEATS_KEPT_FOR
        ]
        kept: list[ReusedSeating] = []
        for each in closed:
            place = ChannelAddress(each.draw.guild, each.draw.channel)
            live, events = await self._channels.load_game_and_all_events(LiveGame(place, 0, each.draw.pod))
            ended = live.end_time or each.at  # the row's time is that of its last event, as when the end counted
            if ended < now - SEATS_KEPT_FOR or any(isinstance(step.event, ReportEvent) for step in live.steps):
                continue
            started = (e.event for e in events if isinstance(e.event, GameStarted))
            kept += [_find_random_seating_of_pod(live, drawn) for drawn in started if live.pod is not None]
        return tuple(_iterate_latest_seating_of_each_group(kept))[:MAX_KEPT_SEATINGS]


def _find_random_seating_of_pod(live_pod: LiveGame, start_event: GameStarted) -> ReusedSeating:
    """Return the random draw that decided a pod's seats: its own, or the draw of an earlier pod."""
    assert live_pod.pod is not None
    assert live_pod.pod.draw is not None
    seal = live_pod.pod.draw.seal
    for earlier in seal.kept:
        if (earlier.seats, earlier.first) == (start_event.seats, start_event.first):
            return earlier
    return ReusedSeating(seal.number, seal.channel, seal.pod, start_event.seats, start_event.first)


def _iterate_latest_seating_of_each_group(
    seatings: Sequence[ReusedSeating],
) -> Iterator[ReusedSeating]:
    seen = set[frozenset[Player]]()
    for each in seatings:
        people = frozenset(each.seats)
        if people not in seen:
            seen.add(people)
            yield each


# Sitting down


def _add_pseudonym_and_text_hash(command: GameCommand, random_seating: PodRandomSeating, player: Person) -> GameCommand:
    """Return a player's command with their pseudonym and the hash of their text for the random draw.

    If a guest is brought, `player` is the guest.
    """
    own = random_seating.seal.own
    match command:
        case JoinPod() if command.player == player.id:
            tag = _compute_seating_pseudonyms([player], own).get(player.id)
            return replace(command, tag=tag, word=_hash_seed_text_of_person(command.word, own, player))
        case BringGuestToPod():
            return replace(command, tag=_compute_seating_pseudonyms([player], own).get(command.guest))
        case SetPlayerSeedText() if command.player == player.id:
            return replace(command, word=_hash_seed_text_of_person(command.word, own, player))
        case _:
            return command


def _compute_seating_pseudonyms(people: Sequence[Person], seating_secrets: RandomSeatingSecrets) -> dict[Player, str]:
    """Return people's pseudonyms in a random draw; empty for old draws, which have no pseudonyms."""
    if seating_secrets.veil is None:
        return {}
    return {person.id: compute_account_pseudonym(seating_secrets.veil, person.discord_id) for person in people}


def _hash_seed_text_of_person(
    player_text: PlayerSeedText | None, secrets: RandomSeatingSecrets, person: Person
) -> PlayerSeedText | None:
    if player_text is None or secrets.veil is None:
        return player_text
    return PlayerSeedText(player_text.word, hash_seed_text(secrets.veil, person.discord_id, player_text.word))
