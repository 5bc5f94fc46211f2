"""The button *More* of a planned game's message, and moving the game to another time."""

from collections.abc import Sequence
from datetime import datetime

import discord
from discord import ui

from bot.front.interaction.answers import answer_by_editing_message, send_answer, show_modal
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.drafts import InteractionDraft
from bot.front.interaction.routes import AccessRule, CustomIdRoute, build_access_rule_for_plan_button
from bot.front.interaction.time_options import FUTURE, run_command_with_parsed_time
from bot.front.nights import night_pages, plan_buttons
from bot.front.nights.organiser_actions import load_game_night_by_plan_number
from bot.front.plans import plan_board
from bot.front.plans.plan_preview import (
    PLAN_PATTERN,
    can_user_move_or_cancel_planned_game,
    execute_planned_game_command,
    load_plan_of_channel_by_number,
)
from bot.front.plans.polls import show_poll_answers
from bot.front.ui import components
from bot.front.ui.embeds import format_discord_timestamp
from bot.front.ui.modals import build_modal, build_modal_text_input
from bot.nights.night import GameNight
from bot.planning.moving import ChangePlannedGameTime
from bot.planning.night_begin_and_end import UndoGameNightOrganiserAction
from bot.planning.night_rounds import is_requester_biased_about_round, require_next_round_possible
from bot.planning.plan import PlannedGame
from bot.rulebooks import create_event_of_game_command
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import FORM_OWNER, Requester
from bot.service import rights
from bot.service.night_standings import list_pods_to_reseat
from bot.service.pod_states import GameNightPodState, list_numbers_of_unfinished_pods
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.time.moments import MAX_TYPED_LENGTH

WHEN_FIELD = "when"


class NewPlanTimePreview(InteractionDraft, frozen=True):
    """A preview of a planned game's new time, which the user has not confirmed."""

    number: int
    at: int

    @staticmethod
    def build_expired_draft_error() -> Refusal:
        """Return the refusal for a press on a preview that no longer exists."""
        return Refusal("moment-gone")


async def show_sign_up_for_planned_game(ctx: Context, number: int) -> None:
    """Show the user's sign-up for a planned game, with more buttons for the host.

    Moderators can redact the title.
    """
    plan = await load_plan_of_channel_by_number(ctx, number)
    if plan.state == "asking":
        await show_poll_answers(ctx, number, plan)
        return
    asker = await load_user_with_rights(ctx)
    items: list[ui.Button[ui.View]] = []
    if plan.is_open and not plan.has_game_night_begun and can_user_move_or_cancel_planned_game(plan, asker):
        prefix, actions = f"plan:{number}", plan_board.PLANNER_ACTIONS
        items += [plan_buttons.build_planned_game_action_button(prefix, each, ctx.translations) for each in actions]
    said = _render_sign_up_status_of_user(ctx, plan, asker.player)
    if plan.night is not None:
        found = await load_game_night_by_plan_number(ctx, number)
        shown = await night_pages.load_game_night_snapshot(ctx, *found, ephemeral=True, thinking=True)
        lines = night_pages.render_seat_and_rank_of_user(shown, asker.player)
        leads = asker.moderator or plan.leaders.includes_member(asker.player, asker.role_ids)
        if leads and plan.is_open and plan.has_game_night_begun:
            items += plan_buttons.build_game_night_organiser_buttons(
                number,
                plan.night,
                ctx.translations,
                can_seat=_can_seat_next_round(plan, plan.night, shown.states),
                can_undo=_can_undo_last_organiser_action(plan, plan.night, shown.states, asker),
            )
        if leads and plan.is_open and list_pods_to_reseat(shown.night, shown.states):
            is_biased = is_requester_biased_about_round(plan, asker)
            key = "night-pair-anew-moderator" if is_biased else "night-pair-anew"
            lines.append(ctx.translations(key, round=len(shown.night.rounds)))
            if not is_biased:
                items.append(
                    plan_buttons.build_planned_game_action_button(f"plan:{number}", "redraw", ctx.translations)
                )
        said = "\n".join(lines)
        items += night_pages.build_game_night_overview_buttons(shown)
        items.append(plan_buttons.build_planned_game_action_button(f"plan:{number}", "fair", ctx.translations))
    if ctx.is_user_channel_moderator and plan.setup.title:
        items.append(components.build_redact_texts_button(ctx.channel_address.channel, number, ctx.translations))
    view = components.build_view_without_callbacks(components.place_destructive_buttons_last(items))
    await send_answer(ctx, said, view=view)


def _can_seat_next_round(
    plan: PlannedGame, night: GameNight, pods_by_round: Sequence[Sequence[GameNightPodState]]
) -> bool:
    try:
        require_next_round_possible(plan, night, list_numbers_of_unfinished_pods(pods_by_round))
    except Refusal:
        return False
    return True


