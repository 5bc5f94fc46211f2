"""The unfinished pods of a game night, which its organiser sees and can end in a draw, and the end of the night.

Such a draw is a report like those of the players, who can dispute it. A game that has no draw, or has not begun, is
closed.
"""

from collections.abc import Iterable

import discord
from discord import ui
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.front.interaction.answers import answer_by_editing_message, render_refusal, send_answer
from bot.front.interaction.command_declarations import slash_command
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.formatters import load_message_formatter_in_user_language
from bot.front.interaction.game_commands import build_game_command_request
from bot.front.interaction.inputs import parse_ascii_number
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_current_game_night
from bot.front.nights import night_board, plan_buttons
from bot.front.nights.night_scheduler import format_night_pod_title
from bot.front.nights.organiser_actions import (
    answer_with_undo_button,
    execute_game_night_command,
    get_current_milliseconds,
    load_game_night_by_plan_number,
    load_game_night_led_by_user,
    load_game_night_of_channel_or_parent,
)
from bot.front.nights.terms_input import require_place_for_game_night_pods
from bot.front.ui import components
from bot.front.ui.components import MENU_SIZE
from bot.front.ui.escaping import clean_label_text
from bot.nights.night import GameNight, GameNightPod
from bot.planning.night_begin_and_end import CloseGameNight
from bot.rules.closing import ClosePod
from bot.rules.night_calls import EndPodRollCall
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.winning import ReportDrawnGame
from bot.service import rights
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.night_pods import load_all_pod_states_of_game_night
from bot.service.pod_states import GameNightPodState

MOST_MENUS = 5
"""The most menus of a message."""


async def _load_night_led_by_user(ctx: Context, plan_number: int) -> tuple[LiveGame, GameNight]:
    """Load a game night by its number. Raises `Refusal` unless the user leads the night."""
    live, plan, night = await load_game_night_by_plan_number(ctx, plan_number)
    rights.require_command_permission(plan, CloseGameNight(0), await load_user_with_rights(ctx), None)
    return live, night


async def _load_unfinished_pods_of_night(
    ctx: Context, live_game: LiveGame, night: GameNight
) -> list[GameNightPodState]:
    """Load the unfinished pods of a game night, also those that are not open yet."""
    states = await load_all_pod_states_of_game_night(ctx.services.service, live_game.place.guild, night)
    return [each for states in states for each in states if each.is_still_playing]


async def show_unfinished_game_night_pods(ctx: Context, number: int) -> None:
    """Show the organiser a game night's unfinished pods, and menus to stop one of them."""
    live, night = await _load_night_led_by_user(ctx, number)
    unfinished = await _load_unfinished_pods_of_night(ctx, live, night)
    if not unfinished:
        await send_answer(ctx, ctx.translations("clock-none"))
        return
    words = await load_message_formatter_in_user_language(ctx, [each for s in unfinished for each in s.pod.players])
    lines = [ctx.translations("clock-unfinished"), *await _explain_unopened_pods(ctx, live, night)]
    lines += [_render_night_pod_link_and_players(night, each, words) for each in unfinished]
    opened = [each.pod for each in unfinished if each.pod.is_opened]
    menus = [
        _build_unfinished_pod_menu(night, opened[at : at + MENU_SIZE], words, f"plan:{number}:stop:{at}")
        for at in range(0, min(len(opened), MOST_MENUS * MENU_SIZE), MENU_SIZE)
    ]
    said = night_board.truncate_lines_to_message_length(lines, ctx.translations)
    await send_answer(ctx, said, view=components.build_view_without_callbacks(menus))


async def _explain_unopened_pods(ctx: Context, live_game: LiveGame, game_night: GameNight) -> Iterable[str]:
    """Return lines that explain why the bot has not opened some of a game night's pods.

    There are none if all pods are open.
    """
    if not game_night.unopened_pods:
        return ()
    try:
        require_place_for_game_night_pods(ctx, live_game.place.channel, game_night.terms)
    except Refusal as refusal:
        return (f"⚠️ {await render_refusal(ctx, refusal)}",)
    return night_board.render_unopened_pods_notice(game_night, ctx.translations)


def _render_night_pod_link_and_players(
    night: GameNight, pod_state: GameNightPodState, formatter: PodMessageFormatter
) -> str:
    pod = pod_state.pod
    name = f"<#{pod.channel}>" if pod.is_opened else format_night_pod_title(night, pod, formatter.text)
    symbol = night_board.render_game_night_pod_symbol(pod_state)
    return f"{symbol} {name} {formatter.join_player_names(pod.players)}"


