"""Ask when people can come; turn one of the moments into a night."""

from collections.abc import Iterator

import discord
from discord import ui
from discord.app_commands import Choice
from msgspec.structs import replace

from bot import rights
from bot.front.interaction.answering import (
    confirm,
    edit,
    find_missing_here,
    render_refusal,
    say,
    show_modal,
)
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.declaring import command, complete, offer, options
from bot.front.interaction.drafts import Draft
from bot.front.interaction.inputs import parse_number
from bot.front.interaction.picking import Picked
from bot.front.interaction.routes import Access, Route, on_plan, on_server
from bot.front.pods.abandoned import check_limit, retry_without_lost
from bot.front.pods.agreement import MAX_TITLE_LENGTH, Agreement, make_setup, offer_variants
from bot.front.pods.moments import read_future
from bot.front.pods.night_opening import NightDraft
from bot.front.pods.night_terms import propose_terms
from bot.front.pods.planning import (
    PLAN_PATTERN,
    do_in_plan,
    find_limit,
    find_plan,
    may_manage,
    show_draft,
)
from bot.front.pods.setup_draft import TITLE_FIELD, read_title
from bot.front.rendering import controls, plan_board, poll_board
from bot.front.rendering.modals import make_input, make_modal
from bot.front.rendering.names import name_players
from bot.front.rendering.plan_board import format_when
from bot.planning.making import MAX_ASKED, MIN_ASKED, MakePlan
from bot.planning.plan import Plan
from bot.planning.polls import ChooseMoment, PickMoment
from bot.rulebooks import decide
from bot.rules.facts import Player
from bot.rules.records import Setup
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER
from bot.rules.tables import TABLES
from bot.service.live_game import LiveGame
from bot.service.requests import Done
from bot.storage.engine.moments import to_milliseconds
from bot.when import MAX_TYPED_LENGTH

MOMENTS_FIELD = "moments"

USUAL_ROUNDS = 3
USUAL_MINUTES = 60
"""The rounds of a night that a poll becomes, unless its planner changes them."""

_MAX_TYPED_LENGTH = MAX_ASKED * (MAX_TYPED_LENGTH + 1)


class PollDraft(Draft, frozen=True):
    """A poll as its maker types it; `asked` are its moments, once they were read from `typed`.

    `delivery` is the id of the `/night ask`. A `quiet` poll mentions no role.
    """

    setup: Setup
    delivery: int
    quiet: bool
    typed: str = ""
    asked: tuple[int, ...] = ()

    @staticmethod
    def refuse_gone() -> Refusal:
        """Return the refusal for an expired draft."""
        return Refusal("poll-gone")


# Making one


@command("ask", on_server(MakePlan))
@options(variant="variant", table="table", mention="mention")
@complete(variant=offer_variants)
@offer(table=("table", list(TABLES)))
async def ask_when(
    ctx: Context,
    variant: Picked | None = None,
    table: Choice[str] | None = None,
    mention: bool = True,
) -> None:
    """Open the modal in which the user writes the moments of a poll."""
    setup = await make_setup(ctx, Agreement(variant=variant, table=table))
    interaction = ctx.interaction
    draft = PollDraft(ctx.place, interaction.user.id, setup, interaction.id, quiet=not mention)
    await _show_form(ctx, ctx.services.drafts.begin(draft), draft)


async def change_poll(ctx: Context, token: str, draft: PollDraft) -> None:
    """Open the modal with what the user has written so far."""
    await _show_form(ctx, token, draft)


async def _show_form(ctx: Context, token: str, draft: PollDraft) -> None:
    text = ctx.text
    moments = make_input(MOMENTS_FIELD, _MAX_TYPED_LENGTH, draft.typed)
    moments.style = discord.TextStyle.paragraph
    title = make_input(TITLE_FIELD, MAX_TITLE_LENGTH, draft.setup.title or "", required=False)
    modal = make_modal(
        f"poll:{token}:typed",
        text("poll-title"),
        [
            (text("poll-form-moments"), text("poll-form-moments-about"), moments),
            (text("change-form-title"), text("change-form-title-about"), title),
        ],
    )
    await show_modal(ctx, modal)


async def read_poll(ctx: Context, token: str, draft: PollDraft) -> None:
    """Show the user the moments as they were read, or what is wrong; either can be changed."""
    if missing := find_missing_here(ctx):
        raise Refusal("permissions", missing=missing)
    typed = ctx.fields.get(MOMENTS_FIELD, "")
    draft = replace(draft, typed=typed[:_MAX_TYPED_LENGTH], asked=())
    ctx.services.drafts.keep(token, draft)
    try:
        draft = replace(draft, setup=replace(draft.setup, title=read_title(ctx)))
        asked = tuple(sorted({to_milliseconds(read_future(ctx, each)) for each in _split(typed)}))
        draft = replace(draft, asked=asked)
        now = to_milliseconds(discord.utils.utcnow())
        if len(asked) < MIN_ASKED:
            raise Refusal("poll-count")
        await check_limit(ctx, find_limit(ctx))
        decide(None, _make_command(draft, await ctx.find_player(), now))
    except Refusal as refusal:
        button = poll_board.make_button(f"poll:{token}", "change", ctx.text)
        view = controls.make_unstored_view([button])
        await say(ctx, f"⚠️ {await render_refusal(ctx, refusal)}", view=view)
        return
    ctx.services.drafts.keep(token, draft)
    actions = ("make", "change")
    buttons = [poll_board.make_button(f"poll:{token}", each, ctx.text) for each in actions]
    said = "\n".join(_render_draft(draft, ctx))
    await say(ctx, said, view=controls.make_unstored_view(buttons))


