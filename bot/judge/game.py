"""Who can force or prevent the defeat: assignment and replacement as a game, solved exactly.

Each question "can this one alone make sure of it" is a game of two sides: those who want the
defeat, and all others. What a position is worth does not depend on the life lost before
(`values.py`), so the life needs no place in it, and all games are solved in one pass.

What only the player has a say in waits: its moves are made right before the next use of the part
(`paths.py`), or at the very end, when nothing is left to be learnt. A part that cannot be made use
of any more is done; what the player makes of it is added to the value of the rest.

Positions are made of numbers: shares, what is left of the effects, and fronts have one each.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from bot.judge.effort import Effort
from bot.judge.moment import HOME, REDIRECTION, SELF, Left, Moment, Share
from bot.judge.paths import Paths, Use
from bot.judge.question import DamageQuestion, Effect, Half, Next, Redirect
from bot.judge.weights import NO_WEIGHT, TEN, Front, Weight, Weights, add_fronts

T = TypeVar("T", bound=Hashable)


class Numbering(Generic[T]):
    """Gives each thing a number, from 0 on; equal things have the same."""

    def __init__(self) -> None:
        self._numbers: dict[T, int] = {}
        self._things: list[T] = []

    def __getitem__(self, number: int) -> T:
        return self._things[number]

    def number(self, thing: T) -> int:
        """Return the number of a thing, a new one if it has none yet."""
        number = self._numbers.setdefault(thing, len(self._things))
        if number == len(self._things):
            self._things.append(thing)
        return number


def simplify(moment: Moment, part: int, share: Share, left: Left) -> Share:
    """Return the share that stands for all that make no difference to this one."""
    dealt = moment.parts[part]
    if share.place <= HOME or (dealt.lifelink and dealt.controller == moment.question.player):
        return share
    bits = moment.find_effects(part, share, moment.find_usable(left))
    effects = {index: e for index, e in enumerate(moment.effects) if bits >> index & 1}
    if any(isinstance(effect, Redirect) for effect in effects.values()):
        return share
    amount = share.amount
    if amount >= _find_sufficient(effects, left):
        bits &= moment.shared
        shared = {index: e for index, e in effects.items() if bits >> index & 1}
        amount = _find_sufficient(shared, left)
    places = range(HOME + 1, len(moment.places))
    place = next(place for place in places if not bits & ~moment.covering[place])
    return Share(place, amount, ~bits)


def _find_sufficient(effects: Mapping[int, Effect], left: Left) -> int:
    """How much is enough to use up all effects on it, and to be still there."""
    points = sum(left[index] for index, effect in effects.items() if isinstance(effect, Next))
    halves = sum(isinstance(effect, Half) for effect in effects.values())
    return (points + 1) << halves


Value = tuple[int, ...]
"""A number for each game: first of those in which the player wants the defeat (the player forces
it, another does not prevent it), then of those in which not (the player prevents it, another
forces it)."""

Poison = tuple[int, int]
"""Counters got so far if the player wants the defeat, and if not, which may be less."""

_SURE = -1_000_000_000
"""The life that must have been lost where the poison is enough."""


class Games:
    """The games about one question."""

    def __init__(self, question: DamageQuestion) -> None:
        others = {part.controller for part in question.damage} - {question.player}
        self._people = (question.player, *sorted(others))
        self._life = question.life
        self._enough = TEN - question.poison
        self.sure = self._repeat(_SURE, _SURE)

    def choose(self, name: str, values: Sequence[Value]) -> Value:
        """Return the value of a choice that somebody has between these.

        All are on the player's side but in the player's own game and in their own.
        """
        if len(values) == 1:
            return values[0]
        if name == self._people[0]:
            return tuple(map(min, *values))
        chosen = [*map(min, *values)]
        others = [*map(max, *values)]
        people = len(self._people)
        own = self._people.index(name)
        for game in (0, own, people, people + own):
            chosen[game] = others[game]
        return tuple(chosen)

    def value_end(self, poison: Poison, worst: Front, best: Front) -> Value:
        """Return the value of the end, where the player can still add one of these."""
        return self._repeat(
            min(self._count_need(weight, poison[0]) for weight in worst),
            max(self._count_need(weight, poison[1]) for weight in best),
        )

    def lose(self, value: Value, worst: int, best: int) -> Value:
        """Return the value before the player loses so much life, if they want the defeat or not."""
        people = len(self._people)
        return (*[n - worst for n in value[:people]], *[n + best for n in value[people:]])

    def cap_poison(self, poison: Poison) -> Poison:
        """Return the counters, or as many of them as are enough."""
        return min(poison[0], self._enough), min(poison[1], self._enough)

    def is_sure(self, poison: Poison) -> bool:
        """Whether so many counters are enough in every game."""
        return min(poison) >= self._enough

    def read_powers(self, value: Value) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return who can force the defeat and who can prevent it, if nothing was dealt before."""
        people = len(self._people)
        wanted = [needed <= 0 for needed in value[:people]]
        unwanted = [needed >= 0 for needed in value[people:]]
        forces = [wanted[0], *unwanted[1:]]
        prevents = [not unwanted[0], *(not found for found in wanted[1:])]
        return self._sort(forces), self._sort(prevents)

    def _repeat(self, wanted: int, unwanted: int) -> Value:
        people = len(self._people)
        return (wanted,) * people + (-unwanted,) * people

    def _count_need(self, weight: Weight, poison: int) -> int:
        is_sure = poison + weight.poison >= self._enough
        return _SURE if is_sure else self._life - weight.loss

    def _sort(self, holds: Iterable[bool]) -> tuple[str, ...]:
        found = (name for name, held in zip(self._people, holds, strict=True) if held)
        return tuple(sorted(found))


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
        self._shares = Numbering[Share]()
        self._lefts = Numbering[Left]()
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
        share = self._shares[number]
        rest = self._lefts[left]
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
        loss = 0
        other_loss = 0
        for part in done:
            if len(part.worst) == len(part.best) == 1:
                (one,) = part.worst
                (other,) = part.best
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
            path = self._paths[part]
            share = self._shares[number]
            rest = self._lefts[left]
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
