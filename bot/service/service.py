"""The service that changes games: load a game, decide a command, append its event, call listeners.

The state of a game is the result of replaying its events. A refusal changes nothing.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from functools import partial
from itertools import count, zip_longest

from msgspec import Struct
from msgspec.structs import replace

from bot.basics.deadline import find_deadline_of_running_command
from bot.basics.listeners import CallbackList
from bot.i18n import DEFAULT
from bot.planning.plan import PlannedGame
from bot.projections import draws
from bot.projections.history import GameHistory, has_counted_results
from bot.projections.project import build_row_changes_of_last_game_event
from bot.rulebooks import (
    Game,
    GameCommand,
    GameEvent,
    create_event_of_game_command,
    is_game_over,
    require_command_fits_game,
)
from bot.rules.commands_and_events import Event
from bot.rules.confirmation import add_confirmation_requirement_to_event
from bot.rules.entering import PastGameRecorded, add_confirmations_needed_by_past_game
from bot.rules.facts import Player
from bot.rules.house_deeds import Ballots
from bot.rules.moderatable_events import ClosedSeasonApproval, ModeratableEvent
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.rights import Requester
from bot.service import rights
from bot.service.channels import UNWRITTEN, ChannelGameCache
from bot.service.deed_votes import add_vote_winner_to_command, cast_ballot_in_game
from bot.service.draw_commitments import DrawCommitmentService
from bot.service.game_requests import (
    AvoidedPlayerAtTableRefusal,
    CommandResult,
    GameChangedMeanwhileResult,
    GameCommandRequest,
    GameWithEvents,
    LateCommandResultCache,
)
from bot.service.live_game import (
    ChannelAddress,
    LiveGame,
    apply_stored_event,
    list_tablemates_of_new_player,
)
from bot.service.night_facts import GameNightConflictChecker
from bot.service.season_gate import find_season_results_change
from bot.service.waiting_requests import ChannelRequestQueues, WaitingGameRequest
from bot.storage.engine.errors import DatabaseBusyError, WriteConditionNotMetError
from bot.storage.engine.row_changes import ChangeOrCondition, RowChange
from bot.storage.engine.stores import PATIENCE
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds
from bot.storage.record.audit import AuditEntry, build_audit_entry_for_event, build_audit_entry_insert
from bot.storage.record.avoidances import load_own_and_avoided_accounts_of_player
from bot.storage.record.ballots import build_deletion_of_pod_ballots, load_achievement_ballots_of_pod
from bot.storage.record.boards import build_row_change_marking_board_outdated
from bot.storage.record.errors import DuplicateInteractionError, EventVersionConflictError, PersonIdConflictError
from bot.storage.record.log import EventLog, EventToAppend
from bot.storage.record.people import PeopleRepository, PeopleWithUnsavedNames, Person
from bot.storage.record.stored_event import StoredEvent
from bot.storage.servers.seat_lists import build_update_of_free_seat_lists
from bot.storage.servers.standings_posts import add_updates_of_standings_posts
from bot.storage.tables.guests import build_guests_upsert, load_result_owners_of_server
from bot.storage.tables.season_gate import (
    EndedSeasonConsentRefusal,
    SeasonPeriod,
    SeasonResultsChange,
    list_changed_ended_seasons,
    require_consent_to_change_ended_seasons,
)
from bot.storage.tables.seasons import load_seasons_newest_first

MAX_SHARED_COMMIT = 64
"""The most commands of a channel in one commit."""


def build_database_changes_after_event(
    game_history: GameHistory, previous_game: Game | None, language: str, moderation_audit_entry: AuditEntry | None
) -> Iterator[RowChange]:
    """Yield the database changes that belong in the same commit as a game's newest event.

    `previous_game` is the game before the event. The changes are the rows of projections, outdated posts, the draw of a
    pod, the outdated board (in `language`, if it is the first), outdated lists of free seats, and the audit entry of a
    moderator's decision.
    """
    last, game = game_history.last, game_history.game
    changes = build_row_changes_of_last_game_event(game_history)
    if game_history.scored:
        has, had = has_counted_results(game), game_history.had_results
        changes = add_updates_of_standings_posts(last, changes, had_results=had, has_results=has)
    yield from changes
    if isinstance(last.event, draws.EVENTS_THAT_CHANGE_SEAT_DRAW):
        yield from draws.build_random_seating_row_changes_of_last_event(game_history)
    yield build_row_change_marking_board_outdated(last, language)
    is_running = isinstance(game, Pod) and game.accepts_achievement_votes
    if not is_running and isinstance(previous_game, Pod) and previous_game.accepts_achievement_votes:
        yield build_deletion_of_pod_ballots(last.channel, last.pod)
    if (previous_game is not None and previous_game.accepts_new_players) or game.accepts_new_players:
        yield build_update_of_free_seat_lists(last.guild)
    if moderation_audit_entry is not None:
        yield build_audit_entry_insert(moderation_audit_entry)


class EventWithResultingGame(Struct, frozen=True):
    """An event as stored, the same event with hidden texts redacted, and the game after the event."""

    recorded: StoredEvent
    shown: StoredEvent
    live: LiveGame


class UncommittedEvent(Struct, frozen=True):
    """An event that the rules have decided and the database does not have yet.

    `before` is the game before the event, `person` the user (None is the bot), and `conditions` fail the write if what
    the decision relied on has changed.
    """

    request: GameCommandRequest
    before: LiveGame
    person: Person | None
    step: EventWithResultingGame
    conditions: Sequence[ChangeOrCondition]


class _EventDatabaseChanges(Struct, frozen=True):
    """An event to store, the people to add to the database, and the audit entry of a moderator's decision."""

    appended: EventToAppend
    introduction: PeopleWithUnsavedNames
    decision: AuditEntry | None


