"""Facts that commands of a night need: the states of its pods, and the other nights.

The facts are read within the attempt to execute the command, and the write has conditions that they
still hold. If another channel or process was faster, the command is decided again. No other channel
is locked, so there is no deadlock.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bot.nights.night import Night, NightPod
from bot.planning.night_rounds import ChangeRoundPods, SeatRound
from bot.planning.plan import Plan
from bot.projections import plans, pods
from bot.rulebooks import GameCommand
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.service.channels import ChannelGames
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.pod_states import NightPodState
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import ChangeOrCondition
from bot.storage.tables.guests import load_result_owners

WriteConditions = list[ChangeOrCondition]


class NightCommandCompleter:
    """A helper that adds facts about the night's pods to commands of nights."""

    def __init__(self, database: Database, channels: ChannelGames) -> None:
        self._database = database
        self._channels = channels

    async def complete_command(
        self, live_game: LiveGame, command: GameCommand
    ) -> tuple[GameCommand, WriteConditions]:
        """Return a command with the facts that it needs about the night's pods.

        The conditions hold as long as the pods are as they were read. Raises
        `StorageError`.
        """
        night = None if live_game.plan is None else live_game.plan.night
        if night is None:
            return command, []
        if isinstance(command, SeatRound):
            playing = await self._load_unfinished_pods(night)
            current = () if night.current_round is None else night.current_round.pods
            key = f"pods of night {live_game.place.channel}:{live_game.number}"
            conditions = [
                pods.build_pod_over_condition(key, pod.channel, pod.pod) for pod in current
            ]
            return replace(command, unfinished=playing), [*conditions]
        if isinstance(command, ChangeRoundPods):
            changed = command.list_affected_pods(night)
            reported, unmoved = await self._load_reported_pods(live_game, changed)
            return replace(command, reported=reported), unmoved
        return command, []

    async def _load_unfinished_pods(self, night: Night) -> tuple[int, ...]:
        """Return the serial numbers of the night's pods that still play or are not opened
        yet.
        """
        every = [pod for each in night.rounds for pod in each.pods]
        opened = [pod for pod in every if pod.is_opened]
        found = await pods.load_open_games_among(
            self._database, [(pod.channel, pod.pod) for pod in opened]
        )
        return tuple(
            pod.serial for pod in every if not pod.is_opened or (pod.channel, pod.pod) in found
        )

    async def _load_reported_pods(
        self, live_game: LiveGame, changed_pods: Sequence[NightPod]
    ) -> tuple[tuple[int, ...], WriteConditions]:
        """Return the serial numbers of pods with a report, and write conditions for the
        others.

        A pod counts from its lobby on, even if the night has not recorded its channel yet.
        """
        key = f"pods of night {live_game.place.channel}:{live_game.number}"
        reported: list[int] = []
        unmoved: WriteConditions = []
        for pod in changed_pods:
            channel, number = pod.channel, pod.pod
            if not pod.is_opened:
                delivery = plans.compute_pod_delivery_number(
                    live_game.place.channel, live_game.number, pod.serial
                )
                opened = await plans.load_event_of_delivery(self._database, delivery)
                if opened is None:
                    unmoved.append(plans.build_undelivered_condition(key, delivery))
                    continue
                channel, number = opened.channel, opened.pod
            found = await self._channels.load_newest_game(
                ChannelAddress(live_game.place.guild, channel), number
            )
            if NightPodState(pod, found).has_report:
                reported.append(pod.serial)
            unmoved += pods.build_pod_unchanged_changes(key, channel, number, found.version)
        return tuple(reported), unmoved

    async def require_arrivals_are_free(
        self, previous_live_game: LiveGame, current_live_game: LiveGame
    ) -> WriteConditions:
        """Raise `Refusal` if a player who arrives at a night, or is seated, is at another
        night.

        The returned conditions hold as long as nobody arrives at another night, and none
        begins.
        """
        comers = _find_arrivals(previous_live_game, current_live_game)
        return await self.require_players_are_free(current_live_game, comers) if comers else []

    async def require_players_are_free(
        self, live_night: LiveGame, players: Iterable[Player]
    ) -> WriteConditions:
        """Raise `Refusal` if a player is at another night that is being played.

        All accounts of a person count. Nights that have not begun do not matter.
        """
        guild = live_night.place.guild
        key = f"nights {guild}"
        owners = await load_result_owners(self._database, guild)
        people = {owners.get(player, player): player for player in players}
        here = (live_night.place.channel, live_night.number)
        found = [
            each for each in await plans.load_running_nights(self._database, guild) if each != here
        ]
        conditions: WriteConditions = [
            plans.build_running_nights_condition(key, guild, *here, maximum=len(found))
        ]
        for channel, number in found:
            other = await self._channels.load_newest_game(ChannelAddress(guild, channel), number)
            present = () if other.plan is None else other.plan.present
            both = [people[who] for each in present if (who := owners.get(each, each)) in people]
            if both:
                raise Refusal("night-elsewhere", player=min(both), channel=f"<#{channel}>")
            conditions.append(
                plans.build_plan_unchanged_condition(key, channel, number, other.version)
            )
        return conditions


def _find_arrivals(previous_live_game: LiveGame, current_live_game: LiveGame) -> frozenset[Player]:
    """Return the players who arrived by a change of a night; all present players for a new
    round.
    """
    plan = current_live_game.plan
    if plan is None or plan.night is None:
        return frozenset()
    last = (
        previous_live_game.plan if previous_live_game.number == current_live_game.number else None
    )
    rounds = 0 if last is None or last.night is None else len(last.night.rounds)
    if len(plan.night.rounds) > rounds:
        return frozenset(plan.ready_players)
    return _find_present_players(plan) - (
        frozenset() if last is None else _find_present_players(last)
    )


def _find_present_players(plan: Plan) -> frozenset[Player]:
    return plan.present if plan.is_open else frozenset()
