"""`/override merge`: the merge of two accounts of a server into one person.

A moderator looks at the changes, and both accounts are asked in the channel. Once both have agreed within a week, they
are one person, if the moderator who asked may still decide so; if not, another moderator decides. If the old account is
silent for a week, an administrator decides.

The messages that ask both accounts are rows of `publications`. They show only buttons that work: none once nobody can
answer any more, and no *That's me* after a week.
"""

import contextlib
from collections.abc import Iterable, Sequence
from datetime import datetime

import discord
from discord import ui
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.front.interaction.answers import (
    answer_by_editing_message,
    report_command_success,
    send_answer,
)
from bot.front.interaction.command_declarations import slash_command, translate_command_options
from bot.front.interaction.context import (
    Context,
    does_player_moderate_channel,
    load_or_create_person_of_discord_user,
)
from bot.front.interaction.drafts import PrivateInteractionDraft
from bot.front.interaction.formatters import (
    load_message_formatter_in_server_language,
    load_message_formatter_in_user_language,
)
from bot.front.interaction.game_commands import list_game_channel_mentions
from bot.front.interaction.routes import AccessRule, CustomIdRoute, build_access_rule_for_server
from bot.front.interaction.services import BotServices
from bot.front.moderation.guest_claims import log_account_change_and_update_ratings
from bot.front.moderation.override_commands import Reason
from bot.front.publishing.answer_buttons import (
    AnswerButtons,
    record_public_answer_with_buttons,
    update_buttons_of_recorded_answers,
)
from bot.front.server import audit_trail
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text
from bot.front.ui.pings import Ping, PingReason, build_allowed_mentions_for_pings
from bot.i18n import DEFAULT, Translations, find_supported_locale, load_translations
from bot.projections.merged_points import PointsChangeOfAccountMerge, preview_points_after_account_merge
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import DECISION_OWNER, MODERATORS
from bot.storage.engine.errors import StorageError
from bot.storage.record.audit import AuditEntry
from bot.storage.record.people import Person
from bot.storage.record.publications import PublishedMessage
from bot.storage.tables.merges import MERGE_PROPOSED, MERGED, PATIENCE, AccountMerge
from bot.storage.tables.open_games import PlayerNeededInOpenGameError
from bot.storage.tables.proposals import has_proposal_expired, require_proposal_not_expired
from bot.storage.tables.season_gate import EndedSeasonConsentRefusal

MAX_CHANGES = 15
"""The most changes of points that a preview lists."""

SURFACE = "merge"
"""The surface of the messages that ask two accounts. A key is the old account and the message, a mark the language."""

SHOWS_BOTH_BUTTONS, SHOWS_NO = 1, 2
"""The versions of such a message: with both buttons, and with *No* alone."""


class AccountMergeDraft(PrivateInteractionDraft, frozen=True):
    """A proposed merge of one person's two accounts, which a moderator previews."""

    merge: AccountMerge
    persons: tuple[Person, ...]

    @staticmethod
    def build_expired_draft_error() -> Refusal:
        return Refusal("decision-gone")


@slash_command("override-merge", build_access_rule_for_server(MODERATORS, rate_limit_class="costly"))
@translate_command_options(old="merge-old", new="merge-new", reason="reason")
async def show_effects_of_account_merge(ctx: Context, old: discord.User, new: discord.User, reason: Reason) -> None:
    """Show a moderator how a merge of two accounts changes points, and what the accounts answered."""
    if old.bot or new.bot:
        raise Refusal("seat-bot")
    now = discord.utils.utcnow()
    by = await ctx.load_or_create_person_of_user()
    persons = tuple([await load_or_create_person_of_discord_user(ctx, user) for user in (old, new)])
    player, stays = (person.id for person in persons)
    _forbid_merge_of_own_account(by.id, (player, stays))
    known = await ctx.services.merges.load_account_merge(ctx.channel_address.guild, player)
    why = " ".join(reason.split())
    fresh = AccountMerge(player, stays, None, by.id, now, why, old_agrees=False, new_agrees=False)
    asked = known is not None and known.person is None and known.stays == stays
    asked = asked and known is not None and now < known.at + 2 * PATIENCE
    merge = known if known is not None and asked else fresh
    changes = await _compute_merge_points_changes(ctx, merge)
    named = [player, stays, *(each.player for each in changes)]
    words = await load_message_formatter_in_user_language(ctx, named)
    lines = [words.text("merge-title", old=words.name(player), new=words.name(stays))]
    lines += _render_points_changes(changes, words)
    lines += _render_agreement_to_account_merge(merge, words) if asked else []
    draft = AccountMergeDraft(ctx.channel_address, ctx.interaction.user.id, fresh, (by, *persons))
    draft_key = ctx.services.drafts.add_draft(draft)
    buttons = [_build_merge_button(words.text, "merge-ask", f"merge:{draft_key}:ask", "primary")]
    if asked and _may_user_complete_merge(ctx, merge, now):
        buttons.append(_build_merge_button(words.text, "merge-do", f"merge:{player}:do", "danger"))
    await send_answer(ctx, "\n".join(lines), view=components.build_view_without_callbacks(buttons))


