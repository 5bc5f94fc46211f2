"""The actions of a duel's turn without cards: place a singularity, draw, roll dice, end the
turn.
"""

from discord import ui

from bot.draws import dice
from bot.front.duels import duel_board
from bot.front.duels.duel_requests import (
    execute_and_edit_message,
    execute_duel_command,
    parse_whole_number,
    require_duel_for_command,
)
from bot.front.interaction.answers import send_answer, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.routes import Route, board_access
from bot.front.ui import components
from bot.front.ui.modals import build_modal, build_text_input
from bot.joust.duel import Duel
from bot.joust.rolls import RollAttack, RollCardWear
from bot.joust.table_types import FAMILIES, Die
from bot.joust.turns import DrawCrucibleCard, EndDuelTurn, PlaceSingularity
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame

MAX_BONUS = 9


async def show_zone_menu(ctx: Context, number: int) -> None:
    """Show the menu of families and zones for a drawn singularity."""
    await require_duel_for_command(ctx, number, PlaceSingularity)
    menu = duel_board.build_zone_menu(number, ctx.catalogue)
    await send_answer(
        ctx, ctx.catalogue("joust-place"), view=components.build_stateless_view([menu])
    )


async def place_singularity(ctx: Context, number: int, selection: PlaceSingularity) -> None:
    """Place or discard the drawn singularity."""
    await execute_and_edit_message(ctx, number, selection)


def _parse_placement(menu_value: str) -> PlaceSingularity | None:
    """Return the placement in a menu's value `family:zone`; None if the value is malformed."""
    named, _, zone = menu_value.partition(":")
    family = next((family for family in FAMILIES if family == named), None)
    if family is None or zone not in (*"1234", duel_board.DISCARDED):
        return None
    return PlaceSingularity(family, None if zone == duel_board.DISCARDED else int(zone))


async def draw_crucible_card(ctx: Context, number: int) -> None:
    """Draw a crucible card in a duel."""
    await execute_duel_command(ctx, number, DrawCrucibleCard())


# Ending the turn


async def end_duel_turn(ctx: Context, number: int) -> None:
    """End a duel's turn; if actions are still possible, ask for confirmation first (MJ-D9)."""
    live, duel, _ = await require_duel_for_command(ctx, number, EndDuelTurn)
    forgotten = [ctx.catalogue(key) for key in _list_unused_actions(duel)]
    if not forgotten:
        await execute_duel_command(ctx, number, EndDuelTurn())
        return
    sure = duel_board.build_duel_button(live.number, "really", ctx.catalogue)
    asked = "\n".join(f"• {each}" for each in forgotten)
    said = f"{ctx.catalogue('joust-end-sure')}\n{asked}"
    await send_answer(ctx, said, view=components.build_stateless_view([sure]))


def _list_unused_actions(duel: Duel) -> list[str]:
    """Return the catalogue keys of the actions still possible in the turn."""
    if duel.turn is None or duel.is_over or duel.waiting is not None:
        return []
    kinds = ("singularity", "crucible")
    found = [f"joust-may-{kind}" for kind in kinds if kind not in duel.turn.drawn]
    unused = any(
        laid.card.action is not None and not laid.used for laid in duel.active_duelist.cards
    )
    return [*found, *(["joust-may-use"] if unused else [])]


async def end_duel_turn_after_confirmation(ctx: Context, number: int) -> None:
    """End a duel's turn after confirmation."""
    await execute_and_edit_message(ctx, number, EndDuelTurn())


# Dice


async def open_wear_form(ctx: Context, number: int) -> None:
    """Open the form for the bonus of a wear roll, and for the die if the players roll their
    own.
    """
    _, duel, _ = await require_duel_for_command(ctx, number, RollCardWear)
    if duel.waiting is None:
        raise Refusal("no-wear")
    text = ctx.catalogue
    fields = [
        (
            text("joust-bonus"),
            text("joust-bonus-about"),
            build_text_input("bonus", 3, "0", is_required=False),
        )
    ]
    if not duel.seals:
        fields.insert(0, (text("joust-die"), text("joust-die-about"), build_text_input("roll", 1)))
    await _open_dice_form(ctx, number, "worn", text("joust-button-wear"), fields)


