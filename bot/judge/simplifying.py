"""Shares that make no difference to each other, as far as the player's life and poison go.

Damage that has left the player does not come back. Unless the player gains life by it, it matters
only as something on which effects can be used up: never to anybody's harm by force, for it can
wait until all else is done. So what is left of its effects says all about its place, and it need
not be larger than what can be used up on it.
"""

from collections.abc import Mapping

from bot.judge.moment import HOME, Left, Moment, Share
from bot.judge.question import Effect, Half, Next, Redirect


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
