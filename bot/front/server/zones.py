"""Time zones as options: offered while somebody types, and found again by their name."""

from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

import discord
from discord.app_commands import Choice

from bot.front.interaction.context import Context
from bot.front.interaction.picking import match_options
from bot.front.rendering.escaping import escape
from bot.rules.refusals import Refusal

USUAL = (
    "UTC",
    "Europe/London",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Kyiv",
    "Europe/Moscow",
    "Asia/Yekaterinburg",
    "Asia/Novosibirsk",
    "Asia/Kolkata",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "America/Sao_Paulo",
    "America/New_York",
    "America/Toronto",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
)
"""Zones that are offered first."""

LONGEST = 64
"""Characters that somebody may type: every name is shorter."""


@cache
def _list_zones() -> tuple[str, ...]:
    """All zones, the usual ones first, without names for machines alone."""
    found = {name for name in available_timezones() if "/" in name and not name.startswith("Etc/")}
    return (*USUAL, *sorted(found.difference(USUAL)))


async def offer_zones(_: Context, typed: str) -> list[Choice[str]]:
    """Offer the zones whose name, or what their clocks show, holds what was typed."""
    now = discord.utils.utcnow()
    wanted = "_".join(typed.split()).casefold()
    some = [zone for zone in _list_zones() if wanted in zone.casefold()]
    if not some:
        return match_options(((_label(zone, now), zone) for zone in _list_zones()), typed)
    return match_options(((_label(zone, now), zone) for zone in some[:25]), "")


def _label(zone: str, now: datetime) -> str:
    return f"{zone.replace('_', ' ')} · {read_clock(zone, now)}"


def read_clock(zone: str, now: datetime) -> str:
    """Return what clocks in a zone show."""
    return now.astimezone(ZoneInfo(zone)).strftime("%H:%M")


def find_zone(typed: str) -> str:
    """Return the zone that was picked, or typed by name. Raises `Refusal`."""
    wanted = "_".join(typed.split()).casefold()
    for zone in _list_zones():
        if zone.casefold() == wanted:
            return zone
    raise Refusal("no-zone", typed=escape(typed))
