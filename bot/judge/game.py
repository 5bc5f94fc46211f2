"""The game about the defeat: who can force it, and who can prevent it, solved exactly.

Each question "can this person alone make sure of it" is a game of two sides: those who want the
defeat, and all others. The value of a position (see `Games`) does not depend on the life lost
before, so a position does not contain the life, and all games are solved in one pass.

Moves that only the player decides are delayed: they are made right before the next use of the part
(`paths.py`), or at the end, when no information can be gained any more. A part without another use
is done; its best and worst results for the player are added to the value of the rest.

Damage that has left the player does not come back. Unless the player gains life by it, it matters
only because effects can be used up on it, and nobody can force that to anybody's harm: it can wait
until everything else is done. So `simplify` gives such shares one place and a bounded amount.

Positions consist of numbers: each share, each rest of the effects and each pair of fronts has one.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from bot.judge.effort import Effort
from bot.judge.moment import PLAYER_PLACE, REDIRECTION, SELF_REPLACEMENT, EffectsLeft, Moment, Share
from bot.judge.paths import Paths, Use
from bot.judge.question import DamageQuestion, Effect, Half, Next, Redirect
from bot.judge.weights import DEADLY_POISON, NO_WEIGHT, Front, Weight, Weights, add_fronts

T = TypeVar("T", bound=Hashable)


class Numbering(Generic[T]):
    """Numbers for values that are compared often: from 0 on, the same for equal values."""

    def __init__(self) -> None:
        self._numbers: dict[T, int] = {}
        self._things: list[T] = []

    def __getitem__(self, number: int) -> T:
        return self._things[number]

    def number(self, thing: T) -> int:
        """Return the number of a value; a new value gets the next number."""
        number = self._numbers.setdefault(thing, len(self._things))
        if number == len(self._things):
            self._things.append(thing)
        return number


def simplify(moment: Moment, part: int, share: Share, left: EffectsLeft) -> Share:
    """Return the share that represents all shares with the same effect on the player."""
    dealt = moment.parts[part]
    if share.place <= PLAYER_PLACE or (
        dealt.lifelink and dealt.controller == moment.question.player
    ):
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
    places = range(PLAYER_PLACE + 1, len(moment.places))
    place = next(place for place in places if not bits & ~moment.covering[place])
    return Share(place, amount, ~bits)


def _find_sufficient(effects: Mapping[int, Effect], left: EffectsLeft) -> int:
    """Return an amount that uses up all these effects with something left over."""
    points = sum(left[index] for index, effect in effects.items() if isinstance(effect, Next))
    halves = sum(isinstance(effect, Half) for effect in effects.values())
    return (points + 1) << halves


Value = tuple[int, ...]
"""A number for each game.

