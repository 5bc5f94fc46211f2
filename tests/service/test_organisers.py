"""The organiser of a night in a round or a pod in which they play: they start and fill it, and no more."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.nights.terms import GameNightSettings
from bot.planning.cancelling import CancelPlannedGame
from bot.planning.check_in import CheckInForPlan, OpenPlannedGameCheckIn
from bot.planning.moving import ChangePlannedGameTime
from bot.planning.night_begin_and_end import BeginGameNight, CloseGameNight, UndoGameNightOrganiserAction
from bot.planning.night_clock import PauseOrResumeGameNightRoundTimer
from bot.planning.night_penalties import PenaliseGameNightPlayer
from bot.planning.night_players import AddPlayerToGameNight, DropPlayerFromGameNight
from bot.planning.night_redraws import ReseatUnstartedPods
from bot.planning.night_rounds import SeatGameNightRound
from bot.planning.night_swaps import SwapPlayersBetweenPods
from bot.planning.plan import (
    CHECK_IN_LEAD,
    PlannedGame,
    PlannedGameCommand,
    apply_planned_game_event,
    create_event_of_plan_command,
)
from bot.planning.plan_creation import PlanFutureGame
from bot.planning.plan_registry import COMMANDS as PLAN_COMMANDS
from bot.planning.polls import ChooseStartTimeFromPoll
from bot.planning.signing_up import SignUpForPlan, WithdrawFromPlannedGame
from bot.rulebooks import GameCommand, apply_game_event, create_event_of_game_command
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.closing import ClosePod, PodClosed
from bot.rules.commands_and_events import Event
from bot.rules.confirmation import ConfirmGameReports, DisputeGameReport, add_confirmation_requirement_to_event
from bot.rules.facts import DefeatReport, DefeatSource, Player
from bot.rules.house_deeds import GiveServerAchievement
from bot.rules.idle_closing import KeepIdleGameOpen
from bot.rules.lobby import ChangeLobbySetup, ChangeVariant, LeaveLobby, OpenLobby, StartGame
from bot.rules.night_calls import EndPodRollCall
from bot.rules.pod import Pod
from bot.rules.pod_registry import COMMANDS as POD_COMMANDS
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.rights import ORGANISER, PLANNER, Requester
from bot.rules.team_choice import BalanceTeams
from bot.rules.teams import list_players_in_game
from bot.rules.undoing import UndoPodEvent
from bot.rules.votes import KickPlayer
from bot.rules.winning import DrawnGameReported, ReportDrawnGame
from bot.service import rights

SEATS = ("ana", "bo", "cy", "di")
DAY = 24 * 60 * 60_000
START = StartGame(SEATS, "ana")

# In a pod


def make_setup(variant: str = "elimination") -> PodSetup:
    return PodSetup(variant=variant, scoring=variant, dispute_minutes=15, invited=SEATS)


def play(*commands: GameCommand, variant: str = "elimination", host: Player = "ana") -> Pod:
    opening = OpenLobby(make_setup(variant), host, SEATS, called=SEATS)
    game: Pod | None = None
    for version, command in enumerate((opening, *commands), 1):
        event = create_event_of_game_command(game, command)
        if game is not None and isinstance(event, Event):
            event = add_confirmation_requirement_to_event(game, event, getattr(command, "by", "bo"), version, 0)
        after = apply_game_event(game, event)
        assert isinstance(after, Pod)
        game = after
    assert game is not None
    return game


def beaten(loser: Player, winner: Player) -> ReportDefeats:
    return ReportDefeats((DefeatReport(loser, "life", (DefeatSource(winner),)),))


PODS = (
    play(),
    play(host="bo"),
    play(LeaveLobby("ana")),
    play(START),
    play(START, beaten("bo", "cy"), host="bo"),
    play(START, beaten("ana", "cy")),
    play(START, beaten("ana", "cy"), variant="respawn"),
    play(START, ReportDrawnGame()),
    play(START, *(beaten(loser, "cy") for loser in ("ana", "bo", "di"))),
)

OF_POD: tuple[GameCommand, ...] = (
    ReportDrawnGame(),
    ClosePod(),
    ClosePod(idle=True),
    LeaveLobby("ana"),
    ChangeVariant("elimination"),
    ChangeLobbySetup(replace(make_setup(), size=4), make_setup()),
    START,
    EndPodRollCall(),
    EndPodRollCall(("cy",)),
    KickPlayer("cy", "ana"),
    KickPlayer("cy", "ana", "moderator"),
    AnswerPendingPlayerChoice("cy", "ana", "ana", moderated=True),
    BalanceTeams({}),
    ConfirmGameReports((3,), "ana", DAY),
    UndoPodEvent(),
    UndoPodEvent("it was a slip"),
    KeepIdleGameOpen(),
    GiveServerAchievement("cy", "best", "Best play", "it was", 1),
)


def list_people_in_game(pod: Pod) -> set[Player]:
    return {*(list_players_in_game(pod.standings) if pod.standings else pod.players)}


def list_pod_acts(requester: Requester) -> Iterator[tuple[GameCommand, bool]]:
    """Yield what a requester may do in each pod, and whether it ends a game that began or removes somebody else."""
    for pod in PODS:
        for command in OF_POD:
            try:
                rights.require_command_permission(pod, command, requester, "ana")
                event = create_event_of_game_command(pod, command)
            except Refusal:
                continue
            after = apply_game_event(pod, event)
            assert isinstance(after, Pod)
            ends = bool(pod.standings) and isinstance(event, DrawnGameReported | PodClosed)
            yield command, ends or not list_people_in_game(pod) - {"ana"} <= list_people_in_game(after)


def test_every_act_of_somebody_in_charge_is_asked_for_here() -> None:
    assert {kind for kind in POD_COMMANDS if kind.right.roles & {"host", "organiser"}} <= {type(e) for e in OF_POD}
    assert {kind for kind in PLAN_COMMANDS if kind.right in (ORGANISER, PLANNER)} <= {type(e) for e in OF_NIGHT}


@pytest.mark.parametrize("organiser", [Requester("ana", organiser=True), Requester("ana", True, True, True)])
def test_organiser_neither_ends_their_own_pod_nor_removes_anybody_from_it(organiser: Requester) -> None:
    done = [command for command, harms in list_pod_acts(organiser) if harms]
    assert done == []


@pytest.mark.parametrize(
    "somebody",
    [
        Requester("ana", moderator=True, organiser=True),
        Requester("zed", organiser=True),
        Requester("zed", moderator=True),
    ],
)
def test_a_moderator_and_an_organiser_who_does_not_play_may_end_a_pod(somebody: Requester) -> None:
    assert ClosePod() in [command for command, harms in list_pod_acts(somebody) if harms]


def test_a_host_who_leads_no_night_ends_their_own_pod() -> None:
    assert ClosePod() in [command for command, harms in list_pod_acts(Requester("ana")) if harms]


def test_a_draw_that_an_organiser_calls_as_a_moderator_who_plays_is_a_report_of_a_player() -> None:
    pod, organiser = play(START), Requester("ana", moderator=True, organiser=True)
    rights.require_command_permission(pod, ReportDrawnGame(), organiser, None)
    assert not rights.needs_moderator_right(pod, ReportDrawnGame(), organiser, None)


# A draw that somebody holds up


def may_confirm(pod: Pod, requester: Requester, now: int) -> bool:
    try:
        rights.require_command_permission(pod, ConfirmGameReports((3,), requester.player, now), requester, None)
    except Refusal:
        return False
    return True


def test_a_silent_player_holds_up_no_draw_where_an_organiser_does_not_play() -> None:
    pod = play(START, ReportDrawnGame(), ConfirmGameReports((3,), "cy"))
    organiser = Requester("zed", organiser=True)
    assert may_confirm(pod, organiser, DAY)
    assert not may_confirm(pod, organiser, DAY - 1)
    assert not may_confirm(pod, Requester("zed"), DAY)
    after = apply_game_event(pod, create_event_of_game_command(pod, ConfirmGameReports((3,), "zed", DAY)))
    assert isinstance(after, Pod)
    assert [each.needed_confirmation.waits for each in after.unconfirmed] == ["end"]  # silence is enough from now on


def test_an_organiser_confirms_no_draw_of_theirs_and_none_that_is_disputed() -> None:
    pod = play(START, ReportDrawnGame())
    plays = Requester("bo", organiser=True)
    assert not may_confirm(pod, plays, DAY)  # who called it, and plays there
    assert may_confirm(pod, Requester("ana", organiser=True), DAY)  # as a player who is asked
    disputed = play(START, ReportDrawnGame(), DisputeGameReport(3, "cy"))
    assert not may_confirm(disputed, Requester("zed", organiser=True), DAY)
    assert not may_confirm(play(START, beaten("cy", "di")), Requester("zed", organiser=True), DAY)


# In a round

SETUP = PodSetup(variant="elimination", scoring="elimination")
AT = 100 * CHECK_IN_LEAD
PEOPLE = ("ana", "bo", "cy", "di", "eve", "fay", "gil", "hal", "ida")


def gather(seated: tuple[tuple[Player, ...], ...], out: tuple[Player, ...]) -> PlannedGame:
    """A night of Ana's with a round."""
    plan: PlannedGame | None = None
    come = (SignUpForPlan(each) for each in PEOPLE[1:])
    commands: tuple[PlannedGameCommand, ...] = (
        PlanFutureGame(SETUP, "ana", AT, 0, night=GameNightSettings(rounds=3, minutes=60)),
        OpenPlannedGameCheckIn(AT - CHECK_IN_LEAD),
        *come,
        CheckInForPlan("ana", AT - 1),
        BeginGameNight(AT),
        AddPlayerToGameNight("gus", brought_by="zed"),
        DropPlayerFromGameNight("gus"),
        SeatGameNightRound(1, seated, out, AT),
    )
    for command in commands:
        plan = apply_planned_game_event(plan, create_event_of_plan_command(plan, command))
    assert plan is not None
    return plan


