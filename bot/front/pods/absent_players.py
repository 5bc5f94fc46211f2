"""Removal of an absent player: a ping, a vote and the player's removal.

A vote opens only after a ping was sent. Anything that the absent player does ends the vote.
"""

import logging

import discord

from bot.formatters.messages import PodMessageFormatter
from bot.front.interaction.answers import defer_answer, report_command_success
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.formatters import (
    load_message_formatter_for_duel,
    load_message_formatter_for_pod,
    load_message_formatter_in_server_language,
    load_message_formatter_in_user_language,
)
from bot.front.interaction.game_commands import (
    execute_game_command,
    load_numbered_or_current_game,
    load_pod,
    wrap_command_in_factory,
)
from bot.front.interaction.player_options import parse_player_option
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_board_button
from bot.front.pods.lobby import take_lobby_seats_reserved_for_user
from bot.front.publishing.retries import PASSING_ERRORS
from bot.front.reports.report_replies import render_report_reply
from bot.front.ui import components, player_names
from bot.front.ui.pings import Ping, PingReason, build_allowed_mentions_for_pings
from bot.joust.concessions import RemovePlayerFromDuel
from bot.rules.decide import create_pod_event
from bot.rules.facts import Player
from bot.rules.guests import find_member_acting_for_player, list_guests_of_member
from bot.rules.lobby import PlayerLeftLobby
from bot.rules.refusals import Refusal
from bot.rules.votes import (
    AnswerKickVote,
    KickPlayer,
    KickReason,
    KickVoteCast,
    StartKickVote,
    count_required_kick_votes,
)
from bot.service import rights
from bot.service.game_requests import CommandResult, GameCommandRequest
from bot.service.live_game import VOTE_DELAY, LiveGame
from bot.storage.engine.errors import StorageError

log = logging.getLogger(__name__)


# Removing somebody


async def remove_selected_player_or_start_vote(ctx: Context, pod: int, selection: Player) -> None:
    """Remove the selected player if the user may do so; otherwise ping the player and start a vote."""
    live = await load_numbered_or_current_game(ctx, pod)
    who = await parse_player_option(ctx, selection, live.game)
    how = await _infer_kick_reason(ctx, live, who)
    is_on = live.pod is not None and live.pod.state in ("running", "waiting")
    if how == "vote" and is_on and who not in live.find_active_kick_votes(discord.utils.utcnow()):
        await ping_player_and_start_kick_vote(ctx, live, who)
    else:
        await _remove_player_or_cast_kick_vote(ctx, live, who, how)


async def kick_player_or_cast_vote(ctx: Context, pod: int, player: Player) -> None:
    """Remove a player if the user is allowed to; otherwise record the user's vote to remove the player.

    The vote removes the player once enough players voted for it.
    """
    live = await load_numbered_or_current_game(ctx, pod)
    await _remove_player_or_cast_kick_vote(ctx, live, player, await _infer_kick_reason(ctx, live, player))


async def _remove_player_or_cast_kick_vote(
    ctx: Context, live_game: LiveGame, player: Player, kick_reason: KickReason
) -> None:
    if live_game.duel is not None:
        await _remove_player_from_duel(ctx, live_game.number, player, kick_reason)
        return
    now = discord.utils.utcnow()

    def build_kick_player_command(voter: Player, current_game: LiveGame) -> KickPlayer:
        opens = current_game.opens.get(player)
        opened = kick_reason != "vote" or (opens is not None and opens <= now)
        return KickPlayer(player, voter, kick_reason, current_game.find_active_kick_votes(now).get(player, ()), opened)

    done = await execute_game_command(ctx, build_kick_player_command, live_game.number)
    words = await load_message_formatter_in_user_language(
        ctx, [*player_names.list_players_named_in_game(done.pod), player]
    )
    await report_command_success(ctx, _render_reply_to_kick_vote_command(done, player, words))


async def _remove_player_from_duel(ctx: Context, duel_number: int, player: Player, kick_reason: KickReason) -> None:
    if kick_reason == "vote":
        raise Refusal("kick-too-few", player=player)
    done = await execute_game_command(
        ctx, wrap_command_in_factory(RemovePlayerFromDuel(player, kick_reason)), duel_number
    )
    said = await load_message_formatter_for_duel(ctx, done.duel)
    left = said.text("done-unseat", player=said.name(player))
    await report_command_success(
        ctx, left if done.duel.state == "lobby" else f"✅ {said.describe_duel_steps(done.duel)[-1]}"
    )


async def _infer_kick_reason(ctx: Context, live_game: LiveGame, player: Player) -> KickReason:
    """Return how the user may remove a player: as a moderator, after a departure from the server, or by vote."""
    game = live_game.game
    asker = await load_user_with_rights(ctx)
    assert game is not None
    if rights.can_moderate_game(game, asker):
        return "moderator"
    me = asker.player
    concerned = me in (*game.players, game.host) and player in game.players and player != me
    return (
        "gone" if concerned and await ctx.services.absences.check_if_player_left_server(live_game, player) else "vote"
    )


def _render_reply_to_kick_vote_command(
    command_result: CommandResult, player: Player, formatter: PodMessageFormatter
) -> str:
    event = command_result.recorded.event
    text = formatter.text
    name = formatter.name(player)
    match event:
        case KickVoteCast(taken_back=True):
            return text("done-vote-back", player=name)
        case KickVoteCast():
            have = len(command_result.live.votes.get(player, ()))
            needed = count_required_kick_votes(command_result.pod, player)
            return text("done-vote", player=name, have=have, needed=needed)
        case PlayerLeftLobby():
            return text("done-unseat", player=name)
        case _:
            return render_report_reply(command_result, formatter)


