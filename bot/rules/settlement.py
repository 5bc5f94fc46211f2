"""What is common to judging the losses of one moment, whatever then becomes of the losers.

`Settlement.settle` is the one place that says what a pod waits for: all that waits is judged anew
with each concession and each answer, and where the rules leave a choice to a player, that is one
question, until whose answer nothing of what waits has happened (ESC-D17, ESC-D21).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.rules.endings import find_result
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
from bot.rules.facts import Player
from bot.rules.losses import Loss, find_losses
from bot.rules.responsibility import Judgement, extend_trail
from bot.rules.teams import Standings, find_next_arrival
from bot.rules.turns import change_active


class Situation(Struct, frozen=True):
    """What the losses are judged on: the agreement, the seats, the teams and the turn."""

    setup: Setup
    seats: tuple[Player, ...]
    standings: Standings
    turn: Turn


class Unanswered(Exception):
    """A question must be answered before it is settled what becomes of the losers."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


class Moves:
    """Who goes where at one moment, in the order in which it happens.

    `heirs` took their master's place; `inactive` are those whom the turn goes on without: they have
    left, or come to a new master's side and wait for the next turn (ESC-D13, ESC-D21).
    """

    __slots__ = ("heirs", "inactive", "standings")

    def __init__(self) -> None:
        self.standings: list[Standing] = []
        self.inactive: list[Player] = []
        self.heirs: list[Player] = []

    @classmethod
    def to(cls, standings: Iterable[Standing]) -> "Moves":
        """Players change their standings, and the turn goes on without those who are out."""
        moved = cls()
        moved.standings += standings
        moved.inactive += [each.player for each in moved.standings if each.status == "out"]
        return moved

    def then(self, later: "Moves") -> "Moves":
        """This, and what happens after it."""
        if not self.standings:
            return later
        both = Moves()
        both.standings = self.standings + later.standings
        both.inactive = self.inactive + later.inactive
        both.heirs = self.heirs + later.heirs
        return both


NOWHERE = Moves()
"""Nobody goes anywhere."""


