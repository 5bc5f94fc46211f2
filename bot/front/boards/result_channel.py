"""The results that the bot posts in a server's channel for results: one message for each game."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import discord
from msgspec.structs import replace

from bot.front.boards.board_pictures import BoardPictureRenderer
from bot.front.boards.board_snapshot import BoardSnapshot
from bot.front.pods import result_message
from bot.front.publishing.publisher import (
    MessageContent,
    MessagePublisher,
    MessageToEditDeletedError,
    PublishedMessageKind,
)
from bot.front.publishing.retries import PASSING_ERRORS
from bot.front.ui import player_names
from bot.front.ui.fitting import truncate_embed_to_limits
from bot.i18n import load_translations
from bot.rules.pod import Pod
from bot.storage.record.boards import PodBoard
from bot.storage.record.people import PeopleRepository
from bot.storage.record.publications import PublishedMessage, PublishedMessageRepository

log = logging.getLogger(__name__)

RESULT_KIND = "result"
"""The `surface` of the publications of results."""

RESULT_MAX_AGE = timedelta(days=1)
"""A result is sent at most this long after the end of its game."""


class GameResultMessageKind(PublishedMessageKind[PublishedMessage]):
    """The kind of Discord message that posts a game's result, with a link to its board."""

    def does_message_match_row(self, database_row: PublishedMessage, message: discord.Message) -> bool:
        """Return True if a message shows the result of the game in this row."""
        channel = database_row.key.partition("/")[0]
        address = f"({_build_discord_message_link(database_row.guild, channel, database_row.mark)})"
        return any(address in (embed.description or "") for embed in message.embeds)

    def build_message_nonce_text(self, database_row: PublishedMessage) -> str:
        """Return a text that identifies a game's result message; its hash is the nonce against duplicates."""
        channel, _, number = database_row.key.partition("/")
        return f"result:{channel}:{number}"


class _GameEndedTooLongAgoError(Exception):
    """The error that a game ended too long ago for its result to be posted."""


class ResultChannelPoster:
    """A sender that posts game results in servers' channels for results, and corrects them."""

    def __init__(
        self,
        publisher: MessagePublisher[PublishedMessage],
        publications: PublishedMessageRepository,
        people: PeopleRepository,
        pictures: BoardPictureRenderer,
        now: Callable[[], datetime],
    ) -> None:
        self._publisher = publisher
        self._publications = publications
        self._people = people
        self._pictures = pictures
        self._now = now
        self._surface = GameResultMessageKind()

    async def post_or_correct_result(self, board_snapshot: BoardSnapshot, board: PodBoard) -> None:
        """Post, correct or delete a game's result in the server's channel for results.

        A request that Discord refuses is repeated when the board is drawn next. Raises `StorageError`.
        """
        channel = board_snapshot.settings.results_channel
        if channel is None:
            return
        try:
            await self._publish_result_message(board_snapshot, board, channel)
        except (
            MessageToEditDeletedError,
            _GameEndedTooLongAgoError,
        ):  # somebody deleted the result, or it is too late to send it
            pass
        except PASSING_ERRORS as error:
            log.warning("a result is sent to channel %s when its board is drawn next: %s", channel, error)

    async def _publish_result_message(self, board_snapshot: BoardSnapshot, board: PodBoard, channel_id: int) -> None:
        key = f"{board.channel}/{board.pod}"
        row = await self._publications.load_published_message(RESULT_KIND, board.guild, key)
        game = board_snapshot.game
        if game.result is None or (isinstance(game, Pod) and not game.was_certainly_played):
            if row is not None and await self._publisher.delete_message(self._surface, row):
                await self._publications.delete_published_message_row(row)
            return
        if row is None:
            if not self._has_game_ended_recently(board_snapshot):
                return
            row = PublishedMessage(RESULT_KIND, board.guild, key, channel_id)
            await self._publications.add_published_message(row)
        if row.message is None:
            row = replace(row, channel=channel_id, mark=str(board.message))
        elif row.channel is None:  # a database of an earlier version did not say where it is
            row = replace(row, channel=channel_id)
        await self._publisher.send_or_edit_message(
            self._surface, row, partial(self._render_result_message, board_snapshot, board)
        )

    def _has_game_ended_recently(self, board_snapshot: BoardSnapshot) -> bool:
        ended = board_snapshot.live.end_time
        return ended is not None and ended >= self._now() - RESULT_MAX_AGE

    async def _render_result_message(
        self, board_snapshot: BoardSnapshot, board: PodBoard, published_message: PublishedMessage
    ) -> MessageContent:
        """Return the content of a result message. A new message also gets a picture.

        Raises `StorageError` and `_GameEndedTooLongAgoError`.
        """
        files = None
        if published_message.message is None:
            if not self._has_game_ended_recently(board_snapshot):
                raise _GameEndedTooLongAgoError
            assert published_message.channel is not None
            picture = await self._pictures.draw_board_picture(board_snapshot, published_message.channel)
            files = [picture] if picture else []
        text = load_translations(board_snapshot.board_locale)
        people = self._people.with_nicknames_of_server(board_snapshot.live.place.guild)
        words = await player_names.load_formatter_with_player_names(
            people, text, player_names.list_players_named_in_game(board_snapshot.game)
        )
        address = _build_discord_message_link(board.guild, board.channel, board.message)
        embed = truncate_embed_to_limits(result_message.render_game_result_embed(board_snapshot.game, words, address))
        return MessageContent(embed=embed, files=files)


def _build_discord_message_link(guild_id: int, channel_id: int | str, message_id: int | str | None) -> str:
    return f"https://discord.com/channels/{guild_id}/{channel_id}/{message_id}"
