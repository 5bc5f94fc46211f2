"""Votes to continue without a player who has vanished: calls, votes and removal."""

from collections.abc import Mapping
from typing import Literal

from bot.rules.commands_and_events import Event, Sentence
from bot.rules.concession import ConcedeGame, PlayerConceded
from bot.rules.facts import Player
from bot.rules.guests import (
    find_acting_member,
    find_acting_members,
    find_bringer_role,
    list_guests_of_member,
)
from bot.rules.lobby import LeaveLobby, PlayerLeftLobby
from bot.rules.playing import require_in_game
from bot.rules.pod import Pod, PodCommand, SideEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import HOST_OR_BRINGER, INVOLVED, MODERATORS, PLAYERS, Requester, Right, Role
from bot.rules.teams import find_master, list_players_in_game

VotersByTarget = Mapping[Player, tuple[Player, ...]]
"""Members who voted to continue without a player, by that player, in the order of voting."""

TOO_FEW_VOICES = 2
"""Voices that are too few for a vote: one of two players could remove the other, and win."""


def count_votes_needed(pod: Pod, target_player: Player) -> int:
    """Return how many votes remove a player: more than half of the other voters."""
    others = list_voters(pod) - {find_acting_member(pod, target_player)}
    return len(others) // 2 + 1


def list_voters(pod: Pod) -> set[Player]:
    """Return the people who may vote: the players in the game, and for guests their members."""
    return {*find_acting_members(pod, list_players_in_game(pod.current_game.standings))}


def update_kick_votes(
    votes: VotersByTarget, event: Event, author: Player | None, current_pod: Pod
) -> VotersByTarget:
    """Return the votes that still count after an event, by the player to remove.

    Anything that a player does ends the vote about them. Players who are out have no vote.
    `author` caused the event, and `current_pod` is the pod after the event.
    """
    cast = {
        against: voters
        for against, voters in votes.items()
        if find_acting_member(current_pod, against) != author
    }
    if isinstance(event, KickVoteCalled | KickVoteCast):
        others = tuple(voter for voter in cast.get(event.against, ()) if voter != event.by)
        taken_back = isinstance(event, KickVoteCast) and event.taken_back
        cast[event.against] = others if taken_back else (*others, event.by)
    if not cast:
        return cast
    playing = current_pod.state in ("running", "waiting")
    here = list_players_in_game(current_pod.current_game.standings) if playing else []
    voices = list_voters(current_pod) if playing else set()
    left = {
        against: tuple(voter for voter in voters if voter in voices)
        for against, voters in cast.items()
        if against in here
    }
    return {against: voters for against, voters in left.items() if voters}


def favours_player(pod: Pod, player: Player, chosen_player: Player) -> bool:
    """Return True if a choice names a player, a guest of theirs, or the master of one of them."""
    standings = pod.current_game.standings
    mine = [player, *list_guests_of_member(pod, player)]
    masters = [find_master(standings, each) for each in mine if each in standings]
    return chosen_player in mine or chosen_player in masters


class CallKickVote(PodCommand, frozen=True):
    """The command that calls a vote on continuing without `player`, which opens after some
    time.

    `by` votes first. The player must have been pinged before: without a ping there is no vote.
    """

    player: Player
    by: Player

    right = PLAYERS

    def create_event(self, pod: Pod, /) -> "KickVoteCalled":
        """Return the `KickVoteCalled` event for this command.

        Raises `Refusal` if no vote is possible.
        """
        _require_vote_allowed(pod, self.player, self.by)
        return KickVoteCalled(self.player, self.by)


class KickVoteCalled(SideEvent, frozen=True, tag="vote-called"):
    """The event that `by` called a vote on continuing without `against`, who was pinged."""

    against: Player
    by: Player

    @property
    def author(self) -> Player:
        """Return the player who called the vote."""
        return self.by

    def describe(self) -> Sentence:
        """Return the sentence that describes the `KickVoteCalled` event to players."""
        return Sentence("event-vote-called", {"by": self.by, "player": self.against})


