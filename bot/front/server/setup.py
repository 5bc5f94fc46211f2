"""The wizard of `/setup server`: a private message that shows what is set, and changes it.

Nothing is remembered between two presses but what is saved: each custom id says what it does.
Who presses is looked at anew each time.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Any

import discord
from discord import ui

from bot import weeks
from bot.front.background import champion_role, posting
from bot.front.interaction.desk import MODERATES, Asked, Desk, desk_of, lacking
from bot.front.pods import threads
from bot.front.rendering import controls, embeds
from bot.front.rendering.escaping import cut, plain, shown
from bot.front.server import audit_trail, settings, zones
from bot.front.server.settings import OFFERED, SETTINGS
from bot.i18n import Catalogue, closest
from bot.rules.refusals import Refusal
from bot.storage.record.audit import Entry
from bot.storage.servers.guilds import ServerSettings
from bot.storage.tables.champions import SETTING as CHAMPION_ROLE

LOG = discord.Permissions(view_channel=True, send_messages=True)
"""What the bot needs in the channel that it keeps the log in."""


async def overview(asked: Asked) -> None:
    """Everything that is set, in a new message."""
    desk = desk_of(asked)
    embed, view = _all(asked, await desk.settings(asked), desk.text(asked))
    await desk.say(asked, embed=embed, view=view)


async def set_language(asked: Asked, value: str) -> None:
    """The language of the server's public messages; `auto` leaves it to Discord."""
    desk = desk_of(asked)
    language = closest(value)
    entry = await _change(desk, asked, "language", language)
    text = desk.text(asked)
    await desk.say(asked, text("done-language", language=text(f"language-{language or 'auto'}")))
    await _follow(desk, asked, entry)


async def set_timezone(asked: Asked, typed: str) -> None:
    """Where the server's days begin at midnight."""
    desk = desk_of(asked)
    zone = zones.found(typed)
    entry = await _change(desk, asked, "timezone", zone)
    now = zones.clock(zone, discord.utils.utcnow())
    said = [desk.text(asked)("done-timezone", zone=shown(zone), now=now)]
    said += await _next_post(desk, asked)
    await desk.say(asked, "\n".join(said))
    await _follow(desk, asked, entry)


# Pressing


async def pressed(asked: Asked, name: str, action: str, values: Sequence[str]) -> None:
    """A button or a menu of the wizard; `name` is the setting that it is about, or `ALL`."""
    desk = desk_of(asked)
    match action:
        case "show" | "test" if name == ALL:
            await _show_all(desk, asked, tested=action == "test")
        case "menu" if values and values[0] in SETTINGS:
            await _show(desk, asked, values[0])
        case "show" if name in SETTINGS:
            await _show(desk, asked, name)
        case "set" if name in SETTINGS and values:
            own, guild = await _own(desk, asked, name), desk.place(asked).guild
            await _set(desk, asked, name, settings.chosen(name, values, guild, own))
        case "unset" if name in SETTINGS and SETTINGS[name].unset is not None:
            await _set(desk, asked, name, getattr(ServerSettings(), name))
        case _:
            raise Refusal("unknown-button")


ALL = "all"
ACTIONS = ("show", "test", "menu", "set", "unset")


async def _set(desk: Desk, asked: Asked, name: str, value: Any) -> None:
    entry = await _change(desk, asked, name, value)
    await _show(desk, asked, name, saved=True)
    await _follow(desk, asked, entry)


async def _change(desk: Desk, asked: Asked, name: str, value: Any) -> Entry | None:
    guild, now = desk.place(asked).guild, discord.utils.utcnow()
    return await desk.guilds.change(guild, name, value, await desk.person(asked), asked.id, now)


async def _follow(desk: Desk, asked: Asked, entry: Entry | None) -> None:
    """What comes of a change, once whoever made it is answered."""
    if entry is None:
        return
    if entry.details["setting"] in settings.ON_BOARDS:
        await desk.keeper.relabel(entry.guild)
    if entry.details["setting"] == CHAMPION_ROLE:
        desk.crown.renewed(entry.guild)
    await audit_trail.post(asked, entry)


# What it looks like


async def _show_all(desk: Desk, asked: Asked, *, tested: bool) -> None:
    now, text = await desk.settings(asked), desk.text(asked)
    embed, view = _all(asked, now, text)
    embeds = [embed, _tested(asked, now, text)] if tested else [embed]
    await desk.change(asked, embeds=embeds, view=view)


