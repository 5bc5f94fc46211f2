"""Signing up: the message of a plan shows *Join* exactly as long as somebody can sign up."""

import pytest
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.front.plans.plan_board import build_planned_game_buttons, render_planned_game_embed
from bot.i18n import load_translations
from bot.planning.cancelling import CancelPlannedGame
from bot.planning.check_in import CheckInForPlan, OpenPlannedGameCheckIn
from bot.planning.plan import (
    BUSY_CHANNEL_WAIT,
    MINUTE,
    PlannedGame,
    PlannedGameCommand,
    apply_planned_game_event,
    create_event_of_plan_command,
)
from bot.planning.plan_creation import PlanFutureGame
from bot.planning.plan_lobby import RecordPlannedGameDelay, RecordPlannedGameLobbyOpening
from bot.planning.signing_up import MAX_SIGNED_UP, SignUpForPlan
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal

AT = 1_767_225_600_000


def plan_after(*commands: PlannedGameCommand) -> PlannedGame:
    """Return a plan of Ana's after these commands."""
    plan = None
    for command in (PlanFutureGame(PodSetup(), "ana", AT, AT - 60 * MINUTE), *commands):
        plan = apply_planned_game_event(plan, create_event_of_plan_command(plan, command))
    assert plan is not None
    return plan


FULL = [SignUpForPlan(f"player {number}") for number in range(MAX_SIGNED_UP - 1)]
CHECKING = OpenPlannedGameCheckIn(AT)
PRESENT = [CheckInForPlan(player, AT) for player in ("ana", *(command.player for command in FULL))]

PLANS = {
    "planned": plan_after(),
    "checking": plan_after(CHECKING),
    "waiting for the channel": plan_after(CHECKING, CheckInForPlan("ana", AT), RecordPlannedGameDelay()),
    "full": plan_after(*FULL),
    "full with a player whom somebody else added": replace(plan_after(*FULL), unconfirmed=frozenset({"ana"})),
    "poll": replace(plan_after(), asked=(AT,)),
    "full, all present": plan_after(*FULL, CHECKING, *PRESENT),
    "full, all present, waiting for the channel": plan_after(*FULL, CHECKING, *PRESENT, RecordPlannedGameDelay()),
    "all present": plan_after(CHECKING, CheckInForPlan("ana", AT)),
    "lobby": plan_after(CHECKING, RecordPlannedGameLobbyOpening(("ana",), 1, 2)),
    "cancelled": plan_after(CancelPlannedGame()),
}

OPEN = {
    *("planned", "checking", "all present", "waiting for the channel"),
    "full with a player whom somebody else added",
}


def can_sign_up(plan: PlannedGame, player: str) -> bool:
    try:
        create_event_of_plan_command(plan, SignUpForPlan(player))
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("state", PLANS)
def test_message_shows_join_exactly_if_somebody_can_sign_up(state: str) -> None:
    plan = PLANS[state]
    buttons = [
        getattr(each, "custom_id", None) for each in build_planned_game_buttons(1, plan, load_translations("en"))
    ]
    assert ("plan:1:join" in buttons) == any(can_sign_up(plan, each) for each in (*plan.players, "newcomer"))
    assert ("plan:1:join" in buttons) == (state in OPEN)


@pytest.mark.parametrize("state", PLANS)
def test_message_invites_to_sign_up_only_where_it_has_the_button(state: str) -> None:
    plan = PLANS[state]
    text = load_translations("en")
    said = render_planned_game_embed(plan, PodMessageFormatter(text, str)).description or ""
    buttons = {getattr(each, "custom_id", None) for each in build_planned_game_buttons(1, plan, text)}
    if text("button-join") in said:
        assert "plan:1:join" in buttons
    if text("plan-held-up-open") in said:
        assert buttons & {"plan:1:join", "plan:1:come"}
    if state in ("full, all present", "full, all present, waiting for the channel"):
        assert text("plan-checked-in") not in said
        assert text("plan-held-up-open") not in said


def test_absent_player_checks_in_while_the_plan_waits_for_the_channel() -> None:
    plan = plan_after(SignUpForPlan("bo"), CHECKING, CheckInForPlan("ana", AT), RecordPlannedGameDelay())
    late = CheckInForPlan("bo", AT + BUSY_CHANNEL_WAIT)
    after = apply_planned_game_event(plan, create_event_of_plan_command(plan, late))
    assert after.checked_in_players_with_seat == ("ana", "bo")
