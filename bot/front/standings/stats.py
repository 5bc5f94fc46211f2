"""`/stats`: what a member has done on this server, and their standing in a season."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

import discord
from discord import ui
from discord.app_commands import Range

from bot.front.interaction.answering import say
from bot.front.interaction.context import Context, identify
from bot.front.interaction.declaring import (
    command,
    complete,
    context_menu,
    options,
)
from bot.front.interaction.routes import Route, on_server
from bot.front.pods.deck_reading import MAX_COMMANDERS_LENGTH, find_deck, offer_decks
from bot.front.rendering import controls, deck_names, decks
from bot.front.rendering.deeds import render_counts
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import clean_label, escape
from bot.front.rendering.leaderboard import explain_left_out
from bot.front.standings import seasons
from bot.front.standings.naming import speak_of_ranked
from bot.front.standings.settling import find_settling, render_settling
from bot.i18n import Catalogue
from bot.projections import defeats
from bot.projections.career import EVER, Career, Record, load_deeds, read_career
from bot.projections.deck_tables import DeckLine, DeckScope, load_line_of, load_own_lines
from bot.projections.past_pods import load_uncounted_guest_games
from bot.projections.ratings import read_trend
from bot.rules.facts import Player
from bot.rules.guests import TooManyGuests, find_excess
from bot.rules.overrule import LONGEST_REASON
from bot.rules.records import Role
from bot.rules.refusals import Refusal
from bot.rules.variants import VARIANTS
from bot.season_rules.games import LeftOut
from bot.season_rules.ranking import SeasonLine, SeasonTable
from bot.service.live_game import Place
from bot.storage.engine.moments import to_moment
from bot.storage.tables import rivalries
from bot.storage.tables.game_kinds import GAME_KINDS, JOUST, POD, GameKind
from bot.storage.tables.seasons import LONGEST_NAME, Season
from bot.words import Words

MAX_OPPONENTS = 3
"""Favourite victims, and nemeses."""

MAX_PLAYED_DECKS = 3
"""Decks among a player's statistics."""

MAX_PLAYERS = 10
"""Players who are named as having played a deck."""

TREND_GAMES = 10
"""Games over which a rating's trend is shown."""

Member = discord.Member | discord.User


# Commands


@command("stats", on_server(pace="costly"))
@options(player="stats", season="stats-season", deck="stats-deck")
@complete(season=seasons.offer_seasons_and_ever, deck=offer_decks)
async def show_stats(
    ctx: Context,
    player: discord.User | None = None,
    season: seasons.SeasonName | None = None,
    deck: Range[str, 1, MAX_COMMANDERS_LENGTH] | None = None,
) -> None:
    """Show the statistics of a member or of a deck: of all time, or of a season."""
    if deck is None:
        await _show_statistics(ctx, player, season)
    else:
        if player is not None:
            raise Refusal("stats-deck-alone")
        await _show_deck(ctx, deck, season)


async def _show_deck(ctx: Context, typed: str, season: str | None) -> None:
    """Show what one of the asker's decks, or a commander, has won on this server."""
    deck = await find_deck(ctx, typed)
    chosen = None if season is None else await seasons.find_season_or_ever(ctx, season)
    start, end = EVER if chosen is None else (chosen.start, chosen.end or EVER[1])
    scope = DeckScope(start, end)
    line, rivals = await load_line_of(ctx.services.database, ctx.place.guild, scope, deck)
    words = await speak_of_ranked(ctx, line.players)
    text = words.text
    lines = [decks.describe_deck(line.deck, words), decks.render_record(line.record, text)]
    if line.players:
        lines.append(text("deck-played-by", players=words.join_names(line.players[:MAX_PLAYERS])))
    about = seasons.render_season(chosen, ctx.settings.zone, text)
    embed = decks.make_table_embed(text("deck-stats-title"), about, lines, text)
    if rivals:
        shown = "\n".join(decks.render_rivals(rivals[:MAX_OPPONENTS], words))
        embed.add_field(name=text("rivals-commanders-title"), value=shown, inline=False)
    await say(ctx, embed=embed)


