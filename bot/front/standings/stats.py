"""`/stats` and `/rivals`: what somebody has done on this server, and who defeated whom."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta

import discord
from discord.app_commands import Choice

from bot.front.interaction.answering import say
from bot.front.interaction.context import Context, identify
from bot.front.interaction.declaring import (
    command,
    complete,
    context_menu,
    offer,
    options,
    read_choice,
)
from bot.front.interaction.routes import on_server
from bot.front.rendering import attack_map, names, result
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import clean_label
from bot.front.standings import season_standing, seasons
from bot.front.standings.guest_games import render_guest_games
from bot.front.standings.naming import find_ranked, speak_of_ranked
from bot.i18n import Catalogue
from bot.pictures.scene import MOST_ARROWS, MOST_RIVALS, Defeats, Figure, Rivals
from bot.projections import defeats
from bot.projections.career import EVER, Career, Record, read_career
from bot.projections.defeats import Rivalry
from bot.projections.ratings import read_trend
from bot.rules.events import Role
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.variants import VARIANTS
from bot.storage.tables import rivalries
from bot.storage.tables.game_kinds import GAME_KINDS, JOUST, POD, GameKind
from bot.storage.tables.seasons import LONGEST_NAME
from bot.words import Words

FEW = 3
"""Favourites, nemeses, and rivalries in words."""

LATEST = 10
"""Games over which a rating rises or falls."""

FILE = "rivals.png"

Member = discord.Member | discord.User


# Of one player


@command("stats", on_server(pace="costly"))
@options(player="stats", season="stats-season")
@complete(season=seasons.offer_seasons_and_ever)
async def show_stats(
    ctx: Context, player: discord.User | None = None, season: seasons.Name | None = None
) -> None:
    """Show what a member has done here, or who asks: of all time, or in a season."""
    await _show(ctx, player, season)


@context_menu("stats", on_server(pace="costly"))
async def show_their_stats(ctx: Context, user: discord.User) -> None:
    """Show what a member has done here, from the menu of their name."""
    await _show(ctx, user, None)


async def _show(ctx: Context, member: Member | None, season: str | None) -> None:
    user, guild, database = member or ctx.interaction.user, ctx.place.guild, ctx.services.database
    if user.bot:
        raise Refusal("stats-bot")
    chosen = None if season is None else await seasons.find_season_or_ever(ctx, season)
    player = (await identify(ctx, user)).id
    between, number = EVER, rivalries.EVER
    if chosen is not None:
        number, between = chosen.number, (chosen.start, chosen.end or EVER[1])
    found = await read_career(database, guild, player, between)
    duelled = await read_career(database, guild, player, between, JOUST)
    own = user.id == ctx.interaction.user.id
    uncounted = await render_guest_games(ctx, player, between, own=own)
    if found is None and duelled is None:
        nothing = await _render_nothing(ctx, player, never=chosen is None)
        await say(ctx, "\n".join([nothing, *uncounted]))
        return
    victims, nemeses = await defeats.find_favourites(database, guild, number, player, FEW)
    words = await speak_of_ranked(ctx, [player, *(each for each, _ in (*victims, *nemeses))])
    about = f"-# {seasons.render_season(chosen, ctx.settings.zone, words.text)}"
    title = words.text("stats-title", player=words.name(player))
    embed = discord.Embed(title=title, colour=COLOURS["finished"], description=about)
    if found is not None:
        embed.description = "\n".join([about, *_render_sum(found, words.text)])
        rated = await _read_rating(ctx, player, POD)
        _add_fields(embed, _render_pods(found, rated, words.text), words.text)
        others = (("victims", victims), ("nemeses", nemeses))
        fields = [(name, _render_others(each, words)) for name, each in others]
        _add_fields(embed, fields, words.text)
    if duelled is not None:
        rated = await _read_rating(ctx, player, JOUST)
        _add_fields(embed, [("duels", _render_duels(duelled, rated, words.text))], words.text)
    shown = await season_standing.find_season_of_stats(ctx, chosen)
    standing = await season_standing.render_standing(ctx, shown, player, own=own)
    if shown is not None and standing:
        name = words.text("stats-season", name=clean_label(shown.name, LONGEST_NAME))
        embed.add_field(name=name, value="\n".join(standing), inline=False)
    if uncounted:
        embed.add_field(name=words.text("guests-title"), value="\n".join(uncounted), inline=False)
    await say(ctx, embed=embed)


async def _read_rating(ctx: Context, player: Player, game: GameKind) -> list[int]:
    """Return what a player's rating was after each of their last games of a kind."""
    database, guild = ctx.services.database, ctx.place.guild
    return [points for _, points in await read_trend(database, guild, player, LATEST + 1, game)]


