"""Moderators' decisions, choices of players, and the confirmation and dispute of reports."""

from bot.front.interaction.asking import HeldAct, go_ahead
from bot.front.interaction.context import MODERATOR_PERMISSIONS
from bot.front.interaction.declaring import make_group
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
    desk.show_desk,
    make_group(
        "override",
        override.rule_responsible,
        override.undo,
        override.set_status,
        override.set_points,
        override.end,
        override.remove,
        override.set_host,
        override.set_date,
        override.void,
        override.reopen,
        striking.strike_named,
        striking.lift_named,
        guest_claims.take_claim_back,
        merging.merge_accounts,
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
    Route("really:{token}", go_ahead, _HELD_ACCESS, draft=HeldAct),
)
