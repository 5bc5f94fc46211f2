"""Answers to a pod's open question, by the player who was asked or by somebody in their place."""

import logging
from collections.abc import Callable
from datetime import datetime

import discord

from bot.draws import seating
from bot.front.interaction.answers import send_confirmation
from bot.front.interaction.context import Context, load_requester
from bot.front.interaction.formatters import load_pod_formatter
from bot.front.interaction.game_commands import execute_command
from bot.front.interaction.routes import Route, board_access
from bot.front.interaction.services import Services
from bot.front.reports.report_replies import render_report_reply
from bot.front.ui import components
from bot.projections.pods import PodRow, load_pods_in_state
from bot.rules.choosing import CallModerators, MakeChoice
from bot.rules.facts import Player
from bot.rules.guests import find_acting_member
from bot.rules.refusals import Refusal
from bot.service import rights
from bot.service.game_requests import GameRequest
from bot.service.live_game import DRAW_DELAY, ChannelAddress, LiveGame
from bot.storage.engine.errors import StorageError, choose_log_level

log = logging.getLogger(__name__)

PODS_PER_READ = 100
"""Waiting pods that are read at once."""


async def answer_question_by_button(
    ctx: Context, pod: int, kind: str, by: str, choice: str
) -> None:
    """Answer the pod's open question with the choice of the pressed button.

    `kind` and `by` name the question: its kind, and the player who was asked.
    """
    await answer_question(ctx, pod, f"{kind}:{by}", choice)


async def answer_question(ctx: Context, pod: int, question: str, selection: str) -> None:
    """Answer the pod's open question with the option selected in a menu.

    The player who was asked answers, or somebody in charge of the pod in their place, once the
    player has been silent for as long as the server has set.
    """
    silence = ctx.settings.choice_timeout
    stated = discord.utils.utcnow()
    choice = None if selection == components.DECLINED else selection
    asker = await load_requester(ctx)

    def build_choice_command(player: Player, live_game: LiveGame) -> MakeChoice:
        now = live_game.pod.open_question if live_game.pod else None
        if live_game.pod is None or now is None:
            raise Refusal("nothing-to-choose")
        if question != components.build_question_id(now):
            raise Refusal("choice-late")
        if player == find_acting_member(live_game.pod, now.by):
            return MakeChoice(now.by, choice)
        command = MakeChoice(now.by, choice, player, rights.can_moderate_game(live_game.pod, asker))
        rights.require_permission(
            live_game.pod, command, asker, live_game.find_step_author(command)
        )
        opens = None if live_game.asked is None else live_game.asked + silence
        if opens is not None and stated < opens:
            raise Refusal("choice-early", by=now.by, opens=discord.utils.format_dt(opens, "R"))
        return command

    done = await execute_command(ctx, build_choice_command, pod)
    await send_confirmation(ctx, render_report_reply(done, await load_pod_formatter(ctx, done.pod)))


# Silence


async def answer_for_silent_players(
    services: Services, now: datetime, is_held_by_us: Callable[[int], bool]
) -> None:
    """Call moderators to pods whose player does not choose; later choose at random.

    Both are events, so that each happens once, however many processes run this. Only servers
    for which `is_held_by_us` returns True are checked.
    """
    after = 0
    while rows := await load_pods_in_state(services.database, "waiting", now, after, PODS_PER_READ):
        for row in rows:
            if is_held_by_us(row.guild):
                await _answer_question_if_silent(services, row, now)
        after = rows[-1].channel


async def _answer_question_if_silent(services: Services, row: PodRow, now: datetime) -> None:
    silence = (await services.guilds.load_settings(row.guild)).choice_timeout

    def build_command(_: Player, live_game: LiveGame) -> MakeChoice | CallModerators:
        pod = live_game.pod
        if (
            pod is None
            or pod.open_question is None
            or live_game.asked is None
            or live_game.asked > now - silence
        ):
            raise Refusal("choice-late")
        if live_game.called is None:
            return CallModerators()
        if live_game.called > now - DRAW_DELAY:
            raise Refusal("choice-early", by=pod.open_question.by, opens="")
        return MakeChoice(pod.open_question.by, seating.draw_choice_for_pod(pod), drawn=True)

    place = ChannelAddress(row.guild, row.channel)
    try:
        build_command("", await services.service.load_game(place, row.pod))
        await services.service.execute(
            GameRequest(place, None, build_command, pod=row.pod, earlier=True)
        )
    except Refusal as refusal:  # it is too early, or somebody has answered
        log.debug("the choice in channel %s is left alone: %s", place.channel, refusal.code)
    except StorageError as error:  # a damaged channel must not stop the others
        what = "the choice in channel %s could not be made: %s"
        log.log(choose_log_level(error), what, place.channel, error)


ROUTES = (
    Route(
        "pod:{pod:int}:choose:{question*}", answer_question, board_access(MakeChoice), picked=str
    ),
    Route(
        "pod:{pod:int}:pick:{kind}:{by}:{choice}",
        answer_question_by_button,
        board_access(MakeChoice),
    ),
)
