"""A live game: a pod, duel or planned game of a channel, with everything that commands need to know.

A channel has at most one open game, and beside it earlier games whose end was undone.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cached_property

from msgspec import Struct

from bot.joust.disputes import DuelObjectionPeriodStarted
from bot.joust.duel import Duel
from bot.planning.plan import PlannedGame
from bot.projections.history import NO_DATES, GameStartAndEndTimes, build_game_history_after_event, find_game_end_time
from bot.projections.pods import compute_confirmation_time_of_duel
from bot.rulebooks import Game, GameCommand, create_event_of_game_command, is_game_over
from bot.rules.announcements import RoundTimeEnded
from bot.rules.choosing import ModeratorsAskedToChooseForPlayer
from bot.rules.commands_and_events import Event
from bot.rules.confirmation import ObjectionPeriodStarted, find_final_result_time
from bot.rules.facts import Player
from bot.rules.guests import find_member_acting_for_player
from bot.rules.idle_closing import IdleGameClosingAnnounced
from bot.rules.news import LatestEventDetails, update_latest_event_details
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodPropertyCache
from bot.rules.records import QuestionKind
from bot.rules.refusals import Refusal
from bot.rules.rights import Requester
from bot.rules.totals import LifeOrDamageChanged
from bot.rules.undoing import (
    KeptEventWithVersion,
    PodEventUndone,
    UndoPodEvent,
    find_index_of_event_to_undo,
    list_remaining_events,
)
from bot.rules.votes import KickVoteCast, KickVoteStarted, VotersByTarget, update_kick_votes_after_event
from bot.service.rights import require_command_permission
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds
from bot.storage.record.stored_event import StoredEvent

VOTE_DELAY = timedelta(minutes=5)
"""The time from the call of a player until a vote about them opens, in which they can answer."""


LONGEST_VOTE = timedelta(minutes=15)
"""The time from the call of a player until the vote about them lapses."""

DRAW_DELAY = timedelta(minutes=10)
"""The time from the call of the moderators until the draw chooses for a silent player."""


class ChannelAddress(Struct, frozen=True):
    """The Discord ids of a channel or thread and of its server."""

    guild: int
    channel: int


TIME_TO_SEE = timedelta(seconds=10)
"""The time after an event in which people may not have seen it on their board yet."""

# Sets of exact types, as every event is looked up in them, and `isinstance` would ask each type in turn.
_KICK_VOTE_EVENTS = frozenset({KickVoteStarted, KickVoteCast})
_EVENTS_OF_CLOCK = frozenset({IdleGameClosingAnnounced, ModeratorsAskedToChooseForPlayer, RoundTimeEnded})
_EVENTS_BESIDE_PLAY = frozenset(
    {LifeOrDamageChanged, RoundTimeEnded, ObjectionPeriodStarted, DuelObjectionPeriodStarted}
)


class LiveGame(Struct, frozen=True, dict=True):
    """A game in memory, at one version of its channel's event log.

    For the current game, `version` is the version of the channel's log; 0 means an empty log. For a past game it is the
    version of the game's last event. What follows from the fields is computed when it is first read, and then kept
    beside them: the game after the next event is another object, with nothing computed yet.
    """

    place: ChannelAddress
    version: int = 0
    number: int = 0  # the version of its first event, which identifies it
    game: Game | None = None
    steps: tuple[StoredEvent, ...] = ()  # events that can be undone, the newest last
    dates: GameStartAndEndTimes = NO_DATES  # when it ended first, and since when nobody has objected
    votes: VotersByTarget = {}  # votes to go on without a player
    opens: Mapping[Player, datetime] = {}  # when the vote about a player opens
    touched: datetime | None = None  # when somebody last acted in the game
    warned: datetime | None = None  # when the bot warned, since then, that it will close the game
    played: int = 0  # the version of the last event other than changes of totals, and time
    turned: datetime | None = None  # when the current turn began, if known
    asked: datetime | None = None  # since when the pod waits for a choice and nobody answers
    called: datetime | None = None  # when the moderators were called, since then, to choose
    scored: bool = False  # see `GameHistory.scored`
    time_up: bool = False  # until its end: the players were told that their round is over
    news: LatestEventDetails | None = None  # the latest event of a pod that everybody should hear of
    undone: StoredEvent | None = None  # the last time that a step of a pod was taken back
    authors: frozenset[Player] = frozenset()  # those who have caused an event of the game
    beside: tuple[int, ...] = ()  # of the current game: the numbers of earlier games that are open again

    @cached_property
    def pod(self) -> Pod | None:
        return self.game if isinstance(self.game, Pod) else None

    @cached_property
    def duel(self) -> Duel | None:
        return self.game if isinstance(self.game, Duel) else None

    @cached_property
    def plan(self) -> PlannedGame | None:
        return self.game if isinstance(self.game, PlannedGame) else None

    @cached_property
    def pod_facts(self) -> PodPropertyCache:
        """Return the values derived from the pod, each computed on first use. The game must be a pod."""
        assert isinstance(self.game, Pod)
        return PodPropertyCache(self.game)

    @cached_property
    def is_over(self) -> bool:
        """Return True if the channel is free for a new game: its game has ended, or none exists."""
        return is_game_over(self.game)

    def find_last_step_author(self, command: GameCommand) -> Player | None:
        """Return the author of the event that a command undoes; for other commands, of the last event."""
        later = len(command.later) if isinstance(command, UndoPodEvent) else 0
        return self.steps[-1 - later].by if later < len(self.steps) else None

    def can_requester_execute_command(self, command: GameCommand, requester: Requester) -> bool:
        """Return True if a requester has the right to this command and the rules allow it now."""
        author = self.find_last_step_author(command)
        try:
            require_command_permission(self.game, command, requester, author)
            create_event_of_game_command(self.game, command)
        except Refusal:
            return False
        return True

    @property
    def last_undoable_report(self) -> StoredEvent | None:
        """Return the last report, which the next undo takes back; None without a report."""
        at = find_index_of_event_to_undo([each.event for each in self.steps])
        return None if at is None else self.steps[at]

    def has_other_player_just_undone_report(self, player: Player, now: datetime) -> bool:
        """Return True if another person has just undone a report and nobody has reported since.

        Then `player` may not have seen the undo, and may mean the same report.
        """
        undone = self.undone
        last = self.last_undoable_report
        if undone is None or last is None or undone.by == player:
            return False
        return last.version < undone.version and now - undone.at < TIME_TO_SEE

    def build_undo_command(self, event_version: int | None = None, reason: str | None = None) -> UndoPodEvent:
        """Return the command that undoes the event of this log version, or else the last report.

        Raises `Refusal` if the event was undone already, or if something was reported since.
        """
        if event_version is None:
            last = self.last_undoable_report
            if last is None:
                return UndoPodEvent(reason)
            event_version = last.version
        versions = [each.version for each in self.steps]
        if event_version not in versions:
            raise Refusal("undo-late")
        at = versions.index(event_version)
        later = list_remaining_events([each.event for each in self.steps], at)
        if later is None:
            raise Refusal("undo-newer")
        stay = zip(versions[at + 1 :], later, strict=True)
        return UndoPodEvent(reason, event_version, tuple(KeptEventWithVersion(*each) for each in stay))

    def find_undone_event(self, undo_event: PodEventUndone) -> Event | None:
        """Return the event of this pod that an undo event took back.

        Old undo events name no event and mean the last one.
        """
        at = None if undo_event.step is None else undo_event.step - 1
        event = self.steps[-1 if at is None else at].event if self.steps else None
        return event if isinstance(event, Event) else None

    def find_active_kick_votes(self, now: datetime) -> VotersByTarget:
        lapse = LONGEST_VOTE - VOTE_DELAY
        return {who: each for who, each in self.votes.items() if now < self.opens[who] + lapse}

    @property
    def last_decision_time_in_milliseconds(self) -> int:
        """Return the time of the last report or decision, in milliseconds since 1970."""
        return 0 if self.dates.last is None else datetime_to_milliseconds(self.dates.last)

    @cached_property
    def time_when_result_becomes_final(self) -> datetime | None:
        """Return the time when the game's result becomes final if nobody objects.

        None if the end is final already, or never becomes final without a confirmation.
        """
        if self.duel is not None and self.dates.last is not None:
            return compute_confirmation_time_of_duel(self.duel, self.dates.last)
        at = None if self.pod is None else find_final_result_time(self.pod, self.last_decision_time_in_milliseconds)
        return None if at is None else datetime_from_milliseconds(at)

    @cached_property
    def end_time(self) -> datetime | None:
        """Return the end of the game for statistics; None while the game runs."""
        counted = self.pod is not None and self.pod.has_counted
        if self.game is None or not (self.is_over or counted):
            return None
        return find_game_end_time(self.game, self.steps, self.dates)


def apply_stored_event(live_game: LiveGame, stored_event: StoredEvent) -> LiveGame:
    """Return the channel's game after this event, which may have opened another game."""
    same = stored_event.pod == live_game.number
    before, steps = (live_game.game, live_game.steps) if same else (None, ())
    votes = live_game.find_active_kick_votes(stored_event.at) if same and live_game.votes else {}
    opens = {player: live_game.opens[player] for player in votes}
    dates = live_game.dates if same else NO_DATES
    authors = live_game.authors if same else frozenset()
    event = stored_event.event
    history = build_game_history_after_event(before, steps, stored_event, dates)
    game = history.game
    if votes or type(event) in _KICK_VOTE_EVENTS:
        votes = _update_kick_votes_of_pod(votes, stored_event, game)
    touched, warned = stored_event.at, None
    time_up = same and live_game.time_up and not is_game_over(game)
    asked = _find_start_time_of_open_choice(live_game if same else None, stored_event, game)
    called = live_game.called if same and asked == live_game.asked else None
    if type(event) in _EVENTS_OF_CLOCK:
        touched = live_game.touched or stored_event.at
        warned = stored_event.at if isinstance(event, IdleGameClosingAnnounced) else live_game.warned
        time_up = time_up or isinstance(event, RoundTimeEnded)
        called = stored_event.at if isinstance(event, ModeratorsAskedToChooseForPlayer) else called
    return LiveGame(
        place=live_game.place,
        version=max(live_game.version, stored_event.version),
        number=stored_event.pod,
        game=game,
        steps=history.steps,
        dates=history.dates,
        votes=votes,
        opens=_find_opening_times_of_kick_votes(votes, opens, stored_event) if votes else {},
        touched=touched,
        warned=warned,
        played=live_game.played if type(event) in _EVENTS_BESIDE_PLAY else stored_event.version,
        turned=_find_turn_start_time(live_game.game if same else None, live_game.turned, stored_event, game),
        asked=asked,
        called=called,
        scored=history.scored,
        time_up=time_up,
        news=_build_latest_event_details_of_pod(live_game if same else None, stored_event, game),
        undone=stored_event if isinstance(event, PodEventUndone) else live_game.undone if same else None,
        authors=authors if stored_event.by is None or stored_event.by in authors else authors | {stored_event.by},
        beside=live_game.beside if same else (),
    )