@context_menu("stats", on_server(pace="costly"))
async def show_their_stats(ctx: Context, user: discord.User) -> None:
    """Show a member's statistics, from the menu of their name."""
    await _show_statistics(ctx, user, None)


async def _show_statistics(ctx: Context, member: Member | None, season: str | None) -> None:
    user = member or ctx.interaction.user
    guild = ctx.place.guild
    database = ctx.services.database
    if user.bot:
        raise Refusal("stats-bot")
    chosen = None if season is None else await seasons.find_season_or_ever(ctx, season)
    player = (await identify(ctx, user)).id
    number = rivalries.EVER if chosen is None else chosen.number
    between = _find_span(chosen)
    found = await read_career(database, guild, player, between)
    duelled = await read_career(database, guild, player, between, JOUST)
    own = user.id == ctx.interaction.user.id
    uncounted = await render_guest_games(ctx, player, between, own=own)
    settling = []
    if chosen is None or chosen.end is None:
        settling = await find_settling(ctx, player=player)
    unsettled = await render_settling(ctx, settling)
    if found is None and duelled is None:
        nothing = await _render_nothing(ctx, player, never=chosen is None)
        first = [] if unsettled else [nothing]
        await say(ctx, "\n".join([*first, *unsettled, *uncounted]))
        return
    victims, nemeses = await defeats.load_opponents(database, guild, number, player, MAX_OPPONENTS)
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
        played = await load_own_lines(database, guild, DeckScope(*between), player)
        fields.append(("decks", [*_render_decks(played, words)]))
        _add_fields(embed, fields, words.text)
    if duelled is not None:
        rated = await _read_rating(ctx, player, JOUST)
        _add_fields(embed, [("duels", _render_duels(duelled, rated, words.text))], words.text)
    shown = chosen or await seasons.find_running(ctx)
    standing = await render_standing(ctx, shown, player, own=own)
    if shown is not None and standing:
        name = words.text("stats-season", name=clean_label(shown.name, LONGEST_NAME))
        embed.add_field(name=name, value="\n".join(standing), inline=False)
    _add_uncounted(embed, unsettled, uncounted, words.text)
    await say(ctx, embed=embed, view=_make_deeds_view(player, chosen, words.text))


def _add_uncounted(
    embed: discord.Embed, unsettled: Sequence[str], uncounted: Sequence[str], text: Catalogue
) -> None:
    """Add games that do not count yet, under their title, and those that never will."""
    if unsettled:
        title, *lines = unsettled
        embed.add_field(name=title, value="\n".join(lines), inline=False)
    if uncounted:
        embed.add_field(name=text("guests-title"), value="\n".join(uncounted), inline=False)


def _make_deeds_view(player: Player, season: Season | None, text: Catalogue) -> ui.View:
    scope = "" if season is None else f"{season.number}"
    button: ui.Button[ui.View] = ui.Button(
        label=text("deeds-title"), emoji="🎖️", custom_id=f"stats:deeds:{player}:{scope}"
    )
    return controls.make_unstored_view([button])


def _find_span(season: Season | None) -> tuple[datetime, datetime]:
    """Return the range of time of a season; without one, all time."""
    return EVER if season is None else (season.start, season.end or EVER[1])


async def show_deeds(ctx: Context, player: str, season: str) -> None:
    """Show how often a member did each deed, of all time or in a season."""
    chosen = None if not season else await seasons.find_season(ctx, season)
    done = await load_deeds(ctx.services.database, ctx.place.guild, player, _find_span(chosen))
    words = await speak_of_ranked(ctx, [player])
    lines = [f"-# {seasons.render_season(chosen, ctx.settings.zone, words.text)}"]
    lines += render_counts(done, words.text, ctx.settings.deed_names) or [
        words.text("deeds-nothing")
    ]
    embed = discord.Embed(
        title=words.text("deeds-of", player=words.name(player)),
        colour=COLOURS["finished"],
        description="\n".join(lines),
    )
    await say(ctx, embed=embed)


