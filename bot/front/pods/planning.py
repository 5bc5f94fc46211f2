"""Plan a pod for a date, and sign up for it."""

from collections.abc import Callable, Collection, Iterator
from datetime import datetime
from typing import Any, ClassVar, Literal, Self, get_args

import discord
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot import rights
from bot.front.background.plans import Obstacle, find_obstacle
from bot.front.interaction.answering import confirm, edit, find_missing_here, say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import (
    command,
    complete,
    offer,
    options,
    read_choice,
)
from bot.front.interaction.pods import make_request
from bot.front.interaction.routes import Access, Route, on_plan, on_server
from bot.front.pods.abandoned import check_limit, retry_without_lost
from bot.front.pods.agreement import Agreement, add_agreement_options, make_setup
from bot.front.pods.moments import FUTURE, offer_future, settle_moment
from bot.front.pods.setup_draft import SetupDraft, make_view
from bot.front.rendering import plan_board
from bot.front.rendering.plan_board import format_when
from bot.front.rendering.pod_board import list_agreed
from bot.front.rendering.table_view import SEPARATOR
from bot.planning.cancelling import CancelPlan
from bot.planning.check_in import CheckIn
from bot.planning.making import MakePlan
from bot.planning.plan import Every, Plan, PlanCommand, PlanKind
from bot.planning.polls import ChooseMoment
from bot.planning.reminders import SetReminder
from bot.planning.signing_up import SignOff, SignUp
from bot.projections.limits import OPEN_PLANS, CountLimit
from bot.rulebooks import decide
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER, Asker
from bot.service.live_game import LiveGame
from bot.service.requests import Done, Limit
from bot.storage.engine.moments import to_milliseconds, to_moment
from bot.when import MAX_TYPED_LENGTH

WeeksApart = Literal["1", "2"]
"""Weeks between two games of a series."""


