"""`/season …`: administrators start, end and rename seasons, and exclude players."""

import logging
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import discord
from discord import ui
from discord.app_commands import Choice, Range

from bot.front.interaction.answers import answer_by_editing_message, send_answer
from bot.front.interaction.command_declarations import (
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context, load_or_create_person_of_discord_user
from bot.front.interaction.inputs import is_ascii_number
from bot.front.interaction.player_options import filter_autocomplete_choices
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.publishing.retries import PASSING_ERRORS
from bot.front.server import audit_trail
from bot.front.standings.standings_names import join_names_of_first_players, load_formatter_with_standings_names
from bot.front.ui import components, embeds
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.i18n import Translations
from bot.projections.standings import LeaderboardFilter
from bot.rules.overrides import LONGEST_REASON
from bot.rules.refusals import Refusal
from bot.rules.rights import ADMINISTRATORS
from bot.storage.tables.game_kinds import JOUST
from bot.storage.tables.seasons import (
    LONGEST_NAME,
    ChangedSeasonWithAuditEntry,
    Season,
    SeasonChangeRequest,
    SeasonEndPlan,
)
from bot.storage.tables.totals import WILDCARD

log = logging.getLogger(__name__)

EVER = "ever"
"""The option's value for all time."""

SeasonName = Range[str, 1, LONGEST_NAME]

# Options


async def autocomplete_season(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest the seasons whose names contain the query, newest first."""
    return await _build_season_choices(ctx, query)


async def autocomplete_season_or_all_time(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest "all time" and the seasons whose names contain the query."""
    return await _build_season_choices(ctx, query, (ctx.translations("leaderboard-ever"), EVER))


async def _build_season_choices(ctx: Context, query: str, *leading_choices: tuple[str, str]) -> list[Choice[str]]:
    every = await ctx.services.seasons.load_seasons_of_server(ctx.channel_address.guild)
    names = Counter(each.name.casefold() for each in every)

    def format_season_label(season: Season) -> str:
        if names[season.name.casefold()] == 1:
            return season.name
        return f"{season.name} · {format_season_dates(season, ctx.settings.time_zone, ctx.translations)}"

    return filter_autocomplete_choices(
        [*leading_choices, *((format_season_label(each), str(each.number)) for each in every)], query
    )


async def load_selected_season_or_all_time(ctx: Context, season_option: str | None) -> Season | None:
    """Load the season in a command's option; None means all time. Raises `Refusal`.

    Without an option it is the running season, if there is one.
    """
    if season_option == EVER:
        return None
    if season_option is not None:
        return await load_season_by_option(ctx, season_option)
    return await load_running_season(ctx)


async def load_running_season(ctx: Context) -> Season | None:
    """Load the server's running season; None without one."""
    every = await ctx.services.seasons.load_seasons_of_server(ctx.channel_address.guild)
    return next((each for each in every if each.end is None), None)


async def load_season_by_option(ctx: Context, season_option: str) -> Season:
    """Load the season that the user selected or typed. Raises `Refusal` if no season matches."""
    return find_season_by_option(
        await ctx.services.seasons.load_seasons_of_server(ctx.channel_address.guild), season_option
    )


def find_season_by_option(all_seasons: Sequence[Season], season_option: str) -> Season:
    """Return the season that the user selected or typed. Raises `Refusal`."""
    wanted = season_option.strip().casefold()
    by_name = [each for each in all_seasons if each.name.casefold() == wanted]
    for each in (*by_name, *(each for each in all_seasons if str(each.number) == wanted)):
        return each
    raise Refusal("no-season")


async def load_selected_or_newest_season(ctx: Context, season_option: str | None) -> Season:
    """Load the season in a command's option; without one, the newest season. Raises `Refusal`."""
    if season_option is not None:
        return await load_season_by_option(ctx, season_option)
    for season in await ctx.services.seasons.load_seasons_of_server(ctx.channel_address.guild):
        return season
    raise Refusal("no-season-yet")


# Commands


@slash_command("season-start", build_access_rule_for_server(ADMINISTRATORS, rate_limit_class="costly"))
@translate_command_options(name="season-name")
async def start_season(ctx: Context, name: SeasonName | None = None) -> None:
    public = ctx.public_translations
    done = await ctx.services.seasons.start_season(
        await build_season_change_request(ctx),
        None if name is None else clean_label_text(name, LONGEST_NAME),
        lambda number: public("season-usual", number=number),
    )
    await send_answer(ctx, ctx.translations("season-started", name=escape_markdown(done.season.name)))
    await update_posts_and_log_season_change(ctx, done)


@slash_command("season-end", build_access_rule_for_server(ADMINISTRATORS, rate_limit_class="costly"))
async def ask_to_end_or_resume_season(ctx: Context) -> None:
    """Ask the user to confirm the end of the running season, or the reopening of the last one."""
    every = await ctx.services.seasons.load_seasons_of_server(ctx.channel_address.guild)
    if not every:
        raise Refusal("no-season-runs")
    season = every[0]
    name = escape_markdown(season.name)
    if season.end is not None:
        said = ctx.translations("season-resume-sure", name=name)
        await send_answer(ctx, said, view=_build_end_or_resume_season_view(ctx, season, "resume"))
        return
    lines = [ctx.translations("season-end-sure", name=name), await _render_season_leaders(ctx, season)]
    if season.plan is not None:
        lines.append(render_planned_season_end(season.plan, ctx.translations))
    await send_answer(ctx, "\n".join(lines), view=_build_end_or_resume_season_view(ctx, season, "end"))


async def end_season_after_confirmation(ctx: Context, season_number: int) -> None:
    """End the running season after the user's confirmation.

    Its final table is posted later.
    """
    channel = ctx.channel_address.channel
    decider = await build_season_change_request(ctx)
    done = await ctx.services.seasons.end_running_season(decider, channel, ctx.default_public_language, season_number)
    said = ctx.translations("season-ended", name=escape_markdown(done.season.name))
    await answer_by_editing_message(
        ctx, content=said, view=_build_end_or_resume_season_view(ctx, done.season, "resume")
    )
    await update_posts_and_log_season_change(ctx, done)


async def resume_season(ctx: Context, season_number: int) -> None:
    """Reopen the newest season, and delete the message with its final table."""
    done, post = await ctx.services.seasons.resume_newest_season(await build_season_change_request(ctx), season_number)
    await answer_by_editing_message(
        ctx, content=ctx.translations("season-resumed", name=escape_markdown(done.season.name)), view=None
    )
    await update_posts_and_log_season_change(ctx, done)
    if post is None or post.channel is None or post.message is None:
        return
    place = ctx.interaction.client.get_partial_messageable(post.channel)
    try:
        await place.get_partial_message(post.message).delete()
    except PASSING_ERRORS as error:
        log.warning("a final table in channel %s stays: %s", post.channel, error)


async def _render_season_leaders(ctx: Context, season: Season) -> str:
    """Return a line with the leaders of a season and their points."""
    scope = LeaderboardFilter(season=season.number)
    page = await ctx.services.season_tables.load_leaderboard_page(season.guild, scope)
    first = [line for line in page.lines if line.rank == 1]
    if not first:
        return ctx.translations("season-end-nobody")
    words = await load_formatter_with_standings_names(ctx, [line.player for line in first])
    names = join_names_of_first_players([line.player for line in first], words)
    return ctx.translations("season-end-first", players=names, points=first[0].points)


def _build_end_or_resume_season_view(ctx: Context, season: Season, action: str) -> ui.View:
    button: ui.Button[ui.View] = ui.Button(
        label=ctx.translations(f"button-season-{action}"),
        emoji="🏁" if action == "end" else "↩️",
        style=discord.ButtonStyle.danger if action == "end" else discord.ButtonStyle.secondary,
        custom_id=f"season:{season.number}:{action}",
    )
    more = [] if action != "end" else ["plan"] if season.plan is None else ["move", "unplan"]
    return components.build_view_without_callbacks(
        [button, *(_build_season_end_button(ctx, season, each) for each in more)]
    )


def _build_season_end_button(ctx: Context, season: Season, action: str) -> ui.Button[ui.View]:
    """Return the button that plans, moves or cancels a season's end."""
    custom_id = f"season:{season.number}:{'unplan' if action == 'unplan' else 'plan'}"
    emoji = "♾️" if action == "unplan" else "🗓️"
    return ui.Button(label=ctx.translations(f"button-season-{action}"), emoji=emoji, custom_id=custom_id)


def render_planned_season_end(season_end_plan: SeasonEndPlan, translations: Translations) -> str:
    """Return a line with a season's planned end and the channel of its announcement."""
    when, passed = (discord.utils.format_dt(season_end_plan.at, style) for style in ("F", "R"))
    return translations("season-end-planned", when=when, relative=passed, channel=f"<#{season_end_plan.channel}>")


@slash_command("season-rename", build_access_rule_for_server(ADMINISTRATORS))
@translate_command_options(name="rename", season="renamed")
@set_option_suggestions(season=autocomplete_season)
async def rename_season(ctx: Context, name: SeasonName, season: SeasonName | None = None) -> None:
    """Rename a season; without an option, the newest one."""
    number = None if season is None else (await load_season_by_option(ctx, season)).number
    decider = await build_season_change_request(ctx)
    done = await ctx.services.seasons.rename_season(decider, number, clean_label_text(name, LONGEST_NAME))
    await send_answer(ctx, ctx.translations("season-renamed", name=escape_markdown(done.season.name)))
    await update_posts_and_log_season_change(ctx, done)


@slash_command("season-list", build_access_rule_for_server())
async def list_seasons(ctx: Context) -> None:
    """List the server's seasons with their dates."""
    text = ctx.translations
    every = await ctx.services.seasons.load_seasons_of_server(ctx.channel_address.guild)
    lines = [render_season_name_and_dates(each, ctx.settings.time_zone, text) for each in every]
    if every and every[0].plan is not None:
        lines.insert(1, f"-# {render_planned_season_end(every[0].plan, text)}")
    embed = discord.Embed(title=text("season-list"), colour=embeds.COLOURS["lobby"])
    embed.description = "\n".join(lines) or text("season-none")
    await send_answer(ctx, embed=embed)


async def build_season_change_request(ctx: Context) -> SeasonChangeRequest:
    """Return a request to change a season, with the user as its author and the current time."""
    guild = ctx.channel_address.guild
    now = discord.utils.utcnow()
    return SeasonChangeRequest(
        guild, await ctx.load_or_create_person_of_user(), ctx.interaction.id, now, ctx.confirmed_seasons
    )


async def update_posts_and_log_season_change(ctx: Context, season_change: ChangedSeasonWithAuditEntry) -> None:
    """Log a change of a season, and update standings posts and the champion's role."""
    ctx.services.outbox.check_due_tasks_soon()
    if not season_change.again:
        ctx.services.champion_role.schedule_server_sync(season_change.season.guild)
        await audit_trail.post_audit_entry_in_log_channel(ctx, season_change.entry)


# Rendering, and custom ids


def format_season_dates(season: Season, time_zone: ZoneInfo, translations: Translations) -> str:
    """Return the first and last day of a season in the server's time zone."""
    if season.end is None:
        return translations("season-since", start=_format_season_date(season.start, time_zone, translations))
    start, end = (_format_season_date(each, time_zone, translations) for each in (season.start, season.end))
    return translations("season-dates", start=start, end=end)


def render_season_name_and_dates(season: Season | None, time_zone: ZoneInfo, translations: Translations) -> str:
    """Return a season's name and dates; None means all time."""
    if season is None:
        return translations("leaderboard-ever")
    return translations(
        "season-line", name=escape_markdown(season.name), dates=format_season_dates(season, time_zone, translations)
    )


def _format_season_date(time: datetime, time_zone: ZoneInfo, translations: Translations) -> str:
    return translations.format_date(time.astimezone(time_zone).date())


def build_leaderboard_custom_id_prefix(leaderboard_filter: LeaderboardFilter) -> str:
    """Return the prefix of the custom ids of a leaderboard's buttons, which contains the filter."""
    season = "" if leaderboard_filter.season is None else leaderboard_filter.season
    since = "" if leaderboard_filter.since is None else leaderboard_filter.since
    if leaderboard_filter.game == JOUST:
        return f"duelists:{season}:{since}"
    return f"leaders:{season}:{since}:{leaderboard_filter.variant}:{leaderboard_filter.table}"


def parse_leaderboard_filter_from_custom_id(
    season: str, first_day: str, variant: str = WILDCARD, table: str = WILDCARD
) -> LeaderboardFilter:
    """Return the filter of a leaderboard from a button's custom id. Raises `Refusal`."""
    if not all(is_ascii_number(each) for each in (season, first_day) if each):
        raise Refusal("unknown-button")
    return LeaderboardFilter(int(season) if season else None, int(first_day) if first_day else None, variant, table)


# Exclusions

_ADMINISTRATOR_ACCESS = build_access_rule_for_server(ADMINISTRATORS)


@slash_command("season-exclude", _ADMINISTRATOR_ACCESS)
@translate_command_options(player="excluded", reason="reason", season="renamed")
@set_option_suggestions(season=autocomplete_season)
async def exclude_player_from_season(
    ctx: Context, player: discord.User, reason: Range[str, 1, LONGEST_REASON], season: SeasonName | None = None
) -> None:
    """Exclude a player from a season's ranks. Their opponents' results stay."""
    if not reason.strip():
        raise Refusal("reason", most=LONGEST_REASON)
    chosen = await load_selected_or_newest_season(ctx, season)
    decider = await build_season_change_request(ctx)
    whom = (await load_or_create_person_of_discord_user(ctx, player)).id
    done = await ctx.services.seasons.exclude_player_from_season(decider, chosen.number, whom, reason.strip())
    words = await load_formatter_with_standings_names(ctx, [whom, decider.by.id])
    named = {"player": words.name(whom), "name": escape_markdown(chosen.name)}
    await send_answer(ctx, words.text("season-excluded", **named))
    await update_posts_and_log_season_change(ctx, done)


@slash_command("season-include", _ADMINISTRATOR_ACCESS)
@translate_command_options(player="included", season="renamed")
@set_option_suggestions(season=autocomplete_season)
async def include_player_in_season_again(ctx: Context, player: discord.User, season: SeasonName | None = None) -> None:
    """End a player's exclusion from a season, which gives the player a rank again."""
    chosen = await load_selected_or_newest_season(ctx, season)
    decider = await build_season_change_request(ctx)
    whom = (await load_or_create_person_of_discord_user(ctx, player)).id
    done = await ctx.services.seasons.reinstate_player_in_season(decider, chosen.number, whom)
    words = await load_formatter_with_standings_names(ctx, [whom, decider.by.id])
    named = {"player": words.name(whom), "name": escape_markdown(chosen.name)}
    await send_answer(ctx, words.text("season-included", **named))
    await update_posts_and_log_season_change(ctx, done)


# The list of seasons

LIST_OPTION = "seasons"
"""The prefix of an option's value that opens a page of the list, such as `seasons:0`."""

SEASONS_PER_PAGE = 20
"""Seasons on one page; the menu also has room for the options that lead elsewhere."""


async def show_seasons_page(ctx: Context, page: int, custom_id: str) -> None:
    """Show a page of the server's seasons, newest first, with a menu.

    `custom_id` is that of the leaderboard's menu, whose handler answers this menu, too.
    """
    text = ctx.translations
    zone = ctx.settings.time_zone
    every = await ctx.services.seasons.load_seasons_of_server(ctx.channel_address.guild)
    at = min(page, max(0, len(every) - 1) // SEASONS_PER_PAGE)
    shown = every[at * SEASONS_PER_PAGE : (at + 1) * SEASONS_PER_PAGE]
    embed = discord.Embed(title=text("season-list"), colour=embeds.COLOURS["lobby"])
    lines = [render_season_name_and_dates(each, zone, text) for each in shown]
    embed.description = "\n".join(lines) or text("season-none")
    options = [
        discord.SelectOption(
            label=clean_label_text(each.name, 100),
            value=f"season:{each.number}",
            description=format_season_dates(each, zone, text),
            emoji="🗓️",
        )
        for each in shown
    ]
    options += _build_season_navigation_options(at, every, text)
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label_text(text("leaderboard-picker"), 150), options=options, custom_id=custom_id
    )
    await answer_by_editing_message(
        ctx, embed=embed, view=components.build_view_without_callbacks([menu]), attachments=[]
    )


def _build_season_navigation_options(
    page: int, all_seasons: Sequence[Season], translations: Translations
) -> list[discord.SelectOption]:
    """Return menu options for all time, and for newer and older seasons."""
    others = [(EVER, translations("leaderboard-ever"), "♾️")]
    if page:
        others.append((f"{LIST_OPTION}:{page - 1}", translations("season-list-newer"), "◀️"))
    if (page + 1) * SEASONS_PER_PAGE < len(all_seasons):
        others.append((f"{LIST_OPTION}:{page + 1}", translations("season-list-older"), "▶️"))
    return [discord.SelectOption(label=label, value=value, emoji=mark) for value, label, mark in others]


_COSTLY_ADMINISTRATOR_ACCESS = build_access_rule_for_server(ADMINISTRATORS, rate_limit_class="costly")

ROUTES = (
    CustomIdRoute("season:{season_number:int}:end", end_season_after_confirmation, _COSTLY_ADMINISTRATOR_ACCESS),
    CustomIdRoute("season:{season_number:int}:resume", resume_season, _COSTLY_ADMINISTRATOR_ACCESS),
)
