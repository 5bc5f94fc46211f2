"""Substitutes: giving a seat in a running game to another person, who may keep its result."""

import contextlib
from collections.abc import Sequence

import discord
from discord import ui
from msgspec.structs import replace

from bot.front.game_texts import story
from bot.front.interaction.answers import report_command_success, send_answer
from bot.front.interaction.context import Context, get_or_fetch_server_member, load_or_create_person_of_discord_user
from bot.front.interaction.formatters import (
    load_message_formatter_for_pod,
    load_message_formatter_in_server_language,
    load_message_formatter_in_user_language,
)
from bot.front.interaction.game_commands import (
    build_game_command_request,
    execute_game_command,
    load_pod,
)
from bot.front.interaction.inputs import parse_discord_id
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_board_button
from bot.front.interaction.services import BotServices
from bot.front.publishing.answer_buttons import (
    AnswerButtons,
    record_public_answer_with_buttons,
    update_buttons_of_recorded_answers,
)
from bot.front.substitutes.substitute_texts import build_take_over_seat_button
from bot.front.ui import components, player_names
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.front.ui.pings import Ping, PingReason, build_allowed_mentions_for_pings
from bot.rules.facts import Player
from bot.rules.guests import list_guests_of_member
from bot.rules.players import find_players_in_event_fields
from bot.rules.refusals import Refusal
from bot.rules.rights import PLAYERS
from bot.rules.substitutes import (
    ApproveResultTransfer,
    OfferSeatToSubstitute,
    SeatOffered,
    TakeOverSeatAsSubstitute,
    map_players_to_invited_substitutes,
)
from bot.service.game_requests import CommandResult
from bot.service.live_game import ChannelAddress
from bot.service.rights import require_player_of_pod
from bot.storage.engine.errors import StorageError
from bot.storage.record.publications import PublishedMessage

SURFACE = "seat-offer"
"""The surface of messages that offer a seat. A key has the number of the game, both people, and the message."""


async def _offer_seat_to_member(
    ctx: Context, pod_number: int, member: discord.Member, seat_owner: Player | None
) -> CommandResult:
    if member.bot:
        raise Refusal("seat-bot")
    to = await load_or_create_person_of_discord_user(ctx, member)
    asked = build_game_command_request(ctx, lambda me, _: OfferSeatToSubstitute(seat_owner or me, to.id), pod_number)
    return await ctx.services.service.execute_command(replace(asked, named=(*asked.named, to)))


async def show_substitute_menu(ctx: Context, pod: int) -> None:
    """Show a menu of members to whom the user can offer their own seat or a guest's seat."""
    live = await load_pod(ctx, pod)
    me = await ctx.get_player_id_of_user()
    require_player_of_pod(live.pod, me)
    assert live.pod is not None
    invited = live.pod.setup.invited
    if not live.pod.accepts_substitutes:
        raise Refusal("invited-only", players=invited)
    words = await player_names.load_formatter_with_player_names(
        ctx.people_with_server_nicknames, ctx.translations, [*live.pod.players, *invited], escapes_markdown=False
    )
    free = [player for player in invited if player not in live.pod.current_and_former_players]
    names = ", ".join(escape_markdown(words.name(player)) for player in free)
    who = ctx.translations("seat-who-invited", players=names) if free else ctx.translations("seat-who-new")
    asked = {
        "": ctx.translations("seat-placeholder"),
        **{
            f":{guest}": ctx.translations("seat-placeholder-guest", guest=words.name(guest))
            for guest in list_guests_of_member(live.pod, me)
        },
    }
    menus = [
        ui.UserSelect[ui.View](
            placeholder=clean_label_text(said, 150), custom_id=f"pod:{live.number}:substitute:to{whose}"
        )
        for whose, said in asked.items()
    ]
    shown = menus[: components.LAST_ROW + 1]
    button = ctx.translations("button-seat", player=escape_markdown(words.name(me)))
    said = ctx.translations("seat-ask", who=who, button=button)
    await send_answer(ctx, said, view=components.build_view_without_callbacks(shown))


