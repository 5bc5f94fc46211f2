"""Let two people of a night's current round change places, before they play."""

from msgspec.structs import replace

from bot.nights.night import Night, NightPod
from bot.planning.night_rounds import PodsChange
from bot.planning.plan import NightAct, Plan
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.refusals import refuse
from bot.rules.rights import ORGANISER


class SwapInNight(PodsChange, frozen=True):
    """Let two players of the current round change places."""

    one: Player
    other: Player

    right = ORGANISER

    def decide_in_night(self, plan: Plan, night: Night, /) -> "NightSwapped":
        """Return the swap. Raises `Refusal` unless both are in the round and have not played."""
        current = night.current
        if current is None:
            refuse("night-no-round")
        places = {one: pod.serial for pod in current.pods for one in pod.players}
        places |= dict.fromkeys(current.out, 0)
        for player in (self.one, self.other):
            if player not in places:
                refuse("night-not-seated", "player", player=player)
        if places[self.one] == places[self.other]:
            refuse("night-same-pod", "other", players=(self.one, self.other))
        self.check_unreported(night)
        return NightSwapped(self.one, self.other)

    def find_changed_pods(self, night: Night, /) -> tuple[NightPod, ...]:
        """Return the pods of the two players."""
        return _find_pods(night, {self.one, self.other})


class NightSwapped(NightAct, Gated, frozen=True, tag="night-swapped"):
    """The organiser let two players of the current round change places, before they played.

    One of them may sit out.
    """

    one: Player
    other: Player

    audit_code = "night-swapped"

    def apply_in_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan after the swap: a new pod for each that changed."""
        places = {self.one: self.other, self.other: self.one}
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
        changed = night.replace_current(replace(last, pods=tuple(pods), out=out))
        return replace(plan, night=replace(changed, voided=tuple(voided), serials=serials))

    def undo(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan after the two changed places again, in new pods."""
        return self.apply_in_night(plan, night)

    def find_changed_pods(self, night: Night, /) -> tuple[NightPod, ...]:
        """Return the pods of the two players."""
        return _find_pods(night, {self.one, self.other})


def _find_pods(night: Night, players: set[Player]) -> tuple[NightPod, ...]:
    """Return the pods of the current round with one of these players."""
    pods = () if night.current is None else night.current.pods
    return tuple(pod for pod in pods if not players.isdisjoint(pod.players))
