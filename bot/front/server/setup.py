"""The wizard of `/setup server`: a private message that shows the settings and changes them.

Nothing is remembered between two presses: each custom id says what its button does. Rights are
checked at each press.
"""

import re
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import cache, partial
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

import discord
from discord import ui
from discord.app_commands import Choice, Range

from bot import weeks
from bot.front.interaction.answering import edit, say, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, offer, options
from bot.front.interaction.inputs import is_number
from bot.front.interaction.picking import match_options
from bot.front.interaction.routes import SETTINGS_ACCESS, Handler, Route
from bot.front.pods.agreement import find_variants
from bot.front.rendering import controls, embeds
from bot.front.rendering.escaping import clean_label, escape
from bot.front.server import audit_trail, settings
from bot.front.server.permission_checks import find_troubles, render_tests
from bot.front.server.settings import FIRST_GROUP, SETTINGS, cut_page, find_last_page
from bot.i18n import LOCALES, find_locale
from bot.rules.refusals import Refusal
from bot.storage.record.audit import AuditEntry
from bot.storage.servers.guild_commands import MODULES_SETTING
from bot.storage.servers.seat_lists import SEAT_LISTS_SETTING as SEAT_LISTS
from bot.storage.tables.champions import CHAMPION_ROLE_SETTING as CHAMPION_ROLE
from bot.zones import COMMON_ZONES, find_current_name, find_zones

# Time zones

LONGEST_ZONE = 64
"""The most characters that somebody may type for a zone; every name is shorter."""


@cache
def _list_zones() -> tuple[str, ...]:
    """Return all zones, the usual ones first, without technical names such as `Etc/GMT`."""
    found = {name for name in available_timezones() if "/" in name and not name.startswith("Etc/")}
    return (*COMMON_ZONES, *sorted(found.difference(COMMON_ZONES)))


async def offer_zones(_: Context, typed: str) -> list[Choice[str]]:
    """Offer the zones whose name, city or time of day is or contains what is typed."""
    now = discord.utils.utcnow()
    some = _match_zones(typed)
    if not some:
        return match_options(((_label_zone(zone, now), zone) for zone in _list_zones()), typed)
    return match_options(((_label_zone(zone, now), zone) for zone in some[:25]), "")


def _label_zone(zone: str, now: datetime) -> str:
    return f"{zone.replace('_', ' ')} · {read_clock(zone, now)}"


def read_clock(zone: str, now: datetime) -> str:
    """Return the time of day in a zone."""
    return now.astimezone(ZoneInfo(zone)).strftime("%H:%M")


def _match_zones(typed: str) -> list[str]:
    """Return the zones that a text names, and those with a word that begins so."""
    wanted = re.compile(rf"(?<![^\W_]){re.escape('_'.join(typed.split()))}", re.IGNORECASE)
    beginning = (find_current_name(zone) for zone in _list_zones() if wanted.search(zone))
    return [*dict.fromkeys((*find_zones(typed), *beginning))]


def find_zone(typed: str) -> str:
    """Return the zone that was picked, or that alone fits what was typed. Raises `Refusal`."""
    found = find_zones(typed) or tuple(_match_zones(typed))
    if len(found) != 1:
        raise Refusal("no-zone", typed=escape(typed))
    return found[0]


# Pages of the wizard

ALL_SETTINGS = "all"
"""A word in custom ids: every setting, or every group."""

GROUP_PREFIX = "group:"
"""The prefix of an option's value that leads to a group; other values are settings."""

LINES_FIELD = "lines"
"""The input of the modal in which lines are typed."""

MAX_LINES_LENGTH = 2500
"""The most characters of all lines."""

_MAX_ABOUT_LENGTH = 100  # characters below an option, Discord's limit


class SetupPage(NamedTuple):
    """A page of the wizard."""

    embed: discord.Embed
    view: ui.View


