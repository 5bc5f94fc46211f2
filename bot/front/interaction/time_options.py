"""Dates and times as options: autocompletion, and the time that an input means.

An input with several meanings is answered with a button for each. Autocompletion and command validate a time alike, so
that nothing is offered that is then refused.
"""

from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

import discord
from discord import ui
from discord.app_commands import Choice

from bot.front.interaction.answers import send_answer
from bot.front.interaction.context import Context
from bot.front.interaction.drafts import InteractionDraft
from bot.front.interaction.inputs import EARLIEST_GAME_END
from bot.front.interaction.routes import AccessRule, CustomIdRoute
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.planning.plan_creation import require_allowed_start_time
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.servers.server_settings import RETENTION_DAYS
from bot.time.moments import BOTH_ORDERS, Order, parse_possible_times

ISO = "%Y-%m-%d %H:%M"
"""The format of an unambiguous moment."""

_USUAL_HOURS = ("19:00", "20:00", "21:00")

_MAX_CHOICES = 25
"""The most choices that Discord shows."""

MAX_SEASON_DAYS = 400
"""Days from now until which the end of a season can be planned."""

_TYPING_TIME = timedelta(minutes=1)
"""A moment that is offered stays in the future for so long."""

MomentHandler = Callable[[Context, datetime], Awaitable[None]]
"""The rest of a command, which runs once the moment is known."""


class TimeOptionRestriction(NamedTuple):
    """The times that an option of a slash command accepts: past or future, and restricted by a check.

    The check takes the context, the time and the current time; it raises `Refusal`.
    """

    past: bool
    check: Callable[[Context, datetime, datetime], None]


class AmbiguousTimeDraft(InteractionDraft, frozen=True):
    """A command that waits until its user selects one of several possible times."""

    readings: tuple[datetime, ...]
    then: MomentHandler

    @staticmethod
    def build_expired_draft_error() -> Refusal:
        """Return the refusal for a button of a command that waited too long for a time."""
        return Refusal("moment-gone")


def _require_future_time(_ctx: Context, time: datetime, current_time: datetime) -> None:
    require_allowed_start_time(datetime_to_milliseconds(time), datetime_to_milliseconds(current_time))


def _require_past_time(ctx: Context, time: datetime, current_time: datetime) -> None:
    if not EARLIEST_GAME_END <= time <= current_time:
        raise _build_invalid_date_refusal(ctx, current_time)


def _require_time_within_storage_period(ctx: Context, chosen_time: datetime, current_time: datetime) -> None:
    _require_past_time(ctx, chosen_time, current_time)
    days = RETENTION_DAYS[ctx.settings.retention]
    if days is not None and chosen_time < current_time - timedelta(days=days):
        raise Refusal("entry-old", days=days)


def _build_invalid_date_refusal(ctx: Context, example_time: datetime) -> Refusal:
    example = f"{example_time.astimezone(ctx.settings.time_zone):{ISO}}"
    return Refusal("no-date", "at", typed=example)


def _require_valid_season_end_time(_: Context, end_time: datetime, current_time: datetime) -> None:
    if end_time <= current_time:
        raise Refusal("when-past", "when")
    if end_time > current_time + timedelta(days=MAX_SEASON_DAYS):
        raise Refusal("when-far", "when", days=MAX_SEASON_DAYS)


FUTURE = TimeOptionRestriction(False, _require_future_time)
"""The times at which a planned game may begin."""

SEASON_END = TimeOptionRestriction(False, _require_valid_season_end_time)
"""The times at which a season may be planned to end."""

PAST = TimeOptionRestriction(True, _require_past_time)
"""The times at which a game may have ended."""

KEPT = TimeOptionRestriction(True, _require_time_within_storage_period)
"""The times at which a past game may have been played: no longer ago than the server keeps games."""


# Reading


async def run_command_with_parsed_time(
    ctx: Context, time_text: str, time_restriction: TimeOptionRestriction, run_command: MomentHandler
) -> None:
    """Parse the time that the user typed, and run the command with it.

    If the text has several meanings, the user chooses one by a button first. Raises `Refusal`.
    """
    now = discord.utils.utcnow()
    readings = _parse_allowed_times(ctx, time_text, time_restriction, now)
    if len(readings) == 1:
        await run_command(ctx, readings[0])
        return
    draft = AmbiguousTimeDraft(ctx.channel_address, ctx.interaction.user.id, readings, run_command)
    draft_key = ctx.services.drafts.add_draft(draft)
    zone = ctx.settings.time_zone
    buttons: list[ui.Item[ui.View]] = [
        ui.Button(
            custom_id=f"moment:{draft_key}:{number}",
            label=clean_label_text(ctx.translations.format_date_and_time(reading.astimezone(zone)), 80),
        )
        for number, reading in enumerate(readings)
    ]
    await send_answer(ctx, ctx.translations("moment-which"), view=components.build_view_without_callbacks(buttons))


