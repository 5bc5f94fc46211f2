"""What players do in a game besides reporting: turns, choices, endings, taking back."""

from typing import get_args

import discord
from discord import ui
from discord.app_commands import Choice

from bot import rights
from bot.front.interaction.answering import confirm, edit, render_missing, say
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.declaring import command, complete, offer, options, read_choice
from bot.front.interaction.picking import Picked, find_player, offer_players
from bot.front.interaction.pods import do, find_pod, make_ask, was_entered
from bot.front.interaction.routes import Route, on_board, on_pod
from bot.front.interaction.wording import label_game, speak_of_pod
from bot.front.rendering import controls, guests, story
from bot.front.rendering.answers import ANSWER, render_done
from bot.front.rendering.fitting import fit_text
from bot.rules.commands import (
    Close,
    Command,
    Concede,
    Draw,
    NextTurn,
    Restart,
    Subgame,
    Undo,
    Win,
)
from bot.rules.decide import decide
from bot.rules.events import Closed, Drew, Event, Means, SubgameCard, Won
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame
from bot.service.requests import Ask
from bot.words import Words

USUAL_CARD: SubgameCard = "shahrazad"
USUAL_MEANS: Means = "effect"

# Turns


@command("turn", on_pod(NextTurn))
@options(extra="extra")
@complete(extra=offer_players)
async def begin_turn(ctx: Context, extra: Picked | None = None) -> None:
    """Begin the next turn, or an `extra` one of a player."""
    gained = None if extra is None else await find_player(ctx, extra)
    await _begin_turn(ctx, 0, make_ask(NextTurn(gained)))


async def end_turn(ctx: Context, pod: int, ended: int | None = None) -> None:
    """Begin the next turn; `ended` is the one that the presser saw, which ends once."""

    def ask(_: Player, live: LiveGame) -> NextTurn:
        now = live.pod.turn if live.pod else None
        if ended is not None and now is not None and now.number != ended:
            raise Refusal("turn-late", turn=now.number)
        return NextTurn()

    await _begin_turn(ctx, pod, ask)


async def _begin_turn(ctx: Context, number: int, ask: Ask) -> None:
    done = await do(ctx, ask, number)
    words = await speak_of_pod(ctx, done.pod)
    await confirm(ctx, f"✅ {story.render_event(done.event, words)}")


# Restarts, subgames


@command("restart", on_pod(Restart))
@options(player="karn")
@complete(player=offer_players)
async def restart(ctx: Context, player: Picked) -> None:
    """Restart the game with Karn Liberated, which `player` controls (ESC-50)."""
    await _do_and_tell(ctx, Restart(await find_player(ctx, player)))


@command("subgame", on_pod(Subgame))
@options(card="subgame")
@offer(card=("subgame", get_args(SubgameCard)))
async def begin_subgame(ctx: Context, card: Choice[str]) -> None:
    """Begin a subgame (ESC-51 to ESC-53)."""
    await _do_and_tell(ctx, Subgame(read_choice(SubgameCard, card, USUAL_CARD)))


async def _do_and_tell(ctx: Context, command: Command) -> None:
    done = await do(ctx, make_ask(command))
    await confirm(ctx, render_done(done, await speak_of_pod(ctx, done.pod)))


# Conceding


async def ask_to_concede(ctx: Context, pod: int) -> None:
    """Ask again before who asks leaves the game: a button is pressed easily."""
    live = await find_pod(ctx, pod)
    assert live.pod is not None
    me = await ctx.find_player()
    rights.check_player(live.pod, me)
    words, labels = await speak_of_pod(ctx, live.pod), await label_game(ctx, live.pod)
    items = [
        controls.make_button(live.number, "leaving", words),
        *guests.make_leaving_buttons(live.number, live.pod, me, labels),
    ]
    view = controls.make_unstored_view(items)
    variant = live.pod.setup.answers
    kind = "" if variant.team_is_one_side else f"-{variant.loser_becomes}"
    sure = words.text(f"concede-sure{kind}", points=variant.points.per_defeat)
    await say(ctx, sure, view=view)


@command("concede", on_pod(Concede))
async def concede(ctx: Context) -> None:
    """Leave the game."""
    done = await do(ctx, lambda me, _: Concede(me))
    await confirm(ctx, render_done(done, await speak_of_pod(ctx, done.pod)))


async def concede_after_all(ctx: Context, pod: int) -> None:
    """Leave the game; the message that asked again becomes the answer."""
    done = await do(ctx, lambda me, _: Concede(me), pod)
    words = await speak_of_pod(ctx, done.pod)
    await edit(ctx, content=render_done(done, words), view=None)


# Winning, drawing, closing: asked once more, by a button that carries all that is meant


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


# Taking back


@command("undo", on_pod(Undo))
async def undo(ctx: Context) -> None:
    """Take the last report back, and say which that was."""
    await undo_last(ctx, 0)


async def undo_last(ctx: Context, pod: int) -> None:
    """Take the last report of pod `pod` back (0: the channel's), and say which that was."""
    live = await ctx.services.service.find(ctx.place, pod)
    done = await do(ctx, make_ask(Undo()), pod, earlier=was_entered(live))
    words = await speak_of_pod(ctx, done.pod)
    taken_back = None if done.again else done.before.last
    what = "" if taken_back is None else story.render_event(taken_back, words)
    await confirm(ctx, fit_text(f"↩️ {words.text('done-undo')}\n{what}", ANSWER))


_POD = "pod:{pod:int}"
ROUTES = (
    Route(f"{_POD}:turn:{{ended:int}}", end_turn, on_board(NextTurn)),
    Route(f"{_POD}:concede", ask_to_concede, on_board(Concede)),
    Route(f"{_POD}:leaving", concede_after_all, on_board(Concede)),
    Route(f"{_POD}:winning:{{means:effect|combo}}:{{winner}}", win_after_all, on_board(Win)),
    Route(f"{_POD}:drawing", draw_after_all, on_board(Draw)),
    Route(f"{_POD}:close", ask_to_close, on_board(Close)),
    Route(f"{_POD}:closing", close_after_all, on_board(Close)),
    Route(f"{_POD}:undo", undo_last, on_board(Undo)),
)
