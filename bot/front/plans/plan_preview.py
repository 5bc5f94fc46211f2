"""Planning of a pod for a date, and sign-ups for the plan."""

from collections.abc import Callable, Collection, Iterator
from datetime import datetime
from typing import Any, ClassVar, Literal, Self, get_args

import discord
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.front.interaction.answers import (
    edit_private_message,
    find_missing_board_permissions,
    send_answer,
    send_confirmation,
)
from bot.front.interaction.command_declarations import (
    autocomplete_options,
    describe_options,
    fixed_choices,
    resolve_choice,
    slash_command,
)
from bot.front.interaction.context import Context
from bot.front.interaction.game_commands import build_command_request
from bot.front.interaction.routes import Access, Route, plan_access, server_access
from bot.front.interaction.time_options import FUTURE, complete_future_times, resolve_time_option
from bot.front.nights import plan_buttons
from bot.front.plans import plan_board
from bot.front.plans.plan_scheduler import EventObstacle, find_event_obstacle
from bot.front.pods.game_options import PodOptions, add_pod_options, build_pod_setup
from bot.front.pods.idle_games import require_below_open_limit, retry_after_closing_lost_games
from bot.front.pods.pod_board import describe_setup
from bot.front.pods.setup_draft import SetupDraft, build_setup_view
from bot.front.ui.embeds import SEPARATOR, format_timestamp
from bot.planning.cancelling import CancelPlan
from bot.planning.check_in import CheckInPlayer
from bot.planning.plan import Plan, PlanCommand, PlanKind, PlanRepetition
from bot.planning.plan_creation import MakePlan
from bot.planning.polls import ChoosePollTime
from bot.planning.reminders import ToggleReminder
from bot.planning.signing_up import SignOffFromPlan, SignUpForPlan
from bot.projections.limits import OPEN_PLANS, OpenGamesLimit
from bot.rulebooks import decide_command
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER, Requester
from bot.service import rights
from bot.service.game_requests import CommandLimit, CommandResult
from bot.service.live_game import LiveGame
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds
from bot.time.moments import MAX_TYPED_LENGTH

WeeksApart = Literal["1", "2"]
"""Weeks between two games of a series."""


class PodPlanDraft(SetupDraft, frozen=True, kw_only=True):
    """A planned pod that its host previews before announcing it.

    `delivery` is the id of the interaction with `/pod plan`. If an event on Discord (`listing`)
    was wanted but there is an `obstacle`, the plan is made without one. With the number of a
    `poll`, that poll becomes the plan. `kind` says what is planned.
    """

    at: int
    delivery: int
    every: PlanRepetition | None = None
    listing: bool = False
    obstacle: EventObstacle | None = None
    quiet: bool = False
    poll: int = 0

    kind: ClassVar[PlanKind] = "game"

    @staticmethod
    def build_expired_refusal() -> Refusal:
        """Return the refusal for a plan's preview that no longer exists."""
        return Refusal("moment-gone")

    async def build_preview_message(self, ctx: Context, token: str) -> dict[str, Any]:
        """Return the message that previews the plan, with buttons that announce and change
        it.
        """
        button = plan_buttons.build_plan_button(f"plan:{token}", "make", ctx.catalogue)
        said = "\n".join(render_plan_preview_lines(self, ctx))
        return {"content": said, "view": build_setup_view(ctx, token, self, [button])}

    def build_plan_command(self, host: Player) -> MakePlan:
        """Build the command that makes the plan."""
        now = datetime_to_milliseconds(discord.utils.utcnow())
        return MakePlan(self.setup, host, self.at, now, self.every, self.listing, self.quiet)

    async def require_playable(self, ctx: Context) -> None:
        """Raise `Refusal` if a game with this setup and time cannot be planned."""
        decide_command(None, self.build_plan_command(await ctx.find_requester_player()))

    def require_ready_to_announce(self, ctx: Context) -> None:
        """Raise `Refusal` if the user has to choose something before the plan can be
        announced.
        """

    def render_terms_lines(self, ctx: Context) -> Iterator[str]:
        """Yield lines with the terms of the plan: title and seats."""
        yield plan_board.render_setup_summary(self.setup, ctx.catalogue)

    def list_switches(self, ctx: Context) -> dict[str, bool]:
        """Return the plan's switches, with those for the event and the ping of a role."""
        listed = self.listing or self.obstacle is not None
        switches = {**super().list_switches(ctx), "event": listed}
        if ctx.settings.players_role is not None:
            switches["mention"] = not self.quiet
        return switches

    def with_switches(self, ctx: Context, enabled_switches: Collection[str]) -> Self:
        """Return the draft with the switches in `enabled_switches` on, and all others off."""
        wanted = "event" in enabled_switches
        obstacle = (
            find_event_obstacle(ctx.interaction.guild, ctx.channel_address.channel)
            if wanted
            else None
        )
        return replace(
            super().with_switches(ctx, enabled_switches),
            listing=wanted and obstacle is None,
            obstacle=obstacle,
            quiet="mention" not in enabled_switches
            if "mention" in self.list_switches(ctx)
            else self.quiet,
        )


