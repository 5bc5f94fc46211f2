"""Buttons that call off a planned game, or its whole series.

The planner and moderators may press them.
"""

from bot import rights
from bot.front.background.servers import is_used_in
from bot.front.interaction.answering import edit, say
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.routes import Route, on_plan
from bot.front.pods.planning import PLAN_PATTERN, do_in_plan, find_plan
from bot.front.rendering import controls, plan_board, poll_board
from bot.front.rendering.plan_board import format_when
from bot.planning.cancelling import CancelPlan


async def ask_to_cancel(ctx: Context, number: int) -> None:
    """Ask for confirmation before a plan is called off, and whether its series is, too."""
    plan = await find_plan(ctx, number)
    rights.check(plan, CancelPlan(), await find_asker(ctx), None)
    prefix = f"plan:{number}"
    if plan.asked:
        button = poll_board.make_button(prefix, "cancelling", ctx.text)
        said = ctx.text("poll-cancel", people=len(plan.players))
        await say(ctx, said, view=controls.make_unstored_view([button]))
        return
    when = format_when(plan.at)
    said = ctx.text("plan-cancel", kind=plan.kind, when=when, count=len(plan.players))
    actions = ["cancelling"]
    goes_on = is_used_in(ctx.settings, ctx.place.channel, ctx.at.channel)
    if plan.every is not None and goes_on:
        said = f"{said}\n{ctx.text('plan-cancel-series', kind=plan.kind)}"
        actions = ["skipping", "ending"]
    elif plan.every is not None:  # nothing would follow in a closed channel
        actions = ["ending"]
    buttons = [plan_board.make_button(prefix, action, ctx.text) for action in actions]
    await say(ctx, said, view=controls.make_unstored_view(buttons))


async def cancel(ctx: Context, number: int) -> None:
    """Call off a plan; the next plan of its series is still made."""
    await _cancel_plan(ctx, number, series=False)


async def end_series(ctx: Context, number: int) -> None:
    """Call off a plan and the rest of its series."""
    await _cancel_plan(ctx, number, series=True)


async def _cancel_plan(ctx: Context, number: int, *, series: bool) -> None:
    done = await do_in_plan(ctx, lambda me, _: CancelPlan(series=series, by=me), number)
    key = "poll-done-cancel" if done.plan.asked else "plan-done-cancel"
    if done.plan.every is not None:
        key = "plan-done-ending" if series else "plan-done-skipping"
    await edit(ctx, content=f"✅ {ctx.text(key, kind=done.plan.kind)}", view=None)
    ctx.services.plans.wake()


# A plan can also be called off in a channel that was closed to the bot after it was made.
_PLAN_ACCESS = on_plan(CancelPlan, everywhere=True)

ROUTES = (
    Route(f"{PLAN_PATTERN}:cancel", ask_to_cancel, _PLAN_ACCESS),
    Route(f"{PLAN_PATTERN}:cancelling", cancel, _PLAN_ACCESS),
    Route(f"{PLAN_PATTERN}:skipping", cancel, _PLAN_ACCESS),
    Route(f"{PLAN_PATTERN}:ending", end_series, _PLAN_ACCESS),
)
