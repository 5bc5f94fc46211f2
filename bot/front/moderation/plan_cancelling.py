"""Buttons that cancel a planned game or its whole series, for the planner and for moderators."""

from bot.front.interaction.answers import answer_by_editing_message, send_answer
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_plan_button
from bot.front.nights import plan_buttons
from bot.front.plans import poll_board
from bot.front.plans.plan_preview import PLAN_PATTERN, execute_planned_game_command, load_plan_of_channel_by_number
from bot.front.publishing.loaded_servers import is_channel_allowed
from bot.front.ui import components
from bot.front.ui.embeds import format_discord_timestamp
from bot.planning.cancelling import CancelPlannedGame
from bot.service import rights


async def ask_to_cancel_planned_pod_or_series(ctx: Context, number: int) -> None:
    """Ask the user whether to cancel a planned pod alone or its whole series."""
    plan = await load_plan_of_channel_by_number(ctx, number)
    rights.require_command_permission(plan, CancelPlannedGame(), await load_user_with_rights(ctx), None)
    prefix = f"plan:{number}"
    if plan.asked:
        button = poll_board.build_start_time_poll_action_button(prefix, "cancelling", ctx.translations)
        said = ctx.translations("poll-cancel", people=len(plan.players))
        await send_answer(ctx, said, view=components.build_view_without_callbacks([button]))
        return
    when = format_discord_timestamp(plan.at)
    said = ctx.translations("plan-cancel", kind=plan.kind, when=when, count=len(plan.players))
    actions = ["cancelling"]
    goes_on = is_channel_allowed(ctx.settings, ctx.channel_address.channel, ctx.location.channel)
    if plan.every is not None and goes_on:
        said = f"{said}\n{ctx.translations('plan-cancel-series', kind=plan.kind)}"
        actions = ["skipping", "ending"]
    elif plan.every is not None:  # nothing would follow in a closed channel
        actions = ["ending"]
    buttons = [plan_buttons.build_planned_game_action_button(prefix, action, ctx.translations) for action in actions]
    await send_answer(ctx, said, view=components.build_view_without_callbacks(buttons))


async def cancel_one_planned_pod(ctx: Context, number: int) -> None:
    """Cancel a planned pod. In a weekly series, the next week's pod is still planned."""
    await _cancel_plan_or_series(ctx, number, cancel_whole_series=False)


async def cancel_weekly_pod_series(ctx: Context, number: int) -> None:
    await _cancel_plan_or_series(ctx, number, cancel_whole_series=True)


async def _cancel_plan_or_series(ctx: Context, plan_number: int, *, cancel_whole_series: bool) -> None:
    done = await execute_planned_game_command(
        ctx, lambda me, _: CancelPlannedGame(series=cancel_whole_series, by=me), plan_number
    )
    key = "poll-done-cancel" if done.plan.asked else "plan-done-cancel"
    if done.plan.every is not None:
        key = "plan-done-ending" if cancel_whole_series else "plan-done-skipping"
    await answer_by_editing_message(ctx, content=f"✅ {ctx.translations(key, kind=done.plan.kind)}", view=None)
    ctx.services.plans.check_due_tasks_soon()


# A plan can also be called off in a channel that was closed to the bot after it was made.
_PLAN_ACCESS = build_access_rule_for_plan_button(CancelPlannedGame, works_in_all_channels=True)

ROUTES = (
    CustomIdRoute(f"{PLAN_PATTERN}:cancel", ask_to_cancel_planned_pod_or_series, _PLAN_ACCESS),
    CustomIdRoute(f"{PLAN_PATTERN}:cancelling", cancel_one_planned_pod, _PLAN_ACCESS),
    CustomIdRoute(f"{PLAN_PATTERN}:skipping", cancel_one_planned_pod, _PLAN_ACCESS),
    CustomIdRoute(f"{PLAN_PATTERN}:ending", cancel_weekly_pod_series, _PLAN_ACCESS),
)
