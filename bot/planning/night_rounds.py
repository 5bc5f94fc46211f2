"""Seat the rounds of a night, and note where their pods are opened or closed."""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from bot.nights.night import MINUTE, Night, NightPod, NightRound
from bot.planning.plan import NightAct, NightCommand, NightEvent, Plan
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.refusals import refuse
from bot.rules.rights import ORGANISER, THE_BOT
from bot.rules.seats import format_sizes

MOST_NAMED = 20
"""Pods named in a refusal; the others are left out."""


class SeatRound(NightCommand, frozen=True):
    """Seat round `round` in `pods`; those in `out` sit out.

    `points`, `apart`, `brackets` and `earlier_ids` are what the pairing went by, as in
    `RoundSeated`. The service fills in `unfinished`, the serial numbers of pods that still play.
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

    def decide_in_night(self, plan: Plan, night: Night, /) -> "RoundSeated":
        """Return the round. Raises `Refusal` if it may not begin, or somebody came or left."""
        check_next_round(plan, night, self.unfinished)
        if self.round != len(night.rounds) + 1:
            refuse("night-changed")
        seated = [player for pod in (*self.pods, self.out) for player in pod]
        if sorted(seated) != sorted(plan.coming):
            refuse("night-changed")
        if not self.pods:
            sizes = format_sizes(sorted({*night.terms.allowed, *night.terms.may}))
            refuse("night-few", there=len(seated), sizes=sizes)
        if any(len(pod) not in night.terms.may for pod in self.pods):
            refuse("night-changed")
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


class RoundSeated(NightAct, Gated, frozen=True, tag="round-seated"):
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

    audit_code = "night-seated"

    def apply_in_night(self, plan: Plan, night: Night, /) -> Plan:
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

    def find_changed_pods(self, night: Night, /) -> tuple[NightPod, ...]:
        """Return the pods of the current round: undoing it takes back all of them."""
        return () if night.current is None else night.current.pods


class PodsChange(NightCommand, frozen=True, kw_only=True):
    """The base of commands that take back pods of the current round.

    The service fills in `reported`, the serial numbers of those pods that have a report.
    """

    reported: tuple[int, ...] = ()

    @abstractmethod
    def find_changed_pods(self, night: Night, /) -> tuple[NightPod, ...]:
        """Return the pods of the current round that the command would take back."""

    def check_unreported(self, night: Night) -> None:
        """Raise `Refusal` if something was reported in a pod that would be taken back."""
        if any(pod.serial in self.reported for pod in self.find_changed_pods(night)):
            refuse("night-reported")


class NoteNightPod(NightCommand, frozen=True):
    """Record where a pod of a night was opened; the fields are those of `NightPodOpened`."""

    serial: int
    channel: int
    pod: int

    right = THE_BOT
    after_end = True

    def decide_in_night(self, plan: Plan, night: Night, /) -> "NightPodOpened":
        """Return the opening. Raises `Refusal` unless such a pod is yet to be opened."""
        pods = (*(pod for each in night.rounds for pod in each.pods), *night.voided)
        if all(pod.serial != self.serial or pod.is_opened for pod in pods):
            refuse("plan-late")
        return NightPodOpened(self.serial, self.channel, self.pod)


class NightPodOpened(NightEvent, frozen=True, tag="night-pod-opened"):
    """The pod with this `serial` of the night was opened as game `pod` of a channel or thread."""

    serial: int
    channel: int
    pod: int

    def apply_in_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with the place of the pod, which may have been taken back meanwhile."""
        rounds = tuple(replace(each, pods=self._note(each.pods)) for each in night.rounds)
        return replace(plan, night=replace(night, rounds=rounds, voided=self._note(night.voided)))

    def _note(self, pods: tuple[NightPod, ...]) -> tuple[NightPod, ...]:
        return tuple(
            replace(pod, channel=self.channel, pod=self.pod) if pod.serial == self.serial else pod
            for pod in pods
        )


class VoidNightPod(NightCommand, frozen=True):
    """Record that a pod that was taken back is closed."""

    serial: int

    right = THE_BOT
    after_end = True

    def decide_in_night(self, plan: Plan, night: Night, /) -> "NightPodVoided":
        """Return the end of the pod. Raises `Refusal` unless the pod is yet to be closed."""
        if all(pod.serial != self.serial for pod in night.voided):
            refuse("plan-late")
        return NightPodVoided(self.serial)


class NightPodVoided(NightEvent, frozen=True, tag="night-pod-voided"):
    """The pod with this `serial`, which is no longer part of the night, was closed if it stood."""

    serial: int

    def apply_in_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan without the pod among those that are yet to be closed."""
        left = tuple(pod for pod in night.voided if pod.serial != self.serial)
        return replace(plan, night=replace(night, voided=left))


def check_next_round(plan: Plan, night: Night, unfinished: Iterable[int]) -> None:
    """Raise `Refusal` unless another round can be seated; `unfinished` are pods that still play."""
    if not plan.checking:
        refuse("night-early")
    if night.closed is not None:
        refuse("night-over")
    if night.paused is not None:
        refuse("night-paused")
    if len(night.rounds) >= night.terms.rounds:
        refuse("night-all-rounds", rounds=night.terms.rounds)
    if serials := tuple(unfinished):
        refuse("night-unfinished", pods=_name_pods(night, serials))


def find_earlier_ids(night: Night) -> dict[Player, Player]:
    """Return former ids from earlier nights, mapped to the ids by which the same people are here.

    The rounds that stand were seated by this mapping.
    """
    seated = (act for act in night.acts if isinstance(act, RoundSeated))
    return {was: now for act in seated for was, now in act.earlier_ids.items()}


def _name_pods(night: Night, serials: Collection[int]) -> str:
    """Return the channels of pods as text; a pod that was not opened yet has its number."""
    names = [
        f"<#{pod.channel}>" if pod.is_opened else f"{number}"
        for each in night.rounds
        for number, pod in enumerate(each.pods, 1)
        if pod.serial in serials
    ]
    more = ["…"] if len(names) > MOST_NAMED else []
    return ", ".join([*names[:MOST_NAMED], *more])
