"""Settlement where each servant serves one master alone (NEC-2 to NEC-14).

A verdict cites the parameter (VAR) where a house variant's answer differs from Necromancer's.
"""

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from bot.rules.endings import find_game_result
from bot.rules.facts import Player
from bot.rules.losses import ReportedLoss
from bot.rules.records import GameResult, LoserFate, PlayerStanding, RulesOutcome, Status
from bot.rules.responsibility import DefeatJudgement, judge_by_greatest_source
from bot.rules.settlement import (
    DefeatSettlement,
    StandingChanges,
    apply_new_standings,
    build_out_standing,
    build_verdict,
    find_losers_in_circles,
    find_losing_role,
)
from bot.rules.teams import list_masters, list_servants

_BECOMES_BY_STATUS: Mapping[Status, LoserFate] = {
    "servant": "servant",
    "masterless": "masterless",
    "out": "out",
}


class IndividualServiceSettlement(DefeatSettlement):
    """A settlement in which losers serve the responsible player; their own servants may stay."""

    __slots__ = ("killed",)

    killed: Collection[Player]  # minions whom their own master killed: they stay out (NEC-9)

    def judge_loss(self, loss: ReportedLoss) -> DefeatJudgement:
        """Return a judgement that names the controller of the greatest source (NEC-D1)."""
        return judge_by_greatest_source(loss.report)

    def settle_defeats(
        self, losses: Sequence[ReportedLoss], judgements: Sequence[DefeatJudgement]
    ) -> RulesOutcome:
        """Settle simultaneous defeats, judged by the services as they were before (NEC-D4)."""
        losers = [judgement.loser for judgement in judgements]
        fates = {j.loser: self._cite_fate_rule(j, losers) for j in judgements}
        again = self.variant.killed_by_own_master == "again"
        self.killed = [p for p in fates if not again and self._is_serving(p, fates[p].responsible)]
        result = self._find_final_result(self._compute_new_standings(fates))
        if result is not None:
            rule = "NEC-D5" if result.draw else "NEC-13"
            return self.build_final_outcome(judgements, result, rule)
        self._release_unservable_losers(fates)
        moves = self._compute_new_standings(fates)
        self.moved = self.moved.followed_by(StandingChanges.from_standings(moves.values()))
        return self.build_outcome(
            [
                build_verdict(fate, _BECOMES_BY_STATUS[moves[loser].status])
                for loser, fate in fates.items()
            ]
        )

    def settle_concession(self, player: Player) -> StandingChanges:
        """Return the changes when a player concedes: their servants become masterless.

        The rules are NEC-14, NEC-D3.
        """
        return StandingChanges.from_standings(self._remove_from_game(player, ()))

    def _find_final_result(
        self, new_standings: Mapping[Player, PlayerStanding]
    ) -> GameResult | None:
        """Return the result if the new standings end the game; otherwise None (NEC-13)."""
        freed = [p for p, move in new_standings.items() if move.status == "master"]
        freed = [player for player in freed if self.standings[player].status != "master"]
        lost = [player for player, move in new_standings.items() if move.status != "master"]
        seats = self.situation.seats
        return find_game_result(
            self.setup, seats, self.standings, losing_players=lost, freed_players=freed
        )

    # Judging

    def _cite_fate_rule(
        self, judgement: DefeatJudgement, losers: Collection[Player]
    ) -> DefeatJudgement:
        """Return the judgement with the rule that decides the loser's fate."""
        loser = judgement.loser
        responsible = judgement.responsible
        if responsible is None:
            masterless = self.variant.nobody_responsible == "masterless"
            return judgement.with_rule("NEC-12" if masterless else "VAR-3")
        if self._is_serving(loser, responsible):
            if self.variant.killed_by_own_master == "again":
                return judgement.with_rule("VAR-5")
            return _cite_unless_ruled(judgement, "NEC-9", "killed-by-master")
        risen = "NEC-2" if self.standings[loser].status == "master" else "NEC-10"
        if not self._is_serving(responsible, loser):
            return judgement.with_rule(risen)
        if self.variant.beats_own_master == "nothing":
            return _cite_nobody_responsible(judgement, "VAR-6", "still-serves")
        if responsible in losers:  # NEC-D9
            return _cite_unless_ruled(judgement, risen, "not-freed")
        return _cite_unless_ruled(judgement, "NEC-11", "freed")

    def _release_unservable_losers(self, judgements: dict[Player, DefeatJudgement]) -> None:
        """Release losers who would serve in a circle, or serve a player who is out
        (NEC-D4).
        """
        rising = {loser: fate for loser, fate in judgements.items() if loser not in self.killed}
        for loser in find_losers_in_circles(rising):
            judgements[loser] = _cite_nobody_responsible(judgements[loser], "NEC-D4", "circle")
        fallen: list[DefeatJudgement] | None = None
        while fallen is None or fallen:
            if self.variant.nobody_responsible == "loser_chooses":
                self._ask_masterless_losers(judgements)
            gone = [loser for loser, fate in judgements.items() if self._is_loser_out(fate)]
            fallen = [
                f
                for f in judgements.values()
                if f.responsible in gone and not self._is_loser_out(f)
            ]
            for fate in fallen:
                late = replace(fate, controller=fate.responsible)
                judgements[fate.loser] = _cite_nobody_responsible(late, "NEC-D4", "gone-too")

    def _ask_masterless_losers(self, judgements: dict[Player, DefeatJudgement]) -> None:
        """Let losers without a responsible player choose a master if the variant allows
        (VAR-3).
        """
        lost = [loser for loser, fate in judgements.items() if fate.responsible is None]
        if lost:
            left = list_masters(
                apply_new_standings(
                    self.standings, self._compute_new_standings(judgements).values()
                )
            )
            self.ask_losers_for_masters(judgements, lost, left)

    def _is_loser_out(self, judgement: DefeatJudgement) -> bool:
        """Return True if the loser of a judgement is out of the game."""
        stays = self.variant.nobody_responsible == "masterless"
        return judgement.loser in self.killed or (judgement.responsible is None and not stays)

    def _is_serving(self, player: Player, master: Player | None) -> bool:
        standing = self.standings[player]
        return standing.status == "servant" and standing.master == master

    # Moving

    def _compute_new_standings(
        self, judgements: Mapping[Player, DefeatJudgement]
    ) -> dict[Player, PlayerStanding]:
        """Return the new standings of all losers, and of players whom they set free."""
        moves: dict[Player, PlayerStanding] = {}
        for loser, fate in judgements.items():
            moves.update(
                {move.player: move for move in self._compute_loser_standings(fate, judgements)}
            )
            freed = fate.responsible
            if (
                freed is not None and freed not in judgements and self._is_serving(freed, loser)
            ):  # NEC-11
                moves[freed] = PlayerStanding(freed, phased=self.standings[freed].phased)
        return moves

    def _compute_loser_standings(
        self, judgement: DefeatJudgement, judgements: Mapping[Player, DefeatJudgement]
    ) -> list[PlayerStanding]:
        """Return the new standings of a loser and of the loser's servants."""
        loser = judgement.loser
        responsible = judgement.responsible
        if self._is_loser_out(judgement):
            return self._remove_from_game(loser, judgements)
        if responsible is not None:
            arrival = (self.arrival_number, loser)
            moves = [
                PlayerStanding(
                    loser, "servant", responsible, served=(arrival,), phased=self._takes_solo_turns
                )
            ]
            if self.variant.servants_of_loser == "follow":
                moves += [
                    replace(
                        self.standings[p],
                        master=responsible,
                        served=(arrival, *self.standings[p].served),
                    )
                    for p in self._find_followers(loser, responsible, judgements)
                ]
            return moves
        return [PlayerStanding(loser, "masterless", phased=self._takes_solo_turns)]

    def _find_followers(
        self,
        loser: Player,
        responsible_player: Player,
        judgements: Mapping[Player, DefeatJudgement],
    ) -> list[Player]:
        """Return the servants who follow their beaten master (VAR-4).

        Nobody follows a player who serves them.
        """
        fate = judgements.get(responsible_player)
        lord = fate.responsible if fate is not None else self.standings[responsible_player].master
        lost = {*judgements, responsible_player, lord}
        return [player for player in list_servants(self.standings, loser) if player not in lost]

    @property
    def _takes_solo_turns(self) -> bool:
        """Return True if losers first take some turns alone (NEC-5)."""
        return self.variant.solo_turns > 0

    def _remove_from_game(self, player: Player, losers: Collection[Player]) -> list[PlayerStanding]:
        """Return the standings when a player leaves and their servants become masterless
        (NEC-D3).

        Servants who lose too are left out.
        """
        standing = self.standings[player]
        left = [each for each in list_servants(self.standings, player) if each not in losers]
        return [
            build_out_standing(standing, find_losing_role(standing)),
            *(
                PlayerStanding(each, "masterless", phased=self.standings[each].phased)
                for each in left
            ),
        ]


def _cite_unless_ruled(
    judgement: DefeatJudgement, rule: str, explanation_key: str
) -> DefeatJudgement:
    """Return the judgement with another rule. A moderator's ruling keeps its own explanation."""
    return (
        judgement.with_rule(rule) if judgement.ruled else judgement.with_rule(rule, explanation_key)
    )


def _cite_nobody_responsible(
    judgement: DefeatJudgement, rule: str, explanation_key: str
) -> DefeatJudgement:
    """Return the judgement with nobody responsible for the defeat."""
    return judgement.with_rule(rule, explanation_key, responsible=None)
