"""Who may ask what, and how often: a row for each command, menu, button and modal.

What has no row is not answered. Before anything else each interaction passes `admit`, and so each
press does, whoever was shown the button. What depends on a pod is checked again by the service,
in one turn with the change.
"""

from collections.abc import Mapping
from functools import partial

import discord
from msgspec import Struct

from bot.front.interaction.desk import Asked, desk_of
from bot.front.interaction.inputs import check_text
from bot.front.interaction.limits import Pace
from bot.rights import (
    ADMINISTRATORS,
    IN_CHARGE,
    INVOLVED,
    MODERATORS,
    OF_THE_CHOICE,
    OF_THE_CLAIM,
    OF_THE_DECISION,
    OF_THE_DISPUTE,
    OF_THE_FORM,
    OF_THE_REPORT,
    PLAYERS,
    Right,
    Role,
)
from bot.rules.refusals import Refusal


class Action(Struct, frozen=True):
    """What may be asked by whom, and at which pace.

    All `rights` are needed; without any everybody may. `elsewhere` is the refusal of those who ask
    it on another server, whatever they may do there; where it is empty, it is about that server.
    """

    rights: tuple[Right, ...] = ()
    pace: Pace = "playing"
    elsewhere: str = ""


def _action(elsewhere: str, *rights: Right, pace: Pace = "playing") -> Action:
    return Action(rights, pace, elsewhere)


_server = partial(_action, "")
_pod = partial(_action, "no-pod")
_past = partial(_action, "no-such-pod")
_board = partial(_action, "old-pod")
_form = partial(_action, "form-other", OF_THE_FORM)
_decision = partial(_action, "decision-gone", MODERATORS, OF_THE_DECISION)

