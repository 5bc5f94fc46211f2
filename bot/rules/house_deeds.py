"""Achievements (deeds) that a server defines: players claim them, vote on them, or are given them in a game."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from bot.rules.commands_and_events import AuditCode, TranslatableSentence
from bot.rules.facts import Player
from bot.rules.guests import (
    find_member_acting_for_player,
    list_members_acting_for_players,
    list_members_who_may_confirm_reports,
    list_members_with_interest_in_seat,
)
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.overrides import require_moderator_reason
from bot.rules.playing import require_running_game
from bot.rules.pod import (
    ConfirmableEvent,
    LinkedEventList,
    NewReportDetails,
    Pod,
    PodCommand,
    PodHistoryEvent,
    add_unconfirmed_report,
    convert_linked_events_to_list,
)
from bot.rules.records import ConfirmationRequirement
from bot.rules.refusals import raise_refusal
from bot.rules.rights import DEED_GIVERS, NOBODY, PLAYERS, THE_BOT, CommandRight, Requester

MAX_HOUSE_DEEDS = 100
"""The most deeds that a server can name."""

LONGEST_DEED = 80
"""The most characters of the name of a house deed."""

MAX_DEED_TIMES = 9
"""The most times that a player can earn a house deed in one game."""

HOUSE_DEED_PREFIX = "house-"
"""The beginning of the ids of house deeds."""

VOTED_DEED_PREFIX = f"{HOUSE_DEED_PREFIX}vote-"
"""The beginning of the ids of house deeds on which players vote."""

WayToEarnDeed = Literal["claimed", "voted", "given"]
"""The way in which players earn a house deed.

- `claimed`: a player says that they did the deed.
- `voted`: the players of a game vote, with a private ballot each, and the player with the most ballots earns the deed.
- `given`: an organiser who does not play gives the deed.
"""


class ServerAchievement(Struct, frozen=True):
    """An achievement invented by a server: how players earn it, and how often in one game.

    The `deed` is its id, which is computed from the first name that it had and tells whether players vote on it. One
    vote in a game decides about an achievement of the way `voted`.
    """

    deed: str
    name: str
    times: Annotated[int, Meta(ge=1, le=MAX_DEED_TIMES)] = 1
    way: WayToEarnDeed = "claimed"


def compute_achievement_id(achievement_name: str, award_method: WayToEarnDeed = "claimed") -> str:
    """Return the id of a server's achievement: a hash of its name, marked if players vote on the achievement."""
    prefix = VOTED_DEED_PREFIX if award_method == "voted" else HOUSE_DEED_PREFIX
    return f"{prefix}{sha256(achievement_name.encode()).hexdigest()[:12]}"


def is_voted_achievement(achievement_id: str) -> bool:
    return achievement_id.startswith(VOTED_DEED_PREFIX)


def is_server_achievement_id(achievement_id: str) -> bool:
    return achievement_id.startswith(HOUSE_DEED_PREFIX)


# What the three ways have in common


class ServerAchievementCommand(PodCommand, frozen=True):
    """The base class of commands that give a player an achievement invented by the server.

    They are possible from the start of the game until its result counts.
    """

    stops_for_dispute = True

    def find_required_right(self, pod: Pod, requester: Requester) -> CommandRight:
        """Return the right to use the command, which nobody has once the pod's result counts."""
        return self.right if pod.final_result is None else NOBODY


class ServerAchievementEvent(PodHistoryEvent, ConfirmableEvent, frozen=True):
    """The base class of events in which a player earned an achievement invented by the server.

    They can follow the end of the game, also while the next game of the channel is open.
    """

    @property
    @abstractmethod
    def deed(self) -> str:
        """Return the id of the achievement."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Return the name that the achievement had at that time."""

    @property
    @abstractmethod
    def player(self) -> Player | None:
        """Return the player who earned the achievement; None if a vote chose nobody."""

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod after the event, to which players can object until it is confirmed."""
        left = add_unconfirmed_report(pod.unconfirmed, self, len(pod.verdicts))
        return replace(pod, step=pod.step + 1, before=pod, unconfirmed=left)

    def build_unconfirmed_report_label(self) -> TranslatableSentence | None:
        """Return None, because the achievement's name is user text and no translatable label exists."""
        return None

    @property
    def player_who_caused_event(self) -> Player | None:
        return self.player


