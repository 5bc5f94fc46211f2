"""Finished games that do not count yet: shown beside the standings, only to whoever asks.

No table, post, role, file or end of a season knows of them.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import discord

from bot.front.interaction.context import Context
from bot.front.rendering import duel_board, table_view
from bot.front.rendering.names import find_people
from bot.front.standings.naming import speak_of_ranked
from bot.joust.duel import Duel
from bot.projections.pods import load_settling_games
from bot.projections.standings import Scope
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.service.live_game import Place
from bot.storage.tables.game_kinds import JOUST, POD, GameKind
from bot.storage.tables.seasons import Season
from bot.storage.tables.totals import WILDCARD
from bot.words import Words


class SettlingGame(NamedTuple):
    """A finished game, and when its result counts unless somebody objects."""

    game: Pod | Duel
    settles: datetime

    @property
    def kind(self) -> GameKind:
        """The kind of the game."""
        return POD if isinstance(self.game, Pod) else JOUST


async def find_settling(
    ctx: Context, kind: GameKind = POD, player: Player | None = None
) -> list[SettlingGame]:
    """Return the server's newest games of a kind that settle soon, or only a player's."""
    guild = ctx.place.guild
    found = list[SettlingGame]()
    for row in await load_settling_games(ctx.services.database, guild):
        live = await ctx.services.service.find(Place(guild, row.channel), row.pod)
        game = live.game
        if not isinstance(game, Pod | Duel) or game.result is None or live.counts_at is None:
            continue
        if isinstance(game, Pod) and not game.is_played:  # entered, and not confirmed
            continue
        each = SettlingGame(game, live.counts_at)
        if each.kind == kind and (player is None or player in game.players):
            found.append(each)
    return found


def is_shown_in(settling: SettlingGame, scope: Scope, seasons: Sequence[Season]) -> bool:
    """Return whether a game will count in the standings of `scope` once it has settled."""
    running = {season.number for season in seasons if season.end is None}
    if scope.season is not None and scope.season not in running:
        return False
    game = settling.game
    if isinstance(game, Duel):
        return True
    setup = game.setup
    fits = scope.variant in (WILDCARD, setup.variant) and scope.table in (WILDCARD, setup.table)
    return fits and setup.played is None


async def render_settling(ctx: Context, games: Sequence[SettlingGame]) -> list[str]:
    """Render a grey line for each game: who gets how many points, and when."""
    if not games:
        return []
    words = await speak_of_ranked(ctx, [p for each in games for p in find_people(each.game)])
    lines = [words.text("settling-title")]
    for each in games:
        due = discord.utils.format_dt(each.settles, "R")
        line = words.text("settling-line", points=_render_points(each.game, words), due=due)
        lines.append(f"-# {line}")
    return lines


def _render_points(game: Pod | Duel, words: Words) -> str:
    if isinstance(game, Pod):
        return table_view.render_points(game, words)
    assert game.result is not None
    ended, *_ = duel_board.speak(words).say_result(game.result)
    return ended
