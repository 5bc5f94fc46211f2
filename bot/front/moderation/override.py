"""`/override …`: what moderators decide. Each decision is shown before it counts."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

import discord
from discord.app_commands import Choice, Range

from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.inputs import is_number
from bot.front.interaction.moments import ISO, list_moments, offer_past, read_past
from bot.front.interaction.picking import Picked, find_player, match_options, match_players
from bot.front.interaction.pods import find_any_pod
from bot.front.interaction.routes import on_past_pod, on_pod
from bot.front.interaction.wording import label_game
from bot.front.moderation import decision
from bot.front.moderation.preview import begin_decision, show
from bot.front.moderation.targets import (
    Case,
    PickedPod,
    open_case,
    read_case,
    read_picked_pod,
    write_value,
)
from bot.front.rendering import story as rendering
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.names import name_players
from bot.projections.past_pods import PastPod, find_channels, read_past_pods
from bot.projections.pods import find_open_pods
from bot.rights import MODERATORS
from bot.rules.commands import Overrule
from bot.rules.events import Corrected
from bot.rules.facts import Player
from bot.rules.overrule import LONGEST_REASON
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.story import find_losers, find_reports
from bot.rules.teams import find_in_game, find_masters
from bot.service.live_game import LiveGame
from bot.storage.engine.moments import to_milliseconds
from bot.when import LONGEST
from bot.words import Words, name_variant

# The options

NOBODY = "-"
"""The value of the option that names nobody; no player's key."""

LAST = "last"
"""The place of a correction that was made last: it stands in no story."""

LISTED = 200
"""Past pods that are looked through for what somebody types."""


# What a picked option means


class PickedReport(NamedTuple):
    """A report that was picked: its pod, its place in the story or `LAST`, and the loser."""

    pod: PickedPod
    step: str
    loser: Player


async def read_report(ctx: Context, value: str, pod: str | None = None) -> PickedReport:
    """Return the report that an option means.

    Raises `Refusal`, also if it is none of the `pod` that is filled in.
    """
    number, step, loser = (*value.split(":", 2), "", "")[:3]
    if not (is_number(step) or step == LAST) or pod not in (None, number):
        raise Refusal("no-report", "step")
    return PickedReport(await read_picked_pod(ctx, number), step, loser)


def is_nobody(ctx: Context, typed: str) -> bool:
    """Whether an option names nobody: picked from the list, or typed."""
    nobody = ctx.text("override-choice-nobody")
    return typed.strip().casefold() in (NOBODY, nobody.casefold())


# What is offered


