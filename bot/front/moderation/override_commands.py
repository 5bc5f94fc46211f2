"""The `/override` commands and their autocompletion. Each command opens a preview first."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

import discord
from discord.app_commands import Choice, Range

from bot.formatters.messages import MessageFormatter, format_variant_name
from bot.front.game_texts import story as rendering
from bot.front.interaction.command_declarations import (
    autocomplete_options,
    describe_options,
    slash_command,
)
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_label_formatter
from bot.front.interaction.game_commands import load_pod_by_number
from bot.front.interaction.inputs import is_number
from bot.front.interaction.player_options import (
    Picked,
    build_matching_choices,
    build_player_choices,
    resolve_player_option,
)
from bot.front.interaction.routes import past_pod_access, pod_access
from bot.front.interaction.time_options import (
    ISO,
    PAST,
    TimeOptionKind,
    build_time_choices,
    complete_past_times,
    resolve_time_option,
)
from bot.front.moderation import decision_draft
from bot.front.moderation.decision_preview import begin_decision_draft, show_decision_preview
from bot.front.moderation.decision_targets import (
    ModerationCase,
    SelectedPod,
    format_pod_value,
    load_case,
    load_existing_case,
    parse_selected_pod,
)
from bot.front.ui.escaping import clean_label
from bot.front.ui.player_names import load_name_formatter
from bot.projections.past_pods import PastPod, load_past_pods, load_recent_channels
from bot.projections.pods import load_open_pods
from bot.rules.facts import Player
from bot.rules.overrides import LONGEST_REASON, OverrideGame
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.rights import MODERATORS
from bot.rules.story import find_losers_at_step, find_removable_steps
from bot.rules.teams import list_masters, list_players_in_game
from bot.service.live_game import LiveGame
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.time.moments import MAX_TYPED_LENGTH

# Options

NOBODY = "-"
"""The value of the option that names nobody; no player has this key."""

LAST_CORRECTION = "last"
"""The step of the last correction, which is no step of a story."""

SEARCHED_PODS = 200
"""The number of past pods that are searched for the text a user types."""


# Values of options


class SelectedReport(NamedTuple):
    """A report selected in an option: its pod, its step or `LAST_CORRECTION`, and the loser."""

    pod: SelectedPod
    step: str
    loser: Player


async def parse_selected_report(
    ctx: Context, option_value: str, pod_option: str | None = None
) -> SelectedReport:
    """Return the report that an option's value names.

    Raises `Refusal` for a malformed value, and if the report belongs to another pod than the
    one selected in another option.
    """
    number, step, loser = (*option_value.split(":", 2), "", "")[:3]
    if not (is_number(step) or step == LAST_CORRECTION) or pod_option not in (None, number):
        raise Refusal("no-report", "step")
    return SelectedReport(await parse_selected_pod(ctx, number), step, loser)


def is_nobody_option(ctx: Context, user_input: str) -> bool:
    """Return whether an option's value means nobody, whether selected or typed."""
    nobody = ctx.catalogue("override-choice-nobody")
    return user_input.strip().casefold() in (NOBODY, nobody.casefold())


# Autocompletion


async def complete_report(ctx: Context, query: str) -> list[Choice[str]]:
    """Offer the reports that can be taken back, newest first, after the last correction."""

    def list_matches(
        case: ModerationCase, formatter: MessageFormatter
    ) -> Sequence[tuple[str, str]]:
        reports = _list_report_choices(ctx, case, formatter)
        last = decision_draft.find_last_correction(case.live)
        if last is None:
            return reports
        return [
            (
                f"⚖️ {rendering.render_event(last, formatter)}",
                f"{_format_pod_value(ctx, case)}:{LAST_CORRECTION}",
            ),
            *reports,
        ]

    return await _complete_from_case(ctx, query, list_matches)


async def complete_defeat(ctx: Context, query: str) -> list[Choice[str]]:
    """Offer the reported defeats, one for each loser, newest first."""

    def list_matches(
        case: ModerationCase, formatter: MessageFormatter
    ) -> Sequence[tuple[str, str]]:
        return [
            (f"{label} · {formatter.name(loser)}", f"{value}:{loser}")
            for label, value in _list_report_choices(ctx, case, formatter)
            for loser in find_losers_at_step(case.story, int(value.split(":")[1]))
        ]

    return await _complete_from_case(ctx, query, list_matches)


