"""Settlement: judge the losses of one moment and decide what the pod waits for, in any variant.

`Settlement.settle` alone decides what a pod waits for. It judges everything pending again after
each concession and each answer. Where the rules leave a choice to a player, it asks one question;
until the answer, nothing pending has any effect (ESC-D17, ESC-D21).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.rules.endings import find_result
from bot.rules.facts import Player
from bot.rules.losses import Loss, find_losses
from bot.rules.records import (
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
from bot.rules.responsibility import Judgement, extend_trail
from bot.rules.teams import Standings, find_next_arrival, find_servants
from bot.rules.turns import change_active


class Situation(Struct, frozen=True):
    """The setup, seats, standings and turn on which losses are judged."""

    setup: Setup
    seats: tuple[Player, ...]
    standings: Standings
    turn: Turn


class Unanswered(Exception):
    """A question that must be answered before the losers' fates are settled."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


class Moves:
    """Changes of standings at one moment, in order.

    `heirs` took their masters' places. `inactive` are players without whom the turn continues: they
    have left, or wait for the next turn of their new master (ESC-D13, ESC-D21).
    """

    __slots__ = ("heirs", "inactive", "standings")

    def __init__(self) -> None:
        self.standings: list[Standing] = []
        self.inactive: list[Player] = []
        self.heirs: list[Player] = []

    @classmethod
    def to(cls, standings: Iterable[Standing]) -> "Moves":
        """Make moves to these standings; the turn continues without the players who are out."""
        moved = cls()
        moved.standings += standings
        moved.inactive += [each.player for each in moved.standings if each.status == "out"]
        return moved

    def then(self, later: "Moves") -> "Moves":
        """Return these moves followed by `later` ones."""
        if not self.standings:
            return later
        both = Moves()
        both.standings = self.standings + later.standings
        both.inactive = self.inactive + later.inactive
        both.heirs = self.heirs + later.heirs
        return both


NO_MOVES = Moves()
"""No moves."""


