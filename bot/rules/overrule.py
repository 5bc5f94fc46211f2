"""Moderators' overrides, which may contradict the rules but not each other."""

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from bot.rules.acts import DecisionCode, Sentence
from bot.rules.counting import Counts
from bot.rules.endings import find_result, make_draw
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.playing import check_running, settle_concession
from bot.rules.pod import (
    Claimable,
    ClaimDraft,
    Decision,
    Pod,
    PodCommand,
    StoryEvent,
    Unconfirmed,
    add_claim,
    add_decider,
    apply_outcome,
    carry_totals_over,
    free_seat,
)
from bot.rules.records import NO_EFFECT, Claim, Outcome, Override, Standing
from bot.rules.refusals import refuse
from bot.rules.rights import MODERATORS
from bot.rules.settlement import apply_moves
from bot.rules.teams import find_in_game, find_masters, find_next_arrival, find_servants
from bot.rules.winning import settle_win

LONGEST_REASON = 300
"""Most characters of a reason."""

_LATEST = 253_402_300_799_999
"""The last millisecond of the year 9999, in milliseconds since 1970."""


_DISPUTABLE: tuple[Override, ...] = ("status", "points", "end", "remove")
"""Decisions that lead to a result or change one."""

_SETTLING: tuple[Override, ...] = ("status", "points", "void", "end")
"""Decisions that settle open disputes: the moderator has said what holds."""


def check_reason(reason: str) -> None:
    """Raise `Refusal` unless a reason is given and not too long."""
    if not reason.strip() or len(reason) > LONGEST_REASON:
        refuse("reason", "reason", most=LONGEST_REASON)


class Overrule(PodCommand, frozen=True):
    """Decide as a moderator, and give a reason.

    - `status`: `player` becomes a master, or serves `master`.
    - `points`: some players get other points.
    - `end`: the team of `player` has won; with None, nobody has.
    - `reopen`: a pod that is over continues.
    - `void`: the pod has no result.
    - `remove`: `player` leaves as if they conceded.
    - `host`: `player` hosts the pod.
    - `date`: the game ended at `at`, in milliseconds since 1970.
    """

    override: Override
    reason: str
    player: Player | None = None
    master: Player | None = None
    points: Mapping[Player, int] = {}
    at: int | None = None

    right = MODERATORS

    def decide(self, pod: Pod, /) -> "Overruled":
        """Return the event of the command. Raises `Refusal`."""
        check_reason(self.reason)
        return Overruled(
            self.override,
            self.reason,
            self.player,
            self.master,
            dict(self.points),
            _decide_outcome(pod, self),
            self.at,
        )


