"""A rematch that several want: the first opens it, the others sit down in it by the same press."""

from bot.front.interaction.answering import confirm
from bot.front.interaction.context import Context
from bot.front.interaction.pods import do, make_ask
from bot.front.interaction.wording import speak_to_asker
from bot.joust.commands import JoinDuel
from bot.joust.duel import Duel
from bot.rulebooks import Game
from bot.rules.commands import Join
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.service.live_game import LiveGame

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
