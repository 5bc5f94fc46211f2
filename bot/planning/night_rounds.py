"""The rounds of a game night: seating them, and recording that pods were opened or closed."""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from bot.nights.night import MINUTE, GameNight, GameNightPod, GameNightRound, RepeatedRoundPairing
from bot.nights.top_cut import CUT_POD_SIZE
from bot.planning.plan import GameNightCommand, GameNightEvent, GameNightOrganiserAction, PlannedGame
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.overrides import require_moderator_reason
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ORGANISER, THE_BOT, Requester
from bot.rules.seats import format_player_counts

MOST_NAMED = 20
"""Pods named in a refusal; the others are left out."""


class SeatGameNightRound(GameNightCommand, frozen=True):
    """The command that seats the players of a game night's round in `pods`. The players in `out` have a bye.

    `points`, `apart`, `brackets`, `earlier_ids` and `strengths` are what the pairing went by, as in
    `GameNightRoundSeated`. The service fills in `unfinished`, the serial numbers of pods that still play, and
    `elsewhere`, the players who play in another night now: they are left out. `by` is who wants the round; a round that
    was seated before and undone needs a `reason`. A round of the top cut goes by `places` and who is `through`.
    """

    round: int
    pods: tuple[tuple[Player, ...], ...]
    out: tuple[Player, ...]
    now: int
    points: Mapping[Player, int] = {}
    apart: str | None = None
    unfinished: tuple[int, ...] = ()
    elsewhere: tuple[Player, ...] = ()
    brackets: Mapping[Player, int] = {}
    earlier_ids: Mapping[Player, Player] = {}
    by: Player | None = None
    reason: str | None = None
    places: Mapping[Player, int] = {}
    through: tuple[Player, ...] = ()
    strengths: Mapping[Player, int] = {}

    right = ORGANISER

    def create_game_night_event(self, planned_game: PlannedGame, game_night: GameNight, /) -> "GameNightRoundSeated":
        """Return the `GameNightRoundSeated` event.

        Raises `Refusal` if the round cannot begin, or a player came or left, also to or from another night.
        """
        require_next_round_possible(planned_game, game_night, self.unfinished)
        if self.round != len(game_night.rounds) + 1:
            raise_refusal("night-changed")
        require_complete_round_seating(
            game_night, self.round, self.pods, self.out, list_players_for_next_round(planned_game, self.elsewhere)
        )
        if game_night.has_round_ever_been_paired(self.round):
            require_moderator_reason(self.reason or "")
        points = {player: each for player, each in self.points.items() if each}
        return GameNightRoundSeated(
            self.round,
            self.pods,
            self.out,
            self.now,
            points,
            self.apart,
            dict(self.brackets),
            dict(self.earlier_ids),
            self.by,
            self.reason if game_night.has_round_ever_been_paired(self.round) else None,
            dict(self.places),
            self.through,
            strengths=dict(self.strengths),
        )


