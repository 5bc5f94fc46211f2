"""The actions of a duel's turn without cards: place a token (singularity), draw, roll dice, end the turn."""

from discord import ui

from bot.draws import dice
from bot.front.duels import duel_board
from bot.front.duels.duel_requests import (
    execute_duel_command_and_answer,
    execute_duel_command_and_edit_answer,
    load_duel_for_command,
    parse_whole_number,
)
from bot.front.interaction.answers import send_answer, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_board_button
from bot.front.ui import components
from bot.front.ui.modals import build_modal, build_modal_text_input
from bot.joust.duel import Duel
from bot.joust.rolls import RollDuelAttack, RollToKeepDuelCard
from bot.joust.table_types import FAMILIES, Die
from bot.joust.turns import DrawDuelCard, EndDuelTurn, PlaceDuelToken
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame

MAX_BONUS = 9


async def show_token_placement_menu(ctx: Context, duel_number: int) -> None:
    """Show the menu in which the user places a drawn token."""
    await load_duel_for_command(ctx, duel_number, PlaceDuelToken)
    menu = duel_board.build_token_placement_menu(duel_number, ctx.translations)
    await send_answer(ctx, ctx.translations("joust-place"), view=components.build_view_without_callbacks([menu]))


async def place_or_discard_drawn_token(ctx: Context, duel_number: int, selection: PlaceDuelToken) -> None:
    """Place or discard the token that the user drew."""
    await execute_duel_command_and_edit_answer(ctx, duel_number, selection)


def _parse_duel_token_placement(menu_value: str) -> PlaceDuelToken | None:
    """Parse where to place a token from a menu value `family:zone`; None if malformed."""
    named, _, zone = menu_value.partition(":")
    family = next((family for family in FAMILIES if family == named), None)
    if family is None or zone not in (*"1234", duel_board.DISCARDED_ZONE_VALUE):
        return None
    return PlaceDuelToken(family, None if zone == duel_board.DISCARDED_ZONE_VALUE else int(zone))


async def record_duel_card_draw(ctx: Context, duel_number: int) -> None:
    await execute_duel_command_and_answer(ctx, duel_number, DrawDuelCard())


# Ending the turn


async def end_duel_turn_or_ask_to_confirm(ctx: Context, duel_number: int) -> None:
    """End the user's turn in a duel; ask first if they can still act."""
    live, duel, _ = await load_duel_for_command(ctx, duel_number, EndDuelTurn)
    forgotten = [ctx.translations(key) for key in _list_remaining_actions_of_turn(duel)]
    if not forgotten:
        await execute_duel_command_and_answer(ctx, duel_number, EndDuelTurn())
        return
    sure = duel_board.build_duel_action_button(live.number, "really", ctx.translations)
    asked = "\n".join(f"• {each}" for each in forgotten)
    said = f"{ctx.translations('joust-end-sure')}\n{asked}"
    await send_answer(ctx, said, view=components.build_view_without_callbacks([sure]))


def _list_remaining_actions_of_turn(duel: Duel) -> list[str]:
    if duel.turn is None or duel.is_over or duel.waiting is not None:
        return []
    kinds = ("singularity", "crucible")
    found = [f"joust-may-{kind}" for kind in kinds if kind not in duel.turn.drawn]
    unused = any(laid.card.action is not None and not laid.used for laid in duel.active_duelist.cards)
    return [*found, *(["joust-may-use"] if unused else [])]


async def end_duel_turn_after_confirmation(ctx: Context, duel_number: int) -> None:
    await execute_duel_command_and_edit_answer(ctx, duel_number, EndDuelTurn())


# Dice


async def open_die_roll_form_to_keep_card(ctx: Context, duel_number: int) -> None:
    """Open the form of a die roll that decides if a used card stays on the table."""
    _, duel, _ = await load_duel_for_command(ctx, duel_number, RollToKeepDuelCard)
    if duel.waiting is None:
        raise Refusal("no-wear")
    text = ctx.translations
    fields = [
        (text("joust-bonus"), text("joust-bonus-about"), build_modal_text_input("bonus", 3, "0", is_required=False))
    ]
    if not duel.seals:
        fields.insert(0, (text("joust-die"), text("joust-die-about"), build_modal_text_input("roll", 1)))
    await _open_dice_roll_form(ctx, duel_number, "worn", text("joust-button-wear"), fields)


