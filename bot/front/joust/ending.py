"""The end of a duel: undo, concede and close, perhaps with both players; the great work (MJ-D7)."""

import discord
from discord.app_commands import Range

from bot import seating
from bot.front.interaction.answering import confirm, edit, say, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, options
from bot.front.interaction.pods import check_last, do, find_duel
from bot.front.interaction.routes import Route, on_board, on_duel
from bot.front.interaction.wording import speak_of_duel
from bot.front.joust.acting import act, find_own_duel, render_last
from bot.front.rendering import controls, duel_board
from bot.front.rendering.confirmation import MAX_ANSWER_LENGTH
from bot.front.rendering.duel_board import render_steps
from bot.front.rendering.escaping import cut
from bot.front.rendering.modals import make_input, make_modal
from bot.joust.concessions import ConcedeDuel
from bot.joust.duel import DuelCommand, Proposed, has_agreed, needs_both
from bot.joust.proposals import CloseDuel, DuelProposed, Propose, UndoStep
from bot.joust.works import MAX_WORK_LENGTH, PresentWork
from bot.rules.facts import Player
from bot.rules.overrule import LONGEST_REASON
from bot.rules.refusals import Refusal
from bot.rules.rights import DUELISTS, DUELISTS_OR_MODERATORS
from bot.service.live_game import LiveGame
from bot.service.requests import Done

WORK_FIELD = "work"

# Undoing


@command("joust-undo", on_duel(UndoStep))
@options(reason="undo_reason")
async def undo_named(ctx: Context, reason: Range[str, 1, LONGEST_REASON] | None = None) -> None:
    """Undo the last step as it stood when the user asked; a moderator gives a reason."""
    live = await ctx.services.service.find_current(ctx.place)
    last = live.steps[-1].version if live.duel is not None and live.steps else None
    await _undo(ctx, 0, " ".join(reason.split()) if reason else None, last)


async def undo(ctx: Context, number: int, last: int | None = None) -> None:
    """Undo the last step, or ask the other player to agree; `last` as the user saw it."""
    await _undo(ctx, number, None, last)


async def _undo(ctx: Context, number: int, reason: str | None, last: int | None = None) -> None:
    moderates = ctx.moderates

    def make_command(me: Player, live: LiveGame) -> DuelCommand:
        duel = live.duel
        if last == 0:  # shown when the duel was closed
            if duel is not None and not duel.closed:
                raise Refusal("undo-late")
        else:
            check_last(live, last)
        playing = duel is not None and me in duel.players
        if reason is not None and moderates:
            return UndoStep(seating.make_secret(), reason)
        if duel is not None and not playing and moderates:
            raise Refusal("reason", most=LONGEST_REASON)
        return _agree_or_propose(live, me, "undo")

    await _finish(ctx, await do(ctx, make_command, number, earlier=True))


def _agree_or_propose(live: LiveGame, me: Player, what: Proposed) -> DuelCommand:
    """Return the command if `me` may do it alone or the other proposed it, else a proposal."""
    duel = live.duel
    alone = duel is None or me not in duel.players or not needs_both(duel, what)
    if alone or (duel is not None and has_agreed(duel, what, me)):
        return UndoStep(seating.make_secret()) if what == "undo" else CloseDuel()
    return Propose(me, what)


async def agree(
    ctx: Context, number: int, what: str | None = None, last: int | None = None
) -> None:
    """Carry out the other player's proposal `what`; `last` is the last step as the user saw it."""

    def make_command(me: Player, live: LiveGame) -> DuelCommand:
        duel = live.duel
        if duel is None or duel.proposal is None or what not in (None, duel.proposal.what):
            raise Refusal("nothing-proposed")
        if last is not None and (not live.steps or live.steps[-1].version != last):
            raise Refusal("nothing-proposed")
        if me not in duel.players:
            raise Refusal(DUELISTS.refusal)
        if duel.proposal.by == me:
            raise Refusal("agree-yourself")
        return _agree_or_propose(live, me, duel.proposal.what)

    await _finish(ctx, await do(ctx, make_command, number))


