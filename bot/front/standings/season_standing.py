"""How somebody stands by a season's rules: what counts, what does not and why, what is missing."""

from collections import Counter
from collections.abc import Iterator
from zoneinfo import ZoneInfo

from bot.front.interaction.context import Context
from bot.front.rendering.escaping import escape
from bot.front.rendering.season_rules import explain_left_out
from bot.i18n import Catalogue
from bot.rules.facts import Player
from bot.rules.overrule import LONGEST_REASON
from bot.season_rules.games import LeftOut
from bot.season_rules.ranking import SeasonLine, SeasonTable
from bot.storage.engine.moments import to_moment
from bot.storage.tables.game_kinds import GAME_KINDS, POD
from bot.storage.tables.seasons import Season

LATEST = 5
"""Games that do not count of which each is explained."""


async def find_season_of_stats(ctx: Context, chosen: Season | None) -> Season | None:
    """Return the season that is told of beside somebody's statistics: theirs, or what runs."""
    if chosen is not None:
        return chosen
    every = await ctx.services.seasons.find_all(ctx.place.guild)
    return next((each for each in every if each.end is None), None)


async def render_standing(
    ctx: Context, season: Season | None, player: Player, *, own: bool
) -> list[str]:
    """Return what there is to say by the rules of a season; nothing, if it has none.

    Why somebody is excluded is said to themselves and to moderators; which games do not count, to
    themselves.
    """
    if season is None:
        return []
    lines = list[str]()
    for kind in GAME_KINDS:
        table = await ctx.services.season_tables.read(season.guild, season.number, kind)
        line = None if table is None else _find_line(table, player)
        if table is not None and line is not None:
            lines += [] if kind == POD else [f"**{ctx.text(f'game-{kind}')}**"]
            lines += _render_line(line, ctx.text)
            lines += _render_left_out(table, line, ctx.settings.zone, ctx.text, own=own)
    if lines and (own or ctx.moderates):
        lines += await _explain_exclusion(ctx, season, player)
    return lines


def _find_line(table: SeasonTable, player: Player) -> SeasonLine | None:
    return next((line for line in table.list_lines() if line.player == player), None)


def _render_line(line: SeasonLine, text: Catalogue) -> Iterator[str]:
    sums = {"points": line.points, "games": line.games, "played": line.played}
    if line.excluded:
        yield text("season-standing-excluded", **sums)
    elif line.rank is None:
        yield text("season-standing-unranked", missing=line.missing, **sums)
    else:
        yield text("season-standing-ranked", rank=line.rank, **sums)


def _render_left_out(
    table: SeasonTable, line: SeasonLine, zone: ZoneInfo, text: Catalogue, *, own: bool
) -> Iterator[str]:
    held = table.selection.held.get(line.player)
    if held is not None:
        yield text("season-standing-held", points=held.points, games=held.games, middle=held.middle)
    found = table.selection.left_out[line.player]
    if not own:
        for reason, count in Counter(each.reason for each in found.values()).items():
            explained = explain_left_out(LeftOut(reason), table.rules, text)
            yield text("season-left-count", count=count, reason=explained)
        return
    ended = {(game.channel, game.pod): game.at for game in table.games}
    for name in sorted(found, key=ended.__getitem__, reverse=True)[:LATEST]:
        date = text.format_date(to_moment(ended[name]).astimezone(zone).date(), year=False)
        yield text(
            "season-left-game", date=date, reason=explain_left_out(found[name], table.rules, text)
        )
    if len(found) > LATEST:
        yield text("season-left-more", count=len(found) - LATEST)


async def _explain_exclusion(ctx: Context, season: Season, player: Player) -> list[str]:
    found = await ctx.services.seasons.find_excluded(season.guild, season.number)
    return [
        ctx.text("season-standing-reason", reason=escape(each.reason, LONGEST_REASON))
        for each in found
        if each.player == player
    ]
