"""Planning of a pod for a date, and signing up for planned games."""

from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import datetime
from typing import Any, ClassVar, Literal, Self, get_args

import discord
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.front.game_texts.setup_texts import describe_pod_settings
from bot.front.interaction.answers import (
    answer_by_editing_message,
    list_missing_permissions_for_board,
    report_command_success,
    send_answer,
)
from bot.front.interaction.command_declarations import (
    get_selected_option_value,
    set_fixed_option_choices,
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.game_commands import build_game_command_request
from bot.front.interaction.routes import (
    AccessRule,
    CustomIdRoute,
    build_access_rule_for_plan_button,
    build_access_rule_for_server,
)
from bot.front.interaction.time_options import FUTURE, autocomplete_future_times, run_command_with_parsed_time
from bot.front.nights import plan_buttons
from bot.front.plans import plan_board
from bot.front.plans.plan_scheduler import EventObstacle, find_obstacle_to_scheduled_event
from bot.front.pods.game_options import PodCommandOptions, add_pod_options_to_command, build_pod_setup_from_options
from bot.front.pods.idle_games import open_game_with_retry_at_limit, require_open_games_below_limit
from bot.front.pods.setup_draft import GameSetupDraft, build_buttons_below_setup_preview
from bot.front.ui.embeds import SEPARATOR, format_discord_timestamp
from bot.planning.cancelling import CancelPlannedGame
from bot.planning.check_in import CheckInForPlan
from bot.planning.plan import PlanKind, PlannedGame, PlannedGameCommand, PlannedGameRecurrence
from bot.planning.plan_creation import PlanFutureGame
from bot.planning.polls import ChooseStartTimeFromPoll
from bot.planning.reminders import TogglePlannedGameReminder
from bot.planning.signing_up import SignUpForPlan, WithdrawFromPlannedGame
from bot.projections.limits import OPEN_PLANS, OpenGamesLimit
from bot.rulebooks import create_event_of_game_command
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER, Requester
from bot.service import rights
from bot.service.game_requests import CommandLimit, CommandResult
from bot.service.live_game import LiveGame
from bot.storage.engine.timestamps import datetime_from_milliseconds, datetime_to_milliseconds
from bot.storage.record.people import Person
from bot.time.moments import MAX_TYPED_LENGTH

WeeksApart = Literal["1", "2"]
"""Weeks between two games of a series."""


class PlannedGamePreview(GameSetupDraft, frozen=True, kw_only=True):
    """A planned game that its host previews and has not announced yet.

    `delivery` is the id of the interaction with `/pod plan`. If an event on Discord (`listing`) was wanted but there is
    an `obstacle`, the plan is made without one. With the number of a `poll`, that poll becomes the plan. `kind` says
    what is planned. The `leaders` of a night may be new to the bot.
    """

    at: int
    delivery: int
    every: PlannedGameRecurrence | None = None
    listing: bool = False
    obstacle: EventObstacle | None = None
    quiet: bool = False
    poll: int = 0
    leaders: tuple[Person, ...] = ()

    kind: ClassVar[PlanKind] = "game"

    @staticmethod
    def build_expired_draft_error() -> Refusal:
        """Return the refusal for a press on a preview that no longer exists."""
        return Refusal("moment-gone")

    async def build_preview_message(self, ctx: Context, draft_key: str) -> dict[str, Any]:
        """Return the message that previews the planned game, with a button to announce it."""
        button = plan_buttons.build_planned_game_action_button(f"plan:{draft_key}", "make", ctx.translations)
        said = "\n".join(render_planned_game_preview_lines(self, ctx))
        return {"content": said, "view": build_buttons_below_setup_preview(ctx, draft_key, self, [button])}

    def build_command_to_plan_game(self, host: Player) -> PlanFutureGame:
        now = datetime_to_milliseconds(discord.utils.utcnow())
        return PlanFutureGame(self.setup, host, self.at, now, self.every, self.listing, self.quiet)

    async def require_valid_setup(self, ctx: Context) -> None:
        """Raise `Refusal` if the rules forbid the game's setup or its time."""
        create_event_of_game_command(None, self.build_command_to_plan_game(await ctx.get_player_id_of_user()))

    def require_ready_to_announce(self, ctx: Context) -> None:
        """Raise `Refusal` if something is still missing before the game can be announced."""

    def render_preview_lines(self, ctx: Context) -> Iterator[str]:
        yield plan_board.render_planned_game_title_and_seats(self.setup, ctx.translations)

    def list_on_off_options(self, ctx: Context) -> dict[str, bool]:
        """Return the on/off options of a planned game, such as a Discord event, with their states."""
        listed = self.listing or self.obstacle is not None
        switches = {**super().list_on_off_options(ctx), "event": listed}
        if ctx.settings.players_role is not None:
            switches["mention"] = not self.quiet
        return switches

    def with_on_off_options(self, ctx: Context, enabled_options: Collection[str]) -> Self:
        wanted = "event" in enabled_options
        obstacle = (
            find_obstacle_to_scheduled_event(ctx.interaction.guild, ctx.channel_address.channel) if wanted else None
        )
        return replace(
            super().with_on_off_options(ctx, enabled_options),
            listing=wanted and obstacle is None,
            obstacle=obstacle,
            quiet="mention" not in enabled_options if "mention" in self.list_on_off_options(ctx) else self.quiet,
        )


# Making a plan


@slash_command("plan", build_access_rule_for_server(PlanFutureGame, rate_limit_class="costly"))
@translate_command_options(when="when", every="every")
@set_option_suggestions(when=autocomplete_future_times)
@set_fixed_option_choices(every=("every", get_args(WeeksApart)))
@add_pod_options_to_command
async def preview_planned_game(
    ctx: Context,
    when: Range[str, 1, MAX_TYPED_LENGTH],
    every: Choice[str] | None = None,
    *,
    agreement: PodCommandOptions,
) -> None:
    """Show the user a preview of a planned game.

    `agreement` is the game's setup.
    """

    async def preview_planned_game_at_time(current_ctx: Context, start_time: datetime) -> None:
        await _show_planned_game_preview(current_ctx, start_time, agreement, every)

    await run_command_with_parsed_time(ctx, when, FUTURE, preview_planned_game_at_time)


async def _show_planned_game_preview(
    ctx: Context, start_time: datetime, pod_options: PodCommandOptions, repeat_choice: Choice[str] | None
) -> None:
    at = datetime_to_milliseconds(start_time)
    setup = await build_pod_setup_from_options(ctx, pod_options)
    await require_open_games_below_limit(ctx, build_open_plans_limit(ctx))
    interaction = ctx.interaction
    draft = PlannedGamePreview(
        ctx.channel_address,
        interaction.user.id,
        setup,
        at=at,
        delivery=interaction.id,
        every=build_plan_repetition_from_option(repeat_choice, at, ctx),
    )
    await draft.require_valid_setup(ctx)
    if missing := list_missing_permissions_for_board(ctx):
        raise Refusal("permissions", missing=missing)
    await send_plan_preview(ctx, draft)


async def send_plan_preview(ctx: Context, plan_preview: PlannedGamePreview) -> None:
    """Show the preview of a planned game or game night, with a button to announce it."""
    draft_key = ctx.services.drafts.add_draft(plan_preview)
    await send_answer(ctx, **await plan_preview.build_preview_message(ctx, draft_key))


def build_plan_repetition_from_option(
    repeat_choice: Choice[str] | None, start_time: int, ctx: Context
) -> PlannedGameRecurrence | None:
    """Return the repetition of a planned game that a command option selects; None means never.

    The plan repeats at the start time's weekday and local time, in the server's time zone.
    """
    if repeat_choice is None:
        return None
    local = datetime_from_milliseconds(start_time).astimezone(ctx.settings.time_zone)
    weeks = get_selected_option_value(WeeksApart, repeat_choice, "1")
    return PlannedGameRecurrence(int(weeks), local.weekday(), local.hour * 60 + local.minute)


def render_planned_game_preview_lines(plan_preview: PlannedGamePreview, ctx: Context) -> Iterator[str]:
    """Yield the lines of a planned game's preview."""
    text = ctx.translations
    at = plan_preview.at
    yield text("plan-read", kind=plan_preview.kind, when=format_discord_timestamp(at))
    yield from plan_preview.render_preview_lines(ctx)
    yield f"-# {SEPARATOR.join(describe_pod_settings(plan_preview.setup, text))}"
    if plan_preview.every is not None:
        yield f"-# {plan_board.render_planned_game_repetition(plan_preview.every, plan_preview.kind, text)}"
    if plan_preview.listing:
        yield f"-# {text('plan-listing')}"
    if ctx.settings.players_role is not None and not plan_preview.quiet:
        yield f"-# {text('plan-mentions', role=f'<@&{ctx.settings.players_role}>')}"
    if plan_preview.obstacle is not None:
        yield f"⚠️ {text(f'plan-listing-{plan_preview.obstacle}', kind=plan_preview.kind)}"
    if ctx.settings.timezone is None:
        yield f"-# {text('plan-utc')}"


async def announce_previewed_plan(ctx: Context, draft_key: str, draft: PlannedGamePreview) -> None:
    """Announce the previewed game once, however often the button is pressed."""
    draft.require_ready_to_announce(ctx)
    made = draft.build_command_to_plan_game("")  # made once, as a repeated delivery is the same command

    def build_command_to_announce_plan(host: Player, _live_game: LiveGame) -> PlanFutureGame | ChooseStartTimeFromPoll:
        own = replace(made, host=host)
        return ChooseStartTimeFromPoll(own, host) if draft.poll else own

    limit = build_open_plans_limit(ctx)

    async def announce_planned_game() -> CommandResult:
        limits = () if draft.poll else (limit,)
        return await execute_planned_game_command(
            ctx, build_command_to_announce_plan, draft.poll, draft.delivery, limits, draft.leaders
        )

    await open_game_with_retry_at_limit(ctx, limit, announce_planned_game)
    ctx.services.plans.check_due_tasks_soon()  # its scheduled event on Discord is due now
    said = ctx.translations("plan-made", kind=draft.kind, when=format_discord_timestamp(draft.at))
    await answer_by_editing_message(ctx, content=f"✅ {said}", view=None)


def build_open_plans_limit(ctx: Context) -> OpenGamesLimit:
    """Return the limit on the number of a user's and a server's planned games."""
    limits = ctx.services.throttle.limits
    return OpenGamesLimit(OPEN_PLANS, limits.opened, limits.open)


# Signing up


async def sign_up_for_planned_game(ctx: Context, number: int) -> None:
    """Sign the user up for a planned game or for the game's waiting list."""
    done = await execute_planned_game_command(ctx, lambda me, _: SignUpForPlan(me), number)
    me = await ctx.get_player_id_of_user()
    plan = done.plan
    place = plan.players_on_waiting_list.index(me) + 1 if me in plan.players_on_waiting_list else 0
    joined = ctx.translations("plan-done-join")
    if plan.night is not None:
        joined = ctx.translations("night-done-join" if plan.has_game_night_begun else "night-you-signed-up")
    said = ctx.translations("plan-done-waits", place=place) if place else joined
    await report_command_success(ctx, f"✅ {said}")


async def cancel_sign_up_for_planned_game(ctx: Context, number: int) -> None:
    """Withdraw the user from a planned game. The first on the waiting list gets the seat."""
    done = await execute_planned_game_command(ctx, lambda me, _: WithdrawFromPlannedGame(me), number)
    key = "night-done-leave" if done.plan.has_game_night_begun else "plan-done-leave"
    await report_command_success(ctx, f"✅ {ctx.translations(key)}")


async def check_in_for_planned_game(ctx: Context, number: int) -> None:
    """Check the user in for a planned game, which confirms that they are present."""
    now = datetime_to_milliseconds(discord.utils.utcnow())
    await execute_planned_game_command(ctx, lambda me, _: CheckInForPlan(me, now), number)
    await report_command_success(ctx, f"✅ {ctx.translations('plan-done-come')}")


async def toggle_planned_game_reminder(ctx: Context, number: int) -> None:
    """Set or cancel the user's reminder of a planned game, sent as a direct message."""
    done = await execute_planned_game_command(ctx, lambda me, _: TogglePlannedGameReminder(me), number)
    wanted = await ctx.get_player_id_of_user() in done.plan.wakes
    await report_command_success(ctx, f"✅ {ctx.translations('plan-done-remind' if wanted else 'plan-done-unremind')}")


# For other features that work with plans


async def load_plan_of_channel_by_number(ctx: Context, plan_number: int) -> PlannedGame:
    """Load a planned game of this channel by number. Raises `Refusal` if there is none."""
    plan = (await ctx.services.service.load_game_by_number(ctx.channel_address, plan_number)).plan
    if plan is None:
        raise Refusal("no-plan")
    return plan


def can_user_move_or_cancel_planned_game(planned_game: PlannedGame, requester: Requester) -> bool:
    """Return True if a user may move or cancel a planned game."""
    try:
        rights.require_command_permission(planned_game, CancelPlannedGame(), requester, None)
    except Refusal:
        return False
    return True


async def execute_planned_game_command(
    ctx: Context,
    command_factory: Callable[[Player, LiveGame], PlannedGameCommand],
    plan_number: int,
    idempotency_key: int | None = None,
    command_limits: tuple[CommandLimit, ...] = (),
    possibly_new_people: Iterable[Person] = (),
) -> CommandResult:
    """Execute a command on a planned game of this channel, unless a limit is reached.

    `idempotency_key` identifies the command for deduplication; None means this interaction. `possibly_new_people` are
    people in the command who may be new to the bot. Raises `Refusal`.
    """
    request = build_game_command_request(ctx, command_factory, plan_number, command_limits=command_limits)
    request = replace(request, named=(*request.named, *possibly_new_people))
    if idempotency_key is not None:
        request = replace(request, interaction=idempotency_key)
    try:
        return await ctx.services.service.execute_command(request)
    except Refusal as refusal:
        raise Refusal("no-plan") if refusal.code == "old-pod" else refusal from None


PLAN_PATTERN = "plan:{number:int}"
ROUTES = (
    CustomIdRoute(
        "plan:{draft_key}:make",
        announce_previewed_plan,
        AccessRule((FORM_OWNER,), "costly", "form-other"),
        draft=PlannedGamePreview,
    ),
    CustomIdRoute(f"{PLAN_PATTERN}:join", sign_up_for_planned_game, build_access_rule_for_plan_button(SignUpForPlan)),
    CustomIdRoute(
        f"{PLAN_PATTERN}:leave",
        cancel_sign_up_for_planned_game,
        build_access_rule_for_plan_button(WithdrawFromPlannedGame),
    ),
    CustomIdRoute(f"{PLAN_PATTERN}:come", check_in_for_planned_game, build_access_rule_for_plan_button(CheckInForPlan)),
    CustomIdRoute(
        f"{PLAN_PATTERN}:remind",
        toggle_planned_game_reminder,
        build_access_rule_for_plan_button(TogglePlannedGameReminder),
    ),
)
