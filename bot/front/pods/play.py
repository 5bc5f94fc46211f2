"""What players do in a game besides reporting: turns, choices, endings, taking back."""

from typing import get_args

from discord.app_commands import Choice

from bot import rights
from bot.front.interaction.answering import confirm, edit, say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, offer, options, read_choice
from bot.front.interaction.picking import Picked, find_player, offer_players
from bot.front.interaction.pods import do, find_pod, make_ask, was_entered
from bot.front.interaction.routes import Route, on_board, on_pod
from bot.front.interaction.wording import label_game, speak_of_pod
from bot.front.rendering import controls, guests, story
from bot.front.rendering.answers import ANSWER, render_done
from bot.front.rendering.fitting import fit_text
from bot.rules.commands import (
    Command,
    Concede,
    NextTurn,
    Restart,
    Subgame,
    Undo,
)
from bot.rules.events import SubgameCard
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame
from bot.service.requests import Ask

USUAL_CARD: SubgameCard = "shahrazad"

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


ROUTES = (
    Route("pod:{pod:int}:turn:{ended:int}", end_turn, on_board(NextTurn)),
    Route("pod:{pod:int}:concede", ask_to_concede, on_board(Concede)),
    Route("pod:{pod:int}:leaving", concede_after_all, on_board(Concede)),
)