def _may_user_complete_merge(ctx: Context, account_merge: AccountMerge, now: datetime) -> bool:
    by_administrator = account_merge.may_administrator_complete_merge(now) and ctx.is_administrator
    return account_merge.may_moderator_complete_merge(now) or by_administrator


def _forbid_merge_of_own_account(moderator: Player, accounts_to_merge: Iterable[Player]) -> None:
    """Raise `Refusal` if one of the accounts to merge is the moderator's own."""
    if moderator in accounts_to_merge:
        raise Refusal("merge-own")


async def _compute_merge_points_changes(ctx: Context, account_merge: AccountMerge) -> list[PointsChangeOfAccountMerge]:
    try:
        return await preview_points_after_account_merge(ctx.services.merges, ctx.channel_address.guild, account_merge)
    except PlayerNeededInOpenGameError as playing:
        raise Refusal("merge-playing", channels=list_game_channel_mentions(playing)) from None


def _render_points_changes(
    points_changes: list[PointsChangeOfAccountMerge], formatter: PodMessageFormatter
) -> list[str]:
    text = formatter.text
    lines = [
        text(
            f"merge-points-{each.scope.span}",
            game=text(f"game-{each.scope.game}"),
            player=formatter.name(each.player),
            before=_format_points_or_dash(each.before),
            after=_format_points_or_dash(each.after),
        )
        for each in points_changes[:MAX_CHANGES]
    ]
    if len(points_changes) > MAX_CHANGES:
        lines.append(text("merge-points-more", count=len(points_changes) - MAX_CHANGES))
    return lines or [text("merge-points-none")]


def _format_points_or_dash(points: int | None) -> str:
    return "–" if points is None else str(points)


def _render_agreement_to_account_merge(account_merge: AccountMerge, formatter: PodMessageFormatter) -> list[str]:
    answers = ((account_merge.player, account_merge.old_agrees), (account_merge.stays, account_merge.new_agrees))
    lines = [
        formatter.text("merge-agreed" if agrees else "merge-silent", player=formatter.name(player))
        for player, agrees in answers
    ]
    due = discord.utils.format_dt(account_merge.at + PATIENCE, "R")
    return [*lines, formatter.text("merge-due", due=due)] if not account_merge.old_agrees else lines


def _build_merge_button(
    translations: Translations, text_key: str, custom_id: str, button_style: str
) -> ui.Button[ui.View]:
    label = clean_label_text(translations(text_key))
    return ui.Button(label=label, style=discord.ButtonStyle[button_style], custom_id=custom_id)


