"""Opening a game of any kind: here or in a thread of its own, where there is room for one more."""

from collections.abc import Callable

from bot.front.interaction.answering import confirm, find_missing_here
from bot.front.interaction.context import Context
from bot.front.interaction.pods import do, make_ask
from bot.front.pods import threads
from bot.front.pods.lost_channels import close_lost
from bot.projections import pods
from bot.rulebooks import GameCommand
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame
from bot.service.requests import Ask


async def open_game(ctx: Context, command: threads.Opening, answer: str) -> None:
    """Open a lobby in which who asks may sit already, where the server wants its games."""
    if not threads.is_wanted(ctx):
        await open_here(ctx, 0, make_ask(command), answer)
        return
    (await _check_room(ctx))(command.host)
    if not await threads.open_game(ctx, command):
        remark = threads.remark_missing(ctx) or ctx.text("threads-refused")
        await open_here(ctx, 0, make_ask(command), answer, remark)


async def open_here(ctx: Context, number: int, ask: Ask, answer: str, remark: str = "") -> None:
    """Open a lobby in this channel; `number` is the game that was pressed upon, if one was."""
    if missing := find_missing_here(ctx):
        raise Refusal("permissions", missing=missing)
    check = await _check_room(ctx)

    def ask_for_one_more(me: Player, live: LiveGame) -> GameCommand:
        check(me)
        return ask(me, live)

    await do(ctx, ask_for_one_more, number)
    done = f"✅ {ctx.text(answer)}"
    await confirm(ctx, f"{done}\n⚠️ {remark}" if remark else done)


async def _check_room(ctx: Context) -> Callable[[Player], None]:
    """Return what raises `Refusal` for a player who may open no further game here now.

    Where that is refused, it is first looked whether there are games whose channels are gone.
    """
    me = await ctx.find_player()
    check = await _count_open(ctx)
    try:
        check(me)
    except Refusal:
        if ctx.interaction.guild and await close_lost(ctx.services, ctx.interaction.guild):
            return await _count_open(ctx)
    return check


async def _count_open(ctx: Context) -> Callable[[Player], None]:
    limits = ctx.services.throttle.limits
    openers = await pods.find_openers(ctx.services.database, ctx.place.guild)

    def check(me: Player) -> None:
        mine = tuple(f"<#{channel}>" for channel, by in openers if by == me)
        if len(mine) >= limits.opened:
            raise Refusal("many-opened", channels=mine)
        if len(openers) >= limits.open:
            raise Refusal("many-open", most=len(openers))

    return check
