"""Events of a night that has begun; before, it has those of any plan.

Signing up and off, and checking in, are events of the plan at any time: who comes late joins the
next round. Moments are in milliseconds since 1970. An event of the organiser can be taken back by
`NightUndone`.
"""

from msgspec import Struct

from bot.rules.facts import Player
from bot.rules.gate import Gated


class NightBegun(Struct, frozen=True, omit_defaults=True, gc=False, tag="night-begun"):
    """The night began at its moment, and whoever is there can be seated."""

    at: int


class RoundSeated(Gated, frozen=True, omit_defaults=True, gc=False, tag="round-seated"):
    """Round `round`, counted from 1, was seated in `pods`; those in `out` sit out.

    The first round begins the night, if nothing has begun it before. `points` are those by which
    people were paired, which a correction may change later; nobody else had any. `brackets` are
    those known of people's decks. `apart` is the hash of the pairs that were kept apart; None means
    that nobody on the server avoided anybody, or that the mode is `swiss`. `earlier_ids` are
    those in earlier nights of people who were there by another id, as of merged accounts.
    """

    round: int
    pods: tuple[tuple[Player, ...], ...]
    out: tuple[Player, ...]
    at: int
    points: dict[Player, int] = {}
    apart: str | None = None
    brackets: dict[Player, int] = {}
    earlier_ids: dict[Player, Player] = {}


class NightPodOpened(Struct, frozen=True, omit_defaults=True, gc=False, tag="night-pod-opened"):
    """The pod with this `serial` of the night was opened as game `pod` of a channel or thread."""

    serial: int
    channel: int
    pod: int


class NightPodVoided(Struct, frozen=True, omit_defaults=True, gc=False, tag="night-pod-voided"):
    """The pod with this `serial`, which is no longer part of the night, was closed if it stood."""

    serial: int


class NightDropped(Gated, frozen=True, omit_defaults=True, gc=False, tag="night-dropped"):
    """The organiser took a player out of the rounds to come."""

    player: Player


class NightAdded(Gated, frozen=True, omit_defaults=True, gc=False, tag="night-added"):
    """The organiser added a player, who is there; `tag` stands for them in the draw.

    `brought_by` brought a guest, and acts for them.
    """

    player: Player
    tag: str | None = None
    brought_by: Player | None = None


class NightSwapped(Gated, frozen=True, omit_defaults=True, gc=False, tag="night-swapped"):
    """The organiser let two players of the current round change places, before they played.

    One of them may sit out.
    """

    one: Player
    other: Player


class NightPaused(Gated, frozen=True, omit_defaults=True, gc=False, tag="night-paused"):
    """The organiser stopped the clock."""

    at: int


class NightResumed(Gated, frozen=True, omit_defaults=True, gc=False, tag="night-resumed"):
    """The organiser let the clock, which had stood still `since`, go on."""

    since: int
    at: int


class TimeCalled(Struct, frozen=True, omit_defaults=True, gc=False, tag="time-called"):
    """The time of a round was over, and its unfinished pods were told."""

    round: int


class NightClosed(Gated, frozen=True, omit_defaults=True, gc=False, tag="night-closed"):
    """The night was closed; `lapsed` if the bot did that because nobody led it any more."""

    at: int
    lapsed: bool = False


class NightUndone(Gated, frozen=True, omit_defaults=True, gc=False, tag="night-undone"):
    """The organiser's last act, number `act` counted from 1, was taken back."""

    act: int


NightAct = (
    RoundSeated
    | NightDropped
    | NightAdded
    | NightSwapped
    | NightPaused
    | NightResumed
    | NightClosed
)
"""An act of the organiser, which can be taken back."""

NightEvent = NightBegun | NightPodOpened | NightPodVoided | TimeCalled | NightUndone | NightAct
