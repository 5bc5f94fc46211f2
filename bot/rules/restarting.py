"""Games that begin anew or inside another: Karn Liberated (ESC-50) and subgames (ESC-51)."""

from msgspec.structs import replace

from bot.rules import turns
from bot.rules.acts import Sentence
from bot.rules.counting import Counts
from bot.rules.facts import Player
from bot.rules.playing import check_present, check_running
from bot.rules.pod import JudgedEvent, Pod, PodCommand, StoryEvent, apply_outcome, settle_totals
from bot.rules.records import NO_EFFECT, Outcome, SubgameCard
from bot.rules.refusals import refuse
from bot.rules.rights import PLAYERS


class Restart(PodCommand, frozen=True):
    """Restart the game with Karn Liberated, which `by` controls."""

    by: Player

    right = PLAYERS
    stops_for_dispute = True

    def decide(self, pod: Pod, /) -> "Restarted":
        """Return the event of the command. Raises `Refusal`."""
        check_running(pod)
        _check_one_side(pod)
        check_present(pod.game.standings, self.by, "by")
        if pod.subgame is not None:  # the subgame restarts; turns belong to the pod (ESC-D21)
            return Restarted(self.by, NO_EFFECT)
        turn = turns.make_first_turn(pod.setup, pod.standings, self.by)
        return Restarted(self.by, Outcome(turn=turn))


class Restarted(JudgedEvent, frozen=True, tag="restarted"):
    """Karn Liberated restarted the game (ESC-50)."""

    by: Player
    outcome: Outcome

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod in its first turn; range and attacks follow from its standings now."""
        if self.outcome.turn is None:
            return super().apply(pod)
        after = apply_outcome(pod, self.outcome, pod)
        return replace(after, begun=after.standings)

    def recount_totals(self, before: Pod, after: Pod) -> Counts:
        """Return the totals of a game that begins (ESC-50)."""
        return settle_totals(before, after, {}, self)

    def make_command(self) -> Restart:
        """Return the command that led to the event."""
        return Restart(self.by)

    @property
    def author(self) -> Player:
        """The player who controls Karn Liberated."""
        return self.by


class Subgame(PodCommand, frozen=True):
    """Begin a subgame with a card."""

    card: SubgameCard

    right = PLAYERS
    stops_for_dispute = True

    def decide(self, pod: Pod, /) -> "SubgameBegan":
        """Return the event of the command. Raises `Refusal`."""
        check_running(pod)
        _check_one_side(pod)
        if pod.subgame is not None:
            refuse("subgame-nested")
        return SubgameBegan(self.card)


class SubgameBegan(StoryEvent, frozen=True, tag="subgame-began"):
    """A card began a subgame (ESC-51 to ESC-53); later events belong to it until it ends."""

    card: SubgameCard

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod with a subgame of the players in the game; teams stay (ESC-51)."""
        standings = {p: s for p, s in pod.standings.items() if s.status != "out"}
        subgame = Pod(
            pod.setup, pod.host, tuple(standings), standings, step=pod.step, begun=standings
        )
        inside = replace(pod, subgame=subgame, subgame_card=self.card)
        return replace(inside, step=pod.step + 1, before=pod)

    def make_command(self) -> Subgame:
        """Return the command that led to the event."""
        return Subgame(self.card)

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        return Sentence(f"board-subgame-{self.card}")


def _check_one_side(pod: Pod) -> None:
    if not pod.setup.answers.team_is_one_side:
        refuse("not-in-variant", variant=pod.setup.variant)
