"""Moderators' decisions, choices for silent players, and the confirmation of reports."""

from bot.front.interaction.command_declarations import build_command_group
from bot.front.interaction.confirmation_questions import ActionAwaitingConfirmation, run_confirmed_action
from bot.front.interaction.context import MODERATOR_PERMISSIONS
from bot.front.interaction.routes import AccessRule, CustomIdRoute
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
        override_commands.preview_responsible_player_change,
        override_commands.preview_selected_report_undo,
        override_commands.preview_master_change,
        override_commands.preview_player_points_change,
        override_commands.preview_forced_game_end,
        override_commands.preview_player_removal,
        override_commands.preview_pod_host_change,
        override_commands.preview_game_end_time_change,
        override_commands.preview_game_result_removal,
        override_commands.preview_game_reopening,
        text_redaction.redact_selected_text,
        text_redaction.undo_selected_redaction,
        guest_claims.revoke_guest_claim_or_merge,
        account_merging.show_effects_of_account_merge,
        permissions=MODERATOR_PERMISSIONS,
    ),
)
_HELD_ACCESS = AccessRule((MODERATORS, DECISION_OWNER), pace="costly", elsewhere="decision-gone")

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
    CustomIdRoute("really:{draft_key}", run_confirmed_action, _HELD_ACCESS, draft=ActionAwaitingConfirmation),
)
