"""Quick reports of usual defeats: a modal, a slash command, a member's context menu.

Anything unusual opens the report form, filled in with what the user entered.
"""

from typing import get_args

import discord
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.front.interaction.answers import edit_private_message, send_confirmation, show_modal
from bot.front.interaction.command_declarations import (
    autocomplete_options,
    describe_options,
    fixed_choices,
    resolve_choice,
    slash_command,
    user_context_menu,
)
from bot.front.interaction.context import Context, identify_user
from bot.front.interaction.formatters import load_label_formatter
from bot.front.interaction.game_commands import (
    build_command_factory,
    build_command_request,
    execute_command,
    load_channel_pod,
)
from bot.front.interaction.player_options import (
    Picked,
    complete_card_names,
    complete_player_names,
    parse_card_input,
    resolve_player_option,
)
from bot.front.interaction.routes import Route, board_access, pod_access
from bot.front.reports.form import (
    open_report_form,
    reopen_report_form,
    replace_message_with_report_form,
    require_reportable_pod,
)
from bot.front.reports.form_view import list_reportable_players
from bot.front.reports.report_draft import (
    MAX_CARD_LENGTH,
    DefeatEntry,
    ObjectEntry,
    build_entry_from_report,
)
from bot.front.reports.report_modal import (
    build_report_modal,
    fill_in_user_as_loser,
    parse_report_modal,
)
from bot.front.reports.report_replies import render_report_reply
from bot.front.reports.report_suggestions import (
    build_report_answer_view,
    replace_first_unknown_card,
)
from bot.front.ui.player_names import load_name_formatter
from bot.rules.decide import decide_pod_command
from bot.rules.facts import Cause, DefeatReport, DefeatSource, Player
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodFacts
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported, ReportDefeats
from bot.rules.teams import find_master
from bot.rules.totals import find_life_total
from bot.rules.undoing import PodStepUndone, UndoPodStep
from bot.service import rights
from bot.service.game_requests import CommandFactory, CommandResult, StateChanged
from bot.service.live_game import LiveGame
from bot.storage.engine.errors import StorageError

# The modal


async def open_defeat_modal(ctx: Context, number: int) -> None:
    """Open the modal for a defeat in the pod of a number."""
    await _open_defeat_modal_for_pod(ctx, await load_channel_pod(ctx, number), DefeatEntry())


async def _open_defeat_modal_for_pod(
    ctx: Context, live_game: LiveGame, defeat_entry: DefeatEntry, *, is_cause_empty: bool = False
) -> None:
    pod, me = await require_reportable_pod(ctx, live_game)
    known = fill_in_user_as_loser(pod, defeat_entry, me)
    labels = await load_label_formatter(ctx, pod)
    modal = build_report_modal(
        live_game.number, live_game.played, pod, known, labels, is_cause_empty=is_cause_empty
    )
    await show_modal(ctx, modal)


async def report_defeat_from_modal(ctx: Context, number: int, seen: int) -> None:
    """Report the modal's defeat if it is plain and the pod has not changed since version
    `seen`.

    Otherwise open the form, filled in with the modal's fields.
    """
    live = await load_channel_pod(ctx, number)
    filled = parse_report_modal(ctx.modal_fields, lambda typed: parse_card_input(ctx, typed))
    pod = live.pod
    assert pod is not None
    rights.require_player_of_pod(pod, await ctx.find_requester_player())
    if not list_reportable_players(pod):
        raise Refusal(pod.state)
    if len(filled.entry.parts[0].object or "") > MAX_CARD_LENGTH:
        raise Refusal("too-long", most=MAX_CARD_LENGTH)
    report = None if filled.more else _build_plain_report(live.pod_facts, filled.entry)
    if report is None or not _is_report_possible(pod, report):
        return await reopen_report_form(
            ctx, live, filled.entry, has_game_changed=live.played != seen
        )
    try:
        done = await _send_defeat_report(ctx, live, report, seen)
    except StorageError:
        await reopen_report_form(ctx, live, filled.entry)
        raise
    if isinstance(done, StateChanged):
        return await reopen_report_form(ctx, done.live, filled.entry, has_game_changed=True)
    await _confirm_report(ctx, done)