async def _read_rating(ctx: Context, player: Player, game: GameKind) -> list[int]:
    """Return a player's rating after each of their last games of a kind."""
    database = ctx.services.database
    guild = ctx.place.guild
    return [
        points for _, points in await read_trend(database, guild, player, TREND_GAMES + 1, game)
    ]


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
    """Yield the lines about duels, which have no roles and no variants."""
    yield from _render_sum(career, text)
    yield from _render_rating(rated, text)
    if career.longest:
        yield text("stats-streak", count=career.streak, longest=career.longest)


def _render_decks(lines: Sequence[DeckLine], words: Words) -> Iterator[str]:
    """Yield what the player's most played decks have won in their hands."""
    for line in sorted(lines, key=lambda line: -line.record.games)[:MAX_PLAYED_DECKS]:
        named = deck_names.name_deck(line.deck, words)
        yield f"{named}\n-# {decks.render_record(line.record, words.text)}"


def _add_fields(
    embed: discord.Embed, fields: Iterable[tuple[str, Iterable[str]]], text: Catalogue
) -> None:
    for name, lines in fields:
        if value := "\n".join(lines):
            inline = name in ("victims", "nemeses")
            embed.add_field(name=text(f"stats-{name}"), value=value, inline=inline)


async def _render_nothing(ctx: Context, player: Player, *, never: bool) -> str:
    """Return a friendly text for a player who has not played."""
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


BAR_CHARACTERS = "▁▂▃▄▅▆▇█"


def _render_pod_rating(career: Career, points: Sequence[int], text: Catalogue) -> Iterator[str]:
    """Yield the rating; explain to players who won as a thrall why that may lower it."""
    yield from _render_rating(points, text)
    if points and career.sum_games(role="servant").won:
        yield f"-# {text('stats-rated-thrall')}"


def _render_rating(points: Sequence[int], text: Catalogue) -> Iterator[str]:
    """Yield the rating, its change over the last games, and its trend as bars."""
    if not points:
        return
    rating = points[-1]
    change = points[-1] - points[0]
    if len(points) == 1:
        yield text("stats-rated-once", rating=rating)
        return
    sign = "▲" if change > 0 else "▼" if change < 0 else "＝"
    games = len(points) - 1
    yield text("stats-rated", rating=rating, sign=sign, change=abs(change), games=games)
    yield f"`{render_sparkline(points)}`"


