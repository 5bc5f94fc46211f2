"""A pod from its lobby to its end, and ways to look at it."""

from bot.front.interaction.declaring import make_group
from bot.front.pods import (
    calling,
    endings,
    entering,
    help,
    leaving,
    life,
    lobby,
    more,
    planning,
    play,
    pod_views,
    rules,
    why,
)
from bot.front.pods.draw_views import DRAW_ROUTES, list_draws
from bot.front.pods.words import WORD_ROUTES

COMMANDS = (
    make_group(
        "pod",
        lobby.open_pod,
        planning.plan_pod,
        lobby.join_here,
        lobby.leave_here,
        lobby.start_here,
        pod_views.show_status,
        play.begin_turn,
        play.restart,
        play.begin_subgame,
        endings.win,
        endings.draw,
        pod_views.show_log,
        list_draws,
        leaving.kick_here,
        endings.close,
        entering.record_game,
    ),
    help.show_help,
    lobby.open_series,
    life.change_life,
    play.concede,
    play.undo,
    why.explain_verdict,
    rules.show_rule,
)
ROUTES = (
    *lobby.ROUTES,
    *play.ROUTES,
    *endings.ROUTES,
    *entering.ROUTES,
    *pod_views.ROUTES,
    *calling.ROUTES,
    *leaving.ROUTES,
    *planning.ROUTES,
    *life.ROUTES,
    *more.ROUTES,
    *rules.ROUTES,
    *WORD_ROUTES,
    *DRAW_ROUTES,
)
