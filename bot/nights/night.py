"""The state of a game night: its rounds, its clock, and what its organiser did.

The plan that the night belongs to knows who is present: `bot.planning.plan` holds the night, and the modules beside it
have the commands and events.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from bot.nights.seating import list_players_of_smaller_pods
from bot.nights.terms import GameNightSettings, Tags
from bot.nights.top_cut import CUT_POD_SIZE
from bot.rules.commands_and_events import Event
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal

MINUTE = 60_000

ABANDONED_AFTER = 12 * 60 * MINUTE
"""Milliseconds after its last event at which a night that nobody leads is closed."""

REOPENED_WITHIN = 10 * MINUTE
"""Milliseconds after the end of a night for which its organiser can take the end back."""

PROVED_AFTER = REOPENED_WITHIN + MINUTE
"""Milliseconds after its end at which the file of a night tells its secret: it goes on no more."""


CALL_TIME = 5 * MINUTE
"""Milliseconds of a pod's call: whoever has not pressed by then loses the seat to somebody from the bench."""

LATEST_CALL = 5 * MINUTE
"""Milliseconds after a pod was opened at which its call begins at the latest, even if Discord took no mention."""


MISSED_CALL_DELAY = 2 * MINUTE
"""Milliseconds after the end of a call at which a bot that looks for the first time was away: it calls once more."""


CALL_LOOKUP_DELAY = 2 * MINUTE
"""Milliseconds after the last event at which the bot looks for the messages that call players."""


class GameNightPod(Struct, frozen=True, gc=False):
    """A pod of a game night: its players, and its channel and number once it was opened.

    `serial` counts all pods of the night, also those that were undone. The mention that calls its players was sent at
    `call_sent`, in milliseconds since 1970; if the bot missed the end of the call, it `is_call_repeated`. Each time
    that its call ends, the night assigns its seats; `assigned_call` counts the calls that ended. Then `free_seats` are
    left, and a pod that `is_void` has too few players. Once `is_call_over`, its seats stay as they are.
    """

    serial: int
    players: tuple[Player, ...]
    channel: int = 0
    pod: int = 0
    call_sent: int | None = None
    assigned_call: int = 0
    free_seats: int = 0
    is_void: bool = False
    is_call_over: bool = False
    is_call_repeated: bool = False

    @property
    def is_opened(self) -> bool:
        return self.channel != 0


class FormerSignUpPosition(Struct, frozen=True, gc=False):
    """A player's former place in the sign-up list, stored so that an organiser's change can be undone.

    Places count from 0; None means that the player had not signed up. `present` says whether they were present,
    `unconfirmed` whether they had been added by somebody else, `dropped` whether an organiser had dropped them although
    they had pressed to play.
    """

    place: int | None
    present: bool
    unconfirmed: bool = False
    dropped: bool = False


class GameNightRound(Struct, frozen=True, gc=False):
    """A round of a game night: its pods, the players who sit out, its start and its end.

    `at` and `ends` are in milliseconds since 1970. Players in `out` sit out. `called` means that the unfinished pods
    were told that time is over. In the top cut, those in `out` are next in line, best first, and do not sit out.
    """

    pods: tuple[GameNightPod, ...]
    out: tuple[Player, ...]
    at: int
    ends: int
    called: bool = False

    @property
    def seated_players(self) -> frozenset[Player]:
        return frozenset(player for pod in self.pods for player in pod.players)


class RepeatedRoundPairing(Struct, frozen=True, gc=False):
    """The record that an organiser undid a round's pairing and paired the round again, with the reason."""

    round: int
    by: Player
    reason: str


class PointsPenalty(Struct, frozen=True, gc=False):
    """A points penalty that the organiser `by` gave a player in a round, with a reason."""

    player: Player
    points: int
    reason: str
    round: int
    by: Player | None


class GameNightEnd(Struct, frozen=True, gc=False):
    """The end of a game night. `lapsed` is True if the bot ended a night that nobody led any more."""

    at: int
    lapsed: bool


