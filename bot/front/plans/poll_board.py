"""The board of a poll: when people can come, and how many pods they would make."""

from collections.abc import Iterator, Sequence
from typing import Any
from zoneinfo import ZoneInfo

import discord
from discord import ui

from bot.formatters.messages import PodMessageFormatter
from bot.front.plans.plan_board import render_planned_game_settings
from bot.front.ui.components import BUTTONS_PER_ROW
from bot.front.ui.embeds import COLOURS, format_discord_timestamp
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.i18n import Translations
from bot.nights.pairing import divide_players_into_pod_sizes
from bot.nights.sizes import propose_pod_sizes_for_game_night
from bot.planning.plan import PlannedGame
from bot.rules.facts import Player
from bot.rules.records import PodSetup
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds

MAX_NAMED = 20
"""The most names listed for one moment."""

BUTTON_LOOKS: dict[str, tuple[discord.ButtonStyle, str]] = {
    "make": (discord.ButtonStyle.primary, "🗳️"),
    "change": (discord.ButtonStyle.secondary, "✏️"),
    "cancel": (discord.ButtonStyle.danger, "🗑️"),
    "cancelling": (discord.ButtonStyle.danger, "🗑️"),
}
"""The look of each action's button; its text is `poll-button-<action>`."""


def render_start_time_poll_embed(planned_game: PlannedGame, formatter: PodMessageFormatter) -> discord.Embed:
    """Return an embed about a poll, with the players who can come at each proposed time."""
    text = formatter.text
    embed = discord.Embed(colour=COLOURS["lobby" if planned_game.is_open else "closed"])
    embed.title = f"🗳️ {escape_markdown(planned_game.setup.title) if planned_game.setup.title else text('poll-title')}"
    lines = [_render_start_time_of_poll(planned_game, number, text) for number in range(len(planned_game.asked))]
    embed.description = "\n".join([_render_start_time_poll_state(planned_game, text), *lines])
    embed.set_footer(text=render_planned_game_settings(planned_game.setup, text))
    embed.add_field(name=text("poll-host"), value=formatter.name(planned_game.host), inline=False)
    return embed


def _render_start_time_poll_state(planned_game: PlannedGame, translations: Translations) -> str:
    if planned_game.cancelled is None:
        return translations("poll-asking")
    return translations("poll-lapsed" if planned_game.cancelled.lapsed else "poll-cancelled")


def _render_start_time_of_poll(poll_plan: PlannedGame, time_index: int, translations: Translations) -> str:
    moment = poll_plan.asked[time_index]
    counted = describe_pods_for_player_count(
        len(poll_plan.list_players_available_at(moment)), poll_plan.setup, translations
    )
    return f"**{time_index + 1}.** {format_discord_timestamp(moment)}\n-# {counted}"


def describe_pods_for_player_count(player_count: int, pod_setup: PodSetup, translations: Translations) -> str:
    """Return a text on how many pods a number of players fill, and how many players are left over."""
    parts = [translations("poll-people", people=player_count)]
    if player_count:
        pods = divide_players_into_pod_sizes(player_count, propose_pod_sizes_for_game_night(pod_setup))
        parts.append(translations("poll-pods", pods=len(pods), sizes=" + ".join(map(str, pods))))
        if pods and sum(pods) < player_count:
            parts.append(translations("poll-out", people=player_count - sum(pods)))
    return " · ".join(parts)


def build_start_time_poll_buttons(
    poll_number: int, plan: PlannedGame, translations: Translations
) -> list[ui.Item[Any]]:
    """Return a poll's buttons: one for each proposed time, and *More*.

    Buttons of past times are disabled.
    """
    if not plan.is_open:
        return []
    now = datetime_to_milliseconds(discord.utils.utcnow())
    items: list[ui.Item[Any]] = [
        ui.Button(
            label=f"{number + 1}",
            style=discord.ButtonStyle.success if moment > now else discord.ButtonStyle.secondary,
            custom_id=f"plan:{poll_number}:pick:{number}",
            disabled=moment <= now,
            row=number // BUTTONS_PER_ROW,
        )
        for number, moment in enumerate(plan.asked)
    ]
    more = ui.Button[ui.View](label=translations("button-more"), custom_id=f"plan:{poll_number}:more")
    more.row = len(plan.asked) // BUTTONS_PER_ROW
    return [*items, more]


def build_start_time_poll_action_button(id_prefix: str, action: str, translations: Translations) -> ui.Button[ui.View]:
    style, emoji = BUTTON_LOOKS[action]
    label = translations(f"poll-button-{action}")
    return ui.Button(label=label, style=style, emoji=emoji, custom_id=f"{id_prefix}:{action}")


def build_start_time_menu(
    poll_number: int, plan: PlannedGame, translations: Translations, time_zone: ZoneInfo, now: int
) -> list[ui.Item[ui.View]]:
    """Return the organiser's menu of a poll's future times; None if there are none."""
    options = [
        discord.SelectOption(
            label=clean_label_text(
                translations.format_date_and_time(datetime_from_milliseconds(moment).astimezone(time_zone)), 100
            ),
            description=clean_label_text(
                describe_pods_for_player_count(len(plan.list_players_available_at(moment)), plan.setup, translations),
                100,
            ),
            value=f"{at}",
        )
        for at, moment in enumerate(plan.asked)
        if moment > now
    ]
    placeholder = clean_label_text(translations("poll-choose"), 150)
    menu = ui.Select[ui.View](placeholder=placeholder, options=options, custom_id=f"plan:{poll_number}:choose")
    return [menu] if options else []


def render_start_time_poll_answers(plan: PlannedGame, formatter: PodMessageFormatter) -> Iterator[str]:
    """Yield a line for each proposed time, with the players who can come."""
    for number, moment in enumerate(plan.asked, start=1):
        named = _join_first_player_names(plan.list_players_available_at(moment), formatter)
        yield f"**{number}.** {format_discord_timestamp(moment)}\n-# {named}"


def _join_first_player_names(players: Sequence[Player], formatter: PodMessageFormatter) -> str:
    text = formatter.text
    if not players:
        return text("poll-people", people=0)
    named = formatter.join_player_names(players[:MAX_NAMED])
    rest = len(players) - MAX_NAMED
    return text("poll-and-more", players=named, count=rest) if rest > 0 else named


def join_discord_timestamps(times: Sequence[int]) -> str:
    """Return times in milliseconds as Discord timestamps, separated by commas."""
    return ", ".join(format_discord_timestamp(moment) for moment in sorted(times))
