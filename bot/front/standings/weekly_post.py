"""The content of a server's weekly post."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import discord
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.front.decks import deck_texts
from bot.front.decks.deck_names import format_deck_commanders
from bot.front.game_texts.deed_texts import format_achievement_with_icon
from bot.front.interaction.services import StandingsMessageServices
from bot.front.publishing.post_outbox import StandingsPostContent
from bot.front.standings import charts
from bot.front.standings.standings_names import MAX_NAMED, build_player_name_loader, join_names_of_first_players
from bot.front.ui import embeds, player_names
from bot.front.ui.embeds import render_rank_medal
from bot.front.ui.escaping import escape_markdown
from bot.i18n import Translations, load_translations
from bot.projections import week_summary
from bot.projections.deck_tables import DeckStatisticsFilter, load_deck_leaderboard
from bot.projections.results import HOUSE_VARIANT
from bot.projections.standings import LeaderboardFilter, LeaderboardLine
from bot.projections.week_summary import (
    MAX_HOLDERS,
    WeekEndStandingsLine,
    WeeklyPointsGain,
    WeekSummary,
    apply_season_rules_to_week_summary,
)
from bot.rules.facts import Player
from bot.rules.variants import ServantKind
from bot.storage.servers.server_settings import PostPart
from bot.storage.servers.standings_posts import StandingsPost
from bot.storage.tables.game_kinds import JOUST, POD, GameKind

CLOSE_LEAD = 3
"""Points of a single victory: a smaller lead may be caught up next time."""

LEAD_CHANGE = 2
"""The fewest points by which a lead must grow or shrink before a post says so."""

MAX_NEWCOMERS = 8
"""The most newcomers who are named."""

LEAST_DEFEATS = 3
"""The fewest defeats of one player by the same opponent in a week that a post tells."""

MAX_DEED_LINES = 4
"""The most lines on what was rare, longest or most frequent in a week; the rarest come first."""

MAX_RECORDS = 2
"""The most records that are told."""

MIN_CHANCE = 0.001
"""The least chance that is stated: one in a thousand."""

_MINUTE_MILLISECONDS = 60_000  # milliseconds
_MILLISECOND = timedelta(milliseconds=1)


async def render_weekly_post(services: StandingsMessageServices, standings_post: StandingsPost) -> StandingsPostContent:
    """Render a weekly post about a server's games, in the language of the post."""
    settings = await services.guilds.load_server_settings(standings_post.guild)
    week = await _load_week_summary(services, standings_post)
    duels = await _load_week_summary(services, standings_post, JOUST)
    named = _collect_players_named_in_post(week) | _collect_duelists_named_in_post(duels)
    words = await player_names.load_formatter_with_player_names(
        build_player_name_loader(services, standings_post.guild), load_translations(standings_post.language), named
    )
    embed = render_weekly_post_embed(
        week, words, settings.time_zone, settings.shows, is_posted_late=standings_post.late, has_duels=duels.games > 0
    )
    if "results" in settings.shows:
        await _add_deck_of_week(services, standings_post, embed, words)
    add_weekly_duels_field(embed, duels, words)
    chart = (
        await _draw_week_chart(services, standings_post.guild, week, words.text, named)
        if "chart" in settings.shows
        else None
    )
    if chart is None:
        return StandingsPostContent(embed)
    embed.set_image(url=f"attachment://{chart.filename}")
    return StandingsPostContent(embed, [chart])


async def _add_deck_of_week(
    services: StandingsMessageServices,
    standings_post: StandingsPost,
    embed: discord.Embed,
    formatter: PodMessageFormatter,
) -> None:
    """Add a field to a weekly post with the commanders that won most often that week."""
    scope = DeckStatisticsFilter(standings_post.start, standings_post.end)
    lines = await load_deck_leaderboard(services.database, standings_post.guild, scope, "commanders")
    won = [line for line in lines if line.record.won]
    if not won:
        return
    best = min(won, key=lambda line: (-line.record.won, line.record.games, repr(line.deck)))
    named = f"**{format_deck_commanders(best.deck, formatter)}**"
    value = f"{named} · {deck_texts.render_deck_win_rate(best.record, formatter.text)}"
    embed.add_field(name=formatter.text("week-deck"), value=value, inline=False)


