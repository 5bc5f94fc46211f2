"""The messages of games on Discord: how they are recognised, and which of several stays."""

import re
from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import NamedTuple

import discord
from msgspec.structs import replace

from bot.front.background.board_snapshot import Snapshot
from bot.front.background.budget import Budget
from bot.front.background.own_messages import list_custom_ids
from bot.front.background.publisher import Messages, Surface
from bot.front.rendering.board_layout import read_number, read_texts
from bot.storage.record.boards import Board, Boards

_GAME_CUSTOM_ID = re.compile(r"(?:pod|claim|joust|plan):(\d+):(.*)")
_CALL_BUTTONS = {"present"}
"""The buttons of a call before a vote: no others are on it."""

UNKNOWN_PICTURE = ""
"""The name of a picture of which nothing is known; it is drawn again."""


class GameMessage(NamedTuple):
    """A message of the game `number`: its board, or a call before a vote, which is no board."""

    id: int
    number: int
    only_calls: bool = False
    has_picture: bool = False


def read_game_message(message: discord.Message) -> GameMessage | None:
    """Return the game to which a message of the bot belongs; None if it belongs to no game.

    A board names its game; a call, and a board of an earlier version, only in its buttons.
    """
    number = read_number(message.components)
    if number is not None:
        return GameMessage(message.id, number, has_picture=bool(message.attachments))
    found = [_GAME_CUSTOM_ID.fullmatch(each) for each in list_custom_ids(message.components)]
    games = {(int(each[1]), each[2]) for each in found if each is not None}
    if not games:
        return None
    number = min(games)[0]
    only_calls = {what for _, what in games} == _CALL_BUTTONS
    return GameMessage(message.id, number, only_calls, bool(message.attachments))


def _read_head(message: discord.Message) -> str:
    """Return the first text of a message, which on a board that calls somebody is the call."""
    return next(iter(read_texts(message.components)), "")


class BoardSurface(Surface[Board]):
    """A surface of boards: a board is replaced where it cannot be edited or was deleted.

    `call` is the text of the call on it, None if there is none. `called` is what the row stores
    of a message that was sent with this call, by column. A lobby that moves when it is full leaves
    its former message for a moment, so that a *Start* pressed there is not lost.
    """

    replaces = True
    replaces_deleted = True
    edits_found = False

    def __init__(
        self, call: str | None, called: Mapping[str, str | None], grace: timedelta = timedelta()
    ) -> None:
        self._call = call
        self._called = called
        self.grace = grace

    def recognises(self, row: Board, message: discord.Message) -> bool:
        """Return whether a message is a board of the game, not a call before a vote."""
        found = read_game_message(message)
        return found is not None and found.number == row.pod and not found.only_calls

    def name_next(self, row: Board) -> str:
        """Name the message by its game and the message before it."""
        return f"{row.channel}:{row.pod}:{row.message}"

    def adopt(self, row: Board, message: discord.Message) -> Board:
        """Return the board with a message that was sent; with the same call, it has called."""
        adopted = adopt(row, message.id, has_picture=bool(message.attachments))
        return replace(adopted, **self._called) if _read_head(message) == self._call else adopted


class BoardStrays:
    """Messages of games that somebody pressed and no row of `boards` knows.

    Of several boards of a game the newest stays.
    """

    def __init__(self, boards: Boards, messages: Messages, budget: Budget) -> None:
        self._boards = boards
        self._messages = messages
        self._budget = budget

    async def settle(self, snapshot: Snapshot, pressed: Collection[GameMessage]) -> Board:
        """Delete messages that were pressed and are no board any more; adopt the newest
        that is newer.

        Return the game's board as it is then. Raises what discord.py does, and
        `StorageError`.
        """
        board = await self._boards.get(snapshot.board.channel, snapshot.board.pod, fresh=True)
        assert board is not None
        for each in sorted(pressed):
            if board.knows(each.id):
                continue
            newer = each.id > (board.message or 0) and not each.only_calls
            if newer:
                board = await self._adopt(board, each)
            elif not (each.only_calls and snapshot.live.votes):
                # It is no call that may be about an open vote.
                await self._delete(board.channel, each.id)
        return board

    async def _adopt(self, board: Board, newer: GameMessage) -> Board:
        """Make a newer message the board. The present one is deleted after the next drawing."""
        # A row stores only one former message.
        if board.former is not None and board.former != board.message:
            await self._delete(board.channel, board.former)
        adopted = adopt(board, newer.id, has_picture=newer.has_picture)
        if await self._boards.put(adopted):
            return adopted
        stored = await self._boards.get(board.channel, board.pod, fresh=True)
        return stored or board  # another process has moved it

    async def _delete(self, channel: int, message: int) -> None:
        await self._budget.take_turn()
        await self._messages.delete(channel, message)


def adopt(board: Board, message: int, *, has_picture: bool) -> Board:
    """Return the board with a message that was sent, of whose content nothing is known."""
    posted = discord.utils.snowflake_time(message)
    picture = UNKNOWN_PICTURE if has_picture else None
    return replace(board.adopt(message), posted=posted, picture=picture)
