"""`/season rules`: the rules of a season, and a preview of a change before it is made."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import ui
from discord.app_commands import Range
from msgspec.structs import replace

from bot.front.interaction.answering import edit, say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.drafts import Draft
from bot.front.interaction.routes import Route, on_server
from bot.front.rendering import controls
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import escape
from bot.front.rendering.leaderboard import render_rules
from bot.front.standings import deed_points, seasons
from bot.front.standings.naming import speak_of_ranked
from bot.i18n import Catalogue
from bot.rules.refusals import Refusal
from bot.rules.rights import ADMINISTRATORS
from bot.season_rules.ranking import SeasonMove, compare_tables
from bot.season_rules.rules import MAX_GAMES, PRESETS, SeasonRules, apply_preset, check_rules
from bot.storage.tables.game_kinds import GAME_KINDS, POD, GameKind
from bot.storage.tables.seasons import Season
from bot.words import Words

MAX_MOVES = 10
"""Players who are named in a preview."""

GameCount = Range[int, 0, MAX_GAMES]
"""An option with a number of games; 0 removes the rule."""

PointCount = Range[int, 0, MAX_GAMES]
"""An option with a number of points; 0 removes the rule."""


class RulesDraft(Draft, frozen=True):
    """Rules of a season that were previewed and not set yet."""

    number: int
    before: SeasonRules
    rules: SeasonRules


@command("season-rules", on_server(ADMINISTRATORS, pace="costly"))
@options(
    needed="needed",
    best="best",
    of="of",
    weekly="weekly-same",
    circles="circles",
    provisional="provisional",
    damped="damped",
    guests="guests",
    cap="cap",
    deeds="deeds",
    season="renamed",
)
@complete(season=seasons.offer_seasons, deeds=deed_points.offer_presets)
async def show_rules(
    ctx: Context,
    needed: GameCount | None = None,
    best: GameCount | None = None,
    of: GameCount | None = None,
    weekly: GameCount | None = None,
    circles: bool | None = None,
    provisional: GameCount | None = None,
    damped: bool | None = None,
    guests: bool | None = None,
    cap: PointCount | None = None,
    deeds: Range[str, 1, 300] | None = None,
    season: seasons.SeasonName | None = None,
) -> None:
    """Show the rules of a season, or a preview if options change some of them."""
    chosen = await seasons.find_newest(ctx, season)
    numbers = {"needed": needed, "best": best, "of": of, "weekly": weekly}
    numbers |= {"provisional": provisional, "cap": cap}
    switches = {"circles": circles, "damped": damped, "guests": guests}
    given = None if deeds is None else deed_points.read_points(deeds, ctx.settings.deed_names)
    rules = _change_rules(chosen.rules, numbers, switches, given)
    if rules == chosen.rules:
        shown = _render_presets(ctx, chosen)
        await say(ctx, _render_standing(ctx, chosen), **shown)
    elif chosen.end is not None:
        raise Refusal("season-rules-over")
    else:
        await say(ctx, **await _render_preview(ctx, chosen, rules))


def _change_rules(
    before: SeasonRules,
    numbers: Mapping[str, int | None],
    switches: Mapping[str, bool | None],
    deeds: deed_points.DeedPoints | None,
) -> SeasonRules:
    """Return the rules with the given values; 0 removes a rule. Raises `Refusal`."""
    given = {name: each or None for name, each in numbers.items() if each is not None}
    if given.get("best", 1) is None:
        given["of"] = None  # `of` means nothing without `best`
    switched = {name: each for name, each in switches.items() if each is not None}
    rules = replace(before, **given, **switched)
    if deeds is not None:
        rules = replace(rules, deeds=deeds[0], deeds_most=deeds[1])
    check_rules(rules)
    return rules


def _render_standing(ctx: Context, season: Season) -> str:
    rules = render_rules(season.rules, ctx.text, ctx.settings.deed_names)
    return ctx.text("season-rules-now", name=escape(season.name), rules=rules)


def _render_presets(ctx: Context, season: Season) -> dict[str, Any]:
    """Return what each preset means, with a button for each; nothing if the season is over."""
    if season.end is not None:
        return {}
    text = ctx.text
    lines = [text("season-presets")]
    buttons: list[ui.Item[Any]] = []
    for preset, rules in PRESETS.items():
        name = text(f"season-preset-{preset}")
        said = render_rules(rules, text, ctx.settings.deed_names)
        lines.append(text("season-preset-line", preset=name, rules=said))
        button: ui.Button[ui.View] = ui.Button(
            label=name, custom_id=f"season:{season.number}:preset:{preset}"
        )
        button.disabled = season.rules == apply_preset(season.rules, preset)
        buttons.append(button)
    embed = discord.Embed(description="\n".join(lines), colour=COLOURS["lobby"])
    return {"embed": embed, "view": controls.make_unstored_view(buttons)}


async def _render_preview(ctx: Context, season: Season, rules: SeasonRules) -> dict[str, Any]:
    """Return what a change of rules would do to whom, with buttons that set them or do not."""
    moves = {kind: await _compare_rules(ctx, season, rules, kind) for kind in GAME_KINDS}
    named = [move.player for each in moves.values() for move in each[:MAX_MOVES]]
    words = await speak_of_ranked(ctx, named)
    text = words.text
    embed = discord.Embed(
        title=text("season-rules-title", name=season.name),
        description=text(
            "season-rules-change",
            before=render_rules(season.rules, text, ctx.settings.deed_names),
            after=render_rules(rules, text, ctx.settings.deed_names),
        ),
        colour=COLOURS["waiting"],
    )
    for kind, moved in moves.items():
        if moved or kind == POD:
            lines = list(_render_moves(moved, words)) or [text("season-moves-none")]
            embed.add_field(name=text(f"game-{kind}"), value="\n".join(lines), inline=False)
    draft = RulesDraft(ctx.place, ctx.interaction.user.id, season.number, season.rules, rules)
    token = ctx.services.drafts.begin(draft)
    return {"embed": embed, "view": _make_confirm_view(token, text)}


async def _compare_rules(
    ctx: Context, season: Season, rules: SeasonRules, kind: GameKind
) -> Sequence[SeasonMove]:
    before, after = await ctx.services.season_tables.preview(season, rules, kind)
    return compare_tables(before.list_lines(), after.list_lines())


def _render_moves(moves: Sequence[SeasonMove], words: Words) -> Iterator[str]:
    """Yield a line for each player whose rank or points change, the highest first, then a count."""
    for move in moves[:MAX_MOVES]:
        yield words.text(
            "season-move",
            sign="▲" if move.rises else "▼" if move.falls else "＝",
            player=words.name(move.player),
            was=_render_rank(move.rank_before),
            becomes=_render_rank(move.rank_after),
            before=move.points_before,
            after=move.points_after,
        )
    if len(moves) > MAX_MOVES:
        yield words.text("week-others", count=len(moves) - MAX_MOVES)


def _render_rank(rank: int | None) -> str:
    return "–" if rank is None else f"{rank}."


def _make_confirm_view(token: str, text: Catalogue) -> ui.View:
    yes: ui.Button[ui.View] = ui.Button(
        label=text("season-rules-set"),
        style=discord.ButtonStyle.danger,
        custom_id=f"season:rules:{token}:set",
    )
    no: ui.Button[ui.View] = ui.Button(
        label=text("season-rules-keep"), custom_id=f"season:rules:{token}:keep"
    )
    return controls.make_unstored_view([yes, no])


# Buttons


async def preview_preset(ctx: Context, number: int, preset: str) -> None:
    """Show what the rules of a preset would change."""
    known = next((each for each in PRESETS if each == preset), None)
    if known is None:
        raise Refusal("unknown-button")
    every = await ctx.services.seasons.find_all(ctx.place.guild)
    season = next((each for each in every if each.number == number), None)
    if season is None:
        raise Refusal("no-season")
    if season.end is not None:
        raise Refusal("season-rules-over")
    shown = await _render_preview(ctx, season, apply_preset(season.rules, known))
    await edit(ctx, content=None, **shown)


async def set_rules(ctx: Context, token: str, draft: RulesDraft) -> None:
    """Set the rules that were previewed."""
    decider = await seasons.make_decider(ctx)
    done = await ctx.services.seasons.set_rules(decider, draft.number, draft.before, draft.rules)
    ctx.services.drafts.drop(token)
    said = _render_standing(ctx, done.season)
    await edit(ctx, content=f"✅ {said}", embed=None, view=None)
    await seasons.propagate_decision(ctx, done)
    ctx.services.rater.wake(done.season.guild)


async def keep_rules(ctx: Context, token: str, draft: RulesDraft) -> None:
    """Leave the rules as they are."""
    ctx.services.drafts.drop(token)
    await edit(ctx, content=ctx.text("season-rules-kept"), embed=None, view=None)


_ADMINISTRATOR_ACCESS = on_server(ADMINISTRATORS, pace="costly")

ROUTES = (
    Route(
        "season:{number:int}:preset:{preset}",
        preview_preset,
        _ADMINISTRATOR_ACCESS,
        "season:preset",
    ),
    Route(
        "season:rules:{token}:set", set_rules, _ADMINISTRATOR_ACCESS, "season:set", draft=RulesDraft
    ),
    Route(
        "season:rules:{token}:keep",
        keep_rules,
        _ADMINISTRATOR_ACCESS,
        "season:keep",
        draft=RulesDraft,
    ),
)