class Overruled(StoryEvent, Gated, Claimable, Decision, frozen=True, tag="overruled"):
    """A moderator decided, against the rules or where they are silent, and gave a reason.

    `player`, `master`, `points` and `at` are those of the command (see `commands.Overrule`). `by`
    decided, and may play in the pod; old events do not record it.
    """

    override: Override
    reason: str
    player: Player | None = None
    master: Player | None = None
    points: dict[Player, int] = {}
    outcome: Outcome = NO_EFFECT
    at: int | None = None
    by: Player | None = None
    claim: Claim | None = None

    settles = True
    moves_players = True

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod after the decision."""
        after = self._change(pod)
        left = add_claim(self._drop_settled(after.unconfirmed), self, len(pod.verdicts))
        decided = replace(after, unconfirmed=left, overruled=self, step=pod.step + 1, before=pod)
        return replace(decided, deciders=add_decider(pod, self.by))

    def _change(self, pod: Pod) -> Pod:
        match self.override:
            case "host":
                return replace(pod, host=self.player or pod.host)
            case "void":
                return replace(pod, closed=True, result=None, pending=None, subgame=None)
            case "reopen":
                # A closed pod continues from its last step, with its open choices.
                after = pod.before if pod.closed and pod.before is not None else pod
                return replace(after, closed=False, result=None)
            case "remove" if not pod.standings:
                after = free_seat(pod, self.player or "")
                host = after.players[0] if after.players and self.player == pod.host else pod.host
                return replace(after, host=host)
            case "date":
                return replace(pod, ended=self.at)
            case "status" | "points" | "end" | "remove":
                after = apply_outcome(pod, self.outcome, pod)
                return replace(after, subgame=None, subgame_card=None)
            case _:
                assert_never(self.override)

    def _drop_settled(self, unconfirmed: tuple[Unconfirmed, ...]) -> tuple[Unconfirmed, ...]:
        """Return the reports that are still unconfirmed after the decision.

        A decision on the winner settles all of them, any other only those in dispute. In a game
        that is void, nobody needs to dispute that its result was taken away.
        """
        if self.override == "end" and self.claim is not None:  # old ones settled disputes only
            return ()
        if self.override not in _SETTLING:
            return unconfirmed
        is_void = self.override == "void"
        left = (each for each in unconfirmed if not each.claim.disputed)
        return tuple(each for each in left if not (is_void and each.takes_away))

    def find_subjects(self, before: Pod) -> frozenset[Player]:
        """Return the player whom the decision is about."""
        return frozenset() if self.player is None else frozenset({self.player})

    def recount_totals(self, before: Pod, after: Pod) -> Counts:
        """Return the totals of the game that is played now."""
        if self.override == "reopen":
            return carry_totals_over(before, after)
        return super().recount_totals(before, after)

    def make_command(self) -> Overrule:
        """Return the command that led to the event."""
        return Overrule(self.override, self.reason, self.player, self.master, self.points, self.at)

    def earns_points(self, pod: Pod) -> bool:
        """Return whether the moderator set no points, which stay as they are."""
        return self.override != "points"

    def sign(self, by: Player | None) -> "Overruled":
        """Return the event with the moderator who decided it."""
        return replace(self, by=by)

    def sign_again(self, former: StoryEvent) -> StoryEvent:
        """Return the event with the decider and the claim of `former`."""
        signed = replace(self, by=former.by) if isinstance(former, Overruled) else self
        return StoryEvent.sign_again(signed, former)

    def make_claim(self, draft: ClaimDraft) -> Claim | None:
        """Return a claim that waits for the end, if the decision can change the result."""
        if self.override not in _DISPUTABLE:
            return None
        return draft.wait_for_end(decided=draft.by)

    def tell_claim(self) -> Sentence:
        """Return the label of the unconfirmed decision."""
        return Sentence("claim-decision")

    def name_decision(self, *, by_host: bool) -> DecisionCode:
        """Return the override."""
        return "override", self.override


def _decide_outcome(pod: Pod, command: Overrule) -> Outcome:
    match command.override:
        case "status":
            return _change_status(pod, command)
        case "points":
            return _set_points(pod, command.points)
        case "end":
            return _end_game(pod, command.player)
        case "remove":
            return _remove(pod, command.player)
        case "host":
            _check_seated(pod, command.player)
            if command.player is not None and command.player in pod.guests:
                refuse("host-guest", "player", player=command.player)
        case "void":
            if pod.closed:
                refuse("closed")
        case "reopen":
            if pod.state not in ("finished", "closed"):
                refuse("not-over")
        case "date":
            _check_date(pod, command.at)
        case _:
            assert_never(command.override)
    return NO_EFFECT


def _check_date(pod: Pod, at: int | None) -> None:
    """Raise `Refusal` unless the pod has a result and `at` is another possible end."""
    if pod.result is None or pod.closed:
        refuse("no-result")
    if at is None or not 0 < at <= _LATEST:
        refuse("no-date", "at", typed="2026-01-30 21:00")
    if at == pod.ended:
        refuse("no-correction")


def _check_seated(pod: Pod, player: Player | None) -> Player:
    if player is None or player not in pod.players:
        refuse("not-in", "player", player=player or "", players=pod.players)
    return player


def _change_status(pod: Pod, command: Overrule) -> Outcome:
    """Make a player a master, or the servant of one; their own servants move as in a defeat."""
    check_running(pod)
    _refuse_in_subgame(pod)
    player = _check_seated(pod, command.player)
    standings = pod.standings
    master = command.master
    if master is None:
        moves = [Standing(player, score=standings[player].score)]
    else:
        others = tuple(p for p in _find_servable(pod) if p != player)
        if master not in others:
            refuse("not-a-master", "master", players=others)
        arrival = (find_next_arrival(standings), player)
        moves = [Standing(player, "servant", master, served=(arrival,))]
        if pod.setup.answers.servants_of_loser == "follow":
            moves += [
                Standing(each, "servant", master, served=(arrival, *standings[each].served))
                for each in find_servants(standings, player)
                if each not in (master, standings[master].master)
            ]
        if standings[master].master == player:  # two players cannot serve each other
            moves.append(Standing(master))
    if standings[player] == moves[0]:
        refuse("no-correction")
    after = apply_moves(standings, moves)
    return Outcome(tuple(moves), result=find_result(pod.setup, pod.players, after))


def _find_servable(pod: Pod) -> list[Player]:
    """Return whom a player can serve: masters where teams are one side, otherwise all in play."""
    if not pod.setup.answers.has_servants:
        refuse("not-in-variant", "master", variant=pod.setup.variant)
    return (find_masters if pod.setup.answers.team_is_one_side else find_in_game)(pod.standings)


def _set_points(pod: Pod, points: Mapping[Player, int]) -> Outcome:
    if pod.result is None or pod.closed:
        refuse("no-result")
    if not points:
        refuse("no-correction")
    for player in points:
        _check_seated(pod, player)
    return Outcome(result=replace(pod.result, points={**pod.result.points, **points}))


def _end_game(pod: Pod, winner: Player | None) -> Outcome:
    if pod.state not in ("running", "waiting", "finished"):
        refuse("lobby" if pod.state == "lobby" else "closed")
    if winner is None:
        return Outcome(result=make_draw(pod.setup, pod.standings))
    if pod.standings[_check_seated(pod, winner)].status != "master":
        refuse("not-a-master", "player", players=tuple(find_masters(pod.standings)))
    _, result = settle_win(pod.setup, pod.players, pod.standings, winner)
    return Outcome(result=result)


def _remove(pod: Pod, player: Player | None) -> Outcome:
    """Remove a player as if they conceded (TAB-8, ESC-44, ESC-45), or from the lobby.

    The player leaves the whole pod, so a subgame must have ended (ESC-D18).
    """
    player = _check_seated(pod, player)
    if pod.state == "lobby":
        return NO_EFFECT
    check_running(pod, waiting=True)
    _refuse_in_subgame(pod)
    return settle_concession(pod, player)


def _refuse_in_subgame(pod: Pod) -> None:
    if pod.subgame is not None:
        refuse("in-subgame")
