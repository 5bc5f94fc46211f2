"""The wizard of `/setup server`: a private message that shows what is set, and changes it.

Nothing is remembered between two presses but what is saved: each custom id says what it does.
Who presses is looked at anew each time.
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from itertools import groupby
from typing import Any

import discord
from discord import ui
from discord.app_commands import Choice, Range

from bot import weeks
from bot.front.interaction.answering import edit, say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, offer, options
from bot.front.interaction.routes import SETTINGS_ACCESS, Route
from bot.front.pods.variant_option import find_variants
from bot.front.rendering import controls, embeds
from bot.front.rendering.escaping import clean_label, escape
from bot.front.server import audit_trail, settings, zones
from bot.front.server.settings import OFFERED, SETTINGS
from bot.front.server.setup_tests import find_troubles, render_tests
from bot.i18n import LOCALES, Catalogue, find_locale
from bot.rules.refusals import Refusal
from bot.storage.record.audit import AuditEntry
from bot.storage.servers.guilds import ServerSettings
from bot.storage.tables.champions import SETTING as CHAMPION_ROLE

ALL = "all"
"""Stands for every setting in a custom id."""

AUTO = "auto"
"""The language that Discord knows."""


@command("server", SETTINGS_ACCESS)
async def show_settings(ctx: Context) -> None:
    """Show everything that is set, in a new message."""
    embed, view = _render_all(ctx)
    await say(ctx, embed=embed, view=view)


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


# Pressing; the custom id names the setting, or all of them


async def show_all(ctx: Context, **_: str) -> None:
    """Show everything that is set."""
    embed, view = _render_all(ctx)
    await edit(ctx, embeds=[embed], view=view)


async def test_all(ctx: Context, **_: str) -> None:
    """Show everything that is set, and what the bot may do."""
    embed, view = _render_all(ctx)
    await edit(ctx, embeds=[embed, render_tests(ctx)], view=view)


async def pick(ctx: Context, **_: str) -> None:
    """Show the setting that was picked."""
    if not ctx.values or ctx.values[0] not in SETTINGS:
        raise Refusal("unknown-button")
    await _show(ctx, ctx.values[0])


async def show(ctx: Context, setting: str, **_: str) -> None:
    """Show one setting."""
    await _show(ctx, setting)


async def choose(ctx: Context, setting: str, **_: str) -> None:
    """Set a setting to what was picked."""
    if not ctx.values:
        raise Refusal("unknown-button")
    own = _find_own(ctx, setting)
    await _set(ctx, setting, settings.read_chosen(setting, ctx.values, ctx.place.guild, own))


async def unset(ctx: Context, setting: str, **_: str) -> None:
    """Set a setting to what it is where nobody has set it."""
    if SETTINGS[setting].unset is None:
        raise Refusal("unknown-button")
    await _set(ctx, setting, getattr(ServerSettings(), setting))


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
    await audit_trail.post(ctx, entry)


# What it looks like


def _render_all(ctx: Context) -> tuple[discord.Embed, ui.View]:
    now, text = ctx.settings, ctx.text
    embed = discord.Embed(title=text("setup-title"), colour=embeds.COLOURS["lobby"])
    embed.description = text("setup-intro")
    for group, names in groupby(OFFERED, key=lambda name: SETTINGS[name].group):
        lines = [
            text(
                "setup-line",
                setting=settings.name_setting(name, text),
                value=_render_value(now, name, text),
            )
            for name in names
        ]
        embed.add_field(name=text(f"setup-group-{group}"), value="\n".join(lines), inline=False)
    options = [
        discord.SelectOption(
            label=clean_label(text(f"setting-{name}"), 100), emoji=SETTINGS[name].emoji, value=name
        )
        for name in OFFERED
    ]
    change: ui.Select[ui.View] = ui.Select(
        placeholder=text("setup-menu"),
        options=options,
        custom_id=_make_id(ctx, ALL, "menu"),
    )
    test = _make_button(f"setup:{ALL}:test", text("setup-test"), "🔎", discord.ButtonStyle.primary)
    return embed, controls.make_unstored_view([change, test])


async def _show(ctx: Context, name: str, *, saved: bool = False) -> None:
    """Show one setting: what it is about, how it is set, and what else it could be."""
    now, text = ctx.settings, ctx.text
    parts = [
        text(f"setting-{name}-about"),
        text("setup-now", value=_render_value(now, name, text)),
        *([text("setup-saved")] if saved else []),
        *(await _tell_next_post(ctx) if name in settings.SCHEDULING else []),
        *find_troubles(ctx, name),
    ]
    embed = discord.Embed(title=settings.name_setting(name, text), colour=embeds.COLOURS["lobby"])
    embed.description = "\n\n".join(parts)
    await edit(ctx, embed=embed, view=_render_view(ctx, name))


async def _tell_next_post(ctx: Context) -> Sequence[str]:
    """Say when the next weekly post is due, where there are any."""
    guild, now = ctx.place.guild, discord.utils.utcnow()
    schedule = ctx.settings.schedule
    if schedule is None:
        return ()
    due = weeks.find_next_due(schedule, await ctx.services.posts.find_last(guild), now, now)
    return (ctx.text("setup-next-post", due=discord.utils.format_dt(due, "F")),)


def _find_own(ctx: Context, name: str) -> Collection[str]:
    """Return what can be chosen beside the words of a setting: variants of the server's own."""
    return tuple(find_variants(ctx)) if name == "variant" else ()


def _render_view(ctx: Context, name: str) -> ui.View:
    value, setting, text = getattr(ctx.settings, name), SETTINGS[name], ctx.text
    menu = settings.make_menu(name, value, text, _make_id(ctx, name, "set"), _find_own(ctx, name))
    items = [] if menu is None else [menu]
    if setting.unset is not None:
        unset = _make_button(f"setup:{name}:unset", clean_label(text(setting.unset)), "↩️")
        unset.disabled = not value
        items.append(unset)
    items.append(_make_button(f"setup:{ALL}:show", text("setup-all"), "⚙️"))
    following = OFFERED[OFFERED.index(name) + 1 :]
    if following:
        label = text("setup-next", setting=text(f"setting-{following[0]}"))
        style = discord.ButtonStyle.primary
        items.append(_make_button(f"setup:{following[0]}:show", clean_label(label), "▶️", style))
    return controls.make_unstored_view(items)


def _make_id(ctx: Context, name: str, action: str) -> str:
    """Return the custom id of a menu, another one each time.

    In the same one a client goes on showing what was picked last, and nobody can pick that again.
    """
    return f"setup:{name}:{action}:{ctx.interaction.id}"


def _make_button(
    custom_id: str,
    label: str,
    emoji: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> ui.Button[ui.View]:
    return ui.Button(custom_id=custom_id, label=label, emoji=emoji, style=style)


def _render_value(now: ServerSettings, name: str, text: Catalogue) -> str:
    return settings.render_value(name, getattr(now, name), text)


_SETTING = "{setting:" + "|".join(SETTINGS) + "}"


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
    *_make_routes(_SETTING, "show", show),
    *_make_routes(_SETTING, "set", choose),
    *_make_routes(_SETTING, "unset", unset),
)
