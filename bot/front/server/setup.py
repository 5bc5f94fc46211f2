"""The wizard of `/setup server`: a private message that shows what is set, and changes it.

Nothing is remembered between two presses but what is saved: each custom id says what it does.
Who presses is looked at anew each time.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
from discord.app_commands import Choice, Range

from bot import weeks
from bot.front.interaction.answering import edit, say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, offer, options
from bot.front.interaction.inputs import is_number
from bot.front.interaction.routes import SETTINGS_ACCESS, Route
from bot.front.rendering.escaping import escape
from bot.front.server import audit_trail, settings, setup_view, zones
from bot.front.server.setup_tests import render_tests
from bot.front.server.setup_view import ALL, GROUP, SetupPage
from bot.i18n import LOCALES, find_locale
from bot.rules.refusals import Refusal
from bot.storage.record.audit import AuditEntry
from bot.storage.servers.seat_lists import SETTING as SEAT_LISTS
from bot.storage.tables.champions import SETTING as CHAMPION_ROLE

AUTO = "auto"
"""The language that Discord knows."""


@command("server", SETTINGS_ACCESS)
async def show_settings(ctx: Context) -> None:
    """Show everything that is set, in a new message."""
    page = setup_view.render_overview(ctx, 0)
    await say(ctx, embed=page.embed, view=page.view)


@command("language", SETTINGS_ACCESS)
@options(language="language")
@offer(language=("language", [*LOCALES, AUTO]))
async def set_language(ctx: Context, language: Choice[str]) -> None:
    """Set the language of the server's public messages, or leave it to Discord."""
    chosen = find_locale(language.value)
    entry = await _change(ctx, "language", chosen)
    named = ctx.text(f"language-{chosen or AUTO}")
    await say(ctx, ctx.text("done-language", language=named))
    await _follow(ctx, entry)


@command("timezone", SETTINGS_ACCESS)
@options(zone="zone")
@complete(zone=zones.offer_zones)
async def set_timezone(ctx: Context, zone: Range[str, 1, zones.LONGEST]) -> None:
    """Set where the server's days begin at midnight."""
    chosen = zones.find_zone(zone)
    entry = await _change(ctx, "timezone", chosen)
    now = zones.read_clock(chosen, discord.utils.utcnow())
    said = [ctx.text("done-timezone", zone=escape(chosen), now=now), *await _tell_next_post(ctx)]
    await say(ctx, "\n".join(said))
    await _follow(ctx, entry)


# Pressing; the custom id names the setting, its group, or all of them


async def show_all(ctx: Context, **_: str) -> None:
    """Show everything that is set."""
    await _turn_to(ctx, setup_view.render_overview(ctx, 0))


async def test_all(ctx: Context, **_: str) -> None:
    """Show everything that is set, and what the bot may do."""
    page = setup_view.render_overview(ctx, 0)
    await edit(ctx, embeds=[page.embed, render_tests(ctx)], view=page.view)


async def show_group(ctx: Context, group: str, page: int) -> None:
    """Show a page of a group's settings, or of all groups."""
    if group == ALL:
        await _turn_to(ctx, setup_view.render_overview(ctx, page))
    else:
        await _turn_to(ctx, setup_view.render_group(ctx, group, page))


async def pick(ctx: Context, **_: str) -> None:
    """Show the group or the setting that was picked."""
    [picked] = ctx.values[:1] or [""]
    if picked.startswith(GROUP):
        await _turn_to(ctx, setup_view.render_group(ctx, picked.removeprefix(GROUP), 0))
    else:
        await _show(ctx, picked)


async def show(ctx: Context, setting: str, **_: str) -> None:
    """Show one setting."""
    await _show(ctx, setting)


async def turn_words(ctx: Context, setting: str, page: int) -> None:
    """Show one setting, with another page of what it can be."""
    await _show(ctx, setting, page=page)


