"""The end of a duel: undo, concede and close, perhaps with both players' consent; the great work
(MJ-D7).
"""

import discord
from discord.app_commands import Range

from bot.draws import seating
from bot.front.duels import duel_board
from bot.front.duels.duel_board import render_duel_steps
from bot.front.duels.duel_requests import (
    execute_duel_command,
    render_last_step,
    require_duel_for_command,
)
from bot.front.interaction.answers import (
    edit_private_message,
    send_answer,
    send_confirmation,
    show_modal,
)
from bot.front.interaction.command_declarations import describe_options, slash_command
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_duel_formatter
from bot.front.interaction.game_commands import (
    execute_command,
    load_channel_duel,
    require_last_step,
)
from bot.front.interaction.routes import Route, board_access, duel_access
from bot.front.reports.report_replies import MAX_ANSWER_LENGTH
from bot.front.ui import components
from bot.front.ui.escaping import truncate
from bot.front.ui.modals import build_modal, build_text_input
from bot.joust.concessions import ConcedeDuel
from bot.joust.duel import DuelCommand, Proposed, has_opponent_proposed, needs_both_players
from bot.joust.great_works import MAX_WORK_LENGTH, PresentGreatWork
from bot.joust.proposals import CloseDuel, DuelProposalMade, ProposeUndoOrClose, UndoDuelStep
from bot.rules.facts import Player
from bot.rules.overrides import LONGEST_REASON
from bot.rules.refusals import Refusal
from bot.rules.rights import DUELISTS, DUELISTS_OR_MODERATORS
from bot.service.game_requests import CommandResult
from bot.service.live_game import LiveGame

WORK_FIELD = "work"

# Undoing


@slash_command("joust-undo", duel_access(UndoDuelStep))
@describe_options(reason="undo_reason")
async def undo_duel_step(ctx: Context, reason: Range[str, 1, LONGEST_REASON] | None = None) -> None:
    """Undo the duel's last step at the time of the request; a moderator gives a reason."""
    live = await ctx.services.service.load_current_game(ctx.channel_address)
    last = live.steps[-1].version if live.duel is not None and live.steps else None
    await _execute_undo(ctx, 0, " ".join(reason.split()) if reason else None, last)


async def handle_undo_button(ctx: Context, number: int, last: int | None = None) -> None:
    """Undo the duel's last step, or ask the other player to agree.

    `last` is the version of the step that the user saw.
    """
    await _execute_undo(ctx, number, None, last)


async def _execute_undo(
    ctx: Context, duel_number: int, reason: str | None, last_version: int | None = None
) -> None:
    moderates = ctx.is_moderator

    def build_undo_command(player: Player, live_game: LiveGame) -> DuelCommand:
        duel = live_game.duel
        if last_version == 0:  # shown when the duel was closed
            if duel is not None and not duel.closed:
                raise Refusal("undo-late")
        else:
            require_last_step(live_game, last_version)
        playing = duel is not None and player in duel.players
        if reason is not None and moderates:
            return UndoDuelStep(seating.generate_secret(), reason)
        if duel is not None and not playing and moderates:
            raise Refusal("reason", most=LONGEST_REASON)
        return _build_command_or_proposal(live_game, player, "undo")

    await _answer_duel_result(
        ctx, await execute_command(ctx, build_undo_command, duel_number, allow_earlier_pod=True)
    )


def _build_command_or_proposal(
    live_game: LiveGame, player: Player, action: Proposed
) -> DuelCommand:
    """Return the command if the player may act alone or the other one proposed it, else a
    proposal.
    """
    duel = live_game.duel
    alone = duel is None or player not in duel.players or not needs_both_players(duel, action)
    if alone or (duel is not None and has_opponent_proposed(duel, action, player)):
        return UndoDuelStep(seating.generate_secret()) if action == "undo" else CloseDuel()
    return ProposeUndoOrClose(player, action)


async def handle_agree_button(
    ctx: Context, number: int, what: str | None = None, last: int | None = None
) -> None:
    """Execute the other player's proposal.

    `last` is the version of the last step that the user saw.
    """

    def build_agreed_command(player: Player, live_game: LiveGame) -> DuelCommand:
        duel = live_game.duel
        if duel is None or duel.proposal is None or what not in (None, duel.proposal.what):
            raise Refusal("nothing-proposed")
        if last is not None and (not live_game.steps or live_game.steps[-1].version != last):
            raise Refusal("nothing-proposed")
        if player not in duel.players:
            raise Refusal(DUELISTS.refusal)
        if duel.proposal.by == player:
            raise Refusal("agree-yourself")
        return _build_command_or_proposal(live_game, player, duel.proposal.what)

    await _answer_duel_result(ctx, await execute_command(ctx, build_agreed_command, number))