def _split(typed: str) -> list[str]:
    """Return the lines that name a moment, each no longer than one may be."""
    lines = (line.strip() for line in typed.replace(";", "\n").splitlines())
    return [line[:MAX_TYPED_LENGTH] for line in lines if line]


def _make_command(draft: PollDraft, me: Player, now: int) -> MakePlan:
    return MakePlan(draft.setup, me, draft.asked[-1], now, quiet=draft.quiet, asked=draft.asked)


def _render_draft(draft: PollDraft, ctx: Context) -> Iterator[str]:
    text = ctx.text
    yield text("poll-read")
    for number, moment in enumerate(draft.asked, start=1):
        yield f"**{number}.** {format_when(moment)} ({format_when(moment, 'R')})"
    yield f"-# {plan_board.render_agreed(draft.setup, text)}"
    if ctx.settings.players_role is not None and not draft.quiet:
        yield f"-# {text('plan-mentions', role=f'<@&{ctx.settings.players_role}>')}"
    if ctx.settings.timezone is None:
        yield f"-# {text('plan-utc')}"


async def announce(ctx: Context, token: str, draft: PollDraft) -> None:
    """Begin the poll that was shown, once, however often the button is pressed."""
    del token
    if not draft.asked:
        raise Refusal("unknown-button")
    now = to_milliseconds(discord.utils.utcnow())
    limit = find_limit(ctx)

    async def make_poll() -> Done:
        def ask(me: Player, _: LiveGame) -> MakePlan:
            return _make_command(draft, me, now)

        return await do_in_plan(ctx, ask, 0, draft.delivery, (limit,))

    await retry_without_lost(ctx, limit, make_poll)
    await edit(ctx, content=f"✅ {ctx.text('poll-made')}", view=None)


# Answering


async def pick(ctx: Context, number: int, moment: int) -> None:
    """Say that the user can come at a moment of a poll, or take that back."""
    now = to_milliseconds(discord.utils.utcnow())

    def ask(me: Player, live: LiveGame) -> PickMoment:
        asked = () if live.plan is None else live.plan.asked
        return PickMoment(me, asked[moment] if moment < len(asked) else 0, now)

    done = await do_in_plan(ctx, ask, number)
    await confirm(ctx, f"✅ {_render_picks(ctx, done.plan, await ctx.find_player())}")


def _render_picks(ctx: Context, plan: Plan, me: Player) -> str:
    """Return at which moments the user can come."""
    moments = plan.picks.get(me)
    if not moments:
        return ctx.text("poll-picked-none")
    return ctx.text("poll-picked", moments=poll_board.join_moments([*moments]))


async def show_answers(ctx: Context, number: int, plan: Plan) -> None:
    """Show who can come at which moment, and the menu and the buttons of the planner."""
    asker = await find_asker(ctx)
    named = await name_players(ctx.people, ctx.text, [plan.host, *plan.players])
    lines = [*poll_board.render_answers(plan, named), _render_picks(ctx, plan, asker.player)]
    items: list[ui.Item[ui.View]] = []
    if may_manage(plan, asker):
        items.append(poll_board.make_menu(number, plan, ctx.text, ctx.settings.zone))
        items.append(poll_board.make_button(f"plan:{number}", "cancel", ctx.text))
    if ctx.moderates and plan.setup.title:
        items.append(controls.make_strike_button(ctx.place.channel, number, ctx.text))
    await say(ctx, "\n".join(lines), view=controls.make_unstored_view(items))


# Choosing


async def choose(ctx: Context, number: int, picked: int) -> None:
    """Show the planner the night that a moment would become; they announce it by a button."""
    plan = await find_plan(ctx, number)
    interaction = ctx.interaction
    draft = NightDraft(
        ctx.place,
        interaction.user.id,
        plan.setup,
        at=plan.asked[picked] if picked < len(plan.asked) else 0,
        delivery=interaction.id,
        quiet=True,
        poll=number,
        night=propose_terms(plan.setup, USUAL_ROUNDS, USUAL_MINUTES),
    )
    command = ChooseMoment(draft.make_command(plan.host))
    rights.check(plan, command, await find_asker(ctx), None)
    decide(plan, command)
    await show_draft(ctx, draft)


_OWN = Access((FORM_OWNER,), "costly", "form-other")

ROUTES = (
    Route("poll:{token}:typed", read_poll, _OWN, draft=PollDraft),
    Route("poll:{token}:change", change_poll, replace(_OWN, pace="playing"), draft=PollDraft),
    Route("poll:{token}:make", announce, _OWN, draft=PollDraft),
    Route(f"{PLAN_PATTERN}:pick:{{moment:int}}", pick, on_plan(PickMoment)),
    Route(f"{PLAN_PATTERN}:choose", choose, on_plan(ChooseMoment), picked=parse_number),
)
