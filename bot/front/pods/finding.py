"""`/pod find`: the lobbies and plans with free seats that the user may see."""

from collections.abc import Sequence
from typing import NamedTuple, assert_never, get_args

import discord
from discord import ui
from discord.app_commands import Choice

from bot.front.background.servers import is_used_in
from bot.front.interaction.answering import defer, edit
from bot.front.interaction.context import Context, go_to
from bot.front.interaction.declaring import command, complete, offer, options
from bot.front.interaction.inputs import parse_game_key
from bot.front.interaction.picking import Picked
from bot.front.interaction.pods import check_channel
from bot.front.interaction.routes import Access, Route, on_server
from bot.front.interaction.wording import speak_to_asker
from bot.front.pods import lobby, planning
from bot.front.pods.agreement import find_variant, offer_variants
from bot.front.rendering import controls, vacancies
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import escape
from bot.front.rendering.names import name_players
from bot.i18n import Catalogue
from bot.joust.duel import Duel
from bot.joust.lobby import JoinDuel
from bot.planning.plan import Plan
from bot.projections.vacancies import Vacancy, read_vacancies
from bot.rules.brackets import BRACKETS
from bot.rules.pod import Pod
from bot.rules.records import Base
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.storage.engine.moments import to_milliseconds
from bot.words import name_variant

VACANCIES_PER_PAGE = 10
"""Lobbies and plans on one page."""


class SeatFilters(NamedTuple):
    """Filters of the list, by id; an empty string means any."""

    table: str = ""
    base: str = ""
    variant: str = ""
    bracket: str = ""

    def allows(self, vacancy: Vacancy) -> bool:
        """Return whether a vacancy passes the filters; a duel passes only without any."""
        game = vacancy.game
        if isinstance(game, Duel):
            return not any(self)
        setup = game.setup
        is_so = (setup.table, setup.base, setup.variant, str(setup.bracket or ""))
        return all(wanted in ("", given) for wanted, given in zip(self, is_so, strict=True))

    def render(self, text: Catalogue) -> str:
        """Describe the active filters; an empty string if there are none."""
        said = [escape(name_variant(self.variant, text))] if self.variant else []
        said += [text(f"base-{self.base}")] if self.base in get_args(Base) else []
        said += [text(f"table-{self.table}")] if self.table in TABLES else []
        if self.bracket in BRACKET_NAMES:
            said.append(text("deck-in-bracket", bracket=self.bracket))
        return " · ".join(said)


BRACKET_NAMES = tuple(str(each) for each in BRACKETS)
"""The brackets as the values of choices."""


@command("find", on_server(pace="costly"))
@options(variant="only", table="only", base="only", bracket="only")
@complete(variant=offer_variants)
@offer(
    table=("table", list(TABLES)),
    base=("base", get_args(Base)),
    bracket=("bracket", BRACKET_NAMES),
)
async def find_seats(
    ctx: Context,
    variant: Picked | None = None,
    table: Choice[str] | None = None,
    base: Choice[str] | None = None,
    bracket: Choice[str] | None = None,
) -> None:
    """Show lobbies and plans with free seats, filtered by the options."""
    of = "" if variant is None else find_variant(ctx, variant)[0]
    given = ("" if each is None else each.value for each in (table, base, bracket))
    at, played, agreed = given
    if await defer(ctx, ephemeral=True, thinking=True):  # fetching channels may take a while
        await _show_page(ctx, SeatFilters(at, played, of, agreed), 0)


async def turn_page(ctx: Context, page: int, table: str, base: str, variant: str) -> None:
    """Turn to page `page` of the list, from 0."""
    if await defer(ctx):
        await _show_page(ctx, SeatFilters(table, base, variant), page)


async def turn_page_of_bracket(
    ctx: Context, page: int, bracket: str, table: str, base: str, variant: str
) -> None:
    """Turn to page `page` of the lobbies and plans that agreed on a bracket."""
    if await defer(ctx):
        await _show_page(ctx, SeatFilters(table, base, variant, bracket), page)


