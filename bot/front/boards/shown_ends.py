"""The time to dispute a game's end, which runs from when players can see the end on the board.

Discord may refuse a board, or not answer, while the bot's log knows the end already.
"""

from datetime import datetime, timedelta

from bot.joust.disputes import StartDuelObjectionPeriod
from bot.rules.confirmation import StartGameObjectionPeriod
from bot.service.live_game import LiveGame
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.boards import PodBoard

SHOWN_IN_TIME = timedelta(seconds=30)
"""The delay of a board that takes nothing from the time to dispute."""

LATEST_DISPUTE_START = timedelta(minutes=15)
"""The time to dispute begins at most this long after the end, also if no board shows it."""


def has_board_never_shown_game_end(live_game: LiveGame, board: PodBoard) -> bool:
    """Return True if a game's end can be disputed but its board has never shown it."""
    dates = live_game.dates
    is_disputable = live_game.time_when_result_becomes_final is not None
    return is_disputable and board.shown < dates.last_version and not dates.shown_late


def build_restart_dispute_period_command(
    live_game: LiveGame, previous_board: PodBoard, now: datetime
) -> StartGameObjectionPeriod | StartDuelObjectionPeriod | None:
    """Return a command that restarts the dispute period of a game whose end was shown too late; otherwise None.

    `previous_board` is the board's row from before it showed the end.
    """
    ended = live_game.dates.last
    if ended is None or now - ended <= SHOWN_IN_TIME or not has_board_never_shown_game_end(live_game, previous_board):
        return None
    begins = datetime_to_milliseconds(min(now, ended + LATEST_DISPUTE_START))
    return StartDuelObjectionPeriod(begins) if live_game.duel is not None else StartGameObjectionPeriod(begins)
