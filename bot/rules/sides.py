"""Losses where a master and all who serve them are one side (ESC-3 to ESC-9, ESC-31 to ESC-60)."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from bot.rules.endings import draw, victory
from bot.rules.events import Outcome, Result, Role, Standing
from bot.rules.facts import Player, Report
from bot.rules.responsibility import Judgement, judge
from bot.rules.settlement import Settlement, circles, out, role_of, verdict
from bot.rules.teams import masters, servants, successors


class Sides(Settlement):
    """The beaten bring all who serve them to the responsible player."""

    __slots__ = ()

    def judged(self, report: Report) -> Judgement:
        """As Esclave says: a master answers for those who serve them (ESC-20 to ESC-43)."""
        chosen = self.answers.get(("responsible", report.loser))
        return judge(self.standings, report, chosen)

    def defeats(self, reports: Sequence[Report], judgements: Sequence[Judgement]) -> Outcome:
        """All but the last defeat make servants."""
        losers = [j.loser for j in judgements]
        left = [player for player in masters(self.standings) if player not in losers]
        if not left:
            return self.last_defeat(judgements, draw(self.setup, self.standings), "TAB-6")
        if len(left) == 1:  # ESC-9, ESC-D6
            result = victory(self.setup, self.standings, left[0])
            return self.last_defeat(judgements, result, "ESC-9")
        ties = [j for j in judgements if j.options]
        if ties:
            self._settle_ties(ties)
        fates = _at_once(judgements)
        if self.setup.choose_master or self.variant.nobody_responsible == "loser_chooses":
            self._offer_masters(fates, left)
        self.moves += tuple(self._follow(fates, [r.loser for r in reports if r.cause == "life"]))
        return self.concluded(
            [verdict(fate, "servant" if fate.responsible else "out") for fate in fates.values()]
        )

    def leaves(self, player: Player) -> Sequence[Standing]:
        """The servants stay together under a successor (ESC-44, ESC-45)."""
        return self._gone(player, role_of(self.standings[player]), ())

    def left_over(self) -> Result | None:
        """The last master wins (ESC-9)."""
        left = masters(self.standings)
        return victory(self.setup, self.standings, left[0]) if len(left) == 1 else None

    # Questions

    def _settle_ties(self, ties: Sequence[Judgement]) -> None:
        for tie in sorted(ties, key=lambda tie: self.in_turn_order(tie.loser)):
            self.ask("responsible", tie.loser, tie.options)

    def _offer_masters(self, fates: dict[Player, Judgement], left: Sequence[Player]) -> None:
        """Who would lose as a master may choose one instead (ESC-60)."""
        lost = [
            loser
            for loser, fate in fates.items()
            if fate.responsible is None and self.standings[loser].status == "master"
        ]
        for loser in sorted(lost, key=self.in_turn_order):
            master = self.chosen_master(loser, left)
            if master is not None:
                fates[loser] = replace(
                    fates[loser],
                    responsible=master,
                    rule="ESC-60",
                    answer="chose-master",
                    found=None,
                )

    # Who goes where

    def _follow(
        self, fates: Mapping[Player, Judgement], by_life: Collection[Player]
    ) -> list[Standing]:
        """The moves of one moment: the losers', and of those who share their fate."""
        moves: list[Standing] = []
        leaving: list[Judgement] = []
        struck = [player for player in fates if self.standings[player].status == "servant"]
        for loser, fate in fates.items():
            if fate.responsible is not None:
                moves.append(self._serves(loser, fate.responsible, loser))
                if loser not in struck:
                    for follower in self._followers(loser, struck):
                        moves.append(self._serves(follower, fate.responsible, loser))
            elif loser in struck:
                moves.append(out(self.standings[loser], "servant"))
            else:
                leaving.append(fate)
        return moves + self._nobody_s(leaving, struck, by_life) if leaving else moves

    def _nobody_s(
        self, fates: Sequence[Judgement], struck: Collection[Player], by_life: Collection[Player]
    ) -> list[Standing]:
        """Those for whom nobody is responsible, in turn order, as each may have to choose."""
        moves: list[Standing] = []
        for fate in sorted(fates, key=lambda fate: self.in_turn_order(fate.loser)):
            moves += self._lost_as_master(fate, struck, by_life)
        return moves

    def _lost_as_master(
        self, fate: Judgement, struck: Collection[Player], by_life: Collection[Player]
    ) -> list[Standing]:
        """Nobody is responsible: the life was the whole team's, all else is one's own (ESC-D1)."""
        loser = fate.loser
        if loser in by_life:
            followers = self._followers(loser, struck)
            return [
                out(self.standings[loser], "master"),
                *(out(self.standings[player], "servant") for player in followers),
            ]
        traitors = [player for player in fate.traitors if player not in struck]
        moves = self._gone(loser, "master", {*struck, *traitors})
        return moves + [out(self.standings[player], "servant") for player in traitors]

    def _gone(self, player: Player, role: Role, elsewhere: Collection[Player]) -> list[Standing]:
        """Out; the servants stay together under a successor (ESC-44, ESC-45)."""
        moves = [out(self.standings[player], role)]
        heirs = successors(self.standings, player, elsewhere)
        if not heirs:
            return moves
        heir = heirs[0] if len(heirs) == 1 else self.ask("successor", player, heirs)
        for servant in self._followers(player, elsewhere):
            standing = self.standings[servant]
            moves.append(Standing(servant) if servant == heir else replace(standing, master=heir))
        return moves

    def _followers(self, master: Player, elsewhere: Collection[Player]) -> list[Player]:
        """Those who share their master's fate: who was struck goes another way (ESC-D6)."""
        serving = servants(self.standings, master)
        return [s for s in serving if s not in elsewhere] if elsewhere else serving

    def _serves(self, player: Player, master: Player, led_by: Player) -> Standing:
        """Under a new master, in the order of service (ESC-3, ESC-8, ESC-D7)."""
        arrival = (self.situation.step, led_by)
        earlier = () if player == led_by else self.standings[player].served
        return Standing(player, "servant", master, served=(arrival, *earlier))


def _at_once(judgements: Iterable[Judgement]) -> dict[Player, Judgement]:
    """The losers of one moment, with those they answer to after all of it (ESC-D6)."""
    fates = {j.loser: j for j in judgements}
    if len(fates) == 1:
        return fates
    for loser in circles(fates):
        fates[loser] = replace(
            fates[loser], responsible=None, rule="ESC-D6", answer="circle", found=None
        )
    return {loser: _passed_on(fates, fate) for loser, fate in fates.items()}


def _passed_on(fates: Mapping[Player, Judgement], fate: Judgement) -> Judgement:
    """Follows a responsible player who lost at the same moment to their own master."""
    first = responsible = fate.responsible
    while responsible is not None and responsible in fates:
        responsible = fates[responsible].responsible
    if responsible == first:
        return fate
    answer = "fellow-loser" if responsible is not None else "gone-too"
    return replace(
        fate, responsible=responsible, rule="ESC-D6", answer=answer, found=None, controller=first
    )