async def _finish(ctx: Context, done: Done) -> None:
    """Answer with the undone step, the closed duel or the proposal."""
    said = await speak_of_duel(ctx, done.duel)
    event = done.recorded.event
    if isinstance(event, DuelProposed):
        other = said.name(done.duel.opponent_of(event.by))
        key = "joust-done-unasked" if event.taken_back else "joust-done-asked"
        await confirm(ctx, f"🤝 {said.text(key, player=other)}")
        return
    if done.duel.closed:
        await confirm(ctx, await render_last(ctx, done))
    else:
        await say_undone(ctx, done)


async def say_undone(ctx: Context, done: Done) -> None:
    """Answer with the step that was undone."""
    said = await speak_of_duel(ctx, done.duel)
    before = done.before.duel
    lines = [] if before is None or done.again else render_steps(before, said)[-1:]
    await confirm(ctx, cut("\n".join([f"↩️ {said.text('done-undo')}", *lines]), MAX_ANSWER_LENGTH))


# Conceding and closing


@command("joust-concede", on_duel(ConcedeDuel))
async def concede_named(ctx: Context) -> None:
    """Concede the duel."""
    await act(ctx, 0, lambda me, _: ConcedeDuel(me))


async def ask_to_concede(ctx: Context, number: int) -> None:
    """Ask for confirmation before the user concedes."""
    live, _, _ = await find_own_duel(ctx, number, ConcedeDuel)
    sure = duel_board.make_button(live.number, "conceding", ctx.text)
    await say(ctx, ctx.text("joust-concede-sure"), view=controls.make_unstored_view([sure]))


async def concede(ctx: Context, number: int) -> None:
    """Concede, and replace the message that asked for confirmation."""
    done = await do(ctx, lambda me, _: ConcedeDuel(me), number)
    await edit(ctx, content=await render_last(ctx, done), view=None)


@command("joust-close", on_duel(DUELISTS_OR_MODERATORS))
async def close(ctx: Context) -> None:
    """Close the duel, or ask the other player to agree."""
    await find_duel(ctx)
    await _finish(ctx, await do(ctx, lambda me, live: _agree_or_propose(live, me, "close")))


# The great work


async def ask_for_work(ctx: Context, number: int) -> None:
    """Open the form in which the winner presents the great work (MJ-16)."""
    await find_own_duel(ctx, number, PresentWork)
    text = ctx.text
    written = make_input(WORK_FIELD, MAX_WORK_LENGTH)
    written.style = discord.TextStyle.paragraph
    fields = [(text("joust-work"), text("joust-work-about"), written)]
    modal = make_modal(f"joust:{number}:presented", text("joust-button-present"), fields)
    await show_modal(ctx, modal)


async def present(ctx: Context, number: int) -> None:
    """Present the great work that the form describes."""
    said = " ".join(ctx.fields.get(WORK_FIELD, "").split())
    await do(ctx, lambda me, _: PresentWork(me, said), number)
    await confirm(ctx, f"🎭 {ctx.text('joust-done-present')}")


_DUEL_PATTERN = "joust:{number:int}"
ROUTES = (
    Route(f"{_DUEL_PATTERN}:undo", undo, on_board(UndoStep)),
    Route(f"{_DUEL_PATTERN}:undo:{{last:int}}", undo, on_board(UndoStep)),
    Route(f"{_DUEL_PATTERN}:agree", agree, on_board(DUELISTS)),
    Route(f"{_DUEL_PATTERN}:agree:{{what}}:{{last:int}}", agree, on_board(DUELISTS)),
    Route(f"{_DUEL_PATTERN}:concede", ask_to_concede, on_board(ConcedeDuel)),
    Route(f"{_DUEL_PATTERN}:conceding", concede, on_board(ConcedeDuel)),
    Route(f"{_DUEL_PATTERN}:present", ask_for_work, on_board(PresentWork)),
    Route(f"{_DUEL_PATTERN}:presented", present, on_board(PresentWork)),
)