def render_overview(ctx: Context, page: int) -> SetupPage:
    """Return the first settings, and a menu of them and of the other groups."""
    text = ctx.text
    groups = dict(settings.list_groups(ctx.settings))
    first = groups.pop(FIRST_GROUP)
    embed = discord.Embed(title=text("setup-title"), colour=embeds.COLOURS["lobby"])
    embed.description = "\n".join([text("setup-intro"), "", *_render_lines(ctx, first)])
    options = [
        *(_make_setting_option(ctx, name) for name in first),
        *(_make_group_option(ctx, group, names) for group, names in groups.items()),
    ]
    at = min(page, find_last_page(len(options)))
    menu = _make_menu(ctx, cut_page(options, at))
    test = _make_button(
        f"setup:{ALL_SETTINGS}:test", text("setup-test"), "🔎", discord.ButtonStyle.primary
    )
    turning = _make_page_buttons(f"setup:{ALL_SETTINGS}:group", at, len(options))
    return SetupPage(embed, controls.make_unstored_view([menu, *turning, test]))


def _make_setting_option(ctx: Context, name: str) -> discord.SelectOption:
    label = clean_label(ctx.text(f"setting-{name}"), 100)
    return discord.SelectOption(label=label, emoji=SETTINGS[name].emoji, value=name)


def _make_group_option(ctx: Context, group: str, names: Sequence[str]) -> discord.SelectOption:
    """Return the option that opens a group; below it stand the names of its settings."""
    about = ctx.text.join([ctx.text(f"setting-{name}") for name in names])
    return discord.SelectOption(
        label=clean_label(_name_group(ctx, group), 100),
        emoji=SETTINGS[names[0]].emoji,
        value=f"{GROUP_PREFIX}{group}",
        description=clean_label(about, _MAX_ABOUT_LENGTH),
    )


def render_group(ctx: Context, group: str, page: int) -> SetupPage:
    """Return a page with a group's settings and a menu of them. Raises `Refusal`."""
    names = settings.list_groups(ctx.settings).get(group)
    if names is None:
        raise Refusal("unknown-button")
    if group == FIRST_GROUP:
        return render_overview(ctx, page)
    at = min(page, find_last_page(len(names)))
    embed = discord.Embed(title=_name_group(ctx, group), colour=embeds.COLOURS["lobby"])
    embed.description = "\n".join(_render_lines(ctx, cut_page(names, at)))
    options = [_make_setting_option(ctx, name) for name in cut_page(names, at)]
    menu = _make_menu(ctx, options)
    turning = _make_page_buttons(f"setup:{group}:group", at, len(names))
    return SetupPage(
        embed, controls.make_unstored_view([menu, *turning, _make_all_settings_button(ctx)])
    )


def render_setting(
    ctx: Context, name: str, remarks: Sequence[str], *, saved: bool, page: int | None
) -> SetupPage:
    """Return the page of one setting: what it is about, its value, and the menu to change it.

    `page` is the page of the menu; None means the one with the current value.
    """
    text = ctx.text
    value = getattr(ctx.settings, name)
    own = list_own_choices(ctx, name)
    parts = [
        text(f"setting-{name}-about"),
        text("setup-now", value=settings.render_value(name, value, text)),
        *([text("setup-saved")] if saved else []),
        *remarks,
        *find_troubles(ctx, name),
    ]
    embed = discord.Embed(title=settings.name_setting(name, text), colour=embeds.COLOURS["lobby"])
    embed.description = "\n\n".join(parts)
    count = len(SETTINGS[name].words) + len(own)
    asked = settings.find_page(name, value, own) if page is None else page
    at = min(asked, find_last_page(count))
    menu = settings.make_menu(name, value, text, f"{_make_id(ctx, name, 'set')}:{at}", own, at)
    items = [] if menu is None else [menu, *_make_page_buttons(f"setup:{name}:page", at, count)]
    return SetupPage(
        embed, controls.make_unstored_view([*items, *_make_setting_buttons(ctx, name)])
    )


