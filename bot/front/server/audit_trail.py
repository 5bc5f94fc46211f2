"""The audit trail for moderators: pages of `/audit`, and posts in the server's log channel."""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import ui
from msgspec import convert

from bot.formatters.messages import PodMessageFormatter
from bot.front.decks import deck_texts
from bot.front.game_texts import story, variant_texts
from bot.front.game_texts.story import render_pod_differences
from bot.front.interaction.answers import answer_by_editing_message, send_answer
from bot.front.interaction.command_declarations import slash_command
from bot.front.interaction.context import MODERATOR_PERMISSIONS, Context
from bot.front.interaction.formatters import (
    load_message_formatter_in_server_language,
    load_message_formatter_in_user_language,
)
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.publishing.retries import PASSING_ERRORS
from bot.front.server import season_rule_texts, settings
from bot.front.ui import components, embeds, player_names
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.front.ui.fitting import truncate_markdown, truncate_text_to_length
from bot.front.ui.pings import NO_PINGS
from bot.i18n import Translations
from bot.projections.pods import load_pods_to_moderate
from bot.rules.facts import Player
from bot.rules.overrides import LONGEST_REASON
from bot.rules.rights import MODERATORS
from bot.rules.variants import Variant, list_variant_differences
from bot.season_rules.rules import SeasonRules
from bot.service.game_requests import CommandResult
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.record import audit as records
from bot.storage.record.audit import AuditEntry, GameAuditEntryDetails
from bot.storage.tables.guest_claims import CLAIM_MADE, CLAIMED, DECLINED, UNCLAIMED
from bot.storage.tables.merges import MERGE_PROPOSED, MERGED, UNMERGED
from bot.storage.tables.seasons import Season

log = logging.getLogger(__name__)

ENTRIES_PER_PAGE = 8
"""Entries on one page."""


def render_audit_entry(
    audit_entry: AuditEntry, formatter: PodMessageFormatter, all_seasons: Sequence[Season] = ()
) -> str:
    """Return an entry of the audit trail (a moderator's decision) as text.

    `all_seasons` are those of the server, to name the ones between which a game moved.
    """
    who = f"**{_format_moderator_name(audit_entry.by, formatter)}**"
    if audit_entry.details.get("plays"):
        who = f"{who} ({formatter.text('audit-plays')})"
    return f"{who} · {_render_audited_decision(audit_entry, formatter, all_seasons)}"


_DECISIONS_ABOUT_PERSONS = {CLAIM_MADE, CLAIMED, UNCLAIMED, DECLINED, MERGE_PROPOSED, MERGED, UNMERGED}


def _format_moderator_name(moderator: Player, formatter: PodMessageFormatter) -> str:
    return formatter.text("audit-operator") if moderator == records.OPERATOR else formatter.name(moderator)


def _render_audited_decision(
    audit_entry: AuditEntry, formatter: PodMessageFormatter, all_seasons: Sequence[Season]
) -> str:
    match audit_entry.what, audit_entry.details:
        case "setting", {"setting": str(name), "before": before, "after": after}:
            return formatter.text(
                "audit-setting",
                setting=settings.format_setting_title(name, formatter.text),
                before=settings.render_setting_value(name, before, formatter.text),
                after=settings.render_setting_value(name, after, formatter.text),
            )
        case "variant", {"title": str(name), "before": before, "after": after}:
            return _render_custom_variant_change(escape_markdown(name), before, after, formatter.text)
        case "season", {"did": str()} if said := _render_season_decision(audit_entry.details, formatter):
            return said
        case "struck" | "unstruck" as did, {"kind": str(kind)}:
            return _render_text_redaction_decision(did, kind, audit_entry.details, formatter)
        case "imported" | "unimported" as did, {"channel": int(channel), "number": int(number), "games": int(games)}:
            place = f"<#{channel}>"
            return formatter.text(f"audit-{did}", channel=place, number=number, count=games)
        case "dismissed", {"channel": int(channel), "number": int(number)}:
            where = _render_channel_and_title_of_game(GameAuditEntryDetails(channel, number), formatter)
            return formatter.text("audit-dismissed", channel=where)
        case did, {"guest": str(), "player": str()} if did in _DECISIONS_ABOUT_PERSONS:
            return _render_account_merge_decision(did, audit_entry.details, formatter)
        case _:
            decision = records.parse_audit_details_of_game(audit_entry)
            if decision is None:  # written by a later version
                return formatter.text("audit-unknown", what=audit_entry.what)
            return "\n".join(_render_game_decision(audit_entry.what, decision, formatter, all_seasons))


