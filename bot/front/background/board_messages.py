"""The messages of boards on Discord: sent, edited, deleted, and found again after a crash."""

import contextlib
import hashlib
import re
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import discord
from msgspec.structs import replace

from bot.front.background.board_content import BoardContent
from bot.front.background.board_snapshot import Snapshot
from bot.front.background.budget import Budget
from bot.front.background.own_messages import (
    NONCE_LIFETIME,
    UNEDITABLE_CODES,
    find_own_messages,
    list_custom_ids,
)
from bot.front.rendering.board_layout import Picture, read_texts
from bot.storage.record.boards import Board, Boards


class BoardMessages:
    """The requests for the messages of boards. Every method raises what discord.py does.

    Before `send` and `edit` the caller takes a turn of the `budget` for the first request.
    """

    def __init__(self, client: discord.Client, budget: Budget) -> None:
        self._client = client
        self._budget = budget

    async def send(
        self, board: Board, content: BoardContent, picture: discord.File | None = None
    ) -> int:
        """Send the message that follows the present one; return its id.

        By its nonce Discord sends it once, even if a crash came before its id was noted.
        Then the message of the first attempt comes back, and is edited.
        """
        shown = None if picture is None else Picture(picture.filename, picture.description or "")
        view = content.lay_out(shown)
        message = await self._find_channel(board.channel).send(
            view=view,
            files=[picture] if picture else [],
            allowed_mentions=content.called,
            nonce=_make_nonce(board),
        )
        if read_texts(message.components) != read_texts(view.children):  # it was sent before
            await self._budget.take_turn()
            await self.edit(replace(board, message=message.id), content, shown)
        return message.id

    async def edit(
        self,
        board: Board,
        content: BoardContent,
        shown: Picture | None = None,
        files: Sequence[discord.File] | None = None,
    ) -> bool:
        """Edit the present message.

        Return False if Discord permits no more edits, but a new one is possible. `shown` is the
        picture on the message. Its attachments are replaced by `files`, unless that is None.
        """
        assert board.message is not None
        more: dict[str, Any] = {} if files is None else {"attachments": files}
        message = self._find_channel(board.channel).get_partial_message(board.message)
        try:
            await message.edit(
                content=None,  # of the boards that there were once
                embeds=[],
                view=content.lay_out(shown),
                allowed_mentions=discord.AllowedMentions.none(),
                **more,
            )
        except discord.NotFound:
            return False
        except discord.HTTPException as error:
            if error.code not in UNEDITABLE_CODES:
                raise
            return False
        return True

    async def delete(self, channel: int, message: int, *, urgent: bool = False) -> None:
        """Delete a message, if it is still there."""
        await self._budget.take_turn(urgent=urgent, channel=channel)
        with contextlib.suppress(discord.NotFound):
            await self._find_channel(channel).get_partial_message(message).delete()

    def _find_channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)


def _make_nonce(board: Board) -> str:
    """Return the nonce of the message that follows a board's present one."""
    named = f"{board.channel}:{board.pod}:{board.message}"
    return hashlib.blake2s(named.encode(), digest_size=12).hexdigest()


_GAME_CUSTOM_ID = re.compile(r"(?:pod|claim|joust|plan):(\d+):(.*)")
_CALL_BUTTONS = {"present"}
"""The buttons of a call before a vote: no others are on it."""

UNKNOWN_PICTURE = ""
"""The name of a picture of which nothing is known; it is drawn again."""


class GameMessage(NamedTuple):
    """A message of the game `number`: its board, or a call before a vote, which is no board.

    `head` is its first text, which on a board that calls somebody is the call.
    """

    id: int
    number: int
    only_calls: bool = False
    has_picture: bool = False
    head: str = ""


def read_game_message(message: discord.Message) -> GameMessage | None:
    """Return the game to which a message of the bot belongs; None if it belongs to no game."""
    found = [_GAME_CUSTOM_ID.fullmatch(each) for each in list_custom_ids(message.components)]
    games = {(int(each[1]), each[2]) for each in found if each is not None}
    if not games:
        return None
    number = min(games)[0]
    only_calls = {what for _, what in games} == _CALL_BUTTONS
    head = next(iter(read_texts(message.components)), "")
    return GameMessage(message.id, number, only_calls, bool(message.attachments), head)


class BoardStrays:
    """Messages of games that no row of `boards` knows.

    Of several boards of a game the newest stays.
    """

    def __init__(
        self,
        client: discord.Client,
        boards: Boards,
        messages: BoardMessages,
        budget: Budget,
        now: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._boards = boards
        self._messages = messages
        self._budget = budget
        self._now = now

    async def find_sent(self, board: Board) -> GameMessage | None:
        """Return the message of a board that was sent before a crash and not noted; None if
        there is none.

        Of several the newest stays. Return None also if the bot may not read the channel's history.
        Raises what discord.py does.
        """
        if board.tried is None or self._now() - board.tried < NONCE_LIFETIME:
            return None
        sent: list[GameMessage] = []
        await self._budget.take_turn()
        try:
            async for message in find_own_messages(
                self._client, board.channel, board.tried, board.message
            ):
                found = read_game_message(message)
                if found is not None and found.number == board.pod and not found.only_calls:
                    sent.append(found)
        except discord.Forbidden:
            return None
        for older in sent[:-1]:
            await self._messages.delete(board.channel, older.id)
        return sent[-1] if sent else None

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
                await self._messages.delete(board.channel, each.id)
        return board

    async def _adopt(self, board: Board, newer: GameMessage) -> Board:
        """Make a newer message the board. The present one is deleted after the next drawing."""
        # A row stores only one former message.
        if board.former is not None and board.former != board.message:
            await self._messages.delete(board.channel, board.former)
        adopted = adopt(board, newer)
        await self._boards.put(adopted)
        return adopted


def adopt(board: Board, message: GameMessage) -> Board:
    """Return the board with `message` as its message, whose content is unknown."""
    return replace(
        board,
        message=message.id,
        posted=discord.utils.snowflake_time(message.id),
        former=board.message,
        picture=UNKNOWN_PICTURE if message.has_picture else None,
        tried=None,
        shown=0,
    )