async def choose(ctx: Context, setting: str, fresh: str = "") -> None:
    """Set a setting to what was picked on a page of its menu."""
    if not ctx.values:
        raise Refusal("unknown-button")
    settings.find_setting(setting)
    _, _, page = fresh.partition(":")
    value = settings.read_chosen(
        setting,
        ctx.values,
        ctx.place.guild,
        own=setup_view.find_own(ctx, setting),
        before=getattr(ctx.settings, setting),
        page=int(page) if is_number(page) else 0,
    )
    await _set(ctx, setting, value)


async def unset(ctx: Context, setting: str, **_: str) -> None:
    """Set a setting to what it is where nobody has set it."""
    if settings.find_setting(setting).unset is None:
        raise Refusal("unknown-button")
    await _set(ctx, setting, getattr(type(ctx.settings)(), setting))


async def _set(ctx: Context, name: str, value: Any) -> None:
    entry = await _change(ctx, name, value)
    await _show(ctx, name, saved=True)
    await _follow(ctx, entry)


async def _change(ctx: Context, name: str, value: Any) -> AuditEntry | None:
    guild, now, who = ctx.place.guild, discord.utils.utcnow(), await ctx.find_person()
    guilds = ctx.services.guilds
    entry = await guilds.change(guild, name, value, who, ctx.interaction.id, now)
    await ctx.reload()
    return entry


async def _follow(ctx: Context, entry: AuditEntry | None) -> None:
    """Do what comes of a change, once whoever made it is answered."""
    if entry is None:
        return
    if entry.details["setting"] in settings.ON_BOARDS:
        await ctx.services.keeper.relabel(entry.guild)
    if entry.details["setting"] == CHAMPION_ROLE:
        ctx.services.champion_role.retry(entry.guild)
    if entry.details["setting"] == SEAT_LISTS:
        ctx.services.seat_lists.follow_setting(entry.guild)
    else:
        ctx.services.seat_lists.retry(entry.guild)
    await audit_trail.post(ctx, entry)


async def _show(ctx: Context, name: str, *, saved: bool = False, page: int | None = None) -> None:
    """Show one setting, with a `page` of what it can be: that of what it is, if none is asked."""
    settings.find_setting(name)
    remarks = await _tell_next_post(ctx) if name in settings.SCHEDULING else ()
    await _turn_to(ctx, setup_view.render_setting(ctx, name, remarks, saved=saved, page=page))


async def _tell_next_post(ctx: Context) -> Sequence[str]:
    """Say when the next weekly post is due, where there are any."""
    guild, now = ctx.place.guild, discord.utils.utcnow()
    schedule = ctx.settings.schedule
    if schedule is None:
        return ()
    due = weeks.find_next_due(schedule, await ctx.services.posts.find_last(guild), now, now)
    return (ctx.text("setup-next-post", due=discord.utils.format_dt(due, "F")),)


async def _turn_to(ctx: Context, page: SetupPage) -> None:
    await edit(ctx, embeds=[page.embed], view=page.view)


def _make_routes(
    setting: str, action: str, handler: Callable[..., Awaitable[None]]
) -> Sequence[Route]:
    """Return the routes of a button, and of a menu, whose custom id is another one each time."""
    pattern, name = f"setup:{setting}:{action}", f"setup:{action}"
    return [
        Route(each, handler, SETTINGS_ACCESS, name) for each in (pattern, pattern + ":{fresh*}")
    ]


ROUTES = (
    *_make_routes(ALL, "show", show_all),
    *_make_routes(ALL, "test", test_all),
    *_make_routes("{name}", "menu", pick),
    Route("setup:{group}:group:{page:int}", show_group, SETTINGS_ACCESS),
    Route("setup:{setting}:page:{page:int}", turn_words, SETTINGS_ACCESS),
    *_make_routes("{setting}", "show", show),
    *_make_routes("{setting}", "set", choose),
    *_make_routes("{setting}", "unset", unset),
)
