"""Settlement where nobody serves: losers are out (TAB-9) or come back (RSP-1)."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from bot.rules import seats
from bot.rules.endings import find_result
from bot.rules.facts import Player
from bot.rules.losses import Loss
from bot.rules.records import Outcome, Setup, Standing
from bot.rules.responsibility import Judgement, judge_simply
from bot.rules.settlement import Moves, Settlement, give_verdict, send_out
from bot.rules.tables import TABLES
from bot.rules.teams import Standings


class Elimination(Settlement):
    """A settlement in which losers are out, alone or with their team (TAB-10, TAB-29, TAB-31)."""

    __slots__ = ()

    def judge(self, loss: Loss) -> Judgement:
        """Name the controller of the greatest source (NEC-D1); shared life is a team's (TAB-29)."""
        return judge_simply(loss.report, self._find_falling(loss) if loss.shared else ())

    def settle_defeats(self, losses: Sequence[Loss], judgements: Sequence[Judgement]) -> Outcome:
        """Move all losers out, the last one too (TAB-D4)."""
        gone = {player for loss in losses for player in self._find_falling(loss)}
        moves = _send_out_all(self.standings, gone)
        result = find_result(self.setup, self.situation.seats, self.standings, lost=gone)
        if result is not None:
            rule = "TAB-6" if result.draw else TABLES[self.setup.table].rule
            return self.conclude_last_defeat(judgements, result, rule, moves)
        self.moved = self.moved.then(Moves.to(moves))
        return self.conclude([give_verdict(j, "out") for j in judgements])

    def leave(self, player: Player) -> Moves:
        """Move a conceding player out, with the team if they were its emperor (TAB-8, TAB-31)."""
        return Moves.to(_send_out_all(self.standings, self._find_team_led_by(player) or (player,)))

    def _find_falling(self, loss: Loss) -> tuple[Player, ...]:
        """Return who loses with a player: the team if its one life ran out or its emperor lost."""
        loser = loss.report.loser
        if loss.shared:
            return seats.find_teammates(self.setup, self.situation.seats, loser)
        return self._find_team_led_by(loser) or (loser,)

    def _find_team_led_by(self, player: Player) -> tuple[Player, ...]:
        """Return the team whose emperor `player` is; an empty tuple if they are none."""
        if not TABLES[self.setup.table].emperors:
            return ()
        team = seats.find_teammates(self.setup, self.situation.seats, player)
        return team if player == seats.find_emperor(team) else ()


def find_beaten(
    setup: Setup, players: Sequence[Player], standings: Standings, winner: Player
) -> list[Standing]:
    """Return the moves of those who lose when an effect lets `winner` win (TAB-3, TAB-D7)."""
    return _send_out_all(standings, seats.find_opponents(setup, players, winner))


def _send_out_all(standings: Standings, gone: Collection[Player]) -> list[Standing]:
    return [
        send_out(standing, "master")
        for player, standing in standings.items()
        if player in gone and standing.status != "out"
    ]


class Rejoining(Settlement):
    """A settlement in which losers come back, and each defeat moves a point (RSP-1, RSP-3)."""

    __slots__ = ()

    def judge(self, loss: Loss) -> Judgement:
        """Name the controller of the greatest source (NEC-D1)."""
        return judge_simply(loss.report)

    def settle_defeats(self, losses: Sequence[Loss], judgements: Sequence[Judgement]) -> Outcome:
        """Take a point from each loser and give one to each responsible player (RSP-3)."""
        gains: dict[Player, int] = {}
        for judgement in judgements:
            gains[judgement.loser] = gains.get(judgement.loser, 0) - self._points_per_defeat
            if (responsible := judgement.responsible) is not None:
                gains[responsible] = gains.get(responsible, 0) + self._points_per_defeat
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
        """Move a conceding player out and take a point; they may come back (RSP-1, RSP-3)."""
        return Moves.to([send_out(self._score(player, -self._points_per_defeat), "master")])

    @property
    def _points_per_defeat(self) -> int:
        return self.setup.points.per_defeat

    def _score(self, player: Player, gain: int) -> Standing:
        standing = self.standings[player]
        return replace(standing, score=standing.score + gain)