def list_own_choices(ctx: Context, name: str) -> Collection[str]:
    """Return choices beside a setting's words: the names of the server's own variants."""
    return tuple(find_variants(ctx)) if name == "variant" else ()


def _make_setting_buttons(ctx: Context, name: str) -> list[ui.Button[ui.View]]:
    """Return the buttons below a setting: unset, the group, all settings, and the next setting."""
    setting = SETTINGS[name]
    text = ctx.text
    offered = settings.list_offered()
    shown = settings.list_shown(ctx.settings)
    before = [each for each in offered[: offered.index(name)] if each in shown]
    following = [each for each in offered[offered.index(name) + 1 :] if each in shown]
    items = []
    if setting.kind == "lines":
        items.append(_make_button(f"setup:{name}:lines", text("setup-lines"), "✏️"))
    if setting.unset is not None:
        unset = _make_button(f"setup:{name}:unset", clean_label(text(setting.unset)), "↩️")
        unset.disabled = not getattr(ctx.settings, name)
        items.append(unset)
    if setting.group != FIRST_GROUP:
        earlier = [each for each in before if SETTINGS[each].group == setting.group]
        at = len(earlier) // settings.MENU_SIZE
        label = clean_label(_name_group(ctx, setting.group))
        items.append(_make_button(f"setup:{setting.group}:group:{at}", label, "🔼"))
    items.append(_make_all_settings_button(ctx))
    if following:
        label = text("setup-next", setting=text(f"setting-{following[0]}"))
        style = discord.ButtonStyle.primary
        items.append(_make_button(f"setup:{following[0]}:show", clean_label(label), "▶️", style))
    return items


def _make_all_settings_button(ctx: Context) -> ui.Button[ui.View]:
    return _make_button(f"setup:{ALL_SETTINGS}:show", ctx.text("setup-all"), "⚙️")


def _make_menu(ctx: Context, options: Sequence[discord.SelectOption]) -> ui.Select[ui.View]:
    return ui.Select(
        placeholder=clean_label(ctx.text("setup-menu"), 150),
        options=[*options],
        custom_id=_make_id(ctx, ALL_SETTINGS, "menu"),
    )


def _make_page_buttons(what: str, page: int, count: int) -> list[ui.Item[ui.View]]:
    """Return the buttons that turn pages, if there is more than one page."""
    last = find_last_page(count)
    return controls.make_page_buttons(what, page, last) if last else []


def _make_id(ctx: Context, name: str, action: str) -> str:
    """Return a new custom id for a menu.

    With the same custom id, a client keeps showing the last pick, which cannot be picked again.
    """
    return f"setup:{name}:{action}:{ctx.interaction.id}"


