"""Losses where service is a bond between two players, and nothing more (NEC-2 to NEC-14).

Where the answers of a house variant differ from Necromancer's, the verdict cites the parameter.
"""

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from bot.rules.endings import draw, victory
from bot.rules.events import Becomes, Outcome, Result, Standing, Status
from bot.rules.facts import Player, Report
from bot.rules.responsibility import Judgement, simple
from bot.rules.settlement import Settlement, after, circles, out, role_of, verdict
from bot.rules.teams import masters, servants

_BECOMES: Mapping[Status, Becomes] = {
    "servant": "servant",
    "masterless": "masterless",
    "out": "out",
}


class Bonds(Settlement):
    """The beaten serve the player responsible, whoever that is; who serves them may stay."""

    __slots__ = ("killed",)

    killed: Collection[Player]  # minions whom their own master killed, and who stay out (NEC-9)

    def judged(self, report: Report) -> Judgement:
        """The controller of the greatest source (NEC-D1)."""
        return simple(report)

    def defeats(self, reports: Sequence[Report], judgements: Sequence[Judgement]) -> Outcome:
        """All of a moment are judged on the bonds as they stood before it (NEC-D4)."""
        losers = [j.loser for j in judgements]
        fates = {j.loser: self._fate(j, losers) for j in judgements}
        again = self.variant.killed_by_own_master == "again"
        self.killed = [p for p in fates if not again and self._serves(p, fates[p].responsible)]
        left = masters(after(self.standings, self._moves(fates).values()))
        if not left:
            return self.last_defeat(judgements, draw(self.setup, self.standings), "NEC-D5")
        if len(left) == 1:
            result = victory(self.setup, self.standings, left[0])
            return self.last_defeat(judgements, result, "NEC-13")
        self._untie(fates, left)
        moves = self._moves(fates)
        self.moves += tuple(moves.values())
        return self.concluded(
            [verdict(fate, _BECOMES[moves[loser].status]) for loser, fate in fates.items()]
        )

    def leaves(self, player: Player) -> Sequence[Standing]:
        """Out for good; who served them serves nobody (NEC-14, NEC-D3)."""
        return self._gone(player, ())

    def left_over(self) -> Result | None:
        """One master left wins (NEC-13), none is a draw (NEC-D5)."""
        left = masters(self.standings)
        if not left:
            return draw(self.setup, self.standings)
        return victory(self.setup, self.standings, left[0]) if len(left) == 1 else None

    # Whom the losers answer to

    def _fate(self, judgement: Judgement, losers: Collection[Player]) -> Judgement:
        """The judgement, by the rule that settles what becomes of the loser."""
        loser, responsible = judgement.loser, judgement.responsible
        if responsible is None:
            return self._nobody_s(judgement)
        if self._serves(loser, responsible):
            if self.variant.killed_by_own_master == "again":
                return _by(judgement, "VAR-5")
            return _by(judgement, "NEC-9", "killed-by-master")
        risen = "NEC-2" if self.standings[loser].status == "master" else "NEC-10"
        if not self._serves(responsible, loser):
            return _by(judgement, risen)
        if self.variant.beats_own_master == "nothing":
            return _nobody(judgement, "VAR-6", "still-serves")
        if responsible in losers:  # NEC-D9
            return _by(judgement, risen, "not-freed")
        return _by(judgement, "NEC-11", "freed")

    def _nobody_s(self, judgement: Judgement) -> Judgement:
        masterless = self.variant.nobody_responsible == "masterless"
        return _by(judgement, "NEC-12" if masterless else "VAR-3")

    def _untie(self, fates: dict[Player, Judgement], left: Sequence[Player]) -> None:
        """Nobody serves whom they beat at the same moment, nor who is out by then (NEC-D4)."""
        rising = {loser: fate for loser, fate in fates.items() if loser not in self.killed}
        for loser in circles(rising):
            fates[loser] = _nobody(fates[loser], "NEC-D4", "circle")
        fallen: list[Judgement] | None = None
        while fallen is None or fallen:
            if self.variant.nobody_responsible == "loser_chooses":
                self._offer_masters(fates, left)
            gone = [loser for loser, fate in fates.items() if self._goes(fate)]
            fallen = [f for f in fates.values() if f.responsible in gone and not self._goes(f)]
            for fate in fallen:
                late = replace(fate, controller=fate.responsible)
                fates[fate.loser] = _nobody(late, "NEC-D4", "gone-too")

    def _goes(self, fate: Judgement) -> bool:
        """Whether a loser is out."""
        stays = self.variant.nobody_responsible == "masterless"
        return fate.loser in self.killed or (fate.responsible is None and not stays)

    def _serves(self, player: Player, master: Player | None) -> bool:
        standing = self.standings[player]
        return standing.status == "servant" and standing.master == master

    def _offer_masters(self, fates: dict[Player, Judgement], left: Sequence[Player]) -> None:
        """For whom nobody is responsible may choose whom to serve, where that is agreed (VAR-3)."""
        lost = [loser for loser, fate in fates.items() if fate.responsible is None]
        for loser in sorted(lost, key=self.in_turn_order):
            master = self.chosen_master(loser, left)
            if master is not None:
                chosen = replace(fates[loser], rule="VAR-3", answer="chose-master", found=None)
                fates[loser] = replace(chosen, responsible=master)

    # Who goes where

    def _moves(self, fates: Mapping[Player, Judgement]) -> dict[Player, Standing]:
        moves: dict[Player, Standing] = {}
        for loser, fate in fates.items():
            moves.update({move.player: move for move in self._falls(fate, fates)})
            freed = fate.responsible
            if freed is not None and freed not in fates and self._serves(freed, loser):  # NEC-11
                moves[freed] = Standing(freed, phased=self.standings[freed].phased)
        return moves

    def _falls(self, fate: Judgement, fates: Mapping[Player, Judgement]) -> list[Standing]:
        """What becomes of a loser, and of those who served them."""
        loser, responsible = fate.loser, fate.responsible
        if self._goes(fate):
            return self._gone(loser, fates)
        if responsible is not None:
            arrival = (self.situation.step, loser)
            moves = [
                Standing(loser, "servant", responsible, served=(arrival,), phased=self._phased)
            ]
            if self.variant.servants_of_loser == "follow":
                moves += [
                    replace(
                        self.standings[p],
                        master=responsible,
                        served=(arrival, *self.standings[p].served),
                    )
                    for p in self._followers(loser, responsible, fates)
                ]
            return moves
        return [Standing(loser, "masterless", phased=self._phased)]

    def _followers(
        self, loser: Player, responsible: Player, fates: Mapping[Player, Judgement]
    ) -> list[Player]:
        """Who follows a beaten master (VAR-4): nobody follows one who serves them."""
        fate = fates.get(responsible)
        lord = fate.responsible if fate is not None else self.standings[responsible].master
        lost = {*fates, responsible, lord}
        return [player for player in servants(self.standings, loser) if player not in lost]

    @property
    def _phased(self) -> bool:
        """Whether the beaten take some turns by themselves first (NEC-5)."""
        return self.variant.solo_turns > 0

    def _gone(self, player: Player, losers: Collection[Player]) -> list[Standing]:
        """Out; their minions serve nobody (NEC-D3), but for those who are losing too."""
        standing = self.standings[player]
        left = [each for each in servants(self.standings, player) if each not in losers]
        return [
            out(standing, role_of(standing)),
            *(Standing(each, "masterless", phased=self.standings[each].phased) for each in left),
        ]


def _by(judgement: Judgement, rule: str, answer: str | None = None) -> Judgement:
    """The judgement by another rule; a moderator's keeps its own words."""
    if judgement.ruled or answer is None:
        return replace(judgement, rule=rule)
    return replace(judgement, rule=rule, answer=answer, found=None)


def _nobody(judgement: Judgement, rule: str, answer: str) -> Judgement:
    return replace(judgement, responsible=None, rule=rule, answer=answer, found=None)
