"""Results in the channel that a server has set for them: one message a game, which follows it."""

import contextlib
import hashlib
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

import discord
from msgspec.structs import replace

from bot.front.background.board_pictures import BoardPictures
from bot.front.background.board_snapshot import Snapshot
from bot.front.background.budget import Budget
from bot.front.background.own_messages import find_own_messages
from bot.front.background.retry import PASSING
from bot.front.rendering import names, result
from bot.front.rendering.fitting import fit_embed
from bot.i18n import load_catalogue
from bot.storage.record.boards import Board, Boards
from bot.storage.record.people import People

log = logging.getLogger(__name__)

FRESH = timedelta(days=1)
"""How long after its end a game's result is posted; what ended before stays where it is."""


class ResultChannel:
    """Posts results and corrects them; a board is right without that."""

    def __init__(
        self,
        client: discord.Client,
        boards: Boards,
        people: People,
        pictures: BoardPictures,
        budget: Budget,
        now: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._boards = boards
        self._people = people
        self._pictures = pictures
        self._budget = budget
        self._now = now

    async def follow(self, snapshot: Snapshot, board: Board) -> Board:
        """Bring a game's result up to date; return its board with the message that it stands in.

        What Discord refuses is left undone until the board is drawn again. Raises `StorageError`.
        """
        channel = snapshot.settings.results_channel
        if channel is None:
            return board
        try:
            return await self._follow(snapshot, board, channel)
        except PASSING as error:
            log.warning("no result in channel %s: %s", channel, error)
            return await self._boards.get(board.channel, board.pod) or board

    async def _follow(self, snapshot: Snapshot, board: Board, channel: int) -> Board:
        place = self._client.get_partial_messageable(channel)
        ended = snapshot.live.ended
        if board.announced is None and board.announcing is not None:
            board = await self._find_sent(board, board.announcing, ended, channel)
        if snapshot.game.result is None:
            if board.announced is None:
                return board
            await self._budget.take_turn()
            with contextlib.suppress(discord.NotFound):
                await place.get_partial_message(board.announced).delete()
            return replace(board, announced=None)
        if board.announced is not None:
            await self._budget.take_turn()
            with contextlib.suppress(discord.NotFound):  # deleted, or in another channel
                embed = await self._render(snapshot, board)
                await place.get_partial_message(board.announced).edit(embed=embed)
            return board
        if ended is None or ended < self._now() - FRESH:
            return board
        return await self._send(snapshot, board, place)

    async def _find_sent(
        self, board: Board, linked: int, ended: datetime | None, channel: int
    ) -> Board:
        """Return a board with the message of its result, if one was sent and could not be noted.

        It links to the message `linked`.
        """
        found, address = None, f"({_make_address(board, linked)})"
        since = ended or discord.utils.snowflake_time(linked)
        await self._budget.take_turn()
        with contextlib.suppress(discord.Forbidden):
            async for message in find_own_messages(self._client, channel, since, linked):
                if any(address in (embed.description or "") for embed in message.embeds):
                    found = message.id
                    break
        return replace(board, announced=found, announcing=None)

    async def _send(
        self, snapshot: Snapshot, board: Board, place: discord.PartialMessageable
    ) -> Board:
        file = await self._pictures.draw(snapshot, place.id)
        embed = await self._render(snapshot, board)
        board = replace(board, announcing=board.message)
        await self._boards.put(board)  # before it is sent: after a crash it is looked for
        await self._budget.take_turn()
        message = await place.send(
            embed=embed,
            files=[file] if file else [],
            allowed_mentions=discord.AllowedMentions.none(),
            nonce=_make_nonce(board),
        )
        return replace(board, announced=message.id, announcing=None)

    async def _render(self, snapshot: Snapshot, board: Board) -> discord.Embed:
        text = load_catalogue(snapshot.locale)
        words = await names.name_players(self._people, text, names.find_people(snapshot.game))
        address = _make_address(board, board.message)
        return fit_embed(result.render_result(snapshot.game, words, address))


def _make_address(board: Board, message: int | None) -> str:
    """Return where a message of the game's channel is to be seen."""
    return f"https://discord.com/channels/{board.guild}/{board.channel}/{message}"


def _make_nonce(board: Board) -> str:
    """Name the game's result, so that Discord takes it once even if a crash made the bot forget."""
    named = f"result:{board.channel}:{board.pod}"
    return hashlib.blake2s(named.encode(), digest_size=12).hexdigest()
