"""The weekly post of a server."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import discord

from bot.front.background.posts import PostContent
from bot.front.interaction.services import StandingsSources
from bot.front.rendering import decks, embeds, names
from bot.front.rendering.deck_names import name_commanders
from bot.front.rendering.deeds import name_deed
from bot.front.rendering.embeds import render_rank
from bot.front.rendering.escaping import escape
from bot.front.standings import charts
from bot.front.standings.naming import MAX_NAMED, find_ranked, join_names
from bot.i18n import Catalogue, load_catalogue
from bot.projections import weeks
from bot.projections.deck_tables import DeckScope, load_deck_lines
from bot.projections.results import HOUSE_VARIANT
from bot.projections.standings import Scope, StandingsLine
from bot.projections.weeks import Gain, Week, WeekRank, apply_season_rules
from bot.rules.facts import Player
from bot.storage.servers.guilds import PostPart
from bot.storage.servers.posts import Post
from bot.storage.tables.game_kinds import JOUST, POD, GameKind
from bot.words import Words

CLOSE_LEAD = 3
"""Points of a single victory: a smaller lead may be caught up next time."""

MAX_NEWCOMERS = 8
"""The most newcomers who are named."""

MIN_CHANCE = 0.001
"""The least chance that is stated: one in a thousand."""

_MINUTE_MILLISECONDS = 60_000  # milliseconds
_MILLISECOND = timedelta(milliseconds=1)


async def draw_weekly_post(sources: StandingsSources, post: Post) -> PostContent:
    """Draw a weekly post in its language, from everything recorded by now."""
    settings = await sources.guilds.read_settings(post.guild)
    week = await _read_week(sources, post)
    duels = await _read_week(sources, post, JOUST)
    named = _find_people(week) | _find_duelists(duels)
    words = await names.name_players(
        find_ranked(sources, post.guild), load_catalogue(post.language), named
    )
    embed = render_week(
        week, words, settings.zone, settings.shows, late=post.late, duelled=duels.games > 0
    )
    if "results" in settings.shows:
        await _add_deck(sources, post, embed, words)
    add_duels(embed, duels, words)
    chart = (
        await _draw_chart(sources, post.guild, week, words.text, named)
        if "chart" in settings.shows
        else None
    )
    if chart is None:
        return PostContent(embed)
    embed.set_image(url=f"attachment://{chart.filename}")
    return PostContent(embed, [chart])


async def _add_deck(
    sources: StandingsSources, post: Post, embed: discord.Embed, words: Words
) -> None:
    """Add the deck of the week, where games say what was played: the commanders with most wins."""
    scope = DeckScope(post.start, post.end)
    lines = await load_deck_lines(sources.database, post.guild, scope, "commanders")
    won = [line for line in lines if line.record.won]
    if not won:
        return
    best = min(won, key=lambda line: (-line.record.won, line.record.games, repr(line.deck)))
    named = f"**{name_commanders(best.deck, words)}**"
    value = f"{named} · {decks.render_record(best.record, words.text)}"
    embed.add_field(name=words.text("week-deck"), value=value, inline=False)


async def _read_week(sources: StandingsSources, post: Post, game: GameKind = POD) -> Week:
    """Read the week of a kind of game, with the table by the season's rules."""
    found = await weeks.read_week(sources.database, post.guild, post.start, post.end, game)
    return await apply_season_rules(sources.season_tables, post.guild, found, game)


def render_week(
    week: Week,
    words: Words,
    zone: ZoneInfo,
    shows: Sequence[PostPart],
    *,
    late: bool = False,
    duelled: bool = False,
) -> discord.Embed:
    """Render a week with the parts that the server `shows`; `words` know the players.

    With `duelled`, a week without pods is not called quiet.
    """
    text = words.text
    title = text("week-title", dates=format_dates(week.start, week.end, zone, text))
    embed = discord.Embed(title=title, colour=embeds.COLOURS["finished"])
    moved = "movement" in shows and bool(week.former)
    lines = list(_render_head(week, words, late=late, duelled=duelled))
    if "table" in shows and week.table:
        lines += ["", f"**{text('week-table', name=_render_counted(week, text))}**"]
        lines += [_render_place(place, words, moved=moved) for place in week.table]
    embed.description = "\n".join(lines)
    fields = {
        "week-results": _render_results(week, words, moved=moved) if "results" in shows else (),
        "week-deeds": _render_deeds(week, words) if "results" in shows else (),
        "week-upsets": _render_upsets(week, words) if "upsets" in shows else (),
        "week-newcomers": _render_newcomers(week, words) if "newcomers" in shows else (),
    }
    for name, told in fields.items():
        value = "\n".join(told)
        if value:
            embed.add_field(name=text(name), value=value, inline=False)
    legend = [text("week-legend-roles")] if "results" in shows and week.gains else []
    if moved and "table" in shows:
        legend.append(text("week-legend-moved"))
    if legend:
        embed.set_footer(text=" · ".join(legend))
    return embed


