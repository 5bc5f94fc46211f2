"""`/stats`: what a member has done on this server, and their standing in a season."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

import discord
from discord import ui
from discord.app_commands import Range

from bot.formatters.messages import PodMessageFormatter
from bot.front.decks import deck_names, deck_texts
from bot.front.decks.deck_input import MAX_COMMANDERS_LENGTH, autocomplete_own_decks_and_commanders, parse_deck_option
from bot.front.game_texts.deed_texts import render_achievement_counts_of_player
from bot.front.interaction.answers import send_answer
from bot.front.interaction.command_declarations import (
    declare_user_context_menu_command,
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context, load_or_create_person_of_discord_user
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.standings import seasons
from bot.front.standings.leaderboard_texts import explain_why_game_does_not_count
from bot.front.standings.pending_results import load_games_with_pending_results, render_pending_game_results
from bot.front.standings.standings_names import load_formatter_with_standings_names
from bot.front.ui import components
from bot.front.ui.embeds import COLOURS
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.i18n import Translations
from bot.projections import defeats
from bot.projections.career import (
    EVER,
    PlayerCareer,
    PlayerGameTotals,
    apply_season_rules_to_player_career,
    count_achievements_of_player,
    load_player_career,
)
from bot.projections.deck_tables import (
    DeckLeaderboardLine,
    DeckStatisticsFilter,
    load_wins_and_rivalries_of_deck,
    load_wins_by_deck_of_player,
)
from bot.projections.past_pods import load_games_uncounted_due_to_guests
from bot.projections.ratings import load_player_rating_history
from bot.rules.facts import Player
from bot.rules.guests import TooManyGuests, explain_if_pod_has_too_many_guests
from bot.rules.overrides import LONGEST_REASON
from bot.rules.records import Role
from bot.rules.refusals import Refusal
from bot.rules.variants import VARIANTS
from bot.season_rules.games import GameExclusionReason
from bot.season_rules.ranking import SeasonStandings, SeasonStandingsLine
from bot.service.live_game import ChannelAddress
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.tables import rivalries
from bot.storage.tables.game_kinds import GAME_KINDS, JOUST, POD, GameKind
from bot.storage.tables.seasons import LONGEST_NAME, Season

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


@slash_command("stats", build_access_rule_for_server(rate_limit_class="costly"))
@translate_command_options(player="stats", season="stats-season", deck="stats-deck")
@set_option_suggestions(season=seasons.autocomplete_season_or_all_time, deck=autocomplete_own_decks_and_commanders)
async def show_member_or_deck_statistics(
    ctx: Context,
    player: discord.User | None = None,
    season: seasons.SeasonName | None = None,
    deck: Range[str, 1, MAX_COMMANDERS_LENGTH] | None = None,
) -> None:
    if deck is None:
        await _show_member_statistics(ctx, player, season)
    else:
        if player is not None:
            raise Refusal("stats-deck-alone")
        await _show_deck_statistics(ctx, deck, season)


async def _show_deck_statistics(ctx: Context, deck_option: str, season_option: str | None) -> None:
    """Show the results of one of the user's decks, or of a commander, on this server."""
    deck = await parse_deck_option(ctx, deck_option)
    chosen = None if season_option is None else await seasons.load_selected_season_or_all_time(ctx, season_option)
    start, end = EVER if chosen is None else (chosen.start, chosen.end or EVER[1])
    scope = DeckStatisticsFilter(start, end)
    line, rivals = await load_wins_and_rivalries_of_deck(ctx.services.database, ctx.channel_address.guild, scope, deck)
    words = await load_formatter_with_standings_names(ctx, line.players)
    text = words.text
    lines = [deck_texts.describe_deck_in_one_line(line.deck, words), deck_texts.render_deck_win_rate(line.record, text)]
    if line.players:
        lines.append(text("deck-played-by", players=words.join_player_names(line.players[:MAX_PLAYERS])))
    about = seasons.render_season_name_and_dates(chosen, ctx.settings.time_zone, text)
    embed = deck_texts.build_deck_statistics_embed(text("deck-stats-title"), about, lines, [line.record], text)
    if rivals:
        shown = "\n".join(deck_texts.render_commander_rivalries(rivals[:MAX_OPPONENTS], words))
        embed.add_field(name=text("rivals-commanders-title"), value=shown, inline=False)
    await send_answer(ctx, embed=embed)


