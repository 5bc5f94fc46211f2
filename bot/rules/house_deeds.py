"""Achievements that a server defines, and that players claim in a game."""

from collections import Counter
from hashlib import sha256
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from bot.rules.facts import Player
from bot.rules.guests import list_members_who_can_confirm
from bot.rules.playing import require_running_game
from bot.rules.pod import (
    ConfirmableEvent,
    Pod,
    PodCommand,
    PodHistoryEvent,
    ReportContext,
    add_event_to_unconfirmed_reports,
    list_pod_events_of_linked_list,
)
from bot.rules.records import NeededConfirmation
from bot.rules.refusals import raise_refusal
from bot.rules.rights import PLAYERS

MAX_HOUSE_DEEDS = 25
"""The most deeds that a server can name."""

LONGEST_DEED = 80
"""The most characters of the name of a house deed."""

MAX_DEED_TIMES = 9
"""The most times that a server can let a player claim a house deed in one game."""

HOUSE_DEED_PREFIX = "house-"
"""The beginning of the ids of house deeds."""


class ServerAchievement(Struct, frozen=True):
    """An achievement that a server invented, and how often a player can earn it in one game.

    The `deed` is its id, which is computed from the first name that it had.
    """

    deed: str
    name: str
    times: Annotated[int, Meta(ge=1, le=MAX_DEED_TIMES)] = 1


def compute_server_achievement_id(name: str) -> str:
    """Return the id of a server's own achievement; equal names have equal ids."""
    return f"{HOUSE_DEED_PREFIX}{sha256(name.encode()).hexdigest()[:12]}"


def is_server_achievement_id(achievement_id: str) -> bool:
    return achievement_id.startswith(HOUSE_DEED_PREFIX)


class ClaimServerAchievement(PodCommand, frozen=True):
    """The command by which a player claims an achievement that the server invented.

    A player can claim the achievement at most `most` times in a game.
    """

    player: Player
    deed: str
    name: str
    most: int

    right = PLAYERS
    stops_for_dispute = True

    def create_event(self, pod: Pod, /) -> "ServerAchievementClaimed":
        require_running_game(pod)
        if self.player not in pod.players:
            raise_refusal("not-in", "player", player=self.player, players=pod.players)
        done = count_server_achievements_by_player(pod)[
            self.deed, pod.find_player_credited_with_seat_result(self.player)
        ]
        if done >= self.most:
            raise_refusal("deed-often", "deed", most=self.most)
        return ServerAchievementClaimed(self.player, self.deed, self.name)


class ServerAchievementClaimed(PodHistoryEvent, ConfirmableEvent, frozen=True, tag="deed-claimed"):
    """The event that a player claimed an achievement that the server invented.

    `name` is the name of the achievement at that time.
    """

    player: Player
    deed: str
    name: str
    claim: NeededConfirmation | None = None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod with the claimed achievement among its unconfirmed reports."""
        left = add_event_to_unconfirmed_reports(pod.unconfirmed, self, len(pod.verdicts))
        return replace(pod, step=pod.step + 1, before=pod, unconfirmed=left)

    def rebuild_command_from_event(self) -> ClaimServerAchievement:
        return ClaimServerAchievement(self.player, self.deed, self.name, MAX_DEED_TIMES)

    def find_needed_confirmation(self, report_context: ReportContext) -> NeededConfirmation | None:
        """Return the requirement that nobody objects to the claimed achievement in time.

        In some pods, objections are possible until the game ends. None in a subgame.
        """
        if report_context.pod.subgame is not None:
            return None
        wait = report_context.milliseconds_until_defeat_counts
        others = list_members_who_can_confirm(report_context.pod, report_context.by)
        if wait is None or not others:
            return report_context.build_confirmation_due_at_game_end()
        return report_context.build_confirmation_by_players(others, wait, wait_kind="silence")

    def describe_event_awaiting_confirmation(self) -> None:
        """Return None: the event gets no label of its own, because a user wrote the name of the achievement."""

    @property
    def player_who_caused_event(self) -> Player:
        return self.player


def list_claimed_server_achievements(pod: Pod) -> list[ServerAchievementClaimed]:
    """Return the pod's valid claims of achievements that its server invented, oldest first."""
    return [event for event in list_pod_events_of_linked_list(pod.told) if isinstance(event, ServerAchievementClaimed)]


def count_server_achievements_by_player(pod: Pod) -> Counter[tuple[str, Player]]:
    """Return how often each player claimed each achievement that the server invented.

    The achievements of a seat belong to the owner of its result.
    """
    return Counter(
        (each.deed, pod.find_player_credited_with_seat_result(each.player))
        for each in list_claimed_server_achievements(pod)
    )
