"""Who says that they are a guest: a moderator confirms it, says no, or takes it back later."""

import discord
from discord import ui
from discord.app_commands import Choice

from bot.front.interaction.answering import edit, say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.picking import Picked, match_options
from bot.front.interaction.pods import name_channels
from bot.front.interaction.routes import Route, on_server
from bot.front.interaction.wording import speak_to_asker
from bot.front.moderation.override import Reason
from bot.front.rendering import controls, embeds
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.names import name_players
from bot.front.server import audit_trail
from bot.i18n import Catalogue
from bot.rights import MODERATORS
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.storage.record.audit import AuditEntry
from bot.storage.tables.guest_claims import CLAIMED, DECLINED, UNCLAIMED
from bot.storage.tables.open_games import Playing

MOST_SHOWN = 4
"""Claims on the page, the longest waiting first: each has a row of buttons."""


async def show_claims(ctx: Context) -> None:
    """Show which claims wait, in the place of the desk."""
    await _show(ctx, None)


async def _show(ctx: Context, said: str | None) -> None:
    waiting = (await ctx.services.guest_claims.find_waiting(ctx.place.guild))[:MOST_SHOWN]
    words = await speak_to_asker(ctx, [p for each in waiting for p in (each.guest, each.by)])
    lines = [
        words.text(
            "claim-line",
            number=number,
            player=words.name(each.by),
            guest=words.name(each.guest),
            games=each.games,
            at=discord.utils.format_dt(each.at, "R"),
        )
        for number, each in enumerate(waiting, 1)
    ]
    embed = discord.Embed(
        title=words.text("claims-title"),
        description="\n".join(lines) or words.text("claims-none"),
        colour=embeds.COLOURS["waiting" if lines else "lobby"],
    )
    items: list[ui.Item[ui.View]] = []
    for row, each in enumerate(waiting):
        names = f"{each.guest}:{each.by}"
        items += [
            _make_button(row, "confirm", f"claims:{names}:confirm", words.text),
            _make_button(row, "decline", f"claims:{names}:decline", words.text),
        ]
    desk: ui.Button[ui.View] = ui.Button(
        label=clean_label(words.text("desk-title")), custom_id="desk:0", row=MOST_SHOWN
    )
    view = controls.make_unstored_view([*items, desk])
    await edit(ctx, content=said, embed=embed, view=view)


def _make_button(row: int, what: str, custom_id: str, text: Catalogue) -> ui.Button[ui.View]:
    good = what == "confirm"
    return ui.Button(
        label=clean_label(f"{row + 1}. {text(f'button-claim-{what}')}"),
        style=discord.ButtonStyle.success if good else discord.ButtonStyle.secondary,
        custom_id=custom_id,
        row=row,
    )


async def confirm_claim(ctx: Context, guest: Player, player: Player) -> None:
    """Let what a guest has won be somebody's."""
    entry = await _make_entry(ctx, CLAIMED, guest, player=player)
    by, administers = await ctx.find_person(), ctx.administers
    claims = ctx.services.guest_claims
    try:
        if await claims.confirm(entry, by, guest, player, administers=administers):
            await _follow(ctx, entry)
    except Playing as playing:
        raise Refusal("claim-playing", channels=name_channels(playing)) from None
    await _show(ctx, f"✅ {ctx.text('done-claim-confirm')}")


async def decline_claim(ctx: Context, guest: Player, player: Player) -> None:
    """Say that somebody is not a guest."""
    entry = await _make_entry(ctx, DECLINED, guest, player=player)
    if await ctx.services.guest_claims.decline(entry, await ctx.find_person(), guest):
        await audit_trail.post(ctx, entry)
    await _show(ctx, f"✅ {ctx.text('done-claim-decline')}")


async def offer_claimed(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the guests of the server who were claimed, with who they are."""
    claimed = await ctx.services.guest_claims.list_claimed(ctx.place.guild)
    named = [player for each in claimed for player in each]
    words = await name_players(ctx.services.people, ctx.text, named, safe=False)
    labels = [(f"{words.name(guest)} · {words.name(by)}", guest) for guest, by in claimed]
    return match_options(labels, typed)


@command("override-unclaim", on_server(MODERATORS, pace="costly"))
@options(guest="claimed", reason="reason")
@complete(guest=offer_claimed)
async def take_claim_back(ctx: Context, guest: Picked, reason: Reason) -> None:
    """Make a guest of somebody again who had claimed them."""
    claimed = dict(await ctx.services.guest_claims.list_claimed(ctx.place.guild))
    if guest not in claimed:
        raise Refusal("claim-none")
    why = " ".join(reason.split())
    entry = await _make_entry(ctx, UNCLAIMED, guest, player=claimed[guest], reason=why)
    if await ctx.services.guest_claims.take_back(entry, await ctx.find_person(), guest):
        await _follow(ctx, entry)
    words = await speak_to_asker(ctx, [guest])
    await say(ctx, f"✅ {words.text('done-unclaim', guest=words.name(guest))}")


async def _make_entry(ctx: Context, what: str, guest: Player, **more: str) -> AuditEntry:
    by, now = await ctx.find_player(), discord.utils.utcnow()
    details = {"guest": guest, **more}
    return AuditEntry(ctx.interaction.id, ctx.place.guild, now, by, what, details)


async def _follow(ctx: Context, entry: AuditEntry) -> None:
    """Do what it brings with it that results change hands: ratings, posts, the role, the log."""
    ctx.services.rater.wake(entry.guild)
    ctx.services.outbox.wake()
    ctx.services.champion_role.retry(entry.guild)
    await audit_trail.post(ctx, entry)


_DECIDING = on_server(MODERATORS, pace="costly")

ROUTES = (
    Route("claims", show_claims, on_server(MODERATORS)),
    Route("claims:{guest}:{player}:confirm", confirm_claim, _DECIDING),
    Route("claims:{guest}:{player}:decline", decline_claim, _DECIDING),
)