Listener = Callable[[LiveGame], None]


class AcceptedCommand(Struct, frozen=True):
    """A command that the rules accept: the game that it changes, and its event.

    `game` is None for a new game. `as_moderator` means that the requester used a right that only moderators have.
    """

    game: Game | None
    event: GameEvent
    as_moderator: bool


class GameService:
    """The service that executes all commands that change games: pods, duels and planned games."""

    def __init__(self, log: EventLog, people: PeopleRepository, now: Callable[[], datetime]) -> None:
        self._log = log
        self._people = people
        self._now = now
        self._channels = ChannelGameCache(log)
        self._sealing = DrawCommitmentService(log.database, self._channels, people)
        self._nights = GameNightConflictChecker(log.database, self._channels)
        self._late = LateCommandResultCache()
        self._waiting = ChannelRequestQueues()
        self._listeners = CallbackList[LiveGame]()

    def add_game_change_listener(self, listener: Listener) -> None:
        """Register a function to call after each commit with the changed game."""
        self._listeners.add_callback(listener)

    def clear_caches(self) -> None:
        """Empty all caches, because texts were redacted or games deleted."""
        self._log.clear_redacted_text_cache()
        self._channels.clear_cache()
        self._sealing.clear_cache()
        self._late = LateCommandResultCache()

    async def execute_command(self, request: GameCommandRequest) -> CommandResult:
        """Execute a command even if the game has changed since the user saw it. Raises `Refusal`."""
        assert request.seen is None
        done = await self.execute_command_unless_game_changed(request)
        assert isinstance(done, CommandResult)
        return done

    async def execute_command_unless_game_changed(
        self, request: GameCommandRequest
    ) -> CommandResult | GameChangedMeanwhileResult:
        """Execute a command only if the game has not changed since the user saw it.

        Raises `Refusal`; then nothing has changed.
        """
        waiting = self._waiting.add_request(request)
        try:
            async with self._channels.lock_channel(request.place.channel):
                done = await self._execute_waiting_request(waiting)
        except DatabaseBusyError:  # perhaps while another task executes the request
            shared = await waiting.wait_for_result_of_shared_commit()
            if shared is None:
                raise
            done = shared
        finally:
            self._waiting.remove_request(waiting)
        if waiting.result is not None:
            person = await _load_person_who_sent_request(self._people, request)
            self._late.cache_late_result(request, waiting.result.before, person, waiting.result)
        if isinstance(done, CommandResult) and not done.again:
            self._listeners.call_all_callbacks(done.live)
            if request.note is not None:
                request.note(done)
        return done

    async def cast_ballot(
        self,
        channel_address: ChannelAddress,
        game_number: int,
        voter: Player,
        achievement_id: str,
        chosen_player: Player,
    ) -> LiveGame:
        """Store a player's secret vote on an achievement, and return the game. Raises `Refusal` if not allowed."""
        async with self._channels.lock_channel(channel_address.channel):
            current = await self._channels.load_current_game(channel_address)
            live = await self._channels.load_game_by_number(current, game_number)
            await cast_ballot_in_game(self._log.database, live, voter, achievement_id, chosen_player)
            return live

    async def load_achievement_ballots_of_pod(
        self, channel_address: ChannelAddress, game_number: int
    ) -> Mapping[str, Ballots]:
        """Load the secret votes of a pod's players, by achievement."""
        return await load_achievement_ballots_of_pod(self._log.database, channel_address.channel, game_number)

    async def find_needed_consent_to_change_seasons(
        self, command_request: GameCommandRequest, shown_game: LiveGame
    ) -> EndedSeasonConsentRefusal | None:
        """Return the refusal that asks for consent to a change of ended seasons; None if no consent is needed.

        None also if the command would be refused. `shown_game` is the game as the requester sees it. A past game is not
        read again.
        """
        async with self._channels.lock_channel(command_request.place.channel):
            current = await self._channels.load_current_game(command_request.place)
            live = current if command_request.pod in (0, current.number) else shown_game
            person = await _load_person_who_sent_request(self._people, command_request)
            try:
                command_request = await self._add_organiser_right_to_request(command_request, live, person)
                command = command_request.build_command(person.id if person else None, live)
                decided = _accept_requested_command(command_request, current, live, person, command)
                recorded = _build_stored_event(command_request, live, current.version + 1, decided, person, self._now())
                step = await self._apply_event_with_redacted_texts(live, recorded)
                await self._require_approval_to_change_season(command_request, live, step, decided, person)
            except EndedSeasonConsentRefusal as needs:
                return needs
            except Refusal:
                return None
        return None

    async def load_ended_seasons_at_time(self, guild_id: int, game_time: datetime) -> list[SeasonPeriod]:
        """Load the ended seasons (at most one) that include this time."""
        seasons = await self._log.database.run_read_transaction(partial(load_seasons_newest_first, guild_id=guild_id))
        return list_changed_ended_seasons(seasons, SeasonResultsChange(frozenset({game_time})))

    async def load_players_present_in_other_nights(self, live_night: LiveGame) -> frozenset[Player]:
        """Load the players of a game night who are now playing in another night.

        `execute_command` looks again when the round is seated.
        """
        players, _ = await self._nights.load_players_present_in_other_nights(live_night)
        return players

    async def load_game_night_of_pod(self, live_game: LiveGame) -> LiveGame | None:
        """Load the game night to which a pod belongs; None without one. Raises `StorageError`."""
        return await self._nights.load_game_night_of_pod(live_game)

    async def load_result_owners_of_merged_players(self, guild_id: int) -> Mapping[Player, Player]:
        """Load who now has the results of each merged account and each claimed guest of a server."""
        return await load_result_owners_of_server(self._log.database, guild_id)

    # Looking

    def find_cached_current_game(self, channel_address: ChannelAddress) -> LiveGame | None:
        """Return a channel's current or last game from the cache; None if it is not there."""
        return self._channels.get_current_game_if_cached(channel_address)

    async def load_current_game(self, channel_address: ChannelAddress) -> LiveGame:
        """Return a channel's current or last game.

        `game` is None if the channel had no game.
        """
        live = self._channels.get_current_game_if_cached(channel_address)
        if live is not None:
            return live
        async with self._channels.lock_channel(channel_address.channel):
            return await self._channels.load_current_game(channel_address)

    async def load_game_by_number(
        self, channel_address: ChannelAddress, game_number: int, minimum_version: int = 0
    ) -> LiveGame:
        """Return a channel's game by its number, as of `minimum_version` or later.

        If another process has written, the log is read instead of the cache. `game` is None if no game has the number.
        """
        current = await self.load_current_game(channel_address)
        if current.version < minimum_version:
            self._channels.drop_cached_current_game(channel_address.channel)
            current = await self.load_current_game(channel_address)
        return await self._channels.load_game_by_number(current, game_number)

    async def load_current_and_reopened_games(self, channel_address: ChannelAddress) -> list[LiveGame]:
        """Return a channel's current or last game, followed by earlier games that were reopened."""
        current = await self.load_current_game(channel_address)
        reopened = [await self._channels.load_game_by_number(current, number) for number in reversed(current.beside)]
        return [current, *reopened]

    async def load_game_with_events(self, channel_address: ChannelAddress, game_number: int = 0) -> GameWithEvents:
        """Return a channel's game by its number, together with its events.

        `game_number` 0 means the current game. `game` is None if no game has the number.
        """
        current = self._channels.get_current_game_if_cached(channel_address)
        if current is None:
            async with self._channels.lock_channel(channel_address.channel):
                current, events = await self._channels.load_current_game_with_events(channel_address)
            if game_number in (0, current.number):
                return GameWithEvents(current, events, current)
        known = current if game_number in (0, current.number) else LiveGame(channel_address, 0, game_number)
        return GameWithEvents(*await self._channels.load_game_and_all_events(known), current)

    # Commands of a channel in one commit

    async def _execute_waiting_request(
        self, waiting_request: WaitingGameRequest
    ) -> CommandResult | GameChangedMeanwhileResult:
        """Execute a request whose task holds the channel's lock, together with waiting requests if possible.

        Return the earlier result if another task has executed the request.
        """
        done = await waiting_request.wait_for_result_of_shared_commit() if waiting_request.was_taken else None
        if done is not None:
            return done
        if others := self._waiting.list_other_channel_requests(waiting_request):
            try:
                done = await self._execute_requests_in_one_commit(waiting_request, others[: MAX_SHARED_COMMIT - 1])
            except (*UNWRITTEN, DuplicateInteractionError):
                if deadline := find_deadline_of_running_command():
                    deadline.mark_database_write_failed()
        return done or await self._execute_request_with_retries(waiting_request.request)

    async def _execute_requests_in_one_commit(
        self, first_request: WaitingGameRequest, other_requests: Sequence[WaitingGameRequest]
    ) -> CommandResult | None:
        """Execute several requests of a channel in one commit. Return None if no other request can share the commit.

        Return None, with nothing written, if no two of them can. Whatever is refused is left to its own task.
        """
        current = newest_current = await self._channels.load_current_game(first_request.request.place)
        newest = await self._channels.load_game_by_number(current, first_request.request.pod)
        for each in other_requests:
            each.reserve_for_shared_commit()
        taken: list[WaitingGameRequest] = []
        prepared: list[UncommittedEvent] = []
        failure: Exception | None = None
        results: list[CommandResult] = []
        try:
            async with AsyncExitStack() as until_written:
                for each in (first_request, *other_requests):
                    found = None
                    if (each.request.pod or current.number) == newest.number:
                        found = await self._build_event_for_shared_commit(
                            each.request, newest_current, newest, prepared, until_written
                        )
                    if found is not None and (each is first_request or each.claim_request_for_shared_commit()):
                        taken.append(each)
                        prepared.append(found)
                        newest = found.step.live
                        is_current = newest.number == current.number
                        newest_current = newest if is_current else replace(current, version=newest.version)
                    elif each is first_request:
                        return None
                if len(prepared) > 1:
                    results = await self._commit_events(current, prepared)
        except (*UNWRITTEN, DuplicateInteractionError):
            raise
        except Exception as error:
            failure = error
            raise
        finally:
            for waiting, result in zip_longest(taken, results):
                waiting.resume_waiting_task(result, failure)
            for waiting in other_requests:
                if waiting not in taken:
                    waiting.resume_waiting_task(None)
        return results[0] if results else None

    async def _build_event_for_shared_commit(
        self,
        command_request: GameCommandRequest,
        current_live_game: LiveGame,
        requested_live_game: LiveGame,
        earlier_events: Sequence["UncommittedEvent"],
        exit_stack: AsyncExitStack,
    ) -> "UncommittedEvent | None":
        """Build a request's event for a commit that also writes `earlier_events`; None if it needs its own commit."""
        if command_request.actor is None or command_request.seen is not None:
            return None
        try:
            person = await _load_person_who_sent_request(self._people, command_request)
            assert person is not None
            is_repeated = any(each.person is not None and each.person.id == person.id for each in earlier_events)
            if is_repeated or not command_request.build_command(person.id, requested_live_game).shares_commit:
                return None
            return await self._build_uncommitted_event(
                command_request, current_live_game, requested_live_game, person, exit_stack
            )
        except Exception:  # a refusal, for example: its own task meets it again
            return None

    # One attempt after the other, in the channel's turn

    async def _execute_request_with_retries(
        self, command_request: GameCommandRequest
    ) -> CommandResult | GameChangedMeanwhileResult:
        """Execute a request. Start again whenever another process has written first.

        Raises `DatabaseBusyError`.
        """
        loop = asyncio.get_running_loop()
        latest = loop.time() + PATIENCE
        for again in count():
            try:
                return await self._execute_request_once(command_request)
            except DuplicateInteractionError as duplicate:
                return await self._load_result_of_stored_event(command_request.place, duplicate.recorded)
            except WriteConditionNotMetError:  # another command was faster
                if deadline := find_deadline_of_running_command():
                    deadline.mark_database_write_failed()
                await self._require_player_below_command_limits(
                    command_request, await _load_person_who_sent_request(self._people, command_request)
                )
                if loop.time() > latest:
                    raise DatabaseBusyError from None
            except EventVersionConflictError as conflict:
                if deadline := find_deadline_of_running_command():
                    deadline.mark_database_write_failed()
                if isinstance(conflict, PersonIdConflictError) and again:
                    raise  # a person whom the command names has another id now
                await self._channels.reload_current_game_from_log(command_request.place)
                if loop.time() > latest:
                    raise DatabaseBusyError from None
        raise AssertionError("the last attempt returns or raises")

    async def _execute_request_once(
        self, command_request: GameCommandRequest
    ) -> CommandResult | GameChangedMeanwhileResult:
        current = await self._channels.load_current_game(command_request.place)
        live = await self._channels.load_game_by_number(current, command_request.pod)
        person = await _load_person_who_sent_request(self._people, command_request)
        if once := self._late.pop_result_for_repeated_command(command_request, person):
            return once
        async with AsyncExitStack() as until_written:
            try:
                if command_request.seen not in (None, live.played):
                    return await self._load_result_of_repeated_request(
                        command_request, current
                    ) or GameChangedMeanwhileResult(live)
                prepared = await self._build_uncommitted_event(command_request, current, live, person, until_written)
            except Exception:
                # What was done already is often refused when it is asked again.
                if once := await self._load_result_of_repeated_request(command_request, current):
                    return once
                raise
            [done] = await self._commit_events(current, [prepared])
            self._late.cache_late_result(prepared.request, live, person, done)
            return done

    async def _build_uncommitted_event(
        self,
        request: GameCommandRequest,
        current_live_game: LiveGame,
        requested_live_game: LiveGame,
        requesting_person: Person | None,
        exit_stack: AsyncExitStack,
    ) -> "UncommittedEvent":
        """Create a request's event and apply it to the game in memory. Raises `Refusal`."""
        live, person = requested_live_game, requesting_person
        now = self._now()
        version = current_live_game.version + 1
        _require_game_has_requested_number(request, live)
        if request.limits:
            await self._require_player_below_command_limits(request, person)
        if live.number != current_live_game.number:  # or an older board would seat people again and again
            request = replace(request, carries=False)
        command = await self._sealing.add_draw_commitment(request, live, person, version, now, exit_stack)
        request = await self._add_organiser_right_to_request(request, live, person)
        relied: list[ChangeOrCondition] = []
        if command.needs_ballots:
            command, relied = await add_vote_winner_to_command(self._log.database, live, command)
        if isinstance(live.game, PlannedGame):
            command, conditions = await self._nights.add_pod_states_to_game_night_command(live, command)
            relied += conditions
        decided = _accept_requested_command(request, current_live_game, live, person, command)
        if isinstance(decided.event, PastGameRecorded):
            decided = await self._lock_past_game_if_season_ended(request, decided)
        recorded = _build_stored_event(request, live, version, decided, person, now)
        step = await self._apply_event_with_redacted_texts(live, recorded)
        if person is not None:
            rights.forbid_seating_other_people(decided.game, decided.event, step.live.game, person.id)
        step = await self._require_approval_to_change_season(request, live, step, decided, person)
        if person is not None and step.live.game is not None:
            there = list_tablemates_of_new_player(decided.game, step.live.game, person.id)
            if there:
                await self._require_no_avoided_player_at_table(request, step.live.game, there, person.id)
        if isinstance(step.live.game, PlannedGame):
            relied += await self._nights.refuse_players_present_at_other_nights(live, step.live)
        return UncommittedEvent(request, live, person, step, relied)

    async def _add_organiser_right_to_request(
        self, request: GameCommandRequest, live_game: LiveGame, requesting_person: Person | None
    ) -> GameCommandRequest:
        """Return the request, marked if the user organises the pod's game night."""
        pod = live_game.game
        if not isinstance(pod, Pod) or not pod.setup.invited:  # players are invited to every pod of a night
            return request
        if request.actor is None or requesting_person is None:
            return request
        organiser = await self._nights.is_organiser_of_pod(
            live_game, pod, requesting_person.id, request.actor.role_ids, is_moderator=request.actor.moderator
        )
        if organiser == request.actor.organiser:
            return request
        return replace(request, actor=replace(request.actor, organiser=organiser))

    async def _require_player_below_command_limits(
        self, game_request: GameCommandRequest, requesting_person: Person | None
    ) -> None:
        if requesting_person is not None:
            for limit in game_request.limits:
                await limit.require_player_below_limit(
                    self._log.database, game_request.place.guild, requesting_person.id
                )

    async def _lock_past_game_if_season_ended(
        self, command_request: GameCommandRequest, accepted_command: AcceptedCommand
    ) -> AcceptedCommand:
        """Lock a past game of an ended season, so that moderators have to confirm it."""
        event = accepted_command.event
        assert isinstance(event, PastGameRecorded)
        if event.setup.played is None:
            return accepted_command
        at = datetime_from_milliseconds(event.setup.played)
        locked = bool(await self.load_ended_seasons_at_time(command_request.place.guild, at))
        return replace(accepted_command, event=replace(event, locked=locked))

    async def _require_approval_to_change_season(
        self,
        request: GameCommandRequest,
        previous_live_game: LiveGame,
        event_with_game: EventWithResultingGame,
        accepted_command: AcceptedCommand,
        requesting_person: Person | None,
    ) -> EventWithResultingGame:
        """Return an event with the approval that a change of ended seasons needs. Raises `Refusal` without it.

        For an event that changes no counting result, nothing is read. Raises `EndedSeasonConsentRefusal` if a
        moderator must decide first.
        """
        passed: ClosedSeasonApproval | None = "moderator" if accepted_command.as_moderator else None
        change = find_season_results_change(previous_live_game, event_with_game.recorded, event_with_game.live)
        silent = request.actor is None and previous_live_game.pod is not None and previous_live_game.pod.let_through
        if change is not None and not silent:
            guild = request.place.guild
            seasons = await self._log.database.run_read_transaction(partial(load_seasons_newest_first, guild_id=guild))
            may_decide = _can_requester_moderate_game(
                accepted_command.game, _build_requester_with_rights(request, requesting_person)
            )
            if require_consent_to_change_ended_seasons(seasons, change, request.asked, may_user_consent=may_decide):
                passed = "asked"
        if passed is None:
            return event_with_game
        event = event_with_game.recorded.event
        assert isinstance(event, ModeratableEvent)  # every command that moderators may give leads to one
        return await self._apply_event_with_redacted_texts(
            previous_live_game, replace(event_with_game.recorded, event=replace(event, passed=passed))
        )

    async def _require_no_avoided_player_at_table(
        self, command_request: GameCommandRequest, game: Game, tablemates: frozenset[Player], player: Player
    ) -> None:
        """Raise `AvoidedPlayerAtTableRefusal` if a player who has just sat down avoids somebody at the table.

        The rounds of a night keep people apart, so arrivals at a night are not checked. Raises `Refusal` if another
        account of the player sits there already.
        """
        own, avoided = await load_own_and_avoided_accounts_of_player(
            self._log.database, command_request.place.guild, player
        )
        for each in sorted(tablemates & own):
            if game.has_pressed_join_button(each) or each == game.host:
                raise Refusal("merge-seated", player=each)
        keeps_apart = isinstance(game, PlannedGame) and game.night is not None
        if tablemates.intersection(avoided) and not (command_request.despite_avoided or keeps_apart):
            raise AvoidedPlayerAtTableRefusal

    async def _apply_event_with_redacted_texts(
        self, previous_live_game: LiveGame, stored_event: StoredEvent
    ) -> EventWithResultingGame:
        shown = await self._log.apply_server_redactions_to_event(stored_event)
        return EventWithResultingGame(stored_event, shown, apply_stored_event(previous_live_game, shown))

    async def _commit_events(
        self, current_live_game: LiveGame, uncommitted_events: Sequence["UncommittedEvent"]
    ) -> list[CommandResult]:
        """Commit consecutive events of one game together with all their database changes.

        Nothing is written unless the conditions of all decisions still hold. Raises `StorageError`.
        """
        changes = [self._build_database_changes_of_event(each) for each in uncommitted_events]
        with self._channels.cache_game_after_write(current_live_game, uncommitted_events[-1].step.live):
            await self._log.append_events(*(each.appended for each in changes))
        for each in changes:
            each.introduction.mark_people_names_as_saved()
        return [
            CommandResult(each.step.shown, each.step.live, each.before, decision=made.decision)
            for each, made in zip(uncommitted_events, changes, strict=True)
        ]

    def _build_database_changes_of_event(self, uncommitted_event: "UncommittedEvent") -> "_EventDatabaseChanges":
        """Build all database changes of an event from its texts before redaction."""
        request, requesting_person = uncommitted_event.request, uncommitted_event.person
        previous_live_game, step = uncommitted_event.before, uncommitted_event.step
        recorded, shown, live = step.recorded, step.shown, step.live
        assert live.game is not None
        language = request.actor.language if request.actor else DEFAULT
        had_results = previous_live_game.number == live.number and has_counted_results(previous_live_game.game)
        facts = (live.steps, live.dates, live.scored, had_results)
        history = GameHistory(shown, live.game, *facts)
        decision = build_audit_entry_for_event(
            shown, previous_live_game.game, live.game, lambda: (previous_live_game.end_time, live.end_time)
        )
        also: list[ChangeOrCondition] = [
            *build_database_changes_after_event(history, previous_live_game.game, language, decision),
            *uncommitted_event.conditions,
        ]
        met = {each.id: each for each in (requesting_person, *request.named) if each is not None}
        introduction = self._people.find_people_with_unsaved_names(*met.values())
        if brought := [person.id for person in request.named if person.is_guest]:
            also.append(build_guests_upsert(brought, request.place.guild))
        if requesting_person is not None:
            for limit in request.limits:
                also += limit.list_write_conditions(request.place.guild, requesting_person.id)
        return _EventDatabaseChanges(EventToAppend(recorded, introduction.unsaved, also), introduction, decision)

    async def _load_result_of_repeated_request(
        self, command_request: GameCommandRequest, current_live_game: LiveGame
    ) -> CommandResult | None:
        """Return the earlier result if Discord delivered this request before; otherwise None.

        Raises `EventVersionConflictError` if another process has written, because the decision is then outdated.
        """
        channel = command_request.place.channel
        once, version = await self._log.load_event_and_channel_version(command_request.interaction, channel)
        if once is not None:
            return await self._load_result_of_stored_event(command_request.place, once)
        if version > current_live_game.version:
            raise EventVersionConflictError(channel, version)
        return None

    async def _load_result_of_stored_event(
        self, channel_address: ChannelAddress, stored_event: StoredEvent
    ) -> CommandResult:
        live = await self._channels.load_game_by_number(
            await self._channels.load_current_game(channel_address), stored_event.pod
        )
        return CommandResult(stored_event, live, live, again=True)


