"""Who can force or prevent the defeat: assignment and replacement as a game, solved exactly.

Each question "can this one alone make sure of it" is a game of two sides: those who want the
defeat, and all others. A position is worth, in each game and for each number of poison counters got
so far, the life that must have been lost so far for those who want the defeat to get it: the less,
the better for them. So what was dealt before needs no place in the position, and all games are
solved in one pass.

What only the player has a say in waits: its moves are made right before the next use of the part
(`paths.py`), or at the very end, when nothing is left to be learnt.
"""

from collections.abc import Iterable
from typing import NamedTuple

from bot.judge.effort import Effort
from bot.judge.fronts import Front, add_fronts
from bot.judge.moment import HOME, REDIRECTION, SELF, Left, Moment, Share
from bot.judge.paths import Paths, Use
from bot.judge.values import Games, Value
from bot.judge.weights import NOTHING, Weights


class Powers(NamedTuple):
    """Who can make sure of the defeat alone, and who can make sure that there is none; sorted."""

    forces: tuple[str, ...]
    prevents: tuple[str, ...]


class Position(NamedTuple):
    """The parts that are still open (None: settled), and what is left of the effects.

    `worst` and `best` is what the player can still make of settled parts, where that is a choice
    between life and poison.
    """

    shares: tuple[Share | None, ...]
    left: Left
    worst: Front
    best: Front


class Settled(NamedTuple):
    """A part: still open, or None with the worst and the best that the player can make of it."""

    share: Share | None
    worst: Front = (NOTHING,)
    best: Front = (NOTHING,)


class Turn(NamedTuple):
    """What becomes of a part and of the effects; `used_up` if one of these is no more."""

    part: Settled
    left: Left
    used_up: bool


class Pick(NamedTuple):
    """Something that the player can pick: who decides about it then, and between what."""

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
        self._merged = moment.merge_places()
        self._games = Games(moment.question)
        self._values: dict[Position, Value] = {}
        self._settled: dict[tuple[int, Share, int], Settled] = {}
        self._picks: dict[tuple[int, Share, Left], tuple[Pick, ...]] = {}

    def find_powers(self) -> Powers:
        """Return who can force the defeat and who can prevent it."""
        return Powers(*self._games.read_powers(self._assign((), 0)))

    def _assign(self, amounts: tuple[int, ...], part: int) -> Value:
        """The value once the parts before this one are assigned, in the order of the file."""
        moment = self._moment
        if part == len(moment.parts):
            shares = tuple(self._begin(index, amount) for index, amount in enumerate(amounts))
            return self._settle_all(Position(shares, moment.left, (NOTHING,), (NOTHING,)))
        ways = moment.ways[part] or (0,)
        values = [self._assign((*amounts, amount), part + 1) for amount in ways]
        return self._games.choose(moment.parts[part].controller, values)

    def _begin(self, part: int, amount: int) -> Share:
        """The share after the source's own replacement, which hinders nobody and comes first."""
        share = self._moment.start(part, amount)
        own = self._moment.list_picks(part, share, 0) == [SELF]
        return self._moment.replace_by_own(part, share) if own else share

    def _solve(self, position: Position) -> Value:
        value = self._values.get(position)
        if value is None:
            self._effort.spend()
            options = [
                self._games.choose(by, [self._follow(position, part, turn) for turn in turns])
                for part, share in enumerate(position.shares)
                if share is not None
                for by, turns in self._list_picks(part, share, position.left)
            ]
            if options:
                value = self._games.choose(self._moment.question.player, options)
            else:
                value = self._games.end(position.worst, position.best)
            self._values[position] = value
        return value

    def _follow(self, position: Position, part: int, turn: Turn) -> Value:
        """The value of what comes after a turn."""
        settled, left, used_up = turn
        shares = (*position.shares[:part], settled.share, *position.shares[part + 1 :])
        after = Position(shares, left, position.worst, position.best)
        if used_up:
            return self._settle_all(after, settled)
        return self._add(after, [settled]) if settled.share is None else self._solve(after)

    def _settle_all(self, position: Position, *settled: Settled) -> Value:
        """The value of a position whose parts may wait since an effect was used up."""
        usable = self._moment.usable(position.left)
        parts = [
            self._settle(part, share, usable)
            for part, share in enumerate(position.shares)
            if share is not None
        ]
        still = iter(parts)
        shares = tuple(None if share is None else next(still).share for share in position.shares)
        after = Position(shares, position.left, position.worst, position.best)
        return self._add(after, (*parts, *settled))

    def _settle(self, part: int, share: Share, usable: int) -> Settled:
        """What a part is if these effects (bits) are left: open only if it can be made use of."""
        found = self._settled.get((part, share, usable))
        if found is None:
            path = self._paths[part]
            found = Settled(share)
            if not path.uses(share, usable):
                ends = {self._weights.weigh(part, end) for end in path.end(share, usable)}
                worst = add_fronts((NOTHING,), ends, 1)
                found = Settled(None, worst, add_fronts((NOTHING,), ends, -1))
            self._settled[part, share, usable] = found
        return found

    def _add(self, position: Position, settled: Iterable[Settled]) -> Value:
        """The value of a position once it has what the player makes of settled parts."""
        parts = [part for part in settled if part.share is None]
        if all(len(part.worst) == len(part.best) == 1 for part in parts):
            value = self._solve(position)
            for _, (worst,), (best,) in parts:
                if not worst == best == NOTHING:
                    value = self._games.add(value, worst, best)
            return value
        worsts, bests = position.worst, position.best
        for part in parts:
            worsts = add_fronts(worsts, part.worst, 1)
            bests = add_fronts(bests, part.best, -1)
        return self._solve(position._replace(worst=worsts, best=bests))

    def _list_picks(self, part: int, share: Share, left: Left) -> tuple[Pick, ...]:
        """What the player can pick for a part, where so much is left of the effects."""
        found = self._picks.get((part, share, left))
        if found is None:
            usable = self._moment.usable(left)
            uses = self._paths[part].uses(share, usable)
            picks = (self._make_pick(part, use, left, usable) for use in uses)
            found = self._picks[part, share, left] = tuple(dict.fromkeys(picks))
        return found

    def _make_pick(self, part: int, use: Use, left: Left, usable: int) -> Pick:
        moment = self._moment
        if use.pick == REDIRECTION:
            places = dict.fromkeys(map(self._merge, moment.list_places(part, use.share)))
            answers = (self._settle(part, share, usable) for share in places)
            turns = tuple(Turn(answer, left, used_up=False) for answer in dict.fromkeys(answers))
            return Pick(moment.parts[part].controller, turns)
        share, rest = moment.apply(use.pick, use.share, left)
        still = moment.usable(rest)
        after = self._settle(part, self._merge(share), still)
        return Pick(moment.question.player, (Turn(after, rest, still != usable),))

    def _merge(self, share: Share) -> Share:
        """The share as far as the player's life and poison are concerned."""
        if share.place <= HOME:
            return share
        return share._replace(place=self._merged[share.place])
