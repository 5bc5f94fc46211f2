"""The weekly post: what a server's week was like."""

import discord

from bot.front import looks
from bot.front.desk import Desk
from bot.front.posting import Drawn
from bot.i18n import catalogue
from bot.storage.posts import Post


async def page(desk: Desk, post: Post) -> Drawn:
    """What a weekly post shows, in `post.language`."""
    text, zone = catalogue(post.language), (await desk.guilds.settings(post.guild)).zone
    start, end = (text.date(each.astimezone(zone).date()) for each in (post.start, post.end))
    embed = discord.Embed(title=text("weekly-title"), colour=looks.COLOURS["finished"])
    embed.description = text("season-dates", start=start, end=end)
    if post.late:
        embed.set_footer(text=text("weekly-late"))
    return Drawn(embed)
