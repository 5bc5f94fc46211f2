"""Losses where nobody serves: the beaten are out (TAB-9), or come back (RSP-1)."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from bot.rules import seats
from bot.rules.endings import find_result
from bot.rules.events import Outcome, Setup, Standing
from bot.rules.facts import Player
from bot.rules.losses import Loss
from bot.rules.responsibility import Judgement, judge_simply
from bot.rules.settlement import Moves, Settlement, give_verdict, send_out
from bot.rules.tables import TABLES
from bot.rules.teams import Standings


class Elimination(Settlement):
    """Who loses leaves: alone, or with a team that has lost (TAB-10, TAB-29, TAB-31)."""

    __slots__ = ()

    def judge(self, loss: Loss) -> Judgement:
        """The controller of the greatest source; life that is shared is the team's (TAB-29)."""
        return judge_simply(loss.report, self._find_falling(loss) if loss.shared else ())

    def settle_defeats(self, losses: Sequence[Loss], judgements: Sequence[Judgement]) -> Outcome:
        """The last loser is out like the others (TAB-D4)."""
        gone = {player for loss in losses for player in self._find_falling(loss)}
        moves = _send_out_all(self.standings, gone)
        result = find_result(self.setup, self.situation.seats, self.standings, lost=gone)
        if result is not None:
            rule = "TAB-6" if result.draw else TABLES[self.setup.table].rule
            return self.conclude_last_defeat(judgements, result, rule, moves)
        self.moved = self.moved.then(Moves.to(moves))
        return self.conclude([give_verdict(j, "out") for j in judgements])

    def leave(self, player: Player) -> Moves:
        """Out, with the team if they were its emperor (TAB-8, TAB-31)."""
        return Moves.to(_send_out_all(self.standings, self._find_team_led_by(player) or (player,)))

    def _find_falling(self, loss: Loss) -> tuple[Player, ...]:
        """Who loses with a player: the team, if its one life ran out, or its emperor lost."""
        loser = loss.report.loser
        if loss.shared:
            return seats.find_teammates(self.setup, self.situation.seats, loser)
        return self._find_team_led_by(loser) or (loser,)

    def _find_team_led_by(self, player: Player) -> tuple[Player, ...]:
        """The team whose emperor a player is."""
        if not TABLES[self.setup.table].emperors:
            return ()
        team = seats.find_teammates(self.setup, self.situation.seats, player)
        return team if player == seats.find_emperor(team) else ()


def find_beaten(
    setup: Setup, players: Sequence[Player], standings: Standings, winner: Player
) -> list[Standing]:
    """The moves of those whom an effect that lets `winner` win makes lose (TAB-3, TAB-D7)."""
    return _send_out_all(standings, seats.find_opponents(setup, players, winner))


def _send_out_all(standings: Standings, gone: Collection[Player]) -> list[Standing]:
    return [
        send_out(standing, "master")
        for player, standing in standings.items()
        if player in gone and standing.status != "out"
    ]


class Rejoining(Settlement):
    """Who loses comes back, and a point goes with each defeat (RSP-1, RSP-3)."""

    __slots__ = ()

    def judge(self, loss: Loss) -> Judgement:
        """The controller of the greatest source (NEC-D1)."""
        return judge_simply(loss.report)

    def settle_defeats(self, losses: Sequence[Loss], judgements: Sequence[Judgement]) -> Outcome:
        """A point less for each loser, a point more for each responsible player."""
        gains: dict[Player, int] = {}
        for judgement in judgements:
            gains[judgement.loser] = gains.get(judgement.loser, 0) - self._each
            if (responsible := judgement.responsible) is not None:
                gains[responsible] = gains.get(responsible, 0) + self._each
        beaten = {judgement.loser for judgement in judgements}
        moves = [self._score(player, gain) for player, gain in gains.items()]
        alone = self.variant.solo_turns > 0  # RSP-2
        self.moved = self.moved.then(
            Moves.to(
                replace(move, phased=alone) if move.player in beaten else move for move in moves
            )
        )
        return self.conclude([give_verdict(j, "rejoins") for j in judgements])

    def leave(self, player: Player) -> Moves:
        """Conceding costs a point; they may come back (RSP-1, RSP-3)."""
        return Moves.to([send_out(self._score(player, -self._each), "master")])

    @property
    def _each(self) -> int:
        return self.setup.points.per_defeat

    def _score(self, player: Player, gain: int) -> Standing:
        standing = self.standings[player]
        return replace(standing, score=standing.score + gain)
