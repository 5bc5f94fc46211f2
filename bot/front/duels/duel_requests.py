"""Helpers of all handlers of duels: find a duel, execute a command in it, and parse user input."""

from collections.abc import Mapping
from typing import get_args

from bot.front.duels.duel_board import render_duel_steps
from bot.front.interaction.answers import edit_private_message, send_confirmation
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_duel_formatter
from bot.front.interaction.game_commands import (
    build_command_factory,
    execute_command,
    load_channel_duel,
)
from bot.front.reports.report_replies import MAX_ANSWER_LENGTH
from bot.front.ui.escaping import truncate
from bot.i18n import Catalogue, fold_word
from bot.joust.duel import Duel, DuelCommand
from bot.joust.formulas import parse_formula
from bot.joust.table_types import Formula, Step
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import Requester
from bot.service import rights
from bot.service.game_requests import CommandFactory, CommandResult
from bot.service.live_game import LiveGame


async def require_duel_for_command(
    ctx: Context, duel_number: int, command_class: type[DuelCommand]
) -> tuple[LiveGame, Duel, Player]:
    """Return the duel and the requester's player.

    Raises `Refusal` if the requester may not use such a command in the duel now.
    """
    live, duel = await load_channel_duel(ctx, duel_number)
    me = await ctx.find_requester_player()
    rights.require_permission_for_command_type(duel, command_class, Requester(me, ctx.is_moderator))
    return live, duel, me


async def execute_duel_command(
    ctx: Context, duel_number: int, command: CommandFactory | DuelCommand
) -> CommandResult:
    """Execute a command in a duel, and answer with a new message about the step. Raises
    `Refusal`.
    """
    done = await execute_command(
        ctx, command if callable(command) else build_command_factory(command), duel_number
    )
    await send_confirmation(ctx, await render_last_step(ctx, done))
    return done


async def execute_and_edit_message(
    ctx: Context, duel_number: int, command: CommandFactory | DuelCommand
) -> CommandResult:
    """Execute a command in a duel, and replace the private message with the step. Raises
    `Refusal`.
    """
    done = await execute_command(
        ctx, command if callable(command) else build_command_factory(command), duel_number
    )
    await edit_private_message(
        ctx, content=await render_last_step(ctx, done), embed=None, view=None
    )
    return done


async def render_last_step(ctx: Context, result: CommandResult) -> str:
    """Return a sentence about the last step of a duel, as an answer."""
    said = await load_duel_formatter(ctx, result.duel)
    *_, last = render_duel_steps(result.duel, said) or [""]
    return truncate(f"{'☑️' if result.again else '✅'} {last}", MAX_ANSWER_LENGTH)


def parse_whole_number(user_input: str, minimum: int, maximum: int) -> int:
    """Return the whole number that a user typed, with any minus sign.

    Raises `Refusal` outside `minimum` to `maximum`.
    """
    digits = user_input.strip().replace("−", "-").replace("–", "-").removeprefix("+")
    unsigned = digits.removeprefix("-")
    if not (unsigned.isascii() and unsigned.isdecimal()) or len(unsigned) > 3:
        raise Refusal("joust-number", least=minimum, most=maximum)
    if not minimum <= int(digits) <= maximum:
        raise Refusal("joust-number", least=minimum, most=maximum)
    return int(digits)


ALL_STEPS: tuple[Step, ...] = get_args(Step)


def load_steps_by_name(catalogue: Catalogue) -> Mapping[str, Step]:
    """Return the steps of formulas by their folded names in a language."""
    return {fold_word(catalogue(f"step-{step}")): step for step in ALL_STEPS}


def parse_formula_input(user_input: str, field: str, catalogue: Catalogue) -> Formula:
    """Return the formula that a user typed, with at least one step. Raises `Refusal` for
    `field`.
    """
    called = load_steps_by_name(catalogue)
    words = [called.get(fold_word(word), word) for word in user_input.split()]
    return parse_formula(" ".join(words), field)


def parse_cost_input(user_input: str, catalogue: Catalogue) -> Formula:
    """Return the cost that a user typed; an empty cost is free. Raises `Refusal`."""
    return parse_formula_input(user_input, "cost", catalogue) if user_input.strip() else ()
