"""The wizard of `/setup server`: a private message that shows the settings and changes them.

Nothing is remembered between two presses: each custom id says what its button does. Rights are checked at each press.
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

from bot.front.interaction.answers import answer_by_editing_message, send_answer, show_modal
from bot.front.interaction.command_declarations import (
    set_fixed_option_choices,
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_ascii_number
from bot.front.interaction.player_options import filter_autocomplete_choices
from bot.front.interaction.routes import SETTINGS_ACCESS, CustomIdRoute, Handler
from bot.front.pods.game_options import list_custom_variants
from bot.front.server import audit_trail, settings
from bot.front.server.permission_checks import find_permission_problems_of_setting, render_bot_permission_checks
from bot.front.server.settings import FIRST_GROUP, SETTINGS, compute_last_menu_page, list_menu_options_of_page
from bot.front.ui import components, embeds
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.i18n import LOCALES, find_supported_locale
from bot.rules.refusals import Refusal
from bot.storage.record.audit import AuditEntry
from bot.storage.servers.seat_lists import SEAT_LISTS_SETTING as SEAT_LISTS
from bot.storage.servers.server_commands import MODULES_SETTING
from bot.storage.tables.champions import CHAMPION_ROLE_SETTING as CHAMPION_ROLE
from bot.time import weeks
from bot.time.zones import COMMON_ZONES, find_current_time_zone_name, find_possible_time_zones

# Time zones

LONGEST_ZONE = 64
"""The most characters that somebody may type for a zone; every name is shorter."""


@cache
def _list_time_zones() -> tuple[str, ...]:
    """Return the names of time zones, common ones first."""
    found = {name for name in available_timezones() if "/" in name and not name.startswith("Etc/")}
    return (*COMMON_ZONES, *sorted(found.difference(COMMON_ZONES)))


async def autocomplete_time_zone(_ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest time zones whose name, city or present time contains the query."""
    now = discord.utils.utcnow()
    some = _find_time_zones_by_text(query)
    if not some:
        return filter_autocomplete_choices(
            ((_format_time_zone_label(zone, now), zone) for zone in _list_time_zones()), query
        )
    return filter_autocomplete_choices(((_format_time_zone_label(zone, now), zone) for zone in some[:25]), "")


def _format_time_zone_label(time_zone: str, now: datetime) -> str:
    return f"{time_zone.replace('_', ' ')} · {format_time_in_time_zone(time_zone, now)}"


def format_time_in_time_zone(time_zone: str, now: datetime) -> str:
    return now.astimezone(ZoneInfo(time_zone)).strftime("%H:%M")


def _find_time_zones_by_text(typed_text: str) -> list[str]:
    """Return the time zones with a name, or a word in the name, that begins with the text."""
    wanted = re.compile(rf"(?<![^\W_]){re.escape('_'.join(typed_text.split()))}", re.IGNORECASE)
    beginning = (find_current_time_zone_name(zone) for zone in _list_time_zones() if wanted.search(zone))
    return [*dict.fromkeys((*find_possible_time_zones(typed_text), *beginning))]


def parse_time_zone(user_input: str) -> str:
    """Return the time zone that the user selected or typed. Raises `Refusal` for an unknown one."""
    found = find_possible_time_zones(user_input) or tuple(_find_time_zones_by_text(user_input))
    if len(found) != 1:
        raise Refusal("no-zone", typed=escape_markdown(user_input))
    return found[0]


# Pages of the wizard

ALL_SETTINGS = "all"
"""A word in custom ids: every setting, or every group."""

GROUP_PREFIX = "group:"
"""The prefix of an option's value that leads to a group; other values are settings."""

LINES_FIELDS = ("lines", "lines2", "lines3", "lines4", "lines5")
"""The inputs of the modal in which lines are typed, as many as Discord allows."""

_MAX_ABOUT_LENGTH = 100  # characters below an option, Discord's limit


class SettingsPage(NamedTuple):
    """A page of the message in which an administrator changes settings."""

    embed: discord.Embed
    view: ui.View