class AnswerPing(PodCommand, frozen=True):
    """The command by which a player says that they are present, which ends the vote about them."""

    player: Player

    right = PLAYERS

    def create_event(self, pod: Pod, /) -> "PingAnswered":
        """Return the `PingAnswered` event for this command.

        Raises `Refusal` unless the player is in the game.
        """
        require_in_game(pod.current_game.standings, self.player, "player")
        return PingAnswered(self.player)


class PingAnswered(SideEvent, frozen=True, tag="said-present"):
    """The event that a player said that they are present, which ends the vote about them."""

    player: Player

    @property
    def author(self) -> Player:
        """Return the player who said that they are present."""
        return self.player

    def describe(self) -> Sentence:
        """Return the sentence that describes the `PingAnswered` event to players."""
        return Sentence("event-present", {"player": self.player})


KickReason = Literal["vote", "moderator", "gone"]
"""Reasons to remove a player: a vote, a moderator's word, or that they left the server."""


class KickPlayer(PodCommand, frozen=True):
    """The command that removes a player who has vanished, so that the others continue.

    `how` says why. In a vote, `voted` agreed before `by`, and `opened` says if the vote is open
    yet.
    """

    player: Player
    by: Player
    how: KickReason = "vote"
    voted: tuple[Player, ...] = ()
    opened: bool = True

    right = INVOLVED  # by vote: PLAYERS, or in the lobby HOST_OR_BRINGER; at once MODERATORS

    def find_required_right(self, pod: Pod, requester: Requester) -> Right:
        """Return the right to remove a player, which depends on the reason."""
        if self.how == "moderator":
            return MODERATORS
        if self.how == "vote":
            return HOST_OR_BRINGER if pod.state == "lobby" else PLAYERS
        return self.right

    def find_command_roles(
        self, pod: Pod, player: Player, report_maker: Player | None
    ) -> frozenset[Role]:
        """Return the role `bringer` for the member who brought the guest to remove."""
        return find_bringer_role(pod, player, self.player)

    def create_event(self, pod: Pod, /) -> "PlayerLeftLobby | PlayerConceded | KickVoteCast":
        """Return the removal of a player, or one more vote to remove them.

        Raises `Refusal`.
        """
        player = self.player
        by = self.by
        if pod.state == "lobby":
            return LeaveLobby(player, (by,)).create_event(pod)
        if self.how != "vote":
            return ConcedeGame(player, (by,)).create_event(pod)
        _require_vote_allowed(pod, player, by)
        voters = tuple(dict.fromkeys((*self.voted, by)))
        if self.opened and len(voters) >= count_votes_needed(pod, player):
            return ConcedeGame(player, voters).create_event(pod)
        if by in self.voted:
            return KickVoteCast(player, by, taken_back=True)
        if not self.voted:
            raise_refusal("kick-uncalled")
        if not self.opened:
            raise_refusal("kick-early")
        return KickVoteCast(player, by)


class KickVoteCast(SideEvent, frozen=True, tag="voted"):
    """The event that `by` voted to continue without `against`, or took the vote back."""

    against: Player
    by: Player
    taken_back: bool = False

    @property
    def author(self) -> Player:
        """Return the player who voted."""
        return self.by

    def describe(self) -> Sentence:
        """Return the sentence that describes the `KickVoteCast` event to players."""
        key = "event-voted-back" if self.taken_back else "event-voted"
        return Sentence(key, {"by": self.by, "player": self.against})


def _require_vote_allowed(pod: Pod, player: Player, voter: Player) -> None:
    """Raise `Refusal` if a voter cannot vote about removing a player."""
    if voter in (player, pod.guests.get(player)):
        raise_refusal("kick-yourself")
    ConcedeGame(player).create_event(pod)  # a player who cannot concede needs no vote
    voices = list_voters(pod)
    if voter not in voices:
        require_in_game(pod.current_game.standings, voter, "by")
    if len(voices) <= TOO_FEW_VOICES:
        raise_refusal("kick-too-few", player=player)
