"""The lobby of a duel: open it, take and give up seats, start, open a rematch."""

from typing import get_args

import discord
from discord import ui
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.draws import dice, seating
from bot.front.duels import duel_board
from bot.front.duels.duel_requests import render_last_step, require_duel_for_command
from bot.front.interaction.answers import edit_private_message, send_answer, send_confirmation
from bot.front.interaction.command_declarations import (
    describe_options,
    fixed_choices,
    resolve_choice,
    slash_command,
)
from bot.front.interaction.context import Context, identify_user
from bot.front.interaction.formatters import load_label_formatter, load_public_formatter
from bot.front.interaction.game_commands import execute_command, load_channel_duel
from bot.front.interaction.routes import Route, board_access, server_access
from bot.front.pods.game_opening import (
    ALREADY_OPEN,
    join_existing_rematch,
    open_lobby,
    open_lobby_in_channel,
)
from bot.front.pods.game_options import MAX_TITLE_LENGTH
from bot.front.pods.lobby import join_lobby_by_command
from bot.front.ui import components
from bot.front.ui.pings import Ping, PingReason, build_allowed_mentions
from bot.joust.duel import SEATS, DiceOwner, Duel, DuelSetup
from bot.joust.lobby import JoinDuel, LeaveDuel, OpenDuel, StartDuel
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import DUELISTS
from bot.service import rights
from bot.service.live_game import LiveGame


@slash_command("joust-open", server_access(OpenDuel, rate_class="costly"))
@describe_options(opponent="opponent", title="title", dice="dice")
@fixed_choices(dice=("dice", get_args(DiceOwner)))
async def open_duel_lobby(
    ctx: Context,
    opponent: discord.Member | None = None,
    title: Range[str, 1, MAX_TITLE_LENGTH] | None = None,
    dice: Choice[str] | None = None,
) -> None:
    """Open a duel's lobby with a seat for the user, and perhaps challenge an opponent."""
    me = await ctx.find_requester_player()
    named = " ".join(title.split()) or None if title else None
    setup = DuelSetup(
        resolve_choice(DiceOwner, dice, "bot"), named, ctx.settings.dispute_time_minutes
    )
    await open_lobby(ctx, _build_open_command(setup, me, (me,)), "joust-done-open")
    if opponent is not None:
        await _send_challenge(ctx, opponent)


async def _send_challenge(ctx: Context, opponent: discord.Member) -> None:
    """Ping an opponent; the free seat stays open to everybody."""
    me = await ctx.find_requester_player()
    other = await identify_user(ctx, opponent)
    words = await load_public_formatter(ctx, [me, other.id])
    said = words.text("joust-challenge", player=words.name(me), opponent=opponent.mention)
    pinged = build_allowed_mentions(Ping(PingReason.CHALLENGE, [opponent.id]))
    await send_answer(ctx, said, is_public=True, allowed_mentions=pinged)


async def open_duel_rematch(ctx: Context, number: int) -> None:
    """Open a lobby with a finished duel's setup in the same channel, with a seat for the user."""
    minutes = ctx.settings.dispute_time_minutes
    before = await ctx.services.service.load_game(ctx.channel_address, number)
    if await join_existing_rematch(ctx, before):
        return

    def build_rematch_command(player: Player, live_game: LiveGame) -> OpenDuel:
        over = live_game.duel
        if over is None or player not in over.players:
            raise Refusal(DUELISTS.refusal)
        return _build_open_command(replace(over.setup, dispute_minutes=minutes), player, (player,))

    try:
        await open_lobby_in_channel(ctx, number, build_rematch_command, "joust-done-open")
    except Refusal as refusal:  # the other player opened the rematch in the meantime
        if refusal.code not in ALREADY_OPEN or not await join_existing_rematch(ctx, before):
            raise


def _build_open_command(setup: DuelSetup, host: Player, players: tuple[Player, ...]) -> OpenDuel:
    secret = seating.generate_secret() if setup.dice == "bot" else None
    return OpenDuel(setup, host, players, secret)


async def join_duel(ctx: Context, number: int) -> None:
    """Take one of the two seats of a duel."""
    await join_lobby_by_command(ctx, number, lambda me, _: JoinDuel(me))


async def leave_duel_lobby(ctx: Context, number: int) -> None:
    """Give up the user's seat in a duel's lobby."""
    await execute_command(ctx, lambda me, _: LeaveDuel(me), number)
    await send_confirmation(ctx, f"✅ {ctx.catalogue('done-leave')}")


async def start_duel(ctx: Context, number: int) -> None:
    """Start a duel with the player whom the bot's dice select, or ask who rolled higher (MJ-5)."""
    live, duel, _ = await require_duel_for_command(ctx, number, StartDuel)
    if not duel.seals:
        await _show_first_player_menu(ctx, live, duel)
        return

    def build_start_command(_: Player, live_game: LiveGame) -> StartDuel:
        assert live_game.duel is not None
        if len(live_game.duel.players) != SEATS:  # the rules refuse it: no dice are needed
            return StartDuel(live_game.duel.host)
        return StartDuel(
            rolls=dice.roll_opening_dice(live_game.duel), die=live_game.duel.rolled + 1
        )

    done = await execute_command(ctx, build_start_command, number)
    await send_confirmation(ctx, await render_last_step(ctx, done))


async def _show_first_player_menu(ctx: Context, live_game: LiveGame, duel: Duel) -> None:
    if len(duel.players) != SEATS:
        raise Refusal("duel-players", count=SEATS, have=len(duel.players))
    words = await load_label_formatter(ctx, duel)
    menu: ui.Select[ui.View] = duel_board.build_select_menu(
        f"joust:{live_game.number}:first",
        ctx.catalogue("joust-first-placeholder"),
        components.build_player_options(duel.players, words),
    )
    await send_answer(
        ctx, ctx.catalogue("joust-first"), view=components.build_stateless_view([menu])
    )


async def start_with_selected_player(ctx: Context, number: int, selection: Player) -> None:
    """Start a duel with the selected player, who rolled higher."""
    _, duel = await load_channel_duel(ctx, number)
    rights.require_player_of_game(duel, selection)
    done = await execute_command(ctx, lambda *_: StartDuel(selection), number)
    await edit_private_message(ctx, content=await render_last_step(ctx, done), view=None)


_DUEL_PATTERN = "joust:{number:int}"
ROUTES = (
    Route(f"{_DUEL_PATTERN}:join", join_duel, board_access(JoinDuel)),
    Route(f"{_DUEL_PATTERN}:leave", leave_duel_lobby, board_access(LeaveDuel)),
    Route(f"{_DUEL_PATTERN}:start", start_duel, board_access(StartDuel)),
    Route(
        f"{_DUEL_PATTERN}:first", start_with_selected_player, board_access(StartDuel), picked=str
    ),
    Route(
        f"{_DUEL_PATTERN}:rematch", open_duel_rematch, board_access(DUELISTS, rate_class="costly")
    ),
)
