"""The messages of games on Discord: how the bot recognises them, and which of several stays."""

import re
from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import NamedTuple

import discord
from msgspec.structs import replace

from bot.front.boards.board_snapshot import BoardSnapshot
from bot.front.publishing.own_messages import iter_custom_ids
from bot.front.publishing.publisher import MessageKind, MessageRequests
from bot.front.publishing.request_limiter import RequestLimiter
from bot.front.ui.message_layout import collect_component_texts, find_game_number
from bot.storage.record.boards import Board, BoardRepository

_GAME_CUSTOM_ID = re.compile(r"(?:pod|claim|joust|plan):(\d+):(.*)")
_VOTE_MENTION_BUTTONS = {"present"}
"""The buttons of a call before a vote: no others are on it."""

UNKNOWN_PICTURE = ""
"""The name of a picture of which nothing is known; it is drawn again."""


class GameMessage(NamedTuple):
    """A Discord message of a game: its board, or a mention before a vote, which is no board."""

    id: int
    number: int
    only_calls: bool = False
    has_picture: bool = False


def parse_game_message(message: discord.Message) -> GameMessage | None:
    """Return which game a message of the bot belongs to; None if the message belongs to no
    game.

    A board names its game. A mention, and a board of an earlier version, only does so in its
    buttons.
    """
    number = find_game_number(message.components)
    if number is not None:
        return GameMessage(message.id, number, has_picture=bool(message.attachments))
    found = [_GAME_CUSTOM_ID.fullmatch(each) for each in iter_custom_ids(message.components)]
    games = {(int(each[1]), each[2]) for each in found if each is not None}
    if not games:
        return None
    number = min(games)[0]
    only_calls = {what for _, what in games} == _VOTE_MENTION_BUTTONS
    return GameMessage(message.id, number, only_calls, bool(message.attachments))


def _find_first_text(message: discord.Message) -> str:
    """Return the first text of a message, which on a board is the mention if the board has one."""
    return next(iter(collect_component_texts(message.components)), "")


class BoardMessages(MessageKind[Board]):
    """A kind of message for boards: a board is sent again if it was deleted or cannot be
    edited.

    `call` is the text of the board's mention, None if there is none. `called` is what the row
    stores of a message that was sent with this mention, by column. A lobby that moves when it
    is full leaves its former message for a moment, so that a *Start* pressed there is not lost.
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

    def is_message_of_row(self, row: Board, message: discord.Message) -> bool:
        """Return whether a message is the board of the row's game, and no mention before a
        vote.
        """
        found = parse_game_message(message)
        return found is not None and found.number == row.pod and not found.only_calls

    def build_nonce_name(self, row: Board) -> str:
        """Return the name for the next message's nonce: its game, and the message before
        it.
        """
        return f"{row.channel}:{row.pod}:{row.message}"

    def with_found_message(self, row: Board, message: discord.Message) -> Board:
        """Return the board's row with a message found on Discord; equal mentions count as
        already pinged.
        """
        adopted = build_board_with_message(row, message.id, has_picture=bool(message.attachments))
        return (
            replace(adopted, **self._called) if _find_first_text(message) == self._call else adopted
        )


class StrayBoards:
    """Messages of games whose buttons somebody pressed and that no row of `boards` knows.

    Of several boards of a game the newest stays.
    """

    def __init__(
        self, boards: BoardRepository, messages: MessageRequests, budget: RequestLimiter
    ) -> None:
        self._boards = boards
        self._messages = messages
        self._budget = budget

    async def reconcile_stray_messages(
        self, board_snapshot: BoardSnapshot, stray_messages: Collection[GameMessage]
    ) -> Board:
        """Delete stray messages of a game, and keep the newest one as its board.

        Return the game's board afterwards. Raises `StorageError`, and the exceptions of
        discord.py.
        """
        board = await self._boards.load_board(
            board_snapshot.board.channel, board_snapshot.board.pod, skip_cache=True
        )
        assert board is not None
        for each in sorted(stray_messages):
            if board.has_message(each.id):
                continue
            newer = each.id > (board.message or 0) and not each.only_calls
            if newer:
                board = await self._replace_board_message(board, each)
            elif not (each.only_calls and board_snapshot.live.votes):
                # It is no call that may be about an open vote.
                await self._delete_message(board.channel, each.id)
        return board

    async def _replace_board_message(self, board: Board, newer_message: GameMessage) -> Board:
        """Store a newer message as the board. The former one is deleted after the next
        drawing.
        """
        # A row stores only one former message.
        if board.former is not None and board.former != board.message:
            await self._delete_message(board.channel, board.former)
        adopted = build_board_with_message(
            board, newer_message.id, has_picture=newer_message.has_picture
        )
        if await self._boards.store_board(adopted):
            return adopted
        stored = await self._boards.load_board(board.channel, board.pod, skip_cache=True)
        return stored or board  # another process has moved it

    async def _delete_message(self, channel_id: int, message_id: int) -> None:
        await self._budget.acquire()
        await self._messages.delete_message(channel_id, message_id)


def build_board_with_message(board: Board, message_id: int, *, has_picture: bool) -> Board:
    """Return the board's row with another message of unknown content."""
    posted = discord.utils.snowflake_time(message_id)
    picture = UNKNOWN_PICTURE if has_picture else None
    return replace(board.with_message(message_id), posted=posted, picture=picture)
