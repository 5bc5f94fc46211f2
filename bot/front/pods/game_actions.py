"""Actions of players in a game besides reports: turns, conceding, ending the game, undo."""

import discord
from discord import ui

from bot.formatters.messages import MessageFormatter
from bot.front.game_texts import story, table_view
from bot.front.interaction.answers import (
    edit_private_message,
    render_permission_warning,
    send_answer,
    send_confirmation,
)
from bot.front.interaction.command_declarations import slash_command
from bot.front.interaction.context import Context, load_requester
from bot.front.interaction.formatters import (
    load_label_formatter,
    load_pod_formatter,
    load_private_formatter,
)
from bot.front.interaction.game_commands import (
    build_command_factory,
    execute_command,
    load_channel_pod,
    was_entered_afterwards,
)
from bot.front.interaction.routes import Route, board_access, pod_access
from bot.front.reports.report_replies import MAX_ANSWER_LENGTH, render_report_reply
from bot.front.ui import components
from bot.front.ui.fitting import fit_text
from bot.front.ui.player_names import list_people_of_game
from bot.rules.closing import ClosePod, PodClosed
from bot.rules.commands_and_events import Event
from bot.rules.concession import ConcedeGame
from bot.rules.decide import decide_pod_command
from bot.rules.facts import Player
from bot.rules.next_turn import BeginNextTurn, TurnBegan
from bot.rules.players import find_players_in_event
from bot.rules.pod import PodCommand
from bot.rules.records import WinMeans
from bot.rules.refusals import Refusal
from bot.rules.rights import Requester
from bot.rules.teams import list_players_in_game
from bot.rules.undoing import PodStepUndone, UndoPodStep
from bot.rules.winning import DrawReported, ReportDraw, ReportWin, WinReported
from bot.service import rights
from bot.service.game_requests import CommandFactory, CommandResult
from bot.service.live_game import LiveGame
from bot.storage.record.stored_event import StoredEvent

# Turns


async def end_turn(ctx: Context, pod: int, ended: int | None = None) -> None:
    """End the turn with the number that the user saw, so that two presses end one turn."""

    def build_next_turn_command(_: Player, live_game: LiveGame) -> BeginNextTurn:
        now = live_game.pod.turn if live_game.pod else None
        if ended is not None and now is not None and now.number != ended:
            raise Refusal("turn-late", turn=now.number)
        return BeginNextTurn()

    await execute_turn_command(ctx, pod, build_next_turn_command)


async def execute_turn_command(
    ctx: Context, pod_number: int, command_factory: CommandFactory
) -> None:
    """Execute a command that begins a turn, and say whose turn it is."""
    done = await execute_command(ctx, command_factory, pod_number)
    words = await load_pod_formatter(ctx, done.pod)
    back = components.build_pod_button(done.live.number, "undo", words, f":{done.recorded.version}")
    told = f"✅ {story.render_event(done.recorded.event, words)}"
    await send_confirmation(ctx, told, view=components.build_stateless_view([back]))


# Conceding


async def confirm_before_conceding(ctx: Context, pod: int) -> None:
    """Ask the user to confirm conceding the game; pod 0 means the channel's game.

    A button is easily pressed by mistake. A player who is out can still have their guests
    leave. Raises `Refusal` if the user cannot concede anyway.
    """
    live = await load_channel_pod(ctx, pod)
    assert live.pod is not None
    me = await ctx.find_requester_player()
    words = await load_pod_formatter(ctx, live.pod)
    labels = await load_label_formatter(ctx, live.pod)
    items = table_view.build_guest_leave_buttons(live.number, live.pod, me, labels)
    if me in list_players_in_game(live.pod.current_game.standings) or not items:
        rights.require_player_of_pod(live.pod, me)
        decide_pod_command(live.pod, ConcedeGame(me))
        items.insert(0, components.build_pod_button(live.number, "leaving", words))
    view = components.build_stateless_view(items)
    variant = live.pod.setup.variant_answers
    kind = "" if variant.team_is_one_side else f"-{variant.loser_becomes}"
    sure = words.text(f"concede-sure{kind}", points=variant.points.per_defeat)
    await send_answer(ctx, sure, view=view)


