"""The terms of a game night (rounds, minutes, pod sizes, channels) as user input."""

import re
from collections.abc import Iterable

import discord
from discord import ui
from msgspec.structs import replace

from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_discord_id, parse_ascii_number
from bot.front.interaction.player_options import list_users_selected_in_menu
from bot.front.nights.night_threads import THREAD_PERMISSIONS, find_missing_thread_permissions
from bot.front.pods.game_options import MAX_TITLE_LENGTH
from bot.front.pods.setup_draft import TITLE_FIELD
from bot.front.publishing.loaded_servers import is_channel_allowed
from bot.front.ui.escaping import clean_label_text
from bot.front.ui.message_layout import list_missing_board_permissions
from bot.front.ui.modals import build_modal, build_modal_text_input
from bot.i18n import Translations
from bot.nights.pairing import Mode
from bot.nights.sizes import PREFERRED_SIZE, propose_pod_sizes_for_game_night
from bot.nights.terms import MAX_CHANNELS, MAX_LEADERS, GameNightSettings
from bot.nights.top_cut import CUT_SIZES
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.seats import format_player_counts, list_playable_player_counts
from bot.storage.record.people import Person

SIZES_FIELD = "sizes"
ROUNDS_FIELD = "rounds"
MINUTES_FIELD = "minutes"
CUT_FIELD = "cut"

_LONGEST_SIZES = 40
"""Characters of the field for pod sizes."""


def propose_game_night_settings(
    pod_setup: PodSetup, round_count: int, round_minutes: int, pairing_mode: Mode = "fresh"
) -> GameNightSettings:
    """Return a game night's settings (rounds, minutes, pairing) with pod sizes that fit the variant."""
    sizes = propose_pod_sizes_for_game_night(pod_setup)
    allowed, may = (tuple(sorted(each)) for each in (sizes.allowed, sizes.may))
    return GameNightSettings(round_count, round_minutes, pairing_mode, allowed, sizes.preferred, may)


def fit_pod_sizes_to_setup(
    night_settings: GameNightSettings, former_setup: PodSetup, current_setup: PodSetup
) -> GameNightSettings:
    """Return a game night's settings with pod sizes that fit a changed pod setup.

    Sizes that the organiser chose stay if the setup allows them. Those that were proposed for the former setup are
    proposed anew, so that a change that is taken back leaves no trace.
    """
    playable = {*list_playable_player_counts(current_setup)}
    if not playable:
        return night_settings
    are_proposed = bool(list_playable_player_counts(former_setup)) and (
        _copy_settings_with_proposed_pod_sizes(night_settings, former_setup) == night_settings
    )
    if not are_proposed and {*night_settings.allowed, *night_settings.may} <= playable:
        return night_settings
    return _copy_settings_with_proposed_pod_sizes(night_settings, current_setup)


def _copy_settings_with_proposed_pod_sizes(night_settings: GameNightSettings, pod_setup: PodSetup) -> GameNightSettings:
    proposed = propose_game_night_settings(pod_setup, night_settings.rounds, night_settings.minutes)
    return replace(night_settings, allowed=proposed.allowed, may=proposed.may, preferred=proposed.preferred)


# What is rare, in a modal


def build_game_night_modal(
    custom_id: str, pod_setup: PodSetup, night_settings: GameNightSettings, translations: Translations
) -> ui.Modal:
    """Build the modal in which the organiser changes a previewed game night."""
    title = build_modal_text_input(TITLE_FIELD, MAX_TITLE_LENGTH, pod_setup.title or "", is_required=False)
    return build_modal(
        custom_id,
        translations("plan-button-terms"),
        [
            (translations("change-form-title"), translations("change-form-title-about"), title),
            (
                translations("night-form-sizes"),
                translations("night-form-sizes-about"),
                build_modal_text_input(SIZES_FIELD, _LONGEST_SIZES, format_player_counts(night_settings.allowed)),
            ),
            (
                translations("night-form-rounds"),
                "",
                build_modal_text_input(ROUNDS_FIELD, 3, str(night_settings.rounds)),
            ),
            (
                translations("night-form-minutes"),
                "",
                build_modal_text_input(MINUTES_FIELD, 4, str(night_settings.minutes)),
            ),
            (
                translations("night-form-cut"),
                translations("night-form-cut-about"),
                build_modal_text_input(CUT_FIELD, 2, str(night_settings.cut or ""), is_required=False),
            ),
        ],
    )


