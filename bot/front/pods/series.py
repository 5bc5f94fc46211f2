"""How the series of a channel stands."""

from bot.front.interaction.answering import say
from bot.front.interaction.context import Context
from bot.front.interaction.wording import speak_to_asker
from bot.front.rendering import controls
from bot.front.rendering import series as rendering
from bot.rulebooks import is_over


async def show_series(ctx: Context) -> bool:
    """Show how the channel's series stands; return False, unanswered, if none goes on here."""
    live = await ctx.services.service.find_current(ctx.place)
    shown = await rendering.read_series(ctx.services.database, live)
    if shown is None or not rendering.is_going_on(shown):
        return False
    winners = [player for each in shown.rounds for player in each.winners]
    words = await speak_to_asker(ctx, [*shown.players, *winners])
    embed = rendering.render_series(shown, words)
    if is_over(live.game):
        embed.set_footer(text=words.text("series-another"))
        view = controls.make_unstored_view([controls.make_button(live.number, "round", words)])
        await say(ctx, embed=embed, view=view)
    else:
        await say(ctx, embed=embed)
    return True