@declare_user_context_menu_command("stats", build_access_rule_for_server(rate_limit_class="costly"))
async def show_member_statistics_from_context_menu(ctx: Context, user: discord.User) -> None:
    """Show the statistics of the member whose context menu was used."""
    await _show_member_statistics(ctx, user, None)


async def _show_member_statistics(ctx: Context, member: Member | None, season_option: str | None) -> None:
    user = member or ctx.interaction.user
    guild = ctx.channel_address.guild
    database = ctx.services.database
    if user.bot:
        raise Refusal("stats-bot")
    chosen = None if season_option is None else await seasons.load_selected_season_or_all_time(ctx, season_option)
    player = (await load_or_create_person_of_discord_user(ctx, user)).id
    number = rivalries.EVER if chosen is None else chosen.number
    between = _get_time_span_of_season(chosen)
    found, duelled = [await _load_career_in_season(ctx, player, chosen, kind) for kind in (POD, JOUST)]
    own = user.id == ctx.interaction.user.id
    uncounted = await render_uncounted_games_with_guests(ctx, player, between, is_own_statistics=own)
    settling = []
    if chosen is None or chosen.end is None:
        settling = await load_games_with_pending_results(ctx, player=player)
    unsettled = await render_pending_game_results(ctx, settling)
    if found is None and duelled is None:
        nothing = await _render_notice_of_no_games(ctx, player, is_all_time=chosen is None)
        first = [] if unsettled else [nothing]
        await send_answer(ctx, "\n".join([*first, *unsettled, *uncounted]))
        return
    victims, nemeses = await defeats.load_most_frequent_opponents(database, guild, number, player, MAX_OPPONENTS)
    words = await load_formatter_with_standings_names(ctx, [player, *(each for each, _ in (*victims, *nemeses))])
    about = f"-# {seasons.render_season_name_and_dates(chosen, ctx.settings.time_zone, words.text)}"
    title = words.text("stats-title", player=words.name(player))
    embed = discord.Embed(title=title, colour=COLOURS["finished"], description=about)
    if found is not None:
        embed.description = "\n".join([about, *_render_points_and_win_totals(found, words.text)])
        rated = await _load_last_ratings_of_player(ctx, player, POD)
        _add_statistics_fields_to_embed(embed, _render_pod_statistics_fields(found, rated, words.text), words.text)
        others = (("victims", victims), ("nemeses", nemeses))
        fields = [(name, _render_opponents_with_defeat_counts(each, words)) for name, each in others]
        played = await load_wins_by_deck_of_player(database, guild, DeckStatisticsFilter(*between), player)
        fields.append(("decks", [*_render_most_played_decks(played, words)]))
        _add_statistics_fields_to_embed(embed, fields, words.text)
    if duelled is not None:
        rated = await _load_last_ratings_of_player(ctx, player, JOUST)
        _add_statistics_fields_to_embed(
            embed, [("duels", _render_duel_statistics(duelled, rated, words.text))], words.text
        )
    shown = chosen or await seasons.load_running_season(ctx)
    standing = await render_player_standing_in_season(ctx, shown, player, is_own_statistics=own)
    if shown is not None and standing:
        name = words.text("stats-season", name=clean_label_text(shown.name, LONGEST_NAME))
        embed.add_field(name=name, value="\n".join(standing), inline=False)
    _add_fields_for_uncounted_games(embed, unsettled, uncounted, words.text)
    await send_answer(ctx, embed=embed, view=_build_achievements_button_view(player, chosen, words.text))


