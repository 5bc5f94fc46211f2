"""The audit trail, as moderators read it: a private page, and a channel if the server wants."""

import logging
from collections.abc import Collection
from typing import Any

import discord
from msgspec import convert

from bot.front.background.keeper import PASSING
from bot.front.interaction.desk import Asked, desk_of
from bot.front.rendering import controls, embeds, names, story, variant_text
from bot.front.rendering.escaping import cut, shown
from bot.front.server import settings
from bot.i18n import Catalogue
from bot.rules.answers import differing
from bot.rules.overrule import LONGEST_REASON
from bot.rules.pod import Pod, Unconfirmed
from bot.rules.variants import Variant
from bot.storage.record import audit
from bot.storage.record.audit import Entry
from bot.words import Words

log = logging.getLogger(__name__)

PAGE = 8
"""Entries on one page."""

MESSAGE = 2_000  # characters, Discord's limit


def line(entry: Entry, words: Words) -> str:
    """Who decided what."""
    return f"**{words.name(entry.by)}** · {_what(entry, words)}"


def _what(entry: Entry, words: Words) -> str:
    match entry.what, entry.details:
        case "setting", {"setting": str(name), "before": before, "after": after}:
            return words.text(
                "audit-setting",
                setting=settings.title(name, words.text),
                before=settings.said(name, before, words.text),
                after=settings.said(name, after, words.text),
            )
        case "variant", {"title": str(name), "before": before, "after": after}:
            return _variant(shown(name), before, after, words.text)
        case "override", {"override": str(kind), "channel": int(place), "reason": str(reason)}:
            return words.text(
                "audit-override",
                what=words.text(f"audit-override-{kind}"),
                channel=f"<#{place}>",
                reason=shown(reason, LONGEST_REASON),
            )
        case "season", {"did": "rename", "title": str(name), "before": {"title": str(before)}}:
            return words.text("audit-season-rename", name=shown(name), before=shown(before))
        case "season", {"did": "start" | "end" as did, "title": str(name)}:
            return words.text(f"audit-season-{did}", name=shown(name))
        case "stands", {"channel": int(place)}:
            return words.text("audit-stands", channel=f"<#{place}>")
        case _:  # a later version wrote it
            return words.text("audit-unknown", what=entry.what)


def _variant(name: str, before: Any, after: Any, text: Catalogue) -> str:
    """A variant of the server's own was made, changed or deleted."""
    if after is None:
        return text("audit-variant-deleted", variant=name)
    now = convert(after, Variant)
    if before is None:
        return text("audit-variant-made", variant=name, answers=variant_text.briefly(now, text))
    changed = differing(convert(before, Variant), now)
    answers = " ".join(variant_text.sentence(number, now, text) for number in changed)
    return text("audit-variant-changed", variant=name, answers=answers)


async def show(asked: Asked, page: int | None = None) -> None:
    """A page of the server's trail, for moderators; 0 is the newest."""
    desk = desk_of(asked)
    guild = desk.place(asked).guild
    last = max(0, (await audit.count(desk.database, guild) - 1) // PAGE)
    at = min(page or 0, last)
    entries = await audit.entries(desk.database, guild, at * PAGE, PAGE)
    words = await desk.words(asked, [entry.by for entry in entries])
    room = embeds.DESCRIPTION // PAGE - 1
    lines = [
        cut(f"{discord.utils.format_dt(entry.at, 'f')} {line(entry, words)}", room)
        for entry in entries
    ]
    embed = discord.Embed(
        title=words.text("audit-title"),
        description="\n".join(lines) or words.text("audit-empty"),
        colour=embeds.COLOURS["lobby"],
    )
    view = controls.pages("audit", at, last)
    if page is None:
        await desk.say(asked, embed=embed, view=view)
    else:
        await desk.change(asked, embed=embed, view=view)


async def post(asked: Asked, entry: Entry) -> None:
    """Says it in the server's log channel too, if it has one; if that fails, `/audit` has it.

    Who moves the log, or ends it, is told of in the old channel as well.
    """
    desk = desk_of(asked)
    words = await desk.public_words(asked, [entry.by])
    former = {entry.details["before"]} if entry.details.get("setting") == "log_channel" else set()
    await _post(asked, line(entry, words), former)


async def disputed(asked: Asked, pod: Pod, report: Unconfirmed) -> None:
    """Says there too that a report is disputed; the board calls the moderators."""
    desk = desk_of(asked)
    words = await desk.public_words(asked, names.people(pod))
    what = story.claimed(report.event, words)
    player, channel = words.name(report.claim.disputed or ""), f"<#{asked.channel_id}>"
    said = words.text("audit-disputed", what=what, channel=channel)
    await _post(asked, f"**{player}** · {said}")


async def _post(asked: Asked, line: str, former: Collection[int | None] = ()) -> None:
    """Into the log channel as it is now, and a `former` one."""
    now, said = await desk_of(asked).settings(asked), cut(line, MESSAGE)
    for channel in {now.log_channel, *former} - {None}:
        place = asked.client.get_partial_messageable(channel)
        try:
            await place.send(said, allowed_mentions=discord.AllowedMentions.none())
        except PASSING as error:
            log.warning("no log in channel %s: %s", channel, error)