def _make_button(
    custom_id: str,
    label: str,
    emoji: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> ui.Button[ui.View]:
    return ui.Button(custom_id=custom_id, label=label, emoji=emoji, style=style)


def _name_group(ctx: Context, group: str) -> str:
    return ctx.text(f"setup-group-{group}")


def _render_lines(ctx: Context, names: Sequence[str]) -> list[str]:
    text = ctx.text
    return [
        text(
            "setup-line",
            setting=settings.name_setting(name, text),
            value=settings.render_value(name, getattr(ctx.settings, name), text),
        )
        for name in names
    ]


# Commands

AUTO = "auto"
"""The choice that leaves the language to Discord."""


@command("server", SETTINGS_ACCESS)
async def show_settings(ctx: Context) -> None:
    """Show all settings in a new message."""
    page = render_overview(ctx, 0)
    await say(ctx, embed=page.embed, view=page.view)


@command("language", SETTINGS_ACCESS)
@options(language="language")
@offer(language=("language", [*LOCALES, AUTO]))
async def set_language(ctx: Context, language: Choice[str]) -> None:
    """Set the language of the server's public messages, or leave it to Discord."""
    chosen = find_locale(language.value)
    entry = await _change_setting(ctx, "language", lambda _: chosen)
    named = ctx.text(f"language-{chosen or AUTO}")
    await say(ctx, ctx.text("done-language", language=named))
    await _propagate_change(ctx, entry)


@command("timezone", SETTINGS_ACCESS)
@options(zone="zone")
@complete(zone=offer_zones)
async def set_timezone(ctx: Context, zone: Range[str, 1, LONGEST_ZONE]) -> None:
    """Set the time zone in which the server's days begin."""
    chosen = find_zone(zone)
    entry = await _change_setting(ctx, "timezone", lambda _: chosen)
    now = read_clock(chosen, discord.utils.utcnow())
    said = [ctx.text("done-timezone", zone=escape(chosen), now=now), *await _render_next_post(ctx)]
    await say(ctx, "\n".join(said))
    await _propagate_change(ctx, entry)


# Buttons and menus; the custom id names the setting, its group, or all of them


async def show_all(ctx: Context, **_: str) -> None:
    """Show all settings."""
    await _turn_to(ctx, render_overview(ctx, 0))


async def test_all(ctx: Context, **_: str) -> None:
    """Show all settings and the permissions the bot has in their places."""
    page = render_overview(ctx, 0)
    await edit(ctx, embeds=[page.embed, render_tests(ctx)], view=page.view)


async def show_group(ctx: Context, group: str, page: int) -> None:
    """Show a page of a group's settings, or of all groups."""
    if group == ALL_SETTINGS:
        await _turn_to(ctx, render_overview(ctx, page))
    else:
        await _turn_to(ctx, render_group(ctx, group, page))


async def pick(ctx: Context, picked: str, **_: str) -> None:
    """Show the group or the setting that was picked."""
    if picked.startswith(GROUP_PREFIX):
        await _turn_to(ctx, render_group(ctx, picked.removeprefix(GROUP_PREFIX), 0))
    else:
        await _show_setting(ctx, picked)


async def show(ctx: Context, setting: str, **_: str) -> None:
    """Show one setting."""
    await _show_setting(ctx, setting)


async def turn_words(ctx: Context, setting: str, page: int) -> None:
    """Show one setting with another page of its menu."""
    await _show_setting(ctx, setting, page=page)


async def choose(ctx: Context, setting: str, fresh: str = "") -> None:
    """Set a setting to the value that was picked."""
    if not ctx.values:
        raise Refusal("unknown-button")
    settings.find_setting(setting)
    _, _, page = fresh.partition(":")
    read = partial(
        settings.read_chosen,
        setting,
        ctx.values,
        ctx.place.guild,
        own=list_own_choices(ctx, setting),
        page=int(page) if is_number(page) else 0,
    )
    await _set_and_show(ctx, setting, lambda before: read(before=before))


async def ask_for_lines(ctx: Context, setting: str, **_: str) -> None:
    """Open the modal in which the lines of a setting are typed."""
    form = _find_form(setting)
    asking = ui.Modal(
        title=clean_label(ctx.text(f"setting-{setting}"), 45), custom_id=f"setup:{setting}:typed"
    )
    asking.stop()
    typed: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=LINES_FIELD,
        style=discord.TextStyle.paragraph,
        required=False,
        max_length=MAX_LINES_LENGTH,
        default="\n".join(form.write(getattr(ctx.settings, setting))) or None,
    )
    label = clean_label(ctx.text(form.label), 45)
    asking.add_item(ui.Label(text=label, component=typed))
    await show_modal(ctx, asking)


async def fill_lines(ctx: Context, setting: str, **_: str) -> None:
    """Set a setting to the lines that were typed."""
    form = _find_form(setting)
    typed = ctx.fields.get(LINES_FIELD, "")
    shown = getattr(ctx.settings, setting)
    await _set_and_show(ctx, setting, lambda before: form.read(typed, shown, before))


def _find_form(setting: str) -> settings.LineForm:
    """Return how the lines of a setting are typed. Raises `Refusal` if it has none."""
    if settings.find_setting(setting).kind != "lines":
        raise Refusal("unknown-button")
    return settings.LINES[setting]


