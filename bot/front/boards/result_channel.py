"""The results that the bot posts in a server's channel for results: one message for each game."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import discord
from msgspec.structs import replace

from bot.front.boards.board_pictures import BoardPictures
from bot.front.boards.board_snapshot import BoardSnapshot
from bot.front.pods import result_message
from bot.front.publishing.publisher import (
    MessageContent,
    MessageDeleted,
    MessageKind,
    MessagePublisher,
)
from bot.front.publishing.retries import PASSING_ERRORS
from bot.front.ui import player_names
from bot.front.ui.fitting import fit_embed
from bot.i18n import load_catalogue
from bot.rules.pod import Pod
from bot.storage.record.boards import Board
from bot.storage.record.people import PeopleRepository
from bot.storage.record.publications import Publication, PublicationRepository

log = logging.getLogger(__name__)

RESULT_KIND = "result"
"""The `surface` of the publications of results."""

RESULT_MAX_AGE = timedelta(days=1)
"""A result is sent at most this long after the end of its game."""


class ResultMessages(MessageKind[Publication]):
    """A kind of message for results: one publication for each game, with a link to the game's
    board.
    """

    def is_message_of_row(self, row: Publication, message: discord.Message) -> bool:
        """Return whether a message links to the board that the publication names."""
        channel = row.key.partition("/")[0]
        address = f"({_build_message_link(row.guild, channel, row.mark)})"
        return any(address in (embed.description or "") for embed in message.embeds)

    def build_nonce_name(self, row: Publication) -> str:
        """Return the name for the message's nonce: its game; the name never changes."""
        channel, _, number = row.key.partition("/")
        return f"result:{channel}:{number}"


class _ResultExpired(Exception):
    """An error that the game ended too long ago for its result to be sent now."""


class ResultPoster:
    """A poster of results, which also corrects and deletes them.

    A board is up to date even if its result could not be posted.
    """

    def __init__(
        self,
        publisher: MessagePublisher[Publication],
        publications: PublicationRepository,
        people: PeopleRepository,
        pictures: BoardPictures,
        now: Callable[[], datetime],
    ) -> None:
        self._publisher = publisher
        self._publications = publications
        self._people = people
        self._pictures = pictures
        self._now = now
        self._surface = ResultMessages()

    async def update_result_message(self, board_snapshot: BoardSnapshot, board: Board) -> None:
        """Bring the result message of a game up to date; it links to the game's `board`.

        A request that Discord refuses is repeated when the board is drawn next. Raises
        `StorageError`.
        """
        channel = board_snapshot.settings.results_channel
        if channel is None:
            return
        try:
            await self._publish_result(board_snapshot, board, channel)
        except (
            MessageDeleted,
            _ResultExpired,
        ):  # somebody deleted the result, or it is too late to send it
            pass
        except PASSING_ERRORS as error:
            log.warning("no result in channel %s: %s", channel, error)

    async def _publish_result(
        self, board_snapshot: BoardSnapshot, board: Board, channel_id: int
    ) -> None:
        key = f"{board.channel}/{board.pod}"
        row = await self._publications.load_publication(RESULT_KIND, board.guild, key)
        game = board_snapshot.game
        if game.result is None or (isinstance(game, Pod) and not game.is_trusted_as_played):
            if row is not None and await self._publisher.delete_message(self._surface, row):
                await self._publications.delete_publication(row)
            return
        if row is None:
            if not self._is_recent_result(board_snapshot):
                return
            row = Publication(RESULT_KIND, board.guild, key, channel_id)
            await self._publications.add_publication(row)
        if row.message is None:
            row = replace(row, channel=channel_id, mark=str(board.message))
        elif row.channel is None:  # a database of an earlier version did not say where it is
            row = replace(row, channel=channel_id)
        await self._publisher.publish_message(
            self._surface, row, partial(self._render_result, board_snapshot, board)
        )

    def _is_recent_result(self, board_snapshot: BoardSnapshot) -> bool:
        ended = board_snapshot.live.end_time
        return ended is not None and ended >= self._now() - RESULT_MAX_AGE

    async def _render_result(
        self, board_snapshot: BoardSnapshot, board: Board, publication: Publication
    ) -> MessageContent:
        """Return the content of a result message, with a picture for a new message.

        Raises `StorageError` and `_ResultExpired`.
        """
        files = None
        if publication.message is None:
            if not self._is_recent_result(board_snapshot):
                raise _ResultExpired
            assert publication.channel is not None
            picture = await self._pictures.draw_picture(board_snapshot, publication.channel)
            files = [picture] if picture else []
        text = load_catalogue(board_snapshot.locale)
        people = self._people.for_server(board_snapshot.live.place.guild)
        words = await player_names.load_name_formatter(
            people, text, player_names.list_people_of_game(board_snapshot.game)
        )
        address = _build_message_link(board.guild, board.channel, board.message)
        embed = fit_embed(result_message.render_result_embed(board_snapshot.game, words, address))
        return MessageContent(embed=embed, files=files)


def _build_message_link(guild_id: int, channel_id: int | str, message_id: int | str | None) -> str:
    """Return the link to a message on Discord."""
    return f"https://discord.com/channels/{guild_id}/{channel_id}/{message_id}"