def _require_game_accepts_achievements(pod: Pod) -> None:
    """Raise `Refusal` unless the game runs or has a result."""
    if pod.state != "finished":
        require_running_game(pod)


def _has_reached_achievement_limit(
    pod: Pod, achievement_owner: Player, achievement_id: str, maximum_count: int
) -> bool:
    """Return True if a player of the pod has an achievement `maximum_count` times already."""
    if achievement_owner not in pod.players:
        raise_refusal("not-in", "player", player=achievement_owner, players=pod.players)
    return (
        count_server_achievements_by_player(pod)[achievement_id, pod.find_result_owner(achievement_owner)]
        >= maximum_count
    )


# Claims


class ClaimServerAchievement(ServerAchievementCommand, frozen=True):
    """The command by which a player claims an achievement invented by the server.

    A player can claim the achievement at most `most` times in a game.
    """

    player: Player
    deed: str
    name: str
    most: int

    right = PLAYERS

    def create_event(self, pod: Pod, /) -> "ServerAchievementClaimed":
        _require_game_accepts_achievements(pod)
        if _has_reached_achievement_limit(pod, self.player, self.deed, self.most):
            raise_refusal("deed-often", "deed", most=self.most)
        return ServerAchievementClaimed(self.player, self.deed, self.name)


class ServerAchievementClaimed(ServerAchievementEvent, frozen=True, tag="deed-claimed"):
    """The event that a player claimed an achievement invented by the server.

    `name` is the name of the achievement at that time.
    """

    player: Player
    deed: str
    name: str
    claim: ConfirmationRequirement | None = None

    is_claimed_deed = True

    @property
    def needs_confirmation_for_points(self) -> bool:
        """Return True if some seasons give no points for the claim unless somebody else confirmed it."""
        return self.claim is not None and self.claim.needs_confirmation_for_points

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod after the claim, which the pod remembers even if the claim is undone later."""
        after = super().apply(pod)
        return replace(after, deed_claims=(*pod.deed_claims, self)) if self.needs_confirmation_for_points else after

    def rebuild_original_command(self) -> ClaimServerAchievement:
        return ClaimServerAchievement(self.player, self.deed, self.name, MAX_DEED_TIMES)

    def find_needed_confirmation(self, new_report: NewReportDetails) -> ConfirmationRequirement | None:
        """Return the condition for the achievement to count: nobody objects before the game counts.

        Until then one of the other players can confirm it, without which some seasons give no points for it. Who has
        an interest in the claimer's seat is none of them.
        """
        pod = new_report.pod
        interested = list_members_with_interest_in_seat(pod, new_report.by)
        members = list_members_acting_for_players(pod, pod.current_and_former_players)
        others = [each for each in list_members_who_may_confirm_reports(pod, new_report.by) if each not in interested]
        others = others or [each for each in members if each not in interested]
        return replace(new_report.build_confirmation_at_end_of_game(), of=tuple(others))


# Votes. Ballots are private, so no event holds them: the log has the result of a vote alone.


Ballots = Mapping[Player, Player]
"""The player whom each voter chose."""


def list_achievement_voters(pod: Pod) -> tuple[Player, ...]:
    """Return the seated players who may vote on achievements, which excludes guests."""
    return tuple(player for player in pod.players if player not in pod.guests)


def list_achievement_candidates(pod: Pod, voter: Player) -> tuple[Player, ...]:
    """Return the players for whom `voter` may vote: everybody except the voter and the voter's guests."""
    return tuple(each for each in pod.players if find_member_acting_for_player(pod, each) != voter)


def list_voted_achievements(pod: Pod) -> frozenset[str]:
    """Return the ids of the achievements on which the players of the pod have voted."""
    return frozenset(
        event.deed for event in list_server_achievement_events(pod) if isinstance(event, ServerAchievementVoteClosed)
    )