def _render_pods(
    career: Career, rated: Sequence[int], text: Catalogue
) -> list[tuple[str, Iterable[str]]]:
    return [
        ("rating", _render_pod_rating(career, rated, text)),
        ("roles", _render_roles(career, text)),
        ("variants", _render_variants(career, text)),
        ("deeds", _render_deeds(career, text)),
    ]


def _render_duels(career: Career, rated: Sequence[int], text: Catalogue) -> Iterator[str]:
    """All there is to say of duels, which have no roles and no variants."""
    yield from _render_sum(career, text)
    yield from _render_rating(rated, text)
    if career.longest:
        yield text("stats-streak", count=career.streak, longest=career.longest)


def _add_fields(
    embed: discord.Embed, fields: Iterable[tuple[str, Iterable[str]]], text: Catalogue
) -> None:
    for name, lines in fields:
        if value := "\n".join(lines):
            inline = name in ("victims", "nemeses")
            embed.add_field(name=text(f"stats-{name}"), value=value, inline=inline)


async def _render_nothing(ctx: Context, player: Player, *, never: bool) -> str:
    """Nobody is blamed for not having played yet."""
    when = "ever" if never else "season"
    if player == await ctx.find_player():
        return ctx.text(f"stats-none-own-{when}")
    words = await speak_of_ranked(ctx, [player])
    return words.text(f"stats-none-{when}", player=words.name(player))


def _render_sum(career: Career, text: Catalogue) -> Iterator[str]:
    every = career.sum_games()
    yield text("stats-points", points=every.points, games=every.games)
    parts = [
        text("stats-won", count=every.won, share=round(100 * every.won / every.games)),
        text("stats-lost", count=every.lost),
    ]
    if every.drawn:
        parts.append(text("stats-drawn", count=every.drawn))
    yield " · ".join(parts)


BARS = "▁▂▃▄▅▆▇█"


def _render_pod_rating(career: Career, points: Sequence[int], text: Catalogue) -> Iterator[str]:
    """The rating, and to whom has won as a thrall why that may lower it."""
    yield from _render_rating(points, text)
    if points and career.sum_games(role="servant").won:
        yield f"-# {text('stats-rated-thrall')}"


def _render_rating(points: Sequence[int], text: Catalogue) -> Iterator[str]:
    """What it is, how that has changed over the last games, and its way as bars."""
    if not points:
        return
    rating, change = points[-1], points[-1] - points[0]
    if len(points) == 1:
        yield text("stats-rated-once", rating=rating)
        return
    sign = "▲" if change > 0 else "▼" if change < 0 else "＝"
    games = len(points) - 1
    yield text("stats-rated", rating=rating, sign=sign, change=abs(change), games=games)
    yield f"`{render_sparkline(points)}`"


