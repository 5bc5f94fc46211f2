"""`/pod find`: the lobbies and plans with free seats that the user may see."""

from collections.abc import Sequence
from typing import NamedTuple, assert_never, get_args

import discord
from discord import ui
from discord.app_commands import Choice

from bot.formatters.messages import format_variant_name
from bot.front.free_seats import seat_list_texts
from bot.front.interaction.answers import defer_answer, edit_private_message
from bot.front.interaction.command_declarations import (
    autocomplete_options,
    describe_options,
    fixed_choices,
    slash_command,
)
from bot.front.interaction.context import Context, copy_context_to_channel
from bot.front.interaction.formatters import load_private_formatter
from bot.front.interaction.game_commands import require_allowed_channel
from bot.front.interaction.inputs import parse_game_key
from bot.front.interaction.player_options import Picked
from bot.front.interaction.routes import Access, Route, server_access
from bot.front.plans import plan_preview
from bot.front.pods import lobby
from bot.front.pods.game_options import complete_variant_names, resolve_variant_option
from bot.front.publishing.loaded_servers import is_channel_allowed
from bot.front.ui import components
from bot.front.ui.embeds import COLOURS
from bot.front.ui.escaping import escape_markdown
from bot.front.ui.player_names import load_name_formatter
from bot.i18n import Catalogue
from bot.joust.duel import Duel
from bot.joust.lobby import JoinDuel
from bot.planning.plan import Plan
from bot.projections.joinable_games import JoinableGame, load_joinable_games
from bot.rules.brackets import BRACKETS
from bot.rules.pod import Pod
from bot.rules.records import FormatId
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.storage.engine.timestamps import datetime_to_milliseconds

VACANCIES_PER_PAGE = 10
"""Lobbies and plans on one page."""


class SeatFilters(NamedTuple):
    """The filters of the list of free seats, by id; an empty string means any."""

    table: str = ""
    base: str = ""
    variant: str = ""
    bracket: str = ""

    def matches(self, vacancy: JoinableGame) -> bool:
        """Return whether a lobby or plan passes the filters.

        A duel passes only if no filter is set.
        """
        game = vacancy.game
        if isinstance(game, Duel):
            return not any(self)
        setup = game.setup
        is_so = (setup.table, setup.base, setup.variant, str(setup.bracket or ""))
        return all(wanted in ("", given) for wanted, given in zip(self, is_so, strict=True))

    def describe(self, catalogue: Catalogue) -> str:
        """Describe the active filters; an empty string if there are none."""
        said = (
            [escape_markdown(format_variant_name(self.variant, catalogue))] if self.variant else []
        )
        said += [catalogue(f"base-{self.base}")] if self.base in get_args(FormatId) else []
        said += [catalogue(f"table-{self.table}")] if self.table in TABLES else []
        if self.bracket in BRACKET_NAMES:
            said.append(catalogue("deck-in-bracket", bracket=self.bracket))
        return " · ".join(said)


BRACKET_NAMES = tuple(str(each) for each in BRACKETS)
"""The brackets as the values of choices."""


@slash_command("find", server_access(rate_class="costly"))
@describe_options(variant="only", table="only", base="only", bracket="only")
@autocomplete_options(variant=complete_variant_names)
@fixed_choices(
    table=("table", list(TABLES)),
    base=("base", get_args(FormatId)),
    bracket=("bracket", BRACKET_NAMES),
)
async def show_free_seats(
    ctx: Context,
    variant: Picked | None = None,
    table: Choice[str] | None = None,
    base: Choice[str] | None = None,
    bracket: Choice[str] | None = None,
) -> None:
    """Show lobbies and plans with free seats, filtered by the command's options."""
    of = "" if variant is None else resolve_variant_option(ctx, variant)[0]
    given = ("" if each is None else each.value for each in (table, base, bracket))
    at, played, agreed = given
    if await defer_answer(ctx, ephemeral=True, thinking=True):  # fetching channels may take a while
        await _show_vacancies_page(ctx, SeatFilters(at, played, of, agreed), 0)


async def show_free_seats_page(
    ctx: Context, page: int, table: str, base: str, variant: str
) -> None:
    """Show a page of the lobbies and plans with free seats, counted from 0."""
    if await defer_answer(ctx):
        await _show_vacancies_page(ctx, SeatFilters(table, base, variant), page)


async def show_free_seats_page_for_bracket(
    ctx: Context, page: int, bracket: str, table: str, base: str, variant: str
) -> None:
    """Show a page of the lobbies and plans of a bracket with free seats, counted from 0."""
    if await defer_answer(ctx):
        await _show_vacancies_page(ctx, SeatFilters(table, base, variant, bracket), page)


