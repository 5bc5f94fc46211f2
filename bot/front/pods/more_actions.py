"""Actions behind the board's button *More* that ask something first.

Card effects (extra turns, restarts, subgames), the end of the game, and the removal of a player.
"""

from collections.abc import Iterator, Sequence
from typing import get_args

import discord
from discord import ui

from bot.formatters.messages import MessageFormatter
from bot.front.interaction.answers import send_answer, send_confirmation
from bot.front.interaction.context import Context, load_requester
from bot.front.interaction.formatters import load_label_formatter, load_pod_formatter
from bot.front.interaction.game_commands import (
    build_command_factory,
    execute_command,
    load_channel_game,
    load_channel_pod,
)
from bot.front.interaction.player_options import list_removable_players
from bot.front.interaction.routes import Route, board_access
from bot.front.pods import absent_players, game_actions
from bot.front.reports.report_replies import render_report_reply
from bot.front.ui import components
from bot.front.ui.escaping import clean_label
from bot.rules.decide import decide_pod_command
from bot.rules.facts import Player
from bot.rules.next_turn import BeginNextTurn
from bot.rules.pod import Pod, PodCommand
from bot.rules.records import SubgameCard, WinMeans
from bot.rules.refusals import Refusal
from bot.rules.restarting import BeginSubgame, RestartGame
from bot.rules.rights import INVOLVED, PLAYERS
from bot.rules.teams import list_players_in_game
from bot.rules.votes import KickPlayer
from bot.rules.winning import ReportWin
from bot.service import rights

MEANS: tuple[WinMeans, ...] = get_args(WinMeans)
SUBGAME_CARDS: tuple[SubgameCard, ...] = get_args(SubgameCard)


# Card effects


async def open_card_effect_menus(ctx: Context, pod: int) -> None:
    """Show menus of the card effects that change the game's course: extra turn, restart,
    subgame.
    """
    live = await load_channel_pod(ctx, pod)
    assert live.pod is not None
    rights.require_player_of_pod(live.pod, await ctx.find_requester_player())
    labels = await load_label_formatter(ctx, live.pod)
    menus = [*_build_effect_menus(live.number, live.pod, labels)]
    if not menus:
        raise Refusal("not-in-variant", variant=live.pod.setup.variant)
    await send_answer(
        ctx, ctx.catalogue("effects-ask"), view=components.build_stateless_view(menus)
    )


def _build_effect_menus(
    pod_number: int, pod: Pod, formatter: MessageFormatter
) -> Iterator[ui.Select[ui.View]]:
    """Yield a menu for each card effect that is possible now."""
    text = formatter.text
    playing = list_players_in_game(pod.current_game.standings)
    players = components.build_player_options(playing, formatter)
    if playing and pod.setup.turns and _is_command_possible(pod, BeginNextTurn(playing[0])):
        yield _build_menu(pod_number, "extra", text("effects-extra"), players)
    if playing and _is_command_possible(pod, RestartGame(playing[0])):
        yield _build_menu(pod_number, "restart", text("effects-restart"), players)
    if _is_command_possible(pod, BeginSubgame(SUBGAME_CARDS[0])):
        cards = [
            discord.SelectOption(label=text(f"subgame-{card}"), value=card)
            for card in SUBGAME_CARDS
        ]
        yield _build_menu(pod_number, "subgame", text("effects-subgame"), cards)


def _is_command_possible(pod: Pod, command: PodCommand) -> bool:
    try:
        decide_pod_command(pod, command)
    except Refusal:
        return False
    return True


def _build_menu(
    game_number: int, action: str, placeholder: str, options: Sequence[discord.SelectOption]
) -> ui.Select[ui.View]:
    return ui.Select(
        placeholder=clean_label(placeholder, 150),
        options=[*options][: components.MENU_SIZE],
        custom_id=f"pod:{game_number}:{action}",
    )


async def begin_extra_turn(ctx: Context, pod: int, selection: Player) -> None:
    """Begin an extra turn of the selected player."""
    await game_actions.execute_turn_command(
        ctx, pod, build_command_factory(BeginNextTurn(selection))
    )


async def restart_game(ctx: Context, pod: int, selection: Player) -> None:
    """Restart the game with Karn Liberated, which the selected player controls (ESC-50)."""
    await _execute_and_answer(ctx, pod, RestartGame(selection))


async def begin_subgame(ctx: Context, pod: int, selection: SubgameCard) -> None:
    """Begin a subgame with the selected card (ESC-51 to ESC-53)."""
    await _execute_and_answer(ctx, pod, BeginSubgame(selection))


async def _execute_and_answer(ctx: Context, pod: int, command: PodCommand) -> None:
    done = await execute_command(ctx, build_command_factory(command), pod)
    await send_confirmation(ctx, render_report_reply(done, await load_pod_formatter(ctx, done.pod)))


def _parse_subgame_card(value: str) -> SubgameCard | None:
    return next((card for card in SUBGAME_CARDS if card == value), None)


# The end of the game


async def open_game_end_menus(ctx: Context, pod: int) -> None:
    """Show menus of who wins the game by an effect or a combo, and a button for a draw."""
    live = await load_channel_pod(ctx, pod)
    assert live.pod is not None
    rights.require_player_of_pod(live.pod, await ctx.find_requester_player())
    labels = await load_label_formatter(ctx, live.pod)
    options = components.build_player_options(
        list_players_in_game(live.pod.current_game.standings), labels
    )
    menus: list[ui.Item[ui.View]] = [
        _build_menu(live.number, f"win:{means}", ctx.catalogue(f"ending-{means}"), options)
        for means in MEANS
        if options
    ]
    draw: ui.Button[ui.View] = ui.Button(
        label=ctx.catalogue("ending-draw"), emoji="🤝", custom_id=f"pod:{live.number}:draw"
    )
    await send_answer(
        ctx, ctx.catalogue("ending-ask"), view=components.build_stateless_view([*menus, draw])
    )


# Removing somebody


async def open_removal_menu(ctx: Context, pod: int) -> None:
    """Show a menu of the players who can be removed from the game."""
    live = await load_channel_game(ctx, pod)
    game = live.game
    assert game is not None
    asker = await load_requester(ctx)
    involved = asker.player in (*game.players, game.host)
    if not involved and not rights.can_moderate_game(game, asker):
        raise Refusal(INVOLVED.refusal)
    labels = await load_label_formatter(ctx, game)
    options = components.build_player_options(list_removable_players(game), labels)
    menu = _build_menu(live.number, "remove", ctx.catalogue("removal-placeholder"), options)
    await send_answer(
        ctx, ctx.catalogue("removal-ask"), view=components.build_stateless_view([menu])
    )


_POD_PATTERN = "pod:{pod:int}"
ROUTES = (
    Route(f"{_POD_PATTERN}:effects", open_card_effect_menus, board_access(PLAYERS)),
    Route(f"{_POD_PATTERN}:extra", begin_extra_turn, board_access(BeginNextTurn), picked=str),
    Route(f"{_POD_PATTERN}:restart", restart_game, board_access(RestartGame), picked=str),
    Route(
        f"{_POD_PATTERN}:subgame",
        begin_subgame,
        board_access(BeginSubgame),
        picked=_parse_subgame_card,
    ),
    Route(f"{_POD_PATTERN}:end", open_game_end_menus, board_access(ReportWin)),
    Route(f"{_POD_PATTERN}:removal", open_removal_menu, board_access(KickPlayer)),
    Route(
        f"{_POD_PATTERN}:remove",
        absent_players.remove_selected_player,
        board_access(KickPlayer),
        picked=str,
    ),
)