async def _load_person_who_sent_request(people: PeopleRepository, request: GameCommandRequest) -> Person | None:
    if request.actor is None:
        return None
    return await people.load_or_create_person(request.place.guild, request.actor.discord_id, request.actor.names)


def _require_game_has_requested_number(request: GameCommandRequest, live_game: LiveGame) -> None:
    if request.pod and (request.pod != live_game.number or live_game.game is None):
        raise Refusal("old-pod")


def _accept_requested_command(
    request: GameCommandRequest,
    current_live_game: LiveGame,
    requested_live_game: LiveGame,
    requesting_person: Person | None,
    command: GameCommand,
) -> AcceptedCommand:
    """Return the game that the requested command changes, and its event. Raises `Refusal`.

    The game is None if the command opens a new one, which it does only where the channel's current game is over, even
    if it was asked for on the board of an earlier game. Raises `Refusal`.
    """
    changed = current_live_game if command.opens else requested_live_game
    begins = command.beside or (command.opens and is_game_over(changed.game))
    game = None if begins else changed.game
    require_command_fits_game(game, command)
    asker = _build_requester_with_rights(request, requesting_person)
    as_moderator = False
    if asker is not None:
        maker = requested_live_game.find_last_step_author(command)
        rights.require_command_permission(game, command, asker, maker)
        as_moderator = rights.needs_moderator_right(game, command, asker, maker)
    event = create_event_of_game_command(game, command)
    if as_moderator:
        rights.require_reason_for_moderator_command(command)
    return AcceptedCommand(game, event, as_moderator)