async def _load_week_summary(
    services: StandingsMessageServices, standings_post: StandingsPost, game_kind: GameKind = POD
) -> WeekSummary:
    """Load the results of a week of pods or duels, ranked by the season's rules."""
    found = await week_summary.load_week_summary(
        services.database, standings_post.guild, standings_post.start, standings_post.end, game_kind
    )
    return await apply_season_rules_to_week_summary(services.season_tables, standings_post.guild, found, game_kind)


def render_weekly_post_embed(
    week_summary: WeekSummary,
    formatter: PodMessageFormatter,
    time_zone: ZoneInfo,
    shown_parts: Sequence[PostPart],
    *,
    is_posted_late: bool = False,
    has_duels: bool = False,
) -> discord.Embed:
    """Return an embed with a week's results, limited to the parts that the server has selected.

    With `has_duels`, a week without pods is not called quiet.
    """
    text = formatter.text
    title = text("week-title", dates=format_week_dates(week_summary.start, week_summary.end, time_zone, text))
    embed = discord.Embed(title=title, colour=embeds.COLOURS["finished"])
    moved = "movement" in shown_parts and bool(week_summary.former)
    lines = list(
        _render_week_headline_and_counts(week_summary, formatter, is_posted_late=is_posted_late, has_duels=has_duels)
    )
    if "table" in shown_parts and (week_summary.table or week_summary.unranked):
        lines += ["", f"**{text('week-table', name=_render_season_name(week_summary, text))}**"]
        lines += [
            _render_week_standings_line(
                place, formatter, with_rank_change=moved, without_medals=week_summary.needed is not None
            )
            for place in week_summary.table
        ]
        if week_summary.unranked:
            lines.append(
                f"-# {text('week-unranked', players=week_summary.unranked, games=week_summary.games_for_rank)}"
            )
    embed.description = "\n".join(lines)
    fields = {
        "week-results": _render_best_results_of_week(week_summary, formatter, with_rank_changes=moved)
        if "results" in shown_parts
        else (),
        "week-deeds": islice(_render_week_records(week_summary, formatter), MAX_DEED_LINES)
        if "results" in shown_parts
        else (),
        "week-upsets": _render_unlikely_wins_of_week(week_summary, formatter) if "upsets" in shown_parts else (),
        "week-newcomers": _render_week_newcomers(week_summary, formatter) if "newcomers" in shown_parts else (),
    }
    for name, told in fields.items():
        value = "\n".join(told)
        if value:
            embed.add_field(name=text(name), value=value, inline=False)
    legend = (
        [text("week-legend-roles", servants=week_summary.servants)]
        if _should_show_wins_by_role(week_summary, shown_parts)
        else []
    )
    if moved and "table" in shown_parts:
        legend.append(text("week-legend-moved"))
    if legend:
        embed.set_footer(text=" · ".join(legend))
    return embed


def _should_show_wins_by_role(week_summary: WeekSummary, shown_parts: Sequence[PostPart]) -> bool:
    return "results" in shown_parts and any(gain.won_as_master or gain.won_as_servant for gain in week_summary.gains)


def format_week_dates(week_start: datetime, week_end: datetime, time_zone: ZoneInfo, translations: Translations) -> str:
    """Return the days of a week from `week_start` to the day before `week_end`, as text."""
    first, last = (each.astimezone(time_zone).date() for each in (week_start, week_end - _MILLISECOND))
    return translations.format_date_range(first, last)


# Headline


def _render_week_headline_and_counts(
    week_summary: WeekSummary, formatter: PodMessageFormatter, *, is_posted_late: bool, has_duels: bool
) -> Iterator[str]:
    if has_duels and not (week_summary.games or week_summary.was_season_over_at_week_end):
        yield formatter.text("week-only-duels")
    else:
        yield render_week_headline(week_summary, formatter)
    yield f"-# {_render_game_counts(week_summary, formatter)}"
    if is_posted_late:
        yield f"-# {formatter.text('week-late')}"


