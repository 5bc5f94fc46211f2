"""Opening a game of any kind: here or in a thread of its own, where there is room for one more."""

from bot.front.interaction.answering import confirm, find_missing_here
from bot.front.interaction.context import Context
from bot.front.interaction.pods import do, make_ask
from bot.front.interaction.wording import speak_to_asker
from bot.front.pods import threads
from bot.front.pods.abandoned import Check, check_room
from bot.joust.commands import JoinDuel
from bot.joust.duel import Duel
from bot.projections import pods
from bot.rulebooks import Game, GameCommand
from bot.rules.commands import Join
from bot.rules.facts import Player
from bot.rules.pod import Pod
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


# Rematches: several may want one; the first opens it, the others sit down in it by the same press


TAKEN = ("other-pod", "old-pod")
"""Why none can be opened where there is one."""


async def follow_rematch(ctx: Context, over: LiveGame) -> bool:
    """Sit down in the lobby that another player of a game that is `over` has opened after it.

    Return False, unanswered, if there is none. Raises `Refusal`.
    """
    me, live = await ctx.find_player(), await ctx.services.service.find_current(ctx.place)
    game = live.game
    if game is None or over.game is None or not _follows(live, over, me):
        return False
    if me in game.players:
        await confirm(ctx, f"ℹ️ {ctx.text('done-rematch-there')}")
        return True
    await do(ctx, make_ask(JoinDuel(me) if isinstance(game, Duel) else Join(me)), live.number)
    words = await speak_to_asker(ctx, [game.host])
    await confirm(ctx, f"✅ {words.text('done-rematch-joined', host=words.name(game.host))}")
    return True


def _follows(live: LiveGame, over: LiveGame, me: Player) -> bool:
    """Whether `live` is a lobby in which a player of a game that is `over` keeps one for `me`."""
    game, before = live.game, over.game
    if game is None or before is None or live.number <= over.number or game.state != "lobby":
        return False
    return type(game) is type(before) and game.host in before.players and _is_for(game, before, me)


def _is_for(game: Game, before: Game, me: Player) -> bool:
    if isinstance(game, Pod):
        return me in (*game.players, *game.kept)
    return me in before.players
