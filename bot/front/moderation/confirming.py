"""Presses of players on a board: confirming reports, and disputing reports or the end of a duel.

The custom id of a report's button carries the pod, and the version that names the report or the
newest one that was shown. The game may be an earlier one of the channel: its reports stay open
after the next game has begun.
"""

from contextlib import suppress
from datetime import timedelta

import discord

from bot.front.interaction.answering import confirm as say_done
from bot.front.interaction.answering import say
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import parse_number
from bot.front.interaction.pods import do, find_pod
from bot.front.interaction.routes import Route, on_board
from bot.front.interaction.wording import label_game, speak_of_pod
from bot.front.moderation.targets import check_pod
from bot.front.rendering import controls, story
from bot.front.rendering.confirmation import MAX_ANSWER_LENGTH
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.fitting import fit_text
from bot.front.server import audit_trail
from bot.joust.disputes import DisputeDuel
from bot.rules.confirmation import BeginDispute, Confirm, Dispute, make_confirmation
from bot.rules.facts import Player
from bot.rules.pod import Claimable, Pod
from bot.rules.refusals import Refusal
from bot.rules.rights import DISPUTERS
from bot.service.live_game import LiveGame
from bot.service.requests import Done
from bot.storage.engine.moments import to_milliseconds

TIME_TO_SAY = timedelta(minutes=15)
"""The time in which no report is confirmed by silence, so that a player can name the wrong one."""

_MAX_OPTIONS = 25  # options of one menu, Discord's limit


async def confirm(ctx: Context, pod: int, version: int) -> None:
    """Confirm the reports up to `version` that the asker may confirm."""
    moderates = ctx.moderates

    def make_command(me: Player, live: LiveGame) -> Confirm:
        return make_confirmation(check_pod(live), version, me, moderates=moderates)

    done = await do(ctx, make_command, pod, earlier=True)
    await say_done(ctx, await render_answer(ctx, done, "done-confirm"))


async def dispute(ctx: Context, pod: int, version: int) -> None:
    """Dispute a report; ask which one if the board showed several.

    Until the answer, for `TIME_TO_SAY` at most, silence confirms none of them.
    """
    found = check_pod(await find_pod(ctx, pod, settling=True))
    shown = [each for each in found.open_reports if each.claim.version <= version]
    if len(shown) < 2 or found.disputed is not None:
        await _dispute(ctx, pod, shown[0].claim.version if shown else version)
        return
    until = to_milliseconds(discord.utils.utcnow() + TIME_TO_SAY)
    with suppress(Refusal):  # a moderator who does not play, or who begins once more
        await do(ctx, lambda me, _: BeginDispute(me, until), pod, earlier=True)
    words = await label_game(ctx, found)
    options = [
        discord.SelectOption(
            label=clean_label(story.render_claimed(each.event, words), 100),
            value=str(each.claim.version),
        )
        for each in shown[-_MAX_OPTIONS:]
    ]
    asked = words.text("dispute-which")
    claim = f"claim:{pod}:{version}"
    items = controls.make_picker(options, asked, f"{claim}:which", f"{claim}:this")
    await say(ctx, asked, view=controls.make_unstored_view(items))


async def dispute_picked(ctx: Context, pod: int, version: int, picked: int) -> None:
    """Dispute the report that was picked; `version` was the newest one shown."""
    await _dispute(ctx, pod, picked)


async def dispute_this(ctx: Context, pod: int, version: int, wrong: int) -> None:
    """Dispute the report `wrong`, which the button carries; `version` was the newest shown."""
    await _dispute(ctx, pod, wrong)


async def _dispute(ctx: Context, pod: int, version: int) -> None:
    done = await do(ctx, lambda me, _: Dispute(version, me), pod, earlier=True)
    await say_done(ctx, await render_answer(ctx, done, "done-dispute"))
    if not done.again and (disputed := done.pod.disputed) is not None:
        await audit_trail.post_dispute(ctx, done.pod, done.live.number, disputed)


async def dispute_duel(ctx: Context, number: int) -> None:
    """Dispute the end of a duel."""
    done = await do(ctx, lambda me, _: DisputeDuel(me), number, earlier=True)
    await say_done(ctx, ctx.text("joust-done-dispute"))
    if not done.again:
        await audit_trail.post_duel_dispute(ctx, done.duel, done.live.number)


async def render_answer(ctx: Context, done: Done, key: str) -> str:
    """Return the text `key` with the reports that were confirmed or disputed."""
    before = _find_reports(done.before.pod, done) if done.before.pod is not None else []
    words = await speak_of_pod(ctx, done.pod)
    what = ", ".join(story.render_claimed(each, words) for each in before)
    return fit_text(words.text(key, what=what), MAX_ANSWER_LENGTH)


def _find_reports(pod: Pod, done: Done) -> list[Claimable]:
    """Return the reports that a command confirmed or disputed."""
    event = done.recorded.event
    named = getattr(event, "claims", None) or (getattr(event, "claim", 0),)
    return [each.event for each in pod.unconfirmed if each.claim.version in named]


ROUTES = (
    Route("claim:{pod:int}:{version:int}:confirm", confirm, on_board(Confirm)),
    Route("claim:{pod:int}:{version:int}:dispute", dispute, on_board(Dispute)),
    Route(
        "claim:{pod:int}:{version:int}:which",
        dispute_picked,
        on_board(DISPUTERS),
        picked=parse_number,
    ),
    Route("claim:{pod:int}:{version:int}:this:{wrong:int}", dispute_this, on_board(DISPUTERS)),
    Route("joust:{number:int}:dispute", dispute_duel, on_board(DisputeDuel)),
)
