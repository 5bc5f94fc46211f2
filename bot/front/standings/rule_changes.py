"""`/season rules`: the rules of a season, and a preview of a change before it is applied."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

import discord
from discord import ui
from discord.app_commands import Range
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.front.interaction.answers import answer_by_editing_message, send_answer
from bot.front.interaction.command_declarations import (
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import InteractionDraft
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.server.season_rule_texts import render_season_rules_on_one_line
from bot.front.standings import deed_points, round_rules, seasons
from bot.front.standings.standings_names import load_formatter_with_standings_names
from bot.front.ui import components
from bot.front.ui.embeds import COLOURS
from bot.front.ui.escaping import escape_markdown
from bot.i18n import Translations
from bot.rules.refusals import Refusal
from bot.rules.rights import ADMINISTRATORS
from bot.season_rules.ranking import RankChange, compare_season_standings
from bot.season_rules.rules import (
    MAX_GAMES,
    PRESETS,
    SeasonRules,
    apply_season_rules_preset,
    keep_earlier_achievement_points,
    validate_season_rules,
)
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.tables.game_kinds import GAME_KINDS, POD, GameKind
from bot.storage.tables.seasons import Season

MAX_MOVES = 10
"""Players who are named in a preview."""

GameCount = Range[int, 0, MAX_GAMES]
"""An option with a number of games; 0 removes the rule."""

PointCount = Range[int, 0, MAX_GAMES]
"""An option with a number of points; 0 removes the rule."""

MAX_DEEDS_LENGTH = 2_000
"""Characters of a typed list of points for deeds: enough for some thirty of the longest names."""


class SeasonRulesPreview(InteractionDraft, frozen=True):
    """New season rules that an administrator previews but has not confirmed."""

    number: int
    before: SeasonRules
    rules: SeasonRules


@slash_command("season-rules", build_access_rule_for_server(ADMINISTRATORS, rate_limit_class="costly"))
@translate_command_options(
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
    per_week="week-most",
    spans="best-rounds",
    attendance="attendance",
    season="renamed",
)
@set_option_suggestions(
    season=seasons.autocomplete_season,
    deeds=deed_points.autocomplete_achievement_points,
    spans=round_rules.autocomplete_best_rounds_rule,
    attendance=round_rules.autocomplete_attendance_rule,
)
async def show_or_preview_season_rules(
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
    deeds: Range[str, 1, MAX_DEEDS_LENGTH] | None = None,
    per_week: GameCount | None = None,
    spans: Range[str, 1, 60] | None = None,
    attendance: Range[str, 1, 60] | None = None,
    season: seasons.SeasonName | None = None,
) -> None:
    """Show a season's rules; with options, preview the effect of changed rules."""
    chosen = await seasons.load_selected_or_newest_season(ctx, season)
    numbers = {"needed": needed, "best": best, "of": of, "weekly": weekly, "week_most": per_week}
    numbers |= {"provisional": provisional, "cap": cap}
    switches = {"circles": circles, "damped": damped, "guests": guests}
    given = (
        None if deeds is None else deed_points.parse_achievement_points(deeds, ctx.settings.custom_achievement_names)
    )
    rules = _apply_command_options_to_rules(chosen.rules, numbers, switches, given)
    if spans is not None:
        rules = replace(rules, rounds=round_rules.parse_best_rounds_rule(spans))
    if attendance is not None:
        rules = replace(rules, attendance=round_rules.parse_attendance_rule(attendance))
    if (spans or attendance) and rules != chosen.rules:
        rules = replace(rules, zone_minutes=_compute_minutes_ahead_of_utc(ctx))
    validate_season_rules(rules)
    if rules == chosen.rules:
        shown = _render_season_rule_presets(ctx, chosen)
        await send_answer(ctx, _render_current_season_rules(ctx, chosen), **shown)
    elif chosen.end is not None:
        raise Refusal("season-rules-over")
    else:
        await send_answer(ctx, **await _render_season_rules_preview(ctx, chosen, rules))