ROUNDS = (gather((PEOPLE[:4], PEOPLE[4:8]), PEOPLE[8:]), gather((PEOPLE[1:5], PEOPLE[5:]), PEOPLE[:1]))
"""Ana plays, and sits out."""

OF_NIGHT: tuple[PlannedGameCommand, ...] = (
    SeatGameNightRound(2, (PEOPLE[1:5], PEOPLE[5:]), PEOPLE[:1], AT),
    SwapPlayersBetweenPods("ana", "ida", "ana"),
    SwapPlayersBetweenPods("ana", "fay", "ana"),
    SwapPlayersBetweenPods("bo", "hal", "ana"),
    SwapPlayersBetweenPods("cy", "ida", "ana"),
    ReseatUnstartedPods(1, (1, 2), (PEOPLE[4:8], PEOPLE[:4]), PEOPLE[8:], "corrected", by="ana"),
    ReseatUnstartedPods(1, (1, 2), (PEOPLE[:4], PEOPLE[4:8]), PEOPLE[8:], "corrected", by="ana"),
    UndoGameNightOrganiserAction(3, AT, reported=(1,)),
    UndoGameNightOrganiserAction(3, AT),
    CloseGameNight(AT),
    PauseOrResumeGameNightRoundTimer(AT),
    PenaliseGameNightPlayer("cy", 1, "late", "ana"),
    DropPlayerFromGameNight("cy"),
    DropPlayerFromGameNight("ana"),
    AddPlayerToGameNight("gus", brought_by="ana"),
    CancelPlannedGame(),
    ChangePlannedGameTime(2 * AT, AT),
    ChooseStartTimeFromPoll(PlanFutureGame(SETUP, "ana", AT, 0)),
)