async def complete_responsible_player(ctx: Context, query: str) -> list[Choice[str]]:
    """Offer the other players who can be responsible for the defeat in the option `report`."""

    try:
        meant = await parse_selected_report(ctx, _get_filled_option(ctx, "report"))
    except Refusal:
        return []

    def list_matches(
        case: ModerationCase, formatter: MessageFormatter
    ) -> Sequence[tuple[str, str]]:
        if meant.pod != (case.live.place, case.live.number) or not is_number(meant.step):
            return []
        if int(meant.step) not in find_removable_steps(case.story):
            return []
        found = decision_draft.find_possibly_responsible(case.story, int(meant.step), meant.loser)
        nobody = formatter.text("override-choice-nobody")
        return [*((formatter.name(player), player) for player in found), (nobody, NOBODY)]

    return await _complete_from_case(ctx, query, list_matches)


async def complete_pod_player(ctx: Context, query: str) -> list[Choice[str]]:
    """Offer every player of the pod."""
    return await _complete_player_of_pod(ctx, query, lambda pod: pod.players)


async def complete_master(ctx: Context, query: str) -> list[Choice[str]]:
    """Offer the masters of the pod."""
    return await _complete_player_of_pod(ctx, query, lambda pod: list_masters(pod.standings))


async def complete_remaining_player(ctx: Context, query: str) -> list[Choice[str]]:
    """Offer the players still in the game; in a lobby, the players with a seat."""
    return await _complete_player_of_pod(
        ctx, query, lambda pod: list_players_in_game(pod.standings) or pod.players
    )


async def complete_end_time(ctx: Context, query: str) -> list[Choice[str]]:
    """Offer the time at which the bot saw the game end, or the past time that the user types."""
    try:
        live = await _load_pod_of_option(ctx)
    except Refusal:
        return []
    if live.pod is None or live.pod.result is None or live.pod.closed:
        return []
    option = _build_end_time_option(live.pod)
    if query.strip():
        return complete_past_times(ctx, query, option)
    if live.end_time is None:
        return []
    return build_time_choices(
        ctx, [f"{live.end_time.astimezone(ctx.settings.time_zone):{ISO}}"], option
    )


def _build_end_time_option(pod: Pod | None) -> TimeOptionKind:
    """Return the option for a pod's end time, which refuses the pod's present end time."""

    def check_end_time(ctx: Context, end_time: datetime, now: datetime) -> None:
        PAST.check(ctx, end_time, now)
        if pod is not None and datetime_to_milliseconds(end_time) == pod.ended:
            raise Refusal("no-correction")

    return TimeOptionKind(True, check_end_time)


async def complete_past_pod(ctx: Context, query: str) -> list[Choice[str]]:
    """Offer the past pods of the channel, of its threads and of deleted channels, newest first."""
    services = ctx.services
    threads = await _load_thread_names(ctx)
    found = await load_past_pods(
        services.database, [ctx.channel_address.channel, *threads], SEARCHED_PODS
    )
    winners = {player for each in found for player in each.winners}
    words = await load_name_formatter(
        ctx.server_people, ctx.catalogue, winners, with_escaping=False
    )
    zone = ctx.settings.time_zone
    labels = [
        (
            format_past_pod_label(each, words, zone, threads.get(each.channel, "")),
            format_pod_value(ctx, each.channel, each.number),
        )
        for each in found
    ]
    return build_matching_choices(labels, query)


async def _load_thread_names(ctx: Context) -> Mapping[int, str]:
    """Return the names of the channel's visible threads by id, archived threads included.

    Deleted channels come after them, all with the same name.
    """
    guild = ctx.interaction.guild
    database = ctx.services.database
    visibility = ctx.services.visibility
    assert guild is not None
    if isinstance(ctx.interaction.channel, discord.Thread):
        return {}
    channels = [each.id for each in guild.channels]
    ended = await load_recent_channels(
        database, guild.id, SEARCHED_PODS, excluded_channels=channels
    )
    open_now = [each.channel for each in await load_open_pods(database, guild.id)]
    away = [*open_now, *ended]
    threads = await visibility.find_visible_threads(ctx.interaction, away)
    gone = visibility.find_deleted_channels(ctx.interaction, away)
    return {**threads, **dict.fromkeys(sorted(gone), ctx.catalogue("past-deleted"))}


async def _complete_from_case(
    ctx: Context,
    query: str,
    list_matches: Callable[[ModerationCase, MessageFormatter], Sequence[tuple[str, str]]],
) -> list[Choice[str]]:
    try:
        case = await load_case(ctx, await parse_pod_option(ctx))
    except Refusal:  # a malformed value of the option `pod`
        return []
    if case.live.pod is None:
        return []
    return build_matching_choices(
        list_matches(case, await load_label_formatter(ctx, case.live.pod)), query
    )


async def _complete_player_of_pod(
    ctx: Context, query: str, list_players: Callable[[Pod], Sequence[Player]]
) -> list[Choice[str]]:
    try:
        live = await _load_pod_of_option(ctx)
    except Refusal:
        return []
    assert live.pod is not None
    return build_player_choices(
        list_players(live.pod), await load_label_formatter(ctx, live.pod), query
    )