def _all(asked: Asked, now: ServerSettings, text: Catalogue) -> tuple[discord.Embed, ui.View]:
    embed = discord.Embed(title=text("setup-title"), colour=embeds.COLOURS["lobby"])
    embed.description = text("setup-intro")
    for group, names in groupby(OFFERED, key=lambda name: SETTINGS[name].group):
        lines = [
            text("setup-line", setting=settings.title(name, text), value=_value(now, name, text))
            for name in names
        ]
        embed.add_field(name=text(f"setup-group-{group}"), value="\n".join(lines), inline=False)
    options = [
        discord.SelectOption(
            label=plain(text(f"setting-{name}"), 100), emoji=SETTINGS[name].emoji, value=name
        )
        for name in OFFERED
    ]
    change: ui.Select[ui.View] = ui.Select(
        placeholder=text("setup-menu"),
        options=options,
        custom_id=_fresh(asked, ALL, "menu"),
    )
    test = _button(f"setup:{ALL}:test", text("setup-test"), "🔎", discord.ButtonStyle.primary)
    return embed, controls.unstored([change, test])


async def _show(desk: Desk, asked: Asked, name: str, *, saved: bool = False) -> None:
    """One setting: what it is about, how it is set, and what else it could be."""
    now, text = await desk.settings(asked), desk.text(asked)
    parts = [
        text(f"setting-{name}-about"),
        text("setup-now", value=_value(now, name, text)),
        *([text("setup-saved")] if saved else []),
        *(await _next_post(desk, asked) if name in settings.SCHEDULING else []),
        *_troubles(asked, now, name, text),
    ]
    embed = discord.Embed(title=settings.title(name, text), colour=embeds.COLOURS["lobby"])
    embed.description = cut("\n\n".join(parts), embeds.DESCRIPTION)
    own = await _own(desk, asked, name)
    await desk.change(asked, embed=embed, view=_view(asked, now, name, text, own))


async def _next_post(desk: Desk, asked: Asked) -> Sequence[str]:
    """When the next weekly post is due, where there are any."""
    guild, now = desk.place(asked).guild, discord.utils.utcnow()
    schedule = (await desk.settings(asked)).schedule
    if schedule is None:
        return ()
    due = weeks.upcoming(schedule, await desk.posts.last(guild), now, now)
    return (desk.text(asked)("setup-next-post", due=discord.utils.format_dt(due, "F")),)


async def _own(desk: Desk, asked: Asked, name: str) -> Collection[str]:
    """What can be chosen on this server beside the words of a setting: variants of its own."""
    return tuple(await desk.variants(asked)) if name == "variant" else ()


def _view(
    asked: Asked, now: ServerSettings, name: str, text: Catalogue, own: Collection[str]
) -> ui.View:
    value, setting = getattr(now, name), SETTINGS[name]
    menu = settings.menu(name, value, text, _fresh(asked, name, "set"), own)
    items = [] if menu is None else [menu]
    if setting.unset is not None:
        unset = _button(f"setup:{name}:unset", plain(text(setting.unset)), "↩️")
        unset.disabled = not value
        items.append(unset)
    items.append(_button(f"setup:{ALL}:show", text("setup-all"), "⚙️"))
    following = OFFERED[OFFERED.index(name) + 1 :]
    if following:
        label = text("setup-next", setting=text(f"setting-{following[0]}"))
        style = discord.ButtonStyle.primary
        items.append(_button(f"setup:{following[0]}:show", plain(label), "▶️", style))
    return controls.unstored(items)


def _fresh(asked: Asked, name: str, action: str) -> str:
    """The custom id of a menu, another one each time.

    In the same one a client goes on showing what was picked last, and nobody can pick that again.
    """
    return f"setup:{name}:{action}:{asked.id}"