def _render_account_merge_decision(
    audit_action: str, audit_details: Mapping[str, Any], formatter: PodMessageFormatter
) -> str:
    """Return a line about a merge of two accounts, or about a member's claim to have played as a guest."""
    line = formatter.text(
        f"audit-{audit_action}",
        guest=formatter.name(audit_details["guest"]),
        player=formatter.name(audit_details["player"]),
        reason=escape_markdown(str(audit_details.get("reason", "")), LONGEST_REASON),
    )
    if "proposer" not in audit_details:
        return line
    return f"{line} {formatter.text('audit-proposed-by', player=formatter.name(audit_details['proposer']))}"


def _render_text_redaction_decision(
    audit_action: str, text_kind: str, audit_details: Mapping[str, Any], formatter: PodMessageFormatter
) -> str:
    """Return a line about a text that was hidden or restored, without quoting it."""
    what = formatter.text(f"struck-{text_kind}")
    if "number" not in audit_details:
        return formatter.text(f"audit-{audit_action}", what=what)
    where = _render_channel_and_title_of_game(
        GameAuditEntryDetails(audit_details["channel"], audit_details["number"]), formatter
    )
    return formatter.text(f"audit-{audit_action}-in", what=what, channel=where)


def _render_season_decision(audit_details: Mapping[str, Any], formatter: PodMessageFormatter) -> str:
    """Return a line of the audit trail about a decision on a season, such as a rename.

    The line is empty if a newer version of the bot recorded the decision.
    """
    match audit_details:
        case {"did": "rename", "title": str(name), "before": {"title": str(before)}}:
            return formatter.text("audit-season-rename", name=escape_markdown(name), before=escape_markdown(before))
        case {"did": "plan", "title": str(name), "at": int(at)}:
            when = discord.utils.format_dt(datetime_from_milliseconds(at), "f")
            return formatter.text("audit-season-plan", name=escape_markdown(name), when=when)
        case {"did": "end", "title": str(name), "planned": True}:
            return formatter.text("audit-season-end-planned", name=escape_markdown(name))
        case {"did": "start" | "end" | "resume" | "unplan" as did, "title": str(name)}:
            return formatter.text(f"audit-season-{did}", name=escape_markdown(name))
        case {"did": "rules", "title": str(name), "before": before, "after": after}:
            return formatter.text(
                "audit-season-rules",
                name=escape_markdown(name),
                before=season_rule_texts.render_season_rules_on_one_line(
                    convert(before, SeasonRules), formatter.text, {}
                ),
                after=season_rule_texts.render_season_rules_on_one_line(
                    convert(after, SeasonRules), formatter.text, {}
                ),
            )
        case {"did": "exclude", "title": str(name), "player": str(player), **more}:
            return formatter.text(
                "audit-season-exclude",
                player=formatter.name(player),
                name=escape_markdown(name),
                reason=escape_markdown(str(more.get("reason", "")), LONGEST_REASON),
            )
        case {"did": "include", "title": str(name), "player": str(player)}:
            return formatter.text("audit-season-include", player=formatter.name(player), name=escape_markdown(name))
        case _:
            return ""


MAX_LINES = 6
"""Lines of one decision; the rest is cut, as a page has several."""


