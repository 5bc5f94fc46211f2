"""What is common to judging the losses of one moment, whatever then becomes of the losers.

Everything that waits is judged, concessions first; where the rules leave a choice to a player, that
is one question, and what waits for it has not happened (ESC-D21).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

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
from bot.rules.facts import Player, Report
from bot.rules.responsibility import Judgement
from bot.rules.teams import Standings
from bot.rules.turns import after_moves


class Situation(Struct, frozen=True):
    """What the losses are judged on: the teams as they stand, and the step that is judged."""

    setup: Setup
    seats: tuple[Player, ...]
    standings: Standings
    turn: Turn
    step: int


class Asked(Exception):
    """A question must be answered first."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


class Settlement(ABC):
    """Concessions one by one, then all the defeats of the moment at once.

    `standings` are the teams after the concessions; the defeats are judged on them and their
    moves change them only together.
    """

    __slots__ = ("answers", "moves", "pending", "setup", "situation", "standings", "variant")

    def __init__(self, situation: Situation, pending: Pending) -> None:
        self.situation = situation
        self.setup = situation.setup
        self.variant = situation.setup.answers
        self.pending = pending
        given = pending.answers
        self.answers = {(a.kind, a.by): a.player for a in given} if given else {}
        self.standings = situation.standings
        self.moves: tuple[Standing, ...] = ()

    # What a variant decides

    @abstractmethod
    def judged(self, report: Report) -> Judgement:
        """Who is responsible for a defeat (VAR-2)."""

    @abstractmethod
    def defeats(self, reports: Sequence[Report], judgements: Sequence[Judgement]) -> Outcome:
        """What becomes of the losers. Raises `Asked`."""

    @abstractmethod
    def leaves(self, player: Player) -> Sequence[Standing]:
        """The moves of a concession. Raises `Asked`."""

    @abstractmethod
    def left_over(self) -> Result | None:
        """The result, if the concessions have ended the game."""

    # What is the same for all

    def outcome(self) -> Outcome:
        """The outcome of all that waits; where a choice is open, what can happen without it."""
        if not self.pending.conceding:
            return self._judged((), self.pending.reports, None)
        undecided, question = self._concessions()
        # Whoever conceded while the pod waited is beaten no more (ESC-D21).
        reports = tuple(r for r in self.pending.reports if self.standings[r.loser].status != "out")
        # A master who is leaving has lost already: the successor wins, once there is one.
        if not reports and question is None and (result := self.left_over()) is not None:
            return self.concluded(result=result)
        return self._judged(undecided, reports, question)

    def _judged(
        self,
        undecided: tuple[Player, ...],
        reports: tuple[Report, ...],
        question: Question | None,
    ) -> Outcome:
        """The defeats judged, unless a question is open or comes up."""
        if question is None:
            if not reports:
                return self.concluded()
            try:
                return self.defeats(reports, [self._ruled(report) for report in reports])
            except Asked as asked:
                question = asked.question
        pending = self.pending
        return self.concluded(
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
            try:
                moves = self.leaves(player)
            except Asked as asked:
                undecided.append(player)
                question = question or asked.question
            else:
                self.moves += tuple(moves)
                self.standings = after(self.standings, moves)
        return tuple(undecided), question

    def _ruled(self, report: Report) -> Judgement:
        """Who answers for a defeat, if they have not left while the pod waited (ESC-D17)."""
        judgement = self.judged(report)
        for ruling in self.pending.rulings:
            if ruling.loser == report.loser:
                judgement = _as_ruled(judgement, ruling)
        responsible = judgement.responsible
        if responsible is None or self.standings[responsible].status != "out":
            return judgement
        return replace(
            judgement, responsible=None, rule="ESC-D17", answer="gone", found=None, ruled=False
        )

    def ask(self, kind: QuestionKind, by: Player, options: Sequence[Player]) -> Player | None:
        """The answer that was given, if it still is one; else the question is put."""
        may_decline = kind == "new-master"
        if (kind, by) in self.answers:
            given = self.answers[kind, by]
            if given in options or (given is None and may_decline):
                return given
        raise Asked(Question(kind, by, tuple(options), may_decline))

    def chosen_master(self, loser: Player, left: Sequence[Player]) -> Player | None:
        """Whom a loser chooses to serve, who need not serve anybody (ESC-60)."""
        put = self.pending.question
        if put is not None and (put.kind, put.by) == ("new-master", loser):
            # Who conceded since the question was put is no option, nor is their successor.
            left = [player for player in left if player in put.options]
        return self.ask("new-master", loser, left)

    def in_turn_order(self, player: Player) -> tuple[bool, int]:
        """Who is active first, then clockwise (TAB-11)."""
        seats, turn = self.situation.seats, self.situation.turn
        distance = (seats.index(player) - seats.index(turn.seat)) % len(seats)
        return player not in turn.active, distance

    def last_defeat(
        self,
        judgements: Iterable[Judgement],
        result: Result,
        rule: str,
        moves: Sequence[Standing] = (),
    ) -> Outcome:
        """The game is over by `rule`: nobody is asked anything (ESC-9, ESC-D2, ESC-D6)."""
        self.moves += tuple(moves)
        found = "draw" if result.draw else "last"
        verdicts = [verdict(replace(j, rule=rule, found=found), "beaten") for j in judgements]
        return self.concluded(verdicts, result)

    def concluded(
        self,
        verdicts: Sequence[Verdict] = (),
        result: Result | None = None,
        pending: Pending | None = None,
    ) -> Outcome:
        """The outcome, and the turn as the moves leave it."""
        before = self.situation
        turn = after_moves(
            self.setup, before.seats, before.turn, before.standings, self.moves, before.step
        )
        return Outcome(
            self.moves,
            tuple(verdicts),
            pending,
            None if turn is before.turn else turn,
            result,
        )


def after(standings: Standings, moves: Iterable[Standing]) -> Standings:
    """The standings once players have moved."""
    return {**standings, **{move.player: move for move in moves}}


def out(standing: Standing, role: Role) -> Standing:
    """A player's standing once they have left the game as what they were."""
    return replace(standing, status="out", out_as=role, phased=False)


def role_of(standing: Standing) -> Role:
    """What a player in the game loses as: who is masterless is a servant whom nobody commands."""
    return "master" if standing.status == "master" else "servant"


def verdict(judgement: Judgement, becomes: Becomes) -> Verdict:
    """What is said of one defeat."""
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


def circles(fates: Mapping[Player, Judgement]) -> set[Player]:
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


def _as_ruled(judgement: Judgement, ruling: Ruling) -> Judgement:
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
