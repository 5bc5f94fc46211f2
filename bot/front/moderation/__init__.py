"""Moderators' decisions, choices for silent players, and the confirmation of reports."""

from bot.front.interaction.command_declarations import build_command_group
from bot.front.interaction.confirmation_questions import UnconfirmedAction, run_confirmed_action
from bot.front.interaction.context import MODERATOR_PERMISSIONS
from bot.front.interaction.routes import Access, Route
from bot.front.moderation import (
    account_merging,
    answers_for_players,
    decision_buttons,
    decision_preview,
    guest_claims,
    moderation_queue,
    override_commands,
    plan_cancelling,
    report_confirmation,
    text_redaction,
)
from bot.rules.rights import DECISION_OWNER, MODERATORS

COMMANDS = (
    moderation_queue.show_moderation_queue,
    build_command_group(
        "override",
        override_commands.override_responsible_player,
        override_commands.override_by_undo,
        override_commands.override_player_status,
        override_commands.override_points,
        override_commands.override_game_end,
        override_commands.override_by_removal,
        override_commands.override_host,
        override_commands.override_end_date,
        override_commands.override_by_voiding,
        override_commands.override_by_reopening,
        text_redaction.redact_text_by_option,
        text_redaction.undo_redaction_by_option,
        guest_claims.revoke_claim_or_merge,
        account_merging.preview_account_merge,
        permissions=MODERATOR_PERMISSIONS,
    ),
)
_HELD_ACCESS = Access((MODERATORS, DECISION_OWNER), pace="costly", elsewhere="decision-gone")

ROUTES = (
    *plan_cancelling.ROUTES,
    *answers_for_players.ROUTES,
    *guest_claims.ROUTES,
    *account_merging.ROUTES,
    *report_confirmation.ROUTES,
    *decision_buttons.ROUTES,
    *text_redaction.ROUTES,
    *moderation_queue.ROUTES,
    *decision_preview.ROUTES,
    Route("really:{token}", run_confirmed_action, _HELD_ACCESS, draft=UnconfirmedAction),
)
