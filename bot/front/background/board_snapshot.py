"""Snapshots from which boards are drawn: the newest state of a game, and related data."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

import discord

from bot.front.background.absences import Absences
from bot.front.rendering import board_notices, names
from bot.front.rendering.board_notices import Notices
from bot.front.rendering.night_board import NightStates
from bot.front.rendering.series import SeriesView
from bot.i18n import DEFAULT, Locale, find_locale
from bot.rulebooks import Game
from bot.rules.facts import Player
from bot.service.live_game import LiveGame
from bot.service.night_pods import read_night
from bot.service.pod_states import find_owners
from bot.service.service import Service
from bot.storage.record.boards import Board, Boards
from bot.storage.servers.guilds import Guilds, ServerSettings


class Snapshot(NamedTuple):
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

    @property
    def locale(self) -> Locale:
        """The language of the board: what the server has set, else that of whoever opened
        the game."""
        return self.settings.language or find_locale(self.board.language) or DEFAULT

    def find_people(self) -> list[Player]:
        """Return everybody whom the game's messages may name."""
        named = names.find_people(self.game)
        night = self.live.plan.night if self.live.plan is not None else None
        return named if night is None else [*named, *find_owners(night, self.states)]


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
        series = await self._find_series(live)
        states = await self._read_states(live)
        return Snapshot(board, live, live.game, settings, notices, series, states=states)

    async def _read_states(self, live: LiveGame) -> NightStates:
        """Return the states of the pods of a night; nothing for another game."""
        night = None if live.plan is None else live.plan.night
        if night is None:
            return ()
        return await read_night(self._service, live.place.guild, night)