class Settlement(ABC):
    """Concessions one by one, then all the defeats of the moment at once.

    `standings` are the teams after the concessions; the defeats are judged on them and their
    moves change them only together.
    """

    __slots__ = ("_arrival", "answers", "moved", "pending", "setup", "situation", "standings",
                 "variant")  # fmt: skip

    def __init__(self, situation: Situation, pending: Pending) -> None:
        self.situation = situation
        self.setup = situation.setup
        self.variant = situation.setup.answers
        self.pending = pending
        given = pending.answers
        self.answers = {(a.kind, a.by): a.player for a in given} if given else {}
        self.standings = situation.standings
        self.moved = NOWHERE
        self._arrival: int | None = None

    # What a variant decides

    @abstractmethod
    def judge(self, loss: Loss) -> Judgement:
        """Who is responsible for a defeat (VAR-2)."""

    @abstractmethod
    def settle_defeats(self, losses: Sequence[Loss], judgements: Sequence[Judgement]) -> Outcome:
        """What becomes of the losers. Raises `Unanswered`."""

    @abstractmethod
    def leave(self, player: Player) -> Moves:
        """What a concession leads to. Raises `Unanswered`."""

    # What is the same for all

    def settle(self) -> Outcome:
        """The outcome of all that waits; where a choice is open, what can happen without it.

        A concession that ends the game ends it: defeats that waited are none (ESC-D21). As long as
        a master's succession is open it does not, for the successor may be the one who wins.
        """
        pending = self.pending
        conceding, reports = pending.conceding, pending.reports
        question: Question | None = None
        if conceding:
            conceding, question = self._carry_out(conceding)
            if question is None:
                result = find_result(self.setup, self.situation.seats, self.standings)
                if result is not None:
                    return self.conclude(result=result)
            # Whoever conceded while the pod waited is beaten no more (ESC-D21).
            reports = tuple(r for r in reports if self.standings[r.loser].status != "out")
        if question is None:
            if not reports:
                return self.conclude()
            losses = find_losses(self.setup, reports)
            try:
                return self.settle_defeats(losses, [self._rule_on(loss) for loss in losses])
            except Unanswered as unanswered:
                question = unanswered.question
        return self.conclude(
            pending=Pending(conceding, reports, pending.answers, question, pending.rulings)
        )

    def _carry_out(
        self, conceding: tuple[Player, ...]
    ) -> tuple[tuple[Player, ...], Question | None]:
        """Those whose concession needs a choice first, and the first question of theirs."""
        while True:
            undecided, question = self._try_to_leave(conceding)
            # Whoever left meanwhile is no option any more, and a single one left is taken.
            if len(undecided) == len(conceding):
                return undecided, question
            conceding = undecided

    def _try_to_leave(
        self, conceding: Sequence[Player]
    ) -> tuple[tuple[Player, ...], Question | None]:
        question: Question | None = None
        undecided: list[Player] = []
        for player in conceding:
            try:
                moved = self.leave(player)
            except Unanswered as unanswered:
                undecided.append(player)
                question = question or unanswered.question
            else:
                self.moved = self.moved.then(moved)
                self.standings = apply_moves(self.standings, moved.standings)
        return tuple(undecided), question

    def _rule_on(self, loss: Loss) -> Judgement:
        """Who answers for a defeat, if they have not left while the pod waited (ESC-D17)."""
        judgement = self.judge(loss)
        for ruling in self.pending.rulings:
            if ruling.loser == judgement.loser:
                judgement = _overrule(judgement, ruling)
        responsible = judgement.responsible
        if responsible is None or self.standings[responsible].status != "out":
            return judgement
        return judgement.cite("ESC-D17", "gone", responsible=None, ruled=False)

    @property
    def arrival(self) -> int:
        """The number of this moment in the order of service (ESC-45)."""
        if self._arrival is None:
            self._arrival = find_next_arrival(self.standings)
        return self._arrival

    def ask(self, kind: QuestionKind, by: Player, options: Sequence[Player]) -> Player | None:
        """The answer that was given, if it still is one; else the question is put."""
        may_decline = kind == "new-master"
        if (kind, by) in self.answers:
            given = self.answers[kind, by]
            if given in options or (given is None and may_decline):
                return given
        raise Unanswered(Question(kind, by, tuple(options), may_decline))

    def offer_masters(
        self, fates: dict[Player, Judgement], lost: Iterable[Player], left: Sequence[Player]
    ) -> None:
        """Each of those who `lost` may serve one of the masters who are `left` instead.

        By the option of the pod (ESC-60), else because the variant says so (VAR-3).
        """
        rule = "ESC-60" if self.setup.choose_master else "VAR-3"
        for loser in sorted(lost, key=self.rank_in_turn):
            master = self.ask("new-master", loser, left)
            if master is not None:
                fates[loser] = fates[loser].cite(rule, "chose-master", responsible=master)

    def rank_in_turn(self, player: Player) -> tuple[bool, int]:
        """Sort those who choose at once: who is active first, then clockwise (TAB-11)."""
        seats, turn = self.situation.seats, self._find_turn()
        distance = (seats.index(player) - seats.index(turn.seat)) % len(seats)
        return player not in turn.active, distance

    def conclude_last_defeat(
        self,
        judgements: Iterable[Judgement],
        result: Result,
        rule: str,
        moves: Iterable[Standing] = (),
    ) -> Outcome:
        """The game is over by `rule`: nobody is asked anything (ESC-9, ESC-D2, ESC-D6)."""
        self.moved = self.moved.then(Moves.to(moves))
        found = "draw" if result.draw else "last"
        return self.conclude([give_last_verdict(j, rule, found) for j in judgements], result)

    def conclude(
        self,
        verdicts: Sequence[Verdict] = (),
        result: Result | None = None,
        pending: Pending | None = None,
    ) -> Outcome:
        """The outcome, and the turn as all that has moved leaves it."""
        moved, turn = self.moved, self._find_turn()
        return Outcome(
            tuple(moved.standings),
            tuple(verdicts),
            pending,
            None if turn is self.situation.turn else turn,
            result,
            tuple(moved.heirs),
        )

    def _find_turn(self) -> Turn:
        """The turn as all that has moved so far leaves it."""
        before, moved = self.situation, self.moved
        if not moved.inactive:  # nobody succeeds but to somebody who left
            return before.turn
        return change_active(
            before.seats, before.turn, before.standings, moved.inactive, moved.heirs
        )


def apply_moves(standings: Standings, moves: Iterable[Standing]) -> Standings:
    """The standings once players have moved."""
    return {**standings, **{move.player: move for move in moves}}


def send_out(standing: Standing, role: Role) -> Standing:
    """A player's standing once they have left the game as what they were."""
    return replace(standing, status="out", out_as=role, phased=False)


def find_role(standing: Standing) -> Role:
    """What a player in the game loses as: who is masterless is a servant whom nobody commands."""
    return "master" if standing.status == "master" else "servant"


def give_verdict(judgement: Judgement, becomes: Becomes) -> Verdict:
    """What is said of one defeat."""
    trail = judgement.trail
    return Verdict(
        judgement.loser,
        judgement.responsible,
        becomes,
        trail[-1],
        judgement.answer,
        judgement.found,
        judgement.source,
        judgement.controller,
        judgement.owner,
        judgement.ruled,
        trail[:-1],
    )


def give_last_verdict(judgement: Judgement, rule: str, found: str) -> Verdict:
    """What is said of a defeat that ends the game by a rule."""
    *via, _ = extend_trail(judgement.trail, rule)
    return replace(give_verdict(judgement, "beaten"), rule=rule, found=found, via=tuple(via))


def find_circles(fates: Mapping[Player, Judgement]) -> set[Player]:
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


def _overrule(judgement: Judgement, ruling: Ruling) -> Judgement:
    """What a moderator decided, whatever the facts say; the rule is the one they overrode."""
    answer = "ruled-nobody" if ruling.responsible is None else "ruled"
    return replace(
        judgement,
        responsible=ruling.responsible,
        answer=answer,
        found=None,
        options=(),
        traitors=(),
        ruled=True,
    )
