"""Resolving simultaneous losses and deciding what the pod waits for, in any variant.

`DefeatResolver.resolve_all_defeats` alone decides what a pod waits for. It judges everything pending
again after each concession and each answer. Where the rules leave a choice to a player, it asks one question; until the
answer, nothing pending has any effect (ESC-D17, ESC-D21).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.rules.endings import compute_game_result
from bot.rules.facts import Player
from bot.rules.losses import ReportedDefeat, build_reported_defeats
from bot.rules.records import (
    DefeatsAwaitingPlayerChoice,
    DefeatVerdict,
    GameChanges,
    GameResult,
    LoserFate,
    ModeratorRulingOnDefeat,
    PendingPlayerChoice,
    PlayerState,
    PodSetup,
    QuestionKind,
    Role,
    Turn,
)
from bot.rules.responsibility import DefeatJudgement, append_unique_rule_ids
from bot.rules.teams import StateByPlayer, compute_order_number_of_new_servants, list_servants_of_master
from bot.rules.turns import remove_players_from_current_turn


class GameStateBeforeDefeats(Struct, frozen=True):
    """The state of a game in which defeats are judged: setup, seats, player states and turn."""

    setup: PodSetup
    seats: tuple[Player, ...]
    standings: StateByPlayer
    turn: Turn


class PlayerChoiceRequiredError(Exception):
    """The exception that defeats cannot be resolved before a player makes a choice."""

    def __init__(self, question: PendingPlayerChoice) -> None:
        super().__init__(question)
        self.question = question


class PlayerStateChanges:
    """The changes of the players' states at one moment of the game, in order.

    `heirs` took their masters' places. `inactive` are players without whom the turn continues: they have left, or wait
    for the next turn of their new master (ESC-D13, ESC-D21).
    """

    __slots__ = ("heirs", "inactive", "standings")

    def __init__(self) -> None:
        self.standings: list[PlayerState] = []
        self.inactive: list[Player] = []
        self.heirs: list[Player] = []

    @classmethod
    def from_new_states(cls, new_states: Iterable[PlayerState]) -> "PlayerStateChanges":
        """Return the changes that lead to new player states; eliminated players also leave the current turn."""
        moved = cls()
        moved.standings += new_states
        moved.inactive += [each.player for each in moved.standings if each.status == "out"]
        return moved

    def combine_with_later_changes(self, later_changes: "PlayerStateChanges") -> "PlayerStateChanges":
        if not self.standings:
            return later_changes
        both = PlayerStateChanges()
        both.standings = self.standings + later_changes.standings
        both.inactive = self.inactive + later_changes.inactive
        both.heirs = self.heirs + later_changes.heirs
        return both


NO_STATE_CHANGES = PlayerStateChanges()
"""No moves."""


class DefeatResolver(ABC):
    """The base class of resolvers, which compute the effects of defeats and concessions in one kind of variant.

    Concessions are resolved one by one, then all defeats of a moment at once. `standings` are the states of the players
    after the concessions. All defeats are judged on them, and change them together.
    """

    __slots__ = ("_arrival", "answers", "moved", "pending", "setup", "situation", "standings",
                 "variant")  # fmt: skip

    def __init__(self, situation: GameStateBeforeDefeats, pending: DefeatsAwaitingPlayerChoice) -> None:
        self.situation = situation
        self.setup = situation.setup
        self.variant = situation.setup.variant_rules
        self.pending = pending
        given = pending.answers
        self.answers = {(a.kind, a.by): a.player for a in given} if given else {}
        self.standings = situation.standings
        self.moved = NO_STATE_CHANGES
        self._arrival: int | None = None

    # Differs by variant

    @abstractmethod
    def judge_responsibility(self, defeat: ReportedDefeat) -> DefeatJudgement:
        """Return the judgement of which player is responsible for a defeat.

        The variant's answer to VAR-2 decides.
        """

    @abstractmethod
    def compute_defeat_effects(
        self, defeats: Sequence[ReportedDefeat], judgements: Sequence[DefeatJudgement]
    ) -> GameChanges:
        """Return the changes that simultaneous defeats cause.

        Raises `PlayerChoiceRequiredError` if a player must choose first.
        """

    @abstractmethod
    def compute_concession_effects(self, player: Player) -> PlayerStateChanges:
        """Return the changes of the players' states when one of them concedes.

        Raises `PlayerChoiceRequiredError` if a player must choose first.
        """

    # The same in every variant

    def resolve_all_defeats(self) -> GameChanges:
        """Return the changes by all defeats and concessions; they wait if a player must choose something first.

        A concession that ends the game cancels the pending defeats (ESC-D21). It does not end the game while a master's
        succession is open, because the successor may win.
        """
        pending = self.pending
        conceding = pending.conceding
        reports = pending.reports
        question: PendingPlayerChoice | None = None
        if conceding:
            conceding, question = self._apply_concessions(conceding)
            if question is None:
                result = compute_game_result(self.setup, self.situation.seats, self.standings)
                if result is not None:
                    return self.build_game_changes(result=result)
            # A player who conceded while the pod waited is not beaten as well (ESC-D21).
            reports = tuple(r for r in reports if self.standings[r.loser].status != "out")
        if question is None:
            if not reports:
                return self.build_game_changes()
            losses = build_reported_defeats(self.setup, reports)
            try:
                return self.compute_defeat_effects(
                    losses, [self._judge_defeat_with_moderator_rulings(loss) for loss in losses]
                )
            except PlayerChoiceRequiredError as unanswered:
                question = unanswered.question
        return self.build_game_changes(
            pending_defeats=DefeatsAwaitingPlayerChoice(conceding, reports, pending.answers, question, pending.rulings)
        )

    def _apply_concessions(
        self, conceding_players: tuple[Player, ...]
    ) -> tuple[tuple[Player, ...], PendingPlayerChoice | None]:
        while True:
            undecided, question = self._apply_concessions_before_defeats(conceding_players)
            # Each leaver removes an option of others; a single remaining one is taken at once.
            if len(undecided) == len(conceding_players):
                return undecided, question
            conceding_players = undecided

    def _apply_concessions_before_defeats(
        self, conceding_players: Sequence[Player]
    ) -> tuple[tuple[Player, ...], PendingPlayerChoice | None]:
        question: PendingPlayerChoice | None = None
        undecided: list[Player] = []
        for player in conceding_players:
            try:
                moved = self.compute_concession_effects(player)
            except PlayerChoiceRequiredError as unanswered:
                undecided.append(player)
                question = question or unanswered.question
            else:
                self.moved = self.moved.combine_with_later_changes(moved)
                self.standings = replace_player_states(self.standings, moved.standings)
        return tuple(undecided), question

    def _judge_defeat_with_moderator_rulings(self, defeat: ReportedDefeat) -> DefeatJudgement:
        """Return who is responsible for a defeat: as a moderator ruled, otherwise by the rules.

        A responsible player who left while the pod waited is cleared (ESC-D17).
        """
        judgement = self.judge_responsibility(defeat)
        for ruling in self.pending.rulings:
            if ruling.loser == judgement.loser:
                judgement = _apply_moderator_ruling(judgement, ruling)
        responsible = judgement.responsible
        if responsible is None or self.standings[responsible].status != "out":
            return judgement
        return judgement.add_rule_to_judgement("ESC-D17", "gone", responsible=None, ruled=False)

    @property
    def next_servant_order_number(self) -> int:
        """Return the order number for servants who join a master now; earlier servants have smaller numbers."""
        if self._arrival is None:
            self._arrival = compute_order_number_of_new_servants(self.standings)
        return self._arrival

    def get_required_player_answer(
        self, choice_kind: QuestionKind, player: Player, options: Sequence[Player]
    ) -> Player | None:
        """Return the player's valid answer to a choice. Raises `PlayerChoiceRequiredError` if there is none yet."""
        may_decline = choice_kind == "new-master"
        if (choice_kind, player) in self.answers:
            given = self.answers[choice_kind, player]
            if given in options or (given is None and may_decline):
                return given
        raise PlayerChoiceRequiredError(PendingPlayerChoice(choice_kind, player, tuple(options), may_decline))

    def assign_masters_chosen_by_losers(
        self, judgements: dict[Player, DefeatJudgement], losers: Iterable[Player], possible_masters: Sequence[Player]
    ) -> None:
        """Enter into each loser's judgement the master whom the loser chose to serve.

        Raises `PlayerChoiceRequiredError` for a loser who has not chosen. The pod agreed on this choice (ESC-60), or
        the variant allows it (VAR-3).
        """
        rule = "ESC-60" if self.setup.choose_master else "VAR-3"
        for loser in sorted(losers, key=self.build_turn_order_sort_key):
            master = self.get_required_player_answer("new-master", loser, possible_masters)
            if master is not None:
                judgements[loser] = judgements[loser].add_rule_to_judgement(rule, "chose-master", responsible=master)

    def build_turn_order_sort_key(self, player: Player) -> tuple[bool, int]:
        """Return the key that sorts simultaneous choices: active players first, then clockwise (TAB-11)."""
        seats = self.situation.seats
        turn = self._compute_turn_after_changes()
        distance = (seats.index(player) - seats.index(turn.seat)) % len(seats)
        return player not in turn.active, distance

    def build_game_ending_changes(
        self,
        judgements: Iterable[DefeatJudgement],
        result: GameResult,
        rule_id: str,
        new_states: Iterable[PlayerState] = (),
        judgements_if_game_continued: Mapping[Player, DefeatJudgement] = {},
    ) -> GameChanges:
        """Return the changes of defeats that end the game at once, without any choice by a player.

        `judgements_if_game_continued` are those that would hold if the game continued. The rules are ESC-9, ESC-D2,
        ESC-D6.
        """
        self.moved = self.moved.combine_with_later_changes(PlayerStateChanges.from_new_states(new_states))
        found = "draw" if result.draw else "last"
        said = (_explain_last_defeat(j, judgements_if_game_continued.get(j.loser, j)) for j in judgements)
        return self.build_game_changes([build_verdict_that_ends_game(j, rule_id, found) for j in said], result)

    def build_game_changes(
        self,
        verdicts: Sequence[DefeatVerdict] = (),
        result: GameResult | None = None,
        pending_defeats: DefeatsAwaitingPlayerChoice | None = None,
    ) -> GameChanges:
        """Return all changes of the game so far, and the defeats that still wait for a player's choice."""
        moved = self.moved
        turn = self._compute_turn_after_changes()
        return GameChanges(
            tuple(moved.standings),
            tuple(verdicts),
            pending_defeats,
            None if turn is self.situation.turn else turn,
            result,
            tuple(moved.heirs),
        )

    def _compute_turn_after_changes(self) -> Turn:
        """Return the current turn without players who left it by the changes so far."""
        before = self.situation
        moved = self.moved
        if not moved.inactive:  # without a leaver there is no heir either
            return before.turn
        return remove_players_from_current_turn(
            before.seats, before.turn, before.standings, moved.inactive, moved.heirs
        )


