"""The game about the defeat: who can force it, and who can prevent it, solved exactly.

Each question "can this person alone make sure of it" is a game of two sides: those who want the defeat, and all others.
The value of a position (see `ForcedDefeatPositionValues`) does not depend on the life lost before, so a position does
not contain the life, and all games are solved in one pass.

Moves that only the player decides are delayed: they are made right before the next use of an effect on several sources
(`part_paths.py`), or at the end, when no information can be gained any more. Damage without another use is done; its
best and worst results for the player are added to the value of the rest.

Damage that has left the player does not come back. Unless the player gains life by it, it matters only because effects
can be used up on it, and nobody can force that to anybody's harm: it can wait until everything else is done. So
`simplify_undealt_damage` gives such damage one place and a bounded amount.

Positions consist of numbers: each state of damage, each rest of the effects and each pair of worst and best results has
one.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from bot.judge.damage_problem import (
    PLAYER_PLACE,
    REDIRECTION,
    SELF_REPLACEMENT,
    EffectsLeft,
    PreparedDamageQuestion,
    UndealtDamage,
)
from bot.judge.losses import (
    DEADLY_POISON,
    NO_WEIGHT,
    Front,
    LifeAndPoisonLossCalculator,
    PlayerLifeAndPoisonLoss,
    compute_worst_or_best_loss_sums,
)
from bot.judge.part_paths import DamagePartStates, SharedEffectUse
from bot.judge.question import DamageQuestion, Effect, PreventHalfEffect, PreventNextEffect, RedirectDamageEffect
from bot.judge.step_budget import StepBudget

T = TypeVar("T", bound=Hashable)


class DistinctValueNumbers(Generic[T]):
    """A table that gives each distinct value a number, because numbers are compared faster."""

    def __init__(self) -> None:
        self._numbers: dict[T, int] = {}
        self._things: list[T] = []

    def __getitem__(self, number: int) -> T:
        return self._things[number]

    def find_or_assign_number_of_value(self, value: T) -> int:
        """Return the number of a value; a new value gets the next number."""
        number = self._numbers.setdefault(value, len(self._things))
        if number == len(self._things):
            self._things.append(value)
        return number


def simplify_undealt_damage(
    prepared_question: PreparedDamageQuestion,
    part_index: int,
    undealt_damage: UndealtDamage,
    remaining_effects: EffectsLeft,
) -> UndealtDamage:
    """Return the simplest damage with the same effect on the player, so that equal cases are searched once."""
    dealt = prepared_question.parts[part_index]
    if undealt_damage.place <= PLAYER_PLACE or (
        dealt.lifelink and dealt.controller == prepared_question.question.player
    ):
        return undealt_damage
    bits = prepared_question.find_effects_that_apply_to_damage(
        part_index, undealt_damage, prepared_question.find_effects_not_used_up(remaining_effects)
    )
    effects = {index: e for index, e in enumerate(prepared_question.effects) if bits >> index & 1}
    if any(isinstance(effect, RedirectDamageEffect) for effect in effects.values()):
        return undealt_damage
    amount = undealt_damage.amount
    if amount >= _compute_amount_that_exceeds_all_effects(effects, remaining_effects):
        bits &= prepared_question.shared
        shared = {index: e for index, e in effects.items() if bits >> index & 1}
        amount = _compute_amount_that_exceeds_all_effects(shared, remaining_effects)
    places = range(PLAYER_PLACE + 1, len(prepared_question.places))
    place = next(place for place in places if not bits & ~prepared_question.covering[place])
    return UndealtDamage(place, amount, ~bits)


def _compute_amount_that_exceeds_all_effects(effects: Mapping[int, Effect], remaining_effects: EffectsLeft) -> int:
    """Return an amount of damage that is too large for these effects to prevent in full."""
    points = sum(remaining_effects[index] for index, effect in effects.items() if isinstance(effect, PreventNextEffect))
    halves = sum(isinstance(effect, PreventHalfEffect) for effect in effects.values())
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


class ForcedDefeatPositionValues:
    """The values of positions in the search for who can force or prevent a defeat.

    For each person there are two games: can they force the defeat alone, and can they prevent it alone? In a game in
    which the player wants the defeat, the value of a position is the life that must have been lost before, so that the
    side that wants the defeat gets it. In the other games it is the negative of that. So the player's side always wants
    a small value.
    """

    def __init__(self, question: DamageQuestion) -> None:
        others = {part.controller for part in question.damage} - {question.player}
        self._people = (question.player, *sorted(others))
        self._life = question.life
        self._enough = DEADLY_POISON - question.poison
        self.sure = self._repeat_value_for_all_people(_CERTAIN_DEFEAT, _CERTAIN_DEFEAT)

    def choose_best_position_value(self, chooser: str, next_position_values: Sequence[Value]) -> Value:
        """Return the value of a position in which `chooser` picks the next position.

        Everybody is on the player's side, except in the player's own games and in their own.
        """
        if len(next_position_values) == 1:
            return next_position_values[0]
        if chooser == self._people[0]:
            return tuple(map(min, *next_position_values))
        chosen = [*map(min, *next_position_values)]
        others = [*map(max, *next_position_values)]
        people = len(self._people)
        own = self._people.index(chooser)
        for game in (0, own, people, people + own):
            chosen[game] = others[game]
        return tuple(chosen)

    def compute_final_position_value(self, poison_counters: Poison, worst_losses: Front, best_losses: Front) -> Value:
        """Return the value of a position after all damage, in which the player picks one of these losses.

        `worst_losses` is for the games in which the player wants the defeat, `best_losses` for the others.
        """
        return self._repeat_value_for_all_people(
            min(self._count_life_loss_needed_for_defeat(weight, poison_counters[0]) for weight in worst_losses),
            max(self._count_life_loss_needed_for_defeat(weight, poison_counters[1]) for weight in best_losses),
        )

    def compute_position_value_before_life_loss(self, position_value: Value, worst_loss: int, best_loss: int) -> Value:
        """Return the value of a position before a loss of life, from its value after that loss.

        The loss is `worst_loss` in games in which the player wants the defeat, `best_loss` in the others.
        """
        people = len(self._people)
        return (*[n - worst_loss for n in position_value[:people]], *[n + best_loss for n in position_value[people:]])

    def cap_poison_counters_at_lethal_number(self, poison_counters: Poison) -> Poison:
        return min(poison_counters[0], self._enough), min(poison_counters[1], self._enough)

    def is_defeat_certain_by_poison(self, poison_counters: Poison) -> bool:
        return min(poison_counters) >= self._enough

    def find_who_can_force_or_prevent_defeat(
        self, first_position_value: Value
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        people = len(self._people)
        wanted = [needed <= 0 for needed in first_position_value[:people]]
        unwanted = [needed >= 0 for needed in first_position_value[people:]]
        forces = [wanted[0], *unwanted[1:]]
        prevents = [not unwanted[0], *(not found for found in wanted[1:])]
        return self._list_people_with_true_flag(forces), self._list_people_with_true_flag(prevents)

    def _repeat_value_for_all_people(self, forcing_value: int, preventing_value: int) -> Value:
        people = len(self._people)
        return (forcing_value,) * people + (-preventing_value,) * people

    def _count_life_loss_needed_for_defeat(self, loss: PlayerLifeAndPoisonLoss, poison_counters: int) -> int:
        is_sure = poison_counters + loss.poison >= self._enough
        return _CERTAIN_DEFEAT if is_sure else self._life - loss.loss

    def _list_people_with_true_flag(self, people_flags: Iterable[bool]) -> tuple[str, ...]:
        found = (name for name, held in zip(self._people, people_flags, strict=True) if held)
        return tuple(sorted(found))


DONE = -1
"""The number, instead of a share's, of a part without another use."""

