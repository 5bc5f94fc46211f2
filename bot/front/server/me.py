"""`/me …`: a member exports their data, claims a guest, avoids people, or is forgotten."""

import io
from typing import cast

import discord
from discord import ui
from discord.app_commands import Range

from bot.front.interaction.answering import defer, edit, say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.picking import list_picked_users
from bot.front.interaction.pods import name_channels
from bot.front.interaction.routes import Route, on_server
from bot.front.interaction.wording import speak_to_asker
from bot.front.pods.guests import offer_guests
from bot.front.rendering import controls
from bot.front.rendering.escaping import clean_label
from bot.namesakes import MAX_NAME_LENGTH, read_guest_name
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.storage.privacy.personal_data import TooSoon
from bot.storage.record.avoidances import MAX_AVOIDED
from bot.storage.tables.open_games import Playing

EXPORT_NAME = "suzerain-me.json"


@command("me-export", on_server(pace="costly", everywhere=True))
async def export(ctx: Context) -> None:
    """Send the asker a private file with everything that is kept about them."""
    if not await defer(ctx, ephemeral=True, thinking=True):  # the whole log is read
        return
    account = ctx.interaction.user.id
    most = ctx.interaction.filesize_limit
    try:
        found = await ctx.services.personal_data.export(account, most, discord.utils.utcnow())
    except TooSoon as error:
        raise Refusal("export-again", when=discord.utils.format_dt(error.again, "R")) from None
    if found is None:
        await say(ctx, ctx.text("me-unknown"))
        return
    content, packed = found
    with content:
        file = discord.File(
            cast(io.BufferedIOBase, content), f"{EXPORT_NAME}.gz" if packed else EXPORT_NAME
        )
        await say(ctx, ctx.text("me-exported"), files=[file])


@command("me-claim", on_server(pace="costly"))
@options(name="claim")
@complete(name=offer_guests)
async def claim(ctx: Context, name: Range[str, 1, MAX_NAME_LENGTH]) -> None:
    """Claim a guest of the server as the asker; a moderator confirms the claim."""
    guild = ctx.place.guild
    me = await ctx.find_person()
    guest = await ctx.people.identify_guest(read_guest_name(name))
    try:
        await ctx.services.guest_claims.ask(guild, guest.id, me, discord.utils.utcnow())
    except Playing as playing:
        raise Refusal("claim-playing", channels=name_channels(playing)) from None
    words = await speak_to_asker(ctx, [guest.id])
    await say(ctx, f"✅ {words.text('done-claim', guest=words.name(guest.id))}")


@command("me-avoid", on_server(everywhere=True))
async def avoid(ctx: Context) -> None:
    """Show whom the asker avoids on this server, in a menu that changes it."""
    me = await ctx.find_player()
    content, view = await _render_avoided(ctx, me)
    await say(ctx, content, view=view)


async def change_avoided(ctx: Context) -> None:
    """Avoid the people who are picked in the menu, and nobody else."""
    picked = [each for each in list_picked_users(ctx) if each.id != ctx.interaction.user.id]
    people = [await ctx.people.identify(each.id, each.names) for each in picked if not each.bot]
    me = await ctx.find_person()
    await ctx.services.avoidances.replace(ctx.place.guild, me, people)
    content, view = await _render_avoided(ctx, me.id)
    await edit(ctx, content=content, view=view)


async def _render_avoided(ctx: Context, me: Player) -> tuple[str, ui.View]:
    avoided = await ctx.services.avoidances.load(ctx.place.guild, me)
    people = (await ctx.people.find_people(avoided)).values()
    shown = sorted(people, key=lambda person: person.name.casefold())
    accounts = [discord.Object(person.discord_id, type=discord.User) for person in shown]
    menu: ui.UserSelect[ui.View] = ui.UserSelect(
        custom_id="me:avoid",
        placeholder=clean_label(ctx.text("avoid-placeholder"), 150),
        min_values=0,
        max_values=MAX_AVOIDED,
        default_values=accounts,
    )
    words = await speak_to_asker(ctx, [person.id for person in shown])
    named = words.join_names([person.id for person in shown])
    listed = ctx.text("avoid-list", players=named) if shown else ctx.text("avoid-none")
    return f"{listed}\n-# {ctx.text('avoid-about')}", controls.make_unstored_view([menu])


@command("me-forget", on_server(everywhere=True))
async def forget(ctx: Context) -> None:
    """Ask for the first confirmation before the asker is forgotten.

    Raises `Refusal` while a game still needs them.
    """
    try:
        await ctx.services.personal_data.check_over(ctx.interaction.user.id)
    except Playing as playing:
        raise Refusal("still-playing", channels=name_channels(playing)) from None
    question = ctx.text("me-forget", forgotten=ctx.text("forgotten-player"))
    await say(ctx, question, view=_make_forget_view(ctx, "sure"))


async def ask_again(ctx: Context) -> None:
    """Ask for the second confirmation."""
    await edit(ctx, content=ctx.text("me-forget-again"), view=_make_forget_view(ctx, "really"))


async def keep_data(ctx: Context) -> None:
    """Keep the asker's data."""
    await edit(ctx, content=ctx.text("me-kept"), view=None)


async def forget_confirmed(ctx: Context) -> None:
    """Forget the asker; the private button cannot be pressed by anybody else."""
    if not await defer(ctx):
        return
    known = await _forget(ctx)
    await edit(ctx, content=ctx.text("me-forgotten" if known else "me-unknown"), view=None)
    await ctx.services.keeper.mend()


async def _forget(ctx: Context) -> bool:
    user = ctx.interaction.user
    worn = await ctx.services.champion_role.load_worn(user.id)
    names = {user.display_name, user.name, *([user.global_name] if user.global_name else [])}
    try:
        known = await ctx.services.personal_data.forget(user.id, names, discord.utils.utcnow())
    except Playing as playing:
        raise Refusal("still-playing", channels=name_channels(playing)) from None
    await ctx.services.champion_role.take_off(worn)
    return known


def _make_forget_view(ctx: Context, action: str) -> ui.View:
    danger = discord.ButtonStyle.danger
    calm = discord.ButtonStyle.secondary
    yes: ui.Button[ui.View] = ui.Button(
        label=ctx.text("me-sure"), style=danger, custom_id=f"me:forget:{action}"
    )
    no: ui.Button[ui.View] = ui.Button(
        label=ctx.text("me-keep"), style=calm, custom_id="me:forget:keep"
    )
    # The second time the buttons change places, so that a hasty double press keeps the data.
    return controls.make_unstored_view([yes, no] if action == "sure" else [no, yes])


ROUTES = (
    Route("me:avoid", change_avoided, on_server(everywhere=True)),
    Route("me:forget:sure", ask_again, on_server(everywhere=True), "me:sure"),
    Route("me:forget:really", forget_confirmed, on_server(everywhere=True), "me:really"),
    Route("me:forget:keep", keep_data, on_server(everywhere=True), "me:keep"),
)