class GameNightRoundSeated(GameNightOrganiserAction, ModeratableEvent, frozen=True, tag="round-seated"):
    """The event that the players of a game night's round were seated in `pods`.

    `round` is counted from 1; the players in `out` sit out. The first round begins the night, if nothing has begun it
    before. `points` are those by which people were paired, which a correction may change later; nobody else had any.
    `brackets` are those known of people's decks. `apart` is the hash of the pairs that were kept apart; None means that
    nobody on the server avoided anybody, or that the mode is `swiss`. `earlier_ids` are those in earlier nights of
    people who were there by another id, as of merged accounts. `by` is who seated the round; None means that an older
    version of the bot wrote the event. A round that was seated before and undone has a `reason`. A round of the top cut
    has the `places` in the standings of everybody there, and who won a pod of the cut before, and so is `through`.
    `strengths` are those of the players, where they decided.
    """

    round: int
    pods: tuple[tuple[Player, ...], ...]
    out: tuple[Player, ...]
    at: int
    points: dict[Player, int] = {}
    apart: str | None = None
    brackets: dict[Player, int] = {}
    earlier_ids: dict[Player, Player] = {}
    by: Player | None = None
    reason: str | None = None
    places: dict[Player, int] = {}
    through: tuple[Player, ...] = ()
    strengths: dict[Player, int] = {}

    audit_code = "night-seated"

    def apply_to_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game with one more round, whose pods get serial numbers."""
        pods = tuple(GameNightPod(serial, pod) for serial, pod in enumerate(self.pods, game_night.serials + 1))
        seated = GameNightRound(pods, self.out, self.at, self.at + game_night.terms.minutes * MINUTE)
        repeated = None
        if self.by is not None and self.reason is not None:
            repeated = RepeatedRoundPairing(self.round, self.by, self.reason)
        changed = replace(
            game_night,
            began=self.at if game_night.began is None else game_night.began,
            rounds=(*game_night.rounds, seated),
            serials=game_night.serials + len(pods),
            seated_rounds=max(game_night.seated_rounds, len(game_night.rounds) + 1),
            repeated_draws=game_night.repeated_draws if repeated is None else (*game_night.repeated_draws, repeated),
        )
        return replace(planned_game, night=changed)

    def forbid_biased_undo(self, planned_game: PlannedGame, requester: Requester, /) -> None:
        """Raise `Refusal` if the requester plays in the round, because an undo could give them other opponents."""
        if is_requester_biased_about_round(planned_game, requester):
            raise_refusal("night-own-undo")

    def undo_in_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game without the round. The bot will close the round's pods."""
        *rounds, last = game_night.rounds
        changed = replace(game_night, rounds=tuple(rounds), voided=(*game_night.voided, *last.pods))
        return replace(planned_game, night=changed)

    def list_pods_removed_by_undo(self, game_night: GameNight, /) -> tuple[GameNightPod, ...]:
        """Return all pods of the current round."""
        return () if game_night.current_round is None else game_night.current_round.pods


class GameNightPodRemovalCommand(GameNightCommand, frozen=True, kw_only=True):
    """The base of commands that remove pods of a game night's current round, such as an undo.

    The service fills in `reported`, the serial numbers of the pods to remove that have a report.
    """

    reported: tuple[int, ...] = ()

    @abstractmethod
    def list_pods_to_remove(self, game_night: GameNight, /) -> tuple[GameNightPod, ...]:
        """Return the current round's pods that the command would remove."""

    def require_no_report_in_removed_pods(self, game_night: GameNight) -> None:
        """Raise `Refusal` if a pod that the command would remove has a report."""
        if any(pod.serial in self.reported for pod in self.list_pods_to_remove(game_night)):
            raise_refusal("night-reported")


class RecordGameNightPodOpening(GameNightCommand, frozen=True):
    """The bot's command that records that a pod of a game night was opened.

    The fields are those of `GameNightPodOpened`.
    """

    serial: int
    channel: int
    pod: int

    right = THE_BOT
    after_end = True

    def create_game_night_event(self, planned_game: PlannedGame, game_night: GameNight, /) -> "GameNightPodOpened":
        """Return the `GameNightPodOpened` event.

        Raises `Refusal` unless the pod was still to be opened.
        """
        pods = (*(pod for each in game_night.rounds for pod in each.pods), *game_night.voided)
        if all(pod.serial != self.serial or pod.is_opened for pod in pods):
            raise_refusal("plan-late")
        return GameNightPodOpened(self.serial, self.channel, self.pod)


class GameNightPodOpened(GameNightEvent, frozen=True, tag="night-pod-opened"):
    """The event that the bot opened a pod of a game night in a channel or thread.

    `serial` is its number in the night, `pod` its number in the channel.
    """

    serial: int
    channel: int
    pod: int

    def apply_to_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game with the channel in which the game night's pod was opened.

        The pod may have been removed from the night in the meantime.
        """
        rounds = tuple(replace(each, pods=self._set_channel_of_opened_pod(each.pods)) for each in game_night.rounds)
        return replace(
            planned_game,
            night=replace(game_night, rounds=rounds, voided=self._set_channel_of_opened_pod(game_night.voided)),
        )

    def _set_channel_of_opened_pod(self, pods: tuple[GameNightPod, ...]) -> tuple[GameNightPod, ...]:
        return tuple(
            replace(pod, channel=self.channel, pod=self.pod) if pod.serial == self.serial else pod for pod in pods
        )


class RecordGameNightPodClosing(GameNightCommand, frozen=True):
    """The bot's command that records that a pod removed from its game night was closed."""

    serial: int

    right = THE_BOT
    after_end = True

    def create_game_night_event(self, planned_game: PlannedGame, game_night: GameNight, /) -> "GameNightPodClosed":
        """Return the `GameNightPodClosed` event.

        Raises `Refusal` unless the pod was still to be closed.
        """
        if all(pod.serial != self.serial for pod in game_night.voided):
            raise_refusal("plan-late")
        return GameNightPodClosed(self.serial)


