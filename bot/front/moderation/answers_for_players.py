"""Answers to a pod's open question, by the player who was asked or by somebody in their place."""

import logging
from collections.abc import Callable
from datetime import datetime

import discord

from bot.draws import seating
from bot.front.interaction.answers import report_command_success
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.formatters import load_message_formatter_for_pod
from bot.front.interaction.game_commands import execute_game_command
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_board_button
from bot.front.interaction.services import BotServices
from bot.front.reports.report_replies import render_report_reply
from bot.front.ui import components
from bot.projections.pods import PodOrDuelRow, load_idle_pods_and_duels
from bot.rules.choosing import AnswerPendingPlayerChoice, AskModeratorsToChooseForPlayer
from bot.rules.facts import Player
from bot.rules.guests import find_member_acting_for_player
from bot.rules.refusals import Refusal
from bot.service import rights
from bot.service.game_requests import GameCommandRequest
from bot.service.live_game import DRAW_DELAY, ChannelAddress, LiveGame
from bot.storage.engine.errors import StorageError, choose_log_level_for_error

log = logging.getLogger(__name__)

PODS_PER_READ = 100
"""Waiting pods that are read at once."""


async def answer_open_choice_by_button(ctx: Context, pod: int, choice_kind: str, player: str, choice: str) -> None:
    """Answer an open choice of a pod, such as whom `player` serves, by the pressed button."""
    await answer_open_choice_by_menu(ctx, pod, f"{choice_kind}:{player}", choice)


async def answer_open_choice_by_menu(ctx: Context, pod: int, question: str, selection: str) -> None:
    """Answer an open choice of a pod by the option selected in a menu."""
    silence = ctx.settings.player_choice_timeout
    stated = discord.utils.utcnow()
    choice = None if selection == components.DECLINE_OPTION_VALUE else selection
    asker = await load_user_with_rights(ctx)

    def build_command_to_answer_choice(player: Player, live_game: LiveGame) -> AnswerPendingPlayerChoice:
        now = live_game.pod.pending_player_choice if live_game.pod else None
        if live_game.pod is None or now is None:
            raise Refusal("nothing-to-choose")
        if question != components.build_pending_choice_id(now):
            raise Refusal("choice-late")
        if player == find_member_acting_for_player(live_game.pod, now.by):
            return AnswerPendingPlayerChoice(now.by, choice)
        command = AnswerPendingPlayerChoice(now.by, choice, player, rights.can_moderate_game(live_game.pod, asker))
        rights.require_command_permission(live_game.pod, command, asker, live_game.find_last_step_author(command))
        opens = None if live_game.asked is None else live_game.asked + silence
        if opens is not None and stated < opens:
            raise Refusal("choice-early", by=now.by, opens=discord.utils.format_dt(opens, "R"))
        return command

    done = await execute_game_command(ctx, build_command_to_answer_choice, pod)
    await report_command_success(ctx, render_report_reply(done, await load_message_formatter_for_pod(ctx, done.pod)))


# Silence


async def resolve_overdue_player_choices(
    services: BotServices, now: datetime, should_process_server: Callable[[int], bool]
) -> None:
    """Resolve choices that players did not make in time: first call moderators, later choose at random.

    Both are events, so that each happens once, however many processes run this. Only servers for which
    `should_process_server` returns True are checked.
    """
    after = 0
    while rows := await load_idle_pods_and_duels(services.database, "waiting", now, after, PODS_PER_READ):
        for row in rows:
            if should_process_server(row.guild):
                await _resolve_overdue_player_choice_in_pod(services, row, now)
        after = rows[-1].channel


async def _resolve_overdue_player_choice_in_pod(services: BotServices, pod_row: PodOrDuelRow, now: datetime) -> None:
    silence = (await services.guilds.load_server_settings(pod_row.guild)).player_choice_timeout

    def build_overdue_choice_command(
        _player: Player, live_game: LiveGame
    ) -> AnswerPendingPlayerChoice | AskModeratorsToChooseForPlayer:
        pod = live_game.pod
        if (
            pod is None
            or pod.pending_player_choice is None
            or live_game.asked is None
            or live_game.asked > now - silence
        ):
            raise Refusal("choice-late")
        if live_game.called is None:
            return AskModeratorsToChooseForPlayer()
        if live_game.called > now - DRAW_DELAY:
            raise Refusal("choice-early", by=pod.pending_player_choice.by, opens="")
        return AnswerPendingPlayerChoice(
            pod.pending_player_choice.by, seating.answer_open_player_choice_at_random(pod), drawn=True
        )

    place = ChannelAddress(pod_row.guild, pod_row.channel)
    try:
        build_overdue_choice_command("", await services.service.load_game_by_number(place, pod_row.pod))
        await services.service.execute_command(
            GameCommandRequest(place, None, build_overdue_choice_command, pod=pod_row.pod)
        )
    except Refusal as refusal:  # it is too early, or somebody has answered
        log.debug("the choice in channel %s is left alone: %s", place.channel, refusal.code)
    except StorageError as error:  # a damaged channel must not stop the others
        what = "the choice in channel %s could not be made: %s"
        log.log(choose_log_level_for_error(error), what, place.channel, error)


ROUTES = (
    CustomIdRoute(
        "pod:{pod:int}:choose:{question*}",
        answer_open_choice_by_menu,
        build_access_rule_for_board_button(AnswerPendingPlayerChoice),
        picked=str,
    ),
    CustomIdRoute(
        "pod:{pod:int}:pick:{choice_kind}:{player}:{choice}",
        answer_open_choice_by_button,
        build_access_rule_for_board_button(AnswerPendingPlayerChoice),
    ),
)