def render_settings_overview_page(ctx: Context, page: int) -> SettingsPage:
    """Return the page with the most important settings and a menu of all groups."""
    text = ctx.translations
    groups = dict(settings.list_effective_settings_by_group(ctx.settings))
    first = groups.pop(FIRST_GROUP)
    embed = discord.Embed(title=text("setup-title"), colour=embeds.COLOURS["lobby"])
    embed.description = "\n".join([text("setup-intro"), "", *_render_settings_with_values(ctx, first)])
    options = [
        *(_build_setting_menu_option(ctx, name) for name in first),
        *(_build_settings_group_menu_option(ctx, group, names) for group, names in groups.items()),
    ]
    at = min(page, compute_last_menu_page(len(options)))
    menu = _build_settings_menu(ctx, list_menu_options_of_page(options, at))
    test = _build_settings_button(f"setup:{ALL_SETTINGS}:test", text("setup-test"), "🔎", discord.ButtonStyle.primary)
    turning = _build_page_buttons(f"setup:{ALL_SETTINGS}:group", at, len(options))
    return SettingsPage(embed, components.build_view_without_callbacks([menu, *turning, test]))


def _build_setting_menu_option(ctx: Context, setting_name: str) -> discord.SelectOption:
    label = clean_label_text(ctx.translations(f"setting-{setting_name}"), 100)
    return discord.SelectOption(label=label, emoji=SETTINGS[setting_name].emoji, value=setting_name)


def _build_settings_group_menu_option(
    ctx: Context, settings_group: str, setting_names: Sequence[str]
) -> discord.SelectOption:
    about = ctx.translations.join_names_with_and([ctx.translations(f"setting-{name}") for name in setting_names])
    return discord.SelectOption(
        label=clean_label_text(_format_settings_group_name(ctx, settings_group), 100),
        emoji=SETTINGS[setting_names[0]].emoji,
        value=f"{GROUP_PREFIX}{settings_group}",
        description=clean_label_text(about, _MAX_ABOUT_LENGTH),
    )


def render_settings_group_page(ctx: Context, group: str, page: int) -> SettingsPage:
    """Return the page of a settings group, with a menu of its settings. Raises `Refusal`."""
    names = settings.list_effective_settings_by_group(ctx.settings).get(group)
    if names is None:
        raise Refusal("unknown-button")
    if group == FIRST_GROUP:
        return render_settings_overview_page(ctx, page)
    at = min(page, compute_last_menu_page(len(names)))
    embed = discord.Embed(title=_format_settings_group_name(ctx, group), colour=embeds.COLOURS["lobby"])
    embed.description = "\n".join(_render_settings_with_values(ctx, list_menu_options_of_page(names, at)))
    options = [_build_setting_menu_option(ctx, name) for name in list_menu_options_of_page(names, at)]
    menu = _build_settings_menu(ctx, options)
    turning = _build_page_buttons(f"setup:{group}:group", at, len(names))
    return SettingsPage(
        embed, components.build_view_without_callbacks([menu, *turning, _build_button_to_show_all_settings(ctx)])
    )


def render_setting_page(
    ctx: Context, setting_name: str, extra_lines: Sequence[str], *, is_saved: bool, page: int | None
) -> SettingsPage:
    """Return the page of one setting, with an explanation, its value and a menu.

    `page` is the page of the menu; None means the page with the current value.
    """
    text = ctx.translations
    value = getattr(ctx.settings, setting_name)
    own = list_server_specific_setting_choices(ctx, setting_name)
    parts = [
        text(f"setting-{setting_name}-about"),
        text("setup-now", value=settings.render_setting_value(setting_name, value, text)),
        *([text("setup-saved")] if is_saved else []),
        *extra_lines,
        *find_permission_problems_of_setting(ctx, setting_name),
    ]
    embed = discord.Embed(title=settings.format_setting_title(setting_name, text), colour=embeds.COLOURS["lobby"])
    embed.description = "\n\n".join(parts)
    count = len(SETTINGS[setting_name].words) + len(own)
    asked = settings.find_menu_page_of_setting_value(setting_name, value, own) if page is None else page
    at = min(asked, compute_last_menu_page(count))
    menu = settings.build_setting_menu(
        setting_name, value, text, f"{_build_unique_custom_id_for_setting(ctx, setting_name, 'set')}:{at}", own, at
    )
    items = [] if menu is None else [menu, *_build_page_buttons(f"setup:{setting_name}:page", at, count)]
    return SettingsPage(
        embed, components.build_view_without_callbacks([*items, *_build_buttons_below_setting(ctx, setting_name)])
    )


def list_server_specific_setting_choices(ctx: Context, setting_name: str) -> Collection[str]:
    return tuple(list_custom_variants(ctx)) if setting_name == "variant" else ()


