"""`/override …`: what moderators decide. Each decision is shown before it counts."""

from discord.app_commands import Range

from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.moments import read_past
from bot.front.interaction.picking import Picked, find_player
from bot.front.interaction.routes import on_past_pod, on_pod
from bot.front.moderation import decision
from bot.front.moderation.options import (
    LAST,
    is_nobody,
    offer_answerable,
    offer_defeats,
    offer_end,
    offer_masters,
    offer_players,
    offer_pods,
    offer_present,
    offer_reports,
    read_report,
)
from bot.front.moderation.picked_pods import PickedPod, read_picked_pod
from bot.front.moderation.weighing import begin_decision, open_case, show
from bot.rights import MODERATORS
from bot.rules.commands import Overrule
from bot.rules.overrule import LONGEST_REASON
from bot.storage.engine.moments import to_milliseconds
from bot.when import LONGEST

Reason = Range[str, 1, LONGEST_REASON]
Points = Range[int, -99, 99]

_PAST = on_past_pod(MODERATORS, pace="costly")
_POD = on_pod(MODERATORS, pace="costly")


@command("override-responsible", _PAST)
@options(report="defeat", player="responsible", reason="reason", pod="pod")
@complete(report=offer_defeats, player=offer_answerable, pod=offer_pods)
async def rule_responsible(
    ctx: Context, report: Picked, player: Picked, reason: Reason, pod: Picked | None = None
) -> None:
    """Decide who is responsible for a defeat."""
    meant = await read_report(ctx, report, pod)
    case = await open_case(ctx, meant.pod)
    who = None if is_nobody(ctx, player) else await find_player(ctx, player, case.live.pod)
    weighed = begin_decision(ctx, case, reason)
    await show(ctx, case, decision.rule_responsible(weighed, int(meant.step), meant.loser, who))


@command("override-undo", _PAST)
@options(report="report", reason="reason", pod="pod")
@complete(report=offer_reports, pod=offer_pods)
async def undo(ctx: Context, report: Picked, reason: Reason, pod: Picked | None = None) -> None:
    """Take a report out, or the correction that was made last back."""
    meant = await read_report(ctx, report, pod)
    case = await open_case(ctx, meant.pod)
    weighed = begin_decision(ctx, case, reason)
    if meant.step == LAST:
        await show(ctx, case, decision.go_back(weighed, case.live.last))
    else:
        await show(ctx, case, decision.take_out(weighed, int(meant.step)))


@command("override-status", _POD)
@options(player="decided", serves="serves", reason="reason")
@complete(player=offer_players, serves=offer_masters)
async def set_status(
    ctx: Context, player: Picked, reason: Reason, serves: Picked | None = None
) -> None:
    """Decide whom a player serves."""
    case = await open_case(ctx, PickedPod(ctx.place))
    who = await find_player(ctx, player, case.live.pod)
    master = None if serves is None else await find_player(ctx, serves, case.live.pod)
    weighed = begin_decision(ctx, case, reason)
    await show(ctx, case, weighed.with_overrule(Overrule("status", reason, who, master)))


@command("override-points", _POD)
@options(player="decided", points="points", reason="reason", pod="pod")
@complete(player=offer_players, pod=offer_pods)
async def set_points(
    ctx: Context, player: Picked, points: Points, reason: Reason, pod: Picked | None = None
) -> None:
    """Decide how many points a player gets."""
    case = await open_case(ctx, await read_picked_pod(ctx, pod))
    who = await find_player(ctx, player, case.live.pod)
    weighed = begin_decision(ctx, case, reason)
    await show(ctx, case, weighed.with_overrule(Overrule("points", reason, points={who: points})))


@command("override-end", _POD)
@options(winner="end", reason="reason", pod="pod")
@complete(winner=offer_masters, pod=offer_pods)
async def end(
    ctx: Context, reason: Reason, winner: Picked | None = None, pod: Picked | None = None
) -> None:
    """Decide how the game ends: somebody wins, or nobody."""
    case = await open_case(ctx, await read_picked_pod(ctx, pod))
    who = None if winner is None else await find_player(ctx, winner, case.live.pod)
    weighed = begin_decision(ctx, case, reason)
    await show(ctx, case, weighed.with_overrule(Overrule("end", reason, who)))


@command("override-remove", _POD)
@options(player="decided", reason="reason")
@complete(player=offer_present)
async def remove(ctx: Context, player: Picked, reason: Reason) -> None:
    """Take a player out of the game."""
    case = await open_case(ctx, PickedPod(ctx.place))
    who = await find_player(ctx, player, case.live.pod)
    weighed = begin_decision(ctx, case, reason)
    await show(ctx, case, weighed.with_overrule(Overrule("remove", reason, who)))


@command("override-host", _POD)
@options(player="decided", reason="reason")
@complete(player=offer_players)
async def set_host(ctx: Context, player: Picked, reason: Reason) -> None:
    """Make a player the host."""
    case = await open_case(ctx, PickedPod(ctx.place))
    who = await find_player(ctx, player, case.live.pod)
    weighed = begin_decision(ctx, case, reason)
    await show(ctx, case, weighed.with_overrule(Overrule("host", reason, who)))


@command("override-date", _POD)
@options(at="at", reason="reason", pod="pod")
@complete(at=offer_end, pod=offer_pods)
async def date(
    ctx: Context, at: Range[str, 1, LONGEST], reason: Reason, pod: Picked | None = None
) -> None:
    """Decide when a game really ended: in which season and week it counts."""
    case = await open_case(ctx, await read_picked_pod(ctx, pod))
    ended = to_milliseconds(read_past(ctx, at))
    weighed = begin_decision(ctx, case, reason)
    await show(ctx, case, weighed.with_overrule(Overrule("date", reason, at=ended)))


@command("override-void", _POD)
@options(reason="reason", pod="pod")
@complete(pod=offer_pods)
async def void(ctx: Context, reason: Reason, pod: Picked | None = None) -> None:
    """Take a game's result away."""
    case = await open_case(ctx, await read_picked_pod(ctx, pod))
    weighed = begin_decision(ctx, case, reason)
    await show(ctx, case, weighed.with_overrule(Overrule("void", reason)))


@command("override-reopen", _POD)
@options(reason="reason", pod="pod")
@complete(pod=offer_pods)
async def reopen(ctx: Context, reason: Reason, pod: Picked | None = None) -> None:
    """Go on with a game that has ended."""
    case = await open_case(ctx, await read_picked_pod(ctx, pod))
    weighed = begin_decision(ctx, case, reason)
    await show(ctx, case, weighed.with_overrule(Overrule("reopen", reason)))
