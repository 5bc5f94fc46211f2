"""Actions behind the board's button *More* that ask something first.

Card effects (extra turns, restarts, subgames), the end of the game, and the removal of a player.
"""

from collections.abc import Iterator, Sequence
from typing import get_args

import discord
from discord import ui

from bot.formatters.messages import PodMessageFormatter
from bot.front.interaction.answers import report_command_success, send_answer
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.formatters import (
    load_label_formatter_for_game,
    load_message_formatter_for_pod,
    load_message_formatter_in_user_language,
)
from bot.front.interaction.game_commands import (
    execute_game_command,
    load_numbered_or_current_game,
    load_pod,
    wrap_command_in_factory,
)
from bot.front.interaction.player_options import list_remaining_players
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_board_button
from bot.front.pods import absent_players, game_actions
from bot.front.reports.report_replies import render_report_reply
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text
from bot.rulebooks import Game
from bot.rules.decide import is_pod_command_allowed_by_rules
from bot.rules.facts import Player
from bot.rules.next_turn import BeginNextTurn, list_possible_additional_turns
from bot.rules.playing import require_running_game
from bot.rules.pod import Pod, PodCommand
from bot.rules.records import SubgameCard, WinMeans
from bot.rules.refusals import Refusal
from bot.rules.restarting import BeginSubgame, RestartGameByKarn
from bot.rules.rights import INVOLVED, PLAYERS
from bot.rules.teams import list_players_in_game
from bot.rules.votes import TOO_FEW_VOICES, KickPlayer, list_kick_voters
from bot.rules.winning import ReportWin
from bot.service import rights

MEANS: tuple[WinMeans, ...] = get_args(WinMeans)
SUBGAME_CARDS: tuple[SubgameCard, ...] = get_args(SubgameCard)


# Card effects


async def show_card_effect_menus(ctx: Context, pod: int) -> None:
    """Show menus of cards that give an extra turn, restart the game or begin a subgame."""
    live = await load_pod(ctx, pod)
    assert live.pod is not None
    rights.require_player_of_pod(live.pod, await ctx.get_player_id_of_user())
    labels = await load_label_formatter_for_game(ctx, live.pod)
    menus = [*_build_card_effect_menus(live.number, live.pod, labels)]
    if not menus:
        raise Refusal("not-in-variant", variant=live.pod.setup.variant)
    await send_answer(ctx, ctx.translations("effects-ask"), view=components.build_view_without_callbacks(menus))


def _build_card_effect_menus(pod_number: int, pod: Pod, formatter: PodMessageFormatter) -> Iterator[ui.Select[ui.View]]:
    """Yield a menu for each possible kind of card effect, such as an extra turn."""
    text = formatter.text
    playing = list_players_in_game(pod.current_game.standings)
    players = components.build_player_select_options(playing, formatter)
    if playing and pod.setup.turns and is_pod_command_allowed_by_rules(pod, BeginNextTurn(playing[0])):
        extra = [
            discord.SelectOption(label=clean_label_text(formatter.join_player_names(team), 100), value=team[0])
            for team in list_possible_additional_turns(pod)
        ]
        yield _build_pod_action_menu(pod_number, "extra", text("effects-extra"), extra)
    if playing and is_pod_command_allowed_by_rules(pod, RestartGameByKarn(playing[0])):
        yield _build_pod_action_menu(pod_number, "restart", text("effects-restart"), players)
    if is_pod_command_allowed_by_rules(pod, BeginSubgame(SUBGAME_CARDS[0])):
        cards = [discord.SelectOption(label=text(f"subgame-{card}"), value=card) for card in SUBGAME_CARDS]
        yield _build_pod_action_menu(pod_number, "subgame", text("effects-subgame"), cards)


def _build_pod_action_menu(
    game_number: int, action: str, placeholder: str, options: Sequence[discord.SelectOption]
) -> ui.Select[ui.View]:
    return ui.Select(
        placeholder=clean_label_text(placeholder, 150),
        options=[*options][: components.MENU_SIZE],
        custom_id=f"pod:{game_number}:{action}",
    )


async def begin_extra_turn_of_selected_player(ctx: Context, pod: int, selection: Player) -> None:
    await game_actions.execute_command_that_begins_turn(ctx, pod, wrap_command_in_factory(BeginNextTurn(selection)))


async def restart_game_by_karn_of_player(ctx: Context, pod: int, selection: Player) -> None:
    """Restart the game by the ability of the selected player's Karn Liberated."""
    await _execute_pod_command_and_answer(ctx, pod, RestartGameByKarn(selection))


async def begin_subgame_by_selected_card(ctx: Context, pod: int, selection: SubgameCard) -> None:
    """Begin a subgame (a game within the game) by the selected card."""
    await _execute_pod_command_and_answer(ctx, pod, BeginSubgame(selection))


