"""Settlement: judging simultaneous losses and deciding what the pod waits for, in any variant.

`DefeatSettlement.settle_all_pending` alone decides what a pod waits for. It judges everything
pending again after each concession and each answer. Where the rules leave a choice to a player, it
asks one question; until the answer, nothing pending has any effect (ESC-D17, ESC-D21).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.rules.endings import find_game_result
from bot.rules.facts import Player
from bot.rules.losses import ReportedLoss, build_losses
from bot.rules.records import (
    DefeatVerdict,
    GameResult,
    LoserFate,
    PendingDefeats,
    PlayerChoice,
    PlayerStanding,
    PodSetup,
    QuestionKind,
    ResponsibilityRuling,
    Role,
    RulesOutcome,
    Turn,
)
from bot.rules.responsibility import DefeatJudgement, append_rules
from bot.rules.teams import Standings, compute_next_arrival_number, list_servants
from bot.rules.turns import remove_active_players


class GameSituation(Struct, frozen=True):
    """The setup, seats, standings and turn of a game, by which losses are judged."""

    setup: PodSetup
    seats: tuple[Player, ...]
    standings: Standings
    turn: Turn


class ChoiceRequired(Exception):
    """An exception: a player must make a choice before the losers' fates are settled."""

    def __init__(self, question: PlayerChoice) -> None:
        super().__init__(question)
        self.question = question


class StandingChanges:
    """The changes of players' standings at one moment, in order.

    `heirs` took their masters' places. `inactive` are players without whom the turn continues:
    they have left, or wait for the next turn of their new master (ESC-D13, ESC-D21).
    """

    __slots__ = ("heirs", "inactive", "standings")

    def __init__(self) -> None:
        self.standings: list[PlayerStanding] = []
        self.inactive: list[Player] = []
        self.heirs: list[Player] = []

    @classmethod
    def from_standings(cls, new_standings: Iterable[PlayerStanding]) -> "StandingChanges":
        """Return the changes to new standings. The turn continues without players who are
        out.
        """
        moved = cls()
        moved.standings += new_standings
        moved.inactive += [each.player for each in moved.standings if each.status == "out"]
        return moved

    def followed_by(self, later_changes: "StandingChanges") -> "StandingChanges":
        """Return these changes followed by later ones."""
        if not self.standings:
            return later_changes
        both = StandingChanges()
        both.standings = self.standings + later_changes.standings
        both.inactive = self.inactive + later_changes.inactive
        both.heirs = self.heirs + later_changes.heirs
        return both


NO_MOVES = StandingChanges()
"""No moves."""


