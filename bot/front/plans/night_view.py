"""`/night show`: the state of the channel's night as its board shows it, and the user's own part in it."""

from bot.front.interaction.answers import defer_answer, send_answer
from bot.front.interaction.command_declarations import slash_command
from bot.front.interaction.context import Context
from bot.front.interaction.routes import build_access_rule_for_server
from bot.front.nights import night_pages
from bot.front.nights.organiser_actions import load_game_night_of_channel
from bot.front.plans.plan_board import render_planned_game_embed
from bot.front.ui import components
from bot.rules.refusals import Refusal


@slash_command("night-show", build_access_rule_for_server(rate_limit_class="costly"))
async def show_game_night(ctx: Context) -> None:
    """Show the channel's game night; without one, the server's past nights."""
    try:
        found = await load_game_night_of_channel(ctx)
    except Refusal:
        if await defer_answer(ctx, ephemeral=True, thinking=True):
            await night_pages.show_past_nights(ctx)
        return
    shown = await night_pages.load_game_night_snapshot(ctx, *found, ephemeral=True, thinking=True)
    lines = night_pages.render_seat_and_rank_of_user(shown, await ctx.get_player_id_of_user())
    embed = render_planned_game_embed(shown.plan, shown.formatter, shown.states)
    items = [
        *night_pages.build_game_night_overview_buttons(shown),
        night_pages.build_past_game_nights_button(ctx.translations, button_row=1),
    ]
    await send_answer(ctx, "\n".join(lines), embed=embed, view=components.build_view_without_callbacks(items))


COMMANDS = (show_game_night,)
