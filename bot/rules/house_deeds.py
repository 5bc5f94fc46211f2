"""House deeds: deeds that a server names itself, and that players claim in a game."""

from collections import Counter
from hashlib import sha256
from typing import Annotated

from msgspec import Meta, Struct

from bot.rules.commands import ClaimDeed
from bot.rules.events import DeedClaimed
from bot.rules.facts import Player
from bot.rules.playing import check_running
from bot.rules.pod import Pod, tell_events
from bot.rules.refusals import refuse

MAX_HOUSE_DEEDS = 25
"""The most deeds that a server can name."""

LONGEST_DEED = 80
"""The most characters of the name of a house deed."""

MAX_DEED_TIMES = 9
"""The most times that a server can let a player claim a house deed in one game."""

_PREFIX = "house-"


class HouseDeed(Struct, frozen=True):
    """A deed that a server named; a player can do it `times` times in a game.

    The `deed` is its id, which follows from the first name that it had.
    """

    deed: str
    name: str
    times: Annotated[int, Meta(ge=1, le=MAX_DEED_TIMES)] = 1


def make_deed_id(name: str) -> str:
    """Return the id of a new house deed, equal for equal names."""
    return f"{_PREFIX}{sha256(name.encode()).hexdigest()[:12]}"


def is_house_deed(deed: str) -> bool:
    """Return whether an id is that of a house deed."""
    return deed.startswith(_PREFIX)


def claim_deed(pod: Pod, command: ClaimDeed) -> DeedClaimed:
    """Decide that a player did a house deed. Raises `Refusal`."""
    check_running(pod)
    if command.player not in pod.players:
        refuse("not-in", "player", player=command.player, players=pod.players)
    done = count_house_deeds(pod)[command.deed, pod.find_owner(command.player)]
    if done >= command.most:
        refuse("deed-often", "deed", most=command.most)
    return DeedClaimed(command.player, command.deed, command.name)


def list_claims(pod: Pod) -> list[DeedClaimed]:
    """Return the claims of house deeds that stand, oldest first."""
    return [event for event in tell_events(pod.told) if isinstance(event, DeedClaimed)]


def count_house_deeds(pod: Pod) -> Counter[tuple[str, Player]]:
    """Return how often each player did each house deed; a seat's deeds are its owner's."""
    return Counter((each.deed, pod.find_owner(each.player)) for each in list_claims(pod))