Shares = tuple[int, ...]
Position = tuple[Shares, int, Poison, int]
"""The numbers of the parts' shares, the number of the effects' rest, the poison so far, and the
number of a pair of fronts: the worst and best results of parts that are done, where these are a
choice between life and poison."""


class PeopleWhoForceOrPreventDefeat(NamedTuple):
    """The people who alone can force the player's defeat, and those who alone can prevent it."""

    forces: tuple[str, ...]
    prevents: tuple[str, ...]


class DamagePartState(NamedTuple):
    """One source's damage between two choices.

    `share` is the table number of damage not dealt yet. The number is `DONE` if no choice is left; then the worst and
    best results for the player follow.
    """

    share: int
    worst: Front = NO_WEIGHT
    best: Front = NO_WEIGHT


class DamagePartStateAfterEffect(NamedTuple):
    """One source's damage after an effect.

    `left` is the table number of all remaining effects.
    """

    part: DamagePartState
    left: int


class DamagePartChoice(NamedTuple):
    """A choice about one source's damage: who chooses, and the possible results."""

    by: str
    turns: tuple[DamagePartStateAfterEffect, ...]


class ForcedDefeatSolver:
    """A solver that finds exactly who can force or prevent the player's defeat."""

    def __init__(
        self, moment: PreparedDamageQuestion, weights: LifeAndPoisonLossCalculator, effort: StepBudget
    ) -> None:
        self._moment = moment
        self._weights = weights
        self._effort = effort
        parts = range(len(moment.parts))
        self._paths = [DamagePartStates(moment, part, effort, answers=False) for part in parts]
        self._games = ForcedDefeatPositionValues(moment.question)
        self._shares = DistinctValueNumbers[UndealtDamage]()
        self._lefts = DistinctValueNumbers[EffectsLeft]()
        self._fronts = DistinctValueNumbers[tuple[Front, Front]]()
        self._values: dict[Position, Value] = {}
        self._settled: dict[tuple[int, int, int], DamagePartState] = {}
        self._picks: dict[tuple[int, int, int], tuple[DamagePartChoice, ...]] = {}

    def find_people_who_force_or_prevent_defeat(self) -> PeopleWhoForceOrPreventDefeat:
        return PeopleWhoForceOrPreventDefeat(
            *self._games.find_who_can_force_or_prevent_defeat(self._compute_value_after_damage_assignments((), 0))
        )

    def _compute_value_after_damage_assignments(self, amounts: tuple[int, ...], part_index: int) -> Value:
        """Return the value of the position after the first sources have dealt these amounts of damage."""
        moment = self._moment
        if part_index == len(moment.parts):
            left = self._lefts.find_or_assign_number_of_value(moment.left)
            shares = [self._find_number_of_first_undealt_damage(index, amount) for index, amount in enumerate(amounts)]
            done = self._resolve_other_damage_parts(shares, DONE, left)
            return self._compute_position_value_with_resolved_parts(
                (0, 0), self._fronts.find_or_assign_number_of_value((NO_WEIGHT, NO_WEIGHT)), shares, left, done
            )
        ways = moment.ways[part_index] or (0,)
        values = [self._compute_value_after_damage_assignments((*amounts, amount), part_index + 1) for amount in ways]
        return self._games.choose_best_position_value(moment.parts[part_index].controller, values)

    def _find_number_of_first_undealt_damage(self, part_index: int, amount: int) -> int:
        """Return the table number of a source's damage just after its amount was chosen.

        The source's own replacement is applied at once: it always comes first, so no choice depends on it.
        """
        share = self._moment.build_undealt_damage(part_index, amount)
        own = self._moment.list_effects_to_apply_now(part_index, share, 0) == [SELF_REPLACEMENT]
        return self._shares.find_or_assign_number_of_value(
            self._moment.apply_replacement_effect_of_source(part_index, share) if own else share
        )

    def _compute_position_value(self, position: Position) -> Value:
        value = self._values.get(position)
        if value is None:
            self._effort.spend_one_step()
            shares, left, poison, fronts = position
            options: list[Value] = []
            for part, share in enumerate(shares):
                if share != DONE:
                    for by, turns in self._list_possible_choices_of_damage_part(part, share, left):
                        values = [self._compute_position_value_after_effect(position, part, turn) for turn in turns]
                        alone = len(values) == 1
                        options.append(values[0] if alone else self._games.choose_best_position_value(by, values))
            if options:
                value = self._games.choose_best_position_value(self._moment.question.player, options)
            else:
                value = self._games.compute_final_position_value(poison, *self._fronts[fronts])
            self._values[position] = value
        return value

    def _compute_position_value_after_effect(
        self, position: Position, part_index: int, part_after_move: DamagePartStateAfterEffect
    ) -> Value:
        settled, left = part_after_move
        before, left_before, poison, fronts = position
        shares = [*before]
        shares[part_index] = settled.share
        done = [settled] if settled.share == DONE else []
        if left != left_before:  # then other parts may have no use any more
            done += self._resolve_other_damage_parts(shares, part_index, left)
        return self._compute_position_value_with_resolved_parts(poison, fronts, shares, left, done)

    def _resolve_other_damage_parts(
        self, damage_numbers: list[int], excluded_part: int, effects_number: int
    ) -> list[DamagePartState]:
        """Resolve the damage of all other sources until somebody must choose; return the finished states."""
        done: list[DamagePartState] = []
        for part, share in enumerate(damage_numbers):
            if share != DONE and part != excluded_part:
                settled = self._settled.get((part, share, effects_number)) or self._resolve_damage_part(
                    part, share, effects_number
                )
                damage_numbers[part] = settled.share
                if settled.share == DONE:
                    done.append(settled)
        return done

    def _resolve_damage_part(self, part_index: int, damage_number: int, effects_number: int) -> DamagePartState:
        """Return the state of a source's damage: what waits for a choice, or the final results.

        The damage and the remaining effects are given by their table numbers.
        """
        share = self._shares[damage_number]
        rest = self._lefts[effects_number]
        if self._paths[part_index].list_shared_effect_uses(share, self._moment.find_effects_not_used_up(rest)):
            found = DamagePartState(
                self._shares.find_or_assign_number_of_value(
                    simplify_undealt_damage(self._moment, part_index, share, rest)
                )
            )
        else:
            found = self._compute_final_results_of_damage_part(part_index, share, rest)
        self._settled[part_index, damage_number, effects_number] = found
        return found

    def _compute_final_results_of_damage_part(
        self, part_index: int, undealt_damage: UndealtDamage, remaining_effects: EffectsLeft
    ) -> DamagePartState:
        ends = self._paths[part_index].find_final_recipients_and_amounts(
            undealt_damage, self._moment.find_effects_not_used_up(remaining_effects)
        )
        weights = {self._weights.compute_loss_from_damage_part(part_index, end) for end in ends}
        return DamagePartState(
            DONE,
            compute_worst_or_best_loss_sums(NO_WEIGHT, weights, 1),
            compute_worst_or_best_loss_sums(NO_WEIGHT, weights, -1),
        )

    def _compute_position_value_with_resolved_parts(
        self,
        poison_counters: Poison,
        extreme_losses_number: int,
        damage_numbers: list[int],
        effects_number: int,
        resolved_parts: Sequence[DamagePartState],
    ) -> Value:
        loss = 0
        other_loss = 0
        for part in resolved_parts:
            if len(part.worst) == len(part.best) == 1:
                (one,) = part.worst
                (other,) = part.best
                loss += one.loss
                other_loss += other.loss
                poison_counters = poison_counters[0] + one.poison, poison_counters[1] + other.poison
            else:
                worst, best = self._fronts[extreme_losses_number]
                both = (
                    compute_worst_or_best_loss_sums(worst, part.worst, 1),
                    compute_worst_or_best_loss_sums(best, part.best, -1),
                )
                extreme_losses_number = self._fronts.find_or_assign_number_of_value(both)
        if poison_counters != (0, 0):
            poison_counters = self._games.cap_poison_counters_at_lethal_number(poison_counters)
            if self._games.is_defeat_certain_by_poison(poison_counters):
                return self._games.sure
        value = self._compute_position_value(
            (tuple(damage_numbers), effects_number, poison_counters, extreme_losses_number)
        )
        return (
            self._games.compute_position_value_before_life_loss(value, loss, other_loss)
            if loss or other_loss
            else value
        )

    def _list_possible_choices_of_damage_part(
        self, part_index: int, damage_number: int, effects_number: int
    ) -> tuple[DamagePartChoice, ...]:
        found = self._picks.get((part_index, damage_number, effects_number))
        if found is None:
            path = self._paths[part_index]
            share = self._shares[damage_number]
            rest = self._lefts[effects_number]
            usable = self._moment.find_effects_not_used_up(rest)
            picks = [
                self._build_choice_about_damage_part(part_index, use, effects_number)
                for use in path.list_shared_effect_uses(share, usable)
            ]
            if path.find_final_recipients_and_amounts(share, usable):  # no use at all
                turn = DamagePartStateAfterEffect(
                    self._compute_final_results_of_damage_part(part_index, share, rest), effects_number
                )
                picks.append(DamagePartChoice(self._moment.question.player, (turn,)))
            found = self._picks[part_index, damage_number, effects_number] = tuple(dict.fromkeys(picks))
        return found

    def _build_choice_about_damage_part(
        self, part_index: int, effect_use: SharedEffectUse, effects_number: int
    ) -> DamagePartChoice:
        moment = self._moment
        if effect_use.pick == REDIRECTION:
            places = map(
                self._shares.find_or_assign_number_of_value, moment.list_redirected_damage(part_index, effect_use.share)
            )
            answers = dict.fromkeys(self._resolve_damage_part(part_index, number, effects_number) for number in places)
            turns = tuple(DamagePartStateAfterEffect(answer, effects_number) for answer in answers)
            return DamagePartChoice(moment.parts[part_index].controller, turns)
        share, rest = moment.apply_effect_to_damage(effect_use.pick, effect_use.share, self._lefts[effects_number])
        still = self._lefts.find_or_assign_number_of_value(rest)
        settled = self._resolve_damage_part(part_index, self._shares.find_or_assign_number_of_value(share), still)
        return DamagePartChoice(moment.question.player, (DamagePartStateAfterEffect(settled, still),))
