"""The messages of games on Discord: how the bot recognises them, and which of several stays."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

import discord
from msgspec.structs import replace

from bot.front.boards.board_snapshot import BoardSnapshot
from bot.front.publishing.own_messages import iterate_component_custom_ids
from bot.front.publishing.publisher import DiscordMessageClient, PublishedMessageKind
from bot.front.publishing.request_limiter import DiscordRequestRateLimiter
from bot.front.ui.message_layout import collect_component_texts, find_game_number_in_components
from bot.storage.record.boards import PodBoard, PodBoardRepository

_GAME_CUSTOM_ID = re.compile(r"(?:pod|claim|joust|plan):(\d+):(.*)")
_VOTE_MENTION_BUTTONS = {"present"}
"""The buttons of a call before a vote: no others are on it."""

UNKNOWN_PICTURE = ""
"""The name of a picture of which nothing is known; it is drawn again."""


class ParsedGameMessage(NamedTuple):
    """A Discord message about a game: its board, or a mention for a vote to remove a player."""

    id: int
    number: int
    only_calls: bool = False
    has_picture: bool = False


def parse_game_message(message: discord.Message) -> ParsedGameMessage | None:
    """Return which game a message of the bot is about; None for other messages.

    A board names its game. A mention, and a board of an earlier version, only does so in its buttons.
    """
    number = find_game_number_in_components(message.components)
    if number is not None:
        return ParsedGameMessage(message.id, number, has_picture=bool(message.attachments))
    found = [_GAME_CUSTOM_ID.fullmatch(each) for each in iterate_component_custom_ids(message.components)]
    games = {(int(each[1]), each[2]) for each in found if each is not None}
    if not games:
        return None
    number = min(games)[0]
    only_calls = {what for _, what in games} == _VOTE_MENTION_BUTTONS
    return ParsedGameMessage(message.id, number, only_calls, bool(message.attachments))


@dataclass(frozen=True)
class BoardMessageKind(PublishedMessageKind[PodBoard]):
    """The kind of Discord message that shows a game's board. A deleted board is sent again.

    `call` is the text of the board's mention, None if there is none. `called` is what the row stores of a message that
    was sent with this mention, by column. A board that cannot be edited is sent again, too. A lobby that moves when it
    is full leaves its former message for a moment, so that a *Start* pressed there is not lost.
    """

    call: str | None
    called: Mapping[str, str | None]
    grace: timedelta = timedelta()

    replaces = True
    replaces_deleted = True
    edits_found = False

    def does_message_match_row(self, database_row: PodBoard, message: discord.Message) -> bool:
        """Return True if a message is the board of the row's game."""
        found = parse_game_message(message)
        return found is not None and found.number == database_row.pod and not found.only_calls

    def build_message_nonce_text(self, database_row: PodBoard) -> str:
        return f"{database_row.channel}:{database_row.pod}:{database_row.message}"

    def copy_row_with_message(self, database_row: PodBoard, message: discord.Message) -> PodBoard:
        """Return a board's row with the id of a message found on Discord.

        If the message has the present mention, its players count as already pinged.
        """
        adopted = copy_board_row_with_message(database_row, message.id, has_picture=bool(message.attachments))
        first_text = next(iter(collect_component_texts(message.components)), "")
        return replace(adopted, **self.called) if first_text == self.call else adopted


class DuplicateBoardRemover:
    """A worker that deletes a game's duplicate boards after a button on one was pressed."""

    def __init__(
        self, boards: PodBoardRepository, messages: DiscordMessageClient, budget: DiscordRequestRateLimiter
    ) -> None:
        self._boards = boards
        self._messages = messages
        self._budget = budget

    async def delete_duplicate_boards(
        self, board_snapshot: BoardSnapshot, duplicate_messages: Collection[ParsedGameMessage]
    ) -> PodBoard:
        """Delete a game's boards except the newest; return the remaining one.

        Raises `StorageError`, and the exceptions of discord.py.
        """
        board = await self._boards.load_pod_board(
            board_snapshot.board.channel, board_snapshot.board.pod, skip_cache=True
        )
        assert board is not None
        for each in sorted(duplicate_messages):
            if board.owns_message(each.id):
                continue
            newer = each.id > (board.message or 0) and not each.only_calls
            if newer:
                board = await self._store_newer_board_message(board, each)
            elif not (each.only_calls and board_snapshot.live.votes):
                # It is no call that may be about an open vote.
                await self._delete_message(board.channel, each.id)
        return board

    async def _store_newer_board_message(self, board: PodBoard, newer_message: ParsedGameMessage) -> PodBoard:
        # A row stores only one former message.
        if board.former is not None and board.former != board.message:
            await self._delete_message(board.channel, board.former)
        adopted = copy_board_row_with_message(board, newer_message.id, has_picture=newer_message.has_picture)
        if await self._boards.store_board_message(adopted):
            return adopted
        stored = await self._boards.load_pod_board(board.channel, board.pod, skip_cache=True)
        return stored or board  # another process has moved it

    async def _delete_message(self, channel_id: int, message_id: int) -> None:
        await self._budget.wait_until_request_allowed()
        await self._messages.delete_message(channel_id, message_id)


def copy_board_row_with_message(board_row: PodBoard, message_id: int, *, has_picture: bool) -> PodBoard:
    """Return a board's row with a message found on Discord, whose content is unknown."""
    posted = discord.utils.snowflake_time(message_id)
    picture = UNKNOWN_PICTURE if has_picture else None
    return replace(board_row.with_sent_message(message_id), posted=posted, picture=picture)
