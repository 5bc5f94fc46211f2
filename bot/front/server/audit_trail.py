"""The audit trail for moderators: pages of `/audit`, and posts in the server's log channel."""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import ui
from msgspec import convert

from bot.front.background.retry import PASSING_ERRORS
from bot.front.interaction.answering import edit, say
from bot.front.interaction.context import MODERATOR_PERMISSIONS, Context
from bot.front.interaction.declaring import command
from bot.front.interaction.routes import Route, on_server
from bot.front.interaction.wording import speak_to_all, speak_to_asker
from bot.front.rendering import controls, embeds, leaderboard, names, story, variant_text
from bot.front.rendering.escaping import clean_label, escape
from bot.front.rendering.fitting import cut_markdown, fit_text
from bot.front.rendering.pings import NO_PINGS
from bot.front.rendering.story import render_difference
from bot.front.server import settings
from bot.i18n import Catalogue
from bot.joust.duel import Duel
from bot.projections.pods import read_unsettled
from bot.rules.facts import Player
from bot.rules.overrule import LONGEST_REASON
from bot.rules.pod import Pod, Unconfirmed
from bot.rules.rights import MODERATORS
from bot.rules.variants import Variant, find_differing
from bot.season_rules.rules import SeasonRules
from bot.storage.record import audit as records
from bot.storage.record.audit import AuditEntry, GameDecision
from bot.storage.tables.seasons import Season
from bot.words import Words

log = logging.getLogger(__name__)

ENTRIES_PER_PAGE = 8
"""Entries on one page."""


def render_entry(entry: AuditEntry, words: Words, seasons: Sequence[Season] = ()) -> str:
    """Render who decided what; the decider is marked if they play in the game.

    `seasons` are those of the server, to name the ones between which a game moved.
    """
    who = f"**{_name_decider(entry.by, words)}**"
    if entry.details.get("plays"):
        who = f"{who} ({words.text('audit-plays')})"
    return f"{who} · {_render_act(entry, words, seasons)}"


def _name_decider(by: Player, words: Words) -> str:
    return words.text("audit-operator") if by == records.OPERATOR else words.name(by)


def _render_act(entry: AuditEntry, words: Words, seasons: Sequence[Season]) -> str:
    match entry.what, entry.details:
        case "setting", {"setting": str(name), "before": before, "after": after}:
            return words.text(
                "audit-setting",
                setting=settings.name_setting(name, words.text),
                before=settings.render_value(name, before, words.text),
                after=settings.render_value(name, after, words.text),
            )
        case "variant", {"title": str(name), "before": before, "after": after}:
            return _render_variant(escape(name), before, after, words.text)
        case "season", {"did": str()} if said := _render_season(entry.details, words):
            return said
        case "struck" | "unstruck" as did, {"kind": str(kind)}:
            return _render_strike(did, kind, entry.details, words)
        case "imported" | "unimported" as did, {
            "channel": int(channel),
            "number": int(number),
            "games": int(games),
        }:
            place = f"<#{channel}>"
            return words.text(f"audit-{did}", channel=place, number=number, count=games)
        case "dismissed", {"channel": int(channel), "number": int(number)}:
            where = _render_where(GameDecision(channel, number), words)
            return words.text("audit-dismissed", channel=where)
        case "claimed" | "unclaimed" | "claim-declined" | "merged" | "unmerged" as did, {
            "guest": str(),
            "player": str(),
        }:
            return _render_claim(did, entry.details, words)
        case _:
            decision = records.read_decision(entry)
            if decision is None:  # written by a later version
                return words.text("audit-unknown", what=entry.what)
            return "\n".join(_render_decision(entry.what, decision, words, seasons))


def _render_claim(did: str, details: Mapping[str, Any], words: Words) -> str:
    """Render an entry about the claim of a guest, or about a merge of two accounts."""
    return words.text(
        f"audit-{did}",
        guest=words.name(details["guest"]),
        player=words.name(details["player"]),
        reason=escape(str(details.get("reason", "")), LONGEST_REASON),
    )


