"""Lists of free seats: a text for each lobby and plan, and the menu to take a seat."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

import discord
from discord import ui

from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import clean_label, escape
from bot.front.rendering.plan_board import KIND_EMOJI, format_when, render_agreed
from bot.joust.duel import Duel
from bot.planning.plan import Plan
from bot.projections.vacancies import Vacancy
from bot.rules.facts import Player
from bot.storage.engine.moments import to_moment
from bot.storage.tables.game_kinds import JOUST
from bot.words import Words, name_variant

JOIN_ID = "find:join"
"""The custom id of the menu; its values are `channel:number` of a game."""

SHOW_ALL_ID = "find:page:0:::"
"""The custom id of the button that shows the whole list privately."""

MAX_LISTED = 15
"""The most lobbies and plans of a public list."""


def render_vacancy(at: int, vacancy: Vacancy, words: Words, me: Player | None = None) -> str:
    """Render the `at`th lobby or plan of a list on two lines.

    It is marked if `me` has signed up already.
    """
    game = vacancy.game
    text = words.text
    seats = f"🪑 {vacancy.taken}/{vacancy.seats}"
    parts = [seats, f"<#{vacancy.channel}>"]
    if isinstance(game, Plan):
        parts.insert(
            0, f"{KIND_EMOJI[game.kind]} {format_when(game.at)} ({format_when(game.at, 'R')})"
        )
    if game.setup.title:
        parts.append(escape(game.setup.title))
    if me in game.players:
        parts.append("✅")
    host = text("find-host", host=words.name(game.host))
    return f"**{at}.** {' · '.join(parts)}\n-# {_render_kind(vacancy, words)} · {host}"


def _render_kind(vacancy: Vacancy, words: Words) -> str:
    game = vacancy.game
    if isinstance(game, Duel):
        return words.text(f"game-{JOUST}")
    return render_agreed(game.setup, words.text)


def make_menu(
    numbered: Sequence[tuple[int, Vacancy]], words: Words, zone: ZoneInfo
) -> ui.Select[ui.View]:
    """Return the menu that takes a seat in one of the numbered games.

    `words` name players without Markdown. Menus cannot show local times, so moments are in `zone`.
    """
    text = words.text
    options = []
    for at, vacancy in numbered:
        game = vacancy.game
        usual = (
            text(f"game-{JOUST}")
            if isinstance(game, Duel)
            else name_variant(game.setup.variant, text)
        )
        about = [f"{vacancy.taken}/{vacancy.seats}", words.name(game.host)]
        if isinstance(game, Plan):
            about.insert(0, text.format_moment(to_moment(game.at).astimezone(zone)))
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


def render_list(found: Sequence[Vacancy], words: Words) -> discord.Embed:
    """Render the public list of free seats, cut to its first entries."""
    text = words.text
    embed = discord.Embed(title=text("find-title"), colour=COLOURS["lobby"])
    lines = [render_vacancy(at, each, words) for at, each in enumerate(found[:MAX_LISTED], 1)]
    if more := len(found) - len(lines):
        lines.append(text("find-more", count=more))
    embed.description = "\n".join(lines) or text("find-none")
    return embed


def make_list_items(
    found: Sequence[Vacancy], words: Words, zone: ZoneInfo
) -> list[ui.Item[ui.View]]:
    """Return the items of the public list; `words` name players without Markdown."""
    button: ui.Button[ui.View] = ui.Button(
        label=words.text("find-all"), emoji="🔎", custom_id=SHOW_ALL_ID
    )
    numbered = [*enumerate(found[:MAX_LISTED], 1)]
    return [make_menu(numbered, words, zone), button] if numbered else [button]
