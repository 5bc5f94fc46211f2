"""Opening a game of any kind: here or in a thread of its own, where there is room for one more."""

from bot.front.interaction.answering import confirm, find_missing_here
from bot.front.interaction.context import Context
from bot.front.interaction.pods import do, make_ask
from bot.front.pods import threads
from bot.front.pods.lost_channels import Check, check_room
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
    (await check_room(ctx, _count_open))(command.host)
    if not await threads.open_game(ctx, command):
        remark = threads.remark_missing(ctx) or ctx.text("threads-refused")
        await open_here(ctx, 0, make_ask(command), answer, remark)


async def open_here(ctx: Context, number: int, ask: Ask, answer: str, remark: str = "") -> None:
    """Open a lobby in this channel; `number` is the game that was pressed upon, if one was."""
    if missing := find_missing_here(ctx):
        raise Refusal("permissions", missing=missing)
    check = await check_room(ctx, _count_open)

    def ask_for_one_more(me: Player, live: LiveGame) -> GameCommand:
        check(me)
        return ask(me, live)

    await do(ctx, ask_for_one_more, number)
    done = f"✅ {ctx.text(answer)}"
    await confirm(ctx, f"{done}\n⚠️ {remark}" if remark else done)


async def _count_open(ctx: Context) -> Check:
    """Return what raises `Refusal` for a player who may open no further game here now."""
    limits = ctx.services.throttle.limits
    openers = await pods.find_openers(ctx.services.database, ctx.place.guild)

    def check(me: Player) -> None:
        mine = tuple(f"<#{channel}>" for channel, by in openers if by == me)
        if len(mine) >= limits.opened:
            raise Refusal("many-opened", channels=mine)
        if len(openers) >= limits.open:
            raise Refusal("many-open", most=len(openers))

    return check
