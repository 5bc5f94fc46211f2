"""Completes commands for lobbies and nights with the commitments that bind their random draws.

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
from bot.nights.terms import GameNightDrawCommitment
from bot.planning.plan import PlannedGame
from bot.planning.plan_creation import PlanAnnouncementCommand
from bot.planning.signing_up import SignUpOrCheckInCommand
from bot.projections import draws
from bot.projections.draws import PodSeatDraw
from bot.rulebooks import GameCommand
from bot.rules.choosing import OpenChoiceAnswered
from bot.rules.concession import PlayerConceded
from bot.rules.draws import (
    PlayerWordsForDraw,
    PodRandomDraw,
    RandomSeatingCommitment,
    RandomSeatingSecrets,
    RetainedSeating,
    compute_player_tag_for_draw,
    compute_seating_commitment_hash,
    hash_player_words_for_draw,
)
from bot.rules.facts import Player
from bot.rules.joining import BringGuest, JoinPod, SetPlayerWordsForDraw
from bot.rules.lobby import GameStarted, OpenLobby, StartGame
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported
from bot.rules.winning import DrawnGameReported, WinReported
from bot.service.channels import ChannelGameCache
from bot.service.game_requests import GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseBusy
from bot.storage.engine.row_cache import DatabaseRowCache
from bot.storage.engine.stores import PATIENCE
from bot.storage.record.people import PeopleRepository, Person

SEATS_KEPT_FOR = timedelta(hours=1)
"""After a pod was closed, the same people keep their seats in that channel for so long."""

MAX_KEPT_SEATINGS = 3
"""The most closed pods of a channel and its threads whose seats are kept."""

_CACHED_SERVERS = 1_000
"""The most servers whose newest draw is cached."""

ReportEvent = DefeatsReported | PlayerConceded | OpenChoiceAnswered | WinReported | DrawnGameReported


class _InheritedSeatDraw(NamedTuple):
    """The secrets and seats that a new lobby takes over from earlier draws of its channel."""

    own: RandomSeatingSecrets | None
    source: int | None
    kept: tuple[RetainedSeating, ...]


class RandomDrawCommitmentService:
    """A service that adds commitments (hashes) of random draws to commands before decisions.

    The lobbies of a server open one by one.
    """

    def __init__(self, database: Database, channels: ChannelGameCache, people: PeopleRepository) -> None:
        self._database = database
        self._people = people
        self._channels = channels
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._newest = DatabaseRowCache[int, RandomSeatingCommitment](_CACHED_SERVERS)

    def clear_cache(self) -> None:
        """Drop the cached commitments, because texts were redacted or games deleted."""
        self._newest.invalidate_all_rows()

    async def add_commitment_to_command(
        self,
        request: GameCommandRequest,
        live_game: LiveGame,
        requester: Person | None,
        event_version: int,
        now: datetime,
        write_stack: AsyncExitStack,
    ) -> GameCommand:
        """Return the command with the commitments, tags and hashes for its random draw.

        `event_version` is the version of the event that the command leads to. No other lobby of the server gets a
        number before `write_stack` is closed. Raises `Refusal` or `StorageError`.
        """
        command = request.ask(requester.id if requester else "", live_game)
        if isinstance(command, OpenLobby) and requester is not None and command.secret is None:
            await write_stack.enter_async_context(self._lock_draws_of_server(request.place.guild))
            sealed, seal = await self._add_commitment_to_lobby(request, command, requester, event_version, now)
            write_stack.enter_context(self._newest.update_cached_row_after_write(seal.server, lambda _: seal))
            return sealed
        if isinstance(command, PlanAnnouncementCommand) and requester is not None:
            return await self._add_commitment_to_game_night(request.place, command, live_game, requester, event_version)
        if isinstance(command, SignUpOrCheckInCommand) and live_game.plan is not None:
            return await self._add_tag_of_arriving_player(request, command, live_game.plan, requester)
        if isinstance(command, StartGame) and live_game.pod is not None:
            await self._require_secrets_not_reused(live_game.pod)
        if live_game.pod is None or live_game.pod.draw is None or requester is None:
            return command
        if isinstance(command, BringGuest):
            known = await self._people.with_nicknames_of_server(request.place.guild).load_people_by_id([command.guest])
            requester = known.get(command.guest, requester)
        return _add_player_tag_to_command(command, live_game.pod.draw, requester)

    async def _add_commitment_to_game_night(
        self,
        channel_address: ChannelAddress,
        command: PlanAnnouncementCommand,
        live_game: LiveGame,
        requester: Person,
        event_version: int,
    ) -> PlanAnnouncementCommand:
        """Return the announcement of a game night with a commitment and its players' tags.

        A new plan has the number of its first event. A poll that becomes a night keeps its number.
        """
        if command.game_night_terms is None:
            return command
        number = event_version if command.opens else live_game.number
        own = seating.generate_draw_secrets()
        seal = GameNightDrawCommitment(channel_address.guild, channel_address.channel, number, own)
        comers = command.list_first_signed_up_players(live_game.plan)
        people = await self._load_seated_people(channel_address.guild, comers, requester)
        return command.with_random_pairing_hash(
            replace(command.game_night_terms, seal=seal), _compute_draw_tags(people, own)
        )

    async def _add_tag_of_arriving_player(
        self, request: GameCommandRequest, command: SignUpOrCheckInCommand, plan: PlannedGame, requester: Person | None
    ) -> SignUpOrCheckInCommand:
        """Return the command with the draw tag of a player who arrives at a game night.

        Other plans have no draw. The database may not know the player yet.
        """
        seal = None if plan.night is None else plan.night.terms.seal
        if seal is None:
            return command
        known = await self._people.with_nicknames_of_server(request.place.guild).load_people_by_id([command.player])
        people = [each for each in (requester, *request.named, *known.values()) if each is not None]
        return replace(command, tag=_compute_draw_tags(people, seal.own).get(command.player))

    @asynccontextmanager
    async def _lock_draws_of_server(self, guild_id: int) -> AsyncIterator[None]:
        lock = self._locks.get(guild_id)
        if lock is None:
            lock = self._locks[guild_id] = asyncio.Lock()
        try:
            async with asyncio.timeout(PATIENCE):
                await lock.acquire()
        except TimeoutError:
            raise DatabaseBusy from None
        try:
            yield
        finally:
            lock.release()

    async def _require_secrets_not_reused(self, pod: Pod) -> None:
        """Raise `Refusal` to start a closed lobby whose secrets another lobby uses now."""
        if pod.draw is None or pod.standings:
            return
        seal = pod.draw.seal
        heirs = await draws.load_numbers_of_draws_with_reused_secret(self._database, seal.server, [seal.number])
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
            last = await draws.load_newest_seat_draw_commitment(self._database, place.guild)
        inherited = await self._load_inherited_draw(place.guild, home, now)
        following = seating.generate_draw_secrets() if last is None else last.following
        own = inherited.own
        if own is None:
            own = following
            following = seating.generate_draw_secrets()
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
        tags = _compute_draw_tags(await self._load_seated_people(place.guild, command.players, requester), own)
        return replace(command, draw=seal, tags=tags), seal

    async def _load_seated_people(self, guild_id: int, players: Sequence[Player], requester: Person) -> list[Person]:
        """Load the people of a new lobby or game night, including the user of the command."""
        others = [player for player in players if player != requester.id]
        known = (await self._people.with_nicknames_of_server(guild_id).load_people_by_id(others)) if others else {}
        return [*known.values(), *([requester] if requester.id in players else [])]

    async def _load_inherited_draw(self, guild_id: int, home_channel: int, now: datetime) -> _InheritedSeatDraw:
        """Return the secrets and seats that the next draw takes over from earlier ones."""
        latest = await draws.load_latest_seat_draws_of_channel(self._database, guild_id, home_channel)
        unused = [each for each in latest if each.is_unused]
        own = None
        source = None
        heirs = dict[int, int]()
        if unused:
            heirs = await draws.load_numbers_of_draws_with_reused_secret(
                self._database, guild_id, [u.draw.number for u in unused]
            )
        for each in unused:
            if each.draw.number not in heirs:
                seal = await draws.load_seat_draw_commitment_of_pod(self._database, each.draw.channel, each.draw.pod)
                if seal is not None and seal.own.veil is not None:
                    own = seal.own
                    source = seal.number
                    break
        return _InheritedSeatDraw(own, source, await self._load_retained_seatings(latest, now))

    async def _load_retained_seatings(
        self, latest_draws: Sequence[PodSeatDraw], now: datetime
    ) -> tuple[RetainedSeating, ...]:
        """Return the seats of pods that were closed recently, before their first report."""
        closed = [
            each
            for each in latest_draws
            if each.draw.used and each.state == "closed" and each.at >= now - SEATS_KEPT_FOR
        ]
        kept: list[RetainedSeating] = []
        for each in closed:
            place = ChannelAddress(each.draw.guild, each.draw.channel)
            live, events = await self._channels.load_game_and_all_events(LiveGame(place, 0, each.draw.pod))
            if any(isinstance(step.event, ReportEvent) for step in live.steps):
                continue
            started = (e.event for e in events if isinstance(e.event, GameStarted))
            kept += [_find_draw_of_seats(live, drawn) for drawn in started if live.pod is not None]
        return tuple(_find_latest_seating_of_each_group(kept))[:MAX_KEPT_SEATINGS]


def _find_draw_of_seats(live_pod: LiveGame, start_event: GameStarted) -> RetainedSeating:
    """Return the random draw that a pod's seats come from: its own, or one whose seats it kept."""
    assert live_pod.pod is not None
    assert live_pod.pod.draw is not None
    seal = live_pod.pod.draw.seal
    for earlier in seal.kept:
        if (earlier.seats, earlier.first) == (start_event.seats, start_event.first):
            return earlier
    return RetainedSeating(seal.number, seal.channel, seal.pod, start_event.seats, start_event.first)


