"""The free moves of one part: moves that concern no other part.

A free move changes nothing for other parts and can always be made later, so each part is explored
alone. A search has to go through the other moves only, the *uses*: effects that several parts can
use up and, if it matters who decides, redirection.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from bot.judge.damage_problem import GONE_SHARE, REDIRECTION, SELF_REPLACEMENT, DamageProblem, PendingDamage
from bot.judge.step_budget import StepBudget

Place = tuple[int, int]
"""The place at which a part is dealt in the end, and its amount."""


class DamagePartMove(NamedTuple):
    """A move of one part of the damage: its pending damage before, the applied effect, and
    after.
    """

    part: int
    before: PendingDamage
    pick: int
    after: PendingDamage


class SharedEffectUse(NamedTuple):
    """Pending damage, and an effect (shared by several parts) or redirection that can apply to
    the damage.
    """

    share: PendingDamage
    pick: int


class DamagePartPaths:
    """The pending damage that one part can reach by moves that do not concern other parts.

    A `root` of None means all first shares of the part. With `answers`, redirection and its
    controller's answer are a free move; without, choosing redirection is a use.
    """

    def __init__(self, moment: DamageProblem, part: int, effort: StepBudget, *, answers: bool) -> None:
        self.part = part
        self._moment = moment
        self._effort = effort
        self._answers = answers
        self._reached: dict[PendingDamage | None, Mapping[PendingDamage, DamagePartMove | None]] = {}
        self._ends: dict[tuple[PendingDamage | None, int], frozenset[Place]] = {}
        self._uses: dict[tuple[PendingDamage | None, int], tuple[SharedEffectUse, ...]] = {}

    @cached_property
    def first_pending_damage(self) -> tuple[PendingDamage, ...]:
        """The pending damage with which the part can begin; an impossible part has
        `GONE_SHARE`.
        """
        ways = self._moment.ways[self.part]
        return tuple(self._moment.build_pending_damage(self.part, amount) for amount in ways) or (GONE_SHARE,)

    def list_reachable_damage(
        self, start_damage: PendingDamage | None
    ) -> Mapping[PendingDamage, DamagePartMove | None]:
        """Return all pending damage that `start_damage` can reach, each with the first move
        on the way.
        """
        found = self._reached.get(start_damage)
        if found is None:
            found = self._reached[start_damage] = self._explore_independent_moves(
                self.first_pending_damage if start_damage is None else (start_damage,)
            )
        return found

    def find_final_destinations(self, start_damage: PendingDamage | None, usable_effects: int) -> frozenset[Place]:
        """Return to whom and with what amount the part can be dealt without a shared
        effect.
        """
        usable_effects &= self._moment.shared
        found = self._ends.get((start_damage, usable_effects))
        if found is None:
            lasting = ~self._moment.shared | usable_effects
            found = self._ends[start_damage, usable_effects] = frozenset(
                (share.place, share.amount)
                for share in self.list_reachable_damage(start_damage)
                if not self._moment.list_effects_to_apply_now(self.part, share, lasting)
            )
        return found

    def list_shared_effect_uses(
        self, start_damage: PendingDamage | None, usable_effects: int
    ) -> tuple[SharedEffectUse, ...]:
        """Return the possible uses on the part of effects that several parts share."""
        usable_effects &= self._moment.shared
        found = self._uses.get((start_damage, usable_effects))
        if found is None:
            found = self._uses[start_damage, usable_effects] = tuple(
                SharedEffectUse(share, pick)
                for share in self.list_reachable_damage(start_damage)
                for pick in self._moment.list_effects_to_apply_now(self.part, share, usable_effects)
                if pick >= 0 or (pick == REDIRECTION and not self._answers)
            )
        return found

    def trace_moves_to_damage(
        self, start_damage: PendingDamage | None, pending_damage: PendingDamage
    ) -> list[DamagePartMove]:
        """Return the moves that lead from `start_damage` to this pending damage."""
        moves: list[DamagePartMove] = []
        reached = self.list_reachable_damage(start_damage)
        while (move := reached[pending_damage]) is not None:
            moves.append(move)
            pending_damage = move.before
        return moves[::-1]

    def _explore_independent_moves(
        self, first_damage: tuple[PendingDamage, ...]
    ) -> Mapping[PendingDamage, DamagePartMove | None]:
        found: dict[PendingDamage, DamagePartMove | None] = dict.fromkeys(first_damage)
        waiting = [*first_damage]
        while waiting:
            self._effort.spend_one_step()
            share = waiting.pop()
            for move in self._list_independent_moves(share):
                if move.after not in found:
                    found[move.after] = move
                    waiting.append(move.after)
        return found

    def _list_independent_moves(self, pending_damage: PendingDamage) -> Iterator[DamagePartMove]:
        """Yield the moves of pending damage that do not concern other parts."""
        moment = self._moment
        part = self.part
        for pick in moment.list_effects_to_apply_now(part, pending_damage, ~moment.shared):
            if pick == SELF_REPLACEMENT:
                yield DamagePartMove(
                    part, pending_damage, pick, moment.apply_replacement_of_source(part, pending_damage)
                )
            elif pick != REDIRECTION:
                yield DamagePartMove(
                    part, pending_damage, pick, moment.apply_effect_to_damage(pick, pending_damage, moment.left)[0]
                )
            elif self._answers:
                for after in moment.list_redirected_damage(part, pending_damage):
                    yield DamagePartMove(part, pending_damage, pick, after)
