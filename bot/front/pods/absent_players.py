"""Removal of an absent player: a ping, a vote and the player's removal.

A vote opens only after a ping was sent. Anything that the absent player does ends the vote.
"""

import logging

import discord

from bot.formatters.messages import MessageFormatter
from bot.front.interaction.answers import defer_answer, send_confirmation
from bot.front.interaction.context import Context, load_requester
from bot.front.interaction.formatters import (
    load_duel_formatter,
    load_pod_formatter,
    load_private_formatter,
    load_public_formatter,
)
from bot.front.interaction.game_commands import (
    build_command_factory,
    execute_command,
    load_channel_game,
    load_channel_pod,
)
from bot.front.interaction.player_options import resolve_player_option
from bot.front.interaction.routes import Route, board_access
from bot.front.publishing.retries import PASSING_ERRORS
from bot.front.reports.report_replies import render_report_reply
from bot.front.ui import components, player_names
from bot.front.ui.pings import Ping, PingReason, build_allowed_mentions
from bot.joust.concessions import RemoveDuelist
from bot.rules.decide import decide_pod_command
from bot.rules.facts import Player
from bot.rules.guests import find_acting_member, list_guests_of_member
from bot.rules.lobby import PlayerLeftLobby
from bot.rules.refusals import Refusal
from bot.rules.votes import (
    AnswerPing,
    CallKickVote,
    KickPlayer,
    KickReason,
    KickVoteCast,
    count_votes_needed,
)
from bot.service import rights
from bot.service.game_requests import CommandResult, GameRequest
from bot.service.live_game import VOTE_DELAY, LiveGame
from bot.storage.engine.errors import StorageError

log = logging.getLogger(__name__)


# Removing somebody


async def remove_selected_player(ctx: Context, pod: int, selection: Player) -> None:
    """Remove the selected player from a game, or call a vote about them with a ping."""
    live = await load_channel_game(ctx, pod)
    who = await resolve_player_option(ctx, selection, live.game)
    how = await _infer_kick_reason(ctx, live, who)
    is_on = live.pod is not None and live.pod.state in ("running", "waiting")
    if how == "vote" and is_on and who not in live.find_active_votes(discord.utils.utcnow()):
        await ping_and_call_kick_vote(ctx, live, who)
    else:
        await _remove_player_or_vote(ctx, live, who, how)


async def kick_player(ctx: Context, pod: int, player: Player) -> None:
    """Remove a player at once, or cast a vote and remove them once enough players voted for it."""
    live = await load_channel_game(ctx, pod)
    await _remove_player_or_vote(ctx, live, player, await _infer_kick_reason(ctx, live, player))


async def _remove_player_or_vote(
    ctx: Context, live_game: LiveGame, player: Player, kick_reason: KickReason
) -> None:
    if live_game.duel is not None:
        await _remove_from_duel(ctx, live_game.number, player, kick_reason)
        return
    now = discord.utils.utcnow()

    def build_kick_command(voter: Player, current_game: LiveGame) -> KickPlayer:
        opens = current_game.opens.get(player)
        opened = kick_reason != "vote" or (opens is not None and opens <= now)
        return KickPlayer(
            player, voter, kick_reason, current_game.find_active_votes(now).get(player, ()), opened
        )

    done = await execute_command(ctx, build_kick_command, live_game.number)
    words = await load_private_formatter(ctx, [*player_names.list_people_of_game(done.pod), player])
    await send_confirmation(ctx, _render_kick_answer(done, player, words))


async def _remove_from_duel(
    ctx: Context, duel_number: int, player: Player, kick_reason: KickReason
) -> None:
    """Remove a player from a duel's lobby, or end the duel.

    Two players are too few for a vote.
    """
    if kick_reason == "vote":
        raise Refusal("kick-too-few", player=player)
    done = await execute_command(
        ctx, build_command_factory(RemoveDuelist(player, kick_reason)), duel_number
    )
    said = await load_duel_formatter(ctx, done.duel)
    left = said.text("done-unseat", player=said.name(player))
    await send_confirmation(
        ctx, left if done.duel.state == "lobby" else f"✅ {said.describe_steps(done.duel)[-1]}"
    )


async def _infer_kick_reason(ctx: Context, live_game: LiveGame, player: Player) -> KickReason:
    """Return why the user may remove a player: as moderator, because they left, or by a vote."""
    game = live_game.game
    asker = await load_requester(ctx)
    assert game is not None
    if rights.can_moderate_game(game, asker):
        return "moderator"
    me = asker.player
    concerned = me in (*game.players, game.host) and player in game.players and player != me
    return (
        "gone"
        if concerned and await ctx.services.absences.fetch_has_left_server(live_game, player)
        else "vote"
    )