def format_dates(start: datetime, end: datetime, zone: ZoneInfo, text: Catalogue) -> str:
    """Render the server's days of the time from `start` to `end`, which is excluded."""
    first, last = (each.astimezone(zone).date() for each in (start, end - _MILLISECOND))
    return text.format_dates(first, last)


# Headline


def _render_head(week: Week, words: Words, *, late: bool, duelled: bool) -> Iterator[str]:
    if duelled and not (week.games or week.over):
        yield words.text("week-only-duels")
    else:
        yield render_headline(week, words)
    yield f"-# {_render_played(week, words)}"
    if late:
        yield f"-# {words.text('week-late')}"


def render_headline(week: Week, words: Words) -> str:
    """Render who leads and what has changed.

    The wording depends on the facts alone, so that it stays when the post is edited.
    """
    text = words.text
    leaders = join_names(week.leaders, words)
    gone = [player for player in week.former if player not in week.leaders]
    former = join_names(gone, words)
    count = len(week.leaders)
    if week.season is not None and week.over:
        return text("week-over", season=escape(week.season.name), leaders=leaders)
    if not week.games:
        return text("week-quiet")
    if not week.former:
        return text("week-opened", leaders=leaders, count=count)
    if count > 1:
        return text("week-shared", leaders=leaders, count=count)
    if len(gone) == len(week.former):
        return text("week-taken", leaders=leaders, former=former)
    if gone:
        return text("week-alone", leaders=leaders, former=former)
    chasing = [place.player for place in week.table if place.rank == 2]
    if chasing and week.ahead <= CLOSE_LEAD:
        chasers = join_names(chasing, words)
        return text(
            "week-close", leaders=leaders, chasers=chasers, count=len(chasing), ahead=week.ahead
        )
    return text("week-holds", leaders=leaders, ahead=week.ahead)


def _render_played(week: Week, words: Words) -> str:
    """Render the numbers of games and players, and the variants."""
    text = words.text
    parts = [text("week-games", games=week.games)]
    if week.players:
        parts.append(text("week-players", players=week.players))
    for variant, games in week.variants:
        name = text("week-house") if variant == HOUSE_VARIANT else words.name_variant(variant)
        parts.append(text("week-variant", variant=name, games=games))
    return " · ".join(parts)


# Table


def _render_counted(week: Week, text: Catalogue) -> str:
    return text("week-ever") if week.season is None else escape(week.season.name)


def _render_place(place: WeekRank, words: Words, *, moved: bool) -> str:
    line = words.text(
        "week-line",
        rank=render_rank(place.rank),
        player=words.name(place.player),
        points=place.points,
    )
    return f"{line} · {_render_move(place)}" if moved else line


def _render_move(place: WeekRank) -> str:
    if place.before is None:
        return "🆕"
    up = place.before - place.rank
    return f"▲{up}" if up > 0 else f"▼{-up}" if up < 0 else "＝"


# Events


def _render_results(week: Week, words: Words, *, moved: bool) -> Iterator[str]:
    for gain in week.gains:
        yield " · ".join(_render_gain(gain, words))
    climbs = {p.player: p.before - p.rank for p in week.table if p.before is not None}
    highest = max(climbs.values(), default=0)
    if moved and highest > 1:
        players = [player for player, places in climbs.items() if places == highest]
        yield words.text("week-climb", players=join_names(players, words), places=highest)


