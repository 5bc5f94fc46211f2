"""Dates and times as options: autocompletion, and the time that an input means.

An input with several meanings is answered with a button for each. Autocompletion and command
validate a time alike, so that nothing is offered that is then refused.
"""

from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

import discord
from discord import ui
from discord.app_commands import Choice

from bot.front.interaction.answers import send_answer
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import Draft
from bot.front.interaction.inputs import EARLIEST_GAME_END
from bot.front.interaction.routes import Access, Route
from bot.front.ui import components
from bot.front.ui.escaping import clean_label, escape_markdown
from bot.planning.plan_creation import require_plannable_time
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.servers.server_settings import RETENTION_DAYS
from bot.time.moments import BOTH_ORDERS, Order, parse_times

ISO = "%Y-%m-%d %H:%M"
"""The format of an unambiguous moment."""

_USUAL_HOURS = ("19:00", "20:00", "21:00")

_MAX_CHOICES = 25
"""The most choices that Discord shows."""

_TYPING_TIME = timedelta(minutes=1)
"""A moment that is offered stays in the future for so long."""

MomentHandler = Callable[[Context, datetime], Awaitable[None]]
"""The rest of a command, which runs once the moment is known."""


class TimeOptionKind(NamedTuple):
    """A kind of option for a time: past or future, with a check that raises `Refusal`.

    The check takes the context, the time and the current time.
    """

    past: bool
    check: Callable[[Context, datetime, datetime], None]


class AmbiguousTimeDraft(Draft, frozen=True):
    """A command that waits until its user chooses which of several times they meant."""

    readings: tuple[datetime, ...]
    then: MomentHandler

    @staticmethod
    def build_expired_refusal() -> Refusal:
        """Return the refusal for a question about a time that no longer waits for an
        answer.
        """
        return Refusal("moment-gone")


def _require_future_time(_: Context, time: datetime, current_time: datetime) -> None:
    require_plannable_time(datetime_to_milliseconds(time), datetime_to_milliseconds(current_time))


def _require_past_time(ctx: Context, time: datetime, current_time: datetime) -> None:
    if not EARLIEST_GAME_END <= time <= current_time:
        raise _build_date_refusal(ctx, current_time)


def _require_time_within_retention(ctx: Context, time: datetime, current_time: datetime) -> None:
    _require_past_time(ctx, time, current_time)
    days = RETENTION_DAYS[ctx.settings.retention]
    if days is not None and time < current_time - timedelta(days=days):
        raise Refusal("entry-old", days=days)


def _build_date_refusal(ctx: Context, current_time: datetime) -> Refusal:
    example = f"{current_time.astimezone(ctx.settings.time_zone):{ISO}}"
    return Refusal("no-date", "at", typed=example)


FUTURE = TimeOptionKind(False, _require_future_time)
"""When a planned game is to begin."""

PAST = TimeOptionKind(True, _require_past_time)
"""When a game ended."""

KEPT = TimeOptionKind(True, _require_time_within_retention)
"""When a game was played that is entered now: no longer ago than the server keeps games."""


# Reading


async def resolve_time_option(
    ctx: Context, time_text: str, option_kind: TimeOptionKind, handle_time: MomentHandler
) -> None:
    """Run a handler with the time that the user typed.

    If the text has several meanings, the user chooses one by a button first. Raises `Refusal`.
    """
    now = discord.utils.utcnow()
    readings = _parse_valid_times(ctx, time_text, option_kind, now)
    if len(readings) == 1:
        await handle_time(ctx, readings[0])
        return
    draft = AmbiguousTimeDraft(ctx.channel_address, ctx.interaction.user.id, readings, handle_time)
    token = ctx.services.drafts.add(draft)
    zone = ctx.settings.time_zone
    buttons: list[ui.Item[ui.View]] = [
        ui.Button(
            custom_id=f"moment:{token}:{number}",
            label=clean_label(ctx.catalogue.format_date_and_time(reading.astimezone(zone)), 80),
        )
        for number, reading in enumerate(readings)
    ]
    await send_answer(
        ctx, ctx.catalogue("moment-which"), view=components.build_stateless_view(buttons)
    )


