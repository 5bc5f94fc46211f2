"""Leaderboards, and the rules of a season in words."""

from collections.abc import Container, Iterator, Mapping

import discord

from bot.front.rendering.deeds import DeedNames, describe_points
from bot.front.rendering.embeds import COLOURS, render_rank
from bot.i18n import Catalogue
from bot.projections.standings import Page, StandingsLine
from bot.rules.facts import Player
from bot.season_rules.games import LeftOut
from bot.season_rules.rules import Preset, SeasonRules
from bot.storage.tables.game_kinds import JOUST, POD, GameKind
from bot.words import Words

MAX_DUELISTS = 5
"""The lines of a table of duels below one of pods."""


def render_leaderboard(
    page: Page,
    words: Words,
    title: str,
    counted: str,
    *,
    ratings: Mapping[Player, int] | None = None,
    provisional: Container[Player] = (),
    empty: str = "",
    game: GameKind = POD,
) -> discord.Embed:
    """Render a page of a server's best players, and the caller's own line.

    `counted` describes the counted games, and `empty` is the text if there are none. `provisional`
    players have a provisional rating.
    """
    text = words.text
    rated = ratings or {}
    embed = discord.Embed(title=title, colour=COLOURS["finished"])
    lines = [_render_line(line, words, rated, game, provisional) for line in page.lines]
    lines = lines or [empty or text("leaderboard-empty")]
    embed.description = "\n".join([*([f"-# {counted}"] if counted else []), *lines])
    if not page.lines:
        return embed
    legend = [text("leaderboard-legend" if game == POD else "leaderboard-legend-duels")]
    if any(line.from_deeds for line in page.lines):
        legend.append(text("leaderboard-legend-deeds"))
    if rated:
        legend.append(text("leaderboard-legend-rating"))
    if page.last:
        legend.append(text("leaderboard-page", page=page.number + 1, pages=page.last + 1))
    embed.set_footer(text=" · ".join(legend))
    own = page.own
    if own is not None and own.player not in {line.player for line in page.lines}:
        value = _render_line(own, words, rated, game, provisional)
        embed.add_field(name=text("leaderboard-own"), value=value, inline=False)
    return embed


def add_duels_table(embed: discord.Embed, page: Page, words: Words) -> None:
    """Add the best players of duels to an embed about pods."""
    lines = [_render_line(line, words, {}, JOUST) for line in page.lines[:MAX_DUELISTS]]
    value = "\n".join([f"-# {words.text('leaderboard-legend-duels')}", *lines])
    embed.add_field(name=words.text("duels-table"), value=value, inline=False)


def _render_line(
    line: StandingsLine,
    words: Words,
    ratings: Mapping[Player, int],
    game: GameKind,
    provisional: Container[Player] = (),
) -> str:
    """Render one line, short enough for a phone."""
    said = words.text(
        "leaderboard-line" if game == POD else "leaderboard-line-duels",
        rank=render_rank(line.rank),
        player=words.name(line.player),
        points=line.points,
        games=line.games,
        masters=line.won_as_master,
        servants=line.won_as_servant,
    )
    if line.from_deeds:
        said = f"{said} {words.text('leaderboard-deeds', points=line.from_deeds)}"
    if line.excluded:
        said = f"{said} · {words.text('leaderboard-excluded')}"
    elif line.missing:
        said = f"{said} · {words.text('leaderboard-missing', games=line.missing)}"
    rating = ratings.get(line.player)
    if rating is None:
        return said
    shown = "leaderboard-provisional" if line.player in provisional else "leaderboard-rating"
    return f"{said} {words.text(shown, rating=rating)}"


def list_rules(rules: SeasonRules, text: Catalogue, house: DeedNames) -> Iterator[str]:
    """Yield a short phrase for each rule of a season; `house` names the server's own deeds."""
    if rules.needed is not None:
        yield text("season-rule-needed", games=rules.needed)
    if rules.best is not None and rules.of is None:
        yield text("season-rule-best", best=rules.best)
    if rules.best is not None and rules.of is not None:
        yield text("season-rule-best-of", best=rules.best, of=rules.of)
    if rules.weekly is not None:
        yield text("season-rule-weekly", games=rules.weekly)
    if rules.circles:
        yield text("season-rule-circles")
    if rules.provisional is not None:
        yield text("season-rule-provisional", games=rules.provisional)
    if rules.damped:
        yield text("season-rule-damped")
    if rules.guests:
        yield text("season-rule-guests")
    if rules.cap is not None:
        yield text("season-rule-cap", points=rules.cap)
    if rules.deeds:
        yield describe_points(rules.deeds, rules.deeds_most, text, house)


def render_rules(rules: SeasonRules, text: Catalogue, house: DeedNames) -> str:
    """Return all rules on one line after their preset, or a text that there are none."""
    listed = [*list_rules(rules, text, house)] or [text("season-rule-none")]
    if rules.preset is not None:
        listed.insert(0, _name_preset(rules, rules.preset, text))
    return " · ".join(listed)


def _name_preset(rules: SeasonRules, preset: Preset, text: Catalogue) -> str:
    """Return the name of the preset that rules began with, and whether they were changed since."""
    name = text(f"season-preset-{preset}")
    return text("season-preset-changed", preset=name) if rules.differ_from_preset else name


def explain_left_out(left_out: LeftOut, rules: SeasonRules, text: Catalogue) -> str:
    """Return the reason why a game does not count."""
    match left_out.reason:
        case "weekly":
            return text("season-left-weekly", number=left_out.number, most=rules.weekly or 0)
        case "later":
            return text("season-left-later", number=left_out.number, of=rules.of or 0)
        case "worse":
            return text("season-left-worse", best=rules.best or 0)
