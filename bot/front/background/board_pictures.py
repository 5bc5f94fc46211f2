"""The pictures on the boards of games that are over, and of nights after each round.

The picture of a pod shows who defeated whom. The picture of a duel shows the final table and the
winner. The picture of a night shows the standings round by round.
"""

import hashlib

import discord
import msgspec

from bot.duel_words import DuelWords
from bot.front.background.board_snapshot import Snapshot
from bot.front.rendering import duel_board, names, night_picture, result, table_view
from bot.front.rendering.board_layout import Picture
from bot.front.rendering.night_picture import list_shown_rounds
from bot.i18n import load_catalogue
from bot.joust.duel import Duel
from bot.pictures.scene import Chart
from bot.pictures.studio import Studio
from bot.planning.plan import Plan
from bot.rules.pod import Pod
from bot.storage.record.people import People
from bot.words import Words

PATIENCE = 5.0
"""Seconds that a board waits for its picture; after that it is sent without one."""


class BoardPictures:
    """The pictures of boards, drawn where the bot may attach files."""

    def __init__(self, client: discord.Client, people: People, studio: Studio) -> None:
        self._client = client
        self._people = people
        self._studio = studio

    def name_picture(self, snapshot: Snapshot) -> str | None:
        """Return a digest of what the picture shows; None if there is none."""
        shown: object = None
        match snapshot.game:
            case Pod(result=ended) as pod if ended is not None:
                shown = list(result.list_defeats(pod).items())
            case Duel(result=ended) as duel if ended is not None:
                shown = (ended.winner, list(duel.duelists.values()))
            case Plan(night=night) if night is not None:
                shown = list_shown_rounds(night, snapshot.states)
        if not shown:
            return None
        players = () if isinstance(snapshot.game, Plan) else snapshot.game.players
        drawn = msgspec.json.encode((snapshot.locale, players, shown))
        return hashlib.blake2s(drawn, digest_size=8).hexdigest()

    async def describe(self, snapshot: Snapshot) -> Picture | None:
        """Return the name and description of the picture; None if there is none.

        Raises `StorageError`.
        """
        game = snapshot.game
        if self.name_picture(snapshot) is None:
            return None
        words = await self._name_players(snapshot)
        if isinstance(game, Plan):
            chart = await self._make_chart(snapshot, game, words)
            about = night_picture.describe_picture(chart, words.text)
            return Picture(night_picture.PICTURE_NAME, about)
        if isinstance(game, Duel):
            about = duel_board.describe_duel(game, DuelWords(words.text, words.name))
            return Picture(duel_board.PICTURE_NAME, about)
        return Picture(result.PICTURE_NAME, result.describe_picture(game, words))

    async def _name_players(self, snapshot: Snapshot) -> Words:
        text = load_catalogue(snapshot.locale)
        players = snapshot.find_people()
        people = self._people.on(snapshot.live.place.guild)
        return await names.name_players(people, text, players, safe=False)

    async def draw(self, snapshot: Snapshot, channel: int) -> discord.File | None:
        """Return the picture for a message in `channel`; None if there is none.

        Raises `StorageError`.
        """
        game = snapshot.game
        if self.name_picture(snapshot) is None or not self._may_attach(channel):
            return None
        words = await self._name_players(snapshot)
        guild = snapshot.live.place.guild
        studio = self._studio.serve(guild)
        if isinstance(game, Plan):
            chart = await self._make_chart(snapshot, game, words)
            about = night_picture.describe_picture(chart, words.text)
            name = night_picture.PICTURE_NAME
            return await table_view.draw_file(studio, chart, name, about, PATIENCE)
        figures = await names.load_game_figures(self._people.on(guild), words.text, game)
        if isinstance(game, Duel):
            return await duel_board.draw_table(studio, game, figures, words, PATIENCE)
        scene = result.make_picture(game, figures, words)
        if scene is None:
            return None
        about = result.describe_picture(game, words)
        return await table_view.draw_file(studio, scene, result.PICTURE_NAME, about, PATIENCE)

    async def _make_chart(self, snapshot: Snapshot, plan: Plan, words: Words) -> Chart:
        """Return the standings of a night that has some."""
        assert plan.night is not None
        rounds = list_shown_rounds(plan.night, snapshot.states)
        people = self._people.on(snapshot.live.place.guild)
        charted = night_picture.find_charted(rounds)
        figures = await names.load_figures(people, words.text, charted, snapshot.find_people())
        return night_picture.make_chart(rounds, figures, words.text)

    def _may_attach(self, channel: int) -> bool:
        """Return whether a picture may be sent to a channel, as far as is known."""
        found = self._client.get_channel(channel)
        if not isinstance(found, discord.abc.GuildChannel | discord.Thread):
            return False
        return found.permissions_for(found.guild.me).attach_files
