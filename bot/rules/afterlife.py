"""What becomes of the losers of one moment, and of those who served them.

`settle` judges everything that waits, concessions first, and gives the outcome; where the rules
leave a choice to a player, that is one question, and what waits for it has not happened (ESC-D21).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from bot.rules.endings import draw, victory
from bot.rules.events import (
    Becomes,
    Outcome,
    Pending,
    Question,
    QuestionKind,
    Result,
    Role,
    Ruling,
    Setup,
    Standing,
    Turn,
    Verdict,
)
from bot.rules.facts import Player, Report, Source
from bot.rules.responsibility import Judgement, judge
from bot.rules.tables import TABLES
from bot.rules.teams import Standings, in_game, master_of, masters, servants, successors
from bot.rules.turns import after_moves
from bot.rules.variants import VARIANTS


class Situation(Struct, frozen=True):
    """What the losses are judged on: the teams as they stand, and the step that is judged."""

    setup: Setup
    seats: tuple[Player, ...]
    standings: Standings
    turn: Turn
    step: int


class _Asked(Exception):
    """A question must be answered first."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


def settle(situation: Situation, pending: Pending) -> Outcome:
    """The outcome of all that waits; where a choice is open, what can happen without it."""
    return _Settlement(situation, pending).outcome()


def merged(standings: Standings, reports: tuple[Report, ...]) -> tuple[Report, ...]:
    """The reports, with the life entries of one team as one defeat of its master (ESC-D3)."""
    if len(reports) == 1 and standings[reports[0].loser].status == "master":
        return reports
    result: dict[tuple[Player, bool], Report] = {}
    for report in reports:
        life = report.cause == "life"
        loser = (standings[report.loser].master if life else None) or report.loser
        mine = _team_s(standings, report, loser) if life else report
        other = result.get((loser, life))
        result[loser, life] = mine if other is None else _together(other, mine)
    return tuple(result.values())


def _team_s(standings: Standings, report: Report, master: Player) -> Report:
    """A life entry as its master's; a teammate who decided is as if not there (ESC-D21)."""
    others = {
        field: player
        for field in ("controlled_by", "kindslaver")
        if (player := getattr(report, field)) and master_of(standings, player) != master
    }
    return replace(report, loser=master, **{"controlled_by": None, "kindslaver": None, **others})


def _together(one: Report, other: Report) -> Report:
    """Two life entries of one team: sources put together, an object's amounts added (ESC-D21)."""
    sources = list(one.sources)
    unmatched = list(range(len(sources)))
    for source in other.sources:
        same = next((i for i in unmatched if _same_object(sources[i], source)), None)
        if same is None:
            sources.append(source)
            continue
        unmatched.remove(same)
        known = sources[same]
        sources[same] = replace(
            known,
            amount=(known.amount or 1) + (source.amount or 1),
            voluntary=known.voluntary or source.voluntary,
        )
    return replace(
        one,
        sources=tuple(sources),
        controlled_by=one.controlled_by or other.controlled_by,
        kindslaver=one.kindslaver or other.kindslaver,
        protection_ended_by=one.protection_ended_by or other.protection_ended_by,
    )


def _same_object(one: Source, other: Source) -> bool:
    return (
        one.object is not None
        and one.object == other.object
        and one.controller == other.controller
        and one.owned_by == other.owned_by
    )