def render_week_headline(week_summary: WeekSummary, formatter: PodMessageFormatter) -> str:
    """Return the headline of a weekly post, with the leader and the main change."""
    text = formatter.text
    leaders = join_names_of_first_players(week_summary.leaders, formatter)
    gone = [player for player in week_summary.former if player not in week_summary.leaders]
    former = join_names_of_first_players(gone, formatter)
    count = len(week_summary.leaders)
    servants = week_summary.servants
    if week_summary.season is not None and week_summary.was_season_over_at_week_end:
        if not leaders:
            return text("week-over-nobody", season=escape_markdown(week_summary.season.name))
        return text("week-over", season=escape_markdown(week_summary.season.name), leaders=leaders, servants=servants)
    if not week_summary.games:
        return text("week-quiet")
    if week_summary.needed is not None:
        return text("week-waits", games=week_summary.needed)
    if not week_summary.former:
        return text("week-opened", leaders=leaders, count=count)
    if count > 1:
        return text("week-shared", leaders=leaders, count=count, servants=servants)
    if len(gone) == len(week_summary.former):
        return text("week-taken", leaders=leaders, former=former, servants=servants)
    if gone:
        return text("week-alone", leaders=leaders, former=former)
    chasing = [place.player for place in week_summary.table if place.rank == 2]
    if chasing and week_summary.ahead <= CLOSE_LEAD:
        chasers = join_names_of_first_players(chasing, formatter)
        return text("week-close", leaders=leaders, chasers=chasers, count=len(chasing), ahead=week_summary.ahead)
    if week_summary.ahead_before is None or abs(week_summary.ahead - week_summary.ahead_before) < LEAD_CHANGE:
        return text("week-holds", leaders=leaders, ahead=week_summary.ahead)
    key = "week-holds-more" if week_summary.ahead > week_summary.ahead_before else "week-holds-less"
    return text(key, leaders=leaders, ahead=week_summary.ahead, before=week_summary.ahead_before)


def _render_game_counts(week_summary: WeekSummary, formatter: PodMessageFormatter) -> str:
    """Render the number of a week's games and players, and the games of each variant."""
    text = formatter.text
    parts = [text("week-games", games=week_summary.games)]
    if week_summary.players:
        parts.append(text("week-players", players=week_summary.players))
    for variant, games in week_summary.variants:
        name = text("week-house") if variant == HOUSE_VARIANT else formatter.format_variant_name(variant)
        parts.append(text("week-variant", variant=name, games=games))
    return " · ".join(parts)


# Table


def _render_season_name(week_summary: WeekSummary, translations: Translations) -> str:
    return translations("week-ever") if week_summary.season is None else escape_markdown(week_summary.season.name)


def _render_week_standings_line(
    standings_line: WeekEndStandingsLine,
    formatter: PodMessageFormatter,
    *,
    with_rank_change: bool,
    without_medals: bool,
) -> str:
    line = formatter.text(
        "week-line",
        rank=_render_rank_in_weekly_post(standings_line.rank, hides_medals=without_medals),
        player=formatter.name(standings_line.player),
        points=standings_line.points,
    )
    if standings_line.missing:
        line = f"{line} · {formatter.text('leaderboard-missing', games=standings_line.missing)}"
    return f"{line} · {_render_rank_change_in_week(standings_line)}" if with_rank_change else line


def _render_rank_in_weekly_post(rank: int, *, hides_medals: bool) -> str:
    """Return a rank in a weekly post, without medals while nobody qualifies as leader."""
    return f"`{rank}.`" if hides_medals else render_rank_medal(rank)


def _render_rank_change_in_week(standings_line: WeekEndStandingsLine) -> str:
    if standings_line.before is None:
        return "🆕"
    up = standings_line.before - standings_line.rank
    return f"▲{up}" if up > 0 else f"▼{-up}" if up < 0 else "＝"


# Events


