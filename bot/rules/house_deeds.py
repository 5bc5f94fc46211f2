"""House deeds: deeds that a server names itself, and that players claim in a game."""

from collections import Counter
from hashlib import sha256
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from bot.rules.facts import Player
from bot.rules.guests import find_others
from bot.rules.playing import check_running
from bot.rules.pod import Claimable, ClaimDraft, Pod, PodCommand, StoryEvent, add_claim, tell_events
from bot.rules.records import Claim
from bot.rules.refusals import refuse
from bot.rules.rights import PLAYERS

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


class ClaimDeed(PodCommand, frozen=True):
    """Say that a player did a deed of the server's own, at most `most` times in a game."""

    player: Player
    deed: str
    name: str
    most: int

    right = PLAYERS
    stops_for_dispute = True

    def decide(self, pod: Pod, /) -> "DeedClaimed":
        """Return the event of the command. Raises `Refusal`."""
        check_running(pod)
        if self.player not in pod.players:
            refuse("not-in", "player", player=self.player, players=pod.players)
        done = count_house_deeds(pod)[self.deed, pod.find_owner(self.player)]
        if done >= self.most:
            refuse("deed-often", "deed", most=self.most)
        return DeedClaimed(self.player, self.deed, self.name)


class DeedClaimed(StoryEvent, Claimable, frozen=True, tag="deed-claimed"):
    """A player said that they did a deed of the server's own; `name` is what it was called then."""

    player: Player
    deed: str
    name: str
    claim: Claim | None = None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod with one more step."""
        left = add_claim(pod.unconfirmed, self, len(pod.verdicts))
        return replace(pod, step=pod.step + 1, before=pod, unconfirmed=left)

    def make_command(self) -> ClaimDeed:
        """Return the command that led to the event."""
        return ClaimDeed(self.player, self.deed, self.name, MAX_DEED_TIMES)

    def make_claim(self, draft: ClaimDraft) -> Claim | None:
        """Return a claim that others confirm by silence, or that waits for the end."""
        if draft.pod.subgame is not None:
            return None
        wait = draft.waiting_time
        others = find_others(draft.pod, draft.by)
        if wait is None or not others:
            return draft.wait_for_end()
        return draft.wait_for(others, wait, waits="silence")

    def tell_claim(self) -> None:
        """Return None: the name of the deed is somebody's own text."""

    @property
    def author(self) -> Player:
        """The player who claimed the deed."""
        return self.player


def list_claims(pod: Pod) -> list[DeedClaimed]:
    """Return the claims of house deeds that stand, oldest first."""
    return [event for event in tell_events(pod.told) if isinstance(event, DeedClaimed)]


def count_house_deeds(pod: Pod) -> Counter[tuple[str, Player]]:
    """Return how often each player did each house deed; a seat's deeds are its owner's."""
    return Counter((each.deed, pod.find_owner(each.player)) for each in list_claims(pod))