async def _load_career_in_season(
    ctx: Context, player: Player, season: Season | None, game_kind: GameKind
) -> PlayerCareer | None:
    """Load a player's results in a season by the season's rules; without a season, the results of all time."""
    time_span = _get_time_span_of_season(season)
    career = await load_player_career(ctx.services.database, ctx.channel_address.guild, player, time_span, game_kind)
    if career is None or season is None:
        return career
    return await apply_season_rules_to_player_career(ctx.services.season_tables, season, player, career, game_kind)


def _add_fields_for_uncounted_games(
    embed: discord.Embed,
    pending_result_lines: Sequence[str],
    guest_game_lines: Sequence[str],
    translations: Translations,
) -> None:
    """Add embed fields about a player's games that do not count, and about results that are not final."""
    if pending_result_lines:
        title, *lines = pending_result_lines
        embed.add_field(name=title, value="\n".join(lines), inline=False)
    if guest_game_lines:
        embed.add_field(name=translations("guests-title"), value="\n".join(guest_game_lines), inline=False)


def _build_achievements_button_view(player: Player, season: Season | None, translations: Translations) -> ui.View:
    scope = "" if season is None else f"{season.number}"
    button: ui.Button[ui.View] = ui.Button(
        label=translations("deeds-title"), emoji="🎖️", custom_id=f"stats:deeds:{player}:{scope}"
    )
    return components.build_view_without_callbacks([button])


def _get_time_span_of_season(season: Season | None) -> tuple[datetime, datetime]:
    return EVER if season is None else (season.start, season.end or EVER[1])


async def show_achievements_of_player(ctx: Context, player: str, season: str) -> None:
    """Show how often a player has earned each achievement."""
    chosen = None if not season else await seasons.load_season_by_option(ctx, season)
    done = await count_achievements_of_player(
        ctx.services.database, ctx.channel_address.guild, player, _get_time_span_of_season(chosen)
    )
    words = await load_formatter_with_standings_names(ctx, [player])
    lines = [f"-# {seasons.render_season_name_and_dates(chosen, ctx.settings.time_zone, words.text)}"]
    lines += render_achievement_counts_of_player(done, words.text, ctx.settings.custom_achievement_names) or [
        words.text("deeds-nothing")
    ]
    embed = discord.Embed(
        title=words.text("deeds-of", player=words.name(player)),
        colour=COLOURS["finished"],
        description="\n".join(lines),
    )
    await send_answer(ctx, embed=embed)


async def _load_last_ratings_of_player(ctx: Context, player: Player, game_kind: GameKind) -> list[int]:
    """Load the ratings that a player had after each of the last pods or duels."""
    database = ctx.services.database
    guild = ctx.channel_address.guild
    return [
        points for _, points in await load_player_rating_history(database, guild, player, TREND_GAMES + 1, game_kind)
    ]


def _render_pod_statistics_fields(
    player_career: PlayerCareer, ratings: Sequence[int], translations: Translations
) -> list[tuple[str, Iterable[str]]]:
    return [
        ("rating", _render_pod_rating(player_career, ratings, translations)),
        ("roles", _render_wins_by_role(player_career, translations)),
        ("variants", _render_wins_by_variant(player_career, translations)),
        ("deeds", _render_career_records(player_career, translations)),
    ]


def _render_duel_statistics(career: PlayerCareer, ratings: Sequence[int], translations: Translations) -> Iterator[str]:
    yield from _render_points_and_win_totals(career, translations)
    yield from _render_rating_trend(ratings, translations)
    if career.longest:
        yield translations("stats-streak", count=career.streak, longest=career.longest)


def _render_most_played_decks(
    deck_lines: Sequence[DeckLeaderboardLine], formatter: PodMessageFormatter
) -> Iterator[str]:
    """Yield the names and win rates of the decks that a player plays most."""
    for line in sorted(deck_lines, key=lambda line: -line.record.games)[:MAX_PLAYED_DECKS]:
        named = deck_names.format_deck_name_with_commanders(line.deck, formatter)
        yield f"{named}\n-# {deck_texts.render_deck_win_rate(line.record, formatter.text)}"