def _find_latest_seating_of_each_group(seatings: Sequence[RetainedSeating]) -> Iterator[RetainedSeating]:
    seen = set[frozenset[Player]]()
    for each in seatings:
        people = frozenset(each.seats)
        if people not in seen:
            seen.add(people)
            yield each


# Sitting down


def _add_player_tag_to_command(command: GameCommand, draw: PodRandomDraw, player: Person) -> GameCommand:
    """Return a person's command with their draw tag and hashed words.

    If a guest is brought, `player` is the guest.
    """
    own = draw.seal.own
    match command:
        case JoinPod() if command.player == player.id:
            tag = _compute_draw_tags([player], own).get(player.id)
            return replace(command, tag=tag, word=_hash_words_of_person(command.word, own, player))
        case BringGuest():
            return replace(command, tag=_compute_draw_tags([player], own).get(command.guest))
        case SetPlayerWordsForDraw() if command.player == player.id:
            return replace(command, word=_hash_words_of_person(command.word, own, player))
        case _:
            return command


def _compute_draw_tags(people: Sequence[Person], secrets: RandomSeatingSecrets) -> dict[Player, str]:
    """Return each person's tag (pseudonym in a random draw); empty without a blinding key."""
    if secrets.veil is None:
        return {}
    return {person.id: compute_player_tag_for_draw(secrets.veil, person.discord_id) for person in people}


def _hash_words_of_person(
    words: PlayerWordsForDraw | None, secrets: RandomSeatingSecrets, person: Person
) -> PlayerWordsForDraw | None:
    if words is None or secrets.veil is None:
        return words
    return PlayerWordsForDraw(words.word, hash_player_words_for_draw(secrets.veil, person.discord_id, words.word))
