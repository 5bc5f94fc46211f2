"""The call of a night's pod: its players press that they are here, and people from the bench take the other seats.

A call ends in two steps. `PodRollCallEnded` frees the seats of those who have not pressed. The night, which knows
who waits on the bench, then decides who gets these seats; `BenchPlayersSeatedInPod` seats them. Nobody joins
or starts in between.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.rules import draws
from bot.rules.commands_and_events import TranslatableSentence
from bot.rules.facts import Deck, Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.pod import LobbyEvent, Pod, PodCommand, remove_player_from_lobby
from bot.rules.records import PodSetup
from bot.rules.refusals import raise_refusal
from bot.rules.rights import CALL_ENDERS, THE_BOT
from bot.rules.seats import find_maximum_player_count


class EndPodRollCall(PodCommand, frozen=True):
    """The command that ends a pod's check-in in a game night: players who did not check in lose their seats.

    Players in `dropped` are no longer in the night, and lose their seats although they have pressed.
    """

    dropped: tuple[Player, ...] = ()

    right = CALL_ENDERS

    def requires_impartial_organiser(self, pod: Pod) -> bool:
        return True

    def create_event(self, pod: Pod, /) -> "PodRollCallEnded":
        """Return the `PodRollCallEnded` event, by which players who pressed no button lose their seats.

        Raises `Refusal` if the pod is no lobby of a night, or no seat would be free.
        """
        if pod.state != "lobby":
            pod.require_game_unfinished()
            raise_refusal("already-started")
        if not pod.is_game_night_lobby:
            raise_refusal("call-none")
        if pod.awaits_bench:
            raise_refusal("call-filling")
        rest = _remove_players_from_lobby(pod, (*pod.kept, *self.dropped))
        if len(rest.players) >= find_maximum_player_count(pod.setup):
            raise_refusal("call-full")
        return PodRollCallEnded(tuple(each for each in (*pod.players, *pod.kept) if each not in rest.players))


class PodRollCallEnded(LobbyEvent, ModeratableEvent, frozen=True, tag="call-ended"):
    """The event that the check-in of a pod in a game night ended, and the `missing` players lost their seats."""

    missing: tuple[Player, ...] = ()

    audit_code = "call-ended"

    def apply(self, pod: Pod, /) -> Pod:
        """Return the lobby without the missing players, whose seats wait for people from the bench (the reserve)."""
        rest = _remove_players_from_lobby(pod, self.missing)
        members = [player for player in rest.players if player not in rest.guests]
        return replace(
            rest,
            host=members[0] if pod.host in self.missing and members else pod.host,
            setup=_build_setup_with_invited_players(pod.setup, rest.players),
            called=tuple(player for player in pod.called if player not in self.missing),
            missing=(*pod.missing, *self.missing),
            awaits_bench=True,
            ended_calls=pod.ended_calls + 1,
        )

    def rebuild_original_command(self) -> EndPodRollCall:
        return EndPodRollCall(self.missing)

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("event-call-ended", {"players": self.missing}, {"count": len(self.missing)})


class SeatBenchPlayersInPod(PodCommand, frozen=True):
    """The command that gives a pod's free seats to people from the bench (the reserve) of a game night.

    `guests` are those among them without an account, each with the member who brought them. `tags` stand for people in
    the random draw of seats. `decks` are those that they played last in the night.
    """

    players: tuple[Player, ...] = ()
    guests: Mapping[Player, Player] = {}
    tags: Mapping[Player, str] = {}
    decks: Mapping[Player, Deck] = {}

    right = THE_BOT

    def create_event(self, pod: Pod, /) -> "BenchPlayersSeatedInPod":
        """Return the event that seats people from the bench. Raises `Refusal` unless the pod waits for the bench."""
        if pod.state != "lobby" or not pod.awaits_bench:
            raise_refusal("call-none")
        if len(pod.players) + len(self.players) > find_maximum_player_count(pod.setup):
            raise_refusal("full", "players", most=find_maximum_player_count(pod.setup))
        for player in self.players:
            if player in pod.players:
                raise_refusal("already-in", "players", player=player)
        decks = {player: deck for player, deck in self.decks.items() if player in self.players}
        return BenchPlayersSeatedInPod(self.players, dict(self.guests), dict(self.tags), decks)


class BenchPlayersSeatedInPod(LobbyEvent, frozen=True, tag="seats-filled"):
    """The event that people from the bench (the reserve) got the free seats of a pod in a game night.

    They have pressed to be in the night. `guests` are those without an account, each with the member who brought them.
    `decks` are those that they played last in the night.
    """

    players: tuple[Player, ...] = ()
    guests: dict[Player, Player] = {}
    tags: dict[Player, str] = {}
    decks: dict[Player, Deck] = {}

    def apply(self, pod: Pod, /) -> Pod:
        """Return the lobby with the people from the bench, who must now press the check-in button."""
        draw = pod.draw
        for player in self.players:
            draw = draws.add_player_to_random_seating(draw, player, self.tags.get(player), None)
        players = (*pod.players, *self.players)
        called = (*pod.called, *(self.guests.get(player, player) for player in self.players))
        return replace(
            pod,
            players=players,
            setup=_build_setup_with_invited_players(pod.setup, players),
            guests={**pod.guests, **self.guests},
            called=tuple(dict.fromkeys(called)),
            missing=tuple(player for player in pod.missing if player not in self.players),
            draw=draw,
            awaits_bench=False,
        )

    def copy_declared_decks(self, previous_pod: Pod, current_pod: Pod) -> Pod:
        """Return the lobby with the decks declared before, and with the decks of the people from the bench."""
        return replace(current_pod, decks={**self.decks, **previous_pod.decks})

    def rebuild_original_command(self) -> SeatBenchPlayersInPod:
        return SeatBenchPlayersInPod(self.players, self.guests, self.tags, self.decks)

    def build_event_sentence(self) -> TranslatableSentence:
        return TranslatableSentence("event-seats-filled", {"players": self.players}, {"count": len(self.players)})


def _build_setup_with_invited_players(setup: PodSetup, invited_players: tuple[Player, ...]) -> PodSetup:
    """Return the setup in which only these players may take a seat."""
    return replace(setup, invited=invited_players or setup.invited)


def _remove_players_from_lobby(pod: Pod, players: tuple[Player, ...]) -> Pod:
    for player in players:
        pod = remove_player_from_lobby(pod, player)
    return pod
