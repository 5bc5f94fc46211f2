"""The pictures on the boards of games that are over, and of nights after each round.

The picture of a pod shows who defeated whom. The picture of a duel shows the final table and the
winner. The picture of a night shows the standings round by round.
"""

import hashlib

import discord
import msgspec

from bot.formatters.duels import DuelFormatter
from bot.formatters.messages import MessageFormatter
from bot.front.boards.board_snapshot import BoardSnapshot
from bot.front.duels import duel_board
from bot.front.game_texts import table_view
from bot.front.nights import standings_picture
from bot.front.nights.standings_picture import list_finished_rounds
from bot.front.pods import result_message
from bot.front.ui import player_names
from bot.front.ui.message_layout import BoardPicture
from bot.i18n import load_catalogue
from bot.joust.duel import Duel
from bot.pictures.picture_queue import PictureQueue
from bot.pictures.scene import RankChart
from bot.planning.plan import Plan
from bot.rules.pod import Pod
from bot.storage.record.people import PeopleRepository

PICTURE_TIMEOUT = 5.0
"""Seconds that a board waits for its picture; after that it is sent without one."""


class BoardPictures:
    """The pictures of boards, drawn in channels where the bot may attach files."""

    def __init__(
        self, client: discord.Client, people: PeopleRepository, studio: PictureQueue
    ) -> None:
        self._client = client
        self._people = people
        self._studio = studio

    def compute_picture_digest(self, board_snapshot: BoardSnapshot) -> str | None:
        """Return a digest of what a board's picture shows; None if the board has no
        picture.
        """
        shown: object = None
        match board_snapshot.game:
            case Pod(result=ended) as pod if ended is not None:
                shown = list(result_message.count_defeats_by_pair(pod).items())
            case Duel(result=ended) as duel if ended is not None:
                shown = (ended.winner, list(duel.duelists.values()))
            case Plan(night=night) if night is not None:
                shown = list_finished_rounds(night, board_snapshot.states)
        if not shown:
            return None
        players = () if isinstance(board_snapshot.game, Plan) else board_snapshot.game.players
        drawn = msgspec.json.encode((board_snapshot.locale, players, shown))
        return hashlib.blake2s(drawn, digest_size=8).hexdigest()

    async def describe_picture(self, board_snapshot: BoardSnapshot) -> BoardPicture | None:
        """Return the file name and alt text of a board's picture; None if the board has no
        picture.

        Raises `StorageError`.
        """
        game = board_snapshot.game
        if self.compute_picture_digest(board_snapshot) is None:
            return None
        words = await self._build_formatter(board_snapshot)
        if isinstance(game, Plan):
            chart = await self._build_night_chart(board_snapshot, game, words)
            about = standings_picture.describe_night_chart(chart, words.text)
            return BoardPicture(standings_picture.PICTURE_NAME, about)
        if isinstance(game, Duel):
            about = duel_board.describe_duel_picture(game, DuelFormatter(words.text, words.name))
            return BoardPicture(duel_board.PICTURE_NAME, about)
        return BoardPicture(
            result_message.PICTURE_NAME, result_message.describe_defeats_picture(game, words)
        )

    async def _build_formatter(self, board_snapshot: BoardSnapshot) -> MessageFormatter:
        text = load_catalogue(board_snapshot.locale)
        players = board_snapshot.list_people()
        people = self._people.for_server(board_snapshot.live.place.guild)
        return await player_names.load_name_formatter(people, text, players, with_escaping=False)

    async def draw_picture(
        self, board_snapshot: BoardSnapshot, channel_id: int
    ) -> discord.File | None:
        """Return a board's picture as a file to send to a channel; None if there is none.

        Raises `StorageError`.
        """
        game = board_snapshot.game
        if self.compute_picture_digest(board_snapshot) is None or not self._can_attach_files(
            channel_id
        ):
            return None
        words = await self._build_formatter(board_snapshot)
        guild = board_snapshot.live.place.guild
        studio = self._studio.for_server(guild)
        if isinstance(game, Plan):
            chart = await self._build_night_chart(board_snapshot, game, words)
            about = standings_picture.describe_night_chart(chart, words.text)
            name = standings_picture.PICTURE_NAME
            return await table_view.draw_picture_file(studio, chart, name, about, PICTURE_TIMEOUT)
        figures = await player_names.load_game_figures(
            self._people.for_server(guild), words.text, game
        )
        if isinstance(game, Duel):
            return await duel_board.draw_duel_table(studio, game, figures, words, PICTURE_TIMEOUT)
        scene = result_message.build_defeats_scene(game, figures, words)
        if scene is None:
            return None
        about = result_message.describe_defeats_picture(game, words)
        return await table_view.draw_picture_file(
            studio, scene, result_message.PICTURE_NAME, about, PICTURE_TIMEOUT
        )

    async def _build_night_chart(
        self, board_snapshot: BoardSnapshot, plan: Plan, formatter: MessageFormatter
    ) -> RankChart:
        """Return the chart of a night's standings, round by round."""
        assert plan.night is not None
        rounds = list_finished_rounds(plan.night, board_snapshot.states)
        people = self._people.for_server(board_snapshot.live.place.guild)
        charted = standings_picture.list_charted_players(rounds)
        figures = await player_names.load_player_figures(
            people, formatter.text, charted, board_snapshot.list_people()
        )
        return standings_picture.build_night_chart(rounds, figures, formatter.text)

    def _can_attach_files(self, channel_id: int) -> bool:
        """Return whether the bot may attach files in a channel; False if the channel is
        unknown.
        """
        found = self._client.get_channel(channel_id)
        if not isinstance(found, discord.abc.GuildChannel | discord.Thread):
            return False
        return found.permissions_for(found.guild.me).attach_files