ACTIONS: Mapping[str, Action] = {
    # Commands
    "pod open": _server(pace="costly"),
    "series": _server(pace="costly"),
    "pod join": _pod(),
    "pod leave": _pod(),
    "pod start": _pod(IN_CHARGE),
    "pod status": _pod(),
    "pod turn": _pod(PLAYERS),
    "life": _pod(PLAYERS),
    "pod restart": _pod(PLAYERS),
    "pod subgame": _pod(PLAYERS),
    "pod win": _pod(PLAYERS),
    "pod draw": _pod(PLAYERS),
    "pod log": _pod(pace="costly"),
    "pod close": _pod(IN_CHARGE),
    "defeat": _pod(PLAYERS),
    "concede": _pod(PLAYERS),
    "undo": _pod(OF_THE_REPORT),
    "pod kick": _pod(INVOLVED),
    "why": _pod(pace="costly"),
    "Report their defeat": _pod(PLAYERS, pace="costly"),
    "leaderboard": _server(pace="costly"),
    "stats": _server(pace="costly"),
    "Their stats": _server(pace="costly"),
    "rivals": _server(pace="costly"),
    "history": _server(pace="costly"),
    "rules": _server(),
    "audit": _server(MODERATORS, pace="costly"),
    "override responsible": _past(MODERATORS, pace="costly"),
    "override undo": _past(MODERATORS, pace="costly"),
    "override status": _pod(MODERATORS, pace="costly"),
    "override points": _pod(MODERATORS, pace="costly"),
    "override end": _pod(MODERATORS, pace="costly"),
    "override remove": _pod(MODERATORS, pace="costly"),
    "override host": _pod(MODERATORS, pace="costly"),
    "override void": _pod(MODERATORS, pace="costly"),
    "override reopen": _pod(MODERATORS, pace="costly"),
    "setup server": _server(ADMINISTRATORS),
    "setup language": _server(ADMINISTRATORS),
    "setup variant": _server(MODERATORS),
    "setup timezone": _server(ADMINISTRATORS),
    "season start": _server(ADMINISTRATORS, pace="costly"),
    "season end": _server(ADMINISTRATORS, pace="costly"),
    "season rename": _server(ADMINISTRATORS),
    "season list": _server(),
    "me export": _server(pace="costly"),
    "me forget": _server(),
    "leaders": _server(pace="costly"),
    "post": _server(pace="costly"),
    "past": _server(pace="costly"),
    # Buttons and menus of boards and answers
    "pod:join": _board(),
    "pod:leave": _board(),
    "pod:side": _board(),
    "pod:balance": _board(IN_CHARGE),
    "pod:start": _board(IN_CHARGE),
    "pod:how": _board(),
    "pod:fair": _board(),
    "pod:report": _board(PLAYERS, pace="costly"),
    "pod:turn": _board(PLAYERS),
    "pod:life": _board(PLAYERS),
    "pod:checklist": _board(PLAYERS),
    "pod:concede": _board(PLAYERS),
    "pod:leaving": _board(PLAYERS),
    "pod:here": _board(),
    "pod:kick": _board(INVOLVED),
    "pod:keep": _board(INVOLVED),
    "pod:choose": _board(OF_THE_CHOICE),
    "pod:rematch": _board(PLAYERS, pace="costly"),
    "pod:round": _board(PLAYERS, pace="costly"),
    "log": _board(pace="costly"),
    "redo": _board(PLAYERS, OF_THE_REPORT),
    "claim:confirm": _board(OF_THE_CLAIM),
    "claim:dispute": _board(OF_THE_DISPUTE),
    "claim:which": _board(OF_THE_DISPUTE),
    "claim:stands": _board(OF_THE_CLAIM),
    "claim:takeback": _board(MODERATORS),
    "claim:responsible": _board(MODERATORS),
    "claim:undone": _board(MODERATORS, pace="costly"),
    "claim:ruled": _board(MODERATORS, pace="costly"),
    "claim:why": _board(pace="costly"),
    "me:sure": _server(),
    "me:really": _server(),
    "me:keep": _server(),
    # The report form
    "form:card": _form(),
    "form:filled": _form(),
    "form:menu": _form(),
    "form:details": _form(),
    "form:back": _form(),
    "form:source": _form(),
    "form:another": _form(),
    "form:next": _form(),
    "form:remove": _form(),
    "form:cancel": _form(),
    "form:send": _form(PLAYERS),
    # The preview of a decision
    "override:do": _decision(),
    "override:leave": _decision(),
    "override:choose": _decision(),
    "override:cancel": _decision(),
    "override:replace": _decision(),
    "override:instead": _decision(),
    # The wizard
    "setup:show": _server(ADMINISTRATORS),
    "setup:test": _server(ADMINISTRATORS),
    "setup:menu": _server(ADMINISTRATORS),
    "setup:set": _server(ADMINISTRATORS),
    "setup:unset": _server(ADMINISTRATORS),
    # The pages of a server's own variants
    "house:pick": _server(MODERATORS),
    "house:start": _server(MODERATORS),
    "house:ask": _server(MODERATORS),
    "house:set": _server(MODERATORS),
    "house:type": _server(MODERATORS),
    "house:filled": _server(MODERATORS),
    "house:save": _server(MODERATORS),
    "house:delete": _server(MODERATORS),
    "house:close": _server(MODERATORS),
    # What the bot does not know: it says so
    "unknown": _server(),
}
"""By `qualified_name`, or by what `presses.name` says."""

_EVERYWHERE = frozenset(name for name in ACTIONS if name.startswith(("setup", "house", "me")))
"""What can be used in every channel: lest administrators lock themselves out, and for anybody who
wants to be forgotten."""

_ON_SERVER: frozenset[Role] = frozenset({"moderator", "administrator"})
"""Roles that have nothing to do with a pod."""


async def admit(asked: Asked, name: str) -> None:
    """Lets an interaction by the name of one of `ACTIONS` pass. Raises `Refusal`."""
    action, desk = ACTIONS[name], desk_of(asked)
    typing = asked.type is discord.InteractionType.autocomplete
    pace: Pace = "typing" if typing else action.pace
    desk.throttle.take(pace, asked.user.id, asked.guild_id, discord.utils.utcnow())
    check_text(asked.data)
    if name not in _EVERYWHERE:
        await desk.admit(asked)
    for right in action.rights:
        if right.roles and right.roles <= _ON_SERVER and not right.allows(await desk.roles(asked)):
            raise Refusal(right.refusal)
