"""Planned ends of seasons: their form, their announcements a week and a day before, and the end itself.

Administrators plan, move and withdraw an end behind `/season end`.
"""

import logging
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import NamedTuple

import discord

from bot.formatters.messages import PodMessageFormatter
from bot.front.interaction.answers import answer_by_editing_message, send_answer, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.interaction.services import BotServices, StandingsMessageServices
from bot.front.interaction.time_options import SEASON_END, run_command_with_parsed_time
from bot.front.publishing.post_outbox import StandingsPostContent
from bot.front.standings.seasons import (
    build_season_change_request,
    load_running_season,
    render_planned_season_end,
    update_posts_and_log_season_change,
)
from bot.front.standings.standings_names import MAX_NAMED, build_player_name_loader, join_names_of_first_players
from bot.front.ui import embeds, player_names
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.front.ui.modals import build_modal, build_modal_text_input
from bot.i18n import Translations, load_translations
from bot.projections.plans import load_open_planned_games
from bot.projections.pods import count_open_games
from bot.projections.standings import LeaderboardFilter, LeaderboardLine
from bot.rules.refusals import Refusal
from bot.rules.rights import ADMINISTRATORS
from bot.season_rules.ranking import SeasonStandingsLine
from bot.storage.engine.errors import StorageError, choose_log_level_for_error
from bot.storage.servers.standings_posts import StandingsPost
from bot.storage.tables.seasons import LONGEST_NAME, ChangedSeasonWithAuditEntry, Season, SeasonEndPlan
from bot.time.moments import MAX_TYPED_LENGTH

log = logging.getLogger(__name__)

_WHEN_FIELD = "when"

# Planning


async def open_season_end_form(ctx: Context, season_number: int) -> None:
    await _load_running_season_by_number(ctx, season_number)
    text = ctx.translations
    about = text("season-plan-about", zone=str(ctx.settings.time_zone))
    field = build_modal_text_input(_WHEN_FIELD, MAX_TYPED_LENGTH)
    form = build_modal(
        f"season:{season_number}:planned", text("season-plan-title"), [(text("season-plan-when"), about, field)]
    )
    await show_modal(ctx, form)


async def schedule_season_end(ctx: Context, season_number: int) -> None:
    """Plan the end of the running season at the typed time.

    If the typed time has several meanings, the user is asked which one.
    """
    await _load_running_season_by_number(ctx, season_number)

    async def schedule_season_end_at_time(confirmed_ctx: Context, end_time: datetime) -> None:
        decider = await build_season_change_request(confirmed_ctx)
        channel = confirmed_ctx.settings.weekly or confirmed_ctx.channel_address.channel
        plan = SeasonEndPlan(end_time, decider.at, channel, confirmed_ctx.default_public_language)
        done = await confirmed_ctx.services.seasons.schedule_end_of_running_season(decider, season_number, plan)
        name = escape_markdown(done.season.name)
        said = f"✅ **{name}** · {render_planned_season_end(plan, confirmed_ctx.translations)}"
        await send_answer(confirmed_ctx, f"{said}\n-# {confirmed_ctx.translations('season-plan-done')}")
        await update_posts_and_log_season_change(confirmed_ctx, done)

    await run_command_with_parsed_time(
        ctx, ctx.modal_fields.get(_WHEN_FIELD, ""), SEASON_END, schedule_season_end_at_time
    )


async def cancel_planned_season_end(ctx: Context, season_number: int) -> None:
    """Cancel the planned end of the running season."""
    decider = await build_season_change_request(ctx)
    done = await ctx.services.seasons.schedule_end_of_running_season(decider, season_number, None)
    said = ctx.translations("season-unplanned", name=escape_markdown(done.season.name))
    await answer_by_editing_message(ctx, content=said, view=None)
    await update_posts_and_log_season_change(ctx, done)


async def _load_running_season_by_number(ctx: Context, season_number: int) -> Season:
    """Load the running season. Raises `Refusal` unless its number is `season_number`."""
    season = await load_running_season(ctx)
    if season is None or season.number != season_number:
        raise Refusal("no-season-runs")
    return season


# The clock


async def end_due_seasons(services: BotServices, now: datetime, should_process_server: Callable[[int], bool]) -> None:
    """End the seasons that are due to end, and announce the ends of the next week."""
    for season in await services.seasons.load_seasons_that_end_soon(now):
        if season.plan is None or not should_process_server(season.guild):
            continue
        try:
            await _process_season_end(services, season, season.plan, now)
        except StorageError as error:  # a failure must not stop the other servers
            level = choose_log_level_for_error(error)
            log.log(level, "the end of a season of server %s has to wait: %s", season.guild, error)


async def _process_season_end(services: BotServices, season: Season, end_plan: SeasonEndPlan, now: datetime) -> None:
    zone = (await services.guilds.load_server_settings(season.guild)).time_zone
    if end_plan.at > now and end_plan.find_due_season_end_notice(zone, now) is None:
        return
    done = await services.seasons.end_season_or_store_due_notice(season.guild, season.number, zone, now)
    if isinstance(done, ChangedSeasonWithAuditEntry):
        services.champion_role.schedule_server_sync(season.guild)
    services.outbox.check_due_tasks_soon()


# The announcement