def _build_requester_with_rights(
    command_request: GameCommandRequest, requesting_person: Person | None
) -> Requester | None:
    """Return the user of a command with their rights; None if the bot itself is the user."""
    if requesting_person is None or command_request.actor is None:
        return None
    actor = command_request.actor
    return Requester(requesting_person.id, actor.moderator, actor.neutral, actor.organiser, actor.role_ids)


def _can_requester_moderate_game(game: Game | None, requester: Requester | None) -> bool:
    return game is not None and requester is not None and rights.can_moderate_game(game, requester)


def _build_stored_event(
    command_request: GameCommandRequest,
    live_game: LiveGame,
    event_version: int,
    accepted_command: AcceptedCommand,
    requesting_person: Person | None,
    now: datetime,
) -> StoredEvent:
    """Return the event in the form that the log stores, with the confirmation that it needs."""
    event = accepted_command.event
    by = requesting_person.id if requesting_person else None
    if isinstance(accepted_command.game, Pod) and isinstance(event, Event):
        event = add_confirmation_requirement_to_event(
            accepted_command.game,
            event,
            by,
            event_version,
            datetime_to_milliseconds(now),
            players_who_acted=live_game.authors,
            has_had_result=live_game.dates.recorded is not None,
            uses_moderator_right=accepted_command.as_moderator,
        )
    elif isinstance(event, PastGameRecorded) and by is not None:
        event = add_confirmations_needed_by_past_game(event, by, event_version, datetime_to_milliseconds(now))
    pod = live_game.number if accepted_command.game else event_version
    place = (command_request.place.channel, event_version, pod, command_request.place.guild)
    return StoredEvent(*place, event, by, command_request.interaction, now)