def parse_game_night_modal(ctx: Context, pod_setup: PodSetup, night_settings: GameNightSettings) -> GameNightSettings:
    """Parse a game night's settings (rounds, minutes, pod sizes) from the modal.

    Raises `Refusal`.
    """
    allowed = _parse_pod_sizes(ctx.modal_fields.get(SIZES_FIELD, ""))
    playable = {*list_playable_player_counts(pod_setup)}
    if not allowed or not {*allowed} <= playable:
        raise Refusal("night-sizes", sizes=format_player_counts(sorted(playable)))
    preferred = min(allowed, key=lambda size: (abs(size - PREFERRED_SIZE), size))
    proposed = propose_pod_sizes_for_game_night(pod_setup)
    return replace(
        night_settings,
        rounds=_parse_number_in_modal_field(ctx, ROUNDS_FIELD),
        minutes=_parse_number_in_modal_field(ctx, MINUTES_FIELD),
        cut=_parse_top_cut_size(ctx.modal_fields.get(CUT_FIELD, "").strip()),
        allowed=allowed,
        preferred=preferred,
        may=tuple(sorted({*proposed.may, *allowed})),
    )


def _parse_top_cut_size(user_input: str) -> int:
    """Parse the number of players in the top cut; 0 for an empty text. Raises `Refusal`."""
    cut = parse_ascii_number(user_input) if user_input else 0
    if cut not in (0, *CUT_SIZES):
        raise Refusal("night-cut", sizes=format_player_counts(CUT_SIZES))
    return cut


def _parse_number_in_modal_field(ctx: Context, field_id: str) -> int:
    return parse_ascii_number(ctx.modal_fields.get(field_id, "").strip()) or 0


def _parse_pod_sizes(sizes_text: str) -> tuple[int, ...]:
    """Parse pod sizes such as `3–4` or `3, 5`; return an empty result for malformed text."""
    found: set[int] = set()
    for part in re.split(r"[\s,;+]+", re.sub(r"\s*[-–—]\s*", "-", sizes_text.strip())):
        first, _, last = part.partition("-")
        low, high = parse_ascii_number(first), parse_ascii_number(last or first)
        if low is None or high is None or not 1 <= low <= high <= 99:
            return ()
        found.update(range(low, high + 1))
    return tuple(sorted(found))


# Who leads the night


def build_game_night_leader_menu(
    custom_id: str, night_settings: GameNightSettings, selected_leaders: Iterable[Person], translations: Translations
) -> ui.Item[ui.View]:
    """Build the menu to select the members and roles who lead a game night with its organiser."""
    kinds = discord.SelectDefaultValueType
    users = [discord.SelectDefaultValue(id=each.discord_id, type=kinds.user) for each in selected_leaders]
    roles = [discord.SelectDefaultValue(id=each, type=kinds.role) for each in night_settings.leader_roles]
    return ui.MentionableSelect(
        custom_id=custom_id,
        placeholder=clean_label_text(translations("night-leaders-pick"), 150),
        min_values=0,
        max_values=MAX_LEADERS,
        default_values=[*users, *roles][:MAX_LEADERS],
    )


async def load_selected_game_night_leaders(ctx: Context) -> tuple[Person, ...]:
    """Load the members selected in the menu of a game night's leaders."""
    people = ctx.people_with_server_nicknames
    picked = [each for each in list_users_selected_in_menu(ctx) if not each.bot]
    return tuple([await people.load_or_create_person(each.id, each.names) for each in picked])