# Making a plan


@slash_command("plan", server_access(MakePlan, rate_class="costly"))
@describe_options(when="when", every="every")
@autocomplete_options(when=complete_future_times)
@fixed_choices(every=("every", get_args(WeeksApart)))
@add_pod_options
async def preview_plan(
    ctx: Context,
    when: Range[str, 1, MAX_TYPED_LENGTH],
    every: Choice[str] | None = None,
    *,
    agreement: PodOptions,
) -> None:
    """Show the user a preview of a plan, which they announce by a button."""

    async def show_plan_at_time(confirmed_ctx: Context, start_time: datetime) -> None:
        await _show_plan_preview(confirmed_ctx, start_time, agreement, every)

    await resolve_time_option(ctx, when, FUTURE, show_plan_at_time)


async def _show_plan_preview(
    ctx: Context, start_time: datetime, pod_options: PodOptions, repeat_choice: Choice[str] | None
) -> None:
    at = datetime_to_milliseconds(start_time)
    setup = await build_pod_setup(ctx, pod_options)
    await require_below_open_limit(ctx, build_open_plans_limit(ctx))
    interaction = ctx.interaction
    draft = PodPlanDraft(
        ctx.channel_address,
        interaction.user.id,
        setup,
        at=at,
        delivery=interaction.id,
        every=parse_repetition(repeat_choice, at, ctx),
    )
    await draft.require_playable(ctx)
    if missing := find_missing_board_permissions(ctx):
        raise Refusal("permissions", missing=missing)
    await send_plan_preview(ctx, draft)


async def send_plan_preview(ctx: Context, draft: PodPlanDraft) -> None:
    """Send the preview of a plan or night, which the user announces by a button."""
    token = ctx.services.drafts.add(draft)
    await send_answer(ctx, **await draft.build_preview_message(ctx, token))


def parse_repetition(
    repeat_choice: Choice[str] | None, start_time: int, ctx: Context
) -> PlanRepetition | None:
    """Return the repetition that an option chose for a plan; None if the plan does not repeat.

    The plan repeats at the start time's weekday and local time, in the server's time zone.
    """
    if repeat_choice is None:
        return None
    local = datetime_from_milliseconds(start_time).astimezone(ctx.settings.time_zone)
    weeks = resolve_choice(WeeksApart, repeat_choice, "1")
    return PlanRepetition(int(weeks), local.weekday(), local.hour * 60 + local.minute)


def render_plan_preview_lines(draft: PodPlanDraft, ctx: Context) -> Iterator[str]:
    """Yield the lines of a plan's preview."""
    text = ctx.catalogue
    at = draft.at
    relative = format_timestamp(at, "R")
    yield text("plan-read", kind=draft.kind, when=format_timestamp(at), relative=relative)
    yield from draft.render_terms_lines(ctx)
    yield f"-# {SEPARATOR.join(describe_setup(draft.setup, text))}"
    if draft.every is not None:
        yield f"-# {plan_board.render_plan_repetition(draft.every, draft.kind, text)}"
    if draft.listing:
        yield f"-# {text('plan-listing')}"
    if ctx.settings.players_role is not None and not draft.quiet:
        yield f"-# {text('plan-mentions', role=f'<@&{ctx.settings.players_role}>')}"
    if draft.obstacle is not None:
        yield f"⚠️ {text(f'plan-listing-{draft.obstacle}', kind=draft.kind)}"
    if ctx.settings.timezone is None:
        yield f"-# {text('plan-utc')}"


async def announce_previewed_plan(ctx: Context, token: str, draft: PodPlanDraft) -> None:
    """Announce the previewed plan, once, however often the button is pressed."""
    draft.require_ready_to_announce(ctx)
    made = draft.build_plan_command("")  # made once, as a repeated delivery is the same command

    def build_announce_command(host: Player, _: LiveGame) -> MakePlan | ChoosePollTime:
        own = replace(made, host=host)
        return ChoosePollTime(own, host) if draft.poll else own

    limit = build_open_plans_limit(ctx)

    async def execute_announce_command() -> CommandResult:
        limits = () if draft.poll else (limit,)
        return await execute_plan_command(
            ctx, build_announce_command, draft.poll, draft.delivery, limits
        )

    await retry_after_closing_lost_games(ctx, limit, execute_announce_command)
    ctx.services.plans.schedule_check()  # its scheduled event on Discord is due now
    said = ctx.catalogue("plan-made", kind=draft.kind, when=format_timestamp(draft.at))
    await edit_private_message(ctx, content=f"✅ {said}", view=None)


