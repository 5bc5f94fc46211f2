"""The button behind a night's `⋯` that draws pods again after a result changed: those that have not begun."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.front.interaction.answers import defer_answer, send_answer, show_modal
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_current_game_night
from bot.front.nights.organiser_actions import (
    build_button_to_undo_organiser_action,
    execute_game_night_command,
    load_game_night_by_plan_number,
)
from bot.front.nights.seating_preview import REASON_FIELD, compute_pods_of_next_round, render_unseated_players
from bot.front.nights.terms_input import require_place_for_game_night_pods
from bot.front.ui import components
from bot.front.ui.modals import build_modal, build_modal_text_input
from bot.nights.night import GameNight, GameNightPod
from bot.nights.top_cut import CUT_POD_SIZE
from bot.planning.night_redraws import ReseatUnstartedPods, list_players_to_reseat
from bot.planning.plan import PlannedGame
from bot.rules.overrides import LONGEST_REASON, require_moderator_reason
from bot.rules.refusals import Refusal
from bot.service import rights
from bot.service.live_game import LiveGame
from bot.service.night_pods import load_all_pod_states_of_game_night
from bot.service.night_standings import list_pods_to_reseat
from bot.service.pod_states import GameNightPodState


async def ask_reason_to_reseat_pods(ctx: Context, number: int) -> None:
    """Ask the organiser in a modal why the players of pods that have not begun get new seats."""
    _, _, night, _, pods = await _load_pods_to_reseat(ctx, number)
    reason = build_modal_text_input(REASON_FIELD, LONGEST_REASON)
    title = ctx.translations("night-redraw-title", round=len(night.rounds))
    about = ctx.translations("night-redraw-about", count=len(pods))
    field = (ctx.translations("dispute-reason"), about, reason)
    await show_modal(ctx, build_modal(f"plan:{number}:redrawn", title, [field]))


async def reseat_unstarted_pods(ctx: Context, number: int) -> None:
    """Give new seats to the players of a round's pods that have not begun, by the current results.

    The other pods of the round stay as they are.
    """
    live, plan, night, states, pods = await _load_pods_to_reseat(ctx, number)
    reason = " ".join(ctx.modal_fields.get(REASON_FIELD, "").split())
    require_moderator_reason(reason)
    require_place_for_game_night_pods(ctx, live.place.channel, night.terms)
    elsewhere = await ctx.services.service.load_players_present_in_other_nights(live)
    serials = tuple(pod.serial for pod in pods)
    coming = list_players_to_reseat(plan, night, serials, elsewhere)
    await defer_answer(ctx, ephemeral=True, thinking=True)
    cut = len(pods) * CUT_POD_SIZE if night.is_in_top_cut else 0
    before = replace(night, rounds=night.rounds[:-1])
    seating, _ = await compute_pods_of_next_round(ctx, live, before, states[:-1], coming, cut)
    drawn = ReseatUnstartedPods(
        len(night.rounds),
        serials,
        seating.pods,
        seating.out,
        reason,
        seating.points,
        seating.apart,
        brackets=seating.brackets,
        earlier_ids=seating.earlier_ids,
        places=seating.places,
        through=seating.through,
        strengths=seating.strengths,
    )
    done = await execute_game_night_command(ctx, live, lambda me, _: replace(drawn, by=me))
    ctx.services.plans.check_due_tasks_soon()
    lines = [f"✅ {ctx.translations('night-done-redraw', round=len(night.rounds), pods=len(seating.pods))}"]
    lines += await render_unseated_players(ctx, elsewhere)
    view = components.build_view_without_callbacks([build_button_to_undo_organiser_action(ctx, done)])
    await send_answer(ctx, "\n".join(lines), view=view)


async def _load_pods_to_reseat(
    ctx: Context, night_number: int
) -> tuple[LiveGame, PlannedGame, GameNight, Sequence[Sequence[GameNightPodState]], Sequence[GameNightPod]]:
    """Load a game night with the pods whose players can get new seats. Raises `Refusal` if there are none."""
    live, plan, night = await load_game_night_by_plan_number(ctx, night_number)
    command = ReseatUnstartedPods(0, (), (), (), "")
    rights.require_command_permission(plan, command, await load_user_with_rights(ctx), None)
    states = await load_all_pod_states_of_game_night(ctx.services.service, live.place.guild, night)
    pods = list_pods_to_reseat(night, states)
    if not pods or night.closed is not None:
        raise Refusal("night-redraw-none")
    return live, plan, night, states, pods


_ACCESS = build_access_rule_for_current_game_night(ReseatUnstartedPods, rate_limit_class="costly")

ROUTES = (
    CustomIdRoute("plan:{number:int}:redraw", ask_reason_to_reseat_pods, _ACCESS),
    CustomIdRoute("plan:{number:int}:redrawn", reseat_unstarted_pods, _ACCESS),
)
