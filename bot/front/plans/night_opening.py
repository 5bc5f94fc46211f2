"""`/night open`: planning a game night (an evening of many pods in rounds)."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, ClassVar, Self, get_args

from discord import ui
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.front.interaction.answers import answer_by_editing_message, list_missing_permissions_for_board, show_modal
from bot.front.interaction.command_declarations import (
    get_selected_option_value,
    set_fixed_option_choices,
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.player_options import Picked
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.interaction.time_options import FUTURE, autocomplete_future_times, run_command_with_parsed_time
from bot.front.nights import night_board, plan_buttons, terms_input
from bot.front.plans.plan_preview import (
    PlannedGamePreview,
    WeeksApart,
    build_open_plans_limit,
    build_plan_repetition_from_option,
    render_planned_game_preview_lines,
    send_plan_preview,
)
from bot.front.pods.game_options import PodCommandOptions, autocomplete_variant_names, build_pod_setup_from_options
from bot.front.pods.idle_games import require_open_games_below_limit
from bot.front.pods.setup_draft import ACCESS, build_buttons_below_setup_preview, parse_game_title_in_modal
from bot.nights.pairing import Mode
from bot.nights.terms import GameNightSettings
from bot.planning.plan import PlanKind
from bot.planning.plan_creation import PlanFutureGame
from bot.rules.brackets import BRACKETS
from bot.rules.facts import Player
from bot.rules.records import FormatId, PodSetup
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.people import Person
from bot.time.moments import MAX_TYPED_LENGTH


class GameNightPreview(PlannedGamePreview, frozen=True, kw_only=True):
    """The preview of a game night that its organiser has not announced yet."""

    night: GameNightSettings

    has_form: ClassVar[bool] = False
    kind: ClassVar[PlanKind] = "night"

    def build_command_to_plan_game(self, host: Player) -> PlanFutureGame:
        return replace(super().build_command_to_plan_game(host), night=self.night)

    def with_setup(self, setup: PodSetup) -> Self:
        """Return a copy of the preview with another setup and with pod sizes that fit the setup."""
        return replace(self, setup=setup, night=terms_input.fit_pod_sizes_to_setup(self.night, self.setup, setup))

    def require_ready_to_announce(self, ctx: Context) -> None:
        """Raise `Refusal` if no channel or thread is left for the game night's pods."""
        terms_input.require_channels_or_thread_permission(ctx, self.night)

    def render_preview_lines(self, ctx: Context) -> Iterator[str]:
        """Yield the preview's lines: the game night's title, rounds and channels."""
        yield from night_board.render_game_night_title_and_settings(self.setup, self.night, ctx.translations)
        if leaders := render_mentions_of_night_leaders(self.night, self.leaders):
            yield f"-# {ctx.translations('night-leaders', leaders=leaders)}"
        if terms_input.must_organiser_select_channels(ctx):
            yield f"⚠️ {ctx.translations('night-needs-channels')}"

    async def build_preview_message(self, ctx: Context, draft_key: str) -> dict[str, Any]:
        """Build the message that previews the game night, with buttons to announce or change it."""
        items: list[ui.Item[ui.View]] = []
        if terms_input.must_organiser_select_channels(ctx):
            menu = terms_input.build_menu_of_pod_channels(f"plan:{draft_key}:rooms", self.night, ctx.translations)
            items.append(menu)
        if self.changing:
            items.append(
                terms_input.build_game_night_leader_menu(
                    f"plan:{draft_key}:leaders", self.night, self.leaders, ctx.translations
                )
            )
        items.append(plan_buttons.build_planned_game_action_button(f"plan:{draft_key}", "make", ctx.translations))
        if self.changing:
            items.append(plan_buttons.build_planned_game_action_button(f"plan:{draft_key}", "terms", ctx.translations))
        said = "\n".join(render_planned_game_preview_lines(self, ctx))
        return {"content": said, "view": build_buttons_below_setup_preview(ctx, draft_key, self, items)}