async def _answer_duel_result(ctx: Context, result: CommandResult) -> None:
    """Answer with the undone step, the closed duel or the proposal."""
    said = await load_duel_formatter(ctx, result.duel)
    event = result.recorded.event
    if isinstance(event, DuelProposalMade):
        other = said.name(result.duel.find_opponent(event.by))
        key = "joust-done-unasked" if event.taken_back else "joust-done-asked"
        await send_confirmation(ctx, f"🤝 {said.text(key, player=other)}")
        return
    if result.duel.closed:
        await send_confirmation(ctx, await render_last_step(ctx, result))
    else:
        await answer_undone_step(ctx, result)


async def answer_undone_step(ctx: Context, result: CommandResult) -> None:
    """Answer with the step that was undone."""
    said = await load_duel_formatter(ctx, result.duel)
    before = result.before.duel
    lines = [] if before is None or result.again else render_duel_steps(before, said)[-1:]
    await send_confirmation(
        ctx, truncate("\n".join([f"↩️ {said.text('done-undo')}", *lines]), MAX_ANSWER_LENGTH)
    )


# Conceding and closing


@slash_command("joust-concede", duel_access(ConcedeDuel))
async def concede_duel(ctx: Context) -> None:
    """Concede the channel's duel."""
    await execute_duel_command(ctx, 0, lambda me, _: ConcedeDuel(me))


async def confirm_concession(ctx: Context, number: int) -> None:
    """Ask for confirmation before the user concedes a duel."""
    live, _, _ = await require_duel_for_command(ctx, number, ConcedeDuel)
    sure = duel_board.build_duel_button(live.number, "conceding", ctx.catalogue)
    await send_answer(
        ctx, ctx.catalogue("joust-concede-sure"), view=components.build_stateless_view([sure])
    )


async def handle_concede_confirmation(ctx: Context, number: int) -> None:
    """Concede a duel, and replace the message that asked for confirmation."""
    done = await execute_command(ctx, lambda me, _: ConcedeDuel(me), number)
    await edit_private_message(ctx, content=await render_last_step(ctx, done), view=None)


@slash_command("joust-close", duel_access(DUELISTS_OR_MODERATORS))
async def close_duel(ctx: Context) -> None:
    """Close the channel's duel, or ask the other player to agree."""
    await load_channel_duel(ctx)
    await _answer_duel_result(
        ctx,
        await execute_command(ctx, lambda me, live: _build_command_or_proposal(live, me, "close")),
    )


# The great work


async def open_great_work_form(ctx: Context, number: int) -> None:
    """Open the form in which the winner presents the great work (MJ-16)."""
    await require_duel_for_command(ctx, number, PresentGreatWork)
    text = ctx.catalogue
    written = build_text_input(WORK_FIELD, MAX_WORK_LENGTH)
    written.style = discord.TextStyle.paragraph
    fields = [(text("joust-work"), text("joust-work-about"), written)]
    modal = build_modal(f"joust:{number}:presented", text("joust-button-present"), fields)
    await show_modal(ctx, modal)


async def handle_great_work_form(ctx: Context, number: int) -> None:
    """Record the great work that the submitted form describes."""
    said = " ".join(ctx.modal_fields.get(WORK_FIELD, "").split())
    await execute_command(ctx, lambda me, _: PresentGreatWork(me, said), number)
    await send_confirmation(ctx, f"🎭 {ctx.catalogue('joust-done-present')}")


_DUEL_PATTERN = "joust:{number:int}"
ROUTES = (
    Route(f"{_DUEL_PATTERN}:undo", handle_undo_button, board_access(UndoDuelStep)),
    Route(f"{_DUEL_PATTERN}:undo:{{last:int}}", handle_undo_button, board_access(UndoDuelStep)),
    Route(f"{_DUEL_PATTERN}:agree", handle_agree_button, board_access(DUELISTS)),
    Route(
        f"{_DUEL_PATTERN}:agree:{{what}}:{{last:int}}", handle_agree_button, board_access(DUELISTS)
    ),
    Route(f"{_DUEL_PATTERN}:concede", confirm_concession, board_access(ConcedeDuel)),
    Route(f"{_DUEL_PATTERN}:conceding", handle_concede_confirmation, board_access(ConcedeDuel)),
    Route(f"{_DUEL_PATTERN}:present", open_great_work_form, board_access(PresentGreatWork)),
    Route(f"{_DUEL_PATTERN}:presented", handle_great_work_form, board_access(PresentGreatWork)),
)
