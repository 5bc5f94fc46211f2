"""Finding the game that an interaction is about, and sending commands to it."""

import discord

from bot.front.interaction.context import Context
from bot.joust.duel import Duel
from bot.rulebooks import GameCommand, is_over
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame
from bot.service.requests import Ask, Done, Limit, PodRead, Request
from bot.storage.tables.open_games import Playing


def check_channel(ctx: Context) -> None:
    """Raise `Refusal` in a channel that the server has closed to the bot."""
    channels = ctx.settings.channels
    if channels and _find_home(ctx) not in channels:
        raise Refusal("not-here", channels=tuple(f"<#{channel}>" for channel in channels))


def name_channels(playing: Playing) -> tuple[str, ...]:
    """Return mentions of the channels with unfinished games."""
    return tuple(f"<#{channel}>" for channel in playing.channels)


async def find_pod(ctx: Context, number: int = 0, *, settling: bool = False) -> LiveGame:
    """Return the channel's pod. Raises `Refusal` if there is none or it has another `number`.

    With `settling`, an earlier pod with something to settle is accepted, too.
    """
    live = current = await ctx.services.service.find_current(ctx.place)
    if number not in (0, live.number):
        if not settling:
            raise Refusal("old-pod")
        live = await ctx.services.service.find(ctx.place, number)
    _check_settling(live, current)
    return live


async def read_pod(ctx: Context, number: int = 0) -> PodRead:
    """Return the channel's pod `number` with its events; 0 means the current pod.

    Raises `Refusal` if there is none, or if an earlier pod has nothing to settle.
    """
    found = await ctx.services.service.read(ctx.place, number)
    _check_settling(found.live, found.current)
    return found


def _check_settling(live: LiveGame, current: LiveGame) -> None:
    """Raise `Refusal` if there is no pod, or if it is an earlier one with nothing to settle."""
    if live.number != current.number and not _can_settle(live):
        raise Refusal("old-pod")
    if live.pod is None:
        raise Refusal("no-pod" if is_over(live.game) else "duel-here")


def _can_settle(live: LiveGame) -> bool:
    """Return whether an earlier pod has something to settle; an entered game always has."""
    return live.pod is not None and (bool(live.pod.unconfirmed) or was_entered(live))


def was_entered(live: LiveGame) -> bool:
    """Return whether a game was played without the bot and entered afterwards."""
    return live.pod is not None and live.pod.setup.played is not None


async def find_any_pod(ctx: Context, number: int) -> LiveGame:
    """Return the channel's pod `number`, past ones included; 0 means the current pod.

    Raises `Refusal` if there is no such pod.
    """
    if not number:
        return await find_pod(ctx)
    live = await ctx.services.service.find(ctx.place, number)
    if live.pod is None:
        raise Refusal("no-such-pod")
    return live


async def find_game(ctx: Context, number: int = 0) -> LiveGame:
    """Return the channel's game of any kind.

    Raises `Refusal` if there is none or it has another `number`.
    """
    live = await ctx.services.service.find_current(ctx.place)
    if number not in (0, live.number):
        raise Refusal("old-pod")
    if live.game is None:
        raise Refusal("no-pod")
    return live


async def find_duel(ctx: Context, number: int = 0) -> tuple[LiveGame, Duel]:
    """Return the channel's duel, running or over. Raises `Refusal` as `find_game` does."""
    live = await ctx.services.service.find_current(ctx.place)
    if number not in (0, live.number):
        raise Refusal("old-pod")
    if live.duel is None:
        raise Refusal("no-duel" if is_over(live.game) else "pod-here")
    return live, live.duel


def make_request(
    ctx: Context,
    ask: Ask,
    pod: int = 0,
    *,
    earlier: bool = False,
    seen: int | None = None,
    limits: tuple[Limit, ...] = (),
) -> Request:
    """Return the request for a command of the asker; see `Request`."""
    return Request(
        ctx.place,
        ctx.actor,
        ask,
        ctx.interaction.id,
        pod=pod,
        earlier=earlier,
        seen=seen,
        home=_find_home(ctx),
        named=tuple(ctx.asked_as.values()),
        asked=ctx.asked,
        despite_avoided=ctx.despite_avoided,
        note=ctx.done.append,
        limits=limits,
    )


def _find_home(ctx: Context) -> int | None:
    """Return the channel, or the parent channel of a thread."""
    channel = ctx.at.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else ctx.place.channel


async def do(ctx: Context, ask: Ask, pod: int = 0, *, earlier: bool = False) -> Done:
    """Carry out a command for the asker. Raises `Refusal`."""
    return await ctx.services.service.do(make_request(ctx, ask, pod, earlier=earlier))


def check_last(live: LiveGame, last: int | None) -> None:
    """Raise `Refusal` unless the last step of a game is the one that the asker saw.

    `last` is the version of that step; None means that the asker was shown none.
    """
    if last is None or (live.steps and live.steps[-1].version == last):
        return
    later = any(step.version == last for step in live.steps)
    raise Refusal("undo-newer" if later else "undo-late")


def make_ask(command: GameCommand) -> Ask:
    """Return the `Ask` of a command that does not depend on the game."""
    return lambda *_: command
