"""The `/override` commands and their autocompletion. Each command opens a preview first."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

import discord
from discord.app_commands import Choice, Range

from bot.formatters.messages import PodMessageFormatter, format_variant_name
from bot.front.game_texts import story as rendering
from bot.front.interaction.command_declarations import (
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_label_formatter_for_game
from bot.front.interaction.game_commands import load_pod
from bot.front.interaction.inputs import is_ascii_number
from bot.front.interaction.player_options import (
    Picked,
    build_player_choices,
    filter_autocomplete_choices,
    parse_player_option,
)
from bot.front.interaction.routes import build_access_rule_for_current_or_past_pod, build_access_rule_for_current_pod
from bot.front.interaction.time_options import (
    ISO,
    PAST,
    TimeOptionRestriction,
    autocomplete_past_times,
    build_time_autocomplete_choices,
    run_command_with_parsed_time,
)
from bot.front.moderation import decision_draft
from bot.front.moderation.decision_preview import show_moderator_decision_preview, start_moderator_decision
from bot.front.moderation.decision_targets import (
    ModerationCase,
    SelectedPod,
    format_pod_option_value,
    load_existing_moderation_case,
    load_moderation_case,
    parse_pod_option_value,
)
from bot.front.ui.escaping import clean_label_text
from bot.front.ui.player_names import load_formatter_with_player_names
from bot.projections.past_pods import PastPod, load_channels_of_newest_games, load_past_pods
from bot.projections.pods import load_open_pods
from bot.rules.facts import Player
from bot.rules.overrides import LONGEST_REASON, OverrideGameAsModerator
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.rights import MODERATORS
from bot.rules.story import list_players_who_lost_by_event, list_removable_report_indexes
from bot.rules.teams import list_players_in_game, list_players_with_master_status
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


class SelectedDefeatReport(NamedTuple):
    """A report selected in an option: pod, event index and loser.

    Instead of the index it may have `LAST_CORRECTION`.
    """

    pod: SelectedPod
    step: str
    loser: Player


async def parse_selected_report(ctx: Context, option_value: str, pod_option: str | None = None) -> SelectedDefeatReport:
    """Parse the report selected by an option's value.

    Raises `Refusal` for a malformed value, and if the report belongs to another pod than the one selected in another
    option.
    """
    number, step, loser = (*option_value.split(":", 2), "", "")[:3]
    if not (is_ascii_number(step) or step == LAST_CORRECTION) or pod_option not in (None, number):
        raise Refusal("no-report", "step")
    return SelectedDefeatReport(await parse_pod_option_value(ctx, number), step, loser)


def did_user_type_nobody(ctx: Context, user_input: str) -> bool:
    """Return True if the user typed the word "nobody" in their own language, or `-`."""
    nobody = ctx.translations("override-choice-nobody")
    return user_input.strip().casefold() in (NOBODY, nobody.casefold())


# Autocompletion


async def autocomplete_report_to_undo(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest the reports that a moderator can undo, the last correction first."""

    def list_undoable_report_choices(
        moderation_case: ModerationCase, formatter: PodMessageFormatter
    ) -> Sequence[tuple[str, str]]:
        reports = _list_report_menu_options(ctx, moderation_case, formatter)
        last = decision_draft.find_correction_to_undo(moderation_case.live)
        if last is None:
            return reports
        return [
            (
                f"⚖️ {rendering.render_pod_event(last, formatter)}",
                f"{_format_moderation_case_option_value(ctx, moderation_case)}:{LAST_CORRECTION}",
            ),
            *reports,
        ]

    return await _autocomplete_choice_in_selected_pod(ctx, query, list_undoable_report_choices)


