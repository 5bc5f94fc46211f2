"""Snapshots from which boards are drawn: the newest state of a game, and whom its board mentions."""

from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import assert_never

import discord
from msgspec import Struct

from bot.front.game_texts.series_texts import GameSeriesSummary
from bot.front.nights.night_board import NightPodStates
from bot.front.pods import board_notices
from bot.front.pods.absence_cache import DepartedPlayersCache
from bot.front.pods.board_notices import BoardNotices
from bot.front.ui import components, player_names
from bot.i18n import DEFAULT, Locale, find_supported_locale
from bot.joust.duel import SEATS, Duel
from bot.planning.plan import PlannedGame
from bot.rulebooks import Game
from bot.rules.entering import PastGameRecorded
from bot.rules.facts import Player
from bot.rules.guests import list_members_acting_for_players
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodPropertyCache
from bot.rules.seats import find_maximum_player_count
from bot.service.live_game import LiveGame
from bot.service.night_pods import load_all_pod_states_of_game_night
from bot.service.pod_states import list_recipients_of_game_night_results
from bot.service.service import GameService
from bot.storage.record.boards import PodBoard, PodBoardRepository
from bot.storage.servers.server_settings import ServerSettings, ServerSettingsRepository

SEATED_MENTION = "seated"
"""Names the call for those who sit."""

CHECK_IN_MENTION = "check-in"
"""Names the call to those who have a seat in a plan, to say that they are there."""

CANCELLED_MENTION = "cancelled"
"""Names the call to those who signed up for a plan that was cancelled."""

NIGHT_OVER_MENTION = "over"
"""Names the call that posts the final table of a night; it pings nobody."""

NIGHT_ROUND_MENTION = "round"
"""Names the call that posts the board of a night anew at each round; it pings nobody."""

ROLE_MENTION = "looking"
"""Names the call to the role of those who look for players, when something is planned."""

TIME_UP_MENTION = "time"
"""Names the call to all players of a pod whose round is over."""

WARNING_SEPARATOR = "~"
"""Stands in a call before what tells one warning from the next."""


class BoardSnapshot(Struct, frozen=True, dict=True):
    """The data from which a game's board is rendered: the game, the board's database row and the server settings.

    `quiet` are players whom the board names without a ping, because another message pinged them lately. `notices` are
    shown beside the game. `series` is the score of the series of which a pod is a round; None if it is of none.
    `states` are those of a night's pods.
    """

    board: PodBoard
    live: LiveGame
    game: Game
    settings: ServerSettings
    notices: BoardNotices
    series: GameSeriesSummary | None
    quiet: frozenset[Player] = frozenset()
    states: NightPodStates = ()

    @cached_property
    def board_locale(self) -> Locale:
        """The language of a board: the server's, otherwise that of the user who opened the game."""
        return self.settings.language or find_supported_locale(self.board.language) or DEFAULT

    def list_players_named_on_board(self) -> list[Player]:
        """Return all players whom a game's board may name."""
        if isinstance(self.game, Pod):
            return [*self.live.pod_facts.all_mentioned_players]
        named = player_names.list_players_named_in_game(self.game)
        night = self.live.plan.night if self.live.plan is not None else None
        return named if night is None else [*named, *list_recipients_of_game_night_results(night, self.states)]

    @cached_property
    def players_to_mention_at_game_start(self) -> tuple[Player, ...]:
        """The players to mention when a game is full or begins; otherwise empty."""
        game = self.game
        if isinstance(game, Pod) and game.setup.played is not None:
            return _list_players_who_must_confirm_game(self.live.pod_facts)
        begun = (self.live.pod_facts.state if isinstance(game, Pod) else game.state) != "lobby"
        summoned: tuple[Player, ...] = ()
        if isinstance(game, Pod) and not self.live.is_over:
            # Those who have seats without a press for this game have to hear of it.
            if begun:
                summoned = () if game.step else game.carried
            else:
                summoned = game.called or list_members_acting_for_players(game, game.kept)
        if self.settings.start_call == "off" or self.live.is_over:
            return summoned
        match game:
            case Pod(step=step) | Duel(step=step) if step:
                return ()
            case Pod():
                full = len(game.players) >= find_maximum_player_count(game.setup)
                called = list_members_acting_for_players(game, game.players) if begun or full else ()
                return tuple(dict.fromkeys((*summoned, *called)))
            case Duel():
                return game.players if begun or len(game.players) == SEATS else ()
            case PlannedGame():
                return ()
            case _:
                assert_never(game)

    @cached_property
    def players_to_ping_at_game_start(self) -> tuple[Player, ...]:
        """The players to ping when the game begins, except those already pinged."""
        if not self.players_to_mention_at_game_start:
            return ()
        told = self.board.players_notified_of_game_start
        return tuple(player for player in self.players_to_mention_at_game_start if player not in told)

    @property
    def players_to_ping_for_confirmation(self) -> tuple[Player, ...]:
        """The players to ping so that they confirm a past game's result."""
        is_entered = isinstance(self.game, Pod) and self.game.setup.played is not None
        return self.players_to_ping_at_game_start if is_entered else ()

    @cached_property
    def does_board_announce_game_start(self) -> bool:
        """True if the board mentions the players because the game begins."""
        tells = (self.board.asked or "").partition(WARNING_SEPARATOR)[0] == SEATED_MENTION
        return bool(self.players_to_ping_at_game_start) or (tells and bool(self.players_to_mention_at_game_start))

    @cached_property
    def mentions_players_role(self) -> bool:
        """True if a planned game's message mentions the server role for players."""
        plan = self.game
        board = self.board
        if not isinstance(plan, PlannedGame) or plan.quiet or not plan.is_open or plan.has_game_night_begun:
            return False
        began = board.message is None or board.asked == _build_role_mention_reason(self.live)
        return began and self.settings.players_role is not None

    @cached_property
    def mention_reason(self) -> str | None:
        """A key of the reason for a board's mention, so that people are pinged once for each reason.

        After a warning it also identifies the warning. The board's row stores it as `asked`.
        """
        live = self.live
        call = find_key_of_awaited_action(live)
        if call is None and self.does_board_announce_game_start:
            call = SEATED_MENTION
        if isinstance(self.game, PlannedGame) and self.mentions_players_role:
            call = _build_role_mention_reason(live)
        if live.warned is None:
            return call
        return f"{call or ''}{WARNING_SEPARATOR}{live.warned.isoformat()}"