@slash_command("concede", pod_access(ConcedeGame))
async def open_concede_confirmation(ctx: Context) -> None:
    """Ask the user to confirm conceding the channel's game."""
    await confirm_before_conceding(ctx, 0)


async def concede_game(ctx: Context, pod: int) -> None:
    """Concede the game after confirmation; the answer replaces the question."""
    done = await execute_command(ctx, lambda me, _: ConcedeGame(me), pod)
    words = await load_pod_formatter(ctx, done.pod)
    await edit_private_message(ctx, content=render_report_reply(done, words), view=None)


# Winning, drawing and closing are confirmed by a button, whose custom id holds the whole command


async def confirm_before_winning(
    ctx: Context, pod: int, means: WinMeans, selection: Player
) -> None:
    """Ask the user to confirm that the selected player wins the game by an effect or a combo."""
    await _ask_to_confirm_command(
        ctx, ReportWin(selection, means), f"winning:{means}:{selection}", pod
    )


async def confirm_before_drawing(ctx: Context, pod: int) -> None:
    """Ask the user to confirm that the game ends in a draw."""
    await _ask_to_confirm_command(ctx, ReportDraw(), "drawing", pod)


async def confirm_before_closing(ctx: Context, pod: int) -> None:
    """Ask the user to confirm closing a pod without a result."""
    await _ask_to_confirm_command(ctx, ClosePod(), "closing", pod)


async def _ask_to_confirm_command(
    ctx: Context, command: PodCommand, custom_id_suffix: str, pod: int
) -> None:
    """Ask the user to confirm a command. Raises `Refusal` if the command is not possible
    anyway.
    """
    live = await load_channel_pod(ctx, pod)
    assert live.pod is not None
    rights.require_permission(
        live.pod, command, await load_requester(ctx), live.find_step_author(command)
    )
    event = decide_pod_command(live.pod, command)
    words = await load_pod_formatter(ctx, live.pod)
    kind = custom_id_suffix.partition(":")[0]
    yes: ui.Button[ui.View] = ui.Button(
        label=words.text(f"button-{kind}"),
        style=discord.ButtonStyle.danger,
        custom_id=f"pod:{live.number}:{custom_id_suffix}",
    )
    await send_answer(
        ctx,
        _render_confirmation_question(event, words),
        view=components.build_stateless_view([yes]),
    )


def _render_confirmation_question(event: Event, formatter: MessageFormatter) -> str:
    """Render the question that asks for confirmation, which says what the event would change."""
    match event:
        case WinReported(player=winner):
            return formatter.text("sure-winning", player=formatter.name(winner))
        case DrawReported():
            return formatter.text("sure-drawing")
        case PodClosed(outcome=outcome) if (
            outcome.result is not None
        ):  # closing counts here (RSP-4)
            return formatter.text("sure-closing-counts")
        case _:
            return formatter.text("sure-closing")


async def win_game(ctx: Context, pod: int, means: str, winner: Player) -> None:
    """End the game with a win, after the user's confirmation."""
    how: WinMeans = "combo" if means == "combo" else "effect"
    await _execute_ending_command(ctx, pod, ReportWin(winner, how))


async def draw_game(ctx: Context, pod: int) -> None:
    """End the game in a draw, after the user's confirmation."""
    await _execute_ending_command(ctx, pod, ReportDraw())


async def close_pod(ctx: Context, pod: int) -> None:
    """Close the pod without a result, after the user's confirmation."""
    await _execute_ending_command(ctx, pod, ClosePod())


async def _execute_ending_command(ctx: Context, pod: int, command: PodCommand) -> None:
    """Execute a confirmed command that ends the game; the answer explains how to undo it."""
    done = await execute_command(ctx, build_command_factory(command), pod)
    answer = "done-close" if done.pod.result is None else "done-end"
    missing = await render_permission_warning(ctx)
    await edit_private_message(ctx, content=f"✅ {ctx.catalogue(answer)}{missing}", view=None)


# Undo


@slash_command("undo", pod_access(UndoPodStep))
async def undo_last_report(ctx: Context) -> None:
    """Undo the pod's last report, and say which one was undone.

    If another report was just undone, ask first.
    """
    await undo_pod_step(ctx, 0)


