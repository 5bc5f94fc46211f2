"""Snapshots from which boards are drawn: the newest state of a game, and whom its board calls."""

from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import assert_never

import discord
from msgspec import Struct

from bot.front.background.absences import Absences
from bot.front.rendering import board_notices, controls, names
from bot.front.rendering.board_notices import Notices
from bot.front.rendering.night_board import NightStates
from bot.front.rendering.series import SeriesView
from bot.i18n import DEFAULT, Locale, find_locale
from bot.joust.duel import SEATS, Duel
from bot.planning.plan import Plan
from bot.rulebooks import Game
from bot.rules.entering import Entered
from bot.rules.facts import Player
from bot.rules.guests import find_actors
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodFacts
from bot.rules.seats import find_most_players
from bot.service.live_game import LiveGame
from bot.service.night_pods import read_night
from bot.service.pod_states import find_owners
from bot.service.service import Service
from bot.storage.record.boards import Board, Boards
from bot.storage.servers.guilds import Guilds, ServerSettings

SEATED_CALL = "seated"
"""Names the call for those who sit."""

CHECK_IN_CALL = "check-in"
"""Names the call to those who have a seat in a plan, to say that they are there."""

CANCELLED_CALL = "cancelled"
"""Names the call to those who signed up for a plan that was cancelled."""

OVER_CALL = "over"
"""Names the call that posts the final table of a night; it pings nobody."""

ROLE_CALL = "looking"
"""Names the call to the role of those who look for players, when something is planned."""

TIME_CALL = "time"
"""Names the call to all players of a pod whose round is over."""

WARNING_MARK = "~"
"""Stands in a call before what tells one warning from the next."""


class Snapshot(Struct, frozen=True, dict=True):
    """The data that a board is drawn from: a game, its `board` as noted last, the settings of its
    server.

    `quiet` are players whom the board names without calling them: another one has called them
    lately. `notices` are shown beside the game. `series` is the score of the series of which a
    pod is a round; None if it is of none. `states` are those of a night's pods.
    """

    board: Board
    live: LiveGame
    game: Game
    settings: ServerSettings
    notices: Notices
    series: SeriesView | None
    quiet: frozenset[Player] = frozenset()
    states: NightStates = ()

    @cached_property
    def locale(self) -> Locale:
        """The language of the board: what the server has set, else that of whoever opened
        the game."""
        return self.settings.language or find_locale(self.board.language) or DEFAULT

    def find_people(self) -> list[Player]:
        """Return everybody whom the game's messages may name."""
        if isinstance(self.game, Pod):
            return [*self.live.facts.people]
        named = names.find_people(self.game)
        night = self.live.plan.night if self.live.plan is not None else None
        return named if night is None else [*named, *find_owners(night, self.states)]

    @cached_property
    def seated(self) -> tuple[Player, ...]:
        """The seated players if the table is full or the game has just begun, else nobody.

        The lobby of a plan calls everybody who signed up. After the first step of a game nobody
        needs to hear that it begins.
        """
        game = self.game
        if isinstance(game, Pod) and game.setup.played is not None:
            return _find_entered(self.live.facts)
        begun = (self.live.facts.state if isinstance(game, Pod) else game.state) != "lobby"
        summoned = game.called if isinstance(game, Pod) and not begun else ()
        if self.settings.start_call == "off" or self.live.is_over:
            return summoned
        match game:
            case Pod(step=step) | Duel(step=step) if step:
                return ()
            case Pod():
                full = len(game.players) >= find_most_players(game.setup)
                called = find_actors(game, game.players) if begun or full else ()
                return tuple(dict.fromkeys((*summoned, *called)))
            case Duel():
                return game.players if begun or len(game.players) == SEATS else ()
            case Plan():
                return ()
            case _:
                assert_never(game)

    @cached_property
    def untold(self) -> tuple[Player, ...]:
        """The seated players who were not told yet that the game begins; each is told once."""
        if not self.seated:
            return ()
        told = self.board.players_told
        return tuple(player for player in self.seated if player not in told)

    @property
    def called_to_confirm(self) -> tuple[Player, ...]:
        """The players whom an entered game would call now."""
        is_entered = isinstance(self.game, Pod) and self.game.setup.played is not None
        return self.untold if is_entered else ()

    @cached_property
    def tells_seated(self) -> bool:
        """True if a board tells the seated players that the game begins.

        It does so until the first change.
        """
        tells = (self.board.asked or "").partition(WARNING_MARK)[0] == SEATED_CALL
        return bool(self.untold) or (tells and bool(self.seated))

    @cached_property
    def mentions_role(self) -> bool:
        """True if a plan's message mentions a role.

        The mention stays if the plan's first message had it.
        """
        plan = self.game
        board = self.board
        if not isinstance(plan, Plan) or plan.quiet or not plan.is_open:
            return False
        began = board.message is None or board.asked == _name_role_call(self.live)
        return began and self.settings.players_role is not None

    @cached_property
    def call_name(self) -> str | None:
        """A name of the call on a board, different for each call; None if nobody is called.

        After a warning it also names the warning. It is noted as `asked` of the board.
        """
        live = self.live
        call = name_open_call(live)
        if call is None and self.tells_seated:
            call = SEATED_CALL
        if isinstance(self.game, Plan) and self.mentions_role:
            call = _name_role_call(live)
        if live.warned is None:
            return call
        return f"{call or ''}{WARNING_MARK}{live.warned.isoformat()}"