@slash_command("night-open", build_access_rule_for_server(PlanFutureGame, rate_limit_class="costly"))
@translate_command_options(
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
@set_option_suggestions(when=autocomplete_future_times, variant=autocomplete_variant_names)
@set_fixed_option_choices(
    mode=("mode", get_args(Mode)),
    table=("table", list(TABLES)),
    base=("base", get_args(FormatId)),
    bracket=("bracket", [str(each) for each in BRACKETS]),
    every=("every", get_args(WeeksApart)),
)
async def preview_game_night(
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
    """Show the user a preview of a new game night, with a button to announce the night."""
    agreed = PodCommandOptions(variant=variant, table=table, base=base, bracket=bracket)
    meets: Mode = get_selected_option_value(Mode, mode, "fresh")
    terms = (rounds, minutes, meets)

    async def preview_game_night_at_time(confirmed_ctx: Context, start_time: datetime) -> None:
        await _show_game_night_preview(confirmed_ctx, start_time, agreed, terms, every)

    await run_command_with_parsed_time(ctx, when, FUTURE, preview_game_night_at_time)


async def _show_game_night_preview(
    ctx: Context,
    start_time: datetime,
    pod_options: PodCommandOptions,
    rounds_minutes_and_mode: tuple[int, int, Mode],
    repeat_choice: Choice[str] | None,
) -> None:
    at = datetime_to_milliseconds(start_time)
    setup = await build_pod_setup_from_options(ctx, pod_options)
    await require_open_games_below_limit(ctx, build_open_plans_limit(ctx))
    draft = GameNightPreview(
        ctx.channel_address,
        ctx.interaction.user.id,
        setup,
        at=at,
        delivery=ctx.interaction.id,
        every=build_plan_repetition_from_option(repeat_choice, at, ctx),
        night=terms_input.propose_game_night_settings(setup, *rounds_minutes_and_mode),
    )
    await draft.require_valid_setup(ctx)
    if missing := list_missing_permissions_for_board(ctx):
        raise Refusal("permissions", missing=missing)
    await send_plan_preview(ctx, draft)


async def open_game_night_modal(ctx: Context, draft_key: str, draft: GameNightPreview) -> None:
    """Open the modal for the title, the pod sizes and the rounds of a game night."""
    form = terms_input.build_game_night_modal(f"plan:{draft_key}:termed", draft.setup, draft.night, ctx.translations)
    await show_modal(ctx, form)


async def preview_game_night_from_form(ctx: Context, draft_key: str, draft: GameNightPreview) -> None:
    """Preview a game night with the values from the modal. Raises `Refusal` if a value is invalid."""
    setup = replace(draft.setup, title=parse_game_title_in_modal(ctx))
    night = terms_input.parse_game_night_modal(ctx, setup, draft.night)
    await _store_and_show_game_night_preview(ctx, draft_key, replace(draft, setup=setup, night=night))


async def set_game_night_pod_channels(ctx: Context, draft_key: str, draft: GameNightPreview) -> None:
    """Set the channels in which the bot opens a game night's pods. Raises `Refusal`."""
    night = terms_input.parse_channels_for_night_pods(ctx, draft.night)
    await _store_and_show_game_night_preview(ctx, draft_key, replace(draft, night=night))


async def set_game_night_leaders(ctx: Context, draft_key: str, draft: GameNightPreview) -> None:
    """Set the members and roles who may lead a game night like its organiser."""
    leaders = await terms_input.load_selected_game_night_leaders(ctx)
    roles = terms_input.parse_game_night_leader_roles(ctx)
    night = replace(draft.night, leaders=tuple(each.id for each in leaders), leader_roles=roles)
    await _store_and_show_game_night_preview(ctx, draft_key, replace(draft, night=night, leaders=leaders))


def render_mentions_of_night_leaders(night_settings: GameNightSettings, leaders: Sequence[Person]) -> str:
    """Return mentions of the members and roles who lead a game night with its organiser."""
    return " ".join(
        [*(each.discord_mention for each in leaders), *(f"<@&{each}>" for each in night_settings.leader_roles)]
    )


async def _store_and_show_game_night_preview(ctx: Context, draft_key: str, draft: GameNightPreview) -> None:
    await draft.require_valid_setup(ctx)
    ctx.services.drafts.replace_draft(draft_key, draft)
    await answer_by_editing_message(ctx, **await draft.build_preview_message(ctx, draft_key))


ROUTES = (
    CustomIdRoute("plan:{draft_key}:terms", open_game_night_modal, ACCESS, draft=GameNightPreview),
    CustomIdRoute("plan:{draft_key}:termed", preview_game_night_from_form, ACCESS, draft=GameNightPreview),
    CustomIdRoute("plan:{draft_key}:leaders", set_game_night_leaders, ACCESS, draft=GameNightPreview),
    CustomIdRoute("plan:{draft_key}:rooms", set_game_night_pod_channels, ACCESS, draft=GameNightPreview),
)