async def _show_page(ctx: Context, filters: SeatFilters, page: int) -> None:
    found = [each for each in await _load_joinable(ctx) if filters.allows(each)]
    last = max(0, len(found) - 1) // VACANCIES_PER_PAGE
    page = min(page, last)
    shown = [*enumerate(found, 1)][page * VACANCIES_PER_PAGE : (page + 1) * VACANCIES_PER_PAGE]
    me = await ctx.find_player()
    hosts = [vacancy.game.host for _, vacancy in shown]
    words = await speak_to_asker(ctx, hosts)
    text = words.text
    described = filters.render(text)
    embed = discord.Embed(title=text("find-title"), colour=COLOURS["lobby"])
    lines = [f"-# {described}"] if described else []
    lines += [vacancies.render_vacancy(at, each, words, me) for at, each in shown]
    if not shown:
        lines.append(text("find-none-such" if described else "find-none"))
    embed.description = "\n".join(lines)
    items = await _make_items(ctx, [each for each in shown if me not in each[1].game.players])
    if last:
        items += _make_page_buttons(filters, page, last)
    await edit(ctx, embed=embed, view=controls.make_unstored_view(items) if items else None)


async def _load_joinable(ctx: Context) -> list[Vacancy]:
    """Return the vacancies with a free seat for the user, in channels that the user sees.

    Channels in which the server does not want the bot are left out, and so are others' games with
    people whom the user avoids.
    """
    services = ctx.services
    guild = ctx.interaction.guild
    me = await ctx.find_player()
    assert guild is not None
    now = to_milliseconds(discord.utils.utcnow())
    every = await read_vacancies(services.database, guild.id, now)
    avoided = await services.avoidances.load(guild.id, me)
    hidden = services.visibility.find_hidden(ctx.interaction)
    found = [
        each
        for each in every
        if each.channel not in hidden
        and each.count_free(me)
        and (me in each.people or not avoided & each.people)
    ]
    sights = await services.visibility.look(ctx.interaction, [each.channel for each in found])
    return [
        each
        for each in found
        if sights[each.channel] == "seen"
        and is_used_in(ctx.settings, each.channel, guild.get_channel_or_thread(each.channel))
    ]


async def _make_items(
    ctx: Context, numbered: Sequence[tuple[int, Vacancy]]
) -> list[ui.Item[ui.View]]:
    if not numbered:
        return []
    hosts = [vacancy.game.host for _, vacancy in numbered]
    bare = await name_players(ctx.people, ctx.text, hosts, safe=False)
    return [vacancies.make_menu(numbered, bare, ctx.settings.zone)]


def _make_page_buttons(filters: SeatFilters, page: int, last: int) -> list[ui.Item[ui.View]]:
    """Return the buttons to the previous and next page; their custom ids contain the filters."""
    turning: list[ui.Item[ui.View]] = []
    for at, emoji in ((page - 1, "◀️"), (page + 1, "▶️")):
        button: ui.Button[ui.View] = ui.Button(
            emoji=emoji, custom_id=make_page_id(at, filters), disabled=not 0 <= at <= last
        )
        turning.append(button)
    return turning


def make_page_id(page: int, filters: SeatFilters) -> str:
    """Return the custom id of the button to a page."""
    *of, bracket = filters
    before = f"find:of:{page}:{bracket}" if bracket else f"find:page:{page}"
    return f"{before}:{':'.join(of)}"


# Joining


async def join_picked(ctx: Context, picked: tuple[int, int]) -> None:
    """Join the lobby or plan that was picked, as its own button would."""
    channel, number = picked
    seen = await ctx.services.visibility.find_seen(ctx.interaction, channel)
    if seen is None:
        raise Refusal("find-gone")
    there = go_to(ctx, seen)
    check_channel(there)
    await _join_vacancy(there, number)


async def _join_vacancy(ctx: Context, number: int) -> None:
    live = await ctx.services.service.find(ctx.place, number)
    try:
        match live.game:
            case Pod():
                await lobby.join(ctx, number)
            case Duel():
                await lobby.sit_down(ctx, number, lambda me, _: JoinDuel(me))
            case Plan():
                await planning.sign_up(ctx, number)
            case None:
                raise Refusal("find-gone")
            case _:
                assert_never(live.game)
    except Refusal as refusal:
        raise Refusal("find-gone") if refusal.code == "old-pod" else refusal from None


ROUTES = (
    Route(
        vacancies.JOIN_ID,
        join_picked,
        Access((), "playing", "find-gone", everywhere=True),
        picked=parse_game_key,
    ),
    Route(
        "find:page:{page:int}:{table}:{base}:{variant*}",
        turn_page,
        on_server(pace="costly", everywhere=True),
        "find:page",
    ),
    Route(
        "find:of:{page:int}:{bracket}:{table}:{base}:{variant*}",
        turn_page_of_bracket,
        on_server(pace="costly", everywhere=True),
        "find:of",
    ),
)