def _render_kick_answer(
    command_result: CommandResult, player: Player, formatter: MessageFormatter
) -> str:
    event = command_result.recorded.event
    text = formatter.text
    name = formatter.name(player)
    match event:
        case KickVoteCast(taken_back=True):
            return text("done-vote-back", player=name)
        case KickVoteCast():
            have = len(command_result.live.votes.get(player, ()))
            needed = count_votes_needed(command_result.pod, player)
            return text("done-vote", player=name, have=have, needed=needed)
        case PlayerLeftLobby():
            return text("done-unseat", player=name)
        case _:
            return render_report_reply(command_result, formatter)


# Pinging an absent player


async def ping_and_call_kick_vote(ctx: Context, live_game: LiveGame, player: Player) -> None:
    """Ping a player, then record that a vote about removing them was called. Raises `Refusal`."""
    asker = await load_requester(ctx)
    command = CallKickVote(player, asker.player)
    assert live_game.pod is not None
    rights.require_permission(live_game.pod, command, asker, live_game.find_step_author(command))
    decide_pod_command(live_game.pod, command)
    # Discord accepts one deferral, so that an interaction delivered twice pings once.
    if not await defer_answer(ctx, ephemeral=True, thinking=True):
        return
    message = await _ping_absent_player(ctx, live_game.number, player)
    try:
        done = await execute_command(ctx, build_command_factory(command), live_game.number)
    except Exception:
        await _delete_ping_message(message)
        raise
    await ctx.services.keeper.record_vote_mention(done.live, player, message.id)
    opens = discord.utils.format_dt(done.live.opens[player], "R")
    words = await load_pod_formatter(ctx, done.pod)
    await send_confirmation(ctx, words.text("done-call", player=words.name(player), opens=opens))


async def _ping_absent_player(ctx: Context, pod_number: int, player: Player) -> discord.Message:
    """Ping a player, or whoever acts for a guest, in the channel. Nobody else is pinged.

    Raises `Refusal` if the account is unknown or Discord refuses the message.
    """
    pod = (await load_channel_pod(ctx, pod_number)).pod
    assert pod is not None
    called = find_acting_member(pod, player)
    person = (await ctx.server_people.list_people([called])).get(called)
    if person is None:
        raise Refusal("kick-unreachable")
    words = await load_public_formatter(ctx, [])
    opens = discord.utils.format_dt(discord.utils.utcnow() + VOTE_DELAY, "R")
    said = words.text("call-vote", called=person.mention, opens=opens)
    whom = build_allowed_mentions(Ping(PingReason.VOTE, [person.discord_id]))
    view = components.build_stateless_view(
        [components.build_pod_button(pod_number, "present", words)]
    )
    place = ctx.interaction.client.get_partial_messageable(ctx.channel_address.channel)
    try:
        message: discord.Message = await place.send(said, view=view, allowed_mentions=whom)
    except PASSING_ERRORS as error:
        log.warning("no player can be pinged in channel %s: %s", ctx.channel_address.channel, error)
        raise Refusal("kick-unreachable") from None
    return message


async def _delete_ping_message(message: discord.Message) -> None:
    """Delete the ping of a vote that could not be called."""
    try:
        await message.delete()
    except PASSING_ERRORS as error:
        log.warning("a ping in channel %s cannot be deleted: %s", message.channel.id, error)


async def answer_absence_ping(ctx: Context, pod: int) -> None:
    """End the vote about the user, who confirms that they are present."""
    live = await load_channel_pod(ctx, pod)
    me = await ctx.find_requester_player()
    rights.require_player_of_pod(live.pod, me)
    called = _find_player_voted_about(live, me)
    if called is None:
        raise Refusal("nobody-called")
    await execute_command(ctx, build_command_factory(AnswerPing(called)), pod)
    await send_confirmation(ctx, ctx.catalogue("done-present"))


def _find_player_voted_about(live_game: LiveGame, user_player: Player) -> Player | None:
    """Return the player about whom a vote runs: the user or a guest of theirs; None without a
    vote.
    """
    assert live_game.pod is not None
    mine = (user_player, *list_guests_of_member(live_game.pod, user_player))
    return next((player for player in mine if player in live_game.votes), None)


async def end_kick_vote_about_user(ctx: Context) -> None:
    """End a running vote about the user, because any interaction in the channel proves
    presence.
    """
    service = ctx.services.service
    try:
        live = await service.load_current_game(ctx.channel_address)
        if not live.votes:
            return
        called = _find_player_voted_about(live, await ctx.find_requester_player())
        if called is not None:
            ask = build_command_factory(AnswerPing(called))
            await service.execute(GameRequest(ctx.channel_address, ctx.actor, ask))
    except Refusal as refusal:  # the vote is over already
        log.debug("no vote to end in channel %s: %s", ctx.channel_address.channel, refusal.code)
    except StorageError as error:
        # Nobody knows whether there was a vote; the next interaction looks again.
        log.debug("no votes could be read in channel %s: %s", ctx.channel_address.channel, error)


ROUTES = (
    Route("pod:{pod:int}:kick:{player}", kick_player, board_access(KickPlayer)),
    Route("pod:{pod:int}:present", answer_absence_ping, board_access(AnswerPing)),
)