class _Settlement:
    """The work of `settle`: concessions one by one, then all the defeats of the moment at once.

    `standings` are the teams after the concessions; the defeats are judged on them and their
    moves change them only together.
    """

    __slots__ = ("answers", "moves", "pending", "situation", "standings", "variant")

    def __init__(self, situation: Situation, pending: Pending) -> None:
        self.situation = situation
        self.variant = VARIANTS[situation.setup.variant]
        self.pending = pending
        self.answers = {(a.kind, a.by): a.player for a in pending.answers}
        self.standings = situation.standings
        self.moves: tuple[Standing, ...] = ()

    def outcome(self) -> Outcome:
        if not self.pending.conceding:
            return self._judged((), self.pending.reports, None)
        undecided, question = self._concessions()
        # Whoever conceded while the pod waited is beaten no more (ESC-D21).
        reports = tuple(r for r in self.pending.reports if self.standings[r.loser].status != "out")
        left = masters(self.standings)
        # A master who is leaving has lost already: the successor wins, once there is one.
        if len(left) == 1 and not reports and question is None:
            result = victory(self.situation.setup, self.standings, left[0])
            return self._outcome(result=result)
        return self._judged(undecided, reports, question)

    def _judged(
        self,
        undecided: tuple[Player, ...],
        reports: tuple[Report, ...],
        question: Question | None,
    ) -> Outcome:
        """The defeats judged, unless a question is open or comes up."""
        if question is None:
            try:
                return self._defeats(reports) if reports else self._outcome()
            except _Asked as asked:
                question = asked.question
        pending = self.pending
        return self._outcome(
            pending=Pending(undecided, reports, pending.answers, question, pending.rulings)
        )

    def _concessions(self) -> tuple[tuple[Player, ...], Question | None]:
        """Carries out the concessions that need no choice; the others, and the first question."""
        leaving = self.pending.conceding
        while True:
            undecided, question = self._concede(leaving)
            # Whoever left meanwhile is no option any more, and a single one left is taken.
            if len(undecided) == len(leaving):
                return undecided, question
            leaving = undecided

    def _concede(self, leaving: Sequence[Player]) -> tuple[tuple[Player, ...], Question | None]:
        question: Question | None = None
        undecided: list[Player] = []
        for player in leaving:
            role: Role = "servant" if self.standings[player].status == "servant" else "master"
            try:
                moves = self._leaves(player, role, ())
            except _Asked as asked:
                undecided.append(player)
                question = question or asked.question
            else:
                self.moves += tuple(moves)
                self.standings = {**self.standings, **{move.player: move for move in moves}}
        return tuple(undecided), question

    def _defeats(self, reports: Sequence[Report]) -> Outcome:
        judgements = [self._judge(report) for report in reports]
        match self.variant.loser_becomes:
            case "servant":
                return self._enslaved(reports, judgements)
            case "out":
                return self._eliminated(judgements)
            case _:
                assert_never(self.variant.loser_becomes)

    def _judge(self, report: Report) -> Judgement:
        chosen = self.answers.get(("responsible", report.loser))
        judgement = judge(self.variant.responsibility, self.standings, report, chosen)
        for ruling in self.pending.rulings:
            if ruling.loser == report.loser:
                return _ruled(judgement, ruling)
        return judgement

    def _eliminated(self, judgements: Sequence[Judgement]) -> Outcome:
        losers = [j.loser for j in judgements]
        left = [player for player in in_game(self.standings) if player not in losers]
        moves = [_out(self.standings[loser], "master") for loser in losers]
        if len(left) <= 1:
            return self._last_defeat(judgements, left, moves)
        self.moves += tuple(moves)
        return self._outcome([_verdict(j, "out") for j in judgements])

    def _enslaved(self, reports: Sequence[Report], judgements: Sequence[Judgement]) -> Outcome:
        losers = [j.loser for j in judgements]
        left = [
            player
            for player, standing in self.standings.items()
            if standing.status == "master" and player not in losers
        ]
        if len(left) <= 1:  # ESC-9, ESC-D6
            return self._last_defeat(judgements, left, ())
        ties = [j for j in judgements if j.options]
        if ties:
            self._settle_ties(ties)
        fates = _at_once(judgements)
        if self.situation.setup.choose_master:
            self._offer_masters(fates, left)
        self.moves += tuple(self._follow(fates, [r.loser for r in reports if r.cause == "life"]))
        return self._outcome(
            [_verdict(fate, "servant" if fate.responsible else "out") for fate in fates.values()]
        )

    def _last_defeat(
        self, judgements: Sequence[Judgement], left: Sequence[Player], moves: Sequence[Standing]
    ) -> Outcome:
        """The game is over: nobody changes team, nobody is asked (ESC-9, ESC-D2, ESC-D6)."""
        setup = self.situation.setup
        if left:
            result = victory(setup, self.standings, left[0])
            rule, found = self._ended_by(), "last"
        else:
            result, rule, found = draw(setup, self.standings), "TAB-6", "draw"
        self.moves += tuple(moves)
        verdicts = [_verdict(replace(j, rule=rule, found=found), "beaten") for j in judgements]
        return self._outcome(verdicts, result)

    def _ended_by(self) -> str:
        return self.variant.ends_by or TABLES[self.situation.setup.table].rule

    # Questions

    def _ask(self, kind: QuestionKind, by: Player, options: Sequence[Player]) -> Player | None:
        """The answer that was given, if it still is one; else the question is put."""
        may_decline = kind == "new-master"
        if (kind, by) in self.answers:
            given = self.answers[kind, by]
            if given in options or (given is None and may_decline):
                return given
        raise _Asked(Question(kind, by, tuple(options), may_decline))

    def _settle_ties(self, ties: Sequence[Judgement]) -> None:
        for tie in sorted(ties, key=lambda tie: self._in_turn_order(tie.loser)):
            self._ask("responsible", tie.loser, tie.options)

    def _offer_masters(self, fates: dict[Player, Judgement], left: Sequence[Player]) -> None:
        """Who would lose as a master may choose one instead (ESC-60)."""
        lost = [
            loser
            for loser, fate in fates.items()
            if fate.responsible is None and self.standings[loser].status == "master"
        ]
        for loser in sorted(lost, key=self._in_turn_order):
            master = self._ask("new-master", loser, self._still_offered(loser, left))
            if master is not None:
                fates[loser] = replace(
                    fates[loser],
                    responsible=master,
                    rule="ESC-60",
                    answer="chose-master",
                    found=None,
                )

    def _still_offered(self, loser: Player, left: Sequence[Player]) -> list[Player]:
        """Who conceded since the question was put is no option, nor is their successor."""
        put = self.pending.question
        if put is None or (put.kind, put.by) != ("new-master", loser):
            return list(left)
        return [player for player in left if player in put.options]

    def _in_turn_order(self, player: Player) -> tuple[bool, int]:
        """Who is active first, then clockwise (TAB-11)."""
        seats, turn = self.situation.seats, self.situation.turn
        distance = (seats.index(player) - seats.index(turn.seat)) % len(seats)
        return player not in turn.active, distance

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
                moves.append(_out(self.standings[loser], "servant"))
            else:
                leaving.append(fate)
        return moves + self._nobody_s(leaving, struck, by_life) if leaving else moves

    def _nobody_s(
        self, fates: Sequence[Judgement], struck: Collection[Player], by_life: Collection[Player]
    ) -> list[Standing]:
        """Those for whom nobody is responsible, in turn order, as each may have to choose."""
        moves: list[Standing] = []
        for fate in sorted(fates, key=lambda fate: self._in_turn_order(fate.loser)):
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
                _out(self.standings[loser], "master"),
                *(_out(self.standings[player], "servant") for player in followers),
            ]
        traitors = [player for player in fate.traitors if player not in struck]
        moves = self._leaves(loser, "master", {*struck, *traitors})
        return moves + [_out(self.standings[player], "servant") for player in traitors]

    def _leaves(self, player: Player, role: Role, elsewhere: Collection[Player]) -> list[Standing]:
        """Out; the servants stay together under a successor (ESC-44, ESC-45)."""
        moves = [_out(self.standings[player], role)]
        heirs = successors(self.standings, player, elsewhere)
        if not heirs:
            return moves
        heir = heirs[0] if len(heirs) == 1 else self._ask("successor", player, heirs)
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

    def _outcome(
        self,
        verdicts: Sequence[Verdict] = (),
        result: Result | None = None,
        pending: Pending | None = None,
    ) -> Outcome:
        before = self.situation
        turn = after_moves(before.turn, before.standings, self.moves, before.step)
        return Outcome(
            self.moves,
            tuple(verdicts),
            pending,
            None if turn is before.turn else turn,
            result,
        )


