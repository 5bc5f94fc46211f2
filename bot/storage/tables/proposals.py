"""Stored proposals: what somebody proposes now, and others carry out later.

A proposal is carried out only if its proposer may still make it then, and only for a week. The audit trail says when it
was made, and names who proposed and who carried it out. In games, seats are offered and duels' steps asked back; these
proposals end with their game.
"""

from datetime import datetime, timedelta

from bot.rules.refusals import Refusal

PROPOSAL_LIFETIME = timedelta(days=7)
"""The time after which a proposal has lapsed."""


def has_proposal_expired(proposal_time: datetime, now: datetime) -> bool:
    return now >= proposal_time + PROPOSAL_LIFETIME


def require_proposal_not_expired(proposal_time: datetime, now: datetime) -> None:
    """Raise `Refusal` if a proposed account merge or a claim to a guest's name has expired."""
    if has_proposal_expired(proposal_time, now):
        raise Refusal("proposal-lapsed")
