"""`/rivals`: who defeated whom on this server, as a picture and in words."""

from collections.abc import Iterable, Mapping, Sequence

import discord
from discord import ui
from discord.app_commands import Choice

from bot.front.interaction.answering import say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import (
    command,
    complete,
    offer,
    options,
    read_choice,
)
from bot.front.interaction.routes import Route, on_server
from bot.front.rendering import controls, decks, names, result, table_view
from bot.front.rendering.embeds import COLOURS
from bot.front.standings import seasons
from bot.front.standings.deck_leaders import narrow_scope
from bot.front.standings.naming import find_ranked, speak_of_ranked
from bot.front.standings.settling import find_settling, render_settling
from bot.i18n import Catalogue
from bot.pictures.scene import MAX_ARROWS, MAX_RIVALS, Defeats, Figure, Rivals
from bot.projections import defeats
from bot.projections.card_tables import load_deadliest_cards
from bot.projections.deck_tables import DeckScope, load_deck_rivalries
from bot.projections.defeats import Rivalry
from bot.projections.standings import Scope
from bot.rules.facts import Player
from bot.storage.tables import rivalries
from bot.storage.tables.game_kinds import GAME_KINDS, POD, GameKind
from bot.storage.tables.seasons import Season
from bot.words import Words

MAX_RIVALRIES = 3
"""Rivalries in words."""

MAX_LINES = 10
"""Rivalries of commanders, and cards of defeats, which have no picture."""

PICTURE_NAME = "rivals.png"


@command("rivals", on_server(pace="costly"))
@options(season="season", game="game")
@offer(game=("game", GAME_KINDS))
@complete(season=seasons.offer_seasons_and_ever)
async def show_rivals(
    ctx: Context, season: seasons.SeasonName | None = None, game: Choice[str] | None = None
) -> None:
    """Show who defeated whom on this server, as a picture and in words.

    It counts the running season or else all time, or the `season` of the option; pods, or the
    `game` of the option.
    """
    played: GameKind = read_choice(GameKind, game, POD)
    guild = ctx.place.guild
    chosen = await seasons.find_season_or_ever(ctx, season)
    number = rivalries.EVER if chosen is None else chosen.number
    found = await defeats.load_fiercest_rivalries(
        ctx.services.database, guild, number, MAX_ARROWS, played
    )
    players = list(dict.fromkeys(each for pair in found for each in (pair.one, pair.other)))
    words = await speak_of_ranked(ctx, players)
    embed = discord.Embed(title=words.text("rivals-title"), colour=COLOURS["finished"])
    about = f"-# {seasons.render_season(chosen, ctx.settings.zone, words.text)}"
    if played != POD:
        about += f" · {words.text(f'game-{played}')}"
    running = chosen is None or chosen.end is None
    settling = await find_settling(ctx, played) if running else []
    unsettled = await render_settling(ctx, settling)
    if not found:
        nobody = "rivals-none" if played == POD else "rivals-none-duels"
        embed.description = "\n".join([about, *(unsettled or [words.text(nobody)])])
        await say(ctx, embed=embed)
        return
    lines = [_render_rivalry(each, words) for each in found[:MAX_RIVALRIES]]
    embed.description = "\n".join([about, *lines, *unsettled])
    ranked = find_ranked(ctx.services, ctx.place.guild)
    figures = await names.load_figures(ranked, words.text, players)
    scene = make_scene(found, await ctx.find_player(), figures, words.text)
    labels = await names.name_players(ranked, words.text, players, safe=False)
    about = _describe_rivals(found, labels)
    studio = ctx.services.studio.serve(ctx.place.guild)
    file = await table_view.draw_file(studio, scene, PICTURE_NAME, about)
    view = controls.make_unstored_view(_make_buttons(number, words.text) if played == POD else [])
    if file is None:
        await say(ctx, embed=embed, view=view)
    else:
        embed.set_image(url=f"attachment://{file.filename}")
        await say(ctx, embed=embed, files=[file], view=view)


