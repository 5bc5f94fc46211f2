"""Go on without an absent player: ping them, vote, and remove them.

A vote opens only after a ping was sent. Anything that the absent player does ends it.
"""

import logging

import discord

from bot import rights
from bot.front.background.retry import PASSING_ERRORS
from bot.front.interaction.answering import confirm, defer
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.picking import find_player
from bot.front.interaction.pods import do, find_game, find_pod, make_ask
from bot.front.interaction.routes import Route, on_board
from bot.front.interaction.wording import speak_of_duel, speak_of_pod, speak_to_all, speak_to_asker
from bot.front.rendering import controls, names
from bot.front.rendering.confirmation import render_done
from bot.front.rendering.pings import Ping, PingReason, allow_pings
from bot.joust.concessions import RemoveDuelist
from bot.rules.decide import decide
from bot.rules.facts import Player
from bot.rules.guests import find_actor, list_brought
from bot.rules.lobby import Left
from bot.rules.refusals import Refusal
from bot.rules.votes import CallVote, Kick, KickReason, SayPresent, Voted, count_votes_needed
from bot.service.live_game import VOTE_DELAY, LiveGame
from bot.service.requests import Done, Request
from bot.storage.engine.errors import StorageError
from bot.words import Words

log = logging.getLogger(__name__)


# Removing somebody


async def remove(ctx: Context, pod: int, picked: Player) -> None:
    """Remove a player from a game; a vote begins with a ping to them."""
    live = await find_game(ctx, pod)
    who = await find_player(ctx, picked, live.game)
    how = await _infer_reason(ctx, live, who)
    is_on = live.pod is not None and live.pod.state in ("running", "waiting")
    if how == "vote" and is_on and who not in live.find_votes(discord.utils.utcnow()):
        await call_vote(ctx, live, who)
    else:
        await _remove_player(ctx, live, who, how)


async def kick(ctx: Context, pod: int, player: Player) -> None:
    """Remove a player: at once, or once enough of the others have voted for it."""
    live = await find_game(ctx, pod)
    await _remove_player(ctx, live, player, await _infer_reason(ctx, live, player))


async def _remove_player(ctx: Context, found: LiveGame, player: Player, how: KickReason) -> None:
    if found.duel is not None:
        await _remove_duelist(ctx, found.number, player, how)
        return
    now = discord.utils.utcnow()

    def make_command(me: Player, live: LiveGame) -> Kick:
        opens = live.opens.get(player)
        opened = how != "vote" or (opens is not None and opens <= now)
        return Kick(player, me, how, live.find_votes(now).get(player, ()), opened)

    done = await do(ctx, make_command, found.number)
    words = await speak_to_asker(ctx, [*names.find_people(done.pod), player])
    await confirm(ctx, _render_kick(done, player, words))


async def _remove_duelist(ctx: Context, number: int, player: Player, how: KickReason) -> None:
    """Remove a player from a duel's lobby, or end the duel; two players are too few for a vote."""
    if how == "vote":
        raise Refusal("kick-too-few", player=player)
    done = await do(ctx, make_ask(RemoveDuelist(player, how)), number)
    said = await speak_of_duel(ctx, done.duel)
    left = said.text("done-unseat", player=said.name(player))
    await confirm(ctx, left if done.duel.state == "lobby" else f"✅ {said.tell(done.duel)[-1]}")


async def _infer_reason(ctx: Context, live: LiveGame, player: Player) -> KickReason:
    """Return why the user may remove a player; only Discord knows who has left the server."""
    game = live.game
    asker = await find_asker(ctx)
    assert game is not None
    if rights.may_moderate(game, asker):
        return "moderator"
    me = asker.player
    concerned = me in (*game.players, game.host) and player in game.players and player != me
    return "gone" if concerned and await ctx.services.absences.has_gone(live, player) else "vote"


def _render_kick(done: Done, player: Player, words: Words) -> str:
    event = done.recorded.event
    text = words.text
    name = words.name(player)
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


# Pinging an absent player


