"""The last button of a plan's message, and moving a plan to another moment."""

from datetime import datetime

import discord
from discord import ui

from bot import rights
from bot.front.interaction.answering import edit, say, show_modal
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.drafts import Draft
from bot.front.interaction.routes import Access, Route, on_plan
from bot.front.pods.moments import FUTURE, settle_moment
from bot.front.pods.planning import PLAN_PATTERN, do_in_plan, find_plan, may_manage
from bot.front.pods.polls import show_answers
from bot.front.rendering import controls, plan_board
from bot.front.rendering.modals import make_input, make_modal
from bot.front.rendering.plan_board import format_when
from bot.planning.moving import MovePlan
from bot.planning.plan import Plan
from bot.rulebooks import decide
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER
from bot.storage.engine.moments import to_milliseconds
from bot.when import MAX_TYPED_LENGTH

WHEN_FIELD = "when"


class MoveDraft(Draft, frozen=True):
    """The moment to which the user wants to move plan `number`, as it was read."""

    number: int
    at: int

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal for an expired draft."""
        return Refusal("moment-gone")


async def show_more(ctx: Context, number: int) -> None:
    """Show whether the user is signed up, and the buttons of the planner and of moderators.

    Moderators can strike out the title.
    """
    plan = await find_plan(ctx, number)
    if plan.state == "asking":
        await show_answers(ctx, number, plan)
        return
    asker = await find_asker(ctx)
    items: list[ui.Item[ui.View]] = []
    if plan.is_open and may_manage(plan, asker):
        if plan.night is not None and plan.has_begun:
            items += plan_board.make_leading_items(number, plan.night, ctx.text)
        else:
            prefix, actions = f"plan:{number}", plan_board.PLANNER_ACTIONS
            items += [plan_board.make_button(prefix, each, ctx.text) for each in actions]
    if plan.night is not None:
        everybody = plan_board.make_button(f"plan:{number}", "all", ctx.text)
        everybody.custom_id = f"plan:{number}:all:0"
        items.append(everybody)
        items.append(plan_board.make_button(f"plan:{number}", "fair", ctx.text))
    if ctx.moderates and plan.setup.title:
        items.append(controls.make_strike_button(ctx.place.channel, number, ctx.text))
    said = _render_place(ctx, plan, asker.player)
    await say(ctx, said, view=controls.make_unstored_view(items))


def _render_place(ctx: Context, plan: Plan, me: Player) -> str:
    if plan.night is not None and (pod := plan.night.find_seat(me)) is not None:
        return ctx.text("night-your-pod", channel=f"<#{pod.channel}>")
    if me in plan.waiting:
        return ctx.text("plan-done-waits", place=plan.waiting.index(me) + 1)
    return ctx.text("plan-done-join" if me in plan.players else "plan-more-out")


async def _check_may_move(ctx: Context, number: int) -> None:
    """Raise `Refusal` unless the user may move plan `number`."""
    plan = await find_plan(ctx, number)
    rights.check(plan, MovePlan(0, 0), await find_asker(ctx), None)


async def ask_for_moment(ctx: Context, number: int) -> None:
    """Open the modal for the new moment of a plan."""
    await _check_may_move(ctx, number)
    text = ctx.text
    field = make_input(WHEN_FIELD, MAX_TYPED_LENGTH)
    modal = make_modal(
        f"plan:{number}:retimed",
        text("plan-button-retime"),
        [(text("plan-form-when"), text("option-when-about"), field)],
    )
    await show_modal(ctx, modal)


async def show_move(ctx: Context, number: int) -> None:
    """Show the moment in the modal as it was read; the user moves the plan by a button."""
    await _check_may_move(ctx, number)

    async def show(asked: Context, moment: datetime) -> None:
        plan = await find_plan(asked, number)
        at = to_milliseconds(moment)
        decide(plan, MovePlan(at, _find_now()))
        draft = MoveDraft(asked.place, asked.interaction.user.id, number, at)
        token = asked.services.drafts.begin(draft)
        button = plan_board.make_button(f"plan:{token}", "move", asked.text)
        when = format_when(at)
        relative = format_when(at, "R")
        said = [asked.text("plan-move-read", kind=plan.kind, when=when, relative=relative)]
        if plan.every is not None:
            said.append(f"-# {asked.text('plan-move-series', kind=plan.kind)}")
        await say(asked, "\n".join(said), view=controls.make_unstored_view([button]))

    await settle_moment(ctx, ctx.fields.get(WHEN_FIELD, ""), FUTURE, show)


async def move(ctx: Context, token: str, draft: MoveDraft) -> None:
    """Move the plan to the moment that was shown."""
    with ctx.services.drafts.spend(token, draft):
        now = _find_now()
        done = await do_in_plan(ctx, lambda me, _: MovePlan(draft.at, now, me), draft.number)
    ctx.services.plans.wake()  # its scheduled event on Discord has to follow
    said = ctx.text("plan-done-move", kind=done.plan.kind, when=format_when(draft.at))
    await edit(ctx, content=f"✅ {said}", view=None)


def _find_now() -> int:
    return to_milliseconds(discord.utils.utcnow())


_MOVE_ACCESS = on_plan(MovePlan)

ROUTES = (
    Route(f"{PLAN_PATTERN}:more", show_more, on_plan(everywhere=True)),
    Route(f"{PLAN_PATTERN}:retime", ask_for_moment, _MOVE_ACCESS),
    Route(f"{PLAN_PATTERN}:retimed", show_move, on_plan(MovePlan, pace="costly")),
    Route(
        "plan:{token}:move", move, Access((FORM_OWNER,), "costly", "form-other"), draft=MoveDraft
    ),
)
