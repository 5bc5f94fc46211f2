"""Losses where nobody serves: the beaten are out (TAB-9), or come back (RSP-1)."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from bot.rules import seats
from bot.rules.endings import draw, left_to_win, triumph
from bot.rules.events import Outcome, Result, Setup, Standing
from bot.rules.facts import Player, Report
from bot.rules.responsibility import Judgement, simple
from bot.rules.settlement import Settlement, out, verdict
from bot.rules.tables import TABLES
from bot.rules.teams import Standings


class Elimination(Settlement):
    """Who loses leaves: alone, or with a team that has lost (TAB-10, TAB-29, TAB-31)."""

    __slots__ = ()

    def judged(self, report: Report) -> Judgement:
        """The controller of the greatest source; life that is shared is the team's (TAB-29)."""
        shared = report.cause == "life" and TABLES[self.setup.table].one_life
        return simple(report, self._falling(report) if shared else ())

    def defeats(self, reports: Sequence[Report], judgements: Sequence[Judgement]) -> Outcome:
        """The last loser is out like the others (TAB-D4)."""
        gone = {player for report in reports for player in self._falling(report)}
        moves = _out(self.standings, gone)
        result = concluded(self.setup, self.situation.seats, self.standings, gone)
        if result is not None:
            rule = "TAB-6" if result.draw else TABLES[self.setup.table].rule
            return self.last_defeat(judgements, result, rule, moves)
        self.moves += tuple(moves)
        return self.concluded([verdict(j, "out") for j in judgements])

    def leaves(self, player: Player) -> Sequence[Standing]:
        """Out, with the team if they were its emperor (TAB-8, TAB-31)."""
        return _out(self.standings, self._team_of(player) or (player,))

    def left_over(self) -> Result | None:
        """Whoever is left over wins (TAB-2, TAB-10)."""
        return concluded(self.setup, self.situation.seats, self.standings)

    def _falling(self, report: Report) -> tuple[Player, ...]:
        """Who loses with a player: the team, if its one life ran out, or its emperor lost."""
        if report.cause == "life" and TABLES[self.setup.table].one_life:
            return seats.mates(self.setup, self.situation.seats, report.loser)
        return self._team_of(report.loser) or (report.loser,)

    def _team_of(self, player: Player) -> tuple[Player, ...]:
        """The team whose emperor a player is."""
        if not TABLES[self.setup.table].emperors:
            return ()
        team = seats.mates(self.setup, self.situation.seats, player)
        return team if player == seats.emperor(team) else ()


def concluded(
    setup: Setup,
    players: Sequence[Player],
    standings: Standings,
    gone: Collection[Player] = (),
    combo: bool = False,
) -> Result | None:
    """The result of an elimination once these too are `gone`; None while the game goes on."""
    lost = {player for player, standing in standings.items() if standing.status == "out"}
    winners = left_to_win(setup, players, lost | set(gone))
    if winners is None:
        return None
    return triumph(setup, standings, winners, combo) if winners else draw(setup, standings)


def beaten_by(
    setup: Setup, players: Sequence[Player], standings: Standings, winner: Player
) -> list[Standing]:
    """The moves of those whom an effect that lets `winner` win makes lose (TAB-3, TAB-D7)."""
    return _out(standings, seats.opponents(setup, players, winner))


def _out(standings: Standings, gone: Collection[Player]) -> list[Standing]:
    return [
        out(standing, "master")
        for player, standing in standings.items()
        if player in gone and standing.status != "out"
    ]


class Rejoining(Settlement):
    """Who loses comes back, and a point goes with each defeat (RSP-1, RSP-3)."""

    __slots__ = ()

    def judged(self, report: Report) -> Judgement:
        """The controller of the greatest source (NEC-D1)."""
        return simple(report)

    def defeats(self, reports: Sequence[Report], judgements: Sequence[Judgement]) -> Outcome:
        """A point less for each loser, a point more for each responsible player."""
        gains: dict[Player, int] = {}
        for judgement in judgements:
            gains[judgement.loser] = gains.get(judgement.loser, 0) - self._each
            if (responsible := judgement.responsible) is not None:
                gains[responsible] = gains.get(responsible, 0) + self._each
        beaten = {judgement.loser for judgement in judgements}
        moves = [self._scored(player, gain) for player, gain in gains.items()]
        alone = self.variant.solo_turns > 0  # RSP-2
        self.moves += tuple(
            replace(move, phased=alone) if move.player in beaten else move for move in moves
        )
        return self.concluded([verdict(j, "rejoins") for j in judgements])

    def leaves(self, player: Player) -> Sequence[Standing]:
        """Conceding costs a point; they may come back (RSP-1, RSP-3)."""
        return [out(self._scored(player, -self._each), "master")]

    def left_over(self) -> Result | None:
        """The game goes on until it is closed (RSP-4)."""
        return None

    @property
    def _each(self) -> int:
        return self.setup.points.per_defeat

    def _scored(self, player: Player, gain: int) -> Standing:
        standing = self.standings[player]
        return replace(standing, score=standing.score + gain)
