"""`/leaderboard by: decks, commanders, colours or seats`: what wins on a server."""

from collections.abc import Sequence
from typing import Literal, get_args

import discord
from discord import ui

from bot.front.decks import deck_texts
from bot.front.interaction.answers import edit_private_message, send_answer
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_number
from bot.front.interaction.routes import Route, server_access
from bot.front.standings import seasons
from bot.front.standings.standings_names import load_ranked_formatter
from bot.front.ui import components
from bot.front.ui.escaping import clean_label
from bot.i18n import Catalogue
from bot.projections.career import EVER
from bot.projections.deck_tables import DeckScope, load_deck_leaderboard, load_seat_records
from bot.projections.standings import LINES_PER_PAGE, LeaderboardScope
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


def build_deck_scope(
    scope: LeaderboardScope, all_seasons: Sequence[Season], bracket: int | None
) -> DeckScope:
    """Return a leaderboard's filters as a span of time with a deck bracket. Raises `Refusal`."""
    start, end = EVER
    if scope.since is not None:
        start = datetime_from_milliseconds(scope.since * DAY_MILLISECONDS)
    elif scope.season is not None:
        season = next((each for each in all_seasons if each.number == scope.season), None)
        if season is None:
            raise Refusal("no-season")
        start = season.start
        end = season.end or end
    return DeckScope(start, end, scope.variant, scope.table, bracket)


async def show_deck_leaderboard(
    ctx: Context,
    subject: DeckLeading,
    scope: LeaderboardScope,
    bracket: int | None = None,
    page: int = 0,
) -> None:
    """Show a page of the leaderboard of decks, commanders, colours or seats.

    The page replaces the private message whose button was pressed, or is a new message.
    """
    guild = ctx.channel_address.guild
    every = await ctx.services.seasons.load_seasons_of_server(guild)
    narrowed = build_deck_scope(scope, every, bracket)
    text = ctx.catalogue
    database = ctx.services.database
    if subject == "seats":
        found = await load_seat_records(database, guild, narrowed)
        lines = [*deck_texts.render_seat_win_rates(found, text)][:MAX_SEAT_LINES]
        last = at = 0
    else:
        ranked = await load_deck_leaderboard(database, guild, narrowed, subject)
        last = max(0, len(ranked) - 1) // LINES_PER_PAGE
        at = min(page, last)
        shown = ranked[at * LINES_PER_PAGE : (at + 1) * LINES_PER_PAGE]
        words = await load_ranked_formatter(ctx, [each for line in shown for each in line.players])
        lines = [*deck_texts.render_deck_ranking(shown, at * LINES_PER_PAGE + 1, subject, words)]
    about = _describe_filters(ctx, scope, every, bracket)
    embed = deck_texts.build_deck_statistics_embed(
        text(f"leaders-{subject}"), about, lines or [text(f"leaders-{subject}-none")], text
    )
    items: list[ui.Item[ui.View]] = []
    if last:
        items += components.build_page_buttons(
            _build_custom_id_prefix(subject, scope, bracket), at, last
        )
    if subject != "seats":
        items.append(_build_bracket_menu(subject, scope, bracket, text))
    view = components.build_stateless_view(items)
    if ctx.interaction.message is None:
        await send_answer(ctx, embed=embed, view=view)
    else:
        await edit_private_message(ctx, embed=embed, view=view)


def _describe_filters(
    ctx: Context, scope: LeaderboardScope, all_seasons: Sequence[Season], bracket: int | None
) -> str:
    text = ctx.catalogue
    if scope.since is not None:
        parts = [
            text.format_date(datetime_from_milliseconds(scope.since * DAY_MILLISECONDS).date())
        ]
    else:
        season = next((each for each in all_seasons if each.number == scope.season), None)
        parts = [seasons.render_season_line(season, ctx.settings.time_zone, text)]
    if scope.variant in VARIANTS:
        parts.append(text(f"variant-{scope.variant}"))
    if scope.table in TABLES:
        parts.append(text(f"table-{scope.table}"))
    if bracket is not None:
        parts.append(text("deck-in-bracket", bracket=bracket))
    return " · ".join(parts)


def _build_custom_id_prefix(
    subject: DeckLeading, scope: LeaderboardScope, bracket: int | None
) -> str:
    """Return a deck leaderboard's filters as the prefix of its buttons' custom ids."""
    season = "" if scope.season is None else scope.season
    since = "" if scope.since is None else scope.since
    of = "" if bracket is None else bracket
    return f"decklist:{subject}:{season}:{since}:{scope.variant}:{scope.table}:{of}"


def _build_bracket_menu(
    subject: DeckLeading, scope: LeaderboardScope, bracket: int | None, catalogue: Catalogue
) -> ui.Select[ui.View]:
    named = [(str(each), catalogue(f"bracket-{each}")) for each in BRACKETS]
    options = [(ANY_BRACKET, catalogue("bracket-any")), *named]
    chosen = ANY_BRACKET if bracket is None else str(bracket)
    return ui.Select(
        placeholder=clean_label(catalogue("bracket-any"), 150),
        options=[
            discord.SelectOption(label=label, value=value, default=value == chosen)
            for value, label in options
        ],
        custom_id=f"{_build_custom_id_prefix(subject, scope, None)}:pick",
    )


# Buttons and the menu


async def turn_deck_leaderboard_page(
    ctx: Context,
    by: DeckLeading,
    season: str,
    since: str,
    variant: str,
    table: str,
    bracket: str,
    page: int,
) -> None:
    """Show another page of the leaderboard of decks."""
    scope = seasons.parse_scope(season, since, variant, table)
    await show_deck_leaderboard(ctx, by, scope, _parse_bracket(bracket), page)


async def filter_decks_by_bracket(
    ctx: Context, by: DeckLeading, season: str, since: str, variant: str, table: str, selection: str
) -> None:
    """Show the leaderboard of decks in the bracket selected in a menu, or in all brackets."""
    scope = seasons.parse_scope(season, since, variant, table)
    bracket = "" if selection == ANY_BRACKET else selection
    await show_deck_leaderboard(ctx, by, scope, _parse_bracket(bracket))


def _parse_bracket(value: str) -> int | None:
    """Return the bracket in a custom id; an empty text means any. Raises `Refusal`."""
    if value and (not is_number(value) or int(value) not in BRACKETS):
        raise Refusal("unknown-button")
    return int(value) if value else None


_ACCESS = server_access(rate_class="costly")
_BY = "|".join(get_args(DeckLeading))

ROUTES = (
    Route(
        f"decklist:{{by:{_BY}}}:{{season}}:{{since}}:{{variant}}:{{table}}::pick",
        filter_decks_by_bracket,
        _ACCESS,
        "decklist",
        picked=str,
    ),
    Route(
        f"decklist:{{by:{_BY}}}:{{season}}:{{since}}:{{variant}}:{{table}}:{{bracket}}:{{page:int}}",
        turn_deck_leaderboard_page,
        _ACCESS,
        "decklist",
    ),
)
