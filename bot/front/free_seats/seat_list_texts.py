"""Lists of free seats: a text for each lobby and planned game, and the menu to take a seat."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

import discord
from discord import ui

from bot.formatters.messages import PodMessageFormatter, format_variant_name
from bot.front.plans.plan_board import KIND_EMOJI, render_planned_game_settings
from bot.front.ui.embeds import COLOURS, format_discord_timestamp
from bot.front.ui.escaping import clean_label_text, escape_markdown
from bot.joust.duel import Duel
from bot.planning.plan import PlannedGame
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


def render_joinable_game(
    list_position: int, joinable_game: JoinableGame, formatter: PodMessageFormatter, viewer: Player | None = None
) -> str:
    """Render two lines about a numbered game with free seats."""
    game = joinable_game.game
    text = formatter.text
    seats = f"🪑 {joinable_game.taken_seat_count}/{joinable_game.seat_count}"
    parts = [seats, f"<#{joinable_game.channel}>"]
    if isinstance(game, PlannedGame):
        parts.insert(0, f"{KIND_EMOJI[game.kind]} {format_discord_timestamp(game.at)}")
    if game.setup.title:
        parts.append(escape_markdown(game.setup.title))
    if viewer in game.players:
        parts.append("✅")
    host = text("find-host", host=formatter.name(game.host))
    return (
        f"**{list_position}.** {' · '.join(parts)}\n-# {_render_joinable_game_kind(joinable_game, formatter)} · {host}"
    )


def _render_joinable_game_kind(joinable_game: JoinableGame, formatter: PodMessageFormatter) -> str:
    game = joinable_game.game
    if isinstance(game, Duel):
        return formatter.text(f"game-{JOUST}")
    return render_planned_game_settings(game.setup, formatter.text)


def build_join_game_menu(
    numbered_games: Sequence[tuple[int, JoinableGame]], formatter: PodMessageFormatter, time_zone: ZoneInfo
) -> ui.Select[ui.View]:
    text = formatter.text
    options = []
    for at, vacancy in numbered_games:
        game = vacancy.game
        usual = text(f"game-{JOUST}") if isinstance(game, Duel) else format_variant_name(game.setup.variant, text)
        about = [f"{vacancy.taken_seat_count}/{vacancy.seat_count}", formatter.name(game.host)]
        if isinstance(game, PlannedGame):
            about.insert(0, text.format_date_and_time(datetime_from_milliseconds(game.at).astimezone(time_zone)))
        options.append(
            discord.SelectOption(
                label=clean_label_text(f"{at}. {game.setup.title or usual}", 100),
                description=clean_label_text(" · ".join(about), 100),
                value=f"{vacancy.channel}:{vacancy.number}",
                emoji=KIND_EMOJI[game.kind] if isinstance(game, PlannedGame) else "🪑",
            )
        )
    placeholder = clean_label_text(text("find-join"), 150)
    return ui.Select(placeholder=placeholder, options=options, custom_id=JOIN_ID)


def render_free_seat_list_embed(
    joinable_games: Sequence[JoinableGame], formatter: PodMessageFormatter
) -> discord.Embed:
    """Return an embed with the first of a server's games with free seats."""
    text = formatter.text
    embed = discord.Embed(title=text("find-title"), colour=COLOURS["lobby"])
    lines = [render_joinable_game(at, each, formatter) for at, each in enumerate(joinable_games[:MAX_LISTED], 1)]
    if more := len(joinable_games) - len(lines):
        lines.append(text("find-more", count=more))
    embed.description = "\n".join(lines) or text("find-none")
    return embed


def build_free_seat_list_buttons(
    joinable_games: Sequence[JoinableGame], formatter: PodMessageFormatter, time_zone: ZoneInfo
) -> list[ui.Item[ui.View]]:
    """Return the buttons and the menu of a server's public list of free seats."""
    button: ui.Button[ui.View] = ui.Button(label=formatter.text("find-all"), emoji="🔎", custom_id=SHOW_ALL_ID)
    numbered = [*enumerate(joinable_games[:MAX_LISTED], 1)]
    return [build_join_game_menu(numbered, formatter, time_zone), button] if numbered else [button]
