"""The messages of boards on Discord: sent, edited and deleted."""

import contextlib
import hashlib
from collections.abc import Sequence
from typing import Any

import discord
from msgspec.structs import replace

from bot.front.background.board_content import BoardContent
from bot.front.background.budget import Budget
from bot.storage.record.boards import Board

TOO_MANY_OLD_EDITS, THREAD_ARCHIVED = 30046, 50083
"""Discord's codes for a message that cannot be edited any more, while a new one can be sent."""


class BoardMessages:
    """What the bot does with a board's message. Every method raises what discord.py does.

    For the first request of `send` and of `edit` the caller has taken a turn of the `budget`.
    """

    def __init__(self, client: discord.Client, budget: Budget) -> None:
        self._client = client
        self._budget = budget

    async def send(self, board: Board, content: BoardContent) -> int:
        """Send the message that follows the one there is; return its id.

        The nonce makes Discord send it once, even if a crash made the bot forget that it had. What
        comes back is then the message of that time.
        """
        message = await self._find_channel(board.channel).send(
            content.call,
            embed=content.embed,
            view=content.view,
            allowed_mentions=content.called,
            nonce=_make_nonce(board),
        )
        if not _shows(message, content):
            await self._budget.take_turn()
            await self.edit(replace(board, message=message.id), content)
        return message.id

    async def edit(self, board: Board, content: BoardContent) -> bool:
        """Change the message there is; return False if that cannot be, while one can be sent."""
        assert board.message is not None
        message = self._find_channel(board.channel).get_partial_message(board.message)
        try:
            await message.edit(
                content=content.call,
                embed=content.embed,
                view=content.view,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.NotFound:
            return False
        except discord.HTTPException as error:
            if error.code not in (TOO_MANY_OLD_EDITS, THREAD_ARCHIVED):
                raise
            return False
        return True

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message, if it is still there."""
        await self._budget.take_turn()
        with contextlib.suppress(discord.NotFound):
            await self._find_channel(channel).get_partial_message(message).delete()

    def _find_channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)


def _make_nonce(board: Board) -> str:
    """Name the message that follows the board's present one, in the 25 characters there are."""
    named = f"{board.channel}:{board.pod}:{board.message}"
    return hashlib.blake2s(named.encode(), digest_size=12).hexdigest()


def _shows(message: discord.Message, content: BoardContent) -> bool:
    """Whether the message is what was sent, and not one that had been sent before."""
    same_call = message.content == (content.call or "")
    return same_call and [_read(each) for each in message.embeds] == [_read(content.embed)]


def _read(embed: discord.Embed) -> Sequence[Any]:
    fields = [(field.name, field.value) for field in embed.fields]
    return embed.title, embed.description, embed.footer.text, fields
