"""`/pod find`: the lobbies and planned games with free seats that the user may see."""

from collections.abc import Sequence
from typing import NamedTuple, assert_never, get_args

import discord
from discord import ui
from discord.app_commands import Choice

from bot.formatters.messages import format_variant_name
from bot.front.free_seats import seat_list_texts
from bot.front.interaction.answers import answer_by_editing_message, defer_answer
from bot.front.interaction.command_declarations import (
    set_fixed_option_choices,
    set_option_suggestions,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context, copy_context_to_channel
from bot.front.interaction.formatters import load_message_formatter_in_user_language
from bot.front.interaction.game_commands import require_channel_allows_bot
from bot.front.interaction.inputs import parse_channel_and_game_number
from bot.front.interaction.player_options import Picked
from bot.front.interaction.routes import AccessRule, CustomIdRoute, build_access_rule_for_server
from bot.front.plans import plan_preview
from bot.front.pods import lobby
from bot.front.pods.game_options import autocomplete_variant_names, parse_variant_option
from bot.front.publishing.loaded_servers import is_channel_allowed
from bot.front.ui import components
from bot.front.ui.embeds import COLOURS
from bot.front.ui.escaping import escape_markdown
from bot.front.ui.player_names import load_formatter_with_player_names
from bot.i18n import Translations
from bot.joust.duel import Duel
from bot.joust.lobby import JoinDuel
from bot.planning.plan import PlannedGame
from bot.projections.joinable_games import JoinableGame, load_joinable_games
from bot.rules.brackets import BRACKETS
from bot.rules.pod import Pod
from bot.rules.records import FormatId
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES

VACANCIES_PER_PAGE = 10
"""Lobbies and plans on one page."""


class FreeSeatListFilter(NamedTuple):
    """The user's filters for the list of games with free seats. An empty filter admits all games."""

    table: str = ""
    base: str = ""
    variant: str = ""
    bracket: str = ""

    def matches_game(self, joinable_game: JoinableGame) -> bool:
        """Return True if a game with a free seat passes the filters.

        A duel passes only if no filter is set.
        """
        game = joinable_game.game
        if isinstance(game, Duel):
            return not any(self)
        setup = game.setup
        is_so = (setup.table, setup.base, setup.variant, str(setup.bracket or ""))
        return all(wanted in ("", given) for wanted, given in zip(self, is_so, strict=True))

    def describe_active_filters(self, translations: Translations) -> str:
        """Return the filters that are set as a text; empty if none is set."""
        said = [escape_markdown(format_variant_name(self.variant, translations))] if self.variant else []
        said += [translations(f"base-{self.base}")] if self.base in get_args(FormatId) else []
        said += [translations(f"table-{self.table}")] if self.table in TABLES else []
        if self.bracket in BRACKET_NAMES:
            said.append(translations("deck-in-bracket", bracket=self.bracket))
        return " · ".join(said)


BRACKET_NAMES = tuple(str(each) for each in BRACKETS)
"""The brackets as the values of choices."""


@slash_command("find", build_access_rule_for_server(rate_limit_class="costly"))
@translate_command_options(variant="only", table="only", base="only", bracket="only")
@set_option_suggestions(variant=autocomplete_variant_names)
@set_fixed_option_choices(
    table=("table", list(TABLES)), base=("base", get_args(FormatId)), bracket=("bracket", BRACKET_NAMES)
)
async def show_games_with_free_seats(
    ctx: Context,
    variant: Picked | None = None,
    table: Choice[str] | None = None,
    base: Choice[str] | None = None,
    bracket: Choice[str] | None = None,
) -> None:
    """Show the lobbies and planned games with free seats that fit the command's options."""
    of = "" if variant is None else parse_variant_option(ctx, variant)[0]
    given = ("" if each is None else each.value for each in (table, base, bracket))
    at, played, agreed = given
    if await defer_answer(ctx, ephemeral=True, thinking=True):  # fetching channels may take a while
        await _show_filtered_free_seats_page(ctx, FreeSeatListFilter(at, played, of, agreed), 0)


async def show_free_seats_page(ctx: Context, page: int, table: str, base: str, variant: str) -> None:
    """Show a page of lobbies and planned games with free seats. Pages count from 0."""
    if await defer_answer(ctx):
        await _show_filtered_free_seats_page(ctx, FreeSeatListFilter(table, base, variant), page)


async def show_free_seats_page_for_bracket(
    ctx: Context, page: int, bracket: str, table: str, base: str, variant: str
) -> None:
    """Show a page of lobbies and planned games for a Commander bracket with free seats."""
    if await defer_answer(ctx):
        await _show_filtered_free_seats_page(ctx, FreeSeatListFilter(table, base, variant, bracket), page)


async def _show_filtered_free_seats_page(ctx: Context, seat_filters: FreeSeatListFilter, page: int) -> None:
    found = [each for each in await _load_visible_games_with_free_seats(ctx) if seat_filters.matches_game(each)]
    last = max(0, len(found) - 1) // VACANCIES_PER_PAGE
    page = min(page, last)
    shown = [*enumerate(found, 1)][page * VACANCIES_PER_PAGE : (page + 1) * VACANCIES_PER_PAGE]
    me = await ctx.get_player_id_of_user()
    hosts = [vacancy.game.host for _, vacancy in shown]
    words = await load_message_formatter_in_user_language(ctx, hosts)
    text = words.text
    described = seat_filters.describe_active_filters(text)
    embed = discord.Embed(title=text("find-title"), colour=COLOURS["lobby"])
    lines = [f"-# {described}"] if described else []
    lines += [seat_list_texts.render_joinable_game(at, each, words, me) for at, each in shown]
    if not shown:
        lines.append(text("find-none-such" if described else "find-none"))
    embed.description = "\n".join(lines)
    items = await _build_free_seat_menu(ctx, [each for each in shown if me not in each[1].game.players])
    if last:
        items += _build_free_seat_page_buttons(seat_filters, page, last)
    await answer_by_editing_message(
        ctx, embed=embed, view=components.build_view_without_callbacks(items) if items else None
    )


async def _load_visible_games_with_free_seats(ctx: Context) -> list[JoinableGame]:
    """Load the lobbies and planned games with a free seat in channels that the user can see.

    Only channels that the user can see count. Channels in which the server does not want the bot are left out. Games of
    others with people whom the user avoids are left out, too.
    """
    services = ctx.services
    guild = ctx.interaction.guild
    me = await ctx.get_player_id_of_user()
    assert guild is not None
    every = await load_joinable_games(services.database, guild.id)
    avoided = await services.avoidances.load_avoided_accounts(guild.id, me)
    hidden = services.visibility.list_channels_hidden_from_user(ctx.interaction)
    found = [
        each
        for each in every
        if each.channel not in hidden
        and each.count_seats_free_for_player(me)
        and (me in each.host_and_players or not each.host_and_players.intersection(avoided))
    ]
    sights = await services.visibility.fetch_channel_visibilities(ctx.interaction, [each.channel for each in found])
    return [
        each
        for each in found
        if sights[each.channel] == "seen"
        and is_channel_allowed(ctx.settings, each.channel, guild.get_channel_or_thread(each.channel))
    ]


async def _build_free_seat_menu(
    ctx: Context, numbered_games: Sequence[tuple[int, JoinableGame]]
) -> list[ui.Item[ui.View]]:
    if not numbered_games:
        return []
    hosts = [vacancy.game.host for _, vacancy in numbered_games]
    bare = await load_formatter_with_player_names(
        ctx.people_with_server_nicknames, ctx.translations, hosts, escapes_markdown=False
    )
    return [seat_list_texts.build_join_game_menu(numbered_games, bare, ctx.settings.time_zone)]


def _build_free_seat_page_buttons(
    seat_filters: FreeSeatListFilter, page: int, last_page: int
) -> list[ui.Item[ui.View]]:
    """Return the buttons to other pages of free seats, with the filters in their custom ids."""
    turning: list[ui.Item[ui.View]] = []
    for at, emoji in ((page - 1, "◀️"), (page + 1, "▶️")):
        button: ui.Button[ui.View] = ui.Button(
            emoji=emoji, custom_id=build_free_seat_page_custom_id(at, seat_filters), disabled=not 0 <= at <= last_page
        )
        turning.append(button)
    return turning


def build_free_seat_page_custom_id(page: int, seat_filters: FreeSeatListFilter) -> str:
    *of, bracket = seat_filters
    before = f"find:of:{page}:{bracket}" if bracket else f"find:page:{page}"
    return f"{before}:{':'.join(of)}"


# Joining


async def join_selected_game(ctx: Context, selection: tuple[int, int]) -> None:
    """Join the lobby or planned game that was selected in the list of free seats."""
    channel, number = selection
    seen = await ctx.services.visibility.fetch_visible_channel(ctx.interaction, channel)
    if seen is None:
        raise Refusal("find-gone")
    there = copy_context_to_channel(ctx, seen)
    require_channel_allows_bot(there)
    await _join_lobby_or_sign_up_for_planned_game(there, number)


async def _join_lobby_or_sign_up_for_planned_game(ctx: Context, game_number: int) -> None:
    live = await ctx.services.service.load_game_by_number(ctx.channel_address, game_number)
    try:
        match live.game:
            case Pod():
                await lobby.join_lobby(ctx, game_number)
            case Duel():
                await lobby.join_lobby_and_thread(ctx, game_number, lambda me, _: JoinDuel(me))
            case PlannedGame():
                await plan_preview.sign_up_for_planned_game(ctx, game_number)
            case None:
                raise Refusal("find-gone")
            case _:
                assert_never(live.game)
    except Refusal as refusal:
        raise Refusal("find-gone") if refusal.code == "old-pod" else refusal from None


ROUTES = (
    CustomIdRoute(
        seat_list_texts.JOIN_ID,
        join_selected_game,
        AccessRule((), "playing", "find-gone", everywhere=True),
        picked=parse_channel_and_game_number,
    ),
    CustomIdRoute(
        "find:page:{page:int}:{table}:{base}:{variant*}",
        show_free_seats_page,
        build_access_rule_for_server(rate_limit_class="costly", works_in_all_channels=True),
        "find:page",
    ),
    CustomIdRoute(
        "find:of:{page:int}:{bracket}:{table}:{base}:{variant*}",
        show_free_seats_page_for_bracket,
        build_access_rule_for_server(rate_limit_class="costly", works_in_all_channels=True),
        "find:of",
    ),
)
