"""The lobby of a duel: open it, take and give up seats, start, open a rematch."""

from typing import get_args

import discord
from discord import ui
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.draws import dice, seating
from bot.front.duels import duel_board
from bot.front.duels.duel_requests import load_duel_for_command, render_last_duel_move_answer
from bot.front.interaction.answers import answer_by_editing_message, report_command_success, send_answer
from bot.front.interaction.command_declarations import (
    get_selected_option_value,
    set_fixed_option_choices,
    slash_command,
    translate_command_options,
)
from bot.front.interaction.context import Context, load_or_create_person_of_discord_user
from bot.front.interaction.formatters import (
    load_label_formatter_for_game,
    load_message_formatter_in_server_language,
)
from bot.front.interaction.game_commands import execute_game_command, load_duel, load_numbered_or_current_game
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_board_button, build_access_rule_for_server
from bot.front.pods.game_opening import (
    ALREADY_OPEN,
    join_rematch_opened_by_other_player,
    open_lobby_in_channel,
    open_lobby_in_channel_or_thread,
)
from bot.front.pods.game_options import MAX_TITLE_LENGTH
from bot.front.pods.lobby import join_lobby_and_thread
from bot.front.ui import components
from bot.front.ui.pings import Ping, PingReason, build_allowed_mentions_for_pings
from bot.joust.duel import SEATS, DiceOwner, Duel, DuelSetup
from bot.joust.lobby import JoinDuel, LeaveDuelLobby, OpenDuel, StartDuel
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import DUELISTS
from bot.service import rights
from bot.service.live_game import LiveGame


@slash_command("joust-open", build_access_rule_for_server(OpenDuel, rate_limit_class="costly"))
@translate_command_options(opponent="opponent", title="title", dice="dice")
@set_fixed_option_choices(dice=("dice", get_args(DiceOwner)))
async def open_duel_lobby(
    ctx: Context,
    opponent: discord.Member | None = None,
    title: Range[str, 1, MAX_TITLE_LENGTH] | None = None,
    dice: Choice[str] | None = None,
) -> None:
    """Open the lobby of a duel and seat the user; an `opponent` is pinged."""
    me = await ctx.get_player_id_of_user()
    named = " ".join(title.split()) or None if title else None
    setup = DuelSetup(get_selected_option_value(DiceOwner, dice, "bot"), named, ctx.settings.dispute_time_minutes)
    await open_lobby_in_channel_or_thread(ctx, _build_open_duel_command(setup, me, (me,)), "joust-done-open")
    if opponent is not None:
        await _ping_challenged_opponent(ctx, opponent)


async def _ping_challenged_opponent(ctx: Context, opponent: discord.Member) -> None:
    me = await ctx.get_player_id_of_user()
    other = await load_or_create_person_of_discord_user(ctx, opponent)
    words = await load_message_formatter_in_server_language(ctx, [me, other.id])
    said = words.text("joust-challenge", player=words.name(me), opponent=opponent.mention)
    pinged = build_allowed_mentions_for_pings(Ping(PingReason.CHALLENGE, [opponent.id]))
    await send_answer(ctx, said, is_public=True, allowed_mentions=pinged)


async def open_duel_rematch_lobby(ctx: Context, duel_number: int) -> None:
    """Open a new duel lobby with the settings of a finished duel, and seat the user."""
    minutes = ctx.settings.dispute_time_minutes
    before = await load_numbered_or_current_game(ctx, duel_number)
    if await join_rematch_opened_by_other_player(ctx, before):
        return

    def build_open_rematch_command(player: Player, live_game: LiveGame) -> OpenDuel:
        over = live_game.duel
        if over is None or player not in over.players:
            raise Refusal(DUELISTS.refusal)
        return _build_open_duel_command(replace(over.setup, dispute_minutes=minutes), player, (player,))

    try:
        await open_lobby_in_channel(ctx, duel_number, build_open_rematch_command, "joust-done-open")
    except Refusal as refusal:  # the other player opened the rematch in the meantime
        if refusal.code not in ALREADY_OPEN or not await join_rematch_opened_by_other_player(ctx, before):
            raise


def _build_open_duel_command(duel_setup: DuelSetup, host: Player, players: tuple[Player, ...]) -> OpenDuel:
    secret = seating.generate_random_secret() if duel_setup.dice == "bot" else None
    return OpenDuel(duel_setup, host, players, secret)


async def join_duel(ctx: Context, duel_number: int) -> None:
    """Give the user a seat in the lobby of a duel."""
    await join_lobby_and_thread(ctx, duel_number, lambda me, _: JoinDuel(me))


async def leave_duel_lobby(ctx: Context, duel_number: int) -> None:
    """Give up the user's seat in the lobby of a duel."""
    await execute_game_command(ctx, lambda me, _: LeaveDuelLobby(me), duel_number)
    await report_command_success(ctx, f"✅ {ctx.translations('done-leave')}")


async def start_duel_or_ask_who_begins(ctx: Context, duel_number: int) -> None:
    """Start a duel. If the players roll their own dice, first ask who begins."""
    live, duel, _ = await load_duel_for_command(ctx, duel_number, StartDuel)
    if not duel.seals:
        await _ask_which_duelist_begins(ctx, live, duel)
        return

    def build_command_to_start_duel(_player: Player, live_game: LiveGame) -> StartDuel:
        assert live_game.duel is not None
        if len(live_game.duel.players) != SEATS:  # the rules refuse it: no dice are needed
            return StartDuel(live_game.duel.host)
        return StartDuel(rolls=dice.roll_dice_for_first_player(live_game.duel), die=live_game.duel.rolled + 1)

    done = await execute_game_command(ctx, build_command_to_start_duel, duel_number)
    await report_command_success(ctx, await render_last_duel_move_answer(ctx, done))


async def _ask_which_duelist_begins(ctx: Context, live_game: LiveGame, duel: Duel) -> None:
    if len(duel.players) != SEATS:
        raise Refusal("duel-players", count=SEATS, have=len(duel.players))
    words = await load_label_formatter_for_game(ctx, duel)
    menu: ui.Select[ui.View] = duel_board.build_select_menu(
        f"joust:{live_game.number}:first",
        ctx.translations("joust-first-placeholder"),
        components.build_player_select_options(duel.players, words),
    )
    await send_answer(ctx, ctx.translations("joust-first"), view=components.build_view_without_callbacks([menu]))


async def start_duel_with_starting_player(ctx: Context, duel_number: int, selection: Player) -> None:
    _, duel = await load_duel(ctx, duel_number)
    rights.require_player_of_game(duel, selection)
    done = await execute_game_command(ctx, lambda *_: StartDuel(selection), duel_number)
    await answer_by_editing_message(ctx, content=await render_last_duel_move_answer(ctx, done), view=None)


_DUEL_PATTERN = "joust:{duel_number:int}"
ROUTES = (
    CustomIdRoute(f"{_DUEL_PATTERN}:join", join_duel, build_access_rule_for_board_button(JoinDuel)),
    CustomIdRoute(f"{_DUEL_PATTERN}:leave", leave_duel_lobby, build_access_rule_for_board_button(LeaveDuelLobby)),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:start", start_duel_or_ask_who_begins, build_access_rule_for_board_button(StartDuel)
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:first",
        start_duel_with_starting_player,
        build_access_rule_for_board_button(StartDuel),
        picked=str,
    ),
    CustomIdRoute(
        f"{_DUEL_PATTERN}:rematch",
        open_duel_rematch_lobby,
        build_access_rule_for_board_button(DUELISTS, rate_limit_class="costly"),
    ),
)
