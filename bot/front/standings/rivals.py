"""`/rivals`: who defeated whom on this server, as a picture and in words."""

from collections.abc import Iterable, Mapping, Sequence

import discord
from discord import ui
from discord.app_commands import Choice

from bot.formatters.messages import MessageFormatter
from bot.front.decks import deck_texts
from bot.front.game_texts import table_view
from bot.front.interaction.answers import send_answer
from bot.front.interaction.command_declarations import (
    autocomplete_options,
    describe_options,
    fixed_choices,
    resolve_choice,
    slash_command,
)
from bot.front.interaction.context import Context
from bot.front.interaction.routes import Route, server_access
from bot.front.pods import result_message
from bot.front.standings import seasons
from bot.front.standings.deck_leaders import build_deck_scope
from bot.front.standings.pending_results import load_pending_results, render_pending_results
from bot.front.standings.standings_names import get_ranked_people, load_ranked_formatter
from bot.front.ui import components, player_names
from bot.front.ui.embeds import COLOURS
from bot.i18n import Catalogue
from bot.pictures.scene import MAX_ARROWS, MAX_RIVALS, DefeatCount, DefeatsScene, PlayerFigure
from bot.projections import defeats
from bot.projections.card_tables import load_deadliest_cards
from bot.projections.deck_tables import DeckScope, load_deck_rivalries
from bot.projections.defeats import Rivalry
from bot.projections.standings import LeaderboardScope
from bot.rules.facts import Player
from bot.storage.tables import rivalries
from bot.storage.tables.game_kinds import GAME_KINDS, POD, GameKind
from bot.storage.tables.seasons import Season

MAX_RIVALRIES = 3
"""Rivalries in words."""

MAX_LINES = 10
"""Rivalries of commanders, and cards of defeats, which have no picture."""

PICTURE_NAME = "rivals.png"


@slash_command("rivals", server_access(rate_class="costly"))
@describe_options(season="season", game="game")
@fixed_choices(game=("game", GAME_KINDS))
@autocomplete_options(season=seasons.complete_season_or_all_time)
async def show_rivals(
    ctx: Context, season: seasons.SeasonName | None = None, game: Choice[str] | None = None
) -> None:
    """Show which players defeated which on this server, as a picture and in words.

    The command counts the running season or else all time, or the `season` of the option; pods,
    or the `game` of the option.
    """
    played: GameKind = resolve_choice(GameKind, game, POD)
    guild = ctx.channel_address.guild
    chosen = await seasons.load_season_or_all_time(ctx, season)
    number = rivalries.EVER if chosen is None else chosen.number
    found = await defeats.load_fiercest_rivalries(
        ctx.services.database, guild, number, MAX_ARROWS, played
    )
    players = list(dict.fromkeys(each for pair in found for each in (pair.one, pair.other)))
    words = await load_ranked_formatter(ctx, players)
    embed = discord.Embed(title=words.text("rivals-title"), colour=COLOURS["finished"])
    about = f"-# {seasons.render_season_line(chosen, ctx.settings.time_zone, words.text)}"
    if played != POD:
        about += f" · {words.text(f'game-{played}')}"
    running = chosen is None or chosen.end is None
    settling = await load_pending_results(ctx, played) if running else []
    unsettled = await render_pending_results(ctx, settling)
    if not found:
        nobody = "rivals-none" if played == POD else "rivals-none-duels"
        embed.description = "\n".join([about, *(unsettled or [words.text(nobody)])])
        await send_answer(ctx, embed=embed)
        return
    lines = [_render_rivalry(each, words) for each in found[:MAX_RIVALRIES]]
    embed.description = "\n".join([about, *lines, *unsettled])
    ranked = get_ranked_people(ctx.services, ctx.channel_address.guild)
    figures = await player_names.load_player_figures(ranked, words.text, players)
    scene = build_rivals_scene(found, await ctx.find_requester_player(), figures, words.text)
    labels = await player_names.load_name_formatter(
        ranked, words.text, players, with_escaping=False
    )
    about = _describe_picture(found, labels)
    studio = ctx.services.studio.for_server(ctx.channel_address.guild)
    file = await table_view.draw_picture_file(studio, scene, PICTURE_NAME, about)
    view = components.build_stateless_view(
        _build_rivalry_buttons(number, words.text) if played == POD else []
    )
    if file is None:
        await send_answer(ctx, embed=embed, view=view)
    else:
        embed.set_image(url=f"attachment://{file.filename}")
        await send_answer(ctx, embed=embed, files=[file], view=view)


