"""The board of a planned game: embed and buttons."""

from collections.abc import Iterator
from typing import Any

import discord
from discord import ui

from bot.formatters.messages import PodMessageFormatter, format_variant_name
from bot.front.game_texts.setup_texts import describe_unusual_pod_options
from bot.front.nights import night_board
from bot.front.nights.night_board import NightPodStates
from bot.front.nights.plan_buttons import build_planned_game_action_button
from bot.front.ui import components
from bot.front.ui.embeds import COLOURS, format_discord_timestamp
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.i18n import Translations
from bot.planning.plan import (
    SEAT_HOLD,
    PlanKind,
    PlannedGame,
    PlannedGameCancellation,
    PlannedGameRecurrence,
    PlanState,
)
from bot.planning.signing_up import can_somebody_sign_up
from bot.rules.records import PodSetup
from bot.rules.seats import find_maximum_player_count

_COLOURS: dict[PlanState, int] = {
    "asking": COLOURS["lobby"],
    "planned": COLOURS["lobby"],
    "checking": COLOURS["waiting"],
    "gathered": COLOURS["running"],
    "cancelled": COLOURS["closed"],
    "playing": COLOURS["running"],
    "over": COLOURS["closed"],
}


KIND_EMOJI: dict[PlanKind, str] = {"game": "📅", "night": "🌙"}


_BOARD_ACTIONS: dict[PlanState, tuple[str, ...]] = {
    "asking": (),
    "planned": ("join", "leave", "remind", "more"),
    "checking": ("come", "join", "leave", "more"),
    "gathered": (),
    "cancelled": (),
    "playing": ("join", "leave", "all", "more"),
    "over": ("all", "fair", "more"),
}
_ACTIONS_OF_PLAYERS = ("leave", "remind")
"""Actions of whoever has signed up, which go where nobody has."""

PLANNER_ACTIONS = ("retime", "cancel")
"""Actions of the planner and of moderators, behind the message's last button."""


def render_planned_game_embed(
    planned_game: PlannedGame, formatter: PodMessageFormatter, pod_states: NightPodStates = ()
) -> discord.Embed:
    """Return an embed about a planned game or game night: time, players and state."""
    text = formatter.text
    embed = discord.Embed(colour=_COLOURS[planned_game.state])
    embed.title = (
        f"{KIND_EMOJI[planned_game.kind]} {format_planned_game_title(planned_game.setup, planned_game.kind, text)}"
    )
    lines = [*_render_planned_game_state(planned_game, formatter, pod_states)]
    if not planned_game.has_game_night_begun:
        # Not before, because Discord calls tomorrow evening "in 2 days", or "the day after tomorrow".
        relative = f" ({format_discord_timestamp(planned_game.at, 'R')})" if planned_game.state == "checking" else ""
        lines.insert(0, f"**{format_discord_timestamp(planned_game.at)}**{relative}")
    embed.description = "\n".join(lines)
    embed.set_footer(text=render_planned_game_settings(planned_game.setup, text))
    if planned_game.night is not None:
        night_board.add_game_night_fields(embed, planned_game, planned_game.night, pod_states, formatter)
    else:
        _add_planned_game_seats_field(embed, planned_game, formatter)
    if planned_game.night is None:
        if planned_game.players_on_waiting_list and planned_game.is_open:
            value = formatter.join_player_names(planned_game.players_on_waiting_list)
            embed.add_field(name=text("plan-waiting"), value=value, inline=False)
        embed.add_field(name=text("plan-host"), value=formatter.name(planned_game.host), inline=False)
    return embed


def _add_planned_game_seats_field(
    embed: discord.Embed, planned_game: PlannedGame, formatter: PodMessageFormatter
) -> None:
    text = formatter.text
    seats = [
        _render_seat_in_planned_game(planned_game, place, formatter)
        for place in range(len(planned_game.players_with_seat))
    ]
    title = text("lobby-seats", have=len(planned_game.players_with_seat), most=planned_game.maximum_players)
    embed.add_field(name=title, value="\n".join(seats) or text("lobby-empty"), inline=False)


def _render_seat_in_planned_game(plan: PlannedGame, seat_index: int, formatter: PodMessageFormatter) -> str:
    player = plan.players_with_seat[seat_index]
    here = " ✅" if player in plan.present else ""
    return f"{seat_index + 1}. {formatter.name(player)}{here}"