async def offer_reports(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer all that can be taken out, the newest first, after a correction made last."""

    def find(case: Case, words: Words) -> Sequence[tuple[str, str]]:
        reports = _number_reports(ctx, case, words)
        last = case.live.last
        if not isinstance(last, Corrected):
            return reports
        return [
            (f"⚖️ {rendering.render_event(last, words)}", f"{_write_value(ctx, case)}:{LAST}"),
            *reports,
        ]

    return await _offer(ctx, typed, find)


async def offer_defeats(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the defeats, one for each loser, the newest first."""

    def find(case: Case, words: Words) -> Sequence[tuple[str, str]]:
        return [
            (f"{label} · {words.name(loser)}", f"{value}:{loser}")
            for label, value in _number_reports(ctx, case, words)
            for loser in find_losers(case.story, int(value.split(":")[1]))
        ]

    return await _offer(ctx, typed, find)


async def offer_answerable(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer who else can be responsible for the defeat that is filled in."""

    try:
        meant = await read_report(ctx, _read_filled(ctx, "report"))
    except Refusal:
        return []

    def find(case: Case, words: Words) -> Sequence[tuple[str, str]]:
        if meant.pod != (case.live.place, case.live.number) or not is_number(meant.step):
            return []
        if int(meant.step) not in find_reports(case.story):
            return []
        found = decision.find_others_answerable(case.story, int(meant.step), meant.loser)
        nobody = words.text("override-choice-nobody")
        return [*((words.name(player), player) for player in found), (nobody, NOBODY)]

    return await _offer(ctx, typed, find)


async def offer_players(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer everybody in the pod."""
    return await _offer_players(ctx, typed, lambda pod: pod.players)


async def offer_masters(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the masters of the pod."""
    return await _offer_players(ctx, typed, lambda pod: find_masters(pod.standings))


async def offer_present(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer those still in the game, or who sit in the lobby."""
    return await _offer_players(ctx, typed, lambda pod: find_in_game(pod.standings) or pod.players)


async def offer_end(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer when the game ended as far as the bot knows, or the past moment that was typed."""
    if typed.strip():
        return await offer_past(ctx, typed)
    try:
        live = await _find_live(ctx)
    except Refusal:
        return []
    if live.ended is None:
        return []
    known = f"{live.ended.astimezone(ctx.settings.zone):{ISO}}"
    return list_moments(ctx, [known], past=True)


async def offer_pods(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the past pods of the channel and of its threads, the newest first."""
    services = ctx.services
    threads = await _find_threads(ctx)
    found = await read_past_pods(services.database, [ctx.place.channel, *threads], LISTED)
    winners = {player for each in found for player in each.winners}
    words = await name_players(services.people, ctx.text, winners, safe=False)
    zone = ctx.settings.zone
    labels = [
        (
            label_past_pod(each, words, zone, threads.get(each.channel, "")),
            write_value(ctx, each.channel, each.number),
        )
        for each in found
    ]
    return match_options(labels, typed)


async def _find_threads(ctx: Context) -> Mapping[int, str]:
    """Return the names of this channel's threads that who asks sees: those put away, too."""
    guild = ctx.interaction.guild
    database = ctx.services.database
    assert guild is not None
    if isinstance(ctx.interaction.channel, discord.Thread):
        return {}
    channels = [each.id for each in guild.channels]
    ended = await find_channels(database, guild.id, LISTED, without=channels)
    open_now = [each.channel for each in await find_open_pods(database, guild.id)]
    return await ctx.services.visibility.find_threads(ctx.interaction, [*open_now, *ended])


async def _offer(
    ctx: Context, typed: str, find: Callable[[Case, Words], Sequence[tuple[str, str]]]
) -> list[Choice[str]]:
    try:
        case = await read_case(ctx, await find_meant(ctx))
    except Refusal:  # that is no number
        return []
    if case.live.pod is None:
        return []
    return match_options(find(case, await label_game(ctx, case.live.pod)), typed)


async def _offer_players(
    ctx: Context, typed: str, find: Callable[[Pod], Sequence[Player]]
) -> list[Choice[str]]:
    try:
        live = await _find_live(ctx)
    except Refusal:
        return []
    assert live.pod is not None
    return match_players(find(live.pod), await label_game(ctx, live.pod), typed)


async def _find_live(ctx: Context) -> LiveGame:
    """Return the pod that is filled in while somebody types, else the current one."""
    picked = await find_meant(ctx)
    if picked.place == ctx.place:
        return await find_any_pod(ctx, picked.number)
    return (await open_case(ctx, picked)).live


async def find_meant(ctx: Context) -> PickedPod:
    """Return the pod that is filled in while somebody types. Raises `Refusal` if it is none."""
    return await read_picked_pod(ctx, _read_filled(ctx, "pod"))


def _read_filled(ctx: Context, option: str) -> str:
    """Return what is filled in already."""
    return str(getattr(ctx.interaction.namespace, option, None) or "")


def _write_value(ctx: Context, case: Case) -> str:
    return write_value(ctx, case.live.place.channel, case.live.number)


def _number_reports(ctx: Context, case: Case, words: Words) -> list[tuple[str, str]]:
    """Return the reports of a story, the newest first; numbered, as some read alike."""
    steps = list(enumerate(find_reports(case.story), 1))
    pod = _write_value(ctx, case)
    return [
        (f"{number}. {rendering.label_step(case.story[step], words)}", f"{pod}:{step}")
        for number, step in reversed(steps)
    ]


def label_past_pod(pod: PastPod, words: Words, zone: ZoneInfo, thread: str = "") -> str:
    """A pod among others: its number, when it was opened, its title, who won or how it stands.

    The time is that of the server's `zone`. A `thread` in which it was played is named.
    """
    title = pod.setup.title or name_variant(pod.setup.variant, words.text)
    titles = [clean_label(title, 30)]
    if thread:
        own = titles if pod.setup.title not in (None, thread) else []
        titles = [f"🧵 {clean_label(thread, 30)}", *own]
    opened = pod.opened.astimezone(zone)
    state = ("draw" if pod.scored else "unscored") if pod.state == "finished" else pod.state
    how = f"🏆 {words.join_names(pod.winners)}" if pod.winners else words.text(f"past-{state}")
    when = f"{words.text.format_date(opened.date())} {opened:%H:%M}"
    return " · ".join([f"#{pod.number}", when, *titles, how])


# The commands

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