def _build_buttons_below_setting(ctx: Context, setting_name: str) -> list[ui.Button[ui.View]]:
    """Return the buttons below a setting, such as *reset* and *next setting*."""
    setting = SETTINGS[setting_name]
    text = ctx.translations
    offered = settings.list_changeable_settings()
    shown = settings.list_effective_settings(ctx.settings)
    before = [each for each in offered[: offered.index(setting_name)] if each in shown]
    following = [each for each in offered[offered.index(setting_name) + 1 :] if each in shown]
    items = []
    if setting.kind == "lines":
        items.append(_build_settings_button(f"setup:{setting_name}:lines", text("setup-lines"), "✏️"))
    if setting.unset is not None:
        unset = _build_settings_button(f"setup:{setting_name}:unset", clean_label_text(text(setting.unset)), "↩️")
        unset.disabled = not getattr(ctx.settings, setting_name)
        items.append(unset)
    if setting.group != FIRST_GROUP:
        earlier = [each for each in before if SETTINGS[each].group == setting.group]
        at = len(earlier) // settings.MENU_SIZE
        label = clean_label_text(_format_settings_group_name(ctx, setting.group))
        items.append(_build_settings_button(f"setup:{setting.group}:group:{at}", label, "🔼"))
    items.append(_build_button_to_show_all_settings(ctx))
    if following:
        label = text("setup-next", setting=text(f"setting-{following[0]}"))
        style = discord.ButtonStyle.primary
        items.append(_build_settings_button(f"setup:{following[0]}:show", clean_label_text(label), "▶️", style))
    return items


def _build_button_to_show_all_settings(ctx: Context) -> ui.Button[ui.View]:
    return _build_settings_button(f"setup:{ALL_SETTINGS}:show", ctx.translations("setup-all"), "⚙️")


def _build_settings_menu(ctx: Context, options: Sequence[discord.SelectOption]) -> ui.Select[ui.View]:
    return ui.Select(
        placeholder=clean_label_text(ctx.translations("setup-menu"), 150),
        options=[*options],
        custom_id=_build_unique_custom_id_for_setting(ctx, ALL_SETTINGS, "menu"),
    )


def _build_page_buttons(custom_id_prefix: str, page_number: int, option_count: int) -> list[ui.Item[ui.View]]:
    """Return the buttons that turn the pages of a menu; none for a single page."""
    last = compute_last_menu_page(option_count)
    return components.build_page_buttons(custom_id_prefix, page_number, last) if last else []


def _build_unique_custom_id_for_setting(ctx: Context, setting_name: str, action: str) -> str:
    return f"setup:{setting_name}:{action}:{ctx.interaction.id}"


