"""The answer to a report, with buttons to correct it and suggestions for a mistyped card."""

from collections.abc import Sequence

import discord
from discord import ui
from msgspec.structs import replace

from bot.cards.card import CardMatch
from bot.formatters.messages import PodMessageFormatter
from bot.front.interaction.context import Context
from bot.front.interaction.player_options import CardInput
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.reporting import DefeatsReported
from bot.service.game_requests import CommandResult


async def build_report_correction_buttons(
    ctx: Context, command_result: CommandResult, formatter: PodMessageFormatter
) -> ui.View:
    """Return the buttons to correct a report or to replace a mistyped card name."""
    redo: ui.Button[ui.View] = ui.Button(
        label=formatter.text("button-redo"),
        emoji="✏️",
        custom_id=f"redo:{command_result.live.number}:{command_result.recorded.version}",
    )
    view = components.build_view_without_callbacks([redo])
    event = command_result.recorded.event
    offered = (
        await _suggest_cards_for_first_unknown_name(ctx, event.reports) if isinstance(event, DefeatsReported) else []
    )
    for near in offered[:MAX_OFFERED]:
        button: ui.Button[ui.View] = ui.Button(
            label=formatter.text("button-near-card", card=clean_label_text(near.text, MAX_NAME_LENGTH)),
            custom_id=f"meant:{command_result.live.number}:{command_result.recorded.version}:{near.id}",
            style=discord.ButtonStyle.secondary,
        )
        view.add_item(button)
    return view


MAX_OFFERED = 4
"""Cards that are offered, each with a button."""

MAX_NAME_LENGTH = 50
"""Characters of a card's name on the button."""


def replace_first_unknown_card(
    defeat_reports: Sequence[DefeatReport], replacement_card: CardInput
) -> tuple[DefeatReport, ...]:
    """Return the reports with another card in place of the first unknown one."""
    unknown = _find_first_unknown_card(defeat_reports)
    if unknown is None:
        return tuple(defeat_reports)
    known = replace(unknown, object=replacement_card.text, card=replacement_card.id)

    def replace_unknown_card_in_source(source_input: DefeatSource) -> DefeatSource:
        return known if source_input == unknown else source_input

    return tuple(
        replace(
            report,
            sources=tuple(map(replace_unknown_card_in_source, report.sources)),
            protection_ended_by=report.protection_ended_by
            and replace_unknown_card_in_source(report.protection_ended_by),
        )
        for report in defeat_reports
    )


def _find_first_unknown_card(reports: Sequence[DefeatReport]) -> DefeatSource | None:
    sources = (source for report in reports for source in report.sources)
    return next((each for each in sources if each.object and each.card is None), None)


async def _suggest_cards_for_first_unknown_name(ctx: Context, reports: Sequence[DefeatReport]) -> list[CardMatch]:
    unknown = _find_first_unknown_card(reports)
    if unknown is None or unknown.object is None:
        return []
    return await ctx.services.cards.suggest_cards_for_unknown_name(unknown.object, ctx.translations.locale)
