"""Helpers of all handlers of duels: find a duel, act in it, make forms, read what people type."""

from collections.abc import Mapping
from typing import get_args

from bot import rights
from bot.front.interaction.answering import confirm, edit
from bot.front.interaction.context import Context
from bot.front.interaction.pods import do, find_duel, make_ask
from bot.front.interaction.wording import speak_of_duel
from bot.front.rendering.confirmation import MAX_ANSWER_LENGTH
from bot.front.rendering.duel_board import render_steps
from bot.front.rendering.escaping import cut
from bot.i18n import Catalogue, fold_word
from bot.joust.duel import Duel, DuelCommand
from bot.joust.facts import Formula, Step
from bot.joust.formulas import parse_formula
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import Asker
from bot.service.live_game import LiveGame
from bot.service.requests import Ask, Done


async def find_own_duel(
    ctx: Context, number: int, command: type[DuelCommand]
) -> tuple[LiveGame, Duel, Player]:
    """Return the duel and the user. Raises `Refusal` if they may not use such a command now."""
    live, duel = await find_duel(ctx, number)
    me = await ctx.find_player()
    rights.check_kind(duel, command, Asker(me, ctx.moderates))
    return live, duel, me


async def act(ctx: Context, number: int, ask: Ask | DuelCommand) -> Done:
    """Carry out a command, and answer with the step. Raises `Refusal`."""
    done = await do(ctx, ask if callable(ask) else make_ask(ask), number)
    await confirm(ctx, await render_last(ctx, done))
    return done


async def act_in_place(ctx: Context, number: int, ask: Ask | DuelCommand) -> Done:
    """Carry out a command, and replace the private message with the step. Raises `Refusal`."""
    done = await do(ctx, ask if callable(ask) else make_ask(ask), number)
    await edit(ctx, content=await render_last(ctx, done), embed=None, view=None)
    return done


async def render_last(ctx: Context, done: Done) -> str:
    """Return the last step in words, as an answer."""
    said = await speak_of_duel(ctx, done.duel)
    *_, last = render_steps(done.duel, said) or [""]
    return cut(f"{'☑️' if done.again else '✅'} {last}", MAX_ANSWER_LENGTH)


def read_number(typed: str, least: int, most: int) -> int:
    """Return a typed number, with any minus sign. Raises `Refusal` outside `least` to `most`."""
    digits = typed.strip().replace("−", "-").replace("–", "-").removeprefix("+")
    unsigned = digits.removeprefix("-")
    if not (unsigned.isascii() and unsigned.isdecimal()) or len(unsigned) > 3:
        raise Refusal("joust-number", least=least, most=most)
    if not least <= int(digits) <= most:
        raise Refusal("joust-number", least=least, most=most)
    return int(digits)


ALL_STEPS: tuple[Step, ...] = get_args(Step)


def read_steps(text: Catalogue) -> Mapping[str, Step]:
    """Return the steps of formulas by their folded names in a language."""
    return {fold_word(text(f"step-{step}")): step for step in ALL_STEPS}


def read_formula(typed: str, field: str, text: Catalogue) -> Formula:
    """Return a typed formula with at least one step. Raises `Refusal` for `field`."""
    called = read_steps(text)
    words = [called.get(fold_word(word), word) for word in typed.split()]
    return parse_formula(" ".join(words), field)


def read_cost(typed: str, text: Catalogue) -> Formula:
    """Return a typed cost; an empty one is free. Raises `Refusal`."""
    return read_formula(typed, "cost", text) if typed.strip() else ()
