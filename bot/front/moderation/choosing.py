"""Answers to the question that a pod waits for, by the player who was asked or in their place."""

from bot import rights
from bot.front.interaction.answering import confirm
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.pods import do
from bot.front.interaction.routes import Route, on_board
from bot.front.interaction.wording import speak_of_pod
from bot.front.rendering import controls
from bot.front.rendering.confirmation import render_done
from bot.front.server import audit_trail
from bot.rules.commands import Choose
from bot.rules.facts import Player
from bot.rules.guests import find_actor
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame


async def pick(ctx: Context, pod: int, kind: str, by: str, choice: str) -> None:
    """Answer the question of this `kind` to player `by` with the choice that the button carries."""
    await choose(ctx, pod, f"{kind}:{by}", choice)


async def choose(ctx: Context, pod: int, question: str, picked: str) -> None:
    """Answer the pod's question with the option picked in a menu.

    The player who was asked answers, or somebody in charge of the pod in their place.
    """
    choice = None if picked == controls.DECLINE else picked
    asker = await find_asker(ctx)

    def ask(me: Player, live: LiveGame) -> Choose:
        now = live.pod.question if live.pod else None
        if live.pod is None or now is None:
            raise Refusal("nothing-to-choose")
        if question != controls.make_question_id(now):
            raise Refusal("choice-late")
        if me == find_actor(live.pod, now.by):
            return Choose(now.by, choice)
        return Choose(now.by, choice, me, rights.may_moderate(live.pod, asker))

    done = await do(ctx, ask, pod)
    await confirm(ctx, render_done(done, await speak_of_pod(ctx, done.pod)))
    await audit_trail.post_decision(ctx, done)


ROUTES = (
    Route("pod:{pod:int}:choose:{question*}", choose, on_board(Choose), picked=str),
    Route("pod:{pod:int}:pick:{kind}:{by}:{choice}", pick, on_board(Choose)),
)
