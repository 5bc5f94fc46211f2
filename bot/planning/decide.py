"""The decision about a command to a plan: one event, or a refusal."""

from typing import assert_never

from msgspec.structs import replace

from bot.planning.commands import (
    CancelPlan,
    CheckIn,
    ChooseMoment,
    Gather,
    HoldUp,
    MakePlan,
    MovePlan,
    NightCommand,
    NoteListing,
    NoteReminder,
    OpenCheckIn,
    PickMoment,
    PlanCommand,
    Repeat,
    SetReminder,
    SignOff,
    SignUp,
)
from bot.planning.events import (
    CheckedIn,
    CheckInOpened,
    MomentChosen,
    MomentPicked,
    PlanCancelled,
    PlanEvent,
    PlanGathered,
    PlanHeldUp,
    PlanListed,
    PlanMade,
    PlanMoved,
    PlanRepeated,
    Reminded,
    ReminderSet,
    SignedOff,
    SignedUp,
)
from bot.planning.night_acts import check_room, check_terms, decide_night
from bot.planning.plan import CHECK_IN_LEAD, SEAT_HOLD, Plan
from bot.rules.lobby import Open
from bot.rules.refusals import refuse

MAX_TIME_AHEAD = 90 * 24 * 60 * 60_000
"""Milliseconds ahead that a pod can be planned; later plans of a series may be further ahead."""

MAX_ANSWERED = 200
"""People who can answer a poll."""

MAX_ASKED = 10
"""Moments of a poll."""

MIN_ASKED = 2


def decide(plan: Plan | None, command: PlanCommand) -> PlanEvent:
    """Return the event of a command. Raises `Refusal`; the plan is unchanged then."""
    if isinstance(command, MakePlan):
        return _make_plan(command)
    if plan is None:
        refuse("no-plan")
    if isinstance(command, Repeat):
        return _repeat(plan, command)
    if isinstance(command, NoteListing):
        return _note_listing(plan, command)
    if plan.cancelled is not None:
        refuse("plan-cancelled")
    if isinstance(command, NightCommand):
        return decide_night(plan, command)
    if plan.state == "over":
        refuse("night-over")
    if plan.gathered is not None:
        refuse("plan-gathered")
    if isinstance(command, PickMoment | ChooseMoment):
        return _decide_poll(plan, command)
    if plan.asked and not isinstance(command, CancelPlan):
        refuse("poll-open")
    match command:
        case SignUp():
            return _sign_up(plan, command)
        case SignOff(player=player):
            _check_signed_up(plan, player)
            return SignedOff(player)
        case SetReminder(player=player):
            return _set_reminder(plan, player)
        case CheckIn():
            return _check_in(plan, command)
        case MovePlan():
            return _move_plan(plan, command)
        case CancelPlan(lapsed=False) if plan.has_begun:
            refuse("night-begun")
        case CancelPlan(lapsed=lapsed, series=series, by=by):
            called = () if lapsed else _find_others(plan, by)
            return PlanCancelled(lapsed, series and plan.every is not None, called)
        case _:
            return _decide_for_bot(plan, command)


def _decide_for_bot(plan: Plan, command: OpenCheckIn | NoteReminder | HoldUp | Gather) -> PlanEvent:
    """Return the event of a command by the bot. A repeated command is refused: it counts once."""
    match command:
        case OpenCheckIn(now=now):
            if plan.checking or now < plan.at - CHECK_IN_LEAD:
                refuse("plan-late")
            return CheckInOpened()
        case NoteReminder(player=player, reached=reached):
            if player not in plan.to_remind:
                refuse("plan-late")
            return Reminded(player, reached)
        case HoldUp():
            if plan.held_up:
                refuse("plan-late")
            return PlanHeldUp()
        case Gather():
            return PlanGathered(command.players, command.channel, command.pod)
        case _:
            assert_never(command)


def _decide_poll(plan: Plan, command: PickMoment | ChooseMoment) -> MomentPicked | MomentChosen:
    if not plan.asked:
        refuse("poll-over", when=f"<t:{plan.at // 1000}:F>")
    match command:
        case PickMoment():
            return _pick_moment(plan, command)
        case ChooseMoment():
            return _choose_moment(plan, command)
        case _:
            assert_never(command)


