"""Claims of members that they played as a guest.

A moderator confirms or declines a claim, or takes a confirmed one back. A confirmed claim gives the
guest's results to the member.
"""

import logging

import discord
from discord import ui
from discord.app_commands import Choice

from bot.front.background.retry import PASSING_ERRORS
from bot.front.interaction.answering import say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.picking import Picked, match_options
from bot.front.interaction.pods import name_channels
from bot.front.interaction.routes import Route, on_server
from bot.front.interaction.wording import speak_to_asker
from bot.front.moderation.desk import ENTRIES_PER_PAGE, cut_page, edit_page
from bot.front.moderation.override import Reason
from bot.front.rendering import controls
from bot.front.rendering.escaping import clean_label, escape
from bot.front.rendering.names import name_players
from bot.front.rendering.pings import NO_PINGS
from bot.front.server import audit_trail
from bot.i18n import Catalogue
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import MODERATORS
from bot.storage.record.audit import AuditEntry
from bot.storage.tables.guest_claims import CLAIMED, DECLINED, UNCLAIMED, WaitingClaim
from bot.storage.tables.merges import UNMERGED, Merge
from bot.storage.tables.open_games import Playing

log = logging.getLogger(__name__)


async def show_claims(ctx: Context, page: int) -> None:
    """Show a page of the pending claims, in place of the desk or of another page."""
    await _show(ctx, page, None)


async def _show(ctx: Context, page: int, said: str | None) -> None:
    every = await ctx.services.guest_claims.load_pending(ctx.place.guild)
    at, last = cut_page(page, len(every))
    waiting = every[at * ENTRIES_PER_PAGE : (at + 1) * ENTRIES_PER_PAGE]
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
    rows = [_list_buttons(each, at, number, words.text) for number, each in enumerate(waiting, 1)]
    below = controls.make_page_buttons("claims", at, last) if last else []
    below.append(ui.Button(label=clean_label(words.text("desk-title")), custom_id="desk:0"))
    title = words.text("claims-title")
    await edit_page(ctx, said, title, lines, words.text("claims-none"), rows, below)


def _list_buttons(
    claim: WaitingClaim, page: int, number: int, text: Catalogue
) -> list[ui.Button[ui.View]]:
    """Return the two buttons of a claim; `number` is its place on the page."""
    about = f"claims:{page}:{claim.guest}:{claim.by}"
    acts = {
        "confirm": discord.ButtonStyle.success,
        "decline": discord.ButtonStyle.secondary,
    }
    return [
        ui.Button(
            label=clean_label(f"{number}. {text(f'button-claim-{act}')}"),
            style=style,
            custom_id=f"{about}:{act}",
        )
        for act, style in acts.items()
    ]


async def confirm_claim(ctx: Context, page: int, guest: Player, player: Player) -> None:
    """Confirm a claim: the guest's results become the player's."""
    entry = await _make_entry(ctx, CLAIMED, guest, player=player)
    by = await ctx.find_person()
    administers = ctx.administers
    claims = ctx.services.guest_claims
    try:
        if await claims.confirm(entry, by, guest, player, administers=administers, asked=ctx.asked):
            await propagate_results(ctx, entry)
            await _tell_claimant(ctx, guest, player)
    except Playing as playing:
        raise Refusal("claim-playing", channels=name_channels(playing)) from None
    await _show(ctx, page, f"✅ {ctx.text('done-claim-confirm')}")


async def _tell_claimant(ctx: Context, guest: Player, player: Player) -> None:
    """Tell a member in a direct message that a moderator agreed, if they take such messages."""
    known = await ctx.people.find_people([guest, player])
    words = await name_players(ctx.people, ctx.public_text, [guest, player])
    server = ctx.interaction.guild
    said = words.text(
        "claim-agreed",
        guest=words.name(guest),
        server="" if server is None else escape(server.name),
    )
    try:
        channel = await ctx.interaction.client.create_dm(discord.Object(known[player].discord_id))
        await channel.send(said, allowed_mentions=NO_PINGS)
    except PASSING_ERRORS as error:
        log.info("somebody could not be told that their claim was confirmed: %s", error)