def _build_latest_event_details_of_pod(
    previous_live_game: LiveGame | None, stored_event: StoredEvent, current_game: Game
) -> LatestEventDetails | None:
    """Return a pod's latest news after an event; None if the game is not a pod."""
    event = stored_event.event
    if not isinstance(current_game, Pod) or not isinstance(event, Event):
        return None
    if previous_live_game is None:
        return update_latest_event_details(None, None, event, current_game)
    undone = previous_live_game.find_undone_event(event) if isinstance(event, PodEventUndone) else None
    former = previous_live_game.game if isinstance(previous_live_game.game, Pod) else None
    return update_latest_event_details(previous_live_game.news, former, event, current_game, undone)


def _find_start_time_of_open_choice(
    previous_live_game: LiveGame | None, stored_event: StoredEvent, current_game: Game
) -> datetime | None:
    """Return the time when an open choice began to wait for a player; None without an open choice.

    Any action of the asked player in the game starts the time again.
    """
    asked = _find_player_with_open_choice(current_game)
    if asked is None or not isinstance(current_game, Pod):
        return None
    same = previous_live_game is not None and _find_player_with_open_choice(previous_live_game.game) == asked
    if (
        previous_live_game is None
        or not same
        or stored_event.by == find_member_acting_for_player(current_game, asked[1])
    ):
        return stored_event.at
    return previous_live_game.asked