def build_open_plans_limit(ctx: Context) -> OpenGamesLimit:
    """Return the limit on the number of plans that are still ahead."""
    limits = ctx.services.throttle.limits
    return OpenGamesLimit(OPEN_PLANS, limits.opened, limits.open)


# Signing up


async def sign_up_for_plan(ctx: Context, number: int) -> None:
    """Take a seat of a plan, or a place on the plan's waiting list."""
    now = datetime_to_milliseconds(discord.utils.utcnow())
    done = await execute_plan_command(ctx, lambda me, _: SignUpForPlan(me, now), number)
    me = await ctx.find_requester_player()
    plan = done.plan
    place = plan.waiting_players.index(me) + 1 if me in plan.waiting_players else 0
    joined = ctx.catalogue("night-done-join" if plan.has_begun else "plan-done-join")
    said = ctx.catalogue("plan-done-waits", place=place) if place else joined
    await send_confirmation(ctx, f"✅ {said}")


async def sign_off_from_plan(ctx: Context, number: int) -> None:
    """Give up the user's seat of a plan; the first player on the waiting list gets the seat."""
    done = await execute_plan_command(ctx, lambda me, _: SignOffFromPlan(me), number)
    key = "night-done-leave" if done.plan.has_begun else "plan-done-leave"
    await send_confirmation(ctx, f"✅ {ctx.catalogue(key)}")


async def check_in_for_plan(ctx: Context, number: int) -> None:
    """Check in for a plan: confirm that the user is present."""
    now = datetime_to_milliseconds(discord.utils.utcnow())
    await execute_plan_command(ctx, lambda me, _: CheckInPlayer(me, now), number)
    await send_confirmation(ctx, f"✅ {ctx.catalogue('plan-done-come')}")


async def toggle_plan_reminder(ctx: Context, number: int) -> None:
    """Request a reminder of a plan by direct message, or cancel it."""
    done = await execute_plan_command(ctx, lambda me, _: ToggleReminder(me), number)
    wanted = await ctx.find_requester_player() in done.plan.wakes
    await send_confirmation(
        ctx, f"✅ {ctx.catalogue('plan-done-remind' if wanted else 'plan-done-unremind')}"
    )


# For other features that work with plans


async def load_channel_plan(ctx: Context, plan_number: int) -> Plan:
    """Load the channel's plan by its number. Raises `Refusal` if there is none."""
    plan = (await ctx.services.service.load_game(ctx.channel_address, plan_number)).plan
    if plan is None:
        raise Refusal("no-plan")
    return plan


def can_manage_plan(plan: Plan, requester: Requester) -> bool:
    """Return whether a user may move or cancel a plan."""
    try:
        rights.require_permission(plan, CancelPlan(), requester, None)
    except Refusal:
        return False
    return True


async def execute_plan_command(
    ctx: Context,
    command_factory: Callable[[Player, LiveGame], PlanCommand],
    plan_number: int,
    delivery_id: int | None = None,
    limits: tuple[CommandLimit, ...] = (),
) -> CommandResult:
    """Execute a command on a plan of the channel, whichever game is played there.

    `delivery_id` identifies the command for deduplication; None means this interaction. Raises
    `Refusal`.
    """
    request = build_command_request(
        ctx, command_factory, plan_number, allow_earlier_pod=True, limits=limits
    )
    if delivery_id is not None:
        request = replace(request, interaction=delivery_id)
    try:
        return await ctx.services.service.execute(request)
    except Refusal as refusal:
        raise Refusal("no-plan") if refusal.code == "old-pod" else refusal from None


PLAN_PATTERN = "plan:{number:int}"
ROUTES = (
    Route(
        "plan:{token}:make",
        announce_previewed_plan,
        Access((FORM_OWNER,), "costly", "form-other"),
        draft=PodPlanDraft,
    ),
    Route(f"{PLAN_PATTERN}:join", sign_up_for_plan, plan_access(SignUpForPlan)),
    Route(f"{PLAN_PATTERN}:leave", sign_off_from_plan, plan_access(SignOffFromPlan)),
    Route(f"{PLAN_PATTERN}:come", check_in_for_plan, plan_access(CheckInPlayer)),
    Route(f"{PLAN_PATTERN}:remind", toggle_plan_reminder, plan_access(ToggleReminder)),
)
