"""Votes to continue without a player who has vanished: calls, votes and removal."""

from collections.abc import Mapping
from typing import Literal

from bot.rules.commands_and_events import Event, TranslatableSentence
from bot.rules.concession import ConcedeGame, PlayerConceded
from bot.rules.facts import Player
from bot.rules.guests import (
    find_member_acting_for_player,
    find_role_for_bringing_guest,
    list_guests_of_member,
    list_members_acting_for_players,
)
from bot.rules.lobby import LeaveLobby, PlayerLeftLobby
from bot.rules.playing import require_player_in_game
from bot.rules.pod import NonGameplayEvent, Pod, PodCommand
from bot.rules.refusals import raise_refusal
from bot.rules.rights import HOST_OR_BRINGER, INVOLVED, MODERATORS, PLAYERS, CommandRight, Requester, Role
from bot.rules.teams import find_responsible_master, list_players_in_game

VotersByTarget = Mapping[Player, tuple[Player, ...]]
"""Members who voted to continue without a player, by that player, in the order of voting."""

TOO_FEW_VOICES = 2
"""Voices that are too few for a vote: one of two players could remove the other, and win."""


def count_required_kick_votes(pod: Pod, target_player: Player) -> int:
    """Return the number of votes that remove a player: more than half of the other voters."""
    others = list_kick_voters(pod) - {find_member_acting_for_player(pod, target_player)}
    return len(others) // 2 + 1


def list_kick_voters(pod: Pod) -> set[Player]:
    """Return the people who may vote on removing players: players in the game, and members for their guests."""
    return {*list_members_acting_for_players(pod, list_players_in_game(pod.current_game.standings))}


def update_kick_votes_after_event(
    voters_by_target: VotersByTarget, event: Event, author: Player | None, current_pod: Pod
) -> VotersByTarget:
    """Return the votes on removing players that still count after an event.

    The votes are a mapping by the player to remove. Anything that a player does ends the vote about them. Players who
    are out have no vote. `author` caused the event, and `current_pod` is the pod after the event.
    """
    cast = {
        against: voters
        for against, voters in voters_by_target.items()
        if find_member_acting_for_player(current_pod, against) != author
    }
    if isinstance(event, KickVoteStarted | KickVoteCast):
        others = tuple(voter for voter in cast.get(event.against, ()) if voter != event.by)
        taken_back = isinstance(event, KickVoteCast) and event.taken_back
        cast[event.against] = others if taken_back else (*others, event.by)
    if not cast:
        return cast
    playing = current_pod.state in ("running", "waiting")
    here = list_players_in_game(current_pod.current_game.standings) if playing else []
    voices = list_kick_voters(current_pod) if playing else set()
    left = {
        against: tuple(voter for voter in voters if voter in voices)
        for against, voters in cast.items()
        if against in here
    }
    return {against: voters for against, voters in left.items() if voters}


def does_master_choice_favour_player(pod: Pod, player: Player, chosen_master: Player) -> bool:
    """Return True if the choice of this master strengthens the player's own side.

    The chosen player is the player, their guest, or the master of one of them.
    """
    standings = pod.current_game.standings
    mine = [player, *list_guests_of_member(pod, player)]
    masters = [find_responsible_master(standings, each) for each in mine if each in standings]
    return chosen_master in mine or chosen_master in masters


class StartKickVote(PodCommand, frozen=True):
    """The command that starts a vote on removing an absent player.

    The vote opens after some minutes. `by` votes first. The player must have been pinged before: without a ping there
    is no vote.
    """

    player: Player
    by: Player

    right = PLAYERS

    def create_event(self, pod: Pod, /) -> "KickVoteStarted":
        """Return the `KickVoteStarted` event. Raises `Refusal` if no vote is possible."""
        _require_kick_vote_possible(pod, self.player, self.by)
        return KickVoteStarted(self.player, self.by)


class KickVoteStarted(NonGameplayEvent, frozen=True, tag="vote-called"):
    """The event that a player called a vote on removing an absent player.

    The bot has pinged the absent player.
    """

    against: Player
    by: Player

    @property
    def player_who_caused_event(self) -> Player:
        return self.by

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("event-vote-called", {"by": self.by, "player": self.against})