def _build_settings_button(
    custom_id: str, label: str, emoji: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> ui.Button[ui.View]:
    return ui.Button(custom_id=custom_id, label=label, emoji=emoji, style=style)


def _format_settings_group_name(ctx: Context, group: str) -> str:
    return ctx.translations(f"setup-group-{group}")


def _render_settings_with_values(ctx: Context, setting_names: Sequence[str]) -> list[str]:
    text = ctx.translations
    return [
        text(
            "setup-line",
            setting=settings.format_setting_title(name, text),
            value=settings.render_setting_value(name, getattr(ctx.settings, name), text),
        )
        for name in setting_names
    ]


# Commands

AUTO = "auto"
"""The choice that leaves the language to Discord."""


@slash_command("server", SETTINGS_ACCESS)
async def show_server_settings(ctx: Context) -> None:
    """Show an overview of the server's settings in a new message."""
    page = render_settings_overview_page(ctx, 0)
    await send_answer(ctx, embed=page.embed, view=page.view)


@slash_command("language", SETTINGS_ACCESS)
@translate_command_options(language="language")
@set_fixed_option_choices(language=("language", [*LOCALES, AUTO]))
async def set_server_language(ctx: Context, language: Choice[str]) -> None:
    """Set the language of the server's public messages, or use the language set on Discord."""
    chosen = find_supported_locale(language.value)
    entry = await _store_changed_setting(ctx, "language", lambda _: chosen)
    named = ctx.translations(f"language-{chosen or AUTO}")
    await send_answer(ctx, ctx.translations("done-language", language=named))
    await _update_server_after_setting_change(ctx, entry)


@slash_command("timezone", SETTINGS_ACCESS)
@translate_command_options(zone="zone")
@set_option_suggestions(zone=autocomplete_time_zone)
async def set_server_time_zone(ctx: Context, zone: Range[str, 1, LONGEST_ZONE]) -> None:
    """Set the time zone in which the server's days begin."""
    chosen = parse_time_zone(zone)
    entry = await _store_changed_setting(ctx, "timezone", lambda _: chosen)
    now = format_time_in_time_zone(chosen, discord.utils.utcnow())
    said = [
        ctx.translations("done-timezone", zone=escape_markdown(chosen), now=now),
        *await _render_time_of_next_weekly_post(ctx),
    ]
    await send_answer(ctx, "\n".join(said))
    await _update_server_after_setting_change(ctx, entry)


# Buttons and menus; the custom id names the setting, its group, or all of them


async def show_settings_overview(ctx: Context, **_: str) -> None:
    """Show the overview of all settings in place of the private message."""
    await _replace_message_with_settings_page(ctx, render_settings_overview_page(ctx, 0))


async def show_bot_permission_checks(ctx: Context, **_: str) -> None:
    """Show whether the bot can use the channels and roles in the settings."""
    page = render_settings_overview_page(ctx, 0)
    await answer_by_editing_message(ctx, embeds=[page.embed, render_bot_permission_checks(ctx)], view=page.view)


async def show_settings_group_page(ctx: Context, group: str, page: int) -> None:
    if group == ALL_SETTINGS:
        await _replace_message_with_settings_page(ctx, render_settings_overview_page(ctx, page))
    else:
        await _replace_message_with_settings_page(ctx, render_settings_group_page(ctx, group, page))


async def show_selected_setting_or_group(ctx: Context, selection: str, **_: str) -> None:
    if selection.startswith(GROUP_PREFIX):
        await _replace_message_with_settings_page(
            ctx, render_settings_group_page(ctx, selection.removeprefix(GROUP_PREFIX), 0)
        )
    else:
        await _show_setting_page(ctx, selection)


async def show_setting(ctx: Context, setting: str, **_: str) -> None:
    await _show_setting_page(ctx, setting)


async def turn_setting_menu_page(ctx: Context, setting: str, page: int) -> None:
    await _show_setting_page(ctx, setting, page=page)


async def set_setting_to_selected_value(ctx: Context, setting: str, fresh: str = "") -> None:
    if not ctx.menu_values:
        raise Refusal("unknown-button")
    settings.find_setting_definition(setting)
    _, _, page = fresh.partition(":")
    read = partial(
        settings.parse_selected_setting_value,
        setting,
        ctx.menu_values,
        ctx.channel_address.guild,
        server_choices=list_server_specific_setting_choices(ctx, setting),
        page=int(page) if is_ascii_number(page) else 0,
    )
    await _save_setting_and_show_its_page(ctx, setting, lambda previous: read(previous_value=previous))


async def open_form_for_multiline_setting(ctx: Context, setting: str, **_: str) -> None:
    """Open the modal in which a setting with several lines is typed."""
    form = _find_multiline_setting_form(setting)
    asking = ui.Modal(
        title=clean_label_text(ctx.translations(f"setting-{setting}"), 45), custom_id=f"setup:{setting}:typed"
    )
    asking.stop()
    inputs = form.split_setting_into_modal_inputs(getattr(ctx.settings, setting), ctx.translations)
    for field, lines in zip(LINES_FIELDS, inputs, strict=False):
        typed: ui.TextInput[ui.Modal] = ui.TextInput(
            custom_id=field,
            style=discord.TextStyle.paragraph,
            required=False,
            max_length=settings.MAX_LINES_LENGTH,
            default=lines or None,
        )
        label = clean_label_text(ctx.translations(form.label), 45)
        asking.add_item(ui.Label(text=label, component=typed))
    await show_modal(ctx, asking)


async def set_setting_from_modal_lines(ctx: Context, setting: str, **_: str) -> None:
    form = _find_multiline_setting_form(setting)
    typed = "\n".join(ctx.modal_fields.get(field, "") for field in LINES_FIELDS)
    shown = getattr(ctx.settings, setting)
    await _save_setting_and_show_its_page(ctx, setting, lambda before: form.read(typed, shown, before))


def _find_multiline_setting_form(setting_name: str) -> settings.MultilineSettingForm:
    """Return the form of a setting that is typed as lines. Raises `Refusal` for other settings."""
    if settings.find_setting_definition(setting_name).kind != "lines":
        raise Refusal("unknown-button")
    return settings.LINES[setting_name]


async def reset_setting(ctx: Context, setting: str, **_: str) -> None:
    """Set a setting to its default."""
    if settings.find_setting_definition(setting).unset is None:
        raise Refusal("unknown-button")
    value = getattr(type(ctx.settings)(), setting)
    await _save_setting_and_show_its_page(ctx, setting, lambda _: value)


async def _save_setting_and_show_its_page(
    ctx: Context, setting_name: str, compute_new_value: Callable[[Any], Any]
) -> None:
    entry = await _store_changed_setting(ctx, setting_name, compute_new_value)
    await _show_setting_page(ctx, setting_name, is_saved=True)
    await _update_server_after_setting_change(ctx, entry)


async def _store_changed_setting(
    ctx: Context, setting_name: str, compute_new_value: Callable[[Any], Any]
) -> AuditEntry | None:
    guild = ctx.channel_address.guild
    now = discord.utils.utcnow()
    who = await ctx.load_or_create_person_of_user()
    guilds = ctx.services.guilds
    entry = await guilds.update_setting_by_function(
        guild, setting_name, compute_new_value, who, ctx.interaction.id, now
    )
    await ctx.reload_server_settings()
    return entry


async def _update_server_after_setting_change(ctx: Context, audit_entry: AuditEntry | None) -> None:
    """Log a changed setting, and update the boards and roles that depend on the setting."""
    if audit_entry is None:
        return
    if audit_entry.details["setting"] in settings.ON_BOARDS:
        await ctx.services.keeper.redraw_boards_of_server(audit_entry.guild)
    if audit_entry.details["setting"] == CHAMPION_ROLE:
        ctx.services.champion_role.schedule_server_sync(audit_entry.guild)
    if audit_entry.details["setting"] == MODULES_SETTING:
        ctx.services.modules.schedule_server_sync(audit_entry.guild)
    if audit_entry.details["setting"] == SEAT_LISTS:
        ctx.services.seat_lists.recheck_seat_lists_after_setting_change(audit_entry.guild)
    else:
        ctx.services.seat_lists.recheck_free_seat_lists(audit_entry.guild)
    await audit_trail.post_audit_entry_in_log_channel(ctx, audit_entry)


async def _show_setting_page(
    ctx: Context, setting_name: str, *, is_saved: bool = False, page: int | None = None
) -> None:
    """Show a setting with a page of its menu; `page` None means the page with the current value."""
    settings.find_setting_definition(setting_name)
    remarks = await _render_time_of_next_weekly_post(ctx) if setting_name in settings.SCHEDULING else ()
    await _replace_message_with_settings_page(
        ctx, render_setting_page(ctx, setting_name, remarks, is_saved=is_saved, page=page)
    )


async def _render_time_of_next_weekly_post(ctx: Context) -> Sequence[str]:
    guild = ctx.channel_address.guild
    now = discord.utils.utcnow()
    schedule = ctx.settings.weekly_post_schedule
    if schedule is None:
        return ()
    due = weeks.find_next_weekly_post_time(schedule, await ctx.services.posts.load_last_posted_week(guild), now, now)
    return (ctx.translations("setup-next-post", due=discord.utils.format_dt(due, "F")),)


async def _replace_message_with_settings_page(ctx: Context, page: SettingsPage) -> None:
    await answer_by_editing_message(ctx, embeds=[page.embed], view=page.view)


def _build_setting_routes(
    setting_name: str, action: str, handler: Handler, parse_selection: Callable[[str], object | None] | None = None
) -> Sequence[CustomIdRoute]:
    """Return the custom id routes of a setting's button or menu.

    Their custom ids may have a varying end.
    """
    pattern = f"setup:{setting_name}:{action}"
    return [
        CustomIdRoute(each, handler, SETTINGS_ACCESS, f"setup:{action}", picked=parse_selection)
        for each in (pattern, pattern + ":{fresh*}")
    ]


ROUTES = (
    *_build_setting_routes(ALL_SETTINGS, "show", show_settings_overview),
    *_build_setting_routes(ALL_SETTINGS, "test", show_bot_permission_checks),
    *_build_setting_routes("{name}", "menu", show_selected_setting_or_group, str),
    CustomIdRoute("setup:{group}:group:{page:int}", show_settings_group_page, SETTINGS_ACCESS),
    CustomIdRoute("setup:{setting}:page:{page:int}", turn_setting_menu_page, SETTINGS_ACCESS),
    *_build_setting_routes("{setting}", "show", show_setting),
    *_build_setting_routes("{setting}", "set", set_setting_to_selected_value),
    *_build_setting_routes("{setting}", "unset", reset_setting),
    *_build_setting_routes("{setting}", "lines", open_form_for_multiline_setting),
    *_build_setting_routes("{setting}", "typed", set_setting_from_modal_lines),
)