def parse_future_time(ctx: Context, time_text: str) -> datetime:
    """Return the likeliest future time that a text means. Raises `Refusal`, which quotes the
    text.
    """
    try:
        return _parse_valid_times(ctx, time_text, FUTURE, discord.utils.utcnow())[0]
    except Refusal:
        raise Refusal("poll-unreadable", typed=escape_markdown(time_text)) from None


def _parse_valid_times(
    ctx: Context, time_text: str, option_kind: TimeOptionKind, current_time: datetime
) -> tuple[datetime, ...]:
    """Return the times that a text may mean and that pass the option's check. Raises `Refusal`."""
    try:
        readings = _parse_times(ctx, time_text, option_kind, current_time)
    except Refusal as refusal:
        if option_kind.past and refusal.code == "when-unreadable":
            raise _build_date_refusal(ctx, current_time) from None
        raise
    passed = tuple(
        each for each in readings if _is_valid_time(ctx, each, option_kind, current_time)
    )
    if not passed:
        option_kind.check(ctx, readings[0], current_time)
    return passed


def _parse_times(
    ctx: Context, time_text: str, option_kind: TimeOptionKind, current_time: datetime
) -> tuple[datetime, ...]:
    month_first = ctx.interaction.locale is discord.Locale.american_english
    orders: tuple[Order, ...] = BOTH_ORDERS[::-1] if month_first else BOTH_ORDERS
    language = ctx.catalogue.locale
    zone = ctx.settings.time_zone
    return parse_times(
        time_text,
        current_time,
        zone,
        in_past=option_kind.past,
        language=language,
        date_orders=orders,
    )


def _is_valid_time(
    ctx: Context, time: datetime, option_kind: TimeOptionKind, current_time: datetime
) -> bool:
    try:
        option_kind.check(ctx, time, current_time)
    except Refusal:
        return False
    return True


async def run_command_with_selected_time(
    ctx: Context, token: str, index: int, draft: AmbiguousTimeDraft
) -> None:
    """Run the waiting command with the time whose button was pressed."""
    del token
    if index >= len(draft.readings):
        raise Refusal("unknown-button")
    await draft.then(ctx, draft.readings[index])


# Completion


def build_time_choices(
    ctx: Context, time_texts: Iterable[str], option_kind: TimeOptionKind
) -> list[Choice[str]]:
    """Return autocomplete choices of the times that texts may mean; values are `<t:…>`
    timestamps.
    """
    zone = ctx.settings.time_zone
    now = discord.utils.utcnow()
    later = now if option_kind.past else now + _TYPING_TIME
    found: dict[int, str] = {}
    for each in time_texts:
        try:
            readings = _parse_times(ctx, each, option_kind, now)
        except Refusal:
            continue
        for moment in readings:
            if _is_valid_time(ctx, moment, option_kind, later):
                local = ctx.catalogue.format_date_and_time(moment.astimezone(zone))
                label = ctx.catalogue("plan-moment", moment=local, zone=str(zone))
                found.setdefault(int(moment.timestamp()), clean_label(label, 100))
    choices = [Choice(name=label, value=f"<t:{stamp}>") for stamp, label in found.items()]
    return choices[:_MAX_CHOICES]


async def complete_future_times(ctx: Context, query: str) -> list[Choice[str]]:
    """Return autocomplete choices of the future times that a query may mean."""
    return build_time_choices(ctx, (query,) if query.strip() else _USUAL_HOURS, FUTURE)


async def complete_times_within_retention(ctx: Context, query: str) -> list[Choice[str]]:
    """Return autocomplete choices of past times since which the server keeps games."""
    return complete_past_times(ctx, query, KEPT)


def complete_past_times(ctx: Context, query: str, option_kind: TimeOptionKind) -> list[Choice[str]]:
    """Return autocomplete choices of the past times that a query may mean.

    For an empty query, offer recent evenings.
    """
    now = discord.utils.utcnow().astimezone(ctx.settings.time_zone)
    usual = (f"{now:%H:%M}", *_USUAL_HOURS)
    return build_time_choices(ctx, (query,) if query.strip() else usual, option_kind)


ROUTES = (
    Route(
        "moment:{token}:{index:int}",
        run_command_with_selected_time,
        Access((FORM_OWNER,), "costly", "form-other"),
        "moment",
        draft=AmbiguousTimeDraft,
    ),
)
