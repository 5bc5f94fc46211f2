"""Actions of players in a game besides reports: turns, conceding, ending the game, undo."""

import discord
from discord import ui

from bot.formatters.messages import PodMessageFormatter
from bot.front.game_texts import story, table_view
from bot.front.interaction.answers import (
    answer_by_editing_message,
    render_permission_warning,
    report_command_success,
    send_answer,
)
from bot.front.interaction.command_declarations import slash_command
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.formatters import (
    load_label_formatter_for_game,
    load_message_formatter_for_pod,
    load_message_formatter_in_user_language,
)
from bot.front.interaction.game_commands import (
    execute_game_command,
    load_last_game_of_user,
    load_pod,
    wrap_command_in_factory,
)
from bot.front.interaction.routes import (
    CustomIdRoute,
    build_access_rule_for_board_button,
    build_access_rule_for_current_pod,
)
from bot.front.reports.report_replies import MAX_ANSWER_LENGTH, render_report_reply
from bot.front.ui import components
from bot.front.ui.fitting import truncate_text_to_length
from bot.front.ui.player_names import list_players_named_in_game
from bot.rules.closing import ClosePod, PodClosed
from bot.rules.commands_and_events import Event
from bot.rules.concession import ConcedeGame
from bot.rules.decide import create_pod_event
from bot.rules.facts import Player
from bot.rules.next_turn import BeginNextTurn, TurnBegan
from bot.rules.players import find_players_in_event_fields
from bot.rules.pod import Pod, PodCommand
from bot.rules.records import WinMeans
from bot.rules.refusals import Refusal
from bot.rules.rights import Requester
from bot.rules.teams import list_players_in_game
from bot.rules.undoing import PodEventUndone, UndoPodEvent
from bot.rules.winning import DrawnGameReported, ReportDrawnGame, ReportWin, WinReported
from bot.service import rights
from bot.service.game_requests import CommandFactory, CommandResult
from bot.service.live_game import LiveGame
from bot.storage.record.stored_event import StoredEvent

# Turns


async def end_turn(ctx: Context, pod: int, turn_number: int | None = None) -> None:
    """End the turn that the user saw. Raises `Refusal` if that turn has already ended."""

    def build_next_turn_command(player: Player, live_game: LiveGame) -> BeginNextTurn:
        now = live_game.pod.turn if live_game.pod else None
        if turn_number is not None and now is not None and now.number != turn_number:
            raise Refusal("turn-late", turn=now.number)
        return BeginNextTurn()

    await execute_command_that_begins_turn(ctx, pod, build_next_turn_command)


async def execute_command_that_begins_turn(ctx: Context, pod_number: int, command_factory: CommandFactory) -> None:
    """Execute a command that begins a turn, and tell the user whose turn it is."""
    done = await execute_game_command(ctx, command_factory, pod_number)
    words = await load_message_formatter_for_pod(ctx, done.pod)
    back = components.build_pod_action_button(done.live.number, "undo", words, f":{done.recorded.version}")
    told = f"✅ {story.render_pod_event(done.recorded.event, words)}"
    await report_command_success(ctx, told, view=components.build_view_without_callbacks([back]))


# Conceding


async def ask_to_confirm_conceding(ctx: Context, pod: int) -> None:
    """Ask the user to confirm that they concede a game; pod 0 means the current game.

    A button is easily pressed by mistake. A player who is out can still have their guests leave. Raises `Refusal` if
    the user cannot concede anyway.
    """
    live = await load_pod(ctx, pod)
    assert live.pod is not None
    me = await ctx.get_player_id_of_user()
    words = await load_message_formatter_for_pod(ctx, live.pod)
    labels = await load_label_formatter_for_game(ctx, live.pod)
    items = table_view.build_remove_guest_buttons(live.number, live.pod, me, labels)
    if me in list_players_in_game(live.pod.current_game.standings) or not items:
        rights.require_player_of_pod(live.pod, me)
        create_pod_event(live.pod, ConcedeGame(me))
        items.insert(0, components.build_pod_action_button(live.number, "leaving", words))
    view = components.build_view_without_callbacks(items)
    variant = live.pod.setup.variant_rules
    kind = "" if variant.team_is_one_side else f"-{variant.loser_becomes}"
    sure = words.text(f"concede-sure{kind}", points=variant.points.per_defeat)
    await send_answer(ctx, sure, view=view)


@slash_command("concede", build_access_rule_for_current_pod(ConcedeGame))
async def ask_to_confirm_conceding_current_game(ctx: Context) -> None:
    """Ask the user to confirm that they concede this channel's current game."""
    await ask_to_confirm_conceding(ctx, 0)