def _add_statistics_fields_to_embed(
    embed: discord.Embed, fields: Iterable[tuple[str, Iterable[str]]], translations: Translations
) -> None:
    for name, lines in fields:
        if value := "\n".join(lines):
            inline = name in ("victims", "nemeses")
            embed.add_field(name=translations(f"stats-{name}"), value=value, inline=inline)


async def _render_notice_of_no_games(ctx: Context, player: Player, *, is_all_time: bool) -> str:
    when = "ever" if is_all_time else "season"
    if player == await ctx.get_player_id_of_user():
        return ctx.translations(f"stats-none-own-{when}")
    words = await load_formatter_with_standings_names(ctx, [player])
    return words.text(f"stats-none-{when}", player=words.name(player))


def _render_points_and_win_totals(player_career: PlayerCareer, translations: Translations) -> Iterator[str]:
    every = player_career.sum_games_by_variant_and_role()
    yield translations("stats-points", points=player_career.find_points(), games=every.games)
    parts = [
        translations("stats-won", count=every.won, share=round(100 * every.won / every.games)),
        translations("stats-lost", count=every.lost_game_count),
    ]
    if every.drawn:
        parts.append(translations("stats-drawn", count=every.drawn))
    yield " · ".join(parts)


BAR_CHARACTERS = "▁▂▃▄▅▆▇█"


def _render_pod_rating(
    player_career: PlayerCareer, ratings: Sequence[int], translations: Translations
) -> Iterator[str]:
    yield from _render_rating_trend(ratings, translations)
    if ratings and player_career.sum_games_by_variant_and_role(role="servant").won:
        yield f"-# {translations('stats-rated-thrall')}"


def _render_rating_trend(ratings: Sequence[int], translations: Translations) -> Iterator[str]:
    """Yield a player's rating, its last change, and a bar chart of earlier ratings."""
    if not ratings:
        return
    rating = ratings[-1]
    change = ratings[-1] - ratings[0]
    if len(ratings) == 1:
        yield translations("stats-rated-once", rating=rating)
        return
    sign = "▲" if change > 0 else "▼" if change < 0 else "＝"
    games = len(ratings) - 1
    yield translations("stats-rated", rating=rating, sign=sign, change=abs(change), games=games)
    yield f"`{render_numbers_as_bar_characters(ratings)}`"