class GameNightPodClosed(GameNightEvent, frozen=True, tag="night-pod-voided"):
    """The event that the bot closed a pod that had been removed from its game night.

    `serial` is the pod's number in the night. The pod may never have been opened.
    """

    serial: int

    def apply_to_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game, with the removed pod no longer among those to be closed."""
        left = tuple(pod for pod in game_night.voided if pod.serial != self.serial)
        return replace(planned_game, night=replace(game_night, voided=left))


def require_next_round_possible(
    planned_game: PlannedGame, game_night: GameNight, unfinished_pod_serials: Iterable[int]
) -> None:
    """Raise `Refusal` unless the next round of a game night can begin.

    `unfinished_pod_serials` are the serial numbers of pods that still play.
    """
    if not planned_game.checking:
        raise_refusal("night-early")
    if game_night.closed is not None:
        raise_refusal("night-over")
    if game_night.paused is not None:
        raise_refusal("night-paused")
    if len(game_night.rounds) >= game_night.last_round_number:
        raise_refusal("night-all-rounds", rounds=game_night.terms.rounds)
    if serials := tuple(unfinished_pod_serials):
        raise_refusal("night-unfinished", pods=_render_mentions_of_game_night_pods(game_night, serials))


def list_players_for_next_round(
    planned_game: PlannedGame, players_in_other_nights: Collection[Player]
) -> tuple[Player, ...]:
    """Return the present players whom a game night's next round seats.

    `players_in_other_nights` play in another night now. They take no seat, so players on the waiting list may get one.
    """
    there = (
        player
        for player in planned_game.players
        if player in planned_game.present and player not in players_in_other_nights
    )
    return tuple(there)[: planned_game.maximum_players]


def require_complete_round_seating(
    game_night: GameNight,
    round_number: int,
    pods: Collection[tuple[Player, ...]],
    bye_players: tuple[Player, ...],
    players_to_seat: Collection[Player],
) -> None:
    """Raise `Refusal` unless a seating is complete.

    Each player must be there once, in a pod of an allowed size or among `bye_players`.
    """
    if sorted(player for group in (*pods, bye_players) for player in group) != sorted(players_to_seat):
        raise_refusal("night-changed")
    require_enough_players_for_round(game_night, round_number, len(pods), len(players_to_seat))
    possible_sizes = (CUT_POD_SIZE,) if game_night.is_top_cut_round(round_number) else game_night.terms.may
    if any(len(pod) not in possible_sizes for pod in pods):
        raise_refusal("night-changed")


def require_enough_players_for_round(
    night: GameNight, round_number: int, pod_count: int, present_player_count: int
) -> None:
    """Raise `Refusal` if the present players are too few for any pod of the round."""
    if not pod_count and night.is_top_cut_round(round_number):
        raise_refusal("night-cut-few", there=present_player_count)
    if not pod_count:
        sizes = format_player_counts(sorted({*night.terms.allowed, *night.terms.may}))
        raise_refusal("night-few", there=present_player_count, sizes=sizes)


def is_requester_biased_about_round(planned_game: PlannedGame, requester: Requester) -> bool:
    """Return True if a person may not decide about a game night's round because they play in it.

    Moderators may. On a server where another moderator has to decide, moderators who play may not either.
    """
    if requester.moderator and not requester.neutral:
        return False
    return planned_game.is_member_in_current_round(requester.player)


def _render_mentions_of_game_night_pods(game_night: GameNight, pod_serials: Collection[int]) -> str:
    """Render pods as mentions of their channels, or as numbers if they are not open yet."""
    names = [
        f"<#{pod.channel}>" if pod.is_opened else f"{number}"
        for each in game_night.rounds
        for number, pod in enumerate(each.pods, 1)
        if pod.serial in pod_serials
    ]
    more = ["…"] if len(names) > MOST_NAMED else []
    return ", ".join([*names[:MOST_NAMED], *more])
