"""Acts behind the board's last button that ask something first.

Card effects (extra turns, restarts, subgames), the end of the game, and the removal of a player.
"""

from collections.abc import Iterator, Sequence
from typing import get_args

import discord
from discord import ui

from bot import rights
from bot.front.interaction.answering import confirm, say
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.picking import list_removable
from bot.front.interaction.pods import do, find_game, find_pod, make_ask
from bot.front.interaction.routes import Route, on_board
from bot.front.interaction.wording import label_game, speak_of_pod
from bot.front.pods import leaving, play
from bot.front.rendering import controls
from bot.front.rendering.confirmation import render_done
from bot.front.rendering.escaping import clean_label
from bot.rules.decide import decide
from bot.rules.facts import Player
from bot.rules.next_turn import NextTurn
from bot.rules.pod import Pod, PodCommand
from bot.rules.records import Means, SubgameCard
from bot.rules.refusals import Refusal
from bot.rules.restarting import Restart, Subgame
from bot.rules.rights import INVOLVED, PLAYERS
from bot.rules.teams import find_in_game
from bot.rules.votes import Kick
from bot.rules.winning import Win
from bot.words import Words

MEANS: tuple[Means, ...] = get_args(Means)
SUBGAME_CARDS: tuple[SubgameCard, ...] = get_args(SubgameCard)


# Card effects


async def ask_for_effect(ctx: Context, pod: int) -> None:
    """Ask which card effect changes the course of the game, and whose it is."""
    live = await find_pod(ctx, pod)
    assert live.pod is not None
    rights.check_player(live.pod, await ctx.find_player())
    labels = await label_game(ctx, live.pod)
    menus = [*_make_effect_menus(live.number, live.pod, labels)]
    if not menus:
        raise Refusal("not-in-variant", variant=live.pod.setup.variant)
    await say(ctx, ctx.text("effects-ask"), view=controls.make_unstored_view(menus))


def _make_effect_menus(number: int, pod: Pod, labels: Words) -> Iterator[ui.Select[ui.View]]:
    """Yield the menus of the effects that are possible now."""
    text = labels.text
    playing = find_in_game(pod.game.standings)
    players = controls.make_player_options(playing, labels)
    if playing and pod.setup.turns and _is_possible(pod, NextTurn(playing[0])):
        yield _make_menu(number, "extra", text("effects-extra"), players)
    if playing and _is_possible(pod, Restart(playing[0])):
        yield _make_menu(number, "restart", text("effects-restart"), players)
    if _is_possible(pod, Subgame(SUBGAME_CARDS[0])):
        cards = [
            discord.SelectOption(label=text(f"subgame-{card}"), value=card)
            for card in SUBGAME_CARDS
        ]
        yield _make_menu(number, "subgame", text("effects-subgame"), cards)


def _is_possible(pod: Pod, command: PodCommand) -> bool:
    try:
        decide(pod, command)
    except Refusal:
        return False
    return True


def _make_menu(
    number: int, action: str, asked: str, options: Sequence[discord.SelectOption]
) -> ui.Select[ui.View]:
    return ui.Select(
        placeholder=clean_label(asked, 150),
        options=[*options][: controls.MENU_SIZE],
        custom_id=f"pod:{number}:{action}",
    )


async def begin_extra_turn(ctx: Context, pod: int, picked: Player) -> None:
    """Begin an extra turn of a player."""
    await play.begin_turn(ctx, pod, make_ask(NextTurn(picked)))


async def restart(ctx: Context, pod: int, picked: Player) -> None:
    """Restart the game with Karn Liberated, which a player controls (ESC-50)."""
    await _do_and_answer(ctx, pod, Restart(picked))


async def begin_subgame(ctx: Context, pod: int, picked: SubgameCard) -> None:
    """Begin a subgame (ESC-51 to ESC-53)."""
    await _do_and_answer(ctx, pod, Subgame(picked))


async def _do_and_answer(ctx: Context, pod: int, command: PodCommand) -> None:
    done = await do(ctx, make_ask(command), pod)
    await confirm(ctx, render_done(done, await speak_of_pod(ctx, done.pod)))


def _read_card(value: str) -> SubgameCard | None:
    return next((card for card in SUBGAME_CARDS if card == value), None)


# The end of the game


async def ask_for_end(ctx: Context, pod: int) -> None:
    """Ask who wins the game by an effect or a combo, or whether it is a draw."""
    live = await find_pod(ctx, pod)
    assert live.pod is not None
    rights.check_player(live.pod, await ctx.find_player())
    labels = await label_game(ctx, live.pod)
    options = controls.make_player_options(find_in_game(live.pod.game.standings), labels)
    menus: list[ui.Item[ui.View]] = [
        _make_menu(live.number, f"win:{means}", ctx.text(f"ending-{means}"), options)
        for means in MEANS
        if options
    ]
    draw: ui.Button[ui.View] = ui.Button(
        label=ctx.text("ending-draw"), emoji="🤝", custom_id=f"pod:{live.number}:draw"
    )
    await say(ctx, ctx.text("ending-ask"), view=controls.make_unstored_view([*menus, draw]))


# Removing somebody


async def ask_whom_to_remove(ctx: Context, pod: int) -> None:
    """Ask which player is to be removed from the game."""
    live = await find_game(ctx, pod)
    game = live.game
    assert game is not None
    asker = await find_asker(ctx)
    involved = asker.player in (*game.players, game.host)
    if not involved and not rights.may_moderate(game, asker):
        raise Refusal(INVOLVED.refusal)
    labels = await label_game(ctx, game)
    options = controls.make_player_options(list_removable(game), labels)
    menu = _make_menu(live.number, "remove", ctx.text("removal-placeholder"), options)
    await say(ctx, ctx.text("removal-ask"), view=controls.make_unstored_view([menu]))


_POD_PATTERN = "pod:{pod:int}"
ROUTES = (
    Route(f"{_POD_PATTERN}:effects", ask_for_effect, on_board(PLAYERS)),
    Route(f"{_POD_PATTERN}:extra", begin_extra_turn, on_board(NextTurn), picked=str),
    Route(f"{_POD_PATTERN}:restart", restart, on_board(Restart), picked=str),
    Route(f"{_POD_PATTERN}:subgame", begin_subgame, on_board(Subgame), picked=_read_card),
    Route(f"{_POD_PATTERN}:end", ask_for_end, on_board(Win)),
    Route(f"{_POD_PATTERN}:removal", ask_whom_to_remove, on_board(Kick)),
    Route(f"{_POD_PATTERN}:remove", leaving.remove, on_board(Kick), picked=str),
)
