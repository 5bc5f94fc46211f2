"""Lobbies by invitation: `/pod open` names the only people who can sit there."""

import asyncio
import re
from collections.abc import Sequence

import discord
from msgspec.structs import replace

from bot.front.interaction.answering import say
from bot.front.interaction.context import Context, find_member, identify
from bot.front.rendering.pings import Ping, PingReason, allow_pings
from bot.rules.events import Setup
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.storage.record.people import Person

MAX_INVITED = 25
"""The most people whom a host can invite."""

MAX_INVITATION_LENGTH = 600
"""Characters of the option: enough for so many mentions."""

_MENTION_PATTERN = re.compile(r"<@!?(\d{15,19})>")


async def read_invited(ctx: Context, typed: str) -> list[Person]:
    """Return the members whom an option mentions, without the user.

    Raises `Refusal` if the option has anything but mentions of members.
    """
    accounts = dict.fromkeys(int(account) for account in _MENTION_PATTERN.findall(typed))
    accounts.pop(ctx.interaction.user.id, None)
    if not accounts or re.sub(r"[\s,;]+", "", _MENTION_PATTERN.sub("", typed)):
        raise Refusal("invited-mentions")
    if len(accounts) > MAX_INVITED:
        raise Refusal("invited-many", most=MAX_INVITED)
    members = await asyncio.gather(*(_find_member(ctx, account) for account in accounts))
    return [await identify(ctx, member) for member in members]


async def _find_member(ctx: Context, account: int) -> discord.Member:
    """Return a member who is no bot. Raises `Refusal` if there is none."""
    member = await find_member(ctx, account)
    if member is None or member.bot:
        raise Refusal("invited-mentions")
    return member


def invite_people(setup: Setup, host: Player, people: Sequence[Person]) -> Setup:
    """Return an agreement in which only its host and some people can sit."""
    return replace(setup, invited=(host, *(each.id for each in people)))


async def call_invited(ctx: Context, people: Sequence[Person]) -> None:
    """Tell the invited people of the lobby that was just opened, where everybody can read it."""
    if not ctx.done:  # delivered again
        return
    host = ctx.interaction.user.mention
    said = ctx.public_text(
        "invite-call",
        players=" ".join(each.mention for each in people),
        host=host,
        channel=f"<#{ctx.done[-1].live.place.channel}>",
    )
    pinged = allow_pings(Ping(PingReason.INVITATION, [each.discord_id for each in people]))
    await say(ctx, said, everybody=True, allowed_mentions=pinged)
