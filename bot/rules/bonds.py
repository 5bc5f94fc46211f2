"""Settlement where service is a bond between two players (NEC-2 to NEC-14).

A verdict cites the parameter (VAR) where a house variant's answer differs from Necromancer's.
"""

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from bot.rules.endings import find_result
from bot.rules.facts import Player
from bot.rules.losses import Loss
from bot.rules.records import Becomes, Outcome, Result, Standing, Status
from bot.rules.responsibility import Judgement, judge_simply
from bot.rules.settlement import (
    Moves,
    Settlement,
    apply_moves,
    find_circles,
    find_role,
    give_verdict,
    send_out,
)
from bot.rules.teams import find_masters, find_servants

_BECOMES_BY_STATUS: Mapping[Status, Becomes] = {
    "servant": "servant",
    "masterless": "masterless",
    "out": "out",
}


class Bonds(Settlement):
    """A settlement in which losers serve the responsible player; their own servants may stay."""

    __slots__ = ("killed",)

    killed: Collection[Player]  # minions whom their own master killed: they stay out (NEC-9)

    def judge(self, loss: Loss) -> Judgement:
        """Name the controller of the greatest source (NEC-D1)."""
        return judge_simply(loss.report)

    def settle_defeats(self, losses: Sequence[Loss], judgements: Sequence[Judgement]) -> Outcome:
        """Settle all defeats of a moment on the bonds as they stood before it (NEC-D4)."""
        losers = [judgement.loser for judgement in judgements]
        fates = {j.loser: self._decide_fate(j, losers) for j in judgements}
        again = self.variant.killed_by_own_master == "again"
        self.killed = [p for p in fates if not again and self._is_serving(p, fates[p].responsible)]
        result = self._find_last_result(self._move(fates))
        if result is not None:
            rule = "NEC-D5" if result.draw else "NEC-13"
            return self.conclude_last_defeat(judgements, result, rule)
        self._release_stranded(fates)
        moves = self._move(fates)
        self.moved = self.moved.then(Moves.to(moves.values()))
        return self.conclude(
            [
                give_verdict(fate, _BECOMES_BY_STATUS[moves[loser].status])
                for loser, fate in fates.items()
            ]
        )

    def leave(self, player: Player) -> Moves:
        """Move a conceding player out; their servants become masterless (NEC-14, NEC-D3)."""
        return Moves.to(self._send_out(player, ()))

    def _find_last_result(self, moves: Mapping[Player, Standing]) -> Result | None:
        """Return the result if these moves end the game; movers keep their status (NEC-13)."""
        freed = [p for p, move in moves.items() if move.status == "master"]
        freed = [player for player in freed if self.standings[player].status != "master"]
        lost = [player for player, move in moves.items() if move.status != "master"]
        seats = self.situation.seats
        return find_result(self.setup, seats, self.standings, lost=lost, freed=freed)

    # Judging

    def _decide_fate(self, judgement: Judgement, losers: Collection[Player]) -> Judgement:
        """Return the judgement, citing the rule that decides the loser's fate."""
        loser = judgement.loser
        responsible = judgement.responsible
        if responsible is None:
            masterless = self.variant.nobody_responsible == "masterless"
            return judgement.cite("NEC-12" if masterless else "VAR-3")
        if self._is_serving(loser, responsible):
            if self.variant.killed_by_own_master == "again":
                return judgement.cite("VAR-5")
            return _cite_unless_ruled(judgement, "NEC-9", "killed-by-master")
        risen = "NEC-2" if self.standings[loser].status == "master" else "NEC-10"
        if not self._is_serving(responsible, loser):
            return judgement.cite(risen)
        if self.variant.beats_own_master == "nothing":
            return _cite_nobody(judgement, "VAR-6", "still-serves")
        if responsible in losers:  # NEC-D9
            return _cite_unless_ruled(judgement, risen, "not-freed")
        return _cite_unless_ruled(judgement, "NEC-11", "freed")

    def _release_stranded(self, fates: dict[Player, Judgement]) -> None:
        """Release losers who would serve in a circle or serve a player who is out then (NEC-D4)."""
        rising = {loser: fate for loser, fate in fates.items() if loser not in self.killed}
        for loser in find_circles(rising):
            fates[loser] = _cite_nobody(fates[loser], "NEC-D4", "circle")
        fallen: list[Judgement] | None = None
        while fallen is None or fallen:
            if self.variant.nobody_responsible == "loser_chooses":
                self._offer_masters(fates)
            gone = [loser for loser, fate in fates.items() if self._is_out(fate)]
            fallen = [f for f in fates.values() if f.responsible in gone and not self._is_out(f)]
            for fate in fallen:
                late = replace(fate, controller=fate.responsible)
                fates[fate.loser] = _cite_nobody(late, "NEC-D4", "gone-too")

    def _offer_masters(self, fates: dict[Player, Judgement]) -> None:
        """Let losers without a responsible player choose a master if the variant allows (VAR-3)."""
        lost = [loser for loser, fate in fates.items() if fate.responsible is None]
        if lost:
            left = find_masters(apply_moves(self.standings, self._move(fates).values()))
            self.offer_masters(fates, lost, left)

    def _is_out(self, fate: Judgement) -> bool:
        """Return whether a loser is out."""
        stays = self.variant.nobody_responsible == "masterless"
        return fate.loser in self.killed or (fate.responsible is None and not stays)

    def _is_serving(self, player: Player, master: Player | None) -> bool:
        standing = self.standings[player]
        return standing.status == "servant" and standing.master == master

    # Moving

    def _move(self, fates: Mapping[Player, Judgement]) -> dict[Player, Standing]:
        """Return the new standings of all losers, and of players they set free."""
        moves: dict[Player, Standing] = {}
        for loser, fate in fates.items():
            moves.update({move.player: move for move in self._move_loser(fate, fates)})
            freed = fate.responsible
            if (
                freed is not None and freed not in fates and self._is_serving(freed, loser)
            ):  # NEC-11
                moves[freed] = Standing(freed, phased=self.standings[freed].phased)
        return moves

    def _move_loser(self, fate: Judgement, fates: Mapping[Player, Judgement]) -> list[Standing]:
        """Return the new standings of a loser and of the loser's servants."""
        loser = fate.loser
        responsible = fate.responsible
        if self._is_out(fate):
            return self._send_out(loser, fates)
        if responsible is not None:
            arrival = (self.arrival, loser)
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
                    for p in self._find_followers(loser, responsible, fates)
                ]
            return moves
        return [Standing(loser, "masterless", phased=self._phased)]

    def _find_followers(
        self, loser: Player, responsible: Player, fates: Mapping[Player, Judgement]
    ) -> list[Player]:
        """Return who follows a beaten master (VAR-4); nobody follows a player who serves them."""
        fate = fates.get(responsible)
        lord = fate.responsible if fate is not None else self.standings[responsible].master
        lost = {*fates, responsible, lord}
        return [player for player in find_servants(self.standings, loser) if player not in lost]

    @property
    def _phased(self) -> bool:
        """Return whether losers first take some turns alone (NEC-5)."""
        return self.variant.solo_turns > 0

    def _send_out(self, player: Player, losers: Collection[Player]) -> list[Standing]:
        """Move a player out; their servants become masterless (NEC-D3), unless they lose too."""
        standing = self.standings[player]
        left = [each for each in find_servants(self.standings, player) if each not in losers]
        return [
            send_out(standing, find_role(standing)),
            *(Standing(each, "masterless", phased=self.standings[each].phased) for each in left),
        ]


def _cite_unless_ruled(judgement: Judgement, rule: str, answer: str) -> Judgement:
    """Return the judgement by another rule; a moderator's ruling keeps its own words."""
    return judgement.cite(rule) if judgement.ruled else judgement.cite(rule, answer)


def _cite_nobody(judgement: Judgement, rule: str, answer: str) -> Judgement:
    """Return the judgement with nobody responsible."""
    return judgement.cite(rule, answer, responsible=None)
