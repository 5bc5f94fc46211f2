"""`/leaderboard by: decks, commanders, colours or seats`: what wins on a server, and how surely."""

from collections.abc import Sequence
from typing import Literal, get_args

import discord
from discord import ui

from bot.front.interaction.answering import edit, say
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_number
from bot.front.interaction.routes import Route, on_server
from bot.front.rendering import controls, decks
from bot.front.rendering.escaping import clean_label
from bot.front.standings import seasons
from bot.front.standings.naming import speak_of_ranked
from bot.i18n import Catalogue
from bot.projections.career import EVER
from bot.projections.deck_tables import DeckScope, load_deck_lines, load_seats
from bot.projections.standings import LINES_PER_PAGE, Scope
from bot.rules.brackets import BRACKETS
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.rules.variants import VARIANTS
from bot.storage.engine.moments import to_moment
from bot.storage.tables.seasons import Season
from bot.storage.tables.totals import DAY_MILLISECONDS

Leading = Literal["players", "decks", "commanders", "colours", "seats"]
"""The subjects of a leaderboard."""

DeckLeading = Literal["decks", "commanders", "colours", "seats"]

MAX_SEAT_LINES = 40
"""The most lines about seats: tables of two to eight players."""

ANY_BRACKET = "any"


def narrow_scope(scope: Scope, every: Sequence[Season], bracket: int | None) -> DeckScope:
    """Return the results of a leaderboard's scope as a span of time. Raises `Refusal`."""
    start, end = EVER
    if scope.since is not None:
        start = to_moment(scope.since * DAY_MILLISECONDS)
    elif scope.season is not None:
        season = next((each for each in every if each.number == scope.season), None)
        if season is None:
            raise Refusal("no-season")
        start = season.start
        end = season.end or end
    return DeckScope(start, end, scope.variant, scope.table, bracket)


async def show_deck_leaders(
    ctx: Context, by: DeckLeading, scope: Scope, bracket: int | None = None, page: int = 0
) -> None:
    """Show a page, in place of the private message that was pressed or in a new message."""
    guild = ctx.place.guild
    every = await ctx.services.seasons.find_all(guild)
    narrowed = narrow_scope(scope, every, bracket)
    text = ctx.text
    database = ctx.services.database
    if by == "seats":
        found = await load_seats(database, guild, narrowed)
        lines = [*decks.render_seats(found, text)][:MAX_SEAT_LINES]
        last = at = 0
    else:
        ranked = await load_deck_lines(database, guild, narrowed, by)
        last = max(0, len(ranked) - 1) // LINES_PER_PAGE
        at = min(page, last)
        shown = ranked[at * LINES_PER_PAGE : (at + 1) * LINES_PER_PAGE]
        words = await speak_of_ranked(ctx, [each for line in shown for each in line.players])
        lines = [*decks.render_table(shown, at * LINES_PER_PAGE + 1, by, words)]
    about = _name_scope(ctx, scope, every, bracket)
    embed = decks.make_table_embed(
        text(f"leaders-{by}"), about, lines or [text(f"leaders-{by}-none")], text
    )
    items: list[ui.Item[ui.View]] = []
    if last:
        items += controls.make_page_buttons(_make_id(by, scope, bracket), at, last)
    if by != "seats":
        items.append(_make_bracket_menu(by, scope, bracket, text))
    view = controls.make_unstored_view(items)
    if ctx.interaction.message is None:
        await say(ctx, embed=embed, view=view)
    else:
        await edit(ctx, embed=embed, view=view)


def _name_scope(ctx: Context, scope: Scope, every: Sequence[Season], bracket: int | None) -> str:
    text = ctx.text
    if scope.since is not None:
        parts = [text.format_date(to_moment(scope.since * DAY_MILLISECONDS).date())]
    else:
        season = next((each for each in every if each.number == scope.season), None)
        parts = [seasons.render_season(season, ctx.settings.zone, text)]
    if scope.variant in VARIANTS:
        parts.append(text(f"variant-{scope.variant}"))
    if scope.table in TABLES:
        parts.append(text(f"table-{scope.table}"))
    if bracket is not None:
        parts.append(text("deck-in-bracket", bracket=bracket))
    return " · ".join(parts)


def _make_id(by: DeckLeading, scope: Scope, bracket: int | None) -> str:
    """Return a leaderboard's filters as the prefix of its buttons' custom ids."""
    season = "" if scope.season is None else scope.season
    since = "" if scope.since is None else scope.since
    of = "" if bracket is None else bracket
    return f"decklist:{by}:{season}:{since}:{scope.variant}:{scope.table}:{of}"


def _make_bracket_menu(
    by: DeckLeading, scope: Scope, bracket: int | None, text: Catalogue
) -> ui.Select[ui.View]:
    named = [(str(each), text(f"bracket-{each}")) for each in BRACKETS]
    options = [(ANY_BRACKET, text("bracket-any")), *named]
    chosen = ANY_BRACKET if bracket is None else str(bracket)
    return ui.Select(
        placeholder=clean_label(text("bracket-any"), 150),
        options=[
            discord.SelectOption(label=label, value=value, default=value == chosen)
            for value, label in options
        ],
        custom_id=f"{_make_id(by, scope, None)}:pick",
    )


# Buttons and the menu


async def turn_page(
    ctx: Context,
    by: DeckLeading,
    season: str,
    since: str,
    variant: str,
    table: str,
    bracket: str,
    page: int,
) -> None:
    """Turn to a page."""
    scope = seasons.read_scope(season, since, variant, table)
    await show_deck_leaders(ctx, by, scope, _read_bracket(bracket), page)


async def pick_bracket(
    ctx: Context, by: DeckLeading, season: str, since: str, variant: str, table: str, picked: str
) -> None:
    """Show the decks of the bracket that was picked, or of all."""
    scope = seasons.read_scope(season, since, variant, table)
    bracket = "" if picked == ANY_BRACKET else picked
    await show_deck_leaders(ctx, by, scope, _read_bracket(bracket))


def _read_bracket(value: str) -> int | None:
    """Return the bracket in a custom id; an empty text means any. Raises `Refusal`."""
    if value and (not is_number(value) or int(value) not in BRACKETS):
        raise Refusal("unknown-button")
    return int(value) if value else None


_ACCESS = on_server(pace="costly")
_BY = "|".join(get_args(DeckLeading))

ROUTES = (
    Route(
        f"decklist:{{by:{_BY}}}:{{season}}:{{since}}:{{variant}}:{{table}}::pick",
        pick_bracket,
        _ACCESS,
        "decklist",
        picked=str,
    ),
    Route(
        f"decklist:{{by:{_BY}}}:{{season}}:{{since}}:{{variant}}:{{table}}:{{bracket}}:{{page:int}}",
        turn_page,
        _ACCESS,
        "decklist",
    ),
)
