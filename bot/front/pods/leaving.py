"""Going on without somebody who has vanished: calling them, voting, and removing them.

A vote needs a ping that was sent. Whatever the player who was called does ends it.
"""

import logging

import discord

from bot import rights
from bot.front.background.retry import PASSING
from bot.front.interaction.answering import confirm, defer
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.picking import Picked, find_player, offer_seated
from bot.front.interaction.pods import do, find_game, find_pod, make_ask
from bot.front.interaction.routes import Route, on_board, on_pod
from bot.front.interaction.wording import speak_of_duel, speak_of_pod, speak_to_all, speak_to_asker
from bot.front.rendering import controls, names
from bot.front.rendering.answers import render_done
from bot.joust.commands import RemoveDuelist
from bot.rules.commands import CallVote, Kick, KickReason, SayPresent
from bot.rules.decide import decide
from bot.rules.events import Left, Voted
from bot.rules.facts import Player
from bot.rules.guests import find_actor, list_brought
from bot.rules.refusals import Refusal
from bot.rules.votes import count_votes_needed
from bot.service.live_game import BEFORE_VOTE, LiveGame
from bot.service.requests import Done, Request
from bot.storage.engine.errors import StorageError
from bot.words import Words

log = logging.getLogger(__name__)


# Removing somebody


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


async def _go_on_without(ctx: Context, found: LiveGame, player: Player, how: KickReason) -> None:
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


async def _end_duel_without(ctx: Context, number: int, player: Player, how: KickReason) -> None:
    """Take a player out of a duel's lobby, or let them lose; two are too few for a vote."""
    if how == "vote":
        raise Refusal("kick-too-few", player=player)
    done = await do(ctx, make_ask(RemoveDuelist(player, how)), number)
    said = await speak_of_duel(ctx, done.duel)
    left = said.text("done-unseat", player=said.name(player))
    await confirm(ctx, left if done.duel.state == "lobby" else f"✅ {said.tell(done.duel)[-1]}")


async def _find_how(ctx: Context, live: LiveGame, player: Player) -> KickReason:
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


# Calling somebody


async def call_vote(ctx: Context, live: LiveGame, player: Player) -> None:
    """Ping a player, then write down that a vote about them was called. Raises `Refusal`."""
    me = await ctx.find_player()
    command = CallVote(player, me)
    assert live.pod is not None
    rights.check(live.pod, command, await find_asker(ctx), live.maker)
    decide(live.pod, command)
    # Discord takes this once, so that an interaction delivered twice pings once.
    if not await defer(ctx, ephemeral=True, thinking=True):
        return
    message = await _ping(ctx, live.number, player)
    try:
        done = await do(ctx, make_ask(command), live.number)
    except Exception:
        await _take_back(message)
        raise
    await ctx.services.keeper.note_call(done.live, player, message.id)
    opens = discord.utils.format_dt(done.live.opens[player], "R")
    words = await speak_of_pod(ctx, done.pod)
    await confirm(ctx, words.text("done-call", player=words.name(player), opens=opens))


async def _ping(ctx: Context, number: int, player: Player) -> discord.Message:
    """Ask who acts for the player in the channel, who alone is pinged.

    Raises `Refusal` if that cannot be.
    """
    pod = (await find_pod(ctx, number)).pod
    assert pod is not None
    called = find_actor(pod, player)
    person = (await ctx.services.people.find_people([called])).get(called)
    if person is None:
        raise Refusal("kick-unreachable")
    words = await speak_to_all(ctx, [])
    opens = discord.utils.format_dt(discord.utils.utcnow() + BEFORE_VOTE, "R")
    said = words.text("call-vote", called=person.mention, opens=opens)
    whom = discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(person.discord_id)]
    )
    view = controls.make_unstored_view([controls.make_button(number, "present", words)])
    place = ctx.interaction.client.get_partial_messageable(ctx.place.channel)
    try:
        message: discord.Message = await place.send(said, view=view, allowed_mentions=whom)
    except PASSING as error:
        log.warning("nobody can be called in channel %s: %s", ctx.place.channel, error)
        raise Refusal("kick-unreachable") from None
    return message


async def _take_back(message: discord.Message) -> None:
    """Delete a call that led to no vote."""
    try:
        await message.delete()
    except PASSING as error:
        log.warning("a call in channel %s stays: %s", message.channel.id, error)


async def say_present(ctx: Context, pod: int) -> None:
    """Say that one is there: the vote about who presses ends."""
    live, me = await find_pod(ctx, pod), await ctx.find_player()
    rights.check_player(live.pod, me)
    called = _find_called(live, me)
    if called is None:
        raise Refusal("nobody-called")
    await do(ctx, make_ask(SayPresent(called)), pod)
    await confirm(ctx, ctx.text("done-present"))


def _find_called(live: LiveGame, me: Player) -> Player | None:
    """Who was called of those for whom somebody acts: they themself, or a guest of theirs."""
    assert live.pod is not None
    mine = (me, *list_brought(live.pod, me))
    return next((player for player in mine if player in live.votes), None)


async def end_vote_about_user(ctx: Context) -> None:
    """End the vote about who asks, if there is one: whoever does anything here is there."""
    interaction, service = ctx.interaction, ctx.services.service
    if interaction.guild_id is None or interaction.channel_id is None:
        return
    try:
        live = await service.find_current(ctx.place)
        if not live.votes:
            return
        called = _find_called(live, await ctx.find_player())
        if called is not None:
            ask = make_ask(SayPresent(called))
            await service.do(Request(ctx.place, ctx.actor, ask))
    except Refusal as refusal:  # it is over already
        log.debug("a vote in channel %s: %s", interaction.channel_id, refusal.code)
    except StorageError as error:
        log.error("a vote in channel %s goes on: %s", interaction.channel_id, error)


ROUTES = (
    Route("pod:{pod:int}:kick:{player}", kick, on_board(Kick)),
    Route("pod:{pod:int}:present", say_present, on_board(SayPresent)),
)
