"""Going on without somebody who has vanished, and pods that nobody touches any more."""

import logging
from datetime import datetime

import discord

from bot import rights
from bot.front.interaction.answering import confirm
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.picking import Picked, find_player, offer_seated
from bot.front.interaction.pods import do, find_game, make_ask
from bot.front.interaction.routes import Route, on_board, on_pod
from bot.front.interaction.services import Services
from bot.front.interaction.wording import speak_of_duel, speak_to_asker
from bot.front.pods.calling import call_vote
from bot.front.rendering import names
from bot.front.rendering.answers import render_done
from bot.joust.commands import RemoveDuelist
from bot.projections import pods
from bot.rulebooks import GameCommand, find_rulebook
from bot.rules.commands import How, Kick
from bot.rules.events import Left, Voted
from bot.rules.facts import Player
from bot.rules.idling import Keep, Warn
from bot.rules.leaving import count_votes_needed
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame, Place
from bot.service.requests import Done, Request
from bot.storage.engine.errors import StorageError
from bot.storage.servers.guilds import SHORTEST_IDLE
from bot.words import Words

log = logging.getLogger(__name__)


# Somebody has vanished


@command("kick", on_pod(Kick))
@options(player="kick")
@complete(player=offer_seated)
async def kick_here(ctx: Context, player: Picked) -> None:
    """Go on without a player of the channel's game, or call them before there is a vote."""
    live, who = await find_game(ctx, 0), await find_player(ctx, player)
    how = await _find_how(ctx, live, who)
    is_on = live.pod is not None and live.pod.state in ("running", "waiting")
    if how == "vote" and is_on and who not in live.votes:
        await call_vote(ctx, live, who)
    else:
        await _go_on_without(ctx, live, who, how)


async def kick(ctx: Context, pod: int, player: Player) -> None:
    """Go on without a player: at once, or when enough of the others want that."""
    live = await find_game(ctx, pod)
    await _go_on_without(ctx, live, player, await _find_how(ctx, live, player))


async def _go_on_without(ctx: Context, found: LiveGame, player: Player, how: How) -> None:
    if found.duel is not None:
        await _end_duel_without(ctx, found.number, player, how)
        return
    now = discord.utils.utcnow()

    def ask(me: Player, live: LiveGame) -> Kick:
        opens = live.opens.get(player)
        opened = how != "vote" or (opens is not None and opens <= now)
        return Kick(player, me, how, live.votes.get(player, ()), opened)

    done = await do(ctx, ask, found.number)
    words = await speak_to_asker(ctx, [*names.find_people(done.pod), player])
    await confirm(ctx, _render_kick(done, player, words))


async def _end_duel_without(ctx: Context, number: int, player: Player, how: How) -> None:
    """Take a player out of a duel's lobby, or let them lose; two are too few for a vote."""
    if how == "vote":
        raise Refusal("kick-too-few", player=player)
    done = await do(ctx, make_ask(RemoveDuelist(player, how)), number)
    said = await speak_of_duel(ctx, done.duel)
    left = said.text("done-unseat", player=said.name(player))
    await confirm(ctx, left if done.duel.state == "lobby" else f"✅ {said.tell(done.duel)[-1]}")


async def _find_how(ctx: Context, live: LiveGame, player: Player) -> How:
    """Return why who asks may kick a player; only Discord knows who has left the server."""
    game, asker = live.game, await find_asker(ctx)
    assert game is not None
    if rights.may_moderate(game, asker):
        return "moderator"
    me = asker.player
    concerned = me in (*game.players, game.host) and player in game.players and player != me
    return "gone" if concerned and await ctx.services.absences.has_gone(live, player) else "vote"


def _render_kick(done: Done, player: Player, words: Words) -> str:
    event, text, name = done.recorded.event, words.text, words.name(player)
    match event:
        case Voted(taken_back=True):
            return text("done-vote-back", player=name)
        case Voted():
            have = len(done.live.votes.get(player, ()))
            needed = count_votes_needed(done.pod, player)
            return text("done-vote", player=name, have=have, needed=needed)
        case Left():
            return text("done-unseat", player=name)
        case _:
            return render_done(done, words)


# Nobody touches a pod


EACH_ROUND = 30
"""Pods that are warned or closed in one round of chores."""


async def keep(ctx: Context, pod: int) -> None:
    """Go on with a pod that would be closed: somebody is still playing."""
    asker = await find_asker(ctx)

    def ask(_: Player, live: LiveGame) -> Keep:
        rights.check(live.game, Keep(), asker, live.maker)
        if live.warned is None:
            raise Refusal("kept-already")
        return Keep()

    await do(ctx, ask, pod)
    await confirm(ctx, ctx.text("done-keep"))


async def tidy(client: discord.Client, services: Services, now: datetime) -> None:
    """Warn where nobody has touched a pod for as long as its server has set, or close it.

    Both are events, so that each happens once however many processes do this. After a long time
    away there may be thousands: each round does a few, so that nobody's command waits for them.
    """
    left, database = EACH_ROUND, services.database
    for guild, oldest in (await pods.find_idle_servers(database, now - SHORTEST_IDLE)).items():
        idle_after = (await services.guilds.read_settings(guild)).idle_after
        if idle_after is None or oldest > now - idle_after or client.get_guild(guild) is None:
            continue
        for row in await pods.find_idle_pods(database, guild, now - idle_after, left):
            await _warn_or_close(services, Place(guild, row.channel), row.pod, now - idle_after)
            left -= 1
        if not left:
            return


async def _warn_or_close(services: Services, place: Place, pod: int, since: datetime) -> None:
    def ask(_: Player, live: LiveGame) -> GameCommand:
        last = live.warned or live.touched
        if last is None or last > since or live.game is None:
            raise Refusal("kept-already")
        return Warn() if live.warned is None else find_rulebook(live.game).close(True)

    try:
        await services.service.do(Request(place, None, ask, pod=pod, earlier=True))
    except Refusal as refusal:  # somebody was faster
        log.debug("the pod of channel %s is left as it is: %s", place.channel, refusal.code)
    except StorageError as error:  # one channel's trouble is not the next one's
        log.error("the pod of channel %s could not be looked at: %s", place.channel, error)


ROUTES = (
    Route("pod:{pod:int}:kick:{player}", kick, on_board(Kick)),
    Route("pod:{pod:int}:keep", keep, on_board(Keep)),
)