class PlanDraft(SetupDraft, frozen=True, kw_only=True):
    """A plan as shown to its maker before it is announced; `delivery` is the id of the `/pod plan`.

    If a `listing` was wanted but there is an `obstacle`, the plan is made without one. With the
    number of a `poll`, that poll becomes the plan. `kind` says what is planned.
    """

    at: int
    delivery: int
    every: Every | None = None
    listing: bool = False
    obstacle: Obstacle | None = None
    quiet: bool = False
    poll: int = 0

    kind: ClassVar[PlanKind] = "game"

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal for an expired draft."""
        return Refusal("moment-gone")

    async def make_preview(self, ctx: Context, token: str) -> dict[str, Any]:
        """Return the plan as it was read, with buttons that announce and change it."""
        button = plan_board.make_button(f"plan:{token}", "make", ctx.text)
        said = "\n".join(render_draft(self, ctx))
        return {"content": said, "view": make_view(ctx, token, self, [button])}

    def make_command(self, host: Player) -> MakePlan:
        """Return the command that makes the plan."""
        now = to_milliseconds(discord.utils.utcnow())
        return MakePlan(self.setup, host, self.at, now, self.every, self.listing, self.quiet)

    async def check(self, ctx: Context) -> None:
        """Raise `Refusal` if the game cannot be planned like this."""
        decide(None, self.make_command(await ctx.find_player()))

    def check_ready(self, ctx: Context) -> None:
        """Raise `Refusal` if something has to be chosen before the plan is announced."""

    def render_terms(self, ctx: Context) -> Iterator[str]:
        """Yield what is planned: title and seats."""
        yield plan_board.render_summary(self.setup, ctx.text)

    def list_switches(self, ctx: Context) -> dict[str, bool]:
        """Return whether each thing is on, also the event and the mention of a role."""
        listed = self.listing or self.obstacle is not None
        switches = {**super().list_switches(ctx), "event": listed}
        if ctx.settings.players_role is not None:
            switches["mention"] = not self.quiet
        return switches

    def switch(self, ctx: Context, on: Collection[str]) -> Self:
        """Return the draft with the switches in `on` switched on, and all others off."""
        wanted = "event" in on
        obstacle = find_obstacle(ctx.interaction.guild, ctx.place.channel) if wanted else None
        return replace(
            super().switch(ctx, on),
            listing=wanted and obstacle is None,
            obstacle=obstacle,
            quiet="mention" not in on if "mention" in self.list_switches(ctx) else self.quiet,
        )


# Making a plan


@command("plan", on_server(MakePlan, pace="costly"))
@options(when="when", every="every")
@complete(when=offer_future)
@offer(every=("every", get_args(WeeksApart)))
@add_agreement_options
async def plan_pod(
    ctx: Context,
    when: Range[str, 1, MAX_TYPED_LENGTH],
    every: Choice[str] | None = None,
    *,
    agreement: Agreement,
) -> None:
    """Show the user the plan as it was read; they announce it by a button."""

    async def plan(asked: Context, at: datetime) -> None:
        await _show_plan(asked, at, agreement, every)

    await settle_moment(ctx, when, FUTURE, plan)


async def _show_plan(
    ctx: Context, begin: datetime, agreement: Agreement, every: Choice[str] | None
) -> None:
    at = to_milliseconds(begin)
    setup = await make_setup(ctx, agreement)
    await check_limit(ctx, find_limit(ctx))
    interaction = ctx.interaction
    draft = PlanDraft(
        ctx.place,
        interaction.user.id,
        setup,
        at=at,
        delivery=interaction.id,
        every=read_every(every, at, ctx),
    )
    await draft.check(ctx)
    if missing := find_missing_here(ctx):
        raise Refusal("permissions", missing=missing)
    await show_draft(ctx, draft)


async def show_draft(ctx: Context, draft: PlanDraft) -> None:
    """Show the user a plan as it was read; they announce it by a button."""
    token = ctx.services.drafts.begin(draft)
    await say(ctx, **await draft.make_preview(ctx, token))


def read_every(every: Choice[str] | None, at: int, ctx: Context) -> Every | None:
    """Return how the plan repeats: at the local time of the moment `at` in the server's zone."""
    if every is None:
        return None
    local = to_moment(at).astimezone(ctx.settings.zone)
    weeks = read_choice(WeeksApart, every, "1")
    return Every(int(weeks), local.weekday(), local.hour * 60 + local.minute)


def render_draft(draft: PlanDraft, ctx: Context) -> Iterator[str]:
    """Yield the lines of a plan as it was read."""
    text = ctx.text
    at = draft.at
    relative = format_when(at, "R")
    yield text("plan-read", kind=draft.kind, when=format_when(at), relative=relative)
    yield from draft.render_terms(ctx)
    yield f"-# {SEPARATOR.join(list_agreed(draft.setup, text))}"
    if draft.every is not None:
        yield f"-# {plan_board.render_every(draft.every, draft.kind, text)}"
    if draft.listing:
        yield f"-# {text('plan-listing')}"
    if ctx.settings.players_role is not None and not draft.quiet:
        yield f"-# {text('plan-mentions', role=f'<@&{ctx.settings.players_role}>')}"
    if draft.obstacle is not None:
        yield f"⚠️ {text(f'plan-listing-{draft.obstacle}', kind=draft.kind)}"
    if ctx.settings.timezone is None:
        yield f"-# {text('plan-utc')}"


async def announce(ctx: Context, token: str, draft: PlanDraft) -> None:
    """Announce the plan that was shown, once, however often the button is pressed."""
    draft.check_ready(ctx)
    made = draft.make_command("")  # made once, as a repeated delivery is the same command

    def make_command(me: Player, _: LiveGame) -> MakePlan | ChooseMoment:
        own = replace(made, host=me)
        return ChooseMoment(own, me) if draft.poll else own

    limit = find_limit(ctx)

    async def make_plan() -> Done:
        limits = () if draft.poll else (limit,)
        return await do_in_plan(ctx, make_command, draft.poll, draft.delivery, limits)

    await retry_without_lost(ctx, limit, make_plan)
    ctx.services.plans.wake()  # its scheduled event on Discord is due now
    said = ctx.text("plan-made", kind=draft.kind, when=format_when(draft.at))
    await edit(ctx, content=f"✅ {said}", view=None)


