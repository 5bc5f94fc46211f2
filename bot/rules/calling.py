"""A vote to go on without somebody begins with a call to them: commands, and their events."""

from msgspec import Struct

from bot.rules.facts import Player


class CallVote(Struct, frozen=True):
    """Let the others vote, some time from now, whether they go on without a player.

    `by` is the first who would. The player has been pinged: without that there is no vote.
    """

    player: Player
    by: Player


class SayPresent(Struct, frozen=True):
    """Say that one is there, which ends the vote about oneself."""

    player: Player


class VoteCalled(Struct, frozen=True, omit_defaults=True, gc=False, tag="vote-called"):
    """`by` would go on without the player `against`, who was pinged; a vote about it opens soon."""

    against: Player
    by: Player


class SaidPresent(Struct, frozen=True, omit_defaults=True, gc=False, tag="said-present"):
    """A player was there, whatever others thought."""

    player: Player
