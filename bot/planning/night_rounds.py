"""The rounds of a night: seating them, and recording where their pods are opened or closed."""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from bot.nights.night import MINUTE, Night, NightPod, NightRound
from bot.planning.plan import NightAction, NightCommand, NightEvent, Plan
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ORGANISER, THE_BOT
from bot.rules.seats import format_player_counts

MOST_NAMED = 20
"""Pods named in a refusal; the others are left out."""


class SeatRound(NightCommand, frozen=True):
    """The command that seats round `round` in `pods`; the players in `out` sit out.

    `points`, `apart`, `brackets` and `earlier_ids` are what the pairing went by, as in
    `RoundSeated`. The service fills in `unfinished`, the serial numbers of pods that still
    play.
    """

    round: int
    pods: tuple[tuple[Player, ...], ...]
    out: tuple[Player, ...]
    now: int
    points: Mapping[Player, int] = {}
    apart: str | None = None
    unfinished: tuple[int, ...] = ()
    brackets: Mapping[Player, int] = {}
    earlier_ids: Mapping[Player, Player] = {}

    right = ORGANISER

    def decide_night_event(self, plan: Plan, night: Night, /) -> "RoundSeated":
        """Return the event that seats the round.

        Raises `Refusal` if the round cannot begin, or a player came or left.
        """
        require_next_round_possible(plan, night, self.unfinished)
        if self.round != len(night.rounds) + 1:
            raise_refusal("night-changed")
        seated = [player for pod in (*self.pods, self.out) for player in pod]
        if sorted(seated) != sorted(plan.ready_players):
            raise_refusal("night-changed")
        if not self.pods:
            sizes = format_player_counts(sorted({*night.terms.allowed, *night.terms.may}))
            raise_refusal("night-few", there=len(seated), sizes=sizes)
        if any(len(pod) not in night.terms.may for pod in self.pods):
            raise_refusal("night-changed")
        points = {player: each for player, each in self.points.items() if each}
        return RoundSeated(
            self.round,
            self.pods,
            self.out,
            self.now,
            points,
            self.apart,
            dict(self.brackets),
            dict(self.earlier_ids),
        )


class RoundSeated(NightAction, ModeratableEvent, frozen=True, tag="round-seated"):
    """The event that a round of a night was seated in `pods`.

    `round` is counted from 1; the players in `out` sit out. The first round begins the night,
    if nothing has begun it before. `points` are those by which people were paired, which a
    correction may change later; nobody else had any. `brackets` are those known of people's
    decks. `apart` is the hash of the pairs that were kept apart; None means that nobody on the
    server avoided anybody, or that the mode is `swiss`. `earlier_ids` are those in earlier
    nights of people who were there by another id, as of merged accounts.
    """

    round: int
    pods: tuple[tuple[Player, ...], ...]
    out: tuple[Player, ...]
    at: int
    points: dict[Player, int] = {}
    apart: str | None = None
    brackets: dict[Player, int] = {}
    earlier_ids: dict[Player, Player] = {}

    audit_code = "night-seated"

    def apply_to_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with one more round, whose pods have the next serial numbers."""
        pods = tuple(
            NightPod(serial, pod) for serial, pod in enumerate(self.pods, night.serials + 1)
        )
        seated = NightRound(pods, self.out, self.at, self.at + night.terms.minutes * MINUTE)
        changed = replace(
            night,
            began=self.at if night.began is None else night.began,
            rounds=(*night.rounds, seated),
            serials=night.serials + len(pods),
        )
        return replace(plan, night=changed)

    def undo(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan without the round, whose pods are to be closed."""
        *rounds, last = night.rounds
        changed = replace(night, rounds=tuple(rounds), voided=(*night.voided, *last.pods))
        return replace(plan, night=changed)

    def list_affected_pods(self, night: Night, /) -> tuple[NightPod, ...]:
        """Return the pods of the current round, all of which undoing the seating would
        remove.
        """
        return () if night.current_round is None else night.current_round.pods


class ChangeRoundPods(NightCommand, frozen=True, kw_only=True):
    """The base of commands that remove pods of a night's current round.

    The service fills in `reported`, the serial numbers of the affected pods that have a report.
    """

    reported: tuple[int, ...] = ()

    @abstractmethod
    def list_affected_pods(self, night: Night, /) -> tuple[NightPod, ...]:
        """Return the pods of the current round that the command would remove."""

    def require_unreported_pods(self, night: Night) -> None:
        """Raise `Refusal` if one of the affected pods has a report."""
        if any(pod.serial in self.reported for pod in self.list_affected_pods(night)):
            raise_refusal("night-reported")