def _button(
    custom_id: str,
    label: str,
    emoji: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> ui.Button[ui.View]:
    return ui.Button(custom_id=custom_id, label=label, emoji=emoji, style=style)


def _value(now: ServerSettings, name: str, text: Catalogue) -> str:
    return settings.said(name, getattr(now, name), text)


# What the bot may do


def _tested(asked: Asked, now: ServerSettings, text: Catalogue) -> discord.Embed:
    lines = cut("\n".join(_tests(asked, now, text)), embeds.DESCRIPTION)
    colour = embeds.COLOURS["lobby"]
    return discord.Embed(title=text("setup-tested"), description=lines, colour=colour)


def _tests(asked: Asked, now: ServerSettings, text: Catalogue) -> Iterator[str]:
    """A line for each channel where the bot is used, or for this one, and for the log."""
    for channel in _used(asked, now):
        problem = _board_trouble(asked, now, channel, text)
        yield problem or text("setup-tested-well", channel=f"<#{channel}>")
    if now.log_channel is not None:
        problem = _log_trouble(asked, now.log_channel, text)
        yield problem or text("setup-tested-log", channel=f"<#{now.log_channel}>")
    if now.weekly is not None:
        problem = _weekly_trouble(asked, now.weekly, text)
        yield problem or text("setup-tested-weekly", channel=f"<#{now.weekly}>")
    yield from _role_troubles(asked, now, text)
    if now.champion_role is not None:
        problem = _crown_trouble(asked, now.champion_role, text)
        yield problem or text("crown-well", role=f"<@&{now.champion_role}>")


def _troubles(asked: Asked, now: ServerSettings, name: str, text: Catalogue) -> Iterator[str]:
    """What stands in the way of one setting."""
    found: Sequence[str | None] = ()
    match name:
        case "channels":
            found = [_board_trouble(asked, now, channel, text) for channel in now.channels]
        case "threads" if now.threads == "thread":
            found = [_board_trouble(asked, now, channel, text) for channel in _used(asked, now)]
        case "log_channel" if now.log_channel is not None:
            found = [_log_trouble(asked, now.log_channel, text)]
        case "weekly" if now.weekly is not None:
            found = [_weekly_trouble(asked, now.weekly, text)]
        case "moderator_role":
            found = [*_role_troubles(asked, now, text), *_role_hints(asked, now, text)]
        case "champion_role" if now.champion_role is not None:
            found = [_crown_trouble(asked, now.champion_role, text)]
    if troubles := "\n".join(filter(None, found)):
        yield troubles


def _role_troubles(asked: Asked, now: ServerSettings, text: Catalogue) -> Iterator[str]:
    role = now.moderator_role
    if role is not None and asked.guild is not None and asked.guild.get_role(role) is None:
        yield text("setup-tested-role")


def _role_hints(asked: Asked, now: ServerSettings, text: Catalogue) -> Iterator[str]:
    """What else it takes for the role's members to see the commands that they may use."""
    role = asked.guild.get_role(now.moderator_role) if asked.guild and now.moderator_role else None
    if role is None or role.permissions.administrator or role.permissions >= MODERATES:
        return
    yield text("setup-moderator-commands", role=role.mention)


def _crown_trouble(asked: Asked, role: int, text: Catalogue) -> str | None:
    """Why the first of the season cannot be given their role; None if nothing prevents it."""
    problem = None if asked.guild is None else champion_role.trouble(asked.guild, role)
    return None if problem is None else text(f"crown-{problem}", role=f"<@&{role}>")


def _used(asked: Asked, now: ServerSettings) -> Sequence[int]:
    """The channels where the bot is used, or this one."""
    assert asked.channel_id is not None
    return now.channels or (asked.channel_id,)


def _board_trouble(asked: Asked, now: ServerSettings, channel: int, text: Catalogue) -> str | None:
    """Why pods cannot be shown in a channel as they should be; None if nothing prevents it."""
    found: object
    if channel == asked.channel_id:
        found, allowed = asked.channel, asked.app_permissions
    else:
        found = _channel(asked, channel)
        if found is None:
            return text("setup-tested-gone", channel=f"<#{channel}>")
        allowed = _allowed(found)
    if now.threads == "thread" and threads.possible(found):
        return _lacks(channel, threads.lacking(allowed), text)
    in_thread = isinstance(found, discord.Thread | discord.ForumChannel)
    return _lacks(channel, lacking(allowed, in_thread=in_thread), text)


def _log_trouble(asked: Asked, channel: int, text: Catalogue) -> str | None:
    """Why the log cannot be kept in a channel; None if nothing prevents it."""
    found = _channel(asked, channel)
    if found is None:
        return text("setup-tested-gone", channel=f"<#{channel}>")
    allowed = dict(_allowed(found))
    return _lacks(channel, [n for n, needed in LOG if needed and not allowed[n]], text)


def _weekly_trouble(asked: Asked, channel: int, text: Catalogue) -> str | None:
    """Why weekly posts cannot be sent to a channel; None if nothing prevents it."""
    found = _channel(asked, channel)
    if found is None:
        return text("setup-tested-gone", channel=f"<#{channel}>")
    return _lacks(channel, posting.lacking(found), text)


def _lacks(channel: int, missing: Sequence[str], text: Catalogue) -> str | None:
    if not missing:
        return None
    permissions = ", ".join(text(f"permission-{name}") for name in missing)
    return text("setup-tested-missing", channel=f"<#{channel}>", missing=permissions)


def _channel(asked: Asked, id: int) -> discord.abc.GuildChannel | None:
    return None if asked.guild is None else asked.guild.get_channel(id)


def _allowed(channel: discord.abc.GuildChannel) -> discord.Permissions:
    """What the settings say; `channel.permissions_for` takes embeds from whoever may not write."""
    return discord.abc.GuildChannel.permissions_for(channel, channel.guild.me)
