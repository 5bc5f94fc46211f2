"""Facts that commands of a night need: the states of its pods, and the other nights.

The facts are read within the attempt to execute the command, and the write has conditions that they still hold. If
another channel or process was faster, the command is decided again. No other channel is locked, so there is no
deadlock.
"""

from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec.structs import replace

from bot.basics.lru_cache import LruCache
from bot.nights.night import GameNight, GameNightPod
from bot.planning.night_calls import AssignPodSeatsToBenchPlayers
from bot.planning.night_redraws import ReseatUnstartedPods
from bot.planning.night_rounds import GameNightPodRemovalCommand, SeatGameNightRound
from bot.planning.plan import PlanLeaders, PlannedGame
from bot.projections import plans, pods
from bot.rulebooks import GameCommand
from bot.rules.facts import Player
from bot.rules.guests import list_members_acting_for_players
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.service.channels import ChannelGameCache
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.pod_states import GameNightPodState
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import ChangeOrCondition
from bot.storage.tables.guests import load_result_owners_of_server

WriteConditions = list[ChangeOrCondition]

_MAX_ORGANISERS = 1_000
"""The most pods of nights whose leaders, who are always the same, are cached; the least recently used go first."""


class GameNightConflictChecker:
    """A checker of game-night commands against the night's pods and other running nights."""

    def __init__(self, database: Database, channels: ChannelGameCache) -> None:
        self._database = database
        self._channels = channels
        self._leaders = LruCache[tuple[int, int], PlanLeaders](_MAX_ORGANISERS)  # by the channel and number of a pod

    async def add_pod_states_to_game_night_command(
        self, live_game: LiveGame, command: GameCommand
    ) -> tuple[GameCommand, WriteConditions]:
        """Add the states of a night's pods to a command, with SQL conditions against changes meanwhile.

        The conditions hold as long as the pods are as they were read. Raises `StorageError`.
        """
        night = None if live_game.plan is None else live_game.plan.night
        if night is None:
            return command, []
        if isinstance(command, SeatGameNightRound):
            playing = await self._load_unfinished_pod_numbers(night)
            current = () if night.current_round is None else night.current_round.pods
            key = f"pods of night {live_game.place.channel}:{live_game.number}"
            conditions = [pods.build_pod_over_condition(key, pod.channel, pod.pod) for pod in current]
            elsewhere, others = await self.load_players_present_in_other_nights(live_game)
            return replace(command, unfinished=playing, elsewhere=tuple(sorted(elsewhere))), [*conditions, *others]
        if isinstance(command, AssignPodSeatsToBenchPlayers):
            elsewhere, others = await self.load_players_present_in_other_nights(live_game)
            return replace(command, elsewhere=tuple(sorted(elsewhere))), others
        if isinstance(command, ReseatUnstartedPods):
            begun, unmoved = await self._load_numbers_of_matching_pods(
                live_game, command.list_pods_to_remove(night), lambda state: state.has_begun
            )
            elsewhere, others = await self.load_players_present_in_other_nights(live_game)
            return replace(command, reported=begun, elsewhere=tuple(sorted(elsewhere))), [*unmoved, *others]
        if isinstance(command, GameNightPodRemovalCommand):
            reported, unmoved = await self._load_numbers_of_matching_pods(
                live_game, command.list_pods_to_remove(night), lambda state: state.has_report
            )
            return replace(command, reported=reported), unmoved
        return command, []

    async def _load_unfinished_pod_numbers(self, night: GameNight) -> tuple[int, ...]:
        every = [pod for each in night.rounds for pod in each.pods]
        opened = [pod for pod in every if pod.is_opened]
        found = await pods.load_open_games_by_key(self._database, [(pod.channel, pod.pod) for pod in opened])
        return tuple(pod.serial for pod in every if not pod.is_opened or (pod.channel, pod.pod) in found)

    async def _load_numbers_of_matching_pods(
        self,
        live_game: LiveGame,
        changed_pods: Sequence[GameNightPod],
        is_matching_pod: Callable[[GameNightPodState], bool],
    ) -> tuple[tuple[int, ...], WriteConditions]:
        """Load the numbers of pods that match a condition, with SQL conditions against changes meanwhile.

        A pod counts from its lobby on, even if the night has not recorded its channel yet.
        """
        key = f"pods of night {live_game.place.channel}:{live_game.number}"
        wanted: list[int] = []
        unmoved: WriteConditions = []
        for pod in changed_pods:
            channel, number = pod.channel, pod.pod
            if not pod.is_opened:
                delivery = plans.compute_idempotency_key_of_game_night_pod(
                    live_game.place.channel, live_game.number, pod.serial
                )
                opened = await plans.load_event_by_idempotency_key(self._database, delivery)
                if opened is None:
                    unmoved.append(plans.build_idempotency_condition(key, delivery))
                    continue
                channel, number = opened.channel, opened.pod
            found = await self._channels.load_up_to_date_game(ChannelAddress(live_game.place.guild, channel), number)
            if is_matching_pod(GameNightPodState(pod, found)):
                wanted.append(pod.serial)
            unmoved += pods.build_pod_unchanged_conditions(key, channel, number, found.version)
        return tuple(wanted), unmoved

    async def is_organiser_of_pod(
        self, live_pod: LiveGame, pod: Pod, player: Player, role_ids: Collection[int], *, is_moderator: bool
    ) -> bool:
        """Return whether a player leads the night to which a pod belongs; False without a night.

        Moderators lead every night, in pods in which they do not play. Raises `StorageError`.
        """
        key = (live_pod.place.channel, live_pod.number)
        leaders = self._leaders.get(key)
        if leaders is None and (night := await self.load_game_night_of_pod(live_pod)) is not None:
            assert night.plan is not None
            leaders = night.plan.leaders
            self._leaders.put(key, leaders)
        if leaders is None:
            return False
        plays = player in list_members_acting_for_players(pod, pod.current_and_former_players)
        return leaders.includes_member(player, role_ids) or (is_moderator and not plays)

    async def load_game_night_of_pod(self, live_pod: LiveGame) -> LiveGame | None:
        """Load the game night to which a pod belongs; None without one. Raises `StorageError`."""
        pod = live_pod.pod
        if pod is None or pod.draw is None or not pod.setup.invited:  # those of a night are invited
            return None
        place = ChannelAddress(live_pod.place.guild, pod.draw.seal.home)
        for number in await plans.load_numbers_of_started_game_nights(self._database, place.channel):
            found = await self._channels.load_up_to_date_game(place, number)
            night = None if found.plan is None else found.plan.night
            if night is not None and _is_pod_of_game_night(night, live_pod):
                return found
        return None

    async def refuse_players_present_at_other_nights(
        self, previous_live_game: LiveGame, current_live_game: LiveGame
    ) -> WriteConditions:
        """Raise `Refusal` if a player who arrives at a night has come to another running night, too.

        All accounts of a person count. The returned conditions hold as long as no other night begins or changes.
        """
        comers = _find_newly_present_players(previous_live_game, current_live_game)
        if not comers:
            return []
        owners, nights, conditions = await self._load_other_running_nights(current_live_game)
        people = {owners.get(player, player): player for player in comers}
        for other in nights:
            there = () if other.plan is None else other.plan.present - other.plan.unconfirmed
            both = [people[who] for each in there if (who := owners.get(each, each)) in people]
            if both:
                raise Refusal("night-elsewhere", player=min(both), channel=f"<#{other.place.channel}>")
        return conditions

    async def load_players_present_in_other_nights(
        self, live_night: LiveGame
    ) -> tuple[frozenset[Player], WriteConditions]:
        """Load the players at a game night who also play in the current round of another night.

        They play if their pod is not over. All accounts of a person count. Somebody whom an organiser added there plays
        only once they took the seat in their pod themselves: nobody can keep them from this night. The returned
        conditions hold as long as no other night begins or changes.
        """
        owners, nights, conditions = await self._load_other_running_nights(live_night)
        playing = {
            owners.get(each, each) for other in nights for each in await self._load_players_still_in_round(other)
        }
        present = frozenset() if live_night.plan is None else live_night.plan.present
        return frozenset(player for player in present if owners.get(player, player) in playing), conditions

    async def _load_other_running_nights(
        self, live_night: LiveGame
    ) -> tuple[Mapping[Player, Player], list[LiveGame], WriteConditions]:
        """Load a server's other running nights and result owners, with SQL conditions that reject a write on changes.

        Nights that have not begun do not matter.
        """
        guild = live_night.place.guild
        key = f"nights {guild}"
        owners = await load_result_owners_of_server(self._database, guild)
        here = (live_night.place.channel, live_night.number)
        found = [each for each in await plans.load_running_game_nights(self._database, guild) if each != here]
        conditions: WriteConditions = [
            plans.build_game_night_limit_condition(key, guild, *here, maximum_other_nights=len(found))
        ]
        nights: list[LiveGame] = []
        for channel, number in found:
            nights.append(await self._channels.load_up_to_date_game(ChannelAddress(guild, channel), number))
            seen = nights[-1].version
            conditions.append(plans.build_plan_unchanged_condition(key, channel, number, seen))
        return owners, nights, conditions

    async def _load_players_still_in_round(self, live_night: LiveGame) -> set[Player]:
        """Load the players in unfinished pods of a night's current round, except people who never joined themselves."""
        plan = live_night.plan
        night = None if plan is None else plan.night
        if plan is None or night is None or night.current_round is None:
            return set()
        playing: set[Player] = set()
        unfinished = await self._load_unfinished_pod_numbers(night)
        for pod in (each for each in night.current_round.pods if each.serial in unfinished):
            playing |= {*pod.players} - plan.unconfirmed
            if pod.is_opened and not plan.unconfirmed.isdisjoint(pod.players):
                place = ChannelAddress(live_night.place.guild, pod.channel)
                game = (await self._channels.load_up_to_date_game(place, pod.pod)).pod
                playing |= {*pod.players}.intersection(() if game is None else game.players)
        return playing


def _is_pod_of_game_night(game_night: GameNight, live_pod: LiveGame) -> bool:
    """Return True if a pod belongs to a game night. Pods of an undone round count until they are closed."""
    here = (live_pod.place.channel, live_pod.number)
    pods_of_rounds = (pod for each in game_night.rounds for pod in each.pods)
    return any((pod.channel, pod.pod) == here for pod in (*pods_of_rounds, *game_night.voided))


def _find_newly_present_players(previous_live_game: LiveGame, current_live_game: LiveGame) -> frozenset[Player]:
    """Return the players who are present at a game night after a command and were not before it."""
    plan = current_live_game.plan
    if plan is None or plan.night is None:
        return frozenset()
    last = previous_live_game.plan if previous_live_game.number == current_live_game.number else None
    return _get_players_present_at_game_night(plan) - (
        frozenset() if last is None else _get_players_present_at_game_night(last)
    )


def _get_players_present_at_game_night(planned_game: PlannedGame) -> frozenset[Player]:
    return planned_game.present if planned_game.is_open else frozenset()