async def concede_game(ctx: Context, pod: int) -> None:
    """Concede the game after the user confirmed it."""
    done = await execute_game_command(ctx, lambda me, _: ConcedeGame(me), pod)
    words = await load_message_formatter_for_pod(ctx, done.pod)
    await answer_by_editing_message(ctx, content=render_report_reply(done, words), view=None)


# Winning, drawing and closing are confirmed by a button, whose custom id holds the whole command


async def ask_to_confirm_win(ctx: Context, pod: int, win_kind: WinMeans, selection: Player) -> None:
    """Ask the user to confirm that the selected player wins by an effect or a combo."""
    await _ask_to_confirm_pod_command(ctx, ReportWin(selection, win_kind), f"winning:{win_kind}:{selection}", pod)


async def ask_to_confirm_drawn_game(ctx: Context, pod: int) -> None:
    await _ask_to_confirm_pod_command(ctx, ReportDrawnGame(), "drawing", pod)


async def ask_to_confirm_closing_pod(ctx: Context, pod: int) -> None:
    """Ask the user to confirm closing the pod without a result."""
    await _ask_to_confirm_pod_command(ctx, ClosePod(), "closing", pod)


async def _ask_to_confirm_pod_command(
    ctx: Context, command: PodCommand, custom_id_suffix: str, pod_number: int
) -> None:
    """Ask the user to confirm a command. Raises `Refusal` if the rules do not allow it."""
    live = await load_pod(ctx, pod_number)
    assert live.pod is not None
    rights.require_command_permission(
        live.pod, command, await load_user_with_rights(ctx), live.find_last_step_author(command)
    )
    event = create_pod_event(live.pod, command)
    words = await load_message_formatter_for_pod(ctx, live.pod)
    kind = custom_id_suffix.partition(":")[0]
    yes: ui.Button[ui.View] = ui.Button(
        label=words.text(f"button-{kind}"),
        style=discord.ButtonStyle.danger,
        custom_id=f"pod:{live.number}:{custom_id_suffix}",
    )
    await send_answer(
        ctx, _render_are_you_sure_question(event, words), view=components.build_view_without_callbacks([yes])
    )


def _render_are_you_sure_question(event: Event, formatter: PodMessageFormatter) -> str:
    """Return the question that asks to confirm a report, with the report's effect on the game."""
    match event:
        case WinReported(player=winner):
            return formatter.text("sure-winning", player=formatter.name(winner))
        case DrawnGameReported():
            return formatter.text("sure-drawing")
        case PodClosed(outcome=outcome) if outcome.result is not None:  # closing counts here (RSP-4)
            return formatter.text("sure-closing-counts")
        case _:
            return formatter.text("sure-closing")


async def report_win_after_confirmation(ctx: Context, pod: int, win_kind: str, winner: Player) -> None:
    """End the game with a player's win after the user confirmed it."""
    how: WinMeans = "combo" if win_kind == "combo" else "effect"
    await _execute_game_ending_command(ctx, pod, ReportWin(winner, how))


async def report_draw_after_confirmation(ctx: Context, pod: int) -> None:
    """End the game in a draw after the user confirmed it."""
    await _execute_game_ending_command(ctx, pod, ReportDrawnGame())


async def close_pod_after_confirmation(ctx: Context, pod: int) -> None:
    """Close the pod without a result after the user confirmed it."""
    await _execute_game_ending_command(ctx, pod, ClosePod())


async def _execute_game_ending_command(ctx: Context, pod: int, pod_command: PodCommand) -> None:
    """Execute a command that ends the game, and tell the user how to undo it."""
    done = await execute_game_command(ctx, wrap_command_in_factory(pod_command), pod)
    answer = "done-close" if done.pod.result is None else "done-end"
    missing = await render_permission_warning(ctx)
    await answer_by_editing_message(ctx, content=f"✅ {ctx.translations(answer)}{missing}", view=None)


# Undo


@slash_command("undo", build_access_rule_for_current_pod(UndoPodEvent))
async def undo_last_report(ctx: Context) -> None:
    """Undo the last report in the user's latest game in this channel.

    If another report was just undone, ask first.
    """
    await undo_pod_event(ctx, (await load_last_game_of_user(ctx, Pod)).number)


