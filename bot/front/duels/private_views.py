"""Private views of a duel: its board, the ways to pay, its story, and the secret of its dice."""

from typing import Any

import discord
from discord import ui
from discord.app_commands import Range
from msgspec.json import encode

from bot.draws import dice, seating
from bot.front.duels import duel_board
from bot.front.duels.duel_requests import parse_required_card_cost
from bot.front.interaction.answers import answer_by_editing_message, send_answer
from bot.front.interaction.command_declarations import slash_command, translate_command_options
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.formatters import (
    load_label_formatter_for_game,
    load_message_formatter_for_duel,
    load_message_formatter_in_user_language,
)
from bot.front.interaction.game_commands import load_duel
from bot.front.interaction.routes import (
    CustomIdRoute,
    build_access_rule_for_board_button,
    build_access_rule_for_current_duel,
)
from bot.front.ui import components, embeds
from bot.front.ui.player_names import (
    list_players_named_in_game,
    load_formatter_with_player_names,
    load_game_players_for_picture,
)
from bot.joust.duel import Duel
from bot.joust.paying import find_payment_options
from bot.rules.refusals import Refusal
from bot.rules.rights import DUELISTS
from bot.service import rights
from bot.transcripts.joust.payments import CardPaymentOptions
from bot.transcripts.joust.telling import describe_payment_options

MAX_FORMULA_LENGTH = 80
MAX_ALSO_FORMULAS = 4
LISTED_WAYS = 12


@slash_command("joust-board", build_access_rule_for_current_duel())
async def show_duel_board(ctx: Context) -> None:
    """Show the user the state of this channel's duel, and a button to send its board again."""
    live, duel = await load_duel(ctx)
    words = await load_message_formatter_in_user_language(ctx, list_players_named_in_game(duel))
    buttons = [components.build_pod_action_button(live.number, "here", words)]
    actions = ["log", *(["fair"] if duel.seals else [])]
    buttons += [duel_board.build_duel_action_button(live.number, action, ctx.translations) for action in actions]
    embed = duel_board.render_duel_embed(duel, words, live.time_when_result_becomes_final)
    attached: dict[str, Any] = {}
    if duel.duelists:
        bare = await load_formatter_with_player_names(
            ctx.people_with_server_nicknames, ctx.translations, list_players_named_in_game(duel), escapes_markdown=False
        )
        figures = await load_game_players_for_picture(ctx.people_with_server_nicknames, ctx.translations, duel)
        studio = ctx.services.studio.get_queue_of_server(ctx.channel_address.guild)
        if (file := await duel_board.draw_duel_picture_file(studio, duel, figures, bare)) is not None:
            attached["file"] = file
            embed.set_image(url=f"attachment://{file.filename}")
    await send_answer(ctx, embed=embed, view=components.build_view_without_callbacks(buttons), **attached)


@slash_command("joust-pay", build_access_rule_for_current_duel(DUELISTS))
@translate_command_options(formula="pay_formula", also="pay_also")
async def show_possible_card_cost_payments(
    ctx: Context,
    formula: Range[str, 1, MAX_FORMULA_LENGTH],
    also: Range[str, 1, MAX_FORMULA_LENGTH * MAX_ALSO_FORMULAS] | None = None,
) -> None:
    """Show how the user's tokens can pay a card's cost and further costs, or what is missing."""
    _, duel = await load_duel(ctx)
    me = await ctx.get_player_id_of_user()
    if me not in duel.players:
        raise Refusal(DUELISTS.refusal)
    if me not in duel.duelists:
        raise Refusal("duel-lobby")
    wanted = parse_required_card_cost(formula, "formula", ctx.translations)
    others = [each for each in (also or "").split(",") if each.strip()]
    if len(others) > MAX_ALSO_FORMULAS:
        raise Refusal("pay-also", most=MAX_ALSO_FORMULAS)
    after = [parse_required_card_cost(each, "also", ctx.translations) for each in others]
    quadrant = duel.duelists[me].quadrant
    bill = CardPaymentOptions(quadrant, wanted, False, find_payment_options(quadrant, wanted, after, LISTED_WAYS))
    said = describe_payment_options(bill, ctx.translations)
    await send_answer(ctx, embed=discord.Embed(description=said, colour=embeds.COLOURS[duel.state]))


async def show_first_duel_history_page(ctx: Context, duel_number: int) -> None:
    """Show the first page of a duel's past moves."""
    _, duel = await load_duel(ctx, duel_number)
    await send_answer(ctx, **await _render_duel_history_page(ctx, duel_number, duel, 0))