def _render_best_results_of_week(
    week_summary: WeekSummary, formatter: PodMessageFormatter, *, with_rank_changes: bool
) -> Iterator[str]:
    for gain in week_summary.gains:
        yield " · ".join(_render_weekly_points_gain(gain, formatter, without_medals=week_summary.needed is not None))
    climbs = {p.player: p.before - p.rank for p in week_summary.table if p.before is not None}
    highest = max(climbs.values(), default=0)
    if with_rank_changes and highest > 1:
        players = [player for player, places in climbs.items() if places == highest]
        yield formatter.text("week-climb", players=join_names_of_first_players(players, formatter), places=highest)


def _render_weekly_points_gain(
    points_gain: WeeklyPointsGain, formatter: PodMessageFormatter, *, without_medals: bool
) -> Iterator[str]:
    yield formatter.text(
        "week-gain",
        rank=_render_rank_in_weekly_post(points_gain.rank, hides_medals=without_medals),
        player=formatter.name(points_gain.player),
        points=points_gain.points,
        games=points_gain.games,
    )
    if points_gain.won_as_master:
        yield f"👑 {points_gain.won_as_master}"
    if points_gain.won_as_servant:
        yield f"⛓️ {points_gain.won_as_servant}"


def _remove_repeated_week_records(week_summary: WeekSummary) -> WeekSummary:
    """Return a week's summary without records that another line of the weekly post already states."""
    most_caused = next((each for each in week_summary.records if each.record == "caused"), None)
    # In Respawn defeats are points.
    records = [
        each for each in week_summary.records if replace(each, record="caused") != most_caused or each is most_caused
    ]
    records = records[:MAX_RECORDS]
    deed, caused = week_summary.deed, week_summary.caused
    if deed is not None and deed.deed == "loyal":
        thralls = {player for each in records if each.record == "thrall" for player in each.players}
        deed = None if {*deed.players} <= thralls else deed
    if caused is not None:
        told = [(each.players, each.number) for each in records if each.record == "caused"]
        told += [
            ((duel.responsible,), duel.times)
            for duel in week_summary.duels
            if _has_line_about_repeated_defeats(week_summary)
        ]
        caused = None if (caused.players, caused.number) in told else caused
    return replace(week_summary, records=tuple(records), deed=deed, caused=caused)


def _has_line_about_repeated_defeats(week_summary: WeekSummary) -> bool:
    return len(week_summary.duels) <= MAX_HOLDERS and any(each.times >= LEAST_DEFEATS for each in week_summary.duels)


def _render_week_records(week_summary: WeekSummary, formatter: PodMessageFormatter) -> Iterator[str]:
    week_summary = _remove_repeated_week_records(week_summary)
    for record in week_summary.records:
        players = join_names_of_first_players(record.players, formatter)
        yield formatter.text(f"week-record-{record.record}", players=players, number=record.number)
    if week_summary.deed is not None:
        players = join_names_of_first_players(week_summary.deed.players, formatter)
        deed = format_achievement_with_icon(week_summary.deed.deed, formatter.text)
        yield formatter.text("week-deed", deed=deed, players=players, before=week_summary.deed.before)
    if (
        week_summary.reign is not None
        and week_summary.reign.number >= _MINUTE_MILLISECONDS
        and len(week_summary.reign.players) <= MAX_HOLDERS
    ):
        players = join_names_of_first_players(week_summary.reign.players, formatter)
        yield render_longest_time_as_master(week_summary.reign.number, players, week_summary.servants, formatter.text)
    if week_summary.caused is not None and len(week_summary.caused.players) <= MAX_HOLDERS:
        players = join_names_of_first_players(week_summary.caused.players, formatter)
        yield formatter.text("week-caused", players=players, times=week_summary.caused.number)
    for duel in week_summary.duels if _has_line_about_repeated_defeats(week_summary) else ():
        responsible, loser = (join_names_of_first_players([each], formatter) for each in (duel.responsible, duel.loser))
        yield formatter.text("week-duel", responsible=responsible, loser=loser, times=duel.times)