class AnswerKickVote(PodCommand, frozen=True):
    """The command by which a player answers a vote on their removal, which ends the vote."""

    player: Player

    right = PLAYERS

    def create_event(self, pod: Pod, /) -> "KickVoteEndedByTarget":
        require_player_in_game(pod.current_game.standings, self.player, "player")
        return KickVoteEndedByTarget(self.player)


class KickVoteEndedByTarget(NonGameplayEvent, frozen=True, tag="said-present"):
    """The event that a player was still there, which ended the vote on their removal."""

    player: Player

    @property
    def player_who_caused_event(self) -> Player:
        return self.player

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("event-present", {"player": self.player})


KickReason = Literal["vote", "moderator", "gone"]
"""Reasons to remove a player: a vote, a moderator's word, or that they left the server."""


class KickPlayer(PodCommand, frozen=True):
    """The command that removes an absent player, or gives one vote for that.

    `how` says why. In a vote, `voted` agreed before `by`, and `opened` says if the vote is open yet.
    """

    player: Player
    by: Player
    how: KickReason = "vote"
    voted: tuple[Player, ...] = ()
    opened: bool = True

    right = INVOLVED  # by vote: PLAYERS, or in the lobby HOST_OR_BRINGER; at once MODERATORS

    def find_required_right(self, pod: Pod, requester: Requester) -> CommandRight:
        """Return the right needed to remove a player, either at once as a moderator or by a vote."""
        if self.how == "moderator":
            return MODERATORS
        if self.how == "vote":
            return HOST_OR_BRINGER if pod.state == "lobby" else PLAYERS
        return self.right

    def requires_impartial_organiser(self, pod: Pod) -> bool:
        return pod.state == "lobby"

    def find_extra_access_roles(self, pod: Pod, player: Player, report_author: Player | None) -> frozenset[Role]:
        """Return the role `bringer` for the member who brought the guest to remove; otherwise no role."""
        return find_role_for_bringing_guest(pod, player, self.player)

    def create_event(self, pod: Pod, /) -> "PlayerLeftLobby | PlayerConceded | KickVoteCast":
        """Return the event that removes the player or counts one more vote. Raises `Refusal` if neither is allowed."""
        player = self.player
        by = self.by
        if pod.state == "lobby":
            return LeaveLobby(player, (by,)).create_event(pod)
        if self.how != "vote":
            return ConcedeGame(player, (by,)).create_event(pod)
        _require_kick_vote_possible(pod, player, by)
        voters = tuple(dict.fromkeys((*self.voted, by)))
        if self.opened and len(voters) >= count_required_kick_votes(pod, player):
            return ConcedeGame(player, voters).create_event(pod)
        if by in self.voted:
            return KickVoteCast(player, by, taken_back=True)
        if not self.voted:
            raise_refusal("kick-uncalled")
        if not self.opened:
            raise_refusal("kick-early")
        return KickVoteCast(player, by)


class KickVoteCast(NonGameplayEvent, frozen=True, tag="voted"):
    """The event that a player voted to remove another player, or withdrew that vote."""

    against: Player
    by: Player
    taken_back: bool = False

    @property
    def player_who_caused_event(self) -> Player:
        return self.by

    def build_event_sentence(self) -> TranslatableSentence:
        key = "event-voted-back" if self.taken_back else "event-voted"
        return TranslatableSentence(key, {"by": self.by, "player": self.against})


def _require_kick_vote_possible(pod: Pod, player: Player, voter: Player) -> None:
    if voter in (player, pod.guests.get(player)):
        raise_refusal("kick-yourself")
    ConcedeGame(player).create_event(pod)  # a player who cannot concede needs no vote
    voices = list_kick_voters(pod)
    if voter not in voices:
        require_player_in_game(pod.current_game.standings, voter, "by")
    if len(voices) <= TOO_FEW_VOICES:
        raise_refusal("kick-too-few", player=player)
