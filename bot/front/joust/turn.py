"""The plays of a turn without cards: place a singularity, draw, roll dice, end the turn."""

from discord import ui

from bot import dice
from bot.front.interaction.answering import say, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.routes import Route, on_board
from bot.front.joust.acting import (
    act,
    act_in_place,
    find_own_duel,
    read_number,
)
from bot.front.rendering import controls, duel_board
from bot.front.rendering.modals import make_input, make_modal
from bot.joust.duel import Duel
from bot.joust.facts import FAMILIES, Die
from bot.joust.rolls import RollAttack, RollWear
from bot.joust.turns import DrawCard, EndTurn, PlaceSingularity
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame

MAX_BONUS = 9


async def ask_where(ctx: Context, number: int) -> None:
    """Show the menu of families and zones for a drawn singularity."""
    await find_own_duel(ctx, number, PlaceSingularity)
    menu = duel_board.make_place_menu(number, ctx.text)
    await say(ctx, ctx.text("joust-place"), view=controls.make_unstored_view([menu]))


async def place(ctx: Context, number: int, picked: PlaceSingularity) -> None:
    """Place or discard the drawn singularity."""
    await act_in_place(ctx, number, picked)


def _parse_placing(value: str) -> PlaceSingularity | None:
    """Return the placing that a menu's value `family:zone` stands for; None if it is malformed."""
    named, _, zone = value.partition(":")
    family = next((family for family in FAMILIES if family == named), None)
    if family is None or zone not in (*"1234", duel_board.DISCARDED):
        return None
    return PlaceSingularity(family, None if zone == duel_board.DISCARDED else int(zone))


async def draw(ctx: Context, number: int) -> None:
    """Draw a crucible card."""
    await act(ctx, number, DrawCard())


# Ending the turn


async def end(ctx: Context, number: int) -> None:
    """End the turn; if something can still be done, ask for confirmation first (MJ-D9)."""
    live, duel, _ = await find_own_duel(ctx, number, EndTurn)
    forgotten = [ctx.text(key) for key in _find_forgotten(duel)]
    if not forgotten:
        await act(ctx, number, EndTurn())
        return
    sure = duel_board.make_button(live.number, "really", ctx.text)
    asked = "\n".join(f"• {each}" for each in forgotten)
    said = f"{ctx.text('joust-end-sure')}\n{asked}"
    await say(ctx, said, view=controls.make_unstored_view([sure]))


def _find_forgotten(duel: Duel) -> list[str]:
    """Return the keys of texts that name the actions still possible in this turn."""
    if duel.turn is None or duel.is_over or duel.waiting is not None:
        return []
    kinds = ("singularity", "crucible")
    found = [f"joust-may-{kind}" for kind in kinds if kind not in duel.turn.drawn]
    unused = any(laid.card.action is not None and not laid.used for laid in duel.active.cards)
    return [*found, *(["joust-may-use"] if unused else [])]


async def end_confirmed(ctx: Context, number: int) -> None:
    """End the turn after confirmation."""
    await act_in_place(ctx, number, EndTurn())


# Dice


async def ask_for_wear(ctx: Context, number: int) -> None:
    """Ask for the bonus of the wear die, and for the die if the players roll their own."""
    _, duel, _ = await find_own_duel(ctx, number, RollWear)
    if duel.waiting is None:
        raise Refusal("no-wear")
    text = ctx.text
    fields = [
        (
            text("joust-bonus"),
            text("joust-bonus-about"),
            make_input("bonus", 3, "0", required=False),
        )
    ]
    if not duel.seals:
        fields.insert(0, (text("joust-die"), text("joust-die-about"), make_input("roll", 1)))
    await _send_modal(ctx, number, "worn", text("joust-button-wear"), fields)


async def wear(ctx: Context, number: int) -> None:
    """Roll the open wear."""
    fields = ctx.fields
    bonus = _read_bonus(fields.get("bonus", ""))
    rolled = fields.get("roll", "")

    def make_command(_: Player, live: LiveGame) -> RollWear:
        duel = live.duel
        assert duel is not None
        if not duel.seals:
            return RollWear(_read_die(rolled), bonus)
        (die,) = dice.roll_next(duel, 1)
        return RollWear(die, bonus, duel.rolled + 1)

    await act(ctx, number, make_command)


async def ask_for_attack(ctx: Context, number: int) -> None:
    """Ask for both bonuses, and for both dice if the players roll their own."""
    _, duel, _ = await find_own_duel(ctx, number, RollAttack)
    text = ctx.text
    fields = [
        (text("joust-mine"), text("joust-mine-about"), make_input("mine", 3, "0", required=False)),
        (
            text("joust-theirs"),
            text("joust-theirs-about"),
            make_input("theirs", 3, "0", required=False),
        ),
    ]
    if not duel.seals:
        fields = [
            (text("joust-my-die"), text("joust-my-die-about"), make_input("my_die", 1)),
            (text("joust-their-die"), text("joust-their-die-about"), make_input("their_die", 1)),
            *fields,
        ]
    await _send_modal(ctx, number, "attacked", text("joust-button-attack"), fields)


async def attack(ctx: Context, number: int) -> None:
    """Attack the other player."""
    fields = ctx.fields
    bonuses = _read_bonus(fields.get("mine", "")), _read_bonus(fields.get("theirs", ""))
    typed = fields.get("my_die", ""), fields.get("their_die", "")

    def make_command(_: Player, live: LiveGame) -> RollAttack:
        duel = live.duel
        assert duel is not None
        if not duel.seals:
            return RollAttack((_read_die(typed[0]), _read_die(typed[1])), bonuses)
        mine, theirs = dice.roll_next(duel, 2)
        return RollAttack((mine, theirs), bonuses, duel.rolled + 1)

    await act(ctx, number, make_command)


def _read_bonus(typed: str) -> int:
    return read_number(typed or "0", -MAX_BONUS, MAX_BONUS)


def _read_die(typed: str) -> Die:
    return read_number(typed, 1, dice.SIDES)


async def _send_modal(
    ctx: Context,
    number: int,
    action: str,
    title: str,
    fields: list[tuple[str, str, ui.TextInput[ui.Modal]]],
) -> None:
    modal = make_modal(f"joust:{number}:{action}", title, fields)
    await show_modal(ctx, modal)


_DUEL_PATTERN = "joust:{number:int}"
ROUTES = (
    Route(f"{_DUEL_PATTERN}:place", ask_where, on_board(PlaceSingularity)),
    Route(f"{_DUEL_PATTERN}:placed", place, on_board(PlaceSingularity), picked=_parse_placing),
    Route(f"{_DUEL_PATTERN}:draw", draw, on_board(DrawCard)),
    Route(f"{_DUEL_PATTERN}:end", end, on_board(EndTurn)),
    Route(f"{_DUEL_PATTERN}:really", end_confirmed, on_board(EndTurn)),
    Route(f"{_DUEL_PATTERN}:wear", ask_for_wear, on_board(RollWear)),
    Route(f"{_DUEL_PATTERN}:worn", wear, on_board(RollWear)),
    Route(f"{_DUEL_PATTERN}:attack", ask_for_attack, on_board(RollAttack)),
    Route(f"{_DUEL_PATTERN}:attacked", attack, on_board(RollAttack)),
)