def _render_strike(did: str, kind: str, details: Mapping[str, Any], words: Words) -> str:
    """Render an entry about a text that was struck or restored, without the text itself."""
    what = words.text(f"struck-{kind}")
    if "number" not in details:
        return words.text(f"audit-{did}", what=what)
    where = _render_where(GameDecision(details["channel"], details["number"]), words)
    return words.text(f"audit-{did}-in", what=what, channel=where)


def _render_season(details: Mapping[str, Any], words: Words) -> str:
    """Render an entry about a season; return an empty string if a later version wrote it."""
    match details:
        case {"did": "rename", "title": str(name), "before": {"title": str(before)}}:
            return words.text("audit-season-rename", name=escape(name), before=escape(before))
        case {"did": "start" | "end" | "resume" as did, "title": str(name)}:
            return words.text(f"audit-season-{did}", name=escape(name))
        case {"did": "rules", "title": str(name), "before": before, "after": after}:
            return words.text(
                "audit-season-rules",
                name=escape(name),
                before=leaderboard.render_rules(convert(before, SeasonRules), words.text, {}),
                after=leaderboard.render_rules(convert(after, SeasonRules), words.text, {}),
            )
        case {"did": "exclude", "title": str(name), "player": str(player), **more}:
            return words.text(
                "audit-season-exclude",
                player=words.name(player),
                name=escape(name),
                reason=escape(str(more.get("reason", "")), LONGEST_REASON),
            )
        case {"did": "include", "title": str(name), "player": str(player)}:
            return words.text("audit-season-include", player=words.name(player), name=escape(name))
        case _:
            return ""


MAX_LINES = 6
"""Lines of one decision; the rest is cut, as a page has several."""


def _render_decision(
    what: str, decision: GameDecision, words: Words, seasons: Sequence[Season]
) -> list[str]:
    """Render an entry about a game: which game, the reports, and what changed for whom."""
    where = _render_where(decision, words)
    if decision.override is None:
        lead = words.text(f"audit-{what}", channel=where)
    else:
        lead = words.text(
            "audit-override",
            what=words.text(f"audit-override-{decision.override}"),
            channel=where,
            reason=escape(decision.reason or "", LONGEST_REASON),
        )
    lines = [*_render_reports(decision, words)]
    if decision.changes is not None:
        lines += render_difference(decision.changes, words)
    if decision.dated is not None:
        lines += story.render_new_date(decision.dated, seasons, words)
    if decision.player is not None and not lines:
        lines.append(words.name(decision.player))
    more = [] if len(lines) <= MAX_LINES else ["…"]
    return [lead, *(f"-# ↳ {line}" for line in (*lines[:MAX_LINES], *more))]


def _render_where(decision: GameDecision, words: Words) -> str:
    """Render the channel of a game, with its title and number."""
    where = f"<#{decision.channel}>"
    if not decision.number:
        return where
    if decision.title:
        where = f"{where} “{escape(decision.title)}”"
    return words.text("audit-game", channel=where, number=decision.number)


def _render_reports(decision: GameDecision, words: Words) -> Iterator[str]:
    """Yield the reports that were corrected, and mark those that were removed."""
    for event in decision.reports:
        label = cut_markdown(story.label_step(event, words), story.MAX_LABEL_LENGTH)
        left_out = event in decision.left_out
        yield words.text("override-left-out", report=label) if left_out else label


def _render_variant(name: str, before: Any, after: Any, text: Catalogue) -> str:
    """Render an entry about a variant of the server's own: made, changed or deleted."""
    if after is None:
        return text("audit-variant-deleted", variant=name)
    now = convert(after, Variant)
    if before is None:
        return text(
            "audit-variant-made", variant=name, answers=variant_text.describe_briefly(now, text)
        )
    changed = find_differing(convert(before, Variant), now)
    answers = " ".join(variant_text.render_answer(number, now, text) for number in changed)
    return text("audit-variant-changed", variant=name, answers=answers)


_ACCESS = on_server(MODERATORS, pace="costly")


@command("audit", _ACCESS, permissions=MODERATOR_PERMISSIONS)
async def show_audit(ctx: Context) -> None:
    """Show the newest page of the server's audit trail."""
    await open_audit(ctx)


