"""Settlement where a master and their servants are one side (ESC-3 to 9, ESC-31 to 60)."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from bot.rules.endings import find_game_result
from bot.rules.facts import Player
from bot.rules.losses import ReportedLoss
from bot.rules.records import PlayerStanding, Role, RulesOutcome
from bot.rules.responsibility import DefeatJudgement, judge_by_team_rules
from bot.rules.settlement import (
    DefeatSettlement,
    StandingChanges,
    build_out_standing,
    build_verdict,
    find_losers_in_circles,
    find_losing_role,
)
from bot.rules.teams import find_succession_candidates, list_masters, list_servants


class TeamServiceSettlement(DefeatSettlement):
    """A settlement in which a loser and all their servants join the responsible player."""

    __slots__ = ()

    def judge_loss(self, loss: ReportedLoss) -> DefeatJudgement:
        """Return the judgement by Esclave's rules: masters answer for their servants.

        The rules are ESC-20 to ESC-43.
        """
        chosen = self.answers.get(("responsible", loss.report.loser))
        return judge_by_team_rules(loss, self.standings, chosen)

    def settle_defeats(
        self, losses: Sequence[ReportedLoss], judgements: Sequence[DefeatJudgement]
    ) -> RulesOutcome:
        """Return the outcome in which losers become servants, or the game ends (ESC-9).

        Raises `ChoiceRequired`.
        """
        fates = {judgement.loser: judgement for judgement in judgements}
        result = find_game_result(
            self.setup, self.situation.seats, self.standings, losing_players=fates
        )
        if result is not None:  # ESC-9, ESC-D6
            return self.build_final_outcome(judgements, result, "TAB-6" if result.draw else "ESC-9")
        ties = [judgement for judgement in judgements if judgement.options]
        if ties:
            self._require_tie_choices(ties)
        if len(fates) > 1:
            fates = _resolve_responsibility_chains(fates)
        if self.setup.choose_master or self.variant.nobody_responsible == "loser_chooses":
            self._ask_losing_masters(fates)
        self.moved = self.moved.followed_by(self._compute_changes(fates, losses))
        return self.build_outcome(
            [
                build_verdict(fate, "servant" if fate.responsible else "out")
                for fate in fates.values()
            ]
        )

    def settle_concession(self, player: Player) -> StandingChanges:
        """Return the changes when a player concedes; their servants stay together (ESC-44,
        ESC-45).
        """
        return self._remove_with_succession(player, find_losing_role(self.standings[player]), ())

    # Questions

    def _require_tie_choices(self, tied_judgements: Sequence[DefeatJudgement]) -> None:
        for tie in sorted(tied_judgements, key=lambda tie: self.compute_turn_order_key(tie.loser)):
            self.require_choice("responsible", tie.loser, tie.options)

    def _ask_losing_masters(self, judgements: dict[Player, DefeatJudgement]) -> None:
        """Let losing masters without a responsible player choose one instead (ESC-60)."""
        lost = [
            loser
            for loser, fate in judgements.items()
            if fate.responsible is None and self.standings[loser].status == "master"
        ]
        if lost:
            left = [player for player in list_masters(self.standings) if player not in judgements]
            self.ask_losers_for_masters(judgements, lost, left)

    # Moving

    def _compute_changes(
        self, judgements: Mapping[Player, DefeatJudgement], losses: Sequence[ReportedLoss]
    ) -> StandingChanges:
        """Return the changes for simultaneous losers, and for players who share their fate."""
        moved = StandingChanges()
        leaving: list[DefeatJudgement] = []
        struck = self._find_losing_servants(judgements) if len(judgements) > 1 else ()
        for loser, fate in judgements.items():
            is_servant = self.standings[loser].status == "servant"
            if fate.responsible is not None:
                self._move_to_master(moved, loser, fate.responsible)
                if not is_servant:
                    for player in self._find_followers(loser, struck):
                        self._move_to_master(moved, player, fate.responsible, loser)
            elif is_servant:
                moved = moved.followed_by(
                    StandingChanges.from_standings(
                        [build_out_standing(self.standings[loser], "servant")]
                    )
                )
            else:
                leaving.append(fate)
        if leaving:  # in turn order, because each may have to choose
            shared = [loss.report.loser for loss in losses if loss.shared]
            for fate in sorted(leaving, key=lambda fate: self.compute_turn_order_key(fate.loser)):
                moved = moved.followed_by(self._remove_losing_master(fate, struck, shared))
        return moved

    def _find_losing_servants(self, losers: Iterable[Player]) -> Sequence[Player]:
        """Return the losers who are servants and were defeated personally (ESC-D3)."""
        return [player for player in losers if self.standings[player].status == "servant"]

    def _remove_losing_master(
        self,
        judgement: DefeatJudgement,
        losing_servants: Collection[Player],
        shared_life_losers: Collection[Player],
    ) -> StandingChanges:
        """Return the changes when a master loses with nobody responsible.

        Shared life takes the whole team out (ESC-D1).
        """
        loser = judgement.loser
        if loser in shared_life_losers:
            followers = self._find_followers(loser, losing_servants)
            lost_as_servants = [
                build_out_standing(self.standings[player], "servant") for player in followers
            ]
            return StandingChanges.from_standings(
                [build_out_standing(self.standings[loser], "master"), *lost_as_servants]
            )
        traitors = [player for player in judgement.traitors if player not in losing_servants]
        leaving = (build_out_standing(self.standings[player], "servant") for player in traitors)
        return self._remove_with_succession(
            loser, "master", {*losing_servants, *traitors}
        ).followed_by(StandingChanges.from_standings(leaving))

    def _remove_with_succession(
        self, player: Player, role: Role, leaving_servants: Collection[Player]
    ) -> StandingChanges:
        """Return the changes when a player goes out and a successor takes their servants.

        The rules are ESC-44 and ESC-45.
        """
        moved = StandingChanges.from_standings([build_out_standing(self.standings[player], role)])
        heirs = find_succession_candidates(self.standings, player, leaving_servants)
        if not heirs:
            return moved
        heir = heirs[0] if len(heirs) == 1 else self.require_choice("successor", player, heirs)
        assert heir is not None  # only a new master may be declined
        moved.heirs.append(heir)
        for servant in self._find_followers(player, leaving_servants):
            standing = self.standings[servant]
            moved.standings.append(
                PlayerStanding(servant) if servant == heir else replace(standing, master=heir)
            )
        return moved

    def _find_followers(self, master: Player, leaving_servants: Collection[Player]) -> list[Player]:
        """Return the servants who share their master's fate, without those defeated
        personally.

        The rule is ESC-D6.
        """
        serving = list_servants(self.standings, master)
        return [s for s in serving if s not in leaving_servants] if leaving_servants else serving

    def _move_to_master(
        self,
        changes: StandingChanges,
        player: Player,
        master: Player,
        former_leader: Player | None = None,
    ) -> None:
        """Add the change that moves a player to a new master, in the order of service.

        The rules are ESC-3, ESC-8, ESC-D7.
        """
        path: tuple[tuple[int, Player], ...] = ((self.arrival_number, former_leader or player),)
        if former_leader is not None:
            path += self.standings[player].served
        changes.standings.append(PlayerStanding(player, "servant", master, served=path))
        changes.inactive.append(player)


def _resolve_responsibility_chains(
    judgements: dict[Player, DefeatJudgement],
) -> dict[Player, DefeatJudgement]:
    """Return the judgements, each with the last responsible player of its chain (ESC-D6)."""
    for loser in find_losers_in_circles(judgements):
        judgements[loser] = judgements[loser].with_rule("ESC-D6", "circle", responsible=None)
    return {
        loser: _follow_responsibility_chain(judgements, fate) for loser, fate in judgements.items()
    }


def _follow_responsibility_chain(
    judgements: Mapping[Player, DefeatJudgement], judgement: DefeatJudgement
) -> DefeatJudgement:
    """Return the judgement with the responsible player at the end of its chain."""
    first = responsible = judgement.responsible
    while responsible is not None and responsible in judgements:
        responsible = judgements[responsible].responsible
    if responsible == first:
        return judgement
    answer = "fellow-loser" if responsible is not None else "fellow-nobody"
    return judgement.with_rule("ESC-D6", answer, responsible=responsible, controller=first)
