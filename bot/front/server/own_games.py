"""`/me games`: all that a member is part of on a server, also where they see no channel, with *Leave* on each.

Where a game has ended and does not count yet, the button is *Dispute*: its board may be hidden or deleted.
"""

from collections.abc import AsyncIterator
from typing import Any

import discord
from discord import ui
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.front.interaction.answers import answer_by_editing_message, defer_answer
from bot.front.interaction.command_declarations import slash_command
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_message_formatter_in_user_language
from bot.front.interaction.game_commands import build_game_command_request
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.server import audit_trail
from bot.front.ui import components
from bot.front.ui.escaping import escape_markdown
from bot.joust.duel import Duel
from bot.planning.plan import PlannedGame
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import Requester
from bot.service.game_requests import GameCommandRequest
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.participations import KINDS_BY_ACT_OF_OTHERS, GameParticipation, list_participations_in_game
from bot.storage.engine.timestamps import datetime_to_milliseconds

MAX_LISTED = 20
"""The most lines of the list, each with a button."""

ParticipationInGame = tuple[LiveGame, GameParticipation]

ACCESS = build_access_rule_for_server(rate_limit_class="costly", works_in_all_channels=True)


@slash_command("me-games", ACCESS)
async def show_own_games(ctx: Context) -> None:
    """List the games and sign-ups of the user and the user's guests, with buttons to leave."""
    if await defer_answer(ctx, ephemeral=True, thinking=True):
        await _show_list_of_own_games(ctx)


async def show_own_games_again(ctx: Context) -> None:
    """Show the list of the user's games in place of the question about leaving a game."""
    if await defer_answer(ctx):
        await _show_list_of_own_games(ctx)


async def leave_game_or_ask_to_confirm(
    ctx: Context, channel: int, game_number: int, participation_kind: str, player: Player
) -> None:
    """Leave a game or dispute its end; ask for a confirmation first if the action is risky."""
    found = await _load_participation_in_game(ctx, channel, game_number, participation_kind, player)
    if not await defer_answer(ctx):
        return
    if not found[1].needs_question:
        await _leave_game_and_show_own_games(ctx, found)
        return
    words = await load_message_formatter_in_user_language(ctx, [player])
    sure = words.text(
        f"own-sure-{participation_kind}", player=words.name(player), game=_render_game_channel_and_title(found[0])
    )
    custom_id = _build_custom_id_of_leave_button("leaving", found)
    label = words.text("button-dispute" if participation_kind == "ended" else "own-leave-sure")
    yes: ui.Button[ui.View] = ui.Button(label=label, style=discord.ButtonStyle.danger, custom_id=custom_id)
    no: ui.Button[ui.View] = ui.Button(label=words.text("own-back"), custom_id="me:games")
    await answer_by_editing_message(ctx, content=f"⚠️ {sure}", view=components.build_view_without_callbacks([yes, no]))


async def leave_game_after_confirmation(
    ctx: Context, channel: int, game_number: int, participation_kind: str, player: Player
) -> None:
    """Leave a game, or dispute its end, after the user's confirmation."""
    found = await _load_participation_in_game(ctx, channel, game_number, participation_kind, player)
    if await defer_answer(ctx):
        await _leave_game_and_show_own_games(ctx, found)


async def remove_user_from_unconfirmed_games(ctx: Context) -> None:
    """Remove the user from all games to which other people added them and which they never confirmed.

    A game that had ended and was reopened is one, too: no other game still needs the user, as was asked before. The bot
    does it in the user's name, so that no server learns the user's names of another one.
    """
    me = await ctx.get_player_id_of_user()
    async for live, participation in _iterate_participations_in_open_games(ctx, me, None):
        if participation.kind == "ended":  # it waits for nobody, and a dispute is the user's own act
            continue
        if participation.kind in KINDS_BY_ACT_OF_OTHERS or not isinstance(live.game, PlannedGame):
            command = participation.command
            request = GameCommandRequest(live.place, None, lambda *_, c=command: c, pod=live.number)
            try:
                await ctx.services.service.execute_command(request)
            except Refusal:  # the game has changed, or its season is over; it waits for nobody who did not confirm
                continue