def _is_report_possible(pod: Pod, report: DefeatReport) -> bool:
    try:
        decide_pod_command(pod, ReportDefeats((report,)))
    except Refusal:
        return False
    return True


# The command, and the context menus of a member


@slash_command("defeat", pod_access(ReportDefeats))
@describe_options(loser="loser", controller="controller", cause="cause", card="card")
@fixed_choices(cause=("cause", get_args(Cause)))
@autocomplete_options(
    loser=complete_player_names, controller=complete_player_names, card=complete_card_names
)
async def report_defeat(
    ctx: Context,
    loser: Picked | None = None,
    controller: Picked | None = None,
    cause: Choice[str] | None = None,
    card: Range[str, 1, MAX_CARD_LENGTH] | None = None,
) -> None:
    """Report a plain defeat; a modal asks for missing facts, and other defeats open the form.

    A player who draws from an empty library has no controller.
    """
    live = await load_channel_pod(ctx)
    pod = live.pod
    assert pod is not None
    named = parse_card_input(ctx, card)
    part = ObjectEntry(
        None if controller is None else await resolve_player_option(ctx, controller, pod),
        named.text,
        card=named.id,
    )
    entry = DefeatEntry(
        None if loser is None else await resolve_player_option(ctx, loser, pod),
        resolve_choice(Cause, cause, DefeatEntry().cause),
        (part,),
    )
    if entry.loser is None or (part.controller is None and entry.cause != "library"):
        return await _open_defeat_modal_for_pod(ctx, live, entry)
    await _report_or_open_form(ctx, live, entry)


@user_context_menu("report", pod_access(ReportDefeats, rate_class="costly"))
async def open_defeat_modal_for_member(ctx: Context, user: discord.Member) -> None:
    """Open the modal for the defeat of the member whose context menu was used."""
    live = await load_channel_pod(ctx)
    await _open_defeat_modal_for_pod(
        ctx, live, DefeatEntry(await _identify_pod_player(ctx, live, user))
    )


@user_context_menu("lost", pod_access(ReportDefeats))
async def report_defeat_by_member(ctx: Context, user: discord.Member) -> None:
    """Report that the user lost to the member whose context menu was used.

    The modal asks for the cause if life is counted and the user's is above zero.
    """
    live = await load_channel_pod(ctx)
    pod, me = await require_reportable_pod(ctx, live)
    entry = DefeatEntry(me, parts=(ObjectEntry(await _identify_pod_player(ctx, live, user)),))
    if pod.setup.counting and find_life_total(pod, me) > 0:
        await _open_defeat_modal_for_pod(ctx, live, entry, is_cause_empty=True)
    else:
        await _report_or_open_form(ctx, live, entry)


async def _identify_pod_player(ctx: Context, live_game: LiveGame, member: discord.Member) -> Player:
    """Return the player key of a member. Raises `Refusal` if they do not play in the pod."""
    player = (await identify_user(ctx, member)).id
    if live_game.pod is None or player not in live_game.pod.players:
        raise Refusal("not-playing")
    return player


# Reporting


async def _report_or_open_form(
    ctx: Context, live_game: LiveGame, defeat_entry: DefeatEntry
) -> None:
    """Report a plain defeat, with retries while the game changes; otherwise open the form."""
    while True:
        assert live_game.pod is not None
        report = _build_plain_report(live_game.pod_facts, defeat_entry)
        if report is None:
            return await open_report_form(ctx, live_game, defeat_entry)
        done = await _send_defeat_report(ctx, live_game, report, live_game.played)
        if isinstance(done, CommandResult):
            return await _confirm_report(ctx, done)
        live_game = done.live


def _build_plain_report(pod_facts: PodFacts, defeat_entry: DefeatEntry) -> DefeatReport | None:
    """Build the report if the defeat is plain or the game is not running; None otherwise."""
    part = defeat_entry.parts[0]
    loser = defeat_entry.loser
    if part.controller is None or loser is None:
        return None
    source = DefeatSource(part.controller, part.object, card=part.card)
    report = DefeatReport(loser, defeat_entry.cause, (source,))
    is_reported = pod_facts.state != "running" or is_plain_defeat(pod_facts.pod, report)
    return report if is_reported else None


