"""A question about damage prepared for the search: recipients and effects are numbers, sets are bit masks.

A part before it is dealt is a `UndealtDamage`. An effect that can be chosen for it is the index of an effect in the
question, `SELF_REPLACEMENT` (the source's own replacement) or `REDIRECTION` (PW-9).
"""

from typing import NamedTuple, assert_never

from bot.judge.assignment import is_opponent_name, list_assignable_damage_amounts, list_impossible_damage
from bot.judge.question import (
    PLAYER,
    DamageQuestion,
    DoubleDamageEffect,
    Effect,
    PreventAllDamageEffect,
    PreventHalfOfDamageEffect,
    PreventNextDamageEffect,
    RedirectDamageEffect,
    SourceDamage,
)

PLAYER_PLACE = 0
"""The place of the player. The planeswalkers follow from 1 on, then the creatures."""

NO_PLACE = -1
SELF_REPLACEMENT = -1
REDIRECTION = -2

EffectsLeft = tuple[int, ...]
"""The rest of each effect: points of a `next`, 1 or 0 for another."""


class UndealtDamage(NamedTuple):
    """Damage that is not dealt yet: its recipient, its amount, and the effects that changed it.

    `met` is a bit mask of these effects.
    """

    place: int
    amount: int
    met: int


GONE_SHARE = UndealtDamage(NO_PLACE, 0, 0)