def render_numbers_as_bar_characters(numbers: Sequence[int]) -> str:
    """Return the numbers as a row of bar characters (a sparkline)."""
    least = min(numbers)
    most = max(numbers)
    room = max(1, most - least)
    return "".join(BAR_CHARACTERS[(value - least) * (len(BAR_CHARACTERS) - 1) // room] for value in numbers)


def _render_wins_by_role(career: PlayerCareer, translations: Translations) -> Iterator[str]:
    if career.servants == "none":
        return  # everybody is the same there
    roles: tuple[Role, Role] = ("master", "servant")
    for role in roles:
        record = career.sum_games_by_variant_and_role(role=role)
        if record.games:
            yield translations(f"stats-as-{role}", won=record.won, games=record.games, kind=career.servants)


def _render_wins_by_variant(career: PlayerCareer, translations: Translations) -> Iterator[str]:
    played = {variant: career.sum_games_by_variant_and_role(variant) for variant, _ in career.records}

    for variant in sorted(played, key=lambda variant: (-played[variant].games, variant)):
        record: PlayerGameTotals = played[variant]
        name = translations(f"variant-{variant}" if variant in VARIANTS else "stats-house")
        values = {"won": record.won, "games": record.games, "points": career.find_points(variant)}
        yield translations("stats-variant", variant=name, **values)


def _render_career_records(career: PlayerCareer, translations: Translations) -> Iterator[str]:
    """Yield lines with a player's defeats of others, time as a master and winning streaks."""
    yield translations("stats-caused", count=career.caused)
    if career.servants != "none":
        yield translations("stats-served", count=career.served)
    if career.reign:
        yield translations(
            "stats-reign", time=_format_hours_and_minutes(timedelta(milliseconds=career.reign), translations)
        )
    if career.longest:
        yield translations("stats-streak", count=career.streak, longest=career.longest)


def _format_hours_and_minutes(duration: timedelta, translations: Translations) -> str:
    minutes = max(1, round(duration / timedelta(minutes=1)))
    if minutes < 60:
        return translations("stats-minutes", minutes=minutes)
    return translations("stats-hours", hours=minutes // 60, minutes=minutes % 60)


def _render_opponents_with_defeat_counts(
    opponents: Iterable[tuple[Player, int]], formatter: PodMessageFormatter
) -> list[str]:
    return [formatter.text("stats-other", player=formatter.name(player), count=count) for player, count in opponents]


# Standing in a season

MAX_EXPLAINED_GAMES = 5
"""Games that do not count and of which each is explained."""


async def render_player_standing_in_season(
    ctx: Context, season: Season | None, player: Player, *, is_own_statistics: bool
) -> list[str]:
    """Return lines about a player's rank in a season; an empty list if the season has no rules or the player no rank.

    With `is_own_statistics`, games that do not count are listed. Only the player and moderators learn the reason of an
    exclusion.
    """
    if season is None:
        return []
    lines = list[str]()
    for kind in GAME_KINDS:
        table = await ctx.services.season_tables.load_season_standings(season.guild, season.number, kind)
        line = None if table is None else _find_standings_line_of_player(table, player)
        if table is not None and line is not None:
            lines += [] if kind == POD else [f"**{ctx.translations(f'game-{kind}')}**"]
            lines += _render_rank_and_points_in_season(line, ctx.translations)
            lines += _render_games_excluded_by_season_rules(
                table, line, ctx.settings.time_zone, ctx.translations, is_own_statistics=is_own_statistics
            )
    if lines and (is_own_statistics or ctx.is_user_channel_moderator):
        lines += await _render_season_exclusion_reason(ctx, season, player)
    return lines


def _find_standings_line_of_player(standings: SeasonStandings, player: Player) -> SeasonStandingsLine | None:
    return next((line for line in standings.list_ranked_lines() if line.player == player), None)


def _render_rank_and_points_in_season(standings_line: SeasonStandingsLine, translations: Translations) -> Iterator[str]:
    sums = {"points": standings_line.points, "games": standings_line.games, "played": standings_line.played}
    if standings_line.from_deeds:
        yield translations(
            "season-standing-deeds",
            points=standings_line.points
            + standings_line.held
            - standings_line.from_deeds
            - standings_line.from_attendance,
            deeds=standings_line.from_deeds,
        )
    if standings_line.from_attendance:
        yield translations("season-standing-attendance", points=standings_line.from_attendance)
    if standings_line.excluded:
        yield translations("season-standing-excluded", **sums)
    elif standings_line.rank is None:
        yield translations("season-standing-unranked", missing=standings_line.missing, **sums)
    else:
        yield translations("season-standing-ranked", rank=standings_line.rank, **sums)


def _render_games_excluded_by_season_rules(
    standings: SeasonStandings,
    standings_line: SeasonStandingsLine,
    time_zone: ZoneInfo,
    translations: Translations,
    *,
    is_own_statistics: bool,
) -> Iterator[str]:
    if standings_line.player in standings.selection.capped and standings.rules.cap is not None:
        above = standings.selection.capped[standings_line.player]
        yield translations("season-standing-capped", points=above, most=standings.rules.cap)
    if standings.rules.rounds is not None:
        counted, played = standings.count_rounds_of_player(standings_line.player, standings.rules.rounds.unit)
        yield translations(f"season-standing-rounds-{standings.rules.rounds.unit}", counted=counted, played=played)
    held = standings.selection.held.get(standings_line.player)
    if held is not None:
        if held.games:
            yield translations("season-standing-held", points=held.points, games=held.games, middle=held.middle)
        else:
            yield translations("season-standing-held-votes", points=held.points, middle=held.middle)
    found = standings.selection.left_out[standings_line.player]
    if not is_own_statistics:
        for reason, count in Counter(each.reason for each in found.values()).items():
            explained = explain_why_game_does_not_count(GameExclusionReason(reason), standings.rules, translations)
            yield translations("season-left-count", count=count, reason=explained)
        return
    ended = {(game.channel, game.pod): game.at for game in standings.games}
    for name in sorted(found, key=ended.__getitem__, reverse=True)[:MAX_EXPLAINED_GAMES]:
        date = translations.format_date(
            datetime_from_milliseconds(ended[name]).astimezone(time_zone).date(), include_year=False
        )
        yield translations(
            "season-left-game",
            date=date,
            reason=explain_why_game_does_not_count(found[name], standings.rules, translations),
        )
    if len(found) > MAX_EXPLAINED_GAMES:
        yield translations("season-left-more", count=len(found) - MAX_EXPLAINED_GAMES)


async def _render_season_exclusion_reason(ctx: Context, season: Season, player: Player) -> list[str]:
    found = await ctx.services.seasons.load_season_exclusions(season.guild, season.number)
    return [
        ctx.translations("season-standing-reason", reason=escape_markdown(each.reason, LONGEST_REASON))
        for each in found
        if each.player == player
    ]


# Games with too many guests

MAX_GUEST_GAMES = 20
"""The newest games with guests and without results; each is read."""


class _UncountedGameWithGuests(NamedTuple):
    """A game that does not count because of too many guests, with its end time."""

    ended: datetime
    reason: TooManyGuests


async def render_uncounted_games_with_guests(
    ctx: Context, player: Player, time_span: tuple[datetime, datetime], *, is_own_statistics: bool
) -> list[str]:
    """Return lines about a player's games that do not count because of too many guests.

    With `is_own_statistics`, each game is listed with its date; otherwise games are counted by reason.
    """
    guild = ctx.channel_address.guild
    found = list[_UncountedGameWithGuests]()
    for spot in await load_games_uncounted_due_to_guests(
        ctx.services.database, guild, player, time_span, MAX_GUEST_GAMES
    ):
        pod = (
            await ctx.services.service.load_game_with_events(ChannelAddress(guild, spot.channel), spot.number)
        ).live.pod
        reason = None if pod is None or pod.final_result is None else explain_if_pod_has_too_many_guests(pod)
        if reason is not None:
            found.append(_UncountedGameWithGuests(spot.ended, reason))
    return list(
        _render_uncounted_games_by_date(ctx, found)
        if is_own_statistics
        else _render_uncounted_games_by_reason(ctx, found)
    )


def _render_uncounted_games_by_date(ctx: Context, uncounted_games: list[_UncountedGameWithGuests]) -> Iterator[str]:
    text = ctx.translations
    for game in uncounted_games[:MAX_EXPLAINED_GAMES]:
        date = text.format_date(game.ended.astimezone(ctx.settings.time_zone).date(), include_year=False)
        yield text("season-left-game", date=date, reason=text(f"stats-{game.reason}"))
    if len(uncounted_games) > MAX_EXPLAINED_GAMES:
        yield text("season-left-more", count=len(uncounted_games) - MAX_EXPLAINED_GAMES)


def _render_uncounted_games_by_reason(ctx: Context, uncounted_games: list[_UncountedGameWithGuests]) -> Iterator[str]:
    for reason, count in Counter(game.reason for game in uncounted_games).items():
        yield ctx.translations("season-left-count", count=count, reason=ctx.translations(f"stats-{reason}"))


ROUTES = (
    CustomIdRoute(
        "stats:deeds:{player}:{season}",
        show_achievements_of_player,
        build_access_rule_for_server(rate_limit_class="costly"),
    ),
)
