"""Helpers of all handlers of duels: find a duel, execute a command in it, and parse user input."""

from collections.abc import Mapping
from typing import get_args

from bot.front.duels.duel_board import render_duel_move_lines
from bot.front.interaction.answers import answer_by_editing_message, report_command_success
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_message_formatter_for_duel
from bot.front.interaction.game_commands import (
    execute_game_command,
    load_duel,
    wrap_command_in_factory,
)
from bot.front.reports.report_replies import MAX_ANSWER_LENGTH
from bot.front.ui.escaping import truncate_with_ellipsis
from bot.i18n import Translations, normalize_word_for_comparison
from bot.joust.duel import Duel, DuelCommand
from bot.joust.formulas import parse_card_cost
from bot.joust.table_types import Formula, Step
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import Requester
from bot.service import rights
from bot.service.game_requests import CommandFactory, CommandResult
from bot.service.live_game import LiveGame


async def load_duel_for_command(
    ctx: Context, duel_number: int, command_class: type[DuelCommand]
) -> tuple[LiveGame, Duel, Player]:
    """Load a duel in which the user may act, and the user's player id.

    Raises `Refusal` if the user may not use a command of `command_class`.
    """
    live, duel = await load_duel(ctx, duel_number)
    me = await ctx.get_player_id_of_user()
    rights.require_permission_for_duel_command(duel, command_class, Requester(me, ctx.is_user_channel_moderator))
    return live, duel, me


async def execute_duel_command_and_answer(
    ctx: Context, duel_number: int, command: CommandFactory | DuelCommand
) -> CommandResult:
    """Execute a command in a duel, and answer by a new message. Raises `Refusal`."""
    done = await execute_game_command(
        ctx, command if callable(command) else wrap_command_in_factory(command), duel_number
    )
    await report_command_success(ctx, await render_last_duel_move_answer(ctx, done))
    return done


async def execute_duel_command_and_edit_answer(
    ctx: Context, duel_number: int, command: CommandFactory | DuelCommand
) -> CommandResult:
    """Execute a command in a duel, and change the private message that the user sees. Raises `Refusal`."""
    done = await execute_game_command(
        ctx, command if callable(command) else wrap_command_in_factory(command), duel_number
    )
    await answer_by_editing_message(ctx, content=await render_last_duel_move_answer(ctx, done), embed=None, view=None)
    return done


async def render_last_duel_move_answer(ctx: Context, command_result: CommandResult) -> str:
    said = await load_message_formatter_for_duel(ctx, command_result.duel)
    *_, last = render_duel_move_lines(command_result.duel, said) or [""]
    return truncate_with_ellipsis(f"{'☑️' if command_result.again else '✅'} {last}", MAX_ANSWER_LENGTH)


def parse_whole_number(user_input: str, minimum: int, maximum: int) -> int:
    """Parse a whole number. Raises `Refusal` if it is not within the limits."""
    digits = user_input.strip().replace("−", "-").replace("–", "-").removeprefix("+")
    unsigned = digits.removeprefix("-")
    if not (unsigned.isascii() and unsigned.isdecimal()) or len(unsigned) > 3:
        raise Refusal("joust-number", least=minimum, most=maximum)
    if not minimum <= int(digits) <= maximum:
        raise Refusal("joust-number", least=minimum, most=maximum)
    return int(digits)


ALL_STEPS: tuple[Step, ...] = get_args(Step)


def map_words_to_card_cost_parts(translations: Translations) -> Mapping[str, Step]:
    """Map localised words, such as `blue`, to the parts of a card's cost."""
    return {normalize_word_for_comparison(translations(f"step-{step}")): step for step in ALL_STEPS}


def parse_required_card_cost(cost_text: str, field_name: str, translations: Translations) -> Formula:
    """Parse a card's cost, such as `blue any`, which may not be empty.

    Raises `Refusal` that names the input `field_name`.
    """
    called = map_words_to_card_cost_parts(translations)
    words = [called.get(normalize_word_for_comparison(word), word) for word in cost_text.split()]
    return parse_card_cost(" ".join(words), field_name)


def parse_optional_card_cost(cost_text: str, translations: Translations) -> Formula:
    """Parse a card's cost, such as `blue any`; empty means free. Raises `Refusal`."""
    return parse_required_card_cost(cost_text, "cost", translations) if cost_text.strip() else ()