async def undo_pod_step(ctx: Context, pod: int, last: int | None = None) -> None:
    """Undo a step of a pod, and say which one it was; pod 0 means the channel's pod.

    `last` is the version of the step as the user saw it. None means the last report, whatever
    turns began since, as it stood when the user asked: two users who ask undo one report. If
    somebody else has just undone one, the user is asked whether they mean one more.
    """
    live = await ctx.services.service.load_game(ctx.channel_address, pod)
    if last is None and live.last_report is not None:
        last = live.last_report.version
        asker = await load_requester(ctx)
        if live.was_report_just_undone(asker.player, discord.utils.utcnow()):
            await _ask_to_undo_another_report(ctx, live, live.last_report, asker)
            return
    done = await execute_command(
        ctx,
        lambda _, now: now.build_undo_command(last),
        pod,
        allow_earlier_pod=was_entered_afterwards(live),
    )
    await send_confirmation(ctx, await _render_undo_answer(ctx, done))


async def _ask_to_undo_another_report(
    ctx: Context, live_game: LiveGame, last_report: StoredEvent, requester: Requester
) -> None:
    """Ask whether the user wants to undo one more report, after one that was just undone."""
    undo = live_game.build_undo_command(last_report.version)
    rights.require_permission(live_game.game, undo, requester, live_game.find_step_author(undo))
    assert isinstance(last_report.event, Event)
    assert live_game.pod is not None
    words = await load_private_formatter(
        ctx, [*list_people_of_game(live_game.pod), *find_players_in_event(last_report.event)]
    )
    button = components.build_pod_button(live_game.number, "undo", words, f":{last_report.version}")
    said = f"{words.text('undo-more')}\n{story.render_event(last_report.event, words)}"
    await send_answer(
        ctx, fit_text(said, MAX_ANSWER_LENGTH), view=components.build_stateless_view([button])
    )


async def _render_undo_answer(ctx: Context, command_result: CommandResult) -> str:
    """Render the step that was undone, and the later steps that were undone with it."""
    event = command_result.recorded.event
    what = (
        None
        if command_result.again or not isinstance(event, PodStepUndone)
        else command_result.before.find_undone_event(event)
    )
    if what is None or not isinstance(event, PodStepUndone):
        return f"↩️ {ctx.catalogue('done-undo')}"
    stay = {each.version for each in event.later}
    after = command_result.before.steps[event.step or len(command_result.before.steps) :]
    gone = [each.event for each in after if each.version not in stay]
    named = [each for each in (what, *gone) if isinstance(each, Event)]
    players = {player for each in named for player in find_players_in_event(each)}
    words = await load_private_formatter(ctx, [*list_people_of_game(command_result.pod), *players])
    told = [each for each in named if each is what or not isinstance(each, TurnBegan)]
    lines = [words.text("done-undo"), *(story.render_event(each, words) for each in told)]
    if len(told) < len(named):
        lines.append(words.text("done-undo-turns"))
    return fit_text("↩️ " + "\n".join(lines), MAX_ANSWER_LENGTH)


_POD_PATTERN = "pod:{pod:int}"
ROUTES = (
    Route(f"{_POD_PATTERN}:turn:{{ended:int}}", end_turn, board_access(BeginNextTurn)),
    Route(f"{_POD_PATTERN}:concede", confirm_before_conceding, board_access(ConcedeGame)),
    Route(f"{_POD_PATTERN}:leaving", concede_game, board_access(ConcedeGame)),
    Route(
        f"{_POD_PATTERN}:winning:{{means:effect|combo}}:{{winner}}",
        win_game,
        board_access(ReportWin),
    ),
    Route(
        f"{_POD_PATTERN}:win:{{means:effect|combo}}",
        confirm_before_winning,
        board_access(ReportWin),
        picked=str,
    ),
    Route(f"{_POD_PATTERN}:draw", confirm_before_drawing, board_access(ReportDraw)),
    Route(f"{_POD_PATTERN}:drawing", draw_game, board_access(ReportDraw)),
    Route(f"{_POD_PATTERN}:close", confirm_before_closing, board_access(ClosePod)),
    Route(f"{_POD_PATTERN}:closing", close_pod, board_access(ClosePod)),
    Route(f"{_POD_PATTERN}:undo", undo_pod_step, board_access(UndoPodStep)),
    Route(f"{_POD_PATTERN}:undo:{{last:int}}", undo_pod_step, board_access(UndoPodStep)),
)
