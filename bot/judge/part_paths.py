"""The free moves of one source's damage: effects and choices that change nothing for other sources.

A free move changes nothing for other parts and can always be made later, so each part is explored alone. A search has
to go through the other moves only, the *uses*: effects that several parts can use up and, if it matters who decides,
redirection.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from bot.judge.damage_problem import GONE_SHARE, REDIRECTION, SELF_REPLACEMENT, BitMaskDamageQuestion, UndealtDamage
from bot.judge.step_budget import SearchStepBudget

Place = tuple[int, int]
"""The place at which a part is dealt in the end, and its amount."""


class AppliedDamageEffect(NamedTuple):
    """An effect on one source's damage: the damage before, the effect, the damage after."""

    part: int
    before: UndealtDamage
    pick: int
    after: UndealtDamage


class SharedEffectUse(NamedTuple):
    """One use of a redirection or of a shared effect on one source's damage."""

    share: UndealtDamage
    pick: int


class DamageStatesOfOneSource:
    """The possible states of one source's damage after effects that change no other source.

    A `start_damage` of None means all amounts that the source can be assigned. With `answers`, redirection and its
    controller's answer belong to these effects; without, choosing redirection is a `SharedEffectUse`.
    """

    def __init__(self, moment: BitMaskDamageQuestion, part: int, effort: SearchStepBudget, *, answers: bool) -> None:
        self.part = part
        self._moment = moment
        self._effort = effort
        self._answers = answers
        self._reached: dict[UndealtDamage | None, Mapping[UndealtDamage, AppliedDamageEffect | None]] = {}
        self._ends: dict[tuple[UndealtDamage | None, int], frozenset[Place]] = {}
        self._uses: dict[tuple[UndealtDamage | None, int], tuple[SharedEffectUse, ...]] = {}

    @cached_property
    def initial_damage_amounts(self) -> tuple[UndealtDamage, ...]:
        """The undealt damage for each amount that the source's controller can choose; `GONE_SHARE` means no damage."""
        ways = self._moment.ways[self.part]
        return tuple(self._moment.build_undealt_damage(self.part, amount) for amount in ways) or (GONE_SHARE,)

    def list_reachable_damage_states(
        self, start_damage: UndealtDamage | None
    ) -> Mapping[UndealtDamage, AppliedDamageEffect | None]:
        """Return all states that damage can reach by independent effects, each with the last effect applied."""
        found = self._reached.get(start_damage)
        if found is None:
            found = self._reached[start_damage] = self._apply_all_independent_effects(
                self.initial_damage_amounts if start_damage is None else (start_damage,)
            )
        return found

    def find_final_damage(self, start_damage: UndealtDamage | None, usable_effects: int) -> frozenset[Place]:
        """Return the possible final recipients and amounts of a source's damage, without effects that sources share."""
        usable_effects &= self._moment.shared
        found = self._ends.get((start_damage, usable_effects))
        if found is None:
            lasting = ~self._moment.shared | usable_effects
            found = self._ends[start_damage, usable_effects] = frozenset(
                (share.place, share.amount)
                for share in self.list_reachable_damage_states(start_damage)
                if not self._moment.list_next_effects(self.part, share, lasting)
            )
        return found

    def list_shared_effect_uses(
        self, start_damage: UndealtDamage | None, usable_effects: int
    ) -> tuple[SharedEffectUse, ...]:
        """Return the ways to apply redirections and shared effects to a source's damage."""
        usable_effects &= self._moment.shared
        found = self._uses.get((start_damage, usable_effects))
        if found is None:
            found = self._uses[start_damage, usable_effects] = tuple(
                SharedEffectUse(share, pick)
                for share in self.list_reachable_damage_states(start_damage)
                for pick in self._moment.list_next_effects(self.part, share, usable_effects)
                if pick >= 0 or (pick == REDIRECTION and not self._answers)
            )
        return found

    def list_effects_between_damage_states(
        self, damage_before_effects: UndealtDamage | None, damage_after_effects: UndealtDamage
    ) -> list[AppliedDamageEffect]:
        """Return the effects, in order, that turn `damage_before_effects` into `damage_after_effects`."""
        moves: list[AppliedDamageEffect] = []
        reached = self.list_reachable_damage_states(damage_before_effects)
        while (move := reached[damage_after_effects]) is not None:
            moves.append(move)
            damage_after_effects = move.before
        return moves[::-1]

    def _apply_all_independent_effects(
        self, start_damage_states: tuple[UndealtDamage, ...]
    ) -> Mapping[UndealtDamage, AppliedDamageEffect | None]:
        found: dict[UndealtDamage, AppliedDamageEffect | None] = dict.fromkeys(start_damage_states)
        waiting = [*start_damage_states]
        while waiting:
            self._effort.count_search_step()
            share = waiting.pop()
            for move in self._iterate_independent_effects(share):
                if move.after not in found:
                    found[move.after] = move
                    waiting.append(move.after)
        return found

    def _iterate_independent_effects(self, undealt_damage: UndealtDamage) -> Iterator[AppliedDamageEffect]:
        """Yield the effects on one source's damage that change nothing for other sources."""
        moment = self._moment
        part = self.part
        for pick in moment.list_next_effects(part, undealt_damage, ~moment.shared):
            if pick == SELF_REPLACEMENT:
                yield AppliedDamageEffect(
                    part, undealt_damage, pick, moment.apply_source_replacement_effect(part, undealt_damage)
                )
            elif pick != REDIRECTION:
                yield AppliedDamageEffect(
                    part, undealt_damage, pick, moment.apply_effect_to_damage(pick, undealt_damage, moment.left)[0]
                )
            elif self._answers:
                for after in moment.list_possible_redirections(part, undealt_damage):
                    yield AppliedDamageEffect(part, undealt_damage, pick, after)
