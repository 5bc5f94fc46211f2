"""A pod from its lobby to its end, and ways to look at it."""

from bot.front.interaction.declaring import make_group
from bot.front.pods import leaving, life, lobby, looking, play, rules, why

COMMANDS = (
    make_group(
        "pod",
        lobby.open_pod,
        lobby.join_here,
        lobby.leave_here,
        lobby.start_here,
        looking.status,
        play.turn,
        play.restart,
        play.subgame,
        play.win,
        play.draw,
        looking.log,
        leaving.kick_here,
        lobby.close,
    ),
    lobby.series,
    life.life,
    play.concede,
    play.undo,
    why.why,
    rules.rules,
)
ROUTES = (*lobby.ROUTES, *play.ROUTES, *looking.ROUTES, *leaving.ROUTES, *life.ROUTES)
