"""Buttons with which players confirm reports, and dispute reports or the end of a duel.

The custom id of a report's button carries the pod, and the version that names the report or the newest one that was
shown. The game may be an earlier one of the channel: its reports stay open after the next game has begun.
"""

from contextlib import suppress
from datetime import timedelta

import discord

from bot.front.game_texts import story
from bot.front.interaction.answers import report_command_success as say_done
from bot.front.interaction.answers import send_answer
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_label_formatter_for_game, load_message_formatter_for_pod
from bot.front.interaction.game_commands import execute_game_command, load_pod
from bot.front.interaction.inputs import parse_ascii_number
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_board_button
from bot.front.moderation.decision_targets import require_game_is_pod
from bot.front.reports.report_replies import MAX_ANSWER_LENGTH
from bot.front.server import audit_trail
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text
from bot.front.ui.fitting import truncate_text_to_length
from bot.joust.disputes import DisputeDuelResult
from bot.rules.confirmation import (
    AnnounceReportDispute,
    ConfirmGameReports,
    DisputeGameReport,
    build_confirm_all_reports_command,
)
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


async def confirm_game_reports(ctx: Context, pod: int, version: int) -> None:
    """Confirm the reports of defeats or wins that the user may confirm in a pod.

    `version` is the newest report to confirm, by the version of its event in the log.
    """
    moderates = ctx.is_user_channel_moderator
    now = datetime_to_milliseconds(discord.utils.utcnow())

    def build_report_confirmation_command(player: Player, live_game: LiveGame) -> ConfirmGameReports:
        return build_confirm_all_reports_command(
            require_game_is_pod(live_game), version, player, is_moderator=moderates, now=now
        )

    done = await execute_game_command(ctx, build_report_confirmation_command, pod)
    await say_done(ctx, await render_confirmed_or_disputed_reports(ctx, done, "done-confirm"))


async def dispute_report_or_ask_which(ctx: Context, pod: int, version: int) -> None:
    """Dispute a report of a defeat or win; if there are several, ask which one is wrong.

    Until the answer, for `TIME_TO_SAY` at most, none of the reports is confirmed automatically.
    """
    found = require_game_is_pod(await load_pod(ctx, pod))
    shown = [each for each in found.reports_open_to_dispute if each.needed_confirmation.version <= version]
    if len(shown) < 2 or found.disputed_report is not None:
        await _dispute_game_report(ctx, pod, shown[0].needed_confirmation.version if shown else version)
        return
    until = datetime_to_milliseconds(discord.utils.utcnow() + TIME_TO_SAY)
    with suppress(Refusal):  # a moderator who does not play, or who begins once more
        await execute_game_command(ctx, lambda me, _: AnnounceReportDispute(me, until), pod)
    words = await load_label_formatter_for_game(ctx, found)
    options = [
        discord.SelectOption(
            label=clean_label_text(story.render_report_to_confirm(each.event, words), 100),
            value=str(each.needed_confirmation.version),
        )
        for each in shown[-_MAX_OPTIONS:]
    ]
    asked = words.text("dispute-which")
    claim = f"claim:{pod}:{version}"
    items = components.build_buttons_or_menu_for_options(options, asked, f"{claim}:which", f"{claim}:this")
    await send_answer(ctx, asked, view=components.build_view_without_callbacks(items))


async def dispute_selected_report(ctx: Context, pod: int, version: int, selection: int) -> None:
    """Dispute the report that the user selected in a menu.

    `version` is the newest report that the menu showed.
    """
    await _dispute_game_report(ctx, pod, selection)


async def dispute_report_by_button(ctx: Context, pod: int, version: int, wrong: int) -> None:
    """Dispute the report that the pressed button names by its version `wrong`.

    `version` is the newest report that was shown, and `wrong` the disputed report.
    """
    await _dispute_game_report(ctx, pod, wrong)


async def _dispute_game_report(ctx: Context, pod_number: int, report_version: int) -> None:
    done = await execute_game_command(ctx, lambda me, _: DisputeGameReport(report_version, me), pod_number)
    await say_done(ctx, await render_confirmed_or_disputed_reports(ctx, done, "done-dispute"))
    await audit_trail.post_dispute_in_log_channel(ctx, done)


async def dispute_duel_end(ctx: Context, duel_number: int) -> None:
    done = await execute_game_command(ctx, lambda me, _: DisputeDuelResult(me), duel_number)
    await say_done(ctx, ctx.translations("joust-done-dispute"))
    await audit_trail.post_dispute_in_log_channel(ctx, done)


async def render_confirmed_or_disputed_reports(ctx: Context, command_result: CommandResult, text_key: str) -> str:
    before = (
        _find_confirmed_or_disputed_reports(command_result.before.pod, command_result)
        if command_result.before.pod is not None
        else []
    )
    words = await load_message_formatter_for_pod(ctx, command_result.pod)
    what = ", ".join(story.render_report_to_confirm(each, words) for each in before)
    return truncate_text_to_length(words.text(text_key, what=what), MAX_ANSWER_LENGTH)


def _find_confirmed_or_disputed_reports(pod: Pod, command_result: CommandResult) -> list[ConfirmableEvent]:
    event = command_result.recorded.event
    named = getattr(event, "claims", None) or (getattr(event, "claim", 0),)
    return [each.event for each in pod.unconfirmed if each.needed_confirmation.version in named]


ROUTES = (
    CustomIdRoute(
        "claim:{pod:int}:{version:int}:confirm",
        confirm_game_reports,
        build_access_rule_for_board_button(ConfirmGameReports),
    ),
    CustomIdRoute(
        "claim:{pod:int}:{version:int}:dispute",
        dispute_report_or_ask_which,
        build_access_rule_for_board_button(DisputeGameReport),
    ),
    CustomIdRoute(
        "claim:{pod:int}:{version:int}:which",
        dispute_selected_report,
        build_access_rule_for_board_button(DISPUTERS),
        picked=parse_ascii_number,
    ),
    CustomIdRoute(
        "claim:{pod:int}:{version:int}:this:{wrong:int}",
        dispute_report_by_button,
        build_access_rule_for_board_button(DISPUTERS),
    ),
    CustomIdRoute(
        "joust:{duel_number:int}:dispute", dispute_duel_end, build_access_rule_for_board_button(DisputeDuelResult)
    ),
)
