"""Moments as options: offered while the user types, and read again from the value.

A text with several readings is answered with a button for each. Completion and command check a
moment alike, so that nothing is offered that is then refused.
"""

from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

import discord
from discord import ui
from discord.app_commands import Choice

from bot.front.interaction.answering import say
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import Draft
from bot.front.interaction.inputs import EARLIEST_GAME_END
from bot.front.interaction.routes import Access, Route
from bot.front.rendering import controls
from bot.front.rendering.escaping import clean_label, escape
from bot.planning.making import check_time
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER
from bot.storage.engine.moments import to_milliseconds
from bot.storage.servers.guilds import RETENTION_DAYS
from bot.when import BOTH_ORDERS, Order, read_moments

ISO = "%Y-%m-%d %H:%M"
"""The format of an unambiguous moment."""

_USUAL_HOURS = ("19:00", "20:00", "21:00")

_MAX_CHOICES = 25
"""The most choices that Discord shows."""

_TYPING_TIME = timedelta(minutes=1)
"""A moment that is offered stays in the future for so long."""

MomentHandler = Callable[[Context, datetime], Awaitable[None]]
"""The rest of a command, which runs once the moment is known."""


class MomentOption(NamedTuple):
    """A kind of moments: of the past or the future, and a check that raises a `Refusal`.

    The check takes the context, the moment and the current time.
    """

    past: bool
    check: Callable[[Context, datetime, datetime], None]


class MomentDraft(Draft, frozen=True):
    """A command that waits until its user says which reading of a moment they mean."""

    readings: tuple[datetime, ...]
    then: MomentHandler

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal for an expired question."""
        return Refusal("moment-gone")


def _check_future(_: Context, moment: datetime, now: datetime) -> None:
    check_time(to_milliseconds(moment), to_milliseconds(now))


def _check_past(ctx: Context, moment: datetime, now: datetime) -> None:
    if not EARLIEST_GAME_END <= moment <= now:
        raise _refuse_date(ctx, now)


def _check_kept(ctx: Context, moment: datetime, now: datetime) -> None:
    _check_past(ctx, moment, now)
    days = RETENTION_DAYS[ctx.settings.retention]
    if days is not None and moment < now - timedelta(days=days):
        raise Refusal("entry-old", days=days)


def _refuse_date(ctx: Context, now: datetime) -> Refusal:
    example = f"{now.astimezone(ctx.settings.zone):{ISO}}"
    return Refusal("no-date", "at", typed=example)


FUTURE = MomentOption(False, _check_future)
"""When a planned game is to begin."""

PAST = MomentOption(True, _check_past)
"""When a game ended."""

KEPT = MomentOption(True, _check_kept)
"""When a game was played that is entered now: no longer ago than the server keeps games."""


# Reading


async def settle_moment(
    ctx: Context, typed: str, option: MomentOption, then: MomentHandler
) -> None:
    """Carry out `then` with the typed moment; ask first which one is meant if there are several.

    Raises `Refusal`.
    """
    now = discord.utils.utcnow()
    readings = _read_all(ctx, typed, option, now)
    if len(readings) == 1:
        await then(ctx, readings[0])
        return
    draft = MomentDraft(ctx.place, ctx.interaction.user.id, readings, then)
    token = ctx.services.drafts.begin(draft)
    zone = ctx.settings.zone
    buttons: list[ui.Item[ui.View]] = [
        ui.Button(
            custom_id=f"moment:{token}:{number}",
            label=clean_label(ctx.text.format_moment(reading.astimezone(zone)), 80),
        )
        for number, reading in enumerate(readings)
    ]
    await say(ctx, ctx.text("moment-which"), view=controls.make_unstored_view(buttons))


def read_future(ctx: Context, typed: str) -> datetime:
    """Return the likeliest moment ahead that a line names. Raises `Refusal`, which quotes it."""
    try:
        return _read_all(ctx, typed, FUTURE, discord.utils.utcnow())[0]
    except Refusal:
        raise Refusal("poll-unreadable", typed=escape(typed)) from None


def _read_all(
    ctx: Context, typed: str, option: MomentOption, now: datetime
) -> tuple[datetime, ...]:
    """Return the readings of a text that pass the check of an option. Raises `Refusal`."""
    try:
        readings = _list_readings(ctx, typed, option, now)
    except Refusal as refusal:
        if option.past and refusal.code == "when-unreadable":
            raise _refuse_date(ctx, now) from None
        raise
    passed = tuple(each for each in readings if _passes(ctx, each, option, now))
    if not passed:
        option.check(ctx, readings[0], now)
    return passed


def _list_readings(
    ctx: Context, typed: str, option: MomentOption, now: datetime
) -> tuple[datetime, ...]:
    month_first = ctx.interaction.locale is discord.Locale.american_english
    orders: tuple[Order, ...] = BOTH_ORDERS[::-1] if month_first else BOTH_ORDERS
    language = ctx.text.locale
    zone = ctx.settings.zone
    return read_moments(typed, now, zone, past=option.past, language=language, orders=orders)


def _passes(ctx: Context, moment: datetime, option: MomentOption, now: datetime) -> bool:
    try:
        option.check(ctx, moment, now)
    except Refusal:
        return False
    return True


async def pick_reading(ctx: Context, token: str, index: int, draft: MomentDraft) -> None:
    """Carry out the command with the reading that the user means."""
    del token
    if index >= len(draft.readings):
        raise Refusal("unknown-button")
    await draft.then(ctx, draft.readings[index])


# Completion


def list_moments(ctx: Context, typed: Iterable[str], option: MomentOption) -> list[Choice[str]]:
    """Return choices of the moments that texts may mean; values are `<t:…>` timestamps."""
    zone = ctx.settings.zone
    now = discord.utils.utcnow()
    later = now if option.past else now + _TYPING_TIME
    found: dict[int, str] = {}
    for each in typed:
        try:
            readings = _list_readings(ctx, each, option, now)
        except Refusal:
            continue
        for moment in readings:
            if _passes(ctx, moment, option, later):
                local = ctx.text.format_moment(moment.astimezone(zone))
                label = ctx.text("plan-moment", moment=local, zone=str(zone))
                found.setdefault(int(moment.timestamp()), clean_label(label, 100))
    choices = [Choice(name=label, value=f"<t:{stamp}>") for stamp, label in found.items()]
    return choices[:_MAX_CHOICES]


async def offer_future(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the future moments that the typed text may mean."""
    return list_moments(ctx, (typed,) if typed.strip() else _USUAL_HOURS, FUTURE)


async def offer_kept(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer past moments no longer ago than the server keeps games."""
    return offer_past(ctx, typed, KEPT)


def offer_past(ctx: Context, typed: str, option: MomentOption) -> list[Choice[str]]:
    """Return the past moments that the typed text may mean; for no text, recent evenings."""
    now = discord.utils.utcnow().astimezone(ctx.settings.zone)
    usual = (f"{now:%H:%M}", *_USUAL_HOURS)
    return list_moments(ctx, (typed,) if typed.strip() else usual, option)


ROUTES = (
    Route(
        "moment:{token}:{index:int}",
        pick_reading,
        Access((FORM_OWNER,), "costly", "form-other"),
        "moment",
        draft=MomentDraft,
    ),
)
