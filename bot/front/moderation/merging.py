"""`/override merge`: two accounts of a server become one person.

A moderator looks at what would change, and both accounts are asked in the channel. Once both have
agreed, they are one; if the old one is silent for a week, an administrator decides.
"""

from collections.abc import Iterable
from datetime import datetime

import discord
from discord import ui

from bot.front.interaction.answering import confirm, edit, say
from bot.front.interaction.context import Context, identify
from bot.front.interaction.declaring import command, options
from bot.front.interaction.drafts import PrivateDraft
from bot.front.interaction.pods import name_channels
from bot.front.interaction.routes import Access, Route, on_server
from bot.front.interaction.wording import speak_to_all, speak_to_asker
from bot.front.moderation.guest_claims import propagate_results
from bot.front.moderation.override import Reason
from bot.front.rendering import controls
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.pings import Ping, PingReason, allow_pings
from bot.projections.merged_points import PointsChange, preview_points
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import DECISION_OWNER, MODERATORS
from bot.storage.record.audit import AuditEntry
from bot.storage.record.people import Person
from bot.storage.tables.merges import MERGED, PATIENCE, Merge
from bot.storage.tables.open_games import Playing
from bot.storage.tables.season_gate import NeedsDecision
from bot.words import Words

MAX_CHANGES = 15
"""The most changes of points that a preview lists."""


