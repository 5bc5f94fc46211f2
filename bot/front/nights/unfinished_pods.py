"""The unfinished pods of a night, which its organiser sees and can end in a draw.

Such a draw is a report like those of the players, who can dispute it. A game that has no draw, or
has not begun, is closed.
"""

from collections.abc import Iterable

import discord
from discord import ui
from msgspec.structs import replace

from bot.formatters.messages import MessageFormatter
from bot.front.interaction.answers import edit_private_message, render_refusal, send_answer
from bot.front.interaction.context import Context, load_requester
from bot.front.interaction.formatters import load_private_formatter
from bot.front.interaction.game_commands import build_command_request
from bot.front.interaction.inputs import parse_number
from bot.front.interaction.routes import Route, night_access
from bot.front.nights import night_board, plan_buttons
from bot.front.nights.night_scheduler import format_pod_title
from bot.front.nights.organiser_actions import load_night_by_number
from bot.front.nights.terms_input import require_channel_for_pods
from bot.front.ui import components
from bot.front.ui.components import MENU_SIZE
from bot.front.ui.escaping import clean_label
from bot.nights.night import Night, NightPod
from bot.planning.night_begin_and_end import CloseNight
from bot.rules.closing import ClosePod
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.winning import ReportDraw
from bot.service import rights
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.night_pods import load_night_pods
from bot.service.pod_states import NightPodState

MOST_MENUS = 5
"""The most menus of a message."""


async def _load_night_by_number_as_organiser(
    ctx: Context, plan_number: int
) -> tuple[LiveGame, Night]:
    """Load a night by its number. Raises `Refusal` unless the user leads the night."""
    live, plan, night = await load_night_by_number(ctx, plan_number)
    rights.require_permission(plan, CloseNight(0), await load_requester(ctx), None)
    return live, night


async def _load_unfinished_pods(
    ctx: Context, live_game: LiveGame, night: Night
) -> list[NightPodState]:
    """Load the night's pods that still play, those not opened yet included."""
    states = await load_night_pods(ctx.services.service, live_game.place.guild, night)
    return [each for states in states for each in states if each.is_playing]


async def show_unfinished_pods(ctx: Context, number: int) -> None:
    """Show the organiser the night's unfinished pods, and menus to stop one of them."""
    live, night = await _load_night_by_number_as_organiser(ctx, number)
    unfinished = await _load_unfinished_pods(ctx, live, night)
    if not unfinished:
        await send_answer(ctx, ctx.catalogue("clock-none"))
        return
    words = await load_private_formatter(ctx, [each for s in unfinished for each in s.pod.players])
    lines = [ctx.catalogue("clock-unfinished"), *await _explain_unopened_pods(ctx, live, night)]
    lines += [_render_pod_link_and_players(night, each.pod, words) for each in unfinished]
    opened = [each.pod for each in unfinished if each.pod.is_opened]
    menus = [
        _build_pod_menu(night, opened[at : at + MENU_SIZE], words, f"plan:{number}:stop:{at}")
        for at in range(0, min(len(opened), MOST_MENUS * MENU_SIZE), MENU_SIZE)
    ]
    said = night_board.fit_private_message(lines)
    await send_answer(ctx, said, view=components.build_stateless_view(menus))


async def _explain_unopened_pods(ctx: Context, live_game: LiveGame, night: Night) -> Iterable[str]:
    """Return lines that explain why pods of the night are not opened yet; empty if all are
    open.
    """
    if not night.unopened_pods:
        return ()
    try:
        require_channel_for_pods(ctx, live_game.place.channel, night.terms)
    except Refusal as refusal:
        return (f"⚠️ {await render_refusal(ctx, refusal)}",)
    return night_board.render_pending_pods(night, ctx.catalogue)


