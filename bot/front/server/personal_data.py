"""`/me …`: a member exports or erases their data, claims a guest, or chooses people to avoid."""

import io
from typing import cast

import discord
from discord import ui
from discord.app_commands import Range

from bot.basics.similar_names import MAX_NAME_LENGTH, parse_guest_name
from bot.front.interaction.answers import defer_answer, edit_private_message, send_answer
from bot.front.interaction.command_declarations import (
    autocomplete_options,
    describe_options,
    slash_command,
)
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_private_formatter
from bot.front.interaction.game_commands import mention_channels_with_games
from bot.front.interaction.player_options import list_selected_users
from bot.front.interaction.routes import Route, server_access
from bot.front.pods.guests import complete_guest_names
from bot.front.ui import components
from bot.front.ui.escaping import clean_label
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.storage.privacy.personal_data import ExportRateLimited
from bot.storage.record.avoidances import MAX_AVOIDED
from bot.storage.tables.open_games import PlayerStillNeeded

EXPORT_NAME = "suzerain-me.json"


@slash_command("me-export", server_access(rate_class="costly", in_closed_channels=True))
async def export_personal_data(ctx: Context) -> None:
    """Send the user a private file with all data that the bot stores about them."""
    if not await defer_answer(ctx, ephemeral=True, thinking=True):  # the whole log is read
        return
    account = ctx.interaction.user.id
    most = ctx.interaction.filesize_limit
    try:
        found = await ctx.services.personal_data.export_account(
            account, most, discord.utils.utcnow()
        )
    except ExportRateLimited as error:
        raise Refusal("export-again", when=discord.utils.format_dt(error.again, "R")) from None
    if found is None:
        await send_answer(ctx, ctx.catalogue("me-unknown"))
        return
    content, packed = found
    with content:
        file = discord.File(
            cast(io.BufferedIOBase, content), f"{EXPORT_NAME}.gz" if packed else EXPORT_NAME
        )
        await send_answer(ctx, ctx.catalogue("me-exported"), files=[file])


@slash_command("me-claim", server_access(rate_class="costly"))
@describe_options(name="claim")
@autocomplete_options(name=complete_guest_names)
async def claim_guest(ctx: Context, name: Range[str, 1, MAX_NAME_LENGTH]) -> None:
    """Claim that a guest of the server is the user; a moderator confirms the claim."""
    guild = ctx.channel_address.guild
    me = await ctx.identify_requester()
    guest = await ctx.server_people.identify_guest(parse_guest_name(name))
    try:
        await ctx.services.guest_claims.request_claim(guild, guest.id, me, discord.utils.utcnow())
    except PlayerStillNeeded as playing:
        raise Refusal("claim-playing", channels=mention_channels_with_games(playing)) from None
    words = await load_private_formatter(ctx, [guest.id])
    await send_answer(ctx, f"✅ {words.text('done-claim', guest=words.name(guest.id))}")


@slash_command("me-avoid", server_access(in_closed_channels=True))
async def show_avoided_people(ctx: Context) -> None:
    """Show the people whom the user avoids on this server, in a menu that changes them."""
    me = await ctx.find_requester_player()
    content, view = await _render_avoided_people(ctx, me)
    await send_answer(ctx, content, view=view)


async def set_avoided_people(ctx: Context) -> None:
    """Avoid the people who are selected in the menu, and nobody else."""
    picked = [each for each in list_selected_users(ctx) if each.id != ctx.interaction.user.id]
    people = [
        await ctx.server_people.identify_account(each.id, each.names)
        for each in picked
        if not each.bot
    ]
    me = await ctx.identify_requester()
    await ctx.services.avoidances.replace_avoided_people(ctx.channel_address.guild, me, people)
    content, view = await _render_avoided_people(ctx, me.id)
    await edit_private_message(ctx, content=content, view=view)