def require_achievement_vote_allowed(pod: Pod, voter: Player, chosen_player: Player, achievement_id: str) -> None:
    """Raise `Refusal` unless `voter` may vote for `chosen_player` to earn the achievement `achievement_id`."""
    _require_game_accepts_achievements(pod)
    if pod.final_result is not None:
        raise_refusal("counted")
    if voter not in list_achievement_voters(pod):
        raise_refusal("only-players")
    if chosen_player not in pod.players:
        raise_refusal("not-in", "player", player=chosen_player, players=pod.players)
    if chosen_player not in list_achievement_candidates(pod, voter):
        raise_refusal("vote-yourself", "player")
    if achievement_id in list_voted_achievements(pod):
        raise_refusal("vote-over", "deed")


def find_achievement_ballot_winner(pod: Pod, ballots: Ballots) -> Player | None:
    """Return the player with the most votes, one per ballot; None without ballots or on a tie.

    Ballots of people who are no longer seated do not count. A ballot for a seat that changed hands is for the player
    who sits there now.
    """
    voters = list_achievement_voters(pod)
    votes = Counter(
        chosen
        for voter, choice in ballots.items()
        if voter in voters
        and (chosen := pod.find_seat_of_player(choice).player) in list_achievement_candidates(pod, voter)
    )
    return find_player_with_most_votes(votes)


def find_player_with_most_votes(votes: Mapping[Player, int]) -> Player | None:
    """Return the player with the most votes; None without votes or on a tie."""
    most = max(votes.values(), default=0)
    best = [player for player, number in votes.items() if number == most > 0]
    return best[0] if len(best) == 1 else None


class CloseServerAchievementVote(ServerAchievementCommand, frozen=True):
    """The command by which the bot closes the vote on an achievement, after the end of the game.

    `player` has the most ballots; None if nobody has.
    """

    deed: str
    name: str
    player: Player | None

    right = THE_BOT
    needs_ballots = True

    def create_event(self, pod: Pod, /) -> "ServerAchievementVoteClosed":
        if pod.state != "finished":
            raise_refusal("not-over")
        if self.deed in list_voted_achievements(pod):
            raise_refusal("vote-over", "deed")
        if self.player is not None and self.player not in pod.players:
            raise_refusal("not-in", "player", player=self.player, players=pod.players)
        return ServerAchievementVoteClosed(self.deed, self.name, self.player)


class ServerAchievementVoteClosed(ServerAchievementEvent, frozen=True, tag="deed-voted"):
    """The event that the vote on an achievement closed: `player` earned it, or nobody."""

    deed: str
    name: str
    player: Player | None = None
    claim: ConfirmationRequirement | None = None

    undo_takes_moderator = True

    def rebuild_original_command(self) -> CloseServerAchievementVote:
        return CloseServerAchievementVote(self.deed, self.name, self.player)

    def find_needed_confirmation(self, new_report: NewReportDetails) -> ConfirmationRequirement:
        return new_report.build_confirmation_at_end_of_game()


# Given by an organiser


class GiveServerAchievement(ServerAchievementCommand, frozen=True):
    """The command by which an organiser outside the game gives a player an achievement, with a reason.

    A player can get the achievement at most `most` times in a game.
    """

    player: Player
    deed: str
    name: str
    reason: str
    most: int

    right = DEED_GIVERS

    def require_impartial_requester(self, pod: Pod, requester: Requester) -> None:
        """Raise `Refusal` if the requester plays or played in the pod, or brought one of its guests."""
        if requester.player in (*pod.current_and_former_players, *list_members_acting_for_players(pod, pod.players)):
            raise_refusal("give-own-table")

    def create_event(self, pod: Pod, /) -> "ServerAchievementGiven":
        _require_game_accepts_achievements(pod)
        require_moderator_reason(self.reason)
        if _has_reached_achievement_limit(pod, self.player, self.deed, self.most):
            raise_refusal("deed-given-often", "deed", most=self.most)
        return ServerAchievementGiven(self.player, self.deed, self.name, self.reason)


