"""Completes commands for lobbies and nights with the commitments that bind their random draws.

A completed command carries commitments, tags and hashes. A new lobby gets the next number of its
server, and secrets that were fixed before the lobby was requested. `docs/fair-draws.md` explains
why.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, timedelta
from typing import NamedTuple
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.draws import seating
from bot.nights.terms import NightDrawCommitment
from bot.planning.plan import Plan
from bot.planning.plan_creation import AnnouncePlan
from bot.planning.signing_up import ArrivalCommand
from bot.projections import draws
from bot.projections.draws import DrawnPod
from bot.rulebooks import GameCommand
from bot.rules.choosing import ChoiceMade
from bot.rules.concession import PlayerConceded
from bot.rules.draws import (
    DrawCommitment,
    DrawContribution,
    DrawSecrets,
    PodDraw,
    RetainedSeating,
    compute_commitment_hash,
    compute_player_tag,
    hash_contribution,
)
from bot.rules.facts import Player
from bot.rules.joining import BringGuest, JoinPod, SetDrawContribution
from bot.rules.lobby import GameStarted, OpenLobby, StartGame
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported
from bot.rules.winning import DrawReported, WinReported
from bot.service.channels import ChannelGames
from bot.service.game_requests import GameRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseBusy
from bot.storage.engine.row_cache import RowCache
from bot.storage.engine.stores import PATIENCE
from bot.storage.record.people import PeopleRepository, Person

SEATS_KEPT_FOR = timedelta(hours=1)
"""After a pod was closed, the same people keep their seats in that channel for so long."""

MAX_KEPT_SEATINGS = 3
"""The most closed pods of a channel and its threads whose seats are kept."""

_CACHED_SERVERS = 1_000
"""The most servers whose newest draw is cached."""

ReportEvent = DefeatsReported | PlayerConceded | ChoiceMade | WinReported | DrawReported


class _InheritedDraw(NamedTuple):
    """The parts of earlier draws that a new lobby of the channel takes over."""

    own: DrawSecrets | None
    source: int | None
    kept: tuple[RetainedSeating, ...]


class DrawCommitter:
    """A helper that adds draw commitments to commands. Lobbies of a server open one by one."""

    def __init__(
        self, database: Database, channels: ChannelGames, people: PeopleRepository
    ) -> None:
        self._database = database
        self._people = people
        self._channels = channels
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._newest = RowCache[int, DrawCommitment](_CACHED_SERVERS)

    def clear_cache(self) -> None:
        """Drop the cached draws, because texts were redacted or games deleted."""
        self._newest.invalidate_all()

    async def complete_command(
        self,
        request: GameRequest,
        live_game: LiveGame,
        person: Person | None,
        event_version: int,
        now: datetime,
        write_stack: AsyncExitStack,
    ) -> GameCommand:
        """Return the request's command with everything that its draw needs.

        `event_version` is the version of the event that the command leads to. No other
        lobby of the server gets a number before `write_stack` is closed. Raises `Refusal`
        or `StorageError`.
        """
        command = request.ask(person.id if person else "", live_game)
        if isinstance(command, OpenLobby) and person is not None and command.secret is None:
            await write_stack.enter_async_context(self._lock_server_draws(request.place.guild))
            sealed, seal = await self._commit_lobby_draw(
                request, command, person, event_version, now
            )
            write_stack.enter_context(self._newest.update_after_write(seal.server, lambda _: seal))
            return sealed
        if isinstance(command, AnnouncePlan) and person is not None:
            return await self._commit_night_draw(
                request.place, command, live_game, person, event_version
            )
        if isinstance(command, ArrivalCommand) and live_game.plan is not None:
            return await self._add_night_tag(request, command, live_game.plan, person)
        if isinstance(command, StartGame) and live_game.pod is not None:
            await self._require_unused_secrets(live_game.pod)
        if live_game.pod is None or live_game.pod.draw is None or person is None:
            return command
        if isinstance(command, BringGuest):
            known = await self._people.for_server(request.place.guild).list_people([command.guest])
            person = known.get(command.guest, person)
        return _add_tag_to_command(command, live_game.pod.draw, person)

    async def _commit_night_draw(
        self,
        channel_address: ChannelAddress,
        command: AnnouncePlan,
        live_game: LiveGame,
        person: Person,
        event_version: int,
    ) -> AnnouncePlan:
        """Add a draw commitment to a night's announcement, with tags of registered players.

        A new plan has the number of its first event. A poll that becomes a night keeps its
        number.
        """
        if command.night_terms is None:
            return command
        number = event_version if command.opens else live_game.number
        own = seating.generate_draw_secrets()
        seal = NightDrawCommitment(channel_address.guild, channel_address.channel, number, own)
        comers = command.list_initial_players(live_game.plan)
        people = await self._load_seated_people(channel_address.guild, comers, person)
        return command.with_commitment(
            replace(command.night_terms, seal=seal), _compute_player_tags(people, own)
        )

    async def _add_night_tag(
        self, request: GameRequest, command: ArrivalCommand, plan: Plan, person: Person | None
    ) -> ArrivalCommand:
        """Add the tag of a player who arrives at a night. Other plans have no draw.

        The database may not know the player yet.
        """
        seal = None if plan.night is None else plan.night.terms.seal
        if seal is None:
            return command
        known = await self._people.for_server(request.place.guild).list_people([command.player])
        people = [each for each in (person, *request.named, *known.values()) if each is not None]
        return replace(command, tag=_compute_player_tags(people, seal.own).get(command.player))

    @asynccontextmanager
    async def _lock_server_draws(self, guild_id: int) -> AsyncIterator[None]:
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

    async def _require_unused_secrets(self, pod: Pod) -> None:
        """Raise `Refusal` for a closed lobby whose secrets another lobby reuses."""
        if pod.draw is None or pod.standings:
            return
        seal = pod.draw.seal
        heirs = await draws.load_reusing_draws(self._database, seal.server, [seal.number])
        if seal.number in heirs:
            raise Refusal("draw-handed-on", number=heirs[seal.number])

    # Opening

    async def _commit_lobby_draw(
        self,
        request: GameRequest,
        command: OpenLobby,
        person: Person,
        event_version: int,
        now: datetime,
    ) -> tuple[OpenLobby, DrawCommitment]:
        place = request.place
        home = request.home or request.place.channel
        last = self._newest.get(place.guild)
        if last is None:
            last = await draws.load_newest_commitment(self._database, place.guild)
        inherited = await self._load_inherited_draw(place.guild, home, now)
        following = seating.generate_draw_secrets() if last is None else last.following
        own = inherited.own
        if own is None:
            own = following
            following = seating.generate_draw_secrets()
        seal = DrawCommitment(
            server=place.guild,
            channel=place.channel,
            pod=event_version,
            number=1 if last is None else last.number + 1,
            own=own,
            following=following,
            home=home,
            before=None if last is None else compute_commitment_hash(last),
            source=inherited.source,
            kept=inherited.kept,
        )
        tags = _compute_player_tags(
            await self._load_seated_people(place.guild, command.players, person), own
        )
        return replace(command, draw=seal, tags=tags), seal

    async def _load_seated_people(
        self, guild_id: int, players: Sequence[Player], person: Person
    ) -> list[Person]:
        """Load the people of a new lobby or night: the requester and the other players."""
        others = [player for player in players if player != person.id]
        known = (await self._people.for_server(guild_id).list_people(others)) if others else {}
        return [*known.values(), *([person] if person.id in players else [])]

    async def _load_inherited_draw(
        self, guild_id: int, home_channel: int, now: datetime
    ) -> _InheritedDraw:
        """Return the parts that the next draw takes over from the latest draws of a
        channel.
        """
        latest = await draws.load_latest_draws_of_channel(self._database, guild_id, home_channel)
        unused = [each for each in latest if each.is_unused]
        own = None
        source = None
        heirs = dict[int, int]()
        if unused:
            heirs = await draws.load_reusing_draws(
                self._database, guild_id, [u.draw.number for u in unused]
            )
        for each in unused:
            if each.draw.number not in heirs:
                seal = await draws.load_commitment_of_pod(
                    self._database, each.draw.channel, each.draw.pod
                )
                if seal is not None and seal.own.veil is not None:
                    own = seal.own
                    source = seal.number
                    break
        return _InheritedDraw(own, source, await self._load_retained_seatings(latest, now))

    async def _load_retained_seatings(
        self, latest_draws: Sequence[DrawnPod], now: datetime
    ) -> tuple[RetainedSeating, ...]:
        """Return the seats of pods that were closed lately, before their first report."""
        closed = [
            each
            for each in latest_draws
            if each.draw.used and each.state == "closed" and each.at >= now - SEATS_KEPT_FOR
        ]
        kept: list[RetainedSeating] = []
        for each in closed:
            place = ChannelAddress(each.draw.guild, each.draw.channel)
            live, events = await self._channels.load_game_with_events(
                LiveGame(place, 0, each.draw.pod)
            )
            if any(isinstance(step.event, ReportEvent) for step in live.steps):
                continue
            started = (e.event for e in events if isinstance(e.event, GameStarted))
            kept += [_find_seating_origin(live, drawn) for drawn in started if live.pod is not None]
        return tuple(_drop_repeated_seatings(kept))[:MAX_KEPT_SEATINGS]


def _find_seating_origin(live_pod: LiveGame, start_event: GameStarted) -> RetainedSeating:
    """Return the draw from which a pod's seats come: its own, or one whose seats it kept."""
    assert live_pod.pod is not None
    assert live_pod.pod.draw is not None
    seal = live_pod.pod.draw.seal
    for earlier in seal.kept:
        if (earlier.seats, earlier.first) == (start_event.seats, start_event.first):
            return earlier
    return RetainedSeating(
        seal.number, seal.channel, seal.pod, start_event.seats, start_event.first
    )