async def offer_seat_to_selected_member(ctx: Context, pod: int, selection: int, player: Player = "") -> None:
    """Offer a player's seat to the selected member as a substitute, and ping this member."""
    require_player_of_pod((await load_pod(ctx, pod)).pod, await ctx.get_player_id_of_user())
    member = await get_or_fetch_server_member(ctx, selection)
    if member is None:
        raise Refusal("seat-bot")
    done = await _offer_seat_to_member(ctx, pod, member, player or None)
    event = done.recorded.event
    assert isinstance(event, SeatOffered)
    if event.to is None:
        await report_command_success(ctx, f"✅ {ctx.translations('done-seat-kept')}")
        await _update_answer_buttons_of_server(ctx)
        return
    words = await load_message_formatter_in_server_language(ctx, [event.player, event.to])
    said = words.text("seat-call", player=words.name(event.player), to=member.mention)
    bare = await player_names.load_formatter_with_player_names(
        ctx.people_with_server_nicknames, ctx.public_translations, [event.player], escapes_markdown=False
    )
    button = build_take_over_seat_button(done.live.number, event.player, bare)
    pinged = build_allowed_mentions_for_pings(Ping(PingReason.OFFERED_SEAT, [member.id]))
    view = components.build_view_without_callbacks([button])
    sent = await send_answer(ctx, said, is_public=True, view=view, allowed_mentions=pinged)
    if sent is not None:
        place = ctx.channel_address
        key = f"{done.live.number}:{event.player}:{event.to}:{sent}"
        await record_public_answer_with_buttons(ctx.services.database, SURFACE, place.guild, key, place.channel, sent)


async def _update_answer_buttons_of_server(ctx: Context) -> None:
    with contextlib.suppress(StorageError):  # the next chores try again
        await update_seat_offer_messages(ctx.services, ctx.interaction.client, ctx.channel_address.guild)


async def update_seat_offer_messages(services: BotServices, client: discord.Client, guild_id: int) -> None:
    """Remove expired buttons from a server's messages about offered seats."""

    async def find_buttons(
        answer_message: PublishedMessage, _all_messages: Sequence[PublishedMessage]
    ) -> AnswerButtons | None:
        number, player, to, _ = answer_message.key.split(":")
        assert answer_message.channel is not None
        live = await services.service.load_game_by_number(ChannelAddress(guild_id, answer_message.channel), int(number))
        if live.pod is None or live.is_over or map_players_to_invited_substitutes(live.pod).get(player) != to:
            return None
        return AnswerButtons(answer_message.shown, components.build_view_without_callbacks([]))

    await update_buttons_of_recorded_answers(services.database, client, SURFACE, guild_id, find_buttons)


async def take_over_seat(ctx: Context, pod: int, player: Player) -> None:
    """Take over the seat in the pod that a player offered to the user as a substitute."""
    done = await execute_game_command(ctx, lambda me, _: TakeOverSeatAsSubstitute(player, me), pod)
    words = await load_message_formatter_for_pod(ctx, done.pod)
    back = components.build_pod_action_button(done.live.number, "undo", words, f":{done.recorded.version}")
    told = await _render_seat_change_answer(ctx, done)
    await report_command_success(ctx, told, view=components.build_view_without_callbacks([back]))
    await _update_answer_buttons_of_server(ctx)


async def approve_result_transfer_to_substitute(ctx: Context, pod: int, player: Player) -> None:
    """Record the user's consent that a substitute gets the result of a seat."""
    done = await execute_game_command(ctx, lambda grantor, _: ApproveResultTransfer(player, grantor), pod)
    await report_command_success(ctx, await _render_seat_change_answer(ctx, done))


async def _render_seat_change_answer(ctx: Context, command_result: CommandResult) -> str:
    named = {
        *player_names.list_players_named_in_game(command_result.pod),
        *find_players_in_event_fields(command_result.recorded.event),
    }
    formatter = await load_message_formatter_in_user_language(ctx, named)
    return f"✅ {story.render_pod_event(command_result.recorded.event, formatter)}"


ROUTES = (
    CustomIdRoute("pod:{pod:int}:substitute", show_substitute_menu, build_access_rule_for_board_button(PLAYERS)),
    CustomIdRoute(
        "pod:{pod:int}:substitute:to",
        offer_seat_to_selected_member,
        build_access_rule_for_board_button(OfferSeatToSubstitute),
        picked=parse_discord_id,
    ),
    CustomIdRoute(
        "pod:{pod:int}:substitute:to:{player}",
        offer_seat_to_selected_member,
        build_access_rule_for_board_button(OfferSeatToSubstitute),
        picked=parse_discord_id,
    ),
    CustomIdRoute(
        "pod:{pod:int}:seat:{player}", take_over_seat, build_access_rule_for_board_button(TakeOverSeatAsSubstitute)
    ),
    CustomIdRoute(
        "pod:{pod:int}:grant:{player}",
        approve_result_transfer_to_substitute,
        build_access_rule_for_board_button(ApproveResultTransfer),
    ),
)