# Pinging an absent player


async def ping_player_and_start_kick_vote(ctx: Context, live_game: LiveGame, player: Player) -> None:
    """Ping a player and start a vote on removing them from the game. Raises `Refusal`."""
    asker = await load_user_with_rights(ctx)
    command = StartKickVote(player, asker.player)
    assert live_game.pod is not None
    rights.require_command_permission(live_game.pod, command, asker, live_game.find_last_step_author(command))
    create_pod_event(live_game.pod, command)
    # Discord accepts one deferral, so that an interaction delivered twice pings once.
    if not await defer_answer(ctx, ephemeral=True, thinking=True):
        return
    message = await _ping_player_before_kick_vote(ctx, live_game.number, player)
    try:
        done = await execute_game_command(ctx, wrap_command_in_factory(command), live_game.number)
    except Exception:
        await _delete_kick_vote_ping(message)
        raise
    await ctx.services.keeper.record_kick_vote_message(done.live, player, message.id)
    opens = discord.utils.format_dt(done.live.opens[player], "R")
    words = await load_message_formatter_for_pod(ctx, done.pod)
    await report_command_success(ctx, words.text("done-call", player=words.name(player), opens=opens))


async def _ping_player_before_kick_vote(ctx: Context, pod_number: int, player: Player) -> discord.Message:
    pod = (await load_pod(ctx, pod_number)).pod
    assert pod is not None
    called = find_member_acting_for_player(pod, player)
    person = (await ctx.people_with_server_nicknames.load_people_by_id([called])).get(called)
    if person is None:
        raise Refusal("kick-unreachable")
    words = await load_message_formatter_in_server_language(ctx, [])
    opens = discord.utils.format_dt(discord.utils.utcnow() + VOTE_DELAY, "R")
    said = words.text("call-vote", called=person.discord_mention, opens=opens)
    whom = build_allowed_mentions_for_pings(Ping(PingReason.VOTE, [person.discord_id]))
    view = components.build_view_without_callbacks([components.build_pod_action_button(pod_number, "present", words)])
    place = ctx.interaction.client.get_partial_messageable(ctx.channel_address.channel)
    try:
        message: discord.Message = await place.send(said, view=view, allowed_mentions=whom)
    except PASSING_ERRORS as error:
        log.warning("no player can be pinged in channel %s: %s", ctx.channel_address.channel, error)
        raise Refusal("kick-unreachable") from None
    return message


async def _delete_kick_vote_ping(ping_message: discord.Message) -> None:
    try:
        await ping_message.delete()
    except PASSING_ERRORS as error:
        log.warning("a ping in channel %s cannot be deleted: %s", ping_message.channel.id, error)


async def end_kick_vote_against_user(ctx: Context, pod: int) -> None:
    """End the vote to remove the user, because the user pressed the button that proves their presence.

    In a lobby the user takes the seat that is kept for them.
    """
    live = await load_pod(ctx, pod)
    if live.pod is not None and live.pod.state == "lobby":
        await take_lobby_seats_reserved_for_user(ctx, pod)
        return
    me = await ctx.get_player_id_of_user()
    rights.require_player_of_pod(live.pod, me)
    called = _find_user_or_guest_facing_kick_vote(live, me)
    if called is None:
        raise Refusal("nobody-called")
    await execute_game_command(ctx, wrap_command_in_factory(AnswerKickVote(called)), pod)
    await report_command_success(ctx, ctx.translations("done-present"))


def _find_user_or_guest_facing_kick_vote(live_game: LiveGame, user_player_id: Player) -> Player | None:
    """Return the user or the user's guest if a vote to remove that player is open; otherwise None."""
    assert live_game.pod is not None
    mine = (user_player_id, *list_guests_of_member(live_game.pod, user_player_id))
    return next((player for player in mine if player in live_game.votes), None)


async def end_kick_votes_against_active_user(ctx: Context) -> None:
    """End the votes to remove the user in the channel's games, because the user was just active."""
    service = ctx.services.service
    try:
        for live in await service.load_current_and_reopened_games(ctx.channel_address):
            if not live.votes:
                continue
            called = _find_user_or_guest_facing_kick_vote(live, await ctx.get_player_id_of_user())
            if called is not None:
                ask = wrap_command_in_factory(AnswerKickVote(called))
                request = GameCommandRequest(ctx.channel_address, ctx.requesting_member, ask, pod=live.number)
                await service.execute_command(request)
    except Refusal as refusal:  # the vote is over already
        log.debug("no vote to end in channel %s: %s", ctx.channel_address.channel, refusal.code)
    except StorageError as error:
        # Nobody knows whether there was a vote; the next interaction looks again.
        log.debug("no votes could be read in channel %s: %s", ctx.channel_address.channel, error)


ROUTES = (
    CustomIdRoute(
        "pod:{pod:int}:kick:{player}", kick_player_or_cast_vote, build_access_rule_for_board_button(KickPlayer)
    ),
    CustomIdRoute(
        "pod:{pod:int}:present",
        end_kick_vote_against_user,
        build_access_rule_for_board_button(AnswerKickVote),
    ),
)
