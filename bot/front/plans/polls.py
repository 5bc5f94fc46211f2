"""Polls of when people can come, and the game night that a poll becomes."""

from collections.abc import Iterator

import discord
from discord import ui
from discord.app_commands import Choice
from msgspec.structs import replace

from bot.front.interaction.answers import (
    answer_by_editing_message,
    list_missing_permissions_for_board,
    render_refusal,
    report_command_success,
    send_answer,
    show_modal,
)
from bot.front.interaction.command_declarations import (
    set_fixed_option_choices,
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.drafts import InteractionDraft
from bot.front.interaction.inputs import parse_ascii_number
from bot.front.interaction.player_options import Picked
from bot.front.interaction.routes import (
    AccessRule,
    CustomIdRoute,
    build_access_rule_for_plan_button,
    build_access_rule_for_server,
)
from bot.front.interaction.time_options import parse_likeliest_future_time
from bot.front.nights.terms_input import propose_game_night_settings
from bot.front.plans import plan_board, poll_board
from bot.front.plans.night_opening import GameNightPreview
from bot.front.plans.plan_preview import (
    PLAN_PATTERN,
    build_open_plans_limit,
    can_user_move_or_cancel_planned_game,
    execute_planned_game_command,
    load_plan_of_channel_by_number,
    send_plan_preview,
)
from bot.front.pods.game_options import (
    MAX_TITLE_LENGTH,
    PodCommandOptions,
    autocomplete_variant_names,
    build_pod_setup_from_options,
)
from bot.front.pods.idle_games import open_game_with_retry_at_limit, require_open_games_below_limit
from bot.front.pods.setup_draft import TITLE_FIELD, parse_game_title_in_modal
from bot.front.ui import components
from bot.front.ui.embeds import format_discord_timestamp
from bot.front.ui.modals import build_modal, build_modal_text_input
from bot.front.ui.player_names import load_formatter_with_player_names
from bot.planning.plan import PlannedGame
from bot.planning.plan_creation import MAX_ASKED, MIN_ASKED, PlanFutureGame
from bot.planning.polls import ChooseStartTimeFromPoll, TogglePollAnswer
from bot.rulebooks import create_event_of_game_command
from bot.rules.facts import Player
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER
from bot.rules.tables import TABLES
from bot.service import rights
from bot.service.game_requests import CommandResult
from bot.service.live_game import LiveGame
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.time.moments import MAX_TYPED_LENGTH

MOMENTS_FIELD = "moments"

USUAL_ROUNDS = 3
USUAL_MINUTES = 60
"""The rounds of a night that a poll becomes, unless its planner changes them."""

_MAX_TYPED_LENGTH = MAX_ASKED * (MAX_TYPED_LENGTH + 1)


class StartTimePollPreview(InteractionDraft, frozen=True):
    """A poll about a game's start time that its author previews but has not posted.

    `delivery` is the id of the interaction with `/night ask`. A `quiet` poll mentions no role.
    """

    setup: PodSetup
    delivery: int
    quiet: bool
    typed: str = ""
    asked: tuple[int, ...] = ()

    @staticmethod
    def build_expired_draft_error() -> Refusal:
        """Return the refusal for a press on a preview that no longer exists."""
        return Refusal("poll-gone")


# Making one


@slash_command("ask", build_access_rule_for_server(PlanFutureGame))
@translate_command_options(variant="variant", table="table", mention="mention")
@set_option_suggestions(variant=autocomplete_variant_names)
@set_fixed_option_choices(table=("table", list(TABLES)))
async def open_new_poll_modal(
    ctx: Context, variant: Picked | None = None, table: Choice[str] | None = None, mention: bool = True
) -> None:
    """Open the form in which the user enters the start times of a new poll."""
    setup = await build_pod_setup_from_options(ctx, PodCommandOptions(variant=variant, table=table))
    if missing := list_missing_permissions_for_board(ctx):
        raise Refusal("permissions", missing=missing)
    await require_open_games_below_limit(ctx, build_open_plans_limit(ctx))
    interaction = ctx.interaction
    draft = StartTimePollPreview(ctx.channel_address, interaction.user.id, setup, interaction.id, quiet=not mention)
    await _open_prefilled_poll_modal(ctx, ctx.services.drafts.add_draft(draft), draft)


async def reopen_poll_modal(ctx: Context, draft_key: str, draft: StartTimePollPreview) -> None:
    """Open a poll's form again with the times entered so far."""
    await _open_prefilled_poll_modal(ctx, draft_key, draft)


async def _open_prefilled_poll_modal(ctx: Context, draft_key: str, draft: StartTimePollPreview) -> None:
    text = ctx.translations
    moments = build_modal_text_input(MOMENTS_FIELD, _MAX_TYPED_LENGTH, draft.typed)
    moments.style = discord.TextStyle.paragraph
    title = build_modal_text_input(TITLE_FIELD, MAX_TITLE_LENGTH, draft.setup.title or "", is_required=False)
    modal = build_modal(
        f"poll:{draft_key}:typed",
        text("poll-title"),
        [
            (text("poll-form-moments"), text("poll-form-moments-about"), moments),
            (text("change-form-title"), text("change-form-title-about"), title),
        ],
    )
    await show_modal(ctx, modal)


async def show_poll_preview(ctx: Context, draft_key: str, draft: StartTimePollPreview) -> None:
    """Show a poll's start times from the form, or an error in a time, with a button to edit."""
    typed = ctx.modal_fields.get(MOMENTS_FIELD, "")
    draft = replace(draft, typed=typed[:_MAX_TYPED_LENGTH], asked=())
    ctx.services.drafts.replace_draft(draft_key, draft)
    try:
        draft = replace(draft, setup=replace(draft.setup, title=parse_game_title_in_modal(ctx)))
        asked = tuple(
            sorted(
                {
                    datetime_to_milliseconds(parse_likeliest_future_time(ctx, each))
                    for each in _split_poll_text_into_time_lines(typed)
                }
            )
        )
        draft = replace(draft, asked=asked)
        now = datetime_to_milliseconds(discord.utils.utcnow())
        if len(asked) < MIN_ASKED:
            raise Refusal("poll-count")
        create_event_of_game_command(None, _build_command_to_start_poll(draft, await ctx.get_player_id_of_user(), now))
    except Refusal as refusal:
        button = poll_board.build_start_time_poll_action_button(f"poll:{draft_key}", "change", ctx.translations)
        view = components.build_view_without_callbacks([button])
        await send_answer(ctx, f"⚠️ {await render_refusal(ctx, refusal)}", view=view)
        return
    ctx.services.drafts.replace_draft(draft_key, draft)
    actions = ("make", "change")
    buttons = [
        poll_board.build_start_time_poll_action_button(f"poll:{draft_key}", each, ctx.translations) for each in actions
    ]
    said = "\n".join(_render_start_time_poll_preview(draft, ctx))
    await send_answer(ctx, said, view=components.build_view_without_callbacks(buttons))


def _split_poll_text_into_time_lines(times_text: str) -> list[str]:
    """Split a poll's text into lines with one start time each.

    Each line is shortened to the allowed length.
    """
    lines = (line.strip() for line in times_text.replace(";", "\n").splitlines())
    return [line[:MAX_TYPED_LENGTH] for line in lines if line]


def _build_command_to_start_poll(poll_draft: StartTimePollPreview, host: Player, current_time: int) -> PlanFutureGame:
    return PlanFutureGame(
        poll_draft.setup, host, poll_draft.asked[-1], current_time, quiet=poll_draft.quiet, asked=poll_draft.asked
    )


def _render_start_time_poll_preview(poll_preview: StartTimePollPreview, ctx: Context) -> Iterator[str]:
    text = ctx.translations
    yield text("poll-read")
    for number, moment in enumerate(poll_preview.asked, start=1):
        yield f"**{number}.** {format_discord_timestamp(moment)}"
    yield f"-# {plan_board.render_planned_game_settings(poll_preview.setup, text)}"
    if ctx.settings.players_role is not None and not poll_preview.quiet:
        yield f"-# {text('plan-mentions', role=f'<@&{ctx.settings.players_role}>')}"
    if ctx.settings.timezone is None:
        yield f"-# {text('plan-utc')}"


async def post_previewed_poll(ctx: Context, draft_key: str, draft: StartTimePollPreview) -> None:
    """Post the previewed poll once, however often the button is pressed."""
    del draft_key
    if not draft.asked:
        raise Refusal("unknown-button")
    now = datetime_to_milliseconds(discord.utils.utcnow())
    limit = build_open_plans_limit(ctx)

    async def post_start_time_poll() -> CommandResult:
        return await execute_planned_game_command(
            ctx, lambda host, _: _build_command_to_start_poll(draft, host, now), 0, draft.delivery, (limit,)
        )

    await open_game_with_retry_at_limit(ctx, limit, post_start_time_poll)
    await answer_by_editing_message(ctx, content=f"✅ {ctx.translations('poll-made')}", view=None)


# Answering


async def toggle_poll_answer(ctx: Context, number: int, time_index: int) -> None:
    """Toggle the user's answer that they can come at one of a poll's times."""
    now = datetime_to_milliseconds(discord.utils.utcnow())

    def build_poll_answer_command(player: Player, live_game: LiveGame) -> TogglePollAnswer:
        asked = () if live_game.plan is None else live_game.plan.asked
        return TogglePollAnswer(player, asked[time_index] if time_index < len(asked) else 0, now)

    done = await execute_planned_game_command(ctx, build_poll_answer_command, number)
    await report_command_success(
        ctx, f"✅ {_render_poll_times_chosen_by_player(ctx, done.plan, await ctx.get_player_id_of_user())}"
    )


def _render_poll_times_chosen_by_player(ctx: Context, planned_game: PlannedGame, player: Player) -> str:
    moments = planned_game.picks.get(player)
    if not moments:
        return ctx.translations("poll-picked-none")
    return ctx.translations("poll-picked", moments=poll_board.join_discord_timestamps([*moments]))


async def show_poll_answers(ctx: Context, plan_number: int, plan: PlannedGame) -> None:
    """Show which players can come at each time of a poll, and let the poll's author choose a time."""
    asker = await load_user_with_rights(ctx)
    named = await load_formatter_with_player_names(
        ctx.people_with_server_nicknames, ctx.translations, [plan.host, *plan.players]
    )
    lines = [
        *poll_board.render_start_time_poll_answers(plan, named),
        _render_poll_times_chosen_by_player(ctx, plan, asker.player),
    ]
    items: list[ui.Item[ui.View]] = []
    if can_user_move_or_cancel_planned_game(plan, asker):
        now = datetime_to_milliseconds(discord.utils.utcnow())
        zone = ctx.settings.time_zone
        items += poll_board.build_start_time_menu(plan_number, plan, ctx.translations, zone, now)
        items.append(poll_board.build_start_time_poll_action_button(f"plan:{plan_number}", "cancel", ctx.translations))
    if ctx.is_user_channel_moderator and plan.setup.title:
        items.append(components.build_redact_texts_button(ctx.channel_address.channel, plan_number, ctx.translations))
    await send_answer(ctx, "\n".join(lines), view=components.build_view_without_callbacks(items))


# Choosing


async def preview_game_night_from_poll(ctx: Context, number: int, selection: int) -> None:
    """Show a poll's author a preview of a game night at the selected time."""
    plan = await load_plan_of_channel_by_number(ctx, number)
    interaction = ctx.interaction
    draft = GameNightPreview(
        ctx.channel_address,
        interaction.user.id,
        plan.setup,
        at=plan.asked[selection] if selection < len(plan.asked) else 0,
        delivery=interaction.id,
        quiet=True,
        poll=number,
        night=propose_game_night_settings(plan.setup, USUAL_ROUNDS, USUAL_MINUTES),
    )
    command = ChooseStartTimeFromPoll(draft.build_command_to_plan_game(plan.host))
    rights.require_command_permission(plan, command, await load_user_with_rights(ctx), None)
    create_event_of_game_command(plan, command)
    await send_plan_preview(ctx, draft)


_OWN = AccessRule((FORM_OWNER,), "costly", "form-other")

ROUTES = (
    CustomIdRoute("poll:{draft_key}:typed", show_poll_preview, _OWN, draft=StartTimePollPreview),
    CustomIdRoute(
        "poll:{draft_key}:change", reopen_poll_modal, replace(_OWN, pace="playing"), draft=StartTimePollPreview
    ),
    CustomIdRoute("poll:{draft_key}:make", post_previewed_poll, _OWN, draft=StartTimePollPreview),
    CustomIdRoute(
        f"{PLAN_PATTERN}:pick:{{time_index:int}}",
        toggle_poll_answer,
        build_access_rule_for_plan_button(TogglePollAnswer),
    ),
    CustomIdRoute(
        f"{PLAN_PATTERN}:choose",
        preview_game_night_from_poll,
        build_access_rule_for_plan_button(ChooseStartTimeFromPoll),
        picked=parse_ascii_number,
    ),
)
