"""House deeds: achievements that a server defines, and that players claim in a game."""

from collections import Counter
from hashlib import sha256
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from bot.rules.facts import Player
from bot.rules.guests import list_other_acting_members
from bot.rules.playing import require_running_game
from bot.rules.pod import (
    ClaimDraft,
    ConfirmableEvent,
    Pod,
    PodCommand,
    StoryEvent,
    add_unconfirmed_report,
    list_story_events,
)
from bot.rules.records import ReportClaim
from bot.rules.refusals import raise_refusal
from bot.rules.rights import PLAYERS

MAX_HOUSE_DEEDS = 25
"""The most deeds that a server can name."""

LONGEST_DEED = 80
"""The most characters of the name of a house deed."""

MAX_DEED_TIMES = 9
"""The most times that a server can let a player claim a house deed in one game."""

_PREFIX = "house-"


class HouseDeed(Struct, frozen=True):
    """An achievement that a server defined; a player can do it `times` times in a game.

    The `deed` is its id, which is computed from the first name that it had.
    """

    deed: str
    name: str
    times: Annotated[int, Meta(ge=1, le=MAX_DEED_TIMES)] = 1


def compute_house_deed_id(name: str) -> str:
    """Return the id of a new house deed. Equal names have equal ids."""
    return f"{_PREFIX}{sha256(name.encode()).hexdigest()[:12]}"


def is_house_deed_id(deed_id: str) -> bool:
    """Return True if an id is that of a house deed."""
    return deed_id.startswith(_PREFIX)


class ClaimDeed(PodCommand, frozen=True):
    """The command by which a player claims a house deed, at most `most` times in a game."""

    player: Player
    deed: str
    name: str
    most: int

    right = PLAYERS
    stops_for_dispute = True

    def create_event(self, pod: Pod, /) -> "DeedClaimed":
        """Return the `DeedClaimed` event for this command.

        Raises `Refusal` if the player did the deed too often.
        """
        require_running_game(pod)
        if self.player not in pod.players:
            raise_refusal("not-in", "player", player=self.player, players=pod.players)
        done = count_house_deeds(pod)[self.deed, pod.find_result_owner(self.player)]
        if done >= self.most:
            raise_refusal("deed-often", "deed", most=self.most)
        return DeedClaimed(self.player, self.deed, self.name)


class DeedClaimed(StoryEvent, ConfirmableEvent, frozen=True, tag="deed-claimed"):
    """The event that a player claimed a house deed; `name` is what the deed was called then."""

    player: Player
    deed: str
    name: str
    claim: ReportClaim | None = None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod one step later, with the claim among its unconfirmed reports."""
        left = add_unconfirmed_report(pod.unconfirmed, self, len(pod.verdicts))
        return replace(pod, step=pod.step + 1, before=pod, unconfirmed=left)

    def rebuild_command(self) -> ClaimDeed:
        """Return the `ClaimDeed` command that caused this event."""
        return ClaimDeed(self.player, self.deed, self.name, MAX_DEED_TIMES)

    def build_claim(self, claim_draft: ClaimDraft) -> ReportClaim | None:
        """Return a claim that silence of the others confirms, or that stays open until the
        end.
        """
        if claim_draft.pod.subgame is not None:
            return None
        wait = claim_draft.confirmation_delay
        others = list_other_acting_members(claim_draft.pod, claim_draft.by)
        if wait is None or not others:
            return claim_draft.build_claim_until_end()
        return claim_draft.build_claim_for_players(others, wait, wait_kind="silence")

    def describe_claim(self) -> None:
        """Return None, because the name of the deed is a text by a user."""

    @property
    def author(self) -> Player:
        """Return the player who claimed the deed."""
        return self.player


def list_deed_claims(pod: Pod) -> list[DeedClaimed]:
    """Return the claims of house deeds that stand in a pod, oldest first."""
    return [event for event in list_story_events(pod.told) if isinstance(event, DeedClaimed)]


def count_house_deeds(pod: Pod) -> Counter[tuple[str, Player]]:
    """Return how often each player did each house deed.

    A seat's deeds belong to its result's owner.
    """
    return Counter(
        (each.deed, pod.find_result_owner(each.player)) for each in list_deed_claims(pod)
    )
