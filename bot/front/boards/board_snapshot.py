"""Snapshots from which boards are drawn: the newest state of a game, and whom its board
mentions.
"""

from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import assert_never

import discord
from msgspec import Struct

from bot.front.game_texts.series_texts import SeriesSummary
from bot.front.nights.night_board import NightPodStates
from bot.front.pods import board_notices
from bot.front.pods.absence_cache import AbsenceCache
from bot.front.pods.board_notices import BoardNotices
from bot.front.ui import components, player_names
from bot.i18n import DEFAULT, Locale, find_locale_by_tag
from bot.joust.duel import SEATS, Duel
from bot.planning.plan import Plan
from bot.rulebooks import Game
from bot.rules.entering import PastGameEntered
from bot.rules.facts import Player
from bot.rules.guests import find_acting_members
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodFacts
from bot.rules.seats import find_maximum_players
from bot.service.live_game import LiveGame
from bot.service.night_pods import load_night_pods
from bot.service.pod_states import find_result_owners
from bot.service.service import GameService
from bot.storage.record.boards import Board, BoardRepository
from bot.storage.servers.server_settings import ServerSettings, ServerSettingsRepository

SEATED_MENTION = "seated"
"""Names the call for those who sit."""

CHECK_IN_MENTION = "check-in"
"""Names the call to those who have a seat in a plan, to say that they are there."""

CANCELLED_MENTION = "cancelled"
"""Names the call to those who signed up for a plan that was cancelled."""

NIGHT_OVER_MENTION = "over"
"""Names the call that posts the final table of a night; it pings nobody."""

ROLE_MENTION = "looking"
"""Names the call to the role of those who look for players, when something is planned."""

TIME_UP_MENTION = "time"
"""Names the call to all players of a pod whose round is over."""

WARNING_SEPARATOR = "~"
"""Stands in a call before what tells one warning from the next."""


class BoardSnapshot(Struct, frozen=True, dict=True):
    """The data that a board is drawn from: the game, the stored board, and the server's
    settings.

    `quiet` are players whom the board names without a ping, because another message pinged them
    lately. `notices` are shown beside the game. `series` is the score of the series of which a
    pod is a round; None if it is of none. `states` are those of a night's pods.
    """

    board: Board
    live: LiveGame
    game: Game
    settings: ServerSettings
    notices: BoardNotices
    series: SeriesSummary | None
    quiet: frozenset[Player] = frozenset()
    states: NightPodStates = ()

    @cached_property
    def locale(self) -> Locale:
        """The language of the board: the server's, or else that of whoever opened the game."""
        return self.settings.language or find_locale_by_tag(self.board.language) or DEFAULT

    def list_people(self) -> list[Player]:
        """Return everybody whom the game's messages may name."""
        if isinstance(self.game, Pod):
            return [*self.live.pod_facts.mentioned_people]
        named = player_names.list_people_of_game(self.game)
        night = self.live.plan.night if self.live.plan is not None else None
        return named if night is None else [*named, *find_result_owners(night, self.states)]

    @cached_property
    def seated_players(self) -> tuple[Player, ...]:
        """The seated players if the table is full or the game has just begun, else nobody.

        The lobby of a plan mentions everybody who signed up. After the first step of a game
        nobody needs to hear that it begins.
        """
        game = self.game
        if isinstance(game, Pod) and game.setup.played is not None:
            return _find_players_to_confirm(self.live.pod_facts)
        begun = (self.live.pod_facts.state if isinstance(game, Pod) else game.state) != "lobby"
        summoned = game.called if isinstance(game, Pod) and not begun else ()
        if self.settings.start_call == "off" or self.live.is_over:
            return summoned
        match game:
            case Pod(step=step) | Duel(step=step) if step:
                return ()
            case Pod():
                full = len(game.players) >= find_maximum_players(game.setup)
                called = find_acting_members(game, game.players) if begun or full else ()
                return tuple(dict.fromkeys((*summoned, *called)))
            case Duel():
                return game.players if begun or len(game.players) == SEATS else ()
            case Plan():
                return ()
            case _:
                assert_never(game)

    @cached_property
    def unpinged_players(self) -> tuple[Player, ...]:
        """The seated players whom no message has pinged about the game's start."""
        if not self.seated_players:
            return ()
        told = self.board.notified_players
        return tuple(player for player in self.seated_players if player not in told)

    @property
    def players_to_confirm(self) -> tuple[Player, ...]:
        """The players whom the board pings to confirm a game that was entered afterwards."""
        is_entered = isinstance(self.game, Pod) and self.game.setup.played is not None
        return self.unpinged_players if is_entered else ()

    @cached_property
    def announces_start(self) -> bool:
        """True if the board tells the seated players that the game begins.

        It does so until the first change of the game.
        """
        tells = (self.board.asked or "").partition(WARNING_SEPARATOR)[0] == SEATED_MENTION
        return bool(self.unpinged_players) or (tells and bool(self.seated_players))

    @cached_property
    def mentions_players_role(self) -> bool:
        """True if a plan's message mentions the server's role for players.

        The mention stays if the plan's first message had it.
        """
        plan = self.game
        board = self.board
        if not isinstance(plan, Plan) or plan.quiet or not plan.is_open:
            return False
        began = board.message is None or board.asked == _identify_role_mention(self.live)
        return began and self.settings.players_role is not None

    @cached_property
    def mention_name(self) -> str | None:
        """A name that identifies the board's present mention; None if the board mentions
        nobody.

        After a warning it also names the warning. The board's row stores it as `asked`.
        """
        live = self.live
        call = identify_open_question(live)
        if call is None and self.announces_start:
            call = SEATED_MENTION
        if isinstance(self.game, Plan) and self.mentions_players_role:
            call = _identify_role_mention(live)
        if live.warned is None:
            return call
        return f"{call or ''}{WARNING_SEPARATOR}{live.warned.isoformat()}"


