"""Quick reports of usual defeats: a modal, a slash command, a member's context menu.

Anything unusual opens the report form, filled in with what the user entered.
"""

from typing import get_args

import discord
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.front.interaction.answers import answer_by_editing_message, report_command_success, show_modal
from bot.front.interaction.command_declarations import (
    declare_user_context_menu_command,
    get_selected_option_value,
    set_fixed_option_choices,
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context, load_or_create_person_of_discord_user
from bot.front.interaction.formatters import load_label_formatter_for_game
from bot.front.interaction.game_commands import (
    build_game_command_request,
    execute_game_command,
    load_pod,
    wrap_command_in_factory,
)
from bot.front.interaction.player_options import (
    Picked,
    autocomplete_card_names,
    autocomplete_names_of_remaining_players,
    parse_card_input,
    parse_player_option,
)
from bot.front.interaction.routes import (
    CustomIdRoute,
    build_access_rule_for_board_button,
    build_access_rule_for_current_pod,
)
from bot.front.reports.form import (
    open_defeat_report_form,
    reopen_defeat_report_form,
    require_user_can_report_defeat,
    show_report_form_in_button_message,
)
from bot.front.reports.form_view import list_players_for_report_menus
from bot.front.reports.report_draft import (
    MAX_CARD_LENGTH,
    DefeatFormInput,
    DefeatSourceInput,
    convert_report_to_form_input,
)
from bot.front.reports.report_modal import (
    build_defeat_report_modal,
    fill_in_user_as_loser,
    parse_defeat_report_modal,
)
from bot.front.reports.report_replies import render_report_reply
from bot.front.reports.report_suggestions import build_report_correction_buttons, replace_first_unknown_card
from bot.front.ui.player_names import load_formatter_with_player_names
from bot.rules.decide import is_pod_command_allowed_by_rules
from bot.rules.facts import Cause, DefeatReport, DefeatSource, Player
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodPropertyCache
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported, ReportDefeats
from bot.rules.teams import find_responsible_master
from bot.rules.totals import compute_life_total_of_player
from bot.rules.undoing import PodEventUndone, UndoPodEvent
from bot.service import rights
from bot.service.game_requests import CommandFactory, CommandResult, GameChangedMeanwhileResult
from bot.service.live_game import LiveGame
from bot.storage.engine.errors import StorageError

# The modal


async def open_defeat_report_modal(ctx: Context, pod_number: int) -> None:
    await _open_prefilled_report_modal(ctx, await load_pod(ctx, pod_number), DefeatFormInput())


async def _open_prefilled_report_modal(
    ctx: Context, live_game: LiveGame, defeat_input: DefeatFormInput, *, is_cause_empty: bool = False
) -> None:
    pod, me = await require_user_can_report_defeat(ctx, live_game)
    known = fill_in_user_as_loser(pod, defeat_input, me)
    labels = await load_label_formatter_for_game(ctx, pod)
    modal = build_defeat_report_modal(
        live_game.number, live_game.played, pod, known, labels, is_cause_empty=is_cause_empty
    )
    await show_modal(ctx, modal)


async def report_defeat_from_modal(ctx: Context, pod_number: int, seen_version: int) -> None:
    """Report the defeat in the modal; open the full form if the defeat is not simple.

    Open the form, filled in with the modal's fields, for other defeats, and if the pod has changed since version
    `seen_version`.
    """
    live = await load_pod(ctx, pod_number)
    filled = parse_defeat_report_modal(ctx.modal_fields, lambda typed: parse_card_input(ctx, typed))
    pod = live.pod
    assert pod is not None
    rights.require_player_of_pod(pod, await ctx.get_player_id_of_user())
    if not list_players_for_report_menus(pod):
        raise Refusal(pod.state)
    if len(filled.entry.parts[0].object or "") > MAX_CARD_LENGTH:
        raise Refusal("too-long", most=MAX_CARD_LENGTH)
    report = None if filled.more else _build_report_of_defeat_by_single_card(live.pod_facts, filled.entry)
    if report is None or not is_pod_command_allowed_by_rules(pod, ReportDefeats((report,))):
        return await reopen_defeat_report_form(
            ctx,
            live,
            filled.entry,
            has_game_changed=live.played != seen_version,
            is_only_card_owner_missing=not filled.more,
        )
    try:
        done = await _report_defeat_unless_pod_changed(ctx, live, report, seen_version)
    except StorageError:
        await reopen_defeat_report_form(ctx, live, filled.entry)
        raise
    if isinstance(done, GameChangedMeanwhileResult):
        return await reopen_defeat_report_form(ctx, done.live, filled.entry, has_game_changed=True)
    await _send_defeat_report_reply(ctx, done)


# The command, and the context menus of a member


@slash_command("defeat", build_access_rule_for_current_pod(ReportDefeats))
@translate_command_options(loser="loser", controller="controller", cause="cause", card="card")
@set_fixed_option_choices(cause=("cause", get_args(Cause)))
@set_option_suggestions(
    loser=autocomplete_names_of_remaining_players,
    controller=autocomplete_names_of_remaining_players,
    card=autocomplete_card_names,
)
async def report_defeat(
    ctx: Context,
    loser: Picked | None = None,
    controller: Picked | None = None,
    cause: Choice[str] | None = None,
    card: Range[str, 1, MAX_CARD_LENGTH] | None = None,
) -> None:
    """Report that a player lost to one card of one opponent, and ask for missing facts.

    A player who draws from an empty library has no controller.
    """
    live = await load_pod(ctx)
    pod = live.pod
    assert pod is not None
    named = parse_card_input(ctx, card)
    part = DefeatSourceInput(
        None if controller is None else await parse_player_option(ctx, controller, pod), named.text, card=named.id
    )
    entry = DefeatFormInput(
        None if loser is None else await parse_player_option(ctx, loser, pod),
        get_selected_option_value(Cause, cause, DefeatFormInput().cause),
        (part,),
    )
    if entry.loser is None or (part.controller is None and entry.cause != "library"):
        return await _open_prefilled_report_modal(ctx, live, entry)
    await _report_single_card_defeat_or_open_form(ctx, live, entry)


@declare_user_context_menu_command(
    "report", build_access_rule_for_current_pod(ReportDefeats, rate_limit_class="costly")
)
async def open_defeat_report_modal_for_member(ctx: Context, user: discord.Member) -> None:
    """Open the modal that reports the defeat of the member whose context menu was used."""
    live = await load_pod(ctx)
    await _open_prefilled_report_modal(
        ctx, live, DefeatFormInput(await _get_player_id_of_member_in_pod(ctx, live, user))
    )


@declare_user_context_menu_command("lost", build_access_rule_for_current_pod(ReportDefeats))
async def report_loss_to_member(ctx: Context, user: discord.Member) -> None:
    """Report that the user lost to the member whose context menu was used.

    The modal asks for the cause if life is counted and the user's is above zero.
    """
    live = await load_pod(ctx)
    pod, me = await require_user_can_report_defeat(ctx, live)
    entry = DefeatFormInput(me, parts=(DefeatSourceInput(await _get_player_id_of_member_in_pod(ctx, live, user)),))
    if pod.setup.counting and compute_life_total_of_player(pod, me) > 0:
        await _open_prefilled_report_modal(ctx, live, entry, is_cause_empty=True)
    else:
        await _report_single_card_defeat_or_open_form(ctx, live, entry)


async def _get_player_id_of_member_in_pod(ctx: Context, live_game: LiveGame, member: discord.Member) -> Player:
    """Return the player id of a member. Raises `Refusal` if the member does not play in the pod."""
    player = (await load_or_create_person_of_discord_user(ctx, member)).id
    if live_game.pod is None or player not in live_game.pod.players:
        raise Refusal("not-playing")
    return player


# Reporting


async def _report_single_card_defeat_or_open_form(
    ctx: Context, live_game: LiveGame, defeat_input: DefeatFormInput
) -> None:
    """Report a defeat by one card of one opponent; open the full form for other defeats."""
    while True:
        assert live_game.pod is not None
        report = _build_report_of_defeat_by_single_card(live_game.pod_facts, defeat_input)
        if report is None:
            return await open_defeat_report_form(ctx, live_game, defeat_input, is_only_card_owner_missing=True)
        done = await _report_defeat_unless_pod_changed(ctx, live_game, report, live_game.played)
        if isinstance(done, CommandResult):
            return await _send_defeat_report_reply(ctx, done)
        live_game = done.live


def _build_report_of_defeat_by_single_card(
    pod_facts: PodPropertyCache, defeat_input: DefeatFormInput
) -> DefeatReport | None:
    """Build the report of a defeat by one card of one opponent; None if the full form is needed.

    If the game is not running, the report is built too, so that the rules refuse it.
    """
    part = defeat_input.parts[0]
    loser = defeat_input.loser
    if part.controller is None or loser is None:
        return None
    source = DefeatSource(part.controller, part.object, card=part.card)
    report = DefeatReport(loser, defeat_input.cause, (source,))
    is_reported = pod_facts.state != "running" or is_defeat_by_single_card(pod_facts.pod, report)
    return report if is_reported else None


def is_defeat_by_single_card(pod: Pod, defeat_report: DefeatReport) -> bool:
    """Return True for a simple defeat, which is a loss to one card of one opponent.

    A loser who is a servant already may just have been reported by somebody else, so that defeat is not simple.
    """
    if defeat_report.cause == "library":
        return False
    standings = pod.current_game.standings
    controller = defeat_report.sources[0].controller
    if not {defeat_report.loser, controller} <= standings.keys():
        return True  # the rules say what is wrong with it
    if standings[defeat_report.loser].status != "master":
        return False
    return find_responsible_master(standings, controller) != defeat_report.loser


async def _report_defeat_unless_pod_changed(
    ctx: Context, live_game: LiveGame, defeat_report: DefeatReport, version_seen_by_user: int
) -> CommandResult | GameChangedMeanwhileResult:
    sent = build_game_command_request(
        ctx,
        wrap_command_in_factory(ReportDefeats((defeat_report,))),
        live_game.number,
        version_seen_by_user=version_seen_by_user,
    )
    return await ctx.services.service.execute_command_unless_game_changed(sent)


async def _send_defeat_report_reply(ctx: Context, command_result: CommandResult) -> None:
    words = await load_formatter_with_player_names(
        ctx.people_with_server_nicknames, ctx.translations, command_result.live.pod_facts.all_mentioned_players
    )
    view = await build_report_correction_buttons(ctx, command_result, words)
    await report_command_success(ctx, render_report_reply(command_result, words), view=view)


async def undo_and_reopen_defeat_report(ctx: Context, pod: int, version: int) -> None:
    """Undo a defeat report and open the form with its facts, to correct them."""
    done = await execute_game_command(ctx, _build_undo_report_command_factory(version), pod)
    if not done.again and isinstance(done.recorded.event, PodEventUndone):
        await show_report_form_in_button_message(
            ctx, pod, map(convert_report_to_form_input, _get_undone_defeat_report(done).reports)
        )


async def correct_card_of_report(ctx: Context, pod: int, version: int, card: str) -> None:
    """Correct a report by replacing a mistyped card with the suggested one.

    If the game no longer accepts the report, or the index no longer knows the card, the form opens with the facts.
    """
    named = parse_card_input(ctx, card)
    if named.id is None:
        return await undo_and_reopen_defeat_report(ctx, pod, version)
    # The press stands for the new report; the version says that the old one is taken back once.
    undo_factory = _build_undo_report_command_factory(version)
    undo = build_game_command_request(ctx, undo_factory, pod)
    undone = await ctx.services.service.execute_command(replace(undo, interaction=None))
    reports = replace_first_unknown_card(_get_undone_defeat_report(undone).reports, named)
    try:
        done = await execute_game_command(ctx, wrap_command_in_factory(ReportDefeats(reports)), pod)
    except Refusal:
        return await show_report_form_in_button_message(ctx, pod, map(convert_report_to_form_input, reports))
    words = await load_formatter_with_player_names(
        ctx.people_with_server_nicknames, ctx.translations, done.live.pod_facts.all_mentioned_players
    )
    view = await build_report_correction_buttons(ctx, done, words)
    await answer_by_editing_message(ctx, content=render_report_reply(done, words), embed=None, view=view)


def _build_undo_report_command_factory(report_version: int) -> CommandFactory:
    """Return a function that builds the command to undo a pod's last report."""

    def build_undo_command(player: Player, live_game: LiveGame) -> UndoPodEvent:
        rights.require_player_of_pod(live_game.pod, player)  # nobody else could use the form
        last = live_game.last_undoable_report
        if last is None or last.version != report_version or not isinstance(last.event, DefeatsReported):
            raise Refusal("redo-late")
        return live_game.build_undo_command(report_version)

    return build_undo_command


def _get_undone_defeat_report(command_result: CommandResult) -> DefeatsReported:
    assert isinstance(command_result.recorded.event, PodEventUndone)
    event = command_result.before.find_undone_event(command_result.recorded.event)
    assert isinstance(event, DefeatsReported)
    return event


ROUTES = (
    CustomIdRoute(
        "pod:{pod_number:int}:report",
        open_defeat_report_modal,
        build_access_rule_for_board_button(ReportDefeats, rate_limit_class="costly"),
    ),
    CustomIdRoute(
        "pod:{pod_number:int}:reported:{seen_version:int}",
        report_defeat_from_modal,
        build_access_rule_for_board_button(ReportDefeats),
    ),
    CustomIdRoute(
        "redo:{pod:int}:{version:int}",
        undo_and_reopen_defeat_report,
        build_access_rule_for_board_button(ReportDefeats, UndoPodEvent),
    ),
    CustomIdRoute(
        "meant:{pod:int}:{version:int}:{card}",
        correct_card_of_report,
        build_access_rule_for_board_button(ReportDefeats, UndoPodEvent),
    ),
)
