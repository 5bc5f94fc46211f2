"""`/me …`: a member exports or erases their data, claims a guest, or chooses people to avoid."""

import io
from typing import cast

import discord
from discord import ui
from discord.app_commands import Range

from bot.basics.similar_names import MAX_NAME_LENGTH, parse_guest_name
from bot.front.interaction.answers import answer_by_editing_message, defer_answer, send_answer
from bot.front.interaction.command_declarations import (
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_message_formatter_in_user_language
from bot.front.interaction.game_commands import list_game_channel_mentions
from bot.front.interaction.player_options import list_users_selected_in_menu
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.pods.guests import autocomplete_guest_names
from bot.front.server import audit_trail, own_games
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.storage.privacy.personal_data import DataExportRateLimitedError
from bot.storage.record.avoidances import MAX_AVOIDED
from bot.storage.tables.guest_claims import CLAIM_MADE
from bot.storage.tables.open_games import PlayerNeededInOpenGameError

EXPORT_NAME = "suzerain-me.json"


@slash_command("me-export", build_access_rule_for_server(rate_limit_class="costly", works_in_all_channels=True))
async def export_personal_data(ctx: Context) -> None:
    """Send the user a private file with everything that the bot has stored about them."""
    if not await defer_answer(ctx, ephemeral=True, thinking=True):  # the whole log is read
        return
    account = ctx.interaction.user.id
    most = ctx.interaction.filesize_limit
    try:
        found = await ctx.services.personal_data.export_account_data(account, most, discord.utils.utcnow())
    except DataExportRateLimitedError as error:
        raise Refusal("export-again", when=discord.utils.format_dt(error.again, "R")) from None
    if found is None:
        await send_answer(ctx, ctx.translations("me-unknown"))
        return
    content, packed = found
    with content:
        file = discord.File(cast(io.BufferedIOBase, content), f"{EXPORT_NAME}.gz" if packed else EXPORT_NAME)
        await send_answer(ctx, ctx.translations("me-exported"), files=[file])


@slash_command("me-claim", build_access_rule_for_server(rate_limit_class="costly"))
@translate_command_options(name="claim")
@set_option_suggestions(name=autocomplete_guest_names)
async def claim_to_be_guest_player(ctx: Context, name: Range[str, 1, MAX_NAME_LENGTH]) -> None:
    """Record the user's claim to have played as the guest `name`, which a moderator must decide."""
    me = await ctx.load_or_create_person_of_user()
    guest = await ctx.people_with_server_nicknames.load_or_create_guest(parse_guest_name(name))
    entry = await audit_trail.build_audit_entry_by_user(ctx, CLAIM_MADE, {"guest": guest.id, "player": me.id})
    if await ctx.services.guest_claims.store_guest_name_claim(entry, guest.id, me):
        await audit_trail.post_audit_entry_in_log_channel(ctx, entry)
    words = await load_message_formatter_in_user_language(ctx, [guest.id])
    await send_answer(ctx, f"✅ {words.text('done-claim', guest=words.name(guest.id))}")


@slash_command("me-avoid", build_access_rule_for_server(works_in_all_channels=True))
async def show_avoided_people(ctx: Context) -> None:
    """Show a menu of the people with whom the user does not want to play."""
    me = await ctx.get_player_id_of_user()
    content, view = await _render_menu_of_avoided_people(ctx, me)
    await send_answer(ctx, content, view=view)


async def set_avoided_people(ctx: Context) -> None:
    """Set the people with whom the user does not want to play on this server."""
    picked = [each for each in list_users_selected_in_menu(ctx) if each.id != ctx.interaction.user.id]
    people = [
        await ctx.people_with_server_nicknames.load_or_create_person(each.id, each.names)
        for each in picked
        if not each.bot
    ]
    me = await ctx.load_or_create_person_of_user()
    await ctx.services.avoidances.replace_avoided_people(ctx.channel_address.guild, me, people)
    content, view = await _render_menu_of_avoided_people(ctx, me.id)
    await answer_by_editing_message(ctx, content=content, view=view)


async def _render_menu_of_avoided_people(ctx: Context, player: Player) -> tuple[str, ui.View]:
    avoided = await ctx.services.avoidances.load_avoided_accounts(ctx.channel_address.guild, player)
    people = await ctx.people_with_server_nicknames.load_people_by_id(avoided)
    shown = [people[each] for each in avoided if each in people]
    accounts = [discord.Object(person.discord_id, type=discord.User) for person in shown]
    menu: ui.UserSelect[ui.View] = ui.UserSelect(
        custom_id="me:avoid",
        placeholder=clean_label_text(ctx.translations("avoid-placeholder"), 150),
        min_values=0,
        max_values=MAX_AVOIDED,
        default_values=accounts,
    )
    words = await load_message_formatter_in_user_language(ctx, [person.id for person in shown])
    named = words.join_player_names([person.id for person in shown])
    listed = ctx.translations("avoid-list", players=named) if shown else ctx.translations("avoid-none")
    return f"{listed}\n-# {ctx.translations('avoid-about')}", components.build_view_without_callbacks([menu])


@slash_command("me-forget", build_access_rule_for_server(works_in_all_channels=True))
async def ask_to_confirm_data_erasure(ctx: Context) -> None:
    """Ask the user for the first of two confirmations to delete their data.

    Raises `Refusal` while a game still needs the user.
    """
    try:
        await ctx.services.personal_data.require_no_open_game_needs_account(ctx.interaction.user.id)
    except PlayerNeededInOpenGameError as playing:
        raise Refusal("still-playing", channels=list_game_channel_mentions(playing)) from None
    question = ctx.translations("me-forget", forgotten=ctx.translations("forgotten-player"))
    await send_answer(ctx, question, view=_build_erasure_confirmation_buttons(ctx, "sure"))


async def ask_to_confirm_data_erasure_again(ctx: Context) -> None:
    """Ask the user for the second of two confirmations to delete their data."""
    await answer_by_editing_message(
        ctx, content=ctx.translations("me-forget-again"), view=_build_erasure_confirmation_buttons(ctx, "really")
    )


async def cancel_data_erasure(ctx: Context) -> None:
    await answer_by_editing_message(ctx, content=ctx.translations("me-kept"), view=None)


async def erase_data_after_confirmation(ctx: Context) -> None:
    """Delete the user's data after the second confirmation."""
    if not await defer_answer(ctx):
        return
    known = await _erase_personal_data_of_user(ctx)
    await answer_by_editing_message(ctx, content=ctx.translations("me-forgotten" if known else "me-unknown"), view=None)
    await ctx.services.keeper.update_outdated_boards()


async def _erase_personal_data_of_user(ctx: Context) -> bool:
    user = ctx.interaction.user
    worn = await ctx.services.champion_role.load_champion_roles_of_account(user.id)
    names = {user.display_name, user.name, *([user.global_name] if user.global_name else [])}
    try:
        await ctx.services.personal_data.require_no_open_game_needs_account(user.id)
        await own_games.remove_user_from_unconfirmed_games(ctx)
        known = await ctx.services.personal_data.delete_personal_data(user.id, names, discord.utils.utcnow())
    except PlayerNeededInOpenGameError as playing:
        raise Refusal("still-playing", channels=list_game_channel_mentions(playing)) from None
    await ctx.services.champion_role.remove_champion_roles_of_erased_person(worn)
    return known


def _build_erasure_confirmation_buttons(ctx: Context, erasure_action: str) -> ui.View:
    danger = discord.ButtonStyle.danger
    calm = discord.ButtonStyle.secondary
    yes: ui.Button[ui.View] = ui.Button(
        label=ctx.translations("me-sure"), style=danger, custom_id=f"me:forget:{erasure_action}"
    )
    no: ui.Button[ui.View] = ui.Button(label=ctx.translations("me-keep"), style=calm, custom_id="me:forget:keep")
    # The second time the buttons change places, so that a hasty double press keeps the data.
    return components.build_view_without_callbacks([yes, no] if erasure_action == "sure" else [no, yes])


ROUTES = (
    CustomIdRoute("me:avoid", set_avoided_people, build_access_rule_for_server(works_in_all_channels=True)),
    CustomIdRoute(
        "me:forget:sure",
        ask_to_confirm_data_erasure_again,
        build_access_rule_for_server(works_in_all_channels=True),
        "me:sure",
    ),
    CustomIdRoute(
        "me:forget:really",
        erase_data_after_confirmation,
        build_access_rule_for_server(works_in_all_channels=True),
        "me:really",
    ),
    CustomIdRoute(
        "me:forget:keep", cancel_data_erasure, build_access_rule_for_server(works_in_all_channels=True), "me:keep"
    ),
)