async def open_audit(ctx: Context) -> None:
    """Show the newest page of the server's audit trail in a new message."""
    embed, view = await _read_page(ctx, 0)
    await say(ctx, embed=embed, view=view)


async def turn_page(ctx: Context, page: int) -> None:
    """Turn to a page of the server's audit trail; page 0 is the newest."""
    embed, view = await _read_page(ctx, page)
    await edit(ctx, embed=embed, view=view)


async def _read_page(ctx: Context, page: int) -> tuple[discord.Embed, ui.View]:
    guild = ctx.place.guild
    database = ctx.services.database
    last = max(0, (await records.count_entries(database, guild) - 1) // ENTRIES_PER_PAGE)
    at = min(page, last)
    entries = await records.read_entries(database, guild, at * ENTRIES_PER_PAGE, ENTRIES_PER_PAGE)
    named = {player for entry in entries for player in records.find_people(entry)}
    words = await speak_to_asker(ctx, named)
    seasons = await ctx.services.seasons.find_all(guild)
    lines = [
        f"{discord.utils.format_dt(entry.at, 'f')} {render_entry(entry, words, seasons)}"
        for entry in entries
    ]
    embed = discord.Embed(
        title=words.text("audit-title"),
        description="\n".join(lines) or words.text("audit-empty"),
        colour=embeds.COLOURS["lobby"],
    )
    _, waiting = await read_unsettled(database, guild, discord.utils.utcnow(), 0, 0)
    label = clean_label(words.text("button-unsettled", count=waiting), 80)
    to_decide: ui.Button[ui.View] = ui.Button(
        label=label, emoji="⏳", custom_id="desk:0", disabled=not waiting
    )
    return embed, controls.make_unstored_view(
        [*controls.make_page_buttons("audit", at, last), to_decide]
    )


async def compose_entry(ctx: Context, what: str, details: Mapping[str, object]) -> AuditEntry:
    """Return an entry about a decision that the asker makes now."""
    by = await ctx.find_player()
    now = discord.utils.utcnow()
    return AuditEntry(ctx.interaction.id, ctx.place.guild, now, by, what, dict(details))


async def post(ctx: Context, entry: AuditEntry) -> None:
    """Post an entry in the server's log channel, if there is one.

    If the log channel was moved or removed, the entry is posted in the former channel, too. A
    failed post is logged and dropped: `/audit` has the entry.
    """
    words = await speak_to_all(ctx, records.find_people(entry))
    former = {entry.details["before"]} if entry.details.get("setting") == "log_channel" else set()
    seasons = await ctx.services.seasons.find_all(entry.guild)
    await _post(ctx, render_entry(entry, words, seasons), former)


async def post_dispute(ctx: Context, pod: Pod, number: int, report: Unconfirmed) -> None:
    """Post that a report is disputed; the board calls the moderators."""
    words = await speak_to_all(ctx, names.find_people(pod))
    what = story.render_claimed(report.event, words)
    await _post_dispute(ctx, number, report.claim.disputed, what, words)


async def post_duel_dispute(ctx: Context, duel: Duel, number: int) -> None:
    """Post that the end of a duel is disputed."""
    words = await speak_to_all(ctx, names.find_people(duel))
    await _post_dispute(ctx, number, duel.disputed, words.text("joust-end"), words)


async def _post_dispute(
    ctx: Context, number: int, by: Player | None, what: str, words: Words
) -> None:
    here = f"<#{ctx.interaction.channel_id}>"
    channel = words.text("audit-game", channel=here, number=number)
    said = words.text("audit-disputed", what=what, channel=channel)
    await _post(ctx, f"**{words.name(by or '')}** · {said}")


async def _post(ctx: Context, line: str, former: Collection[int | None] = ()) -> None:
    """Post a line in the log channel, and in the `former` ones."""
    said = fit_text(line)
    for channel in {ctx.settings.log_channel, *former} - {None}:
        place = ctx.interaction.client.get_partial_messageable(channel)
        try:
            await place.send(said, allowed_mentions=NO_PINGS)
        except PASSING_ERRORS as error:
            log.warning("cannot post the log in channel %s: %s", channel, error)


ROUTES = (Route("audit", open_audit, _ACCESS), Route("audit:{page:int}", turn_page, _ACCESS))