class DefeatSettlement(ABC):
    """The base class of settlements: concessions one by one, then all defeats of a moment at
    once.

    `standings` are those after the concessions. All defeats are judged on them, and change them
    together.
    """

    __slots__ = ("_arrival", "answers", "moved", "pending", "setup", "situation", "standings",
                 "variant")  # fmt: skip

    def __init__(self, situation: GameSituation, pending: PendingDefeats) -> None:
        self.situation = situation
        self.setup = situation.setup
        self.variant = situation.setup.variant_answers
        self.pending = pending
        given = pending.answers
        self.answers = {(a.kind, a.by): a.player for a in given} if given else {}
        self.standings = situation.standings
        self.moved = NO_MOVES
        self._arrival: int | None = None

    # Differs by variant

    @abstractmethod
    def judge_loss(self, loss: ReportedLoss) -> DefeatJudgement:
        """Return the judgement of who is responsible for a defeat (VAR-2)."""

    @abstractmethod
    def settle_defeats(
        self, losses: Sequence[ReportedLoss], judgements: Sequence[DefeatJudgement]
    ) -> RulesOutcome:
        """Return the outcome of simultaneous defeats.

        Raises `ChoiceRequired` if a player must choose first.
        """

    @abstractmethod
    def settle_concession(self, player: Player) -> StandingChanges:
        """Return the changes when a player concedes.

        Raises `ChoiceRequired` if a player must choose first.
        """

    # The same in every variant

    def settle_all_pending(self) -> RulesOutcome:
        """Return the outcome of everything pending; while a choice is open, of what can
        happen now.

        A concession that ends the game cancels the pending defeats (ESC-D21). It does not
        end the game while a master's succession is open, because the successor may win.
        """
        pending = self.pending
        conceding = pending.conceding
        reports = pending.reports
        question: PlayerChoice | None = None
        if conceding:
            conceding, question = self._settle_concessions(conceding)
            if question is None:
                result = find_game_result(self.setup, self.situation.seats, self.standings)
                if result is not None:
                    return self.build_outcome(result=result)
            # A player who conceded while the pod waited is not beaten as well (ESC-D21).
            reports = tuple(r for r in reports if self.standings[r.loser].status != "out")
        if question is None:
            if not reports:
                return self.build_outcome()
            losses = build_losses(self.setup, reports)
            try:
                return self.settle_defeats(
                    losses, [self._judge_with_rulings(loss) for loss in losses]
                )
            except ChoiceRequired as unanswered:
                question = unanswered.question
        return self.build_outcome(
            pending=PendingDefeats(conceding, reports, pending.answers, question, pending.rulings)
        )

    def _settle_concessions(
        self, conceding_players: tuple[Player, ...]
    ) -> tuple[tuple[Player, ...], PlayerChoice | None]:
        """Return the players whose concession needs a choice first, and the first question."""
        while True:
            undecided, question = self._try_concessions(conceding_players)
            # Each leaver removes an option of others; a single remaining one is taken at once.
            if len(undecided) == len(conceding_players):
                return undecided, question
            conceding_players = undecided

    def _try_concessions(
        self, conceding_players: Sequence[Player]
    ) -> tuple[tuple[Player, ...], PlayerChoice | None]:
        question: PlayerChoice | None = None
        undecided: list[Player] = []
        for player in conceding_players:
            try:
                moved = self.settle_concession(player)
            except ChoiceRequired as unanswered:
                undecided.append(player)
                question = question or unanswered.question
            else:
                self.moved = self.moved.followed_by(moved)
                self.standings = apply_new_standings(self.standings, moved.standings)
        return tuple(undecided), question

    def _judge_with_rulings(self, loss: ReportedLoss) -> DefeatJudgement:
        """Return the judgement of a loss after moderators' rulings.

        A responsible player who left while the pod waited is cleared (ESC-D17).
        """
        judgement = self.judge_loss(loss)
        for ruling in self.pending.rulings:
            if ruling.loser == judgement.loser:
                judgement = _apply_ruling(judgement, ruling)
        responsible = judgement.responsible
        if responsible is None or self.standings[responsible].status != "out":
            return judgement
        return judgement.with_rule("ESC-D17", "gone", responsible=None, ruled=False)

    @property
    def arrival_number(self) -> int:
        """Return the number of this moment in the order of service (ESC-45)."""
        if self._arrival is None:
            self._arrival = compute_next_arrival_number(self.standings)
        return self._arrival

    def require_choice(
        self, choice_kind: QuestionKind, player: Player, options: Sequence[Player]
    ) -> Player | None:
        """Return a player's answer to a choice if it is still possible.

        Raises `ChoiceRequired` otherwise.
        """
        may_decline = choice_kind == "new-master"
        if (choice_kind, player) in self.answers:
            given = self.answers[choice_kind, player]
            if given in options or (given is None and may_decline):
                return given
        raise ChoiceRequired(PlayerChoice(choice_kind, player, tuple(options), may_decline))

    def ask_losers_for_masters(
        self,
        judgements: dict[Player, DefeatJudgement],
        losers: Iterable[Player],
        possible_masters: Sequence[Player],
    ) -> None:
        """Let each loser choose to serve one of the possible masters.

        The pod agreed on this (ESC-60), or the variant allows it (VAR-3).
        """
        rule = "ESC-60" if self.setup.choose_master else "VAR-3"
        for loser in sorted(losers, key=self.compute_turn_order_key):
            master = self.require_choice("new-master", loser, possible_masters)
            if master is not None:
                judgements[loser] = judgements[loser].with_rule(
                    rule, "chose-master", responsible=master
                )

    def compute_turn_order_key(self, player: Player) -> tuple[bool, int]:
        """Return a sort key for players who choose at once: active ones first, then
        clockwise.

        The rule is TAB-11.
        """
        seats = self.situation.seats
        turn = self._find_turn_after_changes()
        distance = (seats.index(player) - seats.index(turn.seat)) % len(seats)
        return player not in turn.active, distance

    def build_final_outcome(
        self,
        judgements: Iterable[DefeatJudgement],
        result: GameResult,
        rule_id: str,
        new_standings: Iterable[PlayerStanding] = (),
    ) -> RulesOutcome:
        """Return the outcome of a game that ends by a rule, without asking anybody.

        The rules are ESC-9, ESC-D2, ESC-D6.
        """
        self.moved = self.moved.followed_by(StandingChanges.from_standings(new_standings))
        found = "draw" if result.draw else "last"
        return self.build_outcome(
            [build_final_verdict(j, rule_id, found) for j in judgements], result
        )

    def build_outcome(
        self,
        verdicts: Sequence[DefeatVerdict] = (),
        result: GameResult | None = None,
        pending: PendingDefeats | None = None,
    ) -> RulesOutcome:
        """Return the outcome, with the turn as all changes of standings leave it."""
        moved = self.moved
        turn = self._find_turn_after_changes()
        return RulesOutcome(
            tuple(moved.standings),
            tuple(verdicts),
            pending,
            None if turn is self.situation.turn else turn,
            result,
            tuple(moved.heirs),
        )

    def _find_turn_after_changes(self) -> Turn:
        """Return the turn as all changes of standings so far leave it."""
        before = self.situation
        moved = self.moved
        if not moved.inactive:  # without a leaver there is no heir either
            return before.turn
        return remove_active_players(
            before.seats, before.turn, before.standings, moved.inactive, moved.heirs
        )