async def _load_pod_of_option(ctx: Context) -> LiveGame:
    """Load the pod of the option `pod`, else the current pod. Raises `Refusal`."""
    picked = await parse_pod_option(ctx)
    if picked.place == ctx.channel_address:
        return await load_pod_by_number(ctx, picked.number)
    return (await load_existing_case(ctx, picked)).live


async def parse_pod_option(ctx: Context) -> SelectedPod:
    """Return the pod of the option `pod` while the user types. Raises `Refusal` if malformed."""
    return await parse_selected_pod(ctx, _get_filled_option(ctx, "pod"))


def _get_filled_option(ctx: Context, option_name: str) -> str:
    """Return the user's input in another option so far; an empty string without input."""
    return str(getattr(ctx.interaction.namespace, option_name, None) or "")


def _format_pod_value(ctx: Context, case: ModerationCase) -> str:
    return format_pod_value(ctx, case.live.place.channel, case.live.number)


def _list_report_choices(
    ctx: Context, case: ModerationCase, formatter: MessageFormatter
) -> list[tuple[str, str]]:
    """Return label and value of each report, newest first, with numbers to tell equal labels
    apart.
    """
    steps = list(enumerate(find_removable_steps(case.story), 1))
    pod = _format_pod_value(ctx, case)
    return [
        (f"{number}. {rendering.render_story_label(case.story[step], formatter)}", f"{pod}:{step}")
        for number, step in reversed(steps)
    ]


def format_past_pod_label(
    pod: PastPod, formatter: MessageFormatter, time_zone: ZoneInfo, thread_name: str = ""
) -> str:
    """Return the label of a past pod: number, start, title, and winners or state.

    The start is in the server's time zone. `thread_name` is empty if the pod was not played in
    a thread.
    """
    title = pod.setup.title or format_variant_name(pod.setup.variant, formatter.text)
    titles = [clean_label(title, 30)]
    if thread_name:
        own = titles if pod.setup.title not in (None, thread_name) else []
        titles = [f"🧵 {clean_label(thread_name, 30)}", *own]
    opened = pod.opened.astimezone(time_zone)
    state = ("draw" if pod.scored else "unscored") if pod.state == "finished" else pod.state
    how = (
        f"🏆 {formatter.join_player_names(pod.winners)}"
        if pod.winners
        else formatter.text(f"past-{state}")
    )
    when = f"{formatter.text.format_date(opened.date())} {opened:%H:%M}"
    return " · ".join([f"#{pod.number}", when, *titles, how])


# Commands

Reason = Range[str, 1, LONGEST_REASON]
Points = Range[int, -99, 99]

_PAST_POD_ACCESS = past_pod_access(MODERATORS, rate_class="costly")
_POD_ACCESS = pod_access(MODERATORS, rate_class="costly")


@slash_command("override-responsible", _PAST_POD_ACCESS)
@describe_options(report="defeat", player="responsible", reason="reason", pod="pod")
@autocomplete_options(
    report=complete_defeat, player=complete_responsible_player, pod=complete_past_pod
)
async def override_responsible_player(
    ctx: Context, report: Picked, player: Picked, reason: Reason, pod: Picked | None = None
) -> None:
    """Preview a ruling on who is responsible for a defeat."""
    meant = await parse_selected_report(ctx, report, pod)
    case = await load_existing_case(ctx, meant.pod)
    who = (
        None
        if is_nobody_option(ctx, player)
        else await resolve_player_option(ctx, player, case.live.pod)
    )
    begun = begin_decision_draft(ctx, case, reason)
    await show_decision_preview(
        ctx, case, decision_draft.rule_responsible_player(begun, int(meant.step), meant.loser, who)
    )


@slash_command("override-undo", _PAST_POD_ACCESS)
@describe_options(report="report", reason="reason", pod="pod")
@autocomplete_options(report=complete_report, pod=complete_past_pod)
async def override_by_undo(
    ctx: Context, report: Picked, reason: Reason, pod: Picked | None = None
) -> None:
    """Preview the removal of a report or of the last correction."""
    meant = await parse_selected_report(ctx, report, pod)
    case = await load_existing_case(ctx, meant.pod)
    begun = begin_decision_draft(ctx, case, reason)
    if meant.step == LAST_CORRECTION:
        await show_decision_preview(
            ctx, case, decision_draft.undo_last_correction(begun, case.live)
        )
    else:
        await show_decision_preview(ctx, case, decision_draft.remove_report(begun, int(meant.step)))


async def _show_overrule_preview(
    ctx: Context, case: ModerationCase, overrule: OverrideGame
) -> None:
    begun = begin_decision_draft(ctx, case, overrule.reason)
    await show_decision_preview(ctx, case, begun.with_overrule(overrule))


