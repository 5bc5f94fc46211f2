"""The reasons for which a message may ping somebody, and the one place that allows pings.

A message pings nobody unless its reason is listed here.
"""

from collections.abc import Sequence
from enum import StrEnum, unique
from typing import NamedTuple

import discord


@unique
class PingReason(StrEnum):
    """A reason for which the bot may ping people."""

    CHOICE = "choices"
    UNMADE_CHOICE = "choices that nobody makes"
    DISPUTE = "disputes"
    START = "full tables and starts"
    ENTERED_GAME = "entered games"
    VOTE = "votes to kick"
    OFFERED_SEAT = "offered seats"
    INVITATION = "invitations"
    CHALLENGE = "challenges"
    PROPOSAL = "proposals in duels"
    NEW_PLAN = "new plans"
    CHANGED_PLAN = "moved or cancelled plans"
    CHECK_IN = "check-ins"
    PLANNED_LOBBY = "lobbies of plans"
    TIME = "rounds that end"
    MERGE = "merged accounts"


class Ping(NamedTuple):
    """The people or the role that a Discord message pings, with the reason."""

    reason: PingReason
    people: Sequence[int] = ()
    role: int | None = None


def build_allowed_mentions_for_pings(*pings: Ping) -> discord.AllowedMentions:
    """Return the `AllowedMentions` of a message that pings only these people and roles."""
    users = [discord.Object(person) for ping in pings for person in ping.people]
    roles = [discord.Object(ping.role) for ping in pings if ping.role is not None]
    return discord.AllowedMentions(everyone=False, users=users or False, roles=roles or False, replied_user=False)


NO_PINGS = build_allowed_mentions_for_pings()
"""The permission to mention nobody."""
