"""Defeats in variants where each servant serves one master alone (NEC-2 to NEC-14).

A verdict cites the parameter (VAR) where a custom variant's answer differs from Necromancer's.
"""

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from bot.rules.endings import compute_game_result
from bot.rules.facts import Player
from bot.rules.losses import ReportedDefeat
from bot.rules.records import GameChanges, GameResult, LoserFate, PlayerState, Status
from bot.rules.responsibility import DefeatJudgement, judge_responsibility_by_most_damage
from bot.rules.settlement import (
    DefeatResolver,
    PlayerStateChanges,
    build_state_of_eliminated_player,
    build_verdict_from_judgement,
    find_circular_defeats,
    get_player_role,
    replace_player_states,
)
from bot.rules.teams import list_players_with_master_status, list_servants_of_master

_BECOMES_BY_STATUS: Mapping[Status, LoserFate] = {"servant": "servant", "masterless": "masterless", "out": "out"}


class ServantDefeatResolver(DefeatResolver):
    """A resolver of defeats for variants where a beaten player serves the player who won against them.

    The loser serves the player who is responsible for the defeat. Depending on the variant, the loser keeps their own
    servants.
    """

    __slots__ = ("killed",)

    killed: Collection[Player]  # minions whom their own master killed: they stay out (NEC-9)

    def judge_responsibility(self, defeat: ReportedDefeat) -> DefeatJudgement:
        return judge_responsibility_by_most_damage(defeat.report)

    def compute_defeat_effects(
        self, defeats: Sequence[ReportedDefeat], judgements: Sequence[DefeatJudgement]
    ) -> GameChanges:
        """Return the changes by simultaneous defeats, judged by who served whom before the defeats."""
        losers = [judgement.loser for judgement in judgements]
        fates = {j.loser: self._add_rule_about_loser_status(j, losers) for j in judgements}
        again = self.variant.killed_by_own_master == "again"
        self.killed = [p for p in fates if not again and self._is_servant_of_master(p, fates[p].responsible)]
        result = self._compute_game_result_after_defeats(self._compute_new_player_states(fates))
        if result is not None:
            rule = "NEC-D5" if result.draw else "NEC-13"
            self._remove_impossible_masters(fates, may_ask_players=False)
            return self.build_game_ending_changes(judgements, result, rule, judgements_if_game_continued=fates)
        self._remove_impossible_masters(fates, may_ask_players=True)
        moves = self._compute_new_player_states(fates)
        self.moved = self.moved.combine_with_later_changes(PlayerStateChanges.from_new_states(moves.values()))
        return self.build_game_changes(
            [
                build_verdict_from_judgement(fate, _BECOMES_BY_STATUS[moves[loser].status])
                for loser, fate in fates.items()
            ]
        )

    def compute_concession_effects(self, player: Player) -> PlayerStateChanges:
        """Return the changes when a player concedes: their servants become masterless (NEC-D3)."""
        return PlayerStateChanges.from_new_states(self._remove_player_from_game(player, ()))

    def _compute_game_result_after_defeats(self, new_player_states: Mapping[Player, PlayerState]) -> GameResult | None:
        freed = [p for p, move in new_player_states.items() if move.status == "master"]
        freed = [player for player in freed if self.standings[player].status != "master"]
        lost = [player for player, move in new_player_states.items() if move.status != "master"]
        seats = self.situation.seats
        return compute_game_result(self.setup, seats, self.standings, losing_players=lost, new_masters=freed)

    # Judging

    def _add_rule_about_loser_status(self, judgement: DefeatJudgement, losers: Collection[Player]) -> DefeatJudgement:
        """Add to a judgement the rule by which the loser becomes a servant or leaves the game."""
        loser = judgement.loser
        responsible = judgement.responsible
        if responsible is None:
            masterless = self.variant.nobody_responsible == "masterless"
            return judgement.add_rule_to_judgement("NEC-12" if masterless else "VAR-3")
        if self._is_servant_of_master(loser, responsible):
            if self.variant.killed_by_own_master == "again":
                return judgement.add_rule_to_judgement("VAR-5")
            return _add_rule_to_judgement(judgement, "NEC-9", "killed-by-master")
        risen = "NEC-2" if self.standings[loser].status == "master" else "NEC-10"
        if not self._is_servant_of_master(responsible, loser):
            return judgement.add_rule_to_judgement(risen)
        if self.variant.beats_own_master == "nothing":
            return _remove_responsible_player_from_judgement(judgement, "VAR-6", "still-serves")
        if responsible in losers:  # NEC-D9
            return _add_rule_to_judgement(judgement, risen, "not-freed")
        return _add_rule_to_judgement(judgement, "NEC-11", "freed")

    def _remove_impossible_masters(self, judgements: dict[Player, DefeatJudgement], *, may_ask_players: bool) -> None:
        """Remove the new master of each loser who would serve in a circle, or serve an eliminated player.

        The last defeat of a game asks nobody to choose a master.
        """
        rising = {loser: fate for loser, fate in judgements.items() if loser not in self.killed}
        for loser in find_circular_defeats(rising):
            judgements[loser] = _remove_responsible_player_from_judgement(judgements[loser], "NEC-D4", "circle")
        fallen: list[DefeatJudgement] | None = None
        while fallen is None or fallen:
            if may_ask_players and self.variant.nobody_responsible == "loser_chooses":
                self._assign_masters_chosen_by_losers(judgements)
            gone = [loser for loser, fate in judgements.items() if self._is_loser_out_of_game(fate)]
            fallen = [f for f in judgements.values() if f.responsible in gone and not self._is_loser_out_of_game(f)]
            for fate in fallen:
                late = replace(fate, controller=fate.responsible)
                judgements[fate.loser] = _remove_responsible_player_from_judgement(late, "NEC-D4", "gone-too")

    def _assign_masters_chosen_by_losers(self, judgements: dict[Player, DefeatJudgement]) -> None:
        """Make each loser whom nobody beat the servant of the master whom the loser chose.

        Raises `PlayerChoiceRequiredError` for a loser who has not chosen yet. Does nothing if the variant forbids the
        choice.
        """
        lost = [loser for loser, fate in judgements.items() if fate.responsible is None]
        if lost:
            left = list_players_with_master_status(
                replace_player_states(self.standings, self._compute_new_player_states(judgements).values())
            )
            self.assign_masters_chosen_by_losers(judgements, lost, left)

    def _is_loser_out_of_game(self, judgement: DefeatJudgement) -> bool:
        stays = self.variant.nobody_responsible == "masterless"
        return judgement.loser in self.killed or (judgement.responsible is None and not stays)

    def _is_servant_of_master(self, player: Player, master: Player | None) -> bool:
        standing = self.standings[player]
        return standing.status == "servant" and standing.master == master

    # Moving

    def _compute_new_player_states(self, judgements: Mapping[Player, DefeatJudgement]) -> dict[Player, PlayerState]:
        """Return the new states of all losers and of the servants who become free."""
        moves: dict[Player, PlayerState] = {}
        for loser, fate in judgements.items():
            moves.update({move.player: move for move in self._compute_states_of_loser_and_servants(fate, judgements)})
            freed = fate.responsible
            if freed is not None and freed not in judgements and self._is_servant_of_master(freed, loser):  # NEC-11
                moves[freed] = PlayerState(freed, phased=self.standings[freed].phased)
        return moves

    def _compute_states_of_loser_and_servants(
        self, defeat_judgement: DefeatJudgement, all_judgements: Mapping[Player, DefeatJudgement]
    ) -> list[PlayerState]:
        loser = defeat_judgement.loser
        responsible = defeat_judgement.responsible
        if self._is_loser_out_of_game(defeat_judgement):
            return self._remove_player_from_game(loser, all_judgements)
        if responsible is not None:
            arrival = (self.next_servant_order_number, loser)
            moves = [
                PlayerState(loser, "servant", responsible, served=(arrival,), phased=self._do_losers_get_own_turns)
            ]
            if self.variant.servants_of_loser == "follow":
                moves += [
                    replace(self.standings[p], master=responsible, served=(arrival, *self.standings[p].served))
                    for p in self._list_servants_following_loser(loser, responsible, all_judgements)
                ]
            return moves
        return [PlayerState(loser, "masterless", phased=self._do_losers_get_own_turns)]

    def _list_servants_following_loser(
        self, loser: Player, responsible_player: Player, judgements: Mapping[Player, DefeatJudgement]
    ) -> list[Player]:
        """Return a beaten master's servants who follow the master to the new master.

        Servants who lose too, or whom the new master serves, do not follow.
        """
        fate = judgements.get(responsible_player)
        lord = fate.responsible if fate is not None else self.standings[responsible_player].master
        lost = {*judgements, responsible_player, lord}
        return [player for player in list_servants_of_master(self.standings, loser) if player not in lost]

    @property
    def _do_losers_get_own_turns(self) -> bool:
        return self.variant.solo_turns > 0

    def _remove_player_from_game(self, player: Player, losers: Collection[Player]) -> list[PlayerState]:
        """Return the states of a player who leaves the game, and of the servants who lose this master.

        Servants who lose at the same time are left out (NEC-D3).
        """
        standing = self.standings[player]
        left = [each for each in list_servants_of_master(self.standings, player) if each not in losers]
        return [
            build_state_of_eliminated_player(standing, get_player_role(standing)),
            *(PlayerState(each, "masterless", phased=self.standings[each].phased) for each in left),
        ]


def _add_rule_to_judgement(judgement: DefeatJudgement, rule_id: str, explanation_key: str) -> DefeatJudgement:
    return (
        judgement.add_rule_to_judgement(rule_id)
        if judgement.ruled
        else judgement.add_rule_to_judgement(rule_id, explanation_key)
    )


def _remove_responsible_player_from_judgement(
    defeat_judgement: DefeatJudgement, rule_id: str, explanation_key: str
) -> DefeatJudgement:
    return defeat_judgement.add_rule_to_judgement(rule_id, explanation_key, responsible=None)
