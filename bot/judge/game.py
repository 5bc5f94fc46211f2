"""Who can force or prevent the defeat: assignment and replacement as a game, solved exactly.

Each question "can this one alone make sure of it" is a game of two sides: those who want the
defeat, and all others. What a position is worth does not depend on the life lost before
(`values.py`), so the life needs no place in it, and all games are solved in one pass.

What only the player has a say in waits: its moves are made right before the next use of the part
(`paths.py`), or at the very end, when nothing is left to be learnt. A part that cannot be made use
of any more is done; what the player makes of it is added to the value of the rest.

Positions are made of numbers: shares, what is left of the effects, and fronts have one each.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bot.judge.effort import Effort
from bot.judge.fronts import NO_WEIGHT, Front, add_fronts
from bot.judge.moment import REDIRECTION, SELF, Left, Moment, Share
from bot.judge.numbering import Numbering
from bot.judge.paths import Paths, Use
from bot.judge.simplifying import simplify
from bot.judge.values import Games, Poison, Value
from bot.judge.weights import Weights

DONE = -1
"""Instead of a share: the part cannot be made use of any more."""

Shares = tuple[int, ...]
Position = tuple[Shares, int, Poison, int]
"""The shares of the parts, what is left of the effects, the poison so far, and a pair of fronts:
what the player can still make of parts that are done, where that is life or poison."""


class Powers(NamedTuple):
    """Who can make sure of the defeat alone, and who can make sure that there is none; sorted."""

    forces: tuple[str, ...]
    prevents: tuple[str, ...]


class Settled(NamedTuple):
    """A part: a share, or `DONE` with the worst and the best that the player can make of it."""

    share: int
    worst: Front = NO_WEIGHT
    best: Front = NO_WEIGHT


class Turn(NamedTuple):
    """What becomes of a part, and what is left of the effects then."""

    part: Settled
    left: int


class Pick(NamedTuple):
    """Something that the player can do with a part: who decides then, and between what."""

    by: str
    turns: tuple[Turn, ...]


class Game:
    """The game about one moment."""

    def __init__(self, moment: Moment, weights: Weights, effort: Effort) -> None:
        self._moment = moment
        self._weights = weights
        self._effort = effort
        parts = range(len(moment.parts))
        self._paths = [Paths(moment, part, effort, answers=False) for part in parts]
        self._games = Games(moment.question)
        self._shares, self._lefts = Numbering[Share](), Numbering[Left]()
        self._fronts = Numbering[tuple[Front, Front]]()
        self._values: dict[Position, Value] = {}
        self._settled: dict[tuple[int, int, int], Settled] = {}
        self._picks: dict[tuple[int, int, int], tuple[Pick, ...]] = {}

    def find_powers(self) -> Powers:
        """Return who can force the defeat and who can prevent it."""
        return Powers(*self._games.read_powers(self._assign((), 0)))

    def _assign(self, amounts: tuple[int, ...], part: int) -> Value:
        """The value once the parts before this one are assigned, in the order of the file."""
        moment = self._moment
        if part == len(moment.parts):
            left = self._lefts.number(moment.left)
            shares = [self._begin(index, amount) for index, amount in enumerate(amounts)]
            done = self._settle_others(shares, DONE, left)
            return self._add(
                (0, 0), self._fronts.number((NO_WEIGHT, NO_WEIGHT)), shares, left, done
            )
        ways = moment.ways[part] or (0,)
        values = [self._assign((*amounts, amount), part + 1) for amount in ways]
        return self._games.choose(moment.parts[part].controller, values)

    def _begin(self, part: int, amount: int) -> int:
        """The share after the source's own replacement, which hinders nobody and comes first."""
        share = self._moment.start(part, amount)
        own = self._moment.list_picks(part, share, 0) == [SELF]
        return self._shares.number(self._moment.replace_by_own(part, share) if own else share)

    def _solve(self, position: Position) -> Value:
        value = self._values.get(position)
        if value is None:
            self._effort.spend()
            shares, left, poison, fronts = position
            options: list[Value] = []
            for part, share in enumerate(shares):
                if share != DONE:
                    for by, turns in self._list_picks(part, share, left):
                        values = [self._follow(position, part, turn) for turn in turns]
                        alone = len(values) == 1
                        options.append(values[0] if alone else self._games.choose(by, values))
            if options:
                value = self._games.choose(self._moment.question.player, options)
            else:
                value = self._games.value_end(poison, *self._fronts[fronts])
            self._values[position] = value
        return value

    def _follow(self, position: Position, part: int, turn: Turn) -> Value:
        """The value of what comes after a turn."""
        settled, left = turn
        before, left_before, poison, fronts = position
        shares = [*before]
        shares[part] = settled.share
        done = [settled] if settled.share == DONE else []
        if left != left_before:  # then less may be of use for the others
            done += self._settle_others(shares, part, left)
        return self._add(poison, fronts, shares, left, done)

    def _settle_others(self, shares: list[int], but: int, left: int) -> list[Settled]:
        """Settle all parts but one where so much is left of the effects; return those now done."""
        done: list[Settled] = []
        for part, share in enumerate(shares):
            if share != DONE and part != but:
                settled = self._settled.get((part, share, left)) or self._settle(part, share, left)
                shares[part] = settled.share
                if settled.share == DONE:
                    done.append(settled)
        return done

    def _settle(self, part: int, number: int, left: int) -> Settled:
        """What a part is if so much is left of the effects: open if it can be made use of."""
        share, rest = self._shares[number], self._lefts[left]
        if self._paths[part].list_uses(share, self._moment.find_usable(rest)):
            found = Settled(self._shares.number(simplify(self._moment, part, share, rest)))
        else:
            found = self._finish(part, share, rest)
        self._settled[part, number, left] = found
        return found

    def _finish(self, part: int, share: Share, left: Left) -> Settled:
        """What the player makes of a part without another use."""
        ends = self._paths[part].find_ends(share, self._moment.find_usable(left))
        weights = {self._weights.weigh(part, end) for end in ends}
        return Settled(DONE, add_fronts(NO_WEIGHT, weights, 1), add_fronts(NO_WEIGHT, weights, -1))

    def _add(
        self, poison: Poison, fronts: int, shares: list[int], left: int, done: Sequence[Settled]
    ) -> Value:
        """The value of a position, and what the player makes of parts that were done just now."""
        loss, other_loss = 0, 0
        for part in done:
            if len(part.worst) == len(part.best) == 1:
                (one,), (other,) = part.worst, part.best
                loss += one.loss
                other_loss += other.loss
                poison = poison[0] + one.poison, poison[1] + other.poison
            else:
                worst, best = self._fronts[fronts]
                both = add_fronts(worst, part.worst, 1), add_fronts(best, part.best, -1)
                fronts = self._fronts.number(both)
        if poison != (0, 0):
            poison = self._games.cap_poison(poison)
            if self._games.is_sure(poison):
                return self._games.sure
        value = self._solve((tuple(shares), left, poison, fronts))
        return self._games.lose(value, loss, other_loss) if loss or other_loss else value

    def _list_picks(self, part: int, number: int, left: int) -> tuple[Pick, ...]:
        """What the player can do with an open part, where so much is left of the effects."""
        found = self._picks.get((part, number, left))
        if found is None:
            path, share, rest = self._paths[part], self._shares[number], self._lefts[left]
            usable = self._moment.find_usable(rest)
            picks = [self._make_pick(part, use, left) for use in path.list_uses(share, usable)]
            if path.find_ends(share, usable):  # no use at all
                turn = Turn(self._finish(part, share, rest), left)
                picks.append(Pick(self._moment.question.player, (turn,)))
            found = self._picks[part, number, left] = tuple(dict.fromkeys(picks))
        return found

    def _make_pick(self, part: int, use: Use, left: int) -> Pick:
        moment = self._moment
        if use.pick == REDIRECTION:
            places = map(self._shares.number, moment.list_places(part, use.share))
            answers = dict.fromkeys(self._settle(part, number, left) for number in places)
            turns = tuple(Turn(answer, left) for answer in answers)
            return Pick(moment.parts[part].controller, turns)
        share, rest = moment.apply(use.pick, use.share, self._lefts[left])
        still = self._lefts.number(rest)
        settled = self._settle(part, self._shares.number(share), still)
        return Pick(moment.question.player, (Turn(settled, still),))