def _build_rivalry_buttons(season_number: int, catalogue: Catalogue) -> list[ui.Button[ui.View]]:
    """Return the buttons that show the rivalries of commanders, and the cards of defeats."""
    return [
        ui.Button(
            label=catalogue(f"button-rivals-{what}"),
            emoji=emoji,
            custom_id=f"rivals:{what}:{season_number}",
        )
        for what, emoji in (("commanders", "🃏"), ("cards", "💥"))
    ]


async def show_commander_rivalries(ctx: Context, season: int) -> None:
    """Show which commanders defeated which, in a season or in all seasons."""
    chosen, scope = await _load_season_scope(ctx, season)
    found = await load_deck_rivalries(ctx.services.database, ctx.channel_address.guild, scope)
    words = await load_ranked_formatter(ctx, [])
    lines = [*deck_texts.render_commander_rivalries(found[:MAX_LINES], words)]
    await _show_rivalry_lines(ctx, "rivals-commanders-title", chosen, lines, "leaders-decks-none")


async def show_deadliest_cards(ctx: Context, season: int) -> None:
    """Show which cards defeated the most players, in a season or in all seasons."""
    chosen, scope = await _load_season_scope(ctx, season)
    database = ctx.services.database
    found = await load_deadliest_cards(database, ctx.channel_address.guild, scope.start, scope.end)
    words = await load_ranked_formatter(ctx, [])
    lines = [
        words.text(
            "rivals-card", rank=rank, card=words.format_card_name(each.text), count=each.times
        )
        for rank, each in enumerate(found[:MAX_LINES], 1)
    ]
    await _show_rivalry_lines(ctx, "rivals-cards-title", chosen, lines, "rivals-cards-none")


async def _load_season_scope(ctx: Context, season_number: int) -> tuple[Season | None, DeckScope]:
    """Return the season of a button and its span of time. Raises `Refusal`."""
    every = await ctx.services.seasons.load_seasons_of_server(ctx.channel_address.guild)
    number = None if season_number == rivalries.EVER else season_number
    chosen = next((each for each in every if each.number == number), None)
    return chosen, build_deck_scope(LeaderboardScope(season=number), every, None)


async def _show_rivalry_lines(
    ctx: Context, title_key: str, season: Season | None, lines: Sequence[str], empty_key: str
) -> None:
    text = ctx.catalogue
    embed = discord.Embed(title=text(title_key), colour=COLOURS["finished"])
    about = f"-# {seasons.render_season_line(season, ctx.settings.time_zone, text)}"
    embed.description = "\n".join([about, *(lines or [text(empty_key)])])
    await send_answer(ctx, embed=embed)


def _describe_picture(rivalries: Iterable[Rivalry], formatter: MessageFormatter) -> str:
    """Describe the rivals' picture in words. `formatter` must name without Markdown."""
    both = [
        each
        for pair in rivalries
        for each in (((pair.one, pair.other), pair.by_one), ((pair.other, pair.one), pair.by_other))
    ]
    return result_message.describe_defeats(
        {pair: times for pair, times in both if times}, formatter
    )


def _render_rivalry(rivalry: Rivalry, formatter: MessageFormatter) -> str:
    one = formatter.name(rivalry.one)
    other = formatter.name(rivalry.other)
    return formatter.text(
        "rivals-pair", one=one, other=other, by_one=rivalry.by_one, by_other=rivalry.by_other
    )


def build_rivals_scene(
    rivalries: Iterable[Rivalry],
    viewer: Player,
    figures: Mapping[Player, PlayerFigure],
    catalogue: Catalogue,
) -> DefeatsScene:
    """Return a scene with as many rivalries as can be told apart, and the viewer at the bottom."""
    arrows: list[tuple[Player, Player, int]] = []
    players: dict[Player, None] = {}
    for pair in rivalries:
        there = [(pair.one, pair.other, pair.by_one), (pair.other, pair.one, pair.by_other)]
        there = [arrow for arrow in there if arrow[2]]
        together = players | dict.fromkeys((pair.one, pair.other))
        if len(arrows) + len(there) <= MAX_ARROWS and len(together) <= MAX_RIVALS:
            players = together
            arrows = arrows + there
    order = sorted(players, key=lambda player: player != viewer)
    number = {player: at for at, player in enumerate(order)}
    return DefeatsScene(
        "",  # the embed has a title
        tuple(figures[player] for player in order),
        tuple(DefeatCount(number[one], number[other], times) for one, other, times in arrows),
        catalogue("rivals-legend"),
    )


ROUTES = (
    Route(
        "rivals:commanders:{season:int}",
        show_commander_rivalries,
        server_access(rate_class="costly"),
    ),
    Route("rivals:cards:{season:int}", show_deadliest_cards, server_access(rate_class="costly")),
)
