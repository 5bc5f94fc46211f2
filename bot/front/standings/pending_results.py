"""Finished games with a pending result, shown beside the standings only to the user who asks.

No table, post, role, file or end of a season includes them.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import discord

from bot.formatters.messages import PodMessageFormatter
from bot.front.game_texts import table_view
from bot.front.interaction.context import Context
from bot.front.standings.standings_names import load_formatter_with_standings_names
from bot.front.ui import player_names
from bot.front.ui.player_names import list_players_named_in_game
from bot.joust.duel import Duel
from bot.projections.pods import load_games_awaiting_confirmation
from bot.projections.standings import LeaderboardFilter
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.service.live_game import ChannelAddress
from bot.storage.tables.game_kinds import JOUST, POD, GameKind
from bot.storage.tables.seasons import Season
from bot.storage.tables.totals import WILDCARD


class PendingGameResult(NamedTuple):
    """A finished game with the time when its result will be final."""

    game: Pod | Duel
    settles: datetime

    @property
    def game_kind(self) -> GameKind:
        """The kind of the game: pod or duel."""
        return POD if isinstance(self.game, Pod) else JOUST


async def load_games_with_pending_results(
    ctx: Context, game_kind: GameKind = POD, player: Player | None = None
) -> list[PendingGameResult]:
    """Load the newest finished pods or duels whose results are not final yet."""
    guild = ctx.channel_address.guild
    found = list[PendingGameResult]()
    for row in await load_games_awaiting_confirmation(ctx.services.database, guild):
        live = await ctx.services.service.load_game_by_number(ChannelAddress(guild, row.channel), row.pod)
        game = live.game
        if not isinstance(game, Pod | Duel) or game.result is None or live.time_when_result_becomes_final is None:
            continue
        if isinstance(game, Pod) and not game.was_certainly_played:  # entered, and not confirmed
            continue
        each = PendingGameResult(game, live.time_when_result_becomes_final)
        if each.game_kind == game_kind and (player is None or player in game.players):
            found.append(each)
    return found


def will_pending_game_count_in_leaderboard(
    pending_result: PendingGameResult, leaderboard_filter: LeaderboardFilter, all_seasons: Sequence[Season]
) -> bool:
    """Return True if a pending game will count in a leaderboard once its result is final."""
    running = {season.number for season in all_seasons if season.end is None}
    if leaderboard_filter.season is not None and leaderboard_filter.season not in running:
        return False
    game = pending_result.game
    if isinstance(game, Duel):
        return True
    setup = game.setup
    fits = leaderboard_filter.variant in (WILDCARD, setup.variant) and leaderboard_filter.table in (
        WILDCARD,
        setup.table,
    )
    return fits and setup.played is None


async def render_pending_game_results(ctx: Context, pending_results: Sequence[PendingGameResult]) -> list[str]:
    """Return a title and a line for each result that is not final; an empty list if all results are final."""
    if not pending_results:
        return []
    words = await load_formatter_with_standings_names(
        ctx, [p for each in pending_results for p in list_players_named_in_game(each.game)]
    )
    lines = [words.text("settling-title")]
    for each in pending_results:
        due = discord.utils.format_dt(each.settles, "R")
        line = words.text("settling-line", points=_render_points_of_pending_game(each.game, words), due=due)
        lines.append(f"-# {line}")
    return lines


def _render_points_of_pending_game(game: Pod | Duel, formatter: PodMessageFormatter) -> str:
    if isinstance(game, Pod):
        return table_view.render_final_pod_points(game, formatter)
    assert game.result is not None
    ended, *_ = player_names.build_duel_formatter_from_pod_formatter(formatter).describe_duel_result(game.result)
    return ended