async def call_vote(ctx: Context, live: LiveGame, player: Player) -> None:
    """Ping a player, then record that a vote about them was called. Raises `Refusal`."""
    asker = await find_asker(ctx)
    command = CallVote(player, asker.player)
    assert live.pod is not None
    rights.check(live.pod, command, asker, live.find_maker(command))
    decide(live.pod, command)
    # Discord accepts one deferral, so that an interaction delivered twice pings once.
    if not await defer(ctx, ephemeral=True, thinking=True):
        return
    message = await _ping(ctx, live.number, player)
    try:
        done = await do(ctx, make_ask(command), live.number)
    except Exception:
        await _delete_ping(message)
        raise
    await ctx.services.keeper.note_call(done.live, player, message.id)
    opens = discord.utils.format_dt(done.live.opens[player], "R")
    words = await speak_of_pod(ctx, done.pod)
    await confirm(ctx, words.text("done-call", player=words.name(player), opens=opens))


async def _ping(ctx: Context, number: int, player: Player) -> discord.Message:
    """Ping the player, or whoever acts for a guest, in the channel. Nobody else is mentioned.

    Raises `Refusal` if the account is unknown or Discord refuses the message.
    """
    pod = (await find_pod(ctx, number)).pod
    assert pod is not None
    called = find_actor(pod, player)
    person = (await ctx.people.find_people([called])).get(called)
    if person is None:
        raise Refusal("kick-unreachable")
    words = await speak_to_all(ctx, [])
    opens = discord.utils.format_dt(discord.utils.utcnow() + VOTE_DELAY, "R")
    said = words.text("call-vote", called=person.mention, opens=opens)
    whom = allow_pings(Ping(PingReason.VOTE, [person.discord_id]))
    view = controls.make_unstored_view([controls.make_button(number, "present", words)])
    place = ctx.interaction.client.get_partial_messageable(ctx.place.channel)
    try:
        message: discord.Message = await place.send(said, view=view, allowed_mentions=whom)
    except PASSING_ERRORS as error:
        log.warning("no player can be pinged in channel %s: %s", ctx.place.channel, error)
        raise Refusal("kick-unreachable") from None
    return message


async def _delete_ping(message: discord.Message) -> None:
    """Delete a ping that led to no vote."""
    try:
        await message.delete()
    except PASSING_ERRORS as error:
        log.warning("a ping in channel %s cannot be deleted: %s", message.channel.id, error)


async def say_present(ctx: Context, pod: int) -> None:
    """End the vote about the user, who says that they are present."""
    live = await find_pod(ctx, pod)
    me = await ctx.find_player()
    rights.check_player(live.pod, me)
    called = _find_own_vote(live, me)
    if called is None:
        raise Refusal("nobody-called")
    await do(ctx, make_ask(SayPresent(called)), pod)
    await confirm(ctx, ctx.text("done-present"))


def _find_own_vote(live: LiveGame, me: Player) -> Player | None:
    """Return the player with a vote for whom the user acts: the user or a guest of theirs."""
    assert live.pod is not None
    mine = (me, *list_brought(live.pod, me))
    return next((player for player in mine if player in live.votes), None)


async def end_vote_about_user(ctx: Context) -> None:
    """End the vote about the user, if there is one: any interaction here proves their presence."""
    service = ctx.services.service
    try:
        live = await service.find_current(ctx.place)
        if not live.votes:
            return
        called = _find_own_vote(live, await ctx.find_player())
        if called is not None:
            ask = make_ask(SayPresent(called))
            await service.do(Request(ctx.place, ctx.actor, ask))
    except Refusal as refusal:  # the vote is over already
        log.debug("no vote to end in channel %s: %s", ctx.place.channel, refusal.code)
    except StorageError as error:
        # Nobody knows whether there was a vote; the next interaction looks again.
        log.debug("no votes could be read in channel %s: %s", ctx.place.channel, error)


ROUTES = (
    Route("pod:{pod:int}:kick:{player}", kick, on_board(Kick)),
    Route("pod:{pod:int}:present", say_present, on_board(SayPresent)),
)
