"""The final table of a season, which everybody is shown, and which is corrected later."""

from bot.front.background.posting import Drawn
from bot.front.interaction.desk import Desk
from bot.front.rendering import embeds, names
from bot.front.rendering.escaping import plain
from bot.front.standings import charts, seasons
from bot.i18n import catalogue
from bot.projections import standings
from bot.projections.standings import Scope
from bot.rules.refusals import Refusal
from bot.storage.servers.posts import Post
from bot.storage.tables.seasons import LONGEST_NAME


async def page(desk: Desk, post: Post) -> Drawn:
    """The best of a season, in `post.language`. Raises `Refusal` if its history was deleted."""
    text = catalogue(post.language)
    zone = (await desk.guilds.settings(post.guild)).zone
    every = await desk.seasons.all(post.guild)
    season = next((each for each in every if each.number == post.number), None)
    if season is None:
        raise Refusal("no-season")
    scope = Scope(season=season.number)
    table = await standings.leaderboard(desk.database, post.guild, scope)
    words = await names.words(desk.service, text, [line.player for line in table.lines])
    title = text("season-over", name=plain(season.name, LONGEST_NAME))
    embed = embeds.leaderboard(table, words, title, seasons.dates(season, zone, text))
    chart = await charts.season(desk, post.guild, scope, table.lines, post.end, text)
    if chart is None:
        return Drawn(embed)
    embed.set_image(url=f"attachment://{chart.filename}")
    return Drawn(embed, [chart])