First come the games in which the player wants the defeat: the player forces it, then for each other
person, that this person does not prevent it. Then come the games in which the player does not want
it: the player prevents it, then each other person forces it.
"""

Poison = tuple[int, int]
"""Poison counters so far: if the player wants the defeat, and if not, which can be fewer."""

_CERTAIN_DEFEAT = -1_000_000_000
"""The value of a position whose poison is enough for the defeat."""


class Games:
    """The games about one question, and the values of positions in them.

    For each person there are two games: can they force the defeat alone, and can they prevent it
    alone? In a game in which the player wants the defeat, the value of a position is the life that
    must have been lost before, so that the side that wants the defeat gets it. In the other games
    it is the negative of that. So the player's side always wants a small value.
    """

    def __init__(self, question: DamageQuestion) -> None:
        others = {part.controller for part in question.damage} - {question.player}
        self._people = (question.player, *sorted(others))
        self._life = question.life
        self._enough = DEADLY_POISON - question.poison
        self.sure = self._repeat_for_people(_CERTAIN_DEFEAT, _CERTAIN_DEFEAT)

    def choose(self, name: str, values: Sequence[Value]) -> Value:
        """Return the value of a position in which `name` chooses between these values.

        Everybody is on the player's side, except in the player's own games and in their own.
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

    def value_at_end(self, poison: Poison, worst: Front, best: Front) -> Value:
        """Return the value of the end, at which the player adds a weight of one of the fronts.

        `worst` is for the games in which the player wants the defeat, `best` for the others.
        """
        return self._repeat_for_people(
            min(self._count_need(weight, poison[0]) for weight in worst),
            max(self._count_need(weight, poison[1]) for weight in best),
        )

    def value_before_loss(self, value: Value, worst: int, best: int) -> Value:
        """Return the value before a loss of life.

        The loss is `worst` in games in which the player wants the defeat, `best` in the others.
        """
        people = len(self._people)
        return (*[n - worst for n in value[:people]], *[n + best for n in value[people:]])

    def cap_poison(self, poison: Poison) -> Poison:
        """Return the counters, but no more than are enough for the defeat."""
        return min(poison[0], self._enough), min(poison[1], self._enough)

    def is_sure(self, poison: Poison) -> bool:
        """Return whether the counters are enough for the defeat in every game."""
        return min(poison) >= self._enough

    def read_powers(self, value: Value) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return who can force the defeat and who can prevent it, by the value of the beginning."""
        people = len(self._people)
        wanted = [needed <= 0 for needed in value[:people]]
        unwanted = [needed >= 0 for needed in value[people:]]
        forces = [wanted[0], *unwanted[1:]]
        prevents = [not unwanted[0], *(not found for found in wanted[1:])]
        return self._list_sorted(forces), self._list_sorted(prevents)

    def _repeat_for_people(self, wanted: int, unwanted: int) -> Value:
        people = len(self._people)
        return (wanted,) * people + (-unwanted,) * people

    def _count_need(self, weight: Weight, poison: int) -> int:
        is_sure = poison + weight.poison >= self._enough
        return _CERTAIN_DEFEAT if is_sure else self._life - weight.loss

    def _list_sorted(self, holds: Iterable[bool]) -> tuple[str, ...]:
        found = (name for name, held in zip(self._people, holds, strict=True) if held)
        return tuple(sorted(found))


DONE = -1
"""The number, instead of a share's, of a part without another use."""

Shares = tuple[int, ...]
Position = tuple[Shares, int, Poison, int]
"""The numbers of the parts' shares, the number of the effects' rest, the poison so far, and the
number of a pair of fronts: the worst and best results of parts that are done, where these are a
choice between life and poison."""


class Powers(NamedTuple):
    """The people who can force the defeat alone, and those who can prevent it alone; sorted."""

    forces: tuple[str, ...]
    prevents: tuple[str, ...]


class Settled(NamedTuple):
    """A part: the number of its share, or `DONE` with its worst and best results for the player."""

    share: int
    worst: Front = NO_WEIGHT
    best: Front = NO_WEIGHT


class Turn(NamedTuple):
    """A part after a move, and the number of the effects' rest."""

    part: Settled
    left: int


class Pick(NamedTuple):
    """A move of the player with a part: who decides afterwards, and between which turns."""

    by: str
    turns: tuple[Turn, ...]