async def render_season_end_notice(
    services: StandingsMessageServices, standings_post: StandingsPost
) -> StandingsPostContent:
    """Render the announcement of a season's planned end, which also tells if the plan was changed.

    Raises `Refusal` if the season was deleted.
    """
    text = load_translations(standings_post.language)
    every = await services.seasons.load_seasons_of_server(standings_post.guild)
    season = next((each for each in every if each.start <= standings_post.start), None)
    if season is None:
        raise Refusal("no-season")
    embed = discord.Embed(colour=embeds.COLOURS["lobby"])
    embed.title = text("ending-title", season=clean_label_text(season.name, LONGEST_NAME))
    if season.plan is None or season.plan.at != standings_post.end:
        embed.description = _render_changed_season_end(season, text)
        return StandingsPostContent(embed)
    standings = await _load_season_contenders(services, season)
    named = [line.player for line in (*standings.leaders, *standings.chasers)]
    named += [line.player for line in standings.lacking[:MAX_NAMED]]
    words = await player_names.load_formatter_with_player_names(
        build_player_name_loader(services, standings_post.guild), text, named
    )
    when, relative = (discord.utils.format_dt(standings_post.end, style) for style in ("F", "R"))
    lines = [text("ending-when", when=when, relative=relative), *_render_race_for_first_place(standings, words)]
    embed.description = "\n".join(lines)
    still_open = [
        *(await _render_pending_games_of_season(services, standings_post, text)),
        *_render_nearly_qualified_players(standings, words),
    ]
    embed.add_field(name=text("ending-open"), value="\n".join(still_open) or text("ending-settled"), inline=False)
    return StandingsPostContent(embed)


class _SeasonContenders(NamedTuple):
    """The players who compete for a season's first place: leaders, chasers and nearly qualified ones."""

    leaders: list[LeaderboardLine]
    chasers: list[LeaderboardLine]
    lacking: list[SeasonStandingsLine]


async def _load_season_contenders(services: StandingsMessageServices, season: Season) -> _SeasonContenders:
    here = (season.guild, season.number)
    page = await services.season_tables.load_leaderboard_page(here[0], LeaderboardFilter(season=season.number))
    leaders = [line for line in page.lines if line.rank == 1]
    chasers = [line for line in page.lines if line.rank == 1 + len(leaders)]
    table = await services.season_tables.load_season_standings(*here)
    every = [] if table is None else table.list_ranked_lines()
    missing = [line.missing for line in every if line.missing and not line.excluded]
    lacking = [line for line in every if not line.excluded and line.missing == min(missing, default=0) > 0]
    return _SeasonContenders(leaders, chasers, lacking)


def _render_changed_season_end(season: Season, translations: Translations) -> str:
    """Return the announcement's text after the season's planned end was moved, cancelled or reached."""
    if season.end is not None:
        return translations("ending-over", when=discord.utils.format_dt(season.end, "F"))
    if season.plan is not None:
        when, relative = (discord.utils.format_dt(season.plan.at, style) for style in ("F", "R"))
        return translations("ending-moved", when=when, relative=relative)
    return translations("ending-withdrawn")


def _render_race_for_first_place(season_contenders: _SeasonContenders, formatter: PodMessageFormatter) -> Iterator[str]:
    if not season_contenders.leaders:
        return
    leaders = join_names_of_first_players([line.player for line in season_contenders.leaders], formatter)
    points = season_contenders.leaders[0].points
    yield formatter.text("season-end-first", players=leaders, points=points)
    if season_contenders.chasers:
        chasers = join_names_of_first_players([line.player for line in season_contenders.chasers], formatter)
        behind = points - season_contenders.chasers[0].points
        yield formatter.text("ending-behind", chasers=chasers, count=len(season_contenders.chasers), behind=behind)


async def _render_pending_games_of_season(
    services: StandingsMessageServices, standings_post: StandingsPost, translations: Translations
) -> list[str]:
    """Return lines about unfinished games that may still count before the season ends."""
    games = await count_open_games(services.database, standings_post.guild, discord.utils.utcnow())
    lines = [translations(f"ending-{name}", games=count) for name, count in games._asdict().items() if count]
    plans = [
        each
        for each in await load_open_planned_games(services.database, standings_post.guild)
        if each.at < standings_post.end
    ]
    if plans:
        places = ", ".join(f"<#{each.channel}> {discord.utils.format_dt(each.at, 'd')}" for each in plans[:MAX_NAMED])
        lines.append(translations("ending-planned", games=len(plans), places=places))
    return lines


def _render_nearly_qualified_players(
    season_contenders: _SeasonContenders, formatter: PodMessageFormatter
) -> Iterator[str]:
    if season_contenders.lacking:
        players = join_names_of_first_players([line.player for line in season_contenders.lacking], formatter)
        count, games = len(season_contenders.lacking), season_contenders.lacking[0].missing
        yield formatter.text("ending-lacking", players=players, count=count, games=games)


_COSTLY_ADMINISTRATOR_ACCESS = build_access_rule_for_server(ADMINISTRATORS, rate_limit_class="costly")

ROUTES = (
    CustomIdRoute("season:{season_number:int}:plan", open_season_end_form, _COSTLY_ADMINISTRATOR_ACCESS),
    CustomIdRoute("season:{season_number:int}:planned", schedule_season_end, _COSTLY_ADMINISTRATOR_ACCESS),
    CustomIdRoute("season:{season_number:int}:unplan", cancel_planned_season_end, _COSTLY_ADMINISTRATOR_ACCESS),
)
