"""The answer to a report: a way to correct it, and the card that a mistyped name nearly named."""

from collections.abc import Sequence

import discord
from discord import ui
from msgspec.structs import replace

from bot.cards.card import CardMatch
from bot.front.interaction.context import Context
from bot.front.interaction.picking import NamedCard
from bot.front.rendering import controls
from bot.front.rendering.escaping import clean_label
from bot.rules.facts import Report, Source
from bot.rules.reporting import Defeated
from bot.service.requests import Done
from bot.words import Words


async def make_answer_view(ctx: Context, done: Done, words: Words) -> ui.View:
    """Return the buttons below the answer to a report.

    The first takes the report back and reopens the form with it.
    """
    redo: ui.Button[ui.View] = ui.Button(
        label=words.text("button-redo"),
        emoji="✏️",
        custom_id=f"redo:{done.live.number}:{done.recorded.version}",
    )
    view = controls.make_unstored_view([redo])
    event = done.recorded.event
    offered = await _find_near(ctx, event.reports) if isinstance(event, Defeated) else []
    for near in offered[:MAX_OFFERED]:
        button: ui.Button[ui.View] = ui.Button(
            label=words.text("button-near-card", card=clean_label(near.text, MAX_NAME_LENGTH)),
            custom_id=f"meant:{done.live.number}:{done.recorded.version}:{near.id}",
            style=discord.ButtonStyle.secondary,
        )
        view.add_item(button)
    return view


MAX_OFFERED = 4
"""Cards that are offered, each with a button."""

MAX_NAME_LENGTH = 50
"""Characters of a card's name on the button."""


def name_first_unknown(reports: Sequence[Report], card: NamedCard) -> tuple[Report, ...]:
    """Return reports whose first object that is no known card is `card`."""
    unknown = _find_unknown(reports)
    if unknown is None:
        return tuple(reports)
    known = replace(unknown, object=card.text, card=card.id)

    def put(source: Source) -> Source:
        return known if source == unknown else source

    return tuple(
        replace(
            report,
            sources=tuple(map(put, report.sources)),
            protection_ended_by=report.protection_ended_by and put(report.protection_ended_by),
        )
        for report in reports
    )


def _find_unknown(reports: Sequence[Report]) -> Source | None:
    """Return the first object that is no known card."""
    sources = (source for report in reports for source in report.sources)
    return next((each for each in sources if each.object and each.card is None), None)


async def _find_near(ctx: Context, reports: Sequence[Report]) -> list[CardMatch]:
    unknown = _find_unknown(reports)
    if unknown is None or unknown.object is None:
        return []
    return await ctx.services.cards.offer(unknown.object, ctx.text.locale)
