"""The unfinished pods of a night: its organiser sees them, and can call a draw.

That is a report like those of the players, who can dispute it. A game that has no draw, or has not
begun, is closed.
"""

from collections.abc import Iterable

import discord
from discord import ui
from msgspec.structs import replace

from bot import rights
from bot.front.background.nights import name_pod
from bot.front.interaction.answering import edit, render_refusal, say
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.inputs import parse_number
from bot.front.interaction.pods import make_request
from bot.front.interaction.routes import Route, on_night
from bot.front.interaction.wording import speak_to_asker
from bot.front.pods.night_acts import find_numbered
from bot.front.pods.night_terms import check_openable
from bot.front.rendering import controls, night_board, plan_board
from bot.front.rendering.controls import MENU_SIZE
from bot.front.rendering.escaping import clean_label
from bot.nights.night import Night, NightPod
from bot.planning.night_course import CloseNight
from bot.rules.closing import Close
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.winning import Draw
from bot.service.live_game import LiveGame, Place
from bot.service.night_pods import read_night
from bot.service.pod_states import PodState
from bot.words import Words

MOST_MENUS = 5
"""The most menus of a message."""


async def _lead(ctx: Context, number: int) -> tuple[LiveGame, Night]:
    """Return the night of this number, which the user leads. Raises `Refusal`."""
    live, plan, night = await find_numbered(ctx, number)
    rights.check(plan, CloseNight(0), await find_asker(ctx), None)
    return live, night


async def _find_unfinished(ctx: Context, live: LiveGame, night: Night) -> list[PodState]:
    """Return the pods that still play, also those that were not opened yet."""
    states = await read_night(ctx.services.service, live.place.guild, night)
    return [each for states in states for each in states if each.is_playing]


async def show_unfinished(ctx: Context, number: int) -> None:
    """Show the organiser the unfinished pods, and menus to stop one of them."""
    live, night = await _lead(ctx, number)
    unfinished = await _find_unfinished(ctx, live, night)
    if not unfinished:
        await say(ctx, ctx.text("clock-none"))
        return
    words = await speak_to_asker(ctx, [each for s in unfinished for each in s.pod.players])
    lines = [ctx.text("clock-unfinished"), *await _explain_owed(ctx, live, night)]
    lines += [_render_pod(night, each.pod, words) for each in unfinished]
    opened = [each.pod for each in unfinished if each.pod.is_opened]
    menus = [
        _make_menu(night, opened[at : at + MENU_SIZE], words, f"plan:{number}:stop:{at}")
        for at in range(0, min(len(opened), MOST_MENUS * MENU_SIZE), MENU_SIZE)
    ]
    said = night_board.fit_message(lines)
    await say(ctx, said, view=controls.make_unstored_view(menus))


async def _explain_owed(ctx: Context, live: LiveGame, night: Night) -> Iterable[str]:
    """Return why pods have yet to be opened, if some have."""
    if not night.owed:
        return ()
    try:
        check_openable(ctx, live.place.channel, night.terms)
    except Refusal as refusal:
        return (f"⚠️ {await render_refusal(ctx, refusal)}",)
    return night_board.render_owed(night, ctx.text)


def _render_pod(night: Night, pod: NightPod, words: Words) -> str:
    """Return a pod's link and players; without a link, the pod's name."""
    name = f"<#{pod.channel}>" if pod.is_opened else f"⏳ {name_pod(night, pod, words.text)}"
    return f"{name} {words.join_names(pod.players)}"


def _make_menu(
    night: Night, pods: Iterable[NightPod], words: Words, custom_id: str
) -> ui.Item[ui.View]:
    options = [
        discord.SelectOption(
            label=clean_label(name_pod(night, pod, words.text), 100),
            value=f"{pod.serial}",
            description=clean_label(words.join_names(pod.players), 100),
        )
        for pod in pods
    ]
    placeholder = clean_label(words.text("clock-choose"), 150)
    return ui.Select[ui.View](placeholder=placeholder, options=options, custom_id=custom_id)


async def ask_to_stop(ctx: Context, number: int, first: int, picked: int) -> None:
    """Ask the organiser before a pod is stopped; its menu begins with the `first` pod, from 0."""
    del first
    live, night = await _lead(ctx, number)
    state = await _find_state(ctx, live, night, picked)
    words = await speak_to_asker(ctx, state.pod.players)
    act = "draw" if isinstance(_choose_command(state.live), Draw) else "close"
    names = {"pod": f"<#{state.pod.channel}>", "players": words.join_names(state.pod.players)}
    button = plan_board.make_button(f"plan:{number}", f"stopping-{act}", ctx.text)
    button.custom_id = f"plan:{number}:stopping:{picked}"
    view = controls.make_unstored_view([button])
    await edit(ctx, content=ctx.text(f"clock-ask-{act}", **names), view=view)


async def stop(ctx: Context, number: int, serial: int) -> None:
    """Call a draw in a pod, or close it, as the organiser of its night."""
    live, night = await _lead(ctx, number)
    state = await _find_state(ctx, live, night, serial)

    def ask(_: Player, pod: LiveGame) -> Draw | Close:
        return _choose_command(pod)

    request = make_request(ctx, ask, state.pod.pod)
    place = Place(live.place.guild, state.pod.channel)
    actor = replace(ctx.actor, organiser=True)
    done = await ctx.services.service.do(replace(request, place=place, actor=actor))
    key = "clock-done-draw" if done.pod.result is not None else "clock-done-close"
    said = ctx.text(key, pod=f"<#{state.pod.channel}>")
    await edit(ctx, content=f"✅ {said}", view=None)


async def _find_state(ctx: Context, live: LiveGame, night: Night, serial: int) -> PodState:
    """Return an unfinished pod of the night by its serial number. Raises `Refusal`."""
    for each in await _find_unfinished(ctx, live, night):
        if each.pod.serial == serial and each.pod.is_opened:
            return each
    raise Refusal("night-pod-over")


def _choose_command(live: LiveGame | None) -> Draw | Close:
    """Return what stops a pod: a draw, unless it has not begun or its variant has no draw."""
    pod = None if live is None else live.game
    if isinstance(pod, Pod) and pod.standings and pod.setup.answers.ends_when != "closed":
        return Draw()
    return Close()


ROUTES = (
    Route("plan:{number:int}:unfinished", show_unfinished, on_night(CloseNight)),
    Route(
        "plan:{number:int}:stop:{first:int}", ask_to_stop, on_night(CloseNight), picked=parse_number
    ),
    Route("plan:{number:int}:stopping:{serial:int}", stop, on_night(CloseNight)),
)
