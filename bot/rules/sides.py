"""Settlement where a master and their servants are one side (ESC-3 to 9, ESC-31 to 60)."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from bot.rules.endings import find_result
from bot.rules.facts import Player
from bot.rules.losses import Loss
from bot.rules.records import Outcome, Role, Standing
from bot.rules.responsibility import Judgement, judge
from bot.rules.settlement import Moves, Settlement, find_circles, find_role, give_verdict, send_out
from bot.rules.teams import find_masters, find_servants, find_successors


class Sides(Settlement):
    """A settlement in which a loser and all their servants join the responsible player."""

    __slots__ = ()

    def judge(self, loss: Loss) -> Judgement:
        """Judge by Esclave's rules: masters answer for their servants (ESC-20 to ESC-43)."""
        chosen = self.answers.get(("responsible", loss.report.loser))
        return judge(loss, self.standings, chosen)

    def settle_defeats(self, losses: Sequence[Loss], judgements: Sequence[Judgement]) -> Outcome:
        """Make the losers servants, unless this is the last defeat (ESC-9). Raises `Unanswered`."""
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
            fates = _resolve_chains(fates)
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
        """Move a conceding player out; their servants stay together (ESC-44, ESC-45)."""
        return self._send_out(player, find_role(self.standings[player]), ())

    # Questions

    def _settle_ties(self, ties: Sequence[Judgement]) -> None:
        for tie in sorted(ties, key=lambda tie: self.rank_in_turn(tie.loser)):
            self.ask("responsible", tie.loser, tie.options)

    def _offer_masters(self, fates: dict[Player, Judgement]) -> None:
        """Let losing masters without a responsible player choose one instead (ESC-60)."""
        lost = [
            loser
            for loser, fate in fates.items()
            if fate.responsible is None and self.standings[loser].status == "master"
        ]
        if lost:
            left = [player for player in find_masters(self.standings) if player not in fates]
            self.offer_masters(fates, lost, left)

    # Moving

    def _move(self, fates: Mapping[Player, Judgement], losses: Sequence[Loss]) -> Moves:
        """Return the moves of the losers of one moment, and of the players who share their fate."""
        moved = Moves()
        leaving: list[Judgement] = []
        struck = self._find_losing_servants(fates) if len(fates) > 1 else ()
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
        if leaving:  # in turn order, because each may have to choose
            shared = [loss.report.loser for loss in losses if loss.shared]
            for fate in sorted(leaving, key=lambda fate: self.rank_in_turn(fate.loser)):
                moved = moved.then(self._lose_as_master(fate, struck, shared))
        return moved

    def _find_losing_servants(self, losers: Iterable[Player]) -> Sequence[Player]:
        """Return the losers who are servants: they were struck personally (ESC-D3)."""
        return [player for player in losers if self.standings[player].status == "servant"]

    def _lose_as_master(
        self, fate: Judgement, struck: Collection[Player], shared: Collection[Player]
    ) -> Moves:
        """Move a master out with nobody responsible; `shared` life takes the team too (ESC-D1)."""
        loser = fate.loser
        if loser in shared:
            followers = self._find_followers(loser, struck)
            lost_as_servants = [send_out(self.standings[player], "servant") for player in followers]
            return Moves.to([send_out(self.standings[loser], "master"), *lost_as_servants])
        traitors = [player for player in fate.traitors if player not in struck]
        leaving = (send_out(self.standings[player], "servant") for player in traitors)
        return self._send_out(loser, "master", {*struck, *traitors}).then(Moves.to(leaving))

    def _send_out(self, player: Player, role: Role, elsewhere: Collection[Player]) -> Moves:
        """Move a player out; their servants stay together under a successor (ESC-44, ESC-45)."""
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
        """Return the servants who share their master's fate; struck ones do not (ESC-D6)."""
        serving = find_servants(self.standings, master)
        return [s for s in serving if s not in elsewhere] if elsewhere else serving

    def _serve(
        self, moved: Moves, player: Player, master: Player, led_by: Player | None = None
    ) -> None:
        """Move a player to a new master, in the order of service (ESC-3, ESC-8, ESC-D7)."""
        path: tuple[tuple[int, Player], ...] = ((self.arrival, led_by or player),)
        if led_by is not None:
            path += self.standings[player].served
        moved.standings.append(Standing(player, "servant", master, served=path))
        moved.inactive.append(player)


def _resolve_chains(fates: dict[Player, Judgement]) -> dict[Player, Judgement]:
    """Return the judgements, each with the last responsible player of its chain (ESC-D6)."""
    for loser in find_circles(fates):
        fates[loser] = fates[loser].cite("ESC-D6", "circle", responsible=None)
    return {loser: _follow_responsible(fates, fate) for loser, fate in fates.items()}


def _follow_responsible(fates: Mapping[Player, Judgement], fate: Judgement) -> Judgement:
    """Return the judgement with the loser's responsible player replaced by that player's own."""
    first = responsible = fate.responsible
    while responsible is not None and responsible in fates:
        responsible = fates[responsible].responsible
    if responsible == first:
        return fate
    answer = "fellow-loser" if responsible is not None else "fellow-nobody"
    return fate.cite("ESC-D6", answer, responsible=responsible, controller=first)
