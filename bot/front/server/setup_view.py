"""What the wizard of `/setup server` looks like: the groups of settings, one group, one setting.

However many there are: where a menu has more than Discord takes, it has pages.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import discord
from discord import ui

from bot.front.interaction.context import Context
from bot.front.pods.agreement import find_variants
from bot.front.rendering import controls, embeds
from bot.front.rendering.escaping import clean_label
from bot.front.server import settings
from bot.front.server.settings import SETTINGS, cut_page, find_last_page
from bot.front.server.setup_tests import find_troubles
from bot.rules.refusals import Refusal

ALL = "all"
"""Stands for every setting, and for every group, in a custom id."""

GROUP = "group:"
"""What the value of an option begins with that leads to a group, and not to a setting."""

_ABOUT = 100  # characters below an option, Discord's limit


class SetupPage(NamedTuple):
    """A page of the wizard."""

    embed: discord.Embed
    view: ui.View


def render_overview(ctx: Context, page: int) -> SetupPage:
    """Show all that is set, group by group, and a menu of the groups."""
    text, groups = ctx.text, settings.list_groups()
    at = min(page, find_last_page(len(groups)))
    shown = cut_page([*groups], at)
    embed = discord.Embed(title=text("setup-title"), colour=embeds.COLOURS["lobby"])
    embed.description = text("setup-intro")
    for group in shown:
        lines = "\n".join(_render_lines(ctx, groups[group]))
        embed.add_field(name=_name_group(ctx, group), value=lines, inline=False)
    options = [
        discord.SelectOption(
            label=clean_label(_name_group(ctx, group), 100),
            emoji=SETTINGS[groups[group][0]].emoji,
            value=f"{GROUP}{group}",
            description=clean_label(
                text.join([text(f"setting-{name}") for name in groups[group]]), _ABOUT
            ),
        )
        for group in shown
    ]
    menu = _make_menu(ctx, text("setup-groups"), options)
    test = _make_button(f"setup:{ALL}:test", text("setup-test"), "🔎", discord.ButtonStyle.primary)
    turning = _make_page_buttons(f"setup:{ALL}:group", at, len(groups))
    return SetupPage(embed, controls.make_unstored_view([menu, *turning, test]))


def render_group(ctx: Context, group: str, page: int) -> SetupPage:
    """Show what is set of one group, and a menu of its settings. Raises `Refusal`."""
    text, names = ctx.text, settings.list_groups().get(group)
    if names is None:
        raise Refusal("unknown-button")
    at = min(page, find_last_page(len(names)))
    embed = discord.Embed(title=_name_group(ctx, group), colour=embeds.COLOURS["lobby"])
    embed.description = "\n".join(_render_lines(ctx, cut_page(names, at)))
    options = [
        discord.SelectOption(
            label=clean_label(text(f"setting-{name}"), 100), emoji=SETTINGS[name].emoji, value=name
        )
        for name in cut_page(names, at)
    ]
    menu = _make_menu(ctx, text("setup-menu"), options)
    turning = _make_page_buttons(f"setup:{group}:group", at, len(names))
    return SetupPage(embed, controls.make_unstored_view([menu, *turning, _make_all(ctx)]))


def render_setting(
    ctx: Context, name: str, remarks: Sequence[str], *, saved: bool, page: int | None
) -> SetupPage:
    """Show one setting: what it is about, how it is set, and what else it could be."""
    text, value, own = ctx.text, getattr(ctx.settings, name), find_own(ctx, name)
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


def find_own(ctx: Context, name: str) -> Collection[str]:
    """Return what can be chosen beside the words of a setting: variants of the server's own."""
    return tuple(find_variants(ctx)) if name == "variant" else ()


def _make_setting_buttons(ctx: Context, name: str) -> list[ui.Button[ui.View]]:
    """The buttons below a setting: to unset it, to its group and all others, and to the next."""
    setting, text, offered = SETTINGS[name], ctx.text, settings.list_offered()
    items = []
    if setting.unset is not None:
        unset = _make_button(f"setup:{name}:unset", clean_label(text(setting.unset)), "↩️")
        unset.disabled = not getattr(ctx.settings, name)
        items.append(unset)
    at = settings.list_groups()[setting.group].index(name) // settings.MENU
    label = clean_label(_name_group(ctx, setting.group))
    items.append(_make_button(f"setup:{setting.group}:group:{at}", label, "🔼"))
    items.append(_make_all(ctx))
    following = offered[offered.index(name) + 1 :]
    if following:
        label = text("setup-next", setting=text(f"setting-{following[0]}"))
        style = discord.ButtonStyle.primary
        items.append(_make_button(f"setup:{following[0]}:show", clean_label(label), "▶️", style))
    return items


def _make_all(ctx: Context) -> ui.Button[ui.View]:
    return _make_button(f"setup:{ALL}:show", ctx.text("setup-all"), "⚙️")


def _make_menu(
    ctx: Context, placeholder: str, options: list[discord.SelectOption]
) -> ui.Select[ui.View]:
    custom_id = _make_id(ctx, ALL, "menu")
    return ui.Select(
        placeholder=clean_label(placeholder, 150), options=options, custom_id=custom_id
    )


def _make_page_buttons(what: str, page: int, count: int) -> list[ui.Item[ui.View]]:
    """Back and forth, where there is more than a page."""
    last = find_last_page(count)
    return controls.make_page_buttons(what, page, last) if last else []


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
