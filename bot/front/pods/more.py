"""Behind the board's `⋯`: what is wanted of who presses it, then what is rarely needed."""

from bot import rights
from bot.front.interaction.answering import say
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.pods import find_pod
from bot.front.interaction.routes import Route, on_board
from bot.front.interaction.wording import speak_of_pod
from bot.front.pods.play import undo_last
from bot.front.pods.pod_views import show_log_of, show_status_of
from bot.front.pods.why import explain_latest
from bot.front.rendering import controls, wanted
from bot.rules.commands import Undo


async def show_more(ctx: Context, pod: int) -> None:
    """Show who asks what is wanted of them, and the buttons for which a board has no room."""
    live = await find_pod(ctx, pod, settling=True)
    assert live.pod is not None
    me, words = await ctx.find_player(), await speak_of_pod(ctx, live.pod)
    moderates = rights.may_moderate(live.pod, await find_asker(ctx))
    offered = controls.list_more(live.pod, me, in_charge=moderates or me == live.pod.host)
    answering = wanted.list_answers(live.pod, me)
    items = [
        controls.make_claim_button(live.number, version, action, words)
        for version, action in answering
    ]
    items += [controls.make_button(live.number, action, words) for action in offered]
    said = wanted.render_wanted(live.pod, me, words) or [words.text("more-nothing")]
    await say(ctx, "\n".join(said), view=controls.make_unstored_view(items))


async def undo(ctx: Context, pod: int) -> None:
    """Take the last report back."""
    await undo_last(ctx, pod)


ROUTES = (
    Route("pod:{pod:int}:more", show_more, on_board()),
    Route("pod:{pod:int}:undo", undo, on_board(Undo)),
    Route("pod:{pod:int}:why", explain_latest, on_board(pace="costly")),
    Route("pod:{pod:int}:status", show_status_of, on_board()),
    Route("pod:{pod:int}:log", show_log_of, on_board(pace="costly")),
)