class Game:
    """The game about the defeat at one moment."""

    def __init__(self, moment: Moment, weights: Weights, effort: Effort) -> None:
        self._moment = moment
        self._weights = weights
        self._effort = effort
        parts = range(len(moment.parts))
        self._paths = [Paths(moment, part, effort, answers=False) for part in parts]
        self._games = Games(moment.question)
        self._shares = Numbering[Share]()
        self._lefts = Numbering[EffectsLeft]()
        self._fronts = Numbering[tuple[Front, Front]]()
        self._values: dict[Position, Value] = {}
        self._settled: dict[tuple[int, int, int], Settled] = {}
        self._picks: dict[tuple[int, int, int], tuple[Pick, ...]] = {}

    def find_powers(self) -> Powers:
        """Return who can force the defeat and who can prevent it."""
        return Powers(*self._games.read_powers(self._assign((), 0)))

    def _assign(self, amounts: tuple[int, ...], part: int) -> Value:
        """Return the value once the parts before `part`, in order, are assigned."""
        moment = self._moment
        if part == len(moment.parts):
            left = self._lefts.number(moment.left)
            shares = [self._begin_share(index, amount) for index, amount in enumerate(amounts)]
            done = self._settle_others(shares, DONE, left)
            return self._value_with_done(
                (0, 0), self._fronts.number((NO_WEIGHT, NO_WEIGHT)), shares, left, done
            )
        ways = moment.ways[part] or (0,)
        values = [self._assign((*amounts, amount), part + 1) for amount in ways]
        return self._games.choose(moment.parts[part].controller, values)

    def _begin_share(self, part: int, amount: int) -> int:
        """Return the number of a part's first share.

        The source's own replacement is applied at once: it always comes first, so no choice depends
        on it.
        """
        share = self._moment.make_share(part, amount)
        own = self._moment.list_picks(part, share, 0) == [SELF_REPLACEMENT]
        return self._shares.number(self._moment.replace_by_own(part, share) if own else share)

    def _solve_position(self, position: Position) -> Value:
        value = self._values.get(position)
        if value is None:
            self._effort.spend()
            shares, left, poison, fronts = position
            options: list[Value] = []
            for part, share in enumerate(shares):
                if share != DONE:
                    for by, turns in self._list_picks(part, share, left):
                        values = [self._value_after(position, part, turn) for turn in turns]
                        alone = len(values) == 1
                        options.append(values[0] if alone else self._games.choose(by, values))
            if options:
                value = self._games.choose(self._moment.question.player, options)
            else:
                value = self._games.value_at_end(poison, *self._fronts[fronts])
            self._values[position] = value
        return value

    def _value_after(self, position: Position, part: int, turn: Turn) -> Value:
        """Return the value of the position after a turn."""
        settled, left = turn
        before, left_before, poison, fronts = position
        shares = [*before]
        shares[part] = settled.share
        done = [settled] if settled.share == DONE else []
        if left != left_before:  # then other parts may have no use any more
            done += self._settle_others(shares, part, left)
        return self._value_with_done(poison, fronts, shares, left, done)

    def _settle_others(self, shares: list[int], but: int, left: int) -> list[Settled]:
        """Re-evaluate every part except `but` with the effects `left`; return those now done."""
        done: list[Settled] = []
        for part, share in enumerate(shares):
            if share != DONE and part != but:
                settled = self._settled.get((part, share, left)) or self._settle_part(
                    part, share, left
                )
                shares[part] = settled.share
                if settled.share == DONE:
                    done.append(settled)
        return done

    def _settle_part(self, part: int, number: int, left: int) -> Settled:
        """Return a part with the effects `left`: its share if it has a use, else its results."""
        share = self._shares[number]
        rest = self._lefts[left]
        if self._paths[part].list_uses(share, self._moment.find_usable(rest)):
            found = Settled(self._shares.number(simplify(self._moment, part, share, rest)))
        else:
            found = self._finish_part(part, share, rest)
        self._settled[part, number, left] = found
        return found

    def _finish_part(self, part: int, share: Share, left: EffectsLeft) -> Settled:
        """Return the results of a part without another use."""
        ends = self._paths[part].find_ends(share, self._moment.find_usable(left))
        weights = {self._weights.weigh(part, end) for end in ends}
        return Settled(DONE, add_fronts(NO_WEIGHT, weights, 1), add_fronts(NO_WEIGHT, weights, -1))

    def _value_with_done(
        self, poison: Poison, fronts: int, shares: list[int], left: int, done: Sequence[Settled]
    ) -> Value:
        """Return the value of a position, with the weights of the parts in `done` added to it."""
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
        value = self._solve_position((tuple(shares), left, poison, fronts))
        return (
            self._games.value_before_loss(value, loss, other_loss) if loss or other_loss else value
        )

    def _list_picks(self, part: int, number: int, left: int) -> tuple[Pick, ...]:
        """Return the player's moves with an open part and the effects `left`."""
        found = self._picks.get((part, number, left))
        if found is None:
            path = self._paths[part]
            share = self._shares[number]
            rest = self._lefts[left]
            usable = self._moment.find_usable(rest)
            picks = [self._make_pick(part, use, left) for use in path.list_uses(share, usable)]
            if path.find_ends(share, usable):  # no use at all
                turn = Turn(self._finish_part(part, share, rest), left)
                picks.append(Pick(self._moment.question.player, (turn,)))
            found = self._picks[part, number, left] = tuple(dict.fromkeys(picks))
        return found

    def _make_pick(self, part: int, use: Use, left: int) -> Pick:
        moment = self._moment
        if use.pick == REDIRECTION:
            places = map(self._shares.number, moment.list_places(part, use.share))
            answers = dict.fromkeys(self._settle_part(part, number, left) for number in places)
            turns = tuple(Turn(answer, left) for answer in answers)
            return Pick(moment.parts[part].controller, turns)
        share, rest = moment.apply(use.pick, use.share, self._lefts[left])
        still = self._lefts.number(rest)
        settled = self._settle_part(part, self._shares.number(share), still)
        return Pick(moment.question.player, (Turn(settled, still),))
