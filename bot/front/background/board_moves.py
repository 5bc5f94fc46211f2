"""Whether a board is edited where it stands, or a new message follows it at the channel's end.

Without reading any message: Discord says which came last, and that one came.
"""

from collections.abc import Callable

from bot.front.background.board_calls import (
    SEATED,
    WARNED,
    find_untold,
    is_looking,
    is_telling_seated,
    name_looking,
    name_open_call,
)
from bot.front.background.board_snapshot import Snapshot
from bot.lru_cache import LruCache
from bot.planning.plan import Plan
from bot.service.live_game import LiveGame
from bot.storage.record.boards import Board

SCROLLED = 12
"""Messages below a board after which the next change brings a new one."""

RESULT_SCROLLED = 4
"""Messages below a board after which a result is a new one: it is what people look for."""

REMEMBERED = 10_000
"""Channels whose messages are counted."""


class BoardMoves:
    """How far boards have scrolled away, in all channels."""

    def __init__(self, find_last: Callable[[int], int | None]) -> None:
        """`find_last` returns the id of a channel's last message, if that is known."""
        self._find_last = find_last
        self._below: LruCache[int, int] = LruCache(REMEMBERED)  # messages since the board

    def count_message(self, channel: int) -> None:
        """Note that somebody wrote below a channel's board."""
        self._below.put(channel, (self._below.get(channel) or 0) + 1)

    def restart(self, channel: int) -> None:
        """Note that a channel's board is at its end."""
        self._below.put(channel, 0)

    def should_move(self, snapshot: Snapshot, *, wanted: bool) -> bool:
        """Whether a new board replaces this one: wanted, with a new call, or scrolled away.

        Only a new message reaches whoever has to choose or decide.
        """
        return wanted or _calls_anew(snapshot) or self._has_scrolled(snapshot)

    def _has_scrolled(self, snapshot: Snapshot) -> bool:
        if _is_only_confirmed(snapshot.live) or _has_only_counted(snapshot.board, snapshot.live):
            return False
        return self._count_below(snapshot.board) >= (
            RESULT_SCROLLED if _has_just_ended(snapshot) else SCROLLED
        )

    def _count_below(self, board: Board) -> int:
        """How many messages stand below; whoever has just started knows whether there are any."""
        counted, last = self._below.get(board.channel), self._find_last(board.channel)
        if counted is None and board.message and last and last > board.message:
            return RESULT_SCROLLED
        return counted or 0


def name_call(snapshot: Snapshot) -> str | None:
    """Return what tells one call for somebody from the next; None if nobody is called.

    After that it tells one warning from the next. It is kept as `asked` of the board.
    """
    call, warned = name_open_call(snapshot.game), snapshot.live.warned
    if call is None and is_telling_seated(snapshot):
        call = SEATED
    if isinstance(snapshot.game, Plan) and is_looking(snapshot):
        call = name_looking(snapshot.game)
    return call if warned is None else f"{call or ''}{WARNED}{warned.isoformat()}"


def _calls_anew(snapshot: Snapshot) -> bool:
    """Whether somebody is called, or warned, whom the present message has not called."""
    call, last = name_call(snapshot), snapshot.board.asked
    if find_untold(snapshot):
        return True
    known = (last or "").partition(WARNED)[0]
    return call is not None and call not in (last, known, *known.split())


def _has_just_ended(snapshot: Snapshot) -> bool:
    """Whether the board is the first to show that the game is over; a correction comes later."""
    game = snapshot.game
    ended = game.result is not None and (game.before is None or game.before.result is None)
    return ended and snapshot.board.shown < snapshot.live.played


def _is_only_confirmed(live: LiveGame) -> bool:
    """Whether something was only confirmed in a game that is over: nobody looks for its board."""
    game = live.game
    steps_later = bool(live.steps) and live.steps[-1].version < live.version
    return game is not None and game.result is not None and steps_later


def _has_only_counted(board: Board, live: LiveGame) -> bool:
    """Whether only totals have changed since the board was drawn, as they do all the time."""
    return live.played <= board.shown < live.version