def list_changes_of_round(requester: Requester) -> list[PlannedGameCommand]:
    """Return what a requester may do that changes a round, or keeps somebody else out of the next ones."""
    changes: list[PlannedGameCommand] = []
    for plan in ROUNDS:
        assert plan.night is not None
        for command in OF_NIGHT:
            try:
                rights.require_command_permission(plan, command, requester, None)
                after = apply_planned_game_event(plan, create_event_of_plan_command(plan, command))
            except Refusal:
                continue
            same = after.night is not None and after.night.rounds[:1] == plan.night.rounds
            if not same or not plan.present - {"ana"} <= after.present:
                changes.append(command)
    return changes


@pytest.mark.parametrize("organiser", [Requester("ana"), Requester("ana", moderator=True, neutral=True)])
def test_organiser_changes_nothing_of_a_round_in_which_they_are(organiser: Requester) -> None:
    assert list_changes_of_round(organiser) == []


def test_a_moderator_who_does_not_have_to_be_neutral_changes_any_round() -> None:
    changes = {type(each) for each in list_changes_of_round(Requester("ana", moderator=True))}
    assert changes == {
        SwapPlayersBetweenPods,
        UndoGameNightOrganiserAction,
        DropPlayerFromGameNight,
        ReseatUnstartedPods,
    }


def test_an_organiser_who_plays_drops_whoever_is_not_there_and_whoever_they_brought() -> None:
    plan = ROUNDS[0]
    for player in ("ana", "gus"):
        DropPlayerFromGameNight(player).require_impartial_requester(plan, Requester("ana"))
    gone = apply_planned_game_event(plan, create_event_of_plan_command(plan, WithdrawFromPlannedGame("ana")))
    assert isinstance(gone, PlannedGame)
    DropPlayerFromGameNight("cy").require_impartial_requester(gone, Requester("ana"))


def test_named_people_and_members_with_a_named_role_lead_a_night_and_cancel_no_plan() -> None:
    terms = GameNightSettings(3, 60, leaders=("co",), leader_roles=(7,))
    plan = create_plan_with_night(terms)
    for leader in (Requester("co"), Requester("eve", role_ids=frozenset({5, 7}))):
        rights.require_command_permission(plan, CloseGameNight(0), leader, None)
        with pytest.raises(Refusal, match="only-planner"):
            rights.require_command_permission(plan, CancelPlannedGame(), leader, None)
    with pytest.raises(Refusal, match="only-organiser"):
        rights.require_command_permission(plan, CloseGameNight(0), Requester("eve", role_ids=frozenset({5})), None)


def create_plan_with_night(terms: GameNightSettings) -> PlannedGame:
    setup = PodSetup(variant="elimination", scoring="elimination")
    made = PlanFutureGame(setup, "org", 100 * CHECK_IN_LEAD, 0, night=terms)
    return apply_planned_game_event(None, create_event_of_plan_command(None, made))
