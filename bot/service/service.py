"""The service that changes games: load a game, decide a command, append its event, call listeners.

The state of a game is the result of replaying its events. A refusal changes nothing.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from functools import partial
from itertools import count
from typing import NamedTuple

from msgspec.structs import replace

from bot.basics.deadline import find_current_deadline
from bot.basics.listeners import Listeners
from bot.i18n import DEFAULT
from bot.planning.plan import Plan
from bot.projections import draws
from bot.projections.history import GameHistory, has_counted_results
from bot.projections.project import project_game
from bot.rulebooks import (
    Game,
    GameCommand,
    GameEvent,
    decide_command,
    is_game_over,
    require_command_of_game,
)
from bot.rules.commands_and_events import Event
from bot.rules.confirmation import add_decider_and_claim
from bot.rules.entering import PastGameEntered, add_entry_claim
from bot.rules.facts import Player
from bot.rules.lobby import GameStarted, LobbyOpened
from bot.rules.moderatable_events import ModeratableEvent, SeasonGatePassage
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.rights import Requester
from bot.service import rights
from bot.service.channels import ChannelGames
from bot.service.draw_commitments import DrawCommitter
from bot.service.game_requests import (
    AvoidedPersonPresent,
    CommandResult,
    GameRequest,
    GameWithEvents,
    LateCommandCache,
    StateChanged,
)
from bot.service.live_game import (
    ChannelAddress,
    LiveGame,
    apply_stored_event,
    find_new_tablemates,
    require_event_fits_past_game,
)
from bot.service.night_facts import NightCommandCompleter
from bot.service.season_gate import find_season_change
from bot.storage.engine.errors import ConditionNotMet, DatabaseBusy
from bot.storage.engine.row_changes import ChangeOrCondition, RowChange
from bot.storage.engine.stores import PATIENCE
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds
from bot.storage.record.audit import AuditEntry, build_audit_entry_of_event, insert_audit_entry
from bot.storage.record.avoidances import load_player_avoidances
from bot.storage.record.boards import queue_board_update
from bot.storage.record.errors import DuplicateInteraction, PersonIdConflict, VersionConflict
from bot.storage.record.log import EventLog
from bot.storage.record.people import PeopleRepository, Person
from bot.storage.record.stored_event import StoredEvent
from bot.storage.servers.seat_lists import owe_lists
from bot.storage.servers.standings_posts import mark_posts_of_pod_outdated
from bot.storage.tables.guests import load_result_owners, upsert_guests
from bot.storage.tables.season_gate import (
    SeasonDecisionNeeded,
    SeasonPeriod,
    SeasonResultsChange,
    find_ended_seasons_reached,
    require_season_decision,
)
from bot.storage.tables.seasons import load_seasons


def build_projection_changes(
    game_history: GameHistory,
    previous_live_game: Game | None,
    language: str,
    decision: AuditEntry | None,
) -> Iterator[RowChange]:
    """Yield the row changes that are committed together with a game's last event.

    `previous_live_game` and `current_live_game` are the game before and after the event. The
    changes are the rows of projections, outdated posts, the draw of a pod, the outdated board
    (in `language`, if it is the first), outdated lists of free seats, and the audit entry of a
    moderator's decision.
    """
    last, game = game_history.last, game_history.game
    changes = project_game(game_history)
    if game_history.scored:
        has, had = has_counted_results(game), game_history.had_results
        changes = mark_posts_of_pod_outdated(last, changes, had_results=had, has_results=has)
    yield from changes
    if isinstance(last.event, LobbyOpened | GameStarted):
        yield from draws.project_draw_of_event(game_history)
    yield queue_board_update(last, language)
    if (previous_live_game is not None and previous_live_game.seats_people) or game.seats_people:
        yield owe_lists(last.guild)
    if decision is not None:
        yield insert_audit_entry(decision)


class GameStep(NamedTuple):
    """An event, the same event with redacted texts hidden, and the game after the event."""

    recorded: StoredEvent
    shown: StoredEvent
    live: LiveGame


Listener = Callable[[LiveGame], None]


class DecidedCommand(NamedTuple):
    """A decided command: the game that it changes (None for a new game), and its event.

    `as_moderator` means that the requester used a right that only moderators have.
    """

    game: Game | None
    event: GameEvent
    as_moderator: bool


class GameService:
    """The only way to change a game: a pod, a duel or a plan."""

    def __init__(
        self,
        log: EventLog,
        people: PeopleRepository,
        now: Callable[[], datetime],
    ) -> None:
        self._log = log
        self._people = people
        self._now = now
        self._channels = ChannelGames(log)
        self._sealing = DrawCommitter(log.database, self._channels, people)
        self._nights = NightCommandCompleter(log.database, self._channels)
        self._late = LateCommandCache()
        self._listeners = Listeners[LiveGame]()

    def add_listener(self, listener: Listener) -> None:
        """Register a function that is called with every changed game after the commit."""
        self._listeners.add(listener)

    def clear_caches(self) -> None:
        """Drop all caches, because texts were redacted or games deleted."""
        self._log.clear_cache()
        self._channels.clear_cache()
        self._sealing.clear_cache()
        self._late = LateCommandCache()

    async def execute(self, request: GameRequest) -> CommandResult:
        """Execute a command that holds whatever has happened since. Raises `Refusal`."""
        assert request.seen is None
        done = await self.execute_unless_changed(request)
        assert isinstance(done, CommandResult)
        return done

    async def execute_unless_changed(self, request: GameRequest) -> CommandResult | StateChanged:
        """Execute a command unless the game has changed since the user saw it.

        Raises `Refusal`; then nothing has changed.
        """
        async with self._channels.lock_channel(request.place.channel):
            done = await self._execute_with_retries(request)
        if isinstance(done, CommandResult) and not done.again:
            self._listeners.notify(done.live)
            if request.note is not None:
                request.note(done)
        return done

    async def preview_season_question(
        self, request: GameRequest, shown_game: LiveGame
    ) -> SeasonDecisionNeeded | None:
        """Return the question about finished seasons that a command would raise; None if
        none.

        None also if the command would be refused. `shown_game` is the game as the requester
        sees it. A past game is not read again.
        """
        async with self._channels.lock_channel(request.place.channel):
            current = await self._channels.load_current_game(request.place)
            past = request.earlier and request.pod not in (0, current.number)
            live = shown_game if past else current
            person = await _identify_requester(self._people, request)
            try:
                command = request.ask(person.id if person else "", live)
                decided = _decide_command(request, live, person, command)
                recorded = _build_stored_event(
                    request, live, current.version + 1, decided, person, self._now()
                )
                step = await self._build_step(live, recorded)
                await self._apply_season_gate(request, live, step, decided, person)
            except SeasonDecisionNeeded as needs:
                return needs
            except Refusal:
                return None
        return None

    async def load_closed_seasons(self, guild_id: int, time: datetime) -> list[SeasonPeriod]:
        """Return the finished season in which a game of this time counts, as a list.

        The list is empty if there is no such season.
        """
        seasons = await self._log.database.run_read_transaction(
            partial(load_seasons, guild_id=guild_id)
        )
        return find_ended_seasons_reached(seasons, SeasonResultsChange(frozenset({time})))

    async def require_players_are_free(
        self, live_night: LiveGame, players: Iterable[Player]
    ) -> None:
        """Raise `Refusal` if a player is at another night that is being played.

        `execute` checks players who arrive at a night or are seated anyway.
        """
        await self._nights.require_players_are_free(live_night, players)

    async def load_result_owners(self, guild_id: int) -> Mapping[Player, Player]:
        """Return the owner of the results of each merged account or claimed guest of a
        server.
        """
        return await load_result_owners(self._log.database, guild_id)

    # Looking

    def peek(self, place: ChannelAddress) -> LiveGame | None:
        """Return the current or last game of a channel if it is cached."""
        return self._channels.find_cached_current_game(place)

    async def load_current_game(self, channel_address: ChannelAddress) -> LiveGame:
        """Return the current or last game of a channel.

        `game` is None if the channel had no game.
        """
        live = self._channels.find_cached_current_game(channel_address)
        if live is not None:
            return live
        async with self._channels.lock_channel(channel_address.channel):
            return await self._channels.load_current_game(channel_address)

    async def load_game(
        self, channel_address: ChannelAddress, game_number: int, minimum_version: int = 0
    ) -> LiveGame:
        """Return a game of a channel by its number, at `minimum_version` of the channel or
        later.

        If another process has written, the log is read instead of the cache. `game` is None
        if no game has the number.
        """
        current = await self.load_current_game(channel_address)
        if current.version < minimum_version:
            self._channels.drop_current_game(channel_address.channel)
            current = await self.load_current_game(channel_address)
        return await self._channels.load_game(current, game_number)

    async def load_game_with_events(
        self, channel_address: ChannelAddress, game_number: int = 0
    ) -> GameWithEvents:
        """Return a game of a channel by its number, with all its events.

        `game_number` 0 means the current game. `game` is None if no game has the number.
        """
        current = self._channels.find_cached_current_game(channel_address)
        if current is None:
            async with self._channels.lock_channel(channel_address.channel):
                current, events = await self._channels.load_current_game_with_events(
                    channel_address
                )
            if game_number in (0, current.number):
                return GameWithEvents(current, events, current)
        known = (
            current
            if game_number in (0, current.number)
            else LiveGame(channel_address, 0, game_number)
        )
        return GameWithEvents(*await self._channels.load_game_with_events(known), current)

    # One attempt after the other, in the channel's turn

    async def _execute_with_retries(self, request: GameRequest) -> CommandResult | StateChanged:
        """Execute a request, and decide again if another process wrote first.

        Raises `DatabaseBusy`.
        """
        loop = asyncio.get_running_loop()
        latest = loop.time() + PATIENCE
        for again in count():
            try:
                return await self._attempt_request(request)
            except DuplicateInteraction as duplicate:
                return await self._load_command_result(request.place, duplicate.recorded)
            except ConditionNotMet:  # another command was faster
                if deadline := find_current_deadline():
                    deadline.mark_write_failed()
                await self._require_below_limits(
                    request, await _identify_requester(self._people, request)
                )
                if loop.time() > latest:
                    raise DatabaseBusy from None
            except VersionConflict as conflict:
                if deadline := find_current_deadline():
                    deadline.mark_write_failed()
                if isinstance(conflict, PersonIdConflict) and again:
                    raise  # a person whom the command names has another id now
                await self._channels.update_current_game(request.place)
                if loop.time() > latest:
                    raise DatabaseBusy from None
        raise AssertionError("the last attempt returns or raises")

    async def _attempt_request(self, request: GameRequest) -> CommandResult | StateChanged:
        current = await self._channels.load_current_game(request.place)
        live = await self._channels.load_game(current, request.pod) if request.earlier else current
        person = await _identify_requester(self._people, request)
        if once := self._late.pop_result(request, person):
            return once
        now = self._now()
        version = current.version + 1
        async with AsyncExitStack() as until_written:
            try:
                if request.seen not in (None, live.played):
                    return await self._load_earlier_result(request, current) or StateChanged(live)
                _require_requested_game(request, live)
                await self._require_below_limits(request, person)
                command = await self._sealing.complete_command(
                    request, live, person, version, now, until_written
                )
                relied: list[ChangeOrCondition] = []
                if live.plan is not None:
                    command, relied = await self._nights.complete_command(live, command)
                decided = _decide_command(request, live, person, command)
                if live is not current:
                    require_event_fits_past_game(current, live, decided.event)
                if isinstance(decided.event, PastGameEntered):
                    decided = await self._lock_entered_game(request, decided)
                recorded = _build_stored_event(request, live, version, decided, person, now)
                step = await self._build_step(live, recorded)
                step = await self._apply_season_gate(request, live, step, decided, person)
                await self._require_no_avoided_tablemate(request, step, decided, person)
                if step.live.plan is not None:
                    relied += await self._nights.require_arrivals_are_free(live, step.live)
            except Exception:
                # What was done already is often refused when it is asked again.
                if once := await self._load_earlier_result(request, current):
                    return once
                raise
            done = await self._commit_step(request, current, live, step, person, relied)
            self._late.record_command(request, live, person, done)
            return done

    async def _require_below_limits(self, request: GameRequest, person: Person | None) -> None:
        """Raise `Refusal` if the command would exceed a limit of its requester."""
        if person is not None:
            for limit in request.limits:
                await limit.require_below_limit(self._log.database, request.place.guild, person.id)

    async def _lock_entered_game(
        self, request: GameRequest, decided_command: DecidedCommand
    ) -> DecidedCommand:
        """Return an entered game, locked if its season is over."""
        event = decided_command.event
        assert isinstance(event, PastGameEntered)
        if event.setup.played is None:
            return decided_command
        at = datetime_from_milliseconds(event.setup.played)
        locked = bool(await self.load_closed_seasons(request.place.guild, at))
        return decided_command._replace(event=replace(event, locked=locked))

    async def _apply_season_gate(
        self,
        request: GameRequest,
        previous_live_game: LiveGame,
        step: GameStep,
        decided_command: DecidedCommand,
        person: Person | None,
    ) -> GameStep:
        """Return the step with an event that says how it passed the season gate.

        For an event that changes no counting result, nothing is read. Raises
        `SeasonDecisionNeeded` if a moderator must decide first.
        """
        passed: SeasonGatePassage | None = "moderator" if decided_command.as_moderator else None
        change = find_season_change(previous_live_game, step.recorded, step.live)
        silent = (
            request.actor is None
            and previous_live_game.pod is not None
            and previous_live_game.pod.let_through
        )
        if change is not None and not silent:
            guild = request.place.guild
            seasons = await self._log.database.run_read_transaction(
                partial(load_seasons, guild_id=guild)
            )
            may_decide = _can_decide_as_moderator(
                decided_command.game, _build_requester(request, person)
            )
            if require_season_decision(seasons, change, request.asked, may_decide=may_decide):
                passed = "asked"
        if passed is None:
            return step
        event = step.recorded.event
        assert isinstance(
            event, ModeratableEvent
        )  # every command that moderators may give leads to one
        return await self._build_step(
            previous_live_game, replace(step.recorded, event=replace(event, passed=passed))
        )

    async def _require_no_avoided_tablemate(
        self,
        request: GameRequest,
        step: GameStep,
        decided_command: DecidedCommand,
        person: Person | None,
    ) -> None:
        """Raise `AvoidedPersonPresent` if the requester would sit beside a person they
        avoid.

        The rounds of a night keep people apart, so arrivals at a night are not checked.
        Raises `Refusal` if another account of the requester sits there already.
        """
        if person is None or step.live.game is None:
            return
        there = find_new_tablemates(decided_command.game, step.live.game, person.id)
        if not there:
            return
        own, avoided = await load_player_avoidances(
            self._log.database, request.place.guild, person.id
        )
        for each in sorted(there & own):
            raise Refusal("merge-seated", player=each)
        game = step.live.game
        keeps_apart = isinstance(game, Plan) and game.night is not None
        if there & avoided and not (request.despite_avoided or keeps_apart):
            raise AvoidedPersonPresent

    async def _build_step(
        self, previous_live_game: LiveGame, stored_event: StoredEvent
    ) -> GameStep:
        """Return a stored event with the game after it, from which redacted texts are
        hidden.
        """
        shown = await self._log.redact_event(stored_event)
        return GameStep(stored_event, shown, apply_stored_event(previous_live_game, shown))

    async def _commit_step(
        self,
        request: GameRequest,
        current_live_game: LiveGame,
        previous_live_game: LiveGame,
        step: GameStep,
        person: Person | None,
        conditions: Sequence[ChangeOrCondition],
    ) -> CommandResult:
        """Commit an event with all row changes that follow from it. Raises `StorageError`.

        Nothing is written unless the `conditions` of the decision still hold. Readers of
        the new event see no redacted text.
        """
        recorded, shown, live = step
        assert live.game is not None
        language = request.actor.language if request.actor else DEFAULT
        had_results = previous_live_game.number == live.number and has_counted_results(
            previous_live_game.game
        )
        facts = (live.steps, live.dates, live.scored, had_results)
        history = GameHistory(shown, live.game, *facts)
        decision = build_audit_entry_of_event(
            shown,
            previous_live_game.game,
            live.game,
            lambda: (previous_live_game.end_time, live.end_time),
        )
        also: list[ChangeOrCondition] = [
            *build_projection_changes(history, previous_live_game.game, language, decision),
            *conditions,
        ]
        met = {each.id: each for each in (person, *request.named) if each is not None}
        introduction = self._people.find_unsaved_people(*met.values())
        if brought := [person.id for person in request.named if person.is_guest]:
            also.append(upsert_guests(brought, request.place.guild))
        if person is not None:
            for limit in request.limits:
                also += limit.list_write_conditions(request.place.guild, person.id)
        with self._channels.cache_after_write(current_live_game, live):
            await self._log.append_event(recorded, introduction.unsaved, also)
        introduction.mark_saved()
        return CommandResult(shown, live, previous_live_game, decision=decision)

    async def _load_earlier_result(
        self, request: GameRequest, current_live_game: LiveGame
    ) -> CommandResult | None:
        """Return the result of an earlier delivery of the request; None if there was none.

        Raises `VersionConflict` if another process has written, because the decision is
        then outdated.
        """
        channel = request.place.channel
        once, version = await self._log.load_event_and_version(request.interaction, channel)
        if once is not None:
            return await self._load_command_result(request.place, once)
        if version > current_live_game.version:
            raise VersionConflict(channel, version)
        return None

    async def _load_command_result(
        self, channel_address: ChannelAddress, stored_event: StoredEvent
    ) -> CommandResult:
        live = await self._channels.load_game(
            await self._channels.load_current_game(channel_address), stored_event.pod
        )
        return CommandResult(stored_event, live, live, again=True)


async def _identify_requester(people: PeopleRepository, request: GameRequest) -> Person | None:
    if request.actor is None:
        return None
    here = people.for_server(request.place.guild)
    return await here.identify_account(request.actor.discord_id, request.actor.names)


def _require_requested_game(request: GameRequest, live_game: LiveGame) -> None:
    """Raise `Refusal` if the request names another game than the loaded one."""
    if request.pod and (request.pod != live_game.number or live_game.game is None):
        raise Refusal("old-pod")


def _decide_command(
    request: GameRequest, live_game: LiveGame, person: Person | None, command: GameCommand
) -> DecidedCommand:
    """Return the game that a command changes, and the event that the command leads to.

    The game is None if the command opens a new one. Raises `Refusal`.
    """
    begins = command.beside or (command.opens and is_game_over(live_game.game))
    game = None if begins else live_game.game
    require_command_of_game(game, command)
    asker = _build_requester(request, person)
    as_moderator = False
    if asker is not None:
        maker = live_game.find_step_author(command)
        rights.require_permission(game, command, asker, maker)
        as_moderator = rights.needs_moderator_right(game, command, asker, maker)
    return DecidedCommand(game, decide_command(game, command), as_moderator)


def _build_requester(request: GameRequest, person: Person | None) -> Requester | None:
    """Return the person who requests a command, with their rights; None for the bot itself."""
    if person is None or request.actor is None:
        return None
    actor = request.actor
    return Requester(person.id, actor.moderator, actor.neutral, actor.organiser)


def _can_decide_as_moderator(game: Game | None, requester: Requester | None) -> bool:
    """Return True if a person may decide about a game as a moderator."""
    return game is not None and requester is not None and rights.can_moderate_game(game, requester)


def _build_stored_event(
    request: GameRequest,
    live_game: LiveGame,
    version: int,
    decided_command: DecidedCommand,
    person: Person | None,
    now: datetime,
) -> StoredEvent:
    """Return the event as the log will store it, with its claim."""
    event = decided_command.event
    by = person.id if person else None
    if isinstance(decided_command.game, Pod) and isinstance(event, Event):
        event = add_decider_and_claim(
            decided_command.game,
            event,
            by,
            version,
            datetime_to_milliseconds(now),
            has_ended=live_game.dates.recorded is not None,
            is_moderated=decided_command.as_moderator,
        )
    elif isinstance(event, PastGameEntered) and by is not None:
        event = add_entry_claim(event, by, version, datetime_to_milliseconds(now))
    pod = live_game.number if decided_command.game else version
    place = (request.place.channel, version, pod, request.place.guild)
    return StoredEvent(*place, event, by, request.interaction, now)