def _can_undo_last_organiser_action(
    plan: PlannedGame,
    night: GameNight,
    pods_by_round: Sequence[Sequence[GameNightPodState]],
    requester: Requester,
) -> bool:
    """Return True if a requester who runs the game night may undo its last action."""
    reported = tuple(each.pod.serial for states in pods_by_round for each in states if each.has_report)
    command = UndoGameNightOrganiserAction(len(night.acts), reported=reported)
    try:
        command.require_impartial_requester(plan, requester)
        command.create_game_night_event(plan, night)
    except Refusal:
        return False
    return True


def _render_sign_up_status_of_user(ctx: Context, plan: PlannedGame, player: Player) -> str:
    if player in plan.players_on_waiting_list:
        return ctx.translations("plan-done-waits", place=plan.players_on_waiting_list.index(player) + 1)
    return ctx.translations("plan-done-join" if player in plan.players else "plan-more-out")


async def _require_permission_to_move_plan(ctx: Context, plan_number: int) -> None:
    plan = await load_plan_of_channel_by_number(ctx, plan_number)
    rights.require_command_permission(plan, ChangePlannedGameTime(0, 0), await load_user_with_rights(ctx), None)


async def open_planned_game_time_modal(ctx: Context, number: int) -> None:
    """Open the form for a planned game's new time."""
    await _require_permission_to_move_plan(ctx, number)
    text = ctx.translations
    field = build_modal_text_input(WHEN_FIELD, MAX_TYPED_LENGTH)
    modal = build_modal(
        f"plan:{number}:retimed",
        text("plan-button-retime"),
        [(text("plan-form-when"), text("option-when-about"), field)],
    )
    await show_modal(ctx, modal)


async def preview_new_plan_time(ctx: Context, number: int) -> None:
    """Show the new time from the form, and a button that moves the planned game."""
    await _require_permission_to_move_plan(ctx, number)

    async def preview_plan_moved_to_time(confirmed_ctx: Context, new_time: datetime) -> None:
        plan = await load_plan_of_channel_by_number(confirmed_ctx, number)
        at = datetime_to_milliseconds(new_time)
        create_event_of_game_command(plan, ChangePlannedGameTime(at, _get_current_time_in_milliseconds()))
        draft = NewPlanTimePreview(confirmed_ctx.channel_address, confirmed_ctx.interaction.user.id, number, at)
        draft_key = confirmed_ctx.services.drafts.add_draft(draft)
        button = plan_buttons.build_planned_game_action_button(f"plan:{draft_key}", "move", confirmed_ctx.translations)
        when = format_discord_timestamp(at)
        said = [confirmed_ctx.translations("plan-move-read", kind=plan.kind, when=when)]
        if plan.every is not None:
            said.append(f"-# {confirmed_ctx.translations('plan-move-series', kind=plan.kind)}")
        await send_answer(confirmed_ctx, "\n".join(said), view=components.build_view_without_callbacks([button]))

    await run_command_with_parsed_time(ctx, ctx.modal_fields.get(WHEN_FIELD, ""), FUTURE, preview_plan_moved_to_time)


async def move_plan_to_previewed_time(ctx: Context, draft_key: str, draft: NewPlanTimePreview) -> None:
    with ctx.services.drafts.remove_draft_while_sending(draft_key, draft):
        now = _get_current_time_in_milliseconds()
        done = await execute_planned_game_command(
            ctx, lambda me, _: ChangePlannedGameTime(draft.at, now, me), draft.number
        )
    ctx.services.plans.check_due_tasks_soon()  # its scheduled event on Discord has to follow
    said = ctx.translations("plan-done-move", kind=done.plan.kind, when=format_discord_timestamp(draft.at))
    await answer_by_editing_message(ctx, content=f"✅ {said}", view=None)


def _get_current_time_in_milliseconds() -> int:
    return datetime_to_milliseconds(discord.utils.utcnow())


_MOVE_ACCESS = build_access_rule_for_plan_button(ChangePlannedGameTime)

ROUTES = (
    CustomIdRoute(
        f"{PLAN_PATTERN}:more",
        show_sign_up_for_planned_game,
        build_access_rule_for_plan_button(works_in_all_channels=True),
    ),
    CustomIdRoute(f"{PLAN_PATTERN}:retime", open_planned_game_time_modal, _MOVE_ACCESS),
    CustomIdRoute(
        f"{PLAN_PATTERN}:retimed",
        preview_new_plan_time,
        build_access_rule_for_plan_button(ChangePlannedGameTime, rate_limit_class="costly"),
    ),
    CustomIdRoute(
        "plan:{draft_key}:move",
        move_plan_to_previewed_time,
        AccessRule((FORM_OWNER,), "costly", "form-other"),
        draft=NewPlanTimePreview,
    ),
)
