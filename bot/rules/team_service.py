"""Defeats in variants where a master and their servants are one side (ESC-3 to 9, ESC-31 to 60)."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from bot.rules.endings import find_game_result
from bot.rules.facts import Player
from bot.rules.losses import LossToJudge
from bot.rules.records import PlayerState, Role, RulesOutcome
from bot.rules.responsibility import ResponsibilityJudgement, judge_responsibility_by_team_rules
from bot.rules.settlement import (
    DefeatResolver,
    PlayerStateChanges,
    build_state_of_eliminated_player,
    build_verdict_from_judgement,
    find_losers_in_circles,
    find_losing_role,
)
from bot.rules.teams import find_succession_candidates, list_masters, list_servants_of_master


class ServantTeamsDefeatResolver(DefeatResolver):
    """A resolver of defeats for variants where losers and their servants join the winner's team."""

    __slots__ = ()

    def judge_responsibility_for_loss(self, loss: LossToJudge) -> ResponsibilityJudgement:
        chosen = self.answers.get(("responsible", loss.report.loser))
        return judge_responsibility_by_team_rules(loss, self.standings, chosen)

    def resolve_defeats(
        self, losses: Sequence[LossToJudge], judgements: Sequence[ResponsibilityJudgement]
    ) -> RulesOutcome:
        """Return the outcome in which losers become servants, or in which the game ends."""
        fates = {judgement.loser: judgement for judgement in judgements}
        result = find_game_result(self.setup, self.situation.seats, self.standings, losing_players=fates)
        if result is not None:  # ESC-9, ESC-D6
            return self.build_outcome_ending_game(judgements, result, "TAB-6" if result.draw else "ESC-9")
        ties = [judgement for judgement in judgements if judgement.options]
        if ties:
            self._require_choices_of_tied_losers(ties)
        if len(fates) > 1:
            fates = _resolve_responsibility_chains(fates)
        if self.setup.choose_master or self.variant.nobody_responsible == "loser_chooses":
            self._assign_masters_chosen_by_losing_masters(fates)
        self.moved = self.moved.followed_by(self._compute_state_changes(fates, losses))
        return self.build_rules_outcome(
            [build_verdict_from_judgement(fate, "servant" if fate.responsible else "out") for fate in fates.values()]
        )

    def resolve_concession(self, player: Player) -> PlayerStateChanges:
        """Return the changes when a player concedes; servants get a new master together."""
        return self._eliminate_player_with_succession(player, find_losing_role(self.standings[player]), ())

    # Questions

    def _require_choices_of_tied_losers(self, tied_judgements: Sequence[ResponsibilityJudgement]) -> None:
        for tie in sorted(tied_judgements, key=lambda tie: self.compute_turn_order_key(tie.loser)):
            self.require_answer_to_choice("responsible", tie.loser, tie.options)

    def _assign_masters_chosen_by_losing_masters(self, judgements: dict[Player, ResponsibilityJudgement]) -> None:
        """Change the judgements of masters beaten by nobody to the masters whom they chose."""
        lost = [
            loser
            for loser, fate in judgements.items()
            if fate.responsible is None and self.standings[loser].status == "master"
        ]
        if lost:
            left = [player for player in list_masters(self.standings) if player not in judgements]
            self.assign_masters_chosen_by_losers(judgements, lost, left)

    # Moving

    def _compute_state_changes(
        self, judgements: Mapping[Player, ResponsibilityJudgement], losses: Sequence[LossToJudge]
    ) -> PlayerStateChanges:
        moved = PlayerStateChanges()
        leaving: list[ResponsibilityJudgement] = []
        struck = self._find_losing_servants(judgements) if len(judgements) > 1 else ()
        for loser, fate in judgements.items():
            is_servant = self.standings[loser].status == "servant"
            if fate.responsible is not None:
                self._add_move_to_new_master(moved, loser, fate.responsible)
                if not is_servant:
                    for player in self._list_servants_staying_with_master(loser, struck):
                        self._add_move_to_new_master(moved, player, fate.responsible, loser)
            elif is_servant:
                moved = moved.followed_by(
                    PlayerStateChanges.from_new_states(
                        [build_state_of_eliminated_player(self.standings[loser], "servant")]
                    )
                )
            else:
                leaving.append(fate)
        if leaving:  # in turn order, because each may have to choose
            shared = [loss.report.loser for loss in losses if loss.shared]
            for fate in sorted(leaving, key=lambda fate: self.compute_turn_order_key(fate.loser)):
                moved = moved.followed_by(self._eliminate_losing_master(fate, struck, shared))
        return moved

    def _find_losing_servants(self, losers: Iterable[Player]) -> Sequence[Player]:
        """Return the losers who are servants and lost themselves, not only with their master."""
        return [player for player in losers if self.standings[player].status == "servant"]

    def _eliminate_losing_master(
        self,
        judgement: ResponsibilityJudgement,
        losing_servants: Collection[Player],
        shared_life_losers: Collection[Player],
    ) -> PlayerStateChanges:
        """Return the state changes when a master loses and nobody is responsible.

        Shared life takes the whole team out (ESC-D1).
        """
        loser = judgement.loser
        if loser in shared_life_losers:
            followers = self._list_servants_staying_with_master(loser, losing_servants)
            lost_as_servants = [
                build_state_of_eliminated_player(self.standings[player], "servant") for player in followers
            ]
            return PlayerStateChanges.from_new_states(
                [build_state_of_eliminated_player(self.standings[loser], "master"), *lost_as_servants]
            )
        traitors = [player for player in judgement.traitors if player not in losing_servants]
        leaving = (build_state_of_eliminated_player(self.standings[player], "servant") for player in traitors)
        return self._eliminate_player_with_succession(loser, "master", {*losing_servants, *traitors}).followed_by(
            PlayerStateChanges.from_new_states(leaving)
        )

    def _eliminate_player_with_succession(
        self, player: Player, role: Role, leaving_servants: Collection[Player]
    ) -> PlayerStateChanges:
        """Return the state changes when a player leaves and a successor leads the servants."""
        moved = PlayerStateChanges.from_new_states([build_state_of_eliminated_player(self.standings[player], role)])
        heirs = find_succession_candidates(self.standings, player, leaving_servants)
        if not heirs:
            return moved
        heir = heirs[0] if len(heirs) == 1 else self.require_answer_to_choice("successor", player, heirs)
        assert heir is not None  # only a new master may be declined
        moved.heirs.append(heir)
        for servant in self._list_servants_staying_with_master(player, leaving_servants):
            standing = self.standings[servant]
            moved.standings.append(PlayerState(servant) if servant == heir else replace(standing, master=heir))
        return moved

    def _list_servants_staying_with_master(self, master: Player, leaving_servants: Collection[Player]) -> list[Player]:
        """Return the servants who move with their master and do not leave the team."""
        serving = list_servants_of_master(self.standings, master)
        return [s for s in serving if s not in leaving_servants] if leaving_servants else serving

    def _add_move_to_new_master(
        self, changes: PlayerStateChanges, player: Player, master: Player, former_leader: Player | None = None
    ) -> None:
        """Add to the changes that a player serves a new master, after earlier servants."""
        path: tuple[tuple[int, Player], ...] = ((self.next_service_number, former_leader or player),)
        if former_leader is not None:
            path += self.standings[player].served
        changes.standings.append(PlayerState(player, "servant", master, served=path))
        changes.inactive.append(player)


def _resolve_responsibility_chains(
    judgements: dict[Player, ResponsibilityJudgement],
) -> dict[Player, ResponsibilityJudgement]:
    """Return judgements where beaten losers pass responsibility to who beat them (ESC-D6)."""
    for loser in find_losers_in_circles(judgements):
        judgements[loser] = judgements[loser].with_added_rule("ESC-D6", "circle", responsible=None)
    return {loser: _follow_responsibility_chain(judgements, fate) for loser, fate in judgements.items()}


def _follow_responsibility_chain(
    judgements: Mapping[Player, ResponsibilityJudgement], judgement: ResponsibilityJudgement
) -> ResponsibilityJudgement:
    """Return the judgement with the last winner of a chain of losers as responsible."""
    first = responsible = judgement.responsible
    while responsible is not None and responsible in judgements:
        responsible = judgements[responsible].responsible
    if responsible == first:
        return judgement
    answer = "fellow-loser" if responsible is not None else "fellow-nobody"
    return judgement.with_added_rule("ESC-D6", answer, responsible=responsible, controller=first)
