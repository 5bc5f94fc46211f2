"""Buttons with which players confirm reports, and dispute reports or the end of a duel.

The custom id of a report's button carries the pod, and the version that names the report or the
newest one that was shown. The game may be an earlier one of the channel: its reports stay open
after the next game has begun.
"""

from contextlib import suppress
from datetime import timedelta

import discord

from bot.front.game_texts import story
from bot.front.interaction.answers import send_answer
from bot.front.interaction.answers import send_confirmation as say_done
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_label_formatter, load_pod_formatter
from bot.front.interaction.game_commands import execute_command, load_channel_pod
from bot.front.interaction.inputs import parse_number
from bot.front.interaction.routes import Route, board_access
from bot.front.moderation.decision_targets import require_pod
from bot.front.reports.report_replies import MAX_ANSWER_LENGTH
from bot.front.server import audit_trail
from bot.front.ui import components
from bot.front.ui.escaping import clean_label
from bot.front.ui.fitting import fit_text
from bot.joust.disputes import DisputeDuelResult
from bot.rules.confirmation import BeginDispute, ConfirmReports, DisputeReport, build_confirmation
from bot.rules.facts import Player
from bot.rules.pod import ConfirmableEvent, Pod
from bot.rules.refusals import Refusal
from bot.rules.rights import DISPUTERS
from bot.service.game_requests import CommandResult
from bot.service.live_game import LiveGame
from bot.storage.engine.timestamps import datetime_to_milliseconds

TIME_TO_SAY = timedelta(minutes=15)
"""The time in which no report is confirmed by silence, so that a player can name the wrong one."""

_MAX_OPTIONS = 25  # options of one menu, Discord's limit


async def confirm_reports(ctx: Context, pod: int, version: int) -> None:
    """Confirm the reports up to `version` that the user may confirm."""
    moderates = ctx.is_moderator

    def build_confirm_command(player: Player, live_game: LiveGame) -> ConfirmReports:
        return build_confirmation(require_pod(live_game), version, player, is_moderator=moderates)

    done = await execute_command(ctx, build_confirm_command, pod, allow_earlier_pod=True)
    await say_done(ctx, await render_confirmation_or_dispute(ctx, done, "done-confirm"))


async def start_dispute(ctx: Context, pod: int, version: int) -> None:
    """Dispute a report; ask which one if the board showed several.

    Until the answer, for `TIME_TO_SAY` at most, silence confirms none of the reports.
    """
    found = require_pod(await load_channel_pod(ctx, pod, allow_unsettled=True))
    shown = [each for each in found.open_reports if each.claim.version <= version]
    if len(shown) < 2 or found.disputed_report is not None:
        await _dispute_report(ctx, pod, shown[0].claim.version if shown else version)
        return
    until = datetime_to_milliseconds(discord.utils.utcnow() + TIME_TO_SAY)
    with suppress(Refusal):  # a moderator who does not play, or who begins once more
        await execute_command(
            ctx, lambda me, _: BeginDispute(me, until), pod, allow_earlier_pod=True
        )
    words = await load_label_formatter(ctx, found)
    options = [
        discord.SelectOption(
            label=clean_label(story.render_unconfirmed_report(each.event, words), 100),
            value=str(each.claim.version),
        )
        for each in shown[-_MAX_OPTIONS:]
    ]
    asked = words.text("dispute-which")
    claim = f"claim:{pod}:{version}"
    items = components.build_picker(options, asked, f"{claim}:which", f"{claim}:this")
    await send_answer(ctx, asked, view=components.build_stateless_view(items))


async def dispute_selected_report(ctx: Context, pod: int, version: int, selection: int) -> None:
    """Dispute the report selected in a menu. `version` is the newest report that was shown."""
    await _dispute_report(ctx, pod, selection)


async def dispute_report_of_button(ctx: Context, pod: int, version: int, wrong: int) -> None:
    """Dispute the report named by a button. `version` is the newest report that was shown.

    `wrong` is the version of the disputed report.
    """
    await _dispute_report(ctx, pod, wrong)


async def _dispute_report(ctx: Context, pod_number: int, report_version: int) -> None:
    done = await execute_command(
        ctx, lambda me, _: DisputeReport(report_version, me), pod_number, allow_earlier_pod=True
    )
    await say_done(ctx, await render_confirmation_or_dispute(ctx, done, "done-dispute"))
    if not done.again and (disputed := done.pod.disputed_report) is not None:
        await audit_trail.post_report_dispute(ctx, done.pod, done.live.number, disputed)


async def dispute_end_of_duel(ctx: Context, number: int) -> None:
    """Dispute the end of the duel with this number."""
    done = await execute_command(
        ctx, lambda me, _: DisputeDuelResult(me), number, allow_earlier_pod=True
    )
    await say_done(ctx, ctx.catalogue("joust-done-dispute"))
    if not done.again:
        await audit_trail.post_duel_dispute(ctx, done.duel, done.live.number)


async def render_confirmation_or_dispute(ctx: Context, result: CommandResult, text_key: str) -> str:
    """Return the text `text_key` with the reports that a command confirmed or disputed."""
    before = (
        _find_affected_reports(result.before.pod, result) if result.before.pod is not None else []
    )
    words = await load_pod_formatter(ctx, result.pod)
    what = ", ".join(story.render_unconfirmed_report(each, words) for each in before)
    return fit_text(words.text(text_key, what=what), MAX_ANSWER_LENGTH)


def _find_affected_reports(pod: Pod, result: CommandResult) -> list[ConfirmableEvent]:
    """Return the reports that a command confirmed or disputed."""
    event = result.recorded.event
    named = getattr(event, "claims", None) or (getattr(event, "claim", 0),)
    return [each.event for each in pod.unconfirmed if each.claim.version in named]


ROUTES = (
    Route("claim:{pod:int}:{version:int}:confirm", confirm_reports, board_access(ConfirmReports)),
    Route("claim:{pod:int}:{version:int}:dispute", start_dispute, board_access(DisputeReport)),
    Route(
        "claim:{pod:int}:{version:int}:which",
        dispute_selected_report,
        board_access(DISPUTERS),
        picked=parse_number,
    ),
    Route(
        "claim:{pod:int}:{version:int}:this:{wrong:int}",
        dispute_report_of_button,
        board_access(DISPUTERS),
    ),
    Route("joust:{number:int}:dispute", dispute_end_of_duel, board_access(DisputeDuelResult)),
)
