"""Members named by mentions in an option, and lobbies where only invited people can sit."""

import asyncio
import re
from collections.abc import Sequence

import discord
from msgspec.structs import replace

from bot.front.interaction.answers import send_answer
from bot.front.interaction.context import Context, get_or_fetch_server_member, load_or_create_person_of_discord_user
from bot.front.ui.pings import Ping, PingReason, build_allowed_mentions_for_pings
from bot.rules.facts import Player
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.storage.record.people import Person

MAX_INVITED = 25
"""The most people whom a host can invite."""

MAX_MENTIONS_LENGTH = 600
"""Characters of an option with mentions: enough for so many."""

_MENTION_PATTERN = re.compile(r"<@!?(\d{15,19})>")


async def fetch_invited_people(ctx: Context, mentions_text: str) -> list[Person]:
    """Fetch the people whom a text mentions, to invite them. Raises `Refusal` for invalid mentions."""
    members = await fetch_members_mentioned_in_text(ctx, mentions_text, MAX_INVITED + 1)
    others = [each for each in members if each.id != ctx.interaction.user.id]
    if not others:
        raise Refusal("mentions")
    if len(others) > MAX_INVITED:
        raise Refusal("mentions-many", most=MAX_INVITED)
    return [await load_or_create_person_of_discord_user(ctx, member) for member in others]


async def fetch_members_mentioned_in_text(ctx: Context, mentions_text: str, member_limit: int) -> list[discord.Member]:
    """Fetch the server's members whom a text mentions, in this order.

    Raises `Refusal` if the option has anything but mentions of members, or more than the maximum.
    """
    accounts = dict.fromkeys(int(account) for account in _MENTION_PATTERN.findall(mentions_text))
    if not accounts or re.sub(r"[\s,;]+", "", _MENTION_PATTERN.sub("", mentions_text)):
        raise Refusal("mentions")
    if len(accounts) > member_limit:
        raise Refusal("mentions-many", most=member_limit)
    return [*await asyncio.gather(*(_fetch_human_member(ctx, account) for account in accounts))]


async def _fetch_human_member(ctx: Context, account_id: int) -> discord.Member:
    """Return a member of the server who is not a bot. Raises `Refusal` without one."""
    member = await get_or_fetch_server_member(ctx, account_id)
    if member is None or member.bot:
        raise Refusal("mentions")
    return member


def restrict_seats_to_invited_people(setup: PodSetup, host: Player, invited_people: Sequence[Person]) -> PodSetup:
    return replace(setup, invited=(host, *(each.id for each in invited_people)))


async def ping_invited_people(ctx: Context, invited_people: Sequence[Person]) -> None:
    """Ping the people who are invited to a new lobby, in a public message."""
    if not ctx.command_results:  # delivered again
        return
    host = ctx.interaction.user.mention
    said = ctx.public_translations(
        "invite-call",
        players=" ".join(each.discord_mention for each in invited_people),
        host=host,
        channel=f"<#{ctx.command_results[-1].live.place.channel}>",
    )
    pinged = build_allowed_mentions_for_pings(Ping(PingReason.INVITATION, [each.discord_id for each in invited_people]))
    await send_answer(ctx, said, is_public=True, allowed_mentions=pinged)
