"""The commands `/override …`, and the options that they offer. Each opens a preview first."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

import discord
from discord.app_commands import Choice, Range

from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.inputs import is_number
from bot.front.interaction.picking import Picked, find_player, match_options, match_players
from bot.front.interaction.pods import find_any_pod
from bot.front.interaction.routes import on_past_pod, on_pod
from bot.front.interaction.wording import label_game
from bot.front.moderation import decision
from bot.front.moderation.preview import begin_decision, show_preview
from bot.front.moderation.targets import (
    Case,
    PickedPod,
    open_case,
    read_case,
    read_picked_pod,
    write_value,
)
from bot.front.pods.moments import (
    ISO,
    PAST,
    MomentOption,
    list_moments,
    offer_past,
    settle_moment,
)
from bot.front.rendering import story as rendering
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.names import name_players
from bot.projections.past_pods import PastPod, load_recent_channels, read_past_pods
from bot.projections.pods import load_open_pods
from bot.rules.facts import Player
from bot.rules.overrule import LONGEST_REASON, Overrule
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.rights import MODERATORS
from bot.rules.story import find_losers, find_reports
from bot.rules.teams import find_in_game, find_masters
from bot.service.live_game import LiveGame
from bot.storage.engine.moments import to_milliseconds
from bot.when import MAX_TYPED_LENGTH
from bot.words import Words, name_variant

# Options

NOBODY = "-"
"""The value of the option that names nobody; no player has this key."""

LAST_CORRECTION = "last"
"""The step of the last correction, which is no step of a story."""

SEARCHED_PODS = 200
"""The number of past pods that are searched for the text a user types."""


# Values of options


class PickedReport(NamedTuple):
    """A report that an option names: its pod, its step or `LAST_CORRECTION`, and the loser."""

    pod: PickedPod
    step: str
    loser: Player


async def read_report(ctx: Context, value: str, pod: str | None = None) -> PickedReport:
    """Return the report that an option names.

    Raises `Refusal` for a malformed value, and if the report is not of the `pod` of another
    option.
    """
    number, step, loser = (*value.split(":", 2), "", "")[:3]
    if not (is_number(step) or step == LAST_CORRECTION) or pod not in (None, number):
        raise Refusal("no-report", "step")
    return PickedReport(await read_picked_pod(ctx, number), step, loser)


def is_nobody(ctx: Context, typed: str) -> bool:
    """Return whether an option names nobody, whether picked or typed."""
    nobody = ctx.text("override-choice-nobody")
    return typed.strip().casefold() in (NOBODY, nobody.casefold())


# Autocompletion


async def offer_reports(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the reports that can be taken back, newest first, after the last correction."""

    def find(case: Case, words: Words) -> Sequence[tuple[str, str]]:
        reports = _number_reports(ctx, case, words)
        last = decision.find_correction(case.live)
        if last is None:
            return reports
        return [
            (
                f"⚖️ {rendering.render_event(last, words)}",
                f"{_write_value(ctx, case)}:{LAST_CORRECTION}",
            ),
            *reports,
        ]

    return await _offer(ctx, typed, find)


