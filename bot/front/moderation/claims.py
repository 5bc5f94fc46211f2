"""Who says that they are a guest: a moderator confirms it, says no, or takes it back later."""

from collections.abc import Sequence

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
from bot.storage.tables.guest_claims import CLAIMED, DECLINED, UNCLAIMED, WaitingClaim
from bot.storage.tables.open_games import Playing

PAGE = 4
"""Claims on one page, the longest waiting first: each has a row of buttons."""


async def show_claims(ctx: Context, page: int) -> None:
    """Show a page of the claims that wait, in the place of the desk, or of another page."""
    await _show(ctx, page, None)


async def _show(ctx: Context, page: int, said: str | None) -> None:
    every = await ctx.services.guest_claims.find_waiting(ctx.place.guild)
    last = max(0, len(every) - 1) // PAGE
    at = min(page, last)
    waiting = every[at * PAGE : (at + 1) * PAGE]
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
    view = controls.make_unstored_view(_make_items(at, last, waiting, words.text))
    await edit(ctx, content=said, embed=embed, view=view)


def _make_items(
    page: int, last: int, waiting: Sequence[WaitingClaim], text: Catalogue
) -> list[ui.Item[ui.View]]:
    items: list[ui.Item[ui.View]] = []
    for row, each in enumerate(waiting):
        about = f"claims:{page}:{each.guest}:{each.by}"
        items += [
            _make_button(row, "confirm", f"{about}:confirm", text),
            _make_button(row, "decline", f"{about}:decline", text),
        ]
    below = controls.make_page_buttons("claims", page, last) if last else []
    below.append(ui.Button(label=clean_label(text("desk-title")), custom_id="desk:0"))
    for button in below:
        button.row = PAGE
    return [*items, *below]


def _make_button(row: int, what: str, custom_id: str, text: Catalogue) -> ui.Button[ui.View]:
    good = what == "confirm"
    return ui.Button(
        label=clean_label(f"{row + 1}. {text(f'button-claim-{what}')}"),
        style=discord.ButtonStyle.success if good else discord.ButtonStyle.secondary,
        custom_id=custom_id,
        row=row,
    )


async def confirm_claim(ctx: Context, page: int, guest: Player, player: Player) -> None:
    """Let what a guest has won be somebody's."""
    entry = await _make_entry(ctx, CLAIMED, guest, player=player)
    by, administers = await ctx.find_person(), ctx.administers
    claims = ctx.services.guest_claims
    try:
        if await claims.confirm(entry, by, guest, player, administers=administers):
            await _follow(ctx, entry)
    except Playing as playing:
        raise Refusal("claim-playing", channels=name_channels(playing)) from None
    await _show(ctx, page, f"✅ {ctx.text('done-claim-confirm')}")


async def decline_claim(ctx: Context, page: int, guest: Player, player: Player) -> None:
    """Say that somebody is not a guest."""
    entry = await _make_entry(ctx, DECLINED, guest, player=player)
    if await ctx.services.guest_claims.decline(entry, await ctx.find_person(), guest, player):
        await audit_trail.post(ctx, entry)
    await _show(ctx, page, f"✅ {ctx.text('done-claim-decline')}")


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
    Route("claims:{page:int}", show_claims, on_server(MODERATORS)),
    Route("claims:{page:int}:{guest}:{player}:confirm", confirm_claim, _DECIDING),
    Route("claims:{page:int}:{guest}:{player}:decline", decline_claim, _DECIDING),
)
