"""Substitutes: giving a seat in a running game to another person, who may keep its result."""

import discord
from discord import ui
from msgspec.structs import replace

from bot.front.game_texts import story
from bot.front.interaction.answers import send_answer, send_confirmation
from bot.front.interaction.context import Context, find_or_fetch_member, identify_user
from bot.front.interaction.formatters import (
    load_pod_formatter,
    load_private_formatter,
    load_public_formatter,
)
from bot.front.interaction.game_commands import (
    build_command_request,
    execute_command,
    load_channel_pod,
)
from bot.front.interaction.inputs import parse_discord_id
from bot.front.interaction.routes import Route, board_access
from bot.front.substitutes.substitute_texts import build_take_seat_button
from bot.front.ui import components, player_names
from bot.front.ui.escaping import clean_label
from bot.front.ui.pings import Ping, PingReason, build_allowed_mentions
from bot.rules.facts import Player
from bot.rules.guests import list_guests_of_member
from bot.rules.players import find_players_in_event
from bot.rules.refusals import Refusal
from bot.rules.rights import PLAYERS
from bot.rules.substitutes import GrantResult, OfferSeat, SeatOffered, TakeOverSeat
from bot.service.game_requests import CommandResult
from bot.service.live_game import LiveGame
from bot.service.rights import require_player_of_pod


async def _offer_seat_to_member(
    ctx: Context, pod_number: int, member: discord.Member, seat_owner: Player | None
) -> CommandResult:
    if member.bot:
        raise Refusal("seat-bot")
    to = await identify_user(ctx, member)
    asked = build_command_request(ctx, lambda me, _: OfferSeat(seat_owner or me, to.id), pod_number)
    return await ctx.services.service.execute(replace(asked, named=(*asked.named, to)))


async def open_substitute_menu(ctx: Context, pod: int) -> None:
    """Show a menu of members to whom the user can give their seat, or that of a guest of
    theirs.
    """
    live = await load_channel_pod(ctx, pod)
    me = await ctx.find_requester_player()
    require_player_of_pod(live.pod, me)
    assert live.pod is not None
    words = await player_names.load_name_formatter(
        ctx.server_people, ctx.catalogue, live.pod.players, with_escaping=False
    )
    asked = {
        "": ctx.catalogue("seat-placeholder"),
        **{
            f":{guest}": ctx.catalogue("seat-placeholder-guest", guest=words.name(guest))
            for guest in list_guests_of_member(live.pod, me)
        },
    }
    menus = [
        ui.UserSelect[ui.View](
            placeholder=clean_label(said, 150), custom_id=f"pod:{live.number}:substitute:to{whose}"
        )
        for whose, said in asked.items()
    ]
    shown = menus[: components.LAST_ROW + 1]
    await send_answer(ctx, ctx.catalogue("seat-ask"), view=components.build_stateless_view(shown))


async def offer_seat_to_selected_member(
    ctx: Context, pod: int, selection: int, player: Player = ""
) -> None:
    """Offer the user's seat, or that of a guest, to the selected member, and ping that member."""
    require_player_of_pod((await load_channel_pod(ctx, pod)).pod, await ctx.find_requester_player())
    member = await find_or_fetch_member(ctx, selection)
    if member is None:
        raise Refusal("seat-bot")
    done = await _offer_seat_to_member(ctx, pod, member, player or None)
    event = done.recorded.event
    assert isinstance(event, SeatOffered)
    if event.to is None:
        await send_confirmation(ctx, f"✅ {ctx.catalogue('done-seat-kept')}")
        return
    words = await load_public_formatter(ctx, [event.player, event.to])
    said = words.text("seat-call", player=words.name(event.player), to=member.mention)
    bare = await player_names.load_name_formatter(
        ctx.server_people, ctx.public_catalogue, [event.player], with_escaping=False
    )
    button = build_take_seat_button(done.live.number, event.player, bare)
    pinged = build_allowed_mentions(Ping(PingReason.OFFERED_SEAT, [member.id]))
    view = components.build_stateless_view([button])
    await send_answer(ctx, said, is_public=True, view=view, allowed_mentions=pinged)


async def take_over_seat(ctx: Context, pod: int, player: Player) -> None:
    """Take over the seat that a player offers the user."""
    done = await execute_command(ctx, lambda me, _: TakeOverSeat(player, me), pod)
    words = await load_pod_formatter(ctx, done.pod)
    back = components.build_pod_button(done.live.number, "undo", words, f":{done.recorded.version}")
    told = await _render_command_result(ctx, done)
    await send_confirmation(ctx, told, view=components.build_stateless_view([back]))


async def grant_result_to_substitute(ctx: Context, pod: int, player: Player) -> None:
    """Agree that the result of a seat belongs to the player's substitute."""

    def build_grant_command(grantor: Player, _: LiveGame) -> GrantResult:
        return GrantResult(player, grantor)

    done = await execute_command(ctx, build_grant_command, pod)
    await send_confirmation(ctx, await _render_command_result(ctx, done))


async def _render_command_result(ctx: Context, command_result: CommandResult) -> str:
    named = {
        *player_names.list_people_of_game(command_result.pod),
        *find_players_in_event(command_result.recorded.event),
    }
    formatter = await load_private_formatter(ctx, named)
    return f"✅ {story.render_event(command_result.recorded.event, formatter)}"


ROUTES = (
    Route("pod:{pod:int}:substitute", open_substitute_menu, board_access(PLAYERS)),
    Route(
        "pod:{pod:int}:substitute:to",
        offer_seat_to_selected_member,
        board_access(OfferSeat),
        picked=parse_discord_id,
    ),
    Route(
        "pod:{pod:int}:substitute:to:{player}",
        offer_seat_to_selected_member,
        board_access(OfferSeat),
        picked=parse_discord_id,
    ),
    Route("pod:{pod:int}:seat:{player}", take_over_seat, board_access(TakeOverSeat)),
    Route("pod:{pod:int}:grant:{player}", grant_result_to_substitute, board_access(GrantResult)),
)
