"""Votes to continue without a player who has vanished: calls, votes and removal."""

from collections.abc import Mapping
from typing import Literal

from bot.rules.acts import Event, Sentence
from bot.rules.concession import Concede, Conceded
from bot.rules.facts import Player
from bot.rules.guests import find_actor, find_actors, find_bringer_role, list_brought
from bot.rules.lobby import Leave, Left
from bot.rules.playing import check_present
from bot.rules.pod import AsideEvent, Pod, PodCommand
from bot.rules.refusals import refuse
from bot.rules.rights import HOST_OR_BRINGER, INVOLVED, MODERATORS, PLAYERS, Asker, Right, Role
from bot.rules.teams import find_in_game, find_master

Votes = Mapping[Player, tuple[Player, ...]]
"""Members who voted to continue without a player, by that player, in the order of voting."""

TOO_FEW_VOICES = 2
"""Voices that are too few for a vote: one of two players could remove the other, and win."""


def count_votes_needed(pod: Pod, against: Player) -> int:
    """Return how many votes remove `against`: more than half of the other voices."""
    others = list_voices(pod) - {find_actor(pod, against)}
    return len(others) // 2 + 1


def list_voices(pod: Pod) -> set[Player]:
    """Return who may vote: each player in the game, or the member who brought that guest."""
    return {*find_actors(pod, find_in_game(pod.game.standings))}


def update_votes(votes: Votes, event: Event, by: Player | None, pod: Pod) -> Votes:
    """Return the votes that still count after `event`, which `by` caused and which led to `pod`.

    Whatever a player does ends the vote about them. Players who are out have no vote.
    """
    cast = {against: voters for against, voters in votes.items() if find_actor(pod, against) != by}
    if isinstance(event, VoteCalled | Voted):
        others = tuple(voter for voter in cast.get(event.against, ()) if voter != event.by)
        taken_back = isinstance(event, Voted) and event.taken_back
        cast[event.against] = others if taken_back else (*others, event.by)
    if not cast:
        return cast
    playing = pod.state in ("running", "waiting")
    here = find_in_game(pod.game.standings) if playing else []
    voices = list_voices(pod) if playing else set()
    left = {
        against: tuple(voter for voter in voters if voter in voices)
        for against, voters in cast.items()
        if against in here
    }
    return {against: voters for against, voters in left.items() if voters}


def is_on_side(pod: Pod, player: Player, option: Player) -> bool:
    """Return whether an option names `player`, a guest whom they brought, or the master of one."""
    standings = pod.game.standings
    mine = [player, *list_brought(pod, player)]
    masters = [find_master(standings, each) for each in mine if each in standings]
    return option in mine or option in masters


class CallVote(PodCommand, frozen=True):
    """Call for a vote on continuing without `player`; it opens after some time.

    `by` votes first. The caller has pinged the player: without a ping there is no vote.
    """

    player: Player
    by: Player

    right = PLAYERS

    def decide(self, pod: Pod, /) -> "VoteCalled":
        """Return the event of the command. Raises `Refusal`."""
        _check_vote(pod, self.player, self.by)
        return VoteCalled(self.player, self.by)


class VoteCalled(AsideEvent, frozen=True, tag="vote-called"):
    """`by` wants to continue without `against`, who was pinged; a vote about it opens soon."""

    against: Player
    by: Player

    @property
    def author(self) -> Player:
        """The player who called the vote."""
        return self.by

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        return Sentence("event-vote-called", {"by": self.by, "player": self.against})


class SayPresent(PodCommand, frozen=True):
    """Say that one is present, which ends the vote about oneself."""

    player: Player

    right = PLAYERS

    def decide(self, pod: Pod, /) -> "SaidPresent":
        """Return the event of the command. Raises `Refusal` unless the player is in the game."""
        check_present(pod.game.standings, self.player, "player")
        return SaidPresent(self.player)


class SaidPresent(AsideEvent, frozen=True, tag="said-present"):
    """A player said that they are here, which ends the vote about them."""

    player: Player

    @property
    def author(self) -> Player:
        """The player who said that they are present."""
        return self.player

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        return Sentence("event-present", {"player": self.player})


KickReason = Literal["vote", "moderator", "gone"]
"""Reasons to remove a player: a vote, a moderator's word, or that they left the server."""


class Kick(PodCommand, frozen=True):
    """Continue without a player who has vanished.

    `how` says why. In a vote, `voted` agreed before `by`, and `opened` says whether the vote is
    open yet.
    """

    player: Player
    by: Player
    how: KickReason = "vote"
    voted: tuple[Player, ...] = ()
    opened: bool = True

    right = INVOLVED  # by vote: PLAYERS, or in the lobby HOST_OR_BRINGER; at once MODERATORS

    def find_right(self, pod: Pod, asker: Asker) -> Right:
        """Return the right to remove a player in this way."""
        if self.how == "moderator":
            return MODERATORS
        if self.how == "vote":
            return HOST_OR_BRINGER if pod.state == "lobby" else PLAYERS
        return self.right

    def find_roles(self, pod: Pod, asker: Player, maker: Player | None) -> frozenset[Role]:
        """Return `bringer` for the member who brought the guest in question."""
        return find_bringer_role(pod, asker, self.player)

    def decide(self, pod: Pod, /) -> "Left | Conceded | Voted":
        """Return a removal: from the lobby, at once, or by vote once enough have voted.

        Raises `Refusal`.
        """
        player = self.player
        by = self.by
        if pod.state == "lobby":
            return Leave(player, (by,)).decide(pod)
        if self.how != "vote":
            return Concede(player, (by,)).decide(pod)
        _check_vote(pod, player, by)
        voters = tuple(dict.fromkeys((*self.voted, by)))
        if self.opened and len(voters) >= count_votes_needed(pod, player):
            return Concede(player, voters).decide(pod)
        if by in self.voted:
            return Voted(player, by, taken_back=True)
        if not self.voted:
            refuse("kick-uncalled")
        if not self.opened:
            refuse("kick-early")
        return Voted(player, by)


class Voted(AsideEvent, frozen=True, tag="voted"):
    """`by` voted to continue without `against`, or took that vote back."""

    against: Player
    by: Player
    taken_back: bool = False

    @property
    def author(self) -> Player:
        """The player who voted."""
        return self.by

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        key = "event-voted-back" if self.taken_back else "event-voted"
        return Sentence(key, {"by": self.by, "player": self.against})


def _check_vote(pod: Pod, player: Player, by: Player) -> None:
    """Raise `Refusal` if `by` cannot vote about `player`."""
    if by in (player, pod.guests.get(player)):
        refuse("kick-yourself")
    Concede(player).decide(pod)  # a player who cannot concede needs no vote
    voices = list_voices(pod)
    if by not in voices:
        check_present(pod.game.standings, by, "by")
    if len(voices) <= TOO_FEW_VOICES:
        refuse("kick-too-few", player=player)
