"""The search for all outcomes of a damage question: all uses of effects on several sources, in all orders.

Between two uses each part moves alone (`part_paths.py`), so a state of the search consists of the pending damage of
each part at its last use and the rest of the effects.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from bot.judge.damage_problem import BitMaskDamageQuestion, EffectsLeft, UndealtDamage
from bot.judge.part_paths import AppliedDamageEffect, DamageStatesOfOneSource, Place
from bot.judge.step_budget import SearchStepBudget

Ends = tuple[frozenset[Place], ...]
"""The ends that each part can have, independent of the other parts."""


class DamageOutcomeTreeBranch(NamedTuple):
    """A branch in the tree of outcomes: the damage so far, and the branches for the next source's damage."""

    state: "DamageSearchState"
    further: "Tree"


Tree = dict[frozenset[Place], DamageOutcomeTreeBranch]


class DamageSearchState(NamedTuple):
    """A state in the search for outcomes: each source's undealt damage, and the remaining effects.

    A part's pending damage is None before its first use.
    """

    shares: tuple[UndealtDamage | None, ...]
    left: EffectsLeft


class DamageOutcomeSearch:
    """A search for all possible outcomes when several sources deal damage and effects change the damage."""

    def __init__(self, moment: BitMaskDamageQuestion, effort: SearchStepBudget) -> None:
        parts = range(len(moment.parts))
        self.paths = [DamageStatesOfOneSource(moment, part, effort, answers=True) for part in parts]
        self._moment = moment
        self._effort = effort
        self._origins: dict[DamageSearchState, tuple[DamageSearchState, AppliedDamageEffect] | None] = {}
        self.ends: Mapping[Ends, DamageSearchState] = self._explore_damage_search_states()

    def list_effects_leading_to_outcome(
        self, recipients_and_amounts: tuple[Place, ...]
    ) -> tuple[list[UndealtDamage], list[AppliedDamageEffect]]:
        """Return each source's initial damage, and the effects that lead to an outcome, in order."""
        state = _find_outcome_state(self._outcome_tree, recipients_and_amounts)
        assert state is not None
        usable = self._moment.find_usable_effects(state.left)
        starts: list[UndealtDamage] = []
        moves: list[AppliedDamageEffect] = []  # in reverse order
        for path, share, place in zip(self.paths, state.shares, recipients_and_amounts, strict=True):
            starts.append(self._find_damage_state(path, share, place, usable))
            moves += reversed(path.list_effects_between_damage_states(share, starts[-1]))
        while (origin := self._origins[state]) is not None:
            state, move = origin
            path = self.paths[move.part]
            moves += [move, *reversed(path.list_effects_between_damage_states(state.shares[move.part], move.before))]
        for move in moves:
            starts[move.part] = move.before
        return starts, moves[::-1]

    def _explore_damage_search_states(self) -> Mapping[Ends, DamageSearchState]:
        start = DamageSearchState((None,) * len(self.paths), self._moment.left)
        self._origins[start] = None
        ends: dict[Ends, DamageSearchState] = {}
        waiting = [start]
        while waiting:
            self._effort.count_search_step()
            state = waiting.pop()
            usable = self._moment.find_usable_effects(state.left)
            found = tuple(
                path.find_final_damage(share, usable) for path, share in zip(self.paths, state.shares, strict=True)
            )
            if all(found):
                ends.setdefault(found, state)
            for move, after in self._list_next_search_states(state, usable):
                if after not in self._origins:
                    self._origins[after] = (state, move)
                    waiting.append(after)
        return ends

    def _list_next_search_states(
        self, search_state: DamageSearchState, usable_effects: int
    ) -> Iterator[tuple[AppliedDamageEffect, DamageSearchState]]:
        shares = search_state.shares
        for part, path in enumerate(self.paths):
            for share, effect in path.list_shared_effect_uses(shares[part], usable_effects):
                after, left = self._moment.apply_effect_to_damage(effect, share, search_state.left)
                changed = (*shares[:part], after, *shares[part + 1 :])
                yield AppliedDamageEffect(part, share, effect, after), DamageSearchState(changed, left)

    @cached_property
    def _outcome_tree(self) -> Tree:
        """The outcomes as a tree for fast look-ups, with one level for each source."""
        tree: Tree = {}
        for ends, state in self.ends.items():
            branches = tree
            for end in ends:
                branches = branches.setdefault(end, DamageOutcomeTreeBranch(state, {})).further
        return tree

    def _find_damage_state(
        self,
        source_states: DamageStatesOfOneSource,
        start_damage: UndealtDamage | None,
        recipient_and_amount: Place,
        usable_effects: int,
    ) -> UndealtDamage:
        lasting = ~self._moment.shared | usable_effects
        return next(
            share
            for share in source_states.list_reachable_damage_states(start_damage)
            if (share.place, share.amount) == recipient_and_amount
            and not self._moment.list_next_effects(source_states.part, share, lasting)
        )


def _find_outcome_state(outcome_tree: Tree, recipients_and_amounts: Sequence[Place]) -> DamageSearchState | None:
    for end, branch in outcome_tree.items():
        if recipients_and_amounts[0] in end:
            found = (
                _find_outcome_state(branch.further, recipients_and_amounts[1:])
                if recipients_and_amounts[1:]
                else branch.state
            )
            if found is not None:
                return found
    return None