def render_sparkline(values: Sequence[int]) -> str:
    """Return a bar for each value, between the smallest and the greatest."""
    least = min(values)
    most = max(values)
    room = max(1, most - least)
    return "".join(
        BAR_CHARACTERS[(value - least) * (len(BAR_CHARACTERS) - 1) // room] for value in values
    )


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


# Standing in a season

MAX_EXPLAINED_GAMES = 5
"""Games that do not count and of which each is explained."""


async def render_standing(
    ctx: Context, season: Season | None, player: Player, *, own: bool
) -> list[str]:
    """Return the lines about a player's standing by the rules of a season; none without rules.

    With `own`, games that do not count are listed. Only the player and moderators learn the
    reason of an exclusion.
    """
    if season is None:
        return []
    lines = list[str]()
    for kind in GAME_KINDS:
        table = await ctx.services.season_tables.read(season.guild, season.number, kind)
        line = None if table is None else _find_line(table, player)
        if table is not None and line is not None:
            lines += [] if kind == POD else [f"**{ctx.text(f'game-{kind}')}**"]
            lines += _render_line(line, ctx.text)
            lines += _render_left_out(table, line, ctx.settings.zone, ctx.text, own=own)
    if lines and (own or ctx.moderates):
        lines += await _explain_exclusion(ctx, season, player)
    return lines


def _find_line(table: SeasonTable, player: Player) -> SeasonLine | None:
    return next((line for line in table.list_lines() if line.player == player), None)


def _render_line(line: SeasonLine, text: Catalogue) -> Iterator[str]:
    sums = {"points": line.points, "games": line.games, "played": line.played}
    if line.from_deeds:
        yield text(
            "season-standing-deeds", points=line.points - line.from_deeds, deeds=line.from_deeds
        )
    if line.excluded:
        yield text("season-standing-excluded", **sums)
    elif line.rank is None:
        yield text("season-standing-unranked", missing=line.missing, **sums)
    else:
        yield text("season-standing-ranked", rank=line.rank, **sums)


def _render_left_out(
    table: SeasonTable, line: SeasonLine, zone: ZoneInfo, text: Catalogue, *, own: bool
) -> Iterator[str]:
    if line.player in table.selection.capped and table.rules.cap is not None:
        above = table.selection.capped[line.player]
        yield text("season-standing-capped", points=above, most=table.rules.cap)
    held = table.selection.held.get(line.player)
    if held is not None:
        yield text("season-standing-held", points=held.points, games=held.games, middle=held.middle)
    found = table.selection.left_out[line.player]
    if not own:
        for reason, count in Counter(each.reason for each in found.values()).items():
            explained = explain_left_out(LeftOut(reason), table.rules, text)
            yield text("season-left-count", count=count, reason=explained)
        return
    ended = {(game.channel, game.pod): game.at for game in table.games}
    for name in sorted(found, key=ended.__getitem__, reverse=True)[:MAX_EXPLAINED_GAMES]:
        date = text.format_date(to_moment(ended[name]).astimezone(zone).date(), year=False)
        yield text(
            "season-left-game", date=date, reason=explain_left_out(found[name], table.rules, text)
        )
    if len(found) > MAX_EXPLAINED_GAMES:
        yield text("season-left-more", count=len(found) - MAX_EXPLAINED_GAMES)


async def _explain_exclusion(ctx: Context, season: Season, player: Player) -> list[str]:
    found = await ctx.services.seasons.load_exclusions(season.guild, season.number)
    return [
        ctx.text("season-standing-reason", reason=escape(each.reason, LONGEST_REASON))
        for each in found
        if each.player == player
    ]


# Games with too many guests

MAX_GUEST_GAMES = 20
"""The newest games with guests and without results; each is read."""


class _GuestGame(NamedTuple):
    """A game that does not count, and the reason."""

    ended: datetime
    reason: TooManyGuests


async def render_guest_games(
    ctx: Context, player: Player, between: tuple[datetime, datetime], *, own: bool
) -> list[str]:
    """Return the lines about a player's games that do not count because of guests.

    With `own`, each game is listed with its date; otherwise games are counted by reason.
    """
    guild = ctx.place.guild
    found = list[_GuestGame]()
    for spot in await load_uncounted_guest_games(
        ctx.services.database, guild, player, between, MAX_GUEST_GAMES
    ):
        pod = (await ctx.services.service.read(Place(guild, spot.channel), spot.number)).live.pod
        reason = None if pod is None or pod.counted is None else find_excess(pod)
        if reason is not None:
            found.append(_GuestGame(spot.ended, reason))
    return list(_render_each(ctx, found) if own else _render_counts(ctx, found))


def _render_each(ctx: Context, found: list[_GuestGame]) -> Iterator[str]:
    text = ctx.text
    for game in found[:MAX_EXPLAINED_GAMES]:
        date = text.format_date(game.ended.astimezone(ctx.settings.zone).date(), year=False)
        yield text("season-left-game", date=date, reason=text(f"stats-{game.reason}"))
    if len(found) > MAX_EXPLAINED_GAMES:
        yield text("season-left-more", count=len(found) - MAX_EXPLAINED_GAMES)


def _render_counts(ctx: Context, found: list[_GuestGame]) -> Iterator[str]:
    for reason, count in Counter(game.reason for game in found).items():
        yield ctx.text("season-left-count", count=count, reason=ctx.text(f"stats-{reason}"))


ROUTES = (Route("stats:deeds:{player}:{season}", show_deeds, on_server(pace="costly")),)