def _pick_moment(plan: Plan, command: PickMoment) -> MomentPicked:
    _check_asked(plan, command.at, command.now)
    former = plan.picks.get(command.player)
    if former is None and len(plan.players) >= MAX_ANSWERED:
        refuse("poll-full", most=MAX_ANSWERED)
    return MomentPicked(command.player, command.at, command.at not in (former or ()))


def _choose_moment(plan: Plan, command: ChooseMoment) -> MomentChosen:
    _check_asked(plan, command.plan.at, command.plan.now)
    coming = plan.find_coming(command.plan.at)
    made = replace(_make_plan(command.plan), host=plan.host, players=coming)
    return MomentChosen(made, tuple(player for player in coming if player != command.by))


def _check_asked(plan: Plan, at: int, now: int) -> None:
    """Raise `Refusal` unless `at` is a moment of the poll, and still ahead."""
    if at not in plan.asked:
        refuse("poll-moment")
    check_time(at, now)


def check_time(at: int, now: int, *, may_be_far: bool = False) -> None:
    """Raise `Refusal` unless a game can be planned for `at`; both in milliseconds since 1970."""
    if at <= now:
        refuse("when-past", "when")
    if at > now + MAX_TIME_AHEAD and not may_be_far:
        refuse("when-far", "when", days=MAX_TIME_AHEAD // (24 * 60 * 60_000))


def _make_plan(command: MakePlan) -> PlanMade:
    Open(command.setup, command.host, (command.host,)).open_pod()  # refuses an impossible setup
    if command.night is not None:
        check_terms(command.setup, command.night)
    moments = tuple(sorted({*command.asked})) or (command.at,)
    for moment in moments:
        check_time(moment, command.now, may_be_far=command.next)
    if command.asked and not MIN_ASKED <= len(moments) <= MAX_ASKED:
        refuse("poll-count")
    return PlanMade(
        command.setup,
        command.host,
        moments[-1],
        players=() if command.asked else (command.host,),
        every=command.every,
        listing=command.listing,
        quiet=command.quiet,
        checking=not command.asked and command.now >= command.at - CHECK_IN_LEAD,
        night=command.night,
        tags=dict(command.tags),
        asked=moments if command.asked else (),
    )


def _move_plan(plan: Plan, command: MovePlan) -> PlanMoved:
    if plan.has_begun:
        refuse("night-begun")
    check_time(command.at, command.now)
    if command.at == plan.at:
        refuse("plan-same-time", "when")
    checking = command.now >= command.at - CHECK_IN_LEAD
    return PlanMoved(command.at, _find_others(plan, command.by), checking)


def _find_others(plan: Plan, by: str | None) -> tuple[str, ...]:
    """Return who is signed up, besides whoever changes the plan."""
    return tuple(player for player in plan.players if player != by)


def _repeat(plan: Plan, command: Repeat) -> PlanRepeated:
    if not plan.owes_next:
        refuse("plan-late")
    return PlanRepeated(command.pod)


def _note_listing(plan: Plan, command: NoteListing) -> PlanListed:
    if not plan.owes_listing:
        refuse("plan-late")
    shown = (command.at, command.typed)
    return PlanListed(command.listing, command.shows, command.trouble, *shown)


def _sign_up(plan: Plan, command: SignUp) -> SignedUp:
    if command.player in plan.players:
        refuse("plan-already", "player")
    _check_in_time(plan, command.now)
    check_room(plan)
    return SignedUp(command.player, plan.checking, command.tag)


def _check_in_time(plan: Plan, now: int) -> None:
    """Raise `Refusal` if it is too late to come; to a night people come until it is closed."""
    if plan.night is None and now > plan.at + SEAT_HOLD:
        refuse("plan-late")


def _set_reminder(plan: Plan, player: str) -> ReminderSet:
    _check_signed_up(plan, player)
    if plan.checking or player in plan.reminded:
        refuse("plan-remind-late")
    return ReminderSet(player, player not in plan.wakes)


def _check_in(plan: Plan, command: CheckIn) -> CheckedIn:
    _check_signed_up(plan, command.player)
    if command.player in plan.present:
        refuse("plan-present")
    if command.now < plan.at - CHECK_IN_LEAD:
        refuse("plan-early", opens=f"<t:{(plan.at - CHECK_IN_LEAD) // 1000}:t>")
    _check_in_time(plan, command.now)
    return CheckedIn(command.player)


def _check_signed_up(plan: Plan, player: str) -> None:
    if player not in plan.players:
        refuse("plan-not-in", "player")