async def autocomplete_reported_defeat(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest the defeats reported in a pod, by loser, newest first."""

    def list_reported_defeat_choices(
        moderation_case: ModerationCase, formatter: PodMessageFormatter
    ) -> Sequence[tuple[str, str]]:
        return [
            (f"{label} · {formatter.name(loser)}", f"{value}:{loser}")
            for label, value in _list_report_menu_options(ctx, moderation_case, formatter)
            for loser in list_players_who_lost_by_event(moderation_case.story, int(value.split(":")[1]))
        ]

    return await _autocomplete_choice_in_selected_pod(ctx, query, list_reported_defeat_choices)


async def autocomplete_responsible_player(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest the players who could be responsible for the defeat in the option `report`."""

    try:
        meant = await parse_selected_report(ctx, _get_user_input_in_option(ctx, "report"))
    except Refusal:
        return []

    def list_responsible_player_choices(
        moderation_case: ModerationCase, formatter: PodMessageFormatter
    ) -> Sequence[tuple[str, str]]:
        if meant.pod != (moderation_case.live.place, moderation_case.live.number) or not is_ascii_number(meant.step):
            return []
        if int(meant.step) not in list_removable_report_indexes(moderation_case.story):
            return []
        found = decision_draft.find_possible_responsible_players(moderation_case.story, int(meant.step), meant.loser)
        nobody = formatter.text("override-choice-nobody")
        return [*((formatter.name(player), player) for player in found), (nobody, NOBODY)]

    return await _autocomplete_choice_in_selected_pod(ctx, query, list_responsible_player_choices)


async def autocomplete_player_of_pod(ctx: Context, query: str) -> list[Choice[str]]:
    return await _autocomplete_player_of_selected_pod(ctx, query, lambda pod: pod.players)


async def autocomplete_master_in_pod(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest the pod's masters, whom beaten players can serve."""
    return await _autocomplete_player_of_selected_pod(
        ctx, query, lambda pod: list_players_with_master_status(pod.standings)
    )


async def autocomplete_player_still_in_game(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest the players still in the game, or those seated before its start."""
    return await _autocomplete_player_of_selected_pod(
        ctx, query, lambda pod: list_players_in_game(pod.standings) or pod.players
    )


async def autocomplete_game_end_time(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest end times for a game: the recorded end, or the past time that the user is typing."""
    try:
        live = await _load_selected_or_current_pod(ctx)
    except Refusal:
        return []
    if live.pod is None or live.pod.result is None or live.pod.closed:
        return []
    option = _build_allowed_game_end_times(live.pod)
    if query.strip():
        return autocomplete_past_times(ctx, query, option)
    if live.end_time is None:
        return []
    return build_time_autocomplete_choices(ctx, [f"{live.end_time.astimezone(ctx.settings.time_zone):{ISO}}"], option)


def _build_allowed_game_end_times(pod: Pod | None) -> TimeOptionRestriction:
    def require_past_and_changed_end_time(ctx: Context, end_time: datetime, now: datetime) -> None:
        PAST.check(ctx, end_time, now)
        if pod is not None and datetime_to_milliseconds(end_time) == pod.ended:
            raise Refusal("no-correction")

    return TimeOptionRestriction(True, require_past_and_changed_end_time)


async def autocomplete_past_pod_of_channel(ctx: Context, query: str) -> list[Choice[str]]:
    """Suggest past pods of the channel, its threads and deleted channels, newest first."""
    services = ctx.services
    threads = await _load_visible_thread_names(ctx)
    found = await load_past_pods(services.database, [ctx.channel_address.channel, *threads], SEARCHED_PODS)
    winners = {player for each in found for player in each.winners}
    words = await load_formatter_with_player_names(
        ctx.people_with_server_nicknames, ctx.translations, winners, escapes_markdown=False
    )
    zone = ctx.settings.time_zone
    labels = [
        (
            format_past_pod_label(each, words, zone, threads.get(each.channel, "")),
            format_pod_option_value(ctx, each.channel, each.number),
        )
        for each in found
    ]
    return filter_autocomplete_choices(labels, query)


async def _load_visible_thread_names(ctx: Context) -> Mapping[int, str]:
    """Return the names of the channel's threads that the user sees, by id, including archived ones.

    Deleted channels come after them, all with the same name.
    """
    guild = ctx.interaction.guild
    database = ctx.services.database
    visibility = ctx.services.visibility
    assert guild is not None
    if isinstance(ctx.interaction.channel, discord.Thread):
        return {}
    channels = [each.id for each in guild.channels]
    ended = await load_channels_of_newest_games(database, guild.id, SEARCHED_PODS, excluded_channels=channels)
    open_now = [each.channel for each in await load_open_pods(database, guild.id)]
    away = [*open_now, *ended]
    threads = await visibility.fetch_visible_threads_of_channel(ctx.interaction, away)
    gone = visibility.list_known_deleted_channels(ctx.interaction, away)
    return {**threads, **dict.fromkeys(sorted(gone), ctx.translations("past-deleted"))}


async def _autocomplete_choice_in_selected_pod(
    ctx: Context, query: str, list_choices: Callable[[ModerationCase, PodMessageFormatter], Sequence[tuple[str, str]]]
) -> list[Choice[str]]:
    try:
        case = await load_moderation_case(ctx, await parse_pod_option_while_typing(ctx))
    except Refusal:  # a malformed value of the option `pod`
        return []
    if case.live.pod is None:
        return []
    return filter_autocomplete_choices(
        list_choices(case, await load_label_formatter_for_game(ctx, case.live.pod)), query
    )


async def _autocomplete_player_of_selected_pod(
    ctx: Context, query: str, list_players: Callable[[Pod], Sequence[Player]]
) -> list[Choice[str]]:
    try:
        live = await _load_selected_or_current_pod(ctx)
    except Refusal:
        return []
    assert live.pod is not None
    return build_player_choices(list_players(live.pod), await load_label_formatter_for_game(ctx, live.pod), query)


async def _load_selected_or_current_pod(ctx: Context) -> LiveGame:
    """Load the pod in the option `pod`; if it is empty, the current pod. Raises `Refusal`."""
    picked = await parse_pod_option_while_typing(ctx)
    if picked.place == ctx.channel_address:
        return await load_pod(ctx, picked.number)
    return (await load_existing_moderation_case(ctx, picked)).live


async def parse_pod_option_while_typing(ctx: Context) -> SelectedPod:
    """Parse the option `pod`, which the user may still be typing.

    Raises `Refusal` if the text in the option is malformed.
    """
    return await parse_pod_option_value(ctx, _get_user_input_in_option(ctx, "pod"))


def _get_user_input_in_option(ctx: Context, option_name: str) -> str:
    return str(getattr(ctx.interaction.namespace, option_name, None) or "")


def _format_moderation_case_option_value(ctx: Context, moderation_case: ModerationCase) -> str:
    return format_pod_option_value(ctx, moderation_case.live.place.channel, moderation_case.live.number)


def _list_report_menu_options(
    ctx: Context, moderation_case: ModerationCase, formatter: PodMessageFormatter
) -> list[tuple[str, str]]:
    """Return a label and an option value for each report of the pod, newest first.

    Numbers tell equal labels apart.
    """
    steps = list(enumerate(list_removable_report_indexes(moderation_case.story), 1))
    pod = _format_moderation_case_option_value(ctx, moderation_case)
    return [
        (f"{number}. {rendering.render_event_as_menu_option(moderation_case.story[step], formatter)}", f"{pod}:{step}")
        for number, step in reversed(steps)
    ]


def format_past_pod_label(
    pod: PastPod, formatter: PodMessageFormatter, time_zone: ZoneInfo, thread_name: str = ""
) -> str:
    """Return the label of a past pod: number, start, title, and winners or state.

    The start is in the server's time zone. `thread_name` is empty if the pod was not played in a thread.
    """
    title = pod.setup.title or format_variant_name(pod.setup.variant, formatter.text)
    titles = [clean_label_text(title, 30)]
    if thread_name:
        own = titles if pod.setup.title not in (None, thread_name) else []
        titles = [f"🧵 {clean_label_text(thread_name, 30)}", *own]
    opened = pod.opened.astimezone(time_zone)
    state = ("draw" if pod.scored else "unscored") if pod.state == "finished" else pod.state
    how = f"🏆 {formatter.join_player_names(pod.winners)}" if pod.winners else formatter.text(f"past-{state}")
    when = f"{formatter.text.format_date(opened.date())} {opened:%H:%M}"
    return " · ".join([f"#{pod.number}", when, *titles, how])


# Commands

Reason = Range[str, 1, LONGEST_REASON]
Points = Range[int, -99, 99]

_PAST_POD_ACCESS = build_access_rule_for_current_or_past_pod(MODERATORS, rate_limit_class="costly")
_POD_ACCESS = build_access_rule_for_current_pod(MODERATORS, rate_limit_class="costly")


@slash_command("override-responsible", _PAST_POD_ACCESS)
@translate_command_options(report="defeat", player="responsible", reason="reason", pod="pod")
@set_option_suggestions(
    report=autocomplete_reported_defeat, player=autocomplete_responsible_player, pod=autocomplete_past_pod_of_channel
)
async def preview_responsible_player_change(
    ctx: Context, report: Picked, player: Picked, reason: Reason, pod: Picked | None = None
) -> None:
    """Preview a decision that makes a player, or nobody, responsible for a defeat."""
    meant = await parse_selected_report(ctx, report, pod)
    case = await load_existing_moderation_case(ctx, meant.pod)
    who = None if did_user_type_nobody(ctx, player) else await parse_player_option(ctx, player, case.live.pod)
    begun = start_moderator_decision(ctx, case, reason)
    await show_moderator_decision_preview(
        ctx, case, decision_draft.set_responsible_player_in_decision(begun, int(meant.step), meant.loser, who)
    )


@slash_command("override-undo", _PAST_POD_ACCESS)
@translate_command_options(report="report", reason="reason", pod="pod")
@set_option_suggestions(report=autocomplete_report_to_undo, pod=autocomplete_past_pod_of_channel)
async def preview_selected_report_undo(ctx: Context, report: Picked, reason: Reason, pod: Picked | None = None) -> None:
    """Preview the pod after the moderator undoes a report or the last correction."""
    meant = await parse_selected_report(ctx, report, pod)
    case = await load_existing_moderation_case(ctx, meant.pod)
    begun = start_moderator_decision(ctx, case, reason)
    if meant.step == LAST_CORRECTION:
        await show_moderator_decision_preview(
            ctx, case, decision_draft.add_undo_of_correction_to_decision(begun, case.live)
        )
    else:
        await show_moderator_decision_preview(
            ctx, case, decision_draft.add_report_removal_to_decision(begun, int(meant.step))
        )


async def _show_game_override_preview(
    ctx: Context, moderation_case: ModerationCase, override_command: OverrideGameAsModerator
) -> None:
    begun = start_moderator_decision(ctx, moderation_case, override_command.reason)
    await show_moderator_decision_preview(ctx, moderation_case, begun.with_override_command(override_command))


@slash_command("override-status", _POD_ACCESS)
@translate_command_options(player="decided", serves="serves", reason="reason")
@set_option_suggestions(player=autocomplete_player_of_pod, serves=autocomplete_master_in_pod)
async def preview_master_change(ctx: Context, player: Picked, reason: Reason, serves: Picked | None = None) -> None:
    """Preview a moderator's decision about which master a player serves, if any."""
    case = await load_existing_moderation_case(ctx, SelectedPod(ctx.channel_address))
    who = await parse_player_option(ctx, player, case.live.pod)
    master = None if serves is None else await parse_player_option(ctx, serves, case.live.pod)
    await _show_game_override_preview(ctx, case, OverrideGameAsModerator("status", reason, who, master))


@slash_command("override-points", _POD_ACCESS)
@translate_command_options(player="decided", points="points", reason="reason", pod="pod")
@set_option_suggestions(player=autocomplete_player_of_pod, pod=autocomplete_past_pod_of_channel)
async def preview_player_points_change(
    ctx: Context, player: Picked, points: Points, reason: Reason, pod: Picked | None = None
) -> None:
    """Preview the decision on a player's points in a game."""
    case = await load_existing_moderation_case(ctx, await parse_pod_option_value(ctx, pod))
    who = await parse_player_option(ctx, player, case.live.pod)
    await _show_game_override_preview(ctx, case, OverrideGameAsModerator("points", reason, points={who: points}))


@slash_command("override-end", _POD_ACCESS)
@translate_command_options(winner="end", reason="reason", pod="pod")
@set_option_suggestions(winner=autocomplete_master_in_pod, pod=autocomplete_past_pod_of_channel)
async def preview_forced_game_end(
    ctx: Context, reason: Reason, winner: Picked | None = None, pod: Picked | None = None
) -> None:
    """Preview a decision to end a game, with or without a winner."""
    case = await load_existing_moderation_case(ctx, await parse_pod_option_value(ctx, pod))
    who = None if winner is None else await parse_player_option(ctx, winner, case.live.pod)
    await _show_game_override_preview(ctx, case, OverrideGameAsModerator("end", reason, who))


@slash_command("override-remove", _POD_ACCESS)
@translate_command_options(player="decided", reason="reason")
@set_option_suggestions(player=autocomplete_player_still_in_game)
async def preview_player_removal(ctx: Context, player: Picked, reason: Reason) -> None:
    case = await load_existing_moderation_case(ctx, SelectedPod(ctx.channel_address))
    who = await parse_player_option(ctx, player, case.live.pod)
    await _show_game_override_preview(ctx, case, OverrideGameAsModerator("remove", reason, who))


@slash_command("override-host", _POD_ACCESS)
@translate_command_options(player="decided", reason="reason")
@set_option_suggestions(player=autocomplete_player_of_pod)
async def preview_pod_host_change(ctx: Context, player: Picked, reason: Reason) -> None:
    """Preview a decision to make another player the pod's host."""
    case = await load_existing_moderation_case(ctx, SelectedPod(ctx.channel_address))
    who = await parse_player_option(ctx, player, case.live.pod)
    await _show_game_override_preview(ctx, case, OverrideGameAsModerator("host", reason, who))


@slash_command("override-date", _POD_ACCESS)
@translate_command_options(at="at", reason="reason", pod="pod")
@set_option_suggestions(at=autocomplete_game_end_time, pod=autocomplete_past_pod_of_channel)
async def preview_game_end_time_change(
    ctx: Context, at: Range[str, 1, MAX_TYPED_LENGTH], reason: Reason, pod: Picked | None = None
) -> None:
    """Preview another end time of a game, which decides the season and week in which the game counts."""
    picked = await parse_pod_option_value(ctx, pod)

    async def preview_game_with_end_time(current_ctx: Context, end_time: datetime) -> None:
        case = await load_existing_moderation_case(current_ctx, picked)
        await _show_game_override_preview(
            current_ctx, case, OverrideGameAsModerator("date", reason, at=datetime_to_milliseconds(end_time))
        )

    case = await load_existing_moderation_case(ctx, picked)
    await run_command_with_parsed_time(
        ctx, at, _build_allowed_game_end_times(case.live.pod), preview_game_with_end_time
    )


@slash_command("override-void", _POD_ACCESS)
@translate_command_options(reason="reason", pod="pod")
@set_option_suggestions(pod=autocomplete_past_pod_of_channel)
async def preview_game_result_removal(ctx: Context, reason: Reason, pod: Picked | None = None) -> None:
    """Preview the decision to remove a game's result."""
    case = await load_existing_moderation_case(ctx, await parse_pod_option_value(ctx, pod))
    await _show_game_override_preview(ctx, case, OverrideGameAsModerator("void", reason))


@slash_command("override-reopen", _POD_ACCESS)
@translate_command_options(reason="reason", pod="pod")
@set_option_suggestions(pod=autocomplete_past_pod_of_channel)
async def preview_game_reopening(ctx: Context, reason: Reason, pod: Picked | None = None) -> None:
    """Preview a decision to continue an ended game."""
    case = await load_existing_moderation_case(ctx, await parse_pod_option_value(ctx, pod))
    await _show_game_override_preview(ctx, case, OverrideGameAsModerator("reopen", reason))
