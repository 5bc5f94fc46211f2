"""Who may ask what of a pod.

| command                                            | who                                      |
|----------------------------------------------------|------------------------------------------|
| open, join, leave                                  | anybody, for themself                    |
| start, close                                       | the host, a moderator                    |
| defeat, win, draw, turn, restart, subgame          | whoever is in the pod                    |
| concede                                            | whoever is in the pod, for themself      |
| kick                                               | a moderator; in the lobby the host       |
| … by vote                                          | whoever is in the pod                    |
| … whoever has left the server                      | whoever is in the pod, the host          |
| keep                                               | whoever is in the pod; whoever is in charge |
| warn                                               | nobody: the bot does it by itself        |
| choose                                             | who was asked; the host, a moderator     |
| confirm                                            | whose confirmation it is; a moderator    |
| dispute                                            | whoever is in the pod; a moderator       |
| undo                                               | who made the report; the host, a moderator |
| undo a disputed report                             | who made it; a moderator                 |
| overrule, correct, and to undo these               | a moderator                              |
"""

from typing import assert_never

from msgspec import Struct

from bot.rules.commands import (
    Choose,
    Close,
    Command,
    Concede,
    Confirm,
    Correct,
    Defeat,
    Dispute,
    Draw,
    Join,
    Keep,
    Kick,
    Leave,
    NextTurn,
    Open,
    Overrule,
    Restart,
    Start,
    Subgame,
    Undo,
    Warn,
    Win,
)
from bot.rules.confirmation import may_confirm
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal


class Asker(Struct, frozen=True):
    """Somebody who asks: their key, and whether they moderate the channel."""

    player: Player
    moderator: bool = False


def check(pod: Pod | None, command: Command, asker: Asker, maker: Player | None) -> None:
    """Raises `Refusal` unless `asker` may ask `command`; `maker` made the last report."""
    if pod is None or may(pod, command, asker, maker):
        return
    match command:
        case Start() | Close():
            raise Refusal("only-host", by=pod.host)
        case Undo() if pod.disputed is not None:
            raise Refusal("disputed")
        case Kick(how="vote") if pod.state == "lobby":
            raise Refusal("only-host", by=pod.host)
        case Undo() if not _is_decision(pod):
            raise Refusal("only-maker", by=pod.host)
        case Undo() | Overrule() | Correct():
            raise Refusal("only-moderators")
        case Choose():
            raise Refusal("not-yours", by=command.by)
        case _:
            raise Refusal("only-players")


def may(pod: Pod, command: Command, asker: Asker, maker: Player | None) -> bool:
    """Whether `asker` may ask `command` of `pod`."""
    in_charge = asker.moderator or asker.player == pod.host
    match command:
        case Open() | Join() | Leave():
            return True
        case Start() | Close():
            return in_charge
        case Confirm(claims=claims):
            named = [each.claim for each in pod.unconfirmed if each.claim.version in claims]
            return asker.moderator or all(may_confirm(claim, asker.player) for claim in named)
        case Dispute():
            return asker.moderator or asker.player in pod.players
        case Undo() if pod.disputed is not None:
            last = pod.before is not None and pod.disputed not in pod.before.unconfirmed
            return asker.moderator or (last and asker.player == maker)
        case Undo():
            mine = in_charge or asker.player == maker
            return asker.moderator or (mine and not _is_decision(pod))
        case Overrule() | Correct():
            return asker.moderator
        case Choose():
            return in_charge or asker.player == command.by
        case Defeat() | Concede() | Win() | Draw() | NextTurn() | Restart() | Subgame():
            return asker.player in pod.players
        case Kick():
            return _may_kick(pod, command, asker)
        case Keep():
            return in_charge or asker.player in pod.players
        case Warn():
            return False
        case _:
            assert_never(command)


def _may_kick(pod: Pod, command: Kick, asker: Asker) -> bool:
    hosts, plays = asker.player == pod.host, asker.player in pod.players
    match command.how:
        case "moderator":
            return asker.moderator
        case "gone":
            return hosts or plays
        case "vote":
            return hosts if pod.state == "lobby" else plays
        case _:
            assert_never(command.how)


def _is_decision(pod: Pod) -> bool:
    """Whether the pod's last step was a moderator's."""
    return pod.before is not None and pod.overruled is not pod.before.overruled