async def _execute_pod_command_and_answer(ctx: Context, pod_number: int, pod_command: PodCommand) -> None:
    done = await execute_game_command(ctx, wrap_command_in_factory(pod_command), pod_number)
    await report_command_success(ctx, render_report_reply(done, await load_message_formatter_for_pod(ctx, done.pod)))


def _parse_selected_subgame_card(selection: str) -> SubgameCard | None:
    return next((card for card in SUBGAME_CARDS if card == selection), None)


# The end of the game


async def show_win_and_draw_menus(ctx: Context, pod: int) -> None:
    """Show a menu of players who can win by an effect or a combo, and a button for a draw."""
    live = await load_pod(ctx, pod)
    assert live.pod is not None
    rights.require_player_of_pod(live.pod, await ctx.get_player_id_of_user())
    labels = await load_label_formatter_for_game(ctx, live.pod)
    options = components.build_player_select_options(list_players_in_game(live.pod.current_game.standings), labels)
    menus: list[ui.Item[ui.View]] = [
        _build_pod_action_menu(live.number, f"win:{means}", ctx.translations(f"ending-{means}"), options)
        for means in MEANS
        if options
    ]
    draw: ui.Button[ui.View] = ui.Button(
        label=ctx.translations("ending-draw"), emoji="🤝", custom_id=f"pod:{live.number}:draw"
    )
    await send_answer(ctx, ctx.translations("ending-ask"), view=components.build_view_without_callbacks([*menus, draw]))


# Removing somebody


async def show_menu_of_players_to_remove(ctx: Context, pod: int) -> None:
    """Show a menu of the players who can be removed from the game."""
    live = await load_numbered_or_current_game(ctx, pod)
    game = live.game
    assert game is not None
    asker = await load_user_with_rights(ctx)
    moderates = rights.can_moderate_game(game, asker)
    if not moderates and asker.player not in (*game.players, game.host):
        raise Refusal(INVOLVED.refusal)
    labels = await load_label_formatter_for_game(ctx, game)
    options = components.build_player_select_options(list_remaining_players(game), labels)
    if not options:  # the button was shown before the last player left
        if isinstance(game, Pod) and game.state != "lobby":
            require_running_game(game, allows_pending_choice=True)
        await send_answer(ctx, ctx.translations("lobby-empty"))
        return
    menu = _build_pod_action_menu(live.number, "remove", ctx.translations("removal-placeholder"), options)
    asked = await _render_player_removal_prompt(ctx, game, asker.player, is_moderator=moderates)
    await send_answer(ctx, asked, view=components.build_view_without_callbacks([menu]))


async def _render_player_removal_prompt(ctx: Context, game: Game, asker: Player, *, is_moderator: bool) -> str:
    """Return the prompt above the menu of players to remove, which tells whether others must vote."""
    if game.state == "lobby" and not is_moderator and asker != game.host:
        words = await load_message_formatter_in_user_language(ctx, [game.host])
        return ctx.translations("removal-ask-seated", host=words.name(game.host))
    if game.state == "lobby" or is_moderator:
        return ctx.translations("removal-ask-lobby" if game.state == "lobby" else "removal-ask-moderator")
    voters = list_kick_voters(game) if isinstance(game, Pod) else set[Player]()
    if len(voters) <= TOO_FEW_VOICES:
        return ctx.translations("removal-ask-few")
    words = await load_message_formatter_in_user_language(ctx, voters)
    others = [voter for voter in game.players if voter in voters and voter != asker]
    return ctx.translations("removal-ask", who=words.join_player_names(others))


_POD_PATTERN = "pod:{pod:int}"
ROUTES = (
    CustomIdRoute(f"{_POD_PATTERN}:effects", show_card_effect_menus, build_access_rule_for_board_button(PLAYERS)),
    CustomIdRoute(
        f"{_POD_PATTERN}:extra",
        begin_extra_turn_of_selected_player,
        build_access_rule_for_board_button(BeginNextTurn),
        picked=str,
    ),
    CustomIdRoute(
        f"{_POD_PATTERN}:restart",
        restart_game_by_karn_of_player,
        build_access_rule_for_board_button(RestartGameByKarn),
        picked=str,
    ),
    CustomIdRoute(
        f"{_POD_PATTERN}:subgame",
        begin_subgame_by_selected_card,
        build_access_rule_for_board_button(BeginSubgame),
        picked=_parse_selected_subgame_card,
    ),
    CustomIdRoute(f"{_POD_PATTERN}:end", show_win_and_draw_menus, build_access_rule_for_board_button(ReportWin)),
    CustomIdRoute(
        f"{_POD_PATTERN}:removal", show_menu_of_players_to_remove, build_access_rule_for_board_button(KickPlayer)
    ),
    CustomIdRoute(
        f"{_POD_PATTERN}:remove",
        absent_players.remove_selected_player_or_start_vote,
        build_access_rule_for_board_button(KickPlayer),
        picked=str,
    ),
)