def _build_unfinished_pod_menu(
    game_night: GameNight, pods: Iterable[GameNightPod], formatter: PodMessageFormatter, custom_id: str
) -> ui.Item[ui.View]:
    options = [
        discord.SelectOption(
            label=clean_label_text(format_night_pod_title(game_night, pod, formatter.text), 100),
            value=f"{pod.serial}",
            description=clean_label_text(formatter.join_player_names(pod.players), 100),
        )
        for pod in pods
    ]
    placeholder = clean_label_text(formatter.text("clock-choose"), 150)
    return ui.Select[ui.View](placeholder=placeholder, options=options, custom_id=custom_id)


async def ask_to_confirm_stopping_night_pod(ctx: Context, number: int, first: int, selection: int) -> None:
    """Ask the organiser to confirm that the bot ends the selected pod of a game night.

    The pod's menu begins with the pod of index `first`.
    """
    del first
    live, night = await _load_night_led_by_user(ctx, number)
    state = await _load_unfinished_pod(ctx, live, night, selection)
    words = await load_message_formatter_in_user_language(ctx, state.pod.players)
    act = "draw" if isinstance(_build_command_to_stop_pod(state.live), ReportDrawnGame) else "close"
    names = {"pod": f"<#{state.pod.channel}>", "players": words.join_player_names(state.pod.players)}
    button = plan_buttons.build_planned_game_action_button(f"plan:{number}", f"stopping-{act}", ctx.translations)
    button.custom_id = f"plan:{number}:stopping:{selection}"
    buttons = [button]
    if is_lobby := state.live is not None and state.live.pod is not None and state.live.pod.is_game_night_lobby:
        fill = plan_buttons.build_planned_game_action_button(f"plan:{number}", "filling", ctx.translations)
        fill.custom_id = f"plan:{number}:filling:{selection}"
        buttons.insert(0, fill)
    said = ctx.translations("clock-ask-lobby" if is_lobby else f"clock-ask-{act}", **names)
    await answer_by_editing_message(ctx, content=said, view=components.build_view_without_callbacks(buttons))


async def fill_free_seats_of_night_pod(ctx: Context, number: int, serial: int) -> None:
    """End a pod's check-in at once, and fill its free seats with players of the reserve."""
    live, night = await _load_night_led_by_user(ctx, number)
    state = await _load_unfinished_pod(ctx, live, night, serial)
    game = None if state.live is None else state.live.pod
    if game is None or not game.awaits_bench:
        request = build_game_command_request(ctx, lambda *_: EndPodRollCall(), state.pod.pod)
        place = ChannelAddress(live.place.guild, state.pod.channel)
        await ctx.services.service.execute_command(replace(request, place=place))
    await ctx.services.plans.end_check_in_and_fill_seats(live, serial)
    said = ctx.translations("clock-done-fill", pod=f"<#{state.pod.channel}>")
    await answer_by_editing_message(ctx, content=f"✅ {said}", view=None)


async def stop_game_night_pod(ctx: Context, number: int, serial: int) -> None:
    """End a pod for the organiser of its game night, as a draw or without a result."""
    live, night = await _load_night_led_by_user(ctx, number)
    state = await _load_unfinished_pod(ctx, live, night, serial)
    request = build_game_command_request(ctx, lambda _, live_game: _build_command_to_stop_pod(live_game), state.pod.pod)
    place = ChannelAddress(live.place.guild, state.pod.channel)
    done = await ctx.services.service.execute_command(replace(request, place=place))
    key = "clock-done-draw" if done.pod.result is not None else "clock-done-close"
    said = ctx.translations(key, pod=f"<#{state.pod.channel}>")
    await answer_by_editing_message(ctx, content=f"✅ {said}", view=None)


async def _load_unfinished_pod(
    ctx: Context, live_game: LiveGame, game_night: GameNight, pod_serial_number: int
) -> GameNightPodState:
    for each in await _load_unfinished_pods_of_night(ctx, live_game, game_night):
        if each.pod.serial == pod_serial_number and each.pod.is_opened:
            return each
    raise Refusal("night-pod-over")