def replace_player_states(player_states: StateByPlayer, new_states: Iterable[PlayerState]) -> StateByPlayer:
    return {**player_states, **{move.player: move for move in new_states}}


def build_state_of_eliminated_player(player_state: PlayerState, role: Role) -> PlayerState:
    """Return the state of a player who has left the game, in the role of a master or a servant."""
    return replace(player_state, status="out", out_as=role, phased=False)


def get_player_role(player_state: PlayerState) -> Role:
    return "master" if player_state.status == "master" else "servant"


def build_verdict_from_judgement(judgement: DefeatJudgement, loser_status: LoserFate) -> DefeatVerdict:
    """Return the verdict that follows from a judgement: who is responsible, and the loser's new status."""
    trail = judgement.trail
    return DefeatVerdict(
        judgement.loser,
        judgement.responsible,
        loser_status,
        trail[-1],
        judgement.answer,
        judgement.found,
        judgement.source,
        judgement.controller,
        judgement.owner,
        judgement.ruled,
        trail[:-1],
    )


def _explain_last_defeat(judgement: DefeatJudgement, judgement_if_game_continued: DefeatJudgement) -> DefeatJudgement:
    """Add an explanation to the judgement of a game's last defeat if the usual rules would hold nobody responsible.

    The facts still name the player, because nobody changes teams any more.
    """
    if judgement.responsible is None or judgement_if_game_continued.responsible is not None or judgement.ruled:
        return judgement
    key = "circle-last" if judgement_if_game_continued.answer == "circle" else "moot"
    return judgement.add_rule_to_judgement(judgement_if_game_continued.trail[-1], key)