async def handle_wear_form(ctx: Context, number: int) -> None:
    """Roll the die of a duel's open wear with the submitted bonus."""
    fields = ctx.modal_fields
    bonus = _parse_bonus(fields.get("bonus", ""))
    rolled = fields.get("roll", "")

    def build_wear_command(_: Player, live_game: LiveGame) -> RollCardWear:
        duel = live_game.duel
        assert duel is not None
        if not duel.seals:
            return RollCardWear(_parse_die(rolled), bonus)
        (die,) = dice.roll_next_dice(duel, 1)
        return RollCardWear(die, bonus, duel.rolled + 1)

    await execute_duel_command(ctx, number, build_wear_command)


async def open_attack_form(ctx: Context, number: int) -> None:
    """Open the form for the bonuses of an attack, and for the dice if the players roll their
    own.
    """
    _, duel, _ = await require_duel_for_command(ctx, number, RollAttack)
    text = ctx.catalogue
    fields = [
        (
            text("joust-mine"),
            text("joust-mine-about"),
            build_text_input("mine", 3, "0", is_required=False),
        ),
        (
            text("joust-theirs"),
            text("joust-theirs-about"),
            build_text_input("theirs", 3, "0", is_required=False),
        ),
    ]
    if not duel.seals:
        fields = [
            (text("joust-my-die"), text("joust-my-die-about"), build_text_input("my_die", 1)),
            (
                text("joust-their-die"),
                text("joust-their-die-about"),
                build_text_input("their_die", 1),
            ),
            *fields,
        ]
    await _open_dice_form(ctx, number, "attacked", text("joust-button-attack"), fields)


async def handle_attack_form(ctx: Context, number: int) -> None:
    """Roll an attack on the other player with the submitted bonuses."""
    fields = ctx.modal_fields
    bonuses = _parse_bonus(fields.get("mine", "")), _parse_bonus(fields.get("theirs", ""))
    typed = fields.get("my_die", ""), fields.get("their_die", "")

    def build_attack_command(_: Player, live_game: LiveGame) -> RollAttack:
        duel = live_game.duel
        assert duel is not None
        if not duel.seals:
            return RollAttack((_parse_die(typed[0]), _parse_die(typed[1])), bonuses)
        mine, theirs = dice.roll_next_dice(duel, 2)
        return RollAttack((mine, theirs), bonuses, duel.rolled + 1)

    await execute_duel_command(ctx, number, build_attack_command)


def _parse_bonus(user_input: str) -> int:
    return parse_whole_number(user_input or "0", -MAX_BONUS, MAX_BONUS)


def _parse_die(user_input: str) -> Die:
    return parse_whole_number(user_input, 1, dice.SIDES)


async def _open_dice_form(
    ctx: Context,
    duel_number: int,
    action: str,
    title: str,
    fields: list[tuple[str, str, ui.TextInput[ui.Modal]]],
) -> None:
    modal = build_modal(f"joust:{duel_number}:{action}", title, fields)
    await show_modal(ctx, modal)


_DUEL_PATTERN = "joust:{number:int}"
ROUTES = (
    Route(f"{_DUEL_PATTERN}:place", show_zone_menu, board_access(PlaceSingularity)),
    Route(
        f"{_DUEL_PATTERN}:placed",
        place_singularity,
        board_access(PlaceSingularity),
        picked=_parse_placement,
    ),
    Route(f"{_DUEL_PATTERN}:draw", draw_crucible_card, board_access(DrawCrucibleCard)),
    Route(f"{_DUEL_PATTERN}:end", end_duel_turn, board_access(EndDuelTurn)),
    Route(f"{_DUEL_PATTERN}:really", end_duel_turn_after_confirmation, board_access(EndDuelTurn)),
    Route(f"{_DUEL_PATTERN}:wear", open_wear_form, board_access(RollCardWear)),
    Route(f"{_DUEL_PATTERN}:worn", handle_wear_form, board_access(RollCardWear)),
    Route(f"{_DUEL_PATTERN}:attack", open_attack_form, board_access(RollAttack)),
    Route(f"{_DUEL_PATTERN}:attacked", handle_attack_form, board_access(RollAttack)),
)