async def show_duel_history_page(ctx: Context, duel_number: int, page: int) -> None:
    """Show a page of a duel's past moves."""
    _, duel = await load_duel(ctx, duel_number)
    await answer_by_editing_message(ctx, **await _render_duel_history_page(ctx, duel_number, duel, page))


async def _render_duel_history_page(ctx: Context, duel_number: int, duel: Duel, page: int) -> dict[str, Any]:
    last = duel_board.find_last_page_of_duel_moves(duel)
    at = min(page, last)
    embed = duel_board.render_duel_moves_embed(
        duel, await load_message_formatter_in_user_language(ctx, list_players_named_in_game(duel)), at
    )
    view = components.build_page_buttons_view(f"joust:{duel_number}:story", at, last)
    return {"embed": embed, "view": view} if last else {"embed": embed}


async def show_duel_rules(ctx: Context, duel_number: int) -> None:
    """Explain how Magicjoust, a card game for two, is played."""
    await load_duel(ctx, duel_number)
    every: ui.Button[ui.View] = ui.Button(label=ctx.translations("button-rules"), emoji="📖", custom_id="rules:all")
    items = [*components.build_rule_text_buttons(duel_board.RULES_OF_A_TURN), every]
    view = components.build_view_without_callbacks(items)
    await send_answer(ctx, embed=duel_board.render_duel_rules_embed(ctx.translations), view=view)


async def show_duel_dice_proof(ctx: Context, duel_number: int) -> None:
    """Show the hashes that fix a duel's dice in advance; after the end, the proof of all rolls."""
    duel = (await ctx.services.service.load_game_by_number(ctx.channel_address, duel_number)).duel
    if duel is None:
        raise Refusal("old-pod")
    if not duel.seals:
        raise Refusal("no-dice-secret")
    if not duel.is_over:
        sealed = "\n".join(seating.hash_random_draw_secret(seal.secret) for seal in duel.seals)
        about = ctx.translations("joust-fair-sealed")
        block = f"```\n{sealed}\n```"
    else:
        proof = dice.build_duel_dice_fairness_proof(duel)
        about = ctx.translations("joust-fair-proof")
        block = f"```json\n{encode(proof).decode()}\n```"
    await send_answer(
        ctx,
        embed=discord.Embed(
            title=ctx.translations("joust-fair-title"), description=f"{about}\n{block}", colour=embeds.COLOURS["lobby"]
        ),
    )


_DUEL_PATTERN = "joust:{duel_number:int}"


async def show_secondary_duel_buttons(ctx: Context, duel_number: int) -> None:
    """Show a duel's buttons that do not fit on its board."""
    live, duel = await load_duel(ctx, duel_number)
    said = await load_message_formatter_for_duel(ctx, duel)
    asker = await load_user_with_rights(ctx)
    mine = duel.turn is not None and duel.turn.active == asker.player
    wanted = "more-turn" if mine and not duel.is_over else "more-nothing"
    words = await load_label_formatter_for_game(ctx, duel)
    buttons = duel_board.build_secondary_duel_buttons(
        live.number,
        duel,
        words,
        live.steps[-1].version if live.steps else None,
        asker.player,
        is_moderator=rights.can_moderate_game(duel, asker),
    )
    if ctx.is_user_channel_moderator and not duel.is_over:
        buttons.append(components.build_pod_action_button(live.number, "removal", words))
    buttons += (
        components.build_moderation_queue_and_audit_buttons(ctx.translations) if ctx.is_user_channel_moderator else []
    )
    items = components.place_destructive_buttons_last(buttons)
    await send_answer(ctx, said.text(wanted), view=components.build_view_without_callbacks(items))


ROUTES = (
    CustomIdRoute(f"{_DUEL_PATTERN}:more", show_secondary_duel_buttons, build_access_rule_for_board_button()),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:log",
        show_first_duel_history_page,
        build_access_rule_for_board_button(rate_limit_class="costly"),
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:story:{{page:int}}",
        show_duel_history_page,
        build_access_rule_for_board_button(rate_limit_class="costly"),
    ),
    CustomIdRoute(f"{_DUEL_PATTERN}:fair", show_duel_dice_proof, build_access_rule_for_board_button()),
    CustomIdRoute(f"{_DUEL_PATTERN}:how", show_duel_rules, build_access_rule_for_board_button()),
)