def identify_open_question(live_game: LiveGame) -> str | None:
    """Return a name that identifies a game's open question; None if no question is open."""
    game = live_game.game
    match game:
        case None:
            return None
        case Pod():
            facts = live_game.pod_facts
            question = None
            if facts.disputed_report is not None:
                question = f"dispute:{facts.disputed_report.claim.version}"
            elif facts.open_question is not None:
                asked = components.build_question_id(facts.open_question)
                question = asked if live_game.called is None else f"moderators:{asked}"
            if not live_game.time_up:
                return question
            return TIME_UP_MENTION if question is None else f"{TIME_UP_MENTION} {question}"
        case Duel():
            if game.disputed is not None:
                return f"dispute:{game.disputed}"
            proposal = game.proposal
            return None if proposal is None else f"{proposal.what}:{proposal.by}"
        case Plan():
            return _identify_plan_mention(game)
        case _:
            assert_never(game)


def _identify_plan_mention(plan: Plan) -> str | None:
    """Return a name for a plan's mention; a plan that moves to another time gets another name."""
    match plan.state:
        case "asking":
            return None
        case "planned":
            return f"moved:{plan.at}" if plan.players_to_notify else None
        case "checking":
            return CHECK_IN_MENTION if plan.changed is None else f"{CHECK_IN_MENTION}:{plan.at}"
        case "gathered" | "playing":
            return None
        case "over":
            return NIGHT_OVER_MENTION if has_final_standings(plan) else None
        case "cancelled":
            return CANCELLED_MENTION if plan.players_to_notify else None
        case _:
            assert_never(plan.state)


def has_final_standings(plan: Plan) -> bool:
    """Return whether the organiser closed a night after at least one round."""
    night = plan.night
    closed = None if night is None else night.closed
    return closed is not None and not closed.lapsed and night is not None and bool(night.rounds)


def _identify_role_mention(live_game: LiveGame) -> str:
    """Return a name for the mention of a role; one name stands for role and check-in together."""
    call = identify_open_question(live_game)
    return ROLE_MENTION if call is None else f"{ROLE_MENTION} {call}"


def _find_players_to_confirm(pod_facts: PodFacts) -> tuple[Player, ...]:
    """Return the players who must confirm a game that somebody entered afterwards."""
    pod = pod_facts.pod
    entered = [each.claim for each in pod.unconfirmed if isinstance(each.event, PastGameEntered)]
    if pod.closed or pod_facts.disputed_report is not None:
        return ()
    members = find_acting_members(pod, pod.players)
    return tuple(player for claim in entered for player in members if player != claim.by)


class BoardSnapshotLoader:
    """A loader of the snapshots from which boards are drawn."""

    def __init__(
        self,
        service: GameService,
        boards: BoardRepository,
        guilds: ServerSettingsRepository,
        absences: AbsenceCache,
        find_series: Callable[[LiveGame], Awaitable[SeriesSummary | None]],
    ) -> None:
        self._service = service
        self._boards = boards
        self._guilds = guilds
        self._absences = absences
        self._find_series = find_series

    async def load_snapshot(self, live_game: LiveGame) -> BoardSnapshot:
        """Return the snapshot of a game, at least as new as `live_game` and as its shown
        board.

        Raises `StorageError`.
        """
        board = await self._boards.load_board(live_game.place.channel, live_game.number)
        assert board is not None  # an event and its board are written together
        newest = max(board.wanted, board.shown)
        if newest > live_game.version:  # another process wrote, or the game went on meanwhile
            live_game = await self._service.load_game(live_game.place, live_game.number, newest)
        assert live_game.game is not None
        settings = await self._guilds.load_settings(live_game.place.guild)
        gone = await self._absences.find_absent_players(live_game)
        notices = board_notices.build_notices(
            live_game, gone, settings.idle_time, settings.choice_timeout, discord.utils.utcnow()
        )
        series = None
        if isinstance(live_game.game, Pod) and live_game.game.setup.series is not None:
            series = await self._find_series(live_game)
        states = await self._load_pod_states(live_game)
        return BoardSnapshot(
            board, live_game, live_game.game, settings, notices, series, states=states
        )

    async def _load_pod_states(self, live_game: LiveGame) -> NightPodStates:
        """Return the states of the pods of a night; nothing for another game."""
        night = None if live_game.plan is None else live_game.plan.night
        if night is None:
            return ()
        return await load_night_pods(self._service, live_game.place.guild, night)