@slash_command("override-status", _POD_ACCESS)
@describe_options(player="decided", serves="serves", reason="reason")
@autocomplete_options(player=complete_pod_player, serves=complete_master)
async def override_player_status(
    ctx: Context, player: Picked, reason: Reason, serves: Picked | None = None
) -> None:
    """Preview a ruling on which master a player serves."""
    case = await load_existing_case(ctx, SelectedPod(ctx.channel_address))
    who = await resolve_player_option(ctx, player, case.live.pod)
    master = None if serves is None else await resolve_player_option(ctx, serves, case.live.pod)
    await _show_overrule_preview(ctx, case, OverrideGame("status", reason, who, master))


@slash_command("override-points", _POD_ACCESS)
@describe_options(player="decided", points="points", reason="reason", pod="pod")
@autocomplete_options(player=complete_pod_player, pod=complete_past_pod)
async def override_points(
    ctx: Context, player: Picked, points: Points, reason: Reason, pod: Picked | None = None
) -> None:
    """Preview a ruling on how many points a player gets."""
    case = await load_existing_case(ctx, await parse_selected_pod(ctx, pod))
    who = await resolve_player_option(ctx, player, case.live.pod)
    await _show_overrule_preview(ctx, case, OverrideGame("points", reason, points={who: points}))


@slash_command("override-end", _POD_ACCESS)
@describe_options(winner="end", reason="reason", pod="pod")
@autocomplete_options(winner=complete_master, pod=complete_past_pod)
async def override_game_end(
    ctx: Context, reason: Reason, winner: Picked | None = None, pod: Picked | None = None
) -> None:
    """Preview an end of the game, with a winner or without one."""
    case = await load_existing_case(ctx, await parse_selected_pod(ctx, pod))
    who = None if winner is None else await resolve_player_option(ctx, winner, case.live.pod)
    await _show_overrule_preview(ctx, case, OverrideGame("end", reason, who))


@slash_command("override-remove", _POD_ACCESS)
@describe_options(player="decided", reason="reason")
@autocomplete_options(player=complete_remaining_player)
async def override_by_removal(ctx: Context, player: Picked, reason: Reason) -> None:
    """Preview the removal of a player from the game."""
    case = await load_existing_case(ctx, SelectedPod(ctx.channel_address))
    who = await resolve_player_option(ctx, player, case.live.pod)
    await _show_overrule_preview(ctx, case, OverrideGame("remove", reason, who))


@slash_command("override-host", _POD_ACCESS)
@describe_options(player="decided", reason="reason")
@autocomplete_options(player=complete_pod_player)
async def override_host(ctx: Context, player: Picked, reason: Reason) -> None:
    """Preview a change of the pod's host."""
    case = await load_existing_case(ctx, SelectedPod(ctx.channel_address))
    who = await resolve_player_option(ctx, player, case.live.pod)
    await _show_overrule_preview(ctx, case, OverrideGame("host", reason, who))


@slash_command("override-date", _POD_ACCESS)
@describe_options(at="at", reason="reason", pod="pod")
@autocomplete_options(at=complete_end_time, pod=complete_past_pod)
async def override_end_date(
    ctx: Context, at: Range[str, 1, MAX_TYPED_LENGTH], reason: Reason, pod: Picked | None = None
) -> None:
    """Preview a new end time of a game, which sets the season and week of its result."""
    picked = await parse_selected_pod(ctx, pod)

    async def preview_end_time(current_ctx: Context, end_time: datetime) -> None:
        case = await load_existing_case(current_ctx, picked)
        await _show_overrule_preview(
            current_ctx, case, OverrideGame("date", reason, at=datetime_to_milliseconds(end_time))
        )

    case = await load_existing_case(ctx, picked)
    await resolve_time_option(ctx, at, _build_end_time_option(case.live.pod), preview_end_time)


@slash_command("override-void", _POD_ACCESS)
@describe_options(reason="reason", pod="pod")
@autocomplete_options(pod=complete_past_pod)
async def override_by_voiding(ctx: Context, reason: Reason, pod: Picked | None = None) -> None:
    """Preview the removal of a game's result."""
    case = await load_existing_case(ctx, await parse_selected_pod(ctx, pod))
    await _show_overrule_preview(ctx, case, OverrideGame("void", reason))


@slash_command("override-reopen", _POD_ACCESS)
@describe_options(reason="reason", pod="pod")
@autocomplete_options(pod=complete_past_pod)
async def override_by_reopening(ctx: Context, reason: Reason, pod: Picked | None = None) -> None:
    """Preview the reopening of a game that has ended."""
    case = await load_existing_case(ctx, await parse_selected_pod(ctx, pod))
    await _show_overrule_preview(ctx, case, OverrideGame("reopen", reason))