def parse_game_night_leader_roles(ctx: Context) -> tuple[int, ...]:
    """Return the ids of the server's roles that were selected in the menu of a night's leaders."""
    guild = ctx.interaction.guild
    picked = dict.fromkeys(int(each) for each in ctx.menu_values if is_discord_id(each))
    return tuple(each for each in picked if guild is not None and guild.get_role(each) is not None)


# Where pods are opened


def must_organiser_select_channels(ctx: Context) -> bool:
    """Return True if channels must be selected for the pods, because the bot cannot create threads."""
    return find_missing_thread_permissions(ctx.location.channel) != ()


def build_menu_of_pod_channels(
    custom_id: str, night_settings: GameNightSettings, translations: Translations
) -> ui.Item[ui.View]:
    """Build the menu that selects the channels in which the bot opens a game night's pods."""
    return ui.ChannelSelect(
        custom_id=custom_id,
        placeholder=translations("night-channels-pick"),
        channel_types=[discord.ChannelType.text, discord.ChannelType.voice],
        max_values=MAX_CHANNELS,
        default_values=[
            discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType.channel)
            for each in night_settings.channels
        ],
    )


def parse_channels_for_night_pods(ctx: Context, night_settings: GameNightSettings) -> GameNightSettings:
    """Return a game night's settings with the channels selected in the menu.

    Raises `Refusal` if the bot cannot open pods in one of them.
    """
    picked = tuple(dict.fromkeys(int(each) for each in ctx.menu_values if is_discord_id(each)))
    for channel in picked:
        _require_usable_pod_channel(ctx, channel)
    return replace(night_settings, channels=picked[:MAX_CHANNELS])


def _require_usable_pod_channel(ctx: Context, channel_id: int) -> None:
    user = ctx.interaction.user
    found = _find_channel_for_new_pods(ctx, channel_id)
    sees = found is not None and isinstance(user, discord.Member) and found.permissions_for(user).view_channel
    if not sees:
        raise Refusal("night-bad-channel", channel=f"<#{channel_id}>")


def _find_channel_for_new_pods(ctx: Context, channel_id: int) -> discord.abc.GuildChannel | None:
    """Return the channel with an id; None if the bot cannot open pods in this channel."""
    guild = ctx.interaction.guild
    found = None if guild is None else guild.get_channel(channel_id)
    if guild is None or not isinstance(found, discord.TextChannel | discord.VoiceChannel):
        return None
    missing = list_missing_board_permissions(found.permissions_for(guild.me), in_thread=False)
    return found if is_channel_allowed(ctx.settings, channel_id, found) and not missing else None


def count_channels_for_new_pods(ctx: Context, night_settings: GameNightSettings) -> int:
    """Return the number of a game night's selected channels in which the bot can open a pod."""
    return sum(_find_channel_for_new_pods(ctx, each) is not None for each in night_settings.channels)


def require_place_for_game_night_pods(ctx: Context, night_channel_id: int, night_settings: GameNightSettings) -> None:
    """Raise `Refusal` if no channel or thread is left for a game night's pods.

    `night_channel_id` is the channel of the night.
    """
    guild = ctx.interaction.guild
    if guild is None:
        return
    if night_settings.channels:
        if not count_channels_for_new_pods(ctx, night_settings):
            channels = " ".join(f"<#{each}>" for each in night_settings.channels)
            raise Refusal("night-no-channel", channels=channels)
        return
    missing = find_missing_thread_permissions(guild.get_channel(night_channel_id))
    if missing != ():
        missing = missing or THREAD_PERMISSIONS
        raise Refusal("night-no-threads", channel=f"<#{night_channel_id}>", missing=missing)


def require_channels_or_thread_permission(ctx: Context, night_settings: GameNightSettings) -> None:
    """Raise `Refusal` unless a game night has selected channels or the bot can create threads."""
    if not night_settings.channels and must_organiser_select_channels(ctx):
        raise Refusal("night-no-room")