def _make_buttons(season: int, text: Catalogue) -> list[ui.Button[ui.View]]:
    """Return the buttons that show the rivalries of commanders, and the cards of defeats."""
    return [
        ui.Button(
            label=text(f"button-rivals-{what}"), emoji=emoji, custom_id=f"rivals:{what}:{season}"
        )
        for what, emoji in (("commanders", "🃏"), ("cards", "💥"))
    ]


async def show_commanders(ctx: Context, season: int) -> None:
    """Show which commanders defeated which, in a season or in all seasons."""
    chosen, scope = await _find_scope(ctx, season)
    found = await load_deck_rivalries(ctx.services.database, ctx.place.guild, scope)
    words = await speak_of_ranked(ctx, [])
    lines = [*decks.render_rivals(found[:MAX_LINES], words)]
    await _show_lines(ctx, "rivals-commanders-title", chosen, lines, "leaders-decks-none")


async def show_cards(ctx: Context, season: int) -> None:
    """Show which cards brought down most players, in a season or in all seasons."""
    chosen, scope = await _find_scope(ctx, season)
    database = ctx.services.database
    found = await load_deadliest_cards(database, ctx.place.guild, scope.start, scope.end)
    words = await speak_of_ranked(ctx, [])
    lines = [
        words.text("rivals-card", rank=rank, card=words.show_card(each.text), count=each.times)
        for rank, each in enumerate(found[:MAX_LINES], 1)
    ]
    await _show_lines(ctx, "rivals-cards-title", chosen, lines, "rivals-cards-none")


async def _find_scope(ctx: Context, season: int) -> tuple[Season | None, DeckScope]:
    """Return the season of a button and its span of time. Raises `Refusal`."""
    every = await ctx.services.seasons.find_all(ctx.place.guild)
    number = None if season == rivalries.EVER else season
    chosen = next((each for each in every if each.number == number), None)
    return chosen, narrow_scope(Scope(season=number), every, None)


async def _show_lines(
    ctx: Context, title: str, season: Season | None, lines: Sequence[str], none: str
) -> None:
    text = ctx.text
    embed = discord.Embed(title=text(title), colour=COLOURS["finished"])
    about = f"-# {seasons.render_season(season, ctx.settings.zone, text)}"
    embed.description = "\n".join([about, *(lines or [text(none)])])
    await say(ctx, embed=embed)


def _describe_rivals(pairs: Iterable[Rivalry], words: Words) -> str:
    """Describe the picture in words; `words` name players without Markdown."""
    both = [
        each
        for pair in pairs
        for each in (((pair.one, pair.other), pair.by_one), ((pair.other, pair.one), pair.by_other))
    ]
    return result.describe_defeats({pair: times for pair, times in both if times}, words)


def _render_rivalry(pair: Rivalry, words: Words) -> str:
    one = words.name(pair.one)
    other = words.name(pair.other)
    return words.text(
        "rivals-pair", one=one, other=other, by_one=pair.by_one, by_other=pair.by_other
    )


def make_scene(
    pairs: Iterable[Rivalry], me: Player, figures: Mapping[Player, Figure], text: Catalogue
) -> Rivals:
    """Return a scene with as many pairs as can be told apart; `me` is at the bottom if there."""
    arrows: list[tuple[Player, Player, int]] = []
    players: dict[Player, None] = {}
    for pair in pairs:
        there = [(pair.one, pair.other, pair.by_one), (pair.other, pair.one, pair.by_other)]
        there = [arrow for arrow in there if arrow[2]]
        together = players | dict.fromkeys((pair.one, pair.other))
        if len(arrows) + len(there) <= MAX_ARROWS and len(together) <= MAX_RIVALS:
            players = together
            arrows = arrows + there
    order = sorted(players, key=lambda player: player != me)
    number = {player: at for at, player in enumerate(order)}
    return Rivals(
        "",  # the embed has a title
        tuple(figures[player] for player in order),
        tuple(Defeats(number[one], number[other], times) for one, other, times in arrows),
        text("rivals-legend"),
    )


ROUTES = (
    Route("rivals:commanders:{season:int}", show_commanders, on_server(pace="costly")),
    Route("rivals:cards:{season:int}", show_cards, on_server(pace="costly")),
)
