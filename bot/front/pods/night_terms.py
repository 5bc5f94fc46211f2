"""The terms of a night as its organiser types and picks them."""

import re

import discord
from discord import ui
from msgspec.structs import replace

from bot.front.background.night_threads import THREAD_PERMISSIONS, find_missing_for_pod_threads
from bot.front.background.servers import is_used_in
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_id, parse_number
from bot.front.pods.agreement import MAX_TITLE_LENGTH
from bot.front.pods.setup_draft import TITLE_FIELD
from bot.front.rendering.board_layout import find_missing_for_board
from bot.front.rendering.modals import make_input, make_modal
from bot.i18n import Catalogue
from bot.nights.sizes import PREFERRED_SIZE, propose_sizes
from bot.nights.terms import MAX_CHANNELS, NightTerms
from bot.pairing import Mode
from bot.rules.records import Setup
from bot.rules.refusals import Refusal
from bot.rules.seats import find_sizes, format_sizes

SIZES_FIELD = "sizes"
ROUNDS_FIELD = "rounds"
MINUTES_FIELD = "minutes"

_LONGEST_SIZES = 40
"""Characters of the field for pod sizes."""


def propose_terms(setup: Setup, rounds: int, minutes: int, mode: Mode = "fresh") -> NightTerms:
    """Return the terms of a night with the sizes that follow from its variant and table."""
    sizes = propose_sizes(setup)
    allowed, may = (tuple(sorted(each)) for each in (sizes.allowed, sizes.may))
    return NightTerms(rounds, minutes, mode, allowed, sizes.preferred, may)


# What is rare, in a modal


def make_form(custom_id: str, setup: Setup, terms: NightTerms, text: Catalogue) -> ui.Modal:
    """Return the modal in which a night that was shown can be changed."""
    title = make_input(TITLE_FIELD, MAX_TITLE_LENGTH, setup.title or "", required=False)
    return make_modal(
        custom_id,
        text("plan-button-terms"),
        [
            (text("change-form-title"), text("change-form-title-about"), title),
            (
                text("night-form-sizes"),
                text("night-form-sizes-about"),
                make_input(SIZES_FIELD, _LONGEST_SIZES, format_sizes(terms.allowed)),
            ),
            (text("night-form-rounds"), "", make_input(ROUNDS_FIELD, 3, str(terms.rounds))),
            (text("night-form-minutes"), "", make_input(MINUTES_FIELD, 4, str(terms.minutes))),
        ],
    )


def read_form(ctx: Context, setup: Setup, terms: NightTerms) -> NightTerms:
    """Return the terms as the modal changes them. Raises `Refusal`."""
    allowed = _read_sizes(ctx.fields.get(SIZES_FIELD, ""))
    playable = {*find_sizes(setup)}
    if not allowed or not {*allowed} <= playable:
        raise Refusal("night-sizes", sizes=format_sizes(sorted(playable)))
    preferred = min(allowed, key=lambda size: (abs(size - PREFERRED_SIZE), size))
    proposed = propose_sizes(setup)
    return replace(
        terms,
        rounds=_read_number(ctx, ROUNDS_FIELD),
        minutes=_read_number(ctx, MINUTES_FIELD),
        allowed=allowed,
        preferred=preferred,
        may=tuple(sorted({*proposed.may, *allowed})),
    )


def _read_number(ctx: Context, field: str) -> int:
    """Return the number in a field; 0, which the rules refuse, if it is none."""
    return parse_number(ctx.fields.get(field, "").strip()) or 0


def _read_sizes(typed: str) -> tuple[int, ...]:
    """Return the sizes in a text such as `3–4` or `3, 5`; nothing if it is no such text."""
    found: set[int] = set()
    for part in re.split(r"[\s,;+]+", re.sub(r"\s*[-–—]\s*", "-", typed.strip())):
        first, _, last = part.partition("-")
        low, high = parse_number(first), parse_number(last or first)
        if low is None or high is None or not 1 <= low <= high <= 99:
            return ()
        found.update(range(low, high + 1))
    return tuple(sorted(found))


# Where pods are opened


def needs_channels(ctx: Context) -> bool:
    """Return whether the pods of a night here need channels, as they cannot have threads."""
    return find_missing_for_pod_threads(ctx.at.channel) != ()


def make_channel_menu(custom_id: str, terms: NightTerms, text: Catalogue) -> ui.Item[ui.View]:
    """Return the menu in which the channels for a night's pods are picked."""
    return ui.ChannelSelect(
        custom_id=custom_id,
        placeholder=text("night-channels-pick"),
        channel_types=[discord.ChannelType.text, discord.ChannelType.voice],
        max_values=MAX_CHANNELS,
        default_values=[
            discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType.channel)
            for each in terms.channels
        ],
    )


def read_channels(ctx: Context, terms: NightTerms) -> NightTerms:
    """Return the terms with the picked channels. Raises `Refusal` for one that cannot be used."""
    picked = tuple(dict.fromkeys(int(each) for each in ctx.values if is_id(each)))
    for channel in picked:
        _check_channel(ctx, channel)
    return replace(terms, channels=picked[:MAX_CHANNELS])


def _check_channel(ctx: Context, channel: int) -> None:
    user = ctx.interaction.user
    found = _find_usable(ctx, channel)
    sees = (
        found is not None
        and isinstance(user, discord.Member)
        and found.permissions_for(user).view_channel
    )
    if not sees:
        raise Refusal("night-bad-channel", channel=f"<#{channel}>")


def _find_usable(ctx: Context, channel: int) -> discord.abc.GuildChannel | None:
    """Return a channel in which the bot can open pods; None if it cannot."""
    guild = ctx.interaction.guild
    found = None if guild is None else guild.get_channel(channel)
    if guild is None or not isinstance(found, discord.TextChannel | discord.VoiceChannel):
        return None
    missing = find_missing_for_board(found.permissions_for(guild.me), in_thread=False)
    return found if is_used_in(ctx.settings, channel, found) and not missing else None


def count_rooms(ctx: Context, terms: NightTerms) -> int:
    """Return in how many of the channels that a night names pods can be opened."""
    return sum(_find_usable(ctx, each) is not None for each in terms.channels)


def check_openable(ctx: Context, home: int, terms: NightTerms) -> None:
    """Raise `Refusal` if the pods of a night in the channel `home` could be opened nowhere now."""
    guild = ctx.interaction.guild
    if guild is None:
        return
    if terms.channels:
        if not count_rooms(ctx, terms):
            channels = " ".join(f"<#{each}>" for each in terms.channels)
            raise Refusal("night-no-channel", channels=channels)
        return
    missing = find_missing_for_pod_threads(guild.get_channel(home))
    if missing != ():
        missing = missing or THREAD_PERMISSIONS
        raise Refusal("night-no-threads", channel=f"<#{home}>", missing=missing)


def check_room(ctx: Context, terms: NightTerms) -> None:
    """Raise `Refusal` if the pods of a night could be opened nowhere."""
    if not terms.channels and needs_channels(ctx):
        raise Refusal("night-no-room")
