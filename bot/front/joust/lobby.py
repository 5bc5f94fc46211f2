"""The lobby of a duel: open it, take and give up seats, start, open a rematch."""

from typing import get_args

import discord
from discord import ui
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot import dice, rights, seating
from bot.front.interaction.answering import confirm, edit, say
from bot.front.interaction.context import Context, identify
from bot.front.interaction.declaring import command, offer, options, read_choice
from bot.front.interaction.pods import do, find_duel
from bot.front.interaction.routes import Route, on_board, on_server
from bot.front.interaction.wording import label_game, speak_to_all
from bot.front.joust.acting import find_own_duel, render_last
from bot.front.pods.agreement import MAX_TITLE_LENGTH
from bot.front.pods.lobby import sit_down
from bot.front.pods.opening import ALREADY_OPEN, join_rematch, open_game, open_here
from bot.front.rendering import controls, duel_board
from bot.front.rendering.pings import Ping, PingReason, allow_pings
from bot.joust.duel import SEATS, DiceOwner, Duel, DuelSetup
from bot.joust.lobby import JoinDuel, LeaveDuel, OpenDuel, StartDuel
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import DUELISTS
from bot.service.live_game import LiveGame


@command("joust-open", on_server(OpenDuel, pace="costly"))
@options(opponent="opponent", title="title", dice="dice")
@offer(dice=("dice", get_args(DiceOwner)))
async def open_duel(
    ctx: Context,
    opponent: discord.Member | None = None,
    title: Range[str, 1, MAX_TITLE_LENGTH] | None = None,
    dice: Choice[str] | None = None,
) -> None:
    """Open a lobby with a seat for the user, and perhaps challenge an opponent."""
    me = await ctx.find_player()
    named = " ".join(title.split()) or None if title else None
    setup = DuelSetup(read_choice(DiceOwner, dice, "bot"), named, ctx.settings.dispute_minutes)
    await open_game(ctx, _make_opening(setup, me, (me,)), "joust-done-open")
    if opponent is not None:
        await _challenge(ctx, opponent)


async def _challenge(ctx: Context, opponent: discord.Member) -> None:
    """Ping an opponent; the free seat stays open to everybody."""
    me = await ctx.find_player()
    other = await identify(ctx, opponent)
    words = await speak_to_all(ctx, [me, other.id])
    said = words.text("joust-challenge", player=words.name(me), opponent=opponent.mention)
    pinged = allow_pings(Ping(PingReason.CHALLENGE, [opponent.id]))
    await say(ctx, said, everybody=True, allowed_mentions=pinged)


async def open_rematch(ctx: Context, number: int) -> None:
    """Open a lobby with the same agreement, where they played, with a seat for the user."""
    minutes = ctx.settings.dispute_minutes
    before = await ctx.services.service.find(ctx.place, number)
    if await join_rematch(ctx, before):
        return

    def make_command(me: Player, live: LiveGame) -> OpenDuel:
        over = live.duel
        if over is None or me not in over.players:
            raise Refusal(DUELISTS.refusal)
        return _make_opening(replace(over.setup, dispute_minutes=minutes), me, (me,))

    try:
        await open_here(ctx, number, make_command, "joust-done-open")
    except Refusal as refusal:  # the other player opened the rematch in the meantime
        if refusal.code not in ALREADY_OPEN or not await join_rematch(ctx, before):
            raise


def _make_opening(setup: DuelSetup, host: Player, players: tuple[Player, ...]) -> OpenDuel:
    secret = seating.make_secret() if setup.dice == "bot" else None
    return OpenDuel(setup, host, players, secret)


async def join(ctx: Context, number: int) -> None:
    """Take one of the two seats."""
    await sit_down(ctx, number, lambda me, _: JoinDuel(me))


async def leave(ctx: Context, number: int) -> None:
    """Give up the user's seat."""
    await do(ctx, lambda me, _: LeaveDuel(me), number)
    await confirm(ctx, f"✅ {ctx.text('done-leave')}")


async def start(ctx: Context, number: int) -> None:
    """Start with the player whom the bot's dice select, or ask who rolled higher (MJ-5)."""
    live, duel, _ = await find_own_duel(ctx, number, StartDuel)
    if not duel.seals:
        await _ask_who_begins(ctx, live, duel)
        return

    def make_command(_: Player, live: LiveGame) -> StartDuel:
        assert live.duel is not None
        if len(live.duel.players) != SEATS:  # the rules refuse it: no dice are needed
            return StartDuel(live.duel.host)
        return StartDuel(rolls=dice.roll_opening(live.duel), die=live.duel.rolled + 1)

    done = await do(ctx, make_command, number)
    await confirm(ctx, await render_last(ctx, done))


async def _ask_who_begins(ctx: Context, live: LiveGame, duel: Duel) -> None:
    if len(duel.players) != SEATS:
        raise Refusal("duel-players", count=SEATS, have=len(duel.players))
    words = await label_game(ctx, duel)
    menu: ui.Select[ui.View] = duel_board.make_menu(
        f"joust:{live.number}:first",
        ctx.text("joust-first-placeholder"),
        controls.make_player_options(duel.players, words),
    )
    await say(ctx, ctx.text("joust-first"), view=controls.make_unstored_view([menu]))


async def begin_with(ctx: Context, number: int, picked: Player) -> None:
    """Start with the picked player, who rolled higher."""
    _, duel = await find_duel(ctx, number)
    rights.check_member(duel, picked)
    done = await do(ctx, lambda *_: StartDuel(picked), number)
    await edit(ctx, content=await render_last(ctx, done), view=None)


_DUEL_PATTERN = "joust:{number:int}"
ROUTES = (
    Route(f"{_DUEL_PATTERN}:join", join, on_board(JoinDuel)),
    Route(f"{_DUEL_PATTERN}:leave", leave, on_board(LeaveDuel)),
    Route(f"{_DUEL_PATTERN}:start", start, on_board(StartDuel)),
    Route(f"{_DUEL_PATTERN}:first", begin_with, on_board(StartDuel), picked=str),
    Route(f"{_DUEL_PATTERN}:rematch", open_rematch, on_board(DUELISTS, pace="costly")),
)