def _render_pod_link_and_players(night: Night, pod: NightPod, formatter: MessageFormatter) -> str:
    name = (
        f"<#{pod.channel}>"
        if pod.is_opened
        else f"⏳ {format_pod_title(night, pod, formatter.text)}"
    )
    return f"{name} {formatter.join_player_names(pod.players)}"


def _build_pod_menu(
    night: Night, pods: Iterable[NightPod], formatter: MessageFormatter, custom_id: str
) -> ui.Item[ui.View]:
    options = [
        discord.SelectOption(
            label=clean_label(format_pod_title(night, pod, formatter.text), 100),
            value=f"{pod.serial}",
            description=clean_label(formatter.join_player_names(pod.players), 100),
        )
        for pod in pods
    ]
    placeholder = clean_label(formatter.text("clock-choose"), 150)
    return ui.Select[ui.View](placeholder=placeholder, options=options, custom_id=custom_id)


async def confirm_before_stopping_pod(
    ctx: Context, number: int, first: int, selection: int
) -> None:
    """Ask the organiser to confirm that the selected pod is stopped.

    The pod's menu begins with the pod of index `first`.
    """
    del first
    live, night = await _load_night_by_number_as_organiser(ctx, number)
    state = await _load_unfinished_pod(ctx, live, night, selection)
    words = await load_private_formatter(ctx, state.pod.players)
    act = "draw" if isinstance(_choose_stop_command(state.live), ReportDraw) else "close"
    names = {
        "pod": f"<#{state.pod.channel}>",
        "players": words.join_player_names(state.pod.players),
    }
    button = plan_buttons.build_plan_button(f"plan:{number}", f"stopping-{act}", ctx.catalogue)
    button.custom_id = f"plan:{number}:stopping:{selection}"
    view = components.build_stateless_view([button])
    await edit_private_message(ctx, content=ctx.catalogue(f"clock-ask-{act}", **names), view=view)


async def stop_pod(ctx: Context, number: int, serial: int) -> None:
    """Call a draw in a pod, or close it, as the organiser of its night."""
    live, night = await _load_night_by_number_as_organiser(ctx, number)
    state = await _load_unfinished_pod(ctx, live, night, serial)

    def build_stop_command(_: Player, live_game: LiveGame) -> ReportDraw | ClosePod:
        return _choose_stop_command(live_game)

    request = build_command_request(ctx, build_stop_command, state.pod.pod)
    place = ChannelAddress(live.place.guild, state.pod.channel)
    actor = replace(ctx.actor, organiser=True)
    done = await ctx.services.service.execute(replace(request, place=place, actor=actor))
    key = "clock-done-draw" if done.pod.result is not None else "clock-done-close"
    said = ctx.catalogue(key, pod=f"<#{state.pod.channel}>")
    await edit_private_message(ctx, content=f"✅ {said}", view=None)


async def _load_unfinished_pod(
    ctx: Context, live_game: LiveGame, night: Night, serial_number: int
) -> NightPodState:
    """Return an unfinished pod of the night by its serial number. Raises `Refusal`."""
    for each in await _load_unfinished_pods(ctx, live_game, night):
        if each.pod.serial == serial_number and each.pod.is_opened:
            return each
    raise Refusal("night-pod-over")


def _choose_stop_command(live_game: LiveGame | None) -> ReportDraw | ClosePod:
    """Return the command that stops a pod: a draw or a closing.

    A pod is closed if it has not begun or its variant has no draw.
    """
    pod = None if live_game is None else live_game.game
    if isinstance(pod, Pod) and pod.standings and pod.setup.variant_answers.ends_when != "closed":
        return ReportDraw()
    return ClosePod()


ROUTES = (
    Route("plan:{number:int}:unfinished", show_unfinished_pods, night_access(CloseNight)),
    Route(
        "plan:{number:int}:stop:{first:int}",
        confirm_before_stopping_pod,
        night_access(CloseNight),
        picked=parse_number,
    ),
    Route("plan:{number:int}:stopping:{serial:int}", stop_pod, night_access(CloseNight)),
)
