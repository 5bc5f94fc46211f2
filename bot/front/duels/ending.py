"""The end of a duel: undo, concede and close, perhaps with both players' consent; the great work (MJ-D7)."""

import discord
from discord.app_commands import Range

from bot.draws import seating
from bot.front.duels import duel_board
from bot.front.duels.duel_board import render_duel_move_lines
from bot.front.duels.duel_requests import (
    execute_duel_command_and_answer,
    load_duel_for_command,
    render_last_duel_move_answer,
)
from bot.front.interaction.answers import answer_by_editing_message, report_command_success, send_answer, show_modal
from bot.front.interaction.command_declarations import slash_command, translate_command_options
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_message_formatter_for_duel
from bot.front.interaction.game_commands import (
    execute_game_command,
    load_duel,
    load_last_game_of_user,
    require_no_event_since_version,
)
from bot.front.interaction.routes import (
    CustomIdRoute,
    build_access_rule_for_board_button,
    build_access_rule_for_current_duel,
)
from bot.front.reports.report_replies import MAX_ANSWER_LENGTH
from bot.front.ui import components
from bot.front.ui.escaping import truncate_with_ellipsis
from bot.front.ui.modals import build_modal, build_modal_text_input
from bot.joust.concessions import ConcedeDuel
from bot.joust.duel import Duel, DuelCommand, Proposed, has_opponent_made_proposal, needs_agreement_of_both_players
from bot.joust.great_works import MAX_WORK_LENGTH, DescribeDuelVictory
from bot.joust.proposals import CloseDuel, DuelUndoOrCloseProposed, ProposeDuelUndoOrClose, UndoDuelStep
from bot.rules.facts import Player
from bot.rules.overrides import LONGEST_REASON
from bot.rules.refusals import Refusal
from bot.rules.rights import DUELISTS, DUELISTS_OR_MODERATORS
from bot.service.game_requests import CommandResult
from bot.service.live_game import LiveGame

WORK_FIELD = "work"

# Undoing


@slash_command("joust-undo", build_access_rule_for_current_duel(UndoDuelStep))
@translate_command_options(reason="undo_reason")
async def undo_last_duel_move(ctx: Context, reason: Range[str, 1, LONGEST_REASON] | None = None) -> None:
    """Undo the last move of this channel's duel, or propose that to the opponent."""
    live = await load_last_game_of_user(ctx, Duel)
    last = live.steps[-1].version if live.duel is not None and live.steps else None
    await _undo_duel_move_or_propose_undo(ctx, live.number, " ".join(reason.split()) if reason else None, last)


async def undo_duel_move_by_button(ctx: Context, duel_number: int, last_version: int | None = None) -> None:
    """Undo a duel's last move, or propose that to the other player."""
    await _undo_duel_move_or_propose_undo(ctx, duel_number, None, last_version)


async def _undo_duel_move_or_propose_undo(
    ctx: Context, duel_number: int, reason: str | None, last_move_version: int | None = None
) -> None:
    moderates = ctx.is_user_channel_moderator

    def build_undo_or_proposal_command(player: Player, live_game: LiveGame) -> DuelCommand:
        duel = live_game.duel
        if last_move_version == 0:  # shown when the duel was closed
            if duel is not None and not duel.closed:
                raise Refusal("undo-late")
        else:
            require_no_event_since_version(live_game, last_move_version)
        playing = duel is not None and player in duel.players
        if reason is not None and moderates:
            return UndoDuelStep(seating.generate_random_secret(), reason)
        if duel is not None and not playing and moderates:
            raise Refusal("reason", most=LONGEST_REASON)
        return _build_duel_proposal_command(live_game, player, "undo")

    await _answer_with_duel_proposal_result(
        ctx, await execute_game_command(ctx, build_undo_or_proposal_command, duel_number)
    )


def _build_duel_proposal_command(live_game: LiveGame, player: Player, proposed_action: Proposed) -> DuelCommand:
    """Return the command to undo a move or close a duel, or the command that proposes this to the opponent.

    The command is returned if the player may act alone, or if the other player has proposed the same.
    """
    duel = live_game.duel
    alone = duel is None or player not in duel.players or not needs_agreement_of_both_players(duel, proposed_action)
    if alone or (duel is not None and has_opponent_made_proposal(duel, proposed_action, player)):
        return UndoDuelStep(seating.generate_random_secret()) if proposed_action == "undo" else CloseDuel()
    return ProposeDuelUndoOrClose(player, proposed_action)


async def accept_duel_proposal(
    ctx: Context, duel_number: int, proposed_action: str | None = None, last_version: int | None = None
) -> None:
    """Accept the other player's proposal to undo a move or close the duel."""

    def build_accept_duel_proposal_command(player: Player, live_game: LiveGame) -> DuelCommand:
        duel = live_game.duel
        if duel is None or duel.proposal is None or proposed_action not in (None, duel.proposal.what):
            raise Refusal("nothing-proposed")
        if last_version is not None and (not live_game.steps or live_game.steps[-1].version != last_version):
            raise Refusal("nothing-proposed")
        if player not in duel.players:
            raise Refusal(DUELISTS.refusal)
        if duel.proposal.by == player:
            raise Refusal("agree-yourself")
        return _build_duel_proposal_command(live_game, player, duel.proposal.what)

    await _answer_with_duel_proposal_result(
        ctx, await execute_game_command(ctx, build_accept_duel_proposal_command, duel_number)
    )