def name_open_call(live: LiveGame) -> str | None:
    """Return a name of the open question, different for each one; None if no question is open."""
    game = live.game
    match game:
        case None:
            return None
        case Pod():
            facts = live.facts
            question = None
            if facts.disputed is not None:
                question = f"dispute:{facts.disputed.claim.version}"
            elif facts.question is not None:
                asked = controls.make_question_id(facts.question)
                question = asked if live.called is None else f"moderators:{asked}"
            if not live.time_up:
                return question
            return TIME_CALL if question is None else f"{TIME_CALL} {question}"
        case Duel():
            if game.disputed is not None:
                return f"dispute:{game.disputed}"
            proposal = game.proposal
            return None if proposal is None else f"{proposal.what}:{proposal.by}"
        case Plan():
            return _name_plan_call(game)
        case _:
            assert_never(game)


def _name_plan_call(plan: Plan) -> str | None:
    """Return the name of a plan's call; one for each moment that the plan was moved to."""
    match plan.state:
        case "asking":
            return None
        case "planned":
            return f"moved:{plan.at}" if plan.called else None
        case "checking":
            return CHECK_IN_CALL if plan.changed is None else f"{CHECK_IN_CALL}:{plan.at}"
        case "gathered" | "playing":
            return None
        case "over":
            return OVER_CALL if is_night_told(plan) else None
        case "cancelled":
            return CANCELLED_CALL if plan.called else None
        case _:
            assert_never(plan.state)


def is_night_told(plan: Plan) -> bool:
    """Return whether a night was closed by its organiser after a round, so that it has an end."""
    night = plan.night
    closed = None if night is None else night.closed
    return closed is not None and not closed.lapsed and night is not None and bool(night.rounds)


def _name_role_call(live: LiveGame) -> str:
    """Return the name of the call to the role; during a check-in one name stands for both calls."""
    call = name_open_call(live)
    return ROLE_CALL if call is None else f"{ROLE_CALL} {call}"


def _find_entered(facts: PodFacts) -> tuple[Player, ...]:
    """Return the players who must be told that somebody entered a game in which they played."""
    pod = facts.pod
    entered = [each.claim for each in pod.unconfirmed if isinstance(each.event, Entered)]
    if pod.closed or facts.disputed is not None:
        return ()
    members = find_actors(pod, pod.players)
    return tuple(player for claim in entered for player in members if player != claim.by)


class SnapshotReader:
    """A reader of snapshots."""

    def __init__(
        self,
        service: Service,
        boards: Boards,
        guilds: Guilds,
        absences: Absences,
        find_series: Callable[[LiveGame], Awaitable[SeriesView | None]],
    ) -> None:
        self._service = service
        self._boards = boards
        self._guilds = guilds
        self._absences = absences
        self._find_series = find_series

    async def read(self, live: LiveGame) -> Snapshot:
        """Return the snapshot of a game, at least as new as `live` and as what its board shows.

        Raises `StorageError`.
        """
        board = await self._boards.get(live.place.channel, live.number)
        assert board is not None  # an event and its board are written together
        newest = max(board.wanted, board.shown)
        if newest > live.version:  # another process wrote, or the game went on meanwhile
            live = await self._service.find(live.place, live.number, newest)
        assert live.game is not None
        settings = await self._guilds.read_settings(live.place.guild)
        gone = await self._absences.find_gone(live)
        notices = board_notices.find_notices(
            live, gone, settings.idle_after, settings.choice_after, discord.utils.utcnow()
        )
        series = None
        if isinstance(live.game, Pod) and live.game.setup.series is not None:
            series = await self._find_series(live)
        states = await self._read_states(live)
        return Snapshot(board, live, live.game, settings, notices, series, states=states)

    async def _read_states(self, live: LiveGame) -> NightStates:
        """Return the states of the pods of a night; nothing for another game."""
        night = None if live.plan is None else live.plan.night
        if night is None:
            return ()
        return await read_night(self._service, live.place.guild, night)
