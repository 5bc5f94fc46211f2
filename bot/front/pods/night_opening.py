"""`/night open`: announce an evening of many pods, whose sign-ups and check-in are a plan's."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, ClassVar, get_args

from discord import ui
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.front.interaction.answering import edit, find_missing_here, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, offer, options, read_choice
from bot.front.interaction.picking import Picked
from bot.front.interaction.routes import Route, on_server
from bot.front.pods import night_terms
from bot.front.pods.abandoned import check_limit
from bot.front.pods.agreement import Agreement, make_setup, offer_variants
from bot.front.pods.moments import FUTURE, offer_future, settle_moment
from bot.front.pods.planning import (
    PlanDraft,
    WeeksApart,
    find_limit,
    read_every,
    render_draft,
    show_draft,
)
from bot.front.pods.setup_draft import ACCESS, make_view, read_title
from bot.front.rendering import night_board, plan_board
from bot.nights.terms import NightTerms
from bot.pairing import Mode
from bot.planning.making import MakePlan
from bot.planning.plan import PlanKind
from bot.rules.brackets import BRACKETS
from bot.rules.facts import Player
from bot.rules.records import Base
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.storage.engine.moments import to_milliseconds
from bot.when import MAX_TYPED_LENGTH


class NightDraft(PlanDraft, frozen=True, kw_only=True):
    """A night as shown to its organiser before it is announced."""

    night: NightTerms

    has_form: ClassVar[bool] = False
    kind: ClassVar[PlanKind] = "night"

    def make_command(self, host: Player) -> MakePlan:
        """Return the command that makes the night."""
        return replace(super().make_command(host), night=self.night)

    def check_ready(self, ctx: Context) -> None:
        """Raise `Refusal` if the pods of the night could be opened nowhere."""
        night_terms.check_room(ctx, self.night)

    def render_terms(self, ctx: Context) -> Iterator[str]:
        """Yield the title of the night, its rounds, and where its pods are opened."""
        yield from night_board.render_terms(self.setup, self.night, ctx.text)
        if night_terms.needs_channels(ctx):
            yield f"⚠️ {ctx.text('night-needs-channels')}"

    async def make_preview(self, ctx: Context, token: str) -> dict[str, Any]:
        """Return the night as it was read, with buttons that announce and change it."""
        items: list[ui.Item[ui.View]] = []
        if night_terms.needs_channels(ctx):
            menu = night_terms.make_channel_menu(f"plan:{token}:rooms", self.night, ctx.text)
            items.append(menu)
        items.append(plan_board.make_button(f"plan:{token}", "make", ctx.text))
        if self.changing:
            items.append(plan_board.make_button(f"plan:{token}", "terms", ctx.text))
        said = "\n".join(render_draft(self, ctx))
        return {"content": said, "view": make_view(ctx, token, self, items)}


@command("night-open", on_server(MakePlan, pace="costly"))
@options(
    when="when",
    rounds="rounds",
    minutes="minutes",
    mode="mode",
    variant="variant",
    table="table",
    base="base",
    bracket="bracket",
    every="every",
)
@complete(when=offer_future, variant=offer_variants)
@offer(
    mode=("mode", get_args(Mode)),
    table=("table", list(TABLES)),
    base=("base", get_args(Base)),
    bracket=("bracket", [str(each) for each in BRACKETS]),
    every=("every", get_args(WeeksApart)),
)
async def open_night(
    ctx: Context,
    when: Range[str, 1, MAX_TYPED_LENGTH],
    rounds: Range[int, 1, 99],
    minutes: Range[int, 1, 999],
    mode: Choice[str] | None = None,
    variant: Picked | None = None,
    table: Choice[str] | None = None,
    base: Choice[str] | None = None,
    bracket: Choice[str] | None = None,
    every: Choice[str] | None = None,
) -> None:
    """Show the user the night as it was read; they announce it by a button."""
    agreed = Agreement(variant=variant, table=table, base=base, bracket=bracket)
    meets: Mode = read_choice(Mode, mode, "fresh")
    terms = (rounds, minutes, meets)

    async def show(asked: Context, at: datetime) -> None:
        await _show_night(asked, at, agreed, terms, every)

    await settle_moment(ctx, when, FUTURE, show)


async def _show_night(
    ctx: Context,
    begin: datetime,
    agreed: Agreement,
    terms: tuple[int, int, Mode],
    every: Choice[str] | None,
) -> None:
    at = to_milliseconds(begin)
    setup = await make_setup(ctx, agreed)
    await check_limit(ctx, find_limit(ctx))
    draft = NightDraft(
        ctx.place,
        ctx.interaction.user.id,
        setup,
        at=at,
        delivery=ctx.interaction.id,
        every=read_every(every, at, ctx),
        night=night_terms.propose_terms(setup, *terms),
    )
    await draft.check(ctx)
    if missing := find_missing_here(ctx):
        raise Refusal("permissions", missing=missing)
    await show_draft(ctx, draft)


async def ask_for_terms(ctx: Context, token: str, draft: NightDraft) -> None:
    """Open the form for the title, the pod sizes and the rounds of a night."""
    form = night_terms.make_form(f"plan:{token}:termed", draft.setup, draft.night, ctx.text)
    await show_modal(ctx, form)


async def take_terms(ctx: Context, token: str, draft: NightDraft) -> None:
    """Show the night as the form changes it. Raises `Refusal`."""
    setup = replace(draft.setup, title=read_title(ctx))
    night = night_terms.read_form(ctx, setup, draft.night)
    await _keep(ctx, token, replace(draft, setup=setup, night=night))


async def pick_channels(ctx: Context, token: str, draft: NightDraft) -> None:
    """Show the night with the channels in which its pods are to be opened. Raises `Refusal`."""
    night = night_terms.read_channels(ctx, draft.night)
    await _keep(ctx, token, replace(draft, night=night))


async def _keep(ctx: Context, token: str, draft: NightDraft) -> None:
    await draft.check(ctx)
    ctx.services.drafts.keep(token, draft)
    await edit(ctx, **await draft.make_preview(ctx, token))


ROUTES = (
    Route("plan:{token}:terms", ask_for_terms, ACCESS, draft=NightDraft),
    Route("plan:{token}:termed", take_terms, ACCESS, draft=NightDraft),
    Route("plan:{token}:rooms", pick_channels, ACCESS, draft=NightDraft),
)