def _apply_command_options_to_rules(
    previous_rules: SeasonRules,
    number_options: Mapping[str, int | None],
    on_off_options: Mapping[str, bool | None],
    achievement_points: deed_points.DeedPoints | None,
) -> SeasonRules:
    """Return a season's rules changed by the options of a command.

    The value 0 removes a rule.
    """
    given = {name: each or None for name, each in number_options.items() if each is not None}
    if given.get("best", 1) is None:
        given["of"] = None  # `of` means nothing without `best`
    switched = {name: each for name, each in on_off_options.items() if each is not None}
    rules = replace(previous_rules, **given, **switched)
    if achievement_points is not None:
        rules = replace(rules, deeds=achievement_points[0], deeds_most=achievement_points[1])
    return rules


def _compute_minutes_ahead_of_utc(ctx: Context) -> int:
    """Return how many minutes the server's time zone is ahead of UTC."""
    offset = discord.utils.utcnow().astimezone(ctx.settings.time_zone).utcoffset()
    return 0 if offset is None else offset // timedelta(minutes=1)


def _render_current_season_rules(ctx: Context, season: Season) -> str:
    rules = render_season_rules_on_one_line(season.rules, ctx.translations, ctx.settings.custom_achievement_names)
    return ctx.translations("season-rules-now", name=escape_markdown(season.name), rules=rules)


def _render_season_rule_presets(ctx: Context, season: Season) -> dict[str, Any]:
    """Return an embed and buttons with presets of season rules; nothing if the season has ended."""
    if season.end is not None:
        return {}
    text = ctx.translations
    lines = [text("season-presets")]
    buttons: list[ui.Item[Any]] = []
    for preset, rules in PRESETS.items():
        name = text(f"season-preset-{preset}")
        said = render_season_rules_on_one_line(rules, text, ctx.settings.custom_achievement_names)
        lines.append(text("season-preset-line", preset=name, rules=said))
        button: ui.Button[ui.View] = ui.Button(label=name, custom_id=f"season:{season.number}:preset:{preset}")
        button.disabled = season.rules == apply_season_rules_preset(season.rules, preset)
        buttons.append(button)
    embed = discord.Embed(description="\n".join(lines), colour=COLOURS["lobby"])
    return {"embed": embed, "view": components.build_view_without_callbacks(buttons)}


async def _render_season_rules_preview(ctx: Context, season: Season, new_rules: SeasonRules) -> dict[str, Any]:
    """Return an embed with the effects of new season rules, and buttons to set or discard them."""
    moves = {kind: await _compute_rank_changes(ctx, season, new_rules, kind) for kind in GAME_KINDS}
    named = [move.player for each in moves.values() for move in each[:MAX_MOVES]]
    words = await load_formatter_with_standings_names(ctx, named)
    text = words.text
    embed = discord.Embed(
        title=text("season-rules-title", name=season.name),
        description=text(
            "season-rules-change",
            before=render_season_rules_on_one_line(season.rules, text, ctx.settings.custom_achievement_names),
            after=render_season_rules_on_one_line(new_rules, text, ctx.settings.custom_achievement_names),
        ),
        colour=COLOURS["waiting"],
    )
    for kind, moved in moves.items():
        if moved or kind == POD:
            lines = list(_render_rank_changes(moved, words)) or [text("season-moves-none")]
            embed.add_field(name=text(f"game-{kind}"), value="\n".join(lines), inline=False)
    draft = SeasonRulesPreview(ctx.channel_address, ctx.interaction.user.id, season.number, season.rules, new_rules)
    draft_key = ctx.services.drafts.add_draft(draft)
    return {"embed": embed, "view": _build_season_rules_confirmation_buttons(draft_key, text)}


async def _compute_rank_changes(
    ctx: Context, season: Season, new_rules: SeasonRules, game_kind: GameKind
) -> Sequence[RankChange]:
    now = datetime_to_milliseconds(discord.utils.utcnow())
    previewed = keep_earlier_achievement_points(season.rules, new_rules, now)
    before, after = await ctx.services.season_tables.compute_standings_by_current_and_new_rules(
        season, previewed, game_kind
    )
    return compare_season_standings(before.list_ranked_lines(), after.list_ranked_lines())


