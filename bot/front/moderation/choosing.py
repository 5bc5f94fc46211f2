"""Answers to the question that a pod waits for, by the player who was asked or in their place."""

import logging
from collections.abc import Callable
from datetime import datetime

import discord

from bot import rights, seating
from bot.front.interaction.answering import confirm
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.pods import do
from bot.front.interaction.routes import Route, on_board
from bot.front.interaction.services import Services
from bot.front.interaction.wording import speak_of_pod
from bot.front.rendering import controls
from bot.front.rendering.confirmation import render_done
from bot.projections.pods import PodRow, load_pods_in_state
from bot.rules.choosing import CallModerators, Choose
from bot.rules.facts import Player
from bot.rules.guests import find_actor
from bot.rules.refusals import Refusal
from bot.service.live_game import DRAW_DELAY, LiveGame, Place
from bot.service.requests import Request
from bot.storage.engine.errors import StorageError, find_level

log = logging.getLogger(__name__)

PODS_PER_READ = 100
"""Waiting pods that are read at once."""


async def pick(ctx: Context, pod: int, kind: str, by: str, choice: str) -> None:
    """Answer the question of this `kind` to player `by` with the choice that the button carries."""
    await choose(ctx, pod, f"{kind}:{by}", choice)


async def choose(ctx: Context, pod: int, question: str, picked: str) -> None:
    """Answer the pod's question with the option picked in a menu.

    The player who was asked answers, or somebody in charge of the pod in their place, once the
    player has been silent for as long as the server has set.
    """
    silence = ctx.settings.choice_after
    stated = discord.utils.utcnow()
    choice = None if picked == controls.DECLINED else picked
    asker = await find_asker(ctx)

    def make_command(me: Player, live: LiveGame) -> Choose:
        now = live.pod.question if live.pod else None
        if live.pod is None or now is None:
            raise Refusal("nothing-to-choose")
        if question != controls.make_question_id(now):
            raise Refusal("choice-late")
        if me == find_actor(live.pod, now.by):
            return Choose(now.by, choice)
        command = Choose(now.by, choice, me, rights.may_moderate(live.pod, asker))
        rights.check(live.pod, command, asker, live.find_maker(command))
        opens = None if live.asked is None else live.asked + silence
        if opens is not None and stated < opens:
            raise Refusal("choice-early", by=now.by, opens=discord.utils.format_dt(opens, "R"))
        return command

    done = await do(ctx, make_command, pod)
    await confirm(ctx, render_done(done, await speak_of_pod(ctx, done.pod)))


# Silence


async def answer_for_silent(
    services: Services, now: datetime, tends: Callable[[int], bool]
) -> None:
    """Call the moderators where a player does not choose; later let the draw choose.

    Both are events, so that each happens once, however many processes run this. Only servers that
    this process `tends` are looked at.
    """
    after = 0
    while rows := await load_pods_in_state(services.database, "waiting", now, after, PODS_PER_READ):
        for row in rows:
            if tends(row.guild):
                await _answer_if_silent(services, row, now)
        after = rows[-1].channel


async def _answer_if_silent(services: Services, row: PodRow, now: datetime) -> None:
    silence = (await services.guilds.read_settings(row.guild)).choice_after

    def make_command(_: Player, live: LiveGame) -> Choose | CallModerators:
        pod = live.pod
        if pod is None or pod.question is None or live.asked is None or live.asked > now - silence:
            raise Refusal("choice-late")
        if live.called is None:
            return CallModerators()
        if live.called > now - DRAW_DELAY:
            raise Refusal("choice-early", by=pod.question.by, opens="")
        return Choose(pod.question.by, seating.draw_choice(pod), drawn=True)

    place = Place(row.guild, row.channel)
    try:
        make_command("", await services.service.find(place, row.pod))
        await services.service.do(Request(place, None, make_command, pod=row.pod, earlier=True))
    except Refusal as refusal:  # it is too early, or somebody has answered
        log.debug("the choice in channel %s is left alone: %s", place.channel, refusal.code)
    except StorageError as error:  # a damaged channel must not stop the others
        what = "the choice in channel %s could not be made: %s"
        log.log(find_level(error), what, place.channel, error)


ROUTES = (
    Route("pod:{pod:int}:choose:{question*}", choose, on_board(Choose), picked=str),
    Route("pod:{pod:int}:pick:{kind}:{by}:{choice}", pick, on_board(Choose)),
)
