"""Defeats in variants where a master and their servants are one side (ESC-3 to 9, ESC-31 to 60)."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from bot.rules.endings import compute_game_result
from bot.rules.facts import Player
from bot.rules.losses import ReportedDefeat
from bot.rules.records import GameChanges, PlayerState, Role
from bot.rules.responsibility import DefeatJudgement, judge_responsibility_with_servants
from bot.rules.settlement import (
    DefeatResolver,
    PlayerStateChanges,
    build_state_of_eliminated_player,
    build_verdict_from_judgement,
    find_circular_defeats,
    get_player_role,
)
from bot.rules.teams import find_possible_successors_of_master, list_players_with_master_status, list_servants_of_master


class TeamMergeDefeatResolver(DefeatResolver):
    """A resolver of defeats for variants where a beaten player and their servants join the winner's team."""

    __slots__ = ()

    def judge_responsibility(self, defeat: ReportedDefeat) -> DefeatJudgement:
        chosen = self.answers.get(("responsible", defeat.report.loser))
        return judge_responsibility_with_servants(defeat, self.standings, chosen)

    def compute_defeat_effects(
        self, defeats: Sequence[ReportedDefeat], judgements: Sequence[DefeatJudgement]
    ) -> GameChanges:
        """Return the changes by defeats: losers become servants, or the game ends."""
        fates = {judgement.loser: judgement for judgement in judgements}
        result = compute_game_result(self.setup, self.situation.seats, self.standings, losing_players=fates)
        if result is not None:  # ESC-9, ESC-D6
            rule = "TAB-6" if result.draw else "ESC-9"
            settled = _pass_responsibility_to_final_victors(fates)
            return self.build_game_ending_changes(judgements, result, rule, judgements_if_game_continued=settled)
        ties = [judgement for judgement in judgements if judgement.options]
        if ties:
            self._require_answers_of_tied_losers(ties)
        if len(fates) > 1:
            fates = _pass_responsibility_to_final_victors(fates)
        if self.setup.choose_master or self.variant.nobody_responsible == "loser_chooses":
            self._assign_losers_to_chosen_masters(fates)
        self.moved = self.moved.combine_with_later_changes(self._compute_state_changes(fates, defeats))
        return self.build_game_changes(
            [build_verdict_from_judgement(fate, "servant" if fate.responsible else "out") for fate in fates.values()]
        )

    def compute_concession_effects(self, player: Player) -> PlayerStateChanges:
        """Return the changes when a player concedes: they leave, and one of their servants leads the others."""
        return self._replace_leaving_master(player, get_player_role(self.standings[player]), ())

    # Questions

    def _require_answers_of_tied_losers(self, tied_judgements: Sequence[DefeatJudgement]) -> None:
        for tie in sorted(tied_judgements, key=lambda tie: self.build_turn_order_sort_key(tie.loser)):
            self.get_required_player_answer("responsible", tie.loser, tie.options)

    def _assign_losers_to_chosen_masters(self, judgements: dict[Player, DefeatJudgement]) -> None:
        """Make masters who lost to nobody serve the masters that they chose."""
        lost = [
            loser
            for loser, fate in judgements.items()
            if fate.responsible is None and self.standings[loser].status == "master"
        ]
        if lost:
            left = [player for player in list_players_with_master_status(self.standings) if player not in judgements]
            self.assign_masters_chosen_by_losers(judgements, lost, left)

    # Moving

    def _compute_state_changes(
        self, judgements: Mapping[Player, DefeatJudgement], defeats: Sequence[ReportedDefeat]
    ) -> PlayerStateChanges:
        moved = PlayerStateChanges()
        leaving: list[DefeatJudgement] = []
        struck = self._find_losing_servants(judgements) if len(judgements) > 1 else ()
        for loser, fate in judgements.items():
            is_servant = self.standings[loser].status == "servant"
            if fate.responsible is not None:
                self._move_player_to_master(moved, loser, fate.responsible)
                if not is_servant:
                    for player in self._list_remaining_servants(loser, struck):
                        self._move_player_to_master(moved, player, fate.responsible, loser)
            elif is_servant:
                moved = moved.combine_with_later_changes(
                    PlayerStateChanges.from_new_states(
                        [build_state_of_eliminated_player(self.standings[loser], "servant")]
                    )
                )
            else:
                leaving.append(fate)
        if leaving:  # in turn order, because each may have to choose
            shared = [loss.report.loser for loss in defeats if loss.shared]
            for fate in sorted(leaving, key=lambda fate: self.build_turn_order_sort_key(fate.loser)):
                moved = moved.combine_with_later_changes(self._eliminate_master_beaten_by_nobody(fate, struck, shared))
        return moved

    def _find_losing_servants(self, losers: Iterable[Player]) -> Sequence[Player]:
        return [player for player in losers if self.standings[player].status == "servant"]

    def _eliminate_master_beaten_by_nobody(
        self,
        defeat_judgement: DefeatJudgement,
        losing_servants: Collection[Player],
        shared_life_losers: Collection[Player],
    ) -> PlayerStateChanges:
        """Return the changes when a master loses and nobody is responsible: the master leaves, servants may follow.

        Shared life takes the whole team out (ESC-D1).
        """
        loser = defeat_judgement.loser
        if loser in shared_life_losers:
            followers = self._list_remaining_servants(loser, losing_servants)
            lost_as_servants = [
                build_state_of_eliminated_player(self.standings[player], "servant") for player in followers
            ]
            return PlayerStateChanges.from_new_states(
                [build_state_of_eliminated_player(self.standings[loser], "master"), *lost_as_servants]
            )
        traitors = [player for player in defeat_judgement.traitors if player not in losing_servants]
        leaving = (build_state_of_eliminated_player(self.standings[player], "servant") for player in traitors)
        return self._replace_leaving_master(loser, "master", {*losing_servants, *traitors}).combine_with_later_changes(
            PlayerStateChanges.from_new_states(leaving)
        )

    def _replace_leaving_master(
        self, player: Player, role: Role, leaving_servants: Collection[Player]
    ) -> PlayerStateChanges:
        """Return the changes when a player leaves, and one of their servants becomes the master of the others."""
        moved = PlayerStateChanges.from_new_states([build_state_of_eliminated_player(self.standings[player], role)])
        heirs = find_possible_successors_of_master(self.standings, player, leaving_servants)
        if not heirs:
            return moved
        heir = heirs[0] if len(heirs) == 1 else self.get_required_player_answer("successor", player, heirs)
        assert heir is not None  # only a new master may be declined
        moved.heirs.append(heir)
        for servant in self._list_remaining_servants(player, leaving_servants):
            standing = self.standings[servant]
            moved.standings.append(PlayerState(servant) if servant == heir else replace(standing, master=heir))
        return moved

    def _list_remaining_servants(self, master: Player, leaving_servants: Collection[Player]) -> list[Player]:
        serving = list_servants_of_master(self.standings, master)
        return [s for s in serving if s not in leaving_servants] if leaving_servants else serving

    def _move_player_to_master(
        self, changes: PlayerStateChanges, player: Player, new_master: Player, former_leader: Player | None = None
    ) -> None:
        """Add to `changes` that a player serves a new master, as the latest of the master's servants."""
        path: tuple[tuple[int, Player], ...] = ((self.next_servant_order_number, former_leader or player),)
        if former_leader is not None:
            path += self.standings[player].served
        changes.standings.append(PlayerState(player, "servant", new_master, served=path))
        changes.inactive.append(player)


def _pass_responsibility_to_final_victors(
    judgements: Mapping[Player, DefeatJudgement],
) -> dict[Player, DefeatJudgement]:
    """Return the judgements with a loser's victims passed on to the player who beat the loser (ESC-D6)."""
    judgements = dict(judgements)
    for loser in find_circular_defeats(judgements):
        judgements[loser] = judgements[loser].add_rule_to_judgement("ESC-D6", "circle", responsible=None)
    return {loser: _pass_responsibility_to_final_victor(judgements, fate) for loser, fate in judgements.items()}


def _pass_responsibility_to_final_victor(
    judgements: Mapping[Player, DefeatJudgement], judgement: DefeatJudgement
) -> DefeatJudgement:
    first = responsible = judgement.responsible
    while responsible is not None and responsible in judgements:
        responsible = judgements[responsible].responsible
    if responsible == first:
        return judgement
    answer = "fellow-loser" if responsible is not None else "fellow-nobody"
    return judgement.add_rule_to_judgement("ESC-D6", answer, responsible=responsible, controller=first)
