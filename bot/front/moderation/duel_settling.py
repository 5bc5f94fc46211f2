"""Disputing the end of a duel that does not count yet, and what a moderator decides about it.

The duel may be an earlier one: its end can be settled after the next game of the channel began.
"""

from bot import seating
from bot.front.interaction.answering import confirm, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.pods import do
from bot.front.interaction.routes import Route, on_board
from bot.front.interaction.wording import speak_of_duel
from bot.front.joust.acting import make_input, make_modal
from bot.front.joust.ending import say_undone
from bot.front.server import audit_trail
from bot.joust.commands import DisputeDuel, UndoStep, UpholdDuel
from bot.rights import MODERATORS
from bot.rules.facts import Player
from bot.rules.overrule import LONGEST_REASON
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame

REASON = "reason"


async def dispute(ctx: Context, number: int) -> None:
    """Say that the end is wrong, and call the moderators."""
    done = await do(ctx, lambda me, _: DisputeDuel(me), number, earlier=True)
    await confirm(ctx, ctx.text("joust-done-dispute"))
    if not done.again:
        await audit_trail.post_duel_dispute(ctx, done.duel, done.live.number)


async def let_stand(ctx: Context, number: int) -> None:
    """Let the end stand: as a moderator, or as who disputed it and thinks again."""
    done = await do(ctx, lambda me, _: UpholdDuel(me), number, earlier=True)
    said = await speak_of_duel(ctx, done.duel)
    await confirm(ctx, said.text("done-stands", what=said.text("joust-end")))
    await audit_trail.post_decision(ctx, done)


async def ask_why_undone(ctx: Context, number: int) -> None:
    """Ask why the end is to be taken back."""
    _check_contested(await ctx.services.service.find(ctx.place, number))
    fields = [(ctx.text("dispute-reason"), "", make_input(REASON, LONGEST_REASON))]
    modal = make_modal(f"joust:{number}:undone", ctx.text("button-takeback"), fields)
    await show_modal(ctx, modal)


async def take_back(ctx: Context, number: int) -> None:
    """Take the end back, so that the duel goes on."""
    reason = " ".join(ctx.fields.get(REASON, "").split())
    if not reason:
        raise Refusal("reason", most=LONGEST_REASON)

    def ask(_: Player, live: LiveGame) -> UndoStep:
        _check_contested(live)
        return UndoStep(seating.make_secret(), reason)

    done = await do(ctx, ask, number, earlier=True)
    await say_undone(ctx, done)
    await audit_trail.post_decision(ctx, done)


def _check_contested(live: LiveGame) -> None:
    """Raise `Refusal` if it is no duel, or once nobody objects to its end any more."""
    if live.duel is None:
        raise Refusal("old-pod")
    if not live.duel.is_contested:
        raise Refusal("dispute-settled")


_DUEL = "joust:{number:int}"
ROUTES = (
    Route(f"{_DUEL}:dispute", dispute, on_board(DisputeDuel)),
    Route(f"{_DUEL}:stands", let_stand, on_board(UpholdDuel)),
    Route(f"{_DUEL}:takeback", ask_why_undone, on_board(MODERATORS)),
    Route(f"{_DUEL}:undone", take_back, on_board(MODERATORS)),
)
