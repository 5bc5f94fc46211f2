"""Claims of members that they played as a guest.

A moderator confirms or declines a claim, or revokes a confirmed claim. A confirmed claim gives the guest's results to
the member.
"""

import logging

import discord
from discord import ui
from discord.app_commands import Choice

from bot.front.interaction.answers import send_answer
from bot.front.interaction.command_declarations import (
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context, load_member_of_player
from bot.front.interaction.formatters import load_message_formatter_in_user_language
from bot.front.interaction.game_commands import list_game_channel_mentions
from bot.front.interaction.player_options import Picked, filter_autocomplete_choices
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.moderation.moderation_queue import ENTRIES_PER_PAGE, clamp_page_number, show_list_page
from bot.front.moderation.override_commands import Reason
from bot.front.publishing.retries import PASSING_ERRORS
from bot.front.server import audit_trail
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.front.ui.pings import NO_PINGS
from bot.front.ui.player_names import load_formatter_with_player_names
from bot.i18n import Translations
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import MODERATORS
from bot.storage.record.audit import AuditEntry
from bot.storage.tables.guest_claims import CLAIMED, DECLINED, UNCLAIMED, PendingGuestNameClaim
from bot.storage.tables.merges import UNMERGED, AccountMerge
from bot.storage.tables.open_games import PlayerNeededInOpenGameError

log = logging.getLogger(__name__)


async def show_guest_claims_page(ctx: Context, page: int) -> None:
    """Show a page of members' claims to be a guest (a player without account)."""
    await _edit_guest_claims_message(ctx, page, None)


async def _edit_guest_claims_message(ctx: Context, page_number: int, message_text: str | None) -> None:
    now = discord.utils.utcnow()
    every = await ctx.services.guest_claims.load_pending_guest_name_claims(ctx.channel_address.guild, now)
    at, last = clamp_page_number(page_number, len(every))
    waiting = every[at * ENTRIES_PER_PAGE : (at + 1) * ENTRIES_PER_PAGE]
    words = await load_message_formatter_in_user_language(ctx, [p for each in waiting for p in (each.guest, each.by)])
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
    rows = [_build_guest_claim_buttons(each, at, number, words.text) for number, each in enumerate(waiting, 1)]
    below = components.build_page_buttons("claims", at, last) if last else []
    below.append(ui.Button(label=clean_label_text(words.text("desk-title")), custom_id="desk:0"))
    title = words.text("claims-title")
    await show_list_page(ctx, message_text, title, lines, words.text("claims-none"), rows, below)


def _build_guest_claim_buttons(
    guest_claim: PendingGuestNameClaim, page_number: int, page_position: int, translations: Translations
) -> list[ui.Button[ui.View]]:
    """Return the buttons that confirm or decline a member's claim to be a guest."""
    about = f"claims:{page_number}:{guest_claim.guest}:{guest_claim.by}"
    acts = {"confirm": discord.ButtonStyle.success, "decline": discord.ButtonStyle.secondary}
    return [
        ui.Button(
            label=clean_label_text(f"{page_position}. {translations(f'button-claim-{act}')}"),
            style=style,
            custom_id=f"{about}:{act}",
        )
        for act, style in acts.items()
    ]


async def accept_guest_claim(ctx: Context, page: int, guest: Player, player: Player) -> None:
    pending = await ctx.services.guest_claims.load_pending_guest_name_claims(
        ctx.channel_address.guild, discord.utils.utcnow()
    )
    if (guest, player) in [(each.guest, each.by) for each in pending] and not await load_member_of_player(ctx, player):
        raise Refusal("claim-left")
    entry = await _build_guest_audit_entry(ctx, CLAIMED, guest, player=player)
    by = await ctx.load_or_create_person_of_user()
    administers = ctx.is_administrator
    claims = ctx.services.guest_claims
    try:
        if await claims.confirm_guest_name_claim(
            entry, by, guest, player, is_administrator=administers, confirmed_seasons=ctx.confirmed_seasons
        ):
            await log_account_change_and_update_ratings(ctx, entry)
            await _notify_member_of_accepted_claim(ctx, guest, player)
    except PlayerNeededInOpenGameError as playing:
        raise Refusal("claim-playing", channels=list_game_channel_mentions(playing)) from None
    await _edit_guest_claims_message(ctx, page, f"✅ {ctx.translations('done-claim-confirm')}")


async def _notify_member_of_accepted_claim(ctx: Context, guest: Player, member: Player) -> None:
    """Send a member a direct message that their claim to be a guest was confirmed."""
    known = await ctx.people_with_server_nicknames.load_people_by_id([guest, member])
    words = await load_formatter_with_player_names(
        ctx.people_with_server_nicknames, ctx.public_translations, [guest, member]
    )
    server = ctx.interaction.guild
    said = words.text(
        "claim-agreed", guest=words.name(guest), server="" if server is None else escape_markdown(server.name)
    )
    try:
        channel = await ctx.interaction.client.create_dm(discord.Object(known[member].discord_id))
        await channel.send(said, allowed_mentions=NO_PINGS)
    except PASSING_ERRORS as error:
        log.info("somebody could not be told that their claim was confirmed: %s", error)


async def reject_guest_claim(ctx: Context, page: int, guest: Player, player: Player) -> None:
    entry = await _build_guest_audit_entry(ctx, DECLINED, guest, player=player)
    if await ctx.services.guest_claims.decline_guest_name_claim(
        entry, await ctx.load_or_create_person_of_user(), guest, player
    ):
        await audit_trail.post_audit_entry_in_log_channel(ctx, entry)
    await _edit_guest_claims_message(ctx, page, f"✅ {ctx.translations('done-claim-decline')}")


async def autocomplete_claimed_or_merged_account(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest guests and old accounts whose results now belong to a member."""
    guild = ctx.channel_address.guild
    merged = await ctx.services.merges.load_completed_account_merges(guild)
    claimed = await ctx.services.guest_claims.load_confirmed_guest_name_claims(guild)
    claimed += [(each.player, each.stays) for each in merged]
    named = [player for each in claimed for player in each]
    words = await load_formatter_with_player_names(
        ctx.people_with_server_nicknames, ctx.translations, named, escapes_markdown=False
    )
    labels = [(f"{words.name(guest)} · {words.name(by)}", guest) for guest, by in claimed]
    return filter_autocomplete_choices(labels, query)


@slash_command("override-unclaim", build_access_rule_for_server(MODERATORS, rate_limit_class="costly"))
@translate_command_options(guest="claimed", reason="reason")
@set_option_suggestions(guest=autocomplete_claimed_or_merged_account)
async def revoke_guest_claim_or_merge(ctx: Context, guest: Picked, reason: Reason) -> None:
    """Give results back to the guest or old account that earned them."""
    merged = await ctx.services.merges.load_account_merge(ctx.channel_address.guild, guest)
    if merged is not None and merged.person is not None:
        await _revoke_account_merge(ctx, merged, " ".join(reason.split()))
        return
    claimed = dict(await ctx.services.guest_claims.load_confirmed_guest_name_claims(ctx.channel_address.guild))
    if guest not in claimed:
        raise Refusal("claim-none")
    why = " ".join(reason.split())
    entry = await _build_guest_audit_entry(ctx, UNCLAIMED, guest, player=claimed[guest], reason=why)
    by = await ctx.load_or_create_person_of_user()
    administers = ctx.is_administrator
    claims = ctx.services.guest_claims
    if await claims.revoke_guest_name_claim(
        entry, by, guest, is_administrator=administers, confirmed_seasons=ctx.confirmed_seasons
    ):
        await log_account_change_and_update_ratings(ctx, entry)
    words = await load_message_formatter_in_user_language(ctx, [guest])
    await send_answer(ctx, f"✅ {words.text('done-unclaim', guest=words.name(guest))}")


async def _revoke_account_merge(ctx: Context, account_merge: AccountMerge, reason: str) -> None:
    entry = await _build_guest_audit_entry(
        ctx, UNMERGED, account_merge.player, player=account_merge.stays, reason=reason
    )
    by = await ctx.load_or_create_person_of_user()
    if by.id in (account_merge.player, account_merge.stays):
        raise Refusal("merge-own")
    if await ctx.services.merges.revoke_account_merge(entry, by, account_merge.player, ctx.confirmed_seasons):
        await log_account_change_and_update_ratings(ctx, entry)
    words = await load_message_formatter_in_user_language(ctx, [account_merge.player, account_merge.stays])
    old = words.name(account_merge.player)
    new = words.name(account_merge.stays)
    await send_answer(ctx, f"✅ {words.text('done-unmerge', old=old, new=new)}")


async def _build_guest_audit_entry(ctx: Context, audit_action: str, guest: Player, **details: str) -> AuditEntry:
    return await audit_trail.build_audit_entry_by_user(ctx, audit_action, {"guest": guest, **details})


async def log_account_change_and_update_ratings(ctx: Context, audit_entry: AuditEntry) -> None:
    """Log that results changed owners, and update ratings, leaderboards and the champion's role."""
    ctx.services.rater.schedule_rating_of_server(audit_entry.guild)
    ctx.services.outbox.check_due_tasks_soon()
    ctx.services.champion_role.schedule_server_sync(audit_entry.guild)
    await audit_trail.post_audit_entry_in_log_channel(ctx, audit_entry)


_MODERATOR_ACCESS = build_access_rule_for_server(MODERATORS, rate_limit_class="costly")

ROUTES = (
    CustomIdRoute("claims:{page:int}", show_guest_claims_page, build_access_rule_for_server(MODERATORS)),
    CustomIdRoute("claims:{page:int}:{guest}:{player}:confirm", accept_guest_claim, _MODERATOR_ACCESS),
    CustomIdRoute("claims:{page:int}:{guest}:{player}:decline", reject_guest_claim, _MODERATOR_ACCESS),
)
