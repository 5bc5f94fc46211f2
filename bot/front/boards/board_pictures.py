"""The pictures on the boards of games that are over, and of nights after each round.

The picture of a pod shows who defeated whom. The picture of a duel shows the final table and the winner. The picture of
a night shows the standings round by round.
"""

import hashlib

import discord
import msgspec

from bot.formatters.duels import DuelSentenceFormatter
from bot.formatters.messages import PodMessageFormatter
from bot.front.boards.board_snapshot import BoardSnapshot
from bot.front.duels import duel_board
from bot.front.game_texts import table_view
from bot.front.nights import standings_picture
from bot.front.nights.standings_picture import list_scores_after_each_game_night_round
from bot.front.pods import result_message
from bot.front.ui import player_names
from bot.front.ui.message_layout import BoardPicture
from bot.i18n import load_translations
from bot.joust.duel import Duel
from bot.pictures.picture_queue import PictureQueue
from bot.pictures.scene import RankChart
from bot.planning.plan import PlannedGame
from bot.rules.pod import Pod
from bot.storage.record.people import PeopleRepository

PICTURE_TIMEOUT = 5.0
"""Seconds that a board waits for its picture; after that it is sent without one."""


class BoardPictureRenderer:
    """A renderer of the pictures on boards of finished games and of game nights.

    A channel where the bot may not attach files gets no pictures.
    """

    def __init__(self, client: discord.Client, people: PeopleRepository, studio: PictureQueue) -> None:
        self._client = client
        self._people = people
        self._studio = studio

    def compute_picture_digest(self, board_snapshot: BoardSnapshot) -> str | None:
        """Return a hash of a board's picture to detect changes; None without a picture."""
        shown: object = None
        match board_snapshot.game:
            case Pod(result=ended) as pod if ended is not None:
                shown = list(result_message.count_defeats_by_player_pair(pod).items())
            case Duel(result=ended) as duel if ended is not None:
                shown = (ended.winner, list(duel.duelists.values()))
            case PlannedGame(night=night) if night is not None:
                shown = list_scores_after_each_game_night_round(night, board_snapshot.states)
        if not shown:
            return None
        players = () if isinstance(board_snapshot.game, PlannedGame) else board_snapshot.game.players
        drawn = msgspec.json.encode((board_snapshot.board_locale, players, shown))
        return hashlib.blake2s(drawn, digest_size=8).hexdigest()

    async def load_picture_name_and_alt_text(self, board_snapshot: BoardSnapshot) -> BoardPicture | None:
        """Return the file name and alt text of a board's picture; None without a picture. Raises `StorageError`."""
        game = board_snapshot.game
        if self.compute_picture_digest(board_snapshot) is None:
            return None
        words = await self._load_formatter_for_picture(board_snapshot)
        if isinstance(game, PlannedGame):
            chart = await self._load_game_night_standings_chart(board_snapshot, game, words)
            about = standings_picture.describe_night_standings_chart(chart, words.text)
            return BoardPicture(standings_picture.PICTURE_NAME, about)
        if isinstance(game, Duel):
            about = duel_board.build_duel_picture_alt_text(game, DuelSentenceFormatter(words.text, words.name))
            return BoardPicture(duel_board.PICTURE_NAME, about)
        return BoardPicture(result_message.PICTURE_NAME, result_message.build_defeats_picture_alt_text(game, words))

    async def _load_formatter_for_picture(self, board_snapshot: BoardSnapshot) -> PodMessageFormatter:
        text = load_translations(board_snapshot.board_locale)
        players = board_snapshot.list_players_named_on_board()
        people = self._people.with_nicknames_of_server(board_snapshot.live.place.guild)
        return await player_names.load_formatter_with_player_names(people, text, players, escapes_markdown=False)

    async def draw_board_picture(self, board_snapshot: BoardSnapshot, channel_id: int) -> discord.File | None:
        """Return a board's picture as a file to attach; None without a picture. Raises `StorageError`."""
        game = board_snapshot.game
        if self.compute_picture_digest(board_snapshot) is None or not self._can_attach_files(channel_id):
            return None
        words = await self._load_formatter_for_picture(board_snapshot)
        guild = board_snapshot.live.place.guild
        studio = self._studio.get_queue_of_server(guild)
        if isinstance(game, PlannedGame):
            chart = await self._load_game_night_standings_chart(board_snapshot, game, words)
            about = standings_picture.describe_night_standings_chart(chart, words.text)
            name = standings_picture.PICTURE_NAME
            return await table_view.draw_picture_file(studio, chart, name, about, PICTURE_TIMEOUT)
        figures = await player_names.load_game_players_for_picture(
            self._people.with_nicknames_of_server(guild), words.text, game
        )
        if isinstance(game, Duel):
            return await duel_board.draw_duel_picture_file(studio, game, figures, words, PICTURE_TIMEOUT)
        scene = result_message.build_defeats_picture_scene(game, figures, words)
        if scene is None:
            return None
        about = result_message.build_defeats_picture_alt_text(game, words)
        return await table_view.draw_picture_file(studio, scene, result_message.PICTURE_NAME, about, PICTURE_TIMEOUT)

    async def _load_game_night_standings_chart(
        self, board_snapshot: BoardSnapshot, planned_game: PlannedGame, formatter: PodMessageFormatter
    ) -> RankChart:
        """Return the chart of the players' ranks after each round of a game night."""
        assert planned_game.night is not None
        rounds = list_scores_after_each_game_night_round(planned_game.night, board_snapshot.states)
        people = self._people.with_nicknames_of_server(board_snapshot.live.place.guild)
        charted = standings_picture.list_players_in_night_standings_chart(rounds)
        figures = await player_names.load_players_shown_in_picture(
            people, formatter.text, charted, board_snapshot.list_players_named_on_board()
        )
        return standings_picture.build_game_night_standings_chart(
            rounds, figures, formatter.text, is_before_top_cut=planned_game.night.is_in_top_cut
        )

    def _can_attach_files(self, channel_id: int) -> bool:
        found = self._client.get_channel(channel_id)
        if not isinstance(found, discord.abc.GuildChannel | discord.Thread):
            return False
        return found.permissions_for(found.guild.me).attach_files
