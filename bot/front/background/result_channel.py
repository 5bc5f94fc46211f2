"""Results in the channel that a server has set for them: one message a game, which follows it."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import discord
from msgspec.structs import replace

from bot.front.background.board_pictures import BoardPictures
from bot.front.background.board_snapshot import Snapshot
from bot.front.background.publisher import Content, MessageGone, Publisher, Surface
from bot.front.background.retry import PASSING_ERRORS
from bot.front.rendering import names, result
from bot.front.rendering.fitting import fit_embed
from bot.i18n import load_catalogue
from bot.rules.pod import Pod
from bot.storage.record.boards import Board
from bot.storage.record.people import People
from bot.storage.record.publications import Publication, Publications

log = logging.getLogger(__name__)

SURFACE = "result"
"""The `surface` of the publications of results."""

RESULT_MAX_AGE = timedelta(days=1)
"""A result is sent at most this long after the end of its game."""


class ResultSurface(Surface[Publication]):
    """A surface of results: one publication for each game, marked by the board that it links to."""

    def recognises(self, row: Publication, message: discord.Message) -> bool:
        """Return whether a message links to the board that the publication's mark names."""
        channel = row.key.partition("/")[0]
        address = f"({_make_address(row.guild, channel, row.mark)})"
        return any(address in (embed.description or "") for embed in message.embeds)

    def name_next(self, row: Publication) -> str:
        """Return the name of the message, which is that of its game and never changes."""
        channel, _, number = row.key.partition("/")
        return f"result:{channel}:{number}"


class _TooLate(Exception):
    """An error that the game ended too long ago for its result to be sent now."""


class ResultChannel:
    """A poster of results, which also corrects and deletes them.

    A board is right even if its result could not be posted.
    """

    def __init__(
        self,
        publisher: Publisher[Publication],
        publications: Publications,
        people: People,
        pictures: BoardPictures,
        now: Callable[[], datetime],
    ) -> None:
        self._publisher = publisher
        self._publications = publications
        self._people = people
        self._pictures = pictures
        self._now = now
        self._surface = ResultSurface()

    async def follow(self, snapshot: Snapshot, board: Board) -> None:
        """Bring the result message of a game up to date; it links to the game's `board`.

        A request that Discord refuses is repeated when the board is drawn next. Raises
        `StorageError`.
        """
        channel = snapshot.settings.results_channel
        if channel is None:
            return
        try:
            await self._publish_result(snapshot, board, channel)
        except (MessageGone, _TooLate):  # somebody deleted the result, or it is too late to send it
            pass
        except PASSING_ERRORS as error:
            log.warning("no result in channel %s: %s", channel, error)

    async def _publish_result(self, snapshot: Snapshot, board: Board, channel: int) -> None:
        key = f"{board.channel}/{board.pod}"
        row = await self._publications.fetch(SURFACE, board.guild, key)
        game = snapshot.game
        if game.result is None or (isinstance(game, Pod) and not game.is_played):
            if row is not None and await self._publisher.retract(self._surface, row):
                await self._publications.drop(row)
            return
        if row is None:
            if not self._is_fresh(snapshot):
                return
            row = Publication(SURFACE, board.guild, key, channel)
            await self._publications.add(row)
        if row.message is None:
            row = replace(row, channel=channel, mark=str(board.message))
        elif row.channel is None:  # a database of an earlier version did not say where it is
            row = replace(row, channel=channel)
        await self._publisher.publish(
            self._surface, row, partial(self._render_result, snapshot, board)
        )

    def _is_fresh(self, snapshot: Snapshot) -> bool:
        ended = snapshot.live.ended
        return ended is not None and ended >= self._now() - RESULT_MAX_AGE

    async def _render_result(self, snapshot: Snapshot, board: Board, row: Publication) -> Content:
        """Return a result, with a picture if it is to be sent.

        Raises `StorageError` and `_TooLate`.
        """
        files = None
        if row.message is None:
            if not self._is_fresh(snapshot):
                raise _TooLate
            assert row.channel is not None
            picture = await self._pictures.draw(snapshot, row.channel)
            files = [picture] if picture else []
        text = load_catalogue(snapshot.locale)
        people = self._people.on(snapshot.live.place.guild)
        words = await names.name_players(people, text, names.find_people(snapshot.game))
        address = _make_address(board.guild, board.channel, board.message)
        embed = fit_embed(result.render_result(snapshot.game, words, address))
        return Content(embed=embed, files=files)


def _make_address(guild: int, channel: int | str, message: int | str | None) -> str:
    """Return the link to a message of a game's channel."""
    return f"https://discord.com/channels/{guild}/{channel}/{message}"