def _render_game_decision(
    audit_action: str,
    audit_details: GameAuditEntryDetails,
    formatter: PodMessageFormatter,
    all_seasons: Sequence[Season],
) -> list[str]:
    """Return lines about a moderator's decision on a game: corrected reports, and what changed."""
    where = _render_channel_and_title_of_game(audit_details, formatter)
    if audit_details.override is None:
        lead = formatter.text(f"audit-{audit_action}", channel=where)
    else:
        lead = formatter.text(
            "audit-override",
            what=formatter.text(f"audit-override-{audit_details.override}"),
            channel=where,
            reason=escape_markdown(audit_details.reason or "", LONGEST_REASON),
        )
    lines = [*_render_corrected_reports(audit_details, formatter)]
    if audit_details.changes is not None:
        lines += render_pod_differences(audit_details.changes, formatter)
    if audit_details.decked is not None:
        lines.append(_render_deck_change(audit_details.decked, formatter))
    if audit_details.dated is not None:
        lines += story.render_game_date_change(audit_details.dated, all_seasons, formatter)
    if audit_details.player is not None and not lines:
        lines.append(formatter.name(audit_details.player))
    more = [] if len(lines) <= MAX_LINES else ["…"]
    return [lead, *(f"-# ↳ {line}" for line in (*lines[:MAX_LINES], *more))]


def _render_deck_change(deck_change: records.DeckChangeByModerator, formatter: PodMessageFormatter) -> str:
    before, after = (
        formatter.text("audit-deck-none") if deck is None else deck_texts.describe_deck_in_one_line(deck, formatter)
        for deck in (deck_change.before, deck_change.after)
    )
    return formatter.text("audit-deck", player=formatter.name(deck_change.player), before=before, after=after)


def _render_channel_and_title_of_game(audit_details: GameAuditEntryDetails, formatter: PodMessageFormatter) -> str:
    where = f"<#{audit_details.channel}>"
    if not audit_details.number:
        return where
    if audit_details.title:
        where = f"{where} “{escape_markdown(audit_details.title)}”"
    return formatter.text("audit-game", channel=where, number=audit_details.number)


def _render_corrected_reports(audit_details: GameAuditEntryDetails, formatter: PodMessageFormatter) -> Iterator[str]:
    """Yield the reports that a moderator corrected, with a mark on removed ones."""
    for event in audit_details.reports:
        label = truncate_markdown(story.render_event_as_menu_option(event, formatter), story.MAX_LABEL_LENGTH)
        left_out = event in audit_details.left_out
        yield formatter.text("override-left-out", report=label) if left_out else label


def _render_custom_variant_change(variant_name: str, old_value: Any, new_value: Any, translations: Translations) -> str:
    """Return a line about a server's own variant that was created, changed or deleted."""
    if new_value is None:
        return translations("audit-variant-deleted", variant=variant_name)
    now = convert(new_value, Variant)
    if old_value is None:
        return translations(
            "audit-variant-made",
            variant=variant_name,
            answers=variant_texts.describe_variant_briefly(now, translations),
        )
    changed = list_variant_differences(convert(old_value, Variant), now)
    answers = " ".join(variant_texts.render_variant_field(number, now, translations) for number in changed)
    return translations("audit-variant-changed", variant=variant_name, answers=answers)


_ACCESS = build_access_rule_for_server(MODERATORS, rate_limit_class="costly")


@slash_command("audit", _ACCESS, permissions=MODERATOR_PERMISSIONS)
async def show_audit_trail(ctx: Context) -> None:
    """Show the newest page of the server's audit trail (moderators' decisions)."""
    await show_newest_audit_page(ctx)


async def show_newest_audit_page(ctx: Context) -> None:
    """Show the newest page of the server's audit trail in a new message."""
    embed, view = await _render_audit_page(ctx, 0)
    await send_answer(ctx, embed=embed, view=view)


async def show_audit_trail_page(ctx: Context, page: int) -> None:
    """Show a page of the server's audit trail; page 0 is the newest."""
    embed, view = await _render_audit_page(ctx, page)
    await answer_by_editing_message(ctx, embed=embed, view=view)