async def propose_account_merge(ctx: Context, draft_key: str, draft: AccountMergeDraft) -> None:
    """Propose to merge two accounts, and ask both accounts in the channel to agree."""
    now = discord.utils.utcnow()
    merge = replace(draft.merge, at=now)
    details = {"guest": merge.player, "player": merge.stays, "reason": merge.reason}
    entry = AuditEntry(ctx.interaction.id, ctx.channel_address.guild, now, merge.by, MERGE_PROPOSED, details)
    with ctx.services.drafts.remove_draft_while_sending(draft_key, draft):
        try:
            done = await ctx.services.merges.store_proposed_merge(entry, merge, *draft.persons)
        except PlayerNeededInOpenGameError as playing:
            raise Refusal("merge-playing", channels=list_game_channel_mentions(playing)) from None
    if done:
        await audit_trail.post_audit_entry_in_log_channel(ctx, entry)
    _, old, new = draft.persons
    await answer_by_editing_message(ctx, content=f"✅ {ctx.translations('merge-asked')}", view=None)
    words = await load_message_formatter_in_server_language(ctx, [merge.player, merge.stays])
    said = words.text("merge-call", old=old.discord_mention, new=new.discord_mention)
    allowed = build_allowed_mentions_for_pings(Ping(PingReason.MERGE, [old.discord_id, new.discord_id]))
    view = _build_account_merge_answer_buttons(ctx.public_translations, merge.player, SHOWS_BOTH_BUTTONS)
    sent = await send_answer(ctx, said, is_public=True, view=view, allowed_mentions=allowed)
    if sent is not None:
        key, text = f"{merge.player}:{sent}", ctx.public_translations
        place = ctx.channel_address
        await record_public_answer_with_buttons(
            ctx.services.database, SURFACE, place.guild, key, place.channel, sent, text.locale
        )
    await _update_answer_buttons_of_server(ctx)


def _build_account_merge_answer_buttons(
    translations: Translations, old_account: Player, message_version: int
) -> ui.View:
    buttons = [_build_merge_button(translations, "merge-no", f"merge:{old_account}:no", "secondary")]
    if message_version == SHOWS_BOTH_BUTTONS:
        buttons.insert(0, _build_merge_button(translations, "merge-yes", f"merge:{old_account}:yes", "success"))
    return components.build_view_without_callbacks(buttons)


async def _update_answer_buttons_of_server(ctx: Context) -> None:
    with contextlib.suppress(StorageError):  # the next chores try again
        await update_account_merge_messages(ctx.services, ctx.interaction.client, ctx.channel_address.guild)


async def update_account_merge_messages(services: BotServices, client: discord.Client, guild_id: int) -> None:
    """Remove outdated buttons from a server's messages about account merges.

    A merge may have been carried out, declined, proposed in a newer message, or forgotten with its account, anywhere.
    """

    async def find_buttons(
        answer_message: PublishedMessage, messages_of_all_merges: Sequence[PublishedMessage]
    ) -> AnswerButtons | None:
        player = _get_old_account_of_merge_message(answer_message)
        merge = await services.merges.load_account_merge(guild_id, player)
        is_newest = answer_message.message == max(
            each.message or 0 for each in messages_of_all_merges if _get_old_account_of_merge_message(each) == player
        )
        version = _find_account_merge_message_version(merge) if is_newest else None
        if version is None:
            return None
        text = load_translations(find_supported_locale(answer_message.mark or "") or DEFAULT)
        return AnswerButtons(version, _build_account_merge_answer_buttons(text, player, version))

    await update_buttons_of_recorded_answers(services.database, client, SURFACE, guild_id, find_buttons)


def _get_old_account_of_merge_message(published_message: PublishedMessage) -> Player:
    return published_message.key.partition(":")[0]


def _find_account_merge_message_version(account_merge: AccountMerge | None) -> int | None:
    """Return the version of an account merge's message; None if nobody can answer the merge any more."""
    now = discord.utils.utcnow()
    if account_merge is None or account_merge.person is not None or now >= account_merge.at + 2 * PATIENCE:
        return None
    return SHOWS_NO if has_proposal_expired(account_merge.at, now) else SHOWS_BOTH_BUTTONS