def _build_command_to_stop_pod(live_game: LiveGame | None) -> ReportDrawnGame | ClosePod:
    """Build the command that ends a pod: in a draw, or without a result.

    A pod is closed if it has not begun or its variant has no draw.
    """
    pod = None if live_game is None else live_game.game
    if isinstance(pod, Pod) and pod.standings and pod.setup.variant_rules.ending_condition != "closed":
        return ReportDrawnGame()
    return ClosePod()


# The end of the night


@slash_command("night-close", build_access_rule_for_current_game_night(CloseGameNight))
async def close_game_night(ctx: Context) -> None:
    """Close the channel's game night, after a warning if pods or results are unfinished."""
    live, _, night = await load_game_night_led_by_user(ctx)
    await _close_night_or_show_open_pods(ctx, live, night)


async def close_game_night_by_number(ctx: Context, number: int) -> None:
    """Close the game night of the pressed message, after a warning if pods or results are unfinished."""
    live, night = await _load_night_led_by_user(ctx, number)
    await _close_night_or_show_open_pods(ctx, live, night)


async def _close_night_or_show_open_pods(ctx: Context, live_game: LiveGame, game_night: GameNight) -> None:
    game_night.require_night_has_begun()
    states = await load_all_pod_states_of_game_night(ctx.services.service, live_game.place.guild, game_night)
    pods = [each for pods_of_round in states for each in pods_of_round]
    unfinished = [each for each in pods if each.is_still_playing]
    disputable = [each for each in pods if each not in unfinished and each.can_result_be_disputed]
    if not unfinished and not disputable:
        await _close_game_night_and_confirm(ctx, live_game)
        return
    named = [each for s in (*unfinished, *disputable) for each in s.pod.players]
    words = await load_message_formatter_in_user_language(ctx, named)
    lines = list[str]()
    for key, listed in (("clock-close-open", unfinished), ("clock-close-disputable", disputable)):
        if listed:
            lines.append(ctx.translations(key, count=len(listed)))
            lines += [_render_night_pod_link_and_players(game_night, each, words) for each in listed]
    said = night_board.truncate_lines_to_message_length(lines, ctx.translations)
    button = plan_buttons.build_planned_game_action_button("night", "closing", ctx.translations)
    button.custom_id = f"night:{live_game.place.channel}:{live_game.number}:closing"
    items: list[ui.Item[ui.View]] = [button]
    if unfinished and ctx.channel_address == live_game.place:
        prefix = f"plan:{live_game.number}"
        items.append(plan_buttons.build_planned_game_action_button(prefix, "unfinished", ctx.translations))
    await send_answer(ctx, said, view=components.build_view_without_callbacks(items))


async def close_game_night_despite_open_pods(ctx: Context, channel: int, number: int) -> None:
    """Close a game night although some pods are still playing."""
    live, _, _ = await load_game_night_of_channel_or_parent(ctx, channel, number)
    await _close_game_night_and_confirm(ctx, live)


async def _close_game_night_and_confirm(ctx: Context, live_game: LiveGame) -> None:
    now = get_current_milliseconds()
    done = await execute_game_night_command(ctx, live_game, lambda *_: CloseGameNight(now))
    await answer_with_undo_button(ctx, done, ctx.translations("night-done-close"))


COMMANDS = (close_game_night,)

ROUTES = (
    CustomIdRoute(
        "plan:{number:int}:close", close_game_night_by_number, build_access_rule_for_current_game_night(CloseGameNight)
    ),
    CustomIdRoute(
        "night:{channel:id}:{number:int}:closing",
        close_game_night_despite_open_pods,
        build_access_rule_for_current_game_night(CloseGameNight),
    ),
    CustomIdRoute(
        "plan:{number:int}:unfinished",
        show_unfinished_game_night_pods,
        build_access_rule_for_current_game_night(CloseGameNight),
    ),
    CustomIdRoute(
        "plan:{number:int}:stop:{first:int}",
        ask_to_confirm_stopping_night_pod,
        build_access_rule_for_current_game_night(CloseGameNight),
        picked=parse_ascii_number,
    ),
    CustomIdRoute(
        "plan:{number:int}:filling:{serial:int}",
        fill_free_seats_of_night_pod,
        build_access_rule_for_current_game_night(CloseGameNight),
    ),
    CustomIdRoute(
        "plan:{number:int}:stopping:{serial:int}",
        stop_game_night_pod,
        build_access_rule_for_current_game_night(CloseGameNight),
    ),
)