def _drop_repeated_seatings(seatings: Sequence[RetainedSeating]) -> Iterator[RetainedSeating]:
    """Yield the latest draw of each group of people."""
    seen = set[frozenset[Player]]()
    for each in seatings:
        people = frozenset(each.seats)
        if people not in seen:
            seen.add(people)
            yield each


# Sitting down


def _add_tag_to_command(command: GameCommand, draw: PodDraw, person: Person) -> GameCommand:
    """Add a person's tag and contribution hash to a command about themself.

    If a guest is brought, `person` is the guest.
    """
    own = draw.seal.own
    match command:
        case JoinPod() if command.player == person.id:
            tag = _compute_player_tags([person], own).get(person.id)
            return replace(
                command, tag=tag, word=_hash_person_contribution(command.word, own, person)
            )
        case BringGuest():
            return replace(command, tag=_compute_player_tags([person], own).get(command.guest))
        case SetDrawContribution() if command.player == person.id:
            return replace(command, word=_hash_person_contribution(command.word, own, person))
        case _:
            return command


def _compute_player_tags(people: Sequence[Person], secrets: DrawSecrets) -> dict[Player, str]:
    """Return the draw tag of each person; an empty dict if the draw has no blinding key."""
    if secrets.veil is None:
        return {}
    return {person.id: compute_player_tag(secrets.veil, person.discord_id) for person in people}


def _hash_person_contribution(
    contribution: DrawContribution | None, secrets: DrawSecrets, person: Person
) -> DrawContribution | None:
    if contribution is None or secrets.veil is None:
        return contribution
    return DrawContribution(
        contribution.word, hash_contribution(secrets.veil, person.discord_id, contribution.word)
    )
