"""The final table of a season, which everybody is shown, and which is corrected later."""

from msgspec.structs import replace

from bot.front.background.post_channels import PostContent
from bot.front.interaction.services import Services
from bot.front.rendering import embeds, names
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.season_rules import render_rules
from bot.front.standings import charts, seasons
from bot.front.standings.naming import find_ranked
from bot.i18n import load_catalogue
from bot.projections.standings import Scope
from bot.rules.refusals import Refusal
from bot.season_rules.rules import NO_RULES
from bot.storage.servers.posts import Post
from bot.storage.tables.game_kinds import JOUST
from bot.storage.tables.seasons import LONGEST_NAME


async def draw_page(services: Services, post: Post) -> PostContent:
    """The best of a season, in `post.language`. Raises `Refusal` if its history was deleted."""
    text = load_catalogue(post.language)
    zone = (await services.guilds.read_settings(post.guild)).zone
    every = await services.seasons.find_all(post.guild)
    season = next((each for each in every if each.number == post.number), None)
    if season is None:
        raise Refusal("no-season")
    scope = Scope(season=season.number)
    table = await services.season_tables.read_page(post.guild, scope)
    of_duels = replace(scope, game=JOUST)
    duels = await services.season_tables.read_page(post.guild, of_duels)
    players = [line.player for line in (*table.lines, *duels.lines)]
    words = await names.name_players(find_ranked(services, post.guild), text, players)
    title = text("season-over", name=clean_label(season.name, LONGEST_NAME))
    counted = seasons.format_dates(season, zone, text)
    if season.rules != NO_RULES:
        rules = render_rules(season.rules, text)
        counted = f"{counted}\n-# {text('leaderboard-rules', rules=rules)}"
    embed = embeds.render_leaderboard(table, words, title, counted)
    if duels.lines:
        embeds.add_duels_table(embed, duels, words)
    chart = await charts.draw_season(
        services, post.guild, scope, table.lines, post.end, text, players
    )
    if chart is None:
        return PostContent(embed)
    embed.set_image(url=f"attachment://{chart.filename}")
    return PostContent(embed, [chart])