class RecordNightPod(NightCommand, frozen=True):
    """The command that records where a pod of a night was opened, as in `NightPodOpened`."""

    serial: int
    channel: int
    pod: int

    right = THE_BOT
    after_end = True

    def decide_night_event(self, plan: Plan, night: Night, /) -> "NightPodOpened":
        """Return the event that the night's pod was opened.

        Raises `Refusal` unless the pod was still to be opened.
        """
        pods = (*(pod for each in night.rounds for pod in each.pods), *night.voided)
        if all(pod.serial != self.serial or pod.is_opened for pod in pods):
            raise_refusal("plan-late")
        return NightPodOpened(self.serial, self.channel, self.pod)


class NightPodOpened(NightEvent, frozen=True, tag="night-pod-opened"):
    """The event that a pod of a night was opened in a channel or thread.

    `serial` is its number in the night, `pod` its number in the channel.
    """

    serial: int
    channel: int
    pod: int

    def apply_to_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with the channel of the pod that was opened.

        The pod may have been removed from the night in the meantime.
        """
        rounds = tuple(
            replace(each, pods=self._set_pod_channel(each.pods)) for each in night.rounds
        )
        return replace(
            plan, night=replace(night, rounds=rounds, voided=self._set_pod_channel(night.voided))
        )

    def _set_pod_channel(self, pods: tuple[NightPod, ...]) -> tuple[NightPod, ...]:
        return tuple(
            replace(pod, channel=self.channel, pod=self.pod) if pod.serial == self.serial else pod
            for pod in pods
        )


class RecordNightPodClosed(NightCommand, frozen=True):
    """The command that records that a pod removed from the night is closed."""

    serial: int

    right = THE_BOT
    after_end = True

    def decide_night_event(self, plan: Plan, night: Night, /) -> "NightPodClosed":
        """Return the event that the removed pod was closed.

        Raises `Refusal` unless the pod was still to be closed.
        """
        if all(pod.serial != self.serial for pod in night.voided):
            raise_refusal("plan-late")
        return NightPodClosed(self.serial)


class NightPodClosed(NightEvent, frozen=True, tag="night-pod-voided"):
    """The event that a pod that was removed from the night was closed.

    `serial` is the pod's number in the night. The pod may never have been opened.
    """

    serial: int

    def apply_to_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan without the pod among the pods that are still to be closed."""
        left = tuple(pod for pod in night.voided if pod.serial != self.serial)
        return replace(plan, night=replace(night, voided=left))


def require_next_round_possible(plan: Plan, night: Night, unfinished_pods: Iterable[int]) -> None:
    """Raise `Refusal` unless the night's next round can be seated.

    `unfinished_pods` are the serial numbers of pods that still play.
    """
    if not plan.checking:
        raise_refusal("night-early")
    if night.closed is not None:
        raise_refusal("night-over")
    if night.paused is not None:
        raise_refusal("night-paused")
    if len(night.rounds) >= night.terms.rounds:
        raise_refusal("night-all-rounds", rounds=night.terms.rounds)
    if serials := tuple(unfinished_pods):
        raise_refusal("night-unfinished", pods=_render_pod_mentions(night, serials))


def map_earlier_player_ids(night: Night) -> dict[Player, Player]:
    """Return players' ids in earlier nights, mapped to their current ids.

    The seated rounds were paired by this mapping.
    """
    seated = (act for act in night.acts if isinstance(act, RoundSeated))
    return {was: now for act in seated for was, now in act.earlier_ids.items()}


def _render_pod_mentions(night: Night, serials: Collection[int]) -> str:
    """Render the channels of pods as mentions; a pod that was not opened yet has its number."""
    names = [
        f"<#{pod.channel}>" if pod.is_opened else f"{number}"
        for each in night.rounds
        for number, pod in enumerate(each.pods, 1)
        if pod.serial in serials
    ]
    more = ["…"] if len(names) > MOST_NAMED else []
    return ", ".join([*names[:MOST_NAMED], *more])