async def _render_audit_page(ctx: Context, page_number: int) -> tuple[discord.Embed, ui.View]:
    guild = ctx.channel_address.guild
    database = ctx.services.database
    last = max(0, (await records.count_audit_entries(database, guild) - 1) // ENTRIES_PER_PAGE)
    at = min(page_number, last)
    entries = await records.load_audit_log_page(database, guild, at * ENTRIES_PER_PAGE, ENTRIES_PER_PAGE)
    named = {player for entry in entries for player in records.find_players_in_audit_entry(entry)}
    words = await load_message_formatter_in_user_language(ctx, named)
    seasons = await ctx.services.seasons.load_seasons_of_server(guild)
    lines = [
        f"{discord.utils.format_dt(entry.at, 'f')} {render_audit_entry(entry, words, seasons)}" for entry in entries
    ]
    embed = discord.Embed(
        title=words.text("audit-title"),
        description="\n".join(lines) or words.text("audit-empty"),
        colour=embeds.COLOURS["lobby"],
    )
    _, waiting = await load_pods_to_moderate(database, guild, discord.utils.utcnow(), 0, 0)
    label = clean_label_text(words.text("button-unsettled", count=waiting), 80)
    to_decide: ui.Button[ui.View] = ui.Button(label=label, emoji="⏳", custom_id="desk:0", disabled=not waiting)
    return embed, components.build_view_without_callbacks(
        [*components.build_page_buttons("audit", at, last), to_decide]
    )


async def build_audit_entry_by_user(ctx: Context, audit_action: str, audit_details: Mapping[str, object]) -> AuditEntry:
    """Return an audit entry about the user's decision."""
    by = await ctx.get_player_id_of_user()
    now = discord.utils.utcnow()
    return AuditEntry(ctx.interaction.id, ctx.channel_address.guild, now, by, audit_action, dict(audit_details))


async def post_audit_entry_in_log_channel(ctx: Context, audit_entry: AuditEntry) -> None:
    """Post an audit entry in the server's log channel, if there is one.

    If the log channel was moved or removed, the entry is posted in the former channel, too. A failed post is logged and
    dropped: `/audit` has the entry.
    """
    words = await load_message_formatter_in_server_language(ctx, records.find_players_in_audit_entry(audit_entry))
    former = {audit_entry.details["before"]} if audit_entry.details.get("setting") == "log_channel" else set()
    seasons = await ctx.services.seasons.load_seasons_of_server(audit_entry.guild)
    await _post_line_in_log_channels(ctx, render_audit_entry(audit_entry, words, seasons), former)


async def post_dispute_in_log_channel(ctx: Context, dispute_result: CommandResult) -> None:
    """Post in the server's log channel that a player newly disputes a report or the end of a duel.

    The game may be in another channel than the user.
    """
    live = dispute_result.live
    if dispute_result.again or live.game is None:
        return
    words = await load_message_formatter_in_server_language(ctx, player_names.list_players_named_in_game(live.game))
    if live.duel is not None:
        player, what = live.duel.disputed, words.text("joust-end")
    elif live.pod is not None and (report := live.pod.disputed_report) is not None:
        player, what = report.needed_confirmation.disputed, story.render_report_to_confirm(report.event, words)
    else:
        return
    channel = words.text("audit-game", channel=f"<#{live.place.channel}>", number=live.number)
    said = words.text("audit-disputed", what=what, channel=channel)
    await _post_line_in_log_channels(ctx, f"**{words.name(player or '')}** · {said}")


async def _post_line_in_log_channels(
    ctx: Context, log_line: str, former_log_channels: Collection[int | None] = ()
) -> None:
    said = truncate_text_to_length(log_line)
    for channel in {ctx.settings.log_channel, *former_log_channels} - {None}:
        place = ctx.interaction.client.get_partial_messageable(channel)
        try:
            await place.send(said, allowed_mentions=NO_PINGS)
        except PASSING_ERRORS as error:
            log.warning("a line of the audit trail is not in the log channel %s: %s", channel, error)


ROUTES = (
    CustomIdRoute("audit", show_newest_audit_page, _ACCESS),
    CustomIdRoute("audit:{page:int}", show_audit_trail_page, _ACCESS),
)