def build_verdict_that_ends_game(
    defeat_judgement: DefeatJudgement, rule_id: str, explanation_key: str
) -> DefeatVerdict:
    *via, _ = append_unique_rule_ids(defeat_judgement.trail, rule_id)
    return replace(
        build_verdict_from_judgement(defeat_judgement, "beaten"), rule=rule_id, found=explanation_key, via=tuple(via)
    )


def find_circular_defeats(judgements: Mapping[Player, DefeatJudgement]) -> set[Player]:
    """Return the losers who beat each other in a circle, such as A beats B, B beats C, and C beats A."""
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


def _apply_moderator_ruling(judgement: DefeatJudgement, ruling: ModeratorRulingOnDefeat) -> DefeatJudgement:
    """Return the judgement in which a moderator's ruling has replaced the rules' answer."""
    answer = "ruled-nobody" if ruling.responsible is None else "ruled"
    return replace(
        judgement, responsible=ruling.responsible, answer=answer, found=None, options=(), traitors=(), ruled=True
    )


# The rules of a verdict


def list_verdict_rules(pod_setup: PodSetup, player_states: StateByPlayer, verdict: DefeatVerdict) -> tuple[str, ...]:
    """Return the ids of the rules that decided a verdict: who is responsible, and the loser's new status.

    `player_states` are those on which the defeat was judged. A verdict from before trails were kept names its last rule
    only.
    """
    rules = [*verdict.via, verdict.rule]
    if pod_setup.variant_rules.team_is_one_side:
        rules += _list_rules_about_loser_status(player_states, verdict)
    return tuple(dict.fromkeys(rules))


def _list_rules_about_loser_status(player_states: StateByPlayer, verdict: DefeatVerdict) -> Iterator[str]:
    if verdict.becomes == "beaten":
        return  # the verdict's own rule covers the consequence
    if player_states[verdict.loser].status == "servant":
        yield "ESC-D3"
    elif verdict.becomes == "out":
        yield "ESC-D1"
    else:
        yield "ESC-3"
        if list_servants_of_master(player_states, verdict.loser):
            yield "ESC-8"
