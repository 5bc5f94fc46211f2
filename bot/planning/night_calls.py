"""The calls of a night's pods: when they were sent, and who from the bench gets the seats of missing players.

The bench are people who are present, have pressed to be in the night, and have no seat in a pod of its round: those who
sit out, and those who came later.
"""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from bot.nights.night import GameNight, GameNightPod
from bot.planning.plan import GameNightCommand, GameNightEvent, PlannedGame
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import THE_BOT


class RecordPodRollCalls(GameNightCommand, frozen=True):
    """The bot's command that records which roll calls of pods were sent, and which ones are over.

    A roll call asks a pod's players to press a button if they are present. `sent` has times by the pods' serial
    numbers. Calls whose end the bot missed were sent `again`.
    """

    sent: Mapping[int, int] = {}
    over: tuple[int, ...] = ()
    again: Mapping[int, int] = {}

    right = THE_BOT

    def create_game_night_event(self, planned_game: PlannedGame, game_night: GameNight, /) -> "PodRollCallsRecorded":
        """Return the `PodRollCallsRecorded` event. Raises `Refusal` if nothing is new."""
        pods = {pod.serial: pod for pod in game_night.pods_with_open_roll_call}
        sent = {serial: at for serial, at in self.sent.items() if serial in pods and pods[serial].call_sent is None}
        over = tuple(serial for serial in self.over if serial in pods)
        again = {
            serial: at for serial, at in self.again.items() if serial in pods and not pods[serial].is_call_repeated
        }
        if not sent and not over and not again:
            raise_refusal("plan-late")
        return PodRollCallsRecorded(sent, over, again)


class PodRollCallsRecorded(GameNightEvent, frozen=True, tag="night-calls"):
    """The event that a game night's roll calls (checks that a pod's players are present) were sent or ended.

    A roll call asks a pod's players to press a button. `sent` has times in milliseconds since 1970. Pods have their
    serial numbers. The pod of a call that is over has begun or ended, and takes nobody from the bench. Calls whose end
    the bot missed were sent `again`.
    """

    sent: dict[int, int] = {}
    over: tuple[int, ...] = ()
    again: dict[int, int] = {}

    def apply_to_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        return replace(planned_game, night=game_night.copy_with_changed_pods(self._apply_to_pod))

    def _apply_to_pod(self, night_pod: GameNightPod) -> GameNightPod:
        return replace(
            night_pod,
            call_sent=self.again.get(night_pod.serial, self.sent.get(night_pod.serial, night_pod.call_sent)),
            is_call_over=night_pod.is_call_over or night_pod.serial in self.over,
            is_call_repeated=night_pod.is_call_repeated or night_pod.serial in self.again,
        )


class AssignPodSeatsToBenchPlayers(GameNightCommand, frozen=True):
    """The bot's command that gives a pod's free seats to people on the bench after the pod's roll call.

    `call` counts the calls of the pod that have ended. `seated` are the players who have pressed there; the others are
    missing. The game has `seats` seats, and can be played by so many as in `sizes`. The service fills in `elsewhere`,
    the players who play in another night now.
    """

    serial: int
    call: int
    seated: tuple[Player, ...]
    seats: int
    sizes: tuple[int, ...]
    elsewhere: tuple[Player, ...] = ()

    right = THE_BOT

    def create_game_night_event(
        self, planned_game: PlannedGame, game_night: GameNight, /
    ) -> "MissingPlayersReplacedFromBench":
        """Return the `MissingPlayersReplacedFromBench` event. The pod is void if it has too few players.

        Raises `Refusal` if the pod is not in the current round, or the seats were assigned already.
        """
        pod = next((each for each in game_night.pods_with_open_roll_call if each.serial == self.serial), None)
        if pod is None or pod.assigned_call >= self.call:
            raise_refusal("plan-late")
        missing = tuple(player for player in pod.players if player not in self.seated)
        bench = list_bench_players(planned_game, game_night, {*self.elsewhere, *self.seated})
        there = len(self.seated)
        playable = [size for size in self.sizes if there <= size <= min(self.seats, there + len(bench))]
        if not playable:
            return MissingPlayersReplacedFromBench(self.serial, self.call, self.seated, missing, is_void=True)
        joined = bench[: max(playable) - there]
        free = self.seats - max(playable)
        return MissingPlayersReplacedFromBench(self.serial, self.call, self.seated, missing, joined, free)


class MissingPlayersReplacedFromBench(GameNightEvent, frozen=True, tag="night-seats-assigned"):
    """The event that people from the bench got the seats of a pod's `missing` players.

    Missing players are absent from now on. `call` counts the pod's calls. `seated` had pressed there, `joined` come
    from the bench, and `free` seats are left. A pod that `is_void` has too few players: those who are there sit out.
    """

    serial: int
    call: int
    seated: tuple[Player, ...] = ()
    missing: tuple[Player, ...] = ()
    joined: tuple[Player, ...] = ()
    free: int = 0
    is_void: bool = False

    def apply_to_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        changed = game_night.copy_with_changed_pods(self._apply_to_pod)
        current = changed.current_round
        if current is not None:
            out = [player for player in current.out if player not in self.joined]
            out += [player for player in self.seated if self.is_void and player not in out]
            changed = changed.copy_with_current_round(replace(current, out=tuple(out)))
        return replace(planned_game, night=changed, present=planned_game.present - {*self.missing})

    def _apply_to_pod(self, pod: GameNightPod) -> GameNightPod:
        if pod.serial != self.serial:
            return pod
        players = () if self.is_void else (*self.seated, *self.joined)
        return replace(pod, players=players, free_seats=self.free, is_void=self.is_void, assigned_call=self.call)


def list_bench_players(
    planned_game: PlannedGame, game_night: GameNight, unavailable_players: Collection[Player] = ()
) -> tuple[Player, ...]:
    """Return the people on a game night's bench in the order in which they get free seats.

    Those who had the most byes come first. In the top cut the next in the standings come first, and only people who
    were in a round can get a seat.
    """
    current = game_night.current_round
    taken = frozenset[Player]() if current is None else current.seated_players
    byes = game_night.count_byes_by_player()
    there = [
        player
        for player in planned_game.checked_in_players_with_seat
        if planned_game.has_pressed_join_button(player) and player not in taken and player not in unavailable_players
    ]
    if current is not None and game_night.is_in_top_cut:
        line = {player: at for at, player in enumerate(current.out)}
        known = [player for player in there if player in game_night.all_players]
        return tuple(sorted(known, key=lambda player: line.get(player, len(line))))
    return tuple(sorted(there, key=lambda player: -byes.get(player, 0)))