def _find_player_with_open_choice(game: Game | None) -> tuple[QuestionKind, Player] | None:
    """Return the kind of a pod's open choice, and the player who must choose; None without one.

    None if nobody can answer a choice now.
    """
    if not isinstance(game, Pod) or game.pending_player_choice is None or game.disputed_report is not None:
        return None
    return game.pending_player_choice.kind, game.pending_player_choice.by


def _find_turn_start_time(
    previous_game: Game | None, previous_turn_start: datetime | None, stored_event: StoredEvent, current_game: Game
) -> datetime | None:
    """Return the time when the current turn began; None if an undo makes it unknown."""
    if not isinstance(current_game, Pod) or current_game.turn is None:
        return None
    last = previous_game.turn if isinstance(previous_game, Pod) else None
    if last is not None and (last.number, last.seat) == (current_game.turn.number, current_game.turn.seat):
        return previous_turn_start
    return None if isinstance(stored_event.event, PodEventUndone) else stored_event.at


def _find_opening_times_of_kick_votes(
    votes: VotersByTarget, previous_opening_times: Mapping[Player, datetime], stored_event: StoredEvent
) -> Mapping[Player, datetime]:
    """Return when each vote on removing a player opens, some minutes after it was requested.

    A vote of a game from before calls existed opens at once.
    """
    called = isinstance(stored_event.event, KickVoteStarted)
    now = stored_event.at + VOTE_DELAY if called else stored_event.at
    return {player: previous_opening_times.get(player, now) for player in votes}


def _update_kick_votes_of_pod(
    votes_by_target: VotersByTarget, stored_event: StoredEvent, current_game: Game
) -> VotersByTarget:
    """Return the votes on removing players of a pod after an event; empty for other kinds of games."""
    event = stored_event.event
    if not isinstance(current_game, Pod):
        return {}
    assert isinstance(event, Event)
    return update_kick_votes_after_event(votes_by_target, event, stored_event.by, current_game)


def list_tablemates_of_new_player(previous_game: Game | None, current_game: Game, player: Player) -> frozenset[Player]:
    """Return the other players of a game if a player has just sat down; otherwise nobody.

    Empty if the player did not sit down by this change.
    """
    if player not in current_game.players or (previous_game is not None and player in previous_game.players):
        return frozenset()
    is_open = (
        current_game.accepts_new_players if isinstance(current_game, PlannedGame) else not is_game_over(current_game)
    )
    if not is_open:
        return frozenset()
    kept = current_game.kept if isinstance(current_game, Pod) else ()
    return frozenset({current_game.host, *current_game.players, *kept} - {player})
