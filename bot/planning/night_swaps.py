"""The swap of two players of a night's current round, before they play."""

from msgspec.structs import replace

from bot.nights.night import Night, NightPod
from bot.planning.night_rounds import ChangeRoundPods
from bot.planning.plan import NightAction, Plan
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ORGANISER


class SwapNightPlayers(ChangeRoundPods, frozen=True):
    """The command that swaps the seats of two players of a night's current round."""

    one: Player
    other: Player

    right = ORGANISER

    def decide_night_event(self, plan: Plan, night: Night, /) -> "NightPlayersSwapped":
        """Return the event that swaps the two players.

        Raises `Refusal` unless both are in the round and have not played.
        """
        current = night.current_round
        if current is None:
            raise_refusal("night-no-round")
        places = {one: pod.serial for pod in current.pods for one in pod.players}
        places |= dict.fromkeys(current.out, 0)
        for player in (self.one, self.other):
            if player not in places:
                raise_refusal("night-not-seated", "player", player=player)
        if places[self.one] == places[self.other]:
            raise_refusal("night-same-pod", "other", players=(self.one, self.other))
        self.require_unreported_pods(night)
        return NightPlayersSwapped(self.one, self.other)

    def list_affected_pods(self, night: Night, /) -> tuple[NightPod, ...]:
        """Return the current round's pods in which the two players sit."""
        return _find_pods_of_players(night, {self.one, self.other})


class NightPlayersSwapped(NightAction, ModeratableEvent, frozen=True, tag="night-swapped"):
    """The event that a night's organiser swapped the seats of two players before they played.

    One of them may sit out.
    """

    one: Player
    other: Player

    audit_code = "night-swapped"

    def apply_to_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with the two players swapped; each pod that changed becomes a new
        pod.
        """
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
        changed = night.replace_current_round(replace(last, pods=tuple(pods), out=out))
        return replace(plan, night=replace(changed, voided=tuple(voided), serials=serials))

    def undo(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with the two players swapped back, in new pods."""
        return self.apply_to_night(plan, night)

    def list_affected_pods(self, night: Night, /) -> tuple[NightPod, ...]:
        """Return the current round's pods in which the two swapped players sit."""
        return _find_pods_of_players(night, {self.one, self.other})


def _find_pods_of_players(night: Night, players: set[Player]) -> tuple[NightPod, ...]:
    """Return the pods of the current round that have one of these players."""
    pods = () if night.current_round is None else night.current_round.pods
    return tuple(pod for pod in pods if not players.isdisjoint(pod.players))