def find_key_of_awaited_action(live_game: LiveGame) -> str | None:
    """Return a key that identifies the action a game waits for, such as a choice; None without one."""
    game = live_game.game
    match game:
        case None:
            return None
        case Pod():
            facts = live_game.pod_facts
            question = None
            if facts.disputed_report is not None:
                question = f"dispute:{facts.disputed_report.needed_confirmation.version}"
            elif facts.pending_player_choice is not None:
                asked = components.build_pending_choice_id(facts.pending_player_choice)
                question = asked if live_game.called is None else f"moderators:{asked}"
            if not live_game.time_up:
                return question
            return TIME_UP_MENTION if question is None else f"{TIME_UP_MENTION} {question}"
        case Duel():
            if game.disputed is not None:
                return f"dispute:{game.disputed}"
            proposal = game.proposal
            return None if proposal is None else f"{proposal.what}:{proposal.by}"
        case PlannedGame():
            return _find_reason_for_mention_in_plan(game)
        case _:
            assert_never(game)


def _find_reason_for_mention_in_plan(planned_game: PlannedGame) -> str | None:
    """Return why a planned game's message should mention players, as a short key; None if it should not."""
    match planned_game.state:
        case "asking":
            return None
        case "planned":
            return f"moved:{planned_game.at}" if planned_game.players_to_notify_of_change else None
        case "checking":
            return CHECK_IN_MENTION if planned_game.changed is None else f"{CHECK_IN_MENTION}:{planned_game.at}"
        case "gathered":
            return None
        case "playing":
            rounds = 0 if planned_game.night is None else len(planned_game.night.rounds)
            return f"{NIGHT_ROUND_MENTION}:{rounds}" if rounds else None
        case "over":
            return NIGHT_OVER_MENTION if is_finished_game_night(planned_game) else None
        case "cancelled":
            return CANCELLED_MENTION if planned_game.players_to_notify_of_change else None
        case _:
            assert_never(planned_game.state)


def is_finished_game_night(planned_game: PlannedGame) -> bool:
    """Return True for a closed game night with at least one round."""
    night = planned_game.night
    closed = None if night is None else night.closed
    return closed is not None and not closed.lapsed and night is not None and bool(night.rounds)


def _build_role_mention_reason(live_game: LiveGame) -> str:
    """Return the key of the reason for which the server's player role is mentioned."""
    call = find_key_of_awaited_action(live_game)
    return ROLE_MENTION if call is None else f"{ROLE_MENTION} {call}"


def _list_players_who_must_confirm_game(pod_facts: PodPropertyCache) -> tuple[Player, ...]:
    pod = pod_facts.pod
    entered = [each.needed_confirmation for each in pod.unconfirmed if isinstance(each.event, PastGameRecorded)]
    if pod.closed or pod_facts.disputed_report is not None:
        return ()
    members = list_members_acting_for_players(pod, pod.players)
    return tuple(player for claim in entered for player in members if player != claim.by)


class BoardSnapshotLoader:
    """A loader of board snapshots: the data from which boards are rendered."""

    def __init__(
        self,
        service: GameService,
        boards: PodBoardRepository,
        guilds: ServerSettingsRepository,
        absences: DepartedPlayersCache,
        find_series: Callable[[LiveGame], Awaitable[GameSeriesSummary | None]],
    ) -> None:
        self._service = service
        self._boards = boards
        self._guilds = guilds
        self._absences = absences
        self._find_series = find_series

    async def load_board_snapshot(self, live_game: LiveGame) -> BoardSnapshot:
        """Load the data from which a board is rendered. Raises `StorageError`.

        The loaded game is at least as new as `live_game`.
        """
        board = await self._boards.load_pod_board(live_game.place.channel, live_game.number)
        assert board is not None  # an event and its board are written together
        newest = max(board.wanted, board.shown)
        if newest > live_game.version:  # another process wrote, or the game went on meanwhile
            live_game = await self._service.load_game_by_number(live_game.place, live_game.number, newest)
        assert live_game.game is not None
        settings = await self._guilds.load_server_settings(live_game.place.guild)
        gone = await self._absences.find_cached_departed_players(live_game)
        notices = board_notices.build_board_notices(
            live_game, gone, settings.idle_pod_timeout, settings.player_choice_timeout, discord.utils.utcnow()
        )
        series = None
        if isinstance(live_game.game, Pod) and live_game.game.setup.series is not None:
            series = await self._find_series(live_game)
        states = await self._load_game_night_pod_states(live_game)
        return BoardSnapshot(board, live_game, live_game.game, settings, notices, series, states=states)

    async def _load_game_night_pod_states(self, live_game: LiveGame) -> NightPodStates:
        """Return the states of a game night's pods; empty for other games."""
        night = None if live_game.plan is None else live_game.plan.night
        if night is None:
            return ()
        return await load_all_pod_states_of_game_night(self._service, live_game.place.guild, night)
