"""Settlement without servants: losers are out (TAB-9) or rejoin (RSP-1)."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from bot.rules import seats
from bot.rules.endings import find_game_result
from bot.rules.facts import Player
from bot.rules.losses import ReportedLoss
from bot.rules.records import PlayerStanding, PodSetup, RulesOutcome
from bot.rules.responsibility import DefeatJudgement, judge_by_greatest_source
from bot.rules.settlement import (
    DefeatSettlement,
    StandingChanges,
    build_out_standing,
    build_verdict,
)
from bot.rules.tables import TABLES
from bot.rules.teams import Standings


class EliminationSettlement(DefeatSettlement):
    """A settlement in which losers are out, alone or with their team (TAB-10, TAB-29, TAB-31)."""

    __slots__ = ()

    def judge_loss(self, loss: ReportedLoss) -> DefeatJudgement:
        """Return a judgement that names the controller of the greatest source (NEC-D1,
        TAB-29).
        """
        return judge_by_greatest_source(
            loss.report, self._find_players_going_out(loss) if loss.shared else ()
        )

    def settle_defeats(
        self, losses: Sequence[ReportedLoss], judgements: Sequence[DefeatJudgement]
    ) -> RulesOutcome:
        """Return the outcome in which all losers are out, the last one too (TAB-D4)."""
        gone = {player for loss in losses for player in self._find_players_going_out(loss)}
        moves = _build_out_standings(self.standings, gone)
        result = find_game_result(
            self.setup, self.situation.seats, self.standings, losing_players=gone
        )
        if result is not None:
            rule = "TAB-6" if result.draw else TABLES[self.setup.table].rule
            return self.build_final_outcome(judgements, result, rule, moves)
        self.moved = self.moved.followed_by(StandingChanges.from_standings(moves))
        return self.build_outcome([build_verdict(j, "out") for j in judgements])

    def settle_concession(self, player: Player) -> StandingChanges:
        """Return the changes when a player concedes; an emperor takes the team with them.

        The rules are TAB-8, TAB-31.
        """
        return StandingChanges.from_standings(
            _build_out_standings(self.standings, self._find_team_of_emperor(player) or (player,))
        )

    def _find_players_going_out(self, loss: ReportedLoss) -> tuple[Player, ...]:
        """Return the players who lose: the team if its shared life ran out or its emperor
        lost.
        """
        loser = loss.report.loser
        if loss.shared:
            return seats.find_teammates(self.setup, self.situation.seats, loser)
        return self._find_team_of_emperor(loser) or (loser,)

    def _find_team_of_emperor(self, player: Player) -> tuple[Player, ...]:
        """Return the team whose emperor a player is; an empty tuple if they are no emperor."""
        if not TABLES[self.setup.table].emperors:
            return ()
        team = seats.find_teammates(self.setup, self.situation.seats, player)
        return team if player == seats.find_emperor_of_team(team) else ()


def find_standings_after_win(
    setup: PodSetup, players: Sequence[Player], standings: Standings, winner: Player
) -> list[PlayerStanding]:
    """Return the standings of the losers when an effect lets `winner` win (TAB-3, TAB-D7)."""
    return _build_out_standings(standings, seats.find_opponents(setup, players, winner))


def _build_out_standings(
    standings: Standings, losing_players: Collection[Player]
) -> list[PlayerStanding]:
    return [
        build_out_standing(standing, "master")
        for player, standing in standings.items()
        if player in losing_players and standing.status != "out"
    ]


class RejoiningSettlement(DefeatSettlement):
    """A settlement in which losers rejoin, and each defeat moves a point (RSP-1, RSP-3)."""

    __slots__ = ()

    def judge_loss(self, loss: ReportedLoss) -> DefeatJudgement:
        """Return a judgement that names the controller of the greatest source (NEC-D1)."""
        return judge_by_greatest_source(loss.report)

    def settle_defeats(
        self, losses: Sequence[ReportedLoss], judgements: Sequence[DefeatJudgement]
    ) -> RulesOutcome:
        """Return the outcome that moves points from losers to responsible players (RSP-3)."""
        gains: dict[Player, int] = {}
        for judgement in judgements:
            gains[judgement.loser] = gains.get(judgement.loser, 0) - self._points_per_defeat
            if (responsible := judgement.responsible) is not None:
                gains[responsible] = gains.get(responsible, 0) + self._points_per_defeat
        beaten = {judgement.loser for judgement in judgements}
        moves = [self._add_score(player, gain) for player, gain in gains.items()]
        alone = self.variant.solo_turns > 0  # RSP-2
        self.moved = self.moved.followed_by(
            StandingChanges.from_standings(
                replace(move, phased=alone) if move.player in beaten else move for move in moves
            )
        )
        return self.build_outcome([build_verdict(j, "rejoins") for j in judgements])

    def settle_concession(self, player: Player) -> StandingChanges:
        """Return the changes when a player concedes: they lose a point and may rejoin.

        The rules are RSP-1, RSP-3.
        """
        return StandingChanges.from_standings(
            [build_out_standing(self._add_score(player, -self._points_per_defeat), "master")]
        )

    @property
    def _points_per_defeat(self) -> int:
        return self.setup.scoring_values.per_defeat

    def _add_score(self, player: Player, points: int) -> PlayerStanding:
        standing = self.standings[player]
        return replace(standing, score=standing.score + points)