async def unset(ctx: Context, setting: str, **_: str) -> None:
    """Set a setting to its default."""
    if settings.find_setting(setting).unset is None:
        raise Refusal("unknown-button")
    value = getattr(type(ctx.settings)(), setting)
    await _set_and_show(ctx, setting, lambda _: value)


async def _set_and_show(ctx: Context, name: str, choose: Callable[[Any], Any]) -> None:
    entry = await _change_setting(ctx, name, choose)
    await _show_setting(ctx, name, saved=True)
    await _propagate_change(ctx, entry)


async def _change_setting(
    ctx: Context, name: str, choose: Callable[[Any], Any]
) -> AuditEntry | None:
    guild = ctx.place.guild
    now = discord.utils.utcnow()
    who = await ctx.find_person()
    guilds = ctx.services.guilds
    entry = await guilds.change_from(guild, name, choose, who, ctx.interaction.id, now)
    await ctx.reload()
    return entry


async def _propagate_change(ctx: Context, entry: AuditEntry | None) -> None:
    """Update boards, roles and lists of free seats after a change, and log it."""
    if entry is None:
        return
    if entry.details["setting"] in settings.ON_BOARDS:
        await ctx.services.keeper.relabel(entry.guild)
    if entry.details["setting"] == CHAMPION_ROLE:
        ctx.services.champion_role.retry(entry.guild)
    if entry.details["setting"] == MODULES_SETTING:
        ctx.services.modules.retry(entry.guild)
    if entry.details["setting"] == SEAT_LISTS:
        ctx.services.seat_lists.follow_setting(entry.guild)
    else:
        ctx.services.seat_lists.retry(entry.guild)
    await audit_trail.post(ctx, entry)


async def _show_setting(
    ctx: Context, name: str, *, saved: bool = False, page: int | None = None
) -> None:
    """Show one setting with a `page` of its menu; None means the page with the current value."""
    settings.find_setting(name)
    remarks = await _render_next_post(ctx) if name in settings.SCHEDULING else ()
    await _turn_to(ctx, render_setting(ctx, name, remarks, saved=saved, page=page))


async def _render_next_post(ctx: Context) -> Sequence[str]:
    """Return a line that says when the next weekly post is due, if there are weekly posts."""
    guild = ctx.place.guild
    now = discord.utils.utcnow()
    schedule = ctx.settings.schedule
    if schedule is None:
        return ()
    due = weeks.find_next_due(schedule, await ctx.services.posts.find_last(guild), now, now)
    return (ctx.text("setup-next-post", due=discord.utils.format_dt(due, "F")),)


async def _turn_to(ctx: Context, page: SetupPage) -> None:
    await edit(ctx, embeds=[page.embed], view=page.view)


def _make_routes(
    setting: str,
    action: str,
    handler: Handler,
    picked: Callable[[str], object | None] | None = None,
) -> Sequence[Route]:
    """Return the routes of a button, and of a menu, whose custom id ends in a unique part."""
    pattern = f"setup:{setting}:{action}"
    return [
        Route(each, handler, SETTINGS_ACCESS, f"setup:{action}", picked=picked)
        for each in (pattern, pattern + ":{fresh*}")
    ]


ROUTES = (
    *_make_routes(ALL_SETTINGS, "show", show_all),
    *_make_routes(ALL_SETTINGS, "test", test_all),
    *_make_routes("{name}", "menu", pick, str),
    Route("setup:{group}:group:{page:int}", show_group, SETTINGS_ACCESS),
    Route("setup:{setting}:page:{page:int}", turn_words, SETTINGS_ACCESS),
    *_make_routes("{setting}", "show", show),
    *_make_routes("{setting}", "set", choose),
    *_make_routes("{setting}", "unset", unset),
    *_make_routes("{setting}", "lines", ask_for_lines),
    *_make_routes("{setting}", "typed", fill_lines),
)