def _render_planned_game_state(
    plan: PlannedGame, formatter: PodMessageFormatter, pod_states: NightPodStates
) -> Iterator[str]:
    text = formatter.text
    match plan.state:
        case "planned":
            invitation = f"{text('plan-sign-up')} " if _is_plan_button_usable("join", plan) else ""
            yield invitation + text("plan-planned")
        case "checking" if not plan.held_up and _is_plan_button_usable("come", plan):
            until = format_discord_timestamp(plan.at + SEAT_HOLD, "t")
            yield text("plan-checking", kind=plan.kind, until=until)
        case "checking" if not plan.held_up and _is_plan_button_usable("join", plan):
            yield text("plan-checked-in")
        case "gathered" if plan.gathered is not None:
            yield text("plan-gathered", channel=f"<#{plan.gathered.channel}>")
        case "cancelled" if plan.cancelled is not None:
            yield _render_planned_game_cancellation(plan.cancelled, plan.kind, text)
        case "playing" | "over" if plan.night is not None:
            yield from night_board.render_game_night_progress(plan.night, pod_states, text)
    if plan.night is not None:
        if not plan.has_game_night_begun and plan.is_open:
            yield from night_board.render_game_night_settings(plan.setup, plan.night.terms, text)
        yield night_board.render_game_night_organiser_line(plan, plan.night, formatter)
        yield from night_board.render_pairings_hash_line(plan.night, text)
    if plan.every is not None and plan.is_open:
        yield f"-# {render_planned_game_repetition(plan.every, plan.kind, text)}"
    if plan.repeated == 0:
        yield f"-# {text('plan-series-over', kind=plan.kind)}"
    if plan.is_open and plan.listed is not None and plan.listed.trouble:
        yield f"-# {text(f'plan-listing-{plan.listed.trouble}', kind=plan.kind)}"
    if plan.is_open and plan.held_up:
        is_open_to_players = any(_is_plan_button_usable(action, plan) for action in ("come", "join"))
        yield text("plan-held-up") + (f" {text('plan-held-up-open')}" if is_open_to_players else "")
    if plan.is_open and plan.unreached:
        unreached = night_board.render_names_that_fit(plan.unreached, 2, formatter)
        yield f"-# {text('plan-unreached', players=unreached)}"


def _render_planned_game_cancellation(
    cancellation: PlannedGameCancellation, plan_kind: PlanKind, translations: Translations
) -> str:
    if cancellation.lapsed:
        return translations("plan-lapsed", kind=plan_kind)
    return translations("plan-cancelled-series" if cancellation.series else "plan-cancelled", kind=plan_kind)


def render_planned_game_repetition(
    repetition: PlannedGameRecurrence, plan_kind: PlanKind, translations: Translations
) -> str:
    """Return a text with how often a planned game repeats, such as every week."""
    return translations("plan-every", kind=plan_kind, weeks=repetition.weeks)


def format_planned_game_title(pod_setup: PodSetup, plan_kind: PlanKind, translations: Translations) -> str:
    """Return the title of a planned game; without a title, its kind, such as *game night*."""
    return escape_markdown(pod_setup.title) if pod_setup.title else translations("plan-title", kind=plan_kind)


def render_planned_game_settings(pod_setup: PodSetup, translations: Translations) -> str:
    """Return the settings of a planned game: variant, format, table, options and bracket."""
    parts = [
        clean_label_text(format_variant_name(pod_setup.variant, translations)),
        translations(f"base-{pod_setup.base}"),
    ]
    parts.append(translations(f"table-{pod_setup.table}"))
    parts += describe_unusual_pod_options(pod_setup, translations)
    if pod_setup.bracket is not None:
        parts.append(translations("deck-in-bracket", bracket=pod_setup.bracket))
    return " · ".join(parts)


def render_planned_game_title_and_seats(pod_setup: PodSetup, translations: Translations) -> str:
    """Return a planned game's title and number of seats."""
    title = format_planned_game_title(pod_setup, "game", translations)
    return translations("plan-agreed", title=title, seats=find_maximum_player_count(pod_setup))


def format_scheduled_event_name(pod_setup: PodSetup, plan_kind: PlanKind, translations: Translations) -> str:
    """Return the name of a planned game's scheduled event on Discord."""
    variant = [] if pod_setup.house is not None else [format_variant_name(pod_setup.variant, translations)]
    title = pod_setup.title or translations("plan-title", kind=plan_kind)
    return " · ".join([title, *variant, translations(f"base-{pod_setup.base}")])


def build_planned_game_buttons(plan_number: int, plan: PlannedGame, translations: Translations) -> list[ui.Item[Any]]:
    row = [
        build_planned_game_action_button(f"plan:{plan_number}", action, translations)
        for action in _BOARD_ACTIONS[plan.state]
        if _is_plan_button_usable(action, plan)
    ]
    if plan.has_game_night_begun:
        for button in row:
            if button.custom_id == f"plan:{plan_number}:leave":
                button.label = translations("night-button-leave")
            if button.custom_id == f"plan:{plan_number}:all":
                button.label = translations("night-button-results")
                button.emoji = None  # so that all buttons fit into one row
                button.custom_id = f"plan:{plan_number}:all:0"
    components.shorten_buttons_to_fit_phone(row, ("leave", "fair"))
    return [*row]


def _is_plan_button_usable(action: str, planned_game: PlannedGame) -> bool:
    """Return True if a button of a planned game has an effect for at least one person now."""
    if action == "all":
        return planned_game.night is not None and bool(planned_game.night.rounds)
    if action == "join":
        return can_somebody_sign_up(planned_game)
    if action == "come":
        return any(
            each not in planned_game.present or not planned_game.has_pressed_join_button(each)
            for each in planned_game.players
        )
    return bool(planned_game.players) or action not in _ACTIONS_OF_PLAYERS