def _render_rank_changes(rank_changes: Sequence[RankChange], formatter: PodMessageFormatter) -> Iterator[str]:
    """Yield a line for each player whose rank or points change, best first."""
    for move in rank_changes[:MAX_MOVES]:
        yield formatter.text(
            "season-move",
            sign="▲" if move.is_rank_rise else "▼" if move.is_rank_fall else "＝",
            player=formatter.name(move.player),
            was=_format_rank_or_dash(move.rank_before),
            becomes=_format_rank_or_dash(move.rank_after),
            before=move.points_before,
            after=move.points_after,
        )
    if len(rank_changes) > MAX_MOVES:
        yield formatter.text("week-others", count=len(rank_changes) - MAX_MOVES)


def _format_rank_or_dash(rank: int | None) -> str:
    return "–" if rank is None else f"{rank}."


def _build_season_rules_confirmation_buttons(draft_key: str, translations: Translations) -> ui.View:
    yes: ui.Button[ui.View] = ui.Button(
        label=translations("season-rules-set"),
        style=discord.ButtonStyle.danger,
        custom_id=f"season:rules:{draft_key}:set",
    )
    no: ui.Button[ui.View] = ui.Button(
        label=translations("season-rules-keep"), custom_id=f"season:rules:{draft_key}:keep"
    )
    return components.build_view_without_callbacks([yes, no])


# Buttons


async def preview_season_rule_preset(ctx: Context, season_number: int, preset: str) -> None:
    """Show how a preset of season rules would change a season's ranks."""
    known = next((each for each in PRESETS if each == preset), None)
    if known is None:
        raise Refusal("unknown-button")
    every = await ctx.services.seasons.load_seasons_of_server(ctx.channel_address.guild)
    season = next((each for each in every if each.number == season_number), None)
    if season is None:
        raise Refusal("no-season")
    if season.end is not None:
        raise Refusal("season-rules-over")
    shown = await _render_season_rules_preview(ctx, season, apply_season_rules_preset(season.rules, known))
    await answer_by_editing_message(ctx, content=None, **shown)


async def confirm_previewed_season_rules(ctx: Context, draft_key: str, draft: SeasonRulesPreview) -> None:
    decider = await seasons.build_season_change_request(ctx)
    done = await ctx.services.seasons.change_season_rules(decider, draft.number, draft.before, draft.rules)
    ctx.services.drafts.remove_draft(draft_key)
    said = _render_current_season_rules(ctx, done.season)
    await answer_by_editing_message(ctx, content=f"✅ {said}", embed=None, view=None)
    await seasons.update_posts_and_log_season_change(ctx, done)
    ctx.services.rater.schedule_rating_of_server(done.season.guild)


async def discard_previewed_season_rules(ctx: Context, draft_key: str, draft: SeasonRulesPreview) -> None:
    ctx.services.drafts.remove_draft(draft_key)
    await answer_by_editing_message(ctx, content=ctx.translations("season-rules-kept"), embed=None, view=None)


_ADMINISTRATOR_ACCESS = build_access_rule_for_server(ADMINISTRATORS, rate_limit_class="costly")

ROUTES = (
    CustomIdRoute(
        "season:{season_number:int}:preset:{preset}", preview_season_rule_preset, _ADMINISTRATOR_ACCESS, "season:preset"
    ),
    CustomIdRoute(
        "season:rules:{draft_key}:set",
        confirm_previewed_season_rules,
        _ADMINISTRATOR_ACCESS,
        "season:set",
        draft=SeasonRulesPreview,
    ),
    CustomIdRoute(
        "season:rules:{draft_key}:keep",
        discard_previewed_season_rules,
        _ADMINISTRATOR_ACCESS,
        "season:keep",
        draft=SeasonRulesPreview,
    ),
)
