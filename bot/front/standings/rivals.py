"""`/rivals`: who defeated whom on this server, as a picture and in words."""

from collections.abc import Iterable, Mapping, Sequence

import discord
from discord import ui
from discord.app_commands import Choice

from bot.formatters.messages import PodMessageFormatter
from bot.front.decks import deck_texts
from bot.front.game_texts import table_view
from bot.front.interaction.answers import send_answer
from bot.front.interaction.command_declarations import (
    get_selected_option_value,
    set_fixed_option_choices,
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.pods import result_message
from bot.front.standings import seasons
from bot.front.standings.deck_leaders import build_deck_statistics_filter
from bot.front.standings.pending_results import load_games_with_pending_results, render_pending_game_results
from bot.front.standings.standings_names import build_player_name_loader, load_formatter_with_standings_names
from bot.front.ui import components, player_names
from bot.front.ui.embeds import COLOURS
from bot.i18n import Translations
from bot.pictures.scene import MAX_ARROWS, MAX_RIVALS, DefeatsPictureScene, PlayerInPicture, PlayerPairDefeatCount
from bot.projections import defeats
from bot.projections.card_tables import load_deadliest_cards
from bot.projections.deck_tables import DeckStatisticsFilter, load_commander_rivalries
from bot.projections.defeats import PlayerRivalry
from bot.projections.standings import LeaderboardFilter
from bot.rules.facts import Player
from bot.storage.tables import rivalries
from bot.storage.tables.game_kinds import GAME_KINDS, POD, GameKind
from bot.storage.tables.seasons import Season

MAX_RIVALRIES = 3
"""Rivalries in words."""

MAX_LINES = 10
"""Rivalries of commanders, and cards of defeats, which have no picture."""

PICTURE_NAME = "rivals.png"


@slash_command("rivals", build_access_rule_for_server(rate_limit_class="costly"))
@translate_command_options(season="season", game="game")
@set_fixed_option_choices(game=("game", GAME_KINDS))
@set_option_suggestions(season=seasons.autocomplete_season_or_all_time)
async def show_player_rivalries(
    ctx: Context, season: seasons.SeasonName | None = None, game: Choice[str] | None = None
) -> None:
    """Show who has beaten whom on this server, as a picture and in words."""
    played: GameKind = get_selected_option_value(GameKind, game, POD)
    guild = ctx.channel_address.guild
    chosen = await seasons.load_selected_season_or_all_time(ctx, season)
    number = rivalries.EVER if chosen is None else chosen.number
    found = await defeats.load_fiercest_player_rivalries(ctx.services.database, guild, number, MAX_ARROWS, played)
    players = list(dict.fromkeys(each for pair in found for each in (pair.one, pair.other)))
    words = await load_formatter_with_standings_names(ctx, players)
    embed = discord.Embed(title=words.text("rivals-title"), colour=COLOURS["finished"])
    about = f"-# {seasons.render_season_name_and_dates(chosen, ctx.settings.time_zone, words.text)}"
    if played != POD:
        about += f" · {words.text(f'game-{played}')}"
    running = chosen is None or chosen.end is None
    settling = await load_games_with_pending_results(ctx, played) if running else []
    unsettled = await render_pending_game_results(ctx, settling)
    if not found:
        nobody = "rivals-none" if played == POD else "rivals-none-duels"
        embed.description = "\n".join([about, *(unsettled or [words.text(nobody)])])
        await send_answer(ctx, embed=embed)
        return
    lines = [_render_rivalry_line(each, words) for each in found[:MAX_RIVALRIES]]
    embed.description = "\n".join([about, *lines, *unsettled])
    ranked = build_player_name_loader(ctx.services, ctx.channel_address.guild)
    figures = await player_names.load_players_shown_in_picture(ranked, words.text, players)
    scene = build_rivals_picture_scene(found, await ctx.get_player_id_of_user(), figures, words.text)
    labels = await player_names.load_formatter_with_player_names(ranked, words.text, players, escapes_markdown=False)
    about = _build_alt_text_of_rivals_picture(found, labels)
    studio = ctx.services.studio.get_queue_of_server(ctx.channel_address.guild)
    file = await table_view.draw_picture_file(studio, scene, PICTURE_NAME, about)
    view = components.build_view_without_callbacks(
        _build_rivalry_statistics_buttons(number, words.text) if played == POD else []
    )
    if file is None:
        await send_answer(ctx, embed=embed, view=view)
    else:
        embed.set_image(url=f"attachment://{file.filename}")
        await send_answer(ctx, embed=embed, files=[file], view=view)


def _build_rivalry_statistics_buttons(season_number: int, translations: Translations) -> list[ui.Button[ui.View]]:
    return [
        ui.Button(label=translations(f"button-rivals-{what}"), emoji=emoji, custom_id=f"rivals:{what}:{season_number}")
        for what, emoji in (("commanders", "🃏"), ("cards", "💥"))
    ]


async def show_commander_rivalries(ctx: Context, season: int) -> None:
    """Show which commanders have beaten which others, in a season or of all time."""
    chosen, scope = await _load_season_and_statistics_filter(ctx, season)
    found = await load_commander_rivalries(ctx.services.database, ctx.channel_address.guild, scope)
    words = await load_formatter_with_standings_names(ctx, [])
    lines = [*deck_texts.render_commander_rivalries(found[:MAX_LINES], words)]
    await _show_rivalries_as_text(ctx, "rivals-commanders-title", chosen, lines, "leaders-decks-none")


async def show_deadliest_cards(ctx: Context, season: int) -> None:
    """Show which cards have beaten the most players, in a season or of all time."""
    chosen, scope = await _load_season_and_statistics_filter(ctx, season)
    database = ctx.services.database
    found = await load_deadliest_cards(database, ctx.channel_address.guild, scope.start, scope.end)
    words = await load_formatter_with_standings_names(ctx, [])
    lines = [
        words.text("rivals-card", rank=rank, card=words.format_card_name(each.text), count=each.times)
        for rank, each in enumerate(found[:MAX_LINES], 1)
    ]
    await _show_rivalries_as_text(ctx, "rivals-cards-title", chosen, lines, "rivals-cards-none")


async def _load_season_and_statistics_filter(
    ctx: Context, season_number: int
) -> tuple[Season | None, DeckStatisticsFilter]:
    """Load the season in a custom id, and build the filter for the season's games.

    Raises `Refusal`.
    """
    every = await ctx.services.seasons.load_seasons_of_server(ctx.channel_address.guild)
    number = None if season_number == rivalries.EVER else season_number
    chosen = next((each for each in every if each.number == number), None)
    return chosen, build_deck_statistics_filter(LeaderboardFilter(season=number), every, None)


async def _show_rivalries_as_text(
    ctx: Context, title_key: str, season: Season | None, rivalry_lines: Sequence[str], empty_text_key: str
) -> None:
    text = ctx.translations
    embed = discord.Embed(title=text(title_key), colour=COLOURS["finished"])
    about = f"-# {seasons.render_season_name_and_dates(season, ctx.settings.time_zone, text)}"
    embed.description = "\n".join([about, *(rivalry_lines or [text(empty_text_key)])])
    await send_answer(ctx, embed=embed)


def _build_alt_text_of_rivals_picture(
    all_rivalries: Iterable[PlayerRivalry], label_formatter: PodMessageFormatter
) -> str:
    both = [
        each
        for pair in all_rivalries
        for each in (((pair.one, pair.other), pair.by_one), ((pair.other, pair.one), pair.by_other))
    ]
    return result_message.describe_defeats_by_victor({pair: times for pair, times in both if times}, label_formatter)


def _render_rivalry_line(rivalry: PlayerRivalry, formatter: PodMessageFormatter) -> str:
    one = formatter.name(rivalry.one)
    other = formatter.name(rivalry.other)
    return formatter.text("rivals-pair", one=one, other=other, by_one=rivalry.by_one, by_other=rivalry.by_other)


def build_rivals_picture_scene(
    all_rivalries: Iterable[PlayerRivalry],
    viewer: Player,
    pictured_players: Mapping[Player, PlayerInPicture],
    translations: Translations,
) -> DefeatsPictureScene:
    """Return the data of a picture of who has beaten whom, with as many pairs as fit."""
    arrows: list[tuple[Player, Player, int]] = []
    players: dict[Player, None] = {}
    for pair in all_rivalries:
        there = [(pair.one, pair.other, pair.by_one), (pair.other, pair.one, pair.by_other)]
        there = [arrow for arrow in there if arrow[2]]
        together = players | dict.fromkeys((pair.one, pair.other))
        if len(arrows) + len(there) <= MAX_ARROWS and len(together) <= MAX_RIVALS:
            players = together
            arrows = arrows + there
    order = sorted(players, key=lambda player: player != viewer)
    number = {player: at for at, player in enumerate(order)}
    return DefeatsPictureScene(
        "",  # the embed has a title
        tuple(pictured_players[player] for player in order),
        tuple(PlayerPairDefeatCount(number[one], number[other], times) for one, other, times in arrows),
        translations("rivals-legend"),
    )


ROUTES = (
    CustomIdRoute(
        "rivals:commanders:{season:int}",
        show_commander_rivalries,
        build_access_rule_for_server(rate_limit_class="costly"),
    ),
    CustomIdRoute(
        "rivals:cards:{season:int}", show_deadliest_cards, build_access_rule_for_server(rate_limit_class="costly")
    ),
)