async def undo_pod_event(ctx: Context, pod: int, last: int | None = None) -> None:
    """Undo an event of a pod, such as a defeat report, and show the user the undone event.

    `last` is the version of the step as the user saw it. None means the last report, whatever turns began since, as it
    stood when the user asked: two users who ask undo one report. If somebody else has just undone one, the user is
    asked whether they mean one more.
    """
    live = await ctx.services.service.load_game_by_number(ctx.channel_address, pod)
    if last is None and live.last_undoable_report is not None:
        last = live.last_undoable_report.version
        asker = await load_user_with_rights(ctx)
        if live.has_other_player_just_undone_report(asker.player, discord.utils.utcnow()):
            await _ask_to_undo_another_report(ctx, live, live.last_undoable_report, asker)
            return
    done = await execute_game_command(ctx, lambda _, now: now.build_undo_command(last), pod)
    await report_command_success(ctx, await _render_undone_events(ctx, done))


async def _ask_to_undo_another_report(
    ctx: Context, live_game: LiveGame, last_report: StoredEvent, requester: Requester
) -> None:
    """Ask the user whether to undo one more report, because another player has just undone the last report."""
    undo = live_game.build_undo_command(last_report.version)
    rights.require_command_permission(live_game.game, undo, requester, live_game.find_last_step_author(undo))
    assert isinstance(last_report.event, Event)
    assert live_game.pod is not None
    words = await load_message_formatter_in_user_language(
        ctx, [*list_players_named_in_game(live_game.pod), *find_players_in_event_fields(last_report.event)]
    )
    button = components.build_pod_action_button(live_game.number, "undo", words, f":{last_report.version}")
    said = f"{words.text('undo-more')}\n{story.render_pod_event(last_report.event, words)}"
    await send_answer(
        ctx, truncate_text_to_length(said, MAX_ANSWER_LENGTH), view=components.build_view_without_callbacks([button])
    )


async def _render_undone_events(ctx: Context, command_result: CommandResult) -> str:
    event = command_result.recorded.event
    what = (
        None
        if command_result.again or not isinstance(event, PodEventUndone)
        else command_result.before.find_undone_event(event)
    )
    if what is None or not isinstance(event, PodEventUndone):
        return f"↩️ {ctx.translations('done-undo')}"
    stay = {each.version for each in event.later}
    after = command_result.before.steps[event.step or len(command_result.before.steps) :]
    gone = [each.event for each in after if each.version not in stay]
    named = [each for each in (what, *gone) if isinstance(each, Event)]
    players = {player for each in named for player in find_players_in_event_fields(each)}
    words = await load_message_formatter_in_user_language(
        ctx, [*list_players_named_in_game(command_result.pod), *players]
    )
    told = [each for each in named if each is what or not isinstance(each, TurnBegan)]
    lines = [words.text("done-undo"), *(story.render_pod_event(each, words) for each in told)]
    if len(told) < len(named):
        lines.append(words.text("done-undo-turns"))
    return truncate_text_to_length("↩️ " + "\n".join(lines), MAX_ANSWER_LENGTH)


_POD_PATTERN = "pod:{pod:int}"
ROUTES = (
    CustomIdRoute(
        f"{_POD_PATTERN}:turn:{{turn_number:int}}", end_turn, build_access_rule_for_board_button(BeginNextTurn)
    ),
    CustomIdRoute(f"{_POD_PATTERN}:concede", ask_to_confirm_conceding, build_access_rule_for_board_button(ConcedeGame)),
    CustomIdRoute(f"{_POD_PATTERN}:leaving", concede_game, build_access_rule_for_board_button(ConcedeGame)),
    CustomIdRoute(
        f"{_POD_PATTERN}:winning:{{win_kind:effect|combo}}:{{winner}}",
        report_win_after_confirmation,
        build_access_rule_for_board_button(ReportWin),
    ),
    CustomIdRoute(
        f"{_POD_PATTERN}:win:{{win_kind:effect|combo}}",
        ask_to_confirm_win,
        build_access_rule_for_board_button(ReportWin),
        picked=str,
    ),
    CustomIdRoute(
        f"{_POD_PATTERN}:draw", ask_to_confirm_drawn_game, build_access_rule_for_board_button(ReportDrawnGame)
    ),
    CustomIdRoute(
        f"{_POD_PATTERN}:drawing", report_draw_after_confirmation, build_access_rule_for_board_button(ReportDrawnGame)
    ),
    CustomIdRoute(f"{_POD_PATTERN}:close", ask_to_confirm_closing_pod, build_access_rule_for_board_button(ClosePod)),
    CustomIdRoute(
        f"{_POD_PATTERN}:closing", close_pod_after_confirmation, build_access_rule_for_board_button(ClosePod)
    ),
    CustomIdRoute(f"{_POD_PATTERN}:undo", undo_pod_event, build_access_rule_for_board_button(UndoPodEvent)),
    CustomIdRoute(
        f"{_POD_PATTERN}:undo:{{last:int}}", undo_pod_event, build_access_rule_for_board_button(UndoPodEvent)
    ),
)
