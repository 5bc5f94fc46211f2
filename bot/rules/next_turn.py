"""The next turn (TAB-1), and additional turns."""

from msgspec.structs import replace

from bot.rules import turns
from bot.rules.commands_and_events import TranslatableSentence
from bot.rules.facts import Player
from bot.rules.playing import find_current_turn, require_player_in_game, require_running_game
from bot.rules.pod import EventRecreatedAfterUndo, Pod, PodCommand, RunningGameEvent, apply_game_changes_to_pod
from bot.rules.records import GameChanges, Turn
from bot.rules.rights import PLAYERS
from bot.rules.teams import list_players_in_game


def list_current_and_next_turns(pod: Pod) -> tuple[Turn, ...]:
    """Return the current turn and the turns that follow, until everybody in the pod has had one.

    Where the bot does not track turns, nobody has the current one, and the first seat has the next.
    """
    turn = pod.turn if pod.setup.turns else None
    if turn is None:
        turn = Turn((), 0, pod.players[-1])
    return turns.list_upcoming_turns(pod.setup, pod.players, pod.standings, turn)


def list_players_whose_turn_it_is(pod: Pod) -> tuple[Player, ...]:
    """Return the players whose turn it is; empty after the end, and in games whose turns the bot does not track."""
    if pod.turn is None or not pod.setup.turns or pod.result is not None or pod.closed:
        return ()
    return pod.turn.active


def list_phased_out_players(pod: Pod) -> tuple[Player, ...]:
    """Return the players who are phased out, in seat order (NEC-5, RSP-2).

    They are so from their defeat until their next turn. Where the bot does not track turns, nobody is.
    """
    if not pod.setup.turns:
        return ()
    return tuple(player for player, standing in pod.standings.items() if standing.phased and standing.status != "out")


def list_possible_additional_turns(pod: Pod) -> tuple[tuple[Player, ...], ...]:
    """Return the additional turns that a card could give: for each turn its players, in seat order."""
    shared = (
        turns.find_players_sharing_turn(pod.setup, pod.players, pod.standings, player)
        for player in list_players_in_game(pod.standings)
    )
    return tuple(dict.fromkeys(shared))


class BeginNextTurn(PodCommand, frozen=True):
    """The command that begins the next turn, or an additional turn that a player was given."""

    extra: Player | None = None

    right = PLAYERS
    stops_for_dispute = True

    def create_event(self, pod: Pod, /) -> "TurnBegan":
        """Return the `TurnBegan` event. Raises `Refusal` if no game is running.

        Turns belong to the main game, even during a subgame (ESC-D21).
        """
        require_running_game(pod)
        extra = self.extra
        if extra is not None:
            require_player_in_game(pod.standings, extra, "extra")
        turn = turns.build_next_turn(pod.setup, pod.players, pod.standings, find_current_turn(pod), extra)
        return _build_turn_began_event(pod, turn, extra)


class TurnBegan(EventRecreatedAfterUndo, RunningGameEvent, frozen=True, tag="turn-began"):
    """The event that the next turn, or an additional turn of a player, began."""

    outcome: GameChanges
    extra: Player | None = None

    is_news = False
    undo_rank = 0

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod in its next turn. The players' states at the start of a turn decide who can be attacked."""
        if self.outcome.turn is None:
            return super().apply(pod)
        after = apply_game_changes_to_pod(pod, self.outcome, pod)
        return replace(after, begun=after.standings)

    def rebuild_original_command(self) -> BeginNextTurn:
        return BeginNextTurn(self.extra)

    def recreate_after_undo(self, pod: Pod, pod_before_undo: Pod) -> "TurnBegan":
        """Return the event that begins the same player's turn after an undo. Raises `Refusal` if that is impossible."""
        require_running_game(pod)
        was = self.outcome.turn
        assert was is not None
        extra = self.extra if self.extra in list_players_in_game(pod.standings) else None
        turn = turns.rebuild_next_turn_after_undo(
            pod.setup, pod.players, pod.standings, find_current_turn(pod), was, extra
        )
        return _build_turn_began_event(pod, turn, extra)

    def build_event_sentence(self) -> TranslatableSentence:
        active = () if self.outcome.turn is None else self.outcome.turn.active
        return TranslatableSentence("event-turn", {"players": active})


def _build_turn_began_event(pod: Pod, turn: Turn, extra_turn_player: Player | None) -> TurnBegan:
    """Return the event that a turn began. Phased-out players of the turn phase in.

    An additional turn is not one in the order of the table, so its player stays phased out (NEC-5).
    """
    in_order = turn.active if extra_turn_player is None or turn.markers else ()
    active = (pod.standings[player] for player in in_order)
    back = tuple(replace(standing, phased=False) for standing in active if standing.phased)
    return TurnBegan(GameChanges(back, turn=turn), extra_turn_player)
