"""Planning a pod: when, who comes, who waits, who is there."""

from collections.abc import Callable

import discord
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot import rights
from bot.front.interaction.answering import confirm, edit, find_missing_here, say
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.drafts import Draft
from bot.front.interaction.pods import make_request
from bot.front.interaction.routes import Access, Route, on_plan, on_server
from bot.front.pods.agreement import Agreement, make_setup, take_agreement
from bot.front.rendering import controls, plan_board
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.plan_board import format_when
from bot.planning.commands import (
    CancelPlan,
    CheckIn,
    MakePlan,
    PlanCommand,
    SetReminder,
    SignOff,
    SignUp,
)
from bot.planning.plan import Plan
from bot.projections.plans import find_planners
from bot.rights import OF_THE_FORM
from bot.rulebooks import decide
from bot.rules.events import Setup
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame
from bot.service.requests import Done
from bot.storage.engine.moments import to_milliseconds
from bot.when import LONGEST, read_moment

_HOURS = ("19:00", "20:00", "21:00")


class PlanDraft(Draft, frozen=True):
    """A plan that is shown to who makes it; `delivery` is the interaction that asked for it."""

    setup: Setup
    at: int
    delivery: int

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal of a draft that is no more."""
        return Refusal("plan-gone")


# Making one


async def offer_moments(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the moment that was typed, or what it may become, by the clocks of the server."""
    zone, now = ctx.settings.zone, discord.utils.utcnow()
    found: dict[int, str] = {}
    for each in (typed, *(f"{typed} {hour}" for hour in _HOURS)):
        try:
            moment = read_moment(each, now, zone)
        except Refusal:
            continue
        if moment > now:
            local = ctx.text.format_moment(moment.astimezone(zone))
            label = ctx.text("plan-moment", moment=local, zone=str(zone))
            found.setdefault(int(moment.timestamp()), clean_label(label, 100))
    return [Choice(name=label, value=f"<t:{stamp}>") for stamp, label in found.items()]


@command("plan", on_server(MakePlan, pace="costly"))
@options(when="when")
@complete(when=offer_moments)
@take_agreement
async def plan_pod(ctx: Context, when: Range[str, 1, LONGEST], *, agreement: Agreement) -> None:
    """Show who plans a pod the moment that was read; it counts once they say so."""
    now = discord.utils.utcnow()
    at = to_milliseconds(read_moment(when, now, ctx.settings.zone))
    setup = await make_setup(ctx, agreement)
    (await _check_room(ctx))(await ctx.find_player())
    decide(None, MakePlan(setup, await ctx.find_player(), at, to_milliseconds(now)))
    if missing := find_missing_here(ctx):
        raise Refusal("permissions", missing=missing)
    draft = PlanDraft(ctx.place, ctx.interaction.user.id, setup, at, ctx.interaction.id)
    token = ctx.services.drafts.begin(draft)
    lines = [
        ctx.text("plan-read", when=format_when(at), relative=format_when(at, "R")),
        f"-# {plan_board.render_agreed(setup, ctx.text)}",
    ]
    if ctx.settings.timezone is None:
        lines.append(f"-# {ctx.text('plan-utc')}")
    button = plan_board.make_button(f"plan:{token}", "make", ctx.text)
    await say(ctx, "\n".join(lines), view=controls.make_unstored_view([button]))


async def make(ctx: Context, token: str) -> None:
    """Announce what was shown, once, however often it is pressed."""
    draft = ctx.services.drafts.find(PlanDraft, token, ctx.place, ctx.interaction.user.id)
    check, now = await _check_room(ctx), to_milliseconds(discord.utils.utcnow())

    def ask(me: Player, _: LiveGame) -> MakePlan:
        check(me)
        return MakePlan(draft.setup, me, draft.at, now)

    await _do(ctx, ask, 0, draft.delivery)
    said = ctx.text("plan-made", when=format_when(draft.at))
    await edit(ctx, content=f"✅ {said}", view=None)


