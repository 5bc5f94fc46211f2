"""Moderators' decisions, choices for silent players, and the confirmation of reports."""

from bot.front.interaction.asking import UnconfirmedAction, run_confirmed_action
from bot.front.interaction.context import MODERATOR_PERMISSIONS
from bot.front.interaction.declaring import build_command_group
from bot.front.interaction.routes import Access, Route
from bot.front.moderation import (
    calling_off,
    choosing,
    confirming,
    deciding,
    desk,
    guest_claims,
    merging,
    override,
    preview,
    striking,
)
from bot.rules.rights import DECISION_OWNER, MODERATORS

COMMANDS = (
    desk.show_moderation_queue,
    build_command_group(
        "override",
        override.override_responsible_player,
        override.override_by_undo,
        override.override_player_status,
        override.override_points,
        override.override_game_end,
        override.override_by_removal,
        override.override_host,
        override.override_end_date,
        override.override_by_voiding,
        override.override_by_reopening,
        striking.redact_text_by_option,
        striking.undo_redaction_by_option,
        guest_claims.revoke_claim_or_merge,
        merging.preview_account_merge,
        permissions=MODERATOR_PERMISSIONS,
    ),
)
_HELD_ACCESS = Access((MODERATORS, DECISION_OWNER), pace="costly", elsewhere="decision-gone")

ROUTES = (
    *calling_off.ROUTES,
    *choosing.ROUTES,
    *guest_claims.ROUTES,
    *merging.ROUTES,
    *confirming.ROUTES,
    *deciding.ROUTES,
    *striking.ROUTES,
    *desk.ROUTES,
    *preview.ROUTES,
    Route("really:{token}", run_confirmed_action, _HELD_ACCESS, draft=UnconfirmedAction),
)