async def _show_vacancies_page(ctx: Context, filters: SeatFilters, page: int) -> None:
    found = [each for each in await _load_joinable_vacancies(ctx) if filters.matches(each)]
    last = max(0, len(found) - 1) // VACANCIES_PER_PAGE
    page = min(page, last)
    shown = [*enumerate(found, 1)][page * VACANCIES_PER_PAGE : (page + 1) * VACANCIES_PER_PAGE]
    me = await ctx.find_requester_player()
    hosts = [vacancy.game.host for _, vacancy in shown]
    words = await load_private_formatter(ctx, hosts)
    text = words.text
    described = filters.describe(text)
    embed = discord.Embed(title=text("find-title"), colour=COLOURS["lobby"])
    lines = [f"-# {described}"] if described else []
    lines += [seat_list_texts.render_vacancy(at, each, words, me) for at, each in shown]
    if not shown:
        lines.append(text("find-none-such" if described else "find-none"))
    embed.description = "\n".join(lines)
    items = await _build_join_menu(ctx, [each for each in shown if me not in each[1].game.players])
    if last:
        items += _build_page_buttons(filters, page, last)
    await edit_private_message(
        ctx, embed=embed, view=components.build_stateless_view(items) if items else None
    )


async def _load_joinable_vacancies(ctx: Context) -> list[JoinableGame]:
    """Load the lobbies and plans with a free seat for the user, in channels that the user sees.

    Channels in which the server does not want the bot are left out. Games of others with people
    whom the user avoids are left out, too.
    """
    services = ctx.services
    guild = ctx.interaction.guild
    me = await ctx.find_requester_player()
    assert guild is not None
    now = datetime_to_milliseconds(discord.utils.utcnow())
    every = await load_joinable_games(services.database, guild.id, now)
    avoided = await services.avoidances.load_avoided_accounts(guild.id, me)
    hidden = services.visibility.find_hidden_channels(ctx.interaction)
    found = [
        each
        for each in every
        if each.channel not in hidden
        and each.count_free_seats(me)
        and (me in each.host_and_players or not avoided & each.host_and_players)
    ]
    sights = await services.visibility.fetch_visibilities(
        ctx.interaction, [each.channel for each in found]
    )
    return [
        each
        for each in found
        if sights[each.channel] == "seen"
        and is_channel_allowed(
            ctx.settings, each.channel, guild.get_channel_or_thread(each.channel)
        )
    ]


async def _build_join_menu(
    ctx: Context, numbered_vacancies: Sequence[tuple[int, JoinableGame]]
) -> list[ui.Item[ui.View]]:
    if not numbered_vacancies:
        return []
    hosts = [vacancy.game.host for _, vacancy in numbered_vacancies]
    bare = await load_name_formatter(ctx.server_people, ctx.catalogue, hosts, with_escaping=False)
    return [seat_list_texts.build_join_menu(numbered_vacancies, bare, ctx.settings.time_zone)]


def _build_page_buttons(filters: SeatFilters, page: int, last_page: int) -> list[ui.Item[ui.View]]:
    """Build the buttons to the previous and next page; their custom ids contain the filters."""
    turning: list[ui.Item[ui.View]] = []
    for at, emoji in ((page - 1, "◀️"), (page + 1, "▶️")):
        button: ui.Button[ui.View] = ui.Button(
            emoji=emoji,
            custom_id=build_page_custom_id(at, filters),
            disabled=not 0 <= at <= last_page,
        )
        turning.append(button)
    return turning


def build_page_custom_id(page: int, filters: SeatFilters) -> str:
    """Return the custom id of the button to a page of free seats."""
    *of, bracket = filters
    before = f"find:of:{page}:{bracket}" if bracket else f"find:page:{page}"
    return f"{before}:{':'.join(of)}"


# Joining


async def join_selected_vacancy(ctx: Context, selection: tuple[int, int]) -> None:
    """Join the lobby or plan selected in the menu, as the button of its own message would."""
    channel, number = selection
    seen = await ctx.services.visibility.fetch_visible_channel(ctx.interaction, channel)
    if seen is None:
        raise Refusal("find-gone")
    there = copy_context_to_channel(ctx, seen)
    require_allowed_channel(there)
    await _join_game_or_plan(there, number)


async def _join_game_or_plan(ctx: Context, game_number: int) -> None:
    live = await ctx.services.service.load_game(ctx.channel_address, game_number)
    try:
        match live.game:
            case Pod():
                await lobby.join_lobby(ctx, game_number)
            case Duel():
                await lobby.join_lobby_by_command(ctx, game_number, lambda me, _: JoinDuel(me))
            case Plan():
                await plan_preview.sign_up_for_plan(ctx, game_number)
            case None:
                raise Refusal("find-gone")
            case _:
                assert_never(live.game)
    except Refusal as refusal:
        raise Refusal("find-gone") if refusal.code == "old-pod" else refusal from None


ROUTES = (
    Route(
        seat_list_texts.JOIN_ID,
        join_selected_vacancy,
        Access((), "playing", "find-gone", everywhere=True),
        picked=parse_game_key,
    ),
    Route(
        "find:page:{page:int}:{table}:{base}:{variant*}",
        show_free_seats_page,
        server_access(rate_class="costly", in_closed_channels=True),
        "find:page",
    ),
    Route(
        "find:of:{page:int}:{bracket}:{table}:{base}:{variant*}",
        show_free_seats_page_for_bracket,
        server_access(rate_class="costly", in_closed_channels=True),
        "find:of",
    ),
)
