"""Losses where a master and all who serve them are one side (ESC-3 to ESC-9, ESC-31 to ESC-60)."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from bot.rules.endings import find_result
from bot.rules.events import Outcome, Role, Standing
from bot.rules.facts import Player
from bot.rules.losses import Loss
from bot.rules.responsibility import Judgement, judge
from bot.rules.settlement import (
    Moves,
    Settlement,
    find_circles,
    find_role,
    give_verdict,
    send_out,
)
from bot.rules.teams import find_masters, find_servants, find_successors


class Sides(Settlement):
    """The beaten bring all who serve them to the responsible player."""

    __slots__ = ()

    def judge(self, loss: Loss) -> Judgement:
        """As Esclave says: a master answers for those who serve them (ESC-20 to ESC-43)."""
        chosen = self.answers.get(("responsible", loss.report.loser))
        return judge(loss, self.standings, chosen)

    def settle_defeats(self, losses: Sequence[Loss], judgements: Sequence[Judgement]) -> Outcome:
        """All but the last defeat make servants."""
        fates = {judgement.loser: judgement for judgement in judgements}
        result = find_result(self.setup, self.situation.seats, self.standings, lost=fates)
        if result is not None:  # ESC-9, ESC-D6
            return self.conclude_last_defeat(
                judgements, result, "TAB-6" if result.draw else "ESC-9"
            )
        ties = [judgement for judgement in judgements if judgement.options]
        if ties:
            self._settle_ties(ties)
        if len(fates) > 1:
            fates = _pass_on(fates)
        if self.setup.choose_master or self.variant.nobody_responsible == "loser_chooses":
            self._offer_masters(fates)
        self.moved = self.moved.then(self._move(fates, losses))
        return self.conclude(
            [
                give_verdict(fate, "servant" if fate.responsible else "out")
                for fate in fates.values()
            ]
        )

    def leave(self, player: Player) -> Moves:
        """The servants stay together under a successor (ESC-44, ESC-45)."""
        return self._send_out(player, find_role(self.standings[player]), ())

    # Questions

    def _settle_ties(self, ties: Sequence[Judgement]) -> None:
        for tie in sorted(ties, key=lambda tie: self.rank_in_turn(tie.loser)):
            self.ask("responsible", tie.loser, tie.options)

    def _offer_masters(self, fates: dict[Player, Judgement]) -> None:
        """Who would lose as a master may choose one instead (ESC-60)."""
        lost = [
            loser
            for loser, fate in fates.items()
            if fate.responsible is None and self.standings[loser].status == "master"
        ]
        if lost:
            left = [player for player in find_masters(self.standings) if player not in fates]
            self.offer_masters(fates, lost, left)

    # Who goes where

    def _move(self, fates: Mapping[Player, Judgement], losses: Sequence[Loss]) -> Moves:
        """Where the losers of one moment go, and those who share their fate."""
        moved = Moves()
        leaving: list[Judgement] = []
        struck = self._find_struck(fates) if len(fates) > 1 else ()
        for loser, fate in fates.items():
            is_servant = self.standings[loser].status == "servant"
            if fate.responsible is not None:
                self._serve(moved, loser, fate.responsible)
                if not is_servant:
                    for player in self._find_followers(loser, struck):
                        self._serve(moved, player, fate.responsible, loser)
            elif is_servant:
                moved = moved.then(Moves.to([send_out(self.standings[loser], "servant")]))
            else:
                leaving.append(fate)
        if leaving:  # in turn order, as each may have to choose
            shared = [loss.report.loser for loss in losses if loss.shared]
            for fate in sorted(leaving, key=lambda fate: self.rank_in_turn(fate.loser)):
                moved = moved.then(self._lose_as_master(fate, struck, shared))
        return moved

    def _find_struck(self, losers: Iterable[Player]) -> Sequence[Player]:
        """The servants among the losers, who were struck personally (ESC-D3)."""
        return [player for player in losers if self.standings[player].status == "servant"]

    def _lose_as_master(
        self, fate: Judgement, struck: Collection[Player], shared: Collection[Player]
    ) -> Moves:
        """Nobody is responsible: `shared` life was the team's, all else one's own (ESC-D1)."""
        loser = fate.loser
        if loser in shared:
            followers = self._find_followers(loser, struck)
            lost_as_servants = [send_out(self.standings[player], "servant") for player in followers]
            return Moves.to([send_out(self.standings[loser], "master"), *lost_as_servants])
        traitors = [player for player in fate.traitors if player not in struck]
        leaving = (send_out(self.standings[player], "servant") for player in traitors)
        return self._send_out(loser, "master", {*struck, *traitors}).then(Moves.to(leaving))

    def _send_out(self, player: Player, role: Role, elsewhere: Collection[Player]) -> Moves:
        """Out; the servants stay together under a successor (ESC-44, ESC-45)."""
        moved = Moves.to([send_out(self.standings[player], role)])
        heirs = find_successors(self.standings, player, elsewhere)
        if not heirs:
            return moved
        heir = heirs[0] if len(heirs) == 1 else self.ask("successor", player, heirs)
        assert heir is not None  # only a new master may be declined
        moved.heirs.append(heir)
        for servant in self._find_followers(player, elsewhere):
            standing = self.standings[servant]
            moved.standings.append(
                Standing(servant) if servant == heir else replace(standing, master=heir)
            )
        return moved

    def _find_followers(self, master: Player, elsewhere: Collection[Player]) -> list[Player]:
        """Those who share their master's fate: who was struck goes another way (ESC-D6)."""
        serving = find_servants(self.standings, master)
        return [s for s in serving if s not in elsewhere] if elsewhere else serving

    def _serve(
        self, moved: Moves, player: Player, master: Player, led_by: Player | None = None
    ) -> None:
        """Under a new master, in the order of service (ESC-3, ESC-8, ESC-D7)."""
        path: tuple[tuple[int, Player], ...] = ((self.arrival, led_by or player),)
        if led_by is not None:
            path += self.standings[player].served
        moved.standings.append(Standing(player, "servant", master, served=path))
        moved.inactive.append(player)


def _pass_on(fates: dict[Player, Judgement]) -> dict[Player, Judgement]:
    """The losers of one moment, with those they answer to after all of it (ESC-D6)."""
    for loser in find_circles(fates):
        fates[loser] = fates[loser].cite("ESC-D6", "circle", responsible=None)
    return {loser: _follow_responsible(fates, fate) for loser, fate in fates.items()}


def _follow_responsible(fates: Mapping[Player, Judgement], fate: Judgement) -> Judgement:
    """Follow a responsible player who lost at the same moment to their own master."""
    first = responsible = fate.responsible
    while responsible is not None and responsible in fates:
        responsible = fates[responsible].responsible
    if responsible == first:
        return fate
    answer = "fellow-loser" if responsible is not None else "fellow-nobody"
    return fate.cite("ESC-D6", answer, responsible=responsible, controller=first)