async def offer_defeats(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the reported defeats, one for each loser, newest first."""

    def find(case: Case, words: Words) -> Sequence[tuple[str, str]]:
        return [
            (f"{label} · {words.name(loser)}", f"{value}:{loser}")
            for label, value in _number_reports(ctx, case, words)
            for loser in find_losers(case.story, int(value.split(":")[1]))
        ]

    return await _offer(ctx, typed, find)


async def offer_answerable(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the other players who can be responsible for the defeat in the option `report`."""

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
    """Offer every player of the pod."""
    return await _offer_players(ctx, typed, lambda pod: pod.players)


async def offer_masters(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the masters of the pod."""
    return await _offer_players(ctx, typed, lambda pod: find_masters(pod.standings))


async def offer_present(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the players still in the game; in a lobby, those with a seat."""
    return await _offer_players(ctx, typed, lambda pod: find_in_game(pod.standings) or pod.players)


async def offer_end(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the time at which the bot saw the game end, or the past time that is typed."""
    try:
        live = await _find_live(ctx)
    except Refusal:
        return []
    if live.pod is None or live.pod.result is None or live.pod.closed:
        return []
    option = _make_end_option(live.pod)
    if typed.strip():
        return offer_past(ctx, typed, option)
    if live.ended is None:
        return []
    return list_moments(ctx, [f"{live.ended.astimezone(ctx.settings.zone):{ISO}}"], option)


def _make_end_option(pod: Pod | None) -> MomentOption:
    """Return the kind of moments that may become the end of a pod: not the end that it has."""

    def check(ctx: Context, moment: datetime, now: datetime) -> None:
        PAST.check(ctx, moment, now)
        if pod is not None and to_milliseconds(moment) == pod.ended:
            raise Refusal("no-correction")

    return MomentOption(True, check)


async def offer_pods(ctx: Context, typed: str) -> list[Choice[str]]:
    """Offer the past pods of the channel, of its threads and of deleted channels, newest first."""
    services = ctx.services
    threads = await _find_others(ctx)
    found = await read_past_pods(services.database, [ctx.place.channel, *threads], SEARCHED_PODS)
    winners = {player for each in found for player in each.winners}
    words = await name_players(ctx.people, ctx.text, winners, safe=False)
    zone = ctx.settings.zone
    labels = [
        (
            label_past_pod(each, words, zone, threads.get(each.channel, "")),
            write_value(ctx, each.channel, each.number),
        )
        for each in found
    ]
    return match_options(labels, typed)


async def _find_others(ctx: Context) -> Mapping[int, str]:
    """Return the names of this channel's threads that the asker sees, archived ones included.

    Deleted channels come after them, all with the same name.
    """
    guild = ctx.interaction.guild
    database = ctx.services.database
    visibility = ctx.services.visibility
    assert guild is not None
    if isinstance(ctx.interaction.channel, discord.Thread):
        return {}
    channels = [each.id for each in guild.channels]
    ended = await load_recent_channels(database, guild.id, SEARCHED_PODS, without=channels)
    open_now = [each.channel for each in await load_open_pods(database, guild.id)]
    away = [*open_now, *ended]
    threads = await visibility.find_threads(ctx.interaction, away)
    gone = visibility.find_gone(ctx.interaction, away)
    return {**threads, **dict.fromkeys(sorted(gone), ctx.text("past-deleted"))}


async def _offer(
    ctx: Context, typed: str, find: Callable[[Case, Words], Sequence[tuple[str, str]]]
) -> list[Choice[str]]:
    try:
        case = await read_case(ctx, await read_filled_pod(ctx))
    except Refusal:  # a malformed value of the option `pod`
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
    """Return the pod of the option `pod`, else the current pod. Raises `Refusal`."""
    picked = await read_filled_pod(ctx)
    if picked.place == ctx.place:
        return await find_any_pod(ctx, picked.number)
    return (await open_case(ctx, picked)).live


async def read_filled_pod(ctx: Context) -> PickedPod:
    """Return the pod of the option `pod` while the user types. Raises `Refusal` if malformed."""
    return await read_picked_pod(ctx, _read_filled(ctx, "pod"))


def _read_filled(ctx: Context, option: str) -> str:
    """Return what the user has filled into another option so far."""
    return str(getattr(ctx.interaction.namespace, option, None) or "")


def _write_value(ctx: Context, case: Case) -> str:
    return write_value(ctx, case.live.place.channel, case.live.number)


def _number_reports(ctx: Context, case: Case, words: Words) -> list[tuple[str, str]]:
    """Return label and value of each report, newest first; numbered, as some labels are equal."""
    steps = list(enumerate(find_reports(case.story), 1))
    pod = _write_value(ctx, case)
    return [
        (f"{number}. {rendering.label_step(case.story[step], words)}", f"{pod}:{step}")
        for number, step in reversed(steps)
    ]


def label_past_pod(pod: PastPod, words: Words, zone: ZoneInfo, thread: str = "") -> str:
    """Return the label of a past pod: number, start, title, and winners or state.

    The start is in the server's `zone`. `thread` is the name of the thread where it was played.
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


# Commands

Reason = Range[str, 1, LONGEST_REASON]
Points = Range[int, -99, 99]

_PAST_POD_ACCESS = on_past_pod(MODERATORS, pace="costly")
_POD_ACCESS = on_pod(MODERATORS, pace="costly")


@command("override-responsible", _PAST_POD_ACCESS)
@options(report="defeat", player="responsible", reason="reason", pod="pod")
@complete(report=offer_defeats, player=offer_answerable, pod=offer_pods)
async def rule_responsible(
    ctx: Context, report: Picked, player: Picked, reason: Reason, pod: Picked | None = None
) -> None:
    """Decide who is responsible for a defeat."""
    meant = await read_report(ctx, report, pod)
    case = await open_case(ctx, meant.pod)
    who = None if is_nobody(ctx, player) else await find_player(ctx, player, case.live.pod)
    begun = begin_decision(ctx, case, reason)
    await show_preview(
        ctx, case, decision.rule_responsible(begun, int(meant.step), meant.loser, who)
    )


@command("override-undo", _PAST_POD_ACCESS)
@options(report="report", reason="reason", pod="pod")
@complete(report=offer_reports, pod=offer_pods)
async def undo(ctx: Context, report: Picked, reason: Reason, pod: Picked | None = None) -> None:
    """Take back a report, or the last correction."""
    meant = await read_report(ctx, report, pod)
    case = await open_case(ctx, meant.pod)
    begun = begin_decision(ctx, case, reason)
    if meant.step == LAST_CORRECTION:
        await show_preview(ctx, case, decision.undo_correction(begun, case.live))
    else:
        await show_preview(ctx, case, decision.remove_report(begun, int(meant.step)))


async def _preview_overrule(ctx: Context, case: Case, overrule: Overrule) -> None:
    begun = begin_decision(ctx, case, overrule.reason)
    await show_preview(ctx, case, begun.with_overrule(overrule))


@command("override-status", _POD_ACCESS)
@options(player="decided", serves="serves", reason="reason")
@complete(player=offer_players, serves=offer_masters)
async def set_status(
    ctx: Context, player: Picked, reason: Reason, serves: Picked | None = None
) -> None:
    """Decide whom a player serves."""
    case = await open_case(ctx, PickedPod(ctx.place))
    who = await find_player(ctx, player, case.live.pod)
    master = None if serves is None else await find_player(ctx, serves, case.live.pod)
    await _preview_overrule(ctx, case, Overrule("status", reason, who, master))


@command("override-points", _POD_ACCESS)
@options(player="decided", points="points", reason="reason", pod="pod")
@complete(player=offer_players, pod=offer_pods)
async def set_points(
    ctx: Context, player: Picked, points: Points, reason: Reason, pod: Picked | None = None
) -> None:
    """Decide how many points a player gets."""
    case = await open_case(ctx, await read_picked_pod(ctx, pod))
    who = await find_player(ctx, player, case.live.pod)
    await _preview_overrule(ctx, case, Overrule("points", reason, points={who: points}))


@command("override-end", _POD_ACCESS)
@options(winner="end", reason="reason", pod="pod")
@complete(winner=offer_masters, pod=offer_pods)
async def end(
    ctx: Context, reason: Reason, winner: Picked | None = None, pod: Picked | None = None
) -> None:
    """Decide how the game ends: who wins, or that nobody does."""
    case = await open_case(ctx, await read_picked_pod(ctx, pod))
    who = None if winner is None else await find_player(ctx, winner, case.live.pod)
    await _preview_overrule(ctx, case, Overrule("end", reason, who))


@command("override-remove", _POD_ACCESS)
@options(player="decided", reason="reason")
@complete(player=offer_present)
async def remove(ctx: Context, player: Picked, reason: Reason) -> None:
    """Remove a player from the game."""
    case = await open_case(ctx, PickedPod(ctx.place))
    who = await find_player(ctx, player, case.live.pod)
    await _preview_overrule(ctx, case, Overrule("remove", reason, who))


@command("override-host", _POD_ACCESS)
@options(player="decided", reason="reason")
@complete(player=offer_players)
async def set_host(ctx: Context, player: Picked, reason: Reason) -> None:
    """Make a player the host."""
    case = await open_case(ctx, PickedPod(ctx.place))
    who = await find_player(ctx, player, case.live.pod)
    await _preview_overrule(ctx, case, Overrule("host", reason, who))


@command("override-date", _POD_ACCESS)
@options(at="at", reason="reason", pod="pod")
@complete(at=offer_end, pod=offer_pods)
async def set_date(
    ctx: Context, at: Range[str, 1, MAX_TYPED_LENGTH], reason: Reason, pod: Picked | None = None
) -> None:
    """Decide when a game ended, and so in which season and week it counts."""
    picked = await read_picked_pod(ctx, pod)

    async def preview(asked: Context, ended: datetime) -> None:
        case = await open_case(asked, picked)
        await _preview_overrule(asked, case, Overrule("date", reason, at=to_milliseconds(ended)))

    case = await open_case(ctx, picked)
    await settle_moment(ctx, at, _make_end_option(case.live.pod), preview)


@command("override-void", _POD_ACCESS)
@options(reason="reason", pod="pod")
@complete(pod=offer_pods)
async def void(ctx: Context, reason: Reason, pod: Picked | None = None) -> None:
    """Take a game's result away."""
    case = await open_case(ctx, await read_picked_pod(ctx, pod))
    await _preview_overrule(ctx, case, Overrule("void", reason))


@command("override-reopen", _POD_ACCESS)
@options(reason="reason", pod="pod")
@complete(pod=offer_pods)
async def reopen(ctx: Context, reason: Reason, pod: Picked | None = None) -> None:
    """Reopen a game that has ended."""
    case = await open_case(ctx, await read_picked_pod(ctx, pod))
    await _preview_overrule(ctx, case, Overrule("reopen", reason))
