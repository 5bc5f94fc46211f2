"""Messages that call somebody before a vote about them: gone once there is no such vote."""

import logging

from bot.front.background.board_messages import BoardMessages
from bot.front.background.retry import PASSING
from bot.service.live_game import LiveGame
from bot.storage.record.boards import Board, Boards

log = logging.getLogger(__name__)


class VoteCalls:
    """Takes such messages back; a board is right without that."""

    def __init__(self, messages: BoardMessages, boards: Boards) -> None:
        self._messages = messages
        self._boards = boards

    async def withdraw(self, live: LiveGame, board: Board) -> None:
        """Delete the calls of a game that nobody votes about any more. Raises `StorageError`."""
        known = await self._boards.get(board.channel, board.pod) or board
        for player, message in known.vote_calls.items():
            if player in live.votes:
                continue
            try:
                await self._messages.delete(board.channel, message)
            except PASSING as error:
                log.warning("a call in channel %s stays for now: %s", board.channel, error)
            else:
                await self._boards.put_call(board.channel, board.pod, player, None)
