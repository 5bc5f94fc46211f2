"""The state of a night and its transitions, as far as they do not change who is there.

Who is there is a matter of the plan that the night is: `bot.planning.plan` holds the night.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from bot.nights.events import (
    NightAct,
    NightAdded,
    NightBegun,
    NightClosed,
    NightDropped,
    NightEvent,
    NightPaused,
    NightPodOpened,
    NightPodVoided,
    NightResumed,
    NightSwapped,
    NightUndone,
    RoundSeated,
    TimeCalled,
)
from bot.nights.terms import NightTerms, Tags
from bot.rules.facts import Player

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
    closed: NightClosed | None = None
    voided: tuple[NightPod, ...] = ()
    acts: tuple[NightAct, ...] = ()
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

    @property
    def bringers(self) -> dict[Player, Player]:
        """The guests whose addition stands, with the members who brought them last."""
        added = (act for act in self.acts if isinstance(act, NightAdded))
        return {act.player: act.brought_by for act in added if act.brought_by is not None}

    @property
    def earlier_ids(self) -> dict[Player, Player]:
        """Former ids from earlier nights, mapped to the ids by which the same people are here.

        The rounds that stand were seated by this mapping.
        """
        seated = (act for act in self.acts if isinstance(act, RoundSeated))
        return {was: now for act in seated for was, now in act.earlier_ids.items()}

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


def evolve_night(night: Night, event: NightEvent) -> Night:
    """Return the night after an event."""
    match event:
        case NightBegun(at=at):
            return replace(night, began=at)
        case NightPodOpened():
            return _note_opened(night, event)
        case NightPodVoided(serial=serial):
            left = tuple(pod for pod in night.voided if pod.serial != serial)
            return replace(night, voided=left)
        case TimeCalled():
            return _change_last(night, replace(night.rounds[-1], called=True))
        case NightUndone():
            return _undo(replace(night, acts=night.acts[:-1]), night.acts[-1])
        case _:
            return _act(replace(night, acts=(*night.acts, event)), event)


def _act(night: Night, event: NightAct) -> Night:
    match event:
        case RoundSeated():
            return _seat(night, event)
        case NightAdded(player=player, tag=tag):
            return tag_player(night, player, tag)
        case NightDropped():
            return night
        case NightSwapped(one=one, other=other):
            return _swap(night, one, other)
        case NightPaused(at=at):
            return replace(night, paused=at)
        case NightResumed():
            return _shift_end(replace(night, paused=None), event.at - event.since)
        case NightClosed():
            return replace(night, closed=event)
        case _:
            assert_never(event)


def _undo(night: Night, act: NightAct) -> Night:
    """Return the night without the act that was its last."""
    match act:
        case RoundSeated():
            *rounds, last = night.rounds
            return replace(night, rounds=tuple(rounds), voided=(*night.voided, *last.pods))
        case NightSwapped(one=one, other=other):
            return _swap(night, one, other)
        case NightPaused():
            return replace(night, paused=None)
        case NightResumed(since=since, at=at):
            return _shift_end(replace(night, paused=since), since - at)
        case NightClosed():
            return replace(night, closed=None)
        case NightAdded() | NightDropped():
            return night
        case _:
            assert_never(act)


def _seat(night: Night, event: RoundSeated) -> Night:
    pods, serials = _number_pods(night, event.pods)
    ends = event.at + night.terms.minutes * MINUTE
    seated = NightRound(pods, event.out, event.at, ends)
    began = event.at if night.began is None else night.began
    return replace(night, began=began, rounds=(*night.rounds, seated), serials=serials)


def _number_pods(
    night: Night, pods: Iterable[tuple[Player, ...]]
) -> tuple[tuple[NightPod, ...], int]:
    """Return pods with their serial numbers, and the last of these."""
    numbered = tuple(NightPod(serial, pod) for serial, pod in enumerate(pods, night.serials + 1))
    return numbered, night.serials + len(numbered)


def _swap(night: Night, one: Player, other: Player) -> Night:
    """Return the night after two people changed places: a new pod for each that changed."""
    places = {one: other, other: one}
    last = night.rounds[-1]
    pods: list[NightPod] = []
    voided = list(night.voided)
    serials = night.serials
    for pod in last.pods:
        players = tuple(places.get(player, player) for player in pod.players)
        if set(players) == set(pod.players):
            pods.append(pod)
            continue
        serials += 1
        pods.append(NightPod(serials, players))
        voided.append(pod)
    out = tuple(places.get(player, player) for player in last.out)
    changed = _change_last(night, replace(last, pods=tuple(pods), out=out))
    return replace(changed, voided=tuple(voided), serials=serials)


def _note_opened(night: Night, event: NightPodOpened) -> Night:
    """Return the night after a pod was opened, which may have been taken back meanwhile."""

    def note(pods: tuple[NightPod, ...]) -> tuple[NightPod, ...]:
        return tuple(
            replace(pod, channel=event.channel, pod=event.pod)
            if pod.serial == event.serial
            else pod
            for pod in pods
        )

    rounds = tuple(replace(each, pods=note(each.pods)) for each in night.rounds)
    return replace(night, rounds=rounds, voided=note(night.voided))


def _shift_end(night: Night, by: int) -> Night:
    """Return the night whose current round ends later by so many milliseconds."""
    last = night.current
    if last is None or last.called:
        return night
    return _change_last(night, replace(last, ends=last.ends + by))


def _change_last(night: Night, last: NightRound) -> Night:
    return replace(night, rounds=(*night.rounds[:-1], last))
