"""A question prepared for the search: places and effects are numbers, sets of effects are bits.

A part before it is dealt is a `Share`. A pick for it is an effect (its index in the question),
`SELF_REPLACEMENT` (the source's own replacement) or `REDIRECTION` (PW-9).
"""

from typing import NamedTuple, assert_never

from bot.judge.assigning import is_opponent, list_impossible, list_ways
from bot.judge.question import (
    PLAYER,
    All,
    DamageQuestion,
    Double,
    Effect,
    Half,
    Next,
    Part,
    Redirect,
)

PLAYER_PLACE = 0
"""The place of the player. The planeswalkers follow from 1 on, then the creatures."""

NO_PLACE = -1
SELF_REPLACEMENT = -1
REDIRECTION = -2

EffectsLeft = tuple[int, ...]
"""The rest of each effect: points of a `next`, 1 or 0 for another."""


class Share(NamedTuple):
    """A part before it is dealt: its place, its amount, and the effects that it has met (bits)."""

    place: int
    amount: int
    met: int


GONE_SHARE = Share(NO_PLACE, 0, 0)


class Moment:
    """The possible parts of a question, and the effects and redirections that apply to them.

    `places` are the names of all recipients; `creatures` are the last of them. For each part,
    `ways` are the amounts that its controller can assign, `starts` its first place, `redirects` the
    planeswalkers that redirection can move it to. `shared` are the effects (bits) that are used up
    and that several parts can meet: only through these does one part influence another. `covering`
    are for each place the effects (bits) that protect it.
    """

    def __init__(self, question: DamageQuestion) -> None:
        self.question = question
        self.parts = question.damage
        self.effects = question.effects
        walkers = [walker.name for walker in question.planeswalkers]
        redirecting = [effect.to for effect in self.effects if isinstance(effect, Redirect)]
        self.creatures = tuple(dict.fromkeys(redirecting))
        self.places = (PLAYER, *walkers, *self.creatures)
        self.impossible = list_impossible(question)
        left_out = {impossible.part for impossible in self.impossible}
        self.ways = tuple(
            () if index in left_out else list_ways(part) for index, part in enumerate(self.parts)
        )
        self.starts = tuple(
            self.places.index(part.to) if part.to in self.places else NO_PLACE
            for part in self.parts
        )
        self.redirects = tuple(
            range(1, len(walkers) + 1) if self._is_redirected(part) else range(0)
            for part in self.parts
        )
        self.left: EffectsLeft = tuple(e.amount if isinstance(e, Next) else 1 for e in self.effects)
        self.covering = [self._find_covering(place) for place in self.places]
        self._fitting = [self._find_fitting(part) for part in self.parts]
        self._self_met = 1 << len(self.effects)
        self._asked = 2 << len(self.effects)
        self._usable: dict[EffectsLeft, int] = {}
        self.shared = self._find_shared()

    def make_share(self, part: int, amount: int) -> Share:
        """Return the share of a part after `amount` was assigned to its recipient."""
        if not amount:
            return GONE_SHARE
        has_own = self.parts[part].instead is not None
        return Share(self.starts[part], amount, 0 if has_own else self._self_met)

    def find_usable(self, left: EffectsLeft) -> int:
        """Return the effects (bits) that are not used up."""
        found = self._usable.get(left)
        if found is None:
            found = sum(1 << index for index, amount in enumerate(left) if amount)
            self._usable[left] = found
        return found

    def list_picks(self, part: int, share: Share, usable: int) -> list[int]:
        """Return the picks that apply to a share now, of the `usable` effects (bits) (PW-10).

        The player chooses among them, redirection included (PW-D3), wherever the share is (PW-D4).
        """
        if share.place == NO_PLACE:
            return []
        if not share.met & self._self_met:
            return [SELF_REPLACEMENT]
        effects = self.find_effects(part, share, usable)
        picks = [index for index in range(len(self.effects)) if effects >> index & 1]
        if share.place == PLAYER_PLACE and self.redirects[part] and not share.met & self._asked:
            picks.append(REDIRECTION)
        return picks

    def find_effects(self, part: int, share: Share, usable: int) -> int:
        """Return the `usable` effects (bits) that apply to a share at its place."""
        return self.covering[share.place] & self._fitting[part] & usable & ~share.met

    def list_places(self, part: int, share: Share) -> list[Share]:
        """Return the shares between which a part's controller chooses after redirection."""
        asked = share.met | self._asked
        places = (PLAYER_PLACE, *self.redirects[part])
        return [share._replace(place=place, met=asked) for place in places]

    def replace_by_own(self, part: int, share: Share) -> Share:
        """Return a share after the source's own replacement."""
        amount = self.parts[part].instead or 0
        return (
            share._replace(amount=amount, met=share.met | self._self_met) if amount else GONE_SHARE
        )

    def apply(self, index: int, share: Share, left: EffectsLeft) -> tuple[Share, EffectsLeft]:
        """Return a share after an effect, and the rest of the effects.

        An effect that is not `shared` is marked as met instead of used up.
        """
        effect = self.effects[index]
        place, amount, met = share
        match effect:
            case Next():
                amount -= min(amount, left[index])
            case All():
                amount = 0
            case Half():
                amount = amount - amount // 2 if effect.rounded == "down" else amount // 2
            case Double():
                amount *= 2
            case Redirect():
                place = self.places.index(effect.to)
            case _:
                assert_never(effect)
        if self.shared >> index & 1:
            used = share.amount - amount if isinstance(effect, Next) else 1
            left = (*left[:index], left[index] - used, *left[index + 1 :])
        else:
            met |= 1 << index
        return (Share(place, amount, met) if amount else GONE_SHARE), left

    def _is_redirected(self, part: Part) -> bool:
        return (
            self.question.era == "2013"
            and part.kind == "damage"
            and part.to == PLAYER
            and not part.combat
            and is_opponent(part.controller, self.question)
        )

    def _find_covering(self, place: str) -> int:
        return sum(
            1 << index
            for index, effect in enumerate(self.effects)
            if effect.on == "all" or place in effect.on
        )

    def _find_fitting(self, part: Part) -> int:
        if part.kind == "loss":
            return 0
        return sum(
            1 << index
            for index, effect in enumerate(self.effects)
            if effect.source in (None, part.object)
        )

    def _find_shared(self) -> int:
        """Return the effects (bits) that are used up and that several possible parts can meet."""
        fitting = [fits for fits, ways in zip(self._fitting, self.ways, strict=True) if ways]
        return sum(
            1 << index
            for index, effect in enumerate(self.effects)
            if _is_used_up(effect) and sum(fits >> index & 1 for fits in fitting) > 1
        )


def _is_used_up(effect: Effect) -> bool:
    return isinstance(effect, Next) or effect.once
