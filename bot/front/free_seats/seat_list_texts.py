"""Lists of free seats: a text for each lobby and plan, and the menu to take a seat."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

import discord
from discord import ui

from bot.formatters.messages import MessageFormatter, format_variant_name
from bot.front.plans.plan_board import KIND_EMOJI, render_setup
from bot.front.ui.embeds import COLOURS, format_timestamp
from bot.front.ui.escaping import clean_label, escape_markdown
from bot.joust.duel import Duel
from bot.planning.plan import Plan
from bot.projections.joinable_games import JoinableGame
from bot.rules.facts import Player
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.tables.game_kinds import JOUST

JOIN_ID = "find:join"
"""The custom id of the menu; its values are `channel:number` of a game."""

SHOW_ALL_ID = "find:page:0:::"
"""The custom id of the button that shows the whole list privately."""

MAX_LISTED = 15
"""The most lobbies and plans of a public list."""


def render_vacancy(
    position: int, vacancy: JoinableGame, formatter: MessageFormatter, viewer: Player | None = None
) -> str:
    """Render a lobby or plan with free seats on two lines, with its position in the list.

    It is marked if the viewer has signed up already.
    """
    game = vacancy.game
    text = formatter.text
    seats = f"🪑 {vacancy.taken_seats}/{vacancy.seat_count}"
    parts = [seats, f"<#{vacancy.channel}>"]
    if isinstance(game, Plan):
        parts.insert(
            0,
            f"{KIND_EMOJI[game.kind]} {format_timestamp(game.at)} ("
            f"{format_timestamp(game.at, 'R')})",
        )
    if game.setup.title:
        parts.append(escape_markdown(game.setup.title))
    if viewer in game.players:
        parts.append("✅")
    host = text("find-host", host=formatter.name(game.host))
    return (
        f"**{position}.** {' · '.join(parts)}\n-# {_render_game_kind(vacancy, formatter)} · {host}"
    )


def _render_game_kind(vacancy: JoinableGame, formatter: MessageFormatter) -> str:
    game = vacancy.game
    if isinstance(game, Duel):
        return formatter.text(f"game-{JOUST}")
    return render_setup(game.setup, formatter.text)


def build_join_menu(
    numbered_vacancies: Sequence[tuple[int, JoinableGame]],
    formatter: MessageFormatter,
    zone: ZoneInfo,
) -> ui.Select[ui.View]:
    """Return the menu that takes a seat in one of the listed games.

    `formatter` names players without Markdown. Menus cannot show local times, so times are in
    `zone`.
    """
    text = formatter.text
    options = []
    for at, vacancy in numbered_vacancies:
        game = vacancy.game
        usual = (
            text(f"game-{JOUST}")
            if isinstance(game, Duel)
            else format_variant_name(game.setup.variant, text)
        )
        about = [f"{vacancy.taken_seats}/{vacancy.seat_count}", formatter.name(game.host)]
        if isinstance(game, Plan):
            about.insert(
                0, text.format_date_and_time(datetime_from_milliseconds(game.at).astimezone(zone))
            )
        options.append(
            discord.SelectOption(
                label=clean_label(f"{at}. {game.setup.title or usual}", 100),
                description=clean_label(" · ".join(about), 100),
                value=f"{vacancy.channel}:{vacancy.number}",
                emoji=KIND_EMOJI[game.kind] if isinstance(game, Plan) else "🪑",
            )
        )
    placeholder = clean_label(text("find-join"), 150)
    return ui.Select(placeholder=placeholder, options=options, custom_id=JOIN_ID)


def render_seat_list_embed(
    vacancies: Sequence[JoinableGame], formatter: MessageFormatter
) -> discord.Embed:
    """Render the public list of free seats, cut to its first entries."""
    text = formatter.text
    embed = discord.Embed(title=text("find-title"), colour=COLOURS["lobby"])
    lines = [
        render_vacancy(at, each, formatter) for at, each in enumerate(vacancies[:MAX_LISTED], 1)
    ]
    if more := len(vacancies) - len(lines):
        lines.append(text("find-more", count=more))
    embed.description = "\n".join(lines) or text("find-none")
    return embed


def build_seat_list_items(
    vacancies: Sequence[JoinableGame], formatter: MessageFormatter, zone: ZoneInfo
) -> list[ui.Item[ui.View]]:
    """Return the items of the public list of free seats.

    `formatter` names players without Markdown.
    """
    button: ui.Button[ui.View] = ui.Button(
        label=formatter.text("find-all"), emoji="🔎", custom_id=SHOW_ALL_ID
    )
    numbered = [*enumerate(vacancies[:MAX_LISTED], 1)]
    return [build_join_menu(numbered, formatter, zone), button] if numbered else [button]