async def _check_room(ctx: Context) -> Callable[[Player], None]:
    """Return what raises `Refusal` for a player who may make no further plan here now."""
    limits = ctx.services.throttle.limits
    planners = await find_planners(ctx.services.database, ctx.place.guild)

    def check(me: Player) -> None:
        mine = tuple(f"<#{channel}>" for channel, by in planners if by == me)
        if len(mine) >= limits.opened:
            raise Refusal("plan-many", channels=mine)
        if len(planners) >= limits.open:
            raise Refusal("plan-most", most=len(planners))

    return check


# Who comes


async def sign_up(ctx: Context, number: int) -> None:
    """Take a seat, or a place on the waiting list."""
    now = to_milliseconds(discord.utils.utcnow())
    done = await _do(ctx, lambda me, _: SignUp(me, now), number)
    me, plan = await ctx.find_player(), done.plan
    place = plan.waiting.index(me) + 1 if me in plan.waiting else 0
    said = ctx.text("plan-done-waits", place=place) if place else ctx.text("plan-done-join")
    await confirm(ctx, f"✅ {said}")


async def sign_off(ctx: Context, number: int) -> None:
    """Give a seat back; who waits longest has it then."""
    await _do(ctx, lambda me, _: SignOff(me), number)
    await confirm(ctx, f"✅ {ctx.text('plan-done-leave')}")


async def check_in(ctx: Context, number: int) -> None:
    """Say that one is there."""
    now = to_milliseconds(discord.utils.utcnow())
    await _do(ctx, lambda me, _: CheckIn(me, now), number)
    await confirm(ctx, f"✅ {ctx.text('plan-done-come')}")


async def set_reminder(ctx: Context, number: int) -> None:
    """Ask for a direct message, or for none any more."""
    done = await _do(ctx, lambda me, _: SetReminder(me), number)
    wanted = await ctx.find_player() in done.plan.wakes
    await confirm(ctx, f"✅ {ctx.text('plan-done-remind' if wanted else 'plan-done-unremind')}")


# Calling it off


async def ask_to_cancel(ctx: Context, number: int) -> None:
    """Ask again before a plan is called off."""
    plan = await _find_plan(ctx, number)
    rights.check(plan, CancelPlan(), await find_asker(ctx), None)
    button = plan_board.make_button(f"plan:{number}", "cancelling", ctx.text)
    said = ctx.text("plan-cancel", when=format_when(plan.at), count=len(plan.players))
    await say(ctx, said, view=controls.make_unstored_view([button]))


async def cancel(ctx: Context, number: int) -> None:
    """Call a plan off."""
    await _do(ctx, lambda *_: CancelPlan(), number)
    await edit(ctx, content=f"✅ {ctx.text('plan-done-cancel')}", view=None)


async def _find_plan(ctx: Context, number: int) -> Plan:
    plan = (await ctx.services.service.find(ctx.place, number)).plan
    if plan is None:
        raise Refusal("no-plan")
    return plan


async def _do(
    ctx: Context,
    ask: Callable[[Player, LiveGame], PlanCommand],
    number: int,
    delivery: int | None = None,
) -> Done:
    """Carry out a command for a plan of the channel, whatever is played there. Raises `Refusal`.

    `delivery` names it where that is not the interaction that asks.
    """
    request = make_request(ctx, ask, number, earlier=True)
    if delivery is not None:
        request = replace(request, interaction=delivery)
    try:
        return await ctx.services.service.do(request)
    except Refusal as refusal:
        raise Refusal("no-plan") if refusal.code == "old-pod" else refusal from None


_PLAN = "plan:{number:int}"
ROUTES = (
    Route("plan:{token}:make", make, Access((OF_THE_FORM,), "costly", "form-other")),
    Route(f"{_PLAN}:join", sign_up, on_plan(SignUp)),
    Route(f"{_PLAN}:leave", sign_off, on_plan(SignOff)),
    Route(f"{_PLAN}:come", check_in, on_plan(CheckIn)),
    Route(f"{_PLAN}:remind", set_reminder, on_plan(SetReminder)),
    Route(f"{_PLAN}:cancel", ask_to_cancel, on_plan(CancelPlan)),
    Route(f"{_PLAN}:cancelling", cancel, on_plan(CancelPlan)),
)