async def roll_to_keep_used_card(ctx: Context, duel_number: int) -> None:
    """Roll whether a used card stays on the table, with the bonus from the form."""
    fields = ctx.modal_fields
    bonus = _parse_dice_bonus(fields.get("bonus", ""))
    rolled = fields.get("roll", "")

    def build_keep_card_roll_command(_player: Player, live_game: LiveGame) -> RollToKeepDuelCard:
        duel = live_game.duel
        assert duel is not None
        if not duel.seals:
            return RollToKeepDuelCard(_parse_number_on_die(rolled), bonus)
        (die,) = dice.roll_next_duel_dice(duel, 1)
        return RollToKeepDuelCard(die, bonus, duel.rolled + 1)

    await execute_duel_command_and_answer(ctx, duel_number, build_keep_card_roll_command)


async def open_form_to_roll_duel_attack(ctx: Context, duel_number: int) -> None:
    """Open the form of an attack roll: both bonuses, and both dice if the players roll them."""
    _, duel, _ = await load_duel_for_command(ctx, duel_number, RollDuelAttack)
    text = ctx.translations
    fields = [
        (text("joust-mine"), text("joust-mine-about"), build_modal_text_input("mine", 3, "0", is_required=False)),
        (text("joust-theirs"), text("joust-theirs-about"), build_modal_text_input("theirs", 3, "0", is_required=False)),
    ]
    if not duel.seals:
        fields = [
            (text("joust-my-die"), text("joust-my-die-about"), build_modal_text_input("my_die", 1)),
            (text("joust-their-die"), text("joust-their-die-about"), build_modal_text_input("their_die", 1)),
            *fields,
        ]
    await _open_dice_roll_form(ctx, duel_number, "attacked", text("joust-button-attack"), fields)


async def roll_duel_attack_from_form(ctx: Context, duel_number: int) -> None:
    """Roll an attack on the opponent, with the bonuses from the form."""
    fields = ctx.modal_fields
    bonuses = _parse_dice_bonus(fields.get("mine", "")), _parse_dice_bonus(fields.get("theirs", ""))
    typed = fields.get("my_die", ""), fields.get("their_die", "")

    def build_command_to_roll_duel_attack(_player: Player, live_game: LiveGame) -> RollDuelAttack:
        duel = live_game.duel
        assert duel is not None
        if not duel.seals:
            return RollDuelAttack((_parse_number_on_die(typed[0]), _parse_number_on_die(typed[1])), bonuses)
        mine, theirs = dice.roll_next_duel_dice(duel, 2)
        return RollDuelAttack((mine, theirs), bonuses, duel.rolled + 1)

    await execute_duel_command_and_answer(ctx, duel_number, build_command_to_roll_duel_attack)


def _parse_dice_bonus(user_input: str) -> int:
    return parse_whole_number(user_input or "0", -MAX_BONUS, MAX_BONUS)


def _parse_number_on_die(user_input: str) -> Die:
    return parse_whole_number(user_input, 1, dice.SIDES)


async def _open_dice_roll_form(
    ctx: Context, duel_number: int, action: str, title: str, fields: list[tuple[str, str, ui.TextInput[ui.Modal]]]
) -> None:
    modal = build_modal(f"joust:{duel_number}:{action}", title, fields)
    await show_modal(ctx, modal)


_DUEL_PATTERN = "joust:{duel_number:int}"
ROUTES = (
    CustomIdRoute(
        f"{_DUEL_PATTERN}:place", show_token_placement_menu, build_access_rule_for_board_button(PlaceDuelToken)
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:placed",
        place_or_discard_drawn_token,
        build_access_rule_for_board_button(PlaceDuelToken),
        picked=_parse_duel_token_placement,
    ),
    CustomIdRoute(f"{_DUEL_PATTERN}:draw", record_duel_card_draw, build_access_rule_for_board_button(DrawDuelCard)),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:end", end_duel_turn_or_ask_to_confirm, build_access_rule_for_board_button(EndDuelTurn)
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:really", end_duel_turn_after_confirmation, build_access_rule_for_board_button(EndDuelTurn)
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:wear",
        open_die_roll_form_to_keep_card,
        build_access_rule_for_board_button(RollToKeepDuelCard),
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:worn",
        roll_to_keep_used_card,
        build_access_rule_for_board_button(RollToKeepDuelCard),
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:attack", open_form_to_roll_duel_attack, build_access_rule_for_board_button(RollDuelAttack)
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:attacked", roll_duel_attack_from_form, build_access_rule_for_board_button(RollDuelAttack)
    ),
)
