"""Open a game of any kind, in the channel or in a thread of its own, and join a rematch."""

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from bot.front.interaction.answering import confirm, find_missing_here
from bot.front.interaction.context import Context
from bot.front.interaction.pods import do, make_ask, make_request
from bot.front.interaction.wording import speak_to_asker
from bot.front.pods import threads
from bot.front.pods.abandoned import check_limit, retry_without_lost
from bot.joust.duel import Duel
from bot.joust.lobby import JoinDuel
from bot.projections.limits import OPEN_GAMES, CountLimit
from bot.rulebooks import Game
from bot.rules.facts import Player
from bot.rules.joining import Join
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame
from bot.service.requests import Ask
from bot.storage.record.people import Person
from bot.storage.tables.guests import Unclaimed


async def open_game(
    ctx: Context, command: threads.OpeningCommand, answer: str, named: Sequence[Person] = ()
) -> None:
    """Open a lobby with the user in it, in a thread if the server prefers threads.

    `named` are people whom the command names.
    """
    if not threads.is_wanted(ctx):
        await open_here(ctx, 0, make_ask(command), answer, named=named)
        return
    await check_limit(ctx, _find_limit(ctx))
    if not await threads.open_in_thread(ctx, command, (_find_limit(ctx),), named):
        remark = threads.render_missing(ctx) or ctx.text("threads-refused")
        await open_here(ctx, 0, make_ask(command), answer, remark, named=named)


async def open_here(
    ctx: Context,
    number: int,
    ask: Ask,
    answer: str,
    remark: str = "",
    guests: Sequence[Player] = (),
    named: Sequence[Person] = (),
) -> None:
    """Open a lobby in this channel; `number` is the game whose button was pressed, 0 if none.

    `guests` are those who are seated at once, `named` people whom the command names.
    """
    if missing := find_missing_here(ctx):
        raise Refusal("permissions", missing=missing)
    limit = _find_limit(ctx)
    request = make_request(ctx, ask, number, limits=(limit, Unclaimed(tuple(guests))))
    request = replace(request, named=(*request.named, *named))
    await retry_without_lost(ctx, limit, partial(ctx.services.service.do, request))
    done = f"✅ {ctx.text(answer)}"
    await confirm(ctx, f"{done}\n⚠️ {remark}" if remark else done)


def _find_limit(ctx: Context) -> CountLimit:
    limits = ctx.services.throttle.limits
    return CountLimit(OPEN_GAMES, limits.opened, limits.open)


# Rematches: the first player to press opens the lobby, the same press by others joins it


ALREADY_OPEN = ("other-pod", "old-pod")
"""Refusal codes when another player has already opened the rematch."""


async def join_rematch(ctx: Context, over: LiveGame) -> bool:
    """Join the lobby that another player has opened after the game `over`.

    Return False, without an answer, if there is no such lobby. Raises `Refusal`.
    """
    me = await ctx.find_player()
    live = await ctx.services.service.find_current(ctx.place)
    game = live.game
    if game is None or over.game is None or not _is_rematch(live, over, me):
        return False
    if me in game.players:
        await confirm(ctx, f"ℹ️ {ctx.text('done-rematch-there')}")
        return True
    await do(ctx, make_ask(JoinDuel(me) if isinstance(game, Duel) else Join(me)), live.number)
    words = await speak_to_asker(ctx, [game.host])
    await confirm(ctx, f"✅ {words.text('done-rematch-joined', host=words.name(game.host))}")
    return True


def _is_rematch(live: LiveGame, over: LiveGame, me: Player) -> bool:
    """Return whether `live` is a lobby that continues the game `over` and has room for `me`."""
    game = live.game
    before = over.game
    if game is None or before is None or live.number <= over.number or game.state != "lobby":
        return False
    return (
        type(game) is type(before)
        and game.host in before.players
        and _has_room_for(game, before, me)
    )


def _has_room_for(game: Game, before: Game, me: Player) -> bool:
    if isinstance(game, Pod):
        return me in (*game.players, *game.kept)
    return me in before.players