async def _answer_with_duel_proposal_result(ctx: Context, command_result: CommandResult) -> None:
    """Tell the user that a duel was closed, its move undone, or either proposed."""
    said = await load_message_formatter_for_duel(ctx, command_result.duel)
    event = command_result.recorded.event
    if isinstance(event, DuelUndoOrCloseProposed):
        other = said.name(command_result.duel.find_opponent(event.by))
        key = "joust-done-unasked" if event.taken_back else "joust-done-asked"
        await report_command_success(ctx, f"🤝 {said.text(key, player=other)}")
        return
    if command_result.duel.closed:
        await report_command_success(ctx, await render_last_duel_move_answer(ctx, command_result))
    else:
        await show_undone_duel_move(ctx, command_result)


async def show_undone_duel_move(ctx: Context, command_result: CommandResult) -> None:
    """Tell the user which move of the duel was undone."""
    said = await load_message_formatter_for_duel(ctx, command_result.duel)
    before = command_result.before.duel
    lines = [] if before is None or command_result.again else render_duel_move_lines(before, said)[-1:]
    await report_command_success(
        ctx, truncate_with_ellipsis("\n".join([f"↩️ {said.text('done-undo')}", *lines]), MAX_ANSWER_LENGTH)
    )


# Conceding and closing


@slash_command("joust-concede", build_access_rule_for_current_duel(ConcedeDuel))
async def concede_duel(ctx: Context) -> None:
    """Concede this channel's duel on behalf of the user."""
    live, _ = await load_duel(ctx)
    await execute_duel_command_and_answer(ctx, live.number, lambda me, _: ConcedeDuel(me))


async def ask_to_confirm_duel_concession(ctx: Context, duel_number: int) -> None:
    live, _, _ = await load_duel_for_command(ctx, duel_number, ConcedeDuel)
    sure = duel_board.build_duel_action_button(live.number, "conceding", ctx.translations)
    await send_answer(ctx, ctx.translations("joust-concede-sure"), view=components.build_view_without_callbacks([sure]))


async def concede_duel_after_confirmation(ctx: Context, duel_number: int) -> None:
    done = await execute_game_command(ctx, lambda me, _: ConcedeDuel(me), duel_number)
    await answer_by_editing_message(ctx, content=await render_last_duel_move_answer(ctx, done), view=None)


@slash_command("joust-close", build_access_rule_for_current_duel(DUELISTS_OR_MODERATORS))
async def close_duel_or_propose_closing(ctx: Context) -> None:
    """Close this channel's duel, or propose that to the other player."""
    live, _ = await load_duel(ctx)
    done = await execute_game_command(ctx, lambda me, now: _build_duel_proposal_command(now, me, "close"), live.number)
    await _answer_with_duel_proposal_result(ctx, done)


# The great work


async def open_winner_story_form(ctx: Context, duel_number: int) -> None:
    """Open the form for a duel winner's story about what their cards have built."""
    await load_duel_for_command(ctx, duel_number, DescribeDuelVictory)
    text = ctx.translations
    written = build_modal_text_input(WORK_FIELD, MAX_WORK_LENGTH)
    written.style = discord.TextStyle.paragraph
    fields = [(text("joust-work"), text("joust-work-about"), written)]
    modal = build_modal(f"joust:{duel_number}:presented", text("joust-button-present"), fields)
    await show_modal(ctx, modal)


async def record_duel_winner_story(ctx: Context, duel_number: int) -> None:
    """Record a duel winner's story about what their cards have built."""
    said = " ".join(ctx.modal_fields.get(WORK_FIELD, "").split())
    await execute_game_command(ctx, lambda me, _: DescribeDuelVictory(me, said), duel_number)
    await report_command_success(ctx, f"🎭 {ctx.translations('joust-done-present')}")


_DUEL_PATTERN = "joust:{duel_number:int}"
ROUTES = (
    CustomIdRoute(f"{_DUEL_PATTERN}:undo", undo_duel_move_by_button, build_access_rule_for_board_button(UndoDuelStep)),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:undo:{{last_version:int}}",
        undo_duel_move_by_button,
        build_access_rule_for_board_button(UndoDuelStep),
    ),
    CustomIdRoute(f"{_DUEL_PATTERN}:agree", accept_duel_proposal, build_access_rule_for_board_button(DUELISTS)),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:agree:{{proposed_action}}:{{last_version:int}}",
        accept_duel_proposal,
        build_access_rule_for_board_button(DUELISTS),
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:concede", ask_to_confirm_duel_concession, build_access_rule_for_board_button(ConcedeDuel)
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:conceding", concede_duel_after_confirmation, build_access_rule_for_board_button(ConcedeDuel)
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:present",
        open_winner_story_form,
        build_access_rule_for_board_button(DescribeDuelVictory),
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:presented",
        record_duel_winner_story,
        build_access_rule_for_board_button(DescribeDuelVictory),
    ),
)