def _render_gain(gain: Gain, words: Words) -> Iterator[str]:
    yield words.text(
        "week-gain",
        rank=render_rank(gain.rank),
        player=words.name(gain.player),
        points=gain.points,
        games=gain.games,
    )
    if gain.won_as_master:
        yield f"👑 {gain.won_as_master}"
    if gain.won_as_servant:
        yield f"⛓️ {gain.won_as_servant}"


def _render_deeds(week: Week, words: Words) -> Iterator[str]:
    if week.deed is not None:
        players = join_names(week.deed.players, words)
        deed = name_deed(week.deed.deed, words.text)
        yield words.text("week-deed", deed=deed, players=players)
    if week.reign is not None and week.reign.number >= _MINUTE_MILLISECONDS:
        minutes = week.reign.number // _MINUTE_MILLISECONDS
        time = words.text("week-time", hours=minutes // 60, minutes=minutes % 60)
        yield words.text("week-reign", players=join_names(week.reign.players, words), time=time)
    if week.caused is not None:
        players = join_names(week.caused.players, words)
        yield words.text("week-caused", players=players, times=week.caused.number)
    for duel in week.duels[:MAX_NAMED]:
        responsible, loser = (join_names([each], words) for each in (duel.responsible, duel.loser))
        yield words.text("week-duel", responsible=responsible, loser=loser, times=duel.times)


def _render_upsets(week: Week, words: Words) -> Iterator[str]:
    for upset in week.upsets:
        winners = join_names(upset.winners, words)
        times = round(1 / max(upset.chance, MIN_CHANCE))
        yield words.text("week-upset", winners=winners, times=times)


def _render_newcomers(week: Week, words: Words) -> Iterator[str]:
    if week.newcomers:
        players = join_names(week.newcomers, words, MAX_NEWCOMERS)
        count = len(week.newcomers)
        yield words.text("week-welcome", players=players, count=count)


# Names


def _find_people(week: Week) -> set[Player]:
    """Return every player whom the post may name."""
    feats = [each.players[:MAX_NAMED] for each in (week.reign, week.caused) if each is not None]
    sides = [each.winners[:MAX_NAMED] for each in week.upsets]
    lists = [
        week.leaders[:MAX_NAMED],
        week.former,
        week.newcomers[:MAX_NEWCOMERS],
        *feats,
        *sides,
    ]
    if week.deed is not None:
        lists.append(week.deed.players[:MAX_NAMED])
    found = {player for players in lists for player in players}
    found.update(place.player for place in week.table)
    found.update(gain.player for gain in week.gains)
    return found.union(*((duel.responsible, duel.loser) for duel in week.duels[:MAX_NAMED]))


# Picture


async def _draw_chart(
    sources: StandingsSources, guild: int, week: Week, text: Catalogue, named: set[Player]
) -> discord.File | None:
    scope = Scope(season=None if week.season is None else week.season.number)
    best = [StandingsLine(each.rank, each.player, each.points, 0, 0, 0) for each in week.table]
    return await charts.draw_season(sources, guild, scope, best, week.end, text, named)


# Duels


def add_duels(embed: discord.Embed, duels: Week, words: Words) -> None:
    """Add a field with the number of duels, their table's leaders, and the best of the week."""
    if duels.games:
        value = "\n".join(_render_duels(duels, words))
        embed.add_field(name=words.text("week-duels"), value=value, inline=False)


def _find_duelists(duels: Week) -> set[Player]:
    """Return every player whom the field of duels may name."""
    return {*duels.leaders[:MAX_NAMED], *(gain.player for gain in duels.gains[:MAX_NAMED])}


def _render_duels(duels: Week, words: Words) -> Iterator[str]:
    text = words.text
    played = text("week-duels-played", games=duels.games)
    yield f"-# {played} · {text('week-players', players=duels.players)}"
    leaders = join_names(duels.leaders, words)
    count = len(duels.leaders)
    yield text("week-duels-lead", leaders=leaders, count=count, points=duels.table[0].points)
    for gain in duels.gains[:MAX_NAMED]:
        rank = render_rank(gain.rank)
        player = words.name(gain.player)
        yield text(
            "week-duels-gain", rank=rank, player=player, points=gain.points, games=gain.games
        )
