"""A pod from its lobby to its end, and ways to look at it."""

from bot.front.interaction.declaring import make_group
from bot.front.pods import calling, leaving, life, lobby, play, pod_views, rules, why

COMMANDS = (
    make_group(
        "pod",
        lobby.open_pod,
        lobby.join_here,
        lobby.leave_here,
        lobby.start_here,
        pod_views.show_status,
        play.begin_turn,
        play.restart,
        play.begin_subgame,
        play.win,
        play.draw,
        pod_views.show_log,
        leaving.kick_here,
        lobby.close,
    ),
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
    *pod_views.ROUTES,
    *calling.ROUTES,
    *leaving.ROUTES,
    *life.ROUTES,
    *rules.ROUTES,
)