class Settlement(ABC):
    """The settlement of a moment: its concessions one by one, then all its defeats at once.

    `standings` are those after the concessions. All defeats are judged on them, and change them
    together.
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
        self.moved = NO_MOVES
        self._arrival: int | None = None

    # Differs by variant

    @abstractmethod
    def judge(self, loss: Loss) -> Judgement:
        """Judge who is responsible for a defeat (VAR-2)."""

    @abstractmethod
    def settle_defeats(self, losses: Sequence[Loss], judgements: Sequence[Judgement]) -> Outcome:
        """Return the outcome of the defeats. Raises `Unanswered`."""

    @abstractmethod
    def leave(self, player: Player) -> Moves:
        """Return the moves of a concession. Raises `Unanswered`."""

    # The same in every variant

    def settle(self) -> Outcome:
        """Return the outcome of all that is pending, or of what can happen while a choice is open.

        A concession that ends the game cancels the pending defeats (ESC-D21). It does not end the
        game while a master's succession is open, because the successor may win.
        """
        pending = self.pending
        conceding = pending.conceding
        reports = pending.reports
        question: Question | None = None
        if conceding:
            conceding, question = self._carry_out(conceding)
            if question is None:
                result = find_result(self.setup, self.situation.seats, self.standings)
                if result is not None:
                    return self.conclude(result=result)
            # A player who conceded while the pod waited is not beaten as well (ESC-D21).
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
        """Return the concessions that need a choice first, and the first question."""
        while True:
            undecided, question = self._try_to_leave(conceding)
            # Each leaver removes an option of others; a single remaining one is taken at once.
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
        """Judge a loss; clear a responsible player who left while the pod waited (ESC-D17)."""
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
        """Return the number of this moment in the order of service (ESC-45)."""
        if self._arrival is None:
            self._arrival = find_next_arrival(self.standings)
        return self._arrival

    def ask(self, kind: QuestionKind, by: Player, options: Sequence[Player]) -> Player | None:
        """Return the given answer if it is still possible. Raises `Unanswered` otherwise."""
        may_decline = kind == "new-master"
        if (kind, by) in self.answers:
            given = self.answers[kind, by]
            if given in options or (given is None and may_decline):
                return given
        raise Unanswered(Question(kind, by, tuple(options), may_decline))

    def offer_masters(
        self, fates: dict[Player, Judgement], lost: Iterable[Player], left: Sequence[Player]
    ) -> None:
        """Let each player in `lost` choose to serve one of the masters in `left`.

        The pod agreed on that (ESC-60), or the variant says so (VAR-3).
        """
        rule = "ESC-60" if self.setup.choose_master else "VAR-3"
        for loser in sorted(lost, key=self.rank_in_turn):
            master = self.ask("new-master", loser, left)
            if master is not None:
                fates[loser] = fates[loser].cite(rule, "chose-master", responsible=master)

    def rank_in_turn(self, player: Player) -> tuple[bool, int]:
        """Sort players who choose at once: active players first, then clockwise (TAB-11)."""
        seats = self.situation.seats
        turn = self._find_turn()
        distance = (seats.index(player) - seats.index(turn.seat)) % len(seats)
        return player not in turn.active, distance

    def conclude_last_defeat(
        self,
        judgements: Iterable[Judgement],
        result: Result,
        rule: str,
        moves: Iterable[Standing] = (),
    ) -> Outcome:
        """Return the outcome of a game that ends by `rule` (ESC-9, ESC-D2, ESC-D6); ask nobody."""
        self.moved = self.moved.then(Moves.to(moves))
        found = "draw" if result.draw else "last"
        return self.conclude([give_last_verdict(j, rule, found) for j in judgements], result)

    def conclude(
        self,
        verdicts: Sequence[Verdict] = (),
        result: Result | None = None,
        pending: Pending | None = None,
    ) -> Outcome:
        """Return the outcome, with the turn as all moves leave it."""
        moved = self.moved
        turn = self._find_turn()
        return Outcome(
            tuple(moved.standings),
            tuple(verdicts),
            pending,
            None if turn is self.situation.turn else turn,
            result,
            tuple(moved.heirs),
        )

    def _find_turn(self) -> Turn:
        """Return the turn as all moves so far leave it."""
        before = self.situation
        moved = self.moved
        if not moved.inactive:  # without a leaver there is no heir either
            return before.turn
        return change_active(
            before.seats, before.turn, before.standings, moved.inactive, moved.heirs
        )


def apply_moves(standings: Standings, moves: Iterable[Standing]) -> Standings:
    """Return the standings after `moves`."""
    return {**standings, **{move.player: move for move in moves}}


def send_out(standing: Standing, role: Role) -> Standing:
    """Return the standing of a player who has left the game in `role`."""
    return replace(standing, status="out", out_as=role, phased=False)


def find_role(standing: Standing) -> Role:
    """Return the role in which a player loses; the masterless lose as servants."""
    return "master" if standing.status == "master" else "servant"


def give_verdict(judgement: Judgement, becomes: Becomes) -> Verdict:
    """Return the verdict on one defeat."""
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
    """Return the verdict on a defeat that ends the game by `rule`."""
    *via, _ = extend_trail(judgement.trail, rule)
    return replace(give_verdict(judgement, "beaten"), rule=rule, found=found, via=tuple(via))


def find_circles(fates: Mapping[Player, Judgement]) -> set[Player]:
    """Return the losers whose responsible players form a circle."""
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
    """Return the judgement with a moderator's ruling; its rule is the one they overrode."""
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


# The rules of a verdict


def list_rules(setup: Setup, standings: Standings, verdict: Verdict) -> tuple[str, ...]:
    """Return the ids of the rules that led to a verdict and to its consequences, in order.

    `standings` are those on which the defeat was judged. A verdict from before trails were kept
    names its last rule only.
    """
    rules = [*verdict.via, verdict.rule]
    if setup.answers.team_is_one_side:
        rules += _list_consequences(standings, verdict)
    return tuple(dict.fromkeys(rules))


def _list_consequences(standings: Standings, verdict: Verdict) -> Iterator[str]:
    if verdict.becomes == "beaten":
        return  # the verdict's own rule covers the consequence
    if standings[verdict.loser].status == "servant":
        yield "ESC-D3"
    elif verdict.becomes == "out":
        yield "ESC-D1"
    else:
        yield "ESC-3"
        if find_servants(standings, verdict.loser):
            yield "ESC-8"