async def _leave_game_and_show_own_games(ctx: Context, participation_in_game: ParticipationInGame) -> None:
    live, participation = participation_in_game
    request = build_game_command_request(ctx, lambda *_: participation.command, live.number)
    actor = replace(ctx.requesting_member, moderator=False)  # whatever the user may do in this channel, not in that one
    done = await ctx.services.service.execute_command(replace(request, place=live.place, actor=actor))
    ctx.services.plans.check_due_tasks_soon()
    if participation.kind != "ended":
        await _show_list_of_own_games(ctx, f"✅ {ctx.translations('own-left')}")
        return
    await _show_list_of_own_games(ctx, f"✅ {ctx.translations('own-disputed')}")
    await audit_trail.post_dispute_in_log_channel(ctx, done)


async def _iterate_participations_in_open_games(
    ctx: Context, player: Player, guild_id: int | None
) -> AsyncIterator[ParticipationInGame]:
    """Yield the open games in which the user takes part, on one server or on all.

    Each comes with the user's part and the command to leave the game.
    """
    now = datetime_to_milliseconds(discord.utils.utcnow())
    account = ctx.interaction.user.id
    for place in await ctx.services.personal_data.load_open_games_of_account(account, guild_id):
        address = ChannelAddress(place.guild, place.channel)
        live = await ctx.services.service.load_game_by_number(address, place.pod)
        for each in list_participations_in_game(live.game, player, now):
            if each.kind != "ended" or live.can_requester_execute_command(each.command, Requester(each.player)):
                yield live, each


async def _load_participation_in_game(
    ctx: Context, channel: int, game_number: int, participation_kind: str, player: Player
) -> ParticipationInGame:
    """Load a game and the user's participation in it. Raises `Refusal` if the user has left the game."""
    me = await ctx.get_player_id_of_user()
    address = ChannelAddress(ctx.channel_address.guild, channel)
    live = await ctx.services.service.load_game_by_number(address, game_number)
    now = datetime_to_milliseconds(discord.utils.utcnow())
    for each in list_participations_in_game(live.game, me, now):
        if (each.kind, each.player) == (participation_kind, player):
            return live, each
    raise Refusal("own-gone")


async def _show_list_of_own_games(ctx: Context, heading: str | None = None) -> None:
    me = await ctx.get_player_id_of_user()
    found = [each async for each in _iterate_participations_in_open_games(ctx, me, ctx.channel_address.guild)]
    words = await load_message_formatter_in_user_language(ctx, [each.player for _, each in found])
    lines = [] if heading is None else [heading]
    lines.append(words.text("own-games" if found else "own-none"))
    lines += [f"{n}. {_render_own_participation(each, words)}" for n, each in enumerate(found[:MAX_LISTED], 1)]
    if len(found) > MAX_LISTED:
        lines.append(words.text("own-more", count=len(found) - MAX_LISTED))
    buttons: list[ui.Item[ui.View]] = []
    for n, each in enumerate(found[:MAX_LISTED], 1):
        label = words.text("own-dispute" if each[1].kind == "ended" else "own-leave", number=n)
        buttons.append(ui.Button[Any](label=label, custom_id=_build_custom_id_of_leave_button("leave", each)))
    await answer_by_editing_message(
        ctx, content="\n".join(lines), view=components.build_view_without_callbacks(buttons) if buttons else None
    )


def _build_custom_id_of_leave_button(action: str, participation_in_game: ParticipationInGame) -> str:
    live, each = participation_in_game
    return f"me:{action}:{live.place.channel}:{live.number}:{each.kind}:{each.player}"


def _render_own_participation(participation_in_game: ParticipationInGame, formatter: PodMessageFormatter) -> str:
    live, each = participation_in_game
    what = formatter.text(f"own-{each.kind}", player=formatter.name(each.player))
    return f"{_render_game_channel_and_title(live)} · {what}"


def _render_game_channel_and_title(live_game: LiveGame) -> str:
    """Return a text with a game's channel, title and planned time."""
    game = live_game.game
    parts = [f"<#{live_game.place.channel}>"]
    title = None if game is None else game.setup.title
    if title:
        parts.append(f"**{escape_markdown(title)}**")
    if isinstance(game, PlannedGame) and not game.asked:
        parts.append(f"<t:{game.at // 1000}:f>")
    if isinstance(game, Duel):
        parts.append("⚔️")
    return " · ".join(parts)


_PLACES = "{channel:id}:{game_number:int}:{participation_kind}:{player}"
ROUTES = (
    CustomIdRoute("me:games", show_own_games_again, ACCESS),
    CustomIdRoute(f"me:leave:{_PLACES}", leave_game_or_ask_to_confirm, ACCESS),
    CustomIdRoute(f"me:leaving:{_PLACES}", leave_game_after_confirmation, ACCESS),
)
