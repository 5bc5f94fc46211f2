"""`/season …`: administrators start, end and rename seasons, and exclude players."""

import logging
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import discord
from discord import ui
from discord.app_commands import Choice, Range

from bot.front.background.retry import PASSING_ERRORS
from bot.front.interaction.answering import edit, say
from bot.front.interaction.context import Context, identify
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.inputs import is_number
from bot.front.interaction.picking import match_options
from bot.front.interaction.routes import Route, on_server
from bot.front.rendering import controls, embeds
from bot.front.rendering.escaping import clean_label, escape
from bot.front.server import audit_trail
from bot.front.standings.naming import join_names, speak_of_ranked
from bot.i18n import Catalogue
from bot.projections.standings import Scope
from bot.rules.overrule import LONGEST_REASON
from bot.rules.refusals import Refusal
from bot.rules.rights import ADMINISTRATORS
from bot.storage.tables.game_kinds import JOUST
from bot.storage.tables.seasons import LONGEST_NAME, Decider, Season, SeasonDecision
from bot.storage.tables.totals import WILDCARD

log = logging.getLogger(__name__)

EVER = "ever"
"""The option's value for all time."""

SeasonName = Range[str, 1, LONGEST_NAME]

# Options


async def offer_seasons(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the seasons whose name contains what is typed, newest first."""
    return await _offer_matching(ctx, typed)


async def offer_seasons_and_ever(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer all time, and the seasons whose name contains what is typed, newest first."""
    return await _offer_matching(ctx, typed, (ctx.text("leaderboard-ever"), EVER))


async def _offer_matching(ctx: Context, typed: str, *first: tuple[str, str]) -> list[Choice[str]]:
    every = await ctx.services.seasons.find_all(ctx.place.guild)
    names = Counter(each.name.casefold() for each in every)

    def label(season: Season) -> str:
        if names[season.name.casefold()] == 1:
            return season.name
        return f"{season.name} · {format_dates(season, ctx.settings.zone, ctx.text)}"

    return match_options([*first, *((label(each), str(each.number)) for each in every)], typed)


async def find_season_or_ever(ctx: Context, typed: str | None) -> Season | None:
    """Return the season of an option; None means all time.

    Without an option it is the running season, if there is one. Raises `Refusal`.
    """
    if typed == EVER:
        return None
    if typed is not None:
        return await find_season(ctx, typed)
    return await find_running(ctx)


async def find_running(ctx: Context) -> Season | None:
    """Return the server's running season; None if there is none."""
    every = await ctx.services.seasons.find_all(ctx.place.guild)
    return next((each for each in every if each.end is None), None)


async def find_season(ctx: Context, typed: str) -> Season:
    """Return the season that was picked, or typed by name. Raises `Refusal`."""
    return choose_season(await ctx.services.seasons.find_all(ctx.place.guild), typed)


def choose_season(every: Sequence[Season], typed: str) -> Season:
    """Return the season among `every` that was picked, or typed by name. Raises `Refusal`."""
    wanted = typed.strip().casefold()
    by_name = [each for each in every if each.name.casefold() == wanted]
    for each in (*by_name, *(each for each in every if str(each.number) == wanted)):
        return each
    raise Refusal("no-season")


async def find_newest(ctx: Context, typed: str | None) -> Season:
    """Return the season of an option; without one, the newest season. Raises `Refusal`."""
    if typed is not None:
        return await find_season(ctx, typed)
    for season in await ctx.services.seasons.find_all(ctx.place.guild):
        return season
    raise Refusal("no-season-yet")


# Commands


@command("season-start", on_server(ADMINISTRATORS, pace="costly"))
@options(name="season-name")
async def start(ctx: Context, name: SeasonName | None = None) -> None:
    """Start a season."""
    public = ctx.public_text
    done = await ctx.services.seasons.start(
        await make_decider(ctx),
        None if name is None else clean_label(name, LONGEST_NAME),
        lambda number: public("season-usual", number=number),
    )
    await say(ctx, ctx.text("season-started", name=escape(done.season.name)))
    await propagate_decision(ctx, done)


@command("season-end", on_server(ADMINISTRATORS, pace="costly"))
async def end(ctx: Context) -> None:
    """Ask whether the season is to end, or whether the end of the last one is to be undone."""
    every = await ctx.services.seasons.find_all(ctx.place.guild)
    if not every:
        raise Refusal("no-season-runs")
    season = every[0]
    name = escape(season.name)
    if season.end is not None:
        said = ctx.text("season-resume-sure", name=name)
        await say(ctx, said, view=_make_view(ctx, season, "resume"))
        return
    said = f"{ctx.text('season-end-sure', name=name)}\n{await _name_leaders(ctx, season)}"
    await say(ctx, said, view=_make_view(ctx, season, "end"))


async def confirm_end(ctx: Context, number: int) -> None:
    """End the season after confirmation; the outbox posts the final table."""
    channel = ctx.place.channel
    decider = await make_decider(ctx)
    done = await ctx.services.seasons.end(decider, channel, ctx.public_locale, number)
    said = ctx.text("season-ended", name=escape(done.season.name))
    await edit(ctx, content=said, view=_make_view(ctx, done.season, "resume"))
    await propagate_decision(ctx, done)


async def resume(ctx: Context, number: int) -> None:
    """Take the end of the newest season back, and delete the message with its final table."""
    done, post = await ctx.services.seasons.resume(await make_decider(ctx), number)
    await edit(ctx, content=ctx.text("season-resumed", name=escape(done.season.name)), view=None)
    await propagate_decision(ctx, done)
    if post is None or post.channel is None or post.message is None:
        return
    place = ctx.interaction.client.get_partial_messageable(post.channel)
    try:
        await place.get_partial_message(post.message).delete()
    except PASSING_ERRORS as error:
        log.warning("a final table in channel %s stays: %s", post.channel, error)


async def _name_leaders(ctx: Context, season: Season) -> str:
    """Return a line that names the first of a season, with their points."""
    scope = Scope(season=season.number)
    page = await ctx.services.season_tables.read_page(season.guild, scope)
    first = [line for line in page.lines if line.rank == 1]
    if not first:
        return ctx.text("season-end-nobody")
    words = await speak_of_ranked(ctx, [line.player for line in first])
    names = join_names([line.player for line in first], words)
    return ctx.text("season-end-first", players=names, points=first[0].points)


def _make_view(ctx: Context, season: Season, action: str) -> ui.View:
    button: ui.Button[ui.View] = ui.Button(
        label=ctx.text(f"button-season-{action}"),
        emoji="🏁" if action == "end" else "↩️",
        style=discord.ButtonStyle.danger if action == "end" else discord.ButtonStyle.secondary,
        custom_id=f"season:{season.number}:{action}",
    )
    return controls.make_unstored_view([button])


@command("season-rename", on_server(ADMINISTRATORS))
@options(name="rename", season="renamed")
@complete(season=offer_seasons)
async def rename(ctx: Context, name: SeasonName, season: SeasonName | None = None) -> None:
    """Rename a season; without an option, the newest one."""
    number = None if season is None else (await find_season(ctx, season)).number
    decider = await make_decider(ctx)
    done = await ctx.services.seasons.rename(decider, number, clean_label(name, LONGEST_NAME))
    await say(ctx, ctx.text("season-renamed", name=escape(done.season.name)))
    await propagate_decision(ctx, done)


@command("season-list", on_server())
async def list_seasons(ctx: Context) -> None:
    """List the server's seasons."""
    text = ctx.text
    every = await ctx.services.seasons.find_all(ctx.place.guild)
    lines = [render_season(each, ctx.settings.zone, text) for each in every]
    embed = discord.Embed(title=text("season-list"), colour=embeds.COLOURS["lobby"])
    embed.description = "\n".join(lines) or text("season-none")
    await say(ctx, embed=embed)


async def make_decider(ctx: Context) -> Decider:
    """Return the asker as the decider of a season's command, at the current time."""
    guild = ctx.place.guild
    now = discord.utils.utcnow()
    return Decider(guild, await ctx.find_person(), ctx.interaction.id, now, ctx.asked)


async def propagate_decision(ctx: Context, done: SeasonDecision) -> None:
    """Wake the outbox, update the champion's role, and log a decision about a season."""
    ctx.services.outbox.wake()
    if not done.again:
        ctx.services.champion_role.retry(done.season.guild)
        await audit_trail.post(ctx, done.entry)


# Rendering, and custom ids


def format_dates(season: Season, zone: ZoneInfo, text: Catalogue) -> str:
    """Render the first and last day of a season, in the server's time zone."""
    if season.end is None:
        return text("season-since", start=_format_day(season.start, zone, text))
    start, end = (_format_day(each, zone, text) for each in (season.start, season.end))
    return text("season-dates", start=start, end=end)


def render_season(season: Season | None, zone: ZoneInfo, text: Catalogue) -> str:
    """Render a season's name and dates; None means all time."""
    if season is None:
        return text("leaderboard-ever")
    return text("season-line", name=escape(season.name), dates=format_dates(season, zone, text))


def _format_day(moment: datetime, zone: ZoneInfo, text: Catalogue) -> str:
    return text.format_date(moment.astimezone(zone).date())


def make_scope_id(scope: Scope) -> str:
    """Return the filters of a leaderboard as the prefix of its buttons' custom ids."""
    season = "" if scope.season is None else scope.season
    since = "" if scope.since is None else scope.since
    if scope.game == JOUST:
        return f"duelists:{season}:{since}"
    return f"leaders:{season}:{since}:{scope.variant}:{scope.table}"


def read_scope(season: str, since: str, variant: str = WILDCARD, table: str = WILDCARD) -> Scope:
    """Return the filters of a leaderboard from a button's custom id. Raises `Refusal`."""
    if not all(is_number(each) for each in (season, since) if each):
        raise Refusal("unknown-button")
    return Scope(int(season) if season else None, int(since) if since else None, variant, table)


# Exclusions

_ADMINISTRATOR_ACCESS = on_server(ADMINISTRATORS)


@command("season-exclude", _ADMINISTRATOR_ACCESS)
@options(player="excluded", reason="reason", season="renamed")
@complete(season=offer_seasons)
async def exclude(
    ctx: Context,
    player: discord.User,
    reason: Range[str, 1, LONGEST_REASON],
    season: SeasonName | None = None,
) -> None:
    """Exclude a player from the ranks of a season; results of their opponents stay."""
    if not reason.strip():
        raise Refusal("reason", most=LONGEST_REASON)
    chosen = await find_newest(ctx, season)
    decider = await make_decider(ctx)
    whom = (await identify(ctx, player)).id
    done = await ctx.services.seasons.exclude(decider, chosen.number, whom, reason.strip())
    words = await speak_of_ranked(ctx, [whom, decider.by.id])
    named = {"player": words.name(whom), "name": escape(chosen.name)}
    await say(ctx, words.text("season-excluded", **named))
    await propagate_decision(ctx, done)


@command("season-include", _ADMINISTRATOR_ACCESS)
@options(player="included", season="renamed")
@complete(season=offer_seasons)
async def include(ctx: Context, player: discord.User, season: SeasonName | None = None) -> None:
    """Give an excluded player the rank that their games give."""
    chosen = await find_newest(ctx, season)
    decider = await make_decider(ctx)
    whom = (await identify(ctx, player)).id
    done = await ctx.services.seasons.include(decider, chosen.number, whom)
    words = await speak_of_ranked(ctx, [whom, decider.by.id])
    named = {"player": words.name(whom), "name": escape(chosen.name)}
    await say(ctx, words.text("season-included", **named))
    await propagate_decision(ctx, done)


# The list of seasons

LIST_OPTION = "seasons"
"""The prefix of an option's value that opens a page of the list, such as `seasons:0`."""

SEASONS_PER_PAGE = 20
"""Seasons on one page; the menu also has room for the options that lead elsewhere."""


async def show_seasons(ctx: Context, page: int, custom_id: str) -> None:
    """Show a page of the seasons, newest first, with a menu that opens their tables.

    `custom_id` is that of the leaderboard's menu, whose handler answers this menu, too.
    """
    text = ctx.text
    zone = ctx.settings.zone
    every = await ctx.services.seasons.find_all(ctx.place.guild)
    at = min(page, max(0, len(every) - 1) // SEASONS_PER_PAGE)
    shown = every[at * SEASONS_PER_PAGE : (at + 1) * SEASONS_PER_PAGE]
    embed = discord.Embed(title=text("season-list"), colour=embeds.COLOURS["lobby"])
    lines = [render_season(each, zone, text) for each in shown]
    embed.description = "\n".join(lines) or text("season-none")
    options = [
        discord.SelectOption(
            label=clean_label(each.name, 100),
            value=f"season:{each.number}",
            description=format_dates(each, zone, text),
            emoji="🗓️",
        )
        for each in shown
    ]
    options += _make_other_options(at, every, text)
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label(text("leaderboard-picker"), 150),
        options=options,
        custom_id=custom_id,
    )
    await edit(ctx, embed=embed, view=controls.make_unstored_view([menu]), attachments=[])


def _make_other_options(
    at: int, every: Sequence[Season], text: Catalogue
) -> list[discord.SelectOption]:
    """Return the options for all time, and for newer and older seasons if there are any."""
    others = [(EVER, text("leaderboard-ever"), "♾️")]
    if at:
        others.append((f"{LIST_OPTION}:{at - 1}", text("season-list-newer"), "◀️"))
    if (at + 1) * SEASONS_PER_PAGE < len(every):
        others.append((f"{LIST_OPTION}:{at + 1}", text("season-list-older"), "▶️"))
    return [
        discord.SelectOption(label=label, value=value, emoji=mark) for value, label, mark in others
    ]


_COSTLY_ADMINISTRATOR_ACCESS = on_server(ADMINISTRATORS, pace="costly")

ROUTES = (
    Route("season:{number:int}:end", confirm_end, _COSTLY_ADMINISTRATOR_ACCESS),
    Route("season:{number:int}:resume", resume, _COSTLY_ADMINISTRATOR_ACCESS),
)
