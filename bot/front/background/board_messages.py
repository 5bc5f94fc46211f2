"""The messages of boards on Discord: sent, edited and deleted."""

import contextlib
import hashlib
from collections.abc import Sequence
from typing import Any

import discord
from msgspec.structs import replace

from bot.front.background.board_content import BoardContent
from bot.front.background.budget import Budget
from bot.front.background.own_messages import UNEDITABLE
from bot.front.rendering.board_layout import Picture, read_texts
from bot.storage.record.boards import Board


class BoardMessages:
    """What the bot does with a board's message. Every method raises what discord.py does.

    For the first request of `send` and of `edit` the caller has taken a turn of the `budget`.
    """

    def __init__(self, client: discord.Client, budget: Budget) -> None:
        self._client = client
        self._budget = budget

    async def send(
        self, board: Board, content: BoardContent, picture: discord.File | None = None
    ) -> int:
        """Send the message that follows the one there is; return its id.

        The nonce makes Discord send it once, even if a crash made the bot forget that it had. What
        comes back is then the message of that time.
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
        """Change the message there is; return False if that cannot be, while one can be sent.

        It has the picture that is `shown`; what is attached is replaced by `files`, if not None.
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
            if error.code not in UNEDITABLE:
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
    """Name the message that follows the board's present one, in the 25 characters there are."""
    named = f"{board.channel}:{board.pod}:{board.message}"
    return hashlib.blake2s(named.encode(), digest_size=12).hexdigest()