async def decline_claim(ctx: Context, page: int, guest: Player, player: Player) -> None:
    """Decline a claim."""
    entry = await _make_entry(ctx, DECLINED, guest, player=player)
    if await ctx.services.guest_claims.decline(entry, await ctx.find_person(), guest, player):
        await audit_trail.post(ctx, entry)
    await _show(ctx, page, f"✅ {ctx.text('done-claim-decline')}")


async def offer_claimed(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the claimed guests of the server and its merged accounts, each with the member."""
    guild = ctx.place.guild
    merged = await ctx.services.merges.load_carried_out(guild)
    claimed = await ctx.services.guest_claims.load_claimed(guild)
    claimed += [(each.player, each.stays) for each in merged]
    named = [player for each in claimed for player in each]
    words = await name_players(ctx.people, ctx.text, named, safe=False)
    labels = [(f"{words.name(guest)} · {words.name(by)}", guest) for guest, by in claimed]
    return match_options(labels, typed)


@command("override-unclaim", on_server(MODERATORS, pace="costly"))
@options(guest="claimed", reason="reason")
@complete(guest=offer_claimed)
async def take_claim_back(ctx: Context, guest: Picked, reason: Reason) -> None:
    """Take a confirmed claim or a merge back: everybody has their own results again."""
    merged = await ctx.services.merges.load(ctx.place.guild, guest)
    if merged is not None and merged.person is not None:
        await _take_merge_back(ctx, merged, " ".join(reason.split()))
        return
    claimed = dict(await ctx.services.guest_claims.load_claimed(ctx.place.guild))
    if guest not in claimed:
        raise Refusal("claim-none")
    why = " ".join(reason.split())
    entry = await _make_entry(ctx, UNCLAIMED, guest, player=claimed[guest], reason=why)
    by = await ctx.find_person()
    administers = ctx.administers
    claims = ctx.services.guest_claims
    if await claims.take_back(entry, by, guest, administers=administers, asked=ctx.asked):
        await propagate_results(ctx, entry)
    words = await speak_to_asker(ctx, [guest])
    await say(ctx, f"✅ {words.text('done-unclaim', guest=words.name(guest))}")


async def _take_merge_back(ctx: Context, merge: Merge, reason: str) -> None:
    entry = await _make_entry(ctx, UNMERGED, merge.player, player=merge.stays, reason=reason)
    by = await ctx.find_person()
    if by.id in (merge.player, merge.stays):
        raise Refusal("merge-own")
    if await ctx.services.merges.take_back(entry, by, merge.player, ctx.asked):
        await propagate_results(ctx, entry)
    words = await speak_to_asker(ctx, [merge.player, merge.stays])
    old = words.name(merge.player)
    new = words.name(merge.stays)
    await say(ctx, f"✅ {words.text('done-unmerge', old=old, new=new)}")


async def _make_entry(ctx: Context, what: str, guest: Player, **more: str) -> AuditEntry:
    return await audit_trail.compose_entry(ctx, what, {"guest": guest, **more})


async def propagate_results(ctx: Context, entry: AuditEntry) -> None:
    """Update ratings, posts and the champion's role after results changed hands, and log it."""
    ctx.services.rater.wake(entry.guild)
    ctx.services.outbox.wake()
    ctx.services.champion_role.retry(entry.guild)
    await audit_trail.post(ctx, entry)


_MODERATOR_ACCESS = on_server(MODERATORS, pace="costly")

ROUTES = (
    Route("claims:{page:int}", show_claims, on_server(MODERATORS)),
    Route("claims:{page:int}:{guest}:{player}:confirm", confirm_claim, _MODERATOR_ACCESS),
    Route("claims:{page:int}:{guest}:{player}:decline", decline_claim, _MODERATOR_ACCESS),
)