class MergeDraft(PrivateDraft, frozen=True):
    """A merge that a moderator looks at before both accounts are asked."""

    merge: Merge
    persons: tuple[Person, ...]

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal of a merge that is no longer kept."""
        return Refusal("decision-gone")


@command("override-merge", on_server(MODERATORS, pace="costly"))
@options(old="merge-old", new="merge-new", reason="reason")
async def merge_accounts(
    ctx: Context, old: discord.User, new: discord.User, reason: Reason
) -> None:
    """Show what a merge of two accounts would change, and how far a proposed one is."""
    if old.bot or new.bot:
        raise Refusal("seat-bot")
    now = discord.utils.utcnow()
    by = await ctx.find_person()
    persons = tuple([await identify(ctx, user) for user in (old, new)])
    player, stays = (person.id for person in persons)
    _check_neutral(by.id, (player, stays))
    known = await ctx.services.merges.load(ctx.place.guild, player)
    why = " ".join(reason.split())
    fresh = Merge(player, stays, None, by.id, now, why, old_agrees=False, new_agrees=False)
    asked = known is not None and known.person is None and known.stays == stays
    merge = known if known is not None and asked else fresh
    changes = await _preview(ctx, merge)
    named = [player, stays, *(each.player for each in changes)]
    words = await speak_to_asker(ctx, named)
    lines = [words.text("merge-title", old=words.name(player), new=words.name(stays))]
    lines += _render_changes(changes, words)
    lines += _render_answers(merge, words) if asked else []
    draft = MergeDraft(ctx.place, ctx.interaction.user.id, merge, (by, *persons))
    token = ctx.services.drafts.begin(draft)
    buttons = [_make_button(words, "merge-ask", f"merge:{token}:ask", "primary")]
    if asked and (merge.agreed or (merge.may_decide(now) and ctx.administers)):
        buttons.append(_make_button(words, "merge-do", f"merge:{player}:do", "danger"))
    await say(ctx, "\n".join(lines), view=controls.make_unstored_view(buttons))


def _check_neutral(by: Player, players: Iterable[Player]) -> None:
    """Raise `Refusal` if a moderator would decide about an account of their own."""
    if by in players:
        raise Refusal("merge-own")


async def _preview(ctx: Context, merge: Merge) -> list[PointsChange]:
    try:
        return await preview_points(ctx.services.merges, ctx.place.guild, merge)
    except Playing as playing:
        raise Refusal("merge-playing", channels=name_channels(playing)) from None


def _render_changes(changes: list[PointsChange], words: Words) -> list[str]:
    text = words.text
    lines = [
        text(
            f"merge-points-{each.scope.span}",
            game=text(f"game-{each.scope.game}"),
            player=words.name(each.player),
            before=_render_points(each.before),
            after=_render_points(each.after),
        )
        for each in changes[:MAX_CHANGES]
    ]
    if len(changes) > MAX_CHANGES:
        lines.append(text("merge-points-more", count=len(changes) - MAX_CHANGES))
    return lines or [text("merge-points-none")]


def _render_points(points: int | None) -> str:
    return "–" if points is None else str(points)


def _render_answers(merge: Merge, words: Words) -> list[str]:
    answers = ((merge.player, merge.old_agrees), (merge.stays, merge.new_agrees))
    lines = [
        words.text("merge-agreed" if agrees else "merge-silent", player=words.name(player))
        for player, agrees in answers
    ]
    due = discord.utils.format_dt(merge.at + PATIENCE, "R")
    return [*lines, words.text("merge-due", due=due)] if not merge.old_agrees else lines


def _make_button(words: Words, key: str, custom_id: str, style: str) -> ui.Button[ui.View]:
    label = clean_label(words.text(key))
    return ui.Button(label=label, style=discord.ButtonStyle[style], custom_id=custom_id)


async def ask_both(ctx: Context, token: str, draft: MergeDraft) -> None:
    """Propose a merge, and ask both accounts in the channel."""
    merge = draft.merge
    with ctx.services.drafts.spend(token, draft):
        try:
            await ctx.services.merges.propose(ctx.place.guild, merge, *draft.persons)
        except Playing as playing:
            raise Refusal("merge-playing", channels=name_channels(playing)) from None
    _, old, new = draft.persons
    await edit(ctx, content=f"✅ {ctx.text('merge-asked')}", view=None)
    words = await speak_to_all(ctx, [merge.player, merge.stays])
    said = words.text("merge-call", old=old.mention, new=new.mention)
    buttons = [
        _make_button(words, "merge-yes", f"merge:{merge.player}:yes", "success"),
        _make_button(words, "merge-no", f"merge:{merge.player}:no", "secondary"),
    ]
    allowed = allow_pings(Ping(PingReason.MERGE, [old.discord_id, new.discord_id]))
    view = controls.make_unstored_view(buttons)
    await say(ctx, said, everybody=True, view=view, allowed_mentions=allowed)


async def agree(ctx: Context, player: Player) -> None:
    """Agree to a merge as one of its two accounts; carry it out once both have."""
    me = await ctx.find_player()
    merge = await ctx.services.merges.answer(ctx.place.guild, player, me, agrees=True)
    if not merge.agreed:
        await confirm(ctx, f"✅ {ctx.text('merge-noted')}")
        return
    try:
        await _carry_out(ctx, merge, merge.by)
    except NeedsDecision:
        await confirm(ctx, f"✅ {ctx.text('merge-closed')}")
        return
    await _confirm_merged(ctx, merge)


async def decline(ctx: Context, player: Player) -> None:
    """Decline a merge as one of its two accounts."""
    me = await ctx.find_player()
    await ctx.services.merges.answer(ctx.place.guild, player, me, agrees=False)
    await confirm(ctx, f"✅ {ctx.text('merge-declined')}")


async def decide(ctx: Context, player: Player) -> None:
    """Carry out a merge as a moderator: both have agreed, or the old one has been silent."""
    merge = await ctx.services.merges.load(ctx.place.guild, player)
    if merge is None or merge.person is not None:
        raise Refusal("merge-gone")
    me = await ctx.find_player()
    _check_neutral(me, (merge.player, merge.stays))
    now = discord.utils.utcnow()
    if not merge.agreed and not (merge.may_decide(now) and ctx.administers):
        raise Refusal("merge-early", when=_format_due(merge.at + PATIENCE))
    await _carry_out(ctx, merge, me)
    await _confirm_merged(ctx, merge)


def _format_due(due: datetime) -> str:
    return discord.utils.format_dt(due, "R")


async def _carry_out(ctx: Context, merge: Merge, by: Player) -> None:
    details = {"guest": merge.player, "player": merge.stays, "reason": merge.reason}
    now = discord.utils.utcnow()
    entry = AuditEntry(ctx.interaction.id, ctx.place.guild, now, by, MERGED, details)
    person = await ctx.find_person()
    try:
        done = await ctx.services.merges.carry_out(entry, person, merge.player, ctx.asked)
    except Playing as playing:
        raise Refusal("merge-playing", channels=name_channels(playing)) from None
    if done:
        await propagate_results(ctx, entry)


async def _confirm_merged(ctx: Context, merge: Merge) -> None:
    words = await speak_to_asker(ctx, [merge.player, merge.stays])
    old = words.name(merge.player)
    new = words.name(merge.stays)
    await confirm(ctx, f"✅ {words.text('merge-done', old=old, new=new)}")


_OWN_ACCESS = Access((MODERATORS, DECISION_OWNER), "costly", "decision-gone")

ROUTES = (
    Route("merge:{token}:ask", ask_both, _OWN_ACCESS, draft=MergeDraft),
    Route("merge:{player}:yes", agree, on_server(everywhere=True)),
    Route("merge:{player}:no", decline, on_server(everywhere=True)),
    Route("merge:{player}:do", decide, on_server(MODERATORS, pace="costly")),
)