def _at_once(judgements: Iterable[Judgement]) -> dict[Player, Judgement]:
    """The losers of one moment, with those they answer to after all of it (ESC-D6)."""
    fates = {j.loser: j for j in judgements}
    if len(fates) == 1:
        return fates
    for loser in _circles(fates):
        fates[loser] = replace(
            fates[loser], responsible=None, rule="ESC-D6", answer="circle", found=None
        )
    return {loser: _passed_on(fates, fate) for loser, fate in fates.items()}


def _circles(fates: Mapping[Player, Judgement]) -> set[Player]:
    """Those whose responsible players form a loop among the losers."""
    inside: set[Player] = set()
    for start in fates:
        seen: list[Player] = []
        at: Player | None = start
        while at is not None and at in fates and at not in seen:
            seen.append(at)
            at = fates[at].responsible
        if at == start:
            inside.add(start)
    return inside


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


def _ruled(judgement: Judgement, ruling: Ruling) -> Judgement:
    """What a moderator decided, whatever the facts say."""
    answer = "ruled-nobody" if ruling.responsible is None else "ruled"
    return Judgement(
        judgement.loser,
        ruling.responsible,
        judgement.rule,
        answer,
        source=judgement.source,
        controller=judgement.controller,
        owner=judgement.owner,
        ruled=True,
    )


def _out(standing: Standing, role: Role) -> Standing:
    return replace(standing, status="out", out_as=role)


def _verdict(judgement: Judgement, becomes: Becomes) -> Verdict:
    return Verdict(
        judgement.loser,
        judgement.responsible,
        becomes,
        judgement.rule,
        judgement.answer,
        judgement.found,
        judgement.source,
        judgement.controller,
        judgement.owner,
        judgement.ruled,
    )
