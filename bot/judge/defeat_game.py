"""The game about the defeat: who can force it, and who can prevent it, solved exactly.

Each question "can this person alone make sure of it" is a game of two sides: those who want the defeat, and all others.
The value of a position (see `DefeatPositionEvaluator`) does not depend on the life lost before, so a position does
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
    BitMaskDamageQuestion,
    EffectsLeft,
    UndealtDamage,
)
from bot.judge.losses import (
    DEADLY_POISON,
    NO_WEIGHT,
    Front,
    LifeAndPoisonLossCalculator,
    PlayerLifeLossAndPoison,
    sum_worst_or_best_losses,
)
from bot.judge.part_paths import DamageStatesOfOneSource, SharedEffectUse
from bot.judge.question import (
    DamageQuestion,
    Effect,
    PreventHalfOfDamageEffect,
    PreventNextDamageEffect,
    RedirectDamageEffect,
)
from bot.judge.step_budget import SearchStepBudget

T = TypeVar("T", bound=Hashable)


class ValueNumberTable(Generic[T]):
    """A table that gives each distinct value a number, because numbers are compared faster."""

    def __init__(self) -> None:
        self._numbers: dict[T, int] = {}
        self._things: list[T] = []

    def __getitem__(self, number: int) -> T:
        return self._things[number]

    def get_or_assign_number(self, value: T) -> int:
        """Return the number of a value; a new value gets the next number."""
        number = self._numbers.setdefault(value, len(self._things))
        if number == len(self._things):
            self._things.append(value)
        return number


def simplify_undealt_damage(
    damage_question: BitMaskDamageQuestion,
    source_index: int,
    undealt_damage: UndealtDamage,
    remaining_effects: EffectsLeft,
) -> UndealtDamage:
    """Return the simplest damage with the same effect on the player, so that equal cases are searched once."""
    dealt = damage_question.parts[source_index]
    if undealt_damage.place <= PLAYER_PLACE or (dealt.lifelink and dealt.controller == damage_question.question.player):
        return undealt_damage
    bits = damage_question.find_applicable_effects(
        source_index, undealt_damage, damage_question.find_usable_effects(remaining_effects)
    )
    effects = {index: e for index, e in enumerate(damage_question.effects) if bits >> index & 1}
    if any(isinstance(effect, RedirectDamageEffect) for effect in effects.values()):
        return undealt_damage
    amount = undealt_damage.amount
    if amount >= _compute_unpreventable_damage(effects, remaining_effects):
        bits &= damage_question.shared
        shared = {index: e for index, e in effects.items() if bits >> index & 1}
        amount = _compute_unpreventable_damage(shared, remaining_effects)
    places = range(PLAYER_PLACE + 1, len(damage_question.places))
    place = next(place for place in places if not bits & ~damage_question.covering[place])
    return UndealtDamage(place, amount, ~bits)


def _compute_unpreventable_damage(effects: Mapping[int, Effect], remaining_effects: EffectsLeft) -> int:
    """Return an amount of damage that is too large for these effects to prevent in full."""
    points = sum(
        remaining_effects[index] for index, effect in effects.items() if isinstance(effect, PreventNextDamageEffect)
    )
    halves = sum(isinstance(effect, PreventHalfOfDamageEffect) for effect in effects.values())
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


class DefeatPositionEvaluator:
    """An evaluator of positions in the search for people who can force or prevent a defeat.

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
        self.sure = self._build_uniform_position_value(_CERTAIN_DEFEAT, _CERTAIN_DEFEAT)

    def evaluate_person_choice(self, chooser: str, next_position_values: Sequence[Value]) -> Value:
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

    def evaluate_final_position(self, poison_counters: Poison, worst_losses: Front, best_losses: Front) -> Value:
        """Return the value of a final position, in which all damage is dealt and the player picks one of these losses.

        `worst_losses` is for the games in which the player wants the defeat, `best_losses` for the others.
        """
        return self._build_uniform_position_value(
            min(self._compute_life_until_defeat(weight, poison_counters[0]) for weight in worst_losses),
            max(self._compute_life_until_defeat(weight, poison_counters[1]) for weight in best_losses),
        )

    def add_life_loss_to_position_value(self, value_after_loss: Value, worst_loss: int, best_loss: int) -> Value:
        """Return the value of a position before a loss of life, from its value after that loss.

        The loss is `worst_loss` in games in which the player wants the defeat, `best_loss` in the others.
        """
        people = len(self._people)
        return (
            *[n - worst_loss for n in value_after_loss[:people]],
            *[n + best_loss for n in value_after_loss[people:]],
        )

    def cap_poison_counters(self, poison_counters: Poison) -> Poison:
        return min(poison_counters[0], self._enough), min(poison_counters[1], self._enough)

    def is_defeat_certain_by_poison(self, poison_counters: Poison) -> bool:
        return min(poison_counters) >= self._enough

    def find_people_who_decide_defeat(self, start_position_value: Value) -> tuple[tuple[str, ...], tuple[str, ...]]:
        people = len(self._people)
        wanted = [needed <= 0 for needed in start_position_value[:people]]
        unwanted = [needed >= 0 for needed in start_position_value[people:]]
        forces = [wanted[0], *unwanted[1:]]
        prevents = [not unwanted[0], *(not found for found in wanted[1:])]
        return self._list_flagged_people(forces), self._list_flagged_people(prevents)

    def _build_uniform_position_value(self, forcing_value: int, preventing_value: int) -> Value:
        people = len(self._people)
        return (forcing_value,) * people + (-preventing_value,) * people

    def _compute_life_until_defeat(self, life_and_poison_loss: PlayerLifeLossAndPoison, poison_counters: int) -> int:
        is_sure = poison_counters + life_and_poison_loss.poison >= self._enough
        return _CERTAIN_DEFEAT if is_sure else self._life - life_and_poison_loss.loss

    def _list_flagged_people(self, is_flagged: Iterable[bool]) -> tuple[str, ...]:
        found = (name for name, held in zip(self._people, is_flagged, strict=True) if held)
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