async def _render_avoided_people(ctx: Context, player: Player) -> tuple[str, ui.View]:
    avoided = await ctx.services.avoidances.load_avoided_accounts(ctx.channel_address.guild, player)
    people = (await ctx.server_people.list_people(avoided)).values()
    shown = sorted(people, key=lambda person: person.display_name.casefold())
    accounts = [discord.Object(person.discord_id, type=discord.User) for person in shown]
    menu: ui.UserSelect[ui.View] = ui.UserSelect(
        custom_id="me:avoid",
        placeholder=clean_label(ctx.catalogue("avoid-placeholder"), 150),
        min_values=0,
        max_values=MAX_AVOIDED,
        default_values=accounts,
    )
    words = await load_private_formatter(ctx, [person.id for person in shown])
    named = words.join_player_names([person.id for person in shown])
    listed = ctx.catalogue("avoid-list", players=named) if shown else ctx.catalogue("avoid-none")
    return f"{listed}\n-# {ctx.catalogue('avoid-about')}", components.build_stateless_view([menu])


@slash_command("me-forget", server_access(in_closed_channels=True))
async def ask_to_erase_data(ctx: Context) -> None:
    """Ask for the first confirmation before the user's data are erased.

    Raises `Refusal` while a game still needs the user.
    """
    try:
        await ctx.services.personal_data.require_not_playing(ctx.interaction.user.id)
    except PlayerStillNeeded as playing:
        raise Refusal("still-playing", channels=mention_channels_with_games(playing)) from None
    question = ctx.catalogue("me-forget", forgotten=ctx.catalogue("forgotten-player"))
    await send_answer(ctx, question, view=_build_erasure_view(ctx, "sure"))


async def ask_second_confirmation(ctx: Context) -> None:
    """Ask for the second confirmation before the user's data are erased."""
    await edit_private_message(
        ctx, content=ctx.catalogue("me-forget-again"), view=_build_erasure_view(ctx, "really")
    )


async def cancel_erasure(ctx: Context) -> None:
    """Cancel the erasure, and keep the user's data."""
    await edit_private_message(ctx, content=ctx.catalogue("me-kept"), view=None)


async def erase_data_after_confirmation(ctx: Context) -> None:
    """Erase the user's data; the private button cannot be pressed by anybody else."""
    if not await defer_answer(ctx):
        return
    known = await _erase_personal_data(ctx)
    await edit_private_message(
        ctx, content=ctx.catalogue("me-forgotten" if known else "me-unknown"), view=None
    )
    await ctx.services.keeper.update_pending_boards()


async def _erase_personal_data(ctx: Context) -> bool:
    user = ctx.interaction.user
    worn = await ctx.services.champion_role.load_granted_roles(user.id)
    names = {user.display_name, user.name, *([user.global_name] if user.global_name else [])}
    try:
        known = await ctx.services.personal_data.forget_person(
            user.id, names, discord.utils.utcnow()
        )
    except PlayerStillNeeded as playing:
        raise Refusal("still-playing", channels=mention_channels_with_games(playing)) from None
    await ctx.services.champion_role.remove_roles(worn)
    return known


def _build_erasure_view(ctx: Context, action: str) -> ui.View:
    danger = discord.ButtonStyle.danger
    calm = discord.ButtonStyle.secondary
    yes: ui.Button[ui.View] = ui.Button(
        label=ctx.catalogue("me-sure"), style=danger, custom_id=f"me:forget:{action}"
    )
    no: ui.Button[ui.View] = ui.Button(
        label=ctx.catalogue("me-keep"), style=calm, custom_id="me:forget:keep"
    )
    # The second time the buttons change places, so that a hasty double press keeps the data.
    return components.build_stateless_view([yes, no] if action == "sure" else [no, yes])


ROUTES = (
    Route("me:avoid", set_avoided_people, server_access(in_closed_channels=True)),
    Route(
        "me:forget:sure", ask_second_confirmation, server_access(in_closed_channels=True), "me:sure"
    ),
    Route(
        "me:forget:really",
        erase_data_after_confirmation,
        server_access(in_closed_channels=True),
        "me:really",
    ),
    Route("me:forget:keep", cancel_erasure, server_access(in_closed_channels=True), "me:keep"),
)