class ServerAchievementGiven(ServerAchievementEvent, ModeratableEvent, frozen=True, tag="deed-given"):
    """The event that the organiser `by` gave a player an achievement."""

    player: Player
    deed: str
    name: str
    reason: str
    by: Player | None = None
    claim: ConfirmationRequirement | None = None

    undo_takes_moderator = True

    def rebuild_original_command(self) -> GiveServerAchievement:
        return GiveServerAchievement(self.player, self.deed, self.name, self.reason, MAX_DEED_TIMES)

    def set_deciding_moderator(self, moderator: Player | None) -> "ServerAchievementGiven":
        return replace(self, by=moderator)

    def copy_confirmation_from(self, original_event: PodHistoryEvent) -> PodHistoryEvent:
        signed = replace(self, by=original_event.by) if isinstance(original_event, ServerAchievementGiven) else self
        return PodHistoryEvent.copy_confirmation_from(signed, original_event)

    def find_needed_confirmation(self, new_report: NewReportDetails) -> ConfirmationRequirement:
        return new_report.build_confirmation_at_end_of_game(moderator=new_report.by)

    def find_audit_trail_code(self, *, is_host_action: bool) -> AuditCode:
        return "override", "deed"

    @property
    def player_who_caused_event(self) -> Player | None:
        return self.by


def list_server_achievement_events(pod: Pod) -> list[ServerAchievementEvent]:
    """Return the pod's valid events about achievements invented by the server, oldest first."""
    return [event for event in convert_linked_events_to_list(pod.told) if isinstance(event, ServerAchievementEvent)]


def count_server_achievements_by_player(pod: Pod) -> Counter[tuple[str, Player]]:
    """Return how often each player earned each achievement invented by the server.

    The achievements of a seat belong to the owner of its result.
    """
    return _count_achievements(pod, list_server_achievement_events(pod))


def count_unconfirmed_achievements_by_player(pod: Pod) -> Counter[tuple[str, Player]]:
    """Return how often each player claimed each achievement without a confirmation by anybody else.

    Claims of earlier releases, which nobody could confirm, are not among them.
    """
    return _count_achievements(
        pod,
        (
            event
            for event in list_server_achievement_events(pod)
            if (claim := event.claim) is not None
            and claim.needs_confirmation_for_points
            and claim.version not in pod.confirmed_deeds
        ),
    )


def restore_needed_confirmations_of_claims(
    pod: Pod, corrected_events: LinkedEventList | None, changed_steps: Collection[int]
) -> LinkedEventList | None:
    """Return a pod's corrected events, in which claimed deeds need the confirmation that they needed at first.

    A correction records its events as they are now: a claim that counts needs no confirmation any more, although
    perhaps nobody confirmed it. `changed_steps` are the places of the pod's events that the correction changed. A claim
    at any other place is still the same. Any further claim was restored by the moderator, so it is one that was undone
    or changed: the newest of the same player and achievement.
    """
    if not pod.deed_claims:
        return corrected_events
    kept = [
        event
        for step, event in enumerate(convert_linked_events_to_list(pod.told))
        if step not in changed_steps and isinstance(event, ServerAchievementClaimed)
    ]
    undone = [
        event
        for event in reversed(pod.deed_claims)
        if isinstance(event, ServerAchievementClaimed) and event not in kept
    ]
    originals: dict[PodCommand, list[ServerAchievementClaimed]] = {}
    for original in (*kept, *undone):
        originals.setdefault(original.rebuild_original_command(), []).append(original)
    told: LinkedEventList | None = None
    for event in convert_linked_events_to_list(corrected_events):
        restored: PodHistoryEvent = event
        if isinstance(event, ServerAchievementClaimed) and (found := originals.get(event.rebuild_original_command())):
            original = found.pop(0)
            restored = replace(event, claim=original.claim) if original.needs_confirmation_for_points else event
        told = LinkedEventList(told, restored)
    return told


def _count_achievements(pod: Pod, events: Iterable[ServerAchievementEvent]) -> Counter[tuple[str, Player]]:
    return Counter((each.deed, pod.find_result_owner(each.player)) for each in events if each.player is not None)
