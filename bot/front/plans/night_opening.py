"""`/night open`: announcing an evening of many pods, with the sign-up and check-in of a plan."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, ClassVar, get_args

from discord import ui
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.front.interaction.answers import (
    edit_private_message,
    find_missing_board_permissions,
    show_modal,
)
from bot.front.interaction.command_declarations import (
    autocomplete_options,
    describe_options,
    fixed_choices,
    resolve_choice,
    slash_command,
)
from bot.front.interaction.context import Context
from bot.front.interaction.player_options import Picked
from bot.front.interaction.routes import Route, server_access
from bot.front.interaction.time_options import FUTURE, complete_future_times, resolve_time_option
from bot.front.nights import night_board, plan_buttons, terms_input
from bot.front.plans.plan_preview import (
    PodPlanDraft,
    WeeksApart,
    build_open_plans_limit,
    parse_repetition,
    render_plan_preview_lines,
    send_plan_preview,
)
from bot.front.pods.game_options import PodOptions, build_pod_setup, complete_variant_names
from bot.front.pods.idle_games import require_below_open_limit
from bot.front.pods.setup_draft import ACCESS, build_setup_view, parse_title_field
from bot.nights.pairing import Mode
from bot.nights.terms import NightTerms
from bot.planning.plan import PlanKind
from bot.planning.plan_creation import MakePlan
from bot.rules.brackets import BRACKETS
from bot.rules.facts import Player
from bot.rules.records import FormatId
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.time.moments import MAX_TYPED_LENGTH


class NightPlanDraft(PodPlanDraft, frozen=True, kw_only=True):
    """A night that its organiser previews before announcing it."""

    night: NightTerms

    has_form: ClassVar[bool] = False
    kind: ClassVar[PlanKind] = "night"

    def build_plan_command(self, host: Player) -> MakePlan:
        """Build the command that plans the night."""
        return replace(super().build_plan_command(host), night=self.night)

    def require_ready_to_announce(self, ctx: Context) -> None:
        """Raise `Refusal` if the bot can open the night's pods in no channel or thread."""
        terms_input.require_channels_or_threads(ctx, self.night)

    def render_terms_lines(self, ctx: Context) -> Iterator[str]:
        """Yield lines with the night's title, its rounds, and where its pods are opened."""
        yield from night_board.render_night_terms(self.setup, self.night, ctx.catalogue)
        if terms_input.needs_channels_for_pods(ctx):
            yield f"⚠️ {ctx.catalogue('night-needs-channels')}"

    async def build_preview_message(self, ctx: Context, token: str) -> dict[str, Any]:
        """Return the message that previews the night, with buttons that announce and change
        it.
        """
        items: list[ui.Item[ui.View]] = []
        if terms_input.needs_channels_for_pods(ctx):
            menu = terms_input.build_pod_channel_menu(
                f"plan:{token}:rooms", self.night, ctx.catalogue
            )
            items.append(menu)
        items.append(plan_buttons.build_plan_button(f"plan:{token}", "make", ctx.catalogue))
        if self.changing:
            items.append(plan_buttons.build_plan_button(f"plan:{token}", "terms", ctx.catalogue))
        said = "\n".join(render_plan_preview_lines(self, ctx))
        return {"content": said, "view": build_setup_view(ctx, token, self, items)}


@slash_command("night-open", server_access(MakePlan, rate_class="costly"))
@describe_options(
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
@autocomplete_options(when=complete_future_times, variant=complete_variant_names)
@fixed_choices(
    mode=("mode", get_args(Mode)),
    table=("table", list(TABLES)),
    base=("base", get_args(FormatId)),
    bracket=("bracket", [str(each) for each in BRACKETS]),
    every=("every", get_args(WeeksApart)),
)
async def preview_night(
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
    """Show the user a preview of a new night, which they announce by a button."""
    agreed = PodOptions(variant=variant, table=table, base=base, bracket=bracket)
    meets: Mode = resolve_choice(Mode, mode, "fresh")
    terms = (rounds, minutes, meets)

    async def show_night_at_time(confirmed_ctx: Context, start_time: datetime) -> None:
        await _show_night_preview(confirmed_ctx, start_time, agreed, terms, every)

    await resolve_time_option(ctx, when, FUTURE, show_night_at_time)


async def _show_night_preview(
    ctx: Context,
    start_time: datetime,
    pod_options: PodOptions,
    terms: tuple[int, int, Mode],
    repeat_choice: Choice[str] | None,
) -> None:
    at = datetime_to_milliseconds(start_time)
    setup = await build_pod_setup(ctx, pod_options)
    await require_below_open_limit(ctx, build_open_plans_limit(ctx))
    draft = NightPlanDraft(
        ctx.channel_address,
        ctx.interaction.user.id,
        setup,
        at=at,
        delivery=ctx.interaction.id,
        every=parse_repetition(repeat_choice, at, ctx),
        night=terms_input.propose_night_terms(setup, *terms),
    )
    await draft.require_playable(ctx)
    if missing := find_missing_board_permissions(ctx):
        raise Refusal("permissions", missing=missing)
    await send_plan_preview(ctx, draft)


async def open_night_terms_form(ctx: Context, token: str, draft: NightPlanDraft) -> None:
    """Open the modal for the title, the pod sizes and the rounds of a night."""
    form = terms_input.build_night_terms_modal(
        f"plan:{token}:termed", draft.setup, draft.night, ctx.catalogue
    )
    await show_modal(ctx, form)


async def apply_night_terms_form(ctx: Context, token: str, draft: NightPlanDraft) -> None:
    """Show the preview of a night as its modal changes it. Raises `Refusal`."""
    setup = replace(draft.setup, title=parse_title_field(ctx))
    night = terms_input.parse_night_terms(ctx, setup, draft.night)
    await _store_and_show_night(ctx, token, replace(draft, setup=setup, night=night))


async def set_night_channels(ctx: Context, token: str, draft: NightPlanDraft) -> None:
    """Set the selected channels as those in which a night's pods are opened. Raises `Refusal`."""
    night = terms_input.parse_selected_channels(ctx, draft.night)
    await _store_and_show_night(ctx, token, replace(draft, night=night))


async def _store_and_show_night(ctx: Context, token: str, draft: NightPlanDraft) -> None:
    await draft.require_playable(ctx)
    ctx.services.drafts.replace(token, draft)
    await edit_private_message(ctx, **await draft.build_preview_message(ctx, token))


ROUTES = (
    Route("plan:{token}:terms", open_night_terms_form, ACCESS, draft=NightPlanDraft),
    Route("plan:{token}:termed", apply_night_terms_form, ACCESS, draft=NightPlanDraft),
    Route("plan:{token}:rooms", set_night_channels, ACCESS, draft=NightPlanDraft),
)