def apply_new_standings(standings: Standings, new_standings: Iterable[PlayerStanding]) -> Standings:
    """Return the standings with some players' standings replaced by new ones."""
    return {**standings, **{move.player: move for move in new_standings}}


def build_out_standing(standing: PlayerStanding, role: Role) -> PlayerStanding:
    """Return the standing of a player who has left the game in a role."""
    return replace(standing, status="out", out_as=role, phased=False)


def find_losing_role(standing: PlayerStanding) -> Role:
    """Return the role in which a player loses. Masterless players lose as servants."""
    return "master" if standing.status == "master" else "servant"


def build_verdict(judgement: DefeatJudgement, becomes: LoserFate) -> DefeatVerdict:
    """Return the verdict on one defeat, from its judgement and what the loser becomes."""
    trail = judgement.trail
    return DefeatVerdict(
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


def build_final_verdict(
    judgement: DefeatJudgement, rule_id: str, explanation_key: str
) -> DefeatVerdict:
    """Return the verdict on a defeat that ends the game by a rule."""
    *via, _ = append_rules(judgement.trail, rule_id)
    return replace(
        build_verdict(judgement, "beaten"), rule=rule_id, found=explanation_key, via=tuple(via)
    )


def find_losers_in_circles(judgements: Mapping[Player, DefeatJudgement]) -> set[Player]:
    """Return the losers whose responsible players form a circle."""
    inside: set[Player] = set()
    for start in judgements:
        seen: list[Player] = []
        at: Player | None = start
        while at is not None and at in judgements and at not in seen:
            seen.append(at)
            at = judgements[at].responsible
        if at == start:
            inside.add(start)
    return inside


def _apply_ruling(judgement: DefeatJudgement, ruling: ResponsibilityRuling) -> DefeatJudgement:
    """Return the judgement with a moderator's ruling.

    Its rule is the one that the moderator overrode.
    """
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


def list_verdict_rules(
    setup: PodSetup, standings: Standings, verdict: DefeatVerdict
) -> tuple[str, ...]:
    """Return the ids of the rules that led to a verdict and to its consequences, in order.

    `standings` are those on which the defeat was judged. A verdict from before trails were kept
    names its last rule only.
    """
    rules = [*verdict.via, verdict.rule]
    if setup.variant_answers.team_is_one_side:
        rules += _list_consequence_rules(standings, verdict)
    return tuple(dict.fromkeys(rules))


def _list_consequence_rules(standings: Standings, verdict: DefeatVerdict) -> Iterator[str]:
    if verdict.becomes == "beaten":
        return  # the verdict's own rule covers the consequence
    if standings[verdict.loser].status == "servant":
        yield "ESC-D3"
    elif verdict.becomes == "out":
        yield "ESC-D1"
    else:
        yield "ESC-3"
        if list_servants(standings, verdict.loser):
            yield "ESC-8"
