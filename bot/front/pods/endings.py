"""`/pod win`, `/pod draw` and `/pod close`: what ends a game is asked once more, in private.

The question's button carries all that is meant, so that it works after a restart; whether it can
still be done is looked at again when it is pressed.
"""

from typing import get_args

import discord
from discord import ui
from discord.app_commands import Choice

from bot import rights
from bot.front.interaction.answering import edit, render_missing, say
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.declaring import command, complete, offer, options, read_choice
from bot.front.interaction.picking import Picked, find_player, offer_players
from bot.front.interaction.pods import do, find_pod, make_ask
from bot.front.interaction.routes import Route, on_board, on_pod
from bot.front.interaction.wording import speak_of_pod
from bot.front.rendering import controls
from bot.rules.commands import Close, Command, Draw, Win
from bot.rules.decide import decide
from bot.rules.events import Closed, Drew, Event, Means, Won
from bot.rules.facts import Player
from bot.words import Words

USUAL_MEANS: Means = "effect"


@command("win", on_pod(Win))
@options(player="winner", means="means")
@offer(means=("means", get_args(Means)))
@complete(player=offer_players)
async def win(ctx: Context, player: Picked, means: Choice[str] | None = None) -> None:
    """Ask whether an effect or a combo wins the game for `player`."""
    winner, how = await find_player(ctx, player), read_choice(Means, means, USUAL_MEANS)
    await _ask(ctx, Win(winner, how), f"winning:{how}:{winner}")


@command("draw", on_pod(Draw))
async def draw(ctx: Context) -> None:
    """Ask whether the game ends in a draw."""
    await _ask(ctx, Draw(), "drawing")


@command("close", on_pod(Close))
async def close(ctx: Context) -> None:
    """Ask whether the pod is to be closed without a result."""
    await ask_to_close(ctx, 0)


async def ask_to_close(ctx: Context, pod: int) -> None:
    """Ask whether pod `pod` (0: the channel's) is to be closed without a result."""
    await _ask(ctx, Close(), "closing", pod)


async def _ask(ctx: Context, command: Command, action: str, pod: int = 0) -> None:
    """Ask whether that is meant. Raises `Refusal` for what cannot be done anyhow."""
    live = await find_pod(ctx, pod)
    assert live.pod is not None
    rights.check(live.pod, command, await find_asker(ctx), live.maker)
    event = decide(live.pod, command)
    words, kind = await speak_of_pod(ctx, live.pod), action.partition(":")[0]
    yes: ui.Button[ui.View] = ui.Button(
        label=words.text(f"button-{kind}"),
        style=discord.ButtonStyle.danger,
        custom_id=f"pod:{live.number}:{action}",
    )
    await say(ctx, _render_question(event, words), view=controls.make_unstored_view([yes]))


def _render_question(event: Event, words: Words) -> str:
    """What would happen, and whether that is meant."""
    match event:
        case Won(player=winner):
            return words.text("sure-winning", player=words.name(winner))
        case Drew():
            return words.text("sure-drawing")
        case Closed(outcome=outcome) if outcome.result is not None:  # as its end (RSP-4)
            return words.text("sure-closing-counts")
        case _:
            return words.text("sure-closing")


async def win_after_all(ctx: Context, pod: int, means: str, winner: Player) -> None:
    """End the game: it is won as the question said."""
    how: Means = "combo" if means == "combo" else "effect"
    await _carry_out(ctx, pod, Win(winner, how))


async def draw_after_all(ctx: Context, pod: int) -> None:
    """End the game in a draw."""
    await _carry_out(ctx, pod, Draw())


async def close_after_all(ctx: Context, pod: int) -> None:
    """Close the pod without a result."""
    await _carry_out(ctx, pod, Close())


async def _carry_out(ctx: Context, pod: int, command: Command) -> None:
    """Do it; the question becomes the answer, which says how to take it back."""
    done = await do(ctx, make_ask(command), pod)
    answer = "done-close" if done.pod.result is None else "done-end"
    missing = await render_missing(ctx)
    await edit(ctx, content=f"✅ {ctx.text(answer)}{missing}", view=None)


_POD = "pod:{pod:int}"
ROUTES = (
    Route(f"{_POD}:winning:{{means:effect|combo}}:{{winner}}", win_after_all, on_board(Win)),
    Route(f"{_POD}:drawing", draw_after_all, on_board(Draw)),
    Route(f"{_POD}:close", ask_to_close, on_board(Close)),
    Route(f"{_POD}:closing", close_after_all, on_board(Close)),
)