def render_longest_time_as_master(
    milliseconds: int, player_names: str, servants: ServantKind, translations: Translations
) -> str:
    """Return a line with the longest time that a player was master of others."""
    minutes = milliseconds // _MINUTE_MILLISECONDS
    time = translations("week-time", hours=minutes // 60, minutes=minutes % 60)
    return translations("week-reign", players=player_names, time=time, servants=servants)


def _render_unlikely_wins_of_week(week_summary: WeekSummary, formatter: PodMessageFormatter) -> Iterator[str]:
    for upset in week_summary.upsets:
        winners = join_names_of_first_players(upset.winners, formatter)
        times = round(1 / max(upset.chance, MIN_CHANCE))
        yield formatter.text("week-upset", winners=winners, times=times)


def _render_week_newcomers(week_summary: WeekSummary, formatter: PodMessageFormatter) -> Iterator[str]:
    # In a server's first week everybody is new, which is no news.
    if week_summary.newcomers and len(week_summary.newcomers) != week_summary.players:
        players = join_names_of_first_players(week_summary.newcomers, formatter, MAX_NEWCOMERS)
        count = len(week_summary.newcomers)
        yield formatter.text("week-welcome", players=players, count=count, servants=week_summary.servants)


# Names


def _collect_players_named_in_post(week_summary: WeekSummary) -> set[Player]:
    feats = [each.players[:MAX_NAMED] for each in (week_summary.reign, week_summary.caused) if each is not None]
    sides = [each.winners[:MAX_NAMED] for each in week_summary.upsets]
    lists = [
        week_summary.leaders[:MAX_NAMED],
        week_summary.former,
        week_summary.newcomers[:MAX_NEWCOMERS],
        *feats,
        *sides,
    ]
    if week_summary.deed is not None:
        lists.append(week_summary.deed.players[:MAX_NAMED])
    found = {player for players in lists for player in players}
    found.update(place.player for place in week_summary.table)
    found.update(gain.player for gain in week_summary.gains)
    found.update(player for record in week_summary.records for player in record.players)
    return found.union(*((duel.responsible, duel.loser) for duel in week_summary.duels[:MAX_NAMED]))


# Picture


async def _draw_week_chart(
    services: StandingsMessageServices,
    guild_id: int,
    week_summary: WeekSummary,
    translations: Translations,
    players_named_in_text: set[Player],
) -> discord.File | None:
    scope = LeaderboardFilter(season=None if week_summary.season is None else week_summary.season.number)
    best = [LeaderboardLine(each.rank, each.player, each.points, 0, 0, 0) for each in week_summary.table]
    return await charts.draw_leaderboard_chart(
        services, guild_id, scope, best, week_summary.end, translations, players_named_in_text
    )


# Duels


def add_weekly_duels_field(
    embed: discord.Embed, duel_week_summary: WeekSummary, formatter: PodMessageFormatter
) -> None:
    """Add a field with a week's number of duels, and the best duelists."""
    if duel_week_summary.games:
        value = "\n".join(_render_weekly_duels(duel_week_summary, formatter))
        embed.add_field(name=formatter.text("week-duels"), value=value, inline=False)


def _collect_duelists_named_in_post(duel_week_summary: WeekSummary) -> set[Player]:
    return {*duel_week_summary.leaders[:MAX_NAMED], *(gain.player for gain in duel_week_summary.gains[:MAX_NAMED])}


def _render_weekly_duels(duel_week_summary: WeekSummary, formatter: PodMessageFormatter) -> Iterator[str]:
    text = formatter.text
    played = text("week-duels-played", games=duel_week_summary.games)
    yield f"-# {played} · {text('week-players', players=duel_week_summary.players)}"
    leaders = join_names_of_first_players(duel_week_summary.leaders, formatter)
    count = len(duel_week_summary.leaders)
    if duel_week_summary.needed is not None:
        yield text("week-waits", games=duel_week_summary.needed)
    elif leaders:
        yield text("week-duels-lead", leaders=leaders, count=count, points=duel_week_summary.table[0].points)
    for gain in duel_week_summary.gains[:MAX_NAMED]:
        rank = render_rank_medal(gain.rank)
        player = formatter.name(gain.player)
        yield text("week-duels-gain", rank=rank, player=player, points=gain.points, games=gain.games)
