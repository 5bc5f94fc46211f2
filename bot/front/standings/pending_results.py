"""Finished games with a pending result, shown beside the standings only to the user who asks.

No table, post, role, file or end of a season includes them.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import discord

from bot.formatters.messages import MessageFormatter
from bot.front.game_texts import table_view
from bot.front.interaction.context import Context
from bot.front.standings.standings_names import load_ranked_formatter
from bot.front.ui import player_names
from bot.front.ui.player_names import list_people_of_game
from bot.joust.duel import Duel
from bot.projections.pods import load_settling_games
from bot.projections.standings import LeaderboardScope
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.service.live_game import ChannelAddress
from bot.storage.tables.game_kinds import JOUST, POD, GameKind
from bot.storage.tables.seasons import Season
from bot.storage.tables.totals import WILDCARD


class PendingResult(NamedTuple):
    """A finished game, and the time when its result is final unless somebody objects."""

    game: Pod | Duel
    settles: datetime

    @property
    def game_kind(self) -> GameKind:
        """The kind of the game: pod or duel."""
        return POD if isinstance(self.game, Pod) else JOUST


async def load_pending_results(
    ctx: Context, game_kind: GameKind = POD, player: Player | None = None
) -> list[PendingResult]:
    """Load the server's newest games of a kind with a pending result, of all players or of one."""
    guild = ctx.channel_address.guild
    found = list[PendingResult]()
    for row in await load_settling_games(ctx.services.database, guild):
        live = await ctx.services.service.load_game(ChannelAddress(guild, row.channel), row.pod)
        game = live.game
        if not isinstance(game, Pod | Duel) or game.result is None or live.final_time is None:
            continue
        if isinstance(game, Pod) and not game.is_trusted_as_played:  # entered, and not confirmed
            continue
        each = PendingResult(game, live.final_time)
        if each.game_kind == game_kind and (player is None or player in game.players):
            found.append(each)
    return found


def is_pending_result_in_scope(
    pending_result: PendingResult, scope: LeaderboardScope, all_seasons: Sequence[Season]
) -> bool:
    """Return whether a pending result will count in the standings of `scope` once it is final."""
    running = {season.number for season in all_seasons if season.end is None}
    if scope.season is not None and scope.season not in running:
        return False
    game = pending_result.game
    if isinstance(game, Duel):
        return True
    setup = game.setup
    fits = scope.variant in (WILDCARD, setup.variant) and scope.table in (WILDCARD, setup.table)
    return fits and setup.played is None


async def render_pending_results(
    ctx: Context, pending_results: Sequence[PendingResult]
) -> list[str]:
    """Render a line in small print for each pending result: the points, and when they count."""
    if not pending_results:
        return []
    words = await load_ranked_formatter(
        ctx, [p for each in pending_results for p in list_people_of_game(each.game)]
    )
    lines = [words.text("settling-title")]
    for each in pending_results:
        due = discord.utils.format_dt(each.settles, "R")
        line = words.text("settling-line", points=_render_points_of_game(each.game, words), due=due)
        lines.append(f"-# {line}")
    return lines


def _render_points_of_game(game: Pod | Duel, formatter: MessageFormatter) -> str:
    if isinstance(game, Pod):
        return table_view.render_final_points(game, formatter)
    assert game.result is not None
    ended, *_ = player_names.build_duel_formatter(formatter).describe_result(game.result)
    return ended