def parse_likeliest_future_time(ctx: Context, time_text: str) -> datetime:
    """Parse the most likely future time that a text means. Raises `Refusal` if it means none."""
    try:
        return _parse_allowed_times(ctx, time_text, FUTURE, discord.utils.utcnow())[0]
    except Refusal:
        raise Refusal("poll-unreadable", typed=escape_markdown(time_text)) from None


def _parse_allowed_times(
    ctx: Context, time_text: str, time_restriction: TimeOptionRestriction, current_time: datetime
) -> tuple[datetime, ...]:
    """Parse a text into the times that it may mean and the option accepts. Raises `Refusal`."""
    try:
        readings = _list_meanings_of_time_text(ctx, time_text, time_restriction, current_time)
    except Refusal as refusal:
        if time_restriction.past and refusal.code == "when-unreadable":
            raise _build_invalid_date_refusal(ctx, current_time) from None
        raise
    passed = tuple(each for each in readings if _is_time_allowed(ctx, each, time_restriction, current_time))
    if not passed:
        time_restriction.check(ctx, readings[0], current_time)
    return passed


def _list_meanings_of_time_text(
    ctx: Context, time_text: str, time_restriction: TimeOptionRestriction, current_time: datetime
) -> tuple[datetime, ...]:
    month_first = ctx.interaction.locale is discord.Locale.american_english
    orders: tuple[Order, ...] = BOTH_ORDERS[::-1] if month_first else BOTH_ORDERS
    language = ctx.translations.locale
    zone = ctx.settings.time_zone
    return parse_possible_times(
        time_text, current_time, zone, is_past_time=time_restriction.past, language=language, date_orders=orders
    )


def _is_time_allowed(
    ctx: Context, chosen_time: datetime, time_restriction: TimeOptionRestriction, current_time: datetime
) -> bool:
    try:
        time_restriction.check(ctx, chosen_time, current_time)
    except Refusal:
        return False
    return True


async def run_command_with_selected_time(ctx: Context, draft_key: str, index: int, draft: AmbiguousTimeDraft) -> None:
    """Run a command whose time was ambiguous, with the time on the pressed button."""
    del draft_key
    if index >= len(draft.readings):
        raise Refusal("unknown-button")
    await draft.then(ctx, draft.readings[index])


# Completion


def build_time_autocomplete_choices(
    ctx: Context, time_texts: Iterable[str], time_restriction: TimeOptionRestriction
) -> list[Choice[str]]:
    """Return autocomplete choices of the times that these texts may mean."""
    zone = ctx.settings.time_zone
    now = discord.utils.utcnow()
    later = now if time_restriction.past else now + _TYPING_TIME
    found: dict[int, str] = {}
    for each in time_texts:
        try:
            readings = _list_meanings_of_time_text(ctx, each, time_restriction, now)
        except Refusal:
            continue
        for moment in readings:
            if _is_time_allowed(ctx, moment, time_restriction, later):
                local = ctx.translations.format_date_and_time(moment.astimezone(zone))
                label = ctx.translations("plan-moment", moment=local, zone=str(zone))
                found.setdefault(int(moment.timestamp()), clean_label_text(label, 100))
    choices = [Choice(name=label, value=f"<t:{stamp}>") for stamp, label in found.items()]
    return choices[:_MAX_CHOICES]


async def autocomplete_future_times(ctx: Context, query: str) -> list[Choice[str]]:
    return build_time_autocomplete_choices(ctx, (query,) if query.strip() else _USUAL_HOURS, FUTURE)


async def autocomplete_times_within_storage_period(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest past times, as far back as the server keeps games."""
    return autocomplete_past_times(ctx, query, KEPT)


def autocomplete_past_times(ctx: Context, query: str, time_restriction: TimeOptionRestriction) -> list[Choice[str]]:
    """Suggest the past times that a query may mean.

    For an empty query, offer recent evenings.
    """
    now = discord.utils.utcnow().astimezone(ctx.settings.time_zone)
    usual = (f"{now:%H:%M}", *_USUAL_HOURS)
    return build_time_autocomplete_choices(ctx, (query,) if query.strip() else usual, time_restriction)


ROUTES = (
    CustomIdRoute(
        "moment:{draft_key}:{index:int}",
        run_command_with_selected_time,
        AccessRule((FORM_OWNER,), "costly", "form-other"),
        "moment",
        draft=AmbiguousTimeDraft,
    ),
)
