"""The state of a night: its rounds, its clock, and what its organiser did.

Who is there is a matter of the plan that the night is: `bot.planning.plan` holds the night, and the
modules beside it have the commands and events.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from bot.nights.terms import NightTerms, Tags
from bot.rules.acts import Event
from bot.rules.facts import Player
from bot.rules.refusals import refuse

MINUTE = 60_000

ABANDONED_AFTER = 12 * 60 * MINUTE
"""Milliseconds after its last event at which a night that nobody leads is closed."""

REOPENED_WITHIN = 10 * MINUTE
"""Milliseconds after the end of a night for which its organiser can take the end back."""

PROVED_AFTER = REOPENED_WITHIN + MINUTE
"""Milliseconds after its end at which the file of a night tells its secret: it goes on no more."""


class NightPod(Struct, frozen=True, gc=False):
    """A pod of a night: its players, and game `pod` of `channel` once it was opened.

    `serial` counts all pods of the night, also those that were taken back.
    """

    serial: int
    players: tuple[Player, ...]
    channel: int = 0
    pod: int = 0

    @property
    def is_opened(self) -> bool:
        """True if the pod was opened."""
        return self.channel != 0


class FormerPlace(Struct, frozen=True, gc=False):
    """The place of a player before an act of the organiser, and whether they were `present`.

    Places count those who signed up, from 0; None means that the player had not.
    """

    place: int | None
    present: bool


class NightRound(Struct, frozen=True, gc=False):
    """A round that was seated at the moment `at`, and ends at the moment `ends`.

    Those in `out` sit out. `called` means that the unfinished pods were told that time is over.
    """

    pods: tuple[NightPod, ...]
    out: tuple[Player, ...]
    at: int
    ends: int
    called: bool = False

    @property
    def players(self) -> frozenset[Player]:
        """Everybody who plays in the round."""
        return frozenset(player for pod in self.pods for player in pod.players)


class NightEnd(Struct, frozen=True, gc=False):
    """The end of a night that was closed; `lapsed` if the bot did that, as nobody led it."""

    at: int
    lapsed: bool


class Night(Struct, frozen=True):
    """A night by its `terms`: the rounds that were seated, and what the organiser did.

    `tags` stand for people in the draw. It `began` at that moment, the clock stands still since
    `paused`. `voided` are pods that were taken back and that the bot has yet to close. `acts` are
    those of the organiser that stand. `serials` counts the pods so far. `former` are the places of
    the players who were added or dropped, from before each such act that stands.
    """

    terms: NightTerms
    tags: Tags = {}
    began: int | None = None
    rounds: tuple[NightRound, ...] = ()
    paused: int | None = None
    closed: NightEnd | None = None
    voided: tuple[NightPod, ...] = ()
    acts: tuple[Event, ...] = ()
    serials: int = 0
    former: tuple[FormerPlace, ...] = ()

    @property
    def current(self) -> NightRound | None:
        """The round that was seated last; None before the first."""
        return self.rounds[-1] if self.rounds else None

    @property
    def owed(self) -> tuple[NightPod, ...]:
        """The pods that the bot has yet to open."""
        if self.closed is not None:
            return ()
        return tuple(pod for each in self.rounds for pod in each.pods if not pod.is_opened)

    @property
    def ends(self) -> int | None:
        """When the bot has to tell unfinished pods that time is over; None if it has not."""
        current = self.current
        if current is None or current.called or self.paused is not None or self.closed is not None:
            return None
        return current.ends

    @property
    def everybody(self) -> frozenset[Player]:
        """Everybody who has been seated or sat out."""
        return frozenset(player for each in self.rounds for player in (*each.players, *each.out))

    def replace_current(self, current: NightRound) -> "Night":
        """Return the night with another state of the round that was seated last."""
        return replace(self, rounds=(*self.rounds[:-1], current))

    def check_begun(self) -> None:
        """Raise `Refusal` if the night has not begun."""
        if self.began is None:
            refuse("night-early")

    def find_pod(self, serial: int) -> NightPod | None:
        """Return the pod with this serial number, if it is part of the night."""
        pods = (pod for each in self.rounds for pod in each.pods)
        return next((pod for pod in pods if pod.serial == serial), None)

    def find_seat(self, player: Player) -> NightPod | None:
        """Return the pod of the current round in which a player sits, if it was opened."""
        pods = () if self.current is None or self.closed is not None else self.current.pods
        return next((pod for pod in pods if player in pod.players and pod.is_opened), None)

    def list_opened(self) -> set[tuple[int, int]]:
        """Return the channel and the number of each pod that was opened."""
        pods = (pod for each in self.rounds for pod in each.pods)
        return {(pod.channel, pod.pod) for pod in pods if pod.is_opened}

    def count_byes(self) -> dict[Player, int]:
        """Return how many rounds each player sat out."""
        byes: dict[Player, int] = {}
        for each in self.rounds:
            for player in each.out:
                byes[player] = byes.get(player, 0) + 1
        return byes

    def list_meetings(self) -> Iterator[tuple[Player, ...]]:
        """Yield the players of each pod so far."""
        yield from (pod.players for each in self.rounds for pod in each.pods)


def open_night(terms: NightTerms, tags: Mapping[Player, str]) -> Night:
    """Return a night that was announced."""
    return Night(terms, dict(tags))


def tag_player(night: Night, player: Player, tag: str | None) -> Night:
    """Return the night with the tag of a player who came."""
    return night if tag is None else replace(night, tags={**night.tags, player: tag})