class GameNight(Struct, frozen=True):
    """A game night of several rounds, with its settings and its organiser's actions.

    `tags` stand for people in the draw. `began` is when the night began; the clock stands still since `paused`.
    `voided` are pods that were undone and that the bot has yet to close. `acts` are those of the organiser that were
    not undone. `serials` counts the pods so far. `former` are the places of the players who were added or dropped, from
    before each such act that was not undone. `seated_rounds` counts the rounds that were ever seated, also if they were
    undone; `repeated_draws` are the draws of such rounds. `taken_points` are points that the organiser took away.
    """

    terms: GameNightSettings
    tags: Tags = {}
    began: int | None = None
    rounds: tuple[GameNightRound, ...] = ()
    paused: int | None = None
    closed: GameNightEnd | None = None
    voided: tuple[GameNightPod, ...] = ()
    acts: tuple[Event, ...] = ()
    serials: int = 0
    former: tuple[FormerSignUpPosition, ...] = ()
    seated_rounds: int = 0
    repeated_draws: tuple[RepeatedRoundPairing, ...] = ()
    taken_points: tuple[PointsPenalty, ...] = ()

    @property
    def current_round(self) -> GameNightRound | None:
        """Return the round whose pods were seated last; None before the first round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def unopened_pods(self) -> tuple[GameNightPod, ...]:
        """Return the pods whose lobbies the bot has yet to open."""
        if self.closed is not None:
            return ()
        return tuple(pod for each in self.rounds for pod in each.pods if not pod.is_opened)

    @property
    def round_end_announcement_time(self) -> int | None:
        """Return the time (ms since 1970) to announce the end of the round; None if not needed.

        Only pods that still play are told.
        """
        current = self.current_round
        if current is None or current.called or self.paused is not None or self.closed is not None:
            return None
        return current.ends

    @property
    def pods_with_open_roll_call(self) -> tuple[GameNightPod, ...]:
        """Return the current round's opened pods whose roll call is not over."""
        current = self.current_round
        if current is None or self.closed is not None:
            return ()
        return tuple(pod for pod in current.pods if pod.is_opened and not pod.is_call_over)

    def compute_next_roll_call_time(self, last_event_time: int, *, has_substitutes: bool) -> int | None:
        """Return the time (ms since 1970) of the next check for absent players; None means no check.

        Free seats are filled at once if somebody is on the bench.
        """
        if self.paused is not None:
            return None
        times: list[int] = []
        for pod in self.pods_with_open_roll_call:
            if not pod.assigned_call:
                sent = pod.call_sent
                times.append(last_event_time + CALL_LOOKUP_DELAY if sent is None else sent + CALL_TIME)
            elif pod.is_void or not pod.free_seats or has_substitutes:
                times.append(last_event_time)
        return min(times, default=None)

    @property
    def rounds_before_top_cut(self) -> tuple[GameNightRound, ...]:
        """Return the rounds that count for the standings: those before the top cut."""
        return self.rounds[: self.terms.rounds]

    @property
    def rounds_of_top_cut(self) -> tuple[GameNightRound, ...]:
        return self.rounds[self.terms.rounds :]

    @property
    def last_round_number(self) -> int:
        """Return the number of the night's last round, including the top cut."""
        if not self.terms.cut:
            return self.terms.rounds
        first = self.rounds_of_top_cut[0] if self.rounds_of_top_cut else None
        has_two = self.terms.cut > CUT_POD_SIZE if first is None else len(first.pods) > 1
        return self.terms.rounds + 1 + has_two

    def is_top_cut_round(self, round_number: int) -> bool:
        return round_number > self.terms.rounds

    def find_top_cut_size_of_round(self, round_number: int) -> int:
        """Return the intended number of players in a top-cut round; 0 for other rounds."""
        if not self.is_top_cut_round(round_number):
            return 0
        return self.terms.cut if round_number == self.terms.rounds + 1 else CUT_POD_SIZE

    @property
    def is_in_top_cut(self) -> bool:
        """Return True if the current round is part of the top cut."""
        return bool(self.rounds_of_top_cut)

    @property
    def all_players(self) -> frozenset[Player]:
        """Return all players who were seated or sat out in any round."""
        return frozenset(player for each in self.rounds for player in (*each.seated_players, *each.out))

    def copy_with_changed_pods(self, change_pod: Callable[[GameNightPod], GameNightPod]) -> "GameNight":
        """Return a copy of the night in which `change_pod` replaced each pod of the current round."""
        current = self.current_round
        if current is None:
            return self
        return self.copy_with_current_round(replace(current, pods=tuple(map(change_pod, current.pods))))

    def copy_with_current_round(self, changed_round: GameNightRound) -> "GameNight":
        return replace(self, rounds=(*self.rounds[:-1], changed_round))

    def require_night_has_begun(self) -> None:
        if self.began is None:
            raise_refusal("night-early")

    def has_round_ever_been_paired(self, round_number: int) -> bool:
        """Return True if a round was paired before, even if the pairing was undone."""
        return round_number <= self.seated_rounds

    def find_pod_by_serial_number(self, serial_number: int) -> GameNightPod | None:
        """Return the pod with a serial number; None if it is not part of the night."""
        pods = (pod for each in self.rounds for pod in each.pods)
        return next((pod for pod in pods if pod.serial == serial_number), None)

    def find_opened_pod_of_player(self, player: Player) -> GameNightPod | None:
        """Return the opened pod of the current round in which a player sits, if any."""
        pods = () if self.current_round is None or self.closed is not None else self.current_round.pods
        return next((pod for pod in pods if player in pod.players and pod.is_opened), None)

    def list_addresses_of_opened_pods(self) -> set[tuple[int, int]]:
        """Return the channel and the number of each opened pod."""
        pods = (pod for each in self.rounds for pod in each.pods)
        return {(pod.channel, pod.pod) for pod in pods if pod.is_opened}

    def count_byes_by_player(self) -> dict[Player, int]:
        byes: dict[Player, int] = {}
        for each in self.rounds_before_top_cut:
            for player in each.out:
                byes[player] = byes.get(player, 0) + 1
        return byes

    def count_smaller_pods_by_player(self) -> Counter[Player]:
        """Return how often each player sat in a smaller pod than others of the same round; 0 for everybody else."""
        return Counter(
            player
            for each in self.rounds_before_top_cut
            for player in list_players_of_smaller_pods([p.players for p in each.pods])
        )

    def list_players_by_pod(self) -> Iterator[tuple[Player, ...]]:
        yield from (pod.players for each in self.rounds for pod in each.pods if pod.players)


def build_new_game_night(night_settings: GameNightSettings, pseudonyms: Mapping[Player, str]) -> GameNight:
    """Return a new game night without rounds."""
    return GameNight(night_settings, dict(pseudonyms))


def set_pseudonym_of_player(game_night: GameNight, player: Player, pseudonym: str | None) -> GameNight:
    return game_night if pseudonym is None else replace(game_night, tags={**game_night.tags, player: pseudonym})
