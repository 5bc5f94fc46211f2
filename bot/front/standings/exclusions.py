"""`/season exclude` and `/season include`: who has no rank in a season, and why."""

import discord
from discord.app_commands import Range

from bot.front.interaction.answering import say
from bot.front.interaction.context import Context, identify
from bot.front.interaction.declaring import command, complete, options
from bot.front.interaction.routes import on_server
from bot.front.rendering.escaping import escape
from bot.front.standings import seasons
from bot.front.standings.naming import speak_of_ranked
from bot.rights import ADMINISTRATORS
from bot.rules.overrule import LONGEST_REASON
from bot.rules.refusals import Refusal

_DECIDING = on_server(ADMINISTRATORS)


@command("season-exclude", _DECIDING)
@options(player="excluded", reason="reason", season="renamed")
@complete(season=seasons.offer_seasons)
async def exclude(
    ctx: Context,
    player: discord.User,
    reason: Range[str, 1, LONGEST_REASON],
    season: seasons.Name | None = None,
) -> None:
    """Take somebody's rank in a season away; what others won against them stays."""
    if not reason.strip():
        raise Refusal("reason", most=LONGEST_REASON)
    chosen = await seasons.find_newest(ctx, season)
    decider, whom = await seasons.make_decider(ctx), (await identify(ctx, player)).id
    done = await ctx.services.seasons.exclude(decider, chosen.number, whom, reason.strip())
    words = await speak_of_ranked(ctx, [whom, decider.by.id])
    named = {"player": words.name(whom), "name": escape(chosen.name)}
    await say(ctx, words.text("season-excluded", **named))
    await seasons.follow_decision(ctx, done)


@command("season-include", _DECIDING)
@options(player="included", season="renamed")
@complete(season=seasons.offer_seasons)
async def include(ctx: Context, player: discord.User, season: seasons.Name | None = None) -> None:
    """Give somebody back the rank that they have by their games."""
    chosen = await seasons.find_newest(ctx, season)
    decider, whom = await seasons.make_decider(ctx), (await identify(ctx, player)).id
    done = await ctx.services.seasons.include(decider, chosen.number, whom)
    words = await speak_of_ranked(ctx, [whom, decider.by.id])
    named = {"player": words.name(whom), "name": escape(chosen.name)}
    await say(ctx, words.text("season-included", **named))
    await seasons.follow_decision(ctx, done)
