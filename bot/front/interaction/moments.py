"""Moments as people type them: read by the server's clock, offered while somebody types."""

from collections.abc import Iterable
from datetime import datetime

import discord
from discord.app_commands import Choice

from bot.front.interaction.context import Context
from bot.front.interaction.inputs import EARLIEST
from bot.front.rendering.escaping import clean_label
from bot.rules.refusals import Refusal
from bot.when import read_moment

ISO = "%Y-%m-%d %H:%M"
"""How a moment is written where there is but one way to read it."""

_HOURS = ("19:00", "20:00", "21:00")


def list_moments(ctx: Context, typed: Iterable[str], *, past: bool = False) -> list[Choice[str]]:
    """Return what texts may mean, each moment once: in the server's words, and as `<t:…>`."""
    zone, now = ctx.settings.zone, discord.utils.utcnow()
    found: dict[int, str] = {}
    for each in typed:
        try:
            moment = read_moment(each, now, zone, past=past)
        except Refusal:
            continue
        if EARLIEST <= moment <= now if past else moment > now:
            local = ctx.text.format_moment(moment.astimezone(zone))
            label = ctx.text("plan-moment", moment=local, zone=str(zone))
            found.setdefault(int(moment.timestamp()), clean_label(label, 100))
    return [Choice(name=label, value=f"<t:{stamp}>") for stamp, label in found.items()]


async def offer_future(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the moment to come that was typed, or what it may become."""
    return list_moments(ctx, (typed, *(f"{typed} {hour}" for hour in _HOURS)))


async def offer_past(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the past moment that was typed, or what it may become; at first, the last evenings."""
    now = discord.utils.utcnow().astimezone(ctx.settings.zone)
    usual = (f"{now:%H:%M}", *_HOURS) if not typed.strip() else ()
    return list_moments(ctx, (typed, *(f"{typed} {hour}" for hour in _HOURS), *usual), past=True)


def read_past(ctx: Context, typed: str) -> datetime:
    """Return the past moment that was typed, by the server's clock. Raises `Refusal`."""
    now = discord.utils.utcnow()
    try:
        found = read_moment(typed, now, ctx.settings.zone, past=True)
    except Refusal as refusal:
        if refusal.code != "when-unreadable":
            raise
        found = None
    if found is None or not EARLIEST <= found <= now:
        example = f"{now.astimezone(ctx.settings.zone):{ISO}}"
        raise Refusal("no-date", "at", typed=example)
    return found
