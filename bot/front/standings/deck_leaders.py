"""`/leaderboard by: decks, commanders, colours or seats`: what wins on a server."""

from collections.abc import Sequence
from typing import Literal, get_args

import discord
from discord import ui

from bot.front.decks import deck_texts
from bot.front.interaction.answers import answer_by_editing_message, send_answer
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_ascii_number
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_server
from bot.front.standings import seasons
from bot.front.standings.standings_names import load_formatter_with_standings_names
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text
from bot.i18n import Translations
from bot.projections.career import EVER
from bot.projections.deck_tables import DeckStatisticsFilter, load_deck_leaderboard, load_wins_by_seat
from bot.projections.standings import LINES_PER_PAGE, LeaderboardFilter
from bot.rules.brackets import BRACKETS
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.rules.variants import VARIANTS
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.tables.seasons import Season
from bot.storage.tables.totals import DAY_MILLISECONDS

Leading = Literal["players", "decks", "commanders", "colours", "seats"]
"""The subjects of a leaderboard."""

DeckLeading = Literal["decks", "commanders", "colours", "seats"]

MAX_SEAT_LINES = 40
"""The most lines about seats: tables of two to eight players."""

ANY_BRACKET = "any"


def build_deck_statistics_filter(
    leaderboard_filter: LeaderboardFilter, all_seasons: Sequence[Season], bracket: int | None
) -> DeckStatisticsFilter:
    """Return the filter of a deck leaderboard by time, variant, table and bracket.

    Raises `Refusal`.
    """
    start, end = EVER
    if leaderboard_filter.since is not None:
        start = datetime_from_milliseconds(leaderboard_filter.since * DAY_MILLISECONDS)
    elif leaderboard_filter.season is not None:
        season = next((each for each in all_seasons if each.number == leaderboard_filter.season), None)
        if season is None:
            raise Refusal("no-season")
        start = season.start
        end = season.end or end
    return DeckStatisticsFilter(start, end, leaderboard_filter.variant, leaderboard_filter.table, bracket)


async def show_deck_leaderboard(
    ctx: Context,
    group_by: DeckLeading,
    leaderboard_filter: LeaderboardFilter,
    bracket: int | None = None,
    page: int = 0,
) -> None:
    """Show a page of the leaderboard of decks, commanders, colours or seats."""
    guild = ctx.channel_address.guild
    every = await ctx.services.seasons.load_seasons_of_server(guild)
    narrowed = build_deck_statistics_filter(leaderboard_filter, every, bracket)
    text = ctx.translations
    database = ctx.services.database
    if group_by == "seats":
        found = await load_wins_by_seat(database, guild, narrowed)
        records = [each.record for each in found]
        lines = [*deck_texts.render_seat_win_rates(found, text)][:MAX_SEAT_LINES]
        last = at = 0
    else:
        ranked = await load_deck_leaderboard(database, guild, narrowed, group_by)
        records = [line.record for line in ranked]
        last = max(0, len(ranked) - 1) // LINES_PER_PAGE
        at = min(page, last)
        shown = ranked[at * LINES_PER_PAGE : (at + 1) * LINES_PER_PAGE]
        words = await load_formatter_with_standings_names(ctx, [each for line in shown for each in line.players])
        lines = [*deck_texts.render_deck_ranking(shown, at * LINES_PER_PAGE + 1, group_by, words)]
    about = _describe_deck_leaderboard_filter(ctx, leaderboard_filter, every, bracket)
    embed = deck_texts.build_deck_statistics_embed(
        text(f"leaders-{group_by}"), about, lines or [text(f"leaders-{group_by}-none")], records, text
    )
    items: list[ui.Item[ui.View]] = []
    if last:
        items += components.build_page_buttons(
            _build_deck_leaderboard_custom_id_prefix(group_by, leaderboard_filter, bracket), at, last
        )
    if group_by != "seats":
        items.append(_build_deck_bracket_menu(group_by, leaderboard_filter, bracket, text))
    if ctx.is_user_channel_moderator and group_by in ("decks", "commanders") and (lines or ctx.settings.same_names):
        items.append(_build_deck_merge_button(group_by, leaderboard_filter, bracket, text))
    view = components.build_view_without_callbacks(items)
    if ctx.interaction.message is None:
        await send_answer(ctx, embed=embed, view=view)
    else:
        await answer_by_editing_message(ctx, embed=embed, view=view)