def is_plain_defeat(pod: Pod, report: DefeatReport) -> bool:
    """Return whether a report can skip the form: one master lost to one object of an opponent.

    A loser who is a servant already may just have been reported by somebody else, so that
    defeat is not plain.
    """
    if report.cause == "library":
        return False
    standings = pod.current_game.standings
    controller = report.sources[0].controller
    if not {report.loser, controller} <= standings.keys():
        return True  # the rules say what is wrong with it
    if standings[report.loser].status != "master":
        return False
    return find_master(standings, controller) != report.loser


async def _send_defeat_report(
    ctx: Context, live_game: LiveGame, report: DefeatReport, seen_version: int
) -> CommandResult | StateChanged:
    """Report a defeat, unless the pod has changed since the version that the user saw."""
    sent = build_command_request(
        ctx,
        build_command_factory(ReportDefeats((report,))),
        live_game.number,
        seen_version=seen_version,
    )
    return await ctx.services.service.execute_unless_changed(sent)


async def _confirm_report(ctx: Context, command_result: CommandResult) -> None:
    words = await load_name_formatter(
        ctx.server_people, ctx.catalogue, command_result.live.pod_facts.mentioned_people
    )
    view = await build_report_answer_view(ctx, command_result, words)
    await send_confirmation(ctx, render_report_reply(command_result, words), view=view)


async def undo_and_reopen_report(ctx: Context, pod: int, version: int) -> None:
    """Undo the report that was logged as a version, and open the form with the report's facts."""
    done = await execute_command(ctx, _build_undo_factory(version), pod)
    if not done.again and isinstance(done.recorded.event, PodStepUndone):
        await replace_message_with_report_form(
            ctx, pod, map(build_entry_from_report, _get_undone_report(done).reports)
        )


async def report_with_suggested_card(ctx: Context, pod: int, version: int, card: str) -> None:
    """Report the defeat of a version again, with a suggested card in place of a mistyped one.

    If the game no longer accepts the report, or the index no longer knows the card, the form
    opens with the facts.
    """
    named = parse_card_input(ctx, card)
    if named.id is None:
        return await undo_and_reopen_report(ctx, pod, version)
    # The press stands for the new report; the version says that the old one is taken back once.
    undo = replace(build_command_request(ctx, _build_undo_factory(version), pod), interaction=None)
    undone = await ctx.services.service.execute(undo)
    reports = replace_first_unknown_card(_get_undone_report(undone).reports, named)
    try:
        done = await execute_command(ctx, build_command_factory(ReportDefeats(reports)), pod)
    except Refusal:
        return await replace_message_with_report_form(
            ctx, pod, map(build_entry_from_report, reports)
        )
    words = await load_name_formatter(
        ctx.server_people, ctx.catalogue, done.live.pod_facts.mentioned_people
    )
    view = await build_report_answer_view(ctx, done, words)
    await edit_private_message(ctx, content=render_report_reply(done, words), embed=None, view=view)


def _build_undo_factory(version: int) -> CommandFactory:
    """Return a factory of the command that undoes the report of a version, if it is the last."""

    def build_undo_command(player: Player, live_game: LiveGame) -> UndoPodStep:
        rights.require_player_of_pod(live_game.pod, player)  # nobody else could use the form
        last = live_game.last_report
        if last is None or last.version != version or not isinstance(last.event, DefeatsReported):
            raise Refusal("redo-late")
        return live_game.build_undo_command(version)

    return build_undo_command


def _get_undone_report(command_result: CommandResult) -> DefeatsReported:
    assert isinstance(command_result.recorded.event, PodStepUndone)
    event = command_result.before.find_undone_event(command_result.recorded.event)
    assert isinstance(event, DefeatsReported)
    return event


ROUTES = (
    Route(
        "pod:{number:int}:report",
        open_defeat_modal,
        board_access(ReportDefeats, rate_class="costly"),
    ),
    Route(
        "pod:{number:int}:reported:{seen:int}",
        report_defeat_from_modal,
        board_access(ReportDefeats),
    ),
    Route(
        "redo:{pod:int}:{version:int}",
        undo_and_reopen_report,
        board_access(ReportDefeats, UndoPodStep),
    ),
    Route(
        "meant:{pod:int}:{version:int}:{card}",
        report_with_suggested_card,
        board_access(ReportDefeats, UndoPodStep),
    ),
)
