"""Leaderboards, and the reasons why games do not count in them."""

from collections.abc import Container, Mapping
from typing import NamedTuple

import discord

from bot.formatters.messages import PodMessageFormatter
from bot.front.ui.embeds import COLOURS, render_rank_medal
from bot.i18n import Translations
from bot.projections.standings import LeaderboardLine, LeaderboardPage
from bot.rules.facts import Player
from bot.rules.variants import ServantKind
from bot.season_rules.games import GameExclusionReason
from bot.season_rules.rules import SeasonRules
from bot.storage.tables.game_kinds import JOUST, POD, GameKind

MAX_DUELISTS = 5
"""The lines of a table of duels below one of pods."""


def render_leaderboard_embed(
    leaderboard_page: LeaderboardPage,
    formatter: PodMessageFormatter,
    title: str,
    subtitle: str,
    *,
    ratings: Mapping[Player, int] | None = None,
    provisional_players: Container[Player] = (),
    empty_text: str = "",
    game_kind: GameKind = POD,
) -> discord.Embed:
    """Return an embed with a page of a leaderboard and the viewer's own line."""
    text = formatter.text
    rated = ratings or {}
    embed = discord.Embed(title=title, colour=COLOURS["finished"])
    about = _LeaderboardLineFormat(formatter, game_kind, leaderboard_page.servants, rated, provisional_players)
    lines = [_render_leaderboard_line(line, about) for line in leaderboard_page.lines]
    lines = lines or [empty_text or text("leaderboard-empty")]
    embed.description = "\n".join([*([f"-# {subtitle}"] if subtitle else []), *lines])
    if not leaderboard_page.lines:
        return embed
    legend = [
        text("leaderboard-legend", kind=leaderboard_page.servants)
        if game_kind == POD
        else text("leaderboard-legend-duels"),
    ]
    if any(line.from_deeds for line in leaderboard_page.lines):
        legend.append(text("leaderboard-legend-deeds"))
    if rated:
        legend.append(text("leaderboard-legend-rating"))
    if leaderboard_page.last:
        legend.append(text("leaderboard-page", page=leaderboard_page.number + 1, pages=leaderboard_page.last + 1))
    embed.set_footer(text=" · ".join(legend))
    own = leaderboard_page.own
    if own is not None and own.player not in {line.player for line in leaderboard_page.lines}:
        embed.add_field(name=text("leaderboard-own"), value=_render_leaderboard_line(own, about), inline=False)
    return embed


def add_duel_leaderboard_field(
    embed: discord.Embed, leaderboard_page: LeaderboardPage, formatter: PodMessageFormatter
) -> None:
    """Add the best players of Magicjoust duels to the embed of the pods' leaderboard."""
    about = _LeaderboardLineFormat(formatter, JOUST)
    lines = [_render_leaderboard_line(line, about) for line in leaderboard_page.lines[:MAX_DUELISTS]]
    value = "\n".join([f"-# {formatter.text('leaderboard-legend-duels')}", *lines])
    embed.add_field(name=formatter.text("duels-table"), value=value, inline=False)


class _LeaderboardLineFormat(NamedTuple):
    """The format of a leaderboard's lines, such as the language and the players' ratings."""

    formatter: PodMessageFormatter
    game: GameKind = POD
    servants: ServantKind = "none"
    ratings: Mapping[Player, int] = {}
    provisional_players: Container[Player] = ()


def _render_leaderboard_line(leaderboard_line: LeaderboardLine, line_format: _LeaderboardLineFormat) -> str:
    """Return the line of one player on a leaderboard, short enough for a phone."""
    text = line_format.formatter.text
    said = text(
        "leaderboard-line" if line_format.game == POD else "leaderboard-line-duels",
        rank=render_rank_medal(leaderboard_line.rank),
        player=line_format.formatter.name(leaderboard_line.player),
        points=leaderboard_line.points,
        games=leaderboard_line.games,
        masters=leaderboard_line.won_as_master,
        servants=leaderboard_line.won_as_servant,
        kind=line_format.servants,
    )
    if leaderboard_line.from_deeds:
        said = f"{said} {text('leaderboard-deeds', points=leaderboard_line.from_deeds)}"
    if leaderboard_line.excluded:
        said = f"{said} · {text('leaderboard-excluded')}"
    elif leaderboard_line.missing:
        said = f"{said} · {text('leaderboard-missing', games=leaderboard_line.missing)}"
    rating = line_format.ratings.get(leaderboard_line.player)
    if rating is None:
        return said
    is_provisional = leaderboard_line.player in line_format.provisional_players
    return f"{said} {text('leaderboard-provisional' if is_provisional else 'leaderboard-rating', rating=rating)}"


def explain_why_game_does_not_count(
    exclusion_reason: GameExclusionReason, season_rules: SeasonRules, translations: Translations
) -> str:
    match exclusion_reason.reason:
        case "weekly":
            return translations("season-left-weekly", number=exclusion_reason.number, most=season_rules.weekly or 0)
        case "later":
            return translations("season-left-later", number=exclusion_reason.number, of=season_rules.of or 0)
        case "worse":
            return translations("season-left-worse", best=season_rules.best or 0)
        case "week-most":
            return translations("season-left-week-most", most=season_rules.week_most or 0)
        case "later-round" | "worse-round" as why:
            assert season_rules.rounds is not None
            number, of = exclusion_reason.number, season_rules.rounds.of or 0
            return translations(
                f"season-left-{why}-{season_rules.rounds.unit}", number=number, best=season_rules.rounds.best, of=of
            )