async def agree_to_account_merge(ctx: Context, player: Player) -> None:
    """Agree to a merge as one of the two accounts. When both have agreed, the accounts are merged."""
    merge = await _record_account_merge_answer(ctx, player, has_agreed=True)
    if not merge.is_agreed_by_both_accounts:
        await report_command_success(ctx, f"✅ {ctx.translations('merge-noted')}")
        return
    if merge.by in (merge.player, merge.stays) or not await does_player_moderate_channel(ctx, merge.by):
        await report_command_success(ctx, f"✅ {ctx.translations('merge-proposer-gone')}")
        return
    try:
        await _execute_account_merge(ctx, merge, await ctx.get_player_id_of_user())
    except EndedSeasonConsentRefusal:
        await report_command_success(ctx, f"✅ {ctx.translations('merge-closed')}")
        return
    await _show_completed_account_merge(ctx, merge)


async def _record_account_merge_answer(ctx: Context, player: Player, *, has_agreed: bool) -> AccountMerge:
    """Record the user's answer to a proposed merge. Raises `Refusal`."""
    me = await ctx.get_player_id_of_user()
    now = discord.utils.utcnow()
    try:
        return await ctx.services.merges.record_merge_answer(
            ctx.channel_address.guild, player, me, now, is_accepted=has_agreed
        )
    except Refusal:
        await _update_answer_buttons_of_server(ctx)  # perhaps an account was forgotten since the last chores
        raise


async def decline_account_merge(ctx: Context, player: Player) -> None:
    await _record_account_merge_answer(ctx, player, has_agreed=False)
    await report_command_success(ctx, f"✅ {ctx.translations('merge-declined')}")
    await _update_answer_buttons_of_server(ctx)


async def merge_agreed_accounts_as_moderator(ctx: Context, player: Player) -> None:
    """Merge two accounts if both agreed, or if the old one did not answer in time."""
    merge = await ctx.services.merges.load_account_merge(ctx.channel_address.guild, player)
    if merge is None or merge.person is not None:
        raise Refusal("merge-gone")
    me = await ctx.get_player_id_of_user()
    _forbid_merge_of_own_account(me, (merge.player, merge.stays))
    now = discord.utils.utcnow()
    require_proposal_not_expired(merge.at + PATIENCE, now)
    if not _may_user_complete_merge(ctx, merge, now):
        raise Refusal("merge-early", when=discord.utils.format_dt(merge.at + PATIENCE, "R"))
    await _execute_account_merge(ctx, merge, me)
    await _show_completed_account_merge(ctx, merge)


async def _execute_account_merge(ctx: Context, account_merge: AccountMerge, author: Player) -> None:
    details = {
        "guest": account_merge.player,
        "player": account_merge.stays,
        "reason": account_merge.reason,
        "proposer": account_merge.by,
    }
    now = discord.utils.utcnow()
    entry = AuditEntry(ctx.interaction.id, ctx.channel_address.guild, now, author, MERGED, details)
    person = await ctx.load_or_create_person_of_user()
    try:
        done = await ctx.services.merges.complete_account_merge(
            entry, person, account_merge.player, ctx.confirmed_seasons
        )
    except PlayerNeededInOpenGameError as playing:
        raise Refusal("merge-playing", channels=list_game_channel_mentions(playing)) from None
    if done:
        await log_account_change_and_update_ratings(ctx, entry)


async def _show_completed_account_merge(ctx: Context, account_merge: AccountMerge) -> None:
    words = await load_message_formatter_in_user_language(ctx, [account_merge.player, account_merge.stays])
    old = words.name(account_merge.player)
    new = words.name(account_merge.stays)
    await report_command_success(ctx, f"✅ {words.text('merge-done', old=old, new=new)}")
    await _update_answer_buttons_of_server(ctx)


_OWN_ACCESS = AccessRule((MODERATORS, DECISION_OWNER), "costly", "decision-gone")

ROUTES = (
    CustomIdRoute("merge:{draft_key}:ask", propose_account_merge, _OWN_ACCESS, draft=AccountMergeDraft),
    CustomIdRoute(
        "merge:{player}:yes", agree_to_account_merge, build_access_rule_for_server(works_in_all_channels=True)
    ),
    CustomIdRoute("merge:{player}:no", decline_account_merge, build_access_rule_for_server(works_in_all_channels=True)),
    CustomIdRoute(
        "merge:{player}:do",
        merge_agreed_accounts_as_moderator,
        build_access_rule_for_server(MODERATORS, rate_limit_class="costly"),
    ),
)
