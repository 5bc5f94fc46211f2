"""Private views of a duel: its board, the ways to pay, its story, and its dice's secret."""

from typing import Any

import discord
from discord import ui
from discord.app_commands import Range
from msgspec.json import encode

from bot import dice, seating
from bot.front.interaction.answering import edit, say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, options
from bot.front.interaction.pods import find_duel
from bot.front.interaction.routes import Route, on_board, on_duel
from bot.front.interaction.wording import label_game, speak_of_duel, speak_to_asker
from bot.front.joust.acting import read_formula
from bot.front.rendering import controls, duel_board, embeds
from bot.front.rendering.names import find_people, load_game_figures, name_players
from bot.joust.duel import Duel
from bot.joust.paying import offer_ways
from bot.joust_files.payments import Bill
from bot.joust_files.telling import explain_bill
from bot.rules.refusals import Refusal
from bot.rules.rights import DUELISTS

MAX_FORMULA_LENGTH = 80
MAX_ALSO_FORMULAS = 4
LISTED_WAYS = 12


@command("joust-board", on_duel())
async def show_board(ctx: Context) -> None:
    """Show the user the board, and a button that posts it again.

    Once the duel has begun, there is a picture of the table too.
    """
    live, duel = await find_duel(ctx)
    words = await speak_to_asker(ctx, find_people(duel))
    buttons = [controls.make_button(live.number, "here", words)]
    actions = ["log", *(["fair"] if duel.seals else [])]
    buttons += [duel_board.make_button(live.number, action, ctx.text) for action in actions]
    embed = duel_board.render_duel(duel, words, live.counts_at)
    attached: dict[str, Any] = {}
    if duel.duelists:
        bare = await name_players(ctx.people, ctx.text, find_people(duel), safe=False)
        figures = await load_game_figures(ctx.people, ctx.text, duel)
        studio = ctx.services.studio.serve(ctx.place.guild)
        if (file := await duel_board.draw_table(studio, duel, figures, bare)) is not None:
            attached["file"] = file
            embed.set_image(url=f"attachment://{file.filename}")
    await say(ctx, embed=embed, view=controls.make_unstored_view(buttons), **attached)


@command("joust-pay", on_duel(DUELISTS))
@options(formula="pay_formula", also="pay_also")
async def show_ways(
    ctx: Context,
    formula: Range[str, 1, MAX_FORMULA_LENGTH],
    also: Range[str, 1, MAX_FORMULA_LENGTH * MAX_ALSO_FORMULAS] | None = None,
) -> None:
    """Show the ways to pay a formula from the user's quadrant, or what it lacks (MJ-12)."""
    _, duel = await find_duel(ctx)
    me = await ctx.find_player()
    if me not in duel.players:
        raise Refusal(DUELISTS.refusal)
    if me not in duel.duelists:
        raise Refusal("duel-lobby")
    wanted = read_formula(formula, "formula", ctx.text)
    others = [each for each in (also or "").split(",") if each.strip()]
    if len(others) > MAX_ALSO_FORMULAS:
        raise Refusal("pay-also", most=MAX_ALSO_FORMULAS)
    after = [read_formula(each, "also", ctx.text) for each in others]
    quadrant = duel.duelists[me].quadrant
    bill = Bill(quadrant, wanted, False, offer_ways(quadrant, wanted, after, LISTED_WAYS))
    said = explain_bill(bill, ctx.text)
    await say(ctx, embed=discord.Embed(description=said, colour=embeds.COLOURS[duel.state]))


async def show_story(ctx: Context, number: int) -> None:
    """Show the first page of the duel's story."""
    _, duel = await find_duel(ctx, number)
    await say(ctx, **await _write_page(ctx, number, duel, 0))


async def turn_story(ctx: Context, number: int, page: int) -> None:
    """Show a page of the duel's story."""
    _, duel = await find_duel(ctx, number)
    await edit(ctx, **await _write_page(ctx, number, duel, page))


async def _write_page(ctx: Context, number: int, duel: Duel, page: int) -> dict[str, Any]:
    last = duel_board.find_last_page(duel)
    at = min(page, last)
    embed = duel_board.render_story(duel, await speak_to_asker(ctx, find_people(duel)), at)
    view = controls.make_page_view(f"joust:{number}:story", at, last)
    return {"embed": embed, "view": view} if last else {"embed": embed}


async def explain_rules(ctx: Context, number: int) -> None:
    """Explain how a duel is played, with buttons that open the rules."""
    await find_duel(ctx, number)
    every: ui.Button[ui.View] = ui.Button(
        label=ctx.text("button-rules"), emoji="📖", custom_id="rules:all"
    )
    items = [*controls.make_rule_buttons(duel_board.RULES_OF_A_TURN), every]
    view = controls.make_unstored_view(items)
    await say(ctx, embed=duel_board.render_rules(ctx.text), view=view)


async def show_dice(ctx: Context, number: int) -> None:
    """Show the commitments to the dice's secrets; after the end, the proof of all dice."""
    duel = (await ctx.services.service.find(ctx.place, number)).duel
    if duel is None:
        raise Refusal("old-pod")
    if not duel.seals:
        raise Refusal("no-dice-secret")
    if not duel.is_over:
        sealed = "\n".join(seating.make_commitment(seal.secret) for seal in duel.seals)
        about = ctx.text("joust-fair-sealed")
        block = f"```\n{sealed}\n```"
    else:
        proof = dice.prove_dice(duel)
        about = ctx.text("joust-fair-proof")
        block = f"```json\n{encode(proof).decode()}\n```"
    await say(
        ctx,
        embed=discord.Embed(
            title=ctx.text("joust-fair-title"),
            description=f"{about}\n{block}",
            colour=embeds.COLOURS["lobby"],
        ),
    )


_DUEL_PATTERN = "joust:{number:int}"


async def show_more(ctx: Context, number: int) -> None:
    """Show the user the buttons for which a board has no room."""
    live, duel = await find_duel(ctx, number)
    said = await speak_of_duel(ctx, duel)
    mine = duel.turn is not None and duel.turn.active == await ctx.find_player()
    wanted = "more-turn" if mine and not duel.is_over else "more-nothing"
    words = await label_game(ctx, duel)
    items = duel_board.make_more_items(
        live.number, duel, words, live.steps[-1].version if live.steps else None
    )
    if ctx.moderates and not duel.is_over:
        items.append(controls.make_button(live.number, "removal", words))
    items += controls.make_moderator_buttons(ctx.text) if ctx.moderates else []
    await say(ctx, said.text(wanted), view=controls.make_unstored_view(items))


ROUTES = (
    Route(f"{_DUEL_PATTERN}:more", show_more, on_board()),
    Route(f"{_DUEL_PATTERN}:log", show_story, on_board(pace="costly")),
    Route(f"{_DUEL_PATTERN}:story:{{page:int}}", turn_story, on_board(pace="costly")),
    Route(f"{_DUEL_PATTERN}:fair", show_dice, on_board()),
    Route(f"{_DUEL_PATTERN}:how", explain_rules, on_board()),
)
