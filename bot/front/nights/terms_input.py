"""The terms of a night (rounds, minutes, pod sizes, channels) as user input."""

import re

import discord
from discord import ui
from msgspec.structs import replace

from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_discord_id, parse_number
from bot.front.nights.night_threads import THREAD_PERMISSIONS, find_missing_thread_permissions
from bot.front.pods.game_options import MAX_TITLE_LENGTH
from bot.front.pods.setup_draft import TITLE_FIELD
from bot.front.publishing.loaded_servers import is_channel_allowed
from bot.front.ui.message_layout import list_missing_board_permissions
from bot.front.ui.modals import build_modal, build_text_input
from bot.i18n import Catalogue
from bot.nights.pairing import Mode
from bot.nights.sizes import PREFERRED_SIZE, propose_pod_sizes
from bot.nights.terms import MAX_CHANNELS, NightTerms
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.seats import format_player_counts, list_player_counts

SIZES_FIELD = "sizes"
ROUNDS_FIELD = "rounds"
MINUTES_FIELD = "minutes"

_LONGEST_SIZES = 40
"""Characters of the field for pod sizes."""


def propose_night_terms(
    setup: PodSetup, rounds: int, minutes: int, mode: Mode = "fresh"
) -> NightTerms:
    """Return the terms of a night, with the pod sizes that suit its variant and table."""
    sizes = propose_pod_sizes(setup)
    allowed, may = (tuple(sorted(each)) for each in (sizes.allowed, sizes.may))
    return NightTerms(rounds, minutes, mode, allowed, sizes.preferred, may)


# What is rare, in a modal


def build_night_terms_modal(
    custom_id: str, setup: PodSetup, terms: NightTerms, catalogue: Catalogue
) -> ui.Modal:
    """Build the modal in which the organiser changes a previewed night."""
    title = build_text_input(TITLE_FIELD, MAX_TITLE_LENGTH, setup.title or "", is_required=False)
    return build_modal(
        custom_id,
        catalogue("plan-button-terms"),
        [
            (catalogue("change-form-title"), catalogue("change-form-title-about"), title),
            (
                catalogue("night-form-sizes"),
                catalogue("night-form-sizes-about"),
                build_text_input(SIZES_FIELD, _LONGEST_SIZES, format_player_counts(terms.allowed)),
            ),
            (
                catalogue("night-form-rounds"),
                "",
                build_text_input(ROUNDS_FIELD, 3, str(terms.rounds)),
            ),
            (
                catalogue("night-form-minutes"),
                "",
                build_text_input(MINUTES_FIELD, 4, str(terms.minutes)),
            ),
        ],
    )


def parse_night_terms(ctx: Context, setup: PodSetup, terms: NightTerms) -> NightTerms:
    """Return a night's terms as the modal changes them. Raises `Refusal`."""
    allowed = _parse_pod_sizes(ctx.modal_fields.get(SIZES_FIELD, ""))
    playable = {*list_player_counts(setup)}
    if not allowed or not {*allowed} <= playable:
        raise Refusal("night-sizes", sizes=format_player_counts(sorted(playable)))
    preferred = min(allowed, key=lambda size: (abs(size - PREFERRED_SIZE), size))
    proposed = propose_pod_sizes(setup)
    return replace(
        terms,
        rounds=_parse_number_field(ctx, ROUNDS_FIELD),
        minutes=_parse_number_field(ctx, MINUTES_FIELD),
        allowed=allowed,
        preferred=preferred,
        may=tuple(sorted({*proposed.may, *allowed})),
    )


def _parse_number_field(ctx: Context, field: str) -> int:
    """Parse the number in a field; 0, which the rules refuse, if the text is no number."""
    return parse_number(ctx.modal_fields.get(field, "").strip()) or 0


def _parse_pod_sizes(sizes_text: str) -> tuple[int, ...]:
    """Parse pod sizes from a text such as `3–4` or `3, 5`; empty if the text is malformed."""
    found: set[int] = set()
    for part in re.split(r"[\s,;+]+", re.sub(r"\s*[-–—]\s*", "-", sizes_text.strip())):
        first, _, last = part.partition("-")
        low, high = parse_number(first), parse_number(last or first)
        if low is None or high is None or not 1 <= low <= high <= 99:
            return ()
        found.update(range(low, high + 1))
    return tuple(sorted(found))


# Where pods are opened


def needs_channels_for_pods(ctx: Context) -> bool:
    """Return whether a night in this channel needs other channels, because it cannot have
    threads.
    """
    return find_missing_thread_permissions(ctx.location.channel) != ()


def build_pod_channel_menu(
    custom_id: str, terms: NightTerms, catalogue: Catalogue
) -> ui.Item[ui.View]:
    """Build the menu that selects the channels for a night's pods."""
    return ui.ChannelSelect(
        custom_id=custom_id,
        placeholder=catalogue("night-channels-pick"),
        channel_types=[discord.ChannelType.text, discord.ChannelType.voice],
        max_values=MAX_CHANNELS,
        default_values=[
            discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType.channel)
            for each in terms.channels
        ],
    )


def parse_selected_channels(ctx: Context, terms: NightTerms) -> NightTerms:
    """Return a night's terms with the selected channels. Raises `Refusal` for an unusable
    channel.
    """
    picked = tuple(dict.fromkeys(int(each) for each in ctx.menu_values if is_discord_id(each)))
    for channel in picked:
        _require_usable_channel(ctx, channel)
    return replace(terms, channels=picked[:MAX_CHANNELS])


def _require_usable_channel(ctx: Context, channel_id: int) -> None:
    user = ctx.interaction.user
    found = _find_usable_channel(ctx, channel_id)
    sees = (
        found is not None
        and isinstance(user, discord.Member)
        and found.permissions_for(user).view_channel
    )
    if not sees:
        raise Refusal("night-bad-channel", channel=f"<#{channel_id}>")


def _find_usable_channel(ctx: Context, channel_id: int) -> discord.abc.GuildChannel | None:
    """Return a channel by its id; None if the bot cannot open pods there."""
    guild = ctx.interaction.guild
    found = None if guild is None else guild.get_channel(channel_id)
    if guild is None or not isinstance(found, discord.TextChannel | discord.VoiceChannel):
        return None
    missing = list_missing_board_permissions(found.permissions_for(guild.me), in_thread=False)
    return found if is_channel_allowed(ctx.settings, channel_id, found) and not missing else None


def count_usable_channels(ctx: Context, terms: NightTerms) -> int:
    """Return the number of a night's channels in which the bot can open pods."""
    return sum(_find_usable_channel(ctx, each) is not None for each in terms.channels)


def require_channel_for_pods(ctx: Context, channel_id: int, terms: NightTerms) -> None:
    """Raise `Refusal` if a night's pods can be opened nowhere now.

    `channel_id` is the channel of the night.
    """
    guild = ctx.interaction.guild
    if guild is None:
        return
    if terms.channels:
        if not count_usable_channels(ctx, terms):
            channels = " ".join(f"<#{each}>" for each in terms.channels)
            raise Refusal("night-no-channel", channels=channels)
        return
    missing = find_missing_thread_permissions(guild.get_channel(channel_id))
    if missing != ():
        missing = missing or THREAD_PERMISSIONS
        raise Refusal("night-no-threads", channel=f"<#{channel_id}>", missing=missing)


def require_channels_or_threads(ctx: Context, terms: NightTerms) -> None:
    """Raise `Refusal` if a night has no channels for its pods, and its channel cannot have
    threads.
    """
    if not terms.channels and needs_channels_for_pods(ctx):
        raise Refusal("night-no-room")
