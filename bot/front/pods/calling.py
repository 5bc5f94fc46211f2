"""Calling somebody who may have gone missing, before the others vote whether they go on.

Without a ping that was sent there is no vote. Whatever the one who was called does ends it.
"""

import logging

import discord

from bot import rights
from bot.front.background.retry import PASSING
from bot.front.interaction.answering import confirm, defer
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.pods import do, find_pod, make_ask
from bot.front.interaction.routes import Route, on_board
from bot.front.interaction.wording import speak_of_pod, speak_to_all
from bot.front.rendering import controls
from bot.rules.calling import CallVote, SayPresent
from bot.rules.decide import decide
from bot.rules.facts import Player
from bot.rules.guests import find_actor, list_brought
from bot.rules.refusals import Refusal
from bot.service.live_game import BEFORE_VOTE, LiveGame
from bot.service.requests import Request
from bot.storage.engine.errors import StorageError

log = logging.getLogger(__name__)


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


async def note_presence(ctx: Context) -> None:
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


ROUTES = (Route("pod:{pod:int}:present", say_present, on_board(SayPresent)),)