class BitMaskDamageQuestion:
    """A question about damage, converted to numbers and bit masks for a fast search.

    `places` are the names of all recipients; `creatures` are the last of them. For each part, `ways` are the amounts
    that its controller can assign, `starts` its first place, `redirects` the planeswalkers that redirection can move it
    to. `shared` are the effects (bits) that are used up and that several parts can meet: only through these does one
    part influence another. `covering` are for each place the effects (bits) that protect it.
    """

    def __init__(self, question: DamageQuestion) -> None:
        self.question = question
        self.parts = question.damage
        self.effects = question.effects
        walkers = [walker.name for walker in question.planeswalkers]
        redirecting = [effect.to for effect in self.effects if isinstance(effect, RedirectDamageEffect)]
        self.creatures = tuple(dict.fromkeys(redirecting))
        self.places = (PLAYER, *walkers, *self.creatures)
        self.impossible = list_impossible_damage(question)
        left_out = {impossible.part for impossible in self.impossible}
        self.ways = tuple(
            () if index in left_out else list_assignable_damage_amounts(part) for index, part in enumerate(self.parts)
        )
        self.starts = tuple(self.places.index(part.to) if part.to in self.places else NO_PLACE for part in self.parts)
        self.redirects = tuple(
            range(1, len(walkers) + 1) if self._is_damage_redirectable(part) else range(0) for part in self.parts
        )
        self.left: EffectsLeft = tuple(e.amount if isinstance(e, PreventNextDamageEffect) else 1 for e in self.effects)
        self.covering = [self._find_protecting_effects(place) for place in self.places]
        self._fitting = [self._find_source_effects(part) for part in self.parts]
        self._self_met = 1 << len(self.effects)
        self._asked = 2 << len(self.effects)
        self._usable: dict[EffectsLeft, int] = {}
        self.shared = self._compute_bit_mask_of_shared_effects()

    def build_undealt_damage(self, source_index: int, amount: int) -> UndealtDamage:
        """Return a source's damage after its controller has chosen the amount."""
        if not amount:
            return GONE_SHARE
        has_own = self.parts[source_index].instead is not None
        return UndealtDamage(self.starts[source_index], amount, 0 if has_own else self._self_met)

    def find_usable_effects(self, remaining_effects: EffectsLeft) -> int:
        """Return the effects that can still be used, as a bit mask."""
        found = self._usable.get(remaining_effects)
        if found is None:
            found = sum(1 << index for index, amount in enumerate(remaining_effects) if amount)
            self._usable[remaining_effects] = found
        return found

    def list_next_effects(self, source_index: int, undealt_damage: UndealtDamage, usable_effects: int) -> list[int]:
        """Return the effects that can be applied now to damage that is not dealt yet.

        `usable_effects` is a bit mask. The player chooses among them, redirection included (PW-D3), wherever the damage
        is (PW-D4).
        """
        if undealt_damage.place == NO_PLACE:
            return []
        if not undealt_damage.met & self._self_met:
            return [SELF_REPLACEMENT]
        effects = self.find_applicable_effects(source_index, undealt_damage, usable_effects)
        picks = [index for index in range(len(self.effects)) if effects >> index & 1]
        if (
            undealt_damage.place == PLAYER_PLACE
            and self.redirects[source_index]
            and not undealt_damage.met & self._asked
        ):
            picks.append(REDIRECTION)
        return picks

    def find_applicable_effects(self, source_index: int, undealt_damage: UndealtDamage, usable_effects: int) -> int:
        return self.covering[undealt_damage.place] & self._fitting[source_index] & usable_effects & ~undealt_damage.met

    def list_possible_redirections(self, source_index: int, undealt_damage: UndealtDamage) -> list[UndealtDamage]:
        """Return the undealt damage after each redirection that the controller of its source can choose."""
        asked = undealt_damage.met | self._asked
        places = (PLAYER_PLACE, *self.redirects[source_index])
        return [undealt_damage._replace(place=place, met=asked) for place in places]

    def apply_source_replacement_effect(self, source_index: int, undealt_damage: UndealtDamage) -> UndealtDamage:
        """Return a source's damage after its own replacement effect ("deals N damage instead")."""
        amount = self.parts[source_index].instead or 0
        return undealt_damage._replace(amount=amount, met=undealt_damage.met | self._self_met) if amount else GONE_SHARE

    def apply_effect_to_damage(
        self, effect_index: int, undealt_damage: UndealtDamage, remaining_effects: EffectsLeft
    ) -> tuple[UndealtDamage, EffectsLeft]:
        """Return the damage that is left after an effect, and the remaining uses of all effects.

        An effect that is not `shared` is marked as applied instead of used up.
        """
        effect = self.effects[effect_index]
        place, amount, met = undealt_damage
        match effect:
            case PreventNextDamageEffect():
                amount -= min(amount, remaining_effects[effect_index])
            case PreventAllDamageEffect():
                amount = 0
            case PreventHalfOfDamageEffect():
                amount = amount - amount // 2 if effect.rounded == "down" else amount // 2
            case DoubleDamageEffect():
                amount *= 2
            case RedirectDamageEffect():
                place = self.places.index(effect.to)
            case _:
                assert_never(effect)
        if self.shared >> effect_index & 1:
            used = undealt_damage.amount - amount if isinstance(effect, PreventNextDamageEffect) else 1
            remaining_effects = (
                *remaining_effects[:effect_index],
                remaining_effects[effect_index] - used,
                *remaining_effects[effect_index + 1 :],
            )
        else:
            met |= 1 << effect_index
        return (UndealtDamage(place, amount, met) if amount else GONE_SHARE), remaining_effects

    def _is_damage_redirectable(self, source_damage: SourceDamage) -> bool:
        return (
            self.question.era == "2013"
            and source_damage.kind == "damage"
            and source_damage.to == PLAYER
            and not source_damage.combat
            and is_opponent_name(source_damage.controller, self.question)
        )

    def _find_protecting_effects(self, recipient_name: str) -> int:
        return sum(
            1 << index for index, effect in enumerate(self.effects) if effect.on == "all" or recipient_name in effect.on
        )

    def _find_source_effects(self, source_damage: SourceDamage) -> int:
        if source_damage.kind == "loss":
            return 0
        return sum(
            1 << index for index, effect in enumerate(self.effects) if effect.source in (None, source_damage.object)
        )

    def _compute_bit_mask_of_shared_effects(self) -> int:
        """Return a bit mask of the limited effects that several sources share, such as "prevent the next 3"."""
        fitting = [fits for fits, ways in zip(self._fitting, self.ways, strict=True) if ways]
        return sum(
            1 << index
            for index, effect in enumerate(self.effects)
            if _is_consumable_effect(effect) and sum(fits >> index & 1 for fits in fitting) > 1
        )


def _is_consumable_effect(damage_effect: Effect) -> bool:
    return isinstance(damage_effect, PreventNextDamageEffect) or damage_effect.once