def render_sparkline(values: Sequence[int]) -> str:
    """A bar for each value, between the least and the greatest."""
    least, most = min(values), max(values)
    room = max(1, most - least)
    return "".join(BARS[(value - least) * (len(BARS) - 1) // room] for value in values)


def _render_roles(career: Career, text: Catalogue) -> Iterator[str]:
    roles: tuple[Role, Role] = ("master", "servant")
    for role in roles:
        record = career.sum_games(role=role)
        if record.games:
            yield text(f"stats-as-{role}", won=record.won, games=record.games)


def _render_variants(career: Career, text: Catalogue) -> Iterator[str]:
    played = {variant: career.sum_games(variant) for variant, _ in career.records}

    def make_sort_key(variant: str) -> tuple[int, str]:
        return -played[variant].games, variant

    for variant in sorted(played, key=make_sort_key):
        record: Record = played[variant]
        name = text(f"variant-{variant}" if variant in VARIANTS else "stats-house")
        values = {"won": record.won, "games": record.games, "points": record.points}
        yield text("stats-variant", variant=name, **values)


def _render_deeds(career: Career, text: Catalogue) -> Iterator[str]:
    yield text("stats-caused", count=career.caused)
    yield text("stats-served", count=career.served)
    if career.reign:
        yield text("stats-reign", time=_format_time(timedelta(milliseconds=career.reign), text))
    if career.longest:
        yield text("stats-streak", count=career.streak, longest=career.longest)


def _format_time(span: timedelta, text: Catalogue) -> str:
    minutes = max(1, round(span / timedelta(minutes=1)))
    if minutes < 60:
        return text("stats-minutes", minutes=minutes)
    return text("stats-hours", hours=minutes // 60, minutes=minutes % 60)


def _render_others(others: Iterable[tuple[Player, int]], words: Words) -> list[str]:
    return [
        words.text("stats-other", player=words.name(player), count=count)
        for player, count in others
    ]


# Of all of them


@command("rivals", on_server(pace="costly"))
@options(season="season", game="game")
@offer(game=("game", GAME_KINDS))
@complete(season=seasons.offer_seasons_and_ever)
async def show_rivals(
    ctx: Context, season: seasons.Name | None = None, game: Choice[str] | None = None
) -> None:
    """Show who defeated whom on this server, as a picture and in words.

    Of the season that runs, or else of all time; or of a `season`. In pods, or at another `game`.
    """
    played: GameKind = read_choice(GameKind, game, POD)
    guild, chosen = ctx.place.guild, await seasons.find_season_or_ever(ctx, season)
    number = rivalries.EVER if chosen is None else chosen.number
    found = await defeats.find_fiercest(ctx.services.database, guild, number, MOST_ARROWS, played)
    players = list(dict.fromkeys(each for pair in found for each in (pair.one, pair.other)))
    words = await speak_of_ranked(ctx, players)
    embed = discord.Embed(title=words.text("rivals-title"), colour=COLOURS["finished"])
    about = f"-# {seasons.render_season(chosen, ctx.settings.zone, words.text)}"
    if played != POD:
        about += f" · {words.text(f'game-{played}')}"
    if not found:
        nobody = "rivals-none" if played == POD else "rivals-none-duels"
        embed.description = f"{about}\n{words.text(nobody)}"
        await say(ctx, embed=embed)
        return
    lines = [_render_rivalry(each, words) for each in found[:FEW]]
    embed.description = "\n".join([about, *lines])
    ranked = find_ranked(ctx.services, ctx.place.guild)
    figures = await names.draw_players(ranked, words.text, players)
    scene = make_scene(found, await ctx.find_player(), figures, words.text)
    labels = await names.name_players(ranked, words.text, players, safe=False)
    about = _describe_rivals(found, labels)
    easel = ctx.services.studio.serve(ctx.place.guild)
    file = await attack_map.draw_file(easel, scene, FILE, about)
    if file is None:
        await say(ctx, embed=embed)
    else:
        embed.set_image(url=f"attachment://{file.filename}")
        await say(ctx, embed=embed, file=file)


def _describe_rivals(pairs: Iterable[Rivalry], words: Words) -> str:
    """The picture in words; `words` name players without Markdown."""
    both = [
        each
        for pair in pairs
        for each in (((pair.one, pair.other), pair.by_one), ((pair.other, pair.one), pair.by_other))
    ]
    return result.describe_defeats({pair: times for pair, times in both if times}, words)


def _render_rivalry(pair: Rivalry, words: Words) -> str:
    one, other = words.name(pair.one), words.name(pair.other)
    return words.text(
        "rivals-pair", one=one, other=other, by_one=pair.by_one, by_other=pair.by_other
    )


def make_scene(
    pairs: Iterable[Rivalry], me: Player, figures: Mapping[Player, Figure], text: Catalogue
) -> Rivals:
    """As many of the pairs as can be told apart; `me` is at the bottom, if they are among them."""
    arrows: list[tuple[Player, Player, int]] = []
    players: dict[Player, None] = {}
    for pair in pairs:
        there = [(pair.one, pair.other, pair.by_one), (pair.other, pair.one, pair.by_other)]
        there = [arrow for arrow in there if arrow[2]]
        together = players | dict.fromkeys((pair.one, pair.other))
        if len(arrows) + len(there) <= MOST_ARROWS and len(together) <= MOST_RIVALS:
            players, arrows = together, arrows + there
    order = sorted(players, key=lambda player: player != me)
    number = {player: at for at, player in enumerate(order)}
    return Rivals(
        "",  # the embed has one
        tuple(figures[player] for player in order),
        tuple(Defeats(number[one], number[other], times) for one, other, times in arrows),
        text("rivals-legend"),
    )
