"""The next turn (TAB-1), and additional turns."""

from msgspec.structs import replace

from bot.rules import turns
from bot.rules.acts import Sentence
from bot.rules.facts import Player
from bot.rules.playing import check_present, check_running, find_turn
from bot.rules.pod import JudgedEvent, LaterEvent, Pod, PodCommand, apply_outcome
from bot.rules.records import Outcome, Turn
from bot.rules.rights import PLAYERS
from bot.rules.teams import find_in_game


class NextTurn(PodCommand, frozen=True):
    """Begin the next turn, or an additional turn of `extra`."""

    extra: Player | None = None

    right = PLAYERS
    stops_for_dispute = True

    def decide(self, pod: Pod, /) -> "TurnBegan":
        """Return the event; turns belong to the main game, even during a subgame (ESC-D21).

        Raises `Refusal`.
        """
        check_running(pod)
        extra = self.extra
        if extra is not None:
            check_present(pod.standings, extra, "extra")
        turn = turns.make_next_turn(pod.setup, pod.players, pod.standings, find_turn(pod), extra)
        return _begin_turn(pod, turn, extra)


class TurnBegan(LaterEvent, JudgedEvent, frozen=True, tag="turn-began"):
    """The next turn began (TAB-1), or an additional turn of `extra`."""

    outcome: Outcome
    extra: Player | None = None

    is_news = False
    undo_rank = 0

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod in its next turn; range and attacks follow from its standings now."""
        if self.outcome.turn is None:
            return super().apply(pod)
        after = apply_outcome(pod, self.outcome, pod)
        return replace(after, begun=after.standings)

    def make_command(self) -> NextTurn:
        """Return the command that led to the event."""
        return NextTurn(self.extra)

    def decide_again(self, pod: Pod, latest: Pod) -> "TurnBegan":
        """Return the turn as it follows in `pod`. Raises `Refusal`."""
        check_running(pod)
        was = self.outcome.turn
        assert was is not None
        extra = self.extra if self.extra in find_in_game(pod.standings) else None
        turn = turns.keep_turn(pod.setup, pod.players, pod.standings, find_turn(pod), was, extra)
        return _begin_turn(pod, turn, extra)

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        active = () if self.outcome.turn is None else self.outcome.turn.active
        return Sentence("event-turn", {"players": active})


def _begin_turn(pod: Pod, turn: Turn, extra: Player | None) -> TurnBegan:
    """Return the event that begins `turn`, at which its players take no more turns alone."""
    active = (pod.standings[player] for player in turn.active)
    back = tuple(replace(standing, phased=False) for standing in active if standing.phased)
    return TurnBegan(Outcome(back, turn=turn), extra)
