"""Read the facts beside a night that its commands rely on: its pods, and the other nights.

The facts are read within the attempt, and the write has conditions that they still hold: if another
channel or another process was faster, the command is decided again. No other channel's turn is
taken, so nobody waits in a circle.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bot.nights.night import Night, NightPod
from bot.planning.night_rounds import PodsChange, SeatRound
from bot.planning.plan import Plan
from bot.projections import plans, pods
from bot.rulebooks import GameCommand
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.channels import Channels
from bot.service.live_game import LiveGame, Place
from bot.service.pod_states import PodState
from bot.storage.engine.changes import ChangeOrCondition
from bot.storage.engine.database import Database
from bot.storage.tables.guests import load_owners

Conditions = list[ChangeOrCondition]


class NightFacts:
    """A helper that completes commands for nights; games are brought up to date with the log."""

    def __init__(self, database: Database, channels: Channels) -> None:
        self._database = database
        self._channels = channels

    async def complete(
        self, live: LiveGame, command: GameCommand
    ) -> tuple[GameCommand, Conditions]:
        """Return a command with what it has to know of the night's pods.

        The conditions hold as long as the pods are as they were read. Raises `StorageError`.
        """
        night = None if live.plan is None else live.plan.night
        if night is None:
            return command, []
        if isinstance(command, SeatRound):
            playing = await self._find_playing(night)
            current = () if night.current is None else night.current.pods
            key = f"pods of night {live.place.channel}:{live.number}"
            conditions = [pods.expect_over(key, pod.channel, pod.pod) for pod in current]
            return replace(command, unfinished=playing), [*conditions]
        if isinstance(command, PodsChange):
            changed = command.find_changed_pods(night)
            reported, unmoved = await self._find_reported(live, changed)
            return replace(command, reported=reported), unmoved
        return command, []

    async def _find_playing(self, night: Night) -> tuple[int, ...]:
        """Return the serial numbers of the pods that still play, or are yet to be opened."""
        every = [pod for each in night.rounds for pod in each.pods]
        opened = [pod for pod in every if pod.is_opened]
        found = await pods.find_open(self._database, [(pod.channel, pod.pod) for pod in opened])
        return tuple(
            pod.serial for pod in every if not pod.is_opened or (pod.channel, pod.pod) in found
        )

    async def _find_reported(
        self, live: LiveGame, changed: Sequence[NightPod]
    ) -> tuple[tuple[int, ...], Conditions]:
        """Return the serial numbers of those pods that have a report, and conditions of the others.

        A pod counts from its lobby on, even if the night has not noted yet where that is.
        """
        key = f"pods of night {live.place.channel}:{live.number}"
        reported: list[int] = []
        unmoved: Conditions = []
        for pod in changed:
            channel, number = pod.channel, pod.pod
            if not pod.is_opened:
                delivery = plans.number_pod(live.place.channel, live.number, pod.serial)
                opened = await plans.load_delivered(self._database, delivery)
                if opened is None:
                    unmoved.append(plans.expect_undelivered(key, delivery))
                    continue
                channel, number = opened.channel, opened.pod
            found = await self._channels.find_newest(Place(live.place.guild, channel), number)
            if PodState(pod, found).has_report:
                reported.append(pod.serial)
            unmoved += pods.expect_unmoved(key, channel, number, found.version)
        return tuple(reported), unmoved

    async def check_comers(self, before: LiveGame, after: LiveGame) -> Conditions:
        """Raise `Refusal` if somebody who comes to a night, or is seated, is in another one.

        The conditions hold as long as nobody comes to another night, and none begins.
        """
        comers = _find_comers(before, after)
        return await self.check_elsewhere(after, comers) if comers else []

    async def check_elsewhere(self, night: LiveGame, players: Iterable[Player]) -> Conditions:
        """Raise `Refusal` if one of some players is there in another night that is being played.

        All accounts of a person count. Nights that have not begun do not matter.
        """
        guild = night.place.guild
        key = f"nights {guild}"
        owners = await load_owners(self._database, guild)
        people = {owners.get(player, player): player for player in players}
        here = (night.place.channel, night.number)
        found = [each for each in await plans.find_playing(self._database, guild) if each != here]
        conditions: Conditions = [plans.expect_no_other(key, guild, *here, playing=len(found))]
        for channel, number in found:
            other = await self._channels.find_newest(Place(guild, channel), number)
            present = () if other.plan is None else other.plan.present
            both = [people[who] for each in present if (who := owners.get(each, each)) in people]
            if both:
                raise Refusal("night-elsewhere", player=min(both), channel=f"<#{channel}>")
            conditions.append(plans.expect_unmoved(key, channel, number, other.version))
        return conditions


def _find_comers(before: LiveGame, after: LiveGame) -> frozenset[Player]:
    """Return who is there by a change of a night and was not before; everybody for a new round."""
    plan = after.plan
    if plan is None or plan.night is None:
        return frozenset()
    last = before.plan if before.number == after.number else None
    rounds = 0 if last is None or last.night is None else len(last.night.rounds)
    if len(plan.night.rounds) > rounds:
        return frozenset(plan.coming)
    return _find_there(plan) - (frozenset() if last is None else _find_there(last))


def _find_there(plan: Plan) -> frozenset[Player]:
    return plan.present if plan.is_open else frozenset()
