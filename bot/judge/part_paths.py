"""The free moves of one part: moves that concern no other part.

A free move changes nothing for other parts and can always be made later, so each part is explored
alone. A search has to go through the other moves only, the *uses*: effects that several parts can
use up and, if it matters who decides, redirection.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from bot.judge.damage_problem import (
    GONE_SHARE,
    REDIRECTION,
    SELF_REPLACEMENT,
    DamageProblem,
    PendingDamage,
)
from bot.judge.step_budget import StepBudget

Place = tuple[int, int]
"""The place at which a part is dealt in the end, and its amount."""


class PartMove(NamedTuple):
    """A move of one part of the damage: pending damage before, the applied effect, and after."""

    part: int
    before: PendingDamage
    pick: int
    after: PendingDamage


class SharedEffectUse(NamedTuple):
    """Pending damage, and a shared effect or redirection that can be applied to it."""

    share: PendingDamage
    pick: int


class PartPaths:
    """The pending damage that one part can reach by free moves.

    A `root` of None means all first shares of the part. With `answers`, redirection and its
    controller's answer are a free move; without, choosing redirection is a use.
    """

    def __init__(
        self, moment: DamageProblem, part: int, effort: StepBudget, *, answers: bool
    ) -> None:
        self.part = part
        self._moment = moment
        self._effort = effort
        self._answers = answers
        self._reached: dict[PendingDamage | None, Mapping[PendingDamage, PartMove | None]] = {}
        self._ends: dict[tuple[PendingDamage | None, int], frozenset[Place]] = {}
        self._uses: dict[tuple[PendingDamage | None, int], tuple[SharedEffectUse, ...]] = {}

    @cached_property
    def first_damage(self) -> tuple[PendingDamage, ...]:
        """The first pending damage of the part; an impossible part has `GONE_SHARE`."""
        ways = self._moment.ways[self.part]
        return tuple(self._moment.build_pending_damage(self.part, amount) for amount in ways) or (
            GONE_SHARE,
        )

    def list_reachable_damage(
        self, root: PendingDamage | None
    ) -> Mapping[PendingDamage, PartMove | None]:
        """Return all pending damage that `root` can reach, each with the first move to it."""
        found = self._reached.get(root)
        if found is None:
            found = self._reached[root] = self._explore_free_moves(
                self.first_damage if root is None else (root,)
            )
        return found

    def find_destinations(
        self, root: PendingDamage | None, usable_effects: int
    ) -> frozenset[Place]:
        """Return where and with what amount the part can be dealt without another use."""
        usable_effects &= self._moment.shared
        found = self._ends.get((root, usable_effects))
        if found is None:
            lasting = ~self._moment.shared | usable_effects
            found = self._ends[root, usable_effects] = frozenset(
                (share.place, share.amount)
                for share in self.list_reachable_damage(root)
                if not self._moment.list_applicable_effects(self.part, share, lasting)
            )
        return found

    def list_shared_effect_uses(
        self, root: PendingDamage | None, usable_effects: int
    ) -> tuple[SharedEffectUse, ...]:
        """Return the uses of shared effects on the part."""
        usable_effects &= self._moment.shared
        found = self._uses.get((root, usable_effects))
        if found is None:
            found = self._uses[root, usable_effects] = tuple(
                SharedEffectUse(share, pick)
                for share in self.list_reachable_damage(root)
                for pick in self._moment.list_applicable_effects(self.part, share, usable_effects)
                if pick >= 0 or (pick == REDIRECTION and not self._answers)
            )
        return found

    def trace_moves(
        self, root: PendingDamage | None, pending_damage: PendingDamage
    ) -> list[PartMove]:
        """Return the moves that lead from `root` to this pending damage."""
        moves: list[PartMove] = []
        reached = self.list_reachable_damage(root)
        while (move := reached[pending_damage]) is not None:
            moves.append(move)
            pending_damage = move.before
        return moves[::-1]

    def _explore_free_moves(
        self, first_damage: tuple[PendingDamage, ...]
    ) -> Mapping[PendingDamage, PartMove | None]:
        found: dict[PendingDamage, PartMove | None] = dict.fromkeys(first_damage)
        waiting = [*first_damage]
        while waiting:
            self._effort.spend_step()
            share = waiting.pop()
            for move in self._list_free_moves(share):
                if move.after not in found:
                    found[move.after] = move
                    waiting.append(move.after)
        return found

    def _list_free_moves(self, pending_damage: PendingDamage) -> Iterator[PartMove]:
        """Yield the free moves of pending damage."""
        moment = self._moment
        part = self.part
        for pick in moment.list_applicable_effects(part, pending_damage, ~moment.shared):
            if pick == SELF_REPLACEMENT:
                yield PartMove(
                    part, pending_damage, pick, moment.apply_self_replacement(part, pending_damage)
                )
            elif pick != REDIRECTION:
                yield PartMove(
                    part,
                    pending_damage,
                    pick,
                    moment.apply_effect(pick, pending_damage, moment.left)[0],
                )
            elif self._answers:
                for after in moment.list_redirections(part, pending_damage):
                    yield PartMove(part, pending_damage, pick, after)