def _describe_deck_leaderboard_filter(
    ctx: Context, leaderboard_filter: LeaderboardFilter, all_seasons: Sequence[Season], bracket: int | None
) -> str:
    text = ctx.translations
    if leaderboard_filter.since is not None:
        parts = [text.format_date(datetime_from_milliseconds(leaderboard_filter.since * DAY_MILLISECONDS).date())]
    else:
        season = next((each for each in all_seasons if each.number == leaderboard_filter.season), None)
        parts = [seasons.render_season_name_and_dates(season, ctx.settings.time_zone, text)]
    if leaderboard_filter.variant in VARIANTS:
        parts.append(text(f"variant-{leaderboard_filter.variant}"))
    if leaderboard_filter.table in TABLES:
        parts.append(text(f"table-{leaderboard_filter.table}"))
    if bracket is not None:
        parts.append(text("deck-in-bracket", bracket=bracket))
    return " · ".join(parts)


def _build_deck_leaderboard_custom_id_prefix(
    group_by: DeckLeading, leaderboard_filter: LeaderboardFilter, bracket: int | None
) -> str:
    season = "" if leaderboard_filter.season is None else leaderboard_filter.season
    since = "" if leaderboard_filter.since is None else leaderboard_filter.since
    of = "" if bracket is None else bracket
    return f"decklist:{group_by}:{season}:{since}:{leaderboard_filter.variant}:{leaderboard_filter.table}:{of}"


def _build_deck_bracket_menu(
    group_by: DeckLeading, leaderboard_filter: LeaderboardFilter, bracket: int | None, translations: Translations
) -> ui.Select[ui.View]:
    named = [(str(each), translations(f"bracket-{each}")) for each in BRACKETS]
    options = [(ANY_BRACKET, translations("bracket-any")), *named]
    chosen = ANY_BRACKET if bracket is None else str(bracket)
    return ui.Select(
        placeholder=clean_label_text(translations("bracket-any"), 150),
        options=[discord.SelectOption(label=label, value=value, default=value == chosen) for value, label in options],
        custom_id=f"{_build_deck_leaderboard_custom_id_prefix(group_by, leaderboard_filter, None)}:pick",
    )


def _build_deck_merge_button(
    group_by: DeckLeading, leaderboard_filter: LeaderboardFilter, bracket: int | None, translations: Translations
) -> ui.Button[ui.View]:
    """Return the moderators' button to merge decks on a leaderboard."""
    lines = _build_deck_leaderboard_custom_id_prefix(group_by, leaderboard_filter, bracket).removeprefix("decklist:")
    return ui.Button(label=clean_label_text(translations("button-same")), emoji="🟰", custom_id=f"deckone:{lines}")


# Buttons and the menu


async def show_deck_leaderboard_page(
    ctx: Context,
    deck_group: DeckLeading,
    season: str,
    first_day: str,
    variant: str,
    table: str,
    bracket: str,
    page: int,
) -> None:
    scope = seasons.parse_leaderboard_filter_from_custom_id(season, first_day, variant, table)
    await show_deck_leaderboard(ctx, deck_group, scope, parse_deck_bracket_of_custom_id(bracket), page)


async def filter_deck_leaderboard_by_bracket(
    ctx: Context, deck_group: DeckLeading, season: str, first_day: str, variant: str, table: str, selection: str
) -> None:
    """Show the leaderboard of decks for the selected Commander bracket, or for all brackets."""
    scope = seasons.parse_leaderboard_filter_from_custom_id(season, first_day, variant, table)
    bracket = "" if selection == ANY_BRACKET else selection
    await show_deck_leaderboard(ctx, deck_group, scope, parse_deck_bracket_of_custom_id(bracket))


def parse_deck_bracket_of_custom_id(bracket_text: str) -> int | None:
    """Return the Commander bracket in a button's custom id; None means all. Raises `Refusal`."""
    if bracket_text and (not is_ascii_number(bracket_text) or int(bracket_text) not in BRACKETS):
        raise Refusal("unknown-button")
    return int(bracket_text) if bracket_text else None


_ACCESS = build_access_rule_for_server(rate_limit_class="costly")
_BY = "|".join(get_args(DeckLeading))

ROUTES = (
    CustomIdRoute(
        f"decklist:{{deck_group:{_BY}}}:{{season}}:{{first_day}}:{{variant}}:{{table}}::pick",
        filter_deck_leaderboard_by_bracket,
        _ACCESS,
        "decklist",
        picked=str,
    ),
    CustomIdRoute(
        f"decklist:{{deck_group:{_BY}}}:{{season}}:{{first_day}}:{{variant}}:{{table}}:{{bracket}}:{{page:int}}",
        show_deck_leaderboard_page,
        _ACCESS,
        "decklist",
    ),
)