class SourceDamageState(NamedTuple):
    """The state of one source's damage while a choice is pending, or its final results.

    `share` is the table number of damage not dealt yet. The number is `DONE` if no choice is left; then the worst and
    best results for the player follow.
    """

    share: int
    worst: Front = NO_WEIGHT
    best: Front = NO_WEIGHT


class SourceDamageAfterEffect(NamedTuple):
    """The state of one source's damage after an effect was applied, and the remaining effects.

    `left` is the table number of all remaining effects.
    """

    part: SourceDamageState
    left: int


class SourceDamageChoice(NamedTuple):
    """A choice about one source's damage: who chooses, and the possible results."""

    by: str
    turns: tuple[SourceDamageAfterEffect, ...]


class ForcedDefeatSolver:
    """A solver that finds exactly who can force or prevent the player's defeat."""

    def __init__(
        self, moment: BitMaskDamageQuestion, weights: LifeAndPoisonLossCalculator, effort: SearchStepBudget
    ) -> None:
        self._moment = moment
        self._weights = weights
        self._effort = effort
        parts = range(len(moment.parts))
        self._paths = [DamageStatesOfOneSource(moment, part, effort, answers=False) for part in parts]
        self._games = DefeatPositionEvaluator(moment.question)
        self._shares = ValueNumberTable[UndealtDamage]()
        self._lefts = ValueNumberTable[EffectsLeft]()
        self._fronts = ValueNumberTable[tuple[Front, Front]]()
        self._values: dict[Position, Value] = {}
        self._settled: dict[tuple[int, int, int], SourceDamageState] = {}
        self._picks: dict[tuple[int, int, int], tuple[SourceDamageChoice, ...]] = {}

    def find_people_who_force_or_prevent_defeat(self) -> PeopleWhoForceOrPreventDefeat:
        return PeopleWhoForceOrPreventDefeat(
            *self._games.find_people_who_decide_defeat(self._evaluate_chosen_damage_amounts((), 0))
        )

    def _evaluate_chosen_damage_amounts(self, chosen_amounts: tuple[int, ...], source_index: int) -> Value:
        """Return the value of the position after the first sources have dealt these amounts of damage."""
        moment = self._moment
        if source_index == len(moment.parts):
            left = self._lefts.get_or_assign_number(moment.left)
            shares = [self._find_initial_damage_id(index, amount) for index, amount in enumerate(chosen_amounts)]
            done = self._resolve_damage_of_other_sources(shares, DONE, left)
            return self._evaluate_resolved_position(
                (0, 0), self._fronts.get_or_assign_number((NO_WEIGHT, NO_WEIGHT)), shares, left, done
            )
        ways = moment.ways[source_index] or (0,)
        values = [self._evaluate_chosen_damage_amounts((*chosen_amounts, amount), source_index + 1) for amount in ways]
        return self._games.evaluate_person_choice(moment.parts[source_index].controller, values)

    def _find_initial_damage_id(self, source_index: int, amount: int) -> int:
        """Return the id of a source's undealt damage just after the source's controller chose the amount.

        The source's own replacement is applied at once: it always comes first, so no choice depends on it.
        """
        share = self._moment.build_undealt_damage(source_index, amount)
        own = self._moment.list_next_effects(source_index, share, 0) == [SELF_REPLACEMENT]
        return self._shares.get_or_assign_number(
            self._moment.apply_source_replacement_effect(source_index, share) if own else share
        )

    def _evaluate_position(self, position: Position) -> Value:
        value = self._values.get(position)
        if value is None:
            self._effort.count_search_step()
            shares, left, poison, fronts = position
            options: list[Value] = []
            for part, share in enumerate(shares):
                if share != DONE:
                    for by, turns in self._list_source_choices(part, share, left):
                        values = [self._evaluate_damage_position_after_effect(position, part, turn) for turn in turns]
                        alone = len(values) == 1
                        options.append(values[0] if alone else self._games.evaluate_person_choice(by, values))
            if options:
                value = self._games.evaluate_person_choice(self._moment.question.player, options)
            else:
                value = self._games.evaluate_final_position(poison, *self._fronts[fronts])
            self._values[position] = value
        return value

    def _evaluate_damage_position_after_effect(
        self, damage_position: Position, source_index: int, damage_after_effect: SourceDamageAfterEffect
    ) -> Value:
        settled, left = damage_after_effect
        before, left_before, poison, fronts = damage_position
        shares = [*before]
        shares[source_index] = settled.share
        done = [settled] if settled.share == DONE else []
        if left != left_before:  # then other parts may have no use any more
            done += self._resolve_damage_of_other_sources(shares, source_index, left)
        return self._evaluate_resolved_position(poison, fronts, shares, left, done)

    def _resolve_damage_of_other_sources(
        self, damage_ids: list[int], excluded_source: int, effects_id: int
    ) -> list[SourceDamageState]:
        """Apply effects to all other sources' damage until somebody must choose. Return the states without a choice."""
        done: list[SourceDamageState] = []
        for part, share in enumerate(damage_ids):
            if share != DONE and part != excluded_source:
                settled = self._settled.get((part, share, effects_id)) or self._compute_source_damage_state(
                    part, share, effects_id
                )
                damage_ids[part] = settled.share
                if settled.share == DONE:
                    done.append(settled)
        return done

    def _compute_source_damage_state(self, source_index: int, damage_id: int, effects_id: int) -> SourceDamageState:
        """Return the state of one source's damage: a pending choice, or the final results.

        The damage and the remaining effects are given by their table numbers.
        """
        share = self._shares[damage_id]
        rest = self._lefts[effects_id]
        if self._paths[source_index].list_shared_effect_uses(share, self._moment.find_usable_effects(rest)):
            found = SourceDamageState(
                self._shares.get_or_assign_number(simplify_undealt_damage(self._moment, source_index, share, rest))
            )
        else:
            found = self._compute_final_source_losses(source_index, share, rest)
        self._settled[source_index, damage_id, effects_id] = found
        return found

    def _compute_final_source_losses(
        self, source_index: int, undealt_damage: UndealtDamage, remaining_effects: EffectsLeft
    ) -> SourceDamageState:
        ends = self._paths[source_index].find_final_damage(
            undealt_damage, self._moment.find_usable_effects(remaining_effects)
        )
        weights = {self._weights.compute_loss_from_source(source_index, end) for end in ends}
        return SourceDamageState(
            DONE,
            sum_worst_or_best_losses(NO_WEIGHT, weights, 1),
            sum_worst_or_best_losses(NO_WEIGHT, weights, -1),
        )

    def _evaluate_resolved_position(
        self,
        poison_counters: Poison,
        losses_id: int,
        damage_ids: list[int],
        effects_id: int,
        resolved_sources: Sequence[SourceDamageState],
    ) -> Value:
        loss = 0
        other_loss = 0
        for part in resolved_sources:
            if len(part.worst) == len(part.best) == 1:
                (one,) = part.worst
                (other,) = part.best
                loss += one.loss
                other_loss += other.loss
                poison_counters = poison_counters[0] + one.poison, poison_counters[1] + other.poison
            else:
                worst, best = self._fronts[losses_id]
                both = (
                    sum_worst_or_best_losses(worst, part.worst, 1),
                    sum_worst_or_best_losses(best, part.best, -1),
                )
                losses_id = self._fronts.get_or_assign_number(both)
        if poison_counters != (0, 0):
            poison_counters = self._games.cap_poison_counters(poison_counters)
            if self._games.is_defeat_certain_by_poison(poison_counters):
                return self._games.sure
        value = self._evaluate_position((tuple(damage_ids), effects_id, poison_counters, losses_id))
        return self._games.add_life_loss_to_position_value(value, loss, other_loss) if loss or other_loss else value

    def _list_source_choices(
        self, source_index: int, damage_id: int, effects_id: int
    ) -> tuple[SourceDamageChoice, ...]:
        found = self._picks.get((source_index, damage_id, effects_id))
        if found is None:
            path = self._paths[source_index]
            share = self._shares[damage_id]
            rest = self._lefts[effects_id]
            usable = self._moment.find_usable_effects(rest)
            picks = [
                self._build_shared_effect_choice(source_index, use, effects_id)
                for use in path.list_shared_effect_uses(share, usable)
            ]
            if path.find_final_damage(share, usable):  # no use at all
                turn = SourceDamageAfterEffect(self._compute_final_source_losses(source_index, share, rest), effects_id)
                picks.append(SourceDamageChoice(self._moment.question.player, (turn,)))
            found = self._picks[source_index, damage_id, effects_id] = tuple(dict.fromkeys(picks))
        return found

    def _build_shared_effect_choice(
        self, source_index: int, effect_use: SharedEffectUse, effects_id: int
    ) -> SourceDamageChoice:
        moment = self._moment
        if effect_use.pick == REDIRECTION:
            places = map(
                self._shares.get_or_assign_number, moment.list_possible_redirections(source_index, effect_use.share)
            )
            answers = dict.fromkeys(
                self._compute_source_damage_state(source_index, number, effects_id) for number in places
            )
            turns = tuple(SourceDamageAfterEffect(answer, effects_id) for answer in answers)
            return SourceDamageChoice(moment.parts[source_index].controller, turns)
        share, rest = moment.apply_effect_to_damage(effect_use.pick, effect_use.share, self._lefts[effects_id])
        still = self._lefts.get_or_assign_number(rest)
        settled = self._compute_source_damage_state(source_index, self._shares.get_or_assign_number(share), still)
        return SourceDamageChoice(moment.question.player, (SourceDamageAfterEffect(settled, still),))
