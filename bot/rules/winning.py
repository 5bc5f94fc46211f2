"""Wins by an effect or a combo (ESC-10, ESC-D14), and draws (TAB-7)."""

from collections.abc import Sequence

from bot.rules import turns
from bot.rules.acts import Sentence
from bot.rules.elimination import find_beaten
from bot.rules.endings import (
    count_points,
    find_result,
    make_draw,
    make_shared_victory,
    make_victory,
)
from bot.rules.facts import Player
from bot.rules.guests import find_actors, find_others
from bot.rules.playing import check_present, check_running, find_turn
from bot.rules.pod import (
    DAY_MILLISECONDS,
    Claimable,
    ClaimDraft,
    JudgedEvent,
    Pod,
    PodCommand,
)
from bot.rules.records import Claim, Means, Outcome, Result, Setup, Standing, Waits
from bot.rules.refusals import refuse
from bot.rules.rights import DRAW_CALLERS, PLAYERS
from bot.rules.teams import Standings, find_in_game, find_lord, find_master


class Win(PodCommand, frozen=True):
    """Report that an effect or a combo wins the game for `player`."""

    player: Player
    means: Means = "effect"

    right = PLAYERS
    stops_for_dispute = True

    def decide(self, pod: Pod, /) -> "Won":
        """Return the event of the command. Raises `Refusal`."""
        check_running(pod)
        game = pod.game
        _check_can_be_won(game)
        check_present(game.standings, self.player, "player")
        if not can_win(game.setup, game.standings, self.player):
            refuse(
                "cannot-win",
                "player",
                player=self.player,
                players=_find_contenders(game),
                rules=("VAR-9",) if game.setup.answers.team_is_one_side else ("NEC-4", "NEC-12"),
            )
        moves, result = settle_win(
            game.setup, game.players, game.standings, self.player, self.means == "combo"
        )
        before = find_turn(game)
        gone = {move.player for move in moves}
        turn = turns.change_active(game.players, before, game.standings, gone)
        changed = None if turn is before else turn
        outcome = Outcome(moves, turn=changed, result=result)
        return Won(self.player, self.means, outcome)


class Won(JudgedEvent, Claimable, frozen=True, tag="won"):
    """An effect or a combo won the game (ESC-10, ESC-D14)."""

    player: Player
    means: Means
    outcome: Outcome
    claim: Claim | None = None

    def make_command(self) -> Win:
        """Return the command that led to the event."""
        return Win(self.player, self.means)

    def find_confirmers(self, pod: Pod, by: Player) -> tuple[tuple[Player, ...], bool]:
        """Return who may confirm the win: one of the beaten, if the pod agreed on that."""
        if pod.setup.confirmation != "loser":
            return find_others(pod, by), False
        beaten = _find_opponents(pod, self.player)
        if by in beaten:
            return (), False
        return tuple(each for each in find_actors(pod, beaten) if each != by), False

    def make_claim(self, draft: ClaimDraft) -> Claim | None:
        """Return a claim that another player confirms; None in a subgame."""
        return _make_claim_by_press(self, draft)

    @property
    def author(self) -> Player:
        """The player who won."""
        return self.player

    def tell_claim(self) -> Sentence:
        """Return the label of the unconfirmed report."""
        return Sentence("claim-win", {"player": self.player})


def _find_contenders(game: Pod) -> tuple[Player, ...]:
    return tuple(p for p in find_in_game(game.standings) if can_win(game.setup, game.standings, p))


class Draw(PodCommand, frozen=True):
    """Report a loop that nobody can stop (TAB-7)."""

    right = DRAW_CALLERS
    stops_for_dispute = True

    def decide(self, pod: Pod, /) -> "Drew":
        """Return the event of the command. Raises `Refusal`."""
        check_running(pod)
        game = pod.game
        _check_can_be_won(game)
        return Drew(Outcome(result=make_draw(game.setup, game.standings)))


class Drew(JudgedEvent, Claimable, frozen=True, tag="drew"):
    """The game was a draw (TAB-7)."""

    outcome: Outcome
    claim: Claim | None = None

    def make_command(self) -> Draw:
        """Return the command that led to the event."""
        return Draw()

    def find_confirmers(self, pod: Pod, by: Player) -> tuple[tuple[Player, ...], bool]:
        """Return who may confirm the draw: everybody else."""
        return find_others(pod, by), False

    def make_claim(self, draft: ClaimDraft) -> Claim | None:
        """Return a claim that another player confirms; None in a subgame."""
        return _make_claim_by_press(self, draft)

    def tell(self) -> Sentence:
        """Return the sentence that tells the event."""
        return Sentence("event-drew")

    def tell_claim(self) -> Sentence:
        """Return the label of the unconfirmed report."""
        return Sentence("claim-draw")


def _make_claim_by_press(event: Won | Drew, draft: ClaimDraft) -> Claim | None:
    pod = draft.pod
    if pod.subgame is not None:
        return None
    players, _ = event.find_confirmers(pod, draft.by)
    # If a loser reported it, another player confirms.
    players = players or find_others(pod, draft.by)
    waits: Waits = "both" if pod.setup.confirmation == "off" else "press"
    return draft.wait_for(players, DAY_MILLISECONDS, waits)


def _check_can_be_won(game: Pod) -> None:
    """Raise `Refusal` in a variant that ends only by closing, where nobody wins before (RSP-D1)."""
    if game.setup.answers.ends_when == "closed":
        refuse("goes-on", variant=game.setup.variant)


def _find_opponents(pod: Pod, player: Player) -> tuple[Player, ...]:
    """Return the players who are not on the side of `player`."""
    standings = pod.standings
    if player not in standings:
        return ()
    side = find_master(standings, player)
    return tuple(other for other in standings if find_master(standings, other) != side)


# What wins in each variant


def can_win(setup: Setup, standings: Standings, player: Player) -> bool:
    """Return whether a player in the game can win it.

    A servant can only win in a variant in which servants win with their master (NEC-4).
    """
    if not setup.answers.has_servants:
        return True
    lord = find_lord(standings, player)
    return lord == player or (lord is not None and setup.answers.servants_win_with_master)


def settle_win(
    setup: Setup,
    players: Sequence[Player],
    standings: Standings,
    player: Player,
    combo: bool = False,
) -> tuple[tuple[Standing, ...], Result]:
    """Return the moves and the result when `player` wins (ESC-10, TAB-3, TAB-D7).

    `player` must be able to win; their team wins with them. `players` are in seat order.
    """
    match setup.answers.loser_becomes:
        case "servant":
            master = find_lord(standings, player) or player
            return (), make_victory(setup, standings, master, combo)
        case "rejoins":
            return (), Result((player,), False, count_points(standings).points)
        case "out":
            moves = tuple(find_beaten(setup, players, standings, player))
            lost = {move.player for move in moves}
            result = find_result(setup, players, standings, lost=lost, combo=combo)
            return moves, result or make_shared_victory(setup, standings, (player,), combo)