def find_limit(ctx: Context) -> CountLimit:
    """Return the limit of plans that are still ahead."""
    limits = ctx.services.throttle.limits
    return CountLimit(OPEN_PLANS, limits.opened, limits.open)


# Signing up


async def sign_up(ctx: Context, number: int) -> None:
    """Take a seat, or a place on the waiting list."""
    now = to_milliseconds(discord.utils.utcnow())
    done = await do_in_plan(ctx, lambda me, _: SignUp(me, now), number)
    me = await ctx.find_player()
    plan = done.plan
    place = plan.waiting.index(me) + 1 if me in plan.waiting else 0
    joined = ctx.text("night-done-join" if plan.has_begun else "plan-done-join")
    said = ctx.text("plan-done-waits", place=place) if place else joined
    await confirm(ctx, f"✅ {said}")


async def sign_off(ctx: Context, number: int) -> None:
    """Give up a seat; the first on the waiting list gets it."""
    done = await do_in_plan(ctx, lambda me, _: SignOff(me), number)
    key = "night-done-leave" if done.plan.has_begun else "plan-done-leave"
    await confirm(ctx, f"✅ {ctx.text(key)}")


async def check_in(ctx: Context, number: int) -> None:
    """Check in: confirm that the user is there."""
    now = to_milliseconds(discord.utils.utcnow())
    await do_in_plan(ctx, lambda me, _: CheckIn(me, now), number)
    await confirm(ctx, f"✅ {ctx.text('plan-done-come')}")


async def set_reminder(ctx: Context, number: int) -> None:
    """Ask for a reminder by direct message, or cancel it."""
    done = await do_in_plan(ctx, lambda me, _: SetReminder(me), number)
    wanted = await ctx.find_player() in done.plan.wakes
    await confirm(ctx, f"✅ {ctx.text('plan-done-remind' if wanted else 'plan-done-unremind')}")


# For other features that work with plans


async def find_plan(ctx: Context, number: int) -> Plan:
    """Return the channel's plan of this number. Raises `Refusal`."""
    plan = (await ctx.services.service.find(ctx.place, number)).plan
    if plan is None:
        raise Refusal("no-plan")
    return plan


def may_manage(plan: Plan, asker: Asker) -> bool:
    """Return whether a person may move or cancel a plan."""
    try:
        rights.check(plan, CancelPlan(), asker, None)
    except Refusal:
        return False
    return True


async def do_in_plan(
    ctx: Context,
    ask: Callable[[Player, LiveGame], PlanCommand],
    number: int,
    delivery: int | None = None,
    limits: tuple[Limit, ...] = (),
) -> Done:
    """Carry out a command for a plan of the channel, whichever game is played there.

    `delivery` identifies the command for deduplication; None means this interaction. Raises
    `Refusal`.
    """
    request = make_request(ctx, ask, number, earlier=True, limits=limits)
    if delivery is not None:
        request = replace(request, interaction=delivery)
    try:
        return await ctx.services.service.do(request)
    except Refusal as refusal:
        raise Refusal("no-plan") if refusal.code == "old-pod" else refusal from None


PLAN_PATTERN = "plan:{number:int}"
ROUTES = (
    Route(
        "plan:{token}:make",
        announce,
        Access((FORM_OWNER,), "costly", "form-other"),
        draft=PlanDraft,
    ),
    Route(f"{PLAN_PATTERN}:join", sign_up, on_plan(SignUp)),
    Route(f"{PLAN_PATTERN}:leave", sign_off, on_plan(SignOff)),
    Route(f"{PLAN_PATTERN}:come", check_in, on_plan(CheckIn)),
    Route(f"{PLAN_PATTERN}:remind", set_reminder, on_plan(SetReminder)),
)
