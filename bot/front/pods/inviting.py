"""Members named by mentions in an option, and lobbies where only such people can sit."""

import asyncio
import re
from collections.abc import Sequence

import discord
from msgspec.structs import replace

from bot.front.interaction.answering import say
from bot.front.interaction.context import Context, find_member, identify
from bot.front.rendering.pings import Ping, PingReason, allow_pings
from bot.rules.facts import Player
from bot.rules.records import Setup
from bot.rules.refusals import Refusal
from bot.storage.record.people import Person

MAX_INVITED = 25
"""The most people whom a host can invite."""

MAX_MENTIONS_LENGTH = 600
"""Characters of an option with mentions: enough for so many."""

_MENTION_PATTERN = re.compile(r"<@!?(\d{15,19})>")


async def read_invited(ctx: Context, typed: str) -> list[Person]:
    """Return the members whom an option mentions, without the user. Raises `Refusal`."""
    members = await read_members(ctx, typed, MAX_INVITED + 1)
    others = [each for each in members if each.id != ctx.interaction.user.id]
    if not others:
        raise Refusal("mentions")
    if len(others) > MAX_INVITED:
        raise Refusal("mentions-many", most=MAX_INVITED)
    return [await identify(ctx, member) for member in others]


async def read_members(ctx: Context, typed: str, most: int) -> list[discord.Member]:
    """Return the members whom an option mentions, in order.

    Raises `Refusal` if the option has anything but mentions of members, or more than `most`.
    """
    accounts = dict.fromkeys(int(account) for account in _MENTION_PATTERN.findall(typed))
    if not accounts or re.sub(r"[\s,;]+", "", _MENTION_PATTERN.sub("", typed)):
        raise Refusal("mentions")
    if len(accounts) > most:
        raise Refusal("mentions-many", most=most)
    return [*await asyncio.gather(*(_find_member(ctx, account) for account in accounts))]


async def _find_member(ctx: Context, account: int) -> discord.Member:
    """Return a member who is no bot. Raises `Refusal` if there is none."""
    member = await find_member(ctx, account)
    if member is None or member.bot:
        raise Refusal("mentions")
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
